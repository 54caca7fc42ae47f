"""The state of objects as one hashable key, and back.

A key holds every attribute of every object, and nothing else: equal keys are equal states.
Equality is that of Python, for which `True` is 1; the order of a dict or a set is no part of a state.

Objects whose attributes are small non-negative integers, flags, and flat collections of them have a short key, bytes,
made by functions generated for their attributes.
Whatever does not fit, down to one entry of 256 in one state, falls back to a key of nested tuples that remembers which
attributes are the same object.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from operator import attrgetter, is_
from types import CodeType
from typing import Any

from slotproof.engine.explore.frozen import BARE, NUMBERS, alike, freeze_any, role_of, slots_of, thaw_any
from slotproof.engine.explore.short_keys import fields_of, source_of


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
        fields = fields_of(samples)
        self.source = ""
        if fields is not None:
            source = source_of(samples, fields)
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
        if not alike(pairs[: self.count], pairs[self.count :], {}, set()):
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
        role = role_of(kind)
        if role == "constant" or role == "bound" or id(thing) in met:
            return True
        met.add(id(thing))
        if role == "tuple" or role == "frozenset":
            return self._reach_all(thing, met)
        if role != "thing":
            if role != "dict" and NUMBERS.issuperset(map(type, thing)):
                self.plain.append(thing)
            else:
                self.mixed.append(thing)
                if not self._reach_all(thing.values() if role == "dict" else thing, met):
                    return False
            if kind in BARE:
                return True
        if slots_of(kind) or (role == "thing" and not hasattr(thing, "__dict__")):
            return False
        own = getattr(thing, "__dict__", None)
        if own is not None:
            self.owners.append(thing)
            self.owned.append(own)
            self.mixed.append(own)
            return self._reach_all(own.values(), met)
        return True

    def _reach_all(self, things: Iterable[Any], met: set[int]) -> bool:
        return all(self._reach(thing, met) for thing in things if type(thing) not in NUMBERS)

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
    return kind in BARE or (issubclass(kind, list) and kind.__iter__ is list.__iter__)


def _are_the_same(held: Any, copied: Any) -> bool:
    """True if both hold the same things, in the same order."""
    if len(held) != len(copied):
        return False
    if type(held) is dict:
        return all(map(is_, held, copied)) and all(map(is_, held.values(), copied.values()))
    return all(map(is_, held, copied))
