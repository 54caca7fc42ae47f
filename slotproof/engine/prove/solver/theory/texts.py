"""Say what texts consist of, and what is left of floats.

A text is the bytes that UTF-8 holds it by, or it is not encodable. Bytes that are no text are of the same sort.
That two of them are equal says nothing but that they are the same one.
"""

from __future__ import annotations

from typing import Final

import z3

from slotproof.engine.prove.solver import scalars as s
from slotproof.engine.prove.solver import sorts
from slotproof.engine.prove.solver.triggers import INT, Term, child, forall_many

LOWER: Final = z3.Function("lower", sorts.TEXT, sorts.TEXT)
ENCODABLE: Final = z3.Function("encodable", sorts.TEXT, sorts.BOOL)
LENGTH: Final = z3.Function("bytes", sorts.TEXT, INT)
BYTE: Final = z3.Function("byte", sorts.TEXT, INT, INT)

SPELT: Final = z3.Function("spelt", INT, sorts.TEXT)
NUMBER: Final = z3.Function("number", sorts.TEXT, INT)

FINITE: Final = z3.Function("finite", sorts.FLOAT, sorts.BOOL)
WHOLE: Final = z3.Function("whole", sorts.FLOAT, INT)


def length(text: Term) -> Term:
    """How many bytes there are: as many in lower case."""
    return length(child(text, 0)) if text.decl().eq(LOWER) else LENGTH(text)


def byte_at(text: Term, place: Term) -> Term:
    """One of the bytes; lower case changes A to Z alone."""
    if not text.decl().eq(LOWER):
        return BYTE(text, s.lift(place))
    byte = byte_at(child(text, 0), place)
    return s.ite(s.conj(s.le(ord("A"), byte), s.le(byte, ord("Z"))), s.add(byte, ord("a") - ord("A")), byte)


def spelt(text: str) -> Term:
    """A text that is written out: that of a number, which no other text is the one of."""
    return SPELT(s.lift(int.from_bytes(b"\1" + text.encode("utf-8", "surrogatepass"), "big")))


def facts() -> list[Term]:
    """What is so of all of them: bytes are in their range, and what is in lower case stays as it is in lower case."""
    text, place = z3.Const("text", sorts.TEXT), z3.Int("place")
    low, byte = LOWER(text), BYTE(text, place)
    return [
        forall_many([text], s.conj(s.eq(LOWER(low), low), s.iff(ENCODABLE(low), ENCODABLE(text))), [low]),
        forall_many([text], s.le(0, LENGTH(text)), [LENGTH(text)]),
        forall_many([text, place], s.conj(s.le(0, byte), s.lt(byte, 256)), [byte]),
        forall_many([place], s.eq(NUMBER(SPELT(place)), place), [SPELT(place)]),
    ]
