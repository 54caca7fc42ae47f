"""Theorems of any instance: what is so of all numbers of any width is proved, and nothing else.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from slotproof.declare import Claim, Refinement, Summary, Theorem, law
from slotproof.declare.verdict import Status, Verdict
from slotproof.engine.bitvectors import bits as words
from slotproof.engine.prove import prove
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.reading import prove_theorem, simulation_of
from slotproof.engine.prove.sides.theorems import show_instances
from slotproof.engine.prove.source import Refusal
from slotproof.spec.errors import Missing
from slotproof.spec.logic import conj, iff, within

from ..examples.tally import TallyModel, tally, twice


class Named(NamedTuple):
    """A pair that is ordered by its second part first."""

    low: int
    high: int

    def __lt__(self, other: tuple[object, ...]) -> bool:
        return tuple(self)[::-1] < tuple(other)[::-1]


def _any_width(make: Any) -> Mapping[str, int]:
    return {"width": make.int("width")}


def _fits(bits: Any, width: int) -> Any:
    bits.assume(width >= 1)
    return bits.int("word", width) < 2**width


def _of_three(bits: Any, width: int = 3) -> Any:
    return bits.int("word", width) < 8


def _of_two(bits: Any, width: int, other: int) -> bool:
    return width == other


def _twice_the_same(make: Any) -> Mapping[str, int]:
    width = make.int("width")
    return {"width": width, "other": width}


def _in_order(make: Any) -> Mapping[str, int]:
    width, other = make.int("width"), make.int("other")
    return {"width": width, "other": other} if width < other else {"width": other, "other": width}


def _fits_less(bits: Any, width: int) -> Any:
    bits.assume(width >= 1)
    return bits.int("word", width) < 2**width - 1


def _unassumed(bits: Any, width: int) -> Any:
    return bits.int("word", width) < 2**width


def _of_nothing(bits: Any, width: int) -> bool:
    bits.assume(conj(width >= 1, width < 1))
    return width == 7


def _raising(bits: Any, width: int) -> bool:
    bits.assume(width >= 1)
    if bits.int("word", width) == 1:
        raise Missing("one")
    return width >= 1


def _low_part(bits: Any, width: int) -> Any:
    bits.assume(width >= 1)
    word = bits.int("word", width)
    assert word >> width == 0
    return word & (2**width - 1) == word


def _wrong_step(bits: Any, width: int) -> Any:
    bits.assume(width >= 1)
    word = bits.between("word", -(2**width), 2**width)
    assert word >> width == 0
    return word & (2**width - 1) == word


def _none_between(bits: Any, width: int) -> Any:
    bits.assume(width >= 0)
    return bits.between("word", width, width) == width


def _gone_through(bits: Any, width: int) -> bool:
    bits.assume(width >= 1)
    return any(bits.int("word", 8) == each for each in range(2**width))


def _stored(bits: Any, width: int) -> bool:
    bits.assume(width >= 1)
    held = [bits.value()]
    held.append(bits.value())
    return conj(bits.int("word", width) < 2**width, len(held) == 2)


def _alike(bits: Any, width: int) -> bool:
    bits.assume(width >= 1)
    value: bool = bits.value() == bits.value()
    return value


def _true(bits: Any, width: int) -> bool:
    return True if bits.value() else width == 1


def _alike_throughout(bits: Any, width: int) -> bool:
    bits.assume(width >= 1)
    return all(bits.value() == bits.value() for _ in range(2**width))


def _ordered(bits: Any, width: int) -> bool:
    bits.assume(width >= 1)
    one, two = (Named(bits.int(name, width), bits.int(name + "_high", width)) for name in ("one", "two"))
    return iff(one < two, one.low + one.high * 2**width < two.low + two.high * 2**width)


def _ordered_by_the_first(bits: Any, width: int) -> bool:
    bits.assume(width >= 1)
    one, two = (Named(bits.int(name, width), bits.int(name + "_high", width)) for name in ("one", "two"))
    return iff(one < two, one.low * 2**width + one.high < two.low * 2**width + two.high)


def of_one(holds: Callable[..., Any], **more: Any) -> Refinement:
    """A declaration with one theorem of any instance."""
    widths = ({"width": 1}, {"width": 4})
    theorem = Theorem(Claim("TY-B1", "It is so."), holds, widths, **{"configure": _any_width, **more})
    return replace(tally(twice), theorems=(theorem,))


def verdict(refinement: Refinement) -> Verdict:
    """What `prove` says of the theorem."""
    [found] = prove.run(refinement, "TY-B1")
    return found


@pytest.mark.parametrize("holds", [_fits, _low_part, _ordered, _stored])
def test_what_is_so_of_any_width_is_proved(holds: Callable[..., Any]) -> None:
    """With no scope, and `bits` says so of some widths."""
    refinement = of_one(holds)
    assert (verdict(refinement).status, verdict(refinement).scope) == (Status.PROVED, "")
    assert words.run(refinement, "TY-B1")[0].status is Status.PROVED


@pytest.mark.parametrize(
    ("holds", "why"),
    [
        (_fits_less, "TY-B1: It is so."),
        (_ordered_by_the_first, "TY-B1: It is so."),
        (_raising, "TY-B1: It is so.: Missing is raised"),
        (_unassumed, "a width is not below 0"),
        (_none_between, "there is a number between"),
        (_wrong_step, "assert word >> width == 0"),
        (_alike, "TY-B1: It is so."),
    ],
)
def test_what_is_not_so_is_open(holds: Callable[..., Any], why: str) -> None:
    """Where it stands."""
    refinement = of_one(holds)
    [left] = prove_theorem(refinement, refinement.theorems[0], doubt=lambda: True).open
    assert why in left.what


@pytest.mark.parametrize("holds", [_alike, _true])
def test_nothing_is_asked_of_a_value(holds: Callable[..., Any]) -> None:
    """By `bits` neither: it is stored, and nothing else is known of it."""
    [found] = words.run(of_one(holds), "TY-B1")
    assert found.status is Status.FAILED
    assert "of a value nothing is known" in found.reason


def test_what_limits_the_instances_is_the_scope() -> None:
    """Whatever is left out, the line says so."""
    found = verdict(of_one(_fits, configure=lambda make: {"width": 3}, configured="three bits"))
    assert (found.status, found.scope) == (Status.PROVED, "three bits")


def test_what_is_open_is_a_failure_of_the_theorem() -> None:
    """With the claim, and what was not shown; nothing is known that breaks it."""
    found = verdict(of_one(_none_between))
    assert found.status is Status.FAILED
    assert found.failure is not None
    assert (found.failure.claim, found.failure.message) == ("TY-B1", f"not shown: {found.reason}")
    assert found.evidence["refuted"] is False


FULL = Summary(twice, int)
_NOT_ANY = "it is not for every value of each argument"


@pytest.mark.parametrize(
    ("refinement", "why"),
    [
        (of_one(_of_nothing), "no numbers are as it assumes"),
        (of_one(_gone_through), "there is one of it, for all that is gone through"),
        (of_one(_alike_throughout), "there is one of it, for all that is gone through"),
        (of_one(_fits, shows=(FULL,)), "what it shows of functions is of its widths"),
        (of_one(_fits, configure=lambda make: make.int("width")), "it gives no arguments by name"),
        (of_one(_fits, configure=lambda make: {"width": 3}), _NOT_ANY),
        (of_one(_fits, configure=lambda make: {"width": make.one_of("width", (3, 4))}), _NOT_ANY),
        (of_one(_fits, configure=lambda make: {"width": make.int("width") + 1}), _NOT_ANY),
        (of_one(_of_three, configure=lambda make: {}), "it is not for each parameter"),
        (of_one(_of_two, configure=_twice_the_same), _NOT_ANY),
        (of_one(_of_two, configure=_in_order), _NOT_ANY),
        (of_one(_of_two), "it is not for each parameter"),
    ],
)
def test_what_says_nothing_is_refused(refinement: Refinement, why: str) -> None:
    """With a reason."""
    found = verdict(refinement)
    assert found.status is Status.NOT_PROVED
    assert why in found.reason


def test_a_theorem_of_any_instance_is_a_unit() -> None:
    """It reads the theorem itself; one of some widths is none."""
    refinement = of_one(_fits)
    assert prove.units(refinement, deep=False)[-1] == "TY-B1"
    assert refinement.theorems[0] in prove.reads(refinement, "TY-B1").parts
    assert "TY-B1" not in prove.units(of_one(_fits, configure=None), deep=False)


# --- theorems about the numbers of containers


@law("TY-L1", "There are up to three.")
def few(m: TallyModel) -> bool:
    return within(0, m.count, 4)


def about(of: Mapping[str, str], *widths: int) -> Refinement:
    """A declaration with one theorem, at some widths, about the numbers of containers with up to three."""
    theorem = Theorem(Claim("TY-B1", "It is so."), _of_count, tuple({"width": each} for each in widths), of=of)
    return replace(tally(twice), laws=(few,), theorems=(theorem,))


def _of_count(bits: Any, width: int) -> Any:
    return bits.int("word", width) < 2**width


def said_of(refinement: Refinement) -> list[Verdict]:
    """What the proof of a new container says of the theorem."""
    return [each for each in prove.run(refinement, "new") if each.claim == "TY-B1"]


def test_a_theorem_at_each_number_of_a_container_is_proved() -> None:
    """It rests on what `bits` shows; without `of`, nothing but that is said of it."""
    [found] = said_of(about({"width": "count"}, 0, 1, 2, 3, 4))
    assert (found.status, found.scope) == (Status.PROVED, "")
    assert "TY-B1" in found.evidence["rests_on"]
    assert not said_of(about({}, 0, 1, 2, 3, 4))


@pytest.mark.parametrize("widths", [(0, 1, 2), (1, 2, 3), (0, 1, 3)])
def test_a_theorem_that_leaves_out_a_number_of_a_container_is_open(widths: tuple[int, ...]) -> None:
    """Of which containers have some number that is no instance."""
    [found] = said_of(about({"width": "count"}, *widths))
    assert found.status is Status.FAILED
    assert found.failure is not None
    assert found.failure.message.startswith("not shown: ")
    assert "TY-B1 is shown for count" in found.failure.message


@pytest.mark.parametrize(
    ("of", "why"),
    [
        ({"width": "counted"}, "the model has no number `counted`"),
        ({"width": "items"}, "the model has no number `items`"),
        ({"word": "count"}, "it does not say of what each number of each instance is"),
        ({"width": "count", "word": "count"}, "it does not say of what each number of each instance is"),
    ],
)
def test_what_is_no_number_of_a_container_is_refused(of: Mapping[str, str], why: str) -> None:
    """With a reason, and nothing is said of the theorem."""
    refinement = about(of, 0, 1, 2, 3)
    assert not said_of(refinement)
    assert all(why in each.reason for each in prove.run(refinement, "new"))


def test_a_theorem_about_containers_in_one_arrangement_is_refused() -> None:
    """It would be shown of the numbers of those alone, and its line would not say so."""
    refinement = about({"width": "count"}, 0, 1, 2, 3)
    simulation = simulation_of(refinement)
    ev = Evaluator(simulation.program, None)
    st = simulation.start(ev)
    model = simulation.any_one(ev, st, "model", "m.")
    simulation.arrangement = refinement
    with pytest.raises(Refusal, match="arranged so alone"):
        show_instances(simulation, ev, st, refinement.theorems[0], model)


def test_what_is_read_ahead_is_no_term() -> None:
    """What solvers answer depends on the numbers of terms: to read another declaration before changes none."""
    code = (
        "import z3; from slotproof.engine.prove import prove; from slotproof.proofs.catalog import CATALOG;"
        "probes = [z3.Int(f'probe {each}') for each in range(5_000)];"  # which take all numbers of terms that are gone
        "[prove.prepare(refinement) for refinement in CATALOG.values()];"
        "print(z3.Int('after').get_id() - probes[-1].get_id())"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "1\n"


def test_a_proof_reads_for_what_theorems_are_shown() -> None:
    """What it takes from a theorem is shown of its widths alone."""
    wide, narrow = (about({}, *widths) for widths in ((0, 1, 2), (0, 1)))
    assert prove.reads(wide, "add") == prove.reads(about({}, 0, 1, 2), "add")
    assert prove.reads(wide, "add") != prove.reads(narrow, "add")
