// What is left when memory runs out, or when a copy of an element fails: the container is as it was before.
//
// Each container is copied, assigned another one, and made larger, again and again; the first time the first step fails
// that can fail, then the second, and so on, until it goes through. After each failure all containers are compared with
// what they were; with the addresses of their elements, but where the one that grows may move them. A copy that fails
// leaves no memory and no element behind.
#include <concepts>
#include <cstdlib>
#include <iostream>
#include <new>
#include <optional>
#include <ranges>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include <slotproof/dense_map.hpp>
#include <slotproof/dense_set.hpp>
#include <slotproof/handle_map.hpp>
#include <slotproof/indexed_store.hpp>
#include <slotproof/registry.hpp>
#include <slotproof/token_allocator.hpp>
#include <slotproof/typed_store.hpp>

namespace {

// How many more steps succeed, counting allocations and copies of elements; below 0, all do.
int steps_left = -1;
int blocks = 0;  // of memory that are in use

// True if this step is the one that fails.
bool fails() { return steps_left >= 0 && steps_left-- == 0; }

}  // namespace

void* operator new(std::size_t size) {
    if (fails()) throw std::bad_alloc();
    void* const memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) throw std::bad_alloc();
    ++blocks;
    return memory;
}
void operator delete(void* memory) noexcept {
    if (memory != nullptr) --blocks;
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

namespace {

using namespace slotproof;

int failures = 0;
int refusals = 0;  // of elements that were to be copied

void check(bool holds, std::string_view container, std::string_view fact) {
    if (holds) return;
    ++failures;
    std::cerr << "not so: " << container << ": " << fact << '\n';
}

// An element that may fail to be copied.
class Element {
public:
    explicit Element(int number = 0) : number_(number) {}
    Element(const Element& other) : number_(other.number_) { copied(); }
    Element(Element&&) noexcept = default;
    Element& operator=(const Element& other) {
        copied();
        number_ = other.number_;
        return *this;
    }
    Element& operator=(Element&&) noexcept = default;

    [[nodiscard]] int number() const { return number_; }
    friend bool operator==(const Element& left, const Element& right) { return left.number_ == right.number_; }

private:
    static void copied() {
        if (!fails()) return;
        ++refusals;
        throw std::runtime_error("no copy");
    }

    int number_;
};

struct HashOfElement {
    std::size_t operator()(const Element& element) const { return static_cast<std::size_t>(element.number()); }
};

// --- pictures

template <class T>
concept Stateful = requires(const T& shown) { shown.state([](std::string_view, const auto&) {}); };

// Writes what a container holds; if asked to, also where its elements lie.
class Picture {
public:
    explicit Picture(bool places) : places_(places) {}

    [[nodiscard]] std::string text() const { return out_.str(); }

    void write(const Element& element) {
        out_ << element.number();
        if (places_) out_ << '@' << &element;
        out_ << ' ';
    }
    void write(const Element* element) { element == nullptr ? void(out_ << "- ") : write(*element); }
    void write(const std::string& text) { out_ << text << ' '; }
    void write(std::integral auto number) { out_ << +number << ' '; }

    template <std::ranges::input_range Range>
    void write(Range&& range) {
        out_ << "[ ";
        for (auto&& each : range) write(each);
        out_ << "] ";
    }

    template <Stateful C>
    void write(const C& container) {
        out_ << "{ ";
        container.state([this](std::string_view name, const auto& value) {
            out_ << name << ": ";
            write(value);
        });
        // What the configuration decides.
        if constexpr (requires { container.capacity(); }) write(container.capacity());
        if constexpr (requires { container.room(); }) write(container.room());
        if constexpr (requires { container.type_id(); }) write(container.type_id());
        if constexpr (requires { container.in_place(); }) write(container.in_place());
        if constexpr (requires { container.index_limit(); }) write(container.index_limit());
        if constexpr (requires { container.layers(); }) write(container.layers());
        if constexpr (requires { container.max_load(); }) out_ << container.max_load();
        out_ << "} ";
    }

private:
    std::ostringstream out_;
    bool places_;
};

template <class C>
std::string picture(const C& container, bool places = true) {
    Picture picture(places);
    picture.write(container);
    return picture.text();
}

// --- steps

// True if the action fails at this step.
template <class Action>
bool fails_at(int step, Action&& action) {
    bool failed = false;
    steps_left = step;
    try {
        action();
    } catch (const std::bad_alloc&) {
        failed = true;
    } catch (const std::runtime_error&) {
        failed = true;
    }
    steps_left = -1;
    return failed;
}

// --- copies

// Makes a copy, failing at each step in turn.
template <class C>
void copy(std::string_view name, const C& source) {
    const std::string given = picture(source);
    const std::string same = picture(source, false);
    for (int step = 0;; ++step) {
        const int before = blocks;
        std::optional<C> made;
        const bool failed = fails_at(step, [&] { made.emplace(source); });
        if (made) check(picture(*made, false) == same, name, "a copy is the same");
        made.reset();
        check(blocks == before, name, "a copy leaves nothing behind, even if it fails");
        check(picture(source) == given, name, "what is copied stays as it is");
        if (failed) continue;
        check(step > 0, name, "there is a step of a copy that can fail");
        return;
    }
}

// Assigns the source to a copy of the target, failing at each step in turn.
template <class C>
void assign(std::string_view name, const C& source, const C& target) {
    const std::string given = picture(source);
    for (int step = 0;; ++step) {
        C assigned(target);
        const std::string before = picture(assigned);
        const bool failed = fails_at(step, [&] { assigned = source; });
        check(picture(source) == given, name, "what is assigned stays as it is");
        if (failed) {
            check(picture(assigned) == before, name, "an assignment that fails changes nothing");
            assigned = source;
        }
        check(picture(assigned, false) == picture(source, false), name, "an assignment makes both the same");
        if (failed) continue;
        check(step > 0, name, "there is a step that can fail");
        return;
    }
}

// Takes two containers that differ in contents and configuration.
template <class C>
void try_copies(std::string_view name, const C& small, const C& large) {
    static_assert(std::is_copy_constructible_v<C> && std::is_copy_assignable_v<C>);
    static_assert(std::is_nothrow_move_constructible_v<C> && std::is_nothrow_move_assignable_v<C>);
    static_assert(std::is_nothrow_swappable_v<C>);
    check(picture(small, false) != picture(large, false), name, "the two differ");
    copy(name, small);
    copy(name, large);
    assign(name, large, small);
    assign(name, small, large);
    C same(large);
    const C& alias = same;
    same = alias;
    check(picture(same, false) == picture(large, false), name, "assigned to itself it stays the same");
}

// --- growth

// Whether elements stay where they are while the container grows.
enum class Elements { move, stay };

// Does what makes a container larger to copies of it, failing at each step in turn.
template <class C, class Grow>
void grow(std::string_view name, const C& start, Elements elements, Grow&& larger) {
    const bool places = elements == Elements::stay;
    C wanted(start);
    larger(wanted);
    check(picture(wanted, false) != picture(start, false), name, "it grows");
    for (int step = 0;; ++step) {
        C grown(start);
        const std::string before = picture(grown, places);
        const bool failed = fails_at(step, [&] { larger(grown); });
        if (failed) {
            check(picture(grown, places) == before, name, "growth that fails changes nothing");
            larger(grown);
        }
        check(picture(grown, false) == picture(wanted, false), name, "it grows afterwards as if nothing had failed");
        if (failed) continue;
        check(step > 0, name, "there is a step of growth that can fail");
        return;
    }
}

constexpr int few = 2;
constexpr int many = 20;

Element seven() { return Element(7); }

Handle entity(int number) { return Handle(static_cast<Index>(number), 0); }

void handle_maps() {
    HandleMap<Element> small(0, 0, {.index_bits = 8});
    HandleMap<Element> large(1, 30, {.index_bits = 9, .free_order = FreeOrder::lifo});
    for (int number = 0; number < few; ++number) (void)small.insert(Element(number));
    Handle first;
    for (int number = 0; number < many; ++number) {
        const Handle issued = large.insert(Element(100 + number)).value();
        if (number == 0) first = issued;
    }
    (void)large.erase(first);
    try_copies("handle map", small, large);
    for (const auto& each : {small, large}) {
        grow("handle map: insert", each, Elements::move, [](auto& map) { (void)map.insert(Element(7)); });
        grow("handle map: emplace", each, Elements::move, [](auto& map) { (void)map.emplace(seven); });
        grow("handle map: emplace_items", each, Elements::move, [](auto& map) { (void)map.emplace_items(40, seven); });
        grow("handle map: reserve", each, Elements::move, [](auto& map) { (void)map.reserve(100); });
    }
}

void typed_stores() {
    TypedStore<Element> small(2, {.index_bits = 8});
    TypedStore<Element> large(3, {.index_bits = 9});
    (void)small.insert(0, Element(1));
    for (int number = 0; number < many; ++number) (void)large.insert(static_cast<std::size_t>(number % 3), Element(number));
    try_copies("typed store", small, large);
    TypedStore<Element> equal_types(2, {.index_bits = 8});
    for (int number = 0; number < many; ++number) (void)equal_types.insert(1, Element(number));
    try_copies("typed store of as many types", small, equal_types);
    grow("typed store: insert", small, Elements::move, [](auto& store) { (void)store.insert(1, Element(7)); });
}

void sparse_sets() {
    SparseSet small(PoolOptions{{.index_bits = 8, .page = 4}, {}});
    SparseSet large(PoolOptions{{.index_bits = 9, .page = 8}, Deletion::in_place});
    for (int number = 0; number < few; ++number) (void)small.push(entity(number));
    for (int number = 0; number < many; ++number) (void)large.push(entity(3 * number));
    (void)large.erase(entity(6));
    try_copies("sparse set", small, large);
    const std::vector<Handle> handles = {entity(90), entity(91), entity(11), entity(40), entity(70)};
    for (const auto& each : {small, large}) {
        grow("sparse set: push", each, Elements::move, [](auto& set) { (void)set.push(entity(100)); });
        grow("sparse set: push_items", each, Elements::move, [&](auto& set) { (void)set.push_items(handles); });
    }
}

void storages() {
    Storage<Element> small(StorageOptions{{{.index_bits = 8, .page = 4}, {}}, 4});
    Storage<Element> large(StorageOptions{{{.index_bits = 9, .page = 8}, Deletion::in_place}, 3});
    for (int number = 0; number < few; ++number) (void)small.emplace(entity(number), Element(number));
    for (int number = 0; number < many; ++number) (void)large.emplace(entity(3 * number), Element(100 + number));
    (void)large.erase(entity(6));
    try_copies("storage", small, large);
    std::vector<std::pair<Handle, Element>> items;
    for (const int slot : {90, 91, 11, 40, 70}) items.emplace_back(entity(slot), Element(slot));
    for (const auto& each : {small, large}) {
        grow("storage: emplace", each, Elements::stay, [](auto& storage) {
            (void)storage.emplace(entity(100), Element(7));
        });
        grow("storage: emplace_items", each, Elements::stay, [&](auto& storage) { (void)storage.emplace_items(items); });
        grow("storage: reserve", each, Elements::stay, [](auto& storage) { (void)storage.reserve(100); });
    }
}

void entity_storages() {
    EntityStorage small(EntityStorageOptions{{.index_bits = 8, .page = 4}, {}});
    EntityStorage large(EntityStorageOptions{{.index_bits = 9, .page = 8}, GenerationPolicy::wrap});
    (void)small.create_items(few);
    (void)large.create_items(many);
    (void)large.destroy(entity(7));
    try_copies("entity storage", small, large);
    for (const auto& each : {small, large}) {
        grow("entity storage: create_at", each, Elements::move, [](auto& made) { (void)made.create_at(entity(90)); });
        grow("entity storage: create_items", each, Elements::move, [](auto& made) { (void)made.create_items(10); });
    }
    grow("entity storage: create", small, Elements::move, [](auto& made) { (void)made.create(); });
}

Registry<Element> registry_of(int entities, const RegistryOptions& options) {
    Registry<Element> registry(3, options);
    for (int number = 0; number < entities; ++number) {
        const Handle handle = registry.create().value();
        (void)registry.emplace(0, handle, Element(number));
        if (number % 2 == 0) (void)registry.emplace(1, handle, Element(100 + number));
        if (number % 3 == 0) (void)registry.emplace(2, handle, Element(200 + number));
    }
    return registry;
}

void registries() {
    RegistryOptions options;
    options.page = 4;
    options.value_page = 4;
    Registry<Element> small = registry_of(few, options);
    options.index_bits = 9;
    options.value_page = 3;
    Registry<Element> large = registry_of(many, options);
    (void)small.group(GroupKey{{1}, {0}, {}});
    (void)large.group(GroupKey{{0, 1}, {}, {}});
    (void)large.group(GroupKey{{}, {0, 2}, {1}});
    try_copies("registry", small, large);
    for (const auto& each : {small, large}) {
        grow("registry: create", each, Elements::stay, [](auto& registry) { (void)registry.create(); });
        grow("registry: create_at", each, Elements::stay, [](auto& registry) { (void)registry.create_at(entity(90)); });
        grow("registry: add_pool", each, Elements::stay, [](auto& registry) { (void)registry.add_pool(); });
        grow("registry: group", each, Elements::stay, [](auto& registry) {
            (void)registry.group(GroupKey{{2}, {0}, {1}});
        });
        grow("registry: group of none", each, Elements::stay, [](auto& registry) {
            (void)registry.group(GroupKey{{}, {0}, {1}});
        });
    }
    grow("registry: sort_pool_as", large, Elements::move, [](auto& registry) { (void)registry.sort_pool_as(2, 1); });
    // Entity 7 has no value in the pools 1 and 2, entity 4 none in 2: with one it comes into the group that owns none.
    grow("registry: emplace", large, Elements::stay, [](auto& registry) {
        (void)registry.emplace(2, entity(7), Element(7));
    });
    (void)large.emplace(2, entity(4), Element(4));
    grow("registry: erase", large, Elements::stay, [](auto& registry) { (void)registry.erase(1, entity(4)); });
    grow("registry: clear_pool", large, Elements::stay, [](auto& registry) { (void)registry.clear_pool(1); });
}

void groups() {
    const PagedOptions options{.page = 4};
    std::vector<Storage<Element>> pools(2, Storage<Element>(StorageOptions{{options, {}}, 4}));
    for (int number = 0; number < many; ++number) (void)pools[0].emplace(entity(number), Element(number));
    Group<Element> owning(GroupKey{{1}, {0}, {}}, options);
    Group<Element> observing(GroupKey{{}, {0}, {1}}, options);
    observing.fill(pools);
    try_copies("group", owning, observing);
}

void dense_tables() {
    DenseMap<Element, Element, HashOfElement> small({.min_buckets = 4});
    DenseMap<Element, Element, HashOfElement> large({.max_load = 2});
    DenseSet<Element, HashOfElement> small_set({.min_buckets = 4});
    DenseSet<Element, HashOfElement> large_set({.max_load = 2});
    for (int number = 0; number < few; ++number) {
        (void)small.insert(Element(number), Element(number));
        (void)small_set.insert(Element(number));
    }
    for (int number = 0; number < many; ++number) {
        (void)large.insert(Element(5 * number), Element(number));
        (void)large_set.insert(Element(5 * number));
    }
    try_copies("dense map", small, large);
    try_copies("dense set", small_set, large_set);
    for (const auto& each : {small, large}) {
        grow("dense map: insert", each, Elements::move, [](auto& map) { (void)map.insert(Element(7), Element(7)); });
        grow("dense map: insert_or_assign", each, Elements::move, [](auto& map) {
            (void)map.insert_or_assign(Element(7), Element(7));
        });
        grow("dense map: get_or_emplace", each, Elements::move, [](auto& map) {
            (void)map.get_or_emplace(Element(7), seven);
        });
        grow("dense map: rehash", each, Elements::move, [](auto& map) { (void)map.rehash(64); });
        grow("dense map: reserve", each, Elements::move, [](auto& map) { (void)map.reserve(200); });
        grow("dense map: set_max_load", each, Elements::move, [](auto& map) { (void)map.set_max_load(0.0625F); });
    }
    for (const auto& each : {small_set, large_set}) {
        grow("dense set: insert", each, Elements::move, [](auto& set) { (void)set.insert(Element(7)); });
        grow("dense set: reserve", each, Elements::move, [](auto& set) { (void)set.reserve(200); });
    }
}

void hash_indices() {
    HashIndex small({.hash_size = 4, .index_size = 4, .granularity = 4});
    HashIndex large({.hash_size = 8, .index_size = 4, .granularity = 8, .index_limit = 64});
    for (int number = 0; number < few; ++number) (void)small.add(number, number);
    for (int number = 0; number < many; ++number) (void)large.add(5 * number, number);
    try_copies("hash index", small, large);
    grow("hash index: add", HashIndex({.hash_size = 4}), Elements::move, [](auto& index) { (void)index.add(7, 3); });
    for (const auto& each : {small, large}) {
        grow("hash index: add", each, Elements::move, [](auto& index) { (void)index.add(7, 40); });
        grow("hash index: resize", each, Elements::move, [](auto& index) { (void)index.resize(40); });
    }
    (void)large.add(7, 23);
    grow("hash index: insert_index", large, Elements::move, [](auto& index) { (void)index.insert_index(7, 1); });
}

void indexed_stores() {
    IndexedStore<Element> small(IndexedStoreOptions{{.hash_size = 4, .index_size = 4}, true});
    IndexedStore<Element> large(IndexedStoreOptions{{.hash_size = 8, .index_size = 4}, false});
    const auto name = [](int number) { return "a name that needs memory of its own, " + std::to_string(number); };
    for (int number = 0; number < few; ++number) (void)small.insert(name(number), Element(number));
    for (int number = 0; number < many; ++number) (void)large.insert(name(100 + number), Element(number));
    try_copies("indexed store", small, large);
    std::vector<std::pair<std::string, Element>> items;
    for (int number = 0; number < many; ++number) items.emplace_back(name(200 + number), Element(number));
    const IndexedStore<Element> none(IndexedStoreOptions{{.hash_size = 4, .index_size = 4}, false});
    for (const auto& each : {none, small, large}) {
        grow("indexed store: insert", each, Elements::move, [&](auto& store) { (void)store.insert(name(7), Element(7)); });
        grow("indexed store: insert_at", each, Elements::move, [&](auto& store) {
            (void)store.insert_at(0, name(7), Element(7));
        });
        grow("indexed store: insert_items", each, Elements::move, [&](auto& store) { (void)store.insert_items(items); });
    }
}

void masks() {
    Bitmask<std::uint8_t> small(10, false, 3);
    Bitmask<std::uint8_t> large(100, true);
    (void)large.set(50, false);
    try_copies("bitmask", small, large);
    TokenAllocator<std::uint8_t> few_tokens(10, 3);
    TokenAllocator<std::uint8_t> many_tokens(100);
    (void)many_tokens.acquire_many(50);
    try_copies("token allocator", few_tokens, many_tokens);
    grow("token allocator", many_tokens, Elements::move, [](auto& tokens) { (void)tokens.acquire_many(20); });
}

}  // namespace

int main() {
    handle_maps();
    typed_stores();
    sparse_sets();
    storages();
    entity_storages();
    registries();
    groups();
    dense_tables();
    hash_indices();
    indexed_stores();
    masks();
    check(refusals > 0, "elements", "some refused to be copied");
    if (failures == 0) std::cout << "what fails leaves nothing behind\n";
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
