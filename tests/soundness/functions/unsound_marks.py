"""Functions that make a set of what anybody wrote as marks, and readings of marks: one is right, no other is proved.

Marks are a list of 0 and 1 that means a set of positions.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSet
from typing import Any, Final

from slotproof.declare import Claim, Domain, Foreign, Loop, Operation, Refinement, Scope, invariant, law
from slotproof.declare.words import all_hold, is_integer
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.logic import below, conj, contains, disj, forall, forall_in, iff, within

from ...containers.breaks.breaks import with_methods
from .unsound_foreign import Handed


class MarksModel:
    """Positions below a limit."""

    ones: MutableSet[int]
    limit: int

    def __init__(self) -> None:
        self.ones = set()
        self.limit = 0

    def copy(self) -> MarksModel:
        """Another one in the same state."""
        twin: MarksModel = object.__new__(type(self))
        twin.ones, twin.limit = set(self.ones), self.limit
        return twin


class Marks:
    """A 1 for each position that is in, and a 0 for the others."""

    marks: list[int]

    def __init__(self) -> None:
        self.marks = []

    def to_dict(self) -> dict[str, Any]:
        """The state."""
        return {"marks": self.marks.copy()}


@law("MK-L1", "What is in is a position, and all positions that are in are counted.")
def positions_fit(m: MarksModel) -> bool:
    inside = forall_in(m.ones, lambda pos: within(0, pos, m.limit))
    return conj(m.limit >= 0, inside, len(m.ones) == below(m.ones, m.limit))


@invariant("MK-I1", "Each mark is 0 or 1, and is 1 for what is in.")
def marks_are_positions(m: MarksModel, h: Marks) -> bool:
    return conj(
        len(h.marks) == m.limit,
        forall(
            0,
            m.limit,
            lambda pos: conj(disj(h.marks[pos] == 0, h.marks[pos] == 1), iff(h.marks[pos] == 1, contains(m.ones, pos))),
        ),
    )


COUPLE: Final = (marks_are_positions,)


# --- what makes marks


def _of(cls: Any, data: Any) -> Any:
    made = object.__new__(cls)
    made.marks = data["marks"].copy()
    return made


def _check(data: Any) -> None:
    if not isinstance(data, dict) or set(data) != {"marks"} or not isinstance(data["marks"], list):
        raise InvalidArgument("fields")


def marks_right(cls: Any, data: Any) -> Any:
    _check(data)
    for mark in data["marks"]:
        if type(mark) is not int or mark < 0 or mark > 1:
            raise InvalidArgument("mark")
    return _of(cls, data)


def marks_of_any_number(cls: Any, data: Any) -> Any:
    _check(data)
    for mark in data["marks"]:
        if type(mark) is not int or mark < 0:
            raise InvalidArgument("mark")
    return _of(cls, data)


def first_mark_not_looked_at(cls: Any, data: Any) -> Any:
    _check(data)
    for pos in range(1, len(data["marks"])):
        if type(data["marks"][pos]) is not int or data["marks"][pos] < 0 or data["marks"][pos] > 1:
            raise InvalidArgument("mark")
    return _of(cls, data)


def only_marks_of_one(cls: Any, data: Any) -> Any:
    _check(data)
    for mark in data["marks"]:
        if type(mark) is not int or mark != 1:
            raise InvalidArgument("mark")
    return _of(cls, data)


WRONG_MARKS: Final[tuple[Callable[..., Any], ...]] = (marks_of_any_number, first_mark_not_looked_at, only_marks_of_one)

DATA: Final[tuple[Any, ...]] = (
    None,
    {"marks": None},
    *({"marks": marks} for marks in ([], [0, 1], [0, 0], [1, 1], [2], [2, 0], [0, 2], [1, -1], [True], ["a"])),
)
"""Each wrong one does something else than the right one with one of these."""


# --- what marks mean

Reading = Callable[[Any, Any], dict[str, Any]]


def reading(h: Any, seen: Any) -> dict[str, Any]:
    return {"ones": seen.numbers(len(h.marks), lambda pos: h.marks[pos] == 1), "limit": len(h.marks)}


def all_but_the_last(h: Any, seen: Any) -> dict[str, Any]:
    return {"ones": seen.numbers(len(h.marks) - 1, lambda pos: h.marks[pos] == 1), "limit": len(h.marks)}


def one_beyond(h: Any, seen: Any) -> dict[str, Any]:
    return {"ones": seen.numbers(len(h.marks) + 1, lambda pos: h.marks[pos] == 1), "limit": len(h.marks)}


def those_that_are_not_in(h: Any, seen: Any) -> dict[str, Any]:
    return {"ones": seen.numbers(len(h.marks), lambda pos: h.marks[pos] == 0), "limit": len(h.marks)}


WRONG_READINGS: Final[tuple[Reading, ...]] = (all_but_the_last, one_beyond, those_that_are_not_in)

# --- the container


def _so_far(at: Any) -> dict[str, bool]:
    marks = at.local["data"]["marks"]
    return {"0 or 1": forall(0, at.index, lambda pos: conj(is_integer(marks[pos]), within(0, marks[pos], 2)))}


def _abstract(h: Marks) -> MarksModel:
    m = MarksModel()
    m.ones, m.limit = {pos for pos, mark in enumerate(h.marks) if mark == 1}, len(h.marks)
    return m


def marks_refinement(make: Callable[..., Any], means: Reading = reading) -> Refinement:
    """Marks, as a text, with one of these for `from_dict`, read in one of these ways."""
    impl = with_methods(
        Marks, f"@classmethod\ndef from_dict(cls, data: Any) -> Any:\n    return {make.__name__}(cls, data)"
    )
    handed = tuple(map(Handed, DATA))
    data = Domain(
        "data", small=lambda m, scope: handed, classes={"data": lambda m, issued, number: handed[number % len(handed)]}
    )
    return Refinement(
        code="MK",
        name="marks",
        title="marks",
        model=MarksModel,
        impl=impl,
        couple=COUPLE,
        laws=(positions_fit,),
        operations=(
            Operation(
                "from_dict",
                Claim("MK-R1", "`from_dict` accepts what are marks, and refuses all else."),
                takes=(data,),
                pure=True,
                model=lambda m, given: _abstract(marks_right(Marks, given.spoil({}))),
                impl=lambda h, given: type(h).from_dict(given.spoil(h.to_dict())),
                agree=lambda m, h: all_hold(COUPLE, m, h),
                refusals=("InvalidArgument",),
                foreign=Foreign(means),
            ),
        ),
        scopes=(Scope("small", {}),),
        loops=tuple(Loop(each.__qualname__, invariant=_so_far) for each in (marks_right, *WRONG_MARKS)),
        configure=lambda make: {},
        abstract=_abstract,
    )
