"""The command line: `slotproof verify` judges every declared claim; the other commands show what is known of them."""

from __future__ import annotations

import difflib
import json
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from slotproof import explain as explaining
from slotproof import schedule
from slotproof.figures import Scene, drawn, svg
from slotproof.gate.cli import app as gate
from slotproof.ledger import DEFAULT, RANK, Ledger, make_folder
from slotproof.proofs.engine.refinement import Claim, Refinement
from slotproof.proofs.engine.report import GREEN, Failure, Status
from slotproof.schedule import Done, Job, Project
from slotproof.sources import tool_versions
from slotproof.standing import Said, Standing, basis, check_of, is_check, kind_of, stand

GREEN_EXIT: Final = 0
FAILED_EXIT: Final = 1
USAGE_EXIT: Final = 2
CHECKER_EXIT: Final = 3
INTERRUPTED_EXIT: Final = 130

PICTURED: Final = 3  # failures shown with picture and Python; the others are named
PATIENCE: Final = 1.0  # seconds of work before a progress bar appears
PLAIN_WIDTH: Final = 120  # columns, where there is no terminal to ask

NOT_GREEN: Final = (Status.NOT_PROVED, Status.NOT_CONFIRMED)
STYLES: Final = {Status.FAILED: "red", Status.STALE: "yellow", Status.ASSUMED: "yellow"}

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode="rich")
app.add_typer(gate, name="gate")

Containers = Annotated[
    list[str] | None,
    typer.Argument(help="Names of containers, or a file that declares some; none means all.", show_default=False),
]
Id = Annotated[str, typer.Argument(help="ID of a claim, such as HM-I2.", metavar="ID")]
LedgerFile = Annotated[Path, typer.Option("--ledger", help="Where verdicts are kept.", metavar="FILE")]
Drawing = Annotated[
    Path | None, typer.Option("--svg", help="Also draw it as SVG into this file.", metavar="FILE", show_default=False)
]


@app.callback()
def command(
    context: typer.Context,
    declarations: Annotated[
        Path | None,
        typer.Option("--from", help="Take the containers that this file declares.", metavar="FILE", show_default=False),
    ] = None,
) -> None:
    """Check that the containers still are what they are declared to be.

    Exit codes: 0 all green, 1 a claim failed, 2 wrong usage, 3 the checker itself failed.
    """
    if sys.flags.optimize:
        typer.echo("slotproof does not run under `python -O`: checks that use assert would vanish.", err=True)
        raise typer.Exit(USAGE_EXIT)
    context.obj = _project(declarations) if declarations else context.obj or Project()


# --- verify


@app.command()
def verify(
    context: typer.Context,
    containers: Containers = None,
    judge: Annotated[
        list[str] | None,
        typer.Option("--judge", help="Only this judge; may be repeated.", metavar="NAME", show_default="all"),
    ] = None,
    deep: Annotated[bool, typer.Option("--deep", help="The larger scopes and longer runs.")] = False,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, help="Processes.", metavar="N", show_default="one per core")
    ] = None,
    as_json: Annotated[
        Path | None,
        typer.Option("--json", help="Also write what is known of each claim here.", metavar="FILE", show_default=False),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Run again what is unchanged, too.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="`not proved` and `not confirmed` fail, too.")] = False,
    ledger: LedgerFile = DEFAULT,
) -> None:
    """Judge every claim; what is unchanged since it was judged is not judged again.

    Green are [bold]proved[/] (any size), [bold]exhausted[/] (every state of a stated scope),
    [bold]confirmed[/] (every path of one) and [bold]sampled[/] (a stated number of runs).
    Every law, invariant, operation and theorem needs one of these.

    Examples:

    slotproof verify

    slotproof verify handle_map --judge explore --judge walk

    slotproof verify --deep --jobs 4 --json verdicts.json

    slotproof verify path/to/my_container.py
    """
    project, declared = _declared(context, containers)
    judges = _chosen("judge", judge, project.judges)
    work = _Work(project, Ledger(ledger), list(declared.values()), list(judges), deep, jobs or os.cpu_count() or 1)
    try:
        work.plan()
        work.judge(force)
    except KeyboardInterrupt:
        _console().print(f"interrupted; {work.ran} units were judged and are kept in {ledger}")
        raise typer.Exit(INTERRUPTED_EXIT) from None
    work.ledger.compact()
    standings = [
        standing
        for refinement in declared.values()
        for standing in stand(project, work.ledger, refinement, judges, [deep])
    ]
    console = _console()
    console.print(_table(standings, list(judges), work))
    exit_code = _sum_up(console, standings, work, strict, complete=len(judges) == len(project.judges))
    _report(console, declared, standings, ledger.parent)
    for job, crash in work.crashes:
        console.print(f"\nthe checker failed: {job}", style="red", soft_wrap=True)
        console.print(crash.rstrip(), soft_wrap=True)
    exit_code = CHECKER_EXIT if work.crashes else exit_code
    if as_json:
        document = {"exit": exit_code, "deep": deep, "tools": tool_versions(), "claims": list(map(_json, standings))}
        as_json.parent.mkdir(parents=True, exist_ok=True)
        as_json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    raise typer.Exit(exit_code)


class _Work:
    """One run of `verify`: which units there are, which must run, and what came of it."""

    def __init__(
        self, project: Project, ledger: Ledger, refinements: list[Refinement], judges: list[str], deep: bool, jobs: int
    ) -> None:
        self.project, self.ledger, self.deep, self.jobs = project, ledger, deep, jobs
        self.refinements = {refinement.name: refinement for refinement in refinements}
        self.judges = judges
        self.bases = {
            (name, judge, profile): basis(project, refinement, judge, profile)
            for judge in judges
            for name, refinement in self.refinements.items()
            for profile in (False, True)
        }
        self.crashes: list[tuple[Job, str]] = []
        self.ran = self.unchanged = 0
        self.started = time.monotonic()

    def plan(self) -> None:
        """Ask each judge for its units, where the ledger does not know them."""
        asked = [Job(*key) for key, ground in self.bases.items() if self.ledger.units(ground) is None]
        for done in self._run(asked):
            self.ledger.plan(self.bases[done.job.container, done.job.judge, done.job.deep], done.units)

    def judge(self, force: bool) -> None:
        """Run each unit that has no green or openly undecided verdict for the sources as they are."""
        due = []
        for (container, judge, profile), ground in self.bases.items():
            for unit in (self.ledger.units(ground) or ()) if profile is self.deep else ():
                known = [entry.verdict.status for entry in self.ledger.current(ground, unit)]
                if known and Status.FAILED not in known and not force:
                    self.unchanged += 1
                else:
                    due.append(Job(container, judge, profile, unit))
        for done in self._run(due):
            self._take(done, force)

    def _take(self, done: Done, force: bool) -> None:
        job, refinement = done.job, self.refinements[done.job.container]
        statements = {claim.id: claim.statement for claim in refinement.claims()}
        ground = self.bases[job.container, job.judge, job.deep]
        checks = {verdict.claim for verdict in done.verdicts if is_check(verdict.claim)}
        statements |= {word: check_of(job.judge, word).statement for word in checks}
        unknown = [verdict.claim for verdict in done.verdicts if verdict.claim not in statements]
        misplaced = [v for v in done.verdicts if (v.container, v.judge, v.unit) != (job.container, job.judge, job.unit)]
        if unknown or misplaced or not done.verdicts:
            self.crashes.append((job, f"speaks of {unknown or misplaced}" if done.verdicts else "says nothing"))
        elif basis(self.project, refinement, job.judge, job.deep) != ground:
            self.crashes.append((job, "the sources changed while it ran; run the command again"))
        else:
            self.ledger.record(ground, job.unit or "", done.verdicts, statements, done.seconds, replace=force)
            self.ran += 1

    def _run(self, jobs: Sequence[Job]) -> Iterable[Done]:
        """What came of each job; a bar shows how far they are once they have taken a while, if somebody watches."""
        console = _console()
        watched = console.is_terminal and not os.environ.get("CI")
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        bar = Progress(*columns, console=console, transient=True)
        task = bar.add_task("", total=len(jobs))
        try:
            for event in schedule.run(self.project, jobs, self.jobs):
                if watched and not bar.live.is_started and time.monotonic() - self.started > PATIENCE:
                    bar.start()
                if isinstance(event, schedule.Progress):
                    bar.update(task, description=Text.from_ansi(f"{event.job} {event.note}").plain)
                elif isinstance(event, Done):
                    bar.advance(task)
                    if event.crash:
                        self.crashes.append((event.job, event.crash))
                    else:
                        yield event
        finally:
            bar.stop()


def _table(standings: Sequence[Standing], judges: Sequence[str], work: _Work) -> Table:
    """One row per container, one column per judge."""
    table = Table(box=box.SIMPLE_HEAD, show_footer=len(work.refinements) > 1)
    table.add_column("container", footer="total")
    seconds = {name: _seconds([s for s in standings if s.container == name]) for name in work.refinements}
    for judge in judges:
        table.add_column(judge, justify="right", footer=_cell(standings, judge))
    table.add_column("CPU s", justify="right", footer=f"{sum(seconds.values()):.1f}")
    for name in work.refinements:
        own = [standing for standing in standings if standing.container == name]
        table.add_row(name, *(_cell(own, judge) for judge in judges), f"{seconds[name]:.1f}")
    return table


def _cell(standings: Sequence[Standing], judge: str) -> Text:
    """How many of the claims the judge looked at are green, in the judge's own word; failures come first."""
    counts = Counter(standing.by(judge) for standing in standings if judge in standing.judges)
    if not counts:
        return Text("-", style="dim")
    total = sum(counts.values())
    green = sum(counts[status] for status in GREEN)
    if counts[Status.FAILED]:
        return Text(f"failed {counts[Status.FAILED]}/{total}", style="red")
    word = min((status for status in counts if status in GREEN or not green), key=RANK.index)
    number = f"{green}" if green == total else f"{green}/{total}"
    return Text(f"{word.value} {number}", style="green" if green == total else "yellow")


def _seconds(standings: Sequence[Standing]) -> float:
    """CPU seconds of the units behind these standings, each counted once."""
    said = [said.entry for standing in standings for told in standing.judges.values() for said in told]
    return sum({entry.group: entry.unit_seconds for entry in said}.values())


def _sum_up(console: Console, standings: Sequence[Standing], work: _Work, strict: bool, complete: bool) -> int:
    """Say under the table what it leaves out; the exit code that the verdicts call for."""
    counts = Counter(standing.status for standing in standings)
    for title, checks in (("claims", False), ("checks of judges", True)):
        own = Counter(standing.status for standing in standings if is_check(standing.claim.id) is checks)
        parts = [f"{own[status]} {status.value}" for status in reversed(RANK) if own[status]]
        if parts:
            console.print(f"  {own.total()} {title}: {', '.join(parts)}", soft_wrap=True)
    stale = [standing.claim.id for standing in standings if standing.status is Status.STALE]
    if stale:
        console.print(f"  stale, to be judged again: {', '.join(stale)}", style="red", soft_wrap=True)
    spent = time.monotonic() - work.started
    console.print(f"  {work.ran} units judged, {work.unchanged} unchanged, {spent:.1f} s")
    for (container, judge, profile), ground in work.bases.items():
        if profile and not work.deep:
            plain = work.ledger.units(work.bases[container, judge, False]) or []
            more = [unit for unit in work.ledger.units(ground) or () if unit not in plain]
            if more:
                console.print(f"  only with --deep: {judge} {container}: {_shortened(more)}", soft_wrap=True)
    for (container, status, reason), claims in _undecided_by_reason(standings).items():
        told = f"{container}: {status}: {_shortened(claims, 6, ', ')}: {reason}"
        console.print(f"  {told}", soft_wrap=True)
    assumed = [s.claim.id for s in standings if s.status is Status.ASSUMED and not (complete and s.uncovered)]
    deviations = [id for id in assumed if id.split("-")[1].startswith("D")]
    if deviations:
        told = f"{len(deviations)} deviations from the originals are shown by the tests, not by judges"
        console.print(f"  {told} (`slotproof claims`)", soft_wrap=True)
    assumed = [id for id in assumed if id not in deviations]
    if assumed:
        console.print(
            f"  assumed, checked by nobody{'' if complete else ' asked'}: {', '.join(assumed)}", soft_wrap=True
        )
    uncovered = [standing for standing in standings if standing.uncovered and standing.status is not Status.FAILED]
    if complete:
        for standing in uncovered:
            claim = standing.claim
            console.print(
                f"  no green verdict: {claim.id} ({standing.status.value}): {claim.statement}",
                style="red",
                soft_wrap=True,
            )
    else:
        console.print("  whether every claim is covered is only asked of all judges together")
    undecided = strict and any(_undecided(standing) for standing in standings)
    red = counts[Status.FAILED] or stale or undecided or (complete and uncovered)
    return FAILED_EXIT if red else GREEN_EXIT


def _undecided_by_reason(standings: Sequence[Standing]) -> dict[tuple[str, str, str], list[str]]:
    """The claims of which a judge says that it cannot tell, by container, status and reason."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for standing in standings:
        for said in _undecided(standing):
            verdict = said.entry.verdict
            known = found.setdefault((verdict.container, verdict.status.value, verdict.reason), [])
            if verdict.claim not in known:
                known.append(verdict.claim)
    return found


def _shortened(units: Sequence[str], shown: int = 3, between: str = "; ") -> str:
    """The first few units, and how many more there are."""
    rest = len(units) - shown
    return between.join(units[:shown]) + (f"{between}and {rest} more" if rest > 0 else "")


def _undecided(standing: Standing) -> list[Said]:
    return [said for told in standing.judges.values() for said in told if said.status in NOT_GREEN]


def _json(standing: Standing) -> dict[str, Any]:
    judges = {}
    for judge, told in standing.judges.items():
        verdicts = [said.entry.verdict for said in told]
        judges[judge] = {
            "status": standing.by(judge).value,
            "scope": "; ".join(dict.fromkeys(verdict.scope for verdict in verdicts if verdict.scope)),
            "seconds": round(sum(verdict.seconds for verdict in verdicts), 3),
            "evidence": {verdict.unit: dict(verdict.evidence) for verdict in verdicts},
            "reason": "; ".join(dict.fromkeys(verdict.reason for verdict in verdicts if verdict.reason)),
        }
    claim = standing.claim
    return {
        "id": claim.id,
        "kind": kind_of(claim),
        "statement": claim.statement,
        "container": standing.container,
        "status": standing.status.value,
        "judges": judges,
    }


# --- failures


def _report(console: Console, declared: dict[str, Refinement], standings: Sequence[Standing], folder: Path) -> None:
    """Show the claims that failed, those with the shortest traces in full."""
    failed = [standing for standing in standings if standing.status is Status.FAILED]
    for standing in [standing for standing in failed if not standing.failures()]:
        reasons = [
            said.entry.verdict for told in standing.judges.values() for said in told if said.status is Status.FAILED
        ]
        for verdict in reasons:
            console.print(
                f"\n{standing.claim.id} failed ({verdict.judge}, {verdict.unit}): {verdict.reason}", soft_wrap=True
            )
        _show_claim(console, declared[standing.container], standing.claim)
    traced = [(standing.failures()[0].verdict, standing) for standing in failed if standing.failures()]
    traced.sort(key=lambda pair: pair[0].failure.calls if pair[0].failure else 0)
    for number, (verdict, standing) in enumerate(traced):
        if verdict.failure is None:
            continue
        if number < PICTURED:
            console.print(f"\n{standing.claim.id} failed ({verdict.judge}, {verdict.unit})", style="bold red")
            _show_failure(console, declared[standing.container], standing.claim, verdict.failure)
        else:
            console.print(f"\n{standing.claim.id} failed as well: slotproof trace {standing.claim.id}", style="red")
            console.print(f"  {standing.claim.statement}", soft_wrap=True)
        if verdict.failure.before or verdict.failure.after:
            trace = explaining.Trace.of(verdict.failure)
            file = folder / "failures" / f"{standing.claim.id}.svg"
            _draw(console, explaining.picture(declared[standing.container], trace), file)


def _show_claim(console: Console, refinement: Refinement, claim: Claim) -> None:
    console.print(f"  {claim.statement}", soft_wrap=True)
    for view, place in explaining.places(refinement, claim).items():
        console.print(f"  {view:<5}  {place}", soft_wrap=True)


def _show_failure(console: Console, refinement: Refinement, claim: Claim, failure: Failure) -> None:
    """The claim, its places, and the trace as a picture and as Python."""
    _show_claim(console, refinement, claim)
    if failure.where:
        console.print(f"  where  {failure.where}", soft_wrap=True)
    console.print(f"\n{failure.message}", soft_wrap=True)
    trace = explaining.Trace.of(failure)
    if failure.before or failure.after:
        console.print()
        console.print(drawn(explaining.picture(refinement, trace)), soft_wrap=True)
    if failure.trace:
        statements = {known.id: known.statement for known in refinement.claims()}
        notes = [f"broken    {id}: {statements.get(id, '')}" for id in failure.broken]
        console.print(explaining.python(refinement, trace, notes), soft_wrap=True)


def _draw(console: Console, scene: Scene, file: Path) -> None:
    make_folder(file.parent.parent if file.parent.name == "failures" else file.parent)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(svg(scene), encoding="utf-8")
    console.print(f"picture: {file}", soft_wrap=True)


# --- what is known


@app.command()
def claims(context: typer.Context, containers: Containers = None, ledger: LedgerFile = DEFAULT) -> None:
    """List every claim with the best that is known of it; nothing is judged.

    Examples:

    slotproof claims

    slotproof claims handle_map
    """
    project, declared = _declared(context, containers)
    table = Table(box=box.SIMPLE_HEAD)
    for head in ("ID", "kind", "statement", "status"):
        table.add_column(head, no_wrap=head == "ID")
    for refinement in declared.values():
        for standing in stand(project, Ledger(ledger), refinement, project.judges, [False, True]):
            claim = standing.claim
            stale = [judge for judge in standing.judges if standing.by(judge) is Status.STALE]
            more = f" (stale: {', '.join(stale)})" if stale and standing.status is not Status.STALE else ""
            status = Text(standing.status.value + more, style=STYLES.get(standing.status, ""))
            table.add_row(claim.id, kind_of(claim), Text(claim.statement), status)
    _console().print(table)


@app.command()
def explain(context: typer.Context, claim: Id, ledger: LedgerFile = DEFAULT) -> None:
    """Say what a claim means, where it stands in the sources, and what is known of it.

    Example:

    slotproof explain HM-I2
    """
    project: Project = context.obj
    refinement, standing = _find(project, claim, Ledger(ledger))
    console = _console()
    console.print(f"{standing.claim.id}  {kind_of(standing.claim)} ({refinement.title})", style="bold")
    _show_claim(console, refinement, standing.claim)
    source = explaining.predicate(standing.claim)
    if source:
        console.print(f"\n{source}\n", soft_wrap=True)
    console.print(f"  status  {standing.status.value}")
    for judge, told in standing.judges.items():
        for said in told:
            verdict = said.entry.verdict
            scope = verdict.scope or ("any size" if said.status is Status.PROVED else "")
            evidence = ", ".join(f"{name} {value}" for name, value in verdict.evidence.items())
            line = "; ".join(part for part in (verdict.unit, scope, evidence, verdict.reason) if part)
            console.print(f"  {judge}: {said.status.value}: {line}", soft_wrap=True)
    if not standing.judges:
        console.print("  nobody has judged it yet: slotproof verify")


@app.command()
def trace(context: typer.Context, claim: Id, svg_file: Drawing = None, ledger: LedgerFile = DEFAULT) -> None:
    """Draw the shortest trace that breaks a claim; of an operation that keeps its claim, a worked step.

    Examples:

    slotproof trace HM-R3

    slotproof trace HM-I2 --svg broken.svg
    """
    project: Project = context.obj
    refinement, standing = _find(project, claim, Ledger(ledger))
    console = _console()
    failures = standing.failures()
    found = explaining.Trace.of(failures[0].verdict.failure) if failures and failures[0].verdict.failure else None
    if found and failures[0].verdict.failure:
        stale = all(said.stale for told in standing.judges.values() for said in told if said.entry.verdict.failure)
        console.print(f"{standing.claim.id} failed{' before the sources changed' if stale else ''}", style="bold red")
        _show_failure(console, refinement, standing.claim, failures[0].verdict.failure)
    else:
        console.print(f"{standing.claim.id} has no failure: {standing.status.value}")
        operation = explaining.operation_of(refinement, standing.claim)
        found = explaining.sample(refinement, operation) if operation else None
        if found:
            console.print("A worked step of the operation:\n")
            console.print(drawn(explaining.picture(refinement, found)), soft_wrap=True)
            console.print(explaining.python(refinement, found), soft_wrap=True)
    if svg_file and found:
        _draw(console, explaining.picture(refinement, found), svg_file)
    elif svg_file:
        raise typer.BadParameter(f"there is nothing to draw of {claim}")


@app.command()
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
    refinement = next(iter(_chosen("container", [container], context.obj.declared()).values()))
    operations = {known.name: known for known in refinement.operations}
    wanted = _chosen("operation", [operation] if operation else None, operations)
    traces = [explaining.sample(refinement, known) for known in wanted.values() if operation or not known.pure]
    pictures = [explaining.picture(refinement, found) for found in traces if found]
    if not pictures:
        raise typer.BadParameter(f"no step of {container} was found")
    best = max(pictures, key=lambda picture: (len(picture.panels[-1].arrows), picture.marked()))
    _draw(_console(), best, svg_file or Path("docs") / "figures" / f"{container}.svg")


# --- names


def _project(file: Path) -> Project:
    try:
        return schedule.project_of(file)
    except ValueError as reason:
        raise typer.BadParameter(str(reason)) from reason


def _declared(context: typer.Context, names: Sequence[str] | None) -> tuple[Project, dict[str, Refinement]]:
    """The containers that are named; a file among the names says where they are declared."""
    files = [Path(name) for name in names or () if name.endswith(".py")]
    if len(files) > 1:
        raise typer.BadParameter("one file of declarations at a time")
    project: Project = _project(files[0]) if files else context.obj
    plain = [name for name in names or () if not name.endswith(".py")]
    return project, _chosen("container", plain, project.declared())


def _chosen(kind: str, names: Sequence[str] | None, known: Any) -> dict[str, Any]:
    """The named ones of what is known, in its order; all if none is named.

    Raises     BadParameter, with the names nearest to one that is unknown
    """
    for name in names or ():
        if name not in known:
            raise _unknown(kind, name, known)
    return {name: value for name, value in known.items() if not names or name in names}


def _unknown(kind: str, name: str, known: Iterable[str]) -> typer.BadParameter:
    names = list(known)
    near = difflib.get_close_matches(name, names, cutoff=0.5) or names
    return typer.BadParameter(f"there is no {kind} {name!r}; nearest: {', '.join(near[:5])}")


def _find(project: Project, id: str, ledger: Ledger) -> tuple[Refinement, Standing]:
    known: dict[str, Refinement] = {}
    for refinement in project.declared().values():
        known |= {claim.id: refinement for claim in refinement.claims()}
    if id.upper() not in known:
        raise _unknown("claim", id, known)
    refinement = known[id.upper()]
    standings = stand(project, ledger, refinement, project.judges, [False, True])
    return refinement, next(standing for standing in standings if standing.claim.id == id.upper())


def _console() -> Console:
    """The terminal, or a page of fixed width; texts are printed as they are."""
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = PLAIN_WIDTH
    return console


def main(project: Project | None = None) -> None:
    """Run the command; the console script starts here."""
    try:
        app(prog_name="slotproof", obj=project)
    except Exception:  # noqa: BLE001  whatever failed here, it is the checker and no claim
        traceback.print_exc()
        sys.exit(CHECKER_EXIT)
