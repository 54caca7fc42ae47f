"""Why the arrays of the entity storage issue handles that mean one thing each.

The sequence of the model is what `meta` must be; `live` and `usable` cut both.

Refinement  ES-I1 ... ES-I5 tie the states, ES-R1 ... ES-R24 the operations
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import factorial
from typing import Any, Final

from slotproof.declare import (
    Claim,
    Cost,
    Domain,
    Link,
    Operation,
    Refinement,
    Scope,
    Theorem,
    invariant,
    law,
    same_sequence,
    step_law,
)
from slotproof.declare.words import all_hold
from slotproof.impl.entity_storage import EntityStorage
from slotproof.proofs.entity_storage.counts import COUNT_LOOPS
from slotproof.proofs.entity_storage.crosshair import CONTRACTS
from slotproof.proofs.shared.arguments import Spoiled
from slotproof.proofs.shared.handles import any_handle
from slotproof.proofs.shared.pool import NEW_PAGES, SHRINKING, holding, reader, whole_operations
from slotproof.proofs.shared.pool.answers import ENTITY_ANSWERS
from slotproof.proofs.shared.pool.arguments import other_of, spoiled_arrays, spoiled_of
from slotproof.proofs.shared.pool.loops import ENTITY_LOOPS
from slotproof.proofs.shared.pool.order import never, shrinks, witness_of_pages
from slotproof.proofs.shared.pool.untrusted import FOREIGN_ENTITIES, FOREIGN_ENTITY_LOOPS
from slotproof.spec.entity_storage import EntityStorageModel
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.handle import Handle
from slotproof.spec.logic import Distinct, choose, conj, contains, disj, forall, forall_in, iff, implies, negate, within

Model = EntityStorageModel
Impl = EntityStorage

# --- laws of the model


@law("ES-L1", "Each slot that was ever issued has a generation and stands at one position, and no other does.")
def slots_arranged(m: Model) -> bool:
    return conj(
        forall(0, len(m.order), lambda pos: contains(m.generation, m.order[pos])),
        forall_in(m.generation, lambda slot: contains(m.order, slot)),
        len(m.generation) == len(m.order),
    )


@law("ES-L2", "Slots are below nil, and generations below the tombstone.")
def widths_fit(m: Model) -> bool:
    return conj(
        m.nil >= 1,
        m.tombstone >= 1,
        m.page >= 1,
        within(0, m.next_slot, m.nil + 1),
        forall_in(
            m.generation,
            lambda slot: conj(within(0, slot, m.nil), lambda: within(0, m.generation[slot], m.tombstone)),
        ),
    )


@law("ES-L3", "Live slots come first, then dead ones to be issued again, then used-up ones, of the last generation.")
def cut_in_three(m: Model) -> bool:
    return conj(
        0 <= m.live,
        m.live <= m.usable,
        m.usable <= len(m.order),
        implies(m.usable < len(m.order), m.retire),
        forall(m.usable, len(m.order), lambda pos: m.generation[m.order[pos]] + 1 == m.tombstone),
    )


@law("ES-L4", "The page of each slot that was issued is there, and so is the last page; pages begin below nil.")
def pages_there(m: Model) -> bool:
    return conj(
        m.reach >= 0,
        forall_in(m.generation, lambda slot: contains(m.pages, slot // m.page), by=lambda slot: slot // m.page),
        forall_in(m.pages, lambda page: conj(within(0, page, m.reach), page * m.page < m.nil)),
        implies(m.reach > 0, lambda: contains(m.pages, m.reach - 1)),
    )


@step_law(
    "ES-L5",
    "Under `retire`, no slot is forgotten or grows younger: what was issued before stays issued before; "
    "`reset` and `swap` aside.",
)
def slots_age(before: Model, after: Model) -> bool:
    return implies(
        before.retire,
        lambda: conj(
            after.retire,
            before.tombstone == after.tombstone,
            forall_in(
                before.generation,
                lambda slot: conj(contains(after.generation, slot), lambda: before.age(slot) <= after.age(slot)),
            ),
        ),
    )


@step_law(
    "ES-L6",
    "Under `retire`, a handle is issued at most once: what becomes live was not issued before; "
    "`reset` and `swap` aside.",
)
def issued_once(before: Model, after: Model) -> bool:
    return implies(
        before.retire,
        lambda: forall_in(
            after.generation,
            lambda slot: implies(
                conj(after.is_live(slot), contains(before.generation, slot)),
                lambda: disj(
                    conj(before.is_live(slot), before.generation[slot] == after.generation[slot]),
                    before.age(slot) <= 2 * after.generation[slot],
                ),
            ),
        ),
    )


LAWS = (slots_arranged, widths_fit, cut_in_three, pages_there, slots_age, issued_once)

# --- coupling: the arrays mean the model


@invariant("ES-I1", "`meta` and `stamp` have an entry for each position, `sparse` and `generation` for each cell.")
def lengths(m: Model, h: Impl) -> bool:
    return conj(
        len(h.meta) == len(m.order),
        len(h.stamp) == len(m.order),
        len(h.pages) == m.reach,
        len(h.sparse) == len(h.pages) * h.page,
        len(h.generation) == len(h.sparse),
    )


@invariant("ES-I2", "A position and its slot point at each other, and both hold the generation.")
def positions_and_slots(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(m.order),
        lambda pos: conj(
            m.order[pos] < len(h.sparse),
            h.meta[pos] == m.order[pos],
            lambda: h.sparse[m.order[pos]] == pos,
            h.stamp[pos] == m.generation[m.order[pos]],
            lambda: h.generation[m.order[pos]] == m.generation[m.order[pos]],
        ),
    )


@invariant("ES-I3", "The cells of slots that were never issued hold nil and the tombstone.")
def empty_cells(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(h.sparse),
        lambda slot: disj(
            contains(m.generation, slot), conj(h.sparse[slot] == m.nil, h.generation[slot] == m.tombstone)
        ),
    )


@invariant("ES-I4", "`pages` is 1 for each page that is there, and 0 for each other one.")
def page_marks(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(h.pages),
        lambda page: conj(
            iff(h.pages[page] == 1, contains(m.pages, page)), disj(h.pages[page] == 0, h.pages[page] == 1)
        ),
    )


@invariant("ES-I5", "Widths, the policy, the two cuts and the next slot are the same on both sides.")
def configuration(m: Model, h: Impl) -> bool:
    return conj(
        h.nil == m.nil,
        h.tombstone == m.tombstone,
        h.page == m.page,
        h.live == m.live,
        h.usable == m.usable,
        h.next_slot == m.next_slot,
        iff(h.retire, m.retire),
    )


COUPLE = (lengths, positions_and_slots, empty_cells, page_marks, configuration)

_SAME = ("page", "nil", "tombstone", "live", "usable", "next_slot", "retire")


def abstract(h: Impl) -> Model:
    """The model state that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    m: Model = object.__new__(EntityStorageModel)
    m.order = Distinct()
    try:
        for slot in h.meta:
            m.order.append(slot)
        m.generation = dict(zip(h.meta, h.stamp, strict=True))
    except ValueError as error:
        raise InvalidArgument(f"the arrays mean nothing: {error}") from error
    m.pages = {page: True for page, there in enumerate(h.pages) if there}
    m.reach = len(h.pages)
    for name in _SAME:
        setattr(m, name, getattr(h, name))
    return m


def represent(m: Model) -> Impl:
    """The arrays of a model state."""
    h: Impl = object.__new__(EntityStorage)
    h.sparse, h.generation = [m.nil] * m.reach * m.page, [m.tombstone] * m.reach * m.page
    h.pages = [int(page in m.pages) for page in range(m.reach)]
    h.meta = list(m.order)
    h.stamp = [m.generation[slot] for slot in m.order]
    for pos, slot in enumerate(m.order):
        h.sparse[slot], h.generation[slot] = pos, m.generation[slot]
    for name in _SAME:
        setattr(h, name, getattr(m, name))
    return h


def coupled(m: Any, h: Any) -> bool:
    """True if every claim of the coupling holds."""
    return all_hold(COUPLE, m, h)


def dumped(m: Any, data: dict[str, Any]) -> bool:
    """True if the arrays of a dict mean the model state."""
    return coupled(m, holding(EntityStorage, data))


# --- arguments


def _all_handles(m: Model, scope: Scope) -> Sequence[Handle]:
    """Every handle of the widths, those just outside them on each side, and one of another sort."""
    handles = [Handle(slot, generation) for slot in range(-1, m.nil + 1) for generation in range(-1, m.tombstone + 1)]
    first = m.order[0] if m.order else 0
    return [*handles, Handle(first, m.generation.get(first, 0), 1), Handle(first, m.generation.get(first, 0), 0, 1)]


def _live(m: Model, issued: Sequence[Any], number: int) -> Handle | None:
    return m.issued(m.order[number % m.live]) if m.live else None


def _dead(m: Model, issued: Sequence[Any], number: int) -> Handle | None:
    """A slot that was issued and is not live, with the generation it has next, or had last."""
    return m.issued(m.order[-1 - number % (len(m.order) - m.live)]) if m.live < len(m.order) else None


def _stale(m: Model, issued: Sequence[Any], number: int) -> Handle | None:
    """The first handle from the one that the number picks on that was issued and is not live."""
    for index in range(len(issued)):
        handle = issued[(number + index) % len(issued)]
        if isinstance(handle, Handle) and not m.is_valid(handle):
            return handle
    return None


def _forged(m: Model, issued: Sequence[Any], number: int) -> Handle:
    """What nothing can have, or no slot has now."""
    live = _live(m, issued, number) or Handle(0, 0)
    forgeries = (
        Handle(-1, live.generation),
        Handle(m.reach * m.page, 0),
        Handle(live.slot, m.tombstone),
        Handle(live.slot, -1),
        Handle(live.slot, live.generation, 1),
        Handle(live.slot, live.generation, 0, 1),
        Handle(m.nil, 0),
        Handle(live.slot, live.generation + 1),
        Handle(live.slot - m.reach * m.page, live.generation),
        Handle(next((slot for slot in range(m.nil) if slot not in m.generation), m.nil), m.tombstone),
    )
    return forgeries[number % len(forgeries)]


def _hint(m: Model, issued: Sequence[Any], number: int) -> Handle:
    """A slot not far behind those that were issued, now and then on the next page."""
    slot = number % 12 if number % 16 else m.page + number // 16
    return Handle(slot % m.nil, number % m.tombstone % 4)


HANDLE = Domain(
    "handle",
    small=_all_handles,
    classes={"live": _live, "dead": _dead, "stale": _stale, "forged": _forged},
    symbolic=any_handle,
    huge=True,
)

HINT = Domain(
    "hint",
    small=_all_handles,
    classes={"new": _hint, "dead": _dead, "stale": _stale, "live": _live, "forged": _forged},
    symbolic=any_handle,
    huge=True,
)

START = Domain(
    "start",
    small=lambda m, scope: (Handle(-1, 0), Handle(0, 0), Handle(m.nil - 1, 0), Handle(m.nil, 0)),
    classes={"slot": lambda m, issued, number: Handle(number % 20 % m.nil, 0), "forged": _forged},
    symbolic=any_handle,
    huge=True,
)


def _some_handles(m: Model, scope: Scope) -> Sequence[tuple[Handle, ...]]:
    """No handle, each live one twice, all forward, all backward, and a dead one behind a live one."""
    live = [m.issued(slot) for slot in m.order[: m.live]]
    return [(), *((h, h) for h in live), tuple(live), tuple(live[::-1]), (*live[:1], Handle(m.nil, 0))]


HANDLES = Domain(
    "handles",
    small=_some_handles,
    classes={
        "live": lambda m, issued, number: tuple(m.issued(slot) for slot in m.order[: m.live][: number % 4]),
        "twice": lambda m, issued, number: tuple(m.issued(slot) for slot in m.order[: m.live][:1]) * 2,
        "mixed": lambda m, issued, number: (
            *(m.issued(slot) for slot in m.order[: m.live][-2:]),
            _forged(m, issued, number),
        ),
    },
    symbolic=lambda make: make.handles("handles"),
)

COUNT = Domain(
    "count",
    small=lambda m, scope: (-1, 0, 1, 2, m.room(), m.room() + 1),
    classes={
        "count": lambda m, issued, number: number % 5 - 1,
        "too many": lambda m, issued, number: m.room() + 1,
    },
    symbolic=lambda make: make.int("count"),
    huge=True,
)

POSITION = Domain(
    "position",
    small=lambda m, scope: range(-1, len(m.order) + 2),
    classes={
        "inside": lambda m, issued, number: number % m.live if m.live else None,
        "outside": lambda m, issued, number: m.live + number % 2 if number % 3 else -1,
    },
    symbolic=lambda make: make.int("pos"),
    huge=True,
)

OTHER = other_of(("create", ()), ("create", ()), ("destroy", (Handle(0, 0),)))


def _spoiled(m: Model) -> list[Spoiled]:
    return spoiled_arrays(m, live=(-1, 0, 1, 2), usable=(-1, 0, 1, 2), next_slot=(-1, 0, m.nil, m.nil + 1))


SPOILED = spoiled_of(_spoiled)

# --- operations


def _claim(number: int, statement: str) -> Claim:
    return Claim(f"ES-R{number}", statement)


OPERATIONS = (
    Operation(
        "create",
        _claim(1, "`create` issues the slot destroyed last again, or the least new one from `next_slot` on."),
        refusals=("Full",),
        cost=Cost(7, 11, "slot stepped over", 1, 0, more=NEW_PAGES),
    ),
    Operation(
        "create_at",
        _claim(
            2,
            "`create_at` issues the handle itself if its slot is new or dead, and it is not spent; else `create`.",
        ),
        takes=(HINT,),
        cost=Cost(13, 19, "slot stepped over", 1, 0, more=NEW_PAGES),
        refusals=("Full",),
    ),
    Operation(
        "create_items",
        _claim(3, "`create_items` equals that many `create`s, or changes nothing."),
        takes=(COUNT,),
        refusals=("InvalidArgument", "Full"),
    ),
    Operation(
        "start_from",
        _claim(4, "`start_from` sets the slot from which on new ones are looked for."),
        takes=(START,),
        refusals=("InvalidArgument",),
        cost=Cost(0, 0),
    ),
    Operation(
        "destroy",
        _claim(5, "`destroy` of a live handle ends it and makes its slot the next to be issued, or a used-up one."),
        takes=(HANDLE,),
        cost=Cost(13, 12),
        refusals=("StaleHandle",),
    ),
    Operation(
        "destroy_items",
        _claim(6, "`destroy_items` equals one `destroy` after the other, or changes nothing."),
        takes=(HANDLES,),
        refusals=("StaleHandle",),
        cost=Cost(3, 0, "handle looked at", 3, 0, more=(("handle ended", 13, 12),)),
        uses=("destroy",),
    ),
    Operation(
        "is_valid",
        _claim(7, "`is_valid` is true of the handles that are live, and of no other."),
        takes=(HANDLE,),
        pure=True,
        cost=Cost(2, 0),
    ),
    Operation(
        "index",
        _claim(8, "`index` is the position of a live handle."),
        takes=(HANDLE,),
        pure=True,
        cost=Cost(3, 0),
        refusals=("StaleHandle",),
    ),
    Operation(
        "current",
        _claim(9, "`current` is the generation of a slot, issued or to be issued, or the tombstone."),
        takes=(HANDLE,),
        pure=True,
        cost=Cost(1, 0),
    ),
    Operation(
        "entity_at",
        _claim(10, "`entity_at` is the inverse of `index`."),
        takes=(POSITION,),
        pure=True,
        cost=Cost(2, 0),
        refusals=("OutOfRange",),
    ),
    Operation(
        "handles",
        _claim(11, "`handles` visits each live handle exactly once, from the last position to the first."),
        pure=True,
        agree=same_sequence,
        cost=Cost(0, 0, "live handle", 2, 0),
    ),
    Operation(
        "handles_forward",
        _claim(12, "`handles_forward` visits each live handle exactly once, from the first position to the last."),
        pure=True,
        agree=same_sequence,
        cost=Cost(0, 0, "live handle", 2, 0),
    ),
    Operation(
        "swap_elements",
        _claim(13, "`swap_elements` exchanges the positions of two live handles."),
        takes=(HANDLE, HANDLE),
        cost=Cost(10, 6),
        refusals=("StaleHandle",),
    ),
    Operation(
        "clear",
        _claim(14, "`clear` destroys every live handle, from the last position to the first."),
        cost=Cost(0, 0, "live handle", 6, 6),
    ),
    Operation(
        "reset",
        _claim(15, "`reset` is the state of a new storage, pages kept."),
        law_exempt=True,
        cost=Cost(0, 0, "position", 1, 2),
    ),
    Operation(
        "shrink",
        _claim(16, "`shrink` keeps the pages with a slot that was issued and no other, and touches nothing else."),
        cost=SHRINKING,
        ensures=shrinks,
        witness=witness_of_pages,
        refused_if=never,
    ),
    *whole_operations(
        "ES", 17, OTHER, SPOILED, reader(lambda: ENTITY_STORAGE, represent), coupled, dumped, FOREIGN_ENTITIES
    ),
    Operation("size", _claim(21, "`size` is the number of live handles."), pure=True, cost=Cost(0, 0)),
    Operation("positions", _claim(22, "`positions` is the number of slots ever issued."), pure=True, cost=Cost(0, 0)),
    Operation(
        "page_count",
        _claim(23, "`page_count` is the number of pages that are there."),
        pure=True,
        cost=Cost(0, 0, "page", 1, 0),
    ),
    Operation(
        "room",
        _claim(24, "`room` is the number of creations that succeed before `Full`."),
        pure=True,
        cost=Cost(0, 0, "position", 1, 0),
    ),
)

# --- theorems on generations

WIDTHS: Final[tuple[Mapping[str, int], ...]] = tuple({"generation_bits": bits} for bits in range(2, 13))


def _with_one_slot(side: Any, generation_bits: int, policy: str, generation: Any) -> Any:
    """A storage of one live slot, of a given generation."""
    h = side(generation_bits=generation_bits, generation=policy, page=1)
    h.create()
    h.generation[0] = generation
    if side is EntityStorage:
        h.stamp[0] = generation
    return h


def _reuses_skip_the_tombstone(bits: Any, generation_bits: int) -> bool:
    """Before any reuse it holds, and with each reuse it goes on to hold."""
    limit = 2**generation_bits - 1
    generation = bits.between("generation", 0, limit)

    def step(side: Any) -> bool:
        h = _with_one_slot(side, generation_bits, "wrap", generation)
        h.destroy(h.entity_at(0))
        again = h.create()
        return conj(
            again.slot == 0,
            again.generation == choose(generation == limit - 1, 0, generation + 1),
            again.generation < limit,
        )

    return conj(*(step(side) for side in (EntityStorageModel, EntityStorage)))


def _retired_or_older(bits: Any, generation_bits: int) -> bool:
    limit = 2**generation_bits - 1
    generation = bits.between("generation", 0, limit)

    def step(side: Any) -> bool:
        h = _with_one_slot(side, generation_bits, "retire", generation)
        h.destroy(h.entity_at(0))
        dead = negate(h.is_valid(Handle(0, generation)))
        again = h.create()
        last = generation == limit - 1
        return conj(
            dead,
            again.slot == choose(last, 1, 0),
            again.generation == choose(last, 0, generation + 1),
            negate(h.is_valid(Handle(0, generation))),
        )

    return conj(*(step(side) for side in (EntityStorageModel, EntityStorage)))


THEOREMS: Final = (
    Theorem(
        Claim(
            "ES-B1",
            "Under `wrap`, a reuse adds 1 to the generation modulo 2**generation_bits - 1: the tombstone is skipped.",
        ),
        _reuses_skip_the_tombstone,
        WIDTHS,
    ),
    Theorem(
        Claim(
            "ES-B2",
            "Under `retire`, a slot comes again one generation older, or after the one below the tombstone never.",
        ),
        _retired_or_older,
        WIDTHS,
    ),
)

# --- scopes


def _count_wrap(slots: int, generations: int) -> int:
    """Well-formed states of create and destroy under `wrap`: the first n slots in any order, cut at any place."""
    return sum((n + 1) * factorial(n) * generations**n for n in range(slots + 1))


QUERIES = ("is_valid", "index", "current", "entity_at", "handles", "handles_forward", "size", "room")


def _tiny(generation: str, **widths: int) -> dict[str, Any]:
    return {"index_bits": 2, "generation_bits": 2, "page": 2, "generation": generation, **widths}


def _two_slots(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    if operation == "create":
        return m.live < m.usable or m.next_slot < 2 or len(m.order) < 2
    return operation not in {"create_at", "start_from"} or arguments[0].slot < 2


SCOPES = (
    Scope(
        "wrap",
        _tiny("wrap", page=4),
        operations=("create", "destroy", "swap_elements", *QUERIES),
        well_formed=lambda: _count_wrap(3, 3),
    ),
    Scope("retire", _tiny("retire"), operations=("create", "destroy", "destroy_items", "clear", *QUERIES)),
    Scope("hints, retire", _tiny("retire"), operations=("create", "create_at", "destroy", "start_from", "room")),
    Scope("hints, wrap", _tiny("wrap"), operations=("create", "create_at", "destroy"), admits=_two_slots, walked=False),
    Scope(
        "data with used-up slots",
        _tiny("retire"),
        operations=("create", "destroy", "from_dict"),
        admits=_two_slots,
        walked=False,
    ),
    Scope("whole container, retire", _tiny("retire", generation_bits=1)),
    Scope("whole container, wrap", _tiny("wrap", generation_bits=1)),
)

DEVIATIONS = (
    Claim(
        "ES-D1",
        "A slot with used-up generations is never issued again (`retire`); the original starts them over (`wrap`).",
    ),
    Claim(
        "ES-D2",
        "Under `retire`, a hint at a handle that was issued before is ignored; the original revives the dead handle.",
    ),
    Claim(
        "ES-D3",
        "A handle that is yet to be issued cannot be destroyed; the original takes it for an element.",
    ),
    Claim(
        "ES-D4",
        "`swap_elements` takes live handles only; the original takes a pair of dead ones too.",
    ),
    Claim("ES-D5", "A bulk equals the fold of the single operations, or changes nothing."),
    Claim(
        "ES-D6",
        "`clear` ends every handle, and `reset` forgets them, as `clear` does in the original.",
    ),
    Claim(
        "ES-D7",
        "Iteration and `size` are of live handles, and `positions` counts dead slots too; the original as a sparse set "
        "visits and counts both.",
    ),
    Claim(
        "ES-D8",
        "`entity_at` refuses what lies behind the live handles with `OutOfRange`, as no dead slot has a handle yet; "
        "`operator[]` of the original answers the handle that is to be issued next.",
    ),
)

LINKS = (
    Link(
        "slot to its position",
        "sparse",
        "meta",
        when=lambda h, slot: h.sparse[slot] != h.nil,
        arrives=lambda h, slot, pos: h.meta[pos] == slot,
    ),
    Link(
        "position to its slot",
        "meta",
        "sparse",
        when=lambda h, pos: True,
        arrives=lambda h, pos, slot: h.sparse[slot] == pos,
    ),
)


def _any_configuration(make: Any) -> dict[str, Any]:
    return {
        "index_bits": make.int("index_bits"),
        "generation_bits": make.int("generation_bits"),
        "page": make.int("page"),
        "generation": make.one_of("generation", ("retire", "wrap")),
    }


ENTITY_STORAGE: Final[Refinement] = Refinement(
    code="ES",
    name="entity_storage",
    title="entity storage",
    model=EntityStorageModel,
    impl=EntityStorage,
    couple=COUPLE,
    laws=LAWS,
    defaults={"new": {"index_bits": 20, "generation_bits": 12, "page": 4096, "generation": "retire"}},
    aliases={"__contains__": "is_valid", "__iter__": "handles", "__len__": "size"},
    answers=ENTITY_ANSWERS,
    operations=OPERATIONS,
    scopes=SCOPES,
    loops=(*ENTITY_LOOPS, *COUNT_LOOPS, *FOREIGN_ENTITY_LOOPS),
    deviations=DEVIATIONS,
    theorems=THEOREMS,
    abstract=abstract,
    configure=_any_configuration,
    not_operations={"contains": "`is_valid` under the name that sets use"},
    links=LINKS,
    contracts=CONTRACTS,
)
