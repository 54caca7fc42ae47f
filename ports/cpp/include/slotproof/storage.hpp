// Storage: a sparse set, and the values of its elements at the same positions, in pages so that growing moves none.
//
//      pos        0   1   2
//               +---+---+---+
//      meta     | 4 | 0 | 1 |     the slots and generations of the sparse set
//               +---+---+---+
//      stamp    | 0 | 1 | 2 |
//               +---+---+---+---+
//      dense    | A | B | C | . |     room = 4: pages of 2 values
//               +---+---+---+---+
//
// Growth is whole or not at all (growth.hpp), and moves no value in either case. Under `in_place` a value never moves
// until `compact`, `sort`, `sort_as` or `swap_elements`.
// A hole keeps the shell of its value, moved from, so that what the value owned is given back at once.
//
// Claims ST-* in docs/users/containers/storage.md.
#pragma once

#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "pool.hpp"
#include "whole.hpp"

namespace slotproof {

// Values in pages that are made whole, so that a value stays where it is while the array grows.
template <class T>
class PagedValues {
public:
    static constexpr bool stored = true;

    // Takes how many values a page holds, at least 1.
    explicit PagedValues(std::size_t page = 1024) : page_(page) { require(page >= 1, "a page holds at least 1 value"); }

    PagedValues(const PagedValues& other) : page_(other.page_), size_(other.size_) {
        reserve(other.room());
        for (std::size_t pos = 0; pos < size_; ++pos) pages_[pos / page_].push_back(other[pos]);
    }

    PagedValues& operator=(const PagedValues& other) { return assign_whole(*this, other); }
    PagedValues(PagedValues&&) noexcept = default;
    PagedValues& operator=(PagedValues&&) noexcept = default;
    ~PagedValues() = default;

    [[nodiscard]] const T& operator[](std::size_t pos) const { return pages_[pos / page_][pos % page_]; }
    [[nodiscard]] T& operator[](std::size_t pos) { return pages_[pos / page_][pos % page_]; }
    [[nodiscard]] std::size_t size() const { return size_; }

    // How many values fit before a page is made.
    [[nodiscard]] std::size_t room() const { return made_ * page_; }

    // Have memory for `count` values at least, in pages that are not made before they are needed.
    void prepare(std::size_t count) {
        const std::size_t needed = pages_for(count);
        if (needed > pages_.size()) make_room(pages_, needed - pages_.size());
        while (needed > pages_.size()) {
            std::vector<T> page;
            page.reserve(page_);
            pages_.push_back(std::move(page));
        }
    }

    // Have the pages for `count` values at least.
    void reserve(std::size_t count) {
        prepare(count);
        made_ = std::max(made_, pages_for(count));
    }

    // Give back the pages behind the last value.
    void shrink() {
        made_ = pages_for(size_);
        pages_.resize(made_);
    }

    // Put the value at a position, at most the one behind the last.
    void put(std::size_t pos, T value) {
        if (pos < size_) {
            (*this)[pos] = std::move(value);
            return;
        }
        const std::size_t page = size_ / page_;
        if (page == pages_.size()) prepare(size_ + 1);
        pages_[page].push_back(std::move(value));
        ++size_;
        made_ = std::max(made_, page + 1);
    }

    // Give back what the value at a position owns.
    void drop(std::size_t pos) { [[maybe_unused]] const T gone = std::move((*this)[pos]); }

    void move(std::size_t origin, std::size_t target) { (*this)[target] = std::move((*this)[origin]); }
    void exchange(std::size_t first, std::size_t second) { std::swap((*this)[first], (*this)[second]); }

    void pop() {
        --size_;
        pages_[size_ / page_].pop_back();
    }

    void clear() {
        for (std::vector<T>& page : pages_) page.clear();
        size_ = 0;
    }

    // Hold these values, with room for so many.
    void restore(std::vector<T> values, std::size_t room) {
        pages_.clear();
        size_ = made_ = 0;
        reserve(room);
        for (T& value : values) put(size_, std::move(value));
    }

private:
    [[nodiscard]] std::size_t pages_for(std::size_t count) const { return count / page_ + (count % page_ != 0); }

    std::vector<std::vector<T>> pages_;  // each with room for all its values; behind those made, some may be prepared
    std::size_t page_;
    std::size_t size_ = 0;
    std::size_t made_ = 0;  // pages
};

struct StorageOptions : PoolOptions {
    std::size_t value_page = 1024;  // values of a page of memory, at least 1
};

template <class T>
class Storage : public Pool<PagedValues<T>> {
    using Base = Pool<PagedValues<T>>;
    using Base::meta_;
    using Base::values_;

public:
    // Throws std::invalid_argument.
    explicit Storage(const StorageOptions& options = {}) : Base(options, PagedValues<T>(options.value_page)) {}

    // --- insert

    // Put the handle in with its value, into the hole left last or behind the last position; where it stands (ST-R1).
    // Errors: invalid_argument if no element can have it; exists if its slot has an element.
    Result<Index> emplace(Handle handle, T value) {
        const auto admitted = this->admit(handle);
        if (!admitted.ok()) return admitted.error();
        this->prepare(handle.slot());
        const std::size_t pos = this->next_position();
        values_.put(pos, std::move(value));  // the last step that may throw
        this->occupy(handle);
        return static_cast<Index>(pos);
    }

    // Emplace each in turn, all or none; where they stand (ST-R2). Errors as `emplace`.
    Result<std::vector<Index>> emplace_items(std::span<const std::pair<Handle, T>> items) {
        const auto admitted = this->admit(items | std::views::keys);
        if (!admitted.ok()) return admitted.error();
        std::vector<Index> positions;
        positions.reserve(items.size());
        std::vector<T> values;
        values.reserve(items.size());
        for (const T& value : items | std::views::values) values.push_back(value);
        this->prepare_all(items | std::views::keys);
        values_.prepare(this->size() + items.size());
        for (std::size_t item = 0; item < items.size(); ++item)
            positions.push_back(emplace(items[item].first, std::move(values[item])).value());
        return positions;
    }

    // --- get

    // The value of an element (ST-R21).
    // Errors: missing.
    [[nodiscard]] Result<const T*> get(Handle handle) const {
        if (!this->holds(handle)) return Error::missing;
        return &values_[this->cell(handle.slot()).sparse];
    }

    // The value of an element, to be changed where it is. Errors as `get`.
    [[nodiscard]] Result<T*> edit(Handle handle) {
        if (!this->holds(handle)) return Error::missing;
        return &values_[this->cell(handle.slot()).sparse];
    }

    // Give an element another value (ST-R22). Errors as `get`.
    Result<void> replace(Handle handle, T value) {
        const auto place = edit(handle);
        if (!place.ok()) return place.error();
        *place.value() = std::move(value);
        return {};
    }

    // Replace the value by what `change` makes of it, and return that; if it throws, nothing has changed (ST-R23).
    // Errors as `get`.
    template <class Change>
    Result<const T*> patch(Handle handle, Change&& change) {
        const auto place = edit(handle);
        if (!place.ok()) return place.error();
        *place.value() = std::forward<Change>(change)(std::as_const(*place.value()));
        return place.value();
    }

    // --- iterate

    // Call `visit(handle, value)` in iteration order: from the last position to the first (ST-R24).
    template <class Visit>
    void each(Visit&& visit) const {
        for (std::size_t pos = meta_.size(); pos-- > 0;)
            if (!this->is_hole(pos)) visit(meta_[pos], values_[pos]);
    }

    // Call `visit(handle, value)` from the first position to the last (ST-R25).
    template <class Visit>
    void each_forward(Visit&& visit) const {
        for (std::size_t pos = 0; pos < meta_.size(); ++pos)
            if (!this->is_hole(pos)) visit(meta_[pos], values_[pos]);
    }

    // --- whole container

    // Give back the pages without an element, and the memory behind the last position (ST-R26).
    void shrink() {
        Base::shrink();
        values_.shrink();
    }

    // Make room for `count` values in all; less than there is changes nothing (ST-R27).
    // Errors: full if there are not that many slots (ST-D4).
    Result<void> reserve(std::size_t count) {
        if (count > this->nil_) return Error::full;
        values_.reserve(count);
        return {};
    }

    // Exchange the states, widths included. A storage that was moved from may only be assigned to.
    void swap(Storage& other) noexcept { std::swap(*this, other); }

    // Call `field(name, value)` for all that changes, under the names of docs/users/containers/storage.md; `dense` leads to the values,
    // and at a hole to none.
    template <class Field>
    void state(Field&& field) const {
        this->pool_state(field);
        field("dense", std::views::iota(std::size_t{0}, values_.size()) |
                           std::views::transform([this](std::size_t pos) {
                               return this->is_hole(pos) ? nullptr : &values_[pos];
                           }));
        field("room", values_.room());
    }

    // Take the state that `state` showed of such a container; `read(name, member)` reads each member.
    template <class Read>
    void restore(Read&& read) {
        this->pool_restore(read);
        std::vector<T> dense;
        std::size_t room = 0;
        read("dense", dense);
        read("room", room);
        values_.restore(std::move(dense), room);
    }

    // --- observers

    // How many values fit before memory grows.
    [[nodiscard]] std::size_t capacity() const { return values_.room(); }
};

}  // namespace slotproof
