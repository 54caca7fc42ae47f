"""What operations of containers that give out handles are given to do: any handle at all, and positions."""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Domain
from slotproof.spec.handle import Handle


def any_handle(make: Any) -> Handle:
    """A handle of which nothing is known."""
    return Handle(make.int("slot"), make.int("generation"), make.int("type_id"), make.int("free"))


POSITION: Final = Domain(
    "position",
    small=lambda m, scope: range(-1, len(m.order) + 2),
    classes={
        "inside": lambda m, issued, number: number % len(m.order) if m.order else None,
        "outside": lambda m, issued, number: len(m.order) + number % 2 if number % 3 else -1,
    },
    symbolic=lambda make: make.int("pos"),
    huge=True,
)
"""A position of the order, or just outside."""
