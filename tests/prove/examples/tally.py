"""A container of which one operation calls another, and what is taken for such operations; some of it is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from slotproof.declare import (
    Claim,
    Cost,
    Domain,
    Foreign,
    Operation,
    Promise,
    Refinement,
    Scope,
    invariant,
    law,
    step_law,
)
from slotproof.declare.words import all_hold
from slotproof.spec.errors import OutOfRange
from slotproof.spec.logic import conj, forall, least


class TallyModel:
    """Numbers from 0 up, and how many there are."""

    items: list[int]
    count: int

    def __init__(self) -> None:
        self.items = []
        self.count = 0

    def add(self, number: int) -> None:
        """One more."""
        if number < 0:
            raise OutOfRange("it is below 0")
        self.items.append(number)
        self.count += 1

    def twice(self, number: int) -> None:
        """Two more."""
        self.add(number)
        self.add(number)

    def size(self) -> int:
        """How many there are."""
        return self.count

    def listed(self) -> list[int]:
        """The numbers, one after the other."""
        return self.items.copy()


class Tally:
    """The same."""

    items: list[int]
    count: int

    def __init__(self) -> None:
        self.items = []
        self.count = 0

    def add(self, number: int) -> None:
        """One more."""
        if number < 0:
            raise OutOfRange("it is below 0")
        self.items.append(number)
        self.count += 1


def twice(tally: Tally, number: int) -> None:
    """As the model does."""
    tally.add(number)
    tally.add(number)


def latest(tally: Tally | TallyModel, number: int) -> int:
    """What was added last stands where the count says."""
    tally.add(number)
    return tally.items[tally.count - 1]


def once(tally: Tally, number: int) -> None:
    """One call is left out."""
    tally.add(number)


def thrice(tally: Tally, number: int) -> None:
    """One call too many."""
    tally.add(number)
    tally.add(number)
    tally.add(number)


def another(tally: Tally, number: int) -> None:
    """What is added last is another number."""
    tally.add(number)
    tally.add(number + 1)


def miscounted(tally: Tally, number: int) -> None:
    """It is called in a state of which nothing is proved."""
    tally.add(number)
    tally.count += 1
    tally.add(number)
    tally.count -= 1


def counted_late(tally: TallyModel | Tally, number: int) -> None:
    """One less is counted than there are where another one is added."""
    tally.count -= 1
    tally.add(number)
    tally.count += 1


def unrefused(tally: Tally, number: int) -> None:
    """Nothing is called where the model is refused."""
    if number >= 0:
        tally.add(number)
        tally.add(number)


def beside_model(tally: TallyModel, number: int) -> None:
    """What is counted is what another one counts."""
    other = TallyModel()
    other.add(number)
    other.add(number)
    tally.add(other.count)


def beside(tally: Tally, number: int) -> None:
    """The same, of another one of the arrays, which is looked at before."""
    other = Tally()
    other.add(number)
    other.add(number)
    tally.add(other.count)


def beside_once(tally: Tally, number: int) -> None:
    """The other one counts less."""
    other = Tally()
    other.add(number)
    tally.add(other.count)


def by_hand(tally: Tally, number: int) -> None:
    """It does what the model does, but calls nothing."""
    if number < 0:
        raise OutOfRange("it is below 0")
    tally.items.append(number)
    tally.items.append(number)
    tally.count += 2


def counted(tally: TallyModel | Tally, batch: list[int]) -> None:
    """As many more are counted."""
    tally.count += len(batch)


def counted_and_cleared(tally: Tally, batch: list[int]) -> None:
    """The list is somebody else's."""
    tally.count += len(batch)
    batch.clear()


def counted_and_changed(tally: Tally, batch: list[int]) -> None:
    """It is as long as before, and holds something else."""
    tally.count += len(batch)
    if len(batch) > 2:
        batch[2] = 7


def counted_and_changed_back(tally: Tally, batch: list[int]) -> None:
    """What it held it holds again."""
    tally.count += len(batch)
    batch.append(7)
    batch.pop()


@invariant("TY-I1", "Both hold the same numbers, and count them.")
def alike(m: TallyModel, t: Tally) -> bool:
    return conj(
        m.count == t.count,
        len(m.items) == len(t.items),
        forall(0, len(m.items), lambda i: m.items[i] == t.items[i]),
    )


NUMBER: Final = Domain("number", lambda m, scope: (0, 1), {}, symbolic=lambda make: make.int("number"))
BATCH: Final = Domain("batch", lambda m, scope: ([], [1]), {}, symbolic=lambda make: make.ints("batch"))
PROMISE: Final = Promise(
    refused={"OutOfRange": lambda m, number: number < 0},
    keeps=lambda before, after, number: {"one more": after.count == before.count + 1},
    changes=("items", "count"),
)
PROMISES: Final[dict[str, tuple[Promise, bool]]] = {
    "right": (PROMISE, True),
    "whatever changes": (replace(PROMISE, changes=None), True),
    "refused too often": (replace(PROMISE, refused={"OutOfRange": lambda m, number: number < 1}), False),
    "refused too seldom": (replace(PROMISE, refused={"OutOfRange": lambda m, number: number < -1}), False),
    "never refused": (replace(PROMISE, refused={}), False),
    "not kept": (replace(PROMISE, keeps=lambda before, after, number: {"no more": after.count == before.count}), False),
    "more is changed": (replace(PROMISE, changes=("items",)), False),
    "a list is changed": (replace(PROMISE, changes=("count",)), False),
}


def tally(called: Callable[..., Any], promise: Promise | None = None) -> Refinement:
    """The container, whose `twice` runs this for the arrays."""
    add = Operation("add", Claim("TY-R1", "`add` adds."), (NUMBER,), refusals=("OutOfRange",), cost=Cost(0, 1))
    two = Operation("twice", Claim("TY-R2", "`twice` adds twice."), (NUMBER,), impl=called, refusals=("OutOfRange",))
    return Refinement(
        code="TY",
        name="tally",
        title="tally",
        model=TallyModel,
        impl=Tally,
        couple=(alike,),
        laws=(),
        operations=(replace(add, promise=promise), replace(two, uses=("add",), cost=Cost(0, 2))),
        scopes=(Scope("small", {}),),
        configure=lambda make: {},
    )


@invariant("TY-I2", "Both count alike.")
def counts(m: TallyModel, t: Tally) -> bool:
    return m.count == t.count


def counter(called: Callable[..., Any]) -> Refinement:
    """The container without its numbers, of which one operation is given a list."""
    return replace(
        tally(twice),
        couple=(counts,),
        operations=(Operation("count_all", Claim("TY-R3", "It counts."), (BATCH,), model=counted, impl=called),),
    )


def read_if(premise: Callable[[Any], bool]) -> Refinement:
    """The container, whose `from_dict` may ask for that."""
    foreign = Foreign(lambda t, seen: {"items": t.items.copy(), "count": t.count}, premise=premise)
    read = Operation("from_dict", Claim("TY-R4", "`from_dict` reads."), (BATCH,), pure=True, foreign=foreign)
    whole = tally(twice)
    return replace(whole, operations=(*whole.operations, read))


def read_whole(tally: Tally, seen: Any) -> Tally:
    """What is read from what was written of one."""
    made = Tally()
    made.items, made.count = tally.items.copy(), tally.count
    return made


def is_no_less(t: Tally) -> bool:
    """True of a new one, and of one more."""
    return t.count >= 0


def is_found(t: Tally) -> bool:
    """True of each: a number is the least that equals it."""
    return least(0, t.count, lambda number: number == t.count) == max(t.count, 0)


def is_few(t: Tally) -> bool:
    """True of a new one, but not for long."""
    return t.count < 5


def is_some(t: Tally) -> bool:
    """True of one more, but not of a new one."""
    return t.count > 0


@law("TY-L1", "As many are counted as there are.")
def as_many(m: TallyModel) -> bool:
    return len(m.items) == m.count


@step_law("TY-L2", "No fewer are counted than before.")
def no_fewer(before: TallyModel, after: TallyModel) -> bool:
    return after.count >= before.count


def lawful() -> Refinement:
    """The container with laws, whose `add` promises little else."""
    promise = replace(PROMISE, keeps=lambda before, after, number: {"some": after.count > 0})
    whole = tally(twice, promise)
    [add, two] = whole.operations
    one = replace(two, name="latest", model=latest, impl=latest, cost=None)
    return replace(whole, laws=(as_many, no_fewer), operations=(add, two, one))


BOTH: Final = (alike, counts)


def both_hold(m: TallyModel, t: Tally) -> bool:
    """Each of the claims."""
    return all_hold(BOTH, m, t)
