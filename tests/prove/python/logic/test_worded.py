"""What claims say in words: what holds of any argument is shown; what does not, or reads what is not there, is open."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.python.builtin import builtins
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import INT, Kind
from slotproof.engine.prove.source import Refusal

from ....judging import mistaken
from ... import worded
from ...begun import begun

RIGHT = (
    worded.moved,
    worded.counted,
    worded.counted_from_one,
    worded.within_each,
    worded.where_it_is,
    worded.where_it_is_unless,
    worded.where_it_is_and,
    worded.of_those_there_are,
    worded.of_greater_ones,
    worded.greatest_key,
    worded.greatest_of_none,
    worded.first_place,
    worded.among,
    worded.each_is_kept_of_those,
    worded.both,
    worded.some,
    worded.few_below,
)
WRONG = (
    worded.moved_too_far,
    worded.beyond_each,
    worded.where_it_is_not,
    worded.where_it_is_unless_not,
    worded.of_others,
    worded.of_any_ones,
    worded.greatest_of_any,
    worded.greatest_unasked,
    worded.second_place,
    worded.among_others,
    worded.each_is_kept,
    worded.some_other,
)


@pytest.mark.parametrize("claim", [*RIGHT, *WRONG], ids=lambda claim: claim.__name__)
def test_a_claim_is_shown_if_it_holds(claim: Callable[..., bool]) -> None:
    """Of any arguments of the kinds that it names."""
    ev, st = begun()
    closure = ev.program.closure(claim)
    node, module = closure.function.node, closure.function.module
    kinds = [ev.kind_named(each.annotation, module) or INT for each in node.args.args if each.annotation is not None]
    given = [any_of(ev, st, name, kind) for name, kind in zip(closure.function.parameters, kinds, strict=True)]
    ev.oblige(st, ev.truth(st, ev.applied(st, closure, given, node), node), node, "it holds")
    assert (ev.open == []) is (claim in RIGHT)


def test_what_is_spread_into_a_record_has_keys_that_are_known() -> None:
    """Else its conditions have no names."""
    ev, st = begun()
    closure = ev.program.closure(worded.spread)
    with pytest.raises(Refusal, match="which keys there are is not known"):
        ev.call(st, closure, [any_of(ev, st, "ages", Kind("dict", (INT, INT)))], {}, closure.function.node)


def test_a_word_that_is_given_other_arguments_is_refused() -> None:
    """What goes wrong within a word is no mistake of who calls it, and is told as it is."""
    ev, node = begun()[0], ast.parse("contains").body[0]
    assert ev.word(State(), "abs", [-3], {}, node)[0][1] == 3
    with pytest.raises(Refusal, match="it takes other arguments"):
        ev.word(State(), "abs", [1, 2, 3], {}, node)
    with pytest.raises(Refusal, match="no function of the language of proofs"):
        ev.word(State(), "contains_not", [], {}, node)
    wrong = "t.ite(t.lt(ev.integer(value, node), 0), t.sub(0, value), value)"
    with mistaken(builtins, (wrong, "ev.integer()")), pytest.raises(TypeError, match="argument"):
        ev.word(State(), "abs", [-3], {}, node)
