"""The arguments of operations that are objects, for who writes them as JSON: handles, callbacks, comparators, keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from slotproof.proofs.handle_map.arguments import falling, halves
from slotproof.proofs.shared.arguments import Factory
from slotproof.proofs.shared.pool.arguments import by_parity, by_slot, earlier
from slotproof.proofs.storage.arguments import Adding
from slotproof.spec.handle import Handle

HANDLE: Final = Handle
FACTORY: Final = Factory
"""What makes a value, or fails."""

CHANGE: Final = Adding
"""What changes a value, or fails."""

ORDERS: Final[Mapping[str, Callable[..., bool]]] = {"halves": halves, "falling": falling, "earlier": earlier}
"""Name -> comparator of two values, or of two handles."""

SORT_KEYS: Final[Mapping[str, Callable[[Handle], int]]] = {"by_slot": by_slot, "by_parity": by_parity}
"""Name -> key of a handle."""
