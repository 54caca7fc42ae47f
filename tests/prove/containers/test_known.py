"""What is used of a container within another one, beside its claims, is shown of it.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import CREATION, Claim, Cost, Operation
from slotproof.engine.prove.containers.known import _is_like, _is_list_like
from slotproof.engine.prove.declaration.make import Sides
from slotproof.engine.prove.python.kinds.cells import any_list, any_set, empty_list
from slotproof.engine.prove.python.kinds.values import BOOL, INT, Bytes, Meaning, Ref, Tuple
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.engine.prove.solver import terms as t

from ..begun import begun
from ..examples import clock, tally
from ..examples.holder import Holder, with_operation


@pytest.mark.parametrize("is_coupled", [True, False])
def test_what_is_read_is_the_same_on_both_sides(is_coupled: bool) -> None:
    """It is read of the model, which stands for the container."""
    proof = prove_by_reading(clock.clock(is_coupled), CREATION)
    told = [each.what.partition(": ")[2] for each in proof.open]
    assert not proof.unsupported
    assert told == [] if is_coupled else told == ["count of a tally: the same on both sides"]


def test_a_list_is_not_read() -> None:
    """A name for it would be one for what may be no part any more."""
    declared = clock.clock(True)
    inside = {name: replace(each, reads=("items",)) for name, each in declared.inside.items()}
    proof = prove_by_reading(replace(declared, inside=inside), CREATION)
    assert "`reads` of items, a list, dict, set or object" in proof.unsupported


def test_what_one_side_has_not_is_not_read() -> None:
    """It is refused with its name."""
    declared = clock.clock(True)
    inside = {name: replace(each, reads=("sizes",)) for name, each in declared.inside.items()}
    proof = prove_by_reading(replace(declared, inside=inside), CREATION)
    assert "`reads` of sizes: one of the two sides has no such attribute" in proof.unsupported


@pytest.mark.parametrize(
    ("copied", "agree", "what"),
    [
        (clock.copied, clock.same_count, ""),
        (clock.copied_but_counted, clock.same_count, "copy of a tally gives its state"),
        (clock.copied_if_small, clock.same_count, "copy of a tally raises no error"),
        (clock.copied, clock.same_length, "of a copy"),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_a_copy_is_in_the_state_of_what_is_copied(
    copied: Callable[..., Any], agree: Callable[..., bool], what: str
) -> None:
    """It is one, of any state, and what is compared of it is what is claimed."""
    proof = prove_by_reading(clock.clock_of_copies(copied, agree), CREATION)
    told = [each.what for each in proof.open]
    assert not proof.unsupported
    assert any(what in each for each in told) if what else told == []


CALL, OTHER = (Meaning(lambda ev, st, node, args: [], labels=(name,)) for name in ("call", "other"))
KEEPS = replace(CALL, state=Ref(1))
NUMBER, FLAG, TEXT = t.fresh("number", t.INT), t.fresh("flag", t.BOOL), Bytes(t.fresh("text", t.TEXT), of_text=True)
LIKE: tuple[tuple[Any, Any, bool], ...] = (
    *((each, NUMBER, True) for each in (7, NUMBER, t.fresh("another", t.INT))),
    *((each, NUMBER, False) for each in (True, FLAG, None, "7", TEXT, CALL, Tuple((7,)), Ref(1))),
    *((7, each, False) for each in (7, 8, FLAG, None, "7", TEXT, CALL)),
    *((Tuple((7, True)), each, like) for each, like in ((Tuple((NUMBER, FLAG)), True), (Tuple((FLAG, FLAG)), False))),
    *((None, each, each is None) for each in (None, NUMBER, "7")),
    *(("a", each, each == "a") for each in ("a", "b", TEXT, None)),
    *((TEXT, each, each is TEXT) for each in (TEXT, "a", None)),
    *((CALL, each, like) for each, like in ((CALL, True), (OTHER, False), (NUMBER, False), (None, False))),
    (replace(CALL, labels=()), replace(CALL, labels=()), False),
    (KEEPS, Sides(CALL, CALL), True),
    *((each, Sides(CALL, CALL), False) for each in (CALL, 7, None)),
    *((each, Sides(NUMBER, NUMBER), False) for each in (KEEPS, 7)),
)


def test_a_value_is_one_of_those_that_proofs_are_for() -> None:
    """An example of no known value stands for each of its kind; of a function, for one of its name."""
    for value, example, is_like in LIKE:
        assert _is_like(value, example) is is_like, (value, example)


def test_a_list_is_one_of_those_that_proofs_are_for() -> None:
    """Of the kind of one that is not known."""
    ev, st = begun()
    ints, flags = (any_list(name, kind, []) for name, kind in (("ints", INT), ("flags", BOOL)))
    cells = (ints, flags, replace(ints, length=2), empty_list(), any_set("some", []))
    one, two, short, *others = (st.allocate(each) for each in cells)
    like = {(one, one), (short, one), (two, two)}
    for value in (one, two, short, *others, 7, CALL):
        for each in (one, two, short, *others):
            assert _is_list_like(ev, st, value, st, Sides(each, each)) is ((value, each) in like)
        for example in (Sides(CALL, CALL), NUMBER, None):
            assert not _is_list_like(ev, st, value, st, example)


def test_what_is_said_is_what_is_declared() -> None:
    """Or nothing is declared there; what is no function is not what a function is declared to be."""
    for own in (clock.abstract, None):
        within = Holder(replace(tally.tally(tally.twice), abstract=own)).within
        said = [within.says("abstract", within.program.closure(each)) for each in (clock.abstract, clock.copied)]
        assert [*said, within.says("abstract", 7)] == [True, own is None, own is None]
    couples = ((tally.alike,), (tally.counts,))
    assert [within.says("couple", within.program.value(each)) for each in couples] == [True, False]


def test_what_is_asked_for_a_claim_costs_nothing() -> None:
    """What the arrays call does, and its rounds as well."""
    cost = Cost(2, 1, "number", 3, 4)
    holder = Holder(with_operation(tally.tally(tally.twice), "add", cost=cost))
    ev, held = holder.ev, holder.within.any_held(holder.ev, holder.st, "tally")
    for is_code in (True, False):
        with ev.catching(), ev.running_code(is_code):
            [(end, _)] = holder.called(held, "add", 7)
        assert (end.reads, end.writes) == (2, 1)
        assert ev.rounds == {"add, each number": (3, 4)}
        holder.st = end


def test_other_containers_are_known_again_after_what_is_shown() -> None:
    """What is shown of one asks nobody about others."""
    holder = Holder(tally.tally(tally.twice))
    known = dict(holder.ev.components)
    holder.within.show_known(holder.ev)
    assert holder.ev.components == known != {}


@pytest.mark.parametrize(
    ("agree", "whole", "is_open"),
    [
        (tally.alike, None, False),
        (clock.same_length, None, True),
        (clock.same_length, tally.read_whole, False),
        (clock.same_length, "no foreign", False),
    ],
)
def test_what_reading_compares_is_what_is_claimed(agree: Callable[..., bool], whole: Any, is_open: bool) -> None:
    """Where its own proof compares what is made of data with what wrote that."""
    read = tally.read_if(tally.is_no_less)
    foreign = read.operation("from_dict").foreign
    assert foreign is not None
    more = {"foreign": None if whole == "no foreign" else replace(foreign, whole=whole)}
    inner = with_operation(read, "from_dict", agree=agree, **more)
    declared = clock.clock(True)
    inside = replace(declared.inside["tally"], refinement=replace(inner, couple=(tally.alike,)))
    proof = prove_by_reading(replace(declared, inside={"tally": inside}), CREATION)
    assert not proof.unsupported
    assert ["of a copy" in each.what for each in proof.open] == [True] * is_open


class Jar:
    """How much there is."""

    size: int

    def __init__(self) -> None:
        self.size = 0

    def copy(self) -> Jar:
        """Make one with as much."""
        made = Jar()
        made.size = self.size
        return made


class Leaky(Jar):
    """What loses something."""

    def copy(self) -> Jar:
        """Make one with less."""
        made = Leaky()
        made.size = self.size - 1
        return made


def as_large(m: Jar, h: Jar) -> bool:
    """As much is there."""
    return m.size == h.size


@pytest.mark.parametrize("cls", [Jar, Leaky])
def test_a_copy_that_the_model_makes_is_in_its_state(cls: type[Jar]) -> None:
    """By a method of its own."""
    copy = Operation("copy", Claim("TY-R5", "`copy` copies."), pure=True, agree=as_large)
    holder = Holder(replace(tally.tally(tally.twice), model=cls, impl=cls, couple=(), laws=(), operations=(copy,)), ())
    holder.within.show_known(holder.ev)
    assert [each.what for each in holder.ev.open] == ["copy of a tally gives its state"] * (cls is Leaky)


def test_any_one_is_within_its_laws() -> None:
    """Nothing else is known of it."""
    holder = Holder(tally.lawful())
    fields = holder.st.heap[holder.within.any_one(holder.ev, holder.st).id].fields
    many, count = holder.st.heap[fields["items"].id].length, fields["count"]
    assert not holder.leaves_open(holder.st, t.eq(many, count))
    assert holder.leaves_open(holder.st, t.eq(many, 3))
