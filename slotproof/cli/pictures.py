"""Commands that draw: the shortest trace that breaks a claim, or the arrays of a container around a step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from slotproof.cli.failures import draw, show_failure
from slotproof.cli.names import Id, LedgerFile, chosen, find, imported
from slotproof.declare import Refinement
from slotproof.engine.explore.samples import Samples
from slotproof.show import steps as explaining
from slotproof.show.drawing import drawn
from slotproof.terminal import open_console
from slotproof.verify.ledger import DEFAULT, Ledger
from slotproof.verify.project import Project

Drawing = Annotated[
    Path | None, typer.Option("--svg", help="Also draw it as SVG into this file.", metavar="FILE", show_default=False)
]


def trace(context: typer.Context, claim: Id, svg_file: Drawing = None, ledger: LedgerFile = DEFAULT) -> None:
    """Draw the shortest trace that breaks a claim; of an operation that keeps its claim, a worked step.

    Examples:
    slotproof trace HM-R3
    slotproof trace HM-I2 --svg broken.svg
    """
    project: Project = context.obj
    known, standing = find(project, claim, Ledger(ledger))
    refinement = project.container(known.name)
    console = open_console()
    failures = standing.failures()
    found = explaining.Trace.of(failures[0].verdict.failure) if failures and failures[0].verdict.failure else None
    if found and failures[0].verdict.failure:
        stale = all(said.stale for told in standing.judges.values() for said in told if said.entry.verdict.failure)
        console.print(f"{standing.claim.id} failed{' before the sources changed' if stale else ''}", style="bold red")
        show_failure(console, known, refinement, standing.claim, failures[0].verdict)
    else:
        console.print(f"{standing.claim.id} has no failure: {standing.status.value}")
        operation = known.operations.get(standing.claim.id)
        sample = _samples(refinement).of(refinement.operation(operation)) if operation else None
        found = explaining.Trace(*sample) if sample else None
        if found:
            console.print("A worked step of the operation:\n")
            console.print(drawn(explaining.picture(refinement, found)), soft_wrap=True)
            console.print(explaining.python(refinement, found), soft_wrap=True)
    if svg_file and found:
        draw(console, explaining.picture(refinement, found), svg_file)
    elif svg_file:
        raise typer.BadParameter(f"there is nothing to draw of {claim}")


def _samples(refinement: Refinement) -> Samples:
    return Samples(refinement, explaining.worth(refinement))


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
    refinement = next(iter(chosen("container", [container], imported(context.obj)).values()))
    operations = {known.name: known for known in refinement.operations}
    wanted = chosen("operation", [operation] if operation else None, operations)
    samples = _samples(refinement)
    traces = [samples.of(known) for known in wanted.values() if operation or not known.pure]
    pictures = [explaining.picture(refinement, explaining.Trace(*found)) for found in traces if found]
    if not pictures:
        raise typer.BadParameter(f"no step of {container} was found")
    best = max(pictures, key=lambda picture: (len(picture.panels[-1].arrows), picture.marked()))
    draw(open_console(), best, svg_file or Path("docs") / "figures" / f"{container}.svg")
