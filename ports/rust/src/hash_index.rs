//! A hash index: heads of buckets, and links; the values stay in an array of the caller's.
//!
//! ```text
//! bucket    0   1   2   3            index    0   1   2   3
//!         +---+---+---+---+                 +---+---+---+---+
//! head    | - | 2 | - | 1 |          chain  | 3 | - | 0 | - |        2 -> 0 -> 3, then the end
//!         +---+---+---+---+                 +---+---+---+---+        - is NIL
//! ```
//!
//! Until the first index is linked the arrays have one entry each, and `lookup_mask` is 0: every lookup meets that
//! entry, which says `NIL` or `UNLINKED`, and needs no branch of its own. Later `lookup_mask` is -1.
//!
//! Normative: docs/users/containers/hash_index.md, claims HI-I1 ..., HI-R1 ...

use crate::error::Error;

/// The end of a chain.
pub const NIL: i32 = -1;
/// The link of an index that is in no chain.
pub const UNLINKED: i32 = -2;
/// By which the first byte of a string counts; each later one counts once more.
const FIRST_FACTOR: i64 = 119;

/// Sizes and limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Buckets: a power of two, `2^31` at most.
    pub hash_size: usize,
    /// Indices to make room for.
    pub index_size: usize,
    /// Of which room is a multiple when it grows.
    pub granularity: usize,
    /// Indices are below it; `2^31 - 1` at most.
    pub index_limit: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { hash_size: 1024, index_size: 1024, granularity: 1024, index_limit: i32::MAX as usize }
    }
}

/// What a key is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source<'a> {
    /// The bytes of a string.
    Text(&'a str),
    /// A number.
    Integer(i64),
    /// Two numbers, which are added.
    Pair(i64, i64),
    /// Three numbers, which are truncated towards 0 and added.
    Vector([f64; 3]),
}

/// The arrays and numbers of a hash index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrays<'a> {
    /// Bucket -> the index linked last, or `NIL`.
    pub head: &'a [i32],
    /// Index -> the next older index of its bucket, `NIL` for the oldest, `UNLINKED` if it is in no bucket.
    pub chain: &'a [i32],
    /// -1 if the arrays are allocated, 0 if they are not.
    pub lookup_mask: i64,
    /// Buckets.
    pub hash_size: usize,
    /// Indices there is room for.
    pub index_size: usize,
    /// Of which room is a multiple when it grows.
    pub granularity: usize,
}

/// Indices in buckets, found again by key in one read and one more for each index met on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HashIndex {
    head: Vec<i32>,
    chain: Vec<i32>,
    hash_size: usize,
    index_size: usize,
    granularity: usize,
    index_limit: usize,
    lookup_mask: i64,
}

impl HashIndex {
    /// An index with nothing allocated; `InvalidArgument` for sizes and limits outside those of [`Config`].
    pub fn new(config: Config) -> Result<Self, Error> {
        if !(1..=i32::MAX as usize).contains(&config.index_limit) || config.granularity == 0 {
            return Err(Error::InvalidArgument);
        }
        let mut made = HashIndex {
            head: Vec::new(),
            chain: Vec::new(),
            hash_size: 1,
            index_size: 0,
            granularity: config.granularity,
            index_limit: config.index_limit,
            lookup_mask: 0,
        };
        made.reset(config.hash_size, config.index_size)?;
        Ok(made)
    }

    // --- insert

    /// Links the index as the first of the key's bucket (HI-R1).
    ///
    /// `OutOfRange`; `Exists` if it is linked, in whatever bucket. O(1), unless the arrays grow.
    pub fn add(&mut self, key: i64, index: usize) -> Result<(), Error> {
        if index >= self.index_limit {
            return Err(Error::OutOfRange);
        }
        if index < self.index_size && self.link(index) != UNLINKED {
            return Err(Error::Exists);
        }
        if self.lookup_mask == 0 {
            self.allocate(index + 1);
        } else {
            self.resize(index + 1)?;
        }
        let bucket = self.bucket(key);
        self.chain[index] = self.head[bucket];
        self.head[bucket] = index as i32;
        Ok(())
    }

    /// The bucket of a key; 0, the only one, while nothing is allocated.
    fn bucket(&self, key: i64) -> usize {
        (key & (self.hash_size as i64 - 1) & self.lookup_mask) as usize
    }

    /// The entry of an index that there is room for.
    fn link(&self, index: usize) -> i32 {
        self.chain[(index as i64 & self.lookup_mask) as usize]
    }

    /// Makes the arrays, with room for `count` indices at least, not rounded.
    fn allocate(&mut self, count: usize) {
        self.index_size = self.index_size.max(count);
        self.head = vec![NIL; self.hash_size];
        self.chain = vec![UNLINKED; self.index_size];
        self.lookup_mask = -1;
    }

    /// Links an index that the caller inserts into his array: every linked one from there on becomes one greater.
    ///
    /// `OutOfRange`; `Full` if the last index cannot become one greater (HI-R2). O(buckets + indices).
    pub fn insert_index(&mut self, key: i64, index: usize) -> Result<(), Error> {
        if index >= self.index_limit {
            return Err(Error::OutOfRange);
        }
        if let Some(last) = self.last().filter(|&last| last >= index) {
            self.resize(last + 2)?;
            self.renumber(index, 1);
            self.chain[index..=last + 1].rotate_right(1);
            self.chain[index] = UNLINKED;
        }
        self.add(key, index)
    }

    /// The greatest linked index: a linked index stands in one entry of `head` or `chain`.
    fn last(&self) -> Option<usize> {
        self.head.iter().chain(&self.chain).filter_map(|&index| usize::try_from(index).ok()).max()
    }

    /// Adds `step` to every index from `low` on that stands in an entry.
    fn renumber(&mut self, low: usize, step: i32) {
        for entry in self.head.iter_mut().chain(&mut self.chain) {
            if *entry >= low as i32 {
                *entry += step;
            }
        }
    }

    // --- erase

    /// Takes the index out of the key's bucket; the others keep their order (HI-R3).
    ///
    /// `Missing` if it is not linked in that bucket. O(newer indices of the bucket).
    pub fn remove(&mut self, key: i64, index: usize) -> Result<(), Error> {
        let bucket = self.bucket(key);
        let mut newer = NIL;
        let mut each = self.head[bucket];
        while each >= 0 && each as usize != index {
            newer = each;
            each = self.chain[each as usize];
        }
        if each < 0 {
            return Err(Error::Missing);
        }
        let older = std::mem::replace(&mut self.chain[index], UNLINKED);
        if newer == NIL {
            self.head[bucket] = older;
        } else {
            self.chain[newer as usize] = older;
        }
        Ok(())
    }

    /// Unlinks an index that the caller erases from his array: every linked one beyond becomes one less (HI-R4).
    ///
    /// `Missing` if it is not linked in the key's bucket. O(buckets + indices).
    pub fn remove_index(&mut self, key: i64, index: usize) -> Result<(), Error> {
        self.remove(key, index)?;
        if let Some(last) = self.last().filter(|&last| last > index) {
            self.renumber(index, -1);
            self.chain[index..=last].rotate_left(1); // the entry of `index`, which is UNLINKED, becomes the last one
        }
        Ok(())
    }

    // --- get

    /// The index linked last in the key's bucket, or `NIL`; other keys share the bucket (HI-R5). O(1).
    pub fn first(&self, key: i64) -> i32 {
        self.head[self.bucket(key)]
    }

    /// The next older index of the same bucket, or `NIL` (HI-R6).
    ///
    /// `OutOfRange` if there is no room for it; `Missing` if it is not linked. O(1).
    pub fn next(&self, index: usize) -> Result<i32, Error> {
        if index >= self.index_size {
            return Err(Error::OutOfRange);
        }
        match self.link(index) {
            UNLINKED => Err(Error::Missing),
            older => Ok(older),
        }
    }

    /// The indices linked in the key's bucket, newest first (HI-R8).
    pub fn candidates(&self, key: i64) -> impl Iterator<Item = usize> + '_ {
        self.walk(self.first(key))
    }

    /// The indices of a chain from one on.
    fn walk(&self, start: i32) -> impl Iterator<Item = usize> + '_ {
        let index = |entry: i32| usize::try_from(entry).ok();
        std::iter::successors(index(start), move |&each| index(self.chain[each]))
    }

    /// A key in [0, hash_size) (HI-R7); `InvalidArgument` if a number is not finite.
    ///
    /// A byte of a string counts as a signed number, times its place plus 119; without regard to case, A to Z count
    /// as a to z.
    pub fn generate_key(&self, source: Source<'_>, case_sensitive: bool) -> Result<usize, Error> {
        let total = match source {
            Source::Text(text) => text.bytes().zip(FIRST_FACTOR..).fold(0i64, |total, (byte, factor)| {
                let byte = if case_sensitive { byte } else { byte.to_ascii_lowercase() };
                total.wrapping_add(i64::from(byte as i8) * factor)
            }),
            Source::Integer(number) => number,
            Source::Pair(first, second) => first.wrapping_add(second),
            Source::Vector(numbers) => {
                if !numbers.iter().all(|number| number.is_finite()) {
                    return Err(Error::InvalidArgument);
                }
                numbers.iter().fold(0i64, |total, &number| total.wrapping_add(low_bits(number)))
            }
        };
        Ok((total & (self.hash_size as i64 - 1)) as usize)
    }

    // --- whole container

    /// Unlinks every index; the arrays stay (HI-R9).
    pub fn clear(&mut self) {
        self.head.fill(NIL);
        self.chain.fill(UNLINKED);
    }

    /// Unlinks every index and gives the arrays back; sizes are kept for the next time (HI-R10).
    pub fn free(&mut self) {
        self.head = vec![NIL];
        self.chain = vec![UNLINKED];
        self.lookup_mask = 0;
    }

    /// Becomes as new, with these sizes; keys generated before mean nothing any more (HI-R11); `InvalidArgument`.
    pub fn reset(&mut self, hash_size: usize, index_size: usize) -> Result<(), Error> {
        if !hash_size.is_power_of_two() || hash_size > 1 << 31 || index_size > self.index_limit {
            return Err(Error::InvalidArgument);
        }
        self.free();
        self.hash_size = hash_size;
        self.index_size = index_size;
        Ok(())
    }

    /// Makes room for `count` indices at least, a multiple of the granularity; it never shrinks (HI-R12); `Full`.
    pub fn resize(&mut self, count: usize) -> Result<(), Error> {
        if count > self.index_limit {
            return Err(Error::Full);
        }
        if count > self.index_size {
            self.index_size = count.div_ceil(self.granularity).saturating_mul(self.granularity).min(self.index_limit);
            if self.lookup_mask != 0 {
                self.chain.resize(self.index_size, UNLINKED);
            }
        }
        Ok(())
    }

    /// Chooses of what room is a multiple when it grows (HI-R13); `InvalidArgument` unless in [1, index_limit] (HI-D13).
    pub fn set_granularity(&mut self, granularity: usize) -> Result<(), Error> {
        if !(1..=self.index_limit).contains(&granularity) {
            return Err(Error::InvalidArgument);
        }
        self.granularity = granularity;
        Ok(())
    }

    /// Takes over these arrays and sizes, which are not checked; the limit stays.
    pub fn restore(&mut self, arrays: Arrays<'_>) {
        self.head = arrays.head.to_vec();
        self.chain = arrays.chain.to_vec();
        self.lookup_mask = arrays.lookup_mask;
        self.hash_size = arrays.hash_size;
        self.index_size = arrays.index_size;
        self.granularity = arrays.granularity;
    }

    // --- observers

    /// How evenly the buckets are filled, from 0 to 100 (HI-R18). O(buckets + linked indices).
    pub fn spread(&self) -> usize {
        let lengths: Vec<usize> = self.head.iter().map(|&start| self.walk(start).count()).collect();
        let total: usize = lengths.iter().sum();
        if total <= 1 {
            return 100;
        }
        let average = total / self.hash_size;
        let error: usize = lengths.iter().map(|length| length.abs_diff(average).saturating_sub(1)).sum();
        100usize.saturating_sub(error * 100 / total)
    }

    /// Indices are below it.
    pub fn index_limit(&self) -> usize {
        self.index_limit
    }

    /// The arrays as they are.
    pub fn arrays(&self) -> Arrays<'_> {
        Arrays {
            head: &self.head,
            chain: &self.chain,
            lookup_mask: self.lookup_mask,
            hash_size: self.hash_size,
            index_size: self.index_size,
            granularity: self.granularity,
        }
    }
}

/// The low 64 bits of a finite number truncated towards 0.
fn low_bits(number: f64) -> i64 {
    if number.abs() < (1u128 << 117) as f64 {
        number as i128 as i64
    } else {
        0 // a multiple of 2^64: of 53 bits, the lowest stands at 2^65 or above
    }
}
