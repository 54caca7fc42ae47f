"""The arguments of the operations of a storage."""

from __future__ import annotations

from typing import Any

from slotproof.declare import Domain
from slotproof.proofs.shared.arguments import Spoiled, spoiled_of, value_of
from slotproof.proofs.shared.pool.arguments import NEW_HANDLES, other_of, spoiled_arrays
from slotproof.spec.handle import Handle

VALUE = value_of(lambda m, scope: scope.values)


def halves(first: int, second: int) -> bool:
    """Order by value // 2: values 2k and 2k + 1 are equivalent, so that stability shows."""
    return first // 2 > second // 2


def falling(first: int, second: int) -> bool:
    """Order by value, largest first."""
    return first < second


ORDER = Domain(
    "order",
    small=lambda m, scope: (halves, falling),
    classes={"order": lambda m, issued, number: (halves, falling)[number % 2]},
    symbolic=lambda make: make.order("comes_after"),
)


COUNT = Domain(
    "count",
    small=lambda m, scope: (-1, 0, 1, min(m.room + 1, m.nil), m.nil + 1),
    classes={
        "count": lambda m, issued, number: number % 6 - 1,
        "at the end": lambda m, issued, number: m.nil + 1 + number % 2,
    },
    symbolic=lambda make: make.int("count"),
    huge=True,
)


class Adding:
    """A change that adds to a value, within small numbers, or raises."""

    def __init__(self, amount: int, fails: bool = False) -> None:
        self.amount = amount
        self.fails = fails

    def __call__(self, value: int) -> int:
        """The changed value."""
        if self.fails:
            raise ArithmeticError("this change fails")
        return (value + self.amount) % 2

    def __repr__(self) -> str:
        return f"Adding({self.amount}{', fails=True' if self.fails else ''})"


CHANGE = Domain(
    "change",
    small=lambda m, scope: [Adding(0, fails=True), *(Adding(value) for value in scope.values)],
    classes={
        "adds": lambda m, issued, number: Adding(number % 8),
        "fails": lambda m, issued, number: Adding(0, fails=True),
    },
    symbolic=lambda make: make.factory("change"),
)


def _pairs(handles: tuple[Handle, ...]) -> tuple[tuple[Handle, int], ...]:
    return tuple((handle, place % 2) for place, handle in enumerate(handles))


NEW_ITEMS = Domain(
    "new items",
    small=lambda m, scope: [_pairs(handles) for handles in NEW_HANDLES.small(m, scope)],
    classes={
        "new": lambda m, issued, number: _pairs(NEW_HANDLES.classes["new"](m, issued, number)),
        "twice": lambda m, issued, number: _pairs(NEW_HANDLES.classes["twice"](m, issued, number)),
        "mixed": lambda m, issued, number: _pairs(NEW_HANDLES.classes["mixed"](m, issued, number)),
    },
    symbolic=lambda make: make.list("items", (Handle(0, 0), make.value("item"))),
)


OTHER = other_of(("emplace", (Handle(1, 0), 0)), ("emplace", (Handle(0, 0), 0)), ("erase", (Handle(1, 0),)))


def _spoiled(m: Any) -> list[Spoiled]:
    fields = {"free_head": (0, m.nil), "holes": (0, 1, 2), "room": (-1, 0, 1, 2, 3), "value_page": (0, 1, 2)}
    return [*spoiled_arrays(m, **fields), Spoiled("dense", len(m.order), 0)]


SPOILED = spoiled_of(_spoiled)
