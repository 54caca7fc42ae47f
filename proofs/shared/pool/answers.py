"""What pools and the entity storage answer: laws of a call, of the model alone.

Laws        SS-L5 ... SS-L15, ST-L8 ... ST-L21, ES-L7 ... ES-L17
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from slotproof.declare import Answering, Claim
from slotproof.proofs.shared.invalid import no_count, no_handle, no_number, refuses
from slotproof.spec.handle import Handle
from slotproof.spec.logic import (
    below,
    choose,
    conj,
    contains,
    disj,
    exists,
    forall,
    forall_in,
    iff,
    implies,
    negate,
    within,
)

# --- pools


def is_element(m: Any, handle: Handle) -> bool:
    """True if the handle is that of an element."""
    return conj(
        handle.type_id == 0,
        handle.free == 0,
        contains(m.generation, handle.slot),
        lambda: m.generation[handle.slot] == handle.generation,
    )


def is_no_element(m: Any, handle: Handle, *more: Any) -> bool:
    """True if the handle is that of no element."""
    return negate(is_element(m, handle))


def others_stay(before: Any, after: Any, slot: int) -> bool:
    """True if every element but that of one slot is one still."""
    return forall_in(
        before.generation,
        lambda other: disj(
            other == slot,
            lambda: conj(
                contains(after.generation, other), lambda: after.generation[other] == before.generation[other]
            ),
        ),
    )


def values_stay(before: Any, after: Any, slot: int) -> bool:
    """True if every element but that of one slot has its value still."""
    return forall_in(
        before.value,
        lambda other: disj(
            other == slot,
            lambda: conj(contains(after.value, other), lambda: after.value[other] == before.value[other]),
        ),
    )


def _refused_push(before: Any, handle: Handle, *more: Any) -> bool:
    return contains(before.generation, handle.slot)


def _pushed(before: Any, after: Any, answer: int, handle: Handle) -> bool:
    return conj(
        negate(contains(before.generation, handle.slot)),
        is_element(after, handle),
        within(0, answer, len(after.order)),
        lambda: after.order[answer] == handle.slot,
    )


def _bumped(before: Any, after: Any, answer: int, handle: Handle) -> bool:
    return conj(contains(before.generation, handle.slot), answer == handle.generation, is_element(after, handle))


def all_stay(before: Any, after: Any) -> bool:
    """True if every element is one still."""
    return others_stay(before, after, -1)


def all_values_stay(before: Any, after: Any) -> bool:
    """True if every element is one still, with its value."""
    return conj(all_stay(before, after), values_stay(before, after, -1))


def _is_named(handles: Sequence[Handle], count: int, slot: int, generation: int) -> bool:
    """True if one of the first handles of a list has this slot and generation."""
    return exists(0, count, lambda turn: conj(handles[turn].slot == slot, handles[turn].generation == generation))


def _comes_before(handles: Sequence[Handle], turn: int) -> bool:
    """True if the slot of a handle is that of one before it."""
    return exists(0, turn, lambda other: handles[other].slot == handles[turn].slot)


def only_these_end(before: Any, after: Any, handles: Sequence[Handle], count: int) -> bool:
    """True if every element but the first ones of a list is one still, and none of those is."""
    return conj(
        forall(0, count, lambda turn: is_no_element(after, handles[turn])),
        forall_in(
            before.generation,
            lambda slot: disj(
                conj(contains(after.generation, slot), lambda: after.generation[slot] == before.generation[slot]),
                lambda: _is_named(handles, count, slot, before.generation[slot]),
            ),
        ),
    )


def _fits_no_element(before: Any, handle: Any, *value: Any) -> bool:
    """True of what is no handle, or of one that no element can have."""
    return disj(
        no_handle(before, handle),
        lambda: negate(
            conj(
                within(0, handle.slot, before.nil),
                within(0, handle.generation, before.tombstone),
                handle.type_id == 0,
                handle.free == 0,
            )
        ),
    )


def _is_one_missing(before: Any, handles: Sequence[Handle]) -> bool:
    """True if a handle is that of no element, or its slot comes twice."""
    return exists(
        0,
        len(handles),
        lambda turn: disj(
            is_no_element(before, handles[turn]),
            lambda: _comes_before(handles, turn),
        ),
    )


Stays = Callable[[Any, Any], bool]


def pool_bulks(code: str, first: int, stays: Stays, adds: str) -> tuple[Answering, ...]:
    """Laws of what is done to many elements at once, or to their order, under a code, from a number on.

    Takes      stays, (before, after) -> true if every element is as it was; adds, the operation that puts one in
    """

    def _stays(before: Any, after: Any, answer: Any, *arguments: Any) -> bool:
        return stays(before, after)

    return (
        Answering(
            Claim(
                f"{code}-L{first}",
                "`erase_items` and `remove_items` take out what they are given, and nothing else; the first is refused "
                "if one is no element, or comes twice, and the second answers how many there were.",
            ),
            answered={
                "erase_items": lambda before, after, answer, handles: conj(
                    forall(0, len(handles), lambda turn: is_element(before, handles[turn])),
                    only_these_end(before, after, handles, len(handles)),
                ),
                "remove_items": lambda before, after, answer, handles: conj(
                    answer == len(before.generation) - len(after.generation),
                    only_these_end(before, after, handles, len(handles)),
                ),
            },
            refused={"erase_items": _is_one_missing},
        ),
        Answering(
            Claim(f"{code}-L{first + 1}", "To order, to compact and to shrink leaves every element as it is."),
            answered=dict.fromkeys(("swap_elements", "sort", "sort_by", "sort_as", "compact", "shrink"), _stays),
        ),
        Answering(
            Claim(f"{code}-L{first + 2}", "`swap_elements` is refused only if one of the two is no element."),
            answered={
                "swap_elements": lambda before, after, answer, one, other: conj(
                    is_element(before, one), is_element(before, other)
                )
            },
            refused={
                "swap_elements": lambda before, one, other: disj(
                    is_no_element(before, one), lambda: is_no_element(before, other)
                )
            },
        ),
        refuses(
            f"{code}-L{first + 3}",
            f"By `{adds}` and `bump`, a handle that no element can have, as slots or generations have run out,",
            **{adds: _fits_no_element, "bump": _fits_no_element},
        ),
    )


def pool_answers(code: str, first: int) -> tuple[Answering, ...]:
    """Laws of both sorts of pool, under a code, from a number on."""
    return (
        Answering(
            Claim(
                f"{code}-L{first}",
                "A handle is answered for exactly while it is that of an element, and by what is its own.",
            ),
            answered={
                "contains": lambda before, after, answer, handle: iff(answer, is_element(before, handle)),
                "index": lambda before, after, answer, handle: conj(
                    is_element(before, handle),
                    within(0, answer, len(before.order)),
                    lambda: before.order[answer] == handle.slot,
                ),
                "current": lambda before, after, answer, handle: conj(
                    implies(contains(before.generation, handle.slot), lambda: before.generation[handle.slot] == answer),
                    implies(negate(contains(before.generation, handle.slot)), answer == before.tombstone),
                ),
                "entity_at": lambda before, after, answer, pos: conj(
                    is_element(before, answer), lambda: before.order[pos] == answer.slot
                ),
                "erase": lambda before, after, answer, handle: conj(
                    is_element(before, handle), negate(contains(after.generation, handle.slot))
                ),
                "remove": lambda before, after, answer, handle: conj(
                    iff(answer, is_element(before, handle)), is_no_element(after, handle)
                ),
            },
            refused={"index": is_no_element, "erase": is_no_element},
        ),
        Answering(
            Claim(f"{code}-L{first + 1}", "What is done to one slot leaves the elements of all others as they are."),
            answered={
                "erase": lambda before, after, answer, handle: others_stay(before, after, handle.slot),
                "remove": lambda before, after, answer, handle: others_stay(before, after, handle.slot),
                "bump": lambda before, after, answer, handle: others_stay(before, after, handle.slot),
            },
        ),
        Answering(
            Claim(f"{code}-L{first + 2}", "`clear` leaves no element."),
            answered={"clear": lambda before, after, answer: conj(len(after.generation) == 0, len(after.order) == 0)},
        ),
        Answering(
            Claim(
                f"{code}-L{first + 3}",
                "`bump` answers the generation that the slot's element has then; it is refused only if there is none.",
            ),
            answered={"bump": _bumped},
            refused={"bump": lambda before, handle: negate(contains(before.generation, handle.slot))},
        ),
    )


def no_limit(before: Any, comes_after: Any, count: Any) -> bool:
    """True of what is neither a number of positions nor None."""
    return conj(negate(count is None), lambda: no_number(before, count))


SET_ANSWERS: Final = (
    *pool_answers("SS", 5),
    Answering(
        Claim("SS-L9", "`push` is refused only if the slot of the handle has an element; else it has this one."),
        answered={
            "push": lambda before, after, answer, handle: conj(
                _pushed(before, after, answer, handle), others_stay(before, after, handle.slot)
            )
        },
        refused={"push": _refused_push},
    ),
    refuses(
        "SS-L10",
        "By `entity_at`, what is no number, and by `sort`, what is neither a number nor None,",
        entity_at=no_number,
        sort=no_limit,
    ),
    *pool_bulks("SS", 11, all_stay, "push"),
    Answering(
        Claim("SS-L15", "`push_items` puts every handle in, and leaves every element as it is."),
        answered={
            "push_items": lambda before, after, answer, handles: conj(
                all_stay(before, after), forall(0, len(handles), lambda turn: is_element(after, handles[turn]))
            )
        },
    ),
)


def has_item(m: Any, item: tuple[Handle, Any]) -> bool:
    """True if the handle of an item is that of an element, which has the value of the item."""
    return conj(is_element(m, item[0]), lambda: m.value[item[0].slot] == item[1])


STORAGE_ANSWERS: Final = (
    *pool_answers("ST", 8),
    Answering(
        Claim(
            "ST-L12",
            "`emplace` is refused only if the slot of the handle has an element; else it has this one.",
        ),
        answered={
            "emplace": lambda before, after, answer, handle, value: conj(
                _pushed(before, after, answer, handle),
                others_stay(before, after, handle.slot),
                lambda: after.value[handle.slot] == value,
            )
        },
        refused={"emplace": _refused_push},
    ),
    Answering(
        Claim("ST-L13", "A value is answered for exactly while its handle is that of an element, and is its own."),
        answered={
            "get": lambda before, after, answer, handle: conj(
                is_element(before, handle), lambda: before.value[handle.slot] == answer
            ),
            "replace": lambda before, after, answer, handle, value: conj(
                is_element(before, handle), lambda: after.value[handle.slot] == value
            ),
            "patch": lambda before, after, answer, handle, change: conj(
                is_element(before, handle), lambda: after.value[handle.slot] == answer
            ),
        },
        refused={"get": is_no_element, "replace": is_no_element, "patch": is_no_element},
    ),
    Answering(
        Claim("ST-L14", "What is done to one slot leaves the values of all others as they are."),
        answered={
            "emplace": lambda before, after, answer, handle, value: values_stay(before, after, handle.slot),
            "erase": lambda before, after, answer, handle: values_stay(before, after, handle.slot),
            "remove": lambda before, after, answer, handle: values_stay(before, after, handle.slot),
            "replace": lambda before, after, answer, handle, value: values_stay(before, after, handle.slot),
            "patch": lambda before, after, answer, handle, change: values_stay(before, after, handle.slot),
            "bump": lambda before, after, answer, handle: values_stay(before, after, -1),
        },
    ),
    refuses(
        "ST-L15",
        "By `reserve`, what is no count, and by `entity_at`, what is no number,",
        reserve=no_count,
        entity_at=no_number,
    ),
    *pool_bulks("ST", 16, all_values_stay, "emplace"),
    Answering(
        Claim("ST-L20", "`emplace_items` puts every handle in with its value, and leaves every element as it is."),
        answered={
            "emplace_items": lambda before, after, answer, items: conj(
                all_values_stay(before, after), forall(0, len(items), lambda turn: has_item(after, items[turn]))
            )
        },
    ),
    Answering(
        Claim("ST-L21", "`reserve` is refused only for more values than there are slots, and leaves every element."),
        answered={"reserve": lambda before, after, answer, count: all_values_stay(before, after)},
        refused={"reserve": lambda before, count: count > before.nil},
    ),
)

# --- entities


def is_alive(m: Any, handle: Handle) -> bool:
    """True if the handle was issued and not destroyed since."""
    return conj(is_element(m, handle), lambda: lives(m, handle.slot))


def is_dead(m: Any, handle: Handle) -> bool:
    """True if the handle was not issued, or has ended."""
    return negate(is_alive(m, handle))


def lives(m: Any, slot: int) -> bool:
    """True if the slot is one of the live ones."""
    return conj(contains(m.order, slot), lambda: m.order.place(slot) < m.live)


def others_live(before: Any, after: Any, slot: int) -> bool:
    """True if every live handle but that of one slot is live still."""
    return forall_in(
        before.generation,
        lambda other: implies(
            conj(other != slot, lives(before, other)),
            lambda: conj(lives(after, other), lambda: after.generation[other] == before.generation[other]),
        ),
    )


def _issued(before: Any, after: Any, answer: Handle, *hint: Any) -> bool:
    return conj(
        negate(lives(before, answer.slot)), is_alive(after, answer), lambda: others_live(before, after, answer.slot)
    )


def _is_no_choice(before: Any, handle: Handle, generation: Any, highest: Any) -> bool:
    """True of what is no generation up to the highest one, and under `retire` of one not above that of the handle."""
    return disj(
        no_handle(before, handle),
        lambda: no_count(before, generation),
        lambda: conj(before.retire, generation <= handle.generation),
        lambda: generation > choose(before.retire, before.tombstone - 1, highest),
    )


def has_no_slot(before: Any, *hint: Any) -> bool:
    """True if no slot is dead and usable, and none is new from the next one on."""
    return conj(
        before.live == before.usable,
        lambda: forall(before.next_slot, before.nil, lambda slot: contains(before.generation, slot)),
    )


def unissued(m: Any) -> Any:
    """How many slots from `next_slot` on were never issued."""
    return m.nil - m.next_slot - (below(m.generation, m.nil) - below(m.generation, m.next_slot))


def only_these_die(before: Any, after: Any, handles: Sequence[Handle], count: int) -> bool:
    """True if every live handle but the first ones of a list is live still, and none of those is."""
    return conj(
        forall(0, count, lambda turn: is_dead(after, handles[turn])),
        forall_in(
            before.generation,
            lambda slot: implies(
                lives(before, slot),
                lambda: disj(
                    conj(lives(after, slot), lambda: after.generation[slot] == before.generation[slot]),
                    lambda: _is_named(handles, count, slot, before.generation[slot]),
                ),
            ),
        ),
    )


def _is_one_dead(before: Any, handles: Sequence[Handle]) -> bool:
    """True if a handle is dead, or its slot comes twice."""
    return exists(
        0,
        len(handles),
        lambda turn: disj(is_dead(before, handles[turn]), lambda: _comes_before(handles, turn)),
    )


def all_created(before: Any, after: Any, handles: Sequence[Handle]) -> bool:
    """True if each handle was not live, nor its slot, and is."""
    return forall(
        0,
        len(handles),
        lambda turn: conj(negate(lives(before, handles[turn].slot)), is_alive(after, handles[turn])),
    )


ENTITY_ANSWERS: Final = (
    Answering(
        Claim("ES-L7", "A handle is answered for exactly while it is live, and by what is its own; `destroy` ends it."),
        answered={
            "is_valid": lambda before, after, answer, handle: iff(answer, is_alive(before, handle)),
            "index": lambda before, after, answer, handle: conj(
                is_alive(before, handle),
                within(0, answer, before.live),
                lambda: before.order[answer] == handle.slot,
            ),
            "entity_at": lambda before, after, answer, pos: conj(
                is_alive(before, answer), lambda: before.order[pos] == answer.slot
            ),
            "destroy": lambda before, after, answer, handle: conj(
                is_alive(before, handle),
                is_dead(after, handle),
                disj(answer == after.tombstone, lambda: answer == after.generation[handle.slot]),
                lambda: others_live(before, after, handle.slot),
            ),
            "current": lambda before, after, answer, handle: implies(
                contains(before.generation, handle.slot), lambda: before.generation[handle.slot] == answer
            ),
        },
        refused={"index": is_dead, "destroy": is_dead},
    ),
    Answering(
        Claim("ES-L8", "What is issued was not live, is, and ends no other; it is refused only if no slot is left."),
        answered={"create": _issued, "create_at": _issued},
        refused={"create": has_no_slot, "create_at": has_no_slot},
    ),
    Answering(
        Claim("ES-L9", "`clear` leaves no handle live."),
        answered={"clear": lambda before, after, answer: after.live == 0},
    ),
    refuses(
        "ES-L10",
        "By `create_items`, what is no count, and by `entity_at`, what is no number,",
        create_items=no_count,
        entity_at=no_number,
    ),
    Answering(
        Claim(
            "ES-L11",
            "`destroy_to` ends its handle, and answers the generation its slot has next; `bump` answers the one that "
            "is live in its place; no other handle ends.",
        ),
        answered={
            "destroy_to": lambda before, after, answer, handle, generation: conj(
                is_alive(before, handle),
                negate(lives(after, handle.slot)),
                answer == choose(generation == before.tombstone, 0, generation),
                lambda: answer == after.generation[handle.slot],
                lambda: others_live(before, after, handle.slot),
            ),
            "bump": lambda before, after, answer, handle, generation: conj(
                is_alive(before, handle),
                answer == generation,
                is_alive(after, Handle(handle.slot, answer)),
                lambda: others_live(before, after, handle.slot),
            ),
        },
        refused={
            "destroy_to": lambda before, handle, generation: is_dead(before, handle),
            "bump": lambda before, handle, generation: is_dead(before, handle),
        },
    ),
    refuses(
        "ES-L12",
        "By `destroy_to` and `bump`, what is no handle, or no generation that its slot may have next, and by `sort`, "
        "what is neither a number nor None,",
        destroy_to=lambda before, handle, generation: _is_no_choice(before, handle, generation, before.tombstone),
        bump=lambda before, handle, generation: _is_no_choice(before, handle, generation, before.tombstone - 1),
        sort=no_limit,
    ),
    Answering(
        Claim("ES-L13", "To sort ends no handle; `sort_as` answers a number of live ones."),
        answered={
            "sort": lambda before, after, answer, comes_after, count: others_live(before, after, -1),
            "sort_by": lambda before, after, answer, key, count: others_live(before, after, -1),
            "sort_as": lambda before, after, answer, handles: conj(
                within(0, answer, before.live + 1), others_live(before, after, -1)
            ),
        },
    ),
    Answering(
        Claim(
            "ES-L14",
            "`destroy_items` ends the handles it is given and no others; it is refused if one is dead, or comes twice.",
        ),
        answered={
            "destroy_items": lambda before, after, answer, handles: conj(
                forall(0, len(handles), lambda turn: is_alive(before, handles[turn])),
                only_these_die(before, after, handles, len(handles)),
            )
        },
        refused={"destroy_items": _is_one_dead},
    ),
    Answering(
        Claim(
            "ES-L15",
            "`create_items` issues as many handles as it is asked for, which were not live and are; it is refused only "
            "if there are more than slots to be issued again and new ones from the next one on.",
        ),
        answered={
            "create_items": lambda before, after, answer, count: conj(
                implies(count >= 0, len(answer) == count), all_created(before, after, answer)
            )
        },
        refused={"create_items": lambda before, count: count > before.usable - before.live + unissued(before)},
    ),
    Answering(
        Claim("ES-L16", "What issues, starts elsewhere or exchanges positions ends no handle."),
        answered={
            "create_items": lambda before, after, answer, count: others_live(before, after, -1),
            "start_from": lambda before, after, answer, handle: others_live(before, after, -1),
            "swap_elements": lambda before, after, answer, one, other: conj(
                is_alive(before, one), is_alive(before, other), lambda: others_live(before, after, -1)
            ),
        },
        refused={
            "swap_elements": lambda before, one, other: disj(is_dead(before, one), lambda: is_dead(before, other))
        },
    ),
    refuses("ES-L17", "By `start_from`, a handle that no slot can have,", start_from=_fits_no_element),
)
