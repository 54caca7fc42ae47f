"""Commands that show what is known of claims and containers; nothing is judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from slotproof import explain as explaining
from slotproof.commands.failures import draw, show_claim, show_failure
from slotproof.commands.names import Containers, Id, LedgerFile, chosen, find, named
from slotproof.commands.summary import counted, shortened
from slotproof.figures import drawn
from slotproof.places import operation_of
from slotproof.proofs.engine.report import GREEN, Status
from slotproof.terminal import open_console
from slotproof.verify.grounds import Grounds
from slotproof.verify.ledger import DEFAULT, Ledger
from slotproof.verify.result import word
from slotproof.verify.schedule import Project
from slotproof.verify.standing import Said, kind_of, stand

FEW: Final = 3  # units of a judge that are told one by one
COUNTED: Final = ("steps", "states", "transitions", "conditions", "paths", "obligations")  # evidence that adds up

STYLES: Final = {Status.FAILED: "red", Status.STALE: "yellow", Status.ASSUMED: "yellow"}

Drawing = Annotated[
    Path | None, typer.Option("--svg", help="Also draw it as SVG into this file.", metavar="FILE", show_default=False)
]


def claims(context: typer.Context, containers: Containers = None, ledger: LedgerFile = DEFAULT) -> None:
    """List every claim with the best that is known of it; nothing is judged.

    Examples:
    slotproof claims
    slotproof claims handle_map
    """
    project, declared = named(context, containers)
    table = Table(box=box.SIMPLE_HEAD)
    for head in ("ID", "kind", "statement", "status"):
        table.add_column(head, no_wrap=head == "ID")
    grounds = Grounds(project, Ledger(ledger))
    for refinement in declared.values():
        for standing in stand(grounds, refinement, project.judges, [False, True]):
            claim = standing.claim
            stale = [judge for judge in standing.judges if standing.by(judge) is Status.STALE]
            more = f" (stale: {', '.join(stale)})" if stale and standing.status is not Status.STALE else ""
            status = Text(standing.status.value + more, style=STYLES.get(standing.status, ""))
            table.add_row(claim.id, kind_of(claim), Text(claim.statement), status)
    open_console().print(table)


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
    refinement, standing = find(project, claim, Ledger(ledger))
    console = open_console()
    console.print(f"{standing.claim.id}  {kind_of(standing.claim)} ({refinement.title})", style="bold")
    show_claim(console, refinement, standing.claim)
    source = explaining.predicate(standing.claim)
    if source:
        console.print(f"\n{source}\n", soft_wrap=True)
    console.print(f"  status  {word(standing)}")
    for judge, told in standing.judges.items():
        for line in one_by_one(told) if everything or len(told) <= FEW else together(told):
            console.print(f"  {judge}: {line}", soft_wrap=True)
        if rest := standing.unjudged.get(judge):
            console.print(f"  {judge}: not judged: {shortened(rest)}", soft_wrap=True)
    if not standing.judges:
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


def trace(context: typer.Context, claim: Id, svg_file: Drawing = None, ledger: LedgerFile = DEFAULT) -> None:
    """Draw the shortest trace that breaks a claim; of an operation that keeps its claim, a worked step.

    Examples:
    slotproof trace HM-R3
    slotproof trace HM-I2 --svg broken.svg
    """
    project: Project = context.obj
    refinement, standing = find(project, claim, Ledger(ledger))
    console = open_console()
    failures = standing.failures()
    found = explaining.Trace.of(failures[0].verdict.failure) if failures and failures[0].verdict.failure else None
    if found and failures[0].verdict.failure:
        stale = all(said.stale for told in standing.judges.values() for said in told if said.entry.verdict.failure)
        console.print(f"{standing.claim.id} failed{' before the sources changed' if stale else ''}", style="bold red")
        show_failure(console, refinement, standing.claim, failures[0].verdict)
    else:
        console.print(f"{standing.claim.id} has no failure: {standing.status.value}")
        operation = operation_of(refinement, standing.claim)
        found = explaining.Samples(refinement).of(operation) if operation else None
        if found:
            console.print("A worked step of the operation:\n")
            console.print(drawn(explaining.picture(refinement, found)), soft_wrap=True)
            console.print(explaining.python(refinement, found), soft_wrap=True)
    if svg_file and found:
        draw(console, explaining.picture(refinement, found), svg_file)
    elif svg_file:
        raise typer.BadParameter(f"there is nothing to draw of {claim}")


def figure(
    context: typer.Context,
    container: Annotated[str, typer.Argument(help="Name of a container.")],
    svg_file: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Where to.", show_default="docs/figures/CONTAINER.svg")
    ] = None,
    operation: Annotated[
        str | None,
        typer.Option("--operation", metavar="NAME", help="The last step.", show_default="the one with most to see"),
    ] = None,
) -> None:
    """Draw the arrays of a container around a step, found by running it.

    Examples:
    slotproof figure handle_map
    slotproof figure handle_map --operation insert --svg insert.svg
    """
    refinement = next(iter(chosen("container", [container], context.obj.declared()).values()))
    operations = {known.name: known for known in refinement.operations}
    wanted = chosen("operation", [operation] if operation else None, operations)
    samples = explaining.Samples(refinement)
    traces = [samples.of(known) for known in wanted.values() if operation or not known.pure]
    pictures = [explaining.picture(refinement, found) for found in traces if found]
    if not pictures:
        raise typer.BadParameter(f"no step of {container} was found")
    best = max(pictures, key=lambda picture: (len(picture.panels[-1].arrows), picture.marked()))
    draw(open_console(), best, svg_file or Path("docs") / "figures" / f"{container}.svg")
