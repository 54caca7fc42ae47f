//! The kinds `handle_map` and `typed_store`.

use slotproof::handle_map::{self, BudgetUnit};
use slotproof::{HandleMap, TypedStore};

use super::{unknown, Kind};
use crate::arguments::{list, member, read, Arguments, Config, Fail, Outcome};
use crate::json::Json;

fn configuration(config: &Config<'_>) -> Result<handle_map::Config, Fail> {
    let default = handle_map::Config::default();
    Ok(handle_map::Config {
        type_id: config.number("type_id", default.type_id)?,
        reserve: config.number("reserve", default.reserve)?,
        index_bits: config.number("index_bits", default.index_bits)?,
        generation_bits: config.number("generation_bits", default.generation_bits)?,
        type_bits: config.number("type_bits", default.type_bits)?,
        generation: config.generation()?,
        free_order: config.free_order()?,
    })
}

impl Kind for HandleMap<i64> {
    fn make(config: &Config<'_>) -> Result<Self, Fail> {
        Ok(HandleMap::new(configuration(config)?)?)
    }

    fn call(&mut self, operation: &str, mut take: Arguments<'_>) -> Outcome {
        Ok(match operation {
            "insert" => self.insert(take.number()?)?.into(),
            "emplace" => self.emplace(take.factory()?)?.into(),
            "erase" => self.erase(take.handle()?).is_some().into(),
            "get" => (*self.get(take.handle()?)?).into(),
            "assign" => self.assign(take.handle()?, take.number()?)?.into(),
            "is_valid" => self.is_valid(take.handle()?).into(),
            "pos_of" => self.pos_of(take.handle()?)?.into(),
            "handle_at" => self.handle_at(take.number()?)?.into(),
            "values" => Json::list(self.values().copied()),
            "items" => Json::list(self.items().map(|(handle, value)| (handle, *value))),
            "emplace_items" => self.emplace_items(take.number()?, take.factory()?)?.into(),
            "erase_items" => self.erase_items(&take.handles()?).into(),
            "clear" => {
                self.clear();
                Json::Null
            }
            "reset" => {
                self.reset();
                Json::Null
            }
            "defragment" => {
                let (order, limit) = (take.value_order()?, take.number()?);
                let unit = match take.text()? {
                    "relocations" => BudgetUnit::Relocations,
                    "shifts" => BudgetUnit::Shifts,
                    other => return Err(Fail::Unknown(format!("no unit {other}"))),
                };
                self.defragment(order, limit, unit).into()
            }
            "reserve" => self.reserve(take.count()?)?.into(),
            "size" => self.len().into(),
            "capacity" => self.capacity().into(),
            "room" => self.room().into(),
            _ => return unknown(operation),
        })
    }

    fn arrays(&self) -> Json {
        let arrays = HandleMap::arrays(self);
        Json::object([
            ("sparse", Json::list(arrays.sparse.iter().copied())),
            ("generation", Json::list(arrays.generation.iter().copied())),
            ("free", Json::list(arrays.free.iter().map(|&free| u32::from(free)))),
            ("dense", Json::list(arrays.dense.iter().copied())),
            ("meta", Json::list(arrays.meta.iter().copied())),
            ("free_head", arrays.free_head.into()),
            ("free_tail", arrays.free_tail.into()),
            ("retired", arrays.retired.into()),
            ("reserved", arrays.reserved.into()),
            ("fragmented", arrays.fragmented.into()),
        ])
    }

    fn load(&mut self, arrays: &Json, _: &Config<'_>) -> Result<(), Fail> {
        let made = self.clone();
        self.restore(handle_map::Arrays {
            sparse: &read::<Vec<_>>(arrays, "sparse")?,
            generation: &read::<Vec<_>>(arrays, "generation")?,
            free: &read::<Vec<_>>(arrays, "free")?,
            dense: &read::<Vec<_>>(arrays, "dense")?,
            meta: &read::<Vec<_>>(arrays, "meta")?,
            free_head: read(arrays, "free_head")?,
            free_tail: read(arrays, "free_tail")?,
            retired: read(arrays, "retired")?,
            reserved: read(arrays, "reserved")?,
            fragmented: read(arrays, "fragmented")?,
            ..HandleMap::arrays(&made)
        });
        Ok(())
    }
}

impl Kind for TypedStore<i64> {
    fn make(config: &Config<'_>) -> Result<Self, Fail> {
        Ok(TypedStore::new(config.number("types", 2)?, configuration(config)?)?)
    }

    fn call(&mut self, operation: &str, mut take: Arguments<'_>) -> Outcome {
        Ok(match operation {
            "insert" => self.insert(take.number()?, take.number()?)?.into(),
            "emplace" => self.emplace(take.number()?, take.factory()?)?.into(),
            "erase" => self.erase(take.handle()?).is_some().into(),
            "get" => (*self.get(take.handle()?)?).into(),
            "assign" => self.assign(take.handle()?, take.number()?)?.into(),
            "is_valid" => self.is_valid(take.handle()?).into(),
            "clear" => {
                self.clear();
                Json::Null
            }
            "size" => self.len_of(take.number()?)?.into(),
            _ => return unknown(operation),
        })
    }

    fn arrays(&self) -> Json {
        Json::object([("maps", Json::list(self.maps().iter().map(Kind::arrays)))])
    }

    fn load(&mut self, arrays: &Json, config: &Config<'_>) -> Result<(), Fail> {
        let maps = list(member(arrays, "maps")?)?;
        maps.iter().enumerate().try_for_each(|(type_id, map)| self.map_mut(type_id)?.load(map, config))
    }
}
