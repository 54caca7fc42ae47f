"""Breaks of the registry and its groups, one line each; letters as in `breaks.py`, and

I  group, ownership: an element is moved, or not moved, in a pool
"""

from dataclasses import replace
from pathlib import Path
from typing import Final

from slotproof.declare import Refinement
from slotproof.impl import group, registry
from slotproof.proofs.registry import REGISTRY

from .breaks import Break, apply, compiled

GROUP_BREAKS: Final = (
    Break("leaves-one-too-far", "I", "leave", "self._move_to(pools, handle, self.length)", "pass"),
    Break("sort-leaves-the-others", "I", "sort_by", "self._align(pools)", "pass"),
    Break("swaps-observed-pools-too", "I", "_move_to", "in self.owned:", "in self.owned + self.observed:"),
    Break(
        "sort-moves-observed-pools",
        "I",
        "_align",
        "self._move_to(pools, first.entity_at(pos), pos)",
        "[pools[n].swap_elements(first.entity_at(pos), pools[n].entity_at(pos)) for n in self.owned + self.observed]",
    ),
    Break("moves-in-the-first-pool-only", "I", "_move_to", "in self.owned:", "in self.owned[:1]:"),
    Break("sort-as-leaves-the-others", "I", "sort_as", "self._align(pools)", "pass"),
    Break("sort-over-the-end", "I", "sort_by", "key, self.length)", "key)"),
    Break("length-not-counted", "C", "leave", "self.length -= 1", "pass"),
    Break("observed-not-asked", "I", "_matches", "for pool in self.observed:", "for pool in self.observed[1:]:"),
    Break("excluded-not-asked", "I", "_matches", "leaving == 0", "True"),
    Break("enters-while-excluded-twice", "I", "_matches", "leaving == 0", "leaving <= 0"),
    Break("late-group-stays-empty", "I", "fill", "range(first.positions())", "range(0)"),
    Break("late-group-skips-the-first", "I", "fill", "range(first.positions())", "range(1, first.positions())"),
    Break("iterates-over-the-end", "K", "handles", "self.length - 1, -1, -1", "self.length - 1, 0, -1"),
    Break("stale-is-member", "A", "contains", "first.contains(handle) and first.index(handle)", "0"),
    Break("copy-shares-elements", "M", "copy", "self.elements.copy()", "self.elements"),
)

REGISTRY_BREAKS: Final = (
    Break("told-too-late", "I", "erase", "self._tell(pool, handle)\n        held.erase(handle)", "held.erase(handle)"),
    Break("excluded-not-told", "I", "emplace", "self.groups[number].leave(self.pools, handle)", "pass"),
    Break("still-counted-as-excluded", "I", "_tell", "handle, 1)", "handle, 0)"),
    Break("destroyed-stays-member", "I", "destroy", "self.groups[number].leave(self.pools, handle)", "pass"),
    Break("destroy-forgets-a-pool", "E", "destroy", "range(len(self.pools) - 1, -1, -1)", "range(len(self.pools) - 1)"),
    Break("clear-pool-from-the-front", "I", "clear_pool", "self._tell(pool, handle)", "pass"),
    Break(
        "conflict-not-refused",
        "I",
        "group",
        "check_ownership(key, self.groups[number].key(), number, self.nested)",
        "pass",
    ),
    Break("hole-owned", "I", "group", "if self.pools[pool].in_place:", "if False:"),
    Break("nested-in-any-order", "I", "_rank", "self.ranked.insert(place, number)", "self.ranked.append(number)"),
    Break("inner-enters-first", "I", "emplace", "for number in self.ranked:", "for number in reversed(self.ranked):"),
    Break("outer-is-left-first", "I", "_tell", "for number in reversed(self.ranked):", "for number in self.ranked:"),
    Break(
        "destroyed-outer-first", "I", "destroy", "for number in reversed(self.ranked):", "for number in self.ranked:"
    ),
    Break("outer-sorted", "I", "_innermost", "check_innermost(group, [each.key() for each in self.groups])", "pass"),
    Break("always-swap-pop", "I", "add_pool", "deletion=deletion", 'deletion="swap_pop"'),
    Break("conflict-after-the-group", "H", "group", "made.fill(self.pools)", "pass"),
    Break("same-group-twice", "I", "group", "is_same(key, self.groups[number].key(), self.nested)", "False"),
    Break("owned-pool-sorted", "I", "_check_unowned", "if pool in group.owned:", "if False:"),
    Break("owned-pool-sorted-as", "I", "sort_pool_as", "self._check_unowned(pool)", "pass"),
    Break("sorted-backward", "D", "sort_pool_as", "beside.handles()", "beside.handles_forward()"),
    Break("hint-ignored", "A", "create_at", "self.entities.create_at(hint)", "self.entities.create()"),
    Break(
        "live-hint-answered",
        "A",
        "create_at",
        "self.entities.create_at(hint)",
        "hint if self.is_valid(hint) else self.entities.create_at(hint)",
    ),
    Break("dead-gets-a-value", "A", "emplace", "self.entities.index(handle)", "pass"),
    Break("largest-leads", "D", "lead", "size() < self", "size() > self"),
    Break("view-forgets-excluded", "I", "_fits", "for pool in key.excluded", "for pool in ()"),
    Break("half-a-bulk", "H", "destroy_items", "if handle.slot in named:", "if False:"),
    Break("other-pages-without-pools", "F", "__init__", "= value_page", "= value_page if pools else 1"),
    Break("swap-keeps-the-groups", "M", "swap", '"groups", ', ""),
    Break("foreign-groups-not-checked", "M", "from_dict", "twin._check_groups()", "pass"),
    Break("foreign-dead-not-checked", "M", "from_dict", "twin._check_pools()", "pass"),
)

BREAKS: Final = (*GROUP_BREAKS, *REGISTRY_BREAKS)


def broken(change: Break, of_group: bool = False) -> Refinement:
    """The registry as declared, in which one method is broken: one of its own, or one of its groups."""
    text = Path(registry.__file__).read_text(encoding="utf-8")
    if change not in GROUP_BREAKS and not of_group:
        return replace(REGISTRY, impl=apply(change, text, "Registry"))
    made = compiled(text, "Registry")
    parts = apply(change, Path(group.__file__).read_text(encoding="utf-8"), "Group")
    vars(made)["group"].__globals__["Group"] = parts
    return replace(REGISTRY, impl=made)
