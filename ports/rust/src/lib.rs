//! Dense containers of games: handle maps, sparse sets and groups, dense tables, hash indices, bitmasks.
//!
//! Each container keeps the arrays that its page in `docs/` describes, cell for cell, after each operation;
//! `arrays()` shows them. A module stands alone but for those it names with `use crate::`.
//! An operation that returns an [`Error`] has changed nothing.

pub mod bitmask;
pub mod bits;
pub mod dense_map;
pub mod dense_set;
pub mod dense_table;
pub mod entity_storage;
pub mod error;
pub mod group;
pub mod handle;
pub mod handle_map;
pub mod hash_index;
pub mod indexed_store;
pub mod paging;
pub mod pool;
pub mod registry;
pub mod sparse_set;
pub mod storage;
pub mod token_allocator;
pub mod typed_store;

pub use bitmask::Bitmask;
pub use dense_map::DenseMap;
pub use dense_set::DenseSet;
pub use entity_storage::EntityStorage;
pub use error::Error;
pub use handle::{Handle, Layout};
pub use handle_map::{FreeOrder, GenerationPolicy, HandleMap};
pub use hash_index::HashIndex;
pub use indexed_store::IndexedStore;
pub use pool::DeletionPolicy;
pub use registry::Registry;
pub use sparse_set::SparseSet;
pub use storage::Storage;
pub use token_allocator::TokenAllocator;
pub use typed_store::TypedStore;
