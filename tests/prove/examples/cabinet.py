"""Classes whose objects have parts, of which an arrangement tells something."""

from __future__ import annotations


class Drawer:
    """A part."""

    number: int
    size: int


class Cabinet:
    """A thing with parts."""

    drawers: list[Drawer]
    lid: Drawer
    height: int
    width: int
