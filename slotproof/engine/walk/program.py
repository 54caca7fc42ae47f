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
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from slotproof.declare import Operation
from slotproof.engine.walk.lockstep import Draw

LENGTH: Final = 512  # bytes of a program
CYCLE: Final = 4  # operation bytes below it begin a cycle
CYCLE_BITS: Final = 6  # a cycle goes round 1, 2, 4, ... or 2**(CYCLE_BITS - 1) times


def programs(seed: str, length: int = LENGTH) -> Iterator[bytes]:
    """Random programs without end, the same for the same seed."""
    source = random.Random(seed)
    while True:
        yield source.randbytes(length)


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
) -> tuple[list[Draw], Mapping[str, Any]]:
    """The draws and the widths, both made small, that still fail; `fails` is asked at most `budget` times.

    At the end no step and, within the budget, no two steps can be left out.

    Takes      configurations, the one that fails first, then those to be tried
    """
    asked = itertools.count()

    def check(shorter: Sequence[Draw], configuration: Mapping[str, Any]) -> bool:
        return next(asked) < budget and fails(shorter, configuration)

    configuration = configurations[0]
    kept = _without_runs(list(draws), lambda shorter: check(shorter, configuration))
    for smaller in sorted(configurations[1:], key=width):
        if width(smaller) < width(configuration) and check(kept, smaller):
            configuration = smaller
            break
    configuration = _narrow(configuration, lambda narrower: check(kept, narrower))
    shorter: list[Draw] | None = kept
    while shorter is not None:
        kept = _plain(shorter, lambda plainer: check(plainer, configuration))
        shorter = _without(kept, lambda shorter: check(shorter, configuration))
    return kept, configuration


def width(configuration: Mapping[str, Any]) -> float:
    """The sum of the widths, to put configurations in order; the default one is the widest."""
    return sum(value for value in configuration.values() if isinstance(value, int)) or float("inf")


def _without_runs(draws: list[Draw], check: Callable[[list[Draw]], bool]) -> list[Draw]:
    """The draws without each run that is not needed: runs of half of them first, single ones last."""
    size = max(len(draws) // 2, 1)
    while True:
        start = len(draws) - size
        removed = False
        while start > -size:
            shorter = draws[: max(start, 0)] + draws[start + size :]
            if len(shorter) < len(draws) and check(shorter):
                draws, removed = shorter, True
            start -= size
        if size == 1 and not removed:
            return draws
        size = max(size // 2, 1)


def _without(draws: list[Draw], check: Callable[[list[Draw]], bool]) -> list[Draw] | None:
    """The draws without some one or two of them; None if there is no one and there are no two to leave out."""
    for first, second in itertools.combinations_with_replacement(range(len(draws)), 2):
        shorter = [draw for place, draw in enumerate(draws) if place not in (first, second)]
        if check(shorter):
            return shorter
    return None


def _plain(draws: list[Draw], check: Callable[[list[Draw]], bool]) -> list[Draw]:
    """The draws with each class and number as low as can be."""
    for place in range(len(draws)):
        for argument in range(len(draws[place].choices)):
            number, choices = draws[place]
            kind, pick = choices[argument]
            for lower in ((0, 0), (kind, 0), (kind, 1), (kind, 2), (kind % 8, pick % 8), (kind % 8, pick)):
                changed = Draw(number, (*choices[:argument], lower, *choices[argument + 1 :]))
                if lower < (kind, pick) and check([*draws[:place], changed, *draws[place + 1 :]]):
                    draws = [*draws[:place], changed, *draws[place + 1 :]]
                    break
    return draws


def _narrow(configuration: Mapping[str, Any], check: Callable[[Mapping[str, Any]], bool]) -> Mapping[str, Any]:
    """The configuration with each width as small as can be."""
    for name, value in configuration.items():
        if isinstance(value, int) and not isinstance(value, bool):
            for less in range(1, value):
                narrower = {**configuration, name: less}
                if check(narrower):
                    configuration = narrower
                    break
    return configuration
