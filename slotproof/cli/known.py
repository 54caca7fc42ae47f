"""Commands that show what is known of claims and containers; nothing is judged."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final

import typer

from slotproof.cli.failures import show_claim
from slotproof.cli.names import Containers, Id, LedgerFile, asked, chosen, find, named
from slotproof.cli.summary import counted, not_kept, shortened
from slotproof.declare.verdict import GREEN, Status
from slotproof.terminal import open_console
from slotproof.verify.grounds import Grounds
from slotproof.verify.ledger import DEFAULT, Ledger
from slotproof.verify.project import Project
from slotproof.verify.result import word
from slotproof.verify.standing import Said, kind_of, stand

STATUS: Final = 16  # columns that are left for a status
FEW: Final = 3  # units of a judge that are told one by one
COUNTED: Final = ("steps", "states", "transitions", "conditions", "paths", "obligations")  # evidence that adds up

STYLES: Final[dict[Any, str]] = {Status.FAILED: "red", Status.STALE: "yellow", Status.ASSUMED: "yellow"}


def claims(context: typer.Context, containers: Containers = None, ledger: LedgerFile = DEFAULT) -> None:
    """List every claim with the best that is known of it; nothing is judged.

    Examples:
    slotproof claims
    slotproof claims handle_map
    """
    project, names = named(context, containers)
    kept = Ledger(ledger)
    survey = asked(project, kept)
    declared = chosen("container", names, survey.declared())
    grounds, rows = Grounds(project, survey, kept), []
    for known in declared.values():
        for standing in stand(grounds, known, project.judges, [False, True]):
            stale = [judge for judge in standing.judges if standing.by(judge) is Status.STALE]
            more = f" (stale: {', '.join(stale)})" if stale and standing.status is not Status.STALE else ""
            rows.append((standing.claim, standing.status, standing.status.value + more))
    kinds = {claim.id: kind_of(claim) for claim, _, _ in rows}
    ids, kind = (max(map(len, texts), default=0) for texts in (kinds, kinds.values()))
    width = max(open_console().width - ids - kind - STATUS - 6, 20)
    typer.echo(f"{'ID':<{ids}}  {'kind':<{kind}}  {'statement':<{width}}  status")
    for claim, status, told in rows:
        first, *rest = textwrap.wrap(claim.statement, width) or [""]
        style = typer.style(told, STYLES[status]) if status in STYLES else told
        typer.echo(f"{claim.id:<{ids}}  {kinds[claim.id]:<{kind}}  {first:<{width}}  {style}")
        for line in rest:
            typer.echo(f"{'':<{ids}}  {'':<{kind}}  {line}")


def explain(
    context: typer.Context,
    claim: Id,
    everything: Annotated[bool, typer.Option("--all", help="What each unit of each judge says.")] = False,
    ledger: LedgerFile = DEFAULT,
) -> None:
    """Say what a claim means, where it stands in the sources, and what is known of it.

    Examples:
    slotproof explain HM-I2
    slotproof explain HM-I2 --all
    """
    project: Project = context.obj
    known, standing = find(project, claim, Ledger(ledger))
    console = open_console()
    console.print(f"{standing.claim.id}  {kind_of(standing.claim)} ({known.title})", style="bold")
    show_claim(console, known, standing.claim)
    if source := known.predicates.get(standing.claim.id):
        console.print(f"\n{source}\n", soft_wrap=True)
    console.print(f"  status  {word(standing)}")
    for judge, told in standing.judges.items():
        for line in one_by_one(told) if everything or len(told) <= FEW else together(told):
            console.print(f"  {judge}: {line}", soft_wrap=True)
        if rest := standing.unjudged.get(judge):
            console.print(f"  {judge}: not judged: {shortened(rest)}", soft_wrap=True)
    if known.outside:
        console.print(f"  {not_kept(known)}", soft_wrap=True)
    elif not standing.judges:
        console.print("  nobody has judged it yet: slotproof verify")


def one_by_one(told: Sequence[Said]) -> Iterator[str]:
    """What each unit says."""
    for said in told:
        verdict = said.entry.verdict
        scope = verdict.scope or ("any size" if said.status is Status.PROVED else "")
        evidence = ", ".join(f"{name} {value}" for name, value in verdict.evidence.items())
        parts = (verdict.unit, scope, evidence, verdict.reason)
        yield f"{said.status.value}: " + "; ".join(part for part in parts if part)


def together(told: Sequence[Said]) -> Iterator[str]:
    """What units say together that say the same, with the sums of what they counted; what is not green stands alone."""
    alone = [said for said in told if said.status not in (*GREEN, Status.STALE)]
    yield from one_by_one(alone)
    for status in dict.fromkeys(said.status for said in told if said not in alone):
        same = [said.entry.verdict for said in told if said.status is status]
        sums = {name: sum(verdict.evidence.get(name, 0) for verdict in same) for name in COUNTED}
        size = " for any size" if status is Status.PROVED and not any(verdict.scope for verdict in same) else ""
        units = shortened([verdict.unit for verdict in same])
        counts = "".join(f", {count:,} {name}" for name, count in sums.items() if count)
        yield f"{status.value}{size}: {counted(len(same), 'unit')}{counts}: {units}"
