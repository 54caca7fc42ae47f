// Dense map: a hash map whose keys and values stand in arrays without holes; the table is drawn in dense_table.hpp.
//
//    dense   pos     the value of key[pos]
//
// Growth is whole or not at all (growth.hpp).
//
// Claims DM-* in docs/users/containers/dense_map.md.
#pragma once

#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "dense_table.hpp"
#include "whole.hpp"

namespace slotproof {

template <class Key, class T, class Hash = std::hash<Key>, std::unsigned_integral Position = std::uint32_t>
class DenseMap : public DenseTable<Key, Hash, Position> {
    using Base = DenseTable<Key, Hash, Position>;

    static_assert(
        std::is_nothrow_move_constructible_v<Key> && std::is_nothrow_move_constructible_v<T>,
        "a move that fails would leave a key without its value"
    );

public:
    // Throws std::invalid_argument.
    explicit DenseMap(const DenseTableOptions& options = {}, Hash hash = {}) : Base(options, std::move(hash)) {}

    DenseMap(const DenseMap&) = default;
    DenseMap(DenseMap&&) = default;
    DenseMap& operator=(const DenseMap& other) { return assign_whole(*this, other); }
    DenseMap& operator=(DenseMap&&) = default;

    // --- insert

    // Append key and value unless the key is there (DM-R1). O(1) expected and amortised.
    // Errors: full if positions or buckets are used up.
    Result<Inserted> insert(Key key, T value) {
        if (const auto pos = this->find(key)) return Inserted{*pos, false};
        make_room(dense_);
        const auto way = this->make_way();
        if (!way.ok()) return way.error();
        dense_.push_back(std::move(value));
        return Inserted{this->append(std::move(key)), true};
    }

    // Append key and value, or replace the value of a key that is there (DM-R2). Errors as `insert`.
    Result<Inserted> insert_or_assign(Key key, T value) {
        if (const auto pos = this->find(key)) {
            dense_[*pos] = std::move(value);
            return Inserted{*pos, false};
        }
        return insert(std::move(key), std::move(value));
    }

    // Insert what the factory returns, which is called only if the key is not there, before anything changes (DM-R3).
    // Errors as `insert`.
    template <class Factory>
    Result<Inserted> try_emplace(Key key, Factory&& factory) {
        if (const auto pos = this->find(key)) return Inserted{*pos, false};
        return insert(std::move(key), std::forward<Factory>(factory)());
    }

    // The value of the key, made by the factory and inserted if the key is not there (DM-R4). Errors as `insert`.
    template <class Factory>
    Result<T*> get_or_emplace(Key key, Factory&& factory) {
        const auto inserted = try_emplace(std::move(key), std::forward<Factory>(factory));
        if (!inserted.ok()) return inserted.error();
        return &dense_[inserted.value().pos];
    }

    // --- erase

    // Drop the key; the last one moves into the gap. False, and nothing changes, if it is not there (DM-R5).
    bool erase(const Key& key) {
        const auto pos = this->find(key);
        if (!pos) return false;
        remove(*pos);
        return true;
    }

    // Drop the key at a position; the position, where the next key to visit now stands (DM-R6).
    // Errors: out_of_range.
    Result<std::size_t> erase_at(std::size_t pos) {
        if (pos >= this->size()) return Error::out_of_range;
        remove(pos);
        return pos;
    }

    // Drop the keys at [first, last), the last one first; `first` (DM-R7).
    // Errors: out_of_range unless first <= last <= size().
    Result<std::size_t> erase_range(std::size_t first, std::size_t last) {
        if (first > last || last > this->size()) return Error::out_of_range;
        while (last > first) remove(--last);
        return first;
    }

    // --- get

    // The value of a key that is there (DM-R27).
    // Errors: missing.
    [[nodiscard]] Result<const T*> get(const Key& key) const {
        if (const auto pos = this->find(key)) return &dense_[*pos];
        return Error::missing;
    }

    // The value of a key that is there, to be changed where it is. Errors as `get`.
    [[nodiscard]] Result<T*> edit(const Key& key) {
        if (const auto pos = this->find(key)) return &dense_[*pos];
        return Error::missing;
    }

    // Replace the value of a key that is there (DM-R28). Errors as `get`.
    Result<void> assign(const Key& key, T value) {
        const auto place = edit(key);
        if (!place.ok()) return place.error();
        *place.value() = std::move(value);
        return {};
    }

    // The value at a position (DM-R29).
    // Errors: out_of_range.
    [[nodiscard]] Result<const T*> value_at(std::size_t pos) const {
        if (pos >= dense_.size()) return Error::out_of_range;
        return &dense_[pos];
    }

    // --- iterate

    // The values in dense order (DM-R30); `keys()` are at the same positions.
    [[nodiscard]] std::span<const T> values() const { return dense_; }
    [[nodiscard]] std::span<T> values() { return dense_; }

    // Call `visit(key, value)` in dense order (DM-R31).
    template <class Visit>
    void each(Visit&& visit) const {
        for (std::size_t pos = 0; pos < dense_.size(); ++pos) visit(this->keys()[pos], dense_[pos]);
    }

    // --- whole container

    // Drop every key and all buckets but the least there may be; max_load stays (DM-R20).
    void clear() {
        this->clear_keys();
        dense_.clear();
    }

    // Exchange the states (DM-R22). A map that was moved from may only be assigned to.
    void swap(DenseMap& other) noexcept { std::swap(*this, other); }

    // True if both hold the same keys with equal values, in whatever order (DM-R23). O(size) expected.
    [[nodiscard]] bool equals(const DenseMap& other) const {
        if (this->size() != other.size()) return false;
        for (std::size_t pos = 0; pos < dense_.size(); ++pos) {
            const auto found = other.get(this->keys()[pos]);
            if (!found.ok() || !(*found.value() == dense_[pos])) return false;
        }
        return true;
    }

    // Call `field(name, value)` for all that changes, under the names of docs/users/containers/dense_map.md.
    template <class Field>
    void state(Field&& field) const {
        this->table_state(field);
        field("dense", dense_);
    }

    // Take the state that `state` showed of such a container; `read(name, member)` reads each member.
    template <class Read>
    void restore(Read&& read) {
        this->table_restore(read);
        read("dense", dense_);
    }

private:
    // Unlink the key at a position; the last one, and its value, move there.
    void remove(std::size_t pos) {
        this->remove_at(pos);
        if (pos != dense_.size() - 1) dense_[pos] = std::move(dense_.back());
        dense_.pop_back();
    }

    std::vector<T> dense_;  // pos -> value
};

}  // namespace slotproof
