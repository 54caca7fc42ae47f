"""The shapes of a storage: those of a sparse set, with values that are left open."""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Contracts
from slotproof.impl.storage import Storage
from slotproof.proofs.sparse_set.crosshair import CONFIGURATION, LEFT_OUT, SCOPE, deep_but, fill, pool_shapes
from slotproof.spec.handle import Handle


def _build(make: Any, order: tuple[int | None, ...], holes: tuple[int, ...], page: bool, policy: Any) -> Storage[Any]:
    h = Storage[Any](deletion=policy, value_page=2, **CONFIGURATION)
    fill(h, make, order, holes, page)
    h.dense = [make.value(f"value_{pos}") for pos in range(len(order))]
    h.room = h._whole_pages(len(order))
    return h


CONTRACTS: Final = Contracts(
    handle=Handle,
    scope=SCOPE,
    shapes=tuple(pool_shapes(_build)),
    left_out={
        **LEFT_OUT,
        "sort": "how many positions are sorted has no stand-in here",
        "emplace_items": "a list of handles with their values has no stand-in here",
        "reserve": "a number that is left open is divided into pages",
    },
    deep=deep_but("each", more=("emplace", "get", "replace", "patch", "each", "each_forward", "capacity")),
)
