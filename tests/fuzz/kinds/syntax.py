"""Programs of all of Python's syntax: random nodes of each class that `ast` has, by themselves and among others."""

from __future__ import annotations

import ast
import random
import re
import textwrap
import warnings
from functools import cache
from types import ModuleType
from typing import Any, Final

from ..beside import loaded
from ..generator.head import HEAD
from ..generator.programs import RESULTS, RICH, Writer

_CATEGORIES: Final = {
    each.__name__: each
    for each in (ast.stmt, ast.expr, ast.pattern, ast.operator, ast.boolop, ast.cmpop, ast.unaryop, ast.excepthandler)
}
_NAMES: Final = ("self", "number", "other", "peer", "data", "v1", "v2", "len", "sum", "range", "sorted", "list", "int",
                 "Point", "LIMIT", "Full", "halved", "IndexError", "_")  # fmt: skip
_ATTRIBUTES: Final = ("items", "table", "number", "marks", "rows", "point", "x", "append", "pop", "helped", "total", "get",
                      "insert", "copy", "add")  # fmt: skip
_CONSTANTS: Final = (0, 1, 2, 3, -1, 5, True, False, None, "a", "one", b"b", 1.5, 2j, ...)
_TARGETS: Final = (ast.Name, ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.Starred)
_FIELD: Final = re.compile(r"(\w+)([*?]?) (\w+)")
MUTATED: Final = 0.7
"""How many programs are those of the grammar, with random nodes among theirs."""

REPLACED: Final = 0.04
"""How many expressions become a random one."""

DEEP: Final = 3
"""Nodes within nodes, at most."""


def fields_of(cls: type[ast.AST]) -> list[tuple[str, str, str]]:
    """The fields of a class of nodes: kind, "*" of several or "?" of one that may be left out, name."""
    inside = (cls.__doc__ or "").replace("\n", " ").partition("(")[2].rpartition(")")[0]
    return _FIELD.findall(inside)


def classes_of(category: str) -> list[type[ast.AST]]:
    """The classes of nodes of a category."""
    return [each for each in _CATEGORIES[category].__subclasses__() if each.__doc__ and each.__name__ not in _OLD]


_OLD: Final = frozenset({"Num", "Str", "Bytes", "NameConstant", "Ellipsis", "TypeAlias"})


class Nodes:
    """Makes random nodes."""

    def __init__(self, chance: random.Random) -> None:
        self.random = chance

    def node(self, category: str, depth: int) -> Any:
        """A node of a category."""
        if category == "expr" and depth <= 0:
            return self.made(self.random.choice((ast.Name, ast.Constant, ast.Attribute)), 0)
        if category == "stmt" and depth <= 0:
            return self.made(self.random.choice((ast.Expr, ast.Assign, ast.Pass, ast.AugAssign, ast.Return)), 0)
        if category in _CATEGORIES:
            return self.made(self.random.choice(classes_of(category)), depth)
        return self.made(getattr(ast, category), depth)

    def made(self, cls: type[ast.AST], depth: int) -> Any:
        """A node of a class."""
        held = {name: self._field(cls, kind, many, name, depth - 1) for kind, many, name in fields_of(cls)}
        node = cls(**held)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow | ast.LShift):
            node.right = ast.Constant(self.random.randint(-1, 4))
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Pow | ast.LShift):
            node.value = ast.Constant(self.random.randint(-1, 4))
        if isinstance(node, ast.Dict):
            node.values = node.values[: len(node.keys)] + [ast.Constant(1)] * (len(node.keys) - len(node.values))
        if isinstance(node, ast.Compare):
            node.ops = (node.ops * 3)[: len(node.comparators)] or [ast.Eq()]
            node.comparators = node.comparators or [ast.Constant(0)]
        if isinstance(node, ast.arguments):
            node.kw_defaults = [None] * len(node.kwonlyargs)
            node.defaults = node.defaults[: len(node.args)]
        return node

    def _field(self, cls: type[ast.AST], kind: str, many: str, name: str, depth: int) -> Any:
        if many == "*":
            return [
                self._one(cls, kind, name, depth) for _ in range(self.random.choice((0, 1, 1, 1, 2)) or name in _NEEDED)
            ]
        if many == "?" and self.random.random() < 0.5:
            return None
        return self._one(cls, kind, name, depth)

    def _one(self, cls: type[ast.AST], kind: str, name: str, depth: int) -> Any:
        match kind:
            case "identifier":
                return self.random.choice(_ATTRIBUTES if cls is ast.Attribute else ("v1", "v2", "number", "other"))
            case "constant":
                return self.random.choice(_CONSTANTS)
            case "int":
                return {"conversion": self.random.choice((-1, 114)), "level": 0, "simple": 1}.get(name, 0)
            case "string":
                return None
            case "expr_context":
                return ast.Load()
            case "expr" if name in ("target", "targets", "optional_vars"):
                return self.made(self.random.choice(_TARGETS if depth > 0 else (ast.Name,)), min(depth, 1))
        if cls is ast.Name:
            raise TypeError(kind)
        return self.node(kind, depth)


_NEEDED: Final = frozenset({"body", "targets", "names", "generators", "items", "cases", "values", "handlers", "elts"})


def _named(chance: random.Random, tree: ast.AST) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = chance.choice(_NAMES)
        if isinstance(node, ast.alias):
            node.name, node.asname = chance.choice(("math", "items", "v1")), None
        if isinstance(node, ast.ImportFrom):
            node.module = "math"


class _Inserted(ast.NodeTransformer):
    """Puts random nodes in place of some, and beside some statements."""

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = nodes

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            held = getattr(node, name, None)
            if isinstance(held, list) and held and self.nodes.random.random() < 0.2:
                held.insert(self.nodes.random.randint(0, len(held)), self._new("stmt"))
        return node

    def visit(self, node: ast.AST) -> Any:
        is_read = isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        if is_read and self.nodes.random.random() < REPLACED:
            return self._new("expr")
        return self.generic_visit(node)

    def _new(self, category: str) -> Any:
        node = self.nodes.node(category, 2)
        _named(self.nodes.random, node)
        return node


def method(writer: Writer, name: str) -> str:
    """A method of random nodes, or one of the grammar among whose nodes some are random, that CPython compiles."""
    nodes = Nodes(writer.random)
    while True:
        try:
            if writer.random.random() < MUTATED:
                text = textwrap.dedent(writer.method(name, RESULTS, RICH))
                tree = ast.parse(text)
                _Inserted(nodes).generic_visit(tree.body[0])
            else:
                tree = ast.parse(f"def {name}(self, {RICH}) -> int:\n    return number")
                body = [nodes.node("stmt", DEEP) for _ in range(writer.random.randint(1, 3))]
                for each in body:
                    _named(writer.random, each)
                function: Any = tree.body[0]
                function.body[:0] = body
            said = ast.unparse(tree)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                _load(said)
            if not said.startswith("def "):
                continue
            return textwrap.indent(said, "    ")
        except Exception:  # it is no method
            continue


def _load(text: str) -> None:
    """Make a class of one method, whose defaults are evaluated.

    Raises     whatever the text raises
    """
    said = f"from __future__ import annotations\nclass Box:\n{textwrap.indent(text, '    ')}"
    exec(compile(said, "random", "exec", dont_inherit=True), {"__name__": "random_method", **vars(_head())})


@cache
def _head() -> ModuleType:
    return loaded("random_head", HEAD)


def boxes(seed: object, methods: int) -> tuple[str, list[str]]:
    """The text of a module with a class of so many methods, and their names."""
    writer, names = Writer(f"syntax {seed}"), [f"op{number}" for number in range(methods)]
    return "\n\n".join([HEAD.rstrip(), *(method(writer, name) for name in names)]) + "\n", names


def module(seed: object) -> str:
    """The text of a module in which random statements stand at the top, or in the class."""
    chance = random.Random(f"module {seed}")
    nodes, tree = Nodes(chance), ast.parse(HEAD)
    classes = [each.body for each in tree.body if isinstance(each, ast.ClassDef)]
    while True:
        held = chance.choice([tree.body, *classes])
        place = chance.randint(0, len(held))
        node = nodes.node("stmt", DEEP)
        _named(chance, node)
        held.insert(place, node)
        try:
            said = ast.unparse(tree) + "\n"
            ast.parse(said)
        except (SyntaxError, ValueError, TypeError, AttributeError, RecursionError, IndexError):
            del held[place]
            continue
        return said
