"""Write the table of claims and the cells of costs into the page of each container, from its declaration.

`--check` writes nothing, names each page that differs from what would be written, and exits with 1 if there is one.
A container without a page is named, and is an error, either way.

A table of a page whose head has a cell `Cost` has an operation, or several, in the first cell of each row.
What is declared of them stands first in the cell of costs, with the IDs; what follows the last ID is a remark, and
stays.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from slotproof.declare import KINDS, Cost, Refinement
from slotproof.dev import pages
from slotproof.verify.project import catalog

DOCS: Final = Path(__file__).resolve().parents[2] / "docs/users/containers"
TABLE: Final = "claims"
NAME: Final = re.compile(r"`([a-z_]+)(?:\([^`]*)?`")
DECLARED: Final = re.compile(r"^.*\([A-Z]{2}-C\d+(?:, [A-Z]{2}-C\d+)*\)")
BAR: Final = re.compile(r"(?<!\\)\|")  # between cells
COLUMN: Final = "Cost"


def table(refinement: Refinement) -> str:
    """Every claim with its ID and statement, kind by kind."""
    lines = ["| ID | Claim |", "|---|---|"]
    for letter, kind in KINDS.items():
        claims = [claim for claim in refinement.claims() if claim.kind == letter]
        if claims:
            lines.append(f"| | *{kind}* |")
        lines += [f"| {claim.id} | {claim.statement.replace('|', chr(92) + '|')} |" for claim in claims]
    return "\n".join(lines)


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


def with_costs(page: str, refinement: Refinement) -> str:
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


def written(page: str, refinement: Refinement) -> str:
    """The page with the table between its marks, and with its cells of costs.

    Raises     ValueError unless each mark stands once, in order
    """
    return pages.written(with_costs(page, refinement), TABLE, table(refinement))


def differing(docs: Path, catalog: Mapping[str, Refinement]) -> dict[Path, str]:
    """Page -> what it should be, of each page that is not; empty if there is no page at all.

    Raises     ValueError if a page has no place for the table
    """
    found = {}
    for name, refinement in catalog.items():
        path = docs / f"{name}.md"
        page = path.read_text(encoding="utf-8") if path.is_file() else ""
        wanted = written(page, refinement) if page else ""
        if page != wanted or not page:
            found[path] = wanted
    return found


def main(arguments: Sequence[str], folder: Path = DOCS, containers: Mapping[str, Refinement] | None = None) -> int:
    """Write the tables, or check them."""
    differ = differing(folder, catalog() if containers is None else containers)
    for path in (missing := [path for path, text in differ.items() if not text]):
        print(f"{path.name}: there is no such page; write one, with the two marks of `{TABLE}` where the table goes")
    made = [(path, text) for path, text in differ.items() if text]
    return pages.keep(made, "slotproof.dev.claims_table", "--check" in arguments) or int(bool(missing))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
