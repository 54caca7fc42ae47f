"""What a driver says of its port, read strictly."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from slotproof.gate.protocol.edges import CELLS
from slotproof.gate.protocol.kinds import SPEC, Kind, kind, names
from slotproof.gate.protocol.operations import BEHAVIOUR
from slotproof.gate.protocol.oracle import Level
from slotproof.gate.protocol.values import Json

PROTOCOL: Final = 1
FEATURES: Final = frozenset({"out_of_width", "callbacks", "peers", "load", "fork", "failing_copies", "counters"})
OBSERVATIONS: Final = frozenset({"results", "digest", "arrays"})
PORT_POLICIES: Final[Mapping[str, tuple[str, ...]]] = {  # those that are no configuration of ours
    "dense_order": ("swap_last", "any"),
    "refusal": ("errors", "any"),
}


POLICIES: Final[Mapping[str, tuple[str, ...]]] = {  # configuration keys that are one of some words; flags beside them
    "generation": ("retire", "wrap"),
    "free_order": ("fifo", "lifo"),
    "deletion": ("swap_pop", "in_place"),
    "hash": ("identity", "halves", "one_bucket"),
}


class Refused(Exception):
    """The answer to `hello` is not one."""


@dataclass(frozen=True)
class Numbers:
    """How wide the numbers of a port are, and how much it allocates.

    natural_bits   of naturals, or None: wider ones are asked where they are refused
    key_bits       of keys, of which `key_signed` may be below 0
    value_bits     of values, which are not below 0
    cells          of an array, at most; a call that needs more is not sent
    """

    natural_bits: int | None = None
    key_bits: int = 32
    key_signed: bool = True
    value_bits: int = 31
    cells: int = CELLS


@dataclass(frozen=True)
class Declared:
    """One container of a port.

    widths     configuration key -> what it can be
    policies   policy -> the names it can have
    limit      how many values it holds, or None
    """

    kind: Kind
    level: Level
    widths: Mapping[str, Json]
    policies: Mapping[str, tuple[Any, ...]]
    limit: int | None
    operations: frozenset[str]
    features: frozenset[str]
    observe: frozenset[str]
    stream: bool
    numbers: Numbers = Numbers()

    def admits(self, config: Mapping[str, Any]) -> bool:
        """True if the port can be made so."""
        return all(self.allows(key, config.get(key, default)) for key, default in self.kind.config.items())

    def allows(self, key: str, value: Any) -> bool:
        """True if the configuration key can have the value."""
        if key in self.policies:
            return value in self.policies[key] or (key == "generation" and self.policies[key] == ("none",))
        if key in ("capacity", "pools", "types", "reserve") and self.limit is not None and value > self.limit:
            return False
        if key not in self.widths:
            return bool(value == self.kind.config[key])
        allowed = self.widths[key]
        if isinstance(allowed, list):
            return value in allowed
        return bool(allowed.get("min", 0) <= value <= allowed.get("max", value))

    def policy(self, name: str) -> str:
        """The first value of a policy that is no configuration of ours, or its default."""
        return str(self.policies.get(name, PORT_POLICIES.get(name, ("",)))[0])


@dataclass(frozen=True)
class Port:
    """A port and its containers."""

    name: str
    version: str
    language: str
    containers: tuple[Declared, ...]

    def container(self, name: str) -> Declared | None:
        """What it says of a kind."""
        return next((each for each in self.containers if each.kind.name == name), None)


def read(message: Json) -> Port:
    """The port that an answer to `hello` describes.

    Raises     Refused, with what is wrong and what would be right
    """
    if not isinstance(message, dict) or message.get("t") != "hello":
        raise Refused(f'the answer to `hello` is {{"t":"hello",...}}, not {message!r:.200}')
    if message.get("protocol") != PROTOCOL:
        raise Refused(f"protocol {message.get('protocol')!r}: this gate speaks {PROTOCOL}")
    port, containers = message.get("port"), message.get("containers")
    if not isinstance(port, dict) or not isinstance(port.get("name"), str):
        raise Refused('`port` is {"name","version","language"}, with a name at least')
    if not isinstance(containers, list) or not containers:
        raise Refused("`containers` is a list with an entry at least")
    read_ones = tuple(_container(each) for each in containers)
    if len({each.kind.name for each in read_ones}) != len(read_ones):
        raise Refused("a kind is declared twice")
    return Port(port["name"], str(port.get("version", "")), str(port.get("language", "")), read_ones)


def _container(entry: Json) -> Declared:
    if not isinstance(entry, dict) or entry.get("kind") not in names():
        raise Refused(f"no kind of container: {entry!r:.200}; there are {', '.join(names())}")
    found = kind(entry["kind"])
    if str(entry.get("spec", "")).split(".")[0] != SPEC.split(".", maxsplit=1)[0]:
        raise Refused(f"{found.name}: `spec` is {SPEC!r}, not {entry.get('spec')!r}")
    try:
        level = Level(entry.get("level"))
    except ValueError as error:
        raise Refused(f"{found.name}: `level` is structure or behaviour, not {entry.get('level')!r}") from error
    asked = frozenset(found.operations) if level is Level.STRUCTURE else frozenset(BEHAVIOUR[found.name])
    operations = frozenset(_strings(found, entry, "operations", found.operations))
    if unknown := operations - set(found.operations):
        raise Refused(f"{found.name}: it has no operation {', '.join(sorted(unknown))}")
    observed = ("results", "arrays") if level is Level.STRUCTURE else ("results",)
    return Declared(
        found,
        level,
        _widths(found, entry.get("widths", {})),
        _policies(found, entry.get("policies", {})),
        _limit(found, entry.get("capacity", {})),
        operations & asked,
        _among(found, entry, "features", FEATURES, ()),
        _among(found, entry, "observe", OBSERVATIONS, observed),
        bool(entry.get("stream", False)),
        _numbers(found, entry.get("numbers", {})),
    )


def _strings(found: Kind, entry: Json, name: str, default: Any) -> list[str]:
    value = entry.get(name, list(default))
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise Refused(f"{found.name}: `{name}` is a list of strings, not {value!r:.200}")
    return value


def _among(found: Kind, entry: Json, name: str, known: frozenset[str], default: tuple[str, ...]) -> frozenset[str]:
    value = frozenset(_strings(found, entry, name, default))
    if not value <= known:
        raise Refused(f"{found.name}: `{name}` are some of {', '.join(sorted(known))}, not {sorted(value)}")
    return value


def _widths(found: Kind, widths: Json) -> dict[str, Json]:
    if not isinstance(widths, dict) or not set(widths) <= set(found.config):
        raise Refused(f"{found.name}: `widths` has some of the keys {', '.join(found.config)}, not {widths!r:.200}")
    for key, allowed in widths.items():
        numbers = allowed if isinstance(allowed, list) else allowed.values() if isinstance(allowed, dict) else [None]
        if not all(isinstance(number, int | float) and not isinstance(number, bool) for number in numbers):
            raise Refused(f'{found.name}: {key} is a list of numbers or {{"min","max"}}, not {allowed!r:.200}')
        if isinstance(allowed, dict) and not set(allowed) <= {"min", "max"}:
            raise Refused(f'{found.name}: {key} is a list of numbers or {{"min","max"}}, not {allowed!r:.200}')
    return dict(widths)


def _policies(found: Kind, policies: Json) -> dict[str, tuple[Any, ...]]:
    values = _values(found)
    if not isinstance(policies, dict) or not set(policies) <= set(values):
        raise Refused(
            f"{found.name}: `policies` has some of the keys {', '.join(sorted(values))}, not {policies!r:.150}"
        )
    read_ones = {}
    for key, value in policies.items():
        several = tuple(value) if isinstance(value, list) else (value,)
        if not several or any(type(each) is not type(values[key][0]) or each not in values[key] for each in several):
            right = ", ".join(json.dumps(each) for each in values[key])
            raise Refused(f"{found.name}: policy `{key}` is one of {right}, or a list of them, not {value!r:.150}")
        read_ones[key] = several
    return read_ones


def _numbers(found: Kind, numbers: Json) -> Numbers:
    most = {"natural_bits": (8, 64), "key_bits": (8, 64), "value_bits": (8, 63), "cells": (1, 1 << 32)}
    if not isinstance(numbers, dict) or not set(numbers) <= {*most, "key_signed"}:
        known = ", ".join([*most, "key_signed"])
        raise Refused(f"{found.name}: `numbers` has some of the keys {known}, not {numbers!r:.200}")
    for key, value in numbers.items():
        if key == "key_signed":
            right = isinstance(value, bool)
        else:
            right = type(value) is int and most[key][0] <= value <= most[key][1]
        if not right:
            wanted = "true or false" if key == "key_signed" else "from {} to {}".format(*most[key])
            raise Refused(f"{found.name}: `{key}` is {wanted}, not {value!r:.80}")
    return Numbers(**numbers)


def _values(found: Kind) -> dict[str, tuple[Any, ...]]:
    """What each policy of a kind can be; `none` is the generation of handles that have none, a client's too."""
    flags = {key: (False, True) for key, default in found.config.items() if isinstance(default, bool)}
    words = {key: POLICIES[key] for key in found.config if key in POLICIES}
    return {**flags, **words, **PORT_POLICIES, "generation": (*POLICIES["generation"], "none")}


def _limit(found: Kind, capacity: Json) -> int | None:
    limit = capacity.get("max") if isinstance(capacity, dict) else capacity
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int)):
        raise Refused(f'{found.name}: `capacity` is {{"max": a number}}, not {capacity!r:.200}')
    return limit
