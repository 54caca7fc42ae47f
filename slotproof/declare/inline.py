"""Claims without the words of logic: the same predicate as plain Python.

Without it walks wait half as long again: `slotproof verify --judge walk --force`, with a first line `return predicate`
in `inline`.

    return forall(0, n, lambda i: implies(a[i] > 0, lambda: b[i] == 1))
becomes
    for i in range(0, n):
        if a[i] > 0:
            if not b[i] == 1:
                return False
    return True

Both are true of the same states.
Of the others the plain text may say false where the words raise, since it stops at the first part that is false.
It says true nowhere else: what a word evaluates before it decides for true stays evaluated, so that an index out of
range is not hidden behind a part that decides already.
Functions of one line that a predicate calls, and whose line has such words, are written out too, as functions that
raise where theirs do.
A predicate whose text cannot be told with certainty is returned as it is.
"""

from __future__ import annotations

import ast
import builtins
import copy
import inspect
import itertools
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import CodeType, FunctionType
from typing import Any, Final

from slotproof.spec import logic

_WORDS: Final[Mapping[Any, str]] = {
    getattr(logic, name): name
    for name in ("forall", "exists", "forall_in", "contains", "negate", "conj", "disj", "implies", "iff", "within")
}
_BUILTINS: Final = ("all", "any", "callable", "map", "range")  # names the written-out text relies on
_LOOPS: Final = {"forall": "all", "exists": "any", "forall_in": "all"}
_SOLID: Final = (ast.Attribute, ast.BinOp, ast.Compare, ast.Constant, ast.Name, ast.UnaryOp, ast.operator, ast.cmpop)


_INLINED: Final[dict[Callable[..., bool], Callable[..., bool]]] = {}
_WRITTEN: Final[dict[FunctionType, FunctionType | None]] = {}


def inline(predicate: Callable[..., bool]) -> Callable[..., bool]:
    """The predicate with the words of logic written out, or itself if it has no text of its own."""
    if predicate not in _INLINED:
        definition = _readable(predicate)
        if definition is None or not isinstance(predicate, FunctionType):
            _INLINED[predicate] = predicate
        else:
            _INLINED[predicate] = _Rewriter(predicate, definition).made()
    return _INLINED[predicate]


def forget(*changed: FunctionType) -> None:
    """Forget what was written out, if these functions, which have other code from now on, were read for it.

    All is forgotten if none is named.
    """
    if not changed or any(function in _INLINED or function in _WRITTEN for function in changed):
        _INLINED.clear()
        _WRITTEN.clear()


def _written(function: FunctionType) -> FunctionType | None:
    """A function of one line with the words in it written out; None if there are none, or the line cannot be told."""
    if function not in _WRITTEN:
        _WRITTEN[function] = None  # if it calls itself
        _WRITTEN[function] = _write(function, _readable(function))
    return _WRITTEN[function]


def _write(function: FunctionType, definition: ast.FunctionDef | None) -> FunctionType | None:
    if definition is None:
        return None
    match definition.body:
        case [ast.Return()] | [ast.Expr(ast.Constant()), ast.Return()]:
            calls = [node for node in ast.walk(definition) if isinstance(node, ast.Call)]
            rewriter = _Rewriter(function, definition, exactly=True)
            has_words = any(rewriter.is_word(call) for call in calls)
            made = rewriter.made()
            return made if has_words or rewriter.helpers else None
    return None


def _readable(function: Any) -> ast.FunctionDef | None:
    """The text of a function that could be compiled anew; None if it cannot be told, or is no function."""
    if not isinstance(function, FunctionType) or function.__closure__ or function.__kwdefaults__:
        return None
    if not function.__globals__.keys().isdisjoint(_BUILTINS):
        return None
    return _of_a_lambda(function) if function.__name__ == "<lambda>" else _definition(function)


def _definition(predicate: FunctionType) -> ast.FunctionDef | None:
    """The text of the function, if it is what the function was compiled from: its file may have changed since.

    None too if another function is defined in it, whose returns are no truths.
    """
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(predicate)))
    except (OSError, SyntaxError, TypeError):
        return None
    match tree.body:
        case [ast.FunctionDef() as definition]:
            definition.decorator_list = []
            nested = sum(isinstance(node, ast.FunctionDef) for node in ast.walk(definition)) > 1
            return definition if not nested and _same_code(_function_code(definition), predicate.__code__) else None
    return None


def _of_a_lambda(predicate: FunctionType) -> ast.FunctionDef | None:
    """The text of a lambda, as that of a function; None if the lambdas in that line do not tell which it is."""
    try:
        lines, _ = inspect.findsource(predicate)
        found = _lambdas("".join(lines)).get(predicate.__code__.co_firstlineno, [])
    except (OSError, SyntaxError):
        return None
    for each in found:
        text = copy.deepcopy(each)
        answer = ast.copy_location(ast.Return(text.body), text.body)
        definition = ast.copy_location(ast.FunctionDef("written_out", text.args, [answer], []), text)
        if _same_code(_function_code(definition), predicate.__code__):
            ast.increment_lineno(definition, 1 - each.lineno)
            return definition
    return None


def _lambdas(text: str) -> dict[int, list[ast.Lambda]]:
    """Line -> the lambdas that begin in it."""
    found: dict[int, list[ast.Lambda]] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Lambda):
            found.setdefault(node.lineno, []).append(node)
    return found


def _function_code(definition: ast.FunctionDef, file: str = "") -> CodeType:
    module = ast.fix_missing_locations(ast.Module([definition], []))
    code = compile(module, file, "exec", dont_inherit=True)
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return next(constant for constant in inner if constant.co_name == definition.name)


def _same_code(left: CodeType, right: CodeType) -> bool:
    """True if the two do the same, whatever file and line they stand in."""
    return (
        left.co_code == right.co_code
        and left.co_names == right.co_names
        and left.co_varnames == right.co_varnames
        and len(left.co_consts) == len(right.co_consts)
        and all(
            _same_code(a, b) if isinstance(a, CodeType) and isinstance(b, CodeType) else (type(a), a) == (type(b), b)
            for a, b in zip(left.co_consts, right.co_consts, strict=True)
            if not (isinstance(a, str) and isinstance(b, str) and "<locals>" in a + b)  # a qualified name
        )
    )


class _Rewriter(ast.NodeTransformer):
    """Writes out each word of logic whose arguments it understands; the others stay calls."""

    def __init__(self, predicate: FunctionType, definition: ast.FunctionDef, exactly: bool = False) -> None:
        self.predicate, self.definition, self.exactly = predicate, definition, exactly
        self.helpers: dict[str, FunctionType] = {}  # fresh name -> function, written out
        self.bound = frozenset(_bound(definition))
        self.words = {
            name: _WORDS[value]
            for name, value in predicate.__globals__.items()
            if isinstance(value, FunctionType) and value in _WORDS and name not in predicate.__code__.co_varnames
        }
        self.fresh = itertools.count()
        code = predicate.__code__
        self.taken = frozenset((*code.co_varnames, *code.co_cellvars, *predicate.__globals__, *vars(builtins)))

    def made(self) -> FunctionType:
        """The function, written out; what it calls under fresh names are defaults of arguments that nobody gives."""
        ast.increment_lineno(self.definition, self.predicate.__code__.co_firstlineno - 1)
        definition: ast.FunctionDef = self.visit(self.definition)
        definition.args.kwonlyargs += [ast.arg(name) for name in self.helpers]
        definition.args.kw_defaults += [ast.Constant(None) for _ in self.helpers]
        old = self.predicate
        code = _function_code(definition, old.__code__.co_filename)  # where it stands, as those who look there know it
        function = FunctionType(code, old.__globals__, old.__name__, old.__defaults__)
        function.__kwdefaults__ = dict(self.helpers)
        return function

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A word stands for a truth: whatever takes its value gets a bool."""
        if self.is_word(node):
            return _negated(_negated(self._truth(node)))
        called = self.generic_visit(node)
        if isinstance(node.func, ast.Name) and (helper := self._helper(node.func.id)):
            node.func = ast.Name(helper, ast.Load())
        return called

    def _helper(self, name: str) -> str:
        """The fresh name of a function of one line that has words in it; empty if the name means none."""
        called = self.predicate.__globals__.get(name)
        if name in self.bound or not isinstance(called, FunctionType) or called in _WORDS:
            return ""
        written = _written(called)
        if written is None:
            return ""
        known = next((fresh for fresh, helper in self.helpers.items() if helper is written), "")
        fresh = known or self._name()
        self.helpers[fresh] = written
        return fresh

    def visit_Return(self, node: ast.Return) -> list[ast.stmt] | ast.AST:
        """The value of the predicate is looked at as a truth only; that of a function it calls is what it was."""
        if self.exactly:
            return self.generic_visit(node)
        return [*self._demands(node.value or ast.Constant(None), self.taken), ast.Return(ast.Constant(True))]

    def _demands(self, node: ast.expr, taken: frozenset[str]) -> list[ast.stmt]:
        """Statements that return false unless the node is true; loops give values to names that are not taken."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and self.is_word(node):
            match self.words[node.func.id], node.args:
                case "conj", parts:
                    return [line for part in parts for line in self._demands_part(part, taken)]
                case "implies", [premise, conclusion] if _is_solid(conclusion):
                    return [ast.If(self._part(premise), self._demands_part(conclusion, taken), [])]
                case "forall", [low, high, ast.Lambda() as body, *_] if _is_simple(body, taken):
                    return self._rounds(_called("range", self.visit(low), self.visit(high)), body, taken)
                case "forall_in", [collection, ast.Lambda() as body] if _is_simple(body, taken):
                    return self._rounds(self.visit(collection), body, taken)
        return _demanded(self._truth(node))

    def _demands_part(self, part: ast.expr, taken: frozenset[str]) -> list[ast.stmt]:
        if isinstance(part, ast.Lambda) and not part.args.args:
            return self._demands(part.body, taken)
        return self._demands(part, taken) if self.is_word(part) else _demanded(self._part(part))

    def _rounds(self, span: ast.expr, body: ast.Lambda, taken: frozenset[str]) -> list[ast.stmt]:
        name = body.args.args[0].arg
        return [ast.For(ast.Name(name, ast.Store()), span, self._demands(body.body, taken | {name}), [])]

    def is_word(self, node: ast.expr) -> bool:
        """True of a call of a word of logic."""
        match node:
            case ast.Call(func=ast.Name(id=name), keywords=[]) if name in self.words:
                return not any(isinstance(argument, ast.Starred) for argument in node.args)
        return False

    def _truth(self, node: ast.expr) -> ast.expr:
        """An expression as true as the node."""
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and self.is_word(node)):
            return self.visit(node)  # type: ignore[no-any-return]
        match self.words[node.func.id], node.args:
            case "contains", [collection, item]:
                return ast.Compare(self.visit(item), [ast.In()], [self.visit(collection)])
            case "within", [low, index, high]:
                return ast.Compare(self.visit(low), [ast.LtE(), ast.Lt()], [self.visit(index), self.visit(high)])
            case "negate", [part]:
                return _negated(self._part(part))
            case "iff", [left, right]:
                return ast.Compare(_negated(self._part(left)), [ast.Eq()], [_negated(self._part(right))])
            case "conj", parts:
                return self._connected(ast.And(), [(self._part(part), _is_solid(part)) for part in parts])
            case "disj", parts:
                return self._connected(ast.Or(), [(self._part(part), _is_solid(part)) for part in parts])
            case "implies", [premise, conclusion]:
                parts_ = [(_negated(self._part(premise)), True), (self._part(conclusion), _is_solid(conclusion))]
                return self._connected(ast.Or(), parts_)
            case ("forall" | "exists") as word, [low, high, ast.Lambda() as body, *_] if _is_simple(body):
                span: ast.expr = _called("range", low, high)
                return self._loop(_LOOPS[word], span, body)
            case "forall_in", [collection, ast.Lambda() as body] if _is_simple(body):
                return self._loop("all", collection, body)
            case "forall", [low, high, ast.Name() as body, *_]:
                return _called("all", _called("map", body, _called("range", self.visit(low), self.visit(high))))
        return self.generic_visit(node)  # type: ignore[return-value]

    def _loop(self, word: str, span: ast.expr, body: ast.Lambda) -> ast.expr:
        target = ast.Name(body.args.args[0].arg, ast.Store())
        return _called(word, ast.GeneratorExp(self._truth(body.body), [ast.comprehension(target, span, [], 0)]))

    def _part(self, part: ast.expr) -> ast.expr:
        """A part of a truth, called if it is a thunk."""
        if isinstance(part, ast.Lambda) and not part.args.args:
            return self._truth(part.body)
        if isinstance(part, ast.Compare | ast.Constant) or self.is_word(part):
            return self._truth(part)
        name = self._name()
        held = ast.NamedExpr(ast.Name(name, ast.Store()), self.visit(part))
        loaded = ast.Name(name, ast.Load())
        return ast.IfExp(_called("callable", held), ast.Call(loaded, [], []), loaded)

    def _connected(self, word: ast.boolop, parts: Sequence[tuple[ast.expr, bool]]) -> ast.expr:
        """The parts between `and` or `or`; a later part that may raise, and is no thunk, is evaluated first."""
        early: list[ast.expr] = []
        values: list[ast.expr] = []
        for number, (part, solid) in enumerate(parts):
            if number == 0 or solid:
                values.append(part)
            else:
                name = self._name()
                early.append(ast.NamedExpr(ast.Name(name, ast.Store()), part))
                values.append(ast.Name(name, ast.Load()))
        if not values:
            return ast.Constant(isinstance(word, ast.And))
        truth = values[0] if len(values) == 1 else ast.BoolOp(word, values)
        if not early:
            return truth
        name = self._name()
        first = ast.NamedExpr(ast.Name(name, ast.Store()), values[0])
        rest = ast.BoolOp(word, [ast.Name(name, ast.Load()), *values[1:]])
        return ast.Subscript(ast.Tuple([first, *early, rest], ast.Load()), ast.Constant(-1), ast.Load())

    def _name(self) -> str:
        return f"inlined_{next(self.fresh)}"


def _bound(definition: ast.FunctionDef) -> Iterator[str]:
    """The names that mean something of their own somewhere in the function."""
    for node in ast.walk(definition):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _is_solid(part: ast.expr) -> bool:
    """True if looking at the part late, or not at all, makes no difference: a thunk, or what can hardly raise."""
    if isinstance(part, ast.Lambda):
        return True
    return all(isinstance(node, (*_SOLID, ast.expr_context, ast.unaryop)) or _is_len(node) for node in ast.walk(part))


def _is_len(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len"


def _is_simple(body: ast.Lambda, taken: frozenset[str] = frozenset()) -> bool:
    """True of `lambda name: ...` with a name that is not taken."""
    given = body.args
    one = len(given.args) == 1 and not (given.defaults or given.vararg or given.kwonlyargs or given.kwarg)
    return one and given.args[0].arg not in taken


def _demanded(truth: ast.expr) -> list[ast.stmt]:
    return [ast.If(_negated(truth), [ast.Return(ast.Constant(False))], [])]


def _negated(truth: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), truth)


def _called(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
