// Making room before anything changes, so that an allocation that fails leaves no trace.
#pragma once

#include <algorithm>
#include <vector>

namespace slotproof {

// Have room for one more entry; growth is geometric, so that n entries cost O(n) moves.
template <class T>
void make_room(std::vector<T>& entries) {
    if (entries.size() == entries.capacity()) entries.reserve(std::max<std::size_t>(8, 2 * entries.size()));
}

}  // namespace slotproof
