"""One declaration as it is written; what cannot be read of it (`reading`) is refused where it matters."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from slotproof.language.declaration.made import is_plain_call
from slotproof.language.declaration.reading import Reader
from slotproof.language.declaration.values import UNKNOWN, Function, Record, Value
from slotproof.language.program.parts import Class

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
