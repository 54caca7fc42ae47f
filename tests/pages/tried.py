"""How often judges are tried with what is wrong: the table of docs/engineers/trust.md.

python -m tests.pages.tried [--check]

Counts what the tests hold, and writes the table; with --check, only compares. Ends with 1 if the page says otherwise.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from slotproof.dev.pages import keep, written
from slotproof.proofs.bugs import BUGS, PAIRS

from ..containers.breaks import breaks, breaks_dense, breaks_registry, breaks_sparse
from ..fuzz.regressions import PROGRAMS, UNKNOWN
from ..mistakes.__main__ import MISTAKES
from ..prove.solver.test_lying_solvers import LYING
from ..soundness import test_wrong_declarations, test_wrong_programs
from ..soundness.declarations.wrong_declarations_ledger import CHANGES
from ..soundness.functions import unsound, unsound_python, unsound_values
from ..soundness.functions.unsound_foreign import WRONG
from ..tree.layout import ROOT

PAGE: Final = ROOT / "docs/engineers/trust.md"
TABLE: Final = "tried"


def rows() -> Iterator[tuple[str, int, str]]:
    """Give what is tried, how often, and where."""
    overlooked = [wrong for each in (unsound, unsound_python, unsound_values) for wrong in each.PAIRS.values()]
    declarations, programs = len(test_wrong_declarations.WRONG), len(test_wrong_programs.WRONG)
    yield "wrong declarations, of which none is proved", declarations, "soundness/test_wrong_declarations.py"
    yield "wrong programs, each refused or not proved", programs, "soundness/test_wrong_programs.py"
    yield "right twins of both, which are proved or in the language", _twins(), "the same two files"
    yield "functions that differ from others in what is easy to overlook", sum(map(len, overlooked)), "soundness"
    yield "functions that take foreign data for what it is not", len(WRONG), "soundness/test_untrusted.py"
    yield (
        "programs that the prover once read otherwise than CPython",
        len(PROGRAMS) + len(UNKNOWN),
        "fuzz/regressions.py",
    )
    yield "ways in which Z3 or cvc5 lies", len(LYING), "prove/solver/test_lying_solvers.py"
    yield (
        "changes that make a line of the ledger count no more",
        len(CHANGES),
        "soundness/declarations/wrong_declarations_ledger.py",
    )
    yield "bugs that were really shipped, each found by two judges", len(BUGS), "proofs, gate"
    yield (
        "mistakes that both sides make alike, each found by one law",
        len(PAIRS),
        "containers/together/test_corpus_pairs.py",
    )
    broken = (breaks, breaks_dense, breaks_registry, breaks_sparse)
    yield (
        "breaks of containers, each found by a search or a proof",
        sum(len(each.BREAKS) for each in broken),
        "containers",
    )
    yield "mistakes in judges, each of which turns a test red", len(MISTAKES), "mistakes/__main__.py"


def _twins() -> int:
    return len(test_wrong_declarations.RIGHT) + len(test_wrong_programs.RIGHT)


def table() -> str:
    """Make the table of the page."""
    told = ((what, f"{count:,}", f"`tests/{where}`" if ".py" in where else where) for what, count, where in rows())
    lines = (f"| {' | '.join(row)} |" for row in told)
    return "\n".join(("| What | How many | Where |", "|---|--:|---|", *lines))


def main() -> int:
    """Write the table, or compare it."""
    page = written(PAGE.read_text(encoding="utf-8"), TABLE, table())
    return keep([(PAGE, page)], "tests.pages.tried", "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
