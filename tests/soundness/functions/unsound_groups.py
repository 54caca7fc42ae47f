"""Typed stores that reach the wrong map, and registries whose groups go wrong: none may be proved."""

from typing import Final

from ...containers.breaks.breaks import Break

STORES: Final = (
    Break("always-the-first", "D", "insert", "self.map_of(type_id)", "self.map_of(0)"),
    Break("another-is-cleared", "D", "assign", "self._holder", "self.maps[0].clear(); self._holder"),
    Break(
        "erased-before", "G", "erase", "return", "self.is_valid(handle) and self._holder(handle).erase(handle); return"
    ),
    Break("type-not-looked-at", "A", "_knows", "0 <= handle.type_id and ", ""),
    Break("one-type-too-many", "K", "_knows", "handle.type_id < len", "handle.type_id <= len"),
    Break("slot-for-type", "A", "_holder", "handle.type_id", "handle.slot"),
    Break("nothing-refused", "K", "map_of", "type_id < 0 or type_id", "type_id"),
    Break("last-type-refused", "K", "map_of", ">= len(self.maps)", ">= len(self.maps) - 1"),
    Break("full-ones-left-out", "M", "clear", "held.clear()", "held.size() > 1 or held.clear()"),
    Break("one-cleared-for-all", "M", "clear", "held.clear()", "self.maps[0].clear()"),
    Break("size-of-another", "C", "size", "self.map_of(type_id)", "self.maps[0]"),
    Break("swapped-by-half", "M", "swap", "self.maps, other.maps = other.maps, self.maps", "self.maps = other.maps"),
)
"""Each is refuted with a store on which it goes wrong."""

CALLERS: Final = {"_knows": "erase", "_holder": "get", "map_of": "size"}
"""Who calls a method that is no operation, or one that is slow to refute by itself."""

CREATED: Final = (
    Break("one-type-less", "C", "__init__", "range(types)", "range(types - 1)"),
    Break("widths-exchanged", "F", "__init__", "index_bits=index_bits", "index_bits=generation_bits"),
    Break("policy-of-its-own", "A", "__init__", "generation=generation", 'generation="wrap"'),
)
"""Constructors: that a new store is one is not shown."""

UNFOLLOWED: Final = (
    Break("a-map-in-two-places", "I", "assign", "self._holder", "self.maps[0] = self.maps[-1]; self._holder"),
    Break("a-map-more", "C", "assign", "self._holder", "self.maps.append(self.maps[0]); self._holder"),
    Break("a-map-less", "C", "clear", "for held in self.maps:", "for held in self.maps[1:]:"),
)
"""What cannot be followed is not proved."""

GROUPED: Final = (
    ("size-of-the-next-pool", "pool_size", "self._pool(pool)", "self.pools[pool - 1]"),
    ("any-group", "is_member", "self._group(group)", "self.groups[-1]"),
    ("dead-has-a-value", "contains", "self._pool(pool).contains(handle)", "self._pool(pool).current(handle) >= 0"),
)
"""Registries, by the operation that is broken."""

REFUTED: Final = {
    "late-group-stays-empty": "group",
    "conflict-not-refused": "group",
    "same-group-twice": "group",
    "copy-shares-elements": "copy",
    "iterates-over-the-end": "members",
    "destroyed-stays-member": "destroy",
    "destroy-forgets-a-pool": "destroy",
    "clear-pool-from-the-front": "clear_pool",
    "always-swap-pop": "add_pool",
    "sort-moves-observed-pools": "sort_by",
    "view-forgets-excluded": "view",
    "owned-pool-sorted": "sort_pool",
    "sorted-backward": "sort_pool_as",
}
"""Breaks of the registry, and the operation whose proof each is refuted in."""

MADE: Final = (
    Break("one-pool-less", "C", "__init__", "range(pools)", "range(pools - 1)"),
    Break("policy-of-its-own", "A", "__init__", "generation=generation", 'generation="wrap"'),
    Break("page-of-its-own", "F", "add_pool", "value_page=self.value_page", "value_page=self.page"),
)
"""Constructors of a registry: that what they make is a new one is not shown."""

SORTED_AS: Final = (
    (Break("at-one-place", "D", "sort_as", "stop -= 1", "pass"), "1 owned, 1 observed"),
    (Break("leaves-the-others", "I", "sort_as", "self._align(pools)", "pass"), "2 owned"),
    (
        Break("one-more", "C", "sort_as", "self.elements.sort_as(handles)", "self.elements.sort_as(handles) + 1"),
        "0 owned, 2 observed",
    ),
)
"""Breaks of a group, each with an arrangement in which it is refuted."""

READ: Final = (
    (
        Break("one-pool-for-all", "D", "from_dict", "Storage.from_dict(pool)", 'Storage.from_dict(data["pools"][0])'),
        "equal results",
    ),
    (Break("data-for-a-pool", "I", "from_dict", "Storage.from_dict(pool)", "pool"), ".nil: not known of data"),
    (Break("dead-not-checked", "M", "from_dict", "twin._check_pools()", "pass"), "after a round"),
    (Break("groups-not-checked", "M", "from_dict", "twin._check_groups()", "pass"), "GR-I2 of what is accepted"),
    (
        Break("no-list-of-groups", "M", "from_dict", ' or not isinstance(data["groups"], list)', ""),
        "data that is used as a list is one",
    ),
    (Break("groups-not-ranked", "I", "from_dict", "twin._rank(number)", "pass"), "equal results"),
    (
        Break("nested-is-lost", "A", "from_dict", 'nested=data["nested"]', "nested=False"),
        "nested is what the data says",
    ),
)
"""Ways to read a registry from data that leave something open, or cannot be followed, and what."""
