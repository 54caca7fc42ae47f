"""What a picture of a registry shows: the arrays of its parts side by side, and where the members of a group stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from slotproof.declare import Link

MOST_LINKED: Final = 4  # pools and groups between which arrows are drawn; those beyond are shown without


def shown(state: Mapping[str, Any]) -> dict[str, Any]:
    """The arrays of entities and pools, the positions of members by slot, and the numbers of the registry.

    Takes      the attributes of a registry; what is shown already, or of which only texts are left, stays as it is
    """
    if not hasattr(state.get("entities"), "meta"):
        return dict(state)
    rows: dict[str, Any] = {"entities": list(state["entities"].meta), "live": state["entities"].live}
    for number, pool in enumerate(state["pools"]):
        rows[f"sparse {number}"] = list(pool.sparse)
        rows[f"meta {number}"] = list(pool.meta)
        rows[f"dense {number}"] = list(pool.dense)
        rows[f"nil {number}"] = pool.nil
    for number, group in enumerate(state["groups"]):
        members = state["pools"][group.owned[0]].meta[: group.length] if group.owned else group.elements.meta
        rows[f"owned {number}"] = ", ".join(map(str, group.owned)) or "none"
        rows[f"length {number}"] = group.length if group.owned else group.elements.size()
        rows[f"group {number}"] = {slot: pos for pos, slot in enumerate(members)}
    parts = ("entities", "pools", "groups")
    return {**rows, **{name: held for name, held in state.items() if name not in parts}}


def _owns(h: Any, group: int, pool: int) -> bool:
    return str(pool) in getattr(h, f"owned {group}").split(", ")


def _links() -> Iterator[Link]:
    for pool in range(MOST_LINKED):
        sparse, meta, nil = f"sparse {pool}", f"meta {pool}", f"nil {pool}"
        yield Link(
            "slot to its position",
            sparse,
            meta,
            when=lambda h, slot, sparse=sparse, nil=nil: getattr(h, sparse)[slot] != getattr(h, nil),  # type: ignore[misc]
            arrives=lambda h, slot, pos, meta=meta: getattr(h, meta)[pos] == slot,  # type: ignore[misc]
            nil=nil,
        )
        for group in range(MOST_LINKED):
            yield Link(
                "member to its position in a pool that the group owns",
                f"group {group}",
                meta,
                when=lambda h, slot, group=group, pool=pool: _owns(h, group, pool),  # type: ignore[misc]
                arrives=lambda h, slot, pos, meta=meta: getattr(h, meta)[pos] == slot,  # type: ignore[misc]
            )


LINKS: Final = tuple(_links())
