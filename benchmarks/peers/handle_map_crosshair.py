"""The contract of a handle map's `insert` and `erase`, for CrossHair, over the very class that users run.

    crosshair check --analysis_kind=asserts handle_map_crosshair.py

The first assert is the assumption: a map of three slots at most, of whatever history of inserts and erases.
"""

from slotproof.impl.handle_map import HandleMap
from slotproof.spec.handle import Handle


def _map(values: list[int], erased: list[int]) -> tuple[HandleMap[int], list[Handle]]:
    h = HandleMap[int](index_bits=3, generation_bits=2)  # room for one more
    handles = [h.insert(value) for value in values]
    for position in erased:
        h.erase(handles[position])
    return h, [handle for handle in handles if h.is_valid(handle)]


def insert(values: list[int], erased: list[int], value: int) -> None:
    """A new handle with the value, at the end of the order; all others as before."""
    assert len(values) <= 3 and len(erased) <= 2 and all(0 <= position < len(values) for position in erased)
    h, live = _map(values, erased)
    before, order = {handle: h.get(handle) for handle in live}, list(h.dense)
    handle = h.insert(value)
    assert handle not in before and h.get(handle) == value
    assert h.dense == [*order, value]
    assert all(h.get(other) == before[other] for other in live)


def erase(values: list[int], erased: list[int], slot: int, generation: int) -> None:
    """A live handle goes and the last value takes its place; for any other nothing changes."""
    assert len(values) <= 3 and len(erased) <= 2 and all(0 <= position < len(values) for position in erased)
    assert 0 <= slot < 4 and 0 <= generation < 4
    h, live = _map(values, erased)
    before, order = {handle: h.get(handle) for handle in live}, list(h.dense)
    handle = Handle(slot, generation, 0, 0)
    pos = h.pos_of(handle) if handle in before else None
    assert h.erase(handle) == (handle in before)
    assert all(h.is_valid(other) and h.get(other) == before[other] for other in live if other != handle)
    if pos is None:
        assert h.dense == order
    else:
        order[pos] = order[-1]
        assert h.dense == order[:-1] and not h.is_valid(handle)
