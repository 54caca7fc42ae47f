// Entity storage: issues handles from a sparse set whose elements are never taken out, and knows which are live.
//
//      pos        0   1     2   3     4
//               +---+---+ +---+---+ +---+
//      meta     | 2 | 0 | | 4 | 1 | | 3 |    pos -> slot
//               +---+---+ +---+---+ +---+
//      stamp    | 0 | 3 | | 1 | 7 | | 9 |    pos -> generation: issued (live), to be issued (dead), the last (used up)
//               +---+---+ +---+---+ +---+
//                live      dead      used up          live = 2, usable = 4, next_slot = 5
//
// The slot destroyed last stands at `live`: it is the next one issued.
//
// Growth is whole or not at all (growth.hpp).
//
// Claims ES-* in docs/users/containers/entity_storage.md.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "paged.hpp"
#include "policies.hpp"

namespace slotproof {

struct EntityStorageOptions : PagedOptions {
    GenerationPolicy generation = GenerationPolicy::retire;
};

class EntityStorage : public Paged {
public:
    // Throws std::invalid_argument.
    explicit EntityStorage(const EntityStorageOptions& options = {})
        : Paged(options), retire_(options.generation == GenerationPolicy::retire) {}

    // --- create

    // Issue the slot destroyed last again, or a new one (ES-R1). O(1), and slots issued by hint are stepped over.
    // Errors: full if every slot is live or used up.
    Result<Handle> create() {
        if (live_ == usable_) {
            const Index slot = new_from(next_slot_);
            if (slot == nil_) return Error::full;
            introduce(slot, 0);
            next_slot_ = slot + 1;
        }
        return enliven(live_);
    }

    // Issue the handle asked for if its slot is new or dead, and under `retire` it was not issued before; any other
    // hint is ignored (ES-R2).
    // Errors: full.
    Result<Handle> create_at(Handle hint) {
        if (!grants(hint)) return create();
        if (!names(hint.slot())) introduce(hint.slot(), hint.generation());
        Cell& place = cell_of(hint.slot());
        place.generation = hint.generation();
        meta_[place.sparse] = hint;
        return enliven(place.sparse);
    }

    // Create `count` times, all or none; the handles in order of creation (ES-R3).
    // Errors: full.
    Result<std::vector<Handle>> create_items(std::size_t count) {
        if (count > room()) return Error::full;
        std::vector<Handle> handles;
        handles.reserve(count);
        const std::size_t dead = usable_ - live_;
        Index slot = next_slot_;
        for (std::size_t made = dead; made < count; ++made) {
            slot = new_from(slot);
            prepare(slot++, count - dead);
        }
        for (std::size_t made = 0; made < count; ++made) handles.push_back(create().value());
        return handles;
    }

    // Look for new slots from that of a handle on (ES-R4).
    // Errors: invalid_argument if no element can have the handle.
    Result<void> start_from(Handle handle) {
        if (!is_possible(handle)) return Error::invalid_argument;
        next_slot_ = handle.slot();
        return {};
    }

    // --- destroy

    // End the handle; the generation its slot has next, or the tombstone if it is used up (ES-R5). O(1).
    // Errors: stale_handle.
    Result<Generation> destroy(Handle handle) {
        if (!is_valid(handle)) return Error::stale_handle;
        return end(cell(handle.slot()).sparse);
    }

    // End the handle; the generation its slot has next is the one given, or 0 for the tombstone under `wrap` (ES-R25).
    // O(1).
    // Errors: stale_handle; invalid_argument, under `retire` of one that is not above that of the handle, too (ES-D9).
    Result<Generation> destroy_to(Handle handle, std::size_t generation) {
        if (!is_valid(handle)) return Error::stale_handle;
        if (!is_free(handle, generation) && (retire_ || generation != tombstone_)) return Error::invalid_argument;
        const auto next = static_cast<Generation>(generation == tombstone_ ? 0 : generation);
        exchange(cell(handle.slot()).sparse, --live_);
        set_generation(live_, next);
        return next;
    }

    // Destroy each in turn, all or none (ES-R6).
    // Errors: stale_handle if one is not live, or is named twice.
    Result<void> destroy_items(std::span<const Handle> handles) {
        std::unordered_set<Index> named;
        for (const Handle handle : handles)
            if (!is_valid(handle) || !named.insert(handle.slot()).second) return Error::stale_handle;
        for (const Handle handle : handles) end(cell(handle.slot()).sparse);
        return {};
    }

    // --- get

    // True if the handle is live (ES-R7). 1 cell.
    [[nodiscard]] bool is_valid(Handle handle) const { return holds(handle) && cell(handle.slot()).sparse < live_; }

    // The position of a live handle, in [0, size()) (ES-R8).
    // Errors: stale_handle.
    [[nodiscard]] Result<Index> index(Handle handle) const {
        if (!is_valid(handle)) return Error::stale_handle;
        return cell(handle.slot()).sparse;
    }

    // The live handle at a position (ES-R10).
    // Errors: out_of_range.
    [[nodiscard]] Result<Handle> entity_at(std::size_t pos) const {
        if (pos >= live_) return Error::out_of_range;
        return meta_[pos];
    }

    // --- iterate

    // The live handles from the last position to the first (ES-R11).
    [[nodiscard]] auto handles() const { return handles_forward() | std::views::reverse; }

    // The live handles from the first position to the last (ES-R12).
    [[nodiscard]] std::span<const Handle> handles_forward() const { return std::span(meta_).first(live_); }

    // --- order

    // Give a live handle another generation, which is returned; its slot stays live, and where it is (ES-R26). O(1).
    // Errors: stale_handle; invalid_argument, under `retire` of one that is not above that of the handle, too (ES-D9).
    Result<Generation> bump(Handle handle, std::size_t generation) {
        if (!is_valid(handle)) return Error::stale_handle;
        if (!is_free(handle, generation)) return Error::invalid_argument;
        set_generation(cell(handle.slot()).sparse, static_cast<Generation>(generation));
        return static_cast<Generation>(generation);
    }

    // Sort the first `count` live positions stably, so that iteration meets nothing before what it comes after
    // (ES-R27). `comes_after` is a strict weak order of handles; it leaves the container alone. O(count^2), O(count)
    // if sorted.
    // Errors: out_of_range.
    template <class ComesAfter>
    Result<void> sort(ComesAfter&& comes_after, std::optional<std::size_t> count = std::nullopt) {
        return insertion_sort(
            live_,
            count,
            [&](std::size_t first, std::size_t second) { return comes_after(meta_[first], meta_[second]); },
            exchanging()
        );
    }

    // Sort the first `count` live positions stably, so that iteration meets ascending keys of handles (ES-R28).
    // Errors: out_of_range.
    template <class Key>
    Result<void> sort_by(Key&& key, std::optional<std::size_t> count = std::nullopt) {
        return sort([&](Handle first, Handle second) { return key(second) < key(first); }, count);
    }

    // Have iteration begin with those of the handles that are live, in their order; how many there are (ES-R29).
    // O(handles).
    std::size_t sort_as(std::span<const Handle> handles) { return put_last(handles, live_, exchanging()); }

    // Exchange the positions of two live handles (ES-R13). O(1).
    // Errors: stale_handle.
    Result<void> swap_elements(Handle first, Handle second) {
        if (!is_valid(first) || !is_valid(second)) return Error::stale_handle;
        exchange(cell(first.slot()).sparse, cell(second.slot()).sparse);
        return {};
    }

    // --- whole container

    // Destroy every live handle, from the last position to the first (ES-R14).
    void clear() {
        while (live_ > 0) end(live_ - 1);
    }

    // Become as new, but for the pages: handles issued before mean nothing any more (ES-R15).
    void reset() {
        for (const Handle handle : meta_) cell_of(handle.slot()) = {nil_, tombstone_};
        meta_.clear();
        live_ = usable_ = next_slot_ = 0;
    }

    // Exchange the states, widths included (ES-R18). A storage that was moved from may only be assigned to.
    void swap(EntityStorage& other) noexcept { std::swap(*this, other); }

    // Call `field(name, value)` for all that changes, under the names of docs/users/containers/entity_storage.md.
    template <class Field>
    void state(Field&& field) const {
        paged_state(field);
        field("live", live_);
        field("usable", usable_);
        field("next_slot", next_slot_);
    }

    // Take the state that `state` showed of such a container; `read(name, member)` reads each member.
    template <class Read>
    void restore(Read&& read) {
        paged_restore(read);
        read("live", live_);
        read("usable", usable_);
        read("next_slot", next_slot_);
    }

    // --- observers

    // How many handles are live.
    [[nodiscard]] std::size_t size() const { return live_; }

    // How many more creations succeed (ES-R24). O(positions).
    [[nodiscard]] std::size_t room() const {
        const auto ahead = std::ranges::count_if(meta_, [this](Handle each) { return each.slot() >= next_slot_; });
        return usable_ - live_ + (nil_ - next_slot_) - static_cast<std::size_t>(ahead);
    }

private:
    // The least new slot from one on, or nil.
    [[nodiscard]] Index new_from(Index slot) const {
        while (names(slot)) ++slot;
        return slot;
    }

    // Make a new slot the last of those to be issued. What may throw comes first.
    void introduce(Index slot, Generation generation) {
        prepare(slot);
        assure(slot);
        const auto pos = static_cast<Index>(meta_.size());
        meta_.push_back(Handle(slot, generation));
        cell_of(slot) = {pos, generation};
        exchange(pos, usable_);
        ++usable_;
    }

    // Make a slot to be issued the last live one.
    Handle enliven(std::size_t pos) {
        exchange(pos, live_);
        return meta_[live_++];
    }

    // True if `create_at` issues the very handle (ES-D2).
    [[nodiscard]] bool grants(Handle hint) const {
        if (!is_possible(hint)) return false;
        if (!names(hint.slot())) return true;
        const Cell place = cell(hint.slot());
        if (place.sparse < live_ || place.sparse >= usable_) return false;
        return !retire_ || hint.generation() >= place.generation;
    }

    // True of a generation that the slot of a live handle may have next (ES-D9).
    [[nodiscard]] bool is_free(Handle handle, std::size_t generation) const {
        return generation < tombstone_ && (!retire_ || generation > handle.generation());
    }

    void set_generation(std::size_t pos, Generation generation) {
        const Index slot = meta_[pos].slot();
        cell_of(slot).generation = generation;
        meta_[pos] = Handle(slot, generation);
    }

    // Make a live slot the first to be issued again, or the first of the used-up.
    Generation end(std::size_t pos) {
        exchange(pos, --live_);
        auto generation = static_cast<Generation>(meta_[live_].generation() + 1);
        if (generation == tombstone_) {
            if (retire_) {
                exchange(live_, --usable_);
                return tombstone_;
            }
            generation = 0;
        }
        set_generation(live_, generation);
        return generation;
    }

    Index live_ = 0;       // the first positions are live
    Index usable_ = 0;     // from there on up to here they are dead, and will be issued again
    Index next_slot_ = 0;  // the least slot that may be new
    bool retire_;
};

}  // namespace slotproof
