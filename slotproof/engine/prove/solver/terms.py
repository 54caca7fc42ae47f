"""Make terms: numbers and truths of Python as long as they are known, else terms of Z3.

What is known is computed as CPython does. A read of an array looks through the writes to it, through choices and into
computed arrays at once, so that only reads of whole arrays are left, which make plain triggers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import z3

from slotproof.engine.prove.solver.apart import tell_apart
from slotproof.engine.prove.solver.scalars import (
    add,
    conj,
    disj,
    div,
    eq,
    fresh,
    fresh_array,
    fresh_function,
    function,
    iff,
    implies,
    is_fresh,
    is_term,
    ite,
    known,
    le,
    lift,
    lower,
    lt,
    made,
    mod,
    mul,
    neg,
    pow2,
    restart_names,
    same,
    scaled,
    states,
    sub,
)
from slotproof.engine.prove.solver.sorts import (
    AND,
    BOOL,
    DIV,
    ELEMENT,
    FLOAT,
    FUNCTION,
    HASH,
    KEY,
    MOD,
    MUL,
    OR,
    POW2,
    RATIO,
    TEXT,
    XOR,
)
from slotproof.engine.prove.solver.theory.bits import bits_and, bits_or, bits_xor, shift_left, shift_right
from slotproof.engine.prove.solver.triggers import (
    INT,
    WINDOW,
    Term,
    child,
    children,
    forall,
    forall_many,
    is_computed,
    is_quantifier,
    is_spelled_out,
    kind,
    mentions,
    number,
    raw,
    spelled_out,
)

__all__ = [
    "AND", "BOOL", "DIV", "ELEMENT", "FLOAT", "FUNCTION", "HASH", "INT", "KEY", "MOD", "MUL", "OR", "POW2", "RATIO",
    "TEXT", "XOR", "Term", "add", "bits_and", "bits_or", "bits_xor", "computed", "conj", "constant_array",
    "define_set", "disj", "div", "eq", "forall", "forall_many", "fresh", "fresh_apart", "fresh_array",
    "fresh_function", "function", "iff", "implies", "is_fresh", "is_spelled_out", "is_term", "ite", "known", "le",
    "lift", "lower", "lt", "mod", "mul", "neg", "number", "pow2", "read_from", "rebuilt", "restart_names", "same",
    "select", "shift_left", "shift_right", "spelled_out", "states", "store", "sub", "tell_apart", "without_twos",
]  # fmt: skip

_mk_select, _mk_store = map(raw, ("Z3_mk_select", "Z3_mk_store"))


def fresh_apart(name: str, count: int, least: int) -> tuple[Term, ...]:
    """Name so many numbers, of which no two are equal, and none is less than a limit; that is to be assumed as well."""
    constants = tuple(fresh(name, INT) for _ in range(count))
    tell_apart(constants, least)
    return constants


# --- arrays


def constant_array(value: Term, index: Any = INT) -> Term:
    """Make the array that holds one value everywhere."""
    return z3.K(index, _whole(value))


def computed(variable: Term, value: Term) -> Term:
    """Make the array that holds at each index what a value is there; each read puts the index in its place."""
    if not known(value) and kind(value) == z3.Z3_OP_SELECT:
        array, index = children(value)
        if same(index, variable) and not mentions(array, variable):
            return array
    return z3.Lambda([variable], lift(value))


def store(array: Term, index: Term, value: Term) -> Term:
    """Write to an array.

    Raises     TypeError of a computed array as a value, which no solver is given as a whole
    """
    if kind(array) == z3.Z3_OP_STORE and same(lower(child(array, 1)), index):
        array = child(array, 0)
    return made(_mk_store, array, lift(index), _whole(value))


def _whole(value: Term) -> Any:
    """Give a value to be stored; raises TypeError if it is a computed array."""
    value = lift(value)
    if is_computed(value):
        raise TypeError("a computed array is stored as a whole")
    return value


def select(array: Term, index: Term) -> Term:
    """Read an array, through the writes to it, through choices and into computed arrays."""
    if is_quantifier(array):  # a computed array
        return rebuilt(z3.substitute_vars(array.body(), lift(index)), {})
    form = kind(array)
    if form == z3.Z3_OP_CONST_ARRAY:
        return lower(child(array, 0))
    if form == z3.Z3_OP_STORE:
        before, at, value = children(array)
        there = eq(index, lower(at))
        if type(there) is bool:
            return lower(value) if there else select(before, index)
        return ite(there, lower(value), select(before, index))
    if form == z3.Z3_OP_ITE:
        condition, first, second = children(array)
        return ite(condition, select(first, index), select(second, index))
    if form == z3.Z3_OP_UNINTERPRETED and (said := _sets.get(number(array.decl()))) is not None:
        return said(*map(lower, children(array)), index)
    return made(_mk_select, array, lift(index))


def read_from(term: Term) -> tuple[Term, Term] | None:
    """Give the array and the index that a term is read from, as it is written; None of any other term."""
    if known(term) or kind(term) != z3.Z3_OP_SELECT:
        return None
    array, index = children(term)
    return array, lower(index)


def without_twos(number: Term) -> Term:
    """Take a known factor from a product if it is a power of two: the rest is one exactly if the product is."""
    if not known(number) and kind(number) == z3.Z3_OP_UNINTERPRETED and number.decl().eq(POW2):
        return 1
    rest, factor = scaled(number)
    return rest if factor & (factor - 1) == 0 else number


_sets: Final[dict[int, Callable[..., Term]]] = {}


def define_set(function: Any, said: Callable[..., Term]) -> None:
    """Let a function give the set of the items of which something is so: (arguments, item) -> a truth."""
    _sets[number(function)] = said


# --- terms made again


def rebuilt(term: Any, truths: Mapping[int, Term], done: dict[int, Term] | None = None) -> Term:
    """Make a term again, so that what is known by now is computed; quantifiers stay as they are.

    Takes      truths, by numbers of formulas, what they are known to be
               done, what was made again before, by number, of terms that are kept
    """
    done = {} if done is None else done

    def again(part: Any) -> Term:
        key = number(part)
        if key in truths:
            return truths[key]
        if key not in done:
            below = [] if is_quantifier(part) else children(part)
            done[key] = _again(part, [again(each) for each in below]) if below else lower(part)
        return done[key]

    return again(term)


def _folded(function: Callable[[Term, Term], Term]) -> Callable[..., Term]:
    def all_of(first: Term, *others: Term) -> Term:
        for other in others:
            first = function(first, other)
        return first

    return all_of


_MAKERS: Final[dict[int, Callable[..., Term]]] = {
    z3.Z3_OP_AND: conj,
    z3.Z3_OP_OR: disj,
    z3.Z3_OP_NOT: neg,
    z3.Z3_OP_IMPLIES: implies,
    z3.Z3_OP_ITE: ite,
    z3.Z3_OP_EQ: eq,
    z3.Z3_OP_LE: le,
    z3.Z3_OP_LT: lt,
    z3.Z3_OP_ADD: _folded(add),
    z3.Z3_OP_SUB: _folded(sub),
    z3.Z3_OP_MUL: _folded(mul),
    z3.Z3_OP_IDIV: div,
    z3.Z3_OP_MOD: mod,
    z3.Z3_OP_SELECT: select,
    z3.Z3_OP_STORE: store,
}

_OPAQUE: Final = ((MUL, mul), (DIV, div), (MOD, mod), (AND, bits_and), (OR, bits_or), (XOR, bits_xor), (POW2, pow2))
_OPAQUE_MAKERS: Final = {number(function): maker for function, maker in _OPAQUE}


def _again(part: Any, below: list[Term]) -> Term:
    """Apply what is applied in a term to other terms."""
    function = part.decl()
    maker = _OPAQUE_MAKERS.get(number(function)) or _MAKERS.get(function.kind())
    if maker is not None:
        return maker(*below)
    return part if all(map(same, below, children(part))) else function(*map(lift, below))


# --- small helpers of the evaluator


def variable(name: str, depth: int, sort: Any = INT) -> Any:
    """The variable bound at a depth: equal formulas are then one formula."""
    return z3.Const(f"{name}_{depth}", sort)


def fresh_members(name: str, index: Any = INT) -> Any:
    """An array of truths: of any numbers; where quantifiers are spelled out, of those in the window."""
    window, made = WINDOW.get(), fresh_array(name, BOOL, index)
    if window is None or index != INT:
        return made
    found = constant_array(False)
    for each in window:
        found = store(found, each, select(made, each))
    return found


def is_truth(value: Any) -> bool:
    """Tell whether a value is a truth, known or not."""
    return type(value) is bool or isinstance(value, z3.BoolRef)


def condition_of(number: Term) -> Term | None:
    """Give the truth of which a number is 1 if it holds, and 0 if not; None of other numbers."""
    if known(number):
        return bool(number) if number in (0, 1) else None
    if kind(number) != z3.Z3_OP_ITE or [lower(each) for each in children(number)[1:]] != [1, 0]:
        return None
    return child(number, 0)


def is_number(value: Any) -> bool:
    """Tell whether a value is a number, known or not."""
    return type(value) is int or isinstance(value, z3.ArithRef)


WHOLE: Final = z3.Int("whole")
"""A cost of which it is not known how it grows."""


def growth(cost: Term) -> dict[Term, int] | None:
    """Take a cost apart: how often each length counts, and under 1 what does not grow; None if it has another form.

    Of a choice of two the most counts.
    """
    if known(cost):
        return {1: int(cost)}
    if same(cost, WHOLE):
        return None
    if kind(cost) == z3.Z3_OP_ADD:
        found: dict[Term, int] = {}
        for part in children(cost):
            more = growth(lower(part))
            if more is None:
                return None
            found |= {length: found.get(length, 0) + times for length, times in more.items()}
        return found
    if kind(cost) == z3.Z3_OP_MUL:
        times, *others = sorted(map(lower, children(cost)), key=lambda each: not known(each))
        more = growth(others[0]) if len(others) == 1 and known(times) and times >= 0 else None
        return None if more is None else {length: times * each for length, each in more.items()}
    if kind(cost) == z3.Z3_OP_ITE:
        return growth(worst(*map(lower, children(cost)[1:])))
    is_length = z3.is_const(cost) or (kind(cost) == z3.Z3_OP_SUB and all(map(z3.is_const, children(cost))))
    return {cost: 1} if is_length else None


def worst(*costs: Term) -> Term:
    """Add up, of some costs, the most that each length counts in any of them, and the most that does not grow."""
    if known(*costs):
        return max(costs)
    if all(same(each, costs[0]) for each in costs):
        return costs[0]
    forms = [growth(each) for each in costs]
    most: dict[Term, int] = {}
    for form in forms:
        if form is None:
            return WHOLE
        most |= {length: max(most.get(length, 0), times) for length, times in form.items()}
    found: Term = most.pop(1, 0)
    for length, times in most.items():
        found = add(found, mul(length, times))
    return found


def greatest(*numbers: Term) -> Term:
    """The greatest of some numbers."""
    found = numbers[0]
    for each in numbers[1:]:
        found = found if same(found, each) else ite(lt(found, each), each, found)
    return found
