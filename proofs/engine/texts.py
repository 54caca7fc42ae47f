"""Stand-ins for strings, bytes and floats: what a key is made of, and names of which little is known."""

from __future__ import annotations

import itertools
import math
from typing import Any, Final

import z3

from slotproof.proofs.engine.lists import SymView
from slotproof.proofs.engine.path import NotSupported, current
from slotproof.proofs.engine.refusing import Refusing
from slotproof.proofs.engine.symbolic import AND, Kind, SymBool, SymInt, SymValue, constant, lift
from slotproof.proofs.engine.terms import conjunction, implication, select

_INT: Final = z3.IntSort()


class SymFloat(Refusing):
    """A float of which is asked only whether it is finite, and what is left of it without its fraction."""

    __class__ = property(lambda self: float)
    __hash__ = Refusing.__hash__

    def __init__(self, stem: str) -> None:
        self.whole = z3.Int(current().name(stem))
        self.finite = z3.Bool(current().name(f"{stem}_is_finite"))

    def __float__(self) -> float:
        """A float that is finite exactly if this one is."""
        return 0.0 if current().decide(self.finite) else math.inf

    def __trunc__(self) -> Any:
        return SymInt(self.whole)

    def __repr__(self) -> str:
        return str(self.whole)


class SymBytes(SymView):
    """Any bytes."""

    __class__ = property(lambda self: bytes)

    @classmethod
    def fresh(cls, stem: str) -> SymBytes:
        """Bytes of any length."""
        path = current()
        cells = z3.Const(path.name(stem), z3.ArraySort(_INT, _INT))
        length = z3.Int(path.name(f"len_{stem}"))
        path.assume(length >= 0)
        if path.bound is not None:
            path.assume(length <= path.bound)

        def at(index: Any) -> Any:
            cell = select(cells, lift(index))
            path.assume(conjunction(0 <= cell, cell < 256))
            return SymInt(cell)

        return cls(length, at)

    def lower(self) -> SymBytes:
        """A to Z as a to z; all other bytes stay."""

        def at(index: Any) -> Any:
            byte = self.at(index)
            return byte + 32 if ord("A") <= byte <= ord("Z") else byte

        return SymBytes(self.length, at)


class SymText(Refusing):
    """Any string: UTF-8 can hold it as some bytes, or cannot."""

    __class__ = property(lambda self: str)
    __hash__ = Refusing.__hash__

    def __init__(self, stem: str) -> None:
        self.bytes = SymBytes.fresh(stem)
        self.encodable = z3.Bool(current().name(f"{stem}_is_encodable"))

    def encode(self) -> SymBytes:
        """The bytes.

        Raises     UnicodeEncodeError if there are none
        """
        if not current().decide(self.encodable):
            raise UnicodeEncodeError("utf-8", "", 0, 1, "not to be held")
        return self.bytes

    def __repr__(self) -> str:
        return "a string"


# --- names


LOWER: Final = z3.Function("lower_case", _INT, _INT)
"""The name with A to Z as a to z."""

ENCODABLE: Final = z3.Function("is_encodable", _INT, z3.BoolSort())
"""True of a string that UTF-8 can hold; so is then its lower case."""

BUCKET: Final = z3.Function("bucket_of_name", _INT, _INT, _INT)
"""The bucket, of so many, of a name whose case does not count: the sum over its bytes in lower case, masked."""


class SymName(SymValue):
    """A string that is compared, written in lower case and hashed; strings are numbered, so that its term is an int."""

    __class__ = property(lambda self: str)
    __hash__ = Refusing.__hash__

    kind: Any

    def __init__(self, term: Any) -> None:
        super().__init__(term)
        path = current()
        if path.concrete:
            return
        if "names" not in path.learned:
            path.learned.add("names")
            _suppose_names(path)
        if path.bound is not None and constant(term) is None:
            path.assume(conjunction(0 <= term, term < _few(path)))

    def encode(self) -> SymEncoded:
        """The bytes of the name; that there are any is an obligation."""
        if not current().claiming:
            current().must(ENCODABLE(self.term), f"UTF-8 can hold {self}")
        return SymEncoded(self.term)

    def logic_encodable(self) -> Any:
        """The formula "UTF-8 can hold the name"."""
        return SymBool(ENCODABLE(self.term))

    def spelled(self, concrete: Any) -> str:
        """A string that stands to the others as a solver's model says."""
        names: dict[int, str] = vars(concrete).setdefault("names", {})
        return _spelled(concrete, concrete.number(self.term), names)


class SymEncoded(Refusing):
    """The bytes of a name."""

    def __init__(self, term: Any) -> None:
        self.term = term

    def lower(self) -> SymEncoded:
        """Those of the name in lower case."""
        return SymEncoded(LOWER(self.term))

    def decode(self) -> SymName:
        """The name of these bytes."""
        return SymName(self.term)

    def __repr__(self) -> str:
        return f"the bytes of {self.term}"


NAME: Final = Kind([_INT], lambda terms: SymName(terms[0]))
SymName.kind = NAME

SIZES: Final = (1, 2)
"""The numbers of buckets of a bounded run."""


def bucket_of_name(name: Any, size: Any) -> SymInt:
    """The bucket of a name, of so many."""
    if not isinstance(name, SymName):
        raise NotSupported(f"the key of {name!r}")
    return SymInt(BUCKET(name.term, lift(size)))


def _few(path: Any) -> int:
    """Names of a bounded run have numbers below this."""
    return int(2 * path.bound + 1)


def _facts(name: Any, size: Any) -> tuple[list[Any], list[Any]]:
    """What is true of every name, and of its bucket."""
    low, bucket = LOWER(name), BUCKET(name, size)
    inside = conjunction(0 <= bucket, bucket < size, AND(bucket, size - 1) == bucket)
    return (
        [LOWER(low) == low, ENCODABLE(low) == ENCODABLE(name)],
        [implication(size >= 1, inside), BUCKET(low, size) == bucket],
    )


def _suppose_names(path: Any) -> None:
    if path.bound is None:
        name, size = z3.Ints("name@1 size@1")
        (idempotent, encodable), (inside, same) = _facts(name, size)
        path.assume(z3.ForAll([name], conjunction(idempotent, encodable), patterns=[LOWER(name)]))
        path.assume(z3.ForAll([name, size], inside, patterns=[BUCKET(name, size)]))
        both = z3.MultiPattern(LOWER(name), BUCKET(name, size))
        path.assume(z3.ForAll([name, size], same, patterns=[both]))
        return
    for number in range(_few(path)):
        path.assume(conjunction(0 <= LOWER(number), LOWER(number) < path.bound))
        for size in SIZES:
            of_name, of_bucket = _facts(z3.IntVal(number), z3.IntVal(size))
            path.assume(conjunction(*of_name, *of_bucket))


def _spelled(concrete: Any, number: int, names: dict[int, str]) -> str:
    """The string of a number: a letter of its own, one that leads to its bucket, and capitals that tell case apart."""
    if number in names:
        return names[number]
    if not concrete.truth(ENCODABLE(z3.IntVal(number))):
        return names.setdefault(number, chr(0xD800 + number))
    low = concrete.number(LOWER(z3.IntVal(number)))
    if low == number:
        bucket = concrete.number(BUCKET(z3.IntVal(number), z3.IntVal(max(SIZES))))
        start = chr(ord("a") + number) + "a"
        places = [(place + 119) * ord(letter) for place, letter in enumerate(start)]
        last = next(c for c in "abcd" if (sum(places) + 121 * ord(c)) % max(SIZES) == bucket)
        return names.setdefault(number, start + last)
    text = _spelled(concrete, low, names)
    taken = set(names.values())
    variants = ["".join(case) for case in itertools.product(*((letter, letter.upper()) for letter in text))]
    return names.setdefault(number, next(variant for variant in variants if variant not in taken))
