"""What a failed claim looks like: its places, the arrays before and after, the shortest trace as Python."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from rich.console import Console

from slotproof.declare import Claim, Refinement
from slotproof.declare.verdict import Failure, Status, Verdict
from slotproof.show import steps as explaining
from slotproof.show.drawing import Scene, drawn
from slotproof.show.places import blamed, places
from slotproof.show.svg import svg
from slotproof.terminal import open_console
from slotproof.verify.files import make_folder
from slotproof.verify.grounds import Grounds
from slotproof.verify.ledger import Entry
from slotproof.verify.result import BENEATH, Result
from slotproof.verify.standing import check_of
from slotproof.verify.survey import Known

PICTURED: Final = 3  # failures shown with picture and Python; the others are named


class Early:
    """Shows the first failure of a run as soon as it is known; the report leaves it out then."""

    def __init__(self, grounds: Grounds, folder: Path) -> None:
        self.grounds, self.folder = grounds, folder
        self.shown: Entry | None = None

    def __call__(self, entry: Entry, beneath: bool) -> None:
        """Hear of a failure; `beneath` says that nobody asked for it, but proofs rest on it."""
        if self.shown is not None or entry.verdict.failure is None:
            return
        self.shown = entry
        console, verdict = open_console(), entry.verdict
        known = self.grounds.container(verdict.container)
        claim = next((each for each in known.claims if each.id == verdict.claim), None)
        claim = claim or check_of(verdict.judge, verdict.claim)
        console.print(_heading(known.name, claim, verdict, beneath), style="bold red", soft_wrap=True)
        refinement = self.grounds.project.container(verdict.container)
        _show(console, known, refinement, claim, verdict, self.folder)
        console.print("\nthe other verdicts follow\n", style="dim")


def report(console: Console, result: Result, folder: Path, early: Entry | None = None) -> None:
    """Show the claims that failed, those with the shortest traces in full; then where the checker itself did.

    Takes      early, what was shown already
    """
    failed = [standing for standing in result.standings if standing.status is Status.FAILED]
    failed += result.beneath
    for standing in [standing for standing in failed if not standing.failures()]:
        for said in (said for told in standing.judges.values() for said in told if said.status is Status.FAILED):
            verdict = said.entry.verdict
            told = _heading(standing.container, standing.claim, verdict, standing in result.beneath)
            console.print(f"\n{told}: {verdict.reason}", style="bold red", soft_wrap=True)
        show_claim(console, result.known(standing), standing.claim)
    traced = [(standing.failures()[0].verdict, standing) for standing in failed if standing.failures()]
    traced.sort(key=lambda pair: pair[0].failure.calls if pair[0].failure else 0)
    shown: dict[str, str] = {}  # a step -> the claim it was shown of
    for verdict, standing in traced:
        if verdict.failure is None:
            continue
        claim, known = standing.claim, result.known(standing)
        step = repr(replace(verdict.failure, claim=""))
        again = early is not None and early.verdict == verdict
        if again or step in shown or len(shown) >= PICTURED:
            by = f"by the same step as {shown[step]}" if step in shown else f"see slotproof trace {claim.id}"
            heading = "failed, as shown above" if again else f"failed as well, {by}"
            console.print(f"\n{claim.id} {heading}", style="red", soft_wrap=True)
            if not again:
                show_claim(console, known, claim)
            shown.setdefault(step, claim.id)
            continue
        shown[step] = claim.id
        told = _heading(standing.container, standing.claim, verdict, standing in result.beneath)
        console.print(f"\n{told}", style="bold red", soft_wrap=True)
        _show(console, known, result.refinement(standing), claim, verdict, folder)
    for job, crash in result.crashes:
        console.print(f"\nthe checker failed: {job}", style="red", soft_wrap=True)
        console.print(crash.rstrip(), soft_wrap=True)


def _show(console: Console, known: Known, refinement: Refinement, claim: Claim, verdict: Verdict, folder: Path) -> None:
    """A failure, and its picture as a file."""
    show_failure(console, known, refinement, claim, verdict)
    if verdict.failure and (verdict.failure.before or verdict.failure.after):
        trace = explaining.Trace.of(verdict.failure)
        draw(console, explaining.picture(refinement, trace), folder / "failures" / f"{claim.id}.svg")


def _heading(name: str, claim: Claim, verdict: Verdict, beneath: bool) -> str:
    """What failed, and where; of what was not asked for also why it is shown."""
    container, why = (f"{name}: ", BENEATH) if beneath else ("", "failed")
    return f"{claim.id} {why} ({verdict.judge}, {container}{verdict.unit})"


def show_claim(console: Console, known: Known, claim: Claim) -> None:
    """The statement of the claim and its places."""
    console.print(f"  {claim.statement}", soft_wrap=True)
    for view, place in places(known.name, claim, known.views.get(claim.id, {})).items():
        console.print(f"  {view:<5}  {place}", soft_wrap=True)


def show_failure(console: Console, known: Known, refinement: Refinement, claim: Claim, verdict: Verdict) -> None:
    """The claim, its places, and the trace as a picture and as Python."""
    failure = verdict.failure or Failure(claim.id, verdict.reason)
    show_claim(console, known, claim)
    console.print(f"  where  {blamed(refinement, claim, verdict) or failure.where or 'none'}", soft_wrap=True)
    console.print(f"\n{failure.message}", soft_wrap=True)
    trace = explaining.Trace.of(failure)
    if failure.before or failure.after:
        console.print()
        console.print(drawn(explaining.picture(refinement, trace)), soft_wrap=True)
    if failure.trace or (trace.from_new and failure.after):
        statements = {known.id: known.statement for known in refinement.claims()}
        notes = [f"broken    {id}: {statements.get(id, '')}" for id in failure.broken]
        console.print(explaining.python(refinement, trace, notes), soft_wrap=True)


def draw(console: Console, scene: Scene, file: Path) -> None:
    """Draw the scene into the file, and say so."""
    make_folder(file.parent.parent if file.parent.name == "failures" else file.parent)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(svg(scene), encoding="utf-8")
    console.print(f"picture: {file}", soft_wrap=True)
