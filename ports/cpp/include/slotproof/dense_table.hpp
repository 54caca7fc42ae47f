// A hash table without holes: what the dense map and the dense set share.
//
//      bucket    0   1              pos      0   1   2
//              +---+---+                   +---+---+---+
//      head    | 2 | 1 |           key     | C | B | D |    no holes: iteration is a loop over an array
//              +---+---+                   +---+---+---+
//                                  chain   |nil|nil| 0 |    bucket 0: 2 -> 0, bucket 1: 1
//                                          +---+---+---+
//
// The bucket of a key is its hash modulo the number of buckets, a power of two: the low bits of the hash.
//
// Claims DM-* in docs/users/containers/dense_map.md, DS-* in docs/users/containers/dense_set.md.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "error.hpp"
#include "growth.hpp"
#include "whole.hpp"

namespace slotproof {

struct DenseTableOptions {
    std::size_t min_buckets = 8;  // a power of two
    float max_load = 0.875F;      // keys per bucket above which the table grows
    unsigned index_bits = 32;     // the width of a position, at most that of the index type
};

// What an insertion answers: where the key stands, and whether it is new.
struct Inserted {
    std::size_t pos;
    bool is_new;
};

// A key equals itself; floating point is refused for its not-a-number (DM-D8).
template <class Key, class Hash = std::hash<Key>, std::unsigned_integral Position = std::uint32_t>
class DenseTable {
    static_assert(!std::is_floating_point_v<Key>, "not-a-number is not equal to itself");

public:
    DenseTable(const DenseTable&) = default;
    DenseTable(DenseTable&&) = default;
    DenseTable& operator=(const DenseTable& other) { return assign_whole(*this, other); }
    DenseTable& operator=(DenseTable&&) = default;

    // --- find

    // The position of the key, in [0, size()); an erase may change it (DM-R8, DS-R5). O(1) expected.
    [[nodiscard]] std::optional<std::size_t> find(const Key& key) const {
        Position pos = head_[bucket(key)];
        while (pos != nil_ && !(key_[pos] == key)) pos = chain_[pos];
        if (pos == nil_) return std::nullopt;
        return pos;
    }

    // True if the key is there (DM-R9, DS-R6).
    [[nodiscard]] bool contains(const Key& key) const { return find(key).has_value(); }

    // The key at a position (DM-R10, DS-R7).
    // Errors: out_of_range.
    [[nodiscard]] Result<const Key*> key_at(std::size_t pos) const {
        if (pos >= key_.size()) return Error::out_of_range;
        return &key_[pos];
    }

    // --- iterate

    // The keys in dense order: that of insertion, until the first erase (DM-R11, DS-R8).
    [[nodiscard]] std::span<const Key> keys() const { return key_; }

    // --- buckets

    // The bucket, in [0, bucket_count()), in which the key is or would be (DM-R12, DS-R9).
    [[nodiscard]] std::size_t bucket(const Key& key) const { return hash_(key) & (head_.size() - 1); }

    // How many buckets there are: a power of two (DM-R13, DS-R10).
    [[nodiscard]] std::size_t bucket_count() const { return head_.size(); }

    // How many keys a bucket has (DM-R14, DS-R11).
    // Errors: out_of_range.
    [[nodiscard]] Result<std::size_t> bucket_size(std::size_t bucket) const {
        if (bucket >= head_.size()) return Error::out_of_range;
        std::size_t count = 0;
        for (Position pos = head_[bucket]; pos != nil_; pos = chain_[pos]) ++count;
        return count;
    }

    // The keys of a bucket, the one linked last first (DM-R15, DS-R12).
    // Errors: out_of_range.
    [[nodiscard]] Result<std::vector<Key>> bucket_keys(std::size_t bucket) const {
        if (bucket >= head_.size()) return Error::out_of_range;
        std::vector<Key> keys;
        for (Position pos = head_[bucket]; pos != nil_; pos = chain_[pos]) keys.push_back(key_[pos]);
        return keys;
    }

    // How many keys a bucket may have on average (DM-R16, DS-R13).
    [[nodiscard]] float max_load() const { return max_load_; }

    // Change how many keys a bucket may have on average, and take the fewest buckets that allows (DM-R17, DS-R14).
    // Errors: invalid_argument unless it is a positive number; full if that needs more buckets than there may be.
    Result<void> set_max_load(float max_load) {
        if (!is_load(max_load)) return Error::invalid_argument;
        const auto buckets = least_buckets(key_.size(), 0, max_load);
        if (!buckets.ok()) return buckets.error();
        resize(buckets.value());
        max_load_ = max_load;
        return {};
    }

    // Take the fewest buckets, `count` at least, that the keys allow: the table may shrink (DM-R18, DS-R15).
    // Errors: full.
    Result<void> rehash(std::size_t count) {
        const auto buckets = least_buckets(key_.size(), count, max_load_);
        if (!buckets.ok()) return buckets.error();
        resize(buckets.value());
        return {};
    }

    // Take the fewest buckets that `count` keys allow, and those that are there: the table may shrink (DM-R19, DS-R16).
    // Errors: full.
    Result<void> reserve(std::size_t count) {
        const auto buckets = least_buckets(std::max(count, key_.size()), 0, max_load_);
        if (!buckets.ok()) return buckets.error();
        resize(buckets.value());
        return {};
    }

    // --- observers

    [[nodiscard]] std::size_t size() const { return key_.size(); }

protected:
    explicit DenseTable(const DenseTableOptions& options, Hash hash)
        : hash_(std::move(hash)), min_buckets_(options.min_buckets), max_load_(options.max_load) {
        constexpr unsigned digits = std::numeric_limits<Position>::digits;
        require(options.index_bits >= 1 && options.index_bits <= digits, "index_bits is too wide, or 0");
        nil_ = static_cast<Position>(static_cast<Position>(~Position{0}) >> (digits - options.index_bits));
        require(std::has_single_bit(min_buckets_) && min_buckets_ - 1 <= nil_, "min_buckets is a power of two");
        require(is_load(max_load_), "max_load is a positive number");
        head_.assign(min_buckets_, nil_);
    }

    // Have room for one more key, and the buckets it needs, before it comes (DM-D4).
    // Errors: full.
    Result<void> make_way() {
        if (key_.size() == nil_) return Error::full;
        make_room(key_);
        make_room(chain_);
        if (fits(key_.size() + 1, head_.size(), max_load_)) return {};
        const auto buckets = least_buckets(key_.size() + 1, 2 * head_.size(), max_load_);
        if (!buckets.ok()) return buckets.error();
        resize(buckets.value());
        return {};
    }

    // Put a key that is not there last, way being made; its position.
    std::size_t append(Key key) {
        key_.push_back(std::move(key));
        chain_.push_back(nil_);
        link(key_.size() - 1);
        return key_.size() - 1;
    }

    // Unlink the key at a position and move the last one there.
    void remove_at(std::size_t pos) {
        link_to(pos) = chain_[pos];
        const std::size_t last = key_.size() - 1;
        if (pos != last) {
            link_to(last) = static_cast<Position>(pos);  // through the last key's hash, before it moves
            key_[pos] = std::move(key_[last]);
            chain_[pos] = chain_[last];
        }
        key_.pop_back();
        chain_.pop_back();
    }

    // Drop every key and all buckets but the least there may be.
    void clear_keys() {
        key_.clear();
        chain_.clear();
        head_.assign(min_buckets_, nil_);
    }

    // Call `field(name, value)` for all but the values.
    template <class Field>
    void table_state(Field&& field) const {
        field("head", head_);
        field("chain", chain_);
        field("key", key_);
    }

    // Take the arrays that `table_state` showed; `read(name, member)` reads each.
    template <class Read>
    void table_restore(Read&& read) {
        read("head", head_);
        read("chain", chain_);
        read("key", key_);
    }

private:
    [[nodiscard]] static bool is_load(float load) { return load > 0 && std::isfinite(load); }

    // True if so many buckets bear so many keys. Exact (DM-D2): a load has 24 bits, buckets are a power of two.
    [[nodiscard]] static bool fits(std::size_t keys, std::size_t buckets, float load) {
        return static_cast<double>(keys) <= static_cast<double>(load) * static_cast<double>(buckets);
    }

    // The smallest power of two of buckets, at least so many, that bears so many keys.
    // Errors: full if there may not be that many.
    [[nodiscard]] Result<std::size_t> least_buckets(std::size_t keys, std::size_t at_least, float load) const {
        std::size_t buckets = min_buckets_;
        while (buckets < at_least || !fits(keys, buckets, load)) {
            if (buckets > nil_ / 2 + nil_ % 2 || 2 * buckets == 0) return Error::full;  // more than nil + 1
            buckets *= 2;
        }
        return buckets;
    }

    // Link every key anew, in dense order, unless there are that many buckets already.
    void resize(std::size_t buckets) {
        if (buckets == head_.size()) return;
        head_ = std::vector<Position>(buckets, nil_);
        for (std::size_t pos = 0; pos < key_.size(); ++pos) link(pos);
    }

    // Make the key at a position the first of its bucket.
    void link(std::size_t pos) { chain_[pos] = std::exchange(head_[bucket(key_[pos])], static_cast<Position>(pos)); }

    // The head or the link that leads to a position.
    [[nodiscard]] Position& link_to(std::size_t pos) {
        Position* link = &head_[bucket(key_[pos])];
        while (*link != pos) link = &chain_[*link];
        return *link;
    }

    std::vector<Position> head_;   // bucket -> the position of the key linked last, or nil
    std::vector<Position> chain_;  // pos -> the next position in the same bucket, linked earlier, or nil
    std::vector<Key> key_;         // pos -> key, no holes
    [[no_unique_address]] Hash hash_;
    std::size_t min_buckets_;
    float max_load_;
    Position nil_;  // "no position": the largest index, which is no position
};

}  // namespace slotproof
