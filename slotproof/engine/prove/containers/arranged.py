"""Containers that consist of parts: what an arrangement tells of them, all else is left open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slotproof.declare import AnyNumber
from slotproof.engine.prove.containers.parts import each_told
from slotproof.engine.prove.containers.within import Within
from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.fixed import holds_things
from slotproof.engine.prove.python.kinds.numbered import Numbers, OpenCell
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import (
    FixedCell,
    Kind,
    ObjectCell,
    Ref,
    StandCell,
    Value,
)
from slotproof.engine.prove.source import Class


def any_arranged(
    ev: Evaluator,
    st: State,
    cls: Class,
    told: Mapping[str, Any],
    prefix: str,
    numbers: Mapping[str, Numbers] | None = None,
) -> Ref:
    """Any object of a class with parts that are arranged so.

    Takes      numbers, by their sorts, those of the parts of which there are any number
    """
    ev.stack.append(cls)
    fields = {
        name: _any(ev, st, prefix + name, ev.kind_of_field(cls, name), told.get(name), numbers or {})
        for name in cls.fields
    }
    ev.stack.pop()
    return st.allocate(ObjectCell(cls, fields))


def _any(ev: Evaluator, st: State, name: str, kind: Kind, told: Any, numbers: Mapping[str, Numbers]) -> Value:
    """Any value of a kind of which something is told."""
    if told is None:
        return any_of(ev, st, name, kind)
    if kind.name == "object" and kind.of is not None:
        known = ev.components.get(kind.of)
        if not isinstance(known, Within):
            return any_arranged(ev, st, kind.of, told, f"{name}.", numbers)
        meaning = any_arranged(ev, st, known.model, told, f"{name}.", numbers)
        known.suppose_laws(ev, st, meaning)
        return st.allocate(StandCell(meaning, known.impl))
    if not isinstance(told, AnyNumber | dict | list):
        return ev.program.value(told)
    keys, entries = each_told(told, numbers)
    items = [
        _any(ev, st, f"{name}{key}.", kind.parts[-1], each, numbers) for key, each in zip(keys, entries, strict=True)
    ]
    if isinstance(told, AnyNumber):
        return st.allocate(OpenCell(numbers[told.sort], keys, tuple(items), kind.name == "list"))
    if holds_things(kind):
        return st.allocate(FixedCell(keys, tuple(items), kind.name == "list"))
    made = ev.listed(st, items, ev.stack[-1].node)
    ev.adopt(st, made, kind)
    return made
