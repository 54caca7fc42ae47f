"""The files of a program as syntax: modules, what their names mean, classes, and the kinds that annotations name.

Nothing is imported and nothing is run.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from slotproof.language import kinds
from slotproof.language.findings import DECLARATION, PROGRAM, Finding, shown
from slotproof.language.kinds import Kind
from slotproof.language.reasons import DECLARED, REASONS
from slotproof.language.tables import ERRORS, MODULES

BUILTIN_NAMES: Final = frozenset(dir(builtins))
ENGINE: Final = "slotproof.proofs.engine"
LOGIC: Final = "slotproof.spec.logic"
MESSAGES: Final = "slotproof.spec.errors"  # has a word besides the documented errors
_HERE: Final = Path(__file__).resolve().parents[3]

Function = ast.FunctionDef


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
    root: Path
    bindings: dict[str, ast.stmt] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)

    @property
    def is_declaration(self) -> bool:
        """Return whether it belongs to what declares containers, and not to containers."""
        wanted = {node.module for node in self.tree.body if isinstance(node, ast.ImportFrom)}
        return self.name.startswith("slotproof.proofs.") or f"{ENGINE}.refinement" in wanted


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
    methods: dict[str, Function] = field(default_factory=dict)
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


class Program:
    """All files that were read, and what was found in them."""

    def __init__(self) -> None:
        self.modules: dict[Path, Module] = {}
        self.classes: dict[str, Class] = {}
        self.findings: set[Finding] = set()
        self.following: set[tuple[str, str]] = set()  # names of kinds that are being read

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
        for root in dict.fromkeys((importer.path.parent, importer.root, _HERE)):
            if found := self._file(root.joinpath(*name.split("."))):
                return found
        return None

    def _file(self, path: Path) -> Module | None:
        for candidate in (path.with_suffix(".py"), path / "__init__.py"):
            if candidate.is_file():
                return self.read(candidate)
        return None

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

    # --- classes

    def class_of(self, symbol: Symbol) -> Class:
        """Return the class of a symbol."""
        node, module = symbol.node, symbol.module
        if not isinstance(node, ast.ClassDef) or module is None:
            raise TypeError(symbol.sort)
        id = f"{module.name}:{node.name}"
        if id not in self.classes:
            self.classes[id] = made = Class(module, node)
            self._fill(made)
        return self.classes[id]

    def _fill(self, made: Class) -> None:
        for base in made.node.bases:
            head = base.value if isinstance(base, ast.Subscript) else base
            if isinstance(head, ast.Name):
                symbol = self.resolve(made.module, head.id)
                arguments = _elements(base.slice) if isinstance(base, ast.Subscript) else []
                if symbol.name == "typing.Generic":
                    made.params = tuple(self._variable(made.module, each) for each in arguments)
                elif symbol.name == "typing.NamedTuple":
                    made.sort = "record"
                elif symbol.sort == "error":
                    made.sort = "error"
                elif symbol.sort == "class":
                    above = self.class_of(symbol)
                    if above.sort == "error":
                        made.sort = "error"
                    if made.base is None:
                        given = tuple(self._argument(made, each) for each in arguments)
                        made.base = Kind("object", given, above.id)
                    if not made.params and arguments:
                        made.params = tuple(
                            dict.fromkeys(v for a in arguments for v in self._variables(made.module, a))
                        )
        if any(_name_of(each) == "dataclass" for each in made.node.decorator_list):
            made.sort = "data"
        for statement in made.node.body:
            self._member(made, statement)

    def _argument(self, made: Class, node: ast.expr) -> Kind:
        try:
            return self.kind(made.module, node)
        except Refusal:
            return kinds.BAD

    def _variable(self, module: Module, node: ast.expr) -> str:
        symbol = self.resolve(module, _name_of(node))
        return f"{symbol.module.name if symbol.module else ''}:{symbol.name}"

    def _variables(self, module: Module, node: ast.expr) -> Iterator[str]:
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and self.resolve(module, each.id).sort == "variable":
                yield self._variable(module, each)

    def _member(self, made: Class, statement: ast.stmt) -> None:
        if isinstance(statement, ast.FunctionDef):
            made.methods.setdefault(statement.name, statement)
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            name = statement.target.id
            if _is_constant_annotation(statement.annotation):
                made.annotated[name] = statement.annotation
            else:
                made.fields[name] = statement.annotation
            if statement.value is not None:
                made.constants[name] = statement.value
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
            if isinstance(statement.value, ast.Name) and statement.value.id in made.methods:
                made.aliases[name] = statement.value.id
            else:
                made.constants[name] = statement.value

    def line(self, cls: Class) -> Iterator[tuple[Class, dict[str, Kind]]]:
        """Return a class and those it is built on, nearest first, each with what its type variables stand for."""
        bound = {variable: Kind("var", of=variable) for variable in cls.params}
        seen: set[str] = set()
        while cls.id not in seen:
            seen.add(cls.id)
            yield cls, bound
            if cls.base is None or cls.base.of not in self.classes:
                return
            above = self.classes[cls.base.of]
            bound = {p: kinds.fill(g, bound) for p, g in zip(above.params, cls.base.parts, strict=False)}
            cls = above

    def method(self, cls: Class, name: str) -> tuple[Class, Function, dict[str, Kind]] | None:
        """Return the method of a name, with the class that has it, and what the type variables there stand for."""
        for each, bound in self.line(cls):
            found = each.methods.get(each.aliases.get(name, name))
            if found is not None:
                return each, found, bound
        return None

    def fields(self, cls: Class) -> dict[str, tuple[Class, ast.expr, dict[str, Kind]]]:
        """Return the fields of a class, those of its base first."""
        found: dict[str, tuple[Class, ast.expr, dict[str, Kind]]] = {}
        for each, bound in reversed(list(self.line(cls))):
            found |= {name: (each, annotation, bound) for name, annotation in each.fields.items()}
        return found

    # --- kinds

    def kind(self, module: Module, node: ast.expr, inside: Class | None = None) -> Kind:
        """Return the kind that an annotation names.

        Raises     Refusal
        """
        if isinstance(node, ast.Constant):
            if node.value is None:
                return kinds.NONE
            if isinstance(node.value, str):
                return self.kind(module, ast.parse(node.value, mode="eval").body, inside)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return kinds.union((self.kind(module, node.left, inside), self.kind(module, node.right, inside)))
        if isinstance(node, ast.Subscript):
            return self._composed(module, node, inside)
        if isinstance(node, ast.Name):
            return self._named(module, node, [], inside)
        raise Refusal(node, "no_kind", f"`{ast.unparse(node)}` as a kind")

    def _composed(self, module: Module, node: ast.Subscript, inside: Class | None) -> Kind:
        head = node.value
        if not isinstance(head, ast.Name):
            raise Refusal(node, "no_kind", f"`{ast.unparse(node)}` as a kind")
        inner = _elements(node.slice)
        word = self.resolve(module, head.id).name.rpartition(".")[2]
        if word == "Literal":
            values = [each.value for each in inner if isinstance(each, ast.Constant)]
            return kinds.union(Kind(type(value).__name__) if value is not None else kinds.NONE for value in values)
        if word == "Callable" and len(inner) == 2:
            result = self.kind(module, inner[-1], inside)
            if isinstance(inner[0], ast.List):
                return Kind("function", (*(self.kind(module, p, inside) for p in inner[0].elts), result))
            return Kind("function", (result,), open=True)
        if word == "Union":
            return kinds.union(self.kind(module, each, inside) for each in inner)
        if word == "Optional":
            return kinds.union((self.kind(module, inner[0], inside), kinds.NONE))
        return self._named(module, head, inner, inside)

    def _named(self, module: Module, node: ast.Name, inner: list[ast.expr], inside: Class | None) -> Kind:
        symbol = self.resolve(module, node.id)
        name = symbol.name.rpartition(".")[2] if symbol.sort == "word" else node.id
        if symbol.sort == "missing" or symbol.sort == "word":
            if name == "Self" and inside is not None:
                return inside.kind
            if name in {"ClassVar", "Final"} and inner:
                return self.kind(module, inner[0], inside)
            if name in _SIMPLE and not inner:
                return _SIMPLE[name]
            if name in _GENERIC:
                is_open = name == "tuple" and (not inner or isinstance(inner[-1], ast.Constant))
                parts = tuple(self.kind(module, each, inside) for each in inner[: 1 if is_open else None])
                wanted = 2 if _GENERIC[name] == "dict" else 1
                if parts and name != "tuple" and len(parts) != wanted:
                    raise Refusal(node, "no_kind", f"`{node.id}` of {len(parts)} kinds")
                return Kind(_GENERIC[name], parts or (kinds.ANY,) * wanted, open=is_open)
        parts = tuple(self.kind(module, each, inside) for each in inner)
        if symbol.sort == "variable":
            return self._bound(symbol, inside) or Kind(
                "var", of=f"{symbol.module.name}:{symbol.name}" if symbol.module else ""
            )
        if symbol.sort == "distinct":
            return Kind("distinct", parts or (kinds.INT,))
        if symbol.sort == "class":
            cls = self.class_of(symbol)
            if cls.sort == "error":
                return Kind("error", of=cls.id)
            return Kind(cls.kind.name, parts, cls.id)
        key = (symbol.module.name if symbol.module else "", symbol.name)
        if isinstance(symbol.node, ast.Assign) and symbol.module is not None and key not in self.following:
            self.following.add(key)
            try:
                return self.kind(symbol.module, symbol.node.value, inside)
            finally:
                self.following.discard(key)
        raise Refusal(node, "no_kind", f"`{node.id}` as a kind")

    def is_self(self, module: Module, node: ast.expr | None, inside: Class) -> bool:
        """Return whether an annotation names the class of the receiver, whichever that is."""
        if not isinstance(node, ast.Name):
            return False
        symbol = self.resolve(module, node.id)
        return symbol.name == "typing.Self" or (symbol.sort == "variable" and self._bound(symbol, inside) is not None)

    def _bound(self, symbol: Symbol, inside: Class | None) -> Kind | None:
        """Return the class itself for a variable that is bound to it, as that of `self: Self`."""
        value = getattr(symbol.node, "value", None)
        bound = [each.value for each in value.keywords if each.arg == "bound"] if isinstance(value, ast.Call) else []
        text = bound[0].value if bound and isinstance(bound[0], ast.Constant) else _name_of(bound[0]) if bound else ""
        return inside.kind if inside is not None and text == inside.node.name else None


_SIMPLE: Final = {
    "int": kinds.INT,
    "bool": kinds.BOOL,
    "str": kinds.STR,
    "bytes": kinds.BYTES,
    "float": kinds.FLOAT,
    "object": kinds.ANY,
    "Any": kinds.ANY,
    "Hashable": kinds.VALUE,
}
_GENERIC: Final = {
    "list": "list",
    "tuple": "tuple",
    "dict": "dict",
    "set": "set",
    "type": "class",
    "frozenset": "set",
    "Sequence": "sequence",
    "Iterable": "iterable",
    "Iterator": "iterator",
    "Mapping": "dict",
    "MutableMapping": "dict",
    "MutableSequence": "list",
    "MutableSet": "set",
    "Set": "set",
    "Callable": "function",
}


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


_LINKED: Final = frozenset({"spec", "impl", "proofs"})  # folders of the project that are imported from its package


def _elements(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _name_of(node: ast.expr) -> str:
    """Return the name at the head of an expression."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _is_constant_annotation(node: ast.expr) -> bool:
    return _name_of(node) in {"ClassVar", "Final"}
