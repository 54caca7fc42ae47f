"""Wrong declarations: code that is not followed as it runs, errors that only one of CPython and a proof ends in."""

from typing import Final

from ..wrong_declarations import Case, Edit, Group, asked, look, loops, meant, method, methods, operation, top

_ZERO: Final = meant("return 0")
_SEVEN: Final = "Pile().look(0) == 7"
_WRONG: Final = "def wrong(number: int) -> int:\n    return 7"
NO_CONSTANT: Final = "is no constant"


def _seven(*body: str, above: str = "") -> tuple[Edit, ...]:
    return look(*body), _ZERO, *([top(above)] if above else [])


FOLLOWED: Final = Group(
    {
        "a helper beside": Case(
            "a function of another file runs as it is",
            _seven("return wrong(number)", above="from helper import wrong"),
            "PL-R3",
            "",
            _SEVEN,
            {"helper.py": f'"""Helps."""\n\n\n{_WRONG}\n'},
        ),
        "a helper in a package": Case(
            "a function of a package beside runs as it is",
            _seven("return wrong(number)", above="from parts.helper import wrong"),
            "PL-R3",
            "",
            _SEVEN,
            {"parts/__init__.py": "", "parts/helper.py": f"{_WRONG}\n"},
        ),
        "a partial": Case(
            "what a partial holds runs as it is",
            _seven("return SORT(number)", above=f"import functools\n\n\n{_WRONG}\n\n\nSORT = functools.partial(wrong)"),
            NO_CONSTANT,
            "SORT = ",
            _SEVEN,
        ),
        "a tuple of functions": Case(
            "what stands in a tuple runs as it is",
            _seven("return STEPS[0](number)", above=f"{_WRONG}\n\n\nSTEPS = (wrong,)"),
            NO_CONSTANT,
            "STEPS = ",
            _SEVEN,
        ),
        "a default": Case(
            "a function that is a default runs as it is",
            (
                ("def look(self, number: int) -> int:\n        return max(number, 0)", ("def look(self, number: int) -> int:\n        return self._look(number)\n\n"
                 "    def _look(self, number: int, how: Any = wrong) -> int:\n        return how(number)")),
                _ZERO,
                top(_WRONG),
            ),
            "as a default",
            "how: Any = wrong",
            _SEVEN,
        ),
        "a decorator": Case(
            "what stands in the place of a function runs as it is",
            _seven("return right(number)", above="def twisted(function: Any) -> Any:\n    return lambda number: 7\n\n\n@twisted\ndef right(number: int) -> int:\n    return 0"),
            "decorator `@twisted`",
            "@twisted",
            _SEVEN,
        ),
        "a method of a base": Case(
            "a method of the base that is called by its class runs as it is",
            (*_seven("return Base.seen(self, number)", above="class Base:\n    def seen(self, number: int) -> int:\n        return 7"), ("class Pile:", "class Pile(Base):")),
            "`Base.seen` is no operation",
            "def seen(",
            _SEVEN,
        ),
        "a static method": Case(
            "a function of the class that is called by its name runs as it is",
            (look("return Pile._wrong(number)"), _ZERO, method("@staticmethod\ndef _wrong(number: int) -> int:\n    return 7")),
            "PL-R3",
            "",
            _SEVEN,
        ),
        "a class that is called": Case(
            "the method of a helper's object runs as it is",
            _seven("return Helper().wrong(number)", above="class Helper:\n    def wrong(self, number: int) -> int:\n        return 7"),
            "PL-R3",
            "",
            _SEVEN,
        ),
        "a context": Case(
            "what a `with` runs is not seen",
            _seven("with Plainly() as sort:", "    return sort", above="class Plainly:\n    def __enter__(self) -> int:\n        return 7\n\n    def __exit__(self, *error: Any) -> None:\n        pass"),
            "With is no statement of the language",
            "with Plainly()",
            _SEVEN,
        ),
        "a text that is run": Case(
            "what a text says is run",
            _seven('return eval("7")'),
            "`eval`",
            'eval("7")',
            _SEVEN,
        ),
        "an inner function that binds late": Case(
            "an inner function reads what a name has when it is made",
            _seven("found = 0", "seen = lambda: found", "found = 7", "return seen()"),
            "found",
            "seen = lambda",
            _SEVEN,
        ),
        "a name that is a built-in": Case(
            "a function has the name of a built-in one",
            (top("def max(one: int, other: int) -> int:\n    return 7"),),
            "max",
            "def max(",
            _SEVEN,
        ),
        "a conditional import": Case(
            "a name is bound on some path",
            _seven("return LIMIT", above="if True:\n    LIMIT = 7\nelse:\n    LIMIT = 0"),
            "at the top of a module",
            "if True:",
            _SEVEN,
        ),
        "bound twice": Case(
            "a name of the module is what it was first",
            _seven("return LIMIT", above="LIMIT = 0\nLIMIT = 7"),
            "LIMIT",
            "LIMIT = 7",
            _SEVEN,
        ),
        "changed by a loop": Case(
            "a name of the module is changed by a loop",
            _seven("return LIMIT", above="LIMIT = 0\nfor LIMIT in (7,):\n    pass"),
            "at the top of a module",
            "for LIMIT",
            _SEVEN,
        ),
        "a generator that waits": Case(
            "what a generator does is done when it is made",
            (
                *methods("def _marked(self) -> Any:\n    self.mark = 1\n    yield 0", "def seen(self) -> int:\n    return 0")[1:],
                look("self._marked()", "return max(number, 0)"),
            ),
            "_marked",
            "def _marked",
        ),
        "an assertion": Case(
            "what an assertion does is not done under -O",
            (look("assert self._bump() > 0", "return max(number, 0)"), method("def _bump(self) -> int:\n    self.mark += 1\n    return self.mark")),
            "`self._bump()` in an assert",
            "assert self._bump()",
            "a = Pile(); a.look(0); a.mark == 1",
        ),
    },
    (
        (look("return Pile._high(number)"), method("@staticmethod\ndef _high(number: int) -> int:\n    return max(number, 0)")),
        (look("return Helper().high(number)"), top("class Helper:\n    def high(self, number: int) -> int:\n        return max(number, 0)")),
    ),
)  # fmt: skip

_MISSING: Final = 'takes=(NUMBER,), pure=True, refusals=("Missing",)'


def _caught(expression: str, error: str, other: str = "7") -> tuple[Edit, ...]:
    """A try, which gives what a proof might end in."""
    return look("try:", f"    return {expression}", f"except {error}:", f"    return {other}"), _ZERO


ERRORS: Final = Group(
    {
        "an argument of a function": Case(
            "a function takes no such argument in a proof, and the error is caught",
            _caught("next(place for place, each in enumerate((number,), start=7))", "TypeError", "0"),
            "`start=`",
            "start=7",
            _SEVEN,
        ),
        "a hash": Case(
            "what a hash gives is refused in a proof, and the error is caught",
            (*_caught("7 if hash(self) == 7 else 0", "TypeError", "0"), method("def __hash__(self) -> int:\n    return 7")),
            "`Pile.__hash__` is no operation",
            "def __hash__",
            _SEVEN,
        ),
        "an index": Case(
            "what stands for an index is refused in a proof, and the error is caught",
            (*_caught("(7, 0)[self]", "TypeError", "0"), method("def __index__(self) -> int:\n    return 0")),
            "`Pile.__index__` is no operation",
            "def __index__",
            _SEVEN,
        ),
        "a base": Case(
            "`super` takes no arguments in a proof, and the error is caught",
            _caught("7 if super(Pile, self).__repr__ else 0", "TypeError", "0"),
            "super(Pile, self)",
            "super(Pile, self)",
            _SEVEN,
        ),
        "a quotient that is rounded": Case(
            "a quotient that is rounded is exact",
            (look("return max(number, 0) if number / 1 == number else 7"),),
            '==: of float and int',
            'number / 1 == number',
            "Pile().look(2**53 + 1) == 7",
        ),
        "the size of a range": Case(
            "a range has a size, however long it is",
            (look("return len(range(number))"),),
            "`range(number)` is range[int]",
            "len(range(number))",
        ),
        "a text": Case(
            "each number has a text",
            (
                meant("if number < 0:", '    raise OutOfRange("below")', "return number"),
                look("if number < 0:", '    raise OutOfRange(f"{number!r} is below")', "return number"),
                asked('takes=(NUMBER,), pure=True, refusals=("OutOfRange",)'),
            ),
            "proved within a stated scope",
        ),
        "a text that chooses the error": Case(
            "which error is raised depends on a text",
            (
                meant("if number != 3:", '    raise Missing("no")', "return 0"),
                look("if number != 3:", '    raise (Missing, OutOfRange)[f"{number}".startswith("-")]("no")', "return 0"),
                asked(_MISSING),
            ),
            "an operation ends in a documented error",
            "raise (Missing, OutOfRange)",
        ),
        "what was caught": Case(
            "what was caught is asked for its text",
            _seven("try:", '    raise Missing(f"{number}")', "except Missing as error:", '    return 7 if error.args == ("0",) else 0'),
            "error.args",
            "error.args",
            _SEVEN,
        ),
        "what is being caught": Case(
            "what is being caught is asked for by a function",
            _seven("try:", '    raise Missing(f"{number}")', "except Missing:", '    held = exc_info()[1]', '    return 7 if held.args == ("0",) else 0',
                   above="from sys import exc_info"),
            "`exc_info`",
            "held = exc_info()",
            _SEVEN,
        ),
        "an error of a callback": Case(
            "what a callback raises is one error in a proof",
            (
                *methods("def fill(self, make: Any) -> None:\n    try:\n        number = make()\n    except LookupError:\n        self.cells.clear()\n        raise\n"
                         "    self.cells.append(number)", "def fill(self, make: Any) -> None:\n    self.values.append(make())"),
                operation('Operation("fill", Claim("PL-R4", "`fill` changes nothing where the factory raises."), takes=(Domain(\n'
                          '        "factory", small=lambda m, scope: (lambda: 0,), classes={"factory": lambda m, issued, number: lambda: number},\n'
                          '        symbolic=lambda make: make.factory("factory")),))'),
            ),
            "call of data of any kind",
            "number = make()",
        ),
        "all errors": Case(
            "whatever is raised is caught",
            _seven("try:", "    return self.cells[number]", "except Exception:", "    return 7"),
            "Exception",
            "except Exception",
            _SEVEN,
        ),
        "the order of errors": Case(
            "of two errors the first one that is asked for counts",
            (
                meant("if number < 0:", '    raise OutOfRange("below")', "if number < 5:", '    raise Missing("none")', "return number"),
                look("if number < 5:", '    raise Missing("none")', "if number < 0:", '    raise OutOfRange("below")', "return number"),
                asked('takes=(NUMBER,), pure=True, refusals=("Missing", "OutOfRange")'),
            ),
            "PL-R3",
        ),
        "a subclass of an error": Case(
            "a handler catches what is below its error",
            _seven("try:", "    return self.pop()", "except LookupError:", "    return 7"),
            "PL-R3",
            "",
            _SEVEN,
        ),
        "finally": Case(
            "what a `finally` returns is what counts",
            _seven("try:", "    return 0", "finally:", "    return 7  # at last"),
            'in `finally`',
            '# at last',
            _SEVEN,
        ),
        "an else": Case(
            "the `else` of a loop runs where there was no break",
            (*_seven("for cell in self.cells:", "    pass", "else:", "    return 7", "return 0"), loops('Loop("Pile.look")')),
            'PL-R3',
            '',
            _SEVEN,
        ),
    },
    (
        (
            meant("if number < 0:", '    raise OutOfRange("below")', "if number < 5:", '    raise Missing("none")', "return number"),
            look("if 0 <= number < 5:", '    raise Missing("none")', "if number < 0:", '    raise OutOfRange("below")', "return number"),
            asked('takes=(NUMBER,), pure=True, refusals=("Missing", "OutOfRange")'),
        ),
        (meant("if len(self.values) == 0:", "    return 0", "return 1"), look("if len(self.cells) == 0:", "    return 0", "return 1")),
    ),
)  # fmt: skip

_EQUAL: Final = """from typing import NamedTuple


class Spot(NamedTuple):
    part: int

    def __eq__(self, other: object) -> bool:
        return True


def seven(number: int) -> int:
    return 7 if Spot(number) == Spot(number + 1) else 0
"""
_NONE: Final = "def seven(number: int) -> int:\n    return 0\n"
_INNER: Final = "from helper import seven\n\n\ndef asked(number: int) -> int:\n    return seven(number)\n"


def _read(cause: str, files: dict[str, str], *body: str, above: str = "from inner.middle import asked") -> Case:
    """`look` asks what CPython finds in another file than somebody might."""
    says = "`__eq__` of a NamedTuple"
    return Case(cause, _seven(*(body or ("return asked(number)",)), above=above), says, "def __eq__", _SEVEN, files)


FOUND: Final = Group(
    {
        "beside the importer": _read(
            "what stands beside a file of a package is imported from there",
            {"inner/__init__.py": "", "inner/middle.py": _INNER, "inner/helper.py": _NONE, "helper.py": _EQUAL},
        ),
        "beside the importer, in a folder without `__init__`": _read(
            "a folder without `__init__` is where its files import from",
            {"inner/middle.py": _INNER, "inner/helper.py": _NONE, "helper.py": _EQUAL},
        ),
        "a file and a package": _read(
            "a file comes before a package of its name",
            {"helper.py": _NONE, "helper/__init__.py": _EQUAL},
            "return seven(number)",
            above="from helper import seven",
        ),
        "a file and a package within another": _read(
            "a file comes before a package of its name",
            {"inner/__init__.py": "", "inner/helper.py": _NONE, "inner/helper/__init__.py": _EQUAL},
            "return seven(number)",
            above="from inner.helper import seven",
        ),
        "two files of one name": _read(
            "two files of one name are one",
            {"inner/helper.py": _EQUAL, "helper.py": _NONE.replace("seven", "none")},
            "return seven(number) + none(number)",
            above="from helper import none\nfrom inner.helper import seven",
        ),
    },
)  # fmt: skip

_TWICE: Final = "        it = (each for each in (1, 2))\n        return sum(it) + sum(it)"
_THREE: Final = "(each for each in (1, 2))` gets a name"
_LOW: Final = """class Low:
    number: int

    def __init__(self) -> None:
        self.number = 0

    @classmethod
    def asked(cls, held: list[int]) -> int:
        return cls._asked(held)

    @classmethod
    def _asked(cls, held: list[int]) -> int:
        return 6


class High(Low):
    @classmethod
    def _asked(cls, held: list[int]) -> int:
{}"""
_DATA: Final = """from dataclasses import dataclass


@dataclass
class Data:
    number: int

    def __post_init__(self) -> None:
        it = (each for each in (1, 2))
        self.number = sum(it) + sum(it)"""

_DECORATES: Final = """def dataclass(cls: type) -> type:
    held: dict = {}
    exec("def __init__(self, part): self.part = 7", held)
    cls.__init__ = held["__init__"]
    return cls
"""

RUNNING: Final = Group(
    {
        "after plain data was made": Case(
            "nobody calls `__post_init__`", (look("return Data(0).number"), meant("return 6"), top(_DATA)), _THREE, "it = (each", "Pile().look(0) == 3"
        ),
        "a constant of plain data": Case(
            "what is final is no field",
            (look("return Data(number).part"), meant("return number"),
             top("from dataclasses import dataclass\nfrom typing import Final\n\n\n@dataclass\nclass Data:\n    first: Final[int] = 5\n    part: int = 0")),
            "the constructor takes it as a part", "first: Final", "Pile().look(1) == 0",
        ),
        "a decorator of that name": Case(
            "a decorator is what it is called",
            (look("return Data(number).part"), meant("return number"), top("from helper import dataclass\n\n\n@dataclass\nclass Data:\n    part: int")),
            "it may replace what stands below it", "@dataclass", "Pile().look(0) == 7", {"helper.py": _DECORATES},
        ),
        "a method of a class below": Case(
            "`cls` is the class that the method stands in",
            (look("return High.asked([])"), meant("return 6"), top(_LOW.format(_TWICE))), _THREE, "it = (each", "Pile().look(0) == 3",
        ),
        "a change in a class below": Case(
            "`cls` is the class that the method stands in",
            (look("return self._seen"), meant("return 0"), top(_LOW.format("        held.append(1)\n        return 0")),
             method("@property\ndef _seen(self) -> int:\n    return High.asked(self.cells)")),
            "a change in `_seen`: it runs in passing", "return High.asked(self.cells)", "a = Pile(); a.look(0); a.cells == [1]",
        ),
    },
    (
        (look("return Data(number).number"), meant("return number + 1"),
         top(_DATA.replace("it = (each for each in (1, 2))", "more = 1").replace("sum(it) + sum(it)", "self.number + more"))),
        (look("return Data(number).part"), meant("return number"),
         top("from dataclasses import dataclass\n\n\n@dataclass\nclass Data:\n    first: ClassVar[int] = 5\n    part: int = 0")),
        (look("return High.asked([]) + max(number, 0) - 7"), top(_LOW.format("        return 7"))),
    ),
)  # fmt: skip

GROUPS: Final = {"found": FOUND, "running": RUNNING, "followed": FOLLOWED, "errors": ERRORS}
