"""Why the loops of the indexed store end, and what is true each time they come round."""

from __future__ import annotations

from typing import Any

from slotproof.declare import Loop
from slotproof.declare.words import meaning_of
from slotproof.proofs.hash_index import claims as hash_index
from slotproof.proofs.indexed_store.untrusted import FOREIGN_LOOPS, names_behind
from slotproof.proofs.shared.dense_table.answers import all_inserted, all_named_stay, only_these_go
from slotproof.spec.hash_index import NIL
from slotproof.spec.logic import choose, conj, contains, disj, encodable, forall, implies, negate


def _find_invariant(at: Any) -> dict[str, bool]:
    """The walk is in the bucket of the name and has not passed the position that the name has."""
    m, h, pos, name = at.model_before, at.before, at.local["pos"], at.local["name"]
    index = meaning_of(h.index, hash_index.abstract)
    bucket = h.index.generate_key(name, case_sensitive=False)
    folded = m.folded(name)
    there = contains(m.place, folded)
    return {
        "in the bucket": disj(
            pos == NIL, lambda: conj(contains(index.bucket, pos), lambda: index.bucket[pos] == bucket, pos >= 0)
        ),
        "the name is in the bucket": implies(
            there,
            lambda: conj(
                contains(index.bucket, m.place[folded]),
                lambda: index.bucket[m.place[folded]] == bucket,
                lambda: m.folded(h.names[m.place[folded]]) == folded,
            ),
        ),
        "not past the name": implies(
            there, lambda: conj(pos != NIL, lambda: index.rank[pos] >= index.rank[m.place[folded]])
        ),
    }


def _find_variant(at: Any) -> Any:
    pos = at.local["pos"]
    return choose(pos == NIL, 0, meaning_of(at.before.index, hash_index.abstract).rank[pos] + 1)


def _all_names(at: Any) -> dict[str, bool]:
    names = at.local["names"]
    return {"all are names": forall(0, len(names), lambda place: encodable(names[place]))}


def _folded(at: Any, turn: Any) -> Any:
    """The name of the item of a turn, as the store tells names apart."""
    return at.model.folded(at.local["items"][turn][0])


def _are_new(at: Any, low: Any, high: Any) -> bool:
    """The names of these turns are names, are not taken, and are apart from each other; there is an index for each."""
    m, items = at.model, at.local["items"]
    return conj(
        forall(
            low,
            high,
            lambda turn: conj(encodable(items[turn][0]), negate(contains(m.place, _folded(at, turn)))),
        ),
        forall(
            low,
            high,
            lambda turn: forall(low, turn, lambda other: negate(_folded(at, other) == _folded(at, turn))),
        ),
        len(m.order) + high - low <= m.index_limit,
    )


def _looked_at(at: Any) -> dict[str, bool]:
    """The names behind are new, and noted."""
    return {
        "all are names": forall(0, at.length, lambda turn: encodable(at.local["items"][turn][0])),
        "new": _are_new(at, 0, at.index),
        "noted": forall(0, at.index, lambda turn: contains(at.local["coming"], _folded(at, turn))),
    }


def _inserted(at: Any) -> dict[str, bool]:
    """The names ahead are new, the items behind are there, and so is what was there before."""
    positions, items = at.local["positions"], at.local["items"]
    return {
        "those ahead are new": _are_new(at, at.index, at.length),
        "one position a round": len(positions) == at.index,
        "those behind are there": all_inserted(at.model, positions, items, at.index),
        "others stay": all_named_stay(at.model_before, at.model),
    }


def _erased(at: Any) -> dict[str, bool]:
    """The names behind are gone, no others are, and those that were there are counted."""
    m, before = at.model, at.model_before
    return {
        **_all_names(at),
        "counted": at.local["erased"] == len(before.order) - len(m.order),
        "only these": only_these_go(before, m, at.local["names"], at.index),
    }


LOOPS = (
    Loop(
        "check_items",
        invariant=lambda at: {"passed": forall(0, at.index, lambda turn: encodable(at.local["items"][turn][0]))},
    ),
    Loop(
        "IndexedStoreModel.check_all_new",
        invariant=_looked_at,
        lockstep=True,
    ),
    Loop("IndexedStore._check_all_new", lockstep=True),
    Loop(
        "IndexedStoreModel.insert_items",
        invariant=_inserted,
        lockstep=True,
    ),
    Loop("IndexedStore.insert_items", lockstep=True),
    Loop("IndexedStore._find", invariant=_find_invariant, variant=_find_variant),
    Loop("check_names", invariant=names_behind),
    Loop("IndexedStoreModel.erase_items", invariant=_erased, lockstep=True),
    Loop("IndexedStore.erase_items", invariant=_all_names, lockstep=True),
    *FOREIGN_LOOPS,
)
