"""Write the table of certificates into docs/engineers/certificates.md.

python -m tests.certify.certificates FILE...
python -m tests.certify.certificates --all FILE...

Each file is what `slotproof certify --json FILE` wrote; of a container that stands in several, the last one counts, and
what the page says of one that stands in none stays. With `--all` nothing is written: it ends with 1 if a question has
no certificate, and names it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from slotproof.dev.pages import parts, written

from ..tree.layout import ROOT

PAGE: Final = ROOT / "docs/engineers/certificates.md"
NAME: Final = "certificates"

HEAD: Final = """\
| Container | Units | Certified | Steps | Rules | MB | Made, CPU s | Checked, CPU s |
|---|--:|--:|--:|--:|--:|--:|--:|
"""
TOTAL: Final = "all of these"
_ROW: Final = re.compile(
    r"\| (\w+) \| (\d+) \| (\d+) of (\d+) \| ([\d,]+) \| (\d*) \| ([\d.]+) \| (\d+) \| ([\d.]+) \|"
)
_LEFT: Final = re.compile(r"^- (?:no certificate: )?(\w+)[/:].*", re.MULTILINE)


class Row(NamedTuple):
    """What is told of a container.

    rules    how many different ones; None if that is not known
    """

    units: int
    certified: int
    of: int
    steps: int
    rules: int | None
    megabytes: float
    made: float
    checked: float

    def text(self, name: str) -> str:
        """Write the row."""
        return (
            f"| {name} | {self.units} | {self.certified} of {self.of} | {self.steps:,} | {self.rules or ''} "
            f"| {self.megabytes:.1f} | {self.made:.0f} | {self.checked:.1f} |"
        )


def _row(told: Mapping[str, Any]) -> Row:
    size, rules = told["bytes"] / 1_000_000, len(_rules(told))
    return Row(told["units"], told["certified"], told["of"], told["steps"], rules, size, told["made"], told["checked"])


def _rules(told: Mapping[str, Any]) -> set[str]:
    return set(told["rules"]) - {"assume", "assume-push"}


def is_row(line: str) -> bool:
    """Tell whether a line of the page is what is told of a container."""
    return _ROW.fullmatch(line) is not None


def _read(row: tuple[str, ...]) -> Row:
    _, units, certified, of, steps, rules, megabytes, made, checked = row
    numbers = int(units), int(certified), int(of), int(steps.replace(",", ""))
    return Row(*numbers, int(rules) if rules else None, float(megabytes), float(made), float(checked))


def table(found: Mapping[str, Mapping[str, Any]], before: str) -> str:
    """Give a row for each container, one for all, and what has no certificate.

    Takes      found, what is known of containers by name; before, the table that is there
    """
    rows = {row[0]: _read(row) for row in _ROW.findall(before)} | {name: _row(told) for name, told in found.items()}
    left = [match[0] for match in _LEFT.finditer(before) if match[1] not in found]
    left += [line for told in found.values() for line in without(told)]
    rules = len(set[str]().union(*map(_rules, found.values()))) if rows.keys() == found.keys() else None
    sums = [sum(row[place] or 0 for row in rows.values()) for place in range(len(Row._fields))]
    total = Row(*sums)._replace(rules=rules)  # type: ignore[arg-type]
    return "\n".join(
        [
            HEAD + "\n".join(row.text(name) for name, row in rows.items()),
            total.text(TOTAL),
            "",
            f"A step takes {1_000_000 * total.checked / max(total.steps, 1):.0f} µs to check.",
            *(["What has none:", "", *left] if left else ["No question of these is without a certificate."]),
        ]
    )


def without(told: Mapping[str, Any]) -> list[str]:
    """Give a line for each question of a container that has no certificate, with what came of each way to ask."""
    return [f"- no certificate: {each}" for each in told["left"]]


def main(given: list[str]) -> int:
    """Write the table, or tell what has no certificate; give the exit status."""
    files = [each for each in given if each != "--all"]
    found = {each["name"]: each for file in files for each in json.loads(Path(file).read_text(encoding="utf-8"))}
    if "--all" in given:
        left = [line for told in found.values() for line in without(told)]
        sys.stdout.write("".join(f"{each}\n" for each in left))
        return bool(left or not found)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(written(page, NAME, table(found, parts(page, NAME)[1])), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
