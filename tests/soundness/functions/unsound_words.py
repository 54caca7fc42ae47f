"""Declarations that say more than is so, and their right twins: by the word that says it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from slotproof.declare import (
    Claim,
    Inside,
    Loop,
    Operation,
    Refinement,
    Scope,
    Summary,
    Theorem,
    invariant,
    law,
    step_law,
)
from slotproof.declare.words import meaning_of
from slotproof.spec.errors import Missing
from slotproof.spec.logic import ascending, conj, contains, forall, implies, least, negate

from .unsound import BoxModel, Either, box
from .unsound_beside import doubled, negated_if_plain, same_number


def nothing(box: Either) -> int:
    return 0


def itself(box: Either, number: int) -> int:
    return number


def with_operation(refinement: Refinement, **changes: Any) -> Refinement:
    """The declaration with its first operation changed."""
    first, *others = refinement.operations
    return replace(refinement, operations=(replace(first, **changes), *others))


def with_laws(*laws: Claim, **changes: Any) -> Refinement:
    """A box that keeps laws, whose first operation does nothing, unless it is changed."""
    return replace(with_operation(box(nothing, nothing), **changes), laws=laws, configure=lambda make: {})


def turned(box: Either, number: int) -> int:
    side = 0
    while number > 0:
        side = 1 - side
    return 0


def counted_down(box: Either, number: int) -> int:
    side = 0
    while number > 0:
        side = 1 - side
        number -= 1
    return 0


def zero(box: Either, number: int) -> int:
    return 0


def how_many(box: Either) -> int:
    found = 0
    for _ in box.items:
        found += 1
    return found


def length(box: Either) -> int:
    return len(box.items)


def looped(right: Any, other: Any, **loop: Any) -> Refinement:
    return replace(box(right, other), loops=(Loop(other.__qualname__, **loop),))


def halved(number: int) -> int:
    """Half the number, or 0 of one that is too large."""
    return number // 2 if number < 200 else 0


def half_or_less(box: Either, number: int) -> bool:
    return True


def is_half_or_less(box: Either, number: int) -> bool:
    return number < 0 or number > 255 or halved(number) <= number


HALVED: Final = Summary(
    halved,
    int,
    lambda wide, half, number: implies(number >= 0, half <= number),
    "BX-B1",
    lambda bits, width: [(bits.int("number", width),)],
)


def summarised(summary: Summary, *shows: Summary) -> Refinement:
    theorem = Theorem(Claim("BX-B1", "Half is no more."), lambda bits, width: True, ({"width": 8},), shows)
    return replace(box(half_or_less, is_half_or_less), summaries=(summary,), theorems=(theorem,))


def size(box: Either, number: int) -> int:
    return number if number >= 0 else -number


def decided_number(make: Any) -> Any:
    number = make.int("number")
    return number if number >= 0 else make.int("number")


def constant_number(make: Any) -> Any:
    make.int("number")
    return 0


def kept(box: Either, number: int) -> bool:
    if number >= 0:
        box.items.append(number)
    return number >= 0


def kept_anyway(box: Either, number: int) -> bool:
    box.items.append(number)
    return number >= 0


def refused_at_once(box: Either, number: int) -> None:
    if number < 0:
        raise Missing("below 0")
    box.items.append(number)
    box.table[number] = number


def listed_and_refused(box: Either, number: int) -> None:
    box.items.append(number)
    if number < 0:
        raise Missing("below 0")
    box.table[number] = number


def set_and_refused(box: Either, number: int) -> None:
    box.table[number] = number
    if number < 0:
        raise Missing("below 0")
    box.items.append(number)


def first_overwritten(box: Either) -> int:
    if len(box.items) > 0:
        box.items[0] = 0
    return 0


def doubled_beside(box: Either, number: int) -> int:
    return doubled(number)


def twice(box: Either, number: int) -> int:
    return number + number


def negated_beside(box: Either, number: int) -> int:
    return negated_if_plain(number)


def itself_beside(box: Either, number: int) -> int:
    return same_number(number)


@step_law("BX-L1", "The list grows no shorter.")
def no_shorter(before: BoxModel, after: BoxModel) -> bool:
    return len(after.items) >= len(before.items)


def emptied(box: Either) -> int:
    box.items.clear()
    return 0


@step_law("BX-L2", "What is gone stands one past the end.")
def stands_beyond(before: BoxModel, after: BoxModel) -> bool:
    return implies(
        len(after.items) < len(before.items), lambda: after.items[len(after.items)] == before.items[len(after.items)]
    )


@law("BX-L3", "The last of the list is itself.")
def last_is_itself(m: BoxModel) -> bool:
    return implies(len(m.items) > 0, lambda: m.items[-1] == m.items[len(m.items) - 1])


@law("BX-L4", "The first of the list is itself.")
def first_is_itself(m: BoxModel) -> bool:
    return m.items[0] == m.items[0]


@law("BX-L5", "What the table holds of 0 is itself.")
def zero_is_itself(m: BoxModel) -> bool:
    return implies(contains(m.table, 0), lambda: m.table[0] == m.table[0])


@law("BX-L6", "What the table holds of 0 is what it is.")
def missing_is_itself(m: BoxModel) -> bool:
    return conj(m.table[0] == m.table[0], contains(m.table, 0) == contains(m.table, 0))


@law("BX-L7", "Each of the list but one has one behind it.")
def each_has_a_next(m: BoxModel) -> bool:
    return forall(0, len(m.items) - 1, lambda place: m.items[place + 1] == m.items[place + 1])


@law("BX-L8", "Each of the list has one behind it.")
def last_has_a_next(m: BoxModel) -> bool:
    return forall(0, len(m.items), lambda place: m.items[place + 1] == m.items[place + 1])


@law("BX-L9", "In a list of two or more, not each place is the least that equals it.")
def not_each_is_least(m: BoxModel) -> bool:
    size = len(m.items)
    return implies(size >= 2, lambda: negate(forall(0, size, lambda at: least(0, size, lambda each: each == at) == at)))


@law("BX-L10", "In a list of two or more, not below each place are as many numbers.")
def not_each_has_as_many(m: BoxModel) -> bool:
    size = len(m.items)
    return implies(
        size >= 2, lambda: negate(forall(0, size, lambda at: len(ascending(size, lambda each: each < at)) == at))
    )


@law("BX-L11", "The least place that is no less than 0 is 0, in a list of one or more.")
def least_is_first(m: BoxModel) -> bool:
    size = len(m.items)
    return implies(size >= 1, lambda: least(0, size, lambda each: each >= 0) == 0)


def doubled_list(box: Either) -> None:
    box.items = box.items.copy()


def without_first(box: Either) -> None:
    if len(box.items) > 0:
        box.items.pop(0)


def with_first(box: Either, number: int) -> None:
    box.items.insert(0, number)


def without_last(box: Either) -> None:
    if len(box.items) > 0:
        box.items.pop(-1)


def marked(box: Either, number: int) -> None:
    box.items = [0] * number


def powered(box: Either, number: int) -> bool:
    return number < 0 or 1 << number > 0


def true(box: Either, number: int) -> bool:
    return True


class HeapModel:
    """Some numbers."""

    items: list[int]

    def __init__(self) -> None:
        self.items = []

    def count(self) -> int:
        """How many there are."""
        return len(self.items)


class Heap(HeapModel):
    """The same."""

    items: list[int]


class ChestModel:
    """As many things as a heap has."""

    items: list[int]

    def __init__(self) -> None:
        self.items = []

    def count(self) -> int:
        """How many there are."""
        return len(self.items)

    def one_more(self) -> int:
        """One more than there are."""
        return len(self.items) + 1


class Chest:
    """A heap in a chest."""

    heap: Heap

    def __init__(self) -> None:
        self.heap = Heap()

    def count(self) -> int:
        """How many there are."""
        return self.heap.count()

    def one_more(self) -> int:
        """One more than there are."""
        return self.heap.count()


def represented(model: HeapModel) -> Heap:
    made = Heap()
    made.items = list(model.items)
    return made


def meant(heap: Heap) -> HeapModel:
    made = HeapModel()
    made.items = list(heap.items)
    return made


@invariant("HP-I1", "Both hold the same.")
def same_heap(m: HeapModel, h: Heap) -> bool:
    return conj(len(m.items) == len(h.items), forall(0, len(m.items), lambda at: m.items[at] == h.items[at]))


@invariant("CH-I1", "The heap holds as many.")
def same_chest(m: ChestModel, h: Chest) -> bool:
    return len(meaning_of(h.heap, meant).items) == len(m.items)


def counting(code: str, model: type, impl: type, couple: Claim, *names: str, **more: Any) -> Refinement:
    """A container that counts, by operations of these names."""
    operations = [
        Operation(name, Claim(f"{code}-R{number}", f"`{name}` counts."), pure=True)
        for number, name in enumerate(names, 1)
    ]
    scopes = (Scope("small", {}),)
    return Refinement(code, code, code, model, impl, (couple,), (), tuple(operations), scopes, **more)


HEAP: Final = counting("HP", HeapModel, Heap, same_heap, "count")


def chest(answer: Callable[[Any], Any] | None) -> Refinement:
    """A chest whose heap is said to answer that when it counts, or what its model does."""
    inside = Inside(HEAP, represented, calls={} if answer is None else {"count": answer})
    return counting("CH", ChestModel, Chest, same_chest, "count", "one_more", inside={"heap": inside})
