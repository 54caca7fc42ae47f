"""What happens to the arrays of a registry before `from_dict` reads them, and what it must then answer."""

from __future__ import annotations

import copy
from typing import Any, Final

from slotproof.declare import Domain
from slotproof.declare.words import all_hold
from slotproof.impl.sparse_set import SparseSet
from slotproof.proofs.registry.claims import LAWS, abstract, coupled, holding
from slotproof.proofs.registry.groups import Impl, Model
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.handle import Handle

DAMAGES: Final = (
    "nothing",
    "longer",
    "shorter",
    "first two exchanged",
    "dead",
    "owned twice",
    "a group twice",
    "owned by another",
    "one more element",
    "one more element, before the others",
    "unknown pool",
    "no elements",
    "other page",
    "holes",
    "no holes",
    "nested or not",
    "a group of more fields",
    "a group of names",
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
        elif self.damage == "no holes" and pool:
            pool["in_place"] = False
        elif self.damage == "nested or not":
            data["nested"] = not data["nested"]
        elif self.damage == "first two exchanged" and pool and len(pool["meta"]) > 1 and not pool["holes"]:
            for name in ("meta", "stamp", "dense"):
                pool[name][0], pool[name][1] = pool[name][1], pool[name][0]
            for pos in (0, 1):
                pool["sparse"][pool["meta"][pos]] = pos
        elif self.damage in ("longer", "shorter") and group:
            group["length"] += 1 if self.damage == "longer" else -1
        elif self.damage == "owned twice" and group:
            groups.append({**group, "observed": []})
        elif self.damage == "a group twice" and group:
            groups.append(copy.deepcopy(group))
        elif self.damage == "owned by another" and group and group["owned"]:
            first = group["owned"][0]
            lists = {"owned": [first], "observed": [], "excluded": []}
            groups.append({**lists, "length": len(pools[first]["meta"]), "elements": _without_elements(data)})
        elif self.damage.startswith("one more element") and group:
            first = self.damage != "one more element"
            group["elements"] = _with_another(group["elements"], data["entities"], first=first)
        elif self.damage == "unknown pool" and group:
            group["excluded"].append(len(pools))
        elif self.damage == "no elements" and group:
            group["elements"] = _without_elements(data)
        elif self.damage == "a group of more fields" and group:
            group["more"] = 0
        elif self.damage == "a group of names" and group:
            groups[self.index % len(groups)] = [*group]
        return data

    def __repr__(self) -> str:
        return f"Damaged({self.damage!r}, {self.index})"


def _without_elements(data: dict[str, Any]) -> dict[str, Any]:
    """The elements of a group that has none."""
    empty = SparseSet(index_bits=data["index_bits"], generation_bits=data["generation_bits"])
    return {**empty.to_dict(), "page": data["page"]}


def _with_another(elements: dict[str, Any], entities: dict[str, Any], first: bool) -> dict[str, Any]:
    """The elements of a group, and the first live entity that is not among them: the last of them, or the first."""
    more = SparseSet.from_dict(elements)
    living = map(Handle, entities["meta"][: entities["live"]], entities["stamp"])
    absent = next((each for each in living if not more.contains(each)), None)
    if absent is not None:
        held = [*more.handles_forward()] if first else []
        more.erase_items(held)
        more.push_items([absent, *held])
    return more.to_dict()


DAMAGED = Domain(
    "data",
    small=lambda m, scope: [
        Damaged(damage, index) for damage in DAMAGES for index in range(max(1, len(m.groups), len(m.values)))
    ],
    classes={
        "whole": lambda m, issued, number: Damaged("nothing"),
        "damaged": lambda m, issued, number: Damaged(DAMAGES[number % len(DAMAGES)], number // len(DAMAGES)),
    },
    within="data of so many pools that leave no holes, and of so many groups with these lists, or with no lists",
)


_FIELDS: Final = {"owned", "observed", "excluded", "length", "elements"}


def _is_sound(data: dict[str, Any]) -> bool:
    """True if every claim holds of the arrays."""
    if any(not isinstance(group, dict) or set(group) != _FIELDS for group in data["groups"]):
        return False
    if any(pool >= len(data["pools"]) for group in data["groups"] for pool in group["excluded"]):
        return False
    if any(group["length"] < 0 for group in data["groups"]):
        return False
    h = holding(data)
    m = abstract(h)
    try:
        return all_hold((law for law in LAWS if not law.step), m) and coupled(m, h)
    except (LookupError, InvalidArgument):
        return False


def read(h: Impl, damaged: Damaged) -> tuple[Impl | None, bool]:
    """The registry that `from_dict` makes, if it makes one, and whether it should."""
    sound = _is_sound(damaged.befall(h.to_dict()))
    try:
        return type(h).from_dict(damaged.befall(h.to_dict())), sound
    except InvalidArgument:
        return None, sound


def read_rightly(expected: tuple[Model, bool], actual: tuple[Impl | None, bool]) -> bool:
    """True if just the sound arrays were accepted, and the whole ones mean what they meant."""
    (m, whole), (h, sound) = expected, actual
    if (h is not None) != sound:
        return False
    return not whole or (h is not None and coupled(m, h))
