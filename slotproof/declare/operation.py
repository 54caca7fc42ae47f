"""Operations: what is called on both sides, how the results are compared, and what callers may use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from slotproof.declare.claim import Claim, DeclarationPart
from slotproof.declare.domain import Domain


@dataclass(frozen=True)
class Cost(DeclarationPart):
    """Array cells read and written, at most, on any path of one operation.

    reads         outside of loops
    writes        outside of loops
    each          what a loop repeats for; its costs come on top, once for each: as often as the loop is come to, or
                  once for all rounds of all its passes together if the name ends in " in all"
    each_reads    of a round of that loop
    each_writes   of a round of that loop
    more          the same for further loops: what they repeat for, reads, writes
    """

    reads: int
    writes: int
    each: str = ""
    each_reads: int = 0
    each_writes: int = 0
    more: tuple[tuple[str, int, int], ...] = ()

    @property
    def rounds(self) -> tuple[tuple[str, int, int], ...]:
        """What loops repeat for, and the reads and writes of a round."""
        return (*([(self.each, self.each_reads, self.each_writes)] if self.each else []), *self.more)

    def __str__(self) -> str:
        text = f"{self.reads} reads and {self.writes} writes"
        return text + "".join(
            f", and {reads} reads and {writes} writes for each {each}" for each, reads, writes in self.rounds
        )


def same(expected: Any, actual: Any) -> bool:
    """The default comparison of results."""
    return bool(expected == actual)


def same_sequence(expected: Any, actual: Any) -> bool:
    """Comparison of a list with what an iterator yields."""
    return list(expected) == list(actual)


def answers_no(result: Any) -> bool:
    """What `rejects` of most operations says that refuse without an error."""
    return isinstance(result, bool) and not result


@dataclass(frozen=True)
class Promise(DeclarationPart):
    """What those who call an operation may use of it: shown in its own proof, taken for granted in theirs.

    refused   name of an error -> (before, *arguments) -> when it is raised, if none that stands before it is
    keeps     (before, after, *arguments) -> named conditions on the model's states if it is not refused
    changes   the attributes of the model that may change; None for all
    """

    refused: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    keeps: Callable[..., Mapping[str, bool]] = field(default=lambda before, after, *arguments: {})
    changes: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Foreign(DeclarationPart):
    """What the proof of `from_dict` needs to know beside the claims.

    means     (the new container, seen) -> attributes of the model's state that its arrays mean
    premise   (implementation) -> what is true of every container and no claim says, such as that a width is a power
              of two; it is supposed of what is whole, and obliged of what is accepted
    presumed  the same, of what nobody shows; its docstring says it where proofs list what they presume
    more      (make) -> further arguments of the operation
    omitted   attributes of the implementation that the data has no field for; each other has one, and there are no more
    whole     (implementation, data) -> what the operation makes of what is whole, if not the operation's own: a call of
              it with what `to_dict` gives, and with attributes that are omitted; it agrees with the model if the
              coupling holds
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


@dataclass(frozen=True)
class Operation(DeclarationPart):
    """A public method, on both sides.

    name        of the method
    claim       the refinement claim (`XX-R1`): what is compared
    takes       a domain for each argument
    pure        the state never changes
    rejects     true of a result that means "refused, nothing changed"; errors always mean that
    model, impl how to call each side, if not the method of that name
    settles     (implementation before, *arguments) -> further arguments of the model, where it leaves open what the
                implementation has settled; a proof, which does not run the model, needs none
    agree       compares the results, if not `==`; what holds no containers is compared by `==` as well
    law_exempt  steps of this operation are no steps for the step laws, whose sentences name it
    weight      how many times as often as another operation a walk takes this one
    refusals    names of the errors it may end in
    cost        proved bound, which is reached
    ensures     (before, after, result, *arguments) -> named conditions on the model's states; where they are given,
                the proof shows them of the implementation in place of running the model
    changes     the attributes of the model that may change, for `ensures`; None for all
    witness     (at) -> the model's state after the operation, for `ensures`
    refused_if  (before, *arguments) -> when the operation is refused, for `ensures`; of several errors: name of each ->
                when it is raised, if none that stands before it is
    uses        names of operations that both sides call in the same order, and whose proofs this one rests on
    promise     what a proof that uses this one knows of the model afterwards; without it the model's method is run
    foreign     it makes a container of foreign data, and is proved as such an operation
    unproved    why `prove` does not do this operation, if it does not
    """

    name: str
    claim: Claim
    takes: tuple[Domain, ...] = ()
    pure: bool = False
    rejects: Callable[[Any], bool] | None = None
    model: Callable[..., Any] | None = None
    impl: Callable[..., Any] | None = None
    settles: Callable[..., tuple[Any, ...]] | None = None
    agree: Callable[[Any, Any], bool] = same
    law_exempt: bool = False
    weight: int = 1
    refusals: tuple[str, ...] = ()
    cost: Cost | None = None
    ensures: Callable[..., Mapping[str, bool]] | None = None
    changes: tuple[str, ...] | None = None
    witness: Callable[[Any], Any] | None = None
    refused_if: Callable[..., bool] | Mapping[str, Callable[..., bool]] | None = None
    uses: tuple[str, ...] = ()
    promise: Promise | None = None
    foreign: Foreign | None = None
    unproved: str = ""

    @property
    def refused_in_turn(self) -> dict[str, Callable[..., bool]]:
        """Name of an error -> when it is raised, if none that stands before it is; "" where there is none.

        Raises     ValueError if `refused_if` leaves open which of several errors it is
        """
        if isinstance(self.refused_if, Mapping):
            return dict(self.refused_if)
        if self.refused_if is None or len(self.refusals) > 1:
            raise ValueError(f"`refused_if` of `{self.name}` leaves open which error it is")
        return {next(iter(self.refusals), ""): self.refused_if}

    @property
    def cost_claim(self) -> Claim | None:
        """The claim `XX-C1` that goes with the cost of the operation `XX-R1`."""
        if self.cost is None:
            return None
        return Claim(self.claim.id.replace("-R", "-C"), f"`{self.name}` costs at most {self.cost}.")


CREATION: Final = Operation("new", Claim("", "a new container is coupled"))
"""What stands for an operation where a proof is of the constructors."""
