//! A dense set: a dense table of keys alone.
//!
//! Normative: docs/users/containers/dense_set.md, claims DS-I1 ..., DS-R1 ...

use crate::dense_table::DenseTable;

/// Distinct keys in a dense array; `H` gives a key its hash.
pub type DenseSet<K, H> = DenseTable<K, H>;
