"""A pile of numbers that is added to once or twice; text, of which tests make other piles."""

from __future__ import annotations

from slotproof.declare import Claim, Domain, Operation, Promise, Refinement, Scope, invariant
from slotproof.spec.errors import Missing
from slotproof.spec.logic import conj, forall


class Top:
    """The number that was put last."""

    number: int

    def __init__(self, number: int) -> None:
        self.number = number


class PileModel:
    """The numbers, and the last one."""

    items: list[int]
    last: int

    def __init__(self) -> None:
        self.items = []
        self.last = 0

    def add(self, number: int) -> None:
        """Put a number last."""
        self.items.append(number)
        self.last = number

    def twice(self, number: int) -> None:
        """Put a number last, twice."""
        self.add(number)
        self.items.append(number)

    def fill(self, numbers: list[int]) -> None:
        """Hold these, and no others."""
        self.items = numbers.copy()

    def again(self) -> None:
        """Hold the same again."""
        self.fill(self.items.copy())

    def size(self) -> int:
        """Tell how many there are."""
        return len(self.items)

    def drop(self) -> None:
        """Forget the last one."""
        if len(self.items) == 0:
            raise Missing("there is none")
        self.items.pop()

    def take(self) -> int:
        """Take the last one out."""
        if len(self.items) == 0:
            raise Missing("there is none")
        return self.items.pop()


class Pile:
    """The numbers, and the last one in a thing of its own."""

    items: list[int]
    top: Top

    def __init__(self) -> None:
        self.items = []
        self.top = Top(0)

    def add(self, number: int) -> None:
        """Put a number last."""
        self.items.append(number)
        self.top.number = number

    def twice(self, number: int) -> None:
        """Put a number last, twice."""
        self.add(number)
        self.items.append(number)

    def fill(self, numbers: list[int]) -> None:
        """Hold these, and no others."""
        self.items.clear()
        self.items.extend(numbers)

    def again(self) -> None:
        """Hold the same again."""
        self.fill(self.items.copy())

    def size(self) -> int:
        """Tell how many there are."""
        return len(self.items)

    def drop(self) -> None:
        """Forget the last one."""
        if len(self.items) == 0:
            raise Missing("there is none")
        self.items.pop()

    def take(self) -> int:
        """Take the last one out."""
        if len(self.items) == 0:
            raise Missing("there is none")
        return self.items.pop()


@invariant("PL-I1", "The numbers are the same, and so is the last one.")
def alike(m: PileModel, h: Pile) -> bool:
    return conj(
        m.last == h.top.number,
        len(m.items) == len(h.items),
        forall(0, len(m.items), lambda place: m.items[place] == h.items[place]),
    )


def _added(before: PileModel, after: PileModel, number: int) -> dict[str, bool]:
    return {"one more": len(after.items) == len(before.items) + 1}


def _touched(before: PileModel, after: PileModel, number: int) -> dict[str, bool]:
    return {"the last one": after.last == number}


def _dropped(before: PileModel, after: PileModel) -> dict[str, bool]:
    return {"one less": len(after.items) == len(before.items) - 1}


NUMBER = Domain(
    "number", lambda m, scope: (0, 1), {"any": lambda m, issued, number: number}, lambda make: make.int("n")
)
NUMBERS = Domain(
    "numbers",
    lambda m, scope: ([], [1]),
    {"any": lambda m, issued, number: [number]},
    lambda make: make.ints("numbers"),
)
PILE = Refinement(
    code="PL",
    name="pile",
    title="pile",
    model=PileModel,
    impl=Pile,
    couple=(alike,),
    laws=(),
    operations=(
        Operation("add", Claim("PL-R1", "`add` puts a number last."), (NUMBER,)),
        Operation("twice", Claim("PL-R2", "`twice` puts a number last, twice."), (NUMBER,), uses=("add",)),
        Operation("fill", Claim("PL-R3", "`fill` holds these numbers."), (NUMBERS,)),
        Operation("again", Claim("PL-R4", "`again` changes nothing."), uses=("fill", "size", "take", "drop")),
        Operation("size", Claim("PL-R5", "`size` tells how many there are."), pure=True),
        Operation("drop", Claim("PL-R7", "`drop` forgets the last one."), refusals=("Missing",)),
        Operation("take", Claim("PL-R6", "`take` takes the last one out."), refusals=("Missing",)),
    ),
    scopes=(Scope("small", {}),),
    configure=lambda make: {},
)
DROPPED = Promise(keeps=_dropped, refused={"Missing": lambda before: len(before.items) == 0}, changes=("items",))
TOUCHED = Promise(keeps=_touched, changes=("last",))
PROMISE = Promise(keeps=_added, changes=("items", "last"))
