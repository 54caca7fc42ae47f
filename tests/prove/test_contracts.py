"""What callers use of an operation is shown of it, or refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import Promise, Refinement
from slotproof.engine.prove.reading import ReadProof, prove_by_reading
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.proofs.sparse_set import SPARSE_SET

from ..judging import brief_proof
from . import tally
from .clock import same_length
from .holder import with_operation


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


def test_laws_hold_where_an_operation_is_called() -> None:
    """It is proved of no other states."""
    refinement = with_operation(tally.tally(tally.counted_late), "twice", model=tally.counted_late)
    proof = prove_by_reading(replace(refinement, laws=(tally.as_many,)), refinement.operation("twice"))
    assert "TY-L1 when add is called" in proof.resists


TALLY = tally.tally(tally.twice)


@pytest.mark.parametrize(
    ("add", "two", "why"),
    [
        ({"takes": (replace(tally.NUMBER, within="small ones"),)}, {}, "it is proved for small ones alone"),
        ({"unproved": "too hard"}, {}, "it uses add, which is not proved"),
        ({"agree": same_length}, {}, "it uses add, whose result is compared otherwise"),
        ({"cost": None}, {}, "it uses add, which declares no cost"),
        ({"cost": None}, {"cost": None}, ""),
        ({"uses": ("twice",)}, {}, "its proof rests on itself"),
        ({"name": "sub"}, {"uses": ("sub",)}, "there is no such method"),
        ({"promise": Promise(refused=tally.PROMISE.refused)}, {}, ""),
    ],
)
def test_what_says_not_enough_is_not_used(add: dict[str, Any], two: dict[str, Any], why: str) -> None:
    """A proof of some arguments alone, or none; a result that need not be equal; a cost that nobody knows; a circle."""
    refinement = with_operation(with_operation(TALLY, "twice", **two), "add", **add)
    proof = prove_by_reading(refinement, refinement.operation("twice"))
    assert why in proof.unsupported
    assert (proof.resists == "") is (why == "")
