"""What an operation may cost in the state it is called in: the declared cost, with its loops counted there.

What a loop repeats for is a name in the declaration; here it is a number. A cost with a name that has no number here is
not compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from slotproof.gate.protocol.kinds import SPECIAL, Kind
from slotproof.gate.protocol.values import decode


@dataclass(frozen=True)
class Moment:
    """A call of an operation: our own container before and after it, and the arguments as the protocol has them."""

    before: Any
    after: Any
    arguments: Sequence[Any]

    @property
    def layers(self) -> Sequence[int]:
        """Where each layer of a mask begins, and where the last ends."""
        starts: Sequence[int] = getattr(self.before, "mask", self.before).starts
        return starts


@dataclass(frozen=True)
class Bound:
    """What a call may cost at most, and the claim that says so."""

    claim: str
    reads: int
    writes: int


def _layers(at: Moment) -> int:
    return len(at.layers) - 1


def _named(at: Moment) -> int:
    return len(at.arguments[0])


def _pages(at: Moment) -> int:
    longer, more = len(at.after.pages) - len(at.before.pages), sum(at.after.pages) - sum(at.before.pages)
    return max(int(longer), int(more), 0)


def _dropped(at: Moment) -> int:
    return max(len(at.before.pages) - len(at.after.pages), 0)


def _positions(at: Moment) -> int:
    return len(at.before.meta)


def _key(at: Moment) -> Any:
    return decode("key", at.arguments[0])


def _passed(at: Moment) -> int:
    """Keys of the bucket before the one looked for; all, if it is not there."""
    keys = at.before.bucket_keys(at.before.bucket(_key(at)))
    return int(keys.index(_key(at)) if _key(at) in keys else len(keys))


def _relinked(at: Moment) -> int:
    return len(at.after.key) if len(at.after.head) != len(at.before.head) else 0


def _filled(at: Moment) -> int:
    return len(at.after.head) if len(at.after.head) != len(at.before.head) else 0


def _of_bucket(at: Moment) -> int:
    bucket = at.arguments[0]
    is_one = type(bucket) is int and 0 <= bucket < at.before.bucket_count()
    return len(at.before.bucket_keys(bucket)) if is_one else 0


def _room(at: Moment) -> int:
    return len(getattr(at.before, "index", at.before).chain)


def _more_room(at: Moment) -> int:
    """Indices that are new in the arrays; before these are made, all are."""
    before, after = (getattr(each, "index", each) for each in (at.before, at.after))
    return max(len(after.chain) - (len(before.chain) if before.lookup_mask else 0), 0)


def _first(at: Moment, entries: Callable[[Any, Any], int]) -> int:
    """How many entries, of the index before and after, if its arrays are made by this call; else none."""
    before, after = (getattr(each, "index", each) for each in (at.before, at.after))
    return entries(before, after) if after.lookup_mask and not before.lookup_mask else 0


def _linked(at: Moment) -> int:
    return len(at.before.candidates(_key(at)))


def _newer(at: Moment) -> int:
    linked, index = at.before.candidates(_key(at)), at.arguments[1]
    return int(linked.index(index) if index in linked else len(linked))


def _empty(at: Moment) -> int:
    """Words of layer 0 that are 0, before the first that is not."""
    words = getattr(at.before, "mask", at.before).words[: at.layers[1]]
    return next((place for place, word in enumerate(words) if word), len(words))


def _others(at: Moment) -> int:
    """Names met in the bucket before the one looked for."""
    store, name = at.before, at.arguments[0]
    met = store.index.candidates(store.index.generate_key(name, case_sensitive=False))
    there = [store.name_at(pos) for pos in met]
    return there.index(name) if name in there else len(there)


REPEATS: Final[Mapping[str, Callable[[Moment], int]]] = {
    "layer": _layers,
    "layer, to find": _layers,
    "layer, to set": _layers,
    "start of a layer": lambda at: len(at.layers),
    "word": lambda at: at.layers[-1],
    "word of layer 0": lambda at: at.layers[1],
    "empty word before the first other one": _empty,
    "position": _positions,
    "live handle": lambda at: at.before.live,
    "exchange of neighbours": lambda at: _positions(at) * (_positions(at) - 1) // 2,
    "handle": _named,
    "handle looked at": _named,
    "handle put in": _named,
    "handle erased": _named,
    "handle ended": _named,
    "new page": _pages,
    "cell of a new page": lambda at: max(len(at.after.sparse) - len(at.before.sparse), 0),
    "page": lambda at: len(at.before.pages),
    "page dropped": _dropped,
    "cell of a page dropped": lambda at: _dropped(at) * at.before.page,
    "hole": lambda at: at.before.holes,
    "hole passed over in all": lambda at: at.before.holes,
    "position dropped": lambda at: max(_positions(at) - len(at.after.meta), 0),
    "slot stepped over": lambda at: max(at.after.next_slot - at.before.next_slot, 0),
    "key that a walk passes": _passed,
    "key that is linked anew": _relinked,
    "bucket of a new `head`": _filled,
    "key of the bucket": _of_bucket,
    "index of the bucket": _linked,
    "newer index of the bucket": _newer,
    "index there is room for": _room,
    "position there is room for": _room,
    "index there is room for now and was not before": _more_room,
    "position there is room for now and was not before": _more_room,
    "bucket of the first `head`": lambda at: _first(at, lambda before, after: len(after.head)),
    "index of the first `chain`": lambda at: _first(
        at, lambda before, after: before.index_size if len(after.chain) == before.index_size else 0
    ),
    "index up to the one that is linked, in the first `chain`": lambda at: _first(
        at, lambda before, after: len(after.chain) - 1 if len(after.chain) > before.index_size else 0
    ),
    "name met in the bucket that is another": _others,
    "bucket": lambda at: len(getattr(at.before, "index", at.before).head),
    "linked index": lambda at: sum(link != -2 for link in at.before.chain),
}


def compared(kind: Kind, operation: str) -> bool:
    """True if the operation has a declared cost, and each of its loops has a number here."""
    cost = kind.refinement.operation(operation).cost
    return cost is not None and all(each in REPEATS for each, _, _ in cost.rounds)


def bound(kind: Kind, operation: str, moment: Moment) -> Bound | None:
    """What a call may cost at most; None if it is not compared."""
    if operation in SPECIAL or not compared(kind, operation):
        return None
    declared = kind.refinement.operation(operation)
    cost, claim = declared.cost, declared.cost_claim
    if cost is None or claim is None:
        return None
    reads, writes = cost.reads, cost.writes
    for each, more_reads, more_writes in cost.rounds:
        times = REPEATS[each](moment)
        reads, writes = reads + times * more_reads, writes + times * more_writes
    return Bound(claim.id, reads, writes)
