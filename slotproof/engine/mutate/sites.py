"""Which functions a container runs, by the names that their text mentions, and which mutants of them there are.

A name stands for every function of that name in the modules that the container is made of, so that what is found is
never too little; a method that no operation leads to, such as one that only prints, is not found.
A function is mutated for one container: the one whose module it stands in, or the first of the catalog that runs it.
"""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Callable, Iterator, Mapping
from types import CodeType, FunctionType
from typing import Any, Final, TypeVar

from slotproof.declare import Refinement
from slotproof.engine.explore.invalid_inputs import NEW
from slotproof.engine.mutate.edit import (
    CLAIM,
    IMPL,
    MODEL,
    Mutant,
    assignments,
    definitions,
    owner_of,
    target_of,
    tree_of,
)
from slotproof.engine.mutate.operators import CLAIMS, CODE, arrays_of
from slotproof.engine.mutate.places import of_constant, of_function

T = TypeVar("T")

Function = tuple[str, str]  # module and qualified name

_KEPT: Final = ("spec.logic", "spec.errors")  # words, of which no container is made

SIDES: Final = (IMPL, MODEL, CLAIM)


def _once(work_out: Callable[[Refinement, str], T]) -> Callable[[Refinement, str], T]:
    """The same, worked out once for each declaration and word, such as the name of a side."""
    known: dict[tuple[int, str], tuple[Refinement, T]] = {}

    @functools.wraps(work_out)
    def known_or_worked_out(refinement: Refinement, word: str) -> T:
        key = id(refinement), word
        if key not in known:
            known[key] = refinement, work_out(refinement, word)  # held, so that its identity stays its own
        return known[key][1]

    return known_or_worked_out


@_once
def reached(refinement: Refinement, side: str) -> Mapping[Function, frozenset[str]]:
    """Each function of a side -> the names of the operations that may run it.

    On the side of claims, each invariant and law -> all operations; what is declared of an operation -> those that
    rest on it.
    """
    names = [NEW, *(operation.name for operation in refinement.operations)]
    if side == CLAIM:
        return _said(refinement, frozenset(names))
    owner = refinement.impl if side == IMPL else refinement.model
    index = _index(owner.__module__)
    found: dict[Function, set[str]] = {}
    for name in names:
        given = {operation.name: getattr(operation, side) for operation in refinement.operations}.get(name)
        roots = {owner.__name__} if name == NEW else {f".{name}", *_read_by(given)}
        for function in _closure(index, roots):
            found.setdefault(function, set()).add(name)
    return {function: frozenset(operations) for function, operations in found.items()}


@_once
def beneath(refinement: Refinement, side: str) -> frozenset[Function]:
    """The functions of a side that proofs know by their theorems or as names, and those that these may run."""
    names = {each.function.__name__ for each in refinement.summaries}
    names |= {each.function.__name__ for each in refinement.definitions}
    owner = refinement.impl if side == IMPL else refinement.model
    return frozenset(_closure(_index(owner.__module__), names))


def _said(refinement: Refinement, names: frozenset[str]) -> dict[Function, frozenset[str]]:
    """The predicates of a declaration that are functions of a module."""
    claims = (*refinement.couple, *refinement.laws)
    found = {_place(claim.holds): names for claim in claims if isinstance(claim.holds, FunctionType)}
    for operation in refinement.operations:
        promise = operation.promise
        refused = operation.refused_in_turn.values() if operation.refused_if is not None else ()
        told = (operation.rejects, *refused, operation.ensures)
        promised = (*promise.refused.values(), promise.keeps) if promise is not None else ()
        for function in (*told, *promised):
            if isinstance(function, FunctionType) and function.__qualname__ in definitions(function.__module__):
                users = {each.name for each in refinement.operations if operation.name in each.uses}
                known = found.get(_place(function), frozenset())
                found[_place(function)] = known | users | {operation.name}
    return found


def _place(function: Callable[..., Any]) -> Function:
    return function.__module__, function.__qualname__


def _read_by(function: Any) -> set[str]:
    """The names that the code of a function mentions, as functions and as methods."""
    names = names_in(function.__code__) if isinstance(function, FunctionType) else set()
    return names | {f".{name}" for name in names}


def names_in(code: CodeType) -> set[str]:
    """The names that a code mentions, and what is defined within."""
    inner = (names_in(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*inner)


@functools.cache
def _index(module: str) -> dict[str, tuple[Function, ...]]:
    """Name of a function or class, or dot and name of a method -> where it stands, in the modules of one package."""
    package = module.rpartition(".")[0] + "."
    waiting, modules = [module], dict[str, None]()
    while waiting:
        name = waiting.pop()
        if name not in modules and not name.endswith(_KEPT):
            modules[name] = None
            held = {getattr(value, "__module__", None) for value in list(vars(sys.modules[name]).values())}
            waiting += sorted(each for each in held if isinstance(each, str) and each.startswith(package))
    found: dict[str, list[Function]] = {}
    for each in modules:
        for qualified in definitions(each):
            owner, dot, name = qualified.rpartition(".")
            makes = name in ("__init__", "__post_init__")
            found.setdefault(owner if makes else dot + name, []).append((each, qualified))
    return {name: tuple(places) for name, places in found.items()}


def _closure(index: Mapping[str, tuple[Function, ...]], names: set[str]) -> Iterator[Function]:
    """The functions that these names lead to."""
    waiting, seen = sorted(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            for function in index.get(name, ()):
                yield function
                waiting += sorted(_mentioned(*function))


@functools.cache
def _mentioned(module: str, qualified: str) -> frozenset[str]:
    """The names that a function mentions; a method of what is plainly a list, dict or set is none of ours."""
    plain = arrays_of(module)
    found = set()
    for node in ast.walk(definitions(module)[qualified]):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and getattr(node.value, "attr", "") not in plain:
            found.add(f".{node.attr}")
    return frozenset(found)


def of_container(catalog: Mapping[str, Refinement], container: str, side: str) -> list[Mutant]:
    """Every mutant of a side of a container, in a fixed order."""
    found: list[Mutant] = []
    refinement = catalog[container]
    operators = CLAIMS if side == CLAIM else CODE
    for module, qualified in sorted(reached(refinement, side), key=_order):
        if _home(catalog, side, (module, qualified)) == container:
            found += of_function(container, module, qualified, operators)
    if side == IMPL:
        for module in dict.fromkeys(base.__module__ for base in refinement.impl.__mro__):
            for statement in assignments(tree_of(module)) if module.startswith("slotproof.impl.") else ():
                if _constant_home(catalog, module, statement) == container:
                    found += of_constant(container, module, statement)
    return found


def _is_taken(impl: type, module: str, statement: ast.Assign | ast.AnnAssign) -> bool:
    """False of what is assigned in a class if the container goes by another value of that name, made of it or not."""
    owner, name = owner_of(sys.modules[module], statement), target_of(statement)
    return not isinstance(owner, type) or getattr(impl, name, None) is vars(owner).get(name)


def _order(function: Function) -> tuple[str, int]:
    module, qualified = function
    return module, definitions(module)[qualified].lineno


def _home(catalog: Mapping[str, Refinement], side: str, function: Function) -> str:
    """The container that a function is mutated for."""
    runs = [name for name, refinement in catalog.items() if function in reached(refinement, side)]
    own = [name for name in runs if function[0] in (catalog[name].impl.__module__, catalog[name].model.__module__)]
    return (own or runs)[0]


def _constant_home(catalog: Mapping[str, Refinement], module: str, statement: ast.Assign | ast.AnnAssign) -> str:
    """The container for which what a module or a class assigns is mutated, or "" if none goes by it."""
    using = [
        name
        for name, refinement in catalog.items()
        if module in {each.__module__ for each in refinement.impl.__mro__}
        and _is_taken(refinement.impl, module, statement)
    ]
    own = [name for name in using if catalog[name].impl.__module__ == module]
    return (own or using or [""])[0]
