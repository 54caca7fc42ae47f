"""What went wrong with a claim, in words; every report tells the same."""

from __future__ import annotations

from pathlib import Path

from slotproof.declare.verdict import GREEN, Verdict
from slotproof.show import steps as explaining
from slotproof.show.places import Place, blamed, places
from slotproof.verify.result import Red, Result
from slotproof.verify.standing import LANGUAGE, Standing


def worst(standing: Standing, judge: str | None = None) -> Verdict | None:
    """The verdict with the shortest trace that breaks the claim, of one judge or of any."""
    verdicts = (entry.verdict for entry in standing.failures())
    return next((verdict for verdict in verdicts if judge in (None, verdict.judge)), None)


def place_of(result: Result, standing: Standing) -> Place | None:
    """The line to look at first."""
    if standing.claim is LANGUAGE:
        [[said]] = standing.judges.values()
        return Place(Path(said.entry.verdict.evidence["file"]).resolve(), said.entry.verdict.evidence["line"])
    return blamed(result.refinement(standing), standing.claim, worst(standing))


def title(result: Result, red: Red) -> str:
    """The claim, what is wrong with it, and where to look, in one line."""
    claim = red.standing.claim
    place = place_of(result, red.standing)
    return f"{claim.id} {red.why}: {claim.statement}" + (f" ({place})" if place else "")


def story(result: Result, standing: Standing, judge: str | None = None) -> list[str]:
    """Where the claim is stated, what the judges say against it, and the shortest trace as Python."""
    known = result.known(standing)
    lines = [
        f"{view:<5}  {where}"
        for view, where in places(known.name, standing.claim, known.views.get(standing.claim.id, {})).items()
    ]
    for name, told in standing.judges.items():
        for said in told if judge in (None, name) else ():
            told_of = said.entry.verdict
            if said.status not in GREEN:
                why = told_of.failure.message if told_of.failure else told_of.reason
                lines.append(f"{name}, {told_of.unit}: {said.status.value}: {why}")
    verdict = worst(standing, judge)
    failure = verdict.failure if verdict else None
    if failure and failure.trace:
        statements = {claim.id: claim.statement for claim in known.claims}
        notes = [f"broken    {id}: {statements.get(id, '')}" for id in failure.broken]
        lines += ["", *explaining.python(result.refinement(standing), explaining.Trace.of(failure), notes).splitlines()]
    return lines
