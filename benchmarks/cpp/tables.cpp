// The tables of the articles, measured in one run: nanoseconds of CPU time an operation, as JSON, one line a figure.
//
// Each figure is the least of several rounds, and the competitors take turns within a round.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <slotproof/bitmask.hpp>
#include <slotproof/dense_map.hpp>
#include <slotproof/handle_map.hpp>
#include <slotproof/hash_index.hpp>

namespace {

constexpr int rounds = 9;

volatile std::uint64_t sink;  // what is computed is used

// CPU time of this thread, in nanoseconds.
double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

// The least figure of each table, task and competitor.
class Figures {
public:
    // Measure `work`, which does `count` operations.
    template <class Work>
    void measure(std::string_view table, std::string_view task, std::string_view who, std::size_t count, Work&& work) {
        const double start = now();
        work();
        const double spent = (now() - start) / static_cast<double>(count);
        const std::string name = "{\"table\":\"" + std::string(table) + "\",\"task\":\"" + std::string(task) +
                                 "\",\"who\":\"" + std::string(who) + "\",\"ns\":";
        const auto [place, fresh] = least_.emplace(name, spent);
        if (!fresh) place->second = std::min(place->second, spent);
    }

    void print() const {
        for (const auto& [name, spent] : least_) std::printf("%s%.3f}\n", name.c_str(), spent);
    }

private:
    std::map<std::string, double> least_;
};

struct Item {
    std::uint64_t number;
    std::array<float, 4> place;
};

Item item(std::uint64_t number) { return {number, {}}; }

// 100,000 items: create, iterate, look up in random order, clear.
void handles(Figures& figures, std::mt19937& random) {
    constexpr std::size_t count = 100'000;
    constexpr std::string_view table = "handle_map";
    std::vector<std::size_t> order(count);
    for (std::size_t at = 0; at < count; ++at) order[at] = at;
    std::ranges::shuffle(order, random);

    {
        slotproof::HandleMap<Item> map;
        std::vector<slotproof::Handle> handles(count);
        figures.measure(table, "create", "handle_map", count, [&] {
            for (std::size_t at = 0; at < count; ++at) handles[at] = map.insert(item(at)).value();
        });
        figures.measure(table, "iterate", "handle_map", count, [&] {
            std::uint64_t sum = 0;
            for (const Item& each : map.values()) sum += each.number;
            sink = sum;
        });
        figures.measure(table, "look up", "handle_map", count, [&] {
            std::uint64_t sum = 0;
            for (const std::size_t at : order) sum += map.get(handles[at]).value()->number;
            sink = sum;
        });
        figures.measure(table, "clear", "handle_map", count, [&] { map.clear(); });
    }
    {
        std::vector<std::unique_ptr<Item>> owners;
        figures.measure(table, "create", "vector of unique_ptr", count, [&] {
            for (std::size_t at = 0; at < count; ++at) owners.push_back(std::make_unique<Item>(item(at)));
        });
        figures.measure(table, "iterate", "vector of unique_ptr", count, [&] {
            std::uint64_t sum = 0;
            for (const auto& each : owners) sum += each->number;
            sink = sum;
        });
        figures.measure(table, "look up", "vector of unique_ptr", count, [&] {
            std::uint64_t sum = 0;
            for (const std::size_t at : order) sum += owners[at]->number;
            sink = sum;
        });
        figures.measure(table, "clear", "vector of unique_ptr", count, [&] { owners.clear(); });
    }
    const auto keyed = [&](std::string_view who, auto map) {
        figures.measure(table, "create", who, count, [&] {
            for (std::size_t at = 0; at < count; ++at) map.emplace(at, item(at));
        });
        figures.measure(table, "iterate", who, count, [&] {
            std::uint64_t sum = 0;
            for (const auto& [key, each] : map) sum += each.number;
            sink = sum;
        });
        figures.measure(table, "look up", who, count, [&] {
            std::uint64_t sum = 0;
            for (const std::size_t at : order) sum += map.find(at)->second.number;
            sink = sum;
        });
        figures.measure(table, "clear", who, count, [&] { map.clear(); });
    };
    keyed("unordered_map", std::unordered_map<std::uint64_t, Item>());
    keyed("map", std::map<std::uint64_t, Item>());
}

// 4,096 names with values: insert, look up, erase, in random order.
void names(Figures& figures, std::mt19937& random) {
    constexpr std::size_t count = 4096;
    constexpr std::string_view table = "hash_index";
    std::vector<std::string> keys(count);
    for (std::size_t at = 0; at < count; ++at) keys[at] = "models/item_" + std::to_string(random());
    std::vector<std::size_t> order(count);
    for (std::size_t at = 0; at < count; ++at) order[at] = at;
    std::ranges::shuffle(order, random);

    {
        slotproof::HashIndex index({.hash_size = 4096, .index_size = 4096});
        std::vector<std::pair<std::string, std::uint64_t>> values;
        const auto find = [&](std::string_view name) {
            auto at = index.first(index.generate_key(name));
            while (at >= 0 && values[static_cast<std::size_t>(at)].first != name) at = index.next(at).value();
            return at;
        };
        figures.measure(table, "insert", "hash_index", count, [&] {
            for (std::size_t at = 0; at < count; ++at) {
                (void)index.add(index.generate_key(keys[at]), static_cast<std::int32_t>(at));
                values.emplace_back(keys[at], at);
            }
        });
        figures.measure(table, "look up", "hash_index", count, [&] {
            std::uint64_t sum = 0;
            for (const std::size_t at : order) sum += values[static_cast<std::size_t>(find(keys[at]))].second;
            sink = sum;
        });
        figures.measure(table, "erase", "hash_index", count, [&] {
            for (const std::size_t at : order) (void)index.remove(index.generate_key(keys[at]), find(keys[at]));
        });
    }
    const auto keyed = [&](std::string_view who, auto map) {
        figures.measure(table, "insert", who, count, [&] {
            for (std::size_t at = 0; at < count; ++at) map.emplace(keys[at], at);
        });
        figures.measure(table, "look up", who, count, [&] {
            std::uint64_t sum = 0;
            for (const std::size_t at : order) sum += map.find(keys[at])->second;
            sink = sum;
        });
        figures.measure(table, "erase", who, count, [&] {
            for (const std::size_t at : order) map.erase(keys[at]);
        });
    };
    keyed("unordered_map", std::unordered_map<std::string, std::uint64_t>());
    keyed("map", std::map<std::string, std::uint64_t>());
}

// 4,096 random numbers with values: insert, look up, iterate, erase, in random order.
void numbers(Figures& figures, std::mt19937& random) {
    constexpr std::size_t count = 4096;
    constexpr std::string_view table = "dense_map";
    std::unordered_set<std::uint32_t> distinct;
    while (distinct.size() < count) distinct.insert(static_cast<std::uint32_t>(random()));
    const std::vector<std::uint32_t> keys(distinct.begin(), distinct.end());
    std::vector<std::uint32_t> order = keys;
    std::ranges::shuffle(order, random);

    {
        slotproof::DenseMap<std::uint32_t, std::uint64_t> map;
        figures.measure(table, "insert", "dense_map", count, [&] {
            for (const std::uint32_t key : keys) (void)map.insert(key, key);
        });
        figures.measure(table, "look up", "dense_map", count, [&] {
            std::uint64_t sum = 0;
            for (const std::uint32_t key : order) sum += *map.get(key).value();
            sink = sum;
        });
        figures.measure(table, "iterate", "dense_map", count, [&] {
            std::uint64_t sum = 0;
            for (const std::uint64_t value : std::as_const(map).values()) sum += value;
            sink = sum;
        });
        figures.measure(table, "erase", "dense_map", count, [&] {
            for (const std::uint32_t key : order) (void)map.erase(key);
        });
    }
    const auto keyed = [&](std::string_view who, auto map) {
        figures.measure(table, "insert", who, count, [&] {
            for (const std::uint32_t key : keys) map.emplace(key, key);
        });
        figures.measure(table, "look up", who, count, [&] {
            std::uint64_t sum = 0;
            for (const std::uint32_t key : order) sum += map.find(key)->second;
            sink = sum;
        });
        figures.measure(table, "iterate", who, count, [&] {
            std::uint64_t sum = 0;
            for (const auto& [key, value] : map) sum += value;
            sink = sum;
        });
        figures.measure(table, "erase", who, count, [&] {
            for (const std::uint32_t key : order) map.erase(key);
        });
    };
    keyed("unordered_map", std::unordered_map<std::uint32_t, std::uint64_t>());
    keyed("map", std::map<std::uint32_t, std::uint64_t>());
}

// The first clear bit among 1,000,000 of which all but one are set: find it, clear another, set the one found.
void bits(Figures& figures, std::mt19937& random) {
    constexpr std::size_t count = 1'000'000;
    constexpr std::string_view table = "bitmask";
    const auto places = [&](std::size_t number) {
        std::uniform_int_distribution<std::size_t> any(0, count - 1);
        std::vector<std::size_t> found(number);
        for (std::size_t& each : found) each = any(random);
        return found;
    };
    {
        slotproof::Bitmask<> mask(count, true);
        const auto turns = places(100'000);
        (void)mask.set(0, false);
        figures.measure(table, "find", "bitmask", turns.size(), [&] {
            std::uint64_t sum = 0;
            for (const std::size_t place : turns) {
                const std::size_t found = mask.find_first_clear();
                sum += found;
                (void)mask.set(found, true);
                (void)mask.set(place, false);
            }
            sink = sum;
        });
    }
    {
        std::vector<bool> mask(count, true);
        const auto turns = places(100);
        mask[0] = false;
        figures.measure(table, "find", "vector of bool", turns.size(), [&] {
            std::uint64_t sum = 0;
            for (const std::size_t place : turns) {
                const auto found = std::find(mask.begin(), mask.end(), false);
                sum += static_cast<std::uint64_t>(found - mask.begin());
                *found = true;
                mask[place] = false;
            }
            sink = sum;
        });
    }
    {
        std::vector<std::uint32_t> words(count / 32, ~std::uint32_t{0});
        const auto turns = places(1000);
        words[0] = ~std::uint32_t{1};
        figures.measure(table, "find", "words in a loop", turns.size(), [&] {
            std::uint64_t sum = 0;
            for (const std::size_t place : turns) {
                std::size_t at = 0;
                while (words[at] == ~std::uint32_t{0}) ++at;
                const unsigned pos = slotproof::lowest_zero(words[at], 32);
                sum += at * 32 + pos;
                words[at] = slotproof::with_bit(words[at], pos, true);
                words[place / 32] = slotproof::with_bit(words[place / 32], place % 32, false);
            }
            sink = sum;
        });
    }
}

}  // namespace

int main() {
    std::mt19937 random(20240607);
    Figures figures;
    for (int round = 0; round < rounds; ++round) {
        handles(figures, random);
        names(figures, random);
        numbers(figures, random);
        bits(figures, random);
    }
    figures.print();
    return 0;
}
