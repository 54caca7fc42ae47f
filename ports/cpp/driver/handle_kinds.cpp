// The handle map and the typed store.
#include <slotproof/handle_map.hpp>
#include <slotproof/typed_store.hpp>

#include "kinds.hpp"

namespace slotproof::driver {

namespace {

HandleMapOptions options(const Json& config) {
    return {
        .index_bits = static_cast<unsigned>(configured(config, "index_bits", 32)),
        .generation_bits = static_cast<unsigned>(configured(config, "generation_bits", 16)),
        .type_bits = static_cast<unsigned>(configured(config, "type_bits", 15)),
        .generation = generation_policy(config),
        .free_order = chosen(config, "free_order", "fifo", "lifo") ? FreeOrder::lifo : FreeOrder::fifo,
    };
}

struct HandleMapKind {
    using Container = HandleMap<Value>;

    static Container make(const Json& config) {
        return Container(
            static_cast<TypeId>(configured(config, "type_id", 0)),
            static_cast<Index>(configured(config, "reserve", 0)),
            options(config)
        );
    }

    static const Operations<Container>& operations() {
        using H = Container;
        static const Operations<H> table = {
            {"insert", operation<H>([](H& h, const Call& call) { return h.insert(call.integer(0)); })},
            {"emplace", operation<H>([](H& h, const Call& call) { return h.emplace(call.factory(0)); })},
            {"erase", operation<H>([](H& h, const Call& call) { return h.erase(call.handle(0)); })},
            {"get", operation<H>([](H& h, const Call& call) { return h.get(call.handle(0)); })},
            {"assign", operation<H>([](H& h, const Call& call) { return h.assign(call.handle(0), call.integer(1)); })},
            {"is_valid", operation<H>([](H& h, const Call& call) { return h.is_valid(call.handle(0)); })},
            {"pos_of", operation<H>([](H& h, const Call& call) { return h.pos_of(call.handle(0)); })},
            {"handle_at", operation<H>([](H& h, const Call& call) { return h.handle_at(call.natural(0)); })},
            {"values", operation<H>([](H& h, const Call&) { return h.values(); })},
            {"items", operation<H>([](H& h, const Call&) {
                 std::vector<std::pair<Handle, Value>> items;
                 h.each([&](Handle handle, Value value) { items.emplace_back(handle, value); });
                 return items;
             })},
            {"emplace_items", operation<H>([](H& h, const Call& call) -> Result<std::vector<Handle>> {
                 const auto count = call.count(0);
                 if (!count.ok()) return count.error();
                 return h.emplace_items(count.value(), call.factory(1));
             })},
            {"erase_items", operation<H>([](H& h, const Call& call) { return h.erase_items(call.handles(0)); })},
            {"clear", operation<H>([](H& h, const Call&) { h.clear(); })},
            {"reset", operation<H>([](H& h, const Call&) { h.reset(); })},
            {"defragment", operation<H>([](H& h, const Call& call) -> Result<std::size_t> {
                 const std::int64_t limit = call.integer(1);
                 if (limit < 0) return Error::invalid_argument;
                 return h.defragment(
                     [&](Value first, Value second) { return values_in_order(call.string(0), first, second); },
                     static_cast<std::size_t>(limit),
                     call.string(2) == "shifts" ? BudgetUnit::shifts : BudgetUnit::relocations
                 );
             })},
            {"reserve", operation<H>([](H& h, const Call& call) -> Result<void> {
                 const auto count = call.count(0);
                 if (!count.ok()) return count.error();
                 return h.reserve(count.value());
             })},
            {"copy", operation<H>([](H& h, const Call&) { return H(h); })},
            {"swap", operation<H>([](H& h, const Call& call) {
                 auto other = peer<HandleMapKind>(call, 0);
                 h.swap(other);
             })},
            {"size", operation<H>([](H& h, const Call&) { return h.size(); })},
            {"capacity", operation<H>([](H& h, const Call&) { return h.capacity(); })},
            {"room", operation<H>([](H& h, const Call&) { return h.room(); })},
        };
        return table;
    }
};

struct TypedStoreKind {
    using Container = TypedStore<Value>;

    static Container make(const Json& config) { return Container(configured(config, "types", 2), options(config)); }

    static const Operations<Container>& operations() {
        using S = Container;
        static const Operations<S> table = {
            {"insert", operation<S>([](S& s, const Call& call) { return s.insert(call.natural(0), call.integer(1)); })},
            {"emplace",
             operation<S>([](S& s, const Call& call) { return s.emplace(call.natural(0), call.factory(1)); })},
            {"erase", operation<S>([](S& s, const Call& call) { return s.erase(call.handle(0)); })},
            {"get", operation<S>([](S& s, const Call& call) { return s.get(call.handle(0)); })},
            {"assign", operation<S>([](S& s, const Call& call) { return s.assign(call.handle(0), call.integer(1)); })},
            {"is_valid", operation<S>([](S& s, const Call& call) { return s.is_valid(call.handle(0)); })},
            {"clear", operation<S>([](S& s, const Call&) { s.clear(); })},
            {"copy", operation<S>([](S& s, const Call&) { return S(s); })},
            {"swap", operation<S>([](S& s, const Call& call) {
                 auto other = peer<TypedStoreKind>(call, 0);
                 s.swap(other);
             })},
            {"size", operation<S>([](S& s, const Call& call) { return s.size(call.natural(0)); })},
        };
        return table;
    }
};

constexpr Served kinds[] = {
    {"handle_map",
     R"("widths":{"type_id":{"min":0,"max":32767},"reserve":{"min":0,"max":1048576},)"
     R"("index_bits":{"min":1,"max":32},"generation_bits":{"min":1,"max":16},"type_bits":{"min":1,"max":15}},)"
     R"("policies":{"generation":["retire","wrap"],"free_order":["fifo","lifo"]},)"
     R"("numbers":{"natural_bits":64,"value_bits":63})",
     run<HandleMapKind>},
    {"typed_store",
     R"("widths":{"types":{"min":1,"max":32768},)"
     R"("index_bits":{"min":1,"max":32},"generation_bits":{"min":1,"max":16},"type_bits":{"min":1,"max":15}},)"
     R"("policies":{"generation":["retire","wrap"],"free_order":["fifo","lifo"]},)"
     R"("numbers":{"natural_bits":64,"value_bits":63})",
     run<TypedStoreKind>},
};

}  // namespace

std::span<const Served> handle_kinds() { return kinds; }

}  // namespace slotproof::driver
