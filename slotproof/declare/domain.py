"""The values that arguments of operations range over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from slotproof.declare.claim import DeclarationPart
from slotproof.declare.scope import Scope


@dataclass(frozen=True)
class Domain(DeclarationPart):
    """The values an argument ranges over, as each judge needs them.

    small      (model, scope) -> every value that explore tries in this state
    classes    name of a class of values -> (model, issued, number) -> the value of that class that a number picks;
               `issued` lists what earlier operations returned, oldest first; None if the class is empty just now
    huge       a walk also tries numbers near 2**31, 2**32, 2**53, 2**63 and 2**64, and must have tried one: what is
               given is no size of anything that is made, nor a number of steps; (model, argument) -> true of those
               arguments of which that is so, if it is of some
    symbolic   (make) -> a stand-in for every value at once; `make` makes symbolic ints, bools, values, handles ...
    within     what limits the values that it stands for, in words, if they are not all
    """

    name: str
    small: Callable[[Any, Scope], Sequence[Any]]
    classes: Mapping[str, Callable[[Any, Sequence[Any], int], Any]]
    symbolic: Callable[[Any], Any] | None = None
    within: str = ""
    huge: bool | Callable[[Any, Any], bool] = False


@dataclass(frozen=True)
class Peer(DeclarationPart):
    """An argument that is a second container of the same configuration.

    history   operations that were run on it first: name, arguments

    A judge builds it anew for each call, gives each side its own, and checks the coupling of the two afterwards.
    """

    history: tuple[tuple[str, tuple[Any, ...]], ...] = ()


class Rank:
    """A function from handles to numbers, by which they are put in order: an argument of operations."""

    def __init__(self, rank: Callable[[Any], int]) -> None:
        self.rank = rank

    def __call__(self, *handles: Any) -> Any:
        """The number of a handle."""
        return self.rank(*handles)


class RankOrder(Rank):
    """A comparison of handles by such a function."""

    def __call__(self, *handles: Any) -> Any:
        """True if the first of two comes after the other."""
        return self.rank(handles[0]) > self.rank(handles[1])
