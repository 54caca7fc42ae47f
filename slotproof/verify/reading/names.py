"""What a module names of others, and of Python that reaches anything: told from its text.

Nothing is imported to find this out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from slotproof.verify.reading.outline import NEVER

_BUILTINS: Final = frozenset(
    {"__import__", "breakpoint", "compile", "eval", "exec", "globals", "input", "locals", "open"}
    | {"__builtins__", "__loader__", "__spec__"}
)
_ATTRIBUTES: Final = frozenset(
    {"__builtins__", "__globals__", "__import__", "__loader__", "__self__", "__spec__", "__subclasses__"}
    | {"f_builtins", "f_globals"}
)


class Named(NamedTuple):
    """What a line of a module names that may be of another one.

    module, level   where it comes from, with the level of a relative import; none of what is built in
    name            its name there; none for the module itself
    """

    line: int
    module: str
    level: int
    name: str

    def __str__(self) -> str:
        return ".".join(filter(None, (self.module, self.name)))


def named(text: bytes) -> tuple[Named, ...]:
    """All that the text of a module names of others, but for annotations alone.

    Raises     SyntaxError
    """
    nodes = list(_running(ast.parse(text)))
    modules = {}  # as the text calls it -> its name
    for node in nodes:
        for alias in node.names if isinstance(node, ast.Import) else ():
            top = alias.name.partition(".")[0]
            modules.update({alias.asname: alias.name} if alias.asname else {top: top, alias.name: alias.name})
    return tuple(each for node in nodes for each in _named(node, modules))


def _named(node: ast.AST, modules: Mapping[str, str]) -> Iterator[Named]:
    match node:
        case ast.Import(names=names):
            yield from (Named(node.lineno, alias.name, 0, "") for alias in names)
        case ast.ImportFrom(module=module, names=names, level=level):
            yield from (Named(node.lineno, module or "", level, alias.name) for alias in names)
        case ast.Attribute(value=value, attr=name) if (whole := _dotted(value)) in modules:
            yield Named(node.lineno, modules[whole], 0, name)
        case ast.Name(id=name) if name in _BUILTINS:
            yield Named(node.lineno, "", 0, name)
        case ast.Attribute(attr=name) | ast.Constant(value=str(name)) if name in _ATTRIBUTES:
            yield Named(node.lineno, "", 0, name)
        case _:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.Name) and child.id in modules and not isinstance(node, ast.Attribute):
                    yield Named(child.lineno, "", 0, child.id)  # a module that is handed on


def _dotted(node: ast.AST) -> str:
    """A name, or one with attributes, as the text has it; empty of all else."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name) if whole := _dotted(value):
            return f"{whole}.{name}"
        case _:
            return ""


def _running(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a tree that may run."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.If) and ast.unparse(node.test) in NEVER:
            waiting += node.orelse
        else:
            waiting += ast.iter_child_nodes(node)
