//! A group: its members stand first in every pool it owns, each at one position in all of them.
//!
//! ```text
//! owned 0, 1    length = 2        pos      0   1     2   3
//!                                        +---+---+ +---+---+
//! pool 0, meta                           | 7 | 4 | | 6 | 3 |
//!                                        +---+---+ +---+---+
//! pool 1, meta                           | 7 | 4 | | 5 |
//!                                        +---+---+ +---+
//!                                         members     others
//! ```
//!
//! A group that lies in another one, as far as that is allowed, has its members in a prefix of those of the other.
//!
//! Normative: docs/users/containers/group.md, claims GR-I1 ...

use crate::error::Error;
use crate::handle::Handle;
use crate::pool;
use crate::sparse_set::SparseSet;
use crate::storage::Storage;

/// What a group asks for, by the numbers of pools.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupKey {
    /// The pools it arranges.
    pub owned: Vec<usize>,
    /// The pools its members are also in.
    pub observed: Vec<usize>,
    /// The pools its members are not in.
    pub excluded: Vec<usize>,
}

impl GroupKey {
    /// How many pools are named: of two groups that lie in each other, the one that asks for more has fewer members.
    pub fn size(&self) -> usize {
        self.lists().map(<[usize]>::len).iter().sum()
    }

    /// True if this group asks for all that the other asks for, list by list; each lies in itself.
    pub fn lies_in(&self, outer: &GroupKey) -> bool {
        self.lists().iter().zip(outer.lists()).all(|(inner, outer)| outer.iter().all(|pool| inner.contains(pool)))
    }

    /// True if both own some pool.
    pub fn overlaps(&self, other: &GroupKey) -> bool {
        self.owned.iter().any(|pool| other.owned.contains(pool))
    }

    pub(crate) fn lists(&self) -> [&[usize]; 3] {
        [&self.owned, &self.observed, &self.excluded]
    }
}

/// Keeps the entities together that are in all its owned and observed pools, and in none of its excluded.
///
/// It holds no pools: each method is handed those of the registry.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    key: GroupKey,
    length: usize,
    elements: SparseSet,
}

impl Group {
    /// A group without members; widths as those of its pools.
    pub(crate) fn new(key: GroupKey, widths: pool::Config) -> Result<Self, Error> {
        Ok(Group { key, length: 0, elements: SparseSet::new(widths)? })
    }

    /// A group that has members: in its owned pools those before `length`, or else the elements; not checked.
    pub fn restored(key: GroupKey, length: usize, elements: SparseSet) -> Self {
        Group { key, length, elements }
    }

    /// What the group asks for.
    pub fn key(&self) -> &GroupKey {
        &self.key
    }

    /// True if the pool is owned or observed.
    pub(crate) fn asks_for(&self, pool: usize) -> bool {
        self.owns(pool) || self.key.observed.contains(&pool)
    }

    /// True if the group arranges the pool.
    pub fn owns(&self, pool: usize) -> bool {
        self.key.owned.contains(&pool)
    }

    /// True if the members are not in the pool.
    pub(crate) fn excludes(&self, pool: usize) -> bool {
        self.key.excluded.contains(&pool)
    }

    // --- insert and erase

    /// Takes in the entities that match already. O(size of the first pool).
    pub(crate) fn fill<T>(&mut self, pools: &mut [Storage<T>]) -> Result<(), Error> {
        let Some(&first) = self.key.owned.first() else {
            let matching: Vec<Handle> = pools[self.key.observed[0]].handles().collect();
            return matching.into_iter().try_for_each(|handle| self.enter(pools, handle, 0));
        };
        // What is exchanged to a position that was passed did not match when it was looked at.
        (0..pools[first].positions()).try_for_each(|pos| {
            let handle = pools[first].entity_at(pos)?;
            self.enter(pools, handle, 0)
        })
    }

    /// Takes in an entity if it matches and is no member, exchanging it in each owned pool with the first other one.
    ///
    /// `leaving` is how many excluded pools it is about to leave: 0 or 1. An exchange in each owned pool.
    pub(crate) fn enter<T>(&mut self, pools: &mut [Storage<T>], handle: Handle, leaving: usize) -> Result<(), Error> {
        if self.contains(pools, handle) || !self.matches(pools, handle, leaving) {
            return Ok(());
        }
        if self.key.owned.is_empty() {
            self.elements.push(handle)?;
        } else {
            self.move_to(pools, handle, self.length)?;
            self.length += 1;
        }
        Ok(())
    }

    /// Lets go of an entity if it is a member, exchanging it in each owned pool with the last member.
    pub(crate) fn leave<T>(&mut self, pools: &mut [Storage<T>], handle: Handle) -> Result<(), Error> {
        if !self.contains(pools, handle) {
            return Ok(());
        }
        if self.key.owned.is_empty() {
            return self.elements.erase(handle);
        }
        self.length -= 1;
        self.move_to(pools, handle, self.length)
    }

    /// Exchanges an entity, in each owned pool, with what stands at a position.
    fn move_to<T>(&self, pools: &mut [Storage<T>], handle: Handle, pos: usize) -> Result<(), Error> {
        for &pool in &self.key.owned {
            let other = pools[pool].entity_at(pos)?;
            pools[pool].swap_elements(handle, other)?;
        }
        Ok(())
    }

    // --- get

    /// True if the entity is a member. O(1).
    pub fn contains<T>(&self, pools: &[Storage<T>], handle: Handle) -> bool {
        match self.key.owned.first() {
            Some(&first) => pools[first].index(handle).is_ok_and(|pos| pos < self.length),
            None => self.elements.contains(handle),
        }
    }

    /// True if the entity is in every owned and observed pool, and in as many excluded ones as it is leaving.
    fn matches<T>(&self, pools: &[Storage<T>], handle: Handle, leaving: usize) -> bool {
        let within = |&&pool: &&usize| pools[pool].contains(handle);
        self.key.owned.iter().chain(&self.key.observed).all(|pool| within(&pool))
            && self.key.excluded.iter().filter(within).count() == leaving
    }

    /// The members from the last position to the first.
    pub fn handles<T>(&self, pools: &[Storage<T>]) -> Vec<Handle> {
        match self.key.owned.first() {
            Some(&first) => (0..self.length).rev().filter_map(|pos| pools[first].entity_at(pos).ok()).collect(),
            None => self.elements.handles().collect(),
        }
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.length + self.elements.len()
    }

    /// True if there is no member.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Members at the positions [0, length) of each owned pool; 0 if it owns none.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The members of a group that owns no pool.
    pub fn elements(&self) -> &SparseSet {
        &self.elements
    }

    // --- order

    /// Sorts the members stably, so that iteration meets ascending keys. O(length^2).
    pub(crate) fn sort_by_key<T, K: PartialOrd>(
        &mut self,
        pools: &mut [Storage<T>],
        key: impl FnMut(Handle) -> K,
    ) -> Result<(), Error> {
        let Some(&first) = self.key.owned.first() else {
            return self.elements.sort_by_key(key, None);
        };
        pools[first].sort_by_key(key, Some(self.length))?;
        self.align(pools, first)
    }

    /// Has iteration begin with those of the handles that are members, in their order; how many there are.
    pub(crate) fn sort_as<T>(&mut self, pools: &mut [Storage<T>], handles: &[Handle]) -> Result<usize, Error> {
        let Some(&first) = self.key.owned.first() else {
            return self.elements.sort_as(handles);
        };
        let mut stop = self.length;
        for &handle in handles {
            if pools[first].index(handle).is_ok_and(|pos| pos < stop) {
                stop -= 1;
                let other = pools[first].entity_at(stop)?;
                pools[first].swap_elements(handle, other)?;
            }
        }
        self.align(pools, first)?;
        Ok(self.length - stop)
    }

    /// Arranges the members in each owned pool as in the first.
    fn align<T>(&self, pools: &mut [Storage<T>], first: usize) -> Result<(), Error> {
        for pos in (0..self.length).rev() {
            let wanted = pools[first].entity_at(pos)?;
            for &pool in &self.key.owned {
                let there = pools[pool].entity_at(pos)?;
                pools[pool].swap_elements(there, wanted)?;
            }
        }
        Ok(())
    }
}
