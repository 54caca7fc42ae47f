"""What pages and comments say in figures is what the declarations say: costs, and where ranges of IDs end."""

from __future__ import annotations

import re
import subprocess
from typing import Final

import pytest

from slotproof.declare import Cost
from slotproof.proofs.catalog import CATALOG

from .layout import ROOT

SUFFIXES: Final = (".py", ".md", ".hpp", ".cpp", ".rs", ".ts")
RANGE: Final = re.compile(r"\b([A-Z]{2}-[A-Z])1 (?:\.\.\.|to) (?:[A-Z]{2}-)?[A-Z]?(\d+)\b")
COST: Final = re.compile(r"(\d+) reads?(?:, (\d+) writes?)? \(([A-Z]{2})-C(\d+)\)")


def wrong_ranges(text: str) -> list[str]:
    """Ranges of IDs from 1 on that do not end at the last ID of their letter."""
    last: dict[str, int] = {}
    for refinement in CATALOG.values():
        for claim in refinement.claims():
            letter, number = re.fullmatch(r"([A-Z]+-[A-Z])(\d+)", claim.id).groups()  # type: ignore[union-attr]
            last[letter] = max(last.get(letter, 0), int(number))
    return [each[0] for each in RANGE.finditer(text) if last.get(each[1]) != int(each[2])]


def wrong_costs(text: str) -> list[str]:
    """Costs without a loop that are not the declared ones."""
    declared: dict[str, Cost] = {}
    for refinement in CATALOG.values():
        declared |= {each.claim.id: each.cost for each in refinement.operations if each.cost is not None}
    found = []
    for each in COST.finditer(text):
        cost = declared.get(f"{each[3]}-R{each[4]}")
        if cost is not None and not cost.each and (int(each[1]), int(each[2] or 0)) != (cost.reads, cost.writes):
            found.append(each[0])
    return found


def test_ranges_of_ids_end_at_the_last_one() -> None:
    """A range that begins at 1 goes to the last ID of its letter, wherever it is written."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    files = [name for name in listed if name.endswith(SUFFIXES) and not name.startswith(("tests/", "CHANGELOG"))]
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in files if (ROOT / name).exists()}
    assert {name: wrong for name, text in texts.items() if (wrong := wrong_ranges(text))} == {}
    assert sum(len(RANGE.findall(text)) for text in texts.values()) > 20
    assert wrong_ranges("BM-B1 ... BM-B12, BM-B1 to B13") == ["BM-B1 ... BM-B12"]


@pytest.mark.parametrize("name", CATALOG)
def test_costs_on_the_page_are_the_declared_ones(name: str) -> None:
    """A cost with an ID in the table of operations is that of the declaration."""
    page = ROOT / "docs/users/containers" / f"{name}.md"
    if page.exists():
        assert wrong_costs(page.read_text(encoding="utf-8")) == []
    assert wrong_costs("2 reads, 6 writes (HM-C1)") == ["2 reads, 6 writes (HM-C1)"]
    assert wrong_costs("2 reads, 5 writes (HM-C1)") == []
