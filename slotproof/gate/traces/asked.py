"""What a port was asked, in cells: an operation with its outcome, and an argument at an edge.

A cell is required if our own container can be brought there (`kinds.json`), the operation is one of the level, and the
argument is within the numbers that the port says it has.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

from slotproof.gate.protocol.edges import NAMES, SOURCE_BITS
from slotproof.gate.protocol.hello import Declared
from slotproof.gate.protocol.kinds import SPECIAL, Kind
from slotproof.gate.protocol.operations import BEHAVIOUR
from slotproof.gate.protocol.oracle import Level, Op
from slotproof.gate.protocol.values import Json, decode

LEAST: Final = 255  # numbers below come of themselves
VALUES: Final[Mapping[str, int]] = {name: value for value, name in NAMES.items()}


def cells(kind: Kind, op: Op, result: Json) -> Iterator[str]:
    """The names of the cells that an operation with this result belongs to."""
    name = op[0]
    if name in SPECIAL:
        yield f"{name}: ok"
        return
    refused = isinstance(result, dict) and set(result) == {"e"}
    yield f"{name}: {result['e'] if refused else 'ok'}"
    for place, how in enumerate(kind.operations[name].takes, 1):
        value = decode(how, op[place]) if how == "source" else op[place]
        if how in ("natural", "key", "source") and type(value) is int and abs(value) >= LEAST and value in NAMES:
            yield f"{name} {place}: {NAMES[value]}"


@cache
def facts() -> dict[str, Any]:
    """The content of `kinds.json`, a kind by its name."""
    text = (resources.files("slotproof.gate") / "kinds.json").read_text(encoding="utf-8")
    return {each["name"]: each for each in json.loads(text)["kinds"]}


def of_level(declared: Declared) -> frozenset[str]:
    """The operations that a port of the level can have."""
    structure = declared.level is Level.STRUCTURE
    return frozenset(declared.kind.operations if structure else BEHAVIOUR[declared.kind.name])


def required(declared: Declared) -> list[str]:
    """The cells of the operations that the port has."""
    found = []
    for operation in facts()[declared.kind.name]["operations"]:
        name = operation["name"]
        if name in declared.operations:
            found += [f"{name}: {outcome}" for outcome in operation["outcomes"]]
            for place, argument in enumerate(operation["takes"], 1):
                found += [
                    f"{name} {place}: {edge}"
                    for edge in argument["edges"]
                    if _is_within(declared, argument["type"], VALUES[edge])
                ]
    return found


def _is_within(declared: Declared, how: str, value: int) -> bool:
    numbers = declared.numbers
    if how == "key":
        bits = numbers.key_bits - numbers.key_signed
        return (-(1 << bits) if numbers.key_signed else 0) <= value < 1 << bits
    if how == "source":
        return abs(value) < 1 << max(numbers.key_bits, SOURCE_BITS) - 1
    return how != "natural" or numbers.natural_bits is None or value < 1 << numbers.natural_bits


def tally(declared: Declared, counted: Mapping[str, int], known: Collection[str], unsent: Mapping[str, int]) -> Json:
    """What was asked of a kind: how many cells of how many, the missing ones, and the operations left out.

    Takes      known, operations that are known to fail, whose cells cannot be asked; unsent, why some were not sent
    """
    wanted = [cell for cell in required(declared) if _operation(cell) not in known]
    missing = [cell for cell in wanted if not counted.get(cell)]
    whole = of_level(declared)
    return {
        "required": len(wanted),
        "asked": len(wanted) - len(missing),
        "missing": missing,
        "operations": len(whole & declared.operations),
        "of": len(whole),
        "left_out": sorted(whole - declared.operations),
        "unsent": dict(unsent),
    }


def _operation(cell: str) -> str:
    return cell.split(":", maxsplit=1)[0].split(" ", maxsplit=1)[0]


def entries(told: Json) -> list[str]:
    """What was not asked, as a list of exceptions names it: operations, and cells of others."""
    return [*told["left_out"], *told["missing"]]
