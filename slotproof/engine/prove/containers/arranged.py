"""Containers that consist of a known number of parts: what an arrangement tells of them, all else is left open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slotproof.engine.prove.containers.within import Within
from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.fixed import holds_things
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import FixedCell, Kind, ObjectCell, Ref, StandCell, Value
from slotproof.engine.prove.source import Class


def any_arranged(ev: Evaluator, st: State, cls: Class, told: Mapping[str, Any], prefix: str) -> Ref:
    """Any object of a class with parts that are arranged so."""
    ev.stack.append(cls)
    fields = {name: _any(ev, st, prefix + name, ev.kind_of_field(cls, name), told.get(name)) for name in cls.fields}
    ev.stack.pop()
    return st.allocate(ObjectCell(cls, fields))


def _any(ev: Evaluator, st: State, name: str, kind: Kind, told: Any) -> Value:
    """Any value of a kind of which something is told."""
    if told is None:
        return any_of(ev, st, name, kind)
    if kind.name == "object" and kind.of is not None:
        known = ev.components.get(kind.of)
        if not isinstance(known, Within):
            return any_arranged(ev, st, kind.of, told, f"{name}.")
        meaning = any_arranged(ev, st, known.model, told, f"{name}.")
        known.suppose_laws(ev, st, meaning)
        return st.allocate(StandCell(meaning, known.impl))
    if isinstance(told, dict | list):
        pairs = list(told.items() if isinstance(told, dict) else enumerate(told))
        items = [_any(ev, st, f"{name}{key}.", kind.parts[-1], each) for key, each in pairs]
        if not holds_things(kind):
            made = ev.listed(st, items, ev.stack[-1].node)
            ev.adopt(st, made, kind)
            return made
        return st.allocate(FixedCell(tuple(key for key, _ in pairs), tuple(items), kind.name == "list"))
    return ev.program.value(told)
