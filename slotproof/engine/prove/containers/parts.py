"""Parts that are arranged: that they are so, that they stay, and what is not told of them forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from slotproof.declare import AnyNumber
from slotproof.engine.prove.declaration.make import forget_field
from slotproof.engine.prove.declaration.replaced import replaced
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.numbered import Numbers, OpenCell
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import (
    DictCell,
    DistinctCell,
    FixedCell,
    ListCell,
    ObjectCell,
    Ref,
    RowCell,
    SetCell,
    StandCell,
    Term,
    Value,
)
from slotproof.engine.prove.solver import terms as t


def is_arranged(st: State, value: Value, told: Any) -> Term:
    """True if what is told of a thing is so."""
    if told is None:
        return True
    cell = st.heap[value.id] if isinstance(value, Ref) else None
    if isinstance(cell, StandCell):
        return is_arranged(st, cell.meaning, told)
    if isinstance(cell, ObjectCell):
        return t.conj(*(is_arranged(st, cell.fields[name], each) for name, each in told.items()))
    if isinstance(cell, FixedCell | OpenCell):
        if isinstance(cell, OpenCell) is not isinstance(told, AnyNumber):
            return False
        keys, entries = _entries(cell, told)
        alike = len(keys) == len(cell.keys) and all(map(t.same, cell.keys, keys))
        return alike and t.conj(*map(is_arranged, [st] * len(keys), cell.items, entries))
    if isinstance(cell, ListCell):
        same = (t.eq(t.select(cell.arrays[0], place), each) for place, each in enumerate(told)) if cell.arrays else ()
        return t.conj(t.eq(cell.length, len(told)), *same)
    return cell is None and t.eq(value, told)


def counts_in(st: State, value: Value, told: Any) -> Iterator[tuple[str, Term]]:
    """What is counted, and how many there are, of each list or dict of any number of things that misses none."""
    cell = st.heap[value.id] if isinstance(value, Ref) else None
    if isinstance(cell, StandCell):
        yield from counts_in(st, cell.meaning, told)
    elif isinstance(cell, ObjectCell):
        for name, each in (told or {}).items():
            yield from counts_in(st, cell.fields[name], each)
    elif isinstance(told, AnyNumber):
        if (count := _count(cell)) is not None and told.filled:
            yield told.sort, count
    elif isinstance(cell, FixedCell) and len(told or ()) == len(cell.items):
        for item, each in zip(cell.items, _entries(cell, told)[1], strict=True):
            yield from counts_in(st, item, each)


def _count(cell: Any) -> Term | None:
    """How many things there are in a list, or in a dict by number that misses none; None of any other."""
    if isinstance(cell, FixedCell):
        return len(cell.keys) if cell.keys == tuple(range(len(cell.keys))) else None
    return cell.length if isinstance(cell, ListCell) else cell.size if isinstance(cell, OpenCell | DictCell) else None


def same_parts(one: State, other: State, value: Ref, but_lists: bool = False) -> bool:
    """True if all that a thing is made of is what it was, though it may hold something else now.

    Takes      but_lists, whether another list, dict or set may stand where methods of its class put others
    """
    cells = one.heap[value.id], other.heap[value.id]
    if isinstance(cells[0], StandCell):
        return True
    parts = [_parts(cell) for cell in cells]
    free = replaced(cells[0].cls) if but_lists and isinstance(cells[0], ObjectCell) else frozenset[str]()
    names = cells[0].fields if isinstance(cells[0], ObjectCell) else [""] * len(parts[0])
    pairs = [(name in free, *pair) for name, *pair in zip(names, *parts, strict=False) if _has_parts(pair)]
    return len(parts[0]) == len(parts[1]) and all(
        isinstance(was, Ref) and isinstance(now, Ref) and _same_part((one, other), was, now, is_free, but_lists)
        for is_free, was, now in pairs
    )


def _has_parts(pair: list[Value]) -> bool:
    return any(isinstance(each, Ref) for each in pair)


def _same_part(states: tuple[State, State], was: Ref, now: Ref, is_free: bool, but_lists: bool) -> bool:
    if was.id == now.id:
        return same_parts(*states, was, but_lists)
    return is_free and isinstance(states[0].heap[was.id], _LISTS) and isinstance(states[1].heap[now.id], _LISTS)


_LISTS: Final = (ListCell, DictCell, SetCell, DistinctCell, RowCell)


def _parts(cell: Any) -> tuple[Value, ...]:
    return tuple(cell.fields.values()) if isinstance(cell, ObjectCell) else getattr(cell, "items", ())


def forget_arranged(ev: Evaluator, st: State, value: Ref, told: Any) -> None:
    """Forget of a thing what is not told of it, which is so."""
    cell, told = st.heap[value.id], told or {}
    if isinstance(cell, StandCell):
        ev.components[cell.of].forget(ev, st, cell)
        meaning: ObjectCell = st.heap[cell.meaning.id]
        numbers = {name: each for name, each in told.items() if isinstance(each, bool | int)}
        st.heap[cell.meaning.id] = ObjectCell(meaning.cls, {**meaning.fields, **numbers})
    elif isinstance(cell, ObjectCell):
        for name, old in cell.fields.items():
            if told.get(name) is None:
                forget_field(ev, st, value, name, stays=True)
            elif isinstance(old, Ref):
                forget_arranged(ev, st, old, told[name])
    elif isinstance(cell, FixedCell | OpenCell):
        for item, each in zip(cell.items, _entries(cell, told)[1], strict=True):
            if isinstance(item, Ref):
                forget_arranged(ev, st, item, each)
        if isinstance(cell, OpenCell):
            st.heap[value.id] = replace(cell)  # what is not looked at may be another thing now


def each_told(told: Any, numbers: Mapping[str, Numbers]) -> tuple[tuple[Term, ...], tuple[Any, ...]]:
    """The keys that a list or dict is told to have, and what is told of each entry."""
    if isinstance(told, AnyNumber):
        places = numbers[told.sort].places
        there = [place for place in places if (place in told.told if t.known(place) else told.filled)]
        return tuple(there), tuple(told.told[place] if t.known(place) else told.each for place in there)
    keys = tuple(told) if isinstance(told, dict) else tuple(range(len(told)))
    return keys, tuple(told[key] for key in keys)


def _entries(cell: FixedCell | OpenCell, told: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    return each_told(told, {told.sort: cell.numbers} if isinstance(cell, OpenCell) else {})
