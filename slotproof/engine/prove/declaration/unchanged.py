"""Whether what a reference leads to is as it was."""

from __future__ import annotations

from typing import Any

from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.numbered import OpenCell
from slotproof.engine.prove.python.kinds.opened import same_numbers
from slotproof.engine.prove.python.kinds.rows import same_rows
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import (
    CallsCell,
    DictCell,
    DistinctCell,
    FixedCell,
    ListCell,
    Ref,
    RowCell,
    SetCell,
    StandCell,
    refs_in,
)
from slotproof.engine.prove.solver import terms as t


def unchanged(ev: Evaluator, st: State, ref: Ref, before: Any) -> Any:
    """True if what a reference leads to is as it was in an earlier heap."""
    one, two = before[ref.id], ev.cell(st, Ref(ref.id))
    if one is two and not refs_in(two):  # a list within may be another one
        return True
    if isinstance(two, ListCell | DictCell | SetCell | DistinctCell):
        return ev.equal(State({}, before), ref, ref, ev.stack[-1].node, st)
    if isinstance(two, CallsCell):
        return t.eq(one.calls, two.calls)
    if isinstance(two, RowCell):
        return same_rows(ev, one, two)
    if isinstance(two, StandCell):
        return one.meaning.id == two.meaning.id and unchanged(ev, st, two.meaning, before)
    if isinstance(two, FixedCell):
        return _same_things(ev, st, one, two, before, one.keys == two.keys)
    if isinstance(two, OpenCell):
        return _same_things(ev, st, one, two, before, same_numbers(one, two))
    found: Any = True
    for name, old in one.fields.items():
        new = two.fields.get(name)
        if isinstance(old, Ref):
            if not isinstance(new, Ref):
                return False
            same = (
                unchanged(ev, st, old, before)
                if new.id == old.id
                else ev.equal(State({}, before), old, new, ev.stack[-1].node, st)
            )
            found = t.conj(found, same)
        elif new is not old:
            found = t.conj(found, ev.equal(State({}, before), old, new, ev.stack[-1].node, st))
        else:
            found = t.conj(found, *(unchanged(ev, st, each, before) for each in refs_in(old)))
    return found


def _same_things(ev: Evaluator, st: State, one: Any, two: Any, before: Any, found: Any) -> Any:
    """True if the same things stand under the same keys, and are as they were.

    Takes      found, whether the keys are the same
    """
    for old, new in zip(one.items, two.items, strict=True) if found is not False else []:
        if isinstance(old, Ref) or isinstance(new, Ref):
            stays = isinstance(old, Ref) and isinstance(new, Ref) and old.id == new.id
            found = t.conj(found, stays and unchanged(ev, st, old, before))
        else:
            found = t.conj(found, ev.equal(st, old, new, ev.stack[-1].node))
    return found
