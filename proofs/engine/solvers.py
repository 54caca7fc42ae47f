"""Z3 and cvc5, each with a budget in resource units, so that a busy machine changes no verdict.

Z3 works without model-based instantiation: it says `unsat` or gives up quickly, and only `unsat` proves.
cvc5 reads the same obligation as SMT-LIB text.
"""

from __future__ import annotations

from typing import Any, Final

import cvc5
import z3

FEASIBILITY_UNITS: Final = 10_000
"""Z3 resource units to show a branch impossible; a branch not shown impossible is explored.

Impossible branches take a few hundred; what is not used up on the possible ones is the speed of the prover."""

PROOF_UNITS: Final = 1_000_000
"""Z3 resource units for one obligation, asked of the solver that goes along the path."""

RETRY_UNITS: Final = 4_000_000
"""Z3 resource units for each strategy of a new solver, where the first gave up."""

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
        solver.set("rlimit", RETRY_UNITS)
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
    return _text(assumptions, [z3.Not(goal)]) + "(check-sat)\n"


def _text(assumptions: list[z3.BoolRef], last: list[z3.BoolRef]) -> str:
    solver = z3.Solver()
    solver.add(*assumptions)
    solver.add(*last)
    lines = solver.to_smt2().splitlines()
    kept = [line for line in lines if not line.startswith(("; ", "(set-info", "(check-sat"))]
    return "\n".join(["(set-logic ALL)", *kept, ""])


CVC5_STRATEGIES: Final[tuple[dict[str, str], ...]] = (
    {"full-saturate-quant": "true"},
    {"full-saturate-quant": "true", "trigger-sel": "max"},
    {"decision": "justification"},
    {"full-saturate-quant": "true", "cbqi": "false"},
    {"full-saturate-quant": "true", "multi-trigger-cache": "true"},
)
"""Ways to ask cvc5, each with its own budget; the first is used for all obligations, the others for what is left."""


def second_opinion(assumptions: list[z3.BoolRef], goals: list[z3.BoolRef]) -> list[tuple[str, int]]:
    """What cvc5 says of goals that rest on the same assumptions ("unsat" if a goal follows), and the units it took.

    The assumptions are read once; each goal is asked about under them alone.
    """
    guards = [z3.Bool(f"goal@{number}") for number in range(len(goals))]
    text = _text(assumptions, [z3.Implies(guard, z3.Not(goal)) for guard, goal in zip(guards, goals, strict=True)])
    text += "\n".join(f"(check-sat-assuming (|goal@{number}|))" for number in range(len(goals)))
    answers = [(verdict, units) for verdict, units in _ask(text, CVC5_STRATEGIES[0], incremental=True)]
    for number, goal in enumerate(goals):
        for strategy in CVC5_STRATEGIES:
            if answers[number][0] in ("sat", "unsat"):
                break
            [answers[number]] = _ask(smtlib(assumptions, goal), strategy)
    return answers


def ask_cvc5(text: str, strategy: dict[str, str] = CVC5_STRATEGIES[0], budget: int = CVC5_UNITS) -> tuple[str, int]:
    """What cvc5 says of an SMT-LIB text ("sat", "unsat", "unknown"), and the resource units it took."""
    [answer] = _ask(text, strategy, budget=budget)
    return answer


def _ask(
    text: str, strategy: dict[str, str], incremental: bool = False, budget: int = CVC5_UNITS
) -> list[tuple[str, int]]:
    """The answers to the questions of a text.

    Raises     RuntimeError if cvc5 cannot read it
    """
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("rlimit-per", str(budget))
    for option, value in strategy.items():
        solver.setOption(option, value)
    if incremental:
        solver.setOption("incremental", "true")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "obligation")
    symbols = parser.getSymbolManager()
    answers: list[tuple[str, int]] = []
    before = 0
    while True:
        command = parser.nextCommand()
        if command.isNull():
            return answers
        output = command.invoke(solver, symbols).strip()
        if output.startswith("(error"):
            raise RuntimeError(f"cvc5 cannot read the obligation: {output}")
        if output:
            units = int(dict(solver.getStatistics())["resource::resourceUnitsUsed"]["value"])
            answers.append((output.split()[0], units - before))
            before = units
