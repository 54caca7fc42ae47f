"""What a claim says of some stand-ins: the same formula wherever they are made of the same terms.

Each path begins anew, in a coupled pair whose stand-ins have the names that they had on the path before. So most claims
were evaluated already, of the very same terms, and need not be evaluated once more.

A stand-in tells what it is made of by a method `told` of its own class: terms, kinds, and other things that tell. A
method that the class inherits counts for nothing, since the class may hold more.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import z3

from slotproof.proofs.engine.memory import Saying
from slotproof.proofs.engine.path import Path, claims, current
from slotproof.proofs.engine.refinement import Inside
from slotproof.proofs.engine.symbolic import Kind, lift
from slotproof.proofs.engine.terms import number_of
from slotproof.spec.logic import Symbolic


class _NotTold(Exception):
    """Something that does not tell what it is made of."""


class Said:
    """What predicates, as they are written, say of some states: asked about while these do not change.

    It is evaluated anew if one of them does not tell what it is made of, or if that makes new symbols.
    """

    def __init__(self, rebuilder: Any, *states: Any) -> None:
        self.rebuilder = rebuilder
        self.told: dict[int, int] | None
        kept: list[Any] = []
        try:
            told = [_told(state, kept) for state in states]
        except _NotTold:
            self.told = None
        else:
            memory = current().memory
            self.told = {id(state): memory.place(each, kept) for state, each in zip(states, told, strict=True)}

    def by(self, function: Callable[..., Any], *states: Any) -> z3.BoolRef:
        """What one says of some of them."""
        if self.told is None:
            return _evaluated(self.rebuilder, function, states)
        path = current()
        key = (id(function), *(self.told[id(state)] for state in states), _mode(path))
        known = path.memory.saying(key)
        if known is not None:
            return _say_again(known, path)
        before, tables, assumed = _left(path), set(path.tables), len(path.assumptions)
        formula = _evaluated(self.rebuilder, function, states)
        if _left(path) == before:
            supposed = tuple(path.assumptions[assumed:])
            path.memory.keep(key, Saying(function, formula, supposed, frozenset(path.tables - tables)))
        return formula


def _say_again(known: Saying, path: Path) -> z3.BoolRef:
    """What was said on another path, with all that it supposes."""
    for formula in known.supposed:
        path.assume(formula)
    path.tables |= known.tables
    return known.formula


def _evaluated(rebuilder: Any, function: Callable[..., Any], arguments: tuple[Any, ...]) -> z3.BoolRef:
    with claims():
        formula: z3.BoolRef = lift(rebuilder.function(function)(*arguments))
    return formula


def _mode(path: Path) -> Hashable:
    """What else than the stand-ins a formula may depend on."""
    named = (path.learned, path.tables, path.made_with)
    return path.bound, path.depth, path.opaque, *map(frozenset, named)


def _left(path: Path) -> Hashable:
    """What an evaluation may leave behind on a path beside what it supposes, so that it must not be left out."""
    sizes = (path.obligations, path.rounds, path.uncounted, path.rested, path.learned, path.made_with)
    return path.depth, path.opaque, *map(len, sizes), path.questions, tuple(path.names.values())


def _told(thing: Any, kept: list[Any]) -> Hashable:
    """What a thing is made of, by the numbers of its terms, which are kept."""
    sort = type(thing)
    if thing is None or sort in (bool, int, str):
        return sort, thing
    if isinstance(thing, z3.AstRef):
        kept.append(thing)
        return number_of(thing)
    if sort is Inside:
        kept.append(thing)
        return id(thing)
    if sort is Kind:
        kept.append(thing)
        return "kind", thing.record or id(thing), *(_told(each, kept) for each in thing.fields)
    if "told" in vars(sort):
        return sort, *(_told(each, kept) for each in thing.told())
    if isinstance(thing, Symbolic):  # also one whose class inherits from one that tells
        raise _NotTold
    if sort is dict:
        return sort, *((_told(key, kept), _told(each, kept)) for key, each in thing.items())
    if issubclass(sort, tuple | list):
        return sort, *(_told(each, kept) for each in thing)
    if hasattr(thing, "__dict__") and not callable(thing):
        held = ((name, _told(each, kept)) for name, each in vars(thing).items())
        return sort.__module__, sort.__qualname__, *held
    raise _NotTold
