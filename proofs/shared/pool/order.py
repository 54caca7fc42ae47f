"""What `sort`, `sort_by`, `compact` and `shrink` of a pool promise, and why their loops keep it.

The model is not run beside them: the model state that the arrays mean, the witness, is compared with the one before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from slotproof.declare import Loop, Rank, RankOrder
from slotproof.spec.handle import Handle
from slotproof.spec.logic import Distinct, conj, contains, disj, exists, forall, forall_in, implies, negate, within

After = Callable[[Any, Any], bool]

# --- the model state that the arrays mean


def witness_of_order(at: Any) -> Any:
    """The model with the order that `meta` and `sparse` spell out now, without holes."""
    m = _twin(at.model_before)
    m.order = at.distinct(at.now.meta, at.now.sparse)
    return m


def witness_of_compact(at: Any) -> Any:
    """The same; that there is a position for each element is counted."""
    m = witness_of_order(at)
    m.holes = Distinct()
    at.counted(m.generation, m.order)
    return m


def witness_of_pages(at: Any) -> Any:
    """The model with the pages that are marked now."""
    m = _twin(at.model_before)
    m.pages = at.marked(at.now.pages)
    m.reach = len(at.now.pages)
    return m


def witness_of_room(at: Any) -> Any:
    """The same, with the room for values there is now."""
    m = witness_of_pages(at)
    m.room = at.now.room
    return m


def _twin(m: Any) -> Any:
    twin = object.__new__(type(m))
    twin.__dict__.update(m.__dict__)
    return twin


# --- promises


def _sortable(before: Any) -> Any:
    """How many of the first positions may be sorted: those of live handles in an entity storage, else all."""
    return before.live if hasattr(before, "live") else len(before.order)


def _sorted_stably(before: Any, after: Any, first: Any, comes_after: After) -> dict[str, bool]:
    """The first positions are sorted, and two elements changed places only if they were in the wrong order."""
    length = len(before)
    return {
        "the order is a permutation of what it was": conj(
            len(after) == length,
            forall(0, length, lambda pos: contains(after, before[pos])),
        ),
        "positions behind stay": forall(first, length, lambda pos: after[pos] == before[pos]),
        "nothing is met before what it comes after": forall(
            0,
            first,
            lambda a: forall(a + 1, first, lambda b: negate(comes_after(after[b], after[a]))),
        ),
        "two elements that changed places were in the wrong order": forall(
            0,
            length,
            lambda a: forall(
                a + 1,
                length,
                lambda b: implies(
                    after.place(before[a]) > after.place(before[b]),
                    lambda: comes_after(before[b], before[a]),
                ),
            ),
        ),
    }


def sorts_handles(before: Any, after: Any, result: Any, comes_after: Any, count: Any) -> dict[str, bool]:
    """What `sort` of a set promises: it compares handles."""
    return _sorted_stably(
        before.order,
        after.order,
        _sortable(before) if count is None else count,
        lambda a, b: comes_after(Handle(a, before.generation[a]), Handle(b, before.generation[b])),
    )


def sorts_values(before: Any, after: Any, result: Any, comes_after: Any, count: Any) -> dict[str, bool]:
    """What `sort` of a storage promises: it compares values."""
    first = _sortable(before) if count is None else count
    return _sorted_stably(before.order, after.order, first, lambda a, b: comes_after(before.value[a], before.value[b]))


def sorts_by_key(before: Any, after: Any, result: Any, key: Any, count: Any) -> dict[str, bool]:
    """What `sort_by` promises: it compares keys of handles."""
    first = _sortable(before) if count is None else count
    return sorted_by_key(before.order, after.order, before.generation, key, first)


def sorted_by_key(before: Any, after: Any, generation: Any, key: Any, first: Any) -> dict[str, bool]:
    """The first positions are sorted by the keys of handles of these generations."""
    return _sorted_stably(
        before,
        after,
        first,
        lambda a, b: key(Handle(a, generation[a])) > key(Handle(b, generation[b])),
    )


def too_many(before: Any, order: Any, count: Any) -> bool:
    """There are not so many positions to sort."""
    return False if count is None else disj(count < 0, count > _sortable(before))


def has_holes(before: Any, order: Any, count: Any) -> bool:
    """There are holes: nothing is sorted."""
    return len(before.holes) > 0


def compacts(before: Any, after: Any, result: Any) -> dict[str, bool]:
    """What `compact` promises."""
    return {
        "no holes": len(after.holes) == 0,
        "a position for each element": conj(
            len(after.order) == len(before.generation),
            forall_in(before.generation, lambda slot: contains(after.order, slot)),
        ),
        "what stood below stays": forall(
            0,
            len(after.order),
            lambda pos: implies(before.order[pos] < before.nil, lambda: after.order[pos] == before.order[pos]),
        ),
    }


def shrinks(before: Any, after: Any, result: Any) -> dict[str, bool]:
    """What `shrink` promises; where the last page is follows by law."""
    return {
        "the page of each element is there": forall_in(
            before.generation, lambda slot: contains(after.pages, slot // before.page)
        ),
        "no other page is there": forall_in(
            after.pages,
            lambda page: exists(
                0,
                len(before.order),
                lambda pos: conj(before.order[pos] < before.nil, before.order[pos] // before.page == page),
            ),
        ),
    }


def shrinks_room(before: Any, after: Any, result: Any) -> dict[str, bool]:
    """What `shrink` of a storage promises."""
    return {
        **shrinks(before, after, result),
        "room in whole pages": after.room == before.whole_pages(len(before.order)),
    }


def never(before: Any) -> bool:
    """It is not refused."""
    return False


# --- the loops of `sort`


def _comes_after(at: Any) -> After:
    """The order of positions, as the arrays are now."""
    now, order = at.now, at.arguments[0]

    def handle(pos: Any) -> Handle:
        return Handle(now.meta[pos], now.stamp[pos])

    if isinstance(order, RankOrder):
        return lambda b, a: order(handle(b), handle(a))
    if isinstance(order, Rank):
        return lambda b, a: order(handle(b)) > order(handle(a))
    return lambda b, a: order(now.dense[b], now.dense[a])


def _rearranged(at: Any) -> dict[str, bool]:
    """The elements stand in some order, in which two have changed places only if they were in the wrong one."""
    now, before, m = at.now, at.before, at.model_before
    after = _comes_after(at)
    said = {
        "lengths stay": conj(
            len(now.meta) == len(before.meta),
            len(now.stamp) == len(before.meta),
            len(now.sparse) == len(before.sparse),
        ),
        "positions and slots": forall(
            0,
            len(before.meta),
            lambda pos: conj(
                contains(m.generation, now.meta[pos]),
                now.sparse[now.meta[pos]] == pos,
                now.stamp[pos] == m.generation[now.meta[pos]],
            ),
        ),
        "each element stands somewhere": forall_in(
            m.generation,
            lambda slot: conj(
                within(0, now.sparse[slot], len(before.meta)), lambda: now.meta[now.sparse[slot]] == slot
            ),
        ),
        "other cells": forall(
            0,
            len(before.sparse),
            lambda slot: disj(contains(m.generation, slot), now.sparse[slot] == before.sparse[slot]),
        ),
        "positions behind stay": forall(
            at.local["count"], len(before.meta), lambda pos: now.meta[pos] == before.meta[pos]
        ),
        "overtaken only by what it comes after": forall_in(
            m.generation,
            lambda s: forall_in(
                m.generation,
                lambda t: implies(
                    conj(before.sparse[s] > before.sparse[t], now.sparse[s] < now.sparse[t]),
                    lambda: after(now.sparse[s], now.sparse[t]),
                ),
            ),
        ),
    }
    if hasattr(now, "dense"):
        said["values"] = conj(
            len(now.dense) == len(before.meta),
            forall(0, len(before.meta), lambda pos: now.dense[pos] == m.value[now.meta[pos]]),
        )
    return said


def _sorting(at: Any) -> dict[str, bool]:
    """The positions of the rounds behind are sorted."""
    count, after = at.local["count"], _comes_after(at)
    low = count - 1 - at.index
    return {
        **_rearranged(at),
        "sorted so far": forall(low, count, lambda a: forall(a + 1, count, lambda b: negate(after(b, a)))),
    }


def _sinking(at: Any) -> dict[str, bool]:
    """One element is on its way to the back: what it has passed comes after it, and all others are sorted."""
    count, pos, after = at.local["count"], at.local["pos"], _comes_after(at)
    low = count - 1 - at.local["back"]
    return {
        **_rearranged(at),
        "between": conj(low <= pos, pos < count),
        "sorted but for one": forall(
            low,
            count,
            lambda a: implies(a != pos, lambda: forall(a + 1, count, lambda b: negate(after(b, a)))),
        ),
        "what was passed": forall(low, pos, lambda k: after(k, pos)),
    }


SORT_LOOPS = (
    Loop("Paged._sort", 0, invariant=_sorting),
    Loop(
        "Paged._sort",
        1,
        invariant=_sinking,
        variant=lambda at: at.local["count"] - at.local["pos"],
    ),
)


# --- the loops of `compact`


def _trailing(at: Any) -> dict[str, bool]:
    """What is passed over is holes, and no element."""
    return {
        "no element": forall_in(at.model_before.generation, lambda slot: at.now.sparse[slot] < at.local["end"]),
        "between": conj(0 <= at.local["end"], at.local["end"] <= at.entry_local["end"]),
        "holes": forall(at.local["end"], at.entry_local["end"], lambda pos: at.now.stamp[pos] == at.now.tombstone),
    }


def _filling_holes(at: Any) -> dict[str, bool]:
    """The holes behind are filled or lie behind `end`, those ahead are as they were, and each element has a place."""
    now, before, m, end, turn = at.now, at.before, at.model_before, at.local["end"], at.index
    said = {
        "lengths stay": conj(
            len(now.meta) == len(before.meta),
            len(now.stamp) == len(before.meta),
            len(now.sparse) == len(before.sparse),
        ),
        "end": conj(
            0 <= end,
            end <= len(before.meta),
            implies(end > 0, lambda: now.stamp[end - 1] != now.tombstone),
        ),
        "hole": implies(turn < len(m.holes), lambda: at.local["hole"] == m.holes[turn]),
        "holes ahead": forall(
            turn,
            len(m.holes),
            lambda place: conj(
                now.meta[m.holes[place]] == before.meta[m.holes[place]],
                now.stamp[m.holes[place]] == now.tombstone,
            ),
        ),
        "what stood there": forall(
            0,
            len(before.meta),
            lambda pos: implies(
                m.order[pos] < m.nil,
                lambda: conj(now.meta[pos] == before.meta[pos], now.stamp[pos] == before.stamp[pos]),
            ),
        ),
        "each element has a place": forall_in(m.generation, lambda slot: now.meta[now.sparse[slot]] == slot),
        "its generation is there": forall_in(
            m.generation, lambda slot: now.stamp[now.sparse[slot]] == m.generation[slot]
        ),
        "its place is below the end": forall_in(m.generation, lambda slot: within(0, now.sparse[slot], end)),
        "what moved stood behind": forall_in(
            m.generation,
            lambda slot: disj(before.sparse[slot] >= end, now.sparse[slot] == before.sparse[slot]),
        ),
        "each position": forall(
            0,
            end,
            lambda pos: disj(
                conj(contains(m.holes, pos), m.holes.place(pos) >= turn),
                lambda: conj(contains(m.generation, now.meta[pos]), now.sparse[now.meta[pos]] == pos),
            ),
        ),
        "other cells": forall(
            0,
            len(before.sparse),
            lambda slot: disj(contains(m.generation, slot), now.sparse[slot] == before.sparse[slot]),
        ),
    }
    if hasattr(now, "dense"):
        said["values"] = conj(
            len(now.dense) == len(before.meta),
            forall_in(m.generation, lambda slot: now.dense[now.sparse[slot]] == m.value[slot]),
        )
    return said


def _cutting(at: Any) -> dict[str, bool]:
    """Nothing below `end` is dropped."""
    now, entry = at.now, at.entry
    said = {
        "not too far": conj(at.local["end"] <= len(now.meta), len(now.meta) <= len(entry.meta)),
        "one length": len(now.stamp) == len(now.meta),
        "untouched": forall(
            0,
            len(now.meta),
            lambda pos: conj(now.meta[pos] == entry.meta[pos], now.stamp[pos] == entry.stamp[pos]),
        ),
    }
    if hasattr(now, "dense"):
        said["values"] = conj(
            len(now.dense) == len(now.meta),
            forall(0, len(now.meta), lambda pos: now.dense[pos] == entry.dense[pos]),
        )
    return said


COMPACT_LOOPS = (
    Loop("Pool._end", invariant=_trailing, variant=lambda at: at.local["end"]),
    Loop("Pool.compact", 0, invariant=_filling_holes),
    Loop("Pool.compact", 1, invariant=_cutting, variant=lambda at: len(at.now.meta) - at.local["end"]),
)


# --- the loops of `shrink`


def _unmarked(at: Any) -> dict[str, bool]:
    """The pages behind are marked as missing."""
    return {
        "length stays": len(at.now.pages) == len(at.before.pages),
        "pages behind": forall(0, at.index, lambda page: at.now.pages[page] == 0),
    }


def _marked(at: Any) -> dict[str, bool]:
    """The pages of the elements behind are marked, and no others."""
    now = at.now
    return {
        "length stays": len(now.pages) == len(at.before.pages),
        "marks": forall(0, len(now.pages), lambda page: disj(now.pages[page] == 0, now.pages[page] == 1)),
        "pages of elements": forall(
            0,
            at.index,
            lambda pos: implies(now.stamp[pos] != now.tombstone, lambda: now.pages[now.meta[pos] // now.page] == 1),
        ),
        "no others": forall(
            0,
            len(now.pages),
            lambda page: implies(
                now.pages[page] == 1,
                lambda: exists(
                    0,
                    at.index,
                    lambda pos: conj(now.stamp[pos] != now.tombstone, now.meta[pos] // now.page == page),
                ),
            ),
        ),
    }


def _dropping(at: Any) -> dict[str, bool]:
    """What is dropped are pages without a mark, with their cells."""
    now, entry = at.now, at.entry
    return {
        "every page has its cells": conj(
            len(now.sparse) == len(now.pages) * now.page, len(now.generation) == len(now.sparse)
        ),
        "none is added": len(now.pages) <= len(entry.pages),
        "dropped pages": forall(len(now.pages), len(entry.pages), lambda page: entry.pages[page] == 0),
        "pages left": forall(0, len(now.pages), lambda page: now.pages[page] == entry.pages[page]),
        **_cells_left(now, entry),
    }


def _dropping_cells(at: Any) -> dict[str, bool]:
    """There is a cell less for each round."""
    now, entry = at.now, at.entry
    return {
        "a cell a round": conj(len(now.sparse) == len(entry.sparse) - at.index, len(now.generation) == len(now.sparse)),
        **_cells_left(now, entry),
    }


def _cells_left(now: Any, entry: Any) -> dict[str, bool]:
    return {
        "no cell more": len(now.sparse) <= len(entry.sparse),
        "cells left": forall(
            0,
            len(now.sparse),
            lambda slot: conj(now.sparse[slot] == entry.sparse[slot], now.generation[slot] == entry.generation[slot]),
        ),
    }


SHRINK_LOOPS = (
    Loop("Paged.shrink", 0, invariant=_unmarked),
    Loop("Paged.shrink", 1, invariant=_marked),
    Loop(
        "Paged.shrink",
        2,
        invariant=_dropping,
        variant=lambda at: len(at.now.pages),
    ),
    Loop("Paged.shrink", 3, invariant=_dropping_cells),
)
