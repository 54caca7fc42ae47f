"""The program as text: modules are parsed, never imported; a name is what the text says."""

from __future__ import annotations

import ast
import builtins
import importlib.util
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from slotproof.engine.prove.errors import PYTHON_ERRORS, RAISED
from slotproof.engine.prove.loaded import PLAIN, differs, is_constant, text_of

LOGIC: Final = "slotproof.spec.logic"
WORDS_OF: Final = frozenset({LOGIC, "slotproof.declare.words"})
WORD_MODULES: Final = WORDS_OF | {"collections.abc", "typing", "math", "bisect"}
"""Modules whose names are words: the language gives them a meaning, or refuses them where they are used."""


class Refusal(Exception):
    """What the language has not: where, what, why, and what to write instead."""

    def __init__(self, place: str, what: str, why: str, cure: str) -> None:
        super().__init__(f"{place}: {what}: {why}; {cure}")
        self.place, self.what, self.why, self.cure = place, what, why, cure


@dataclass(frozen=True)
class Word:
    """A name that the language itself gives a meaning: a built-in, or a word of claims."""

    name: str


class Function:
    """A function or lambda: its module, its syntax, the class it is a method of, whether it stands in another one."""

    def __init__(
        self, module: Module, node: ast.FunctionDef | ast.Lambda, owner: Class | None = None, within: bool = False
    ) -> None:
        self.module, self.node, self.owner = module, node, owner
        self.within = within or isinstance(node, ast.Lambda)
        own = "<lambda>" if isinstance(node, ast.Lambda) else node.name
        self.name = f"{owner.name}.{own}" if owner else own

    @property
    def key(self) -> tuple[str, str]:
        """Its module and its name, which no other one has; one that stands in another is known by its place, too."""
        place = f" {self.node.lineno}:{self.node.col_offset}"
        return self.module.name, self.name + place if self.within else self.name

    @cached_property
    def loops(self) -> list[ast.stmt]:
        """Its loops, in the order of the text; not those of functions within."""
        return [node for node in self._own if isinstance(node, ast.While | ast.For)]

    @cached_property
    def yields(self) -> bool:
        """True of a generator."""
        return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in self._own)

    @cached_property
    def assigned(self) -> frozenset[str]:
        """The names that are local: parameters, and what is assigned to."""
        stored = {node.id for node in self._own if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        within = {node.name for node in self._own if isinstance(node, ast.FunctionDef)}
        return frozenset(stored | within | set(self.parameters))

    @property
    def parameters(self) -> list[str]:
        """The names of its parameters."""
        given = self.node.args
        rest = [each.arg for each in (given.vararg, given.kwarg) if each]
        return [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)] + rest

    @property
    def is_class_method(self) -> bool:
        """True if its first parameter is the class."""
        return self._decorated("classmethod")

    @property
    def is_static(self) -> bool:
        """True if it has no receiver."""
        return self._decorated("staticmethod")

    @property
    def is_property(self) -> bool:
        """True if it is read like a field."""
        return self._decorated("property")

    def _decorated(self, name: str) -> bool:
        decorators = getattr(self.node, "decorator_list", [])
        return any(isinstance(each, ast.Name) and each.id == name for each in decorators)

    @cached_property
    def _own(self) -> list[ast.AST]:
        body = self.node.body if isinstance(self.node, ast.FunctionDef) else [self.node.body]
        return [node for statement in body for node in _within(statement)]


def _within(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes below, in the order of the text, but not inside functions within."""
    yield node
    if not isinstance(node, ast.FunctionDef | ast.Lambda):
        for child in ast.iter_child_nodes(node):
            yield from _within(child)


class Constant:
    """An expression at the top of a module or class, or a default.

    owner    the class in which it stands, whose names come before those of the module
    """

    def __init__(self, module: Module, node: ast.expr, name: str = "", owner: Class | None = None) -> None:
        self.module, self.node, self.name, self.owner = module, node, name, owner


HOOKS: Final = frozenset(
    f"__{name}__"
    for name in (
        "setattr", "getattr", "getattribute", "delattr", "new", "init_subclass", "set_name", "get", "set", "del",
        "instancecheck", "subclasscheck", "prepare", "mro_entries",
    )
)  # fmt: skip
"""Methods by which a class changes what happens where nobody calls them."""


def require_plain(module: Module, node: ast.AST, allowed: frozenset[str] = frozenset()) -> None:
    """Refuse what a decorator stands above that may put something else in the place of the function.

    Raises     Refusal
    """
    for each in getattr(node, "decorator_list", ()):
        if ast.unparse(each) not in allowed:
            what = f"@{ast.unparse(each)}"
            raise Refusal(f"{module.path}:{each.lineno}", what, "it may replace what stands below it", "leave it out")


class Class:
    """A class as text: fields with their annotations, methods, constants, bases."""

    def __init__(self, module: Module, node: ast.ClassDef) -> None:
        self.module, self.node, self.name = module, node, node.name
        for keyword in node.keywords:
            place, what = f"{module.path}:{node.lineno}", f"{keyword.arg}={ast.unparse(keyword.value)}"
            raise Refusal(place, what, "it may replace what stands below it", "leave it out")
        self.own_fields: dict[str, ast.expr] = {}
        self.methods: dict[str, Function] = {}
        self.defaults: dict[str, ast.expr] = {}
        self.values: dict[str, Constant] = {}
        for item in node.body:
            self._take(item)
        self.base_names = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]

    @property
    def whole_name(self) -> str:
        """Its name with that of its module: no other class has it."""
        return f"{self.module.name}.{self.name}"

    def _take(self, item: ast.stmt) -> None:
        match item:
            case ast.AnnAssign(ast.Name(name), annotation, value):
                if is_constant(annotation) and value is not None:
                    self.values[name] = Constant(self.module, value, name, self)
                else:
                    self.own_fields[name] = annotation
                    if value is not None:
                        self.defaults[name] = value
            case ast.FunctionDef():
                require_plain(self.module, item, PLAIN)
                if item.name in HOOKS:
                    place, why = f"{self.module.path}:{item.lineno}", "it changes what forms of Python mean"
                    raise Refusal(place, f"{self.name}.{item.name}", why, "leave it out")
                self.methods[item.name] = Function(self.module, item, self)
            case ast.Assign([ast.Name(name)], ast.Name(other)) if other in self.methods:
                self.methods[name] = self.methods[other]
            case ast.Assign([ast.Name("__slots__" | "__hash__")]) | ast.Expr(ast.Constant()) | ast.Pass():
                pass
            case _:
                what, place = ast.unparse(item).partition("\n")[0], f"{self.module.path}:{item.lineno}"
                raise Refusal(place, what, "no part of a class in the language", "leave it out")

    @cached_property
    def bases(self) -> list[Class]:
        """The classes of the program that it is made from."""
        found = [self.module.find(base.id) for base in self.base_names if isinstance(base, ast.Name)]
        return [each for each in found if isinstance(each, Class)]

    def method(self, name: str) -> Function | None:
        """The method of that name, its own or one that it has from a base."""
        own = self.methods.get(name)
        return own or next((found for base in self.bases if (found := base.method(name)) is not None), None)

    def value(self, name: str) -> Constant | None:
        """The constant of that name, its own or one that it has from a base."""
        own = self.values.get(name)
        return own or next((found for base in self.bases if (found := base.value(name)) is not None), None)

    @cached_property
    def fields(self) -> dict[str, tuple[ast.expr, Class]]:
        """The annotation of each field, and the class that declares it; those of bases first."""
        found = {name: each for base in self.bases for name, each in base.fields.items()}
        return found | {name: (annotation, self) for name, annotation in self.own_fields.items()}

    @cached_property
    def all_defaults(self) -> dict[str, Constant]:
        """The defaults of fields of a record."""
        found = {name: each for base in self.bases for name, each in base.all_defaults.items()}
        return found | {name: Constant(self.module, node, owner=self) for name, node in self.defaults.items()}

    @cached_property
    def is_record(self) -> bool:
        """True of a NamedTuple."""
        return self._has_base("NamedTuple")

    @cached_property
    def is_dataclass(self) -> bool:
        """True of a frozen or plain dataclass."""
        names = [ast.unparse(each).partition("(")[0] for each in self.node.decorator_list]
        return "dataclass" in names

    @cached_property
    def is_error(self) -> bool:
        """True of a class of errors."""
        return self._has_base("Exception") or any(base.is_error for base in self.bases)

    @property
    def is_of_a_message(self) -> bool:
        """True of errors that are made of a message, and stay what they are wherever they are raised."""
        named = {base.id for base in self.base_names if isinstance(base, ast.Name) and hasattr(builtins, base.id)}
        return named <= {"Exception", *RAISED} and all(base.is_of_a_message for base in self.bases)

    def _has_base(self, name: str) -> bool:
        return any(isinstance(base, ast.Name) and base.id == name for base in self.base_names)

    def descends(self, other: Class) -> bool:
        """True if it is the other class, or made from it."""
        return self is other or any(base.descends(other) for base in self.bases)

    def descends_from_builtin(self, name: str) -> bool:
        """True if a built-in class of that name is among what it is made from."""
        named = [base.id for base in self.base_names if isinstance(base, ast.Name)]
        above = [each.__name__ for held in named for each in getattr(getattr(builtins, held, None), "__mro__", ())]
        return name in above or any(base.descends_from_builtin(name) for base in self.bases)


ERRORS: Final = "slotproof.spec.errors"
"""The module of the errors of the project."""


def _bound(node: ast.stmt) -> Iterator[str]:
    """The names that a statement binds, wherever in it."""
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load):
            yield each.id
        elif isinstance(each, ast.FunctionDef | ast.ClassDef):
            yield each.name
        elif isinstance(each, ast.alias):
            yield each.asname or each.name


class Module:
    """A module: what each name at its top means."""

    def __init__(self, program: Program, name: str, path: Path, text: str) -> None:
        self.program, self.name = program, name
        inner = name.split(".", 1)[-1].replace(".", "/")
        self.path = f"{inner}/__init__.py" if path.stem == "__init__" else f"{inner}.py"
        self.file, self.tree = path, text_of(name, text).tree
        self.names: dict[str, Function | Class | Constant | Refusal] = {}
        self.imports: dict[str, tuple[str, str]] = {}
        for node in self.tree.body:
            self._take(node)

    def _take(self, node: ast.stmt) -> None:
        match node:
            case ast.FunctionDef():
                self.names[node.name] = Function(self, node)
            case ast.ClassDef():
                try:
                    self.names[node.name] = Class(self, node)
                except Refusal as refusal:  # raised where somebody names it
                    self.names[node.name] = refusal
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), value=ast.expr() as value):
                self.names[name] = Constant(self, value, name)
            case ast.ImportFrom(names=names):
                source = self._imported(node)
                self.imports |= {alias.asname or alias.name: (source, alias.name) for alias in names}
            case ast.Import(names=names):
                self.imports |= {alias.name: (alias.name, "") for alias in names if alias.asname is None}
            case ast.If(ast.Name("TYPE_CHECKING")):
                pass
            case _:
                what = ast.unparse(node).partition("\n")[0]
                why, cure = "no statement of a module in the language", "say what each name is in one statement"
                other = Refusal(f"{self.path}:{node.lineno}", what, why, cure)
                self.names |= dict.fromkeys(_bound(node), other)  # raised where somebody names one

    def _imported(self, node: ast.ImportFrom) -> str:
        """The whole name of what is imported from."""
        package = self.name.split(".")
        above = node.level - (self.file.stem == "__init__")
        return ".".join([*(package[: len(package) - above] if node.level else []), *filter(None, [node.module])])

    def find(self, name: str) -> Function | Class | Constant | Word | Module | None:
        """What a name at the top of this module means; None if the text does not say."""
        if name in self.names:
            own = self.names[name]
            if isinstance(own, Refusal):
                raise own
            return own
        if name not in self.imports:
            return None
        source, original = self.imports[name]
        if source in WORD_MODULES:
            return Word(original if source in WORDS_OF else f"{source}.{original}".removesuffix("."))
        module = self.program.module(source)
        if module is None or not original:
            return module
        found = module.find(original)
        return found if found is not None else self.program.module(f"{source}.{original}")

    @cached_property
    def functions(self) -> list[ast.FunctionDef | ast.Lambda]:
        """Every function of the text, those within others too."""
        return [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef | ast.Lambda)]


class Program:
    """Modules by name; `overlay` holds other texts for some of them."""

    def __init__(self, overlay: Mapping[str, str] | None = None) -> None:
        self.overlay = overlay or {}
        self._modules: dict[str, Module | None] = {}
        self._errors: dict[str, Class] = {}

    def module(self, name: str) -> Module | None:
        """The module of that name; None if it has no text."""
        if name not in self._modules:
            path = _path_of(name)
            text = self.overlay.get(name) or (path.read_text(encoding="utf-8") if path else None)
            held = None if text is None else Module(self, name, path or Path(name), text)
            if text is not None and held is not None and (other := differs(name, text)):
                cure = "run what the file says: leave out what replaces it"
                raise Refusal(held.path, other, "the process has another one than the text", cure)
            self._modules[name] = held
        return self._modules[name]

    def files(self) -> list[str]:
        """The files that were read, but those of slotproof."""
        paths = [_path_of(name) for name in self._modules if name.partition(".")[0] != "slotproof"]
        return sorted(str(path.resolve()) for path in paths if path is not None)

    def class_named(self, module: str, name: str) -> Class:
        """The class of that name.

        Raises     Refusal
        """
        held = self.module(module)
        found = held.find(name) if held else None
        if not isinstance(found, Class):
            raise Refusal(module, name, "its text is not found", "define it at the top of a module")
        return found

    def error(self, name: str) -> Class:
        """The class of an error of the project."""
        return self.class_named(ERRORS, name)

    def python_error(self, name: str) -> Class:
        """The class of an error of Python itself."""
        if name not in self._errors:
            bases: list[ast.expr] = [ast.Name(base) for base in PYTHON_ERRORS[name]]
            module = Module(self, "builtins", Path("builtins"), "")
            self._errors[name] = Class(module, ast.ClassDef(name, bases, [], [], [], lineno=1))
        return self._errors[name]

    def the_class(self, live: type) -> Class:
        """The text of a class that a declaration names.

        Raises     Refusal
        """
        return self.class_named(live.__module__, live.__qualname__)


def _path_of(name: str) -> Path | None:
    loaded = sys.modules.get(name)
    file = getattr(loaded, "__file__", None)
    if file is None and loaded is None:
        spec = importlib.util.find_spec(name)
        file = spec.origin if spec else None
    path = Path(file) if file else None
    return path if path is not None and path.suffix == ".py" and path.exists() else None
