"""The shapes of a typed store: two maps, each in a shape of the handle map. Generations and values are left open."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from slotproof.declare import Contracts, Shape
from slotproof.impl.typed_store import TypedStore
from slotproof.proofs.handle_map import crosshair as handle_map
from slotproof.spec.handle import Handle

MAPS: Final = [
    shape for shape in handle_map.CONTRACTS.shapes if shape.name.startswith(("retire, fifo: 0", "retire, fifo: 1"))
]

DEFAULT: Final = (
    "0 slots, live [], free [] and 0 slots, live [], free []",
    "1 slots, live [0], free [] and 1 slots, live [], free [0]",
)


def _build(make: Any, shapes: tuple[Shape, ...]) -> Any:
    h = TypedStore[Any](len(shapes))
    h.maps = [shape.build(make.within(f"map_{type_id}")) for type_id, shape in enumerate(shapes)]
    for held in h.maps[1:]:
        held.nil = h.maps[0].nil
    for type_id, held in enumerate(h.maps):
        held.type_id = type_id
    return h


def _shapes() -> Iterator[Shape]:
    """Both maps of up to one slot; by default both empty, and one value beside a free slot."""
    for shapes in itertools.product(MAPS, MAPS):
        name = " and ".join(shape.name.removeprefix("retire, fifo: ") for shape in shapes)
        deep = name not in DEFAULT
        yield Shape(name, f"up to one slot{', any two' if deep else ''}", partial(_build, shapes=shapes), deep=deep)


CONTRACTS: Final = Contracts(
    handle=Handle,
    scope=handle_map.CONTRACTS.scope,
    shapes=tuple(_shapes()),
    left_out={
        "TS-L4": "compares whole maps, of which no formula is made",
        "TS-L5": "speaks of each generation, one by one",
        "swap": "there are too many pairs of shapes",
        "to_dict": "the handle map's reading of its own arrays tests widths with `&`, which makes numbers concrete",
        "from_dict": "takes arrays of which nothing is known",
    },
    deep=frozenset({"emplace", "erase", "get", "assign", "map_of", "is_valid", "clear", "copy"}),
)
