"""Foreign data of a registry of which the parts are known: what is made of it, and what is true while it is checked."""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Foreign, Loop
from slotproof.declare.words import meaning_of
from slotproof.proofs import entity_storage as es
from slotproof.proofs.registry.groups import elements_state, pool_state
from slotproof.proofs.registry.words import has_in, matching
from slotproof.proofs.shared.pool.untrusted import whole_widths
from slotproof.spec.logic import conj, contains, forall, implies


def whole_parts(h: Any) -> bool:
    """The widths of each part are whole numbers of bits."""
    return conj(
        whole_widths(h.entities),
        forall(0, len(h.pools), lambda pool: whole_widths(h.pools[pool])),
        *(whole_widths(group.elements) for group in h.groups),
    )


def meant(h: Any, seen: Any) -> dict[str, Any]:
    """The state of the model that a registry means of which the parts are known."""

    def is_free(pool: int) -> bool:
        return not any(pool in group.owned for group in h.groups)

    states = [pool_state(pool) for pool in h.pools]
    return {
        "entities": meaning_of(h.entities, es.abstract).copy(),
        "values": {pool: state.value.copy() for pool, state in enumerate(states)},
        "order": {pool: state.order.copy() for pool, state in enumerate(states) if is_free(pool)},
        "holes": {},
        "groups": [group.key() for group in h.groups],
        "value_page": h.value_page,
        "nested": h.nested,
    }


FOREIGN: Final = Foreign(
    meant,
    premise=whole_parts,
    omitted=("ranked",),
    whole=lambda h, data: type(h).from_dict(data.befall(h.to_dict())),
)

# --- loops: pools of what is live, and groups whose members are what matches


def _pool_checked(at: Any) -> dict[str, bool]:
    """The elements behind are live, the last ones of the pool."""
    entities, state = meaning_of(at.local["self"].entities, es.abstract), pool_state(at.local["pool"])
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
