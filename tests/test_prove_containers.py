"""The prover that reads proves what the shipped containers claim: each operation, and each cost."""

from __future__ import annotations

import pytest

from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.engine import prove
from slotproof.proofs.engine.reading import judges
from slotproof.proofs.engine.report import Status

from .quick import one_of_each

UNITS = [
    (name, unit)
    for name, refinement in CATALOG.items()
    for unit in prove.units(refinement, deep=False)
    if judges(refinement, unit.partition(" | ")[0])
]


@pytest.mark.parametrize(("name", "unit"), one_of_each(lambda name, unit: name, UNITS))
def test_a_unit_is_proved_by_reading(name: str, unit: str) -> None:
    """Every verdict is proved, and says that nothing was run."""
    verdicts = prove.run(CATALOG[name], unit)
    assert verdicts
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}, [verdict.reason for verdict in verdicts]
    assert {verdict.evidence["prover"] for verdict in verdicts} == {"reads"}
