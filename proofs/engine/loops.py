"""A loop cut at its invariant, in the method's own syntax tree.

    while condition:            enter(loop, ...)                  # the invariant holds; forget what a round changes
        body                    for _ in (0,):                    # one round, or none
                       --->         if not condition: break
                                    body
                                    back(loop, ...)               # the invariant holds again; the path ends
                                after the loop ...

`break` and `return` in the body work unchanged, since the one round is a loop too; `continue` becomes a `back`.
A `for` loop over a sequence becomes a walk by index, whose variant is the number of rounds left.
A generator becomes a function that returns the list of what it yields, which is the local `yielded`.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any, Final

from slotproof.proofs.engine.refusing import Refusing

HANDLER: Final = "__loop__"
"""What answers at cut loops, among the globals of a function with such a loop."""


class Unbound(Refusing):
    """What a local holds at the head of a loop if nothing assigned it before: using it is a mistake."""

    def __repr__(self) -> str:
        return "a local that a loop may not have assigned"


UNBOUND = Unbound()


class CannotCut(Exception):
    """The function is written in a way that a cut would change the meaning of."""


def loops_of(function: FunctionType) -> list[ast.stmt]:
    """The loops of a function in source order."""
    return [node for node in ast.walk(_parse(function)) if isinstance(node, ast.While | ast.For)]


def _parse(function: FunctionType) -> ast.FunctionDef:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef):
        raise CannotCut(f"{function.__qualname__} is not a plain function")
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    return definition


def cut(function: FunctionType, namespace: dict[str, Any], handler: Callable[..., Any]) -> FunctionType:
    """The function with its loops cut; `handler` answers "enter", "more", "item" and "back".

    Raises     CannotCut for a loop with an `else`, or with a `continue` that something else follows, and for a
               function that is decorated, or uses the locals of another one
    """
    if hasattr(function, "__wrapped__") or function.__closure__:
        raise CannotCut(f"{function.__qualname__} is decorated, or uses the locals of another function")
    file = inspect.getsourcefile(function) or "<source>"
    key = (file, function.__qualname__, function.__code__)
    if key not in _cut_code:
        _cut_code[key] = _compiled(function, file)
    namespace[HANDLER] = handler
    made: dict[str, FunctionType] = {}
    exec(_cut_code[key], namespace, made)
    [twin] = made.values()
    twin.__defaults__, twin.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    twin.__qualname__ = function.__qualname__
    return twin


_cut_code: Final[dict[tuple[str, str, CodeType], CodeType]] = {}  # of the file and the function, as it was then


def _compiled(function: FunctionType, file: str) -> CodeType:
    """Code that defines the function with its loops cut."""
    definition = _parse(function)
    definition.decorator_list = []
    _gather(definition)
    cutter = _Cutter(function.__qualname__, _stored(definition))
    definition = cutter.visit(definition)
    return compile(ast.fix_missing_locations(ast.Module([definition], [])), file, "exec")


YIELDED = "yielded"
"""The local in which a generator that was made a function gathers what it yields."""


GIVEN = "given"
"""The local of the loop that a `yield from` becomes."""


class _Gatherer(ast.NodeTransformer):
    """`yield` as a statement becomes `yielded.append`, `yield from` a loop of them, `return` a `return yielded`."""

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, ast.YieldFrom):
            each = ast.Expr(ast.Yield(_name(GIVEN)))
            loop = ast.For(ast.Name(GIVEN, ast.Store()), node.value.value, [self.visit_Expr(each)], [])
            return ast.fix_missing_locations(ast.copy_location(loop, node))
        if not isinstance(node.value, ast.Yield):
            return node
        gather = ast.Attribute(_name(YIELDED), "append", ast.Load())
        return ast.copy_location(ast.Expr(ast.Call(gather, [node.value.value or ast.Constant(None)], [])), node)

    def visit_Return(self, node: ast.Return) -> Any:
        return ast.copy_location(ast.Return(_name(YIELDED)), node)


def _gather(definition: ast.FunctionDef) -> None:
    """Make a generator a function that returns the list of what it yields; leave other functions alone."""
    if not any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(definition)):
        return
    used = {part.id for part in ast.walk(definition) if isinstance(part, ast.Name)}
    used |= {part.arg for part in ast.walk(definition) if isinstance(part, ast.arg)}
    if taken := used & {YIELDED, GIVEN}:
        raise CannotCut(f"{definition.name}: a generator that has a {min(taken)} of its own")
    _Gatherer().visit(definition)
    if any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(definition)):
        raise CannotCut(f"{definition.name}: a yield that is no statement")
    begin = ast.Assign([ast.Name(YIELDED, ast.Store())], ast.List([], ast.Load()))
    finish = ast.Return(_name(YIELDED))
    ast.copy_location(begin, definition.body[0])
    ast.copy_location(finish, definition.body[-1])
    definition.body = [begin, *definition.body, finish]


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _call(verb: str, loop: int, qualname: str, *arguments: ast.expr) -> ast.Call:
    fixed: list[ast.expr] = [ast.Constant(verb), ast.Constant(f"{qualname}#{loop}")]
    return ast.Call(_name(HANDLER), [*fixed, *arguments], [])


def _locals() -> ast.expr:
    return ast.Call(_name("locals"), [], [])


class _Cutter(ast.NodeTransformer):
    def __init__(self, qualname: str, own: set[str]) -> None:
        self.qualname = qualname
        self.own = own
        self.loops = 0
        self.inside: list[int] = []
        self.followed = 0  # statements around that do something when they are left

    def _cut(self, node: ast.While | ast.For) -> list[ast.stmt]:
        if node.orelse:
            raise CannotCut(f"{self.qualname}: a loop with an else")
        loop = self.loops
        self.loops += 1
        self.inside.append(loop)
        outside, self.followed = self.followed, 0
        body = [self.visit(statement) for statement in node.body]
        flat: list[ast.stmt] = []
        for statement in body:
            flat.extend(statement if isinstance(statement, list) else [statement])
        self.inside.pop()
        self.followed = outside
        assigned = sorted(_assigned(node) | (_mutated(node) & self.own))
        names = ast.Tuple([ast.Constant(name) for name in assigned], ast.Load())
        iterable: ast.expr = ast.Constant(None)
        guard: ast.expr
        first: list[ast.stmt] = []
        if isinstance(node, ast.For):
            iterable = node.iter
            guard = _call("more", loop, self.qualname)
            first = [ast.Assign([node.target], _call("item", loop, self.qualname))]
        else:
            guard = node.test
        enter = _call("enter", loop, self.qualname, _locals(), names, iterable)
        heads: list[ast.stmt]
        if assigned:
            targets = ast.Tuple([ast.Name(name, ast.Store()) for name in assigned], ast.Store())
            heads = [ast.Assign([targets], enter)]
        else:
            heads = [ast.Expr(enter)]
        stop = ast.If(ast.UnaryOp(ast.Not(), guard), [ast.Break()], [])
        back = ast.Expr(_call("back", loop, self.qualname, _locals()))
        once = ast.For(ast.Name("__once", ast.Store()), ast.Tuple([ast.Constant(0)], ast.Load()), [], [])
        once.body = [stop, *first, *flat, back]
        for statement in (*heads, once):
            ast.copy_location(statement, node)
        return [*heads, once]

    def visit_While(self, node: ast.While) -> Any:
        return self._cut(node)

    def visit_For(self, node: ast.For) -> Any:
        return self._cut(node)

    def visit_Try(self, node: ast.Try) -> Any:
        self.followed += 1
        made = self.generic_visit(node)
        self.followed -= 1
        return made

    def visit_With(self, node: ast.With) -> Any:
        self.followed += 1
        made = self.generic_visit(node)
        self.followed -= 1
        return made

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        if self.inside or node.name != self.qualname.rpartition(".")[2]:
            return node  # a function within, whose loops are its own
        return self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> Any:
        if not self.inside:
            return node
        if self.followed:
            raise CannotCut(f"{self.qualname}: a continue that leaves a try or a with")
        return ast.copy_location(ast.Expr(_call("back", self.inside[-1], self.qualname, _locals())), node)

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        return node


MUTATORS = frozenset({"append", "pop", "clear", "insert", "extend", "remove"})


def _stored(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def _assigned(loop: ast.While | ast.For) -> set[str]:
    comprehended = {
        name for part in ast.walk(loop) if isinstance(part, ast.comprehension) for name in _stored(part.target)
    }
    return _stored(loop) - comprehended - {"__once"}


def _mutated(loop: ast.While | ast.For) -> set[str]:
    """Names of what the body changes in place."""
    called = {
        part.func.value.id
        for part in ast.walk(loop)
        if isinstance(part, ast.Call)
        and isinstance(part.func, ast.Attribute)
        and part.func.attr in MUTATORS
        and isinstance(part.func.value, ast.Name)
    }
    indexed = {
        part.value.id
        for part in ast.walk(loop)
        if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store) and isinstance(part.value, ast.Name)
    }
    return called | indexed
