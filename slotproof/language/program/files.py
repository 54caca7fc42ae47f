"""The files of a program: findings in them, which one an import reads, and what the names of each mean."""

from __future__ import annotations

import ast
import sys
from importlib.machinery import PathFinder
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
    """All files that were read, and what was found in them.

    root     the folder from which all of them import: that of the first one
    """

    def __init__(self) -> None:
        self.root = _HERE
        self.modules: dict[Path, Module] = {}
        self.findings: set[Finding] = set()
        self._found: dict[tuple[Path | None, str], Module | None] = {}

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
            self.root = self.root if self.modules else _root(path)
            try:
                source = path.read_text(encoding="utf-8")
                tree = ast.parse(source, str(path))
            except (ValueError, RecursionError, MemoryError) as error:
                raise SyntaxError(str(error)) from error
            module = Module(self._name(path), path, shown(path), source.splitlines(), tree)
            for statement in tree.body:
                for bound in bound_by(statement):
                    module.bindings.setdefault(bound, statement)
            self.modules[path] = module
        return self.modules[path]

    def find(self, importer: Module, name: str, level: int = 0) -> Module | None:
        """Return the module that a file imports, or None if there is no such file of the program.

        What stands beside a file of a package is not what an import of that name finds: that stands in the root.

        Raises     SyntaxError, OSError
        Cost       to look into the folders each time is a quarter of `slotproof lint proofs/registry/__init__.py`
        """
        key = importer.path.parents[level - 1] if level else None, name
        if key not in self._found:
            self._found[key] = self._looked_for(*key)
        return self._found[key]

    def _looked_for(self, folder: Path | None, name: str) -> Module | None:
        if folder is not None:
            return self._file(folder.joinpath(*name.split(".")) if name else folder)
        name = OLD_NAMES.get(name, name)
        for root in dict.fromkeys((self.root, _HERE)):
            if not _is_hidden(name, root) and (found := self._file(root.joinpath(*name.split(".")))):
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

    def _name(self, path: Path) -> str:
        """Return the name under which a file is imported."""
        roots = [each for each in (self.root, _HERE) if path.is_relative_to(each)] or [_root(path)]
        root = max(roots, key=lambda each: len(each.parts))
        parts = path.relative_to(root).with_suffix("").parts
        is_linked = parts[0] in _LINKED and (root / "slotproof" / "__init__.py").is_file()
        return ".".join((*(["slotproof"] if is_linked else []), *(parts[:-1] if parts[-1] == "__init__" else parts)))

    def _file(self, path: Path) -> Module | None:
        for candidate in (path / "__init__.py", path.with_suffix(".py")):  # a package comes first
            if candidate.is_file():
                is_there = candidate.resolve() == candidate or candidate.is_relative_to(_HERE / "slotproof")
                return self.read(candidate) if is_there else None  # a link imports from where it stands
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


def _is_hidden(name: str, root: Path) -> bool:
    """Return whether an import of that name finds what is installed, and not what stands in a folder."""
    top = name.partition(".")[0]
    spec = PathFinder.find_spec(top)
    if spec is None or is_standard(top):
        return is_standard(top)
    places = list(spec.submodule_search_locations or ()) or [spec.origin or ""]
    return root.resolve() not in {Path(each).resolve().parent for each in places}


def _root(path: Path) -> Path:
    """Return the folder from which a file is imported, or its package."""
    folder = path.parent
    while (folder / "__init__.py").is_file() and folder != folder.parent:
        folder = folder.parent
    return folder
