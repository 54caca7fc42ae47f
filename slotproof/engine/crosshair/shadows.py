"""States of symbols as claims take them, so that what they say is a formula."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import BuiltinFunctionType, FunctionType
from typing import Any

import z3
from crosshair.libimpl.builtinslib import SymbolicBool, SymbolicInt, SymbolicValue
from crosshair.statespace import context_statespace
from crosshair.tracers import ResumedTracing

from slotproof.engine.bitvectors.words import Truth
from slotproof.engine.crosshair.formulas import Number, Statement, constant


def formula(truth: Any) -> z3.BoolRef:
    """The formula of a truth, which may be known."""
    return truth.term if isinstance(truth, Truth) else z3.BoolVal(bool(truth))


def shadow(value: Any) -> Any:
    """The same state, of which claims make formulas: one decision for all of them, where Python would take many.

    A number that the path leaves no choice about becomes that number, for slots and positions index arrays.
    """
    kind = type(value)
    if isinstance(value, SymbolicBool):
        return Statement(value.var)
    if isinstance(value, SymbolicInt):
        return _settled(value.var)
    if value is None or kind in (int, bool, str, FunctionType, BuiltinFunctionType):
        return value
    if isinstance(value, Mapping):
        with ResumedTracing():  # type: ignore[no-untyped-call]  # CrossHair may have put a mapping of its own in place of a dict
            pairs = [(key, value[key]) for key in value]
        return {shadow(key): shadow(held) for key, held in pairs}
    if isinstance(value, AbstractSet):
        with ResumedTracing():  # type: ignore[no-untyped-call]
            items = list(value)
        settled = {shadow(item) for item in items if type(shadow(item)) is int}
        if len(settled) < len(items):
            raise TypeError("no claim can be made of a set of unknown numbers")
        return settled
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return kind(*map(shadow, value))
    if isinstance(value, Sequence):
        with ResumedTracing():  # type: ignore[no-untyped-call]
            entries = [value[index] for index in range(len(value))]
        made: Any = list.__new__(kind) if isinstance(value, list) else []
        list.extend(made, map(shadow, entries))
        return tuple(made) if isinstance(value, tuple) else made
    if hasattr(value, "__dict__") and not isinstance(value, type | SymbolicValue):
        twin = object.__new__(kind)
        twin.__dict__.update({name: shadow(held) for name, held in attributes(value)})
        return twin
    raise TypeError(f"no claim can be made of {kind.__name__}")


def _settled(term: z3.ArithRef) -> Any:
    known = constant(term)
    if known is None:
        space = context_statespace()
        witness = space.witness()
        guess = None if witness is None else witness.eval(term, model_completion=True)
        if guess is not None and not space.is_possible(term != guess):
            known = guess.as_long()
    return Number(term) if known is None else known


def attributes(side: Any) -> list[tuple[str, Any]]:
    """What the object holds itself, without what Python notes on it, such as the parameters of its class."""
    return [(name, held) for name, held in vars(side).items() if not name.startswith("__")]
