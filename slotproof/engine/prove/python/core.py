"""The part of the evaluator that keeps the books: places, refusals, obligations, forks and merges."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import contextmanager
from operator import is_not
from typing import TYPE_CHECKING, Any, Final

from slotproof.engine.prove.declared import Declarations
from slotproof.engine.prove.python import anything
from slotproof.engine.prove.python.cells import kind_of
from slotproof.engine.prove.python.fixed import fixed_cell
from slotproof.engine.prove.python.state import Ends, Open, Results, Setting, State, Stopped
from slotproof.engine.prove.python.values import (
    BOOL,
    INT,
    KEY,
    KEYS,
    Cell,
    Closure,
    DictCell,
    DistinctCell,
    Error,
    FixedCell,
    Kind,
    ListCell,
    Method,
    ObjectCell,
    Record,
    RecordCell,
    Ref,
    RowCell,
    SetCell,
    Term,
    Tuple,
    Value,
    View,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.solve import Solver
from slotproof.engine.prove.source import PYTHON_ERRORS, Class, Constant, Function, Module, Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from slotproof.engine.prove.python.rows import Component
    from slotproof.engine.prove.solver.solve import Solver


Touched = dict[tuple[int, int, str], Any]
"""By number of the cell, heap, and field: what was read; without a field, the cell, or the class of an object."""

OnEntry = Callable[[State, str, Term, ast.AST], None]

WORDS: Final = {
    "ClassValue": "a class",
    "Closure": "a function",
    "Ref": "a list, dict, set or object",
    "Told": "what `at` offers",
    "View": "a sequence",
}
"""What a refusal calls a value that has no kind."""


class Core:
    """Places, refusals, obligations, forks and merges: what each form of the language needs."""

    def __init__(self, program: Declarations, solver: Solver | None) -> None:
        self.program, self.solver = program, solver
        self.exact = True  # indices, keys and divisors are obligations
        self.silent = False  # a trial run, which asks nothing
        self.stop_at_open = False
        self.claim = ""  # that what is obliged now belongs to
        self.open: list[Open] = []
        self.obligations = 0
        self.raised: list[tuple[State, Error]] = []
        self.caught: frozenset[str] = frozenset()  # errors of Python itself that a `try` around this catches
        self.stack: list[Function | Class | Constant] = []
        self.depth = 0  # of bound variables
        self.merging = 0  # of what has one value, whatever it takes
        self.setting = Setting()
        self.touched: Touched | None = None  # what was read, while somebody asks
        self.counted: frozenset[int] = frozenset()  # cells whose reads and writes are counted
        self.on_entry: OnEntry | None = None
        self.rounds: dict[str, tuple[Term, Term]] = {}
        self.constants: dict[int, Value] = {}
        self.components: dict[Class, Component] = {}  # classes of containers of which others hold several
        self.instead: dict[tuple[str, str], Any] = {}  # module and name of a function -> what is done in place of it
        self.most_rounds: int | None = None  # rounds that loops are followed for, in place of what is declared
        self.no_more_rounds = False  # that there are no more of them is obliged
        self.runs_code = False  # what is evaluated is code, and no claim
        self.hints: dict[int, tuple[Term, Term]] = {}  # what is obliged, by number, and what is claimed by it
        self.rested: set[str] = set()  # operations of such containers whose proofs were used
        self.uncounted: set[str] = set()  # those whose cost is not known
        self.data: dict[int, tuple[Term, list[Any]]] = {}  # by number: data, and what is presumed of it if it is a list
        self.presumes: set[str] = set()  # what was taken for granted of the machine, or of what clients pass

    # --- what the parts of the evaluator ask of each other

    def ev(self, node: ast.expr, st: State) -> Results:
        """Evaluate an expression."""
        raise NotImplementedError

    def evs(self, nodes: list[ast.expr], st: State) -> list[tuple[State, list[Value]]]:
        """Evaluate expressions from left to right."""
        raise NotImplementedError

    def guarded(
        self, st: State, condition: Term, evaluate: Callable[[State], Results], otherwise: bool, node: ast.AST
    ) -> Results:
        """A truth that is looked at where a condition holds; elsewhere it is a constant."""
        raise NotImplementedError

    def block(self, statements: Sequence[ast.stmt], st: State) -> Ends:
        """Run statements."""
        raise NotImplementedError

    def call(
        self, st: State, function: Value, args: list[Value], kwargs: Mapping[str, Value], node: ast.AST
    ) -> Results:
        """Call whatever can be called."""
        raise NotImplementedError

    def word(self, st: State, name: str, args: list[Value], kwargs: Mapping[str, Value], node: ast.AST) -> Results:
        """A call of a built-in, or of a word of claims."""
        raise NotImplementedError

    # --- places and refusals

    @property
    def running(self) -> Function:
        """The function that runs now."""
        running = self.stack[-1]
        if not isinstance(running, Function):
            raise TypeError("no function runs")
        return running

    @property
    def module(self) -> Module:
        """The module of what runs now."""
        return self.stack[-1].module

    def place(self, node: ast.AST) -> str:
        """Where a node stands."""
        path = self.stack[-1].module.path if self.stack else "?"
        return f"{path}:{getattr(node, 'lineno', '?')}"

    def refusal(self, node: ast.AST, what: str, why: str, cure: str) -> Refusal:
        """What to raise where the language ends."""
        return Refusal(self.place(node), what, why, cure)

    def describe(self, value: Value) -> str:
        """A value in the words of a refusal."""
        name = type(value).__name__
        return str(kind_of(value) or WORDS.get(name, name.lower()))

    # --- obligations

    def oblige(self, st: State, goal: Term, node: ast.AST, what: str, place: str = "") -> None:
        """The goal must hold here; from here on it does."""
        if goal is True or self.silent or st.dead:
            return
        self.obligations += 1
        if self.solver is None:  # everything is known, and the goal is false
            self.open.append(Open(place or self.place(node), what, self.claim))
        elif not self.solver.entails(st.known, goal, what):
            self.open.append(Open(place or self.place(node), what, self.claim))
            if self.stop_at_open:
                raise Stopped
        st.given.append(t.lift(self.without_hints(goal)))

    def hint(self, hinted: Term, claim: Term) -> Term:
        """Note that something is obliged for the sake of a claim, which is what holds then."""
        self.hints[t.number(hinted)] = hinted, self.without_hints(claim)
        return hinted

    def without_hints(self, goal: Term) -> Term:
        """What is known once a goal is shown: the claims in it, without what made solvers look at them."""
        if t.known(goal) or not self.hints:
            return goal
        return t.rebuilt(goal, {key: claim for key, (_, claim) in self.hints.items()})

    def oblige_exact(self, st: State, goal: Term, node: ast.AST, what: str) -> None:
        """An index, key or divisor must be right, unless that is shown elsewhere."""
        if self.exact:
            self.oblige(st, goal, node, what)

    def impossible(self, st: State) -> bool:
        """True if no state can be here; only asked of a run that asks."""
        return not self.silent and self.solver is not None and self.solver.impossible(st.known)

    def split(self, st: State, condition: Term) -> list[tuple[State, bool]]:
        """The states in which a condition holds, and does not.

        Where one value is made of all, none is left out: what a claim says depends on what it reads, and on no branch.
        """
        if type(condition) is bool:
            return [(st, condition)]
        found = []
        for truth, formula in ((True, condition), (False, t.neg(condition))):
            other = st.copy()
            other.assume(formula)
            if self.merging or not self.impossible(other):
                found.append((other, truth))
        return found

    # --- cells

    def cell(self, st: State, ref: Ref) -> Any:
        """The cell that a reference leads to."""
        cell = (st.heap if ref.heap is None else ref.heap)[ref.id]
        if self.touched is not None:
            self.touched[ref.id, id(ref.heap), ""] = cell.cls if isinstance(cell, ObjectCell) else cell
        return cell

    def put(self, st: State, ref: Ref, cell: Cell, node: ast.AST) -> None:
        """Change what a reference leads to."""
        if ref.heap is not None:
            raise self.refusal(node, "a write to an earlier state", "what was cannot change", "write to what is now")
        st.heap[ref.id] = cell

    def count(self, st: State, ref: Value, reads: Term = 0, writes: Term = 0) -> None:
        """Count what is read and written of an array that is the implementation's, or was when the operation began."""
        if not isinstance(ref, Ref) or ref.heap is not None:
            return
        own = st.heap.get(self.setting.impl.id)
        held = own.fields.values() if isinstance(own, ObjectCell) else ()
        if ref.id in self.counted or any(isinstance(each, Ref) and each.id == ref.id for each in held):
            st.reads, st.writes = t.add(st.reads, reads), t.add(st.writes, writes)

    def fail(self, st: State, name: str) -> None:
        """End in an error of Python itself."""
        self.raised.append((st, Error(self.program.python_error(name))))

    def may_fail(self, st: State, name: str, when: Term) -> None:
        """End in an error of Python itself where a condition holds, if a `try` around this catches it.

        Where none does, the error is no way to end: that it does not happen is obliged.
        """
        if when is False or not self.caught & set(PYTHON_ERRORS[name]):
            return
        other = st.copy()
        other.assume(when)
        if self.merging or not self.impossible(other):
            self.fail(other, name)
        st.assume(t.neg(when))

    # --- truths and kinds

    def truth(self, st: State, value: Value, node: ast.AST) -> Term:
        """A value as a condition: bools, whether a number is not 0, and whether a list, dict or set has entries."""
        if t.is_truth(value):
            return value
        if t.is_number(value):
            return t.neg(t.eq(value, 0))
        if isinstance(value, Tuple) and value.cls is None:
            return bool(value.items)
        if value is None or isinstance(value, Closure):
            return value is not None
        if anything.is_any(value):
            return anything.settled(self, st, value, BOOL, node)
        if isinstance(value, Ref):
            cell = self.cell(st, value)
            if isinstance(cell, ListCell | DistinctCell):
                return t.lt(0, cell.length)
            if isinstance(cell, DictCell | SetCell):
                return t.lt(0, cell.size)
            if isinstance(cell, FixedCell):
                return bool(cell.keys)
        raise self.refusal(node, "a value that is no truth", f"{self.describe(value)} is not bool", "compare it")

    def integer(self, value: Value, node: ast.AST) -> Term:
        """A value that must be an int."""
        if not t.is_number(value):
            raise self.refusal(node, f"{self.describe(value)} where an int is needed", "it is none", "use an int")
        return value

    def key(self, st: State, cell: Any, value: Value, node: ast.AST) -> Term:
        """What may be a key of a dict, or stand in a set or a sequence of distinct things."""
        by = INT if isinstance(cell, RowCell) else cell.by
        if anything.is_any(value):
            value = anything.settled(self, st, value, by or KEY, node)
        kind = kind_of(value)
        if kind not in KEYS or by not in (None, kind):
            what = f"{self.describe(value)} among {by or 'keys'}"
            raise self.refusal(node, what, "keys are ints, or all of one other kind", "use what it holds")
        return value

    def bound(self, name: str, sort: Any = t.INT) -> Term:
        """A variable named by how deep it is bound, so that equal formulas are one; its binder lowers `depth`."""
        self.depth += 1
        return t.variable(name, self.depth, sort)

    # --- one value, no effects

    def pure(self, st: State, node: ast.expr, assumption: Term = True) -> Value:
        """The value of an expression under an assumption; forks are merged."""
        return self.merged(st, lambda sub: self.ev(node, sub), assumption, node)

    def applied(self, st: State, function: Value, args: list[Value], node: ast.AST, assumption: Term = True) -> Value:
        """The value of a call under an assumption; forks are merged."""
        return self.merged(st, lambda sub: self.call(sub, function, args, {}, node), assumption, node)

    def merged(self, st: State, evaluate: Callable[[State], Results], assumption: Term, node: ast.AST) -> Value:
        """The one value of what may fork, and has no effect on what was there."""
        if assumption is False:
            return True
        sub = st.copy()
        sub.assume(assumption)
        base = len(sub.given)
        self.merging += 1
        try:
            with self.catching() as raised:
                results = evaluate(sub)
        finally:
            self.merging -= 1
        for other, error in raised:
            if self.exact and not self.silent:
                self.oblige(other, False, node, f"may raise {error.name}")
        for other, _ in results:
            if any(map(is_not, map(other.heap.get, st.heap), st.heap.values())):
                raise self.refusal(
                    node,
                    "an effect in a claim or a condition",
                    "it may be evaluated any number of times",
                    "write it as a statement",
                )
        self._keep_facts(st, [other for other, _ in results], node)
        if not results:
            return True
        st.reads = t.worst(*(other.reads for other, _ in results))
        st.writes = t.worst(*(other.writes for other, _ in results))
        if len(results) == 1:
            other, value = results[0]
            st.heap, st.last = other.heap, other.last
            if assumption is True:
                st.given = other.given
            return value
        if any(isinstance(each, Ref) and each.heap is None and each.id not in st.heap for _, each in results):
            raise self.refusal(
                node, "a choice between new lists or dicts", "which one it is, is open", "make one of them"
            )
        value = results[-1][1]
        for other, each in reversed(results[:-1]):
            value = self.choose(t.conj(*other.given[base:]), each, value, node)
        return value

    def _keep_facts(self, st: State, ends: Iterable[State], node: ast.AST) -> None:
        """Facts of new names hold whatever the branch; none may depend on a variable that is bound."""
        start = len(st.facts)
        new = {fact.get_id(): fact for other in ends for fact in other.facts[start:]}
        if new and self.depth:
            raise self.refusal(
                node,
                "a word that makes a name, inside a claim about all numbers",
                "the name would be the same for each of them",
                "ask it outside, or say it in other words",
            )
        st.facts += new.values()

    @contextmanager
    def catching(self) -> Iterator[list[tuple[State, Error]]]:
        """Collect the errors that are raised within."""
        saved, self.raised = self.raised, []
        inner = self.raised
        try:
            yield inner
        finally:
            self.raised = saved

    @contextmanager
    def claiming(self) -> Iterator[None]:
        """Evaluate a claim within the run of code."""
        with self._of_code(False):
            yield

    @contextmanager
    def running_code(self) -> Iterator[None]:
        """Run code that a proof is about."""
        with self._of_code(True):
            yield

    @contextmanager
    def _of_code(self, runs: bool) -> Iterator[None]:
        saved, caught = self.runs_code, self.caught
        self.runs_code, self.caught = runs, caught if runs else frozenset()  # no `try` of code is around a claim
        try:
            yield
        finally:
            self.runs_code, self.caught = saved, caught

    @contextmanager
    def inexact(self) -> Iterator[None]:
        """Evaluate what is shown elsewhere to be defined; costs nothing."""
        saved, self.exact = self.exact, False
        try:
            with self.claiming():
                yield
        finally:
            self.exact = saved

    def choose(self, condition: Term, then: Value, otherwise: Value, node: ast.AST) -> Value:
        """One value or the other."""
        if type(condition) is bool:
            return then if condition else otherwise
        if then is otherwise or (then is None and otherwise is None):
            return then
        if isinstance(then, Tuple) and isinstance(otherwise, Tuple) and len(then.items) == len(otherwise.items):
            pairs = zip(then.items, otherwise.items, strict=True)
            return Tuple(tuple(self.choose(condition, a, b, node) for a, b in pairs), then.cls)
        if t.is_term(then) and t.is_term(otherwise) and kind_of(then) == kind_of(otherwise):
            return t.ite(condition, then, otherwise)
        if (
            isinstance(then, Ref)
            and isinstance(otherwise, Ref)
            and then.id == otherwise.id
            and then.heap is otherwise.heap
        ):
            return then
        raise self.refusal(
            node,
            "a choice between kinds",
            f"{self.describe(then)} or {self.describe(otherwise)}",
            "give both the same kind",
        )

    # --- names

    def resolve(self, name: str, module: Module, node: ast.AST) -> Value:
        """What a name of a module means."""
        raise NotImplementedError

    def constant(self, constant: Constant) -> Value:
        """The value of a constant of the program."""
        raise NotImplementedError

    def kind_named(self, annotation: ast.expr, module: Module) -> Kind | None:
        """The kind that an annotation names."""
        raise NotImplementedError

    def assign(self, st: State, target: ast.expr, value: Value, node: ast.AST) -> list[State]:
        """Give a target its value."""
        raise NotImplementedError

    def position(self, st: State, length: Term, index: Value, node: ast.AST) -> Term:
        """An index that is in range; only a constant counts from behind."""
        raise NotImplementedError

    def clamped(self, st: State, length: Term, index: Value, node: ast.AST, otherwise: Term = 0) -> Term:
        """A limit of a slice as Python reads it."""
        raise NotImplementedError

    def holds(self, st: State, truth: Term) -> bool:
        """True if a solver sees at once that something holds here."""
        raise NotImplementedError

    def listed(self, st: State, values: list[Value], node: ast.AST) -> Ref:
        """A list of these entries."""
        raise NotImplementedError

    def storable(self, value: Value, kind: Any, node: ast.AST) -> None:
        """Refuse what arrays cannot hold, or a value of another kind than the others."""
        raise NotImplementedError

    def view(self, st: State, value: Value, node: ast.AST) -> View:
        """Any sequence as a view."""
        found = self.sequence(st, value)
        cell = fixed_cell(self, st, value)
        if cell is not None and not cell.is_list:
            return View(len(cell.keys), lambda place: cell.keys[place])
        if found is None:
            what = f"{self.describe(value)} as a sequence"
            raise self.refusal(node, what, "it has no order that is known", "use a list")
        return found

    def sequence(self, st: State, value: Value) -> View | None:
        """A list, a sequence of distinct ints or a computed one, as a view; None of anything else."""
        raise NotImplementedError

    def equal(self, st: State, a: Value, b: Value, node: ast.AST, other: State | None = None) -> Term:
        """`a == b`; `other` is the state that b is of, if it is another one."""
        raise NotImplementedError

    def inside(self, st: State, item: Value, collection: Value, node: ast.AST) -> Term:
        """`item in collection`."""
        raise NotImplementedError

    def item(self, st: State, value: Value, index: Value, node: ast.AST) -> Value:
        """`value[index]`."""
        raise NotImplementedError

    def attribute(self, st: State, value: Value, name: str, node: ast.AST) -> Value:
        """`value.name`."""
        raise NotImplementedError

    def set_field(self, st: State, owner: Value, name: str, value: Value, node: ast.AST) -> None:
        """`owner.name = value`."""
        raise NotImplementedError

    def kind_of_field(self, cls: Class, name: str) -> Kind:
        """The kind that a class declares of a field."""
        raise NotImplementedError

    def fits(self, st: State, value: Value, kind: Kind) -> bool:
        """True if a value is of a kind."""
        raise NotImplementedError

    def construct(
        self, st: State, cls: Class, args: list[Value], kwargs: Mapping[str, Value], node: ast.AST
    ) -> Results:
        """A new object of a class."""
        raise NotImplementedError

    def entries(self, st: State, value: Value) -> Mapping[str, Value] | None:
        """The entries of a record; None of anything else."""
        if isinstance(value, Record):
            return value.entries
        if isinstance(value, Method) and value.name == "__dict__":
            fields = self.cell(st, value.owner).fields
            heap = value.owner.heap
            return {
                name: Ref(held.id, heap or held.heap) if isinstance(held, Ref) else held
                for name, held in fields.items()
            }
        cell = self.cell(st, value) if isinstance(value, Ref) else None
        return cell.entries if isinstance(cell, RecordCell) else None

    def is_empty_dict(self, st: State, value: Value) -> bool:
        """True of a dict into which nothing was ever put."""
        cell = self.cell(st, value) if isinstance(value, Ref) else None
        return isinstance(cell, DictCell) and cell.keys == () and cell.kind is None

    def entry_by_entry(self, st: State, function: Value, args: list[Value], node: ast.AST, handle: OnEntry) -> None:
        """Have each entry of what a function answers handled: as it is met, so that the next may rely on it."""
        handled: dict[str, Term] = {}

        def on_entry(now: State, name: str, truth: Term, where: ast.AST) -> None:
            if name not in handled or not t.same(handled[name], truth):
                handled[name] = truth
                handle(now, name, truth, where)

        saved, self.on_entry = self.on_entry, on_entry
        value = self.applied(st, function, args, node)
        self.on_entry = saved
        entries = self.entries(st, value)
        if entries is None and not self.is_empty_dict(st, value):
            raise self.refusal(node, self.describe(value), "conditions have names", "answer a dict of them")
        for name, each in (entries or {}).items():
            on_entry(st, name, self.truth(st, each, node), node)

    def as_object(self, st: State, value: Value) -> ObjectCell | None:
        """The cell of an object; None of anything else."""
        cell = self.cell(st, value) if isinstance(value, Ref) else None
        return cell if isinstance(cell, ObjectCell) else None

    def closure(self, function: Function, receiver: Value = None) -> Closure:
        """A function of the program, as a value."""
        return Closure(function, {}, receiver)
