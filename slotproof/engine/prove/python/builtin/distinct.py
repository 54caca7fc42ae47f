"""What methods of sequences of distinct things mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from slotproof.engine.prove.python.builtin.method_call import Call, Change, keyed_copy
from slotproof.engine.prove.python.kinds.cells import begun, contains, kind_of
from slotproof.engine.prove.python.kinds.values import DistinctCell, Value
from slotproof.engine.prove.python.logic.words import appended
from slotproof.engine.prove.solver import terms as t


def _end(cell: DistinctCell) -> Any:
    return t.add(cell.start, cell.length)


def _standing(c: Call, value: Value) -> Any:
    """Where an entry that is there stands; of what was read at an index, that is the index."""
    read = t.read_from(value)
    if read is not None and t.same(read[0], c.cell.array):
        inside = t.conj(t.le(c.cell.start, read[1]), t.lt(read[1], _end(c.cell)))
        if c.ev.holds(c.st, inside):
            return read[1]
    return t.select(c.cell.place, value)


def distinct_append(c: Call, value: Value) -> Change:
    """One more entry, which must be new."""
    c.oblige(t.neg(contains(c.cell, c.key(value))), "what is appended is new")
    return appended(c.cell, value), None


def distinct_prepend(c: Call, value: Value) -> Change:
    """One more entry in front, which must be new."""
    c.oblige(t.neg(contains(c.cell, c.key(value))), "what is put first is new")
    cell = begun(c.cell, kind_of(value))
    start = t.sub(cell.start, 1)
    array, place = t.store(cell.array, start, value), t.store(cell.place, value, start)
    return replace(cell, array=array, place=place, start=start, length=t.add(cell.length, 1)), None


def distinct_popleft(c: Call) -> Change:
    """Take the first entry out, and answer it."""
    c.oblige(t.lt(0, c.cell.length), "popleft of a sequence that has entries")
    first = t.select(c.cell.array, c.cell.start)
    return replace(c.cell, start=t.add(c.cell.start, 1), length=t.sub(c.cell.length, 1)), first


def distinct_pop(c: Call) -> Change:
    """Take the last entry out, and answer it."""
    c.oblige(t.lt(0, c.cell.length), "pop of a sequence that has entries")
    last = t.sub(c.cell.length, 1)
    return replace(c.cell, length=last), t.select(c.cell.array, t.add(c.cell.start, last))


def distinct_swap_remove(c: Call, value: Value) -> Change:
    """Take an entry out; the last one moves to its place."""
    c.oblige(contains(c.cell, c.key(value)), "what is removed is there")
    at, last = _standing(c, value), t.select(c.cell.array, t.sub(_end(c.cell), 1))
    array, place = t.store(c.cell.array, at, last), t.store(c.cell.place, last, at)
    return replace(c.cell, array=array, place=place, length=t.sub(c.cell.length, 1)), None


def distinct_replace(c: Call, old: Value, new: Value) -> Change:
    """Put a new entry where an old one stands."""
    c.oblige(contains(c.cell, c.key(old)), "what is replaced is there")
    c.oblige(t.neg(contains(c.cell, c.key(new))), "what replaces it is new")
    at = t.select(c.cell.place, old)
    return replace(c.cell, array=t.store(c.cell.array, at, new), place=t.store(c.cell.place, new, at)), None


def distinct_exchange(c: Call, one: Value, other: Value) -> Change:
    """Let two entries change places."""
    c.oblige(t.conj(contains(c.cell, c.key(one)), contains(c.cell, c.key(other))), "what is exchanged is there")
    a, b = t.select(c.cell.place, one), t.select(c.cell.place, other)
    array = t.store(t.store(c.cell.array, a, other), b, one)
    return replace(c.cell, array=array, place=t.store(t.store(c.cell.place, one, b), other, a)), None


def distinct_place(c: Call, value: Value) -> Change:
    """The index of a value, or -1."""
    index = t.sub(t.select(c.cell.place, c.key(value)), c.cell.start)
    return None, t.ite(contains(c.cell, value), index, -1)


def distinct_index(c: Call, value: Value) -> Change:
    """The index of a value that is there."""
    c.oblige(contains(c.cell, c.key(value)), "the value is in the sequence")
    return None, t.sub(t.select(c.cell.place, value), c.cell.start)


def distinct_clear(c: Call) -> Change:
    """No entries any more."""
    return replace(c.cell, length=0), None


DISTINCT: Final[dict[str, Callable[..., Change]]] = {
    "append": distinct_append, "prepend": distinct_prepend, "popleft": distinct_popleft, "pop": distinct_pop,
    "swap_remove": distinct_swap_remove, "replace": distinct_replace, "exchange": distinct_exchange,
    "place": distinct_place, "index": distinct_index, "copy": keyed_copy, "clear": distinct_clear,
}  # fmt: skip
