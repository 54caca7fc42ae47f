// What the gate cannot see through integers: values that own something, moves, copies, exceptions, references.
//
// Everything else is checked by the gate, which compares results and arrays with the reference.
#include <cstdlib>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <slotproof/dense_map.hpp>
#include <slotproof/dense_set.hpp>
#include <slotproof/handle_map.hpp>
#include <slotproof/indexed_store.hpp>
#include <slotproof/registry.hpp>
#include <slotproof/token_allocator.hpp>
#include <slotproof/typed_store.hpp>

namespace {

using namespace slotproof;

int failures = 0;

void check(bool holds, std::string_view fact) {
    if (holds) return;
    ++failures;
    std::cerr << "not so: " << fact << '\n';
}

// A value that throws when it is copied, and counts how many there are.
struct Fragile {
    static inline int alive = 0;
    static inline int copies_left = 1000;

    int number;

    explicit Fragile(int n) : number(n) { ++alive; }
    Fragile(const Fragile& other) : number(other.number) {
        if (copies_left-- == 0) throw std::runtime_error("no copy");
        ++alive;
    }
    Fragile(Fragile&& other) noexcept : number(other.number) { ++alive; }
    Fragile& operator=(const Fragile&) = default;
    Fragile& operator=(Fragile&&) noexcept = default;
    ~Fragile() { --alive; }
};

void handles() {
    constexpr Handle handle(7, 3, 2);
    static_assert(handle.slot() == 7 && handle.generation() == 3 && handle.type_id() == 2 && !handle.free());
    static_assert(Handle(1, 9) < Handle(0, 0, 1) && null_handle == Handle(0, 0));
    check(Handle(handle.word) == handle, "a handle is its word");
}

void handle_map_of_owners() {
    HandleMap<std::unique_ptr<std::string>> map;
    const Handle kept = map.insert(std::make_unique<std::string>("kept")).value();
    const Handle gone = map.insert(std::make_unique<std::string>("gone")).value();
    check(map.erase(gone) && !map.erase(gone), "a handle is erased once");
    check(**map.get(kept).value() == "kept", "a value that is only moved is found");
    check(map.get(gone).error() == Error::stale_handle, "an erased handle is stale");
    HandleMap<std::unique_ptr<std::string>> other(std::move(map));
    check(other.size() == 1 && other.is_valid(kept), "handles survive a move of the map");
}

void handle_map_and_exceptions() {
    HandleMap<int> map;
    const Handle first = map.insert(1).value();
    try {
        (void)map.emplace([]() -> int { throw std::runtime_error("no value"); });
        check(false, "the factory's exception is passed on");
    } catch (const std::runtime_error&) {
    }
    const Handle second = map.insert(2).value();
    check(second == Handle(1, 1), "a factory that throws leaves no slot behind (HM-D9)");
    (void)map.insert(0);
    try {
        map.defragment([](int, int) -> bool { throw std::runtime_error("no order"); });
        check(false, "the comparator's exception is passed on");
    } catch (const std::runtime_error&) {
    }
    check(*map.get(first).value() == 1 && map.fragmented(), "a comparator that throws leaves the map whole");
}

void handle_map_growing() {
    HandleMap<Fragile> map;
    for (int number = 0; number < 100; ++number) (void)map.insert(Fragile(number));
    check(Fragile::alive == 100, "there are as many values as were inserted");
    Fragile::copies_left = 50;
    try {
        const HandleMap<Fragile> copy(map);
        check(false, "a copy that throws is passed on");
    } catch (const std::runtime_error&) {
    }
    check(Fragile::alive == 100 && map.size() == 100, "a copy that fails leaves nothing behind");
    Fragile::copies_left = 1000;
    map.clear();
    check(Fragile::alive == 0, "clear destroys the values");
}

void refused_options() {
    int refused = 0;
    const auto refuses = [&](auto&& make) {
        try {
            make();
        } catch (const std::invalid_argument&) {
            ++refused;
        }
    };
    refuses([] { HandleMap<int> map(0, 0, {.index_bits = 33}); });
    refuses([] { HandleMap<int> map(2, 0, {.type_bits = 1}); });
    refuses([] { TypedStore<int> store(3, {.type_bits = 1}); });
    refuses([] { SparseSet set(PoolOptions{{.page = 0}, {}}); });
    refuses([] { Storage<int> storage(StorageOptions{{}, 0}); });
    refuses([] { Bitmask<std::uint8_t> mask(8, false, 9); });
    refuses([] { DenseMap<int, int> map({.min_buckets = 3}); });
    refuses([] { DenseMap<int, int> map({.max_load = 0}); });
    refuses([] { HashIndex index({.hash_size = 12}); });
    check(refused == 9, "a constructor refuses what no container has");
}

void storage_of_owners() {
    using Owner = std::shared_ptr<int>;
    Storage<Owner> storage(StorageOptions{{{.index_bits = 8, .generation_bits = 4, .page = 2}, Deletion::in_place}, 2});
    const Owner value = std::make_shared<int>(5);
    for (Index slot = 0; slot < 5; ++slot) (void)storage.emplace(Handle(slot, 0), value);
    const Owner* const place = storage.get(Handle(1, 0)).value();
    check(storage.erase(Handle(2, 0)).ok() && value.use_count() == 5, "a hole gives back what its value owned");
    (void)storage.emplace(Handle(9, 1), value);
    for (Index slot = 20; slot < 40; ++slot) (void)storage.emplace(Handle(slot, 0), value);
    check(storage.get(Handle(1, 0)).value() == place, "growing moves no value");
    const Storage<Owner> copy(storage);
    check(copy.get(Handle(9, 1)).value()->get() == value.get(), "a copy has the values");
    storage.compact();
    storage.clear();
    check(value.use_count() == 1 + 25, "clear drops the values, and a copy keeps its own");
}

void a_copy_grows_in_place() {
    Storage<int> storage(StorageOptions{{}, 4});
    (void)storage.emplace(Handle(0, 0), 7);
    Storage<int> copy(storage);
    const int* const place = copy.get(Handle(0, 0)).value();
    for (Index slot = 1; slot < 4; ++slot) (void)copy.emplace(Handle(slot, 0), 8);
    check(copy.get(Handle(0, 0)).value() == place, "the pages of a copy have their whole room");
}

void dense_map_of_strings() {
    DenseMap<std::string, std::unique_ptr<int>> map;
    for (int number = 0; number < 100; ++number)
        (void)map.insert("key " + std::to_string(number), std::make_unique<int>(number));
    for (int number = 0; number < 100; number += 2) check(map.erase("key " + std::to_string(number)), "it was there");
    check(map.size() == 50 && **map.get("key 51").value() == 51, "what was not erased is found");
    check(map.get("key 50").error() == Error::missing, "what was erased is not");
    DenseSet<std::string> set;
    check(set.insert("a").value().is_new && !set.insert("a").value().is_new, "a key is new once");
}

void dense_map_and_exceptions() {
    DenseMap<int, int> map;
    for (int key = 0; key < 7; ++key) (void)map.insert(key, key);
    try {
        (void)map.try_emplace(7, []() -> int { throw std::runtime_error("no value"); });
        check(false, "the factory's exception is passed on");
    } catch (const std::runtime_error&) {
    }
    check(map.size() == 7 && map.bucket_count() == 8, "a factory that throws changes nothing (DM-D4)");
}

void registry_sorts_whole() {
    Registry<int> registry(2);
    std::vector<Handle> entities;
    for (int number = 0; number < 4; ++number) {
        entities.push_back(registry.create().value());
        (void)registry.emplace(0, entities.back(), number);
        (void)registry.emplace(1, entities.back(), number);
    }
    const std::size_t group = registry.group(GroupKey{{0, 1}, {}, {}}).value();
    check(registry.group(GroupKey{{1}, {}, {}}).error() == Error::conflict, "a pool has one owner (GR-D4)");
    try {
        int calls = 0;
        (void)registry.sort_by(group, [&](Handle handle) {
            if (++calls == 5) throw std::runtime_error("no key");
            return handle.slot();
        });
        check(false, "the key's exception is passed on");
    } catch (const std::runtime_error&) {
    }
    std::vector<Handle> members;
    check(registry.members(group, [&](Handle handle) { members.push_back(handle); }).ok(), "the group is there");
    for (std::size_t at = 0; at < members.size(); ++at)
        check(registry.destroy(members[at]).ok(), "the members of a group that could not be sorted are its members");
    check(registry.length(group).value() == 0, "who is destroyed is no member");
}

void tokens() {
    TokenAllocator<std::uint64_t> allocator(1'000'000);
    check(allocator.acquire_many(70'000).value().back() == 69'999, "tokens are the lowest free ones");
    check(allocator.release(4).ok() && allocator.acquire().value() == 4, "the lowest free token comes next");
    check(allocator.release(999'999).error() == Error::missing, "what is not in use cannot be given back");
}

void names() {
    IndexedStore<std::unique_ptr<int>> store(IndexedStoreOptions{{}, true});
    check(store.insert("Elf", std::make_unique<int>(1)).ok(), "a name comes in");
    check(store.insert("eLF", nullptr).error() == Error::exists, "case does not count if it is folded");
    check(**store.get("elf").value() == 1 && store.name_at(0).value() == "Elf", "a name is kept as it was given");
}

}  // namespace

int main() {
    handles();
    handle_map_of_owners();
    handle_map_and_exceptions();
    handle_map_growing();
    refused_options();
    storage_of_owners();
    a_copy_grows_in_place();
    dense_map_of_strings();
    dense_map_and_exceptions();
    registry_sorts_whole();
    tokens();
    names();
    if (failures == 0) std::cout << "all facts hold\n";
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
