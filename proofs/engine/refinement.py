"""The declaration of a container: everything the judges know about it.

A `Refinement` names a model, an implementation, and claims that tie them together.
Judges read it and know no container; a container declares itself and knows no judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from slotproof.proofs.engine.declared import Definition, Foreign, Several, Summary

KINDS: Final = {
    "L": "law of the model",
    "I": "invariant of the arrays",
    "R": "refinement of an operation",
    "C": "cost of an operation",
    "B": "bit-vector theorem",
    "D": "deviation from the source",
}


@dataclass(frozen=True)
class Claim:
    """One sentence with an ID, and the predicate that says the same.

    The predicate takes (model, impl) for an invariant, (model) for a law of states,
    and (before, after) for a law of steps; claims about operations and deviations have none.
    A step law that is `carried` is part of the invariant of loops that go round in lockstep.
    """

    id: str
    statement: str
    holds: Callable[..., bool] | None = None
    step: bool = False
    carried: bool = True

    @property
    def kind(self) -> str:
        """The letter that tells what sort of claim it is."""
        return self.id.split("-")[1][0]


def invariant(id: str, statement: str) -> Callable[[Callable[[Any, Any], bool]], Claim]:
    """Make a predicate on (model, impl) an invariant of the coupling."""
    return lambda holds: Claim(id, statement, holds)


def law(id: str, statement: str) -> Callable[[Callable[[Any], bool]], Claim]:
    """Make a predicate on (model) a law of every state."""
    return lambda holds: Claim(id, statement, holds)


def step_law(id: str, statement: str, carried: bool = True) -> Callable[[Callable[[Any, Any], bool]], Claim]:
    """Make a predicate on (model before, model after) a law of every step."""
    return lambda holds: Claim(id, statement, holds, step=True, carried=carried)


@dataclass(frozen=True)
class Answering:
    """A law of what operations answer, said of the model alone.

    answered   name of an operation -> (before, after, answer, *arguments) -> true of each call that answers
    refused    name of an operation -> (before, *arguments) -> true of each call that ends in an error, but for one that
               a callback raises, and for InvalidArgument, which says that what was given is no such argument

    The answer is no iterator.
    """

    claim: Claim
    answered: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    refused: Mapping[str, Callable[..., bool]] = field(default_factory=dict)

    def of(self) -> frozenset[str]:
        """The operations that it is about."""
        return frozenset({*self.answered, *self.refused})


@dataclass(frozen=True)
class Domain:
    """The values an argument ranges over, as each judge needs them.

    small      (model, scope) -> every value that explore tries in this state
    classes    name of a class of values -> (model, issued, number) -> the value of that class that a number picks;
               `issued` lists what earlier operations returned, oldest first; None if the class is empty just now
    huge       a walk also tries numbers near 2**31, 2**32, 2**53, 2**63 and 2**64: what is given is no size of anything
               that is made, nor a number of steps
    symbolic   (make) -> a stand-in for every value at once; `make` makes symbolic ints, bools, values, handles ...
    within     what limits the values that it stands for, in words, if they are not all
    """

    name: str
    small: Callable[[Any, Scope], Sequence[Any]]
    classes: Mapping[str, Callable[[Any, Sequence[Any], int], Any]]
    symbolic: Callable[[Any], Any] | None = None
    within: str = ""
    huge: bool = False


@dataclass(frozen=True)
class Peer:
    """An argument that is a second container of the same configuration, on which `history` was run first.

    A judge builds it anew for each call, gives each side its own, and checks the coupling of the two afterwards.
    """

    history: tuple[tuple[str, tuple[Any, ...]], ...] = ()


@dataclass(frozen=True)
class Cost:
    """Array cells read and written, at most, on any path of one operation.

    `each` names what a loop repeats for; its costs come on top, once for each: as often as the loop is come to, or once
    for all rounds of all its passes together if the name ends in " in all".
    `more` is the same for further loops: what they repeat for, reads, writes.
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
class Promise:
    """What those who call an operation may use of it: shown in its own proof, taken for granted in theirs.

    refused   name of an error -> (before, *arguments) -> when it is raised, if none that stands before it is
    keeps     (before, after, *arguments) -> named conditions on the model's states if it is not refused
    changes   the attributes of the model that may change; None for all
    """

    refused: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    keeps: Callable[..., Mapping[str, bool]] = field(default=lambda before, after, *arguments: {})
    changes: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Operation:
    """A public method, on both sides.

    name        of the method
    claim       the refinement claim (`XX-R1`): what is compared
    takes       a domain for each argument
    pure        the state never changes
    rejects     true of a result that means "refused, nothing changed"; errors always mean that
    model, impl how to call each side, if not the method of that name
    agree       compares the results, if not `==`
    law_exempt  steps of this operation are no steps for the step laws, whose sentences name it
    weight      how many times as often as another operation a walk takes this one
    refusals    names of the errors it may end in
    cost        proved bound, which is reached
    ensures     (before, after, result, *arguments) -> named conditions on the model's states; where they are given,
                the proof shows them of the implementation in place of running the model
    changes     the attributes of the model that may change, for `ensures`; None for all
    witness     (at) -> the model's state after the operation, for `ensures`
    refused_if  (before, *arguments) -> when the operation is refused, for `ensures`
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
    agree: Callable[[Any, Any], bool] = same
    law_exempt: bool = False
    weight: int = 1
    refusals: tuple[str, ...] = ()
    cost: Cost | None = None
    ensures: Callable[..., Mapping[str, bool]] | None = None
    changes: tuple[str, ...] | None = None
    witness: Callable[[Any], Any] | None = None
    refused_if: Callable[..., bool] | None = None
    uses: tuple[str, ...] = ()
    promise: Promise | None = None
    foreign: Foreign | None = None
    unproved: str = ""

    @property
    def cost_claim(self) -> Claim | None:
        """The claim `XX-C1` that goes with the cost of the operation `XX-R1`."""
        if self.cost is None:
            return None
        return Claim(self.claim.id.replace("-R", "-C"), f"`{self.name}` costs at most {self.cost}.")


CREATION: Final = Operation("new", Claim("", "a new container is coupled"))
"""What stands for an operation where a proof is of the constructors."""


@dataclass(frozen=True)
class Scope:
    """Widths and values so small that every reachable state can be visited.

    configuration   keyword arguments of both constructors
    values          what `insert` and the like choose from; what it means is up to the domains
    operations      names of those that are tried; None for all
    admits          (model, operation name, arguments) -> false to leave a step out, which bounds growth
    well_formed     how many states satisfy the claims, by a count that does not run the container
    enumerate       compare the reachable states with every candidate of which the claims hold
    deep            only searched by the deep profile
    walked          random walks take this configuration too; not so where nothing can succeed in it
    """

    name: str
    configuration: Mapping[str, Any]
    values: tuple[Any, ...] = ()
    operations: tuple[str, ...] | None = None
    admits: Callable[[Any, str, tuple[Any, ...]], bool] | None = None
    well_formed: Callable[[], int] | None = None
    enumerate: bool = False
    deep: bool = False
    walked: bool = True


@dataclass(frozen=True)
class Loop:
    """What is true each time a loop comes to its head.

    function    qualified name, such as "HandleMap.clear"
    index       which loop of the function, from 0, in source order
    invariant   (at) -> named conditions; see docs/prover.md for what `at` offers
    variant     (at) -> an int that is never negative and falls with each round
    changes     attributes of objects that a round may change, and no others; None: what it changes is found
    lockstep    the model has the same loop: both go round together, and the coupling is the invariant
    notes       (at) -> a number, and a number that is noted of it where a round ends; the invariant reads what was
                noted last of any number as `at.noted(number)`, which may be anything before; no code sees it
    after       (at) -> named conditions, shown where a round ends and before the invariant, which may rest on them;
                `at.round` and `at.round_local` are the implementation and the locals when the round began
    """

    function: str
    index: int = 0
    invariant: Callable[[Any], Mapping[str, bool]] = field(default=lambda at: {})
    variant: Callable[[Any], Any] | None = None
    changes: tuple[str, ...] | None = None
    lockstep: bool = False
    notes: Callable[[Any], tuple[Any, Any]] | None = None
    after: Callable[[Any], Mapping[str, bool]] | None = None


@dataclass(frozen=True)
class Theorem:
    """A claim about machine words, or about numbers of a fixed width.

    holds      (bits, **widths) -> true; it runs the project's own source on numbers that `bits` makes up
    widths     keyword arguments of each instance that is judged, in bits
    shows      summaries whose facts are part of it
    """

    claim: Claim
    holds: Callable[..., bool]
    widths: tuple[Mapping[str, int], ...]
    shows: tuple[Summary, ...] = ()


@dataclass(frozen=True)
class Shape:
    """Well-formed states that are arranged alike; numbers, flags and values are left open.

    group   shapes of one group are one piece of work
    build   (make) -> the implementation; what is left open comes from `make`, as in `Domain.symbolic`;
            a state in which an invariant or a law does not hold does not count
    """

    name: str
    group: str
    build: Callable[[Any], Any]
    deep: bool = False


@dataclass(frozen=True)
class Contracts:
    """What is needed to judge single steps that start anywhere.

    scope      what limits the shapes, in words; the name of their group is added
    shapes     every well-formed state within the scope is an instance of one of them
    left_out   name of an operation -> why it is left to other judges
    deep       names of operations that only the deep profile judges
    """

    scope: str
    shapes: tuple[Shape, ...]
    left_out: Mapping[str, str] = field(default_factory=dict)
    deep: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Link:
    """How the entries of one array, or an index that stands alone, point into another: a picture draws them as arrows.

    name            what the arrow is, such as "live slot to its position"
    array, target   attributes of the implementation
    when            (impl, index) -> true if the entry points anywhere; the index of what is no array is 0
    arrives         (impl, index, pointed at) -> false if the arrow is broken, as one that leaves the target always is
    """

    name: str
    array: str
    target: str
    when: Callable[[Any, int], bool]
    arrives: Callable[[Any, int, int], bool] = field(default=lambda h, index, to: True)


@dataclass(frozen=True)
class Inside:
    """A container that an attribute of another one holds; proofs of the outer one know it by its model.

    refinement  its declaration
    represent   (model) -> the container in that state
    reads       attributes that both sides have, and that the outer code reads
    calls       name of an operation -> a word that stands for its answer, in place of its model's: it is presumed
    small       (model) -> true of the states that a search for a state of a few elements may use
    """

    refinement: Refinement
    represent: Callable[[Any], Any]
    reads: tuple[str, ...] = ()
    calls: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    small: Callable[[Any], bool] | None = None


@dataclass(frozen=True)
class Arrangement:
    """How many parts a container has and which refer to which; what they hold, and how much, is left open.

    counts   sort of a number -> how many numbers from 0 up there are that name something
    deep     only the deep profile makes proofs for it
    operations   names of those that are proved for it; None for all
    never    name of an operation -> names of errors that it does not end in
    parts    "model" or "impl" -> attribute -> what is known of it: a number, a truth or a tuple; of a list what is
             known of each entry, of a dict the same by key, of a part the same by attribute; None, and nothing is.
             "data" -> field -> what is presumed of foreign data, in the same words: how long a list is, and which ints
             it holds, if it is a list; which truth it is, if it is one; what is not named may be anything.
             A tuple of these: each is proved by itself
    """

    name: str
    counts: Mapping[str, int]
    deep: bool = False
    operations: tuple[str, ...] | None = None
    never: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    parts: Mapping[str, Mapping[str, Any]] | tuple[Mapping[str, Mapping[str, Any]], ...] = field(default_factory=dict)


@dataclass(frozen=True)
class Lemma:
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


@dataclass(frozen=True)
class Refinement:
    """A container: what it means, how it is stored, and why that is the same thing.

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
    arranged     proofs are for these arrangements, each by itself; without any, for all there are
    configured   what limits the configurations that `configure` makes, in words
    known        containers that its parts hold, or are, if proofs know those by their models
    several      attribute -> the containers that it holds, a list of any length, in the model a dict by index
    contracts    the states from which single steps are judged
    summaries    functions that the proof knows by their theorems, and does not run
    definitions  functions of the claims that the proof keeps as names
    freedom      observer -> what the claims leave open of its answers, on purpose
    sampled      attribute -> the one number it has where a proof looks for a state of a few elements
    lemmas   what is true of numbers, for proofs to use: each is shown from those before it
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
    links: tuple[Link, ...] = ()
    shown: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    contracts: Contracts | None = None
    summaries: tuple[Summary, ...] = ()
    lemmas: tuple[Lemma, ...] = ()
    definitions: tuple[Definition, ...] = ()
    sampled: Mapping[str, int] = field(default_factory=dict)
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
