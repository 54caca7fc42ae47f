"""Why the arrays of the handle map are a handle map.

The model's own dicts and sequences are the witnesses: `order` is what `meta` must be, `free` is the walk along the
freelist, and since it is a sequence of distinct slots the freelist has no cycle.

Refinement  HM-I1 ... HM-I7 tie the states, HM-R1 ... HM-R24 the operations
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from math import factorial
from typing import Any

from slotproof.impl.handle_map import HandleMap
from slotproof.proofs.contracts.handle_map import CONTRACTS
from slotproof.proofs.engine.inline import inline
from slotproof.proofs.engine.refinement import (
    Claim,
    Cost,
    Domain,
    Loop,
    Link,
    Operation,
    Peer,
    Refinement,
    Scope,
    invariant,
    law,
    same_sequence,
    step_law,
)
from slotproof.proofs.generations import THEOREMS
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.handle import Handle
from slotproof.spec.handle_map import HandleMapModel
from slotproof.spec.logic import Distinct, choose, conj, contains, disj, forall, forall_in, iff, implies, negate, within

Model = HandleMapModel[Any]
Impl = HandleMap[Any]

# --- laws of the model


@law("HM-L1", "Every slot made so far is live, free, or used up, and never two of these; used up only under `retire`.")
def slots_partition(m: Model) -> bool:
    return conj(
        forall_in(m.generation, lambda slot: within(0, slot, len(m.generation))),
        forall(0, len(m.generation), lambda slot: contains(m.generation, slot)),
        forall_in(m.value, lambda slot: contains(m.generation, slot)),
        forall(
            0,
            len(m.generation),
            lambda slot: conj(
                iff(contains(m.value, slot), contains(m.order, slot)),
                implies(contains(m.free, slot), lambda: negate(contains(m.value, slot))),
                implies(
                    conj(negate(contains(m.value, slot)), lambda: negate(contains(m.free, slot))),
                    lambda: conj(m.retire, lambda: m.generation[slot] == 0),
                ),
            ),
        ),
        forall(0, len(m.order), lambda pos: contains(m.value, m.order[pos])),
        forall(0, len(m.free), lambda place: within(0, m.free[place], len(m.generation))),
        len(m.value) == len(m.order),
        len(m.order) + len(m.free) <= len(m.generation),
    )


@law("HM-L2", "A generation fits its width; under `retire`, 0 is the mark of a slot that is used up.")
def generations_in_range(m: Model) -> bool:
    return forall(
        0,
        len(m.generation),
        lambda slot: conj(
            within(0, m.generation[slot], m.generation_limit),
            implies(
                conj(m.retire, lambda: m.generation[slot] == 0),
                lambda: conj(negate(contains(m.value, slot)), negate(contains(m.free, slot))),
            ),
        ),
    )


@law("HM-L3", "Widths: at least one index and two generations; no more slots than indices.")
def widths_in_range(m: Model) -> bool:
    return conj(
        m.nil >= 1,
        m.generation_limit >= 2,
        len(m.generation) <= m.nil,
        within(0, m.reserved, m.nil + 1),
        m.type_id >= 0,
    )


@law("HM-L4", "Under `retire`, no handle is live and spent at once.")
def spent_is_dead(m: Model) -> bool:
    return implies(
        m.retire,
        lambda: forall(
            0, len(m.generation), lambda slot: negate(conj(contains(m.value, slot), lambda: m.is_spent(slot, m.generation[slot])))
        ),
    )


def _age(m: Model, slot: int) -> int:
    """A generation such that used-up slots are the oldest."""
    return choose(m.generation[slot] == 0, m.generation_limit, m.generation[slot])


@step_law("HM-L5", "Under `retire`, no slot disappears or grows younger, and one that grows no older stays live if it was.")
def slots_age(before: Model, after: Model) -> bool:
    return implies(
        before.retire,
        lambda: conj(
            iff(before.retire, after.retire),
            before.generation_limit == after.generation_limit,
            len(before.generation) <= len(after.generation),
            lambda: forall(
                0,
                len(before.generation),
                lambda slot: conj(
                    _age(before, slot) <= _age(after, slot),
                    implies(
                        conj(contains(before.value, slot), _age(before, slot) == _age(after, slot)),
                        contains(after.value, slot),
                    ),
                ),
            ),
        ),
    )


@step_law("HM-L6", "Under `retire`, a handle is issued at most once: what becomes live was not spent before.")
def issued_once(before: Model, after: Model) -> bool:
    return implies(
        before.retire,
        lambda: forall(
            0,
            len(after.generation),
            lambda slot: implies(
                contains(after.value, slot),
                lambda: conj(
                    after.generation[slot] >= 1,
                    lambda: negate(before.is_spent(slot, after.generation[slot])),
                ),
            ),
        ),
    )


@step_law(
    "HM-L7",
    "Under `retire`, a dead handle stays dead: what was spent is spent, and what was live is live or spent.",
    carried=False,
)
def dead_stays_dead(before: Model, after: Model) -> bool:
    return implies(
        before.retire,
        lambda: forall(
            0,
            len(before.generation),
            lambda slot: forall(
                1,
                before.generation_limit,
                lambda generation: conj(
                    implies(before.is_spent(slot, generation), lambda: after.is_spent(slot, generation)),
                    implies(
                        before.is_live(slot, generation),
                        lambda: disj(after.is_live(slot, generation), lambda: after.is_spent(slot, generation)),
                    ),
                ),
            ),
        ),
    )


@law("HM-L8", "Under `retire`, a slot that is not live has been: its generation is not the first.")
def free_was_issued(m: Model) -> bool:
    return implies(
        m.retire,
        lambda: forall(
            0,
            len(m.generation),
            lambda slot: disj(contains(m.value, slot), lambda: m.generation[slot] != 1),
        ),
    )


@law("HM-L9", "A map without slots is not fragmented.")
def nothing_is_sorted(m: Model) -> bool:
    return implies(m.fragmented, len(m.generation) > 0)


LAWS = (
    slots_partition,
    generations_in_range,
    widths_in_range,
    spent_is_dead,
    slots_age,
    issued_once,
    dead_stays_dead,
    free_was_issued,
    nothing_is_sorted,
)

# --- coupling: the arrays mean the model


@invariant("HM-I1", "`dense` and `meta` have an entry for each live slot, `sparse`, `generation` and `free` one for each slot.")
def lengths(m: Model, h: Impl) -> bool:
    return conj(
        len(h.dense) == len(m.order),
        len(h.meta) == len(m.order),
        len(h.sparse) == len(m.generation),
        len(h.generation) == len(m.generation),
        len(h.free) == len(m.generation),
        h.retired == len(m.generation) - len(m.order) - len(m.free),
    )


@invariant("HM-I2", "`meta` is the iteration order, and `sparse` is its inverse on live slots.")
def meta_is_order(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(m.order),
        lambda pos: conj(
            h.meta[pos] == m.order[pos],
            within(0, m.order[pos], len(m.generation)),
            lambda: h.sparse[m.order[pos]] == pos,
        ),
    )


@invariant("HM-I3", "`dense` holds the value of each live slot at its position.")
def dense_is_value(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(m.order),
        lambda pos: conj(contains(m.value, m.order[pos]), lambda: h.dense[pos] == m.value[m.order[pos]]),
    )


@invariant("HM-I4", "`generation` is the generation of each slot, and `free` is 0 exactly for the live ones, else 1.")
def slots_marked(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(m.generation),
        lambda slot: conj(
            h.generation[slot] == m.generation[slot],
            iff(h.free[slot] == 0, contains(m.value, slot)),
            disj(h.free[slot] == 0, h.free[slot] == 1),
        ),
    )


@invariant("HM-I5", "The links of `sparse` from `free_head` visit the free slots in order and end in nil at `free_tail`.")
def freelist_is_queue(m: Model, h: Impl) -> bool:
    last = len(m.free) - 1
    return conj(
        implies(len(m.free) == 0, lambda: conj(h.free_head == h.nil, h.free_tail == h.nil)),
        implies(len(m.free) > 0, lambda: conj(h.free_head == m.free[0], h.free_tail == m.free[last])),
        forall(
            0,
            len(m.free),
            lambda place: conj(
                within(0, m.free[place], len(m.generation)),
                implies(place == last, lambda: h.sparse[m.free[place]] == h.nil),
                implies(place < last, lambda: h.sparse[m.free[place]] == m.free[place + 1]),
            ),
        ),
    )


@invariant("HM-I6", "A used-up slot is linked to nothing.")
def used_up_is_unlinked(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(m.generation),
        lambda slot: implies(
            conj(m.retire, lambda: m.generation[slot] == 0),
            lambda: h.sparse[slot] == h.nil,
        ),
    )


@invariant("HM-I7", "Widths, policies, type id, room reserved and the mark of disorder are the same on both sides.")
def configuration(m: Model, h: Impl) -> bool:
    return conj(
        h.nil == m.nil,
        h.generation_limit == m.generation_limit,
        iff(h.retire, m.retire),
        iff(h.lifo, m.lifo),
        h.type_id == m.type_id,
        h.reserved == m.reserved,
        iff(h.fragmented, m.fragmented),
    )


COUPLE = (lengths, meta_is_order, dense_is_value, slots_marked, freelist_is_queue, used_up_is_unlinked, configuration)


def abstract(h: Impl) -> Model:
    """The model state that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    m: Model = object.__new__(HandleMapModel)
    try:
        m.generation = dict(enumerate(h.generation))
        m.value = dict(zip(h.meta, h.dense, strict=True))
        m.order = Distinct()
        m.free = Distinct()
        for slot in h.meta:
            m.order.append(slot)
        slot = h.free_head
        while slot != h.nil:
            m.free.append(slot)
            slot = h.sparse[slot]
    except (ValueError, IndexError) as error:
        raise InvalidArgument(f"the arrays mean nothing: {error}") from error
    for name in ("fragmented", "reserved", "type_id", "nil", "generation_limit", "retire", "lifo"):
        setattr(m, name, getattr(h, name))
    return m


# --- arguments


def _next_slot(m: Model) -> int:
    """The slot of the next insert: a value that tells one element from another without adding states."""
    return m.free[0] if m.free else len(m.generation)


VALUE = Domain(
    "value",
    small=lambda m, scope: scope.values or (_next_slot(m),),
    classes={"value": lambda m, issued, number: number % 8},
    symbolic=lambda make: make.value("value"),
)


def _stored(m: Model, scope: Scope) -> Sequence[Any]:
    return scope.values or tuple(range(m.nil))


NEW_VALUE = Domain(
    "new value",
    small=_stored,
    classes={"value": lambda m, issued, number: number % 8},
    symbolic=lambda make: make.value("value"),
)


def _all_handles(m: Model, scope: Scope) -> Sequence[Handle]:
    """Every handle of the widths, and those just outside them on each side."""
    slots = (-1, *range(len(m.generation) + 1), m.nil)
    generations = (-1, *range(m.generation_limit + 1))
    handles = [Handle(slot, generation, m.type_id) for slot in slots for generation in generations]
    first = m.order[0] if m.order else 0
    live = m.generation.get(first, 1)
    return [*handles, Handle(first, live, m.type_id + 1), Handle(first, live, m.type_id, 1)]


def _issued_handle(wanted: bool) -> Any:
    def pick(m: Model, issued: Sequence[Any], number: int) -> Handle | None:
        """The first such handle from the one that the number picks on."""
        for index in range(len(issued)):
            handle = issued[(number + index) % len(issued)]
            if isinstance(handle, Handle) and m.is_valid(handle) == wanted:
                return handle
        return None

    return pick


def _forged(m: Model, issued: Sequence[Any], number: int) -> Handle:
    """A handle that was never issued: slot -1, slot == length, the next generation, the free bit, generation 0."""
    slot = m.order[number % len(m.order)] if m.order else 0
    generation = m.generation.get(slot, 1)
    free = m.free[0] if m.free else len(m.generation)
    forgeries = (
        Handle(-1, generation, m.type_id),
        Handle(len(m.generation), 1, m.type_id),
        Handle(slot, generation + 1, m.type_id),
        Handle(slot, generation, m.type_id, 1),
        Handle(free, m.generation.get(free, 1), m.type_id),
        Handle(slot, 0 if generation else 1, m.type_id),
        Handle(slot - len(m.generation), generation, m.type_id),
    )
    return forgeries[number % len(forgeries)]


def _foreign(m: Model, issued: Sequence[Any], number: int) -> Handle:
    slot = m.order[number % len(m.order)] if m.order else 0
    return Handle(slot, m.generation.get(slot, 1), m.type_id + 1)


HANDLE = Domain(
    "handle",
    small=_all_handles,
    classes={
        "live": _issued_handle(True),
        "stale": _issued_handle(False),
        "foreign": _foreign,
        "forged": _forged,
    },
    symbolic=lambda make: Handle(make.int("slot"), make.int("generation"), make.int("type_id"), make.int("free")),
)


def _some_handles(m: Model, scope: Scope) -> Sequence[tuple[Handle, ...]]:
    """No handle, each live one twice, the last two live ones, and a stale one before a live one."""
    live = [m.issued(slot) for slot in m.order]
    stale = Handle(m.nil, 1, m.type_id)
    return [(), *((h, h) for h in live), tuple(live[-2:]), (stale, *live[:1])]


HANDLES = Domain(
    "handles",
    small=_some_handles,
    classes={
        "live": lambda m, issued, number: tuple(m.issued(slot) for slot in m.order[: number % 4]),
        "twice": lambda m, issued, number: tuple(m.issued(slot) for slot in m.order[:1]) * 2,
        "mixed": lambda m, issued, number: (*(m.issued(s) for s in m.order[-1:]), _forged(m, issued, number)),
    },
    symbolic=lambda make: make.handles("handles"),
)

COUNT = Domain(
    "count",
    small=lambda m, scope: (-1, 0, 1, 2, m.room(), m.room() + 1),
    classes={"count": lambda m, issued, number: number % 5 - 1},
    symbolic=lambda make: make.int("count"),
)

POSITION = Domain(
    "position",
    small=lambda m, scope: range(-1, len(m.order) + 2),
    classes={
        "inside": lambda m, issued, number: number % len(m.order) if m.order else None,
        "outside": lambda m, issued, number: len(m.order) + number % 2 if number % 3 else -1,
    },
    symbolic=lambda make: make.int("pos"),
)

LIMIT = Domain(
    "limit",
    small=lambda m, scope: (-1, 0, 1, 2, 3),
    classes={"limit": lambda m, issued, number: number % 6 - 1},
    symbolic=lambda make: make.int("limit"),
)

UNIT = Domain(
    "unit",
    small=lambda m, scope: ("relocations", "shifts"),
    classes={"unit": lambda m, issued, number: ("relocations", "shifts")[number % 2]},
    symbolic=lambda make: make.one_of("unit", ("relocations", "shifts")),
)


def halves(a: int, b: int) -> bool:
    """Order by a // 2: values 2k and 2k + 1 are equivalent, so that stability shows."""
    return a // 2 > b // 2


def falling(a: int, b: int) -> bool:
    """Order by value, largest first: reverses what inserts made."""
    return a < b


ORDER = Domain(
    "order",
    small=lambda m, scope: (halves, falling),
    classes={"order": lambda m, issued, number: halves},
    symbolic=lambda make: make.order("comes_after"),
)


class Factory:
    """A factory that returns one value, or raises."""

    def __init__(self, value: Any, fails: bool = False) -> None:
        self.value = value
        self.fails = fails

    def __call__(self) -> Any:
        if self.fails:
            raise ArithmeticError("this factory fails")
        return self.value

    def __repr__(self) -> str:
        return f"Factory({self.value!r}{', fails=True' if self.fails else ''})"


FACTORY = Domain(
    "factory",
    small=lambda m, scope: [Factory(value) for value in scope.values or (_next_slot(m),)] + [Factory(0, fails=True)],
    classes={
        "makes": lambda m, issued, number: Factory(number % 8),
        "fails": lambda m, issued, number: Factory(0, fails=True),
    },
    symbolic=lambda make: make.factory("factory"),
)

OTHER = Domain(
    "other",
    small=lambda m, scope: (Peer(), Peer((("insert", (0,)), ("insert", (0,)), ("erase", (Handle(0, 1),))))),
    classes={"other": lambda m, issued, number: Peer(tuple(("insert", (value,)) for value in range(number % 3)))},
    symbolic=lambda make: make.peer("other"),
)


class Spoiled:
    """The arrays of this map with one entry changed, or as they are: `from_dict` must tell which of them is a map."""

    def __init__(self, name: str = "", index: int = 0, value: Any = None) -> None:
        self.name = name
        self.index = index
        self.value = value

    def spoil(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data with the change made; an index past the end appends."""
        if self.name:
            entry = data[self.name]
            if isinstance(entry, list):
                entry[self.index : self.index + 1] = [self.value]
            else:
                data[self.name] = self.value
        return data

    def __repr__(self) -> str:
        return f"Spoiled({self.name!r}, {self.index}, {self.value!r})" if self.name else "Spoiled()"


def _spoiled(m: Model, scope: Scope) -> Sequence[Spoiled]:
    slots, length = len(m.generation), len(m.order)
    spoiled = [Spoiled()]
    for name, entries in (("sparse", slots), ("generation", slots), ("free", slots), ("meta", length)):
        spoiled += [Spoiled(name, index, value) for index in range(entries + 1) for value in (-1, 0, 1, 2, m.nil)]
    for name in ("free_head", "free_tail", "retired"):
        spoiled += [Spoiled(name, 0, value) for value in (-1, 0, 1, 2, m.nil)]
    return [*spoiled, Spoiled("nil", 0, 0), Spoiled("nil", 0, slots), Spoiled("generation_limit", 0, 1)]


SPOILED = Domain(
    "data",
    small=_spoiled,
    classes={
        "whole": lambda m, issued, number: Spoiled(),
        "spoiled": lambda m, issued, number: (spoiled := _spoiled(m, SCOPES[0]))[number % len(spoiled)],
    },
)


_COUPLED = tuple(inline(claim.holds) for claim in COUPLE if claim.holds)
_LAWFUL = tuple(inline(claim.holds) for claim in LAWS if claim.holds and not claim.step)


def _read_arrays(m: Model, spoiled: Spoiled) -> Model:
    """What from_dict must answer: the map the arrays mean, if there is one and the claims hold of it."""
    h = represent(m)
    spoiled.spoil(h.__dict__)
    if any(type(entry) is not int or entry < 0 for name in ("sparse", "generation", "free", "meta") for entry in getattr(h, name)):
        raise InvalidArgument("not indices")
    meant = abstract(h)
    if not all(holds(meant, h) for holds in _COUPLED):
        raise InvalidArgument("the arrays break a claim of the coupling")
    if not all(holds(meant) for holds in _LAWFUL):
        raise InvalidArgument("what the arrays mean breaks a law")
    return meant


def represent(m: Model) -> Impl:
    """The arrays of a model state."""
    h: Impl = object.__new__(HandleMap)
    h.sparse = [m.nil] * len(m.generation)
    h.generation = [m.generation[slot] for slot in range(len(m.generation))]
    h.free = [0 if slot in m.value else 1 for slot in range(len(m.generation))]
    h.dense = [m.value[slot] for slot in m.order]
    h.meta = list(m.order)
    for pos, slot in enumerate(m.order):
        h.sparse[slot] = pos
    for slot, following in itertools.pairwise(m.free):
        h.sparse[slot] = following
    h.free_head = m.free[0] if m.free else m.nil
    h.free_tail = m.free[-1] if m.free else m.nil
    h.retired = len(m.generation) - len(m.order) - len(m.free)
    for name in ("fragmented", "reserved", "type_id", "nil", "generation_limit", "retire", "lifo"):
        setattr(h, name, getattr(m, name))
    return h


def coupled(m: Model, h: Impl) -> bool:
    """True if every claim of the coupling holds."""
    return conj(*(claim.holds(m, h) for claim in COUPLE if claim.holds))


def holding(data: dict[str, Any]) -> Impl:
    """A map that holds these arrays, unchecked."""
    h: Impl = object.__new__(HandleMap)
    h.__dict__.update(data)
    return h


# --- operations

OPERATIONS = (
    Operation(
        "insert",
        Claim("HM-R1", "`insert` issues the handle of the next free slot, or of a new one, and puts the value last."),
        takes=(VALUE,),
        cost=Cost(2, 5),
        refusals=("Full",),
    ),
    Operation(
        "emplace",
        Claim("HM-R2", "`emplace` inserts what the factory makes; a factory that raises leaves no trace."),
        takes=(FACTORY,),
        cost=Cost(2, 5),
        refusals=("Full",),
    ),
    Operation(
        "erase",
        Claim("HM-R3", "`erase` of a live handle ends it, moves the last value into the gap and frees the slot; any other handle changes nothing."),
        takes=(HANDLE,),
        rejects=lambda result: result is False,
        cost=Cost(6, 9),
    ),
    Operation(
        "get",
        Claim("HM-R4", "`get` returns the value a live handle names and refuses every other handle."),
        takes=(HANDLE,),
        pure=True,
        cost=Cost(4, 0),
        refusals=("OutOfRange", "StaleHandle"),
    ),
    Operation(
        "assign",
        Claim("HM-R5", "`assign` replaces the value a live handle names and refuses every other handle."),
        takes=(HANDLE, NEW_VALUE),
        cost=Cost(3, 1),
        refusals=("OutOfRange", "StaleHandle"),
    ),
    Operation(
        "is_valid",
        Claim("HM-R6", "`is_valid` is true of the handles that are live, and of no other."),
        takes=(HANDLE,),
        pure=True,
        cost=Cost(2, 0),
    ),
    Operation(
        "pos_of",
        Claim("HM-R7", "`pos_of` is the position at which iteration meets the value a live handle names."),
        takes=(HANDLE,),
        pure=True,
        cost=Cost(3, 0),
        refusals=("OutOfRange", "StaleHandle"),
    ),
    Operation(
        "handle_at",
        Claim("HM-R8", "`handle_at` is the inverse of `pos_of`."),
        takes=(POSITION,),
        pure=True,
        cost=Cost(2, 0),
        refusals=("OutOfRange",),
    ),
    Operation(
        "values",
        Claim("HM-R9", "`values` visits each live value exactly once, in iteration order."),
        pure=True,
        agree=same_sequence,
    ),
    Operation(
        "items",
        Claim("HM-R10", "`items` visits each live handle with its value exactly once, in iteration order."),
        pure=True,
        agree=same_sequence,
    ),
    Operation(
        "emplace_items",
        Claim("HM-R11", "`emplace_items` equals that many `emplace`s, or changes nothing."),
        takes=(COUNT, FACTORY),
        refusals=("InvalidArgument", "Full"),
    ),
    Operation(
        "erase_items",
        Claim("HM-R12", "`erase_items` equals one `erase` after the other."),
        takes=(HANDLES,),
    ),
    Operation(
        "clear",
        Claim("HM-R13", "`clear` ends every handle and queues the usable slots in ascending order."),
    ),
    Operation(
        "reset",
        Claim("HM-R14", "`reset` is the state of a new map, room kept."),
        law_exempt=True,
        cost=Cost(0, 0),
    ),
    Operation(
        "defragment",
        Claim("HM-R15", "`defragment` permutes the iteration order into a stably sorted one, as far as its budget goes."),
        takes=(ORDER, LIMIT, UNIT),
        ensures=lambda *a: _defragment_ensures(*a),
        witness=lambda at: _witness(at),
        refused_if=lambda before, comes_after, limit, unit: limit < 0,
        refusals=("InvalidArgument",),
    ),
    Operation(
        "reserve",
        Claim("HM-R16", "`reserve` raises the capacity and touches nothing else."),
        takes=(COUNT,),
        cost=Cost(0, 0),
        refusals=("InvalidArgument", "Full"),
    ),
    Operation(
        "copy",
        Claim("HM-R17", "`copy` is a second map in the same state that shares no array with the first."),
        pure=True,
        agree=coupled,
    ),
    Operation(
        "swap",
        Claim("HM-R18", "`swap` exchanges the states of two maps."),
        takes=(OTHER,),
        law_exempt=True,
        cost=Cost(0, 0),
    ),
    Operation(
        "to_dict",
        Claim("HM-R19", "`to_dict` holds the whole state, freelist included, and shares no array with the map."),
        pure=True,
        model=lambda m: m.copy(),
        agree=lambda expected, data: coupled(expected, holding(data)),
    ),
    Operation(
        "from_dict",
        Claim("HM-R20", "`from_dict` accepts the arrays of a handle map and refuses all others."),
        takes=(SPOILED,),
        pure=True,
        model=_read_arrays,
        impl=lambda h, spoiled: type(h).from_dict(spoiled.spoil(h.to_dict())),
        agree=coupled,
        unproved="its loops over foreign data have no invariant yet; exhausted on every one-entry change of every state",
        refusals=("InvalidArgument",),
    ),
    Operation(
        "size",
        Claim("HM-R21", "`size` is the number of live handles."),
        pure=True,
        cost=Cost(0, 0),
    ),
    Operation(
        "capacity",
        Claim("HM-R22", "`capacity` is at least what was reserved and at least the number of slots."),
        pure=True,
        cost=Cost(0, 0),
    ),
    Operation(
        "room",
        Claim("HM-R23", "`room` is the number of inserts that succeed before `Full`."),
        pure=True,
        cost=Cost(0, 0),
    ),
)

# --- loops


def _linked(at: Any) -> Any:
    """How many usable slots `clear` has linked so far: those behind it that it did not count as used up."""
    return at.index - at.now.retired


def _clear_invariant(at: Any) -> dict[str, bool]:
    """The freelist holds the usable slots behind `index`: the first ones of the model's final queue."""
    now, before, queue, linked = at.now, at.before, at.model.free, _linked(at)
    return {
        "lengths stay": conj(
            len(now.sparse) == len(before.sparse),
            len(now.generation) == len(before.sparse),
            len(now.free) == len(before.sparse),
        ),
        "the next slot is queued if it is usable": implies(
            at.index < len(before.sparse),
            lambda: iff(
                contains(queue, at.index),
                disj(negate(at.model.retire), lambda: at.model.generation[at.index] != 0),
            ),
        ),
        "a queued slot stands behind those linked": implies(
            contains(queue, at.index), lambda: linked <= queue.place(at.index)
        ),
        "linked slots are the first of the queue": conj(
            now.retired >= 0,
            within(0, linked, len(queue) + 1),
            forall(0, len(queue), lambda place: iff(place < linked, queue[place] < at.index)),
            implies(linked < len(queue), lambda: queue[linked] >= at.index),
        ),
        "ends": conj(
            implies(linked == 0, lambda: conj(now.free_head == now.nil, now.free_tail == now.nil)),
            implies(
                linked > 0, lambda: conj(now.free_head == queue[0], now.free_tail == queue[linked - 1])
            ),
        ),
        "links": forall(
            0,
            len(queue),
            lambda place: conj(
                implies(place < linked - 1, lambda: now.sparse[queue[place]] == queue[place + 1]),
                implies(place == linked - 1, lambda: now.sparse[queue[place]] == now.nil),
            ),
        ),
        "slots behind": forall(
            0,
            at.index,
            lambda slot: conj(
                now.generation[slot] == at.model.generation[slot],
                now.free[slot] == 1,
                implies(negate(contains(queue, slot)), lambda: now.sparse[slot] == now.nil),
            ),
        ),
        "slots ahead": forall(
            at.index,
            len(before.sparse),
            lambda slot: conj(
                now.generation[slot] == before.generation[slot],
                now.free[slot] == before.free[slot],
            ),
        ),
    }


def _witness(at: Any) -> Model:
    """The model whose order is what `meta` and `sparse` spell out now."""
    m: Model = object.__new__(type(at.model_before))
    m.__dict__.update(at.model_before.__dict__)
    m.order = at.distinct(at.now.meta, at.now.sparse)
    m.fragmented = at.now.fragmented
    return m


def _move_invariant(at: Any) -> dict[str, bool]:
    """Those passed have gone up by one; everything else stands where it stood."""
    now, entry, pos, origin = at.now, at.entry, at.local["pos"], at.local["origin"]
    return {
        "between": conj(
            at.local["target"] <= pos,
            pos <= origin,
            len(now.dense) == len(entry.dense),
            len(now.meta) == len(entry.meta),
            len(now.sparse) == len(entry.sparse),
        ),
        "dense and meta": forall(
            0,
            len(entry.dense),
            lambda k: conj(
                implies(
                    disj(k <= pos, k > origin),
                    lambda: conj(now.dense[k] == entry.dense[k], now.meta[k] == entry.meta[k]),
                ),
                implies(
                    conj(pos < k, k <= origin),
                    lambda: conj(now.dense[k] == entry.dense[k - 1], now.meta[k] == entry.meta[k - 1]),
                ),
            ),
        ),
        "sparse": forall(
            0,
            len(entry.sparse),
            lambda slot: now.sparse[slot]
            == choose(
                conj(entry.free[slot] == 0, pos <= entry.sparse[slot], entry.sparse[slot] < origin),
                entry.sparse[slot] + 1,
                entry.sparse[slot],
            ),
        ),
    }


def _is_spent(at: Any) -> bool:
    limit, unit = at.local["limit"], at.local["unit"]
    return conj(unit == "shifts", limit > 0, at.local["used"] >= limit)


def _defragment_invariant(at: Any) -> dict[str, bool]:
    """The values up to `turn` are sorted, those from there on untouched, and all that moved moved for a reason."""
    now, before, turn, used = at.now, at.before, at.local["turn"], at.local["used"]
    comes_after, limit, _ = at.arguments
    m = _witness(at)
    return {
        **{f"{claim.id} of the order so far": claim.holds(m, now) for claim in COUPLE if claim.holds},
        "turn": conj(turn >= 1, disj(turn <= len(now.dense), turn == 1)),
        "used": conj(used >= 0, disj(limit == 0, used <= limit), limit >= 0),
        "the order so far is a permutation": forall(
            0,
            len(before.sparse),
            lambda slot: implies(
                before.free[slot] == 0,
                lambda: conj(within(0, now.sparse[slot], len(now.meta)), lambda: now.meta[now.sparse[slot]] == slot),
            ),
        ),
        "unused, nothing moved": implies(
            used == 0, lambda: forall(0, len(before.meta), lambda pos: now.meta[pos] == before.meta[pos])
        ),
        "ahead": forall(
            turn,
            len(before.dense),
            lambda pos: conj(now.dense[pos] == before.dense[pos], now.meta[pos] == before.meta[pos]),
        ),
        "sorted so far": disj(
            _is_spent(at),
            lambda: forall(
                0,
                turn,
                lambda a: forall(
                    a + 1,
                    turn,
                    lambda b: implies(b < len(now.dense), lambda: negate(comes_after(now.dense[a], now.dense[b]))),
                ),
            ),
        ),
        "overtaken only by what it comes after": _overtaken(before, now, at.model_before, comes_after),
    }


def _overtaken(before: Any, after: Any, m: Any, comes_after: Any) -> bool:
    """Of two values that changed places, the one that was first comes after the other: the sort is stable."""
    return forall(
        0,
        len(before.sparse),
        lambda s: forall(
            0,
            len(before.sparse),
            lambda t: implies(
                conj(
                    before.free[s] == 0,
                    before.free[t] == 0,
                    before.sparse[s] < before.sparse[t],
                    after.sparse[s] > after.sparse[t],
                ),
                lambda: comes_after(m.value[s], m.value[t]),
            ),
        ),
    )


def _search_invariant(at: Any) -> dict[str, bool]:
    """All values between `pos` and `turn` come after the one that moves."""
    now, pos, turn, value = at.now, at.local["pos"], at.local["turn"], at.local["value"]
    comes_after = at.arguments[0]
    return {
        "between": conj(at.local["stop"] <= pos, pos <= turn, at.local["stop"] >= 0),
        "all passed come after": forall(pos, turn, lambda k: comes_after(now.dense[k], value)),
    }


def _defragment_ensures(
    before: Model, after: Model, used: int, comes_after: Any, limit: int, unit: str
) -> dict[str, bool]:
    """What `defragment` promises."""
    length = len(before.order)
    return {
        "the order is a permutation of what it was": conj(
            len(after.order) == length,
            forall(0, length, lambda pos: contains(after.order, before.order[pos])),
        ),
        "two values that changed places were in the wrong order": forall(
            0,
            length,
            lambda a: forall(
                a + 1,
                length,
                lambda b: implies(
                    after.order.place(before.order[a]) > after.order.place(before.order[b]),
                    lambda: comes_after(before.value[before.order[a]], before.value[before.order[b]]),
                ),
            ),
        ),
        "unless fragmented, sorted": implies(
            conj(before.fragmented, lambda: negate(after.fragmented)),
            lambda: forall(
                0,
                length,
                lambda a: forall(
                    a + 1,
                    length,
                    lambda b: negate(comes_after(after.value[after.order[a]], after.value[after.order[b]])),
                ),
            ),
        ),
        "the budget is kept": conj(used >= 0, disj(limit == 0, used <= limit)),
        "fragmented only if the budget is used up": implies(
            after.fragmented, lambda: conj(limit > 0, used >= limit)
        ),
        "nothing used, nothing moved": implies(
            used == 0, lambda: forall(0, length, lambda pos: after.order[pos] == before.order[pos])
        ),
    }


LOOPS = (
    Loop("check_handles"),
    Loop("HandleMapModel.erase_items", lockstep=True),
    Loop("HandleMap.erase_items", lockstep=True),
    *(
        Loop(
            f"{side}.emplace_items",
            index,
            invariant=invariant_,
            lockstep=True,
            keeps=index == 0,
            locals={"values": lambda make: make.list("values")}
            if index == 0
            else {"handles": lambda make: make.handles("handles")},
        )
        for side, index, invariant_ in (
            ("HandleMapModel", 0, lambda at: _all_made(at, at.model)),
            ("HandleMapModel", 1, lambda at: _room_left(at, at.model)),
            ("HandleMap", 0, lambda at: _all_made(at, at.now)),
            ("HandleMap", 1, lambda at: _room_left(at, at.now)),
        )
    ),
    Loop(
        "HandleMap.clear",
        invariant=_clear_invariant,
        changes=("sparse", "generation", "free", "free_head", "free_tail", "retired"),
    ),
    Loop(
        "HandleMap.defragment",
        0,
        invariant=_defragment_invariant,
        variant=lambda at: choose(at.local["turn"] <= len(at.now.dense), len(at.now.dense) - at.local["turn"], 0),
        changes=("dense", "meta", "sparse"),
    ),
    Loop(
        "HandleMap.defragment",
        1,
        invariant=_search_invariant,
        variant=lambda at: at.local["pos"],
    ),
    Loop(
        "HandleMap._move",
        invariant=_move_invariant,
        variant=lambda at: at.local["pos"] - at.local["target"],
        changes=("dense", "meta", "sparse"),
    ),
)


def _all_made(at: Any, side: Any) -> dict[str, bool]:
    """As many values are made as rounds are behind."""
    return {
        "one value a round": len(at.local["values"]) == at.index,
        "room for all": at.local["count"] <= side.room(),
    }


def _room_left(at: Any, side: Any) -> dict[str, bool]:
    """There is room for the values that are still to come."""
    return {"room for the rest": len(at.local["values"]) - at.index <= side.room()}


# --- scopes


def _count_states(slots: int, generations: int) -> int:
    """Well-formed states of insert, erase and queries under `wrap`: every arrangement, every generation.

    The n slots made stand in one row, cut into live ones (in order) and free ones (in order).
    The state before the first insert is the only one that is not fragmented.
    Under `retire` a slot grows older with each move, so that fewer states can be reached without sorting.
    """
    return 1 + sum((made + 1) * factorial(made) * generations**made for made in range(1, slots + 1))


QUERIES = ("get", "is_valid", "pos_of", "handle_at", "values", "items", "size", "room")
STEPS = ("insert", "erase", "assign", *QUERIES)


def _policy(name: str, generation: str, free_order: str, generation_bits: int, deep: bool = False) -> Scope:
    return Scope(
        name,
        {
            "index_bits": 2,
            "generation_bits": generation_bits,
            "type_bits": 2,
            "generation": generation,
            "free_order": free_order,
        },
        operations=("insert", "erase", *QUERIES),
        well_formed=(lambda: _count_states(3, 2**generation_bits)) if generation == "wrap" else None,
        deep=deep,
    )


def _up_to_two_slots(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    return operation != "insert" or bool(m.free) or len(m.generation) < 2


def _up_to_four_slots(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    return operation != "insert" or bool(m.free) or len(m.generation) < 4


WHOLE = {"index_bits": 2, "generation_bits": 2, "type_bits": 2}

SCOPES = (
    _policy("retire, fifo", "retire", "fifo", 2),
    _policy("retire, lifo", "retire", "lifo", 2),
    _policy("wrap, fifo", "wrap", "fifo", 1),
    _policy("wrap, lifo", "wrap", "lifo", 1),
    Scope("whole container", {**WHOLE, "generation_bits": 1}, values=(0,)),
    Scope("whole container, wrap, lifo", {**WHOLE, "generation_bits": 1, "generation": "wrap", "free_order": "lifo"}, values=(0,)),
    Scope(
        "every filling",
        {**WHOLE, "generation_bits": 1, "generation": "wrap"},
        operations=("insert", "erase", "clear", "defragment"),
        admits=_up_to_two_slots,
        enumerate=True,
    ),
    Scope(
        "every filling, retire",
        WHOLE,
        operations=("insert", "erase", "clear", "defragment"),
        admits=_up_to_two_slots,
        enumerate=True,
    ),
    Scope(
        "order",
        {**WHOLE, "generation_bits": 1, "index_bits": 3},
        values=(0, 1, 2, 3),
        operations=("insert", "assign", "defragment", "values", "get", "pos_of"),
        admits=_up_to_four_slots,
    ),
    Scope(
        "four slots",
        {"index_bits": 3, "generation_bits": 3, "type_bits": 1, "generation": "wrap"},
        operations=("insert", "erase"),
        admits=_up_to_four_slots,
        well_formed=lambda: _count_states(4, 8),
        deep=True,
    ),
)


def candidates(scope: Scope) -> Iterator[Impl]:
    """Every filling of the arrays with up to two slots, well-formed or not; values tell their slot."""
    new = HandleMap[Any](**scope.configuration)
    indices = range(new.nil + 1)
    for slots in range(3):
        for live in range(slots + 1):
            cells = (
                itertools.product(indices, repeat=slots),
                itertools.product(range(new.generation_limit), repeat=slots),
                itertools.product(range(2), repeat=slots),
                itertools.product(range(slots), repeat=live),
                indices,
                indices,
                range(slots + 1),
                (False, True),
            )
            for sparse, generation, free, meta, head, tail, retired, fragmented in itertools.product(*cells):
                h = new.copy()
                h.sparse, h.generation, h.free = list(sparse), list(generation), list(free)
                h.meta, h.dense = list(meta), list(meta)
                h.free_head, h.free_tail, h.retired, h.fragmented = head, tail, retired, fragmented
                yield h


DEVIATIONS = (
    Claim("HM-D1", "A slot whose generations are used up is never handed out again (`retire`); the original starts them over, so a dead handle comes back to life (`wrap`)."),
    Claim("HM-D2", "A handle to a free slot is refused whatever its generation; the original accepts one that carries the slot's next generation."),
    Claim("HM-D3", "Erasing the last position leaves the freelist alone; the original of 2016 overwrote the freed slot's link and handed one slot out twice."),
    Claim("HM-D4", "`defragment` forgets the disorder only if the whole array is known to be sorted; the original also when a shift budget ran out on the last value."),
    Claim("HM-D5", "`clear` ages live slots only and does nothing the second time; the original ages free slots too, every time."),
    Claim("HM-D6", "`reset` forgets every generation, as the original does: a handle from before may name a value from after; `clear` is the operation that keeps handles dead."),
    Claim("HM-D7", "A type id that does not fit its width is refused; the original truncates it in handles but not in comparisons, so that every handle is invalid."),
    Claim("HM-D8", "A handle whose free bit is set is refused; the original ignores the bit."),
    Claim("HM-D9", "Values are made before anything changes; in the original a constructor that throws leaves a live slot without a value."),
    Claim("HM-D10", "The table is full when every index but nil is a slot, which raises `Full`, also for a bulk of any size, 0 included; the original checks neither."),
)

LINKS = (
    Link(
        "live slot to its position",
        "sparse",
        "meta",
        when=lambda h, slot: h.free[slot] == 0,
        arrives=lambda h, slot, pos: h.meta[pos] == slot,
    ),
    Link(
        "position to its slot",
        "meta",
        "sparse",
        when=lambda h, pos: True,
        arrives=lambda h, pos, slot: h.free[slot] == 0 and h.sparse[slot] == pos,
    ),
    Link(
        "free slot to the next one",
        "sparse",
        "sparse",
        when=lambda h, slot: h.free[slot] == 1 and h.sparse[slot] != h.nil,
        arrives=lambda h, slot, following: h.free[following] == 1,
    ),
    Link(
        "first free slot",
        "free_head",
        "sparse",
        when=lambda h, index: h.free_head != h.nil,
        arrives=lambda h, index, slot: h.free[slot] == 1,
    ),
    Link(
        "last free slot",
        "free_tail",
        "sparse",
        when=lambda h, index: h.free_tail != h.nil,
        arrives=lambda h, index, slot: h.free[slot] == 1 and h.sparse[slot] == h.nil,
    ),
)



def _any_configuration(make: Any) -> dict[str, Any]:
    """Any widths, any type id, any reserve, any policies."""
    return {
        "type_id": make.int("type_id"),
        "reserve": make.int("reserve"),
        "index_bits": make.int("index_bits"),
        "generation_bits": make.int("generation_bits"),
        "type_bits": make.int("type_bits"),
        "generation": make.one_of("generation", ("retire", "wrap")),
        "free_order": make.one_of("free_order", ("fifo", "lifo")),
    }


HANDLE_MAP = Refinement(
    code="HM",
    name="handle_map",
    title="handle map",
    model=HandleMapModel,
    impl=HandleMap,
    couple=COUPLE,
    laws=LAWS,
    operations=OPERATIONS,
    scopes=SCOPES,
    deviations=DEVIATIONS,
    abstract=abstract,
    candidates=candidates,
    loops=LOOPS,
    configure=_any_configuration,
    not_operations={
        "__eq__": "compares what `to_dict` holds (HM-R19)",
        "__repr__": "writes what `to_dict` holds (HM-R19)",
    },
    theorems=THEOREMS,
    links=LINKS,
    contracts=CONTRACTS,
)
