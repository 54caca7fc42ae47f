"""What `make` gives a domain is any value of its kind: no less is known of it than is so, and no more."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from slotproof.engine.prove.declaration.make import Make, any_of
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import BOOL, INT, VALUE, Kind, Tuple
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import texts as x
from slotproof.engine.prove.source import Refusal

from .. import worded
from ..begun import begun

NODE = ast.parse("made").body[0]


def made(word: str, *more: Any, limited: bool = False) -> tuple[Evaluator, list[tuple[State, Any]]]:
    """What a word of `make` gives, in each way that there is."""
    ev = begun()[0]
    make = object.__new__(Make)
    make.counts = {"rows": 2}
    return ev, make.told(limited).attributes[word]().call(ev, State(), NODE, ["given", *more])


@pytest.mark.parametrize("word", ["name", "names", "source"])
def test_what_is_so_of_all_texts_is_known_of_an_argument(word: str) -> None:
    """Wherever it may be one: bytes are in their range, and no more is known of them."""
    ev, ends = made(word)
    byte = x.byte_at(t.fresh("any text", t.TEXT), 3)
    for end, _ in ends:
        ev.oblige(end, t.conj(t.le(0, byte), t.lt(byte, 256)), NODE, "a byte")
    assert ev.open == []
    for end, _ in ends:
        ev.oblige(end.copy(), t.lt(byte, 255), NODE, "less than a byte")
    assert len(ev.open) == len(ends)


@pytest.mark.parametrize(("word", "below"), [("negative", 0), ("int", None)])
def test_a_number_is_any(word: str, below: int | None) -> None:
    """One of those that the word names."""
    ev, [(st, number)] = made(word, limited=True)
    for limit in (-1, 0, 1):
        ev.oblige(st.copy(), t.lt(number, limit), NODE, f"below {limit}")
        ev.oblige(st.copy(), t.lt(limit, number), NODE, f"above {limit}")
    above = [f"above {limit}" for limit in (-1, 0, 1)]
    open_below = [f"below {limit}" for limit in (-1, 0, 1) if below is None or limit < below]
    assert sorted(each.what for each in ev.open) == sorted(above + open_below)


def test_only_a_domain_that_says_what_limits_it_makes_some_numbers() -> None:
    """Others are given any."""
    with pytest.raises(KeyError):
        made("negative")


def test_what_names_something_is_each_and_any_other_number() -> None:
    """No number is left out, and none comes twice."""
    ev, ends = made("number_of", "rows")
    assert [number for _, number in ends[:2]] == [0, 1]
    st, number = ends[2]
    ev.oblige(st, t.disj(t.lt(number, 0), t.lt(1, number)), NODE, "it is another one")
    assert (len(ends), ev.open) == (3, [])
    for limit in (-1, 2):
        ev.oblige(st.copy(), t.neg(t.eq(number, limit)), NODE, "it is none of those")
    assert len(ev.open) == 2


def test_an_order_is_strict_and_weak() -> None:
    """Nothing comes after itself, nor both of two after one another; what does not may still be of one rank."""
    ev, [(st, order)] = made("order")
    assert ev.presumes == {"an order that a client passes is a strict weak order"}
    a, b, c = (t.fresh(name, t.ELEMENT) for name in "abc")

    def after(one: Any, other: Any) -> Any:
        [(_, truth)] = order.call(ev, st, NODE, [one, other])
        return truth

    ev.oblige(st, t.neg(after(a, a)), NODE, "irreflexive")
    ev.oblige(st, t.neg(t.conj(after(a, b), after(b, a))), NODE, "asymmetric")
    ev.oblige(st, t.implies(t.conj(after(a, b), after(b, c)), after(a, c)), NODE, "transitive")
    between = t.disj(after(a, b), after(b, c))
    ev.oblige(st, t.implies(after(a, c), between), NODE, "what is of one rank is after the same")
    assert ev.open == []
    ev.oblige(st.copy(), t.disj(after(a, b), after(b, a)), NODE, "total")
    ev.oblige(st, t.neg(after(a, b)), NODE, "empty")
    assert len(ev.open) == 2


@pytest.mark.parametrize("part", [Kind("list", (INT,)), Kind("set", (INT,)), Kind("none")])
def test_a_tuple_holds_no_more_than_terms(part: Kind) -> None:
    """Any other is refused, where a name stands for it."""
    ev = begun()[0]
    ev.stack.append(ev.program.closure(worded.itself).function)
    any_of(ev, State(), "pair", Kind("tuple", (INT, Kind("tuple", (INT,)))))
    with pytest.raises(Refusal, match="give it a field"):
        any_of(ev, State(), "pair", Kind("tuple", (INT, part)))


@pytest.mark.parametrize("name", ["list", "dict"])
def test_so_many_things_are_no_argument(name: str) -> None:
    """Of which each is known by itself."""
    ev, _ = begun()
    ev.stack.append(ev.program.closure(worded.itself).function)
    with pytest.raises(Refusal, match="how many there are is not known"):
        any_of(ev, State(), "rows", Kind(name, (INT, Kind("list", (INT,)))[name == "list" :]))


@pytest.mark.parametrize(("like", "kind"), [(3, INT), (True, BOOL), (None, VALUE)])
def test_a_list_has_entries_of_the_kind_of_an_example(like: Any, kind: Kind) -> None:
    """Both sides get the same entries, each in a list of its own."""
    _, [(st, sides)] = made("list", *([] if like is None else [like]))
    one, other = (st.heap[each.id] for each in (sides.model, sides.impl))
    assert one is other
    assert (one.kind, sides.model.id == sides.impl.id) == (kind, False)
    assert "given" in str(one.length)


@pytest.mark.parametrize(
    ("word", "more", "told"),
    [
        ("int", [3], "give it a name"),
        ("one_of", [], "give it a name and a tuple"),
        ("one_of", ["first"], "give it a name and a tuple"),
        ("one_of", [Tuple((1, 2)), 3], "give it a name and a tuple"),
        ("number_of", ["columns"], "no arrangement counts them"),
        ("list", [1, 2], "give it a name, and one entry"),
        ("peer", [1], "give it a name"),
    ],
)
def test_what_a_word_does_not_take_is_refused(word: str, more: list[Any], told: str) -> None:
    """With what it takes."""
    with pytest.raises(Refusal, match=told):
        made(word, *more)
