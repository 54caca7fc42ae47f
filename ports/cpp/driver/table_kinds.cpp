// The dense map, the dense set, the hash index and the indexed store.
#include <algorithm>
#include <charconv>
#include <limits>

#include <slotproof/dense_map.hpp>
#include <slotproof/dense_set.hpp>
#include <slotproof/hash_index.hpp>
#include <slotproof/indexed_store.hpp>

#include "kinds.hpp"

namespace slotproof::driver {

namespace {

using Key = std::int64_t;

// A hash function by its name.
struct NamedHash {
    enum Name { identity, halves, one_bucket } name = identity;

    std::size_t operator()(Key key) const {
        if (name == one_bucket) return 0;
        return static_cast<std::size_t>(name == halves ? key >> 1 : key);
    }
};

NamedHash hash_of(const Json& config) {
    const Json* found = config.find("hash");
    if (found == nullptr || found->as<std::string>() == "identity") return {NamedHash::identity};
    if (found->as<std::string>() == "halves") return {NamedHash::halves};
    if (found->as<std::string>() == "one_bucket") return {NamedHash::one_bucket};
    throw std::invalid_argument("no such hash function");
}

DenseTableOptions table_options(const Json& config) {
    const Json* load = config.find("max_load");
    return {
        .min_buckets = configured(config, "min_buckets", 8),
        .max_load = load == nullptr ? 0.875F : static_cast<float>(load->number()),
        .index_bits = static_cast<unsigned>(configured(config, "index_bits", 64)),
    };
}

// What dense map and dense set have in common.
template <class Kind>
Operations<typename Kind::Container> table_operations() {
    using M = typename Kind::Container;
    return {
        {"erase", operation<M>([](M& m, const Call& call) { return m.erase(call.integer(0)); })},
        {"erase_at", operation<M>([](M& m, const Call& call) { return m.erase_at(call.natural(0)); })},
        {"erase_range",
         operation<M>([](M& m, const Call& call) { return m.erase_range(call.natural(0), call.natural(1)); })},
        {"find", operation<M>([](M& m, const Call& call) { return m.find(call.integer(0)); })},
        {"contains", operation<M>([](M& m, const Call& call) { return m.contains(call.integer(0)); })},
        {"key_at", operation<M>([](M& m, const Call& call) { return m.key_at(call.natural(0)); })},
        {"keys", operation<M>([](M& m, const Call&) { return m.keys(); })},
        {"bucket", operation<M>([](M& m, const Call& call) { return m.bucket(call.integer(0)); })},
        {"bucket_count", operation<M>([](M& m, const Call&) { return m.bucket_count(); })},
        {"bucket_size", operation<M>([](M& m, const Call& call) { return m.bucket_size(call.natural(0)); })},
        {"bucket_keys", operation<M>([](M& m, const Call& call) { return m.bucket_keys(call.natural(0)); })},
        {"max_load", operation<M>([](M& m, const Call&) { return m.max_load(); })},
        {"set_max_load",
         operation<M>([](M& m, const Call& call) { return m.set_max_load(static_cast<float>(call[0].number())); })},
        {"rehash", operation<M>([](M& m, const Call& call) -> Result<void> {
             const auto count = call.count(0);
             if (!count.ok()) return count.error();
             return m.rehash(count.value());
         })},
        {"reserve", operation<M>([](M& m, const Call& call) -> Result<void> {
             const auto count = call.count(0);
             if (!count.ok()) return count.error();
             return m.reserve(count.value());
         })},
        {"clear", operation<M>([](M& m, const Call&) { m.clear(); })},
        {"copy", operation<M>([](M& m, const Call&) { return M(m); })},
        {"swap", operation<M>([](M& m, const Call& call) {
             auto other = peer<Kind>(call, 0);
             m.swap(other);
         })},
        {"equals", operation<M>([](M& m, const Call& call) { return m.equals(peer<Kind>(call, 0)); })},
        {"size", operation<M>([](M& m, const Call&) { return m.size(); })},
    };
}

struct DenseMapKind {
    using Container = DenseMap<Key, Value, NamedHash, std::uint64_t>;

    static Container make(const Json& config) { return Container(table_options(config), hash_of(config)); }

    static const Operations<Container>& operations() {
        using M = Container;
        static const Operations<M> table = [] {
            auto all = table_operations<DenseMapKind>();
            all["insert"] =
                operation<M>([](M& m, const Call& call) { return m.insert(call.integer(0), call.integer(1)); });
            all["insert_or_assign"] = operation<M>([](M& m, const Call& call) {
                return m.insert_or_assign(call.integer(0), call.integer(1));
            });
            all["try_emplace"] =
                operation<M>([](M& m, const Call& call) { return m.try_emplace(call.integer(0), call.factory(1)); });
            all["get_or_emplace"] =
                operation<M>([](M& m, const Call& call) { return m.get_or_emplace(call.integer(0), call.factory(1)); });
            all["get"] = operation<M>([](M& m, const Call& call) { return m.get(call.integer(0)); });
            all["assign"] =
                operation<M>([](M& m, const Call& call) { return m.assign(call.integer(0), call.integer(1)); });
            all["value_at"] = operation<M>([](M& m, const Call& call) { return m.value_at(call.natural(0)); });
            all["values"] = operation<M>([](M& m, const Call&) { return m.values(); });
            all["items"] = operation<M>([](M& m, const Call&) {
                std::vector<std::pair<Key, Value>> items;
                m.each([&](Key key, Value value) { items.emplace_back(key, value); });
                return items;
            });
            return all;
        }();
        return table;
    }
};

struct DenseSetKind {
    using Container = DenseSet<Key, NamedHash, std::uint64_t>;

    static Container make(const Json& config) { return Container(table_options(config), hash_of(config)); }

    static const Operations<Container>& operations() {
        using S = Container;
        static const Operations<S> table = [] {
            auto all = table_operations<DenseSetKind>();
            all["insert"] = operation<S>([](S& s, const Call& call) { return s.insert(call.integer(0)); });
            return all;
        }();
        return table;
    }
};

using Link = HashIndex::Link;

// An index as wide as a link: what is wider is beyond every end.
Link link(const Call& call, std::size_t argument) {
    constexpr std::int64_t least = std::numeric_limits<Link>::min();
    constexpr std::int64_t most = std::numeric_limits<Link>::max();
    return static_cast<Link>(std::clamp(call.integer(argument), least, most));
}

HashIndexOptions index_options(const Json& config) {
    constexpr std::uint64_t limit = std::numeric_limits<Link>::max();
    const auto size = [&](std::string_view name, std::uint64_t otherwise) {
        const std::uint64_t found = configured(config, name, otherwise);
        require(found <= limit, "a size is wider than an index");
        return static_cast<Link>(found);
    };
    return {
        .hash_size = static_cast<std::int64_t>(configured(config, "hash_size", 1024)),
        .index_size = size("index_size", 1024),
        .granularity = size("granularity", 1024),
        .index_limit = size("index_limit", limit),
    };
}

struct HashIndexKind {
    using Container = HashIndex;

    static Container make(const Json& config) { return Container(index_options(config)); }

    static Result<Link> key_of(const HashIndex& index, const Json& source, bool case_sensitive) {
        if (source.is<Json::Array>()) {
            const auto& parts = source.as<Json::Array>();
            if (parts.size() == 3) return index.generate_key(parts[0].number(), parts[1].number(), parts[2].number());
            if (parts.size() != 2 || !parts[0].is_integer() || !parts[1].is_integer()) return Error::invalid_argument;
            return index.generate_key({parts[0].integer(), parts[1].integer()});
        }
        if (source.is_integer()) return index.generate_key({source.integer()});
        if (source.is<Json::Object>()) {  // an integer that is no text, though its digits are written as one
            const auto& digits = source["n"].as<std::string>();
            HashIndex::Key key = 0;
            const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), key);
            if (error != std::errc{} || end != digits.data() + digits.size()) throw Malformed("no integer of 64 bits");
            return index.generate_key({key});
        }
        return index.generate_key(source.as<std::string>(), case_sensitive);
    }

    static const Operations<Container>& operations() {
        using I = Container;
        static const Operations<I> table = {
            {"add", operation<I>([](I& i, const Call& call) { return i.add(call.integer(0), link(call, 1)); })},
            {"insert_index",
             operation<I>([](I& i, const Call& call) { return i.insert_index(call.integer(0), link(call, 1)); })},
            {"remove", operation<I>([](I& i, const Call& call) { return i.remove(call.integer(0), link(call, 1)); })},
            {"remove_index",
             operation<I>([](I& i, const Call& call) { return i.remove_index(call.integer(0), link(call, 1)); })},
            {"first", operation<I>([](I& i, const Call& call) { return i.first(call.integer(0)); })},
            {"next", operation<I>([](I& i, const Call& call) { return i.next(link(call, 0)); })},
            {"generate_key", operation<I>([](I& i, const Call& call) { return key_of(i, call[0], call.boolean(1)); })},
            {"candidates", operation<I>([](I& i, const Call& call) {
                 std::vector<Link> found;
                 i.each(call.integer(0), [&](Link index) { found.push_back(index); });
                 return found;
             })},
            {"clear", operation<I>([](I& i, const Call&) { i.clear(); })},
            {"free", operation<I>([](I& i, const Call&) { i.free(); })},
            {"reset", operation<I>([](I& i, const Call& call) { return i.reset(call.integer(0), call.integer(1)); })},
            {"resize", operation<I>([](I& i, const Call& call) { return i.resize(call.integer(0)); })},
            {"set_granularity", operation<I>([](I& i, const Call& call) { return i.set_granularity(call.integer(0)); })},
            {"copy", operation<I>([](I& i, const Call&) { return I(i); })},
            {"swap", operation<I>([](I& i, const Call& call) {
                 auto other = peer<HashIndexKind>(call, 0);
                 i.swap(other);
             })},
            {"spread", operation<I>([](I& i, const Call&) { return i.spread(); })},
        };
        return table;
    }
};

struct IndexedStoreKind {
    using Container = IndexedStore<Value>;

    static Container make(const Json& config) {
        const Json* fold = config.find("fold_case");
        return Container(IndexedStoreOptions{index_options(config), fold != nullptr && fold->as<bool>()});
    }

    static const Operations<Container>& operations() {
        using S = Container;
        static const Operations<S> table = {
            {"insert", operation<S>([](S& s, const Call& call) { return s.insert(call.string(0), call.integer(1)); })},
            {"insert_at", operation<S>([](S& s, const Call& call) {
                 return s.insert_at(call.natural(0), call.string(1), call.integer(2));
             })},
            {"erase", operation<S>([](S& s, const Call& call) { return s.erase(call.string(0)); })},
            {"get", operation<S>([](S& s, const Call& call) { return s.get(call.string(0)); })},
            {"assign", operation<S>([](S& s, const Call& call) { return s.assign(call.string(0), call.integer(1)); })},
            {"contains", operation<S>([](S& s, const Call& call) { return s.contains(call.string(0)); })},
            {"pos_of", operation<S>([](S& s, const Call& call) { return s.pos_of(call.string(0)); })},
            {"name_at", operation<S>([](S& s, const Call& call) { return s.name_at(call.natural(0)); })},
            {"values", operation<S>([](S& s, const Call&) { return s.values(); })},
            {"items", operation<S>([](S& s, const Call&) {
                 std::vector<std::pair<std::string_view, Value>> items;
                 s.each([&](std::string_view name, Value value) { items.emplace_back(name, value); });
                 return items;
             })},
            {"insert_items", operation<S>([](S& s, const Call& call) {
                 std::vector<std::pair<std::string, Value>> items;
                 for (const Json& each : call[0].as<Json::Array>()) {
                     const auto& pair = each.as<Json::Array>();
                     items.emplace_back(pair.at(0).as<std::string>(), static_cast<Value>(pair.at(1).bits()));
                 }
                 return s.insert_items(items);
             })},
            {"erase_items", operation<S>([](S& s, const Call& call) { return s.erase_items(call.strings(0)); })},
            {"clear", operation<S>([](S& s, const Call&) { s.clear(); })},
            {"copy", operation<S>([](S& s, const Call&) { return S(s); })},
            {"swap", operation<S>([](S& s, const Call& call) {
                 auto other = peer<IndexedStoreKind>(call, 0);
                 s.swap(other);
             })},
            {"size", operation<S>([](S& s, const Call&) { return s.size(); })},
        };
        return table;
    }
};

constexpr std::string_view table_declaration =
    R"("widths":{"min_buckets":{"min":1,"max":1048576},"max_load":{"min":0,"max":4294967296},)"
    R"("index_bits":{"min":1,"max":64}},"policies":{"hash":["identity","halves","one_bucket"]},)"
    R"("numbers":{"natural_bits":64,"key_bits":64,"value_bits":63})";

#define SLOTPROOF_INDEX_WIDTHS                                                                                        \
    R"("widths":{"hash_size":{"min":1,"max":2147483648},"index_size":{"min":0,"max":2147483647},)"                    \
    R"("granularity":{"min":1,"max":2147483647},"index_limit":{"min":1,"max":2147483647}},)"                           \
    R"("numbers":{"natural_bits":64,"key_bits":64,"value_bits":63})"

constexpr Served kinds[] = {
    {"dense_map", table_declaration, run<DenseMapKind>},
    {"dense_set", table_declaration, run<DenseSetKind>},
    {"hash_index", SLOTPROOF_INDEX_WIDTHS, run<HashIndexKind>},
    {"indexed_store", SLOTPROOF_INDEX_WIDTHS R"(,"policies":{"fold_case":[false,true]})", run<IndexedStoreKind>},
};

}  // namespace

std::span<const Served> table_kinds() { return kinds; }

}  // namespace slotproof::driver
