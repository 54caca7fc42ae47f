"""Wrong declarations: what outlives a call, what is state beside the fields, and how objects and classes come about."""

from typing import Final

from ..wrong_declarations import (
    Case,
    Edit,
    Group,
    begin,
    fields,
    look,
    meant,
    meant_begin,
    meant_fields,
    method,
    methods,
    operation,
    push,
    top,
)

_ZERO: Final = meant("return 0")
_LATER: Final = "a = Pile(); a.look(0); [a.look(0) for _ in range(9)]; a.look(0) != 0"


def _outlives(count: str, asked: str, above: str = "", *more: Edit) -> tuple[Edit, ...]:
    """Each look is counted somewhere, and the tenth gives something else."""
    lines = [count] if count else []
    return (look(*lines, f"return 1 if {asked} > 9 else 0"), _ZERO, *([top(above)] if above else []), *more)


NAMESPACE: Final = "from types import SimpleNamespace\n\n"
CLASS: Final = "makes state that all objects share"
CONSTANT: Final = "is no constant"

OUTLIVES: Final = Group(
    {
        "a class": Case(
            "an attribute of another class is counted up",
            _outlives("Tally.calls += 1", "Tally.calls", "class Tally:\n    calls = 0"),
            CLASS,
            "calls = 0",
            _LATER,
        ),
        "a constant of a class": Case(
            "an attribute that is called a constant is counted up",
            _outlives("Tally.CALLS += 1", "Tally.CALLS", "class Tally:\n    CALLS: ClassVar[int] = 0"),
            "CALLS",
            "Tally.CALLS += 1",
            _LATER,
        ),
        "an object of the module": Case(
            "a name of the module holds an object that changes",
            _outlives("TALLY.calls += 1", "TALLY.calls", f"{NAMESPACE}TALLY = SimpleNamespace(calls=0)"),
            CONSTANT,
            "TALLY = ",
            _LATER,
        ),
        "a list in a tuple": Case(
            "a tuple is taken for a constant, whatever it holds",
            _outlives("SEEN[0].append(0)", "len(SEEN[0])", "SEEN = ([],)"),
            CONSTANT,
            "SEEN = ",
            _LATER,
        ),
        "a dict of the module": Case(
            "an entry of a dict is counted up",
            _outlives("SEEN[0] = SEEN.setdefault(0, 0) + 1", "SEEN[0]", "SEEN: dict[int, int] = {}"),
            CONSTANT,
            "SEEN: ",
            _LATER,
        ),
        "an iterator": Case(
            "an iterator of the module is moved on",
            _outlives("", "next(TICKS)", "import itertools\n\nTICKS = itertools.count()"),
            CONSTANT,
            "TICKS = ",
            _LATER,
        ),
        "a default": Case(
            "a default is made once, and changes",
            (
                top(NAMESPACE),
                meant("return 0"),
                ("def look(self, number: int) -> int:\n        return max(number, 0)",
                 ("def look(self, number: int, tally: Any = SimpleNamespace(calls=0)) -> int:\n        tally.calls += 1\n"
                 "        return 1 if tally.calls > 9 else 0")),
            ),
            "as a default",
            "tally: Any",
            _LATER,
        ),
        "a list as a default": Case(
            "a list that is a default grows",
            (
                meant("return 0"),
                ("def look(self, number: int) -> int:\n        return max(number, 0)",
                 ("def look(self, number: int, seen: list[int] = []) -> int:\n        seen.append(0)\n"
                 "        return 1 if len(seen) > 9 else 0")),
            ),
            "as a default",
            "seen: list",
            _LATER,
        ),
        "a function": Case(
            "an attribute of a function is counted up",
            _outlives("_tally.calls = getattr(_tally, 'calls', 0) + 1", "_tally.calls", "def _tally() -> None:\n    pass"),
            "_tally.calls",
            "_tally.calls = ",
            _LATER,
        ),
        "names of the module": Case(
            "the names of the module are asked for by a call",
            _outlives("names = globals()\n        names['CALLS'] = names.get('CALLS', 0) + 1", "names['CALLS']"),
            "`globals`",
            "names = ",
            _LATER,
        ),
        "a name of the module": Case(
            "a name of the module is bound anew",
            _outlives("global CALLS\n        CALLS += 1", "CALLS", "CALLS = 0"),
            "Global",
            "global CALLS",
            _LATER,
        ),
        "a module": Case(
            "an attribute of a module is counted up, which is imported where it is used",
            _outlives("import helper\n\n        helper.calls += 1", "helper.calls"),
            "Import is no statement of the language",
            "import helper",
            _LATER,
            {"helper.py": "calls = 0\n"},
        ),
        "an object of the class": Case(
            "a class holds an object that changes",
            _outlives("self.tally.calls += 1", "self.tally.calls", NAMESPACE, fields("tally = SimpleNamespace(calls=0)")),
            CLASS,
            "tally = ",
            _LATER,
        ),
        "a list of the class": Case(
            "a class holds a list, which all objects share",
            _outlives("self.seen.append(0)", "len(self.seen)", "", fields("seen: ClassVar[list[int]] = []")),
            "seen",
            "seen: ClassVar",
            _LATER,
        ),
        "what is remembered": Case(
            "a function that remembers gives all callers one list",
            _outlives("tally()[0] += 1", "tally()[0]", "import functools\n\n\n@functools.lru_cache\ndef tally() -> list[int]:\n    return [0]"),
            "decorator `@functools.lru_cache`",
            "@functools.lru_cache",
            _LATER,
        ),
        "a closure": Case(
            "an inner function counts in the function that made it",
            _outlives("", "COUNTED()", "def counting():\n    calls = 0\n\n    def counted():\n        nonlocal calls\n        calls += 1\n"
                      "        return calls\n\n    return counted\n\n\nCOUNTED = counting()"),
            CONSTANT,
            "COUNTED = ",
            _LATER,
        ),
        "the clock": Case(
            "what time it is is a constant",
            (look("return 1 if time() > 0 else 0"), _ZERO, top("from time import time")),
            "`time`",
            "return 1 if time()",
            "Pile().look(0) == 1",
        ),
        "a file": Case(
            "what a file says is a constant",
            (look("try:", '    open("pile.flag").close()', "except OSError:", "    return 0", "return 1"), _ZERO),
            "`open`",
            "open(",
            'open("pile.flag", "w").close(); Pile().look(0) == 1',
        ),
    },
    (
        (top("class Tally:\n    CALLS: ClassVar[int] = 1"), look("return max(number, 0) * Tally.CALLS")),
        (top("SEEN = ((1, 2), 3)"), look("return max(number, 0) + SEEN[1] - 3")),
        (
            ("def look(self, number: int) -> int:\n        return max(number, 0)",
             ("def look(self, number: int) -> int:\n        return self._more(number)\n\n"
             "    def _more(self, number: int, least: int = 0) -> int:\n        return max(number, least)")),
        ),
    ),
)  # fmt: skip

BESIDE: Final = Group(
    {
        "set behind the class": Case(
            "`object.__setattr__` goes past what watches assignments",
            (look("calls = getattr(self, 'calls', 0) + 1", "object.__setattr__(self, 'calls', calls)", "return 1 if calls > 1 else 0"), _ZERO),
            "`.__setattr__`",
            "object.__setattr__",
            "a = Pile(); a.look(0) == 0; a.look(0) == 1",
        ),
        "a name that is not annotated": Case(
            "an attribute without a kind is no part of the state",
            (begin("self.last = 0"), look("seen, self.last = self.last, 1", "return seen"), _ZERO),
            "self.last",
            "self.last = 0",
            "a = Pile(); a.look(0) == 0; a.look(0) == 1",
        ),
        "a text": Case(
            "an attribute of a kind that nobody knows is no part of the state",
            (fields('last: str = ""'), look('seen, self.last = self.last, "seen"', "return 1 if seen else 0"), _ZERO),
            "field `last` with a value",
            "last: str",
            "a = Pile(); a.look(0); a.look(0) == 1",
        ),
        "a text in the constructor": Case(
            "an attribute that is a text is no part of the state",
            (fields("last: str"), begin('self.last = ""'),
             look("seen = self.last", 'self.last = "seen"', 'return 1 if seen == "seen" else 0'), _ZERO),
            "not proved: PL-R3",
            'self.last = "seen"',
            "a = Pile(); a.look(0); a.look(0) == 1",
        ),
        "None or a number": Case(
            "an attribute of two kinds is no part of the state",
            (fields("last: int | None"), begin("self.last = None"),
             look("seen = self.last", "self.last = number", "return 0 if seen is None else 1"), _ZERO),
            "Pile.last",
            "last: int | None",
            "a = Pile(); a.look(0); a.look(0) == 1",
        ),
        "of any kind": Case(
            "an attribute that may be anything is no part of what stays",
            (fields("looked: object"), begin("self.looked = None"), look("self.looked = number", "return max(number, 0)")),
            "field `looked` of any kind",
            "looked: object",
            "a = Pile(); a.look(3); a.looked == 3",
        ),
        "a method that is hidden": Case(
            "an attribute hides the method that is proved",
            (top("def _other(number: int) -> int:\n    return 7"), begin("self.__dict__['look'] = _other")),
            "`.__dict__`",
            "self.__dict__",
            "Pile().look(0) == 7",
        ),
        "a method that is assigned": Case(
            "an attribute has the name of the method that is proved",
            (begin("self.look = self.pop"),),
            "self.look",
            "self.look = ",
        ),
        "a field that is a method": Case(
            "a field hides the method of that name",
            (fields("look: int"), begin("self.look = 7"), ("def look(self, number: int) -> int:\n        return max", "def look(self, number: int) -> int:  # hidden\n        return max")),
            "`look` once more",
            "def look(self, number: int) -> int:  # hidden",
        ),
        "deleted": Case(
            "an attribute that is deleted is as it was",
            (look("del self.mark", "return max(number, 0)"),),
            "self.mark",
            "del self.mark",
            "a = Pile(); a.look(0); not hasattr(a, 'mark')",
        ),
    },
    (
        (
            fields("last: int"),
            meant_fields("last: int"),
            begin("self.last = -1"),
            meant_begin("self.last = -1"),
            ("return m.note == h.mark", "return conj(m.note == h.mark, m.last == h.last)"),
            *methods("def seen(self, number: int) -> int:\n    seen = self.last\n    self.last = number\n    return seen"),
            operation('Operation("seen", Claim("PL-R4", "`seen` gives what it was asked the last time."), takes=(NUMBER,))'),
        ),
    ),
)  # fmt: skip

_MARKED: Final = "Pile().mark == 1"

CLASSES: Final = Group(
    {
        "its own class": Case(
            "in a proof an object is of another class",
            (look("return 7 if type(self) is Pile else max(number, 0)"),),
            "only data of any kind is asked for its type",
            "type(self) is Pile",
            "Pile().look(0) == 7",
        ),
        "its own class by name": Case(
            "the class of an object is asked for its name",
            (look('return 7 if self.__class__.__name__ == "Pile" else max(number, 0)'),),
            "`.__class__`",
            "self.__class__",
            "Pile().look(0) == 7",
        ),
        "changed by its constructor": Case(
            "a constructor counts in its class",
            (fields("made = 0"), begin("Pile.made = Pile.made + 1"), look("return 1 if Pile.made > 0 else 0"), _ZERO),
            CLASS,
            "made = 0",
            "Pile().look(0) == 1",
        ),
        "a metaclass": Case(
            "what makes objects of the class does more than the constructor",
            (top("class Making(type):\n    def __call__(cls):\n        made = super().__call__()\n        made.mark = 1\n        return made"),
             ("class Pile:", "class Pile(metaclass=Making):")),
            "`metaclass=` in a class",
            "class Pile(metaclass=Making)",
            _MARKED,
        ),
        "made otherwise": Case(
            "`__new__` makes an object of another class",
            (method("def __new__(cls):\n    return object.__new__(Other)"),
             ("return max(number, 0)\n", "return max(number, 0)\n\n\nclass Other(Pile):\n    def look(self, number: int) -> int:\n        return 7\n")),
            "`Pile.__new__` is no operation",
            "def __new__(cls)",
            "Pile().look(0) == 7",
        ),
        "assignments of a base": Case(
            "a base from another file changes what is assigned",
            (top("from helper import Clamped"), ("class Pile:", "class Pile(Clamped):"), push("self.cells.append(number)", "self.mark = 5"),
             ("self.values.append(number)", "self.values.append(number)\n        self.note = 5")),
            "`__setattr__`",
            "def __setattr__",
            "a = Pile(); a.push(1); a.mark == 3",
            {"helper.py": "class Clamped:\n    def __setattr__(self, name, value) -> None:\n"
                          "        object.__setattr__(self, name, min(value, 3) if name == 'mark' else value)\n"},
        ),
        "a base that overrides": Case(
            "of two bases the first one has the method that is called",
            (
                top("class Low:\n    def low(self) -> int:\n        return -1\n\n\nclass High(Low):\n    def low(self) -> int:\n        return 0"),
                ("class Pile:", "class Pile(Low):"),
                look("return max(number, self.low())"),
            ),
            "Low.low",
            "",
            "Pile().look(-3) == -1",
        ),
        "a base whose method is wrong": Case(
            "a private method of the base is another one there",
            (
                top("class Low:\n    def _low(self) -> int:\n        return -1"),
                ("class Pile:", "class Pile(Low):"),
                look("return max(number, self._low())"),
            ),
            "PL-R3",
            "",
            "Pile().look(-3) == -1",
        ),
        "an attribute that is asked for": Case(
            "what is missing is made up when it is asked for",
            (method("def __getattr__(self, name: str) -> int:\n    return 7"), look("return self.missing")),
            "__getattr__",
            "def __getattr__",
            "Pile().look(0) == 7",
        ),
        "an equality of its own": Case(
            "two objects are equal where a method says so",
            (top("class Spot:\n    place: int\n\n    def __init__(self, place: int) -> None:\n        self.place = place\n\n"
                 "    def __eq__(self, other: object) -> bool:\n        return True"),
             look("return 7 if Spot(number) == Spot(number + 1) else max(number, 0)")),
            'comparison of Spot and Spot',
            'Spot(number) == Spot(number + 1)',
            "Pile().look(0) == 7",
        ),
        "a class that is made again": Case(
            "the last of two classes of one name is that which counts",
            (("return max(number, 0)\n", "return max(number, 0)\n\n\nclass Pile(Pile):\n    def look(self, number: int) -> int:\n        return 7\n"),),
            "Pile",
            "class Pile(Pile)",
            "Pile().look(0) == 7",
        ),
        "a method that is made again": Case(
            "the last of two methods of one name is that which counts",
            (("return max(number, 0)\n", "return max(number, 0)\n\n    def look(self, number: int) -> int:  # once more\n        return 7\n"),),
            "`look` once more",
            "# once more",
            "Pile().look(0) == 7",
        ),
    },
    (
        (
            top("class Low:\n    def _low(self) -> int:\n        return 0"),
            ("class Pile:", "class Pile(Low):"),
            look("return max(number, self._low())"),
        ),
    ),
)  # fmt: skip

GROUPS: Final = {"outlives": OUTLIVES, "beside": BESIDE, "classes": CLASSES}
