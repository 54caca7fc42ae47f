"""What is true of every indexed store: laws of the model, and what ties the arrays to it.

Where a name stands in its bucket is not part of what a store means: the claims say that it stands there once.
"""

from __future__ import annotations

from typing import Any

from slotproof.declare import invariant, law
from slotproof.declare.words import all_hold, held_by, is_sound, meaning_of
from slotproof.impl.indexed_store import IndexedStore
from slotproof.proofs.hash_index import claims as hash_index
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.indexed_store import IndexedStoreModel
from slotproof.spec.logic import conj, contains, encodable, forall, forall_in, iff, within

Model = IndexedStoreModel[Any]
Impl = IndexedStore[Any]

# --- laws of the model


@law("IX-L1", "Each name in the order has a value and its position, and there are no others: no name comes twice.")
def names_are_distinct(m: Model) -> bool:
    return conj(
        forall(
            0,
            len(m.order),
            lambda pos: conj(
                encodable(m.order[pos]),
                contains(m.place, m.folded(m.order[pos])),
                lambda: m.place[m.folded(m.order[pos])] == pos,
            ),
        ),
        forall_in(
            m.place,
            lambda name: conj(
                contains(m.value, name),
                within(0, m.place[name], len(m.order)),
                lambda: m.folded(m.order[m.place[name]]) == name,
            ),
        ),
        forall_in(m.value, lambda name: contains(m.place, name)),
    )


@law("IX-L2", "There are no more values than indices.")
def within_the_limit(m: Model) -> bool:
    return len(m.order) <= m.index_limit


LAWS = (names_are_distinct, within_the_limit)

# --- coupling: the arrays mean the model


@invariant("IX-I1", "`names` and `dense` are the names and their values in order.")
def arrays_in_order(m: Model, h: Impl) -> bool:
    return conj(
        len(h.names) == len(m.order),
        len(h.dense) == len(m.order),
        lambda: forall(
            0,
            len(m.order),
            lambda pos: conj(h.names[pos] == m.order[pos], h.dense[pos] == m.value[m.folded(m.order[pos])]),
        ),
    )


@invariant("IX-I2", "`index` is a hash index: what it means obeys its laws, and its arrays are what that means.")
def index_is_sound(m: Model, h: Impl) -> bool:
    return is_sound(h.index, hash_index.abstract, hash_index.LAWS, hash_index.COUPLE)


@invariant("IX-I3", "`index` links every position in the bucket of its name, and nothing else.")
def index_links_positions(m: Model, h: Impl) -> bool:
    bucket = meaning_of(h.index, hash_index.abstract).bucket
    return conj(
        forall_in(bucket, lambda pos: within(0, pos, len(h.names))),
        forall(
            0,
            len(h.names),
            lambda pos: conj(
                contains(bucket, pos),
                lambda: bucket[pos] == h.index.generate_key(h.names[pos], case_sensitive=False),
            ),
        ),
    )


@invariant("IX-I4", "Whether case counts and the limit of indices are the same on both sides.")
def configuration(m: Model, h: Impl) -> bool:
    return conj(iff(h.fold_case, m.fold_case), h.index.index_limit == m.index_limit)


COUPLE = (arrays_in_order, index_is_sound, index_links_positions, configuration)


def abstract(h: Impl) -> Model:
    """The model state that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    m: Model = object.__new__(IndexedStoreModel)
    m.order = list(h.names)
    m.fold_case, m.index_limit = h.fold_case, h.index.index_limit
    if len(h.dense) != len(h.names):
        raise InvalidArgument("a name without a value, or a value without a name")
    m.place = {m.folded(name): pos for pos, name in enumerate(h.names)}
    m.value = {m.folded(name): value for name, value in zip(h.names, h.dense, strict=True)}
    return m


def coupled(m: Model, h: Impl) -> bool:
    """True if every claim of the coupling holds."""
    return all_hold(COUPLE, m, h)


def coupled_and_lawful(m: Model, h: Impl) -> bool:
    """True if the laws hold, too, which say where the model has each name."""
    return conj(coupled(m, h), all_hold(LAWS, m))


def holding(data: dict[str, Any]) -> Impl:
    """A store that holds these fields, unchecked."""
    h: Impl = object.__new__(IndexedStore)
    h.__dict__.update({**data, "index": held_by(data["index"], hash_index.holding)})
    return h
