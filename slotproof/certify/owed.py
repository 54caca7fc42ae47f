"""What an operation owes where it ends, as its declaration says: not as its proof did it."""

from __future__ import annotations

from collections.abc import Iterable

from slotproof.declare import CREATION, Claim, Inside, Operation, Refinement, Several
from slotproof.engine.prove.obliged import UNASKED
from slotproof.engine.prove.simulate import DEFINED, OF_NEW
from slotproof.engine.prove.starts import CALLBACK
from slotproof.engine.prove.untrusted import OF_FOREIGN, PREMISE

SUCCESS = "success"


def owed(refinement: Refinement, operation: Operation) -> dict[str, list[str]]:
    """Give what is owed of each way to end: claims by ID, and what else is obliged by its words."""
    coupled = _ids(refinement.couple)
    laws = _ids(each for each in refinement.laws if not each.step)
    if operation is CREATION:
        return {f"{SUCCESS}{OF_NEW}": [*coupled, *laws], f"refused{OF_NEW}": [], DEFINED: []}
    steps = [] if operation.law_exempt else _ids(each for each in refinement.laws if each.step)
    found = {}
    for end in (SUCCESS, *operation.refusals, CALLBACK):
        answers = end == SUCCESS
        laws_of = [law for law in refinement.answers if operation.name in (law.answered if answers else law.refused)]
        asked = [] if end in UNASKED else [law.claim.id for law in laws_of]
        found[end] = [*coupled, *laws, *steps, *asked]
        if operation.ensures is not None:
            found[end] = [*(found[end] if answers else asked), "it is refused exactly if the declaration says so"]
        elif answers:
            found[end].append("equal results")
        if not answers:
            found[end].append(f"{end} is a documented refusal")
        if operation.ensures is None and (operation.pure or not answers):
            why = "it is pure" if operation.pure else "it is refused"
            found[end] += [f"{side} is unchanged: {why}" for side in ("the model", "the implementation")]
    if operation.foreign is not None:
        found[f"{SUCCESS}{OF_FOREIGN}"] = [*coupled, *laws, PREMISE]
        found |= {f"{end}{OF_FOREIGN}": [f"{end} is a documented refusal"] for end in operation.refusals}
    return found


def assumed(refinement: Refinement) -> list[str]:
    """Give the claims that a proof may assume where it begins: its own, and those of containers within."""
    held: list[Inside | Several] = [*refinement.inside.values(), *refinement.known, *refinement.several.values()]
    within = [claim for each in held for claim in assumed(each.refinement)]
    return sorted({*_ids((*refinement.couple, *refinement.laws)), *within})


def _ids(claims: Iterable[Claim]) -> list[str]:
    return [each.id for each in claims if each.holds is not None]
