// Handle map: values in a dense array, each reached in O(1) through a handle that notices when its value is gone.
//
//      slot      0   1   2   3            pos      0   1
//              +---+---+---+---+                 +---+---+
//      sparse  | 3 | 1 | 0 |nil|   2 ---> 0      | C | B |  dense    no holes: iteration is a loop over an array
//              +---+---+---+---+                 +---+---+
//      gener.  | 2 | 1 | 1 | 4 |                 | 2 | 1 |  meta     pos -> slot
//              +---+---+---+---+                 +---+---+
//      free    | 1 | 0 | 0 | 1 |
//              +---+---+---+---+     free_head = 0, free_tail = 3: the freelist is 0, 3
//
// `sparse` holds the position of a live slot, the next free slot of a free one, or nil. Under `retire`, generation 0
// marks a slot that is used up. `sparse`, `generation` and `free` of a slot stand in one word here.
//
// Growth is whole or not at all (growth.hpp).
//
// Claims HM-* in docs/users/containers/handle_map.md.
#pragma once

#include <algorithm>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "error.hpp"
#include "growth.hpp"
#include "handle.hpp"
#include "policies.hpp"
#include "whole.hpp"

namespace slotproof {

struct HandleMapOptions {
    unsigned index_bits = 32;       // in [1, 32]; there are 2**index_bits - 1 slots at most
    unsigned generation_bits = 16;  // in [1, 16]
    unsigned type_bits = 15;        // in [1, 15]
    GenerationPolicy generation = GenerationPolicy::retire;
    FreeOrder free_order = FreeOrder::fifo;
};

template <class T>
class HandleMap {
public:
    // Takes a type id of `type_bits` bits, which every handle carries, and how many values to make room for.
    // Throws std::invalid_argument.
    explicit HandleMap(TypeId type_id = 0, Index reserve = 0, HandleMapOptions options = {})
        : nil_(width(options.index_bits, 32) - 1),
          generation_limit_(width(options.generation_bits, 16)),
          type_id_(type_id),
          retire_(options.generation == GenerationPolicy::retire),
          lifo_(options.free_order == FreeOrder::lifo),
          free_head_(nil_),
          free_tail_(nil_) {
        require(type_id < width(options.type_bits, 15), "the type id does not fit its width");
        require(this->reserve(reserve).ok(), "there are not that many indices");
    }

    HandleMap(const HandleMap&) = default;
    HandleMap(HandleMap&&) = default;
    HandleMap& operator=(const HandleMap& other) { return assign_whole(*this, other); }
    HandleMap& operator=(HandleMap&&) = default;

    // --- insert

    // Append the value to the dense array and issue a handle to it (HM-R1). O(1).
    // Errors: full.
    Result<Handle> insert(T value) {
        const bool reused = free_head_ != nil_;
        if (!reused && slots_.size() == nil_) return Error::full;
        if (!reused) make_room(slots_);
        make_room(meta_);
        const auto pos = static_cast<Index>(dense_.size());
        dense_.push_back(std::move(value));  // the last step that may throw: nothing has changed (HM-D9)
        Index slot = free_head_;
        if (reused) {
            free_head_ = slots_[slot].sparse;
            if (free_head_ == nil_) free_tail_ = nil_;
            slots_[slot].sparse = pos;
            slots_[slot].free = 0;
        } else {
            slot = static_cast<Index>(slots_.size());
            slots_.push_back({pos, 1, 0});
        }
        meta_.push_back(slot);
        fragmented_ = true;
        return issued(slot);
    }

    // Insert what the factory returns; a factory that throws leaves no trace (HM-R2).
    // Errors: full.
    template <class Factory>
    Result<Handle> emplace(Factory&& factory) {
        return insert(std::forward<Factory>(factory)());
    }

    // --- erase

    // Drop the value and end the handle; false, and nothing changes, if the handle is not live (HM-R3). O(1).
    // The last value moves into the gap: positions change, handles do not.
    bool erase(Handle handle) {
        if (!is_valid(handle)) return false;
        const Index slot = handle.slot();
        const Index pos = slots_[slot].sparse;
        if (pos != dense_.size() - 1) {  // before any link is written: both slots live in `sparse` (HM-D3)
            dense_[pos] = std::move(dense_.back());
            meta_[pos] = meta_.back();
            slots_[meta_[pos]].sparse = pos;
        }
        dense_.pop_back();
        meta_.pop_back();
        if (age(slot)) lifo_ ? push_front(slot) : push_back(slot);
        fragmented_ = true;
        return true;
    }

    // --- get

    // The value the handle names (HM-R4). O(1).
    // Errors: out_of_range if there never was such a slot; stale_handle.
    [[nodiscard]] Result<const T*> get(Handle handle) const {
        const auto pos = pos_of(handle);
        if (!pos.ok()) return pos.error();
        return &dense_[pos.value()];
    }

    // Replace the value the handle names (HM-R5). Errors as `get`.
    Result<void> assign(Handle handle, T value) {
        const auto pos = pos_of(handle);
        if (!pos.ok()) return pos.error();
        dense_[pos.value()] = std::move(value);
        fragmented_ = true;
        return {};
    }

    // The value the handle names, to be changed where it is; counts as `assign`. Errors as `get`.
    [[nodiscard]] Result<T*> edit(Handle handle) {
        const auto pos = pos_of(handle);
        if (!pos.ok()) return pos.error();
        fragmented_ = true;
        return &dense_[pos.value()];
    }

    // True if the handle was issued and its value not erased since (HM-R6).
    [[nodiscard]] bool is_valid(Handle handle) const {
        if (handle.slot() >= slots_.size() || handle.type_id() != type_id_ || handle.free()) return false;
        const Slot& slot = slots_[handle.slot()];
        return slot.free == 0 && slot.generation == handle.generation();
    }

    // The position, in [0, size()), of the value the handle names; an erase may change it (HM-R7). Errors as `get`.
    [[nodiscard]] Result<Index> pos_of(Handle handle) const {
        if (is_valid(handle)) return slots_[handle.slot()].sparse;
        return handle.slot() < slots_.size() ? Error::stale_handle : Error::out_of_range;
    }

    // The handle of the value at a position (HM-R8).
    // Errors: out_of_range.
    [[nodiscard]] Result<Handle> handle_at(std::size_t pos) const {
        if (pos >= meta_.size()) return Error::out_of_range;
        return issued(meta_[pos]);
    }

    // --- iterate

    // The values in dense order (HM-R9).
    [[nodiscard]] std::span<const T> values() const { return dense_; }

    // The slots of the values, in dense order.
    [[nodiscard]] std::span<const Index> slots() const { return meta_; }

    // Call `visit(handle, value)` in dense order (HM-R10).
    template <class Visit>
    void each(Visit&& visit) const {
        for (std::size_t pos = 0; pos < dense_.size(); ++pos) visit(issued(meta_[pos]), dense_[pos]);
    }

    // --- bulk

    // Insert `count` values that the factory makes, all or none; the handles in order of creation (HM-R11).
    // Errors: full.
    template <class Factory>
    Result<std::vector<Handle>> emplace_items(std::size_t count, Factory&& factory) {
        if (count > room()) return Error::full;
        std::vector<T> values;
        values.reserve(count);
        for (std::size_t made = 0; made < count; ++made) values.push_back(factory());
        std::vector<Handle> handles;
        handles.reserve(count);
        const std::size_t unused = slots_.size() - dense_.size() - retired_;
        make_room(slots_, count - std::min(count, unused));
        make_room(dense_, count);
        make_room(meta_, count);
        for (T& value : values) handles.push_back(insert(std::move(value)).value());
        return handles;
    }

    // Erase each handle in turn; how many were live when their turn came (HM-R12).
    std::size_t erase_items(std::span<const Handle> handles) {
        return static_cast<std::size_t>(std::ranges::count_if(handles, [this](Handle each) { return erase(each); }));
    }

    // --- whole container

    // Erase everything; every handle is dead, and the usable slots come again in ascending order (HM-R13). O(slots).
    void clear() {
        dense_.clear();
        meta_.clear();
        free_head_ = free_tail_ = nil_;
        retired_ = 0;
        for (Index slot = 0; slot < slots_.size(); ++slot) {
            bool usable = true;
            if (slots_[slot].free == 0) {
                usable = age(slot);
            } else {
                slots_[slot].sparse = nil_;
                usable = slots_[slot].generation != 0 || !retire_;
                if (!usable) ++retired_;
            }
            if (usable) push_back(slot);
        }
        fragmented_ = false;
    }

    // Become as new, room kept; handles issued before mean nothing any more (HM-R14).
    void reset() {
        reserved_ = static_cast<Index>(capacity());
        slots_.clear();
        dense_.clear();
        meta_.clear();
        free_head_ = free_tail_ = nil_;
        retired_ = 0;
        fragmented_ = false;
    }

    // Insertion-sort the dense array, stably, within a budget; how much of it was used (HM-R15).
    // `comes_after(a, b)` is a strict weak order and leaves the map alone; a limit of 0 is none.
    // Call it again to go on: `fragmented` tells whether there may be more to do. O(n^2), O(n) if sorted.
    template <class ComesAfter>
    std::size_t defragment(
        ComesAfter&& comes_after, std::size_t limit = 0, BudgetUnit unit = BudgetUnit::relocations
    ) {
        if (!fragmented_) return 0;
        const bool shifts = unit == BudgetUnit::shifts;
        std::size_t used = 0;
        std::size_t turn = 1;
        for (; turn < dense_.size() && (limit == 0 || used < limit); ++turn) {
            const std::size_t reach = limit == 0 || !shifts ? turn : std::min(turn, limit - used);
            std::size_t pos = turn;
            while (pos > turn - reach && comes_after(std::as_const(dense_[pos - 1]), std::as_const(dense_[turn])))
                --pos;
            if (pos == turn) continue;
            move_down(turn, pos);
            used += shifts ? turn - pos : 1;
        }
        const bool spent = shifts && limit != 0 && used >= limit;  // the last value may have further to go (HM-D4)
        fragmented_ = spent || turn < dense_.size();
        return used;
    }

    // Make room for `count` values in all; less than there is changes nothing (HM-R16).
    // Errors: full if there are not that many indices.
    Result<void> reserve(std::size_t count) {
        if (count > nil_) return Error::full;
        if (count <= reserved_) return {};
        slots_.reserve(count);
        dense_.reserve(count);
        meta_.reserve(count);
        reserved_ = static_cast<Index>(count);
        return {};
    }

    // Copies are in the same state, freelist included (HM-R17). A map that was moved from may only be assigned to.
    void swap(HandleMap& other) noexcept { std::swap(*this, other); }

    // Call `field(name, value)` for all that changes, under the names of docs/users/containers/handle_map.md.
    template <class Field>
    void state(Field&& field) const {
        field("sparse", slots_ | std::views::transform(&Slot::sparse));
        field("generation", slots_ | std::views::transform(&Slot::generation));
        field("free", slots_ | std::views::transform(&Slot::free));
        field("dense", dense_);
        field("meta", meta_);
        field("free_head", free_head_);
        field("free_tail", free_tail_);
        field("retired", retired_);
        field("reserved", reserved_);
        field("fragmented", fragmented_);
    }

    // Take the state that `state` showed of such a container; `read(name, member)` reads each member.
    template <class Read>
    void restore(Read&& read) {
        std::vector<Index> sparse;
        std::vector<Generation> generation;
        std::vector<std::uint8_t> free;
        read("sparse", sparse);
        read("generation", generation);
        read("free", free);
        std::vector<Slot> slots;
        for (std::size_t slot = 0; slot < sparse.size(); ++slot)
            slots.push_back({sparse[slot], generation.at(slot), free.at(slot)});
        slots_ = std::move(slots);
        read("dense", dense_);
        read("meta", meta_);
        read("free_head", free_head_);
        read("free_tail", free_tail_);
        read("retired", retired_);
        read("reserved", reserved_);
        read("fragmented", fragmented_);
    }

    // --- observers

    [[nodiscard]] std::size_t size() const { return dense_.size(); }
    [[nodiscard]] std::size_t capacity() const { return std::max<std::size_t>(reserved_, slots_.size()); }
    [[nodiscard]] std::size_t room() const { return nil_ - dense_.size() - retired_; }
    [[nodiscard]] bool fragmented() const { return fragmented_; }
    [[nodiscard]] TypeId type_id() const { return type_id_; }

private:
    struct Slot {
        Index sparse;           // the position, the next free slot, or nil
        Generation generation;  // of the handle that is or will be issued; 0 under `retire`: used up
        std::uint8_t free;      // 1 if free or used up, 0 if live
    };

    // 2**bits, of a width in [1, most].
    static Index width(unsigned bits, unsigned most) {
        require(bits >= 1 && bits <= most, "a width is out of range");
        return bits == 32 ? 0 : Index{1} << bits;  // of 32 bits, 0: one less is nil all the same
    }

    Handle issued(Index slot) const { return Handle(slot, slots_[slot].generation, type_id_); }

    // Take a live slot out of use; true if it may be handed out again.
    bool age(Index slot) {
        const Index following = Index{slots_[slot].generation} + 1;
        const auto generation = static_cast<Generation>(following == generation_limit_ ? 0 : following);
        slots_[slot] = {nil_, generation, 1};
        if (generation != 0 || !retire_) return true;
        ++retired_;
        return false;
    }

    // Make the slot the last of the freelist; its link is nil already.
    void push_back(Index slot) {
        (free_head_ == nil_ ? free_head_ : slots_[free_tail_].sparse) = slot;
        free_tail_ = slot;
    }

    // Make the slot the first of the freelist.
    void push_front(Index slot) {
        if (free_head_ == nil_) free_tail_ = slot;
        slots_[slot].sparse = free_head_;
        free_head_ = slot;
    }

    // Move the value at `origin` down to `target`; those it passes go up by one.
    void move_down(std::size_t origin, std::size_t target) {
        T value = std::move(dense_[origin]);
        const Index slot = meta_[origin];
        for (std::size_t pos = origin; pos > target; --pos) {
            dense_[pos] = std::move(dense_[pos - 1]);
            meta_[pos] = meta_[pos - 1];
            slots_[meta_[pos]].sparse = static_cast<Index>(pos);
        }
        dense_[target] = std::move(value);
        meta_[target] = slot;
        slots_[slot].sparse = static_cast<Index>(target);
    }

    std::vector<Slot> slots_;  // slot -> sparse, generation, free
    std::vector<T> dense_;     // pos -> value, no holes
    std::vector<Index> meta_;  // pos -> slot
    Index nil_;                // "no index": the largest index, which is no slot
    Index generation_limit_;   // generations are below it
    TypeId type_id_;
    bool retire_;
    bool lifo_;
    bool fragmented_ = false;  // changed since the last complete defragment
    Index free_head_;          // the next slot to hand out, or nil
    Index free_tail_;          // the last free slot, or nil
    Index retired_ = 0;        // slots used up
    Index reserved_ = 0;       // values room was made for
};

}  // namespace slotproof
