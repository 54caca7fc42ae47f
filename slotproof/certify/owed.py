"""What an operation owes where it ends, as its declaration says: not as its proof did it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from slotproof.declare import CREATION, Answering, Claim, Inside, Refinement, Several
from slotproof.engine.prove.errors import CALLBACK
from slotproof.engine.prove.prove import theorem_of
from slotproof.engine.prove.sides.obliged import INVALID
from slotproof.engine.prove.sides.simulate import DEFINED, OF_NEW
from slotproof.engine.prove.sides.untrusted import FIELDS, OF_FOREIGN, PREMISE

SUCCESS = "success"


def owed(refinement: Refinement, unit: str) -> dict[str, list[str]]:
    """Give what is owed of each way to end: claims by ID, and what else is obliged by its words.

    Takes      unit, of `prove`
    """
    if theorem_of(refinement, unit):
        return {unit: [unit]}
    operation = CREATION if unit == CREATION.name else refinement.operation(unit.partition(" | ")[0])
    coupled = _ids(refinement.couple)
    laws = _ids(each for each in refinement.laws if not each.step)
    if operation is CREATION:
        about = [theorem.claim.id for theorem in refinement.theorems if theorem.of]
        return {f"{SUCCESS}{OF_NEW}": [*coupled, *laws], f"refused{OF_NEW}": [], DEFINED: about}
    steps = [] if operation.law_exempt else _ids(each for each in refinement.laws if each.step)
    found = {}
    for end in (SUCCESS, *operation.refusals, CALLBACK):
        answers = end == SUCCESS
        asked = [law.claim.id for law in refinement.answers for each in _asked(law, end) if operation.name in each]
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
        fields = [] if operation.foreign.handed_on else [FIELDS]
        found[f"{SUCCESS}{OF_FOREIGN}"] = [*coupled, *laws, PREMISE, *fields]
        found |= {f"{end}{OF_FOREIGN}": [f"{end} is a documented refusal"] for end in operation.refusals}
    return found


def _asked(law: Answering, end: str) -> tuple[Mapping[str, object], ...]:
    """Give what a law asks where an operation ends so; nothing of what a callback raises."""
    if end == SUCCESS:
        return law.answered, law.invalid
    return {INVALID: (law.invalid,), CALLBACK: ()}.get(end, (law.refused,))


def assumed(refinement: Refinement) -> list[str]:
    """Give the claims that a proof may assume where it begins: its own, and those of containers within."""
    held: list[Inside | Several] = [*refinement.inside.values(), *refinement.known, *refinement.several.values()]
    within = [claim for each in held for claim in assumed(each.refinement)]
    return sorted({*_ids((*refinement.couple, *refinement.laws)), *within})


def _ids(claims: Iterable[Claim]) -> list[str]:
    return [each.id for each in claims if each.holds is not None]
