"""What is known of a container in a field, and of a call of one of its operations: what its own proof says.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import Claim, Operation, Refinement
from slotproof.declare import same_sequence as in_turn
from slotproof.declare.words import is_symbolic
from slotproof.engine.prove.python.kinds.cells import any_list, any_set, empty_list
from slotproof.engine.prove.python.kinds.values import BOOL, INT, Data, Ref
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import data as d
from slotproof.engine.prove.source import Refusal

from ..examples.holder import Holder, with_operation
from ..examples.tally import BATCH, NUMBER, PROMISE, counted, is_no_less, read_if, tally, twice


def same_sequence(mine: Any, its: Any) -> bool:
    """What only its name says."""
    return True


COPY = Operation("copy", Claim("TY-R5", "`copy` copies."), pure=True)
ENSURED: dict[str, Any] = {
    "ensures": lambda before, after, result, number: {"two more": after.count >= before.count + 2},
    "refused_if": lambda before, number: number < 0,
    "changes": ("count",),
}


def with_more(*more: Operation) -> Refinement:
    """The tally, with further operations."""
    whole = tally(twice)
    return replace(whole, operations=(*whole.operations, *more))


def held(holder: Holder) -> Ref:
    """Any tally in a field."""
    return holder.within.any_held(holder.ev, holder.st, "tally")


def test_what_is_true_of_every_container_is_known_of_one_that_is_held() -> None:
    """And of what it is forgotten to be; nothing else is."""
    holder = Holder(read_if(is_no_less))
    one = held(holder)
    for _ in range(2):
        count = holder.field(holder.st, one)
        assert not holder.leaves_open(holder.st, t.le(0, count))
        assert holder.leaves_open(holder.st, t.le(1, count))
        was = count, holder.st.heap[holder.field(holder.st, one, "items").id]
        holder.within.forget(holder.ev, holder.st, holder.st.heap[one.id])
        assert not t.same(holder.field(holder.st, one), was[0])
        assert holder.st.heap[holder.field(holder.st, one, "items").id] is not was[1]


def test_what_is_told_of_data_is_what_was_read_from_it() -> None:
    """As long as it is unchanged."""
    holder = Holder(read_if(is_no_less))
    data, other = t.fresh("data", d.ANY), t.fresh("other", d.ANY)
    made = holder.within.read_from(holder.ev, holder.st, data)
    another = holder.within.read_from(holder.ev, holder.st, other)

    def told(one: Ref, data: Any) -> Any:
        return holder.within.told(holder.ev, holder.st, one, data)

    assert not holder.leaves_open(holder.st, told(made, data))
    for one, of in ((made, other), (another, data), (made, t.fresh("third", d.ANY))):
        assert told(one, of) is False
    meaning = holder.st.heap[made.id].meaning
    cell = holder.st.heap[meaning.id]
    holder.st.heap[meaning.id] = replace(cell, fields={**cell.fields, "count": t.fresh("count", t.INT)})
    assert holder.leaves_open(holder.st, told(made, data))


def test_a_call_does_what_the_model_does() -> None:
    """It ends in the error of the model, too, and is counted where the arrays are."""
    holder = Holder(tally(twice))
    one, number = held(holder), t.fresh("number", t.INT)
    was = holder.field(holder.st, one)
    holder.ev.setting.side = "impl"
    with holder.ev.catching() as raised, holder.ev.running_code():
        [(end, answer)] = holder.called(one, "add", number)
    [(refused, error)] = raised
    assert (answer, error.name, end.reads, end.writes) == (None, "OutOfRange", 0, 1)
    assert t.same(holder.field(refused, one), was)
    for st, said in ((end, t.eq(holder.field(end, one), t.add(was, 1))), (end, t.le(0, number)), (refused, number < 0)):
        assert not holder.leaves_open(st, said)
    assert holder.ev.rested == {"tally add"}


def test_what_costs_nothing_that_is_declared_is_noted() -> None:
    """And nothing is noted of the model."""
    for side, uncounted in (("impl", {"add of the tally"}), ("model", set())):
        holder = Holder(with_operation(tally(twice), "add", cost=None))
        holder.ev.setting.side = side
        with holder.ev.catching(), holder.ev.running_code():
            holder.called(held(holder), "add", t.fresh("number", t.INT))
        assert holder.ev.uncounted == uncounted


@pytest.mark.parametrize("name", ["ensures", "promise"])
def test_a_call_leaves_what_is_said_of_it(name: str) -> None:
    """All else may be anything, but for what is said to stay."""
    more = ENSURED if name == "ensures" else {"promise": replace(PROMISE, changes=("count",))}
    holder = Holder(with_operation(tally(twice), "twice", model=None, impl=None, **more))
    one, number = held(holder), t.fresh("number", t.INT)
    was, items = holder.field(holder.st, one), holder.st.heap[holder.field(holder.st, one, "items").id]
    with holder.ev.catching() as raised:
        [(end, answer)] = holder.called(one, "twice", number)
    [(refused, error)] = raised
    least = 2 if name == "ensures" else 1
    now = holder.field(end, one)
    assert (answer, error.name) == (None, "OutOfRange")
    assert t.same(holder.field(refused, one), was)
    assert end.heap[holder.field(end, one, "items").id] is items
    for st, said in ((end, t.le(t.add(was, least), now)), (end, t.le(0, number)), (refused, t.lt(number, 0))):
        assert not holder.leaves_open(st, said)
    for st, said in ((end, t.lt(t.add(was, least), now)), (end, False), (refused, False)):
        assert holder.leaves_open(st, said)


@pytest.mark.parametrize(
    ("name", "more", "given", "why"),
    [
        ("items", {}, (), "only what is declared may be used"),
        ("add", {"unproved": "too hard"}, (1,), "its proof says not"),
        ("from_dict", {}, (1,), "its proof says not"),
        ("add", {"takes": ()}, (1,), "its proof is for other arguments"),
        ("add", {}, (1, 2), "it takes others"),
        ("add", {}, (True,), "its proof is not for"),
        ("add", {"takes": (replace(NUMBER, within="small ones"),)}, (1,), "its proof is for small ones alone"),
        ("add", {"takes": (replace(NUMBER, symbolic=lambda make: 1),)}, (1,), "its proof is not for"),
        ("add", {"model": lambda m, number: m.add(number)}, (1,), "its proof is of another call"),
        ("add", {"impl": lambda h, number: (h.add(number), 1)}, (1,), "its proof is of another call"),
        ("add", {"name": "sub"}, (1,), "of the tally has none"),
        ("add", {**ENSURED, "refused_if": None}, (1,), "what it answers or refuses is not known"),
        ("add", {**ENSURED, "name": "sub"}, (1,), "what it answers or refuses is not known"),
        ("add", {"agree": lambda m, h: True}, (1,), "what it answers is not compared by =="),
        ("add", {"agree": same_sequence}, (1,), "what it answers is not compared by =="),
        ("copy", {"pure": False}, (), "it is no plain copy of the state"),
        ("copy", {"refusals": ("Full",)}, (), "it is no plain copy of the state"),
        ("copy", {"takes": (NUMBER,)}, (), "it is no plain copy of the state"),
        ("copy", {}, (1,), "it is no plain copy of the state"),
    ],
)
def test_what_is_not_known_is_refused(name: str, more: dict[str, Any], given: tuple[Any, ...], why: str) -> None:
    """What no proof says, or not of that."""
    whole = with_more(read_if(is_no_less).operation("from_dict"), COPY)
    holder = Holder(whole if name == "items" else with_operation(whole, name, **more))
    with pytest.raises(Refusal, match=why), holder.ev.catching():
        holder.called(held(holder), more.get("name", name), *given)


def test_an_iterator_goes_through_what_is_there_when_it_gets_there() -> None:
    """So what it reads must still be as it was."""
    holder = Holder(with_more(Operation("listed", Claim("TY-R6", "`listed` lists."), pure=True, agree=in_turn)))
    one = held(holder)
    [(st, listed)] = holder.called(one, "listed")
    for number, is_shown in ((None, True), (t.fresh("number", t.INT), False)):
        if number is not None:
            with holder.ev.catching():
                [(st, _)] = holder.called(one, "add", number)
        before = len(holder.ev.open)
        assert holder.ev.sequence(st, listed) is not None
        assert (len(holder.ev.open) == before) is is_shown


def test_a_copy_is_another_one_in_the_same_state() -> None:
    """What `to_dict` gives is that state."""
    holder = Holder(with_more(COPY, replace(COPY, name="to_dict")))
    one = held(holder)
    [(end, twin)] = holder.called(one, "copy")
    assert (twin.id, end.heap[twin.id].meaning.id) != (one.id, end.heap[one.id].meaning.id)
    assert t.same(holder.field(end, twin), holder.field(end, one))
    was = holder.field(end, one)
    holder.st = end
    [(end, data)] = holder.called(one, "to_dict")
    assert isinstance(data, Data)
    holder.within.forget(holder.ev, end, end.heap[one.id])
    again = holder.within.in_state(holder.ev, end, data.state)
    assert t.same(holder.field(end, again), was)


@pytest.mark.parametrize(
    ("more", "word", "why"),
    [
        ({}, is_symbolic, ""),
        ({"pure": False}, is_symbolic, "the model of the tally has none"),
        ({"refusals": ("Full",)}, is_symbolic, "the model of the tally has none"),
        ({}, counted, "no word of the prover"),
    ],
)
def test_a_word_answers_for_what_changes_nothing(more: dict[str, Any], word: Callable[..., Any], why: str) -> None:
    """That it does is presumed; in place of anything else it is not used."""
    asked = Operation("asked", Claim("TY-R6", "`asked` answers."), **{"pure": True, **more})
    holder = Holder(with_more(asked), calls={"asked": word})
    if why:
        with pytest.raises(Refusal, match=why):
            holder.called(held(holder), "asked")
    else:
        assert [answer for _, answer in holder.called(held(holder), "asked")] == [True]
        assert "tally: `asked` answers as `calls` says" in holder.ev.presumes


class Bare:
    """What is made of nothing."""


class Cup:
    """What is made so wide, and so."""

    width: int
    kind: str

    def __init__(self, width: int, kind: str = "plain") -> None:
        self.width = width
        self.kind = kind


def any_cup(make: Any) -> dict[str, Any]:
    """Of any width; plain, or glazed if it is known to be of no width."""
    return {"width": 0, "kind": "glazed"} if make.bool("glazed") else {"width": make.int("width"), "kind": "plain"}


CUP = replace(tally(twice), model=Cup, impl=Cup, couple=(), laws=(), operations=(), configure=any_cup)
THING = t.fresh("thing", d.ANY)


@pytest.mark.parametrize(
    ("more", "given", "named", "why"),
    [
        ({}, (7,), {}, ""),
        ({}, (7, "plain"), {}, ""),
        ({}, (), {"kind": "glazed", "width": 7}, ""),
        ({}, (), {"kind": "plain", "width": 7}, ""),
        ({}, (THING,), {}, ""),
        ({}, (True,), {}, "proofs are for no such value"),
        ({}, ("plain", "plain"), {}, "proofs are for no such value"),
        ({}, (7, "broken"), {}, "proofs are for no such value"),
        ({"configure": lambda make: {"kind": "plain"}}, (7,), {}, "proofs are for no such value"),
        ({"configure": lambda make: {"width": 7, "kind": "plain"}}, (7,), {}, "proofs are for no such value"),
        ({"configure": lambda make: {"kind": "plain"}}, (THING,), {}, "proofs are for no such value"),
        ({"configure": lambda make: {}}, (7,), {}, "proofs are for no such value"),
        ({"configure": None}, (7,), {}, "it declares no constructor"),
        ({"model": Bare}, (), {}, "it declares no constructor"),
        ({"configured": "small ones"}, (7,), {}, "its proof is for small ones alone"),
    ],
)
def test_a_new_one_is_made_as_its_proof_says(
    more: dict[str, Any], given: tuple[Any, ...], named: dict[str, Any], why: str
) -> None:
    """Of values that it is for; data is known to be one of them, which is obliged."""
    holder = Holder(replace(CUP, **more))
    if why:
        with pytest.raises(Refusal, match=why):
            holder.within.configured(holder.ev, holder.st, list(given), named, holder.node)
        return
    made = holder.within.configured(holder.ev, holder.st, list(given), named, holder.node)
    is_data = any(each is THING for each in given)
    assert holder.ev.rested == {"tally new"}
    assert t.same(made["width"], d.NUMBER(THING) if is_data else 7)
    assert [each.what.partition(":")[0] for each in holder.ev.open] == ["it is of the kind int"] * is_data


def test_lists_are_taken_where_it_is_known_what_they_hold() -> None:
    """Of the kind that proofs are for; nothing else is."""
    holder = Holder(tally(twice))
    ev, st, takes = holder.ev, holder.st, holder.within.takes
    kinds = {INT: True, BOOL: False}
    for kind, is_taken in kinds.items():
        listed = st.allocate(any_list("listed", kind, []))
        add_all = Operation("add_all", Claim("TY-R6", "`add_all` adds."), (BATCH,))
        few = replace(add_all, takes=(replace(BATCH, symbolic=lambda make: [1, 2]),))
        assert is_refused(takes, ev, add_all, [listed], holder.node)
        assert is_refused(takes, ev, add_all, [listed], holder.node, st) is not is_taken
        assert is_refused(takes, ev, few, [listed], holder.node, st)
    for other in (7, st.allocate(empty_list()), st.allocate(any_set("some", []))):
        assert is_refused(takes, ev, add_all, [other], holder.node, st)


def is_refused(what: Callable[..., None], *given: Any) -> bool:
    """Whether it ends in a refusal."""
    try:
        what(*given)
    except Refusal:
        return True
    return False
