//! The kinds `dense_map`, `dense_set`, `hash_index` and `indexed_store`.

use slotproof::dense_table::{self, DenseTable};
use slotproof::hash_index::{self, Source};
use slotproof::{indexed_store, DenseMap, Error, HashIndex, IndexedStore};

use super::{unknown, Kind};
use crate::arguments::{float, member, number, pair, read, text, Arguments, Config, Fail, Outcome};
use crate::json::Json;

/// A hash function of keys.
pub type Hash = fn(&i64) -> u64;

fn hasher(config: &Config<'_>) -> Result<Hash, Fail> {
    let identity: Hash = |key| *key as u64;
    let halves: Hash = |key| key.div_euclid(2) as u64;
    let one_bucket: Hash = |_| 0;
    config.choice("hash", &[("identity", identity), ("halves", halves), ("one_bucket", one_bucket)])
}

fn configuration(config: &Config<'_>) -> Result<dense_table::Config, Fail> {
    Ok(dense_table::Config {
        min_buckets: config.number("min_buckets", 8)?,
        max_load: config.float("max_load", 0.875)? as f32,
        index_bits: config.number("index_bits", 64)?,
    })
}

/// The operations of a table that change nothing.
fn table_call(table: &DenseTable<i64, Hash>, operation: &str, mut take: Arguments<'_>) -> Outcome {
    Ok(match operation {
        "find" => table.find(&take.number()?).into(),
        "contains" => table.contains(&take.number()?).into(),
        "key_at" => (*table.key_at(take.number()?)?).into(),
        "keys" => Json::list(table.keys().copied()),
        "bucket" => table.bucket(&take.number()?).into(),
        "bucket_count" => table.bucket_count().into(),
        "bucket_size" => table.bucket_size(take.number()?)?.into(),
        "bucket_keys" => Json::list(table.bucket_keys(take.number()?)?.copied()),
        "max_load" => Json::Float(table.max_load().into()),
        "size" => table.len().into(),
        _ => return unknown(operation),
    })
}

fn table_arrays(table: &DenseTable<i64, Hash>) -> Vec<(String, Json)> {
    let arrays = table.arrays();
    vec![
        ("head".to_owned(), Json::list(arrays.head.iter().copied())),
        ("chain".to_owned(), Json::list(arrays.chain.iter().copied())),
        ("key".to_owned(), Json::list(arrays.key.iter().copied())),
    ]
}

/// Hands the arrays that `table_arrays` showed to what takes them over.
fn table_load(arrays: &Json, restore: impl FnOnce(dense_table::Arrays<'_, i64>)) -> Result<(), Fail> {
    restore(dense_table::Arrays {
        head: &read::<Vec<_>>(arrays, "head")?,
        chain: &read::<Vec<_>>(arrays, "chain")?,
        key: &read::<Vec<_>>(arrays, "key")?,
    });
    Ok(())
}

impl Kind for DenseTable<i64, Hash> {
    fn make(config: &Config<'_>) -> Result<Self, Fail> {
        Ok(DenseTable::new(configuration(config)?, hasher(config)?)?)
    }

    fn call(&mut self, operation: &str, mut take: Arguments<'_>) -> Outcome {
        Ok(match operation {
            "insert" => self.insert(take.number()?)?.into(),
            "erase" => self.erase(&take.number()?).into(),
            "erase_at" => self.erase_at(take.number()?)?.into(),
            "erase_range" => self.erase_range(take.number()?, take.number()?)?.into(),
            "set_max_load" => self.set_max_load(take.float()? as f32)?.into(),
            "rehash" => self.rehash(take.number()?)?.into(),
            "reserve" => self.reserve(take.count()?)?.into(),
            "clear" => {
                self.clear();
                Json::Null
            }
            _ => return table_call(self, operation, take),
        })
    }

    fn arrays(&self) -> Json {
        Json::Object(table_arrays(self))
    }

    fn load(&mut self, arrays: &Json, _: &Config<'_>) -> Result<(), Fail> {
        table_load(arrays, |table| self.restore(table))
    }

    fn equals(&self, other: &Self) -> Option<bool> {
        Some(DenseTable::equals(self, other))
    }
}

impl Kind for DenseMap<i64, i64, Hash> {
    fn make(config: &Config<'_>) -> Result<Self, Fail> {
        Ok(DenseMap::new(configuration(config)?, hasher(config)?)?)
    }

    fn call(&mut self, operation: &str, mut take: Arguments<'_>) -> Outcome {
        Ok(match operation {
            "insert" => self.insert(take.number()?, take.number()?)?.into(),
            "insert_or_assign" => self.insert_or_assign(take.number()?, take.number()?)?.into(),
            "try_emplace" => self.try_emplace(take.number()?, take.factory()?)?.into(),
            "get_or_emplace" => (*self.get_or_emplace(take.number()?, take.factory()?)?).into(),
            "get" => (*self.get(&take.number()?)?).into(),
            "assign" => self.assign(&take.number()?, take.number()?)?.into(),
            "value_at" => (*self.value_at(take.number()?)?).into(),
            "values" => Json::list(self.values().copied()),
            "items" => Json::list(self.items().map(|(key, value)| (*key, *value))),
            "erase" => self.erase(&take.number()?).is_some().into(),
            "erase_at" => self.erase_at(take.number()?)?.into(),
            "erase_range" => self.erase_range(take.number()?, take.number()?)?.into(),
            "set_max_load" => self.set_max_load(take.float()? as f32)?.into(),
            "rehash" => self.rehash(take.number()?)?.into(),
            "reserve" => self.reserve(take.count()?)?.into(),
            "clear" => {
                self.clear();
                Json::Null
            }
            _ => return table_call(self.table(), operation, take),
        })
    }

    fn arrays(&self) -> Json {
        let mut members = table_arrays(self.table());
        members.push(("dense".to_owned(), Json::list(self.values().copied())));
        Json::Object(members)
    }

    fn load(&mut self, arrays: &Json, _: &Config<'_>) -> Result<(), Fail> {
        let dense = read(arrays, "dense")?;
        table_load(arrays, |table| self.restore(table, dense))
    }

    fn equals(&self, other: &Self) -> Option<bool> {
        Some(DenseMap::equals(self, other))
    }
}

fn index_configuration(config: &Config<'_>) -> Result<hash_index::Config, Fail> {
    let default = hash_index::Config::default();
    Ok(hash_index::Config {
        hash_size: config.number("hash_size", default.hash_size)?,
        index_size: config.number("index_size", default.index_size)?,
        granularity: config.number("granularity", default.granularity)?,
        index_limit: config.number("index_limit", default.index_limit)?,
    })
}

/// An integer beyond 2^53, of which the digits are a text.
fn large(json: &Json) -> Result<i64, Fail> {
    let digits = json.get("n").map_or(Ok(""), text)?;
    digits.parse().map_err(|_| Fail::Unknown(format!("no integer of 64 bits: {digits}")))
}

/// A string, an integer, two integers or three numbers; the types of the port refuse all else.
fn source(json: &Json) -> Result<Source<'_>, Fail> {
    Ok(match json {
        Json::List(parts) if matches!(parts[..], [Json::Int(_), Json::Int(_)]) => {
            Source::Pair(number(&parts[0])?, number(&parts[1])?)
        }
        Json::List(parts) if parts.len() == 3 => {
            Source::Vector([float(&parts[0])?, float(&parts[1])?, float(&parts[2])?])
        }
        Json::Int(_) => Source::Integer(number(json)?),
        Json::Object(_) => Source::Integer(large(json)?),
        Json::Text(text) => Source::Text(text),
        _ => return Err(Error::InvalidArgument.into()),
    })
}

impl Kind for HashIndex {
    fn make(config: &Config<'_>) -> Result<Self, Fail> {
        Ok(HashIndex::new(index_configuration(config)?)?)
    }

    fn call(&mut self, operation: &str, mut take: Arguments<'_>) -> Outcome {
        Ok(match operation {
            "add" => self.add(take.number()?, take.number()?)?.into(),
            "insert_index" => self.insert_index(take.number()?, take.number()?)?.into(),
            "remove" => self.remove(take.number()?, take.number()?)?.into(),
            "remove_index" => self.remove_index(take.number()?, take.number()?)?.into(),
            "first" => self.first(take.number()?).into(),
            "next" => self.next(take.number()?)?.into(),
            "generate_key" => self.generate_key(source(take.json()?)?, take.bool()?)?.into(),
            "candidates" => Json::list(self.candidates(take.number()?)),
            "clear" => {
                self.clear();
                Json::Null
            }
            "free" => {
                self.free();
                Json::Null
            }
            "reset" => self.reset(take.number()?, take.number()?)?.into(),
            "resize" => self.resize(take.number()?)?.into(),
            "set_granularity" => self.set_granularity(take.number()?)?.into(),
            "spread" => self.spread().into(),
            _ => return unknown(operation),
        })
    }

    fn arrays(&self) -> Json {
        let arrays = HashIndex::arrays(self);
        Json::object([
            ("head", Json::list(arrays.head.iter().copied())),
            ("chain", Json::list(arrays.chain.iter().copied())),
            ("lookup_mask", arrays.lookup_mask.into()),
            ("hash_size", arrays.hash_size.into()),
            ("index_size", arrays.index_size.into()),
            ("granularity", arrays.granularity.into()),
        ])
    }

    fn load(&mut self, arrays: &Json, _: &Config<'_>) -> Result<(), Fail> {
        self.restore(hash_index::Arrays {
            head: &read::<Vec<_>>(arrays, "head")?,
            chain: &read::<Vec<_>>(arrays, "chain")?,
            lookup_mask: read(arrays, "lookup_mask")?,
            hash_size: read(arrays, "hash_size")?,
            index_size: read(arrays, "index_size")?,
            granularity: read(arrays, "granularity")?,
        });
        Ok(())
    }
}

impl Kind for IndexedStore<i64> {
    fn make(config: &Config<'_>) -> Result<Self, Fail> {
        let index = index_configuration(config)?;
        Ok(IndexedStore::new(indexed_store::Config { index, fold_case: config.flag("fold_case") })?)
    }

    fn call(&mut self, operation: &str, mut take: Arguments<'_>) -> Outcome {
        Ok(match operation {
            "insert" => self.insert(take.text()?, take.number()?)?.into(),
            "insert_at" => self.insert_at(take.number()?, take.text()?, take.number()?)?.into(),
            "erase" => self.erase(take.text()?).is_some().into(),
            "get" => (*self.get(take.text()?)?).into(),
            "assign" => self.assign(take.text()?, take.number()?)?.into(),
            "contains" => self.contains(take.text()?).into(),
            "pos_of" => self.pos_of(take.text()?)?.into(),
            "name_at" => self.name_at(take.number()?)?.into(),
            "values" => Json::list(self.values().copied()),
            "items" => Json::list(self.items().map(|(name, value)| (name, *value))),
            "insert_items" => {
                let items = take.list(|item| pair(item, |name| Ok(text(name)?.to_owned()), number))?;
                self.insert_items(items)?.into()
            }
            "erase_items" => self.erase_items(&take.list(text)?).into(),
            "clear" => {
                self.clear();
                Json::Null
            }
            "size" => self.len().into(),
            _ => return unknown(operation),
        })
    }

    fn arrays(&self) -> Json {
        Json::object([
            ("names", Json::list(self.names().iter().map(String::as_str))),
            ("dense", Json::list(self.values().copied())),
            ("index", Kind::arrays(self.index())),
        ])
    }

    fn load(&mut self, arrays: &Json, config: &Config<'_>) -> Result<(), Fail> {
        let mut index = self.index().clone();
        index.load(member(arrays, "index")?, config)?;
        self.restore(read(arrays, "names")?, read(arrays, "dense")?, index);
        Ok(())
    }
}
