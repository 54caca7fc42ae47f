"""Functions that make a row of what anybody gave them: one that is right, and others that no proof may go through with.

A row has entries in [0, limit) and a flag. Each wrong one differs from the right one on some of `DATA`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Final

from slotproof.declare import Claim, Domain, Foreign, Loop, Operation, Refinement, Scope, invariant, law
from slotproof.declare.words import all_hold, is_count
from slotproof.proofs.shared.arguments import Spoiled
from slotproof.spec.errors import InvalidArgument, OutOfRange
from slotproof.spec.logic import conj, forall, iff, within

from ...containers.breaks.breaks import with_methods

FIELDS: Final = ("entries", "limit", "flag")


class RowModel:
    """Entries in [0, limit), and a flag."""

    entries: list[int]
    limit: int
    flag: bool

    def __init__(self, limit: int = 1) -> None:
        self.entries = []
        self.limit = limit
        self.flag = False

    def copy(self) -> RowModel:
        """Another one in the same state."""
        twin: RowModel = object.__new__(type(self))
        twin.entries, twin.limit, twin.flag = self.entries.copy(), self.limit, self.flag
        return twin


class Row:
    """The same."""

    entries: list[int]
    limit: int
    flag: bool

    def __init__(self, limit: int = 1) -> None:
        self.entries = []
        self.limit = limit
        self.flag = False

    def to_dict(self) -> dict[str, Any]:
        """The state."""
        return {"entries": self.entries.copy(), "limit": self.limit, "flag": self.flag}


@law("RW-L1", "Entries are below the limit, and none is negative.")
def entries_fit(m: RowModel) -> bool:
    return conj(m.limit >= 1, forall(0, len(m.entries), lambda place: within(0, m.entries[place], m.limit)))


@invariant("RW-I1", "Both hold the same.")
def the_same(m: RowModel, h: Row) -> bool:
    return conj(
        len(m.entries) == len(h.entries),
        forall(0, len(m.entries), lambda place: m.entries[place] == h.entries[place]),
        m.limit == h.limit,
        iff(m.flag, h.flag),
    )


COUPLE: Final = (the_same,)


# --- what makes a row


def _check(data: Any) -> None:
    if not isinstance(data, dict) or set(data) != set(FIELDS) or not isinstance(data["entries"], list):
        raise InvalidArgument("fields")
    if type(data["limit"]) is not int or data["limit"] < 1 or type(data["flag"]) is not bool:
        raise InvalidArgument("numbers")


def _row(cls: Any, data: Any) -> Any:
    row = object.__new__(cls)
    row.entries, row.limit, row.flag = data["entries"].copy(), data["limit"], data["flag"]
    return row


def right(cls: Any, data: Any) -> Any:
    _check(data)
    for entry in data["entries"]:
        if type(entry) is not int or entry < 0 or entry >= data["limit"]:
            raise InvalidArgument("entry")
    return _row(cls, data)


def bools_are_numbers(cls: Any, data: Any) -> Any:
    _check(data)
    for entry in data["entries"]:
        if not isinstance(entry, int) or entry < 0 or entry >= data["limit"]:
            raise InvalidArgument("entry")
    return _row(cls, data)


def anything_is_a_number(cls: Any, data: Any) -> Any:
    _check(data)
    for entry in data["entries"]:
        if entry < 0 or entry >= data["limit"]:
            raise InvalidArgument("entry")
    return _row(cls, data)


def what_cannot_be_compared_is_refused(cls: Any, data: Any) -> Any:
    _check(data)
    for entry in data["entries"]:
        try:
            outside = entry < 0 or entry >= data["limit"]
        except TypeError:
            outside = True
        if outside:
            raise InvalidArgument("entry")
    return _row(cls, data)


def negative_entries(cls: Any, data: Any) -> Any:
    _check(data)
    for entry in data["entries"]:
        if type(entry) is not int or entry >= data["limit"]:
            raise InvalidArgument("entry")
    return _row(cls, data)


def only_the_first_entry(cls: Any, data: Any) -> Any:
    _check(data)
    for entry in data["entries"]:
        if type(entry) is not int or entry < 0 or entry >= data["limit"]:
            raise InvalidArgument("entry")
        break
    return _row(cls, data)


def last_entry_not_looked_at(cls: Any, data: Any) -> Any:
    _check(data)
    for place in range(len(data["entries"]) - 1):
        entry = data["entries"][place]
        if type(entry) is not int or entry < 0 or entry >= data["limit"]:
            raise InvalidArgument("entry")
    return _row(cls, data)


def not_even_a_dict(cls: Any, data: Any) -> Any:
    if set(data) != set(FIELDS) or not isinstance(data["entries"], list):
        raise InvalidArgument("fields")
    if type(data["limit"]) is not int or data["limit"] < 1 or type(data["flag"]) is not bool:
        raise InvalidArgument("numbers")
    for entry in data["entries"]:
        if type(entry) is not int or entry < 0 or entry >= data["limit"]:
            raise InvalidArgument("entry")
    return _row(cls, data)


def a_field_may_be_missing(cls: Any, data: Any) -> Any:
    if not isinstance(data, dict) or not isinstance(data["entries"], list) or set(data) != set(FIELDS):
        raise InvalidArgument("fields")
    return right(cls, data)


def no_list_at_all(cls: Any, data: Any) -> Any:
    if not isinstance(data, dict) or set(data) != set(FIELDS):
        raise InvalidArgument("fields")
    if type(data["limit"]) is not int or data["limit"] < 1 or type(data["flag"]) is not bool:
        raise InvalidArgument("numbers")
    for entry in data["entries"]:
        if type(entry) is not int or entry < 0 or entry >= data["limit"]:
            raise InvalidArgument("entry")
    return _row(cls, data)


def a_number_for_a_flag(cls: Any, data: Any) -> Any:
    if not isinstance(data, dict) or set(data) != set(FIELDS) or not isinstance(data["entries"], list):
        raise InvalidArgument("fields")
    if type(data["limit"]) is not int or data["limit"] < 1:
        raise InvalidArgument("numbers")
    for entry in data["entries"]:
        if type(entry) is not int or entry < 0 or entry >= data["limit"]:
            raise InvalidArgument("entry")
    return _row(cls, data)


def a_flag_for_a_number(cls: Any, data: Any) -> Any:
    if not isinstance(data, dict) or set(data) != set(FIELDS) or not isinstance(data["entries"], list):
        raise InvalidArgument("fields")
    if not isinstance(data["limit"], int) or data["limit"] < 1 or type(data["flag"]) is not bool:
        raise InvalidArgument("numbers")
    for entry in data["entries"]:
        if type(entry) is not int or entry < 0 or entry >= data["limit"]:
            raise InvalidArgument("entry")
    return _row(cls, data)


def the_list_of_the_data(cls: Any, data: Any) -> Any:
    row = right(cls, data)
    row.entries = data["entries"]
    return row


def another_limit(cls: Any, data: Any) -> Any:
    row = right(cls, data)
    row.limit = row.limit + 1
    return row


def a_shorter_row(cls: Any, data: Any) -> Any:
    row = right(cls, data)
    if len(row.entries) > 0:
        row.entries.pop()
    return row


def nothing_at_all(cls: Any, data: Any) -> Any:
    right(cls, data)


def what_it_means(cls: Any, data: Any) -> Any:
    return _row(RowModel, right(cls, data).to_dict())


def data_changed(cls: Any, data: Any) -> Any:
    row = right(cls, data)
    data["entries"].append(0)
    return row


def no_empty_row(cls: Any, data: Any) -> Any:
    row = right(cls, data)
    if len(row.entries) == 0:
        raise InvalidArgument("empty")
    return row


def greatest_entry_refused(cls: Any, data: Any) -> Any:
    _check(data)
    for entry in data["entries"]:
        if type(entry) is not int or entry < 0 or entry >= data["limit"] - 1:
            raise InvalidArgument("entry")
    return _row(cls, data)


def limits_of_seven(cls: Any, data: Any) -> Any:
    row = right(cls, data)
    if row.limit != 7:
        raise InvalidArgument("limit")
    return row


def noted(cls: Any, data: Any) -> Any:
    if not isinstance(data, dict) or set(data) != {*FIELDS, "noted"} or not isinstance(data["entries"], list):
        raise InvalidArgument("fields")
    if type(data["limit"]) is not int or data["limit"] < 1 or type(data["flag"]) is not bool:
        raise InvalidArgument("numbers")
    for entry in data["entries"]:
        if type(entry) is not int or entry < 0 or entry >= data["limit"]:
            raise InvalidArgument("entry")
    return _row(cls, data)


def another_error(cls: Any, data: Any) -> Any:
    _check(data)
    for entry in data["entries"]:
        if type(entry) is not int or entry < 0 or entry >= data["limit"]:
            raise OutOfRange("entry")
    return _row(cls, data)


WRONG: Final[tuple[Callable[..., Any], ...]] = (
    bools_are_numbers,
    anything_is_a_number,
    what_cannot_be_compared_is_refused,
    negative_entries,
    only_the_first_entry,
    last_entry_not_looked_at,
    not_even_a_dict,
    a_field_may_be_missing,
    no_list_at_all,
    a_number_for_a_flag,
    a_flag_for_a_number,
    the_list_of_the_data,
    another_limit,
    a_shorter_row,
    nothing_at_all,
    what_it_means,
    data_changed,
    no_empty_row,
    greatest_entry_refused,
    another_error,
)

DATA: Final[tuple[Any, ...]] = (
    None,
    {"limit": 2, "flag": True},
    *(
        {"entries": entries, "limit": 2, "flag": True}
        for entries in (None, [], [0, 1], [2], [-1], [0, -1], [0, 2], [True], ["a"], [0, "a", 1], [0.5])
    ),
    {"entries": [0], "limit": 1, "flag": 1},
    {"entries": [0], "limit": True, "flag": False},
)
"""Each wrong one does something else than the right one with one of these."""

# --- the container


def _entries_so_far(at: Any) -> dict[str, bool]:
    entries, limit = at.local["data"]["entries"], at.local["data"]["limit"]
    return {
        "fit": forall(0, at.index, lambda place: conj(is_count(entries[place]), entries[place] < limit)),
    }


def _abstract(h: Row) -> RowModel:
    m = RowModel()
    m.entries, m.limit, m.flag = list(h.entries), h.limit, h.flag
    return m


class Handed(Spoiled):
    """Other data in place of that of a container."""

    def __init__(self, data: Any) -> None:
        super().__init__()
        self.data = data

    def spoil(self, data: dict[str, Any]) -> Any:
        """The other data."""
        return copy.deepcopy(self.data)


def row_refinement(make: Callable[..., Any]) -> Refinement:
    """The row, as a text, with one of these for its `from_dict`."""
    impl = with_methods(
        Row, f"@classmethod\ndef from_dict(cls, data: Any) -> Any:\n    return {make.__name__}(cls, data)"
    )
    handed = tuple(map(Handed, DATA))
    data = Domain("data", small=lambda m, scope: handed, classes={"data": lambda m, issued, number: handed[number % 9]})
    return Refinement(
        code="RW",
        name="row",
        title="row",
        model=RowModel,
        impl=impl,
        couple=COUPLE,
        laws=(entries_fit,),
        operations=(
            Operation(
                "from_dict",
                Claim("RW-R1", "`from_dict` accepts what is a row, and refuses all else."),
                takes=(data,),
                pure=True,
                model=lambda m, given: _abstract(right(Row, given.spoil({}))),
                impl=lambda h, given: type(h).from_dict(given.spoil(h.to_dict())),
                agree=lambda m, h: all_hold(COUPLE, m, h),
                refusals=("InvalidArgument",),
                foreign=Foreign(lambda h, seen: {"entries": h.entries.copy(), "limit": h.limit, "flag": h.flag}),
            ),
        ),
        scopes=(Scope("small", {}),),
        loops=tuple(
            Loop(each.__qualname__, invariant=_entries_so_far) for each in (right, limits_of_seven, noted, *WRONG)
        ),
        configure=lambda make: {"limit": 1},
        configured="of a limit of 1",
        abstract=_abstract,
    )
