"""Pairs of small Python functions, as alike as two that are not the same can be: a proof that they agree is wrong.

Each pair is an operation of one container, whose model and implementation hold the same: a list, a dict and a number.
The second function of a pair is wrong in a way that needs Python to be read right: what an index below zero means, who
else holds a list, how far a loop that changes its own sequence goes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from slotproof.declare import Claim, Domain, Loop, Operation, Refinement, Scope, invariant
from slotproof.spec.errors import Missing, OutOfRange
from slotproof.spec.logic import conj, contains, exists, forall, forall_in, implies, negate


class BoxModel:
    """A list of numbers, a table from numbers to numbers, and a number."""

    items: list[int]
    table: dict[int, int]
    number: int

    def __init__(self) -> None:
        self.items = []
        self.table = {}
        self.number = 0


class Box:
    """The same."""

    items: list[int]
    table: dict[int, int]
    number: int

    def __init__(self) -> None:
        self.items = []
        self.table = {}
        self.number = 0


Either = BoxModel | Box


@invariant("BX-I1", "Both hold the same list.")
def same_items(m: BoxModel, h: Box) -> bool:
    return conj(len(m.items) == len(h.items), forall(0, len(m.items), lambda i: m.items[i] == h.items[i]))


@invariant("BX-I2", "Both hold the same number.")
def same_number(m: BoxModel, h: Box) -> bool:
    return m.number == h.number


@invariant("BX-I3", "Both hold the same table.")
def same_table(m: BoxModel, h: Box) -> bool:
    return conj(
        len(m.table) == len(h.table),
        forall_in(m.table, lambda key: contains(h.table, key)),
        forall_in(h.table, lambda key: contains(m.table, key)),
        forall_in(m.table, lambda key: m.table[key] == h.table[key]),
    )


NUMBER: Final = Domain(
    "number",
    small=lambda m, scope: scope.values,
    classes={"number": lambda m, issued, pick: pick % 4 - 1},
    symbolic=lambda make: make.int("number"),
)

# --- the pairs: name -> right, wrong


def at_or_refuse(box: Either, number: int) -> int:
    if number < 0 or number >= len(box.items):
        raise OutOfRange("no such place")
    return box.items[number]


def at_without_lower_bound(box: Either, number: int) -> int:
    if number >= len(box.items):
        raise OutOfRange("no such place")
    return box.items[number]


def at_without_upper_bound(box: Either, number: int) -> int:
    if number < 0:
        raise OutOfRange("no such place")
    return box.items[number]


def at_one_too_far(box: Either, number: int) -> int:
    if number < 0 or number > len(box.items):
        raise OutOfRange("no such place")
    return box.items[number]


def at_refusing_otherwise(box: Either, number: int) -> int:
    if number < 0 or number >= len(box.items):
        raise Missing("no such place")
    return box.items[number]


def last(box: Either) -> int:
    if len(box.items) == 0:
        raise Missing("empty")
    return box.items[-1]


def last_but_one(box: Either) -> int:
    if len(box.items) == 0:
        raise Missing("empty")
    return box.items[len(box.items) - 2]


def last_without_looking(box: Either) -> int:
    return box.items[-1]


def halve(box: Either, number: int) -> int:
    return number // 2


def halve_towards_zero(box: Either, number: int) -> int:
    return number // 2 if number >= 0 else -(-number // 2)


def remainder(box: Either, number: int) -> int:
    return number % 3


def remainder_with_the_sign(box: Either, number: int) -> int:
    return number % 3 if number >= 0 else -(-number % 3)


def cube(box: Either, number: int) -> int:
    return int(number**3)


def cube_by_hand(box: Either, number: int) -> int:
    return number * number * number


def cube_of_the_size(box: Either, number: int) -> int:
    return int(abs(number) ** 3)


def push(box: Either, number: int) -> None:
    box.items.append(number)


def push_and_return(box: Either, number: int) -> int:
    box.items.append(number)
    return number


def push_in_front(box: Either, number: int) -> None:
    if len(box.items) > 0:
        box.items.append(box.items[0])
        box.items[0] = number
    else:
        box.items.append(number)


def push_twice_if_there_were_two(box: Either, number: int) -> None:
    box.items.append(number)
    if len(box.items) == 3:
        box.items.append(number)


def push_and_count(box: Either, number: int) -> None:
    box.items.append(number)
    box.number += 1


def pop(box: Either) -> int:
    if len(box.items) == 0:
        raise Missing("empty")
    return box.items.pop()


def pop_before_it_refuses(box: Either) -> int:
    box.number += 1
    if len(box.items) == 0:
        raise Missing("empty")
    box.number -= 1
    return box.items.pop()


def pop_nothing(box: Either) -> int:
    if len(box.items) == 0:
        raise Missing("empty")
    return box.items[-1]


def snapshot(box: Either) -> list[int]:
    return box.items.copy()


def snapshot_shared(box: Either) -> list[int]:
    return box.items


def swap_ends(box: Either) -> None:
    if len(box.items) > 1:
        box.items[0], box.items[-1] = box.items[-1], box.items[0]


def swap_ends_one_after_the_other(box: Either) -> None:
    if len(box.items) > 1:
        box.items[0] = box.items[-1]
        box.items[-1] = box.items[0]


def swap_pop(box: Either, number: int) -> None:
    if number < 0 or number >= len(box.items):
        raise OutOfRange("no such place")
    box.items[number] = box.items[-1]
    box.items.pop()


def swap_pop_in_the_wrong_order(box: Either, number: int) -> None:
    if number < 0 or number >= len(box.items):
        raise OutOfRange("no such place")
    moved = box.items.pop()
    if number < len(box.items) - 1:
        box.items[number] = moved


def look_up(box: Either, number: int) -> int:
    if number not in box.table:
        raise Missing("no such key")
    return box.table[number]


def look_up_or_zero(box: Either, number: int) -> int:
    if number not in box.table:
        return 0
    return box.table[number]


def look_up_unasked(box: Either, number: int) -> int:
    return box.table[number]


def look_up_beside(box: Either, number: int) -> int:
    if number not in box.table:
        raise Missing("no such key")
    return box.table[number] if number != 2 else box.number


def put(box: Either, number: int) -> None:
    box.table[number] = box.number


def put_once(box: Either, number: int) -> None:
    if number not in box.table:
        box.table[number] = box.number


def forget(box: Either, number: int) -> None:
    if number not in box.table:
        raise Missing("no such key")
    del box.table[number]


def forget_what_is_zero(box: Either, number: int) -> None:
    if number not in box.table:
        raise Missing("no such key")
    if box.table[number] == 0:
        del box.table[number]


def size(box: Either) -> int:
    return len(box.table)


def size_of_the_list(box: Either) -> int:
    return len(box.items)


def is_small(box: Either, number: int) -> bool:
    return 0 <= number < 2


def is_small_unchained(box: Either, number: int) -> bool:
    return 0 <= number or number < 2


def add_up(box: Either, number: int) -> None:
    box.number += number


def add_up_unless_negative(box: Either, number: int) -> None:
    if number > 0:
        box.number += number
    elif number < 0:
        box.number -= number


def step_down(box: Either) -> int:
    if box.number <= 0:
        raise Missing("nothing left")
    box.number -= 1
    return box.number


def step_down_after_the_look(box: Either) -> int:
    if box.number <= 0:
        raise Missing("nothing left")
    box.number -= 1
    return box.number + 1


def set_all_at_once(box: Either, number: int) -> None:
    box.items = [number] * len(box.items)


def set_all(box: Either, number: int) -> None:
    for place in range(len(box.items)):
        box.items[place] = number


def set_all_but_the_first(box: Either, number: int) -> None:
    for place in range(1, len(box.items)):
        box.items[place] = number


def set_all_but_the_last(box: Either, number: int) -> None:
    for place in range(len(box.items) - 1):
        box.items[place] = number


def set_all_until_it_is_met(box: Either, number: int) -> None:
    for place in range(len(box.items)):
        if box.items[place] == number:
            break
        box.items[place] = number


def set_all_and_the_number(box: Either, number: int) -> None:
    for place in range(len(box.items)):
        box.items[place] = number
    box.number = number


def empty(box: Either) -> None:
    box.items.clear()


def drain(box: Either) -> None:
    while len(box.items) > 0:
        box.items.pop()


def drain_to_one(box: Either) -> None:
    while len(box.items) > 1:
        box.items.pop()


def drain_never(box: Either) -> None:
    while len(box.items) > 0:
        box.items[0] = box.items[0]


# --- loops


def _are_set(first: int) -> Callable[[Any], Mapping[str, bool]]:
    return lambda at: {
        "the list is as long as before": len(at.now.items) == len(at.before.items),
        "those before are set": forall(first, at.index + first, lambda i: at.now.items[i] == at.local["number"]),
        "the others are as before": conj(
            forall(at.index + first, len(at.now.items), lambda i: at.now.items[i] == at.before.items[i]),
            forall(0, first, lambda i: implies(i < len(at.now.items), at.now.items[i] == at.before.items[i])),
        ),
    }


_LOOPS: Final = (
    *(
        Loop(function, invariant=_are_set(first), changes=("items",))
        for function, first in (
            ("set_all", 0),
            ("set_all_but_the_first", 1),
            ("set_all_but_the_last", 0),
            ("set_all_until_it_is_met", 0),
            ("set_all_and_the_number", 0),
        )
    ),
    Loop("drain", variant=lambda at: len(at.now.items), changes=("items",)),
    Loop("drain_to_one", variant=lambda at: len(at.now.items), changes=("items",)),
    Loop("drain_never", variant=lambda at: len(at.now.items), changes=("items",)),
)

# --- the pairs

PAIRS: Final[Mapping[Callable[..., Any], tuple[Callable[..., Any], ...]]] = {
    at_or_refuse: (at_without_lower_bound, at_without_upper_bound, at_one_too_far, at_refusing_otherwise),
    last: (last_but_one, last_without_looking),
    halve: (halve_towards_zero,),
    remainder: (remainder_with_the_sign,),
    cube_by_hand: (cube_of_the_size,),
    push: (push_and_return, push_in_front, push_twice_if_there_were_two, push_and_count),
    pop: (pop_before_it_refuses, pop_nothing),
    snapshot: (snapshot_shared,),
    swap_ends: (swap_ends_one_after_the_other,),
    swap_pop: (swap_pop_in_the_wrong_order,),
    look_up: (look_up_or_zero, look_up_unasked, look_up_beside),
    put: (put_once,),
    forget: (forget_what_is_zero,),
    size: (size_of_the_list,),
    is_small: (is_small_unchained,),
    add_up: (add_up_unless_negative,),
    step_down: (step_down_after_the_look,),
    set_all_at_once: (set_all_but_the_first, set_all_but_the_last, set_all_until_it_is_met, set_all_and_the_number),
    empty: (drain_to_one, drain_never),
}
"""What is right, and what is taken for it and is not."""

LOOPED: Final[Mapping[Callable[..., Any], Callable[..., Any]]] = {
    set_all_at_once: set_all,
    empty: drain,
    cube_by_hand: cube,
}
"""What is right, and does the same in a loop, or in another form."""

FALSE_CLAIMS: Final[tuple[tuple[Callable[..., Any], str, Callable[[BoxModel, Box], bool]], ...]] = (
    (add_up, "The number is never negative.", lambda m, h: h.number >= 0),
    (add_up, "The number is at most the length.", lambda m, h: h.number <= len(h.items)),
    (push, "There are at most two items.", lambda m, h: len(h.items) <= 2),
    (push, "Items ascend.", lambda m, h: forall(1, len(h.items), lambda i: h.items[i - 1] <= h.items[i])),
    (
        push,
        "No item comes twice in a row.",
        lambda m, h: forall(1, len(h.items), lambda i: h.items[i - 1] != h.items[i]),
    ),
    (push, "Every item is the first.", lambda m, h: forall(0, len(h.items), lambda i: h.items[i] == m.items[0])),
    (pop, "Some item is 0.", lambda m, h: exists(0, len(h.items), lambda i: h.items[i] == 0)),
    (pop, "There are items if there are keys.", lambda m, h: implies(len(h.table) > 0, len(h.items) > 0)),
    (
        swap_ends,
        "The first item is the least.",
        lambda m, h: forall(0, len(m.items), lambda i: m.items[0] <= h.items[i]),
    ),
    (put, "No key is 2.", lambda m, h: negate(contains(h.table, 2))),
    (put, "Each key holds something else than itself.", lambda m, h: forall_in(h.table, lambda k: h.table[k] != k)),
    (forget, "If 1 is a key, so is 2.", lambda m, h: implies(contains(h.table, 1), contains(h.table, 2))),
    (set_all_at_once, "No item is the number.", lambda m, h: forall(0, len(h.items), lambda i: h.items[i] != h.number)),
)
"""An operation, and a claim that holds of some states and that the operation does not keep."""

_GROWING: Final = (push, put, add_up)
_REFUSALS: Final = {at_or_refuse: "OutOfRange", swap_pop: "OutOfRange"} | dict.fromkeys(
    (last, pop, look_up, forget, step_down), "Missing"
)
_SMALL: Final = (-1, 0, 1, 2)


def box(right: Callable[..., Any], other: Callable[..., Any], *claims: Claim) -> Refinement:
    """A container whose first operation is `right` for the model, and `other` for the implementation."""
    operations = [_operation(1, right, other)]
    operations += [_operation(number, each, each) for number, each in enumerate(_GROWING, 2)]
    return Refinement(
        code="BX",
        name="box",
        title="Box",
        model=BoxModel,
        impl=Box,
        couple=(same_items, same_number, same_table, *claims),
        laws=(),
        operations=tuple(operations),
        scopes=(Scope("small", {}, values=_SMALL, admits=_few),),
        loops=_LOOPS,
    )


def _operation(number: int, right: Callable[..., Any], other: Callable[..., Any]) -> Operation:
    takes = (NUMBER,) * (right.__code__.co_argcount - 1)
    return Operation(
        f"operation_{number}",
        Claim(f"BX-R{number}", f"`{right.__name__}` and `{other.__name__}` do the same."),
        takes=takes,
        model=right,
        impl=other,
        refusals=(_REFUSALS[right],) if right in _REFUSALS else (),
    )


def _few(m: BoxModel, name: str, arguments: tuple[Any, ...]) -> bool:
    room = 4 if name == "operation_1" else 3
    return len(m.items) < room and len(m.table) < 3 and abs(m.number) < 3
