"""Which definitions a unit of work depends on: those that its declaration holds, and all that these name, in turn.

A declaration is an object, so what it holds is looked at as it is: functions, classes, numbers and texts. What a
function names is looked up in its module; besides, each name that is met anywhere counts for every class and module
that is met: for `x.erase` the `erase` of all of them. So too much may be found, but nothing too little, as long as no
name is put together when the code runs; what does that depends on all sources (`outline.OPAQUE`).
"""

from __future__ import annotations

import enum
import functools
import hashlib
import types
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import Any, Final

from slotproof.declare import Loop, Operation, Refinement
from slotproof.verify.reading.outline import Outline
from slotproof.verify.reading.sources import Sources

FOREIGN: Final = "from_dict"
"""The operation that the engine itself looks for in the containers that another one holds."""

INNER: Final = frozenset({"scopes", "contracts", "theorems", "candidates"})
"""What of a declaration only units of its own read."""

SEEN_ONLY: Final = frozenset({"links", "shown", "title", "deviations", "not_operations"})
"""What of a declaration only pictures and pages use."""


class Reach:
    """What is reached so far: names of definitions, and the digest of values; more can be added to a copy."""

    def __init__(self, sources: Sources, apart: frozenset[str]) -> None:
        self.sources, self.apart = sources, apart
        self.definitions: set[tuple[str, str]] = set()
        self.names: set[str] = set()
        self.offers: dict[str, tuple[tuple[str, str], ...]] = {}  # name -> definitions it may mean in what is reached
        self.classes: set[tuple[str, str]] = set()
        self.modules: set[str] = set()
        self.whole: set[tuple[str, str]] = set()  # classes of which every method counts
        self.waiting: list[tuple[str, Any]] = []  # operations and loops that count if their name is met
        self.tokens: list[str] = []
        self.met: dict[int, tuple[int, Any]] = {}  # id of a value -> so many were met before it, and the value
        self.opaque = False

    def copy(self) -> Reach:
        """Another one that has reached the same."""
        made = Reach(self.sources, self.apart)
        for name in ("definitions", "names", "offers", "classes", "modules", "whole", "waiting", "tokens", "met"):
            setattr(made, name, getattr(self, name).copy())
        made.opaque = self.opaque
        return made

    def digest(self) -> str:
        """The digest of all that is reached, as it stands now."""
        found = [(module, name, self._outline(module).definitions[name].digest) for module, name in self.definitions]
        said = [":".join(each) for each in found]
        told = hashlib.sha256("\n".join([*sorted(said), *self.tokens]).encode())
        if self.opaque:
            told.update(self.sources.everything.encode())
        return told.hexdigest()[:32]

    # --- names

    def named(self, names: Iterable[str]) -> None:
        """Take up names that some code mentions, and what they lead to."""
        fresh = [name for name in names if name not in self.names]
        self.names.update(fresh)
        for name in fresh:
            for module, offered in self.offers.get(name, ()):
                self.define(module, offered)
        ready = [(name, each) for name, each in self.waiting if name in self.names]
        if ready:
            self.waiting = [(name, each) for name, each in self.waiting if name not in self.names]
            for _, each in ready:
                self.value(each)

    def define(self, module: str, name: str) -> None:
        """Take up a definition of a module, if the module has it and is not looked at as a whole."""
        if (module, name) in self.definitions or not self._is_ours(module):
            return
        outline = self._outline(module)
        found = outline.definitions.get(name)
        if found is None:
            return
        self.definitions.add((module, name))
        self.opaque |= found.opaque
        self._enter(module)
        for mentioned in found.names:
            self._look_up(module, mentioned)
        self.named(found.names)
        if name in outline.members:
            self._class(module, name)

    def _enter(self, module: str) -> None:
        """Count a module among those that are reached: what always runs, and what is named already."""
        if module in self.modules:
            return
        self.modules.add(module)
        self.define(module, "")
        self._offer((name, (module, name)) for name in self._outline(module).definitions if "." not in name)

    def _offer(self, offered: Iterable[tuple[str, tuple[str, str]]]) -> None:
        """Take up what is named already; what is not may be later."""
        ready = []
        for name, definition in offered:
            if name in self.names:
                ready.append(definition)
            else:
                self.offers[name] = (*self.offers.get(name, ()), definition)
        for definition in ready:
            self.define(*definition)

    def _look_up(self, module: str, name: str) -> None:
        """Take up what a name means in a module."""
        outline = self._outline(module)
        if name in outline.definitions:
            self.define(module, name)
        if name in outline.imports:
            origin, inner, level = outline.imports[name]
            origin = self.sources.resolved(module, origin, level)
            if not inner:
                self._lead_to(origin)
            elif self._is_ours(whole := f"{origin}.{inner}"):
                self._lead_to(whole)
            else:
                self._through(origin, inner)
        for star, level in outline.stars:
            self._through(self.sources.resolved(module, star, level), name)

    def _through(self, module: str, name: str) -> None:
        """Take up a name of another module, which may have it from a third."""
        if self._is_ours(module) and (module, f"<{name}>") not in self.definitions:
            if name in self._outline(module).definitions:
                self.define(module, name)
            elif name in self._outline(module).imports or self._outline(module).stars:
                self._look_up(module, name)

    def _lead_to(self, module: str) -> None:
        if self._is_ours(module):
            self._enter(module)

    def _class(self, module: str, name: str) -> None:
        """Count a class among those that are reached: methods that Python calls, and those that are named already."""
        if (module, name) in self.classes:
            return
        self.classes.add((module, name))
        methods = self._outline(module).members.get(name, ())
        for method in filter(_is_special, methods):
            self.define(module, f"{name}.{method}")
        self._offer((method, (module, f"{name}.{method}")) for method in methods if not _is_special(method))

    # --- values

    def value(self, value: Any, mention: bool = False) -> None:
        """Take up a value and all that it holds; `mention` says that texts in it may be names that code looks up."""
        match value:
            case None | bool() | int() | float() | str() | bytes() | complex() | enum.Enum():
                self.tokens.append(repr(value))
                if mention and isinstance(value, str):
                    self.named(value.split("."))
                return
            case _:
                pass
        if id(value) in self.met:
            self.tokens.append(f"again {self.met[id(value)][0]}")
            return
        self._meet(value)
        match value:
            case Refinement():  # inside of another one
                self.declared(value, INNER)
                self.named([FOREIGN])
            case list() | tuple():
                self.tokens.append(f"{type(value).__name__} {len(value)}")
                for each in value:
                    self.value(each, mention)
            case dict() | types.MappingProxyType():
                self.tokens.append(f"dict {len(value)}")
                for key, each in value.items():
                    self.value(key, mention)
                    self.value(each, mention)
            case set() | frozenset():
                self.tokens.append(f"set {len(value)}")
                for each in sorted(value, key=repr):
                    self.value(each, mention)
            case range():
                self.tokens.append(repr(value))
            case types.FunctionType():
                self._function(value)
            case types.MethodType():
                self.value(value.__func__)
                self.value(value.__self__, mention=True)
            case property():
                self.value([value.fget, value.fset, value.fdel])
            case staticmethod() | classmethod():
                self.value(value.__func__)
            case functools.partial():
                self.value([value.func, value.args, value.keywords], mention=True)
            case type():
                self.tokens.append(f"{value.__module__}.{value.__qualname__}")
                self._reached(value.__module__, value.__qualname__.partition(".")[0])
            case types.ModuleType():
                self.tokens.append(value.__name__)
                self._lead_to(value.__name__)
            case types.BuiltinFunctionType() | types.MethodDescriptorType() | types.WrapperDescriptorType():
                self.tokens.append(f"{getattr(value, '__module__', '')}.{value.__qualname__}")
            case _:
                self._instance(value, mention)

    def _meet(self, value: Any) -> None:
        """Know a value when it comes again; it must not be freed, lest another one get its id."""
        self.met[id(value)] = len(self.met), value

    def declared(self, refinement: Refinement, without: Iterable[str] = ()) -> None:
        """Take up a declaration but for some fields; operations and loops of it count if they are named."""
        self._meet(refinement)
        for field in fields(refinement):
            held = getattr(refinement, field.name)
            if field.name in SEEN_ONLY or field.name in without:
                continue
            if field.name == "operations":
                self.waiting += [(each.name, each) for each in held]
            elif field.name == "loops":
                self.waiting += [(each.function.rpartition(".")[2], each) for each in held]
            else:
                self.value(held)
        self.named([])

    def _instance(self, value: Any, mention: bool) -> None:
        kind = type(value)
        self.tokens.append(f"{kind.__module__}.{kind.__qualname__}")
        self._reached(kind.__module__, kind.__qualname__.partition(".")[0], whole=True)
        if is_dataclass(value):
            held = {each.name: getattr(value, each.name) for each in fields(value)}
        elif hasattr(value, "__dict__"):
            held = dict(vars(value))
        elif hasattr(kind, "__slots__"):
            held = {name: getattr(value, name) for name in kind.__slots__ if hasattr(value, name)}
        else:
            self.tokens.append(repr(value) if "__repr__" in vars(kind) else "")
            self.opaque = True
            return
        names = not isinstance(value, (Operation, Loop)) and mention
        for name, each in held.items():
            self.tokens.append(name)
            self.value(each, names)
        if isinstance(value, Operation):
            self.named(value.uses)

    def _function(self, function: types.FunctionType) -> None:
        """A function: where it stands, what it is made of if it is one of several there, and all that it holds."""
        function_ = function
        while hasattr(function_, "__wrapped__"):
            self.tokens.append("wraps")
            self.value([cell.cell_contents for cell in function_.__closure__ or () if _is_full(cell)], mention=True)
            function_ = function_.__wrapped__
        code, module = function_.__code__, function_.__module__
        first, _, rest = function_.__qualname__.partition(".")
        self.tokens.append(f"{module}.{function_.__qualname__}")
        if "<" in function_.__qualname__:
            self.tokens.append(_told(code))
        if self._is_ours(module):
            outline = self._outline(module)
            method = f"{first}.{rest.partition('.')[0]}"
            if method in outline.definitions:
                self._reached(module, first)
                self.define(module, method)
            elif first in outline.definitions:
                self.define(module, first)
            else:
                self.define(module, outline.at(code.co_firstlineno))
        held = [cell.cell_contents for cell in function_.__closure__ or () if _is_full(cell)]
        extra = {name: each for name, each in vars(function_).items() if name != "__wrapped__"}
        self.value([held, function_.__defaults__, function_.__kwdefaults__, extra], mention=True)

    def _reached(self, module: str, name: str, whole: bool = False) -> None:
        """Take up a class, with every method if an object of it is at hand."""
        if not self._is_ours(module):
            return
        self.define(module, name)
        self._class(module, name)
        if whole and (module, name) not in self.whole:
            self.whole.add((module, name))
            for method in self._outline(module).members.get(name, ()):
                self.define(module, f"{name}.{method}")

    # --- modules

    def _is_ours(self, module: str) -> bool:
        """True of modules that are looked at by definition: they are sources, and none of `declare` or the judge."""
        return module not in self.apart and module in self.sources.modules

    def _outline(self, module: str) -> Outline:
        return self.sources.outline(module)


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _is_full(cell: types.CellType) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False


def _told(code: types.CodeType) -> str:
    """What the code does, but for its position and the names of locals."""
    consts = [_told(each) if isinstance(each, types.CodeType) else repr(each) for each in code.co_consts]
    return hashlib.sha256(repr((code.co_code, consts, code.co_names)).encode()).hexdigest()[:16]
