"""What goals followed from when they were last shown, so that Z3 is asked of so much first.

Of the hundred things that a path assumes a goal follows from a few. To find out which takes most of the time of a
proof; to see it of these again takes next to none. So they are recorded, as hashes that Z3 has of formulas.
A hint is no evidence: both solvers are asked of the formulas as they are, and a goal that does not follow from those
that the hint names is asked of all, as if there were none. After a change of the sources some goals have no hint, and
their proofs take longer, until hints are recorded again.

A branch that Z3 did not see to be impossible is followed again without a question. If it is never taken after all, what
is proved of it is proved in vain, and nothing else is missed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Final

import z3

FOLDER: Final = Path(__file__).resolve().parent.parent / "hints"


@dataclass(frozen=True)
class Hint:
    """What one goal followed from.

    needed      hashes of the assumptions, in the order of the path
    ways        the places of the strategies that showed the pieces of the goal, where Z3 did not see it at once
    """

    needed: tuple[int, ...]
    ways: tuple[int, ...] = ()

    def few(self, assumed: Mapping[int, z3.BoolRef]) -> list[z3.BoolRef] | None:
        """The assumptions that the hint names, by their hashes; None if one is not there."""
        found = [assumed[each] for each in self.needed if each in assumed]
        return found if len(found) == len(self.needed) else None


@dataclass(frozen=True)
class Start:
    """A path on which a concrete start was found: how many elements there are at most, and what was decided.

    way    how it was found: the place of a way of asking Z3
    """

    bound: int
    taken: tuple[bool, ...]
    way: int = 0


@dataclass(frozen=True)
class Hints:
    """The hints of one container.

    known       of goals, by their hashes
    starts      unit -> where starts are found
    left_open   digests of questions whether a branch is never taken: of all that is assumed, and of what would follow
    """

    known: Mapping[int, Sequence[Hint]] = field(default_factory=dict)
    starts: Mapping[str, Sequence[Start]] = field(default_factory=dict)
    left_open: Set[int] = frozenset()

    def of(self, goal: z3.BoolRef, assumed: Mapping[int, z3.BoolRef]) -> Iterator[tuple[Hint, list[z3.BoolRef]]]:
        """Each hint about a goal of which all that it names is assumed, and these assumptions."""
        for hint in self.known.get(goal.hash(), ()):
            few = hint.few(assumed)
            if few is not None:
                yield hint, few

    def near(self, goal: z3.BoolRef, assumed: Mapping[int, z3.BoolRef]) -> Iterator[tuple[Hint, list[z3.BoolRef]]]:
        """Each hint about a goal of which not all is assumed: what is, and what is assumed that no hint names.

        Where the sources have changed, the one may stand for what the other says no more.
        """
        for hint in self.known.get(goal.hash(), ()):
            if hint.few(assumed) is None:
                new = [formula for each, formula in assumed.items() if each not in self.named]
                yield hint, [*(assumed[each] for each in hint.needed if each in assumed), *new]

    @cached_property
    def named(self) -> Set[int]:
        """The hashes of all assumptions that hints name."""
        return {each for hints in self.known.values() for hint in hints for each in hint.needed}


NONE: Final = Hints()


def digest(before: int, number: int) -> int:
    """The digest of formulas of which the last has this hash, and those before it have that digest: 32 bits."""
    return (before * 1_000_003 + number) % (1 << 32)


@cache
def recorded(container: str, folder: Path = FOLDER) -> Hints:
    """What is recorded of a container; nothing of one that has no record.

    Raises     ValueError if a line of the record is none
    """
    path = folder / f"{container}.txt"
    known: dict[int, list[Hint]] = {}
    starts: dict[str, list[Start]] = {}
    left_open: set[int] = set()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() if path.exists() else (), 1):
        try:
            if line.startswith("@"):
                unit, *found = line.removeprefix("@").split("\t")
                starts[unit] = [_start(each) for each in found]
            elif line.startswith("?"):
                left_open |= {int(each, 16) for each in line.split()[1:]}
            elif not line.startswith("#"):
                about, *needed = line.split()
                goal, _, ways = about.partition(_INSISTED)
                hint = Hint(tuple(int(each, 16) for each in needed), tuple(map(int, ways)))
                known.setdefault(int(goal, 16), []).append(hint)
        except ValueError:
            raise ValueError(f"{path}, line {number}, is no hint; record them again: {line[:60]}") from None
    return Hints(known, starts, left_open)


def _start(text: str) -> Start:
    bound, taken, *ways = text.split(":")
    [way] = ways or ["0"]
    return Start(int(bound), tuple(each == _YES for each in taken), int(way))


def _written(start: Start) -> str:
    taken = "".join(_YES if way else _NO for way in start.taken)
    return f"{start.bound}:{taken}:{start.way}" if start.way else f"{start.bound}:{taken}"


def write(container: str, hints: Hints, folder: Path = FOLDER) -> Path:
    """Record this of a container, and nothing else."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        "# Hashes: of a goal, and of the assumptions that it follows from.",
        "# Behind a +: where Z3 does not see it at once, the places of the strategies that show its pieces.",
        "# Behind a question mark: digests of questions whether a branch is never taken, which Z3 did not see.",
        "# Behind a unit: the most elements, and which way each decision goes, on paths that have a concrete start;",
        "# and the place of the way in which Z3 finds it, if that is not the first.",
        "# Made by `python -m slotproof.hints`. No evidence, and no verdict depends on it.",
    ]
    for unit in sorted(hints.starts):
        starts = sorted(hints.starts[unit], key=lambda each: (each.bound, each.taken))
        lines.append("\t".join([f"@{unit}", *map(_written, starts)]))
    left_open = [f"{each:x}" for each in sorted(hints.left_open)]
    lines += [" ".join(["?", *left_open[start : start + _A_LINE]]) for start in range(0, len(left_open), _A_LINE)]
    for goal in sorted(hints.known):
        for hint in sorted(hints.known[goal], key=lambda each: each.needed):
            mark = "".join([_INSISTED, *map(str, hint.ways)]) if hint.ways else ""
            lines.append(" ".join([f"{goal:x}{mark}", *(f"{each:x}" for each in hint.needed)]))
    path = folder / f"{container}.txt"
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return path


_A_LINE: Final = 12
"""Digests on a line."""

_INSISTED: Final = "+"

_YES, _NO = "y", "n"
