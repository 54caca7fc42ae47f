"""Breaks of the handle map, one line each, of the kinds that were really shipped; every judge is tried on this table.

A  identity, generation             E  a parallel array or a field is forgotten
B  shape of the freelist            F  sentinel, width
C  count, length                    G  a bulk differs from the fold of single operations
D  swap-pop, position               H  a failed operation leaves a trace
K  bounds, edge of the table        M  operation on the whole container
"""

import ast
import itertools
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, Final

from slotproof.declare import Refinement
from slotproof.engine.mutate.edit import Mutant, replaced
from slotproof.impl import handle_map
from slotproof.proofs.handle_map import HANDLE_MAP

SOURCE: Final = Path(handle_map.__file__).read_text(encoding="utf-8")
_NUMBERS: Final = itertools.count()
FOLDER: Final = TemporaryDirectory(prefix="broken-")


@dataclass(frozen=True)
class Break:
    """One change in one method of an implementation.

    old     text that occurs once in the method; new stands in its place
    steps   the length of the shortest trace that shows it, where that was thought out by hand
    """

    id: str
    kind: str
    method: str
    old: str
    new: str
    steps: int | None = None


_TOGGLED: Final = "return [setattr(self, 'fragmented', not self.fragmented), False][1]"

BREAKS: Final = (
    Break("generation-not-bumped", "A", "_bump", "self.generation[slot] + 1", "self.generation[slot]", 2),
    Break("generation-not-compared", "A", "is_valid", "self.generation[slot] == handle.generation", "True", 2),
    Break("type-not-compared", "A", "is_valid", "handle.type_id == self.type_id", "True", 2),
    Break("free-bit-not-compared", "A", "is_valid", "handle.free == 0", "True", 2),
    Break("retire-ignored", "A", "_bump", "generation == 0 and self.retire", "False", 6),
    Break("clear-forgets-to-bump", "A", "clear", "usable = self._bump(slot)", "usable = True", 2),
    Break("free-not-marked", "B", "_bump", "self.free[slot] = 1", "pass", 2),
    Break("link-not-nil", "B", "_bump", "self.sparse[slot] = self.nil", "pass", 2),
    Break("tail-not-updated", "B", "_push_back", "self.free_tail = slot", "pass", 2),
    Break("tail-not-linked", "B", "_push_back", "self.sparse[self.free_tail] = slot", "pass", 4),
    Break("tail-kept-when-last-is-taken", "B", "insert", "self.free_tail = self.nil", "pass", 3),
    Break("pushed-to-front", "B", "erase", "self._push_back(slot)", "self._push_front(slot)", 4),
    Break("pushed-to-back", "B", "erase", "self._push_front(slot)", "self._push_back(slot)", 4),
    Break(
        "link-overwritten",
        "B",
        "erase",
        "return True",
        "self.sparse[slot] = pos if last else self.nil; return True",
        3,
    ),
    Break("retired-not-counted", "C", "_bump", "self.retired += 1", "pass", 6),
    Break("swap-inverted", "D", "erase", "pos != last", "pos == last", 3),
    Break("moved-slot-not-fixed", "D", "erase", "self.sparse[moved] = pos", "pass", 3),
    Break("meta-not-moved", "D", "erase", "self.meta[pos] = moved", "pass", 3),
    Break("value-not-moved", "E", "erase", "self.dense[pos] = self.dense[last]", "pass", 3),
    Break("meta-not-popped", "E", "erase", "self.meta.pop()", "pass", 2),
    Break("disorder-not-marked", "E", "insert", "self.fragmented = True", "pass", 1),
    Break(
        "full-not-refused",
        "F",
        "insert",
        "if slot == self.nil:\n                raise",
        "if False:\n                raise",
        4,
    ),
    Break(
        "full-too-early",
        "F",
        "insert",
        "slot == self.nil:\n                raise",
        "slot == 2:\n                raise",
        3,
    ),
    Break("erase-items-stops", "G", "erase_items", "erased += 1", "return erased + 1", 2),
    Break("refused-erase-marks", "H", "erase", "return False", _TOGGLED, 1),
    Break(
        "refused-bulk-marks",
        "H",
        "emplace_items",
        "if count > self.room()",
        "self.retired += 1\n        if count > self.room()",
        1,
    ),
    Break("slot-bound-off-by-one", "K", "is_valid", "slot < len(self.sparse)", "slot <= len(self.sparse)", 1),
    Break("slot-minus-one", "K", "is_valid", "0 <= slot", "-1 <= slot", 1),
    Break("position-bound-off-by-one", "K", "handle_at", "pos >= len(self.meta)", "pos > len(self.meta)", 1),
    Break("copy-shares-arrays", "M", "copy", "getattr(self, name).copy()", "getattr(self, name)", 1),
    Break("swap-forgets-scalars", "M", "swap", "ARRAYS + SCALARS", "ARRAYS", 1),
    Break("reset-keeps-the-head", "M", "reset", "self.free_head = self.nil", "pass", 2),
)


def source_of(refinement: Refinement) -> str:
    """The text of the module in which the implementation is."""
    return Path(sys.modules[refinement.impl.__module__].__file__ or "").read_text(encoding="utf-8")


def apply(change: Break, source: str = SOURCE, name: str = "HandleMap") -> type:
    """The class of that name of a text, with the change made."""
    body = _method_text(change.method, source, name)
    if body.count(change.old) != 1 or source.count(body) != 1:
        raise LookupError(f"{change.id}: {change.old!r} is {body.count(change.old)} times in {change.method}")
    return compiled(source.replace(body, body.replace(change.old, change.new)), name)


def method(name: str, source: str = SOURCE, owner: str = "HandleMap") -> ast.FunctionDef:
    """The definition of a method of a class of a text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and node.name == owner:
            for definition in node.body:
                if isinstance(definition, ast.FunctionDef) and definition.name == name:
                    return definition
    raise LookupError(f"{owner} has no method {name}")


def _method_text(name: str, source: str, owner: str) -> str:
    """The text of a method from the first statement after its docstring on."""
    definition = method(name, source, owner)
    lines = source.splitlines(keepends=True)
    first = definition.body[1] if ast.get_docstring(definition) is not None else definition.body[0]
    return "".join(lines[first.lineno - 1 : definition.end_lineno])


def without(statement: ast.stmt) -> type:
    """The class of the handle map with `pass` in place of one statement and all it holds."""
    lines = SOURCE.splitlines(keepends=True)
    lines[statement.lineno - 1 : statement.end_lineno] = [" " * statement.col_offset + "pass\n"]
    return compiled("".join(lines))


def compiled(text: str, name: str = "HandleMap", package: str = "") -> type:
    """The class of that name of a text, in a module of its own."""
    file = Path(FOLDER.name, f"broken_{name}_{next(_NUMBERS)}.py")
    file.write_text(text, encoding="utf-8")  # for who reads the source
    broken: type = vars(loaded(".".join(filter(None, [package, file.stem])), file))[name]
    return broken


def loaded(name: str, file: Path) -> ModuleType:
    """The module of a file, under a name."""
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def with_methods(cls: type, methods: str) -> type:
    """The class in a module of its own, with methods of a text in the place of those of their names, or besides."""
    source = Path(sys.modules[cls.__module__].__file__ or "").read_text(encoding="utf-8")
    lines = source.splitlines(keepends=True)
    [owner] = [each for each in ast.parse(source).body if isinstance(each, ast.ClassDef) and each.name == cls.__name__]
    text = textwrap.dedent(methods)
    names = {each.name for each in ast.parse(text).body if isinstance(each, ast.FunctionDef)}
    lines[owner.end_lineno or 0 : owner.end_lineno] = [f"\n{textwrap.indent(text.strip(), '    ')}\n"]
    for each in reversed(owner.body):
        if isinstance(each, ast.FunctionDef) and each.name in names:
            first = min([each.lineno, *(decorator.lineno for decorator in each.decorator_list)])
            lines[first - 1 : each.end_lineno] = []
    return compiled("".join(lines), cls.__name__, sys.modules[cls.__module__].__package__ or "")


def changed(owner: type, name: str, old: str, new: str) -> Mutant:
    """A change of one method: with `applied` the process takes it on, and who reads texts reads it."""
    return replaced("", getattr(owner, name), [(old, new)], f"{owner.__name__}.{name} changed")


def broken_refinement(change: Break, refinement: Refinement = HANDLE_MAP) -> Refinement:
    """The container as declared, with the broken class for its arrays."""
    return replace(refinement, impl=apply(change, source_of(refinement), refinement.impl.__name__))


def with_changed_method(refinement: Refinement, name: str, function: Callable[..., Any]) -> Refinement:
    """The container as declared, with a subclass of its arrays in which a method, by all its names, is another one."""
    names = (name, *(alias for alias, own in refinement.aliases.items() if own == name))
    impl = refinement.impl
    return replace(refinement, impl=type(impl.__name__, (impl,), dict.fromkeys(names, function)))
