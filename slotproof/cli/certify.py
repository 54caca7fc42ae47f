"""The command `slotproof certify`."""

from __future__ import annotations

import json as formats
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from slotproof.certify.store import prepare
from slotproof.cli.certified import DEFAULT, JUDGE, Beneath, certifying
from slotproof.cli.names import Containers, asked, chosen, named
from slotproof.terminal import CHECKER_EXIT, FAILED_EXIT, GREEN_EXIT, INTERRUPTED_EXIT, open_console, writable
from slotproof.verify.files import make_folder
from slotproof.verify.ledger import Entry, Ledger
from slotproof.verify.pool import Pool
from slotproof.verify.project import Project
from slotproof.verify.survey import Known
from slotproof.verify.work import Work, outlines_beside


@dataclass
class Container:
    """What is known of the certificates of a container.

    claims     ID -> "" if all units that prove it are certified, and all that these rest on, else why it is not
    """

    name: str
    units: int = 0
    certified: int = 0
    of: int = 0
    steps: int = 0
    bytes: int = 0
    made: float = 0.0
    checked: float = 0.0
    rules: Counter[str] = field(default_factory=Counter)
    left: list[str] = field(default_factory=list)
    claims: dict[str, str] = field(default_factory=dict)

    def take(self, entries: Iterable[Entry], beneath: Beneath) -> None:
        """Add what a unit says."""
        self.units += 1
        for place, entry in enumerate(entries):
            told = entry.verdict.evidence
            if place == 0:
                self.certified += told.get("certified", 0)
                self.of += told.get("of", 0)
                self.steps += told.get("steps", 0)
                self.bytes += told.get("bytes", 0)
                self.made += told.get("made", 0.0)
                self.checked += told.get("checked", 0.0)
                self.rules.update(told.get("rules", {}))
                self.left += told.get("left", [])
            beneath.note(self.claims, entry)

    @property
    def whole(self) -> int:
        """How many claims are certified, with all that they rest on."""
        return sum(not reason for reason in self.claims.values())

    def encoded(self) -> dict[str, Any]:
        """Give it as JSON can hold it."""
        return {**vars(self), "rules": dict(self.rules.most_common())}


def certify(
    context: typer.Context,
    containers: Containers = None,
    operation: Annotated[
        list[str] | None,
        typer.Option("--operation", help="Only this operation or theorem; may be repeated.", metavar="NAME"),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, help="Processes.", metavar="N", show_default="one per core")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Prove again what is unchanged, too.")] = False,
    keep: Annotated[
        Path | None, typer.Option("--keep", help="Keep questions and proofs here.", metavar="DIR", show_default=False)
    ] = None,
    json: Annotated[
        Path | None,
        typer.Option("--json", help="All that is known.", metavar="FILE", show_default=False, callback=writable),
    ] = None,
    ledger: Annotated[
        Path, typer.Option("--ledger", help="Where it is kept.", metavar="FILE", callback=writable)
    ] = DEFAULT,
) -> None:
    """Make a certificate of each question that proofs put to solvers, and check it at once.

    A certificate is a proof that slotproof.checker accepts, a program of its own: by cvc5, and of theorems by Z3.
    What was certified before, and is unchanged, is not certified again; an interrupted run goes on where it was.

    Exit codes: 0 all is certified, 1 something is not; what is not is told by name.

    Examples:
    slotproof certify
    slotproof certify handle_map --operation erase --keep certificates
    python -m slotproof.checker certificates
    """
    project, names = named(context, containers)
    raise typer.Exit(certified(project, names, operation or [], jobs, force, keep, json, ledger))


def certified(
    project: Project,
    names: list[str],
    operations: list[str],
    jobs: int | None = None,
    force: bool = False,
    keep: Path | None = None,
    json: Path | None = None,
    ledger: Path = DEFAULT,
) -> int:
    """Certify containers; give the exit status."""
    mine = certifying(project)
    if keep is not None:
        make_folder(keep)  # before sources are looked at: a folder beside them is one that an import may find
    prepare(ledger.with_name(f"{ledger.stem}.rows.jsonl"), keep)
    kept, console = Ledger(ledger), open_console()
    with Pool(mine, jobs or os.cpu_count() or 1, outlines_beside(kept)) as pool:
        survey = asked(mine, kept, pool)
        declared = chosen("container", names, survey.declared())
        wanted = _operations(declared.values(), operations)
        work = Work(mine, survey, kept, pool, [JUDGE], False, wanted)
        try:
            work.judge(declared, force or keep is not None)
        except KeyboardInterrupt:
            console.print(f"interrupted; what is certified is kept in {ledger.parent}")
            return INTERRUPTED_EXIT
    kept.compact()
    found = [_of(work, known, wanted) for known in declared.values()]
    _tell(found, work)
    if json is not None:
        json.write_text(formats.dumps([each.encoded() for each in found], indent=1) + "\n", encoding="utf-8")
    if work.crashes:
        return CHECKER_EXIT
    return GREEN_EXIT if all(not each.left and not any(each.claims.values()) for each in found) else FAILED_EXIT


def _operations(containers: Iterable[Known], wanted: list[str]) -> list[str]:
    units = [unit for known in containers for unit in known.units[JUDGE][False]]
    return list(chosen("operation", wanted, {unit.partition(" | ")[0]: None for unit in units})) if wanted else []


def _of(work: Work, known: Known, operations: list[str]) -> Container:
    """Give what is known of a container, of the sources as they are."""
    found, beneath = Container(known.name), Beneath(work.grounds)
    for unit in known.units[JUDGE][False]:
        if operations and unit.partition(" | ")[0] not in operations:
            continue
        if entries := work.grounds.current(known.name, JUDGE, unit, False):
            found.take(entries, beneath)
    return found


def _tell(found: list[Container], work: Work) -> None:
    """Print a row for each container, and by name what is left."""
    console = open_console()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("container")
    for name in ("units", "certified", "steps", "kB", "made s", "checked s", "claims"):
        table.add_column(name, justify="right")
    for each in found:
        table.add_row(
            each.name,
            str(each.units),
            f"{each.certified} of {each.of}",
            str(each.steps),
            str(each.bytes // 1000),
            f"{each.made:.1f}",
            f"{each.checked:.1f}",
            f"{each.whole} of {len(each.claims)}",
        )
    console.print(table)
    for each in found:
        console.print(f"{each.name}: certified {each.certified} of {each.of}", soft_wrap=True)
        for line in each.left:
            console.print(f"  no certificate: {line}", soft_wrap=True)
        for claim, reason in each.claims.items():
            if reason:
                console.print(f"  {claim} is not certified: {reason}", soft_wrap=True)
    for job, crash in work.crashes:
        console.print(f"{job} could not be run: {crash.strip().splitlines()[-1]}", soft_wrap=True)
