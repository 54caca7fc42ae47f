"""Stand-ins for ints, bools, values, lists, dicts and sequences of distinct ints of any content and size.

They are written so that the Python of a container runs on them unchanged.
Reading or writing through a list is an obligation: the index is in bounds, and not negative.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, cast

import z3

from slotproof.proofs.engine.arithmetic import composed, in_use
from slotproof.proofs.engine.path import NotSupported, OfEach, claims, current, text_of
from slotproof.proofs.engine.refusing import Refusing
from slotproof.proofs.engine.shifts import either, masked, shifted_left, shifted_right
from slotproof.proofs.engine.terms import (
    added,
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
    select,
    simplified,
    store,
    subtracted,
    symbol,
    unequal,
)
from slotproof.spec.logic import choose, negate

INT: Final = z3.IntSort()
SET: Final = z3.ArraySort(INT, z3.BoolSort())

VALUE: Final = z3.DeclareSort("Value")
"""The sort of what a container stores: nothing is known of it but equality."""


def lift(value: Any) -> Any:
    """The term of a stand-in or of a constant."""
    if isinstance(value, SymInt | SymBool | SymValue):
        return value.term
    if type(value) is bool:
        return z3.BoolVal(value)
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
        return current().decide(self.term)

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
        return current().decide(self.term != 0)

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
        return SymDistinct.ascending(self, keep)

    def logic_least(self, low: Any, high: Any, keep: Callable[[Any], bool]) -> Any:
        path = current()
        if path.concrete:
            ends = constant(lift(low)), constant(lift(high))
            return next((SymInt(integer(i)) for i in range(*ends) if _is_true(keep, i)), high)
        least = SymInt(symbol(path.name("least"), INT))
        with claims():
            there = conjunction(lift(low) <= least.term, least.term < lift(high), lift(keep(least)))
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
        return _spelled_out(exists, low, high, body)
    with claims(), path.bound_variable() as index:
        inner = lift(body(SymInt(index)))
        patterns = [] if by is None else [lift(by(SymInt(index)))]
    ends = lift(low), lift(high)

    def made() -> z3.BoolRef:
        inside = conjunction(at_most(ends[0], index), less(index, ends[1]))
        formula = conjunction(inside, inner) if exists else implication(inside, inner)
        quantified: z3.BoolRef = quantifier([index], formula, patterns=patterns)
        return quantified

    return path.memory.made(exists, (index, inner, *ends, *patterns), made)


def _spelled_out(exists: bool, low: Any, high: Any, body: Callable[[Any], bool]) -> z3.BoolRef:
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

# --- collections


class Tracked(Refusing):
    """A mutable stand-in; the path knows it, so that a loop that changes it unsaid is caught."""

    __hash__ = Refusing.__hash__

    def __init__(self, stem: str) -> None:
        self.stem = stem
        current().tracked.append(self)

    def state(self) -> tuple[Any, ...]:
        """The terms that make up the state."""
        raise NotImplementedError

    def restore(self, state: tuple[Any, ...]) -> None:
        """Take on a state."""
        raise NotImplementedError

    def unchanged_since(self, state: tuple[Any, ...]) -> bool:
        """True if the terms are the very ones of that state."""
        return all(a.eq(b) for a, b in zip(self.state(), state, strict=True))

    def forget(self) -> None:
        """Take on any state at all."""
        raise NotImplementedError

    def facts(self) -> list[z3.BoolRef]:
        """What is true of every such collection."""
        raise NotImplementedError

    def copy(self) -> Tracked:
        """Another collection in the same state."""
        raise NotImplementedError

    def size(self) -> Any:
        """The term of how many elements there are."""
        raise NotSupported(f"no length of {self.stem}")


class SymList(Tracked):
    """A list of any content and length."""

    __class__ = property(lambda self: list)

    def __init__(self, stem: str, kind: Kind, arrays: list[Any], length: Any, counted: bool = False) -> None:
        super().__init__(stem)
        self.kind = kind
        self.arrays = arrays
        self.length = length
        self.counted = counted

    @classmethod
    def fresh(cls, stem: str, kind: Kind, counted: bool = False) -> SymList:
        """Any list."""
        return cls(stem, kind, kind.arrays(stem), symbol(current().name(f"len_{stem}"), INT), counted)

    @classmethod
    def of(cls, stem: str, items: Sequence[Any], kind: Kind, counted: bool = False) -> SymList:
        """The list of these items."""
        made = cls(stem, kind, kind.arrays(stem), integer(0), counted)
        for item in items:
            made._store(made.length, item)
            made.length = simplified(made.length + 1)
        return made

    @classmethod
    def repeated(cls, items: Sequence[Any], times: Any) -> SymList:
        """`[item] * times`."""
        if len(items) != 1:
            raise NotSupported("only a list of one item can be repeated an unknown number of times")
        kind = KINDS.of(items[0])
        arrays = [z3.K(z3.IntSort(), term) for term in KINDS.terms(items[0])]
        length = choice(lift(times) > 0, lift(times), 0)
        return cls("repeated", kind, arrays, length)

    def state(self) -> tuple[Any, ...]:
        return (*self.arrays, self.length)

    def told(self) -> tuple[Any, ...]:
        return self.kind, *self.state()

    def restore(self, state: tuple[Any, ...]) -> None:
        self.arrays, self.length = list(state[:-1]), state[-1]

    def forget(self) -> None:
        self.arrays = self.kind.arrays(self.stem)
        self.length = symbol(current().name(f"len_{self.stem}"), INT)

    def facts(self) -> list[z3.BoolRef]:
        bound = current().bound
        least = at_least(self.length, integer(0))
        return [least] if bound is None else [least, at_most(self.length, integer(bound))]

    def peek(self, index: Any) -> Any:
        """The entry at an index, with no obligation: for claims."""
        return self.kind.unpack([select(array, lift(index)) for array in self.arrays])

    def _store(self, index: Any, value: Any) -> None:
        self.arrays = [
            store(array, lift(index), term) for array, term in zip(self.arrays, KINDS.terms(value), strict=True)
        ]

    def _at(self, index: Any) -> Any:
        term = lift(index)
        if type(index) is int and index < 0:
            term = self.length + index  # a literal -1 is meant
        elif current().bound is not None and current().decide(term < 0):
            term = self.length + term  # what Python does, so that a counterexample shows what comes of it
        inside = conjunction(at_least(term, integer(0)), less(term, self.length))
        current().must(inside, f"{self.stem}[{index}] is in bounds")
        return term

    def _count(self, reads: int = 0, writes: int = 0) -> None:
        if self.counted and current().counting:
            tally = current().tally
            tally.reads += reads
            tally.writes += writes

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            raise NotSupported("a slice")
        if current().claiming:
            return self.peek(index)
        term = self._at(index)
        self._count(reads=1)
        return self.peek(term)

    def __setitem__(self, index: Any, value: Any) -> None:
        term = self._at(index)
        self._count(writes=1)
        self._store(term, value)

    def append(self, value: Any) -> None:
        self._count(writes=1)
        self._store(self.length, value)
        self.length = simplified(self.length + 1)

    def insert(self, index: Any, value: Any) -> None:
        """Put a value before the entry at an index, or last; what it moves is not counted."""
        term = lift(index)
        current().must(conjunction(0 <= term, term <= self.length), f"{self.stem} can be given an entry at {index}")
        self._count(writes=1)
        self._shift(lambda place: choose(place < index, place, place - 1), self.length + 1)
        self._store(term, value)

    def _shift(self, source: Callable[[Any], Any], length: Any) -> None:
        """Let each entry be what stood at its source."""
        path, old = current(), self.arrays
        self.length = simplified(length)
        if path.concrete:
            places = [(place, lift(source(SymInt(integer(place))))) for place in range(constant(self.length))]
            self.arrays = list(self.kind.arrays(self.stem))
            for number, before in enumerate(old):
                for place, origin in places:
                    entry = simplified(select(before, origin))
                    self.arrays[number] = store(self.arrays[number], place, entry)
            return
        self.arrays = self.kind.arrays(self.stem)
        for new, before in zip(self.arrays, old, strict=True):

            def same(place: Any, new: Any = new, before: Any = before) -> Any:
                return SymBool(select(new, lift(place)) == select(before, lift(source(place))))

            def met(place: Any, new: Any = new) -> Any:
                return select(new, lift(place))

            high = SymInt(self.length)
            path.assume(lift(high.logic_forall_by(0, high, same, met)))

    def pop(self, index: Any = None) -> Any:
        if index is not None:
            gap = SymInt(self._at(index))
            value = self.peek(gap)
            self._count(writes=1)
            self._shift(lambda place: choose(place < gap, place, place + 1), self.length - 1)
            return value
        current().must(self.length > 0, f"{self.stem} has a last entry to pop")
        self._count(writes=1)
        self.length = simplified(self.length - 1)
        return self.peek(self.length)

    def clear(self) -> None:
        self.length = integer(0)

    def copy(self) -> SymList:
        return SymList(self.stem, self.kind, list(self.arrays), self.length, self.counted)

    def __len__(self) -> int:
        raise NotSupported("len outside the symbolic built-ins")

    def __iter__(self) -> Iterator[Any]:
        return _rounds(self.length, self.__getitem__)

    def logic_listed(self, change: Callable[[Any], Any]) -> Any:
        return SymView(self.length, lambda index: change(self.peek(index)))

    def __repr__(self) -> str:
        return f"<{self.stem}>"


class SymView(Refusing):
    """A sequence given by its length and what stands at each index; it cannot be changed.

    lazy   it stands for an iterator, which equals nothing but itself
    source   the sequence of distinct items that it is made of, if it is
    """

    lazy = False
    source: Any = None
    __hash__ = Refusing.__hash__

    def __init__(self, length: Any, at: Callable[[Any], Any]) -> None:
        self.length = length
        self.at = at

    def __iter__(self) -> Iterator[Any]:
        return _rounds(self.length, self.at)


def _rounds(length: Any, at: Callable[[Any], Any]) -> Iterator[Any]:
    """Go round a loop that is not cut: only where the length is bounded."""
    path = current()
    if path.bound is None and constant(length) is None:
        raise NotSupported("a loop of unknown length with no declared invariant")
    index = 0
    while path.decide(index < length):
        yield at(SymInt(integer(index)))
        index += 1


class SymDict(Tracked):
    """A dict from ints, or from keys, of any content."""

    __class__ = property(lambda self: dict)

    def __init__(self, stem: str, kind: Kind, has: Any, arrays: list[Any], count: Any, keys: Kind = KINDS.INT) -> None:
        super().__init__(stem)
        self.kind = kind
        self.keys = keys
        self.has = has
        self.arrays = arrays
        self.count = count

    @classmethod
    def fresh(cls, stem: str, kind: Kind, keys: Kind = KINDS.INT) -> SymDict:
        """Any dict; where the size is bounded, with any of the first few keys."""
        name, bound = current().name, current().bound
        if bound is not None:
            few = [z3.Bool(name(f"has_{stem}_{key}")) for key in range(bound)]
            has = z3.K(z3.IntSort(), z3.BoolVal(False))
            for key, truth in enumerate(few):
                has = store(has, key, truth)
            count = simplified(z3.Sum([choice(truth, 1, 0) for truth in few]))
            return cls(stem, kind, has, kind.arrays(stem), count, keys)
        has = symbol(name(f"has_{stem}"), SET)
        return cls(stem, kind, has, kind.arrays(stem), symbol(name(f"count_{stem}"), INT), keys)

    @classmethod
    def of(cls, stem: str, items: dict[int, Any], kind: Kind, keys: Kind = KINDS.INT) -> SymDict:
        """The dict of these items."""
        made = cls(stem, kind, z3.K(z3.IntSort(), z3.BoolVal(False)), kind.arrays(stem), integer(0), keys)
        for key, value in items.items():
            made[key] = value
        return made

    def state(self) -> tuple[Any, ...]:
        return (self.has, *self.arrays, self.count)

    def told(self) -> tuple[Any, ...]:
        return self.kind, self.keys, *self.state()

    def restore(self, state: tuple[Any, ...]) -> None:
        self.has, self.arrays, self.count = state[0], list(state[1:-1]), state[-1]

    def forget(self) -> None:
        other = SymDict.fresh(self.stem, self.kind, self.keys)
        current().tracked.pop()
        self.restore(other.state())

    def facts(self) -> list[z3.BoolRef]:
        return [at_least(self.count, integer(0))]

    def peek(self, key: Any) -> Any:
        """The value of a key, with no obligation: for claims."""
        return self.kind.unpack([select(array, lift(key)) for array in self.arrays])

    def logic_contains(self, item: Any) -> Any:
        return SymBool(select(self.has, lift(item)))

    def __contains__(self, key: Any) -> bool:
        return bool(self.logic_contains(key))

    def _require(self, key: Any) -> None:
        if not current().claiming:
            current().must(select(self.has, lift(key)), f"{key} is a key of {self.stem}")

    def __getitem__(self, key: Any) -> Any:
        self._require(key)
        return self.peek(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        term = lift(key)
        self.count = simplified(choice(select(self.has, term), self.count, self.count + 1))
        self.has = store(self.has, term, z3.BoolVal(True))
        self.arrays = [store(array, term, part) for array, part in zip(self.arrays, KINDS.terms(value), strict=True)]

    def __delitem__(self, key: Any) -> None:
        self._require(key)
        current().assume(self.count > 0)  # what has a key is not empty
        self.has = store(self.has, lift(key), z3.BoolVal(False))
        self.count = simplified(self.count - 1)

    def copy(self) -> SymDict:
        return SymDict(self.stem, self.kind, self.has, list(self.arrays), self.count, self.keys)

    def clear(self) -> None:
        self.has, self.count = z3.K(z3.IntSort(), z3.BoolVal(False)), integer(0)

    def __len__(self) -> int:
        raise NotSupported("len outside the symbolic built-ins")

    def _key(self, key: Any) -> Any:
        return self.keys.unpack([lift(key)])

    def logic_forall_in(self, body: Callable[[Any], bool]) -> Any:
        path = current()
        if path.bound is not None or path.concrete:

            def of_key(key: Any) -> Any:
                return _implied(self.logic_contains(key), body, self._key(key))

            return SymBool(_spelled_out(False, -1, (path.bound or 8) + 1, of_key))
        with claims(), path.bound_variable() as key:
            inner = lift(body(self._key(key)))
        return SymBool(z3.ForAll([key], implication(select(self.has, key), inner)))

    def logic_forall_in_by(self, body: Callable[[Any], bool], by: Callable[[Any], Any]) -> Any:
        path = current()
        if path.bound is not None or path.concrete:
            return self.logic_forall_in(body)
        with claims(), path.bound_variable() as key:
            inner, pattern = lift(body(self._key(key))), lift(by(self._key(key)))
        return SymBool(z3.ForAll([key], implication(select(self.has, key), inner), patterns=[pattern]))

    def every_key(self, body: Callable[[Any], Any]) -> Any:
        """The formula "body(key) for every number, key or not"."""
        path = current()
        if path.bound is not None or path.concrete:
            return SymBool(_spelled_out(False, -1, (path.bound or 8) + 1, body))
        with claims(), path.bound_variable() as key:
            inner = lift(body(SymInt(key)))
        return SymBool(z3.ForAll([key], inner))

    def logic_mapped(self, change: Callable[[Any, Any], Any]) -> Any:
        """A dict with the same keys; each value is defined by a formula."""
        path = current()
        if path.concrete:
            keys = [key for key in range(-1, 64) if constant(select(self.has, key))]
            changed = {key: change(self._key(key), self.peek(key)) for key in keys}
            return SymDict.of(self.stem, changed, self.kind, self.keys)
        made = SymDict(self.stem, self.kind, self.has, self.kind.arrays(self.stem), self.count, self.keys)

        def defined(key: Any) -> Any:
            terms = KINDS.terms(change(self._key(key), self.peek(key)))
            pairs = zip(KINDS.terms(made.peek(key)), terms, strict=True)
            return SymBool(conjunction(*[new == term for new, term in pairs]))

        if path.bound is not None or path.concrete:
            path.assume(_spelled_out(False, -1, (path.bound or 8) + 1, defined))
        else:
            with claims(), path.bound_variable() as key:
                formula = z3.ForAll([key], lift(defined(SymInt(key))))
            path.assume(formula)
        return made

    def logic_renamed(self, new: Callable[[Any], Any], old: Callable[[Any], Any], change: Callable[[Any], Any]) -> Any:
        """A dict with other keys, each defined by a formula; that `old` leads back from each is an obligation."""
        path = current()
        if path.concrete:
            keys = [key for key in range(-1, 64) if constant(select(self.has, key))]
            return SymDict.of(self.stem, {constant(lift(new(k))): change(self.peek(k)) for k in keys}, self.kind)
        with claims():
            back = self.logic_forall_in(lambda key: old(new(key)) == key)
        path.must(lift(back), f"no two keys of {self.stem} get one name")
        made = SymDict.fresh(self.stem, self.kind)
        made.count = self.count

        def has(key: Any) -> Any:
            before = old(key)
            there = conjunction(select(self.has, lift(before)), lift(new(before)) == lift(key))
            return SymBool(select(made.has, lift(key)) == there)

        def kept(key: Any) -> Any:
            pairs = zip(KINDS.terms(made.peek(new(key))), KINDS.terms(change(self.peek(key))), strict=True)
            there = conjunction(select(made.has, lift(new(key))), *(a == b for a, b in pairs))
            return SymBool(implication(select(self.has, lift(key)), there))

        def valued(key: Any) -> Any:
            pairs = zip(KINDS.terms(made.peek(key)), KINDS.terms(change(self.peek(old(key)))), strict=True)
            return SymBool(implication(select(made.has, lift(key)), conjunction(*[a == b for a, b in pairs])))

        for fact in (has, kept, valued):
            if path.bound is not None:
                path.assume(_spelled_out(False, -1, path.bound + 3, fact))
            else:
                with claims(), path.bound_variable() as key:
                    formula = z3.ForAll([key], lift(fact(SymInt(key))))
                path.assume(formula)
        return made

    def logic_selected(self, keep: Callable[[Any], Any]) -> Any:
        path = current()
        if path.concrete:
            keys = [key for key in range(-1, 64) if constant(select(self.has, key))]
            return SymDistinct.of("selected", [key for key in keys if _is_true(keep, key)])
        made = SymDistinct.fresh("selected")
        with claims():
            found = made.logic_forall_in(
                lambda key: cast(bool, SymBool(conjunction(select(self.has, lift(key)), lift(keep(key)))))
            )
            all_found = self.logic_forall_in(
                lambda key: cast(bool, SymBool(implication(lift(keep(key)), made._holds(key))))
            )
        for fact in (*made.facts(), lift(found), lift(all_found)):
            path.assume(fact)
        return made

    def logic_greatest(self, default: Any) -> Any:
        path = current()
        if path.concrete:
            return max((key for key in range(-1, 64) if constant(select(self.has, key))), default=default)
        found = SymInt(symbol(path.name(f"greatest_{self.stem}"), INT))
        path.assume(disjunction(found.term == lift(default), select(self.has, found.term)))
        path.assume(lift(self.logic_forall_in(lambda key: key <= found)))
        return found

    def __repr__(self) -> str:
        return f"<{self.stem}>"


class SymSet(Tracked):
    """A set of ints, of any content; it only grows."""

    __class__ = property(lambda self: set)

    def __init__(self, stem: str, has: Any) -> None:
        super().__init__(stem)
        self.has = has

    @classmethod
    def fresh(cls, stem: str) -> SymSet:
        """Any set."""
        return cls(stem, symbol(current().name(stem), SET))

    @classmethod
    def empty(cls) -> SymSet:
        """`set()`."""
        return cls("set", z3.K(z3.IntSort(), z3.BoolVal(False)))

    def state(self) -> tuple[Any, ...]:
        return (self.has,)

    def told(self) -> tuple[Any, ...]:
        return self.state()

    def restore(self, state: tuple[Any, ...]) -> None:
        (self.has,) = state

    def forget(self) -> None:
        self.has = symbol(current().name(self.stem), SET)

    def facts(self) -> list[z3.BoolRef]:
        return []

    def copy(self) -> SymSet:
        return SymSet(self.stem, self.has)

    def logic_contains(self, item: Any) -> Any:
        return SymBool(select(self.has, lift(item)))

    def __contains__(self, item: Any) -> bool:
        return bool(self.logic_contains(item))

    def add(self, item: Any) -> None:
        self.has = store(self.has, lift(item), z3.BoolVal(True))

    def __repr__(self) -> str:
        return f"<{self.stem}>"


def _earlier(one: SymInt, other: Any) -> SymInt:
    return SymInt(choice(at_most(one.term, lift(other)), one.term, lift(other)))


def _is_true(keep: Callable[[Any], Any], item: int) -> bool:
    with claims():
        return bool(constant(lift(keep(SymInt(integer(item))))))


def _implied(premise: Any, body: Callable[[Any], bool], key: Any) -> Any:
    return SymBool(implication(lift(premise), lift(body(key))))


class SymDistinct(Tracked):
    """A sequence of distinct ints, or keys, any ones, with its inverse.

    Entry k is `entries[low + k]`, and `places[entries[p]] == p` for p in [low, high).
    """

    __class__ = property(lambda self: list)

    def __init__(self, stem: str, entries: Any, places: Any, low: Any, high: Any, kind: Kind = KINDS.INT) -> None:
        super().__init__(stem)
        self.kind = kind
        self.entries = entries
        self.places = places
        self.low = low
        self.high = high

    @classmethod
    def fresh(cls, stem: str, kind: Kind = KINDS.INT) -> SymDistinct:
        """Any sequence of distinct ints, or keys."""
        name = current().name
        indices = z3.ArraySort(z3.IntSort(), z3.IntSort())
        entries, places = symbol(name(stem), indices), symbol(name(f"place_{stem}"), indices)
        return cls(stem, entries, places, integer(0), symbol(name(f"len_{stem}"), INT), kind)

    @classmethod
    def of(cls, stem: str, items: Sequence[Any], kind: Kind = KINDS.INT) -> SymDistinct:
        """The sequence of these ints, or keys."""
        made = cls.fresh(stem, kind)
        made.high = integer(0)
        for item in items:
            made._put(made.high, item)
            made.high = simplified(made.high + 1)
        return made

    @classmethod
    def inverse_pair(cls, stem: str, entries: SymList, places: SymList) -> SymDistinct:
        """The sequence that two lists, one the inverse of the other, spell out; that they do is an obligation."""
        return cls(stem, entries.arrays[0], places.arrays[0], integer(0), entries.length)

    @classmethod
    def ascending(cls, count: Any, keep: Callable[[Any], bool]) -> SymDistinct:
        """All i in [0, count) with keep(i), ascending: there is exactly one such sequence."""
        path = current()
        if path.concrete:
            return cls.of("ascending", [i for i in range(constant(lift(count))) if _is_true(keep, i)])
        made = cls.fresh("ascending")
        path.assume(conjunction(made.high >= 0, made.high <= lift(count)))
        for fact in made.facts():
            path.assume(fact)
        with claims():
            length = SymInt(made.high)

            def entry(place: Any) -> Any:
                item = SymInt(select(made.entries, lift(place)))
                return SymBool(conjunction(0 <= item.term, item.term < lift(count), lift(keep(item))))

            def kept(item: Any) -> Any:
                return SymBool(implication(lift(keep(item)), made._holds(item)))

            path.assume(lift(length.logic_forall(0, length, entry)))
            path.assume(lift(SymInt(lift(count)).logic_forall(0, SymInt(lift(count)), kept)))

            path.assume(made._rising())
        return made

    def _rising(self) -> Any:
        """Each entry is below those after it."""
        entry = self.entries.__getitem__
        path = current()
        if path.bound is not None or path.concrete:
            high = SymInt(self.high)
            return lift(high.logic_forall(1, high, lambda k: cast(bool, SymBool(entry(lift(k) - 1) < entry(lift(k))))))
        with path.bound_variable() as first, path.bound_variable() as second:
            rising = implication(
                conjunction(0 <= first, first < second, second < self.high), entry(first) < entry(second)
            )
            return z3.ForAll([first, second], rising, patterns=[z3.MultiPattern(entry(first), entry(second))])

    def state(self) -> tuple[Any, ...]:
        return (self.entries, self.places, self.low, self.high)

    def told(self) -> tuple[Any, ...]:
        return self.kind, *self.state()

    def restore(self, state: tuple[Any, ...]) -> None:
        self.entries, self.places, self.low, self.high = state

    def forget(self) -> None:
        other = SymDistinct.fresh(self.stem, self.kind)
        current().tracked.pop()
        self.restore(other.state())

    def facts(self) -> list[z3.BoolRef]:
        bound = current().bound
        low, high = SymInt(self.low), SymInt(self.high)
        facts = [self.low <= self.high]
        if bound is not None:
            facts.append(self.high - self.low <= bound)

        def inverse(place: Any) -> Any:
            return SymBool(select(self.places, select(self.entries, lift(place))) == lift(place))

        key = ("places", *(term.get_id() for term in self.state()), current().depth, bound)
        facts.append(
            current().memory.said(key, [*self.state()], lambda: (lift(high.logic_forall(low, high, inverse)), True))
        )
        return facts

    def _put(self, place: Any, item: Any) -> None:
        self.entries = store(self.entries, place, lift(item))
        self.places = store(self.places, lift(item), place)

    def _holds(self, item: Any) -> z3.BoolRef:
        place = select(self.places, lift(item))
        return conjunction(self.low <= place, place < self.high, select(self.entries, place) == lift(item))

    def logic_contains(self, item: Any) -> Any:
        return SymBool(self._holds(item))

    def __contains__(self, item: Any) -> bool:
        return bool(self.logic_contains(item))

    def place(self, item: Any) -> Any:
        place = select(self.places, lift(item))
        return SymInt(choice(self._holds(item), subtracted(place, self.low), integer(-1)))

    def peek(self, index: Any) -> Any:
        """The entry at an index, with no obligation: for claims."""
        return self.kind.unpack([select(self.entries, simplified(added(self.low, lift(index))))])

    def __getitem__(self, index: Any) -> Any:
        if current().claiming:
            return self.peek(index)
        term = lift(index)
        inside = conjunction(at_least(term, integer(0)), less(term, subtracted(self.high, self.low)))
        current().must(inside, f"{self.stem}[{index}] is in bounds")
        return self.peek(index)

    def _require_new(self, item: Any) -> None:
        current().must(negation(self._holds(item)), f"{item} is not in {self.stem} yet")

    def append(self, item: Any) -> None:
        self._require_new(item)
        self._put(self.high, item)
        self.high = simplified(self.high + 1)

    def prepend(self, item: Any) -> None:
        self._require_new(item)
        self.low = simplified(self.low - 1)
        self._put(self.low, item)

    def popleft(self) -> Any:
        current().must(self.low < self.high, f"{self.stem} has a first entry to take")
        item = select(self.entries, self.low)
        self.low = simplified(self.low + 1)
        return self.kind.unpack([item])

    def swap_remove(self, item: Any) -> None:
        current().must(self._holds(item), f"{item} is in {self.stem}")
        place = select(self.places, lift(item))
        self.high = simplified(self.high - 1)
        self._put(place, SymInt(select(self.entries, self.high)))

    def exchange(self, first: Any, second: Any) -> None:
        current().must(conjunction(self._holds(first), self._holds(second)), f"{first} and {second} are in {self.stem}")
        one, other = select(self.places, lift(first)), select(self.places, lift(second))
        self._put(one, second)
        self._put(other, first)

    def replace(self, old: Any, new: Any) -> None:
        current().must(self._holds(old), f"{old} is in {self.stem}")
        self._require_new(new)
        self._put(select(self.places, lift(old)), new)

    def copy(self) -> SymDistinct:
        return SymDistinct(self.stem, self.entries, self.places, self.low, self.high, self.kind)

    def __len__(self) -> int:
        raise NotSupported("len outside the symbolic built-ins")

    def __iter__(self) -> Iterator[Any]:
        return _rounds(self.high - self.low, self.__getitem__)

    def logic_forall_in(self, body: Callable[[Any], bool]) -> Any:
        length = SymInt(self.high - self.low)
        return length.logic_forall(0, length, lambda place: body(self.peek(place)))

    def logic_listed(self, change: Callable[[Any], Any]) -> Any:
        view = SymView(self.high - self.low, lambda index: change(self.peek(index)))
        view.source = self
        return view

    def __repr__(self) -> str:
        return f"<{self.stem}>"


def length_of(collection: Any) -> Any:
    """`len` for stand-ins, and for everything else."""
    if isinstance(collection, SymDistinct):
        return _int(subtracted(collection.high, collection.low))
    if isinstance(collection, SymDict):
        return _int(collection.count)
    if isinstance(collection, SymList | SymView):
        return _int(collection.length)
    if isinstance(collection, Tracked):
        size = collection.size()
        return size if type(size) is int else _int(size)
    return len(collection)


def _int(term: Any) -> SymInt:
    return SymInt(simplified(term))


def entry_of(sequence: Any, index: Any) -> Any:
    """What stands at an index of a sequence."""
    if isinstance(sequence, SymView):
        return sequence.at(index)
    if isinstance(sequence, SymList | SymDistinct):
        return sequence[index]
    raise NotSupported(f"no entries in {type(sequence).__name__}")
