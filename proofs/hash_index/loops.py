"""Why the loops of the hash index end, and what is true each time they come round."""

from __future__ import annotations

from typing import Any

from slotproof.declare import Loop
from slotproof.proofs.hash_index.claims import Model
from slotproof.spec.hash_index import NIL, UNLINKED
from slotproof.spec.logic import choose, conj, contains, disj, forall, forall_in, implies, within


def _walk_invariant(at: Any) -> dict[str, bool]:
    """The walk is in the bucket and has not passed the index, and `newer` is the one before."""
    m, h, each, newer = at.model_before, at.now, at.local["each"], at.local["newer"]
    bucket, index = at.local["bucket"], at.local["index"]
    return {
        "in the bucket": disj(each == NIL, lambda: conj(contains(m.bucket, each), m.bucket[each] == bucket, each >= 0)),
        "not past the index": implies(
            conj(contains(m.bucket, index), m.bucket[index] == bucket),
            lambda: conj(each != NIL, m.rank[each] >= m.rank[index]),
        ),
        "one before": conj(
            implies(newer == NIL, h.head[bucket] == each),
            implies(
                newer != NIL,
                lambda: conj(contains(m.bucket, newer), m.bucket[newer] == bucket, m.older[newer] == each, newer >= 0),
            ),
        ),
    }


def _walk_variant(at: Any) -> Any:
    each = at.local["each"]
    return choose(each == NIL, 0, at.model_before.rank[each] + 1)


def _rank_from_one(m: Model, each: Any) -> Any:
    """How many indices a walk from this one meets."""
    return choose(each == NIL, 0, m.rank[each] + 1)


def _gather_invariant(at: Any) -> dict[str, bool]:
    """Found are the newest of the bucket; the walk stands before the next one."""
    m, found, index = at.model_before, at.local["found"], at.local["index"]
    bucket = m.bucket_of(at.local["key"])
    length = _length_of(m, bucket)
    return {
        "in the bucket": disj(
            index == NIL, lambda: conj(contains(m.bucket, index), m.bucket[index] == bucket, index >= 0)
        ),
        "so many": length == len(found) + _rank_from_one(m, index),
        "found": forall(0, len(found), lambda place: _stands_at(m, found[place], bucket, length - 1 - place)),
    }


def _length_of(m: Model, bucket: Any) -> Any:
    return choose(contains(m.newest, bucket), m.rank[m.newest[bucket]] + 1, 0)


def _stands_at(m: Model, index: Any, bucket: Any, rank: Any) -> bool:
    return conj(contains(m.bucket, index), lambda: conj(m.bucket[index] == bucket, m.rank[index] == rank))


def candidates_ensures(before: Model, after: Model, found: Any, key: Any) -> dict[str, bool]:
    """What `candidates` promises."""
    bucket, length = before.bucket_of(key), len(found)
    return {
        "each index of the bucket": forall_in(
            before.bucket,
            lambda index: implies(
                before.bucket[index] == bucket,
                lambda: conj(
                    within(0, before.rank[index], length), lambda: found[length - 1 - before.rank[index]] == index
                ),
            ),
        ),
        "no other, newest first": forall(
            0, length, lambda place: _stands_at(before, found[place], bucket, length - 1 - place)
        ),
    }


def _lengths_so_far(at: Any) -> dict[str, bool]:
    """One length for each bucket behind."""
    return {"one a bucket": len(at.local["lengths"]) == at.index}


def _count_invariant(at: Any) -> dict[str, bool]:
    """What is counted and what is ahead are the whole bucket."""
    m, index, each, length = at.model_before, at.local["index"], at.local["each"], at.local["length"]
    return {
        "in a bucket": disj(each == NIL, lambda: conj(contains(m.bucket, each), each >= 0)),
        "so many": length + _rank_from_one(m, each) == _rank_from_one(m, index),
    }


def _growth_invariant(at: Any) -> dict[str, bool]:
    """What was there is as it was, and what is new is marked."""
    now, entry = at.now, at.entry
    return {
        "length": conj(len(entry.chain) <= len(now.chain), len(now.chain) <= now.index_size),
        "old": forall(
            0, len(entry.chain), lambda index: now.chain[index] == entry.chain[index], by=lambda index: now.chain[index]
        ),
        "new": forall(
            len(entry.chain),
            len(now.chain),
            lambda index: now.chain[index] == UNLINKED,
            by=lambda index: now.chain[index],
        ),
    }


def _greatest_invariant(at: Any, heads: Any, links: Any) -> dict[str, bool]:
    """No index that stands in an entry that was passed is greater, and `last` is NIL or linked."""
    m, last, now = at.model_called, at.local["last"], at.now
    return {
        "no newest one is greater": forall_in(
            m.bucket,
            lambda index: implies(conj(m.newer[index] == NIL, m.bucket[index] < heads), index <= last),
        ),
        "no other one is greater": forall_in(
            m.bucket, lambda index: implies(within(0, m.newer[index], links), index <= last)
        ),
        "linked": disj(last == NIL, lambda: conj(contains(m.bucket, last), within(0, last, len(now.chain)))),
    }


def _none_beyond(at: Any) -> bool:
    """No linked index is greater than `last`."""
    return forall_in(at.model_called.bucket, lambda index: index <= at.local["last"])


def _renumber_invariant(at: Any, name: str) -> dict[str, bool]:
    """What was passed is renumbered, what is ahead is as it was."""
    now, entry, low, step = getattr(at.now, name), getattr(at.entry, name), at.local["low"], at.local["step"]
    return {
        "length": len(now) == len(entry),
        "passed": forall(
            0,
            at.index,
            lambda place: now[place] == choose(entry[place] >= low, entry[place] + step, entry[place]),
            by=lambda place: now[place],
        ),
        "ahead": forall(at.index, len(entry), lambda place: now[place] == entry[place], by=lambda place: now[place]),
    }


def _move_up_invariant(at: Any) -> dict[str, bool]:
    """The links above `pos` have gone up by one."""
    now, entry, pos, index, last = at.now.chain, at.entry.chain, at.local["pos"], at.local["index"], at.local["last"]
    return {
        "between": conj(len(now) == len(entry), index <= pos, pos <= last + 1),
        "nothing linked beyond": _none_beyond(at),
        "below": forall(0, pos + 1, lambda place: now[place] == entry[place], by=lambda place: now[place]),
        "moved": forall(pos + 1, last + 2, lambda place: now[place] == entry[place - 1], by=lambda place: now[place]),
        "above": forall(last + 2, len(entry), lambda place: now[place] == entry[place], by=lambda place: now[place]),
    }


def _move_down_invariant(at: Any) -> dict[str, bool]:
    """The links below `pos`, from the gap on, have gone down by one."""
    now, entry, pos, index, last = at.now.chain, at.entry.chain, at.local["pos"], at.local["index"], at.local["last"]
    return {
        "between": conj(len(now) == len(entry), index <= pos, pos <= last),
        "nothing linked beyond": _none_beyond(at),
        "below": forall(0, index, lambda place: now[place] == entry[place], by=lambda place: now[place]),
        "moved": forall(index, pos, lambda place: now[place] == entry[place + 1], by=lambda place: now[place]),
        "above": forall(pos, len(entry), lambda place: now[place] == entry[place], by=lambda place: now[place]),
    }


LOOPS = (
    Loop("HashIndex._last", 0, invariant=lambda at: _greatest_invariant(at, at.index, 0)),
    Loop("HashIndex._last", 1, invariant=lambda at: _greatest_invariant(at, len(at.now.head), at.index)),
    Loop("HashIndex._renumber", 0, invariant=lambda at: _renumber_invariant(at, "head")),
    Loop("HashIndex._renumber", 1, invariant=lambda at: _renumber_invariant(at, "chain")),
    Loop(
        "HashIndex.insert_index",
        invariant=_move_up_invariant,
        variant=lambda at: at.local["pos"] - at.local["index"],
    ),
    Loop(
        "HashIndex.remove_index",
        invariant=_move_down_invariant,
        variant=lambda at: at.local["last"] - at.local["pos"],
    ),
    Loop("HashIndex.remove", invariant=_walk_invariant, variant=_walk_variant),
    Loop("sum_of_text", lockstep=True),
    Loop("_sum_of_bytes", lockstep=True),
    Loop(
        "HashIndex.candidates",
        invariant=_gather_invariant,
        variant=lambda at: _rank_from_one(at.model_before, at.local["index"]),
    ),
    *(
        Loop(f"{side}.spread", index, invariant=_lengths_so_far, lockstep=True)
        for side, index in (("HashIndexModel", 0), ("HashIndex", 0))
    ),
    Loop(
        "HashIndex.spread",
        1,
        invariant=_count_invariant,
        variant=lambda at: _rank_from_one(at.model_before, at.local["each"]),
    ),
    Loop("HashIndexModel.spread", 1, lockstep=True),
    Loop("HashIndex.spread", 2, lockstep=True),
    Loop(
        "HashIndex.resize",
        invariant=_growth_invariant,
        variant=lambda at: at.now.index_size - len(at.now.chain),
    ),
    Loop(
        "HashIndex.clear",
        0,
        invariant=lambda at: {
            "length": len(at.now.head) == len(at.entry.head),
            "behind": forall(0, at.index, lambda bucket: at.now.head[bucket] == NIL),
        },
    ),
    Loop(
        "HashIndex.clear",
        1,
        invariant=lambda at: {
            "length": len(at.now.chain) == len(at.entry.chain),
            "behind": forall(0, at.index, lambda index: at.now.chain[index] == UNLINKED),
        },
    ),
)
