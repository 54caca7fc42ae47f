"""A container of which an operation goes round loops, the model together with what is taken for the same.

In a module of which the process has what the file says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from slotproof.declare import Claim, Domain, Loop, Operation, Refinement, Scope, invariant, law, step_law
from slotproof.spec.errors import Missing, OutOfRange
from slotproof.spec.logic import conj


class PathModel:
    """Heights, and how far one has climbed."""

    heights: list[int]
    climbed: int

    def __init__(self) -> None:
        self.heights = []
        self.climbed = 0

    def up(self, number: int) -> None:
        """Climb."""
        self.climbed += number


class Path(PathModel):
    """The same."""

    def up(self, number: int) -> None:
        """Climb."""
        self.climbed += number


class Laid(PathModel):
    """The same, which is laid stone by stone."""

    def __init__(self) -> None:
        self.heights = []
        self.climbed = 0
        for _ in range(9):
            self.climbed += 0


Either = PathModel | Path


@invariant("PA-I1", "Both have climbed as far.")
def as_far(m: PathModel, h: Path) -> bool:
    return conj(m.heights == h.heights, m.climbed == h.climbed)


@law("PA-L1", "Nobody is below the ground.")
def above_ground(m: PathModel) -> bool:
    return m.climbed >= 0


@step_law("PA-L2", "Nobody climbs down.")
def upwards(before: PathModel, after: PathModel) -> bool:
    return after.climbed >= before.climbed


@step_law("PA-L2", "Nobody climbs down.", carried=False)
def upwards_in_all(before: PathModel, after: PathModel) -> bool:
    return after.climbed >= before.climbed


# --- loops that go over a list


def over(path: Either, number: int) -> None:
    """One up for each height."""
    for _ in path.heights:
        path.climbed += 1


def over_again(path: Either, number: int) -> None:
    """The same."""
    for _ in path.heights:
        path.climbed += 1


def over_places(path: Either, number: int) -> None:
    """The same, by places."""
    for _ in range(len(path.heights)):
        path.climbed += 1


def over_but_one(path: Either, number: int) -> None:
    """One is left out."""
    for _ in range(len(path.heights) - 1):
        path.climbed += 1


def over_by_two(path: Either, number: int) -> None:
    """Two for each."""
    for _ in path.heights:
        path.climbed += 2


def over_after_one(path: Either, number: int) -> None:
    """One is there already."""
    path.climbed += 1
    for _ in path.heights:
        path.climbed += 1


def over_more_and_more(path: Either, number: int) -> None:
    """There are more in each round."""
    for _ in path.heights:
        path.climbed += 1
        path.heights.append(1)


def over_and_back(path: Either, number: int) -> None:
    """One may be below where one was, and below the ground."""
    for _ in path.heights:
        path.climbed -= 1
    path.climbed += 0


def back_and_over(path: Either, number: int) -> None:
    """One is, before the first round."""
    path.climbed -= 1
    for _ in path.heights:
        path.climbed += 1


def below_and_over(path: Either, number: int) -> None:
    """One is below the ground, and comes back."""
    path.climbed -= 9
    for _ in path.heights:
        path.climbed += 0
    path.climbed += 9


def straight(path: Either, number: int) -> None:
    """No round at all."""
    path.climbed += len(path.heights)


def of_two(path: Either, number: int) -> None:
    """Some of one kind or another, and as many."""
    seen: list[int] = []
    for _ in path.heights:
        seen.append(1)
        path.climbed += len(seen)


def of_two_others(path: Either, number: int) -> None:
    """The same in something else."""
    seen: dict[int, int] = {}
    for _ in path.heights:
        seen[len(seen)] = 1
        path.climbed += len(seen)


def over_calling(path: Either, number: int) -> None:
    """Each round calls an operation."""
    for _ in path.heights:
        path.up(1)


def over_calling_and_back(path: Either, number: int) -> None:
    """Behind the call one is below the ground."""
    for _ in path.heights:
        path.up(1)
        path.climbed -= 9


def calling_first(path: Either, number: int) -> None:
    """It is called before the loop."""
    path.up(1)
    for _ in path.heights:
        path.climbed += 1


def idle_from_there(path: Either, number: int) -> None:
    """What is called changes nothing, and so do rounds."""
    path.up(0)
    for _ in path.heights:
        path.climbed += 0


def idle_until_there(path: Either, number: int) -> None:
    """The same, but it is called behind the loop."""
    for _ in path.heights:
        path.climbed += 0
    path.up(0)


def calling_last(path: Either, number: int) -> None:
    """It is called behind the loop."""
    for _ in path.heights:
        path.climbed += 1
    path.up(1)


def numbered_more_and_more(path: Either, number: int) -> None:
    """There are more in each round, and each is numbered."""
    for _ in enumerate(path.heights):
        path.climbed += 1
        path.heights.append(1)


def idle(path: Either, number: int) -> None:
    """Nothing is done."""


def idle_for_ever(path: Either, number: int) -> None:
    """Nothing comes of it, if it ever ends: there are more in each round."""
    numbers = path.heights.copy()
    for _ in numbers:
        numbers.append(1)


def idle_by_another_name(path: Either, number: int) -> None:
    """A name comes to hold what the container holds."""
    numbers: list[int] = []
    for _ in path.heights:
        numbers = path.heights
    path.climbed += 0 * len(numbers)


def idle_of_another_kind(path: Either, number: int) -> None:
    """A name comes to hold a list."""
    found: Any = 0
    for _ in path.heights:
        found = [number]
    path.climbed += 0 * len(found)


# --- loops within loops


def each_with_each(path: Either, number: int) -> None:
    """One up for each pair of heights."""
    for _ in path.heights:
        for _ in path.heights:
            path.climbed += 1


def each_alone(path: Either, number: int) -> None:
    """As many at once."""
    for _ in path.heights:
        path.climbed += len(path.heights)


# --- loops that go on for a while


def down(path: Either, number: int) -> None:
    """As often as the number says."""
    while number > 0:
        path.climbed += 1
        number -= 1


def down_again(path: Either, number: int) -> None:
    """The same."""
    while number > 0:
        path.climbed += 1
        number -= 1


def down_to_one(path: Either, number: int) -> None:
    """It is left in the last round."""
    while number > 0:
        if number == 1:
            break
        number -= 1


def down_before_one(path: Either, number: int) -> None:
    """There is no last round."""
    while number > 1:
        number -= 1


def down_further(path: Either, number: int) -> None:
    """Once more."""
    while number > -1:
        path.climbed += 1
        number -= 1


def down_less(path: Either, number: int) -> None:
    """Once less."""
    while number > 1:
        path.climbed += 1
        number -= 1


def down_by_two(path: Either, number: int) -> None:
    """Each round takes two off."""
    while number > 0:
        path.climbed += 1
        number -= 2


def for_ever(path: Either, number: int) -> None:
    """It goes on."""
    while number > 0:
        path.climbed += 0


def for_ever_again(path: Either, number: int) -> None:
    """The same."""
    while number > 0:
        path.climbed += 0


# --- loops that are left early


def until(path: Either, number: int) -> int:
    """How far one is where the number is met."""
    for height in path.heights:
        path.climbed += 1
        if height == number:
            break
    return path.climbed


def until_answered(path: Either, number: int) -> int:
    """It is left by the answer."""
    for height in path.heights:
        path.climbed += 1
        if height == number:
            return path.climbed
    return path.climbed


def until_refused(path: Either, number: int) -> int:
    """It is left by an error."""
    for height in path.heights:
        path.climbed += 1
        if height == number:
            raise Missing("it is met")
    return path.climbed


def met(path: Either, number: int) -> int:
    """It is left by an error, before anything is changed."""
    for height in path.heights:
        if height == number:
            raise Missing("it is met")
    return path.climbed


def until_refused_otherwise(path: Either, number: int) -> int:
    """It is left by another error."""
    for height in path.heights:
        path.climbed += 1
        if height == number:
            raise OutOfRange("it is met")
    return path.climbed


def until_never(path: Either, number: int) -> int:
    """It is not left."""
    for height in path.heights:
        path.climbed += max(1, min(height, 1))
    return path.climbed


def until_seven(path: Either, number: int) -> int:
    """It is left as well where 7 is met."""
    for height in path.heights:
        path.climbed += 1
        if height in (number, 7):
            break
    return path.climbed


def until_then(path: Either, number: int) -> int:
    """Behind it one climbs on."""
    for height in path.heights:
        path.climbed += 1
        if height == number:
            break
    path.climbed += 1
    return path.climbed


def until_or_else(path: Either, number: int) -> int:
    """One climbs on where it is not met."""
    for height in path.heights:
        path.climbed += 1
        if height == number:
            break
    else:
        path.climbed += 1
    return path.climbed


NUMBER: Final = Domain("number", lambda m, scope: (0, 1), {}, symbolic=lambda make: make.int("number"))


def path(
    model: Callable[..., Any],
    impl: Callable[..., Any],
    laws: tuple[Claim, ...] = (),
    ours: dict[str, Any] | None = None,
    theirs: dict[str, Any] | None = None,
    **more: Any,
) -> Refinement:
    """The container, and what is declared of the loops of the model (`ours`) and of the arrays (`theirs`)."""
    said = {model.__qualname__: ours or {}, impl.__qualname__: theirs or {}}
    up = Operation("up", Claim("PA-R1", "`up` climbs."), takes=(NUMBER,))
    go = Operation(
        "go", Claim("PA-R2", "Both go round."), takes=(NUMBER,), model=model, impl=impl, refusals=("Missing",), **more
    )
    return Refinement(
        code="PA",
        name="path",
        title="path",
        model=PathModel,
        impl=Path,
        couple=(as_far,),
        laws=laws,
        operations=(up, go),
        scopes=(Scope("small", {}),),
        loops=tuple(Loop(name, place, **{"lockstep": True, **each}) for name, each in said.items() for place in (0, 1)),
        configure=lambda make: {},
    )
