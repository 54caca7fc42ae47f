"""Every defect that is known here, for each kind of container, and the shortest trace that tells it from ours.

python -m tests.regress [--check] [KIND ...]

Writes the suite `regress` of vectors/, or checks that each trace finds what its name says.
A defect is one of the tables `breaks*.py`, or a shipped one of `slotproof.proofs.bugs`.
The trace asks nothing that some port cannot express; what shows only in other ways (a copy that shares its arrays, what
`from_dict` accepts, a callback that fails) has none.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Final

from slotproof.declare import Refinement
from slotproof.engine.mutate.edit import applied
from slotproof.gate.authoring.vectors import read_vectors, reference, verify, write
from slotproof.gate.protocol.kinds import Kind, kind, names
from slotproof.gate.protocol.oracle import Expected, Op, run
from slotproof.gate.protocol.values import equal, line
from slotproof.gate.traces.asking import configurations
from slotproof.gate.traces.drawn import shortest_ways
from slotproof.gate.traces.scopes import COVERED, whole_scope
from slotproof.mutation.trials import mutant_of
from slotproof.proofs.bugs import BUGS

from .containers.breaks import breaks, breaks_bits, breaks_dense, breaks_hash_index, breaks_registry, breaks_sparse
from .tree.layout import ROOT

FOLDER: Final = ROOT / "vectors"
TRANSITIONS: Final = 3000  # of each configuration, at most
FEWER: Final = {"registry": 1500}  # where a state costs more than others
PATIENCE: Final = 1.0  # CPU seconds after which a trace counts as one that does not end
PARTS: Final[Mapping[str, tuple[str, ...]]] = {  # kinds that are made of others: defects of those are theirs, too
    "storage": ("sparse_set",),
    "dense_set": ("dense_map",),
    "token_allocator": ("bitmask",),
    "indexed_store": ("hash_index",),
    "typed_store": ("handle_map",),
}


@dataclass(frozen=True)
class Defect:
    """A known defect: with `made`, a kind is built that has it."""

    id: str
    made: Callable[[Kind], AbstractContextManager[Kind]]


@contextlib.contextmanager
def _rebuilt(make: Callable[[], Refinement], of: Kind) -> Iterator[Kind]:
    yield replace(of, refinement=make())


@contextlib.contextmanager
def _patched(mutant: Callable[[], Any], of: Kind) -> Iterator[Kind]:
    with applied(mutant()):
        yield of


def _tables() -> Iterator[tuple[str, str, Callable[[], Refinement]]]:
    """Kind, name and broken container of each entry of the tables."""
    plain = (
        (kind("handle_map").refinement, breaks.BREAKS),
        (kind("bitmask").refinement, breaks_bits.BITMASK_BREAKS),
        (kind("token_allocator").refinement, breaks_bits.TOKEN_BREAKS),
        (kind("hash_index").refinement, breaks_hash_index.HASH_INDEX_BREAKS),
        (kind("indexed_store").refinement, breaks_hash_index.INDEXED_STORE_BREAKS),
    )
    for refinement, changes in plain:
        for change in changes:
            yield refinement.name, change.id, partial(breaks.broken_refinement, change, refinement)
    for refinement, change in breaks_sparse.BREAKS:
        yield refinement.name, change.id, partial(breaks_sparse.broken, refinement, change)
    for owner, change in breaks_dense.BREAKS:
        whole = "dense_set" if owner is breaks_dense.SET else "dense_map"
        yield whole, change.id, partial(breaks_dense.broken_dense, owner, change)
    for change in breaks_registry.BREAKS:
        yield "registry", change.id, partial(breaks_registry.broken, change)


def defects(name: str) -> list[Defect]:
    """Those of a kind, in the order of their tables."""
    found = [Defect(id, partial(_rebuilt, make)) for owner, id, make in _tables() if owner == name]
    mine = {name, *PARTS.get(name, ())}
    found += [Defect(bug.id, partial(_patched, partial(mutant_of, bug))) for bug in BUGS if bug.container in mine]
    return found


# --- telling apart


class _Endless(BaseException):
    """A trace takes too long; no container catches it."""


def _give_up(number: int, frame: FrameType | None) -> None:
    raise _Endless


def differs(made: Kind, config: Mapping[str, Any], expected: Expected) -> bool:
    """True if the container answers otherwise, ends with other arrays, fails without a documented error, or hangs."""
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        found = run(made, config, expected.ops)
    except (Exception, _Endless):  # noqa: BLE001 - whatever a broken container raises is a difference
        return True
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return not equal(found.results, expected.results) or not equal(found.end, expected.end)


Way = tuple[list[Op], Expected]


def ways(name: str) -> Iterator[tuple[dict[str, Any], list[Way]]]:
    """Of each configuration traces with our answers, shortest first; each ends in a transition not made before."""
    declared = reference(name)
    scopes = [(dict(COVERED[name][0]), whole_scope(name)), *configurations(declared)]
    for config, scope in scopes:
        traces = shortest_ways(declared, config, scope, FEWER.get(name, TRANSITIONS))
        yield config, [(ops, run(declared.kind, config, ops)) for ops in traces]


Found = dict[str, dict[str, tuple[list[Op], list[str]]]]


def search(name: str) -> tuple[Found, list[str]]:
    """Configuration, as text -> trace, as text -> its operations and what it finds; and what no trace finds."""
    signal.signal(signal.SIGVTALRM, _give_up)
    left = defects(name)
    found: Found = {}
    for config, traces in ways(name):
        still = []
        for defect in left:
            with defect.made(kind(name)) as made:
                ops = next((ops for ops, expected in traces if differs(made, config, expected)), None)
            if ops is None:
                still.append(defect)
                continue
            text = line(config).decode()
            found.setdefault(text, {}).setdefault(line(ops).decode(), (ops, []))[1].append(defect.id)
        left = still
        if not left:
            break
    return found, [defect.id for defect in left]


def paths(name: str) -> list[Path]:
    """The files of the suite: one for each configuration."""
    return sorted((FOLDER / name).glob("regress*.jsonl"))


def build(name: str) -> list[str]:
    """Write the files of a kind; the defects that no trace finds."""
    found, left = search(name)
    for path in paths(name):
        path.unlink()
    for number, (config, traces) in enumerate(found.items()):
        path = FOLDER / name / ("regress.jsonl" if number == 0 else f"regress-{number + 1}.jsonl")
        named = [(", ".join(ids), ops) for ops, ids in traces.values()]
        write(path, name, json.loads(config), "regress", {"traces": len(named)}, named)
    return left


def problems(name: str) -> list[str]:
    """What is wrong with the files of a kind: a trace that does not find what its name says, above all."""
    signal.signal(signal.SIGVTALRM, _give_up)
    found = [f"{path.name}: {text}" for path in paths(name) for text in verify(path)]
    known = {defect.id: defect for defect in defects(name)}
    for path in paths(name):
        vectors = read_vectors(path)
        for trace in vectors.traces:
            expected = run(kind(name), vectors.header["config"], trace["ops"])
            for id in trace["name"].split(", "):
                if id not in known:
                    found.append(f"{path.name}: there is no defect {id}")
                    continue
                with known[id].made(kind(name)) as made:
                    if not differs(made, vectors.header["config"], expected):
                        found.append(f"{path.name}: {id} is not found by {trace['ops']}")
    return found


def main() -> int:
    """Write, or check; 1 if something is wrong."""
    parser = argparse.ArgumentParser(description="The suite `regress` of the vectors.")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="all, if none is named")
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    wrong = 0
    for name in options.kinds or names():
        if options.check:
            complaints = problems(name)
            wrong += len(complaints)
            sys.stdout.write("".join(f"{name}: {text}\n" for text in complaints or ["ok"]))
        else:
            left = build(name)
            total = len(defects(name))
            sys.stdout.write(f"{name}: {total - len(left)} of {total} defects; not {', '.join(left) or 'one'}\n")
            sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
