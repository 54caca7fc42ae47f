"""The manners of a driver: whether it keeps the protocol, whatever its port answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from slotproof.gate.asking import configurations
from slotproof.gate.hello import PROTOCOL, Declared, Refused, read
from slotproof.gate.process import Process, Trouble
from slotproof.gate.session import parse
from slotproof.gate.values import Json, line

BURST = 200  # messages sent before an answer is read


@dataclass(frozen=True)
class Finding:
    """One rule, and whether the driver keeps it."""

    right: bool
    text: str


def lint(command: Sequence[str], timeout: float) -> list[Finding]:
    """Every rule that could be tried; the first that is broken ends the search."""
    found: list[Finding] = []
    process = None
    try:
        process = Process(command, timeout)
        process.send(line({"t": "hello", "protocol": PROTOCOL, "gate": "lint", "unknown": [1]}))
        port = read(parse(process.receive()))
        found.append(Finding(True, "`hello` is answered, with members the driver does not know"))
        for declared in port.containers:
            found += _kind(process, declared)
        _end(process, found)
    except Refused as error:
        found.append(Finding(False, f"`hello`: {error}"))
    except Trouble as trouble:
        found.append(Finding(False, f"{trouble.verdict.value}: {trouble.message}"))
    finally:
        if process is not None:
            process.kill()
    return found


def _kind(process: Process, declared: Declared) -> list[Finding]:
    name = declared.kind.name
    config = next((config for config, _ in configurations(declared)), {})

    def ask(number: int, ops: list[Json]) -> None:
        process.send(
            line({"t": "run", "id": number, "kind": name, "config": config, "ops": ops, "observe": {"end": "results"}})
        )

    def answered(number: int, results: int) -> None:
        answer = parse(process.receive())
        if answer.get("id") != number or answer.get("t") not in ("ran", "skip"):
            raise Refused(f"{name}: the answer to {number} is {json.dumps(answer)[:200]}")
        if answer["t"] == "ran" and len(answer.get("results", [])) != results:
            raise Refused(f"{name}: one result for each operation")

    signatures = declared.kind.operations
    plain = [op for op in ("size", "count", "spread", "capacity") if op in declared.operations]
    simple = next((op for op in plain if not signatures[op].takes), "")
    ops = [[simple]] if simple else []
    ask(1, [])
    answered(1, 0)
    for number in range(2, 2 + BURST):
        ask(number, ops)
    for number in range(2, 2 + BURST):
        answered(number, len(ops))
    ask((1 << 53) - 1, ops)
    answered((1 << 53) - 1, len(ops))
    return [
        Finding(
            True, f"{name}: a trace without operations, {BURST} messages in flight, and the largest id are answered"
        )
    ]


def _end(process: Process, found: list[Finding]) -> None:
    process.send(b'{"t":"bye"}\n')
    try:
        text = process.receive()
        found.append(Finding(False, f"`bye` is answered with {text[:80]!r}; it has no answer"))
    except Trouble as trouble:
        right = "status 0" in trouble.message and not trouble.message.endswith("line")
        found.append(Finding(right, "`bye` ends the driver with status 0" if right else f"`bye`: {trouble.message}"))
