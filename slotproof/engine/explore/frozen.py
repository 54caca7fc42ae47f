"""The state of objects as a key of nested tuples, and back; it remembers which attributes are the same object."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Collection, Hashable, Iterable, Sequence
from copy import deepcopy
from enum import Enum
from functools import lru_cache
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final, Literal, NamedTuple

NUMBERS: Final = frozenset({int, bool})
BARE: Final = frozenset({list, dict, set, bytearray, deque})  # hold no attributes
CONSTANT: Final = (str, bytes, float, complex, type(None), Enum, FunctionType, BuiltinFunctionType, ModuleType, type)


class _Node(NamedTuple):
    """A mutable thing, or a tuple: its class, what it holds, and its attributes: their names, and their values."""

    kind: type
    parts: tuple[Any, ...]
    names: tuple[str, ...] = ()
    values: tuple[Any, ...] = ()


class _Again(NamedTuple):
    """The mutable thing that was met `number`-th, met once more."""

    number: int


_made: Final = tuple.__new__  # a node at a third of the cost


class NoSnapshot(TypeError):
    """The object holds something of which no snapshot can be taken."""


def freeze_any(*objects: Any) -> Hashable:
    """The key of any objects, at any depth; objects met twice are one object again when thawed."""
    met: dict[int, int] = {}
    return tuple(_freeze(each, met) for each in objects)


def _freeze(value: Any, met: dict[int, int]) -> Any:
    kind = type(value)
    if kind in NUMBERS:
        return value
    role = role_of(kind)
    if role == "constant":
        return value
    if role == "bound":
        if not isinstance(value.__self__, ModuleType | type | None):
            raise NoSnapshot(f"a bound method is no state: {value!r}")
        return value
    if role == "tuple":
        return _Node(kind, _frozen(value, met))
    if role == "frozenset":
        return _Node(kind, _frozen(_in_order(value), met))
    if id(value) in met:
        return _Again(met[id(value)])
    met[id(value)] = len(met)
    parts: tuple[Any, ...] = ()
    if role == "sequence":
        parts = _frozen(value, met)
    elif role == "dict":
        keys = _in_order(value)
        parts = _frozen(itertools.chain.from_iterable(zip(keys, map(value.__getitem__, keys), strict=True)), met)
    elif role == "set":
        parts = _frozen(_in_order(value), met)
    elif not hasattr(value, "__dict__") and not slots_of(kind):
        raise NoSnapshot(f"no snapshot can be taken of {value!r}")
    if kind in BARE:
        return _made(_Node, (kind, parts, (), ()))
    held = attributes(value)
    names = _sorted_names(tuple(held))
    return _made(_Node, (kind, parts, names, _frozen(map(held.__getitem__, names), met)))


def _frozen(parts: Iterable[Any], met: dict[int, int]) -> tuple[Any, ...]:
    held = tuple(parts)
    if NUMBERS.issuperset(map(type, held)):  # thousands of cells are
        return held
    frozen: list[Any] = []
    for part in held:
        if type(part) in NUMBERS:
            frozen.append(part)
        elif type(part) is list and id(part) not in met and NUMBERS.issuperset(map(type, part)):  # so are most lists
            met[id(part)] = len(met)
            frozen.append(_made(_Node, (list, tuple(part), (), ())))
        else:
            frozen.append(_freeze(part, met))
    return tuple(frozen)


def _in_order(held: Collection[Any]) -> list[Any]:
    """The entries of a set, or the keys of a dict, in an order that depends on nothing else."""
    return sorted(held) if NUMBERS.issuperset(map(type, held)) else sorted(held, key=repr)


@lru_cache(maxsize=1024)
def _sorted_names(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(names))


_Role = Literal["constant", "bound", "tuple", "frozenset", "dict", "set", "sequence", "thing"]  # how a class is frozen

_BASES: Final[dict[_Role, type | tuple[type, ...]]] = {
    "constant": CONSTANT,
    "tuple": tuple,
    "frozenset": frozenset,
    "dict": dict,
    "set": set,
    "sequence": (list, bytearray, deque),
    "thing": object,
}


_ROLES: Final[dict[type, _Role]] = {}  # those of a class that were looked up


def role_of(kind: type) -> _Role:
    """Tell how things of a class are frozen."""
    if kind not in _ROLES:
        first = next(role for role, bases in _BASES.items() if issubclass(kind, bases))
        _ROLES[kind] = "bound" if hasattr(kind, "__self__") else first
    return _ROLES[kind]


_SLOTS: Final[dict[type, list[str]]] = {}  # those of a class that were looked up


def slots_of(kind: type) -> list[str]:
    """Give the names of the slots of a class that hold attributes."""
    if kind not in _SLOTS:
        names = [name for base in kind.__mro__ for name in _names(base.__dict__.get("__slots__", ()))]
        _SLOTS[kind] = [name for name in names if name[:2] != "__"]
    return _SLOTS[kind]


def _names(slots: str | Iterable[str]) -> Iterable[str]:
    return (slots,) if isinstance(slots, str) else slots


def attributes(thing: Any) -> dict[str, Any]:
    """Name -> value of every attribute an object holds itself, in `__dict__` or in slots."""
    own: dict[str, Any] = getattr(thing, "__dict__", {})
    slots = slots_of(type(thing))
    if not slots:
        return own.copy()
    return {**{name: getattr(thing, name) for name in slots if hasattr(thing, name)}, **own}


MOST_SHOWN: Final = 1_000  # entries of a list that a report keeps; a container that grows for ever holds millions


def copies(thing: Any) -> dict[str, Any]:
    """Name -> a copy of what an object holds, for a report; of a very long list only the beginning."""
    held = attributes(thing)
    return deepcopy({name: part[:MOST_SHOWN] if type(part) is list else part for name, part in held.items()})


def thaw_any(key: Any, *objects: Any) -> None:
    """Give the objects the state of a key made by `freeze_any`."""
    met: list[Any] = []
    for node, each in zip(key, objects, strict=True):
        met.append(each)
        for name in attributes(each):
            delattr(each, name)
        _give(each, node.names, _thawed(node.values, met))


def alike(one: Any, other: Any, met: dict[int, int], met_there: set[int]) -> bool:
    """True if two values have one key, which is not made; false of some that have, such as sets of strings."""
    kind = type(one)
    if kind is not type(other):
        return False
    if kind in NUMBERS:
        return bool(one == other)
    role = role_of(kind)
    if role == "constant" or role == "bound":
        return bool(one == other)
    if role == "tuple":
        return len(one) == len(other) and _all_alike(one, other, met, met_there)
    if id(one) in met or id(other) in met_there:
        return met.get(id(one)) == id(other)
    met[id(one)] = id(other)
    met_there.add(id(other))
    if role != "thing":
        if len(one) != len(other):
            return False
        if role == "dict":
            there = [other[key] for key in one] if one.keys() == other.keys() else None
            same = there is not None and _all_alike(one.values(), there, met, met_there)
        elif NUMBERS.issuperset(map(type, one)):
            same = bool(one == other)
        else:
            same = role == "sequence" and _all_alike(one, other, met, met_there)
        if kind in BARE or not same:
            return same
    mine, its = attributes(one), attributes(other)
    if role == "thing" and not (hasattr(one, "__dict__") or slots_of(kind)):
        return False  # of which there is no key
    return mine.keys() == its.keys() and _all_alike(mine.values(), [its[name] for name in mine], met, met_there)


def _all_alike(ones: Iterable[Any], others: Iterable[Any], met: dict[int, int], met_there: set[int]) -> bool:
    """True if each value is like the one in its place."""
    for one, other in zip(ones, others, strict=True):
        if type(one) in NUMBERS and type(other) is type(one):
            if one != other:
                return False
        elif not alike(one, other, met, met_there):
            return False
    return True


def _thaw(key: Any, met: list[Any]) -> Any:
    if type(key) is not _Node:
        return met[key.number] if type(key) is _Again else key
    kind, parts, names, values = key
    if issubclass(kind, tuple | frozenset):
        thawed = _thawed(parts, met)
        return tuple.__new__(kind, thawed) if issubclass(kind, tuple) else kind(thawed)
    thing: Any = kind.__new__(kind)
    met.append(thing)
    if parts:
        thawed = _thawed(parts, met)
        if issubclass(kind, dict):
            thing.update(zip(thawed[::2], thawed[1::2], strict=True))
        elif issubclass(kind, set):
            thing.update(thawed)
        else:
            thing.extend(thawed)
    if names:
        _give(thing, names, _thawed(values, met))
    return thing


def _thawed(parts: tuple[Any, ...], met: list[Any]) -> Sequence[Any]:
    if NUMBERS.issuperset(map(type, parts)):
        return parts
    return [part if type(part) in NUMBERS else _thaw(part, met) for part in parts]


def _give(thing: Any, names: tuple[str, ...], values: Sequence[Any]) -> None:
    """Set attributes."""
    if slots_of(type(thing)):
        for name, value in zip(names, values, strict=True):
            setattr(thing, name, value)
    else:
        thing.__dict__.update(zip(names, values, strict=True))
