"""Pairs over what a container knows least about: values, lists that are handed in, and loops in lockstep."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, TypeVar

from slotproof.declare import Claim, Domain, Loop, Operation, Refinement, Scope, invariant
from slotproof.spec.errors import OutOfRange
from slotproof.spec.logic import conj, forall, within

T = TypeVar("T")


class ShelfModel(Generic[T]):
    """Some values, and some numbers beside them."""

    values: list[T]
    marks: list[int]

    def __init__(self) -> None:
        self.values = []
        self.marks = []


class Shelf(Generic[T]):
    """The same."""

    values: list[T]
    marks: list[int]

    def __init__(self) -> None:
        self.values = []
        self.marks = []


Either = ShelfModel[Any] | Shelf[Any]


@invariant("SH-I1", "Both hold the same values.")
def same_values(m: ShelfModel[Any], h: Shelf[Any]) -> bool:
    return conj(len(m.values) == len(h.values), forall(0, len(m.values), lambda i: m.values[i] == h.values[i]))


@invariant("SH-I2", "Both hold the same marks.")
def same_marks(m: ShelfModel[Any], h: Shelf[Any]) -> bool:
    return conj(len(m.marks) == len(h.marks), forall(0, len(m.marks), lambda i: m.marks[i] == h.marks[i]))


VALUE: Final = Domain(
    "value",
    small=lambda m, scope: (0, 1),
    classes={"value": lambda m, issued, pick: pick % 2},
    symbolic=lambda make: make.value("value"),
)
NUMBERS: Final = Domain(
    "numbers",
    small=lambda m, scope: ([], [1], [1, 2]),
    classes={"numbers": lambda m, issued, pick: [1] * (pick % 3)},
    symbolic=lambda make: make.ints("numbers"),
)
FACTORY: Final = Domain(
    "factory",
    small=lambda m, scope: (lambda *number: number[0] if number else 7,),
    classes={"factory": lambda m, issued, pick: lambda *number: 7},
    symbolic=lambda make: make.factory("factory"),
)

# --- values


def first_or_refuse(shelf: Either, value: Any) -> Any:
    if len(shelf.values) == 0:
        raise OutOfRange("empty")
    return shelf.values[0]


def first_if_true(shelf: Either, value: Any) -> Any:
    if len(shelf.values) == 0:
        raise OutOfRange("empty")
    return shelf.values[0] if shelf.values[0] else value


def first_if_not_zero(shelf: Either, value: Any) -> Any:
    if len(shelf.values) == 0:
        raise OutOfRange("empty")
    return value if shelf.values[0] == 0 else shelf.values[0]


def first_if_no_number(shelf: Either, value: Any) -> Any:
    if len(shelf.values) == 0:
        raise OutOfRange("empty")
    return value if isinstance(shelf.values[0], int) else shelf.values[0]


def first_if_its_type_is_no_number(shelf: Either, value: Any) -> Any:
    if len(shelf.values) == 0:
        raise OutOfRange("empty")
    return value if type(shelf.values[0]) is int else shelf.values[0]


def first_if_it_has_no_bits(shelf: Either, value: Any) -> Any:
    if len(shelf.values) == 0:
        raise OutOfRange("empty")
    return value if hasattr(shelf.values[0], "bit_count") else shelf.values[0]


# --- lists that are handed in


def take(shelf: Either, numbers: list[int]) -> None:
    shelf.marks = numbers.copy()


def take_the_list(shelf: Either, numbers: list[int]) -> None:
    shelf.marks = numbers


def leave(shelf: Either, numbers: list[int]) -> int:
    return len(numbers)


def empty_what_is_given(shelf: Either, numbers: list[int]) -> int:
    count = len(numbers)
    numbers.clear()
    return count


def mark_all(shelf: Either, numbers: list[int]) -> bool:
    flag = True
    for number in numbers:
        shelf.marks.append(number)
        flag = False
    return flag


def mark_all_and_never_say_so(shelf: Either, numbers: list[int]) -> bool:
    flag = False
    for number in numbers:
        shelf.marks.append(number)
        flag = False
    return flag


def mark_all_or_refuse_one(shelf: Either, numbers: list[int]) -> bool:
    flag = True
    for number in numbers:
        if number == 1:
            raise OutOfRange("not 1")
        shelf.marks.append(number)
        flag = False
    return flag


def no_one(number: int) -> int:
    if number == 1:
        raise OutOfRange("not 1")
    return number


def mark_all_by_another(shelf: Either, numbers: list[int]) -> bool:
    flag = True
    for number in numbers:
        shelf.marks.append(no_one(number))
        flag = False
    return flag


def mark_all_before_one(shelf: Either, numbers: list[int]) -> bool:
    flag = True
    for number in numbers:
        if number == 1:
            break
        shelf.marks.append(number)
        flag = False
    return flag


def mark_in_order(shelf: Either, numbers: list[int]) -> bool:
    place = 0
    while place < len(numbers):
        shelf.marks.append(numbers[place])
        place += 1
    return place > 0


def mark_in_order_or_refuse_to_go_on(shelf: Either, numbers: list[int]) -> bool:
    place = 0
    while place < len(numbers) and no_one(place) == place:
        shelf.marks.append(numbers[place])
        place += 1
    return place > 0


def mark_pairs(shelf: Either, numbers: list[int]) -> int:
    return 0


def pair_all(shelf: Either, numbers: list[int]) -> int:
    for _, _ in zip(numbers, shelf.marks, strict=True):
        pass
    return 0


# --- factories


def call_with_nothing(shelf: Either, factory: Callable[..., Any]) -> Any:
    return factory()


def call_with_a_number(shelf: Either, factory: Callable[..., Any]) -> Any:
    return factory(1)


PAIRS: Final[Mapping[Callable[..., Any], tuple[Callable[..., Any], ...]]] = {
    first_or_refuse: (
        first_if_true,
        first_if_not_zero,
        first_if_no_number,
        first_if_its_type_is_no_number,
        first_if_it_has_no_bits,
    ),
    take: (take_the_list,),
    leave: (empty_what_is_given,),
    mark_all: (mark_all_and_never_say_so, mark_all_or_refuse_one, mark_all_by_another, mark_all_before_one),
    mark_in_order: (mark_in_order_or_refuse_to_go_on,),
    mark_pairs: (pair_all,),
    call_with_nothing: (call_with_a_number,),
}
UNSEEN: Final = (take_the_list, empty_what_is_given)
"""What only a client sees who goes on using the list that was handed in; a search gives each side its own."""


def _in_order(at: Any) -> Mapping[str, bool]:
    return {"place is one of the list, or its end": within(0, at.local["place"], len(at.local["numbers"]) + 1)}


def _left(at: Any) -> Any:
    return len(at.local["numbers"]) - at.local["place"]


_LOOPS: Final = (
    Loop("mark_all", lockstep=True),
    Loop("mark_all_and_never_say_so", lockstep=True),
    Loop("mark_all_or_refuse_one", lockstep=True),
    Loop("mark_all_by_another", lockstep=True),
    Loop("mark_all_before_one", lockstep=True),
    Loop("mark_in_order", invariant=_in_order, variant=_left, lockstep=True),
    Loop("mark_in_order_or_refuse_to_go_on", invariant=_in_order, variant=_left, lockstep=True),
    Loop("pair_all"),
)


def put(shelf: Either, value: Any) -> None:
    shelf.values.append(value)


def shelf_of(right: Callable[..., Any], other: Callable[..., Any]) -> Refinement:
    """A shelf whose first operation is `right` for the model, and `other` for the implementation."""
    takes = {"value": VALUE, "numbers": NUMBERS, "factory": FACTORY}[right.__code__.co_varnames[1]]
    first = Operation(
        "operation_1",
        Claim("SH-R1", f"`{right.__name__}` and `{other.__name__}` do the same."),
        takes=(takes,),
        model=right,
        impl=other,
        refusals=("OutOfRange",) if right is first_or_refuse else (),
    )
    second = Operation("operation_2", Claim("SH-R2", "`put` puts."), takes=(VALUE,), model=put, impl=put)
    return Refinement(
        code="SH",
        name="shelf",
        title="Shelf",
        model=ShelfModel,
        impl=Shelf,
        couple=(same_values, same_marks),
        laws=(),
        operations=(first, second),
        scopes=(Scope("small", {}, admits=lambda m, name, arguments: len(m.values) + len(m.marks) < 3),),
        loops=_LOOPS,
    )
