"""The command `slotproof verify`."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from slotproof.cli.certified import DEFAULT as CERTIFICATES
from slotproof.cli.certified import certified_units
from slotproof.cli.failures import Early, report
from slotproof.cli.names import Containers, LedgerFile, asked, chosen, named
from slotproof.cli.summary import counted, sum_up, table, tell_certified
from slotproof.cli.watching import watching
from slotproof.language.findings import compiled, shown
from slotproof.show.reports.claims import FILES, WRITERS, github
from slotproof.terminal import INTERRUPTED_EXIT, open_console, writable
from slotproof.verify.grounds import Grounds
from slotproof.verify.ledger import DEFAULT, Ledger
from slotproof.verify.pool import Pool
from slotproof.verify.result import Result
from slotproof.verify.standing import beneath, refused, stand
from slotproof.verify.survey import Known
from slotproof.verify.work import Work, outlines_beside

TOLD: Final = 10  # findings that are shown


def _file(name: str, help_text: str) -> Any:
    """An option that names a file to write."""
    return typer.Option(f"--{name}", help=help_text, metavar="FILE", show_default=False, rich_help_panel="Reports")


_REPORTS = typer.Option("--report", help="All of these into this folder.", metavar="DIR", show_default=False,
                        rich_help_panel="Reports")  # fmt: skip


def verify(
    context: typer.Context,
    containers: Containers = None,
    judge: Annotated[
        list[str] | None,
        typer.Option("--judge", help="Only this judge; may be repeated.", metavar="NAME", show_default="all"),
    ] = None,
    operation: Annotated[
        list[str] | None,
        typer.Option("--operation", help="Only the proof of this operation; may be repeated.", metavar="NAME"),
    ] = None,
    deep: Annotated[bool, typer.Option("--deep", help="The larger scopes and longer runs.")] = False,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, help="Processes.", metavar="N", show_default="one per core")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Run again what is unchanged, too.")] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Judge again whenever a source is saved, until interrupted.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Believe no record; `not proved` and `not confirmed` fail, too.")
    ] = False,
    certify: Annotated[
        bool, typer.Option("--certify", help="Then make certificates, as slotproof certify does.")
    ] = False,
    ledger: LedgerFile = DEFAULT,
    json: Annotated[Path | None, _file("json", "All that is known of each claim.")] = None,
    junit: Annotated[Path | None, _file("junit", "JUnit XML: a suite for each container.")] = None,
    sarif: Annotated[Path | None, _file("sarif", "SARIF: what fails, beside the line to blame.")] = None,
    markdown: Annotated[Path | None, _file("markdown", "A summary for a page.")] = None,
    badge: Annotated[Path | None, _file("badge", "What a badge endpoint serves.")] = None,
    folder: Annotated[Path | None, _REPORTS] = None,
) -> None:
    """Judge every claim; what is unchanged since it was judged is not judged again.

    What `prove` cannot read is told first: see slotproof lint.
    What proofs rest on is judged as well, if nobody did so yet.

    Every law, invariant, operation and theorem needs a green status:
    [bold]proved[/] (any size), [bold]exhausted[/] (every state of a stated scope),
    [bold]confirmed[/] (every path of one), [bold]sampled[/] (a stated number of runs).

    Examples:
    slotproof verify
    slotproof verify handle_map --judge explore --judge walk
    slotproof verify handle_map --operation erase
    slotproof verify --deep --jobs 4 --report reports
    slotproof verify path/to/my_container.py
    """
    project, names = named(context, containers)
    judges = chosen("judge", judge or (["prove"] if operation and "prove" in project.judges else None), project.judges)
    wanted = {"json": json, "junit": junit, "sarif": sarif, "markdown": markdown, "badge": badge}
    files = [(name, file) for name, file in wanted.items() if file]
    files += [(name, folder / file) for name, file in FILES.items()] if folder else []
    for file in (ledger, *(file for _, file in files)):
        writable(file)
    if watch:
        raise typer.Exit(watching(project))
    kept = Ledger(ledger)
    with Pool(project, jobs or os.cpu_count() or 1, outlines_beside(kept)) as pool:
        survey = asked(project, kept, pool)
        declared = chosen("container", names, survey.declared())
        operations = _operations(declared.values(), judges, deep, operation or [])
        work = Work(project, survey, kept, pool, list(judges), deep, operations)
        _tell(work.grounds, declared, judges)
        early = Early(work.grounds, ledger.parent)
        work.failed = early
        try:
            work.judge(declared, force or strict)
        except KeyboardInterrupt:
            told = f"interrupted; {counted(work.ran, 'unit')} judged and kept in {ledger}"
            open_console().print(told, soft_wrap=True)
            raise typer.Exit(INTERRUPTED_EXIT) from None
    kept.compact()
    grounds = Grounds(project, survey, kept)
    standings = [each for known in declared.values() for each in stand(grounds, known, judges, [deep], operations)]
    failed = beneath(grounds, standings)
    unread = [each for known in declared.values() for each in refused(grounds, known, judges)]
    others = {standing.container: grounds.container(standing.container) for standing in failed}
    complete = len(judges) == len(project.judges) and not operations
    result = Result(
        declared, list(judges), standings, work.crashes, deep, strict, complete, failed, others, project, unread
    )
    console = open_console()
    console.print(table(console, result))
    sum_up(console, result, work)
    tell_certified(console, result, certified_units(project, ledger.with_name(CERTIFICATES.name), declared))
    report(console, result, ledger.parent, early.shown)
    for name, file in files:
        file.write_text(WRITERS[name](result), encoding="utf-8")
    if os.environ.get("GITHUB_ACTIONS"):
        typer.echo(github(result), nl=False)
    made = 0
    if certify:
        from slotproof.cli.certify import certified  # noqa: PLC0415 - not before somebody asks

        made = certified(project, names, operation or [], jobs, ledger=ledger.with_name("certificates.jsonl"))
    raise typer.Exit(result.exit_code or made)


def _operations(containers: Iterable[Known], judges: Collection[str], deep: bool, named: Sequence[str]) -> list[str]:
    """The operations that were named; of judges that go by scopes or theorems, those.

    Raises     BadParameter, with the names nearest to one of which no judge has a unit
    """
    units = [unit for known in containers for judge in judges for unit in known.units.get(judge, {}).get(deep, {})]
    kind = "operation" if {"prove", "contracts"}.intersection(judges) else f"unit of {' and '.join(judges)}"
    return list(chosen(kind, named, {unit.partition(" | ")[0]: None for unit in units})) if named else []


def _tell(grounds: Grounds, containers: Iterable[str], judges: Iterable[str]) -> None:
    """Print what keeps the judges from reading the containers, as a compiler does."""
    unread = {name: found for name in containers for judge in judges if (found := grounds.refused(name, judge))}
    found = sorted({each for findings in unread.values() for each in findings})
    for each in found[:TOLD]:
        typer.echo(compiled(each))
    if len(found) > TOLD:
        files = [file for file, look in grounds.survey.looks.items() if unread.keys() & look.containers]
        typer.echo(f"and {len(found) - TOLD} more: slotproof lint {' '.join(shown(Path(file)) for file in files)}")
