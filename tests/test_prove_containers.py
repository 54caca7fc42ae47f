"""The prover that reads proves what the shipped containers claim: each operation, and each cost."""

from __future__ import annotations

import pytest

from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.engine import prove
from slotproof.proofs.engine.reading import judges
from slotproof.proofs.engine.refinement import Refinement
from slotproof.proofs.engine.report import Status
from slotproof.proofs.engine.simulation import CREATION

from .quick import one_of_each


def _is_read(refinement: Refinement, unit: str) -> bool:
    """Tell whether the prover that reads judges a unit."""
    if unit == CREATION.name:
        return judges(refinement, unit)
    only, operation = prove.declared_in(refinement, unit)
    return judges(only, operation.name)


UNITS = [
    (name, unit)
    for name, refinement in CATALOG.items()
    for unit in prove.units(refinement, deep=False)
    if _is_read(refinement, unit)
]


@pytest.mark.parametrize(("name", "unit"), one_of_each(lambda name, unit: name, UNITS))
def test_a_unit_is_proved_by_reading(name: str, unit: str) -> None:
    """Every verdict is proved, and says that nothing was run."""
    verdicts = prove.run(CATALOG[name], unit)
    assert verdicts
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}, [verdict.reason for verdict in verdicts]
    assert {verdict.evidence["prover"] for verdict in verdicts} == {"reads"}
