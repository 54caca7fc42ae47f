"""What code may read that no source says: files, variables of the environment, clocks, and text that it runs.

It is said by what is allowed: modules of Python that read nothing, and the sources. All else that a module names may
read. What is read is in no key, so that no verdict which may depend on it is kept.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Final

from slotproof.verify.reading.names import Named
from slotproof.verify.reading.sources import Sources

READ_NOTHING: Final = frozenset(
    {"__future__", "abc", "array", "bisect", "cmath", "collections", "collections.abc", "contextlib", "copy"}
    | {"dataclasses", "enum", "fractions", "functools", "graphlib", "heapq", "itertools", "math", "numbers"}
    | {"operator", "re", "string", "struct", "types", "typing"}
)
"""Modules of Python whose functions depend on their arguments alone."""


def outside(sources: Sources, modules: Iterable[str]) -> list[str]:
    """Each place in the modules that names what may read more than the sources: "file:line: name"."""
    return [
        f"{sources.modules[module].name}:{each.line}: {each}"
        for module in modules
        for each in sorted(sources.named(module))
        if not _is_followed(sources, module, each, set())
    ]


def _is_followed(sources: Sources, module: str, found: Named, met: set[tuple[str, str]]) -> bool:
    """True of what stands in the sources, or reads nothing.

    Takes      met, what is being looked for already
    """
    if not found.module and not found.level:
        return False
    origin, name = sources.resolved(module, found.module, found.level), found.name
    if origin in READ_NOTHING:
        if name in {"", "*"}:
            return True
        value = getattr(importlib.import_module(origin), name, sys)
        return not isinstance(value, ModuleType) or value.__name__ in READ_NOTHING
    if (f"{origin}.{name}" if name else origin) in sources.modules or (origin, name) in met:
        return True
    if origin not in sources.modules:
        return False
    met.add((origin, name))
    outline = sources.outline(origin)
    stars = [Named(0, star, level, name) for star, level in outline.stars]
    if name == "*":
        imported = [Named(0, source, level, inner) for source, inner, level in outline.imports.values()]
        return all(_is_followed(sources, origin, each, met) for each in (*imported, *stars))
    if name in outline.imports:
        source, inner, level = outline.imports[name]
        return _is_followed(sources, origin, Named(0, source, level, inner), met)
    return name in outline.definitions or any(_is_followed(sources, origin, each, met) for each in stars)
