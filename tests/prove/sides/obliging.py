"""What tests of obligations share: a proof, and what several of them declare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from slotproof.declare import Claim
from slotproof.engine.prove.reading import ReadProof, prove_by_reading

from ..examples.holder import with_operation
from ..examples.tally import Tally, TallyModel, tally, twice


def proof(
    model: Callable[..., Any] | None, impl: Callable[..., Any], more: dict[str, Any], laws: tuple[Claim, ...] = ()
) -> ReadProof:
    """The proof of an operation that is this for the model, and that for the arrays."""
    whole = replace(tally(twice), laws=laws)
    refinement = with_operation(whole, "twice", **{"uses": (), "cost": None, "model": model, "impl": impl, **more})
    return prove_by_reading(refinement, refinement.operation("twice"))


def arrays_of(tally: Tally, more: int) -> Tally:
    """The same of arrays."""
    made = Tally()
    made.items, made.count = tally.items.copy(), tally.count + more
    return made


def below_zero(before: TallyModel, number: int) -> bool:
    """What is refused."""
    return number < 0


def below_minus_one(before: TallyModel, number: int) -> bool:
    """What is refused, but for one number."""
    return number < -1


def one_tally(tally: Tally, number: int) -> Tally:
    """The same of arrays."""
    return arrays_of(tally, 0)
