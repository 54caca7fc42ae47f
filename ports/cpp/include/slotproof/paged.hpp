// Handles at dense positions, found through a paged sparse array: what sparse sets, storages and entity storages share.
//
//    page        0               1               2
//              +---+---+       . . . . .       +---+---+
//    sparse    |nil| 1 |       (not there)     | 0 |nil|      pages of 2 cells; handle (slot 4, generation 0) -> 0
//              +---+---+       . . . . .       +---+---+
//    gener.    | T | 2 |                       | 0 | T |      T is the tombstone
//              +---+---+                       +---+---+
//    slot        0   1           2   3           4   5
//
// `sparse` and `generation` of a slot stand in one cell; `meta` and `stamp` of a position in one handle.
#pragma once

#include <algorithm>
#include <optional>
#include <ranges>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "error.hpp"
#include "growth.hpp"
#include "handle.hpp"
#include "whole.hpp"

namespace slotproof {

struct PagedOptions {
    unsigned index_bits = 20;       // in [1, 32]; slots are below 2**index_bits - 1
    unsigned generation_bits = 12;  // in [1, 16]; generations are below 2**generation_bits - 1, the tombstone
    std::size_t page = 4096;        // cells of a page, at least 1
};

class Paged {
public:
    Paged(const Paged&) = default;
    Paged(Paged&&) = default;
    Paged& operator=(const Paged& other) { return assign_whole(*this, other); }
    Paged& operator=(Paged&&) = default;

    // --- get

    // The generation of the element in the slot of a handle, or the tombstone if there is none. 1 read.
    [[nodiscard]] Generation current(Handle handle) const { return cell(handle.slot()).generation; }

    // The handle of the element at a position.
    // Errors: out_of_range; missing if there is a hole.
    [[nodiscard]] Result<Handle> entity_at(std::size_t pos) const {
        if (pos >= meta_.size()) return Error::out_of_range;
        if (is_hole(pos)) return Error::missing;
        return meta_[pos];
    }

    // --- whole container

    // Give back the pages without an element, and what lies behind the last page with one. O(positions + pages).
    void shrink() {
        std::vector<bool> needed(pages_.size());
        std::size_t end = 0;
        for (std::size_t pos = 0; pos < meta_.size(); ++pos) {
            if (is_hole(pos)) continue;
            const std::size_t page = meta_[pos].slot() / page_;
            needed[page] = true;
            end = std::max(end, page + 1);
        }
        pages_.resize(end);
        for (std::size_t page = 0; page < end; ++page)
            if (!needed[page]) Page().swap(pages_[page]);
    }

    // --- observers

    // How many positions there are, holes included.
    [[nodiscard]] std::size_t positions() const { return meta_.size(); }

    // How many pages of the sparse array are there. O(pages).
    [[nodiscard]] std::size_t page_count() const {
        return pages_.size() - static_cast<std::size_t>(std::ranges::count_if(pages_, &Page::empty));
    }

protected:
    struct Cell {
        Index sparse;           // the position of the slot's element, or nil
        Generation generation;  // of the slot's element, or the tombstone
    };

    using Page = std::vector<Cell>;  // empty if it is not there

    explicit Paged(const PagedOptions& options) : page_(options.page) {
        require(options.index_bits >= 1 && options.index_bits <= 32, "index_bits is in [1, 32]");
        require(options.generation_bits >= 1 && options.generation_bits <= 16, "generation_bits is in [1, 16]");
        require(options.page >= 1, "a page has at least 1 cell");
        nil_ = static_cast<Index>((std::uint64_t{1} << options.index_bits) - 1);
        tombstone_ = static_cast<Generation>((1U << options.generation_bits) - 1);
    }

    // The cell of a slot; that of an empty page if the page is not there.
    [[nodiscard]] Cell cell(Index slot) const {
        const std::size_t page = slot / page_;
        if (page >= pages_.size() || pages_[page].empty()) return {nil_, tombstone_};
        return pages_[page][slot % page_];
    }

    // The cell of a slot of which the page is there.
    [[nodiscard]] Cell& cell_of(Index slot) { return pages_[slot / page_][slot % page_]; }

    // Have memory for so many more positions, and for the page of a slot; the page is not there before `assure`.
    void prepare(Index slot, std::size_t positions = 1) {
        make_room(meta_, positions);
        const std::size_t page = slot / page_;
        if (pages_.size() <= page) pages_.resize(page + 1);
        pages_[page].reserve(page_);
    }

    // Have the page of a slot, for which there is memory; nothing throws.
    void assure(Index slot) {
        Page& page = pages_[slot / page_];
        if (page.empty()) page.assign(page_, {nil_, tombstone_});
    }

    // True if the slot has an element.
    [[nodiscard]] bool names(Index slot) const { return cell(slot).generation != tombstone_; }

    // True if the handle is that of the element in its slot. 1 cell.
    [[nodiscard]] bool holds(Handle handle) const {
        return handle.type_id() == 0 && !handle.free() && handle.generation() != tombstone_ &&
               cell(handle.slot()).generation == handle.generation();
    }

    // True if an element can have the handle: it fits, and is neither nil nor tombstone.
    [[nodiscard]] bool is_possible(Handle handle) const {
        return handle.slot() < nil_ && handle.generation() < tombstone_ && handle.type_id() == 0 && !handle.free();
    }

    [[nodiscard]] bool is_hole(std::size_t pos) const { return meta_[pos].generation() == tombstone_; }

    // Let the elements at two positions change places.
    void exchange(std::size_t first, std::size_t second) {
        std::swap(meta_[first], meta_[second]);
        cell_of(meta_[first].slot()).sparse = static_cast<Index>(first);
        cell_of(meta_[second].slot()).sparse = static_cast<Index>(second);
    }

    [[nodiscard]] auto exchanging() {
        return [this](std::size_t first, std::size_t second) { exchange(first, second); };
    }

    // Sort the first of so many positions, or all of them: insertion sort against the order of positions.
    // `comes_after` compares two positions; `exchange` is that of the container.
    // Errors: out_of_range.
    template <class ComesAfter, class Exchange>
    static Result<void> insertion_sort(
        std::size_t length, std::optional<std::size_t> count, ComesAfter&& comes_after, Exchange&& exchange
    ) {
        const std::size_t end = count.value_or(length);
        if (end > length) return Error::out_of_range;
        for (std::size_t back = 1; back < end; ++back)
            for (std::size_t pos = end - 1 - back; pos + 1 < end && comes_after(pos + 1, pos); ++pos)
                exchange(pos, pos + 1);
        return {};
    }

    // Have the first `length` positions end with those of the handles that stand there, the first one last; how many
    // there are. O(handles).
    template <class Exchange>
    std::size_t put_last(std::span<const Handle> handles, std::size_t length, Exchange&& exchange) const {
        std::size_t stop = length;
        for (const Handle handle : handles) {
            if (!holds(handle)) continue;
            const Index pos = cell(handle.slot()).sparse;
            if (pos < stop) exchange(pos, --stop);
        }
        return length - stop;
    }

    // Call `field(name, value)` for the arrays, the pages end to end, those that are not there filled as empty ones.
    template <class Field>
    void paged_state(Field&& field) const {
        std::size_t end = pages_.size();
        while (end > 0 && pages_[end - 1].empty()) --end;  // what is only prepared
        const auto slots = std::views::iota(std::size_t{0}, end * page_);
        const auto at = [this](std::size_t slot) { return cell(static_cast<Index>(slot)); };
        field("sparse", slots | std::views::transform([at](std::size_t slot) { return at(slot).sparse; }));
        field("generation", slots | std::views::transform([at](std::size_t slot) { return at(slot).generation; }));
        field("pages", pages_ | std::views::take(end) | std::views::transform([](const Page& page) {
                           return page.empty() ? 0 : 1;
                       }));
        field("meta", meta_ | std::views::transform(&Handle::slot));
        field("stamp", meta_ | std::views::transform(&Handle::generation));
    }

    // Take the arrays that `paged_state` showed; `read(name, member)` reads each.
    template <class Read>
    void paged_restore(Read&& read) {
        std::vector<Index> sparse, meta;
        std::vector<Generation> generation, stamp;
        std::vector<std::uint8_t> there;
        read("sparse", sparse);
        read("generation", generation);
        read("pages", there);
        read("meta", meta);
        read("stamp", stamp);
        std::vector<Page> pages(there.size());
        for (std::size_t page = 0; page < pages.size(); ++page)
            for (std::size_t slot = page * page_; there[page] != 0 && slot < (page + 1) * page_; ++slot)
                pages[page].push_back({sparse.at(slot), generation.at(slot)});
        std::vector<Handle> handles;
        for (std::size_t pos = 0; pos < meta.size(); ++pos) handles.emplace_back(meta[pos], stamp.at(pos));
        pages_ = std::move(pages);
        meta_ = std::move(handles);
    }

    std::vector<Page> pages_;   // page -> the cells of its slots; behind the last that is there, some may be prepared
    std::vector<Handle> meta_;  // pos -> the element; of a hole, the next hole or nil as slot, the tombstone
    std::size_t page_;          // cells of a page
    Index nil_;                 // "no index": the largest index, which is no slot
    Generation tombstone_;      // the largest generation, which is that of no element
};

}  // namespace slotproof
