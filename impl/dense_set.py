"""A dense set in arrays: a dense table (`impl/dense_table.py`) of keys alone.

Deviations  DS-D1 ... DS-D7 (docs/users/containers/dense_set.md)
Source      EnTT 3.13 dense_set
"""

from __future__ import annotations

from slotproof.impl.dense_table import DenseTable
from slotproof.spec.dense_table import K


class DenseSet(DenseTable[K]):
    """Distinct keys in a dense array; the arguments are those of the table.

    Source     EnTT dense_set; differs: DS-D1 ... DS-D7
    """

    def insert(self, key: K) -> tuple[int, bool]:
        """Append the key unless it is there; its position, and whether it is new.

        Ensures    DS-R1
        Raises     InvalidArgument; Full if positions or buckets are used up
        Cost       O(1) expected and amortised
        Source     EnTT insert, emplace
        """
        pos = self.find(key)
        if pos is not None:
            return pos, False
        return self._append(key), True

    def equals(self, other: DenseSet[K]) -> bool:
        """True if both hold the same keys, in whatever order.

        Ensures    DS-R20
        Raises     InvalidArgument if `other` is no dense set
        Cost       O(size) expected
        Source     none: DS-D6
        """
        self._check_kind(other)
        if len(self.key) != len(other.key):
            return False
        for key in self.key:
            found = other.find(key)
            if found is None:
                return False
        return True
