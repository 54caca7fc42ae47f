"""What arithmetic of numbers means."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import reduce
from typing import Final

from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import Term
from slotproof.engine.prove.python.merging import Merging
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory.facts import taken_apart
from slotproof.engine.prove.solver.theory.shifts import in_one_step

SIGNS: Final[dict[type, str]] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.USub: "-", ast.UAdd: "+", ast.Invert: "~", ast.Not: "not",
}  # fmt: skip
MOST_FACTORS: Final = 8
"""Of a power of a number that is not known."""

ARITHMETIC: Final[dict[type, Callable[[Term, Term], Term]]] = {
    ast.Add: t.add,
    ast.Sub: t.sub,
    ast.Mult: t.mul,
    ast.BitAnd: t.bits_and,
    ast.BitOr: t.bits_or,
    ast.BitXor: t.bits_xor,
}


class Arithmetic(Merging):
    """Sums, products, quotients, shifts, bits and powers."""

    def arithmetic(self, st: State, op: ast.operator, a: Term, b: Term, node: ast.AST) -> Term | None:
        """`a op b` of numbers; None of what is no arithmetic."""
        if isinstance(op, ast.Add) and self.runs_code and not self.depth:
            st.know(taken_apart(a, b))
        if type(op) in ARITHMETIC:
            return ARITHMETIC[type(op)](a, b)
        match op:
            case ast.FloorDiv() | ast.Mod():
                self.may_fail(st, "ZeroDivisionError", t.eq(b, 0))
                self.oblige_exact(st, t.lt(0, b), node, f"the divisor is above 0: {ast.unparse(node)}")
                return self._quotient(st, t.div(a, b)) if isinstance(op, ast.FloorDiv) else t.mod(a, b)
            case ast.LShift() | ast.RShift():
                self.oblige_exact(st, t.le(0, b), node, f"the shift is not below 0: {ast.unparse(node)}")
                if not t.known(b) and isinstance(op, ast.LShift):
                    self.presumes.add("there is room for each power of two")
                return t.shift_left(a, b) if isinstance(op, ast.LShift) else self._quotient(st, t.shift_right(a, b))
            case ast.Div():
                self.may_fail(st, "ZeroDivisionError", t.eq(b, 0))
                self.oblige_exact(st, t.neg(t.eq(b, 0)), node, f"the divisor is not 0: {ast.unparse(node)}")
                self.presumes.add("quotients of ints are not too large for a float")
                return t.RATIO(t.lift(a), t.lift(b))
            case ast.Pow() if a == 2 and t.known(a):
                self.oblige_exact(st, t.le(0, b), node, f"the exponent is not below 0: {ast.unparse(node)}")
                if not t.known(b):
                    self.presumes.add("there is room for each power of two")
                return t.pow2(b)
            case ast.Pow() if t.known(a, b) and 0 <= b <= 4096:
                return a**b
            case ast.Pow() if t.known(b) and 0 <= b <= MOST_FACTORS:
                return reduce(ARITHMETIC[ast.Mult], [a] * b, 1)
            case ast.Pow():
                cure = f"take 2 for the base, or a constant from 0 to {MOST_FACTORS} for the exponent"
                raise self.refusal(node, ast.unparse(node), "a power that is not known", cure)
        return None

    def _quotient(self, st: State, quotient: Term) -> Term:
        """A quotient, of which it is said what it is at once."""
        if not self.depth:
            st.know(in_one_step(quotient))
        return quotient
