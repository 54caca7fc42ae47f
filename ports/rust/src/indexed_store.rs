//! An indexed store: names and values at the same positions, and a hash index from names to positions.
//!
//! Keys never tell upper from lower case; whether names do is decided when they are compared.
//!
//! Normative: docs/users/containers/indexed_store.md, claims IX-I1 ..., IX-R1 ...

use std::collections::HashSet;

use crate::error::Error;
use crate::hash_index::{self, HashIndex, Source};

/// Sizes of the hash index, and whether case counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// Those of the hash index; there are no more values than its `index_limit`.
    pub index: hash_index::Config,
    /// Names that differ only in the case of A to Z are the same.
    pub fold_case: bool,
}

/// Values in the order the caller gives them, each found by name in the time it takes to compare a few names.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexedStore<T> {
    names: Vec<String>,
    dense: Vec<T>,
    index: HashIndex,
    fold_case: bool,
}

impl<T> IndexedStore<T> {
    /// An empty store; refuses what the hash index refuses.
    pub fn new(config: Config) -> Result<Self, Error> {
        let index = HashIndex::new(config.index)?;
        Ok(IndexedStore { names: Vec::new(), dense: Vec::new(), index, fold_case: config.fold_case })
    }

    // --- insert

    /// Appends the value under the name; its position (IX-R1). `Exists` if there is a value of that name; `Full`. O(1).
    pub fn insert(&mut self, name: &str, value: T) -> Result<usize, Error> {
        self.check_new(name)?;
        let pos = self.names.len();
        let key = self.key(name)?;
        self.index.add(key, pos)?;
        self.names.push(name.to_owned());
        self.dense.push(value);
        Ok(pos)
    }

    /// Inserts the value before what stands at the position now, or last (IX-R2).
    ///
    /// `Exists`, `Full`, `OutOfRange`. O(buckets + indices).
    pub fn insert_at(&mut self, pos: usize, name: &str, value: T) -> Result<(), Error> {
        self.check_new(name)?;
        if pos > self.names.len() {
            return Err(Error::OutOfRange);
        }
        let key = self.key(name)?;
        self.index.insert_index(key, pos)?;
        self.names.insert(pos, name.to_owned());
        self.dense.insert(pos, value);
        Ok(())
    }

    /// Refuses a name that is taken, or one more value than there are indices.
    fn check_new(&self, name: &str) -> Result<(), Error> {
        if self.contains(name) {
            return Err(Error::Exists);
        }
        if self.names.len() == self.index.index_limit() {
            return Err(Error::Full);
        }
        Ok(())
    }

    fn key(&self, name: &str) -> Result<i64, Error> {
        Ok(self.index.generate_key(Source::Text(name), false)? as i64)
    }

    // --- erase

    /// Drops the value of that name and closes the gap, order kept; `None` if there is none (IX-R3). O(indices).
    pub fn erase(&mut self, name: &str) -> Option<T> {
        let pos = self.pos_of(name).ok()?;
        let key = self.key(name).ok()?;
        self.index.remove_index(key, pos).ok()?;
        self.names.remove(pos);
        Some(self.dense.remove(pos))
    }

    // --- get

    /// The value of that name (IX-R4); `Missing`. O(1), and a comparison for each name met in the bucket.
    pub fn get(&self, name: &str) -> Result<&T, Error> {
        Ok(&self.dense[self.pos_of(name)?])
    }

    /// Replaces the value of that name (IX-R5); `Missing`.
    pub fn assign(&mut self, name: &str, value: T) -> Result<(), Error> {
        let pos = self.pos_of(name)?;
        self.dense[pos] = value;
        Ok(())
    }

    /// True if there is a value of that name (IX-R6).
    pub fn contains(&self, name: &str) -> bool {
        self.pos_of(name).is_ok()
    }

    /// The position of the value of that name (IX-R7); `Missing`. An insertion or erasure before it changes it.
    pub fn pos_of(&self, name: &str) -> Result<usize, Error> {
        let key = self.key(name)?;
        let found = self.index.candidates(key).find(|&pos| self.same(&self.names[pos], name));
        found.ok_or(Error::Missing)
    }

    /// True if the two names are one.
    fn same(&self, left: &str, right: &str) -> bool {
        left == right || (self.fold_case && left.eq_ignore_ascii_case(right))
    }

    /// The name, as it was given, of the value at the position (IX-R8); `OutOfRange`. O(1).
    pub fn name_at(&self, pos: usize) -> Result<&str, Error> {
        self.names.get(pos).map(String::as_str).ok_or(Error::OutOfRange)
    }

    // --- iterate

    /// The values in order (IX-R9).
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.dense.iter()
    }

    /// The names with their values in order (IX-R10).
    pub fn items(&self) -> impl Iterator<Item = (&str, &T)> {
        self.names.iter().map(String::as_str).zip(&self.dense)
    }

    // --- bulk

    /// Inserts each in turn, all or none; their positions (IX-R11).
    ///
    /// `Exists` if a name is taken or comes twice; `Full`.
    pub fn insert_items(&mut self, items: Vec<(String, T)>) -> Result<Vec<usize>, Error> {
        let mut coming = HashSet::new();
        for (name, _) in &items {
            let folded = if self.fold_case { name.to_ascii_lowercase() } else { name.clone() };
            if coming.contains(&folded) || self.contains(name) {
                return Err(Error::Exists);
            }
            if self.names.len() + coming.len() == self.index.index_limit() {
                return Err(Error::Full);
            }
            coming.insert(folded);
        }
        items.into_iter().map(|(name, value)| self.insert(&name, value)).collect()
    }

    /// Erases each name in turn; how many there were when their turn came (IX-R12).
    pub fn erase_items<S: AsRef<str>>(&mut self, names: &[S]) -> usize {
        names.iter().filter(|name| self.erase(name.as_ref()).is_some()).count()
    }

    // --- whole container

    /// Erases everything; room is kept (IX-R13).
    pub fn clear(&mut self) {
        self.names.clear();
        self.dense.clear();
        self.index.clear();
    }

    /// Takes over names and values by position, and the index of both; they are not checked.
    pub fn restore(&mut self, names: Vec<String>, dense: Vec<T>, index: HashIndex) {
        self.names = names;
        self.dense = dense;
        self.index = index;
    }

    // --- observers

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// True if there is no value.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names by position.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The hash index from names to positions.
    pub fn index(&self) -> &HashIndex {
        &self.index
    }
}
