"""The registry and its groups: array by array, where they deviate from the original, and what breaks them."""

import random
from typing import Any

import pytest

from slotproof.impl.registry import Registry
from slotproof.proofs.engine import explore
from slotproof.proofs.engine.explore import STATES
from slotproof.proofs.engine.report import Failure, Status, silent
from slotproof.proofs.engine.walk import DEFAULT, run, units
from slotproof.proofs.registry import REGISTRY
from slotproof.spec.errors import Conflict, Exists, InvalidArgument, Missing, OutOfRange, StaleHandle
from slotproof.spec.handle import Handle
from slotproof.spec.registry import RegistryModel

from .breaks import Break
from .breaks_registry import BREAKS, RARE, broken
from .originals.entt_group import EnttRegistry


def handle(slot: int) -> Handle:
    """The first handle of a slot."""
    return Handle(slot, 0)


def registry_of(*pools: list[int], entities: int = 10) -> Registry[int]:
    """A registry with pools of these slots, each with its slot for value."""
    made = Registry[int](len(pools), page=4, value_page=4)
    for _ in range(entities):
        made.create()
    for pool, slots in enumerate(pools):
        for slot in slots:
            made.emplace(pool, handle(slot), slot)
    return made


def slots(registry: Registry[Any]) -> list[list[int]]:
    """The slots of each pool, by position."""
    return [list(pool.meta) for pool in registry.pools]


# The judges


@pytest.mark.parametrize("unit", explore.units(REGISTRY, deep=False))
def test_every_state_is_searched(unit: str) -> None:
    """Every claim holds in every state of every scope, and there are as many states as recorded."""
    verdicts = explore.run(REGISTRY, unit, deep=False)
    assert {each.status for each in verdicts} == {Status.EXHAUSTED}
    assert STATES in {each.claim for each in verdicts}


def explored(change: Break) -> Failure | None:
    """What the first scope that finds something finds."""
    for unit in explore.units(REGISTRY, deep=False):
        for verdict in explore.run(broken(change), unit, deep=False, expected={}):
            if verdict.failure is not None and verdict.claim != STATES:
                return verdict.failure
    return None


def walked(change: Break) -> Failure | None:
    """What the first configuration that finds something finds, tiny widths first, within the default budget."""
    for unit in sorted(units(REGISTRY, deep=False), key=lambda unit: unit == DEFAULT):
        for verdict in run(broken(change), unit, False, silent):
            if verdict.failure is not None:
                return verdict.failure
    return None


@pytest.mark.parametrize("change", BREAKS, ids=lambda change: change.id)
def test_break_is_caught_by_explore(change: Break) -> None:
    """A search of the scopes finds each break of the table."""
    assert explored(change) is not None


@pytest.mark.parametrize("change", [each for each in BREAKS if each not in RARE], ids=lambda change: change.id)
def test_break_is_found_by_a_walk(change: Break) -> None:
    """The default budget of a walk finds each break of the table but the rare ones."""
    assert walked(change) is not None


# Worked examples


def test_a_group_array_by_array() -> None:
    """Who comes to match is exchanged to the end of the members, and who leaves to the last of them, in both pools."""
    r = registry_of([3, 7, 8, 6], [4, 5])
    both = r.group((0, 1))
    r.emplace(1, handle(7), 7)
    assert (slots(r), r.groups[both].length) == ([[7, 3, 8, 6], [7, 5, 4]], 1)
    r.emplace(0, handle(4), 4)
    assert (slots(r), r.groups[both].length) == ([[7, 4, 8, 6, 3], [7, 4, 5]], 2)
    r.remove(1, handle(7))
    assert (slots(r), r.groups[both].length) == ([[4, 7, 8, 6, 3], [4, 5]], 1)
    assert [pool.dense for pool in r.pools] == slots(r)
    assert list(r.members(both)) == [handle(4)]


def test_a_group_made_late_has_the_same_members() -> None:
    """Making it before or after the values were put in differs in order only."""
    late = registry_of([3, 7, 8, 6], [4, 5, 8, 3])
    early = registry_of([], [])
    early.group((0, 1))
    for pool, held in enumerate(slots(late)):
        for slot in held:
            early.emplace(pool, handle(slot), slot)
    late.group((0, 1))
    assert slots(late) == [[3, 8, 7, 6], [3, 8, 5, 4]]
    assert set(late.members(0)) == set(early.members(0)) == {handle(3), handle(8)}


def test_a_view_goes_over_the_smallest_pool() -> None:
    """The first of the smallest pools leads, from its last position to its first."""
    r = registry_of([0, 1, 2, 3], [3, 1, 2], [1])
    assert r.lead((0, 1)) == 1
    assert [each.slot for each in r.view((0, 1))] == [2, 1, 3]
    assert [each.slot for each in r.view((0, 1), (2,))] == [2, 3]
    assert list(r.view((0, 2), (1,))) == []


def test_owned_pools_move_as_in_the_original() -> None:
    """Positions are those of the original after each of many changes, with full and partial groups and exclusion."""
    pick = random.Random(1)
    original = EnttRegistry({"A": [], "B": [], "C": []})
    r = registry_of([], [], [])
    for step in range(2000):
        pool, slot = pick.randrange(3), pick.randrange(10)
        if step == 50:
            original.group(["A"], ["B"], ["C"])
            r.group((0,), (1,), (2,))
        if step == 500:
            original.group(["B", "C"], [])
            r.group((1, 2))
        if pick.random() < 0.5:
            original.remove("ABC"[pool], slot)
            r.remove(pool, handle(slot))
        elif slot not in original.pools["ABC"[pool]]:
            original.emplace("ABC"[pool], slot)
            r.emplace(pool, handle(slot), slot)
        assert slots(r) == list(original.pools.values())
        assert [group.length for group in r.groups] == [group.len for group in original.groups]


# Deviations, beside the original


def test_gr_d1_sorting_moves_no_observed_pool() -> None:
    """GR-D1: the original sorts a pool that another group owns, which then iterates over what is no member."""
    held = {"B": [0, 1, 2, 3, 4, 5], "C": [0, 1], "A": [2, 3, 4, 5]}
    original = EnttRegistry({pool: list(entities) for pool, entities in held.items()})
    first, second = original.group(["B"], ["C"]), original.group(["A"], ["B"])
    original.sort(second, lambda entity: entity)
    assert original.pools["B"] == [5, 4, 3, 2, 1, 0]
    assert original.each(first) == [4, 5]
    r = registry_of(*held.values())
    r.group((0,), (1,))
    r.group((2,), (0,))
    r.sort_by(1, lambda each: each.slot)
    assert slots(r) == [[0, 1, 2, 3, 4, 5], [0, 1], [5, 4, 3, 2]]
    assert [each.slot for each in r.members(0)] == [1, 0]


def test_gr_d2_who_is_destroyed_enters_no_group() -> None:
    """GR-D2: in the original the excluded pool is emptied first, and the entity is swapped to the front."""
    original = EnttRegistry({"A": [0, 1], "X": [1]})
    original.group(["A"], [], ["X"])
    original.remove("X", 1)
    assert original.groups[0].len == 2
    r = registry_of([0, 1, 2], [2, 1])
    r.group((0,), (), (1,))
    assert r.destroy(handle(1)) == 1
    assert (slots(r), r.length(0)) == ([[0, 2], [2]], 1)


def test_gr_d4_a_conflict_changes_nothing() -> None:
    """GR-D4: the original has rearranged a pool before it sees the conflict; the error names both groups."""
    held = {"A": [0, 1], "B": [0, 1, 2], "C": [2]}
    original = EnttRegistry({pool: list(entities) for pool, entities in held.items()})
    original.group(["A", "B"], [])
    with pytest.raises(AssertionError):
        original.group(["B", "C"], [])
    assert original.pools["B"] == [2, 1, 0]
    r = registry_of(*held.values())
    r.group((0, 1))
    before = r.to_dict()
    with pytest.raises(Conflict, match=r"owned=\(1, 2\).*group 0.*owned=\(0, 1\)"):
        r.group((1, 2))
    assert r.to_dict() == before
    assert r.group((0, 1)) == 0


def test_gr_d3_a_group_is_sorted_as_a_list() -> None:
    """GR-D3: owned pools are arranged too, and a handle that is named twice keeps its place."""
    r = registry_of([0, 1, 2, 3], [3, 2, 1])
    r.group((0, 1))
    assert r.sort_as(0, [handle(slot) for slot in (1, 3, 1, 0)]) == 2
    assert [each.slot for each in r.members(0)] == [1, 3, 2]
    assert [pool[:3] for pool in slots(r)] == [[2, 3, 1], [2, 3, 1]]


def test_rg_d2_a_dead_handle_is_refused() -> None:
    """RG-D2: neither the dead handle nor the one its slot has next is destroyed."""
    r = registry_of([0])
    assert r.destroy(handle(0)) == 1
    for dead in (handle(0), Handle(0, 1)):
        with pytest.raises(StaleHandle):
            r.destroy(dead)
    assert r.create() == Handle(0, 1)


def test_rg_d3_destroying_many_is_all_or_none() -> None:
    """RG-D3: members of a group can be destroyed as they are iterated over; one stale handle, and none is."""
    r = registry_of([0, 1, 2, 3], [3, 1, 2])
    r.group((0, 1))
    with pytest.raises(StaleHandle):
        r.destroy_items([*r.members(0), Handle(9, 5)])
    r.destroy_items(list(r.members(0)))
    assert (slots(r), r.length(0), r.size()) == ([[0], []], 0, 7)


def test_rg_d4_an_owned_pool_is_not_sorted() -> None:
    """RG-D4: only its group sorts it."""
    r = registry_of([0, 1], [0, 1])
    r.group((0,), (1,))
    with pytest.raises(Conflict):
        r.sort_pool(0, lambda each: each.slot)
    r.sort_pool(1, lambda each: each.slot)
    assert slots(r) == [[0, 1], [1, 0]]


# Bad input


def test_bad_arguments_are_refused() -> None:
    """Wrong types, unknown numbers and lists that name a pool twice change nothing."""
    r = registry_of([0], [])
    before = r.to_dict()
    bad: Any = "0"
    for call in (
        lambda: r.emplace(bad, handle(0), 0),
        lambda: r.emplace(0, bad, 0),
        lambda: r.group(bad),
        lambda: r.group((0,), (0,)),
        lambda: r.group(()),
        lambda: r.group((), (), (0,)),
        lambda: r.swap(bad),
        lambda: Registry.from_dict(bad),
        lambda: Registry(-1),
        lambda: Registry(1, value_page=0),
        lambda: r.destroy_items(bad),
        lambda: r.view(bad),
    ):
        with pytest.raises(InvalidArgument):
            call()
    for number in (-1, 2):
        with pytest.raises(OutOfRange):
            r.get(number, handle(0))
        with pytest.raises(OutOfRange):
            r.group((number,))
        with pytest.raises(OutOfRange):
            r.length(number)
    with pytest.raises(Exists):
        r.emplace(0, handle(0), 1)
    with pytest.raises(Missing):
        r.erase(1, handle(0))
    assert r.to_dict() == before


def test_a_round_trip_is_another_registry() -> None:
    """What was written is read again, groups and all, and shares nothing with the first."""
    r = registry_of([0, 1, 2], [2, 1], [2])
    r.group((0, 1), (), (2,))
    r.group((), (0, 2))
    twin = Registry.from_dict(r.to_dict())
    assert twin.to_dict() == r.to_dict()
    twin.remove(2, handle(2))
    assert (twin.length(0), r.length(0)) == (2, 1)
    assert r.copy().to_dict() == r.to_dict()


def test_the_model_keeps_no_order_of_owned_pools() -> None:
    """A pool that becomes owned has no order in the model any more."""
    m = RegistryModel[int](2)
    m.group((0,))
    assert list(m.order) == [1]
