//! Functions of words of up to 64 bits, without a loop over the bits (BM-B1 ... BM-B13).
//!
//! A word of `width` bits stands in the low end of a `u64`, with zeros above it.

/// The word of `width` ones.
pub const fn full(width: u32) -> u64 {
    match width {
        0 => 0,
        _ => u64::MAX >> (64 - width),
    }
}

/// True if the word has no zero.
pub const fn is_full(word: u64, width: u32) -> bool {
    word == full(width)
}

/// How many ones the word has.
pub const fn population_count(word: u64) -> u32 {
    word.count_ones()
}

/// The word with a one wherever there is one at the same or a lower position.
pub const fn fold_left(word: u64, width: u32) -> u64 {
    // The lowest one and all above it: minus the lowest one in two's complement.
    let lowest = word & word.wrapping_neg();
    lowest.wrapping_neg() & full(width)
}

/// The lowest position of a one, or the width if there is none.
pub const fn lowest_one(word: u64, width: u32) -> u32 {
    if word == 0 {
        width
    } else {
        word.trailing_zeros()
    }
}

/// The lowest position of a zero, or the width if there is none.
pub const fn lowest_zero(word: u64, width: u32) -> u32 {
    lowest_one(!word & full(width), width)
}

/// True if the word has a one at `pos`.
pub const fn get_bit(word: u64, pos: u32) -> bool {
    word >> pos & 1 == 1
}

/// The word with a one at `pos`, or a zero.
pub const fn with_bit(word: u64, pos: u32, value: bool) -> u64 {
    word & !(1 << pos) | (value as u64) << pos
}
