"""Certificates that are kept with the sources are about what the prover asks today; CI has the checker check them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from slotproof.certify.make import digest
from slotproof.checker.__main__ import main
from slotproof.proofs.catalog import CATALOG

from .kept_certificates import AGAIN, FOLDER, KEPT, asked, kept
from .layout import ROOT
from .quick import first_only

ANEW = ("handle", "token_allocator", "typed_store")
"""What CI certifies anew."""


@pytest.mark.parametrize("container", first_only(KEPT))
def test_they_belong_to_the_questions_of_today(container: str) -> None:
    """Each question of the operation has one, and no other has."""
    today = {digest(each) for each in asked(container)}
    assert today
    assert today == kept(container), f"the prover asks otherwise: run {AGAIN} {container}"


def test_every_container_is_kept_or_certified_anew() -> None:
    """By the step of CI that says so, which checks what is kept as well; together they stay small."""
    assert CATALOG.keys() == {*KEPT, *ANEW}
    text = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert f"slotproof certify {' '.join(ANEW)} " in text
    assert f"-m slotproof.checker {FOLDER.relative_to(ROOT)} " in text
    assert sum(file.stat().st_size for file in FOLDER.rglob("*.gz")) < 3_000_000


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
