"""Theorems that claims of an entity storage rest on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from slotproof.declare import Claim, Theorem
from slotproof.impl.entity_storage import EntityStorage
from slotproof.spec.entity_storage import EntityStorageModel
from slotproof.spec.errors import Full
from slotproof.spec.handle import Handle
from slotproof.spec.logic import choose, conj, negate

WIDTHS: Final[tuple[Mapping[str, int], ...]] = tuple({"generation_bits": bits} for bits in range(2, 13))
"""What `bits` runs; `prove` shows each theorem of any widths."""

SIDES: Final = (EntityStorageModel, EntityStorage)

IN_PAGES: Final = "pages of one entry"

Storage = Any  # EntityStorageModel | EntityStorage


def any_widths(make: Any) -> dict[str, Any]:
    """Any widths."""
    return {name: make.int(name) for name in ("generation_bits", "index_bits")}


def _maker(bits: Any, generation_bits: int, index_bits: int) -> Callable[[Any, str, Any], Storage]:
    """Make of a side, a policy and a generation: a storage of one live slot, of that generation, in a page of its own.

    How large pages are changes nothing by ES-R1, ES-R5 and ES-R7, but no proof of these theorems says so.
    """
    bits.assume(conj(generation_bits >= 1, index_bits >= 1))

    def with_one_slot(side: Any, policy: str, generation: Any) -> Storage:
        h = side(generation_bits=generation_bits, index_bits=index_bits, page=1, generation=policy)
        h.create()
        h.generation[0] = generation
        if side is EntityStorage:
            h.stamp[0] = generation
        return h

    return with_one_slot


def _create(h: Storage) -> Handle | None:
    """A new handle, or None if there is no slot for one."""
    try:
        created: Handle = h.create()
    except Full:
        return None
    return created


def _reuses_skip_the_tombstone(bits: Any, generation_bits: int, index_bits: int = 20) -> bool:
    """Before any reuse it holds, and with each reuse it goes on to hold."""
    with_one_slot = _maker(bits, generation_bits, index_bits)
    limit = 2**generation_bits - 1
    generation = bits.between("generation", 0, limit)

    def step(side: Any) -> bool:
        h = with_one_slot(side, "wrap", generation)
        h.destroy(h.entity_at(0))
        again = h.create()
        return conj(
            again.slot == 0,
            again.generation == choose(generation == limit - 1, 0, generation + 1),
            again.generation < limit,
        )

    return conj(*(step(side) for side in SIDES))


def _retired_or_older(bits: Any, generation_bits: int, index_bits: int = 20) -> bool:
    """Where a slot is the last one that there is, nothing comes after its last generation."""
    with_one_slot = _maker(bits, generation_bits, index_bits)
    limit = 2**generation_bits - 1
    generation = bits.between("generation", 0, limit)
    last = generation == limit - 1

    def step(side: Any) -> bool:
        h = with_one_slot(side, "retire", generation)
        h.destroy(h.entity_at(0))
        dead = negate(h.is_valid(Handle(0, generation)))
        again = _create(h)
        stays = negate(h.is_valid(Handle(0, generation)))
        if again is None:
            return conj(dead, last, index_bits == 1, stays)
        return conj(
            dead,
            again.slot == choose(last, 1, 0),
            again.generation == choose(last, 0, generation + 1),
            stays,
        )

    return conj(*(step(side) for side in SIDES))


THEOREMS: Final = (
    Theorem(
        Claim(
            "ES-B1",
            "Under `wrap`, a reuse adds 1 to the generation modulo 2**generation_bits - 1: the tombstone is skipped.",
        ),
        _reuses_skip_the_tombstone,
        WIDTHS,
        configure=any_widths,
        configured=IN_PAGES,
    ),
    Theorem(
        Claim(
            "ES-B2",
            "Under `retire`, a slot comes again one generation older, or after the one below the tombstone never.",
        ),
        _retired_or_older,
        WIDTHS,
        configure=any_widths,
        configured=IN_PAGES,
    ),
)
