//! A sparse set: handles, at most one a slot, that iterate as fast as an array.
//!
//! Normative: docs/users/containers/sparse_set.md, claims SS-I1 ..., SS-R1 ...

use crate::error::Error;
use crate::handle::Handle;
use crate::pool::{Config, Pool};

/// A pool without a column.
pub type SparseSet = Pool<()>;

impl SparseSet {
    /// An empty set; `InvalidArgument` for widths outside [1, 32] or a page of no cell.
    pub fn new(config: Config) -> Result<Self, Error> {
        Pool::with_column(config, ())
    }

    /// Puts the handle into the hole left last, or behind the last position; where it stands (SS-R1).
    ///
    /// `Exists` if its slot has an element, of whatever generation; `InvalidArgument` if no element can have it. O(1).
    pub fn push(&mut self, handle: Handle) -> Result<usize, Error> {
        self.occupy(handle)
    }

    /// Pushes each in turn, all or none; where they stand (SS-R2).
    pub fn push_items(&mut self, handles: &[Handle]) -> Result<Vec<usize>, Error> {
        self.check_new(handles.iter().copied())?;
        handles.iter().map(|&handle| self.push(handle)).collect()
    }

    /// Sorts the first `count` positions, or all, stably, so that iteration meets nothing before what it comes after.
    ///
    /// `comes_after` is a strict weak order of handles (SS-R16). `Conflict` if there are holes; `OutOfRange`.
    pub fn sort(
        &mut self,
        mut comes_after: impl FnMut(Handle, Handle) -> bool,
        count: Option<usize>,
    ) -> Result<(), Error> {
        self.insertion_sort(count, |set, first, second| comes_after(set.paged.handle(first), set.paged.handle(second)))
    }
}
