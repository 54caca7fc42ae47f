"""One declaration as written, and what clients see; what cannot be read (`reading`) is refused where it matters."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from slotproof.language.declaration.made import is_plain_call
from slotproof.language.declaration.reading import Reader
from slotproof.language.declaration.values import UNKNOWN, Function, Names, Record, Value
from slotproof.language.kinds import Kind
from slotproof.language.program.constants import constant_value
from slotproof.language.program.parts import Class, Refusal
from slotproof.language.program.program import Program

TUPLES: Final = {
    "couple": "I",
    "laws": "L",
    "answers": "L",
    "operations": "R",
    "scopes": "",
    "loops": "",
    "deviations": "D",
    "theorems": "B",
    "lemmas": "",
    "summaries": "",
    "definitions": "",
    "arranged": "",
}


READ: Final = {
    "Refinement": ("model", "impl", "couple", "laws", "operations"),
    "Operation": ("name", "takes", "model", "impl", "agree", "rejects", "refusals", "uses", "ensures", "pure"),
    "Domain": ("symbolic",),
}
"""What is read of a declaration, or it is refused: it says what is called, with what, and what is compared."""


_QUIET: Final = frozenset({"__init__", "__post_init__"})  # creation is declared by `configure`
NEW: Final = "new"
"""What a declaration calls the constructors, and the judge `prove` the proof of them."""


Method = tuple[Class, ast.FunctionDef, dict[str, Kind]]


class Declared:
    """One `Refinement` as it is written."""

    def __init__(self, reader: Reader, refinement: Record) -> None:
        self.reader, self.program, self.record = reader, reader.program, refinement
        self.model, self.impl = refinement.get("model"), refinement.get("impl")
        self.operations = [each for each in self.tuple_of("operations") if isinstance(each, Record)]

    def refuse(self, at: Value, mistake: str, what: str, /, **words: object) -> None:
        """Keep a finding at a record, a function, or a class."""
        found = at if isinstance(at, Record | Function | Class) else self.record
        self.program.refuse(found.module, found.node, mistake, what, **words)

    def tuple_of(self, name: str) -> tuple[Value, ...]:
        """Return a field that is a tuple, or nothing if it could not be read."""
        value = self.record.get(name, ())
        return value if isinstance(value, tuple) else ()

    def is_whole(self, *names: str) -> bool:
        """Return whether all entries of some fields could be read."""
        return all(
            isinstance(self.record.get(name, ()), tuple) and UNKNOWN not in self.tuple_of(name) for name in names
        )

    def sides(self) -> Iterator[Class]:
        """Return the classes that could be read, the model first."""
        yield from (each for each in (self.model, self.impl) if isinstance(each, Class))

    def is_called_plainly(self, operation: Record) -> bool:
        """Return whether judges call the arrays as clients do: the method itself, with the arguments as they are."""
        impl, name = operation.get("impl"), operation.get("name")
        return impl is None or (isinstance(impl, Function) and is_plain_call(impl.node, str(name)))

    def check_twice(self, named: Iterable[tuple[Value, Record]], what: str) -> None:
        """Refuse a name that stands twice."""
        seen: dict[str, Record] = {}
        for name, at in named:
            before = seen.setdefault(name, at) if isinstance(name, str) else at
            if before is not at:
                first = getattr(before.node, "lineno", 0)
                self.refuse(at, "twice", f"{name!r} is {what} twice", first=first, shown=before.module.shown)


def parameters(node: ast.FunctionDef) -> list[tuple[str, str]]:
    """Return the parameters behind the receiver, each with the text of its default."""
    arguments = node.args
    ordered = [*arguments.posonlyargs, *arguments.args]
    defaults = [""] * (len(ordered) - len(arguments.defaults)) + [ast.unparse(each) for each in arguments.defaults]
    first = 0 if any(ast.unparse(each) == "staticmethod" for each in node.decorator_list) else 1
    found = [(each.arg, default) for each, default in zip(ordered, defaults, strict=True)][first:]
    return found + [
        (each.arg, "" if default is None else ast.unparse(default))
        for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]


def reads(function: Function, name: str) -> bool:
    """Return whether the body of a function reads a name."""
    body = function.node.body if isinstance(function.node.body, list) else [function.node.body]
    return any(isinstance(each, ast.Name) and each.id == name for part in body for each in ast.walk(part))


class Surface(Declared):
    """The check of what clients see."""

    def _parameters(self, cls: Class, node: ast.FunctionDef, _: object) -> list[tuple[str, str]]:
        """The parameters behind the receiver, each with its default: a constant by its value, anything else as text."""
        return [
            (name, self._default(cls, ast.parse(default, mode="eval").body) if default else "")
            for name, default in parameters(node)
        ]

    def _default(self, cls: Class, default: ast.expr) -> str:
        try:
            return repr(constant_value(self.program, default, cls.module, cls))
        except Refusal:
            value = self.reader.value(default, Names(cls.module))
            return repr(value) if isinstance(value, int | str | None) else ast.unparse(default)

    # --- what is public

    def _check_public(self) -> None:
        impl, reasons = self.impl, self.record.get("not_operations", {})
        if not isinstance(impl, Class) or not self.is_whole("operations") or not isinstance(reasons, dict):
            return
        names = {str(each.get("name")) for each in self.operations}
        public = dict(_public(self.program, impl))
        for name, (cls, node, target) in public.items():
            if {name, target} & {*names, *reasons} or any(_is_all_of(impl, each, name) for each in names):
                continue
            what = (
                f"`{cls.node.name}.{name}`"
                + (f", another name of `{target}`," if target != name else "")
                + " is no operation"
            )
            self.program.refuse(cls.module, node, "not_operation", what)
        for name in reasons:
            if name not in public and not _has(self.program, impl, str(name)):
                self.refuse(self.record, "reason_unknown", f"`not_operations` names {name!r}", name=impl.node.name)
        if isinstance(self.model, Class):
            its = dict(_public(self.program, self.model))
            for name, (cls, node, target) in public.items():
                if name.startswith("__") and name in its and its[name][2] != target:
                    self.program.refuse(
                        cls.module,
                        node,
                        "special_differs",
                        f"`{name}` is `{target}` here and `{its[name][2]}` in the model",
                    )

    # --- second names and defaults

    def _check_aliases(self) -> None:
        """Refuse a second name that is declared to be an operation and is none, or another one."""
        aliases = self.record.get("aliases", {})
        if not isinstance(self.impl, Class) or not isinstance(aliases, dict) or not self.is_whole("operations"):
            return
        public, names = dict(_public(self.program, self.impl)), {each.get("name") for each in self.operations}
        for alias, name in aliases.items():
            target = public[alias][2] if alias in public else "no method"
            if target != name or name not in names:
                self.refuse(self.record, "alias_differs", f"`{alias}` is `{name}` in `aliases`", that=target)

    def _check_defaults(self) -> None:
        """Refuse a default that is declared and is another one, or none, on a side that has the operation."""
        declared = self.record.get("defaults")
        for name, said in declared.items() if isinstance(declared, dict) else ():
            for side in self.sides() if isinstance(said, dict) else ():
                found = self.program.method(side, "__init__" if name == NEW else str(name))
                if found is not None:
                    self._check_defaults_of(str(name), said, dict(self._parameters(*found)))

    def _check_defaults_of(self, name: str, said: dict[Value, Value], held: dict[str, str]) -> None:
        for each in dict.fromkeys((*said, *held)):
            wanted = repr(said[each]) if each in said else ""
            if said.get(each) is not UNKNOWN and wanted != held.get(each, ""):
                what = f"`{each}` of `{name}` is {wanted or 'needed'} in `defaults`"
                self.refuse(self.record, "default_differs", what, that=held.get(each) or "needed")


def _is_all_of(cls: Class, operation: str, name: str) -> bool:
    """Return whether an operation does nothing but what a special method does, such as `return len(self)`."""
    method = cls.methods.get(operation)
    body = [each for each in method.body if not isinstance(each, ast.Expr)] if method is not None else []
    value = ast.unparse(body[0].value) if len(body) == 1 and isinstance(body[0], ast.Return) and body[0].value else ""
    first = method.args.args[1].arg if method is not None and len(method.args.args) > 1 else ""
    return value == {"__len__": "len(self)", "__contains__": f"{first} in self", "__getitem__": f"self[{first}]"}.get(
        name
    )


def _public(program: Program, cls: Class) -> Iterator[tuple[str, tuple[Class, ast.AST, str]]]:
    """Return the public names of a class: where each stands, and the method that it is."""
    seen: set[str] = set()
    for each, _ in program.line(cls):
        for name in (*each.methods, *each.aliases):
            special = name.startswith("__") and name.endswith("__")
            if name in seen or name in _QUIET or (name.startswith("_") and not special):
                continue
            seen.add(name)
            node = each.methods.get(name) or next(s for s in each.node.body if _binds(s, name))
            yield name, (each, node, each.aliases.get(name, name))


def _has(program: Program, cls: Class, name: str) -> bool:
    return any(name in each.methods or name in each.constants for each, _ in program.line(cls))


def _binds(statement: ast.stmt, name: str) -> bool:
    return isinstance(statement, ast.Assign) and any(
        isinstance(t, ast.Name) and t.id == name for t in statement.targets
    )
