"""What a loop of the bitmask may be declared to say, in a module of which the process has what the file says."""

from __future__ import annotations

from typing import Any

from slotproof.spec.bits import bit
from slotproof.spec.logic import forall, implies, negate


def nothing(at: Any) -> dict[str, Any]:
    """No condition."""
    return {}


def words_stay(at: Any) -> dict[str, Any]:
    """Of a search, but not where bits are set: the words are as the round began."""
    h, then = at.now, at.round
    return {
        "as many": len(h.words) == len(then.words),
        "words stay": forall(0, len(h.words), lambda place: h.words[place] == then.words[place]),
    }


def position_stays(at: Any) -> dict[str, Any]:
    """What is not so where bits are set: each layer has another position."""
    return {"pos stays": at.local["pos"] == at.round_local["pos"]}


def words_are_empty(at: Any) -> dict[str, Any]:
    """What is not so: the next word has no ones either."""
    h = at.now
    return {
        "next": implies(
            at.index < h.starts[1], lambda: forall(0, h.word_bits, lambda pos: negate(bit(h.words[at.index], pos)))
        )
    }


def as_it_began(at: Any) -> dict[str, Any]:
    """An invariant that asks how the round began: at the head, none has."""
    return {"same": at.now.limit == at.round.limit}


def with_locals_as_it_began(at: Any) -> dict[str, Any]:
    """The same, of a local."""
    return {"same": at.round_local["index"] < at.index}
