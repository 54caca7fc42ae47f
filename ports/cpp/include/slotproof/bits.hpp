// Functions of machine words of which only the `width` lowest bits are used, width in [1, digits of the word].
//
// The answers are those of docs/users/containers/bitmask.md (BM-B1 ... BM-B13); one instruction does where the original adds fields.
#pragma once

#include <bit>
#include <concepts>
#include <limits>

namespace slotproof {

// The word of ones.
template <std::unsigned_integral Word>
[[nodiscard]] constexpr Word full_word(unsigned width) {
    constexpr unsigned digits = std::numeric_limits<Word>::digits;
    return width == 0 ? Word{0} : static_cast<Word>(static_cast<Word>(~Word{0}) >> (digits - width));
}

// True if the word has no zero; the bits above the width do not count (BM-D2).
template <std::unsigned_integral Word>
[[nodiscard]] constexpr bool is_full(Word word, unsigned width) {
    return word == full_word<Word>(width);
}

// The lowest position of a zero, or the width if there is none.
template <std::unsigned_integral Word>
[[nodiscard]] constexpr unsigned lowest_zero(Word word, unsigned width) {
    const auto found = static_cast<unsigned>(std::countr_one(word));
    return found < width ? found : width;
}

// The lowest position of a one, or the width if there is none.
template <std::unsigned_integral Word>
[[nodiscard]] constexpr unsigned lowest_one(Word word, unsigned width) {
    const auto found = static_cast<unsigned>(std::countr_zero(word));
    return found < width ? found : width;
}

// True if the word has a one at the position.
template <std::unsigned_integral Word>
[[nodiscard]] constexpr bool get_bit(Word word, unsigned pos) {
    return (word >> pos & 1U) != 0;
}

// The word with a one at the position, or a zero.
template <std::unsigned_integral Word>
[[nodiscard]] constexpr Word with_bit(Word word, unsigned pos, bool value) {
    const auto bit = static_cast<Word>(Word{1} << pos);
    return static_cast<Word>(value ? word | bit : word & static_cast<Word>(~bit));
}

}  // namespace slotproof
