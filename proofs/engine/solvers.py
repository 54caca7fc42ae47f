"""Z3 and cvc5, each with a budget in resource units, so that a busy machine changes no verdict.

Z3 works without model-based instantiation: it says `unsat` or gives up quickly, and only `unsat` proves.
cvc5 reads the same obligation as SMT-LIB text.
"""

from __future__ import annotations

from typing import Any, Final

import cvc5
import z3

FEASIBILITY_UNITS: Final = 400_000
"""Z3 resource units to show a branch impossible; a branch not shown impossible is explored."""

PROOF_UNITS: Final = 3_000_000
"""Z3 resource units for one obligation."""

CVC5_UNITS: Final = 200_000
"""cvc5 resource units for one obligation."""


def new_solver(exact: bool = False) -> z3.Solver:
    """A solver for obligations with quantifiers; `exact` if there are none, so that `sat` comes with a model."""
    solver = z3.SimpleSolver()
    if not exact:
        solver.set("auto_config", False)
        solver.set("mbqi", False)
    return solver


STRATEGIES: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"random_seed": 1},
    {"case_split": 3},
    {"qi.eager_threshold": 20.0},
    {"mbqi": True},
)
"""Ways to ask Z3 anew about an obligation that the path's own solver, full of earlier terms, gave up on."""


def ask_again(assumptions: list[z3.BoolRef], goal: z3.BoolRef) -> str:
    """What a new Z3 says of an obligation: the first answer that is not "unknown"."""
    for strategy in STRATEGIES:
        solver = new_solver()
        solver.set("rlimit", PROOF_UNITS)
        for option, value in strategy.items():
            solver.set(option, value)
        solver.add(*assumptions)
        solver.add(z3.Not(goal))
        verdict = solver.check()
        if verdict != z3.unknown:
            return str(verdict)
    return "unknown"


def smtlib(assumptions: list[z3.BoolRef], goal: z3.BoolRef) -> str:
    """The obligation as SMT-LIB 2: unsatisfiable if the goal follows."""
    solver = z3.Solver()
    for assumption in assumptions:
        solver.add(assumption)
    solver.add(z3.Not(goal))
    return "(set-logic ALL)\n" + "\n".join(
        line for line in solver.to_smt2().splitlines() if not line.startswith(("; ", "(set-info"))
    )


def ask_cvc5(text: str) -> tuple[str, int]:
    """What cvc5 says of an SMT-LIB text ("sat", "unsat", "unknown"), and the resource units it took.

    Raises     RuntimeError if cvc5 cannot read the text
    """
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("rlimit", str(CVC5_UNITS))
    solver.setOption("full-saturate-quant", "true")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "obligation")
    symbols = parser.getSymbolManager()
    answer = ""
    while True:
        command = parser.nextCommand()
        if command.isNull():
            break
        output = command.invoke(solver, symbols)
        if output.startswith("(error"):
            raise RuntimeError(f"cvc5 cannot read the obligation: {output}")
        answer += output
    units = dict(solver.getStatistics())["resource::resourceUnitsUsed"]["value"]
    return answer.strip().splitlines()[-1], int(units)
