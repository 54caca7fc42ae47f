"""Bugs that were shipped: each is made again here and found by two judges at least, and no defect is passed over."""

import ast
from collections import Counter
from dataclasses import replace
from types import ModuleType
from typing import Final

import pytest

from slotproof.declare.bug import Bug
from slotproof.declare.verdict import Status
from slotproof.dev import bugs_page
from slotproof.engine.mutate import edit
from slotproof.engine.mutate.edit import NotApplied, applied
from slotproof.engine.prove import prove
from slotproof.impl.hash_index import HashIndex
from slotproof.mutation.bugs import killers, read_record
from slotproof.mutation.trials import JUDGES, mutant_of, try_out, units_of
from slotproof.proofs.bugs import BUGS, OUT_OF_SCOPE, OWN, REPORTED, SHOWN, rows
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.hash_index import HASH_INDEX

from ...quick import long_unless
from ...tree.layout import ROOT

RECORD: Final = read_record()


# The corpus


def test_every_defect_is_accounted_for_once() -> None:
    """Each reported bug and each defect of an original is made again, out of scope, or shown elsewhere; none twice."""
    counted = Counter(rows())
    assert {row for row, times in counted.items() if times > 1} == set()
    assert len({row for row in counted if row.isdecimal()}) == REPORTED
    assert {row for row in counted if not row.isdecimal()} == set(OWN)


def test_bugs_are_named_and_sourced() -> None:
    """Each bug has a name of its own, a container of the catalog, and links; the mistake is made in impl/."""
    assert len({bug.id for bug in BUGS}) == len(BUGS)
    for bug in BUGS:
        assert bug.container in CATALOG
        assert bug.rows
        assert all(link.startswith("https://") for link in (bug.link, *bug.also))
        assert mutant_of(bug).side == edit.IMPL
    assert all(each.link.startswith("https://") and each.reason for each in OUT_OF_SCOPE)


def test_deviations_that_show_a_defect_exist() -> None:
    """The deviation and the test that are pointed at are there."""
    claims = {claim.id for refinement in CATALOG.values() for claim in refinement.deviations}
    for each in SHOWN:
        file, _, name = each.test.partition("::")
        functions = ast.parse((ROOT / "tests" / "containers" / file).read_text(encoding="utf-8")).body
        assert each.claim in claims
        assert name in {node.name for node in functions if isinstance(node, ast.FunctionDef)}


def test_a_bug_that_does_not_fit_the_source_any_more_is_refused() -> None:
    """The text that is replaced must stand in the function, and once."""
    first = BUGS[0]
    for old in ("no such text", "slot"):
        with pytest.raises(NotApplied):
            mutant_of(replace(first, changes=((old, "pass"),)))


def test_a_bug_is_there_while_it_is_applied_and_gone_afterwards() -> None:
    """The code of the function is another one, and then the old one again."""
    function = HashIndex.spread
    before = function.__code__
    [bug] = [bug for bug in BUGS if bug.id == "doom-negative-spread"]
    with applied(mutant_of(bug)):
        assert function.__code__ is not before
    assert function.__code__ is before


# The judges


def quicker(bug: Bug) -> str:
    """Give the one of search and walk that finds the bug in less time, by the record."""
    found = RECORD[bug.id]
    return min({"explore", "walk"} & {*killers(found)}, key=lambda judge: found[judge].seconds)


@pytest.mark.parametrize(
    "bug", long_unless(lambda bug: RECORD[bug.id][quicker(bug)].seconds < 1, BUGS), ids=lambda bug: bug.id
)
def test_a_bug_is_found_as_recorded(bug: Bug) -> None:
    """The quicker of search and walk finds the bug; a search finds it in the same place, by the same trace."""
    found, judge = RECORD[bug.id], quicker(bug)
    again = try_out(judge, mutant_of(bug), [found[judge].unit])
    assert again is not None
    assert again.claim
    if judge == "explore":
        assert (again.claim, again.trace) == (found[judge].claim, found[judge].trace)
        assert again.count <= found[judge].count


def test_every_bug_is_found_by_two_judges() -> None:
    """By the record, at least two judges find each bug on their own; every bug is recorded."""
    assert list(RECORD) == [bug.id for bug in BUGS]
    assert [id for id, found in RECORD.items() if len(killers(found)) < 2] == []
    assert [id for id, found in RECORD.items() if not {"explore", "walk"} <= set(found)] == []
    assert {judge for found in RECORD.values() for judge in killers(found)} == set(JUDGES)


@pytest.mark.long
def test_a_proof_that_fails_where_no_state_tells_why_finds_nothing() -> None:
    """If no index is found that is asked for a link it does not have, the proof is red all the same."""
    nothing = prove.Effort(near=False, units=0)
    [bug] = [bug for bug in BUGS if bug.id == "doom-next-outside"]
    with applied(mutant_of(bug)):
        assert any(each.status is Status.FAILED for each in prove.run(HASH_INDEX, "next", effort=nothing))
    trial = try_out("prove", mutant_of(bug), ["next"], effort=nothing)
    assert trial is not None
    assert (trial.claim, trial.trace) == ("", ())


def test_a_change_without_effect_is_found_by_nobody() -> None:
    """A judge does not go red because something was changed, and says what it counted."""
    [bug] = [bug for bug in BUGS if bug.id == "generational-arena-clear"]
    harmless = replace(bug, changes=(("usable = self._bump(slot)", "usable = bool(self._bump(slot))"),))
    for judge, unit in (("explore", "retire, fifo"), ("prove", "clear")):
        trial = try_out(judge, mutant_of(harmless), [unit])
        assert trial is not None
        assert (trial.claim, trial.trace) == ("", ())
        assert trial.count > 0


def test_units_reach_a_function_through_what_they_call() -> None:
    """Operations do, and theorems, through methods and through the making of what they know; no other is tried."""
    asked = {bug.id: units_of("bits", mutant_of(bug)) for bug in BUGS}
    assert asked["hecs-flush-length"] == ["ES-B1", "ES-B2"]
    assert "HL-B1" in asked["sharded-slab-offset"]
    assert asked["doom-negative-spread"] == []
    [bug] = [bug for bug in BUGS if bug.id == "doom-negative-spread"]
    assert units_of("prove", mutant_of(bug)) == ["spread"]


# The page


def _script() -> ModuleType:
    """slotproof.dev.bugs_page."""
    return bugs_page


def test_the_page_is_what_was_recorded() -> None:
    """shipped-bugs.md holds the tables of the corpus and of the record; another record makes another page."""
    script = _script()
    page = script.PAGE.read_text(encoding="utf-8")
    others = script.read_others()
    assert script.written(page, script.bugs_tables(RECORD, others)) == page
    assert script.written(page, script.bugs_tables({}, others)) != page
    with pytest.raises(ValueError, match="needs one"):
        script.written(page.replace("<!-- bugs -->", ""), script.bugs_tables(RECORD, others))
