//! The kinds `sparse_set`, `storage`, `entity_storage` and `registry`.

use slotproof::group::{Group, GroupKey};
use slotproof::paging::{self, Paged};
use slotproof::pool::{self, Column, Pool};
use slotproof::{entity_storage, registry, storage, EntityStorage, Registry, SparseSet, Storage};

use super::{unknown, Kind};
use crate::arguments::{handle, list, member, number, pair, read, Arguments, Config, Fail, Outcome};
use crate::json::Json;

fn configuration(config: &Config<'_>) -> Result<pool::Config, Fail> {
    let default = pool::Config::default();
    Ok(pool::Config {
        index_bits: config.number("index_bits", default.index_bits)?,
        generation_bits: config.number("generation_bits", default.generation_bits)?,
        page: config.number("page", default.page)?,
        deletion: config.deletion()?,
    })
}

/// The members that every paged container shows.
fn paged(paged: &Paged) -> Vec<(String, Json)> {
    let members = Json::object([
        ("sparse", Json::list(paged.cells().map(|(pos, _)| pos))),
        ("generation", Json::list(paged.cells().map(|(_, generation)| generation))),
        ("pages", Json::list(paged.pages().map(u32::from))),
        ("meta", Json::list(paged.meta().iter().copied())),
        ("stamp", Json::list(paged.stamp().iter().copied())),
    ]);
    match members {
        Json::Object(members) => members,
        _ => Vec::new(),
    }
}

/// The arrays that `paged` showed, in place of others.
fn loaded(others: &Paged, arrays: &Json) -> Result<Paged, Fail> {
    let mut made = others.clone();
    made.restore(paging::Arrays {
        sparse: &read::<Vec<_>>(arrays, "sparse")?,
        generation: &read::<Vec<_>>(arrays, "generation")?,
        pages: &read::<Vec<_>>(arrays, "pages")?,
        meta: &read::<Vec<_>>(arrays, "meta")?,
        stamp: &read::<Vec<_>>(arrays, "stamp")?,
    });
    Ok(made)
}

fn pool_arrays<C: Column>(pool: &Pool<C>) -> Vec<(String, Json)> {
    let mut members = paged(pool.paged());
    members.push(("free_head".to_owned(), pool.free_head().into()));
    members.push(("holes".to_owned(), pool.holes().into()));
    members
}

fn pool_load<C: Column>(pool: &mut Pool<C>, arrays: &Json) -> Result<(), Fail> {
    pool.restore(loaded(pool.paged(), arrays)?, read(arrays, "free_head")?, read(arrays, "holes")?);
    Ok(())
}

/// The operations that a sparse set and a storage share.
fn pool_call<C: Column>(pool: &mut Pool<C>, operation: &str, mut take: Arguments<'_>) -> Outcome {
    Ok(match operation {
        "erase" => pool.erase(take.handle()?)?.into(),
        "remove" => pool.remove(take.handle()?).into(),
        "contains" => pool.contains(take.handle()?).into(),
        "index" => pool.index(take.handle()?)?.into(),
        "current" => pool.current(take.handle()?).into(),
        "entity_at" => pool.entity_at(take.number()?)?.into(),
        "bump" => pool.bump(take.handle()?)?.into(),
        "handles" => Json::list(pool.handles()),
        "handles_forward" => Json::list(pool.handles().rev()),
        "size" => pool.len().into(),
        "erase_items" => pool.erase_items(&take.handles()?)?.into(),
        "remove_items" => pool.remove_items(&take.handles()?).into(),
        "swap_elements" => pool.swap_elements(take.handle()?, take.handle()?)?.into(),
        "sort_by" => pool.sort_by_key(take.sort_key()?, Some(take.number()?))?.into(),
        "sort_as" => pool.sort_as(&take.handles()?)?.into(),
        "clear" => {
            pool.clear();
            Json::Null
        }
        "compact" => {
            pool.compact();
            Json::Null
        }
        "shrink" => {
            pool.shrink();
            Json::Null
        }
        "positions" => pool.positions().into(),
        "page_count" => pool.page_count().into(),
        "contiguous" => pool.contiguous().into(),
        _ => return unknown(operation),
    })
}

impl Kind for SparseSet {
    fn make(config: &Config<'_>) -> Result<Self, Fail> {
        Ok(SparseSet::new(configuration(config)?)?)
    }

    fn call(&mut self, operation: &str, mut take: Arguments<'_>) -> Outcome {
        Ok(match operation {
            "push" => self.push(take.handle()?)?.into(),
            "push_items" => self.push_items(&take.handles()?)?.into(),
            "sort" => self.sort(take.handle_order()?, Some(take.number()?))?.into(),
            _ => return pool_call(self, operation, take),
        })
    }

    fn arrays(&self) -> Json {
        Json::Object(pool_arrays(self))
    }

    fn load(&mut self, arrays: &Json, _: &Config<'_>) -> Result<(), Fail> {
        pool_load(self, arrays)
    }
}

impl Kind for Storage<i64> {
    fn make(config: &Config<'_>) -> Result<Self, Fail> {
        let pool = configuration(config)?;
        Ok(Storage::new(storage::Config { pool, value_page: config.number("value_page", 1024)? })?)
    }

    fn call(&mut self, operation: &str, mut take: Arguments<'_>) -> Outcome {
        Ok(match operation {
            "emplace" => self.emplace(take.handle()?, take.number()?)?.into(),
            "emplace_items" => self.emplace_items(take.list(|item| pair(item, handle, number))?)?.into(),
            "get" => (*self.get(take.handle()?)?).into(),
            "replace" => self.replace(take.handle()?, take.number()?)?.into(),
            "patch" => (*self.patch(take.handle()?, take.change()?)?).into(),
            "each" => Json::list(self.each().map(|(handle, value)| (handle, *value))),
            "each_forward" => Json::list(self.each().rev().map(|(handle, value)| (handle, *value))),
            "reserve" => self.reserve(take.count()?)?.into(),
            "capacity" => self.capacity().into(),
            "sort" => self.sort(take.value_order()?, Some(take.number()?))?.into(),
            _ => return pool_call(self, operation, take),
        })
    }

    fn arrays(&self) -> Json {
        let mut members = pool_arrays(self);
        let tombstone = self.paged().tombstone();
        let element = |(&value, &generation): (&i64, &u32)| (generation != tombstone).then_some(value);
        let values = self.dense().iter().zip(self.paged().stamp()).map(element); // what a hole holds means nothing
        members.push(("dense".to_owned(), Json::list(values)));
        members.push(("room".to_owned(), self.capacity().into()));
        Json::Object(members)
    }

    fn load(&mut self, arrays: &Json, _: &Config<'_>) -> Result<(), Fail> {
        let values: Vec<Option<i64>> = read(arrays, "dense")?;
        pool_load(self, arrays)?;
        self.restore_values(values.into_iter().map(Option::unwrap_or_default).collect(), read(arrays, "room")?);
        Ok(())
    }
}

impl Kind for EntityStorage {
    fn make(config: &Config<'_>) -> Result<Self, Fail> {
        let widths = configuration(config)?;
        Ok(EntityStorage::new(entity_storage::Config {
            index_bits: widths.index_bits,
            generation_bits: widths.generation_bits,
            page: widths.page,
            generation: config.generation()?,
        })?)
    }

    fn call(&mut self, operation: &str, mut take: Arguments<'_>) -> Outcome {
        Ok(match operation {
            "create" => self.create()?.into(),
            "create_at" => self.create_at(take.handle()?)?.into(),
            "create_items" => self.create_items(take.number()?)?.into(),
            "start_from" => self.start_from(take.handle()?)?.into(),
            "destroy" => self.destroy(take.handle()?)?.into(),
            "destroy_items" => self.destroy_items(&take.handles()?)?.into(),
            "destroy_to" => self.destroy_to(take.handle()?, take.number()?)?.into(),
            "bump" => self.bump(take.handle()?, take.number()?)?.into(),
            "sort" => self.sort(take.handle_order()?, Some(take.number()?))?.into(),
            "sort_by" => self.sort_by_key(take.sort_key()?, Some(take.number()?))?.into(),
            "sort_as" => self.sort_as(&take.handles()?).into(),
            "is_valid" => self.is_valid(take.handle()?).into(),
            "index" => self.index(take.handle()?)?.into(),
            "current" => self.current(take.handle()?).into(),
            "entity_at" => self.entity_at(take.number()?)?.into(),
            "handles" => Json::list(self.handles()),
            "handles_forward" => Json::list(self.handles().rev()),
            "swap_elements" => self.swap_elements(take.handle()?, take.handle()?)?.into(),
            "clear" => {
                self.clear();
                Json::Null
            }
            "reset" => {
                self.reset();
                Json::Null
            }
            "shrink" => {
                self.shrink();
                Json::Null
            }
            "size" => self.len().into(),
            "positions" => self.positions().into(),
            "page_count" => self.page_count().into(),
            "room" => self.room().into(),
            _ => return unknown(operation),
        })
    }

    fn arrays(&self) -> Json {
        let mut members = paged(EntityStorage::paged(self));
        members.push(("live".to_owned(), self.len().into()));
        members.push(("usable".to_owned(), self.usable().into()));
        members.push(("next_slot".to_owned(), self.next_slot().into()));
        Json::Object(members)
    }

    fn load(&mut self, arrays: &Json, _: &Config<'_>) -> Result<(), Fail> {
        let paged = loaded(EntityStorage::paged(self), arrays)?;
        self.restore(paged, read(arrays, "live")?, read(arrays, "usable")?, read(arrays, "next_slot")?);
        Ok(())
    }
}

impl Kind for Registry<i64> {
    fn make(config: &Config<'_>) -> Result<Self, Fail> {
        let widths = configuration(config)?;
        Ok(Registry::new(registry::Config {
            pools: config.number("pools", 0)?,
            index_bits: widths.index_bits,
            generation_bits: widths.generation_bits,
            page: widths.page,
            value_page: config.number("value_page", 1024)?,
            generation: config.generation()?,
            nested: config.flag("nested"),
        })?)
    }

    fn call(&mut self, operation: &str, mut take: Arguments<'_>) -> Outcome {
        Ok(match operation {
            "create" => self.create()?.into(),
            "create_at" => self.create_at(take.handle()?)?.into(),
            "add_pool" => self.add_pool(take.deletion()?)?.into(),
            "group" => {
                let (owned, observed) = (take.list(number)?, take.list(number)?);
                self.group(GroupKey { owned, observed, excluded: take.list(number)? })?.into()
            }
            "emplace" => self.emplace(take.number()?, take.handle()?, take.number()?)?.into(),
            "erase" => self.erase(take.number()?, take.handle()?)?.into(),
            "remove" => self.remove(take.number()?, take.handle()?)?.into(),
            "destroy" => self.destroy(take.handle()?)?.into(),
            "destroy_items" => self.destroy_items(&take.handles()?)?.into(),
            "get" => (*self.get(take.number()?, take.handle()?)?).into(),
            "replace" => self.replace(take.number()?, take.handle()?, take.number()?)?.into(),
            "contains" => self.contains(take.number()?, take.handle()?)?.into(),
            "is_valid" => self.is_valid(take.handle()?).into(),
            "is_member" => self.is_member(take.number()?, take.handle()?)?.into(),
            "view" => Json::list(self.view(&take.list(number)?, &take.list(number)?)?),
            "lead" => self.lead(&take.list(number)?)?.into(),
            "members" => self.members(take.number()?)?.into(),
            "sort_by" => self.sort_by_key(take.number()?, take.sort_key()?)?.into(),
            "sort_as" => self.sort_as(take.number()?, &take.handles()?)?.into(),
            "sort_pool" => self.sort_pool(take.number()?, take.sort_key()?)?.into(),
            "sort_pool_as" => self.sort_pool_as(take.number()?, take.number()?)?.into(),
            "compact_pool" => self.compact_pool(take.number()?)?.into(),
            "clear_pool" => self.clear_pool(take.number()?)?.into(),
            "clear" => self.clear()?.into(),
            "size" => self.len().into(),
            "pool_size" => self.pool_size(take.number()?)?.into(),
            "pool_count" => self.pools().len().into(),
            "length" => self.length(take.number()?)?.into(),
            _ => return unknown(operation),
        })
    }

    fn arrays(&self) -> Json {
        Json::object([
            ("entities", self.entities().arrays()),
            ("pools", Json::list(self.pools().iter().map(Kind::arrays))),
            ("groups", Json::list(self.groups().iter().map(group_arrays))),
        ])
    }

    fn load(&mut self, arrays: &Json, config: &Config<'_>) -> Result<(), Fail> {
        let (mut entities, mut pools) = (self.entities().clone(), self.pools().to_vec());
        entities.load(member(arrays, "entities")?, config)?;
        for (pool, arrays) in pools.iter_mut().zip(list(member(arrays, "pools")?)?) {
            pool.load(arrays, config)?;
        }
        let groups = list(member(arrays, "groups")?)?.iter().map(|arrays| group(arrays, config));
        self.restore(entities, pools, groups.collect::<Result<_, _>>()?);
        Ok(())
    }
}

fn group_arrays(group: &Group) -> Json {
    let key = group.key();
    Json::object([
        ("owned", Json::list(key.owned.iter().copied())),
        ("observed", Json::list(key.observed.iter().copied())),
        ("excluded", Json::list(key.excluded.iter().copied())),
        ("length", group.length().into()),
        ("elements", group.elements().arrays()),
    ])
}

/// The group that `group_arrays` showed.
fn group(arrays: &Json, config: &Config<'_>) -> Result<Group, Fail> {
    let mut elements = SparseSet::make(config)?;
    elements.load(member(arrays, "elements")?, config)?;
    let (owned, observed) = (read(arrays, "owned")?, read(arrays, "observed")?);
    let key = GroupKey { owned, observed, excluded: read(arrays, "excluded")? };
    Ok(Group::restored(key, read(arrays, "length")?, elements))
}
