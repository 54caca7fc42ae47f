//! A token allocator: bit n of a bitmask is set while token n is in use; the lowest free one is handed out next.
//!
//! Normative: docs/users/containers/token_allocator.md, claims TA-R1 ...

use crate::bitmask::Bitmask;
use crate::error::Error;

/// Small numbers, each in use by one holder at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenAllocator {
    mask: Bitmask,
}

impl TokenAllocator {
    /// An allocator with all tokens free; `InvalidArgument` unless words are 2 to 64 bits wide.
    pub fn new(capacity: usize, word_bits: u32) -> Result<Self, Error> {
        Ok(TokenAllocator { mask: Bitmask::new(capacity, word_bits)? })
    }

    /// Takes the lowest free token (TA-R1); `Full` if every token is in use. 2 reads and 1 write a layer.
    pub fn acquire(&mut self) -> Result<usize, Error> {
        let token = self.mask.find_first_clear();
        if token == self.capacity() {
            return Err(Error::Full);
        }
        self.mask.set(token, true)?;
        Ok(token)
    }

    /// Gives a token back (TA-R2); `Missing` if it is not in use, `OutOfRange`. 1 read and 1 write a layer.
    pub fn release(&mut self, token: usize) -> Result<(), Error> {
        if !self.mask.get(token)? {
            return Err(Error::Missing);
        }
        self.mask.set(token, false)
    }

    /// True if the token is in use (TA-R3); `OutOfRange`. 1 read.
    pub fn is_used(&self, token: usize) -> Result<bool, Error> {
        self.mask.get(token)
    }

    /// The tokens in use, ascending (TA-R4).
    pub fn tokens(&self) -> impl Iterator<Item = usize> + '_ {
        self.mask.positions()
    }

    /// Takes the `count` lowest free tokens, all or none (TA-R5); `Full` if there are not so many.
    pub fn acquire_many(&mut self, count: usize) -> Result<Vec<usize>, Error> {
        if count > self.room() {
            return Err(Error::Full);
        }
        (0..count).map(|_| self.acquire()).collect()
    }

    /// Releases every token (TA-R6).
    pub fn clear(&mut self) {
        self.mask.assign(false);
    }

    /// Becomes the allocator of this mask.
    pub fn restore(&mut self, mask: Bitmask) {
        self.mask = mask;
    }

    /// How many tokens are in use.
    pub fn len(&self) -> usize {
        self.mask.count()
    }

    /// True if no token is in use.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many tokens there are.
    pub fn capacity(&self) -> usize {
        self.mask.capacity()
    }

    /// How many more tokens can be acquired.
    pub fn room(&self) -> usize {
        self.capacity() - self.len()
    }

    /// The mask below, as it is.
    pub fn mask(&self) -> &Bitmask {
        &self.mask
    }
}
