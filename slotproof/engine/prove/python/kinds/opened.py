"""Lists, and dicts by number, of any number of things, of which those at some places are known one by one.

One of the places stands for all that are not among them: nothing is known of its number but that it is none of the
others. So what is shown at the places is shown at all, as long as nothing looks anywhere else: an index must be a
place as it is written, and is refused if it is not.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from slotproof.engine.prove.python.kinds.fixed import taken
from slotproof.engine.prove.python.kinds.numbered import Numbers, OpenCell
from slotproof.engine.prove.python.kinds.values import (
    Ref,
    Term,
    Tuple,
    Value,
    View,
)
from slotproof.engine.prove.solver import terms as t

if TYPE_CHECKING:
    from slotproof.engine.prove.python.interface import Interface
    from slotproof.engine.prove.python.kinds.state import State


def open_cell(ev: Interface, st: State, value: Value) -> OpenCell | None:
    """The cell of such a list or dict; None of anything else."""
    cell = ev.cell(st, value) if isinstance(value, Ref) else None
    return cell if isinstance(cell, OpenCell) else None


def place_of(cell: OpenCell, index: Term) -> int | None:
    """Where among the keys an index stands; None if it is none of them as it is written."""
    return next((place for place, key in enumerate(cell.keys) if t.same(key, index)), None)


def item_at(owner: Ref, cell: OpenCell, place: int) -> Value:
    """An entry by where its key stands; one of an earlier state looks back."""
    found = cell.items[place]
    return Ref(found.id, owner.heap) if isinstance(found, Ref) and owner.heap is not None else found


def is_there(ev: Interface, cell: OpenCell, index: Value, node: ast.AST) -> bool:
    """`number in dict`; none is there from the count on."""
    if not cell.is_list and t.same(cell.numbers.count, ev.integer(index, node)):
        return False
    if cell.is_list or not _is_looked_at(cell, ev.integer(index, node)):
        raise ev.refusal(node, "in", "of any number of things, a number that is not looked at", _CURE)
    return place_of(cell, index) is not None


_CURE: Final = "name one of those that the arrangement tells of, or that the operation is handed"


def _is_looked_at(cell: OpenCell, index: Term) -> bool:
    return any(t.same(each, index) for each in cell.numbers.places)


def item_of(ev: Interface, st: State, owner: Ref, cell: OpenCell, index: Value, node: ast.AST) -> Value:
    """`owner[index]`."""
    if not _is_looked_at(cell, ev.integer(index, node)):
        raise ev.refusal(node, "an entry that is not looked at", f"{ast.unparse(node)}, of any number of them", _CURE)
    place = place_of(cell, index)
    if place is None:
        if not ev.exact:
            raise ev.refusal(node, f"entry {ast.unparse(node)}", "it is not there", "ask first whether it is")
        ev.oblige(st, False, node, f"the key is there: {ast.unparse(node)}")
        return None
    ev.count(st, owner, reads=1)
    return item_at(owner, cell, place)


def with_item(ev: Interface, st: State, owner: Ref, cell: OpenCell, index: Value, value: Value, node: ast.AST) -> None:
    """`owner[index] = value`; a dict may get an entry under the next number."""
    place = place_of(cell, ev.integer(index, node))
    if place is not None:
        made = replace(cell, items=(*cell.items[:place], value, *cell.items[place + 1 :]))
    elif cell.is_list or not (_is_looked_at(cell, index) or t.same(index, cell.numbers.count)):
        raise ev.refusal(node, "[...] = ...", "of any number of things, a number that is not looked at", _CURE)
    else:
        made = _longer(ev, cell, index, value)
    ev.count(st, owner, writes=1)
    ev.put(st, owner, made, node)


def _longer(ev: Interface, cell: OpenCell, index: Term, value: Value) -> OpenCell:
    """The cell with one more entry, at a place or at the next number, which is a place then."""
    numbers = cell.numbers
    if not _is_looked_at(cell, index):
        numbers = replace(numbers, count=t.add(numbers.count, 1), places=(*numbers.places, index))
        ev.numbers[t.number(numbers.count)] = numbers
    return replace(cell, numbers=numbers, keys=(*cell.keys, index), items=(*cell.items, value))


def view_of(ev: Interface, cell: OpenCell, node: ast.AST, what: Callable[[int], Value]) -> View:
    """A view of something of each entry, by where its key stands: at its places alone."""

    def at(index: Term) -> Value:
        place = place_of(cell, index)
        if place is None:
            raise ev.refusal(node, "any entry of any number of things", "only some are looked at", _CURE)
        return what(place)

    return View(_count(cell), at, places=cell.keys, numbers=cell.numbers)


def _count(cell: OpenCell) -> Term:
    """How many entries there are; it may be any number if some that are looked at are missing."""
    return t.fresh("count", t.INT) if cell.size is None else cell.size


def sequence_of(ev: Interface, owner: Ref, cell: OpenCell, node: ast.AST) -> View:
    """The entries of a list, or the keys of a dict, in no order."""
    return view_of(ev, cell, node, lambda place: item_at(owner, cell, place) if cell.is_list else cell.keys[place])


# --- methods


def _append(ev: Interface, st: State, owner: Ref, cell: OpenCell, node: ast.AST, value: Value) -> Value:
    ev.count(st, owner, writes=1)
    ev.put(st, owner, _longer(ev, cell, cell.numbers.count, value), node)
    return None


def _copy(ev: Interface, st: State, owner: Ref, cell: OpenCell, node: ast.AST) -> Value:
    ev.count(st, owner, reads=_count(cell))
    items = tuple(item_at(owner, cell, place) for place in range(len(cell.keys)))
    return st.allocate(replace(cell, items=items))


def _get(
    ev: Interface, st: State, owner: Ref, cell: OpenCell, node: ast.AST, index: Value, default: Value = None
) -> Value:
    if not is_there(ev, cell, index, node):
        ev.count(st, owner, reads=1)
        return default
    return item_of(ev, st, owner, cell, index, node)


def _pop(ev: Interface, st: State, owner: Ref, cell: OpenCell, node: ast.AST, index: Value, default: Value) -> Value:
    found = _get(ev, st, owner, cell, node, index, default)
    place = place_of(cell, index)
    if place is not None:
        ev.count(st, owner, writes=1)
        kept = (cell.keys[:place] + cell.keys[place + 1 :], cell.items[:place] + cell.items[place + 1 :])
        ev.put(st, owner, replace(cell, keys=kept[0], items=kept[1]), node)
    return found


def _items(ev: Interface, st: State, owner: Ref, cell: OpenCell, node: ast.AST) -> Value:
    return view_of(ev, cell, node, lambda place: Tuple((cell.keys[place], item_at(owner, cell, place))))


def _values(ev: Interface, st: State, owner: Ref, cell: OpenCell, node: ast.AST) -> Value:
    return view_of(ev, cell, node, lambda place: item_at(owner, cell, place))


_OF_LISTS: Final[dict[str, Callable[..., Value]]] = {"append": _append, "copy": _copy}
_OF_DICTS: Final[dict[str, Callable[..., Value]]] = {
    "copy": _copy, "get": _get, "items": _items, "pop": _pop, "values": _values,
}  # fmt: skip


def method_of(
    ev: Interface, st: State, owner: Ref, cell: OpenCell, name: str, args: list[Value], node: ast.AST
) -> Value:
    """A call of a method of such a list or dict."""
    known = _OF_LISTS if cell.is_list else _OF_DICTS
    if name not in known:
        cure = f"use {', '.join(known)}"
        raise ev.refusal(node, f".{name}", "no method of any number of things in the language", cure)
    return taken(ev, node, f".{name}", known[name], ev, st, owner, cell, node, *args)


def same_numbers(one: OpenCell, two: OpenCell) -> Term:
    """True if two such lists or dicts have entries at the same numbers."""
    alike = one.numbers.of == two.numbers.of and len(one.keys) == len(two.keys) and one.is_list == two.is_list
    if not alike or not all(t.same(a, b) for a, b in zip(one.keys, two.keys, strict=True)):
        return False
    return t.eq(one.numbers.count, two.numbers.count)


def is_renewed(one: OpenCell, two: OpenCell) -> bool:
    """True if only what is not looked at may have changed."""
    return one.numbers is two.numbers and one.keys is two.keys and one.items is two.items


def numbers_below(ev: Interface, count: Term) -> Numbers | None:
    """The numbers from 0 up to a count, if it is that of any number of things."""
    return None if t.known(count) else ev.numbers.get(t.number(count))
