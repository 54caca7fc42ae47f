"""Containers in lists and dicts, any number of them: each is known by its state, and a reference to one is a path.

A path is the list or dict that holds a container, and the index or key: reads go through to the states that the holder
keeps, and writes go back to them at once. So two references are to one container exactly if their indices are equal.
What is put into a list or dict stood nowhere before; where it was kept until then leads on to its place.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from slotproof.engine.prove.python.kinds.values import HeldCell, Kind, Ref, RowCell, StandCell, Term, Value
from slotproof.engine.prove.solver import terms as t

if TYPE_CHECKING:
    from slotproof.engine.prove.python.interface import Component, Interface
    from slotproof.engine.prove.python.kinds.state import State
    from slotproof.engine.prove.source import Class


@dataclass(frozen=True)
class Part:
    """One of the containers in a list or dict: where it stands."""

    holder: Ref
    index: Term


@dataclass(frozen=True)
class StateOf:
    """A container of which nothing is meant but its state, as claims name it."""

    term: Term
    of: Class


def held_in(ev: Interface, kind: Kind | None) -> Component | None:
    """What is known of the containers that a list or dict of a kind holds, if it holds any."""
    inner = kind.parts[-1] if kind is not None and kind.name in ("list", "dict") and kind.parts else None
    found = ev.components.get(inner.of) if inner is not None and inner.of is not None else None
    return found if found is not None and found.in_rows else None


def component_of(ev: Interface, st: State, value: Value) -> Component | None:
    """What is known of a container that is one of several; None of anything else."""
    if isinstance(value, StateOf):
        return ev.components[value.of]
    if isinstance(value, Part):
        return ev.components[ev.cell(st, value.holder).of]
    if isinstance(value, Ref):
        cell = ev.cell(st, value)
        if isinstance(cell, Part):
            return component_of(ev, st, _led_on(value, cell))
        return ev.components[cell.of] if isinstance(cell, HeldCell | StandCell) else None
    return None


def _led_on(ref: Ref, part: Part) -> Part:
    return Part(Ref(part.holder.id, ref.heap), part.index) if ref.heap is not None else part


def state_of(ev: Interface, st: State, value: Value) -> Term:
    """The state of a container now, or as it was if the reference looks back."""
    if isinstance(value, StateOf):
        return value.term
    if isinstance(value, Part):
        return t.select(ev.cell(st, value.holder).states, value.index)
    cell = ev.cell(st, value)
    return state_of(ev, st, _led_on(value, cell)) if isinstance(cell, Part) else cell.state


def put_state(ev: Interface, st: State, value: Value, state: Term, node: ast.AST) -> None:
    """Let a container have another state, where it stands."""
    if isinstance(value, Part):
        cell: RowCell = ev.cell(st, value.holder)
        ev.put(st, value.holder, replace(cell, states=t.store(cell.states, value.index, state)), node)
    elif isinstance(value, Ref) and isinstance(cell := ev.cell(st, value), Part):
        put_state(ev, st, _led_on(value, cell), state, node)
    elif isinstance(value, Ref):
        ev.put(st, value, HeldCell(state, cell.of), node)
    else:
        raise ev.refusal(node, "a change of a state that a claim names", "it stands nowhere", "read it only")


# --- lists and dicts of containers


def any_row(name: str, kind: Kind, component: Component, facts: list[Term]) -> RowCell:
    """Any list or dict of containers."""
    states, length = t.fresh_array(name, t.states(component.model.whole_name)), t.fresh(f"{name}_length", t.INT)
    facts.append(t.le(0, length))
    if kind.name == "list":
        return RowCell(states, length, component.model)
    present, key = t.fresh_array(f"{name}_has", t.BOOL), t.variable("key", 1)
    facts.append(t.forall(key, t.implies(t.select(present, key), t.le(1, length))))
    return RowCell(states, length, component.model, present)


def empty_row(kind: Kind, component: Component) -> RowCell:
    """A list or dict of containers without any."""
    states = t.fresh_array("blank", t.states(component.model.whole_name))
    return RowCell(states, 0, component.model, t.constant_array(False) if kind.name == "dict" else None)


def is_key(cell: RowCell, index: Term) -> Term:
    """True if there is a container at an index, or under a key."""
    if cell.present is None:
        return t.conj(t.le(0, index), t.lt(index, cell.length))
    return t.select(cell.present, index)


def fits_row(cell: RowCell, kind: Kind, component: Component | None) -> bool:
    """True if a list or dict of containers is of a kind."""
    return (
        kind.name == ("list" if cell.present is None else "dict")
        and component is not None
        and (component.model is cell.of)
    )


def place(ev: Interface, st: State, owner: Ref, cell: RowCell, index: Term, value: Value, node: ast.AST) -> None:
    """Put a container that stands nowhere yet behind the last one, or under a key that is new."""
    held = ev.cell(st, value) if isinstance(value, Ref) and value.heap is None else None
    if not isinstance(held, HeldCell) or held.of is not cell.of:
        why = "it may stand somewhere else, too"
        raise ev.refusal(node, f"{ev.describe(value)} among containers", why, "put a new one in, or a copy")
    states, present = t.store(cell.states, index, held.state), cell.present
    if present is not None:
        ev.oblige(st, t.neg(is_key(cell, index)), node, "nothing stands under the key yet")
        present = t.store(present, index, True)
    ev.put(st, owner, replace(cell, states=states, present=present, length=t.add(cell.length, 1)), node)
    st.heap[value.id] = Part(owner, index)


def append(ev: Interface, st: State, owner: Ref, args: list[Value], node: ast.AST) -> None:
    """`list.append(container)`."""
    cell = ev.cell(st, owner)
    if cell.present is not None or len(args) != 1:
        raise ev.refusal(node, ".append", "not of this", "append one container to a list")
    ev.count(st, owner, writes=1)
    place(ev, st, owner, cell, cell.length, args[0], node)


def mapped(ev: Interface, st: State, values: Ref, change: Value, node: ast.AST) -> Ref:
    """The dict with the same keys, and a container that stands nowhere else under each."""
    cell: RowCell = ev.cell(st, values)
    key = ev.bound("key")
    made = ev.applied(st, change, [key, Part(values, key)], node, is_key(cell, key))
    ev.depth -= 1
    held = ev.cell(st, made) if isinstance(made, Ref) else None
    if not isinstance(held, HeldCell) or held.of is not cell.of:
        raise ev.refusal(node, f"{ev.describe(made)} among containers", "it may stand somewhere else", "make copies")
    return st.allocate(replace(cell, states=t.computed(key, held.state)))


def same_rows(ev: Interface, one: RowCell, two: RowCell) -> Term:
    """The same numbers of containers, in the same states at the same places."""
    key = ev.bound("key")
    ev.depth -= 1
    here = is_key(one, key)
    alike = t.implies(here, t.eq(t.select(one.states, key), t.select(two.states, key)))
    if one.present is not None and two.present is not None:
        alike = t.conj(alike, t.iff(here, is_key(two, key)))
    return t.conj(t.eq(one.length, two.length), t.forall(key, alike))


PARTS = ("states", "length", "present")


def changed_parts(one: RowCell, two: RowCell) -> list[str]:
    """What is not the same of a list or dict of containers."""
    pairs = {name: (getattr(one, name), getattr(two, name)) for name in PARTS}
    return [name for name, (a, b) in pairs.items() if a is not b and not t.same(a, b)]


def forget_part(cell: RowCell, name: str, facts: list[Term]) -> RowCell:
    """Let one of the parts be anything."""
    if name == "length":
        length = t.fresh("length", t.INT)
        facts.append(t.le(0, length))
        return replace(cell, length=length)
    sort = t.BOOL if name == "present" else t.states(cell.of.whole_name)
    return replace(cell, **{name: t.fresh_array(name, sort)})
