//! A client's name for a value, and how it packs into one word.
//!
//! ```text
//!   63 62            48 47          32 31                           0
//! +---+---------------+--------------+-------------------------------+
//! | f |    type id    |  generation  |             slot              |
//! +---+---------------+--------------+-------------------------------+
//! ```

use crate::error::Error;

/// The slot, and the generation the slot had when the handle was issued.
///
/// The order of the fields is that of the packed words: free bit, type id, generation, slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle {
    /// False in every handle that is issued; the packed sparse array marks free slots by it.
    pub free: bool,
    /// Which container of several the handle is of.
    pub type_id: u32,
    /// How often the slot had changed hands.
    pub generation: u32,
    /// Index into the sparse array.
    pub slot: u32,
}

impl Handle {
    /// A handle of type 0.
    pub const fn new(slot: u32, generation: u32) -> Self {
        Handle { free: false, type_id: 0, generation, slot }
    }

    /// A handle of a type.
    pub const fn typed(slot: u32, generation: u32, type_id: u32) -> Self {
        Handle { free: false, type_id, generation, slot }
    }
}

/// The greatest number of `bits` bits, in [1, 32]: "no index", or a tombstone.
///
/// Fails with `InvalidArgument` for any other width.
pub(crate) fn greatest(bits: u32) -> Result<u32, Error> {
    if (1..=32).contains(&bits) {
        Ok(u32::MAX >> (32 - bits))
    } else {
        Err(Error::InvalidArgument)
    }
}

/// Where the fields of a handle lie in its word (HL-B1 ... HL-B7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    index_bits: u32,
    generation_bits: u32,
    type_bits: u32,
}

impl Layout {
    /// Widths in bits, each in [1, 32], 63 in all at most; else `InvalidArgument`.
    pub fn new(index_bits: u32, generation_bits: u32, type_bits: u32) -> Result<Self, Error> {
        for bits in [index_bits, generation_bits, type_bits] {
            greatest(bits)?;
        }
        if index_bits + generation_bits + type_bits > 63 {
            return Err(Error::InvalidArgument);
        }
        Ok(Layout { index_bits, generation_bits, type_bits })
    }

    /// The word of a handle (HL-R1); `OutOfRange` if a field does not fit its width.
    pub fn pack(&self, handle: Handle) -> Result<u64, Error> {
        let mut word = 0;
        let mut shift = 0;
        let fields = [
            (handle.slot, self.index_bits),
            (handle.generation, self.generation_bits),
            (handle.type_id, self.type_bits),
            (u32::from(handle.free), 1),
        ];
        for (field, bits) in fields {
            if field > greatest(bits)? {
                return Err(Error::OutOfRange);
            }
            word |= u64::from(field) << shift;
            shift += bits;
        }
        Ok(word)
    }

    /// The handle of a word (HL-R2); `OutOfRange` if the word is wider than the layout.
    pub fn unpack(&self, word: u64) -> Result<Handle, Error> {
        self.check(word)?;
        let field = |shift: u32, bits: u32| ((word >> shift) & ((1 << bits) - 1)) as u32;
        Ok(Handle {
            slot: field(0, self.index_bits),
            generation: field(self.index_bits, self.generation_bits),
            type_id: field(self.index_bits + self.generation_bits, self.type_bits),
            free: field(self.free_shift(), 1) == 1,
        })
    }

    /// The word with its generation one higher, or 0 after the last (HL-R3); `OutOfRange` as `unpack`.
    pub fn next_generation(&self, word: u64) -> Result<u64, Error> {
        self.check(word)?;
        let mask = ((1u64 << self.generation_bits) - 1) << self.index_bits;
        let following = word.wrapping_add(1 << self.index_bits);
        Ok((word & !mask) | (following & mask))
    }

    fn free_shift(&self) -> u32 {
        self.index_bits + self.generation_bits + self.type_bits
    }

    fn check(&self, word: u64) -> Result<(), Error> {
        if word >> self.free_shift() > 1 {
            return Err(Error::OutOfRange);
        }
        Ok(())
    }
}

impl Default for Layout {
    fn default() -> Self {
        Layout { index_bits: 32, generation_bits: 16, type_bits: 15 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_holds_the_fields_from_the_low_end() {
        let layout = Layout::new(4, 2, 1).unwrap();
        let handle = Handle { free: true, type_id: 0, generation: 2, slot: 5 };
        assert_eq!(layout.pack(handle), Ok(0b1010_0101));
        assert_eq!(layout.unpack(0b1010_0101), Ok(handle));
        assert_eq!(Layout::default().pack(Handle::typed(7, 3, 9)), Ok(7 | 3 << 32 | 9 << 48));
    }

    #[test]
    fn every_word_of_a_small_layout_comes_back() {
        let layout = Layout::new(3, 2, 1).unwrap();
        let words: Vec<u64> = (0..128).collect();
        let handles: Vec<Handle> = words.iter().map(|&word| layout.unpack(word).unwrap()).collect();
        assert!(handles.windows(2).all(|pair| pair[0] < pair[1]), "handles compare as their words do");
        assert_eq!(handles.iter().map(|&handle| layout.pack(handle).unwrap()).collect::<Vec<_>>(), words);
        assert_eq!(layout.unpack(128), Err(Error::OutOfRange));
    }

    #[test]
    fn the_generation_after_the_last_is_0_and_leaves_the_rest_alone() {
        let layout = Layout::new(3, 2, 1).unwrap();
        for word in 0..128 {
            let handle = layout.unpack(word).unwrap();
            let following = Handle { generation: (handle.generation + 1) % 4, ..handle };
            assert_eq!(layout.next_generation(word), layout.pack(following));
        }
        assert_eq!(Layout::default().next_generation(u64::MAX), Ok(!(0xFFFF << 32)));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let layout = Layout::new(3, 2, 1).unwrap();
        for handle in [Handle::new(8, 0), Handle::new(0, 4), Handle::typed(0, 0, 2)] {
            assert_eq!(layout.pack(handle), Err(Error::OutOfRange));
        }
        assert_eq!(Layout::new(0, 1, 1), Err(Error::InvalidArgument));
        assert_eq!(Layout::new(32, 16, 16), Err(Error::InvalidArgument));
    }
}
