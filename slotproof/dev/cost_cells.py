"""The cells of costs on the page of a container, from its declaration: see `claims_table`, which writes them.

A table of a page whose head has a cell `Cost` has an operation, or several, in the first cell of each row.
What is declared of them stands first in the cell of costs, with the IDs; what follows the last ID is a remark, and
stays.
"""

from __future__ import annotations

import re
from typing import Final

from slotproof.declare import Cost, Refinement

NAME: Final = re.compile(r"`([a-z_]+)(?:\([^`]*)?`")
DECLARED: Final = re.compile(r"^.*\([A-Z]{2}-C\d+(?:, [A-Z]{2}-C\d+)*\)")
BAR: Final = re.compile(r"(?<!\\)\|")  # between cells
COLUMN: Final = "Cost"


def said(cost: Cost) -> str:
    """A cost in words: `1 read, and 2 reads, 1 write for each layer`."""
    parts = [
        (cost.reads, cost.writes, ""),
        *((reads, writes, f" for each {each}") for each, reads, writes in cost.rounds),
    ]
    texts = [cells(reads, writes) + where for reads, writes, where in parts if reads or writes]
    return ", and ".join([texts[0], "; ".join(texts[1:])]) if len(texts) > 1 else "".join(texts) or "no cell"


def cells(reads: int, writes: int) -> str:
    """So many reads and writes; what there is none of is left out."""
    counted = ((reads, "read"), (writes, "write"))
    return ", ".join(f"{count} {what}{'s' * (count > 1)}" for count, what in counted if count)


def cell(refinement: Refinement, operations: str, old: str) -> str:
    """The cell of costs of a row.

    Takes      operations, its first cell; old, what the cell of costs holds
    """
    named = dict.fromkeys(NAME.findall(operations))
    known = [each for each in refinement.operations if each.name in named]
    declared: dict[str, list[tuple[str, str]]] = {}
    for each in known:
        if each.cost is not None and each.cost_claim is not None:
            declared.setdefault(said(each.cost), []).append((each.name, each.cost_claim.id))
    if not declared:
        return old
    alone = len(declared) == 1 and len(known) == len(next(iter(declared.values())))
    texts = []
    for text, same in declared.items():
        names = ", ".join(f"`{name}`" for name, _ in same)
        texts.append(f"{'' if alone else names + ': '}{text} ({', '.join(claim for _, claim in same)})")
    found = DECLARED.match(old)
    remark = old[found.end() :] if found else f"; {old}" if old else ""
    return "; ".join(texts) + remark


def written(page: str, refinement: Refinement) -> str:
    """The page with its cells of costs."""
    lines, place = [], None
    for line in page.splitlines(keepends=True):
        row = [each.strip() for each in BAR.split(line.strip()[1:-1])] if line.startswith("|") else []
        if not row:
            place = None
        elif COLUMN in row and place is None:
            place = row.index(COLUMN)
        elif place is not None and not line.startswith("|-"):
            new = cell(refinement, row[0], row[place])
            if new != row[place]:
                row[place] = new
                line = "|" + "|".join(f" {each} " if each else " " for each in row) + "|\n"  # noqa: PLW2901
        lines.append(line)
    return "".join(lines)
