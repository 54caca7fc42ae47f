#include "kinds.hpp"

#include <cstdlib>
#include <limits>
#include <new>
#include <stdexcept>

namespace {

std::uint64_t until_failure = 0;  // allocations, the one that fails included; 0 if none does

}  // namespace

void* operator new(std::size_t size) {
    if (until_failure != 0 && --until_failure == 0) throw std::bad_alloc();
    if (void* made = std::malloc(size == 0 ? 1 : size)) return made;
    throw std::bad_alloc();
}

void operator delete(void* gone) noexcept { std::free(gone); }
void operator delete(void* gone, std::size_t) noexcept { std::free(gone); }

namespace slotproof::driver {

FailingAllocation::FailingAllocation(std::uint64_t number) { until_failure = number; }
FailingAllocation::~FailingAllocation() { until_failure = 0; }

std::string_view code_of(Error error) {
    switch (error) {
        case Error::stale_handle: return "stale_handle";
        case Error::out_of_range: return "out_of_range";
        case Error::full: return "full";
        case Error::exists: return "exists";
        case Error::missing: return "missing";
        case Error::conflict: return "conflict";
        case Error::invalid_argument: break;
    }
    return "invalid_argument";
}

Handle handle_of(const Json& json) {
    const auto& parts = json.as<Json::Array>();
    if (parts.size() < 2 || parts.size() > 4) throw Malformed("a handle has 2 to 4 parts");
    const std::uint64_t slot = parts[0].bits();
    const std::uint64_t generation = parts[1].bits();
    const std::uint64_t type_id = parts.size() > 2 ? parts[2].bits() : 0;
    const std::uint64_t free = parts.size() > 3 ? parts[3].bits() : 0;
    const bool fits = generation <= 0xFFFF && type_id <= 0x7FFF && free == 0;
    return Handle(
        slot <= 0xFFFFFFFF ? static_cast<Index>(slot) : std::numeric_limits<Index>::max(),
        generation <= 0xFFFF ? static_cast<Generation>(generation) : Generation{0},
        type_id <= 0x7FFF ? static_cast<TypeId>(type_id) : TypeId{0x7FFF},
        !fits
    );
}

bool handles_in_order(std::string_view order, Handle first, Handle second) {
    if (order != "earlier") throw Malformed("no order of handles");
    return first.slot() < second.slot();
}

bool values_in_order(std::string_view order, Value first, Value second) {
    if (order == "halves") return first >> 1 > second >> 1;
    if (order == "falling") return first < second;
    throw Malformed("no order of values");
}

std::int64_t sort_key(std::string_view key, Handle handle) {
    if (key == "by_slot") return -std::int64_t{handle.slot()};
    if (key == "by_parity") return handle.slot() % 2;
    throw Malformed("no key of handles");
}

std::vector<Handle> Call::handles(std::size_t argument) const {
    std::vector<Handle> handles;
    for (const Json& each : (*this)[argument].as<Json::Array>()) handles.push_back(handle_of(each));
    return handles;
}

std::vector<std::size_t> Call::naturals(std::size_t argument) const {
    std::vector<std::size_t> naturals;
    for (const Json& each : (*this)[argument].as<Json::Array>()) naturals.push_back(each.bits());
    return naturals;
}

std::vector<std::string> Call::strings(std::size_t argument) const {
    std::vector<std::string> strings;
    for (const Json& each : (*this)[argument].as<Json::Array>()) strings.push_back(each.as<std::string>());
    return strings;
}

std::uint64_t configured(const Json& config, std::string_view name, std::uint64_t otherwise) {
    const Json* found = config.find(name);
    return found == nullptr ? otherwise : found->bits();
}

bool chosen(const Json& config, std::string_view name, std::string_view standard, std::string_view other) {
    const Json* found = config.find(name);
    if (found == nullptr || found->as<std::string>() == standard) return false;
    if (found->as<std::string>() == other) return true;
    throw std::invalid_argument("no such policy");
}

std::string digest(std::string_view text) {
    std::uint64_t hash = 14695981039346656037U;
    for (const char each : text) hash = (hash ^ static_cast<unsigned char>(each)) * 1099511628211U;
    constexpr std::string_view hexadecimal = "0123456789abcdef";
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4) digits += hexadecimal[hash >> shift & 0xF];
    return digits;
}

}  // namespace slotproof::driver
