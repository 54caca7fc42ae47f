"""What sparse set and storage have to show in common; the claims of each carry its own code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from slotproof.declare import (
    Claim,
    Cost,
    Domain,
    Foreign,
    Link,
    Operation,
    Refinement,
    answers_no,
    same_sequence,
)
from slotproof.declare.words import all_hold
from slotproof.impl.sparse_set import Pool
from slotproof.proofs.shared.arguments import Spoiled
from slotproof.proofs.shared.handles import POSITION
from slotproof.proofs.shared.pool.arguments import BUMPED, HANDLE, HANDLES, KEY, LIVE, SORTED
from slotproof.proofs.shared.pool.order import (
    compacts,
    has_holes,
    never,
    sorts_by_key,
    too_many,
    witness_of_compact,
    witness_of_order,
)
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.logic import Distinct, conj, contains, disj, forall, forall_in, iff, implies, within
from slotproof.spec.sparse_set import PoolModel

# --- laws of the model


def arranged(m: PoolModel) -> bool:
    """Positions are elements or holes."""
    return conj(
        forall(
            0,
            len(m.order),
            lambda pos: disj(
                contains(m.generation, m.order[pos]),
                conj(m.order[pos] == m.nil + pos, contains(m.holes, pos)),
            ),
        ),
        forall_in(m.generation, lambda slot: contains(m.order, slot)),
        len(m.generation) + len(m.holes) == len(m.order),
    )


def widths(m: PoolModel) -> bool:
    """Slots and generations fit."""
    return conj(
        m.nil >= 1,
        m.tombstone >= 1,
        m.page >= 1,
        forall_in(
            m.generation,
            lambda slot: conj(within(0, slot, m.nil), lambda: within(0, m.generation[slot], m.tombstone)),
        ),
    )


def holes_apart(m: PoolModel) -> bool:
    """Holes are positions of their own."""
    return conj(
        forall(
            0,
            len(m.holes),
            lambda place: conj(
                within(0, m.holes[place], len(m.order)),
                lambda: m.order[m.holes[place]] == m.nil + m.holes[place],
            ),
        ),
        implies(len(m.holes) > 0, m.in_place),
    )


def pages_there(m: PoolModel) -> bool:
    """Pages hold the elements."""
    return conj(
        m.reach >= 0,
        forall_in(m.generation, lambda slot: contains(m.pages, slot // m.page)),
        forall_in(m.pages, lambda page: conj(within(0, page, m.reach), page * m.page < m.nil)),
        implies(m.reach > 0, lambda: contains(m.pages, m.reach - 1)),
    )


def pool_laws(code: str) -> tuple[Claim, ...]:
    """The laws of a pool, under its code."""
    return (
        Claim(
            f"{code}-L1", "Each slot with an element stands at one position; the other positions are holes.", arranged
        ),
        Claim(f"{code}-L2", "Slots are below nil, and generations below the tombstone.", widths),
        Claim(f"{code}-L3", "Holes are distinct positions, and there are some under `in_place` only.", holes_apart),
        Claim(
            f"{code}-L4",
            "The page of each element is there, and so is the last page; pages begin below nil.",
            pages_there,
        ),
    )


# --- coupling: the arrays mean the model


def lengths(m: PoolModel, h: Pool) -> bool:
    """Arrays have their lengths."""
    return conj(
        len(h.meta) == len(m.order),
        len(h.stamp) == len(m.order),
        len(h.pages) == m.reach,
        len(h.sparse) == len(h.pages) * h.page,
        len(h.generation) == len(h.sparse),
        h.holes == len(m.holes),
    )


def elements(m: PoolModel, h: Pool) -> bool:
    """Elements and positions point at each other."""
    return forall(
        0,
        len(m.order),
        lambda pos: implies(
            m.order[pos] < m.nil,
            lambda: conj(
                m.order[pos] < len(h.sparse),
                h.meta[pos] == m.order[pos],
                lambda: h.sparse[m.order[pos]] == pos,
                h.stamp[pos] == m.generation[m.order[pos]],
                lambda: h.generation[m.order[pos]] == m.generation[m.order[pos]],
            ),
        ),
    )


def empty_cells(m: PoolModel, h: Pool) -> bool:
    """Other cells are null."""
    return forall(
        0,
        len(h.sparse),
        lambda slot: disj(
            contains(m.generation, slot), conj(h.sparse[slot] == m.nil, h.generation[slot] == m.tombstone)
        ),
    )


def hole_list(m: PoolModel, h: Pool) -> bool:
    """Holes are linked in order."""
    last = len(m.holes) - 1
    return conj(
        implies(len(m.holes) == 0, h.free_head == h.nil),
        implies(len(m.holes) > 0, lambda: h.free_head == m.holes[0]),
        forall(0, len(m.holes), lambda place: h.stamp[m.holes[place]] == h.tombstone),
        forall(0, len(m.holes), lambda place: implies(place == last, lambda: h.meta[m.holes[place]] == h.nil)),
        forall(
            0,
            len(m.holes),
            lambda place: forall(  # a second variable, where `place + 1` would lead a solver on and on
                0,
                len(m.holes),
                lambda following: implies(following == place + 1, lambda: h.meta[m.holes[place]] == m.holes[following]),
            ),
        ),
    )


def page_marks(m: PoolModel, h: Pool) -> bool:
    """Pages are marked."""
    return forall(
        0,
        len(h.pages),
        lambda page: conj(
            iff(h.pages[page] == 1, contains(m.pages, page)), disj(h.pages[page] == 0, h.pages[page] == 1)
        ),
    )


def configuration(m: PoolModel, h: Pool) -> bool:
    """Widths and policy agree."""
    return conj(h.nil == m.nil, h.tombstone == m.tombstone, h.page == m.page, iff(h.in_place, m.in_place))


def pool_coupling(code: str) -> tuple[Claim, ...]:
    """The coupling of a pool, under its code."""
    return (
        Claim(
            f"{code}-I1",
            "`meta` and `stamp` have an entry for each position, `sparse` and `generation` one for each cell.",
            lengths,
        ),
        Claim(
            f"{code}-I2",
            "An element and its slot point at each other, and both hold the generation.",
            elements,
        ),
        Claim(f"{code}-I3", "The cells of slots without an element hold nil and the tombstone.", empty_cells),
        Claim(f"{code}-I4", "The links of `meta` from `free_head` visit the holes in order and end in nil.", hole_list),
        Claim(f"{code}-I5", "`pages` is 1 for each page that is there, and 0 for each other one.", page_marks),
        Claim(f"{code}-I6", "Widths and the deletion policy are the same on both sides.", configuration),
    )


# --- the two states, one made of the other


def abstract_pool(m: Any, h: Any) -> None:
    """Give a model the state that the arrays mean.

    Raises     ValueError, IndexError if they mean none
    """
    m.order, m.holes, m.generation = Distinct(), Distinct(), {}
    for pos, (slot, generation) in enumerate(zip(h.meta, h.stamp, strict=True)):
        if h.holes > 0 and generation == h.tombstone:
            m.order.append(h.nil + pos)
        else:
            m.order.append(slot)
            m.generation[slot] = generation
    hole = h.free_head
    for _ in range(h.holes):
        m.holes.append(hole)
        hole = h.meta[hole]
    m.pages = {page: True for page, there in enumerate(h.pages) if there}
    m.reach = len(h.pages)
    for name in ("page", "nil", "tombstone", "in_place"):
        setattr(m, name, getattr(h, name))


def represent_pool(h: Any, m: Any) -> None:
    """Give an implementation the arrays of a model state."""
    h.sparse, h.generation = [m.nil] * m.reach * m.page, [m.tombstone] * m.reach * m.page
    h.pages = [int(page in m.pages) for page in range(m.reach)]
    h.meta = [slot if slot < m.nil else m.nil for slot in m.order]
    h.stamp = [m.generation.get(slot, m.tombstone) for slot in m.order]
    for pos, slot in enumerate(m.order):
        if slot < m.nil:
            h.sparse[slot], h.generation[slot] = pos, m.generation[slot]
    h.free_head, h.holes = (m.holes[0] if m.holes else m.nil), len(m.holes)
    for hole, following in zip(m.holes, m.holes[1:], strict=False):
        h.meta[hole] = following
    for name in ("page", "nil", "tombstone", "in_place"):
        setattr(h, name, getattr(m, name))


def reader(refinement: Callable[[], Refinement], represent: Callable[[Any], Any]) -> Callable[[Any, Spoiled], Any]:
    """What `from_dict` must answer: the container the arrays mean, if there is one and the claims hold of it."""

    def read(m: Any, spoiled: Spoiled) -> Any:
        declared, h = refinement(), represent(m)
        spoiled.spoil(h.__dict__)
        for name in (*h.ARRAYS, *h.NUMBERS):
            entries = getattr(h, name) if name in h.ARRAYS else [getattr(h, name)]
            if name not in h.FREE and not (set(map(type, entries)) <= {int} and min(entries, default=0) >= 0):
                raise InvalidArgument(f"{name} holds what is no index")
        if h.page < 1 or declared.abstract is None:
            raise InvalidArgument("a page without cells")
        for width in (h.nil, h.tombstone):
            if width < 1 or width & (width + 1):
                raise InvalidArgument(f"{width} is no width")
        meant = declared.abstract(h)
        try:
            sound = all_hold(declared.couple, meant, h) and all_hold(
                (law for law in declared.laws if not law.step), meant
            )
        except LookupError:
            sound = False
        if not sound:
            raise InvalidArgument("the arrays break a claim")
        return meant

    return read


def holding(impl: type, data: dict[str, Any]) -> Any:
    """An implementation that holds some arrays, unchecked."""
    h: Any = object.__new__(impl)
    h.__dict__.update(data)
    return h


# --- operations

NEW_PAGES = (("new page", 0, 1), ("cell of a new page", 0, 2))
"""What making pages costs, in addition to what else is done."""

SHRINKING = Cost(
    1, 0, "position", 2, 1, more=(("page", 0, 1), ("page dropped", 1, 1), ("cell of a page dropped", 0, 2))
)

SORTING = Cost(0, 0, "position", 4, 0, more=(("exchange of neighbours", 8, 6),))
"""What sorting handles costs."""


class PoolCosts(NamedTuple):
    """What differs between a set and a storage, which moves values too."""

    erase: Cost
    exchange: Cost
    sort: Cost
    sort_by: Cost
    sort_as: Cost
    compact: Cost


def pool_operations(
    code: str, order: Domain, sorts: Callable[..., dict[str, bool]], costs: PoolCosts
) -> tuple[Operation, ...]:
    """The operations of a pool from R3 to R20, under its code; `sort` takes `order` and promises `sorts`."""

    def claim(number: int, statement: str) -> Claim:
        return Claim(f"{code}-R{number}", statement)

    return (
        Operation(
            "erase",
            claim(3, "`erase` takes an element out and fills its place with the last one, or leaves a hole."),
            takes=(HANDLE,),
            cost=costs.erase,
            refusals=("Missing",),
        ),
        Operation(
            "remove",
            claim(4, "`remove` is `erase` of an element, and nothing otherwise."),
            takes=(HANDLE,),
            rejects=answers_no,
            cost=costs.erase,
        ),
        Operation(
            "contains",
            claim(5, "`contains` is true of the elements, and of no other handle."),
            takes=(HANDLE,),
            pure=True,
            cost=Cost(1, 0),
        ),
        Operation(
            "index",
            claim(6, "`index` is the position of an element."),
            takes=(HANDLE,),
            pure=True,
            cost=Cost(2, 0),
            refusals=("Missing",),
        ),
        Operation(
            "current",
            claim(7, "`current` is the generation of the element in a slot, or the tombstone."),
            takes=(HANDLE,),
            pure=True,
            cost=Cost(1, 0),
        ),
        Operation(
            "entity_at",
            claim(8, "`entity_at` is the inverse of `index`, and refuses holes."),
            takes=(POSITION,),
            pure=True,
            cost=Cost(2, 0),
            refusals=("OutOfRange", "Missing"),
        ),
        Operation(
            "bump",
            claim(9, "`bump` changes the generation of the element in a slot, and nothing else."),
            takes=(BUMPED,),
            cost=Cost(2, 2),
            refusals=("InvalidArgument", "Missing"),
        ),
        Operation(
            "handles",
            claim(10, "`handles` visits each element exactly once, from the last position to the first."),
            pure=True,
            agree=same_sequence,
            cost=Cost(0, 0, "position", 3, 0),
        ),
        Operation(
            "handles_forward",
            claim(11, "`handles_forward` visits each element exactly once, from the first position to the last."),
            pure=True,
            agree=same_sequence,
            cost=Cost(0, 0, "position", 3, 0),
        ),
        Operation("size", claim(12, "`size` is the number of elements."), pure=True, cost=Cost(0, 0)),
        Operation(
            "erase_items",
            claim(13, "`erase_items` equals one `erase` after the other, or changes nothing."),
            takes=(HANDLES,),
            cost=Cost(2, 0, "handle looked at", 2, 0, more=(("handle erased", costs.erase.reads, costs.erase.writes),)),
            refusals=("Missing",),
            uses=("erase",),
        ),
        Operation(
            "remove_items",
            claim(14, "`remove_items` equals one `remove` after the other."),
            takes=(HANDLES,),
            cost=Cost(0, 0, "handle", costs.erase.reads, costs.erase.writes),
            uses=("remove",),
        ),
        Operation(
            "swap_elements",
            claim(15, "`swap_elements` exchanges the positions of two elements."),
            takes=(LIVE, LIVE),
            cost=costs.exchange,
            refusals=("Missing",),
        ),
        Operation(
            "sort",
            claim(16, "`sort` permutes the first positions so that iteration is stably sorted."),
            takes=(order, SORTED),
            cost=costs.sort,
            refusals=("Conflict", "OutOfRange"),
            ensures=sorts,
            changes=("order",),
            witness=witness_of_order,
            refused_if={"Conflict": has_holes, "OutOfRange": too_many},
        ),
        Operation(
            "sort_by",
            claim(17, "`sort_by` permutes the first positions so that iteration meets ascending keys, stably."),
            takes=(KEY, SORTED),
            cost=costs.sort_by,
            refusals=("Conflict", "OutOfRange"),
            ensures=sorts_by_key,
            changes=("order",),
            witness=witness_of_order,
            refused_if={"Conflict": has_holes, "OutOfRange": too_many},
        ),
        Operation(
            "sort_as",
            claim(18, "`sort_as` has iteration begin with the elements that are named, in their order."),
            takes=(HANDLES,),
            cost=costs.sort_as,
            refusals=("Conflict",),
        ),
        Operation(
            "clear",
            claim(19, "`clear` takes every element out and keeps the pages."),
            cost=Cost(0, 0, "position", 2, 2),
        ),
        Operation(
            "compact",
            claim(20, "`compact` fills the holes with the last elements; what stood below stays where it is."),
            cost=costs.compact,
            ensures=compacts,
            changes=("order", "holes"),
            witness=witness_of_compact,
            refused_if=never,
        ),
    )


def whole_operations(
    code: str,
    first: int,
    other: Domain,
    spoiled: Domain,
    read: Callable[[Any, Spoiled], Any],
    coupled: Callable[[Any, Any], bool],
    dumped: Callable[[Any, Any], bool],
    foreign: Foreign,
) -> tuple[Operation, ...]:
    """Copy, swap and serialisation, numbered from `first` on."""
    return (
        Operation(
            "copy",
            Claim(f"{code}-R{first}", "`copy` is a second container in the same state that shares no array."),
            pure=True,
            agree=coupled,
        ),
        Operation(
            "swap",
            Claim(f"{code}-R{first + 1}", "`swap` exchanges the states of two containers."),
            takes=(other,),
            law_exempt=True,
            cost=Cost(0, 0),
        ),
        Operation(
            "to_dict",
            Claim(f"{code}-R{first + 2}", "`to_dict` holds the whole state and shares no array."),
            pure=True,
            model=lambda m: m.copy(),
            agree=dumped,
        ),
        Operation(
            "from_dict",
            Claim(
                f"{code}-R{first + 3}",
                "`from_dict` accepts the arrays of such a container, with widths of whole bits, and refuses all "
                "others.",
            ),
            takes=(spoiled,),
            pure=True,
            model=read,
            impl=lambda h, spoiled: type(h).from_dict(spoiled.spoil(h.to_dict())),
            agree=coupled,
            refusals=("InvalidArgument",),
            foreign=foreign,
        ),
    )


# --- pictures


def _is_element(h: Any, pos: int) -> bool:
    return bool(h.stamp[pos] != h.tombstone)


LINKS = (
    Link(
        "slot to its position",
        "sparse",
        "meta",
        when=lambda h, slot: h.sparse[slot] != h.nil,
        arrives=lambda h, slot, pos: h.meta[pos] == slot and _is_element(h, pos),
    ),
    Link(
        "position to its slot",
        "meta",
        "sparse",
        when=_is_element,
        arrives=lambda h, pos, slot: h.sparse[slot] == pos,
    ),
)

HOLE_LINKS = (
    Link(
        "hole to the next one",
        "meta",
        "meta",
        when=lambda h, pos: not _is_element(h, pos) and h.meta[pos] != h.nil,
        arrives=lambda h, pos, following: not _is_element(h, following),
    ),
    Link(
        "first hole",
        "free_head",
        "meta",
        when=lambda h, index: h.free_head != h.nil,
        arrives=lambda h, index, pos: not _is_element(h, pos),
    ),
)


def any_configuration(make: Any) -> dict[str, Any]:
    """Any widths, any page, either policy."""
    return {
        "index_bits": make.int("index_bits"),
        "generation_bits": make.int("generation_bits"),
        "page": make.int("page"),
        "deletion": make.one_of("deletion", ("swap_pop", "in_place", "lazy")),
    }


FREEDOM = {"compact": "which of several elements from behind fills which of several holes"}
"""What the claims leave open. Both sides do the same all the same: a scope of the sparse set compares them."""
