"""What a source file says, definition by definition, as text that layout, comments and names of locals do not change.

A definition is a function, a class without its methods, a method ("Class.method"), or what is assigned to a name at the
top of the file; all other statements there, which run whenever the file is imported, are together the one named "".
Its digest is over its syntax tree without positions and docstrings. Locals of a function count by position where
nothing can tell their names: it has no loop, of which a declaration may name locals, and no scope within that rebinds
them. Nothing is imported to find this out.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

OPAQUE: Final = frozenset({"exec", "eval", "compile", "globals", "locals", "__import__", "import_module"})
"""Functions that reach definitions without naming them: what uses one of them depends on all the text there is."""

NEVER: Final = frozenset({"TYPE_CHECKING", "__name__ == '__main__'"})
"""Conditions that are false wherever a module is imported."""

_LAW: Final = "Answering"
_DECLARE: Final = "slotproof.declare"
_DOTTED: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
_DATA: Final = re.compile(r"[\w.-]+(/[\w.-]+)*\.(toml|json|jsonl|txt|smt2)")
_LOOPS: Final = (ast.For, ast.While, ast.AsyncFor)
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True)
class Definition:
    """What stands behind a name: its digest, the names it mentions, and whether it may reach what it does not name."""

    digest: str
    names: tuple[str, ...]
    opaque: bool = False


@dataclass(frozen=True)
class Outline:
    """A file: its definitions, and where the other names in it come from.

    imports    name -> (module, name in it, or "" for the module itself, level of a relative import); "*" is a list
    stars      modules of which every name is imported, with the level
    spans      first line, last line and name of each top statement
    """

    definitions: Mapping[str, Definition] = field(default_factory=dict)
    imports: Mapping[str, tuple[str, str, int]] = field(default_factory=dict)
    stars: tuple[tuple[str, int], ...] = ()
    spans: tuple[tuple[int, int, str], ...] = ()

    @property
    def meaning(self) -> str:
        """The digest of all that the file says."""
        said = sorted((name, each.digest) for name, each in self.definitions.items())
        return _short(repr((said, sorted(self.imports.items()), self.stars)))

    @functools.cached_property
    def members(self) -> dict[str, tuple[str, ...]]:
        """Class -> its methods."""
        found: dict[str, tuple[str, ...]] = {}
        for name in self.definitions:
            owner, _, method = name.partition(".")
            if method:
                found[owner] = (*found.get(owner, ()), method)
        return found

    def span(self, line: int) -> tuple[int, int]:
        """The first and the last line of the top statement that stands at a line, or that line alone."""
        return next(((first, last) for first, last, _ in self.spans if first <= line <= last), (line, line))

    def line_of(self, name: str) -> int:
        """The first line of a definition at the top of the file, 0 if there is none."""
        return next((first for first, _, known in self.spans if known == name), 0)

    def at(self, line: int) -> str:
        """The name of the definition that stands at a line, or "" for other statements."""
        return next((name for first, last, name in self.spans if first <= line <= last), "")

    def encoded(self) -> list[Any]:
        """The outline as JSON can hold it."""
        definitions = {name: [each.digest, each.names, each.opaque] for name, each in self.definitions.items()}
        return [definitions, self.imports, self.stars, self.spans]

    @staticmethod
    def decoded(parts: list[Any]) -> Outline:
        """The inverse of `encoded`."""
        definitions, imports, stars, spans = parts
        return Outline(
            {name: Definition(digest, tuple(names), opaque) for name, (digest, names, opaque) in definitions.items()},
            {name: (module, inner, level) for name, (module, inner, level) in imports.items()},
            tuple((module, level) for module, level in stars),
            tuple((first, last, name) for first, last, name in spans),
        )


def outline(text: bytes) -> Outline:
    """The outline of a file.

    Raises     SyntaxError
    """
    tree = ast.parse(text)
    imports, stars = _imports(tree)
    asked = _operations_asked(tree, imports)
    found: dict[str, list[Definition]] = {}
    spans = []
    for statement in tree.body:
        for name, definition in _definitions(statement, asked):
            found.setdefault(name, []).append(definition)
        names = [name for name, _ in _definitions_named(statement)]
        first = min([statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", ()))])
        spans += [(first, statement.end_lineno or first, names[0] if names else "")]
    return Outline({name: _together(parts) for name, parts in found.items()}, imports, stars, tuple(spans))


# --- definitions


def _definitions_named(statement: ast.stmt) -> Iterator[tuple[str, ast.AST]]:
    """The names that a top statement defines, if all it does is to define some."""
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield statement.name, statement
        case ast.Assign(targets=targets):
            names = [each.id for target in targets for each in _leaves(target) if isinstance(each, ast.Name)]
            if all(isinstance(each, ast.Name) for target in targets for each in _leaves(target)):
                yield from ((name, statement) for name in names)
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name, statement
        case _:
            pass


def _leaves(target: ast.expr) -> list[ast.expr]:
    if isinstance(target, (ast.Tuple, ast.List)):
        return [leaf for each in target.elts for leaf in _leaves(each)]
    return [target]


def _definitions(statement: ast.stmt, asked: frozenset[int]) -> Iterator[tuple[str, Definition]]:
    """What a top statement defines.

    Takes      asked, the texts that name nothing, as `_operations_asked` finds them
    """
    match statement:
        case ast.Import() | ast.ImportFrom() | ast.Pass() | ast.Expr(value=ast.Constant()):
            return
        case ast.If(test=test, orelse=[]) if ast.unparse(test) in NEVER:
            return  # what is imported for annotations is found with the imports; a script does not run when imported
        case ast.ClassDef(body=body):
            rest = [each for each in _without_docstring(body) if not isinstance(each, _FUNCTIONS)]
            outside = [*statement.decorator_list, *statement.bases, *statement.keywords, *rest]
            yield statement.name, _definition(outside, asked)
            for each in body:
                if isinstance(each, _FUNCTIONS):
                    yield f"{statement.name}.{each.name}", _definition([each], asked)
            return
        case _:
            pass
    if named := [name for name, _ in _definitions_named(statement)]:
        made = _definition([statement], asked)
        yield from ((name, made) for name in named)
        return
    made = _definition([statement], asked)
    yield "", made
    for node in ast.walk(statement):  # a name that is bound under an `if` stands for all such statements
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            yield node.name, made
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, made


def _together(parts: list[Definition]) -> Definition:
    if len(parts) == 1:
        return parts[0]
    names = tuple(sorted({name for each in parts for name in each.names}))
    return Definition(_short(repr([each.digest for each in parts])), names, any(each.opaque for each in parts))


def _definition(nodes: Iterable[ast.AST], asked: frozenset[int]) -> Definition:
    nodes = list(nodes)
    names = {name for node in nodes for name in _mentioned(node, asked)}
    opaque = any(_reaches(inner) for node in nodes for inner in ast.walk(node))
    return Definition(_short(repr([_normal(node, {}) for node in nodes])), tuple(sorted(names)), opaque)


def _mentioned(node: ast.AST, asked: frozenset[int]) -> Iterator[str]:
    """Every name in the tree that may stand for a definition, in strings as well; no name of a local does."""
    locals_ = _renamed(node) if isinstance(node, _FUNCTIONS) else {}
    for inner in ast.walk(node):
        match inner:
            case ast.Constant() if id(inner) in asked:
                pass
            case ast.Name(id=name):
                if name not in locals_:
                    yield name
            case ast.Attribute(attr=name):
                yield name
            case ast.Constant(value=str(text)) if _DOTTED.fullmatch(text):
                yield from text.split(".")
            case ast.MatchClass(kwd_attrs=names):
                yield from names
            case ast.Global(names=names):
                yield from names
            case _:
                pass


def _operations_asked(tree: ast.Module, imports: Mapping[str, tuple[str, str, int]]) -> frozenset[int]:
    """The texts by which laws of answers say of which operations they are, by identity: none of these runs for one.

    None, unless `Answering` is that of declarations throughout the file.
    """
    nodes = list(ast.walk(tree))
    if imports.get(_LAW) != (_DECLARE, _LAW, 0) or [*map(_bound, nodes)].count(_LAW) != 1:
        return frozenset()
    laws = [each for each in nodes if isinstance(each, ast.Call) and ast.unparse(each.func) == _LAW]
    found: list[ast.expr | None] = []
    for keyword in (each for law in laws for each in law.keywords):
        match keyword.value:
            case ast.Dict(keys=keys):
                found += keys
            case ast.Call(func=ast.Attribute(ast.Name("dict"), "fromkeys"), args=[ast.Tuple(elts=names), _]):
                found += names
            case _:
                pass
    return frozenset(map(id, filter(None, found)))


def _bound(node: ast.AST) -> str:
    """The name that a node may bind, or nothing."""
    if isinstance(node, ast.Name):
        return "" if isinstance(node.ctx, ast.Load) else node.id
    return next((str(held) for each in ("asname", "name", "arg") if (held := getattr(node, each, None))), "")


def _reaches(node: ast.AST) -> bool:
    """True of what may reach a definition that it does not name."""
    match node:
        case ast.Name(id=name) if name in OPAQUE:
            return True
        case ast.Attribute(attr="__import__" | "import_module" | "__globals__"):
            return True
        case ast.Call(func=ast.Name(id="getattr" | "hasattr"), args=[_, name, *_]):
            return not isinstance(name, (ast.Constant, ast.Name, ast.Attribute))
        case _:
            return False


# --- normal form


def _normal(node: Any, locals_: Mapping[str, str]) -> Any:
    """The tree as nested lists, without positions and docstrings, and with names of locals as `locals_` has them."""
    if isinstance(node, list):
        return [_normal(each, locals_) for each in node]
    if isinstance(node, ast.Name):
        return ["Name", locals_.get(node.id, node.id), type(node.ctx).__name__]
    if not isinstance(node, ast.AST):
        return (type(node).__name__, repr(node))
    if isinstance(node, _FUNCTIONS) and not locals_:
        locals_ = _renamed(node)
    made: list[Any] = [type(node).__name__]
    for name, value in ast.iter_fields(node):
        if name == "body" and isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            made.append(_normal(_without_docstring(value), locals_))
        elif name not in {"ctx", "kind", "type_comment"} or isinstance(node, ast.Constant):
            made.append(_normal(value, locals_))
    return made


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return body[1:]
    return body


def _renamed(function: ast.AST) -> dict[str, str]:
    """Local -> a name that tells its position only; none where somebody else may know the name."""
    inner = list(ast.walk(function))
    if any(isinstance(each, (*_LOOPS, ast.ClassDef, ast.Global, ast.Nonlocal)) for each in inner):
        return {}
    if any(isinstance(each, ast.Name) and each.id in OPAQUE | {"vars", "dir"} for each in inner):
        return {}
    bound_otherwise = {each.arg for each in inner if isinstance(each, ast.arg)} | set(_bound_as_text(inner))
    own = set(_stored(function))
    used = Counter(each.id for each in inner if isinstance(each, ast.Name))
    for each in inner:  # a name that only a comprehension binds, and that stands for nothing else
        if isinstance(each, _COMPREHENSIONS):
            within = Counter(name.id for name in ast.walk(each) if isinstance(name, ast.Name))
            leaves = [leaf for part in each.generators for leaf in _leaves(part.target)]
            targets = {leaf.id for leaf in leaves if isinstance(leaf, ast.Name)}
            own |= {name for name in targets if within[name] == used[name]}
    ordered = dict.fromkeys(each.id for each in inner if isinstance(each, ast.Name))
    names = [name for name in ordered if name in own - bound_otherwise and not name.startswith("__")]
    return {name: f"local {number}" for number, name in enumerate(names)}


def _stored(node: ast.AST) -> Iterator[str]:
    """Names bound in the function's own scope, by assignment."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (*_FUNCTIONS, ast.Lambda, *_COMPREHENSIONS)):
            continue
        if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
            yield child.id
        yield from _stored(child)


def _bound_as_text(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Names that are bound without being a `Name` in the tree."""
    for node in nodes:
        match node:
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
            case ast.MatchMapping(rest=str(name)):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                yield from (each.asname or each.name.partition(".")[0] for each in names)
            case _:
                pass


# --- imports


def _imports(tree: ast.Module) -> tuple[dict[str, tuple[str, str, int]], tuple[tuple[str, int], ...]]:
    """The imports of a file, wherever they stand, and the modules of which every name is imported."""
    imports: dict[str, tuple[str, str, int]] = {}
    stars: list[tuple[str, int]] = []
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    whole = alias.name if alias.asname else alias.name.partition(".")[0]
                    imports[alias.asname or whole] = (whole, "", 0)
            case ast.ImportFrom(module=module, names=names, level=level):
                for alias in names:
                    if alias.name == "*":
                        stars.append((module or "", level))
                    else:
                        imports[alias.asname or alias.name] = (module or "", alias.name, level)
            case _:
                pass
    return imports, tuple(stars)


class Mentions(NamedTuple):
    """What a file may lead to.

    modules    what may name one: (dotted name, level of a relative import)
    data       strings that look like the names of data files
    """

    modules: tuple[tuple[str, int], ...]
    data: tuple[str, ...]

    @staticmethod
    def decoded(parts: list[Any]) -> Mentions:
        """What JSON made of it."""
        modules, data = parts
        return Mentions(tuple((name, level) for name, level in modules), tuple(data))


def mentions(text: bytes) -> Mentions:
    """What a file may lead to: less than an outline, and made in a quarter of its time.

    Raises     SyntaxError
    """
    modules: dict[tuple[str, int], None] = {}
    data: dict[str, None] = {}
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names=names):
                modules.update(((alias.name, 0), None) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                modules[module or "", level] = None
                named = (alias.name for alias in names if alias.name != "*")
                modules.update(((f"{module}.{name}" if module else name, level), None) for name in named)
            case ast.Constant(value=str(said)) if _DATA.fullmatch(said):
                data[said] = None
            case ast.Constant(value=str(said)) if "." in said and _DOTTED.fullmatch(said):
                modules[said, 0] = None
            case _:
                pass
    return Mentions(tuple(modules), tuple(data))


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
