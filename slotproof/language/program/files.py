"""The files of a program: findings in them, which one an import reads, and what the names of each mean."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Final

from slotproof.language.findings import DECLARATION, PROGRAM, Finding, shown
from slotproof.language.program.parts import LOGIC, MESSAGES, OLD_NAMES, Module, Refusal, Symbol
from slotproof.language.program.syntax import bound_by
from slotproof.language.reasons import DECLARED
from slotproof.language.vocabulary import ERRORS, MODULES

_HERE: Final = Path(__file__).resolve().parents[3]
_LINKED: Final = frozenset({"spec", "impl", "proofs"})  # folders of the project that are imported from its package


class Files:
    """All files that were read, and what was found in them."""

    def __init__(self) -> None:
        self.modules: dict[Path, Module] = {}
        self.findings: set[Finding] = set()

    # --- findings

    def refuse(self, module: Module, node: ast.AST, mistake: str, what: str, /, **words: object) -> None:
        """Keep a finding.

        Takes      mistake, a row of `REASONS`; what, what stands there; words, what the row leaves open
        """
        self.keep(module, Refusal(node, mistake, what, **words))

    def keep(self, module: Module, refusal: Refusal) -> None:
        """Keep a refusal as a finding."""
        node = refusal.node
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        source = module.lines[line - 1] if 0 < line <= len(module.lines) else ""
        column = len(source.encode()[:column].decode(errors="replace"))
        rule, why, cure = refusal.reason
        side = DECLARATION if rule in DECLARED else PROGRAM
        self.findings.add(
            Finding(module.shown, line, column + 1, rule, refusal.mistake, refusal.what, why, cure, side, source)
        )

    # --- files

    def read(self, path: Path) -> Module:
        """Return the module of a file.

        Raises     OSError; SyntaxError, which holds the place
        """
        path = path.resolve()
        if path not in self.modules:
            root, name = _package(path)
            try:
                source = path.read_text(encoding="utf-8")
                tree = ast.parse(source, str(path))
            except (ValueError, RecursionError, MemoryError) as error:
                raise SyntaxError(str(error)) from error
            module = Module(name, path, shown(path), source.splitlines(), tree, root)
            for statement in tree.body:
                for bound in bound_by(statement):
                    module.bindings.setdefault(bound, statement)
            self.modules[path] = module
        return self.modules[path]

    def find(self, importer: Module, name: str, level: int = 0) -> Module | None:
        """Return the module that a file imports, or None if there is no such file of the program.

        Raises     SyntaxError, OSError
        """
        if level:
            folder = importer.path.parents[level - 1]
            return self._file(folder.joinpath(*name.split(".")) if name else folder)
        name = OLD_NAMES.get(name, name)
        for root in dict.fromkeys((importer.path.parent, importer.root, _HERE)):
            if found := self._file(root.joinpath(*name.split("."))):
                return found
        return None

    def module_of(self, module: Module, name: str) -> Module | None:
        """Return the module that a name stands for, if it stands for one of the program.

        Raises     SyntaxError, OSError
        """
        node = module.bindings.get(name)
        if not isinstance(node, ast.Import | ast.ImportFrom):
            return None
        original = next(each.name for each in node.names if (each.asname or each.name) == name)
        if isinstance(node, ast.Import):
            return self.find(module, original)
        return self.find(module, f"{node.module}.{original}" if node.module else original, node.level)

    def _file(self, path: Path) -> Module | None:
        for candidate in (path.with_suffix(".py"), path / "__init__.py"):
            if candidate.is_file():
                return self.read(candidate)
        return None

    def is_apart(self, name: str) -> bool:
        """Return whether a module belongs to declarations and to the tool, and not to programs."""
        name = name.partition(":")[0]
        return any(each.name == name and each.is_declaration for each in self.modules.values())

    # --- names

    def resolve(self, module: Module, name: str, seen: frozenset[tuple[str, str]] = frozenset()) -> Symbol:
        """Return what a name means at the top of a module."""
        if name in module.refused:
            return Symbol("refused", module, name=name)
        if module.name == LOGIC and name in {"Unique", "Distinct"}:
            return Symbol("distinct", module, name=name)
        node = module.bindings.get(name)
        if node is None:
            if name in ERRORS:
                return Symbol("error", name=name)
            return Symbol("missing", module, name=name)
        if isinstance(node, ast.ImportFrom):
            return self._imported(module, node, name, seen)
        if isinstance(node, ast.Import):
            return Symbol("module", module, node, next(a.name for a in node.names if (a.asname or a.name) == name))
        if isinstance(node, ast.FunctionDef):
            return Symbol("function", module, node, name)
        if isinstance(node, ast.ClassDef):
            return Symbol("class", module, node, name)
        value = getattr(node, "value", None)
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "TypeVar":
            return Symbol("variable", module, node, name)
        return Symbol("constant", module, node, name)

    def _imported(self, module: Module, node: ast.ImportFrom, name: str, seen: frozenset[tuple[str, str]]) -> Symbol:
        original = next(a.name for a in node.names if (a.asname or a.name) == name)
        source = node.module or ""
        if source in MODULES and not node.level:
            if original not in MODULES[source] and source != MESSAGES:
                return Symbol("refused", module, node, name)
            if source == LOGIC and original in MODULES[LOGIC]:
                logic = self.find(module, LOGIC)
                if original in {"Unique", "Distinct"}:
                    return Symbol("distinct", logic, name=original)
                found = logic.bindings.get(original) if logic else None
                return Symbol("word", logic, found, original)
            if original in MODULES[source]:
                return Symbol("word", None, None, f"{source}.{original}")
        try:
            target = self.find(module, source, node.level)
        except (SyntaxError, OSError):
            target = None
        if target is None or (target.name, original) in seen:
            return Symbol("refused", module, node, name)
        return self.resolve(target, original, seen | {(target.name, original)})


def is_standard(name: str) -> bool:
    """Return whether a module of Python itself has the name."""
    return name.split(".", maxsplit=1)[0] in sys.stdlib_module_names


def _package(path: Path) -> tuple[Path, str]:
    """Return the folder from which a file is imported, and its name there."""
    folder, parts = path.parent, [path.stem] if path.stem != "__init__" else []
    while (folder / "__init__.py").is_file() and folder != folder.parent:
        parts.insert(0, folder.name)
        folder = folder.parent
    if (folder / "slotproof" / "__init__.py").is_file() and parts[:1] != ["slotproof"] and parts[0] in _LINKED:
        parts.insert(0, "slotproof")
    return folder, ".".join(parts)
