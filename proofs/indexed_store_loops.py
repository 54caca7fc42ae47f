"""Why the loops of the indexed store end, and what is true each time they come round."""

from __future__ import annotations

from typing import Any

from slotproof.proofs import hash_index_claims as hash_index
from slotproof.proofs.engine.inside import is_stand_in, meaning_of
from slotproof.proofs.engine.refinement import Loop
from slotproof.spec.hash_index import NIL
from slotproof.spec.logic import choose, conj, contains, disj, encodable, forall, implies


def _find_invariant(at: Any) -> dict[str, bool]:
    """The walk is in the bucket of the name and has not passed the position that the name has."""
    m, h, pos, name = at.model_before, at.before, at.local["pos"], at.local["name"]
    index = meaning_of(h.index, hash_index.abstract)
    bucket = h.index.generate_key(name, case_sensitive=False)
    folded = m.folded(name)
    there = contains(m.place, folded)
    own = m.place[folded] if is_stand_in(h.index) else NIL
    return {
        "in the bucket": disj(
            pos == NIL, lambda: conj(contains(index.bucket, pos), index.bucket[pos] == bucket, pos >= 0)
        ),
        "the name is in the bucket": implies(
            there,
            lambda: conj(contains(index.bucket, own), index.bucket[own] == bucket, m.folded(h.names[own]) == folded),
        ),
        "not past the name": implies(there, lambda: conj(pos != NIL, index.rank[pos] >= index.rank[own])),
    }


def _find_variant(at: Any) -> Any:
    pos = at.local["pos"]
    return choose(pos == NIL, 0, meaning_of(at.before.index, hash_index.abstract).rank[pos] + 1)


def _all_names(at: Any) -> dict[str, bool]:
    names = at.local["names"]
    return {"all are names": forall(0, len(names), lambda place: encodable(names[place]))}


LOOPS = (
    Loop("IndexedStore._find", invariant=_find_invariant, variant=_find_variant),
    Loop(
        "check_names",
        invariant=lambda at: {"passed": forall(0, at.index, lambda place: encodable(at.local["names"][place]))},
    ),
    Loop("IndexedStoreModel.erase_items", invariant=_all_names, lockstep=True),
    Loop("IndexedStore.erase_items", invariant=_all_names, lockstep=True),
)
