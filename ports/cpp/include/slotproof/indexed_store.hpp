// Indexed store: names and values at the same positions, in the caller's order, and a hash index from names to them.
//
//      pos         0       1       2                   bucket    0   1
//              +-------+-------+-------+                       +---+---+
//      names   | "elf" | "imp" | "orc" |        index  head    | 2 | 1 |
//              +-------+-------+-------+                       +---+---+---+
//      dense   |   A   |   B   |   C   |               chain   | - | 0 | - |        - is NIL
//              +-------+-------+-------+                       +---+---+---+
//
// Keys never tell upper from lower case; whether names do is decided when they are compared.
//
// Growth is whole or not at all (growth.hpp).
//
// Claims IX-* in docs/users/containers/indexed_store.md.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "growth.hpp"
#include "hash_index.hpp"
#include "whole.hpp"

namespace slotproof {

struct IndexedStoreOptions : HashIndexOptions {
    bool fold_case = false;  // names that differ only in the case of A to Z are the same
};

template <class T>
class IndexedStore {
public:
    using Link = HashIndex::Link;

    // There are no more values than `index_limit`. Throws std::invalid_argument.
    explicit IndexedStore(const IndexedStoreOptions& options = {}) : index_(options), fold_case_(options.fold_case) {}

    IndexedStore(const IndexedStore&) = default;
    IndexedStore(IndexedStore&&) = default;
    IndexedStore& operator=(const IndexedStore& other) { return assign_whole(*this, other); }
    IndexedStore& operator=(IndexedStore&&) = default;

    // --- insert

    // Append the value under the name; its position (IX-R1). O(1), and a comparison for each name in the bucket.
    // Errors: exists if there is a value of that name; full.
    Result<std::size_t> insert(std::string name, T value) {
        const std::size_t pos = names_.size();
        const auto inserted = insert_at(pos, std::move(name), std::move(value));
        if (!inserted.ok()) return inserted.error();
        return pos;
    }

    // Insert the value before what stands at the position now, or last (IX-R2). O(hash_size + index_size).
    // Errors: exists; full; out_of_range if the position is beyond size().
    Result<void> insert_at(std::size_t pos, std::string name, T value) {
        if (contains(name)) return Error::exists;
        if (names_.size() == static_cast<std::size_t>(index_.index_limit())) return Error::full;
        if (pos > names_.size()) return Error::out_of_range;
        make_room(names_);
        make_room(dense_);
        const auto offset = static_cast<std::ptrdiff_t>(pos);
        const auto index = static_cast<Link>(pos);
        const auto linked = pos == names_.size() ? index_.add(key(name), index) : index_.insert_index(key(name), index);
        if (!linked.ok()) return linked;
        names_.insert(names_.begin() + offset, std::move(name));
        dense_.insert(dense_.begin() + offset, std::move(value));
        return {};
    }

    // --- erase

    // Drop the value of that name and close the gap, order kept; false, and nothing changes, if there is none (IX-R3).
    // O(hash_size + index_size).
    bool erase(std::string_view name) {
        const Link pos = find(name);
        if (pos == HashIndex::NIL || !index_.remove_index(key(name), pos).ok()) return false;
        names_.erase(names_.begin() + pos);
        dense_.erase(dense_.begin() + pos);
        return true;
    }

    // --- get

    // The value of that name (IX-R4). O(1), and a comparison for each name met in the bucket.
    // Errors: missing.
    [[nodiscard]] Result<const T*> get(std::string_view name) const {
        const auto pos = pos_of(name);
        if (!pos.ok()) return pos.error();
        return &dense_[pos.value()];
    }

    // Replace the value of that name (IX-R5). Errors as `get`.
    Result<void> assign(std::string_view name, T value) {
        const auto pos = pos_of(name);
        if (!pos.ok()) return pos.error();
        dense_[pos.value()] = std::move(value);
        return {};
    }

    // True if there is a value of that name (IX-R6).
    [[nodiscard]] bool contains(std::string_view name) const { return find(name) != HashIndex::NIL; }

    // The position of the value of that name; an insertion or erasure before it changes it (IX-R7). Errors as `get`.
    [[nodiscard]] Result<std::size_t> pos_of(std::string_view name) const {
        const Link pos = find(name);
        if (pos == HashIndex::NIL) return Error::missing;
        return static_cast<std::size_t>(pos);
    }

    // The name, as it was given, of the value at the position (IX-R8).
    // Errors: out_of_range.
    [[nodiscard]] Result<std::string_view> name_at(std::size_t pos) const {
        if (pos >= names_.size()) return Error::out_of_range;
        return std::string_view(names_[pos]);
    }

    // --- iterate

    // The values in order (IX-R9), and their names.
    [[nodiscard]] std::span<const T> values() const { return dense_; }
    [[nodiscard]] std::span<const std::string> names() const { return names_; }

    // Call `visit(name, value)` in order (IX-R10).
    template <class Visit>
    void each(Visit&& visit) const {
        for (std::size_t pos = 0; pos < names_.size(); ++pos) visit(names_[pos], dense_[pos]);
    }

    // --- bulk

    // Insert each in turn, all or none; their positions (IX-R11).
    // Errors: exists if a name is taken or comes twice; full.
    Result<std::vector<std::size_t>> insert_items(std::span<const std::pair<std::string, T>> items) {
        std::unordered_set<std::string> coming;
        for (const auto& [name, value] : items) {
            std::string folded = fold_case_ ? fold(name) : name;
            if (coming.contains(folded) || contains(name)) return Error::exists;
            if (names_.size() + coming.size() == static_cast<std::size_t>(index_.index_limit())) return Error::full;
            coming.insert(std::move(folded));
        }
        std::vector<std::size_t> positions;
        positions.reserve(items.size());
        std::vector<std::pair<std::string, T>> copies(items.begin(), items.end());
        make_room(names_, items.size());
        make_room(dense_, items.size());
        index_.make_way(static_cast<Link>(names_.size() + items.size()));
        for (auto& [name, value] : copies) positions.push_back(insert(std::move(name), std::move(value)).value());
        return positions;
    }

    // Erase each name in turn; how many there were when their turn came (IX-R12).
    std::size_t erase_items(std::span<const std::string> names) {
        const auto erased = std::ranges::count_if(names, [this](std::string_view each) { return erase(each); });
        return static_cast<std::size_t>(erased);
    }

    // --- whole container

    // Erase everything; room is kept (IX-R13).
    void clear() {
        names_.clear();
        dense_.clear();
        index_.clear();
    }

    // Exchange the states (IX-R15). A store that was moved from may only be assigned to.
    void swap(IndexedStore& other) noexcept { std::swap(*this, other); }

    // Call `field(name, value)` for all that changes, under the names of docs/users/containers/indexed_store.md.
    template <class Field>
    void state(Field&& field) const {
        field("names", names_);
        field("dense", dense_);
        field("index", index_);
    }

    // Take the state that `state` showed of such a container; `read(name, member)` reads each member.
    template <class Read>
    void restore(Read&& read) {
        read("names", names_);
        read("dense", dense_);
        read("index", index_);
    }

    // --- observers

    [[nodiscard]] std::size_t size() const { return names_.size(); }

private:
    [[nodiscard]] HashIndex::Key key(std::string_view name) const { return index_.generate_key(name, false); }

    // The position of the value of that name, or NIL: names are compared along the chain.
    [[nodiscard]] Link find(std::string_view name) const {
        Link pos = index_.first(key(name));
        while (pos >= 0 && !same(names_[static_cast<std::size_t>(pos)], name)) pos = index_.next(pos).value();
        return pos;
    }

    [[nodiscard]] bool same(std::string_view left, std::string_view right) const {
        return fold_case_ ? std::ranges::equal(left, right, {}, lower, lower) : left == right;
    }

    [[nodiscard]] static char lower(char each) {
        return each >= 'A' && each <= 'Z' ? static_cast<char>(each + ('a' - 'A')) : each;
    }

    [[nodiscard]] static std::string fold(std::string name) {
        std::ranges::transform(name, name.begin(), lower);
        return name;
    }

    std::vector<std::string> names_;  // pos -> the name as it was given
    std::vector<T> dense_;            // pos -> value
    HashIndex index_;                 // links every position, and no other, under the key of its name
    bool fold_case_;
};

}  // namespace slotproof
