// Sparse set: handles, at most one a slot, in an array that iterates as fast as any; the arrays are drawn in pool.hpp.
//
// Growth is whole or not at all (growth.hpp).
//
// Claims SS-* in docs/users/containers/sparse_set.md.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "pool.hpp"

namespace slotproof {

// Nothing stands beside the handles.
struct NoValues {
    static constexpr bool stored = false;

    void clear() {}
    void drop(std::size_t) {}
    void exchange(std::size_t, std::size_t) {}
    void move(std::size_t, std::size_t) {}
    void pop() {}
};

class SparseSet : public Pool<NoValues> {
public:
    // Throws std::invalid_argument.
    explicit SparseSet(const PoolOptions& options = {}) : Pool(options) {}

    // Put the handle into the hole left last, or behind the last position; where it stands (SS-R1). O(1).
    // Errors: invalid_argument if no element can have it; exists if its slot has an element.
    Result<Index> push(Handle handle) {
        const auto admitted = admit(handle);
        if (!admitted.ok()) return admitted.error();
        prepare(handle.slot());  // the only step that may throw
        const auto pos = static_cast<Index>(next_position());
        occupy(handle);
        return pos;
    }

    // Push each in turn, all or none; where they stand (SS-R2). Errors as `push`.
    Result<std::vector<Index>> push_items(std::span<const Handle> handles) {
        const auto admitted = admit(handles);
        if (!admitted.ok()) return admitted.error();
        std::vector<Index> positions;
        positions.reserve(handles.size());
        prepare_all(handles);
        for (const Handle handle : handles) positions.push_back(push(handle).value());
        return positions;
    }

    // Have memory for an element, one of `count` new ones: pushing it does not throw.
    void make_way(Handle handle, std::size_t count) { prepare(handle.slot(), count); }

    // Exchange the states, widths included (SS-R23). A set that was moved from may only be assigned to.
    void swap(SparseSet& other) noexcept { std::swap(*this, other); }

    // Call `field(name, value)` for all that changes, under the names of docs/users/containers/sparse_set.md.
    template <class Field>
    void state(Field&& field) const {
        pool_state(field);
    }

    // Take the state that `state` showed of such a container; `read(name, member)` reads each member.
    template <class Read>
    void restore(Read&& read) {
        pool_restore(read);
    }
};

}  // namespace slotproof
