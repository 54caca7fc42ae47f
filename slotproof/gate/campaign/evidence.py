"""What shows a failure: the cells that differ, the arrays around the operation, and ways to run it again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from slotproof.declare import Link
from slotproof.engine.api import attributes
from slotproof.gate.protocol.kinds import Kind, Layout, Part, kind, names
from slotproof.gate.protocol.oracle import Container, Level, Op, resolve, run
from slotproof.gate.protocol.values import Json, Malformed, equal, line, wire
from slotproof.show.drawing import Scene, drawn, named, scene
from slotproof.spec.errors import SlotproofError

NO_CELL: Final = "no such cell"
SHOWN: Final = 8  # cells that differ, at most
DRAWN: Final = 40  # cells of an array up to which the arrays are drawn as text

Event = Mapping[str, Any]


# --- cells


def cells(expected: Json, actual: Json, place: str = "") -> Iterator[tuple[str, str, str]]:
    """Where two states differ, and what each has there, as text; of lists their lengths first."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for name in expected:
            yield from cells(expected[name], actual.get(name), f"{place}.{name}" if place else name)
    elif isinstance(expected, list) and isinstance(actual, list):
        if len(expected) != len(actual):
            yield f"length of {place}", str(len(expected)), str(len(actual))
        for index in range(max(len(expected), len(actual))):
            where = f"{place}[{index}]"
            if index >= min(len(expected), len(actual)):
                one, two = (json.dumps(side[index]) if index < len(side) else NO_CELL for side in (expected, actual))
                yield where, one, two
            elif not equal(expected[index], actual[index]):
                yield from _inner(expected[index], actual[index], where)
    elif not equal(expected, actual):
        yield place, json.dumps(expected), json.dumps(actual)


def _inner(one: Json, two: Json, place: str) -> Iterator[tuple[str, str, str]]:
    nested = isinstance(one, dict) and isinstance(two, dict)
    yield from cells(one, two, place) if nested else [(place, json.dumps(one), json.dumps(two))]


def cell_lines(expected: Json, actual: Json) -> list[str]:
    """The cells that differ, a line each."""
    found = list(cells(expected, actual))
    lines = [f"{place}: expected {one}, actual {two}" for place, one, two in found[:SHOWN]]
    return lines + ([f"and {len(found) - SHOWN} more"] if len(found) > SHOWN else [])


# --- arrays


def scenes(event: Event) -> Iterator[tuple[int, Scene]]:
    """The arrays around each operation of the trace, as they must be; last, those of the port beside ours."""
    found = kind(event["kind"])
    config = {key: value for key, value in event["config"].items() if (key, value) != ("generation", "none")}
    try:
        container = Container(found, config, Level.STRUCTURE)
        results: list[Json] = []
        before = _state(container)
        for number, op in enumerate(event["ops"]):
            results.append(container.take([op[0], *resolve(op[1:], results)]))
            after = _state(container)
            title = f"{number}. {json.dumps(op)} answers {json.dumps(results[-1])}"
            yield number, scene(title, before, after, _links(found))
            if number == event["at"] and event["what"] == "arrays" and isinstance(event["actual"], dict):
                port = {**after, **_flat(found, config, event["actual"])}
                yield number, scene(f"{number}. before: ours; after: the port's", after, port, _links(found))
            before = after
    except (Malformed, SlotproofError):  # a trace with opaque handles that our own container did not issue
        return


def drawing(event: Event) -> list[str]:
    """The arrays around the operation to blame, in text; nothing if they are large, or none were shown."""
    if event.get("what") != "arrays":
        return []
    made = [picture for number, picture in scenes(event) if number == event["at"]]
    if any(len(row.cells) > DRAWN for picture in made for panel in picture.panels for row in panel.rows):
        return []
    return [text for picture in made for text in drawn(picture).plain.rstrip().split("\n")]


def _has_parts(found: Kind) -> bool:
    return any(isinstance(member, Part) for member in found.layout)


def _links(found: Kind) -> tuple[Link, ...]:
    return () if _has_parts(found) else found.refinement.links


def _state(container: Container) -> dict[str, Any]:
    """The attributes, or where they are containers themselves, the arrays of these under dotted names."""
    if _has_parts(container.kind):
        return _flat(container.kind, container.config, container.arrays())
    return {name: list(held) if isinstance(held, list) else held for name, held in attributes(container.held).items()}


def _flat(found: Kind, config: Mapping[str, Any], shown: Mapping[str, Json]) -> dict[str, Any]:
    """Arrays under dotted names; in those of parts, between which no links are drawn, nil is a word already."""
    flat = dict(_members(found.layout, shown))
    if not _has_parts(found) or "index_bits" not in found.config:
        return flat
    nil = (1 << {**found.config, **config}["index_bits"]) - 1
    indices = {link.array for name in names() for link in kind(name).refinement.links}
    return {name: named(held, nil) if name.rpartition(".")[2] in indices else held for name, held in flat.items()}


def _members(layout: Layout, shown: Mapping[str, Json], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for member in layout:
        if not isinstance(member, Part):
            yield prefix + member, shown[member]
        elif member.many:
            for number, each in enumerate(shown[member.name]):
                yield from _members(member.layout, each, f"{prefix}{member.name}[{number}].")
        else:
            yield from _members(member.layout, shown[member.name], f"{prefix}{member.name}.")


# --- again


def again(event: Event, command: Sequence[str]) -> list[str]:
    """Three ways to run a trace again: through the gate, as a line for the driver, and on our own container."""
    name, config, ops = event["kind"], event["config"], event["ops"]
    trace = line({"event": "failure", "kind": name, "config": config, "ops": wire(ops)}).decode().strip()
    sent = wire(ops if event.get("level") == Level.BEHAVIOUR.value else _literal(name, config, ops))
    observe = event.get("observe", {"end": "results"})
    asked = {"t": "run", "id": 1, "kind": name, "config": config, "ops": sent, "observe": observe}
    script = (
        f"from slotproof.gate.protocol.kinds import kind; from slotproof.gate.protocol.oracle import run; "
        f"print(run(kind({name!r}), {_ours(config)!r}, {ops!r}).results)"
    )
    return [
        f"slotproof gate replay - -- {shlex.join(command) or 'DRIVER'} <<'EOF'",
        trace,
        "EOF",
        f"to the driver, after `hello`: {line(asked).decode().strip()}",
        f"our own container: python -c {shlex.quote(script)}",
    ]


def _literal(name: str, config: Mapping[str, Any], ops: Sequence[Op]) -> Json:
    """The operations with handles in place of references, as they are sent at level structure."""
    try:
        return run(kind(name), _ours(config), ops).ops
    except (Malformed, SlotproofError):
        return ops


def _ours(config: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in config.items() if (key, value) != ("generation", "none")}
