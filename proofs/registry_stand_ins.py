"""What stands for a registry in proofs: how many pools there are, and which groups name which; all else is left open.

A pool holds any number of values, of any number of entities.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Final, get_args, get_origin

import z3

from slotproof.proofs.engine.dicts import SymDict
from slotproof.proofs.engine.fixed import SymEmptied, SymFixed, SymPart, copied
from slotproof.proofs.engine.lists import SymDistinct
from slotproof.proofs.engine.path import current
from slotproof.proofs.engine.rebuild import annotated, describe, fresh_object
from slotproof.proofs.engine.refinement import Inside
from slotproof.proofs.engine.row import SymOne
from slotproof.proofs.engine.symbolic import KINDS, POWER, SymBool, SymInt
from slotproof.proofs.registry_parts import ELEMENTS, ENTITIES, POOL, SMALL_ELEMENTS, SMALL_POOL
from slotproof.spec.entity_storage import EntityStorageModel
from slotproof.spec.group import GroupKey
from slotproof.spec.registry import RegistryModel

BITS: Final = 2
SMALL: Final = {"nil": 2**BITS - 1, "tombstone": 2**BITS - 1, "page": 2, "value_page": 1}
"""Widths where a state of a few elements is looked for."""


def _narrow(part: Any) -> None:
    """Give a part those widths, if the path looks for such a state."""
    if current().bound is not None:
        for name, number in SMALL.items():
            if hasattr(part, name):
                object.__setattr__(part, name, SymInt(z3.IntVal(number)))


class Sharing:
    """What parts have in common with the model of the whole, as the coupling says.

    They are the very same stand-ins, which spares the solvers what follows from that; where it is shown that they may
    be, the parts have stand-ins of their own, and `pairs` is to be shown the same.
    """

    def __init__(self, pairs: list[tuple[Any, Any]] | None) -> None:
        self.pairs = pairs

    def take(self, thing: Any, **common: Any) -> Any:
        """Let attributes be those of the model."""
        for name, value in common.items():
            if self.pairs is None:
                object.__setattr__(thing, name, copied(value))
            else:
                self.pairs.append((value, getattr(thing, name)))
        return thing


def part(stem: str, inside: Inside, small: Inside, rebuilder: Any, sharing: Sharing, **common: Any) -> SymOne:
    """Any inner container that has this in common with the model."""
    chosen = inside if current().bound is None else small
    model = chosen.refinement.model
    meaning = fresh_object(rebuilder.of_class(model), model, stem)
    _narrow(meaning)
    part = SymOne(stem, chosen, rebuilder, sharing.take(meaning, **common))
    part.suppose_laws()
    return part


def _plain(made: type, attributes: dict[str, Any]) -> Any:
    thing: Any = object.__new__(made)
    for name, value in attributes.items():
        object.__setattr__(thing, name, value)
    return thing


def makes(rebuilder: Any, model: type, registry: type) -> None:
    """Let both sides make stand-ins where they make entities, pools and groups, and where they gather them."""
    sides = {"m": vars(sys.modules[model.__module__]), "h": vars(sys.modules[registry.__module__])}
    group: type = sides["h"]["Group"]
    rebuilder.modules |= {group.__module__}
    rebuilder.plain |= {(group, name) for name in GroupKey._fields}
    for side, made in (("m", model), ("h", registry)):
        for name, hint in annotated(made).items():
            if get_origin(hint) in (list, dict):
                rebuilder.emptied[made, name] = _gathering(made, side, name, get_origin(hint))
    entities = rebuilder.of_class(EntityStorageModel)
    in_model, in_impl = rebuilder.namespace(model.__module__), rebuilder.namespace(registry.__module__)
    in_model["EntityStorageModel"] = lambda *given, **named: SymPart("m.entities", entities(*given, **named))
    in_impl["EntityStorage"] = _maker("h.entities", ENTITIES, rebuilder)
    in_impl["Storage"] = _maker("h.pool", POOL, rebuilder)
    in_impl["Group"] = rebuilder.of_class(group)
    rebuilder.namespace(group.__module__)["SparseSet"] = _maker("h.elements", ELEMENTS, rebuilder)


def gathered(made: type, stem: str, attributes: dict[str, Any]) -> dict[str, SymFixed]:
    """Lists and dicts of parts; what is added to one becomes what the class is annotated with."""
    hints = annotated(made)
    return {
        name: SymFixed(f"{stem}.{name}", held, describe(get_args(hints[name])[-1])) for name, held in attributes.items()
    }


def _gathering(made: type, stem: str, name: str, kind: type) -> Callable[[], SymFixed]:
    """What makes a list or dict without parts, to which some may be added."""
    return lambda: gathered(made, stem, {name: kind()})[name]


def _maker(stem: str, inside: Inside, rebuilder: Any) -> Callable[..., SymOne]:
    """What makes the stand-in of a new inner container, or refuses as is proved of it."""
    model = rebuilder.of_class(inside.refinement.model)

    def make(*given: Any, **named: Any) -> SymOne:
        made = SymOne(stem, inside, rebuilder, model(*given, **named))
        current().rested.add(f"{inside.refinement.name} new")
        return made

    return make


def build_of(pools: tuple[str, ...], groups: tuple[GroupKey, ...], nested: bool) -> Callable[..., Any]:
    """What makes the stand-ins of a registry with such pools, named by deletion policy, and such groups."""
    owned = {pool for group in groups for pool in group.owned}

    def any_model(rebuilder: Any, prefix: str) -> Any:
        entities = fresh_object(rebuilder.of_class(EntityStorageModel), EntityStorageModel, f"{prefix}m.entities")
        order = {pool: SymDistinct.fresh(f"{prefix}m.order{pool}") for pool in range(len(pools)) if pool not in owned}
        parts = {
            "values": {pool: SymEmptied.fresh(f"{prefix}m.values{pool}", KINDS.VALUE) for pool in range(len(pools))},
            "order": order,
            "holes": {pool: SymDistinct.fresh(f"{prefix}m.holes{pool}") for pool in order if pools[pool] == "in_place"},
            "groups": list(groups),
        }
        _narrow(entities)
        model = _plain(
            rebuilder.of_class(RegistryModel),
            {
                "entities": SymPart(f"{prefix}m.entities", entities),
                **gathered(RegistryModel, f"{prefix}m", parts),
                "value_page": KINDS.INT.fresh(f"{prefix}m.value_page"),
                "nested": nested,
            },
        )
        _narrow(model)
        return model

    def build(
        rebuilder: Any,
        prefix: str,
        registry: type,
        pairs: list[tuple[Any, Any]] | None = None,
        model: Any = None,
    ) -> tuple[Any, Any]:
        sharing = Sharing(pairs)
        model = any_model(rebuilder, prefix) if model is None else model
        entities, values, order, holes = model.entities.held, model.values, model.order, model.holes
        widths = {name: KINDS.INT.fresh(f"{prefix}h.{name}") for name in ("index_bits", "generation_bits")}
        for width in (entities.page, *widths.values()):  # as claims say; they are read under it
            current().assume(width.term >= 1)
        if current().bound is not None:
            current().assume(POWER(BITS) == 2**BITS)
            widths = {name: SymInt(z3.IntVal(BITS)) for name in widths}
        alike = {name: getattr(entities, name) for name in ("nil", "tombstone", "page")}
        held = []
        for pool, deletion in enumerate(pools):
            common = {
                **alike,
                "value_page": model.value_page,
                "in_place": SymBool(z3.BoolVal(deletion == "in_place")),
                "value": values[pool],
                "generation": _restricted(entities.generation, values[pool]),
                "holes": holes.get(pool, nothing()),
                **({"order": order[pool]} if pool in order else {}),
            }
            held.append(part(f"{prefix}h.pools{pool}", POOL, SMALL_POOL, rebuilder, sharing, **common))
        made = [
            _group(rebuilder, registry, f"{prefix}h.group{number}", key, sharing, alike, entities.generation)
            for number, key in enumerate(groups)
        ]
        impl = _plain(
            rebuilder.of_class(registry),
            {
                "entities": part(f"{prefix}h.entities", ENTITIES, ENTITIES, rebuilder, sharing, **dict(vars(entities))),
                **gathered(
                    registry,
                    f"{prefix}h",
                    {
                        "pools": held,
                        "groups": made,
                        "ranked": sorted(range(len(groups)), key=lambda number: sum(map(len, groups[number]))),
                    },
                ),
                **widths,
                "page": KINDS.INT.fresh(f"{prefix}h.page"),
                "value_page": KINDS.INT.fresh(f"{prefix}h.value_page"),
                "nested": nested,
            },
        )
        _narrow(impl)
        return model, sharing.take(impl, page=entities.page, value_page=model.value_page)

    return build


def nothing() -> SymDistinct:
    """A sequence without items, such as the holes of a pool that has none."""
    return SymDistinct.of("nothing", [])


def _restricted(generation: SymDict, keys: SymDict) -> SymDict:
    """The generations of the entities that are keys of another dict."""
    return SymDict(f"{generation.stem} of some", generation.kind, keys.has, list(generation.arrays), keys.count)


def _group(
    rebuilder: Any, registry: type, stem: str, key: GroupKey, sharing: Sharing, alike: dict[str, Any], entities: SymDict
) -> Any:
    """A group of the class that the registry makes them of."""
    made = vars(sys.modules[registry.__module__])["Group"]
    rebuilder.modules |= {made.__module__}
    common = {**alike, "in_place": SymBool(z3.BoolVal(False)), "holes": nothing()}
    if key.owned:
        common["order"] = nothing()
    elements = part(f"{stem}.elements", ELEMENTS, SMALL_ELEMENTS, rebuilder, sharing, **common)
    if not key.owned:
        sharing.take(elements.meaning, generation=_restricted(entities, elements.meaning.generation))
    return _plain(
        rebuilder.of_class(made),
        {
            **{name: list(pools) for name, pools in key._asdict().items()},
            "length": KINDS.INT.fresh(f"{stem}.length"),
            "elements": elements,
        },
    )
