"""The arguments a registry is judged with: handles, pools, groups, lists of pools, second registries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from slotproof.declare import Domain, Peer, Scope
from slotproof.proofs.entity_storage import arguments as entities
from slotproof.proofs.registry.groups import Model
from slotproof.proofs.shared.handles import any_handle
from slotproof.proofs.shared.pool.arguments import by_parity, by_slot
from slotproof.spec.group import GroupKey
from slotproof.spec.handle import Handle


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
    symbolic=any_handle,
    huge=True,
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
    symbolic=lambda make: make.handles("handles"),
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
    symbolic=lambda make: make.number_of("pool", "pool"),
    huge=True,
)

GROUP = Domain(
    "group",
    small=lambda m, scope: range(len(m.groups)) if scope.operations else range(-1, len(m.groups) + 1),
    classes={
        "known": lambda m, issued, number: number % len(m.groups) if m.groups else None,
        "the next known": lambda m, issued, number: (number + 1) % len(m.groups) if m.groups else None,
        "unknown": lambda m, issued, number: -1 if number % 2 else len(m.groups),
    },
    symbolic=lambda make: make.number_of("group", "group"),
    huge=True,
)


def _of_entities(domain: Domain) -> Domain:
    """An argument of an entity storage, picked by the entities of a registry."""
    picks = {
        name: lambda m, issued, number, pick=pick: pick(m.entities, issued, number)
        for name, pick in domain.classes.items()
    }
    return replace(domain, small=lambda m, scope: domain.small(m.entities, scope), classes=picks)


HINT = _of_entities(entities.HINT)

DELETION = Domain(
    "deletion",
    small=lambda m, scope: [value for value in scope.values if isinstance(value, str)],
    classes={
        "swap_pop": lambda m, issued, number: "swap_pop",
        "in_place": lambda m, issued, number: "in_place",
        "wrong": lambda m, issued, number: "lazy",
    },
    symbolic=lambda make: make.one_of("deletion", ("swap_pop", "in_place", "lazy")),
)

VALUE = Domain(
    "value",
    small=lambda m, scope: [value for value in scope.values if isinstance(value, int)],
    classes={"value": lambda m, issued, number: number % 8},
    symbolic=lambda make: make.value("value"),
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


def _any_of(make: Any, name: str, lists: Sequence[Any], build: Callable[[Any], Any]) -> Any:
    """One of these lists, or what is built of any pool."""
    made = make.one_of(name, (*lists, None))
    return build(make.number_of(f"pool of {name}", "pool")) if made is None else made


MADE: Final = (
    GroupKey((0,), (1,), ()),
    GroupKey((0, 1), (), ()),
    GroupKey((0,), (1,), (2,)),
    GroupKey((), (0, 1), (2,)),
    GroupKey((2,), (1,), ()),
    GroupKey((0,), (0,), ()),
    GroupKey((), (), (0,)),
    GroupKey((0,), (-1,), ()),
)
"""The groups that are asked for in proofs: up to the names of pools, each way to name two or three, and wrong ones."""


def _in_words(key: Sequence[tuple[int, ...]]) -> str:
    return "/".join(" ".join(map(str, pools)) or "-" for pools in key)


LISTS = Domain(
    "lists",
    small=_some_lists,
    classes={
        "full": _lists(lambda a, b, c: ((a, b), (), ())),
        "partial": _lists(lambda a, b, c: ((a,), (b,), (c,))),
        "observing": _lists(lambda a, b, c: ((a,), (b, c), ())),
        "owning nothing": _lists(lambda a, b, c: ((), (a, b), (c,))),
        "outer": lambda m, issued, number: ((0,), (2,)[: number % 3], ()) if len(m.values) > 2 else None,
        "inner": lambda m, issued, number: ((0, 1)[:: 1 - number % 2 * 2], (2,), ()) if len(m.values) > 2 else None,
        "wrong": _wrong_lists,
    },
    symbolic=lambda make: _any_of(make, "lists", MADE, lambda pool: GroupKey((0,), (pool,), ())),
    within=f"one of the lists {', '.join(map(_in_words, MADE))}, 0/any/-",
)


def _any_asked_for(make: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Any list of pools that is not longer than this, and no excluded ones, at which `lead` does not look."""
    length = make.one_of("length of asked", (0, 1, 2))
    if length == 0:
        return (), ()
    first = make.number_of("asked first", "pool")
    if length == 1:
        return (first,), ()
    second = make.number_of("asked second", "pool")
    return (first, second), ()


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
    symbolic=_any_asked_for,
    within="lists of up to 2 pools",
)

VIEWS: Final = (
    ((0,), ()),
    ((1,), (2,)),
    ((2, 0), (1,)),
    ((0, 0), ()),
    ((), (0,)),
    ((0,), (-1,)),
)
"""The views that are asked for in proofs: over one pool and two, with an excluded one and without, and wrong ones."""

VIEW = replace(
    VIEWED,
    symbolic=lambda make: _any_of(make, "viewed", VIEWS, lambda pool: ((pool,), ())),
    within=f"one of the lists {', '.join(map(_in_words, VIEWS))}, any/-",
)

KEY = Domain(
    "key",
    small=lambda m, scope: (by_parity, by_slot),
    classes={"key": lambda m, issued, number: (by_parity, by_slot)[number % 2]},
    symbolic=lambda make: make.rank("key"),
)

_HISTORY: Final = (
    ("add_pool", ("in_place",)),
    ("add_pool", ("swap_pop",)),
    ("add_pool", ("swap_pop",)),
    ("create", ()),
    ("create", ()),
    ("create", ()),
    *(("emplace", (pool, Handle(slot, 0), slot)) for pool, slot in ((1, 1), (2, 2), (2, 0), (2, 1), (0, 2), (1, 2))),
    ("remove", (0, Handle(2, 0))),
    ("group", ((1, 2), (), (0,))),
    ("group", ((), (0, 1), ())),
)

OTHER = Domain(
    "other",
    small=lambda m, scope: (
        Peer(),
        Peer((("create", ()), ("emplace", (0, Handle(0, 0), 0)), ("group", ((0,), (), ())))),
    ),
    classes={
        "grouped": lambda m, issued, number: Peer(_HISTORY[: len(_HISTORY) - number % 2]),
        "not grouped": lambda m, issued, number: Peer(_HISTORY[: len(_HISTORY) - 2 - number % 4]),
    },
    symbolic=lambda make: make.peer("other"),
)
