//! A paged sparse array with the dense arrays it leads into: what sparse sets, storages and entity storages share.
//!
//! ```text
//! page        0               1               2
//!           +---+---+       . . . . .       +---+---+
//! pos       |nil| 1 |       (not there)     | 0 |nil|      pages of 2 cells; handle (slot 4, generation 0) -> 0
//!           +---+---+       . . . . .       +---+---+
//! gener.    | T | 2 |                       | 0 | T |      T is the tombstone
//!           +---+---+                       +---+---+
//! slot        0   1           2   3           4   5
//! ```
//!
//! Normative: docs/users/containers/sparse_set.md, docs/users/containers/storage.md, docs/users/containers/entity_storage.md

use crate::error::Error;
use crate::handle::{greatest, Handle};

/// What the sparse array holds of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    pos: u32,
    generation: u32,
}

/// The arrays, the pages end to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrays<'a> {
    /// Slot -> position of its element, or nil.
    pub sparse: &'a [u32],
    /// Slot -> generation of its element, or the tombstone.
    pub generation: &'a [u32],
    /// Page -> true if it is there.
    pub pages: &'a [bool],
    /// Position -> slot of the element.
    pub meta: &'a [u32],
    /// Position -> generation of the element, or the tombstone.
    pub stamp: &'a [u32],
}

/// Handles at dense positions, found through a paged sparse array.
#[derive(Clone, Debug, PartialEq)]
pub struct Paged {
    pages: Vec<Option<Box<[Cell]>>>,
    pub(crate) meta: Vec<u32>,
    pub(crate) stamp: Vec<u32>,
    page: usize,
    nil: u32,
    tombstone: u32,
}

impl Paged {
    /// Empty arrays; `InvalidArgument` for widths outside [1, 32] or a page of no cell.
    pub fn new(index_bits: u32, generation_bits: u32, page: usize) -> Result<Self, Error> {
        if page == 0 {
            return Err(Error::InvalidArgument);
        }
        let (nil, tombstone) = (greatest(index_bits)?, greatest(generation_bits)?);
        Ok(Paged { pages: Vec::new(), meta: Vec::new(), stamp: Vec::new(), page, nil, tombstone })
    }

    // --- cells

    fn empty(&self) -> Cell {
        Cell { pos: self.nil, generation: self.tombstone }
    }

    fn cell(&self, slot: u32) -> Cell {
        match self.pages.get(slot as usize / self.page) {
            Some(Some(page)) => page[slot as usize % self.page],
            _ => self.empty(),
        }
    }

    /// Makes the cell of a slot, whose page is there, lead to a position.
    pub(crate) fn link(&mut self, slot: u32, pos: u32, generation: u32) {
        let cell = Cell { pos, generation };
        if let Some(page) = &mut self.pages[slot as usize / self.page] {
            page[slot as usize % self.page] = cell;
        }
    }

    /// Makes the cell of a slot that of no element.
    pub(crate) fn unlink(&mut self, slot: u32) {
        self.link(slot, self.nil, self.tombstone);
    }

    /// Has the page of a slot.
    pub(crate) fn assure(&mut self, slot: u32) {
        let number = slot as usize / self.page;
        if number >= self.pages.len() {
            self.pages.resize(number + 1, None);
        }
        if self.pages[number].is_none() {
            self.pages[number] = Some(vec![self.empty(); self.page].into_boxed_slice());
        }
    }

    /// Refuses a handle that no element can have: of the wrong type, or too wide.
    pub(crate) fn check_element(&self, handle: Handle) -> Result<(), Error> {
        if handle.slot >= self.nil || handle.generation >= self.tombstone || handle.type_id != 0 || handle.free {
            return Err(Error::InvalidArgument);
        }
        Ok(())
    }

    /// True if the slot has an element.
    pub(crate) fn names(&self, slot: u32) -> bool {
        self.cell(slot).generation != self.tombstone
    }

    /// True if the handle is that of the element in its slot.
    pub(crate) fn holds(&self, handle: Handle) -> bool {
        handle.type_id == 0
            && !handle.free
            && handle.generation != self.tombstone
            && self.cell(handle.slot).generation == handle.generation
    }

    /// The position of the element in a slot.
    pub(crate) fn pos(&self, slot: u32) -> usize {
        self.cell(slot).pos as usize
    }

    /// The generation of the element in a slot, or the tombstone.
    pub(crate) fn generation(&self, slot: u32) -> u32 {
        self.cell(slot).generation
    }

    /// Lets the elements at two positions change places.
    pub(crate) fn exchange(&mut self, first: usize, second: usize) {
        self.meta.swap(first, second);
        self.stamp.swap(first, second);
        for pos in [first, second] {
            self.link(self.meta[pos], pos as u32, self.stamp[pos]);
        }
    }

    /// The handle at a position, of an element.
    pub(crate) fn handle(&self, pos: usize) -> Handle {
        Handle::new(self.meta[pos], self.stamp[pos])
    }

    /// The handle of the element at a position; `OutOfRange`, or `Missing` if there is a hole.
    pub(crate) fn entity_at(&self, pos: usize) -> Result<Handle, Error> {
        match self.stamp.get(pos) {
            None => Err(Error::OutOfRange),
            Some(&generation) if generation == self.tombstone => Err(Error::Missing),
            Some(&generation) => Ok(Handle::new(self.meta[pos], generation)),
        }
    }

    /// Gives back the pages without an element, and what lies behind the last page with one.
    pub(crate) fn shrink(&mut self) {
        let mut there = vec![false; self.pages.len()];
        for (slot, &generation) in self.meta.iter().zip(&self.stamp) {
            if generation != self.tombstone {
                there[*slot as usize / self.page] = true;
            }
        }
        for (page, &there) in self.pages.iter_mut().zip(&there) {
            if !there {
                *page = None;
            }
        }
        self.pages.truncate(there.iter().rposition(|&there| there).map_or(0, |last| last + 1));
    }

    /// Takes over these arrays, of the same widths and pages; they are not checked.
    pub fn restore(&mut self, arrays: Arrays<'_>) {
        let cell = |(&pos, &generation): (&u32, &u32)| Cell { pos, generation };
        let cells: Vec<Cell> = arrays.sparse.iter().zip(arrays.generation).map(cell).collect();
        let pages = cells.chunks(self.page).zip(arrays.pages);
        self.pages = pages.map(|(cells, &there)| there.then(|| cells.into())).collect();
        self.meta = arrays.meta.to_vec();
        self.stamp = arrays.stamp.to_vec();
    }

    // --- observers

    /// "No index": the largest index, which is no slot.
    pub fn nil(&self) -> u32 {
        self.nil
    }

    /// The largest generation, which is that of no element.
    pub fn tombstone(&self) -> u32 {
        self.tombstone
    }

    /// Cells of a page.
    pub fn page(&self) -> usize {
        self.page
    }

    /// Page -> true if it is there.
    pub fn pages(&self) -> impl Iterator<Item = bool> + '_ {
        self.pages.iter().map(Option::is_some)
    }

    /// Slot -> position and generation of its element, or nil and the tombstone; up to the end of the last page.
    pub fn cells(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.pages.iter().flat_map(|page| {
            let cell = |at: usize| page.as_ref().map_or(self.empty(), |cells| cells[at]);
            (0..self.page).map(move |at| (cell(at).pos, cell(at).generation))
        })
    }

    /// Position -> slot of the element.
    pub fn meta(&self) -> &[u32] {
        &self.meta
    }

    /// Position -> generation of the element, or the tombstone.
    pub fn stamp(&self) -> &[u32] {
        &self.stamp
    }

    /// How many pages are there.
    pub fn page_count(&self) -> usize {
        self.pages().filter(|&there| there).count()
    }
}

/// Sorts the first `count` of so many positions, or all: insertion sort against the order of positions; `OutOfRange`.
///
/// `comes_after` compares two positions of the container, `exchange` lets their elements change places.
pub(crate) fn insertion_sort<T>(
    container: &mut T,
    length: usize,
    count: Option<usize>,
    mut comes_after: impl FnMut(&T, usize, usize) -> bool,
    exchange: impl Fn(&mut T, usize, usize),
) -> Result<(), Error> {
    let count = count.unwrap_or(length);
    if count > length {
        return Err(Error::OutOfRange);
    }
    for start in (0..count.saturating_sub(1)).rev() {
        let mut pos = start;
        while pos + 1 < count && comes_after(container, pos + 1, pos) {
            exchange(container, pos, pos + 1);
            pos += 1;
        }
    }
    Ok(())
}

/// Has the first `length` positions end with those of the handles that stand there, the first one last; how many.
pub(crate) fn put_last<T>(
    container: &mut T,
    length: usize,
    handles: &[Handle],
    position: impl Fn(&T, Handle) -> Option<usize>,
    exchange: impl Fn(&mut T, usize, usize),
) -> usize {
    let mut stop = length;
    for &handle in handles {
        if let Some(pos) = position(container, handle).filter(|&pos| pos < stop) {
            stop -= 1;
            if pos != stop {
                exchange(container, pos, stop);
            }
        }
    }
    length - stop
}
