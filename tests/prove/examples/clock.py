"""A container that holds another, of which it reads a field by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from slotproof.declare import Claim, Inside, Operation, Refinement, Scope, invariant
from slotproof.declare.words import meaning_of
from slotproof.spec.errors import OutOfRange

from .tally import Tally, TallyModel, counted, counter, counts


class ClockModel:
    """A time."""

    time: int

    def __init__(self) -> None:
        self.time = 0

    def look(self) -> int:
        """The time."""
        return self.time


class Clock:
    """A tally that counts it."""

    tally: Tally

    def __init__(self) -> None:
        self.tally = Tally()

    def look(self) -> int:
        """The time."""
        return self.tally.count


def represent(m: TallyModel) -> Tally:
    """The tally of a model."""
    made = Tally()
    made.items = m.items.copy()
    made.count = m.count
    return made


def abstract(t: Tally) -> TallyModel:
    """The model of a tally."""
    made = TallyModel()
    made.items = t.items.copy()
    made.count = t.count
    return made


@invariant("CK-I1", "The tally has counted the time.")
def is_time(m: ClockModel, c: Clock) -> bool:
    counted_so_far: int = meaning_of(c.tally, abstract).count
    return counted_so_far == m.time


@invariant("TY-I3", "Both hold as many numbers.")
def as_many(m: TallyModel, t: Tally) -> bool:
    return len(m.items) == len(t.items)


def clock(is_coupled: bool) -> Refinement:
    """A clock, whose tally is known to count alike on both sides, or not."""
    inner = replace(counter(counted), couple=(counts,) if is_coupled else (as_many,))
    return Refinement(
        code="CK",
        name="clock",
        title="clock",
        model=ClockModel,
        impl=Clock,
        couple=(is_time,),
        laws=(),
        operations=(Operation("look", Claim("CK-R1", "`look` tells the time."), pure=True),),
        scopes=(Scope("small", {}),),
        inside={"tally": Inside(inner, represent, reads=("count",))},
        configure=lambda make: {},
    )


def copied(m: TallyModel) -> TallyModel:
    """A second one in the same state."""
    made = TallyModel()
    made.items = m.items.copy()
    made.count = m.count
    return made


def copied_but_counted(m: TallyModel) -> TallyModel:
    """It counts one more."""
    made = copied(m)
    made.count += 1
    return made


def copied_if_small(m: TallyModel) -> TallyModel:
    """It is refused of many."""
    if m.count > 3:
        raise OutOfRange("too many")
    return copied(m)


def same_count(m: TallyModel, t: Tally) -> bool:
    """As the tally claims."""
    return m.count == t.count


def same_length(m: TallyModel, t: Tally) -> bool:
    """Less than the tally claims."""
    return len(m.items) == len(t.items)


def clock_of_copies(copy: Callable[[TallyModel], TallyModel], agree: Callable[[TallyModel, Tally], bool]) -> Refinement:
    """A clock, whose tally can be copied so."""
    whole = clock(True)
    inside = whole.inside["tally"]
    more = Operation("copy", Claim("TY-R5", "`copy` copies."), pure=True, model=copy, agree=agree)
    inner = replace(inside.refinement, operations=(*inside.refinement.operations, more))
    return replace(whole, inside={"tally": replace(inside, refinement=inner)})
