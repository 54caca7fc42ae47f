"""Foreign data of a registry of which the parts are known: what is made of it, and what is true while it is checked.

There are so many pools, none of which leaves holes, and so many groups, whose lists of pools are as said, or no lists;
anybody may have written anything in all other places.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import z3

from slotproof.proofs.engine.fixed import SymPart
from slotproof.proofs.engine.foreign import SymData, SymEntry, foreign_data
from slotproof.proofs.engine.foreign_parts import SymForeignItems, SymForeignPart
from slotproof.proofs.engine.foreign_run import Foreign
from slotproof.proofs.engine.path import current
from slotproof.proofs.engine.rebuild import frozen
from slotproof.proofs.engine.refinement import Inside, Loop
from slotproof.proofs.engine.symbolic import KINDS, POWER, SymBool
from slotproof.proofs.group_claims import elements_state, pool_state
from slotproof.proofs.pool_foreign import whole_widths
from slotproof.proofs.registry_parts import ELEMENTS, ENTITIES, POOL, SMALL_ELEMENTS, SMALL_POOL
from slotproof.proofs.registry_stand_ins import BITS, Sharing, gathered, nothing, part
from slotproof.proofs.registry_words import has_in, matching
from slotproof.spec.group import GroupKey
from slotproof.spec.logic import conj, contains, forall, implies
from slotproof.spec.registry import RegistryModel


def foreign_of(pools: int, groups: tuple[GroupKey, ...]) -> Callable[[Any, type], dict[str, Any]]:
    """What anybody may have written of so many pools that fill their gaps, and of groups with these lists."""

    def fields(rebuilder: Any, registry: type) -> dict[str, Any]:
        apart = Sharing(None)
        filling = {"in_place": SymBool(z3.BoolVal(False)), "holes": nothing()}

        def data(name: str, inside: Inside, small: Inside, **common: Any) -> SymForeignPart:
            return SymForeignPart(name, inside, lambda: part(f"data.{name}", inside, small, rebuilder, apart, **common))

        def group(number: int, key: GroupKey) -> SymData:
            lists = {name: SymForeignItems(f"{name}{number}", list(named)) for name, named in key._asdict().items()}
            elements = data(f"elements{number}", ELEMENTS, SMALL_ELEMENTS)
            return foreign_data({"length": ("int", KINDS.INT)}, {**lists, "elements": elements})

        return {
            "entities": data("entities", ENTITIES, ENTITIES),
            "pools": SymForeignItems("pools", [data(f"pool{n}", POOL, SMALL_POOL, **filling) for n in range(pools)]),
            "groups": SymForeignItems("groups", [group(number, key) for number, key in enumerate(groups)]),
            **_narrow_entries(),
        }

    return fields


def _narrow_entries() -> dict[str, SymEntry]:
    """Widths of a few bits, if the path looks for such a state."""
    if current().bound is None:
        return {}
    current().assume(POWER(BITS) == 2**BITS)
    tag = current().name
    return {
        name: SymEntry(z3.Int(tag(f"tag_data.{name}")), z3.IntVal(BITS)) for name in ("index_bits", "generation_bits")
    }


def whole_parts(h: Any) -> bool:
    """The widths of each part are whole numbers of bits."""
    return conj(*(whole_widths(part) for part in (h.entities, *h.pools, *(group.elements for group in h.groups))))


def meant(h: Any, seen: Any) -> dict[str, Any]:
    """The state of the model that a registry means of which the parts are known."""
    states = {pool: frozen(held.meaning) for pool, held in enumerate(h.pools)}
    owned = {pool for group in h.groups for pool in group.owned}
    parts: dict[str, Any] = {
        "values": {pool: state.value for pool, state in states.items()},
        "order": {pool: state.order for pool, state in states.items() if pool not in owned},
        "holes": {},
        "groups": [group.key() for group in h.groups],
    }
    entities = SymPart("m.entities", frozen(h.entities.meaning))
    return {"entities": entities, **gathered(RegistryModel, "m", parts), "value_page": h.value_page, "nested": h.nested}


FOREIGN: Final = Foreign(
    meant,
    premise=whole_parts,
    omitted=("ranked",),
    whole=lambda h, data: type(h).from_dict(data.befall(h.to_dict())),
)

# --- loops: pools of what is live, and groups whose members are what matches


def _pool_checked(at: Any) -> dict[str, bool]:
    """The elements behind are live, the last ones of the pool."""
    entities, state = at.local["self"].entities.meaning, pool_state(at.local["pool"])
    return {
        "live": forall(
            len(state.order) - at.index,
            len(state.order),
            lambda pos: conj(
                entities.is_live(state.order[pos]),
                entities.generation[state.order[pos]] == state.generation[state.order[pos]],
            ),
            by=lambda pos: state.order[pos],
        )
    }


def _elements_checked(at: Any) -> dict[str, bool]:
    """The elements behind match, with the generation that they have in the pools asked for."""
    group, pools = at.local["self"], at.local["pools"]
    state, matches = elements_state(group.elements), matching(group, has_in(pools))
    first = pool_state(pools[group.observed[0]])
    return {
        "match": forall(
            len(state.order) - at.index,
            len(state.order),
            lambda pos: conj(
                matches(state.order[pos]),
                state.generation[state.order[pos]] == first.generation[state.order[pos]],
            ),
            by=lambda pos: state.order[pos],
        )
    }


def _aligned_checked(at: Any) -> dict[str, bool]:
    """At the positions behind, one entity that matches stands in each owned pool."""
    group, pools = at.local["self"], at.local["pools"]
    matches, first = matching(group, has_in(pools)), pool_state(pools[group.owned[0]]).order
    said = {"match": forall(0, at.index, lambda pos: matches(first[pos]), by=lambda pos: first[pos])}
    for pool in group.owned[1:]:
        order = pool_state(pools[pool]).order
        said[f"alignment of pool {pool}"] = _stand_alike(first, order, at.index)
    return said


def _stand_alike(first: Any, order: Any, count: Any) -> bool:
    """The first positions of two pools hold the same."""

    def same(pos: Any) -> bool:
        return first[pos] == order[pos]  # type: ignore[no-any-return]

    return conj(forall(0, count, same, by=lambda pos: first[pos]), forall(0, count, same, by=lambda pos: order[pos]))


def _all_in_checked(at: Any) -> dict[str, bool]:
    """What matches of the elements behind is a member."""
    group, pools = at.local["self"], at.local["pools"]
    matches, asked = matching(group, has_in(pools)), pool_state(pools[(group.owned + group.observed)[0]])

    def is_in(pos: Any) -> Any:
        return pos < group.length if group.owned else contains(elements_state(group.elements).order, asked.order[pos])

    return {
        "members": forall(
            len(asked.order) - at.index,
            len(asked.order),
            lambda pos: implies(matches(asked.order[pos]), lambda: is_in(pos)),
            by=lambda pos: asked.order[pos],
        )
    }


CHECK_LOOPS: Final = (
    Loop("Registry._check_pool", invariant=_pool_checked),
    Loop("Group._check_elements", invariant=_elements_checked),
    Loop("Group._check_aligned", invariant=_aligned_checked),
    Loop("Group._check_all_in", invariant=_all_in_checked),
)
