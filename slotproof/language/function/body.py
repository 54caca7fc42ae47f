"""What is refused in the body of a function, statement by statement, in the order in which they run."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from slotproof.language import kinds
from slotproof.language.function.aliases import ROUNDS
from slotproof.language.function.assignments import is_exchange
from slotproof.language.function.flow import Flow
from slotproof.language.function.scope import LOCAL, OTHERS, Report, Work
from slotproof.language.kinds import BAD, NONE, Kind, fits, item
from slotproof.language.program.constants import constant_kind
from slotproof.language.program.parts import Reached, Refusal
from slotproof.language.program.syntax import short, walk_scope
from slotproof.language.tables import SPECIAL_METHODS, STATEMENTS

_AGAIN: Final = (ast.For, ast.While, ast.Lambda, ast.FunctionDef, *ROUNDS)
"""What runs more than once, or may be called more than once."""
_QUIET: Final = frozenset(SPECIAL_METHODS) - {"__init__", "__post_init__", "__setitem__"}


class Body(Flow):
    """The check of one function."""

    def __init__(self, work: Work, reached: Reached, report: Report) -> None:
        super().__init__(work, reached, report)
        self.result = BAD
        self.parameter_kinds: dict[str, Kind] = {}
        self.is_generator = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in walk_scope(self.node))

    # --- the head

    def check(self) -> None:
        """Check the function."""
        self._check_parameters()
        returns = self.node.returns
        if returns is None:
            self.refuse(self.node, "no_result_kind", f"`{self.node.name}` without the kind of its result")
        else:
            self.result = self.annotated(returns)
        if self.is_generator and self.result.name not in {"iterator", "iterable", "bad"}:
            self.refuse(self.node, "generator_result", f"`{self.node.name}` gives {self.result}")
        self.block(self.node.body)
        if self.assigned is not None and not self.is_generator and not fits(NONE, self.result):
            self.refuse(self.node, "no_result", f"`{self.node.name}` may end without a result", result=self.result)
        if self.is_generator:
            for each in self.report.changed.values():
                self.refuse(each, "generator_changes", f"a change in the generator `{self.node.name}`")
        for place in self.report.changed.values() if self._is_quiet() else ():
            self.refuse(place, "quiet_changes", f"a change in `{self.node.name}`")
        for name, place in self.report.changed.items() if self._is_operation() else ():
            if kinds.names(self.parameter_kinds.get(name, BAD)) & kinds.COLLECTIONS:
                self.refuse(place, "argument_changed", f"a change of the argument `{name}`", that=name)

    def _is_quiet(self) -> bool:
        """Return whether something runs the function in passing."""
        return self._is_decorated("property") or self.node.name in _QUIET

    def _is_operation(self) -> bool:
        return self.cls is not None and f"{self.cls.id}.{self.node.name}" in (self.work.operations or ())

    def _check_parameters(self) -> None:
        arguments = self.node.args
        ordered = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        method = self.cls is not None and not self._is_decorated("staticmethod")
        if arguments.kwarg is not None:
            self.refuse(arguments.kwarg, "star_parameters", f"`**{arguments.kwarg.arg}`")
        if arguments.posonlyargs:
            self.refuse(arguments.posonlyargs[0], "positional_only", "`/` among parameters")
        for place, each in enumerate(ordered):
            kind = BAD
            if method and place == 0:
                kind = self._receiver_kind(each)
            elif each.annotation is None:
                self.refuse(each, "no_parameter_kind", f"parameter `{each.arg}` without a kind", arg=each.arg)
            else:
                kind = self.annotated(each.annotation)
            self.bind(each.arg, kind, each, frozenset({each.arg if place or not method else "self"}))
            self.parameter_kinds[each.arg] = kind
            if each.arg in self.declared:
                self.refuse(each, "bound_twice", f"parameter `{each.arg}` once more", that=each.lineno)
            self.declared.add(each.arg)
            if kinds.names(kind) & {"iterable", "iterator"} and self._times_read(each.arg) > 1:
                self.refuse(each, "iterator_twice", f"`{each.arg}` is gone through more than once")
        if arguments.vararg is not None:
            self._check_rest(arguments.vararg)
        last = [*arguments.posonlyargs, *arguments.args][-len(arguments.defaults) :] if arguments.defaults else []
        for each, default in (
            *zip(last, arguments.defaults, strict=True),
            *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
        ):
            if default is not None:
                self._check_default(default, self.parameter_kinds.get(each.arg, BAD))

    def _is_decorated(self, name: str) -> bool:
        return any(ast.unparse(each) == name for each in self.node.decorator_list)

    def _receiver_kind(self, node: ast.arg) -> Kind:
        cls = self.cls
        if cls is None:
            return BAD
        wanted = "cls" if self._is_decorated("classmethod") else "self"
        if node.arg != wanted:
            self.refuse(node, "receiver_name", f"`{node.arg}` as the first parameter", wanted=wanted)
        return Kind("class", (cls.kind,), cls.id) if wanted == "cls" else cls.kind

    def _check_rest(self, node: ast.arg) -> None:
        starred = {id(each.value) for each in ast.walk(self.node) if isinstance(each, ast.Starred)}
        for each in ast.walk(self.node):
            if isinstance(each, ast.Name) and each.id == node.arg and id(each) not in starred:
                self.refuse(each, "rest_read", f"`*{node.arg}` is looked at", arg=node.arg)
        self.bind(node.arg, Kind("tuple", (kinds.ANY,), open=True), node, frozenset({OTHERS}))

    def _times_read(self, name: str) -> int:
        """Return how often a name is read, as far as it matters whether that is more than once."""
        loops = [each for each in ast.walk(self.node) if isinstance(each, _AGAIN) and each is not self.node]
        again = [part for each in loops for part in _rounds(each)]
        return sum(isinstance(n, ast.Name) and n.id == name for each in (self.node, *again) for n in ast.walk(each))

    def _check_default(self, node: ast.expr, wanted: Kind) -> None:
        if isinstance(node, ast.Name) and node.id == "hash":
            return
        try:
            kind = constant_kind(self.program, node, self.module, self.cls)
        except Refusal:
            self.refuse(node, "default", f"`{short(node)}` as a default")
            return
        if not fits(kind, wanted):
            self.refuse(node, "argument_kind", f"the default `{short(node)}` is {kind}", wanted=wanted)

    # --- blocks

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Check statements one after the other."""
        for place, statement in enumerate(statements):
            self.exchanging = any(
                is_exchange(statements[start : start + 3]) for start in (place - 1, place - 2) if start >= 0
            )
            self.statement(statement)
            self.exchanging = False

    def statement(self, node: ast.stmt) -> None:
        """Check a statement."""
        name = type(node).__name__
        if name not in STATEMENTS:
            self.refuse(node, "statement", f"`{short(node)}`", name=name)
            for each in ast.walk(node):  # what it binds is known from here on, so that one mistake is told once
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store) and self.assigned is not None:
                    self.assigned.add(each.id)
                    self.env.setdefault(each.id, BAD)
            return
        getattr(self, f"_do_{name.lower()}")(node)

    def _do_pass(self, node: ast.Pass) -> None:
        pass

    def _do_expr(self, node: ast.Expr) -> None:
        value = node.value
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return
        if isinstance(value, ast.Yield):
            kind = self.kind_of(value.value) if value.value else NONE
            self._check_given(value, value.value, kind, item(self.result))
        elif isinstance(value, ast.YieldFrom):
            self._check_given(value, None, self.iterated(value.value), item(self.result))
        elif isinstance(value, ast.Call):
            kind = self.kind_of(value)
            if kind.name == "iterator":
                self.refuse(node, "generator_unused", f"`{short(value)}` alone")
        else:
            self.kind_of(value)
            self.refuse(node, "no_effect", f"`{short(value)}` alone")

    def _do_return(self, node: ast.Return) -> None:
        if node.value is not None:
            kind = self.kind_of(node.value)
            if self.is_generator:
                self.refuse(node, "generator_return", f"`{short(node)}` in a generator")
            else:
                self._check_given(node, node.value, kind, self.result)
        elif not self.is_generator:
            self._check_given(node, None, NONE, self.result)
        self.assigned = None

    def _check_given(self, node: ast.AST, value: ast.expr | None, kind: Kind, wanted: Kind) -> None:
        if not (fits(kind, wanted) if value is None else self.suits(value, kind, wanted)):
            self.refuse(node, "argument_kind", f"{kind} as a result", wanted=wanted)
        if value is None or not kinds.is_mutable(kind):
            return
        held = self.held_by(value, kind) - {LOCAL}
        self.report.gives |= held
        if self._is_operation() and isinstance(value, ast.Name) and value.id == "self":
            self.refuse(node, "self_result", "`self` as the result")
        elif self._is_operation() and held and _holds_a_list(kind):
            self.refuse(node, "shared_result", f"`{short(value)}` as the result", that=short(_shared(value)))

    def _do_delete(self, node: ast.Delete) -> None:
        for each in node.targets:
            if not isinstance(each, ast.Subscript) or (
                isinstance(each.slice, ast.Slice) and each.slice.step is not None
            ):
                self.refuse(each, "delete", f"`del {short(each)}`")
                continue
            kind = self.kind_of(each.value)
            if kind.name not in {"dict", "list", "any", "bad"}:
                self.refuse(each, "delete_kind", f"`del {short(each)}` of {kind}")
            self.kind_of(each)
            self.changed(node, each.value)

    def _do_functiondef(self, node: ast.FunctionDef) -> None:
        body = [each for each in node.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
        arguments = node.args
        if (
            self.is_generator
            or self.loops
            or len(body) != 1
            or not isinstance(body[0], ast.Return)
            or node.decorator_list
            or arguments.defaults
        ):
            at = body[0] if body and not self.is_generator else node
            self.refuse(at, "inner_function", f"`{short(at)}` in the inner function `{node.name}`")
            self.bind(node.name, BAD, node)
            return
        names = {a.arg: self.annotated(a.annotation) if a.annotation else BAD for a in arguments.args}
        returned = body[0].value
        for each in ast.walk(body[0]):
            if (
                isinstance(each, ast.Name)
                and each.id not in names
                and each.id in self.locals
                and self.times[each.id] > 1
            ):
                self.refuse(each, "captured", f"`{node.name}` reads `{each.id}`, which is assigned more than once")
        if returned is not None:
            self.within(names, returned)
        result = self.annotated(node.returns) if node.returns else BAD
        self.bind(node.name, Kind("function", (*names.values(), result)), node)


def _holds_a_list(kind: Kind) -> bool:
    return kind.name in kinds.COLLECTIONS or any(
        _holds_a_list(part) for part in kind.parts if kind.name in {"tuple", "union"}
    )


def _rounds(node: ast.AST) -> Iterator[ast.AST]:
    """Return what is run more than once: of a loop or comprehension, all but what it goes over."""
    first = node.iter if isinstance(node, ast.For) else getattr(node, "generators", [None])[0]
    for each in ast.iter_child_nodes(node):
        if each is not first:
            yield each
        elif isinstance(each, ast.comprehension):
            yield from each.ifs


def _shared(value: ast.expr) -> ast.expr:
    """What of a result is a list that somebody else holds: of a tuple, its first part that is no constant."""
    while isinstance(value, ast.Tuple | ast.List):
        value = next((each for each in value.elts if not isinstance(each, ast.Constant)), ast.Constant(None))
    return value
