"""What a failed claim looks like: its places, the arrays before and after, the shortest trace as Python."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from rich.console import Console

from slotproof import explain as explaining
from slotproof.figures import Scene, drawn, svg
from slotproof.places import blamed, places
from slotproof.proofs.engine.refinement import Claim, Refinement
from slotproof.proofs.engine.report import Failure, Status, Verdict
from slotproof.verify.ledger import make_folder
from slotproof.verify.result import BENEATH, Result
from slotproof.verify.standing import Standing

PICTURED: Final = 3  # failures shown with picture and Python; the others are named


def report(console: Console, result: Result, folder: Path) -> None:
    """Show the claims that failed, those with the shortest traces in full; then where the checker itself did."""
    failed = [standing for standing in result.standings if standing.status is Status.FAILED]
    failed += result.beneath
    for standing in [standing for standing in failed if not standing.failures()]:
        for said in (said for told in standing.judges.values() for said in told if said.status is Status.FAILED):
            verdict = said.entry.verdict
            told = f"\n{_heading(result, standing, verdict)}: {verdict.reason}"
            console.print(told, style="bold red", soft_wrap=True)
        show_claim(console, result.refinement(standing), standing.claim)
    traced = [(standing.failures()[0].verdict, standing) for standing in failed if standing.failures()]
    traced.sort(key=lambda pair: pair[0].failure.calls if pair[0].failure else 0)
    shown: dict[str, str] = {}  # a step -> the claim it was shown of
    for verdict, standing in traced:
        if verdict.failure is None:
            continue
        claim, refinement = standing.claim, result.refinement(standing)
        step = repr(replace(verdict.failure, claim=""))
        if step in shown or len(shown) >= PICTURED:
            by = f"by the same step as {shown[step]}" if step in shown else f"see slotproof trace {claim.id}"
            console.print(f"\n{claim.id} failed as well, {by}", style="red", soft_wrap=True)
            show_claim(console, refinement, claim)
            continue
        shown[step] = claim.id
        console.print(f"\n{_heading(result, standing, verdict)}", style="bold red", soft_wrap=True)
        show_failure(console, refinement, claim, verdict)
        if verdict.failure.before or verdict.failure.after:
            trace = explaining.Trace.of(verdict.failure)
            draw(console, explaining.picture(refinement, trace), folder / "failures" / f"{claim.id}.svg")
    for job, crash in result.crashes:
        console.print(f"\nthe checker failed: {job}", style="red", soft_wrap=True)
        console.print(crash.rstrip(), soft_wrap=True)


def _heading(result: Result, standing: Standing, verdict: Verdict) -> str:
    """What failed, and where; of what was not asked for also why it is shown."""
    container = f"{standing.container}: " if standing in result.beneath else ""
    why = BENEATH if standing in result.beneath else "failed"
    return f"{standing.claim.id} {why} ({verdict.judge}, {container}{verdict.unit})"


def show_claim(console: Console, refinement: Refinement, claim: Claim) -> None:
    """The statement of the claim and its places."""
    console.print(f"  {claim.statement}", soft_wrap=True)
    for view, place in places(refinement, claim).items():
        console.print(f"  {view:<5}  {place}", soft_wrap=True)


def show_failure(console: Console, refinement: Refinement, claim: Claim, verdict: Verdict) -> None:
    """The claim, its places, and the trace as a picture and as Python."""
    failure = verdict.failure or Failure(claim.id, verdict.reason)
    show_claim(console, refinement, claim)
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
