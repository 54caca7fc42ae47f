"""What the process has loaded is what its files say, and what replaces a part of it is noticed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from slotproof.engine.prove.loaded import differs
from slotproof.impl import registry
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.engine import refinement

READ = ("slotproof.spec.", "slotproof.impl.", "slotproof.proofs.")
TEXTS = {
    name: Path(module.__file__).read_text(encoding="utf-8")
    for name, module in sorted(sys.modules.items())
    if name.startswith(READ) and (".engine." not in name or name == refinement.__name__) and module.__file__
}


def test_all_modules_are_what_their_files_say() -> None:
    """Functions that are defaults of fields, too."""
    assert CATALOG
    assert {name: other for name, text in TEXTS.items() if (other := differs(name, text))} == {}


def test_another_default_of_a_field_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function that no text says stands in place of the one that it says."""

    def keeps(before: object, after: object, *arguments: object) -> dict[str, bool]:
        return {"anything": True}

    keeps.__module__ = refinement.__name__
    monkeypatch.setattr(refinement.Promise, "keeps", keeps)
    assert differs(refinement.__name__, TEXTS[refinement.__name__]) == "Promise.keeps"


def test_another_thing_than_is_imported_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A class that stands under the name of one that the text imports."""
    monkeypatch.setattr(registry, "Group", type("Group", (), {}))
    assert differs(registry.__name__, TEXTS[registry.__name__]) == "Group"
