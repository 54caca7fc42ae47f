"""The arguments of the indexed store's operations: names, what is no name, positions, items, spoiled fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from slotproof.declare import Domain, Peer, Scope
from slotproof.declare.words import all_hold
from slotproof.proofs.indexed_store.claims import LAWS, Impl, Model, abstract, coupled, holding
from slotproof.proofs.shared.arguments import Spoiled, spoiled_of, value_of
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.hash_index import NIL, UNLINKED

NAMES = ("a", "c", "A", "b", "ac", "ca", "", "orc")  # the first three share a key of one bit, "ac" and "b" the other
NOT_NAMES = (None, 7, b"a", "\ud800")


def _present(m: Model, number: int) -> str | None:
    """A name in the store that the number picks."""
    return m.order[number % len(m.order)] if m.order else None


NAME = Domain(
    "name",
    small=lambda m, scope: (*scope.values, *NOT_NAMES[2:]),
    classes={
        "any": lambda m, issued, number: NAMES[number % len(NAMES)],
        "present": lambda m, issued, number: _present(m, number),
        "other case": lambda m, issued, number: (name := _present(m, number)) and name.swapcase(),
        "no name": lambda m, issued, number: None if number % 9 == 0 else NOT_NAMES[1 + number % 3],
    },
    symbolic=lambda make: make.name("name"),
)

VALUE = value_of(lambda m, scope: (len(m.order),))

NEW_VALUE = Domain(
    "new value", small=lambda m, scope: (0, 1), classes=VALUE.classes, symbolic=lambda make: make.value("value")
)

POSITION = Domain(
    "position",
    small=lambda m, scope: range(-1, len(m.order) + 2),
    classes={
        "inside": lambda m, issued, number: number % (len(m.order) + 1),
        "outside": lambda m, issued, number: len(m.order) + 1 + number % 2 if number % 3 else -1,
    },
    symbolic=lambda make: make.int("pos"),
    huge=True,
)


def _some_items(m: Model, scope: Scope) -> Sequence[Any]:
    """No item, two, a name twice, in two cases, one after one that is taken, too many, and what is no item."""
    first, second, *_ = scope.values
    taken = tuple((name, 0) for name in m.order[-1:])
    return (
        (),
        ((first, 1), (second, 2)),
        ((second, 1), (second, 2)),
        ((second, 1), (second.swapcase(), 2)),
        ((second, 3), *taken),
        tuple((name, 4) for name in scope.values),
        ((first,),),
        ((first, 1), (None, 2)),
    )


ITEMS = Domain(
    "items",
    small=_some_items,
    classes={
        "items": lambda m, issued, number: tuple((NAMES[(number + step) % 8], step) for step in range(number % 4)),
        "twice": lambda m, issued, number: tuple((NAMES[number % 8], step) for step in range(2)),
        "no items": lambda m, issued, number: (("a", 1), (None, 2)) if number % 2 else (("a",),),
    },
    symbolic=lambda make: make.list("items", (make.name("name"), make.value("value"))),
)


def _some_names(m: Model, scope: Scope) -> Sequence[Any]:
    """No name, each twice, the last two, one that is not there before one that is, and what is no name."""
    return ((), *((name, name) for name in m.order), tuple(m.order[-2:]), ("no such", *m.order[:1]), ("a", None))


SOME_NAMES = Domain(
    "names",
    small=_some_names,
    classes={
        "present": lambda m, issued, number: tuple(m.order[: number % 4]),
        "any": lambda m, issued, number: (NAMES[number % 8], NAMES[number % 7], NAMES[number % 5]),
        "no names": lambda m, issued, number: (*m.order[:1], None),
    },
    symbolic=lambda make: make.names("names"),
)

OTHER = Domain(
    "other",
    small=lambda m, scope: (Peer(), Peer((("insert", ("a", 1)), ("insert_at", (0, "b", 2))))),
    classes={"other": lambda m, issued, number: Peer(tuple(("insert", (name, 1)) for name in NAMES[: number % 3]))},
    symbolic=lambda make: make.peer("other"),
)


class SpoiledStore(Spoiled):
    """The fields of this store with one entry of them, or of its hash index, changed, or as they are."""

    def spoil(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data with the change made."""
        if self.name in ("head", "chain", "lookup_mask"):
            super().spoil(data["index"])
            return data
        return super().spoil(data)


def _spoiled(m: Model) -> Sequence[Spoiled]:
    size = len(m.order)
    spoiled = [SpoiledStore()]
    for name in ("head", "chain"):
        spoiled += [SpoiledStore(name, index, value) for index in range(3) for value in (UNLINKED, NIL, 0, size)]
    for index in range(min(size, 3) + 1):
        spoiled += [SpoiledStore("names", index, name) for name in ("a", "A", "b", None)]
        spoiled.append(SpoiledStore("dense", index, 3))
    return [*spoiled, SpoiledStore("lookup_mask", 0, 1), SpoiledStore("fold_case", 0, not m.fold_case)]


SPOILED = spoiled_of(_spoiled)


def accepts(h: Impl, spoiled: Spoiled) -> Impl | None:
    """What from_dict makes of the fields, or None; refused exactly if a claim does not hold of them."""
    data = spoiled.spoil(h.to_dict())
    given = holding(data)
    try:
        meant = abstract(given)
        sound = coupled(meant, given) and all_hold(LAWS, meant)
    except (LookupError, ValueError, TypeError, AttributeError):  # fields of which a claim cannot be evaluated
        sound = False
    try:
        made = type(h).from_dict(data)
    except InvalidArgument:
        made = None
    if sound != (made is not None):
        raise RuntimeError(f"from_dict {'refuses' if sound else 'accepts'} {data}")
    if made is not None and not coupled(meant, made):
        raise RuntimeError(f"from_dict makes another store of {data}")
    return None
