"""Read the two texts: a question in SMT-LIB, and a proof in cvc5's format CPC. What is not known is an error.

Both are lists in parentheses. A list becomes a term as soon as it is closed, so that no depth is too much.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple

from .terms import BOOL, FALSE, INT, OPERATORS, REAL, TRUE, Refused, Sort, Term, constant, make, number, variable

_TOKEN: Final = re.compile(r'\(|\)|;[^\n]*|\|[^|]*\||"[^"]*"|[^\s()"|;]+|["|]')
_NUMERAL: Final = re.compile(r"-?[0-9]+")
_RATIO: Final = re.compile(r"(-?[0-9]+)/([0-9]+)")


class Malformed(Exception):
    """Why a text cannot be read."""


class Question(NamedTuple):
    """What is asked: whether something satisfies all that is asserted."""

    sorts: frozenset[str]
    constants: dict[str, Term]
    asserted: list[Term]


class Step(NamedTuple):
    """One line of a proof.

    kind       assume, assume-push, step or step-pop
    stated     what it says that it shows; None if it leaves that to the rule
    """

    kind: str
    name: str
    stated: Term | None
    rule: str = ""
    premises: tuple[str, ...] = ()
    args: tuple[Term, ...] = ()


class _Partial(NamedTuple):
    """A function that is given its arguments one by one, (_ (_ f a) b), and has not got all of them."""

    function: Term
    args: tuple[Term, ...]


class Reader:
    """What both texts have in common: lists, names, sorts and terms."""

    def __init__(self) -> None:
        self.sorts: set[str] = set()
        self.names: dict[str, Term] = {"true": TRUE, "false": FALSE}

    def read(self, text: str) -> Iterator[list[Any]]:
        """Give each command: a list of words, lists and terms."""
        stack: list[list[Any]] = []
        for token in _TOKEN.findall(text):
            if token == "(":
                stack.append([])
            elif token == ")":
                if not stack:
                    raise Malformed("a parenthesis is closed that was not opened")
                items = stack.pop()
                if not stack:
                    yield items
                else:
                    stack[-1].append(self.close(items, stack))
                    if len(stack[-1]) == 2:
                        self.begun(stack[-1])
            elif token[0] == ";":
                continue
            elif token in ('"', "|"):
                raise Malformed(f"a {token} that does not end")
            elif not stack:
                raise Malformed(f"{token} stands outside of all commands")
            else:
                stack[-1].append(token[1:-1] if token[0] == "|" else token)
        if stack:
            raise Malformed("a parenthesis is not closed")

    def begun(self, items: list[Any]) -> None:
        """Take note that the first two items of a list are there."""

    def close(self, items: list[Any], stack: list[list[Any]]) -> Any:
        """Give what a list means that stands in others."""
        raise NotImplementedError

    def sort(self, item: Any) -> Sort:
        """Give the sort that a word or a list names."""
        if isinstance(item, tuple) or item in (BOOL, INT, REAL) or (isinstance(item, str) and item in self.sorts):
            return item
        raise Malformed(f"{item} is no sort that is known")

    def made_sort(self, items: list[Any]) -> Sort:
        """Give the sort of arrays, or of functions, that a list names."""
        if items[0] == "Array" and len(items) == 3:
            return ("Array", self.sort(items[1]), self.sort(items[2]))
        if items[0] == "->" and len(items) > 2:
            return ("->", tuple(self.sort(each) for each in items[1:-1]), self.sort(items[-1]))
        raise Malformed(f"{items} is no sort that is known")

    def term(self, item: Any) -> Term:
        """Give the term that a word stands for; a term stands for itself."""
        if isinstance(item, Term):
            return item
        if isinstance(item, str):
            found = self.names.get(item)
            if found is not None:
                return found
            if _NUMERAL.fullmatch(item):
                return number(int(item))
            if match := _RATIO.fullmatch(item):
                if int(match[2]) == 0:
                    raise Malformed(f"{item} is no number")
                return number(Fraction(int(match[1]), int(match[2])), REAL)
        raise Malformed(f"{item} is no term that is known")

    def application(self, items: list[Any]) -> Any:
        """Give the term that a list is."""
        if not items:
            raise Malformed("an empty list is no term")
        head, *below = items
        if head == "_" and len(below) == 2:
            return self.partial(below[0], self.term(below[1]))
        if isinstance(head, str) and head in OPERATORS:
            return make(head, *[self.term(each) for each in below])
        return make("apply", self.term(head), *[self.term(each) for each in below])

    def partial(self, function: Any, more: Term) -> Any:
        """Give a function one more argument: it is a term as soon as it has all."""
        before = function if isinstance(function, _Partial) else _Partial(self.term(function), ())
        now = _Partial(before.function, (*before.args, more))
        sort = now.function.sort
        if isinstance(sort, tuple) and sort[0] == "->" and len(now.args) < len(sort[1]):
            return now
        return make("apply", now.function, *now.args)


def _name(item: Any) -> str:
    if not isinstance(item, str):
        raise Malformed(f"{item} is no name")
    return item


class _QuestionReader(Reader):
    """`declare-sort`, `declare-fun`, `assert`; in terms, `let`, `forall` and `exists` name what is not named yet."""

    def __init__(self) -> None:
        super().__init__()
        self.before: list[list[str]] = []  # the names that each list around has brought

    def question(self, text: str) -> Question:
        asserted: list[Term] = []
        ended = False
        for items in self.read(text):
            match items:
                case ["set-logic", "ALL"] if not (self.sorts or len(self.names) > 2 or asserted):
                    continue
                case ["declare-sort", str(name), "0"] if name not in self.sorts | {BOOL, INT, REAL, "Array", "->"}:
                    self.sorts.add(name)
                case ["declare-fun", str(name), list(domain), result] if not ended:
                    sorts = tuple(self.sort(each) for each in domain)
                    self.declare(name, ("->", sorts, self.sort(result)) if sorts else self.sort(result))
                case ["assert", formula] if not ended:
                    term = self.term(formula)
                    if term.sort != BOOL or term.free:
                        raise Malformed("what is asserted is no truth, or has free variables")
                    asserted.append(term)
                case ["check-sat"]:
                    ended = True
                case _:
                    raise Malformed(f"a command that is not known: {items[:2]}")
        if not ended or not asserted:
            raise Malformed("nothing is asked")
        constants = {name: term for name, term in self.names.items() if term.head == "constant"}
        return Question(frozenset(self.sorts), constants, asserted)

    def declare(self, name: str, sort: Sort) -> None:
        """Declare a constant or a function."""
        self.bring(name, constant(name, sort))

    def bring(self, name: str, term: Term) -> None:
        """Let a name stand for a term: never for two at once."""
        if name in self.names or name in OPERATORS or name[:1] == "@" or _NUMERAL.fullmatch(name):
            raise Malformed(f"{name} is named twice")
        self.names[name] = term

    def begun(self, items: list[Any]) -> None:
        head, first = items
        if head in ("forall", "exists", "let"):
            if not isinstance(first, list) or not first:
                raise Malformed(f"{head} names nothing")
            for pair in first:
                if not isinstance(pair, list) or len(pair) != 2:
                    raise Malformed(f"{head} names {pair}")
            pairs = [(_name(name), meant) for name, meant in first]
            for name, meant in pairs:
                self.bring(name, self.term(meant) if head == "let" else variable(name, self.sort(meant)))

    def close(self, items: list[Any], stack: list[list[Any]]) -> Any:
        above = stack[-1]
        if above and above[0] == "declare-fun":
            return self.made_sort(items) if items and items[0] == "Array" else items
        if len(stack) > 1 and _names_follow(stack[-2]) and len(items) == 2:
            return [items[0], self.term(items[1]) if stack[-2][0] == "let" else items[1]]
        if _names_follow(above):
            return items
        if items and items[0] == "Array":
            return self.made_sort(items)
        if above and isinstance(above[-1], str) and above[-1] == ":pattern" and above[0] == "!":
            return [self.term(each) for each in items]
        match items:
            case ["forall" | "exists" as head, list(pairs), body]:
                names = [self.names.pop(name) for name, _ in pairs]
                return make(head, make("@list", *names), self.term(body))
            case ["let", list(pairs), body]:
                told = self.term(body)
                for name, _ in pairs:
                    del self.names[name]
                return told
            case ["!", body, *rest] if all(
                word == ":pattern" and isinstance(terms, list)
                for word, terms in zip(rest[::2], rest[1::2], strict=True)
            ):
                return self.term(body)
        return self.application(items)


def _names_follow(items: list[Any]) -> bool:
    """Tell whether the next list in this one says what is named."""
    return len(items) == 1 and items[0] in ("forall", "exists", "let")


def read_question(text: str) -> Question:
    """Read a question.

    Raises     Malformed or Refused
    """
    try:
        return _QuestionReader().question(text)
    except (IndexError, ValueError, TypeError, KeyError) as error:
        raise Malformed(f"a question that cannot be read: {error!r}") from error


class _ProofReader(Reader):
    """`declare-const`, `declare-sort`, `define`, and the steps; a name never stands for two things."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question
        self.sorts |= question.sorts
        self.names |= question.constants

    def steps(self, text: str) -> Iterator[Step]:
        begun, end = text.find("("), text.rfind(")")
        if begun < 0 or text[:begun].strip() or text[end + 1 :].strip():
            raise Malformed("a proof is one list of commands")
        for items in self.read(text[begun + 1 : end]):
            match items:
                case ["declare-sort", str(name), "0"] | ["declare-const", str(name), "Type"]:
                    if name not in self.question.sorts:
                        raise Refused(f"the question has no sort {name}")
                case ["declare-const", str(name), sort]:
                    if self.question.constants.get(name) is not constant(name, self.sort(sort)):
                        raise Refused(f"the question has no {name} of sort {sort}")
                case ["define", str(name), [], meant] if name[:1] == "@" and name not in self.names:
                    self.names[name] = self.term(meant)
                case ["assume" | "assume-push" as kind, str(name), formula]:
                    yield Step(kind, name, self.term(formula))
                case ["step" | "step-pop" as kind, str(name), *rest]:
                    yield self.step(kind, name, rest)
                case _:
                    raise Malformed(f"a command that is not known: {items[:2]}")

    def step(self, kind: str, name: str, rest: list[Any]) -> Step:
        """Read the rest of a step."""
        stated = self.term(rest.pop(0)) if rest and rest[0] != ":rule" else None
        told = {word: rest[place + 1] for place, word in enumerate(rest) if place % 2 == 0}
        if len(rest) != 2 * len(told) or not {":rule"} <= told.keys() <= {":rule", ":premises", ":args"}:
            raise Malformed(f"step {name} cannot be read")
        premises = tuple(_name(each) for each in told.get(":premises", ()))
        args = tuple(self.term(each) for each in told.get(":args", ()))
        return Step(kind, name, stated, _name(told[":rule"]), premises, args)

    def close(self, items: list[Any], stack: list[list[Any]]) -> Any:
        above = stack[-1]
        last = above[-1] if above else None
        if len(stack) == 1 and above and isinstance(last, str):
            if last in (":premises", ":args") and above[0] in ("step", "step-pop"):
                return items
            if above[0] == "define" and len(above) == 2:
                return items
        if items and isinstance(items[0], str):
            if items[0] in ("Array", "->"):
                return self.made_sort(items)
            if items[0] == "@var":
                _, name, sort = items
                if name[0] != '"':
                    raise Malformed(f"a variable that is called {name}")
                return variable(name[1:-1], self.sort(sort))
        return self.application(items)


def read_proof(text: str, question: Question) -> Iterator[Step]:
    """Read the steps of a proof, one after the other.

    Raises     Malformed or Refused
    """
    try:
        yield from _ProofReader(question).steps(text)
    except (IndexError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise Malformed(f"a proof that cannot be read: {error!r}") from error
