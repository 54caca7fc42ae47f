"""Words of declarations that mean more to the prover that reads: here is what they mean of values.

The prover gives each a meaning of its own where something stands for a container, or where data may be anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from slotproof.declare.claim import Claim
from slotproof.declare.inline import inline
from slotproof.spec.logic import Symbolic, conj

WIDEST: Final = 64
"""Bits of the widest word."""

# --- claims


def all_hold(claims: Iterable[Claim], *states: Any) -> bool:
    """True if all claims hold of the states, written out where these cannot be symbolic."""
    predicates = [claim.holds for claim in claims if claim.holds]
    if _worded:
        return conj(*(holds(*states) for holds in predicates))
    return all(inline(holds)(*states) for holds in predicates)


_worded: list[None] = []  # an entry for each `in_words` that has begun


@contextmanager
def in_words() -> Iterator[None]:
    """Ask all claims in the words of logic, which make formulas of symbolic states.

    CrossHair runs under it, since what is written out while it traces is made of its own dicts.
    """
    _worded.append(None)
    try:
        yield
    finally:
        _worded.pop()


# --- inner containers


def meaning_of(container: Any, abstract: Callable[[Any], Any]) -> Any:
    """What an inner container means: a state of its model."""
    return abstract(container)


def held_by(data: Any, holding: Callable[[Any], Any]) -> Any:
    """The inner container that holds what its `to_dict` gave, unchecked."""
    return holding(data)


def is_stand_in(container: Any) -> bool:
    """True of an inner container whose proof is used in place of its arrays: no value is one; no claim may ask it."""
    return False


def means(model: Any, container: Any, couple: Iterable[Claim]) -> bool:
    """True if a container means a model state, by its coupling."""
    return all_hold(couple, model, container)


def is_sound(container: Any, abstract: Callable[[Any], Any], laws: Iterable[Claim], couple: Iterable[Claim]) -> bool:
    """True if an inner container means a state that obeys its laws, by its coupling."""
    meant = abstract(container)
    return conj(all_hold((law for law in laws if not law.step), meant), all_hold(couple, meant, container))


# --- foreign data


def known(at: Any) -> Any:
    """The model whose arrays the data is, or None if it is anything: what an invariant may go by."""
    return at.model_before


def is_integer(entry: Any) -> bool:
    """True of an int that is no bool."""
    return type(entry) is int


def is_count(entry: Any) -> bool:
    """True of an int from 0 up."""
    return type(entry) is int and entry >= 0


def is_string(entry: Any) -> bool:
    """True of a text."""
    return isinstance(entry, str)


def is_key(entry: Any) -> bool:
    """True of what has a hash and equals itself."""
    try:
        hash(entry)
    except TypeError:
        return False
    return bool(entry == entry)  # noqa: PLR0124 - such as no NaN


def same_key(one: Any, other: Any) -> bool:
    """True of keys that are equal, and of nothing that is no key."""
    return is_key(one) and is_key(other) and bool(one == other)


# --- sequences


def is_symbolic(thing: Any) -> bool:
    """True where not all is known; no claim may ask it."""
    return isinstance(thing, Symbolic)


def first_of(sequence: Sequence[int], count: int) -> Sequence[int]:
    """The first items of a sequence, of which there are so many."""
    return sequence[:count]


def walked_down(state: Any) -> list[Any]:
    """What iteration over a pool yields: its elements from the last position to the first."""
    return [state.issued(slot) for slot in reversed(list(state.order))]


def require_few_moved(before: Sequence[int], after: Sequence[int], most: int, what: str) -> None:
    """Require that no more items than that stand in both sequences, at another place in each.

    Raises     RuntimeError
    """
    moved = [item for item in before if item in after and before.index(item) != after.index(item)]
    if len(moved) > most:
        raise RuntimeError(f"of {what} {moved} have moved")


# --- words of a machine


def widest() -> int:
    """Positions that claims speak of are below it."""
    return WIDEST
