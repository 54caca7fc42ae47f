//! A dense map: a dense table of keys, and the value of each at the same position.
//!
//! Normative: docs/users/containers/dense_map.md, claims DM-I1 ..., DM-R1 ...

use crate::dense_table::{Arrays, Config, DenseTable};
use crate::error::Error;

/// Values in a dense array, each reached in O(1) expected through its key; `H` gives a key its hash.
#[derive(Clone, Debug)]
pub struct DenseMap<K, T, H> {
    table: DenseTable<K, H>,
    dense: Vec<T>,
}

impl<K: Eq, T, H: Fn(&K) -> u64> DenseMap<K, T, H> {
    /// An empty map; `InvalidArgument` for widths or a load that no table has.
    pub fn new(config: Config, hasher: H) -> Result<Self, Error> {
        Ok(DenseMap { table: DenseTable::new(config, hasher)?, dense: Vec::new() })
    }

    // --- insert

    /// Appends key and value unless the key is there; its position, and whether it is new (DM-R1).
    ///
    /// `Full`, before anything changes, if positions or buckets are used up. O(1) expected and amortised.
    pub fn insert(&mut self, key: K, value: T) -> Result<(usize, bool), Error> {
        match self.table.find(&key) {
            Some(pos) => Ok((pos, false)),
            None => Ok((self.append(key, value)?, true)),
        }
    }

    fn append(&mut self, key: K, value: T) -> Result<usize, Error> {
        let pos = self.table.append(key)?;
        self.dense.push(value);
        Ok(pos)
    }

    /// Appends key and value, or replaces the value of a key that is there (DM-R2).
    pub fn insert_or_assign(&mut self, key: K, value: T) -> Result<(usize, bool), Error> {
        match self.table.find(&key) {
            Some(pos) => {
                self.dense[pos] = value;
                Ok((pos, false))
            }
            None => Ok((self.append(key, value)?, true)),
        }
    }

    /// Inserts what the factory makes, which is called only if the key is not there (DM-R3).
    pub fn try_emplace<E: From<Error>>(
        &mut self,
        key: K,
        factory: impl FnOnce() -> Result<T, E>,
    ) -> Result<(usize, bool), E> {
        match self.table.find(&key) {
            Some(pos) => Ok((pos, false)),
            None => Ok((self.append(key, factory()?)?, true)),
        }
    }

    /// The value of the key, made by the factory and inserted if the key is not there (DM-R4).
    pub fn get_or_emplace<E: From<Error>>(
        &mut self,
        key: K,
        factory: impl FnOnce() -> Result<T, E>,
    ) -> Result<&mut T, E> {
        let (pos, _) = self.try_emplace(key, factory)?;
        Ok(&mut self.dense[pos])
    }

    // --- erase

    /// Drops the key and its value, which is returned; the last one moves into the gap (DM-R5).
    pub fn erase(&mut self, key: &K) -> Option<T> {
        let pos = self.table.find(key)?;
        Some(self.remove(pos))
    }

    /// Drops the key at a position, where the next key to visit then stands (DM-R6); `OutOfRange`.
    pub fn erase_at(&mut self, pos: usize) -> Result<usize, Error> {
        self.table.check_range(pos, pos.saturating_add(1))?;
        self.remove(pos);
        Ok(pos)
    }

    /// Drops the keys at [first, last), the last one first; `first` (DM-R7). `OutOfRange`.
    pub fn erase_range(&mut self, first: usize, last: usize) -> Result<usize, Error> {
        self.table.check_range(first, last)?;
        for pos in (first..last).rev() {
            self.remove(pos);
        }
        Ok(first)
    }

    fn remove(&mut self, pos: usize) -> T {
        self.table.unlink(pos);
        self.dense.swap_remove(pos)
    }

    // --- get

    /// The value of a key that is there (DM-R27); `Missing`.
    pub fn get(&self, key: &K) -> Result<&T, Error> {
        Ok(&self.dense[self.table.find(key).ok_or(Error::Missing)?])
    }

    /// Replaces the value of a key that is there (DM-R28); `Missing`.
    pub fn assign(&mut self, key: &K, value: T) -> Result<(), Error> {
        let pos = self.table.find(key).ok_or(Error::Missing)?;
        self.dense[pos] = value;
        Ok(())
    }

    /// The value at a position (DM-R29); `OutOfRange`.
    pub fn value_at(&self, pos: usize) -> Result<&T, Error> {
        self.dense.get(pos).ok_or(Error::OutOfRange)
    }

    // --- iterate

    /// The values in dense order (DM-R30).
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.dense.iter()
    }

    /// The keys with their values in dense order (DM-R31).
    pub fn items(&self) -> impl Iterator<Item = (&K, &T)> {
        self.table.keys().zip(&self.dense)
    }

    // --- whole container

    /// Changes how many keys a bucket may have on average, and rehashes (DM-R17); `InvalidArgument`, `Full`.
    pub fn set_max_load(&mut self, max_load: f32) -> Result<(), Error> {
        self.table.set_max_load(max_load)
    }

    /// Takes the fewest buckets, `count` at least, that the keys allow (DM-R18); `Full`.
    pub fn rehash(&mut self, count: usize) -> Result<(), Error> {
        self.table.rehash(count)
    }

    /// Takes the fewest buckets that `count` keys allow, and those that are there (DM-R19); `Full`.
    pub fn reserve(&mut self, count: usize) -> Result<(), Error> {
        self.table.reserve(count)
    }

    /// Drops every key and all buckets but the least there may be (DM-R20).
    pub fn clear(&mut self) {
        self.table.clear();
        self.dense.clear();
    }

    /// True if both hold the same keys with equal values, in whatever order (DM-R23).
    pub fn equals(&self, other: &Self) -> bool
    where
        T: PartialEq,
    {
        self.table.len() == other.table.len() && self.items().all(|(key, value)| other.get(key) == Ok(value))
    }

    /// Takes over the arrays of a table, and the value of each key; they are not checked.
    pub fn restore(&mut self, arrays: Arrays<'_, K>, dense: Vec<T>)
    where
        K: Clone,
    {
        self.table.restore(arrays);
        self.dense = dense;
    }

    /// The keys: all that asks and changes nothing is asked there.
    pub fn table(&self) -> &DenseTable<K, H> {
        &self.table
    }
}
