"""The declaration of a container: everything the judges know about it.

A `Refinement` names a model, an implementation, and claims that tie them together.
Judges read it and know no container; a container declares itself and knows no judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from slotproof.declare.claim import Answering, Claim, DeclarationPart
from slotproof.declare.instance import Arrangement
from slotproof.declare.loop import Loop
from slotproof.declare.operation import Operation
from slotproof.declare.scope import Contracts, Scope
from slotproof.declare.theorem import Definition, Lemma, Summary, Theorem
from slotproof.declare.words import all_hold


@dataclass(frozen=True)
class Link(DeclarationPart):
    """How the entries of one array, or an index that stands alone, point into another: a picture draws them as arrows.

    name            what the arrow is, such as "live slot to its position"
    array, target   attributes of the implementation
    when            (impl, index) -> true if the entry points anywhere; the index of what is no array is 0
    arrives         (impl, index, pointed at) -> false if the arrow is broken, as one that leaves the target always is
    nil             attribute with the number that stands in `array` for no index, if there is one
    """

    name: str
    array: str
    target: str
    when: Callable[[Any, int], bool]
    arrives: Callable[[Any, int, int], bool] = field(default=lambda h, index, to: True)
    nil: str = "nil"


@dataclass(frozen=True)
class Inside(DeclarationPart):
    """A container that an attribute of another one holds; proofs of the outer one know it by its model.

    refinement  its declaration
    represent   (model) -> the container in that state
    reads       attributes that both sides have, and that the outer code reads
    calls       name of an operation -> a word that stands for its answer, in place of its model's: it is presumed
    small       (model) -> true of the states that a search for a state of a few elements may use
    without     IDs of laws that these proofs do not use: what is not said is not needed
    """

    refinement: Refinement
    represent: Callable[[Any], Any]
    reads: tuple[str, ...] = ()
    calls: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    small: Callable[[Any], bool] | None = None
    without: tuple[str, ...] = ()


@dataclass(frozen=True)
class Several(DeclarationPart):
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


@dataclass(frozen=True)
class Refinement(DeclarationPart):
    """A container: what it means, how it is stored, and why that is the same thing.

    code         with which the IDs of its claims begin
    name         on the command line
    title        in sentences
    model        class of the model
    impl         class of the arrays
    couple       invariants that tie the two
    laws         of the model alone, of states and of steps
    operations   what users call
    scopes       what is small enough to be searched
    loops        what is true at the head of each loop that proofs go round
    deviations   where it differs from the original, each shown by a test
    theorems     about words and numbers, shown by themselves
    abstract     (impl) -> the model state its arrays mean; raises if they mean none
    candidates   (scope) -> arrays of the scope, well-formed or not, for the tiniest scopes: exactness is shown on them
    configure    (make) -> keyword arguments of both constructors, as stand-ins
    not_operations   public names of the implementation that are no operations, with the reason
    links        how the arrays point at each other
    shown        (attributes) -> the arrays that a picture shows, if not those; links are between them
    parts        codes of its parts: claims of theirs are declared with it
    inside       attribute -> the container that it holds, if proofs know that by its model
    answers      laws of what operations answer
    aliases      second name of a method of the implementation, such as `__len__` -> the operation that it is
    defaults     operation, or "new" -> parameter -> what it is where it is not given, on each side that has it; None,
                 and only that both sides agree is looked at
    arranged     proofs are for these arrangements, each by itself; without any, for all there are
    configured   what limits the configurations that `configure` makes, in words
    known        containers that its parts hold, or are, if proofs know those by their models
    several      attribute -> the containers that it holds, a list of any length, in the model a dict by index
    contracts    the states from which single steps are judged
    summaries    functions that the proof knows by their theorems, and does not run
    definitions  functions of the claims that the proof keeps as names
    freedom      observer -> what the claims leave open of its answers, on purpose
    lemmas       what is true of numbers, for proofs to use: each is shown from those before it
    """

    code: str
    name: str
    title: str
    model: type
    impl: type
    couple: tuple[Claim, ...]
    laws: tuple[Claim, ...]
    operations: tuple[Operation, ...]
    scopes: tuple[Scope, ...]
    answers: tuple[Answering, ...] = ()
    loops: tuple[Loop, ...] = ()
    deviations: tuple[Claim, ...] = ()
    theorems: tuple[Theorem, ...] = ()
    abstract: Callable[[Any], Any] | None = None
    candidates: Callable[[Scope], Iterable[Any]] | None = None
    configure: Callable[[Any], Mapping[str, Any]] | None = None
    not_operations: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    defaults: Mapping[str, Mapping[str, Any]] | None = None
    links: tuple[Link, ...] = ()
    shown: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    contracts: Contracts | None = None
    summaries: tuple[Summary, ...] = ()
    lemmas: tuple[Lemma, ...] = ()
    definitions: tuple[Definition, ...] = ()
    freedom: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[str, ...] = ()
    inside: Mapping[str, Inside] = field(default_factory=dict)
    known: tuple[Inside, ...] = ()
    several: Mapping[str, Several] = field(default_factory=dict)
    arranged: tuple[Arrangement, ...] = ()
    configured: str = ""

    def claims(self) -> tuple[Claim, ...]:
        """Every claim, in the order laws, invariants, operations, theorems, deviations."""
        return (
            *self.laws,
            *(law.claim for law in self.answers),
            *self.couple,
            *(operation.claim for operation in self.operations),
            *(operation.cost_claim for operation in self.operations if operation.cost_claim is not None),
            *(theorem.claim for theorem in self.theorems),
            *self.deviations,
        )

    def operation(self, name: str) -> Operation:
        """The operation of that name.

        Raises     KeyError
        """
        for operation in self.operations:
            if operation.name == name:
                return operation
        raise KeyError(name)
