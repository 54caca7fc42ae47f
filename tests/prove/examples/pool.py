"""A pool of numbers of which each was issued, as far as words about such pools look at it."""

from __future__ import annotations

from slotproof.spec.logic import Distinct


class Pool:
    """Numbers in order, and how often each was issued."""

    order: Distinct
    generation: list[int]
    nil: int

    def issued(self, slot: int) -> int:
        """What was issued of a number."""
        return 10 * slot + self.generation[slot]
