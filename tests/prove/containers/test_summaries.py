"""Facts of a theorem are used of the arguments that it is about, and of no others."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import Claim, Summary, Theorem
from slotproof.engine.prove.containers.summaries import Summaries, shown_for
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import INT, Kind
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.solve import Solver
from slotproof.engine.prove.source import Refusal

from .. import worded
from ..examples.tally import tally, twice

NODE = ast.parse("given").body[0]


@pytest.mark.parametrize(
    ("word", "low", "seven", "is_shown"),
    [
        (200, 3, 7, True),
        (0, 2, 7, True),
        (255, 4, 7, True),
        (256, 3, 7, False),
        (-1, 3, 7, False),
        (200, 1, 7, False),
        (200, 5, 7, False),
        (200, 3, 8, False),
    ],
)
@pytest.mark.parametrize("widths", [[8], [7, 8]])
def test_a_theorem_is_about_the_arguments_that_it_was_shown_of(
    widths: list[int], word: int, low: int, seven: int, is_shown: bool
) -> None:
    """At the greatest of its widths: each number is in its range, and a constant is itself."""
    program = Declarations()
    ev = Evaluator(program, Solver(Budget(last=50_000)))
    [shown] = shown_for(ev, program.closure(worded.given), tuple({"word_bits": each} for each in widths), NODE)
    given = [t.fresh(name, t.INT) for name in ("word", "low", "seven")]
    st = State()
    st.assume(t.conj(*(t.eq(each, value) for each, value in zip(given, (word, low, seven), strict=True))))
    st.assume(t.eq(t.POW2(t.lift(8)), 256))
    covered = shown.covers(given)
    ev.oblige(st, covered if is_shown else t.neg(covered), NODE, "as it is shown")
    assert ev.open == []


@pytest.mark.parametrize(
    ("widths", "width", "is_shown"),
    [
        ([7, 8], 7, True),
        ([7, 8], 8, True),
        ([7, 8], 6, False),
        ([7, 8], 9, False),
        ([6, 8], 7, False),
        ([6, 8], 6, True),
    ],
)
def test_a_theorem_is_about_its_own_widths(widths: list[int], width: int, is_shown: bool) -> None:
    """Of those between them only if each is one."""
    program = Declarations()
    ev, st = Evaluator(program, Solver(Budget(last=50_000))), State()
    instances = tuple({"word_bits": each} for each in widths)
    [shown] = shown_for(ev, program.closure(worded.with_its_width), instances, NODE)
    given = t.fresh("width", t.INT)
    st.assume(t.eq(given, width))
    covered = shown.covers([0, given])
    st.assume(t.le(1, t.POW2(t.lift(width))))
    st.assume(t.eq(t.POW2(given), t.POW2(t.lift(width))))
    ev.oblige(st, covered if is_shown else t.neg(covered), NODE, "as it is shown")
    assert ev.open == []


@pytest.mark.parametrize(
    ("given", "instances", "why"),
    [
        (worded.given, ({"word_bits": 8}, {"bits": 8}), "they have other names in some"),
        (worded.as_many_as_there_are, ({"word_bits": 8},), "how many arguments it gives is not known"),
    ],
)
def test_what_a_theorem_is_about_is_known(given: Any, instances: tuple[dict[str, int], ...], why: str) -> None:
    """Or it is refused."""
    program = Declarations()
    with pytest.raises(Refusal, match=why):
        shown_for(Evaluator(program, Solver()), program.closure(given), instances, NODE)


# --- calls


class Calling:
    """An evaluator that knows a function by a theorem, and a state in which a number and a list are within a range."""

    def __init__(self, low: int = 0, high: int = 256, shows: bool = True, **more: Any) -> None:
        said = {"facts": worded.as_it_was, "theorem": "WO-T1", "given": worded.of_a_byte, **more}
        summary = Summary(worded.kept, int, **said)
        theorem = Theorem(Claim("WO-T1", "It is kept."), worded.as_it_was, ({"word_bits": 8},), (summary,) * shows)
        program = Declarations()
        self.ev, self.st = Evaluator(program, Solver(Budget(last=50_000))), State()
        Summaries(replace(tally(twice), summaries=(summary,), theorems=(theorem,)), program).install(self.ev)
        self.number, place = t.fresh("number", t.INT), t.variable("place", 1)
        self.held = any_of(self.ev, self.st, "held", Kind("list", (INT,)))
        entry = t.select(self.st.heap[self.held.id].arrays[0], place)
        for each in (self.number, entry):
            said = t.conj(t.le(low, each), t.lt(each, high))
            self.st.assume(said if each is self.number else t.forall(place, said))
        self.st.assume(t.eq(t.POW2(t.lift(8)), 256))

    def called(self, function: Any, given: Any, is_code: bool = True) -> Any:
        """What a function gives where it ends."""
        closure = self.ev.program.closure(function)
        context = self.ev.running_code(is_code)
        with context, self.ev.catching() as raised:
            [(self.st, value)] = self.ev.call(self.st, closure, [given], {}, closure.function.node)
        assert not raised
        return value

    def open(self) -> list[str]:
        """What is left open."""
        return [each.what for each in self.ev.open]


@pytest.mark.parametrize(("low", "high", "is_open"), [(0, 256, False), (0, 999, False), (-1, 256, True)])
def test_what_a_theorem_does_not_speak_of_is_followed(low: int, high: int, is_open: bool) -> None:
    """Its code may end in an error there; all else is known of it by the theorem."""
    calling = Calling(low, high)
    value = calling.called(worded.one_is_kept, calling.number)
    assert bool(calling.open()) is is_open
    assert calling.ev.rested == {"WO-T1"}
    if not is_open:
        calling.ev.oblige(calling.st, t.eq(value, calling.number), NODE, "it is kept")
        assert calling.open() == []


@pytest.mark.parametrize(("low", "high", "is_open"), [(0, 256, False), (0, 257, True), (-1, 256, True)])
def test_of_each_entry_a_theorem_speaks(low: int, high: int, is_open: bool) -> None:
    """Nothing is followed for each of many."""
    calling = Calling(low, high)
    calling.called(worded.each_one_is_kept, calling.held)
    assert calling.open() == ["kept: WO-T1 speaks of these arguments"] * is_open


def test_a_number_that_is_known_is_followed() -> None:
    """No theorem is used of it."""
    calling = Calling()
    assert (calling.called(worded.one_is_kept, 300), calling.open(), calling.ev.rested) == (300, [], set())


@pytest.mark.parametrize(("function", "more"), [(worded.one_more_is_given, 1), (worded.two_more_are_given(), 2)])
def test_a_function_within_another_is_known_by_no_theorem(function: Any, more: int) -> None:
    """Though it has the name of one that is."""
    calling = Calling()
    value = calling.called(function, calling.number)
    calling.ev.oblige(calling.st, t.eq(value, t.add(calling.number, more)), NODE, "so much is put to it")
    assert (calling.open(), calling.ev.rested) == ([], set())


def test_a_claim_asks_for_no_more_than_it_is_told() -> None:
    """What it says of arguments that no theorem speaks of is nothing."""
    calling = Calling(-1)
    value = calling.called(worded.one_is_kept, calling.number, is_code=False)
    assert calling.open() == []
    calling.ev.oblige(calling.st.copy(), t.eq(value, calling.number), NODE, "it is kept")
    assert calling.open() == ["it is kept"]
    calling.ev.oblige(
        calling.st, t.implies(t.le(0, calling.number), t.eq(value, calling.number)), NODE, "it is kept of these"
    )
    assert calling.open() == ["it is kept"]


@pytest.mark.parametrize("is_code", [True, False])
def test_what_has_no_facts_is_a_function_of_its_arguments(is_code: bool) -> None:
    """That is presumed of code, and nothing else is known."""
    calling = Calling(facts=None, theorem="", given=None)
    one, other = (calling.called(worded.one_is_kept, calling.number, is_code) for _ in range(2))
    told = {"tests.prove.worded.kept gives equal arguments equal results, and ends in no error"}
    assert calling.ev.presumes == (told if is_code else set())
    assert t.same(one, other)
    calling.ev.oblige(calling.st, t.eq(one, calling.number), NODE, "it is kept")
    assert calling.open() == ["it is kept"]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"shows": False}, "the facts of tests.prove.worded.kept are no part of theorem WO-T1"),
        ({"theorem": "WO-T2"}, "the facts of tests.prove.worded.kept are no part of theorem WO-T2"),
        ({"given": None}, "it is not said for which arguments its facts are shown"),
    ],
)
def test_facts_that_are_not_shown_are_not_used(more: dict[str, Any], why: str) -> None:
    """Nor are those of which nobody says of what."""
    calling = Calling(**more)
    with pytest.raises(Refusal, match=why):
        calling.called(worded.one_is_kept, calling.number)


def test_a_theorem_is_about_numbers() -> None:
    """And not about lists of them."""
    calling = Calling()
    with pytest.raises(Refusal, match="use numbers, truths, texts or bytes"):
        calling.called(worded.one_is_kept, calling.held)
