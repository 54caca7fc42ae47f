"""Obligations as SMT-LIB text, which both solvers read; each has a budget in resource units.

A busy machine changes no verdict so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import cvc5
import z3

CVC5_UNITS: Final = 200_000
"""cvc5 resource units for one obligation."""

SATURATING: Final = {"full-saturate-quant": "true"}
"""How cvc5 is asked unless something else is said."""

QUOTED: Final = re.compile(r"\|[^|]*\|")  # a symbol with whatever characters


def smtlib(assumptions: Sequence[z3.BoolRef], goal: z3.BoolRef) -> str:
    """The obligation as SMT-LIB 2: unsatisfiable if the goal follows."""
    return "\n".join(["(set-logic ALL)", *commands_of([*assumptions, z3.Not(goal)]), "(check-sat)", ""])


def commands_of(formulas: list[z3.BoolRef]) -> list[str]:
    """The declarations of the symbols, and for each formula, in order, an `assert`."""
    solver = z3.Solver()
    solver.add(*formulas)
    commands: list[str] = []
    depth = 0
    for line in solver.to_smt2().splitlines():
        if depth:
            commands[-1] += f"\n{line}"
        elif not line.startswith(("; ", "(set-info", "(check-sat")):
            commands.append(line)
        else:
            continue
        plain = QUOTED.sub("", line)
        depth += plain.count("(") - plain.count(")")
    return commands


def units_of(solver: z3.Solver) -> int:
    """The resource units that Z3 has used in this process, but for contexts of their own."""
    return next((int(value) for key, value in solver.statistics() if key == "rlimit count"), 0)


class Unreadable(RuntimeError):
    """A text that cvc5 does not take."""


def ask_cvc5(text: str, strategy: dict[str, str] = SATURATING, budget: int = CVC5_UNITS) -> tuple[str, int]:
    """What cvc5 says of an SMT-LIB text ("sat", "unsat", "unknown"), and the resource units it took."""
    [answer], units = answers_of(text, strategy, budget)
    return answer, units


def answers_of(text: str, strategy: dict[str, str], budget: int = CVC5_UNITS) -> tuple[list[str], int]:
    """The answers to the questions of a text, and the resource units that all took.

    Raises     Unreadable if cvc5 cannot read it
    """
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("rlimit-per", str(budget))
    for option, value in strategy.items():
        solver.setOption(option, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "obligation")
    symbols = parser.getSymbolManager()
    answers: list[str] = []
    while not (command := parser.nextCommand()).isNull():
        if command.getCommandName() == "get-unsat-core" and answers[-1] != "unsat":
            continue  # there is none
        output = command.invoke(solver, symbols).strip()
        if output.startswith("(error"):
            raise Unreadable(f"cvc5 cannot read the obligation: {output}")
        if output.startswith("("):
            answers.append(output)
        elif output:
            answers.append(output.split()[0])
    return answers, int(dict(solver.getStatistics())["resource::resourceUnitsUsed"]["value"])
