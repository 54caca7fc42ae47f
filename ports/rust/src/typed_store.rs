//! A typed store: one handle map for each type id, in an array indexed by type id.
//!
//! A handle says itself which map it is of: dispatch is one array read.
//!
//! Normative: docs/users/containers/typed_store.md, claims TS-R1 ...

use crate::error::Error;
use crate::handle::{greatest, Handle};
use crate::handle_map::{self, HandleMap};

/// Values of several types, each type in a dense array of its own, all reached through one kind of handle.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedStore<T> {
    maps: Vec<HandleMap<T>>,
}

impl<T> TypedStore<T> {
    /// A store of empty maps of one configuration, whose `type_id` is not used.
    ///
    /// `InvalidArgument` unless `types` is in [1, 2^type_bits].
    pub fn new(types: usize, config: handle_map::Config) -> Result<Self, Error> {
        if types == 0 || types - 1 > greatest(config.type_bits)? as usize {
            return Err(Error::InvalidArgument);
        }
        let map = |type_id| HandleMap::new(handle_map::Config { type_id: type_id as u32, ..config });
        Ok(TypedStore { maps: (0..types).map(map).collect::<Result<_, _>>()? })
    }

    /// Puts the value into the map of that type (TS-R1); `OutOfRange` if there is no such type, `Full`. O(1).
    pub fn insert(&mut self, type_id: usize, value: T) -> Result<Handle, Error> {
        self.map_mut(type_id)?.insert(value)
    }

    /// Inserts what the factory makes, which runs before anything changes (TS-R2).
    pub fn emplace<E: From<Error>>(
        &mut self,
        type_id: usize,
        factory: impl FnOnce() -> Result<T, E>,
    ) -> Result<Handle, E> {
        self.map_mut(type_id)?.emplace(factory)
    }

    /// Drops the value and ends the handle; `None`, and nothing changes, if no map holds it (TS-R3). O(1).
    pub fn erase(&mut self, handle: Handle) -> Option<T> {
        self.map_mut(handle.type_id as usize).ok()?.erase(handle)
    }

    /// The value the handle names (TS-R4); `OutOfRange` if there never was such a type or slot, `StaleHandle`. O(1).
    pub fn get(&self, handle: Handle) -> Result<&T, Error> {
        self.map_of(handle.type_id as usize)?.get(handle)
    }

    /// Replaces the value the handle names (TS-R5); refuses as `get`. O(1).
    pub fn assign(&mut self, handle: Handle, value: T) -> Result<(), Error> {
        self.map_mut(handle.type_id as usize)?.assign(handle, value)
    }

    /// True if a map issued the handle and has not erased its value since (TS-R6). O(1).
    pub fn is_valid(&self, handle: Handle) -> bool {
        self.map_of(handle.type_id as usize).is_ok_and(|map| map.is_valid(handle))
    }

    /// Clears every map: every handle is dead (TS-R7).
    pub fn clear(&mut self) {
        self.maps.iter_mut().for_each(HandleMap::clear);
    }

    /// How many values of that type there are (TS-R12); `OutOfRange`.
    pub fn len_of(&self, type_id: usize) -> Result<usize, Error> {
        Ok(self.map_of(type_id)?.len())
    }

    /// The map of that type, to iterate and ask (TS-R13); `OutOfRange`. O(1).
    pub fn map_of(&self, type_id: usize) -> Result<&HandleMap<T>, Error> {
        self.maps.get(type_id).ok_or(Error::OutOfRange)
    }

    /// The map of that type, to defragment and reserve; it must not be exchanged for a map of another type id.
    pub fn map_mut(&mut self, type_id: usize) -> Result<&mut HandleMap<T>, Error> {
        self.maps.get_mut(type_id).ok_or(Error::OutOfRange)
    }

    /// The maps by type id.
    pub fn maps(&self) -> &[HandleMap<T>] {
        &self.maps
    }
}
