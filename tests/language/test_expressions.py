"""The kind of each form of expression, as a finding tells it that asks for what none of them has."""

from pathlib import Path
from typing import Final

from .examples.refused import WIDE
from .test_language import _box, _found

GIVEN: Final = """
unique: Unique[int] = self.unique
perhaps = self.maybe
several = (1, 2) if self.flag else Pair(1, 2)
held = {"one": 1}
"""
KINDS: Final[dict[str, str]] = {
    # numbers
    "1 + number": "int",
    "number * 2.5": "float",
    "1.5 - number": "float",
    "number / 2": "float",
    "number // 2": "int",
    "number % 2": "int",
    "2 ** number": "int",
    "1 << number": "int",
    "number >> 1": "int",
    "number & 1 | 2 ^ 3": "int",
    "-number": "int",
    "~number": "int",
    "-1.5": "float",
    "not number": "bool",
    "number < 1": "bool",
    "self.flag and self.flag": "bool",
    # sequences
    "(1, 'one')": "tuple[int, str]",
    "(1, *given)": "tuple[int, ...]",
    "(1, 2) + (self.flag,)": "tuple[int, int, bool]",
    "(1, 2) + (*given,)": "tuple[int, ...]",
    "(*given,) + (True, False)": "tuple[int | bool, ...]",
    "(1, 2) * number": "tuple[int, ...]",
    "('one', 2)[0]": "str",
    "('one', 2)[1]": "int",
    "('one', 2)[number]": "str | int",
    "('one', 2)[1:]": "tuple[str | int, ...]",
    "(*given,)[number]": "int",
    "Pair(1, 2)[number]": "int",
    "Pair(1, 2)[:1]": "tuple[int, ...]",
    "Pair(1, 2).two": "int",
    "[1] + self.items": "list[int]",
    "self.grid[0]": "list[int]",
    "self.grid[0][number]": "int",
    "self.grid[:1]": "list[list[int]]",
    "given[1:]": "list[int]",
    "given[0]": "int",
    "[0] * number": "list[int]",
    "[number, *given]": "list[int]",
    "unique[0]": "int",
    "unique[1:]": "list[int]",
    "unique + [1]": "distinct[int]",
    "b'one'[0]": "int",
    "b'one'[1:]": "bytes",
    "'one' + 'two'": "str",
    # dicts and sets
    "self.rows[1]": "list[int]",
    "{1: 'one', **self.ages}": "dict[int, str | int]",
    "{**held}": "dict[str, int]",
    "{1, 2} | {3}": "set[int]",
    "{1, 2} - {3}": "set[int]",
    "{1, *given}": "set[int]",
    # comprehensions
    "[(one, other) for one, other in self.pairs]": "list[tuple[int, int]]",
    "[[one] for row in self.grid for one in row]": "list[list[int]]",
    "{one for one in self.items}": "set[int]",
    "{one: row for one, row in self.rows.items()}": "dict[int, list[int]]",
    "list(one for one in b'one')": "list[int]",
    "[part for part in Pair(1, 2)]": "list[int]",
    "[key for key in held]": "list[str]",
    "[one for one, (two, three) in zip(given, self.pairs, strict=True)]": "list[int]",
    "[three for one, (two, three) in zip(self.grid, self.pairs, strict=True)]": "list[int]",
    # what is told
    "perhaps": "int | None",
    "several[0]": "int",
    "several[1:]": "tuple[int, ...]",
    "(perhaps if perhaps is not None else 'none')": "int | str",
    "(1 if self.flag else None)": "int | None",
    # forms
    "len(given)": "int",
    "abs(number)": "int",
    "sum(given)": "int",
    "sum(one for one in given)": "int",
    "max(1, number)": "int",
    "max(given, default=None)": "int | None",
    "min(self.pairs)": "Pair",
    "sorted(given)": "list[int]",
    "sorted(held)": "list[str]",
    "list(held)": "list[str]",
    "list(self.rows.items())": "list[tuple[int, list[int]]]",
    "list(self.rows.values())": "list[list[int]]",
    "list(self.rows.keys())": "list[int]",
    "list(enumerate(held))": "list[tuple[int, str]]",
    "list(zip(given, held, strict=True))": "list[tuple[int, str]]",
    "list(reversed(given))": "list[int]",
    "list(range(number))": "list[int]",
    "list(map(change, given))": "list[int]",
    "list(self.all_of())": "list[int]",
    "list(self.stored)": "list[T]",
    "tuple(given)": "tuple[int, ...]",
    "set(given)": "set[int]",
    "isinstance(data, int)": "bool",
    "any(one > 1 for one in given)": "bool",
    "int(self.flag)": "int",
    "bool(self.items)": "bool",
    "divmod(number, 2)": "tuple[int, int]",
    "self.ages.get(1)": "int | None",
    "self.ages.get(1, 'none')": "int | str",
    "self.ages.pop(1, None)": "int | None",
    "self.rows.setdefault(1, [])": "list[int]",
    "self.items.pop()": "int",
    "self.items.index(1)": "int",
    "self.items.copy()": "list[int]",
    "self.pairs[0]._replace(one=2)": "Pair",
    "{1}.union({2})": "set[int]",
    "object.__new__(type(self))": "Box",
    # members
    "self": "Box",
    "self.cell.value": "int",
    "self.stored[0]": "T",
    "Box.SIZES": "tuple[int, ...]",
    "LIMIT": "int",
    "NAMES": "tuple[str, str]",
    "math.trunc(2.5)": "int",
    "Cell()": "Cell",
    "self.take(1)": "int",
    "change(1)": "int",
    "hash": "function[a value of the client, int]",
}  # fmt: skip


def test_each_expression_has_its_kind(tmp_path: Path) -> None:
    """Whatever stands in it."""
    lines = [*GIVEN.splitlines(), *(f"kind_{place} = ({each}).nothing" for place, each in enumerate(KINDS))]
    box = WIDE.replace("    maybe: int | None\n", "    maybe: int | None\n    unique: Unique[int]\n").replace(
        "        self.maybe = None\n", "        self.maybe = None\n        self.unique = Unique()\n"
    )
    source = _box(top="from slotproof.spec.logic import Unique", body="\n".join(lines), box=box)
    first = next(line for line, text in enumerate(source.splitlines()) if "kind_0" in text)
    told = {each.line: each.what for each in _found(tmp_path, source)}
    found = [told.get(line, "").partition("`.nothing` of ")[2] for line in range(first + 1, first + 1 + len(KINDS))]
    assert dict(zip(KINDS, found, strict=True)) == KINDS
