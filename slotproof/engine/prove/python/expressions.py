"""What each expression means: names, operators, comparisons, attributes, entries, displays.

An expression answers [(state, value)]. An error that it may end in goes into `raised` of whoever evaluates it.
Operands are evaluated from left to right; `and`, `or`, chained comparisons and conditional expressions stop early.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from slotproof.engine.prove.declaration.declared import is_declaration, live_module
from slotproof.engine.prove.errors import PYTHON_ERRORS
from slotproof.engine.prove.presumed import MESSAGES
from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.displays import Displays
from slotproof.engine.prove.python.interface import Comprehension
from slotproof.engine.prove.python.kinds import anything
from slotproof.engine.prove.python.kinds.cells import kind_of
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import (
    BOOL,
    ClassValue,
    Closure,
    Ref,
    Term,
    Text,
    Tuple,
    Value,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Class, Constant, Function, Module, Word, require_plain

SPELLED: Final = 1 << 64
"""What lies below has a text: CPython refuses to spell numbers of more than 4,300 digits."""
AS_IT_IS: Final = -1
"""That a part of a text has no conversion, such as `!r`."""


@cache
def _conditions(tree: ast.AST) -> frozenset[ast.AST]:
    """Find the expressions of which only the truth is asked."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):  # what stands around others comes before them
        match node:
            case ast.If() | ast.While() | ast.IfExp() | ast.Assert():
                found.add(node.test)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                found.add(operand)
            case ast.comprehension(ifs=ifs):
                found.update(ifs)
            case ast.BoolOp(values=values) if node in found:
                found.update(values)
    return frozenset(found)


class Expressions(Displays):
    """The expressions of the language."""

    def ev(self, node: ast.expr, st: State) -> Results:
        """Evaluate an expression."""
        form = FORMS.get(type(node))
        if form is None:
            raise self.refusal(node, type(node).__name__, "not in the language of proofs", "write it with what is")
        results: Results = form(self, node, st)
        return results

    def evs(self, nodes: list[ast.expr], st: State) -> list[tuple[State, list[Value]]]:
        """Evaluate expressions from left to right."""
        results: list[tuple[State, list[Value]]] = [(st, [])]
        for node in nodes:
            if isinstance(node, ast.Starred):
                results = [
                    (after, [*values, *self.spread(after, value, node)])
                    for before, values in results
                    for after, value in self.ev(node.value, before)
                ]
            else:
                results = [
                    (after, [*values, value]) for before, values in results for after, value in self.ev(node, before)
                ]
        return results

    def spread(self, st: State, value: Value, node: ast.AST) -> tuple[Value, ...]:
        """The items of a tuple, or of a list of known length."""
        if isinstance(value, Tuple):
            return value.items
        view = self.sequence(st, value)
        if view is not None and t.known(view.length):
            self.count_through(st, value, view)
            return tuple(view.at(place) for place in range(view.length))
        raise self.refusal(node, "*", "how many there are is not known", "name each")

    # --- names and constants

    def _constant(self, node: ast.Constant, st: State) -> Results:
        if node.value is None or isinstance(node.value, bool | int | str):
            return [(st, node.value)]
        if isinstance(node.value, bytes):
            return [(st, Text())]
        raise self.refusal(node, f"the constant {node.value!r}", "only int, bool, str and None are known", "use an int")

    def _name(self, node: ast.Name, st: State) -> Results:
        if node.id in st.env:
            return [(st, st.env[node.id])]
        running = self.stack[-1]
        if isinstance(running, Function) and node.id in running.assigned:
            raise self.refusal(node, node.id, "not assigned on this path", "assign it before")
        return [(st, self.resolve(node.id, self.module, node))]

    def resolve(self, name: str, module: Module, node: ast.AST) -> Value:
        """What a name of a module means."""
        found = module.find(name)
        if isinstance(found, Function):
            require_plain(found.module, found.node)
            return Closure(found)
        if isinstance(found, Class):
            return ClassValue(found)
        if isinstance(found, Constant):
            return self.constant(found)
        if isinstance(found, Word | Module):
            return found
        if found is None and name not in module.imports and self.is_builtin(name):
            return Word(name)
        if found is None and name not in module.imports and name in PYTHON_ERRORS:
            return ClassValue(self.program.python_error(name))
        raise self.refusal(
            node, name, "no name of the language", "define it, or import it from a module in the language"
        )

    def constant(self, constant: Constant) -> Value:
        """The value of a constant, which nobody can change."""
        key = id(constant.node)
        if key not in self.constants:
            live = self._live(constant)
            self.constants[key] = self._evaluated(constant) if live is None else live
        return self.constants[key]

    def _live(self, constant: Constant) -> Value:
        """What a declaration holds under this name: claims, which other code may have made, or what has a meaning."""
        module = live_module(constant.module.name)
        held = getattr(module, constant.name, None) if constant.name else None
        if id(held) in self.program.known or is_declaration(held):
            return self.program.value(held)
        listed = isinstance(held, tuple) and held and all(hasattr(each, "holds") or type(each) is dict for each in held)
        return self.program.value(held) if listed else None

    def _evaluated(self, constant: Constant) -> Value:
        self.stack.append(constant)
        own = constant.owner.values if constant.owner is not None else {}
        for each in ast.walk(constant.node):
            if isinstance(each, ast.Name) and each.id in own:
                why = "the class binds this name, too, above or below"
                raise self.refusal(constant.node, each.id, why, "write the value, or give it a name in the module")
        state = State()
        ((_, value),) = self.ev(constant.node, state)
        if self._can_change(value):
            raise self.refusal(
                constant.node, "a constant that can change", "all would share it", "make it where it is used"
            )
        self.stack.pop()
        return value

    def _can_change(self, value: Value) -> bool:
        return isinstance(value, Ref) or (isinstance(value, Tuple) and any(map(self._can_change, value.items)))

    def _text(self, node: ast.JoinedStr, st: State) -> Results:
        """A text made of others: what its parts are is evaluated, and may refuse; what it says is not looked at."""
        parts = [part for part in node.values if isinstance(part, ast.FormattedValue)]
        found = []
        for after, values in self.evs([part.value for part in parts], st):
            for part, value in zip(parts, values, strict=True):
                self._spellable(after, part.value, value)
            found.append((after, self._spelled(node, parts, values)))
        return found

    def _spellable(self, st: State, node: ast.expr, value: Value) -> None:
        """Presume that a number in a text is one that CPython spells, unless that follows; refuse any other text."""
        if isinstance(value, str | Text) or t.is_truth(value) or (t.known(value) and abs(value) < SPELLED):
            return
        if not t.is_number(value) or t.known(value):
            raise self.refusal(node, "a text of this", f"{self.describe(value)} may have any text", "write shown(...)")
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len"):
            few = t.conj(t.lt(-SPELLED, value), t.lt(value, SPELLED))
            what = "a number in a text is short"
            if self.solver is None or not self.solver.entails(st.known, few, what):
                self.presumes.add(MESSAGES)
            else:
                st.step(ways.SHOWN, what, few)

    def _spelled(self, node: ast.JoinedStr, parts: list[ast.FormattedValue], values: list[Value]) -> str | Text:
        """The text itself, if its parts are known numbers and texts, written as they are."""
        plain = all(isinstance(each, int | str) and type(each) is not bool for each in values)
        if not plain or any(part.format_spec or part.conversion != AS_IT_IS for part in parts):
            return Text()
        left = iter(values)
        return "".join(str(part.value) if isinstance(part, ast.Constant) else str(next(left)) for part in node.values)

    def _lambda(self, node: ast.Lambda, st: State) -> Results:
        function = self._within(node)
        return [(st, Closure(function, dict(st.env)))]

    def _within(self, node: ast.Lambda | ast.FunctionDef) -> Function:
        known: dict[int, Function] = self.__dict__.setdefault("_inner", {})
        return known.setdefault(id(node), Function(self.module, node, within=True))

    # --- and, or, if ... else

    def _bool(self, node: ast.BoolOp, st: State) -> Results:
        results = self.ev(node.values[0], st)
        for right in node.values[1:]:
            results = [each for after, left in results for each in self._joined(node, after, left, right)]
        return results

    def _joined(self, node: ast.BoolOp, st: State, left: Value, right: ast.expr) -> Results:
        stops = isinstance(node.op, ast.Or)
        truth = self.truth if node in _conditions(self.stack[-1].node) else self._only_bool
        condition = truth(st, left, node)
        guard = t.neg(condition) if stops else condition
        return self.guarded(st, guard, lambda sub: self.ev(right, sub), stops, node, truth)

    def _only_bool(self, st: State, value: Value, node: ast.AST) -> Term:
        if anything.is_any(value):
            value = anything.settled(self, st, value, BOOL, node)
        if not t.is_truth(value):
            why = f"{self.describe(value)} is not bool, and the result is the value itself"
            raise self.refusal(node, "and, or", why, "compare it, or write an if")
        return value

    def guarded(
        self,
        st: State,
        condition: Term,
        evaluate: Callable[[State], Results],
        otherwise: bool,
        node: ast.AST,
        truth: Callable[[State, Value, ast.AST], Term] | None = None,
    ) -> Results:
        """A truth that is looked at where a condition holds; elsewhere it is a constant.

        Takes      truth, what makes one of a value; bools alone are truths if it is left out
        """
        truth = truth or self._only_bool
        if type(condition) is bool:
            if not condition:
                return [(st, otherwise)]
            return [(after, truth(after, value, node)) for after, value in evaluate(st)]
        sub = st.copy()
        sub.assume(condition)
        with self.catching() as raised:
            results = evaluate(sub)
        cheap = self.merging > 0 or all(_goes_unnoticed(after, st) for after, _ in results)
        if not raised and len(results) == 1 and results[0][0].heap == st.heap and cheap:
            after, value = results[0]
            self._keep_facts(st, [after], node)
            st.cost_as(st, after)
            held = truth(after, value, node)
            return [(st, t.disj(t.neg(condition), held) if otherwise else t.conj(condition, held))]
        self.raised += raised
        rest = st.copy()
        rest.assume(t.neg(condition))
        ends = [(after, truth(after, value, node)) for after, value in results]
        return [(rest, otherwise), *ends]

    def _conditional(self, node: ast.IfExp, st: State) -> Results:
        found: Results = []
        for after, value in self.ev(node.test, st):
            condition = self.truth(after, value, node.test)
            if type(condition) is bool:
                found += self.ev(node.body if condition else node.orelse, after)
                continue
            then, other = after.copy(), after.copy()
            then.assume(condition)
            other.assume(t.neg(condition))
            with self.catching() as raised:
                one, two = self.ev(node.body, then), self.ev(node.orelse, other)
            self.raised += raised
            if not raised and len(one) == len(two) == 1 and self._alike(after, one[0], two[0]):
                self._keep_facts(after, [one[0][0], two[0][0]], node)
                after.cost_as(one[0][0], two[0][0])
                found.append((after, self.choose(condition, one[0][1], two[0][1], node)))
            else:
                found += one + two
        return found

    def _alike(self, st: State, one: tuple[State, Value], two: tuple[State, Value]) -> bool:
        kinds = kind_of(one[1]), kind_of(two[1])
        unnoticed = self.merging > 0 or all(after.log is st.log for after, _ in (one, two))
        return one[0].heap == st.heap == two[0].heap and kinds[0] is not None and kinds[0] == kinds[1] and unnoticed

    # --- the rest

    def _comprehension(self, node: Comprehension, st: State) -> Results:
        return [
            each
            for after, over in self.ev(node.generators[0].iter, st)
            for each in self.comprehended(after, node, over)
        ]


def _goes_unnoticed(after: State, before: State) -> bool:
    """True if nothing was counted, and no operation was called."""
    return t.same(after.reads, before.reads) and t.same(after.writes, before.writes) and after.log is before.log


FORMS: Final[dict[type[ast.expr], Any]] = {
    ast.Constant: Expressions._constant,
    ast.Name: Expressions._name,
    ast.JoinedStr: Expressions._text,
    ast.Lambda: Expressions._lambda,
    ast.Tuple: Expressions._tuple,
    ast.List: Expressions._list,
    ast.Set: Expressions._set,
    ast.Dict: Expressions._dict,
    ast.DictComp: Expressions._comprehension,
    ast.ListComp: Expressions._comprehension,
    ast.SetComp: Expressions._comprehension,
    ast.GeneratorExp: Expressions._comprehension,
    ast.BoolOp: Expressions._bool,
    ast.IfExp: Expressions._conditional,
    ast.UnaryOp: Expressions._unary,
    ast.BinOp: Expressions._binary,
    ast.Compare: Expressions._comparison,
    ast.Attribute: Expressions._attribute,
    ast.Subscript: Expressions._subscript,
    ast.Call: lambda ev, node, st: ev.call_of(node, st),
}
