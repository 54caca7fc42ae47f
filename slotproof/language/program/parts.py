"""What a program is made of: modules, classes, what names mean, and what stops the reading of a node."""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from slotproof.language.kinds import Kind
from slotproof.language.reasons import REASONS

BUILTIN_NAMES: Final = frozenset(dir(builtins))
DECLARE: Final = "slotproof.declare"
OLD_NAMES: Final = {"slotproof.proofs.engine.refinement": DECLARE}  # they go with the next release
DECLARING: Final = frozenset({DECLARE, *OLD_NAMES})
LOGIC: Final = "slotproof.spec.logic"
SIDES: Final = ("slotproof.spec.", "slotproof.impl.")
MESSAGES: Final = "slotproof.spec.errors"  # has a word besides the documented errors


@dataclass
class Module:
    """One file.

    bindings   name -> the statement that binds it; the first one, if there are several
    refused    name -> line of what refuses it
    """

    name: str
    path: Path
    shown: str
    lines: list[str]
    tree: ast.Module
    bindings: dict[str, ast.stmt] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)

    @property
    def imports(self) -> set[str]:
        """Return the modules that it imports from, at the top."""
        named = {each.name for node in self.tree.body if isinstance(node, ast.Import) for each in node.names}
        return named | {node.module or "" for node in self.tree.body if isinstance(node, ast.ImportFrom)}

    @property
    def is_declaration(self) -> bool:
        """Return whether it belongs to what declares containers, and not to containers."""
        return self.name.startswith(("slotproof.proofs.", DECLARE)) or not DECLARING.isdisjoint(self.imports)


@dataclass
class Class:
    """A class: what its body says.

    sort      "plain", "record" of a NamedTuple, "data" of a dataclass, "error"
    params    the type variables, by module and name
    fields    name -> annotation
    constants name -> value of a class constant, a default, or of `NAME = constant`
    """

    module: Module
    node: ast.ClassDef
    sort: str = "plain"
    params: tuple[str, ...] = ()
    base: Kind | None = None
    fields: dict[str, ast.expr] = field(default_factory=dict)
    constants: dict[str, ast.expr] = field(default_factory=dict)
    annotated: dict[str, ast.expr] = field(default_factory=dict)
    methods: dict[str, ast.FunctionDef] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Return module and name."""
        return f"{self.module.name}:{self.node.name}"

    @property
    def kind(self) -> Kind:
        """Return the kind of its instances, seen from within."""
        return Kind(
            "record" if self.sort == "record" else "object", tuple(Kind("var", of=p) for p in self.params), self.id
        )


Reached = tuple[Module, ast.FunctionDef, Class | None]
"""A function, and the class that it is a method of."""


@dataclass(frozen=True)
class Symbol:
    """What a name of a module means.

    sort   "function", "class", "constant", "variable" of a kind, "word" of a table, "module", "error", "distinct",
           "refused", "missing"
    """

    sort: str
    module: Module | None = None
    node: ast.stmt | None = None
    name: str = ""


class Refusal(Exception):
    """What stops the reading of a node; the check turns each into a finding."""

    def __init__(self, node: ast.AST, mistake: str, what: str, /, **words: object) -> None:
        super().__init__(what)
        self.node, self.what = node, what
        rule, why, cure = REASONS[mistake]
        self.mistake, self.reason = mistake, (rule, why.format_map(words), cure.format_map(words))
