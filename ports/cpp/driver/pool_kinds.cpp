// The sparse set, the storage, the entity storage and the registry.
#include <slotproof/entity_storage.hpp>
#include <slotproof/registry.hpp>
#include <slotproof/sparse_set.hpp>
#include <slotproof/storage.hpp>

#include "kinds.hpp"

namespace slotproof::driver {

namespace {

using Items = std::vector<std::pair<Handle, Value>>;

PagedOptions paged_options(const Json& config) {
    return {
        .index_bits = static_cast<unsigned>(configured(config, "index_bits", 20)),
        .generation_bits = static_cast<unsigned>(configured(config, "generation_bits", 12)),
        .page = configured(config, "page", 4096),
    };
}

PoolOptions pool_options(const Json& config) {
    const bool in_place = chosen(config, "deletion", "swap_pop", "in_place");
    return {paged_options(config), in_place ? Deletion::in_place : Deletion::swap_pop};
}

// What sparse set and storage have in common.
template <class Kind>
Operations<typename Kind::Container> pool_operations() {
    using P = typename Kind::Container;
    return {
        {"erase", operation<P>([](P& p, const Call& call) { return p.erase(call.handle(0)); })},
        {"remove", operation<P>([](P& p, const Call& call) { return p.remove(call.handle(0)); })},
        {"contains", operation<P>([](P& p, const Call& call) { return p.contains(call.handle(0)); })},
        {"index", operation<P>([](P& p, const Call& call) { return p.index(call.handle(0)); })},
        {"current", operation<P>([](P& p, const Call& call) { return p.current(call.handle(0)); })},
        {"entity_at", operation<P>([](P& p, const Call& call) { return p.entity_at(call.natural(0)); })},
        {"bump", operation<P>([](P& p, const Call& call) { return p.bump(call.handle(0)); })},
        {"handles", operation<P>([](P& p, const Call&) { return p.handles(); })},
        {"handles_forward", operation<P>([](P& p, const Call&) { return p.handles_forward(); })},
        {"size", operation<P>([](P& p, const Call&) { return p.size(); })},
        {"erase_items", operation<P>([](P& p, const Call& call) { return p.erase_items(call.handles(0)); })},
        {"remove_items", operation<P>([](P& p, const Call& call) { return p.remove_items(call.handles(0)); })},
        {"swap_elements",
         operation<P>([](P& p, const Call& call) { return p.swap_elements(call.handle(0), call.handle(1)); })},
        {"sort", operation<P>([](P& p, const Call& call) {
             return p.sort(
                 [&](const auto& first, const auto& second) {
                     if constexpr (std::is_same_v<P, SparseSet>)
                         return handles_in_order(call.string(0), first, second);
                     else
                         return values_in_order(call.string(0), first, second);
                 },
                 call.natural(1)
             );
         })},
        {"sort_by", operation<P>([](P& p, const Call& call) {
             return p.sort_by([&](Handle handle) { return sort_key(call.string(0), handle); }, call.natural(1));
         })},
        {"sort_as", operation<P>([](P& p, const Call& call) { return p.sort_as(call.handles(0)); })},
        {"clear", operation<P>([](P& p, const Call&) { p.clear(); })},
        {"compact", operation<P>([](P& p, const Call&) { p.compact(); })},
        {"shrink", operation<P>([](P& p, const Call&) { p.shrink(); })},
        {"copy", operation<P>([](P& p, const Call&) { return P(p); })},
        {"swap", operation<P>([](P& p, const Call& call) {
             auto other = peer<Kind>(call, 0);
             p.swap(other);
         })},
        {"positions", operation<P>([](P& p, const Call&) { return p.positions(); })},
        {"page_count", operation<P>([](P& p, const Call&) { return p.page_count(); })},
        {"contiguous", operation<P>([](P& p, const Call&) { return p.contiguous(); })},
    };
}

struct SparseSetKind {
    using Container = SparseSet;

    static Container make(const Json& config) { return Container(pool_options(config)); }

    static const Operations<Container>& operations() {
        using P = Container;
        static const Operations<P> table = [] {
            auto all = pool_operations<SparseSetKind>();
            all["push"] = operation<P>([](P& p, const Call& call) { return p.push(call.handle(0)); });
            all["push_items"] = operation<P>([](P& p, const Call& call) { return p.push_items(call.handles(0)); });
            return all;
        }();
        return table;
    }
};

struct StorageKind {
    using Container = Storage<Value>;

    static Container make(const Json& config) {
        return Container(StorageOptions{pool_options(config), configured(config, "value_page", 1024)});
    }

    static const Operations<Container>& operations() {
        using P = Container;
        static const Operations<P> table = [] {
            auto all = pool_operations<StorageKind>();
            all["emplace"] =
                operation<P>([](P& p, const Call& call) { return p.emplace(call.handle(0), call.integer(1)); });
            all["emplace_items"] = operation<P>([](P& p, const Call& call) {
                Items items;
                for (const Json& each : call[0].as<Json::Array>()) {
                    const auto& pair = each.as<Json::Array>();
                    items.emplace_back(handle_of(pair.at(0)), static_cast<Value>(pair.at(1).bits()));
                }
                return p.emplace_items(items);
            });
            all["get"] = operation<P>([](P& p, const Call& call) { return p.get(call.handle(0)); });
            all["replace"] =
                operation<P>([](P& p, const Call& call) { return p.replace(call.handle(0), call.integer(1)); });
            all["patch"] = operation<P>([](P& p, const Call& call) {
                return p.patch(call.handle(0), [&](Value value) -> Value {
                    if (call[1].find("fail") != nullptr) throw CallbackFailed{};
                    return (value + static_cast<Value>(call[1]["add"].bits())) & 1;
                });
            });
            all["each"] = operation<P>([](P& p, const Call&) {
                Items items;
                p.each([&](Handle handle, Value value) { items.emplace_back(handle, value); });
                return items;
            });
            all["each_forward"] = operation<P>([](P& p, const Call&) {
                Items items;
                p.each_forward([&](Handle handle, Value value) { items.emplace_back(handle, value); });
                return items;
            });
            all["reserve"] = operation<P>([](P& p, const Call& call) -> Result<void> {
                const auto count = call.count(0);
                if (!count.ok()) return count.error();
                return p.reserve(count.value());
            });
            all["capacity"] = operation<P>([](P& p, const Call&) { return p.capacity(); });
            return all;
        }();
        return table;
    }
};

struct EntityStorageKind {
    using Container = EntityStorage;

    static Container make(const Json& config) {
        return Container(EntityStorageOptions{paged_options(config), generation_policy(config)});
    }

    static const Operations<Container>& operations() {
        using E = Container;
        static const Operations<E> table = {
            {"create", operation<E>([](E& e, const Call&) { return e.create(); })},
            {"create_at", operation<E>([](E& e, const Call& call) { return e.create_at(call.handle(0)); })},
            {"create_items", operation<E>([](E& e, const Call& call) -> Result<std::vector<Handle>> {
                 const auto count = call.count(0);
                 if (!count.ok()) return count.error();
                 return e.create_items(count.value());
             })},
            {"start_from", operation<E>([](E& e, const Call& call) { return e.start_from(call.handle(0)); })},
            {"destroy", operation<E>([](E& e, const Call& call) { return e.destroy(call.handle(0)); })},
            {"destroy_to",
             operation<E>([](E& e, const Call& call) { return e.destroy_to(call.handle(0), call.natural(1)); })},
            {"destroy_items", operation<E>([](E& e, const Call& call) { return e.destroy_items(call.handles(0)); })},
            {"is_valid", operation<E>([](E& e, const Call& call) { return e.is_valid(call.handle(0)); })},
            {"index", operation<E>([](E& e, const Call& call) { return e.index(call.handle(0)); })},
            {"current", operation<E>([](E& e, const Call& call) { return e.current(call.handle(0)); })},
            {"entity_at", operation<E>([](E& e, const Call& call) { return e.entity_at(call.natural(0)); })},
            {"handles", operation<E>([](E& e, const Call&) { return e.handles(); })},
            {"handles_forward", operation<E>([](E& e, const Call&) { return e.handles_forward(); })},
            {"swap_elements",
             operation<E>([](E& e, const Call& call) { return e.swap_elements(call.handle(0), call.handle(1)); })},
            {"bump", operation<E>([](E& e, const Call& call) { return e.bump(call.handle(0), call.natural(1)); })},
            {"sort", operation<E>([](E& e, const Call& call) {
                 return e.sort(
                     [&](Handle first, Handle second) { return handles_in_order(call.string(0), first, second); },
                     call.natural(1)
                 );
             })},
            {"sort_by", operation<E>([](E& e, const Call& call) {
                 return e.sort_by([&](Handle handle) { return sort_key(call.string(0), handle); }, call.natural(1));
             })},
            {"sort_as", operation<E>([](E& e, const Call& call) { return e.sort_as(call.handles(0)); })},
            {"clear", operation<E>([](E& e, const Call&) { e.clear(); })},
            {"reset", operation<E>([](E& e, const Call&) { e.reset(); })},
            {"shrink", operation<E>([](E& e, const Call&) { e.shrink(); })},
            {"copy", operation<E>([](E& e, const Call&) { return E(e); })},
            {"swap", operation<E>([](E& e, const Call& call) {
                 auto other = peer<EntityStorageKind>(call, 0);
                 e.swap(other);
             })},
            {"size", operation<E>([](E& e, const Call&) { return e.size(); })},
            {"positions", operation<E>([](E& e, const Call&) { return e.positions(); })},
            {"page_count", operation<E>([](E& e, const Call&) { return e.page_count(); })},
            {"room", operation<E>([](E& e, const Call&) { return e.room(); })},
        };
        return table;
    }
};

struct RegistryKind {
    using Container = Registry<Value>;

    static Container make(const Json& config) {
        const Json* nested = config.find("nested");
        return Container(
            configured(config, "pools", 0),
            RegistryOptions{
                {paged_options(config), generation_policy(config)},
                configured(config, "value_page", 1024),
                nested != nullptr && nested->as<bool>(),
            }
        );
    }

    static const Operations<Container>& operations() {
        using R = Container;
        static const Operations<R> table = {
            {"create", operation<R>([](R& r, const Call&) { return r.create(); })},
            {"create_at", operation<R>([](R& r, const Call& call) { return r.create_at(call.handle(0)); })},
            {"add_pool", operation<R>([](R& r, const Call& call) -> Result<std::size_t> {
                 const std::string deletion = call.size() > 0 ? call.string(0) : "swap_pop";
                 if (deletion == "swap_pop") return r.add_pool(Deletion::swap_pop);
                 if (deletion == "in_place") return r.add_pool(Deletion::in_place);
                 return Error::invalid_argument;
             })},
            {"group", operation<R>([](R& r, const Call& call) {
                 return r.group(GroupKey{call.naturals(0), call.naturals(1), call.naturals(2)});
             })},
            {"emplace", operation<R>([](R& r, const Call& call) {
                 return r.emplace(call.natural(0), call.handle(1), call.integer(2));
             })},
            {"erase", operation<R>([](R& r, const Call& call) { return r.erase(call.natural(0), call.handle(1)); })},
            {"remove", operation<R>([](R& r, const Call& call) { return r.remove(call.natural(0), call.handle(1)); })},
            {"destroy", operation<R>([](R& r, const Call& call) { return r.destroy(call.handle(0)); })},
            {"destroy_items", operation<R>([](R& r, const Call& call) { return r.destroy_items(call.handles(0)); })},
            {"get", operation<R>([](R& r, const Call& call) { return r.get(call.natural(0), call.handle(1)); })},
            {"replace", operation<R>([](R& r, const Call& call) {
                 return r.replace(call.natural(0), call.handle(1), call.integer(2));
             })},
            {"contains",
             operation<R>([](R& r, const Call& call) { return r.contains(call.natural(0), call.handle(1)); })},
            {"is_valid", operation<R>([](R& r, const Call& call) { return r.is_valid(call.handle(0)); })},
            {"is_member",
             operation<R>([](R& r, const Call& call) { return r.is_member(call.natural(0), call.handle(1)); })},
            {"view", operation<R>([](R& r, const Call& call) -> Result<std::vector<Handle>> {
                 std::vector<Handle> handles;
                 const auto seen = r.view(
                     call.naturals(0), call.naturals(1), [&](Handle handle) { handles.push_back(handle); }
                 );
                 if (!seen.ok()) return seen.error();
                 return handles;
             })},
            {"lead", operation<R>([](R& r, const Call& call) { return r.lead(call.naturals(0)); })},
            {"members", operation<R>([](R& r, const Call& call) -> Result<std::vector<Handle>> {
                 std::vector<Handle> handles;
                 const auto seen = r.members(call.natural(0), [&](Handle handle) { handles.push_back(handle); });
                 if (!seen.ok()) return seen.error();
                 return handles;
             })},
            {"sort_by", operation<R>([](R& r, const Call& call) {
                 return r.sort_by(call.natural(0), [&](Handle handle) { return sort_key(call.string(1), handle); });
             })},
            {"sort_as",
             operation<R>([](R& r, const Call& call) { return r.sort_as(call.natural(0), call.handles(1)); })},
            {"sort_pool", operation<R>([](R& r, const Call& call) {
                 return r.sort_pool(call.natural(0), [&](Handle handle) { return sort_key(call.string(1), handle); });
             })},
            {"sort_pool_as",
             operation<R>([](R& r, const Call& call) { return r.sort_pool_as(call.natural(0), call.natural(1)); })},
            {"compact_pool", operation<R>([](R& r, const Call& call) { return r.compact_pool(call.natural(0)); })},
            {"clear_pool", operation<R>([](R& r, const Call& call) { return r.clear_pool(call.natural(0)); })},
            {"clear", operation<R>([](R& r, const Call&) { r.clear(); })},
            {"copy", operation<R>([](R& r, const Call&) { return R(r); })},
            {"swap", operation<R>([](R& r, const Call& call) {
                 auto other = peer<RegistryKind>(call, 0);
                 r.swap(other);
             })},
            {"size", operation<R>([](R& r, const Call&) { return r.size(); })},
            {"pool_size", operation<R>([](R& r, const Call& call) { return r.pool_size(call.natural(0)); })},
            {"pool_count", operation<R>([](R& r, const Call&) { return r.pool_count(); })},
            {"length", operation<R>([](R& r, const Call& call) { return r.length(call.natural(0)); })},
        };
        return table;
    }
};

// The members of a declaration: widths of handles and pages, more widths, policies.
#define SLOTPROOF_PAGED(more, policies)                                                                               \
    R"("widths":{"index_bits":{"min":1,"max":32},"generation_bits":{"min":1,"max":16},"page":{"min":1,"max":65536})"  \
    more R"(},"policies":{)" policies "}"

constexpr Served kinds[] = {
    {"sparse_set", SLOTPROOF_PAGED("", R"("deletion":["swap_pop","in_place"])"), run<SparseSetKind>},
    {"storage",
     SLOTPROOF_PAGED(R"(,"value_page":{"min":1,"max":65536})", R"("deletion":["swap_pop","in_place"])"),
     run<StorageKind>},
    {"entity_storage", SLOTPROOF_PAGED("", R"("generation":["retire","wrap"])"), run<EntityStorageKind>},
    {"registry",
     SLOTPROOF_PAGED(
         R"(,"value_page":{"min":1,"max":65536},"pools":{"min":0,"max":65536})",
         R"("generation":["retire","wrap"],"nested":[false,true])"
     ),
     run<RegistryKind>},
};

}  // namespace

std::span<const Served> pool_kinds() { return kinds; }

}  // namespace slotproof::driver
