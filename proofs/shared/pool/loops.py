"""Why the loops of the sparse set, the storage and the entity storage end, and what is true when they come round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from slotproof.declare import Loop
from slotproof.proofs.shared.pool.answers import all_stay, all_values_stay, has_item, only_these_die, only_these_end
from slotproof.proofs.shared.pool.order import COMPACT_LOOPS, SHRINK_LOOPS, SORT_LOOPS
from slotproof.spec.handle import Handle
from slotproof.spec.logic import conj, contains, disj, exists, forall, forall_in, implies, negate, within

# --- pages


def _growing(at: Any) -> dict[str, bool]:
    """Cells that were there hold what they held, and the new ones are empty; no page too many."""
    now, entry = at.now, at.entry
    return {
        "every page has its cells": conj(
            len(now.sparse) == len(now.pages) * now.page, len(now.generation) == len(now.sparse)
        ),
        "no page too many": conj(
            len(entry.pages) <= len(now.pages),
            disj(len(now.pages) == len(entry.pages), len(now.pages) <= at.local["page"] + 1),
        ),
        **_more_cells(now, entry),
        "pages that were there": forall(0, len(entry.pages), lambda page: now.pages[page] == entry.pages[page]),
        "new pages": forall(len(entry.pages), len(now.pages), lambda page: now.pages[page] == 0),
    }


def _filling(at: Any) -> dict[str, bool]:
    """There is a cell more for each round."""
    now, entry = at.now, at.entry
    return {
        "a cell a round": conj(len(now.sparse) == len(entry.sparse) + at.index, len(now.generation) == len(now.sparse)),
        **_more_cells(now, entry),
    }


def _more_cells(now: Any, entry: Any) -> dict[str, bool]:
    return {
        "no cell fewer": len(entry.sparse) <= len(now.sparse),
        "cells that were there": forall(
            0,
            len(entry.sparse),
            lambda slot: conj(now.sparse[slot] == entry.sparse[slot], now.generation[slot] == entry.generation[slot]),
        ),
        "new cells": forall(
            len(entry.sparse),
            len(now.sparse),
            lambda slot: conj(now.sparse[slot] == now.nil, now.generation[slot] == now.tombstone),
        ),
    }


PAGE_LOOPS = (
    Loop(
        "Paged._assure",
        0,
        invariant=_growing,
        variant=lambda at: at.local["page"] + 1 - len(at.now.pages),
    ),
    Loop("Paged._assure", 1, invariant=_filling),
    *(Loop(f"{side}.page_count", lockstep=True) for side in ("PagedModel", "Paged")),
)

# --- iteration


def _walks(*sides: str, names: tuple[str, ...]) -> tuple[Loop, ...]:
    """The walks over a container, which both sides take step by step."""
    return tuple(Loop(f"{side}.{name}", lockstep=True) for side in sides for name in names)


# --- bulks: a first loop looks at all handles, a second one does what can no longer fail


def _handle(at: Any, turn: Any) -> Any:
    """The handle of a turn; a storage is given handles with their values."""
    item = at.arguments[0][turn]
    return item if isinstance(item, Handle) else item[0]


def _apart(at: Any, turns: Any) -> bool:
    """The first handles have slots of their own, and all of them are noted."""
    return conj(
        forall(0, turns, lambda turn: contains(at.local["named"], _handle(at, turn).slot)),
        forall(
            0,
            turns,
            lambda turn: forall(0, turn, lambda other: _handle(at, other).slot != _handle(at, turn).slot),
        ),
    )


def _is_new(m: Any, handle: Any) -> bool:
    return conj(
        within(0, handle.slot, m.nil),
        within(0, handle.generation, m.tombstone),
        handle.type_id == 0,
        handle.free == 0,
        negate(contains(m.generation, handle.slot)),
    )


def _is_element(m: Any, handle: Any) -> bool:
    return conj(
        handle.type_id == 0,
        handle.free == 0,
        contains(m.generation, handle.slot),
        lambda: handle.generation == m.generation[handle.slot],
    )


def is_live_handle(m: Any, handle: Any) -> bool:
    """True if a handle is live in an entity storage."""
    return conj(_is_element(m, handle), m.order.place(handle.slot) < m.live)


def _looked_at(ready: Callable[[Any, Any], bool]) -> Callable[[Any], dict[str, bool]]:
    """The handles behind are ready, and each has a slot of its own."""
    return lambda at: {
        "those behind are ready": forall(0, at.index, lambda turn: ready(at.model, _handle(at, turn))),
        "those behind are apart": _apart(at, at.index),
        "no others are noted": forall_in(
            at.local["named"],
            lambda slot: exists(0, at.index, lambda turn: _handle(at, turn).slot == slot),
        ),
    }


def _ahead(ready: Callable[[Any, Any], bool], done: Callable[[Any], bool]) -> Callable[[Any], dict[str, bool]]:
    """The handles ahead are ready still, and it is done to those behind."""
    return lambda at: {
        "those ahead are ready": forall(at.index, at.length, lambda turn: ready(at.model, _handle(at, turn))),
        "done to those behind": done(at),
    }


def _bulk(
    ready: Callable[[Any, Any], bool], done: Callable[[Any], bool], model: tuple[str, str], impl: tuple[str, str]
) -> tuple[Loop, ...]:
    """The loop that looks and the loop that does, on both sides."""
    (looks, does), said = model, ({"invariant": _looked_at(ready)}, {"invariant": _ahead(ready, done)})
    return (*_looks_and_does(looks, does, *said), *_looks_and_does(*impl, {}, {}))


def _looks_and_does(looks: str, does: str, one: dict[str, Any], other: dict[str, Any]) -> Iterator[Loop]:
    """The two loops of one side, with what is said of each."""
    yield Loop(looks, 0, lockstep=True, **one)
    yield Loop(does, 1 if looks == does else 0, lockstep=True, **other)


def erasing_loops(
    name: str,
    model: str,
    impl: str,
    ready: Callable[[Any, Any], bool],
    ended: Callable[[Any, Any, Any, Any], bool],
) -> tuple[Loop, ...]:
    """The loops of a bulk that takes elements out, of which each must be ready."""
    return _bulk(
        ready,
        lambda at: ended(at.model_before, at.model, at.arguments[0], at.index),
        (f"{model}.{name}",) * 2,
        (f"{impl}.{name}",) * 2,
    )


def _adding(name: str, model: str, impl: str, added: Callable[[Any], bool]) -> tuple[Loop, ...]:
    return _bulk(
        _is_new,
        added,
        ("PoolModel.check_new", f"{model}.{name}"),
        ("Pool._check_new", f"{impl}.{name}"),
    )


# --- pools


def _emptied(at: Any) -> dict[str, bool]:
    """The cells of the elements behind are empty, and every other one is empty or as it was."""
    now, before = at.now, at.before
    return {
        "lengths stay": conj(len(now.sparse) == len(before.sparse), len(now.generation) == len(before.generation)),
        "those behind": forall(
            0,
            at.index,
            lambda pos: implies(
                before.stamp[pos] != before.tombstone,
                lambda: conj(
                    now.sparse[before.meta[pos]] == now.nil, now.generation[before.meta[pos]] == now.tombstone
                ),
            ),
        ),
        "each cell": forall(0, len(before.sparse), lambda slot: _empty_or_same(now, before, slot)),
    }


def _empty_or_same(now: Any, before: Any, slot: Any) -> bool:
    return disj(
        conj(now.sparse[slot] == now.nil, now.generation[slot] == now.tombstone),
        conj(now.sparse[slot] == before.sparse[slot], now.generation[slot] == before.generation[slot]),
    )


def _contiguous(at: Any) -> dict[str, bool]:
    """What was placed stands from `stop` on, and there are no holes."""
    return {
        "no holes": len(at.model.holes) == 0,
        "between": conj(0 <= at.local["stop"], at.local["stop"] <= len(at.model.order)),
    }


def _live_only(at: Any) -> dict[str, bool]:
    """What was placed stands from `stop` on, among the live ones; the dead stay where they are."""
    m, before = at.model, at.model_before
    return {
        "between": conj(0 <= at.local["stop"], at.local["stop"] <= m.live),
        "the dead stay": conj(
            len(m.order) == len(before.order),
            forall(m.live, len(m.order), lambda pos: m.order[pos] == before.order[pos]),
        ),
    }


def _sorting_as(between: Callable[[Any], dict[str, bool]]) -> tuple[Loop, ...]:
    """The loops of `sort_as`, which both sides go round step by step."""
    return (
        Loop("PagedModel.sort_as", invariant=between, lockstep=True),
        Loop("Paged.sort_as", lockstep=True),
    )


def _removed(at: Any) -> dict[str, bool]:
    """The handles behind are out, no others are, and those that were in are counted."""
    m, before = at.model, at.model_before
    return {
        "counted": at.local["removed"] == len(before.generation) - len(m.generation),
        "only these": only_these_end(before, m, at.arguments[0], at.index),
    }


def _pushed(at: Any) -> bool:
    return conj(
        all_stay(at.model_before, at.model),
        forall(0, at.index, lambda turn: _is_element(at.model, at.arguments[0][turn])),
    )


def _emplaced(at: Any) -> bool:
    return conj(
        all_values_stay(at.model_before, at.model),
        forall(0, at.index, lambda turn: has_item(at.model, at.arguments[0][turn])),
    )


_POOL_LOOPS = (
    Loop("check_handles"),
    *PAGE_LOOPS,
    *SHRINK_LOOPS,
    *_walks("PoolModel", "Pool", names=("handles", "handles_forward")),
    *erasing_loops("erase_items", "PoolModel", "Pool", _is_element, only_these_end),
    Loop("Pool.clear", invariant=_emptied),
    Loop("PoolModel.remove_items", invariant=_removed, lockstep=True),
    Loop("Pool.remove_items", lockstep=True),
    *SORT_LOOPS,
    *_sorting_as(_contiguous),
    *COMPACT_LOOPS,
)

SET_LOOPS = (
    *_POOL_LOOPS,
    *_adding("push_items", "SparseSetModel", "SparseSet", _pushed),
)

STORAGE_LOOPS = (
    *_POOL_LOOPS,
    *_adding("emplace_items", "StorageModel", "Storage", _emplaced),
    *_walks("StorageModel", "Storage", names=("each", "each_forward")),
)

# --- entities


def _all_emptied(at: Any) -> dict[str, bool]:
    """The cells of the slots behind are empty, and every other one is empty or as it was."""
    now, before = at.now, at.before
    return {
        "lengths stay": conj(len(now.sparse) == len(before.sparse), len(now.generation) == len(before.generation)),
        "those behind": forall(
            0,
            at.index,
            lambda pos: conj(
                now.sparse[before.meta[pos]] == now.nil, now.generation[before.meta[pos]] == now.tombstone
            ),
        ),
        "each cell": forall(0, len(before.sparse), lambda slot: _empty_or_same(now, before, slot)),
    }


ENTITY_LOOPS = (
    Loop("check_handles"),
    *PAGE_LOOPS,
    *SHRINK_LOOPS,
    *_walks("EntityStorageModel", "EntityStorage", names=("handles", "handles_forward")),
    *erasing_loops("destroy_items", "EntityStorageModel", "EntityStorage", is_live_handle, only_these_die),
    *SORT_LOOPS,
    *_sorting_as(_live_only),
    Loop("EntityStorageModel.clear", variant=lambda at: at.model.live, lockstep=True),
    Loop("EntityStorage.clear", variant=lambda at: at.now.live, lockstep=True),
    Loop("EntityStorage.reset", invariant=_all_emptied),
)
