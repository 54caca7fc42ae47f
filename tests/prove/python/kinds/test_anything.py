"""Foreign data: what is read from it is of the kind that it is taken for."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import pytest

from slotproof.engine.prove.python.kinds import anything
from slotproof.engine.prove.python.kinds.anything import _same
from slotproof.engine.prove.python.kinds.values import BOOL, INT, Kind, View
from slotproof.engine.prove.sides.outcome import seen
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import data as d
from slotproof.engine.prove.source import Refusal

from ...begun import begun

NODE = ast.parse("anything").body[0]


@pytest.mark.parametrize(("kind", "name", "value"), [(INT, "int", 3), (BOOL, "bool", True)])
def test_what_becomes_an_entry_is_of_its_kind(kind: Kind, name: str, value: int) -> None:
    """Something else that would give the same number is not the same."""
    ev, st = begun()
    for fact in d.facts():
        st.assume(fact)
    thing = t.fresh("thing", d.ANY)
    st.assume(_same(kind, value, thing))
    ev.oblige(st, d.is_of(thing, name), NODE, "it is of the kind")
    assert ev.open == []
    ev.oblige(st, d.is_of(thing, "list"), NODE, "it is of another one")
    assert ev.open


def test_what_an_iterator_yields_is_seen_in_order() -> None:
    """As many items, and each at its place."""
    view = View(3, lambda place: place)
    assert isinstance(seen(view), View)
    assert (seen(view).length, seen(view).at(2), seen(7)) == (3, 2, 7)


@pytest.mark.parametrize("name", d.KINDS)
def test_what_is_made_from_a_class_is_of_it(name: str) -> None:
    """Nothing is made from bool or from what None is of."""
    ev, st = begun()
    exact, made = t.fresh("exact", d.ANY), t.fresh("made", d.ANY)
    number = d.KINDS.index(name)
    st.assume(t.conj(t.eq(d.TAG(exact), number), t.eq(d.TAG(made), number + d._MADE)))
    ev.oblige(st, d.is_of(exact, name), NODE, "it is of the class itself")
    assert ev.open == []
    ev.oblige(st, d.is_of(made, name), NODE, "it is of one that is made from it")
    assert (ev.open == []) is (name not in ("None", "bool"))


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        (anything.number, "int"),
        (anything.sequence, "list"),
        (anything.copied, "list"),
        (anything.names_of, "dict"),
    ],
)
def test_data_is_what_it_is_used_as(asked: Callable[..., Any], kind: str) -> None:
    """That is obliged."""
    for known in (kind, "str"):
        ev, st = begun()
        thing = t.fresh("thing", d.ANY)
        st.assume(d.is_of(thing, known))
        asked(ev, st, thing, NODE)
        assert (ev.open == []) is (known == kind)


def test_data_is_told_apart_by_few_classes() -> None:
    """By name; and names are compared with names."""
    ev, thing = begun()[0], t.fresh("thing", d.ANY)
    ways: dict[str, Callable[[], Any]] = {
        "it is no built-in class": lambda: anything.same_type(ev, anything.TypeOf(thing), 3, NODE),
        "data is not told apart by this class": lambda: anything.is_instance(ev, thing, "complex", NODE),
        "compare with a set of texts": lambda: anything.same_names(ev, anything.NamesOf(thing), 3, NODE),
    }
    for why, ask in ways.items():
        with pytest.raises(Refusal, match=why):
            ask()
