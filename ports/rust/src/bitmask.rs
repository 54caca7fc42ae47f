//! A bitmask in layers of words: each bit of a layer tells whether a word of the layer below is full.
//!
//! ```text
//! layer 2   | 0 0 . |                            one word alone; "." is padding, which is always 0
//!             |
//! layer 1   | 1 1 0 | 0 . . |                    a bit for each word below: words 0 and 1 are full
//!                 \______
//! layer 0   | 1 1 1 | 1 1 1 | 0 1 0 | 0 . . |    a bit for each position: the first clear one is 6
//!
//! words     7 7 2 0   3 0   0        starts   0 4 6 7
//! ```
//!
//! Normative: docs/users/containers/bitmask.md, claims BM-I1 ..., BM-R1 ...

use crate::bits::{full, get_bit, is_full, lowest_one, lowest_zero, population_count, with_bit};
use crate::error::Error;

/// The arrays and numbers of a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrays<'a> {
    /// The words of layer 0, then those of layer 1, ..., at last one word alone.
    pub words: &'a [u64],
    /// Layer -> where it begins in `words`; one entry more is the end.
    pub starts: &'a [usize],
    /// Positions are below it.
    pub limit: usize,
    /// Width of a word.
    pub word_bits: u32,
}

/// A fixed number of bits, the first clear one found with one read a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bitmask {
    words: Vec<u64>,
    starts: Vec<usize>,
    limit: usize,
    word_bits: u32,
}

impl Bitmask {
    /// A mask with all positions clear; `InvalidArgument` unless words are 2 to 64 bits wide.
    pub fn new(capacity: usize, word_bits: u32) -> Result<Self, Error> {
        if !(2..=64).contains(&word_bits) {
            return Err(Error::InvalidArgument);
        }
        let starts = layout(capacity, word_bits as usize);
        let words = vec![0; starts[starts.len() - 1]];
        Ok(Bitmask { words, starts, limit: capacity, word_bits })
    }

    // --- set and get

    /// Sets the position, or clears it (BM-R1); `OutOfRange`. 2 reads and 1 write a layer.
    pub fn set(&mut self, pos: usize, mut value: bool) -> Result<(), Error> {
        if pos >= self.limit {
            return Err(Error::OutOfRange);
        }
        let mut index = pos;
        for layer in 0..self.layers() {
            let (above, bit) = self.split(index);
            let word = &mut self.words[self.starts[layer] + above];
            *word = with_bit(*word, bit, value);
            value = is_full(*word, self.word_bits);
            index = above;
        }
        Ok(())
    }

    /// True if the position is set (BM-R2); `OutOfRange`. 1 read.
    pub fn get(&self, pos: usize) -> Result<bool, Error> {
        if pos >= self.limit {
            return Err(Error::OutOfRange);
        }
        let (word, bit) = self.split(pos);
        Ok(get_bit(self.words[word], bit))
    }

    /// The lowest position that is not set, or the capacity if all are (BM-R3). 1 word a layer.
    pub fn find_first_clear(&self) -> usize {
        let mut pos = 0;
        for layer in (0..self.layers()).rev() {
            let place = self.starts[layer] + pos;
            if place >= self.starts[layer + 1] {
                return self.limit;
            }
            pos = pos * self.width() + lowest_zero(self.words[place], self.word_bits) as usize;
        }
        pos // the first bit of the padding, which is the capacity, if every position is set and the last word is not full
    }

    /// The lowest position that is set, or the capacity if none is (BM-R4). O(words).
    pub fn find_first_set(&self) -> usize {
        self.positions().next().unwrap_or(self.limit)
    }

    // --- iterate

    /// The positions that are set, ascending (BM-R5). 1 read a word.
    pub fn positions(&self) -> impl Iterator<Item = usize> + '_ {
        self.bottom().iter().enumerate().flat_map(move |(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = lowest_one(rest, self.word_bits);
                rest &= rest - 1; // the lowest one becomes a zero
                Some(index * self.width() + bit as usize)
            })
        })
    }

    // --- whole container

    /// Sets every position, or clears it; padding stays clear (BM-R6). 1 write a word.
    pub fn assign(&mut self, value: bool) {
        let width = self.width();
        let mut ones = if value { self.limit } else { 0 };
        for layer in 0..self.layers() {
            for (index, word) in self.words[self.starts[layer]..self.starts[layer + 1]].iter_mut().enumerate() {
                *word = full(ones.saturating_sub(index * width).min(width) as u32);
            }
            ones /= width;
        }
    }

    /// Becomes the mask with these arrays; they are not checked.
    pub fn restore(&mut self, arrays: Arrays<'_>) {
        let Arrays { words, starts, limit, word_bits } = arrays;
        *self = Bitmask { words: words.to_vec(), starts: starts.to_vec(), limit, word_bits };
    }

    // --- observers

    /// How many positions are set (BM-R11). 1 read a word.
    pub fn count(&self) -> usize {
        self.bottom().iter().map(|&word| population_count(word) as usize).sum()
    }

    /// How many positions there are.
    pub fn capacity(&self) -> usize {
        self.limit
    }

    /// How many layers there are, which is how many words `find_first_clear` reads at most (BM-R13).
    pub fn layers(&self) -> usize {
        self.starts.len() - 1
    }

    /// The arrays as they are.
    pub fn arrays(&self) -> Arrays<'_> {
        Arrays { words: &self.words, starts: &self.starts, limit: self.limit, word_bits: self.word_bits }
    }

    fn width(&self) -> usize {
        self.word_bits as usize
    }

    /// The word of an item of a layer, and its bit in there.
    fn split(&self, index: usize) -> (usize, u32) {
        (index / self.width(), (index % self.width()) as u32)
    }

    /// The words of layer 0.
    fn bottom(&self) -> &[u64] {
        &self.words[..self.starts[1]]
    }
}

/// Where each layer starts, up to the first that has one word, and where that ends.
fn layout(capacity: usize, word_bits: usize) -> Vec<usize> {
    let mut starts = vec![0];
    let mut items = capacity; // bits in use in the layer: positions, or words of the layer below
    let mut end = 0;
    while starts.len() == 1 || items > 1 {
        items = items.div_ceil(word_bits).max(1);
        end += items;
        starts.push(end);
    }
    starts
}
