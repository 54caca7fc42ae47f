//! Handles at dense positions with a column of values beside them: what a sparse set and a storage have in common.
//!
//! Iteration goes from the last position to the first, so that erasing what it meets disturbs nothing ahead.
//!
//! Normative: docs/users/containers/sparse_set.md, docs/users/containers/storage.md; claims SS-R1 ..., ST-R1 ... with the same numbers

use std::collections::HashSet;

use crate::error::Error;
use crate::handle::Handle;
use crate::paging::{self, Paged};

/// What an erased element leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletionPolicy {
    /// The last element fills the gap.
    SwapPop,
    /// A hole, which the next element fills; nothing moves until `compact` or a sort.
    InPlace,
}

/// Widths and policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Width of a slot, in [1, 32].
    pub index_bits: u32,
    /// Width of a generation, in [1, 32].
    pub generation_bits: u32,
    /// Cells of a page of the sparse array.
    pub page: usize,
    /// What an erased element leaves behind.
    pub deletion: DeletionPolicy,
}

impl Default for Config {
    fn default() -> Self {
        Config { index_bits: 20, generation_bits: 12, page: 4096, deletion: DeletionPolicy::SwapPop }
    }
}

/// What is kept at each position beside the handle.
pub trait Column {
    /// Moves the entry at `origin` to `target`; what is left at `origin` means nothing.
    fn relocate(&mut self, origin: usize, target: usize);
    /// Exchanges two entries.
    fn exchange(&mut self, first: usize, second: usize);
    /// Drops the last entry.
    fn pop(&mut self);
    /// Drops all entries.
    fn clear(&mut self);
    /// Gives back memory behind the last entry.
    fn shrink(&mut self);
}

/// The column of a sparse set: nothing.
impl Column for () {
    fn relocate(&mut self, _: usize, _: usize) {}
    fn exchange(&mut self, _: usize, _: usize) {}
    fn pop(&mut self) {}
    fn clear(&mut self) {}
    fn shrink(&mut self) {}
}

/// Handles at dense positions, at most one a slot, and a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Pool<C> {
    pub(crate) paged: Paged,
    pub(crate) column: C,
    free_head: u32,
    holes: usize,
    in_place: bool,
}

impl<C: Column> Pool<C> {
    pub(crate) fn with_column(config: Config, column: C) -> Result<Self, Error> {
        let paged = Paged::new(config.index_bits, config.generation_bits, config.page)?;
        let free_head = paged.nil();
        let in_place = config.deletion == DeletionPolicy::InPlace;
        Ok(Pool { paged, column, free_head, holes: 0, in_place })
    }

    // --- insert

    /// Puts the handle into the hole left last, or behind the last position; where it stands.
    pub(crate) fn occupy(&mut self, handle: Handle) -> Result<usize, Error> {
        self.paged.check_element(handle)?;
        if self.paged.names(handle.slot) {
            return Err(Error::Exists);
        }
        self.paged.assure(handle.slot);
        let pos = if self.holes > 0 {
            let pos = self.free_head as usize;
            self.free_head = self.paged.meta[pos];
            self.holes -= 1;
            self.paged.meta[pos] = handle.slot;
            self.paged.stamp[pos] = handle.generation;
            pos
        } else {
            self.paged.meta.push(handle.slot);
            self.paged.stamp.push(handle.generation);
            self.positions() - 1
        };
        self.paged.link(handle.slot, pos as u32, handle.generation);
        Ok(pos)
    }

    /// Refuses handles of which one has a slot that is taken, or named before.
    pub(crate) fn check_new(&self, handles: impl Iterator<Item = Handle>) -> Result<(), Error> {
        let mut named = HashSet::new();
        for handle in handles {
            self.paged.check_element(handle)?;
            if self.paged.names(handle.slot) || !named.insert(handle.slot) {
                return Err(Error::Exists);
            }
        }
        Ok(())
    }

    // --- erase

    /// Takes the element out (R3); `Missing` if it is no element. O(1).
    pub fn erase(&mut self, handle: Handle) -> Result<(), Error> {
        let pos = self.index(handle)?;
        self.vacate(pos);
        Ok(())
    }

    /// Takes the element out if it is there; whether it was (R4). O(1).
    pub fn remove(&mut self, handle: Handle) -> bool {
        self.erase(handle).is_ok()
    }

    fn vacate(&mut self, pos: usize) {
        self.paged.unlink(self.paged.meta[pos]);
        if self.in_place {
            self.paged.meta[pos] = self.free_head;
            self.paged.stamp[pos] = self.paged.tombstone();
            self.free_head = pos as u32;
            self.holes += 1;
        } else {
            let last = self.positions() - 1;
            if pos != last {
                self.relocate(last, pos);
            }
            self.pop();
        }
    }

    /// Moves the element at a position to another one, whose own is gone.
    fn relocate(&mut self, origin: usize, target: usize) {
        let (slot, generation) = (self.paged.meta[origin], self.paged.stamp[origin]);
        self.paged.meta[target] = slot;
        self.paged.stamp[target] = generation;
        self.paged.link(slot, target as u32, generation);
        self.column.relocate(origin, target);
    }

    fn pop(&mut self) {
        self.paged.meta.pop();
        self.paged.stamp.pop();
        self.column.pop();
    }

    // --- get

    /// True if the handle is an element (R5). O(1).
    pub fn contains(&self, handle: Handle) -> bool {
        self.paged.holds(handle)
    }

    /// The position of an element (R6); `Missing` if it is none. O(1).
    pub fn index(&self, handle: Handle) -> Result<usize, Error> {
        if !self.contains(handle) {
            return Err(Error::Missing);
        }
        Ok(self.paged.pos(handle.slot))
    }

    /// The generation of the element in the slot of a handle, or the tombstone if there is none (R7). O(1).
    pub fn current(&self, handle: Handle) -> u32 {
        self.paged.generation(handle.slot)
    }

    /// The handle at a position (R8); `OutOfRange`, or `Missing` if there is a hole. O(1).
    pub fn entity_at(&self, pos: usize) -> Result<Handle, Error> {
        self.paged.entity_at(pos)
    }

    /// Gives the element in the handle's slot the handle's generation (R9).
    ///
    /// `Missing` if the slot has no element, `InvalidArgument` if no element can have the generation. O(1).
    pub fn bump(&mut self, handle: Handle) -> Result<u32, Error> {
        self.paged.check_element(handle)?;
        if !self.paged.names(handle.slot) {
            return Err(Error::Missing);
        }
        let pos = self.paged.pos(handle.slot);
        self.paged.stamp[pos] = handle.generation;
        self.paged.link(handle.slot, pos as u32, handle.generation);
        Ok(handle.generation)
    }

    // --- iterate

    /// The elements from the last position to the first, holes left out (R10); `rev()` is the other order (R11).
    pub fn handles(&self) -> impl DoubleEndedIterator<Item = Handle> + '_ {
        self.entries().map(|(_, handle)| handle)
    }

    /// The elements with their positions, from the last position to the first, holes left out.
    pub(crate) fn entries(&self) -> impl DoubleEndedIterator<Item = (usize, Handle)> + '_ {
        (0..self.positions()).rev().filter_map(|pos| Some((pos, self.entity_at(pos).ok()?)))
    }

    // --- bulk

    /// Erases each in turn, all or none (R13); `Missing` if one is no element, or is named twice.
    pub fn erase_items(&mut self, handles: &[Handle]) -> Result<(), Error> {
        let mut named = HashSet::new();
        for &handle in handles {
            self.index(handle)?;
            if !named.insert(handle.slot) {
                return Err(Error::Missing);
            }
        }
        handles.iter().try_for_each(|&handle| self.erase(handle))
    }

    /// Removes each in turn; how many were there when their turn came (R14).
    pub fn remove_items(&mut self, handles: &[Handle]) -> usize {
        handles.iter().filter(|&&handle| self.remove(handle)).count()
    }

    // --- order

    /// Exchanges the positions of two elements (R15); `Missing` if one is no element. O(1).
    pub fn swap_elements(&mut self, first: Handle, second: Handle) -> Result<(), Error> {
        let (pos, other) = (self.index(first)?, self.index(second)?);
        if pos != other {
            self.exchange(pos, other);
        }
        Ok(())
    }

    fn exchange(&mut self, first: usize, second: usize) {
        self.paged.exchange(first, second);
        self.column.exchange(first, second);
    }

    /// Sorts the first `count` positions, or all, stably, so that iteration meets ascending keys of handles (R17).
    ///
    /// `Conflict` if there are holes; `OutOfRange`. O(count^2).
    pub fn sort_by_key<K: PartialOrd>(
        &mut self,
        mut key: impl FnMut(Handle) -> K,
        count: Option<usize>,
    ) -> Result<(), Error> {
        self.insertion_sort(count, |pool, first, second| key(pool.paged.handle(first)) > key(pool.paged.handle(second)))
    }

    /// Insertion sort against the order of positions; `comes_after` compares two positions.
    pub(crate) fn insertion_sort(
        &mut self,
        count: Option<usize>,
        comes_after: impl FnMut(&Self, usize, usize) -> bool,
    ) -> Result<(), Error> {
        self.check_contiguous()?;
        paging::insertion_sort(self, self.positions(), count, comes_after, Self::exchange)
    }

    /// Has iteration begin with those of the handles that are elements, in their order; how many there are (R18).
    ///
    /// `Conflict` if there are holes. O(number of handles).
    pub fn sort_as(&mut self, handles: &[Handle]) -> Result<usize, Error> {
        self.check_contiguous()?;
        Ok(paging::put_last(self, self.positions(), handles, |pool, handle| pool.index(handle).ok(), Self::exchange))
    }

    fn check_contiguous(&self) -> Result<(), Error> {
        if self.holes > 0 {
            return Err(Error::Conflict);
        }
        Ok(())
    }

    // --- whole container

    /// Takes every element out; the pages stay (R19).
    pub fn clear(&mut self) {
        for pos in 0..self.positions() {
            if self.paged.stamp[pos] != self.paged.tombstone() {
                self.paged.unlink(self.paged.meta[pos]);
            }
        }
        self.paged.meta.clear();
        self.paged.stamp.clear();
        self.column.clear();
        self.free_head = self.paged.nil();
        self.holes = 0;
    }

    /// Fills the holes, those left last first, with the last elements (R20). O(holes).
    pub fn compact(&mut self) {
        let mut end = self.end(self.positions());
        let mut hole = self.free_head;
        for _ in 0..self.holes {
            let following = self.paged.meta[hole as usize];
            if (hole as usize) < end {
                self.relocate(end - 1, hole as usize);
                end = self.end(end - 1);
            }
            hole = following;
        }
        while self.positions() > end {
            self.pop();
        }
        self.free_head = self.paged.nil();
        self.holes = 0;
    }

    /// The end of the positions before `end` without the holes they end in.
    fn end(&self, end: usize) -> usize {
        let tombstone = self.paged.tombstone();
        self.paged.stamp[..end].iter().rposition(|&stamp| stamp != tombstone).map_or(0, |last| last + 1)
    }

    /// Gives back the pages without an element, and the memory behind the last position.
    pub fn shrink(&mut self) {
        self.paged.shrink();
        self.column.shrink();
    }

    /// Takes over arrays, with the hole to be filled next and the number of holes; nothing is checked.
    ///
    /// Of a storage it leaves the values to `restore_values`.
    pub fn restore(&mut self, paged: Paged, free_head: u32, holes: usize) {
        self.paged = paged;
        self.free_head = free_head;
        self.holes = holes;
    }

    // --- observers

    /// How many elements there are; holes are none.
    pub fn len(&self) -> usize {
        self.positions() - self.holes
    }

    /// True if there is no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many positions there are, holes included.
    pub fn positions(&self) -> usize {
        self.paged.meta.len()
    }

    /// True if there are no holes.
    pub fn contiguous(&self) -> bool {
        self.holes == 0
    }

    /// The hole to be filled next, or nil.
    pub fn free_head(&self) -> u32 {
        self.free_head
    }

    /// How many holes there are.
    pub fn holes(&self) -> usize {
        self.holes
    }

    /// True if erased elements leave holes.
    pub fn in_place(&self) -> bool {
        self.in_place
    }

    /// The sparse and dense arrays.
    pub fn paged(&self) -> &Paged {
        &self.paged
    }

    /// How many pages of the sparse array are there.
    pub fn page_count(&self) -> usize {
        self.paged.page_count()
    }
}
