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
import multiprocessing
import pickle
import traceback
import zlib
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from copy import deepcopy
from typing import Any, Final, NamedTuple

from slotproof.declare import Operation, Peer, Refinement, Scope, same
from slotproof.declare.inline import inline
from slotproof.declare.verdict import Outcome, Step
from slotproof.engine.answers import NOTHING, Asked, asked_of
from slotproof.engine.ends import ALWAYS, CHANGEABLE, PLAIN, may_raise, shared
from slotproof.engine.explore.snapshot import Snapshot, freeze_any
from slotproof.engine.watchdog import watched
from slotproof.spec.errors import SlotproofError

START: Final = (-1, -1)  # where the first state was found

_CRASHES: Final = (  # what a slip of the pen raises; no operation documents it, on either side
    AssertionError,
    AttributeError,
    LookupError,
    MemoryError,
    NameError,
    OverflowError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
    ZeroDivisionError,
)
_MUTABLE: Final = frozenset(CHANGEABLE)
_ANSWERS: Final = frozenset({int, bool, list, dict})  # that are numbers, or hold some
_OWN: Final = frozenset({Peer, *_MUTABLE})  # arguments of which each side gets its own


Box = dict[Hashable, tuple[int, int]]  # state -> parent and call, as in Found
Claims = Sequence[tuple[str, Callable[..., bool]]]  # their IDs and predicates


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
    """One operation, bound to the pair of objects that is stepped."""

    def __init__(self, operation: Operation, asked: Asked, model: Any, impl: Any, domains: list[Any]) -> None:
        self.operation = operation
        self.asked = asked  # by laws of answers
        self.model = _bound(operation.model, operation.name, model)
        self.impl = _bound(operation.impl, operation.name, impl)
        self.takes = [domains.index(domain) for domain in operation.takes]
        self.calls = 0
        self.refused = 0
        self.changed = 0
        self.raised = 0
        self.answered = 0

    def counts(self) -> Calls:
        """What came of it so far."""
        return Calls(self.calls, self.refused, self.changed, self.raised, self.answered)


def _bound(given: Callable[..., Any] | None, name: str, container: Any) -> Callable[..., Any]:
    if given is None:
        return getattr(container, name)  # type: ignore[no-any-return]
    return lambda *arguments: given(container, *arguments)


class Search:
    """One part of the search of a scope; `part` of `parts`."""

    def __init__(self, refinement: Refinement, scope: Scope, part: int = 0, parts: int = 1) -> None:
        self.refinement, self.scope, self.part, self.parts = refinement, scope, part, parts
        self.model, self.impl = new_pair(refinement, scope)  # stepped
        self.model_before, self.impl_before = new_pair(refinement, scope)  # left alone
        self.snapshot = Snapshot(self.model, self.impl)
        self.keys: list[Hashable] = []
        self.known: set[Hashable] = set()
        self.parents = array("q")
        self.calls = array("q")
        self.expanded = 0
        self.refused = False  # what the last call with arguments of its own was
        self.raised = False  # whether it ended with an error
        self.answered: Any = None  # what it answered
        laws = [(claim, inline(claim.holds)) for claim in refinement.laws if claim.holds]
        self.state_laws = [(claim.id, holds) for claim, holds in laws if not claim.step]
        self.step_laws = [(claim.id, holds) for claim, holds in laws if claim.step]
        self.couple = [(claim.id, inline(claim.holds)) for claim in refinement.couple if claim.holds]
        operations = [op for op in refinement.operations if scope.operations is None or op.name in scope.operations]
        self.domains: list[Any] = []
        for domain in (domain for operation in operations for domain in operation.takes):
            if domain not in self.domains:
                self.domains.append(domain)
        self.tried = [
            Tried(operation, asked_of(refinement, operation), self.model, self.impl, self.domains)
            for operation in operations
        ]

    # --- levels

    def begin(self) -> None:
        """Start from the pair of new containers, in the part that owns that state."""
        first = self.snapshot.freeze(*new_pair(self.refinement, self.scope))
        if self.owner(first) == self.part:
            self._add(first, *START)

    def admit(self, boxes: Sequence[bytes]) -> None:
        """Take in what others found."""
        for box in boxes:
            for key, (parent, call) in pickle.loads(box).items() if box else ():
                if key not in self.known:
                    self._add(key, parent, call)

    def look_at(self, keys: Iterable[Hashable]) -> Trouble | None:
        """What goes wrong in one of these states, or in a call from there."""
        for key in keys:
            if key not in self.known:
                self._add(key, *START)
        return self.expand().trouble

    def _add(self, key: Hashable, parent: int, call: int) -> None:
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
            if not self.holds(self.model, self.impl):
                broken = self.broken(self.model, self.impl)
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
        known, step_laws = self.known, self.step_laws
        lawful: set[Hashable] = set()  # states to which a step was found to keep the step laws
        restore(key, model_before, impl_before, model, impl)
        call = -1
        for tried, arguments_list, own in self.arguments():
            operation, do_model, do_impl = tried.operation, tried.model, tried.impl
            declared = {*operation.refusals, ALWAYS}
            pure, rejects, exempt = operation.pure, operation.rejects, operation.law_exempt or not step_laws
            agree = None if operation.agree is same else operation.agree
            asked = None if tried.asked is NOTHING else tried.asked
            tried.calls += len(arguments_list)
            for arguments in arguments_list:
                call += 1
                if own:
                    trouble = self._call_with_own(tried, arguments)
                    if trouble is not None:
                        return Trouble(*trouble, name, call)
                    refused, raised, actual = self.refused, self.raised, self.answered
                else:
                    expected_error = actual_error = None
                    try:
                        expected = do_model(*arguments)
                    except Exception as error:  # noqa: BLE001 - every error is an outcome, compared below
                        expected_error = error
                    try:
                        actual = do_impl(*arguments)
                    except Exception as error:  # noqa: BLE001 - likewise
                        actual_error = error
                    if expected_error is not None or actual_error is not None:
                        alike = type(expected_error) is type(actual_error)
                        if not (alike and type(actual_error).__name__ in declared):
                            message = compare_errors(expected_error, actual_error) or undeclared(
                                operation, actual_error, arguments
                            )
                            if message:
                                return Trouble(message, (operation.claim.id,), name, call)
                        refused = raised = True
                        expected = None
                    else:
                        raised = False
                        if agree is not None or type(actual) not in PLAIN:
                            message = self._compare_results(operation, expected, actual)
                            if message:
                                return Trouble(message, (operation.claim.id,), name, call)
                        elif not expected == actual:  # noqa: SIM201 - this is the declared comparison
                            return Trouble("the results differ", (operation.claim.id,), name, call)
                        refused = pure or (rejects is not None and rejects(expected))
                    if asked is not None:
                        broken = asked.broken(model_before, model, expected, expected_error, arguments)
                        if broken:
                            return Trouble(_sentence(broken), tuple(broken), name, call)
                if raised:
                    tried.raised += 1
                elif type(actual) in _ANSWERS:
                    tried.answered += total(actual)
                if refused:
                    tried.refused += 1
                    if not unchanged(model, impl, model_before, impl_before) and freeze(model, impl) != key:
                        return Trouble(self._changed(operation), (operation.claim.id,), name, call)
                    continue
                after = freeze(model, impl)
                if after == key:
                    continue
                tried.changed += 1
                if not exempt and after not in lawful:
                    if not _all_true(step_laws, model_before, model):
                        broken = _untrue(step_laws, model_before, model)
                        return Trouble(_sentence(broken), tuple(broken), name, call)
                    lawful.add(after)
                if after not in known:
                    owner = self.owner(after)
                    if owner == self.part:
                        self._add(after, name, call)
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
                    owned[place] = not _OWN.isdisjoint(map(type, small))
            if len(tried.takes) == 1:
                products = wrapped[tried.takes[0]]
            else:
                products = list(itertools.product(*(values[place] or () for place in tried.takes)))
            if scope.admits is not None:
                admits, name = scope.admits, tried.operation.name
                products = [arguments for arguments in products if admits(model, name, arguments)]
            yield tried, products, any(owned[place] for place in tried.takes)

    def replay(self, key: Hashable, call: int) -> Step:
        """Make one call again; the pair is left as the call leaves it."""
        self.snapshot.thaw(key, self.model, self.impl)
        self.snapshot.thaw(key, self.model_before, self.impl_before)
        for tried, products, _ in self.arguments():
            if call < len(products):
                given = products[call]
                expected = ended(tried.model, [self.given(each, self.refinement.model) for each in given])
                actual = ended(tried.impl, [self.given(each, self.refinement.impl) for each in given])
                return Step(tried.operation.name, given, expected.outcome(), actual.outcome())
            call -= len(products)
        raise IndexError(f"{call} calls too many")

    def given(self, argument: Any, side: type) -> Any:
        """What one side gets for an argument."""
        return given(argument, side, self.scope)

    def _call_with_own(self, tried: Tried, arguments: tuple[Any, ...]) -> tuple[str, tuple[str, ...]] | None:
        """One call with arguments of which each side gets its own; the peers are compared before and after."""
        operation, blame = tried.operation, (tried.operation.claim.id,)
        models = [self.given(each, self.refinement.model) for each in arguments]
        try:
            impls = [self.given(each, self.refinement.impl) for each in arguments]
        except Exception as error:  # noqa: BLE001 - the history of a peer is made of operations under test
            return f"a peer cannot be built: {_told(error)}", blame
        peers = [(m, h) for m, h, each in zip(models, impls, arguments, strict=True) if isinstance(each, Peer)]
        before = freeze_any(peers)
        expected, actual = ended(tried.model, models), ended(tried.impl, impls)
        if expected.raised is not None or actual.raised is not None:
            message = compare_errors(expected.raised, actual.raised) or undeclared(operation, actual.raised, impls)
        else:
            message = self._compare_results(operation, expected.value, actual.value)
        if message:
            return message, blame
        rejected = operation.rejects is not None and operation.rejects(expected.value)
        broken = tried.asked.broken(self.model_before, self.model, expected.value, expected.raised, models)
        if broken:
            return _sentence(broken), tuple(broken)
        self.raised, self.answered = expected.raised is not None, actual.value
        self.refused = self.raised or operation.pure or rejected
        if self.refused and freeze_any(peers) != before:
            return "refused or pure, but it changed its argument", blame
        for m, h in peers:
            broken = self.broken(m, h)
            if broken:
                return f"of the argument: {_sentence(broken)}", (*blame, *broken)
            if shared(h, self.impl):
                return f"container and argument share {shared(h, self.impl)}", blame
        return None

    # --- judgements

    def holds(self, model: Any, impl: Any) -> bool:
        """True if every claim holds of a pair of states; a claim that raises does not hold."""
        return _all_true(self.state_laws, model) and _all_true(self.couple, model, impl)

    def broken(self, model: Any, impl: Any) -> list[str]:
        """The claims that do not hold of a pair of states."""
        return _untrue(self.state_laws, model) + _untrue(self.couple, model, impl)

    def _compare_results(self, operation: Operation, expected: Any, actual: Any) -> str:
        theirs = shared(actual, self.impl)
        if theirs:
            return f"the result shares {theirs} with the container"
        try:
            agreed = operation.agree(expected, actual)
        except Exception as error:  # noqa: BLE001 - a result that cannot be compared is not the expected one
            return f"the results cannot be compared: {_told(error)}"
        return "" if agreed else "the results differ"

    def _changed(self, operation: Operation) -> str:
        sides = (("model", self.model, self.model_before), ("implementation", self.impl, self.impl_before))
        changed = " and ".join(side for side, now, before in sides if freeze_any(now) != freeze_any(before))
        return f"{'a pure' if operation.pure else 'a refused'} operation changed the {changed}"

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


def new_pair(refinement: Refinement, scope: Scope) -> tuple[Any, Any]:
    """A new container on each side."""
    return refinement.model(**scope.configuration), refinement.impl(**scope.configuration)


def given(argument: Any, side: type, scope: Scope) -> Any:
    """What one side gets for an argument: a new peer, a copy of what can change, or the argument itself."""
    if not isinstance(argument, Peer):
        return deepcopy(argument) if type(argument) in _MUTABLE else argument
    peer = side(**scope.configuration)
    for name, arguments in argument.history:
        getattr(peer, name)(*arguments)
    return peer


class Ended(NamedTuple):
    """How a call ended: with a value, or with an error that was raised."""

    value: Any = None
    raised: Exception | None = None

    def outcome(self) -> Outcome:
        """The same for a report."""
        if self.raised is None:
            return Outcome(self.value)
        return Outcome(error=type(self.raised).__name__, text=str(self.raised))


def ended(call: Callable[..., Any], arguments: Sequence[Any]) -> Ended:
    """Make a call, and tell how it ended."""
    try:
        return Ended(call(*arguments))
    except Exception as error:  # noqa: BLE001 - every error is an outcome, which the caller compares
        return Ended(raised=error)


def total(answer: Any) -> int:
    """The sum of the numbers in an answer, True for 1, each times its place, from 1 on, where it stands in a list."""
    if isinstance(answer, int):
        return answer
    if isinstance(answer, dict):
        return sum(map(total, answer.values()))
    return sum(place * total(each) for place, each in enumerate(answer, 1)) if isinstance(answer, list) else 0


def compare_errors(expected: Exception | None, actual: Exception | None) -> str:
    """What is wrong with the errors of the two sides, one of which may have ended with a value."""
    for side, error in (("model", expected), ("implementation", actual)):
        if isinstance(error, _CRASHES) and not isinstance(error, SlotproofError):
            return f"the {side} crashes: {_told(error)}"
    if type(expected) is type(actual):
        return ""
    if actual is None:
        return f"the model refuses with {_told(expected)}, the implementation does not"
    if expected is None:
        return f"the implementation refuses with {_told(actual)}, the model does not"
    return f"the model refuses with {_told(expected)}, the implementation with {_told(actual)}"


def undeclared(operation: Operation, error: Exception | None, arguments: Sequence[Any]) -> str:
    """That an operation does not declare the error with which both sides ended; empty if it does, or none need be."""
    if error is None or may_raise(operation, error, arguments):
        return ""
    return f"both sides refuse with {_told(error)}, which {operation.name} does not declare"


def _told(error: Exception | None) -> str:
    return f"{type(error).__name__}: {error}"


def _all_true(claims: Claims, *states: Any) -> bool:
    try:
        for _, holds in claims:
            if not holds(*states):
                return False
    except Exception:  # noqa: BLE001 - a claim that cannot be evaluated does not hold
        return False
    return True


def _untrue(claims: Claims, *states: Any) -> list[str]:
    return [claim[0] for claim in claims if not _all_true((claim,), *states)]


def _sentence(broken: Sequence[str]) -> str:
    return f"{', '.join(broken)} {'does' if len(broken) == 1 else 'do'} not hold"


# --- parts in processes


class _Here:
    """A part in this process."""

    def __init__(self, *problem: Any) -> None:
        self.search = Search(*problem)
        self.answer: Any = None

    def ask(self, method: str, *arguments: Any) -> None:
        with watched(self.search.refinement):
            self.answer = getattr(self.search, method)(*arguments)

    def answered(self) -> Any:
        return self.answer

    def close(self) -> None:
        """Nothing to end."""


class _Elsewhere:
    """A part in a process of its own, which inherits the declaration: functions need not be sent."""

    def __init__(self, *problem: Any) -> None:
        context = multiprocessing.get_context("fork")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(other, problem), daemon=True)
        self.process.start()
        other.close()

    def ask(self, method: str, *arguments: Any) -> None:
        self.pipe.send((method, arguments))

    def answered(self) -> Any:
        text, answer = self.pipe.recv()
        if text:
            raise RuntimeError(f"a part of the search failed\n{text}")
        return answer

    def close(self) -> None:
        """End the process, which holds nothing that is still wanted."""
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _serve(pipe: Any, problem: tuple[Any, ...]) -> None:
    search = Search(*problem)
    while True:
        try:
            method, arguments = pipe.recv()
        except EOFError:
            return
        try:
            with watched(search.refinement):
                answer = getattr(search, method)(*arguments)
        except Exception:  # noqa: BLE001 - told to the process that asked
            pipe.send((traceback.format_exc(), None))
        else:
            pipe.send(("", answer))


class Searched(NamedTuple):
    """The end of a search: the whole of the states, or a trouble and the way there, first state first."""

    states: int
    transitions: int
    depth: int
    calls: dict[str, Calls]
    trouble: Trouble | None
    path: tuple[Found, ...]
    held: frozenset[Hashable]


def search(
    refinement: Refinement, scope: Scope, tick: Callable[[int, int], None], workers: int = 1, keep: bool = False
) -> Searched:
    """Search a scope to its end, or to the first trouble; `keep` hands back the keys of all states.

    tick(states, depth) is called after each level.
    """
    parts = [(_Here if workers == 1 else _Elsewhere)(refinement, scope, part, workers) for part in range(workers)]
    try:
        return _search(parts, tick, keep)
    finally:
        for part in parts:
            part.close()


def _search(parts: Sequence[_Here | _Elsewhere], tick: Callable[[int, int], None], keep: bool) -> Searched:
    def all_do(method: str, *arguments: Sequence[Any]) -> list[Any]:
        for number, part in enumerate(parts):
            part.ask(method, *(each[number] for each in arguments))
        return [part.answered() for part in parts]

    all_do("begin")
    inbox: list[list[bytes]] = [[] for _ in parts]
    trouble: Trouble | None = None
    depth = -1
    while trouble is None:
        all_do("admit", inbox)
        counts: list[Counts] = all_do("counts")
        if not any(each.fresh for each in counts):
            break
        depth += 1
        tick(sum(each.states for each in counts), depth)
        levels: list[Level] = all_do("expand")
        troubles = [level.trouble for level in levels if level.trouble is not None]
        trouble = min(troubles, key=lambda each: each.call >= 0, default=None)
        inbox = [[level.outbox[number] for level in levels] for number in range(len(parts))]
    path: list[Found] = []
    name = -1 if trouble is None else trouble.state
    while name >= 0:
        part = parts[name % len(parts)]
        part.ask("at", name)
        path.append(part.answered())
        name = path[-1].parent
    counts = all_do("counts")
    calls = {
        name: Calls(*map(sum, zip(*(each.calls[name] for each in counts), strict=True))) for name in counts[0].calls
    }
    return Searched(
        sum(each.states for each in counts),
        sum(each.changed for each in calls.values()),
        depth,
        calls,
        trouble,
        tuple(reversed(path)),
        frozenset().union(*all_do("held")) if keep else frozenset(),
    )


def spread(things: Sequence[Any], most: int) -> list[Any]:
    """At most so many of the things, the last among them, and if there are two, the first."""
    if len(things) <= most:
        return list(things)
    if most == 1:
        return [things[-1]]
    return [things[number * (len(things) - 1) // (most - 1)] for number in range(most)]


def explored(refinement: Refinement, scope: Scope, most: int) -> Iterator[tuple[Any, Any]]:
    """The pairs of states of a scope, or a spread of so many of them; each is good until the next is asked for."""
    held = search(refinement, scope, lambda states, depth: None, keep=True).held
    model, impl = new_pair(refinement, scope)
    snapshot = Snapshot(model, impl)
    for key in spread(sorted(held, key=repr), most):
        snapshot.thaw(key, model, impl)
        yield model, impl
