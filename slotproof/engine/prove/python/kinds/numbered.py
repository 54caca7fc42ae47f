"""Any number of things, of which some are looked at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Term = Any
Value = Any


@dataclass(frozen=True)
class Numbers:
    """The numbers of parts of which there are any number: they go from 0 up to a count.

    count    how many there are
    places   those that are looked at, each another one; one of them stands for all that are not
    of       what they number: in another container the same number may name something else
    none     what an operation is handed in place of one, and is none
    """

    count: Term
    places: tuple[Term, ...]
    of: str
    none: list[Term] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class OpenCell:
    """A list, or a dict by number, of any number of things, of which those at some places are known one by one.

    keys    the places at which something stands; of a list, all places
    """

    numbers: Numbers
    keys: tuple[Term, ...]
    items: tuple[Value, ...]
    is_list: bool

    @property
    def size(self) -> Term | None:
        """How many there are, if something stands at every number; None, and it is not known."""
        return self.numbers.count if len(self.keys) == len(self.numbers.places) else None


@dataclass(frozen=True)
class AwayCell:
    """What must not be looked at, in the words of a refusal: another round may change it, or it may be replaced."""

    what: str = "what another round is about"
    why: str = "that one may have changed it already"
    cure: str = "look at what this round is about"
