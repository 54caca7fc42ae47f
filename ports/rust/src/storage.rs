//! A typed storage: a sparse set, and the values of its elements at the same positions.
//!
//! ```text
//! pos        0   1   2
//!          +---+---+---+
//! meta     | 4 | 0 | 1 |     the slots and generations of the sparse set
//!          +---+---+---+
//! stamp    | 0 | 1 | 2 |
//!          +---+---+---+---+
//! dense    | A | B | C | . |     room = 4: pages of 2 values
//!          +---+---+---+---+
//! ```
//!
//! The value of a hole stays in `dense`, and means nothing, until the hole is filled or compacted away.
//!
//! Normative: docs/users/containers/storage.md, claims ST-I1 ..., ST-R1 ...

use crate::error::Error;
use crate::handle::Handle;
use crate::pool::{self, Column, Pool};

/// Widths and policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Those of the sparse set.
    pub pool: pool::Config,
    /// Values of a page of memory.
    pub value_page: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { pool: pool::Config::default(), value_page: 1024 }
    }
}

/// The values by position, and how many fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Values<T> {
    dense: Vec<T>,
    room: usize,
    value_page: usize,
}

impl<T> Values<T> {
    /// The values of the pages that `count` values need.
    fn whole_pages(&self, count: usize) -> usize {
        count.div_ceil(self.value_page) * self.value_page
    }
}

impl<T> Column for Values<T> {
    fn relocate(&mut self, origin: usize, target: usize) {
        self.dense.swap(origin, target);
    }

    fn exchange(&mut self, first: usize, second: usize) {
        self.dense.swap(first, second);
    }

    fn pop(&mut self) {
        self.dense.pop();
    }

    fn clear(&mut self) {
        self.dense.clear();
    }

    fn shrink(&mut self) {
        self.dense.shrink_to_fit();
        self.room = self.whole_pages(self.dense.len());
    }
}

/// Values parallel to the elements of a sparse set.
pub type Storage<T> = Pool<Values<T>>;

impl<T> Storage<T> {
    /// An empty storage; `InvalidArgument` for widths outside [1, 32] or a page of nothing.
    pub fn new(config: Config) -> Result<Self, Error> {
        if config.value_page == 0 {
            return Err(Error::InvalidArgument);
        }
        Pool::with_column(config.pool, Values { dense: Vec::new(), room: 0, value_page: config.value_page })
    }

    // --- insert

    /// Puts the handle in with its value; where it stands (ST-R1).
    ///
    /// `Exists` if its slot has an element, of whatever generation; `InvalidArgument` if no element can have it. O(1).
    pub fn emplace(&mut self, handle: Handle, value: T) -> Result<usize, Error> {
        let pos = self.occupy(handle)?;
        let values = &mut self.column;
        if pos == values.dense.len() {
            values.dense.push(value);
        } else {
            values.dense[pos] = value;
        }
        if pos >= values.room {
            values.room += values.value_page;
        }
        Ok(pos)
    }

    /// Emplaces each in turn, all or none; where they stand (ST-R2).
    pub fn emplace_items(&mut self, items: Vec<(Handle, T)>) -> Result<Vec<usize>, Error> {
        self.check_new(items.iter().map(|(handle, _)| *handle))?;
        items.into_iter().map(|(handle, value)| self.emplace(handle, value)).collect()
    }

    // --- get

    /// The value of an element (ST-R21); `Missing` if it is none. O(1).
    pub fn get(&self, handle: Handle) -> Result<&T, Error> {
        Ok(&self.column.dense[self.index(handle)?])
    }

    /// The value of an element, to be changed in place (ST-R23); `Missing` if it is none. O(1).
    pub fn get_mut(&mut self, handle: Handle) -> Result<&mut T, Error> {
        let pos = self.index(handle)?;
        Ok(&mut self.column.dense[pos])
    }

    /// Gives an element another value (ST-R22); `Missing` if it is none. O(1).
    pub fn replace(&mut self, handle: Handle, value: T) -> Result<(), Error> {
        *self.get_mut(handle)? = value;
        Ok(())
    }

    /// Replaces the value by what `change` makes of it, and returns that (ST-R23); if it fails, nothing has changed.
    pub fn patch<E: From<Error>>(&mut self, handle: Handle, change: impl FnOnce(&T) -> Result<T, E>) -> Result<&T, E> {
        let pos = self.index(handle)?;
        self.column.dense[pos] = change(&self.column.dense[pos])?;
        Ok(&self.column.dense[pos])
    }

    // --- iterate

    /// The elements with their values from the last position to the first (ST-R24); `rev()` is the other order.
    pub fn each(&self) -> impl DoubleEndedIterator<Item = (Handle, &T)> {
        self.entries().map(|(pos, handle)| (handle, &self.column.dense[pos]))
    }

    // --- order

    /// Sorts the first `count` positions, or all, stably, so that iteration meets nothing before what it comes after.
    ///
    /// `comes_after` is a strict weak order of values (ST-R16). `Conflict` if there are holes; `OutOfRange`.
    pub fn sort(&mut self, mut comes_after: impl FnMut(&T, &T) -> bool, count: Option<usize>) -> Result<(), Error> {
        self.insertion_sort(count, |storage, first, second| {
            comes_after(&storage.column.dense[first], &storage.column.dense[second])
        })
    }

    // --- room

    /// Makes room for `count` values in all; less than there is changes nothing (ST-R27).
    ///
    /// `Full` if there are not that many slots (ST-D4).
    pub fn reserve(&mut self, count: usize) -> Result<(), Error> {
        if count > self.paged.nil() as usize {
            return Err(Error::Full);
        }
        if count > self.column.room {
            self.column.room = self.column.whole_pages(count);
        }
        Ok(())
    }

    /// Takes over a value for each position, and how many fit; to be called after `restore`, and not checked either.
    pub fn restore_values(&mut self, dense: Vec<T>, room: usize) {
        self.column.dense = dense;
        self.column.room = room;
    }

    /// How many values fit before memory grows.
    pub fn capacity(&self) -> usize {
        self.column.room
    }

    /// The values by position; that of a hole means nothing.
    pub fn dense(&self) -> &[T] {
        &self.column.dense
    }

    /// Values of a page of memory.
    pub fn value_page(&self) -> usize {
        self.column.value_page
    }
}
