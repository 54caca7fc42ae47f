"""What the corpus of shipped bugs is made of: bugs made again here, without a counterpart, or shown elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from slotproof.engine.mutate.edit import Mutant, replaced


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

    def mutant(self) -> Mutant:
        """The change, as the judges of mutants take it.

        Raises     NotApplied if the function does not read as it did
        """
        return replaced(self.container, self.function, self.changes, self.id)


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
