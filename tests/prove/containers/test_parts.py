"""Calls of operations of a container whose parts are arranged: they stay, and what is told of them stays so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import AnyNumber
from slotproof.engine.prove.containers.arranged import any_arranged
from slotproof.engine.prove.containers.parts import forget_arranged, is_arranged, same_parts
from slotproof.engine.prove.declaration.make import any_object
from slotproof.engine.prove.declaration.unchanged import unchanged
from slotproof.engine.prove.prove import declared_in
from slotproof.engine.prove.python.kinds.cells import empty_set
from slotproof.engine.prove.python.kinds.numbered import Numbers, OpenCell
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import INT, FixedCell, ListCell, ObjectCell, Ref, StandCell
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Refusal
from slotproof.proofs.registry import REGISTRY

from ..begun import begun
from ..examples.cabinet import Cabinet
from ..examples.clock import Clock
from ..examples.holder import Holder
from ..examples.pile import PileModel
from ..examples.tally import Tally, is_no_less, read_if

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


def test_another_list_may_stand_where_a_method_puts_one() -> None:
    """Where that is told; but no other thing, nor a list in the place of one."""
    before = State()
    cls = begun()[0].program.the_class(PileModel)
    lists, things = ([before.allocate(each) for _ in range(2)] for each in (ListCell((), 0, None), ObjectCell(cls, {})))
    for was in (lists[0], things[0]):
        owner = before.allocate(ObjectCell(cls, {"items": was, "last": 3}))
        for now in (*lists, *things):
            after = before.copy()
            after.heap[owner.id] = ObjectCell(cls, {"items": now, "last": 4})
            assert same_parts(before, after, owner) is (was is now)
            assert same_parts(before, after, owner, but_lists=True) is (was is now or {was, now} == {*lists})


def test_what_is_not_looked_at_may_be_another_thing() -> None:
    """Where there is any number of them, which is another cell then; a list that is forgotten stays where it stands."""
    ev, st = begun()
    one = st.allocate(ListCell((), 0, None))
    fixed, open_ = (
        FixedCell((0, 1), (one, 3), True),
        OpenCell(Numbers(ROWS, (0, ROW), "row"), (0, ROW), (one, 3), False),
    )
    for cell, told in ((fixed, [[], 3]), (open_, AnyNumber("row", {0: []}, each=3))):
        held = st.allocate(cell)
        forget_arranged(ev, st, held, told)
        assert st.heap[held.id].items is cell.items
        assert (st.heap[held.id] is cell) is (cell is fixed)
    pile = any_object(ev, st, ev.program.the_class(PileModel), "any ")
    items = st.heap[pile.id].fields["items"]
    was = st.heap[items.id]
    forget_arranged(ev, st, pile, {"last": 3})
    assert st.heap[pile.id].fields["items"] is items
    assert isinstance(st.heap[items.id], ListCell)
    assert st.heap[items.id] is not was


def test_parts_stay_at_any_depth() -> None:
    """What a part holds may be another number, but no part, and no other one."""
    holder = Holder(read_if(is_no_less))
    before, cls = holder.st, holder.ev.program.the_class(Cabinet)
    one, other = (before.allocate(ListCell((), 0, None)) for _ in range(2))
    inner = before.allocate(FixedCell((0, 1), (one, 3), True))
    stand_in = before.allocate(StandCell(one, holder.within.impl))
    fields = {"drawers": inner, "lid": stand_in, "height": 3}
    owner = before.allocate(ObjectCell(cls, fields))
    changes = [
        (owner, ObjectCell(cls, {**fields, "height": 4}), True),
        (owner, ObjectCell(cls, {**fields, "height": one}), False),
        (owner, ObjectCell(cls, {**fields, "drawers": 3}), False),
        (inner, FixedCell((0, 1), (one, 4), True), True),
        (inner, FixedCell((0, 1), (other, 3), True), False),
        (inner, FixedCell((0, 1), (3, 3), True), False),
        (stand_in, StandCell(other, holder.within.impl), True),
    ]
    for part, cell, stays in changes:
        after = before.copy()
        after.heap[part.id] = cell
        assert same_parts(before, after, owner) is stays
        assert same_parts(after, before, owner) is stays


def test_what_is_told_of_numbers_is_so() -> None:
    """A list holds just these, in this order."""
    st = State()
    entries = t.store(t.fresh_array("entries", t.INT), 0, 7)
    held = st.allocate(ListCell((entries,), 1, INT))
    assert is_arranged(st, held, [7]) is True
    assert is_arranged(st, held, [8]) is False
    assert is_arranged(st, held, [7, 7]) is False
    assert is_arranged(st, Ref(held.id), None) is True


@pytest.mark.parametrize(
    ("told", "is_so"),
    [
        ({1: 5, 4: 6}, True),
        ({1: 5, 4: None}, True),
        ({1: 5, 4: 7}, False),
        ({1: 7, 4: 6}, False),
        ({1: 5, 3: 6}, False),
        ({1: 5}, False),
        ({1: 5, 4: 6, 7: 8}, False),
        (AnyNumber("row", {1: 5, 4: 6}), False),
    ],
)
def test_what_is_told_of_a_dict_is_so_under_the_same_keys(told: Any, is_so: bool) -> None:
    """And under no others."""
    st = State()
    assert is_arranged(st, st.allocate(FixedCell((1, 4), (5, 6), False)), told) is is_so


ROW, ROWS = t.fresh("any row", t.INT), t.fresh("so many rows", t.INT)


@pytest.mark.parametrize(
    ("keys", "told", "is_so"),
    [
        ((0, ROW), AnyNumber("row", {0: 5}, each=6), True),
        ((0, ROW), AnyNumber("row", {0: 5}), True),
        ((0, ROW), AnyNumber("row", {0: 6}, each=6), False),
        ((0, ROW), AnyNumber("row", {0: 5}, each=5), False),
        ((0, ROW), AnyNumber("row", {}, each=6), False),
        ((0, ROW), AnyNumber("row", {0: 5}, filled=False), False),
        ((0,), AnyNumber("row", {0: 5}, filled=False), True),
        ((0,), AnyNumber("row", {0: 5}, each=6), False),
        ((ROW,), AnyNumber("row", {}, each=5), True),
        ((ROW,), AnyNumber("row", {0: 5}, filled=False), False),
        ((0, ROW), {0: 5, 1: 6}, False),
        ((0, ROW), [5, 6], False),
    ],
)
def test_what_is_told_of_any_number_is_so_at_the_same_places(keys: tuple[Any, ...], told: Any, is_so: bool) -> None:
    """Of one that is told by itself, and of what stands for all others."""
    st = State()
    held = OpenCell(Numbers(ROWS, (0, ROW), "row"), keys, (5, 6)[: len(keys)], is_list=False)
    assert is_arranged(st, st.allocate(held), told) is is_so


def test_what_is_told_of_a_number_is_so() -> None:
    """And of a thing each field, whatever stands for it."""
    holder = Holder(read_if(is_no_less))
    st, count = holder.st, t.fresh("how many there are", t.INT)
    assert is_arranged(st, 3, 3) is True
    assert is_arranged(st, 3, 4) is False
    assert t.same(is_arranged(st, count, 3), t.eq(count, 3))
    thing = st.allocate(ObjectCell(holder.within.model, {"items": st.allocate(ListCell((), 0, None)), "count": 3}))
    stand_in = st.allocate(StandCell(thing, holder.within.impl))
    for each in (thing, stand_in):
        assert is_arranged(st, each, {"items": [], "count": 3}) is True
        assert is_arranged(st, each, {"count": 3}) is True
        assert is_arranged(st, each, {"items": [], "count": 4}) is False
        assert is_arranged(st, each, {"items": [3], "count": 3}) is False
    assert is_arranged(st, st.allocate(empty_set(INT)), 3) is False


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
    for told, kept in (({"count": 3}, True), ({}, False), (None, False)):
        forget_arranged(holder.ev, holder.st, tally, told)
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
