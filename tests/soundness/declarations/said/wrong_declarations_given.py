"""Wrong declarations: what is given to an operation, what it gives, and what is called and compared for it."""

from typing import Final

from ..wrong_declarations import (
    Case,
    Edit,
    Group,
    asked,
    claimed,
    look,
    meant_method,
    method,
    methods,
    operation,
    stated,
    top,
)

_IMPORTS: Final = (
    "from typing import Any, ClassVar",
    "from collections.abc import Iterable, Iterator\nfrom typing import Any, ClassVar",
)
TAKES: Final = "takes=(NUMBER,), pure=True"


def _walk(impl: str, model: str, *more: Edit, gives: str = "int", options: str = "") -> tuple[Edit, ...]:
    """One more operation, `walk`, with helpers of the arrays."""
    head = f"def walk(self) -> {gives}:\n    "
    return (
        _IMPORTS,
        *more,
        *methods(head + impl.replace("\n", "\n    "), head + model.replace("\n", "\n    ")),
        operation(f'Operation("walk", Claim("PL-R4", "`walk` is the note."){options})'),
    )


# --- iterators

_ADDED: Final = method(
    "def _added(self, given: Iterable[int]) -> int:\n    self.mark = self.mark + 1\n    return sum(given)"
)
_ADDS: Final = "got = self.note\nself.note = self.note + 1\nreturn got"
_LATE: Final = "a = Pile(); a.walk() == 1"
_ONE: Final = method("def _one(self) -> Iterator[int]:\n    yield self.mark")
_NONE: Final = method(
    "def _none(self) -> Iterator[int]:\n    if self.mark == 0:\n        raise Missing('none')\n    yield 1"
)
_REFUSED: Final = "if self.note == 0:\n    raise Missing('none')\nreturn 1"
_ENDS: Final = "it does so where its items are taken"

ITERATORS: Final = Group(
    {
        "a generator": Case(
            "a generator has run when it was called", _walk("return self._added(self._one())", _ADDS, _ADDED, _ONE), "PL-R4", "", _LATE
        ),
        "a generator in brackets": Case(
            "its items are made where it stands", _walk("return self._added(self.mark for each in (1,))", _ADDS, _ADDED), "PL-R4", "", _LATE
        ),
        "a function of each": Case(
            "a function is asked where `map` stands", _walk("return self._added(map(lambda each: self.mark, (1,)))", _ADDS, _ADDED), "PL-R4", "", _LATE
        ),
        "an error that somebody else catches": Case(
            "a generator ends in its error when it is called",
            _walk(
                "return self._caught(self._none())", _REFUSED, _NONE,
                method("def _caught(self, given: Iterator[int]) -> int:\n    try:\n        return sum(given)\n    except Missing:\n        return 7"),
                options=', refusals=("Missing",)'),
            _ENDS, "def _none", "Pile().walk() == 7",
        ),
        "an error of which nobody hears": Case(
            "a generator that nobody goes through ends in its error",
            _walk(
                "return self._unasked(self._none())", _REFUSED, _NONE,
                method("def _unasked(self, given: Iterator[int]) -> int:\n    return 7"), options=', refusals=("Missing",)'),
            _ENDS, "def _none", "Pile().walk() == 7",
        ),
        "an operation that is refused late": Case(
            "who asks for an iterator is refused at once",
            (("    Arrangement, Claim,", "    Arrangement, Claim, same_sequence,"),
             *_walk("if self.mark == 0:\n    raise Missing('none')\nyield 1", "if self.note == 0:\n    raise Missing('none')\nreturn iter([1])",
                    gives="Iterator[int]", options=', refusals=("Missing",), agree=same_sequence')),
            _ENDS, "", "Pile().walk() is not None",
        ),
    },
    right=(
        _walk("return self._summed(self._one())", "return self.note", _ONE,
              method("def _summed(self, given: Iterable[int]) -> int:\n    return sum(given)")),
        _walk("return self._added(list(self._one()))", _ADDS, _ADDED, _ONE),
    ),
)  # fmt: skip


# --- several containers

_TWO: Final = tuple(
    f'{name.upper()} = Domain("{name}", small=lambda m, scope: (Peer(),), classes={{"{name}": lambda m, issued, number: Peer()}}, '
    f'symbolic=lambda make: make.peer("{name}"))\n'
    for name in ("one", "two")
)


def _both(impl: str, model: str) -> tuple[Edit, ...]:
    """One more operation, of two other piles."""
    return (
        *methods(
            f'def both(self, one: "Pile", two: "Pile") -> None:\n    {impl}',
            f'def both(self, one: "PileModel", two: "PileModel") -> None:\n    {model}',
        ),
        claimed("".join(_TWO)),
        operation('Operation("both", Claim("PL-R4", "`both` is right."), takes=(ONE, TWO))'),
    )


_COPIED: Final = "made = Pile()\n    made.cells = self.cells.copy()\n    made.mark = self.mark\n    "
_COPIED_ALSO: Final = _COPIED.replace("made", "more")
_MEANT: Final = _COPIED.replace("Pile", "PileModel").replace("cells", "values").replace("mark", "note")
_MEANT_ALSO: Final = _MEANT.replace("made", "more")


def _copies(impl: str, model: str) -> tuple[Edit, ...]:
    """One more operation, which gives two copies."""
    return (
        *methods(
            f'def copies(self) -> "tuple[Pile, Pile]":\n    {impl}',
            f'def copies(self) -> "tuple[PileModel, PileModel]":\n    {model}',
        ),
        operation(
            'Operation("copies", Claim("PL-R4", "`copies` gives two copies."), pure=True, '
            "agree=lambda m, h: conj(m[0].values == h[0].cells, m[1].values == h[1].cells))"
        ),
    )


CONTAINERS: Final = Group(
    {
        "a copy that is given twice": Case(
            "what gives two piles gives two",
            _copies(f"{_COPIED}return made, made", f"{_MEANT}{_MEANT_ALSO}return made, more"),
            "PL-R4", "", "a, b = Pile().copies(); a.push(7); b.cells == [7]",
        ),
        "a copy that the model gives twice": Case(
            "what the model gives twice may be two",
            _copies(f"{_COPIED}{_COPIED_ALSO}return made, more", f"{_MEANT}return made, made"),
            "PL-R4", "", "a, b = Pile().copies(); a.push(7); b.cells == []",
        ),
        "the second one is this": Case(
            "of two piles that are given, none or both are this one",
            _both("two.mark = 7\n    self.mark = 5", "self.note = 5\n    two.note = 7"),
            "PL-I2", "", "a, b = Pile(), Pile(); a.both(b, a); a.mark == 5",
        ),
        "the two are one": Case(
            "two piles that are given are two, or this one",
            _both("if self.mark != one.mark:\n        two.mark = 7\n        one.mark = 5", "if self.note != one.note:\n        one.note = 5\n        two.note = 7"),
            "PL-I2", "", "a, b = Pile(), Pile(); b.mark = 1; a.both(b, b); b.mark == 5",
        ),
        "another one that is refused": Case(
            "what is refused leaves this pile as it was, and no other",
            (*methods('def drop(self, other: "Pile") -> None:\n    if len(self.cells) == 0:\n        if len(other.cells) > 0:\n'
                      "            other.mark = other.mark + 1\n        raise Missing('empty')\n    self.cells.pop()",
                      'def drop(self, other: "PileModel") -> None:\n    if len(self.values) == 0:\n        raise Missing("empty")\n    self.values.pop()'),
             claimed(_TWO[0] + "\n\ndef _dropped(at):\n    made = PileModel()\n    made.values = at.now.cells\n    made.note = at.now.mark\n    return made\n"),
             operation('Operation("drop", Claim("PL-R4", "`drop` drops."), takes=(ONE,), refusals=("Missing",), witness=_dropped, '
                       'refused_if=lambda m, one: len(m.values) == 0, '
                       'ensures=lambda before, after, result, one: {"one less": len(after.values) == len(before.values) - 1})')),
            "PL-R4", "", "from contextlib import suppress; a, b = Pile(), Pile(); b.push(7)\nwith suppress(Missing): a.drop(b)\n; b.mark == 1",
        ),
        "a copy that is compared by half": Case(
            "what is given is a pile as good as another",
            (*methods('def copy(self) -> "Pile":\n    made = Pile()\n    made.cells = self.cells.copy()\n    made.mark = 9\n    return made',
                      'def copy(self) -> "PileModel":\n    made = PileModel()\n    made.values = self.values.copy()\n    made.note = self.note\n    return made'),
             operation('Operation("copy", Claim("PL-R4", "`copy` is a copy."), pure=True, agree=lambda m, h: m.values == h.cells)')),
            "PL-I2", "", "Pile().copy().mark == 9",
        ),
    },
    right=(
        _both("one.mark = 5\n    two.mark = 5", "one.note = 5\n    two.note = 5"),
        _copies(f"{_COPIED}{_COPIED_ALSO}return made, more", f"{_MEANT}{_MEANT_ALSO}return made, more"),
        (*methods('def copy(self) -> "Pile":\n    made = Pile()\n    made.cells = self.cells.copy()\n    made.mark = self.mark\n    return made',
                  'def copy(self) -> "PileModel":\n    made = PileModel()\n    made.values = self.values.copy()\n    made.note = self.note\n    return made'),
         operation('Operation("copy", Claim("PL-R4", "`copy` is a copy."), pure=True, agree=lambda m, h: m.values == h.cells)')),
    ),
)  # fmt: skip


# --- what is compared, and what is called

SEVEN: Final = look("return 7")
IS_SEVEN: Final = "Pile().look(1) == 7"
_UNREAD: Final = "it cannot be read from the text"
_BY_LAMBDA: Final = "lambda h, number: number if number > 0 else 0"

OTHERWISE: Final = (
    asked(f"{TAKES}, impl=_call"),
    claimed("def _call(h: Pile, number: int) -> int:\n    return h.look(number)\n"),
)
"""A declaration that says itself how `look` is called."""

MEANT_OTHERWISE: Final = (asked(f"{TAKES}, model=lambda m, number: m.look(number) + 0"),)
"""A declaration that says itself what `look` means."""


def _gives(impl: str, model: str, kind: str, agree: str, meant: str = "") -> tuple[Edit, ...]:
    """One more operation, `all`, whose results are compared so; of the model they may be of another kind."""
    return (
        *methods(
            f"def all(self) -> {kind}:\n    return {impl}",
            f"def all(self) -> {meant or kind}:\n    return {model}",
        ),
        operation(f'Operation("all", Claim("PL-R4", "`all` gives all."), pure=True, agree={agree})'),
    )


_LENGTHS: Final = "lambda m, h: len(m) == len(h)"
_LONG: Final = "lambda m, h: len(list(m)) == len(list(h))"
_SECONDS: Final = "lambda m, h: m[1] == h[1]"
_LISTS: Final = "lambda m, h: conj(m[0] == h[0], len(m[1]) == len(h[1]))"

COMPARED: Final = Group(
    {
        "lists by their lengths": Case(
            "lists of one length are equal", _gives("[7 for each in self.cells]", "self.values.copy()", "list[int]", _LENGTHS), "PL-R4", "",
            "a = Pile(); a.push(1); a.all() == [7]",
        ),
        "dicts by their lengths": Case(
            "dicts of one length are equal", _gives("{0: 7}", "{0: 6}", "dict[int, int]", _LENGTHS), "PL-R4", "", "Pile().all() == {0: 7}"
        ),
        "lists of tuples by their lengths": Case(
            "lists of one length are equal, if they stand in tuples",
            _gives("(1, [7 for each in self.cells])", "(1, self.values.copy())", "tuple[int, list[int]]", _LISTS), "PL-R4", "",
            "a = Pile(); a.push(1); a.all() == (1, [7])",
        ),
        "iterators by their lengths": Case(
            "iterators of as many are equal", (_IMPORTS, *_gives("iter([7 for each in self.cells])", "iter(self.values.copy())", "Iterator[int]", _LONG)), "PL-R4", "",
            "a = Pile(); a.push(1); next(a.all()) == 7",
        ),
        "a tuple and a list by their lengths": Case(
            "a tuple is a list of as many", _gives("(7, 8)", "[1, 2]", "tuple[int, int]", _LONG, "list[int]"), "PL-R4", "", "Pile().all() == (7, 8)",
        ),
        "a list and an iterator by their lengths": Case(
            "a list is an iterator of as many",
            (_IMPORTS, *_gives("[7 for each in self.cells]", "iter(self.values.copy())", "list[int]", _LONG, "Iterator[int]")), "PL-R4", "",
            "a = Pile(); a.push(1); a.all() == [7]",
        ),
        "tuples by one of two": Case(
            "tuples are equal if the last one of each is",
            _gives("(2, self.cells.copy())", "(1, self.values.copy())", "tuple[int, list[int]]", _SECONDS), "PL-R4", "", "Pile().all() == (2, [])",
        ),
        "results that need not be equal": Case(
            "what is compared by less than `==` is right", (SEVEN, asked(f"{TAKES}, agree=lambda a, b: a == b or a >= 0")), "PL-R3", "", IS_SEVEN
        ),
        "a name of two operations": Case(
            "what is called in one go is judged one by one",
            (*methods("def other(self) -> int:\n    return 7", "def other(self) -> int:\n    return 6"),
             operation('Operation("push, other", Claim("PL-R4", "`other` is six."), model=lambda m: 0, impl=lambda h: 0)')),
            "is no operation", "", "Pile().other() == 7",
        ),
        "a property": Case(
            "what looks like a field is one",
            (*methods("@property\ndef half(self) -> int:\n    return 7", "@property\ndef half(self) -> int:\n    return 6"),
             operation('Operation("half", Claim("PL-R4", "`half` is six."), pure=True, model=lambda m: m.half, impl=lambda h: h.half)')),
            "PL-R4", "", "Pile().half == 7",
        ),
        "a call that is not read": Case(
            "what cannot be read calls the operation", (SEVEN, asked(f'{TAKES}, impl={{"look": {_BY_LAMBDA}}}.get("look")')), _UNREAD, 'Operation("look"', IS_SEVEN
        ),
        "a comparison that is not read": Case(
            "what cannot be read compares", (SEVEN, asked(f'{TAKES}, agree={{"look": lambda a, b: True}}.get("look")')), _UNREAD, 'Operation("look"', IS_SEVEN
        ),
        "a call that is put in later": Case(
            "what a declaration adds to a list is not there",
            (SEVEN, asked(f"{TAKES}, impl=_made()"),
             claimed(f"def _made():\n    made = [lambda h, number: h.look(number)]\n    made += [{_BY_LAMBDA}]\n    return made[-1]\n")),
            "it is not read", "made +=", IS_SEVEN,
        ),
        "a call that is tried": Case(
            "what a declaration does in a `try` is not done",
            (SEVEN, asked(f"{TAKES}, impl=_made()"),
             claimed(f"def _made():\n    made = lambda h, number: h.look(number)\n    try:\n        made = {_BY_LAMBDA}\n    finally:\n        pass\n    return made\n")),
            "it is not read", "try:", IS_SEVEN,
        ),
        "a loop that is left": Case(
            "a loop of a declaration goes to its end",
            (SEVEN, asked(f"{TAKES}, impl=_made()"),
             claimed(f"def _made():\n    for made in ({_BY_LAMBDA}, lambda h, number: h.look(number)):\n        if made is not None:\n            break\n    return made\n")),
            "it is not read", "break", IS_SEVEN,
        ),
    },
    right=(_gives("self.cells.copy()", "self.values.copy()", "list[int]", _LENGTHS),
           (_IMPORTS, *_gives("iter(self.cells.copy())", "iter(self.values.copy())", "Iterator[int]", _LONG)),
           (_IMPORTS, *_gives("self.cells.copy()", "iter(self.values.copy())", "list[int]", _LONG, "Iterator[int]")),
           _gives("(1, 2)", "[1, 2]", "tuple[int, int]", _LONG, "list[int]"),
           _gives("(1, self.cells.copy())", "(1, self.values.copy())", "tuple[int, list[int]]", _LISTS),
           (asked(f"{TAKES}, agree=lambda a, b: a == b"),), (asked(f"{TAKES}, impl=lambda h, number: h.look(number)"),)),
)  # fmt: skip


# --- parameters

_LEFT_OUT: Final = "the parameter is"


def _looking(kind: str, *body: str, model: str = "") -> tuple[Edit, ...]:
    """`look` takes something else, of both sides."""
    text = "\n        ".join(body)
    return (
        ("def look(self, number: int) -> int:\n        return max", f"def look(self, number: {kind}) -> int:\n        {text}\n        return max"),
        ("def look(self, number: int) -> int:\n        return number if",
         f"def look(self, number: {kind}) -> int:\n        {model or text.replace('7', '6')}\n        return number if"),
    )  # fmt: skip


def _reading(impl: str) -> tuple[Edit, ...]:
    """One more operation, which is given a list or a tuple."""
    head = "def walk(self, given: Sequence[int]) -> int:\n    "
    return (
        ("from typing import Any, ClassVar", "from collections.abc import Sequence\nfrom typing import Any, ClassVar"),
        top("def _is_list(value: Any) -> bool:\n    return isinstance(value, list)"),
        *methods(f"{head}{impl}", f"{head}return 0"),
        claimed('GIVEN = Domain("given", small=lambda m, scope: ([], [1]), classes={"given": lambda m, issued, number: [number]}, symbolic=lambda make: make.ints("given"))\n'),
        operation('Operation("walk", Claim("PL-R4", "`walk` is nothing."), takes=(GIVEN,), pure=True)'),
    )  # fmt: skip


def started(model: str, impl: str, given: str = '"start": make.int("start")') -> tuple[Edit, ...]:
    """Constructors with parameters."""
    return (
        (
            "def __init__(self) -> None:\n        self.values",
            f"def __init__(self, {model}) -> None:\n        self.values",
        ),
        ("def __init__(self) -> None:\n        self.cells", f"def __init__(self, {impl}) -> None:\n        self.cells"),
        ("self.note = 0", "self.note = start"),
        ("self.mark = 0", "self.mark = start"),
        ("configure=lambda make: {}", f"configure=lambda make: {{{given}}}"),
        (
            'Scope("three", {}',
            'Scope("three", {"start": 0, "more": 0}' if "more" in given else 'Scope("three", {"start": 0}',
        ),
    )


_SECOND: Final = ("class Pile:\n    cells: list[int]\n    mark: int\n\n    def __init__(self) -> None:\n        self.cells = []\n        self.mark = 0\n",
                  ("class Base:\n    cells: list[int]\n    mark: int\n\n    def __init__(self) -> None:\n        self.cells = []\n        self.mark = 0\n\n"
                  "    def size(self) -> int:\n        return 7\n\n    __len__ = size\n\n\nclass Pile(Base):\n"
                  "    def size(self) -> int:\n        return len(self.cells)\n"))  # fmt: skip
_SIZE: Final = (
    meant_method("def size(self) -> int:\n    return len(self.values)\n\n__len__ = size"),
    operation('Operation("size", Claim("PL-R4", "`size` is the number."), pure=True)'),
    stated('aliases={"__len__": "size"}'),
)

PARAMETERS: Final = Group(
    {
        "none": Case(
            "who may give a number or nothing gives a number",
            _looking("int | None = None", "if number is None:", "    return 7"), _LEFT_OUT, "symbolic=", "Pile().look() != PileModel().look()",
        ),
        "none, of a function that makes it": Case(
            "who may give a number or nothing gives a number",
            (*_looking("int | None = None", "if number is None:", "    return 7"),
             ("symbolic=lambda make: make.int(\"number\")", "symbolic=_number"), claimed("def _number(make):\n    return make.int(\"number\")\n")),
            "which the parameter may be", "",
            "Pile().look() != PileModel().look()",
        ),
        "a pair, of a function that makes it": Case(
            "who may give a number or a pair gives a number",
            (*_looking("int | tuple[int, int]", "if isinstance(number, tuple):", "    return 7", model="if isinstance(number, tuple):\n            return 6"),
             ("symbolic=lambda make: make.int(\"number\")", "symbolic=_number"), claimed("def _number(make):\n    return make.int(\"number\")\n")),
            "it is never tuple[int, int], which the parameter may be", "", "Pile().look((1, 2)) == 7",
        ),
        "a pile": Case(
            "who may give a number or a pile gives a number",
            _looking('"int | Pile"', "if not isinstance(number, int):", "    return 7"), "it is never Pile, which the parameter may be", "", "Pile().look(Pile()) == 7",
        ),
        "data of any kind": Case(
            "data of any kind is a number",
            _looking("Any", "if isinstance(number, str):", "    return 7"), _LEFT_OUT, "symbolic=", 'Pile().look("a") != PileModel().look("a")',
        ),
        "a tuple": Case(
            "what may be a list or a tuple is a list",
            _reading("return 0 if _is_list(given) else 7"), "isinstance: it may be a list or a tuple", "return isinstance(value, list)", "Pile().walk((1,)) == 7",
        ),
        "another order": Case(
            "arguments of a constructor are given by name",
            started("start: int, more: int", "more: int, start: int", '"start": make.int("start"), "more": make.int("more")'),
            "a call by name succeeds on one side only", "PILE = Refinement(", "Pile(1, 2).mark == 2",
        ),
        "another default": Case(
            "arguments of a constructor are given",
            started("start: int = 0", "start: int = 7"), "a call that leaves it out differs", "PILE = Refinement(", "Pile().mark == 7",
        ),
        "a second name": Case(
            "a second name of a method is that of the method which stands below", (_SECOND, *_SIZE), "it stays the `size` that stands above",
            "", "len(Pile()) == 7",
        ),
    },
    right=(
        _reading("return 0 if list(given) == list(given) else 7"),
        started("start: int", "start: int"),
        ((_SECOND[0], _SECOND[1].rstrip() + "\n\n    __len__ = size\n"), *_SIZE),
    ),
)  # fmt: skip


GROUPS: Final = {
    "iterators": ITERATORS,
    "containers": CONTAINERS,
    "compared": COMPARED,
    "parameters": PARAMETERS,
}
