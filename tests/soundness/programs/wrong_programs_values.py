"""Wrong programs: expressions, aliases, errors and costs; some are told by the text, some by a proof alone."""

# ruff: noqa: E501 - a program on a line

from __future__ import annotations

from typing import Final

from .wrong_programs import ONE_LOOP, Program

_BUMP: Final = "def _bump(self) -> int:\n    self.weight += 1\n    return 1"
_SPARE: Final = {"field": "spare: list[int]", "init": "self.spare = []"}

EXPRESSIONS: Final = {
    "the remainder of a negative number": Program(body="return (0 - number) % 5", model="return 0 - number % 5"),
    "times a number, a list grows in place": Program(
        "augmented_alias", "cups *= 2", body="cups = [1]\nmore = cups\ncups *= 2\nreturn len(more)", model="return 1"),
    "times a number, the list of a field grows in place": Program(
        "augmented_alias", "self.spare *= 2", **_SPARE, model="return 1",
        body="self.spare = [1]\nheld = self.spare\nself.spare *= 2\nreturn len(held)"),
    "a truth is an int": Program(
        "isinstance_never", "isinstance(number > 1, int)", body="return 1 if isinstance(number > 1, int) else 0"),
    "a key that is there twice counts once": Program(
        body="ages: dict[int, int] = {}\nages[3] = 1\nages[3] = 2\nreturn len(ages)", model="return 2"),
    "all of a range that counts down": Program(
        body="return 1 if all(self.cups[place] > 2 for place in range(len(self.cups) - 1, -1, -1)) else 0", model="return 1"),
    "all of those that a filter lets in": Program(
        body="return 1 if all(cup > 7 for cup in (1, 8) if cup > 7) else 0"),
    "the right side of `and` changes something": Program(
        member=_BUMP, body="held = number > 3 and self._bump() > 0\nreturn 0"),
    "any of a range with a step": Program(body="return 1 if any(place == 3 for place in range(0, 6, 2)) else 0", model="return 1"),
    "an assertion that changes something": Program(
        "assert_call", "assert self._fits()", model="self.weight += 1\nreturn 0", body="assert self._fits()\nreturn 0",
        member="def _fits(self) -> bool:\n    self.weight += 1\n    return True"),
    "a chain of comparisons stops": Program(
        member=_BUMP, body="held = 1 < number < self._bump()\nreturn 0", model="self.weight += 1\nreturn 0"),
    "an entry grows by what changes the entry": Program(
        member="def _put(self, cups: list[int]) -> int:\n    cups[0] = 7\n    return 2", model="return 9",
        body="cups = [1]\ncups[0] += self._put(cups)\nreturn cups[0]"),
    "a text with nothing in it is a text": Program("text", "f'cup'", body="return 1 if f'cup' == 'cup' else 0"),
    "a field grows by what changes the field": Program(
        member=_BUMP, body="self.weight += self._bump()\nreturn 0", model="self.weight += 2\nreturn 0"),
    "a quotient of two negatives": Program(body="return number // -3", model="return 0 - number // 3"),
    "a format that no number has": Program("text", ":z}", body="held = f'{number:z}'\nreturn 0"),
    "a format that changes something": Program("text", "self._bump()", member=_BUMP, body="held = f'{number:{self._bump()}}'\nreturn 0"),
    "one side of a conditional changes something": Program(member=_BUMP, body="held = self._bump() if number > 2 else 0\nreturn 0"),
    "an index that is computed, from the end": Program(
        body="place = 1 - 2\nreturn self.cups[place] if len(self.cups) > 0 else 0",
        model="return self.cups[0] if len(self.cups) > 0 else 0"),
    "a list beyond any machine": Program(body="held = [1] * number\nreturn 0"),
    "the name of a variable is no key": Program(
        "key_other", "ages['size']", body="size = 4\nages = {size: 6}\nreturn ages['size']", model="return 6"),
    "a number too long to be written": Program("text", "f'{number}'", body="held = f'{number}'\nreturn 0"),
    "`or` gives one of the two": Program(
        "and_or_value", "self.cups or self.cups", body="return 1 if (self.cups or self.cups) == True else 0",
        model="return 1 if len(self.cups) > 0 else 0"),
    "two names of one dict": Program(
        body="ages = {1: 1}\nmore = ages\nmore.update({1: 2})\nreturn ages[1]", model="return 1"),
    "the text of what a client gives": Program(
        "text", "f'{thing}'", takes="thing: Any", domains="THING,", body="held = f'{thing}'\nreturn 0"),
    "each part of `conj` is looked at": Program(
        "claim_word", "return 1 if conj(", body="return 1 if conj(0 <= number, number < len(self.cups), self.cups[number] > number, number < 0) else 0"),
    "both values of `choose` are looked at": Program(
        "claim_word", "return choose(", top="from slotproof.spec.logic import choose", body="return choose(0 <= number < len(self.cups), self.cups[number], 0) * 0"),
}  # fmt: skip

_CELL: Final = "class Cell:\n    value: int\n    def __init__(self) -> None:\n        self.value = 0"
_VALUES: Final = {"takes": "values: list[int]", "domains": "VALUES,"}

ALIASES: Final = {
    "a field keeps the argument": Program(
        "alias", "self.spare = values", **_SPARE, **_VALUES, body="self.spare = values\nreturn len(self.spare)",
        model="return len(values)"),
    "what a round has made is kept, and grows": Program(
        "loop_alias", "held = [turn]", **_SPARE, loops=ONE_LOOP, model="return 1",
        body="held = [0]\nfor turn in range(3):\n    held = [turn]\n    self.spare = held\nheld.append(6)\nreturn len(self.spare)"),
    "the argument is emptied": Program("argument_changed", "values.clear()", **_VALUES, body="values.clear()\nreturn 0"),
    "two names of what a round has made": Program(
        "loop_alias", "last = one", top=_CELL, loops=ONE_LOOP,
        body="one = Cell()\nlast = one\nfor turn in range(number):\n    last = one\n    one = Cell()\nlast.value = 7\nreturn one.value"),
    "the answer of a helper is one's own": Program(
        both="def _all(self) -> list[int]:\n    return self.cups.copy()", result="list[int]", model="return self._all()",
        body="held = self._all()\nheld.append(3)\nreturn held"),
    "the constructor keeps the list of a constant": Program(
        "global_no_constant", "SPARE[0]", top="SPARE = ([],)", init="self.cups = SPARE[0]"),
    "a name is pointed at a field in a loop": Program(
        "loop_alias", "held = self.cups", loops=ONE_LOOP,
        body="held = [1]\nfor turn in range(number):\n    held = self.cups\nheld.append(4)\nreturn 0"),
    "a field is pointed at another in a loop": Program(
        "alias", "self.spare = self.cups", **_SPARE, loops=ONE_LOOP,
        body="for turn in range(number):\n    self.spare = self.cups\nself.spare.append(4)\nreturn 0"),
    "two arguments are one list": Program(
        "argument_changed", "values.clear()", takes="values: list[int], more: list[int]", domains="VALUES, VALUES,",
        body="values.clear()\nreturn len(more)", model="return len(more)"),
    "a name takes the list of another in a loop": Program(
        "loop_alias", "held = other", loops=ONE_LOOP,
        body="held, other = [1], [2]\nfor turn in range(number):\n    held = other\nheld[0] = 5\nreturn other[0]", model="return 2"),
    "the answer is a field": Program(
        "shared_result", "return self.cups", result="list[int]", body="return self.cups", model="return self.cups.copy()",
        words="ensures=lambda before, after, result: {'as many': len(result) == len(before.cups)},"),
    "the model empties the argument": Program(
        "argument_changed", "values.clear()", **_VALUES, model="values.clear()\nreturn 0", body="return len(values)"),
    "the other shelf is the shelf itself": Program(
        top="from typing import Self", takes="other: Self", domains="OTHER,",
        model="held = other.weight\nself.weight = held + 1\nreturn held",
        body="self.weight = other.weight + 1\nreturn other.weight"),
    "two fields are one list": Program(
        "alias", "self.spare = self.cups", field="spare: list[int]", init="self.spare = self.cups",
        body="self.spare.append(2)\nreturn 0"),
}  # fmt: skip

_HALF: Final = "def _half(self, number: int) -> None:\n    self.cups.append(4)\n    if number > 2:\n        raise OutOfRange('much')\n    self.cups.pop()"
_REFUSED: Final = {"model": "raise OutOfRange('much')", "words": 'refusals=("OutOfRange",),'}
_ABOVE: Final = "if number > {}:\n    raise {}('much')\n"

ERRORS: Final = {
    "a helper is left in the middle": Program(
        member=_HALF, body="self._half(number)\nreturn 0", model=_ABOVE.format(2, "OutOfRange") + "return 0",
        words='refusals=("OutOfRange",),'),
    "a list is exchanged before an error": Program(
        **_REFUSED, body="self.cups = self.cups.copy()\nself.cups.append(4)\nraise OutOfRange('much')"),
    "another error": Program(**_REFUSED, body="raise Missing('none')"),
    "an entry is changed before an error": Program(
        **_REFUSED, body="if len(self.cups) > 0:\n    self.cups[0] = self.cups[0] + 2\nraise OutOfRange('much')"),
    "two errors in another order": Program(
        model=_ABOVE.format(-1, "OutOfRange") + _ABOVE.format(1, "Missing") + "return 0",
        body=_ABOVE.format(1, "Missing") + _ABOVE.format(-1, "OutOfRange") + "return 0",
        words='refusals=("OutOfRange", "Missing"),'),
    "two fields become one list before an error": Program(
        "alias", "self.spare = self.cups", **_SPARE, model=_ABOVE.format(2, "OutOfRange") + "return 0",
        body="if len(self.cups) == 0 and number > 2:\n    self.spare = self.cups\n    raise OutOfRange('much')\nreturn 0",
        words='refusals=("OutOfRange",),'),
}  # fmt: skip

_COST: Final = {"words": "cost=Cost(0, 0),", "top": "from slotproof.declare import Cost"}

COSTS: Final = {
    "a comparison of lists reads them": Program(**_COST, body="held = self.cups == self.cups\nreturn 0"),
    "a list that moves to a field is still read": Program(
        **_COST, body="self.cups = self.cups.copy()\nif len(self.cups) > 1:\n    held = self.cups[0] + self.cups[1]\nreturn 0"),
    "a new list is written": Program(**_COST, body="held = self.cups.copy()\nheld.append(2)\nmore = held[0]\nreturn 0"),
}  # fmt: skip

RIGHT_EXPRESSIONS: Final = (
    Program(member=_BUMP, body=(
        "cups = [1]\ncups += [2]\nages = {3: 1}\nheld = 0 < number < 3 and 1 in ages\nself.weight += int(held)\n"
        "found = any(place == 3 for place in range(0, 6, 2))\nassert len(cups) == 2\n"
        "if number > 3 and not found:\n    raise OutOfRange(f'{number} cups')\nreturn -number // -3 + cups[-1] + ages[3]")),
)  # fmt: skip
RIGHT_ALIASES: Final = (
    Program(**_SPARE, **_VALUES, top=_CELL, loops=ONE_LOOP, member=(
        "def _first(self, some: list[int]) -> list[int]:\n    return some[:1]\n"
        "def _fill(self, some: list[int], cup: int) -> None:\n    some.append(cup)"),
        body=("self.spare = list(values)\nself._fill(self.spare, 1)\nheld = self._first(self.spare)\nself.spare, self.cups = self.cups, self.spare\n"
              "for turn in range(3):\n    held = [turn]\nself.spare = held\none = Cell()\none.value = len(self.spare)\nreturn one.value")),
)  # fmt: skip
RIGHT_ERRORS: Final = (
    Program(body=_ABOVE.format(2, "OutOfRange") + "try:\n    return self.cups[number]\nexcept IndexError as error:\n    raise Missing('none') from error",
            words='refusals=("OutOfRange", "Missing"),'),
)  # fmt: skip
RIGHT_COSTS: Final = (Program(**_COST, body="return len(self.cups) - len(self.cups)"),)
