"""Why `from_dict` of the dense map and set accepts the arrays of such a table, and no others.

What its loops gather is the state: `place` is where each key stands, `order` the positions as the chains meet them,
bucket after bucket, `turn` the place of each in it, and `starts` and `ends` where the positions of a bucket begin and
end. So the rank of a key is how far it is to that end.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from slotproof.declare import Foreign, Loop
from slotproof.declare.words import is_key, known, same_key
from slotproof.proofs.shared.untrusted_loops import counts_so_far
from slotproof.spec.dense_table import is_load
from slotproof.spec.logic import below, conj, contains, disj, forall, forall_in, iff, implies, power_of_two, within


def as_constructed(h: Any) -> bool:
    """The width of a position is a whole number of bits; no claim says so."""
    return conj(h.nil >= 1, power_of_two(h.nil + 1))


def is_rounded(h: Any) -> bool:
    """A load is what rounding to 32 bits gives of what it is rounded to."""
    return is_load(h.load_num, h.load_den)


def bucket_at(h: Any, pos: Any) -> Any:
    """The bucket of the key at a position."""
    return h.hasher(h.key[pos]) % len(h.head)


# --- the state that the arrays mean


def _table(h: Any, seen: Any) -> dict[str, Any]:
    place = seen.local("_check_keys#0", "place")
    turn, starts, ends = (seen.local("_check_chains#0", name) for name in ("turn", "starts", "ends"))
    numbers = ("hasher", "nil", "min_buckets", "load_num", "load_den")
    return {
        "order": seen.placed(h.key, place),
        "rank": seen.of_keys(place, lambda key: ends[h.hasher(key) % len(h.head)] - 1 - turn[place[key]]),
        "linked": seen.listed(len(h.head), lambda bucket: ends[bucket] - starts[bucket]),
        **{name: getattr(h, name) for name in numbers},
    }


def _map(h: Any, seen: Any) -> dict[str, Any]:
    parts = _table(h, seen)
    return {**parts, "value": seen.keyed(parts["order"], h.dense)}


FOREIGN_SET: Final = Foreign(
    _table,
    premise=as_constructed,
    presumed=is_rounded,
    more=lambda make: (make.hasher("hasher"),),
    omitted=("hasher",),
)
FOREIGN_MAP: Final = replace(FOREIGN_SET, means=_map)

# --- loops


def _no_entry_is_negative(at: Any) -> dict[str, bool]:
    """Each entry is a position or nil."""
    h = at.now
    if known(at) is None:
        return {}
    return {
        "heads": forall(0, len(h.head), lambda bucket: h.head[bucket] >= 0),
        "links": forall(0, len(h.chain), lambda pos: h.chain[pos] >= 0),
    }


def _keys_behind(at: Any) -> dict[str, bool]:
    """A key that is behind has its place, and nothing else has one."""
    keys, place = at.local["keys"], at.local["place"]
    return {
        "as many": len(place) == at.index,
        "keys": forall(0, at.index, lambda pos: is_key(keys[pos])),
        "each has its place": forall(
            0, len(place), lambda pos: conj(contains(place, keys[pos]), lambda: place[keys[pos]] == pos)
        ),
        "no others": forall_in(
            place, lambda key: conj(within(0, place[key], at.index), same_key(keys[place[key]], key))
        ),
    }


def _met(h: Any, order: Any, turn: Any) -> dict[str, bool]:
    """Each position that was met is in order once."""
    return {
        "one turn for each": forall(
            0,
            len(order),
            lambda each: conj(
                within(0, order[each], len(h.key)), contains(turn, order[each]), lambda: turn[order[each]] == each
            ),
        ),
        "each has a turn": forall_in(
            turn,
            lambda pos: conj(within(0, pos, len(h.key)), within(0, turn[pos], len(order)), order[turn[pos]] == pos),
        ),
    }


def _whole_chains(h: Any, order: Any, starts: Any, ends: Any) -> dict[str, bool]:
    """The positions of a bucket that is done are a chain from its head to its end."""
    return {
        "parts": forall(
            0,
            len(ends),
            lambda bucket: conj(
                within(0, starts[bucket], ends[bucket] + 1),
                ends[bucket] <= len(order),
                iff(h.head[bucket] == h.nil, starts[bucket] == ends[bucket]),
                disj(h.head[bucket] == h.nil, lambda: order[starts[bucket]] == h.head[bucket]),
            ),
        ),
        "in the part of its bucket": forall(
            0,
            len(order),
            lambda each: implies(
                bucket_at(h, order[each]) < len(ends),
                lambda: conj(
                    starts[bucket_at(h, order[each])] <= each,
                    each < ends[bucket_at(h, order[each])],
                ),
            ),
        ),
        "of the bucket of its part": forall(
            0,
            len(ends),
            lambda bucket: forall(starts[bucket], ends[bucket], lambda each: bucket_at(h, order[each]) == bucket),
        ),
        "links": forall(
            0,
            len(order),
            lambda each: implies(
                bucket_at(h, order[each]) < len(ends),
                lambda: conj(
                    implies(each == ends[bucket_at(h, order[each])] - 1, h.chain[order[each]] == h.nil),
                    implies(each < ends[bucket_at(h, order[each])] - 1, h.chain[order[each]] == order[each + 1]),
                ),
            ),
        ),
    }


def _of_whole(h: Any, turn: Any, ends: Any) -> dict[str, bool]:
    """What was met are the keys of the buckets that are done."""
    return {
        "all that are linked": implies(
            len(ends) > 0,
            lambda: forall(
                0, len(h.key), lambda pos: implies(bucket_at(h, pos) < len(ends), lambda: contains(turn, pos))
            ),
        )
    }


def _buckets_behind(at: Any) -> dict[str, bool]:
    """The chains of the buckets that are behind are in order, one after the other."""
    h, order, turn, starts, ends = (at.local[name] for name in ("table", "order", "turn", "starts", "ends"))
    return {
        "one part a bucket": conj(len(starts) == at.index, len(ends) == at.index),
        "of buckets behind": forall(0, len(order), lambda each: bucket_at(h, order[each]) < at.index),
        **_met(h, order, turn),
        **_whole_chains(h, order, starts, ends),
        **({} if known(at) is None else _of_whole(h, turn, ends)),
    }


def _along_the_chain(at: Any) -> dict[str, bool]:
    """Since the bucket was begun, what was met is the way from its head to the position that is next."""
    h, order, turn, starts, ends = (at.local[name] for name in ("table", "order", "turn", "starts", "ends"))
    bucket, pos, begun, count = at.local["bucket"], at.local["pos"], len(at.entry_local["order"]), len(order)
    m = known(at)
    return {
        "one part a bucket": conj(len(starts) == bucket + 1, len(ends) == bucket, starts[bucket] == begun),
        "begun": conj(begun <= count, pos >= 0),
        **_met(h, order, turn),
        **_whole_chains(h, order, starts, ends),
        "parts before": forall(0, len(ends), lambda each: ends[each] <= begun),
        "begins at the head": conj(
            implies(count == begun, pos == h.head[bucket]),
            implies(count > begun, lambda: order[begun] == h.head[bucket]),
        ),
        "the way": forall(
            begun,
            count,
            lambda each: conj(
                bucket_at(h, order[each]) == bucket,
                order[each] != h.nil,
                implies(each < count - 1, lambda: h.chain[order[each]] == order[each + 1]),
                implies(each == count - 1, lambda: h.chain[order[each]] == pos),
            ),
        ),
        "before the way": forall(0, begun, lambda each: bucket_at(h, order[each]) < bucket),
        **({} if m is None else _down_the_ranks(m, h, turn, ends, bucket, pos)),
    }


def _down_the_ranks(m: Any, h: Any, turn: Any, ends: Any, bucket: Any, pos: Any) -> dict[str, bool]:
    """What was met of the bucket are the keys of a higher rank than the one that is next."""

    def is_above(each: Any) -> Any:
        return disj(pos == h.nil, lambda: m.rank[h.key[each]] > m.rank[h.key[pos]])

    return {
        "next": disj(pos == h.nil, lambda: conj(within(0, pos, len(h.key)), lambda: bucket_at(h, pos) == bucket)),
        "higher": forall_in(turn, lambda each: implies(bucket_at(h, each) == bucket, lambda: is_above(each))),
        "all that are higher": forall(
            0,
            len(h.key),
            lambda each: implies(conj(bucket_at(h, each) == bucket, is_above(each)), lambda: contains(turn, each)),
        ),
        **_of_whole(h, turn, ends),
    }


def _all_met(at: Any) -> dict[str, bool]:
    """A position that is behind was met."""
    turn = at.local["turn"]
    return {"met": forall(0, at.index, lambda pos: contains(turn, pos))}


FOREIGN_LOOPS: Final = (
    Loop("check_counts", invariant=lambda at: {**counts_so_far(at), **_no_entry_is_negative(at)}),
    Loop("_check_keys", invariant=_keys_behind),
    Loop("_check_chains", 0, invariant=_buckets_behind),
    Loop(
        "_check_chains",
        1,
        invariant=_along_the_chain,
        variant=lambda at: len(at.local["table"].key) - below(at.local["turn"], len(at.local["table"].key)),
    ),
    Loop("_check_chains", 2, invariant=_all_met),
)
