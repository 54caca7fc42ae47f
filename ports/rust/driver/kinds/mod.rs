//! The kinds of containers: how each is made, called and shown.

mod handles;
mod masks;
mod sparse;
mod tables;

use slotproof::dense_table::DenseTable;
use slotproof::{
    Bitmask, DenseMap, EntityStorage, HandleMap, HashIndex, IndexedStore, Registry, SparseSet, Storage, TokenAllocator,
    TypedStore,
};

use crate::arguments::{Arguments, Config, Fail, Outcome};
use crate::json::Json;
use crate::run::run;
use tables::Hash;

/// A container as the protocol sees it.
pub trait Kind: Sized + Clone {
    /// An empty container.
    fn make(config: &Config<'_>) -> Result<Self, Fail>;

    /// The result of an operation, other than `copy`, `swap` and `equals`.
    fn call(&mut self, operation: &str, arguments: Arguments<'_>) -> Outcome;

    /// The arrays, in the order in which the protocol lists them.
    fn arrays(&self) -> Json;

    /// Takes over the arrays of a container of this configuration.
    fn load(&mut self, arrays: &Json, config: &Config<'_>) -> Result<(), Fail>;

    /// True if both hold the same; of kinds that have no such operation, nothing.
    fn equals(&self, _other: &Self) -> Option<bool> {
        None
    }
}

/// The outcome of an operation that no kind knows.
fn unknown(operation: &str) -> Outcome {
    Err(Fail::Unknown(format!("no operation {operation}")))
}

/// The answer to a `run` message.
pub fn answer(kind: &str, message: &Json) -> Json {
    match kind {
        "handle_map" => run::<HandleMap<i64>>(message),
        "typed_store" => run::<TypedStore<i64>>(message),
        "sparse_set" => run::<SparseSet>(message),
        "storage" => run::<Storage<i64>>(message),
        "entity_storage" => run::<EntityStorage>(message),
        "registry" => run::<Registry<i64>>(message),
        "dense_map" => run::<DenseMap<i64, i64, Hash>>(message),
        "dense_set" => run::<DenseTable<i64, Hash>>(message),
        "bitmask" => run::<Bitmask>(message),
        "token_allocator" => run::<TokenAllocator>(message),
        "hash_index" => run::<HashIndex>(message),
        "indexed_store" => run::<IndexedStore<i64>>(message),
        _ => Json::object([
            ("t", "skip".into()),
            ("id", message.get("id").cloned().unwrap_or(Json::Null)),
            ("why", format!("no kind {kind}").as_str().into()),
        ]),
    }
}

/// What the driver holds, for `hello`; widths are those that the types of the port allow.
pub const CONTAINERS: &str = include_str!("../containers.json");
