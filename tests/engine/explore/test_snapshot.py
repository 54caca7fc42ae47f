"""A snapshot holds all of a state, gives it back, and no change of one is overlooked."""

from collections import deque
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final

import pytest

from slotproof.engine.explore.frozen import NoSnapshot, attributes, freeze_any, thaw_any
from slotproof.engine.explore.snapshot import Snapshot
from slotproof.spec.logic import Distinct


class Bag:
    """Attributes of all sorts."""

    def __init__(self, **held: Any) -> None:
        self.__dict__.update(held)

    def method(self) -> None:
        """Be bound."""


@pytest.mark.parametrize(
    "held",
    [
        {"a": [1, 2], "b": {3: 4, 1: 0}, "c": {5, 7}, "d": Distinct([2, 1]), "e": True, "f": 7, "g": "name", "h": None},
        {"a": [1, 256], "b": {}, "c": set(), "d": Distinct(), "e": False, "f": 300, "g": "name", "h": None},
        {"a": [-1], "b": {1: "x"}, "c": {"y"}, "d": Distinct(), "e": False, "f": -1, "g": "name", "h": None},
        {"a": [[1], (2, [3])], "b": {}, "c": set(), "d": Distinct(), "e": 1, "f": None, "g": "other", "h": {}},
        {"a": [], "b": {}, "c": set(), "d": Distinct(), "e": False, "f": 0, "g": "name", "h": None, "more": 1},
        {"a": (), "b": {}, "c": set(), "d": [], "e": False, "f": 0, "g": "name"},
    ],
)
def test_a_snapshot_gives_back_the_state(held: dict[str, Any]) -> None:
    """Whatever fits the short key or not comes back equal, of the same types, and without what was there before."""
    sample = Bag(a=[], b={}, c=set(), d=Distinct(), e=False, f=0, g="name", h=None)
    snapshot = Snapshot(sample)
    assert snapshot.source
    key = snapshot.freeze(Bag(**held))
    bag = Bag(a=[9], old=1)
    snapshot.thaw(key, bag)
    assert vars(bag) == held
    assert [type(vars(bag)[name]) for name in held] == [type(value) for value in held.values()]
    assert snapshot.freeze(bag) == key
    assert snapshot.same(bag, Bag(**held))
    for other in (Bag(), Bag(a=[9], old=1), Bag(**{f"old {number}": 0 for number in range(len(held))})):
        snapshot.restore(key, other, bag)
        assert vars(other) == held
        assert [type(vars(other)[name]) for name in held] == [type(value) for value in held.values()]
        assert all(
            vars(other)[name] is not vars(bag)[name] for name in held if isinstance(held[name], list | dict | set)
        )


def test_states_that_differ_have_different_keys() -> None:
    """A change of an entry, a length, a type, a name or of what is shared is a change of the key."""
    sample = Bag(a=[], b=[], c=0, d=False)
    snapshot = Snapshot(sample)
    one = [1]
    states = [
        Bag(a=[1], b=[], c=0, d=False),
        Bag(a=[], b=[1], c=0, d=False),
        Bag(a=[1], b=[1], c=0, d=False),
        Bag(a=one, b=one, c=0, d=False),
        Bag(a=Distinct([1]), b=[], c=0, d=False),
        Bag(a=[1], b=[], c=1, d=False),
        Bag(a=[1], b=[], c=0, d=True),
        Bag(a=[1], b=[], c=0, x=False),
    ]
    assert len({snapshot.freeze(state) for state in states}) == len(states)


@pytest.mark.parametrize(
    ("held", "others"),
    [
        (Bag(a=1), [Bag(a=2), Bag(a=True), Bag(b=1), Bag(), Bag(a=1, b=1), 1]),
        (frozenset({1}), [frozenset({2}), frozenset(), {1}]),
        (frozenset({"x"}), [frozenset({"y"})]),
        ((1, [2]), [(1, [3]), (1, [2], 3), [1, [2]]]),
        ({1: [2], 3: 4}, [{1: [2], 3: 5}, {1: [2]}, {1: [2], 2: 4}]),
        (deque([1, "x"]), [deque([1, "y"]), deque([1]), [1, "x"]]),
        (object(), [object()]),
    ],
)
def test_things_that_differ_inside_are_not_the_same(held: Any, others: list[Any]) -> None:
    """A comparison without keys never takes two states for one, whatever they hold."""
    snapshot = Snapshot(Bag(held=Bag()))
    assert not snapshot.source
    for other in others:
        assert not snapshot.same(Bag(held=held), Bag(held=other))
    if type(held) not in (frozenset, object):
        assert snapshot.same(Bag(held=held), Bag(held=deepcopy(held)))


class Slotted:
    """An attribute in a slot."""

    __slots__ = ("entries",)

    def __init__(self, entries: list[int]) -> None:
        self.entries = entries


class Equal:
    """Says that it is equal to anything."""

    def __init__(self, entry: int) -> None:
        self.entry = entry

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


def _append(bag: Any) -> None:
    bag.inner.items.append(1)


def _enter(bag: Any) -> None:
    bag.by_key[3] = Bag()


def _replace(bag: Any) -> None:
    bag.inner = Bag(items=[1])


def _replace_and_change(bag: Any) -> None:
    bag.by_key = dict(bag.by_key)
    bag.by_key[1].flag = 1


def _add(bag: Any) -> None:
    bag.inner.more = None


def _through_a_tuple(bag: Any) -> None:
    bag.row[0].items[0] = 4


def _replace_by_what_says_it_is_equal(bag: Any) -> None:
    bag.equal[0] = Equal(2)


def _in_a_slot(bag: Any) -> None:
    bag.slotted.entries[0] = 4


def _empty_all(bag: Any) -> None:
    bag.equal.clear()
    bag.by_key.clear()
    bag.row[1].clear()
    bag.row[2].clear()


def _other_attributes(bag: Any) -> None:
    bag.inner.__dict__ = {"items": [], "old": 1}


class Box(Bag):
    """What a bag may become."""


def _other_class(bag: Any) -> None:
    bag.inner.__class__ = Box


CHANGES: Final = (
    _append,
    _enter,
    _replace,
    _replace_and_change,
    _add,
    _through_a_tuple,
    _replace_by_what_says_it_is_equal,
    _in_a_slot,
    _empty_all,
    _other_attributes,
    _other_class,
)


def _nested(slotted: bool = False, change: Callable[[Any], None] = _append) -> Any:
    """What a change can be made in."""
    slotted |= change is _in_a_slot
    return Bag(
        inner=Bag(items=[]),
        by_key={1: Bag(flag=0), 0: 5},
        row=(Bag(items=[0]), Distinct([1]), {2, 1}),
        slotted=Slotted([0]) if slotted else None,
        equal=[Equal(1)],
    )


@pytest.mark.parametrize("slotted", [False, True])
@pytest.mark.parametrize("change", CHANGES, ids=lambda f: f.__name__)
def test_a_change_anywhere_is_seen_after_two_states_were_the_same(change: Callable[[Any], None], slotted: bool) -> None:
    """Of either of the two, and also once states were put back in between."""
    snapshot = Snapshot(_nested(slotted, change))
    assert not snapshot.source
    for changed in (0, 1):
        pair = _nested(slotted, change), _nested(slotted, change)
        assert snapshot.same(*pair)
        assert snapshot.same(*pair)
        change(pair[changed])
        assert not snapshot.same(*pair)
        key = snapshot.freeze(pair[changed])
        snapshot.restore(key, pair[1 - changed], pair[changed])
        assert snapshot.same(*pair)
        snapshot.thaw(key, pair[0])
        snapshot.thaw(key, pair[1])
        assert snapshot.same(*pair)
        assert not snapshot.same(pair[0], _nested(slotted, change))
        assert not snapshot.same(_nested(slotted, change), pair[1])


@pytest.mark.parametrize("slotted", [False, True])
@pytest.mark.parametrize("change", CHANGES, ids=lambda f: f.__name__)
def test_what_was_changed_is_put_back(change: Callable[[Any], None], slotted: bool) -> None:
    """Whatever was changed, again and again, and whichever of two that were in one state is put back."""
    one, two = Bag(), _nested(slotted, change)
    snapshot = Snapshot(two)
    key = snapshot.freeze(two)
    snapshot.restore(key, one, two)
    for changed, other in ((one, two), (one, two), (two, one), (one, two)):
        assert snapshot.freeze(changed) == key
        change(changed)
        assert snapshot.freeze(changed) != key
        assert snapshot.freeze(other) == key
        snapshot.restore(key, changed, other)
        assert snapshot.freeze(changed) == snapshot.freeze(other) == key
        assert snapshot.same(changed, other)


def test_what_is_put_back_stays_apart() -> None:
    """Of two things that were in one state neither holds what the other holds, and a third is put back, too."""
    two = _nested()
    snapshot = Snapshot(two)
    one: Any = Bag()
    three: Any = Bag(old=[1])
    key = snapshot.freeze(two)
    for thing in (one, three, one):
        snapshot.restore(key, thing, two)
        assert thing.by_key is not two.by_key
        assert thing.row[1] is not two.row[1]
        _append(thing)
        _empty_all(thing)
        assert snapshot.freeze(two) == key
        snapshot.restore(key, thing, two)
        assert snapshot.freeze(thing) == key
    _append(two)
    changed = snapshot.freeze(two)
    for thing in (one, three):
        snapshot.restore(changed, thing, two)
        assert snapshot.freeze(thing) == changed != key


def test_nested_objects_keep_what_they_share() -> None:
    """An object held twice is one object again, also in a cycle."""
    inner = Bag(items=[1])
    outer = Bag(left=inner, right=[inner], itself=None)
    outer.itself = outer  # type: ignore[attr-defined]
    other = Bag()
    thaw_any(freeze_any(outer), other)
    held = attributes(other)
    assert held["left"] is held["right"][0]
    assert held["itself"] is other
    assert held["left"].items == [1]


def test_what_has_no_state_is_refused() -> None:
    """A generator or a bound method in a state is an error of the declaration, not a state."""
    odds: list[Any] = [iter(()), [].append, Bag(a=1).method]
    for odd in odds:
        with pytest.raises(NoSnapshot):
            freeze_any(Bag(odd=odd))
