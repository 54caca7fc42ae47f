"""What pages and comments say in figures is what the declarations say: costs, and where ranges of IDs end."""

from __future__ import annotations

import inspect
import re
import subprocess
from typing import Final

import pytest

from slotproof.declare import Cost
from slotproof.dev.claims_table import TABLE, cell, said, with_costs
from slotproof.proofs.catalog import CATALOG

from ..tree.layout import ROOT

SUFFIXES: Final = (".py", ".md", ".hpp", ".cpp", ".rs", ".ts")
RANGE: Final = re.compile(r"\b([A-Z]{2}-[A-Z])1 (?:\.\.\.|to) (?:[A-Z]{2}-)?[A-Z]?(\d+)\b")


def wrong_ranges(text: str) -> list[str]:
    """Ranges of IDs from 1 on that do not end at the last ID of their letter."""
    last: dict[str, int] = {}
    for refinement in CATALOG.values():
        for claim in refinement.claims():
            letter, number = re.fullmatch(r"([A-Z]+-[A-Z])(\d+)", claim.id).groups()  # type: ignore[union-attr]
            last[letter] = max(last.get(letter, 0), int(number))
    return [each[0] for each in RANGE.finditer(text) if last.get(each[1]) != int(each[2])]


def test_ranges_of_ids_end_at_the_last_one() -> None:
    """A range that begins at 1 goes to the last ID of its letter, wherever it is written."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    files = [name for name in listed if name.endswith(SUFFIXES) and not name.startswith(("tests/", "CHANGELOG"))]
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in files if (ROOT / name).exists()}
    assert {name: wrong for name, text in texts.items() if (wrong := wrong_ranges(text))} == {}
    assert sum(len(RANGE.findall(text)) for text in texts.values()) > 20
    assert wrong_ranges("BM-B1 ... BM-B12, BM-B1 to B13") == ["BM-B1 ... BM-B12"]


@pytest.mark.parametrize("name", CATALOG)
def test_every_cost_stands_in_a_table(name: str) -> None:
    """Each cost with an ID has a cell on the page of its container, in the words of the declaration."""
    page = (ROOT / "docs/users/containers" / f"{name}.md").read_text(encoding="utf-8").partition(f"<!-- {TABLE} -->")[0]
    rows = [line for line in page.splitlines() if line.startswith("|")]
    for each in CATALOG[name].operations:
        if each.cost is not None and each.cost_claim is not None:
            (row,) = (row for row in rows if re.search(rf"\b{each.cost_claim.id}\b", row))
            assert f"`{each.name}" in row
            assert said(each.cost) in row


def test_a_cell_is_what_is_declared() -> None:
    """Figures that were changed by hand are written anew; remarks, and what has no declared cost, stay."""
    hand_map = CATALOG["handle_map"]
    assert cell(hand_map, "`insert(value)`", "2 reads, 6 writes (HM-C1)") == "2 reads, 5 writes (HM-C1)"
    assert cell(hand_map, "`emplace(factory)`", "as `insert` (HM-C2), and the factory") == (
        "2 reads, 5 writes (HM-C2), and the factory"
    )
    assert cell(hand_map, "`copy()`, `swap(other)`", "O(slots)") == "`swap`: no cell (HM-C18); O(slots)"
    assert cell(hand_map, "`clear()`", "O(slots)") == "O(slots)"
    assert cell(hand_map, "`get(handle)`, `pos_of(handle)`", "") == "`get`: 4 reads (HM-C4); `pos_of`: 3 reads (HM-C7)"
    assert said(Cost(1, 0, "layer", 2, 1, (("word", 0, 1),))) == (
        "1 read, and 2 reads, 1 write for each layer; 1 write for each word"
    )
    page = "| Operation | Cost | Moves |\n|---|---|---|\n| `insert(a)` | 1 read (HM-C1) | |\n\n| `insert` | x |\n"
    assert with_costs(page, hand_map) == page.replace("1 read (", "2 reads, 5 writes (")


def test_costs_in_comments_are_the_declared_ones() -> None:
    """What the methods of the containers say of reads and writes, where no loop is gone through."""
    found = 0
    for refinement in CATALOG.values():
        for each in refinement.operations:
            text = inspect.getdoc(getattr(refinement.impl, each.name, None)) or ""
            told = re.search(r"^Cost +(\d+) reads?(?:, (\d+) writes?)?$", text, re.MULTILINE)
            if told and each.cost is not None and not each.cost.rounds:
                assert (int(told[1]), int(told[2] or 0)) == (each.cost.reads, each.cost.writes), each.claim.id
                found += 1
    assert found >= 10
