"""Declarations: data that the process holds already, and the texts of the functions in them.

A function is found in the text by where its code stands; what it captures is taken from it. Nothing is ever run.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import Any

from slotproof.engine.prove.python.kinds.values import ClassValue, Closure, Meaning, Record, Told, Tuple, Value
from slotproof.engine.prove.source import WORDS_OF, Function, Module, Program, Refusal, Word


class Declarations(Program):
    """The program, and what declarations say of it."""

    def __init__(self, overlay: Mapping[str, str] | None = None) -> None:
        super().__init__(overlay)
        self._functions: dict[tuple[str, CodeType], Function] = {}
        self._before: dict[str, Module] = {}
        self.known: dict[int, Told] = {}  # what the prover itself gives a meaning, by `id`

    def callable(self, live: Any) -> Value:
        """A function that a declaration names, which may be a word of what it declares."""
        if isinstance(live, Meaning):
            return live
        owner = self.known.get(id(getattr(live, "__self__", None)))
        return self.closure(live) if owner is None else owner.attributes[live.__name__]()

    def closure(self, live: Any) -> Closure:
        """The text of a function of a declaration, with what it captures.

        Raises     Refusal
        """
        live = getattr(live, "holds", None) or live  # a claim stands for its predicate
        if not isinstance(live, FunctionType):
            raise Refusal("the declaration", repr(live), "no function with a text", "declare a function")
        function = self._function(live)
        captured = zip(live.__code__.co_freevars, live.__closure__ or (), strict=True)
        return Closure(function, {name: self.value(cell.cell_contents) for name, cell in captured})

    def items_of(self, value: Value) -> tuple[Value, ...] | None:
        """The claims that a declaration lists, one by one; None of anything else."""
        return tuple(Claims((each,)) for each in value.of) if isinstance(value, Claims) else None

    def is_of(self, value: Value, claims: tuple[Any, ...]) -> bool:
        """True of these very claims."""
        return isinstance(value, Claims) and list(map(id, value.of)) == list(map(id, claims))

    def held(self, value: Value, name: str) -> Value:
        """What a claim says, its predicate or its ID; None of anything else."""
        if not isinstance(value, Claims) or len(value.of) != 1 or name not in ("holds", "id", "statement", "step"):
            return None
        return self.value(getattr(value.of[0], name))

    def _function(self, live: FunctionType) -> Function:
        code, module = live.__code__, self.module(live.__module__)
        if module is None or (key := (module.name, code)) not in self._functions:
            nodes = [] if module is None else self._nodes(module, code)
            found = [node for node in nodes if _is_text_of(node, code)]
            if module is None or not found:
                place = f"{live.__module__}:{code.co_firstlineno}"
                raise Refusal(place, live.__qualname__, "its text is not found", "define it in a file")
            smallest = max(found, key=lambda node: (node.lineno, node.col_offset))
            within = "<locals>" in code.co_qualname
            self._functions[key := (module.name, code)] = Function(module, smallest, within=within)
        return self._functions[key]

    def _nodes(self, module: Module, code: CodeType) -> list[ast.FunctionDef | ast.Lambda]:
        """The functions of the text that code was made of: of a changed module that may be the text before."""
        if module.name not in self.overlay or code.co_filename != str(module.file):
            return module.functions
        if module.name not in self._before:
            self._before[module.name] = Module(self, module.name, module.file, module.file.read_text(encoding="utf-8"))
        return self._before[module.name].functions

    def value(self, live: Any) -> Value:
        """What a declaration holds, as a value of the language.

        Raises     Refusal
        """
        if live is None or isinstance(live, bool | int | str):
            return live
        if id(live) in self.known:
            return self.known[id(live)]
        if is_declaration(live):
            return Told({})
        if isinstance(live, tuple) and all(hasattr(each, "holds") for each in live) and live:
            return Claims(live)
        if isinstance(live, tuple):
            cls = self.the_class(type(live)) if hasattr(live, "_fields") else None
            return Tuple(tuple(map(self.value, live)), cls)
        if isinstance(live, dict) and all(isinstance(key, str) for key in live):
            return Record({key: self.value(each) for key, each in live.items()})
        if isinstance(live, type):
            return ClassValue(self.the_class(live)) if live.__module__ != "builtins" else Word(live.__name__)
        if isinstance(live, FunctionType) and live.__module__ in WORDS_OF:
            return Word(live.__name__)
        return self.closure(live)


def is_declaration(live: Any) -> bool:
    """True of the declaration of a container, of which nothing may be asked."""
    return hasattr(live, "couple") and hasattr(live, "operations")


@dataclass(frozen=True)
class Claims:
    """A tuple of claims that a declaration holds."""

    of: tuple[Any, ...]


def live_module(name: str) -> ModuleType | None:
    """The module of a declaration, if the process holds it."""
    return sys.modules.get(name)


def _is_text_of(node: ast.FunctionDef | ast.Lambda, code: CodeType) -> bool:
    """True if code may be that of this function: the same name, parameters and place."""
    if (code.co_name == "<lambda>") != isinstance(node, ast.Lambda):
        return False
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(each.lineno for each in decorators)])
    if first != code.co_firstlineno or _parameters(node) != list(code.co_varnames[: len(_parameters(node))]):
        return False
    if isinstance(node, ast.FunctionDef):
        return node.name == code.co_name
    low = (node.body.lineno, node.body.col_offset)
    high = (node.body.end_lineno or 0, node.body.end_col_offset or 0)
    places = [each for each in list(code.co_positions())[1:] if None not in each and each[2:] != (0, 0)]
    starts = [(line or 0, column or 0) for line, _, column, _ in places]
    ends = [(line or 0, column or 0) for _, line, _, column in places]
    return bool(starts) and low <= min(starts) and max(ends) <= high


def _parameters(node: ast.FunctionDef | ast.Lambda) -> list[str]:
    given = node.args
    rest = [each.arg for each in (given.vararg, given.kwarg) if each]
    return [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)] + rest
