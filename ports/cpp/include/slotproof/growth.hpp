// Making room before anything changes, so that an allocation that fails leaves no trace.
//
// What puts something into a container, or makes room in it, does so whole or not at all, bulks included: if memory runs
// out, or a value cannot be copied, the arrays are as they were. Memory that was got on the way may be kept, and values
// may have moved to it; where they never do, the container says so. Values and keys must move without throwing.
#pragma once

#include <algorithm>
#include <vector>

namespace slotproof {

// Have room for so many more entries; growth is geometric, so that n entries cost O(n) moves.
template <class T>
void make_room(std::vector<T>& entries, std::size_t count = 1) {
    if (entries.capacity() - entries.size() < count)
        entries.reserve(std::max<std::size_t>({8, 2 * entries.size(), entries.size() + count}));
}

}  // namespace slotproof
