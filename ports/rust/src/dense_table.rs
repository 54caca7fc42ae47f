//! A hash table in arrays without holes: what the dense map and the dense set share.
//!
//! ```text
//! bucket    0   1              pos      0   1   2
//!         +---+---+                   +---+---+---+
//! head    | 2 | 1 |           key     | C | B | D |    no holes: iteration is a loop over an array
//!         +---+---+                   +---+---+---+
//!                             chain   |nil|nil| 0 |    bucket 0: 2 -> 0, bucket 1: 1
//!                                     +---+---+---+
//! ```
//!
//! Normative: docs/users/containers/dense_map.md, docs/users/containers/dense_set.md; claims DM-R1 ..., DS-R1 ...

use crate::error::Error;

/// Widths and load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// A table never has fewer buckets: a power of two.
    pub min_buckets: usize,
    /// Keys per bucket above which the table grows.
    pub max_load: f32,
    /// Width of a position, in [1, 64].
    pub index_bits: u32,
}

impl Default for Config {
    fn default() -> Self {
        Config { min_buckets: 8, max_load: 0.875, index_bits: 64 }
    }
}

/// A load as a fraction: `mantissa * 2^exponent`, with an odd mantissa.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Load {
    mantissa: u32,
    exponent: i32,
}

impl Load {
    /// The exact value of a positive finite number; else `InvalidArgument`.
    fn new(max_load: f32) -> Result<Self, Error> {
        if !(max_load.is_finite() && max_load > 0.0) {
            return Err(Error::InvalidArgument);
        }
        let bits = max_load.to_bits();
        let (field, fraction) = ((bits >> 23) as i32, bits & 0x7F_FFFF);
        let (mantissa, exponent) = if field == 0 { (fraction, -149) } else { (fraction | 0x80_0000, field - 150) };
        let zeros = mantissa.trailing_zeros();
        Ok(Load { mantissa: mantissa >> zeros, exponent: exponent + zeros as i32 })
    }

    /// True if so many buckets bear so many keys: `keys <= load * buckets`, without rounding.
    fn bears(self, keys: usize, buckets: u128) -> bool {
        let (keys, borne) = (keys as u128, u128::from(self.mantissa) * buckets);
        // Both sides are below 2^90 before the shift: one that leaves the word decides.
        let shifted = |number: u128, by: u32| if by < number.leading_zeros() { number << by } else { u128::MAX };
        if self.exponent < 0 {
            keys == 0 || shifted(keys, self.exponent.unsigned_abs()) <= borne
        } else {
            keys <= shifted(borne, self.exponent.unsigned_abs())
        }
    }
}

/// The arrays of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrays<'a, K> {
    /// Bucket -> the position of the key linked last, or nil.
    pub head: &'a [usize],
    /// Position -> the next position in the same bucket, linked earlier, or nil.
    pub chain: &'a [usize],
    /// Position -> key.
    pub key: &'a [K],
}

/// Distinct keys in a dense array, each reached through the chain of its bucket: the low bits of its hash.
#[derive(Clone, Debug)]
pub struct DenseTable<K, H> {
    hasher: H,
    head: Vec<usize>,
    chain: Vec<usize>,
    key: Vec<K>,
    nil: usize,
    min_buckets: usize,
    max_load: f32,
    load: Load,
}

impl<K: Eq, H: Fn(&K) -> u64> DenseTable<K, H> {
    /// An empty table; `InvalidArgument` for widths or a load that no table has.
    pub fn new(config: Config, hasher: H) -> Result<Self, Error> {
        if !(1..=64).contains(&config.index_bits) || !config.min_buckets.is_power_of_two() {
            return Err(Error::InvalidArgument);
        }
        let nil = usize::MAX >> (64 - config.index_bits);
        if config.min_buckets - 1 > nil {
            return Err(Error::InvalidArgument);
        }
        Ok(DenseTable {
            hasher,
            head: vec![nil; config.min_buckets],
            chain: Vec::new(),
            key: Vec::new(),
            nil,
            min_buckets: config.min_buckets,
            max_load: config.max_load,
            load: Load::new(config.max_load)?,
        })
    }

    // --- insert

    /// Links a key unless it is there; its position, and whether it is new (DS-R1).
    ///
    /// `Full`, before anything changes, if positions or buckets are used up. O(1) expected and amortised.
    pub fn insert(&mut self, key: K) -> Result<(usize, bool), Error> {
        match self.find(&key) {
            Some(pos) => Ok((pos, false)),
            None => Ok((self.append(key)?, true)),
        }
    }

    /// Grows if the load is too high, and links a key that is not there; its position.
    pub(crate) fn append(&mut self, key: K) -> Result<usize, Error> {
        let pos = self.key.len();
        if pos == self.nil {
            return Err(Error::Full);
        }
        let buckets = self.head.len() as u128;
        if !self.load.bears(pos + 1, buckets) {
            let buckets = self.least_buckets(pos + 1, 2 * buckets, self.load)?;
            self.link_all(buckets);
        }
        self.key.push(key);
        self.chain.push(self.nil);
        self.link(pos);
        Ok(pos)
    }

    /// Makes the key at a position the first of its bucket.
    fn link(&mut self, pos: usize) {
        let bucket = self.bucket(&self.key[pos]);
        self.chain[pos] = self.head[bucket];
        self.head[bucket] = pos;
    }

    /// Forgets all chains and links every key anew, in dense order.
    fn link_all(&mut self, buckets: usize) {
        self.head = vec![self.nil; buckets];
        for pos in 0..self.key.len() {
            self.link(pos);
        }
    }

    // --- erase

    /// Drops the key; the last one moves into the gap. False, and nothing changes, if it is not there (DS-R2).
    pub fn erase(&mut self, key: &K) -> bool {
        match self.find(key) {
            Some(pos) => {
                self.unlink(pos);
                true
            }
            None => false,
        }
    }

    /// Drops the key at a position, where the next key to visit then stands (DM-R6, DS-R3); `OutOfRange`.
    pub fn erase_at(&mut self, pos: usize) -> Result<usize, Error> {
        self.check_range(pos, pos.saturating_add(1))?;
        self.unlink(pos);
        Ok(pos)
    }

    /// Drops the keys at [first, last), the last one first; `first` (DM-R7, DS-R4). `OutOfRange`.
    pub fn erase_range(&mut self, first: usize, last: usize) -> Result<usize, Error> {
        self.check_range(first, last)?;
        for pos in (first..last).rev() {
            self.unlink(pos);
        }
        Ok(first)
    }

    pub(crate) fn check_range(&self, first: usize, last: usize) -> Result<(), Error> {
        if first > last || last > self.key.len() {
            return Err(Error::OutOfRange);
        }
        Ok(())
    }

    /// Unlinks the key at a position and moves the last one there.
    pub(crate) fn unlink(&mut self, pos: usize) {
        self.redirect(pos, self.chain[pos]);
        let last = self.key.len() - 1;
        if pos != last {
            self.redirect(last, pos);
        }
        self.key.swap_remove(pos);
        self.chain.swap_remove(pos);
    }

    /// Lets the head or the link that leads to position `old` lead to `new`.
    fn redirect(&mut self, old: usize, new: usize) {
        let bucket = self.bucket(&self.key[old]);
        let mut pos = self.head[bucket];
        if pos == old {
            self.head[bucket] = new;
            return;
        }
        while self.chain[pos] != old {
            pos = self.chain[pos];
        }
        self.chain[pos] = new;
    }

    // --- find

    /// The position of the key (DM-R8, DS-R5); an erase may change it. O(1) expected.
    pub fn find(&self, key: &K) -> Option<usize> {
        self.walk(self.bucket(key)).find(|&pos| self.key[pos] == *key)
    }

    /// True if the key is there (DM-R9, DS-R6).
    pub fn contains(&self, key: &K) -> bool {
        self.find(key).is_some()
    }

    /// The key at a position (DM-R10, DS-R7); `OutOfRange`. 1 read.
    pub fn key_at(&self, pos: usize) -> Result<&K, Error> {
        self.key.get(pos).ok_or(Error::OutOfRange)
    }

    /// The keys in dense order: that of insertion, until the first erase (DM-R11, DS-R8).
    pub fn keys(&self) -> std::slice::Iter<'_, K> {
        self.key.iter()
    }

    // --- buckets

    /// The bucket in which the key is or would be (DM-R12, DS-R9).
    pub fn bucket(&self, key: &K) -> usize {
        ((self.hasher)(key) & (self.head.len() as u64 - 1)) as usize
    }

    /// The positions of a bucket, the one linked last first.
    fn walk(&self, bucket: usize) -> impl Iterator<Item = usize> + '_ {
        let there = move |pos: usize| (pos != self.nil).then_some(pos);
        std::iter::successors(there(self.head[bucket]), move |&pos| there(self.chain[pos]))
    }

    /// How many buckets there are: a power of two (DM-R13, DS-R10).
    pub fn bucket_count(&self) -> usize {
        self.head.len()
    }

    /// How many keys a bucket has (DM-R14, DS-R11); `OutOfRange`.
    pub fn bucket_size(&self, bucket: usize) -> Result<usize, Error> {
        Ok(self.bucket_keys(bucket)?.count())
    }

    /// The keys of a bucket, the one linked last first (DM-R15, DS-R12); `OutOfRange`.
    pub fn bucket_keys(&self, bucket: usize) -> Result<impl Iterator<Item = &K>, Error> {
        if bucket >= self.head.len() {
            return Err(Error::OutOfRange);
        }
        Ok(self.walk(bucket).map(|pos| &self.key[pos]))
    }

    /// How many keys a bucket may have on average (DM-R16, DS-R13).
    pub fn max_load(&self) -> f32 {
        self.max_load
    }

    /// Changes how many keys a bucket may have on average, and rehashes (DM-R17, DS-R14).
    ///
    /// `InvalidArgument` unless it is positive and finite; `Full` if that needs more buckets than there may be.
    pub fn set_max_load(&mut self, max_load: f32) -> Result<(), Error> {
        let load = Load::new(max_load)?;
        let buckets = self.least_buckets(self.key.len(), 0, load)?;
        self.resize(buckets);
        self.max_load = max_load;
        self.load = load;
        Ok(())
    }

    /// Takes the fewest buckets, `count` at least, that the keys allow (DM-R18, DS-R15); `Full`.
    pub fn rehash(&mut self, count: usize) -> Result<(), Error> {
        let buckets = self.least_buckets(self.key.len(), count as u128, self.load)?;
        self.resize(buckets);
        Ok(())
    }

    /// Takes the fewest buckets that `count` keys allow, and those that are there (DM-R19, DS-R16); `Full`.
    pub fn reserve(&mut self, count: usize) -> Result<(), Error> {
        let buckets = self.least_buckets(self.key.len().max(count), 0, self.load)?;
        self.resize(buckets);
        Ok(())
    }

    fn resize(&mut self, buckets: usize) {
        if buckets != self.head.len() {
            self.link_all(buckets);
        }
    }

    /// The smallest power of two of buckets, at least so many, that bears so many keys under a load; `Full`.
    fn least_buckets(&self, keys: usize, at_least: u128, load: Load) -> Result<usize, Error> {
        let most = self.nil as u128 + 1;
        let mut buckets = self.min_buckets as u128;
        while buckets <= most && (buckets < at_least || !load.bears(keys, buckets)) {
            buckets *= 2;
        }
        if buckets > most {
            return Err(Error::Full);
        }
        usize::try_from(buckets).map_err(|_| Error::Full)
    }

    // --- whole container

    /// Drops every key and all buckets but the least there may be (DM-R20, DS-R17).
    pub fn clear(&mut self) {
        self.key.clear();
        self.chain.clear();
        self.head = vec![self.nil; self.min_buckets];
    }

    /// True if both hold the same keys, in whatever order (DS-R20).
    pub fn equals(&self, other: &Self) -> bool {
        self.len() == other.len() && self.key.iter().all(|key| other.contains(key))
    }

    /// Takes over these arrays of a table with the same widths and hash function; they are not checked.
    pub fn restore(&mut self, arrays: Arrays<'_, K>)
    where
        K: Clone,
    {
        self.head = arrays.head.to_vec();
        self.chain = arrays.chain.to_vec();
        self.key = arrays.key.to_vec();
    }

    // --- observers

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.key.len()
    }

    /// True if there is no key.
    pub fn is_empty(&self) -> bool {
        self.key.is_empty()
    }

    /// The arrays as they are.
    pub fn arrays(&self) -> Arrays<'_, K> {
        Arrays { head: &self.head, chain: &self.chain, key: &self.key }
    }
}
