"""Write the tables of a run of mutants into docs/engineers/mutation.md.

python -m tests.mutation.kill_matrix FILE

The file is what `slotproof mutants --json FILE` wrote. The tables say how it was called, what became of the mutants of
each side and of each operator, what each judge did, and which mutants nobody killed or explained. A run without
`--killers`, in which every judge was shown each mutant, has a place of its own.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from slotproof.dev.pages import written
from slotproof.mutation.matrix import Fate

from ..tree.layout import ROOT

PAGE: Final = ROOT / "docs/engineers/mutation.md"
NAME: Final = "kill matrix"
ALONE: Final = "each judge alone"
LEFT: Final = (Fate.NOT_SHOWN, Fate.UNNEEDED, Fate.SURVIVED, Fate.UNKNOWN)
"""What may be a mistake that no judge noticed."""


def command(told: Mapping[str, Any]) -> str:
    """Return the command that made the run."""
    given = [
        *(("--sample", told["sample"], "--seed", told["seed"]) if told["sample"] else ()),
        *(("--killers", told["killers"]) if told["killers"] else ()),
        *(word for each in told["judges"] for word in ("--judge", each["judge"])),
    ]
    return " ".join(["slotproof mutants", *map(str, given)])


def fates(what: str, key: str, mutants: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Give the lines of a table of what became of mutants: a row for each side or operator, and one for all."""
    yield f"| {what} | Mutants | {' | '.join(fate.value.capitalize() for fate in Fate)} |"
    yield "|---|--:" + "|--:" * len(Fate) + "|"
    for name in [*dict.fromkeys(each[key] for each in mutants), None]:
        counts = Counter(each["fate"] for each in mutants if name in (None, each[key]))
        cells = (f"`{name}`" if name else "all", counts.total(), *(counts[fate.value] for fate in Fate))
        yield f"| {' | '.join(map(str, cells))} |"


def judges(told: Mapping[str, Any]) -> Iterator[str]:
    """Give the lines of the table of what each judge did."""
    yield "| Judge | Asked | Killed | Only by it | Not shown | Survived | Gave up | CPU s |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for each in told["judges"]:
        only = "" if each["unique"] is None else each["unique"]
        cells = (each["asked"], each["killed"], only, each["not_shown"], each["survived"], each["gave_up"])
        yield f"| `{each['judge']}` | {' | '.join(map(str, cells))} | {each['seconds']:.0f} |"


def left(mutants: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Give a line for each mutant that is neither killed nor explained."""
    for each in mutants:
        if each["fate"] in LEFT:
            change = " ".join(each["change"].split())
            yield f"- {each['fate']}: {each['container']}, `{each['function']}`: {each['operator']}: `{change}`"


def table(told: Mapping[str, Any]) -> str:
    """Return what a run tells."""
    mutants = sorted(told["mutants"], key=lambda each: (-told["sides"].index(each["side"]), each["operator"]))
    told_left = [*left(mutants)]
    return "\n".join(
        [
            f"```sh\n{command(told)}\n```\n",
            *fates("Side", "side", mutants),
            "",
            *judges(told),
            "",
            *fates("Operator", "operator", sorted(mutants, key=lambda each: each["operator"])),
            "",
            *(["Neither killed nor explained:", "", *told_left] if told_left else ["Each is killed or explained."]),
        ]
    )


def main(given: list[str]) -> int:
    """Write the tables; give the exit status."""
    [file] = given
    told = json.loads(Path(file).read_text(encoding="utf-8"))
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(written(page, NAME if told["killers"] else ALONE, table(told)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
