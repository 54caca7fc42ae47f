"""No wrong program is proved because one solver lies: about everything, about some questions, or about its reasons."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ..prove.lying import LIARS, WAYS, lying
from ..quick import long_unless
from ..soundness.test_prove_wrong_programs import PROOF, is_proved, judged
from ..soundness.wrong_programs import Program

LYING = [(who, way) for who in LIARS for way in ("everything", "one in a thousand", "the core: some")]
QUICK = {("cvc5", "everything", "a quotient of two negatives"), ("z3", "the core: some", "a quotient of two negatives")}
CASES = [(who, way, group, name, program) for who, way in LYING for group, name, program in PROOF]


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
