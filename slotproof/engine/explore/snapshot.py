"""The state of objects as one hashable key, and back.

A key holds every attribute of every object, and nothing else: equal keys are equal states.
Equality is that of Python, for which `True` is 1; the order of a dict or a set is no part of a state.

Objects whose attributes are small non-negative integers, flags, and flat collections of them have a short key, bytes,
made by functions generated for their attributes.
Whatever does not fit, down to one entry of 256 in one state, falls back to a key of nested tuples that remembers which
attributes are the same object.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from copy import deepcopy
from enum import Enum
from functools import lru_cache
from operator import attrgetter, is_
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final, Literal, NamedTuple

_NUMBERS: Final = frozenset({int, bool})
_BARE: Final = frozenset({list, dict, set, bytearray, deque})  # hold no attributes
_CONSTANT: Final = (str, bytes, float, complex, type(None), Enum, FunctionType, BuiltinFunctionType, ModuleType, type)


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
    if kind in _NUMBERS:
        return value
    role = _ROLES.get(kind) or _role(kind)
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
    elif not hasattr(value, "__dict__") and not _slots(kind):
        raise NoSnapshot(f"no snapshot can be taken of {value!r}")
    if kind in _BARE:
        return _made(_Node, (kind, parts, (), ()))
    held = attributes(value)
    names = _sorted_names(tuple(held))
    return _made(_Node, (kind, parts, names, _frozen(map(held.__getitem__, names), met)))


def _frozen(parts: Iterable[Any], met: dict[int, int]) -> tuple[Any, ...]:
    held = tuple(parts)
    if _NUMBERS.issuperset(map(type, held)):  # thousands of cells are
        return held
    frozen: list[Any] = []
    for part in held:
        if type(part) in _NUMBERS:
            frozen.append(part)
        elif type(part) is list and id(part) not in met and _NUMBERS.issuperset(map(type, part)):  # so are most lists
            met[id(part)] = len(met)
            frozen.append(_made(_Node, (list, tuple(part), (), ())))
        else:
            frozen.append(_freeze(part, met))
    return tuple(frozen)


def _in_order(held: Collection[Any]) -> list[Any]:
    """The entries of a set, or the keys of a dict, in an order that depends on nothing else."""
    return sorted(held) if _NUMBERS.issuperset(map(type, held)) else sorted(held, key=repr)


@lru_cache(maxsize=1024)
def _sorted_names(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(names))


_Role = Literal["constant", "bound", "tuple", "frozenset", "dict", "set", "sequence", "thing"]  # how a class is frozen
_ROLES: Final[dict[type, _Role]] = {}  # those of a class that were looked up


_BASES: Final[dict[_Role, type | tuple[type, ...]]] = {
    "constant": _CONSTANT,
    "tuple": tuple,
    "frozenset": frozenset,
    "dict": dict,
    "set": set,
    "sequence": (list, bytearray, deque),
    "thing": object,
}


def _role(kind: type) -> _Role:
    if kind not in _ROLES:
        first = next(role for role, bases in _BASES.items() if issubclass(kind, bases))
        _ROLES[kind] = "bound" if hasattr(kind, "__self__") else first
    return _ROLES[kind]


_SLOTS: Final[dict[type, list[str]]] = {}  # those of a class that were looked up


def _slots(kind: type) -> list[str]:
    if kind not in _SLOTS:
        names = [name for base in kind.__mro__ for name in _names(base.__dict__.get("__slots__", ()))]
        _SLOTS[kind] = [name for name in names if name[:2] != "__"]
    return _SLOTS[kind]


def _names(slots: str | Iterable[str]) -> Iterable[str]:
    return (slots,) if isinstance(slots, str) else slots


def attributes(thing: Any) -> dict[str, Any]:
    """Name -> value of every attribute an object holds itself, in `__dict__` or in slots."""
    own: dict[str, Any] = getattr(thing, "__dict__", {})
    slots = _slots(type(thing))
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


def _alike(one: Any, other: Any, met: dict[int, int], met_there: set[int]) -> bool:
    """True if two values have one key, which is not made; false of some that have, such as sets of strings."""
    kind = type(one)
    if kind is not type(other):
        return False
    if kind in _NUMBERS:
        return bool(one == other)
    role = _ROLES.get(kind) or _role(kind)
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
        elif _NUMBERS.issuperset(map(type, one)):
            same = bool(one == other)
        else:
            same = role == "sequence" and _all_alike(one, other, met, met_there)
        if kind in _BARE or not same:
            return same
    mine, its = attributes(one), attributes(other)
    if role == "thing" and not (hasattr(one, "__dict__") or _slots(kind)):
        return False  # of which there is no key
    return mine.keys() == its.keys() and _all_alike(mine.values(), [its[name] for name in mine], met, met_there)


def _all_alike(ones: Iterable[Any], others: Iterable[Any], met: dict[int, int], met_there: set[int]) -> bool:
    """True if each value is like the one in its place."""
    for one, other in zip(ones, others, strict=True):
        if type(one) in _NUMBERS and type(other) is type(one):
            if one != other:
                return False
        elif not _alike(one, other, met, met_there):
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
    if _NUMBERS.issuperset(map(type, parts)):
        return parts
    return [part if type(part) in _NUMBERS else _thaw(part, met) for part in parts]


def _give(thing: Any, names: tuple[str, ...], values: Sequence[Any]) -> None:
    """Set attributes."""
    if _slots(type(thing)):
        for name, value in zip(names, values, strict=True):
            setattr(thing, name, value)
    else:
        thing.__dict__.update(zip(names, values, strict=True))


class Snapshot:
    """Keys for objects of the classes of some samples.

    freeze     (*objects) -> key
    thaw       (key, *objects): gives the objects the state of the key; they hold nothing of what they held before
    restore    (key, *objects, *others): does as `thaw` does, sooner, if each other object is in the state of the key
    same       (*objects, *others) -> true if each object is in the state of the other; may miss that, but never errs
    source     of the generated functions, empty if the samples are not of the kind that has short keys
    """

    freeze: Callable[..., Hashable]
    thaw: Callable[..., None]
    restore: Callable[..., None]
    same: Callable[..., bool]

    def __init__(self, *samples: Any) -> None:
        fields = _fields(samples)
        self.source = ""
        if fields is not None:
            source = _source(samples, fields)
            scope: dict[str, Any] = {"freeze_any": freeze_any, "thaw_any": thaw_any}
            scope.update({field.kind_name: field.kind for field in fields})
            scope.update({f"constant_{field.number}": field.value for field in fields})
            exec(_compiled(source), scope)
            if type(scope["freeze"](*samples)) is bytes:
                self.source = source
                self.freeze, self.thaw = scope["freeze"], scope["thaw"]
                self.restore, self.same = scope["restore"], scope["same"]
                return
        nested = _Nested(len(samples))
        self.freeze, self.thaw, self.same, self.restore = freeze_any, nested.thaw, nested.same, nested.restore


@lru_cache(maxsize=1024)
def _compiled(source: str) -> CodeType:
    return compile(source, "<snapshot>", "exec")


class _Nested:
    """States of things that hold other things: of two that were the same, it is soon told whether they still are.

    key       of the state that both were in, if they can be put back into it without a look at the key
    owners    each thing with attributes that was reached then
    owned     their attributes: the very dicts
    kinds     their classes
    plain     each collection of numbers that was reached
    mixed     each other collection, with the attributes of things
    copied    shallow copies of both: as long as collections of numbers equal theirs, and the others hold the very
              things that theirs hold, neither state has changed
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.key: Any = None
        self.pairs: tuple[Any, ...] = ()
        self.owners: list[Any] = []
        self.owned: list[Any] = []
        self.kinds: list[type] = []
        self.plain: list[Any] = []
        self.mixed: list[Any] = []
        self.copied: tuple[list[Any], list[Any]] = ([], [])

    def same(self, *pairs: Any) -> bool:
        """True if each thing of the first half is in the state of that of the second."""
        if self._watches(pairs):
            if self._is_unchanged():
                return True
            if self.key is not None:  # to be put back, mostly
                return False
        self.pairs = ()
        if not _alike(pairs[: self.count], pairs[self.count :], {}, set()):
            return False
        self._watch(None, pairs)
        return True

    def thaw(self, key: Any, *things: Any) -> None:
        """Give the things the state of the key."""
        self.pairs = ()
        thaw_any(key, *things)

    def restore(self, key: Any, *pairs: Any) -> None:
        """Give the things of the first half the state of the key, in which those of the second are."""
        if self.key is key and self._watches(pairs):
            self._undo()
            return
        thaw_any(key, *pairs[: self.count])
        self._watch(key, pairs)

    def _watches(self, pairs: tuple[Any, ...]) -> bool:
        """True if these things are watched, whichever half comes first, each with the attributes and class it had."""
        if not self.pairs:
            return False
        if not all(map(is_, self.pairs, pairs)):
            turned = pairs[self.count :] + pairs[: self.count]
            if not all(map(is_, self.pairs, turned)):
                return False
        attributes_kept = all(map(is_, map(_attributes_of, self.owners), self.owned))
        return attributes_kept and all(map(is_, map(type, self.owners), self.kinds))

    def _watch(self, key: Any, pairs: tuple[Any, ...]) -> None:
        """Remember what the things hold, which are in the same state, unless some of it cannot be watched."""
        self.pairs = ()
        self.owners, self.owned, self.plain, self.mixed = [], [], [], []
        met: set[int] = set()
        if not all(self._reach(thing, met) for thing in pairs):
            return
        self.kinds = [*map(type, self.owners)]
        self.copied = [each.copy() for each in self.plain], [each.copy() for each in self.mixed]
        self.pairs = pairs
        self.key = key if all(_is_refillable(type(each)) for each in (*self.plain, *self.mixed)) else None

    def _reach(self, thing: Any, met: set[int]) -> bool:
        """Take in what a thing holds itself, and all that it leads to; false if some of it cannot be watched."""
        kind = type(thing)
        role = _ROLES.get(kind) or _role(kind)
        if role == "constant" or role == "bound" or id(thing) in met:
            return True
        met.add(id(thing))
        if role == "tuple" or role == "frozenset":
            return self._reach_all(thing, met)
        if role != "thing":
            if role != "dict" and _NUMBERS.issuperset(map(type, thing)):
                self.plain.append(thing)
            else:
                self.mixed.append(thing)
                if not self._reach_all(thing.values() if role == "dict" else thing, met):
                    return False
            if kind in _BARE:
                return True
        if _slots(kind) or (role == "thing" and not hasattr(thing, "__dict__")):
            return False
        own = getattr(thing, "__dict__", None)
        if own is not None:
            self.owners.append(thing)
            self.owned.append(own)
            self.mixed.append(own)
            return self._reach_all(own.values(), met)
        return True

    def _reach_all(self, things: Iterable[Any], met: set[int]) -> bool:
        return all(self._reach(thing, met) for thing in things if type(thing) not in _NUMBERS)

    def _is_unchanged(self) -> bool:
        plain, mixed = self.copied
        return self.plain == plain and all(map(_are_the_same, self.mixed, mixed))

    def _undo(self) -> None:
        """Give each collection back what it held; what it holds no more comes back, too."""
        plain, mixed = self.copied
        if self.plain != plain:
            for held, copied in zip(self.plain, plain, strict=True):
                if held != copied:
                    _refill(held, copied)
        for held, copied in zip(self.mixed, mixed, strict=True):
            if not _are_the_same(held, copied):
                _refill(held, copied)


_attributes_of = attrgetter("__dict__")


def _refill(held: Any, copied: Any) -> None:
    """Give a collection what its copy holds, whatever methods its class has."""
    if isinstance(held, list):
        list.clear(held)
        list.extend(held, copied)
        return
    held.clear()
    if isinstance(held, dict | set):
        held.update(copied)
    else:
        held.extend(copied)


def _is_refillable(kind: type) -> bool:
    """True of collections and of classes that hold their entries as a list does."""
    return kind in _BARE or (issubclass(kind, list) and kind.__iter__ is list.__iter__)


def _are_the_same(held: Any, copied: Any) -> bool:
    """True if both hold the same things, in the same order."""
    if len(held) != len(copied):
        return False
    if type(held) is dict:
        return all(map(is_, held, copied)) and all(map(is_, held.values(), copied.values()))
    return all(map(is_, held, copied))


class _Field(NamedTuple):
    """One attribute of one sample."""

    number: int
    owner: int
    name: str
    kind: type
    value: Any

    @property
    def local(self) -> str:
        return f"a{self.number}"

    @property
    def kind_name(self) -> str:
        return f"kind_{self.number}"

    @property
    def place(self) -> str:
        return f"o{self.owner}.{self.name}"

    @property
    def copied(self) -> str:
        other = f"p{self.owner}.{self.name}"
        return f"{other}.copy()" if self.kind in (list, dict, set) else f"{self.kind_name}({other})"

    def is_list(self) -> bool:
        return issubclass(self.kind, list) and self.kind.__init__ is list.__init__

    def is_collection(self) -> bool:
        return self.is_list() or self.kind in (dict, set)

    def is_number(self) -> bool:
        return self.kind is int and 0 <= self.value < 256

    def is_constant(self) -> bool:
        return self.kind is int or isinstance(self.value, _CONSTANT)


def _fields(samples: tuple[Any, ...]) -> list[_Field] | None:
    """The attributes of the samples; None if one of them has no short key."""
    fields: list[_Field] = []
    for owner, sample in enumerate(samples):
        if _slots(type(sample)) or not hasattr(sample, "__dict__"):
            return None
        for name, value in vars(sample).items():
            fields.append(_Field(len(fields), owner, name, type(value), value))
    plain = all(
        field.name.isidentifier() and (field.is_collection() or field.kind is bool or field.is_constant())
        for field in fields
    )
    return fields if plain else None


def _source(samples: tuple[Any, ...], fields: list[_Field]) -> str:
    """The text of freeze, thaw, restore and same for these attributes.

    A short key is the length of each collection, each number and flag, then each collection; a dict is its keys in
    ascending order, then their values in the order of the keys.
    """
    collections = [field for field in fields if field.is_collection()]
    scalars = [field for field in fields if field.kind is bool or field.is_number()]
    constants = [field for field in fields if not field.is_collection() and field not in scalars]
    objects = ", ".join(f"o{owner}" for owner in range(len(samples)))
    others = ", ".join(f"p{owner}" for owner in range(len(samples)))

    checks = [f"len(o{owner}.__dict__) == {len(vars(sample))}" for owner, sample in enumerate(samples)]
    checks += [f"type({field.local}) is {field.kind_name}" for field in fields]
    checks += [f"{field.local} == constant_{field.number}" for field in constants]
    checks += [f"not {field.local}.__dict__" for field in collections if field.kind.__dictoffset__]
    pairs = [(one, two) for one, two in itertools.combinations(collections, 2) if one.kind is two.kind]
    checks += [f"{one.local} is not {two.local}" for one, two in pairs]
    loads = [f"{field.local} = {field.place}" for field in fields]
    loads += [f"k{field.number} = sorted({field.local})" for field in collections if not field.is_list()]
    entries = [f"len({field.local})" for field in collections] + [field.local for field in scalars]
    stores = []
    end = str(len(entries))
    for index, field in enumerate(collections):
        low, end = end, f"e{field.number}"
        stores.append(f"{end} = {low} + key[{index}]")
        if field.kind is dict:
            entries += [f"*k{field.number}", f"*map({field.local}.__getitem__, k{field.number})"]
            middle, end = end, f"f{field.number}"
            stores.append(f"{end} = {middle} + key[{index}]")
            made = f"dict(zip(key[{low}:{middle}], key[{middle}:{end}]))"
        else:
            entries.append(f"*{field.local if field.is_list() else f'k{field.number}'}")
            made = f"{field.kind_name}(key[{low}:{end}])"
        stores.append(f"{field.place} = {made}")
    for index, field in enumerate(scalars, len(collections)):
        stores.append(f"{field.place} = key[{index}]{' == 1' if field.kind is bool else ''}")
    stores += [f"{field.place} = constant_{field.number}" for field in constants]
    foreign = [f"len(o{owner}.__dict__) != {len(vars(sample))}" for owner, sample in enumerate(samples)]
    copies = [f"o{owner}.__dict__.update(p{owner}.__dict__)" for owner in range(len(samples))]
    copies += [f"{field.place} = {field.copied}" for field in collections]
    equal = [f"o{owner}.__dict__ == p{owner}.__dict__" for owner in range(len(samples))]
    return "\n".join(
        (
            f"def freeze({objects}):",
            "    try:",
            *(f"        {line}" for line in loads),
            f"        if {' and '.join(checks)}:",
            f"            return bytes([{', '.join(entries)}])",
            "    except (AttributeError, TypeError, ValueError):",
            "        pass",
            f"    return freeze_any({objects})",
            f"def thaw(key, {objects}):",
            "    if type(key) is not bytes:",
            f"        return thaw_any(key, {objects})",
            *(f"    {line}" for line in stores),
            f"    if {' or '.join(foreign)}:",
            *(f"        o{owner}.__dict__.clear()" for owner in range(len(samples))),
            f"        thaw(key, {objects})",
            f"def restore(key, {objects}, {others}):",
            "    if type(key) is not bytes:",
            f"        return thaw_any(key, {objects})",
            *(f"    {line}" for line in copies),
            f"    if {' or '.join(foreign)}:",
            f"        thaw(key, {objects})",
            f"def same({objects}, {others}):",
            f"    return {' and '.join(equal)}",
        )
    )
