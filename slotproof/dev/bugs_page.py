"""Write the tables of shipped-bugs.md, of bugs and who finds them, and those of same-mistake.md, of laws.

Of shipped bugs, the judges are in proofs/recorded/bugs.toml, the ways that are no judges in benchmarks/detection.json.
What laws answer which question is in proofs/questions.py.

`--check` writes nothing, and exits with 1 if a page differs from what would be written.
"""

from __future__ import annotations

import json
import re
import statistics
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from slotproof.declare import Refinement
from slotproof.declare.bug import Bug, Pair
from slotproof.dev import pages
from slotproof.mutation import bugs
from slotproof.mutation.bugs import Record, killers, read_record
from slotproof.mutation.trials import COUNTS, JUDGES, Trial
from slotproof.verify.project import catalog

ALL: Final = import_module(bugs.BUGS)
ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs/users/shipped-bugs.md"
SAME: Final = ROOT / "docs/engineers/same-mistake.md"
ASKED: Final = import_module("slotproof.proofs.questions")
CLAIM: Final = re.compile(r"\b[A-Z]{2}-[A-Z]\d+\b")
DETECTION: Final = ROOT / "benchmarks" / "detection.json"
OTHERS: Final = {"hypothesis": "a plain machine of Hypothesis", "crosshair": "CrossHair alone"}


def judges_table(record: Record, others: Record) -> list[str]:
    """A row for each judge and each other way: how many bugs it was tried on and found, and the medians of those."""
    lines = ["| Judge | Bugs | Found | Count until then | CPU s | Steps of the trace |", "|---|--:|--:|--:|--:|--:|"]
    lines += [_medians(f"`{judge}`", judge, record) for judge in JUDGES]
    tried = {way: name for way, name in OTHERS.items() if any(way in ways for ways in others.values())}
    lines += [_medians(name, way, others) for way, name in tried.items()]
    by_number = [len(killers(record.get(bug.id, {}))) for bug in ALL.BUGS]
    lines += ["", f"{len(ALL.BUGS)} bugs; found by {_spread(by_number)}."]
    for way, name in tried.items():
        missed = [f"`{bug.id}`" for bug in ALL.BUGS if way in others.get(bug.id, {}) and not others[bug.id][way].claim]
        lines += ["", f"Missed by {name}: {', '.join(missed) or 'none'}."]
    return lines


def _medians(name: str, way: str, record: Record) -> str:
    tried = [trials[way] for trials in record.values() if way in trials]
    found = [trial for trial in tried if trial.claim]
    traces = [len(trial.trace) for trial in found if trial.trace]
    counts = [trial.count for trial in found if way in COUNTS]
    cells = [
        str(len(tried)),
        str(len(found)),
        f"{statistics.median_low(counts):,} {COUNTS[way]}" if counts else "",
        f"{statistics.median(trial.seconds for trial in found):.2f}" if found else "",
        str(statistics.median_low(traces)) if traces else "",
    ]
    return f"| {name} | {' | '.join(cells)} |"


def read_others() -> dict[str, dict[str, Trial]]:
    """Bug -> way -> what it found, of the ways that are no judges; nothing if the benchmark was not run."""
    found: dict[str, dict[str, Trial]] = {}
    trials = json.loads(DETECTION.read_text(encoding="utf-8"))["trials"] if DETECTION.exists() else {}
    for way in OTHERS:
        for id, trial in trials.get(way, {}).items():
            found.setdefault(id, {})[way] = Trial(**{**trial, "trace": tuple(trial["trace"])})
    return found


def _spread(numbers: list[int]) -> str:
    counts = {number: numbers.count(number) for number in sorted(set(numbers), reverse=True)}
    return ", ".join(f"{number} judges {count}" for number, count in counts.items())


def bugs_table(record: Record) -> list[str]:
    """A row for each bug."""
    lines = [
        "| Bug | What went wrong | Made again in | "
        + " | ".join(f"`{judge}`" for judge in JUDGES)
        + " | Shortest trace |",
        "|---|---|---|" + "--:|" * len(JUDGES) + "---|",
    ]
    for bug in ALL.BUGS:
        found = record.get(bug.id, {})
        cells = [_cell(found.get(judge)) for judge in JUDGES]
        where = f"`{bug.function.__qualname__}`"
        lines.append(f"| {_linked(bug)} | {bug.says} | {where} | " + " | ".join([*cells, _trace(found)]) + " |")
    return lines


def _linked(bug: Bug) -> str:
    links = [f"[{bug.where}]({bug.link})", *(f"[also]({link})" for link in bug.also)]
    return f"`{bug.id}`: {', '.join(links)} ({', '.join(bug.rows)})"


def _cell(trial: Trial | None) -> str:
    if trial is None:
        return ""
    return f"{trial.claim}, {trial.count:,}" if trial.claim else trial.unit or "-"


def _trace(found: Mapping[str, Trial]) -> str:
    """The shortest trace from a new container; if there is none, that of a proof, which starts from some state."""
    for judges in (("explore", "walk"), JUDGES):
        traces = [found[judge].trace for judge in judges if judge in found and found[judge].trace]
        if traces:
            return ", ".join(f"`{operation}`" for operation in min(traces, key=len))
    return ""


def others_table() -> list[str]:
    """A row for each bug without a counterpart."""
    rows = [f"| [{each.where}]({each.link}) ({each.row}) | {each.says} | {each.reason} |" for each in ALL.OUT_OF_SCOPE]
    return ["| Bug | What went wrong | Why it has no place here |", "|---|---|---|", *rows]


def shown_table() -> list[str]:
    """A row for each defect of an original that a deviation shows."""
    rows = [f"| {each.row} | {each.says} | {each.claim} | `tests/containers/{each.test}` |" for each in ALL.SHOWN]
    return ["| Defect | What it is | Deviation | Shown by |", "|---|---|---|---|", *rows]


# --- laws against a mistake that both sides make


def questions_table(containers: Mapping[str, Refinement], cells: Mapping[str, Sequence[str]]) -> list[str]:
    """A row for each container, a column for each question."""
    lines = [f"| Container | {' | '.join(ASKED.QUESTIONS)} |", "|---" * (1 + len(ASKED.QUESTIONS)) + "|"]
    return lines + [
        f"| {container.title} | {' | '.join(cells.get(name, ()))} |" for name, container in containers.items()
    ]


def pairs_table(containers: Mapping[str, Refinement], pairs: Sequence[Pair]) -> list[str]:
    """A row for each container: its laws of answers, those with a pair, and its pairs."""
    lines = ["| Container | Laws of answers | with a pair | Pairs |", "|---|--:|--:|--:|"]
    sums = [0, 0, 0]
    for name, container in containers.items():
        mine = [pair for pair in pairs if pair.container == name]
        laws = {law.claim.id for law in container.answers}
        counts = [len(laws), len(laws & {pair.law for pair in mine}), len(mine)]
        sums = [one + other for one, other in zip(sums, counts, strict=True)]
        lines.append(f"| {container.title} | {' | '.join(map(str, counts))} |")
    return [*lines, f"| all | {' | '.join(map(str, sums))} |"]


def wrong(containers: Mapping[str, Refinement], cells: Mapping[str, Sequence[str]]) -> list[str]:
    """What the cells lack, or name that there is not: an empty list if nothing."""
    claims = {claim.id for container in containers.values() for claim in container.claims()}
    found = [f"{name}: there is no such container" for name in cells.keys() - containers.keys()]
    for name, container in containers.items():
        row = cells.get(name, ())
        if len(row) != len(ASKED.QUESTIONS) or not all(cell.strip() for cell in row):
            found.append(f"{name}: a cell is empty")
        named = {claim for cell in row for claim in CLAIM.findall(cell)}
        found += [f"{name}: there is no {claim}" for claim in sorted(named - claims)]
        answering = {law.claim.id for law in container.answers}
        found += [f"{name}: {claim} stands in no cell" for claim in sorted(answering - named)]
    return found


# --- pages


def bugs_tables(record: Record, others: Record) -> dict[str, list[str]]:
    """The tables of shipped-bugs.md."""
    return {
        "judges": judges_table(record, others),
        "bugs": bugs_table(record),
        "others": others_table(),
        "shown": shown_table(),
    }


def laws_tables(containers: Mapping[str, Refinement]) -> dict[str, list[str]]:
    """The tables of same-mistake.md."""
    return {
        "questions": questions_table(containers, ASKED.ANSWERED),
        "pairs": pairs_table(containers, ALL.PAIRS),
    }


def written(page: str, tables: Mapping[str, list[str]]) -> str:
    """The page with every table between its markers.

    Raises     ValueError unless each marker stands once, in order
    """
    for name, lines in tables.items():
        page = pages.written(page, name, "\n".join(lines))
    return page


def main() -> int:
    """Write the pages, or check them."""
    containers = catalog()
    for trouble in (troubles := wrong(containers, ASKED.ANSWERED)):
        print(trouble)
    tables = {PAGE: bugs_tables(read_record(), read_others()), SAME: laws_tables(containers)}
    made = [(path, written(path.read_text(encoding="utf-8"), each)) for path, each in tables.items()]
    return pages.keep(made, "slotproof.dev.bugs_page", "--check" in sys.argv) or int(bool(troubles))


if __name__ == "__main__":
    sys.exit(main())
