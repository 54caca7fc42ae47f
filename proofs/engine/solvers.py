"""Z3 and cvc5, each with a budget in resource units, so that a busy machine changes no verdict.

Z3 works without model-based instantiation: it says `unsat` or gives up quickly, and only `unsat` proves.
cvc5 reads the same obligation as SMT-LIB text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

import z3

from slotproof.proofs.engine.smtlib import CVC5_UNITS, QUOTED, SATURATING, Unreadable, answers_of, commands_of, smtlib
from slotproof.proofs.engine.terms import number_of

FEASIBILITY_UNITS: Final = 5_000
"""Z3 resource units to show a branch impossible; a branch not shown impossible is explored.

Of a hundred impossible branches 99 take less; what is not used up on the possible ones is the speed of the prover."""

EXACT_FEASIBILITY_UNITS: Final = 50_000
"""The same of a bounded run, where an impossible branch that is left open may lead round a loop for ever."""

PROOF_UNITS: Final = 100_000
"""Z3 resource units for one obligation, asked of a new solver: 98 of 100 take less."""

EXACT_UNITS: Final = 1_000_000
"""Z3 resource units for one obligation about few elements, which has no quantifiers."""

START_UNITS: Final = 4_000_000
"""Z3 resource units for a state of few elements that a path starts from."""


def new_solver(exact: bool = False, context: z3.Context | None = None) -> z3.Solver:
    """A solver for obligations with quantifiers; `exact` if there are none, so that `sat` comes with a model."""
    solver = z3.SimpleSolver(ctx=context)
    if not exact:
        solver.set("auto_config", False)
        solver.set("mbqi", False)
        solver.set("pull_nested_quantifiers", True)
    return solver


_NESTED: Final[dict[str, Any]] = {"pull_nested_quantifiers": False}

STRATEGIES: Final[tuple[tuple[int, dict[str, Any]], ...]] = (
    (300_000, {}),
    (300_000, _NESTED),
    (300_000, {"phase_selection": 1}),
    (300_000, {"phase_selection": 1, **_NESTED}),
    (200_000, {"arith.solver": 2}),
    (500_000, {"case_split": 3, **_NESTED}),
    (300_000, {"mbqi": True}),
    (300_000, {"phase_selection": 1, "random_seed": 1}),
    (300_000, {"phase_selection": 1, "random_seed": 2}),
    (300_000, {"phase_selection": 1, "random_seed": 3}),
)
"""Ways to ask Z3 anew what it gave up on when it was asked to tell what it needs: units and options."""


def ask_again(assumptions: Sequence[z3.BoolRef], goal: z3.BoolRef) -> str:
    """What a new Z3 says of an obligation: "unsat" if it does of each piece of the goal, else what it says of one."""
    return insist(assumptions, goal)[0]


def insist(
    assumptions: Sequence[z3.BoolRef], goal: z3.BoolRef, first: Sequence[int] = (), patient: bool = True
) -> tuple[str, tuple[int, ...]]:
    """What a new Z3 says of an obligation, and the place of the strategy that showed each piece of the goal.

    Takes      first, the place of the strategy to begin with, for each piece; patient, False to end with that one
    """
    ways: list[int] = []
    for number, (known, piece) in enumerate(pieces(goal)):
        begin = first[number] if number < len(first) else 0
        verdict, way = _ask_anew([*assumptions, *known], piece, begin, len(STRATEGIES) if patient else 1)
        if verdict != "unsat":
            return verdict, ()
        ways.append(way)
    return "unsat", tuple(ways)


def pieces(goal: z3.BoolRef, depth: int = 0) -> list[tuple[list[z3.BoolRef], z3.BoolRef]]:
    """Goals that hold together exactly if the goal does, each with what is known in it: it is of less than the goal.

    A goal for all values becomes one about values of which nothing is known, an equivalence becomes two implications.
    What a goal about such values applies to them is named, for triggers: a piece may no longer speak of it.
    """
    if z3.is_quantifier(goal) and goal.is_forall():
        values = [
            z3.Const(f"any@{depth}.{number} {goal.var_name(number)}", goal.var_sort(number))
            for number in range(goal.num_vars())
        ]
        body = z3.substitute_vars(goal.body(), *reversed(values))
        terms = enumerate(_applications(body))
        named = [z3.Const(f"term@{depth}.{number}", term.sort()) == term for number, term in terms]
        return [([*named, *known], piece) for known, piece in pieces(body, depth + 1)]
    if z3.is_and(goal):
        return [piece for part in goal.children() for piece in pieces(part, depth)]
    if z3.is_implies(goal):
        return [([goal.arg(0), *known], piece) for known, piece in pieces(goal.arg(1), depth)]
    if z3.is_or(goal):
        *others, last = sorted(goal.children(), key=_splits)
        return [([*map(z3.Not, others), *known], piece) for known, piece in pieces(last, depth)]
    if z3.is_not(goal) and z3.is_or(goal.arg(0)):
        return [piece for part in goal.arg(0).children() for piece in pieces(z3.Not(part), depth)]
    if z3.is_eq(goal) and z3.is_bool(goal.arg(0)):
        left, right = goal.children()
        return [([left, *known], piece) for known, piece in pieces(right, depth)] + [
            ([right, *known], piece) for known, piece in pieces(left, depth)
        ]
    return [([], goal)]


def _applications(formula: z3.ExprRef) -> list[z3.ExprRef]:
    """The elements of arrays and the results of unknown functions that a formula speaks of, outside quantifiers."""
    found: dict[int, z3.ExprRef] = {}
    waiting = [formula]
    while waiting:
        term = waiting.pop()
        if z3.is_app(term) and term.num_args():
            if term.decl().kind() in (z3.Z3_OP_SELECT, z3.Z3_OP_UNINTERPRETED):
                found[number_of(term)] = term
            waiting += term.children()
    return list(found.values())


def _splits(goal: z3.BoolRef) -> bool:
    """True if the goal has pieces."""
    inner = goal.arg(0) if z3.is_not(goal) else goal
    return bool(z3.is_quantifier(goal) or z3.is_and(goal) or (z3.is_not(goal) and z3.is_or(inner)))


def _ask_anew(assumptions: list[z3.BoolRef], goal: z3.BoolRef, first: int, most: int) -> tuple[str, int]:
    """The first answer of a new solver that is not "unknown", and the place of its strategy, of so many at most.

    A context of its own has no terms but these, so that an answer depends neither on what other obligations there were
    nor on the strategies that were tried before.
    """
    for way in sorted(range(len(STRATEGIES)), key=lambda each: each != first)[:most]:
        units, options = STRATEGIES[way]
        context = z3.Context()
        solver = new_solver(context=context)
        solver.set("rlimit", units)
        for option, value in options.items():
            solver.set(option, value)
        solver.add(*(each.translate(context) for each in (*assumptions, z3.Not(goal))))
        verdict = solver.check()
        if verdict != z3.unknown:
            return str(verdict), way
    return "unknown", 0


CVC5_STRATEGIES: Final[tuple[dict[str, str], ...]] = (
    SATURATING,
    {"full-saturate-quant": "true", "trigger-sel": "max"},
    {"decision": "justification"},
    {"full-saturate-quant": "true", "cbqi": "false"},
    {"full-saturate-quant": "true", "multi-trigger-cache": "true"},
)
"""Ways to ask cvc5, each with its own budget; the first is used for all obligations, the others for what is left."""

_WITH_CORE: Final = {**CVC5_STRATEGIES[0], "produce-unsat-cores": "true", "unsat-cores-mode": "assumptions"}
"""With cores from proofs, the default, cvc5 1.4 may end the process."""


Question = tuple[Sequence[z3.BoolRef], z3.BoolRef]
"""Assumptions, and a goal that may follow."""


def second_opinion(questions: Sequence[Question]) -> tuple[list[str], int]:
    """What cvc5 says of each question by itself: "unsat" if the goal follows; and its units.

    Raises     ValueError if two symbols of one question have the same name
    """
    if not questions:
        return [], 0
    asserted = [formula for assumptions, goal in questions for formula in (*assumptions, z3.Not(goal))]
    commands = commands_of(asserted)
    declarations, asserts = commands[: -len(asserted)], iter(commands[-len(asserted) :])
    if len(set(map(_declared, declarations))) < len(declarations):  # a name of one path is of another sort on another
        if len(questions) == 1:
            raise ValueError("two symbols of one question have the same name")
        middle = len(questions) // 2
        (first, some), (second, more) = second_opinion(questions[:middle]), second_opinion(questions[middle:])
        return first + second, some + more
    text = ["(set-logic ALL)", *declarations]
    for assumptions, _ in questions:
        text += ["(push 1)", *islice(asserts, len(assumptions) + 1), "(check-sat)", "(pop 1)"]
    answers, units = answers_of("\n".join(text), {**CVC5_STRATEGIES[0], "incremental": "true"})
    for number, (assumptions, goal) in enumerate(questions):
        for strategy in CVC5_STRATEGIES:
            if answers[number] in ("sat", "unsat"):
                break
            [answers[number]], spent = answers_of(smtlib(assumptions, goal), strategy)
            units += spent
    return answers, units


def _declared(command: str) -> str:
    """The name in a declaration."""
    quoted = QUOTED.match(command, command.index(" ") + 1)
    return quoted.group() if quoted else command.split()[1]


def core(assumptions: Sequence[z3.BoolRef], goal: z3.BoolRef, units: int = CVC5_UNITS) -> tuple[str, list[z3.BoolRef]]:
    """What cvc5 says of an obligation, and which of the assumptions the goal follows from, if it does.

    It is "unknown" also of what it does not read: this is for a hint.
    """
    asserted = [*assumptions, z3.Not(goal)]
    commands = commands_of(asserted)
    text = ["(set-logic ALL)", *commands[: -len(asserted)], commands[-1]]
    for place, command in enumerate(commands[-len(asserted) : -1]):
        text.append(f"(assert (! {command.removeprefix('(assert').removesuffix(')')} :named |{_PLACE}{place}|))")
    try:
        answers, _ = answers_of("\n".join([*text, "(check-sat)", "(get-unsat-core)"]), _WITH_CORE, units)
    except Unreadable:  # an array that is one value all over, say, which only a false goal speaks of
        return "unknown", []
    if answers[0] != "unsat":
        return answers[0], []
    return "unsat", [assumptions[int(place)] for place in _PLACES.findall(answers[1])]


_PLACE: Final = "assumption@"

_PLACES: Final = re.compile(rf"{_PLACE}(\d+)")
