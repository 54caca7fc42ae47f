"""The kill matrix as tables for a terminal, and as a page with a heat map."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table

from slotproof.declare.verdict import Failure
from slotproof.mutation.matrix import Fate, Matrix, Row
from slotproof.mutation.trial import GAVE_UP, KILLED, NOT_SHOWN, SURVIVED, Trial
from slotproof.show.steps import Trace, picture
from slotproof.show.svg import svg
from slotproof.verify.failure import decode_failure, written
from slotproof.verify.project import catalog

SHOWN: Final = 40  # survivors that are printed
PAGE: Final = Path(__file__).with_name("page.html")


def print_matrix(console: Console, matrix: Matrix) -> None:
    """One row per container and per judge, and the survivors by name."""
    console.print(_table_of_fates(matrix))
    judges = Table(box=box.SIMPLE_HEAD)
    heads = ("judge", "asked", "killed", "%", "only by it", "not shown", "survived", "not asked", "gave up", "CPU s")
    for head in heads:
        judges.add_column(head, justify="left" if head == "judge" else "right")
    for judge in matrix.judges:
        tally = matrix.tally(judge)
        alone = "" if tally.unique is None else tally.unique
        told = (tally.asked, tally.killed, tally.share(bool(matrix.configuration.get("sample"))), alone)
        rest = (tally.not_shown, tally.survived, tally.not_asked, tally.gave_up)
        judges.add_row(judge, *map(str, told + rest), f"{tally.seconds:.1f}")
    console.print(judges)
    survivors = matrix.survivors()
    for row in survivors[:SHOWN]:
        console.print(f"  {row.fate.value}: {row.mutant.id}\n    {row.mutant.change()}", soft_wrap=True)
    if len(survivors) > SHOWN:
        console.print(f"  and {len(survivors) - SHOWN} more")


def _table_of_fates(matrix: Matrix) -> Table:
    """One row per container and side."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in matrix.rows:
        groups.setdefault((row.mutant.container, row.mutant.side), []).append(row)
    total = matrix.fates()
    table = Table(box=box.SIMPLE_HEAD, show_footer=len(groups) > 1)
    table.add_column("container", footer="total")
    table.add_column("side")
    table.add_column("mutants", justify="right", footer=str(len(matrix.rows)))
    for fate in Fate:
        table.add_column(fate.value, justify="right", footer=str(total[fate]))
    for (container, side), rows in groups.items():
        fates = matrix.fates(rows)
        table.add_row(container, side, str(len(rows)), *(str(fates[fate]) for fate in Fate))
    return table


# --- the page


def write_page(folder: Path, matrix: Matrix) -> Path:
    """Write the page into the folder; where it is."""
    data = json.dumps(_data(matrix)).replace("</", "<\\/")  # so that no text of a mutant ends the script
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / "index.html"
    page.write_text(PAGE.read_text(encoding="utf-8").replace("@data@", data), encoding="utf-8")
    return page


def _data(matrix: Matrix) -> dict[str, Any]:
    """What the page shows."""
    document = matrix.document()
    for entry, row in zip(document["mutants"], matrix.rows, strict=True):
        for judge, said in entry["judges"].items():
            said["trace"] = _trace(row.trials[judge])
    pictures: list[str] = []
    rows = list(matrix.rows)
    cells = {
        "function": _cells(matrix, rows, lambda row: f"{row.mutant.file}: {row.mutant.function}", pictures),
        "operator": _cells(matrix, rows, lambda row: row.mutant.operator, None),
    }
    fates = ", ".join(f"{count} {fate.value}" for fate, count in matrix.fates().items())
    return {
        "summary": f"{len(rows)} mutants: {fates}.",
        "judges": document["judges"],
        "mutants": document["mutants"],
        "cells": cells,
        "pictures": pictures,
    }


def _cells(
    matrix: Matrix, rows: Sequence[Row], name: Callable[[Row], str], pictures: list[str] | None
) -> dict[str, dict[str, Any]]:
    """Name of a row of the heat map -> judge -> how many were asked and killed, and the numbers of the mutants."""
    found: dict[str, dict[str, Any]] = {}
    for number, row in enumerate(rows):
        held = found.setdefault(name(row), {"count": 0})
        held["count"] += 1
        for judge in matrix.judges:
            outcome = row.trials[judge].outcome if judge in row.trials else ""
            if outcome in (KILLED, NOT_SHOWN, SURVIVED, GAVE_UP):
                cell = held.setdefault(judge, {"asked": 0, "killed": 0, "mutants": []})
                cell["asked"] += 1
                cell["killed"] += outcome == KILLED
                cell["mutants"].append(number)
    for held in found.values() if pictures is not None else ():
        for judge, cell in held.items():
            if judge != "count" and pictures is not None:
                _draw(cell, [(number, rows[number].trials[judge]) for number in cell["mutants"]], rows, pictures)
    return found


def _draw(cell: dict[str, Any], trials: Sequence[tuple[int, Trial]], rows: Sequence[Row], pictures: list[str]) -> None:
    """The picture of the shortest trace of a cell that has states to draw."""
    failures = [(number, trial, decode_failure(trial.failure)) for number, trial in trials if trial.failure]
    drawable = [each for each in failures if each[2].before or each[2].after]
    if drawable:
        number, trial, failure = min(drawable, key=lambda each: each[1].calls)
        scene = picture(catalog()[rows[number].mutant.container], Trace.of(failure))
        text = svg(scene)
        cell |= {"picture": len(pictures), "pictured": number, "claim": f"{trial.claim}: {failure.message}"}
        pictures.append(text[text.index("<svg") :])


def _trace(trial: Trial) -> str:
    """The calls of a failure, one a line, with what they answered."""
    if not trial.failure:
        return ""
    failure: Failure = decode_failure(trial.failure)
    lines = []
    for step in failure.trace:
        answers = "" if trial.judge == "gate" else f"  # model: {step.expected}, implementation: {step.actual}"
        lines.append(f"{step.operation}({', '.join(map(written, step.arguments))}){answers}")
    return "\n".join(lines)
