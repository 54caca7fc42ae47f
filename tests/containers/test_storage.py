"""The storage: array by array, where it deviates, and its edges."""

import pytest

from slotproof.impl.storage import Storage
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.handle import Handle

from ..originals.entt_sparse_set import EnttStorage


def handles(*slots: int) -> list[Handle]:
    """Handles of generation 0."""
    return [Handle(slot, 0) for slot in slots]


def test_storage_array_by_array() -> None:
    """Values stand where their elements stand, after an erasure, a sort and a `sort_as`."""
    s = Storage[str](index_bits=4, generation_bits=4, page=2, value_page=2)
    s.emplace_items(list(zip(handles(4, 0, 1), "CAB", strict=True)))
    assert (s.dense, s.capacity()) == (["C", "A", "B"], 4)
    s.sort(lambda first, second: first > second)
    assert s.dense == ["C", "B", "A"]
    assert [value for _, value in s.each()] == ["A", "B", "C"]
    assert s.sort_as(handles(4, 9, 0)) == 2
    assert [value for _, value in s.each()] == ["C", "A", "B"]
    s.erase(Handle(1, 0))
    assert (s.dense, s.meta) == (["C", "A"], [4, 0])


# Deviations, beside the original


def test_st_d1_a_value_is_made_before_it_is_put_in() -> None:
    """ST-D1: the original has put the handle in while the value is made, and takes it out again if that fails."""
    original, seen = EnttStorage(), []

    def fails() -> int:
        seen.append(original.contains((0, 0)))
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        original.emplace((0, 0), fails)
    assert seen == [True]
    assert not original.contains((0, 0))

    s = Storage[int]()

    def fails_too() -> int:
        seen.append(Handle(0, 0) in s)
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        s.emplace(Handle(0, 0), fails_too())
    assert seen == [True, False]
    assert (s.size(), s.page_count()) == (0, 0)


def test_st_d2_a_patch_that_raises_changes_nothing() -> None:
    """ST-D2: the original changes the value where it is, so that half a change stays; here it is replaced or not."""
    original = EnttStorage()
    original.emplace((0, 0), lambda: [1])

    def half(value: list[int]) -> None:
        value.append(2)
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        original.patch((0, 0), half)
    assert original.payload == [[1, 2]]

    s = Storage[list[int]]()
    s.emplace(Handle(0, 0), [1])

    def fails(value: list[int]) -> list[int]:
        raise ArithmeticError([*value, 2])

    with pytest.raises(ArithmeticError):
        s.patch(Handle(0, 0), fails)
    assert s.get(Handle(0, 0)) == [1]
    assert s.patch(Handle(0, 0), lambda value: [*value, 2]) == [1, 2]


def test_st_d3_what_has_no_members_is_stored() -> None:
    """ST-D3: the original keeps no values of an empty type; here there is a value at each position."""
    original = EnttStorage(empty=True)
    original.emplace((0, 0), object)
    assert original.contains((0, 0))
    assert original.payload == []

    class Tag:
        """A type without members."""

    tag, s = Tag(), Storage[Tag]()
    s.emplace(Handle(0, 0), tag)
    assert s.get(Handle(0, 0)) is tag
    assert list(s.each()) == [(Handle(0, 0), tag)]
    assert s.capacity() > 0


# Edges


def test_values_stay_until_they_are_compacted() -> None:
    """Under `in_place` a value stays at its position; `compact` moves the last ones into the holes."""
    s = Storage[str](index_bits=4, deletion="in_place")
    s.emplace_items(list(zip(handles(0, 1, 2, 3), "ABCD", strict=True)))
    s.erase_items(handles(0, 2))
    assert [s.dense[s.index(handle)] for handle in handles(1, 3)] == ["B", "D"]
    assert (s.index(Handle(1, 0)), s.index(Handle(3, 0))) == (1, 3)
    s.compact()
    assert s.dense == ["D", "B"]
    assert [value for _, value in s.each_forward()] == ["D", "B"]


def test_room_comes_in_whole_pages() -> None:
    """ST-L6: memory grows by a page, `reserve` rounds up, and `shrink` gives back what no position needs."""
    s = Storage[int](value_page=4)
    s.reserve(5)
    assert s.capacity() == 8
    s.reserve(1)
    assert s.capacity() == 8
    for handle in handles(0, 1, 2, 3, 4):
        s.emplace(handle, handle.slot)
    s.erase(Handle(4, 0))
    s.shrink()
    assert s.capacity() == 4


@pytest.mark.parametrize(
    "items",
    [None, [None], [(Handle(0, 0),)], [(0, 1)], iter([(Handle(0, 0), 1)])],
    ids=["None", "a list of None", "pairs without a value", "a number for a handle", "an iterator"],
)
def test_what_is_no_list_of_pairs_is_refused(items: object) -> None:
    """`emplace_items` takes a list of handles with their values, and no iterator."""
    s = Storage[int]()
    with pytest.raises(InvalidArgument):
        s.emplace_items(items)  # type: ignore[arg-type]
    assert s.size() == 0
