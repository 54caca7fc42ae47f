"""What holds of any number of things, of which only some are looked at: of those, and of the rest.

That it holds at the rest is a truth that has a name and nothing else. Where it is known, nothing follows of anything
that is looked at. Where it is to be shown, it is what was shown of the thing that stands for any.
"""

from __future__ import annotations

from typing import Any, Final

import z3

from slotproof.engine.prove.solver.scalars import conj, disj, fresh, implies, ite, known, lower, neg
from slotproof.engine.prove.solver.sorts import BOOL
from slotproof.engine.prove.solver.triggers import Term, children, kind, number

_NAME: Final = "at the rest"


def at_rest() -> Term:
    """Name that something holds at the rest."""
    return fresh(_NAME, BOOL)


def of_any(goal: Term) -> Term:
    """Give what is to be shown of things that are looked at so that a goal holds: where it needs that, no rest is left.

    A goal that something holds at the rest only if another thing does not is none of these, and is left as it is.
    """
    return goal if known(goal) else _shown(goal, True, {})


def _shown(goal: Any, wanted: bool, done: dict[tuple[int, bool], Term]) -> Term:
    key = number(goal), wanted
    if key not in done:
        done[key] = _again(goal, wanted, done)
    return done[key]


def _again(goal: Any, wanted: bool, done: dict[tuple[int, bool], Term]) -> Term:
    form = kind(goal) if z3.is_app(goal) else None
    if form == z3.Z3_OP_UNINTERPRETED and wanted and goal.decl().name().startswith(f"{_NAME}!"):
        return True
    if form == z3.Z3_OP_NOT:
        return neg(_shown(children(goal)[0], not wanted, done))
    if form in (z3.Z3_OP_AND, z3.Z3_OP_OR):
        return (conj if form == z3.Z3_OP_AND else disj)(*(_shown(each, wanted, done) for each in children(goal)))
    if form == z3.Z3_OP_IMPLIES:
        premise, conclusion = children(goal)
        return implies(_shown(premise, not wanted, done), _shown(conclusion, wanted, done))
    if form == z3.Z3_OP_ITE:
        condition, first, second = children(goal)
        return ite(condition, _shown(first, wanted, done), _shown(second, wanted, done))
    return lower(goal)
