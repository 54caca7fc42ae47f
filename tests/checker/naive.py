"""A second, naive look at steps: is there a small world in which the premises hold, and the conclusion does not?

A world gives each constant, function and sort a meaning by chance: numbers are small, quantifiers range over a few
values, arrays are compared at a few indices. What leaves this range is no witness: the world is left then. Terms are
looked at by their heads, arguments, values and sorts alone; nothing that the checker computes is used.
"""

from __future__ import annotations

import itertools
import zlib
from fractions import Fraction
from typing import Any

INDICES = range(-6, 8)
QUANTIFIED = range(-1, 3)
MOST = 64  # values, or tuples of them, that one quantifier ranges over


class Left(Exception):
    """What is asked leaves the world."""


class World:
    """Meanings by chance."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.known: dict[int, Any] = {}
        self.kept: list[Any] = []
        self.arrays: dict[str, dict[Any, Any]] = {}

    def chance(self, choices: int, *of: Any) -> int:
        """Give a number below another by chance: the same for the same things."""
        return zlib.crc32(repr((self.seed, of)).encode()) % choices

    def some(self, sort: Any, *of: Any) -> Any:
        """Give a value of a sort."""
        if sort == "Bool":
            return self.chance(2, of) == 0
        if sort == "Int":
            return (0, 0, 1, 1, -1, 2, 3, -2)[self.chance(8, of)]
        if sort == "Real":
            return (Fraction(0), Fraction(1), Fraction(1, 2), Fraction(-1))[self.chance(4, of)]
        if isinstance(sort, tuple) and sort[0] == "Array":
            return self.array(sort, self.chance(2, of))  # arrays are often alike
        if isinstance(sort, tuple):
            return (sort, of)
        return (sort, self.chance(2, of))

    def array(self, sort: Any, which: int) -> dict[Any, Any]:
        """Give one of a few arrays."""
        key = repr((sort, which))
        if key not in self.arrays:
            self.arrays[key] = {each: self.some(sort[2], key, each) for each in self.values(sort[1], INDICES)}
        return self.arrays[key]

    def values(self, sort: Any, numbers: Any = QUANTIFIED) -> list[Any]:
        """Give the values that a quantifier ranges over."""
        if sort == "Bool":
            return [False, True]
        if sort in ("Int", "Real"):
            return list(numbers)
        if isinstance(sort, tuple) and sort[0] == "Array":
            return [self.array(sort, which) for which in range(3)]
        if isinstance(sort, tuple):
            raise Left
        return [(sort, 0), (sort, 1)]

    def value(self, term: Any, names: dict[str, Any] | None = None) -> Any:
        """Give the value of a term.

        Takes      names, values of variables, by name and sort
        """
        if not term.free and (key := id(term)) in self.known:
            return self.known[key]
        told = self._value(term, names or {})
        if not term.free:
            self.known[id(term)] = told
            self.kept.append(term)
        return told

    def holds(self, term: Any) -> bool:
        """Tell whether a truth holds for all values of its free variables."""
        free = sorted(term.free, key=lambda each: each.serial)
        keys, ranges = self._ranges(free)
        return all(self.value(term, dict(zip(keys, values, strict=True))) for values in itertools.product(*ranges))

    def _value(self, term: Any, names: dict[str, Any]) -> Any:
        head = term.head
        if head in ("true", "false"):
            return head == "true"
        if head == "number":
            return term.value
        if head == "constant":
            return self.some(term.sort, "constant", term.value)
        if head == "var":
            key = repr((term.value, term.sort))
            return names[key] if key in names else self.some(term.sort, "variable", term.value)
        if head in ("forall", "exists"):
            return self._quantified(term, names)
        if head == "ite":
            return self.value(term.args[1] if self.value(term.args[0], names) else term.args[2], names)
        if head == "@quantifiers_skolemize":
            return self._witness(*term.args)
        if head == "@list":
            return None
        return self._applied(term, head, [self.value(each, names) for each in term.args])

    def _ranges(self, listed: Any) -> tuple[list[str], list[list[Any]]]:
        """Give the keys of variables, and the values that each ranges over."""
        ranges = [self.values(each.sort) for each in listed]
        if _product([len(each) for each in ranges]) > MOST:
            raise Left
        return [repr((each.value, each.sort)) for each in listed], ranges

    def _quantified(self, term: Any, names: dict[str, Any]) -> bool:
        listed, body = term.args
        keys, ranges = self._ranges(listed.args)
        told = (
            self.value(body, {**names, **dict(zip(keys, values, strict=True))}) for values in itertools.product(*ranges)
        )
        return all(told) if term.head == "forall" else any(told)

    def _witness(self, quantified: Any, place: Any) -> Any:
        listed, body = quantified.args
        keys, ranges = self._ranges(listed.args)
        for values in itertools.product(*ranges):
            if not self.value(body, dict(zip(keys, values, strict=True))):
                return values[place.value]
        return ranges[place.value][0]

    def _applied(self, term: Any, head: str, of: list[Any]) -> Any:
        if head in ("and", "or", "not", "=>", "xor"):
            said = {"and": all(of), "or": any(of), "not": not of[0], "=>": not of[0] or of[-1], "xor": of[0] != of[-1]}
            return said[head]
        if head in ("=", "distinct"):
            pairs = itertools.combinations(of, 2)
            return all((one == other) == (head == "=") for one, other in pairs)
        if head in ("<", "<=", ">", ">="):
            one, other = of
            return {"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}[head]
        if head in ("+", "*", "-", "abs", "to_real", "/", "/_total") or head.startswith(("div", "mod")):
            return self._number(head, of)
        if head in ("@int_div_by_zero", "@mod_by_zero"):
            return self.some("Int", head[1:4].replace("int", "div"), of)
        if head == "select":
            if of[1] not in of[0]:
                raise Left
            return of[0][of[1]]
        if head == "store":
            if of[1] not in of[0]:
                raise Left
            return {**of[0], of[1]: of[2]}
        if head == "apply":
            return self.some(term.sort, "function", term.args[0].value, [_plain(each) for each in of[1:]])
        if head == "@purify":
            return of[0]
        if head == "@array_deq_diff":
            return next((each for each in of[0] if of[0][each] != of[1][each]), next(iter(of[0])))
        raise Left

    def _number(self, head: str, of: list[Any]) -> Any:
        if head == "+":
            return sum(of)
        if head == "*":
            return _product(of)
        if head == "-":
            return -of[0] if len(of) == 1 else of[0] - of[1]
        if head == "abs":
            return abs(of[0])
        if head == "to_real":
            return of[0]
        one, other = of
        if other == 0:
            if head in ("div", "mod"):
                return self.some("Int", head, [one])
            return one if head == "mod_total" else 0
        if head[0] == "/":
            return Fraction(one) / other
        rest = one - abs(other) * (one // abs(other))
        return rest if head.startswith("mod") else (one - rest) // other


def _product(of: list[Any]) -> Any:
    told = 1
    for each in of:
        told = told * each
    return told


def _plain(value: Any) -> Any:
    return sorted(value.items()) if isinstance(value, dict) else value


def _leaves(rule: str, premises: list[Any], args: list[Any], world: World) -> bool:
    """Tell whether a rule puts values in the place of variables that these do not range over here."""
    if rule == "instantiate":
        pairs = list(zip(premises[0].args[0].args, args[0].args, strict=True))
    elif rule == "quant-var-elim-eq":
        first = args[0].args[0].args[1]
        first = first.args[0] if first.head == "or" else first
        pairs = [(first.args[0].args[0], first.args[0].args[1])]
    else:
        return False
    if any(value.free for _, value in pairs):
        raise Left
    return any(world.value(value) not in world.values(name.sort) for name, value in pairs)


def wrong(rule: str, premises: list[Any], args: list[Any], conclusion: Any, worlds: list[World]) -> str:
    """Give a world in which the premises of a step hold, and its conclusion does not; "" if none was found."""
    for world in worlds:
        try:
            if _leaves(rule, premises, args, world):
                continue
            if all(map(world.holds, premises)) and not world.holds(conclusion):
                return f"world {world.seed}: {rule} of {premises} and {args} gives {conclusion}"
        except Left:
            continue
    return ""
