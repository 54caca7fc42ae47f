"""Claims as programs: what a declaration gives to be shown has kinds, means what its text says, and changes nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from slotproof.language import kinds
from slotproof.language.declaration.declared import Declared
from slotproof.language.declaration.values import Function, Names, Record, Value
from slotproof.language.function.body import Body
from slotproof.language.function.scope import FRESH, Report, Work
from slotproof.language.kinds import ANY, BAD, BOOL, INT, Kind
from slotproof.language.program.parts import Class, Module, Reached, Symbol
from slotproof.language.program.syntax import short
from slotproof.language.vocabulary import MODULES

_STATEMENTS: Final = (
    ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.If, ast.For, ast.Return, ast.FunctionDef, ast.Pass,
)  # fmt: skip
_ROOTS: Final = frozenset({"slotproof", *(name.split(".")[0] for name in MODULES)})
_OF_ALL: Final = frozenset({"greatest", "least", "ascending", "selected"})
_CONDITIONS: Final = Kind("dict", (kinds.STR, BOOL))


class Predicate(Body):
    """The check of one function of a declaration.

    Kinds come from its place where it names none. What the tool itself gives, such as the state that a loop is asked
    of, is of no kind that is known here; neither is what belongs to declarations alone.
    """

    def __init__(self, work: Work, function: Function, given: Sequence[Kind], wanted: Kind) -> None:
        super().__init__(work, (function.module, _as_function(function.node), None), Report())
        self.given, self.result = given, wanted
        for name in set(_around(function.around)) - self.locals:
            self.locals.add(name)
            self.env[name] = BAD
            self.assigned = {*(self.assigned or ()), name}

    def check(self) -> None:
        """Check the function."""
        arguments = self.node.args
        ordered = [*arguments.posonlyargs, *arguments.args]
        for place, each in enumerate([*ordered, *arguments.kwonlyargs]):
            kind = self.annotated(each.annotation) if each.annotation is not None else BAD
            if kind == BAD and place < min(len(self.given), len(ordered)):
                kind = self.given[place]
            self.bind(each.arg, kind, each, frozenset({each.arg}))
        for rest in (arguments.vararg, arguments.kwarg):
            if rest is not None:
                self.locals.add(rest.arg)
                self.bind(rest.arg, BAD, rest)
        self.block(self.node.body)
        if self.assigned is not None and self.result != BAD:
            self.refuse(self.node, "no_result", f"`{self.node.name}` may end without a result", result=self.result)
        for change in self.report.changed.values():
            self.refuse(change, "claim_changes", f"a change in `{self.node.name}`")

    def statement(self, node: ast.stmt) -> None:
        """Check a statement."""
        if isinstance(node, _STATEMENTS):
            super().statement(node)
        else:
            self.refuse(node, "claim_statement", f"`{short(node)}` in `{self.node.name}`")
            self.assigned = None

    def _do_functiondef(self, node: ast.FunctionDef) -> None:
        names: dict[str, Value] = dict.fromkeys((*self.env, *(name for scope in self.inner for name in scope)))
        Predicate(self.work, Function(self.module, node, Names(self.module, names)), (), BAD).check()
        self.bind(node.name, BAD, node)

    def _do_augassign(self, node: ast.AugAssign) -> None:
        if not (isinstance(node.op, ast.BitOr) and self._place(node.target).name == "dict"):  # of conditions
            super()._do_augassign(node)
            return
        self.kind_of(node.value)
        self.changed(node, node.target)

    # --- what is not known here

    def kind_of(self, node: ast.expr, want: Kind | None = None) -> Kind:
        """Return the kind of an expression; data of any kind is not known."""
        kind = super().kind_of(node, want)
        return BAD if kind == ANY else kind

    def lambda_kind(self, node: ast.Lambda, want: Kind | None) -> Kind:
        """Return the kind of a lambda; a helper of claims may give one."""
        return super().lambda_kind(node, want or Kind("function", (ANY,), open=True))

    def value_of(self, node: ast.expr, want: Kind | None) -> Kind:
        """Return the kind of what gets a name, or of what is taken apart at once."""
        if isinstance(node, ast.GeneratorExp):
            self.kind_of(node)
            return BAD
        return super().value_of(node, want)

    def comparable(self, *found: Kind) -> bool:
        """Return whether `==` of such values is known; functions of clients are the same or not."""
        return super().comparable(*(each for each in found if each.name != "function"))

    def _on_joinedstr(self, node: ast.JoinedStr) -> Kind:
        return kinds.STR  # the name of a condition

    def _on_name(self, node: ast.Name) -> Kind:
        node_of = self.program.resolve(self.module, node.id).node if node.id not in self.locals else None
        if isinstance(node_of, ast.FunctionDef) and node_of.decorator_list:
            return BAD  # a claim
        return super()._on_name(node)

    def _identity(self, node: ast.Compare, left: ast.expr, right: ast.expr) -> None:
        if self.kind_of(left) != BAD:
            super()._identity(node, left, right)

    def _call_of_name(self, node: ast.Call, name: ast.Name) -> Kind:
        if self.in_lambda and name.id in _OF_ALL and self.local(name) is None:
            self.refuse(node, "bound_word", f"`{short(node)}` within a lambda")
        return super()._call_of_name(node, name)

    def _of_getattr(self, node: ast.Call) -> Kind:
        return BAD if self.kind_of(node.args[0]) == BAD else super()._of_getattr(node)

    def annotated(self, node: ast.expr, module: Module | None = None, cls: Class | None = None) -> Kind:
        """Return the kind of an annotation, if it is one of programs."""
        kind = BAD if module is not None and module.is_declaration else super().annotated(node, module, cls)
        named = (each.of for each in kinds.inside(kind) if each.of)
        own = all(not self.program.is_apart(each) or self._is_read(each) for each in named)
        return kind if own and kind != ANY else BAD

    def _is_read(self, name: str) -> bool:
        return any(cls is not None and cls.id == name for _, _, cls in self.work.seen.values())

    def unknown(self, node: ast.Name, symbol: Symbol) -> Kind:
        """Refuse a name that nothing binds; what is bound to something of the tool is of no known kind."""
        bound = symbol.sort != "missing" or node.id in self.module.bindings or node.id == "hasattr"
        return BAD if bound else super().unknown(node, symbol)

    def constant(self, symbol: Symbol, node: ast.AST) -> Kind:
        """Return the kind of a constant, if it is one of programs."""
        return BAD if symbol.module is not None and symbol.module.is_declaration else super().constant(symbol, node)

    def ran(self, node: ast.expr, function: Reached, *rest: object, **named: object) -> None:
        """Note that a function runs, if it is one of programs."""
        module, its, cls = function
        is_read = any(each is its for _, each, _ in self.work.seen.values())
        if is_read or not self.program.is_apart(module.name):
            super().ran(node, function, *rest, **named)  # type: ignore[arg-type]
            return
        self.gave[node] = FRESH
        if module is self.module and cls is None and its not in self.work.helpers and _is_read(module, its):
            self.work.helpers.add(its)
            Predicate(self.work, Function(module, its), (), BAD).check()


class Predicates:
    """All functions of one declaration that say what is to be shown."""

    def __init__(self, declared: Declared, work: Work) -> None:
        self.declared, self.work = declared, work

    def check(self) -> None:
        """Find what is wrong."""
        made = [each.get("witness") for each in self.declared.operations] + [self.declared.record.get("abstract")]
        self.work.helpers |= {each.node for each in made if isinstance(each, Function)}  # they make states
        for function, given, wanted in self._functions():
            if isinstance(function, Function) and function.node not in self.work.helpers:
                self.work.helpers.add(function.node)
                Predicate(self.work, function, given, wanted).check()

    def _functions(self) -> Iterator[tuple[Value, Sequence[Kind], Kind]]:
        model, impl = (_kind(self.declared.record.get(side)) for side in ("model", "impl"))
        for name in ("laws", "couple"):
            for claim in self.declared.tuple_of(name):
                if isinstance(claim, Record):
                    step = claim.get("step") is True
                    yield claim.get("holds"), (model, model if step else impl), BOOL
        for law in self.declared.tuple_of("answers"):
            for name, given in (("answered", (model, model)), ("refused", (model,)), ("invalid", (model,))):
                asked = law.get(name) if isinstance(law, Record) else None
                for each in asked.values() if isinstance(asked, dict) else ():
                    yield each, given, BOOL
        for operation in self.declared.operations:
            promise = operation.get("promise")
            yield operation.get("ensures"), (model, model), _CONDITIONS
            yield from ((each, (model,), BOOL) for each in _each(operation.get("refused_if")))
            yield operation.get("rejects"), (), BOOL
            yield operation.get("agree"), (), BOOL
            if isinstance(promise, Record):
                yield promise.get("keeps"), (model, model), _CONDITIONS
                yield from ((each, (model,), BOOL) for each in _each(promise.get("refused")))
        for loop in self.declared.tuple_of("loops"):
            if isinstance(loop, Record):
                yield loop.get("invariant"), (), _CONDITIONS
                yield loop.get("variant"), (), INT


def _is_read(module: Module, function: ast.FunctionDef) -> bool:
    """Return whether a function of declarations can be read: its file imports nothing but programs and declarations."""
    roots = {name.split(".")[0] for name in module.imports} - {module.name.split(".")[0]}
    return not function.decorator_list and roots <= _ROOTS


def _each(said: Value) -> Iterator[Value]:
    yield from said.values() if isinstance(said, dict) else (said,)


def _kind(side: Value) -> Kind:
    """Return the kind of a side, with data of any kind for its type variables."""
    return Kind("object", (ANY,) * len(side.params), side.id) if isinstance(side, Class) else BAD


def _around(names: Names | None) -> Iterator[str]:
    while names is not None:
        yield from names.own
        names = names.around


def _as_function(node: ast.FunctionDef | ast.Lambda) -> ast.FunctionDef:
    """Return a lambda as a function that returns its value."""
    if isinstance(node, ast.FunctionDef):
        return node
    body: list[ast.stmt] = [ast.copy_location(ast.Return(node.body), node.body)]
    return ast.copy_location(ast.FunctionDef("lambda", node.args, body, [], None, None), node)
