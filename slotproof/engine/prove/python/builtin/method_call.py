"""A call of a method of a built-in kind: who asks, where, on what, and what it makes of that."""

from __future__ import annotations

import ast
from typing import Any

from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds.cells import size_of
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import Ref, Value

Change = tuple[Any, Value]
"""The cell that the receiver becomes, or None if it stays, and the result."""


class Call:
    """A call of a method: who asks, where, on what."""

    __slots__ = ("cell", "ev", "node", "owner", "st")

    def __init__(self, ev: Core, st: State, node: ast.AST, owner: Ref, cell: Any) -> None:
        self.ev, self.st, self.node, self.owner, self.cell = ev, st, node, owner, cell

    def oblige(self, goal: Any, what: str) -> None:
        """What must hold for the call not to end in an error of Python itself."""
        self.ev.oblige_exact(self.st, goal, self.node, what)

    def count(self, reads: Any = 0, writes: Any = 0) -> None:
        """What it costs."""
        self.ev.count(self.st, self.owner, reads, writes)

    def key(self, value: Value) -> Any:
        """A key, an item, or an entry of a sequence of distinct things."""
        return self.ev.key(self.st, self.cell, value, self.node)

    def copy(self) -> Change:
        """A cell of its own with the same contents."""
        return None, self.st.allocate(self.cell)


def keyed_copy(c: Call) -> Change:
    """A dict, set or sequence of distinct things with the same contents."""
    c.count(reads=size_of(c.cell))
    return c.copy()
