"""What is false has no certificate: not of a declaration that is refused, nor where both solvers lie to the prover.

The prover believes Z3 and cvc5 where both say the same. Here they lie to it about every goal, and nothing looks for
what goes wrong: it proves what is false. What it asked them has to be without a certificate then.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from slotproof.certify.judge import proved, with_certificates
from slotproof.certify.store import KEEP, ROWS, prepare
from slotproof.declare import Claim, Refinement
from slotproof.declare.verdict import Status
from slotproof.engine.prove.prove import Effort
from slotproof.engine.prove.solver.solve import Solver

from ..commands import forks
from ..prove.solver.lying import LIARS, Liar
from ..quick import first_only, long_unless
from ..soundness.functions import unsound_python, unsound_values
from ..soundness.functions.unsound import FALSE_CLAIMS, LOOPED, PAIRS, box
from ..soundness.test_wrong_declarations import GROUPS, WRONG, write

REFUSED: Final = GROUPS["rounds"].wrong["a mangled name"]
"""A declaration of which each question has a certificate: that the language refuses it is all that is wrong."""

CASES: Final = {
    wrong.__name__: (made, right, wrong)
    for made, pairs in (
        (box, PAIRS),
        (unsound_python.odd_box, unsound_python.PAIRS),
        (unsound_values.shelf_of, unsound_values.PAIRS),
    )
    for right, all_wrong in pairs.items()
    for wrong in all_wrong
}
QUICK: Final = {"at_without_lower_bound", "look_up_beside"}
LONG: Final = [name for place, name in enumerate(CASES) if name in QUICK or place % 12 == 0]


@pytest.fixture(autouse=True)
def _rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (ROWS, KEEP):
        monkeypatch.setenv(name, "")
    prepare(tmp_path / "rows.jsonl", None)


@contextmanager
def all_goals_believed() -> Iterator[None]:
    """Z3 and cvc5 say meanwhile that each goal follows, and are right about branches."""
    liars = {who: Liar(1, "all") for who in LIARS}
    impossible = Solver.impossible

    def honestly(self: Solver, *asked: Any) -> bool:
        for liar in liars.values():
            liar.often = 0
        try:
            return impossible(self, *asked)
        finally:
            for liar in liars.values():
                liar.often = 1

    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        for who, liar in liars.items():
            stack.enter_context(LIARS[who](liar))
        patch.setattr(Solver, "impossible", honestly)
        yield


class Misled(NamedTuple):
    """What comes of a proof of which the solvers lie.

    believed   claim -> what the prover says
    said       claim -> what is said with certificates
    told       of all questions
    """

    believed: dict[str, Status]
    said: dict[str, Status]
    told: dict[str, Any]


def misled(refinement: Refinement) -> Misled:
    """Make certificates of what solvers lie about to the prover."""
    with all_goals_believed():
        verdicts, asked, tree = proved(refinement, "operation_1", False, Effort(near=False, units=0))
    certified = with_certificates(verdicts, asked, tree)
    believed, said = ({each.claim: each.status for each in found} for found in (verdicts, certified))
    return Misled(believed, said, certified[0].evidence)


@pytest.mark.parametrize("name", long_unless(QUICK.__contains__, LONG))
def test_what_is_wrong_has_no_certificate(name: str) -> None:
    """Solvers that lie have the prover take the wrong function for the right one; a question is left without one."""
    made, right, wrong = CASES[name]
    believed, said, told = misled(made(right, wrong))
    assert Status.PROVED not in said.values()
    if Status.PROVED in believed.values():
        assert told["certified"] < told["of"]
    assert name not in QUICK or set(believed.values()) == {Status.PROVED}


KEPT = (FALSE_CLAIMS[0], *FALSE_CLAIMS[8::4])
"""Claims that a new container keeps."""


@pytest.mark.parametrize(
    ("operation", "statement", "holds"),
    first_only(KEPT),
    ids=[claim[1] for claim in KEPT],
)
def test_a_false_claim_has_no_certificate(
    operation: Callable[..., Any], statement: str, holds: Callable[..., bool]
) -> None:
    """Nor has a claim of which solvers that lie say that it is kept."""
    refinement = box(operation, operation, Claim("BX-I9", statement, holds))
    believed, said, told = misled(refinement)
    assert believed["BX-I9"] is Status.PROVED
    assert said["BX-I9"] is Status.NOT_PROVED
    assert told["certified"] < told["of"]


@pytest.mark.parametrize("right", first_only(list(PAIRS)[::30]), ids=lambda function: function.__name__)
def test_what_is_right_has_one(right: Callable[..., Any]) -> None:
    """Of the right function all questions have one, though the solvers lie: else the others would say nothing."""
    _, said, told = misled(box(right, LOOPED.get(right, right)))
    assert set(said.values()) == {Status.PROVED}
    assert told["certified"] == told["of"] > 0


@pytest.mark.parametrize(
    ("group", "case"),
    long_unless(
        lambda group, case: case is REFUSED,
        [each for place, each in enumerate(WRONG) if each.values[1] is REFUSED or place % 200 == 0],
    ),
)
def test_a_wrong_declaration_has_no_certificate(tmp_path: Path, group: str, case: Any) -> None:
    """Its false claim is not certified: it is refused, or its proof fails."""
    write(tmp_path, case.files())
    done = forks().run(tmp_path, "certify", "declared.py", "--jobs", "1", "--json", "said.json")
    assert done.code in (1, 2), done.output
    if (said := tmp_path / "said.json").is_file():
        [told] = json.loads(said.read_text(encoding="utf-8"))
        assert told["claims"].get(case.says) != ""
