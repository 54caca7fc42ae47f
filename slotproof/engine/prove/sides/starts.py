"""Where a proof starts: any two states that the coupling ties and the laws allow, and any arguments."""

from __future__ import annotations

import ast
import itertools
import math
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from slotproof.engine.prove.containers.arranged import any_arranged
from slotproof.engine.prove.containers.components import Components
from slotproof.engine.prove.containers.contracts import Contracts
from slotproof.engine.prove.containers.known import Known
from slotproof.engine.prove.containers.summaries import Summaries
from slotproof.engine.prove.containers.within import Within
from slotproof.engine.prove.declaration.claims import ClaimsOf, suppose
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.make import Make, Sides, any_object, is_any
from slotproof.engine.prove.errors import CALLBACK, PYTHON_ERRORS
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.changes import LoopClaim
from slotproof.engine.prove.python.kinds.cells import kind_of
from slotproof.engine.prove.python.kinds.numbered import Numbers
from slotproof.engine.prove.python.kinds.state import State, parted
from slotproof.engine.prove.python.kinds.values import (
    Error,
    ObjectCell,
    Ref,
    Term,
    Told,
    Tuple,
    Value,
)
from slotproof.engine.prove.sides.annotated import Made, behind_first, left_out, read_only
from slotproof.engine.prove.sides.called import called_by
from slotproof.engine.prove.sides.premise import Premise
from slotproof.engine.prove.sides.ties import Ties
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.budget import Doubt, unasked
from slotproof.engine.prove.solver.theory import texts
from slotproof.engine.prove.source import ERRORS, Class, Function, Refusal

CHOSEN: Final = str | bool | None
"""Constants of which a configuration may choose one."""


def is_every(made: list[tuple[list[Term], dict[str, Value]]]) -> bool:
    """True if arguments are every value there is, but for texts that none is chosen of: nothing is asked of them.

    Takes      made, each way to make them: what is assumed there, and the arguments by name
    """
    if not made:
        return False
    names, general = made[0][1].keys(), [t.lift(each) for each in texts.facts()]
    for assumed, named in made:
        asked = any(not any(t.lift(each).eq(fact) for fact in general) for each in assumed)
        free = Tuple(tuple(each for each in named.values() if not isinstance(each, CHOSEN)))
        if asked or named.keys() != names or not is_any(free, chosen=False):
            return False
    chosen = [{named[name] for _, named in made} for name in names if isinstance(made[0][1][name], CHOSEN)]
    return all(len(values) > 1 and _has_both(values) for values in chosen) and _is_each_with_each(made, names)


def _is_each_with_each(made: list[tuple[list[Term], dict[str, Value]]], names: Iterable[str]) -> bool:
    """True if arguments are made in each way that one may be made, with each way that others may be."""
    ways = [tuple(_told_apart(named[name]) for name in names) for _, named in made]
    return len({*ways}) == math.prod(len({*each}) for each in zip(*ways, strict=True))


def _told_apart(value: Value) -> Any:
    """A constant that is chosen, or what sort of value stands for all."""
    return (type(value), value if isinstance(value, CHOSEN) else _sort(value))


def _covers(made: list[Value]) -> bool:
    """True if of each sort of value one stands for all; of truths both may be told, and of texts some are chosen."""
    free = {_sort(each) for each in made if is_any(each, chosen=False)}
    told = [each for each in made if not is_any(each, chosen=False)]
    if len(made) == 1 and told:
        return False
    both = _has_both(told)
    return all(
        each is None or isinstance(each, str) or (isinstance(each, bool) and both) or _sort(each) in free
        for each in told
    )


def _has_both(values: Iterable[Value]) -> bool:
    """True if there are both truths, or none, among constants."""
    return len({each for each in values if isinstance(each, bool)}) != 1


def _sort(value: Value) -> Any:
    """What a value is one of: tuples of one class and length, or a kind."""
    return (value.cls, len(value.items)) if isinstance(value, Tuple) else kind_of(value)


class Starts:
    """The declaration, read, and the states from which its operations are proved."""

    def __init__(self, refinement: Any, program: Declarations, solver: Callable[[], Any]) -> None:
        self.refinement, self.program, self.solver = refinement, program, solver
        self.doubt: Doubt = unasked
        self.components: list[Components | Within | Summaries] = [
            *([Summaries(refinement, program)] if refinement.definitions or refinement.summaries else []),
            *(Components(each, program, self.make, self._callback) for each in refinement.several.values()),
            *(
                Within(each, program, self.make, self._callback)
                for each in (*refinement.inside.values(), *refinement.known)
            ),
        ]
        _require_told_once(each for each in self.components if isinstance(each, Known))
        self.claims = ClaimsOf(refinement, program)
        self.arrangement: Any = None  # that proofs are made for now
        self.numbers: dict[
            str, Numbers
        ] = {}  # sort of numbers, of a pair -> those of parts of which there are any number
        self.premise = Premise(refinement, program)
        self.model_class = program.the_class(refinement.model)
        self.impl_class = program.the_class(refinement.impl)
        self.loops = {(each.function, each.index): _read(each, program) for each in refinement.loops}

    def contracts(self, operation: Any) -> Contracts:
        """The calls that an operation makes on both sides."""
        return Contracts(self.refinement, operation, self.claims, self.program, self._told_of_impl)

    def start(self, ev: Evaluator) -> State:
        """A state of which nothing is known but what holds of all containers within."""
        start = State()
        for each in self.components:
            each.learn(ev, start)
        return start

    def told_of(self, st: State, given: list[Value]) -> tuple[Value, ...]:
        """What declared functions are told of arguments: those of the model; of a second container, both sides."""
        ours = (each.model if isinstance(each, Sides) else each for each in given)
        return tuple(_both(each) if self.is_container(st, each) else own for each, own in zip(given, ours, strict=True))

    def any_one(self, ev: Evaluator, st: State, side: str, prefix: str, pair: str = "") -> Ref:
        """Any model, or implementation, with parts that are arranged as they are now.

        Takes      pair, what it is one of: both sides have as many parts, under the same numbers
        """
        cls = self.model_class if side == "model" else self.impl_class
        if self.arrangement is None:
            return any_object(ev, st, cls, prefix)
        numbers = {sort: self._numbers(ev, st, sort, pair) for sort in self.arrangement.others}
        return any_arranged(ev, st, cls, self.arrangement.parts[side], prefix, numbers)

    def _numbers(self, ev: Evaluator, st: State, sort: str, pair: str) -> Numbers:
        """The numbers of parts of which there are any number, as many at least as are looked at."""
        first, name = self.arrangement.counts[sort], f"{pair}{sort}"
        if name not in self.numbers:
            places = (*range(first), *t.fresh_apart(name, self.arrangement.others[sort], first))
            made = self.numbers[name] = Numbers(t.fresh(f"{name}s", t.INT), places, name)
            ev.numbers[t.number(made.count)] = made
        numbers = self.numbers[name]
        others = numbers.places[first:]
        for place, each in enumerate(others):
            apart = (t.disj(t.lt(each, other), t.lt(other, each)) for other in others[:place])
            st.assume(t.conj(t.le(first, each), t.lt(each, numbers.count), *apart), ways.ANY)
        return numbers

    def coupled_pair(self, ev: Evaluator, st: State, prefix: str) -> Sides:
        """Any model and implementation that the coupling ties and the laws allow."""
        model = self.any_one(ev, st, "model", f"{prefix}m.", prefix)
        impl = self.any_one(ev, st, "impl", f"{prefix}h.", prefix)
        suppose(self.claims, ev, st, self.claims.of_states, [model])
        suppose(self.claims, ev, st, self.claims.couple, [model, impl])
        return Sides(model, impl)

    def arguments(self, ev: Evaluator, st: State, operation: Any, pair: Sides) -> list[tuple[State, list[Value]]]:
        """Every value of every argument: a case for each of some constants, and for containers that are one object."""
        cases: list[tuple[State, list[Value]]] = [(st, [])]
        for place, domain in enumerate(operation.takes):
            if domain.symbolic is None:
                raise Refusal(
                    self.place(operation), domain.name, "nothing stands for every value of it", "declare `symbolic`"
                )
            limit = domain.within.strip()
            made = self.make(ev, bool(limit))
            following = []
            for before, given in cases:
                results = ev.call(before, self.program.closure(domain.symbolic), [made], {}, self.impl_class.node)
                if not limit and not _covers([value for _, value in results]):
                    what, why = f"the stand-in of {domain.name}", "it is not for every value"
                    cure = "give what `make` makes as it is, or say in `within` what limits it"
                    raise Refusal(self.place(operation), what, why, cure)
                left = self._left_out(ev, operation, place, results)
                if left and results and not limit:
                    what, why = f"the stand-in of {domain.name}", f"it is never {left}, which the parameter may be"
                    raise Refusal(self.place(operation), what, why, "let `make` make that, too, or say so in `within`")
                following += [(after, [*given, value]) for after, value in results]
            cases = following
        self._require_others(operation, [given for _, given in cases])
        return [
            way
            for after, given in cases
            for way in parted([(after, given), *((after.copy(), same) for same in self._same(after, given, pair))])
        ]

    def _left_out(self, ev: Evaluator, operation: Any, place: int, made: Made) -> str:
        """What a parameter of an operation may be, and no stand-in is; "" if it is called otherwise than by users."""
        method, is_plain = self.impl_class.method(operation.name), called_by(operation, self.program) is None
        if method is None:
            return ""
        parameters = behind_first(method)
        given = parameters[place : place + 1] if is_plain else parameters
        left = [left_out(ev, self.impl_class, each.annotation, method.module, made) for each in given if is_plain]
        read_only(given, method.module, made)
        return "".join(left)

    def _same(self, st: State, given: list[Value], pair: Sides) -> list[list[Value]]:
        """The arguments where containers among them are this one, or one of those before, in each way but none."""
        ways: list[list[Value]] = [[]]
        for each in given:
            is_one = self.is_container(st, each)
            ways = [[*way, one] for way in ways for one in (each, *(self._met(st, way, pair) if is_one else ()))]
        return ways[1:]

    def _met(self, st: State, given: list[Value], pair: Sides) -> list[Value]:
        """The containers that are known so far, each once."""
        return list({id(each): each for each in (pair, *given) if self.is_container(st, each)}.values())

    def _require_others(self, operation: Any, cases: list[list[Value]]) -> None:
        """Refuse arguments that may name as many parts as are looked at: none would stand for any."""
        for numbers in self.numbers.values():
            looked_at = [place for place in numbers.places if not t.known(place)]
            handed = {t.number(each) for each in (*looked_at, *numbers.none)}
            most = max(sum(each in handed for each in _constants_in(Tuple(tuple(given)))) for given in cases)
            if most >= len(looked_at):
                what, why = f"arguments that name {most} {numbers.of}s", "of as many any number is looked at"
                raise Refusal(self.place(operation), what, why, f"give {most + 1} under `others` of the arrangement")

    def make(self, ev: Evaluator, limited: bool = False) -> Told:
        """What a domain is handed as `make`; if it says what limits it, it may make some values only."""
        counts = {**self.arrangement.counts, **self.numbers} if self.arrangement is not None else {}
        handle = self.program.class_named("slotproof.spec.handle", "Handle")
        return Make(ev, handle, partial(self.coupled_pair, ev), self._callback(), counts).told(limited)

    def configurations(
        self, ev: Evaluator, configure: Any, functions: Iterable[Function], limited: str = ""
    ) -> list[tuple[State, dict[str, Value]]]:
        """The arguments by name that a function of `make` gives: every value of each, unless something limits them.

        Takes      functions, which are given them

        Raises     Refusal
        """
        start, closure, limited = self.start(ev), self.program.closure(configure), limited.strip()
        known, place = len(start.given), f"{closure.function.module.path}:{closure.function.node.lineno}"
        found = []
        for st, given in ev.call(start, closure, [self.make(ev, bool(limited))], {}, self.impl_class.node):
            named = {} if ev.is_empty_dict(st, given) else ev.entries(st, given)
            if named is None:
                raise Refusal(place, "`configure`", "it gives no arguments by name", "answer a dict of them")
            found.append((st, dict(named)))
        if limited or not found:
            return found
        if not is_every([(st.given[known:], named) for st, named in found]):
            cure = "give what `make` makes as it is, each by itself, or say in `configured` what limits it"
            raise Refusal(place, "`configure`", "it is not for every value of each argument", cure)
        every = [named for _, named in found]
        made = [way for st, named in found for way in self._with_others(ev, st, named, every)]
        for function in functions:
            for each in behind_first(function):
                values = [(st, named[each.arg]) for st, named in made if each.arg in named]
                if left := left_out(ev, self.impl_class, each.annotation, function.module, values):
                    why = (
                        f"it is never {left}, which the parameter may be" if values else "it is not for each parameter"
                    )
                    cure = "let `make` make that, too, or say so in `configured`"
                    raise Refusal(place, f"`configure` of {each.arg}", why, cure)
        return made

    def _with_others(
        self, ev: Evaluator, st: State, named: dict[str, Value], made: list[dict[str, Value]]
    ) -> list[tuple[State, dict[str, Value]]]:
        """The arguments, and those with another text in the place of each that is the first to be chosen."""
        first = [name for name, value in made[0].items() if isinstance(value, str) and named[name] == value]
        subsets = [each for count in range(len(first) + 1) for each in itertools.combinations(first, count)]
        found = []
        for after, others in parted([(st.copy(), each) for each in subsets]):
            given = dict(named)
            for name in others:
                other, chosen = t.fresh(name, t.TEXT), {each[name] for each in made if isinstance(each[name], str)}
                after.suppose(texts.facts())
                apart = (t.neg(ev.equal(after, other, each, self.impl_class.node)) for each in sorted(chosen))
                after.assume(t.conj(*apart), ways.ANY)
                given[name] = other
            found.append((after, given))
        return found

    def _callback(self) -> Class:
        """The error that a callback raises."""
        base = self.program.error("SlotproofError")
        return Class(base.module, ast.ClassDef(CALLBACK, [ast.Name("Exception")], [], [], [], lineno=1))

    def is_documented(self, error: Error, operation: Any) -> bool:
        """True of an error that the operation names: of the class of that name, and of no other that is called so."""
        modules = [self.program.module(ERRORS), self.model_class.module, self.impl_class.module]
        named = (module.find(error.name) for module in modules if module is not None)
        cls = next((each for each in named if isinstance(each, Class)), None)
        known = error.cls is cls if cls is not None else error.name in PYTHON_ERRORS
        return error.name in operation.refusals and known

    def is_container(self, st: State, value: Value) -> bool:
        """True of a second container."""
        return (
            isinstance(value, Sides)
            and isinstance(value.impl, Ref)
            and isinstance(cell := st.heap[value.impl.id], ObjectCell)
            and cell.cls is self.impl_class
        )

    def _peers(self, st: State, given: list[Value]) -> list[tuple[Ref, Ref]]:
        return [(each.model, each.impl) for each in given if self.is_container(st, each)]

    def _ties(self, operation: Any) -> Ties:
        carried = [each for each in self.claims.of_steps if each.carried and not operation.law_exempt]
        return Ties(self.claims, carried)

    @property
    def _path(self) -> str:
        return f"{self.impl_class.module.path}:{self.impl_class.node.lineno}"

    def place(self, operation: Any) -> str:
        """Where an operation stands."""
        method = self.impl_class.method(operation.name)
        return f"{method.module.path}:{method.node.lineno}" if method is not None else self._path

    @property
    def _told_of_impl(self) -> Any:
        """What the arrangement tells of the implementation; None without one."""
        return None if self.arrangement is None else self.arrangement.parts["impl"]


def _require_told_once(components: Iterable[Known]) -> None:
    """Refuse two declarations of one class that is held: what is proved of one would be used of the other.

    Raises     Refusal
    """
    told: dict[Class, Known] = {}
    for each in components:
        for cls in (each.model, each.impl) if each.in_rows else (each.impl,):
            other = told.setdefault(cls, each).refinement
            if other is not each.refinement:
                what = f"{cls.name} of the {other.title} and of the {each.refinement.title}"
                raise Refusal(cls.module.path, what, "what is held is known by one declaration", "make another class")


def _constants_in(value: Value) -> list[int]:
    """The numbers of the terms that a value consists of."""
    if isinstance(value, Sides):
        return _constants_in(value.model)
    if isinstance(value, Tuple):
        return [each for item in value.items for each in _constants_in(item)]
    return [t.number(value)] if t.is_number(value) and not t.known(value) else []


def _both(sides: Value) -> Told:
    return Told({"model": lambda: sides.model, "impl": lambda: sides.impl})


def _read(loop: Any, program: Declarations) -> LoopClaim:
    """What is declared of a loop, read."""
    said = {name: getattr(loop, name) for name in ("invariant", "variant", "notes", "after")}
    if said["invariant"] is type(loop).__dataclass_fields__["invariant"].default:
        said["invariant"] = None
    read = {name: None if each is None else program.closure(each) for name, each in said.items()}
    return LoopClaim(f"{loop.function}#{loop.index}", lockstep=loop.lockstep, changes=loop.changes, **read)
