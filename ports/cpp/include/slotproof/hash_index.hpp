// Hash index: places in an array of yours, found by key; two arrays of indices, and no values.
//
//      values of the caller   0:A  1:B  2:C  3:D         A, C and D hash to bucket 1, B to bucket 3; C was linked last
//
//      bucket    0   1   2   3            index    0   1   2   3
//              +---+---+---+---+                 +---+---+---+---+
//      head    | - | 2 | - | 1 |          chain  | 3 | - | 0 | - |        2 -> 0 -> 3, then the end
//              +---+---+---+---+                 +---+---+---+---+        - is NIL
//
// Until the first index is linked the arrays have one entry each and `lookup_mask` is 0: every lookup meets that entry,
// which says NIL or UNLINKED. Later `lookup_mask` is -1, which changes nothing.
//
// Growth is whole or not at all (growth.hpp).
//
// Claims HI-* in docs/users/containers/hash_index.md.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "error.hpp"
#include "growth.hpp"
#include "whole.hpp"

namespace slotproof {

struct HashIndexOptions {
    std::int64_t hash_size = 1024;    // the number of buckets, a power of two, at most 2**31
    std::int32_t index_size = 1024;   // indices to make room for, in [0, index_limit]
    std::int32_t granularity = 1024;  // of which room is a multiple when it grows, at least 1
    std::int32_t index_limit = std::numeric_limits<std::int32_t>::max();  // indices are below it, at least 1
};

class HashIndex {
public:
    using Link = std::int32_t;
    using Key = std::int64_t;

    static constexpr Link NIL = -1;       // the end of a chain
    static constexpr Link UNLINKED = -2;  // the link of an index that is in no chain

    // Throws std::invalid_argument.
    explicit HashIndex(const HashIndexOptions& options = {}) : index_limit_(options.index_limit) {
        require(options.index_limit >= 1, "an index limit is at least 1");
        require(options.granularity >= 1, "granularity is at least 1");
        granularity_ = options.granularity;
        require(reset(options.hash_size, options.index_size).ok(), "hash size is a power of two, index size in range");
    }

    HashIndex(const HashIndex&) = default;
    HashIndex(HashIndex&&) = default;
    HashIndex& operator=(const HashIndex& other) { return assign_whole(*this, other); }
    HashIndex& operator=(HashIndex&&) = default;

    // --- insert

    // Link the index as the first of the key's bucket (HI-R1). O(1), unless the arrays are made or grow.
    // Errors: out_of_range; exists if it is linked, in whatever bucket.
    Result<void> add(Key key, Link index) {
        if (index < 0 || index >= index_limit_) return Error::out_of_range;
        if (index < index_size_ && chain_[place(index)] != UNLINKED) return Error::exists;
        if (lookup_mask_ == 0)
            allocate(index + 1);
        else
            grow(index + 1);
        Link& head = head_[bucket(key)];  // of the arrays that are there now: before, the lookup mask hid it
        chain_[place(index)] = head;
        head = index;
        return {};
    }

    // Link an index that the caller inserts into his array: every linked one from there on becomes one greater (HI-R2).
    // O(hash_size + index_size).
    // Errors: out_of_range; full if the last index cannot become one greater.
    Result<void> insert_index(Key key, Link index) {
        if (index < 0 || index >= index_limit_) return Error::out_of_range;
        const Link last = last_linked();
        if (last >= index) {
            if (last + 1 >= index_limit_) return Error::full;
            grow(last + 2);
            renumber(index, 1);
            const auto first = chain_.begin();
            std::move_backward(first + index, first + last + 1, first + last + 2);
            chain_[place(index)] = UNLINKED;
        }
        return add(key, index);
    }

    // --- erase

    // Take the index out of the key's bucket; the others keep their order (HI-R3). O(newer indices of the bucket).
    // Errors: missing if it is not linked in that bucket.
    Result<void> remove(Key key, Link index) {
        Link* link = &head_[bucket(key)];
        while (*link >= 0 && *link != index) link = &chain_[place(*link)];
        if (*link < 0) return Error::missing;
        *link = chain_[place(index)];
        chain_[place(index)] = UNLINKED;
        return {};
    }

    // Unlink an index that the caller erases from his array: every linked one beyond becomes one less (HI-R4).
    // O(hash_size + index_size).
    // Errors: missing if it is not linked in the key's bucket.
    Result<void> remove_index(Key key, Link index) {
        const auto removed = remove(key, index);
        if (!removed.ok()) return removed;
        const Link last = last_linked();
        if (last > index) {
            renumber(index, -1);
            const auto first = chain_.begin();
            std::move(first + index + 1, first + last + 1, first + index);
            chain_[place(last)] = UNLINKED;
        }
        return {};
    }

    // --- get

    // The index linked last in the key's bucket, or NIL (HI-R5). 1 read.
    // Other keys share the bucket: whether the value at the index is the one wanted, the caller compares.
    [[nodiscard]] Link first(Key key) const { return head_[bucket(key)]; }

    // The next older index of the same bucket, or NIL (HI-R6). 1 read.
    // Errors: out_of_range if there is no room for it; missing if it is not linked.
    [[nodiscard]] Result<Link> next(Link index) const {
        if (index < 0 || index >= index_size_) return Error::out_of_range;
        const Link older = chain_[place(index)];
        if (older == UNLINKED) return Error::missing;
        return older;
    }

    // A key in [0, hash_size) of the bytes of a string, as signed numbers, each times its place plus 119; without
    // regard to case, A to Z count as a to z (HI-R7).
    [[nodiscard]] Link generate_key(std::string_view text, bool case_sensitive = true) const {
        std::uint64_t total = 0;
        std::uint64_t factor = 119;
        for (const char each : text) {
            auto character = static_cast<signed char>(each);
            if (!case_sensitive && character >= 'A' && character <= 'Z')
                character = static_cast<signed char>(character + ('a' - 'A'));
            total += static_cast<std::uint64_t>(character) * factor++;
        }
        return masked(total);
    }

    // A key in [0, hash_size) of integers: their sum (HI-R7).
    [[nodiscard]] Link generate_key(std::initializer_list<Key> numbers) const {
        std::uint64_t total = 0;
        for (const Key number : numbers) total += static_cast<std::uint64_t>(number);
        return masked(total);
    }

    // A key in [0, hash_size) of a vector: the sum of its parts, truncated towards 0 (HI-R7).
    // Errors: invalid_argument if one is not finite.
    [[nodiscard]] Result<Link> generate_key(double x, double y, double z) const {
        constexpr double span = 4294967296.0;  // the buckets are a power of two below it, so that more does not count
        std::uint64_t total = 0;
        for (const double part : {x, y, z}) {
            if (!std::isfinite(part)) return Error::invalid_argument;
            total += static_cast<std::uint64_t>(static_cast<std::int64_t>(std::fmod(std::trunc(part), span)));
        }
        return masked(total);
    }

    // --- iterate

    // Call `visit(index)` for the indices linked in the key's bucket, newest first (HI-R8). 1 read, and 1 each.
    template <class Visit>
    void each(Key key, Visit&& visit) const {
        for (Link index = first(key); index >= 0; index = chain_[place(index)]) visit(index);
    }

    // --- whole container

    // Unlink every index; the arrays stay (HI-R9).
    void clear() {
        std::ranges::fill(head_, NIL);
        std::ranges::fill(chain_, UNLINKED);
    }

    // Unlink every index and give the arrays back; sizes are kept for the next time (HI-R10).
    void free() {
        head_ = {NIL};
        chain_ = {UNLINKED};
        lookup_mask_ = 0;
    }

    // Become as new, with these sizes; keys generated before mean nothing any more (HI-R11).
    // Errors: invalid_argument unless the number of buckets is a power of two, at most 2**31 (HI-D14), and there is such room.
    Result<void> reset(std::int64_t hash_size, std::int64_t index_size) {
        constexpr std::int64_t most = std::int64_t{1} << 31;
        const bool power_of_two = hash_size > 0 && (hash_size & (hash_size - 1)) == 0;
        if (!power_of_two || hash_size > most) return Error::invalid_argument;
        if (index_size < 0 || index_size > index_limit_) return Error::invalid_argument;
        free();
        hash_size_ = hash_size;
        index_size_ = static_cast<Link>(index_size);
        hash_mask_ = hash_size_ - 1;
        return {};
    }

    // Make room for `count` indices at least, a multiple of the granularity; it never shrinks (HI-R12).
    // Errors: invalid_argument if it is negative; full if there are not that many indices.
    Result<void> resize(std::int64_t count) {
        if (count < 0) return Error::invalid_argument;
        if (count > index_limit_) return Error::full;
        grow(static_cast<Link>(count));
        return {};
    }

    // Choose of what room is a multiple when it grows (HI-R13).
    // Errors: invalid_argument unless it is in [1, index_limit] (HI-D13).
    Result<void> set_granularity(std::int64_t granularity) {
        if (granularity < 1 || granularity > index_limit_) return Error::invalid_argument;
        granularity_ = static_cast<Link>(granularity);
        return {};
    }

    // Have memory for `count` indices, at most the limit: linking those below does not throw.
    void make_way(Link count) {
        head_.reserve(static_cast<std::size_t>(hash_size_));
        const auto size = static_cast<std::size_t>(std::max(rounded(count), index_size_));
        if (size > chain_.size()) make_room(chain_, size - chain_.size());
    }

    // Exchange the states, sizes included (HI-R15). A hash index that was moved from may only be assigned to.
    void swap(HashIndex& other) noexcept { std::swap(*this, other); }

    // Call `field(name, value)` for all that changes, under the names of docs/users/containers/hash_index.md.
    template <class Field>
    void state(Field&& field) const {
        field("head", head_);
        field("chain", chain_);
        field("lookup_mask", lookup_mask_);
        field("hash_size", hash_size_);
        field("index_size", index_size_);
        field("granularity", granularity_);
    }

    // Take the state that `state` showed of such a container; `read(name, member)` reads each member.
    template <class Read>
    void restore(Read&& read) {
        read("head", head_);
        read("chain", chain_);
        read("lookup_mask", lookup_mask_);
        read("hash_size", hash_size_);
        read("index_size", index_size_);
        read("granularity", granularity_);
        hash_mask_ = hash_size_ - 1;
    }

    // --- observers

    // How evenly the buckets are filled, from 0 to 100; one off the average is even still (HI-R18).
    // O(hash_size + linked indices).
    [[nodiscard]] int spread() const {
        std::vector<std::int64_t> lengths;
        std::int64_t total = 0;
        for (Link index : head_) {
            std::int64_t length = 0;
            for (; index >= 0; index = chain_[place(index)]) ++length;
            lengths.push_back(length);
            total += length;
        }
        if (total <= 1) return 100;
        const std::int64_t average = total / hash_size_;
        std::int64_t error = 0;
        for (const std::int64_t length : lengths) error += std::max<std::int64_t>(0, std::abs(length - average) - 1);
        return static_cast<int>(std::max<std::int64_t>(0, 100 - error * 100 / total));
    }

    // Indices are below it.
    [[nodiscard]] Link index_limit() const { return index_limit_; }

private:
    // The bucket of a key, which may be negative: its low bits in two's complement (HI-D11).
    [[nodiscard]] std::size_t bucket(Key key) const {
        const auto mask = static_cast<std::uint64_t>(hash_mask_ & lookup_mask_);
        return static_cast<std::size_t>(static_cast<std::uint64_t>(key) & mask);
    }

    // Where the link of an index in [0, index_size) stands.
    [[nodiscard]] std::size_t place(Link index) const { return static_cast<std::size_t>(index & lookup_mask_); }

    [[nodiscard]] Link masked(std::uint64_t total) const {
        return static_cast<Link>(total & static_cast<std::uint64_t>(hash_mask_));
    }

    // Make the arrays, with room for `count` indices at least, not rounded.
    void allocate(Link count) {
        const Link size = std::max(count, index_size_);
        head_.reserve(static_cast<std::size_t>(hash_size_));
        chain_.reserve(static_cast<std::size_t>(size));
        head_.assign(static_cast<std::size_t>(hash_size_), NIL);
        chain_.assign(static_cast<std::size_t>(size), UNLINKED);
        index_size_ = size;
        lookup_mask_ = -1;
    }

    // The least multiple of the granularity that is `count` at least; rounding up does not exceed the limit (HI-D12).
    [[nodiscard]] Link rounded(Link count) const {
        const Link excess = count % granularity_;
        const std::int64_t size = excess == 0 ? count : std::int64_t{count} + granularity_ - excess;
        return static_cast<Link>(std::min<std::int64_t>(size, index_limit_));
    }

    // Make room for `count` indices, at most the limit.
    void grow(Link count) {
        if (count <= index_size_) return;
        const Link size = rounded(count);
        if (lookup_mask_ != 0) chain_.resize(static_cast<std::size_t>(size), UNLINKED);
        index_size_ = size;
    }

    // The greatest linked index, or NIL: a linked index stands in one entry of `head` or `chain`.
    [[nodiscard]] Link last_linked() const {
        return std::max({NIL, std::ranges::max(head_), chain_.empty() ? NIL : std::ranges::max(chain_)});
    }

    // Add `step` to every index from `low` on; NIL and UNLINKED are below every index.
    void renumber(Link low, Link step) {
        for (auto* links : {&head_, &chain_})
            for (Link& link : *links)
                if (link >= low) link += step;
    }

    std::vector<Link> head_;   // bucket -> the index linked last, or NIL
    std::vector<Link> chain_;  // index -> the next older one of its bucket, or NIL; UNLINKED if it is in none
    std::int64_t hash_size_ = 1;  // up to 2**31, which no link holds
    Link index_size_ = 0;  // indices there is room for; once the arrays are made, the length of `chain`
    Link granularity_ = 1;
    Link index_limit_;
    std::int64_t hash_mask_ = 0;  // hash_size - 1
    Link lookup_mask_ = 0;  // -1 if the arrays are made, 0 if they are not
};

}  // namespace slotproof
