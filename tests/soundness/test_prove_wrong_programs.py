"""No wrong program is proved: what the text does not tell is left open, refused, or rests on what is listed."""

from __future__ import annotations

import importlib
import itertools
import sys
from pathlib import Path

import pytest

from slotproof.declare import Refinement
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.sides.outcome import Found
from slotproof.engine.prove.sides.simulate import Simulation
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.memory import Memory
from slotproof.engine.prove.solver.solve import Solver

from ..quick import one_of_each
from .programs.wrong_programs import Program
from .test_wrong_programs import GROUPS, RIGHT, WRONG

BUDGET = Budget(last=200_000)
PROOF = [(group, name, each) for group, name, each in WRONG if each.by == "proof"]
PROVED_TWINS = frozenset({"names", "loops", "claims", "declared", "costs"})
"""Groups of which some right twin is proved; the others hold forms that the prover does not follow yet."""

_numbers = itertools.count()


def judged(folder: Path, program: Program) -> tuple[list[Found], Refinement]:
    """What the prover says of a new container and of each operation."""
    name = f"wrong_shelf_{next(_numbers)}"
    (folder / f"{name}.py").write_text(program.source)
    sys.path.insert(0, str(folder))
    try:
        module = importlib.import_module(name)
        [refinement] = [each for each in vars(module).values() if isinstance(each, Refinement)]
        simulation = Simulation(refinement, Declarations(), lambda: Solver(BUDGET, memory=Memory()))
        found = [simulation.creation(), *map(simulation.operation, refinement.operations)]
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop(name, None)
    return found, refinement


def is_proved(found: list[Found], refinement: Refinement) -> bool:
    """True if nothing is open or refused, and costs are what is declared."""
    if any(each.open or each.refusal for each in found):
        return False
    costs = [(each.cost, told) for each, told in zip(refinement.operations, found[1:], strict=True)]
    return all(cost is None or (cost.reads, cost.writes) == (told.reads, told.writes) for cost, told in costs)


@pytest.mark.parametrize(("group", "name", "program"), one_of_each(lambda group, name, program: group, PROOF))
def test_what_takes_a_proof_is_not_proved(tmp_path: Path, group: str, name: str, program: Program) -> None:
    """Something is open or refused, or what it rests on is listed."""
    found, refinement = judged(tmp_path, program)
    assert not is_proved(found, refinement) or any(each.presumes for each in found), (group, name)


@pytest.mark.parametrize("group", one_of_each(lambda group: group == "loops", sorted(PROVED_TWINS)))
def test_a_right_twin_is_proved(tmp_path: Path, group: str) -> None:
    """Of each of these groups some right program is proved."""
    assert group in GROUPS
    assert any(is_proved(*judged(tmp_path, program)) for known, program in RIGHT if known == group)
