// Bitmask: a fixed number of bits in layers of words; a bit of a layer tells whether a word of the one below is full.
//
// Ten positions in words of 3 bits, position 0 on the left; 0 to 5 and 7 are set:
//
//      layer 2   | 0 0 . |                                   one word alone; "." is padding, which is always 0
//      layer 1   | 1 1 0 | 0 . . |                           a bit for each word below: words 0 and 1 are full
//      layer 0   | 1 1 1 | 1 1 1 | 0 1 0 | 0 . . |           a bit for each position: the first clear one is 6
//
//      words     7 7 2 0   3 0   0        starts   0 4 6 7
//
// Claims BM-* in docs/users/containers/bitmask.md.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "error.hpp"
#include "whole.hpp"

namespace slotproof {

template <std::unsigned_integral Word = std::uint32_t>
class Bitmask {
public:
    static constexpr unsigned digits = std::numeric_limits<Word>::digits;

    // Takes how many positions there are, whether all are set, and how many bits of a word are used, in [2, digits].
    // Throws std::invalid_argument.
    explicit Bitmask(std::size_t capacity = 1024, bool filled = false, unsigned word_bits = digits)
        : limit_(capacity), word_bits_(word_bits) {
        require(word_bits >= 2 && word_bits <= digits, "words of one bit summarise nothing, wider ones do not fit");
        std::size_t items = capacity;  // bits in use in the layer: positions, or words of the layer below
        do {
            items = std::max<std::size_t>(1, items / word_bits + (items % word_bits != 0));
            starts_.push_back(starts_.back() + items);
        } while (items > 1);
        words_.resize(starts_.back());
        if (filled) assign(true);
    }

    Bitmask(const Bitmask&) = default;
    Bitmask(Bitmask&&) = default;
    Bitmask& operator=(const Bitmask& other) { return assign_whole(*this, other); }
    Bitmask& operator=(Bitmask&&) = default;

    // --- set and get

    // Set the position, or clear it (BM-R1). A word a layer, up to the first that is as full as before.
    // Errors: out_of_range.
    Result<void> set(std::size_t pos, bool value = true) {
        if (pos >= limit_) return Error::out_of_range;
        for (std::size_t layer = 0; layer < layers(); ++layer) {
            Word& word = words_[starts_[layer] + pos / word_bits_];
            const bool was_full = is_full(word, word_bits_);
            word = with_bit(word, static_cast<unsigned>(pos % word_bits_), value);
            value = is_full(word, word_bits_);
            if (value == was_full) break;
            pos /= word_bits_;
        }
        return {};
    }

    // True if the position is set (BM-R2).
    // Errors: out_of_range.
    [[nodiscard]] Result<bool> get(std::size_t pos) const {
        if (pos >= limit_) return Error::out_of_range;
        return get_bit(words_[pos / word_bits_], static_cast<unsigned>(pos % word_bits_));
    }

    // The lowest position that is not set, or the capacity if all are (BM-R3). One word a layer.
    [[nodiscard]] std::size_t find_first_clear() const {
        std::size_t pos = 0;
        for (std::size_t layer = layers(); layer-- > 0;) {
            const std::size_t place = starts_[layer] + pos;
            if (place >= starts_[layer + 1]) return limit_;
            pos = pos * word_bits_ + lowest_zero(words_[place], word_bits_);
        }
        return std::min(pos, limit_);
    }

    // The lowest position that is set, or the capacity if none is (BM-R4). O(words): the summaries are no help.
    [[nodiscard]] std::size_t find_first_set() const {
        for (std::size_t index = 0; index < starts_[1]; ++index)
            if (words_[index] != 0) return index * word_bits_ + lowest_one(words_[index], word_bits_);
        return limit_;
    }

    // --- iterate

    // Call `visit(pos)` for the positions that are set, ascending (BM-R5).
    template <class Visit>
    void each(Visit&& visit) const {
        for (std::size_t index = 0; index < starts_[1]; ++index)
            for (Word word = words_[index]; word != 0; word = static_cast<Word>(word & (word - 1)))
                visit(index * word_bits_ + lowest_one(word, word_bits_));
    }

    // --- whole container

    // Set every position, or clear it; padding stays clear (BM-R6).
    void assign(bool value) {
        std::size_t ones = value ? limit_ : 0;  // how many bits of the layer are set, from its first one on
        for (std::size_t layer = 0; layer < layers(); ++layer) {
            std::size_t left = ones;
            for (std::size_t place = starts_[layer]; place < starts_[layer + 1]; ++place) {
                const auto taken = static_cast<unsigned>(std::min<std::size_t>(left, word_bits_));
                words_[place] = full_word<Word>(taken);
                left -= taken;
            }
            ones /= word_bits_;
        }
    }

    // Exchange the states, capacity and width included (BM-R8). A mask that was moved from may only be assigned to.
    void swap(Bitmask& other) noexcept { std::swap(*this, other); }

    // Call `field(name, value)` for each array, under the names of docs/users/containers/bitmask.md.
    template <class Field>
    void state(Field&& field) const {
        field("words", words_);
        field("starts", starts_);
    }

    // Take the state that `state` showed of such a container; `read(name, member)` reads each member.
    template <class Read>
    void restore(Read&& read) {
        read("words", words_);
        read("starts", starts_);
    }

    // --- observers

    // How many positions are set (BM-R11). O(words).
    [[nodiscard]] std::size_t count() const {
        std::size_t ones = 0;
        for (std::size_t index = 0; index < starts_[1]; ++index)
            ones += static_cast<std::size_t>(std::popcount(words_[index]));
        return ones;
    }

    [[nodiscard]] std::size_t capacity() const { return limit_; }
    [[nodiscard]] std::size_t layers() const { return starts_.size() - 1; }

private:
    std::vector<Word> words_;               // starts[layer] + word -> the words of layer 0, then those of layer 1, ...
    std::vector<std::size_t> starts_ = {0};  // layer -> where it begins in `words`; one entry more is the end
    std::size_t limit_;                     // positions are below it
    unsigned word_bits_;
};

}  // namespace slotproof
