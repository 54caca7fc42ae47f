// Registry: entities, a storage for each pool of values, and the groups that arrange pools.
//
//      entities   +---+---+---+            live handles
//                 | 0 | 1 | 2 |
//                 +---+---+---+
//      pools  0   +---+---+   1   +---+    handles with their values
//                 | 1 | 2 |       | 1 |
//                 +---+---+       +---+
//      groups 0   owned 0, 1; length = 1   {1} stands first in both
//
// A pool tells the groups that name it of each change, before a value is gone and after one has come. Of groups that
// are nested, the outer one takes an entity in first, and the inner one lets it go first.
//
// Growth is whole or not at all (growth.hpp); so is an erasure, upon which a group may grow.
//
// Claims RG-*, GR-* in docs/users/containers/registry.md.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "entity_storage.hpp"
#include "group.hpp"
#include "growth.hpp"
#include "whole.hpp"

namespace slotproof {

struct RegistryOptions : EntityStorageOptions {
    std::size_t value_page = 1024;  // of the pools
    bool nested = false;            // groups that own a pool in common may lie in each other
};

template <class T>
class Registry {
public:
    using Numbers = std::span<const std::size_t>;

    // Takes how many pools there are at first. Throws std::invalid_argument.
    explicit Registry(std::size_t pools = 0, const RegistryOptions& options = {})
        : options_(options), entities_(options) {
        require(options.value_page >= 1, "a page holds at least 1 value");
        for (std::size_t made = 0; made < pools; ++made) add_pool();
    }

    Registry(const Registry&) = default;
    Registry(Registry&&) = default;
    Registry& operator=(const Registry& other) { return assign_whole(*this, other); }
    Registry& operator=(Registry&&) = default;

    // --- create

    // Issue a handle (RG-R1).
    // Errors: full.
    Result<Handle> create() { return entities_.create(); }

    // Issue the handle asked for as an entity storage does, else as `create` (RG-R31).
    // Errors: full.
    Result<Handle> create_at(Handle hint) { return entities_.create_at(hint); }

    // Make an empty pool; its number (RG-R2). No group can own one that leaves holes.
    std::size_t add_pool(Deletion deletion = Deletion::swap_pop) {
        pools_.emplace_back(StorageOptions{{options_, deletion}, options_.value_page});
        return pools_.size() - 1;
    }

    // The number of the group that asks for these pools, which is made, and filled, if there is none (RG-R3).
    // Errors: out_of_range; invalid_argument if a pool is named twice, none is asked for, or one to be owned leaves
    // holes; conflict if another group owns one of the owned, and neither lies in the other where that is allowed.
    Result<std::size_t> group(const GroupKey& key) {
        const auto named = check({key.owned, key.observed, key.excluded}, key.owned.size() + key.observed.size());
        if (!named.ok()) return named.error();
        const bool nested = options_.nested;
        for (std::size_t number = 0; number < groups_.size(); ++number) {
            const GroupKey& other = groups_[number].key();
            if (key == other || (nested && key.lies_in(other) && other.lies_in(key))) return number;
        }
        for (const Group<T>& group : groups_) {
            const GroupKey& other = group.key();
            if (key.overlaps(other) && !(nested && (key.lies_in(other) || other.lies_in(key)))) return Error::conflict;
        }
        for (const std::size_t pool : key.owned)
            if (pools_[pool].in_place()) return Error::invalid_argument;
        Group<T> made(key, options_);
        make_room(groups_);
        make_room(ranked_);
        made.fill(pools_);
        groups_.push_back(std::move(made));
        rank(groups_.size() - 1);
        return groups_.size() - 1;
    }

    // --- insert

    // Give a live entity a value in a pool (RG-R4). O(1), and a step of each group that names the pool.
    // Errors: out_of_range; stale_handle; exists if it has one there.
    Result<void> emplace(std::size_t pool, Handle handle, T value) {
        if (pool >= pools_.size()) return Error::out_of_range;
        if (!entities_.is_valid(handle)) return Error::stale_handle;
        make_way(pool, handle);
        const auto placed = pools_[pool].emplace(handle, std::move(value));
        if (!placed.ok()) return placed.error();
        for (const std::size_t number : ranked_ | std::views::reverse)
            if (groups_[number].excludes(pool)) groups_[number].leave(pools_, handle);
        for (const std::size_t number : ranked_)
            if (groups_[number].asks_for(pool)) groups_[number].enter(pools_, handle, 0);
        return {};
    }

    // --- erase

    // Take the value of an entity out of a pool (RG-R5). O(1), and a step of each group that names the pool.
    // Errors: out_of_range; missing if it has none there.
    Result<void> erase(std::size_t pool, Handle handle) {
        if (pool >= pools_.size()) return Error::out_of_range;
        if (!pools_[pool].contains(handle)) return Error::missing;
        tell(pool, handle);
        return pools_[pool].erase(handle);
    }

    // Take the value of an entity out of a pool if it has one there; whether it had (RG-R6).
    // Errors: out_of_range.
    Result<bool> remove(std::size_t pool, Handle handle) {
        if (pool >= pools_.size()) return Error::out_of_range;
        return erase(pool, handle).ok();
    }

    // End a handle and drop all its values, last pool first; the generation its slot has next (RG-R7).
    // It leaves every group before it loses a value, and enters none on the way (GR-D2).
    // Errors: stale_handle.
    Result<Generation> destroy(Handle handle) {
        if (!entities_.is_valid(handle)) return Error::stale_handle;
        for (const std::size_t number : ranked_ | std::views::reverse) groups_[number].leave(pools_, handle);
        for (std::size_t pool = pools_.size(); pool-- > 0;) pools_[pool].remove(handle);
        return entities_.destroy(handle);
    }

    // Destroy each in turn, all or none (RG-R8).
    // Errors: stale_handle if one is not live, or is named twice.
    Result<void> destroy_items(std::span<const Handle> handles) {
        std::unordered_set<Index> named;
        for (const Handle handle : handles)
            if (!entities_.is_valid(handle) || !named.insert(handle.slot()).second) return Error::stale_handle;
        for (const Handle handle : handles) (void)destroy(handle);
        return {};
    }

    // --- get

    // The value of an entity in a pool (RG-R9).
    // Errors: out_of_range; missing if it has none there.
    [[nodiscard]] Result<const T*> get(std::size_t pool, Handle handle) const {
        if (pool >= pools_.size()) return Error::out_of_range;
        return pools_[pool].get(handle);
    }

    // Give an entity another value in a pool; nothing moves, and no group is told (RG-R10). Errors as `get`.
    Result<void> replace(std::size_t pool, Handle handle, T value) {
        if (pool >= pools_.size()) return Error::out_of_range;
        return pools_[pool].replace(handle, std::move(value));
    }

    // True if the entity has a value in the pool (RG-R11).
    // Errors: out_of_range.
    [[nodiscard]] Result<bool> contains(std::size_t pool, Handle handle) const {
        if (pool >= pools_.size()) return Error::out_of_range;
        return pools_[pool].contains(handle);
    }

    // True if the handle is live (RG-R12).
    [[nodiscard]] bool is_valid(Handle handle) const { return entities_.is_valid(handle); }

    // True if the entity is a member of the group (RG-R13).
    // Errors: out_of_range.
    [[nodiscard]] Result<bool> is_member(std::size_t group, Handle handle) const {
        if (group >= groups_.size()) return Error::out_of_range;
        return groups_[group].contains(pools_, handle);
    }

    // --- iterate

    // Call `visit(handle)` for the entities with a value in each of the pools and in none of the excluded, as the
    // leading pool iterates (RG-R14).
    // Errors: out_of_range; invalid_argument if a pool is named twice, or none is asked for.
    template <class Visit>
    Result<void> view(Numbers pools, Numbers excluded, Visit&& visit) const {
        const auto named = check({pools, excluded}, pools.size());
        if (!named.ok()) return named.error();
        for (const Handle handle : pools_[smallest(pools)].handles()) {
            const auto holds = [&](std::size_t pool) { return pools_[pool].contains(handle); };
            if (std::ranges::all_of(pools, holds) && std::ranges::none_of(excluded, holds)) visit(handle);
        }
        return {};
    }

    // The pool that a view of these goes over: the first one of the smallest (RG-R15). Errors as `view`.
    [[nodiscard]] Result<std::size_t> lead(Numbers pools) const {
        const auto named = check({pools}, pools.size());
        if (!named.ok()) return named.error();
        return smallest(pools);
    }

    // Call `visit(handle)` for the members of a group, from the last position to the first (RG-R16).
    // Errors: out_of_range.
    template <class Visit>
    Result<void> members(std::size_t group, Visit&& visit) const {
        if (group >= groups_.size()) return Error::out_of_range;
        groups_[group].each(pools_, std::forward<Visit>(visit));
        return {};
    }

    // --- order

    // Sort the members of a group stably, so that iteration meets ascending keys (RG-R17). O(length^2).
    // Errors: out_of_range; conflict if another group lies in it.
    template <class Key>
    Result<void> sort_by(std::size_t group, Key&& key) {
        if (group >= groups_.size()) return Error::out_of_range;
        if (!is_innermost(group)) return Error::conflict;
        groups_[group].sort_by(pools_, std::forward<Key>(key));
        return {};
    }

    // Have iteration over a group begin with those of the handles that are members, in their order; how many (RG-R18).
    // Errors: out_of_range; conflict if another group lies in it.
    Result<std::size_t> sort_as(std::size_t group, std::span<const Handle> handles) {
        if (group >= groups_.size()) return Error::out_of_range;
        if (!is_innermost(group)) return Error::conflict;
        return groups_[group].sort_as(pools_, handles);
    }

    // Sort a pool stably, so that iteration meets ascending keys (RG-R19). O(size^2).
    // Errors: out_of_range; conflict if a group owns it, or it has holes.
    template <class Key>
    Result<void> sort_pool(std::size_t pool, Key&& key) {
        if (pool >= pools_.size()) return Error::out_of_range;
        if (is_owned(pool)) return Error::conflict;
        return pools_[pool].sort_by(std::forward<Key>(key));
    }

    // Have iteration over a pool begin with what another one holds too, as that one is iterated; how many (RG-R32).
    // O(size of the other).
    // Errors: out_of_range; conflict if a group owns the first, or it has holes.
    Result<std::size_t> sort_pool_as(std::size_t pool, std::size_t other) {
        if (pool >= pools_.size() || other >= pools_.size()) return Error::out_of_range;
        if (is_owned(pool)) return Error::conflict;
        std::vector<Handle> met;
        for (const Handle handle : pools_[other].handles()) met.push_back(handle);
        return pools_[pool].sort_as(met);
    }

    // Fill the holes of a pool, those left last first, with its last values; no group is told (RG-R30). O(holes).
    // Errors: out_of_range.
    Result<void> compact_pool(std::size_t pool) {
        if (pool >= pools_.size()) return Error::out_of_range;
        pools_[pool].compact();
        return {};
    }

    // --- whole container

    // Take every value out of a pool, last one first (RG-R20).
    // Errors: out_of_range.
    Result<void> clear_pool(std::size_t pool) {
        if (pool >= pools_.size()) return Error::out_of_range;
        for (const Handle handle : pools_[pool].handles()) make_way(pool, handle, pools_[pool].size());
        for (std::size_t pos = pools_[pool].positions(); pos-- > 0;)
            if (const auto handle = pools_[pool].entity_at(pos); handle.ok()) tell(pool, handle.value());
        pools_[pool].clear();
        return {};
    }

    // Take every value out of every pool, last pool first, and end every handle; groups stay (RG-R21).
    // If memory runs out while a group takes in what leaves a pool, the pools before are empty, and no handle is ended.
    void clear() {
        for (std::size_t pool = pools_.size(); pool-- > 0;) (void)clear_pool(pool);
        entities_.clear();
    }

    // Exchange the states, widths included (RG-R23). A registry that was moved from may only be assigned to.
    void swap(Registry& other) noexcept { std::swap(*this, other); }

    // Call `field(name, value)` for all that changes, under the names of docs/users/containers/registry.md.
    template <class Field>
    void state(Field&& field) const {
        field("entities", entities_);
        field("pools", pools_);
        field("groups", groups_);
    }

    // Take the state that `state` showed of a registry with such pools; `read(name, member)` reads each member, and of
    // the groups one that `add` makes after the other.
    template <class Read>
    void restore(Read&& read) {
        struct Groups {
            Registry& made;

            Group<T>& add() { return made.groups_.emplace_back(GroupKey{}, made.options_); }
        };

        read("entities", entities_);
        read("pools", pools_);
        groups_.clear();
        Groups groups{*this};
        read("groups", groups);
        ranked_.clear();
        for (std::size_t number = 0; number < groups_.size(); ++number) rank(number);
    }

    // --- observers

    // How many entities are live (RG-R26).
    [[nodiscard]] std::size_t size() const { return entities_.size(); }

    // How many entities have a value in a pool (RG-R27).
    // Errors: out_of_range.
    [[nodiscard]] Result<std::size_t> pool_size(std::size_t pool) const {
        if (pool >= pools_.size()) return Error::out_of_range;
        return pools_[pool].size();
    }

    // How many pools there are (RG-R28).
    [[nodiscard]] std::size_t pool_count() const { return pools_.size(); }

    // How many members a group has (RG-R29).
    // Errors: out_of_range.
    [[nodiscard]] Result<std::size_t> length(std::size_t group) const {
        if (group >= groups_.size()) return Error::out_of_range;
        return groups_[group].size();
    }

private:
    // Refuse lists with a number that is no pool, or that comes twice; `wanted` counts those that are asked for.
    [[nodiscard]] Result<void> check(std::initializer_list<Numbers> lists, std::size_t wanted) const {
        std::unordered_set<std::size_t> named;
        for (const Numbers numbers : lists) {
            for (const std::size_t pool : numbers) {
                if (pool >= pools_.size()) return Error::out_of_range;
                if (!named.insert(pool).second) return Error::invalid_argument;
            }
        }
        if (wanted == 0) return Error::invalid_argument;
        return {};
    }

    // Put a group behind those that ask for no more than it does.
    void rank(std::size_t group) {
        const auto asked = [this](std::size_t number) { return groups_[number].key().size(); };
        ranked_.insert(std::ranges::upper_bound(ranked_, asked(group), {}, asked), group);
    }

    // The first of the smallest of these pools.
    [[nodiscard]] std::size_t smallest(Numbers pools) const {
        return *std::ranges::min_element(pools, {}, [this](std::size_t pool) { return pools_[pool].size(); });
    }

    [[nodiscard]] bool is_owned(std::size_t pool) const {
        return std::ranges::any_of(groups_, [pool](const Group<T>& group) {
            return GroupKey::has(group.key().owned, pool);
        });
    }

    // True if no other group lies in the group.
    [[nodiscard]] bool is_innermost(std::size_t group) const {
        const GroupKey& outer = groups_[group].key();
        return std::ranges::none_of(groups_, [&outer](const Group<T>& each) {
            return &each.key() != &outer && each.key().overlaps(outer) && each.key().lies_in(outer);
        });
    }

    // Let the groups have memory for one of `count` entities that are about to come into a pool, or to leave it.
    void make_way(std::size_t pool, Handle handle, std::size_t count = 1) {
        for (Group<T>& group : groups_) group.make_way(pools_, handle, pool, count);
    }

    // Let the groups know that an entity is about to lose its value in a pool.
    void tell(std::size_t pool, Handle handle) {
        make_way(pool, handle);  // the only step that may throw
        for (const std::size_t number : ranked_ | std::views::reverse)
            if (groups_[number].asks_for(pool)) groups_[number].leave(pools_, handle);
        for (const std::size_t number : ranked_)
            if (groups_[number].excludes(pool)) groups_[number].enter(pools_, handle, 1);
    }

    RegistryOptions options_;
    EntityStorage entities_;
    std::vector<Storage<T>> pools_;  // pool -> its storage; its elements are live entities
    std::vector<Group<T>> groups_;   // group, in order of creation
    std::vector<std::size_t> ranked_;  // the groups, those that ask for less first; of equals, the older one first
};

}  // namespace slotproof
