"""How often a slot can be reused before a handle that is dead is taken for a live one.

      generation_bits = 2, `wrap`       first handle (slot 0, generation 1)
      reuses           0   1   2   3   4
      generation       1   2   3   0   1     accepted again after 4 = 2**2 reuses, and not before

A slot is reused when its value is erased, alone or with all others, and the next insert gets it again.
Each theorem runs whole operations of a container with one slot whose generation is any number at once, on both sides,
whatever else the container is made with.
Together they are an induction on the number of reuses: HM-B1 is its step, HM-B2 what follows for a handle, and under
`retire` HM-B3 and HM-B4 are base and step. The step for containers of any size is HM-R3 and HM-R13.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from slotproof.declare import Claim, Theorem
from slotproof.impl.handle_map import HandleMap
from slotproof.spec.errors import Full
from slotproof.spec.handle import Handle
from slotproof.spec.handle_map import GenerationPolicy, HandleMapModel
from slotproof.spec.logic import choose, conj, disj, iff, implies, negate, within

WIDTHS: Final[tuple[Mapping[str, int], ...]] = tuple({"generation_bits": bits} for bits in range(1, 17))
"""What `bits` runs; `prove` shows each theorem of any widths."""

SIDES: Final = (HandleMapModel, HandleMap)

Container = Any  # HandleMapModel | HandleMap: both have `generation[slot]`


class Rest(NamedTuple):
    """What else a container is made with."""

    index_bits: int = 32
    type_bits: int = 15
    type_id: int = 0
    reserve: int = 0
    lifo: bool = False


DEFAULT: Final = Rest()


def any_configuration(make: Any) -> dict[str, Any]:
    """Any one, but for the policy, which a theorem names."""
    numbers = (make.int("index_bits"), make.int("type_bits"), make.int("type_id"), make.int("reserve"))
    return {"generation_bits": make.int("generation_bits"), "rest": Rest(*numbers, make.bool("lifo"))}


def _erase(h: Container) -> None:
    """End the first value; there is none where a slot that is used up was the last one."""
    if h.size() > 0:
        h.erase(h.handle_at(0))


def _clear(h: Container) -> None:
    h.clear()


ENDS: Final = (_erase, _clear)
"""The ways in which the value of the only live slot ends."""


def _insert(bits: Any, h: Container) -> Handle | None:
    """The handle of any value, or None if there is no room for one."""
    try:
        inserted: Handle = h.insert(bits.value())
    except Full:
        return None
    return inserted


def _maker(bits: Any, generation_bits: int, rest: Rest) -> Callable[[Any, GenerationPolicy, Any], Container]:
    """Make of a side, a policy and a generation: a container of one value, in slot 0, of that generation."""
    index_bits, type_bits, type_id, reserve, lifo = rest
    bits.assume(conj(generation_bits >= 1, index_bits >= 1, type_bits >= 1))
    bits.assume(conj(within(0, type_id, 2**type_bits), within(0, reserve, 2**index_bits)))

    def with_one_slot(side: Any, policy: GenerationPolicy, generation: Any) -> Container:
        h = side(
            type_id,
            reserve,
            index_bits=index_bits,
            generation_bits=generation_bits,
            type_bits=type_bits,
            generation=policy,
            free_order="lifo" if lifo else "fifo",
        )
        h.insert(bits.value())
        h.generation[0] = generation
        return h

    return with_one_slot


def _in_every_way(holds: Callable[[Any, Callable[[Container], None]], bool]) -> bool:
    """True if the predicate holds on both sides, for every way in which a value ends."""
    return conj(*(holds(side, end) for side in SIDES for end in ENDS))


def _reuses_add_up(bits: Any, generation_bits: int, rest: Rest = DEFAULT) -> bool:
    """Before any reuse it holds, and with each reuse it goes on to hold."""
    with_one_slot = _maker(bits, generation_bits, rest)
    limit = 2**generation_bits
    first, reuses = bits.int("first", generation_bits), bits.int("reuses", generation_bits + 1)

    def step(side: Any, end: Callable[[Container], None]) -> bool:
        h = with_one_slot(side, "wrap", (first + reuses) % limit)
        end(h)
        again = h.insert(bits.value())
        return conj(again.slot == 0, again.generation == (first + (reuses + 1)) % limit)

    return conj((first + 0) % limit == first, _in_every_way(step))


def _wrapped_is_accepted(bits: Any, generation_bits: int, rest: Rest = DEFAULT) -> bool:
    with_one_slot = _maker(bits, generation_bits, rest)
    limit = 2**generation_bits
    first, reuses = bits.int("first", generation_bits), bits.between("reuses", 1, limit + 1)
    now, stale = (first + reuses) % limit, Handle(0, first, rest.type_id)
    return conj(*(iff(with_one_slot(side, "wrap", now).is_valid(stale), reuses == limit) for side in SIDES))


def _retired_or_older(bits: Any, generation_bits: int, rest: Rest = DEFAULT) -> bool:
    """Where a slot is the last one that there is, nothing comes after its last generation."""
    with_one_slot = _maker(bits, generation_bits, rest)
    limit = 2**generation_bits
    generation = bits.between("generation", 1, limit)
    last = generation + 1 == limit

    def step(side: Any, end: Callable[[Container], None]) -> bool:
        h = with_one_slot(side, "retire", generation)
        end(h)
        dead = negate(h.is_valid(Handle(0, generation, rest.type_id)))
        again = _insert(bits, h)
        if again is None:
            return conj(dead, last, rest.index_bits == 1, h.generation[0] == 0)
        return conj(
            dead,
            again.slot == choose(last, 1, 0),
            again.generation == choose(last, 1, generation + 1),
            h.generation[0] == choose(last, 0, generation + 1),
        )

    return _in_every_way(step)


def _dead_stays_dead(bits: Any, generation_bits: int, rest: Rest = DEFAULT) -> bool:
    """A handle that is dead is refused, and dead it stays; a slot that is used up stays so, whatever comes after."""
    with_one_slot = _maker(bits, generation_bits, rest)
    limit = 2**generation_bits
    generation = bits.between("generation", 1, limit)
    stale = Handle(0, bits.between("dead", 1, limit), rest.type_id)

    def is_dead(h: Container) -> bool:
        """True if the slot is used up, or older than the handle, which is refused."""
        return conj(disj(h.generation[0] == 0, stale.generation < h.generation[0]), negate(h.is_valid(stale)))

    def step(side: Any, end: Callable[[Container], None]) -> bool:
        h = with_one_slot(side, "retire", generation)
        was_dead = disj(h.generation[0] == 0, stale.generation < h.generation[0])
        refused = is_dead(h)
        end(h)
        ended = is_dead(h)
        _insert(bits, h)
        return implies(was_dead, conj(refused, ended, is_dead(h)))

    def used_up(side: Any, end: Callable[[Container], None]) -> bool:
        h = with_one_slot(side, "retire", limit - 1)
        end(h)
        ended = is_dead(h)
        _insert(bits, h)
        inserted = is_dead(h)
        end(h)
        again = is_dead(h)
        _insert(bits, h)
        return conj(ended, inserted, again, is_dead(h))

    return conj(_in_every_way(step), _in_every_way(used_up))


THEOREMS: Final = tuple(
    Theorem(Claim(id, statement), holds, WIDTHS, configure=any_configuration)
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
