"""Known mistakes: bugs that others shipped, and mistakes that both sides could make alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

Changed = tuple[Callable[..., Any], tuple[tuple[str, str], ...]]
"""A function, and texts that occur once in it, with what stands in their place."""


@dataclass(frozen=True)
class Bug:
    """A bug that was shipped, and the same mistake in one of our containers.

    rows        the defects it stands for: numbers of the collection of reported bugs, or names such as H1 of what the
                originals of our containers do wrong
    says        what went wrong there, in one sentence
    container   name of the container on which the judges are tried
    function    of our implementation, in which the mistake is made
    also        further links
    changes     texts that occur once in the function, and what stands in their place
    """

    id: str
    rows: tuple[str, ...]
    where: str
    link: str
    says: str
    container: str
    function: Callable[..., Any]
    changes: tuple[tuple[str, str], ...]
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class OutOfScope:
    """A bug for which there is no place here, and why."""

    row: str
    where: str
    link: str
    says: str
    reason: str


@dataclass(frozen=True)
class Shown:
    """What an original does wrong, or differently, that a deviation and its test show; there is nothing to change here.

    claim   ID of the deviation
    test    where the original and ours are run beside each other
    """

    row: str
    says: str
    claim: str
    test: str


@dataclass(frozen=True)
class Pair:
    """One mistake on both sides.

    says        what goes wrong, in one sentence
    law         ID of the law that finds it
    scope       name of a scope of the container in which it does
    operations  those that lead there, and the one that goes wrong
    model, impl   the function of each side, and texts that occur once in it, with what stands in their place
    """

    id: str
    container: str
    says: str
    law: str
    scope: str
    operations: tuple[str, ...]
    model: Changed
    impl: Changed


def alike(
    id: str,
    container: str,
    says: str,
    law: str,
    scope: str,
    operations: tuple[str, ...],
    sides: tuple[Callable[..., Any], Callable[..., Any]],
    *changes: tuple[str, str],
) -> Pair:
    """A pair of changes that read the same on both sides."""
    return Pair(id, container, says, law, scope, operations, (sides[0], changes), (sides[1], changes))


NO: Final = ("            return False\n", "            return True\n")
"""An answer "nothing was there" that becomes "it is done"."""
