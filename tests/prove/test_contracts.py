"""What callers use of an operation is shown of it, or refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import Promise, Refinement
from slotproof.engine.prove.reading import ReadProof
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.proofs.sparse_set import SPARSE_SET

from ..judging import brief_proof


def changed(refinement: Refinement, name: str, **more: Any) -> ReadProof:
    """The proof of an operation of which something else is declared."""
    operation = replace(refinement.operation(name), **more)
    operations = tuple(operation if each.name == name else each for each in refinement.operations)
    return brief_proof(replace(refinement, operations=operations), operation)


@pytest.mark.long
def test_what_is_left_alone_is_shown() -> None:
    """`compact` takes the holes, so that it cannot be said to change the order alone."""
    proof = changed(SPARSE_SET, "compact", changes=("order",))
    assert "holes is left alone" in proof.open[0].what


@pytest.mark.parametrize(
    ("name", "more", "why"),
    [
        ("size", {"promise": Promise()}, "the promise says nothing of it"),
        ("clear", {"uses": ("sort",)}, "whose model is not run"),
    ],
)
def test_what_a_promise_cannot_say_is_refused(name: str, more: dict[str, Any], why: str) -> None:
    """A result, and a model that only names conditions."""
    refinement = HANDLE_MAP if name == "size" else SPARSE_SET
    assert why in changed(refinement, name, **more).unsupported
