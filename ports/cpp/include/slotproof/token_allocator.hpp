// Token allocator: small numbers, each in use by one holder at most; the lowest free one is handed out next.
//
// Five tokens, words of 4 bits, token 0 on the left; in use are 0, 1, 2 and 3:
//
//      layer 1   | 1 0 . . |               the lowest zero leads to word 1
//      layer 0   | 1 1 1 1 | 0 . . . |     the lowest zero of word 1 is token 4, the next one to be acquired
//
// Claims TA-* in docs/users/containers/token_allocator.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bitmask.hpp"
#include "error.hpp"

namespace slotproof {

template <std::unsigned_integral Word = std::uint32_t>
class TokenAllocator {
public:
    // Takes how many tokens there are, and how many bits of a word are used.
    // Throws std::invalid_argument.
    explicit TokenAllocator(std::size_t capacity = 1024, unsigned word_bits = Bitmask<Word>::digits)
        : mask_(capacity, false, word_bits) {}

    // --- acquire and release

    // Take the lowest free token (TA-R1). One word a layer.
    // Errors: full.
    Result<std::size_t> acquire() {
        const std::size_t token = mask_.find_first_clear();
        if (!mask_.set(token).ok()) return Error::full;  // the capacity, which is no position
        return token;
    }

    // Give a token back (TA-R2).
    // Errors: missing if it is not in use; out_of_range.
    Result<void> release(std::size_t token) {
        const auto used = mask_.get(token);
        if (!used.ok()) return used.error();
        if (!used.value()) return Error::missing;
        return mask_.set(token, false);
    }

    // True if the token was acquired and not released since (TA-R3).
    // Errors: out_of_range.
    [[nodiscard]] Result<bool> is_used(std::size_t token) const { return mask_.get(token); }

    // --- iterate

    // Call `visit(token)` for the tokens in use, ascending (TA-R4).
    template <class Visit>
    void each(Visit&& visit) const {
        mask_.each(std::forward<Visit>(visit));
    }

    // --- bulk

    // Take the `count` lowest free tokens, all or none; ascending (TA-R5).
    // Errors: full.
    Result<std::vector<std::size_t>> acquire_many(std::size_t count) {
        if (count > room()) return Error::full;
        std::vector<std::size_t> tokens(count);
        for (std::size_t& token : tokens) token = acquire().value();
        return tokens;
    }

    // --- whole container

    // Release every token (TA-R6).
    void clear() { mask_.assign(false); }

    // Exchange the states, capacity and width included (TA-R8).
    void swap(TokenAllocator& other) noexcept { mask_.swap(other.mask_); }

    // Call `field("mask", mask)`, under the name of docs/users/containers/token_allocator.md.
    template <class Field>
    void state(Field&& field) const {
        field("mask", mask_);
    }

    // Take the state that `state` showed of such a container; `read(name, member)` reads each member.
    template <class Read>
    void restore(Read&& read) {
        read("mask", mask_);
    }

    // --- observers

    [[nodiscard]] std::size_t size() const { return mask_.count(); }
    [[nodiscard]] std::size_t capacity() const { return mask_.capacity(); }
    [[nodiscard]] std::size_t room() const { return capacity() - size(); }

private:
    Bitmask<Word> mask_;  // token -> whether it is in use
};

}  // namespace slotproof
