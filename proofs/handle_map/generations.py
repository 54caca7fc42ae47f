"""How often a slot can be reused before a handle that is dead is taken for a live one.

      generation_bits = 2, `wrap`       first handle (slot 0, generation 1)
      reuses           0   1   2   3   4
      generation       1   2   3   0   1     accepted again after 4 = 2**2 reuses, and not before

A slot is reused when its value is erased, alone or with all others, and the next insert gets it again.
Each theorem runs whole operations of a container with one slot whose generation is any number at once, on both sides.
Together they are an induction on the number of reuses: HM-B1 is its step, HM-B2 what follows for a handle, and under
`retire` HM-B3 and HM-B4 are base and step. The step for containers of any size is HM-R3 and HM-R13.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from slotproof.declare import Claim, Theorem
from slotproof.impl.handle_map import HandleMap
from slotproof.spec.handle import Handle
from slotproof.spec.handle_map import GenerationPolicy, HandleMapModel
from slotproof.spec.logic import choose, conj, disj, iff, implies, negate

WIDTHS: Final[tuple[Mapping[str, int], ...]] = tuple({"generation_bits": bits} for bits in range(1, 17))

SIDES: Final = (HandleMapModel, HandleMap)

Container = Any  # HandleMapModel | HandleMap: both have `generation[slot]`


def _erase(h: Container) -> None:
    h.erase(h.handle_at(0))


def _clear(h: Container) -> None:
    h.clear()


ENDS: Final = (_erase, _clear)
"""The ways in which the value of the only live slot ends."""


def _with_one_slot(side: Any, generation_bits: int, policy: GenerationPolicy, generation: Any) -> Container:
    """A container of one value, in slot 0, of a given generation."""
    h = side(generation_bits=generation_bits, generation=policy)
    h.insert(0)
    h.generation[0] = generation
    return h


def _in_every_way(holds: Callable[[Any, Callable[[Container], None]], bool]) -> bool:
    """True if the predicate holds on both sides, for every way in which a value ends."""
    return conj(*(holds(side, end) for side in SIDES for end in ENDS))


def _reuses_add_up(bits: Any, generation_bits: int) -> bool:
    """Before any reuse it holds, and with each reuse it goes on to hold."""
    limit = 2**generation_bits
    first, reuses = bits.int("first", generation_bits), bits.int("reuses", generation_bits + 1)

    def step(side: Any, end: Callable[[Container], None]) -> bool:
        h = _with_one_slot(side, generation_bits, "wrap", (first + reuses) % limit)
        end(h)
        again = h.insert(0)
        return conj(again.slot == 0, again.generation == (first + (reuses + 1)) % limit)

    return conj((first + 0) % limit == first, _in_every_way(step))


def _wrapped_is_accepted(bits: Any, generation_bits: int) -> bool:
    limit = 2**generation_bits
    first, reuses = bits.int("first", generation_bits), bits.between("reuses", 1, limit + 1)
    now = (first + reuses) % limit
    return conj(
        *(
            iff(_with_one_slot(side, generation_bits, "wrap", now).is_valid(Handle(0, first)), reuses == limit)
            for side in SIDES
        )
    )


def _retired_or_older(bits: Any, generation_bits: int) -> bool:
    limit = 2**generation_bits
    generation = bits.between("generation", 1, limit)

    def step(side: Any, end: Callable[[Container], None]) -> bool:
        h = _with_one_slot(side, generation_bits, "retire", generation)
        end(h)
        dead = negate(h.is_valid(Handle(0, generation)))
        again = h.insert(0)
        last = generation + 1 == limit
        return conj(
            dead,
            again.slot == choose(last, 1, 0),
            again.generation == choose(last, 1, generation + 1),
            h.generation[0] == choose(last, 0, generation + 1),
        )

    return _in_every_way(step)


def _dead_stays_dead(bits: Any, generation_bits: int) -> bool:
    """A handle that is dead is refused, and dead it stays; a slot that is used up stays so, whatever comes after."""
    limit = 2**generation_bits
    generation = bits.between("generation", 1, limit)
    stale = Handle(0, bits.between("dead", 1, limit))

    def step(side: Any, end: Callable[[Container], None]) -> bool:
        h = _with_one_slot(side, generation_bits, "retire", generation)
        refused = [implies(_is_dead(h, stale), negate(h.is_valid(stale)))]
        was_dead = _is_dead(h, stale)
        for act in (end, lambda h: h.insert(0)):
            act(h)
            refused.append(implies(was_dead, conj(_is_dead(h, stale), negate(h.is_valid(stale)))))
        return conj(*refused)

    def used_up(side: Any, end: Callable[[Container], None]) -> bool:
        h = _with_one_slot(side, generation_bits, "retire", limit - 1)
        kept = []
        for act in (end, lambda h: h.insert(0), end, lambda h: h.insert(0)):
            act(h)
            kept.append(conj(_is_dead(h, stale), negate(h.is_valid(stale))))
        return conj(*kept)

    return conj(_in_every_way(step), _in_every_way(used_up))


def _is_dead(h: Container, stale: Handle) -> bool:
    """True if the slot is used up, or older than the handle."""
    return disj(h.generation[0] == 0, stale.generation < h.generation[0])


THEOREMS: Final = tuple(
    Theorem(Claim(id, statement), holds, WIDTHS)
    for id, statement, holds in (
        (
            "HM-B1",
            "Under `wrap`, k reuses of a slot add k to its generation, modulo 2**generation_bits.",
            _reuses_add_up,
        ),
        (
            "HM-B2",
            "Under `wrap`, a stale handle is accepted after 2**generation_bits reuses of its slot, and not before.",
            _wrapped_is_accepted,
        ),
        (
            "HM-B3",
            "Under `retire`, a slot comes again one generation older, and after its last generation never.",
            _retired_or_older,
        ),
        (
            "HM-B4",
            "Under `retire`, a stale handle is refused however often its slot is reused.",
            _dead_stays_dead,
        ),
    )
)
