"""The arguments of the typed store's operations: types, handles, factories, and the arrays after an accident."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from slotproof.declare import Domain, Peer, Scope
from slotproof.proofs.handle_map import claims as hm
from slotproof.proofs.handle_map.arguments import HANDLE as MAP_HANDLE
from slotproof.proofs.shared.arguments import factory_of, value_of
from slotproof.proofs.shared.handles import any_handle
from slotproof.proofs.typed_store.claims import LAWS, Model, abstract, coupled, holding
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.handle import Handle

Pick = Callable[[Model, Sequence[Any], int], Any]

TYPE = Domain(
    "type id",
    small=lambda m, scope: range(-1, len(m.maps) + 1),
    classes={
        "known": lambda m, issued, number: number % len(m.maps),
        "unknown": lambda m, issued, number: -1 if number % 2 else len(m.maps),
    },
    symbolic=lambda make: make.int("type_id"),
    huge=True,
)

VALUE = value_of(lambda m, scope: scope.values or (0,))


def _all_handles(m: Model, scope: Scope) -> Sequence[Handle]:
    """Every handle of the widths to a slot of its map or the one after, one with the free bit, two of unknown types."""
    handles = [
        Handle(slot, generation, type_id)
        for type_id, held in m.maps.items()
        for slot in range(len(held.generation) + 1)
        for generation in range(held.generation_limit)
    ]
    return [*handles, Handle(0, 1, 0, 1), Handle(0, 1, -1), Handle(0, 1, len(m.maps))]


def _of_one_map(name: str) -> Pick:
    """The class of that name of the handle map, in the map that the number picks."""

    def pick(m: Model, issued: Sequence[Any], number: int) -> Any:
        held = m.maps[number % len(m.maps)]
        own = [handle for handle in issued if isinstance(handle, Handle) and handle.type_id == held.type_id]
        return MAP_HANDLE.classes[name](held, own, number // len(m.maps))

    return pick


def _of_unknown_type(m: Model, issued: Sequence[Any], number: int) -> Handle:
    return Handle(0, 1, -1 if number % 2 else len(m.maps))


HANDLE = Domain(
    "handle",
    small=_all_handles,
    classes={
        **{name: _of_one_map(name) for name in ("live", "stale", "foreign", "forged")},
        "of unknown type": _of_unknown_type,
    },
    symbolic=any_handle,
    huge=True,
)

OTHER = Domain(
    "other",
    small=lambda m, scope: (Peer(), Peer((("insert", (0, 0)), ("insert", (1, 0)), ("erase", (Handle(0, 1),))))),
    classes={"other": lambda m, issued, number: Peer(tuple(("insert", (t % 2, t)) for t in range(number % 4)))},
    symbolic=lambda make: make.peer("other"),
)

FACTORY = factory_of(lambda m, scope: scope.values or (0,))

DAMAGES = ("nothing", "first gone", "last gone", "all gone", "one twice", "two exchanged", "other width", "spoiled map")


class Damaged:
    """The arrays of this store after one accident: `from_dict` must tell after which of them they are a store."""

    def __init__(self, damage: str) -> None:
        self.damage = damage

    def befall(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data after the accident."""
        maps = data["maps"]
        match self.damage:
            case "first gone":
                del maps[0]
            case "last gone":
                del maps[-1]
            case "all gone":
                maps.clear()
            case "one twice":
                maps.append(maps[0])
            case "two exchanged":
                maps[0], maps[-1] = maps[-1], maps[0]
            case "other width":
                maps[-1]["generation_limit"] *= 2
            case "spoiled map":
                maps[-1]["retired"] += 1
        return data

    def __repr__(self) -> str:
        return f"Damaged({self.damage!r})"


DAMAGED = Domain(
    "data",
    small=lambda m, scope: [Damaged(damage) for damage in DAMAGES],
    classes={
        "whole": lambda m, issued, number: Damaged("nothing"),
        "damaged": lambda m, issued, number: Damaged(DAMAGES[number % len(DAMAGES)]),
    },
)


def read_maps(m: Model, damaged: Damaged) -> Model:
    """What from_dict must answer: the store the arrays mean, if there is one and the claims hold of it."""
    data = damaged.befall({"maps": [dict(vars(hm.represent(held))) for held in m.maps.values()]})
    h = holding(data)
    meant = abstract(h)
    laws = [claim.holds for claim in LAWS if claim.holds and not claim.step]
    if not meant.maps or not coupled(meant, h) or not all(holds(meant) for holds in laws):
        raise InvalidArgument("the arrays are not those of a typed store")
    return meant
