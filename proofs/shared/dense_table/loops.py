"""What is true each time a loop of the dense map or set comes to its head.

A walk along a chain is in one bucket and goes down the ranks, so that it ends, and meets the key it looks for.
"""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Loop
from slotproof.proofs.shared.dense_table.answers import keys_stay
from slotproof.spec.logic import choose, conj, contains, disj, exists, forall, forall_in, implies, power_of_two, within


def _table_of(at: Any) -> tuple[Any, Any]:
    """The model before, and the arrays, of the table that walks: that of the operation, or its second argument."""
    walker = at.local["self"]
    return (at.model_before, walker) if walker is at.now else (at.arguments[0].model, walker)


def _find_invariant(at: Any) -> dict[str, bool]:
    """The walk is in the bucket of the key, and has not passed the key."""
    m, h = _table_of(at)
    pos, key = at.local["pos"], at.local["key"]
    return {
        "in the bucket": disj(
            pos == h.nil,
            lambda: conj(within(0, pos, len(h.key)), lambda: m.bucket_of(h.key[pos]) == m.bucket_of(key)),
        ),
        "not past the key": implies(
            contains(m.rank, key), lambda: conj(pos != h.nil, lambda: m.rank[h.key[pos]] >= m.rank[key])
        ),
    }


def _find_variant(at: Any) -> Any:
    m, h = _table_of(at)
    pos = at.local["pos"]
    return choose(pos == h.nil, 0, m.rank[h.key[pos]] + 1)


def _redirect_invariant(at: Any) -> dict[str, bool]:
    """The walk is in the bucket of the link it looks for, above it, and not where that link will lead."""
    m, h = at.model_before, at.now
    pos, old, bucket = at.local["pos"], at.local["old"], at.local["bucket"]
    return {
        "in the bucket": conj(within(0, pos, len(h.key)), lambda: m.bucket_of(h.key[pos]) == bucket),
        "above": conj(pos != at.local["new"], m.rank[h.key[pos]] > m.rank[h.key[old]]),
    }


def _redirect_variant(at: Any) -> Any:
    return at.model_before.rank[at.now.key[at.local["pos"]]]


def _ranking_invariant(at: Any) -> dict[str, bool]:
    """The keys that are behind have the ranks 0, 1, 2 ... of their bucket, in this order."""
    m, behind = at.model, at.index
    return {
        "buckets": len(m.linked) == at.local["buckets"],
        "as many": len(m.rank) == behind,
        "no others": forall_in(m.rank, lambda key: conj(contains(m.order, key), m.order.place(key) < behind)),
        "ranked": forall(
            0,
            behind,
            lambda pos: conj(
                contains(m.rank, m.order[pos]),
                within(0, m.rank[m.order[pos]], m.linked[m.bucket_of(m.order[pos])]),
            ),
        ),
        "rising": forall(
            0,
            behind,
            lambda pos: forall(
                pos + 1,
                behind,
                lambda later: implies(
                    m.bucket_of(m.order[pos]) == m.bucket_of(m.order[later]),
                    m.rank[m.order[pos]] < m.rank[m.order[later]],
                ),
            ),
        ),
        "each has the one below": forall(
            0,
            behind,
            lambda pos: implies(
                m.rank[m.order[pos]] > 0,
                lambda: exists(
                    0,
                    pos,
                    lambda older: conj(
                        m.bucket_of(m.order[older]) == m.bucket_of(m.order[pos]),
                        m.rank[m.order[older]] == m.rank[m.order[pos]] - 1,
                    ),
                ),
            ),
        ),
        "the last of each bucket": forall(
            0,
            len(m.linked),
            lambda bucket: conj(
                m.linked[bucket] >= 0,
                implies(
                    m.linked[bucket] > 0,
                    lambda: exists(
                        0,
                        behind,
                        lambda pos: conj(
                            m.bucket_of(m.order[pos]) == bucket, m.rank[m.order[pos]] == m.linked[bucket] - 1
                        ),
                    ),
                ),
            ),
        ),
    }


def _linking_invariant(at: Any) -> dict[str, bool]:
    """The keys that are behind are linked as they are ranked."""
    m, h, behind = at.model, at.now, at.index
    return {
        "lengths": conj(len(h.head) == at.local["buckets"], len(h.chain) == len(h.key)),
        "heads": forall(
            0,
            len(h.head),
            lambda bucket: conj(
                implies(
                    h.head[bucket] != h.nil,
                    lambda: conj(
                        within(0, h.head[bucket], behind), lambda: m.bucket_of(h.key[h.head[bucket]]) == bucket
                    ),
                ),
                forall(
                    0,
                    behind,
                    lambda pos: implies(
                        m.bucket_of(h.key[pos]) == bucket,
                        lambda: conj(h.head[bucket] != h.nil, m.rank[h.key[pos]] <= m.rank[h.key[h.head[bucket]]]),
                    ),
                ),
            ),
        ),
        "links": forall(
            0,
            behind,
            lambda pos: conj(
                implies(m.rank[h.key[pos]] == 0, h.chain[pos] == h.nil),
                implies(
                    m.rank[h.key[pos]] > 0,
                    lambda: conj(
                        within(0, h.chain[pos], pos),
                        lambda: m.bucket_of(h.key[h.chain[pos]]) == m.bucket_of(h.key[pos]),
                        lambda: m.rank[h.key[h.chain[pos]]] == m.rank[h.key[pos]] - 1,
                    ),
                ),
            ),
        ),
    }


def _doubling_invariant(at: Any) -> dict[str, bool]:
    """The buckets are a power of two, and no fewer than the least there may be."""
    return {
        "a power of two": conj(power_of_two(at.local["buckets"]), at.local["buckets"] >= at.model.min_buckets),
        "a load": conj(at.local["load_num"] >= 1, at.local["load_den"] >= 1),
    }


def _doubling_variant(at: Any) -> Any:
    """How many buckets are missing: never more than the keys weigh, since a bucket bears some weight."""
    weight, at_least = at.local["keys"] * at.local["load_den"], at.local["at_least"]
    return choose(at_least > weight, at_least, weight) - at.local["buckets"]


def _range_invariant(at: Any, size: Any) -> dict[str, bool]:
    """The keys that are still to go are there."""
    first, last = at.local["first"], at.local["last"]
    return {"still there": conj(first >= 0, first <= last, last - at.index <= size)}


def _erased_range(at: Any) -> dict[str, bool]:
    """The keys below those that are gone stand where they stood, and those behind the range are there."""
    m, before, first, last = at.model, at.model_before, at.local["first"], at.local["last"]
    return {
        **_range_invariant(at, len(m.order)),
        "as many": len(m.order) == len(before.order) - at.index,
        "below": forall(0, last - at.index, lambda pos: m.order[pos] == before.order[pos]),
        "behind": keys_stay(before, m, first, last),
    }


def _counting(at: Any, count: Any) -> dict[str, bool]:
    """What is counted and what is left on the chain are all keys of the bucket."""
    m, h = at.model_before, at.now
    pos, bucket = at.local["pos"], at.local["bucket"]
    return {
        "end": implies(pos == h.nil, count == m.linked[bucket]),
        "left": implies(
            pos != h.nil,
            lambda: conj(
                within(0, pos, len(h.key)),
                lambda: m.bucket_of(h.key[pos]) == bucket,
                lambda: m.rank[h.key[pos]] + count == m.linked[bucket] - 1,
            ),
        ),
    }


def _counting_variant(at: Any) -> Any:
    pos = at.local["pos"]
    return choose(pos == at.now.nil, 0, at.model_before.rank[at.now.key[pos]] + 1)


def _gathering_invariant(at: Any) -> dict[str, bool]:
    """The keys gathered are those linked last, the last first, and the rest of the chain is still to come."""
    m, keys, bucket = at.model_before, at.local["keys"], at.local["bucket"]
    return {
        **_counting(at, len(keys)),
        "gathered": forall(
            0,
            len(keys),
            lambda turn: conj(
                contains(m.rank, keys[turn]),
                m.bucket_of(keys[turn]) == bucket,
                m.rank[keys[turn]] == m.linked[bucket] - 1 - turn,
            ),
        ),
    }


def _comparing_invariant(at: Any) -> dict[str, bool]:
    """The other container holds the keys that are behind, with the same values if there are values."""
    m, other = at.model_before, at.arguments[0].model
    valued = hasattr(m, "value")
    return {
        "equal so far": forall(
            0,
            at.index,
            lambda pos: conj(
                contains(other.rank, m.order[pos]),
                lambda: m.value[m.order[pos]] == other.value[m.order[pos]] if valued else True,
            ),
        )
    }


LOOPS: Final = (
    Loop("DenseTable.find", invariant=_find_invariant, variant=_find_variant),
    Loop("DenseTable._redirect", invariant=_redirect_invariant, variant=_redirect_variant),
    Loop("DenseTableModel.link_all", invariant=_ranking_invariant),
    Loop("DenseTable._link_all", invariant=_linking_invariant),
    Loop(
        "DenseTable.bucket_size",
        invariant=lambda at: _counting(at, at.local["count"]),
        variant=_counting_variant,
    ),
    *(
        Loop(name, invariant=_doubling_invariant, variant=_doubling_variant, lockstep=True)
        for name in ("DenseTableModel.least_buckets", "DenseTable._least_buckets")
    ),
    Loop("DenseTableModel.erase_range", invariant=_erased_range, lockstep=True),
    Loop("DenseTable.erase_range", invariant=lambda at: _range_invariant(at, len(at.now.key)), lockstep=True),
    Loop(
        "DenseTable.bucket_keys",
        invariant=_gathering_invariant,
        variant=_counting_variant,
    ),
    *(Loop(f"{kind}.equals", invariant=_comparing_invariant) for kind in ("DenseMap", "DenseSet")),
)
