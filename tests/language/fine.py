"""Programs that are in the language, though what is left out of them would be refused; in the box of `refused`."""

from typing import Final

FINE: Final[tuple[tuple[str, str], ...]] = (
    ("body", "found = [self.maybe + each for each in self.items if self.maybe is not None]"),
    ("body", "found = [each for each in self.items if self.maybe is not None if each > self.maybe]"),
    ("body", "if self.maybe is not None and self.maybe > 2:\n    self.take(self.maybe)"),
    ("body", "if self.maybe is None or self.maybe > 2:\n    self.take(1)"),
    ("body", "held = (1, 2) if self.flag else Pair(1, 2)\nself.take(held[0])"),
    ("body", "held = (1, 2)\nif self.flag:\n    held = Pair(1, 2)\nself.take(held[0])"),
    ("body", "held = {**{1: 'one'}, 2: 'two'}\nraise Missing(held[1])"),
    ("body", "for each in self.items:\n    self.items[0] = each"),
    ("body", "for each in self.ages:\n    self.ages[each] = 1"),
    ("body", "for turn in range(3):\n    held: list[int] = []\n    held.append(turn)"),
    ("top", "class Up:\n    one: int\n\n    def __init__(self) -> None:\n        self.one = 0\n\n    def twin(self) -> int:\n        made = object.__new__(type(self))\n        made.one = 1\n        return made.one\n\n\nclass Down(Up):\n    two: int\n\n    def __init__(self) -> None:\n        self.one = 0\n        self.two = 0\n\n    def twin(self) -> int:\n        made = object.__new__(type(self))\n        made.one = 1\n        made.two = 2\n        return made.two"),
    ("body", "held = 1 if self.flag else None\nif held is not None:\n    self.take(held)"),
    ("body", "held = {name: [1] for name in NAMES}\nheld['items'].append(2)"),
    ("body", "raise OutOfRange(f'{number} of {self.flag} and {len(self.items)}')"),
    ("member", "@classmethod\ndef fresh(cls) -> 'Box[T]':\n    return cls()\ndef more(self) -> 'Box[T]':\n    return Box.fresh()"),
    ("member", "def more(self, other: 'Box[T]') -> int:\n    return other.number + Box.SIZES[0]"),
    ("member", "def more(self) -> list[int]:\n    return self.items.copy()"),
    ("member", "def more(self) -> Cell:\n    made = Cell()\n    made.value = 3\n    return made"),
    ("top", "S = TypeVar('S', bound='Own')\n\n\nclass Own:\n    size: int\n\n    def __init__(self) -> None:\n        self.size = 0\n\n    def same(self: S, other: S) -> int:\n        return self.size + other.size"),
    ("top", "AAA: Final = (1, 2)\nBBB: Final = (*AAA, 3)\nCCC: Final = BBB[1:]\n\n\ndef three() -> int:\n    return BBB[2] + CCC[0]"),
    ("top", "AAA: Final = (Pair(1, 2), Pair(3, 4))\n\n\ndef one() -> int:\n    return AAA[1].two"),
)  # fmt: skip
