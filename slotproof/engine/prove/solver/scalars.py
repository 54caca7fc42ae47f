"""Make numbers and truths: of Python as long as they are known, else terms of Z3, where what is known is computed."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, Final

import z3

from slotproof.engine.prove.solver.apart import are_apart, forget_apart
from slotproof.engine.prove.solver.sorts import DIV, MOD, MUL, POW2
from slotproof.engine.prove.solver.triggers import (
    INT,
    Term,
    child,
    children,
    is_computed,
    kind,
    number,
    raw,
    typed,
)

_names = itertools.count()


# --- names


def restart_names() -> None:
    """Begin anew with names, so that an operation means the same terms whatever was proved before it."""
    global _names  # noqa: PLW0603
    _names = itertools.count()
    forget_apart()


def fresh(name: str, sort: Any) -> Term:
    """Name a value of which nothing is known."""
    return z3.Const(f"{name}!{next(_names)}", sort)


def is_fresh(constant: Any) -> bool:
    """Tell whether a constant was named so, and is no variable that stands for what is bound."""
    return "!" in constant.decl().name()


def fresh_array(name: str, sort: Any, index: Any = INT) -> Term:
    """Name an array from numbers, or what else indexes it, to values of a sort, which may be arrays."""
    return fresh(name, z3.ArraySort(index, sort))


def fresh_function(name: str, *sorts: Any) -> Any:
    """Name a function; the last sort is that of its results."""
    return z3.Function(f"{name}!{next(_names)}", *sorts)


def states(name: str) -> Any:
    """Give the sort of states of containers of a class, of which nothing is known."""
    return z3.DeclareSort(f"{name}_state")


def function(name: str, *sorts: Any) -> Any:
    """Give the function of that name, of which nothing is known; the last sort is that of its results."""
    return z3.Function(name, *sorts)


# --- what is known


def known(*terms: Term) -> bool:
    """Tell whether all of these are numbers or truths of Python."""
    return all(type(term) is int or type(term) is bool for term in terms)


def is_term(value: Any) -> bool:
    """Tell whether a value is a term: known, or of Z3."""
    return type(value) is int or type(value) is bool or isinstance(value, z3.ExprRef)


def lift(term: Term) -> Any:
    """Give a term as one of Z3, known or not."""
    if type(term) is bool:
        return _TRUE if term else _FALSE
    return z3.IntVal(term) if type(term) is int else term


def lower(term: Any) -> Term:
    """Give a term of Z3 as a number or a truth of Python, if it is one."""
    if isinstance(term, z3.IntNumRef):
        return term.as_long()
    if isinstance(term, z3.BoolRef):
        form = kind(term)
        return True if form == z3.Z3_OP_TRUE else False if form == z3.Z3_OP_FALSE else term
    return term


def same(a: Term, b: Term) -> bool:
    """Tell whether two terms are one and the same as they are written."""
    if known(a) or known(b):
        return type(a) is type(b) and bool(a == b)
    return a is b or bool(a.ast.value == b.ast.value)


_TRUE: Final = z3.BoolVal(True)
_FALSE: Final = z3.BoolVal(False)

_CONTEXT: Final = z3.main_ctx()
_REF: Final = _CONTEXT.ref()

_mk_and, _mk_or, _mk_not, _mk_implies = map(raw, ("Z3_mk_and", "Z3_mk_or", "Z3_mk_not", "Z3_mk_implies"))
_mk_eq, _mk_lt, _mk_le, _mk_ite = map(raw, ("Z3_mk_eq", "Z3_mk_lt", "Z3_mk_le", "Z3_mk_ite"))
_mk_add, _mk_sub, _mk_mul = map(raw, ("Z3_mk_add", "Z3_mk_sub", "Z3_mk_mul"))


def made(make: Callable[..., Any], *parts: Any) -> Any:
    """Make a term of Z3.

    Raises     TypeError if the parts are of sorts that do not go together
    """
    return _made(lambda *below: make(_REF, *below), make.__name__, parts)


def _listed(make: Callable[..., Any], parts: Sequence[Any]) -> Any:
    """Make a term of Z3 from any number of parts; raises as `made` does."""
    return _made(lambda *below: make(_REF, len(below), (z3.Ast * len(below))(*below)), make.__name__, parts)


def _made(make: Callable[..., Any], name: str, parts: Sequence[Any]) -> Any:
    if not all(isinstance(part, z3.ExprRef) for part in parts):
        raise TypeError(f"no terms: {parts}")
    ast = make(*(part.ast for part in parts))
    if not ast:
        raise TypeError(f"{name} of {', '.join(str(part.sort()) for part in parts)}")
    return typed(ast)


# --- truth


_FLIPPED: Final = {z3.Z3_OP_LE: lambda a, b: lt(b, a), z3.Z3_OP_LT: lambda a, b: le(b, a)}


def neg(a: Term) -> Term:
    """Say the contrary; of a comparison, the opposite comparison."""
    if type(a) is bool:
        return not a
    form = kind(a)
    if form == z3.Z3_OP_NOT:
        return child(a, 0)
    flipped = _FLIPPED.get(form) if form is not None else None
    return made(_mk_not, a) if flipped is None else flipped(lower(child(a, 0)), lower(child(a, 1)))


def conj(*parts: Term) -> Term:
    """Say all of these."""
    return _connected(parts, False, _mk_and)


def disj(*parts: Term) -> Term:
    """Say that one of these holds, or more."""
    return _connected(parts, True, _mk_or)


def _connected(parts: Sequence[Term], ends: bool, make: Callable[..., Any]) -> Term:
    """Connect truths, of which one that is known to be `ends` decides."""
    kept: dict[int, Term] = {}
    for part in parts:
        if type(part) is not bool:
            kept[number(part)] = part
        elif part is ends:
            return ends
    if not kept:
        return not ends
    return next(iter(kept.values())) if len(kept) == 1 else _listed(make, list(kept.values()))


def implies(a: Term, b: Term) -> Term:
    """Say the second, if the first holds."""
    if type(a) is bool:
        return b if a else True
    if type(b) is bool:
        return True if b else neg(a)
    return True if same(a, b) else made(_mk_implies, a, b)


def iff(a: Term, b: Term) -> Term:
    """Say that both hold or neither."""
    if type(a) is bool:
        return b if a else neg(b)
    if type(b) is bool:
        return a if b else neg(a)
    return True if same(a, b) else made(_mk_eq, a, b)


def ite(c: Term, a: Term, b: Term) -> Term:
    """Choose the one term if a condition holds, else the other."""
    if type(c) is bool:
        return a if c else b
    if same(a, b):
        return a
    if type(a) is bool:
        return disj(c, b) if a else conj(neg(c), b)
    if type(b) is bool:
        return disj(neg(c), a) if b else conj(c, a)
    return made(_mk_ite, c, lift(a), lift(b))


# --- numbers


def _offset(a: Term) -> tuple[Term, int]:
    """Take a number apart: something unknown, or 0, and what is added to it."""
    if known(a):
        return 0, int(a)
    if kind(a) == z3.Z3_OP_ADD:
        below = children(a)
        if len(below) == 2 and isinstance(below[1], z3.IntNumRef):
            return below[0], below[1].as_long()
    return a, 0


def _difference(a: Term, b: Term) -> int | None:
    """Give the difference of two numbers, if that is known."""
    (one, more), (other, less) = _offset(a), _offset(b)
    return more - less if same(one, other) else None


def eq(a: Term, b: Term) -> Term:
    """Say that two terms are equal.

    Raises     TypeError of computed arrays, which no solver is given as a whole
    """
    if known(a, b):
        return bool(a == b)
    if known(a):
        a, b = b, a
    if is_computed(a) or (not known(b) and is_computed(b)):
        raise TypeError("a computed array is compared as a whole")
    if isinstance(a, z3.BoolRef):
        return iff(a, b)
    if same(a, b):
        return True
    if isinstance(a, z3.ArithRef):
        apart = _difference(a, b)
        if apart is None and are_apart(a, b):
            return False
        return made(_mk_eq, a, lift(b)) if apart is None else apart == 0
    return made(_mk_eq, a, lift(b))


def lt(a: Term, b: Term) -> Term:
    """Say that a number is less than another."""
    apart = _difference(a, b)
    return made(_mk_lt, lift(a), lift(b)) if apart is None else apart < 0


def le(a: Term, b: Term) -> Term:
    """Say that a number is at most another."""
    apart = _difference(a, b)
    return made(_mk_le, lift(a), lift(b)) if apart is None else apart <= 0


def _moved(a: Term, by: int) -> Term:
    """Add a known number to one that has none added yet."""
    if known(a):
        return int(a) + by
    return a if by == 0 else _listed(_mk_add, (a, lift(by)))


def add(a: Term, b: Term) -> Term:
    """Add two numbers; what is known comes last."""
    (one, more), (other, less) = _offset(a), _offset(b)
    if known(one) or known(other):
        return _moved(other if known(one) else one, more + less)
    for first, second in ((one, other), (other, one)):
        if kind(first) == z3.Z3_OP_SUB and same(child(first, 1), second):
            return add(lower(child(first, 0)), more + less)
    return _moved(_listed(_mk_add, (one, other)), more + less)


def sub(a: Term, b: Term) -> Term:
    """Take a number from another."""
    (one, more), (other, less) = _offset(a), _offset(b)
    if same(one, other):
        return more - less
    if known(other):
        return _moved(one, more - less)
    if known(one):
        return _listed(_mk_sub, (lift(more - less), other))
    return _moved(_listed(_mk_sub, (one, other)), more - less)


def mul(a: Term, b: Term) -> Term:
    """Multiply two numbers; where neither is known, sums are multiplied out, and the product is opaque."""
    if known(a, b):
        return int(a) * int(b)
    if known(a):
        a, b = b, a
    one, more = _offset(a)
    if known(b):
        if b == 0 or b == 1:
            return a if b else 0
        return add(mul(one, b), more * b) if more else _listed(_mk_mul, (a, lift(int(b))))
    if more:
        return add(mul(one, b), mul(b, more))
    other, more = _offset(b)
    return add(mul(a, other), mul(a, more)) if more else MUL(a, b)


def scaled(a: Term) -> tuple[Term, int]:
    """Take a number apart: something, and a known factor above 0 that it is written with."""
    if not known(a) and kind(a) == z3.Z3_OP_MUL:
        rest, *factors = map(lower, children(a))
        if len(factors) == 1 and known(*factors) and factors[0] > 0:
            return rest, int(factors[0])
    return a, 1


def _parted(a: Term, divisor: int) -> tuple[Term, Term]:
    """Take a sum apart: a part that is a multiple of a number, as it is written, and the rest."""
    if known(a):
        return (a, 0) if a % divisor == 0 else (0, a)
    if scaled(a)[1] % divisor == 0:
        return a, 0
    if kind(a) != z3.Z3_OP_ADD:
        return 0, a
    pairs = [_parted(lower(each), divisor) for each in children(a)]
    multiple, rest = pairs[0]
    for more, other in pairs[1:]:
        multiple, rest = add(multiple, more), add(rest, other)
    return multiple, rest


def _divided(a: Term, form: int) -> tuple[Term, int] | None:
    """Take a quotient or remainder by a known number apart."""
    if known(a) or kind(a) != form:
        return None
    number, divisor = map(lower, children(a))
    return (number, divisor) if known(divisor) and divisor > 0 else None


def div(a: Term, b: Term) -> Term:
    """Divide a number by another, rounded down; opaque unless the divisor is known and positive."""
    if known(a, b) and b:
        return int(a) // int(b)
    if known(a) and a == 0 and not known(b):
        return 0
    if not known(b) or b <= 0:
        return DIV(lift(a), lift(b))
    if b == 1:
        return a
    multiple, rest = _parted(a, int(b))
    if not same(multiple, 0):
        return add(_quotient(multiple, int(b)), div(rest, b))
    inner, remainder = _divided(a, z3.Z3_OP_IDIV), _divided(a, z3.Z3_OP_MOD)
    if inner is not None:
        return div(inner[0], inner[1] * int(b))
    # Z3 rounds as Python does by positive divisors only
    return 0 if remainder is not None and remainder[1] <= b else lift(a) / int(b)


def _quotient(multiple: Term, divisor: int) -> Term:
    """Divide a sum of multiples."""
    if known(multiple):
        return int(multiple) // divisor
    rest, factor = scaled(multiple)
    if factor % divisor == 0:
        return mul(rest, factor // divisor)
    parts = [_quotient(lower(each), divisor) for each in children(multiple)]
    found = parts[0]
    for each in parts[1:]:
        found = add(found, each)
    return found


def mod(a: Term, b: Term) -> Term:
    """Give the remainder of a division; opaque unless the divisor is known and positive."""
    if known(a, b) and b:
        return int(a) % int(b)
    if known(a) and a == 0 and not known(b):
        return 0
    if not known(b) or b <= 0:
        return MOD(lift(a), lift(b))
    _, rest = _parted(a, int(b))
    if known(rest):
        return int(rest) % int(b)
    inner = _divided(rest, z3.Z3_OP_MOD)
    if inner is not None and inner[1] <= b:
        return rest
    return mod(inner[0], b) if inner is not None and inner[1] % b == 0 else lift(rest) % int(b)


_MOST_BITS: Final = 4_096  # of a power that is written out


def pow2(a: Term) -> Term:
    """Give a power of two; nothing is said of those of negative numbers but that they are 1."""
    return 1 << int(a) if known(a) and 0 <= a <= _MOST_BITS else POW2(lift(a))
