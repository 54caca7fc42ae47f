"""The worked example of own-containers.md: a stack whose array never shrinks, and why it is a stack."""

from typing import Any, Generic, TypeVar

from slotproof.declare import (
    Claim,
    Cost,
    Domain,
    Loop,
    Operation,
    Refinement,
    Scope,
    invariant,
    law,
)
from slotproof.spec.errors import Missing, OutOfRange
from slotproof.spec.logic import conj, forall

T = TypeVar("T")


class StackModel(Generic[T]):
    """A stack as the list of its values, the newest last."""

    values: list[T]

    def __init__(self) -> None:
        self.values = []

    def push(self, value: T) -> None:
        """Put the value on top."""
        self.values.append(value)

    def pop(self) -> T:
        """Take the value on top."""
        if len(self.values) == 0:
            raise Missing("the stack is empty")
        return self.values.pop()

    def drop_to(self, height: int) -> None:
        """Pop until `height` values are left."""
        if not 0 <= height <= len(self.values):
            raise OutOfRange(f"height {height} of {len(self.values)}")
        while len(self.values) > height:
            self.values.pop()


class Stack(Generic[T]):
    """A stack as an array of cells, of which the first `height` count."""

    cells: list[T]
    height: int

    def __init__(self) -> None:
        self.cells = []
        self.height = 0

    def push(self, value: T) -> None:
        """Write the next cell; the array grows only where it never was."""
        if self.height < len(self.cells):
            self.cells[self.height] = value
        else:
            self.cells.append(value)
        self.height += 1

    def pop(self) -> T:
        """Read the last cell that counts, and leave it where it is."""
        if self.height == 0:
            raise Missing("the stack is empty")
        self.height -= 1
        return self.cells[self.height]

    def drop_to(self, height: int) -> None:
        """Count fewer cells: O(1)."""
        if height < 0 or height > self.height:
            raise OutOfRange(f"height {height} of {self.height}")
        self.height = height


@law("ST-L1", "A stack has no fewer than no values.")
def has_a_height(m: StackModel[Any]) -> bool:
    return len(m.values) >= 0


@invariant("ST-I1", "`height` is the number of values, and there are at least as many cells.")
def height_is_length(m: StackModel[Any], h: Stack[Any]) -> bool:
    return conj(h.height == len(m.values), h.height <= len(h.cells))


@invariant("ST-I2", "The cells that count hold the values, in order.")
def cells_hold_values(m: StackModel[Any], h: Stack[Any]) -> bool:
    return forall(0, len(m.values), lambda pos: h.cells[pos] == m.values[pos])


VALUE = Domain(
    "value",
    small=lambda m, scope: scope.values,
    classes={"value": lambda m, issued, number: number % 8},
    symbolic=lambda make: make.value("value"),
)
HEIGHT = Domain(
    "height",
    small=lambda m, scope: range(-1, len(m.values) + 2),
    classes={"height": lambda m, issued, number: number % (len(m.values) + 3) - 1},
    symbolic=lambda make: make.int("height"),
)


def _dropping(at: Any) -> dict[str, bool]:
    """What is left is a start of what was there, and no less than is wanted."""
    left, before = at.model.values, at.model_before.values
    return {
        "not too few": conj(at.local["height"] <= len(left), len(left) <= len(before)),
        "untouched": forall(0, len(left), lambda pos: left[pos] == before[pos]),
    }


STACK = Refinement(
    code="ST",
    name="stack",
    title="stack",
    model=StackModel,
    impl=Stack,
    couple=(height_is_length, cells_hold_values),
    laws=(has_a_height,),
    operations=(
        Operation("push", Claim("ST-R1", "`push` puts the value on top."), takes=(VALUE,), cost=Cost(0, 1)),
        Operation("pop", Claim("ST-R2", "`pop` takes the value on top."), cost=Cost(1, 0), refusals=("Missing",)),
        Operation(
            "drop_to",
            Claim("ST-R3", "`drop_to` leaves the oldest values, as many as asked for."),
            takes=(HEIGHT,),
            cost=Cost(0, 0),
            refusals=("OutOfRange",),
        ),
    ),
    loops=(
        Loop(
            "StackModel.drop_to",
            invariant=_dropping,
            variant=lambda at: len(at.model.values) - at.local["height"],
        ),
    ),
    scopes=(
        Scope(
            "three high",
            {},
            values=(0, 1),
            admits=lambda m, operation, arguments: operation != "push" or len(m.values) < 3,
        ),
    ),
    configure=lambda make: {},
)
