"""What declarations are made of, as a page: `python -m slotproof.dev.api > docs/users/api.md`."""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
from collections.abc import Iterator
from typing import Any, Final

from slotproof import declare

HEAD = """# What a declaration is made of

For whoever declares a container: every name of `slotproof.declare`, from its docstrings.
How they are put together is shown in [own-containers.md](own-containers.md).
This page is written by `python -m slotproof.dev.api > docs/users/api.md`.
"""


COMMON: Final = {
    "claim": "its ID and its sentence",
    "deep": "only the deep profile has it",
    "function": "the function",
    "impl": "(arrays, *arguments) -> what is called in place of their method of that name",
    "model": "(model, *arguments) -> what is called in place of its method of that name",
    "name": "what it is called",
}
"""Field -> what it means in each class that says nothing else of it."""


def page() -> str:
    """The page."""
    return "\n".join([HEAD, *(line for name in sorted(declare.__all__, key=str.lower) for line in _entry(name))])


def _entry(name: str) -> Iterator[str]:
    held = getattr(declare, name)
    yield f"## `{name}`\n"
    if not (inspect.isclass(held) or inspect.isfunction(held)):
        yield f"An `{type(held).__name__}`.\n" if dataclasses.is_dataclass(held) else f"`{_written(held)}`\n"
        return
    yield f"{_first(held)}\n"
    if isinstance(held, type) and dataclasses.is_dataclass(held):
        yield "| Field | Default | Meaning |\n|---|---|---|"
        told = _told(held)
        for each in dataclasses.fields(held):
            yield f"| `{each.name}` | {_default(each)} | {told.get(each.name) or COMMON.get(each.name, '')} |"
        yield ""
    elif inspect.isfunction(held):
        parameters = [re.sub(r":.*?(?= = |$)", "", str(each)) for each in inspect.signature(held).parameters.values()]
        yield f"`{name}({', '.join(parameters)})`\n"


def _first(held: Any) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join((inspect.getdoc(held) or "").partition("\n\n")[0].split())


def _told(held: type) -> dict[str, str]:
    """Field -> what the docstring of its class says of it: lines of names, wide space, meaning, gone on with below."""
    found: dict[str, str] = {}
    names: list[str] = []
    for line in (inspect.getdoc(held) or "").splitlines():
        if match := re.match(r"(\w+(?:, \w+)*) {2,}(\S.*)", line):
            names = match[1].split(", ")
            found |= dict.fromkeys(names, match[2])
        elif names and re.match(r" {4,}\S", line):
            found |= {name: f"{found[name]} {line.strip()}" for name in names}
        else:
            names = []
    return {name: text.replace("|", "\\|") for name, text in found.items()}


def _default(field: dataclasses.Field[Any]) -> str:
    if field.default is not dataclasses.MISSING:
        return f"`{_written(field.default)}`"
    if field.default_factory is not dataclasses.MISSING:
        return f"`{_written(field.default_factory())}`"
    return "must be given"


def _written(value: Any) -> str:
    """A value as a page shows it: functions by name."""
    return str(getattr(value, "__name__", None) or re.sub(r" at 0x\w+", "", repr(value))).replace("|", "\\|")


if __name__ == "__main__":
    sys.stdout.write(page())
