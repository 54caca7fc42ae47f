"""The prover proves what is so, refutes what is not, and knows the difference between a proof and an empty one.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

import copy
from dataclasses import replace
from typing import Any

import pytest
import z3

from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.engine import prove, vacuity
from slotproof.proofs.engine.path import NotSupported, Path, running
from slotproof.proofs.engine.prove import prove_operation, write_smtlib
from slotproof.proofs.engine.reading import find, find_by_reading
from slotproof.proofs.engine.rebuild import Rebuilder
from slotproof.proofs.engine.refinement import Claim, Cost, Refinement
from slotproof.proofs.engine.report import Status
from slotproof.proofs.engine.rounds import Head, Rounds
from slotproof.proofs.engine.smtlib import ask_cvc5, smtlib
from slotproof.proofs.engine.solvers import second_opinion
from slotproof.proofs.engine.symbolic import SymInt
from slotproof.proofs.engine.vacuity import reached
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.spec.logic import conj, forall

from .breaks import BREAKS, Break, broken_refinement
from .quick import long_unless

OPERATION_OF = {"_bump": "erase", "_push_back": "erase", "_push_front": "erase"}
"""The operation through which a broken helper shows."""


def failed(refinement: Refinement, unit: str) -> list[Any]:
    """The failed verdicts of one unit."""
    return [verdict for verdict in prove.run(refinement, unit) if verdict.status is Status.FAILED]


@pytest.mark.parametrize(
    "unit",
    long_unless(
        lambda unit: unit in ("insert", "get"), ["new", "insert", "get", "handle_at", "reserve", "copy", "swap", "size"]
    ),
)
def test_an_operation_is_proved(unit: str) -> None:
    """The verdicts are on the operation, its cost, and every invariant and law it keeps, all proved."""
    verdicts = prove.run(HANDLE_MAP, unit)
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}
    kept = {claim.id for claim in (*HANDLE_MAP.couple, *HANDLE_MAP.laws) if not claim.step}
    assert kept <= {verdict.claim for verdict in verdicts}


@pytest.mark.parametrize("name", CATALOG)
def test_each_operation_has_a_proof_by_default(name: str) -> None:
    """An invariant holds if all of them keep it, and not if those do that take little time."""
    operations = [operation.name for operation in CATALOG[name].operations]
    assert {unit.partition(" | ")[0] for unit in prove.units(CATALOG[name], deep=False)} == {"new", *operations}


@pytest.mark.parametrize("change", BREAKS, ids=lambda change: change.id)
@pytest.mark.long
def test_a_break_is_refuted_with_a_real_state(change: Break) -> None:
    """Every one-line break fails the proof, and the failure is a step that the real code takes wrongly."""
    verdicts = failed(broken_refinement(change), OPERATION_OF.get(change.method, change.method))
    assert verdicts
    failure = verdicts[0].failure
    assert failure is not None
    assert len(failure.trace) == 1, failure.message
    assert failure.start == "well-formed state"


def test_a_whole_declaration_has_no_claim_of_its_own_left_out() -> None:
    """Each operation is a unit, and so is the creation of a container."""
    assert prove.units(HANDLE_MAP, deep=True) == ["new", *(operation.name for operation in HANDLE_MAP.operations)]


FALSE_CLAIMS = {
    "no map holds a value": lambda m, h: len(h.dense) == 0,
    "every slot is live": lambda m, h: len(h.sparse) == len(h.dense),
    "the freelist is empty": lambda m, h: h.free_head == h.nil,
    "slots never move": lambda m, h: forall(0, len(h.meta), lambda pos: h.meta[pos] == pos),
    "generations never grow": lambda m, h: forall(0, len(h.sparse), lambda slot: h.generation[slot] == 1),
    "nothing is used up": lambda m, h: h.retired == 0,
    "always sorted": lambda m, h: h.fragmented == False,  # noqa: E712 - a formula has no `not`
    "one slot at most": lambda m, h: len(h.sparse) <= 1,
}


@pytest.mark.parametrize("name", long_unless(lambda name: name == "the freelist is empty", FALSE_CLAIMS))
def test_a_false_claim_is_refuted(name: str) -> None:
    """A claim that is not so is not kept by every operation: some unit fails, or cannot even start."""
    wrong = Claim("HM-I99", name, FALSE_CLAIMS[name])
    refinement = replace(HANDLE_MAP, couple=(*HANDLE_MAP.couple, wrong))
    units = ("new", "insert", "erase")
    assert any(failed(refinement, unit) for unit in units)


def test_assumptions_that_contradict_each_other_prove_nothing() -> None:
    """With a coupling that no state satisfies every obligation holds; the judge sees that nothing was reached."""
    impossible = Claim("HM-I99", "A map has fewer than no slots.", lambda m, h: len(h.sparse) < 0)
    refinement = replace(HANDLE_MAP, couple=(*HANDLE_MAP.couple, impossible))
    [verdict] = failed(refinement, "size")
    assert "contradict" in verdict.reason


def test_each_way_an_operation_may_end_has_a_start() -> None:
    """Success, each documented refusal, and a round of each loop are reached from a concrete state."""
    rounds = {"a round of HandleMap.clear#0"}
    assert reached(HANDLE_MAP, HANDLE_MAP.operation("insert"), set()).ends.keys() == {"success", "Full"}
    assert reached(HANDLE_MAP, HANDLE_MAP.operation("clear"), rounds).ends.keys() == {"success", *rounds}


def test_a_start_is_looked_for_again_where_a_solver_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """One try too short finds none; a second one with more units does."""
    insert = HANDLE_MAP.operation("insert")
    monkeypatch.setattr(vacuity, "STARTS", ((1, 0),))
    assert reached(HANDLE_MAP, insert, set()).missing == ["Full", "success"]
    monkeypatch.setattr(vacuity, "STARTS", ((1, 0), (200_000, 1)))
    assert reached(HANDLE_MAP, insert, set()).missing == []


@pytest.mark.long
def test_a_cost_that_is_not_reached_is_no_bound() -> None:
    """The declared cost must be exact: one read too many in the declaration fails as one too few does."""
    for reads in (1, 3):
        operation = replace(HANDLE_MAP.operation("insert"), cost=Cost(reads, 5))
        operations = tuple(operation if each.name == "insert" else each for each in HANDLE_MAP.operations)
        [verdict] = failed(replace(HANDLE_MAP, operations=operations), "insert")
        assert verdict.claim == "HM-C1"


@pytest.mark.parametrize("name", ["dense and meta", "sparse", "between"])
@pytest.mark.long
def test_a_loop_invariant_that_says_too_little_carries_no_proof(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part of the invariant of `_move` is needed: without it some obligation resists."""
    whole = Rounds._invariant

    def thinned(self: Rounds, head: Head, local: Any) -> dict[str, Any]:
        dropped = name if head.loop.function == "HandleMap._move" else ""
        return {key: part for key, part in whole(self, head, local).items() if key != dropped}

    monkeypatch.setattr(Rounds, "_invariant", thinned)
    proof = prove_operation(HANDLE_MAP, HANDLE_MAP.operation("defragment"))
    assert not proof.unsupported
    assert proof.open


@pytest.mark.long
def test_a_loop_that_changes_what_it_does_not_say_is_caught() -> None:
    """`clear` changes `free`; a declaration that does not say so proves nothing about it."""
    loops = tuple(
        replace(loop, changes=tuple(name for name in loop.changes if name != "free"))
        if loop.function == "HandleMap.clear"
        else loop
        for loop in HANDLE_MAP.loops
    )
    proof = prove_operation(replace(HANDLE_MAP, loops=loops), HANDLE_MAP.operation("clear"))
    assert proof.open or proof.unsupported


@pytest.mark.long
def test_a_loop_without_a_variant_is_not_proved() -> None:
    """Termination is an obligation of every `while` loop."""
    loops = tuple(
        replace(loop, variant=None) if loop.function == "HandleMap._move" else loop for loop in HANDLE_MAP.loops
    )
    proof = prove_operation(replace(HANDLE_MAP, loops=loops), HANDLE_MAP.operation("defragment"))
    assert "variant" in (proof.unsupported or proof.open[0].what)


def test_the_solvers_are_asked_the_same_question(tmp_path: Any) -> None:
    """An obligation is a text; both solvers read it, and both say of a false one that it is false."""
    x = z3.Int("x")
    questions = [([x > 3], x > 2), ([x > 3, x > 4], x > 4), ([x > 3], x > 4)]
    assert second_opinion(questions)[0] == ["unsat", "unsat", "sat"]
    assert ask_cvc5(smtlib([x > 3], x > 2))[0] == "unsat"
    proof = prove_operation(HANDLE_MAP, HANDLE_MAP.operation("size"))
    assert write_smtlib(proof, tmp_path) == len(proof.obligations) > 0
    solver = z3.Solver()
    for file in tmp_path.iterdir():
        solver.reset()
        solver.from_file(str(file))
        assert solver.check() == z3.unsat


def test_a_claim_that_asks_for_a_truth_value_is_refused() -> None:
    """`and` in a claim would fork the path of stand-ins instead of saying something: it is reported, not followed."""
    hasty = Claim("HM-I99", "hasty", lambda m, h: h.free_head == h.nil and h.free_tail == h.nil)
    refinement = replace(HANDLE_MAP, couple=(*HANDLE_MAP.couple, hasty))
    [verdict] = prove.run(replace(refinement, older=None), "size")[:1]
    assert verdict.status is Status.NOT_PROVED
    assert "conj" in verdict.reason
    assert failed(refinement, "size") == []  # where texts are read it is what it says
    assert "HM-I99" in {each.claim for each in failed(refinement, "erase")}


def test_no_counterexample_is_made_up() -> None:
    """Of an operation that is right there is no counterexample."""
    assert find(HANDLE_MAP, HANDLE_MAP.operation("insert")) is None


@pytest.mark.long
def test_a_search_for_a_counterexample_has_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found with units to spare is not found with none; the failure then says what it is: not shown."""
    change = next(each for each in BREAKS if each.method == "insert")
    broken = broken_refinement(change)
    assert find_by_reading(broken, broken.operation("insert")) is not None
    assert find_by_reading(broken, broken.operation("insert"), 0) is None
    [verdict, *_] = failed(broken, "insert")
    assert verdict.evidence["refuted"]
    monkeypatch.setattr(prove, "find", lambda refinement, operation: find_by_reading(refinement, operation, 0))
    [verdict, *_] = failed(broken, "insert")
    assert not verdict.evidence["refuted"]
    assert verdict.failure.message.startswith("not shown: ")
    assert "was found that breaks it" in verdict.failure.message


def test_words_of_logic_build_formulas() -> None:
    """A quantifier over an unknown length is a formula, and spelled out where the length is bounded."""
    for bound in (None, 2):
        with running(Path((), [], bound)):
            n: Any = SymInt(z3.Int("n"))
            said: Any = forall(0, n, lambda i, n=n: conj(i >= 0, i < n))  # type: ignore[misc]
            assert z3.is_quantifier(said.term) == (bound is None)
            solver = z3.Solver()
            solver.add(z3.Not(said.term))
            assert solver.check() == z3.unsat


def test_a_class_that_changes_is_refused_and_a_copy_changes_none() -> None:
    """What the first copy of an object notes in its class is no change of it."""

    class Shared:
        """A class of containers."""

    rebuilder = Rebuilder()
    rebuilder.classes[Shared] = Shared
    rebuilder.note_classes()
    copy.copy(Shared())
    assert "__slotnames__" in vars(Shared)
    rebuilder.require_classes_unchanged()
    setattr(Shared, "more", 1)  # noqa: B010 - which its class does not declare
    with pytest.raises(NotSupported, match="the class Shared changes"):
        rebuilder.require_classes_unchanged()
