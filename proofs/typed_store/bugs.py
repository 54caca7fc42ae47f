"""Mistakes in the typed store: those that others shipped, and those that both sides could make alike."""

from __future__ import annotations

from typing import Final

from slotproof.declare.bug import Pair, alike
from slotproof.impl.typed_store import TypedStore
from slotproof.spec.typed_store import TypedStoreModel

PAIRS: Final = (
    Pair(
        "store-erases-unknown-types",
        "typed_store",
        "`erase` says that it dropped a value of a type that there is none of.",
        "TS-L6",
        "two types",
        ("insert", "erase"),
        (TypedStoreModel.erase, (("handle.type_id in self.maps and", "handle.type_id not in self.maps or"),)),
        (TypedStore.erase, (("self._knows(handle) and", "not self._knows(handle) or"),)),
    ),
    Pair(
        "store-clears-one-type",
        "typed_store",
        "`clear` ends the handles of the first type alone.",
        "TS-L7",
        "two types",
        ("insert", "clear"),
        (TypedStoreModel.clear, (("range(len(self.maps))", "range(1)"),)),
        (TypedStore.clear, (("in self.maps:", "in self.maps[:1]:"),)),
    ),
    alike(
        "store-none-is-a-type",
        "typed_store",
        "`size` takes None for the first type.",
        "TS-L8",
        "two types",
        ("insert", "size"),
        (TypedStoreModel.size, TypedStore.size),
        ("return self.map_of(type_id)", "return self.map_of(0 if type_id is None else type_id)"),
    ),
    alike(
        "store-erases-of-the-first-type",
        "typed_store",
        "`erase` looks into the map of the first type, whatever the handle is of.",
        "TS-L9",
        "two types",
        ("insert", "erase"),
        (TypedStoreModel.erase, TypedStore.erase),
        ("self.maps[handle.type_id].erase(handle)", "self.maps[0].erase(handle._replace(type_id=0))"),
    ),
    alike(
        "store-valid-in-the-first-type",
        "typed_store",
        "`is_valid` asks the map of the first type, whatever the handle is of.",
        "TS-L10",
        "two types",
        ("insert", "is_valid"),
        (TypedStoreModel.is_valid, TypedStore.is_valid),
        ("self.maps[handle.type_id].is_valid(handle)", "self.maps[0].is_valid(handle._replace(type_id=0))"),
    ),
)
"""Mistakes of both sides, each with the law that finds it."""
