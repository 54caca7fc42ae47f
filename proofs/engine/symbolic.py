"""Stand-ins for ints, truths, values and keys; what is said of each of a range; and how things are kept in arrays.

They are written so that the Python of a container runs on them unchanged.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

import z3

from slotproof.proofs.engine.arithmetic import composed, in_use
from slotproof.proofs.engine.path import NotSupported, OfEach, claims, current, is_running, presume, text_of
from slotproof.proofs.engine.refusing import Refusing
from slotproof.proofs.engine.shifts import either, masked, shifted_left, shifted_right
from slotproof.proofs.engine.terms import (
    FALSE,
    TRUE,
    at_least,
    at_most,
    choice,
    conjunction,
    disjunction,
    equal,
    greater,
    implication,
    integer,
    is_false,
    is_true,
    less,
    negation,
    simplified,
    subtracted,
    symbol,
    unequal,
)
from slotproof.spec.logic import negate

INT: Final = z3.IntSort()
SET: Final = z3.ArraySort(INT, z3.BoolSort())

VALUE: Final = z3.DeclareSort("Value")
"""The sort of what a container stores: nothing is known of it but equality."""


def lift(value: Any) -> Any:
    """The term of a stand-in or of a constant."""
    if isinstance(value, _STAND_INS):
        return value.term
    if type(value) is bool:
        return TRUE if value else FALSE
    if type(value) is int:
        return integer(value)
    if z3.is_expr(value):
        return value
    raise NotSupported(f"no term for {value!r}")


def constant(term: z3.ExprRef) -> Any:
    """The Python value of a term that is a constant, or None."""
    term = simplified(term)
    if z3.is_int_value(term):
        return term.as_long()
    if is_true(term):
        return True
    if is_false(term):
        return False
    return None


# --- scalars


class SymBool(Refusing):
    """A truth that is not known."""

    def __init__(self, term: z3.BoolRef) -> None:
        self.term = term

    __class__ = property(lambda self: bool)
    __hash__ = Refusing.__hash__

    def told(self) -> tuple[Any, ...]:
        return (self.term,)

    def __bool__(self) -> bool:
        return current().ask(self.term)

    def __and__(self, other: Any) -> SymBool:
        return SymBool(conjunction(self.term, _truth(other)))

    def __or__(self, other: Any) -> SymBool:
        return SymBool(disjunction(self.term, _truth(other)))

    def __invert__(self) -> SymBool:
        if sys._getframe(1).f_globals.get("__name__") != negate.__module__:
            raise NotSupported("`~` of a truth, which is a number that is never 0")
        return SymBool(negation(self.term))

    __rand__, __ror__ = __and__, __or__

    def __eq__(self, other: object) -> Any:
        if isinstance(other, SymInt) or type(other) is int:
            return SymInt(choice(self.term, 1, 0)) == other
        return SymBool(self.term == lift(other))

    def __ne__(self, other: object) -> Any:
        return negated(self == other)

    def logic_under(self, part: Callable[[], bool], holds: bool) -> bool:
        if not is_running():  # of what is read there nobody asks
            return part()
        with current().given(lambda: self.term if holds else negation(self.term)):
            return part()

    def logic_choose(self, then: Any, otherwise: Any) -> Any:
        return KINDS.of(then, otherwise).unpack(
            [choice(self.term, a, b) for a, b in zip(KINDS.terms(then), KINDS.terms(otherwise), strict=True)]
        )

    def __repr__(self) -> str:
        return text_of(self.term)


class SymInt(Refusing):
    """An integer that is not known.

    bits    a mask of those that may be set
    """

    def __init__(self, term: z3.ArithRef, bits: int = -1) -> None:
        self.term = term
        self.bits = bits

    __class__ = property(lambda self: int)
    __hash__ = Refusing.__hash__

    def told(self) -> tuple[Any, ...]:
        return self.term, self.bits

    def __bool__(self) -> bool:
        return current().ask(self.term != 0)

    def __index__(self) -> int:
        known = constant(self.term)
        if known is None:
            raise NotSupported(f"a built-in operation needs the value of {self.term}")
        return int(known)

    def __add__(self, other: Any) -> SymInt:
        return SymInt(composed(self.term, lift(other)))

    __radd__ = __add__

    def __sub__(self, other: Any) -> SymInt:
        return SymInt(subtracted(self.term, lift(other)))

    def __rsub__(self, other: Any) -> SymInt:
        return SymInt(subtracted(lift(other), self.term))

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, list):
            from slotproof.proofs.engine.lists import SymList  # noqa: PLC0415 - likewise

            return SymList.repeated(other, self)
        return _computed("times", self, other)

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> SymInt:
        _require_positive(other)
        return _computed("quotient", self, other)

    def __mod__(self, other: Any) -> SymInt:
        _require_positive(other)
        return _computed("remainder", self, other)

    def __divmod__(self, other: Any) -> tuple[Any, Any]:
        return self // other, self % other

    def __truediv__(self, other: Any) -> Any:
        known, divisor = constant(self.term), constant(lift(other))
        if known is not None and divisor:
            return known / divisor
        current().must(lift(other) != 0, f"the divisor {other} is not 0")
        return SymValue(RATIO(self.term, lift(other)))

    def __rfloordiv__(self, other: Any) -> SymInt:
        _require_positive(self)
        return _computed("quotient", other, self)

    def __rmod__(self, other: Any) -> SymInt:
        _require_positive(self)
        return _computed("remainder", other, self)

    def __and__(self, other: Any) -> SymInt:
        mask = constant(_number(other))
        return _masked(self, other) if mask is None else SymInt(masked(self.term, mask), self.bits & mask)

    __rand__ = __and__

    def __or__(self, other: Any) -> SymInt:
        bits = (self.bits, _bits_of(other))
        term, known = either(self.term, _number(other), bits)
        for fact in known:
            current().assume(fact)
        return SymInt(term, bits[0] | bits[1])

    __ror__ = __or__

    def __lshift__(self, other: Any) -> SymInt:
        amount = _shift_of(other)
        return SymInt(shifted_left(self.term, amount), self.bits << amount)

    def __rshift__(self, other: Any) -> SymInt:
        amount = _shift_of(other)
        return SymInt(shifted_right(self.term, amount), self.bits >> amount)

    def __rlshift__(self, other: Any) -> SymInt:
        return _power_of_two(other, self, 1)

    def __rpow__(self, other: Any) -> SymInt:
        return _power_of_two(other, self, 2)

    def __neg__(self) -> SymInt:
        return SymInt(-self.term)

    def __abs__(self) -> SymInt:
        return SymInt(choice(self.term >= 0, self.term, -self.term))

    def __trunc__(self) -> Any:
        return self

    def __eq__(self, other: object) -> Any:
        return False if other is None else SymBool(equal(self.term, _number(other)))

    def __ne__(self, other: object) -> Any:
        return True if other is None else SymBool(unequal(self.term, _number(other)))

    def __lt__(self, other: Any) -> SymBool:
        return SymBool(less(self.term, lift(other)))

    def __le__(self, other: Any) -> SymBool:
        return SymBool(at_most(self.term, lift(other)))

    def __gt__(self, other: Any) -> SymBool:
        return SymBool(greater(self.term, lift(other)))

    def __ge__(self, other: Any) -> SymBool:
        return SymBool(at_least(self.term, lift(other)))

    def logic_forall(self, low: Any, high: Any, body: Callable[[Any], bool]) -> Any:
        return SymBool(_quantify(z3.ForAll, low, high, body))

    def logic_forall_by(self, low: Any, high: Any, body: Callable[[Any], bool], by: Callable[[Any], Any]) -> Any:
        return SymBool(_quantify(z3.ForAll, low, high, body, by))

    def logic_exists(self, low: Any, high: Any, body: Callable[[Any], bool]) -> Any:
        return SymBool(_quantify(z3.Exists, low, high, body))

    def logic_ascending(self, keep: Callable[[Any], bool]) -> Any:
        from slotproof.proofs.engine.lists import SymDistinct  # noqa: PLC0415 - lists are made of numbers

        return SymDistinct.ascending(self, keep)

    def logic_least(self, low: Any, high: Any, keep: Callable[[Any], bool]) -> Any:
        path = current()
        if path.concrete:
            ends = constant(lift(low)), constant(lift(high))
            return next((SymInt(integer(i)) for i in range(*ends) if is_true_of(keep, i)), high)
        least = SymInt(symbol(path.name("least"), INT))
        inside = conjunction(lift(low) <= least.term, least.term < lift(high))
        with claims(), path.given(lambda: inside):
            there = conjunction(inside, lift(keep(least)))
        path.assume(disjunction(least.term == lift(high), there))
        path.assume(
            _quantify(z3.ForAll, low, _earlier(least, high), lambda i: cast(bool, SymBool(negation(lift(keep(i))))))
        )
        return least

    def logic_power_of_two(self) -> Any:
        return _is_power_of_two(self)

    def __repr__(self) -> str:
        return text_of(self.term)


class SymValue(Refusing):
    """What a container stores: equal to itself, and nothing else is known of it.

    kind    of a subclass whose kind is not among `KINDS`
    """

    kind: Any = None

    def __init__(self, term: z3.ExprRef) -> None:
        self.term = term

    __hash__ = Refusing.__hash__

    def told(self) -> tuple[Any, ...]:
        return (self.term,)

    def __eq__(self, other: object) -> Any:
        return SymBool(self.term == self._alike(other).term)

    def __ne__(self, other: object) -> Any:
        return SymBool(self.term != self._alike(other).term)

    def _alike(self, other: Any) -> Any:
        """The other one, of which it must be known what it is, too."""
        if type(other) is not type(self):
            raise NotSupported(f"{self!r}, which may be anything, compared with {other!r}")
        return other

    def __repr__(self) -> str:
        return text_of(self.term)


_STAND_INS: Final = (SymInt, SymBool, SymValue)


class SymKey(SymValue):
    """A key that has a hash: a number in disguise, of which nothing can be used but equality.

    A container holds finitely many keys, so that numbers are enough to tell them apart.
    """

    told = SymValue.told

    def __hash__(self) -> int:
        known = constant(self.term)
        return 0 if known is None else hash(known)

    def __eq__(self, other: object) -> Any:
        return self._equals(other)

    def __ne__(self, other: object) -> Any:
        return negated(self._equals(other))

    def _equals(self, other: object) -> Any:
        term = self._alike(other).term
        return True if self.term.eq(term) else SymBool(self.term == term)


AND: Final = z3.Function("bitwise_and", z3.IntSort(), z3.IntSort(), z3.IntSort())


def _masked(value: SymInt, mask: Any) -> SymInt:
    """`value & mask`: a function of which only its range is used, and that a mask of -1 keeps everything."""
    low = _number(mask)
    both = AND(value.term, low)
    current().assume(
        conjunction(
            implication(low >= 0, conjunction(both >= 0, both <= low)), implication(low == -1, both == value.term)
        )
    )
    return SymInt(both)


POWER: Final = z3.Function("power_of_two", z3.IntSort(), z3.IntSort())


def _power_of_two(base: Any, exponent: SymInt, expected: int) -> SymInt:
    """`1 << n` or `2 ** n` for n not negative: a function of which only its least values and growth are used."""
    if base != expected:
        raise NotSupported(f"a power of {base}")
    path = current()
    path.must(exponent.term >= 0, f"the exponent {exponent} is not negative")
    presume("there is room for each power of two")
    power = POWER(exponent.term)
    path.assume(conjunction(power >= 1, implication(exponent.term >= 1, power >= 2)))
    return SymInt(power)


RATIO: Final = z3.Function("true_quotient", z3.IntSort(), z3.IntSort(), VALUE)
"""The floating point quotient of two integers: nothing is used but that equal ones give the same."""

POWER_OF_TWO: Final = z3.Function("is_power_of_two", z3.IntSort(), z3.BoolSort())


def _is_power_of_two(number: SymInt) -> SymBool:
    """That a number is 1, 2, 4, 8 ...: a predicate of which only its least number and doubling are used."""
    path = current()
    if path.bound is not None or path.concrete:
        return SymBool(disjunction(*[number.term == 2**width for width in range(10)]))
    if POWER_OF_TWO.name() not in path.learned:
        path.learned.add(POWER_OF_TWO.name())
        one, other = z3.Ints("power@1 power@2")
        power, twice = POWER_OF_TWO(one), POWER_OF_TWO(other)
        doubled = implication(conjunction(power, other == 2 * one), twice)
        path.assume(z3.ForAll([one, other], doubled, patterns=[z3.MultiPattern(power, twice)]))
        path.assume(z3.ForAll([one], implication(POWER_OF_TWO(one), one >= 1), patterns=[POWER_OF_TWO(one)]))
    return SymBool(POWER_OF_TWO(number.term))


def _number(value: object) -> Any:
    """The term of what is compared with a number: a truth counts as 0 or 1."""
    return choice(lift(value), integer(1), integer(0)) if type(value) in (bool, SymBool) else lift(value)


def negated(truth: Any) -> Any:
    """The contrary of a truth."""
    return SymBool(negation(truth.term)) if isinstance(truth, SymBool) else not truth


def _truth(value: Any) -> Any:
    """The term of a truth; with a number, `&` and `|` make numbers."""
    term = lift(value)
    if not z3.is_bool(term):
        raise NotSupported(f"a truth with {value!r}, which is none")
    return term


def _bits_of(number: Any) -> int:
    """The bits that may be set."""
    if isinstance(number, SymInt | SymBool):
        return number.bits if type(number) is SymInt else 1
    return int(number)


def _shift_of(amount: Any) -> int:
    """By how many bits a number is shifted."""
    known = constant(lift(amount))
    if known is None:
        raise NotSupported(f"a shift by {amount}, of which nothing is known")
    current().must(z3.BoolVal(known >= 0), f"a shift by {known} is not to the other side")
    return int(known)


def _computed(name: str, left: Any, right: Any) -> SymInt:
    left, right = lift(left), lift(right)
    return SymInt(getattr(in_use(left, right), name)(left, right))


def _require_positive(divisor: Any) -> None:
    current().must(greater(lift(divisor), integer(0)), f"the divisor {divisor} is positive")


def _quantify(
    quantifier: Any, low: Any, high: Any, body: Callable[[Any], bool], by: Callable[[Any], Any] | None = None
) -> z3.BoolRef:
    path = current()
    exists = quantifier is z3.Exists
    if path.bound is not None or path.concrete:
        return spelled_out(exists, low, high, body)
    ends = lift(low), lift(high)

    def inside() -> z3.BoolRef:
        return conjunction(at_most(ends[0], index), less(index, ends[1]))

    with claims(), path.bound_variable() as index:
        with path.given(inside):
            inner = lift(body(SymInt(index)))
        with path.given(lambda: FALSE):  # only a solver looks at it
            patterns = [] if by is None else [lift(by(SymInt(index)))]

    def made() -> z3.BoolRef:
        formula = conjunction(inside(), inner) if exists else implication(inside(), inner)
        quantified: z3.BoolRef = quantifier([index], formula, patterns=patterns)
        return quantified

    return path.memory.made(exists, (index, inner, *ends, *patterns), made)


def spelled_out(exists: bool, low: Any, high: Any, body: Callable[[Any], bool]) -> z3.BoolRef:
    """The quantifier over the few indices there are."""
    path = current()
    if path.of_any:
        raise OfEach
    ends = lift(low), lift(high)
    first = constant(ends[0]) or 0
    known = constant(ends[1])
    last = known if known is not None else first + (path.bound or 0) + 2

    def spelled(at: Callable[[z3.ArithRef], z3.BoolRef]) -> z3.BoolRef:
        parts = []
        for index in map(integer, range(first, last)):
            inside = simplified(conjunction(at_most(ends[0], index), less(index, ends[1])))
            if is_false(inside):
                continue
            inner = at(index)
            parts.append(conjunction(inside, inner) if exists else implication(inside, inner))
        return disjunction(*parts) if exists else conjunction(*parts)

    with path.bound_variable() as variable:
        of_any = _said_of_any(body, variable)
    if of_any is None:
        return spelled(lambda index: _said_of(body, index))
    return path.memory.made(
        (exists, first, last),
        (of_any, *ends),
        lambda: spelled(lambda index: z3.substitute(of_any, (variable, index))),
    )


def _said_of(body: Callable[[Any], bool], index: z3.ArithRef) -> z3.BoolRef:
    with claims():
        formula: z3.BoolRef = lift(body(SymInt(index)))
    return formula


def _said_of_any(body: Callable[[Any], bool], variable: z3.ArithRef) -> z3.BoolRef | None:
    """What is said of any number; None if it can only be said of each by itself."""
    path = current()
    if path.concrete:
        return None
    before = path.unsupported, set(path.learned), set(path.tables), dict(path.names)
    path.of_any = True
    try:
        return _said_of(body, variable)
    except (NotSupported, OfEach):  # what it was about to suppose is not known
        path.unsupported, path.learned, path.tables, path.names = before
        return None
    finally:
        path.of_any = False


# --- kinds: how a thing is kept in arrays


class Kind:
    """How values of one sort are stood in for: as which terms they are kept, and what they become.

    record, fields    the type of tuples, and the kinds of what they hold
    """

    def __init__(
        self,
        sorts: Sequence[z3.SortRef],
        wrap: Callable[[Sequence[Any]], Any],
        record: type | None = None,
        fields: Sequence[Kind] = (),
    ) -> None:
        self.sorts = sorts
        self.wrap = wrap
        self.record = record
        self.fields = fields

    def unpack(self, terms: Sequence[Any]) -> Any:
        """The stand-in of some terms."""
        return self.wrap(terms)

    def fresh(self, stem: str) -> Any:
        """A stand-in for any value of this kind."""
        path = current()
        return self.unpack([symbol(path.name(f"{stem}"), sort) for sort in self.sorts])

    def arrays(self, stem: str) -> list[Any]:
        """Arrays from int that keep values of this kind."""
        path = current()
        return [symbol(path.name(stem), z3.ArraySort(z3.IntSort(), sort)) for sort in self.sorts]


class Kinds:
    """The kinds there are."""

    INT: Final = Kind([z3.IntSort()], lambda terms: SymInt(terms[0]))
    BOOL: Final = Kind([z3.BoolSort()], lambda terms: SymBool(terms[0]))
    VALUE: Final = Kind([VALUE], lambda terms: SymValue(terms[0]))
    KEY: Final = Kind([z3.IntSort()], lambda terms: SymKey(terms[0]))

    def record(self, record: type, kinds: Sequence[Kind]) -> Kind:
        """The kind of a NamedTuple, or of a tuple."""

        def wrap(terms: Sequence[Any]) -> Any:
            fields, place = [], 0
            for kind in kinds:
                fields.append(kind.unpack(terms[place : place + len(kind.sorts)]))
                place += len(kind.sorts)
            return tuple(fields) if record is tuple else record(*fields)

        return Kind([sort for kind in kinds for sort in kind.sorts], wrap, record, kinds)

    def of(self, *values: Any) -> Kind:
        """The kind that all the values are of."""
        for value in values:
            if isinstance(value, tuple):
                return self.record(type(value), [self.of(field) for field in value])
            if type(value) in (SymValue,):
                return self.VALUE
            if type(value) is SymKey:
                return self.KEY
            if isinstance(value, SymValue) and isinstance(value.kind, Kind):
                return value.kind
            if type(value) in (SymBool, bool):
                return self.BOOL
            if type(value) in (SymInt, int):
                return self.INT
        raise NotSupported(f"no kind for {values!r}")

    def terms(self, value: Any) -> list[Any]:
        """The terms of a value."""
        if isinstance(value, tuple):
            return [term for field in value for term in self.terms(field)]
        return [lift(value)]


KINDS: Final = Kinds()


def _earlier(one: SymInt, other: Any) -> SymInt:
    return SymInt(choice(at_most(one.term, lift(other)), one.term, lift(other)))


def is_true_of(keep: Callable[[Any], Any], item: int) -> bool:
    """Whether a predicate that needs no solver is true of a number."""
    with claims():
        return bool(constant(lift(keep(SymInt(integer(item))))))
