"""A grid of any number of rows, of which each holds any numbers: what proofs for any number of parts are tried on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from slotproof.declare import AnyNumber, Arrangement, Claim, Domain, Operation, Refinement, invariant
from slotproof.spec.errors import OutOfRange
from slotproof.spec.logic import conj, forall


class GridModel:
    """What a grid means."""

    rows: list[list[int]]
    mark: int

    def __init__(self) -> None:
        self.rows = []
        self.mark = 0

    def put(self, row: int, number: int) -> None:
        """Put a number at the end of a row."""
        if not 0 <= row < len(self.rows):
            raise OutOfRange("no such row")
        self.rows[row].append(number)

    def empty(self) -> None:
        """Take all numbers out of all rows."""
        for row in range(len(self.rows)):
            self.rows[row].clear()

    def trim(self) -> None:
        """Leave the first number of each row."""
        for row in range(len(self.rows)):
            if self.rows[row]:
                self.rows[row] = [self.rows[row][0]]

    def add(self) -> int:
        """Make an empty row."""
        self.rows.append([])
        return len(self.rows) - 1

    def count(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    def all_empty(self) -> bool:
        """True if no row has a number."""
        return forall(0, len(self.rows), lambda row: len(self.rows[row]) == 0)


class Grid:
    """A grid."""

    rows: list[list[int]]
    mark: int

    def __init__(self) -> None:
        self.rows = []
        self.mark = 0

    def put(self, row: int, number: int) -> None:
        """Put a number at the end of a row."""
        if not 0 <= row < len(self.rows):
            raise OutOfRange("no such row")
        self.rows[row].append(number)

    def empty(self) -> None:
        """Take all numbers out of all rows."""
        for row in range(len(self.rows) - 1, -1, -1):
            self.rows[row] = []

    def trim(self) -> None:
        """Leave the first number of each row."""
        for row in range(len(self.rows)):
            if self.rows[row]:
                self.rows[row] = [self.rows[row][0]]

    def add(self) -> int:
        """Make an empty row."""
        self.rows.append([])
        return len(self.rows) - 1

    def count(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    def all_empty(self) -> bool:
        """True if no row has a number."""
        return forall(0, len(self.rows), lambda row: len(self.rows[row]) == 0)


@invariant("GD-I1", "Both sides have the same rows.")
def same_rows(m: GridModel, h: Grid) -> bool:
    return conj(
        len(h.rows) == len(m.rows),
        lambda: forall(0, len(h.rows), lambda row: m.rows[row] == h.rows[row]),
        m.mark == h.mark,
    )


def _rows(m: GridModel, scope: Any) -> Sequence[int]:
    return range(-1, len(m.rows) + 1)


ROW: Final = Domain("row", small=_rows, classes={}, symbolic=lambda make: make.number_of("row", "row"))
NUMBER: Final = Domain("number", small=lambda m, scope: (0, 1), classes={}, symbolic=lambda make: make.int("number"))
OTHERS: Final = 2

GRID: Final = Refinement(
    code="GD",
    name="grid",
    title="grid",
    model=GridModel,
    impl=Grid,
    couple=(same_rows,),
    laws=(),
    operations=(
        Operation("put", Claim("GD-R1", "As the model."), takes=(ROW, NUMBER), refusals=("OutOfRange",)),
        Operation("empty", Claim("GD-R2", "As the model.")),
        Operation("trim", Claim("GD-R3", "As the model.")),
        Operation("add", Claim("GD-R4", "As the model.")),
        Operation("count", Claim("GD-R5", "As the model."), pure=True),
        Operation("all_empty", Claim("GD-R6", "As the model."), pure=True),
    ),
    arranged=(
        Arrangement(
            "a first row and any number of others",
            {"row": 1},
            others={"row": OTHERS},
            parts={"model": {"rows": AnyNumber("row", {0: None})}, "impl": {"rows": AnyNumber("row", {0: None})}},
        ),
    ),
    scopes=(),
    configure=lambda make: {},
)
