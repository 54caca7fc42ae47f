"""The ways of a proof, step by step, for whoever wants to write them out: the tree of paths.

A step leads on from the one before it. Steps are made only while somebody has opened a book; the book holds the steps
at which something was told, and these hold those before them. Where a state is copied, its way forks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

CASE: Final = "case"
"""A condition, of which the other ways from the step before have the rest."""

ASSUMED: Final = "assumed"
"""What is taken for granted, by the name under which that is justified."""

SHOWN: Final = "shown"
"""What was obliged: the goal, before it was asked."""

CLOSED: Final = "closed"
"""A solver showed that nothing can be here."""

PART: Final = "part"
"""One of several ways that all have to be followed."""

LOOP: Final = "loop"
"""Any round of a loop: what it changes is forgotten."""

BODY: Final = "body"
"""All is assumed of any round: the round itself begins."""

END: Final = "end"
"""How the operation ended; what is shown from here on is owed for that."""

DONE: Final = "done"
"""Nothing follows: all that is owed was told before."""

ELSEWHERE: Final = "elsewhere"
"""What follows is followed in another part: a loop in lockstep is reached, left, or left in a round."""

TOLD: Final = (SHOWN, CLOSED, DONE, ELSEWHERE)
"""Steps for which others are written: those that lead to none of these say nothing."""


ANY: Final = "any value"
ROUND: Final = "any round"
ALL_ROUNDS: Final = "a `for` goes round as often as there are entries"
PROVED: Final = "shown by a proof of its own"
EVERY: Final = "true of every container"
SAME_SIZE: Final = "a dict and a sequence that hold the same are of one size"
"""Names under which something is taken for granted, besides claims and invariants."""


@dataclass(eq=False)
class Step:
    """One step.

    formula   what was assumed, is the case, or was obliged; of a loop, whether it ends by itself
    said      in words: why, of what, or which one
    claim     that what is obliged belongs to; the loop of the model, with which one is in lockstep
    known     of a goal, what holds once it is shown; facts, the definitions of new names up to here
    """

    before: Step | None
    kind: str
    formula: Any = None
    said: str = ""
    claim: str = ""
    known: Any = None
    facts: Sequence[Any] = ()


@dataclass
class Book:
    """The ways of one proof.

    told      the steps at which something was shown, or ended
    learned   what solvers were given besides, and is shown elsewhere
    """

    told: list[Step] = field(default_factory=list)
    learned: list[Any] = field(default_factory=list)


OPEN: Final[list[list[Book]]] = []
"""Where the book of each proof goes that is begun from now on; nothing is written if it is empty."""


@contextmanager
def written() -> Iterator[list[Book]]:
    """Have the ways of proofs written; give the books, one for each proof."""
    books: list[Book] = []
    OPEN.append(books)
    try:
        yield books
    finally:
        OPEN.remove(books)


def begin() -> None:
    """Begin the book of another proof."""
    for books in OPEN:
        books.append(Book())


def learn(formulas: Sequence[Any]) -> None:
    """Note what solvers are given besides."""
    for books in OPEN:
        books[-1].learned += formulas


def tell(step: Step) -> None:
    """Note a step at which something is told."""
    for books in OPEN:
        books[-1].told.append(step)
