"""The containers that a registry consists of, as its proofs know them: by their models, and by their own proofs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import z3

from slotproof.proofs import entity_storage as es
from slotproof.proofs import sparse_set as ss
from slotproof.proofs import storage as st
from slotproof.proofs.engine.meanings import walked_down
from slotproof.proofs.engine.path import claims, current
from slotproof.proofs.engine.rebuild import Rebuilder, frozen
from slotproof.proofs.engine.refinement import Inside, Refinement
from slotproof.proofs.engine.symbolic import lift
from slotproof.proofs.pool import arranged
from slotproof.proofs.sparse_order import sort_refused, sorts_by_key
from slotproof.spec.logic import forall, within


def _without(refinement: Refinement, *laws: str) -> Refinement:
    """The declaration without laws that these proofs do not use: what is not said is not needed."""
    return replace(refinement, laws=tuple(law for law in refinement.laws if law.id not in laws))


def _sorted_by(state: Any, key: Any, count: Any = None) -> None:
    """What the proof of `sort_by` says of the state afterwards; that it is not refused is obliged."""
    path, before, run = current(), frozen(state), Rebuilder().function
    with claims():
        refused = lift(run(sort_refused)(before, key, count))
    path.must(z3.Not(refused), "what is sorted are first positions, and there is no hole")
    state.order.forget()
    with claims():
        said = [run(arranged)(state), *run(sorts_by_key)(before, state, None, key, count).values()]
    for fact in (*state.order.facts(), *map(lift, said)):
        path.assume(fact)
    if count is not None:
        with claims():
            stay = forall(0, count, lambda pos: within(0, before.order.place(state.order[pos]), count))
        path.must(lift(stay), "what stands in the first positions stood there before")


CALLS: Final[dict[str, Callable[..., Any]]] = {"handles": walked_down, "sort_by": _sorted_by}
"""What stands for operations whose code is not run."""

WIDTHS: Final = ("in_place", "nil", "tombstone", "page")

POOL: Final = Inside(
    _without(st.STORAGE, "ST-L4", "ST-L6", "ST-L7"), st.represent, reads=(*WIDTHS, "value_page"), calls=CALLS
)
ELEMENTS: Final = Inside(_without(ss.SPARSE_SET, "SS-L4"), ss.represent, reads=WIDTHS, calls=CALLS)
ENTITIES: Final = Inside(es.ENTITY_STORAGE, es.represent, reads=WIDTHS[1:])
SMALL_POOL: Final = Inside(st.STORAGE, st.represent, reads=POOL.reads, calls=CALLS)
SMALL_ELEMENTS: Final = Inside(ss.SPARSE_SET, ss.represent, reads=WIDTHS, calls=CALLS)
