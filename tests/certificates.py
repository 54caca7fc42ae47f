"""Write the table of certificates into docs/engineers/certificates.md.

python -m tests.certificates FILE...

Each file is what `slotproof certify --json FILE` wrote; of a container that stands in several, the last one counts.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

from .layout import ROOT
from .tables import written

PAGE: Final = ROOT / "docs/engineers/certificates.md"
NAME: Final = "certificates"


def table(containers: list[dict[str, Any]]) -> str:
    """Give a row for each container, and one for all."""
    rows = [_row(each["name"], [each]) for each in containers]
    rules = set[str]().union(*[each["rules"] for each in containers]) - {"assume", "assume-push"}
    steps = sum(each["steps"] for each in containers)
    checked = sum(each["checked"] for each in containers)
    lines = [
        "| Container | Operations | Certified | Steps | MB | Made, CPU s | Checked, CPU s |",
        "|---|--:|--:|--:|--:|--:|--:|",
        *rows,
        _row("all of these", containers),
        "",
        f"Rules that were used: {len(rules)}. A step takes {1_000_000 * checked / max(steps, 1):.0f} µs to check.",
    ]
    return "\n".join(lines)


def _row(name: str, of: list[dict[str, Any]]) -> str:
    total = {key: sum(each[key] for each in of) for key in ("units", "certified", "of", "steps", "bytes")}
    made, checked = (sum(each[key] for each in of) for key in ("made", "checked"))
    return (
        f"| {name} | {total['units']} | {total['certified']} of {total['of']} | {total['steps']:,} "
        f"| {total['bytes'] / 1_000_000:.1f} | {made:.0f} | {checked:.1f} |"
    )


def main(files: list[str]) -> None:
    """Write the table."""
    found = {each["name"]: each for file in files for each in json.loads(Path(file).read_text(encoding="utf-8"))}
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), NAME, table(list(found.values()))), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
