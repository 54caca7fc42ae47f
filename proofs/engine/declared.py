"""What a declaration says of functions and containers that proofs know by other proofs, and of foreign data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from slotproof.proofs.engine.inline import all_hold

if TYPE_CHECKING:
    from slotproof.proofs.engine.refinement import Refinement, Theorem

# --- functions


@dataclass(frozen=True)
class Summary:
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
class Definition:
    """A function of a list of numbers and a number that claims use, kept as a name: what it stands for is known of it.

    Spelled out in a quantifier, `starts[layer + 1]` makes a solver try one layer after the other; a name does not.
    """

    function: Callable[[Any, Any], Any]


# --- foreign data


@dataclass(frozen=True)
class Foreign:
    """What the proof of `from_dict` needs to know beside the claims.

    means     (the new container, seen) -> attributes of the model's state that its arrays mean
    premise   (implementation) -> what is true of every container and no claim says, such as that a width is a power
              of two; it is supposed of what is whole, and obliged of what is accepted
    presumed  the same, of what nobody shows; its docstring says it where proofs list what they presume
    more      (make) -> further arguments of the operation
    omitted   attributes of the implementation that the data has no field for
    whole     (implementation, data) -> what the operation makes of what is whole, if not the operation's own; it agrees
              with the model if the coupling holds
    handed_on   the one attribute there is, if the data is that of the inner container which it holds
    small     (fields) -> true of the data that a search for a state of a few elements may use
    """

    means: Callable[[Any, Any], Mapping[str, Any]]
    premise: Callable[[Any], bool] = field(default=lambda h: True)
    presumed: Callable[[Any], bool] | None = None
    more: Callable[[Any], tuple[Any, ...]] = field(default=lambda make: ())
    omitted: tuple[str, ...] = ()
    whole: Callable[[Any, Any], Any] | None = None
    handed_on: str = ""
    small: Callable[[Mapping[str, Any]], bool] = field(default=lambda fields: True)


# --- containers


@dataclass(frozen=True)
class Several:
    """Containers of one sort that an attribute of another one holds: a list of them, and in the model a dict.

    refinement  their declaration
    represent   (model) -> the container in that state
    coupled     (model, container) -> the container means that
    reads       attributes of the model that claims read, and that no step changes
    holding     (data) -> the container that holds what its `to_dict` gave, unchecked

    The methods are words of claims.
    """

    refinement: Refinement
    represent: Callable[[Any], Any]
    coupled: Callable[[Any, Any], bool]
    reads: tuple[str, ...] = ()
    holding: Callable[[Any], Any] | None = None

    def means(self, model: Any, container: Any) -> bool:
        """True if a container means a model state."""
        return self.coupled(model, container)

    def obeys(self, model: Any) -> bool:
        """True if the laws of states hold."""
        return all_hold([law for law in self.refinement.laws if not law.step], model)

    def steps(self, before: Any, after: Any) -> bool:
        """True if the laws of steps hold."""
        return all_hold([law for law in self.refinement.laws if law.step], before, after)

    def same(self, one: Any, other: Any) -> bool:
        """True if two states are the same."""
        return bool(vars(one) == vars(other))

    def made(self, *arguments: Any, **keywords: Any) -> Any:
        """The state of a new container."""
        return self.refinement.model(*arguments, **keywords)

    def tells(self, data: Any, container: Any) -> bool:
        """True if data is what `to_dict` gives of a container in this state."""
        return self.same(self._held(data), container)

    def all_holding(self, data: Iterable[Any]) -> list[Any]:
        """The containers that hold what a list of data tells, unchecked."""
        return [self._held(each) for each in data]

    def apart(self, one: Iterable[Any], other: Iterable[Any]) -> bool:
        """True if no container stands in both lists."""
        return not any(mine is its for mine in one for its in other)

    def by_index(self, containers: Iterable[Any]) -> dict[int, Any]:
        """The dict from index to container."""
        return dict(enumerate(containers))

    def _held(self, data: Any) -> Any:
        if self.holding is None:
            raise TypeError(f"what container holds data of a {self.refinement.title} is not declared")
        return self.holding(data)


# --- callbacks


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
