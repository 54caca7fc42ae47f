"""The entity storage: array by array, where it deviates, and its edges."""

import pytest

from slotproof.impl.entity_storage import EntityStorage
from slotproof.spec.errors import Full, InvalidArgument, OutOfRange, StaleHandle
from slotproof.spec.handle import Handle

from ..originals.entt_sparse_set import MASK, EnttEntities


def test_entity_storage_array_by_array() -> None:
    """Destroying moves the boundary, and the slot destroyed last is issued first."""
    e = EntityStorage(index_bits=3, generation_bits=2, page=2)
    a, b, c = e.create_items(3)
    e.destroy(a)
    assert (e.meta, e.stamp, e.live, e.usable) == ([2, 1, 0], [0, 0, 1], 2, 3)
    e.destroy(b)
    assert (e.meta, e.live) == ([2, 1, 0], 1)
    assert e.create() == Handle(1, 1)
    assert e.create() == Handle(0, 1)
    assert list(e) == [Handle(0, 1), Handle(1, 1), c]
    for _ in range(2):
        e.destroy(Handle(0, e.current(a)))
        e.create()
    assert (e.meta, e.live, e.usable) == ([2, 1, 3, 0], 3, 3)  # slot 0 is used up after generations 0, 1, 2


def test_a_generation_is_chosen() -> None:
    """`destroy_to` has the slot come next in it, `bump` has it live in it at once; other slots stay as they are."""
    e = EntityStorage(index_bits=3, generation_bits=3, page=2)
    a, b, c = e.create_items(3)
    assert e.destroy_to(a, 4) == 4
    assert (e.meta, e.stamp, e.live, e.usable) == ([2, 1, 0], [0, 0, 4], 2, 3)
    assert e.create() == Handle(0, 4)
    assert e.bump(c, 6) == 6
    assert list(e.handles_forward()) == [Handle(2, 6), b, Handle(0, 4)]
    assert e.destroy(Handle(2, 6)) == 7  # the last one: the slot is used up
    assert (e.meta, e.live, e.usable) == ([0, 1, 2], 2, 2)


def test_the_live_are_sorted() -> None:
    """The first `live` positions are sorted; the dead stay where they are, in the order in which they come again."""
    e = EntityStorage(index_bits=3)
    handles = e.create_items(6)
    e.destroy_items([handles[1], handles[4]])
    assert (e.meta, e.live) == ([0, 5, 2, 3, 4, 1], 4)
    e.sort(lambda first, second: first.slot > second.slot)
    assert [handle.slot for handle in e] == [0, 2, 3, 5]
    e.sort_by(lambda handle: handle.slot % 2, 2)
    assert e.meta == [5, 3, 2, 0, 4, 1]
    assert e.sort_as([handles[3], handles[4], handles[5]]) == 2
    assert [handle.slot for handle in e][:2] == [3, 5]
    assert e.meta[4:] == [4, 1]
    with pytest.raises(OutOfRange):
        e.sort_by(hash, 5)


# Deviations, beside the original


def test_es_d1_a_dead_handle_stays_dead() -> None:
    """ES-D1: after as many reuses as there are generations the original issues the first handle again."""
    original = EnttEntities()
    first = original.generate()
    for _ in range(MASK):
        original.destroy(original.ids[0])
        original.generate()
    assert original.ids[0] == first
    retire, wrap = EntityStorage(generation_bits=3), EntityStorage(generation_bits=3, generation="wrap")
    for entities in (retire, wrap):
        dead = entities.create()
        entities.destroy(dead)
        for _ in range(7 - 1):
            entities.destroy(entities.create())
        assert entities.create() == (Handle(1, 0) if entities is retire else dead)


def test_es_d2_a_hint_does_not_revive() -> None:
    """ES-D2: the original issues the dead handle again; under `wrap` so do we."""
    original = EnttEntities()
    dead = original.generate()
    original.destroy(dead)
    assert original.generate_at(dead) == dead
    retire, wrap = EntityStorage(), EntityStorage(generation="wrap")
    for entities in (retire, wrap):
        handle = entities.create()
        entities.destroy(handle)
        assert (entities.create_at(handle) == handle) == (entities is wrap)
    assert retire.create_at(Handle(9, 3)) == Handle(9, 3)
    assert retire.positions() == 2


def test_es_d3_what_is_to_be_issued_is_not_live() -> None:
    """ES-D3: the original contains the next handle of a dead slot, and ages it when asked to destroy it."""
    original = EnttEntities()
    original.destroy(original.generate())
    assert original.contains((0, 1))
    original.destroy((0, 1))
    assert original.generate() == (0, 2)
    e = EntityStorage()
    e.destroy(e.create())
    assert Handle(0, 1) not in e
    with pytest.raises(StaleHandle):
        e.destroy(Handle(0, 1))
    assert e.create() == Handle(0, 1)


def test_es_d4_the_dead_keep_their_places() -> None:
    """ES-D4: the original lets two dead handles change places, and with them the order in which they come again."""
    original = EnttEntities()
    ids = original.generate_range(3)
    for each in ids:
        original.destroy(each)
    first, second = original.ids[:2]
    original.swap_elements(first, second)
    assert original.generate() == second
    with pytest.raises(AssertionError):
        original.swap_elements(second, first)  # one is live, one is dead

    e = EntityStorage()
    for handle in e.create_items(3):
        e.destroy(handle)
    before = e.to_dict()
    with pytest.raises(StaleHandle):
        e.swap_elements(Handle(e.meta[0], e.stamp[0]), Handle(e.meta[1], e.stamp[1]))
    assert e.to_dict() == before


def test_es_d5_a_bulk_is_all_or_nothing() -> None:
    """ES-D5: a range that fails half-way leaves its first half behind in the original."""
    original = EnttEntities(last=2)
    with pytest.raises(AssertionError):
        original.generate_range(3)
    assert original.head == 2
    with pytest.raises(AssertionError):
        original.destroy_range([(0, 0), (0, 0)])
    assert not original.contains((0, 0))

    e = EntityStorage(index_bits=2)
    with pytest.raises(Full):
        e.create_items(4)
    assert (e.size(), e.positions(), e.page_count()) == (0, 0, 0)
    first, *_ = e.create_items(3)
    with pytest.raises(StaleHandle):
        e.destroy_items([first, first])
    assert first in e


def test_es_d6_clear_keeps_handles_dead() -> None:
    """ES-D6: the original forgets what it issued when it is cleared; `reset` does that here."""
    original = EnttEntities()
    handle = original.generate()
    original.clear()
    assert original.generate() == handle
    e = EntityStorage()
    first, second = e.create_items(2)
    e.clear()
    assert e.create_items(2) == [Handle(0, 1), Handle(1, 1)]
    assert first not in e
    e.reset()
    assert e.create_items(2) == [first, second]


def test_es_d7_the_dead_are_not_met() -> None:
    """ES-D7: as a sparse set the original counts and visits what was destroyed."""
    original = EnttEntities()
    first, second = original.generate_range(2)
    original.destroy(second)
    assert original.ids == [first, (1, 1)]
    e = EntityStorage()
    one, other = e.create_items(2)
    e.destroy(other)
    assert (list(e), list(e.handles_forward()), e.size(), e.positions()) == ([one], [one], 1, 2)


def test_es_d8_the_dead_have_no_handle() -> None:
    """ES-D8: the original answers the handle that is to be issued next."""
    original = EnttEntities()
    original.destroy(original.generate())
    assert original.ids[0] == original.generate()
    e = EntityStorage()
    e.destroy(e.create())
    with pytest.raises(OutOfRange):
        e.entity_at(0)
    assert e.create() == e.entity_at(0)


def test_es_d9_a_chosen_generation_comes_later() -> None:
    """ES-D9: the original issues a handle again; under `wrap` so do we, and the tombstone means 0."""
    original = EnttEntities()
    first = original.generate()
    original.destroy_to(first, MASK)
    assert original.generate() == first
    wrap = EntityStorage(generation="wrap")
    handle = wrap.create()
    assert wrap.destroy_to(handle, wrap.tombstone) == 0
    assert wrap.create() == handle

    retire = EntityStorage()
    handle = retire.create_at(Handle(0, 5))
    before = retire.to_dict()
    for choose in (retire.destroy_to, retire.bump):
        for generation in (-1, 0, 5, retire.tombstone, retire.tombstone + 1):
            with pytest.raises(InvalidArgument):
                choose(handle, generation)
    assert retire.to_dict() == before


def test_es_d10_bump_to_the_tombstone() -> None:
    """ES-D10: the original writes it, and loses the page of the slot when it shrinks; it bumps a stale handle, too."""
    original = EnttEntities()
    index, _ = original.generate()
    original.bump((index, MASK))
    assert original.pages_kept(1) == set()
    original.destroy(original.ids[0])
    original.bump((index, 7))
    assert original.generate() == (index, 7)

    e = EntityStorage(generation="wrap")
    handle = e.create()
    with pytest.raises(InvalidArgument):
        e.bump(handle, e.tombstone)
    e.bump(handle, 7)
    with pytest.raises(StaleHandle):
        e.bump(handle, 8)
    assert list(e) == [Handle(0, 7)]


def test_es_d11_sorting_as_the_dead() -> None:
    """ES-D11: the original takes a handle that is to be issued for an element, and one that is named twice as two."""
    original = EnttEntities()
    first, second = original.generate_range(2)
    original.sort_as([second, second])
    assert original.ids == [second, first]
    original.destroy(second)
    with pytest.raises(AssertionError):
        original.sort_as([(second[0], 1)])

    e = EntityStorage()
    one, other = e.create_items(2)
    assert e.sort_as([other, other]) == 1
    assert list(e.handles_forward()) == [one, other]
    e.destroy(other)
    assert e.sort_as([Handle(1, 1)]) == 0
    assert list(e) == [one]


def test_es_d12_the_number_of_live_ones_is_not_set() -> None:
    """ES-D12: the original issues a handle again that ended so, and has one live that was never issued."""
    original = EnttEntities()
    first, second = original.generate_range(2)
    original.free_list(1)
    assert original.generate() == second
    original.destroy(first)
    original.free_list(2)
    assert original.ids[: original.head] == [second, (0, 1)]

    e = EntityStorage()
    one, other = e.create_items(2)
    assert not hasattr(e, "free_list")
    e.destroy(other)
    assert e.create() == Handle(1, 1)
    e.destroy(one)
    assert list(e) == [Handle(1, 1)]


# Edges


def test_every_generation_but_the_tombstone_is_issued() -> None:
    """A slot of the default widths lives 4,095 times, with as many generations, and then no more."""
    e = EntityStorage()
    seen = []
    handle = e.create()
    while handle.slot == 0:
        seen.append(handle.generation)
        e.destroy(handle)
        handle = e.create()
    assert seen == list(range(4095))


def test_full() -> None:
    """Every slot but nil can be issued, and none after that; a bulk that does not fit changes nothing."""
    e = EntityStorage(index_bits=2, generation_bits=4)
    with pytest.raises(Full):
        e.create_items(4)
    assert e.size() == 0
    e.create_items(3)
    with pytest.raises(Full):
        e.create()
