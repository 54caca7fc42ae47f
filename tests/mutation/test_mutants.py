"""The mutation engine: what operators make, that a process takes it on and off again, and that no answer is lost."""

import json
import multiprocessing
import os
import random
import signal
import string
import sys
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from slotproof.cli.mutants import Work, as_it_is, draw
from slotproof.declare import CREATION
from slotproof.declare.verdict import Status
from slotproof.engine.explore import explore
from slotproof.engine.explore.surface import wrong_surface
from slotproof.engine.mutate.edit import CLAIM, IMPL, MODEL, Edit, Mutant, NotApplied, applied, replaced
from slotproof.engine.mutate.places import of_function
from slotproof.engine.mutate.sites import SIDES, of_container, reached
from slotproof.engine.prove import prove
from slotproof.engine.prove.counterexamples.counterexample import FEW_CALLS, MOST_CALLS, find_among_reached
from slotproof.engine.walk import walk
from slotproof.impl.dense_table import DenseTable
from slotproof.impl.handle_map import HandleMap
from slotproof.impl.sparse_set import SparseSet
from slotproof.impl.storage import Storage
from slotproof.impl.token_allocator import TokenAllocator
from slotproof.mutation.gate import prepare_gate
from slotproof.mutation.judging import FIRST_STEPS, covered, sees
from slotproof.mutation.ledger import MutantLedger
from slotproof.mutation.matrix import Equivalent, Fate, Matrix, Row, Tally, listed, stale
from slotproof.mutation.report import write_page
from slotproof.mutation.running import Task, run
from slotproof.mutation.together import alone, prepare_together
from slotproof.mutation.trial import GAVE_UP, JUDGES, KILLED, NOT_ASKED, NOT_SHOWN, SURVIVED, TOGETHER, Trial
from slotproof.mutation.trials import try_out
from slotproof.mutation.units import proofs, stands
from slotproof.needed import read
from slotproof.proofs.bugs import BUGS
from slotproof.proofs.catalog import CATALOG
from slotproof.spec.handle import Handle
from slotproof.spec.handle_map import HandleMapModel
from slotproof.spec.paging import check_position

from ..judging import judged, mistaken, noted
from . import mutated

SEED: Final = 20
HANDLE_MAP: Final = CATALOG["handle_map"]
DRAWN: Final = "entt-group-made-late"  # a bug of the registry
PROMISED: Final = {"candidates_ensures", "_inserted", "_closed"}
"""What the hash index promises of operations, for proofs alone."""


def made(function: str) -> dict[str, list[str]]:
    """Operator -> the lines it makes of a function of the little module."""
    found: dict[str, list[str]] = {}
    for mutant in of_function("toy", mutated.__name__, function):
        found.setdefault(mutant.operator, []).append(mutant.change().partition(" -> ")[2])
    return found


# --- operators


def test_conditions_bounds_and_numbers() -> None:
    """What is made of `take`: no text of the error, nor of the docstring, is among it."""
    assert made("Shelf.take") == {
        "delete-statement": ["pass", "pass", "pass"],
        "drop-else": ["pass"],
        "negate-condition": ["if not (0 <= pos and pos < len(self.rows)):"],
        "drop-operand": ["if pos < len(self.rows):", "if 0 <= pos:"],
        "swap-connective": ["if ((0 <= pos) or (pos < len(self.rows))):"],
        "bound": ["if 0 < pos and pos < len(self.rows):", "if 0 <= pos and pos <= len(self.rows):"],
        "direction": ["if 0 >= pos and pos < len(self.rows):", "if 0 <= pos and pos > len(self.rows):"],
        "constant": ["if 1 <= pos and pos < len(self.rows):"],
        "off-by-one": [
            "if 0 <= pos and pos < (len(self.rows) - 1):",
            "self.rows[pos - 1] -= count",
            "return self.rows[pos - 1]",
        ],
        "wrong-array": [
            "if 0 <= pos and pos < len(self.marks):",
            "self.marks[pos] -= count",
            "return self.marks[pos]",
        ],
        "swap-update": ["self.rows[pos] += count"],
        "default": ["int: -> def take(self, pos: int, count: int = 2) -> int:"],  # the line has an arrow of its own
    }


def test_assignments_at_once_lose_one() -> None:
    """Of a parallel assignment each half is forgotten once."""
    assert made("Shelf.swap")["drop-target"] == ["self.marks = self.rows", "self.rows = self.marks"]


def test_loops_end_early_and_sentinels_change() -> None:
    """A loop ends after its first round; the sentinel is a number like any other."""
    found = made("Shelf.find")
    assert found["exit-loop"] == ["break"]
    assert found["equality"] == ["if self.marks[row] != mark:"]
    assert found["sentinel"] == ["return 0", "return (self.nil - 1)"]
    assert found["off-by-one"][0] == "for row in range(len(self.marks) + 1):"


def test_every_mutant_has_a_name_of_its_own_and_changes_something() -> None:
    """IDs are unique in the whole catalog, which has thousands of them."""
    ids = Counter(mutant.id for name in CATALOG for side in SIDES for mutant in of_container(CATALOG, name, side))
    assert ids.total() > 10_000
    assert max(ids.values()) == 1


def test_a_random_sample_of_all_can_be_taken_on() -> None:
    """Whatever operators make compiles, and finds the function it is of."""
    for mutant in draw(list(CATALOG), list(SIDES), 60, SEED):
        with applied(mutant):
            pass


def test_a_predicate_loses_and_contradicts_each_part() -> None:
    """Of a coupling claim each conjunct is left out once, and turned round once."""
    claims = [each for each in of_container(CATALOG, "handle_map", CLAIM) if each.function == "configuration"]
    dropped = [each.change() for each in claims if each.operator == "drop-conjunct"]
    assert "h.type_id == m.type_id, -> True," in dropped
    assert len(dropped) == sum(each.operator == "negate-conjunct" for each in claims) == 8


def test_names_are_dropped_where_a_container_goes_by_them() -> None:
    """Of names that a class assigns, not where every container has made a longer tuple of them."""
    dropped = {
        (name, mutant.module.rpartition(".")[2], mutant.function)
        for name in CATALOG
        for mutant in of_container(CATALOG, name, IMPL)
        if mutant.operator == "drop-element"
    }
    assert {("dense_set", "dense_table", "ARRAYS"), ("sparse_set", "paging", "ARRAYS")} <= dropped
    assert not any((module, names) == ("paging", "NUMBERS") for _, module, names in dropped)


def _surface() -> list[Mutant]:
    """What is made of the token allocator beside its code, and of the errors it raises."""
    every = [mutant for side in (IMPL, MODEL) for mutant in of_container(CATALOG, "token_allocator", side)]
    return [mutant for mutant in every if mutant.operator in ("alias", "default", "error-class")]


def test_second_names_defaults_and_errors_are_changed() -> None:
    """Each second name is bound to another method, each default is another one, each error of another class."""
    changed = {operator: {each.change() for each in _surface() if each.operator == operator} for operator in
               ("alias", "default", "error-class")}  # fmt: skip
    assert "__len__ = size -> __len__ = capacity" in changed["alias"]
    assert len(changed["alias"]) == len(CATALOG["token_allocator"].aliases) == 3
    assert any("capacity: int = 1025" in each for each in changed["default"])
    assert any("raise Missing" in each.partition(" -> ")[0] for each in changed["error-class"])


def test_a_default_is_another_one_while_it_is_applied() -> None:
    """A call that leaves the argument out gets the changed value, and afterwards the old one."""
    [mutant] = [each for each in _surface() if "capacity: int = 1025" in each.change() and each.side == IMPL]
    with applied(mutant):
        assert TokenAllocator().capacity() == 1025
    assert TokenAllocator().capacity() == 1024


def test_changed_names_defaults_and_errors_are_noticed() -> None:
    """`explore` turns red by each, and says of a second name or a default which one it is."""
    for mutant in _surface():
        found = try_out("explore", mutant)
        assert found is not None
        assert found.claim, mutant.id


def test_a_default_that_both_sides_change_alike_is_noticed() -> None:
    """It is declared: by the declaration, and by nothing else, both are wrong."""
    allocator = CATALOG["token_allocator"]
    changed = [each for each in _surface() if "capacity: int = 1025" in each.change()]
    assert {each.side for each in changed} == {MODEL, IMPL}
    with ExitStack() as stack:
        for each in changed:
            stack.enter_context(applied(each))
        verdicts = explore.run(allocator, "one word, exactly", False)
        assert list(wrong_surface(replace(allocator, defaults=None))) == []
    assert {each.status for each in verdicts} == {Status.FAILED}
    assert "`capacity` of a new container is 1025 by default, declared is 1024" in verdicts[0].reason


@pytest.mark.parametrize("name", CATALOG)
def test_what_each_container_is_by_default_is_declared(name: str) -> None:
    """Each default on either side, no more and no fewer: without any of them, or with another, the surface is wrong."""
    whole = CATALOG[name]
    assert list(wrong_surface(whole)) == []
    assert whole.defaults
    for operation, told in whole.defaults.items():
        for parameter in told:
            fewer = {**whole.defaults, operation: {each: said for each, said in told.items() if each != parameter}}
            more = {**whole.defaults, operation: {**told, "other": 0}}
            for wrong in (fewer, more):
                assert len(list(wrong_surface(replace(whole, defaults=wrong)))) == 1


def test_what_is_recorded_to_need_a_claim_is_asked_first() -> None:
    """The proof that failed without the claim is the likeliest to fail without a part of it."""
    [record] = [need for need in read()["token_allocator"].needs if need.claim == "TA-I2"]
    every = of_container(CATALOG, "token_allocator", CLAIM)
    [claim] = [each for each in CATALOG["token_allocator"].couple if each.id == "TA-I2"]
    changed = next(each for each in every if claim.holds is not None and stands(claim.holds, each))
    assert proofs(CATALOG["token_allocator"], changed)[0] == record.unit != ""


def test_proofs_of_the_default_profile_are_asked() -> None:
    """Of a container with many arrangements, one; of what is recorded to need a changed claim, that one, too."""
    every = of_container(CATALOG, "registry", CLAIM)
    default = {*prove.units(CATALOG["registry"], deep=False)}
    promise = proofs(CATALOG["registry"], next(each for each in every if each.function == "sorts_as_named"))
    assert promise == [unit for unit in prove.units(CATALOG["registry"], deep=False) if unit.startswith("sort_as | ")]
    assert len(promise) == 1
    invariant = proofs(CATALOG["registry"], next(each for each in every if each.function == "groups_stay"))
    assert default <= {CREATION.name, *invariant}
    assert len([unit for unit in invariant if unit not in default]) <= 1


def test_what_prints_or_compares_is_no_operation() -> None:
    """Only what operations run is changed; a helper counts for each operation that leads to it."""
    functions = reached(HANDLE_MAP, IMPL)
    names = {name for _, name in functions}
    assert "HandleMap.__repr__" not in names
    assert functions["slotproof.impl.handle_map", "HandleMap._push_back"] == {"clear", "erase", "erase_items"}
    assert functions["slotproof.impl.handle_map", "HandleMap.__init__"] >= {"new", "copy"}


# --- taking on


def test_a_mutant_is_taken_on_by_subclasses_and_taken_off_again() -> None:
    """The function itself runs other code, so that a class that inherits it does so too."""
    mutant = replaced("sparse_set", SparseSet.contains, [("return ", "return not ")], "says the contrary")
    code, inherited = SparseSet.contains.__code__, Storage[int].contains
    with applied(mutant):
        assert inherited.__code__ is not code
        assert SparseSet().contains(Handle(0, 0))
    assert inherited.__code__ is code
    assert not SparseSet().contains(Handle(0, 0))


def test_a_tuple_of_names_is_replaced_where_it_is_bound() -> None:
    """What a module assigns is evaluated again, and bound wherever the old value was."""
    [mutant] = [each for each in of_container(CATALOG, "handle_map", IMPL) if each.function == "ARRAYS"][:1]
    module = sys.modules["slotproof.impl.handle_map"]
    before = vars(module)["ARRAYS"]
    with applied(mutant):
        assert len(vars(module)["ARRAYS"]) == len(before) - 1
    assert vars(module)["ARRAYS"] is before


def test_a_mutant_that_does_not_fit_is_refused() -> None:
    """A text that is not there once, and an edit outside of every function, are no mutants."""
    with pytest.raises(NotApplied):
        replaced("handle_map", HandleMap.insert, [("no such text", "")], "nothing")
    with (
        pytest.raises(NotApplied),
        applied(Mutant("handle_map", HandleMap.__module__, "", 1, "x", 0, (Edit(3, 4, ""),))),
    ):
        pass


# --- judging


def test_a_claim_that_says_the_contrary_is_seen() -> None:
    """A conjunct turned round is seen by explore."""
    mutants = [each for each in of_container(CATALOG, "token_allocator", CLAIM) if each.operator == "negate-conjunct"]
    assert {judged(mutant, "explore").outcome for mutant in mutants[:3]} == {KILLED}


def test_a_port_that_crashes_has_failed() -> None:
    """The gate kills a container whose arrays are not there to be shown."""
    prepare_gate("handle_map")
    trial = judged(replaced("handle_map", HandleMap.__init__, [("self.fragmented = False", "pass")], "changed"), "gate")
    assert trial.outcome == KILLED
    assert "the port crashes: AttributeError" in trial.reason


def test_a_judge_that_does_not_read_a_claim_is_not_asked() -> None:
    """The gate compares answers, and only proofs read what a declaration promises of an operation."""
    [law] = [each for each in of_container(CATALOG, "handle_map", CLAIM) if each.function == "configuration"][:1]
    assert not sees(HANDLE_MAP, law, "gate")
    assert sees(HANDLE_MAP, law, "explore")
    others = [each for each in of_container(CATALOG, "hash_index", CLAIM) if each.function in PROMISED]
    assert {each.function for each in others} == PROMISED
    for mutant in others:
        assert [judge for judge in JUDGES if sees(CATALOG["hash_index"], mutant, judge)] == ["prove"]
        assert judged(mutant, "walk").outcome == NOT_ASKED


def test_a_proof_that_is_not_made_any_more_is_no_answer() -> None:
    """What takes the prover out of its depth is neither killed nor proved to be the same."""
    mutant = replaced("dense_set", DenseTable.clear, [("self.key.clear", "self.key.__init__")], "emptied anew")
    trial = judged(mutant, "prove")
    assert (trial.outcome, trial.reason[:10]) == (GAVE_UP, "not proved")


@pytest.mark.long
def test_a_proof_that_fails_kills_only_if_something_is_wrong() -> None:
    """The tail of an empty freelist is nil already, which the proof of `clear` does not see; its head is not.

    Few calls show a wrong end, and more are tried if they do not. A claim is needed where a proof misses it, and no
    state is looked for: one that says less is broken by none.
    """
    wrong = replaced("handle_map", HandleMap.clear, [("self.free_head = self.nil", "pass")], "wrong")
    same = replaced("handle_map", HandleMap.clear, [("self.free_tail = self.nil", "pass")], "same")
    claims = of_container(CATALOG, "token_allocator", CLAIM)
    less = next(each for each in claims if (each.function, each.operator) == ("bits_are_tokens", "drop-conjunct"))
    for mutant, outcome, calls, most in (
        (less, KILLED, 0, []),
        (wrong, KILLED, 1, [FEW_CALLS]),
        (same, NOT_SHOWN, 0, [FEW_CALLS, MOST_CALLS]),
    ):
        with noted(find_among_reached) as looked:
            trial = judged(mutant, "prove")
        assert (trial.outcome, trial.calls) == (outcome, calls)
        assert [each[-1] for each in looked] == most
    assert trial.reason.endswith("ends, at the start of the loop")


def test_a_mistake_by_which_both_sides_refuse_everything_proves_nothing() -> None:
    """Where model and arrays call the changed function, a proof that goes through speaks of no start: that is seen."""
    wrong = replaced("sparse_set", check_position, [("pos < 0", "pos == pos")], "every position is refused")
    trial = judged(wrong, "prove")
    assert trial.outcome == KILLED
    assert "says nothing of: success" in trial.reason


def test_the_first_steps_of_each_walk_come_before_the_whole_of_one() -> None:
    """A mistake that one configuration shows at once is not kept waiting by another; what it ends in is the same."""
    units = list(walk.configurations(CATALOG["dense_set"]))
    kept = "self.load_num = load_num"
    wrong = replaced("dense_set", DenseTable.set_max_load, [(kept, "pass")], "a load that is not kept")
    with noted(walk.walk) as walks:
        trial = judged(wrong, "walk")
    assert (trial.outcome, trial.unit) == (KILLED, walks[-1][1])
    assert [unit for _, unit, *_ in walks] == units[: len(walks)]
    assert {steps for _, _, steps, *_ in walks} == {FIRST_STEPS[0]}
    same = replaced("dense_set", DenseTable.set_max_load, [(kept, f"{kept} + 0")], "the same")
    few = "least_steps(refinement, unit), SEED, tick, MOST_STEPS, tries", "5_000, SEED, tick, 5_000, tries"
    with mistaken(walk, few), noted(walk.walk) as walks:
        judged(same, "walk")
    first = [(unit, steps) for steps in FIRST_STEPS for unit in units]
    assert [(unit, steps) for _, unit, steps, *_ in walks] == [*first, (units[0], 5_000)]  # whose coverage is too small


def test_a_proof_within_a_stated_scope_proves_no_equivalence() -> None:
    """Of the registry some arrangements are proved; of layouts of handles and of the handle map everything."""
    for container, counts in (("registry", False), ("handle", True), ("handle_map", True)):
        assert any(covered(mutant) for mutant in of_container(CATALOG, container, IMPL)) is counts


@pytest.mark.parametrize("name", ["handle_map", "indexed_store"])
def test_both_sides_right_together_break_nothing(name: str) -> None:
    """A model beside itself is found right, also where every operation is tried with what should be refused."""
    verdicts = alone(CATALOG[name], "whole container", None)
    assert len(verdicts) > 5
    assert all(verdict.status is Status.EXHAUSTED for verdict in verdicts)


def test_a_model_that_no_proof_runs_is_not_proved_to_do_the_same() -> None:
    """A proof by `ensures` runs the implementation alone."""
    every = of_container(CATALOG, "handle_map", MODEL)
    assert not any(covered(each) for each in every if each.function == "HandleMapModel.defragment")
    assert all(covered(each) for each in every if each.function == "HandleMapModel.erase")


def test_what_proofs_know_by_theorems_is_not_proved_to_do_the_same() -> None:
    """Nor is what such a function calls: the load of a table is rounded where no proof looks."""
    every = of_container(CATALOG, "dense_map", MODEL)
    assert {each.function for each in every} >= {"load_numerator", "single_ratio", "DenseTableModel.erase"}
    assert not any(covered(each) for each in every if each.function in ("load_numerator", "single_ratio"))
    assert any(covered(each) for each in every if each.function == "DenseTableModel.erase")


@pytest.mark.long
def test_a_load_that_32_bits_do_not_hold_is_refused() -> None:
    """A model that forgets to answer is found out by a number that is too large."""
    mutants = of_container(CATALOG, "dense_map", MODEL)
    lost = [each for each in mutants if (each.function, each.operator) == ("single_ratio", "delete-statement")]
    assert len(lost) > 3
    assert {judged(each, "explore").outcome for each in lost} == {KILLED}


@pytest.mark.long
def test_both_sides_wrong_together_break_a_law() -> None:
    """A model that loses slots breaks a law, though the other side does the same."""
    prepare_together("handle_map")
    mutant = replaced("handle_map", HandleMapModel.erase, [("self.free.append(slot)", "pass")], "slots are lost")
    trial = judged(mutant, TOGETHER)
    assert (trial.outcome, trial.claim[:3]) == (KILLED, "HM-")


def test_a_sample_of_two_containers_is_killed(tmp_path: Path) -> None:
    """Each mutant of a fixed sample is killed by a judge that runs the code, or explained."""
    drawn = draw(["dense_set", "token_allocator"], [IMPL], 10, SEED)
    work = Work(drawn, ("gate", "walk", "explore"), MutantLedger(tmp_path / "mutants.jsonl"), enough=1)
    heard = [trial for trial in work.run(2) if trial is not None]
    matrix = work.matrix({})
    assert [row.mutant.id for row in matrix.survivors()] == []
    assert matrix.fates()[Fate.KILLED] >= 8
    assert work.ran == len(heard) >= len(drawn)
    again = Work(drawn, ("gate", "walk", "explore"), work.ledger, enough=1)
    assert again.due == 0
    twice = Work(drawn, ("gate", "walk", "explore"), work.ledger, enough=2)
    killed = {row.mutant.id for row in matrix.rows if row.killers and len(row.trials) < len(work.judges)}
    assert {task.mutant.id for task in twice.tasks} >= killed
    assert {task.killers for task in twice.tasks if task.mutant.id in killed} == {1}
    page = write_page(tmp_path / "page", matrix).read_text(encoding="utf-8")
    data = json.loads(page.split('type="application/json">')[1].split("</script>")[0].replace("<\\/", "</"))
    assert [each["id"] for each in data["mutants"]] == [mutant.id for mutant in drawn]


def test_what_is_untouched_is_asked_first_and_then_claims(tmp_path: Path) -> None:
    """A proof of a claim takes long, and nobody is to wait for the last one; of each sort, the first are a sample."""
    every = draw(["dense_set", "token_allocator"], [IMPL, CLAIM], None, SEED)
    work = Work([*every, as_it_is("dense_set")], ("gate", "prove"), MutantLedger(tmp_path / "mutants.jsonl"))
    sorts = ["untouched" if not task.mutant.edits else task.mutant.side for task in work.tasks]
    claims = sorts.count(CLAIM)
    assert sorts == ["untouched", *[CLAIM] * claims, *[IMPL] * (len(every) - claims)]
    digests = [task.mutant.digest() for task in work.tasks[1 : claims + 1]]
    assert digests == sorted(digests)
    assert claims > 1


@pytest.mark.long
def test_a_page_draws_a_container_of_containers(tmp_path: Path) -> None:
    """What a registry shows of its pools and groups is kept with the answer, and drawn from there."""
    [bug] = [each for each in draw(["registry"], [IMPL], None, 0, bugs=True) if each.id == DRAWN]
    work = Work([bug], ("explore",), MutantLedger(tmp_path / "mutants.jsonl"))
    assert [trial.outcome for trial in work.run(1) if trial] == [KILLED]
    page = write_page(tmp_path / "page", work.matrix({})).read_text(encoding="utf-8")
    data = json.loads(page.split('type="application/json">')[1].split("</script>")[0].replace("<\\/", "</"))
    assert len(data["pictures"]) == 1
    assert "meta 0" in data["pictures"][0]


# --- the matrix

[FIRST, SECOND, *OTHERS] = draw(["token_allocator"], [IMPL], 8, SEED)


def row(covered: bool = False, reason: str = "", **outcomes: str) -> Row:
    """A mutant with these answers."""
    return Row(FIRST, {judge: Trial(FIRST.id, judge, outcome) for judge, outcome in outcomes.items()}, covered, reason)


def test_fates() -> None:
    """A proof explains a survivor only if it runs what is changed; a reason does so by name."""
    assert row(walk=SURVIVED, prove=KILLED).fate is Fate.KILLED
    assert row(True, walk=SURVIVED, prove=SURVIVED).fate is Fate.EQUIVALENT
    assert row(False, walk=SURVIVED, prove=SURVIVED).fate is Fate.SURVIVED
    assert row(True, walk=SURVIVED, prove=GAVE_UP).fate is Fate.SURVIVED
    assert row(True, explore=SURVIVED, prove=NOT_SHOWN).fate is Fate.NOT_SHOWN
    assert row(True, prove=NOT_SHOWN, walk=KILLED).fate is Fate.KILLED
    assert row(True, "because", explore=SURVIVED, prove=NOT_SHOWN).fate is Fate.LISTED
    assert row(False, "because", walk=SURVIVED).fate is Fate.LISTED
    assert row(True, walk=GAVE_UP, prove=NOT_ASKED).fate is Fate.UNKNOWN
    assert row(True, together=KILLED, walk=SURVIVED).fate is Fate.SURVIVED
    [claim] = of_container(CATALOG, "token_allocator", CLAIM)[:1]
    said = {judge: Trial(claim.id, judge, SURVIVED) for judge in ("explore", "prove")}
    assert Row(claim, said, True).fate is Fate.REDUNDANT
    assert Row(claim, said).fate is Fate.UNNEEDED
    assert Matrix([Row(claim, said)], ["explore", "prove"]).survivors()  # less than redundant explains nothing
    assert Row(claim, said | {"prove": Trial(claim.id, "prove", GAVE_UP)}).fate is Fate.SURVIVED
    assert Row(FIRST, said).fate is Fate.SURVIVED


def test_bugs_that_were_shipped_are_mutants_too() -> None:
    """`--bugs` draws those of a container, each by its own name, and no others."""
    drawn = draw(["bitmask"], list(SIDES), None, 0, bugs=True)
    assert [each.id for each in drawn] == [each.id for each in BUGS if each.container == "bitmask"]
    assert draw(["bitmask"], [CLAIM], None, 0, bugs=True) == []


def test_unique_kills() -> None:
    """A kill is a judge's own if no other judge has it."""
    rows = [row(walk=KILLED, prove=KILLED), row(walk=KILLED, prove=SURVIVED), row(walk=NOT_ASKED, prove=KILLED)]
    matrix = Matrix(rows, ["walk", "prove"])
    assert [(matrix.tally(judge).killed, matrix.tally(judge).unique) for judge in matrix.judges] == [(2, 1), (2, 1)]
    assert [matrix.tally(judge).asked for judge in matrix.judges] == [2, 3]
    first = Matrix(rows, ["walk", "prove"], {"killers": 1})
    assert [first.tally(judge).unique for judge in first.judges] == [None, None], "nobody else was asked"


def test_a_share_of_a_sample_is_an_interval() -> None:
    """Wilson's, as in tables: of 80 in 100 it is 71.1 to 86.7 per cent, and of all in 10 it is 72.2 to 100."""
    assert tally(asked=100, killed=80).share(sampled=True) == "71.1 to 86.7"
    assert tally(asked=10, killed=10).share(sampled=True) == "72.2 to 100.0"
    assert tally(asked=100, killed=80).share(sampled=False) == "80.0"
    assert tally(asked=0, killed=0).share(sampled=True) == ""


def tally(asked: int, killed: int) -> Tally:
    """What a judge did, as far as that goes."""
    return Tally("walk", asked, killed, 0, 0, asked - killed, 0, 0, 0.0)


@pytest.mark.long
def test_the_list_of_equivalent_mutants_is_not_stale() -> None:
    """Each entry means a mutant that there is, and an entry that means none would be found."""
    entries = listed()
    names = {entry.container for entry in entries}
    mutants = [mutant for name in names for side in SIDES for mutant in of_container(CATALOG, name, side)]
    assert stale(entries, mutants) == []
    invented = Equivalent("handle_map", "HandleMap.insert", "bound", "a -> b", "none")
    assert stale([invented], mutants) == [invented]


# --- running


def following(task: Task, **outcomes: str) -> str:
    """Who is asked after these outcomes."""
    due = task.following([Trial(FIRST.id, judge, outcome) for judge, outcome in outcomes.items()])
    return due[0] if due else ""


def test_who_is_asked_next() -> None:
    """All in order; or until enough have killed it, those first who cost little for a kill; or until it is settled."""
    judges = tuple((judge, judge) for judge in (*JUDGES, TOGETHER))
    every, once, twice = (Task(FIRST, judges, enough, settles="prove") for enough in (0, 1, 2))
    assert following(every, gate=KILLED, walk=KILLED) == "explore"
    assert following(replace(every, settles=""), gate=SURVIVED, explore=SURVIVED, bits=KILLED, prove=SURVIVED) == "walk"
    assert following(once) == "gate"
    assert following(once, gate=SURVIVED, explore=SURVIVED) == "bits"
    assert following(once, gate=SURVIVED, explore=KILLED) == ""
    assert following(once, gate=SURVIVED, together=KILLED) == "explore"
    assert following(once, gate=SURVIVED, explore=SURVIVED, bits=SURVIVED, prove=SURVIVED) == ""
    assert following(twice, gate=SURVIVED, explore=KILLED) == "walk"
    assert following(twice, gate=SURVIVED, explore=KILLED, walk=SURVIVED) == "bits"
    assert following(twice, gate=SURVIVED, explore=KILLED, walk=KILLED) == ""
    assert following(replace(twice, killers=1), walk=KILLED) == ""
    rest = twice.rest([Trial(FIRST.id, "gate", KILLED), Trial(FIRST.id, "bits", SURVIVED)])
    assert (rest.killers, [judge for judge, _ in rest.judges]) == (
        1,
        ["explore", "prove", "walk", "contracts", TOGETHER],
    )
    assert following(rest) == "explore"


def test_a_judge_that_dies_has_given_up_and_the_next_is_asked(tmp_path: Path) -> None:
    """What kills the process, or takes too much memory, is no answer, and no other mutant pays for it."""

    def judging(mutant: Mutant, judge: str) -> Trial:
        if judge == "dies":
            os._exit(3)
        if judge == "swells":
            bytearray(1 << 33)
        return Trial(mutant.id, judge, KILLED)

    judges = ("lives", "dies", "swells", "last")
    tasks = [Task(mutant, tuple((judge, f"{mutant.id} {judge}") for judge in judges)) for mutant in (FIRST, SECOND)]
    heard = [trial for trial in run(tasks, judging, MutantLedger(tmp_path / "mutants.jsonl"), 2) if trial]
    for mutant in (FIRST, SECOND):
        outcomes = {trial.judge: trial.outcome for trial in heard if trial.mutant == mutant.id}
        assert outcomes == {"lives": KILLED, "dies": GAVE_UP, "swells": GAVE_UP, "last": KILLED}


def test_a_torn_line_is_dropped_and_nothing_is_doubled(tmp_path: Path) -> None:
    """The rest of a line that was cut off is no answer; the one after it is whole; the first of two answers counts."""
    ledger = MutantLedger(tmp_path / "mutants.jsonl")
    ledger.record("a", Trial("one", "walk", KILLED))
    ledger.record("b", Trial("two", "walk", SURVIVED))
    whole = ledger.path.read_bytes()
    ledger.path.write_bytes(whole[:-9])
    again = MutantLedger(ledger.path)
    assert again.find("a") == Trial("one", "walk", KILLED)
    assert again.find("b") is None
    again.record("b", Trial("two", "walk", SURVIVED))
    again.record("a", Trial("one", "walk", GAVE_UP))
    last = MutantLedger(ledger.path)
    assert last.find("b") == Trial("two", "walk", SURVIVED)
    assert last.find("a") == Trial("one", "walk", KILLED)
    assert len(ledger.path.read_bytes().splitlines()) == 3


KILLS: Final = 20
_FORK: Final = multiprocessing.get_context("fork")


def _answer(mutant: Mutant, judge: str) -> Trial:
    """An answer that takes a moment."""
    time.sleep(0.01)
    return Trial(mutant.id, judge, KILLED, reason="x" * 5000)


def _tasks(ledger: MutantLedger) -> list[Task]:
    """What is not answered yet."""
    judges = string.ascii_lowercase[:20]
    wanted = [(mutant, judge, f"{mutant.id} {judge}") for mutant in (FIRST, SECOND, *OTHERS) for judge in judges]
    due = [(mutant, judge, key) for mutant, judge, key in wanted if ledger.find(key) is None]
    return [
        Task(mutant, tuple((judge, key) for other, judge, key in due if other is mutant))
        for mutant in (FIRST, SECOND, *OTHERS)
        if any(other is mutant for other, _, _ in due)
    ]


def _work(path: Path) -> None:
    ledger = MutantLedger(path)
    for _ in run(_tasks(ledger), _answer, ledger, 2):
        pass


@pytest.mark.long
def test_a_run_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """After 20 SIGKILLs at random moments every answer is there once, and none is half written."""
    source = random.Random(SEED)
    path = tmp_path / "mutants.jsonl"
    counts = []
    for _ in range(KILLS):
        process: Any = _FORK.Process(target=_work, args=(path,))
        size = path.stat().st_size if path.exists() else 0
        process.start()
        wanted = size + source.randint(1, 15_000)
        while process.is_alive() and (not path.exists() or path.stat().st_size < wanted):
            time.sleep(0.002)
        time.sleep(source.uniform(0, 0.02))
        process.kill()
        process.join()
        assert process.exitcode == -signal.SIGKILL, "there was nothing left to do"
        counts.append(sum(len(task.judges) for task in _tasks(MutantLedger(path))))
    assert counts == sorted(counts, reverse=True)  # nothing that was known is lost
    assert counts[0] > counts[-1]  # and something is done between two kills
    _work(path)
    keys = []
    for line in path.read_bytes().splitlines():
        try:
            keys.append(json.loads(line)["key"])
        except ValueError:
            assert b'"key"' in line[:8] or not line  # a line that was torn, and is closed
    assert len(keys) == len(set(keys)) == 160
    assert _tasks(MutantLedger(path)) == []
