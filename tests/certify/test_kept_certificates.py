"""Certificates that are kept with the sources are about what the prover asks today; CI has the checker check them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import pytest

from slotproof.certify.make import digest
from slotproof.checker.__main__ import main
from slotproof.proofs.catalog import CATALOG

from ..quick import first_only
from ..tree.layout import ROOT
from . import certificates
from .kept_certificates import AGAIN, FOLDER, KEPT, asked, kept

ANEW = ("handle", "token_allocator", "typed_store")
"""What CI certifies anew."""


@pytest.mark.parametrize("containers", first_only([[next(iter(KEPT))], list(KEPT)[1:]]), ids=["first", "others"])
def test_they_belong_to_the_questions_of_today(containers: list[str]) -> None:
    """Each question of their operations has one, and no other has."""
    today = {name: {digest(each) for each in questions} for name, questions in asked(containers).items()}
    assert all(today.values())
    changed = [name for name in containers if today[name] != kept(name)]
    assert not changed, f"the prover asks otherwise: run {AGAIN} {' '.join(changed)}"


def test_every_container_is_kept_or_certified_anew() -> None:
    """By the step of CI that says so, which checks what is kept as well; together they stay small."""
    assert CATALOG.keys() == {*KEPT, *ANEW}
    text = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert f"slotproof certify {' '.join(ANEW)} " in text
    assert f"-m slotproof.checker {FOLDER.relative_to(ROOT)} " in text
    assert sum(file.stat().st_size for file in FOLDER.rglob("*.gz")) < 3_000_000


TOLD: Final = {
    "name": "box",
    "units": 2,
    "certified": 3,
    "of": 4,
    "steps": 1000,
    "rules": {"assume": 1, "refl": 2},
    "bytes": 2_000_000,
    "made": 1.0,
    "checked": 0.02,
    "left": ["box/put/001: plain: cvc5 says sat"],
}


def test_what_the_page_says_of_others_stays() -> None:
    """A row of what was not certified now, and what it leaves; all is summed."""
    before = certificates.table({"box": TOLD}, "")
    assert "| box | 2 | 3 of 4 | 1,000 | 1 | 2.0 | 1 | 0.0 |" in before
    assert "- no certificate: box/put/001: plain: cvc5 says sat" in before
    bin_ = TOLD | {"name": "bin", "left": [], "certified": 4, "checked": 3.0}
    both = certificates.table({"bin": bin_}, before)
    assert both.splitlines()[2:] == [
        "| box | 2 | 3 of 4 | 1,000 | 1 | 2.0 | 1 | 0.0 |",
        "| bin | 2 | 4 of 4 | 1,000 | 1 | 2.0 | 1 | 3.0 |",
        "| all of these | 4 | 7 of 8 | 2,000 |  | 4.0 | 2 | 3.0 |",
        "",
        "A step takes 1500 µs to check.",
        "What has none:",
        "",
        "- no certificate: box/put/001: plain: cvc5 says sat",
    ]
    whole = TOLD | {"left": [], "certified": 4}
    assert certificates.table({"box": whole}, both.replace("bin", "tin")).count("no certificate:") == 0
    assert "No question of these is without a certificate." in certificates.table({"box": whole}, "")


def test_every_container_is_in_the_table() -> None:
    """With its figures."""
    page = certificates.PAGE.read_text(encoding="utf-8")
    assert CATALOG.keys() == {line.split(" | ")[0][2:] for line in page.splitlines() if certificates.is_row(line)}


def test_the_checker_accepts_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those of a container; and not if two of the proofs change places."""
    copy = Path(shutil.copytree(FOLDER / "bitmask", tmp_path / "kept"))
    one, other, *_ = sorted(copy.rglob("*.cpc.gz"))
    assert main([str(copy), "--quiet"]) == 0
    one.rename(tmp_path / "first.gz")
    other.rename(one)
    (tmp_path / "first.gz").rename(other)
    assert main([str(copy), "--quiet"]) == 1
    assert "2 of 4 accepted" in capsys.readouterr().out
