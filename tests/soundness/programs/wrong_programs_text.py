"""Wrong programs: names, classes and calls, which the text alone tells."""

# ruff: noqa: E501 - a program on a line

from __future__ import annotations

from typing import Final

from .wrong_programs import ONE_LOOP, Program

NAMES: Final = {
    "a local of an earlier round, else the constant of that name": Program(
        "unassigned", "self.weight = HEAVY", top="HEAVY = 0", loops=ONE_LOOP,
        body="for turn in range(2):\n    if turn > 0:\n        self.weight = HEAVY\n    HEAVY = 1\nreturn 0"),
    "after a loop of no rounds, the constant with the name of its variable": Program(
        "unassigned", "return cup", top="cup = 0", loops=ONE_LOOP,
        body="for cup in range(number):\n    pass\nreturn cup"),
    "any means what another module says": Program(
        "builtin_hidden", "import not_ as any", top="from operator import not_ as any",
        body="return 1 if any(cup > 0 for cup in (1, 2)) else 0"),
    "a star imports another max": Program("import", "import *", top="from drawer import *", body="return max(number, 0)"),
    "a closure sees the last value of a loop's variable": Program(
        "lambda_value", "later = lambda", loops=ONE_LOOP,
        body="later = None\nfor turn in (3, 4):\n    if turn == 3:\n        later = lambda: turn\nreturn later()"),
    "a closure sees a parameter that changes later": Program(
        "lambda_value", "later = lambda", body="later = lambda: number\nfirst = number\nnumber = first + 2\nreturn later() - first"),
    "a loop at the top binds a constant": Program(
        "module_statement", "for SIZE in", top="SIZE = 3\nfor SIZE in (4, 5):\n    pass", body="return SIZE"),
    "a branch at the top binds a constant": Program(
        "bound_on_some_path", "SIZE = 4", top="SIZE = 3\nif True:\n    SIZE = 4", body="return SIZE"),
    "a constant grows at the top": Program("module_statement", "SIZE += 1", top="SIZE = 3\nSIZE += 1", body="return SIZE"),
    "a constant of a constant that is bound anew": Program(
        "bound_twice", "FIRST = 5", top="FIRST = 4\nSECOND = FIRST\nFIRST = 5", body="return SECOND"),
    "a default is older than the constant": Program(
        "bound_twice", "SIZE = 8", top="SIZE = 7\ndef sized(size: int = SIZE) -> int:\n    return size\nSIZE = 8",
        body="return sized()"),
    "a default of a lambda is a local": Program(
        "lambda_value", "later = lambda", top="size = 0", body="size = 2\nlater = lambda cups=size: cups\nreturn later()"),
    "a default of an inner function is a local": Program(
        "inner_function", "return cups", top="size = 0",
        body="size = 2\ndef inner(cups: int = size) -> int:\n    return cups\nreturn inner()"),
    "a constant is read where a local of its name comes later": Program(
        "unassigned", "first = SIZE", top="SIZE = 3", body="first = SIZE\nSIZE = 4\nreturn first"),
    "an import of the name of a function": Program(
        "bound_twice", "from drawer import sized", top="def sized() -> int:\n    return 0\nfrom drawer import sized",
        body="return sized()"),
    "len is a module": Program("builtin_hidden", "import drawer as len", top="import drawer as len", body="return len(self.cups)"),
    "a local on one path, else the constant": Program(
        "unassigned", "return SIZE", top="SIZE = 3", body="if number > 4:\n    SIZE = 3\nreturn SIZE"),
    "an inner function reads its local too early": Program(
        "inner_function", "old = size",
        body="size = 3\ndef inner() -> int:\n    old = size\n    size = 4\n    return old\nreturn inner()"),
    "a word of claims that nobody imports, about a number": Program(
        "name_unbound", "power_of_two(number)", body="return 1 if power_of_two(number) else 0"),
    "a name of the top that a class changes": Program(
        "two_underscores", "def __sized", top="def __sized() -> int:\n    return 0", body="return __sized()"),
    "a word of claims that nobody imports, about a range": Program(
        "name_unbound", "within(1, number, 6)", body="return 1 if within(1, number, 6) else 0"),
    "a local that a tool may have a word of": Program(
        both="def _all(self) -> list[int]:\n    yielded = [4]\n    yielded.append(3)\n    return yielded",
        body="return self._all()[1]", model="return 4"),
}  # fmt: skip

_PAIR: Final = "class Pair(NamedTuple):\n    left: int\n"

CLASSES: Final = {
    "equality of a tuple is one's own": Program(
        "record_method", "def __eq__", body="return 1 if Pair(3) == Pair(4) else 0",
        top=f"{_PAIR}    def __eq__(self, other: object) -> bool:\n        return True"),
    "every reading of a field is one's own": Program(
        "special_method", "def __getattribute__", body="return self.weight", model="return self.weight",
        member="def __getattribute__(self, name: str) -> int:\n    return 4 if name == 'weight' else 5"),
    "an entry of a tuple is one's own": Program(
        "record_method", "def __getitem__", body="return Pair(0)[0]",
        top=f"{_PAIR}    def __getitem__(self, place: int) -> int:\n        return 3"),
    "the length of a tuple is one's own": Program(
        "record_method", "def __len__", body="return len(Pair(0)) - 1",
        top=f"{_PAIR}    def __len__(self) -> int:\n        return 3"),
    "a new shelf is an old one": Program(
        "special_method", "def __new__", top="KEPT = []",
        member="def __new__(cls) -> Any:\n    return KEPT[0] if KEPT else object.__new__(cls)"),
    "every writing of a field is one's own": Program(
        "special_method", "def __setattr__", body="self.weight = 6\nreturn 0", model="self.weight = 6\nreturn 0",
        member="def __setattr__(self, name: str, value: object) -> None:\n    object.__setattr__(self, name, 0)"),
    "slots leave out a field": Program("class_assignment", "__slots__", field='__slots__ = ("cups",)'),
    "a field gets a function": Program(
        "lambda_value", "self.spare = lambda", field="spare: int", init="self.spare = 0",
        body="self.spare = lambda: 2\nreturn 0"),
    "a field gets an iterator": Program(
        "iterator_named", "self.cups = map", body="self.cups = map(lambda cup: cup + 0, self.cups)\nreturn 0"),
    "a class of classes makes another method": Program(
        "class_keyword", "metaclass=Kind", base="(metaclass=Kind)",
        top="class Kind(type):\n    def __new__(m, name, bases, space):\n        return type.__new__(m, name, bases, space)"),
    "a constant of a base is bound anew, without a kind": Program(
        "class_assignment", "SIZE = 4", top="class Board:\n    SIZE: ClassVar[int] = 0", base="(Board)", field="SIZE = 4",
        body="return self.SIZE"),
    "a class method, called by its class, starts one parameter too early": Program(
        member="@classmethod\ndef _twice(cls, size: int = 0) -> int:\n    return size", body="return Shelf._twice(6)"),
    "a decorator replaces a function": Program(
        "decorator", "@twist", body="return sized()",
        top="def twist(function):\n    return function\n@twist\ndef sized() -> int:\n    return 0"),
    "a decorator replaces a method": Program(
        "decorator", "@twist", top="def twist(function):\n    return function",
        member="@twist\ndef _sized(self) -> int:\n    return 1", body="return self._sized()"),
    "the constructor leaves None in a field of ints": Program(
        "field_kind", "self.spare = None", field="spare: int", init="self.spare = None",
        body="return 1 if self.spare is None else 0"),
    "the constructor leaves a bool in a field of ints": Program(
        "field_kind", "self.spare = False", field="spare: int", init="self.spare = False"),
    "a field of bools gets an int": Program(
        "field_kind", "self.full = 1", field="full: bool", init="self.full = False", body="self.full = 1\nreturn 0"),
    "an assignment replaces a method of the base": Program(
        "class_assignment", "_sized = lambda", top="class Board:\n    def _sized(self) -> int:\n        return 0",
        base="(Board)", field="_sized = lambda self: 5", body="return self._sized()"),
    "a method is bound anew in its class": Program(
        "member_twice", "_sized = lambda", member="def _sized(self) -> int:\n    return 0\n_sized = lambda self: 5",
        body="return self._sized()"),
    "a method is bound to a function of the module": Program(
        "member_twice", "_sized = sized", top="def sized(shelf: object) -> int:\n    return 5",
        member="def _sized(self) -> int:\n    return 0\n_sized = sized", body="return self._sized()"),
    "the order of two bases decides": Program(
        "second_base", "class Shelf", base="(Left, Right)", body="return self._sized()",
        top=("class Board:\n    def _sized(self) -> int:\n        return 0\nclass Left(Board):\n    pass\n"
             "class Right(Board):\n    def _sized(self) -> int:\n        return 3")),
    "a property covers a field": Program(
        "member_twice", "def weight", body="self.weight = 6\nreturn self.weight", model="self.weight = 6\nreturn 6",
        member="@property\ndef weight(self) -> int:\n    return 0"),
}  # fmt: skip

CALLS: Final = {
    "names of parameters come from a dict": Program(
        "double_star", "self._of(**", member="def _of(self, size: int = 0) -> int:\n    return size",
        body="return self._of(**{'size': 4})"),
    "a method of a list is not itself": Program(
        "identity", "self.cups.append is", body="return 0 if self.cups.append is self.cups.append else 1"),
    "an operation is a generator": Program("generator_result", "def stir", body="yield 3", model="return 3"),
    "a generator that is called, and does not run": Program(
        "generator_changes", "self.weight += 2", body="self._later()\nreturn 0", model="self.weight += 2\nreturn 0",
        top="from collections.abc import Iterator",
        member="def _later(self) -> Iterator[int]:\n    self.weight += 2\n    yield 1"),
    "a generator is used up": Program(
        "iterator_named", "some = self._some()", body="some = self._some()\nfirst = list(some)\nreturn len(list(some))",
        top="from collections.abc import Iterator", member="def _some(self) -> Iterator[int]:\n    yield 1", model="return 1"),
    "a generator returns a number": Program(
        "generator_result", "def _none", body="return 1 if self._none() == 0 else 0",
        member="def _none(self) -> int:\n    return 0\n    yield 1"),
    "an argument that is no parameter": Program(
        "unknown_argument", "self._of(size=4)", body="return self._of(size=4)",
        member="def _of(self) -> int:\n    return size"),
    "a plain tuple among named ones": Program(
        "form_kind", "pairs.append((3, 4))", top=f"{_PAIR}    right: int",
        body="pairs = [Pair(1, 2)]\npairs.append((3, 4))\nreturn pairs[1].left"),
    "an entry of a generator": Program(
        "no_entries", "self._some()[0]", body="return self._some()[0]", top="from collections.abc import Iterator",
        member="def _some(self) -> Iterator[int]:\n    yield 1", model="return 1"),
    "everything is an object": Program(
        "isinstance_class", "isinstance(number, object)", body="return 0 if isinstance(number, object) else 2", model="return 2"),
    "an iterator is used up": Program(
        "iterator_named", "cups = iter", model="return len(self.cups)",
        body="cups = iter(self.cups)\nfirst = list(cups)\nreturn len(list(cups))"),
    "a lambda is given what it has no name for": Program(
        "lambda_value", "later = lambda", body="later = lambda one, two=2: one - two\nreturn later(2, other=3)"),
    "the length of a map": Program(
        "form_kind", "len(map(", body="return len(map(lambda cup: cup + 1, self.cups))", model="return len(self.cups)"),
    "two iterators of one list are never equal": Program(
        "equality", "iter(self.cups) ==", body="return 1 if iter(self.cups) == iter(self.cups) else 0", model="return 1"),
    "the greatest of one number": Program("extreme_of_one", "max(number)", body="return max(number) - number"),
    "the least of one number": Program("extreme_of_one", "min(number)", body="return min(number) - number"),
    "a parameter by position alone, beside a rest": Program(
        "positional_only", "def _of", top="size = 0", body="return self._of(2)",
        member="def _of(self, size: int, /, *rest: Any) -> int:\n    return size"),
    "a range of four numbers": Program(
        "form_arguments", "range(0, 1, 2, 3)", loops=ONE_LOOP, body="for turn in range(0, 1, 2, 3):\n    pass\nreturn 0"),
    "a tuple of one part too many": Program(
        "unknown_parts", "Pair(1, 2, 3)", top=f"{_PAIR}    right: int", body="pair = Pair(1, 2, 3)\nreturn 0"),
    "a sum of tuples forgets their names": Program(
        "operator_kinds", "+ (3,)", top=f"{_PAIR}    right: int", body="pair = Pair(1, 2) + (3,)\nreturn pair.left"),
}  # fmt: skip

RIGHT_NAMES: Final = (
    Program(top="SIZE = 3\nTWICE = SIZE + SIZE\ndef sized(size: int = SIZE) -> int:\n    return size",
            body="held = sized()\nif number > 4:\n    held = TWICE\nreturn held - held"),
    Program(body="def near(cup: int) -> int:\n    return cup - number\nfirst = sorted(self.cups, key=near)\nreturn 0"),
)  # fmt: skip
RIGHT_CLASSES: Final = (
    Program(top=f"class Board:\n    SIZE: ClassVar[int] = 0\n    def _sized(self) -> int:\n        return 0\n{_PAIR}", base="(Board)",
            field="SIZE: ClassVar[int] = 4\nspare: int | None\nfull: bool", init="self.spare = None\nself.full = False",
            member="@property\ndef _top(self) -> int:\n    return Pair(0).left",
            body="self.spare, self.full = 3, number > 1\nreturn self._sized() + self._top + self.SIZE - 4"),
)  # fmt: skip
RIGHT_CALLS: Final = (
    Program(top=f"from collections.abc import Iterator\n{_PAIR}    right: int",
            member=("def _some(self) -> Iterator[int]:\n    yield from self.cups\n"
                    "def _of(self, size: int = 0, *, more: int = 1) -> int:\n    return size - more"),
            body=("pairs = [Pair(1, right=2)]\npairs.append(Pair(*(3, 4)))\n"
                  "return self._of(1, more=1) + len(list(self._some())) - len(self.cups) + max(number, 1) - max(1, number)")),
)  # fmt: skip
