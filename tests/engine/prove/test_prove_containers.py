"""The prover proves of new containers what is claimed: `slotproof verify` shows it of all, the tests of small ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import CREATION
from slotproof.declare.verdict import Status
from slotproof.engine.prove import prove
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.token_allocator import TOKEN_ALLOCATOR


@pytest.mark.parametrize("name", ["handle", "token_allocator", "typed_store", "dense_set"])
def test_a_new_container_is_proved_by_reading(name: str) -> None:
    """Every verdict is proved, and says that nothing was run."""
    verdicts = prove.run(CATALOG[name], CREATION.name)
    assert verdicts
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}, [verdict.reason for verdict in verdicts]
    assert {verdict.evidence["prover"] for verdict in verdicts} == {"reads"}


@pytest.mark.parametrize("unproved", [{"foreign": None}, {"unproved": "nobody has tried"}], ids=["foreign", "unproved"])
def test_what_reads_a_container_within_rests_on_a_proof_of_that(unproved: dict[str, Any]) -> None:
    """The allocator reads its mask by `Bitmask.from_dict`, of which its own proof says what is accepted."""
    name, mask = "from_dict", TOKEN_ALLOCATOR.inside["mask"]
    operations = [replace(each, **unproved) if each.name == name else each for each in mask.refinement.operations]
    known = replace(mask, refinement=replace(mask.refinement, operations=tuple(operations)))
    proof = prove_by_reading(replace(TOKEN_ALLOCATOR, inside={"mask": known}), TOKEN_ALLOCATOR.operation(name))
    assert "Bitmask.from_dict: it has no proof of its own" in proof.unsupported
