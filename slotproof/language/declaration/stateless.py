"""A declaration says the same whenever it is asked: it changes nothing, keeps nothing, and looks at nothing outside."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from typing import Final

from slotproof.language.program.files import is_standard
from slotproof.language.program.parts import BUILTIN_NAMES, Module
from slotproof.language.program.program import Program
from slotproof.language.program.syntax import SCOPES, bound_by, walk_scope
from slotproof.language.vocabulary import BUILTINS, ERRORS

_BUILTINS: Final = frozenset(BUILTINS) | ERRORS | {
    "dict", "frozenset", "str", "bytes", "float", "object", "property", "round", "pow", "filter", "repr", "id",
    "NotImplementedError",
}  # fmt: skip
_MAKING: Final = frozenset({"count", "cycle", "cache", "lru_cache"})  # what these give remembers how often it was asked


def check_stateless(program: Program, module: Module, read: Set[ast.AST]) -> None:
    """Refuse what changes or keeps something in the text of a declaration.

    Takes      read, functions of the program, which were checked as such
    """
    _check(program, module, module.tree, frozenset(), read)
    for name, statement in module.bindings.items():
        value = getattr(statement, "value", None)
        called = value.func if isinstance(value, ast.Call) else None
        source = module.bindings.get(called.id) if isinstance(called, ast.Name) else None
        if isinstance(source, ast.ImportFrom) and is_standard(source.module or "") and called.id in _MAKING:  # type: ignore[union-attr]
            program.refuse(module, statement, "declaration_state", f"`{name}`")


def _check(program: Program, module: Module, scope: ast.AST, local: frozenset[str], read: Set[ast.AST]) -> None:
    known = local | frozenset(_bound(scope)) if scope is not module.tree else local
    for node in walk_scope(scope):
        if isinstance(node, ast.Global | ast.Nonlocal):
            program.refuse(module, node, "declaration_state", f"`{ast.unparse(node)}`")
        elif isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            root: ast.expr = node
            while isinstance(root, ast.Attribute | ast.Subscript):
                root = root.value
            if not isinstance(root, ast.Name) or root.id not in known:
                program.refuse(module, node, "declaration_state", f"a change of `{ast.unparse(node)}`")
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in known:
            outside = node.id in BUILTIN_NAMES and node.id not in module.bindings
            if outside and node.id not in _BUILTINS:
                program.refuse(module, node, "declaration_builtin", f"`{node.id}`")
        if isinstance(node, SCOPES) and node not in read:
            _check(program, module, node, known if not isinstance(scope, ast.ClassDef) else local, read)


def _bound(scope: ast.AST) -> Iterator[str]:
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.arguments):
            yield from (each.arg for each in ast.walk(node) if isinstance(each, ast.arg))
        elif isinstance(node, ast.comprehension):
            yield from (each.id for each in ast.walk(node.target) if isinstance(each, ast.Name))
        elif isinstance(node, ast.stmt):
            yield from bound_by(node)
