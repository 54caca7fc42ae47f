"""The containers that a registry consists of, as its proofs know them: by their models, and by their own proofs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from slotproof.declare import Inside, Refinement
from slotproof.declare.words import walked_down
from slotproof.proofs import entity_storage as es
from slotproof.proofs import sparse_set as ss
from slotproof.proofs import storage as st


def _without(refinement: Refinement, *laws: str) -> Refinement:
    """The declaration without laws that these proofs do not use: what is not said is not needed."""
    return replace(refinement, laws=tuple(law for law in refinement.laws if law.id not in laws))


CALLS: Final[dict[str, Callable[..., Any]]] = {"handles": walked_down}
"""What stands for operations whose code is not run."""

WIDTHS: Final = ("in_place", "nil", "tombstone", "page")

POOL: Final = Inside(
    _without(st.STORAGE, "ST-L4", "ST-L6", "ST-L7"), st.represent, reads=(*WIDTHS, "value_page"), calls=CALLS
)
ELEMENTS: Final = Inside(_without(ss.SPARSE_SET, "SS-L4"), ss.represent, reads=WIDTHS, calls=CALLS)
ENTITIES: Final = Inside(es.ENTITY_STORAGE, es.represent, reads=WIDTHS[1:])
