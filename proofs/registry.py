"""Why a registry, whose groups rearrange the pools they own, means entities with values and computed groups.

The model has no order for a pool that a group owns, and the exact one for every other pool: so a group that moves
anything in a pool it does not own breaks the coupling.

Refinement  RG-I1 ... RG-I4 and GR-I1 ... GR-I4 tie the states, RG-R1 ... RG-R29 the operations
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from slotproof.impl.entity_storage import EntityStorage
from slotproof.impl.group import Group
from slotproof.impl.registry import WIDTHS, Registry
from slotproof.impl.sparse_set import SparseSet
from slotproof.impl.storage import Storage
from slotproof.proofs import entity_storage as es
from slotproof.proofs.engine.refinement import (
    Claim,
    Domain,
    Operation,
    Peer,
    Refinement,
    Scope,
    invariant,
    law,
    step_law,
)
from slotproof.proofs.pool import by_parity, by_slot, coupler
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.handle import Handle
from slotproof.spec.logic import Distinct, conj, contains, exists, forall, forall_in, iff, implies, negate
from slotproof.spec.registry import GroupKey, RegistryModel

Model = RegistryModel[Any]
Impl = Registry[Any]

# --- laws of the model


@law("RG-L1", "The entities obey the laws of the entity storage.")
def entities_are_issued(m: Model) -> bool:
    return conj(*(claim.holds(m.entities) for claim in es.LAWS if claim.holds and not claim.step))


@law("RG-L2", "Only live entities have values.")
def values_of_the_living(m: Model) -> bool:
    return forall(
        0,
        len(m.values),
        lambda pool: forall_in(m.values[pool], m.entities.is_live),
    )


@law("RG-L3", "A pool that no group owns has an order, which is one of the entities with a value in it.")
def unowned_in_order(m: Model) -> bool:
    return forall(
        0,
        len(m.values),
        lambda pool: conj(
            iff(contains(m.order, pool), negate(is_owned(m, pool))),
            implies(
                contains(m.order, pool),
                lambda: conj(
                    len(m.order[pool]) == len(m.values[pool]),
                    forall_in(m.values[pool], lambda slot: contains(m.order[pool], slot)),
                ),
            ),
        ),
    )


@step_law("RG-L4", "A step of the registry is a step of the entity storage: under `retire`, the dead stay dead.")
def entities_step(before: Model, after: Model) -> bool:
    return conj(*(claim.holds(before.entities, after.entities) for claim in es.LAWS if claim.holds and claim.step))


@law("GR-L1", "No pool is owned by two groups, and no two groups ask for the same.")
def owned_once(m: Model) -> bool:
    return forall(
        0,
        len(m.groups),
        lambda group: forall(
            0,
            group,
            lambda other: conj(
                m.groups[group] != m.groups[other],
                forall_in(m.groups[group].owned, lambda pool: negate(contains(m.groups[other].owned, pool))),
            ),
        ),
    )


@step_law("GR-L2", "A group stays, under its number, and no pool goes.")
def groups_stay(before: Model, after: Model) -> bool:
    return conj(
        len(before.values) <= len(after.values),
        len(before.groups) <= len(after.groups),
        lambda: forall(0, len(before.groups), lambda group: before.groups[group] == after.groups[group]),
    )


def is_owned(m: Model, pool: int) -> bool:
    """True if a group owns the pool."""
    return exists(0, len(m.groups), lambda group: contains(m.groups[group].owned, pool))


LAWS = (entities_are_issued, values_of_the_living, unowned_in_order, entities_step, owned_once, groups_stay)

# --- coupling: the arrays mean the model


@invariant("RG-I1", "The arrays of the entities lead from each position to its slot and back, and from nowhere else.")
def entities_are_coupled(m: Model, h: Impl) -> bool:
    mine, its = m.entities, h.entities
    return conj(
        its.live == mine.live,
        its.usable == mine.usable,
        its.next_slot == mine.next_slot,
        its.nil == mine.nil,
        its.tombstone == mine.tombstone,
        iff(its.retire, mine.retire),
        len(its.meta) == len(mine.order),
        len(its.stamp) == len(mine.order),
        lambda: forall(
            0, len(mine.order), lambda pos: at_home(its, pos, mine.order[pos], mine.generation[mine.order[pos]])
        ),
        its.sparse.count(its.nil) == len(its.sparse) - len(its.meta),
    )


@invariant("RG-I2", "Each pool has a position for each entity with a value in it, with that value, and no other one.")
def pools_are_coupled(m: Model, h: Impl) -> bool:
    return conj(
        len(h.pools) == len(m.values),
        lambda: forall(0, len(h.pools), lambda pool: pool_is_coupled(m, m.values[pool], h.pools[pool])),
    )


@invariant("RG-I3", "Pools and elements have the widths of the entities, and leave no holes.")
def widths_are_alike(m: Model, h: Impl) -> bool:
    return conj(
        forall(
            0, len(h.pools), lambda pool: conj(is_alike(h, h.pools[pool]), h.pools[pool].value_page == h.value_page)
        ),
        forall(0, len(h.groups), lambda group: is_alike(h, h.groups[group].elements)),
        is_alike(h, h.entities),
    )


@invariant("RG-I4", "A pool that no group owns stands in the order that it was given.")
def unowned_stay(m: Model, h: Impl) -> bool:
    return forall_in(
        m.order,
        lambda pool: forall(0, len(m.order[pool]), lambda pos: h.pools[pool].meta[pos] == m.order[pool][pos]),
    )


@invariant("GR-I1", "The groups are the same on both sides.")
def same_groups(m: Model, h: Impl) -> bool:
    return conj(
        len(h.groups) == len(m.groups),
        lambda: forall(0, len(h.groups), lambda group: h.groups[group].key() == m.groups[group]),
    )


@invariant("GR-I2", "The members stand at the positions [0, length) of each owned pool, at the same ones in all.")
def members_are_aligned(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(h.groups),
        lambda group: forall_in(h.groups[group].owned, lambda pool: is_aligned(h, h.groups[group], h.pools[pool])),
    )


@invariant("GR-I3", "`length` counts the entities that match, and is 0 if the group owns nothing.")
def length_is_members(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(h.groups),
        lambda group: h.groups[group].length == (len(members_of(m, group)) if m.groups[group].owned else 0),
    )


@invariant("GR-I4", "The first positions of an owned pool, or the elements of a group that owns nothing, all match.")
def members_match(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(h.groups),
        lambda group: conj(
            len(first_of(h, group)) == len(members_of(m, group)),
            forall_in(first_of(h, group), lambda slot: contains(members_of(m, group), slot)),
            implies(len(h.groups[group].owned) > 0, lambda: h.groups[group].elements.size() == 0),
            lambda: elements_are_coupled(m, h.groups[group].elements),
        ),
    )


def at_home(held: Any, pos: int, slot: int, generation: int) -> bool:
    """True if a position and a slot lead to each other, and both have the generation."""
    return conj(
        held.meta[pos] == slot,
        held.stamp[pos] == generation,
        held.sparse[slot] == pos,
        held.generation[slot] == generation,
    )


def pool_is_coupled(m: Model, values: dict[int, Any], held: Storage[Any]) -> bool:
    """True if a storage holds these values."""
    return conj(
        len(held.meta) == len(values),
        len(held.stamp) == len(values),
        len(held.dense) == len(values),
        lambda: forall(
            0,
            len(values),
            lambda pos: conj(
                contains(values, held.meta[pos]),
                lambda: held.dense[pos] == values[held.meta[pos]],
                lambda: at_home(held, pos, held.meta[pos], m.entities.generation[held.meta[pos]]),
            ),
        ),
        held.sparse.count(held.nil) == len(held.sparse) - len(values),
    )


def elements_are_coupled(m: Model, held: Any) -> bool:
    """True if the arrays of elements lead from each position to its slot and back."""
    return conj(
        len(held.stamp) == len(held.meta),
        lambda: forall(
            0,
            len(held.meta),
            lambda pos: at_home(held, pos, held.meta[pos], m.entities.generation[held.meta[pos]]),
        ),
        held.sparse.count(held.nil) == len(held.sparse) - len(held.meta),
    )


def is_alike(h: Impl, held: Any) -> bool:
    """True if a part has the widths of the registry and leaves no holes."""
    return conj(
        held.nil == 2**h.index_bits - 1,
        held.tombstone == 2**h.generation_bits - 1,
        held.page == h.page,
        len(held.generation) == len(held.sparse),
        len(held.pages) * held.page == len(held.sparse),
        negate(getattr(held, "in_place", False)),
    )


def is_aligned(h: Impl, group: Group, held: Storage[Any]) -> bool:
    """True if a pool begins with the members, as the first owned pool does."""
    first = h.pools[group.owned[0]]
    return conj(
        group.length <= len(held.meta),
        lambda: forall(0, group.length, lambda pos: held.meta[pos] == first.meta[pos]),
    )


def first_of(h: Impl, group: int) -> list[int]:
    """The slots that the arrays take for members."""
    held = h.groups[group]
    return h.pools[held.owned[0]].meta[: held.length] if held.owned else held.elements.meta


def members_of(m: Model, group: int) -> set[int]:
    """The slots of the entities that match."""
    return m.matching(m.groups[group])


COUPLE = (
    entities_are_coupled,
    pools_are_coupled,
    widths_are_alike,
    unowned_stay,
    same_groups,
    members_are_aligned,
    length_is_members,
    members_match,
)

coupled = coupler(COUPLE)


def abstract(h: Impl) -> Model:
    """The model state that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    m: Model = object.__new__(RegistryModel)
    m.entities = es.abstract(h.entities)
    m.values = {pool: dict(zip(held.meta, held.dense, strict=True)) for pool, held in enumerate(h.pools)}
    m.groups = [group.key() for group in h.groups]
    try:
        m.order = {pool: Distinct() for pool in m.values if not is_owned(m, pool)}
        for pool, order in m.order.items():
            for slot in h.pools[pool].meta:
                order.append(slot)
    except ValueError as error:
        raise InvalidArgument(f"the arrays mean nothing: {error}") from error
    return m


def holding(data: dict[str, Any]) -> Impl:
    """A registry that holds these arrays, unchecked."""
    h: Impl = object.__new__(Registry)
    h.entities = _filled(EntityStorage, data["entities"])
    h.pools = [_filled(Storage, pool) for pool in data["pools"]]
    h.groups = [_filled(Group, group) for group in data["groups"]]
    for group in h.groups:
        group.elements = _filled(SparseSet, group.elements)
    for name in WIDTHS:
        setattr(h, name, data[name])
    return h


def _filled(kind: type, attributes: Any) -> Any:
    thing: Any = object.__new__(kind)
    thing.__dict__.update(attributes)
    return thing


# --- arguments


def _handles(m: Model, scope: Scope) -> Sequence[Handle]:
    """What every slot ever issued has now, the one before the first of them, and one that nothing has."""
    now = [m.entities.issued(slot) for slot in sorted(m.entities.generation)]
    if scope.operations is not None:
        return now
    stale = [Handle(handle.slot, handle.generation - 1) for handle in now[:1]]
    return [*now, *stale, Handle(m.entities.nil, 0)]


def _live(m: Model, issued: Sequence[Any], number: int) -> Handle | None:
    entities = m.entities
    return entities.issued(entities.order[number % entities.live]) if entities.live else None


def _other_than_live(m: Model, issued: Sequence[Any], number: int) -> Handle:
    live = _live(m, issued, number) or Handle(0, 0)
    forgeries = (
        Handle(live.slot, live.generation + 1),
        Handle(-1, live.generation),
        Handle(len(m.entities.generation), 0),
        Handle(live.slot, live.generation, 1),
        Handle(live.slot, m.entities.tombstone),
    )
    dead = m.entities.order[m.entities.live :]
    if number % 6 < 5 or not dead:
        return forgeries[number % 6 % 5]
    return m.entities.issued(dead[number % len(dead)])


def _lacking(m: Model, issued: Sequence[Any], number: int) -> Handle | None:
    """A live entity without a value in some pool."""
    live = [m.entities.issued(slot) for slot in m.entities.order[: m.entities.live]]
    lacking = [handle for handle in live if any(handle.slot not in values for values in m.values.values())]
    return lacking[number % len(lacking)] if lacking else None


HANDLE = Domain(
    "handle",
    small=_handles,
    classes={
        "live": _live,
        "lacking": _lacking,
        "the next live": lambda m, issued, number: _live(m, issued, number + 1),
        "none": _other_than_live,
    },
)


def _some_handles(m: Model, scope: Scope) -> Sequence[tuple[Handle, ...]]:
    live = [m.entities.issued(slot) for slot in sorted(m.entities.order[: m.entities.live])]
    none = Handle(m.entities.nil, 0)
    return [(), *((h, h) for h in live[:1]), tuple(live), tuple(live[::-1]), (*live[1:], none, *live[:1])]


def _several(m: Model, issued: Sequence[Any], number: int) -> tuple[Handle, ...]:
    live = [m.entities.issued(slot) for slot in m.entities.order[: m.entities.live]]
    return tuple(live[number % 3 :: 1 + number % 2][: number % 3])


HANDLES = Domain(
    "handles",
    small=_some_handles,
    classes={
        "live": _several,
        "backward": lambda m, issued, number: _several(m, issued, number)[::-1],
        "twice": lambda m, issued, number: _several(m, issued, number) * 2,
        "mixed": lambda m, issued, number: (*_several(m, issued, number), Handle(-1, 0)),
    },
)

POOL = Domain(
    "pool",
    small=lambda m, scope: range(len(m.values)) if scope.operations else range(-1, len(m.values) + 1),
    classes={
        "known": lambda m, issued, number: number % len(m.values) if m.values else None,
        "the next known": lambda m, issued, number: (number + 1) % len(m.values) if m.values else None,
        "smallest": lambda m, issued, number: min(m.values, key=m.pool_size) if m.values else None,
        "unknown": lambda m, issued, number: -1 if number % 2 else len(m.values),
    },
)

GROUP = Domain(
    "group",
    small=lambda m, scope: range(len(m.groups)) if scope.operations else range(-1, len(m.groups) + 1),
    classes={
        "known": lambda m, issued, number: number % len(m.groups) if m.groups else None,
        "the next known": lambda m, issued, number: (number + 1) % len(m.groups) if m.groups else None,
        "unknown": lambda m, issued, number: -1 if number % 2 else len(m.groups),
    },
)

VALUE = Domain(
    "value",
    small=lambda m, scope: [value for value in scope.values if isinstance(value, int)],
    classes={"value": lambda m, issued, number: number % 8},
)


def _lists(build: Callable[[int, int, int], tuple[Sequence[int], ...]]) -> Callable[[Model, Any, int], Any]:
    """Three pools in a row, put in lists; none if there are not that many."""

    def pick(m: Model, issued: Sequence[Any], number: int) -> Any:
        count = len(m.values)
        if count < 3:
            return None
        return build(number % count, (number + 1) % count, (number + 2) % count)

    return pick


def _wrong_lists(m: Model, issued: Sequence[Any], number: int) -> Any:
    return ((), ((0,), (0,), ()), ((), (), ()), ((len(m.values),), (), ()), ((-1,), (), ()))[number % 4 + 1]


def _some_lists(m: Model, scope: Scope) -> Sequence[GroupKey]:
    """Those of the scope, and wrong ones if every operation is tried."""
    wanted = [value for value in scope.values if isinstance(value, GroupKey)]
    if scope.operations is not None:
        return wanted
    return [*wanted, GroupKey((0,), (0,), ()), GroupKey((), (), (0,)), GroupKey((), (0, len(m.values)), ())]


LISTS = Domain(
    "lists",
    small=_some_lists,
    classes={
        "full": _lists(lambda a, b, c: ((a, b), (), ())),
        "partial": _lists(lambda a, b, c: ((a,), (b,), (c,))),
        "observing": _lists(lambda a, b, c: ((a,), (b, c), ())),
        "owning nothing": _lists(lambda a, b, c: ((), (a, b), (c,))),
        "wrong": _wrong_lists,
    },
)

VIEWED = Domain(
    "viewed",
    small=lambda m, scope: [
        ((0,), ()),
        (tuple(m.values), ()),
        (tuple(m.values)[::-1], ()),
        (tuple(m.values)[1:], (0,)),
        ((0, 0), ()),
        ((), (0,)),
        ((-1,), ()),
    ],
    classes={
        "all": lambda m, issued, number: (tuple(m.values)[number % 2 :], ()) if len(m.values) > 1 else None,
        "some": _lists(lambda a, b, c: ((a, b), (c,))),
        "wrong": lambda m, issued, number: (((0, 0), ()), ((), (0,)), ((-1,), ()))[number % 3],
    },
)

KEY = Domain(
    "key",
    small=lambda m, scope: (by_parity, by_slot),
    classes={"key": lambda m, issued, number: (by_parity, by_slot)[number % 2]},
)

_HISTORY: Final = (
    ("add_pool", ()),
    ("add_pool", ()),
    ("add_pool", ()),
    ("create", ()),
    ("create", ()),
    ("create", ()),
    *(("emplace", (pool, Handle(slot, 0), slot)) for pool, slot in ((0, 1), (1, 2), (1, 0), (1, 1), (2, 2), (0, 2))),
)

OTHER = Domain(
    "other",
    small=lambda m, scope: (Peer(), Peer((("create", ()), ("emplace", (0, Handle(0, 0), 0))))),
    classes={"other": lambda m, issued, number: Peer(_HISTORY[: len(_HISTORY) - number % 5])},
)

DAMAGES: Final = (
    "nothing",
    "longer",
    "shorter",
    "first two exchanged",
    "dead",
    "owned twice",
    "unknown pool",
    "no elements",
    "other page",
    "holes",
)


class Damaged:
    """The arrays of this registry after one accident: `from_dict` must tell after which of them they are one."""

    def __init__(self, damage: str, index: int = 0) -> None:
        self.damage = damage
        self.index = index

    def befall(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data after the accident."""
        pools, groups = data["pools"], data["groups"]
        pool = pools[self.index % len(pools)] if pools else None
        group = groups[self.index % len(groups)] if groups else None
        if self.damage == "dead":
            data["entities"]["live"] = max(0, data["entities"]["live"] - 1)
        elif self.damage == "other page" and pool:
            pool["value_page"] += 1
            pool["room"] = -(-len(pool["dense"]) // pool["value_page"]) * pool["value_page"]
        elif self.damage == "holes" and pool:
            pool["in_place"] = True
        elif self.damage == "first two exchanged" and pool and len(pool["meta"]) > 1:
            for name in ("meta", "stamp", "dense"):
                pool[name][0], pool[name][1] = pool[name][1], pool[name][0]
            for pos in (0, 1):
                pool["sparse"][pool["meta"][pos]] = pos
        elif self.damage in ("longer", "shorter") and group:
            group["length"] += 1 if self.damage == "longer" else -1
        elif self.damage == "owned twice" and group:
            groups.append({**group, "observed": []})
        elif self.damage == "unknown pool" and group:
            group["excluded"].append(len(pools))
        elif self.damage == "no elements" and group:
            empty = SparseSet(index_bits=data["index_bits"], generation_bits=data["generation_bits"])
            group["elements"] = {**empty.to_dict(), "page": data["page"]}
        return data

    def __repr__(self) -> str:
        return f"Damaged({self.damage!r}, {self.index})"


DAMAGED = Domain(
    "data",
    small=lambda m, scope: [
        Damaged(damage, index) for damage in DAMAGES for index in range(max(1, len(m.groups), len(m.values)))
    ],
    classes={
        "whole": lambda m, issued, number: Damaged("nothing"),
        "damaged": lambda m, issued, number: Damaged(DAMAGES[number % len(DAMAGES)], number // len(DAMAGES)),
    },
)


def _is_sound(data: dict[str, Any]) -> bool:
    """True if every claim holds of the arrays."""
    if any(pool >= len(data["pools"]) for group in data["groups"] for pool in group["excluded"]):
        return False
    if any(group["length"] < 0 for group in data["groups"]):
        return False
    h = holding(data)
    m = abstract(h)
    try:
        laws = all(claim.holds(m) for claim in LAWS if claim.holds and not claim.step)
        return laws and coupled(m, h)
    except LookupError:
        return False


def _read(h: Impl, damaged: Damaged) -> tuple[Impl | None, bool]:
    """The registry that `from_dict` makes, if it makes one, and whether it should."""
    sound = _is_sound(damaged.befall(h.to_dict()))
    try:
        return type(h).from_dict(damaged.befall(h.to_dict())), sound
    except InvalidArgument:
        return None, sound


def _read_rightly(expected: tuple[Model, bool], actual: tuple[Impl | None, bool]) -> bool:
    """True if just the sound arrays were accepted, and the whole ones mean what they meant."""
    (m, whole), (h, sound) = expected, actual
    if (h is not None) != sound:
        return False
    return not whole or (h is not None and coupled(m, h))


# --- operations, with what is looked at beside their results


def _places(h: Impl) -> list[dict[int, int]]:
    """By pool: slot -> position."""
    return [{slot: pos for pos, slot in enumerate(pool.meta)} for pool in h.pools]


def _still(method: Callable[..., Any]) -> Callable[..., Any]:
    """The method, if what it moves is at most two elements of each pool: one exchange for the group that owns it.

    Raises     RuntimeError
    """

    def call(h: Impl, *arguments: Any) -> Any:
        before = _places(h)
        result = method(h, *arguments)
        for pool, (old, new) in enumerate(zip(before, _places(h), strict=True)):
            moved = [slot for slot in old if slot in new and old[slot] != new[slot]]
            if len(moved) > 2:
                raise RuntimeError(f"in pool {pool} the slots {moved} have moved")
        return result

    return call


def _sorted(h: Impl, group: int, key: Callable[[Handle], Any]) -> bool:
    """True if the members come stably sorted."""
    before = list(h.members(group))
    h.sort_by(group, key)
    return list(h.members(group)) == sorted(before, key=key)


def _copied(h: Impl) -> Impl:
    """A copy, if it shares no array with its original.

    Raises     RuntimeError
    """
    twin = h.copy()
    mine: list[Any] = [h.entities, *h.pools, *(group.elements for group in h.groups), *h.groups]
    its: list[Any] = [twin.entities, *twin.pools, *(group.elements for group in twin.groups), *twin.groups]
    shared = {id(held) for part in mine for held in vars(part).values() if isinstance(held, list)}
    if any(id(held) in shared for part in its for held in vars(part).values()) or twin.pools is h.pools:
        raise RuntimeError("the copy shares an array with its original")
    return twin


def same_elements(expected: Any, actual: Any) -> bool:
    """Comparison of handles in no order, each of them once."""
    return sorted(expected) == sorted(actual)


def _named_members(m: Model, group: int, handles: Sequence[Handle]) -> list[Handle]:
    """The handles that are members, each where it is named first."""
    m.sort_as(group, handles)
    return [handle for handle in dict.fromkeys(handles) if m.is_member(group, handle)]


def _sorted_as(h: Impl, group: int, handles: Sequence[Handle]) -> list[Handle]:
    """What iteration begins with."""
    count = h.sort_as(group, handles)
    return list(h.members(group))[:count]


NO_ARRAY: Final = "the prover has no stand-in for an array of containers"


def _operations() -> Iterator[Operation]:
    """The operations; none has a proof yet, for the one reason."""

    def operation(number: int, name: str, statement: str, *takes: Domain, **more: Any) -> Operation:
        claim = Claim(f"RG-R{number}", f"`{name}` {statement}")
        return Operation(name, claim, takes=takes, unproved=NO_ARRAY, **more)

    numbered, valued = ("OutOfRange",), ("OutOfRange", "Missing")
    yield operation(1, "create", "issues a handle, as an entity storage does.", refusals=("Full",))
    yield operation(2, "add_pool", "makes an empty pool, with the next number.")
    yield operation(
        3,
        "group",
        "finds or makes a group, of what matches then, and refuses one that is in conflict before anything moves.",
        LISTS,
        model=lambda m, lists: m.group(*lists),
        impl=lambda h, lists: h.group(*lists),
        refusals=("Conflict", "OutOfRange", "InvalidArgument"),
    )
    yield operation(
        4,
        "emplace",
        "gives a live entity a value, and moves two elements of a pool at most.",
        POOL,
        HANDLE,
        VALUE,
        impl=lambda h, *arguments: _still(type(h).emplace)(h, *arguments),
        refusals=("OutOfRange", "StaleHandle", "Exists"),
    )
    yield operation(
        5,
        "erase",
        "takes a value out, or refuses; it moves two elements of a pool at most.",
        POOL,
        HANDLE,
        impl=lambda h, *arguments: _still(type(h).erase)(h, *arguments),
        refusals=valued,
    )
    yield operation(
        6,
        "remove",
        "is `erase` of a value that is there, and nothing otherwise.",
        POOL,
        HANDLE,
        impl=lambda h, *arguments: _still(type(h).remove)(h, *arguments),
        rejects=lambda result: result is False,
        refusals=numbered,
    )
    yield operation(7, "destroy", "ends a live handle and takes all its values out.", HANDLE, refusals=("StaleHandle",))
    yield operation(
        8,
        "destroy_items",
        "equals one `destroy` after the other, or changes nothing.",
        HANDLES,
        refusals=("StaleHandle",),
    )
    yield operation(9, "get", "returns the value of an entity in a pool.", POOL, HANDLE, pure=True, refusals=valued)
    yield operation(10, "replace", "changes a value and nothing else.", POOL, HANDLE, VALUE, refusals=valued)
    yield operation(
        11, "contains", "is true of entities with a value there.", POOL, HANDLE, pure=True, refusals=numbered
    )
    yield operation(12, "is_valid", "is true of the live handles, and of no other.", HANDLE, pure=True)
    yield operation(13, "is_member", "is true of the members of a group.", GROUP, HANDLE, pure=True, refusals=numbered)
    yield operation(
        14,
        "view",
        "visits each entity with a value in all pools, and in none of the excluded, once.",
        VIEWED,
        pure=True,
        model=lambda m, viewed: m.view(*viewed),
        impl=lambda h, viewed: h.view(*viewed),
        agree=same_elements,
        refusals=("OutOfRange", "InvalidArgument"),
    )
    yield operation(
        15,
        "lead",
        "is the first of the smallest pools.",
        VIEWED,
        pure=True,
        model=lambda m, viewed: m.lead(viewed[0]),
        impl=lambda h, viewed: h.lead(viewed[0]),
        refusals=("OutOfRange", "InvalidArgument"),
    )
    yield operation(
        16,
        "members",
        "visits each member of a group once.",
        GROUP,
        pure=True,
        agree=same_elements,
        refusals=numbered,
    )
    yield operation(
        17,
        "sort_by",
        "has iteration over a group meet ascending keys, stably.",
        GROUP,
        KEY,
        model=lambda m, group, key: m.sort_by(group, key) is None,
        impl=_sorted,
        refusals=numbered,
    )
    yield operation(
        18,
        "sort_as",
        "has iteration over a group begin with the members that are named, in their order.",
        GROUP,
        HANDLES,
        model=_named_members,
        impl=_sorted_as,
        refusals=numbered,
    )
    yield operation(19, "sort_pool", "sorts a pool that no group owns.", POOL, KEY, refusals=("Conflict", "OutOfRange"))
    yield operation(20, "clear_pool", "takes every value out of a pool.", POOL, refusals=numbered)
    yield operation(21, "clear", "takes every value out, and ends every handle; groups stay.")
    yield operation(
        22,
        "copy",
        "is a second registry in the same state that shares no array.",
        pure=True,
        impl=_copied,
        agree=coupled,
    )
    yield operation(23, "swap", "exchanges the states of two registries.", OTHER, law_exempt=True)
    yield operation(
        24,
        "to_dict",
        "holds the state of the entities, of each pool and of each group.",
        pure=True,
        model=lambda m: m.copy(),
        agree=lambda expected, data: coupled(expected, holding(data)),
    )
    yield operation(
        25,
        "from_dict",
        "accepts the arrays of a registry and refuses all others.",
        DAMAGED,
        pure=True,
        model=lambda m, damaged: (m.copy(), damaged.damage == "nothing"),
        impl=_read,
        agree=_read_rightly,
    )
    yield operation(26, "size", "is the number of live handles.", pure=True)
    yield operation(27, "pool_size", "is the number of values in a pool.", POOL, pure=True, refusals=numbered)
    yield operation(28, "pool_count", "is the number of pools.", pure=True)
    yield operation(29, "length", "is the number of members of a group.", GROUP, pure=True, refusals=numbered)


# --- scopes

_TINY: Final = {"pools": 3, "index_bits": 2, "generation_bits": 2, "page": 4, "value_page": 2, "generation": "wrap"}
_MOVING: Final = ("create", "group", "emplace", "remove")


def _moves(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    """True unless a value is put in that is there, or taken out that is not; a scope for refusals does that."""
    if operation not in ("emplace", "remove"):
        return True
    pool, handle = arguments[:2]
    return m.entities.is_valid(handle) and (handle.slot in m.values[pool]) == (operation == "remove")


def _two_entities_first(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    if operation == "create":
        return m.entities.live < 2 and not any(m.values.values()) and not m.groups
    return _moves(m, operation, arguments)


def _groups_first(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    if operation == "create":
        return not any(m.values.values()) and len(m.groups) > 0
    return (operation != "group" or m.entities.live == 0) and _moves(m, operation, arguments)


def _groups_then_two(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    if operation == "create":
        return len(m.groups) == 2 and len(m.entities.generation) < 2 and not any(m.values.values())
    return _groups_first(m, operation, arguments)


def _few_values(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    if operation == "create":
        return len(m.groups) == 2 and not any(m.values.values())
    if operation == "emplace" and len(m.values[2]) == 1 and arguments[0] == 2:
        return False
    return _groups_first(m, operation, arguments)


def _one_entity(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    return operation != "create" or len(m.entities.generation) < 1


def _one_entity_two_pools(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    if operation == "create":
        return len(m.entities.generation) < 1
    return operation != "add_pool" or len(m.values) < 2


SCOPES: Final = (
    Scope(
        "full and partial, made late",
        _TINY,
        values=(0, GroupKey((0, 1), (), ()), GroupKey((2,), (0,), (1,))),
        operations=_MOVING,
        admits=_two_entities_first,
    ),
    Scope(
        "three entities, one owning group",
        {**_TINY, "pools": 2},
        values=(0, GroupKey((0, 1), (), ())),
        operations=(*_MOVING, "sort_by", "sort_as", "clear_pool"),
        admits=_groups_first,
    ),
    Scope(
        "one group observes what another owns",
        _TINY,
        values=(0, GroupKey((1,), (2,), ()), GroupKey((0,), (1,), ())),
        operations=("create", "group", "emplace", "sort_by"),
        admits=_few_values,
    ),
    Scope(
        "owning nothing, made late",
        _TINY,
        values=(0, GroupKey((), (0, 1), (2,))),
        operations=(*_MOVING, "sort_by"),
        admits=_two_entities_first,
    ),
    Scope(
        "one group excludes what another owns",
        {**_TINY, "generation_bits": 1},
        values=(0, GroupKey((0,), (), (1, 2)), GroupKey((2,), (1,), ())),
        operations=(*_MOVING, "clear_pool", "destroy"),
        admits=_groups_then_two,
        walked=False,
    ),
    Scope(
        "every operation",
        {**_TINY, "pools": 1, "generation_bits": 1, "generation": "retire"},
        values=(0, GroupKey((0, 1), (), ()), GroupKey((), (1,), (0,))),
        admits=_one_entity_two_pools,
        walked=False,
    ),
    Scope(
        "bulk, two entities",
        {**_TINY, "pools": 2, "generation_bits": 1, "generation": "retire"},
        values=(0, GroupKey((0, 1), (), ()), GroupKey((1,), (), ())),
        operations=(
            *("create", "group", "emplace", "destroy_items", "sort_as", "sort_pool", "clear", "copy", "from_dict"),
            *("lead", "is_member", "members"),
        ),
        admits=_two_entities_first,
        walked=False,
    ),
    Scope(
        "values",
        {**_TINY, "pools": 2, "generation_bits": 1},
        values=(0, 1, GroupKey((0, 1), (), ())),
        operations=("create", "group", "emplace", "replace", "get", "erase", "view", "destroy"),
        admits=_one_entity,
        walked=False,
    ),
)

DEVIATIONS: Final = (
    Claim(
        "RG-D1", "Pools are made by number and erase by swap-pop; the original makes the pool of a type on first use."
    ),
    Claim(
        "RG-D2", "`destroy` refuses a dead handle, also one that its slot has next; the original ages the slot again."
    ),
    Claim(
        "RG-D3",
        "`destroy_items` destroys all in turn or none; the original arranges the entities and goes pool by pool.",
    ),
    Claim("RG-D4", "Sorting an owned pool is refused with an error; in the original an assertion guards it."),
    Claim(
        "GR-D1", "Sorting a group moves nothing in a pool it only observes; the original does, and misaligns its owner."
    ),
    Claim("GR-D2", "An entity that is destroyed enters no group on the way; the original may take it in for a moment."),
    Claim("GR-D3", "`sort_as` also arranges owned pools, and lets a handle that is named twice stay where it was put."),
    Claim(
        "GR-D4", "A conflict of ownership is refused before anything changes; the original has moved elements by then."
    ),
)

REGISTRY: Final[Refinement] = Refinement(
    code="RG",
    parts=("GR",),
    name="registry",
    title="registry",
    model=RegistryModel,
    impl=Registry,
    couple=COUPLE,
    laws=LAWS,
    operations=tuple(_operations()),
    scopes=SCOPES,
    deviations=DEVIATIONS,
    abstract=abstract,
)
