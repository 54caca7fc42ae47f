// Group: its members stand first in every pool it owns, each at one position in all of them.
//
//      owned 0, 1    length = 2        pos      0   1     2   3
//                                             +---+---+ +---+---+
//      pool 0, meta                           | 7 | 4 | | 6 | 3 |
//                                             +---+---+ +---+---+
//      pool 1, meta                           | 7 | 4 | | 5 |
//                                             +---+---+ +---+
//                                              members     others
//
// It holds no pools: each operation is handed those of the registry. A group that lies in another one has its members
// in a prefix of those of the other.
//
// Claims GR-* in docs/users/containers/registry.md.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "sparse_set.hpp"
#include "storage.hpp"
#include "whole.hpp"

namespace slotproof {

// What a group asks for, by the numbers of pools.
struct GroupKey {
    using Numbers = std::vector<std::size_t>;

    Numbers owned;     // the pools it arranges; another group that owns one of them lies in it, or it in that
    Numbers observed;  // the pools its members are also in
    Numbers excluded;  // the pools its members are not in

    // How many pools are named: of two groups that lie in each other, the one that asks for more has fewer members.
    [[nodiscard]] std::size_t size() const { return owned.size() + observed.size() + excluded.size(); }

    // True if it asks for all that the other asks for, list by list; each lies in itself.
    [[nodiscard]] bool lies_in(const GroupKey& outer) const {
        return has_all(owned, outer.owned) && has_all(observed, outer.observed) && has_all(excluded, outer.excluded);
    }

    // True if both own some pool.
    [[nodiscard]] bool overlaps(const GroupKey& other) const {
        return std::ranges::any_of(owned, [&](std::size_t pool) { return has(other.owned, pool); });
    }

    [[nodiscard]] static bool has(const Numbers& numbers, std::size_t pool) {
        return std::ranges::find(numbers, pool) != numbers.end();
    }

    friend bool operator==(const GroupKey&, const GroupKey&) = default;

private:
    [[nodiscard]] static bool has_all(const Numbers& numbers, const Numbers& wanted) {
        return std::ranges::all_of(wanted, [&](std::size_t pool) { return has(numbers, pool); });
    }
};

template <class T>
class Group {
public:
    using Pools = std::vector<Storage<T>>;

    Group(GroupKey key, const PagedOptions& widths) : key_(std::move(key)), elements_(PoolOptions{widths, {}}) {}

    Group(const Group&) = default;
    Group(Group&&) = default;
    Group& operator=(const Group& other) { return assign_whole(*this, other); }
    Group& operator=(Group&&) = default;

    [[nodiscard]] const GroupKey& key() const { return key_; }

    // True if its members are in the pool.
    [[nodiscard]] bool asks_for(std::size_t pool) const {
        return GroupKey::has(key_.owned, pool) || GroupKey::has(key_.observed, pool);
    }

    // True if its members are not in the pool.
    [[nodiscard]] bool excludes(std::size_t pool) const { return GroupKey::has(key_.excluded, pool); }

    // --- what happens to a pool

    // Take in the entities that match already. O(size of the first pool).
    // What is exchanged to a position that was passed did not match when it was looked at.
    void fill(Pools& pools) {
        if (owns()) {
            Storage<T>& first = pools[key_.owned.front()];
            for (std::size_t pos = 0; pos < first.positions(); ++pos) enter(pools, first.entity_at(pos).value(), 0);
        } else {
            for (const Handle handle : pools[key_.observed.front()].handles()) enter(pools, handle, 0);
        }
    }

    // Have memory to take in an entity that is about to come into a pool, or to leave it, if it will match then: one of
    // `count` such entities.
    void make_way(const Pools& pools, Handle handle, std::size_t pool, std::size_t count) {
        if (owns() || !(asks_for(pool) || excludes(pool))) return;
        const auto holds = [&](std::size_t each) { return pools[each].contains(handle); };
        const auto will_hold = [&](std::size_t each) { return each == pool || holds(each); };
        const auto keeps = [&](std::size_t each) { return each != pool && holds(each); };
        if (std::ranges::all_of(key_.observed, will_hold) && std::ranges::none_of(key_.excluded, keeps))
            elements_.make_way(handle, count);
    }

    // Take in an entity if it matches and is no member, exchanging it in each owned pool with the first other one.
    // Takes how many excluded pools it is about to leave: 0 or 1.
    void enter(Pools& pools, Handle handle, std::ptrdiff_t leaving) {
        if (contains(pools, handle) || !matches(pools, handle, leaving)) return;
        if (owns())
            move_to(pools, handle, length_++);
        else
            (void)elements_.push(handle);
    }

    // Let go of an entity if it is a member, exchanging it in each owned pool with the last member.
    void leave(Pools& pools, Handle handle) {
        if (!contains(pools, handle)) return;
        if (owns())
            move_to(pools, handle, --length_);
        else
            (void)elements_.erase(handle);
    }

    // --- get

    // True if the entity is a member. O(1).
    [[nodiscard]] bool contains(const Pools& pools, Handle handle) const {
        if (!owns()) return elements_.contains(handle);
        const auto pos = pools[key_.owned.front()].index(handle);
        return pos.ok() && pos.value() < length_;
    }

    // Call `visit(handle)` for the members, from the last position to the first.
    template <class Visit>
    void each(const Pools& pools, Visit&& visit) const {
        if (owns())
            for (std::size_t pos = length_; pos-- > 0;) visit(pools[key_.owned.front()].entity_at(pos).value());
        else
            for (const Handle handle : elements_.handles()) visit(handle);
    }

    // How many members there are.
    [[nodiscard]] std::size_t size() const { return owns() ? length_ : elements_.size(); }

    // --- order

    // Sort the members stably, so that iteration meets ascending keys; only owned pools are arranged (GR-D1).
    // If `key` throws, the members are sorted so far as it got. O(size^2).
    template <class Key>
    void sort_by(Pools& pools, Key&& key) {
        if (!owns()) {
            (void)elements_.sort_by(std::forward<Key>(key));
            return;
        }
        struct Align {  // also if the key throws: the pools must agree
            Group& group;
            Pools& pools;
            ~Align() { group.align(pools); }
        };
        const Align align{*this, pools};
        (void)pools[key_.owned.front()].sort_by(std::forward<Key>(key), length_);
    }

    // Have iteration begin with those of the handles that are members, in their order; how many there are.
    std::size_t sort_as(Pools& pools, std::span<const Handle> handles) {
        if (!owns()) return elements_.sort_as(handles).value();
        Storage<T>& first = pools[key_.owned.front()];
        std::size_t stop = length_;
        for (const Handle handle : handles) {
            const auto pos = first.index(handle);
            if (!pos.ok() || pos.value() >= stop) continue;
            (void)first.swap_elements(handle, first.entity_at(--stop).value());
        }
        align(pools);
        return length_ - stop;
    }

    // --- state

    // Call `field(name, value)` for all that changes, under the names of docs/users/containers/registry.md.
    template <class Field>
    void state(Field&& field) const {
        field("owned", key_.owned);
        field("observed", key_.observed);
        field("excluded", key_.excluded);
        field("length", length_);
        field("elements", elements_);
    }

    // Take the state that `state` showed of such a container; `read(name, member)` reads each member.
    template <class Read>
    void restore(Read&& read) {
        read("owned", key_.owned);
        read("observed", key_.observed);
        read("excluded", key_.excluded);
        read("length", length_);
        read("elements", elements_);
    }

private:
    [[nodiscard]] bool owns() const { return !key_.owned.empty(); }

    // True if the entity is in every owned and observed pool, and in as many excluded ones as it is leaving.
    [[nodiscard]] bool matches(const Pools& pools, Handle handle, std::ptrdiff_t leaving) const {
        const auto holds = [&](std::size_t pool) { return pools[pool].contains(handle); };
        return std::ranges::all_of(key_.owned, holds) && std::ranges::all_of(key_.observed, holds) &&
               std::ranges::count_if(key_.excluded, holds) == leaving;
    }

    // Exchange an entity, in each owned pool, with what stands at a position.
    void move_to(Pools& pools, Handle handle, std::size_t pos) {
        for (const std::size_t pool : key_.owned)
            (void)pools[pool].swap_elements(handle, pools[pool].entity_at(pos).value());
    }

    // Arrange the members in each owned pool as in the first.
    void align(Pools& pools) {
        const Storage<T>& first = pools[key_.owned.front()];
        for (std::size_t pos = length_; pos-- > 0;)
            for (const std::size_t pool : key_.owned)
                (void)pools[pool].swap_elements(
                    pools[pool].entity_at(pos).value(), first.entity_at(pos).value()
                );
    }

    GroupKey key_;
    std::size_t length_ = 0;  // members, at the positions [0, length) of each owned pool; 0 if it owns none
    SparseSet elements_;      // of a group that owns no pool: its members
};

}  // namespace slotproof
