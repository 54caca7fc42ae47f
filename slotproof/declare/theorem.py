"""Theorems about words and numbers, and the functions that proofs know by them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from slotproof.declare.claim import Claim, DeclarationPart


@dataclass(frozen=True)
class Theorem(DeclarationPart):
    """A claim about machine words, or about numbers of a fixed width.

    holds      (bits, **widths) -> true; it runs the project's own source on numbers that `bits` makes up
    widths     keyword arguments of each instance that is judged, in bits
    shows      summaries whose facts are part of it
    configure  (make) -> keyword arguments of any instance: `prove` shows the theorem of each, of numbers of any width;
               what it assumes of them, such as that there are so many bits, is part of what it says
    configured  what limits the instances that `configure` makes, or `holds` looks at, in words
    of         keyword argument -> the attribute of the model that is this number, if the theorem is about the numbers
               of a container: `prove` shows that those of any container are among the instances
    """

    claim: Claim
    holds: Callable[..., bool]
    widths: tuple[Mapping[str, int], ...]
    shows: tuple[Summary, ...] = ()
    configure: Callable[[Any], Mapping[str, Any]] | None = None
    configured: str = field(default="", kw_only=True)
    of: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Summary(DeclarationPart):
    """A function known by what is proved of it.

    function   the function; its arguments are a word, then widths, positions and truths
    returns    int or bool
    facts      (wide, result, *arguments) -> what is true of every call, in words of logic, where no word is wider than
               `wide`; None if nothing is used but that equal arguments give equal results
    theorem    ID of the theorem that shows `facts`: it is part of what that theorem says
    followed   a proof follows its code
    given      (bits, **widths) -> each tuple of arguments that the theorem shows them for
    """

    function: Callable[..., Any]
    returns: type
    facts: Callable[..., bool] | None = None
    theorem: str = ""
    followed: bool = field(default=False, kw_only=True)
    given: Callable[..., Iterable[tuple[Any, ...]]] | None = None

    @property
    def name(self) -> str:
        """The function's name, with that of its module."""
        return f"{self.function.__module__.removeprefix('slotproof.')}.{self.function.__qualname__}"

    def unshown(self, theorems: Iterable[Theorem]) -> str:
        """Why the facts may not be used, or "": they are no part of the theorem that is named."""
        if self.facts is None or self.theorem in [each.claim.id for each in theorems if self in each.shows]:
            return ""
        named = f"theorem {self.theorem}" if self.theorem else "a theorem"
        code = self.facts.__code__
        place = f"{code.co_filename.rpartition('/')[2]}:{code.co_firstlineno}"
        return f"{place}: the facts of {self.name} are no part of {named}: name the summary in its `shows`"


@dataclass(frozen=True)
class Definition(DeclarationPart):
    """A function of a list of numbers and a number that claims use, kept as a name: what it stands for is known of it.

    Spelled out in a quantifier, `starts[layer + 1]` makes a solver try one layer after the other; a name does not.
    """

    function: Callable[[Any, Any], Any]


@dataclass(frozen=True)
class Lemma(DeclarationPart):
    """Something that is true of all numbers, in words of logic, for proofs to use everywhere.

    says        (*numbers) -> true
    by          (*numbers) -> the terms of which solvers must have met all to think of it
    unfolds     functions with summaries whose code shows it
    local       it is used to show lemmas alone, those that name it
    uses        names of the local lemmas that show it
    induction   the number by which it is shown by induction, from 0 up; it is said of no other
    """

    name: str
    says: Callable[..., bool]
    by: Callable[..., Any]
    unfolds: tuple[Callable[..., Any], ...] = ()
    local: bool = False
    uses: tuple[str, ...] = ()
    induction: str = ""
