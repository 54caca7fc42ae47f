"""Wrong declarations: what CPython does where several of its rules meet: classes, records, calls, orders, handlers."""

from collections.abc import Callable
from typing import Final

from ..wrong_declarations import (
    Case,
    Edit,
    Group,
    asked,
    fields,
    look,
    loops,
    meant,
    meant_method,
    method,
    operation,
    top,
)

_KEPT: Final = "a = Pile(); b = PileModel(); [x.push(n) for x in (a, b) for n in (1, 2, 3)]; a.look({0}) != b.look({0})"
_BUMP: Final = method("def _bump(self) -> int:\n    self.mark += 1\n    return self.mark")
_CHANGES: Final = asked("takes=(NUMBER,)")
_BOTH: Final = ("return m.note == h.mark", "return conj(m.note == m.note, h.mark == h.mark)")


def _is(body: str, right: str, cause: str, *more: Edit, says: str = "PL-R3", at: str = "", number: int = 1) -> Case:
    """One form, and what somebody takes it for."""
    return Case(cause, (*more, look(*body.split("; ")), meant(*right.split("; "))), says, at, _KEPT.format(number))


_ENDS: Final = "seen = 0\ntry:\n    Pile().look(3)\nexcept {}:\n    seen = 1\n; seen == 1"

_RECORDS: Final = "class One(NamedTuple):\n    part: int\n\n\nclass Other(NamedTuple):\n    part: int"
_SPOT: Final = (
    "class Spot(NamedTuple):\n    part: int\n\n    def __{0}__(self, other: object) -> bool:\n        return True"
)

RECORDS: Final = Group(
    {
        "of two classes": _is("return 7 if One(number) == Other(number) else 0", "return 0", "records of two classes are never equal", top(_RECORDS), says='comparison of One and Other', at='One(number) == Other(number)'),
        "and a tuple": _is("return 7 if One(number) == (number,) else 0", "return 0", "a record is no tuple", top(_RECORDS), says='comparison of One and tuple[int]', at='One(number) == (number,)'),
        "an equality of its own": _is("return 7 if Spot(number) == Spot(number + 1) else 0", "return 0", "records are equal by their parts", top(_SPOT.format("eq")), says='`__eq__` of a NamedTuple', at='def __eq__'),
        "an order of its own": _is("return 7 if Spot(number) < Spot(number - 1) else 0", "return 0", "records are ordered by their parts", top(_SPOT.format("lt")), says='an order: not of Spot and Spot', at='Spot(number) < Spot(number - 1)'),
        "the order of parts": _is("return 7 if Pair(number, 1) < Pair(number, 2) else 0", "return 0", "the first part alone counts",
                                  top("class Pair(NamedTuple):\n    one: int\n    two: int"), says='an order: not of Pair and Pair', at='Pair(number, 1) < Pair(number, 2)'),
        "a default": _is("return Spot().part", "return 0", "a part that is not given is 0", top("class Spot(NamedTuple):\n    part: int = 7")),
        "what is put in its place": _is("one = One(number); two = one._replace(part=number + 1); return two.part", "return number", "a record that is changed is changed", top(_RECORDS)),
        "plain data": _is("return 7 if Data(number) == Data(number) else 0", "return 0", "two objects of plain data are two",
                          top("from dataclasses import dataclass\n\n\n@dataclass\nclass Data:\n    part: int"), says='comparison of Data and Data', at='Data(number) == Data(number)'),
        "plain data that is changed": _is("one = Data(number); other = one; other.part = 7; return one.part", "return number", "an object that is assigned is another one",
                                          top("from dataclasses import dataclass\n\n\n@dataclass\nclass Data:\n    part: int")),
        "after it was made": _is("return Data(number).part", "return number", "plain data is what it was given",
                                 top("from dataclasses import dataclass\n\n\n@dataclass\nclass Data:\n    part: int\n\n    def __post_init__(self) -> None:\n        self.part = self.part + 1")),
    },
    ((look("return max(One(number).part, 0)"), top(_RECORDS)),),
)  # fmt: skip

_LOW: Final = "class Low:\n    LIMIT: ClassVar[int] = {}\n\n    def _low(self) -> int:\n        return self._least()\n\n    def _least(self) -> int:\n        return 0"

INHERITED: Final = Group(
    {
        "a constant": _is("return self.LIMIT", "return 0", "a constant of the base is that of the base", top(_LOW.format(0)), ("class Pile:", "class Pile(Low):"),
                          fields("LIMIT: ClassVar[int] = 7")),
        "a method": _is("return self._low()", "return 0", "a method of the base calls those of the base", top(_LOW.format(0)), ("class Pile:", "class Pile(Low):"),
                        method("def _least(self) -> int:\n    return 7")),
        "a method of above": _is("return super()._least()", "return 7", "`super` is the class itself", top(_LOW.format(0)), ("class Pile:", "class Pile(Low):"),
                                 method("def _least(self) -> int:\n    return 7")),
        "a method of a class above": _is("return self._made()", "return 0", "a method of a class above is given that class",
                                         top("class Low:\n    @classmethod\n    def _made(cls) -> int:\n        return cls._least()\n\n    @classmethod\n    def _least(cls) -> int:\n        return 0"),
                                         ("class Pile:", "class Pile(Low):"),
                                         method("@classmethod\ndef _made(cls) -> int:\n    return super()._made()\n\n@classmethod\ndef _least(cls) -> int:\n    return 7")),
        "a method of above for each": Case("`super` finds its object wherever it stands", (look("return sum([super()._least() for each in (1, 2)])"), meant("return 0"), top(_LOW.format(0)), ("class Pile:", "class Pile(Low):")),
                                           "it does not know its object", "super()._least()", _ENDS.format("TypeError")),
        "a property": _is("return self._half", "return self.note", "a property is a field", method("@property\ndef _half(self) -> int:\n    return self.mark + 7")),
        "a property that changes": Case("a property only looks", (look("return max(number, 0) + self._seen - self._seen"),
                                        method("@property\ndef _seen(self) -> int:\n    self.mark += 1\n    return 0")), "a change in `_seen`: it runs in passing", "self.mark += 1", "a = Pile(); a.look(0); a.mark == 2"),
        "a method of the class": _is("return self._made()", "return 0", "a method of a class is one of the object", method("@classmethod\ndef _made(cls) -> int:\n    return 7")),
        "a constant that hides a field": _is("return self.mark", "return self.note", "a field is what the class says", fields("MARK: ClassVar[int] = 7"),
                                             ("self.mark = 0", "self.mark = self.MARK"), says="PL-I2"),
    },
    (
        (look("return max(number, self._low())"), top(_LOW.format(0)), ("class Pile:", "class Pile(Low):")),
        (look("return max(number, self._half)"), method("@property\ndef _half(self) -> int:\n    return 0")),
    ),
)  # fmt: skip

ORDERS: Final = Group(
    {
        "an old value that is added to": _is("self.mark = 1; self.mark += self._bump(); return self.mark", "return 4", "`+=` reads its target last", _BUMP, _CHANGES, _BOTH),
        "an index that is asked once": _is("held = [0, 0, 0]; held[self._bump() % 3] += 7; return self.mark", "return self.note + 2", "`+=` looks for its target twice", _BUMP, _CHANGES, _BOTH),
        "a chain that is asked once": _is("mark = self.mark; seen = 0 < self._bump() < 9; return self.mark - mark", "return 2", "the middle of a chain is asked twice", _BUMP, _CHANGES, _BOTH),
        "a choice": _is("return 7 if self._bump() > 0 else self._bump()", "return 0", "both ways of a choice run", _BUMP, _CHANGES, _BOTH),
        "or": _is("mark = self.mark; seen = number > 0 or self._bump() > 0; return self.mark - mark", "return 1", "both sides of `or` are asked", _BUMP, _CHANGES, _BOTH),
        "arguments": _is("self.mark = 0; return self._less(self._bump(), self._bump())", "return 1", "arguments are asked from the right", _BUMP, _CHANGES, _BOTH,
                         ("return self.cells.pop()\n", "return self.cells.pop()\n\n    def _less(self, one: int, other: int) -> int:\n        return one - other\n")),
        "arguments by name": _is("self.mark = 0; return self._less(other=self._bump(), one=self._bump())", "return -1", "arguments are asked in the order of parameters", _BUMP, _CHANGES, _BOTH,
                                 ("return self.cells.pop()\n", "return self.cells.pop()\n\n    def _less(self, one: int, other: int) -> int:\n        return one - other\n")),
        "an exchange": _is("one = 1; two = 2; one, two = two, one; return one", "return 1", "an exchange is two assignments"),
        "several targets": _is("one = two = number; one += 1; return two", "return number + 1", "two names are one number"),
        "a name of the comprehension": _is("seen = 1; held = tuple(seen for seen in (7, 8)); return seen", "return 8", "a comprehension binds names around it"),
        "a name of the loop": _is("seen = 1; for seen in (7, 8):;     pass; return seen", "return 1", "a loop binds no name around it"),
        "a loop that nothing enters": _is("seen = 1; for seen in ():;     pass; return seen", "return 0", "a loop binds its name at once"),
        "a break": _is("for seen in (1, 7, 9):;     if seen == 7:;         break; return seen  # after", "return 9", "a loop goes on to its end", says='`seen` may have no value here', at='return seen  # after'),
        "a continue": _is("found = 0; for seen in (1, 2, 3):;     if seen == 2:;         continue;     found += seen; return found", "return 6", "a round that is left counts"),
        "a handler that raises": _is("try:;     self._no(); except Missing:;     return 7; return 0", "return 0", "what is raised in a call is not caught", method("def _no(self) -> int:\n    raise Missing('no')")),
        "a handler of another": _is("try:;     try:;         self._no();     except OutOfRange:;         return 0; except Missing:;     return 7; return 0", "return 0",
                                    "the inner handler catches all", method("def _no(self) -> int:\n    raise Missing('no')")),
        "an error from a number": Case("an error has any cause", (look("raise Missing('no') from number"), meant("raise Missing('no')"), asked('takes=(NUMBER,), pure=True, refusals=("Missing",)')),
                                       "only an error is the cause of another one", "from number", _ENDS.format("TypeError")),
        "an iterator that a function keeps": _is("return self._both(iter([1, 2]))", "return 6", "what is called twice goes through it twice",
                                                 ("from typing import Any, ClassVar", "from collections.abc import Callable, Iterator\nfrom typing import Any, ClassVar"),
                                                 method("def _both(self, given: Iterator[int]) -> int:\n    return self._twice(lambda each: sum(given))\n\ndef _twice(self, asked: Callable[[int], int]) -> int:\n    return asked(1) + asked(2)"),
                                                 says="`given` is gone through more than once", at="def _both(self, given: Iterator[int])"),
        "a name that a generator reads": _is("step = 1; found = 0; for each in (part * step for part in (1, 2)):;     step = 5;     found += each; return found", "return 3", "a generator has read what it names when a loop begins",
                                             loops('Loop("Pile.look", invariant=lambda at: {})'), says="`step` is bound in a loop over", at="for each in (part * step"),
        "a tuple of which nobody looks at a part": Case("what is made of an iterator is made where somebody looks at it", (look("return len(tuple(9 // each for each in self.cells))"), meant("return len(self.values)")),
                                                        "PL-R3", "", "seen = 0\na = Pile()\na.push(0)\ntry:\n    a.look(3)\nexcept ZeroDivisionError:\n    seen = 1\n; seen == 1"),
        "a text that no bytes hold": Case("each text has bytes", (look('held = "\\ud800".encode()', "return max(number, 0)"),), "PL-R3", "", _ENDS.format("UnicodeEncodeError")),
        "a list that is put into itself": _is("held = [number, 7]; held.extend(len(held) for each in (1, 2)); return held[3]", "return 2", "what is put in is made before"),
        "a key that is put in again": Case("a dict with the same keys is the same dict",
                                           (look("held = {1: number}", "for each in held:", "    self._again(held, each)", "return len(held)"), meant("return 1"), loops('Loop("Pile.look", invariant=lambda at: {})'),
                                            method("def _again(self, held: dict[int, int], key: int) -> None:\n    value = held.pop(key)\n    held[key] = value")),
                                           "PL-R3", "", _ENDS.format("RuntimeError")),
        "what runs at last": _is("seen = 0; try:;     seen = number; finally:;     seen += 1; return seen", "return number", "what runs at last changes nothing"),
        "a change before an error": Case("what is caught did not happen", (look("try:", "    self._put(number)", "except Missing:", "    return max(number, 0)", "return 0"),
                                         method("def _put(self, number: int) -> None:\n    self.cells.append(number)\n    raise Missing('no')")), "PL-I1", "",
                                         "a = Pile(); a.look(3); a.cells == [3]"),
        "a star": _is("return self._less(*(number, 1))", "return 1 - number", "a tuple with a star is given from the end", method("def _less(self, one: int, other: int) -> int:\n    return one - other"), number=5),
        "a name of a parameter": _is("return self._less(other=number, one=1)", "return number - 1", "names of parameters are only words", method("def _less(self, one: int, other: int) -> int:\n    return one - other"), number=5),
        "a parameter that hides": _is("return self._of(number, 7)", "return max(number, 0)", "a parameter does not hide what the module has", top("LIMIT = 0"), method("def _of(self, number: int, LIMIT: int) -> int:\n    return LIMIT")),
        "a text that is compared": _is("return 7 if 'a' < 'B' else 0", "return 7", "texts are in the order of the alphabet", says='an order: not of str and str', at="'a' < 'B'"),
        "a part of a text": _is("return 7 if 'an' in 'banana' else 0", "return 0", "a text holds signs alone", says='`in` of str', at="'an' in 'banana'"),
        "in a range with steps": _is("return 7 if number in range(0, 9, 2) else 0", "return 7 if 0 <= number and number < 9 else 0", "a range holds all between its ends", says='`in` of range[int]', at='number in range(0, 9, 2)'),
        "in a tuple": _is("return 7 if number in (1, 2) else 0", "return 7 if number == 1 else 0", "the first of a tuple counts", number=2),
        "none": _is("held: int | None = None if number > 0 else 0; return 7 if held is None else 0", "return 0", "None is 0"),
        "a quotient by nothing": _is("return 7 // number if number != 0 else 0", "return 7 // number if number > 0 else 0", "there is no quotient by less than 0", number=-1),
        "a number that is negated": _is("return -number ** 2", "return number ** 2", "`-` binds more tightly than `**`"),
        "a precedence": _is("return number + 1 << 1", "return number + (1 << 1)", "`<<` binds more tightly than `+`"),
        "a precedence of masks": _is("return 7 if number & 1 == 1 else 0", "return 7 if number == 1 else 0", "`&` binds less tightly than `==`", number=3),
        "not of a comparison": _is("return 7 if not number == 1 else 0", "return 7 if number == 0 else 0", "`not` binds more tightly than `==`", number=3),
    },
    (
        (look("one = 1", "two = 2", "one, two = two, one", "return max(number, 0) + one - 2"),),
        (look("seen = 0", "try:", "    seen = number", "finally:", "    seen += 1", "return seen"), meant("return number + 1")),
        (look("for seen in (1, 2):", "    if seen > 1:", "        return max(number, 0)", "return 0"),),
    ),
)  # fmt: skip

_LOW_OF: Final = (
    "\n\ndef _low(self, number: int, low: tuple[int, int] = ({}, 0)) -> int:\n    return max(number, low[0])"
)
_IDENTITY: Final = "class Low:\n    def same(self) -> Self:\n        return self\n\n    {0} = same\n\n    @{0}\n    def low({1}) -> int:\n        return 0"
_SELF: Final = ("from typing import Any, ClassVar, NamedTuple", "from typing import Any, ClassVar, NamedTuple, Self")
_OWN: Final = "class NamedTuple:\n    part: int\n\n    def __init__(self, part: int) -> None:\n        self.part = part + 1\n\n\nclass Spot(NamedTuple):\n    pass"

BODIES: Final = Group(
    {
        "a constant of a method": Case("a class reads what the module says", (look("return max(number, self.LOW)"), top("_least = 0"),
                                       method("def _least(self) -> int:\n    return 7\n\nLOW: ClassVar[int] = _least")), "what is no constant", "LOW: ClassVar[int] = _least", _ENDS.format("TypeError")),
        "a constant of a second name": Case("a class reads what the module says", (look("return max(number, self.LOW)"), top("_other = 0"),
                                            method("def _least(self) -> int:\n    return 7\n\n_other = _least\nLOW: ClassVar[int] = _other")), "what is no constant", "LOW: ClassVar[int] = _other", _ENDS.format("TypeError")),
        "a part of a method": Case("a record reads what the module says", (look("return max(number, Spot().part)"), top("least = 0\n\n\nclass Spot(NamedTuple):\n    def least(self) -> int:\n        return 7\n\n    part: int = least")),
                                   "what is no constant", "part: int = least", _ENDS.format("TypeError")),
        "a default of a method": Case("a default is what the module says", (look("return self._low(number)"), top("_least = 0"), method("def _least(self) -> int:\n    return 7" + _LOW_OF.format("_least"))),
                                      "`(_least, 0)` as a default", "low: tuple[int, int] = (_least, 0)", _ENDS.format("TypeError")),
        "a default of a second name": Case("a second name of a method is no name of its class", (look("return self._low(number)"), top("_other = 0"), method("def _least(self) -> int:\n    return 7\n\n_other = _least" + _LOW_OF.format("_other"))),
                                           "`(_other, 0)` as a default", "low: tuple[int, int] = (_other, 0)", _ENDS.format("TypeError")),
        "a record that a method makes": _is("return self.LOW.part", "return 0", "a class makes what the module names", top("class Spot(NamedTuple):\n    part: int = 0\n\n\nclass _One(NamedTuple):\n    part: int = 0"),
                                            method("@staticmethod\ndef _One(part: int) -> Spot:\n    return Spot(7)\n\nLOW: ClassVar[_One] = _One(0)"), says="what is no constant", at="LOW: ClassVar[_One]"),
        "where a class stands": _is("return 7 if self.LOW == 0 else 0", "return 7", "Python gives a class no names", top("__module__ = 0"), fields("LOW: ClassVar[int] = __module__"), says="what is no constant", at="LOW: ClassVar"),
        "a property by another name": Case("what is called `property` makes one", (look("return max(number, Low().low)"), top(_IDENTITY.format("property", "self")), _SELF),
                                           "`property` in a class", "property = same", _ENDS.format("TypeError")),
        "a static method by another name": Case("what is called `staticmethod` makes one", (look("return max(number, Low().low(number))"), top(_IDENTITY.format("staticmethod", "given: int")), _SELF),
                                                "`staticmethod` in a class", "staticmethod = same", _ENDS.format("TypeError")),
        "a base by another name": _is("return Spot(number).part", "return number", "what is called `NamedTuple` makes tuples", top(_OWN), ("from typing import Any, ClassVar, NamedTuple", "from typing import Any, ClassVar"),
                                      says="the language has a meaning for it", at="class NamedTuple:"),
        "a module of the package": Case("a package is what its text says", (look("return max(number, least)"), top("from pack.least import MOST\nfrom pack import least")),
                                        "the process has another one than the text", "", _ENDS.format("TypeError"), beside={"pack/__init__.py": "least = 0 * 7\n", "pack/least.py": "MOST = 0\n"}),
        "a kind that begins as another": _is("return len(Spot())", "return 0", "what begins with `Final` makes constants", top("Finals = int\n\n\nclass Spot(NamedTuple):\n    part: Finals = 1 * 0")),
    },
    (
        (look("return max(number, self._low(0))"), method("LOW: ClassVar[int] = LEAST - LEAST\n\ndef _low(self, number: int, low: tuple[int, int] = (LEAST, 0)) -> int:\n    return number + self.LOW"), top("LEAST = 3")),
        (look("return max(number, len(Spot()) - 1)"), top("Finals = int\n\n\nclass Spot(NamedTuple):\n    part: Finals = 1 * 0")),
    ),
)  # fmt: skip

_SIZED: Final = "class Low:\n    @property\n    def {}(self) -> int:\n        return 0"
_MANY: Final = "{}def many(self) -> int:\n    return len(self.cells)"
_NOT_CALLED: Final = "seen = 0\ntry:\n    {}\nexcept TypeError:\n    seen = 1\n; seen == 1"

SPECIAL: Final = Group(
    {
        "a length that is a property": Case("`len` reads what is called so", (look("return max(number, len(Low()))"), top(_SIZED.format("__len__"))),
                                            "Python calls it for `len(x)`", "def __len__", _ENDS.format("TypeError")),
        "a second name of a property": Case("`len` reads what is called so", (look("return max(number, len(Low()))"), top(_SIZED.format("size") + "\n\n    __len__ = size")),
                                            "Python calls it for `len(x)`", "def size", _ENDS.format("TypeError")),
        "a question that is a property": Case("`in` asks whatever it finds", (look("return max(number, int(number in Low()))"), top("class Low:\n    @property\n    def __contains__(self, number: int) -> bool:\n        return False")),
                                              "Python calls it for `item in x`", "def __contains__", _ENDS.format("TypeError")),
        "an operation that is a property": Case("a property is called", (meant_method(_MANY.format("").replace("cells", "values")), method(_MANY.format("@property\n")),
                                                operation('Operation("many", Claim("PL-R4", "`many` counts."), pure=True)')), "has no such method", "Operation(\"many\"", _NOT_CALLED.format("Pile().many()")),
    },
    (
        (look("return max(number, len(Low()))"), top("class Low:\n    def size(self) -> int:\n        return 0\n\n    __len__ = size")),
        (meant_method(_MANY.format("").replace("cells", "values")), method(_MANY.format("@property\n")),
         operation('Operation("many", Claim("PL-R4", "`many` counts."), impl=lambda h: h.many, pure=True)')),
    ),
)  # fmt: skip


def _refused(error: str, body: Callable[..., Edit]) -> Edit:
    """Both sides end in an error, of numbers above 0."""
    return body("if number > 0:", f'    raise {error}("no")', "return number")


_OURS: Final = ("import Missing, OutOfRange", "import Missing, OutOfRange, SlotproofError")
_RAISES: Final = 'takes=(NUMBER,), pure=True, refusals=("{}",)'
_BAD: Final = "class Bad(SlotproofError, {}):\n    pass"
_MADE: Final = "def made(self, make: Callable[[], object]) -> int:\n    one = make()\n    return 0"
_TRIED: Final = (
    "def made(self, make: Callable[[], object]) -> int:\n    try:\n        one = make()\n    {}\n    return 0"
)
_GIVEN: Final = (
    ("from typing import Any, ClassVar", "from collections.abc import Callable\nfrom typing import Any, ClassVar"),
    ("from pile import Pile, PileModel", "from pile import Pile, PileModel\nfrom slotproof.proofs.shared.arguments import factory_of"),
    meant_method(_MADE),
    operation('Operation("made", Claim("PL-R4", "`made` is 0."), takes=(factory_of(lambda m, scope: (1,)),), pure=True)'),
)  # fmt: skip

RAISED: Final = Group(
    {
        "of more than a message": Case("each error is made of a message", (look("if number > 0:", '    raise UnicodeEncodeError("none")', "return number"), _refused("UnicodeEncodeError", meant), asked(_RAISES.format("UnicodeEncodeError"))),
                                       "an operation ends in a documented error", 'raise UnicodeEncodeError("none")', _ENDS.format("TypeError")),
        "a base that takes more": Case("each error is made of a message", (_refused("Bad", look), _refused("Bad", meant), top(_BAD.format("UnicodeEncodeError")), _OURS, asked(_RAISES.format("Bad"))),
                                       "base `UnicodeEncodeError`", "class Bad", _ENDS.format("TypeError")),
        "what a generator may not raise": Case("what is raised in a generator is what comes out", (look("return sum(self._no() for each in (1, 2))"), meant('raise Bad("no")'), top(_BAD.format("StopIteration")), _OURS, method('def _no(self) -> int:\n    raise Bad("no")'), asked(_RAISES.format("Bad"))),
                                               "base `StopIteration`", "class Bad", _ENDS.format("RuntimeError")),
        "what a client raises": Case("a client raises errors of its own", (*_GIVEN, method(_TRIED.format("except LookupError:\n        return 7"))), "a function of a client within it may raise what is caught here", "try:",
                                     "seen = 0\n\ndef no():\n    raise KeyError\n\ntry:\n    PileModel().made(no)\nexcept KeyError:\n    seen = Pile().made(no)\n; seen == 7"),
        "an error of ours from a client": Case("a client raises errors of its own", (*_GIVEN, method(_TRIED.format("except Missing:\n        return 7"))), "a function of a client within it may raise what is caught here", "try:",
                                               "from slotproof.spec.errors import Missing\nseen = 0\n\ndef no():\n    raise Missing\n\ntry:\n    PileModel().made(no)\nexcept Missing:\n    seen = Pile().made(no)\n; seen == 7"),
    },
    (
        (_refused("ValueError", look), _refused("ValueError", meant), asked(_RAISES.format("ValueError"))),
        (_refused("OverflowError", look), _refused("OverflowError", meant), asked(_RAISES.format("OverflowError"))),
        (_refused("Bad", look), _refused("Bad", meant), top(_BAD.format("KeyError")), _OURS, asked(_RAISES.format("Bad"))),
        (*_GIVEN, method(_TRIED.format("finally:\n        number = 7"))),
    ),
)  # fmt: skip

GROUPS: Final = {
    "records": RECORDS,
    "inherited": INHERITED,
    "orders": ORDERS,
    "bodies": BODIES,
    "special": SPECIAL,
    "raised": RAISED,
}
