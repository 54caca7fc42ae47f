"""Which claims of which container are needed, as it was last found out: proofs/recorded/needed.toml.

`python -m slotproof.needed [container ...]` finds it out again and records it, which takes minutes for each;
`--check` only tells which records are not about the sources as they are.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from slotproof.declare import Refinement
from slotproof.engine.audit.necessity import Need, needed
from slotproof.verify.project import HOME, SHIPPED, catalog
from slotproof.verify.reading.sources import closure, digest, hashes

RECORD: Final = HOME / "proofs/recorded/needed.toml"
_OURS: Final = ("slotproof.spec.", "slotproof.impl.", "slotproof.proofs.")


class Record(NamedTuple):
    """What was found of one container, and of which sources."""

    sources: str
    needs: tuple[Need, ...]


def sources_of(refinement: Refinement) -> str:
    """A hash of the model, the arrays and the declaration; not of the prover, which changes no claim."""
    modules = {refinement.model.__module__, refinement.impl.__module__}
    modules |= {claim.holds.__module__ for claim in (*refinement.couple, *refinement.laws) if claim.holds is not None}
    modules.add(f"{SHIPPED.rpartition('.')[0]}.{refinement.name}")
    found = hashes(closure(sorted(modules)))
    return digest({name: text for name, text in found.items() if name.startswith(_OURS) and name != SHIPPED})


def read(path: Path = RECORD) -> dict[str, Record]:
    """What is recorded, by container."""
    tables = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {
        name: Record(table["sources"], tuple(Need(claim, *found) for claim, found in table["claims"].items()))
        for name, table in tables.items()
    }


def write(records: Mapping[str, Record], path: Path = RECORD) -> None:
    """Record this and nothing else."""
    lines = [
        "# For each claim, the first operation that is not proved without it, and what resists there; none if it is",
        "# redundant. Made by `python -m slotproof.needed`.",
    ]
    for name, record in records.items():
        lines += ["", f"[{name}]", f'sources = "{record.sources}"', "", f"[{name}.claims]"]
        for need in record.needs:
            told = [] if need.redundant else [need.unit, need.obligation]
            lines.append(f"{need.claim} = {json.dumps(told)}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def stale(records: Mapping[str, Record]) -> list[str]:
    """The containers of which nothing is recorded, or what was found of other sources or claims."""
    found = []
    for name, refinement in catalog().items():
        if not _has_proofs(refinement):
            continue
        claims = tuple(claim.id for claim in (*refinement.couple, *refinement.laws))
        record = records.get(name)
        if record is None or record.sources != sources_of(refinement) or tuple(n.claim for n in record.needs) != claims:
            found.append(name)
    return found


def _has_proofs(refinement: Refinement) -> bool:
    return any(not each.unproved for each in refinement.operations)


def _tell(done: int, total: int, claim: str) -> None:
    """Which claim is left out now, for whoever waits."""
    print(f"  without {claim}: {done + 1} of {total}", file=sys.stderr, flush=True)  # noqa: T201


def main(arguments: Sequence[str] | None = None) -> int:
    """Find out what is needed and record it; with --check, 1 if a record is missing or of other sources."""
    parser = argparse.ArgumentParser(description="Leave out each claim and prove the rest again.")
    parser.add_argument("containers", nargs="*", metavar="container", choices=[[], *catalog()])
    parser.add_argument("--check", action="store_true", help="only compare the record with the sources")
    options = parser.parse_intermixed_args(arguments)
    if options.check:
        old = [name for name in stale(read()) if not options.containers or name in options.containers]
        print(f"to be found out again: {', '.join(old)}" if old else "every record is about these sources")  # noqa: T201
        return 1 if old else 0
    for name in options.containers or [name for name in catalog() if _has_proofs(catalog()[name])]:
        sources = sources_of(catalog()[name])
        found = tuple(needed(catalog()[name], tick=_tell))
        write({**read(), name: Record(sources, found)})
        redundant = [need.claim for need in found if need.redundant]
        print(f"{name}: {len(found)} claims, redundant: {', '.join(redundant) or 'none'}", flush=True)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
