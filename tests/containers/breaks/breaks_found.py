"""Where each break is looked for first: `pytest tests/containers -k "is_caught or is_found"` takes half of the time so.

A scope or configuration that has not got it, or is there no more, is followed by all the others. Breaks that the first
one shows are left out.
"""

from __future__ import annotations

from typing import Final

_SCOPES: Final = {
    "three entities, one owning group": "RG-leaves-one-too-far",
    "four members of a group": (
        "RG-sort-leaves-the-others RG-moves-in-the-first-pool-only RG-sort-as-leaves-the-others "
        "RG-iterates-over-the-end RG-stale-is-member"
    ),
    "one group observes what another owns": "RG-swaps-observed-pools-too RG-sort-moves-observed-pools",
    "one group lies in another, destroyed": (
        "RG-sort-over-the-end RG-clear-pool-from-the-front RG-inner-enters-first RG-destroyed-outer-first"
    ),
    "values": (
        "RG-length-not-counted RG-told-too-late RG-destroyed-stays-member RG-destroy-forgets-a-pool "
        "RG-dead-gets-a-value RG-view-forgets-excluded"
    ),
    "every operation": (
        "RG-excluded-not-asked RG-enters-while-excluded-twice RG-copy-shares-elements RG-excluded-not-told "
        "RG-still-counted-as-excluded RG-owned-pool-sorted RG-owned-pool-sorted-as RG-largest-leads "
        "RG-half-a-bulk RG-swap-keeps-the-groups"
    ),
    "owning one pool, beside one with holes": (
        "RG-late-group-stays-empty RG-late-group-skips-the-first RG-conflict-not-refused RG-hole-owned "
        "RG-always-swap-pop RG-conflict-after-the-group"
    ),
    "one group lies in another, and one in none": "RG-nested-in-any-order RG-outer-sorted",
    "one group lies in another by what it does not own": "RG-outer-is-left-first",
    "three entities in a pool, sorted as another": "RG-sorted-backward",
    "asked for by a hint": "RG-hint-ignored RG-live-hint-answered",
    "in place": "SS-hole-not-linked SS-head-not-advanced SS-holes-not-counted",
    "whole container, swap-pop": (
        "SS-exchange-fixes-one SS-clear-skips-the-first SS-sort-as-moves-again SS-sort-not-stable SS-half-a-bulk "
        "SS-shrink-keeps-positions-only SS-copy-shares-arrays"
    ),
    "whole container, in place": (
        "SS-clear-keeps-the-holes SS-compact-stops-early SS-compact-takes-the-end SS-swap-forgets-numbers "
        "ST-hole-keeps-its-value"
    ),
    "retire": (
        "ES-retire-ignored ES-used-up-stays-usable ES-used-up-before-the-cut ES-clear-leaves-one ES-half-an-end"
    ),
    "hints, retire": (
        "ES-stale-hint-granted ES-live-hint-granted ES-hint-keeps-the-old-generation ES-known-slot-issued-again "
        "ES-room-counts-hints-twice"
    ),
    "whole container, retire": (
        "ES-half-a-bulk ES-sorts-the-dead ES-sort-moves-one ES-sort-by-falls ES-sort-as-moves-again "
        "ES-reset-keeps-the-cells"
    ),
    "chosen generations, wrap": "ES-destroyed-to-the-tombstone ES-destroyed-to-one-stamp",
    "chosen generations, retire": "ES-chosen-again ES-bumped-without-a-stamp",
}

_WALKS: Final = {
    "index_bits=2, generation_bits=2, page=4, deletion=in_place": (
        "SS-hole-not-linked SS-head-not-advanced SS-holes-not-counted SS-clear-keeps-the-holes SS-swap-forgets-numbers"
    ),
    "index_bits=3, generation_bits=1, page=2, deletion=in_place": "SS-compact-stops-early",
    "index_bits=3, generation_bits=1, page=8, deletion=in_place": "SS-compact-takes-the-end",
    "index_bits=2, generation_bits=1, page=2, deletion=swap_pop": "SS-shrink-keeps-positions-only",
    "index_bits=2, generation_bits=1, page=4, value_page=2, deletion=in_place": "ST-hole-keeps-its-value",
    "index_bits=2, generation_bits=2, page=2, generation=retire": (
        "ES-retire-ignored ES-stale-hint-granted ES-used-up-stays-usable ES-used-up-before-the-cut ES-chosen-again"
    ),
}

SCOPE_OF: Final = {each: scope for scope, found in _SCOPES.items() for each in found.split()}
"""Code of a container and ID of a break -> a scope of `explore` that shows it."""

WALK_OF: Final = {each: unit for unit, found in _WALKS.items() for each in found.split()}
"""The same -> a configuration in which a walk shows it."""
