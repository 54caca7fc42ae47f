"""What the operations of the bitmask are given: positions, values, second masks, and arrays with one entry changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from slotproof.declare import Domain, Peer
from slotproof.impl.bitmask import FIELDS, Bitmask, layout
from slotproof.proofs.bitmask.claims import abstract, coupled, represent
from slotproof.proofs.shared.arguments import GONE, WHOLE, NamesAlone, Spoiled, spoiled_of
from slotproof.spec.bitmask import BitmaskModel
from slotproof.spec.errors import InvalidArgument

Model = BitmaskModel
Impl = Bitmask


def _first_wrong(m: Model, number: int) -> int:
    """A number just outside the positions, on one side or the other, or far outside."""
    return (-1, m.limit, -m.limit - 1, m.limit + m.word_bits)[number % 4]


def _clear(m: Model, issued: Sequence[Any], number: int) -> int | None:
    """The first clear position: setting it again and again fills words."""
    first = m.find_first_clear()
    return first if first < m.limit else None


def _at_edge(m: Model, issued: Sequence[Any], number: int) -> int | None:
    """The first or the last position of a word."""
    words = (m.limit + m.word_bits - 1) // m.word_bits
    first = number // 2 % words * m.word_bits if words else 0
    return min(first + number % 2 * (m.word_bits - 1), m.limit - 1) if words else None


POSITION = Domain(
    "position",
    small=lambda m, scope: scope.values or range(-1, m.limit + 2),
    classes={
        "clear": _clear,
        "any": lambda m, issued, number: number % m.limit if m.limit else None,
        "edge": _at_edge,
        "outside": lambda m, issued, number: _first_wrong(m, number),
    },
    symbolic=lambda make: make.int("pos"),
    huge=True,
)

VALUE = Domain(
    "value",
    small=lambda m, scope: (False, True),
    classes={"clear": lambda m, issued, number: False, "set": lambda m, issued, number: True},
    symbolic=lambda make: make.bool("value"),
)


def peers(operation: str, *arguments: Any) -> Domain:
    """A second container of the same configuration: new, or after one operation, if that succeeds."""
    changed = Peer(((operation, arguments),))
    return Domain(
        "other",
        small=lambda m, scope: (Peer(), changed) if m.limit else (Peer(),),
        classes={
            "new": lambda m, issued, number: Peer(),
            "changed": lambda m, issued, number: changed if m.limit else Peer(),
        },
        symbolic=lambda make: make.peer("other"),
    )


def _spoiled(m: Model) -> Sequence[Spoiled]:
    """Every entry changed to what a mask may hold elsewhere, and to what it may not."""
    starts = layout(m.limit, m.word_bits)
    words = range(min(starts[-1] + 1, 9))
    full, last = 2**m.word_bits - 1, 2 ** (m.word_bits - 1)
    values = (None, -1, 0, 1, last, full - 1, full, full + 1)
    return [
        Spoiled(),
        *(Spoiled("words", place, value) for place in words for value in values),
        *(
            Spoiled("starts", layer, value)
            for layer in range(len(starts) + 1)
            for value in (None, 0, 1, True, starts[-1])
        ),
        *(Spoiled("limit", 0, value) for value in (-1, 0, m.limit + 1, m.limit + m.word_bits, None, False)),
        *(Spoiled("word_bits", 0, value) for value in (0, 1, m.word_bits + 1, 65, True)),
        *(Spoiled(name, WHOLE, value) for name in ("words", "starts") for value in (None, (), tuple(starts))),
        *(Spoiled(name, WHOLE, GONE) for name in FIELDS),
        Spoiled("another", WHOLE, 0),
        NamesAlone(),
    ]


SPOILED = spoiled_of(_spoiled)


def read_arrays(m: Model, spoiled: Spoiled) -> Model:
    """What from_dict must answer: the mask the arrays mean, if there is one and the claims hold of it."""
    h = represent(m)
    data = spoiled.spoil(h.__dict__)
    if type(data) is not dict or {*data} != {*FIELDS} or type(h.words) is not list or type(h.starts) is not list:
        raise InvalidArgument("not the fields of a mask")
    numbers = (*h.words, *h.starts, h.limit, h.word_bits)
    if any(type(number) is not int or number < 0 for number in numbers) or not h.starts:
        raise InvalidArgument("not numbers from 0 up")
    meant = abstract(h)
    if not coupled(meant, h):
        raise InvalidArgument("the arrays break a claim of the coupling")
    return meant


def holding(data: dict[str, Any]) -> Impl:
    """A mask that holds these arrays, unchecked."""
    h: Impl = object.__new__(Bitmask)
    h.__dict__.update(data)
    return h
