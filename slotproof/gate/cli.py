"""The commands `slotproof gate ...`."""

from __future__ import annotations

import contextlib
import math
import os
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import typer

from slotproof.gate import report
from slotproof.gate.authoring.lint import SECONDS, Finding, lint
from slotproof.gate.authoring.serve import serve as serve_kinds
from slotproof.gate.authoring.skeleton import LANGUAGES, write_skeleton
from slotproof.gate.authoring.vectors import BUILT, append, build, verify
from slotproof.gate.campaign import baseline as baselines
from slotproof.gate.campaign.process import Trouble
from slotproof.gate.campaign.progress import Progress
from slotproof.gate.campaign.run import Campaign, Plan, failure, look_into
from slotproof.gate.campaign.session import TIMEOUT, Session
from slotproof.gate.campaign.workers import Inline, NoCluster, Workers, cluster, pool
from slotproof.gate.console import print_failure, print_replay, print_report, read_cases
from slotproof.gate.page import page
from slotproof.gate.protocol.kinds import kind, names
from slotproof.gate.protocol.oracle import Level
from slotproof.gate.protocol.verdicts import FAILING, Verdict
from slotproof.terminal import CHECKER_EXIT, FAILED_EXIT, GREEN_EXIT, writable

UNASKED_EXIT: Final = 4
QUICK: Final = (500, 40, 100, 10)  # transitions, drawn traces, walks and examples

app: Final = typer.Typer(no_args_is_help=True, help="Tell whether a port still is the container.")
vectors_app: Final = typer.Typer(no_args_is_help=True, help="Traces with their answers, for ports without the gate.")
app.add_typer(vectors_app, name="vectors")

Kinds = Annotated[list[str] | None, typer.Argument(help="Kinds of containers; none means all.", show_default=False)]
Driver = Annotated[list[str], typer.Argument(help="The driver and its arguments, after --.", metavar="DRIVER...")]
Timeout = Annotated[float, typer.Option("--timeout", help="Seconds for one answer.", metavar="S")]
KindOption = Annotated[
    list[str] | None, typer.Option("--kind", help="Only this kind; may be given again.", show_default=False)
]
File = Annotated[Path | None, typer.Option(metavar="FILE", show_default=False, callback=writable)]
Walks = Annotated[int, typer.Option(help="Traces in bulk for each configuration of a port at level structure.")]
Jobs = Annotated[int, typer.Option(help="Processes that run parts; 0 is one for each core.", metavar="N", min=0)]
Scheduler = Annotated[
    str | None,
    typer.Option(help="Run the parts on the workers of this Dask scheduler: tcp://HOST:PORT.", show_default=False),
]


@app.command()
def serve(kinds: Kinds = None) -> None:
    """Be a driver over our own containers: the reference port."""
    serve_kinds(_known(kinds), sys.stdin.buffer, sys.stdout.buffer)


@app.command()
def hello(driver: Driver, timeout: Timeout = TIMEOUT) -> None:
    """Ask a driver what it holds."""
    with _session(driver, timeout) as session:
        port = session.port
        typer.echo(f"{port.name} {port.version} ({port.language})".strip())
        for each in port.containers:
            typer.echo(f"  {each.kind.name}: level {each.level.value}, {len(each.operations)} operations")


@app.command()
def run(
    driver: Driver,
    kinds: KindOption = None,
    transitions: Annotated[int, typer.Option(help="Transitions tried of each scope.")] = Plan.transitions,
    traces: Annotated[int, typer.Option("--random", help="Drawn traces for each configuration.")] = Plan.random,
    walks: Walks = Plan.walks,
    examples: Annotated[int, typer.Option(help="Traces that Hypothesis draws for each kind.")] = Plan.examples,
    seed: Annotated[int, typer.Option(help="Of all randomness.")] = Plan.seed,
    deep: Annotated[bool, typer.Option("--deep", help="Deep scopes too, and every transition.")] = False,
    timeout: Timeout = TIMEOUT,
    baseline: Annotated[Path | None, typer.Option(help="Known failures.", metavar="GATE.TOML")] = None,
    log: File = None,
    junit: File = None,
    markdown: File = None,
    html: File = None,
    badge: File = None,
    jobs: Jobs = 0,
    scheduler: Scheduler = None,
    quick: Annotated[bool, typer.Option("--quick", help="Less of everything: a first look, in seconds.")] = False,
    fail_fast: Annotated[bool, typer.Option("--fail-fast", help="End with the first failure.")] = False,
    operation: Annotated[str, typer.Option(help="Ask this one in every state, and nothing for itself.")] = "",
    budget: Annotated[float, typer.Option(help="Seconds after which no part is begun.", metavar="S")] = math.inf,
    progress: Annotated[str, typer.Option(help="Of lines on standard error: text, json or none.")] = "text",
) -> None:
    """Run every transition of tiny scopes, then random traces; examine each failure and make it short.

    Exit codes: 0 the port conforms, 1 it does not, 2 wrong usage, 3 the gate itself failed, 4 nothing is wrong, but
    not all was asked, and the file of known failures does not list it.
    """
    known = _baseline(baseline)
    if operation and not any(operation in kind(name).operations for name in kinds or names()):
        raise typer.BadParameter(f"no kind has an operation {operation!r}")
    if progress not in ("text", "json", "none"):
        raise typer.BadParameter(f"progress is text, json or none, not {progress!r}")
    if quick:
        transitions, traces, walks, examples = (
            min(pair) for pair in zip((transitions, traces, walks, examples), QUICK, strict=True)
        )
    plan = Plan(
        whole=Plan.whole if transitions >= Plan.transitions else transitions,
        transitions=1 << 30 if deep else transitions,
        random=traces,
        walks=walks,
        examples=examples,
        seed=seed,
        deep=deep,
        counts=not operation,
        fail_fast=fail_fast,
        operation=operation,
        budget=budget,
        kinds=tuple(_known(kinds) if kinds else ()),
        known=_operations(known),
    )
    files = {"junit": junit, "markdown": markdown, "html": html, "badge": badge}
    _campaign(driver, timeout, plan, known, log, files, jobs, scheduler, progress)


@app.command()
def fuzz(
    driver: Driver,
    kinds: KindOption = None,
    traces: Annotated[int, typer.Option("--random", help="Drawn traces for each configuration.")] = 1000,
    walks: Walks = 50_000,
    seed: Annotated[int | None, typer.Option(help="Of all randomness; chosen and printed if left out.")] = None,
    timeout: Timeout = TIMEOUT,
    log: File = None,
    jobs: Jobs = 0,
    scheduler: Scheduler = None,
) -> None:
    """Run random traces only."""
    chosen = secrets.randbelow(1 << 32) if seed is None else seed
    typer.echo(f"seed {chosen}")
    plan = Plan(
        whole=0,
        transitions=0,
        random=traces,
        walks=walks,
        examples=0,
        edges=False,
        seed=chosen,
        kinds=tuple(_known(kinds) if kinds else ()),
    )
    _campaign(driver, timeout, plan, baselines.Baseline(), log, {}, jobs, scheduler, "text")


@app.command()
def replay(
    file: Annotated[
        Path,
        typer.Argument(help="A file of vectors, or an event log with failures; - is standard input.", metavar="FILE"),
    ],
    driver: Driver,
    timeout: Timeout = TIMEOUT,
    fast: Annotated[
        bool, typer.Option("--fast", help="Do not look into failures: digests in place of arrays.")
    ] = False,
) -> None:
    """Run the traces of a file, and show where they go wrong."""
    with _session(driver, timeout) as session:
        failing = print_replay(session, read_cases(file), fast)
    raise typer.Exit(FAILED_EXIT if failing else GREEN_EXIT)


@app.command()
def shrink(
    file: Annotated[Path, typer.Argument(help="A file of vectors, or an event log with failures.", metavar="FILE")],
    driver: Driver,
    timeout: Timeout = TIMEOUT,
    save: Annotated[
        Path | None,
        typer.Option(help="Append it to this file of vectors, suite `regress`.", metavar="FILE", callback=writable),
    ] = None,
) -> None:
    """Make the first failing trace of a file short."""
    with _session(driver, timeout) as session:
        for case in read_cases(file):
            outcome = session.alone(case)
            if outcome.verdict in FAILING:
                made = look_into(session, outcome)
                if made.outcome.verdict is Verdict.FLAKY:
                    continue
                event = failure(session, made)
                print_failure(event)
                if save is not None:
                    append(save, made.outcome.case, report.headline(event))
                raise typer.Exit(FAILED_EXIT)
    typer.echo("no trace of the file fails")


@app.command("lint")
def lint_all(
    driver: Driver,
    seconds: Annotated[float, typer.Option(help="Of all that is tried.", metavar="S")] = SECONDS,
) -> None:
    """Check the manners of a driver and its first traces, in ten seconds, with a cure for each finding.

    Exit codes: 0 all is right, 1 something is wrong, 4 nothing is wrong, but not all could be tried in the time.
    """
    _print_findings(lint(driver, seconds, seconds, smoke=True))


@app.command("lint-driver")
def lint_driver(driver: Driver, timeout: Timeout = TIMEOUT) -> None:
    """Check the manners of a driver, apart from what its port answers."""
    _print_findings(lint(driver, timeout))


def _print_findings(findings: list[Finding]) -> None:
    """Print them, and end with an exit code."""
    marks = {True: "ok    ", False: "wrong ", None: "untried "}
    for finding in findings:
        typer.echo(marks[finding.right] + finding.text)
        if finding.cure:
            typer.echo("      cure: " + finding.cure)
    wrong = any(finding.right is False for finding in findings)
    untried = UNASKED_EXIT if any(finding.right is None for finding in findings) else GREEN_EXIT
    raise typer.Exit(FAILED_EXIT if wrong else untried)


@app.command()
def init(
    language: Annotated[str, typer.Argument(help=", ".join(LANGUAGES))],
    folder: Annotated[Path, typer.Argument(help="Where to write; made if it is not there.")] = Path(),
    kind: Annotated[str, typer.Option("--kind", help="Of container.")] = "token_allocator",
    level: Annotated[Level, typer.Option("--level", help="Structure if the port has our arrays.")] = Level.BEHAVIOUR,
) -> None:
    """Write the skeleton of a driver: it answers, and fails its first trace."""
    if language not in LANGUAGES:
        raise typer.BadParameter(f"there is no skeleton for {language!r}; there are {', '.join(LANGUAGES)}")
    (known,) = _known([kind])
    try:
        for path in write_skeleton(language, folder, known, level):
            typer.echo(str(path))
    except FileExistsError as error:
        raise typer.BadParameter(str(error)) from error


@vectors_app.command("build")
def vectors_build(
    kinds: Kinds = None,
    folder: Annotated[Path, typer.Option(help="Where to write.")] = Path("vectors"),
    suites: Annotated[list[str] | None, typer.Option("--suite", help=f"{', '.join(BUILT)}.")] = None,
) -> None:
    """Write the files of vectors of each kind; `regress` is never touched."""
    for name in _known(kinds):
        for path in build(name, folder, suites or BUILT):
            typer.echo(str(path))


@vectors_app.command("verify")
def vectors_verify(
    files: Annotated[list[Path], typer.Argument(help="Files of vectors, or folders of them.", metavar="FILE...")],
) -> None:
    """Run each trace on our own containers, and count the coverage that a file claims."""
    wrong = 0
    paths = [path for each in files for path in (sorted(each.glob("**/*.jsonl")) if each.is_dir() else [each])]
    if not paths:
        raise typer.BadParameter("there is no file of vectors")
    for path in paths:
        problems = verify(path)
        wrong += bool(problems)
        typer.echo(f"{path}: {'; '.join(problems[:5]) or 'ok'}")
    raise typer.Exit(FAILED_EXIT if wrong else GREEN_EXIT)


# --- shared


def _known(kinds: list[str] | None) -> list[str]:
    for name in kinds or ():
        if name not in names():
            raise typer.BadParameter(f"there is no kind {name!r}; there are {', '.join(names())}")
    return list(kinds or names())


@contextlib.contextmanager
def _session(driver: list[str], timeout: float) -> Iterator[Session]:
    """A session; a driver that does not say what it is ends the command."""
    with Session(driver, timeout) as session:
        try:
            yield session
        except Trouble as trouble:
            typer.echo(f"{trouble.verdict.value}: {trouble.message}", err=True)
            if session.stderr:
                typer.echo(session.stderr, err=True)
            raise typer.Exit(CHECKER_EXIT if trouble.verdict is Verdict.HARNESS_ERROR else FAILED_EXIT) from None


def _baseline(path: Path | None) -> baselines.Baseline:
    try:
        return baselines.read(path) if path is not None else baselines.Baseline()
    except baselines.Wrong as error:
        raise typer.BadParameter(str(error)) from error


def _operations(known: baselines.Baseline) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for entry in known.known:
        mine = baselines.operations_of(entry.kind, entry.claim) if entry.claim else frozenset()
        found[entry.kind] = found.get(entry.kind, frozenset()) | mine
    return found


def _campaign(
    driver: list[str],
    timeout: float,
    plan: Plan,
    known: baselines.Baseline,
    log: Path | None,
    files: dict[str, Path | None],
    jobs: int,
    scheduler: str | None,
    progress: str,
) -> None:
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(log.open("w", encoding="utf-8")) if log is not None else None
        events = report.Log(file)
        session = stack.enter_context(_session(driver, timeout))
        workers = _workers(stack, session, jobs, scheduler)
        with Progress(progress) as shown:
            Campaign(session, plan, events, workers, shown).run()
        for complaint in baselines.apply(known, events.events):
            events(complaint)
        made = events.events
        writers = {"junit": report.junit, "markdown": report.markdown, "html": page, "badge": report.badge}
        for name, path in files.items():
            if path is not None:
                path.write_text(writers[name](made), encoding="utf-8")
        print_report(made)
    if os.environ.get("GITHUB_ACTIONS"):
        typer.echo(report.github(made), nl=False)
    wrong = report.unexpected(made)
    unrun = bool(report.of(made, "stopped")) or any(
        event["verdict"] == Verdict.NOT_RUN.value for event in report.of(made, "kind")
    )
    harness = any(event.get("verdict") == Verdict.HARNESS_ERROR.value for event in wrong)
    red = wrong or unrun or not report.of(made, "kind")
    green = UNASKED_EXIT if report.unasked(made) else GREEN_EXIT
    raise typer.Exit(CHECKER_EXIT if harness else FAILED_EXIT if red else green)


def _workers(stack: contextlib.ExitStack, session: Session, jobs: int, scheduler: str | None) -> Workers:
    """Those that are asked for, until the stack ends."""
    if scheduler is not None:
        try:
            return stack.enter_context(cluster(session.command, session.timeout, scheduler))
        except NoCluster as error:
            raise typer.BadParameter(str(error)) from error
    processes = jobs or os.cpu_count() or 1
    return stack.enter_context(pool(session.command, session.timeout, processes)) if processes > 1 else Inline(session)
