// A handle: a client's name for a value, in one word.
//
//      63 62            48 47          32 31                           0
//    +---+---------------+--------------+-------------------------------+
//    | f |    type id    |  generation  |             slot              |
//    +---+---------------+--------------+-------------------------------+
//
// Handles compare as their words do. What each field means is in docs/users/containers/handle.md (HL-R1 ... HL-R4).
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace slotproof {

using Index = std::uint32_t;       // a slot or a position
using Generation = std::uint16_t;  // how often a slot changed hands
using TypeId = std::uint16_t;      // 15 bits of it

struct Handle {
    std::uint64_t word = 0;

    constexpr Handle() = default;
    constexpr explicit Handle(std::uint64_t packed) : word(packed) {}

    // Takes a type id below 2**15. The free bit is 0 in every handle that is issued.
    constexpr Handle(Index slot, Generation generation, TypeId type_id = 0, bool free = false)
        : word(std::uint64_t{slot} | std::uint64_t{generation} << 32 | std::uint64_t{type_id} << 48 |
               std::uint64_t{free} << 63) {}

    [[nodiscard]] constexpr Index slot() const { return static_cast<Index>(word); }
    [[nodiscard]] constexpr Generation generation() const { return static_cast<Generation>(word >> 32); }
    [[nodiscard]] constexpr TypeId type_id() const { return static_cast<TypeId>(word >> 48 & 0x7FFF); }
    [[nodiscard]] constexpr bool free() const { return word >> 63 != 0; }

    friend constexpr bool operator==(Handle, Handle) = default;
    friend constexpr auto operator<=>(Handle, Handle) = default;
};

// All bits zero. Generations start at 1, so that a handle map never issues it under `retire`.
inline constexpr Handle null_handle{};

}  // namespace slotproof

template <>
struct std::hash<slotproof::Handle> {
    std::size_t operator()(slotproof::Handle handle) const noexcept { return std::hash<std::uint64_t>{}(handle.word); }
};
