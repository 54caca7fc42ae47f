"""Byte programs: random bytes read as the steps of a walk, and how a failing walk is made short.

    program   | mask of the operations in use | step | step | ...
    step      | operation | class, number (2 bytes) of each argument |
    cycle     | CYCLE | times | step | step |        both steps, over and over

Every byte string is a program; a step that the end cuts off is left out.
A program uses about half of the operations: one that has no `clear` fills the container, one that has no `insert`
does not hide what the others do to an empty one.
An operation byte picks from those in use, each of which stands there as often as its weight says; those that weigh
more than 1 are in use in every program.
Cycles exhaust generations that single steps would not.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from slotproof.declare import Operation
from slotproof.engine.walk.lockstep import Draw

LENGTH: Final = 512  # bytes of a program
CYCLE: Final = 4  # operation bytes below it begin a cycle
CYCLE_BITS: Final = 6  # a cycle goes round 1, 2, 4, ... or 2**(CYCLE_BITS - 1) times
NARROW: Final = 16  # numbers below it are tried in place of a width

T = TypeVar("T")
First = Callable[[Iterable[T]], T | None]
"""Which of several things, tried in turn, is the first that still fails; None if none does."""


def programs(seed: str) -> Iterator[bytes]:
    """Random programs without end, the same for the same seed."""
    source = random.Random(seed)
    while True:
        yield source.randbytes(LENGTH)


def decode(program: bytes, operations: Sequence[Operation], only: Collection[int] = ()) -> list[Draw]:
    """The steps a program stands for, cycles rolled out.

    Takes      only, the places of the operations that are in use, once each, whatever the mask and the weights say
    """
    arity = [len(operation.takes) for operation in operations]
    head = (len(operations) + 7) // 8
    mask = int.from_bytes(program[:head], "little")
    usable = (
        list(only)
        or [
            number
            for number, operation in enumerate(operations)
            for _ in range(operation.weight)
            if mask >> number & 1 or operation.weight > 1
        ]
        or list(range(len(operations)))
    )
    changing = [number for number in usable if not operations[number].pure]
    draws: list[Draw] = []
    at, end = head, len(program)

    def read(numbers: Sequence[int]) -> Draw | None:
        nonlocal at
        number = numbers[program[at] % len(numbers)] if at < end else 0
        first = at + 1
        at = first + 3 * arity[number]
        if at > end:
            return None
        return Draw(
            number,
            tuple((program[i], program[i + 1] << 8 | program[i + 2]) for i in range(first, at, 3)),
        )

    while at < end:
        if program[at] >= CYCLE or not changing:
            draw = read(usable)
            if draw is not None:
                draws.append(draw)
            continue
        times = 1 << (program[at + 1] if at + 1 < end else 0) % CYCLE_BITS
        at += 2
        pair = (read(changing), read(changing))
        draws.extend([draw for draw in pair if draw is not None] * times)
    return draws


def shrink(
    draws: Sequence[Draw],
    configurations: Sequence[Mapping[str, Any]],
    fails: Callable[[Sequence[Draw], Mapping[str, Any]], bool],
    budget: int,
) -> tuple[Sequence[Draw], Mapping[str, Any]]:
    """The draws and the widths, both made small, that still fail; `fails` is asked at most `budget` times.

    At the end no step and, within the budget, no two steps can be left out.

    Takes      configurations, the one that fails first, then those to be tried
    """
    asked = itertools.count()
    configuration = configurations[0]

    def first(smaller: Iterable[Sequence[Draw]]) -> Sequence[Draw] | None:
        return next((each for each in smaller if next(asked) < budget and fails(each, configuration)), None)

    def narrowest(narrower: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
        return next((each for each in narrower if next(asked) < budget and fails(kept, each)), None)

    kept: Sequence[Draw] = without_runs(draws, first, lambda whole, start, end: [*whole[:start], *whole[end:]])
    configuration = narrowed(configuration, configurations[1:], narrowest)
    shorter: Sequence[Draw] | None = kept
    while shorter is not None:
        kept = _plain(shorter, first)
        pairs = itertools.combinations_with_replacement(range(len(kept)), 2)
        shorter = first([draw for at, draw in enumerate(kept) if at not in pair] for pair in pairs)
    return kept, configuration


def width(configuration: Mapping[str, Any]) -> float:
    """The sum of the widths, to put configurations in order; the default one is the widest."""
    return sum(value for value in configuration.values() if isinstance(value, int)) or float("inf")


def without_runs(
    things: Sequence[T], first: First[Sequence[T]], cut: Callable[[Sequence[T], int, int], Sequence[T]]
) -> Sequence[T]:
    """The things without each run that is not needed: runs of half of them first, single ones last.

    Takes      first, which of several still fails; cut, how things from one place to before another are left out
    """
    size = max(len(things) // 2, 1)
    while True:
        starts = range(len(things) - size, -size, -size)
        shorter = first(cut(things, max(start, 0), start + size) for start in starts)
        if shorter is not None:
            things = shorter
        elif size == 1:
            return things
        else:
            size //= 2


def narrowed(
    configuration: Mapping[str, Any], known: Iterable[Mapping[str, Any]], first: First[Mapping[str, Any]]
) -> Mapping[str, Any]:
    """The configuration with widths as small as can be: one that is known first, then one width after the other."""
    narrower = [other for other in sorted(known, key=width) if width(other) < width(configuration)]
    configuration = first(narrower) or configuration
    for name, value in configuration.items():
        if type(value) is int:
            less = ({**configuration, name: number} for number in range(1, min(value, NARROW)))
            configuration = first(less) or configuration
    return configuration


def _plain(draws: Sequence[Draw], first: First[Sequence[Draw]]) -> Sequence[Draw]:
    """The draws with each class and number as low as can be."""
    for place in range(len(draws)):
        for argument in range(len(draws[place].choices)):
            number, choices = draws[place]
            kind, pick = choices[argument]
            lower = [(0, 0), (kind, 0), (kind, 1), (kind, 2), (kind % 8, pick % 8), (kind % 8, pick)]
            plainer = (
                [
                    *draws[:place],
                    Draw(number, (*choices[:argument], each, *choices[argument + 1 :])),
                    *draws[place + 1 :],
                ]
                for each in lower
                if each < (kind, pick)
            )
            draws = first(plainer) or draws
    return draws
