"""What stands for a container of which nothing but its model is known, and the words in which claims speak of it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.state import State
from slotproof.engine.prove.python.values import Data, ObjectCell, Ref, StandCell, Value
from slotproof.engine.prove.source import Class


def stands(ev: Core, st: State, value: Value) -> StandCell | None:
    """The cell of what stands for a container; None of anything else."""
    cell = ev.cell(st, value) if isinstance(value, Ref) else None
    return cell if isinstance(cell, StandCell) else None


def meaning_of(ev: Core, st: State, held: Ref) -> Ref:
    """The state of the model that stands for a container."""
    meaning: Ref = ev.cell(st, held).meaning
    return Ref(meaning.id, held.heap) if held.heap is not None else meaning


def stand_in(st: State, meaning: Ref, of: Class) -> Ref:
    """What stands for a container in a state, which may be one that was."""
    return st.allocate(StandCell(_copied(st, meaning), of))


def _copied(st: State, ref: Ref) -> Ref:
    """The same once more, with all that it holds."""
    cell = (st.heap if ref.heap is None else ref.heap)[ref.id]
    if isinstance(cell, ObjectCell):
        held = cell.fields.items()
        fields = {n: _copied(st, Ref(v.id, ref.heap)) if isinstance(v, Ref) else v for n, v in held}
        cell = ObjectCell(cell.cls, fields)
    return st.allocate(cell)


def word_meaning_of(ev: Core, st: State, node: ast.AST, container: Value, abstract: Value) -> Value:
    """What an inner container means: a state of its model."""
    if stands(ev, st, container):
        return meaning_of(ev, st, container)
    return ev.applied(st, abstract, [container], node)


def word_is_stand_in(ev: Core, st: State, node: ast.AST, container: Value) -> Value:
    """True of an inner container whose proof is used in place of its arrays."""
    return stands(ev, st, container) is not None


def word_held_by(ev: Core, st: State, node: ast.AST, data: Value, holding: Value) -> Value:
    """The inner container that holds what its `to_dict` gave, unchecked."""
    if isinstance(data, Data) and isinstance(data.state, Ref):
        of = next(cls for cls, known in ev.components.items() if known.model is data.of)
        return stand_in(st, data.state, of)
    return ev.applied(st, holding, [data], node)


WORDS: Final[dict[str, Callable[..., Value]]] = {
    "meaning_of": word_meaning_of,
    "is_stand_in": word_is_stand_in,
    "held_by": word_held_by,
}
