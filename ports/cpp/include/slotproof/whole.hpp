// Copy assignment that happens whole or not at all: the copy is made first, and then moved in, which cannot fail.
//
// Without it the language assigns member after member. A copy that throws midway, of an element or for want of memory,
// would leave some arrays of the one container and some of the other.
//
// A class that holds more than one array, or elements in one, declares four members. What only derives from such a
// class, or only holds one, needs none.
//
//      C(const C&) = default;
//      C(C&&) = default;
//      C& operator=(const C& other) { return assign_whole(*this, other); }
//      C& operator=(C&&) = default;
#pragma once

#include <type_traits>

namespace slotproof {

// Make the target as the source is; if that throws, the target is as it was, its elements included.
template <class C>
C& assign_whole(C& target, const C& source) {
    static_assert(
        std::is_nothrow_move_constructible_v<C> && std::is_nothrow_move_assignable_v<C>,
        "a move that fails would leave half of each"
    );
    return target = C(source);
}

}  // namespace slotproof
