"""Vectors: traces with the answers they must have, in files that need neither the gate nor Python.

A file is JSON Lines: a header, then a trace a line. Its body never changes without its header: the header holds the
SHA-256 of every byte behind it.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from slotproof import __version__
from slotproof.engine.api import decode
from slotproof.gate.authoring.serve import answer
from slotproof.gate.authoring.smoke import CONFIG, SMOKE
from slotproof.gate.protocol.hello import Declared, read
from slotproof.gate.protocol.kinds import SPEC, kind
from slotproof.gate.protocol.oracle import Expected, Op, run
from slotproof.gate.protocol.values import Json, Malformed, equal, line, wire
from slotproof.gate.protocol.verdicts import Case
from slotproof.gate.traces.asking import SMALL, own_widths
from slotproof.gate.traces.drawn import covered, draw, exhaust, refer
from slotproof.gate.traces.scopes import COVERED, TRANSITIONS, whole_scope
from slotproof.spec.errors import SlotproofError

FORMAT: Final = "slotproof-vectors/1"
DRAWN: Final = {"deep": 20, "peers": 5}  # suite -> traces
SEED: Final = 1
BUILT: Final = ("smoke", "transitions", *DRAWN)
SUITES: Final = (*BUILT, "regress")


@dataclass(frozen=True)
class Vectors:
    """A file of vectors, as it was read."""

    header: Mapping[str, Any]
    traces: list[dict[str, Any]]
    body: bytes


def reference(name: str, features: Collection[str] = ()) -> Declared:
    """What our own port declares of a kind, without features: vectors ask nothing that some port cannot express.

    Takes      features, those that it declares all the same
    """
    declared = read(next(iter(answer({"t": "hello"}, [name])))).container(name)
    if declared is None:
        raise KeyError(name)
    return replace(declared, features=frozenset(features))


# --- build


def build(name: str, folder: Path, suites: Sequence[str]) -> list[Path]:
    """Write the files of a kind; their paths."""
    made: list[Path] = []
    for suite in suites:
        if suite == "smoke":
            traces = [(title, list(ops)) for title, ops in SMOKE[name].items()]
            coverage: dict[str, Any] = {"traces": len(traces)}
            config: Mapping[str, Any] = CONFIG[name]
        elif suite == "transitions":
            config, traces, coverage = _transitions(name)
        elif suite in DRAWN:
            config, traces = _drawn(name, suite)
            coverage = {"traces": len(traces), "seed": SEED}
        else:
            raise ValueError(f"no suite that is built: {suite}")
        path = folder / name / f"{suite}.jsonl"
        write(path, name, config, suite, coverage, traces)
        made.append(path)
    return made


def write(
    path: Path,
    name: str,
    config: Mapping[str, Any],
    suite: str,
    coverage: Mapping[str, Any],
    traces: Sequence[tuple[str, list[Op]]],
) -> None:
    """Write a file: the answers are those of our own container."""
    body = b"".join(line(_trace(name, config, title, ops)) for title, ops in traces)
    header = {
        "format": FORMAT,
        "kind": name,
        "spec": SPEC,
        "config": dict(config),
        "level": "structure",
        "suite": suite,
        "coverage": dict(coverage),
        "body_sha256": hashlib.sha256(body).hexdigest(),
        "generator": f"slotproof {__version__}",
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(line(header) + body)


def _trace(name: str, config: Mapping[str, Any], title: str, ops: Sequence[Op]) -> Json:
    expected = run(kind(name), config, ops)
    sent = wire(expected.ops)
    told: dict[str, Json] = {"id": trace_id(name, config, sent)}
    if title:
        told["name"] = title
    return {**told, "ops": sent, "results": wire(expected.results), "end": wire(expected.end)}


def trace_id(name: str, config: Mapping[str, Any], ops: Json) -> str:
    """The name of a trace by its content."""
    return hashlib.sha256(line([name, dict(sorted(config.items())), ops])).hexdigest()[:16]


def _transitions(name: str) -> tuple[Mapping[str, Any], list[tuple[str, list[Op]]], dict[str, Any]]:
    config = COVERED[name][0]
    best = exhaust(reference(name), config, whole_scope(name), TRANSITIONS)
    if not best.complete:
        raise ValueError(f"the scope of {name} has more than {TRANSITIONS} transitions")
    coverage = {"bound": COVERED[name][2], "states": best.states, "transitions": best.transitions}
    return config, [("", list(case.ops)) for case in best.cases], coverage


def _drawn(name: str, suite: str) -> tuple[Mapping[str, Any], list[tuple[str, list[Op]]]]:
    """Random traces, of the suite `peers` those that take a second container."""
    declared = reference(name, ["peers"] if suite == "peers" else [])
    config = own_widths(declared, SMALL)
    source = random.Random(f"{SEED} {name}" if suite == "deep" else f"{SEED} {name} {suite}")
    operations = declared.kind.refinement.operations
    wanted = {each.name for each in declared.kind.operations.values() if "peer" in each.takes}
    traces: list[tuple[str, list[Op]]] = []
    while len(traces) < DRAWN[suite]:
        ops = draw(declared, config, decode(source.randbytes(256), operations), suite).ops
        if suite == "deep" or wanted <= {op[0] for op in ops}:
            traces.append(("", list(ops)))
    return config, traces


def append(path: Path, case: Case, title: str) -> None:
    """Add a trace to a file of the suite `regress`, which is made if it is not there; nothing is ever taken out.

    Raises     Malformed if the file is of another kind or configuration
    """
    old = read_vectors(path) if path.exists() else None
    if old is not None and (old.header["kind"], old.header["config"]) != (case.kind, dict(case.config)):
        raise Malformed(f"{path} holds {old.header['kind']} with {old.header['config']}")
    traces = [(trace.get("name", ""), trace["ops"]) for trace in old.traces] if old else []
    traces.append((title, list(case.ops)))
    write(path, case.kind, case.config, "regress", {"traces": len(traces)}, traces)


# --- read and verify


def read_vectors(path: Path) -> Vectors:
    """The file.

    Raises     Malformed if it is no file of vectors
    """
    head, _, body = path.read_bytes().partition(b"\n")
    try:
        header = json.loads(head)
        traces = [json.loads(text) for text in body.splitlines()]
    except ValueError as error:
        raise Malformed(f"{path}: {error}") from error
    wanted = {"format", "kind", "spec", "config", "level", "suite", "coverage", "body_sha256", "generator"}
    if not isinstance(header, dict) or set(header) != wanted or header["format"] != FORMAT:
        raise Malformed(f"{path}: the header of {FORMAT} has {', '.join(sorted(wanted))}")
    if any(not isinstance(trace, dict) or not {"id", "ops", "results", "end"} <= set(trace) for trace in traces):
        raise Malformed(f"{path}: a trace has an id, ops, results and end")
    return Vectors(header, traces, body)


def cases_of(vectors: Vectors) -> list[Case]:
    """The traces as cases, with references for handles."""
    name, config = vectors.header["kind"], vectors.header["config"]
    declared = reference(name)
    made = (refer(declared, config, trace["ops"], trace["id"]) for trace in vectors.traces)
    return [case for case in made if case is not None]


def verify(path: Path) -> list[str]:
    """What is wrong with a file: nothing, if our own container answers so, and covers what the header says."""
    try:
        vectors = read_vectors(path)
    except Malformed as error:
        return [str(error)]
    return list(_problems(vectors))


def _problems(vectors: Vectors) -> Iterator[str]:
    header = vectors.header
    if hashlib.sha256(vectors.body).hexdigest() != header["body_sha256"]:
        yield "the body is not the one that the header names"
    if header["suite"] not in SUITES:
        yield f"no suite: {header['suite']!r}"
    seen: set[str] = set()
    for number, trace in enumerate(vectors.traces, 1):
        where = f"trace {number}"
        if trace["id"] != trace_id(header["kind"], header["config"], trace["ops"]):
            yield f"{where}: the id is not that of the content"
        if trace["id"] in seen:
            yield f"{where}: it comes twice"
        seen.add(trace["id"])
        try:
            expected = run(kind(header["kind"]), header["config"], trace["ops"])
        except (Malformed, SlotproofError, KeyError) as error:
            yield f"{where}: {error}"
            continue
        if not _answers(expected, trace):
            yield f"{where}: our container answers differently"
    yield from _coverage(vectors)


def _answers(expected: Expected, trace: Mapping[str, Any]) -> bool:
    return equal(wire(expected.results), trace["results"]) and equal(wire(expected.end), trace["end"])


def _coverage(vectors: Vectors) -> Iterator[str]:
    header, claimed = vectors.header, vectors.header["coverage"]
    if header["suite"] != "transitions":
        if claimed.get("traces") != len(vectors.traces):
            yield f"coverage says {claimed.get('traces')} traces, there are {len(vectors.traces)}"
        return
    declared = reference(header["kind"])
    if header["config"] != COVERED[header["kind"]][0]:
        yield "the suite covers another configuration"
        return
    every = exhaust(declared, header["config"], whole_scope(header["kind"]), TRANSITIONS)
    if (claimed.get("states"), claimed.get("transitions")) != (every.states, every.transitions):
        yield f"the scope has {every.states} states and {every.transitions} transitions"
    found = covered(declared, header["config"], [trace["ops"] for trace in vectors.traces])
    missing = every.made - found
    if missing or not every.complete:
        yield f"{len(missing)} transitions of the scope are not covered"
