"""Containers, and observers of them, that tests/engine/audit/ asks about; what a proof reads stands in no test."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from slotproof.declare import Claim, Operation, Scope
from slotproof.impl.sparse_set import SparseSet
from slotproof.spec.logic import Distinct
from slotproof.spec.sparse_set import SparseSetModel

from .soundness.functions.unsound import Box, BoxModel, box, push, size

SIZE = Operation("operation_9", Claim("BX-R9", "`size` is the number of keys."), pure=True, model=size, impl=size)


def few(m: BoxModel, name: str, arguments: tuple[Any, ...]) -> bool:
    """True of boxes that hold less than three things."""
    return len(m.items) + len(m.table) + abs(m.number) < 3


TINY = Scope("tiny", {}, values=(0, 1), admits=few)
BOX = replace(box(push, push), operations=(*box(push, push).operations, SIZE), scopes=(TINY,))


def number_of(b: Box) -> int:
    """The number beside the list."""
    return b.number


NUMBER = Operation("operation_8", Claim("BX-R8", "The number."), pure=True, model=number_of, impl=number_of)


def one_more(s: SparseSet) -> int:
    """The number of pages, and one more."""
    return s.page_count() + 1


class HolesBackwards(SparseSetModel):
    """Fills the hole that was left first, first."""

    def compact(self) -> None:
        """The same elements at the same positions, in another order."""
        self.holes = Distinct(reversed(list(self.holes)))
        super().compact()


def first_alike(m: Any, h: Any) -> bool:
    """True if what stands first in both is the same: no way of comparing a hash index."""
    return bool(m[0] == h[0])
