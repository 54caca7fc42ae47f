//! A registry: entities, a storage for each pool of values, and the groups that arrange pools.
//!
//! A pool tells the groups that name it of each change, before a value is gone and after one has come.
//!
//! Normative: docs/users/containers/registry.md, claims RG-I1 ..., RG-R1 ..., GR-I1 ...

use crate::entity_storage::{self, EntityStorage};
use crate::error::Error;
use crate::group::{Group, GroupKey};
use crate::handle::Handle;
use crate::handle_map::GenerationPolicy;
use crate::pool::{self, DeletionPolicy};
use crate::storage::{self, Storage};

/// Widths and policy of the entities, which are those of the pools too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Pools at first.
    pub pools: usize,
    /// Width of a slot, in [1, 32].
    pub index_bits: u32,
    /// Width of a generation, in [1, 32].
    pub generation_bits: u32,
    /// Cells of a page of a sparse array.
    pub page: usize,
    /// Values of a page of memory.
    pub value_page: usize,
    /// What becomes of used-up slots.
    pub generation: GenerationPolicy,
    /// Groups that own a pool in common may lie in each other.
    pub nested: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            pools: 0,
            index_bits: 20,
            generation_bits: 12,
            page: 4096,
            value_page: 1024,
            generation: GenerationPolicy::Retire,
            nested: false,
        }
    }
}

impl Config {
    fn entities(&self) -> entity_storage::Config {
        entity_storage::Config {
            index_bits: self.index_bits,
            generation_bits: self.generation_bits,
            page: self.page,
            generation: self.generation,
        }
    }

    fn pool(&self, deletion: DeletionPolicy) -> pool::Config {
        pool::Config { index_bits: self.index_bits, generation_bits: self.generation_bits, page: self.page, deletion }
    }

    /// An empty pool.
    fn storage<T>(&self, deletion: DeletionPolicy) -> Result<Storage<T>, Error> {
        Storage::new(storage::Config { pool: self.pool(deletion), value_page: self.value_page })
    }
}

/// Entities with values in pools, and groups that iterate over several pools at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Registry<T> {
    entities: EntityStorage,
    pools: Vec<Storage<T>>,
    groups: Vec<Group>,
    ranked: Vec<usize>, // the groups, those that ask for less first; of equals, the older one first
    config: Config,
}

impl<T> Registry<T> {
    /// A registry of empty pools; `InvalidArgument` for widths outside [1, 32] or pages of nothing.
    pub fn new(config: Config) -> Result<Self, Error> {
        let entities = EntityStorage::new(config.entities())?;
        config.storage::<T>(DeletionPolicy::SwapPop)?;
        let mut made = Registry { entities, pools: Vec::new(), groups: Vec::new(), ranked: Vec::new(), config };
        for _ in 0..config.pools {
            made.add_pool(DeletionPolicy::SwapPop)?;
        }
        Ok(made)
    }

    // --- create

    /// Issues a handle (RG-R1); `Full` if every slot is live or used up.
    pub fn create(&mut self) -> Result<Handle, Error> {
        self.entities.create()
    }

    /// Issues the handle asked for as an entity storage does, else as `create` (RG-R31); `Full`.
    pub fn create_at(&mut self, hint: Handle) -> Result<Handle, Error> {
        self.entities.create_at(hint)
    }

    /// Makes an empty pool; its number (RG-R2). No group can own one that leaves holes.
    pub fn add_pool(&mut self, deletion: DeletionPolicy) -> Result<usize, Error> {
        self.pools.push(self.config.storage(deletion)?);
        Ok(self.pools.len() - 1)
    }

    /// The number of the group with these lists, which is made, and filled, if there is none (RG-R3).
    ///
    /// `Conflict` if another group owns one of the owned, and neither lies in the other where that is allowed;
    /// `OutOfRange`; `InvalidArgument` if a pool is named twice, none is asked for, or one to be owned leaves holes.
    /// O(size of the first pool) looks and exchanges.
    pub fn group(&mut self, key: GroupKey) -> Result<usize, Error> {
        self.check_lists(key.lists())?;
        let within = |inner: &GroupKey, outer: &GroupKey| self.config.nested && inner.lies_in(outer);
        let same = |other: &GroupKey| key == *other || (within(&key, other) && within(other, &key));
        if let Some(number) = self.groups.iter().position(|group| same(group.key())) {
            return Ok(number);
        }
        let conflict = |other: &GroupKey| key.overlaps(other) && !within(&key, other) && !within(other, &key);
        if self.groups.iter().any(|group| conflict(group.key())) {
            return Err(Error::Conflict);
        }
        if key.owned.iter().any(|&pool| self.pools[pool].in_place()) {
            return Err(Error::InvalidArgument);
        }
        let mut made = Group::new(key, self.config.pool(DeletionPolicy::SwapPop))?;
        made.fill(&mut self.pools)?;
        Ok(self.rank(made))
    }

    /// Puts a group behind those that ask for no more than it does; its number.
    fn rank(&mut self, group: Group) -> usize {
        let number = self.groups.len();
        let rank = self.ranked.partition_point(|&other| self.groups[other].key().size() <= group.key().size());
        self.ranked.insert(rank, number);
        self.groups.push(group);
        number
    }

    /// Refuses lists that name a pool that there is not, or one twice, or ask for none; the last is of those excluded.
    fn check_lists(&self, lists: [&[usize]; 3]) -> Result<(), Error> {
        let mut named = vec![false; self.pools.len()];
        for &pool in lists.into_iter().flatten() {
            match named.get(pool) {
                None => return Err(Error::OutOfRange),
                Some(true) => return Err(Error::InvalidArgument),
                Some(false) => named[pool] = true,
            }
        }
        if lists[0].is_empty() && lists[1].is_empty() {
            return Err(Error::InvalidArgument);
        }
        Ok(())
    }

    // --- insert

    /// Gives a live entity a value in a pool (RG-R4); `Exists` if it has one there; `StaleHandle`, `OutOfRange`.
    ///
    /// O(1), and an exchange in each owned pool of a group that names the pool.
    pub fn emplace(&mut self, pool: usize, handle: Handle, value: T) -> Result<(), Error> {
        self.pool(pool)?;
        self.entities.index(handle)?;
        self.pools[pool].emplace(handle, value)?;
        self.leave(handle, |group| group.excludes(pool))?;
        self.enter(handle, 0, |group| group.asks_for(pool))
    }

    /// Lets the groups that are concerned take in an entity, outer ones first.
    fn enter(&mut self, handle: Handle, leaving: usize, concerned: impl Fn(&Group) -> bool) -> Result<(), Error> {
        for &number in &self.ranked {
            let group = &mut self.groups[number];
            if concerned(group) {
                group.enter(&mut self.pools, handle, leaving)?;
            }
        }
        Ok(())
    }

    /// Lets the groups that are concerned let go of an entity, inner ones first.
    fn leave(&mut self, handle: Handle, concerned: impl Fn(&Group) -> bool) -> Result<(), Error> {
        for &number in self.ranked.iter().rev() {
            let group = &mut self.groups[number];
            if concerned(group) {
                group.leave(&mut self.pools, handle)?;
            }
        }
        Ok(())
    }

    // --- erase

    /// Takes the value of an entity out of a pool (RG-R5); `Missing` if it has none there; `OutOfRange`.
    pub fn erase(&mut self, pool: usize, handle: Handle) -> Result<(), Error> {
        self.pool(pool)?.index(handle)?;
        self.tell(pool, handle)?;
        self.pools[pool].erase(handle)
    }

    /// Takes the value of an entity out of a pool if it has one there; whether it had (RG-R6). `OutOfRange`.
    pub fn remove(&mut self, pool: usize, handle: Handle) -> Result<bool, Error> {
        match self.erase(pool, handle) {
            Err(Error::Missing) => Ok(false),
            done => done.map(|()| true),
        }
    }

    /// Ends a handle and drops all its values, last pool first; the generation its slot has next (RG-R7).
    ///
    /// It leaves every group before it loses a value, and enters none on the way. `StaleHandle`.
    pub fn destroy(&mut self, handle: Handle) -> Result<u32, Error> {
        self.entities.index(handle)?;
        self.leave(handle, |_| true)?;
        for pool in self.pools.iter_mut().rev() {
            pool.remove(handle);
        }
        self.entities.destroy(handle)
    }

    /// Destroys each in turn, all or none (RG-R8); `StaleHandle` if one is not live, or is named twice.
    pub fn destroy_items(&mut self, handles: &[Handle]) -> Result<(), Error> {
        self.entities.check_live(handles)?;
        handles.iter().try_for_each(|&handle| self.destroy(handle).map(|_| ()))
    }

    /// Lets the groups know that an entity is about to lose its value in a pool.
    fn tell(&mut self, pool: usize, handle: Handle) -> Result<(), Error> {
        self.leave(handle, |group| group.asks_for(pool))?;
        self.enter(handle, 1, |group| group.excludes(pool))
    }

    // --- get

    /// The value of an entity in a pool (RG-R9); `Missing`, `OutOfRange`. O(1).
    pub fn get(&self, pool: usize, handle: Handle) -> Result<&T, Error> {
        self.pool(pool)?.get(handle)
    }

    /// Gives an entity another value in a pool; nothing moves, and no group is told (RG-R10). `Missing`, `OutOfRange`.
    pub fn replace(&mut self, pool: usize, handle: Handle, value: T) -> Result<(), Error> {
        self.pools.get_mut(pool).ok_or(Error::OutOfRange)?.replace(handle, value)
    }

    /// True if the entity has a value in the pool (RG-R11); `OutOfRange`.
    pub fn contains(&self, pool: usize, handle: Handle) -> Result<bool, Error> {
        Ok(self.pool(pool)?.contains(handle))
    }

    /// True if the handle is live (RG-R12).
    pub fn is_valid(&self, handle: Handle) -> bool {
        self.entities.is_valid(handle)
    }

    /// True if the entity is a member of the group (RG-R13); `OutOfRange`.
    pub fn is_member(&self, group: usize, handle: Handle) -> Result<bool, Error> {
        Ok(self.group_at(group)?.contains(&self.pools, handle))
    }

    // --- iterate

    /// The entities with a value in each of the pools and in none of the excluded, as the leading pool iterates.
    ///
    /// (RG-R14) `OutOfRange`; `InvalidArgument` if a pool is named twice, or none is asked for.
    pub fn view<'a>(
        &'a self,
        pools: &'a [usize],
        excluded: &'a [usize],
    ) -> Result<impl Iterator<Item = Handle> + 'a, Error> {
        self.check_lists([&[], pools, excluded])?;
        let leading = &self.pools[self.lead(pools)?];
        Ok(leading.handles().filter(move |&handle| {
            let within = |&pool: &usize| self.pools[pool].contains(handle);
            pools.iter().all(within) && !excluded.iter().any(within)
        }))
    }

    /// The pool that a view of these goes over: the first one of the smallest (RG-R15).
    pub fn lead(&self, pools: &[usize]) -> Result<usize, Error> {
        self.check_lists([&[], pools, &[]])?;
        pools.iter().copied().min_by_key(|&pool| self.pools[pool].len()).ok_or(Error::InvalidArgument)
    }

    /// The members of a group, from the last position to the first (RG-R16); `OutOfRange`.
    pub fn members(&self, group: usize) -> Result<Vec<Handle>, Error> {
        Ok(self.group_at(group)?.handles(&self.pools))
    }

    // --- order

    /// Sorts the members of a group stably, so that iteration meets ascending keys (RG-R17).
    ///
    /// `Conflict` if another group lies in it; `OutOfRange`. O(length^2).
    pub fn sort_by_key<K: PartialOrd>(&mut self, group: usize, key: impl FnMut(Handle) -> K) -> Result<(), Error> {
        self.check_innermost(group)?;
        self.groups[group].sort_by_key(&mut self.pools, key)
    }

    /// Has iteration over a group begin with those of the handles that are members, in their order; how many.
    ///
    /// (RG-R18) `Conflict` if another group lies in it; `OutOfRange`.
    pub fn sort_as(&mut self, group: usize, handles: &[Handle]) -> Result<usize, Error> {
        self.check_innermost(group)?;
        self.groups[group].sort_as(&mut self.pools, handles)
    }

    /// Refuses to arrange a group in which another one lies.
    fn check_innermost(&self, group: usize) -> Result<(), Error> {
        let key = self.group_at(group)?.key();
        let inner = |other: &GroupKey| other.overlaps(key) && other.lies_in(key);
        if self.groups.iter().enumerate().any(|(number, other)| number != group && inner(other.key())) {
            return Err(Error::Conflict);
        }
        Ok(())
    }

    /// Sorts a pool stably, so that iteration meets ascending keys (RG-R19).
    ///
    /// `Conflict` if a group owns it, or it has holes; `OutOfRange`.
    pub fn sort_pool<K: PartialOrd>(&mut self, pool: usize, key: impl FnMut(Handle) -> K) -> Result<(), Error> {
        self.check_unowned(pool)?;
        self.pools[pool].sort_by_key(key, None)
    }

    /// Has iteration over a pool begin with what another one holds too, as that one is iterated; how many (RG-R32).
    ///
    /// `Conflict` if a group owns the first, or it has holes; `OutOfRange`. O(size of the other).
    pub fn sort_pool_as(&mut self, pool: usize, other: usize) -> Result<usize, Error> {
        let met: Vec<Handle> = self.pool(other)?.handles().collect();
        self.check_unowned(pool)?;
        self.pools[pool].sort_as(&met)
    }

    /// Refuses a pool that a group owns, or that is none.
    fn check_unowned(&self, pool: usize) -> Result<(), Error> {
        self.pool(pool)?;
        if self.groups.iter().any(|group| group.owns(pool)) {
            return Err(Error::Conflict);
        }
        Ok(())
    }

    /// Fills the holes of a pool, those left last first, with its last values; no group is told (RG-R30). `OutOfRange`.
    pub fn compact_pool(&mut self, pool: usize) -> Result<(), Error> {
        self.pools.get_mut(pool).ok_or(Error::OutOfRange)?.compact();
        Ok(())
    }

    // --- whole container

    /// Takes every value out of a pool, last one first (RG-R20); `OutOfRange`.
    pub fn clear_pool(&mut self, pool: usize) -> Result<(), Error> {
        for pos in (0..self.pool(pool)?.positions()).rev() {
            if let Ok(handle) = self.pools[pool].entity_at(pos) {
                self.tell(pool, handle)?;
            }
        }
        self.pools[pool].clear();
        Ok(())
    }

    /// Takes every value out of every pool, last pool first, and ends every handle (RG-R21).
    pub fn clear(&mut self) -> Result<(), Error> {
        for pool in (0..self.pools.len()).rev() {
            self.clear_pool(pool)?;
        }
        self.entities.clear();
        Ok(())
    }

    /// Takes over entities, pools and groups, in order of creation, of the same widths; they are not checked.
    pub fn restore(&mut self, entities: EntityStorage, pools: Vec<Storage<T>>, groups: Vec<Group>) {
        self.entities = entities;
        self.pools = pools;
        self.groups.clear();
        self.ranked.clear();
        for group in groups {
            self.rank(group);
        }
    }

    // --- observers

    /// How many entities are live.
    pub fn len(&self) -> usize {
        self.entities.len()
    }

    /// True if no entity is live.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }

    /// How many entities have a value in a pool (RG-R27); `OutOfRange`.
    pub fn pool_size(&self, pool: usize) -> Result<usize, Error> {
        Ok(self.pool(pool)?.len())
    }

    /// How many members a group has (RG-R29); `OutOfRange`.
    pub fn length(&self, group: usize) -> Result<usize, Error> {
        Ok(self.group_at(group)?.len())
    }

    /// The entities.
    pub fn entities(&self) -> &EntityStorage {
        &self.entities
    }

    /// The pools by number.
    pub fn pools(&self) -> &[Storage<T>] {
        &self.pools
    }

    /// The groups in order of creation.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    fn pool(&self, pool: usize) -> Result<&Storage<T>, Error> {
        self.pools.get(pool).ok_or(Error::OutOfRange)
    }

    fn group_at(&self, group: usize) -> Result<&Group, Error> {
        self.groups.get(group).ok_or(Error::OutOfRange)
    }
}
