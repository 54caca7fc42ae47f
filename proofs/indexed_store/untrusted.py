"""Why `from_dict` of the indexed store accepts the fields of such a store, and no others.

That the hash index is one is proved with it. The walks along its chains show that it links each position under the key
of its name, and the last loop that it links nothing else.
"""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Foreign, Loop
from slotproof.declare.words import is_string, known, meaning_of
from slotproof.proofs.hash_index.claims import abstract as index_abstract
from slotproof.proofs.hash_index.untrusted import whole_size
from slotproof.proofs.indexed_store.claims import Impl
from slotproof.spec.hash_index import NIL
from slotproof.spec.indexed_store import fold
from slotproof.spec.logic import choose, conj, contains, disj, encodable, forall, negate


def folded_at(h: Impl, pos: Any) -> Any:
    """The name at a position, as the store tells names apart."""
    return choose(h.fold_case, fold(h.names[pos]), h.names[pos])


def links_of(h: Impl) -> Any:
    """The state that the hash index means."""
    return meaning_of(h.index, index_abstract)


def key_at(h: Impl, pos: Any) -> Any:
    """The key of the name at a position."""
    return h.index.generate_key(h.names[pos], case_sensitive=False)


def _means(h: Impl, seen: Any) -> dict[str, Any]:
    """The state of the model that the arrays mean."""
    place = seen.told_apart(len(h.names), lambda pos: folded_at(h, pos))
    return {
        "order": h.names.copy(),
        "place": place,
        "value": seen.of_values(place, lambda name: h.dense[place[name]]),
        "fold_case": h.fold_case,
        "index_limit": h.index.index_limit,
    }


FOREIGN: Final = Foreign(
    _means,
    premise=lambda h: whole_size(h.index),
    whole=lambda h, data: type(h).from_dict(h.to_dict()),
)

# --- loops


def names_behind(at: Any) -> dict[str, bool]:
    """The entries that are behind are names."""
    names = at.local["names"]
    return {"names": forall(0, at.index, lambda place: conj(is_string(names[place]), encodable(names[place])))}


def _apart(at: Any) -> dict[str, bool]:
    """The names that are behind are noted, and apart from each other."""
    h, met = at.local["twin"], at.local["met"]
    noted = forall(0, at.index, lambda pos: contains(met, folded_at(h, pos)))
    apart = forall(
        0, at.index, lambda pos: forall(0, pos, lambda other: negate(folded_at(h, other) == folded_at(h, pos)))
    )
    whole = known(at)
    if whole is None:
        return {"noted": noted, "apart": apart}
    ahead = forall(at.index, len(h.names), lambda pos: negate(contains(met, folded_at(h, pos))))
    return {"noted": noted, "apart": apart, "none that is ahead": ahead}


def _linked_behind(at: Any) -> dict[str, bool]:
    """The positions that are behind are linked under the keys of their names."""
    h = at.local["twin"]
    bucket = links_of(h).bucket
    return {
        "room": at.index <= h.index.index_size,
        "linked": forall(0, at.index, lambda pos: conj(contains(bucket, pos), lambda: bucket[pos] == key_at(h, pos))),
    }


def _along_the_chain(at: Any) -> dict[str, bool]:
    """The walk is in the bucket of the name, and has not passed its position."""
    h, each, pos = at.local["twin"], at.local["each"], at.local["pos"]
    links = links_of(h)
    there = disj(
        each == NIL, lambda: conj(contains(links.bucket, each), links.bucket[each] == key_at(h, pos), each >= 0)
    )
    if known(at) is None:
        return {"in the bucket": there}
    return {
        "in the bucket": there,
        "not past the position": conj(each != NIL, lambda: links.rank[each] >= links.rank[pos]),
    }


def _down_the_ranks(at: Any) -> Any:
    each = at.local["each"]
    return choose(each == NIL, 0, links_of(at.local["twin"]).rank[each] + 1)


def _unlinked_behind(at: Any) -> dict[str, bool]:
    """What is behind of the room that no name takes is not linked."""
    h = at.local["twin"]
    bucket, size = links_of(h).bucket, len(h.names)
    return {"not linked": forall(size, size + at.index, lambda pos: negate(contains(bucket, pos)))}


FOREIGN_LOOPS: Final = (
    Loop("_check_distinct", invariant=_apart),
    Loop("_check_links", 0, invariant=_linked_behind),
    Loop("_check_links", 1, invariant=_along_the_chain, variant=_down_the_ranks),
    Loop("_check_links", 2, invariant=_unlinked_behind),
)
