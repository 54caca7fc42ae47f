"""Theorems that claims of an entity storage rest on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from slotproof.declare import Claim, Theorem
from slotproof.impl.entity_storage import EntityStorage
from slotproof.spec.entity_storage import EntityStorageModel
from slotproof.spec.handle import Handle
from slotproof.spec.logic import choose, conj, negate

WIDTHS: Final[tuple[Mapping[str, int], ...]] = tuple({"generation_bits": bits} for bits in range(2, 13))


def _with_one_slot(side: Any, generation_bits: int, policy: str, generation: Any) -> Any:
    """A storage of one live slot, of a given generation."""
    h = side(generation_bits=generation_bits, generation=policy, page=1)
    h.create()
    h.generation[0] = generation
    if side is EntityStorage:
        h.stamp[0] = generation
    return h


def _reuses_skip_the_tombstone(bits: Any, generation_bits: int) -> bool:
    """Before any reuse it holds, and with each reuse it goes on to hold."""
    limit = 2**generation_bits - 1
    generation = bits.between("generation", 0, limit)

    def step(side: Any) -> bool:
        h = _with_one_slot(side, generation_bits, "wrap", generation)
        h.destroy(h.entity_at(0))
        again = h.create()
        return conj(
            again.slot == 0,
            again.generation == choose(generation == limit - 1, 0, generation + 1),
            again.generation < limit,
        )

    return conj(*(step(side) for side in (EntityStorageModel, EntityStorage)))


def _retired_or_older(bits: Any, generation_bits: int) -> bool:
    limit = 2**generation_bits - 1
    generation = bits.between("generation", 0, limit)

    def step(side: Any) -> bool:
        h = _with_one_slot(side, generation_bits, "retire", generation)
        h.destroy(h.entity_at(0))
        dead = negate(h.is_valid(Handle(0, generation)))
        again = h.create()
        last = generation == limit - 1
        return conj(
            dead,
            again.slot == choose(last, 1, 0),
            again.generation == choose(last, 0, generation + 1),
            negate(h.is_valid(Handle(0, generation))),
        )

    return conj(*(step(side) for side in (EntityStorageModel, EntityStorage)))


THEOREMS: Final = (
    Theorem(
        Claim(
            "ES-B1",
            "Under `wrap`, a reuse adds 1 to the generation modulo 2**generation_bits - 1: the tombstone is skipped.",
        ),
        _reuses_skip_the_tombstone,
        WIDTHS,
    ),
    Theorem(
        Claim(
            "ES-B2",
            "Under `retire`, a slot comes again one generation older, or after the one below the tombstone never.",
        ),
        _retired_or_older,
        WIDTHS,
    ),
)
