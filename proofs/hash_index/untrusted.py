"""Why `from_dict` of the hash index accepts the arrays of a hash index, and no others.

What its loops gather is the state: `order` holds the indices as the chains meet them, bucket after bucket, `turn` the
place of each, and `ends` where the indices of a bucket end. So the rank of an index is how far it is to that end.
"""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Foreign, Loop
from slotproof.declare.words import known
from slotproof.proofs.hash_index.claims import Impl
from slotproof.proofs.shared.untrusted_loops import INTEGERS
from slotproof.spec.hash_index import BUCKETS, NIL, UNLINKED
from slotproof.spec.logic import below, choose, conj, contains, disj, forall, forall_in, implies, within


def whole_size(h: Impl) -> bool:
    """The number of buckets is a power of two that is not too large, which no claim says."""
    return conj(h.hash_size >= 1, h.hash_size <= BUCKETS, h.hash_size & (h.hash_size - 1) == 0)


def means(h: Impl, seen: Any) -> dict[str, Any]:
    """The state of the model that the arrays mean."""
    bucket, order, turn, ends = (seen.local("_check_chains#0", name) for name in ("bucket", "order", "turn", "ends"))
    return {
        "bucket": bucket,
        "rank": seen.of_keys(bucket, lambda index: ends[bucket[index]] - 1 - turn[index]),
        "older": seen.of_keys(bucket, lambda index: h.chain[index]),
        "newer": seen.of_keys(
            bucket, lambda index: choose(h.head[bucket[index]] == index, NIL, order[turn[index] - 1])
        ),
        "newest": seen.filled(h.head, NIL),
        "allocated": h.lookup_mask != 0,
        **{name: getattr(h, name) for name in ("hash_size", "index_size", "granularity", "index_limit")},
    }


FOREIGN: Final = Foreign(means, premise=whole_size)

# --- loops


def _met(h: Impl, bucket: Any, order: Any, turn: Any, buckets: Any) -> dict[str, bool]:
    """What was met is in order once, and belongs to a bucket below."""
    count = len(order)
    return {
        "one turn for each": conj(
            len(turn) == len(h.chain),
            forall(
                0,
                count,
                lambda place: conj(
                    within(0, order[place], len(h.chain)),
                    contains(bucket, order[place]),
                    turn[order[place]] == place,
                    h.chain[order[place]] != UNLINKED,
                ),
            ),
        ),
        "each has a turn": forall_in(
            bucket,
            lambda index: conj(
                within(0, index, len(h.chain)),
                within(0, turn[index], count),
                order[turn[index]] == index,
                within(0, bucket[index], buckets),
            ),
        ),
    }


def _whole_chains(h: Impl, bucket: Any, order: Any, turn: Any, ends: Any) -> dict[str, bool]:
    """The indices of a bucket that is done are a chain from its head to its end."""
    count = len(order)
    return {
        "ends": forall(0, len(ends), lambda which: within(0, ends[which], count + 1)),
        "chains": forall(
            0,
            count,
            lambda place: implies(
                bucket[order[place]] < len(ends),
                lambda: conj(
                    place < ends[bucket[order[place]]],
                    implies(place == ends[bucket[order[place]]] - 1, h.chain[order[place]] == NIL),
                    implies(
                        place < ends[bucket[order[place]]] - 1,
                        conj(
                            h.chain[order[place]] == order[place + 1],
                            bucket[order[place + 1]] == bucket[order[place]],
                        ),
                    ),
                    disj(
                        h.head[bucket[order[place]]] == order[place],
                        conj(
                            place > 0,
                            bucket[order[place - 1]] == bucket[order[place]],
                            h.chain[order[place - 1]] == order[place],
                        ),
                    ),
                ),
            ),
        ),
        "heads": forall(
            0,
            len(ends),
            lambda which: disj(
                h.head[which] == NIL,
                conj(
                    contains(bucket, h.head[which]),
                    bucket[h.head[which]] == which,
                ),
            ),
        ),
        "heads come first": forall(
            0,
            count,
            lambda place: implies(
                bucket[order[place]] < len(ends),
                lambda: conj(h.head[bucket[order[place]]] != NIL, turn[h.head[bucket[order[place]]]] <= place),
            ),
        ),
    }


def _buckets_behind(at: Any) -> dict[str, bool]:
    """The chains of the buckets that are behind are in order, one after the other."""
    h, bucket, order, turn, ends = (at.local[name] for name in ("twin", "bucket", "order", "turn", "ends"))
    m = known(at)
    return {
        "one end a bucket": len(ends) == at.index,
        **_met(h, bucket, order, turn, at.index),
        **_whole_chains(h, bucket, order, turn, ends),
        **({} if m is None else _as_linked(m, bucket, len(ends))),
    }


def _as_linked(m: Any, bucket: Any, buckets: Any) -> dict[str, bool]:
    """What was met is what is linked in the buckets that are behind."""
    return {
        "linked there": forall_in(
            bucket, lambda index: conj(contains(m.bucket, index), m.bucket[index] == bucket[index])
        ),
        "all that are linked": implies(
            buckets > 0,
            lambda: forall_in(m.bucket, lambda index: implies(m.bucket[index] < buckets, contains(bucket, index))),
        ),
    }


def _along_the_chain(at: Any) -> dict[str, bool]:
    """Since the bucket was begun, what was met is the way from its head to the index that is next."""
    h, bucket, order, turn, ends = (at.local[name] for name in ("twin", "bucket", "order", "turn", "ends"))
    which, index, begun, count = (
        at.local["which"],
        at.local["index"],
        len(at.entry_local["order"]),
        len(at.local["order"]),
    )
    m = known(at)
    return {
        "one end a bucket": conj(len(ends) == which, begun <= count),
        **_met(h, bucket, order, turn, which + 1),
        **_whole_chains(h, bucket, order, turn, ends),
        "ends before": forall(0, len(ends), lambda each: ends[each] <= begun),
        "begins at the head": conj(
            implies(count == begun, index == h.head[which]),
            implies(count > begun, lambda: order[begun] == h.head[which]),
        ),
        "the way": forall(
            begun,
            count,
            lambda place: conj(
                bucket[order[place]] == which,
                implies(place < count - 1, lambda: h.chain[order[place]] == order[place + 1]),
                implies(place == count - 1, lambda: h.chain[order[place]] == index),
            ),
        ),
        "before the way": forall(0, begun, lambda place: bucket[order[place]] < which),
        **({} if m is None else _down_the_ranks(m, bucket, which, index)),
    }


def _down_the_ranks(m: Any, bucket: Any, which: Any, index: Any) -> dict[str, bool]:
    """What was met of the bucket are those of a higher rank than the one that is next."""
    return {
        "next": disj(index == NIL, lambda: conj(contains(m.bucket, index), m.bucket[index] == which)),
        "linked there": forall_in(bucket, lambda each: conj(contains(m.bucket, each), m.bucket[each] == bucket[each])),
        "higher": forall_in(
            bucket,
            lambda each: implies(conj(bucket[each] == which, index != NIL), lambda: m.rank[each] > m.rank[index]),
        ),
        "all that are higher": forall_in(
            m.bucket,
            lambda each: implies(
                conj(m.bucket[each] == which, disj(index == NIL, lambda: m.rank[each] > m.rank[index])),
                contains(bucket, each),
            ),
        ),
        "all that are linked": forall_in(
            m.bucket, lambda each: implies(m.bucket[each] < which, contains(bucket, each))
        ),
    }


def _all_met(at: Any) -> dict[str, bool]:
    """An index that is behind was met, or is marked as unlinked."""
    h, bucket = at.local["twin"], at.local["bucket"]
    return {
        "met or unlinked": forall(0, at.index, lambda index: disj(h.chain[index] == UNLINKED, contains(bucket, index)))
    }


FOREIGN_LOOPS: Final = (
    INTEGERS,
    Loop("_check_chains", 0, invariant=_buckets_behind),
    Loop(
        "_check_chains",
        1,
        invariant=_along_the_chain,
        variant=lambda at: len(at.local["twin"].chain) - below(at.local["bucket"], len(at.local["twin"].chain)),
    ),
    Loop("_check_chains", 2, invariant=_all_met),
)
