"""What the operations of a dense table are tried with, and what `from_dict` must answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, Final

from slotproof.declare import Claim, Domain, Summary
from slotproof.declare.words import all_hold
from slotproof.proofs.shared.arguments import Renumbered, Spoiled, spoiled_of
from slotproof.proofs.shared.dense_table import Model
from slotproof.spec.dense_table import check_key, is_load, load_denominator, load_numerator, load_ratio
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.logic import power_of_two


class Hash(Enum):
    """Hash functions that small scopes are searched with."""

    ONE_BUCKET = "every key has the same hash"
    HALVES = "keys 2k and 2k + 1 have the same hash"

    def __call__(self, key: Any) -> int:
        """The hash of a key."""
        return 0 if self is Hash.ONE_BUCKET or not isinstance(key, int) else key // 2

    def __repr__(self) -> str:
        return str(self)


def _unhashable(m: Model, issued: Sequence[Any], number: int) -> list[int]:
    return []


KEY = Domain(
    "key",
    small=lambda m, scope: (*scope.values, []),
    classes={
        "near": lambda m, issued, number: number % 12,
        "there": lambda m, issued, number: m.order[number % len(m.order)] if m.order else None,
        "far": lambda m, issued, number: number * 8 - 2**18,
        "unhashable": _unhashable,
    },
    symbolic=lambda make: make.key("key"),
    huge=True,
)

POSITION = Domain(
    "position",
    small=lambda m, scope: range(-1, len(m.order) + 2),
    classes={
        "inside": lambda m, issued, number: number % len(m.order) if m.order else None,
        "outside": lambda m, issued, number: len(m.order) + number % 2 if number % 3 else -1,
    },
    symbolic=lambda make: make.int("position"),
    huge=True,
)

BUCKET = Domain(
    "bucket",
    small=lambda m, scope: range(-1, len(m.linked) + 1),
    classes={
        "inside": lambda m, issued, number: number % len(m.linked),
        "outside": lambda m, issued, number: len(m.linked) + number % 2 if number % 3 else -1,
    },
    symbolic=lambda make: make.int("bucket"),
    huge=True,
)

COUNT = Domain(
    "count",
    small=lambda m, scope: (-1, 0, len(m.order), len(m.linked) // 2 + 1, 2 * len(m.linked), 2 * m.nil + 2),
    classes={
        "count": lambda m, issued, number: number % 40 - 1,
        "too many": lambda m, issued, number: 16 * (m.nil + 1),
    },
    symbolic=lambda make: make.int("count"),
    huge=lambda m, count: not 0 <= count < 16 * (m.nil + 1),  # so many buckets would be made
)

LOADS: Final = (0.5, 0.875, 1.0, 2.0, 0.75)

ROUNDING: Final = (Summary(load_numerator, int), Summary(load_denominator, int), Summary(is_load, bool))
"""Rounding to 32 bits, as functions of which nothing is used but that equal arguments give equal results."""


def configure(make: Any) -> dict[str, Any]:
    """Any configuration."""
    return {
        "hasher": make.hasher("hasher"),
        "min_buckets": make.int("min_buckets"),
        "max_load": make.float("max_load"),
        "index_bits": make.int("index_bits"),
    }


MAX_LOAD = Domain(
    "max load",
    small=lambda m, scope: (0.0, 0.5, 1.0, 2.0),
    classes={
        "load": lambda m, issued, number: LOADS[number % len(LOADS)],
        "no load": lambda m, issued, number: (0.0, -1.0, float("nan"), 1e39, 1e-46)[number % 5],
    },
    symbolic=lambda make: make.float("max_load"),
)


def _spoiled(m: Model) -> Sequence[Spoiled]:
    buckets, size = len(m.linked), len(m.order)
    spoiled = [Spoiled()]
    for name, entries in (("head", buckets), ("chain", size)):
        spoiled += [Spoiled(name, index, to) for index in range(entries + 1) for to in (-1, 0, 1, 2, m.nil)]
    spoiled += [Spoiled("key", index, key) for index in range(size + 1) for key in (*m.order[:2], 5, float("nan"))]
    for name in ("nil", "min_buckets", "load_num", "load_den"):
        spoiled += [Spoiled(name, 0, value) for value in (-1, 0, 1, 2, 3, 4, 7, 8)]
    spoiled += [Renumbered("nil", value, ("head", "chain")) for value in (1, 2, 15) if value != m.nil]
    return [*spoiled, Spoiled("load_num", 0, 10**400), Spoiled("head", 0, True), Spoiled("key", 0, [])]


SPOILED = spoiled_of(_spoiled)


def _is_index(entry: Any) -> bool:
    return type(entry) is int and entry >= 0


def read_arrays(
    m: Model,
    spoiled: Spoiled,
    represent: Callable[[Any], Any],
    abstract: Callable[[Any], Any],
    claims: Sequence[Claim],
) -> Any:
    """What from_dict must answer: the table the arrays mean, if they mean one and the claims hold of it."""
    h = represent(m)
    spoiled.spoil(h.__dict__)
    if not all(_is_index(entry) for entry in (*h.head, *h.chain)):
        raise InvalidArgument("not positions")
    for key in h.key:
        check_key(key)
    if len(h.chain) != len(h.key) or not h.head or h.nil < 1 or not power_of_two(h.nil + 1) or h.min_buckets < 1:
        raise InvalidArgument("not arrays of a table")
    if not _is_load(h.load_num, h.load_den):
        raise InvalidArgument("not a load")
    if not power_of_two(h.min_buckets):
        raise InvalidArgument("not a least number of buckets")
    meant = abstract(h)
    try:
        holds = all(_holds(claim, meant, h) for claim in claims)
    except LookupError:
        holds = False
    if not holds:
        raise InvalidArgument("the arrays break a claim")
    return meant


def _is_load(num: int, den: int) -> bool:
    try:
        return load_ratio(num / den) == (num, den)
    except (ArithmeticError, InvalidArgument):
        return False


def _holds(claim: Claim, m: Any, h: Any) -> bool:
    return claim.step or (all_hold([claim], m, h) if claim.kind == "I" else all_hold([claim], m))
