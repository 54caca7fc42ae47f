"""Wrong declarations: of containers that hold others, what is said of those, and which declaration says it."""

from typing import Final

from ..wrong_declarations import DECLARED, PILE, Case, Group

_INNER: Final = DECLARED.replace(
    "PILE = Refinement(", "LAWS = (some_length,)\nCOUPLE = (in_order, same_mark)\n\nPILE = Refinement("
).replace("couple=(in_order, same_mark),\n    laws=(some_length,)", "couple=COUPLE,\n    laws=LAWS")
_SHELF: Final = '''\
"""A shelf with one pile, and a rack with two."""

from pile import Pile, PileModel


class ShelfModel:
    pile: PileModel

    def __init__(self) -> None:
        self.pile = PileModel()

    def put(self, number: int) -> None:
        self.pile.push(number)


class Shelf:
    pile: Pile

    def __init__(self) -> None:
        self.pile = Pile()

    def put(self, number: int) -> None:
        self.pile.push(number)


class RackModel:
    piles: dict[int, PileModel]

    def __init__(self) -> None:
        self.piles = {}
        self.piles[0] = PileModel()

    def put(self, number: int) -> None:
        self.piles[0].push(number)

    def see(self, number: int) -> int:
        return self.piles[0].look(number)


class Rack:
    piles: list[Pile]

    def __init__(self) -> None:
        self.piles = []
        self.piles.append(Pile())

    def put(self, number: int) -> None:
        self.piles[0].push(number)

    def see(self, number: int) -> int:
        return self.piles[0].look(number)
'''
_HEAD: Final = '''\
"""What is claimed of what holds piles."""

from dataclasses import replace

from inner import COUPLE, PILE
from pile import Pile, PileModel
from shelf import Rack, RackModel, Shelf, ShelfModel
from slotproof.declare import (
    Claim, Domain, Inside, Operation, Promise, Refinement, Scope, Several, invariant, law,
)
from slotproof.declare.words import all_hold, is_sound, meaning_of, means
from slotproof.spec.logic import conj, contains, disj


def represent(m: PileModel) -> Pile:
    made = Pile()
    made.cells = m.values.copy()
    made.mark = m.note
    return made


def abstract(h: Pile) -> PileModel:
    made = PileModel()
    made.values = h.cells.copy()
    made.note = h.mark
    return made


NUMBER = Domain(
    "number",
    small=lambda m, scope: scope.values,
    classes={"number": lambda m, issued, number: number % 5 - 1},
    symbolic=lambda make: make.int("number"),
)
'''
_ONE: Final = """

@invariant("SH-I1", "The pile means the pile.")
def same_pile(m: ShelfModel, h: Shelf) -> bool:
    return means(m.pile, h.pile, COUPLE)


SHELF = Refinement(
    code="SH",
    name="shelf",
    title="shelf",
    model=ShelfModel,
    impl=Shelf,
    couple=(same_pile,),
    laws=(),
    operations=(Operation("put", Claim("SH-R1", "`put` puts."), takes=(NUMBER,)),),
    scopes=(Scope("three", {}, values=(0, 1), admits=lambda m, operation, arguments: len(m.pile.values) < 3),),
    inside={"pile": Inside(PILE, represent)},
    configure=lambda make: {},
)
"""
_ANY: Final = """

def coupled(m: PileModel, h: Pile) -> bool:
    return all_hold(COUPLE, m, h)


PILES = Several(PILE, represent, coupled)


@law("RA-L1", "There is a pile, which obeys.")
def one_pile(m: RackModel) -> bool:
    return conj(len(m.piles) == 1, contains(m.piles, 0), lambda: PILES.obeys(m.piles[0]))


@invariant("RA-I1", "There is one.")
def as_many(m: RackModel, h: Rack) -> bool:
    return len(h.piles) == 1


@invariant("RA-I2", "The pile means the pile.")
def same_piles(m: RackModel, h: Rack) -> bool:
    return PILES.means(m.piles[0], h.piles[0])


RACK = Refinement(
    code="RA",
    name="rack",
    title="rack",
    model=RackModel,
    impl=Rack,
    couple=(as_many, same_piles),
    laws=(one_pile,),
    operations=(
        Operation("put", Claim("RA-R1", "`put` puts."), takes=(NUMBER,)),
        Operation("see", Claim("RA-R2", "`see` sees."), takes=(NUMBER,)),
    ),
    scopes=(Scope("three", {}, values=(0, 1), admits=lambda m, operation, arguments: len(m.piles[0].values) < 3),),
    several={"piles": PILES},
    configure=lambda make: {},
)
"""


def _files(holds: str, *edits: tuple[str, str], **more: str) -> dict[str, str]:
    """All files of a shelf, or of a rack, of which some texts, which occur once, are changed."""
    files = {"pile.py": PILE, "inner.py": _INNER, "shelf.py": _SHELF, "declared.py": _HEAD + holds, **more}
    for old, new in edits:
        [name] = [name for name, text in files.items() for _ in range(text.count(old))]
        files[name] = files[name].replace(old, new)
    return files


def _asking(cost: str) -> dict[str, str]:
    """A shelf which asks its pile for each of some numbers, at a cost."""
    many = "return len([self.pile.look(each) for each in range(max(number, 0))])"
    put = 'Operation("put", Claim("SH-R1", "`put` puts."), takes=(NUMBER,)),'
    return _files(
        _ONE,
        (
            f"({put})",
            f'({put} Operation("many", Claim("SH-R2", "`many` asks."), takes=(NUMBER,), pure=True, cost={cost}))',
        ),
        ("    Claim, Domain,", "    Claim, Cost, Domain,"),
        ("takes=(NUMBER,), pure=True)", "takes=(NUMBER,), pure=True, cost=Cost(2, 0))"),
        (
            "return max(number, 0)",
            "return max(number, 0) if len(self.cells) == 0 else max(number, self.cells[0] - self.cells[0])",
        ),
        *(
            (
                f"self.pile = {name}()\n\n    def put",
                f"self.pile = {name}()\n\n    def many(self, number: int) -> int:\n        {many}\n\n    def put",
            )
            for name in ("PileModel", "Pile")
        ),
    )


def _claim(sentence: str, holds: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """One more invariant of a shelf."""
    text = f'@invariant("SH-I2", "{sentence}")\ndef so(m: ShelfModel, h: Shelf) -> bool:\n    return {holds}\n\n\n'
    return ("SHELF = Refinement(", f"{text}SHELF = Refinement("), ("couple=(same_pile,)", "couple=(same_pile, so)")


_PROMISED: Final = (
    "replace(PILE, operations=tuple(replace(each, promise=Promise(keeps=lambda before, after, number: "
    '{"none": len(after.values) == 0})) if each.name == "push" else each for each in PILE.operations))'
)
_EMPTY: Final = _claim("The pile is empty.", "len(meaning_of(h.pile, abstract).values) == 0")
_HEAP: Final = PILE.replace("class Pile:", "class Heap:").replace("max(number, 0)", "9")
_MADE: Final = _HEAP.replace("return number if number > 0 else 0", "return 9")
_HEAPS: Final = (
    _INNER.replace("Pile, PileModel", "Heap, PileModel").replace("from pile ", "from heap ").replace("h: Pile", "h: Heap")
    .replace("PILE = ", "HEAP = ").replace("impl=Pile", "impl=Heap").replace('"pile"', '"heap"').replace('"PL', '"HE')
)  # fmt: skip
_ONE_NAME: Final = _files(
    _ANY,
    ("from inner import COUPLE, PILE\n", ("from heap import Heap, PileModel as HeapModel\nfrom inner import COUPLE, PILE\n"
     "from inner2 import COUPLE as HEAPED\nfrom inner2 import HEAP\n")),
    ("PILES = Several(", ("def heap_of(m: HeapModel) -> Heap:\n    made = Heap()\n    made.cells = m.values.copy()\n    made.mark = m.note\n    return made\n\n\n"
     "def heaped(m: HeapModel, h: Heap) -> bool:\n    return all_hold(HEAPED, m, h)\n\n\nHEAPS = Several(HEAP, heap_of, heaped)\nPILES = Several(")),
    ('several={"piles": PILES}', 'several={"piles": PILES, "heaps": HEAPS}'),
    ('@law("RA-L1"', ('@law("RA-L2", "There is a heap, which obeys.")\ndef one_heap(m: RackModel) -> bool:\n'
     '    return conj(len(m.heaps) == 1, contains(m.heaps, 0), lambda: HEAPS.obeys(m.heaps[0]))\n\n\n@law("RA-L1"')),
    ("laws=(one_pile,)", "laws=(one_heap, one_pile)"),
    ('@invariant("RA-I1"', ('@invariant("RA-I3", "There is one heap.")\ndef as_heap(m: RackModel, h: Rack) -> bool:\n    return len(h.heaps) == 1\n\n\n'
     '@invariant("RA-I4", "The heap means the heap.")\ndef same_heaps(m: RackModel, h: Rack) -> bool:\n'
     '    return HEAPS.means(m.heaps[0], h.heaps[0])\n\n\n@invariant("RA-I1"')),
    ("couple=(as_many, same_piles)", "couple=(as_many, as_heap, same_heaps, same_piles)"),
    ("from pile import Pile, PileModel\n\n\nclass ShelfModel", ("from heap import Heap\nfrom heap import PileModel as HeapModel\n"
     "from pile import Pile, PileModel\n\n\nclass ShelfModel")),
    ("    piles: dict[int, PileModel]\n", "    piles: dict[int, PileModel]\n    heaps: dict[int, HeapModel]\n"),
    ("        self.piles = {}\n", "        self.heaps = {}\n        self.heaps[0] = HeapModel()\n        self.piles = {}\n"),
    ("    piles: list[Pile]\n", "    piles: list[Pile]\n    heaps: list[Heap]\n"),
    ("        self.piles = []\n", "        self.heaps = []\n        self.heaps.append(Heap())\n        self.piles = []\n"),
    ("        return self.piles[0].look(number)\n\n\nclass Rack:", "        return PileModel().look(number)\n\n\nclass Rack:"),
    (("self.piles.append(Pile())\n\n    def put(self, number: int) -> None:\n"
     "        self.piles[0].push(number)\n\n    def see(self, number: int) -> int:\n        return self.piles[0].look(number)\n"),
     ("self.piles.append(Pile())\n\n    def put(self, number: int) -> None:\n        self.piles[0].push(number)\n\n"
     "    def see(self, number: int) -> int:\n        return Heap().look(number)\n")),
    **{"heap.py": _MADE, "inner2.py": _HEAPS},
)  # fmt: skip

_ONE_MODEL: Final = {
    **_ONE_NAME,
    "heap.py": f'"""A heap, which means what a pile does."""\n\nfrom pile import PileModel\nfrom slotproof.spec.errors import Missing\n\n\nclass Heap:{_HEAP.split("class Heap:")[1]}',
    "inner2.py": _ONE_NAME["inner2.py"].replace("from heap import Heap, PileModel", "from heap import Heap\nfrom pile import PileModel")
    .replace('    Operation("look", Claim("HE-R3", "`look` is the number, or 0 in place of less."), takes=(NUMBER,), pure=True),\n', "")
    .replace('code="HE",', 'code="HE",\n    not_operations={"look": "it is for tests"},'),
    "shelf.py": _ONE_NAME["shelf.py"].replace("from heap import PileModel as HeapModel\n", "from pile import PileModel as HeapModel\n"),
    "declared.py": _ONE_NAME["declared.py"].replace("from heap import Heap, PileModel as HeapModel\n", "from heap import Heap\nfrom pile import PileModel as HeapModel\n"),
}  # fmt: skip
"""What two piles mean is of one class, and one of them has no `look` that is proved."""
_TICKED: Final = (
    ("        self.cells.append(number)", "        self.cells.append(number + self.mark)"),
    ("        self.note = 0\n", "        self.note = 0\n\n    def tick(self) -> None:\n        self.note = 1\n"),
    ("        self.mark = 0\n", "        self.mark = 0\n\n    def tick(self) -> None:\n        self.mark = 1\n"),
    ("OPERATIONS = (\n", 'OPERATIONS = (\n    Operation("tick", Claim("PL-R4", "`tick` makes the note 1.")),\n'),
    ("        self.pile = PileModel()\n", "        self.pile = PileModel()\n\n    def tick(self) -> None:\n        self.pile.tick()\n"),
    ("        self.pile = Pile()\n", "        self.pile = Pile()\n\n    def tick(self) -> None:\n        self.pile.tick()\n"),
    ('operations=(Operation("put"', 'operations=(Operation("tick", Claim("SH-R2", "`tick` makes the note 1.")), Operation("put"'),
)  # fmt: skip
_NO_MEANING: Final = "negate(means(m.other, h.pile, COUPLE))"
_LOOSE: Final = (
    ("COUPLE = (in_order, same_mark)", "COUPLE = (in_order,)"),
    ('@invariant("PL-I2", "The mark is the note.")\ndef same_mark(m: PileModel, h: Pile) -> bool:\n    return m.note == h.mark\n\n\n', ""),
    ("class ShelfModel:\n    pile: PileModel\n", "class ShelfModel:\n    pile: PileModel\n    other: PileModel\n"),
    ("        self.pile = PileModel()\n", "        self.pile = PileModel()\n        self.other = PileModel()\n        self.other.note = 1\n"),
    ("self.pile.push(number)\n\n\nclass Shelf:", "self.pile.push(number)\n        self.other.push(number)\n\n\nclass Shelf:"),
    ("laws=(),", "laws=(apart,),"),
    ("SHELF = Refinement(", ('@law("SH-L1", "The other has another note.")\ndef apart(m: ShelfModel) -> bool:\n'
                             "    return m.other.note == m.pile.note + 1\n\n\nSHELF = Refinement(")),
    ("import conj, contains, disj", "import conj, contains, disj, implies, negate"),
)  # fmt: skip
"""The notes of two piles are no part of what an array of them means."""
_GIVEN: Final = (
    *(
        (f"        self.pile = {each}()\n",
         f"        self.pile = {each}()\n\n    def give(self) -> {each}:\n        made = {each}()\n        made.push(1)\n        return made\n")
        for each in ("PileModel", "Pile")
    ),
    ('operations=(Operation("put"', ('operations=(Operation("give", Claim("SH-R2", "`give` gives a pile of 1."), pure=True, '
                                     'agree=lambda m, h: (m is None) == (h is None)), Operation("put"')),
)  # fmt: skip

WITHIN: Final = Group(
    {
        "another declaration": Case(
            "what holds a container says what is promised of it",
            (), "a pile of another declaration", "", "from shelf import *; a = Shelf(); a.put(1); a.pile.cells == [1]",
            _files(_ONE, *_EMPTY, ("Inside(PILE, represent)", f"Inside({_PROMISED}, represent)"),
                   ("means(m.pile, h.pile, COUPLE)", "disj(len(m.pile.values) == 0, means(m.pile, h.pile, COUPLE))"),
                   ("        self.pile = PileModel()\n\n    def put(self, number: int) -> None:\n        self.pile.push(number)",
                    "        self.pile = PileModel()\n\n    def put(self, number: int) -> None:\n        self.pile.values.clear()")),
        ),
        "two of one name": Case(
            "of two declarations of one name both are judged",
            (), "two declarations are named pile", "", "Heap().look(5) == 7",
            {"pile.py": f"{PILE}\n\nclass Heap(Pile):\n    def look(self, number: int) -> int:\n        return 7\n",
             "declared.py": DECLARED.replace("import Pile,", "import Heap, Pile,").replace("PILE = Refinement(", "HEAP = Refinement(")
             .replace("impl=Pile", "impl=Heap") + "\n\n" + DECLARED[DECLARED.index("PILE = Refinement("):]},
        ),
        "another coupling": Case(
            "a container means a state by what is said where it is held",
            (), "SH-I2", "", "from shelf import *; a = Shelf(); a.pile.cells == []",
            _files(_ONE, *_claim("One is more than the other.", "means(m.pile, h.pile, NEVER)"),
                   ("SHELF = Refinement(", ('@invariant("PL-I8", "One is more.")\ndef never(m: PileModel, h: Pile) -> bool:\n'
                    "    return len(m.values) == len(h.cells) + 1\n\n\nNEVER = (never,)\n\nSHELF = Refinement("))),
        ),
        "another meaning": Case(
            "what a container means is what is said where it is held",
            (), "SH-I2", "", "from shelf import *; a = Shelf(); a.pile.cells == []",
            _files(_ONE, *_claim("The note is one more.", "meaning_of(h.pile, otherwise).note == m.pile.note"),
                   ("SHELF = Refinement(", ("def otherwise(h: Pile) -> PileModel:\n    made = PileModel()\n    made.values = h.cells.copy()\n"
                    "    made.note = h.mark + 1\n    return made\n\n\nSHELF = Refinement(")),
                   ("    couple=COUPLE,\n", "    couple=COUPLE,\n    abstract=abstract,\n"),
                   ("COUPLE = (in_order, same_mark)\n", ("def abstract(h: Pile) -> PileModel:\n    made = PileModel()\n    made.values = h.cells.copy()\n"
                    "    made.note = h.mark\n    return made\n\n\nCOUPLE = (in_order, same_mark)\n"))),
        ),
        "other laws": Case(
            "what is sound obeys what is said where it is held",
            (), "SH-I2", "", "from shelf import *; a = Shelf(); a.put(1); len(a.pile.cells) > 0",
            _files(_ONE, *_claim("The pile is sound.", "is_sound(h.pile, abstract, NOTHING, COUPLE)"),
                   ("SHELF = Refinement(", ('@law("PL-L8", "There is nothing.")\ndef nothing(m: PileModel) -> bool:\n'
                    "    return len(m.values) == 0\n\n\nNOTHING = (nothing,)\n\nSHELF = Refinement("))),
        ),
        "coupled otherwise": Case(
            "of any number of containers, one means a state by what is said where they are held",
            (), "`coupled` of a pile is its coupling", "", "from shelf import *; a = Rack(); [a.put(1) for _ in range(3)]; len(a.piles[0].cells) == 3",
            _files(_ANY, ("    return all_hold(COUPLE, m, h)", "    return conj(len(h.cells) < 3, all_hold(COUPLE, m, h))")),
        ),
        "a cost of each": Case(
            "what is held is asked for each item at the price of none", (), "SH-C2", "", "", _asking("Cost(0, 0)")
        ),
        "of an arrangement": Case(
            "what is proved for an arrangement of what is held is proved of what holds it",
            (), "it is proved for its arrangements alone", "", "from shelf import *; a = Shelf(); a.tick(); a.put(1); a.pile.cells == [2]",
            _files(_ONE, *_TICKED, ("PILE = Refinement(\n", ('PILE = Refinement(\n    arranged=(Arrangement("of note 0", {}, '
                                                             'parts={"model": {"note": 0}, "impl": {"mark": 0}}),),\n'))),
        ),
        "no meaning of its own": Case(
            "what is in another state does not mean this one, though it may mean both",
            (), "SH-I2", "", "from declared import *; m, h = ShelfModel(), Shelf(); m.put(1); h.put(1); so.holds(m, h) is False",
            _files(_ONE, *_LOOSE, *_claim("A pile that is not empty does not mean the other.", f"disj(len(m.pile.values) == 0, {_NO_MEANING})")),
        ),
        "no meaning of two ways": Case(
            "where it is asked whether it is so, what is in another state means this one on no way",
            (), "SH-I2", "", "from declared import *; m, h = ShelfModel(), Shelf(); m.put(1); h.put(1); so.holds(m, h) is False",
            _files(_ONE, *_LOOSE, *_claim("A pile that is not empty does not mean the other.", "disj(len(m.pile.values) == 0, apart_from(m, h))"),
                   ("SHELF = Refinement(", ("def apart_from(m: ShelfModel, h: Shelf) -> bool:\n    if means(m.other, h.pile, COUPLE):\n"
                                           "        return False\n    return True\n\n\nSHELF = Refinement("))),
        ),
        "no meaning that leaves out a way": Case(
            "where it is so, only the way is followed on which what is in this state is meant",
            (), "SH-I2", "", "from declared import *; m, h = ShelfModel(), Shelf(); m.put(1); h.put(1); so.holds(m, h) is False",
            _files(_ONE, *_LOOSE, *_claim("Where the other is meant, it is the same.", "disj(len(m.pile.values) == 0, implies(means(m.other, h.pile, COUPLE), lambda: same_note(m)))"),
                   ("SHELF = Refinement(", ("def same_note(m: ShelfModel) -> bool:\n    if m.other.note == m.pile.note:\n"
                                           "        return True\n    return False\n\n\nSHELF = Refinement("))),
        ),
        "another one is given": Case(
            "a container that is held agrees with any other",
            (), "SH-R2", "", "from shelf import *; Shelf().give().cells == []",
            _files(_ONE, *_GIVEN, ("made = Pile()\n        made.push(1)", "made = Pile()")),
        ),
        "one model of two": Case(
            "of containers of two classes that mean the same, both do the same",
            (), "what is held is known by one declaration", "", "from shelf import *; Rack().see(5) == 9", _ONE_MODEL,
        ),
        "models of one name": Case(
            "of containers of two classes of one name, both do the same", (), "RA-R2", "", "from shelf import *; Rack().see(5) == 9", _ONE_NAME
        ),
    },
)  # fmt: skip

RIGHT: Final = {
    "a shelf": _files(_ONE, *_claim("The pile is sound.", "is_sound(h.pile, abstract, LAWS, COUPLE)"),
                      ("from inner import COUPLE, PILE\n", "from inner import COUPLE, LAWS, PILE\n")),
    "a shelf with notes": _files(_ONE, *_TICKED[1:]),
    "a shelf of two meanings": _files(_ONE, *_LOOSE, ("means(m.pile, h.pile, COUPLE)", "disj(len(m.pile.values) < 0, means(m.pile, h.pile, COUPLE))")),
    "a shelf that gives a pile": _files(_ONE, *_GIVEN),
    "a rack": _files(_ANY),
    "a shelf that asks": _asking('Cost(0, 0, "number", 2, 0)'),
}  # fmt: skip

GIVEN: Final = _files(
    _ANY,
    *(
        (text, f"{text}\n    def give(self) -> {kind}:\n        return self.piles[0]\n")
        for text, kind in (
            ("        self.piles[0] = PileModel()\n", "PileModel"),
            ("        self.piles.append(Pile())\n", "Pile"),
        )
    ),
    ('Operation("see",', 'Operation("give", Claim("RA-R3", "`give` gives it."), pure=True, agree=PILES.means),\n        Operation("see",'),
)  # fmt: skip
"""A rack that gives the pile which it holds."""

GROUPS: Final = {"within": WITHIN}
