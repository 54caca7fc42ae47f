// Dense set: distinct keys in an array without holes; the table is drawn in dense_table.hpp.
//
// Growth is whole or not at all (growth.hpp).
//
// Claims DS-* in docs/users/containers/dense_set.md.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include "dense_table.hpp"

namespace slotproof {

template <class Key, class Hash = std::hash<Key>, std::unsigned_integral Position = std::uint32_t>
class DenseSet : public DenseTable<Key, Hash, Position> {
    using Base = DenseTable<Key, Hash, Position>;

    static_assert(std::is_nothrow_move_constructible_v<Key>, "a move that fails would leave a gap");

public:
    // Throws std::invalid_argument.
    explicit DenseSet(const DenseTableOptions& options = {}, Hash hash = {}) : Base(options, std::move(hash)) {}

    // --- insert

    // Append the key unless it is there (DS-R1). O(1) expected and amortised.
    // Errors: full if positions or buckets are used up.
    Result<Inserted> insert(Key key) {
        if (const auto pos = this->find(key)) return Inserted{*pos, false};
        const auto way = this->make_way();
        if (!way.ok()) return way.error();
        return Inserted{this->append(std::move(key)), true};
    }

    // --- erase

    // Drop the key; the last one moves into the gap. False, and nothing changes, if it is not there (DS-R2).
    bool erase(const Key& key) {
        const auto pos = this->find(key);
        if (!pos) return false;
        this->remove_at(*pos);
        return true;
    }

    // Drop the key at a position; the position, where the next key to visit now stands (DS-R3).
    // Errors: out_of_range.
    Result<std::size_t> erase_at(std::size_t pos) {
        if (pos >= this->size()) return Error::out_of_range;
        this->remove_at(pos);
        return pos;
    }

    // Drop the keys at [first, last), the last one first; `first` (DS-R4).
    // Errors: out_of_range unless first <= last <= size().
    Result<std::size_t> erase_range(std::size_t first, std::size_t last) {
        if (first > last || last > this->size()) return Error::out_of_range;
        while (last > first) this->remove_at(--last);
        return first;
    }

    // --- whole container

    // Drop every key and all buckets but the least there may be; max_load stays (DS-R17).
    void clear() { this->clear_keys(); }

    // Exchange the states (DS-R19). A set that was moved from may only be assigned to.
    void swap(DenseSet& other) noexcept { std::swap(*this, other); }

    // True if both hold the same keys, in whatever order (DS-R20). O(size) expected.
    [[nodiscard]] bool equals(const DenseSet& other) const {
        return this->size() == other.size() &&
               std::ranges::all_of(this->keys(), [&](const Key& key) { return other.contains(key); });
    }

    // Call `field(name, value)` for all that changes, under the names of docs/users/containers/dense_set.md.
    template <class Field>
    void state(Field&& field) const {
        this->table_state(field);
    }

    // Take the state that `state` showed of such a container; `read(name, member)` reads each member.
    template <class Read>
    void restore(Read&& read) {
        this->table_restore(read);
    }
};

}  // namespace slotproof
