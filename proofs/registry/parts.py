"""The containers that a registry consists of, as its proofs know them: by their models, and by their own proofs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from slotproof.declare import Inside
from slotproof.declare.words import walked_down
from slotproof.proofs import entity_storage as es
from slotproof.proofs import sparse_set as ss
from slotproof.proofs import storage as st

CALLS: Final[dict[str, Callable[..., Any]]] = {"handles": walked_down}
"""What stands for operations whose code is not run."""

WIDTHS: Final = ("in_place", "nil", "tombstone", "page")

POOL: Final = Inside(
    st.STORAGE, st.represent, (*WIDTHS, "value_page"), calls=CALLS, without=("ST-L4", "ST-L6", "ST-L7")
)
ELEMENTS: Final = Inside(ss.SPARSE_SET, ss.represent, reads=WIDTHS, calls=CALLS, without=("SS-L4",))
ENTITIES: Final = Inside(es.ENTITY_STORAGE, es.represent, reads=WIDTHS[1:])
