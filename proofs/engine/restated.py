"""Whether a changed claim says more than it said, or less, beside the others.

What a part of a claim says may follow from the other claims. Without it they say together what they said, of any two
states, so that each obligation of a proof follows from what it followed from before. What says no more is shown by what
showed it, and each state that a proof could begin with, it still can. Where this is not seen soon, nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import FunctionType
from typing import Any, NamedTuple

import z3

from slotproof.proofs.engine.entailments import Entailments
from slotproof.proofs.engine.make import Sides
from slotproof.proofs.engine.path import NotSupported, Path, conjuncts, running
from slotproof.proofs.engine.rebuild import facts_of
from slotproof.proofs.engine.refinement import CREATION, Claim, Refinement
from slotproof.proofs.engine.simulation import Run


class Restated(NamedTuple):
    """What is seen of a claim beside the others: that it follows from what it said before, and the other way round."""

    no_more: bool
    no_less: bool


def restated(refinement: Refinement, claim: Claim, before: FunctionType) -> Restated:
    """How the claim compares with what it said before, in every arrangement of the default profile.

    Takes      before, its predicate as it was
    """
    arranged = [one for one in refinement.arranged if not one.deep]
    cases = [replace(refinement, arranged=(one,)) for one in arranged] or [refinement]
    seen = [_restated(case, claim, before) for case in cases]
    return Restated(all(each.no_more for each in seen), all(each.no_less for each in seen))


def _restated(refinement: Refinement, claim: Claim, before: FunctionType) -> Restated:
    path = Path((), [], entailments=Entailments(doubt=lambda: True))  # what is not seen soon is left open
    with running(path):
        try:
            said = _Said(refinement, claim, before, path)
            no_more = said.follows(said.new, said.old)
            return Restated(no_more, no_more and said.follows(said.old, said.new))
        except NotSupported:
            return Restated(no_more=False, no_less=False)


class _Said:
    """What the claim says now and said before, and what may be supposed beside it."""

    def __init__(self, refinement: Refinement, claim: Claim, before: FunctionType, path: Path) -> None:
        self.path = path
        self.run = Run(refinement, CREATION, path)
        pairs = [self._any_pair(prefix) for prefix in (("before_", "") if claim.step else ("",))]
        is_law = claim in refinement.laws
        laws = [law for law in refinement.laws if not law.step and law is not claim]
        couple = () if is_law else [each for each in refinement.couple if each is not claim]
        self.others = [self._of(law.holds, pair.model) for law in laws for pair in pairs]
        self.others += [self._of(each.holds, pair.model, pair.impl) for each in couple for pair in pairs]
        [*_, last] = pairs
        states = [pair.model for pair in pairs] if is_law else [last.model, last.impl]
        self.old, self.new = self._of(before, *states), self._of(claim.holds, *states)

    def _any_pair(self, prefix: str) -> Sides:
        pair = self.run.any_pair(prefix)
        self.run.suppose(facts_of(pair.model) + facts_of(pair.impl))
        return pair

    def _of(self, holds: Callable[..., Any] | None, *states: Any) -> z3.BoolRef:
        return self.run.formula(self.run.rebuilder.function(holds), *states)

    def follows(self, goal: z3.BoolRef, given: z3.BoolRef) -> bool:
        """True if Z3 soon sees that the one follows from the other."""
        supposed = [*self.path.assumptions, *self.others, given]
        parts = conjuncts(self.path.memory.simplified(goal))
        return all(self.path.entailments.show(supposed, part)[0] == "unsat" for part in parts)
