"""The part of the evaluator that keeps the books: places, refusals, obligations, forks and merges."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.errors import PYTHON_ERRORS
from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.builtin.costs import Costs
from slotproof.engine.prove.python.interface import Component
from slotproof.engine.prove.python.kinds import anything
from slotproof.engine.prove.python.kinds.cells import kind_of, size_of
from slotproof.engine.prove.python.kinds.fixed import fixed_cell
from slotproof.engine.prove.python.kinds.numbered import AwayCell, Numbers
from slotproof.engine.prove.python.kinds.opened import open_cell, sequence_of
from slotproof.engine.prove.python.kinds.state import Open, Setting, State, Stopped
from slotproof.engine.prove.python.kinds.values import (
    BOOL,
    INT,
    KEY,
    KEYS,
    Cell,
    Closure,
    DictCell,
    Error,
    Method,
    ObjectCell,
    ReadCell,
    Record,
    RecordCell,
    Ref,
    RowCell,
    Term,
    Tuple,
    Value,
    View,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.rest import as_shown
from slotproof.engine.prove.solver.solve import Solver
from slotproof.engine.prove.source import Class, Constant, Function, Module, Refusal

Touched = dict[tuple[int, int, str], Any]
"""By number of the cell, heap, and field: what was read; without a field, the cell, or the class of an object."""

OnEntry = Callable[[State, str, Term, ast.AST], None]

WORDS: Final = {
    "ClassValue": "a class",
    "Closure": "a function",
    "DictView": "a view of a dict",
    "Ref": "a list, dict, set or object",
    "Told": "what `at` offers",
    "View": "a sequence",
}
"""What a refusal calls a value that has no kind."""


class Core(Costs):
    """Places, refusals, obligations, forks and merges: what each form of the language needs."""

    def __init__(self, program: Declarations, solver: Solver | None) -> None:
        super().__init__()
        self.program, self.solver = program, solver
        self.exact = True  # indices, keys and divisors are obligations
        self.defined = False  # that what is evaluated ends in no error is shown elsewhere, and not obliged here
        self.silent = False  # a trial run, which asks nothing
        self.stop_at_open = False
        self.claim = ""  # that what is obliged now belongs to
        self.open: list[Open] = []
        self.obligations = 0
        self.raised: list[tuple[State, Error]] = []
        self.caught: frozenset[str] = frozenset()  # errors of Python itself that a `try` around this catches
        self.stack: list[Function | Class | Constant] = []
        self.depth = 0  # of bound variables
        self.looks = False  # what is evaluated is a term for solvers to look at, of which nothing is said
        self.merging = 0  # of what has one value, whatever it takes
        self.setting = Setting()
        self.touched: Touched | None = None  # what was read, while somebody asks
        self.on_entry: OnEntry | None = None
        self.constants: dict[int, Value] = {}
        self.components: dict[Class, Component] = {}  # classes of containers of which others hold several
        self.instead: dict[tuple[str, str], Any] = {}  # module and name of a function -> what is done in place of it
        self.most_rounds: int | None = None  # rounds that loops are followed for, in place of what is declared
        self.no_more_rounds = False  # that there are no more of them is obliged
        self.runs_code = False  # what is evaluated is code, and no claim
        self.compares = False  # it is what a declaration calls, or compares by, which may tell proofs from values
        self.hints: dict[int, tuple[Term, Term]] = {}  # what is obliged, by number, and what is claimed by it
        self.rested: set[str] = set()  # operations of such containers whose proofs were used
        self.uncounted: set[str] = set()  # those whose cost is not known
        self.data: dict[int, tuple[Term, list[Any]]] = {}  # by number: data, and what is presumed of it if it is a list
        self.of_each = False  # what is evaluated is said of each of any number of things
        self.numbers: dict[int, Numbers] = {}  # by their count, as it is written: those of any number of things
        self.presumes: set[str] = set()  # what was taken for granted of the machine, or of what clients pass

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
        if self.silent or st.dead:
            return
        goal = as_shown(goal)
        goal = t.rebuilt(goal, {}) if self.hints and not t.known(goal) else goal  # as it is known without its hints
        st.step(ways.SHOWN, what, goal, self.claim, self.without_hints(goal) if ways.OPEN else None)
        if goal is True:
            return
        self.obligations += 1
        if self.solver is None or not self.solver.entails(st.known, goal, what):  # without one, the goal is false
            self.open.append(Open(place or self.place(node), what, self.claim))
            if self.solver is not None and self.stop_at_open:
                raise Stopped
        st.given.append(t.lift(self.without_hints(goal)))

    def hint(self, hinted: Term, claim: Term) -> Term:
        """Note that something is obliged for the sake of a claim, which is what holds then."""
        self.hints[t.number(hinted)] = hinted, self.without_hints(claim)
        return hinted

    def without_hints(self, goal: Term) -> Term:
        """What is known once a goal is shown: the claims in it, without what made solvers look at them."""
        claims = {key: claim for key, (_, claim) in self.hints.items()}
        return t.rebuilt(goal, claims) if claims and not t.known(goal) else goal

    def oblige_exact(self, st: State, goal: Term, node: ast.AST, what: str) -> None:
        """An index, key or divisor must be right, unless that is shown elsewhere."""
        if self.exact:
            self.oblige(st, goal, node, what)

    def impossible(self, st: State) -> bool:
        """True if no state can be here; only asked of a run that asks."""
        follows = self.setting.side == "impl" and self.runs_code  # what the model did says which way it goes
        if self.silent or self.solver is None or not self.solver.impossible(st.known, follows):
            return False
        st.step(ways.CLOSED)
        return True

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
        if isinstance(cell, AwayCell):
            raise self.refusal(self.stack[-1].node, cell.what, cell.why, cell.cure)
        if self.touched is not None:
            self.touched[ref.id, id(ref.heap), ""] = cell.cls if isinstance(cell, ObjectCell) else cell
        return cell

    def put(self, st: State, ref: Ref, cell: Cell, node: ast.AST) -> None:
        """Change what a reference leads to."""
        if ref.heap is not None:
            raise self.refusal(node, "a write to an earlier state", "what was cannot change", "write to what is now")
        if isinstance(st.heap.get(ref.id), ReadCell):
            raise self.refusal(node, "a change of a sequence", "it may be a tuple", "change a list of it: `list(...)`")
        self.store(st, ref, cell)

    def unless(self, st: State, condition: Term, error: Class) -> State | None:
        """End in an error where a condition holds; give the state in which it does not, if there is one."""
        goes_on = None
        for branch, ends in self.split(st, condition):
            if ends:
                self.raised.append((branch, Error(error)))
            else:
                goes_on = branch
        return goes_on

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
            size = size_of(self.cell(st, value))
            if size is not None:
                return t.lt(0, size)
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

    # --- ways to run

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
    def running_code(self, runs: bool = True) -> Iterator[None]:
        """Run code that a proof is about; or evaluate a claim within the run of code."""
        saved, caught = self.runs_code, self.caught
        self.runs_code, self.caught = runs, caught if runs else frozenset()  # no `try` of code is around a claim
        try:
            yield
        finally:
            self.runs_code, self.caught = saved, caught

    @contextmanager
    def inexact(self, defined: bool = False) -> Iterator[None]:
        """Evaluate without obligations; costs nothing.

        Takes      defined, whether it is shown elsewhere to end in no error
        """
        saved = self.exact, self.defined
        self.exact, self.defined = False, defined
        try:
            with self.running_code(False):
                yield
        finally:
            self.exact, self.defined = saved

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Evaluate a term that solvers are to look at, of which nothing is said."""
        saved, self.looks = self.looks, True
        try:
            with self.inexact():
                yield
        finally:
            self.looks = saved

    # --- names

    def view(self, st: State, value: Value, node: ast.AST) -> View:
        """Any sequence as a view."""
        found = self.sequence(st, value)
        cell = fixed_cell(self, st, value)
        numbered = open_cell(self, st, value)
        if numbered is not None:
            return sequence_of(self, value, numbered, node)
        if cell is not None and not cell.is_list:
            return View(len(cell.keys), lambda place: cell.keys[place])
        if found is None:
            what = f"{self.describe(value)} as a sequence"
            raise self.refusal(node, what, "it has no order that is known", "use a list")
        return found

    def entries(self, st: State, value: Value) -> Mapping[str, Value] | None:
        """The entries of a record; None of anything else."""
        if isinstance(value, Record):
            return value.entries
        if isinstance(value, Method) and value.name == "__dict__":
            fields = self.cell(st, value.owner).fields
            return {
                name: Ref(held.id, value.owner.heap or held.heap) if isinstance(held, Ref) else held
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
