"""Wrong declarations: operations that cost more than is claimed."""

from typing import Final

from ..wrong_declarations import (
    Case,
    Edit,
    Group,
    asked,
    begin,
    fields,
    look,
    loops,
    meant,
    meant_begin,
    meant_fields,
    method,
    methods,
    operation,
    top,
)


def _cost(cost: str, *body: str, meaning: tuple[str, ...] = ()) -> tuple[Edit, ...]:
    """`look` has another body, and a cost."""
    given = (meant(*meaning),) if meaning else ()
    return (asked(f"takes=(NUMBER,), pure=True, cost={cost}"), look(*body), *given)


def _taken(text: str, cost: str, options: str = "") -> tuple[Edit, ...]:
    """One more operation, and its cost."""
    return *methods(text), operation(f'Operation("more", Claim("PL-R4", "`more` does so."), cost={cost}{options})')


_EACH: Final = 'Cost(0, 0, "cell", 1, 0)'
_SEEN: Final = (
    "total = 0",
    "for place in range(len(self.cells)):",
    "    total = total + self.cells[place]",
    "return max(number, 0) + total - total",
)
_ONE: Final = loops('Loop("Pile.look")')
_HELPER: Final = """def _seen(self) -> int:
    total = 0
    for place in range(len(self.cells)):
        total = total + self.cells[place]
    return total
"""


def _helped(cost: str, *body: str) -> tuple[Edit, ...]:
    """`look` asks a helper that looks at each cell."""
    return (method(_HELPER), *_cost(cost, *body), loops('Loop("Pile._seen")'))


_NUMBER: Final = "return max(number, 0)"
_AGES: Final = (
    fields("ages: dict[int, int]"),
    meant_fields("ages: dict[int, int]"),
    begin("self.ages = {}"),
    meant_begin("self.ages = {}"),
    ("return m.note == h.mark", ("return conj(m.note == h.mark, forall_in(h.ages, lambda key: contains(m.ages, key)), "
     "forall_in(m.ages, lambda key: conj(contains(h.ages, key), lambda: m.ages[key] == h.ages[key])))")),
)  # fmt: skip


def _nested(cost: str) -> tuple[Edit, ...]:
    """`look` asks a helper twice for each cell."""
    body = ("total = 0", "for place in range(len(self.cells)):", "    total = self._seen() - self._seen()")
    said = 'Loop("Pile._seen"), Loop("Pile.look")'
    return (method(_HELPER), *_cost(cost, *body, "return max(number, 0) + total - total"), loops(said))


def _around(cost: str, *body: str) -> tuple[Edit, ...]:
    """`look` asks a helper that asks another one for each cell."""
    each = "\n\ndef _each(self) -> int:\n    total = 0\n    for _ in range(len(self.cells)):\n        total = self._seen()\n    return total\n"
    said = (
        'Loop("Pile._seen"), Loop("Pile._each"), Loop("Pile.look")'
        if len(body) > 1
        else 'Loop("Pile._seen"), Loop("Pile._each")'
    )
    return (
        method(_HELPER + each),
        *_cost(cost, "total = 0", *body, "return max(number, 0) + total - total"),
        loops(said),
    )


def _asked(cost: str, *body: str, each: str = "max(number, 0)") -> tuple[Edit, ...]:
    """`look` asks a helper that looks at each cell, within an expression."""
    twice = "\n\ndef _twice(self, turn: int) -> int:\n    return self._seen() - self._seen()\n"
    said = (method(_HELPER + twice), loops('Loop("Pile._seen")'))
    return (*said, *_cost(cost, *body, f"return {each}"))


def _known(cost: str) -> tuple[Edit, ...]:
    return (
        *_AGES,
        *_cost(
            cost,
            "if number in self.ages:",
            "    return self.ages[number] - self.ages[number]",
            "return 0",
            meaning=("return 0",),
        ),
    )


def _anew(cost: str, *body: str) -> tuple[Edit, ...]:
    """`more` gives the pile other lists."""
    return _taken("\n".join(("def more(self) -> None:", *(f"    {line}" for line in body))), cost)


def _word(cause: str, word: str, cost: str, found: str) -> Case:
    """`look` asks a word of claims."""
    body = (f"found = {found}", "return max(number, 0) if found else max(number, 0)")
    return Case(
        cause, (top(f"from slotproof.spec.logic import {word}"), *_cost(cost, *body)), "nobody counts what it looks at"
    )


def _spare(cause: str, cost: str, spare: str) -> Case:
    """`look` makes another list."""
    return Case(cause, _cost(cost, f"spare = {spare}", "return max(number, 0) + len(spare) - len(self.cells)"), "PL-C3")


COSTS: Final = Group(
    {
        "a copy": _spare("a copy touches no entry", "Cost(0, 0)", "self.cells.copy()"),
        "a copy at the price of one": _spare("a copy touches one entry", "Cost(1, 1)", "self.cells.copy()"),
        "a slice": _spare("a slice touches no entry", "Cost(0, 0)", "self.cells[0:]"),
        "a list of a list": _spare("a list that is made of another touches no entry", "Cost(0, 0)", "list(self.cells)"),
        "the first entry": Case(
            "what is taken from the front moves nothing",
            _taken("def more(self) -> int:\n    if len(self.cells) == 0:\n        raise Missing('no')\n    return self.cells.pop(0)", "Cost(1, 1)", ', refusals=("Missing",)'),
            "PL-C4",
        ),
        "before the first": Case(
            "what is put in front moves nothing",
            _taken("def more(self, number: int) -> None:\n    self.cells.insert(0, number)", "Cost(0, 1)", ", takes=(NUMBER,)"),
            "PL-C4",
        ),
        "an entry that is deleted": Case(
            "what is deleted moves nothing",
            _taken("def more(self) -> None:\n    if len(self.cells) > 0:\n        del self.cells[0]", "Cost(0, 1)"),
            'PL-C4',
        ),
        "equality": Case(
            "two lists are compared at once",
            _cost("Cost(0, 0)", "spare = self.cells", "return max(number, 0) if spare == self.cells else 0"),
            'PL-C3',
        ),
        "whether it is in": Case(
            "whether a number is in a list is known at once",
            _cost("Cost(1, 0)", "return max(number, 0) if number in self.cells else max(number, 0)"),
            'PL-C3',
        ),
        "a comprehension": _spare("what each item reads is no read", "Cost(0, 0)", "[self.cells[place] for place in range(len(self.cells))]"),
        "whether any": Case(
            "what is asked of each item reads nothing",
            _cost("Cost(0, 0)", "found = any(self.cells[place] == number for place in range(len(self.cells)))", "return max(number, 0) if found else max(number, 0)"),
            "PL-C3",
        ),
        "a dict": Case("what stands in a dict is known for nothing", _known("Cost(0, 0)"), "PL-C3"),
        "a dict that is asked once": Case("what is asked three times is asked once", _known("Cost(1, 0)"), "PL-C3"),
        "two reads a round": Case(
            "each round reads more than is said",
            (*_cost(_EACH, "total = 0", "for place in range(len(self.cells)):", "    total = self.cells[place] - self.cells[place]",
                    "return max(number, 0) + total"), loops('Loop("Pile.look", invariant=lambda at: {"none": at.local["total"] == 0})')),
            "PL-C3",
        ),
        "a helper that is asked twice": Case(
            "what is called twice costs once",
            _helped(_EACH, "total = self._seen() - self._seen()", "return max(number, 0) + total - total"),
            "PL-C3",
        ),
        "a helper in each round": Case(
            "what is called twice in a round costs once",
            _nested('Cost(0, 0, "cell of each cell", 1, 0)'),
            "PL-C3",
        ),
        "a helper for each item": Case(
            "what is called twice for an item of a list costs once",
            _asked('Cost(0, 0, "cell of each number", 1, 0)', "many = [self._seen() - self._seen() for _ in range(max(number, 0))]", each="len(many)"),
            "PL-C3",
        ),
        "a helper for each of three": Case(
            "what is called for each of three items costs once",
            _asked('Cost(0, 0, "cell of each of three", 1, 0)', "many = [self._seen() - number for _ in range(3)]", each="max(number, len(many) - 3)"),
            "PL-C3",
        ),
        "a helper that a function of each asks": Case(
            "what is called twice by a function of an item costs once",
            _asked('Cost(0, 0, "cell of each number", 1, 0)', "many = list(map(self._twice, range(max(number, 0))))", each="len(many)"),
            "PL-C3",
        ),
        "a helper where the first decides": Case(
            "what is called where another call does not decide costs nothing",
            _asked('Cost(0, 0, "cell", 1, 0)', "more = self._seen() > 0 and self._seen() < 5", each="max(number, 0) if more else max(number, 0)"),
            "PL-C3",
        ),
        "a helper in a chain": Case(
            "what stands behind in a chain costs nothing",
            _asked('Cost(0, 0, "cell", 1, 0)', "more = 0 < self._seen() < self._seen()", each="max(number, 0) if more else max(number, 0)"),
            "PL-C3",
        ),
        "a loop around a helper that is asked twice": Case(
            "what is called in each round of what is called twice costs once",
            _around('Cost(0, 0, "cell of each cell", 1, 0)', "total = self._each() - self._each()"),
            "PL-C3",
        ),
        "a helper in rounds of two loops": Case(
            "what is called in each round of two loops costs what the dearer one costs",
            _around('Cost(0, 0, "cell of each cell", 2, 0)', "total = self._each()", "for _ in range(len(self.cells)):", "    total = self._seen() - self._seen()"),
            "PL-C3",
        ),
        "an item of an item": Case(
            "what the items of a list read counts where the list is no item itself",
            _cost("Cost(0, 0)", "if len(self.cells) == 0:", f"    {_NUMBER}", "many = [len([self.cells[0] for _ in range(number)]) for _ in range(number)]",
                  "return max(number, len(many))"),
            "PL-C3",
        ),
        "an item of a function of each": Case(
            "what a function gives an item for reads nothing",
            _cost("Cost(0, 0)", "if len(self.cells) == 0:", f"    {_NUMBER}",
                  "many = list(map(lambda most: len([self.cells[0] for _ in range(most)]), range(max(number, 0))))", "return len(many)"),
            "PL-C3",
        ),
        "the rare way": Case(
            "the way that is seldom taken costs more",
            _cost("Cost(1, 0)", "if len(self.cells) > 1000:", "    return max(number, 0) + self.cells[0] - self.cells[0]", _NUMBER),
            "PL-C3",
        ),
        "a write": Case(
            "what is written is no read",
            _taken("def more(self) -> None:\n    if len(self.cells) > 0:\n        self.cells[0] += 1", "Cost(1, 0)"),
            "PL-C4",
        ),
        "the greatest": Case(
            "the greatest of a list is known at once",
            _cost("Cost(1, 0)", "if len(self.cells) > 0:", "    return max(number, 0) + max(self.cells) - max(self.cells)", _NUMBER),
            'PL-C3',
        ),
        "a sum": Case("the sum of a list is known at once", _cost("Cost(1, 0)", "total = sum(self.cells)", "return max(number, 0) + total - total"), 'sum: how many there are is not known'),
        "a list that an attribute gets": Case(
            "a list that was made meanwhile is none of the container's",
            (
                *methods(
                    "def more(self) -> int:\n    self.cells = [7]\n    return self.cells[0]",
                    "def more(self) -> int:\n    self.values = [7]\n    return self.values[0]",
                ),
                operation('Operation("more", Claim("PL-R4", "`more` does so."), cost=Cost(0, 0))'),
            ),
            "PL-C4",
        ),
        "a list that is filled anew": Case("what is filled before it is given is filled for nothing", _anew("Cost(0, 0)", "self.cells = [0] * len(self.cells)"), "PL-C4"),
        "a copy that is given": Case("what is copied is not written", _anew('Cost(0, 0, "entry", 1, 0)', "self.cells = self.cells.copy()"), "PL-C4"),
        "a slice that is given": Case("a part of a list is not written", _anew('Cost(0, 0, "entry", 1, 0)', "self.cells = self.cells[1:]"), "PL-C4"),
        "a comprehension that is given": Case("what is computed is not written", _anew('Cost(0, 0, "entry", 1, 0)', "self.cells = [cell + 1 for cell in self.cells]"), "PL-C4"),
        "a list that was filled before": Case("what is put into a list beside is put nowhere", _anew("Cost(0, 0)", "held: list[int] = []", "held.append(7)", "self.cells = held"), "PL-C4"),
        "an object that is given": Case(
            "what an object holds was not written",
            (top("class Part:\n    cells: list[int]\n\n    def __init__(self) -> None:\n        self.cells = [7, 7]"), fields("part: Part"), meant_fields("part: Part"),
             begin("self.part = Part()"), meant_begin("self.part = Part()"), *_anew("Cost(0, 0)", "self.part = Part()")),
            "PL-C4",
        ),
        "what is taken out": Case("what is taken out is only read", (("refusals=(\"Missing\",)),", "refusals=(\"Missing\",), cost=Cost(1, 0)),"),), "PL-C2"),
        "every entry in a word": _word("what a word of claims asks of each place reads nothing more", "forall", "Cost(1, 0)", "forall(0, len(self.cells), lambda place: self.cells[place] < number)"),
        "some entry in a word": _word("what a word of claims asks of some place reads nothing more", "exists", "Cost(1, 0)", "exists(0, len(self.cells), lambda place: self.cells[place] < number)"),
        "each entry of a list in a word": _word("a word of claims goes over a list for nothing", "forall_in", "Cost(0, 0)", "forall_in(self.cells, lambda cell: cell < number)"),
        "a list that a word looks into": _word("a word of claims looks into a list for nothing", "contains", "Cost(0, 0)", "contains(self.cells, number)"),
        "a list below a limit": _word("a word of claims compares what stands in a list for nothing", "below", "Cost(0, 0)", "below(self.cells, number)"),
        "two lists that hold the same": _word("a word of claims compares two lists for nothing", "alike", "Cost(0, 0)", "alike(self.cells, self.cells)"),
        "what stands where a word looks": _word("what a word of claims looks for is read for nothing", "least", "Cost(0, 0)", "least(0, len(self.cells), lambda place: self.cells[place] < number) > 3"),
        "a list that a word makes": _word("a word of claims makes a list of another one for nothing", "listed", "Cost(0, 0)", "len(listed(self.cells, lambda cell: cell)) > number"),
        "a condition that is asked": Case(
            "what a condition reads is no read", _cost("Cost(0, 0)", "if len(self.cells) > 0 and self.cells[0] == 7:", f"    {_NUMBER}", _NUMBER), "PL-C3"
        ),
    },
    (
        (*_cost(_EACH, *_SEEN), _ONE),
        _helped(_EACH, "total = self._seen()", "return max(number, 0) + total - total"),
        _helped('Cost(0, 0, "look at a cell in all", 1, 0)', "total = self._seen() - self._seen()", "return max(number, 0) + total - total"),
        _nested('Cost(0, 0, "cell of each cell", 2, 0)'),
        _helped('Cost(0, 0, "cell", 2, 0)', "total = self._seen() - self._seen()", "return max(number, 0) + total - total"),
        _known("Cost(3, 0)"),
        _around('Cost(0, 0, "cell of each cell", 3, 0)', "total = self._each()", "for _ in range(len(self.cells)):", "    total = self._seen() - self._seen()"),
        _asked('Cost(0, 0, "cell of each number", 2, 0)', "many = list(map(self._twice, range(max(number, 0))))", each="len(many)"),
        _asked('Cost(0, 0, "cell", 4, 0)', "more = 0 < self._seen() < self._seen() and self._twice(0) == 0", each="max(number, 0) if more else max(number, 0)"),
        _anew('Cost(0, 0, "entry", 0, 1)', "self.cells = [0] * (len(self.cells) - 3)"),
        _anew('Cost(0, 0, "entry", 1, 1)', "self.cells = self.cells.copy()"),
        _anew('Cost(0, 0, "entry", 1, 1)', "self.cells = [cell + 1 for cell in self.cells]"),
        _anew("Cost(0, 1)", "held: list[int] = []", "held.append(7)", "self.cells = held"),
        (("refusals=(\"Missing\",)),", "refusals=(\"Missing\",), cost=Cost(0, 1)),"),),
    ),
)  # fmt: skip

GROUPS: Final = {"costs": COSTS}
