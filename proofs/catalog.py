"""Every container that is declared, by name."""

from __future__ import annotations

from typing import Final

from slotproof.declare import Refinement
from slotproof.proofs.bitmask import BITMASK
from slotproof.proofs.dense_map import DENSE_MAP
from slotproof.proofs.dense_set import DENSE_SET
from slotproof.proofs.entity_storage import ENTITY_STORAGE
from slotproof.proofs.handle import HANDLE_LAYOUT
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.proofs.hash_index import HASH_INDEX
from slotproof.proofs.indexed_store import INDEXED_STORE
from slotproof.proofs.registry import REGISTRY
from slotproof.proofs.sparse_set import SPARSE_SET
from slotproof.proofs.storage import STORAGE
from slotproof.proofs.token_allocator import TOKEN_ALLOCATOR
from slotproof.proofs.typed_store import TYPED_STORE

CATALOG: Final[dict[str, Refinement]] = {
    refinement.name: refinement
    for refinement in (
        HANDLE_MAP,
        SPARSE_SET,
        STORAGE,
        ENTITY_STORAGE,
        REGISTRY,
        TYPED_STORE,
        DENSE_MAP,
        DENSE_SET,
        BITMASK,
        TOKEN_ALLOCATOR,
        HASH_INDEX,
        INDEXED_STORE,
        HANDLE_LAYOUT,
    )
}
