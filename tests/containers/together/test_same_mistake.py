"""Five questions are answered for each container, and same-mistake.md says how."""

from dataclasses import replace

import pytest

from slotproof.dev import bugs_page
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.questions import ANSWERED, QUESTIONS


def test_each_question_is_answered_by_claims_that_there_are() -> None:
    """No cell is empty, each claim that one names exists, and each law of answers stands in one."""
    assert bugs_page.wrong(CATALOG, ANSWERED) == []


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({}, ["bitmask: a cell is empty"]),
        ({"bitmask": ANSWERED["bitmask"][1:]}, ["bitmask: a cell is empty"]),
        ({"bitmask": (*ANSWERED["bitmask"][1:], " ")}, ["bitmask: a cell is empty"]),
        ({"bitmask": ("BM-L99", *ANSWERED["bitmask"][1:])}, ["bitmask: there is no BM-L99"]),
        ({**ANSWERED, "bag": ()}, ["bag: there is no such container"]),
    ],
)
def test_what_the_cells_lack_is_told(cells: dict[str, tuple[str, ...]], said: list[str]) -> None:
    """A row or a cell that is not there, a claim or a container that does not exist."""
    found = bugs_page.wrong({"bitmask": CATALOG["bitmask"]}, cells)
    assert [each for each in found if "stands in no cell" not in each and each in said] == said


def test_a_law_that_answers_no_question_is_told() -> None:
    """A new one needs a cell."""
    bitmask = CATALOG["bitmask"]
    law = replace(bitmask.answers[0], claim=replace(bitmask.answers[0].claim, id="BM-L99"))
    more = {"bitmask": replace(bitmask, answers=(*bitmask.answers, law))}
    assert bugs_page.wrong(more, {"bitmask": ANSWERED["bitmask"]}) == ["bitmask: BM-L99 stands in no cell"]


def test_the_page_is_what_is_declared() -> None:
    """Every container and question is on it; without a marker it is refused."""
    page = bugs_page.SAME.read_text(encoding="utf-8")
    tables = bugs_page.laws_tables(CATALOG)
    assert bugs_page.written(page, tables) == page
    assert all(each.title in page for each in CATALOG.values())
    assert all(question in page for question in QUESTIONS)
    with pytest.raises(ValueError, match="needs one"):
        bugs_page.written(page.replace("<!-- pairs -->", ""), tables)
