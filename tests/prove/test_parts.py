"""Calls of operations of a container whose parts are arranged: they stay, and what is told of them stays so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from slotproof.engine.prove.containers.arranged import any_arranged
from slotproof.engine.prove.containers.parts import forget_arranged, is_arranged, same_parts
from slotproof.engine.prove.declaration.make import unchanged
from slotproof.engine.prove.prove import declared_in
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import INT, FixedCell, ListCell, Ref
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Refusal
from slotproof.proofs.registry import REGISTRY

from .begun import begun
from .cabinet import Cabinet
from .clock import Clock
from .holder import Holder
from .tally import Tally, is_no_less, read_if

ONE = REGISTRY.arranged[0].name


@pytest.mark.parametrize(("name", "is_open"), [("add_pool", True), ("size", False)])
def test_what_others_call_leaves_the_parts(name: str, is_open: bool) -> None:
    """A pool more is no registry that is arranged as before, of which callers would go on."""
    clear = replace(REGISTRY.operation("clear"), uses=(name,))
    operations = tuple(clear if each.name == "clear" else each for each in REGISTRY.operations)
    only, operation = declared_in(replace(REGISTRY, operations=operations), f"{name} | {ONE}")
    proof = prove_by_reading(only, operation)
    assert [each.what.split(": ")[1][:14] for each in proof.open[:1]] == ["the parts stay"] * is_open


def test_parts_stay_only_if_they_are_the_same() -> None:
    """Two lists that hold the same are two."""
    before = State()
    one, other = (before.allocate(ListCell((), 0, None)) for _ in range(2))
    owner = before.allocate(FixedCell((0,), (one,), True))
    after = before.copy()
    assert same_parts(before, after, owner)
    after.heap[owner.id] = FixedCell((0,), (other,), True)
    assert not same_parts(before, after, owner)
    after.heap[owner.id] = FixedCell((0, 1), (one, other), True)
    assert not same_parts(before, after, owner)


def test_what_is_told_of_numbers_is_so() -> None:
    """A list holds just these, in this order."""
    st = State()
    entries = t.store(t.fresh_array("entries", t.INT), 0, 7)
    held = st.allocate(ListCell((entries,), 1, INT))
    assert is_arranged(st, held, [7]) is True
    assert is_arranged(st, held, [8]) is False
    assert is_arranged(st, held, [7, 7]) is False
    assert is_arranged(st, Ref(held.id), None) is True


def test_what_is_not_told_of_parts_is_forgotten() -> None:
    """And nothing else: a number of a part that is told stays, and each part itself."""
    ev, st = begun()
    told = {"drawers": [{"number": 1}, {}], "height": 3}
    cabinet = any_arranged(ev, st, ev.program.the_class(Cabinet), told, "any ")

    def holds() -> dict[str, str]:
        fields = st.heap[cabinet.id].fields
        drawers = st.heap[fields["drawers"].id].items
        parts = {"lid": fields["lid"], "first": drawers[0], "second": drawers[1]}
        each = {f"{of} {name}": value for of, part in parts.items() for name, value in st.heap[part.id].fields.items()}
        return {name: str(value) for name, value in {**fields, **parts, **each}.items()}

    before = holds()
    forget_arranged(ev, st, cabinet, told)
    after = holds()
    assert is_arranged(st, cabinet, told) is True
    same = {name for name in before if before[name] == after[name]}
    assert same == {"drawers", "height", "lid", "first", "second", "first number"}


@pytest.mark.parametrize(("changed", "is_same"), [((), True), (("size",), False), (("number",), False)])
def test_parts_are_unchanged_if_all_that_they_hold_is(changed: tuple[str, ...], is_same: bool) -> None:
    """Of parts that are known one by one, too."""
    ev, st = begun()
    cabinet = any_arranged(ev, st, ev.program.the_class(Cabinet), {"drawers": [{}, {}]}, "any ")
    before = dict(st.heap)
    drawer = st.heap[st.heap[cabinet.id].fields["drawers"].id].items[1]
    fields = {**st.heap[drawer.id].fields, **{name: t.fresh(name, t.INT) for name in changed}}
    st.heap[drawer.id] = replace(st.heap[drawer.id], fields=fields)
    ev.stack.append(ev.program.the_class(Cabinet))
    ev.oblige(st, unchanged(ev, st, cabinet, before), ev.program.the_class(Cabinet).node, "it is as it was")
    assert (ev.open == []) is is_same


def test_a_container_that_is_no_object_of_the_proof_is_forgotten() -> None:
    """What stands for it may be in any state within its laws, but for the numbers that are told."""
    holder = Holder(read_if(is_no_less))
    held = any_arranged(holder.ev, holder.st, holder.ev.program.the_class(Clock), {"tally": {"count": 3}}, "any ")
    tally = holder.st.heap[held.id].fields["tally"]
    items = holder.st.heap[holder.field(holder.st, tally, "items").id]
    assert holder.field(holder.st, tally) == 3
    for told, kept in (({"tally": {"count": 3}}, True), ({"tally": {}}, False)):
        forget_arranged(holder.ev, holder.st, held, told)
        assert holder.st.heap[holder.field(holder.st, tally, "items").id] is not items
        assert t.known(holder.field(holder.st, tally)) is kept
    assert not holder.leaves_open(holder.st, t.le(0, holder.field(holder.st, tally)))
    assert holder.st.heap[held.id].fields["tally"] is tally


@pytest.mark.parametrize("told", [{}, None])
def test_a_container_of_which_nothing_is_told_may_be_anything(told: dict[str, Any] | None) -> None:
    """But it is within its laws."""
    holder = Holder(read_if(is_no_less))
    held = any_arranged(holder.ev, holder.st, holder.ev.program.the_class(Clock), {"tally": told}, "any ")
    count = holder.field(holder.st, holder.st.heap[held.id].fields["tally"])
    assert not holder.leaves_open(holder.st, t.le(0, count))
    assert holder.leaves_open(holder.st, t.le(1, count))


def test_numbers_that_are_told_are_of_one_kind() -> None:
    """Else the class is named whose field would hold them."""
    ev, st = begun()
    cls = ev.program.the_class(Tally)
    ev.stack.append(ev.program.the_class(Cabinet))
    held = any_arranged(ev, st, cls, {"items": [3, 4], "count": 2}, "any ")
    cell = st.heap[held.id]
    assert cell.fields["count"] == 2
    assert is_arranged(st, cell.fields["items"], [3, 4]) is True
    with pytest.raises(Refusal, match=f"tally.py:{cls.node.lineno}: bool among int"):
        any_arranged(ev, st, cls, {"items": [3, True]}, "any ")
