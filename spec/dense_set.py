"""What a dense set means: distinct keys, in one sequence without holes.

Laws        DS-L1 ... DS-L11 (proofs/shared/dense_table/, proofs/shared/dense_table/answers.py)
Source      EnTT 3.13 dense_set
"""

from __future__ import annotations

from slotproof.spec.dense_table import DenseTableModel, K, check_key
from slotproof.spec.logic import conj, contains, forall_in


class DenseSetModel(DenseTableModel[K]):
    """A dense table that holds nothing beside its keys."""

    def insert(self, key: K) -> tuple[int, bool]:
        """Put the key last unless it is there; its position, and whether it is new."""
        check_key(key)
        if key in self.rank:
            return self.order.place(key), False
        return self.add(key), True

    def equals(self, other: DenseSetModel[K]) -> bool:
        """True if both hold the same keys, in whatever order."""
        return conj(len(self.order) == len(other.order), forall_in(self.order, lambda key: contains(other.rank, key)))
