"""The typed store: every operation reaches the map of its type and no other, and bad input reaches none."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from slotproof.declare.verdict import Status
from slotproof.engine.explore import explore
from slotproof.impl.handle_map import HandleMap
from slotproof.impl.typed_store import TypedStore
from slotproof.proofs.typed_store import TYPED_STORE
from slotproof.spec.errors import Full, InvalidArgument, OutOfRange, StaleHandle
from slotproof.spec.handle import Handle
from slotproof.spec.typed_store import TypedStoreModel

from ..tree.layout import ROOT

Either = TypedStore[Any] | TypedStoreModel[Any]
SIDES: Final = pytest.mark.parametrize("side", [TypedStore, TypedStoreModel])


def used(side: type[Any] = TypedStore) -> Any:
    """Two types; slot 0 of both is live, slot 1 of type 0 is free."""
    s = side(2, index_bits=2)
    s.insert(0, "a")
    s.erase(s.insert(0, "gone"))
    s.insert(1, "b")
    return s


BAD_CALLS: Final[dict[str, tuple[Callable[[Any], Any], type[Exception]]]] = {
    "insert of an unknown type": (lambda s: s.insert(2, 0), OutOfRange),
    "insert of a negative type": (lambda s: s.insert(-1, 0), OutOfRange),
    "insert of no type": (lambda s: s.insert("0", 0), InvalidArgument),
    "emplace of an unknown type": (lambda s: s.emplace(2, str), OutOfRange),
    "emplace that fails": (lambda s: s.emplace(0, lambda: 1 // 0), ZeroDivisionError),
    "get of an unknown type": (lambda s: s.get(Handle(0, 1, 2)), OutOfRange),
    "get of a negative type": (lambda s: s.get(Handle(0, 1, -1)), OutOfRange),
    "get of an unknown slot": (lambda s: s.get(Handle(3, 1, 1)), OutOfRange),
    "get of a slot of the other type": (lambda s: s.get(Handle(1, 1, 1)), OutOfRange),
    "get of a stale handle": (lambda s: s.get(Handle(1, 1, 0)), StaleHandle),
    "get of a forged handle": (lambda s: s.get(Handle(0, 2, 0)), StaleHandle),
    "get by the free bit": (lambda s: s.get(Handle(0, 1, 0, 1)), StaleHandle),
    "get of no handle": (lambda s: s.get((0, 1, 0, 0)), InvalidArgument),
    "assign to an unknown type": (lambda s: s.assign(Handle(0, 1, 2), 0), OutOfRange),
    "assign to a negative slot": (lambda s: s.assign(Handle(-1, 1, 0), 0), OutOfRange),
    "assign to a stale handle": (lambda s: s.assign(Handle(1, 1, 0), 0), StaleHandle),
    "erase of no handle": (lambda s: s.erase(0), InvalidArgument),
    "is_valid of no handle": (lambda s: s.is_valid(None), InvalidArgument),
    "size of an unknown type": (lambda s: s.size(2), OutOfRange),
    "map_of a negative type": (lambda s: s.map_of(-1), OutOfRange),
    "map_of no type": (lambda s: s.map_of(0.0), InvalidArgument),
}


@pytest.mark.parametrize("bad", BAD_CALLS)
def test_a_bad_call_is_refused(bad: str) -> None:
    """The documented error on both sides, and no array has changed."""
    call, error = BAD_CALLS[bad]
    s = used()
    before = s.to_dict()
    for subject in (s, used(TypedStoreModel)):
        with pytest.raises(error) as caught:
            call(subject)
        assert caught.type is error
    assert s.to_dict() == before


@pytest.mark.parametrize("handle", [Handle(0, 1, 2), Handle(0, 1, -1), Handle(1, 1, 0), Handle(1, 1, 1)], ids=str)
@SIDES
def test_a_handle_of_no_value_is_not_live(side: type[Either], handle: Handle) -> None:
    """TS-R3, TS-R6, TS-D1: of an unknown type, stale, or of the other type: not live, and nothing to erase."""
    s = used(side)
    assert not s.is_valid(handle)
    assert s.erase(handle) is False
    assert (s.size(0), s.size(1)) == (1, 1)


def test_swap_refuses_what_is_no_store() -> None:
    """TS-R9: a handle map is no typed store, and nothing has changed."""
    s = used()
    before = s.to_dict()
    with pytest.raises(InvalidArgument):
        s.swap(HandleMap())
    assert s.to_dict() == before


@pytest.mark.parametrize("types", [0, -1, 3, 1.0, None], ids=str)
@SIDES
def test_a_bad_number_of_types_is_refused(side: type[Either], types: Any) -> None:
    """TS-L1: there is at least one type, and no more than type ids."""
    with pytest.raises(InvalidArgument):
        side(types, type_bits=1)


@SIDES
def test_a_full_map_leaves_room_in_the_others(side: type[Either]) -> None:
    """TS-L4: each map has slots of its own."""
    s = side(2, index_bits=1)
    s.insert(0, "only")
    with pytest.raises(Full):
        s.insert(0, "more")
    assert s.insert(1, "other") == Handle(0, 1, 1)


def test_map_of_is_the_map_itself() -> None:
    """TS-R13: what is done to the map of a type is done to the store."""
    s = used()
    handle = s.map_of(1).insert("c")
    assert s.get(handle) == "c"
    assert list(s.map_of(1)) == ["b", "c"]
    twin = s.copy()
    twin.map_of(1).clear()
    assert s.is_valid(handle)


def _spoiled(change: Callable[[list[Any]], Any]) -> dict[str, Any]:
    data: dict[str, Any] = used().to_dict()
    change(data["maps"])
    return data


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"maps": {}},
        {"maps": []},
        {**used().to_dict(), "more": 0},
        _spoiled(lambda maps: maps.reverse()),
        _spoiled(lambda maps: maps.pop(0)),
        _spoiled(lambda maps: maps.append(maps[0])),
        _spoiled(lambda maps: maps[1].update(nil=7)),
        _spoiled(lambda maps: maps[1].update(lifo=True)),
        _spoiled(lambda maps: maps[1].update(free_head=0)),
    ],
    ids=repr,
)
def test_from_dict_refuses(data: Any) -> None:
    """TS-R11: what is not the state of a typed store is no typed store."""
    assert TypedStore.from_dict(used().to_dict()).to_dict() == used().to_dict()
    with pytest.raises(InvalidArgument):
        TypedStore.from_dict(data)


def test_the_worked_trace_is_what_happens() -> None:
    """Each row of the trace in typed_store.md shows the maps as they are after its call, and its answer."""
    page = (ROOT / "docs/users/containers/typed_store.md").read_text(encoding="utf-8")
    rows = page.partition("<!-- trace -->\n")[2].partition("<!-- /trace -->")[0].splitlines()[2:]
    scope: dict[str, Any] = {"s": TypedStore[str](2)}
    assert len(rows) == 6
    for row in rows:
        call, *cells = (cell.strip() for cell in row.strip("|").split("|"))
        name, _, call = call.strip("`").rpartition(" = ")
        scope[name] = answer = eval(call, scope)
        if isinstance(answer, Handle):
            answer = f"slot {answer.slot}, generation {answer.generation}, type id {answer.type_id}"
        held = [", ".join(f"{h.slot}: {value}" for h, value in scope["s"].map_of(t).items()) or "-" for t in (0, 1)]
        assert cells == [*held, str(answer)]


# Breaks, each seen by the search


class ForgetsTheType(TypedStore[Any]):
    """Dispatches every handle to the first map."""

    def erase(self, handle: Handle) -> bool:
        """Erase from the first map."""
        return self.maps[0].erase(handle._replace(type_id=0))


class CountsFromTheEnd(TypedStore[Any]):
    """Lets a negative type id reach the list."""

    def map_of(self, type_id: int) -> HandleMap[Any]:
        """The map, or the last one for -1."""
        return self.maps[type_id] if type_id == -1 else super().map_of(type_id)


class SharesMaps(TypedStore[Any]):
    """A copy that is none."""

    def copy(self) -> TypedStore[Any]:
        """A new array of the same maps."""
        twin: TypedStore[Any] = object.__new__(type(self))
        twin.maps = list(self.maps)
        return twin


class ClearsOne(TypedStore[Any]):
    """Clears the first map only."""

    def clear(self) -> None:
        """Clear a part."""
        self.maps[0].clear()


class TrustsTypes(TypedStore[Any]):
    """Reads maps in any order."""

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> TypedStore[Any]:
        """Whatever maps there are."""
        twin: TypedStore[Any] = object.__new__(cls)
        twin.maps = [HandleMap.from_dict(held) for held in data["maps"]]
        return twin


class InsertsNextDoor(TypedStore[Any]):
    """Puts values into the map of the next type."""

    def insert(self, type_id: int, value: Any) -> Handle:
        """Insert beside."""
        self.map_of(type_id)
        return self.maps[(type_id + 1) % len(self.maps)].insert(value)


class AssignsNothing(TypedStore[Any]):
    """Looks the value up and leaves it."""

    def assign(self, handle: Handle, value: Any) -> None:
        """Only look."""
        self.get(handle)


class CountsAll(TypedStore[Any]):
    """Adds up the values of every type."""

    def size(self, type_id: int) -> int:
        """How many values there are of any type."""
        self.map_of(type_id)
        return sum(held.size() for held in self.maps)


class TrustsTheType(TypedStore[Any]):
    """Takes every handle of a type that there is for a live one."""

    def is_valid(self, handle: Handle) -> bool:
        """True if there is such a type."""
        return self._knows(handle)


class KeepsItsState(TypedStore[Any]):
    """A swap of one side only."""

    def swap(self, other: TypedStore[Any]) -> None:
        """Give the state away, and keep it."""
        other.maps = [held.copy() for held in self.maps]


@pytest.mark.parametrize(
    ("broken", "claim"),
    [
        (InsertsNextDoor, "TS-R1"),
        (AssignsNothing, "TS-I2"),
        (CountsAll, "TS-R12"),
        (TrustsTheType, "TS-R6"),
        (KeepsItsState, "TS-I2"),
        (ForgetsTheType, "TS-R3"),
        (CountsFromTheEnd, "TS-R1"),
        (SharesMaps, "TS-R8"),
        (ClearsOne, "TS-I2"),
        (TrustsTypes, "TS-R11"),
    ],
)
def test_a_broken_store_is_found(broken: type, claim: str) -> None:
    """The search of two types stops at the claim that the break is about, with a trace."""
    verdicts = explore.run(replace(TYPED_STORE, impl=broken), "two types", deep=False)
    failed = {verdict.claim: verdict.failure for verdict in verdicts if verdict.status is Status.FAILED}
    assert claim in failed
    assert failed[claim] is not None


def test_independent_maps_reach_every_combination() -> None:
    """TS-L4: three maps of 7 states each have 343 states together."""
    verdicts = explore.run(TYPED_STORE, "independent maps", deep=False)
    assert {verdict.status for verdict in verdicts} == {Status.EXHAUSTED}
    assert {verdict.evidence["states"] for verdict in verdicts} == {7**3}
