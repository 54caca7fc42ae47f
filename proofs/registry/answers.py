"""What the registry answers: laws of a call, of the model alone.

Laws        RG-L6 ... RG-L9
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from slotproof.declare import Answering, Claim
from slotproof.proofs.shared.invalid import no_number, refuses
from slotproof.spec.handle import Handle
from slotproof.spec.logic import conj, contains, disj, forall, iff, implies, negate, within


def _is_live(m: Any, handle: Handle) -> bool:
    return conj(
        handle.type_id == 0,
        handle.free == 0,
        contains(m.entities.generation, handle.slot),
        lambda: m.entities.generation[handle.slot] == handle.generation,
        lambda: m.entities.is_live(handle.slot),
    )


def _issues(before: Any, after: Any, answer: Handle, *hint: Handle) -> bool:
    """True if a handle was not live and is."""
    return conj(negate(_is_live(before, answer)), _is_live(after, answer))


def _has(m: Any, pool: int, handle: Handle) -> bool:
    return conj(
        within(0, pool, len(m.values)),
        lambda: _of_pool(m, pool, lambda values: contains(values, handle.slot)),
        lambda: _is_live(m, handle),
    )


def _has_none(m: Any, pool: int, handle: Handle, *value: Any) -> bool:
    return negate(_has(m, pool, handle))


def _holds(m: Any, pool: int, handle: Handle, value: Any) -> bool:
    """True if the entity has that value in the pool."""
    return conj(_has(m, pool, handle), lambda: _of_pool(m, pool, lambda values: values[handle.slot] == value))


def _of_pool(m: Any, pool: int, holds: Callable[[Any], bool]) -> bool:
    """True if something holds of the values of a pool; of a pool that is not known yet, each is looked at."""
    return forall(0, len(m.values), lambda each: implies(each == pool, lambda: holds(m.values[each])))


REGISTRY_ANSWERS: Final = (
    Answering(
        Claim("RG-L6", "A value is answered for exactly while its entity is live and has it, and is its own."),
        answered={
            "contains": lambda before, after, answer, pool, handle: iff(answer, _has(before, pool, handle)),
            "get": lambda before, after, answer, pool, handle: _holds(before, pool, handle, answer),
            "replace": lambda before, after, answer, pool, handle, value: conj(
                _has(before, pool, handle), _holds(after, pool, handle, value)
            ),
            "erase": lambda before, after, answer, pool, handle: conj(
                _has(before, pool, handle), _has_none(after, pool, handle)
            ),
            "remove": lambda before, after, answer, pool, handle: conj(
                iff(answer, _has(before, pool, handle)), _has_none(after, pool, handle)
            ),
        },
        refused={"get": _has_none, "replace": _has_none, "erase": _has_none},
    ),
    Answering(
        Claim("RG-L7", "A handle is valid exactly while it is live; what is issued was not, and `destroy` ends it."),
        answered={
            "is_valid": lambda before, after, answer, handle: iff(answer, _is_live(before, handle)),
            "create": _issues,
            "create_at": _issues,
            "destroy": lambda before, after, answer, handle: conj(
                _is_live(before, handle), negate(_is_live(after, handle))
            ),
        },
        refused={"destroy": lambda before, handle: negate(_is_live(before, handle))},
    ),
    Answering(
        Claim("RG-L8", "`emplace` is refused only to what is not live or has a value there; else it has this one."),
        answered={
            "emplace": lambda before, after, answer, pool, handle, value: conj(
                _is_live(before, handle), _has_none(before, pool, handle), _holds(after, pool, handle, value)
            )
        },
        refused={
            "emplace": lambda before, pool, handle, value: disj(
                negate(within(0, pool, len(before.values))),
                lambda: negate(_is_live(before, handle)),
                lambda: _has(before, pool, handle),
            )
        },
    ),
    refuses("RG-L9", "By `pool_size`, what is no number,", pool_size=no_number),
)
