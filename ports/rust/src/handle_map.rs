//! A handle map: values in a dense array, each reached in O(1) through a handle that detects its own death.
//!
//! ```text
//! handle (slot 2, generation 1)
//!               |
//! slot      0   1   2   3            pos      0   1
//!         +---+---+---+---+                 +---+---+
//! sparse  | 3 | 1 | 0 |nil|   2 ---> 0      | C | B |  dense
//!         +---+---+---+---+                 +---+---+
//! gener.  | 2 | 1 | 1 | 4 |                 | 2 | 1 |  meta
//!         +---+---+---+---+                 +---+---+
//! free    | 1 | 0 | 0 | 1 |   free_head = 0, free_tail = 3
//!         +---+---+---+---+
//! ```
//!
//! Normative: docs/users/containers/handle_map.md, claims HM-I1 ..., HM-R1 ...

use crate::error::Error;
use crate::handle::{greatest, Handle};

/// What becomes of a slot whose generations are used up (HM-D1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenerationPolicy {
    /// It is never handed out again.
    Retire,
    /// Its generations start over.
    Wrap,
}

/// Which free slot is handed out next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreeOrder {
    /// The one freed first.
    Fifo,
    /// The one freed last.
    Lifo,
}

/// Widths and policies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Carried by every handle, below `2^type_bits`.
    pub type_id: u32,
    /// Values to make room for.
    pub reserve: usize,
    /// Width of a slot, in [1, 32].
    pub index_bits: u32,
    /// Width of a generation, in [1, 32].
    pub generation_bits: u32,
    /// Width of a type id, in [1, 32].
    pub type_bits: u32,
    /// What becomes of used-up slots.
    pub generation: GenerationPolicy,
    /// Which free slot is next.
    pub free_order: FreeOrder,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            type_id: 0,
            reserve: 0,
            index_bits: 32,
            generation_bits: 16,
            type_bits: 15,
            generation: GenerationPolicy::Retire,
            free_order: FreeOrder::Fifo,
        }
    }
}

/// What a limit of [`HandleMap::defragment`] counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BudgetUnit {
    /// Values that move, however far.
    Relocations,
    /// Values that those that move pass.
    Shifts,
}

/// The arrays and numbers of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrays<'a, T> {
    /// Slot -> position if live, next free slot or nil if free, nil if used up.
    pub sparse: &'a [u32],
    /// Slot -> generation issued, or to be issued; 0 under `Retire`: used up.
    pub generation: &'a [u32],
    /// Slot -> true if free or used up.
    pub free: &'a [bool],
    /// Position -> value.
    pub dense: &'a [T],
    /// Position -> slot.
    pub meta: &'a [u32],
    /// Next slot to hand out, or nil.
    pub free_head: u32,
    /// Last free slot, or nil.
    pub free_tail: u32,
    /// Slots used up.
    pub retired: usize,
    /// Values room was made for.
    pub reserved: usize,
    /// Type id of every handle.
    pub type_id: u32,
    /// "No index".
    pub nil: u32,
    /// Generations are below it.
    pub generation_limit: u64,
    /// Changed since the last complete defragment.
    pub fragmented: bool,
    /// The policy is `Retire`.
    pub retire: bool,
    /// The order is `Lifo`.
    pub lifo: bool,
}

/// Values in a dense array, each reached through a handle.
#[derive(Clone, Debug, PartialEq)]
pub struct HandleMap<T> {
    sparse: Vec<u32>,
    generation: Vec<u32>,
    free: Vec<bool>,
    dense: Vec<T>,
    meta: Vec<u32>,
    free_head: u32,
    free_tail: u32,
    retired: usize,
    fragmented: bool,
    reserved: usize,
    type_id: u32,
    nil: u32,
    last_generation: u32,
    retire: bool,
    lifo: bool,
}

impl<T> Default for HandleMap<T> {
    fn default() -> Self {
        Self::new(Config::default()).expect("the default widths are valid")
    }
}

impl<T> HandleMap<T> {
    /// An empty map; `InvalidArgument` if the widths do not hold the type id or the reserve.
    pub fn new(config: Config) -> Result<Self, Error> {
        let nil = greatest(config.index_bits)?;
        if config.type_id > greatest(config.type_bits)? || config.reserve > nil as usize {
            return Err(Error::InvalidArgument);
        }
        Ok(HandleMap {
            sparse: Vec::new(),
            generation: Vec::new(),
            free: Vec::new(),
            dense: Vec::new(),
            meta: Vec::new(),
            free_head: nil,
            free_tail: nil,
            retired: 0,
            fragmented: false,
            reserved: config.reserve,
            type_id: config.type_id,
            nil,
            last_generation: greatest(config.generation_bits)?,
            retire: config.generation == GenerationPolicy::Retire,
            lifo: config.free_order == FreeOrder::Lifo,
        })
    }

    // --- insert

    /// Appends the value and issues a handle to it (HM-R1); `Full` if no slot is left. O(1).
    pub fn insert(&mut self, value: T) -> Result<Handle, Error> {
        let pos = self.dense.len() as u32;
        let mut slot = self.free_head;
        if slot == self.nil {
            slot = self.sparse.len() as u32;
            if slot == self.nil {
                return Err(Error::Full);
            }
            self.sparse.push(pos);
            self.generation.push(1);
            self.free.push(false);
        } else {
            self.free_head = self.sparse[slot as usize];
            if self.free_head == self.nil {
                self.free_tail = self.nil;
            }
            self.sparse[slot as usize] = pos;
            self.free[slot as usize] = false;
        }
        self.dense.push(value);
        self.meta.push(slot);
        self.fragmented = true;
        Ok(self.issued(slot))
    }

    /// Inserts what the factory makes, which runs before anything changes (HM-R2, HM-D9).
    pub fn emplace<E: From<Error>>(&mut self, factory: impl FnOnce() -> Result<T, E>) -> Result<Handle, E> {
        Ok(self.insert(factory()?)?)
    }

    // --- erase

    /// Drops the value and ends the handle; `None`, and nothing changes, if it is not live (HM-R3). O(1).
    ///
    /// The last value moves into the gap: positions change, handles do not.
    pub fn erase(&mut self, handle: Handle) -> Option<T> {
        if !self.is_valid(handle) {
            return None;
        }
        let slot = handle.slot;
        let pos = self.sparse[slot as usize];
        let value = self.dense.swap_remove(pos as usize);
        self.meta.swap_remove(pos as usize);
        if let Some(&moved) = self.meta.get(pos as usize) {
            self.sparse[moved as usize] = pos;
        }
        if self.bump(slot) {
            if self.lifo {
                self.push_front(slot);
            } else {
                self.push_back(slot);
            }
        }
        self.fragmented = true;
        Some(value)
    }

    /// Takes a live slot out of use; true if it may be handed out again.
    fn bump(&mut self, slot: u32) -> bool {
        let slot = slot as usize;
        let generation = if self.generation[slot] == self.last_generation { 0 } else { self.generation[slot] + 1 };
        self.generation[slot] = generation;
        self.free[slot] = true;
        self.sparse[slot] = self.nil;
        if generation == 0 && self.retire {
            self.retired += 1;
            return false;
        }
        true
    }

    /// Makes the slot the last of the freelist; its entry in `sparse` is nil already.
    fn push_back(&mut self, slot: u32) {
        if self.free_head == self.nil {
            self.free_head = slot;
        } else {
            self.sparse[self.free_tail as usize] = slot;
        }
        self.free_tail = slot;
    }

    /// Makes the slot the first of the freelist.
    fn push_front(&mut self, slot: u32) {
        if self.free_head == self.nil {
            self.free_tail = slot;
        }
        self.sparse[slot as usize] = self.free_head;
        self.free_head = slot;
    }

    // --- get

    /// The value the handle names (HM-R4); `OutOfRange` if there never was such a slot, `StaleHandle`. O(1).
    pub fn get(&self, handle: Handle) -> Result<&T, Error> {
        Ok(&self.dense[self.pos_of(handle)?])
    }

    /// Replaces the value the handle names (HM-R5); refuses as `get`. O(1).
    pub fn assign(&mut self, handle: Handle, value: T) -> Result<(), Error> {
        let pos = self.pos_of(handle)?;
        self.dense[pos] = value;
        self.fragmented = true;
        Ok(())
    }

    /// True if the handle was issued and its value not erased since (HM-R6). O(1).
    pub fn is_valid(&self, handle: Handle) -> bool {
        let slot = handle.slot as usize;
        slot < self.sparse.len()
            && handle.type_id == self.type_id
            && !handle.free
            && !self.free[slot]
            && self.generation[slot] == handle.generation
    }

    /// The position of the value the handle names (HM-R7); refuses as `get`. An erase may change it. O(1).
    pub fn pos_of(&self, handle: Handle) -> Result<usize, Error> {
        if self.is_valid(handle) {
            Ok(self.sparse[handle.slot as usize] as usize)
        } else if handle.slot as usize >= self.sparse.len() {
            Err(Error::OutOfRange)
        } else {
            Err(Error::StaleHandle)
        }
    }

    /// The handle of the value at a position (HM-R8); `OutOfRange`. O(1).
    pub fn handle_at(&self, pos: usize) -> Result<Handle, Error> {
        self.meta.get(pos).map(|&slot| self.issued(slot)).ok_or(Error::OutOfRange)
    }

    /// The handle of a live slot.
    fn issued(&self, slot: u32) -> Handle {
        Handle::typed(slot, self.generation[slot as usize], self.type_id)
    }

    // --- iterate

    /// The values in dense order (HM-R9).
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.dense.iter()
    }

    /// The handles with their values in dense order (HM-R10).
    pub fn items(&self) -> impl Iterator<Item = (Handle, &T)> {
        self.meta.iter().map(|&slot| self.issued(slot)).zip(&self.dense)
    }

    // --- bulk

    /// Inserts `count` values that the factory makes, all or none (HM-R11); `Full` if there is no room for all.
    pub fn emplace_items<E: From<Error>>(
        &mut self,
        count: usize,
        mut factory: impl FnMut() -> Result<T, E>,
    ) -> Result<Vec<Handle>, E> {
        if count > self.room() {
            return Err(Error::Full.into());
        }
        let values = (0..count).map(|_| factory()).collect::<Result<Vec<T>, E>>()?;
        values.into_iter().map(|value| Ok(self.insert(value)?)).collect()
    }

    /// Erases each handle in turn; how many were live when their turn came (HM-R12).
    pub fn erase_items(&mut self, handles: &[Handle]) -> usize {
        handles.iter().filter(|&&handle| self.erase(handle).is_some()).count()
    }

    // --- whole container

    /// Erases everything; every handle is dead, and the usable slots come again in ascending order (HM-R13).
    pub fn clear(&mut self) {
        self.dense.clear();
        self.meta.clear();
        self.free_head = self.nil;
        self.free_tail = self.nil;
        self.retired = 0;
        for slot in 0..self.sparse.len() {
            let usable = if self.free[slot] {
                self.sparse[slot] = self.nil;
                let usable = self.generation[slot] != 0 || !self.retire;
                self.retired += usize::from(!usable);
                usable
            } else {
                self.bump(slot as u32)
            };
            if usable {
                self.push_back(slot as u32);
            }
        }
        self.fragmented = false;
    }

    /// Becomes as new, room kept; handles issued before mean nothing any more (HM-R14, HM-D6).
    pub fn reset(&mut self) {
        self.reserved = self.capacity();
        self.sparse.clear();
        self.generation.clear();
        self.free.clear();
        self.dense.clear();
        self.meta.clear();
        self.free_head = self.nil;
        self.free_tail = self.nil;
        self.retired = 0;
        self.fragmented = false;
    }

    /// Insertion-sorts the dense array, stably, within a budget; how much of the budget was used (HM-R15).
    ///
    /// `comes_after(a, b)` is a strict weak order. A limit of 0 is no limit; the next call goes on.
    /// O(n^2) comparisons and moves, O(n) if sorted already.
    pub fn defragment(&mut self, mut comes_after: impl FnMut(&T, &T) -> bool, limit: usize, unit: BudgetUnit) -> usize {
        if !self.fragmented {
            return 0;
        }
        let shifts = unit == BudgetUnit::Shifts;
        let mut used = 0;
        let mut turn = 1;
        while turn < self.dense.len() && (limit == 0 || used < limit) {
            let stop = if limit == 0 || !shifts { 0 } else { turn.saturating_sub(limit - used) };
            let mut pos = turn;
            while pos > stop && comes_after(&self.dense[pos - 1], &self.dense[turn]) {
                pos -= 1;
            }
            if pos != turn {
                self.dense[pos..=turn].rotate_right(1);
                self.meta[pos..=turn].rotate_right(1);
                for passed in pos..=turn {
                    self.sparse[self.meta[passed] as usize] = passed as u32;
                }
                used += if shifts { turn - pos } else { 1 };
            }
            turn += 1;
        }
        let spent = shifts && 0 < limit && limit <= used; // the last value may have further to go
        self.fragmented = spent || turn < self.dense.len();
        used
    }

    /// Makes room for `count` values in all (HM-R16); `Full` if there are not that many slots.
    pub fn reserve(&mut self, count: usize) -> Result<(), Error> {
        if count > self.nil as usize {
            return Err(Error::Full);
        }
        self.reserved = self.reserved.max(count);
        Ok(())
    }

    /// Becomes the map with these arrays, widths and policies; they are not checked.
    pub fn restore(&mut self, arrays: Arrays<'_, T>)
    where
        T: Clone,
    {
        *self = HandleMap {
            sparse: arrays.sparse.to_vec(),
            generation: arrays.generation.to_vec(),
            free: arrays.free.to_vec(),
            dense: arrays.dense.to_vec(),
            meta: arrays.meta.to_vec(),
            free_head: arrays.free_head,
            free_tail: arrays.free_tail,
            retired: arrays.retired,
            fragmented: arrays.fragmented,
            reserved: arrays.reserved,
            type_id: arrays.type_id,
            nil: arrays.nil,
            last_generation: (arrays.generation_limit - 1) as u32,
            retire: arrays.retire,
            lifo: arrays.lifo,
        };
    }

    // --- observers

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.dense.len()
    }

    /// True if there is no value.
    pub fn is_empty(&self) -> bool {
        self.dense.is_empty()
    }

    /// How many values fit before an array grows.
    pub fn capacity(&self) -> usize {
        self.reserved.max(self.sparse.len())
    }

    /// How many more inserts succeed.
    pub fn room(&self) -> usize {
        self.nil as usize - self.dense.len() - self.retired
    }

    /// The arrays as they are.
    pub fn arrays(&self) -> Arrays<'_, T> {
        Arrays {
            sparse: &self.sparse,
            generation: &self.generation,
            free: &self.free,
            dense: &self.dense,
            meta: &self.meta,
            free_head: self.free_head,
            free_tail: self.free_tail,
            retired: self.retired,
            reserved: self.reserved,
            type_id: self.type_id,
            nil: self.nil,
            generation_limit: u64::from(self.last_generation) + 1,
            fragmented: self.fragmented,
            retire: self.retire,
            lifo: self.lifo,
        }
    }
}
