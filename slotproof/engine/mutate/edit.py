"""One small change in the text of a container, and how a running process takes it on.

A mutant is made of edits of one file. Of each function that an edit touches, the code is compiled from the changed
text and put in the place of the old one, so that whatever holds the function, as a subclass or a declaration does,
runs the changed code. Nothing is written to disk. What an edit changes outside of functions, such as a tuple of names,
is evaluated again and put wherever the old value is bound, but for the modules of the judges and declarations.
"""

from __future__ import annotations

import ast
import contextlib
import difflib
import functools
import hashlib
import linecache
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from slotproof.declare import Claim
from slotproof.declare.inline import forget
from slotproof.engine.taken import TEXTS

IMPL: Final = "impl"
MODEL: Final = "model"
CLAIM: Final = "claim"
_SIDES: Final = {"impl": IMPL, "spec": MODEL}
_OURS: Final = f"{__name__.partition('.')[0]}."
_APART: Final = tuple(f"{_OURS}{name}." for name in ("declare", "engine", "proofs"))


class NotApplied(LookupError):
    """The mutant does not fit the text as it is now, or changes nothing that can be replaced."""


@dataclass(frozen=True)
class Edit:
    """The bytes from `start` up to `end` of a file are replaced by a text."""

    start: int
    end: int
    new: str


@dataclass(frozen=True)
class Mutant:
    """A change in one file.

    container   name of the container that it is tried on
    module      dotted name of the changed module
    function    qualified name of the function of the first edit, or the name of the constant
    line        of the first edit, from 1
    operator    what sort of change it is
    ordinal     tells mutants of one function, line and operator apart, from 0
    name        its own name, if it has one
    """

    container: str
    module: str
    function: str
    line: int
    operator: str
    ordinal: int
    edits: tuple[Edit, ...] = field(repr=False)
    name: str = ""

    @property
    def file(self) -> str:
        """Folder and name of the file, such as impl/handle_map.py."""
        inner = self.module.removeprefix(_OURS).replace(".", "/")
        return f"{inner}/__init__.py" if hasattr(sys.modules.get(self.module), "__path__") else f"{inner}.py"

    @property
    def id(self) -> str:
        """The name, or where and what the change is."""
        place = f"{self.file}:{self.function}:{self.line}"
        return self.name or f"{self.container}:{place}:{self.operator}:{self.ordinal}"

    @property
    def side(self) -> str:
        """What is changed: the implementation, the model, or a claim."""
        return _SIDES.get(self.module.split(".")[-2], CLAIM)

    def text(self) -> str:
        """The whole file, changed."""
        source = source_of(self.module)
        for edit in sorted(self.edits, key=lambda edit: edit.start, reverse=True):
            source = source[: edit.start] + edit.new.encode() + source[edit.end :]
        return source.decode()

    def diff(self, context: int = 2) -> str:
        """The change as a unified diff."""
        old, new = source_of(self.module).decode().splitlines(), self.text().splitlines()
        lines = difflib.unified_diff(old, new, f"a/{self.file}", f"b/{self.file}", lineterm="", n=context)
        return "\n".join(lines)

    def change(self) -> str:
        """The lines that change, without indentation, as they were and as they are: it survives a move of the code."""
        lines = [line for line in self.diff(0).splitlines()[2:] if line[0] in "+-"]
        old = " ".join(line[1:].strip() for line in lines if line[0] == "-")
        new = " ".join(line[1:].strip() for line in lines if line[0] == "+")
        return f"{old} -> {new}"

    def digest(self) -> str:
        """The first 16 hex digits of the SHA-256 of the changed file."""
        return hashlib.sha256(self.text().encode()).hexdigest()[:16]


def replaced(container: str, function: Callable[..., Any], changes: Sequence[tuple[str, str]], name: str) -> Mutant:
    """The named mutant in which texts of one function, each of which occurs in it once, are replaced.

    Raises     NotApplied if one does not occur once
    """
    module, qualified = function.__module__, function.__qualname__
    source = source_of(module)
    definition = definitions(module)[qualified]
    start, end = span(source, definition)
    edits = []
    for old, new in changes:
        if source[start:end].count(old.encode()) != 1:
            raise NotApplied(f"{name}: {old!r} is {source[start:end].count(old.encode())} times in {qualified}")
        at = source.index(old.encode(), start)
        edits.append(Edit(at, at + len(old.encode()), new))
    line = source.count(b"\n", 0, min(edit.start for edit in edits)) + 1
    return Mutant(container, module, qualified, line, "named", 0, tuple(edits), name)


# --- the text


@functools.cache
def source_of(module: str) -> bytes:
    """The file of an imported module, as it was when it was first asked for."""
    file = sys.modules[module].__file__
    if file is None:
        raise NotApplied(f"{module} has no file")
    return Path(file).read_bytes()


@functools.cache
def tree_of(module: str) -> ast.Module:
    """The syntax tree of an imported module."""
    return ast.parse(source_of(module))


@functools.cache
def definitions(module: str) -> dict[str, ast.FunctionDef]:
    """Qualified name -> definition of each function of a module and each method of its classes."""
    return _definitions_in(tree_of(module))


def _definitions_in(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{each.name}": each for each in node.body if isinstance(each, ast.FunctionDef)}
    return found


@functools.cache
def _line_starts(source: bytes) -> tuple[int, ...]:
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return tuple(starts)


def span(source: bytes, node: Any) -> tuple[int, int]:
    """Where the text of a node begins and ends, in bytes."""
    starts = _line_starts(source)
    return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset


def _stands_in(edit: Edit, module: str, node: Any) -> bool:
    start, end = span(source_of(module), node)
    return start <= edit.start and edit.end <= end


# --- taking it on


def apply(mutant: Mutant) -> Callable[[], None]:
    """Take the mutant on in this process; what undoes it again.

    Raises     NotApplied
    """
    module = sys.modules[mutant.module]
    text = mutant.text()
    path = f"<mutant {mutant.id}>"
    try:
        compiled = compile(text, path, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise NotApplied(f"{mutant.id}: {error}") from error
    linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)  # for who reads the source
    undo: list[Callable[[], None]] = []
    functions: list[FunctionType] = []
    codes = _codes(compiled)
    for qualified, definition in definitions(mutant.module).items():
        if any(_stands_in(edit, mutant.module, definition) for edit in mutant.edits):
            functions.append(_live(module, qualified))
            undo.append(_replace_code(functions[-1], codes[qualified]))
            if any(_is_default(edit, mutant.module, definition) for edit in mutant.edits):
                undo.append(_replace_defaults(functions[-1], _definitions_in(ast.parse(text))[qualified]))
    constants = False
    for place, statement in enumerate(assignments(tree_of(mutant.module))):
        if any(_stands_in(edit, mutant.module, statement) for edit in mutant.edits):
            undo.append(_replace_value(module, statement, assignments(ast.parse(text))[place]))
            constants = True
    if not undo:
        raise NotApplied(f"{mutant.id}: no function and no constant is changed")
    TEXTS[mutant.module] = text

    def forget_text() -> None:
        del TEXTS[mutant.module]

    undo.append(forget_text)
    concerned = functions if not constants else []  # what is no function may be read by any
    forget(*concerned)

    def restore() -> None:
        for each in reversed(undo):
            each()
        linecache.cache.pop(path, None)
        forget(*concerned)

    return restore


@contextlib.contextmanager
def applied(mutant: Mutant) -> Iterator[None]:
    """This process, with the mutant taken on."""
    restore = apply(mutant)
    try:
        yield
    finally:
        restore()


def _codes(code: CodeType) -> dict[str, CodeType]:
    """Qualified name -> code of everything defined in a module, but not within functions."""
    found = {}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found[constant.co_qualname] = constant
            if "<" not in constant.co_qualname:
                found |= _codes(constant)
    return found


def _live(module: ModuleType, qualified: str) -> FunctionType:
    """The function of that name as it is in this process."""
    held: Any = module
    for part in qualified.split("."):
        held = vars(held)[part]
    if isinstance(held, Claim):
        held = held.holds
    held = getattr(held, "fget", getattr(held, "__func__", held))
    held = getattr(held, "__wrapped__", held)
    if not isinstance(held, FunctionType):
        raise NotApplied(f"{module.__name__}.{qualified} is no function any more")
    return held


def _replace_code(function: FunctionType, code: CodeType) -> Callable[[], None]:
    """Give the function other code; a variable from outside that it does not read any more stays with it."""
    old = function.__code__
    if len(code.co_freevars) != len(old.co_freevars):
        if code.co_freevars:
            raise NotApplied(f"{function.__qualname__} reads another variable from outside")
        code = code.replace(co_freevars=old.co_freevars)  # they stand last among its variables, and are not read
    function.__code__ = code

    def undo() -> None:
        function.__code__ = old

    return undo


def _is_default(edit: Edit, module: str, definition: ast.FunctionDef) -> bool:
    """True if the edit is of what a parameter is when it is not given."""
    given = (*definition.args.defaults, *definition.args.kw_defaults)
    return any(_stands_in(edit, module, each) for each in given if each is not None)


def _replace_defaults(function: FunctionType, definition: ast.FunctionDef) -> Callable[[], None]:
    """Give the function the defaults of another text of it."""
    old = function.__defaults__, function.__kwdefaults__

    def value(node: ast.expr) -> Any:
        return eval(compile(ast.Expression(node), "<mutant>", "eval"), function.__globals__)

    function.__defaults__ = tuple(map(value, definition.args.defaults)) or None
    named = zip(definition.args.kwonlyargs, definition.args.kw_defaults, strict=True)
    function.__kwdefaults__ = {each.arg: value(node) for each, node in named if node is not None} or None

    def undo() -> None:
        function.__defaults__, function.__kwdefaults__ = old

    return undo


def assignments(tree: ast.Module) -> list[ast.Assign | ast.AnnAssign]:
    """The assignments of a module and of its classes, in source order."""
    bodies = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    return [node for body in bodies for node in body if isinstance(node, ast.Assign | ast.AnnAssign) and node.value]


def target_of(statement: ast.Assign | ast.AnnAssign) -> str:
    """The name that an assignment binds, or nothing if it binds several."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else ""


def _replace_value(
    module: ModuleType, old: ast.Assign | ast.AnnAssign, new: ast.Assign | ast.AnnAssign
) -> Callable[[], None]:
    """Evaluate what is assigned, and bind it wherever the old value is bound by that name."""
    name, expression = target_of(old), new.value
    if not name or expression is None:
        raise NotApplied(f"{module.__name__}: line {old.lineno} binds no single name")
    owner = vars(owner_of(module, old))
    before = owner[name]
    value = eval(compile(ast.Expression(expression), "<mutant>", "eval"), vars(module), dict(owner))
    holders: list[Any] = [each for key, each in list(sys.modules.items()) if key.startswith(_OURS)]
    if not module.__name__.startswith(_APART):  # what judges compare with stays as it is
        holders = [each for each in holders if not each.__name__.startswith(_APART)]
    holders += [each for each in vars(module).values() if isinstance(each, type)]
    places = [each for each in holders if vars(each).get(name) is before]
    for each in places:
        setattr(each, name, value)

    def undo() -> None:
        for each in places:
            setattr(each, name, before)

    return undo


def owner_of(module: ModuleType, statement: ast.AST) -> Any:
    """The module, or that class of it, in whose body the statement stands."""
    for node in tree_of(module.__name__).body:
        if isinstance(node, ast.ClassDef) and statement in node.body:
            return vars(module)[node.name]
    return module
