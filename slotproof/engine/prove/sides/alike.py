"""Whether the claims determine what is seen of a container.

twice     an observer runs on two implementations that are coupled with one model: they must answer alike
meant     what a container and a model are compared by implies the coupling
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from slotproof.engine.prove.declaration.claims import show, suppose
from slotproof.engine.prove.declaration.make import Sides
from slotproof.engine.prove.declaration.told import told
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.cells import kind_of
from slotproof.engine.prove.python.kinds.numbered import OpenCell
from slotproof.engine.prove.python.kinds.opened import same_numbers
from slotproof.engine.prove.python.kinds.rows import component_of, same_rows, state_of
from slotproof.engine.prove.python.kinds.stands import comparing
from slotproof.engine.prove.python.kinds.state import Setting, State
from slotproof.engine.prove.python.kinds.values import (
    Data,
    DictCell,
    FixedCell,
    ObjectCell,
    RecordCell,
    Ref,
    RowCell,
    SetCell,
    StandCell,
    Term,
    Tuple,
    Value,
    View,
)
from slotproof.engine.prove.sides.outcome import Found, Outcome, seen
from slotproof.engine.prove.sides.simulate import Simulation
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Refusal


def answers_alike(simulation: Simulation, operation: Any) -> Found:
    """Prove that an observer answers alike on any two implementations that are coupled with one model."""
    return simulation.in_each_arrangement(operation, lambda ev, found: _twice(simulation, operation, ev, found))


def is_meant(simulation: Simulation, operation: Any) -> Found:
    """Prove that a container which is found alike with a model is coupled with it."""
    return simulation.in_each_arrangement(operation, lambda ev, found: _meant(simulation, operation, ev))


def _twice(simulation: Simulation, operation: Any, ev: Evaluator, found: Found) -> None:
    if operation.foreign is not None:
        place = simulation.place(operation)
        raise Refusal(place, operation.name, "it reads data, and no container", "see what its own proof compares")
    ev.told = partial(told, ev)
    start = simulation.start(ev)
    pair = simulation.coupled_pair(ev, start, "")
    other = simulation.any_one(ev, start, "impl", "other.")
    suppose(simulation.claims, ev, start, simulation.claims.couple, [pair.model, other])
    for st, given in simulation.arguments(ev, start, operation, pair):
        ours = tuple(each.model if isinstance(each, Sides) else each for each in given)
        setting = Setting(pair.model, pair.impl, dict(st.heap), ours, told=simulation.told_of(st, given))
        handed = [each.impl if isinstance(each, Sides) else each for each in given]
        again = [other if each is pair else _other_side(simulation, st, each) for each in given]
        ev.setting = setting
        for one in simulation.outcomes(ev, st, "impl", operation, pair.impl, handed):
            ev.setting = replace(setting, impl=other)
            for two in simulation.outcomes(ev, one.st, "impl", operation, other, again):
                found.paths += 1
                _judge(simulation, operation, ev, one, two)
            ev.setting = setting


def _other_side(simulation: Simulation, st: State, given: Value) -> Value:
    """What the second run is given: the same container, and a list or a callback of its own."""
    if not isinstance(given, Sides):
        return given
    return given.impl if simulation.is_container(st, given) else given.model


def _judge(simulation: Simulation, operation: Any, ev: Evaluator, one: Outcome, two: Outcome) -> None:
    st, node, place = two.st, simulation.impl_class.node, simulation.place(operation)
    ev.claim, what = operation.claim.id, f"`{operation.name}` answers alike"
    if not one.ends_as(two):
        ev.oblige(st, False, node, f"{what}: {one.name} and {two.name}", place)
    elif one.error is None:
        for part, same in _parts(ev, st, one.value, two.value, simulation):
            ev.oblige(st, same, node, what + part, place)


def _parts(ev: Evaluator, st: State, one: Value, two: Value, simulation: Simulation) -> list[tuple[str, Term]]:
    """What must be so for two values to be alike: part by part, with the name of each."""
    components = [component_of(ev, st, each) for each in (one, two)]
    if components[0] is not None and components[0] is components[1] and components[0].in_rows:
        return [("", t.eq(state_of(ev, st, one), state_of(ev, st, two)))]
    if isinstance(one, Ref) and isinstance(two, Ref):
        cells = ev.cell(st, one), ev.cell(st, two)
        if type(cells[0]) is not type(cells[1]):
            return [("", False)]
        match cells:
            case (ObjectCell(cls, fields), ObjectCell(other, others)) if cls is other:
                return [
                    (f", {name}{part}", same)
                    for name in fields
                    for part, same in _parts(ev, st, fields[name], others[name], simulation)
                ]
            case (RecordCell(entries), RecordCell(others)) if entries.keys() == others.keys():
                return [
                    (f" ({name}){part}", same)
                    for name in entries
                    for part, same in _parts(ev, st, entries[name], others[name], simulation)
                ]
            case (StandCell(), StandCell()) if cells[0].of is cells[1].of:
                return _parts(ev, st, cells[0].meaning, cells[1].meaning, simulation)
            case (RowCell(), RowCell()) if cells[0].of is cells[1].of:
                return [("", same_rows(ev, *cells))]
            case (FixedCell(), FixedCell()) if cells[0].keys == cells[1].keys:
                return _each(ev, st, cells[0].items, cells[1].items, simulation)
            case (OpenCell(), OpenCell()) if (same := same_numbers(*cells)) is not False:
                return [("", same), *_each(ev, st, cells[0].items, cells[1].items, simulation)]
            case (ObjectCell() | RecordCell() | StandCell() | RowCell() | FixedCell() | OpenCell(), _):
                return [("", False)]
            case (DictCell() | SetCell(), _):
                sizes = t.eq(cells[0].size, cells[1].size)
                return [("", sizes), ("", ev.equal(st, one, two, simulation.impl_class.node))]
    if isinstance(one, Tuple) and isinstance(two, Tuple) and len(one.items) == len(two.items):
        return _each(ev, st, one.items, two.items, simulation)
    if isinstance(one, Data) and isinstance(two, Data) and one.of is two.of:
        if isinstance(one.state, Ref):
            return _parts(ev, st, one.state, two.state, simulation)
        return [("", t.eq(one.state, two.state))]
    if t.is_term(one) and t.is_term(two) and kind_of(one) == kind_of(two):
        return [("", t.eq(one, two))]  # what is no number is like itself
    one, two = seen(one), seen(two)
    views = ev.sequence(st, one), ev.sequence(st, two)
    if views[0] is not None and isinstance(views[0].at(0), Data) and views[1] is not None:
        return [("", _same_entries(ev, st, views[0], views[1], simulation))]
    return [("", ev.equal(st, one, two, simulation.impl_class.node))]


def _same_entries(ev: Evaluator, st: State, one: View, two: View, simulation: Simulation) -> Term:
    """As many entries, which are alike at each place."""
    place = ev.bound("at")
    inside = t.conj(t.le(0, place), t.lt(place, one.length))
    same = t.conj(*(same for _, same in _parts(ev, st, one.at(place), two.at(place), simulation)))
    ev.depth -= 1
    return t.conj(t.eq(one.length, two.length), t.forall(place, t.implies(inside, same)))


def _each(
    ev: Evaluator, st: State, one: tuple[Value, ...], two: tuple[Value, ...], simulation: Simulation
) -> list[tuple[str, Term]]:
    return [
        (f" [{place}]{part}", same)
        for place, (a, b) in enumerate(zip(one, two, strict=True))
        for part, same in _parts(ev, st, a, b, simulation)
    ]


def _meant(simulation: Simulation, operation: Any, ev: Evaluator) -> None:
    st, node = simulation.start(ev), simulation.impl_class.node
    pair = [simulation.any_one(ev, st, side, side[0]) for side in ("model", "impl")]
    with ev.inexact(), comparing(ev):  # it can be compared: the operation's own proof shows that
        said = ev.applied(st, simulation.program.callable(operation.agree), pair, node)
    st.assume(ev.truth(st, said, node))
    show(
        simulation.claims, ev, st, simulation.claims.couple, pair, f"is implied by what `{operation.name}` compares by"
    )
