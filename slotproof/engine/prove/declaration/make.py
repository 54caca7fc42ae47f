"""What stands for every value of an argument: what a domain asks of `make`, and any object of a class."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import z3

from slotproof.engine.prove.counterexamples.scripts import Script
from slotproof.engine.prove.declaration.replaced import replaced
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.kinds.cells import (
    any_dict,
    any_distinct,
    any_list,
    any_set,
    empty_list,
    flatten,
    kind_of,
    new_value,
)
from slotproof.engine.prove.python.kinds.fixed import holds_things
from slotproof.engine.prove.python.kinds.numbered import AwayCell
from slotproof.engine.prove.python.kinds.rows import any_row, held_in
from slotproof.engine.prove.python.kinds.state import Results, State, parted
from slotproof.engine.prove.python.kinds.values import (
    INT,
    TEXT,
    VALUE,
    Bytes,
    CallsCell,
    Error,
    Kind,
    Meaning,
    ObjectCell,
    Ref,
    StandCell,
    Told,
    Tuple,
    Unequal,
    Value,
    lies_in_arrays,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import texts
from slotproof.engine.prove.source import Class


@dataclass(frozen=True)
class Sides:
    """An argument that differs between the two sides: a second container, a list of its own, a callback."""

    model: Value
    impl: Value


def any_of(ev: Evaluator, st: State, name: str, kind: Kind) -> Value:
    """Any value of a kind; lists, dicts, sets and objects are new cells."""
    facts: list[Any] = []
    made: Value
    component = held_in(ev, kind)
    match kind.name:
        case "list" | "dict" if component is not None:
            made = st.allocate(any_row(name, kind, component, facts))
        case "list" | "dict" if holds_things(kind):
            what = f"{name}: any {kind}"
            raise ev.refusal(ev.stack[-1].node, what, "how many there are is not known", "declare an arrangement")
        case "list":
            made = st.allocate(any_list(name, kind.parts[0], facts))
        case "dict":
            made = st.allocate(any_dict(name, kind.parts[1], facts, kind.parts[0]))
        case "set":
            made = st.allocate(any_set(name, facts, kind.parts[0]))
        case "distinct":
            made = st.allocate(any_distinct(name, facts, kind.parts[0]))
        case "object":
            held = ev.components.get(kind.of) if kind.of else None
            made = held.any_held(ev, st, name) if held else any_object(ev, st, kind.of, f"{name}.") if kind.of else None
        case _ if not lies_in_arrays(kind):
            what = f"{name}: any {kind}"
            raise ev.refusal(ev.stack[-1].node, what, "a part of it is no number, truth or text", "give it a field")
        case _:
            made = new_value(name, kind)
    if kind == TEXT or TEXT in kind.parts:
        facts += texts.facts()
    st.suppose(facts)
    return made


def any_object(ev: Evaluator, st: State, cls: Class, prefix: str) -> Ref:
    """Any object of a class: nothing is known of it but the kinds of its fields."""
    ev.stack.append(cls)
    fields = {name: any_of(ev, st, prefix + name, ev.kind_of_field(cls, name)) for name in cls.fields}
    ev.stack.pop()
    return st.allocate(ObjectCell(cls, fields))


def forget_object(ev: Evaluator, st: State, owner: Ref, only: tuple[str, ...] | None = None) -> None:
    """Forget what an object holds, or some of its fields: they may be anything of their kinds."""
    for name in st.heap[owner.id].fields:
        if only is None or name in only:
            forget_field(ev, st, owner, name)


def forget_field(ev: Evaluator, st: State, owner: Ref, name: str, stays: bool = False) -> None:
    """Forget what a field holds.

    Takes      stays, whether a list in it is known to be the same one, as it is if no method puts another there; else
               nobody looks at what was there
    """
    cell: ObjectCell = st.heap[owner.id]
    old = cell.fields[name]
    held = st.heap[old.id] if isinstance(old, Ref) else None
    if isinstance(held, ObjectCell):
        forget_object(ev, st, old)
    elif isinstance(held, StandCell):
        ev.components[held.of].forget(ev, st, held)
    else:
        new = any_of(ev, st, f"{name}'", ev.kind_of_field(cell.cls, name))
        if isinstance(old, Ref) and isinstance(new, Ref) and (stays or name not in replaced(cell.cls)):
            st.heap[old.id] = st.heap[new.id]
            return
        st.heap[owner.id] = ObjectCell(cell.cls, {**cell.fields, name: new})
        if isinstance(old, Ref):
            why = f"what was called may have put another one in the place of {name}"
            st.heap[old.id] = AwayCell(f"what {name} was", why, "read the field again")


RANK: tuple[str, ...] = ("Rank",)

SORTS: Final = {"int": t.INT, "bool": t.BOOL, "value": t.ELEMENT, "float": t.FLOAT, "hasher": t.FUNCTION}
"""What a domain may make of which a name is all that is known."""


_TAKES: Final[dict[str, tuple[tuple[type, ...], str]]] = {
    "one_of": ((str, Tuple), "a name and a tuple"),
    "number_of": ((str, str), "a name and what the number is of, in words of `counts`"),
    "list": ((str, object), "a name, and one entry if they are no values"),
}
"""Words of `make` that take more than a name."""


def _offered(name: str, call: Callable[..., Results]) -> Meaning:
    """A word of `make`, which is refused if it is given something else than it takes."""
    wanted, told = _TAKES.get(name, ((str,), "a name"))

    def checked(ev: Evaluator, st: State, node: ast.AST, args: list[Value]) -> Results:
        known = len(args) == len(wanted) or (name == "list" and len(args) == 1)
        if not known or not all(map(isinstance, args, wanted)):
            raise ev.refusal(node, f"make.{name}", "it is given something else than it takes", f"give it {told}")
        if name in ("order", "rank_order"):
            ev.presumes.add("an order that a client passes is a strict weak order")
        return call(ev, st, node, args)

    return Meaning(checked)


def _any_of_sort(sort: Any, ev: Evaluator, st: State, node: ast.AST, args: list[Value]) -> Results:
    return [(st, t.fresh(args[0], sort))]


class Make:
    """What `make` offers a domain; what differs between the sides is a `Sides`."""

    def __init__(
        self,
        ev: Evaluator,
        handle: Class,
        pair: Callable[[State, str], Sides],
        callback: Class,
        counts: Mapping[str, Any],
    ) -> None:
        self.ev, self.handle, self.pair, self.callback, self.counts = ev, handle, pair, callback, counts

    def told(self, limited: bool = False) -> Told:
        """What a declared function is handed as `make`; if it says what limits it, it may make some values only."""
        offers = (
            "key", "name", "names", "source", "one_of", "number_of", "list", "ints", "handles", "order", "rank",
            "rank_order", "factory", "peer",
        )  # fmt: skip
        some = ("negative",) if limited else ()
        made = {name: getattr(self, f"_{name}") for name in (*offers, *some)}
        made |= {name: partial(_any_of_sort, sort) for name, sort in SORTS.items()}
        return Told({name: partial(_offered, name, call) for name, call in made.items()})

    def _key(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        """Any key; a list, which has no hash; and what is not equal to itself."""
        bare = st.copy()
        lists = Sides(*(bare.allocate(empty_list()) for _ in range(2)))
        return parted([(st.copy(), t.fresh(args[0], t.KEY)), (bare, lists), (st.copy(), Unequal())])

    def _name(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        """Any text."""
        st.suppose(texts.facts())
        return [(st, t.fresh(args[0], t.TEXT))]

    def _names(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        st.suppose(texts.facts())
        return self._listed(st, args[0], TEXT)

    def _source(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        """An int, a text, bytes, up to four ints or floats, a float, or nothing."""
        st.suppose(texts.facts())
        name: str = args[0]
        numbers = [
            Tuple(tuple(t.fresh(name, sort) for sort in sorts))
            for count in range(5)
            for sorts in itertools.product((t.INT, t.FLOAT), repeat=count)
        ]
        others = (
            t.fresh(name, t.INT),
            t.fresh(name, t.FLOAT),
            t.fresh(name, t.TEXT),
            Bytes(t.fresh(name, t.TEXT), False),
        )
        return parted([(st.copy(), each) for each in (*others, None, *numbers)])

    def _one_of(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        return parted([(st.copy(), each) for each in args[1].items])

    def _negative(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        number = t.fresh(args[0], t.INT)
        st.assume(t.lt(number, 0), ways.ANY)
        return [(st, number)]

    def _number_of(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        """A number that names something, each by itself, or any other number."""
        if args[1] not in self.counts:
            raise ev.refusal(node, f"a number of a {args[1]}", "no arrangement counts them", "name one of `counts`")
        numbers, other = self.counts[args[1]], st.copy()
        count, named = (numbers, range(numbers)) if t.known(numbers) else (numbers.count, numbers.places[:-1])
        number = t.fresh(args[0], t.INT)
        if not t.known(numbers):
            numbers.none.append(number)
        found = parted([*((st.copy(), each) for each in named), (other, number)])
        other.assume(t.disj(t.lt(number, 0), t.le(count, number)), ways.ANY)
        return found

    def _listed(self, st: State, name: str, kind: Kind) -> Results:
        """A list for each side, with the same entries."""
        facts: list[Any] = []
        cell = any_list(name, kind, facts)
        st.suppose(facts)
        return [(st, Sides(st.allocate(cell), st.allocate(cell)))]

    def _list(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        kind = kind_of(args[1]) if len(args) > 1 else VALUE
        return self._listed(st, args[0], kind or VALUE)

    def _ints(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        return self._listed(st, args[0], INT)

    def _handles(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        return self._listed(st, args[0], Kind("tuple", (INT,) * len(self.handle.fields), self.handle))

    def _order(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        after = t.fresh_function(args[0], t.ELEMENT, t.ELEMENT, t.BOOL)
        a, b, c = (t.fresh(name, t.ELEMENT) for name in "abc")
        st.assume(t.forall_many([a], t.neg(after(a, a)), by=[after(a, a)]), ways.ANY)
        st.assume(t.forall_many([a, b], t.implies(after(a, b), t.neg(after(b, a))), by=[after(a, b)]), ways.ANY)
        chain = t.implies(after(a, c), t.disj(after(a, b), after(b, c)))
        for pair in ([after(a, c), after(a, b)], [after(a, c), after(b, c)]):
            st.assume(t.forall_many([a, b, c], chain, by=[pair]), ways.ANY)

        def real(values: Any) -> Callable[[Any, Any], bool]:
            """The order of what is stored, by what the model calls it."""
            return lambda one, other: bool(values.term(after(values.held(one), values.held(other))))

        return [(st, Meaning(lambda ev, st, node, given: [(st, after(*given))], real=real))]

    def _ranks(self, name: str) -> Any:
        return t.fresh_function(name, *[t.INT] * len(self.handle.fields), t.INT)

    def _rank(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        """Any function from handles to numbers."""
        rank = self._ranks(args[0])
        made = Meaning(lambda ev, st, node, given: [(st, rank(*map(t.lift, flatten(given[0]))))], labels=RANK)
        return [(st, replace(made, real=lambda values: lambda handle: values.term(rank(*map(t.lift, handle)))))]

    def _rank_order(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        """Any strict weak order of finitely many handles: an order of such numbers."""
        rank = self._ranks(args[0])

        def after(ev: Any, st: State, node: ast.AST, given: list[Value]) -> Results:
            one, other = (rank(*map(t.lift, flatten(each))) for each in given)
            return [(st, t.lt(other, one))]

        def real(values: Any) -> Callable[[Any, Any], bool]:
            return lambda a, b: values.term(rank(*map(t.lift, a))) > values.term(rank(*map(t.lift, b)))

        return [(st, Meaning(after, labels=("RankOrder", *RANK), real=real))]

    def _factory(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        """A callback that returns or raises, the same on both sides if it is called alike."""
        fails = t.fresh_function(f"{args[0]}_fails", t.INT, t.BOOL)
        made: dict[tuple[Any, ...], Any] = {}

        def script(values: Any) -> Script:
            """The same callback in Python: what it returns or raises at each call."""
            function = made.get(())
            numbers = [t.lift(number) for number in range(values.bound + 2)]
            return Script(
                [None if values.term(fails(n)) or function is None else values.term(function(n)) for n in numbers]
            )

        def called(ref: Ref) -> Meaning:
            def call(ev: Evaluator, st: State, node: ast.AST, given: list[Value]) -> Results:
                number = st.heap[ref.id].calls
                st.heap[ref.id] = CallsCell(t.add(number, 1))
                told = [t.lift(term) for value in given for term in flatten(value)]
                sorts = tuple(term.sort() for term in told)
                function = made.setdefault(sorts, t.fresh_function(f"{args[0]}_makes", t.INT, *sorts, t.ELEMENT))
                found: Results = []
                for after, raises in ev.split(st, fails(t.lift(number))):
                    if raises:
                        ev.raised.append((after, Error(self.callback)))
                    else:
                        found.append((after, function(t.lift(number), *told)))
                return found

            return Meaning(call, ref, name=fails.name(), real=script)

        refs = [st.allocate(CallsCell(0)) for _ in range(2)]
        return [(st, Sides(*map(called, refs)))]

    def _peer(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        return [(st, self.pair(st, f"{args[0]}_"))]


def is_any(value: Value, chosen: bool) -> bool:
    """True if nothing is known of what stands for every value of an argument: each part is a name of its own.

    Takes      chosen, whether there is a case for each of some constants
    """
    match value:
        case Tuple(items):
            names = [each.get_id() for each in items if isinstance(each, z3.ExprRef)]
            return len(names) == len(set(names)) and all(is_any(each, chosen) for each in items)
        case z3.ExprRef():
            return bool(z3.is_const(value) and value.decl().kind() == z3.Z3_OP_UNINTERPRETED)
        case None | bool() | int() | str() | Ref():
            return chosen
    return True
