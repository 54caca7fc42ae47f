"""Whether a changed claim says more than it said, or less, beside the others.

What a part of a claim says may follow from the other claims. Without it they say together what they said, of any two
states, so that each obligation of a proof follows from what it followed from before. What says no more is shown by what
showed it, and each state that a proof could begin with, it still can. Where this is not seen soon, nothing is known.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final, NamedTuple

from slotproof.engine.prove.claims import Said, show, suppose
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.outcome import Found
from slotproof.engine.prove.simulate import Simulation
from slotproof.engine.prove.solver.budget import Budget

SOON: Final = Budget(uncut=60_000, last=120_000, insist=40_000)


class Restated(NamedTuple):
    """What is seen of a claim beside the others: that it follows from what it said before, and the other way round."""

    no_more: bool
    no_less: bool


def restated(simulation: Simulation, claim: Said, before: Said) -> Restated:
    """How a claim compares with what it said before, in every arrangement of a declaration."""

    def follows(goal: Said, given: Said) -> bool:
        return _is_shown(simulation.in_each_arrangement(None, partial(_follows, simulation, claim.id, goal, given)))

    no_more = follows(claim, before)
    return Restated(no_more, no_more and follows(before, claim))


def _is_shown(found: Found) -> bool:
    return not found.open and not found.refusal


def _follows(simulation: Simulation, own: str, goal: Said, given: Said, ev: Evaluator, found: Found) -> None:
    """Oblige what one says of any states of which the other holds, and all other claims."""
    claims, st = simulation.claims, simulation.start(ev)
    is_law = any(each.id == own for each in claims.laws)
    laws = [each for each in claims.of_states if each.id != own]
    couple = [] if is_law else [each for each in claims.couple if each.id != own]
    pairs: list[Any] = []
    for prefix in ("before_", "") if goal.step else ("",):
        pairs.append([simulation.any_one(ev, st, side, f"{prefix}{side}.") for side in ("model", "impl")])
        suppose(claims, ev, st, laws, pairs[-1][:1])
        suppose(claims, ev, st, couple, pairs[-1])
    owners = [model for model, _ in pairs] if is_law else pairs[-1]
    suppose(claims, ev, st, [given], owners)
    show(claims, ev, st, [goal], owners, "beside the others")
