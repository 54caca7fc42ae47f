"""Why the arrays of the sparse set are a sparse set.

The model's own sequences are the witnesses: `order` is what `meta` must be, with holes as numbers from nil on, and
`holes` is the walk along the holes, which has no cycle since the sequence is of distinct positions.

Refinement  SS-I1 ... SS-I6 tie the states, SS-R1 ... SS-R28 the operations
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import factorial
from typing import Any, Final

from slotproof.declare import Claim, Cost, Operation, Refinement, Scope
from slotproof.declare.words import all_hold
from slotproof.impl.sparse_set import SparseSet
from slotproof.proofs.shared.arguments import Spoiled, spoiled_of
from slotproof.proofs.shared.pool import (
    FREEDOM,
    HOLE_LINKS,
    LINKS,
    NEW_PAGES,
    SHRINKING,
    SORTING,
    PoolCosts,
    abstract_pool,
    any_configuration,
    holding,
    pool_coupling,
    pool_laws,
    pool_operations,
    reader,
    represent_pool,
    whole_operations,
)
from slotproof.proofs.shared.pool.answers import SET_ANSWERS
from slotproof.proofs.shared.pool.arguments import (
    NEW_HANDLE,
    NEW_HANDLES,
    ORDER,
    other_of,
    spoiled_arrays,
)
from slotproof.proofs.shared.pool.loops import SET_LOOPS
from slotproof.proofs.shared.pool.order import never, shrinks, sorts_handles, witness_of_pages
from slotproof.proofs.shared.pool.untrusted import FOREIGN_POOL_LOOPS, FOREIGN_SET
from slotproof.proofs.sparse_set.crosshair import CONTRACTS
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.handle import Handle
from slotproof.spec.sparse_set import SparseSetModel

LAWS = pool_laws("SS")
COUPLE = pool_coupling("SS")


def abstract(h: SparseSet) -> SparseSetModel:
    """The model state that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    m: SparseSetModel = object.__new__(SparseSetModel)
    try:
        abstract_pool(m, h)
    except (ValueError, IndexError) as error:
        raise InvalidArgument(f"the arrays mean nothing: {error}") from error
    return m


def represent(m: SparseSetModel) -> SparseSet:
    """The arrays of a model state."""
    h: SparseSet = object.__new__(SparseSet)
    represent_pool(h, m)
    return h


def coupled(m: Any, h: Any) -> bool:
    """True if every claim of the coupling holds."""
    return all_hold(COUPLE, m, h)


def dumped(m: Any, data: dict[str, Any]) -> bool:
    """True if the arrays of a dict mean the model state."""
    return coupled(m, holding(SparseSet, data))


OTHER = other_of(("push", (Handle(1, 0),)), ("push", (Handle(0, 0),)), ("erase", (Handle(1, 0),)))


def _spoiled(m: Any) -> list[Spoiled]:
    return spoiled_arrays(m, free_head=(-1, 0, 1, m.nil), holes=(-1, 0, 1, 2))


SPOILED = spoiled_of(_spoiled)

# --- operations

COSTS = PoolCosts(
    erase=Cost(5, 7),
    exchange=Cost(8, 6),
    sort=SORTING,
    sort_by=SORTING,
    sort_as=Cost(0, 0, "handle", 6, 6),
    compact=Cost(1, 0, "hole", 4, 3, more=(("hole passed over in all", 1, 0), ("position dropped", 0, 2))),
)

OPERATIONS = (
    Operation(
        "push",
        Claim("SS-R1", "`push` puts a handle with a free slot into the hole left last, or behind the last position."),
        takes=(NEW_HANDLE,),
        refusals=("InvalidArgument", "Exists"),
        cost=Cost(2, 5, more=NEW_PAGES),
    ),
    Operation(
        "push_items",
        Claim("SS-R2", "`push_items` equals one `push` after the other, or changes nothing."),
        takes=(NEW_HANDLES,),
        refusals=("InvalidArgument", "Exists"),
        cost=Cost(1, 0, "handle looked at", 1, 0, more=(("handle put in", 2, 5), *NEW_PAGES)),
        uses=("push",),
    ),
    *pool_operations("SS", ORDER, sorts_handles, COSTS),
    Operation(
        "shrink",
        Claim("SS-R21", "`shrink` keeps the pages with an element and no other, and touches nothing else."),
        cost=SHRINKING,
        ensures=shrinks,
        witness=witness_of_pages,
        refused_if=never,
    ),
    *whole_operations(
        "SS",
        22,
        OTHER,
        SPOILED,
        reader(lambda: SPARSE_SET, represent),
        coupled,
        dumped,
        FOREIGN_SET,
    ),
    Operation(
        "positions",
        Claim("SS-R26", "`positions` is the number of positions, holes included."),
        pure=True,
        cost=Cost(0, 0),
    ),
    Operation(
        "page_count",
        Claim("SS-R27", "`page_count` is the number of pages that are there."),
        pure=True,
        cost=Cost(0, 0, "page", 1, 0),
    ),
    Operation("contiguous", Claim("SS-R28", "`contiguous` is true if there are no holes."), pure=True, cost=Cost(0, 0)),
)

# --- scopes


def _count_swap_pop(slots: int, generations: int) -> int:
    """Well-formed states with one page: any arrangement of some of the slots, any generations, after the first push.

    The state before the first push has no page.
    """
    arrangements = (factorial(slots) // factorial(slots - n) * generations**n for n in range(slots + 1))
    return 1 + int(sum(arrangements))


def _count_in_place(slots: int, generations: int) -> int:
    """The same with holes: n elements and k holes in a row of n + k positions, the holes in any order of filling.

    A hole is left by an element, so that there were never more positions than slots.
    """
    total: int = 1  # before the first push
    for positions in range(1, slots + 1):
        for holes in range(positions + 1):
            elements = positions - holes
            places = factorial(positions) // factorial(elements)  # which are holes, and in what order
            total += places * factorial(slots) // factorial(slots - elements) * generations**elements
    return total


QUERIES = ("contains", "index", "current", "entity_at", "handles", "handles_forward", "size", "positions")
STEPS = ("push", "erase", "remove", "bump", "swap_elements", *QUERIES)


def _pages_of_two(deletion: str) -> dict[str, Any]:
    return {"index_bits": 2, "generation_bits": 1, "page": 2, "deletion": deletion}


def _two_slots(m: SparseSetModel, operation: str, arguments: tuple[Any, ...]) -> bool:
    return operation not in {"push", "push_items"} or max(_slots(arguments[0]), default=0) < 2


def _in_a_row(m: SparseSetModel, operation: str, arguments: tuple[Any, ...]) -> bool:
    """Elements are added in order and before there are holes: two holes before two elements are a few steps away."""
    return operation != "push" or (not m.holes and arguments[0].slot == len(m.order) < 4)


def _five_slots(m: SparseSetModel, operation: str, arguments: tuple[Any, ...]) -> bool:
    return operation != "push" or arguments[0].slot < 5


def _slots(handles: Any) -> list[int]:
    return [handles.slot] if isinstance(handles, Handle) else [handle.slot for handle in handles]


SCOPES = (
    Scope(
        "swap-pop",
        {"index_bits": 2, "generation_bits": 2, "page": 4},
        operations=STEPS,
        well_formed=lambda: _count_swap_pop(3, 3),
    ),
    Scope(
        "in place",
        {"index_bits": 2, "generation_bits": 2, "page": 4, "deletion": "in_place"},
        operations=STEPS,
        well_formed=lambda: _count_in_place(3, 3),
    ),
    Scope("whole container, swap-pop", _pages_of_two("swap_pop")),
    Scope("whole container, in place", _pages_of_two("in_place")),
    Scope(
        "every filling",
        {"index_bits": 2, "generation_bits": 1, "page": 2, "deletion": "in_place"},
        admits=_two_slots,
        enumerate=True,
    ),
    Scope(
        "every page",
        {"index_bits": 2, "generation_bits": 1, "page": 1, "deletion": "in_place"},
        operations=("push", "erase", "compact", "shrink", "clear", "page_count", "from_dict"),
        admits=_two_slots,
        enumerate=True,
    ),
    Scope(
        "two holes before two elements",
        {"index_bits": 3, "generation_bits": 1, "page": 8, "deletion": "in_place"},
        operations=("push", "erase", "compact", "handles_forward"),
        admits=_in_a_row,
    ),
    Scope(
        "five slots",
        {"index_bits": 3, "generation_bits": 1, "page": 2, "deletion": "in_place"},
        operations=("push", "erase", "compact", "sort_as", "shrink"),
        admits=_five_slots,
        deep=True,
    ),
)


def candidates(scope: Scope) -> Iterator[SparseSet]:
    """Every filling of the arrays with up to two positions and two cells, well-formed or not."""
    new = SparseSet(**scope.configuration)
    indices = range(new.nil + 1)
    generations = range(new.tombstone + 1)
    for pages in range(2 // new.page + 1):
        for length in range(3):
            cells = pages * new.page
            rows = (
                itertools.product(indices, repeat=cells),
                itertools.product(generations, repeat=cells),
                itertools.product(range(2), repeat=pages),
                itertools.product(indices, repeat=length),
                itertools.product(generations, repeat=length),
                indices,
                range(length + 1),
            )
            for sparse, generation, there, meta, stamp, head, holes in itertools.product(*rows):
                h = new.copy()
                h.sparse, h.generation, h.pages = list(sparse), list(generation), list(there)
                h.meta, h.stamp, h.free_head, h.holes = list(meta), list(stamp), head, holes
                yield h


DEVIATIONS = (
    Claim(
        "SS-D1",
        "A push into a taken slot changes nothing; the original has appended the handle by then.",
    ),
    Claim(
        "SS-D2",
        "A handle with a negative field, a type id or a free bit is in no set; the original has no such bits.",
    ),
    Claim(
        "SS-D3",
        "`bump` to the tombstone is refused; the original writes it, and may drop the page of the element.",
    ),
    Claim(
        "SS-D4",
        "`size` counts elements, and `positions` counts holes too; the original has the latter under the name `size`.",
    ),
    Claim("SS-D5", "Iteration passes over holes; that of the original meets tombstones."),
    Claim(
        "SS-D6",
        "A bulk equals the fold of the single operations, or changes nothing; the original leaves holes alone.",
    ),
    Claim("SS-D7", "`sort` is stable; the default algorithm of the original is not."),
    Claim(
        "SS-D8",
        "`sort_as` ignores a handle that was named before; the original moves its element again.",
    ),
    Claim(
        "SS-D9",
        "Sorting a set with holes raises `Conflict`; the original asserts, or reads tombstones as entities.",
    ),
    Claim(
        "SS-D10",
        "The number of holes is kept, so that `size` is O(1); the original walks to the end of the list of holes.",
    ),
    Claim(
        "SS-D11",
        "`entity_at` refuses a hole with `Missing`, so that what it answers is always an element; `operator[]` of the "
        "original answers a tombstone.",
    ),
)

SPARSE_SET: Final[Refinement] = Refinement(
    code="SS",
    name="sparse_set",
    title="sparse set",
    model=SparseSetModel,
    impl=SparseSet,
    couple=COUPLE,
    laws=LAWS,
    defaults={
        "new": {"index_bits": 20, "generation_bits": 12, "page": 4096, "deletion": "swap_pop"},
        "sort": {"count": None},
        "sort_by": {"count": None},
    },
    aliases={"__contains__": "contains", "__iter__": "handles", "__len__": "size"},
    answers=SET_ANSWERS,
    operations=OPERATIONS,
    scopes=SCOPES,
    loops=(*SET_LOOPS, *FOREIGN_POOL_LOOPS),
    deviations=DEVIATIONS,
    abstract=abstract,
    candidates=candidates,
    configure=any_configuration,
    links=(*LINKS, *HOLE_LINKS),
    freedom=FREEDOM,
    contracts=CONTRACTS,
)
