"""Write the table of claims and the cells of costs into the page of each container, from its declaration.

`--check` writes nothing, names each page that differs from what would be written, and exits with 1 if there is one.
A container without a page is named, and is an error, either way.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from slotproof.declare import KINDS, Refinement
from slotproof.dev import cost_cells
from slotproof.verify.project import catalog

DOCS: Final = Path(__file__).resolve().parents[2] / "docs/users/containers"
START: Final = "<!-- claims -->"
END: Final = "<!-- /claims -->"


def table(refinement: Refinement) -> str:
    """Every claim with its ID and statement, kind by kind."""
    lines = ["| ID | Claim |", "|---|---|"]
    for letter, kind in KINDS.items():
        claims = [claim for claim in refinement.claims() if claim.kind == letter]
        if claims:
            lines.append(f"| | *{kind}* |")
        lines += [f"| {claim.id} | {claim.statement.replace('|', chr(92) + '|')} |" for claim in claims]
    return "\n".join(lines)


def written(page: str, refinement: Refinement) -> str:
    """The page with the table between its markers, and with its cells of costs.

    Raises     ValueError unless each marker stands once, in order
    """
    before, start, rest = page.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end or START in rest or END in before + after:
        raise ValueError(f"the page of {refinement.name} needs one {START} and one {END} after it")
    before, after = (cost_cells.written(part, refinement) for part in (before, after))
    return f"{before}{START}\n{table(refinement)}\n{END}{after}"


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
    pages = differing(folder, catalog() if containers is None else containers)
    check = list(arguments) == ["--check"]
    for path, text in pages.items():
        if not text:
            print(f"{path.name}: there is no such page; write one, with {START} and {END} where the table goes")
        elif check:
            print(f"{path.name}: claims or costs are other ones; run python -m slotproof.dev.claims_table")
        else:
            path.write_text(text, encoding="utf-8")
            print(f"{path.name}: written")
    return 1 if (check and pages) or "" in pages.values() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
