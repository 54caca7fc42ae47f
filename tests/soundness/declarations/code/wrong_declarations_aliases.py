"""Wrong declarations: one list, dict or set under several names."""

from typing import Final

from ..wrong_declarations import (
    Case,
    Edit,
    Group,
    begin,
    claimed,
    coupled,
    fields,
    look,
    meant,
    meant_begin,
    meant_fields,
    methods,
    operation,
    push,
    top,
)

_PUSHED: Final = "a = Pile(); a.push(7); "
_SPARE: Final = coupled('@invariant("PL-I3", "Nothing is spare.")\ndef no_spare(m: PileModel, h: Pile) -> bool:\n'
                        "    return conj(len(h.spare) == 0, len(m.spare) == 0)\n", "no_spare")  # fmt: skip


def _spare(*made: str) -> tuple[Edit, ...]:
    """Another list, which is said to stay empty."""
    return (
        fields("spare: list[int]"),
        meant_fields("spare: list[int]"),
        meant_begin("self.spare = []"),
        *_SPARE,
        *_made(made),
    )


def _made(lines: tuple[str, ...]) -> tuple[Edit, ...]:
    return (("self.cells = []\n", "\n        ".join(lines) + "\n"),) if lines else ()


def _pair(kind: str, empty: str, made: str, put: str, claim: str) -> tuple[Edit, ...]:
    """Two collections, of which one gets what is put in."""
    return (
        fields(f"one: {kind}", f"two: {kind}"),
        meant_fields(f"one: {kind}", f"two: {kind}"),
        meant_begin(f"self.one = {empty}", f"self.two = {empty}"),
        begin(*made.split("; ")),
        *methods(f"def put(self, number: int) -> None:\n    {put}"),
        operation('Operation("put", Claim("PL-R4", "`put` puts it into one."), takes=(NUMBER,))'),
        *coupled(
            f'@invariant("PL-I3", "Nothing is in the other.")\ndef none(m: PileModel, h: Pile) -> bool:\n    return {claim}\n',
            "none",
        ),
    )


_DICTS: Final = "self.one[number] = number", "conj(len(h.two) == 0, len(m.two) == 0)"
_SETS: Final = "self.one.add(0)", "conj(negate(contains(h.two, 0)), negate(contains(m.two, 0)))"
_PUT: Final = "a = Pile(); a.put(0); "
TARGETS: Final = "all targets would hold the one list"
HELD: Final = "somebody else holds the same list"


def _swallow(*lines: str) -> tuple[Edit, ...]:
    """The other is emptied, and what it held is counted."""
    body = "\n    ".join(lines)
    return (
        *methods(f'def swallow(self, other: "Pile") -> None:\n    {body}',
                 'def swallow(self, other: "PileModel") -> None:\n    held = len(other.values)\n    other.values = []\n    other.note = 0\n'
                 "    self.note = held"),
        claimed('OTHER = Domain(\n    "other",\n    small=lambda m, scope: (Peer(),),\n    classes={"other": lambda m, issued, number: Peer()},\n'
                '    symbolic=lambda make: make.peer("other"),\n)\n'),
        operation('Operation("swallow", Claim("PL-R4", "`swallow` counts what the other held."), takes=(OTHER,))'),
    )  # fmt: skip


def _batch(
    kept: str, kind: str = "tuple[list[int]]", model: str = "batch[0].copy()", made: str = '(make.ints("batch"),)'
) -> tuple[Edit, ...]:
    return (
        *methods(f"def take(self, batch: {kind}) -> None:\n    self.cells = {kept}",
                 f"def take(self, batch: {kind}) -> None:\n    self.values = {model}"),
        claimed(f'BATCH = Domain(\n    "batch",\n    small=lambda m, scope: (([],), ([1],)),\n    classes={{"batch": lambda m, issued, number: ([number],)}},\n'
                f"    symbolic=lambda make: {made},\n)\n"),
        operation('Operation("take", Claim("PL-R4", "`take` keeps the numbers."), takes=(BATCH,))'),
    )  # fmt: skip


ALIASES: Final = Group(
    {
        "two targets": Case(
            "one list becomes two attributes",
            _spare("self.cells = self.spare = []"),
            TARGETS,
            "self.cells = self.spare",
            f"{_PUSHED}a.spare == [7]",
        ),
        "two targets of a tuple": Case(
            "one list becomes two attributes, by way of a name",
            _spare("fresh: list[int] = []", "self.cells, self.spare = fresh, fresh"),
            HELD,
            "self.cells, self.spare",
            f"{_PUSHED}a.spare == [7]",
        ),
        "one of the other": Case(
            "an attribute is given the list of another one",
            _spare("self.cells = []", "self.spare = self.cells"),
            HELD,
            "self.spare = self.cells",
            f"{_PUSHED}a.spare == [7]",
        ),
        "a choice": Case(
            "an attribute is given the list of another one in some cases",
            (*_spare("self.cells = []", "self.spare = []"), push("self.cells.append(number)", "self.spare = self.spare if number else self.cells")),
            "self.cells",
            "self.spare if number",
            "a = Pile(); a.push(0); a.spare == [0]",
        ),
        "by a tuple": Case(
            "an attribute is given a list that came out of a tuple",
            _spare("both = ([], [])", "self.cells = both[0]", "self.spare = both[0]"),
            "both[0]",
            "self.spare = both[0]",
            f"{_PUSHED}a.spare == [7]",
        ),
        "by a tuple that is taken apart": Case(
            "two attributes are given a list out of one tuple",
            _spare("both = ([], 1)", "self.cells, one = both", "self.spare, other = both"),
            "somebody else holds the same list",
            "self.spare, other = both",
            f"{_PUSHED}a.spare == [7]",
        ),
        "by multiplication": Case(
            "a list that is multiplied holds one list several times",
            _spare("rows: list[list[int]] = [[]] * 2", "self.cells = rows[0]", "self.spare = rows[1]"),
            HELD,
            "self.spare = rows[1]",
            f"{_PUSHED}a.spare == [7]",
        ),
        "by setdefault": Case(
            "a dict gives its list twice",
            _spare("held: dict[int, list[int]] = {}", "self.cells = held.setdefault(0, [])", "self.spare = held.setdefault(0, [])"),
            "held.setdefault(0, [])",
            "self.spare = held",
            f"{_PUSHED}a.spare == [7]",
        ),
        "by a function": Case(
            "a function hands back its argument",
            (*_spare("self.cells = []", "self.spare = same(self.cells)"), top("def same(numbers: list[int]) -> list[int]:\n    return numbers")),
            HELD,
            "self.spare = same(self.cells)",
            f"{_PUSHED}a.spare == [7]",
        ),
        "dicts": Case(
            "one dict becomes two attributes",
            _pair("dict[int, int]", "{}", "self.one = self.two = {}", *_DICTS),
            TARGETS,
            "self.one = self.two",
            f"{_PUT}a.two == {{0: 0}}",
        ),
        "sets": Case(
            "one set becomes two attributes",
            _pair("set[int]", "set()", "self.one = self.two = set()", *_SETS),
            TARGETS,
            "self.one = self.two",
            f"{_PUT}a.two == {{0}}",
        ),
        "kept by a function that remembers": Case(
            "all containers are given the list that a function remembers",
            (*_made(("self.cells = blank()",)), top("from functools import cache\n\n\n@cache\ndef blank() -> list[int]:\n    return []")),
            "decorator `@cache`",
            "@cache",
            "a = Pile(); a.push(7); Pile().cells == [7]",
        ),
        "a tuple of the class": Case(
            "all containers are given the list that a tuple of the class holds",
            (*_made(("self.cells = self.first[0]",)), fields("first = ([],)")),
            "makes state that all objects share",
            "first = ",
            "a = Pile(); a.push(7); Pile().cells == [7]",
        ),
        "a default": Case(
            "all containers are given the list that is a default",
            (("def __init__(self) -> None:\n        self.cells = []", "def __init__(self, cells: list[int] = []) -> None:\n        self.cells = cells"),),
            "as a default",
            "cells: list[int] = []) ->",
            "a = Pile(); a.push(7); Pile().cells == [7]",
        ),
        "a default of a dataclass": Case(
            "all objects of plain data have the list that a factory gives",
            (
                top("from dataclasses import dataclass, field\n\nSHARED: list[int] = []\n\n\n@dataclass\nclass Held:\n"
                    "    numbers: list[int] = field(default_factory=lambda: SHARED)"),
                *_made(("self.cells = Held().numbers",)),
            ),
            "SHARED",
            "SHARED: list",
            "a = Pile(); a.push(7); Pile().cells == [7]",
        ),
        "an argument": Case(
            "a list that is handed in becomes the container's",
            _batch("batch", "list[int]", "batch.copy()", 'make.ints("batch")'),
            HELD,
            "self.cells = batch",
            "a = Pile(); b = [1]; a.take(b); b.append(2); a.cells == [1, 2]",
        ),
        "an argument in a tuple": Case(
            "a list within a tuple that is handed in becomes the container's",
            _batch("batch[0]"),
            HELD,
            "self.cells = batch[0]",
            "a = Pile(); b = [1]; a.take((b,)); b.append(2); a.cells == [1, 2]",
        ),
        "an argument that is chosen": Case(
            "a list that is handed in becomes the container's in some cases",
            _batch("batch if len(batch) > 3 else batch.copy()", "list[int]", "batch.copy()", 'make.ints("batch")'),
            HELD,
            "batch if len(batch)",
            "a = Pile(); b = [1] * 4; a.take(b); b.append(2); len(a.cells) == 5",
        ),
        "a second container": Case(
            "a second container is never the container itself",
            _swallow("self.mark = len(other.cells)", "other.cells = []", "other.mark = 0"),
            "PL-R4",
            "",
            "a = Pile(); b = PileModel(); a.push(7); b.push(7); a.swallow(a); b.swallow(b); a.mark != b.note",
        ),
        "what a second container holds": Case(
            "a second container keeps the list that it gives",
            _swallow("held = len(other.cells)", "self.cells = other.cells", "other.mark = 0", "self.mark = held"),
            HELD,
            "self.cells = other.cells",
            "a = Pile(); b = Pile(); a.swallow(b); b.push(7); a.cells == [7]",
        ),
        "an inner function": Case(
            "an inner function holds a list that becomes an attribute",
            (push("fresh = self.cells.copy()", "add = lambda: fresh.append(number)", "self.cells = fresh", "add()", "self.mark = 1 - len(fresh) + len(self.cells) - 1"),),
            "add",
            "add = lambda",
        ),
        "a bound method": Case(
            "a method of a list holds the list",
            (push("fresh: list[int] = []", "add = fresh.append", "self.cells = fresh", "add(number)"),),
            "`.append` of list[int]",
            "add = fresh.append",
            "a = Pile(); a.push(1); a.push(2); a.cells == [2]",
        ),
        "extended by itself": Case(
            "a list that is extended by itself",
            (
                look("mine = self.cells.copy()", "mine.extend(mine)", "return len(mine)"),
                meant("return len(self.values)"),
            ),
            "PL-R3",
            "",
            f"{_PUSHED}a.look(0) == 2",
        ),
        "changed by its other name": Case(
            "`+=` of another name changes the list",
            (look("mine = self.cells", "mine += [number]", "return max(number, 0)"),),
            "PL-I1",
            "",
            "a = Pile(); a.look(7); a.cells == [7]",
        ),
        "put in by its other name": Case(
            "`append` of another name changes the list",
            (look("mine = self.cells", "mine.append(number)", "return max(number, 0)"),),
            "PL-R3",
            "",
            "a = Pile(); a.look(7); a.cells == [7]",
        ),
    },
    (
        _spare("self.cells = []", "self.spare = []"),
        _pair("dict[int, int]", "{}", "self.one = {}; self.two = {}", *_DICTS),
        _batch("batch.copy()", "list[int]", "batch.copy()", 'make.ints("batch")'),
        _swallow("held = len(other.cells)", "other.cells = []", "other.mark = 0", "self.mark = held"),
        (look("mine = self.cells", "mine.append(number)", "mine.pop()", "return max(number, 0)"),),
    ),
)  # fmt: skip

GROUPS: Final = {"aliases": ALIASES}
