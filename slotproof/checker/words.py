"""Questions about words of fixed widths: read, and expanded into clauses, each operator by its definition.

A truth is a literal; a word is a tuple of literals, its lowest bit first. What a term means is worked out as soon as
its list is closed. An operator, a sort or a command that is not known is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial, reduce
from typing import Any, Final, TypeVar

from .clauses import FALSE, TRUE, Clauses, check_refuted
from .parse import Malformed, Reader
from .terms import BOOL

Word = tuple[int, ...]
Operator = Callable[..., Any]
F = TypeVar("F", bound=Operator)

_LITERAL: Final = re.compile(r"#b([01]+)|#x([0-9a-fA-F]+)")
_SIZED: Final = re.compile(r"bv([0-9]+)")

LOGICAL: Final[dict[str, Operator]] = {}
WORDS: Final[dict[str, Operator]] = {}
INDEXED: Final[dict[str, Operator]] = {}
"""Operators by name: of truths, of words of one width, and of one word with numbers: `((_ extract 7 0) x)`."""


def _enter(table: dict[str, Operator], name: str) -> Callable[[F], F]:
    def enter(function: F) -> F:
        table[name] = function
        return function

    return enter


def constant(value: int, width: int) -> Word:
    """Give the word of a number, modulo 2**width."""
    return tuple(TRUE if value >> place & 1 else FALSE for place in range(width))


# --- truths


@_enter(LOGICAL, "not")
def _not(of: Clauses, one: int) -> int:
    """Give the contrary."""
    return -one


@_enter(LOGICAL, "and")
def _and(of: Clauses, *truths: int) -> int:
    """Give what is true if all are."""
    found = TRUE
    for each in truths:
        found = of.both(found, each)
    return found


@_enter(LOGICAL, "or")
def _or(of: Clauses, *truths: int) -> int:
    """Give what is true if one is."""
    return -_and(of, *(-each for each in truths))


# --- bit by bit


@_enter(WORDS, "bvnot")
def _bvnot(of: Clauses, a: Word) -> Word:
    """Turn each bit."""
    return tuple(-each for each in a)


@_enter(WORDS, "bvand")
def _bvand(of: Clauses, a: Word, b: Word) -> Word:
    """Give the bits that both have."""
    return tuple(map(of.both, a, b))


@_enter(WORDS, "bvor")
def _bvor(of: Clauses, a: Word, b: Word) -> Word:
    """Give the bits that one has."""
    return tuple(map(of.either, a, b))


@_enter(WORDS, "bvxor")
def _bvxor(of: Clauses, a: Word, b: Word) -> Word:
    """Give the bits that exactly one has."""
    return tuple(map(of.differ, a, b))


def same(of: Clauses, a: Word, b: Word) -> int:
    """Tell whether all bits are the same."""
    return _and(of, *(-of.differ(x, y) for x, y in zip(a, b, strict=True)))


def chosen(of: Clauses, truth: int, a: Word, b: Word) -> Word:
    """Give one word if the truth is true, else the other."""
    return tuple(of.choose(truth, x, y) for x, y in zip(a, b, strict=True))


# --- arithmetic, modulo 2**width


def _sum(of: Clauses, a: Word, b: Word, carry: int) -> tuple[Word, int]:
    """Add bit by bit from the lowest one, and a carry; give the sum, and the carry out of the highest bit."""
    bits = []
    for x, y in zip(a, b, strict=True):
        half = of.differ(x, y)
        bits.append(of.differ(half, carry))
        carry = of.either(of.both(x, y), of.both(half, carry))
    return tuple(bits), carry


@_enter(WORDS, "bvadd")
def _bvadd(of: Clauses, a: Word, b: Word) -> Word:
    """Give a + b."""
    return _sum(of, a, b, FALSE)[0]


@_enter(WORDS, "bvsub")
def _bvsub(of: Clauses, a: Word, b: Word) -> Word:
    """Give a - b, which is a + not b + 1."""
    return _sum(of, a, _bvnot(of, b), TRUE)[0]


@_enter(WORDS, "bvneg")
def _bvneg(of: Clauses, a: Word) -> Word:
    """Give 0 - a."""
    return _bvsub(of, constant(0, len(a)), a)


@_enter(WORDS, "bvmul")
def _bvmul(of: Clauses, a: Word, b: Word) -> Word:
    """Give a * b: the sum of a, shifted by each place at which b has a one."""
    total = constant(0, len(a))
    for place, bit in enumerate(b):
        shifted = (FALSE,) * place + a[: len(a) - place]
        total = _bvadd(of, total, tuple(of.both(bit, each) for each in shifted))
    return total


def divided(of: Clauses, a: Word, b: Word) -> tuple[Word, Word]:
    """Divide on paper, from the highest bit; give quotient and remainder. By 0 they are all ones, and a."""
    width = len(a)
    rest, quotient = constant(0, width), list[int]()
    longer = (*b, FALSE)
    for bit in reversed(a):
        taken = (bit, *rest)
        less, fits = _sum(of, taken, _bvnot(of, longer), TRUE)
        quotient.append(fits)
        rest = chosen(of, fits, less, taken)[:width]
    return tuple(reversed(quotient)), rest


@_enter(WORDS, "bvudiv")
def _bvudiv(of: Clauses, a: Word, b: Word) -> Word:
    """Give the quotient of numbers without a sign, rounded down; by 0, all ones."""
    return divided(of, a, b)[0]


@_enter(WORDS, "bvurem")
def _bvurem(of: Clauses, a: Word, b: Word) -> Word:
    """Give the remainder of numbers without a sign; by 0, a."""
    return divided(of, a, b)[1]


@_enter(WORDS, "bvsmod")
def _bvsmod(of: Clauses, a: Word, b: Word) -> Word:
    """Give the remainder that has the sign of b; by 0, a."""
    sizes = [chosen(of, each[-1], _bvneg(of, each), each) for each in (a, b)]
    rest = divided(of, *sizes)[1]
    signed = chosen(of, a[-1], _bvneg(of, rest), rest)  # rounded towards 0
    moved = of.both(of.differ(a[-1], b[-1]), -same(of, rest, constant(0, len(a))))
    return chosen(of, moved, _bvadd(of, signed, b), signed)


# --- comparisons


@_enter(WORDS, "bvule")
def _bvule(of: Clauses, a: Word, b: Word) -> int:
    """Tell whether a <= b, without a sign: b - a borrows nothing."""
    return _sum(of, b, _bvnot(of, a), TRUE)[1]


@_enter(WORDS, "bvsle")
def _bvsle(of: Clauses, a: Word, b: Word) -> int:
    """Tell whether a <= b, the highest bit being a sign: as without, with that bit turned."""
    return _bvule(of, (*a[:-1], -a[-1]), (*b[:-1], -b[-1]))


@_enter(WORDS, "bvslt")
def _bvslt(of: Clauses, a: Word, b: Word) -> int:
    """Tell whether a < b, the highest bit being a sign."""
    return -_bvsle(of, b, a)


@_enter(WORDS, "bvsge")
def _bvsge(of: Clauses, a: Word, b: Word) -> int:
    """Tell whether a >= b, the highest bit being a sign."""
    return _bvsle(of, b, a)


@_enter(WORDS, "bvsgt")
def _bvsgt(of: Clauses, a: Word, b: Word) -> int:
    """Tell whether a > b, the highest bit being a sign."""
    return -_bvsle(of, a, b)


@_enter(WORDS, "bvult")
def _bvult(of: Clauses, a: Word, b: Word) -> int:
    """Tell whether a < b, without a sign."""
    return -_bvule(of, b, a)


# --- shifts, by a number without a sign


def _shifted(of: Clauses, a: Word, b: Word, left: bool, fill: int) -> Word:
    """Shift by 1, 2, 4 and so on where b has a one; what comes in is `fill`, and nothing else is left by the width."""
    width, now = len(a), a
    for place, bit in enumerate(b):
        by = min(1 << place, width)
        moved = (fill,) * by + now[: width - by] if left else now[by:] + (fill,) * by
        now = chosen(of, bit, moved, now)
    return now


@_enter(WORDS, "bvshl")
def _bvshl(of: Clauses, a: Word, b: Word) -> Word:
    """Give a * 2**b."""
    return _shifted(of, a, b, True, FALSE)


@_enter(WORDS, "bvlshr")
def _bvlshr(of: Clauses, a: Word, b: Word) -> Word:
    """Give a shifted right, zeros coming in."""
    return _shifted(of, a, b, False, FALSE)


@_enter(WORDS, "bvashr")
def _bvashr(of: Clauses, a: Word, b: Word) -> Word:
    """Give a shifted right, its sign coming in."""
    return _shifted(of, a, b, False, a[-1])


# --- parts


@_enter(INDEXED, "extract")
def _extract(a: Word, high: int, low: int) -> Word:
    """Give the bits from `low` to `high`."""
    if not 0 <= low <= high < len(a):
        raise Malformed(f"no bits {low} to {high} of {len(a)}")
    return a[low : high + 1]


@_enter(INDEXED, "zero_extend")
def _zero_extend(a: Word, more: int) -> Word:
    """Put zeros above."""
    return a + (FALSE,) * more


@_enter(INDEXED, "sign_extend")
def _sign_extend(a: Word, more: int) -> Word:
    """Put copies of the highest bit above."""
    return a + (a[-1],) * more


MANY: Final = frozenset(("bvadd", "bvmul", "bvand", "bvor", "bvxor"))
"""Operators that take more than two words, two at a time from the left."""

Meaning = int | Word


class _Reader(Reader):
    """`declare-fun` of words and truths, `assert`; `let` names what is not named yet."""

    def __init__(self) -> None:
        super().__init__()
        self.clauses = Clauses()
        self.meant: dict[str, Meaning] = {"true": TRUE, "false": FALSE}

    def question(self, text: str) -> list[tuple[int, ...]]:
        """Give the clauses of a question, in order."""
        ended = False
        asserted = 0
        for items in self.read(text):
            match items:
                case ["set-logic", "ALL"] if len(self.meant) == 2 and not asserted:
                    continue
                case ["declare-fun", str(name), [], sort] if not ended:
                    self.bring(name, self.unknown(sort))
                case ["assert", formula] if not ended:
                    self.clauses.add((self.truth(formula),))
                    asserted += 1
                case ["check-sat"] if asserted and not ended:
                    ended = True
                case _:
                    raise Malformed(f"a command that is not known: {items[:2]}")
        if not ended:
            raise Malformed("nothing is asked")
        return self.clauses.all

    def unknown(self, sort: Any) -> Meaning:
        """Give new variables: one for a truth, one for each bit of a word."""
        match sort:
            case "Bool":
                return self.clauses.fresh()
            case ["_", "BitVec", str(width)] if int(width) > 0:
                return tuple(self.clauses.fresh() for _ in range(int(width)))
        raise Malformed(f"{sort} is no sort that is known")

    def bring(self, name: str, meant: Meaning) -> None:
        """Let a name stand for something: never for two at once."""
        if name in self.meant or name in ("let", "_", BOOL) or _known(name) or _LITERAL.fullmatch(name):
            raise Malformed(f"{name} is named twice")
        self.meant[name] = meant

    def begun(self, items: list[Any]) -> None:
        if items[0] == "let":
            for name, meant in items[1]:
                self.bring(name, self.meaning(meant))

    def close(self, items: list[Any], stack: list[list[Any]]) -> Any:
        above = stack[-1]
        if above[:1] == ["let"] and len(above) == 1:
            return items
        if len(stack) > 1 and stack[-2] == ["let"] and len(items) == 2 and isinstance(items[0], str):
            return items  # a name, and what it stands for
        match items:
            case [] if above[0] == "declare-fun":
                return items
            case ["_", str(sized), str(width)] if match := _SIZED.fullmatch(sized):
                if int(match[1]) >> int(width):
                    raise Malformed(f"{match[1]} has more than {width} bits")
                return constant(int(match[1]), int(width))
            case ["_", *_]:
                return items
            case ["let", list(pairs), body]:
                told = self.meaning(body)
                for name, _ in pairs:
                    del self.meant[name]
                return told
            case [["_", str(name), *numbers], word] if name in INDEXED:
                return INDEXED[name](self.word(word), *map(int, numbers))
            case ["ite", condition, one, other]:
                return self.chosen(self.truth(condition), self.meaning(one), self.meaning(other))
            case ["=", one, other]:
                a, b = self.meaning(one), self.meaning(other)
                if isinstance(a, int) and isinstance(b, int):
                    return -self.clauses.differ(a, b)
                return same(self.clauses, self.word(a), self.word(b))
            case ["concat", high, low]:
                return self.word(low) + self.word(high)
            case ["not", one]:
                return -self.truth(one)
            case ["and" | "or" as head, *truths] if truths:
                return LOGICAL[head](self.clauses, *map(self.truth, truths))
            case [str(head), *words] if head in WORDS:
                return self.applied(head, [self.word(each) for each in words])
        raise Malformed(f"{items[:1]} is no operator that is known, or is given what it does not take")

    def applied(self, head: str, words: list[Word]) -> Meaning:
        """Apply an operator to words of one width."""
        if len({len(each) for each in words}) != 1:
            raise Malformed(f"{head} of words of different widths")
        if head not in MANY:
            told: Meaning = WORDS[head](self.clauses, *words)
            return told
        if len(words) < 2:
            raise Malformed(f"{head} of one word")
        return reduce(partial(WORDS[head], self.clauses), words)

    def chosen(self, truth: int, one: Meaning, other: Meaning) -> Meaning:
        """Give one of two words, or of two truths."""
        if isinstance(one, int) and isinstance(other, int):
            return self.clauses.choose(truth, one, other)
        return chosen(self.clauses, truth, self.word(one), self.word(other))

    def meaning(self, item: Any) -> Meaning:
        """Give what a name or a literal stands for; a word or a truth stands for itself."""
        if isinstance(item, int | tuple):
            return item
        if isinstance(item, str) and item in self.meant:
            return self.meant[item]
        if isinstance(item, str) and (match := _LITERAL.fullmatch(item)):
            return constant(int(item[2:], 2 if match[1] else 16), len(item[2:]) * (1 if match[1] else 4))
        raise Malformed(f"{item} is no term that is known")

    def truth(self, item: Any) -> int:
        """Give a truth."""
        meant = self.meaning(item)
        if isinstance(meant, int):
            return meant
        raise Malformed("a word where a truth is asked for")

    def word(self, item: Any) -> Word:
        """Give a word."""
        meant = self.meaning(item)
        if isinstance(meant, int):
            raise Malformed("a truth where a word is asked for")
        return meant


def _known(name: str) -> bool:
    return name in LOGICAL or name in WORDS or name in INDEXED or name in ("ite", "=", "concat")


def clauses_of(question: str) -> list[tuple[int, ...]]:
    """Expand a question about words into clauses, always the same ones, in the same order.

    Raises     Malformed or Refused
    """
    try:
        return _Reader().question(question)
    except (IndexError, ValueError, TypeError, KeyError) as error:
        raise Malformed(f"a question that cannot be read: {error!r}") from error


def check_words(question: str, proof: str) -> int:
    """Check that a proof shows of a question about words that nothing satisfies it; give its steps.

    Raises     Malformed or Refused
    """
    return check_refuted(clauses_of(question), proof)
