//! The kinds `bitmask` and `token_allocator`.

use slotproof::{bitmask, Bitmask, TokenAllocator};

use super::{unknown, Kind};
use crate::arguments::{member, read, Arguments, Config, Fail, Outcome};
use crate::json::Json;

impl Kind for Bitmask {
    fn make(config: &Config<'_>) -> Result<Self, Fail> {
        let mut mask = Bitmask::new(config.number("capacity", 1024)?, config.number("word_bits", 32)?)?;
        if config.flag("filled") {
            mask.assign(true);
        }
        Ok(mask)
    }

    fn call(&mut self, operation: &str, mut take: Arguments<'_>) -> Outcome {
        Ok(match operation {
            "set" => self.set(take.number()?, take.bool()?)?.into(),
            "get" => self.get(take.number()?)?.into(),
            "find_first_clear" => self.find_first_clear().into(),
            "find_first_set" => self.find_first_set().into(),
            "positions" => Json::list(self.positions()),
            "assign" => {
                self.assign(take.bool()?);
                Json::Null
            }
            "count" => self.count().into(),
            "capacity" => self.capacity().into(),
            "layers" => self.layers().into(),
            _ => return unknown(operation),
        })
    }

    fn arrays(&self) -> Json {
        let arrays = Bitmask::arrays(self);
        Json::object([
            ("words", Json::list(arrays.words.iter().copied())),
            ("starts", Json::list(arrays.starts.iter().copied())),
        ])
    }

    fn load(&mut self, arrays: &Json, _: &Config<'_>) -> Result<(), Fail> {
        let made = self.clone();
        self.restore(bitmask::Arrays {
            words: &read::<Vec<_>>(arrays, "words")?,
            starts: &read::<Vec<_>>(arrays, "starts")?,
            ..Bitmask::arrays(&made)
        });
        Ok(())
    }
}

impl Kind for TokenAllocator {
    fn make(config: &Config<'_>) -> Result<Self, Fail> {
        Ok(TokenAllocator::new(config.number("capacity", 1024)?, config.number("word_bits", 32)?)?)
    }

    fn call(&mut self, operation: &str, mut take: Arguments<'_>) -> Outcome {
        Ok(match operation {
            "acquire" => self.acquire()?.into(),
            "release" => self.release(take.number()?)?.into(),
            "is_used" => self.is_used(take.number()?)?.into(),
            "tokens" => Json::list(self.tokens()),
            "acquire_many" => self.acquire_many(take.number()?)?.into(),
            "clear" => {
                self.clear();
                Json::Null
            }
            "size" => self.len().into(),
            "capacity" => self.capacity().into(),
            "room" => self.room().into(),
            _ => return unknown(operation),
        })
    }

    fn arrays(&self) -> Json {
        Json::object([("mask", Kind::arrays(self.mask()))])
    }

    fn load(&mut self, arrays: &Json, config: &Config<'_>) -> Result<(), Fail> {
        let mut mask = self.mask().clone();
        mask.load(member(arrays, "mask")?, config)?;
        self.restore(mask);
        Ok(())
    }
}
