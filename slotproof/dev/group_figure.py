"""Draws docs/figures/group.svg: the worked example of group.md, run by a registry, array by array.

`--check` writes nothing, and fails if the file is another.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

from slotproof.dev.pages import keep
from slotproof.show.drawing import Arrow, Cell, Panel, Row, Scene
from slotproof.show.svg import svg
from slotproof.verify.project import catalog

FILE: Final = Path(__file__).resolve().parents[2] / "docs" / "figures" / "group.svg"
POOLS: Final = {"A": (3, 7, 8, 6), "B": (4, 5)}


def states() -> list[tuple[str, dict[str, list[int]]]]:
    """After each step: what was done, the slots of both pools by position, and the members."""
    registry = catalog()["registry"].impl(len(POOLS))
    handles = [registry.create() for _ in range(10)]
    for pool, slots in enumerate(POOLS.values()):
        for slot in slots:
            registry.emplace(pool, handles[slot], slot)
    both = registry.group((0, 1))
    found = [("a group owns A and B", _arrays(registry, both))]
    registry.emplace(1, handles[7], 7)
    found.append(("7 comes into B, and enters", _arrays(registry, both)))
    registry.emplace(0, handles[4], 4)
    found.append(("4 comes into A, and enters", _arrays(registry, both)))
    registry.remove(1, handles[7])
    found.append(("7 leaves, and goes from B", _arrays(registry, both)))
    return found


def _arrays(registry: Any, group: int) -> dict[str, list[int]]:
    """Slots by position; the members are the handles that iteration meets, last one first."""
    members = [handle.slot for handle in registry.members(group)][::-1]
    pools = [[handle.slot for handle in pool.handles_forward()] for pool in registry.pools]
    return {"A": pools[0], "group": members, "B": pools[1]}


def picture(steps: list[tuple[str, dict[str, list[int]]]]) -> Scene:
    """One panel a step; what differs from the step before is marked, and arrows show where members stand."""
    panels, before = [], steps[0][1]
    for title, arrays in steps:
        rows = tuple(Row(name, _cells(slots, before[name])) for name, slots in arrays.items())
        arrows = tuple(
            Arrow("member to its position", ("group", str(pos)), (pool, str(pos)))
            for pos in range(len(arrays["group"]))
            for pool in POOLS
        )
        panels.append(Panel(f"{title}; length = {len(arrays['group'])}", rows, arrows))
        before = arrays
    return Scene("A group enters and leaves: members stand first in both pools", tuple(panels))


def _cells(slots: list[int], before: list[int]) -> tuple[Cell, ...]:
    marks = ["+" if pos >= len(before) else "^" if before[pos] != slot else "" for pos, slot in enumerate(slots)]
    return tuple(Cell(str(pos), str(slot), mark) for pos, (slot, mark) in enumerate(zip(slots, marks, strict=True)))


def main() -> int:
    """Write the figure, or with `--check` compare it; 1 if it differs."""
    return keep([(FILE, svg(picture(states())))], "slotproof.dev.group_figure", "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
