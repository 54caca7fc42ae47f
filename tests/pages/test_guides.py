"""The pages for new readers: each command on them runs, and each place that they name is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Final

import pytest

from slotproof.proofs.catalog import CATALOG

from ..commands import forks
from ..tree.layout import ROOT

GUIDES: Final = ("docs/users/quickstart.md", "docs/engineers/tour.md")
FOLDERS: Final = ("spec/", "impl/", "proofs/", "slotproof/", "tests/", "docs/")


def commands(text: str) -> list[list[str]]:
    """The arguments of each `slotproof` in a block of shell."""
    lines = [
        line for block in re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE) for line in block.split("\n")
    ]
    return [shlex.split(line)[1:] for line in lines if line.startswith("slotproof ")]


def missing(text: str, page: Path) -> list[str]:
    """The places that a page names in backticks or links to, and that are not there."""
    named = [each for each in re.findall(r"`([\w./-]+/[\w./-]*)`", text) if each.startswith(FOLDERS)]
    linked = re.findall(r"\]\(([\w./-]+\.md)\)", text)
    return [each for each in named if not (ROOT / each).exists()] + [
        each for each in linked if not (page.parent / each).exists()
    ]


@pytest.mark.long
@pytest.mark.parametrize("guide", GUIDES)
def test_each_command_of_a_guide_runs(guide: str, tmp_path: Path) -> None:
    """It ends green where nothing is wrong; and what the page says that it prints, it prints."""
    asked = commands((ROOT / guide).read_text(encoding="utf-8"))
    assert asked
    printed = ""
    for arguments in asked:
        ended = forks().run(tmp_path, *arguments)
        assert ended.code == 0, ended.output
        printed += ended.output
    assert "sampled" in printed or "exhausted" in printed


@pytest.mark.parametrize("guide", GUIDES)
def test_each_place_of_a_guide_is_there(guide: str) -> None:
    """Files, folders and other pages."""
    page = ROOT / guide
    assert missing(page.read_text(encoding="utf-8"), page) == []
    assert missing("`slotproof/nowhere.py`, [x](nowhere.md)", page) == ["slotproof/nowhere.py", "nowhere.md"]


def test_each_claim_of_a_guide_is_one() -> None:
    """An ID that a command names is that of a claim."""
    known = {claim.id for refinement in CATALOG.values() for claim in refinement.claims()}
    named = {
        each for guide in GUIDES for each in re.findall(r"\b[A-Z]{2}-[A-Z]\d+\b", (ROOT / guide).read_text("utf-8"))
    }
    assert named
    assert named <= known
