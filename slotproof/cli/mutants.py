"""`slotproof mutants`: small mistakes are made on purpose, and each judge is asked whether it sees them."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from slotproof.engine.api import CLAIM, IMPL, MODEL, Mutant
from slotproof.mutation.ledger import FILE, MutantLedger
from slotproof.mutation.matrix import Matrix, Row, listed
from slotproof.mutation.running import Task, run
from slotproof.mutation.trial import JUDGES, KILLED, NOT_ASKED, TOGETHER, Trial
from slotproof.terminal import CHECKER_EXIT, FAILED_EXIT, GREEN_EXIT, INTERRUPTED_EXIT, open_console, writable
from slotproof.verify.project import JUDGES as MODULES
from slotproof.verify.reading.sources import closure, digest, hashes, tool_versions

FORMAT: Final = 1  # part of every key: another number makes every line stale
SIDES: Final = (IMPL, MODEL, CLAIM)
ALL_JUDGES: Final = (*JUDGES, TOGETHER)

_MODULES: Final[Mapping[str, tuple[str, ...]]] = {
    **{name: (module,) for name, module in MODULES.items()},
    "gate": ("slotproof.gate.authoring.serve", "slotproof.gate.traces.scopes", "slotproof.gate.authoring.smoke"),
    TOGETHER: (MODULES["explore"],),
}
"""What else than the container an answer rests on."""


def mutants(
    containers: Annotated[
        list[str] | None, typer.Argument(help="Names of containers; none means all.", show_default=False)
    ] = None,
    judge: Annotated[
        list[str] | None,
        typer.Option("--judge", help="Only this judge; may be repeated.", metavar="NAME", show_default="all"),
    ] = None,
    side: Annotated[
        list[str] | None,
        typer.Option("--side", help="Only mutants of this side: impl, model or claim.", metavar="SIDE"),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option("--sample", min=1, help="As many mutants, drawn at random.", metavar="N", show_default="all"),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Of the sample.", metavar="S")] = 0,
    bugs: Annotated[
        bool, typer.Option("--bugs", help="In place of small mistakes, the bugs of docs/users/shipped-bugs.md.")
    ] = False,
    killers: Annotated[
        int | None,
        typer.Option(
            "--killers",
            min=1,
            help="Ask no further judge once so many have killed a mutant, or it is proved to do the same.",
            metavar="N",
            show_default="ask all",
        ),
    ] = None,
    baseline: Annotated[
        bool, typer.Option("--baseline", help="First ask the judges of each container as it is, which takes as verify.")
    ] = False,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, help="Processes.", metavar="N", show_default="one per core")
    ] = None,
    as_json: Annotated[
        Path | None,
        typer.Option(
            "--json", help="Also write the matrix here.", metavar="FILE", show_default=False, callback=writable
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", help="Also write the matrix as a page into here.", metavar="DIR", show_default=False),
    ] = None,
    ledger: Annotated[
        Path, typer.Option("--ledger", help="Where answers are kept.", metavar="FILE", callback=writable)
    ] = FILE,
) -> None:
    """Make small mistakes in copies of the sources in memory, and ask each judge alone whether it sees them.

    What was asked before and has not changed is not asked again.
    Exit codes: 0 each turns a judge red or is explained, 1 some survive, 2 wrong usage, 3 the checker itself failed.

    Examples:

    slotproof mutants handle_map

    slotproof mutants --sample 100 --seed 1 --judge explore

    slotproof mutants --killers 2 --side impl --side model

    slotproof mutants dense_map --side impl --json matrix.json --html matrix

    slotproof mutants bitmask --bugs
    """
    from slotproof.verify.project import catalog  # noqa: PLC0415 - the solvers load only if the command runs

    chosen = _known("container", containers, catalog())
    judges = _known("judge", judge, ALL_JUDGES)
    sides = _known("side", side, SIDES)
    drawn = draw(chosen, sides, sample, seed, bugs)
    untouched = [as_it_is(name) for name in dict.fromkeys(mutant.container for mutant in drawn)] if baseline else []
    work = Work([*untouched, *drawn], judges, MutantLedger(ledger), killers or 0)
    began = time.monotonic()
    console = open_console()
    try:
        with _bar(console) as bar:
            task = bar.add_task("", total=work.due)
            for trial in work.run(jobs or os.cpu_count() or 1):
                if trial is not None:
                    bar.update(task, advance=1, description=trial.mutant)
    except KeyboardInterrupt:
        console.print(f"interrupted; {work.ran} answers were heard and are kept in {ledger}")
        raise typer.Exit(INTERRUPTED_EXIT) from None
    wall = round(time.monotonic() - began, 1)
    red = [trial for mutant in untouched for trial in work.answers(mutant).values() if trial.outcome == KILLED]
    for trial in red:
        console.print(f"  red without any mutant: {trial.judge}: {trial.mutant}: {trial.claim}: {trial.reason}")
    if red:
        raise typer.Exit(CHECKER_EXIT)
    matrix = work.matrix(
        {
            "seed": seed,
            "sample": sample,
            "killers": killers or 0,
            "containers": chosen,
            "sides": sides,
            "bugs": bugs,
            "tools": tool_versions(),
            "seconds": wall,
        }
    )
    from slotproof.mutation.report import print_matrix, write_page  # noqa: PLC0415 - pictures load only if there are any

    print_matrix(console, matrix)
    console.print(f"  {work.ran} answers heard, {work.known} known before, {wall} s")
    if as_json:
        as_json.write_text(json.dumps(matrix.document(), indent=1) + "\n", encoding="utf-8")
    if html:
        console.print(f"page: {write_page(html, matrix)}", soft_wrap=True)
    raise typer.Exit(FAILED_EXIT if matrix.survivors() else GREEN_EXIT)


def draw(
    containers: Sequence[str], sides: Sequence[str], sample: int | None, seed: int, bugs: bool = False
) -> list[Mutant]:
    """The mutants of these containers and sides, or as many of them as are wanted, always the same ones.

    Takes      bugs, True for the bugs that were shipped, in place of those that operators make
    """
    from slotproof.engine.api import of_container  # noqa: PLC0415 - as above
    from slotproof.mutation.bugs import shipped  # noqa: PLC0415 - as above
    from slotproof.mutation.trials import mutant_of  # noqa: PLC0415 - as above
    from slotproof.verify.project import catalog  # noqa: PLC0415 - as above

    if bugs:
        made = [mutant_of(bug) for bug in shipped().values() if bug.container in containers]
        every = [mutant for mutant in made if mutant.side in sides]
    else:
        every = [mutant for name in containers for side in sides for mutant in of_container(catalog(), name, side)]
    if sample is None or sample >= len(every):
        return every
    chosen = random.Random(seed).sample(range(len(every)), sample)
    return [every[place] for place in sorted(chosen)]


def as_it_is(container: str) -> Mutant:
    """The container without a change: whoever sees a mistake in it sees none of a mutant."""
    from slotproof.verify.project import catalog  # noqa: PLC0415 - as above

    return Mutant(container, catalog()[container].impl.__module__, "", 0, "none", 0, (), f"{container} as it is")


class Work:
    """Which answers are wanted, which are known, and what came of those that were asked for."""

    def __init__(self, drawn: Sequence[Mutant], judges: Sequence[str], ledger: MutantLedger, enough: int = 0) -> None:
        self.drawn, self.judges, self.ledger, self.enough = drawn, judges, ledger, enough
        self.ran = self.known = 0
        self._grounds: dict[tuple[str, str], str] = {}
        tasks = [task for mutant in drawn if (task := self._task(mutant)).judges]
        # of each container the untouched comes first, then claims; of each sort, what is known early is a sample
        self.tasks = sorted(tasks, key=lambda task: (_sort_of(task.mutant), task.mutant.digest()))

    @property
    def due(self) -> int:
        """How many answers are still to be heard, at most."""
        return sum(len(task.judges) for task in self.tasks)

    def _task(self, mutant: Mutant) -> Task:
        """The judges whose answer about the mutant is not known; none, if what is known is enough."""
        from slotproof.mutation.judging import covered  # noqa: PLC0415 - as above

        keys = tuple((judge, self.key(mutant, judge)) for judge in self._asked(mutant))
        known = [trial for _, key in keys if (trial := self.ledger.find(key)) is not None]
        self.known += len(known)
        task = Task(mutant, keys, self.enough, settles="prove" if self.enough and covered(mutant) else "")
        return task.rest(known) if task.following(known) is not None else Task(mutant, ())

    def _asked(self, mutant: Mutant) -> list[str]:
        return [judge for judge in self.judges if judge != TOGETHER or mutant.side == MODEL]

    def key(self, mutant: Mutant, judge: str) -> str:
        """What an answer must carry to be current."""
        return digest(
            [FORMAT, mutant.id, mutant.container, judge, mutant.digest(), self._ground(mutant.container, judge)]
        )

    def _ground(self, container: str, judge: str) -> str:
        """The digest of what the answers of a judge about a container rest on."""
        from slotproof.verify.project import Project, catalog, declared_in  # noqa: PLC0415 - as above

        if (container, judge) not in self._grounds:
            modules = [
                *declared_in(Project(), catalog()[container]),
                *_MODULES[judge],
                "slotproof.mutation.judging",
            ]
            self._grounds[container, judge] = digest([hashes(closure(modules)), tool_versions()])
        return self._grounds[container, judge]

    def run(self, processes: int) -> Iterable[Trial | None]:
        """Ask for the answers that are not known, each of which is kept before the next is heard."""
        from slotproof.mutation.judging import PREPARED, try_one  # noqa: PLC0415 - as above

        for judge, prepare in PREPARED.items():
            shown = (task.mutant.container for task in self.tasks if judge in dict(task.judges))
            for container in dict.fromkeys(shown):
                prepare(container)
        for trial in run(self.tasks, try_one, self.ledger, processes):
            self.ran += trial is not None
            yield trial

    def answers(self, mutant: Mutant) -> dict[str, Trial]:
        """What is known of a mutant, by judge."""
        trials = {judge: self.ledger.find(self.key(mutant, judge)) for judge in self._asked(mutant)}
        return {judge: trial for judge, trial in trials.items() if trial is not None}

    def matrix(self, configuration: Mapping[str, Any]) -> Matrix:
        """All answers that are known."""
        from slotproof.mutation.judging import covered  # noqa: PLC0415 - as above

        reasons = listed()
        rows = []
        for mutant in self.drawn:
            if mutant.edits:
                why = next((each.reason for each in reasons if each.means(mutant)), "")
                rows.append(Row(mutant, self.answers(mutant), covered(mutant), why))
        judges = [judge for judge in self.judges if any(_answered(row, judge) for row in rows)]
        return Matrix(rows, judges, configuration)


def _sort_of(mutant: Mutant) -> tuple[bool, bool]:
    """The place of its sort: a claim is asked of proofs at greater length than code, and nobody waits for it last."""
    return bool(mutant.edits), mutant.side != CLAIM


def _answered(row: Row, judge: str) -> bool:
    return judge in row.trials and row.trials[judge].outcome != NOT_ASKED


def _known(kind: str, names: Sequence[str] | None, known: Iterable[str]) -> list[str]:
    """The names that were given, in the order of what is known; all of it if none was."""
    every = list(known)
    for name in names or ():
        if name not in every:
            raise typer.BadParameter(f"there is no {kind} {name!r}; there are {', '.join(every)}")
    return [name for name in every if not names or name in names]


def _bar(console: Console) -> Progress:
    watched = console.is_terminal and not os.environ.get("CI")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True, disable=not watched)
