"""Wrong declarations: what stands for arguments and new containers is not all of them, or can be told from them."""

from typing import Final

from ..wrong_declarations import (
    Case,
    Edit,
    Group,
    asked,
    claimed,
    fields,
    laws,
    look,
    meant_fields,
    top,
)

_LOW: Final = look("return number")
BELOW: Final = "Pile().look(-2) != PileModel().look(-2)"


def _domain(symbolic: str, small: str = "lambda m, scope: (0, 1)") -> tuple[Edit, ...]:
    return (
        claimed(f'SOME = Domain(\n    "some",\n    small={small},\n    classes={{"some": lambda m, issued, number: number % 3}},\n    symbolic={symbolic},\n)\n'),
        asked("takes=(SOME,), pure=True"),
    )  # fmt: skip


_ONE_OF_THREE: Final = 'lambda make: sum(make.one_of("some", (0, 1, 2)) for _ in (0,)),\n    within="0 to 2"'


def _some(*lines: str) -> Edit:
    """A function that makes what stands for any number."""
    body = "\n    ".join(("number = make.int('some')", *lines, "return number"))
    return '@invariant("PL-I1"', f'def some(make: Any) -> Any:\n    {body}\n\n\n@invariant("PL-I1"'


_LIMIT: Final = (
    ("def __init__(self) -> None:\n        self.values = []", "def __init__(self, limit: int) -> None:\n        self.limit = limit\n        self.values = []"),
    ("def __init__(self) -> None:\n        self.cells = []", "def __init__(self, limit: int) -> None:\n        self.limit = limit\n        self.cells = []"),
    fields("limit: int"),
    meant_fields("limit: int"),
    ("return m.note == h.mark", "return conj(m.note == h.mark, m.limit == h.limit)"),
    ('Scope("three", {}', 'Scope("three", {"limit": 3}'),
)  # fmt: skip
_NO_LIMIT: Final = (
    ("def __init__(self) -> None:\n        self.values = []", "def __init__(self, limit: int | None) -> None:\n        self.values = []"),
    ("def __init__(self) -> None:\n        self.cells = []", "def __init__(self, limit: int | None) -> None:\n        self.cells = []"),
    ('Scope("three", {}', 'Scope("three", {"limit": 3}'),
)  # fmt: skip
_SOME_LIMIT: Final = laws(
    '@law("PL-L2", "The limit is at least 1.")\ndef some_limit(m: PileModel) -> bool:\n    return m.limit >= 1\n',
    "some_limit",
)
_SPARE: Final = (
    ("def __init__(self) -> None:\n        self.values = []", "def __init__(self, spare: int = 0) -> None:\n        self.values = []"),
    ("def __init__(self) -> None:\n        self.cells = []", "def __init__(self, spare: int = 0) -> None:\n        self.cells = [0] * spare"),
)  # fmt: skip
CONFIGURE: Final = "configure=lambda make: {}"

_PAIR: Final = (
    ("def look(self, number: int) -> int:\n        return number if", "def look(self, number: int, more: int) -> int:\n        return number if"),
    ("def look(self, number: int) -> int:\n        return max(number, 0)",
     "def look(self, number: int, more: int) -> int:\n        return max(number, 0) if number == more else 7"),
)  # fmt: skip

ARGUMENTS: Final = Group(
    {
        "a constant": Case(
            "what stands for any number is 7",
            (_LOW, *_domain("lambda make: 7")),
            "`symbolic` of 'some' is a constant",
            "symbolic=lambda make: 7",
            BELOW,
        ),
        "a square": Case(
            "what stands for any number is never below 0, and nobody says so",
            (_LOW, *_domain('lambda make: max(make.int("some"), 0)')),
            "in `symbolic` of 'some'",
            "symbolic=lambda make: max(",
            BELOW,
        ),
        "one of some": Case(
            "what stands for any number is one of three",
            (_LOW, *_domain('lambda make: make.one_of("some", (0, 1, 2))')),
            "in `symbolic` of 'some'",
            "symbolic=lambda make: make.one_of",
            BELOW,
        ),
        "one of some, within": Case(
            "what stands for one of three numbers is always the first, where it is asked for within an expression",
            (look("return 7 if number == 1 else max(number, 0)"), *_domain(_ONE_OF_THREE)),
            "no condition tells which it is",
            "symbolic=lambda make: sum(",
            "Pile().look(1) != PileModel().look(1)",
        ),
        "below 0": Case(
            "what stands for any number is below 0",
            (look("return 0"), *_domain('lambda make: make.negative("some")')),
            "in `symbolic` of 'some'",
            "symbolic=lambda make: make.negative",
            "Pile().look(2) != PileModel().look(2)",
        ),
        "a choice": Case(
            "what stands for any number is one of two",
            (_LOW, *_domain('lambda make: 1 if make.bool("some") else 2')),
            "in `symbolic` of 'some'",
            "symbolic=lambda make: 1 if",
            BELOW,
        ),
        "what supposes": Case(
            "what stands for any number takes for granted that it is not below 0",
            (_LOW, *_domain("some"), _some("assert number >= 0")),
            "in `symbolic` of 'some'",
            "assert number >= 0",
            BELOW,
        ),
        "what decides": Case(
            "what stands for any number ends the proof for those below 0",
            (_LOW, *_domain("some"), _some("if number < 0:", "    raise ValueError")),
            "in `symbolic` of 'some'",
            "if number < 0:",
            BELOW,
        ),
        "a measure": Case(
            "what stands for any number is computed of it",
            (_LOW, _some("number = abs(number)"), *_domain("some")),
            "in `symbolic` of 'some'",
            "number = abs(number)",
            BELOW,
        ),
        "another kind": Case(
            "what stands for any number is a truth",
            (_LOW, *_domain('lambda make: make.bool("some")')),
            "some",
            "",
            BELOW,
        ),
        "two of one name": Case(
            "two numbers of one name are the same number",
            (
                                _PAIR[0],
                _PAIR[1],
                asked("takes=(NUMBER, NUMBER), pure=True"),
            ),
            "PL-R3",
            "",
            "Pile().look(1, 2) == 7",
        ),
    },
    (_domain('lambda make: make.int("some")', "lambda m, scope: (-1, 0, 1)"),),
)  # fmt: skip

CREATION: Final = Group(
    {
        "a constant": Case(
            "new containers are shown for one limit",
            (*_LIMIT, *_SOME_LIMIT, (CONFIGURE, 'configure=lambda make: {"limit": 3}')),
            "`configure` gives `limit` the constant 3",
            'configure=lambda make: {"limit": 3}',
            "PileModel(0).limit == 0",
        ),
        "a number that is not below": Case(
            "new containers are shown for limits that are not below 1",
            (*_LIMIT, *_SOME_LIMIT, (CONFIGURE, 'configure=lambda make: {"limit": max(make.int("limit"), 1)}')),
            "`configure` gives `limit`",
            'configure=lambda make: {"limit": max(',
            "PileModel(0).limit == 0",
        ),
        "what both refuse": Case(
            "new containers are shown for what no constructor takes",
            (
                *(( (old, new.replace("self.limit = limit\n", 'if limit < 0:\n            raise OutOfRange("below 0")\n        self.limit = limit\n')) for old, new in _LIMIT)),
                ("self.mark = 0", "self.mark = 1"),
                (CONFIGURE, 'configure=lambda make: {"limit": -1}'),
            ),
            "`configure` gives `limit` the constant -1",
            'configure=lambda make: {"limit": -1}',
            "Pile(1).mark != PileModel(1).note",
        ),
        "a parameter that is left out": Case(
            "new containers are shown for the default of a parameter",
            _SPARE,
            "`configure` leaves out `spare`",
            "PILE = Refinement(",
            "len(Pile(1).cells) != len(PileModel(1).values)",
        ),
        "any parameter": Case(
            "a new container is not what the model begins with",
            (*_SPARE, (CONFIGURE, 'configure=lambda make: {"spare": make.int("spare")}')),
            "PL-I1",
            "",
            "len(Pile(1).cells) != len(PileModel(1).values)",
        ),
        "another beginning": Case(
            "a new container is not what the model begins with",
            (("self.mark = 0", "self.mark = 1"),),
            "PL-I2",
            "",
            "Pile().mark != PileModel().note",
        ),
        "no limit": Case(
            "new containers are shown for numbers, and may be made of nothing",
            (*_NO_LIMIT, ("self.mark = 0", "self.mark = 7 if limit is None else 0"), (CONFIGURE, 'configure=lambda make: {"limit": make.int("limit")}')),
            "`configure` of limit: it is never None",
            "configure=lambda make",
            "Pile(None).mark == 7",
        ),
        "a limit that is not looked at": Case(
            "a law is false of new containers of some limits",
            (*_LIMIT, *_SOME_LIMIT, (CONFIGURE, 'configure=lambda make: {"limit": make.int("limit")}')),
            "PL-L2",
            "",
            "PileModel(0).limit == 0",
        ),
    },
    (
        (*_LIMIT, (CONFIGURE, 'configure=lambda make: {"limit": make.int("limit")}')),
        (*_NO_LIMIT, (CONFIGURE, 'configure=lambda make: {"limit": make.one_of("limit", (None, make.int("limit")))}')),
        (
            *(((old, new.replace("self.limit = limit\n", 'if limit < 1:\n            raise OutOfRange("below 1")\n        self.limit = limit\n')) for old, new in _LIMIT)),
            *_SOME_LIMIT,
            (CONFIGURE, 'configure=lambda make: {"limit": make.int("limit")}'),
        ),
    ),
)  # fmt: skip


def _told(asked_for: str, says: str, at: str, cause: str, above: str = "") -> Case:
    edits = [look(f"return 7 if {asked_for} else max(number, 0)")]
    return Case(cause, (*edits, *([top(above)] if above else [])), says, at, "Pile().look(0) == 7")


_VALUE: Final = (
    top('from typing import TypeVar\n\nT = TypeVar("T")'),
    ("def look(self, number: int) -> int:\n        return number if number > 0 else 0", "def look(self, number: T) -> int:\n        return 0"),
    claimed('SOME = Domain(\n    "some",\n    small=lambda m, scope: (0, 1),\n    classes={"some": lambda m, issued, number: number % 3},\n    symbolic=lambda make: make.value("some"),\n)\n'),
    asked("takes=(SOME,), pure=True"),
)  # fmt: skip


def _valued(*body: str) -> tuple[Edit, ...]:
    lines = "\n        ".join(body)
    return (
        *_VALUE,
        (
            "def look(self, number: int) -> int:\n        return max(number, 0)",
            f"def look(self, number: T) -> int:\n        {lines}",
        ),
    )


TOLD: Final = Group(
    {
        "its type": _told("type(number) is int", "only data of any kind is asked for its type", "type(number) is int", "a number has another type in a proof"),
        "its type in a helper": _told("plain(number)", "only data of any kind is asked for its type", "return type(number) is int", "a helper asks for the type",
                                      "def plain(number: int) -> bool:\n    return type(number) is int"),
        "what it has": _told("hasattr(number, '__int__')", "`hasattr`", "hasattr(", "a number has special methods"),
        "its bits": _told("number.bit_length() < 9", "bit_length", "number.bit_length()", "a number has methods"),
        "what it is": _told("number is ZERO", "identity tells values apart", "number is ZERO", "`is` is asked of a name of the module", "ZERO = 0"),
        "what it is by a function": _told("operator.is_(number, 0)", "`operator`", "operator.is_", "a function compares identities", "import operator"),
        "its identity": _told("id(number) == id(0)", "`id`", "id(number)", "a number is where it is"),
        "its text": _told('f"{number}" == "0"', "texts of other things than names", 'f"{number}"', "a number is spelled"),
        "its text in a class": _told("Teller().tell(number) == '0'", "texts of other things than names", 'return f"{number}"', "a number is spelled in a helper class",
                                     'class Teller:\n    def tell(self, number: int) -> str:\n        return f"{number}"'),
        "the name of a function": _told("len.__name__ == 'len'", "`.__name__`", "len.__name__", "a built-in function has another name in a proof"),
        "who calls": _told("_getframe(1).f_code.co_name != 'applied'", "`_getframe`", "_getframe(1)", "the caller is asked for", "from sys import _getframe"),
        "whether there is a proof": _told("not is_deciding()", "a container knows nothing of its proofs", "from slotproof.engine.bitvectors.words", "the prover can be imported",
                                          "from slotproof.engine.bitvectors.words import is_deciding"),
        "the modules": _told("LATE", "is no constant", "LATE = ", "what is imported is asked for", 'import sys\n\nLATE = "z4" not in sys.modules'),
        "a module that may be missing": _told("LATE", "at the top of a module", "try:", "what can be imported is asked for",
                                              "try:\n    import no_such_module\n\n    LATE = False\nexcept ImportError:\n    LATE = True"),
        "the class of a value": Case("`case int()` asks for the class", _valued("match number:", "    case int():", "        return 7", "return 0"),
                                     "Match is no statement of the language", "match number:", "Pile().look(0) == 7"),
        "a value and a name": Case("`is` is asked of a value", (*_valued("return 7 if number is MISSING else 0"), top("MISSING = object()")),
                                   "identity tells values apart", "number is MISSING", "from pile import MISSING; Pile().look(MISSING) == 7"),
        "a function by class": Case("which function is called depends on the class",
                                    (*_valued("return sort(number)"), top("import functools\n\n\n@functools.singledispatch\ndef sort(number: Any) -> int:\n    return 0\n\n\n"
                                     "@sort.register\ndef _(number: int) -> int:\n    return 7")),
                                    "decorator `@functools.singledispatch`", "@functools.singledispatch", "Pile().look(0) == 7"),
        "a value that is a truth": Case("True is a number", _valued("return 7 if isinstance(number, bool) else 0"), "isinstance: of value", "isinstance(number, bool)", "Pile().look(True) == 7"),
    },
    (
        _valued("return 0"),
    ),
)  # fmt: skip

GROUPS: Final = {"arguments": ARGUMENTS, "creation": CREATION, "told apart": TOLD}
