"""Our own containers as a driver: the reference port, at level structure.

`every` is answered with `step` lines, as by a driver that declares `stream`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO

from slotproof import __version__
from slotproof.gate.authoring.counting import COUNTER, watch
from slotproof.gate.protocol.hello import POLICIES, PROTOCOL
from slotproof.gate.protocol.kinds import SPEC, Kind, kind
from slotproof.gate.protocol.oracle import Container, Op, resolve
from slotproof.gate.protocol.values import Json, Malformed, digest, line, wire

_WIDTHS: Mapping[str, Json] = {
    "index_bits": {"min": 1, "max": 64},
    "generation_bits": {"min": 1, "max": 64},
    "type_bits": {"min": 1, "max": 64},
    "word_bits": {"min": 2, "max": 64},
}
_ANY: Json = {"min": 0, "max": 1 << 32}
_EITHER = (False, True)


def _is_width(key: str, default: Json) -> bool:
    return key not in POLICIES and not isinstance(default, bool)


def declaration(each: Kind) -> Json:
    """What our own port says of a kind."""
    return {
        "kind": each.name,
        "spec": SPEC,
        "level": "structure",
        "widths": {key: _WIDTHS.get(key, _ANY) for key, value in each.config.items() if _is_width(key, value)},
        "policies": {
            key: [*POLICIES.get(key, _EITHER)] for key, value in each.config.items() if not _is_width(key, value)
        },
        "operations": [*each.operations],
        "features": ["out_of_width", "callbacks", "peers", "load", "fork", "failing_copies", "counters"],
        "observe": ["results", "digest", "arrays"],
        "stream": True,
    }


def answer(message: Json, kinds: Sequence[str]) -> Iterator[Json]:
    """The answers to a message; none to `bye`."""
    if message["t"] == "hello":
        yield {
            "t": "hello",
            "protocol": PROTOCOL,
            "port": {"name": "slotproof", "version": __version__, "language": "python"},
            "containers": [declaration(kind(name)) for name in kinds],
        }
    elif message["t"] == "run":
        yield from _run(message, kinds)


def _run(message: Json, kinds: Sequence[str]) -> Iterator[Json]:
    number, name = message["id"], message["kind"]
    if name not in kinds:
        yield {"t": "skip", "id": number, "why": f"no {name} is served"}
        return
    observe: dict[str, Any] = message.get("observe", {})
    every = observe.get("every", 0)
    at = 0
    results: list[Json] = []
    costs: list[Json] = []
    try:
        counting = Counting(kind(name), message.get("config", {})) if observe.get("costs") else None
        container = Container(kind(name), message.get("config", {}))
        for at, op in enumerate(message["ops"]):
            plain = [op[0], *resolve(op[1:], results)]
            results.append(container.take(plain))
            if counting is not None:
                costs.append(counting.cost(plain, results[-1]))
            if every and (at + 1) % every == 0:
                step = {"t": "step", "id": number, "at": at, "result": results[-1], "state": container.arrays()}
                yield wire(step)
    except Malformed as error:
        yield {"t": "skip", "id": number, "why": str(error)}
        return
    except Exception as error:  # noqa: BLE001 - what no operation documents is reported as a fault
        yield {"t": "fault", "id": number, "at": at, "message": f"{type(error).__name__}: {error}"}
        return
    ran: dict[str, Json] = {"t": "ran", "id": number, "results": wire(results)}
    if observe.get("end") == "arrays":
        ran["end"] = wire(container.arrays())
    elif observe.get("end") == "digest":
        ran["digest"] = digest(container.arrays())
    if counting is not None:
        ran["costs"] = costs
    yield ran


class Counting(Container):
    """A container that counts what it reads and writes; not what it reads of a peer."""

    def _peer(self, value: Json) -> Any:
        other = super()._peer(value)
        watch(other)  # for it must be of the same class
        return other

    def cost(self, op: Op, result: Json) -> Json:
        """What an operation reads and writes.

        Takes      result, of the same operation on a container that does not count
        Raises     AssertionError if they answer differently
        """
        COUNTER.begin(*watch(self.held))
        try:
            again = self.take(op)
        finally:
            COUNTER.end()
        if again != result:
            raise AssertionError(f"{op[0]} answers differently where it is counted")
        return [COUNTER.reads, COUNTER.writes]


def serve(kinds: Sequence[str], incoming: BinaryIO, outgoing: BinaryIO) -> None:
    """Answer messages until `bye` or the end of the input."""
    for text in incoming:
        message = json.loads(text)
        for each in answer(message, kinds):
            outgoing.write(line(each))
            outgoing.flush()
        if message["t"] == "bye":
            return
