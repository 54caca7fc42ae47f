"""The values of the protocol: from JSON to Python and back, by the types that kinds.py names.

What the gate compares is *plain*: JSON in which a handle ends with its last part that is not 0, two parts at least, and
every integer is a number.
"""

from __future__ import annotations

import importlib
import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from slotproof.gate.protocol.kinds import Layout, Part

Json = Any
WIDEST: Final = (1 << 53) - 1  # integers beyond are written as strings
OBJECTS: Final[Any] = importlib.import_module("slotproof.proofs.shared.protocol")  # arguments that are no JSON
WORDS: Final[Mapping[str, tuple[str, ...]]] = {  # types that are one of some words
    "unit": ("relocations", "shifts"),
    "deletion": ("swap_pop", "in_place"),
}

ITEMS: Final[Mapping[str, str]] = {  # type of a list -> type of its entries
    "handles": "handle",
    "values": "value",
    "keys": "key",
    "names": "name",
    "naturals": "natural",
}
PAIRS: Final[Mapping[str, str]] = {"handle_items": "handle", "key_items": "key", "name_items": "name"}
WHOLE: Final = frozenset({"natural", "value", "key", "link"})  # types that are integers


class Unsendable(Exception):
    """The value has no form in JSON that a port could take."""


class Malformed(Exception):
    """A value from the driver, or from a file, is not of its type."""


def is_integer(value: Json) -> bool:
    """True of an int that is no bool."""
    return type(value) is int


def shorten(parts: Sequence[int]) -> list[int]:
    """The parts of a handle without zeros at the end, two at least."""
    length = len(parts)
    while length > 2 and parts[length - 1] == 0:
        length -= 1
    return list(parts[:length])


# --- arguments


def encode(kind: str, value: Any) -> Json:
    """An argument, as the declaration draws it, in plain JSON.

    Raises     Unsendable
    """
    if kind in ITEMS:
        return [encode(ITEMS[kind], each) for each in _sequence(value)]
    if kind in PAIRS:
        pairs = [_sequence(pair) for pair in _sequence(value)]
        if any(len(pair) != 2 for pair in pairs):
            raise Unsendable(f"{value!r} are no pairs")
        return [[encode(PAIRS[kind], first), encode("value", second)] for first, second in pairs]
    if kind == "handle" and isinstance(value, OBJECTS.HANDLE):
        return shorten(value)
    if kind in WHOLE and is_integer(value):
        return value
    if kind == "bool" and isinstance(value, bool):
        return value
    if kind == "name" and isinstance(value, str) and _is_text(value):
        return value
    if kind == "load" and isinstance(value, int | float) and math.isfinite(value) and 1e-6 < abs(value) < 1e6:
        return value
    if kind == "factory" and isinstance(value, OBJECTS.FACTORY):
        return {"fail": True} if value.fails else {"make": value.value}
    if kind == "change" and isinstance(value, OBJECTS.CHANGE):
        return {"fail": True} if value.fails else {"add": value.amount}
    if kind in ("order", "sort_key"):
        for name, function in {**OBJECTS.ORDERS, **OBJECTS.SORT_KEYS}.items():
            if value.__name__ == function.__name__:
                return name
    if kind in WORDS and value in WORDS[kind]:
        return value
    if kind == "source":
        return _encode_source(value)
    raise Unsendable(f"{value!r} is no {kind}")


def _sequence(value: Any) -> Sequence[Any]:
    if not isinstance(value, tuple | list):
        raise Unsendable(f"{value!r} is no list")
    return value


def _is_text(value: str) -> bool:
    """True of what UTF-8 can hold and nobody takes for a large number."""
    return not any(0xD800 <= ord(character) < 0xE000 for character in value) and not value.startswith("u64:")


def _is_narrow(value: Any) -> bool:
    """True of an integer that is sent as a number: in a source, a string is a text."""
    return is_integer(value) and -WIDEST <= value <= WIDEST


def _encode_source(value: Any) -> Json:
    if is_integer(value) and not _is_narrow(value):
        return {"n": str(value)}
    if _is_narrow(value) or (isinstance(value, str) and _is_text(value)):
        return value
    if isinstance(value, tuple) and all(
        _is_narrow(each) or (isinstance(each, float) and math.isfinite(each)) for each in value
    ):
        return list(value)
    raise Unsendable(f"no source: {value!r}")


def decode(kind: str, value: Json) -> Any:
    """An argument from JSON; a `peer` is left as it is.

    Raises     Malformed
    """
    if kind in ITEMS:
        return tuple(decode(ITEMS[kind], each) for each in _list(value))
    if kind in PAIRS:
        return tuple(
            (decode(PAIRS[kind], first), decode("value", second)) for first, second in map(_pair, _list(value))
        )
    if kind == "handle":
        parts = [_integer(part) for part in _list(value)]
        if not 2 <= len(parts) <= 4:
            raise Malformed(f"a handle has 2 to 4 parts, not {value!r}")
        return OBJECTS.HANDLE(*parts)
    if kind in WHOLE:
        return _integer(value)
    if kind == "factory":
        return OBJECTS.FACTORY(0, fails=True) if value.get("fail") else OBJECTS.FACTORY(value["make"])
    if kind == "change":
        return OBJECTS.CHANGE(0, fails=True) if value.get("fail") else OBJECTS.CHANGE(value["add"])
    if kind == "order":
        return OBJECTS.ORDERS[value]
    if kind == "sort_key":
        return OBJECTS.SORT_KEYS[value]
    if kind == "source" and isinstance(value, list):
        return tuple(value)
    if kind == "source" and isinstance(value, dict):
        return int(_digits(value))
    return value


def _digits(value: Json) -> str:
    """The digits of an integer that a source is, which is written so beyond 2**53 only."""
    digits = value.get("n") if set(value) == {"n"} else None
    if not isinstance(digits, str) or not re.fullmatch(r"-?[1-9][0-9]{15,99}", digits):
        raise Malformed(f"no source: {value!r}")
    return digits


def _list(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise Malformed(f"no list: {value!r}")
    return value


def _pair(value: Json) -> list[Json]:
    if not isinstance(value, list) or len(value) != 2:
        raise Malformed(f"no pair: {value!r}")
    return value


def _integer(value: Json) -> int:
    if type(value) is int:
        return value
    if isinstance(value, str) and value.startswith("u64:") and value[4:].isascii() and value[4:].isdigit():
        return int(value[4:])
    raise Malformed(f"no integer: {value!r}")


def wire(value: Json) -> Json:
    """Plain JSON as it is sent: integers that are too wide become strings, and 1.0 is written as 1."""
    if type(value) is int:
        return value if -WIDEST <= value <= WIDEST else f"u64:{value}"
    if type(value) is float and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [wire(each) for each in value]
    if isinstance(value, dict):
        return {name: wire(each) for name, each in value.items()}
    return value


def line(message: Json) -> bytes:
    """One message as it is sent, without spaces."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


# --- results


def plain_result(kind: str, value: Any) -> Json:
    """A result of our own container, in plain JSON."""
    if kind in ITEMS:
        return [plain_result(ITEMS[kind], each) for each in value]
    if kind in PAIRS:
        return [[plain_result(PAIRS[kind], first), second] for first, second in value]
    if kind == "handle":
        return shorten(value)
    if kind == "inserted":
        return list(value)
    return value


def read_result(kind: str, value: Json) -> Json:
    """A result from a driver, in plain JSON.

    Raises     Malformed if it is not of the type
    """
    if kind in ITEMS:
        return [read_result(ITEMS[kind], each) for each in _list(value)]
    if kind in PAIRS:
        return [
            [read_result(PAIRS[kind], first), read_result("value", second)]
            for first, second in map(_pair, _list(value))
        ]
    if kind == "handle":
        return shorten(decode("handle", value))
    if kind in WHOLE:
        return _integer(value)
    if kind == "natural?":
        return None if value is None else _integer(value)
    if kind == "inserted":
        position, new = _pair(value)
        return [_integer(position), read_result("bool", new)]
    if kind == "bool" and isinstance(value, bool):
        return value
    if kind == "none" and value is None:
        return None
    if kind == "name" and isinstance(value, str):
        return value
    if kind == "load" and isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise Malformed(f"no {kind}: {value!r}")


# --- arrays


def show(container: Any, layout: Layout) -> dict[str, Json]:
    """The arrays and numbers of our own container, in the order of the layout; what a hole holds is null."""
    shown: dict[str, Json] = {}
    for member in layout:
        if isinstance(member, Part):
            held = getattr(container, member.name)
            shown[member.name] = (
                [show(each, member.layout) for each in held] if member.many else show(held, member.layout)
            )
        else:
            held = getattr(container, member)
            shown[member] = list(held) if isinstance(held, list) else held
    if "stamp" in shown and "dense" in shown:
        tombstone = container.tombstone
        for pos, stamp in enumerate(shown["stamp"]):
            if stamp == tombstone:
                shown["dense"][pos] = None
    return shown


def read_arrays(layout: Layout, value: Json, expected: Mapping[str, Json]) -> dict[str, Json]:
    """The arrays from a driver, in plain JSON; members that the layout does not have are left out.

    Takes      expected, our own arrays: where they have null, what the driver has does not count
    Raises     Malformed
    """
    if not isinstance(value, dict):
        raise Malformed(f"arrays are an object, not {value!r}")
    read: dict[str, Json] = {}
    for member in layout:
        name = member.name if isinstance(member, Part) else member
        if name not in value:
            raise Malformed(f"the array {name} is missing")
        ours: Any = expected.get(name)
        if isinstance(member, Part) and member.many:
            inner = [*ours, *([{}] * (len(_list(value[name])) - len(ours)))]
            read[name] = [read_arrays(member.layout, one, two) for one, two in zip(value[name], inner, strict=False)]
        elif isinstance(member, Part):
            read[name] = read_arrays(member.layout, value[name], ours or {})
        else:
            read[name] = _read_member(name, value[name], ours)
    return read


def _read_member(name: str, value: Json, ours: Json) -> Json:
    if isinstance(value, list):
        holes = {pos for pos, entry in enumerate(ours) if entry is None} if isinstance(ours, list) else set()
        return [
            None if pos in holes else entry if name == "names" and isinstance(entry, str) else _integer(entry)
            for pos, entry in enumerate(value)
        ]
    if isinstance(value, bool):
        return value
    return _integer(value)


def digest(arrays: Json) -> str:
    """The 64-bit FNV-1a hash of the arrays as they are sent."""
    total = 0xCBF29CE484222325
    for byte in line(wire(arrays))[:-1]:
        total = (total ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{total:016x}"


def equal(one: Json, two: Json) -> bool:
    """Equality of plain JSON, in which true is not 1."""
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(equal, one, two))
    if isinstance(one, dict) and isinstance(two, dict):
        return one.keys() == two.keys() and all(equal(one[name], two[name]) for name in one)
    return one == two and isinstance(one, bool) == isinstance(two, bool)
