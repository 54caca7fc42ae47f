"""Programs that the prover once misread, made small: each is a method of a box, which is called from states."""

from __future__ import annotations

from typing import Final, NamedTuple

from .generator.head import HEAD


class Program(NamedTuple):
    """A method by the name `op`, and words of what may come of it: "agreed", "refused", "linted" ..."""

    text: str
    words: frozenset[str]


def _is(words: str, text: str) -> Program:
    return Program(text, frozenset(words.split()))


PROGRAMS: Final = {
    "an error of the project is caught as what it is made from": _is("agreed", """
        try:
            self.required(7)
        except LookupError:
            self.number = number
        return 0
    """),
    "a change in a loop over a generator, after another change": _is("agreed linted stricter", """
        self.number = number
        for each in self.listed(-9):
            self.items[-1] = each
        return 0
    """),
    "a loop over enumerate reads entries when it gets there": _is("agreed stricter", """
        for place, each in enumerate(self.items):
            self.items[-1] = each
        return 0
    """),
    "a loop over zip reads entries when it gets there": _is("agreed stricter", """
        for one, _ in zip(self.items, self.items, strict=True):
            self.items[-1] = one + 1
        return 0
    """),
    "a loop over reversed reads entries when it gets there": _is("agreed stricter", """
        for each in reversed(self.items):
            self.items[0] = each
        return 0
    """),
    "a list that grows in the last round is gone through to its end": _is("agreed stricter", """
        seen = [number]
        for each in seen:
            if len(seen) < 3:
                seen.append(each)
        return len(seen)
    """),
    "zip of a list that grows in the last round": _is("agreed stricter", """
        for _, _ in zip(self.items, range(len(self.items)), strict=True):
            self.items.append(0)
        return 0
    """),
    "enumerate of a list that grows in the last round": _is("agreed stricter", """
        for place, _ in enumerate(self.items):
            if place < 2:
                self.items.append(0)
        return 0
    """),
    "what is spread out is read": _is("agreed", """
        self.items = [number, *self.items]
        return max(*self.items, 0)
    """),
    "what is taken apart is read": _is("agreed", """
        self.items = [number, other]
        one, two = self.items
        return one + two
    """),
    "a comprehension reads each entry": _is("agreed", """
        self.items = [each + 1 for each in self.items]
        return 0
    """),
    "a list that is put behind itself is read": _is("agreed", """
        self.items += self.items
        self.items[1:1] = self.items
        return 0
    """),
    "a loop over enumerate reads each entry": _is("agreed", """
        found = 0
        for place, each in enumerate(self.items):
            found += place * each
        return found
    """),
    "a dict comprehension over one of two lists": _is("agreed refused", """
        self.table = {each: 1 for each in ([1] if self.table == {0: number} else [2])}
        return 0
    """),
    "a dict comprehension of two loops": _is("refused", """
        self.table = {one: two for one in self.items for two in self.items}
        return 0
    """),
    "lists in the place of a part of a list": _is("refused", """
        [][:self.number] = [[]]
        return 0
    """),
    "lists behind a list of numbers": _is("refused", """
        self.items.extend([[1]])
        return 0
    """),
    "what is counted of one of two branches that are not told apart is the most": _is("agreed", """
        self.point = (self.point if 7 not in self.table else Point(1)) if {} == {3: 1, 0: other} else self.point
        return 0
    """),
    "a generator whose only yield is never come to": _is("agreed", """
        def none() -> Iterator[int]:
            return
            yield from self.items
        return sum(none())
    """),
    "a loop without end, in which CPython ends with an error": _is("refused", """
        while 3:
            'one'.x
        return 0
    """),
}  # fmt: skip

UNKNOWN: Final = {
    "a list of any length is repeated": "        self.items.extend(self.items * 2)\n        return 0\n",
}
"""Bodies that the prover once crashed at, of values that are not known: each is refused."""


def module(program: Program) -> str:
    """The text of the module of a program."""
    lines = program.text.strip("\n").splitlines()
    margin = len(lines[0]) - len(lines[0].lstrip())
    body = "\n".join(f"        {line[margin:]}".rstrip() for line in lines)
    return f"{HEAD}\n    def op(self, number: int, other: int, peer: Box, data: object) -> int:\n{body}\n"
