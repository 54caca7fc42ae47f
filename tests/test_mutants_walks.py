"""What walks made beforehand say of a changed function: the same as a walk that is made again, of fewer steps."""

import functools
import sys
from dataclasses import replace
from types import FunctionType
from typing import Any, Final

import pytest

from slotproof.declare import inline
from slotproof.declare.verdict import Status
from slotproof.engine.mutate.edit import CLAIM, IMPL, MODEL, Mutant, applied, replaced
from slotproof.engine.mutate.sites import of_container
from slotproof.engine.step import Pair
from slotproof.engine.walk import walk
from slotproof.impl.dense_table import DenseTable
from slotproof.impl.handle import Layout
from slotproof.impl.hash_index import HashIndex
from slotproof.mutation import judging, walks
from slotproof.mutation.apart import apart
from slotproof.mutation.judging import try_one
from slotproof.mutation.ran import Running
from slotproof.mutation.walks import Trying, note, prepare_walks, to_try, would_say
from slotproof.proofs.catalog import CATALOG
from slotproof.spec.bits import fits
from slotproof.spec.hash_index import HashIndexModel

SMALL: Final = "hash_size=2, index_size=0, granularity=2, index_limit=4"
INDEX: Final = CATALOG["hash_index"]
EVERY: Final = Trying(("", ""), tuple(each.name for each in INDEX.operations), looked_at=True, one_side=False)


@pytest.fixture(scope="module")
def walked() -> walks.Walked:
    """The steps of a walk of a hash index."""
    return note(INDEX, SMALL)


@functools.cache
def note_once() -> walks.Walked:
    """The steps of a walk of a dense set in its default widths."""
    return note(CATALOG["dense_set"], walk.DEFAULT)


def changed(function: Any, old: str, new: str) -> Mutant:
    """A hash index with a text in it replaced."""
    return replaced("hash_index", function, [(old, new)], "changed")


def said(walked: walks.Walked, mutant: Mutant) -> Status | None:
    """What the steps say of the mutant."""
    trying = to_try(INDEX, mutant)
    assert trying is not None
    with applied(mutant):
        verdict = would_say(INDEX, walked, trying)
    return verdict.status if verdict else None


def test_steps_are_those_of_the_walk(walked: walks.Walked) -> None:
    """As many programs as the judge runs, and of 20,000 steps as many as differ."""
    verdicts = walk.run(INDEX, SMALL, False, lambda *about: None)
    assert len(walked.programs) == verdicts[0].evidence["programs"]
    assert sum(len(draws) for draws in walked.programs) >= verdicts[0].evidence["steps"]
    differing = sum(map(len, walked.steps.values()))
    assert set(walked.steps) == {operation.name for operation in INDEX.operations}
    assert 3_000 < differing < verdicts[0].evidence["steps"] / 2


def test_where_nothing_changed_nothing_is_unlike(walked: walks.Walked) -> None:
    """All steps of a container as it is come to what they came to."""
    verdict = would_say(INDEX, walked, EVERY)
    assert verdict is not None
    assert verdict.status is Status.SAMPLED


def test_a_step_that_comes_to_something_else_is_seen(walked: walks.Walked) -> None:
    """A mistake of either side is a failure of the program in which it is met first."""
    assert said(walked, changed(HashIndex.remove, "self.chain[index] = UNLINKED", "pass")) is Status.FAILED
    assert said(walked, changed(HashIndexModel.resize, "count > self.index_size", "count > 3")) is Status.FAILED


def test_what_does_the_same_is_not(walked: walks.Walked) -> None:
    """Another way to say the same is no mistake, though every step that runs it is tried."""
    same = changed(HashIndex.resize, "count <= self.index_size", "self.index_size >= count")
    trying = to_try(INDEX, same)
    assert trying is not None
    tried = [step for steps in walked.steps.values() for step in steps if trying.means("", step)]
    assert len(tried) > 100
    assert all(trying.function in step.ran for step in tried)
    assert said(walked, same) is Status.SAMPLED


def test_only_what_runs_the_change_is_tried(walked: walks.Walked, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a change in `free`, steps of operations that free, or that take a container which was freed."""
    same = changed(HashIndex.free, "self.lookup_mask = 0", "self.lookup_mask = 1 - 1")
    ran: list[int] = []
    run = Pair.run

    def noting(pair: Pair, number: int, *more: Any) -> Any:
        ran.append(number)
        return run(pair, number, *more)

    monkeypatch.setattr(Pair, "run", noting)
    assert said(walked, same) is Status.SAMPLED
    assert {INDEX.operations[number].name for number in ran} == {"free", "reset", "swap", "from_dict"}


def test_what_is_unlike_and_not_wrong_is_for_a_walk_to_judge(walked: walks.Walked) -> None:
    """Where new containers are in another state than before, and no program fails, nothing is said."""
    other = replace(walked, new="another state")
    assert would_say(INDEX, other, EVERY) is None


def test_what_decides_the_steps_is_for_a_walk_to_judge(walked: walks.Walked) -> None:
    """Of a function that arguments are made with, nothing is said."""
    assert would_say(INDEX, replace(walked, drawing=frozenset({EVERY.function})), EVERY) is None
    assert would_say(INDEX, walked, EVERY) is not None


@pytest.mark.parametrize("container", ["dense_set", "handle"])
@pytest.mark.long
def test_the_outcome_is_that_of_a_walk(container: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of mutants of each side, walks made before say what walks made again say."""
    prepare_walks(container)
    known = walks.WALKED[container]
    for side in (IMPL, MODEL, CLAIM):
        for mutant in of_container(CATALOG, container, side)[::83]:
            outcomes = set()
            for before in ({container: known}, {}):
                monkeypatch.setattr(judging, "WALKED", before)
                with applied(mutant):
                    outcomes.add(try_one(mutant, "walk").outcome)
            assert len(outcomes) == 1, mutant.id
    walks.WALKED.clear()


def test_common_code_is_run_within_its_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where most steps of a walk run a change of the implementation, its programs are run, and no state is put back."""
    table = CATALOG["dense_set"]
    walked = note_once()
    change = replaced("dense_set", DenseTable._bucket, [("return ", "return 0 + ")], "changed")
    trying = to_try(table, change)
    assert trying is not None
    assert trying.one_side
    monkeypatch.setattr(walks, "DEARER", 100)
    monkeypatch.setattr(Pair, "run", lambda *about: pytest.fail("a step is tried by itself"))
    with applied(change), pytest.raises(pytest.fail.Exception):
        would_say(table, walked, trying._replace(one_side=False))
    ran: list[int] = []
    monkeypatch.setattr(walks, "_first_broken", lambda walked, subject, programs: ran.extend(programs))
    with applied(change):
        verdict = would_say(table, walked, trying)
    assert verdict is not None
    assert verdict.status is Status.SAMPLED
    assert 0 < len(ran) <= len(walked.programs)


def test_a_program_that_fails_as_a_whole_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run within its programs, a mistake is found as well."""
    monkeypatch.setattr(walks, "DEARER", 100)
    table = CATALOG["dense_set"]
    change = replaced("dense_set", DenseTable.erase_range, [("last - 1 - done", "last - done")], "changed")
    walked, trying = note_once(), to_try(table, change)
    assert trying is not None
    with applied(change):
        verdict = would_say(table, walked, trying)
    assert verdict is not None
    assert verdict.failure is not None
    assert verdict.failure.trace[-1].operation == "erase_range"


def test_calls_are_noted_while_they_are_asked_for() -> None:
    """A function that runs is found, with what it calls; not one that runs before, after, or while noting pauses."""
    running, layout = Running(), Layout(2, 2, 2)
    profiler = sys.getprofile()
    layout.pack(layout.unpack(1))
    word, ran = running.of(lambda: layout.pack(layout.unpack(5)))
    assert word == 5
    assert ("slotproof.impl.handle", "Layout.pack") in ran
    assert all(module.startswith(("slotproof.impl.", "slotproof.spec.")) for module, _ in ran)
    with running.noted(), running.paused():
        layout.pack(layout.unpack(1))
    assert running.functions() == frozenset()
    handle = layout.unpack(5)
    with running.noted():
        layout.unpack(5)
        running.of(lambda: layout.pack(handle))  # apart
    assert {name for _, name in running.functions()} >= {"Layout.unpack"}
    assert "Layout.pack" not in {name for _, name in running.functions()}
    assert sys.getprofile() is profiler


def test_what_is_written_out_is_known_where_it_stands() -> None:
    """A function of one line that a claim calls is noted, though what runs is written out anew."""
    assert isinstance(fits, FunctionType)
    written = inline._written(fits)
    assert written is not None
    assert written.__code__ is not fits.__code__
    assert written.__code__.co_firstlineno == fits.__code__.co_firstlineno
    _, ran = Running().of(lambda: written(5, 8))
    assert ran == {("slotproof.spec.bits", "fits")}


def test_a_question_that_fails_apart_fails_here() -> None:
    """What one process raises is raised here; one that dies is no answer."""

    def halve(number: int) -> int:
        return 6 // number

    assert sorted(apart(halve, [1, 2, 3], 2)) == [2, 3, 6]
    with pytest.raises(ZeroDivisionError):
        list(apart(halve, [1, 0, 3], 2))
    with pytest.raises(RuntimeError, match="died"):
        list(apart(sys.exit, [1, 2], 2))
