"""What callers use of an operation is shown of it, or refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import Promise, Refinement
from slotproof.engine.prove.containers.contracts import Contracts, refused_in_turn
from slotproof.engine.prove.declaration.claims import ClaimsOf
from slotproof.engine.prove.declaration.make import any_object
from slotproof.engine.prove.reading import ReadProof, prove_by_reading
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Refusal
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.proofs.sparse_set import SPARSE_SET

from ...judging import brief_proof
from ..examples import tally
from ..examples.clock import same_length
from ..examples.holder import Holder, with_operation


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


@pytest.mark.parametrize(
    ("refused_if", "refusals", "why"),
    [
        (None, ("Full",), "leaves open which error it is"),
        (same_length, ("Full", "Missing"), "leaves open which error it is"),
        ({"Full": same_length}, ("Full", "Missing"), "it does not say when Missing is raised"),
        ({"Full": same_length, "Missing": same_length}, ("Full", "Missing"), ""),
        (same_length, ("Full",), ""),
    ],
)
def test_when_each_error_is_raised_is_said(refused_if: Any, refusals: tuple[str, ...], why: str) -> None:
    """Or it is refused; with it by its name if there are several."""
    operation = replace(TALLY.operation("add"), refused_if=refused_if, refusals=refusals)
    if why:
        with pytest.raises(Refusal, match=why):
            refused_in_turn(operation, "tally.py:1")
    else:
        assert refused_in_turn(operation, "tally.py:1") == dict.fromkeys(refusals, same_length)


@pytest.mark.parametrize("told", [None, {"count": 3}])
def test_of_what_was_called_only_what_is_told_is_known(told: Any) -> None:
    """All else may be anything."""
    holder = Holder(TALLY)
    ev, st, program = holder.ev, holder.st, holder.within.program
    impl = any_object(ev, st, holder.within.impl, "any ")
    was, cells = st.heap[impl.id].fields, dict(st.heap)
    Contracts(TALLY, TALLY.operation("twice"), ClaimsOf(TALLY, program), program, told)._forget(ev, st, impl)
    now = st.heap[impl.id].fields
    assert t.same(now["count"], was["count"]) is (told is not None)
    assert st.heap[now["items"].id] is not cells[was["items"].id]
