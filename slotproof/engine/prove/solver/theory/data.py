"""Say what data may be of which nothing is known: a sort of its own, told apart by a tag.

A thing is None, a bool, an int, a text, a list, a dict, of a class made from one of these, or something else. A list
has a length and entries, which are things too; a dict tells of each name whether it has it, and what it holds there.
"""

from __future__ import annotations

from typing import Any, Final

import z3

from slotproof.engine.prove.solver import scalars as s
from slotproof.engine.prove.solver import sorts
from slotproof.engine.prove.solver.triggers import INT, Term, forall

ANY: Final = z3.DeclareSort("Any")

TAG: Final = z3.Function("tag", ANY, INT)
NUMBER: Final = z3.Function("number", ANY, INT)
VALUE: Final = z3.Function("value", ANY, sorts.ELEMENT)
"""The thing as what clients store."""

KEY: Final = z3.Function("as a key", ANY, sorts.KEY)
"""The thing as a key, of which equal things are the same one."""

TEXT: Final = z3.Function("as a text", ANY, sorts.TEXT)
LENGTH: Final = z3.Function("length", ANY, INT)
ENTRIES: Final = z3.Function("entries", ANY, z3.ArraySort(INT, ANY))

KINDS: Final = ("None", "bool", "int", "str", "list", "dict")
"""What the tag tells apart: each of these, and from 10 up what is of a class made from it. Any other number is none."""

_MADE: Final = 10


def exactly(thing: Term, kind: str) -> Term:
    """Say that a thing is of a built-in class, and of none that is made from it."""
    return s.eq(TAG(thing), KINDS.index(kind))


def is_of(thing: Term, kind: str) -> Term:
    """Say that a thing is of a built-in class, or of one that is made from it: bool is made from int."""
    number = KINDS.index(kind)
    alike = [number, number + _MADE] if kind not in ("None", "bool") else [number]
    if kind == "int":
        alike.append(KINDS.index("bool"))
    return s.disj(*(s.eq(TAG(thing), each) for each in alike))


def is_whole(thing: Term) -> Term:
    """Say that a thing is an int, or of a class made from it, and no bool."""
    return s.conj(is_of(thing, "int"), s.neg(exactly(thing, "bool")))


def has_hash(thing: Term) -> Term:
    """Say that `hash` of a thing ends in no error."""
    return z3.Function("has a hash", ANY, sorts.BOOL)(thing)


def equals_itself(thing: Term) -> Term:
    """Say that a thing equals itself, as what is not a number does not."""
    return z3.Function("equals itself", ANY, sorts.BOOL)(thing)


def is_key(thing: Term) -> Term:
    """Say that a thing may be a key of a dict, under which it is found again."""
    return s.conj(has_hash(thing), equals_itself(thing))


def has(thing: Term, name: str) -> Term:
    """Say that a dict has a key, which is a text."""
    return z3.Function(f"has {name!r}", ANY, sorts.BOOL)(thing)


def held(thing: Term, name: str) -> Term:
    """Give what a dict holds under a key, which is a text."""
    return z3.Function(f"held as {name!r}", ANY, ANY)(thing)


def has_only(thing: Term, names: frozenset[str]) -> Term:
    """Say that a dict has these keys and no others."""
    no_others = z3.Function(f"only {sorted(names)}", ANY, sorts.BOOL)
    return s.conj(no_others(thing), *(has(thing, name) for name in sorted(names)))


def facts() -> list[Term]:
    """Give what is so of every thing: a bool counts as 0 or 1, and no length is negative."""
    thing: Any = z3.Const("thing", ANY)
    number = NUMBER(thing)
    is_flag = s.implies(exactly(thing, "bool"), s.conj(s.le(0, number), s.le(number, 1)))
    return [forall(thing, is_flag, by=[number]), forall(thing, s.le(0, LENGTH(thing)), by=[LENGTH(thing)])]
