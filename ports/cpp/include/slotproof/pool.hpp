// What a sparse set and a storage have in common, and what a group arranges: handles at dense positions, with values
// or without, in two deletion policies.
//
//      handle (slot 4, generation 0)
//                    |
//      slot      0   1     4   5            pos      0   1   2
//              +---+---+ +---+---+                 +---+---+---+
//      sparse  |nil| 2 | | 0 |nil|   4 ---> 0      | 4 |nil| 1 |  meta     pos -> slot; at a hole the next hole, or nil
//              +---+---+ +---+---+                 +---+---+---+
//      gener.  | T | 2 | | 0 | T |                 | 0 | T | 2 |  stamp    pos -> generation; T is a hole
//              +---+---+ +---+---+                 +---+---+---+
//              page 0    page 2      free_head = 1, holes = 1
//
// Iteration goes from the last position to the first, so that erasing what it meets disturbs nothing ahead.
//
// Claims SS-* in docs/users/containers/sparse_set.md, ST-* in docs/users/containers/storage.md.
#pragma once

#include <optional>
#include <span>

#include "paged.hpp"
#include "policies.hpp"
#include "whole.hpp"

namespace slotproof {

struct PoolOptions : PagedOptions {
    Deletion deletion = Deletion::swap_pop;
};

// Takes what stands at the positions beside the handles: `NoValues`, or the pages of a storage.
template <class Values>
class Pool : public Paged {
public:
    Pool(const Pool&) = default;
    Pool(Pool&&) = default;
    Pool& operator=(const Pool& other) { return assign_whole(*this, other); }
    Pool& operator=(Pool&&) = default;

    // --- erase

    // Take the element out: the last one moves into its place, or a hole does (SS-R3, ST-R3). O(1).
    // Errors: missing.
    Result<void> erase(Handle handle) {
        if (!holds(handle)) return Error::missing;
        vacate(cell(handle.slot()).sparse);
        return {};
    }

    // Take the element out if it is there; whether it was (SS-R4, ST-R4). O(1).
    bool remove(Handle handle) { return erase(handle).ok(); }

    // --- get

    // True if the handle is an element (SS-R5, ST-R5). 1 cell; the dense arrays are not looked at.
    [[nodiscard]] bool contains(Handle handle) const { return holds(handle); }

    // The position of an element, in [0, positions()) (SS-R6, ST-R6).
    // Errors: missing.
    [[nodiscard]] Result<Index> index(Handle handle) const {
        if (!holds(handle)) return Error::missing;
        return cell(handle.slot()).sparse;
    }

    // Give the element in the handle's slot the handle's generation, which is returned (SS-R9, ST-R9).
    // Errors: invalid_argument if no element can have it; missing if the slot has no element.
    Result<Generation> bump(Handle handle) {
        if (!is_possible(handle)) return Error::invalid_argument;
        if (!names(handle.slot())) return Error::missing;
        Cell& place = cell_of(handle.slot());
        place.generation = handle.generation();
        meta_[place.sparse] = handle;
        return handle.generation();
    }

    // --- iterate

    // The elements in iteration order: from the last position to the first, holes left out (SS-R10, ST-R10).
    [[nodiscard]] auto handles() const { return meta_ | std::views::reverse | std::views::filter(elements()); }

    // The elements from the first position to the last, holes left out (SS-R11, ST-R11).
    [[nodiscard]] auto handles_forward() const { return meta_ | std::views::filter(elements()); }

    // --- bulk

    // Erase each in turn, all or none (SS-R13, ST-R13).
    // Errors: missing if one is no element, or is named twice.
    Result<void> erase_items(std::span<const Handle> handles) {
        std::unordered_set<Index> named;
        for (const Handle handle : handles)
            if (!holds(handle) || !named.insert(handle.slot()).second) return Error::missing;
        for (const Handle handle : handles) vacate(cell(handle.slot()).sparse);
        return {};
    }

    // Remove each in turn; how many were there when their turn came (SS-R14, ST-R14).
    std::size_t remove_items(std::span<const Handle> handles) {
        return static_cast<std::size_t>(std::ranges::count_if(handles, [this](Handle each) { return remove(each); }));
    }

    // --- order

    // Exchange the positions of two elements (SS-R15, ST-R15). O(1).
    // Errors: missing.
    Result<void> swap_elements(Handle first, Handle second) {
        if (!holds(first) || !holds(second)) return Error::missing;
        exchange(cell(first.slot()).sparse, cell(second.slot()).sparse);
        return {};
    }

    // Sort the first `count` positions stably, so that iteration meets nothing before what it comes after (SS-R16,
    // ST-R16). `comes_after` is a strict weak order, of handles in a set and of values in a storage; it leaves the
    // container alone. O(count^2), O(count) if sorted.
    // Errors: conflict if there are holes; out_of_range.
    template <class ComesAfter>
    Result<void> sort(ComesAfter&& comes_after, std::optional<std::size_t> count = std::nullopt) {
        return sort_positions(
            [&](std::size_t first, std::size_t second) {
                if constexpr (Values::stored)
                    return comes_after(std::as_const(values_)[first], std::as_const(values_)[second]);
                else
                    return comes_after(meta_[first], meta_[second]);
            },
            count
        );
    }

    // Sort the first `count` positions stably, so that iteration meets ascending keys of handles (SS-R17, ST-R17).
    // Errors: conflict if there are holes; out_of_range.
    template <class Key>
    Result<void> sort_by(Key&& key, std::optional<std::size_t> count = std::nullopt) {
        return sort_positions(
            [&](std::size_t first, std::size_t second) { return key(meta_[second]) < key(meta_[first]); }, count
        );
    }

    // Have iteration begin with those of the handles that are elements, in their order; how many there are (SS-R18,
    // ST-R18). O(handles).
    // Errors: conflict if there are holes.
    Result<std::size_t> sort_as(std::span<const Handle> handles) {
        if (holes_ > 0) return Error::conflict;
        return put_last(handles, meta_.size(), exchanging());
    }

    // --- whole container

    // Take every element out; the pages stay (SS-R19, ST-R19). O(positions).
    void clear() {
        for (std::size_t pos = 0; pos < meta_.size(); ++pos)
            if (!is_hole(pos)) cell_of(meta_[pos].slot()) = {nil_, tombstone_};
        meta_.clear();
        values_.clear();
        free_head_ = nil_;
        holes_ = 0;
    }

    // Fill the holes, those left last first, with the last elements; behind the last element there is nothing (SS-R20,
    // ST-R20). O(holes).
    void compact() {
        std::size_t end = end_of(meta_.size());
        Index hole = free_head_;
        for (Index filled = 0; filled < holes_; ++filled) {
            const Index following = meta_[hole].slot();
            if (hole < end) {
                move(end - 1, hole);
                end = end_of(end - 1);
            }
            hole = following;
        }
        while (meta_.size() > end) pop();
        free_head_ = nil_;
        holes_ = 0;
    }

    // --- observers

    // How many elements there are; holes are none.
    [[nodiscard]] std::size_t size() const { return meta_.size() - holes_; }

    // True if there are no holes.
    [[nodiscard]] bool contiguous() const { return holes_ == 0; }

    // True if an erasure leaves a hole.
    [[nodiscard]] bool in_place() const { return in_place_; }

protected:
    explicit Pool(const PoolOptions& options, Values values = {})
        : Paged(options),
          values_(std::move(values)),
          free_head_(nil_),
          in_place_(options.deletion == Deletion::in_place) {}

    // Refuse a handle that cannot come in: one that no element can have, or of which the slot is taken.
    [[nodiscard]] Result<void> admit(Handle handle) const {
        if (!is_possible(handle)) return Error::invalid_argument;
        if (names(handle.slot())) return Error::exists;
        return {};
    }

    // Refuse handles of which one cannot come in, or names a slot that was named before.
    [[nodiscard]] Result<void> admit(std::ranges::input_range auto&& handles) const {
        std::unordered_set<Index> named;
        for (const Handle handle : handles) {
            const auto admitted = admit(handle);
            if (!admitted.ok()) return admitted.error();
            if (!named.insert(handle.slot()).second) return Error::exists;
        }
        return {};
    }

    // Where the next handle will stand: in the hole left last, or behind the last position.
    [[nodiscard]] std::size_t next_position() const { return holes_ > 0 ? free_head_ : meta_.size(); }

    // Have memory for admitted handles.
    void prepare_all(std::ranges::sized_range auto&& handles) {
        for (const Handle handle : handles) prepare(handle.slot(), handles.size());
    }

    // Put an admitted handle there, for which there is memory; nothing throws.
    void occupy(Handle handle) {
        assure(handle.slot());
        const std::size_t pos = next_position();
        if (holes_ > 0) {
            free_head_ = meta_[pos].slot();
            --holes_;
            meta_[pos] = handle;
        } else {
            meta_.push_back(handle);
        }
        cell_of(handle.slot()) = {static_cast<Index>(pos), handle.generation()};
    }

    // Let the elements at two positions change places, with their values.
    void exchange(std::size_t first, std::size_t second) {
        if (first == second) return;
        Paged::exchange(first, second);
        values_.exchange(first, second);
    }

    // Call `field(name, value)` for all but the values.
    template <class Field>
    void pool_state(Field&& field) const {
        paged_state(field);
        field("free_head", free_head_);
        field("holes", holes_);
    }

    // Take what `pool_state` showed; `read(name, member)` reads each member.
    template <class Read>
    void pool_restore(Read&& read) {
        paged_restore(read);
        read("free_head", free_head_);
        read("holes", holes_);
    }

    Values values_;  // pos -> value

private:
    // Take out the element at a position.
    void vacate(std::size_t pos) {
        cell_of(meta_[pos].slot()) = {nil_, tombstone_};
        if (in_place_) {
            values_.drop(pos);
            meta_[pos] = Handle(free_head_, tombstone_);
            free_head_ = static_cast<Index>(pos);
            ++holes_;
            return;
        }
        if (pos != meta_.size() - 1) move(meta_.size() - 1, pos);
        pop();
    }

    // Move the element at a position to another one, whose own is gone.
    void move(std::size_t origin, std::size_t target) {
        meta_[target] = meta_[origin];
        cell_of(meta_[target].slot()).sparse = static_cast<Index>(target);
        values_.move(origin, target);
    }

    // Drop the last position.
    void pop() {
        meta_.pop_back();
        values_.pop();
    }

    [[nodiscard]] auto exchanging() {
        return [this](std::size_t first, std::size_t second) { exchange(first, second); };
    }

    // Sort the first positions; the comparison takes positions.
    template <class ComesAfter>
    Result<void> sort_positions(ComesAfter&& comes_after, std::optional<std::size_t> count) {
        if (holes_ > 0) return Error::conflict;
        return insertion_sort(meta_.size(), count, comes_after, exchanging());
    }

    // The end of the positions before `end` without the holes they end in.
    [[nodiscard]] std::size_t end_of(std::size_t end) const {
        while (end > 0 && is_hole(end - 1)) --end;
        return end;
    }

    [[nodiscard]] auto elements() const {
        return [tombstone = tombstone_](Handle handle) { return handle.generation() != tombstone; };
    }

    Index free_head_;  // the hole to be filled next, or nil
    Index holes_ = 0;  // how many there are
    bool in_place_;
};

}  // namespace slotproof
