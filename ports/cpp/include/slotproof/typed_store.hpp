// Typed store: one handle map for each type id, in an array indexed by type id.
//
//      handle (slot 1, generation 1, type id 2)
//                                       |
//      type id      0       1       2   v
//               +-------+-------+-------+
//      maps     |   .   |   .   |   .   |      a handle says itself which map it is of: dispatch is one array read
//               +-------+-------+-------+
//
// Growth is whole or not at all (growth.hpp).
//
// Claims TS-* in docs/users/containers/typed_store.md.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "handle_map.hpp"
#include "whole.hpp"

namespace slotproof {

template <class T>
class TypedStore {
public:
    // Takes how many type ids there are, in [1, 2**type_bits]; the options of every map.
    // Throws std::invalid_argument.
    explicit TypedStore(std::size_t types = 2, HandleMapOptions options = {}) {
        require(types >= 1 && types <= std::size_t{1} << options.type_bits, "type ids do not number so many types");
        maps_.reserve(types);
        for (std::size_t type_id = 0; type_id < types; ++type_id)
            maps_.emplace_back(static_cast<TypeId>(type_id), Index{0}, options);
    }

    TypedStore(const TypedStore&) = default;
    TypedStore(TypedStore&&) = default;
    TypedStore& operator=(const TypedStore& other) { return assign_whole(*this, other); }
    TypedStore& operator=(TypedStore&&) = default;

    // --- insert

    // Put the value into the map of that type and issue a handle to it (TS-R1).
    // Errors: out_of_range if there is no such type; full.
    Result<Handle> insert(std::size_t type_id, T value) {
        if (type_id >= maps_.size()) return Error::out_of_range;
        return maps_[type_id].insert(std::move(value));
    }

    // Insert what the factory returns into the map of that type (TS-R2). Errors as `insert`.
    template <class Factory>
    Result<Handle> emplace(std::size_t type_id, Factory&& factory) {
        if (type_id >= maps_.size()) return Error::out_of_range;
        return maps_[type_id].emplace(std::forward<Factory>(factory));
    }

    // --- erase

    // Drop the value and end the handle; false, and nothing changes, if no map holds it (TS-R3).
    bool erase(Handle handle) { return knows(handle) && maps_[handle.type_id()].erase(handle); }

    // --- get

    // The value the handle names (TS-R4).
    // Errors: out_of_range if there never was such a type or slot; stale_handle.
    [[nodiscard]] Result<const T*> get(Handle handle) const {
        if (!knows(handle)) return Error::out_of_range;
        return maps_[handle.type_id()].get(handle);
    }

    // Replace the value the handle names (TS-R5). Errors as `get`.
    Result<void> assign(Handle handle, T value) {
        if (!knows(handle)) return Error::out_of_range;
        return maps_[handle.type_id()].assign(handle, std::move(value));
    }

    // True if a map issued the handle and has not erased its value since (TS-R6).
    [[nodiscard]] bool is_valid(Handle handle) const {
        return knows(handle) && maps_[handle.type_id()].is_valid(handle);
    }

    // --- whole container

    // Clear every map: every handle is dead (TS-R7).
    void clear() {
        for (HandleMap<T>& map : maps_) map.clear();
    }

    // Exchange the states, handles, types and widths included (TS-R9).
    void swap(TypedStore& other) noexcept { maps_.swap(other.maps_); }

    // Call `field("maps", maps)`, under the name of docs/users/containers/typed_store.md.
    template <class Field>
    void state(Field&& field) const {
        field("maps", maps_);
    }

    // Take the state that `state` showed of such a container; `read(name, member)` reads each member.
    template <class Read>
    void restore(Read&& read) {
        read("maps", maps_);
    }

    // --- observers

    // How many values of that type there are (TS-R12).
    // Errors: out_of_range.
    [[nodiscard]] Result<std::size_t> size(std::size_t type_id) const {
        if (type_id >= maps_.size()) return Error::out_of_range;
        return maps_[type_id].size();
    }

    // The map of that type, for what is done to values of one type; its `swap` must be left alone (TS-R13).
    // Errors: out_of_range.
    [[nodiscard]] Result<HandleMap<T>*> map_of(std::size_t type_id) {
        if (type_id >= maps_.size()) return Error::out_of_range;
        return &maps_[type_id];
    }

private:
    // True if there is a map of the handle's type.
    bool knows(Handle handle) const { return handle.type_id() < maps_.size(); }

    std::vector<HandleMap<T>> maps_;  // type id -> its handle map
};

}  // namespace slotproof
