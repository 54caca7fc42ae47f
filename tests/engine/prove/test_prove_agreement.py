"""What the prover says Python means is what CPython does: the same evaluator, on known values, beside the real code."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from slotproof.declare import Peer, Refinement
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.cells import empty_dict, empty_distinct, entry, with_key
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import (
    DictCell,
    DistinctCell,
    ListCell,
    ObjectCell,
    Ref,
    Tuple,
    View,
)
from slotproof.engine.prove.python.logic.words import appended
from slotproof.engine.prove.source import Refusal
from slotproof.proofs.catalog import CATALOG
from slotproof.spec.errors import SlotproofError
from slotproof.spec.logic import Distinct

from ...quick import long_unless

CONTAINERS: Final = ("hash_index", "sparse_set", "entity_storage")
WALKS: Final = 12
STEPS: Final = 25
LEAST: Final = 100
"""Calls that must have been compared, of each container and side."""


class Beside:
    """One side of a container, as CPython has it and as the evaluator has it."""

    def __init__(self, refinement: Refinement, side: str) -> None:
        self.program = Declarations()
        self.live = refinement.model if side == "model" else refinement.impl
        self.cls = self.program.the_class(self.live)
        self.handle = self.program.class_named("slotproof.spec.handle", "Handle")

    def value(self, st: State, held: Any) -> Any:
        """A Python value as one of the language."""
        if held is None or isinstance(held, bool | int | str):
            return held
        if isinstance(held, tuple):
            return Tuple(
                tuple(self.value(st, each) for each in held), self.handle if hasattr(held, "_fields") else None
            )
        if isinstance(held, Distinct):
            cell = empty_distinct()
            for each in held:
                cell = appended(cell, each)
            return st.allocate(cell)
        if isinstance(held, list):
            ev = Evaluator(self.program, None)
            ev.stack.append(self.cls)
            return ev.listed(st, [self.value(st, each) for each in held], self.cls.node)
        if isinstance(held, dict):
            table = empty_dict()
            for key, each in held.items():
                table = with_key(table, key, self.value(st, each))
            return st.allocate(table)
        raise LookupError(type(held).__name__)

    def back(self, st: State, value: Any) -> Any:
        """A value of the language as Python has it."""
        match value:
            case Tuple():
                return tuple(self.back(st, each) for each in value.items)
            case View():
                return [self.back(st, value.at(place)) for place in range(value.length)]
            case Ref():
                cell = st.heap[value.id]
                if isinstance(cell, ListCell):
                    return [self.back(st, entry(cell, place)) for place in range(cell.length)]
                if isinstance(cell, DistinctCell):
                    view = Evaluator(self.program, None).sequence(st, value)
                    assert view is not None
                    return [view.at(place) for place in range(view.length)]
                if isinstance(cell, DictCell):
                    return {key: self.back(st, entry(cell, key)) for key in cell.keys or ()}
                raise LookupError(type(cell).__name__)
        return value

    def called(self, real: Any, name: str, arguments: list[Any]) -> tuple[Any, str, dict[str, Any]]:
        """What a call gives as the evaluator has it: result, error, fields afterwards."""
        st = State()
        fields = {field: self.value(st, held) for field, held in vars(real).items()}
        owner = st.allocate(ObjectCell(self.cls, fields))
        ev = Evaluator(self.program, None)
        ev.stack.append(self.cls)
        given = [self.value(st, each) for each in arguments]
        method = ev.attribute(st, owner, name, self.cls.node)
        with ev.catching() as raised:
            ends = ev.call(st, method, given, {}, self.cls.node)
        assert ev.open == []
        told = [(end, value, "") for end, value in ends]
        told += [(end, None, error.name) for end, error in raised]
        [(end, value, error)] = told
        cell = end.heap[owner.id]
        return self.back(end, value), error, {field: self.back(end, held) for field, held in cell.fields.items()}


def plain(held: Any) -> Any:
    """A Python value without what the evaluator does not tell apart."""
    if isinstance(held, tuple | list):
        made = [plain(each) for each in held]
        return tuple(made) if isinstance(held, tuple) else made
    return {key: plain(each) for key, each in held.items()} if isinstance(held, dict) else held


def really(real: Any, name: str, arguments: list[Any]) -> tuple[Any, str]:
    """What a call gives in CPython."""
    try:
        value = getattr(real, name)(*arguments)
    except SlotproofError as error:
        return None, type(error).__name__
    return plain(list(value) if hasattr(value, "__next__") else value), ""


@pytest.mark.parametrize("name", long_unless(lambda name: name == "hash_index", CONTAINERS))
@pytest.mark.parametrize("side", ["model", "impl"])
def test_known_values_mean_what_cpython_says(name: str, side: str) -> None:
    """Results, errors and all fields are the same, call by call."""
    refinement = CATALOG[name]
    beside, compared = Beside(refinement, side), 0
    for seed in range(WALKS):
        rng = random.Random(f"{name} {side} {seed}")
        scope = rng.choice([each for each in refinement.scopes if not each.deep])
        model, real = refinement.model(**scope.configuration), beside.live(**scope.configuration)
        for _ in range(STEPS):
            operation = rng.choice([each for each in refinement.operations if each.model is None and each.impl is None])
            drawn = [rng.choice(list(domain.small(model, scope))) for domain in operation.takes]
            if any(isinstance(each, Peer) or callable(each) for each in drawn) or operation.name in ("copy", "swap"):
                continue
            if operation.name not in vars(type(model)) and not hasattr(model, operation.name):
                continue
            try:
                told = beside.called(real, operation.name, drawn)
            except (Refusal, LookupError):
                told = None
            value, error = really(real, operation.name, drawn)
            really(model, operation.name, drawn)
            if told is not None:
                compared += 1
                assert told == (value, error, {field: plain(held) for field, held in vars(real).items()}), (
                    operation.name
                )
    assert compared >= LEAST
