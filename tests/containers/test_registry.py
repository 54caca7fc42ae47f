"""The registry and its groups: array by array, where they deviate from the original, and what breaks them."""

import functools
import itertools
import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any, Final

import pytest

from slotproof.declare.verdict import Status, Verdict
from slotproof.dev import group_figure
from slotproof.engine.crosshair import contracts
from slotproof.engine.explore import explore
from slotproof.engine.explore.explore import EXACT, STATES
from slotproof.engine.step import Subject
from slotproof.engine.walk.program import decode, programs
from slotproof.impl.group import Group
from slotproof.impl.registry import Registry
from slotproof.proofs.registry import REGISTRY
from slotproof.proofs.registry.small.counts import count_states, made_late
from slotproof.proofs.registry.small.crosshair import CONTRACTS
from slotproof.show.drawing import drawn, scene
from slotproof.show.steps import Trace, picture
from slotproof.show.svg import svg
from slotproof.spec.errors import Conflict, Exists, InvalidArgument, Missing, OutOfRange, StaleHandle
from slotproof.spec.group import GroupKey, check_ownership
from slotproof.spec.handle import Handle
from slotproof.spec.registry import RegistryModel
from slotproof.verify.failure import decode_failure, encode_failure, pictured

from ..originals.entt_group import EnttGroup, EnttRegistry
from ..quick import long_unless
from ..scopes import first_failure, first_walked, small_scopes
from .breaks.breaks import Break
from .breaks.breaks_found import SCOPE_OF
from .breaks.breaks_registry import BREAKS, broken


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


SIZES: Final = explore.read_expected()["registry"]
FEW: Final = 700  # transitions
SOON: Final = (
    "moves-in-the-first-pool-only",
    "length-not-counted",
    "iterates-over-the-end",
    "stale-is-member",
    "conflict-after-the-group",
    "other-pages-without-pools",
    "same-group-twice",
    "hole-owned",
    "nested-in-any-order",
    "live-hint-answered",
)
"""Breaks of several kinds that show after few steps."""


@functools.cache
def searched(unit: str) -> list[Verdict]:
    """What a search of one scope finds."""
    return explore.run(REGISTRY, unit, deep=False)


@pytest.mark.parametrize("unit", [unit for unit in small_scopes(REGISTRY) if SIZES[unit].transitions < FEW])
def test_every_state_is_searched(unit: str) -> None:
    """Every claim holds in every state of the scope, and there are as many states as recorded, and as counted."""
    verdicts = searched(unit)
    scope = next(scope for scope in REGISTRY.scopes if scope.name == unit)
    assert {each.status for each in verdicts} == {Status.EXHAUSTED}
    wanted = {
        each.claim.id for each in REGISTRY.operations if scope.operations is None or each.name in scope.operations
    }
    assert wanted | {STATES} <= {each.claim for each in verdicts}
    assert (EXACT in {each.claim for each in verdicts}) == (scope.well_formed is not None)


@pytest.mark.long
def test_every_operation_is_carried_out() -> None:
    """One scope calls every operation, and none of those that change something is refused each time."""
    calls = {each.claim: each.evidence for each in searched("every operation")}
    for operation in REGISTRY.operations:
        evidence = calls[operation.claim.id]
        assert evidence["calls"] > (0 if operation.pure else evidence["refused"]), operation.name


def test_the_count_tells_states_apart() -> None:
    """An empty pool was used before or never, a full one has an order, and holes have positions and an order."""
    full = GroupKey((0, 1), (), ())
    assert count_states([(0, ())], 2) == 1
    assert count_states([(1, ())], 2) == 9
    assert count_states(made_late(1, (full,)), 2) == 2 * (1 + 9)
    assert count_states([(2, ())], 1) == 2 + 2 + 2
    assert count_states([(2, ())], 1, frozenset({0})) == 1 + (1 + 1 + 2) + 2 * (1 + 2) + 2
    assert count_states([(2, (GroupKey((), (0,), ()),))], 1) == 1 + 2 + 2 + 2 * 2


@pytest.mark.parametrize("change", long_unless(lambda change: change.id in SOON, BREAKS), ids=lambda change: change.id)
def test_break_is_caught_by_explore(change: Break) -> None:
    """A search of the scopes finds each break of the table."""
    assert first_failure(broken(change), small_first=True, first=SCOPE_OF.get(f"RG-{change.id}")) is not None


@pytest.mark.long
def test_a_failure_is_drawn_from_what_is_kept() -> None:
    """The ledger keeps no containers within containers: the arrays that a picture shows of them are kept instead."""
    failure = first_failure(broken(BREAKS[0]), small_first=True)
    assert failure is not None
    kept = decode_failure(json.loads(json.dumps(encode_failure(pictured(REGISTRY, failure)))))
    panels = picture(REGISTRY, Trace.of(kept)).panels
    assert panels == picture(REGISTRY, Trace.of(failure)).panels
    assert "meta 0" in drawn(picture(REGISTRY, Trace.of(kept)))
    assert "meta 0" not in drawn(picture(REGISTRY, Trace.of(decode_failure(encode_failure(failure)))))


@pytest.mark.parametrize("change", long_unless(lambda change: change.id in SOON, BREAKS), ids=lambda change: change.id)
def test_break_is_found_by_a_walk(change: Break) -> None:
    """The default budget of a walk finds each break of the table."""
    assert first_walked(broken(change)) is not None


@pytest.mark.long
def test_contracts_find_a_break(monkeypatch: pytest.MonkeyPatch) -> None:
    """From a state in which one entity is a member, `erase` is refuted if nobody leaves a group."""
    shape = next(shape for shape in CONTRACTS.shapes if shape.name == "pools [[0], [0]], 1 members")
    assert contracts.judge(REGISTRY, REGISTRY.operation("length"), shape).status is Status.CONFIRMED
    monkeypatch.setattr(Group, "leave", lambda group, pools, handle: None)
    found = contracts.judge(REGISTRY, REGISTRY.operation("erase"), shape)
    assert found.status is Status.FAILED
    assert found.failure is not None
    assert "GR-I3" in found.failure.broken


def test_a_model_is_told_how_an_owned_pool_stands() -> None:
    """Where another pool is sorted as one that a group arranges, the model follows if it is told, and not if not."""
    untold = replace(REGISTRY, operations=tuple(replace(each, settles=None) for each in REGISTRY.operations))
    for declared, broken_claims in ((REGISTRY, []), (untold, ["RG-I4"])):
        subject = Subject(declared, {"pools": 2})
        model, impl = subject.new()
        values = [("emplace", (pool, handle(slot), slot)) for pool in (0, 1) for slot in (0, 1)]
        arranged = [("group", ((0,), (1,), ())), ("sort_by", (0, lambda each: each.slot)), ("sort_pool_as", (1, 0))]
        for name, arguments in [("create", ()), ("create", ()), *values, *arranged]:
            assert not subject.claims.broken(model, impl)
            assert not subject.steps[name].take(model, impl, arguments, arguments)
        assert slots(impl) == [[1, 0], [1, 0]]
        assert subject.claims.broken(model, impl) == broken_claims


def test_a_walk_takes_heavy_operations_more_often() -> None:
    """What weighs more than 1 is in use in every program, and is drawn as often as its weight says."""
    heavy = {number for number, each in enumerate(REGISTRY.operations) if each.weight > 1}
    drawn = [decode(program, REGISTRY.operations) for program in itertools.islice(programs("weights"), 100)]
    counts = Counter(draw.operation for draws in drawn for draw in draws)
    names = [each.name for each in REGISTRY.operations]
    assert heavy
    light = max(counts[number] for number in range(len(names)) if number not in heavy)
    assert min(counts[number] for number in heavy) > light
    assert counts[names.index("emplace")] > 2 * counts[names.index("create")]


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


def test_the_figure_shows_these_arrays() -> None:
    """The figure of the example is what a registry does, array by array, and the file is the one that is drawn."""
    assert [list(arrays.values()) for _, arrays in group_figure.states()] == [
        [[3, 7, 8, 6], [], [4, 5]],
        [[7, 3, 8, 6], [7], [7, 5, 4]],
        [[7, 4, 8, 6, 3], [7, 4], [7, 4, 5]],
        [[4, 7, 8, 6, 3], [4], [4, 5]],
    ]
    assert group_figure.FILE.read_text(encoding="utf-8") == svg(group_figure.picture(group_figure.states()))


def test_a_picture_shows_a_member_out_of_place() -> None:
    """An arrow leads from a member to its position in each owned pool, and is broken where another stands."""
    r = registry_of([0, 1], [1, 0])
    r.group((0, 1))
    assert REGISTRY.shown is not None
    whole = scene("", {}, REGISTRY.shown(vars(r)), REGISTRY.links).panels[-1].arrows
    assert not any(arrow.broken for arrow in whole)
    assert {str(arrow) for arrow in whole if "group" in arrow.source[0]} == {
        f"group 0[{slot}] -> meta {pool}[{slot}]" for slot in (0, 1) for pool in (0, 1)
    }
    r.pools[1].swap_elements(handle(0), handle(1))
    torn = scene("", {}, REGISTRY.shown(vars(r)), REGISTRY.links).panels[-1].arrows
    assert [arrow.target for arrow in torn if arrow.broken] == [("meta 1", 0), ("meta 1", 1)]


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


def test_pools_are_sorted_as_in_the_original() -> None:
    """Positions are those of the original, whichever pool is sorted as which, also as one that a group arranges."""
    pick = random.Random(2)
    for _ in range(100):
        held = [pick.sample(range(8), pick.randrange(8)) for _ in "ABC"]
        original = EnttRegistry({name: list(entities) for name, entities in zip("ABC", held, strict=True)})
        r = registry_of(*held)
        original.group(["A"], ["B"])
        r.group((0,), (1,))
        for pool, other in itertools.product((1, 2), range(3)):
            original.sort_as("ABC"[pool], "ABC"[other])
            assert r.sort_pool_as(pool, other) == len(set(held[pool]) & set(held[other]))
            assert slots(r) == list(original.pools.values())
            assert [held.dense for held in r.pools] == slots(r)


def test_an_entity_is_asked_for() -> None:
    """A hint is issued as it is, and has no values; one that is live leaves it where it is, and another is issued."""
    r = registry_of([0], entities=2)
    assert r.create_at(Handle(5, 3)) == Handle(5, 3)
    assert r.create_at(handle(0)) == handle(2)
    assert (r.get(0, handle(0)), r.contains(0, Handle(5, 3))) == (0, False)
    r.emplace(0, Handle(5, 3), 7)
    assert slots(r) == [[0, 5]]


# Groups that lie in each other


def nested_registry(*pools: list[int]) -> Registry[int]:
    """As `registry_of`, where groups may be nested."""
    made = Registry[int](len(pools), page=4, value_page=4, nested=True)
    for _ in range(10):
        made.create()
    for pool, held in enumerate(pools):
        for slot in held:
            made.emplace(pool, handle(slot), slot)
    return made


def test_a_nested_group_stands_in_a_prefix() -> None:
    """Array by array: who enters both is exchanged to the end of the outer members, then to that of the inner ones."""
    r = nested_registry([0, 1, 2], [2], [0, 1, 2])
    outer, inner = r.group((0,), (2,)), r.group((0, 1), (2,))
    assert (slots(r)[:2], r.length(outer), r.length(inner)) == ([[2, 1, 0], [2]], 3, 1)
    r.emplace(1, handle(0), 0)
    assert (slots(r)[:2], r.length(outer), r.length(inner)) == ([[2, 0, 1], [2, 0]], 3, 2)
    r.remove(2, handle(2))
    assert (slots(r)[:2], r.length(outer), r.length(inner)) == ([[0, 1, 2], [0, 2]], 2, 1)


def test_only_the_innermost_group_is_sorted() -> None:
    """The group around it, and the pools of both, are refused; sorting it keeps the members of the outer one."""
    r = nested_registry([0, 1, 2, 3], [3, 1], [0, 1, 2, 3])
    outer, inner = r.group((0,), (2,)), r.group((1, 0), (2,))
    members = set(r.members(outer))
    for refused in (lambda: r.sort_by(outer, lambda each: each.slot), lambda: r.sort_as(outer, [])):
        with pytest.raises(Conflict, match=rf"group {inner}.*lies in group {outer}"):
            refused()
    r.sort_by(inner, lambda each: -each.slot)
    assert [each.slot for each in r.members(inner)] == [3, 1]
    assert set(r.members(outer)) == members


def test_lists_in_another_order_are_the_same_nested_group() -> None:
    """Where groups may be nested, a group is told by what it asks for, in whatever order."""
    r = nested_registry([0], [0], [])
    assert r.group((0, 1), (2,)) == r.group((1, 0), (2,)) == 0
    flat = registry_of([0], [0])
    flat.group((0, 1))
    with pytest.raises(Conflict):
        flat.group((1, 0))


def test_who_may_own_what_is_the_rule_of_the_original() -> None:
    """Of all pairs of groups over three pools, those are in conflict that are in the original, nested or not."""
    keys = [
        GroupKey(*(tuple(pool for pool in range(3) if roles[pool] == role) for role in range(3)))
        for roles in itertools.product(range(4), repeat=3)
    ]
    refused = 0
    for key, other, nested in itertools.product(keys, keys, (False, True)):
        names = [
            EnttGroup([*map(str, each.owned)], [*map(str, each.observed)], [*map(str, each.excluded)])
            for each in (key, other)
        ]
        try:
            check_ownership(key, other, 0, nested)
            conflict = False
        except Conflict:
            conflict = True
            refused += 1
        assert conflict == names[0].conflicts(names[1], nested), (key, other, nested)
    assert 0 < refused < 2 * len(keys) ** 2


@pytest.mark.parametrize("seed", range(3))
def test_nested_pools_move_as_in_the_original(seed: int) -> None:
    """Positions are those of EnTT 3.11 after each of many changes, with three groups in each other, made late."""
    pick = random.Random(seed)
    original = EnttRegistry({name: [] for name in "ABCX"}, nested=True)
    r = nested_registry([], [], [], [])
    lists: list[tuple[list[int], list[int], list[int]]] = [([0], [2], []), ([0, 1], [2], []), ([1, 0], [2], [3])]
    pick.shuffle(lists)
    for step in range(1500):
        pool, slot = pick.randrange(4), pick.randrange(10)
        if step % 200 == 100 and step < 600:
            made = lists[step // 200]
            original.group(*(["ABCX"[each] for each in pools] for pools in made))
            r.group(*made)
        if pick.random() < 0.45:
            original.remove("ABCX"[pool], slot)
            r.remove(pool, handle(slot))
        elif slot not in original.pools["ABCX"[pool]]:
            original.emplace("ABCX"[pool], slot)
            r.emplace(pool, handle(slot), slot)
        assert slots(r) == list(original.pools.values())
        assert [r.groups[number].length for number in r.ranked] == [group.len for group in original.groups]


# Pools with holes


def holed(*erased: int) -> Registry[int]:
    """A pool that fills gaps, 0 to 3, and one that leaves holes, with 3 to 0 but the erased ones."""
    r = registry_of([0, 1, 2, 3])
    assert r.add_pool("in_place") == 1
    for slot in (3, 2, 1, 0):
        r.emplace(1, handle(slot), slot)
    for slot in erased:
        r.erase(1, handle(slot))
    return r


def test_a_pool_with_holes_keeps_positions() -> None:
    """A hole is filled by the next value that comes; compacting fills the others with the last values."""
    r = holed(2, 3)
    assert r.pools[1].stamp == [r.pools[1].tombstone] * 2 + [0, 0]
    r.emplace(1, handle(7), 7)
    assert r.pools[1].meta[0] == 7
    with pytest.raises(Conflict, match="compact"):
        r.sort_pool(1, lambda each: each.slot)
    r.compact_pool(1)
    assert slots(r)[1] == [7, 0, 1]
    r.sort_pool(1, lambda each: each.slot)
    assert slots(r)[1] == [7, 1, 0]


def test_holes_are_skipped_where_a_pool_is_sorted_as_another() -> None:
    """A pool is sorted as one with holes; one with holes itself is not sorted."""
    r = holed(2, 3)
    assert r.sort_pool_as(0, 1) == 2
    assert slots(r)[0] == [3, 2, 1, 0]
    with pytest.raises(Conflict, match="compact"):
        r.sort_pool_as(1, 0)
    assert r.sort_pool_as(0, 0) == 4


def test_views_and_groups_skip_holes() -> None:
    """A view over a pool with holes, and a group made late that observes it, see the values only; RG-D5."""
    r = holed(2, 3)
    assert r.lead((0, 1)) == 1
    assert [each.slot for each in r.view((0, 1))] == [0, 1]
    seen = r.group((), (1, 0))
    rest = r.group((0,), (), (1,))
    assert {each.slot for each in r.members(seen)} == {0, 1}
    assert {each.slot for each in r.members(rest)} == {2, 3}
    r.clear_pool(1)
    assert (r.length(seen), r.length(rest)) == (0, 4)


def test_a_pool_with_holes_is_not_owned() -> None:
    """It is refused before anything changes, also before it has a hole, and also in foreign data."""
    r = holed()
    before = r.to_dict()
    with pytest.raises(InvalidArgument, match="leaves holes"):
        r.group((0, 1))
    assert r.to_dict() == before
    r.group((0,))
    foreign = r.to_dict()
    foreign["pools"][0]["in_place"] = True
    with pytest.raises(InvalidArgument, match="leaves holes"):
        Registry.from_dict(foreign)


def test_registries_exchange_their_groups() -> None:
    """After a swap each group arranges the pools it came with; a copy has groups of its own."""
    r, other = registry_of([0, 1, 2], [2, 1]), nested_registry([0, 1], [0])
    r.group((0, 1))
    other.group((0,))
    other.group((0, 1))
    twin = other.copy()
    r.swap(other)
    assert (r.nested, other.nested) == (True, False)
    r.emplace(1, handle(1), 1)
    other.remove(1, handle(1))
    assert [r.length(group) for group in (0, 1)] == [2, 2]
    assert (other.length(0), [each.slot for each in other.members(0)]) == (1, [2])
    assert [twin.length(group) for group in (0, 1)] == [2, 1]


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
    with pytest.raises(Conflict):
        r.sort_pool_as(0, 1)
    r.sort_pool(1, lambda each: each.slot)
    assert slots(r) == [[0, 1], [1, 0]]
    assert r.sort_pool_as(1, 0) == 2
    assert slots(r) == [[0, 1], [0, 1]]


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
        lambda: Registry(1, nested=bad),
        lambda: r.add_pool(bad),
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
