"""Cut goals into pieces that hold together exactly if the goal does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import z3

from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.memory import Formula, Memory
from slotproof.engine.prove.solver.triggers import children, is_quantifier, kind, number

Piece = tuple[list[Formula], Formula]
"""What is assumed, and what has to follow."""


FALSE: Final = t.lift(False)


@dataclass
class Goal:
    """What is asked, of facts and assumptions; and of each piece that was shown, what it needed and what was denied."""

    given: list[Formula]
    have: set[int]
    goal: Formula
    shown: list[tuple[list[Formula], list[Formula]]] = field(default_factory=list)
    more: list[Formula] = field(default_factory=list)  # of which cvc5 showed pieces that it did not show of their needs

    @property
    def needed(self) -> list[Formula]:
        """Give the assumptions that the pieces needed so far."""
        return list({number(each): each for core, _ in self.shown for each in core}.values())


def contrary(goal: Formula) -> list[Formula]:
    """Give what is assumed to refute a goal: nothing, of what is false, so that the question is that of all goals."""
    return [] if goal.eq(FALSE) else [t.lift(t.neg(goal))]


def pieces(goal: Formula, memory: Memory) -> Iterator[Piece]:
    """Cut a goal at what it says: each part of a conjunction, any value of a variable, both ways of an equivalence."""
    form = None if type(goal) is bool else kind(goal)
    if goal is True:
        return
    if form == z3.Z3_OP_AND:
        before: list[Formula] = []
        for part in leaves(goal):
            yield from _under(before, part, memory)
            if not is_quantifier(part):
                before = [*before, part]
    elif form == z3.Z3_OP_IMPLIES:
        premise, conclusion = children(goal)
        yield from _under([premise], conclusion, memory)
    elif form == z3.Z3_OP_ITE:
        condition, then, otherwise = children(goal)
        yield from _under([condition], then, memory)
        yield from _under([t.neg(condition)], otherwise, memory)
    elif form == z3.Z3_OP_EQ and z3.is_bool(goal.arg(0)):
        one, other = children(goal)
        yield from _under([one], other, memory)
        yield from _under([other], one, memory)
    elif form == z3.Z3_OP_OR:
        *others, last = sorted(children(goal), key=is_quantifier)
        yield from _under([t.neg(other) for other in others], last, memory)
    elif form == z3.Z3_OP_NOT and kind(goal.arg(0)) == z3.Z3_OP_OR:
        for part in children(goal.arg(0)):
            yield from pieces(t.neg(part), memory)
    elif z3.is_quantifier(goal) and goal.is_forall():
        yield from pieces(z3.substitute_vars(goal.body(), *reversed(memory.witnesses(goal))), memory)
    else:
        yield [], t.lift(goal)


def _under(assumed: list[Formula], goal: Formula, memory: Memory) -> Iterator[Piece]:
    """Cut a goal that has to follow under assumptions of its own."""
    return (([*assumed, *more], part) for more, part in pieces(goal, memory))


def condition_in(formulas: Sequence[Formula]) -> Formula | None:
    """Find the condition of a choice, outside quantifiers, that has no choice within it."""
    seen: set[int] = set()

    def of(term: Formula) -> Formula | None:
        if number(term) in seen or is_quantifier(term):
            return None
        seen.add(number(term))
        below = children(term)
        found = next((each for each in map(of, below) if each is not None), None)
        return below[0] if found is None and kind(term) == z3.Z3_OP_ITE else found

    return next((each for each in map(of, formulas) if each is not None), None)


def last_in(formulas: Sequence[Formula]) -> Formula | None:
    """Find what says of a number, which is known to be below another one and 1, that it is that other one."""
    said = [each for formula in formulas for each in leaves(formula)]
    known = {number(each) for each in said}
    for each in said:
        if kind(each) != z3.Z3_OP_LT:
            continue
        less, more = map(t.lower, children(each))
        before = t.sub(more, 1)
        equal = t.eq(less, before)
        if t.known(less) or t.known(before) or kind(more) != z3.Z3_OP_ADD or kind(before) == z3.Z3_OP_ADD:
            continue
        if not t.known(equal) and not {number(equal), number(t.neg(equal))} & known:
            return equal
    return None


def cases(more: list[Formula], part: Formula, condition: Formula, memory: Memory) -> Iterator[Piece]:
    """Cut a piece at a condition."""
    for truth in (True, False):
        truths = {number(condition): truth}
        kept = [t.lift(t.rebuilt(each, truths)) for each in more]
        case = condition if truth else t.neg(condition)
        yield from _under([*kept, case], t.rebuilt(part, truths), memory)


def leaves(formula: Formula) -> list[Formula]:
    """Give the parts of a conjunction, those of its parts among them."""
    if kind(formula) != z3.Z3_OP_AND:
        return [formula]
    return [leaf for part in children(formula) for leaf in leaves(part)]
