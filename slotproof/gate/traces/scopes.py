"""One scope of each kind, with every operation, that is small enough to be exhausted.

The vectors of the suite `transitions` cover it, and each run on a port begins with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from slotproof.declare import Scope
from slotproof.gate.traces.drawn import GROWING
from slotproof.verify.project import catalog

TRANSITIONS: Final = 20000  # of a scope, at most
COVERED: Final[Mapping[str, tuple[Mapping[str, Any], tuple[Any, ...], int | None]]] = {
    # configuration, values, and how many of them there are at most
    "handle_map": ({"index_bits": 2, "generation_bits": 1, "type_bits": 1}, (0,), 2),
    "sparse_set": ({"index_bits": 2, "generation_bits": 1, "page": 2, "deletion": "in_place"}, (), 1),
    "storage": ({"index_bits": 2, "generation_bits": 1, "page": 4, "value_page": 4, "deletion": "in_place"}, (0,), 1),
    "entity_storage": ({"index_bits": 2, "generation_bits": 1, "page": 4}, (), 1),
    "registry": (
        {"pools": 1, "index_bits": 2, "generation_bits": 1, "page": 4, "value_page": 2},
        (),  # those of the scope below
        1,
    ),
    "typed_store": ({"types": 2, "index_bits": 1, "type_bits": 1, "generation_bits": 2}, (0,), None),
    "dense_map": ({"min_buckets": 2, "max_load": 1.0, "index_bits": 2}, (0, 2), 2),
    "dense_set": ({"min_buckets": 2, "max_load": 1.0, "index_bits": 2}, (0, 1, 2), None),
    "bitmask": ({"capacity": 5, "word_bits": 2}, (), None),
    "token_allocator": ({"capacity": 5, "word_bits": 4}, (), None),
    "hash_index": ({"hash_size": 2, "index_size": 1, "granularity": 1, "index_limit": 2}, (0, 1), None),
    "indexed_store": ({"hash_size": 2, "index_size": 1, "granularity": 1, "index_limit": 2}, ("a", "c", "b"), None),
}
WITHIN: Final[Mapping[str, str]] = {
    "registry": "every operation"
}  # a scope whose bounds hold too, and whose values are taken


def whole_scope(name: str) -> Scope:
    """The scope of a kind."""
    configuration, values, bound = COVERED[name]
    own = {key: value for key, value in configuration.items() if key != "hash"}

    base = next((each for each in catalog()[name].scopes if each.name == WITHIN.get(name)), None)

    def admits(model: Any, operation: str, arguments: tuple[Any, ...]) -> bool:
        if operation == "swap_elements" and arguments[1].generation:
            return False  # one handle that is not there is enough
        if operation in ("create_at", "start_from") and arguments[0].slot == 1:
            return False  # 0, 2 and what is too large are enough
        if operation in GROWING and bound is not None and _size(model) >= bound:
            return False
        if base is None or base.admits is None:
            return True
        if operation == "create_at":  # every port can be given hints that name the first slot, or none
            first = arguments[0].generation == 0 and arguments[0].slot in (0, model.entities.nil)
            return first and base.admits(model, "create", ())
        return base.admits(model, operation, arguments)

    return Scope("every operation, few values", own, values if base is None else base.values, admits=admits)


def _size(model: Any) -> int:
    """How many values there are; of a typed store in all its maps."""
    return (
        sum(map(_size, model.maps.values() if isinstance(model.maps, dict) else model.maps))
        if hasattr(model, "maps")
        else int(model.size() if hasattr(model, "size") else len(model.bucket))
    )
