"""A container of dicts in everyday Python is proved, and a wrong one is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from slotproof.engine.prove.reading import prove_by_reading
from slotproof.language.lint import lint

from ..edited import proof_in
from ..examples import counts

FILE = Path(counts.__file__)
MODEL, ARRAYS = FILE.read_text(encoding="utf-8").split("class Counts:")
WRONG = [
    ("add", "self.table[key] = 1", "self.table[key] = 2"),
    ("drop", "del self.table[key]", "self.table[key] = 0"),
    ("keep", "if not count < least", "if not count <= least"),
    ("keep", "{key: count for key", "{key: least for key"),
    ("most", "max(self.table.values())\n\n", "max(self.table)\n\n"),
    ("most", "max(self.table.values())\n\n", "min(self.table.values())\n\n"),
    ("has_some", ">= least", "> least"),
    ("has_some", "bool(self.table) and max", "not self.table or max"),
]


def test_the_table_is_in_the_language() -> None:
    """As it would be written without a prover in mind."""
    assert lint([FILE]) == []


@pytest.mark.parametrize("operation", [each.name for each in counts.COUNTS.operations])
def test_each_operation_is_proved(operation: str) -> None:
    """Comprehensions, and the greatest of what a dict holds, too."""
    found = prove_by_reading(counts.COUNTS, counts.COUNTS.operation(operation))
    assert (found.unsupported, found.open) == ("", [])


@pytest.mark.parametrize(("operation", "right", "wrong"), WRONG)
def test_a_wrong_operation_is_open(operation: str, right: str, wrong: str, tmp_path: Path) -> None:
    """Each edit is one mistake."""
    assert ARRAYS.count(right) == 1
    found = proof_in(f"{MODEL}class Counts:{ARRAYS.replace(right, wrong)}", "COUNTS", operation, tmp_path)
    assert found.unsupported == ""
    assert found.open
