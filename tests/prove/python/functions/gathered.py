"""Loops of which rounds put something in on some ways only, put another list in the place of one, or lose a name.

In a module of which the process has what the file says.
"""

from __future__ import annotations

from typing import Any

from slotproof.spec.logic import conj, implies

from ...examples.steps import Either

# --- what is put in on one way, and not on another


def nothing(path: Either, number: int) -> None:
    """Nothing is done."""


def last_in_a_set(path: Either, number: int) -> None:
    """One for the last height that is not 0."""
    seen: set[int] = set()
    for height in path.heights:
        if height == 0:
            seen = set()
            continue
        seen = {height}
    path.climbed += len(seen)


def last_in_a_dict(path: Either, number: int) -> None:
    """The same, by height."""
    seen: dict[int, int] = {}
    for height in path.heights:
        if height == 0:
            seen = {}
            continue
        seen = {height: number}
    path.climbed += len(seen)


def last_in_a_list(path: Either, number: int) -> None:
    """As far as the last height is."""
    seen: list[int] = []
    for height in path.heights:
        if height == 0:
            seen = []
            continue
        seen = [height]
    if len(seen) > 0:
        path.climbed += seen[0]


def in_a_set_until_0(path: Either, number: int) -> None:
    """One for each height behind the last 0."""
    seen = set[int]()
    for height in path.heights:
        if height == 0:
            seen.clear()
            continue
        seen.add(height)
    path.climbed += len(seen)


def one_until_0(path: Either, number: int) -> None:
    """One, if no height is 0."""
    seen = {number}
    for height in path.heights:
        if height == 0:
            seen = set()
    path.climbed += len(seen)


def found_last(path: Either, number: int) -> None:
    """One, if the last height but those above 1 is 1."""
    found: int | None = 0
    for height in path.heights:
        if height == 0:
            found = 5
        elif height == 1:
            found = None
    if found is None:
        path.climbed += 1


def never_two_in_a_set(path: Either, number: int) -> None:
    """There never are two."""
    seen: set[int] = set()
    for height in path.heights:
        if height == 0:
            seen = set()
            continue
        seen = {height}
    if len(seen) > 1:
        path.climbed += 1


def never_two_in_a_list(path: Either, number: int) -> None:
    """The same in a list, of which one is a height."""
    seen: list[int] = []
    for height in path.heights:
        if height == 0:
            seen = []
            continue
        seen = [height]
    if len(seen) > 1:
        path.climbed += seen[1]


def few(at: Any) -> dict[str, bool]:
    """There is at most one."""
    return {"few": len(at.local["seen"]) <= 1}


# --- a name that is lost on one way


def with_the_last(path: Either, number: int) -> None:
    """The name of one loop is that of another one within, of so many rounds."""
    last = 0
    for height in path.heights:
        path.climbed += last
        if height == 1:
            last = 5
        else:
            for last in range(number):
                assert last >= 0


def with_one_more(path: Either, number: int) -> None:
    """Of one round more."""
    last = 0
    for height in path.heights:
        path.climbed += last
        if height == 1:
            last = 5
        else:
            for last in range(number + 1):
                assert last >= 0


def with_its_own(path: Either, number: int) -> None:
    """The loop within has a name of its own."""
    last = 0
    for height in path.heights:
        path.climbed += last
        if height == 1:
            last = 5
        else:
            for _ in range(number):
                pass


# --- another list in the place of one that has a name


def emptied(path: Either, number: int) -> None:
    """As far as there were heights, of which none is left."""
    if number > 0:
        path.climbed += len(path.heights)
        path.heights = []


def emptied_beside(path: Either, number: int) -> None:
    """In the first round, the list that has a name is that of the container."""
    seen = path.heights
    for place in range(number):
        seen.append(1)
        if place == 0:
            path.climbed += len(path.heights)
        path.heights = []


def emptied_in_turn(path: Either, number: int) -> None:
    """In the first round, both are one."""
    seen = path.heights
    for place in range(number):
        seen.append(1)
        if place == 0:
            path.climbed += len(path.heights)
        path.heights = []
        seen = []


def _renewed(path: Either, number: int) -> None:
    for place in range(number):
        if place == 0:
            path.climbed += len(path.heights)
        path.heights = []


def emptied_and_named(path: Either, number: int) -> None:
    """Of no round, the list that has a name is still that of the container."""
    seen = path.heights
    _renewed(path, number)
    seen.append(1)


def emptied_with_a_copy(path: Either, number: int) -> None:
    """What has a name is another list."""
    seen = path.heights.copy()
    for place in range(number):
        seen.append(1)
        if place == 0:
            path.climbed += len(path.heights)
        path.heights = []


def emptied_anew(path: Either, number: int) -> None:
    """Nothing has a name."""
    _renewed(path, number)


def first_counts(at: Any) -> dict[str, bool]:
    """The first round counts what there was, and leaves nothing."""
    now, entry = at.now, at.entry
    return {
        "first": implies(at.index == 0, conj(now.climbed == entry.climbed, now.heights == entry.heights)),
        "then": implies(at.index > 0, conj(now.climbed == entry.climbed + len(entry.heights), len(now.heights) == 0)),
    }
