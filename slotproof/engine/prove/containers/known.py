"""What is used of a container that another one holds: what its own proofs say, and nothing else.

Of what `to_dict` gave, `from_dict` makes one in the same state, if what no claim says is true of it. Of anything else
it makes one within its claims, or ends in one of the errors that it names: which, is a function of the data.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Final

from slotproof.engine.prove.declaration.claims import ClaimsOf, show, suppose
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.make import Sides, any_object
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.interface import Component
from slotproof.engine.prove.python.kinds import anything
from slotproof.engine.prove.python.kinds.cells import kind_of
from slotproof.engine.prove.python.kinds.stands import comparing, same_objects
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import (
    Bytes,
    Closure,
    Data,
    ListCell,
    Meaning,
    Named,
    Ref,
    Term,
    Told,
    Value,
)
from slotproof.engine.prove.sides.called import is_called_plainly
from slotproof.engine.prove.sides.premise import Premise
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import data as d
from slotproof.engine.prove.source import Class, Refusal

READ: Final = "from_dict"
KEPT: Final = ("copy", "to_dict")
"""Operations that give the state as it was."""


class Known(Component, ABC):
    """Containers of one class, of which only operations that are proved may be used, and what is declared to be read.

    make       what gives every value of an argument
    callback   the error that a callback may raise
    """

    def __init__(
        self,
        refinement: Any,
        reads: Sequence[str],
        program: Declarations,
        make: Callable[[Evaluator], Told],
        callback: Callable[[], Class],
    ) -> None:
        self.refinement, self.reads, self.program, self.make, self.callback = refinement, reads, program, make, callback
        if refinement.arranged:
            what, why = f"a {refinement.title} within another container", "it is proved for its arrangements alone"
            raise Refusal(refinement.name, what, why, "hold one that is proved for all there are")
        self.model = program.the_class(refinement.model)
        self.impl = program.the_class(refinement.impl)
        self.claims = ClaimsOf(refinement, program)
        self.premise = Premise(refinement, program)

    def proved(self, ev: Any, name: str, node: ast.AST) -> Any:
        """The operation of that name, whose proof is used."""
        operation, title = self._operation(name), self.refinement.title
        if operation is None:
            why = f"of a {title} within another container only what is declared may be used"
            raise ev.refusal(node, f".{name}", why, "use an operation that is proved, or declare what is read")
        if operation.unproved or operation.foreign is not None:
            raise ev.refusal(node, f".{name}", f"its proof says not what it does to a {title}", "use another one")
        if name not in KEPT and not is_called_plainly(operation, self.program):
            raise ev.refusal(node, f".{name}", "its proof is of another call", "use another operation")
        ev.rested.add(f"{self.refinement.name} {name}")
        return operation

    def of_class(self, ev: Any, name: str, node: ast.AST) -> Value:
        """`Class.from_dict`, by its own proof; nothing else is offered."""
        if name == READ:
            return Meaning(lambda ev, st, node, args: self.read_back(ev, st, args, node))
        raise ev.refusal(node, f"{self.impl.name}.{name}", "nothing is known of it", "call an operation of one of them")

    def says(self, name: str, said: Value) -> bool:
        """True if that is what the declaration says under a name, or it says nothing there."""
        own: Any = getattr(self.refinement, name)
        if isinstance(own, tuple):
            return self.program.is_of(said, own)
        return own is None or (
            isinstance(said, Closure) and said.function.node is self.program.closure(own).function.node
        )

    @abstractmethod
    def in_state(self, ev: Any, st: State, state: Value) -> Ref:
        """A container in a state that data tells."""

    @abstractmethod
    def read_from(self, ev: Any, st: State, data: Term) -> Ref:
        """The container that `from_dict` makes of data, which it accepts."""

    def read_back(self, ev: Any, st: State, args: list[Value], node: ast.AST) -> Results:
        """`Class.from_dict(data)`."""
        operation = self._operation(READ)
        if operation is None or operation.unproved or operation.foreign is None:
            raise ev.refusal(node, f"{self.impl.name}.{READ}", "it has no proof of its own", "prove that first")
        ev.rested.add(f"{self.refinement.name} {READ}")
        data = args[0] if len(args) == 1 else None
        if isinstance(data, Data) and data.of is self.model:
            made = self.in_state(ev, st, data.state)
            with ev.inexact():
                said = self.premise.shown(ev, st, made)
            ev.oblige(st, said, node, f"what is read was written of a {self.refinement.title} as it is constructed")
            return [(st, made)]
        if not anything.is_any(data):
            raise ev.refusal(node, f"{self.impl.name}.{READ}", f"of {ev.describe(data)}", "pass the data alone")
        found: State | None = st
        for number, name in enumerate(operation.refusals):
            found = found and ev.unless(found, t.eq(self._ending(data), number), self.program.error(name))
        return [] if found is None else [(found, self.read_from(ev, found, data))]

    def is_accepted(self, data: Term) -> Term:
        """True of data that `from_dict` makes a container of."""
        refusals = self.refinement.operation(READ).refusals
        return t.conj(*(t.neg(t.eq(self._ending(data), number)) for number, _ in enumerate(refusals)))

    def _ending(self, data: Term) -> Term:
        """Which of its errors `from_dict` ends in, by number; none of them of what it accepts."""
        return t.function(f"{self.model.whole_name}.{READ}.ending", d.ANY, t.INT)(data)

    def _operation(self, name: str) -> Any:
        return next((each for each in self.refinement.operations if each.name == name), None)

    def counted(self, ev: Any, st: State, operation: Any) -> None:
        """Count what an operation costs the arrays."""
        if ev.setting.side != "impl" or not ev.runs_code:
            return
        if operation.cost is None:
            ev.uncounted.add(f"{operation.name} of the {self.refinement.title}")
            return
        st.reads, st.writes = t.add(st.reads, operation.cost.reads), t.add(st.writes, operation.cost.writes)
        ev.count_rounds(st, operation.name, operation.cost)

    def takes(self, ev: Any, operation: Any, args: list[Value], node: ast.AST, st: State | None = None) -> None:
        """Refuse arguments for which there is no proof; lists, too, unless there is a state in which they are known."""
        if len(args) != len(operation.takes):
            raise ev.refusal(node, f".{operation.name}", "its proof is for other arguments", "pass what it takes")
        for value, domain in zip(args, operation.takes, strict=True):
            if domain.within:
                raise ev.refusal(node, domain.name, f"its proof is for {domain.within} alone", "use another operation")
            examples = ev.call(State(), self.program.closure(domain.symbolic), [self.make(ev)], {}, node)
            lists = st is not None and any(_is_list_like(ev, st, value, *each) for each in examples)
            if not lists and not any(_is_like(value, example) for _, example in examples):
                raise ev.refusal(node, domain.name, f"its proof is not for {ev.describe(value)}", "pass another")

    def configured(self, ev: Any, st: State, args: list[Value], kwargs: Named, node: ast.AST) -> dict[str, Value]:
        """The arguments of a constructor by name, for which there is a proof; data is what it must be for that."""
        ev.rested.add(f"{self.refinement.name} new")
        init = self.model.method("__init__")
        if init is None or self.refinement.configure is None:
            raise ev.refusal(node, f"{self.impl.name}(...)", "it declares no constructor", "declare it")
        if limit := self.refinement.configured:
            raise ev.refusal(node, f"{self.impl.name}(...)", f"its proof is for {limit} alone", "make it elsewhere")
        bound = ev.binding(init, [None, *args], kwargs, node)
        given = {name: bound[name] for name in init.parameters[1:]}
        examples = ev.call(State(), self.program.closure(self.refinement.configure), [self.make(ev)], {}, node)
        named = [ev.entries(end, record) or {} for end, record in examples]
        for name in [name for name, value in given.items() if anything.is_any(value)]:
            if (kind := kind_of(named[0].get(name))) is not None:
                given[name] = anything.settled(ev, st, given[name], kind, node)
        for name, value in given.items():
            if not any(name in each and _is_like(value, each[name]) for each in named):
                raise ev.refusal(node, f"{name}={ev.describe(value)}", "proofs are for no such value", "pass another")
        return given

    # --- what is shown of them

    def any_one(self, ev: Evaluator, st: State) -> Ref:
        """Any model within its laws."""
        one = any_object(ev, st, self.model, f"any {self.refinement.title}.")
        suppose(self.claims, ev, st, self.claims.of_states, [one])
        return one

    def show_known(self, ev: Evaluator) -> None:
        """Oblige what is used beside the claims of the operations."""
        saved, ev.components = ev.components, {}
        st = State()
        self._show(ev, st, self.any_one(ev, st), self.model.node)
        ev.components = saved

    def _show(self, ev: Evaluator, st: State, one: Ref, node: ast.AST) -> None:
        """Of any model: what `copy` and `to_dict` give, and that both sides have the same to be read."""
        title = self.refinement.title
        for name in KEPT:
            if (operation := self._operation(name)) is not None:
                self._show_kept(ev, st.copy(), operation, one, node)
        reads = self._operation(READ)
        if reads is not None and reads.foreign is not None and reads.foreign.whole is None:
            self._show_compared(ev, st.copy(), reads, one, node)
        held = st.copy()
        impl = any_object(ev, held, self.impl, f"its {title}.")
        suppose(self.claims, ev, held, self.claims.couple, [one, impl])
        for name in self.reads:
            if name not in self.model.fields or name not in self.impl.fields:
                why = "one of the two sides has no such attribute"
                raise ev.refusal(node, f"`reads` of {name}", why, "name what both have")
            pair = [held.heap[each.id].fields[name] for each in (one, impl)]
            if any(isinstance(each, Ref) for each in pair):
                why = "another may stand there after a call"
                raise ev.refusal(node, f"`reads` of {name}, a list, dict, set or object", why, "call an operation")
            same = t.eq(*pair)
            ev.oblige(held, same, node, f"{name} of a {title}: the same on both sides")

    def _show_kept(self, ev: Evaluator, st: State, operation: Any, one: Ref, node: ast.AST) -> None:
        title, name, own = self.refinement.title, operation.name, operation.model
        run = self.program.closure(own) if own else ev.attribute(st, one, name, node)
        with ev.catching() as raised:
            results = ev.call(st, run, [one] if own else [], {}, node)
        for end, _ in raised:
            ev.oblige(end, False, node, f"{name} of a {title} raises no error")
        for end, made in results:
            ev.oblige(end, same_objects(ev, end, one, made, node), node, f"{name} of a {title} gives its state")
            if name == "copy":
                self._show_compared(ev, end, operation, made, node)

    def _show_compared(self, ev: Evaluator, st: State, operation: Any, model: Ref, node: ast.AST) -> None:
        """What the proof of `copy` or `from_dict` compares is the coupling, or more."""
        impl = any_object(ev, st, self.impl, f"its {self.refinement.title}.")
        with ev.inexact(), comparing(ev):
            said = ev.applied(st, self.program.callable(operation.agree), [model, impl], node)
        st.assume(ev.truth(st, said, node), ways.PROVED)
        show(self.claims, ev, st, self.claims.couple, [model, impl], "of a copy")

    def gives_state(self, ev: Any, operation: Any, args: list[Value], node: ast.AST) -> None:
        """Refuse one of these operations if it is no plain copy of the state."""
        if not operation.pure or operation.refusals or operation.takes or args:
            raise ev.refusal(node, f".{operation.name}", "it is no plain copy of the state", "declare it as one")


def _is_like(value: Value, example: Value) -> bool:
    """True if a value is one of those that an example stands for."""
    if isinstance(example, Sides):
        return isinstance(value, Meaning) and isinstance(example.model, Meaning) and value.state is not None
    match value, example:
        case Meaning(), Meaning():  # any function of its name
            return bool(example.labels) and value.labels == example.labels
        case str(), str():
            return value == example
        case (None, None) | (Bytes(), Bytes()):
            return True
    kind: Any = kind_of(value)
    return kind is not None and kind == kind_of(example) and not t.known(example)


def _is_list_like(ev: Any, st: State, value: Value, end: State, example: Value) -> bool:
    """True if a value is a list, and an example stands for any list of entries of that kind."""
    if not isinstance(value, Ref) or not isinstance(example, Sides) or not isinstance(example.impl, Ref):
        return False
    cell, like = ev.cell(st, value), end.heap[example.impl.id]
    are_lists = isinstance(cell, ListCell) and isinstance(like, ListCell)
    return are_lists and cell.kind == like.kind and not t.known(like.length)
