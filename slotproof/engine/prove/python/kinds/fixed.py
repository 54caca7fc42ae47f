"""Lists and dicts of which each entry is known by itself: of what arrays cannot hold, such as lists, dicts and objects.

How many entries there are, and under which keys, is known. An entry that can change is a reference like any other, so
that what two names hold is told exactly. An index must be known, too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from slotproof.engine.prove.python.kinds.values import FixedCell, Kind, Ref, Tuple, Value, lies_in_arrays
from slotproof.engine.prove.solver import terms as t

if TYPE_CHECKING:
    from slotproof.engine.prove.python.interface import Interface
    from slotproof.engine.prove.python.kinds.state import State

MOST: Final = 12
"""Numbers, or entries, that are looked at one by one where that is a choice."""


def is_few(*limits: Any) -> bool:
    """True if there are few numbers between two limits, or few entries, and that is known."""
    return t.known(*limits) and limits[-1] - (limits[0] if len(limits) > 1 else 0) <= MOST


def holds_things(kind: Kind | None) -> bool:
    """True of a list or dict of what arrays cannot hold."""
    return (
        kind is not None and kind.name in ("list", "dict") and bool(kind.parts) and not lies_in_arrays(kind.parts[-1])
    )


def fixed_cell(ev: Interface, st: State, value: Value) -> FixedCell | None:
    """The cell of such a list or dict; None of anything else."""
    cell = ev.cell(st, value) if isinstance(value, Ref) else None
    return cell if isinstance(cell, FixedCell) else None


def entry_of(ev: Interface, owner: Ref, cell: FixedCell, place: int) -> Value:
    """An entry by its place; one of an earlier state looks back."""
    found = cell.items[place]
    return Ref(found.id, owner.heap) if isinstance(found, Ref) and owner.heap is not None else found


def item_of(ev: Interface, st: State, owner: Ref, cell: FixedCell, index: Value, node: ast.AST) -> Value:
    """`owner[index]`."""
    key = _key(ev, cell, index, node)
    if key not in cell.keys:
        if not ev.exact:
            raise ev.refusal(node, f"entry {key}", "it is not there", "ask first whether it is")
        ev.oblige(st, False, node, f"index in range, or key: {ast.unparse(node)}")
        return None
    ev.count(st, owner, reads=1)
    return entry_of(ev, owner, cell, cell.keys.index(key))


def _key(ev: Interface, cell: FixedCell, index: Value, node: ast.AST) -> int:
    if not t.known(ev.integer(index, node)):
        raise ev.refusal(node, "an index that is not known", "of a list of things known one by one", "tell cases apart")
    return int(index) + len(cell.keys) if index < 0 and cell.is_list else int(index)


def with_entry(
    ev: Interface, st: State, owner: Ref, cell: FixedCell, index: Value, value: Value, node: ast.AST
) -> None:
    """`owner[index] = value`."""
    key = _key(ev, cell, index, node)
    ev.count(st, owner, writes=1)
    if key in cell.keys:
        place = cell.keys.index(key)
        items = (*cell.items[:place], value, *cell.items[place + 1 :])
        ev.put(st, owner, FixedCell(cell.keys, items, cell.is_list), node)
    elif cell.is_list:
        ev.oblige_exact(st, False, node, f"index in range: {ast.unparse(node)}")
    else:
        ev.put(st, owner, FixedCell((*cell.keys, key), (*cell.items, value), False), node)


def without_entry(ev: Interface, st: State, owner: Ref, cell: FixedCell, index: Value, node: ast.AST) -> None:
    """`del owner[index]`, of a dict."""
    key = _key(ev, cell, index, node)
    if cell.is_list or key not in cell.keys:
        raise ev.refusal(node, "del", "of a list of things, or of a key that is not there", "leave it")
    ev.count(st, owner, writes=1)
    left = [(each, item) for each, item in zip(cell.keys, cell.items, strict=True) if each != key]
    ev.put(st, owner, FixedCell(tuple(k for k, _ in left), tuple(v for _, v in left), False), node)


def is_there(ev: Interface, cell: FixedCell, index: Value, node: ast.AST) -> Any:
    """`key in dict`."""
    if cell.is_list:
        raise ev.refusal(node, "in", "of a list of things", "compare what they hold")
    return t.disj(*(t.eq(ev.integer(index, node), key) for key in cell.keys))


# --- methods


def _append(ev: Interface, st: State, owner: Ref, cell: FixedCell, node: ast.AST, value: Value) -> Value:
    count = len(cell.keys)
    ev.count(st, owner, writes=1)
    ev.put(st, owner, FixedCell((*cell.keys, count), (*cell.items, value), True), node)
    return None


def _copy(ev: Interface, st: State, owner: Ref, cell: FixedCell, node: ast.AST) -> Value:
    ev.count(st, owner, reads=len(cell.keys))
    return st.allocate(FixedCell(cell.keys, _all(ev, owner, cell), cell.is_list))


def _all(ev: Interface, owner: Ref, cell: FixedCell) -> tuple[Value, ...]:
    return tuple(entry_of(ev, owner, cell, place) for place in range(len(cell.keys)))


def _get(
    ev: Interface, st: State, owner: Ref, cell: FixedCell, node: ast.AST, index: Value, default: Value = None
) -> Value:
    key = _key(ev, cell, index, node)
    ev.count(st, owner, reads=1)
    return entry_of(ev, owner, cell, cell.keys.index(key)) if key in cell.keys else default


def _pop(ev: Interface, st: State, owner: Ref, cell: FixedCell, node: ast.AST, index: Value, default: Value) -> Value:
    found = _get(ev, st, owner, cell, node, index, default)
    if _key(ev, cell, index, node) in cell.keys:
        without_entry(ev, st, owner, cell, index, node)
    return found


_OF_LISTS: Final[dict[str, Callable[..., Value]]] = {"append": _append, "copy": _copy}
_OF_DICTS: Final[dict[str, Callable[..., Value]]] = {
    "copy": _copy,
    "get": _get,
    "pop": _pop,
    "items": lambda ev, st, owner, cell, node: Tuple(
        tuple(Tuple((key, entry_of(ev, owner, cell, place))) for place, key in enumerate(cell.keys))
    ),
    "keys": lambda ev, st, owner, cell, node: Tuple(cell.keys),
    "values": lambda ev, st, owner, cell, node: Tuple(_all(ev, owner, cell)),
}


def method_of(
    ev: Interface, st: State, owner: Ref, cell: FixedCell, name: str, args: list[Value], node: ast.AST
) -> Value:
    """A call of a method of such a list or dict."""
    known = _OF_LISTS if cell.is_list else _OF_DICTS
    if name not in known:
        raise ev.refusal(node, f".{name}", "no method of a list of things in the language", f"use {', '.join(known)}")
    return taken(ev, node, f".{name}", known[name], ev, st, owner, cell, node, *args)


def taken(ev: Interface, node: ast.AST, name: str, meaning: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """What a meaning gives of arguments; those that it does not take are refused."""
    try:
        return meaning(*args, **named)
    except TypeError as error:
        if "argument" not in str(error) or meaning.__name__ not in str(error):
            raise
        raise ev.refusal(node, name, "it takes other arguments", "pass what it declares") from error
