"""Wrong programs: loops, contracts, claims and declarations; most of them take a proof."""

# ruff: noqa: E501 - a program on a line

from __future__ import annotations

from typing import Final

from .wrong_programs import ONE_LOOP, TWO_LOOPS, Program

_ROUNDS: Final = "for turn in range({}):\n    self.weight += {}\n"
_COUNT_DOWN: Final = "left = number\nwhile left != 0:\n    left {} 1\nreturn 0"


def _falls(variant: str) -> str:
    return f'Loop("Shelf.stir", invariant=noted, variant={variant}),'


def _counted(condition: str, body: str, model: str = "return 0") -> Program:
    claims = f"def counted(at: Any) -> dict[str, bool]:\n    {condition}"
    return Program(claims=claims, body=body, model=model, loops='Loop("Shelf.stir", invariant=counted),')


_NEGATIVE: Final = "self.weight = 0 - 4\n"
_LAW: Final = {
    "laws": "light,",
    "claims": '@law("SH-L1", "No shelf weighs less than nothing.")\ndef light(m: ShelfModel) -> bool:\n    return m.weight >= 0',
}
_FOUND: Final = "found = 0\nfor cup in self.cups:\n    found += 1\nreturn found"
_RAISING: Final = "def falls(at: Any) -> int:\n    {}raise Missing('none')\n    return 0"

LOOPS: Final = {
    "a law that is broken after the loop": Program(
        **_LAW, loops=TWO_LOOPS, model=_ROUNDS.format("number", "turn") + _NEGATIVE + "return 0",
        body=_ROUNDS.format("number", "turn") + _NEGATIVE + "return 0"),
    "a law that is broken before the loop": Program(
        **_LAW, loops=TWO_LOOPS, model=_NEGATIVE + _ROUNDS.format("number", "0") + "return 0",
        body=_NEGATIVE + _ROUNDS.format("number", "0") + "return 0"),
    "a list that shrinks while it is gone through": Program(
        "loop_resizes", "held.pop()", loops=ONE_LOOP,
        body="held = [1] * number\nfor cup in held:\n    held.pop()\nreturn 1 if number > 0 else 0"),
    "a list that grows while it is gone through, in step": Program(
        "loop_resizes", "self.spare.append(cup)", loops=TWO_LOOPS, field="spare: list[int]", init="self.spare = []",
        model=_ROUNDS.format("number", "1") + "return 0",
        body="self.spare = [1] * number\nfor cup in self.spare:\n    self.weight += 1\n    if len(self.spare) < 4:\n        self.spare.append(cup)\nreturn 0"),
    "a loop that the arrays leave out": Program(
        model=_ROUNDS.format("number", "1") + "return 0", loops='Loop("ShelfModel.stir"),'),
    "a loop of one round more": Program(
        loops=TWO_LOOPS, model=_ROUNDS.format("number", "1") + "return 0", body=_ROUNDS.format("number + 1", "1") + "return 0"),
    "a measure that falls below nothing": Program(loops=_falls('lambda at: at.local["left"]'), body=_COUNT_DOWN.format("-=")),
    "a list that may grow, without a measure": Program(
        "loop_resizes", "self.cups.append(cup)", loops=ONE_LOOP,
        body="for cup in self.cups:\n    self.cups.append(cup)\n    self.cups.pop()\n    self.cups.append(cup)\nreturn 0"),
    "an entry whose place no trial knows": Program(
        loops=ONE_LOOP, body="held = [0, 0]\nfor turn in range(number):\n    held[turn % 2] += 1\nreturn held[0]"),
    "a helper that changes a field from the second round on": Program(
        member="def _bump(self) -> None:\n    self.weight += 1", loops='Loop("Shelf.stir", invariant=lambda at: {"from 0 up": at.index >= 0}),',
        body="late = False\nfor turn in range(number):\n    if late:\n        self._bump()\n    late = True\nreturn 0"),
    "a change in the third round, by way of two names": Program(
        loops=ONE_LOOP, body=("one = two = three = 0\nfor turn in range(number):\n    if two == 1:\n        three = 1\n"
                              "    if one == 1:\n        two = 1\n    one = 1\nreturn three")),
    "a dict that a round changes": Program(
        loops=ONE_LOOP, model="return 2", body="ages = {3: 1}\nfor turn in range(number):\n    ages.update({3: 2})\nreturn ages[3]"),
    "a field that a loop of no rounds would assign": Program(
        "init_incomplete", "def __init__", field="spare: int", init="for turn in range(0):\n    self.spare = 1",
        body="return self.spare - self.spare"),
    "an invariant that is shown of itself alone": _counted(
        'return {"found": at.local["found"] == 0 or at.index > 0, "true": True}', _FOUND),
    "an invariant that gives nothing": Program(
        "no_result", "def counted", claims="def counted(at: Any) -> dict[str, bool]:\n    pass", body=_FOUND,
        loops='Loop("Shelf.stir", invariant=counted),'),
    "the variable of an inner loop, after both": Program(
        loops=f'{ONE_LOOP} Loop("Shelf.stir", 1, invariant=noted),',
        body="cup = 0\nfor turn in range(number):\n    for cup in range(4):\n        pass\nreturn cup"),
    "a return in the loop": Program(
        loops=ONE_LOOP, body="for cup in self.cups:\n    self.weight += 1\n    return 0\nreturn 0"),
    "a measure that is the greatest of nothing": Program(
        loops=_falls('lambda at: greatest(at.local["ages"], 50 - at.local["left"])'),
        body="ages: dict[int, int] = {}\nleft = 3\nwhile left != 0:\n    left += 1\nreturn 0"),
    "a measure that reads beyond the end": Program(
        loops=_falls('lambda at: at.local["held"][0 - at.index]'), body="held = [1]\n" + _COUNT_DOWN.format("+=")),
    "a measure that raises on one path": Program(
        "claim_statement", "raise Missing", claims=_RAISING.format("if at.local['left'] != 0:\n        "),
        loops=_falls("falls"), body=_COUNT_DOWN.format("+=")),
    "a measure that raises": Program(
        "claim_statement", "raise Missing", claims=_RAISING.format(""), loops=_falls("falls"), body=_COUNT_DOWN.format("+=")),
    "a measure that is nothing on one path": Program(
        "argument_kind", "return None", loops=_falls("falls"), body="left = number\nwhile left > 0:\n    left = left + 0\nreturn 0",
        claims="def falls(at: Any) -> int:\n    if at.local['left'] > 0:\n        return None\n    return 0"),
}  # fmt: skip

_LOAD: Final = "def load(self, by: int) -> int:\n    if by < 0:\n        raise OutOfRange('less')\n    self.weight += by\n    return 5"
_PLAIN: Final = "def load(self, by: int) -> int:\n    self.weight += by\n    return by"
_POUR: Final = "def pour(self, other: Self) -> int:\n    other.weight += 1\n    return 0"
_REFUSED: Final = '{"OutOfRange": lambda m, by: by < 0}'


def _load(keeps: str = "", more: str = "") -> str:
    promise = f"promise=Promise({_REFUSED}, {keeps})," if keeps else ""
    return f'Operation("load", Claim("SH-R2", "`load` adds."), takes=(NUMBER,), {promise} {more}),'


_USES: Final = 'uses=("load",),'
_CALLS: Final = "self.load(number)\nreturn 0"
_LOOKS: Final = "held = self.weight\nself.load(number)\nreturn 0 if self.weight == held else 3"
_PEERS: Final = {"top": "from typing import Self", "domains": "OTHER, NUMBER,", "takes": "other: Self, number: int"}

CONTRACTS: Final = {
    "a false promise beside an empty one": Program(
        both=_LOAD, model=_LOOKS, body=_CALLS, words=_USES, operations=_load("keeps"),
        claims=("def keeps(before: Any, after: Any, by: int) -> dict[str, bool]:\n    if by == 0:\n"
                "        return {'weight': after.weight == before.weight}\n    return {}")),
    "another shelf is changed once more": Program(
        both=_POUR, top="from typing import Self", takes="other: Self", domains="OTHER,", words='uses=("pour",),',
        model="self.pour(other)\nreturn 0", body="self.pour(other)\nother.weight += 1\nreturn 0",
        operations='Operation("pour", Claim("SH-R2", "`pour` pours."), takes=(OTHER,)),'),
    "a promise that is false": Program(
        both=_LOAD, model=_LOOKS, body=_CALLS, words=_USES,
        operations=_load("lambda before, after, by: {'weight': after.weight == before.weight}")),
    "a promise that raises on one path": Program(
        "claim_statement", "raise Missing", both=_LOAD, model=_CALLS, body=_CALLS, words=_USES, operations=_load("keeps"),
        claims=("def keeps(before: Any, after: Any, by: int) -> dict[str, bool]:\n    if by > 0:\n"
                "        return {'weight': after.weight == before.weight + by}\n    raise Missing('none')")),
    "a promise of too few errors": Program(
        both=_PLAIN, model=_CALLS, body="if number < 4:\n    raise OutOfRange('less')\n" + _CALLS, words=_USES,
        operations=_load("lambda before, after, by: {'weight': after.weight == before.weight + by}")),
    "an operation that is used, and left out": Program(
        both=_PLAIN, model=_CALLS, words=_USES, operations=_load()),
    "an operation that is used of another shelf": Program(
        both=_PLAIN, **_PEERS, model="other.load(number)\nreturn 0", body="self.load(number)\nother.weight += number\nreturn 0",
        words=_USES, operations=_load()),
    "a method that is used, and no operation": Program(
        "uses_unknown", 'Operation("stir"', both="def load(self, by: int) -> int:\n    self.weight += by\n    return by",
        model=_CALLS, body=_CALLS, words=_USES),
    "an operation that uses itself": Program(
        "recursion", "self.stir(number)", model="self.stir(number)\nreturn 0", body="self.stir(number)\nreturn 0",
        words='uses=("stir",),'),
    "an operation that is used of a new shelf": Program(
        both=_PLAIN, model=_CALLS, body="other = Shelf()\nother.load(number)\nreturn 0", words=_USES, operations=_load()),
    "two operations that use each other": Program(
        "uses_circle", 'Operation("stir"', both="def load(self, by: int) -> int:\n    self.stir(by)\n    return 0", model=_CALLS,
        body=_CALLS, words=_USES, operations=_load(more='uses=("stir",)')),
}  # fmt: skip


def _says(text: str, **others: str) -> Program:
    law = f'@law("SH-L1", "Few.")\ndef few(m: ShelfModel) -> bool:\n    return {text}'
    return Program(claims=law, laws="few,", **others)


_PROMISED: Final = "def promised(before: ShelfModel, after: ShelfModel, result: int, number: int) -> {}:\n    return {}"
_PUSH: Final = {
    "both": "def put(self, cup: int) -> None:\n    self.cups.append(cup)",
    "operations": 'Operation("put", Claim("SH-R2", "`put` puts."), takes=(NUMBER,)),',
}

CLAIMS: Final = {
    "a claim of a range that counts down": _says(
        "all(m.weight == 0 for place in range(4, 0, -1))", body="self.weight = 3\nreturn 0", model="self.weight = 3\nreturn 0"),
    "a claim of those that a filter lets in": Program(
        "predicate_constant", "def few", laws="few,",
        claims='@law("SH-L1", "Few.")\ndef few(m: ShelfModel) -> bool:\n    return any(cup == 8 for cup in (1, 8) if cup > 9)'),
    "a claim of those of its own that a filter lets in": _says("any(cup == 8 for cup in (m.weight, 8) if cup > 9)"),
    "a claim that is a constant": Program(
        "predicate_constant", "def few", laws="few,", claims='@law("SH-L1", "Few.")\ndef few(m: ShelfModel) -> bool:\n    return True'),
    "a claim below a decorator of one's own": Program(
        "claim_decorator", "@twist", laws="few,", top="def twist(claim: Any) -> Any:\n    return claim",
        claims='@law("SH-L1", "Few.")\n@twist\ndef few(m: ShelfModel) -> bool:\n    return m.weight == 0'),
    "what ascends, for each number": _says(
        told="bound_word", at="ascending(i", text="negate(conj(len(m.cups) > 1, forall(0, len(m.cups), lambda i: len(ascending(i, lambda cup: True)) == i)))", **_PUSH),
    "what is promised is false": Program(
        "argument_kind", "return False", claims=_PROMISED.format("dict[str, bool]", "False"), words="ensures=promised,", body="return 7"),
    "what is promised has no name": Program(
        "argument_kind", "return result == 0", claims=_PROMISED.format("dict[str, bool]", "result == 0"), words="ensures=promised,",
        body="return 7"),
    "what is promised says nothing": Program(
        "ensures_empty", "def promised", claims=_PROMISED.format("dict[str, bool]", "{'so': True}"), words="ensures=promised,",
        body="return 7"),
    "the greatest, or each number": _says(
        told="bound_word", at="greatest(set", text="negate(conj(len(m.cups) > 1, forall(0, len(m.cups), lambda i: greatest(set(m.cups[:0]), i) == i)))", **_PUSH),
}  # fmt: skip

DECLARED: Final = {
    "a number that is asked whether it is a bool": Program(
        "isinstance_never", "isinstance(number, bool)", body="return 1 if isinstance(number, bool) else 0"),
    "a method that is no operation": Program(
        "not_operation", "def spill", member="def spill(self) -> None:\n    self.weight = 9"),
    "a parameter without a domain": Program(
        "no_domain", 'Operation("stir"', takes="number: int, deep: bool = False", body="return 3 if deep else 0"),
    "an operation that is declared twice": Program(
        "twice", 'Operation("stir", Claim("SH-R2"', operations='Operation("stir", Claim("SH-R2", "Again."), takes=(NUMBER,)),',
        body="return 3"),
    "a model that is called by another name": Program(
        "model_unused", "lambda m", both="def rest(self, number: int) -> int:\n    return 3", body="return 3",
        words="model=lambda m, number: m.rest(number),",
        operations='Operation("rest", Claim("SH-R2", "`rest` rests."), takes=(NUMBER,)),'),
}  # fmt: skip

RIGHT_LOOPS: Final = (
    Program(
        loops=TWO_LOOPS,
        model=_ROUNDS.format("number", "1") + "return 0",
        body=_ROUNDS.format("number", "1") + "return 0",
    ),
    Program(
        loops=_falls('lambda at: at.local["left"]'), body="left = number\nwhile left > 0:\n    left -= 1\nreturn 0"
    ),
    _counted('return {"found": at.local["found"] == at.index}', _FOUND, "return len(self.cups)"),
)
RIGHT_CONTRACTS: Final = (
    Program(both=_LOAD, model=_CALLS, body=_CALLS, words=_USES,
            operations=_load("lambda before, after, by: {'weight': after.weight == before.weight + by}")),
)  # fmt: skip
RIGHT_CLAIMS: Final = (
    _says(
        "all(0 <= place < len(m.cups) and m.cups[place] in m.cups and not m.weight < 0 for place in range(len(m.cups)))"
    ),
    _says("conj(m.weight >= 0, forall(0, len(m.cups), lambda place: m.cups[place] >= 0))"),
    Program(
        claims=_PROMISED.format("dict[str, bool]", "{'answer': result == 0 and after.cups == before.cups}"),
        words="ensures=promised,",
    ),
)
RIGHT_DECLARED: Final = (
    Program(takes="number: int, more: int = 1", domains="NUMBER, NUMBER,", both="def rest(self, number: int) -> int:\n    return 3",
            operations='Operation("rest", Claim("SH-R2", "`rest` rests."), takes=(NUMBER,)),'),
)  # fmt: skip
