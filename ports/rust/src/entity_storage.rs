//! An entity storage: it issues handles from a sparse set whose elements are never taken out.
//!
//! ```text
//! pos        0   1     2   3     4
//!          +---+---+ +---+---+ +---+
//! meta     | 2 | 0 | | 4 | 1 | | 3 |    pos -> slot
//!          +---+---+ +---+---+ +---+
//! stamp    | 0 | 3 | | 1 | 7 | | 9 |    pos -> generation
//!          +---+---+ +---+---+ +---+
//!           live      dead      used up          live = 2, usable = 4, next_slot = 5
//! ```
//!
//! The slot destroyed last stands at `live`: it is the next one issued.
//!
//! Normative: docs/users/containers/entity_storage.md, claims ES-I1 ..., ES-R1 ...

use std::collections::HashSet;

use crate::error::Error;
use crate::handle::Handle;
use crate::handle_map::GenerationPolicy;
use crate::paging::{self, Paged};

/// Widths and policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Width of a slot, in [1, 32].
    pub index_bits: u32,
    /// Width of a generation, in [1, 32].
    pub generation_bits: u32,
    /// Cells of a page of the sparse array.
    pub page: usize,
    /// What becomes of used-up slots.
    pub generation: GenerationPolicy,
}

impl Default for Config {
    fn default() -> Self {
        Config { index_bits: 20, generation_bits: 12, page: 4096, generation: GenerationPolicy::Retire }
    }
}

/// Issues handles, and tells which are live, in O(1).
#[derive(Clone, Debug, PartialEq)]
pub struct EntityStorage {
    paged: Paged,
    live: usize,
    usable: usize,
    next_slot: u32,
    retire: bool,
}

impl EntityStorage {
    /// An empty storage; `InvalidArgument` for widths outside [1, 32] or a page of no cell.
    pub fn new(config: Config) -> Result<Self, Error> {
        let paged = Paged::new(config.index_bits, config.generation_bits, config.page)?;
        let retire = config.generation == GenerationPolicy::Retire;
        Ok(EntityStorage { paged, live: 0, usable: 0, next_slot: 0, retire })
    }

    // --- create

    /// Issues the slot destroyed last again, or a new one (ES-R1); `Full` if every slot is live or used up. O(1).
    pub fn create(&mut self) -> Result<Handle, Error> {
        if self.live == self.usable {
            let mut slot = self.next_slot;
            while self.paged.names(slot) {
                slot += 1;
            }
            if slot == self.paged.nil() {
                return Err(Error::Full);
            }
            self.next_slot = slot + 1;
            self.introduce(slot, 0);
        }
        Ok(self.enliven(self.live))
    }

    /// Issues the handle asked for if its slot is new or dead, and under `Retire` it was not issued before (ES-R2).
    ///
    /// Any other hint is ignored: a handle is created as by `create`.
    pub fn create_at(&mut self, hint: Handle) -> Result<Handle, Error> {
        if !self.grants(hint) {
            return self.create();
        }
        if !self.paged.names(hint.slot) {
            self.introduce(hint.slot, hint.generation);
        }
        let pos = self.paged.pos(hint.slot);
        self.set_generation(pos, hint.generation);
        Ok(self.enliven(pos))
    }

    /// Creates `count` times, all or none (ES-R3); `Full` if there is no room for all.
    pub fn create_items(&mut self, count: usize) -> Result<Vec<Handle>, Error> {
        if count > self.room() {
            return Err(Error::Full);
        }
        (0..count).map(|_| self.create()).collect()
    }

    /// Looks for new slots from that of a handle on (ES-R4); `InvalidArgument` if no element can have the handle.
    pub fn start_from(&mut self, handle: Handle) -> Result<(), Error> {
        self.paged.check_element(handle)?;
        self.next_slot = handle.slot;
        Ok(())
    }

    /// Makes a new slot the last of those to be issued.
    fn introduce(&mut self, slot: u32, generation: u32) {
        self.paged.assure(slot);
        let pos = self.positions();
        self.paged.meta.push(slot);
        self.paged.stamp.push(generation);
        self.paged.link(slot, pos as u32, generation);
        if pos != self.usable {
            self.paged.exchange(pos, self.usable);
        }
        self.usable += 1;
    }

    /// Makes a slot to be issued the last live one.
    fn enliven(&mut self, pos: usize) -> Handle {
        let target = self.live;
        if pos != target {
            self.paged.exchange(pos, target);
        }
        self.live += 1;
        self.paged.handle(target)
    }

    fn set_generation(&mut self, pos: usize, generation: u32) {
        self.paged.stamp[pos] = generation;
        self.paged.link(self.paged.meta[pos], pos as u32, generation);
    }

    /// True if `create_at` issues the very handle.
    fn grants(&self, hint: Handle) -> bool {
        if self.paged.check_element(hint).is_err() {
            return false;
        }
        if !self.paged.names(hint.slot) {
            return true;
        }
        (self.live..self.usable).contains(&self.paged.pos(hint.slot))
            && (!self.retire || hint.generation >= self.paged.generation(hint.slot))
    }

    // --- destroy

    /// Ends the handle; the generation its slot has next, or the tombstone if it is used up (ES-R5).
    ///
    /// `StaleHandle` if it is not live. O(1).
    pub fn destroy(&mut self, handle: Handle) -> Result<u32, Error> {
        let pos = self.index(handle)?;
        Ok(self.end(pos))
    }

    /// Ends the handle; the generation its slot has next is the one given, or 0 for the tombstone under `Wrap` (ES-R25).
    ///
    /// `StaleHandle`; `InvalidArgument`, under `Retire` of one that is not above that of the handle, too. O(1).
    pub fn destroy_to(&mut self, handle: Handle, generation: u64) -> Result<u32, Error> {
        let pos = self.index(handle)?;
        let next = if generation == u64::from(self.paged.tombstone()) && !self.retire {
            0
        } else {
            self.free_generation(handle, generation)?
        };
        self.give_back(pos);
        self.set_generation(self.live, next);
        Ok(next)
    }

    /// A generation that the slot of a live handle may have next; `InvalidArgument`.
    fn free_generation(&self, handle: Handle, generation: u64) -> Result<u32, Error> {
        let first = if self.retire { u64::from(handle.generation) + 1 } else { 0 };
        if !(first..u64::from(self.paged.tombstone())).contains(&generation) {
            return Err(Error::InvalidArgument);
        }
        Ok(generation as u32)
    }

    /// Makes a live slot the first to be issued again.
    fn give_back(&mut self, pos: usize) {
        self.live -= 1;
        if pos != self.live {
            self.paged.exchange(pos, self.live);
        }
    }

    /// Destroys each in turn, all or none (ES-R6); `StaleHandle` if one is not live, or is named twice.
    pub fn destroy_items(&mut self, handles: &[Handle]) -> Result<(), Error> {
        self.check_live(handles)?;
        handles.iter().try_for_each(|&handle| self.destroy(handle).map(|_| ()))
    }

    /// Refuses handles of which one is not live, or is named twice.
    pub(crate) fn check_live(&self, handles: &[Handle]) -> Result<(), Error> {
        let mut named = HashSet::new();
        for &handle in handles {
            self.index(handle)?;
            if !named.insert(handle.slot) {
                return Err(Error::StaleHandle);
            }
        }
        Ok(())
    }

    /// Makes a live slot the first to be issued again, or the first of the used-up.
    fn end(&mut self, pos: usize) -> u32 {
        self.give_back(pos);
        let mut generation = self.paged.stamp[self.live] + 1;
        if generation == self.paged.tombstone() {
            if self.retire {
                self.usable -= 1;
                if self.live != self.usable {
                    self.paged.exchange(self.live, self.usable);
                }
                return generation;
            }
            generation = 0;
        }
        self.set_generation(self.live, generation);
        generation
    }

    // --- get

    /// True if the handle is live (ES-R7). O(1).
    pub fn is_valid(&self, handle: Handle) -> bool {
        self.paged.holds(handle) && self.paged.pos(handle.slot) < self.live
    }

    /// The position of a live handle (ES-R8); `StaleHandle`. O(1).
    pub fn index(&self, handle: Handle) -> Result<usize, Error> {
        if !self.is_valid(handle) {
            return Err(Error::StaleHandle);
        }
        Ok(self.paged.pos(handle.slot))
    }

    /// The generation in the slot of a handle, or the tombstone if it was never issued (ES-R9). O(1).
    pub fn current(&self, handle: Handle) -> u32 {
        self.paged.generation(handle.slot)
    }

    /// The live handle at a position (ES-R10); `OutOfRange`. O(1).
    pub fn entity_at(&self, pos: usize) -> Result<Handle, Error> {
        if pos >= self.live {
            return Err(Error::OutOfRange);
        }
        Ok(self.paged.handle(pos))
    }

    // --- iterate

    /// The live handles from the last position to the first (ES-R11); `rev()` is the other order (ES-R12).
    pub fn handles(&self) -> impl DoubleEndedIterator<Item = Handle> + '_ {
        (0..self.live).rev().map(|pos| self.paged.handle(pos))
    }

    // --- order

    /// Gives a live handle another generation, which is returned; its slot stays live, and where it is (ES-R26).
    ///
    /// `StaleHandle`; `InvalidArgument`, under `Retire` of one that is not above that of the handle, too. O(1).
    pub fn bump(&mut self, handle: Handle, generation: u64) -> Result<u32, Error> {
        let pos = self.index(handle)?;
        let next = self.free_generation(handle, generation)?;
        self.set_generation(pos, next);
        Ok(next)
    }

    /// Sorts the first `count` live positions, or all, stably: iteration meets nothing before what it comes after.
    ///
    /// `comes_after` is a strict weak order of handles (ES-R27). `OutOfRange`. O(count^2).
    pub fn sort(
        &mut self,
        mut comes_after: impl FnMut(Handle, Handle) -> bool,
        count: Option<usize>,
    ) -> Result<(), Error> {
        let compare = |entities: &Self, first: usize, second: usize| {
            comes_after(entities.paged.handle(first), entities.paged.handle(second))
        };
        paging::insertion_sort(self, self.live, count, compare, Self::exchange)
    }

    /// Sorts the first `count` live positions, or all, stably, so that iteration meets ascending keys (ES-R28).
    ///
    /// `OutOfRange`. O(count^2).
    pub fn sort_by_key<K: PartialOrd>(
        &mut self,
        mut key: impl FnMut(Handle) -> K,
        count: Option<usize>,
    ) -> Result<(), Error> {
        self.sort(|first, second| key(first) > key(second), count)
    }

    /// Has iteration begin with those of the handles that are live, in their order; how many there are (ES-R29).
    ///
    /// O(number of handles).
    pub fn sort_as(&mut self, handles: &[Handle]) -> usize {
        paging::put_last(self, self.live, handles, |entities, handle| entities.index(handle).ok(), Self::exchange)
    }

    fn exchange(&mut self, first: usize, second: usize) {
        self.paged.exchange(first, second);
    }

    /// Exchanges the positions of two live handles (ES-R13); `StaleHandle` if one is not live. O(1).
    pub fn swap_elements(&mut self, first: Handle, second: Handle) -> Result<(), Error> {
        let (pos, other) = (self.index(first)?, self.index(second)?);
        if pos != other {
            self.paged.exchange(pos, other);
        }
        Ok(())
    }

    // --- whole container

    /// Destroys every live handle, from the last position to the first (ES-R14).
    pub fn clear(&mut self) {
        while self.live > 0 {
            self.end(self.live - 1);
        }
    }

    /// Becomes as new, but for the pages: handles issued before mean nothing any more (ES-R15).
    pub fn reset(&mut self) {
        for pos in 0..self.positions() {
            self.paged.unlink(self.paged.meta[pos]);
        }
        self.paged.meta.clear();
        self.paged.stamp.clear();
        self.live = 0;
        self.usable = 0;
        self.next_slot = 0;
    }

    /// Gives back the pages without a slot that was issued.
    pub fn shrink(&mut self) {
        self.paged.shrink();
    }

    /// Takes over arrays, and where their parts end: live, usable, and the least slot that may be new; not checked.
    pub fn restore(&mut self, paged: Paged, live: usize, usable: usize, next_slot: u32) {
        self.paged = paged;
        self.live = live;
        self.usable = usable;
        self.next_slot = next_slot;
    }

    // --- observers

    /// How many handles are live.
    pub fn len(&self) -> usize {
        self.live
    }

    /// True if no handle is live.
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// How many slots were issued.
    pub fn positions(&self) -> usize {
        self.paged.meta.len()
    }

    /// How many more creations succeed (ES-R24). One look at each slot that was issued.
    pub fn room(&self) -> usize {
        let ahead = self.paged.meta.iter().filter(|&&slot| slot >= self.next_slot).count();
        self.usable - self.live + (self.paged.nil() - self.next_slot) as usize - ahead
    }

    /// How many pages of the sparse array are there.
    pub fn page_count(&self) -> usize {
        self.paged.page_count()
    }

    /// From `live` up to here slots are dead, and will be issued again.
    pub fn usable(&self) -> usize {
        self.usable
    }

    /// The least slot that may be new.
    pub fn next_slot(&self) -> u32 {
        self.next_slot
    }

    /// The sparse and dense arrays.
    pub fn paged(&self) -> &Paged {
        &self.paged
    }
}
