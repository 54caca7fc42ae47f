"""More pairs that differ in what is easy to overlook: what Python does around the arithmetic.

Who else holds a list, what a loop leaves behind, what is true of a thing that is no number, and what outlives a call.
The boxes are those of `unsound.py`, or shelves, which hold values instead of numbers.
The wrong one of a pair is never proved: it is refuted, or the prover says that it cannot follow.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from slotproof.declare import Loop, Refinement, invariant
from slotproof.spec.errors import Missing, shown

from .unsound import Box, BoxModel, Either, box

# --- what a list is, and who holds it


def never(box: Either, number: int) -> bool:
    return False


def is_the_list_of_one(box: Either, number: int) -> bool:
    return box.items == [number]


def is_a_list_of_the_table(box: Either, number: int) -> bool:
    return list(box.items) == [number]


def drop(box: Either, number: int) -> None:
    box.items.clear()


def drop_and_fill_the_alias(box: Either, number: int) -> None:
    fresh: list[int] = []
    box.items = fresh
    fresh.append(number)


def drop_and_ask_the_alias(box: Either, number: int) -> int:
    fresh: list[int] = []
    box.items = fresh
    box.items.append(number)
    return len(fresh)


def drop_push_none(box: Either, number: int) -> int:
    box.items.clear()
    box.items.append(number)
    return 0


def drop_to_a_default(box: Either, number: int, fresh: list[int] = []) -> None:  # noqa: B006
    box.items = fresh


def pop_the_last(box: Either) -> int:
    if len(box.items) == 0:
        raise Missing("empty")
    return box.items.pop()


def pop_the_first(box: Either) -> int:
    if len(box.items) == 0:
        raise Missing("empty")
    value = box.items[-1]
    box.items.pop(0)
    return value


def pop_minus_one(box: Either) -> int:
    if len(box.items) == 0:
        raise Missing("empty")
    return box.items.pop(-1)


def truth_of_the_list(box: Either, number: int) -> bool:
    return True


def truth_of_a_range(box: Either, number: int) -> bool:
    return bool(range(number))


# --- names that a loop binds


def zero(box: Either) -> int:
    return 0


def count_in_a_closure(box: Either) -> int:
    count = 0

    def bump() -> None:
        nonlocal count
        count += 1

    for _ in range(len(box.items)):
        bump()
    return count


def count_by_deleting(box: Either) -> int:
    marks = [1, 2, 3]
    for _ in range(len(box.items)):
        if len(marks) > 0:
            del marks[0]
    return 3 - len(marks)


def turn_round(box: Either) -> int:
    marks = [0, 2]
    for _ in range(len(box.items)):
        marks.reverse()
    return marks[0]


def _tell(marks: list[int], box: Either) -> None:
    for _ in range(len(box.items)):
        marks.append(1)


def count_in_an_argument(box: Either) -> int:
    marks: list[int] = []
    _tell(marks, box)
    return len(marks)


def count_by_matching(box: Either) -> int:
    last = 0
    for item in box.items:
        match item:
            case last:
                pass
    return last


def never_none(box: Either) -> bool:
    return False


def is_none_after_a_round(box: Either) -> bool:
    found: int | None = 0
    for _ in range(len(box.items)):
        found = None
    return found is None


def place_after_the_loop(box: Either) -> bool:
    for place in range(len(box.items)):
        pass
    return len(box.items) > 0 and place == 0


class _Cell:
    def __init__(self) -> None:
        self.count = 0


def count_in_an_object(box: Either) -> int:
    cell = _Cell()
    for _ in range(len(box.items)):
        cell.count += 1
    return cell.count


def count_in_a_dict(box: Either) -> int:
    cell = {"count": 0}
    for _ in range(len(box.items)):
        cell.update(count=cell["count"] + 1)
    return cell["count"]


def leave(box: Either) -> None:
    pass


def count_in_a_finally(box: Either) -> None:
    for place in range(len(box.items)):
        try:
            if box.items[place] >= 0:
                continue
        finally:
            box.number += 1
        box.number -= 1


def zero_steps(box: Either) -> int:
    return 1


def odd_steps(box: Either) -> int:
    for number in range(0, 6, 2):
        if number == 1:
            return 1
    return 0


def drain_by_walking(box: Either) -> None:
    for _ in box.items:
        box.items.pop()


def empty_it(box: Either) -> None:
    box.items.clear()


# --- truths


def match_a_list(box: Either, number: int) -> bool:
    match box.items:
        case []:
            return True
        case _:
            return False


def not_positive(box: Either, number: int) -> int:
    return 1 if number <= 0 else 0


def not_positive_by_bits(box: Either, number: int) -> int:
    return 1 if ~(number > 0) else 0


def equals_a_truth(box: Either, number: int) -> bool:
    return number == (number > 0)


def equals_a_float(box: Either, number: int) -> bool:
    return number == 1.0


def type_is_int(box: Either, number: int) -> bool:
    return type(number) is int


def text_of_a_number(box: Either, number: int) -> bool:
    return str(number) == "1"


def text_in_a_text(box: Either, number: int) -> bool:
    return f"{number}" == "1"


def is_the_same_number(box: Either, number: int) -> bool:
    return box.number is number


def half_is_half(box: Either, number: int) -> bool:
    return number / 2 == 0.5


# --- errors that are caught


def one(box: Either, number: int) -> int:
    return 1


def zero_of(box: Either, number: int) -> int:
    return 0


def slice_in_a_try(box: Either, number: int) -> int:
    try:
        box.items[0:1]
        return 1
    except Exception:
        return 0


def method_in_a_try(box: Either, number: int) -> int:
    try:
        box.items.sort()
        return 1
    except AttributeError:
        return 0


def hash_in_a_try(box: Either, number: int) -> int:
    try:
        return len({number})
    except TypeError:
        return 0


def shift_in_a_try(box: Either, number: int) -> int:
    try:
        number >> 1
        return 1
    except TypeError:
        return 0


# --- what outlives a call


_CALLS = 0


def count_the_calls(box: Either, number: int) -> int:
    global _CALLS  # noqa: PLW0603
    _CALLS += 1
    return _CALLS


_SEEN: list[int] = []


def count_in_a_global(box: Either, number: int) -> int:
    _SEEN.append(number)
    return len(_SEEN)


def count_in_a_default(box: Either, number: int, seen: list[int] = []) -> int:  # noqa: B006
    seen.append(number)
    return len(seen)


def mark_the_box(box: Any, number: int) -> int:
    if hasattr(box, "mark"):
        return 1
    box.mark = True
    return 0


def mark_by_default(box: Any, number: int) -> int:
    box.mark = getattr(box, "mark", -1) + 1
    return int(box.mark)


def make_none(box: Any, number: int) -> int:
    box.items = None
    return 1


def count_on_the_class(box: Any, number: int) -> int:
    type(box).calls = getattr(type(box), "calls", 0) + 1
    return int(type(box).calls)


# --- results


def ends(box: Either) -> tuple[int, int]:
    return (box.number, 0)


def ends_as_a_list(box: Either) -> list[int]:
    return [box.number, 0]


def listed(box: Either) -> list[int]:
    return box.items.copy()


def listed_once(box: Either) -> Any:
    return iter(box.items)


def as_a_range(box: Either) -> Any:
    return range(len(box.items))


# --- texts


def is_one_by_its_text(box: Either, number: int) -> bool:
    return f"{number!r}" == "1"


def is_one_by_percent(box: Either, number: int) -> bool:
    return "%r" % number == "1"  # noqa: UP031


def is_one_by_the_text_of_a_list(box: Either, number: int) -> bool:
    return str([number]) == "[1]"


def is_one_by_repr(box: Either, number: int) -> bool:
    return repr((number,)) == "(1,)"


def is_one_by_what_is_shown(box: Either, number: int) -> bool:
    return shown(number) == "1"


def is_one_by_an_error(box: Either, number: int) -> bool:
    try:
        raise Missing(f"{number}")
    except Missing as error:
        return "1" in str(error)


def is_one_by_what_an_error_holds(box: Either, number: int) -> bool:
    try:
        raise Missing(f"{number}")
    except Missing as error:
        held = error.args
    return held == ("1",)


def is_one_by_the_error_at_hand(box: Either, number: int) -> bool:
    try:
        raise Missing(f"{number}")
    except Missing:
        _, held, _ = sys.exc_info()
    return held is not None and held.args == ("1",)


# --- decorated


def _not(function: Callable[..., bool]) -> Callable[..., bool]:
    @functools.wraps(function)
    def call(*arguments: Any) -> bool:
        return not function(*arguments)

    return call


def has_zero(box: Either) -> bool:
    for place in range(len(box.items)):
        if box.items[place] == 0:
            return True
    return False


@_not
def has_zero_not(box: Either) -> bool:
    for place in range(len(box.items)):
        if box.items[place] == 0:
            return True
    return False


def is_empty(box: Either) -> bool:
    return len(box.items) == 0


@_not
def _is_empty_not(box: Either) -> bool:
    return len(box.items) == 0


def is_empty_of_another_name(box: Either) -> bool:
    return _is_empty_not(box)


def three(box: Either, number: int) -> int:
    return 3


def add_what_is_enumerated(box: Either, number: int) -> int:
    held, total = [1, 2], 0
    for _, each in enumerate(held):
        held[1] = 7
        total += each
    return total


def add_what_is_zipped(box: Either, number: int) -> int:
    held, total = [1, 2], 0
    for each, _ in zip(held, held, strict=True):
        held[1] = 7
        total += each
    return total


def add_what_is_reversed(box: Either, number: int) -> int:
    held, total = [1, 2], 0
    for each in reversed(held):
        held[0] = 7
        total += each
    return total


LOOPS: Final = (
    *(
        Loop(name)
        for name in (
            "count_in_a_closure",
            "count_by_deleting",
            "turn_round",
            "_tell",
            "count_by_matching",
            "is_none_after_a_round",
            "place_after_the_loop",
            "count_in_an_object",
            "count_in_a_dict",
            "count_in_a_finally",
        )
    ),
    Loop(
        "drain_by_walking",
        invariant=lambda at: {"one fewer": len(at.now.items) + at.index == at.length},
        changes=("items",),
    ),
    Loop("odd_steps", invariant=lambda at: {"not past it": at.index <= 1}),
    Loop("has_zero"),
    Loop("has_zero_not"),
)

PAIRS: Final[Mapping[Callable[..., Any], tuple[Callable[..., Any], ...]]] = {
    never: (
        is_one_by_its_text,
        is_one_by_percent,
        is_one_by_the_text_of_a_list,
        is_one_by_repr,
        is_one_by_what_is_shown,
        is_one_by_an_error,
        is_one_by_the_error_at_hand,
        is_one_by_what_an_error_holds,
        match_a_list,
        is_the_list_of_one,
        is_a_list_of_the_table,
        equals_a_truth,
        equals_a_float,
        text_of_a_number,
        text_in_a_text,
        is_the_same_number,
        half_is_half,
        type_is_int,
    ),
    drop: (drop_and_fill_the_alias, drop_to_a_default),
    drop_push_none: (drop_and_ask_the_alias,),
    pop_the_last: (pop_the_first,),
    pop_the_first: (pop_minus_one,),
    truth_of_the_list: (truth_of_a_range,),
    zero: (
        count_in_a_closure,
        count_by_deleting,
        turn_round,
        count_in_an_argument,
        count_by_matching,
        count_in_an_object,
        count_in_a_dict,
    ),
    zero_steps: (odd_steps,),
    never_none: (is_none_after_a_round, place_after_the_loop),
    leave: (count_in_a_finally,),
    empty_it: (drain_by_walking,),
    not_positive: (not_positive_by_bits,),
    zero_of: (slice_in_a_try, hash_in_a_try, method_in_a_try, shift_in_a_try, mark_the_box, mark_by_default),
    one: (make_none, count_the_calls, count_in_a_global, count_in_a_default, count_on_the_class),
    ends: (ends_as_a_list,),
    listed: (listed_once, as_a_range),
    has_zero: (has_zero_not,),
    is_empty: (_is_empty_not, is_empty_of_another_name),
    three: (add_what_is_enumerated, add_what_is_zipped, add_what_is_reversed),
}


@invariant("BX-I4", "Both numbers are one.")
def _one_number(m: BoxModel, h: Box) -> bool:
    return m.number == h.number


def odd_box(right: Callable[..., Any], wrong: Callable[..., Any]) -> Refinement:
    """A box whose functions are of this module."""
    made = box(right, wrong)
    first, *others = made.operations
    if right in (pop_the_last, pop_the_first):
        first = replace(first, refusals=("Missing",))
    return replace(made, couple=(*made.couple, _one_number), loops=LOOPS, operations=(first, *others))
