"""Bugs that were really shipped, each made again in one of our containers, and what the judges say of it.

`python -m slotproof.mutation.bugs --record [bug ...]` tries every judge alone on every bug, and writes bugs.toml.
`python -m slotproof.mutation.bugs [bug ...]` shows a bug as the change that it is.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Final

from slotproof.declare.bug import Bug
from slotproof.mutation.trials import JUDGES, Trial, mutant_of, try_out
from slotproof.verify.project import HOME

BUGS: Final = "slotproof.proofs.bugs"
"""The module that lists them."""

RECORD: Final = HOME / "proofs/recorded/bugs.toml"

Record = Mapping[str, Mapping[str, Trial]]  # bug -> judge -> what it found


def shipped() -> dict[str, Bug]:
    """Every bug that others shipped, by name."""
    return {each.id: each for each in import_module(BUGS).BUGS}


# --- the record


def read_record() -> dict[str, dict[str, Trial]]:
    """What was found when it was last recorded; nothing if there is no record."""
    tables = tomllib.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    return {
        id: {judge: Trial(**{**found, "trace": tuple(found["trace"])}) for judge, found in judges.items()}
        for id, judges in tables.items()
    }


def write_record(record: Record) -> None:
    """Record this, in the order of the bugs."""
    lines = ["# What each judge alone finds of each bug; made by `python -m slotproof.mutation.bugs --record`."]
    for each in shipped().values():
        for judge in JUDGES:
            found = record.get(each.id, {}).get(judge)
            if found is not None:
                trace = ", ".join(f'"{operation}"' for operation in found.trace)
                lines += [
                    "",
                    f"[{each.id}.{judge}]",
                    f'claim = "{found.claim}"',
                    f'unit = "{found.unit}"',
                    f"count = {found.count}",
                    f"trace = [{trace}]",
                    f"seconds = {found.seconds:.2f}",
                ]
    RECORD.write_text("\n".join(lines) + "\n", encoding="utf-8")


def killers(found: Mapping[str, Trial]) -> list[str]:
    """The judges that went red."""
    return [judge for judge in JUDGES if judge in found and found[judge].claim]


def _tried(work: tuple[str, str]) -> tuple[str, str, Trial | None]:
    """One judge on one bug, in a process of its own: what solvers answer depends on what they were asked before."""
    judge, id = work
    try:
        return judge, id, try_out(judge, mutant_of(shipped()[id]))
    except Exception as error:  # noqa: BLE001 - a judge that breaks down has found nothing, and the record says so
        return judge, id, Trial("", f"broke down: {type(error).__name__}", 0, (), 0.0)


def try_all(work: Sequence[tuple[str, str]], workers: int) -> Iterator[tuple[str, str, Trial | None]]:
    """Pairs of a judge and the name of a bug, each tried; what is ready first comes first."""
    with multiprocessing.get_context("fork").Pool(workers, maxtasksperchild=1) as pool:
        yield from pool.imap_unordered(_tried, work, chunksize=1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Show bugs, or record what the judges find; 1 if fewer than two find one of those tried."""
    parser = argparse.ArgumentParser(description="Bugs that were shipped, made again here.")
    parser.add_argument("bugs", nargs="*", metavar="bug", help="names; all if there is none")
    parser.add_argument("--record", action="store_true", help="try the judges, and write bugs.toml")
    parser.add_argument("--judge", action="append", choices=JUDGES, help="only this judge; may be repeated")
    parser.add_argument("--missing", action="store_true", help="only what is not recorded")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    options = parser.parse_args(arguments)
    known = shipped()
    chosen = [known[id] for id in options.bugs] or [*known.values()]
    if not options.record:
        for each in chosen:
            print(f"{each.id}: {each.says}\n{each.link}\n{mutant_of(each).diff()}\n")  # noqa: T201
        return 0
    recorded = read_record() if options.missing else {}
    work = [(judge, each.id) for judge in options.judge or JUDGES for each in chosen]
    work = [(judge, id) for judge, id in work if judge not in recorded.get(id, {})]
    for number, (judge, id, found) in enumerate(try_all(work, options.workers), 1):
        record = read_record()
        judged = record.setdefault(id, {})
        judged.pop(judge, None)
        if found is not None:
            judged[judge] = found
        write_record(record)
        what = "nothing to judge" if found is None else found.claim or found.unit or "survives"
        print(f"{number}/{len(work)} {id}, {judge}: {what}", flush=True)  # noqa: T201
    record = read_record()
    few = [each.id for each in chosen if len(killers(record.get(each.id, {}))) < 2]
    for id in few:
        print(f"{id}: found by {', '.join(killers(record.get(id, {}))) or 'no judge'}")  # noqa: T201
    return 1 if few else 0


if __name__ == "__main__":
    sys.exit(main())
