// Copy assignment when memory runs out, or when a copy of an element fails: the container is as it was before.
//
// Each container is assigned another one again and again; the first time the first step fails that can fail, then the
// second, and so on, until one assignment goes through. After each failure both containers are compared with what they
// were, with the addresses of their elements.
#include <concepts>
#include <cstdlib>
#include <iostream>
#include <new>
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

// True if this step is the one that fails.
bool fails() { return steps_left >= 0 && steps_left-- == 0; }

}  // namespace

void* operator new(std::size_t size) {
    if (fails()) throw std::bad_alloc();
    if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

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

// --- assignments

// Assigns the source to a copy of the target, failing at each step in turn.
template <class C>
void assign(std::string_view name, const C& source, const C& target) {
    const std::string given = picture(source);
    for (int step = 0;; ++step) {
        C assigned(target);
        const std::string before = picture(assigned);
        bool failed = false;
        steps_left = step;
        try {
            assigned = source;
        } catch (const std::bad_alloc&) {
            failed = true;
        } catch (const std::runtime_error&) {
            failed = true;
        }
        steps_left = -1;
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
void try_assignments(std::string_view name, const C& small, const C& large) {
    static_assert(std::is_copy_constructible_v<C> && std::is_copy_assignable_v<C>);
    static_assert(std::is_nothrow_move_constructible_v<C> && std::is_nothrow_move_assignable_v<C>);
    static_assert(std::is_nothrow_swappable_v<C>);
    check(picture(small, false) != picture(large, false), name, "the two differ");
    assign(name, large, small);
    assign(name, small, large);
    C same(large);
    const C& alias = same;
    same = alias;
    check(picture(same, false) == picture(large, false), name, "assigned to itself it stays the same");
}

constexpr int few = 2;
constexpr int many = 20;

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
    try_assignments("handle map", small, large);
}

void typed_stores() {
    TypedStore<Element> small(2, {.index_bits = 8});
    TypedStore<Element> large(3, {.index_bits = 9});
    (void)small.insert(0, Element(1));
    for (int number = 0; number < many; ++number) (void)large.insert(static_cast<std::size_t>(number % 3), Element(number));
    try_assignments("typed store", small, large);
    TypedStore<Element> equal_types(2, {.index_bits = 8});
    for (int number = 0; number < many; ++number) (void)equal_types.insert(1, Element(number));
    try_assignments("typed store of as many types", small, equal_types);
}

void sparse_sets() {
    SparseSet small(PoolOptions{{.index_bits = 8, .page = 4}, {}});
    SparseSet large(PoolOptions{{.index_bits = 9, .page = 8}, Deletion::in_place});
    for (int number = 0; number < few; ++number) (void)small.push(entity(number));
    for (int number = 0; number < many; ++number) (void)large.push(entity(3 * number));
    (void)large.erase(entity(6));
    try_assignments("sparse set", small, large);
}

void storages() {
    Storage<Element> small(StorageOptions{{{.index_bits = 8, .page = 4}, {}}, 4});
    Storage<Element> large(StorageOptions{{{.index_bits = 9, .page = 8}, Deletion::in_place}, 3});
    for (int number = 0; number < few; ++number) (void)small.emplace(entity(number), Element(number));
    for (int number = 0; number < many; ++number) (void)large.emplace(entity(3 * number), Element(100 + number));
    (void)large.erase(entity(6));
    try_assignments("storage", small, large);
}

void entity_storages() {
    EntityStorage small(EntityStorageOptions{{.index_bits = 8, .page = 4}, {}});
    EntityStorage large(EntityStorageOptions{{.index_bits = 9, .page = 8}, GenerationPolicy::wrap});
    (void)small.create_items(few);
    (void)large.create_items(many);
    (void)large.destroy(entity(7));
    try_assignments("entity storage", small, large);
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
    try_assignments("registry", small, large);
}

void groups() {
    const PagedOptions options{.page = 4};
    std::vector<Storage<Element>> pools(2, Storage<Element>(StorageOptions{{options, {}}, 4}));
    for (int number = 0; number < many; ++number) (void)pools[0].emplace(entity(number), Element(number));
    Group<Element> owning(GroupKey{{1}, {0}, {}}, options);
    Group<Element> observing(GroupKey{{}, {0}, {1}}, options);
    observing.fill(pools);
    try_assignments("group", owning, observing);
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
    try_assignments("dense map", small, large);
    try_assignments("dense set", small_set, large_set);
}

void hash_indices() {
    HashIndex small({.hash_size = 4, .index_size = 4, .granularity = 4});
    HashIndex large({.hash_size = 8, .index_size = 4, .granularity = 8, .index_limit = 64});
    for (int number = 0; number < few; ++number) (void)small.add(number, number);
    for (int number = 0; number < many; ++number) (void)large.add(5 * number, number);
    try_assignments("hash index", small, large);
}

void indexed_stores() {
    IndexedStore<Element> small(IndexedStoreOptions{{.hash_size = 4, .index_size = 4}, true});
    IndexedStore<Element> large(IndexedStoreOptions{{.hash_size = 8, .index_size = 4}, false});
    const auto name = [](int number) { return "a name that needs memory of its own, " + std::to_string(number); };
    for (int number = 0; number < few; ++number) (void)small.insert(name(number), Element(number));
    for (int number = 0; number < many; ++number) (void)large.insert(name(100 + number), Element(number));
    try_assignments("indexed store", small, large);
}

void masks() {
    Bitmask<std::uint8_t> small(10, false, 3);
    Bitmask<std::uint8_t> large(100, true);
    (void)large.set(50, false);
    try_assignments("bitmask", small, large);
    TokenAllocator<std::uint8_t> few_tokens(10, 3);
    TokenAllocator<std::uint8_t> many_tokens(100);
    (void)many_tokens.acquire_many(50);
    try_assignments("token allocator", few_tokens, many_tokens);
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
    if (failures == 0) std::cout << "all assignments are whole\n";
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
