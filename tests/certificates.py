"""Write the table of certificates into docs/engineers/certificates.md.

python -m tests.certificates FILE...
python -m tests.certificates --all FILE...

Each file is what `slotproof certify --json FILE` wrote; of a container that stands in several, the last one counts.
With `--all` nothing is written: it ends with 1 if a question has no certificate, and names it.
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
    steps = sum(each["steps"] for each in containers)
    checked = sum(each["checked"] for each in containers)
    lines = [
        "| Container | Operations | Certified | Claims | Steps | Rules | MB | Made, CPU s | Checked, CPU s |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
        *rows,
        _row("all of these", containers),
        "",
        f"A step takes {1_000_000 * checked / max(steps, 1):.0f} µs to check.",
        "",
        *(_without(containers) or ["No question is without a certificate."]),
        *[_on_theorems(each) for each in containers if each["theorems"]],
    ]
    return "\n".join(lines)


def _without(containers: list[dict[str, Any]]) -> list[str]:
    """Give a line for each question that has no certificate, with what came of each way to ask."""
    return [f"- no certificate: {each}" for container in containers for each in container["left"]]


def _on_theorems(container: dict[str, Any]) -> str:
    """Name the theorems that claims of a container rest on."""
    names = sorted(set().union(*container["theorems"].values()))
    return f"- {container['name']}: {len(container['theorems'])} claims rest on theorems: {', '.join(names)}"


def _row(name: str, of: list[dict[str, Any]]) -> str:
    total = {key: sum(each[key] for each in of) for key in ("units", "certified", "of", "steps", "bytes")}
    rules = set[str]().union(*[each["rules"] for each in of]) - {"assume", "assume-push"}
    claims = [(reason, claim in each["theorems"]) for each in of for claim, reason in each["claims"].items()]
    whole = claims.count(("", False))
    made, checked = (sum(each[key] for each in of) for key in ("made", "checked"))
    return (
        f"| {name} | {total['units']} | {total['certified']} of {total['of']} | {whole} of {len(claims)} "
        f"| {total['steps']:,} | {len(rules)} | {total['bytes'] / 1_000_000:.1f} | {made:.0f} | {checked:.1f} |"
    )


def main(files: list[str]) -> int:
    """Write the table, or tell what has no certificate; give the exit status."""
    everything, files = files[0] == "--all", [each for each in files if each != "--all"]
    found = {each["name"]: each for file in files for each in json.loads(Path(file).read_text(encoding="utf-8"))}
    if everything:
        left = _without(list(found.values()))
        sys.stdout.write("".join(f"{each}\n" for each in left))
        return bool(left or not found)
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), NAME, table(list(found.values()))), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
