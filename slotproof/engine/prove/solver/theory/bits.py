"""Make numbers by their bits: of a mask that is known as remainders and quotients, else opaque."""

from __future__ import annotations

from typing import Any

import z3

from slotproof.engine.prove.solver.scalars import add, div, known, lift, lower, mod, mul, pow2, same, scaled, sub
from slotproof.engine.prove.solver.sorts import AND, OR, XOR
from slotproof.engine.prove.solver.triggers import Term, child, children, kind


def bits_and(a: Term, b: Term) -> Term:
    """Give the bits that two numbers share."""
    if known(a, b):
        return int(a) & int(b)
    if known(a):
        a, b = b, a
    if known(b):
        return _masked(a, int(b))
    for one, other in ((a, b), (b, a)):
        if same(one, other) or _shares(one, other):
            return one
        if kind(other) == z3.Z3_OP_SUB and same(lower(child(other, 0)), -1):  # all bits but some
            return sub(one, bits_and(one, child(other, 1)))
    return AND(a, b)


def _masked(a: Term, mask: int) -> Term:
    """Give the bits of a number that a mask has: those in a row, or all others, by quotient and remainder."""
    if mask in (0, -1):
        return a if mask else 0
    for ones in (mask, ~mask):
        low = ones & -ones
        size = ones // low + 1 if ones > 0 else 0
        if size & (size - 1) == 0 and size:
            if ones == mask:
                return mul(mod(div(a, low), size), low)
            return add(mul(div(a, low * size), low * size), mod(a, low))
    return AND(a, lift(mask))


def _shares(a: Any, b: Any) -> bool:
    """Tell whether a number is what another one shares with something, as it is written."""
    return bool(a.decl().eq(AND)) and any(same(each, b) for each in children(a))


def bits_or(a: Term, b: Term) -> Term:
    """Give the bits that one of two numbers has, or both: of a multiple of a known power of two, above and below it."""
    if known(a, b):
        return int(a) | int(b)
    if known(a):
        a, b = b, a
    if same(a, b) or (known(b) and b in (0, -1)):
        return b if known(b) and b else a
    if scaled(b)[1] == 1:
        a, b = b, a
    rest, factor = scaled(b)
    if factor > 1 and factor & (factor - 1) == 0:
        return add(mul(bits_or(div(a, factor), rest), factor), mod(a, factor))
    for one, other in ((a, b), (b, a)):
        if _is_left_out(one, other):
            return add(a, b)
    return OR(lift(a), lift(b))


def _is_left_out(a: Term, b: Term) -> bool:
    """Tell whether a number is what another one leaves out, as they are written: `x - (x & mask)` and `y & mask`."""
    if known(a) or known(b) or kind(a) != z3.Z3_OP_SUB or not b.decl().eq(AND):
        return False
    whole, taken = children(a)
    return _shares(taken, whole) and any(_shares(taken, each) for each in children(b) if not same(each, whole))


def bits_xor(a: Term, b: Term) -> Term:
    """Give the bits that one of two numbers has, but not the other."""
    if known(a, b):
        return int(a) ^ int(b)
    if known(a):
        a, b = b, a
    if same(a, b):
        return 0
    if known(b) and b in (0, -1):
        return sub(-1, a) if b else a
    return XOR(a, lift(b))


def shift_left(a: Term, b: Term) -> Term:
    """Shift the bits of a number up, by a number that is not negative."""
    return mul(a, pow2(b))


def shift_right(a: Term, b: Term) -> Term:
    """Shift the bits of a number down, by a number that is not negative."""
    return div(a, pow2(b))
