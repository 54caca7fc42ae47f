"""Breadth-first search over a model and an implementation together.

A `Search` holds one part of the states: those whose key it owns. All parts go level by level:

    admit(found)   what others found on the level before joins the next level, once
    expand()       every claim is checked of every state of the level, and every operation is tried on it with every
                   argument, on both sides

A state of which a claim does not hold comes before a call that goes wrong: its trace is one step shorter.
So the first trouble told is one at the end of a shortest trace, however many parts there are.
Nothing is put off: after each call the results are compared, and after each refused call the whole state is.
"""

from __future__ import annotations

import itertools
import pickle
import zlib
from array import array
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from slotproof.declare import Refinement, Scope
from slotproof.declare.verdict import Outcome, Step
from slotproof.engine.evaluate import NOTHING, Asked
from slotproof.engine.explore.frozen import freeze_any
from slotproof.engine.explore.snapshot import Snapshot
from slotproof.engine.step import OWN, Both, Given, Subject, Wrong, wrong_peers

START: Final = (-1, -1)  # where the first state was found

_ANSWERS: Final = frozenset({int, bool, list, dict})  # that are numbers, or hold some

Box = dict[Hashable, tuple[int, int]]  # state -> parent and call, as in Found


class Found(NamedTuple):
    """A state, and the call by which it was found: the number of the state before, and that of the call tried there."""

    key: Hashable
    parent: int
    call: int


class Trouble(NamedTuple):
    """What is wrong, and where: in a state, or in one call tried in it."""

    message: str
    broken: tuple[str, ...]
    state: int
    call: int = -1


class Level(NamedTuple):
    """What one part found while it expanded its level; for each part, the packed box of states that it owns."""

    outbox: tuple[bytes, ...]
    trouble: Trouble | None


class Calls(NamedTuple):
    """How often an operation was called, and what came of it, on both sides alike.

    refused   calls that were refused, or pure
    changed   calls that changed the state
    raised    calls that ended with an error
    answered  the sum of the numbers that the implementation answered, which stands for them all
    """

    tried: int = 0
    refused: int = 0
    changed: int = 0
    raised: int = 0
    answered: int = 0


class Counts(NamedTuple):
    """What one part has done so far, with each operation of the scope."""

    states: int
    fresh: int  # states of the next level
    calls: dict[str, Calls]


class Tried:
    """One operation that is tried, and what came of it so far.

    Takes      domains, those of all operations
    """

    def __init__(self, step: Both, asked: Asked, domains: list[Any]) -> None:
        self.step = step
        self.operation = step.operation
        self.asked = asked  # by laws of answers
        self.takes = [domains.index(domain) for domain in step.operation.takes]
        self.calls = 0
        self.refused = 0
        self.changed = 0
        self.raised = 0
        self.answered = 0

    def counts(self) -> Calls:
        """What came of it so far."""
        return Calls(self.calls, self.refused, self.changed, self.raised, self.answered)


class Call(NamedTuple):
    """A call that can be made now: the state that the pair is in, the number of the call, and what is given."""

    search: Search
    state: int
    call: int
    step: Both
    given: Given

    def take(self) -> str:
        """Make the call; what is wrong with how it ended."""
        return self.step.take(self.search.model, self.search.impl, self.given.theirs, self.given.ours)


class Search:
    """One part of the search of a scope; `part` of `parts`."""

    def __init__(self, refinement: Refinement, scope: Scope, part: int = 0, parts: int = 1) -> None:
        self.refinement, self.scope, self.part, self.parts = refinement, scope, part, parts
        self.subject = Subject(refinement, scope.configuration)
        self.claims = self.subject.claims
        self.model, self.impl = self.subject.new()  # stepped
        self.model_before, self.impl_before = self.subject.new()  # left alone
        self.snapshot = Snapshot(self.model, self.impl)
        self.keys: list[Hashable] = []
        self.known: set[Hashable] = set()
        self.parents = array("q")
        self.calls = array("q")
        self.expanded = 0
        operations = [op for op in refinement.operations if scope.operations is None or op.name in scope.operations]
        self.domains: list[Any] = []
        for domain in (domain for operation in operations for domain in operation.takes):
            if domain not in self.domains:
                self.domains.append(domain)
        subject = self.subject
        self.tried = [Tried(subject.steps[each.name], subject.asked[each.name], self.domains) for each in operations]

    # --- levels

    def begin(self) -> None:
        """Start from the pair of new containers, in the part that owns that state."""
        first = self.snapshot.freeze(*self.subject.new())
        if self.owner(first) == self.part:
            self.add(first)

    def admit(self, boxes: Sequence[bytes]) -> None:
        """Take in what others found."""
        for box in boxes:
            for key, (parent, call) in pickle.loads(box).items() if box else ():
                self.add(key, parent, call)

    def look_at(self, keys: Iterable[Hashable]) -> Trouble | None:
        """What goes wrong in one of these states, or in a call from there."""
        for key in keys:
            self.add(key)
        return self.expand().trouble

    def add(self, key: Hashable, parent: int = START[0], call: int = START[1]) -> None:
        """Take in a state, once."""
        if key in self.known:
            return
        self.known.add(key)
        self.keys.append(key)
        self.parents.append(parent)
        self.calls.append(call)

    def expand(self) -> Level:
        """Check every state of the level and try every call in it; what is found belongs to the next one."""
        boxes: tuple[Box, ...] = tuple({} for _ in range(self.parts))
        trouble = None
        first, self.expanded = self.expanded, len(self.keys)
        for number in range(first, self.expanded):
            self.snapshot.thaw(self.keys[number], self.model, self.impl)
            if not self.claims.hold(self.model, self.impl):
                broken = self.claims.broken(self.model, self.impl)
                trouble = Trouble(_sentence(broken), tuple(broken), self.name_of(number))
                break
            if trouble is None:  # after a call that went wrong, only a state can make a shorter trace
                trouble = self._expand_state(number, boxes)
        return Level(tuple(pickle.dumps(box) if box else b"" for box in boxes), trouble)

    def _expand_state(self, number: int, boxes: tuple[Box, ...]) -> Trouble | None:
        """Try every call in one state, in which the pair is. This is the loop in which all the time goes."""
        key, name = self.keys[number], self.name_of(number)
        model, impl, model_before, impl_before = self.model, self.impl, self.model_before, self.impl_before
        freeze, restore, unchanged = self.snapshot.freeze, self.snapshot.restore, self.snapshot.same
        known, keep = self.known, self.claims.keep
        lawful: set[Hashable] = set()  # states to which a step was found to keep the step laws
        stayed = False  # whether a step that leaves the state is known to keep them
        restore(key, model_before, impl_before, model, impl)
        call = -1
        for tried, arguments_list, own in self.arguments():
            operation, step, take = tried.operation, tried.step, tried.step.take
            pure, exempt = operation.pure, operation.law_exempt or not self.claims.has_steps
            asked = None if tried.asked is NOTHING else tried.asked
            tried.calls += len(arguments_list)
            for arguments in arguments_list:
                call += 1
                if own:
                    wrong = self._take_with_own(tried, arguments)
                    if wrong is not None:
                        return Trouble(*wrong, name, call)
                else:
                    message = take(model, impl, arguments, arguments)
                    if message:
                        return Trouble(message, (operation.claim.id,), name, call)
                    if asked is not None:
                        broken = asked.broken(model_before, model, step.expected, step.expected_error, arguments)
                        if broken:
                            return Trouble(_sentence(broken), tuple(broken), name, call)
                if step.expected_error is not None:
                    tried.raised += 1
                elif type(step.actual) in _ANSWERS:
                    tried.answered += total(step.actual)
                if pure or step.refused:
                    tried.refused += 1
                    if not unchanged(model, impl, model_before, impl_before) and freeze(model, impl) != key:
                        message = step.changed((model_before, impl_before), (model, impl))
                        return Trouble(message, (operation.claim.id,), name, call)
                    if exempt or stayed:
                        continue
                    stayed, after = True, key
                else:
                    after = freeze(model, impl)
                if not exempt and after not in lawful:
                    if not keep(model_before, model):
                        broken = self.claims.broken_by_step(model_before, model)
                        return Trouble(_sentence(broken), tuple(broken), name, call)
                    lawful.add(after)
                if after == key:
                    continue
                tried.changed += 1
                if after not in known:
                    owner = self.owner(after)
                    if owner == self.part:
                        self.add(after, name, call)
                    else:
                        boxes[owner].setdefault(after, (name, call))
                restore(key, model, impl, model_before, impl_before)
        return None

    # --- calls

    def arguments(self) -> Iterator[tuple[Tried, Sequence[tuple[Any, ...]], bool]]:
        """For each operation: the arguments it is tried with in this state, and whether each side needs its own."""
        scope, model = self.scope, self.model_before
        values: list[Sequence[Any] | None] = [None] * len(self.domains)
        wrapped: list[list[tuple[Any, ...]]] = [[] for _ in self.domains]
        owned = [False] * len(self.domains)
        for tried in self.tried:
            for place in tried.takes:
                if values[place] is None:
                    small = values[place] = tuple(self.domains[place].small(model, scope))
                    wrapped[place] = [(value,) for value in small]
                    owned[place] = not OWN.isdisjoint(map(type, small))
            if len(tried.takes) == 1:
                products = wrapped[tried.takes[0]]
            else:
                products = list(itertools.product(*(values[place] or () for place in tried.takes)))
            if scope.admits is not None:
                admits, name = scope.admits, tried.operation.name
                products = [arguments for arguments in products if admits(model, name, arguments)]
            yield tried, products, any(owned[place] for place in tried.takes)

    def every_call(self, names: Collection[str]) -> Iterator[Call]:
        """Every call of these operations in every state of which the claims hold, the nearest first.

        The pair is in the state, and whoever asks may make the call and add the state to which it leads. A call whose
        second container cannot be built is left out.
        """
        for state, key in enumerate(self.keys):  # which may become more meanwhile
            self.snapshot.thaw(key, self.model_before, self.impl_before)
            if not self.claims.hold(self.model_before, self.impl_before):
                continue
            call = -1
            for tried, products, _ in self.arguments():
                for arguments in products:
                    call += 1
                    if tried.operation.name in names and not (given := self.subject.given(arguments)).wrong:
                        self.snapshot.thaw(key, self.model, self.impl)
                        yield Call(self, state, call, tried.step, given)

    def replay(self, key: Hashable, call: int) -> Step:
        """Make one call again; the pair is left as the call leaves it."""
        self.snapshot.thaw(key, self.model, self.impl)
        self.snapshot.thaw(key, self.model_before, self.impl_before)
        for tried, products, _ in self.arguments():
            if call < len(products):
                given = self.subject.given(products[call])
                if given.wrong:
                    none = Outcome(text=given.wrong)
                    return Step(tried.operation.name, products[call], none, none)
                tried.step.take(self.model, self.impl, given.theirs, given.ours)
                return tried.step.step(products[call])
            call -= len(products)
        raise IndexError(f"{call} calls too many")

    def _take_with_own(self, tried: Tried, arguments: tuple[Any, ...]) -> Wrong | None:
        """One call with arguments of which each side gets its own; the peers are compared before and after."""
        step, blame = tried.step, (tried.operation.claim.id,)
        theirs, ours, peers, wrong = self.subject.given(arguments)
        if wrong:
            return Wrong(wrong, blame)
        before = freeze_any(peers)
        if wrong := step.take(self.model, self.impl, theirs, ours):
            return Wrong(wrong, blame)
        broken = tried.asked.broken(self.model_before, self.model, step.expected, step.expected_error, theirs)
        if broken:
            return Wrong(_sentence(broken), tuple(broken))
        return wrong_peers(self.claims, step, self.impl, peers, before) if peers else None

    # --- parts

    def owner(self, key: Hashable) -> int:
        """The part that holds the state."""
        if self.parts == 1:
            return 0
        return (zlib.crc32(key) if isinstance(key, bytes) else hash(key)) % self.parts

    def name_of(self, number: int) -> int:
        """The number by which all parts know a state of this part."""
        return number * self.parts + self.part

    def at(self, name: int) -> Found:
        """The state of that number, which this part holds."""
        number = name // self.parts
        return Found(self.keys[number], self.parents[number], self.calls[number])

    def way(self, name: int) -> tuple[Found, ...]:
        """The states on the way to that of the number, itself the last; the search has one part."""
        path: list[Found] = []
        while name >= 0:
            path.append(self.at(name))
            name = path[-1].parent
        return tuple(reversed(path))

    def steps_to(self, name: int) -> tuple[Step, ...]:
        """The calls that lead to the state of the number; the search has one part."""
        return tuple(self.replay(before.key, after.call) for before, after in itertools.pairwise(self.way(name)))

    def counts(self) -> Counts:
        """What was done so far."""
        return Counts(
            len(self.keys),
            len(self.keys) - self.expanded,
            {tried.operation.name: tried.counts() for tried in self.tried},
        )

    def held(self) -> set[Hashable]:
        """The keys of all states of this part."""
        return self.known


def total(answer: Any) -> int:
    """The sum of the numbers in an answer, True for 1, each times its place, from 1 on, where it stands in a list."""
    if isinstance(answer, int):
        return answer
    if isinstance(answer, dict):
        return sum(map(total, answer.values()))
    return sum(place * total(each) for place, each in enumerate(answer, 1)) if isinstance(answer, list) else 0


def _sentence(broken: Sequence[str]) -> str:
    return f"{', '.join(broken)} {'does' if len(broken) == 1 else 'do'} not hold"


def spread(things: Sequence[Any], most: int) -> list[Any]:
    """At most so many of the things, the last among them, and if there are two, the first."""
    if len(things) <= most:
        return list(things)
    if most == 1:
        return [things[-1]]
    return [things[number * (len(things) - 1) // (most - 1)] for number in range(most)]
