"""The sparse set: array by array, where it deviates; and what breaks it, the storage and the entity storage."""

from typing import Any

import pytest

from slotproof.declare import Refinement
from slotproof.engine.mutate.edit import applied, replaced
from slotproof.impl.entity_storage import EntityStorage
from slotproof.impl.sparse_set import SparseSet
from slotproof.impl.storage import Storage
from slotproof.spec.errors import (
    Conflict,
    Exists,
    Full,
    InvalidArgument,
    Missing,
    OutOfRange,
    SlotproofError,
)
from slotproof.spec.handle import Handle

from ..judging import brief_proof
from ..originals.entt_sparse_set import MASK, NULL, EnttSparseSet, construct
from ..quick import one_of_each
from ..scopes import first_failure, first_walked
from .breaks.breaks import Break
from .breaks.breaks_found import SCOPE_OF, WALK_OF
from .breaks.breaks_sparse import BREAKS, PROVED, broken

SHORT = 20_000  # steps: enough for every ordered pair of operations


def handles(*slots: int) -> list[Handle]:
    """Handles of generation 0."""
    return [Handle(slot, 0) for slot in slots]


def set_of(*slots: int, **configuration: Any) -> SparseSet:
    """A set of handles of generation 0, with pages of two cells."""
    made = SparseSet(index_bits=4, generation_bits=4, page=2, **configuration)
    made.push_items(handles(*slots))
    return made


def slots(container: Any) -> list[int]:
    """The slots by position."""
    return [handle.slot for handle in container.handles_forward()]


# The judges


def spelled(part: Any) -> str:
    """What a parameter is called in the name of a test."""
    return part if isinstance(part, str) else str(part.code)


def named(part: Any) -> str:
    """What a parameter is called in the name of a test."""
    return part.id if isinstance(part, Break) else str(part.code)


@pytest.mark.parametrize(("refinement", "change"), one_of_each(lambda of, change: of.code, BREAKS), ids=named)
def test_break_is_caught_by_a_shortest_trace(refinement: Refinement, change: Break) -> None:
    """Each break of the table is caught, after as many steps as it needs and no more."""
    failure = first_failure(broken(refinement, change), first=SCOPE_OF.get(f"{refinement.code}-{change.id}"))
    assert failure is not None
    assert len(failure.trace) == change.steps


@pytest.mark.parametrize(("refinement", "change"), one_of_each(lambda of, change: of.code, BREAKS), ids=named)
def test_break_is_found_by_a_walk(refinement: Refinement, change: Break) -> None:
    """The default budget of a walk finds each break of the table."""
    first = WALK_OF.get(f"{refinement.code}-{change.id}")
    assert first_walked(broken(refinement, change), first) is not None


@pytest.mark.parametrize(
    ("refinement", "change", "operation"),
    PROVED,
    ids=lambda part: part if isinstance(part, str) else part.code,
)
@pytest.mark.long
def test_break_is_open_to_the_proof(refinement: Refinement, change: str, operation: str) -> None:
    """With a break, something that the operation promises is not shown."""
    wrong = next(each for of, each in BREAKS if of is refinement and each.id == change)
    method = getattr(refinement.impl, wrong.method)
    with applied(replaced(refinement.name, method, [(wrong.old, wrong.new)], change)):
        assert brief_proof(refinement, refinement.operation(operation)).open


def test_the_breaks_have_ids_of_their_own() -> None:
    """No container has two breaks of one ID."""
    assert len({(refinement.code, change.id) for refinement, change in BREAKS}) == len(BREAKS)


# Worked examples


def test_swap_pop_array_by_array() -> None:
    """Erasing moves the last element into the gap, and empties the cell of the erased one."""
    s = set_of(4, 0, 1)
    assert (s.meta, s.sparse, s.pages) == ([4, 0, 1], [1, 2, 15, 15, 0, 15], [1, 0, 1])
    s.erase(Handle(4, 0))
    assert (s.meta, s.stamp) == ([1, 0], [0, 0])
    assert s.sparse == [1, 0, 15, 15, 15, 15]
    assert s.generation == [0, 0, 15, 15, 15, 15]
    s.shrink()
    assert (s.pages, len(s.sparse)) == ([1], 2)
    assert [handle.slot for handle in s] == [0, 1]


def test_in_place_array_by_array() -> None:
    """Holes are linked through `meta`, filled last one first, and closed from the end by `compact`."""
    s = set_of(0, 1, 2, 3, deletion="in_place")
    s.erase(Handle(1, 0))
    s.erase(Handle(0, 0))
    assert (s.meta, s.stamp, s.free_head, s.holes) == ([1, 15, 2, 3], [15, 15, 0, 0], 0, 2)
    assert s.push(Handle(5, 7)) == 0
    assert (s.meta, s.stamp, s.free_head) == ([5, 15, 2, 3], [7, 15, 0, 0], 1)
    s.compact()
    assert (s.meta, s.free_head, s.holes) == ([5, 3, 2], 15, 0)
    assert s.sparse[3] == 1


# Deviations, beside the original


def test_ss_d1_a_refused_push_changes_nothing() -> None:
    """SS-D1: the original has appended before it sees that the slot is taken."""
    original = EnttSparseSet()
    original.push((1, 0))
    with pytest.raises(AssertionError):
        original.push((1, 5))
    assert original.ids == [(1, 0), (1, 5)]
    s = set_of(1)
    with pytest.raises(Exists):
        s.push(Handle(1, 5))
    assert s.meta == [1]


def test_ss_d2_bits_that_do_not_fit_are_no_element() -> None:
    """SS-D2: the original keeps what fits into a word, so that one identifier is taken for another."""
    original = EnttSparseSet()
    original.push(construct(1, 2))
    assert original.contains(construct(1 + NULL + 1, 2))
    assert original.contains(construct(1, 2 - MASK - 1))
    s = set_of(1)
    assert Handle(1, 0) in s
    for handle in (
        Handle(1 + 16, 0),
        Handle(1, 16),
        Handle(1 - 16, 0),
        Handle(1, -16),
        Handle(1, 0, 1),
        Handle(1, 0, 0, 1),
    ):
        assert handle not in s
        with pytest.raises(Missing):
            s.erase(handle)
        with pytest.raises(InvalidArgument):
            s.push(handle)


def test_ss_d3_a_tombstone_is_no_generation() -> None:
    """SS-D3: the original stores it, and then drops the page of an element that it contains."""
    original = EnttSparseSet()
    original.push((1, 0))
    original.bump((1, MASK))
    assert 1 in original.entry
    assert original.pages_kept(2) == set()
    s = set_of(1)
    with pytest.raises(InvalidArgument):
        s.bump(Handle(1, s.tombstone))
    s.shrink()
    assert s.page_count() == 1


def test_ss_d4_holes_are_no_elements() -> None:
    """SS-D4, SS-D5, SS-D10: the original counts and visits tombstones."""
    original = EnttSparseSet("in_place")
    s = set_of(0, 1, deletion="in_place")
    for index in (0, 1):
        original.push((index, 0))
    original.erase((0, 0))
    s.erase(Handle(0, 0))
    assert len(original.ids) == 2
    assert any(version == MASK for _, version in original.ids)
    assert (s.size(), s.positions(), list(s)) == (1, 2, handles(1))


def test_ss_d11_a_hole_has_no_handle() -> None:
    """SS-D11: the original answers a tombstone for a hole."""
    original = EnttSparseSet("in_place")
    s = set_of(0, 1, deletion="in_place")
    for index in (0, 1):
        original.push((index, 0))
    original.erase((0, 0))
    s.erase(Handle(0, 0))
    assert original.ids[0] == (NULL, MASK)
    with pytest.raises(Missing):
        s.entity_at(0)
    assert s.entity_at(1) == Handle(1, 0)


def test_st_d4_no_room_for_more_than_there_can_be() -> None:
    """ST-D4: room for as many values as there are slots, in whole pages, and no more."""
    s = Storage[int](index_bits=4, page=4, value_page=4)
    with pytest.raises(Full):
        s.reserve(16)
    assert s.capacity() == 0
    s.reserve(15)
    assert s.capacity() == 16


def test_ss_d6_a_bulk_is_a_fold() -> None:
    """SS-D6: the original appends a range although there is a hole; a bulk that fails half-way changes nothing."""
    original = EnttSparseSet("in_place")
    original.push_range([(0, 0), (1, 0)])
    original.erase((0, 0))
    original.push_range([(2, 0)])
    assert len(original.ids) == 3
    s = set_of(0, 1, deletion="in_place")
    s.erase(Handle(0, 0))
    with pytest.raises(Exists):
        s.push_items(handles(3, 1))
    assert s.push_items(handles(2)) == [0]
    assert s.positions() == 2
    with pytest.raises(Missing):
        s.erase_items(handles(2, 2))
    assert s.size() == 2


def test_ss_d7_equal_elements_keep_their_order() -> None:
    """SS-D7: what is equivalent is met in the order it was met before."""
    s = set_of(4, 2, 3, 1, 0)
    before = [handle.slot for handle in s]
    s.sort(lambda first, second: first.slot // 4 > second.slot // 4)
    assert [handle.slot for handle in s] == [slot for slot in before if slot < 4] + [4]


def test_ss_d8_a_handle_named_twice_keeps_its_place() -> None:
    """SS-D8: the original moves it again, so that what was named first is not met first."""
    original = EnttSparseSet()
    for index in range(3):
        original.push((index, 0))
    original.sort_as([(0, 0), (1, 0), (0, 0)])
    assert [index for index, _ in reversed(original.ids)][:2] != [0, 1]
    s = set_of(0, 1, 2)
    assert s.sort_as(handles(0, 1, 0)) == 2
    assert [handle.slot for handle in s][:2] == [0, 1]


@pytest.mark.parametrize("sort", ["sort", "sort_by", "sort_as"])
def test_ss_d9_holes_are_not_sorted(sort: str) -> None:
    """SS-D9: a set with holes is compacted first; the original compares tombstones, and looks for where they stand."""
    original, asked = EnttSparseSet("in_place"), []
    for index in (0, 1):
        original.push((index, 0))
    original.erase((0, 0))

    def key(identifier: tuple[int, int]) -> int:
        asked.append(identifier)
        return identifier[0]

    with pytest.raises(KeyError):
        original.sort(key)
    assert any(version == MASK for _, version in asked)
    s = set_of(0, 1, deletion="in_place")
    s.erase(Handle(0, 0))
    arguments: dict[str, Any] = {"sort": lambda a, b: False, "sort_by": lambda h: 0, "sort_as": []}
    with pytest.raises(Conflict):
        getattr(s, sort)(arguments[sort])
    s.compact()
    getattr(s, sort)(arguments[sort])


# Edges


def test_pages_of_one_cell_and_odd_pages() -> None:
    """Any page size works; a page that was never needed is not there."""
    for page in (1, 3, 5):
        s = SparseSet(index_bits=5, generation_bits=2, page=page)
        s.push_items(handles(30, 0))
        assert s.page_count() == 2
        assert len(s.sparse) == (30 // page + 1) * page
        assert s.index(Handle(30, 0)) == 0


def test_a_round_trip_and_a_copy_are_other_containers() -> None:
    """`from_dict(to_dict())` and `copy()` are in the same state and share nothing."""
    for container in (set_of(3, 1), Storage[int](), EntityStorage()):
        for twin in (container.copy(), type(container).from_dict(container.to_dict())):
            assert twin.to_dict() == container.to_dict()
            assert all(vars(twin)[name] is not vars(container)[name] for name in container.ARRAYS)


@pytest.mark.parametrize(
    "change", [{"page": 0}, {"nil": 2}, {"sparse": None}, {"meta": [True, 0]}, {"in_place": 1}, {}]
)
def test_foreign_data_is_refused(change: dict[str, Any]) -> None:
    """A field that is wrong, missing or unknown is refused."""
    data = set_of(3, 1).to_dict()
    for wrong in (
        {**data, **change} if change else {**data, "more": 0},
        {k: v for k, v in data.items() if k != "meta"},
    ):
        with pytest.raises(InvalidArgument):
            SparseSet.from_dict(wrong)


BAD: tuple[Any, ...] = (None, 0, "0", (0, 0), Handle(0.5, 0), Handle("0", 0))  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", BAD, ids=repr)
def test_wrong_types_are_refused(bad: Any) -> None:
    """What is no handle of integers is refused by every operation that takes one."""
    s, e, t = set_of(0), EntityStorage(), Storage[int]()
    for call in (s.push, s.erase, s.remove, s.contains, s.index, s.current, s.bump, t.get, e.destroy, e.is_valid):
        with pytest.raises(InvalidArgument):
            call(bad)
    bulks: tuple[Any, ...] = (s.push_items, s.erase_items, s.remove_items, s.sort_as, e.destroy_items)
    for bulk in bulks:
        for several in ([bad], iter([Handle(0, 0)]), bad):
            with pytest.raises(InvalidArgument):
                bulk(several)
    with pytest.raises(InvalidArgument):
        e.create_at(bad)
    assert s.size() == 1


def test_wrong_numbers_are_refused() -> None:
    """Positions, counts, widths and policies outside their ranges are refused."""
    s = set_of(0, 1)
    for call, error in (
        (lambda: s.entity_at(2), OutOfRange),
        (lambda: s.entity_at(-1), OutOfRange),
        (lambda: s.entity_at("0"), InvalidArgument),  # type: ignore[arg-type]
        (lambda: s.sort(lambda a, b: False, 3), OutOfRange),
        (lambda: s.sort(lambda a, b: False, "1"), InvalidArgument),  # type: ignore[arg-type]
        (lambda: s.push(Handle(15, 0)), InvalidArgument),
        (lambda: s.push(Handle(-1, 0)), InvalidArgument),
        (lambda: s.push(Handle(2, 15)), InvalidArgument),
        (lambda: s.swap(EntityStorage()), InvalidArgument),  # type: ignore[arg-type]
        (lambda: SparseSet(page=0), InvalidArgument),
        (lambda: SparseSet(index_bits=0), InvalidArgument),
        (lambda: SparseSet(deletion="swap_only"), InvalidArgument),  # type: ignore[arg-type]
        (lambda: Storage[int](value_page=0), InvalidArgument),
        (lambda: Storage[int]().reserve(-1), InvalidArgument),
        (lambda: EntityStorage(generation="forget"), InvalidArgument),  # type: ignore[arg-type]
    ):
        with pytest.raises(SlotproofError) as caught:
            call()
        assert caught.type is error
    assert slots(s) == [0, 1]
