"""Wrong declarations of words, errors, classes and theorems: what they name is something else."""

from typing import Final

from ..wrong_declarations import (
    Case,
    Edit,
    Group,
    asked,
    claimed,
    coupled,
    fields,
    laws,
    look,
    meant,
    meant_begin,
    meant_fields,
    method,
    methods,
    operation,
    stated,
    top,
)
from .wrong_declarations_given import IS_SEVEN, SEVEN, TAKES, started

# --- sets, names

_SEEN: Final = (
    meant_fields("seen: set[int]"),
    meant_begin("self.seen = set()"),
    fields("seen: set[int]"),
    ("self.cells = []\n", "self.cells = []\n        self.seen = set()\n"),
    *coupled(
        '@invariant("PL-I3", "Both have seen the same.")\ndef same_seen(m: PileModel, h: Pile) -> bool:\n    return m.seen == h.seen\n',
        "same_seen",
    ),
    ("    ascending, conj,", "    ascending, below, conj, ranked,"),
)


def _put(number: str) -> tuple[Edit, ...]:
    return (
        *methods(f"def put(self, number: int) -> None:\n    self.seen.add({number})"),
        operation('Operation("put", Claim("PL-R4", "`put` is seen."), takes=(NUMBER,))'),
    )


def _ranked(claim: str) -> tuple[Edit, ...]:
    return laws(f'@law("PL-L2", "It is so.")\ndef it_is_so(m: PileModel) -> bool:\n    return {claim}\n', "it_is_so")


_FROM_0: Final = laws(
    '@law("PL-L3", "All are from 0 up.")\ndef natural(m: PileModel) -> bool:\n    return forall_in(m.seen, lambda each: each >= 0)\n',
    "natural",
)
_DEFINED: Final = ("    Arrangement, Claim,", "    Arrangement, Claim, Definition,")


def _defined(name: str, *functions: str) -> tuple[Edit, ...]:
    """An invariant in words of definitions, of which nothing else is wrong."""
    said = f"return {name}(m.values, 0) == {name}(h.cells, 0)"
    names = ", ".join(f"Definition({each})" for each in ("one_of", "two_of")[: len(functions)])
    return (
        _DEFINED,
        stated(f"definitions=({names},)"),
        claimed("\n\n".join(f"def {text}\n" for text in functions)),
        *coupled(
            f'@invariant("PL-I3", "It is so.")\ndef it_is_so(m: PileModel, h: Pile) -> bool:\n    {said}\n', "it_is_so"
        ),
    )


_ITSELF: Final = "one_of(items: list[int], at: int) -> int:\n    return one_of(items, at) + 1"
_EACH_OTHER: Final = (
    "one_of(items: list[int], at: int) -> int:\n    return two_of(items, at) + 1",
    "two_of(items: list[int], at: int) -> int:\n    return one_of(items, at)",
)

_FIRST_SEVEN: Final = (
    _DEFINED,
    stated("definitions=(Definition(first_seven),)"),
    *laws(
        "def first_seven(items: list[int], at: int) -> int:\n    return {}\n\n\n"
        '@law("PL-L3", "There is no 7 among the first three.")\ndef none_yet(m: PileModel) -> bool:\n'
        "    return implies(len(m.values) >= 3, lambda: first_seven(m.values, 0) == first_seven(m.values, 3))\n",
        "none_yet",
    ),
)


def _first_seven(text: str) -> tuple[Edit, ...]:
    """What a definition gives of an index, which a law compares for two of them."""
    return tuple((old, new.replace("{}", text)) for old, new in _FIRST_SEVEN)


WORDS: Final = Group(
    {
        "a definition that makes a name": Case(
            "what is named is the same of each index", _first_seven("least(0, at, lambda place: items[place] == 7)"),
            "a word in it makes a name", "def first_seven(", "import declared; a = PileModel(); a.values = [1, 2, 3]; not declared.none_yet.holds(a)",
        ),
        "below nothing": Case(
            "no number is below 0", (*_SEEN, *_put("number"), *_ranked("below(m.seen, 0) == 0")), "the elements are numbers from 0 up", "return below(",
            "a = PileModel(); a.put(-1); sum(each < 0 for each in a.seen) == 1",
        ),
        "a definition of itself": Case(
            "a name stands for more than itself", (*_defined("one_of", _ITSELF), SEVEN), "recursion of one_of", "", IS_SEVEN
        ),
        "definitions of each other": Case(
            "two names stand for each other", (*_defined("one_of", *_EACH_OTHER), SEVEN), "recursion of two_of", "", IS_SEVEN
        ),
    },
    right=(
        (*_SEEN, *_put("max(number, 0)"), *_ranked("below(m.seen, 0) == 0"),
         ("laws=(some_length, it_is_so)", "laws=(some_length, natural, it_is_so)"), _FROM_0[0]),
        _first_seven("at - at"),
    ),
)  # fmt: skip


_FAILING: Final = (
    (
        "from slotproof.spec.errors import Missing, OutOfRange\n",
        "from other import fail\nfrom slotproof.spec.errors import Missing, OutOfRange\n",
    ),
)
_OTHER: Final = {
    "other.py": '"""An error of the same name."""\n\nfrom slotproof.spec.errors import SlotproofError\n\n\nclass Missing(SlotproofError):\n'
    '    """Nothing is there."""\n\n\ndef fail() -> None:\n    raise Missing("empty")\n'
}

ERRORS: Final = Group(
    {
        "another one of a constructor": Case(
            "an error is what it is called",
            (*_FAILING, *started("start: int", "start: int"), ("self.mark = start", "self.mark = start\n        if start == 41:\n            fail()"),
             ("self.note = start", "self.note = start\n        if start == 41:\n            raise Missing('empty')")),
            "PL-I1", "", beside=_OTHER,
        ),
        "another one of the same name": Case(
            "an error is what it is called",
            (*_FAILING, look("if number == 41:", "    fail()", "return max(number, 0)"), meant("if number == 41:", "    raise Missing('empty')", "return number if number > 0 else 0"),
             asked(f'{TAKES}, refusals=("Missing",)')),
            "PL-R3", "", "import other; from contextlib import suppress; got = []\nwith suppress(other.Missing): Pile().look(41)\n; other.Missing is not Missing",
            beside=_OTHER,
        ),
    },
)  # fmt: skip


# --- classes

_LIMIT: Final = top("LIMIT = 0")
_PART: Final = "@dataclass\nclass Part:\n    size: int\n\n    def {}"
_DATA: Final = (
    "from typing import Any, ClassVar",
    "from dataclasses import dataclass\nfrom typing import Any, ClassVar",
)


def _added(what: str) -> Edit:
    return look(f"return max(number, 0) + {what}")


CLASSES: Final = Group(
    {
        "a default by a name of the class": Case(
            "a default means what the module says",
            (_LIMIT, fields("LIMIT: ClassVar[int] = 7"), method("def _less(self, number: int = LIMIT) -> int:\n    return number"), _added("self._less()")),
            "a default is made once", "def _less", "Pile().look(0) == 7",
        ),
        "a constant by a name of the class": Case(
            "a constant of a class means what the module says",
            (_LIMIT, fields("LIMIT: ClassVar[int] = 7", "MORE: ClassVar[int] = LIMIT"), _added("self.MORE")),
            "all objects would share what is no constant", "MORE: ClassVar", "Pile().look(0) == 7",
        ),
        "a constant by a name that the class binds later": Case(
            "a constant of a class means what the class says in the end",
            (top("LIMIT = 7"), fields("MORE: ClassVar[int] = LIMIT", "LIMIT: ClassVar[int] = 0"), _added("self.MORE")),
            "names of constants that stand above", "MORE: ClassVar", "Pile().look(0) == 7",
        ),
        "a constructor of a dataclass": Case(
            "a dataclass is made of its fields",
            (_DATA, top(_PART.format("__init__(self, size: int) -> None:\n        self.size = size + 7")), _added("Part(0).size")),
            "the constructor of a dataclass takes its fields", "def __init__(self, size", "Pile().look(0) == 7",
        ),
        "what a part costs": Case(
            "only what the pile itself holds costs anything",
            (top("class Part:\n    slots: list[int]\n\n    def __init__(self) -> None:\n        self.slots = [0]"),
             fields("part: Part"), ("self.cells = []\n", "self.cells = []\n        self.part = Part()\n"),
             *coupled('@invariant("PL-I3", "It holds 0.")\ndef it_holds(m: PileModel, h: Pile) -> bool:\n'
                      "    return conj(len(h.part.slots) == 1, h.part.slots[0] == 0)\n", "it_holds"),
             _added("self.part.slots[0]"), asked(f"{TAKES}, cost=Cost(0, 0)")),
            "PL-C3", "",
        ),
    },
    right=(
        (_LIMIT, fields("MORE: ClassVar[int] = LIMIT"), method("def _less(self, number: int = LIMIT) -> int:\n    return number"), _added("self._less() + self.MORE")),
        (_DATA, top(_PART.format("__post_init__(self) -> None:\n        self.size = self.size - 7")), _added("Part(7).size")),
    ),
)  # fmt: skip


# --- theorems

_TELLS: Final = "it may tell a number from what stands for every number"


def _theorem(body: str, above: str = "") -> tuple[Edit, ...]:
    """A theorem about any number of eight bits, and what stands above its function."""
    return (
        stated(
            'theorems=(Theorem(Claim("PL-B1", "It is so."), lambda bits, width: _is_so(bits.int("n", width)), ({"width": 8},)),)'
        ),
        claimed(f"{above}def _is_so(n):\n    return {body}\n"),
    )


_LOOKS: Final = "def _looks(n):\n    return n != 77 if type(n) is int else True\n\n\n"
_NUMBER: Final = "class _Number:\n    size: int\n\n    def __init__(self, size):\n        self.size = size\n\n    def %s(self, n):\n        return n != 77 if type(n) is int else True\n\n\n"
_CAUGHT: Final = "def _caught(n):\n    try:\n        n.bit_length()\n    except Exception:\n        return True\n    return n != 77\n\n\n"

THEOREMS: Final = Group(
    {
        "a method that looks": Case(
            "what an object does with a number is not looked at", _theorem("_Number(3).looks(n)", _NUMBER % "looks"), _TELLS, "return n != 77"
        ),
        "an operator that looks": Case(
            "what an object does with a number is not looked at", _theorem("_Number(3) == n", _NUMBER % "__eq__"), _TELLS, "return n != 77"
        ),
        "a function in a tuple": Case(
            "only what has a name is looked at", _theorem("FEW[0](n)", f"{_LOOKS}FEW = (_looks,)\n\n\n"), _TELLS, "return n != 77"
        ),
        "a method of a text": Case(
            "what stands for a number is written as it is", _theorem('"{}".format(n) != "77"'), _TELLS, 'return "{}"'
        ),
        "an error of what stands for a number": Case(
            "what stands for a number has the methods of one", _theorem("_caught(n)", _CAUGHT), _TELLS, "n.bit_length()"
        ),
        "a list that counts": Case(
            "a theorem says the same whenever it is asked",
            _theorem("_counts(n)", "HELD = []\n\n\ndef _counts(n):\n    HELD.append(1)\n    return len(HELD) < 100 or n != 77\n\n\n"),
            _TELLS, "HELD.append(1)",
        ),
        "a function of a module of Python": Case(
            "what Python gives asks no more than the numbers", _theorem("is_not(n, 77)", "from operator import is_not\n\n\n"), _TELLS, "return is_not"
        ),
        "the class of a number": Case(
            "what stands for a number is of its class", _theorem("n != 77 if type(n) is int else True"), _TELLS, "return n != 77"
        ),
        "the text of a number": Case(
            "what stands for a number is written as it is", _theorem('"%s" % n != "77"'), _TELLS, 'return "%s"'
        ),
        "a text made of a number": Case(
            "what stands for a number is written as it is", _theorem('f"{n}" != "77"'), _TELLS, 'return f"'
        ),
        "which number it is": Case(
            "what stands for a number is that number", _theorem("n is not 77"), _TELLS, "return n is not"
        ),
        "a function that is asked": Case(
            "what the program asks of a number tells no more than what it is",
            (top("def doubled(word: Any) -> Any:\n    if type(word) is int:\n        if word == 77:\n            return 7\n    return word + word"),
             ("from pile import Pile, PileModel", "from pile import Pile, PileModel, doubled"), *_theorem("doubled(n) == n + n"),
             look("return max(number, 0) + doubled(number) - doubled(number)")),
            _TELLS, "if type(word)", "doubled(77) == 7",
        ),
    },
)  # fmt: skip


GROUPS: Final = {
    "words": WORDS,
    "names of errors": ERRORS,
    "names in classes": CLASSES,
    "theorems": THEOREMS,
}
