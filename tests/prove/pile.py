"""A pile of numbers that is added to once or twice; text, of which tests make other piles."""

from __future__ import annotations

from slotproof.declare import Claim, Domain, Operation, Promise, Refinement, Scope, invariant
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


@invariant("PL-I1", "The numbers are the same, and so is the last one.")
def alike(m: PileModel, h: Pile) -> bool:
    return conj(
        m.last == h.top.number,
        len(m.items) == len(h.items),
        forall(0, len(m.items), lambda place: m.items[place] == h.items[place]),
    )


def _added(before: PileModel, after: PileModel, number: int) -> dict[str, bool]:
    return {"one more": len(after.items) == len(before.items) + 1}


NUMBER = Domain(
    "number", lambda m, scope: (0, 1), {"any": lambda m, issued, number: number}, lambda make: make.int("n")
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
    ),
    scopes=(Scope("small", {}),),
    configure=lambda make: {},
)
PROMISE = Promise(keeps=_added, changes=("items", "last"))
