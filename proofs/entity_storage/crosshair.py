"""The shapes of an entity storage: which slots were issued, in what order, and where the sequence is cut.

Generations are left open.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from slotproof.declare import Contracts, Shape
from slotproof.impl.entity_storage import EntityStorage
from slotproof.spec.handle import Handle

GENERATION_BITS: Final = 12
SLOTS: Final = 3


def _build(make: Any, order: tuple[int, ...], live: int, usable: int, first: int, retire: bool) -> EntityStorage:
    """The storage of these slots, of which some are live and some usable; new ones are looked for from `first` on."""
    policy: Any = "retire" if retire else "wrap"
    h = EntityStorage(index_bits=2, generation_bits=GENERATION_BITS, page=4, generation=policy)
    if order:
        h.pages = [1]
        h.sparse, h.generation = [h.nil] * h.page, [h.tombstone] * h.page
    h.meta = list(order)
    for pos, slot in enumerate(order):
        h.sparse[slot] = pos
        h.generation[slot] = make.int(f"generation_{slot}")
        h.stamp.append(h.generation[slot])
    h.live, h.usable, h.next_slot = live, usable, first
    return h


def _shapes(most: int) -> Iterator[Shape]:
    """The shapes of up to `most` slots; the default profile takes those that `create` makes, of up to two."""
    for retire, length in itertools.product((True, False), range(most + 1)):
        for order in itertools.permutations(range(SLOTS), length):
            for live in range(length + 1):
                for usable in range(live, length + 1) if retire else (length,):
                    for first in range(SLOTS + 1):
                        created = sorted(order) == list(range(length)) and first == length
                        policy = "retire" if retire else "wrap"
                        group = f"{policy}, up to {2 if length < 3 else 3} slots"
                        yield Shape(
                            f"{policy}: {list(order)}, live {live}, usable {usable}, from {first}",
                            group if created else f"{group}, by hint",
                            partial(_build, order=order, live=live, usable=usable, first=first, retire=retire),
                            deep=not (retire and created and length < 3),
                        )


CONTRACTS: Final = Contracts(
    handle=Handle,
    scope=f"{GENERATION_BITS}-bit generations, {SLOTS} slots",
    shapes=tuple(_shapes(2)),
    left_out={
        "create_items": "a number that is left open says how many rounds it goes",
        "start_from": "a slot that is left open is where new ones are looked for",
        "swap": "there are too many pairs of shapes",
        "to_dict": "`from_dict` tests widths with `&`, which makes numbers concrete",
        "from_dict": "takes arrays of which nothing is known",
    },
    deep=frozenset(
        {
            *(
                "create_at",
                "destroy",
                "destroy_items",
                "is_valid",
                "index",
                "current",
                "entity_at",
                "handles",
                "handles_forward",
            ),
            *("destroy_to", "bump", "sort", "sort_by", "sort_as"),
            *("swap_elements", "clear", "reset", "shrink", "copy", "size", "positions", "page_count", "room"),
        }
    ),
)
