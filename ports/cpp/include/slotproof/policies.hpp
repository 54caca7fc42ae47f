// Choices in which ports legitimately differ. The first of each is the default.
#pragma once

#include <cstdint>

namespace slotproof {

// What becomes of a slot whose generations are used up.
enum class GenerationPolicy : std::uint8_t {
    retire,  // it is never handed out again: a dead handle stays dead for ever (HM-L7)
    wrap,    // its generations start over: a dead handle comes back to life (HM-B2)
};

// Which free slot is handed out next.
enum class FreeOrder : std::uint8_t {
    fifo,  // the one freed first
    lifo,  // the one freed last
};

// What becomes of the gap that an erasure leaves.
enum class Deletion : std::uint8_t {
    swap_pop,  // the last element moves into it
    in_place,  // it stays as a hole, and no element moves
};

// What a budget of defragment counts.
enum class BudgetUnit : std::uint8_t {
    relocations,  // values that move, however far
    shifts,       // values that are passed
};

}  // namespace slotproof
