"""Why a registry, whose groups rearrange the pools they own, means entities with values and computed groups.

Refinement  RG-I1 ... RG-I5 (claims.py) and GR-I1 ... GR-I6 (groups.py) tie the states,
            RG-R1 ... RG-R32 the operations
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from slotproof.declare import Claim, Domain, Operation, Refinement, answers_no
from slotproof.declare.words import is_stand_in, require_few_moved
from slotproof.impl.registry import Registry
from slotproof.proofs.registry import parts
from slotproof.proofs.registry.answers import REGISTRY_ANSWERS
from slotproof.proofs.registry.arguments import (
    DELETION,
    GROUP,
    HANDLE,
    HANDLES,
    HINT,
    KEY,
    LISTS,
    OTHER,
    POOL,
    VALUE,
    VIEW,
    VIEWED,
)
from slotproof.proofs.registry.claims import COUPLE, LAWS, abstract, coupled, coupled_and_lawful, holding
from slotproof.proofs.registry.foreign.data import FOREIGN
from slotproof.proofs.registry.foreign.untrusted import DAMAGED, read, read_rightly
from slotproof.proofs.registry.groups import Impl, pool_state
from slotproof.proofs.registry.instances import ARRANGED, MOST_POOLS, any_configuration
from slotproof.proofs.registry.loops import REGISTRY_LOOPS
from slotproof.proofs.registry.picture import LINKS, shown
from slotproof.proofs.registry.small.crosshair import CONTRACTS
from slotproof.proofs.registry.small.scopes import SCOPES
from slotproof.proofs.registry.sorting.comparisons import (
    counted,
    length_of,
    members_of,
    same_elements,
    same_length,
    same_members,
    view_of,
)
from slotproof.proofs.registry.sorting.order import (
    has_inner,
    is_no_group,
    is_no_pool,
    is_none_of_both,
    is_unready,
    named_members,
    order_of_owned,
    reordered,
    same_model,
    sorted_along,
    sorted_as,
    sorted_as_pool,
    sorted_members,
    sorts_as_named,
    sorts_as_pool,
    sorts_members,
    sorts_or_refuses,
    sorts_pool,
)
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.registry import RegistryModel

# --- operations, with what is looked at beside their results


def _places(h: Impl) -> list[dict[int, int]]:
    """By pool: slot -> position."""
    return [{handle.slot: pool.index(handle) for handle in pool.handles()} for pool in h.pools]


def _still(method: Callable[..., Any]) -> Callable[..., Any]:
    """The method, if what it moves is one element of each pool, and one more for each group that owns the pool.

    Raises     RuntimeError
    """

    def call(h: Impl, *arguments: Any) -> Any:
        if is_stand_in(h.entities):
            return _still_in_proofs(method, h, *arguments)
        before = _places(h)
        result = method(h, *arguments)
        for pool, (old, new) in enumerate(zip(before, _places(h), strict=True)):
            moved = [slot for slot in old if slot in new and old[slot] != new[slot]]
            if len(moved) > 1 + sum(pool in group.owned for group in h.groups):
                raise RuntimeError(f"in pool {pool} the slots {moved} have moved")
        return result

    return call


def _still_in_proofs(method: Callable[..., Any], h: Any, *arguments: Any) -> Any:
    """The same of stand-ins: that there is one more moved element is refuted."""
    before = [pool_state(pool).order.copy() for pool in h.pools]
    result = method(h, *arguments)
    for pool in range(len(h.pools)):
        owners = sum(pool in group.owned for group in h.groups)
        require_few_moved(before[pool], pool_state(h.pools[pool]).order, 1 + owners, "of a pool")
    return result


def _grouped(side: Any, *lists: Any) -> int:
    """The group of three lists, which are one argument, or three where they are a step of a history."""
    number: int = side.group(*(lists if len(lists) == 3 else lists[0]))
    return number


def _copied(h: Impl) -> Impl:
    """A copy, if it shares no array with its original.

    Raises     InvalidArgument
    """
    twin = h.copy()
    if is_stand_in(h.entities):
        return twin  # no array is seen of what stands for a part; that no two hold one is shown of every operation
    mine: list[Any] = [h.entities, *h.pools, *(group.elements for group in h.groups), *h.groups]
    its: list[Any] = [twin.entities, *twin.pools, *(group.elements for group in twin.groups), *twin.groups]
    if twin.pools is h.pools or any(part is other for part in mine for other in its):
        raise InvalidArgument("the copy shares a part with its original")
    shared = {id(held) for part in mine for held in vars(part).values() if isinstance(held, list)}
    if any(id(held) in shared for part in its for held in vars(part).values() if isinstance(held, list)):
        raise InvalidArgument("the copy shares an array with its original")
    return twin


def _operations() -> Iterator[Operation]:
    """The operations."""

    def operation(number: int, name: str, statement: str, *takes: Domain, **more: Any) -> Operation:
        claim = Claim(f"RG-R{number}", f"`{name}` {statement}")
        return Operation(name, claim, takes=takes, **more)

    numbered, valued = ("OutOfRange",), ("OutOfRange", "Missing")
    yield operation(1, "create", "issues a handle, as an entity storage does.", weight=3, refusals=("Full",))
    yield operation(
        31,
        "create_at",
        "issues the handle asked for as an entity storage does, else as `create`.",
        HINT,
        refusals=("Full",),
    )
    yield operation(
        2, "add_pool", "makes an empty pool, with the next number.", DELETION, refusals=("InvalidArgument",)
    )
    yield operation(
        3,
        "group",
        "finds or makes a group, of what matches then, and refuses one that is in conflict before anything moves.",
        LISTS,
        model=_grouped,
        impl=_grouped,
        weight=3,
        refusals=("OutOfRange", "InvalidArgument", "Conflict"),
    )
    yield operation(
        4,
        "emplace",
        "gives a live entity a value; it moves an element of a pool at most, and one for each group that owns it.",
        POOL,
        HANDLE,
        VALUE,
        weight=9,
        impl=lambda h, *arguments: _still(type(h).emplace)(h, *arguments),
        refusals=("OutOfRange", "StaleHandle", "Exists"),
    )
    yield operation(
        5,
        "erase",
        "takes a value out, or refuses; it moves an element of a pool at most, and one for each group that owns it.",
        POOL,
        HANDLE,
        impl=lambda h, *arguments: _still(type(h).erase)(h, *arguments),
        refusals=valued,
    )
    yield operation(
        6,
        "remove",
        "is `erase` of a value that is there, and nothing otherwise.",
        POOL,
        HANDLE,
        weight=3,
        impl=lambda h, *arguments: _still(type(h).remove)(h, *arguments),
        rejects=answers_no,
        refusals=numbered,
    )
    yield operation(7, "destroy", "ends a live handle and takes all its values out.", HANDLE, refusals=("StaleHandle",))
    yield operation(
        8,
        "destroy_items",
        "equals one `destroy` after the other, or changes nothing.",
        HANDLES,
        uses=("destroy",),
        refusals=("StaleHandle",),
    )
    yield operation(9, "get", "returns the value of an entity in a pool.", POOL, HANDLE, pure=True, refusals=valued)
    yield operation(10, "replace", "changes a value and nothing else.", POOL, HANDLE, VALUE, refusals=valued)
    yield operation(
        11, "contains", "is true of entities with a value there.", POOL, HANDLE, pure=True, refusals=numbered
    )
    yield operation(12, "is_valid", "is true of the live handles, and of no other.", HANDLE, pure=True)
    yield operation(13, "is_member", "is true of the members of a group.", GROUP, HANDLE, pure=True, refusals=numbered)
    yield operation(
        14,
        "view",
        "visits each entity with a value in all pools, and in none of the excluded, once.",
        VIEW,
        pure=True,
        model=lambda m, viewed: m.view(*viewed),
        impl=view_of,
        agree=same_elements,
        refusals=("OutOfRange", "InvalidArgument"),
    )
    yield operation(
        15,
        "lead",
        "is the first of the smallest pools.",
        VIEWED,
        pure=True,
        model=lambda m, viewed: m.lead(viewed[0]),
        impl=lambda h, viewed: h.lead(viewed[0]),
        refusals=("OutOfRange", "InvalidArgument"),
    )
    yield operation(
        16,
        "members",
        "visits each member of a group once.",
        GROUP,
        pure=True,
        impl=members_of,
        agree=same_members,
        refusals=numbered,
    )
    yield operation(
        17,
        "sort_by",
        "has iteration over a group meet ascending keys, stably.",
        GROUP,
        KEY,
        model=sorts_or_refuses,
        impl=sorted_members,
        weight=2,
        ensures=sorts_members,
        witness=same_model,
        refused_if={"OutOfRange": is_no_group, "Conflict": has_inner},
        refusals=("OutOfRange", "Conflict"),
    )
    yield operation(
        18,
        "sort_as",
        "has iteration over a group begin with the members that are named, in their order.",
        GROUP,
        HANDLES,
        model=named_members,
        impl=sorted_as,
        ensures=sorts_as_named,
        witness=same_model,
        refused_if={"OutOfRange": is_no_group, "Conflict": has_inner},
        refusals=("OutOfRange", "Conflict"),
    )
    yield operation(
        19,
        "sort_pool",
        "sorts a pool that no group owns, if it has no holes.",
        POOL,
        KEY,
        ensures=sorts_pool,
        witness=reordered,
        refused_if={"OutOfRange": is_no_pool, "Conflict": is_unready},
        refusals=("OutOfRange", "Conflict"),
    )
    yield operation(
        32,
        "sort_pool_as",
        "has iteration over a pool that no group owns begin with what another pool holds too, as that one is iterated.",
        POOL,
        POOL,
        model=sorted_along,
        settles=order_of_owned,
        impl=sorted_as_pool,
        ensures=sorts_as_pool,
        witness=reordered,
        refused_if={"OutOfRange": is_none_of_both, "Conflict": is_unready},
        refusals=("OutOfRange", "Conflict"),
    )
    yield operation(
        30,
        "compact_pool",
        "fills the holes of a pool with its last values, and moves no other.",
        POOL,
        refusals=numbered,
    )
    yield operation(20, "clear_pool", "takes every value out of a pool.", POOL, refusals=numbered)
    yield operation(21, "clear", "takes every value out, and ends every handle; groups stay.", uses=("clear_pool",))
    yield operation(
        22,
        "copy",
        "is a second registry in the same state that shares no array.",
        pure=True,
        impl=_copied,
        agree=coupled_and_lawful,
    )
    yield operation(23, "swap", "exchanges the states of two registries.", OTHER, law_exempt=True)
    yield operation(
        24,
        "to_dict",
        "holds the state of the entities, of each pool and of each group.",
        pure=True,
        model=lambda m: m.copy(),
        agree=lambda expected, data: coupled(expected, holding(data)),
    )
    yield operation(
        25,
        "from_dict",
        "accepts the arrays of a registry and refuses all others.",
        DAMAGED,
        pure=True,
        model=lambda m, damaged: (m.copy(), damaged.damage == "nothing"),
        impl=read,
        agree=read_rightly,
        refusals=("InvalidArgument",),
        foreign=FOREIGN,
    )
    yield operation(26, "size", "is the number of live handles.", pure=True)
    yield operation(27, "pool_size", "is the number of values in a pool.", POOL, pure=True, refusals=numbered)
    yield operation(28, "pool_count", "is the number of pools.", pure=True)
    yield operation(
        29,
        "length",
        "is the number of members of a group.",
        GROUP,
        pure=True,
        model=counted,
        impl=length_of,
        agree=same_length,
        refusals=numbered,
    )


DEVIATIONS: Final = (
    Claim(
        "RG-D1", "Pools are made by number and erase by swap-pop; the original makes the pool of a type on first use."
    ),
    Claim(
        "RG-D2", "`destroy` refuses a dead handle, also one that its slot has next; the original ages the slot again."
    ),
    Claim(
        "RG-D3",
        "`destroy_items` destroys all in turn or none; the original arranges the entities and goes pool by pool.",
    ),
    Claim("RG-D4", "Sorting an owned pool is refused with an error; in the original an assertion guards it."),
    Claim("RG-D5", "The smallest pool has the fewest values; the original counts the holes of a pool among them."),
    Claim(
        "GR-D1", "Sorting a group moves nothing in a pool it only observes; the original does, and misaligns its owner."
    ),
    Claim("GR-D2", "An entity that is destroyed enters no group on the way; the original may take it in for a moment."),
    Claim("GR-D3", "`sort_as` also arranges owned pools, and lets a handle that is named twice stay where it was put."),
    Claim(
        "GR-D4", "A conflict of ownership is refused before anything changes; the original has moved elements by then."
    ),
    Claim(
        "GR-D5",
        "Groups are nested where the registry is made so, as in the original up to 3.11; later ones have a conflict.",
    ),
)

REGISTRY: Final[Refinement] = Refinement(
    code="RG",
    parts=("GR",),
    name="registry",
    title="registry",
    model=RegistryModel,
    impl=Registry,
    couple=COUPLE,
    laws=LAWS,
    defaults={
        "new": {
            "pools": 0,
            "index_bits": 20,
            "generation_bits": 12,
            "page": 4096,
            "value_page": 1024,
            "generation": "retire",
            "nested": False,
        },
        "add_pool": {"deletion": "swap_pop"},
        "group": {"observed": (), "excluded": ()},
        "view": {"excluded": ()},
    },
    aliases={"__copy__": "copy"},
    answers=REGISTRY_ANSWERS,
    operations=tuple(_operations()),
    scopes=SCOPES,
    deviations=DEVIATIONS,
    abstract=abstract,
    contracts=CONTRACTS,
    loops=REGISTRY_LOOPS,
    arranged=ARRANGED,
    known=(parts.ENTITIES, parts.POOL, parts.ELEMENTS),
    configure=any_configuration,
    configured=f"made with up to {MOST_POOLS} pools",
    freedom={
        "view": "in which order it comes to elements",
        "members": "in which order it comes to members",
        "to_dict": "where members stand in a pool that a group owns, and which value is left lying at a hole",
        "from_dict": "as `to_dict`, of arrays that were changed and are sound all the same",
    },
    links=LINKS,
    shown=shown,
)
