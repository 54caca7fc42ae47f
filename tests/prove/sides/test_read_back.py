"""What is read from data is a container of it: one in the same state, or one that its proof accepts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from slotproof.engine.prove.python.kinds.state import Results
from slotproof.engine.prove.python.kinds.values import Data
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import data as d
from slotproof.engine.prove.source import Refusal

from ..examples.holder import Holder, with_operation
from ..examples.tally import is_no_less, read_if, read_whole


def reads(**more: Any) -> Holder:
    """What reads tallies, of whose `from_dict` that is declared."""
    return Holder(with_operation(read_if(is_no_less), "from_dict", **{"refusals": ("InvalidArgument",), **more}))


def read(reader: Holder, *given: Any) -> Results:
    """What `Tally.from_dict` makes of that."""
    return reader.within.read_back(reader.ev, reader.st, list(given), reader.node)


@pytest.mark.parametrize(("least", "is_shown"), [(0, True), (-1, False)])
def test_what_was_written_is_read_as_it_was(least: int, is_shown: bool) -> None:
    """In the same state, if what no claim says is true of that."""
    reader = reads()
    model = reader.any_model()
    was = reader.st.heap[model.id].fields["count"]
    reader.st.assume(t.le(least, was))
    [(end, made)] = read(reader, Data(model, reader.within.model))
    assert ["as it is constructed" in each.what for each in reader.ev.open] == [True] * (not is_shown)
    assert t.same(reader.field(end, made), was)
    assert reader.ev.rested == {"tally from_dict"}


def test_what_is_no_data_of_such_a_container_is_refused() -> None:
    """Data of another one, too; and so is more than the data, or nothing."""
    reader = reads()
    model, thing = reader.any_model(), t.fresh("thing", d.ANY)
    for given in ((Data(model, reader.within.impl),), (7,), (model,), (), (thing, thing)):
        with pytest.raises(Refusal, match="pass the data alone"):
            read(reader, *given)


def test_what_is_accepted_is_known_to_be_in_order() -> None:
    """It is what the data says; other data is refused with an error that is named."""
    reader = reads()
    thing = t.fresh("thing", d.ANY)
    accepted = reader.within.is_accepted(thing)
    with reader.ev.catching() as raised:
        [(end, made)] = read(reader, thing)
    [(refused, error)] = raised
    count = reader.field(end, made)
    for st, said in (
        (end, t.le(0, count)),
        (end, t.eq(count, d.NUMBER(d.held(thing, "count")))),
        (end, accepted),
        (refused, t.neg(accepted)),
    ):
        assert not reader.leaves_open(st, said)
    assert error.name == "InvalidArgument"
    assert all(reader.leaves_open(st, False) for st in (end, refused))


@pytest.mark.parametrize("refusals", [("InvalidArgument",), ("InvalidArgument", "Missing")])
def test_what_is_known_to_be_refused_makes_nothing(refusals: tuple[str, ...]) -> None:
    """It ends in an error alone."""
    reader = reads(refusals=refusals)
    thing = t.fresh("thing", d.ANY)
    reader.st.assume(t.neg(reader.within.is_accepted(thing)))
    with reader.ev.catching() as raised:
        assert read(reader, thing) == []
    assert [error.name for _, error in raised] == [*refusals]


def test_what_is_known_to_be_refused_first_is_not_refused_otherwise() -> None:
    """It ends in the one error that the data says."""
    reader = reads(refusals=("InvalidArgument", "Missing"))
    thing = t.fresh("thing", d.ANY)
    ending = reader.within._ending(thing)
    for number, name in enumerate(("InvalidArgument", "Missing")):
        st = reader.st.copy()
        st.assume(t.eq(ending, number))
        with reader.ev.catching() as raised:
            assert reader.within.read_back(reader.ev, st, [thing], reader.node) == []
        assert [error.name for _, error in raised] == [name]


def test_what_is_read_of_a_class_is_what_its_proof_says() -> None:
    """By the name of the method; nothing else of the class is asked."""
    reader = reads()
    model = reader.any_model()
    reader.st.assume(t.le(0, reader.st.heap[model.id].fields["count"]))
    run = reader.within.of_class(reader.ev, "from_dict", reader.node)
    [(end, made)] = reader.ev.call(reader.st, run, [Data(model, reader.within.model)], {}, reader.node)
    assert t.same(reader.field(end, made), reader.st.heap[model.id].fields["count"])
    with pytest.raises(Refusal, match="nothing is known of it"):
        reader.within.of_class(reader.ev, "of_dict", reader.node)


@pytest.mark.parametrize("more", [{"unproved": "too hard"}, {"foreign": None}, {"name": "of_dict"}])
def test_what_has_no_proof_is_not_read(more: dict[str, Any]) -> None:
    """Nobody says then what is made of data."""
    with pytest.raises(Refusal, match="it has no proof of its own"):
        read(reads(**more), 7)


def test_what_is_not_there_is_not_read() -> None:
    """Though it is said what it makes of what was written."""
    whole = read_if(is_no_less)
    read_by = whole.operation("from_dict")
    assert read_by.foreign is not None
    foreign = replace(read_by.foreign, whole=read_whole)
    without = with_operation(whole, "from_dict", foreign=foreign)
    assert "there is no such method" in prove_by_reading(without, without.operation("from_dict")).unsupported
