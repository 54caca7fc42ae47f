"""The handle map: where the original goes wrong and ours does not, and what every operation does with bad input."""

import copy
import itertools
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import pytest

from slotproof.impl.handle_map import HandleMap
from slotproof.spec.errors import Full, InvalidArgument, OutOfRange, StaleHandle
from slotproof.spec.handle import NULL, Handle
from slotproof.spec.handle_map import HandleMapModel

from ..originals.griffin_handle_map import GENERATIONS, NIL, NULL_ID, GriffinHandleMap, Id
from ..tree.layout import ROOT

Either = HandleMap[Any] | HandleMapModel[Any]
SIDES: Final = pytest.mark.parametrize("side", [HandleMap, HandleMapModel])


# H1 ... H10: the original, and ours beside it


def test_h1_erase_of_the_last_position_hands_a_slot_out_twice() -> None:
    """HM-D3: the erase of 2016 overwrites the link of the freed slot; that of 2017 and ours do not."""
    handles = {}
    for fixed in (False, True):
        original = GriffinHandleMap(fixed=fixed)
        original.insert(10)
        original.erase(original.insert(20))
        handles[fixed] = original.insert(30), original.insert(40)
    assert handles[False][0] == handles[False][1]
    assert handles[True][0] != handles[True][1]
    ours = HandleMap[int]()
    ours.insert(10)
    ours.erase(ours.insert(20))
    third, fourth = ours.insert(30), ours.insert(40)
    assert third != fourth
    assert [ours.get(third), ours.get(fourth)] == [30, 40]


@SIDES
def test_h2_a_free_slot_is_reached_by_its_next_generation(side: type[Either]) -> None:
    """HM-D2: the original takes the link of a free slot for a position, and erases another's value; ours refuses."""
    original = GriffinHandleMap()
    a, b, c = (original.insert(value) for value in (10, 20, 30))
    original.erase(b)  # slot 1 is free, then slot 0, to which slot 1 links
    original.erase(a)
    forged = Id(1, b.generation + 1)
    assert original.at(forged) == 30
    assert original.erase(forged) == 1
    assert original.items == []
    assert original.ids[c.index].free == 0
    ours = side()
    first, second, third = (ours.insert(value) for value in (10, 20, 30))
    ours.erase(second)
    ours.erase(first)
    fake = second._replace(generation=second.generation + 1)
    assert not ours.is_valid(fake)
    assert not ours.erase(fake)
    with pytest.raises(StaleHandle):
        ours.get(fake)
    assert ours.get(third) == 30


def test_h3_a_dead_handle_comes_back_to_life() -> None:
    """HM-D1: after 2**16 reuses the original revives a dead handle, and one reuse before it issues the null one."""
    original = GriffinHandleMap()
    first = handle = original.insert(0)
    for reuse in range(1, GENERATIONS + 1):
        original.erase(handle)
        handle = original.insert(reuse)
        assert (handle == NULL_ID) == (reuse == GENERATIONS - 1)
    assert handle == first


def test_h3_retire_never_issues_a_handle_twice() -> None:
    """HM-L6, HM-L7: a slot is used 2**16 - 1 times and no more, and its first handle stays dead."""
    ours = HandleMap[int]()
    first = handle = ours.insert(0)
    for reuse in range(1, GENERATIONS - 1):
        assert ours.erase(handle)
        handle = ours.insert(reuse)
        assert handle.slot == 0
        assert handle != NULL
    assert ours.erase(handle)
    assert ours.insert(0) == Handle(1, 1)
    assert not ours.is_valid(first)
    assert ours.retired == 1


@pytest.mark.parametrize("bits", [1, 2, 3, 4])
@SIDES
def test_h3_wrap_is_the_original(side: type[Either], bits: int) -> None:
    """HM-D1: under `wrap` a handle is issued again after exactly 2**generation_bits reuses of its slot."""
    ours = side(generation="wrap", generation_bits=bits)
    first = ours.insert(0)
    issued = [first]
    for _ in range(2**bits):
        ours.erase(issued[-1])
        issued.append(ours.insert(0))
    assert issued[-1] == first
    assert len(set(issued)) == 2**bits


def test_h4_disorder_is_forgotten_when_the_budget_ends_on_the_last_value() -> None:
    """HM-D4: the original leaves the array unsorted and marks it sorted; ours goes on with the next call."""
    original = GriffinHandleMap()
    original.emplace_items([2, 3, 4, 5, 1])
    assert original.defragment(descends, 2, trivial=False) == 2
    assert (original.items, original.frag) == ([2, 3, 1, 4, 5], 0)
    assert original.defragment(descends, 2, trivial=False) == 0
    ours = filled([2, 3, 4, 5, 1])
    assert ours.defragment(descends, 2, "shifts") == 2
    assert (ours.dense, ours.fragmented) == ([2, 3, 1, 4, 5], True)
    assert ours.defragment(descends, 2, "shifts") == 2
    assert ours.dense == [1, 2, 3, 4, 5]


def test_h5_clear_is_not_idempotent() -> None:
    """HM-D5: the original ages free slots with every clear; for ours a second clear changes nothing."""
    original = GriffinHandleMap()
    original.insert(0)
    original.clear()
    once = original.ids[0].generation
    original.clear()
    assert original.ids[0].generation == once + 1
    ours = filled([0])
    ours.clear()
    state = ours.to_dict()
    ours.clear()
    assert ours.to_dict() == state


def test_h6_reset_forgets_generations() -> None:
    """HM-D6: in both, a handle from before a reset may name a value from after; after a clear it never does."""
    original = GriffinHandleMap()
    before = original.insert(1)
    original.reset()
    assert original.insert(2) == before
    ours = filled([1])
    old = ours.handle_at(0)
    ours.reset()
    assert ours.insert(2) == old
    ours.clear()
    assert ours.insert(3) != old
    assert not ours.is_valid(old)


@SIDES
def test_h7_a_type_id_of_16_bits_makes_every_handle_invalid(side: type[Either]) -> None:
    """HM-D7: the original truncates the type id in the handle and not in the comparison; ours refuses to be made."""
    original = GriffinHandleMap(type_id=0x8000)
    assert not original.is_valid(original.insert(0))
    with pytest.raises(InvalidArgument):
        side(type_id=0x8000)
    ours = side(type_id=0x7FFF)
    assert ours.is_valid(ours.insert(0))


@SIDES
def test_h8_the_index_that_is_none_is_never_a_slot(side: type[Either]) -> None:
    """HM-D10: the original hands out slot NIL as if it were one; ours is full one slot earlier."""
    original = GriffinHandleMap()
    original.front, original.ids = NIL, LongList(NIL)
    assert original.insert(0).index == NIL
    ours = side(index_bits=2)
    assert [ours.insert(value).slot for value in range(3)] == [0, 1, 2]
    with pytest.raises(Full):
        ours.insert(3)
    assert ours.room() == 0


class LongList(list[Id]):
    """A table of slots that says it is as long as can be, and holds only what is appended."""

    def __init__(self, length: int) -> None:
        super().__init__()
        self.length = length

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: Any) -> Any:
        return super().__getitem__(index - self.length)


class Brittle:
    """A value that cannot be copied."""

    def __copy__(self) -> "Brittle":
        raise MemoryError


def test_h9_a_copy_that_fails_leaves_a_slot_without_a_value() -> None:
    """HM-D9: in the original two slots then name one position; ours makes the value before anything changes."""
    original = GriffinHandleMap()
    with pytest.raises(MemoryError):
        original.insert(Brittle())
    assert original.ids[0].free == 0
    assert original.items == []
    original.insert(1)
    assert original.ids[0].index == original.ids[1].index
    ours = filled([1])
    before = ours.to_dict()
    with pytest.raises(MemoryError):
        ours.emplace(lambda: copy.copy(Brittle()))
    with pytest.raises(MemoryError):
        ours.emplace_items(2, lambda: copy.copy(Brittle()))
    assert ours.to_dict() == before


@SIDES
def test_h10_the_free_bit_of_a_handle_is_ignored(side: type[Either]) -> None:
    """HM-D8: the original reaches the value by a handle marked free; ours refuses it."""
    original = GriffinHandleMap()
    handle = original.insert(7)
    handle.free = 1
    assert original.at(handle) == 7
    ours = side()
    marked = ours.insert(7)._replace(free=1)
    assert not ours.is_valid(marked)
    with pytest.raises(StaleHandle):
        ours.get(marked)


@SIDES
def test_a_value_that_is_changed_is_to_be_sorted(side: type[Either]) -> None:
    """HM-D11: what is changed through `at` leaves the original marked as sorted; `assign` marks ours."""
    original = GriffinHandleMap()
    _, last = original.insert([1]), original.insert([2])
    original.defragment(descends)
    original.at(last)[0] = 0
    assert original.frag == 0
    assert original.defragment(descends) == 0
    assert original.items == [[1], [0]]
    ours = side()
    _, handle = ours.insert([1]), ours.insert([2])
    ours.defragment(descends)
    ours.assign(handle, [0])
    assert ours.fragmented
    assert ours.defragment(descends) == 1
    assert list(ours.values()) == [[0], [1]]
    assert not ours.fragmented


@SIDES
def test_nothing_is_sorted(side: type[Either]) -> None:
    """HM-D12: `defragment` of a map that was emptied leaves the mark of the original, and clears ours."""
    original = GriffinHandleMap()
    original.erase(original.insert(1))
    assert (original.defragment(descends), original.frag) == (0, 1)
    ours = side()
    ours.erase(ours.insert(1))
    assert ours.fragmented
    assert (ours.defragment(descends), ours.fragmented) == (0, False)


# Bad input: a documented error, and nothing has changed

BAD_HANDLES: Final[dict[str, tuple[Any, type[Exception]]]] = {
    "stale": (Handle(1, 1, 5), StaleHandle),
    "of another type": (Handle(0, 1, 6), StaleHandle),
    "of the next generation": (Handle(0, 2, 5), StaleHandle),
    "of generation 0": (Handle(0, 0, 5), StaleHandle),
    "of a negative generation": (Handle(0, -1, 5), StaleHandle),
    "of a free slot": (Handle(1, 2, 5), StaleHandle),
    "with the free bit": (Handle(0, 1, 5, 1), StaleHandle),
    "past the end": (Handle(3, 1, 5), OutOfRange),
    "far away": (Handle(2**40, 1, 5), OutOfRange),
    "negative": (Handle(-1, 1, 5), OutOfRange),
    "negative, in reach from the end": (Handle(-3, 1, 5), OutOfRange),
    "a tuple": ((0, 1, 5, 0), InvalidArgument),
    "an int": (0, InvalidArgument),
    "nothing": (None, InvalidArgument),
    "of texts": (Handle("0", "1"), InvalidArgument),  # type: ignore[arg-type]
    "of floats": (Handle(0.0, 1.0, 5), InvalidArgument),  # type: ignore[arg-type]
}

CALLS: Final[dict[str, Callable[[HandleMap[Any], Any], Any]]] = {
    "get": lambda h, handle: h.get(handle),
    "[]": lambda h, handle: h[handle],
    "assign": lambda h, handle: h.assign(handle, 0),
    "[] =": lambda h, handle: h.__setitem__(handle, 0),
    "pos_of": lambda h, handle: h.pos_of(handle),
}


def used(**policies: Any) -> HandleMap[Any]:
    """Slots 0 and 2 live, slot 1 free."""
    h = HandleMap[Any](5, **policies)
    for value in "abc":
        h.insert(value)
    h.erase(Handle(1, 1, 5))
    return h


POLICIES: Final = [
    {"generation": generation, "free_order": order} for generation in ("retire", "wrap") for order in ("fifo", "lifo")
]


@pytest.mark.parametrize("policies", POLICIES, ids=lambda policies: ", ".join(policies.values()))
@pytest.mark.parametrize("bad", BAD_HANDLES)
@pytest.mark.parametrize("call", CALLS)
def test_a_bad_handle_is_refused(call: str, bad: str, policies: dict[str, str]) -> None:
    """HM-R4, HM-R5, HM-R7: the documented error, and no array has changed."""
    h, (handle, error) = used(**policies), BAD_HANDLES[bad]
    before = h.to_dict()
    with pytest.raises(error) as caught:
        CALLS[call](h, handle)
    assert caught.type is error
    assert h.to_dict() == before


@pytest.mark.parametrize("policies", POLICIES, ids=lambda policies: ", ".join(policies.values()))
@pytest.mark.parametrize("bad", BAD_HANDLES)
def test_a_bad_handle_is_not_live(bad: str, policies: dict[str, str]) -> None:
    """HM-R3, HM-R6, HM-R12: `is_valid` and `erase` say no, `erase_items` counts none; what is no handle is an error."""
    h, (handle, error) = used(**policies), BAD_HANDLES[bad]
    before = h.to_dict()
    if error is InvalidArgument:
        for call in (h.is_valid, h.erase, lambda each: h.erase_items([h.handle_at(0), each])):
            with pytest.raises(InvalidArgument):
                call(handle)
    else:
        assert not h.is_valid(handle)
        assert handle not in h
        assert h.erase(handle) is False
        assert h.erase_items([handle, handle]) == 0
    assert h.to_dict() == before


BAD_CALLS: Final[dict[str, tuple[Callable[[HandleMap[Any]], Any], type[Exception]]]] = {
    "handle_at past the end": (lambda h: h.handle_at(2), OutOfRange),
    "handle_at before the start": (lambda h: h.handle_at(-1), OutOfRange),
    "handle_at no position": (lambda h: h.handle_at("0"), InvalidArgument),  # type: ignore[arg-type]
    "emplace_items of fewer than none": (lambda h: h.emplace_items(-1, str), InvalidArgument),
    "emplace_items of half a value": (lambda h: h.emplace_items(0.5, str), InvalidArgument),  # type: ignore[arg-type]
    "emplace_items of more than fit": (lambda h: h.emplace_items(h.room() + 1, str), Full),
    "emplace_items that fails": (lambda h: h.emplace_items(2, lambda: 1 // 0), ZeroDivisionError),
    "emplace that fails": (lambda h: h.emplace(lambda: 1 // 0), ZeroDivisionError),
    "erase_items of an iterator": (lambda h: h.erase_items(iter([h.handle_at(0)])), InvalidArgument),  # type: ignore[arg-type]
    "erase_items of no list": (lambda h: h.erase_items(0), InvalidArgument),  # type: ignore[arg-type]
    "reserve fewer than none": (lambda h: h.reserve(-1), InvalidArgument),
    "reserve more than there can be": (lambda h: h.reserve(8), Full),
    "defragment by less than nothing": (lambda h: h.defragment(descends, -1), InvalidArgument),
    "defragment in unknown units": (lambda h: h.defragment(descends, 1, "swaps"), InvalidArgument),  # type: ignore[arg-type]
    "swap with no map": (lambda h: h.swap([]), InvalidArgument),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("policies", POLICIES, ids=lambda policies: ", ".join(policies.values()))
@pytest.mark.parametrize("bad", BAD_CALLS)
def test_a_bad_call_is_refused(bad: str, policies: dict[str, str]) -> None:
    """The documented error, and no array has changed."""
    h, (call, error) = used(index_bits=3, **policies), BAD_CALLS[bad]
    before = h.to_dict()
    with pytest.raises(error):
        call(h)
    assert h.to_dict() == before


@pytest.mark.parametrize(
    "configuration",
    [
        {"type_id": -1},
        {"type_id": 2, "type_bits": 1},
        {"type_id": "0"},
        {"reserve": -1},
        {"reserve": 4, "index_bits": 2},
        {"index_bits": 0},
        {"generation_bits": 0},
        {"type_bits": 1.5},
        {"generation": "again"},
        {"free_order": "random"},
    ],
    ids=str,
)
@SIDES
def test_a_bad_configuration_is_refused(side: type[Either], configuration: dict[str, Any]) -> None:
    """HM-L3: widths, type id, reserve and policies are those of a handle map, or there is none."""
    with pytest.raises(InvalidArgument):
        side(**configuration)


# Defragment


def descends(a: Any, b: Any) -> bool:
    """The order in which larger values come after smaller ones."""
    return bool(a > b)


def by_tens(a: int, b: int) -> bool:
    """Values of one ten are equivalent, so that stability shows."""
    return a // 10 > b // 10


def filled(values: Any) -> HandleMap[Any]:
    """A map of these values in this order."""
    h = HandleMap[Any]()
    for value in values:
        h.insert(value)
    return h


def test_a_budget_of_relocations_counts_values_that_move() -> None:
    """HM-R15: a value that moves costs one, however far it goes, and so it does in the original."""
    ours, original = filled([3, 4, 1, 2, 0]), GriffinHandleMap()
    original.emplace_items([3, 4, 1, 2, 0])
    for used_, dense in ((2, [1, 2, 3, 4, 0]), (1, [0, 1, 2, 3, 4]), (0, [0, 1, 2, 3, 4])):
        assert ours.defragment(descends, 2) == used_ == original.defragment(descends, 2)
        assert ours.dense == dense == original.items
    assert not ours.fragmented


def test_a_budget_of_shifts_counts_values_that_are_passed() -> None:
    """HM-R15: a value stops where the budget ends, and goes on from there with the next call."""
    ours = filled([3, 4, 1, 2, 0])
    states = []
    while ours.fragmented:
        states.append((ours.defragment(descends, 3, "shifts"), list(ours.dense)))
    assert states[:-1] == [(3, [1, 3, 2, 4, 0]), (3, [1, 2, 0, 3, 4]), (2, [0, 1, 2, 3, 4])][: len(states) - 1]
    assert sum(used_ for used_, _ in states) == 8  # pairs in the wrong order
    assert ours.dense == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("unit", ["relocations", "shifts"])
@pytest.mark.parametrize("limit", [0, 1, 2, 5])
def test_defragment_can_be_resumed(unit: Any, limit: int) -> None:
    """HM-R15: calls with a budget come to the one stably sorted order, and every handle names its value throughout."""
    for values in itertools.permutations([1, 10, 11, 20, 2]):
        h = filled(values)
        handles = list(h.items())
        calls = 0
        while h.fragmented:
            assert h.defragment(by_tens, limit, unit) <= (limit or 10)
            assert [h.get(handle) for handle, _ in handles] == list(values)
            calls += 1
            assert calls <= 12
        assert h.dense == sorted(values, key=lambda value: value // 10)
        assert h.defragment(by_tens, limit, unit) == 0


@pytest.mark.parametrize("unit", ["relocations", "shifts"])
def test_a_comparator_that_raises_leaves_a_whole_map(unit: Any) -> None:
    """HM-R15: wherever it raises, no value is lost, every handle names its own, and the map can be sorted later."""

    class Stop(Exception):
        pass

    for fatal in range(1, 8):
        h = filled([4, 3, 2, 1])
        handles = dict(h.items())
        calls = itertools.count(1)

        def comes_after(a: int, b: int, calls: Any = calls, fatal: int = fatal) -> bool:
            if next(calls) == fatal:
                raise Stop
            return a > b

        if fatal <= 6:
            with pytest.raises(Stop):
                h.defragment(comes_after, 0, unit)
            assert h.fragmented
        else:
            h.defragment(comes_after, 0, unit)
        assert {handle: h.get(handle) for handle in handles} == handles
        assert HandleMap.from_dict(h.to_dict()) == h
        h.defragment(descends)
        assert h.dense == [1, 2, 3, 4]


@pytest.mark.parametrize("size", range(1, 7))
def test_expected_relocations_of_a_random_permutation(size: int) -> None:
    """Values that stay are those larger than all before: n - H(n) relocations on average, n(n - 1)/4 shifts.

    For n = 100,000 that is 99,987.9; the original's article reports 99,987.
    """
    totals = {"relocations": 0, "shifts": 0}
    permutations = list(itertools.permutations(range(size)))
    for values in permutations:
        totals["relocations"] += filled(values).defragment(descends)
        totals["shifts"] += filled(values).defragment(descends, 0, "shifts")
    harmonic = sum(Fraction(1, n) for n in range(1, size + 1))
    assert Fraction(totals["relocations"], len(permutations)) == size - harmonic
    assert Fraction(totals["shifts"], len(permutations)) == Fraction(size * (size - 1), 4)
    assert round(100_000 - sum(1 / n for n in range(1, 100_001)), 1) == 99_987.9


# Policies


@SIDES
def test_fifo_and_lifo(side: type[Either]) -> None:
    """HM-R1: `fifo` hands out the slot freed first, `lifo` the one freed last."""
    orders: dict[Any, list[int]] = {"fifo": [1, 0, 2, 3], "lifo": [2, 0, 1, 3]}
    for order, slots in orders.items():
        h: Any = side(free_order=order)
        handles = [h.insert(value) for value in range(3)]
        for slot in (1, 0, 2):
            h.erase(handles[slot])
        assert [h.insert(value).slot for value in range(4)] == slots


@SIDES
def test_a_map_can_be_used_up(side: type[Either]) -> None:
    """HM-L1: one slot with one bit of generation holds one value ever under `retire`, and goes on under `wrap`."""
    h: Any = side(index_bits=1, generation_bits=1)
    h.erase(h.insert(0))
    assert h.room() == 0
    with pytest.raises(Full):
        h.insert(0)
    h = side(index_bits=1, generation_bits=1, generation="wrap")
    for _ in range(5):
        h.erase(h.insert(0))
    assert h.room() == 1


# Bulk and whole container


def test_erase_items_goes_on_to_the_end() -> None:
    """HM-R12: each handle has its turn, and one that is listed twice counts once."""
    h = filled("abc")
    a, b, c = (handle for handle, _ in h.items())
    assert h.erase_items([c, a, c]) == 2
    assert list(h.items()) == [(b, "b")]


@pytest.mark.parametrize("policies", POLICIES, ids=lambda policies: ", ".join(policies.values()))
def test_copy_swap_and_reset(policies: dict[str, Any]) -> None:
    """HM-R14, HM-R17, HM-R18: a copy lives on alone, swap exchanges everything, reset is as new but for the room."""
    h, other = used(**policies), HandleMap[Any](6, index_bits=4)
    before, others = h.to_dict(), other.to_dict()
    twin = h.copy()
    twin.clear()
    assert h.to_dict() == before
    h.swap(other)
    assert (h.to_dict(), other.to_dict()) == (others, before)
    other.reset()
    new = HandleMap[Any](5, reserve=other.capacity(), **policies)
    assert other == new
    assert new.capacity() == 3
    h.swap(h)
    assert h.to_dict() == others


# from_dict


def spoiled(name: str, value: Any) -> dict[str, Any]:
    """The arrays of a map with one of them exchanged."""
    data = used().to_dict()
    assert name in data
    return {**data, name: value}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {**used().to_dict(), "more": 0},
        spoiled("sparse", [0, 1]),
        spoiled("sparse", (0, NIL, 1)),
        spoiled("sparse", [0, NIL, -1]),
        spoiled("sparse", [0, NIL, True]),
        spoiled("sparse", [1, NIL, 0]),
        spoiled("sparse", [0, 1, 1]),
        spoiled("generation", [1, 2, 1 << 16]),
        spoiled("generation", [0, 2, 1]),
        spoiled("generation", [1, 1, 1]),
        spoiled("free", [0, 0, 0]),
        spoiled("free", [0, 2, 0]),
        spoiled("dense", ["a"]),
        spoiled("meta", [0, 0]),
        spoiled("meta", [0, 3]),
        spoiled("free_head", NIL),
        spoiled("free_head", 0),
        spoiled("free_tail", 2),
        spoiled("retired", 1),
        spoiled("retired", -1),
        spoiled("reserved", 1 << 32),
        spoiled("type_id", -1),
        spoiled("nil", 2),
        spoiled("nil", 1),
        spoiled("generation_limit", 3),
        spoiled("fragmented", 1),
        spoiled("retire", None),
    ],
    ids=repr,
)
def test_from_dict_refuses(data: Any) -> None:
    """HM-R20: what is not the state of a handle map is no handle map."""
    assert HandleMap.from_dict(used().to_dict()) == used()
    with pytest.raises(InvalidArgument):
        HandleMap.from_dict(data)


def test_from_dict_of_what_to_dict_returned() -> None:
    """HM-R19, HM-R20: they are inverses, and share nothing, after any history."""
    chance = random.Random(1)
    h = HandleMap[int](index_bits=3, generation_bits=2)
    for step in range(300):
        if chance.random() < 0.5 and h.room():
            h.insert(step)
        elif h.size():
            h.erase(h.handle_at(chance.randrange(h.size())))
        data = h.to_dict()
        again = HandleMap.from_dict(data)
        assert again == h
        assert again.to_dict() == data
    before = h.to_dict()
    again.clear()
    data["sparse"].clear()
    assert h.to_dict() == before
    assert again != h
    assert repr(h) == f"HandleMap.from_dict({before!r})"


# The page


def test_the_worked_trace_is_what_happens() -> None:
    """Each row of the trace in docs/users/containers/handle_map.md shows the arrays as they are after its call."""
    page = (ROOT / "docs/users/containers/handle_map.md").read_text(encoding="utf-8")
    head, _, *rows = page.partition("<!-- trace -->\n")[2].partition("<!-- /trace -->")[0].splitlines()
    names = [cell.strip() for cell in head.strip("|").split("|")][1:]
    h = HandleMap[str](index_bits=3, generation_bits=2)
    scope: dict[str, Any] = {"h": h}
    assert len(rows) == 11
    for row in rows:
        call, *cells = (cell.strip() for cell in row.strip("|").split("|"))
        exec(call.strip("`"), scope)
        shown = [getattr(h, name) if isinstance(getattr(h, name), list) else [getattr(h, name)] for name in names]
        assert cells == [" ".join("nil" if entry == h.nil else str(entry) for entry in each) or "-" for each in shown]
