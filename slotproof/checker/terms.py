"""Terms of logic: each is made once, so that equal terms are the same object; what is ill-sorted is refused.

A term has a head, which says what is applied, terms below it, a sort, and the variables that are free in it. Numbers,
constants and variables have nothing below them, but a value: the number, or the name.

Sums, products, conjunctions and disjunctions have any number of terms below, of which one alone means itself.
Terms may be as deep as they like: nothing here calls itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

Sort = Any
"""A name, or a tuple: ("Array", index, element), ("->", sorts of arguments, sort of the result)."""

BOOL: Final = "Bool"
INT: Final = "Int"
REAL: Final = "Real"
LIST: Final = "@List"
NUMERIC: Final = (INT, REAL)


class Refused(Exception):
    """Why a proof is not accepted."""


class Term:
    """A term; never made but by the functions below."""

    __slots__ = ("args", "free", "head", "serial", "sort", "value")

    def __init__(self, head: str, args: tuple[Term, ...], value: Any, sort: Sort, free: frozenset[Term]) -> None:
        self.head, self.args, self.value, self.sort, self.free = head, args, value, sort, free
        self.serial = len(_ATOMS) + len(_MADE)

    def __repr__(self) -> str:
        return shown(self)


NONE: Final[frozenset[Term]] = frozenset()
_MADE: Final[dict[tuple[str, tuple[Term, ...]], Term]] = {}
_ATOMS: Final[dict[tuple[str, Any, Sort], Term]] = {}


def _atom(head: str, value: Any, sort: Sort) -> Term:
    found = _ATOMS.get((head, value, sort))
    if found is None:
        found = Term(head, (), value, sort, NONE)
        if head == "var":
            found.free = frozenset((found,))
        _ATOMS[head, value, sort] = found
    return found


def make(head: str, *args: Term) -> Term:
    """Apply what the head names to terms.

    Raises     Refused if the sorts do not fit
    """
    found = _MADE.get((head, args))
    if found is None:
        rule = _SORTS.get(head)
        if rule is None:
            raise Refused(f"there is no operator {head}")
        sort = rule(args)
        free = _free(head, args)
        _MADE[head, args] = found = Term(head, args, None, sort, free)
    return found


def _free(head: str, args: tuple[Term, ...]) -> frozenset[Term]:
    if head in BINDERS:
        return args[1].free - args[0].free
    some = [each.free for each in args if each.free]
    return NONE.union(*some) if some else NONE


def number(value: int | Fraction, sort: Sort = INT) -> Term:
    """Give the number; a whole one of the integers, unless the sort says otherwise."""
    if sort == INT and (isinstance(value, bool) or not isinstance(value, int)):
        raise Refused(f"{value} is no integer")
    return _atom("number", value if sort == INT else Fraction(value), sort)


def constant(name: str, sort: Sort) -> Term:
    """Give the constant, or function, of that name."""
    return _atom("constant", name, sort)


def variable(name: str, sort: Sort) -> Term:
    """Give the variable of that name."""
    return _atom("var", name, sort)


TRUE: Final = _atom("true", None, BOOL)
FALSE: Final = _atom("false", None, BOOL)
ZERO: Final = number(0)
BINDERS: Final = frozenset(("forall", "exists"))


def forget() -> None:
    """Forget all terms but the truths: those that were made before are not equal to those that are made after."""
    _MADE.clear()
    for key in [key for key, term in _ATOMS.items() if term not in _LASTING]:
        del _ATOMS[key]


# --- what is said often


def equal(one: Term, other: Term) -> Term:
    """Say that two are equal."""
    return make("=", one, other)


def negated(term: Term) -> Term:
    """Say that a truth is none, whatever it is."""
    return make("not", term)


def all_of(terms: Sequence[Term]) -> Term:
    """Say all of these: of none, what is true."""
    return make("and", *terms) if terms else TRUE


def any_of(terms: Sequence[Term]) -> Term:
    """Say one of these: of none, what is false."""
    return make("or", *terms) if terms else FALSE


def one_or(head: str, terms: Sequence[Term]) -> Term:
    """Apply an operator to terms; one alone stands for itself."""
    if len(terms) == 1:
        return terms[0]
    return make(head, *terms) if terms else NEUTRAL[head]


NEUTRAL: Final = {"and": TRUE, "or": FALSE, "+": ZERO, "*": number(1)}
"""What each operator that takes any number of terms is of none."""

_LASTING: Final = frozenset(NEUTRAL.values())


# --- sorts


def _all(wanted: Sort, result: Sort, least: int = 1, most: int | None = None) -> Callable[[tuple[Term, ...]], Sort]:
    def rule(args: tuple[Term, ...]) -> Sort:
        _count(args, least, most)
        for each in args:
            if each.sort != wanted:
                raise Refused(f"{shown(each)} is of {each.sort}, and should be of {wanted}")
        return result

    return rule


def _count(args: tuple[Term, ...], least: int, most: int | None) -> None:
    if len(args) < least or (most is not None and len(args) > most):
        raise Refused(f"{len(args)} arguments, and should be {least}" + ("" if most == least else f" to {most}"))


def _numbers(result: Sort = None, least: int = 1, most: int | None = None) -> Callable[[tuple[Term, ...]], Sort]:
    def rule(args: tuple[Term, ...]) -> Sort:
        _count(args, least, most)
        for each in args:
            if each.sort not in NUMERIC:
                raise Refused(f"{shown(each)} is no number")
        return result or (INT if all(each.sort == INT for each in args) else REAL)

    return rule


def _alike(args: tuple[Term, ...], most: int | None = None) -> Sort:
    """Equal may be what is of one sort, or numbers."""
    _count(args, 2, most)
    sorts = {each.sort for each in args}
    if (len(sorts) > 1 and not sorts <= set(NUMERIC)) or LIST in sorts:
        raise Refused(f"terms of different sorts: {', '.join(map(str, sorts))}")
    return BOOL


def _ite(args: tuple[Term, ...]) -> Sort:
    _count(args, 3, 3)
    condition, one, other = args
    if condition.sort != BOOL or one.sort != other.sort or one.sort == LIST:
        raise Refused("ite: a truth, and two of one sort")
    return one.sort


def _array(args: tuple[Term, ...], given: int) -> tuple[Sort, Sort, Sort]:
    _count(args, given, given)
    sort = args[0].sort
    if not (isinstance(sort, tuple) and sort[0] == "Array"):
        raise Refused(f"{shown(args[0])} is no array")
    if args[1].sort != sort[1] or (given == 3 and args[2].sort != sort[2]):
        raise Refused(f"an array of {sort} is read or written otherwise")
    return sort


def _apply(args: tuple[Term, ...]) -> Sort:
    _count(args, 2, None)
    sort = args[0].sort
    if not (isinstance(sort, tuple) and sort[0] == "->"):
        raise Refused(f"{shown(args[0])} is no function")
    if tuple(each.sort for each in args[1:]) != sort[1]:
        raise Refused(f"{shown(args[0])} takes {sort[1]}")
    return sort[2]


def _bound(args: tuple[Term, ...]) -> Sort:
    _count(args, 2, 2)
    listed, body = args
    if listed.head != "@list" or not listed.args or any(each.head != "var" for each in listed.args):
        raise Refused("a quantifier without variables")
    if len(set(listed.args)) != len(listed.args):
        raise Refused("a quantifier that names a variable twice")
    if body.sort != BOOL:
        raise Refused("a quantifier over what is no truth")
    return BOOL


# Skolem terms stand for one value each, which what is below them defines; with a free variable it would be many.


def _closed(args: tuple[Term, ...]) -> None:
    if any(each.free for each in args):
        raise Refused("a skolem term of what has free variables")


def _purified(args: tuple[Term, ...]) -> Sort:
    """`@purify t` is the value of t."""
    _count(args, 1, 1)
    _closed(args)
    return args[0].sort


def _witness(args: tuple[Term, ...]) -> Sort:
    """`@quantifiers_skolemize Q i`: value i of the first values for which Q is false; of any, if it is true of all."""
    _count(args, 2, 2)
    _closed(args)
    quantified, place = args
    if quantified.head != "forall" or place.head != "number" or place.sort != INT:
        raise Refused("a witness of what is not quantified")
    names = quantified.args[0].args
    if not 0 <= place.value < len(names):
        raise Refused("a witness for a variable that is not there")
    return names[place.value].sort


def _difference(args: tuple[Term, ...]) -> Sort:
    """`@array_deq_diff a b`: an index at which a and b differ, if there is one."""
    _count(args, 2, 2)
    _closed(args)
    if args[0].sort != args[1].sort or args[0].sort[0] != "Array":
        raise Refused("a difference of what are not two arrays")
    return args[0].sort[1]


_SORTS: Final[dict[str, Callable[[tuple[Term, ...]], Sort]]] = {
    "and": _all(BOOL, BOOL),
    "or": _all(BOOL, BOOL),
    "not": _all(BOOL, BOOL, 1, 1),
    "=>": _all(BOOL, BOOL, 2, 2),
    "xor": _all(BOOL, BOOL, 2, 2),
    "=": lambda args: _alike(args, 2),
    "distinct": _alike,
    "ite": _ite,
    "+": _numbers(),
    "*": _numbers(),
    "-": _numbers(least=1, most=2),
    "/": _numbers(REAL, 2, 2),
    "/_total": _numbers(REAL, 2, 2),
    "<": _numbers(BOOL, 2, 2),
    "<=": _numbers(BOOL, 2, 2),
    ">": _numbers(BOOL, 2, 2),
    ">=": _numbers(BOOL, 2, 2),
    "div": _all(INT, INT, 2, 2),
    "mod": _all(INT, INT, 2, 2),
    "div_total": _all(INT, INT, 2, 2),
    "mod_total": _all(INT, INT, 2, 2),
    "abs": _all(INT, INT, 1, 1),
    "to_real": _all(INT, REAL, 1, 1),
    "to_int": _all(REAL, INT, 1, 1),
    "select": lambda args: _array(args, 2)[2],
    "store": lambda args: _array(args, 3),
    "apply": _apply,
    "forall": _bound,
    "exists": _bound,
    "@list": lambda args: LIST,
    "@purify": _purified,
    "@quantifiers_skolemize": _witness,
    "@array_deq_diff": _difference,
    "@int_div_by_zero": _all(INT, INT, 1, 1),
    "@mod_by_zero": _all(INT, INT, 1, 1),
}

OPERATORS: Final = frozenset(_SORTS) - {"apply"}


# --- walks over terms


def parts(term: Term, within: Callable[[Term], bool] = lambda _: True) -> Iterator[Term]:
    """Give each term below, and the term itself, once: what is below another comes before it.

    Takes      within, which tells of a term whether what is below it is wanted
    """
    seen = set[Term]()
    stack = [(term, False)]
    while stack:
        here, done = stack.pop()
        if done:
            yield here
        elif here not in seen:
            seen.add(here)
            stack.append((here, True))
            if within(here):
                stack.extend((each, False) for each in here.args)


def substitute(term: Term, given: Mapping[Term, Term]) -> Term:
    """Put terms in the place of free variables.

    Raises     Refused if a quantifier within names one of the variables again, or would bind what is free in a term
    """
    wanted = given.keys()
    if any(name.head != "var" or name.sort != each.sort for name, each in given.items()):
        raise Refused("a term of another sort in the place of a variable")
    coming = NONE.union(*(each.free for each in given.values()))
    made: dict[Term, Term] = dict(given)
    for here in parts(term, lambda each: not wanted.isdisjoint(each.free)):
        if here in made:
            continue
        if wanted.isdisjoint(here.free):
            made[here] = here
            continue
        if here.head in BINDERS:
            names = here.args[0].free
            if not names.isdisjoint(wanted) or not names.isdisjoint(coming):
                raise Refused("a substitution that a quantifier would catch")
            made[here] = make(here.head, here.args[0], made[here.args[1]])
        elif here.head == "@list":
            made[here] = here  # of a quantifier, whose variables stay
        else:
            made[here] = make(here.head, *[made[each] for each in here.args])
    return made[term]


def shown(term: Term, most: int = 300) -> str:
    """Write a term; a long one is cut."""
    written: list[str] = []
    length = 0
    stack: list[Any] = [term]
    while stack and length < most:
        here = stack.pop()
        if isinstance(here, str):
            text = here
        elif not here.args:
            text = str(here.value) if here.value is not None else here.head
        else:
            text = "(" if here.head == "apply" else f"({here.head} "
            below: list[Any] = []
            for each in here.args:
                below += [each, " "]
            stack += reversed([*below[:-1], ")"])
        written.append(text)
        length += len(text)
    return "".join(written) + ("..." if stack else "")
