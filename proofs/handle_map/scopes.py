"""The tiny handle maps whose every reachable state is visited."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import factorial
from typing import Any

from slotproof.declare import Scope
from slotproof.impl.handle_map import HandleMap
from slotproof.proofs.handle_map.claims import Impl, Model


def _count_states(slots: int, generations: int) -> int:
    """Well-formed states of insert, erase and queries under `wrap`: every arrangement, every generation.

    The n slots made stand in one row, cut into live ones (in order) and free ones (in order).
    The state before the first insert is the only one that is not fragmented.
    Under `retire` a slot grows older with each move, so that fewer states can be reached without sorting.
    """
    return 1 + sum((made + 1) * factorial(made) * int(generations**made) for made in range(1, slots + 1))


QUERIES = ("get", "is_valid", "pos_of", "handle_at", "values", "items", "size", "room")
STEPS = ("insert", "erase", "assign", *QUERIES)


def _policy(name: str, generation: str, free_order: str, generation_bits: int) -> Scope:
    return Scope(
        name,
        {
            "index_bits": 2,
            "generation_bits": generation_bits,
            "type_bits": 2,
            "generation": generation,
            "free_order": free_order,
        },
        operations=("insert", "erase", *QUERIES),
        well_formed=(lambda: _count_states(3, 2**generation_bits)) if generation == "wrap" else None,
    )


def _up_to_two_slots(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    return operation != "insert" or bool(m.free) or len(m.generation) < 2


def _up_to_four_slots(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    return operation != "insert" or bool(m.free) or len(m.generation) < 4


def _no_accident(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    return operation != "from_dict"


WHOLE = {"index_bits": 2, "generation_bits": 2, "type_bits": 2}
WRAP_LIFO = {**WHOLE, "generation_bits": 1, "generation": "wrap", "free_order": "lifo"}

SCOPES = (
    _policy("retire, fifo", "retire", "fifo", 2),
    _policy("retire, lifo", "retire", "lifo", 2),
    _policy("wrap, fifo", "wrap", "fifo", 1),
    _policy("wrap, lifo", "wrap", "lifo", 1),
    Scope("used-up slots", WHOLE, operations=("insert", "erase", "from_dict"), walked=False),
    Scope("whole container", {**WHOLE, "generation_bits": 1, "type_bits": 1}, values=(0,)),
    Scope(
        "whole container, wrap, lifo",
        WRAP_LIFO,
        values=(0,),
        admits=_no_accident,
    ),
    Scope(
        "accidents, wrap, lifo",
        WRAP_LIFO,
        values=(0,),
        operations=("insert", "erase", "from_dict"),
        deep=True,
    ),
    Scope(
        "every filling",
        {**WHOLE, "generation_bits": 1, "generation": "wrap"},
        operations=("insert", "erase", "clear", "defragment"),
        admits=_up_to_two_slots,
        enumerate=True,
    ),
    Scope(
        "every filling, retire",
        WHOLE,
        operations=("insert", "erase", "clear", "defragment"),
        admits=_up_to_two_slots,
        enumerate=True,
    ),
    Scope(
        "order of three",
        {**WHOLE, "generation_bits": 1},
        values=(0, 1, 2),
        operations=("insert", "defragment"),
        walked=False,
    ),
    Scope(
        "order",
        {**WHOLE, "generation_bits": 1, "index_bits": 3},
        values=(0, 1, 2, 3),
        operations=("insert", "assign", "defragment", "values", "get", "pos_of"),
        admits=_up_to_four_slots,
        deep=True,
    ),
    Scope(
        "four slots",
        {"index_bits": 3, "generation_bits": 3, "type_bits": 1, "generation": "wrap"},
        operations=("insert", "erase"),
        admits=_up_to_four_slots,
        well_formed=lambda: _count_states(4, 8),
        deep=True,
    ),
)


def candidates(scope: Scope) -> Iterator[Impl]:
    """Every filling of the arrays with up to two slots, well-formed or not; values tell their slot."""
    new = HandleMap[Any](**scope.configuration)
    indices = range(new.nil + 1)
    for slots in range(3):
        for live in range(slots + 1):
            cells = (
                itertools.product(indices, repeat=slots),
                itertools.product(range(new.generation_limit), repeat=slots),
                itertools.product(range(2), repeat=slots),
                itertools.product(range(slots), repeat=live),
                indices,
                indices,
                range(slots + 1),
                (False, True),
            )
            for sparse, generation, free, meta, head, tail, retired, fragmented in itertools.product(*cells):
                h = new.copy()
                h.sparse, h.generation, h.free = list(sparse), list(generation), list(free)
                h.meta, h.dense = list(meta), list(meta)
                h.free_head, h.free_tail, h.retired, h.fragmented = head, tail, retired, fragmented
                yield h
