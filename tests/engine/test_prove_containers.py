"""The prover proves of new containers what is claimed: `slotproof verify` shows it of all, the tests of small ones."""

from __future__ import annotations

import pytest

from slotproof.declare import CREATION
from slotproof.declare.verdict import Status
from slotproof.engine.prove import prove
from slotproof.proofs.catalog import CATALOG


@pytest.mark.parametrize("name", ["handle", "token_allocator", "typed_store", "dense_set"])
def test_a_new_container_is_proved_by_reading(name: str) -> None:
    """Every verdict is proved, and says that nothing was run."""
    verdicts = prove.run(CATALOG[name], CREATION.name)
    assert verdicts
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}, [verdict.reason for verdict in verdicts]
    assert {verdict.evidence["prover"] for verdict in verdicts} == {"reads"}
