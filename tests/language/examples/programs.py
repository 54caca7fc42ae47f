"""Programs: for each mistake a refused form, with its line counted from the place where it stands, and a right twin."""

from typing import Final

BOX: Final = """
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from slotproof.spec.errors import Missing, OutOfRange

T = TypeVar("T")
LIMIT: Final = 7
NAMES: Final = ("items", "number")
{top}

class Pair(NamedTuple):
    one: int
    two: int


class Cell:
    value: int

    def __init__(self) -> None:
        self.value = 0


class Base:
    def kept(self) -> int:
        return 1


class Box(Base, Generic[T]):
    SIZES: ClassVar[tuple[int, ...]] = (1, 2)
    SIZED: ClassVar[tuple[str, ...]] = ("number",)
    items: list[int]
    number: int
    ages: dict[int, int]
    cell: Cell
    stored: list[T]
    flag: bool

    def __init__(self) -> None:
        self.items = []
        self.number = 0
        self.ages = {{}}
        self.cell = Cell()
        self.stored = []
        self.flag = False

    def take(self, value: int) -> int:
        return value

    def look(self) -> list[int]:
        return self.items

    def all_of(self) -> Iterator[int]:
        yield from self.items

    @classmethod
    def made(cls) -> int:
        return 0

    def copy_from(self, other: "Box[T]") -> None:
        self.number = other.number
{member}
    def op(self, number: int, given: Sequence[int], data: Any, change: Callable[[int], int], thing: T) -> int:
{body}
        return 0
"""

BODIES: Final[dict[str, tuple[str, str]]] = {
    "double_star": ("self.take(**self.ages)", "self.take(value=number)"),
    "unknown_callee": ("(self.take, self.take)[0](1)", "self.take(1)"),
    "no_function": ("LIMIT(1)", "self.take(LIMIT)"),
    "unannotated_function": ("number(1)", "change(1)"),
    "client_arguments": ("change(1, 2)", "change(1)"),
    "too_many_arguments": ("self.take(1, 2)", "self.take(1)"),
    "unknown_argument": ("self.take(1, other=2)", "self.take(value=2)"),
    "missing_argument": ("self.take()", "self.take(1)"),
    "no_constructor": ("one = Base(1)", "one = Base()"),
    "unknown_parts": ("pair = Pair(1, 2, 3)", "pair = Pair(1, 2)"),
    "missing_part": ("pair = Pair(1)", "pair = Pair(1, two=2)"),
    "opaque_method": ("thing.run()", "self.stored.append(thing)"),
    "no_method": ("self.items.size()", "self.items.count(1)"),
    "no_class_method": ("Box.other()", "Box.made()"),
    "base_without_self": ("Base.kept(self.cell)", "Base.kept(self)"),
    "super": ("super(Box, self).kept()", "super().kept()"),
    "super_place": ("held = [super().kept() for each in given]", "held = [each for each in (super().kept(), 1)]"),
    "new_object": ("twin = object.__new__(Cell)", "twin = Cell()"),
    "form_arguments": ("self.items.append(1, 2)", "self.items.append(1)"),
    "form_keyword": ("pairs = list(enumerate(self.items, start=1))", "pairs = list(enumerate(self.items))"),
    "isinstance_arguments": ("same = isinstance(data)", "same = isinstance(data, int)"),
    "super_value": ("above = super()", "above = super().kept()"),
    "zip_strict": ("pairs = list(zip(given, given))", "pairs = list(zip(given, given, strict=True))"),
    "extreme_of_one": ("most = max(number)", "most = max(number, 1)"),
    "computed_field": ('held = getattr(self, "items")', "held = self.items"),
    "no_field_by_name": ('for name in ("other",):\n    held = getattr(self, name)',
                         "for name in NAMES:\n    held = getattr(self, name)"),
    "lambda_arguments": ("self.items.sort(key=lambda one, other: one)", "self.items.sort(key=lambda one: one)"),
    "error_elsewhere": ('held = Missing("no")', 'raise Missing("no")'),
    "target_name": ("held = [1 for self.number in given]", "held = [1 for each in given]"),
    "target_star": ("first, *rest = given", "first, rest = given[0], given[1:]"),
    "statement": ("with data:\n    pass", "if self.flag:\n    pass"),
    "generator_unused": ("self.all_of()", "held = list(self.all_of())"),
    "no_effect": ("number + 1", "number = number + 1"),
    "raised": ("raise Exception(number)", "raise OutOfRange(number)"),
    "cause": ('raise OutOfRange("no") from number', 'raise OutOfRange("no") from None'),
    "assert_call": ("assert self.take(1) == 1", "assert len(self.items) >= 0"),
    "loop_resizes": ("for each in self.items:\n    self.items.pop()", "for each in self.items.copy():\n    self.items.pop()"),
    "bare_except": ("try:\n    self.take(1)\nexcept:\n    pass", "try:\n    self.take(1)\nexcept Missing:\n    pass"),
    "finally_exit": ("try:\n    self.take(1)\nfinally:\n    return 1", "try:\n    self.take(1)\nfinally:\n    self.number = 1"),
    "caught": ("try:\n    self.take(1)\nexcept OSError:\n    pass", "try:\n    self.take(1)\nexcept KeyError:\n    pass"),
    "delete": ("del number", "del self.items[0]"),
    "delete_kind": ("del given[0]", "del self.ages[0]"),
    "annotated_field": ("self.number: int = 1", "held: int = 1"),
    "argument_kind": ('self.take("one")', "self.take(1)"),
    "part_kind": ('pair = Pair("one", 2)', "pair = Pair(1, 2)"),
    "form_kind": ('self.items.append("one")', "self.items.append(1)"),
    "isinstance_class": ("same = isinstance(data, object)", "same = isinstance(data, int | bool)"),
    "attribute_of_any": ("held = data.real", "held = self.number"),
    "no_attribute": ("held = self.other", "held = self.number"),
    "operator_kinds": ("held = number + self.flag", "held = number + int(self.flag)"),
    "unary_kind": ("held = -self.flag", "held = -number"),
    "condition": ("if self.flag and number:\n    pass", "if self.flag and number != 0:\n    pass"),
    "and_or_value": ("held = given or [1]", "held = len(given) > 0 or self.flag"),
    "equality": ("same = self.all_of() == self.all_of()", "same = list(self.all_of()) == list(self.all_of())"),
    "never_equal": ('same = number == "1"', "same = number == 1"),
    "no_order": ("less = self.flag < self.flag", "less = number < 1"),
    "type_known": ("same = type(number) is int", "same = type(data) is int"),
    "in_kind": ("there = number in range(3)", "there = number in (0, 1, 2)"),
    "never_in": ('there = "one" in self.items', "there = 1 in self.items"),
    "star_kind": ("held = [*number]", "held = [*given]"),
    "double_star_kind": ("held = {**number}", "held = {**self.ages}"),
    "key_kind": ("held = {1.5: 2}", "held = {1: 2}"),
    "no_parts": ("one, two = number", "one, two = number, number"),
    "parts_number": ("one, two = 1, 2, 3", "one, two = 1, 2"),
    "no_part": ("held = (1, 2)[2]", "held = (1, 2)[1]"),
    "no_entries": ("held = number[0]", "held = given[0]"),
    "key_other": ('held = self.ages["one"]', "held = self.ages[1]"),
    "index_kind": ('held = given["one"]', "held = given[0]"),
    "slice_kind": ('held = given["one":]', "held = given[1:]"),
    "no_items": ("for each in number:\n    pass", "for each in range(number):\n    pass"),
    "no_kind": ("held: Thing = 1", "held: int = 1"),
    "no_kind_text": ('held: "int[" = 1', 'held: "int" = 1'),
    "name_kind": ('held = 1\nheld = "one"', "held = 1\nheld = 2"),
    "annotated_kind": ('held: int = "one"', "held: int = 1"),
    "field_kind": ('self.number = "one"', "self.number = 1"),
    "slice_assigned": ("self.items[:] = number", "self.items[:] = [number]"),
    "entry_of": ("number[0] = 1", "self.items[0] = 1"),
    "entry_kind": ('self.items[0] = "one"', "self.items[0] = 1"),
    "module_name": ("held = math.sqrt(2)", "held = math.trunc(2.5)"),
    "name_underscores": ("held = __limit", "held = LIMIT"),
    "name_unbound": ("held = nowhere", "held = LIMIT"),
    "name_builtin": ("held = id(number)", "held = abs(number)"),
    "local_underscores": ("__held = 1", "held = 1"),
    "unassigned": ("if self.flag:\n    held = 1\nself.take(held)", "held = 0\nif self.flag:\n    held = 1\nself.take(held)"),
    "type_of": ("held = type(self)", "held = Box.made()"),
    "vars": ("held = vars(self)", "held = self.number"),
    "expression": ("held = (other := 1)", "other = 1\nheld = other"),
    "constant_kind": ("held = 1j", "held = 1"),
    "dunder": ("held = self.__dict__", "held = self.number"),
    "unary_plus": ("held = +number", "held = number"),
    "identity": ("same = number is LIMIT", "same = data is None"),
    "async_for": ("held = [1 async for each in given]", "held = [1 for each in given]"),
    "text": ('held = f"{number}"', 'raise Missing(f"{number}")'),
    "text_format": ('raise Missing(f"{number:04}")', 'raise Missing(f"{number!r}")'),
    "shared_field": ('for name in ("items",):\n    twin = Box()\n    setattr(twin, name, getattr(self, name))',
                     'for name in ("number",):\n    twin = Box()\n    setattr(twin, name, getattr(self, name))'),
    "loop_alias": ("held = [0]\nfor each in given:\n    held = self.items", "held = [0]\nfor each in given:\n    held = [each]"),
    "alias": ("self.items = self.look()", "self.items = self.look().copy()"),
    "chained_alias": ("one = other = [0]", "one, other = [0], [0]"),
    "augmented_alias": ("held = {1}\nheld |= {2}", "held = [1]\nheld += [2]"),
    "no_field": ("self.other = 1", "self.number = 1"),
    "lambda_value": ("held = lambda: 1", "held = sorted(given, key=lambda each: -each)"),
    "lambda_defaults": ("self.items.sort(key=lambda one=1: one)", "self.items.sort(key=lambda one: one)"),
    "name_value": ("held = len", "held = len(given)"),
    "method_value": ("held = self.take", "held = self.take(1)"),
    "captured": ("held = 1\nheld = 2\nself.items.sort(key=lambda one: one + held)",
                 "held = 1\nself.items.sort(key=lambda one: one + held)"),
    "inner_function": ("def inner() -> int:\n    held = 1\n    return held", "def inner() -> int:\n    return 1"),
    "iterator_named": ("held = self.all_of()", "held = list(self.all_of())"),
    "class_named": ("held = Cell", "held = Cell()"),
    "star_argument": ("self.take(*given)", "self.take(*(1,))"),
    "step": ("held = given[::number]", "held = given[::2]"),
    "step_assigned": ("self.items[::2] = [1]", "self.items[2:] = [1]"),
    "error_name": ("held = 1\ntry:\n    self.take(1)\nexcept Missing as held:\n    pass",
                   "held = 1\ntry:\n    self.take(1)\nexcept Missing as error:\n    raise OutOfRange(number) from error"),
    "changed_while_running": ("for each in self.all_of():\n    self.number += each",
                              "for each in list(self.all_of()):\n    self.number += each"),
    "message": ("raise Missing(self.items)", "raise Missing(number)"),
    "isinstance_never": ("same = isinstance(number > 0, int)", "same = isinstance(data, int)"),
    "power": ("held = number**number", "held = 2**number"),
    "part": ("held = [self.all_of()]", "held = [list(self.all_of())]"),
    "text_kind": ('raise Missing(f"{thing}")', 'raise Missing(f"{number}")'),
}  # fmt: skip

MEMBERS: Final[dict[str, tuple[str, str]]] = {
    "effect": ("def bump(self) -> int:\n    self.number += 1\n    return 1\ndef more(self) -> bool:\n    return all(self.bump() > 0 for each in self.items)",
               "def bump(self) -> int:\n    self.number += 1\n    return 1\ndef more(self) -> bool:\n    return self.bump() > 0"),
    "recursion": ("def more(self, value: int) -> int:\n    return 1 if value == 0 else self.more(value - 1)",
                  "def more(self, value: int) -> int:\n    while value > 0:\n        value -= 1\n    return 1"),
    "special_signature": ("def __contains__(self, value: int) -> int:\n    return 1",
                          "def __contains__(self, value: int) -> bool:\n    return True"),
    "override": ("def kept(self, more: int) -> int:\n    return more", "def kept(self) -> int:\n    return 2"),
    "hidden": ("kept: int", "KEPT: ClassVar[int] = 1"),
    "field_iterator": ("more: ClassVar[int] = 1\nlater: Iterator[int]", "more: ClassVar[int] = 1"),
    "quiet_changes": ("@property\ndef more(self) -> int:\n    self.number += 1\n    return 1",
                      "@property\ndef more(self) -> int:\n    return self.number + 1"),
    "yield_value": ("def more(self) -> Iterator[int]:\n    held = yield 1", "def more(self) -> Iterator[int]:\n    yield 1"),
    "copy_of_fields": (
        ("def copy(self) -> 'Box[T]':\n    twin: Box[T] = object.__new__(type(self))\n    for name, held in vars(self).items():\n"
        "        setattr(twin, name, held)\n    return twin"),
        ("def copy(self) -> 'Box[T]':\n    twin: Box[T] = object.__new__(type(self))\n    for name, held in vars(self).items():\n"
        "        setattr(twin, name, held.copy() if isinstance(held, list | dict) else held)\n    return twin"),
    ),
    "twin_incomplete": (
        "def copy(self) -> 'Box[T]':\n    twin: Box[T] = object.__new__(type(self))\n    twin.number = 1\n    return twin",
        "def copy(self) -> 'Box[T]':\n    twin: Box[T] = Box()\n    twin.number = 1\n    return twin",
    ),
    "class_statement": ("for each in (1, 2):\n    pass", "def more(self) -> None:\n    pass"),
    "member_twice": ("def take(self, value: int) -> int:\n    return 2", "def take_two(self, value: int) -> int:\n    return 2"),
    "special_method": ("def __bool__(self) -> bool:\n    return True", "def __len__(self) -> int:\n    return 1"),
    "field_target": ("made.number: int", "more_number: ClassVar[int] = 1"),
    "field_any": ("anything: object", "MORE: ClassVar[int] = 1"),
    "field_value": ("more: int = 0", "MORE: ClassVar[int] = 0"),
    "class_constant": ("MORE: ClassVar[list[int]] = []", "MORE: ClassVar[tuple[int, ...]] = ()"),
    "class_assignment": ("more = 0", "take_it = take"),
    "class_no_constant": ("MORE: ClassVar = [1]\ndef more(self) -> int:\n    return self.MORE",
                          "MORE: ClassVar = 1\ndef more(self) -> int:\n    return self.MORE"),
    "member_word": ("def property(self) -> int:\n    return 1", "def one_property(self) -> int:\n    return 1"),
    "decorator": ("@staticmethod\n@cached\ndef more() -> int:\n    return 1", "@staticmethod\ndef more() -> int:\n    return 1"),
    "no_result_kind": ("def more(self):\n    pass", "def more(self) -> None:\n    pass"),
    "generator_result": ("def more(self) -> int:\n    yield 1", "def more(self) -> Iterator[int]:\n    yield 1"),
    "no_result": ("def more(self) -> int:\n    if self.flag:\n        return 1",
                  "def more(self) -> int:\n    if self.flag:\n        return 1\n    return 2"),
    "generator_changes": ("def more(self) -> Iterator[int]:\n    self.number = 1\n    yield 1",
                          "def more(self) -> Iterator[int]:\n    number = 1\n    yield number"),
    "star_parameters": ("def more(self, **rest: int) -> None:\n    pass", "def more(self, *rest: Any) -> None:\n    pass"),
    "positional_only": ("def more(self, one: int, /) -> None:\n    pass", "def more(self, one: int) -> None:\n    pass"),
    "no_parameter_kind": ("def more(self, one) -> None:\n    pass", "def more(self, one: int) -> None:\n    pass"),
    "iterator_twice": ("def more(self, one: Iterable[int]) -> int:\n    return sum(one) + sum(one)",
                       "def more(self, one: Iterable[int]) -> int:\n    return sum(one)"),
    "receiver_name": ("def more(this) -> None:\n    pass", "def more(self) -> None:\n    pass"),
    "rest_read": ("def more(self, *rest: Any) -> int:\n    return len(rest)",
                  "def more(self, make: Callable[..., int], *rest: Any) -> int:\n    return make(*rest)"),
    "default": ("def more(self, one: Any = []) -> None:\n    pass", "def more(self, one: Any = None) -> None:\n    pass"),
    "generator_return": ("def more(self) -> Iterator[int]:\n    yield 1\n    return 2",
                         "def more(self) -> Iterator[int]:\n    yield 1\n    return"),
}  # fmt: skip

TOPS: Final[dict[str, tuple[str, str]]] = {
    "data_init": (
        "@dataclass\nclass One:\n    one: int\n\n    def __init__(self, one: int) -> None:\n        self.one = one",
        "@dataclass\nclass One:\n    one: int\n\n    def __post_init__(self) -> None:\n        self.one = self.one + 1",
    ),
    "field_part": (
        "class One:\n    kept: tuple[list[int], int]\n\n    def __init__(self) -> None:\n        self.kept = ([], 1)",
        "class One:\n    kept: tuple[int, int]\n\n    def __init__(self) -> None:\n        self.kept = (0, 1)",
    ),
    "second_name": (
        "class Far:\n    def size(self) -> int:\n        return 1\n    __len__ = size\nclass Near(Far):\n    def size(self) -> int:\n        return 2",
        "class Far:\n    def size(self) -> int:\n        return 1\n    __len__ = size\nclass Near(Far):\n    def size(self) -> int:\n        return 2\n    __len__ = size",
    ),
    "record_name": ("class Other(NamedTuple):\n    index: int", "class Other(NamedTuple):\n    place: int"),
    "record_constant": ("class Other(NamedTuple):\n    one: int\n    TWO: ClassVar[int] = 2",
                        "class Other(NamedTuple):\n    one: int\n    two: int = 2"),
    "record_part": ("class Other(NamedTuple):\n    one: list[int]", "class Other(NamedTuple):\n    one: tuple[int, ...]"),
    "data_base": ("class One:\n    pass\n@dataclass\nclass Other(One):\n    one: int",
                  "@dataclass\nclass One:\n    one: int\n@dataclass\nclass Other(One):\n    two: int"),
    "builtin_hidden": ("def abs(number: int) -> int:\n    return 1", "def near(number: int) -> int:\n    return 1"),
    "two_underscores": ("__most = 1", "_most = 1"),
    "word_bound": ("class MutableSequence:\n    pass", "class Row:\n    pass"),
    "bound_twice": ("MOST = 1\nMOST = 2", "MOST = 1\nLEAST = 2"),
    "bound_on_some_path": ("if LIMIT:\n    MOST = 1", "MOST = 1"),
    "module_statement": ("print(1)", '"""What stands above."""'),
    "import": ("import z3", "from slotproof.spec.errors import Full"),
    "module_assignment": ("MOST = LEAST = 1", "MOST = 1"),
    "module_constant": ("MOST = ([],)", "MOST = ((),)"),
    "class_keyword": ("class Other(metaclass=type):\n    pass", "class Other:\n    pass"),
    "base": ("class Other(dict):\n    pass", "class Other(NamedTuple):\n    one: int"),
    "second_base": ("class One:\n    pass\nclass Two:\n    pass\nclass Other(One, Two):\n    pass",
                    "class One:\n    pass\nclass Other(One, Generic[T]):\n    pass"),
    "record_method": ("class Other(NamedTuple):\n    one: int\n    def __len__(self) -> int:\n        return 7",
                      "class Other(NamedTuple):\n    one: int\n    def size(self) -> int:\n        return 7"),
    "no_init": ("class Other:\n    one: int", "class Other:\n    ONE: ClassVar[int] = 1"),
    "init_incomplete": ("class Other:\n    one: int\n    def __init__(self) -> None:\n        for _ in range(0):\n            self.one = 1",
                        "class Other:\n    one: int\n    def __init__(self) -> None:\n        self.one = 1"),
    "name_refused": ("import time\ndef now() -> float:\n    return time()", "def now() -> float:\n    return 1.5"),
}  # fmt: skip
