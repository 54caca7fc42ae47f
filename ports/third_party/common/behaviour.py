"""A driver at level behaviour (docs/users/protocol.md): reads messages, one a line, and answers each with a line.

A container is an object with a method for each operation; handles are JSON values that it makes up itself.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

Json = Any


class Refused(Exception):
    """A refused operation, with its error code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def resolve(value: Json, results: list[Json]) -> Json:
    """The value with each reference `{"r":k}` or `{"r":[k,...]}` replaced by the result it stands for."""
    if isinstance(value, list):
        return [resolve(each, results) for each in value]
    if isinstance(value, dict) and "r" in value:
        found: Json = results
        for place in value["r"] if isinstance(value["r"], list) else [value["r"]]:
            found = found[place]
        return found
    return value


def run(message: Json, make: Callable[[str, dict[str, Json]], Any]) -> Json:
    """The answer to a `run` message."""
    results: list[Json] = []
    try:
        container = make(message["kind"], message.get("config", {}))
        for name, *arguments in message["ops"]:
            try:
                results.append(getattr(container, name)(*resolve(arguments, results)))
            except Refused as refused:
                results.append({"e": refused.code})
    except Exception as error:  # noqa: BLE001 - what no operation documents is reported as a fault
        at = len(results)
        return {"t": "fault", "id": message["id"], "at": at, "message": f"{type(error).__name__}: {error}"}
    return {"t": "ran", "id": message["id"], "results": results}


def read_numbers(value: Json) -> Json:
    """The value with numbers in place of what is written `u64:...`."""
    if isinstance(value, list):
        return [read_numbers(each) for each in value]
    if isinstance(value, dict):
        return {name: read_numbers(each) for name, each in value.items()}
    return int(value[4:]) if isinstance(value, str) and value.startswith("u64:") else value


def drive(port: Json, containers: list[Json], make: Callable[[str, dict[str, Json]], Any]) -> None:
    """Answer messages until `bye` or the end of the input."""
    for line in sys.stdin:
        message = read_numbers(json.loads(line))
        if message["t"] == "bye":
            return
        if message["t"] == "hello":
            answer = {"t": "hello", "protocol": 1, "port": port, "containers": containers}
        else:
            answer = run(message, make)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
