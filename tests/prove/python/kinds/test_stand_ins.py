"""What stands for a container, and what claims ask of it: by its own declaration, and of values as of proofs."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import pytest

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds import stands
from slotproof.engine.prove.python.kinds.cells import empty_dict, empty_distinct, empty_set
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import (
    INT,
    Closure,
    Data,
    Kind,
    ListCell,
    Meaning,
    ObjectCell,
    Ref,
    StandCell,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Refusal

from ...begun import begun
from ...examples.cabinet import Cabinet
from ...examples.clock import abstract, represent
from ...examples.holder import Holder
from ...examples.pool import Pool
from ...examples.tally import Tally, alike, as_many, counts, is_no_less, no_fewer, read_if

NODE = ast.parse("stands").body[0]


class Held(Holder):
    """Any tally in a field, and what its declaration says."""

    def __init__(self, **more: Any) -> None:
        super().__init__(replace(read_if(is_no_less), **more))
        self.held = self.within.any_held(self.ev, self.st, "tally")
        self.own = self.ev.program.value((alike,))
        self.others = self.ev.program.value((counts,))

    @property
    def meaning(self) -> Ref:
        """The model of it."""
        made: Ref = self.st.heap[self.held.id].meaning
        return made

    def function(self, of: Any) -> Closure:
        """A function of the declaration."""
        made: Closure = self.ev.program.closure(of)
        return made


def test_what_stands_for_a_container_is_told_from_others() -> None:
    """A list stands for none, and a number does not."""
    holder = Held()
    assert stands.stands(holder.ev, holder.st, holder.held) is holder.st.heap[holder.held.id]
    assert stands.stands(holder.ev, holder.st, holder.meaning) is None
    assert stands.stands(holder.ev, holder.st, 3) is None


def test_what_was_means_what_it_meant() -> None:
    """The state of the model is looked at in the same heap."""
    holder = Held()
    assert stands.meaning_of(holder.ev, holder.st, holder.held) == holder.meaning
    was = Ref(holder.held.id, dict(holder.st.heap))
    meant = stands.meaning_of(holder.ev, holder.st, was)
    assert (meant.id, meant.heap is was.heap) == (holder.meaning.id, True)


@pytest.mark.parametrize("is_past", [False, True])
def test_what_stands_in_is_in_that_state_and_shares_nothing(is_past: bool) -> None:
    """Whether the state is that of now or one that was."""
    holder = Held()
    st, meaning = holder.st, holder.meaning
    cell = st.heap[meaning.id]
    items, count = cell.fields["items"], cell.fields["count"]
    entries = st.heap[items.id]
    if is_past:
        meaning = Ref(meaning.id, dict(st.heap))
        st.heap[items.id] = ListCell((), 0, None)
        st.heap[meaning.id] = ObjectCell(cell.cls, {"items": items, "count": 7})
    made = stands.stand_in(st, meaning, holder.within.impl)
    again = st.heap[made.id]
    assert isinstance(again, StandCell)
    assert again.of is holder.within.impl
    twin = st.heap[again.meaning.id]
    assert (twin.cls, [*twin.fields]) == (cell.cls, [*cell.fields])
    assert again.meaning.id != meaning.id
    assert twin.fields["items"].id != items.id
    assert (st.heap[twin.fields["items"].id], twin.fields["count"]) == (entries, count)


@pytest.mark.parametrize("change", ["", "count", "items", "class"])
def test_objects_are_in_the_same_state_if_all_fields_are(change: str) -> None:
    """Of one class."""
    holder = Held()
    st, meaning = holder.st, holder.meaning
    made = stands.stand_in(st, meaning, holder.within.impl)
    twin = st.heap[made.id].meaning
    fields = dict(st.heap[twin.id].fields)
    if change == "count":
        fields["count"] = t.fresh("count", t.INT)
    if change == "items":
        fields["items"] = holder.field(st, holder.within.any_held(holder.ev, st, "other"), "items")
    cls = holder.within.impl if change == "class" else holder.within.model
    other = st.allocate(ObjectCell(cls, fields))
    said = stands.same_objects(holder.ev, st, meaning, other, NODE)
    assert holder.leaves_open(st, said) is (change != "")
    assert (said is False) is (change == "class")
    means = stands.word_means(holder.ev, st, NODE, other, holder.held, holder.own)
    assert holder.leaves_open(st, means) is (change != "")


@pytest.mark.parametrize("kind", ["dict", "set"])
def test_dicts_and_sets_in_the_same_state_are_of_one_size(kind: str) -> None:
    """What is known of the size of one is known of the other's."""
    ev, st = begun()
    cls, size = ev.program.the_class(Cabinet), t.fresh("size", t.INT)
    like: Any = empty_dict(INT, INT) if kind == "dict" else empty_set(INT)
    held = [st.allocate(type(like)(**{**vars(like), "size": each, "keys": None})) for each in (size, size, 3)]
    alike = {"number": 3, "held": held[0]}
    changes: list[dict[str, Any]] = [{}, {"held": held[1]}, {"held": held[2]}, {"number": 4}]
    one, *others = (st.allocate(ObjectCell(cls, {**alike, **each})) for each in ({}, *changes))
    for thing, is_open in zip(others, (False, False, True, True), strict=True):
        before = len(ev.open)
        ev.oblige(st, stands.same_objects(ev, st, one, thing, NODE), NODE, "they are the same")
        assert (len(ev.open) > before) is is_open


LAWS = (as_many, no_fewer)


@pytest.mark.parametrize("said", [None, abstract])
def test_what_is_asked_of_a_container_is_what_its_declaration_says(said: Any) -> None:
    """Another coupling, other laws or another meaning is refused; a meaning that it does not say is presumed."""
    holder = Held(laws=LAWS, abstract=said)
    ev, st, held = holder.ev, holder.st, holder.held
    right = {"abstract": holder.function(abstract), "laws": ev.program.value(LAWS), "couple": holder.own}
    assert stands.word_is_sound(ev, st, NODE, held, **right) is True
    assert ev.presumes == {"what `abstract` gives of a Tally is what its arrays mean"}
    other = {"laws": holder.others, "couple": holder.others, "abstract": holder.function(represent)}
    for name, wrong in other.items():
        if name != "abstract" or said is not None:
            with pytest.raises(Refusal, match=f"`{name}` here: the declaration of"):
                stands.word_is_sound(ev, st, NODE, held, **{**right, name: wrong})
    with pytest.raises(Refusal, match="`couple` here"):
        stands.word_means(ev, st, NODE, holder.meaning, held, holder.others)
    for thing in (3, holder.meaning):
        with pytest.raises(Refusal, match="name what stands for a container"):
            stands.word_means(ev, st, NODE, holder.meaning, thing, holder.own)
        with pytest.raises(Refusal, match="name what stands for a container"):
            stands.word_is_sound(ev, st, NODE, thing, **right)


def test_the_meaning_of_what_is_no_stand_in_is_computed() -> None:
    """By what is given for it; that of a stand-in is known, and presumed to be what that gives."""
    holder = Held()
    ev, st = holder.ev, holder.st
    assert stands.word_meaning_of(ev, st, NODE, holder.held, holder.function(abstract)) == holder.meaning
    assert ev.presumes
    ev.presumes.clear()
    whole = st.allocate(ObjectCell(ev.program.the_class(Tally), {"items": ev.listed(st, [5], NODE), "count": 4}))
    made = stands.word_meaning_of(ev, st, NODE, whole, holder.function(abstract))
    assert (st.heap[made.id].cls, st.heap[made.id].fields["count"]) == (holder.within.model, 4)
    assert not ev.presumes


def test_what_is_said_of_proofs_alone_is_presumed_where_values_are_compared() -> None:
    """It is refused of anything else."""
    holder = Held()
    ev, st = holder.ev, holder.st
    node = ast.parse("is_symbolic(m)", mode="eval").body
    for word in (stands.word_is_symbolic, stands.word_is_stand_in):
        with pytest.raises(Refusal, match=r"it is another thing in proofs than of values"):
            word(ev, st, node, holder.held)
    assert not ev.presumes
    with stands.comparing(ev):
        with pytest.raises(ValueError, match="inner"), stands.comparing(ev):
            raise ValueError("inner")
        assert stands.word_is_symbolic(ev, st, node, holder.held) is True
        assert [each.rpartition(" says ")[2] for each in ev.presumes] == ["of proofs alone is so of values"]
        ev.presumes.clear()
        assert stands.word_is_stand_in(ev, st, node, holder.held) is True
        assert ev.presumes
    assert ev.compares is False
    plain = Evaluator(Declarations(), None)
    plain.stack.append(holder.within.impl)
    with stands.comparing(plain):
        assert stands.word_is_symbolic(plain, State(), node, 3) is False


def test_data_of_a_container_that_is_known_stands_for_it() -> None:
    """What holds it is in that state; of other data it is what the function makes of it."""
    holder = Held()
    ev, st, model = holder.ev, holder.st, holder.within.model
    written = Data(holder.meaning, model)
    of_rows = Data(t.fresh("state", t.states("Tally")), model)
    with stands.comparing(ev):
        for thing, is_one in (
            (holder.held, True),
            (written, True),
            (of_rows, False),
            (holder.meaning, False),
            (3, False),
        ):
            assert stands.word_is_stand_in(ev, st, NODE, thing) is is_one
    made = stands.word_held_by(ev, st, NODE, written, None)
    assert st.heap[made.id].of is holder.within.impl
    assert not holder.leaves_open(st, stands.same_objects(ev, st, holder.meaning, st.heap[made.id].meaning, NODE))
    whole = st.allocate(ObjectCell(ev.program.the_class(Tally), {"items": ev.listed(st, [5], NODE), "count": 4}))
    found = stands.word_held_by(ev, st, NODE, whole, holder.function(abstract))
    assert st.heap[found.id].fields["count"] == 4
    anything = Meaning(lambda ev, st, node, args: [(st, 7)])
    assert stands.word_held_by(ev, st, NODE, of_rows, anything) == 7


def pool_of(ev: Evaluator, st: State, order: Ref) -> Ref:
    """Any generations, and these numbers."""
    generation = st.allocate(ListCell((t.fresh_array("generation", t.INT),), 100, INT))
    cls = ev.program.the_class(Pool)
    return st.allocate(ObjectCell(cls, {"order": order, "nil": 100, "generation": generation}))


@pytest.mark.parametrize("is_past", [False, True])
def test_a_pool_is_walked_through_from_behind(is_past: bool) -> None:
    """It gives what was issued of each, and must be left as it is meanwhile."""
    ev, st = begun()
    ev.stack.append(ev.program.the_class(Pool))
    order = distinct(ev, st, 5, 6, 7)
    pool = pool_of(ev, st, order)
    generation: Ref = st.heap[pool.id].fields["generation"]
    entries = st.heap[generation.id]
    asked = Ref(pool.id, dict(st.heap)) if is_past else pool
    if is_past:
        st.heap[generation.id] = ListCell((t.fresh_array("others", t.INT),), 100, INT)
    view = stands.word_walked_down(ev, st, NODE, asked)
    for turn, slot in enumerate((7, 6, 5)):
        wanted = t.add(10 * slot, t.select(entries.arrays[0], slot))
        ev.oblige(st, t.eq(view.at(turn), wanted), NODE, "it is what was issued")
    assert (ev.open, view.length, ev.depth) == ([], 3, 0)
    assert view.still is not None
    ev.oblige(st, view.still(st), NODE, "it is as it was")
    assert ev.open == []
    for name, other in (
        ("order", distinct(ev, st, 5, 7, 6)),
        ("generation", st.allocate(ListCell((t.fresh_array("others", t.INT),), 100, INT))),
    ):
        now = st.copy()
        now.heap[pool.id] = ObjectCell(st.heap[pool.id].cls, {**st.heap[pool.id].fields, name: other})
        before = len(ev.open)
        ev.oblige(now, view.still(now), NODE, "it is as it was")
        assert (len(ev.open) > before) is not is_past


def test_only_what_stands_in_a_pool_is_walked_through() -> None:
    """What lies behind its end may be anything."""
    ev, st = begun()
    ev.stack.append(ev.program.the_class(Pool))
    order = any_of(ev, st, "order", Kind("distinct", (INT,)))
    cell, place = st.heap[order.id], t.variable("at", 1)
    inside = t.conj(t.le(0, place), t.lt(place, cell.length))
    st.assume(t.forall(place, t.implies(inside, t.lt(t.select(cell.array, t.add(cell.start, place)), 100))))
    view = stands.word_walked_down(ev, st, NODE, pool_of(ev, st, order))
    assert ev.open == []
    assert t.same(view.length, cell.length)


def distinct(ev: Evaluator, st: State, *items: int) -> Ref:
    """A sequence of these."""
    text = "".join(f"made.append({each})\n" for each in items)
    inner = st.copy()
    made = Ref(inner.allocate(empty_distinct(INT)).id)
    inner.env["made"] = made
    [(end, _)] = ev.block(ast.parse(text).body, inner)
    st.heap, st.last = end.heap, end.last
    return made


def test_how_many_may_move_is_known() -> None:
    """Else it is refused."""
    ev, st = begun()
    ev.stack.append(ev.program.the_class(Pool))
    one, other = distinct(ev, st, 5, 6), distinct(ev, st, 6, 5)
    with pytest.raises(Refusal, match="how many may move is not known"):
        stands.word_require_few_moved(ev, st, NODE, one, other, t.fresh("most", t.INT), "what")
