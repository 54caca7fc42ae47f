"""Walks over syntax: scopes, the names that statements bind, and short texts of nodes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def bound_by(statement: ast.stmt) -> Iterator[str]:
    """Return the names that a statement binds, on whatever path."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.name
        return
    for node in _here(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            yield node.id
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name.split(".")[0] for alias in node.names)
        elif (isinstance(node, ast.ExceptHandler) and node.name) or (
            isinstance(node, ast.MatchAs | ast.MatchStar) and node.name
        ):
            yield node.name


def _here(node: ast.AST) -> Iterator[ast.AST]:
    """Return the nodes of a scope; inner functions and comprehensions are scopes of their own."""
    yield node
    if not isinstance(node, SCOPES):
        for child in ast.iter_child_nodes(node):
            yield from _here(child)


def read_later(node: Comprehension) -> set[str]:
    """Return the names around a comprehension that it reads later than what it goes over, which it asks at once."""
    first = node.generators[0]
    later = [*first.ifs, *(each for each in ast.iter_child_nodes(node) if each is not first)]
    bound = {name for each in node.generators for name in _read_in(each.target)}
    return {name for each in later for name in _read_in(each)} - bound


def _read_in(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Name):
        return {node.id}
    if isinstance(node, Comprehension):
        return _read_in(node.generators[0].iter) | read_later(node)
    within = {name for each in ast.iter_child_nodes(node) for name in _read_in(each)}
    return within - {each.arg for each in node.args.args} if isinstance(node, ast.Lambda) else within


def walk_scope(node: ast.AST) -> Iterator[ast.AST]:
    """Return the nodes in a function, but for those of functions in it."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, SCOPES):
            yield from walk_scope(child)


SCOPES: Final = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Lambda,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)


def elements(node: ast.expr) -> list[ast.expr]:
    """Return the elements of a tuple, or the one expression alone."""
    return node.elts if isinstance(node, ast.Tuple) else [node]


def name_of(node: ast.expr) -> str:
    """Return the name at the head of an expression."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def short(node: ast.AST) -> str:
    """Return the first line of a node as text, cut where it is long."""
    text = ast.unparse(node).splitlines()[0]
    return text if len(text) <= 60 else f"{text[:57]}..."


def is_static(node: ast.FunctionDef) -> bool:
    """Return whether a method is a function in a class."""
    return any(ast.unparse(each) == "staticmethod" for each in node.decorator_list)


def is_import_of(node: ast.stmt, name: str) -> bool:
    """Return whether a statement imports something under the name that it has where it comes from."""
    return isinstance(node, ast.ImportFrom) and any(each.name == name for each in node.names)


def is_script(node: ast.If) -> bool:
    """Return whether a statement runs only where the file is run by itself."""
    return ast.unparse(node.test) == "__name__ == '__main__'" and not node.orelse


def is_text(node: ast.Expr) -> bool:
    """Return whether a statement is a docstring, or a text below a constant."""
    return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
