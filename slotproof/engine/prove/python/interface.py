"""What the parts of the evaluator ask of each other, whichever of them answers."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from slotproof.engine.prove.python.kinds.state import Ends, Results, Setting, State
from slotproof.engine.prove.python.kinds.values import (
    Cell,
    Kind,
    Ref,
    StandCell,
    Term,
    Value,
    View,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Class, Constant, Module, Refusal


class Interface:
    """Each is defined in the file that says what its form of Python means; what none says, in `Core`."""

    exact: bool
    depth: int
    setting: Setting
    components: dict[Class, Component]
    data: dict[int, tuple[Term, list[Any]]]
    presumes: set[str]

    def bound(self, name: str, sort: Any = t.INT) -> Term:
        """A variable named by how deep it is bound, so that equal formulas are one; its binder lowers `depth`."""
        raise NotImplementedError

    def cell(self, st: State, ref: Ref) -> Any:
        """The cell that a reference leads to."""
        raise NotImplementedError

    def count(self, st: State, ref: Value, reads: Term = 0, writes: Term = 0) -> None:
        """Count what is read and written of an array that is the implementation's, or was when the operation began."""
        raise NotImplementedError

    def describe(self, value: Value) -> str:
        """A value in the words of a refusal."""
        raise NotImplementedError

    def fail(self, st: State, name: str) -> None:
        """End in an error of Python itself."""
        raise NotImplementedError

    def integer(self, value: Value, node: ast.AST) -> Term:
        """A value that must be an int."""
        raise NotImplementedError

    def oblige(self, st: State, goal: Term, node: ast.AST, what: str, place: str = "") -> None:
        """The goal must hold here; from here on it does."""
        raise NotImplementedError

    def oblige_exact(self, st: State, goal: Term, node: ast.AST, what: str) -> None:
        """An index, key or divisor must be right, unless that is shown elsewhere."""
        raise NotImplementedError

    def put(self, st: State, ref: Ref, cell: Cell, node: ast.AST) -> None:
        """Change what a reference leads to."""
        raise NotImplementedError

    def refusal(self, node: ast.AST, what: str, why: str, cure: str) -> Refusal:
        """What to raise where the language ends."""
        raise NotImplementedError

    def split(self, st: State, condition: Term) -> list[tuple[State, bool]]:
        """The states in which a condition holds, and does not."""
        raise NotImplementedError

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

    def pure(self, st: State, node: ast.expr, assumption: Term = True) -> Value:
        """The value of an expression under an assumption; forks are merged."""
        raise NotImplementedError

    def applied(self, st: State, function: Value, args: list[Value], node: ast.AST, assumption: Term = True) -> Value:
        """The value of a call under an assumption; forks are merged."""
        raise NotImplementedError

    def are_known_to_hold(self, st: State, conditions: Sequence[ast.expr]) -> bool:
        """True if all of some conditions hold, each of which must be known."""
        raise NotImplementedError

    def merged(self, st: State, evaluate: Callable[[State], Results], assumption: Term, node: ast.AST) -> Value:
        """The one value of what may fork, and has no effect on what was there."""
        raise NotImplementedError

    def choose(self, condition: Term, then: Value, otherwise: Value, node: ast.AST) -> Value:
        """One value or the other."""
        raise NotImplementedError

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


class Component(ABC):
    """What the judge knows of the containers of one class that others hold."""

    model: Class
    in_rows: bool = False  # lists and dicts may hold any number of them

    @abstractmethod
    def attribute(self, ev: Interface, st: State, held: Value, name: str, node: ast.AST) -> Value:
        """`held.name`."""

    @abstractmethod
    def of_class(self, ev: Interface, name: str, node: ast.AST) -> Value:
        """`Class.name`."""

    @abstractmethod
    def construct(
        self, ev: Interface, st: State, args: list[Value], kwargs: Mapping[str, Value], node: ast.AST
    ) -> Results:
        """A new container."""

    @abstractmethod
    def any_held(self, ev: Interface, st: State, name: str) -> Ref:
        """Any container, for a field."""

    @abstractmethod
    def told(self, ev: Interface, st: State, held: Value, data: Term) -> Term:
        """True if a container is in the state that data tells, of which nothing else is known."""

    @abstractmethod
    def suppose_laws(self, ev: Interface, st: State, meaning: Ref) -> None:
        """Know the laws of a state of the model."""

    @abstractmethod
    def forget(self, ev: Interface, st: State, cell: StandCell) -> None:
        """Let what stands for one be in any state that the laws allow."""
