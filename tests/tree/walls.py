"""The walls between the rooms of the house, as functions from texts to what goes through a wall.

An import counts wherever it stands: at the top, under TYPE_CHECKING, or inside a function.
A crossing is one pair of modules, whatever the one imports from the other and how often.
"""

import ast
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from .layout import FOLDERS, imports, sources

Pairs = set[tuple[str, str]]
"""Importing module, imported module; of what is not of the project only the top name is told."""

DATA: Final = ("slotproof.spec.errors", "slotproof.spec.logic")
DECLARE: Final = ("slotproof.declare",)
ENGINE: Final = ("slotproof.engine",)
DOORS: Final = ("slotproof.engine.api", "slotproof.engine.step")
CONTAINERS: Final = ("slotproof.spec", "slotproof.impl", "slotproof.proofs")
JUDGING: Final = ("slotproof.verify", "slotproof.mutation", "slotproof.gate")
SHOWING: Final = ("slotproof.show",)


def house() -> dict[str, str]:
    """Name of a module -> its text, of all that is imported as `slotproof`."""
    found = {}
    for path, text in sources(*FOLDERS, "slotproof").items():
        name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        found[name if name.startswith("slotproof") else f"slotproof.{name}"] = text
    return found


def crossings(texts: Mapping[str, str]) -> Pairs:
    """Every import of these modules; what is imported from a package is the module behind the name, if there is one."""
    return {
        (name, _module(asked, texts))
        for name, text in texts.items()
        for _, asked in imports(text)
        if not asked.startswith(".")  # of the package itself
    }


def _module(asked: str, texts: Mapping[str, str]) -> str:
    if not asked.startswith("slotproof"):
        return asked.partition(".")[0]
    while asked not in texts and "." in asked:
        asked = asked.rpartition(".")[0]
    return asked


def within(name: str, rooms: Iterable[str]) -> bool:
    """True of a module in one of these packages, and of a package itself."""
    return any(name == room or name.startswith(f"{room}.") for room in rooms)


def _is_standard(name: str) -> bool:
    return name in sys.stdlib_module_names


def _is_ours(name: str) -> bool:
    return within(name, ["slotproof"])


def _told(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return sorted(f"{importer} imports {imported}" for importer, imported in pairs)


# --- the sentences


def of_sides(pairs: Pairs) -> list[str]:
    """What `spec` imports beside `spec`, and `impl` beside both."""
    spec, impl = ("slotproof.spec",), ("slotproof.impl",)
    return _told(
        (a, b)
        for a, b in pairs
        if (within(a, spec) and not (_is_standard(b) or within(b, spec)))
        or (within(a, impl) and not (_is_standard(b) or within(b, spec + impl)))
    )


def of_declare(pairs: Pairs) -> list[str]:
    """What `declare` imports beside the logic and the errors of `spec`."""
    return _told((a, b) for a, b in pairs if within(a, DECLARE) and not (_is_standard(b) or within(b, DECLARE + DATA)))


def of_proofs(pairs: Pairs) -> list[str]:
    """What declarations of containers import beside containers and `declare`."""
    return _told(
        (a, b)
        for a, b in pairs
        if within(a, ["slotproof.proofs"])
        and not within(a, ENGINE)
        and not (_is_standard(b) or within(b, DECLARE) or (within(b, CONTAINERS) and not within(b, ENGINE)))
    )


def of_engine(pairs: Pairs) -> list[str]:
    """What of the project the engine imports beside `declare`, the logic and the errors of `spec`."""
    return _told(
        (a, b)
        for a, b in pairs
        if within(a, ENGINE) and not within(a, DECLARE) and _is_ours(b) and not within(b, ENGINE + DECLARE + DATA)
    )


def of_names(pairs: Pairs) -> list[str]:
    """Where a container or the catalog is imported in place of being found by the name of its module."""
    return _told(
        (a, b)
        for a, b in pairs
        if not within(a, CONTAINERS + ENGINE) and within(b, CONTAINERS) and not within(b, ENGINE + DECLARE + DATA)
    )


def of_doors(pairs: Pairs) -> list[str]:
    """Where the engine is entered otherwise than by `engine.api` and `engine.step`, or by what only shows."""
    return _told(
        (a, b)
        for a, b in pairs
        if within(b, ENGINE)
        and not within(b, DECLARE)
        and ((within(a, JUDGING) and not within(b, DOORS)) or within(a, SHOWING))
    )


def of_language(pairs: Pairs) -> list[str]:
    """What `checker` and `language` import beside the standard library, and who but `certify` imports `checker`."""
    checker, language, asking = ("slotproof.checker",), ("slotproof.language",), ("slotproof.certify",)
    return _told(
        (a, b)
        for a, b in pairs
        if (within(a, checker) and not (_is_standard(b) or within(b, checker)))
        or (within(a, language) and not (_is_standard(b) or within(b, language)))
        or (within(b, checker) and not within(a, checker + asking))
    )


def in_circles(pairs: Pairs) -> list[str]:
    """The modules that import themselves by way of others."""
    inner = {name: {b for a, b in pairs if a == name and b != name} for name, _ in pairs}
    while True:  # leave out what imports nothing that is left, or is imported by nothing
        imported = {b for found in inner.values() for b in found}
        left = {a: found & inner.keys() for a, found in inner.items() if a in imported and found & inner.keys()}
        if left == inner:
            break
        inner = left
    return sorted(name for name in inner if name in _reached(name, inner))


def _reached(start: str, inner: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        fresh = inner[waiting.pop()] - found
        found |= fresh
        waiting += fresh
    return found


def assigned(name: str, text: str, modules: Collection[str]) -> list[str]:
    """Each place of a file that assigns a name in another module, or in whatever a variable called `module` holds.

    Takes      modules, the names of those of the project
    """
    tree = ast.parse(text)
    held = {"module"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            held |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            held |= {a.asname or a.name for a in node.names if f"{node.module}.{a.name}" in modules}
    return [f"{name}:{line}" for line in sorted(_assignments(tree, held))]


def _assignments(tree: ast.Module, held: set[str]) -> Iterator[int]:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=owner, ctx=ast.Store() | ast.Del()) if ast.unparse(owner) in held:
                yield node.lineno
            case ast.Call(func=ast.Name("setattr") | ast.Attribute(attr="setattr"), args=[owner, *_]):
                if ast.unparse(owner) in held or (isinstance(owner, ast.Constant) and _is_ours(str(owner.value))):
                    yield node.lineno
            case ast.Call(func=ast.Attribute(ast.Call(func=ast.Name("vars"), args=[owner]), "update")):
                if ast.unparse(owner) in held:
                    yield node.lineno
