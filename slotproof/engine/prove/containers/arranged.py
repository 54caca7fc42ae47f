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
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import (
    FixedCell,
    Kind,
    Numbers,
    ObjectCell,
    OpenCell,
    Ref,
    StandCell,
    Value,
)
from slotproof.engine.prove.source import Class


class Arranged:
    """Makes objects with parts that are arranged so.

    Takes      numbers, by their sorts, those of the parts of which there are any number
    """

    def __init__(self, ev: Evaluator, st: State, numbers: Mapping[str, Numbers]) -> None:
        self.ev, self.st, self.numbers = ev, st, numbers

    def any(self, cls: Class, told: Mapping[str, Any], prefix: str) -> Ref:
        """Any object of a class."""
        ev = self.ev
        ev.stack.append(cls)
        fields = {name: self._any_of(prefix + name, ev.kind_of_field(cls, name), told.get(name)) for name in cls.fields}
        ev.stack.pop()
        return self.st.allocate(ObjectCell(cls, fields))

    def _any_of(self, name: str, kind: Kind, told: Any) -> Value:
        """Any value of a kind of which something is told."""
        ev, st = self.ev, self.st
        if told is None:
            return any_of(ev, st, name, kind)
        if kind.name == "object" and kind.of is not None:
            known = ev.components.get(kind.of)
            if not isinstance(known, Within):
                return self.any(kind.of, told, f"{name}.")
            meaning = self.any(known.model, told, f"{name}.")
            known.suppose_laws(ev, st, meaning)
            return st.allocate(StandCell(meaning, known.impl))
        if isinstance(told, AnyNumber):
            numbers = self.numbers[told.sort]
            entries = each_told(numbers, told)
            items = tuple(self._any_of(f"{name}{key}.", kind.parts[-1], each) for key, each in entries)
            return st.allocate(OpenCell(numbers, tuple(key for key, _ in entries), items, kind.name == "list"))
        if isinstance(told, dict | list):
            pairs = list(told.items() if isinstance(told, dict) else enumerate(told))
            made = [self._any_of(f"{name}{key}.", kind.parts[-1], each) for key, each in pairs]
            if holds_things(kind):
                return st.allocate(FixedCell(tuple(key for key, _ in pairs), tuple(made), kind.name == "list"))
            listed = ev.listed(st, made, ev.stack[-1].node)
            ev.adopt(st, listed, kind)
            return listed
        return ev.program.value(told)
