// The bitmask and the token allocator.
#include <slotproof/bitmask.hpp>
#include <slotproof/token_allocator.hpp>

#include "kinds.hpp"

namespace slotproof::driver {

namespace {

unsigned word_bits(const Json& config) { return static_cast<unsigned>(configured(config, "word_bits", 32)); }

struct BitmaskKind {
    using Container = Bitmask<std::uint64_t>;

    static Container make(const Json& config) {
        const Json* filled = config.find("filled");
        return Container(
            configured(config, "capacity", 1024), filled != nullptr && filled->as<bool>(), word_bits(config)
        );
    }

    static const Operations<Container>& operations() {
        using B = Container;
        static const Operations<B> table = {
            {"set", operation<B>([](B& b, const Call& call) { return b.set(call.natural(0), call.boolean(1)); })},
            {"get", operation<B>([](B& b, const Call& call) { return b.get(call.natural(0)); })},
            {"find_first_clear", operation<B>([](B& b, const Call&) { return b.find_first_clear(); })},
            {"find_first_set", operation<B>([](B& b, const Call&) { return b.find_first_set(); })},
            {"positions", operation<B>([](B& b, const Call&) {
                 std::vector<std::size_t> found;
                 b.each([&](std::size_t pos) { found.push_back(pos); });
                 return found;
             })},
            {"assign", operation<B>([](B& b, const Call& call) { b.assign(call.boolean(0)); })},
            {"copy", operation<B>([](B& b, const Call&) { return B(b); })},
            {"swap", operation<B>([](B& b, const Call& call) {
                 auto other = peer<BitmaskKind>(call, 0);
                 b.swap(other);
             })},
            {"count", operation<B>([](B& b, const Call&) { return b.count(); })},
            {"capacity", operation<B>([](B& b, const Call&) { return b.capacity(); })},
            {"layers", operation<B>([](B& b, const Call&) { return b.layers(); })},
        };
        return table;
    }
};

struct TokenAllocatorKind {
    using Container = TokenAllocator<std::uint64_t>;

    static Container make(const Json& config) {
        return Container(configured(config, "capacity", 1024), word_bits(config));
    }

    static const Operations<Container>& operations() {
        using A = Container;
        static const Operations<A> table = {
            {"acquire", operation<A>([](A& a, const Call&) { return a.acquire(); })},
            {"release", operation<A>([](A& a, const Call& call) { return a.release(call.natural(0)); })},
            {"is_used", operation<A>([](A& a, const Call& call) { return a.is_used(call.natural(0)); })},
            {"tokens", operation<A>([](A& a, const Call&) {
                 std::vector<std::size_t> tokens;
                 a.each([&](std::size_t token) { tokens.push_back(token); });
                 return tokens;
             })},
            {"acquire_many", operation<A>([](A& a, const Call& call) -> Result<std::vector<std::size_t>> {
                 const auto count = call.count(0);
                 if (!count.ok()) return count.error();
                 return a.acquire_many(count.value());
             })},
            {"clear", operation<A>([](A& a, const Call&) { a.clear(); })},
            {"copy", operation<A>([](A& a, const Call&) { return A(a); })},
            {"swap", operation<A>([](A& a, const Call& call) {
                 auto other = peer<TokenAllocatorKind>(call, 0);
                 a.swap(other);
             })},
            {"size", operation<A>([](A& a, const Call&) { return a.size(); })},
            {"capacity", operation<A>([](A& a, const Call&) { return a.capacity(); })},
            {"room", operation<A>([](A& a, const Call&) { return a.room(); })},
        };
        return table;
    }
};

constexpr Served kinds[] = {
    {"bitmask",
     R"("widths":{"capacity":{"min":0,"max":4294967296},"word_bits":{"min":2,"max":64}},)"
     R"("policies":{"filled":[false,true]})",
     run<BitmaskKind>},
    {"token_allocator",
     R"("widths":{"capacity":{"min":0,"max":4294967296},"word_bits":{"min":2,"max":64}})",
     run<TokenAllocatorKind>},
};

}  // namespace

std::span<const Served> bit_kinds() { return kinds; }

}  // namespace slotproof::driver
