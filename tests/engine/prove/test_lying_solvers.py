"""No wrong program is proved because one solver lies: about everything, about some questions, or about its reasons."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from ...prove.solver.lying import LIARS, WAYS, lying
from ...quick import long_unless
from ...soundness.programs.wrong_programs import Program
from ...soundness.test_prove_wrong_programs import PROOF, is_proved, judged

UNASKED: Final = frozenset(
    {
        "any of a range with a step",
        "a chain of comparisons stops",
        "two names of one dict",
        "a dict that a round changes",
    }
)
"""Programs that are refused before a solver is asked."""

UNCONFIRMED: Final = frozenset(
    {"a list beyond any machine", "a false promise beside an empty one", "a comparison of lists reads them"}
)
"""Programs of which Z3 shows nothing, so that cvc5 is not asked."""

NEEDING: Final = frozenset(
    {
        "all of a range that counts down",
        "an index that is computed, from the end",
        "the other shelf is the shelf itself",
    }
    | {"a law that is broken after the loop", "a loop of one round more", "an entry whose place no trial knows"}
    | {"a helper that changes a field from the second round on", "an invariant that is shown of itself alone"}
    | {"another shelf is changed once more", "a promise that is false", "an operation that is used, and left out"}
    | {"an operation that is used of another shelf", "an operation that is used of a new shelf"}
    | {"a claim of those of its own that a filter lets in", "a helper is left in the middle"}
    | {"two errors in another order", "a list that moves to a field is still read", "a new list is written"}
)
"""Programs of which Z3 is asked what it needed; cvc5 is asked that of none."""


def is_lied_about(who: str, way: str, name: str) -> bool:
    """True if the solver is asked what it would lie about."""
    if not WAYS[way].often:
        return who == "z3" and name in NEEDING
    return name not in UNASKED | (UNCONFIRMED if who == "cvc5" else frozenset())


LYING: Final = [(who, way) for who in LIARS for way in ("everything", "one in a thousand", "the core: some")]
QUICK: Final = {
    ("cvc5", "everything", "a quotient of two negatives"),
    ("z3", "the core: some", "a promise that is false"),
}
CASES: Final = [
    (who, way, group, name, program)
    for who, way in LYING
    for group, name, program in PROOF
    if is_lied_about(who, way, name)
]


@pytest.mark.parametrize(
    ("who", "way", "group", "name", "program"),
    long_unless(lambda who, way, group, name, program: (who, way, name) in QUICK, CASES),
)
def test_no_wrong_program_is_proved(
    tmp_path: Path, who: str, way: str, group: str, name: str, program: Program
) -> None:
    """Neither its code, nor its claims, loops, contracts and costs."""
    (found, refinement), liar = lying(LIARS[who], replace(WAYS[way]), lambda: judged(tmp_path, program))
    assert liar.lies, f"{who} told no lie in {liar.asked} questions"
    assert not is_proved(found, refinement) or any(each.presumes for each in found), (group, name)
