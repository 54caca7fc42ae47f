"""The prover that reads proves what the shipped containers claim: the command shows all, the tests one of each."""

from __future__ import annotations

import pytest

from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.engine import prove
from slotproof.proofs.engine.reading import judges
from slotproof.proofs.engine.refinement import CREATION
from slotproof.proofs.engine.report import Status

LEFT = {
    "bitmask": ("set",),
    "dense_map": ("erase_at",),
    "dense_set": ("erase_at",),
    "registry": ("destroy", "destroy_items", "clear"),
}
"""Operations that the older prover judges in each arrangement."""


@pytest.mark.parametrize("name", CATALOG)
def test_a_new_container_is_proved_by_reading(name: str) -> None:
    """Every verdict is proved, and says that nothing was run."""
    verdicts = prove.run(CATALOG[name], CREATION.name)
    assert verdicts
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}, [verdict.reason for verdict in verdicts]
    assert {verdict.evidence["prover"] for verdict in verdicts} == {"reads"}


@pytest.mark.parametrize("name", CATALOG)
def test_few_operations_are_left_to_the_older_prover(name: str) -> None:
    """Those that are named here, and no others."""
    refinement = CATALOG[name]
    units = [unit for unit in prove.units(refinement, deep=False) if unit != CREATION.name]
    declared = [prove.declared_in(refinement, unit) for unit in units]
    left = {operation.name for only, operation in declared if not judges(only, operation.name)}
    assert left == set(LEFT.get(name, ()))
