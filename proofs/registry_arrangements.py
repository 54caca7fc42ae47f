"""The registries that proofs are for: how many pools there are, and which groups name which; all else is left open.

A pool holds any number of values, of any number of entities. Beside those that groups name there is one more.
Each pool fills its gaps (`swap_pop`): none leaves holes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import z3

from slotproof.proofs import entity_storage as es
from slotproof.proofs import sparse_set as ss
from slotproof.proofs import storage as st
from slotproof.proofs.engine.fixed import SymFixed, SymPart
from slotproof.proofs.engine.path import current
from slotproof.proofs.engine.rebuild import fresh_object, frozen
from slotproof.proofs.engine.refinement import Arrangement, Inside, Refinement
from slotproof.proofs.engine.row import SymOne
from slotproof.proofs.engine.symbolic import KINDS, POWER, SymDict, SymDistinct, SymInt
from slotproof.spec.entity_storage import EntityStorageModel
from slotproof.spec.group import GroupKey
from slotproof.spec.registry import RegistryModel


def _without(refinement: Refinement, *laws: str) -> Refinement:
    """The declaration without laws that these proofs do not use: what is not said is not needed."""
    return replace(refinement, laws=tuple(law for law in refinement.laws if law.id not in laws))


POOL: Final = Inside(_without(st.STORAGE, "ST-L4", "ST-L6", "ST-L7"), st.represent)
ELEMENTS: Final = Inside(_without(ss.SPARSE_SET, "SS-L4"), ss.represent)
ENTITIES: Final = Inside(es.ENTITY_STORAGE, es.represent)
SMALL_POOL: Final = Inside(st.STORAGE, st.represent)
SMALL_ELEMENTS: Final = Inside(ss.SPARSE_SET, ss.represent)

BITS: Final = 2
SMALL: Final = {"nil": 2**BITS - 1, "tombstone": 2**BITS - 1, "page": 2, "value_page": 1}
"""Widths where a state of a few elements is looked for."""


def _narrow(part: Any) -> None:
    """Give a part those widths, if the path looks for such a state."""
    if current().bound is not None:
        for name, number in SMALL.items():
            if hasattr(part, name):
                object.__setattr__(part, name, SymInt(z3.IntVal(number)))


def _part(stem: str, inside: Inside, small: Inside, rebuilder: Any) -> SymOne:
    """Any inner container."""
    chosen = inside if current().bound is None else small
    model = chosen.refinement.model
    meaning = fresh_object(rebuilder.of_class(model), model, stem)
    _narrow(meaning)
    part = SymOne(stem, chosen, rebuilder, meaning)
    part.suppose_laws()
    return part


def _plain(made: type, attributes: dict[str, Any]) -> Any:
    thing: Any = object.__new__(made)
    for name, value in attributes.items():
        object.__setattr__(thing, name, value)
    return thing


def build_of(pools: tuple[str, ...], groups: tuple[GroupKey, ...], nested: bool) -> Callable[[Any, str, type], Any]:
    """What makes the stand-ins of a registry with such pools, named by deletion policy, and such groups."""
    owned = {pool for group in groups for pool in group.owned}

    def build(rebuilder: Any, prefix: str, registry: type) -> tuple[Any, Any]:
        entities = fresh_object(rebuilder.of_class(EntityStorageModel), EntityStorageModel, f"{prefix}m.entities")
        order = {pool: SymDistinct.fresh(f"{prefix}m.order{pool}") for pool in range(len(pools)) if pool not in owned}
        holes = {pool: SymDistinct.fresh(f"{prefix}m.holes{pool}") for pool in order if pools[pool] == "in_place"}
        values = {pool: SymDict.fresh(f"{prefix}m.values{pool}", KINDS.VALUE) for pool in range(len(pools))}
        model = _plain(
            rebuilder.of_class(RegistryModel),
            {
                "entities": SymPart(f"{prefix}m.entities", entities),
                "values": SymFixed(f"{prefix}m.values", values),
                "order": SymFixed(f"{prefix}m.order", order),
                "holes": SymFixed(f"{prefix}m.holes", holes),
                "groups": SymFixed(f"{prefix}m.groups", list(groups)),
                "nested": nested,
            },
        )
        _narrow(entities)
        held = [_part(f"{prefix}h.pools{pool}", POOL, SMALL_POOL, rebuilder) for pool in range(len(pools))]
        ranked = sorted(range(len(groups)), key=lambda number: groups[number].size())
        widths = {name: KINDS.INT.fresh(f"{prefix}h.{name}") for name in ("index_bits", "generation_bits")}
        for width in (entities.page, *widths.values()):  # as claims say; they are read under it
            current().assume(width.term >= 1)
        if current().bound is not None:
            current().assume(POWER(BITS) == 2**BITS)
            widths = {name: SymInt(z3.IntVal(BITS)) for name in widths}
        impl = _plain(
            rebuilder.of_class(registry),
            {
                "entities": SymOne(f"{prefix}h.entities", ENTITIES, rebuilder, frozen(entities)),
                "pools": SymFixed(f"{prefix}h.pools", held),
                "groups": SymFixed(
                    f"{prefix}h.groups",
                    [_group(rebuilder, registry, f"{prefix}h.group{n}", key) for n, key in enumerate(groups)],
                ),
                "ranked": SymFixed(f"{prefix}h.ranked", ranked),
                **widths,
                "page": KINDS.INT.fresh(f"{prefix}h.page"),
                "value_page": KINDS.INT.fresh(f"{prefix}h.value_page"),
                "nested": nested,
            },
        )
        _narrow(impl)
        return model, impl

    return build


def _group(rebuilder: Any, registry: type, stem: str, key: GroupKey) -> Any:
    """A group of the class that the registry makes them of."""
    made = vars(sys.modules[registry.__module__])["Group"]
    rebuilder.modules |= {made.__module__}
    return _plain(
        rebuilder.of_class(made),
        {
            **{name: list(pools) for name, pools in key._asdict().items()},
            "length": KINDS.INT.fresh(f"{stem}.length"),
            "elements": _part(f"{stem}.elements", ELEMENTS, SMALL_ELEMENTS, rebuilder),
        },
    )


def _arrangement(
    name: str, groups: tuple[GroupKey, ...], operations: tuple[str, ...] | None, nested: bool = False
) -> Arrangement:
    """The pools that the groups name, and one more; the deep profile makes the proofs of single operations."""
    pools = 1 + max(pool for key in groups for part in key for pool in part)
    build = build_of(("swap_pop",) * (pools + 1), groups, nested)
    counts = {"pool": pools + 1, "group": len(groups)}
    return Arrangement(name, build, counts, deep=operations is not None, operations=operations)


def one_group(owned: int, observed: int, excluded: int, *operations: str) -> Arrangement:
    """A group that names that many pools; all operations are proved for it, or these."""
    first, last = owned, owned + observed
    key = GroupKey(tuple(range(owned)), tuple(range(first, last)), tuple(range(last, last + excluded)))
    name = f"swap-pop; a group with {owned} owned, {observed} observed, {excluded} excluded"
    return _arrangement(name, (key,), operations or None)


MOVING: Final = ("emplace", "erase")
"""Operations that move members."""

ARRANGED: Final = (
    one_group(1, 1, 0),
    one_group(2, 0, 0, "emplace", "erase"),
    one_group(1, 1, 1, "emplace"),
    one_group(0, 2, 1, "emplace"),
    one_group(4, 0, 0, "emplace"),
    _arrangement(
        "swap-pop; a group lies in another",
        (GroupKey((0,), (2,), ()), GroupKey((0, 1), (2,), ())),
        ("emplace",),
        nested=True,
    ),
)
