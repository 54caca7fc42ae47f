"""Checks of `from_dict` left out or weakened, for each container: what it then accepts is not always one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from slotproof.declare import Refinement
from slotproof.engine.mutate.edit import applied, replaced
from slotproof.proofs.bitmask import BITMASK
from slotproof.proofs.dense_map import DENSE_MAP
from slotproof.proofs.entity_storage import ENTITY_STORAGE
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.proofs.hash_index import HASH_INDEX
from slotproof.proofs.indexed_store import INDEXED_STORE
from slotproof.proofs.sparse_set import SPARSE_SET
from slotproof.proofs.storage import STORAGE
from slotproof.proofs.token_allocator import TOKEN_ALLOCATOR
from slotproof.proofs.typed_store import TYPED_STORE

from .breaks import Break


def _left_out(id: str, method: str, old: str, new: str = "") -> Break:
    return Break(id, "M", method, old, new)


HANDLE_MAP_CHECKS: Final = (
    _left_out("any-fields", "_check_fields", "check_names(data, ARRAYS + SCALARS)", "pass"),
    _left_out("any-values", "_check_fields", 'check_list("dense", data["dense"])', "pass"),
    _left_out("any-entries", "_check_fields", "check_counts(name, data[name])", "check_list(name, data[name])"),
    _left_out("any-numbers", "_check_fields", "check_number(name, data[name])", "pass"),
    _left_out("any-flags", "_check_fields", "check_flag(name, data[name])", "pass"),
    _left_out("any-number-of-marks", "_check_fields", 'or len(data["free"]) != slots '),
    _left_out("any-number-of-values", "_check_fields", ' or len(data["dense"]) != len(data["meta"])'),
    _left_out("any-width", "_check_fields", 'check_width("nil + 1", data["nil"] + 1)', "pass"),
    _left_out("too-many-slots", "_check_fields", 'slots > data["nil"] or '),
    _left_out("too-much-room", "_check_fields", ' or data["reserved"] > data["nil"]'),
    _left_out("disorder-of-nothing", "_check_fields", 'data["fragmented"] and slots == 0', "False"),
    _left_out("any-mark", "_check_slots", "twin.free[slot] > 1 or "),
    _left_out("any-generation", "_check_slots", " or generation >= twin.generation_limit"),
    _left_out("live-and-used-up", "_check_slots", " or (twin.retire and generation == 0)"),
    _left_out("never-issued", "_check_slots", "elif twin.retire and generation == 1:", "elif False:"),
    _left_out("position-of-another", "_check_slots", " or twin.sparse[slot] != pos"),
    _left_out("position-of-a-free-slot", "_check_slots", "or twin.free[slot] != 0 "),
    _left_out("used-up-in-the-queue", "_is_usable", " and not (twin.retire and twin.generation[slot] == 0)"),
    _left_out("queued-twice", "_check_freelist", " or turn[slot] != -1:", ":"),
    _left_out("queue-without-end", "_check_freelist", "slot != twin.nil or tail", "tail"),
    _left_out("any-tail", "_check_freelist", " or tail != twin.free_tail"),
    _left_out("not-queued", "_check_freelist", "(_is_usable(twin, slot) or ", "("),
    _left_out("used-up-and-linked", "_check_freelist", " or twin.sparse[slot] != twin.nil)", ")"),
    _left_out("used-up-not-counted", "_check_freelist", "len(queue) + twin.retired + len(twin.meta) != slots", "False"),
    _left_out("not-copied", "from_dict", "data[name].copy()", "data[name]"),
)

PAGED_CHECKS: Final = (
    _left_out("any-entries", "_check_fields", "check_counts(name, data[name])", "check_list(name, data[name])"),
    _left_out("any-numbers", "_check_fields", "check_number(name, data[name])", "pass"),
    _left_out("any-flags", "_check_fields", "check_flag(name, data[name])", "pass"),
    _left_out("any-width", "_check_fields", 'check_width(f"{name} + 1", data[name] + 1)', "pass"),
    _left_out("no-cell-a-page", "_check_fields", 'data["page"] < 1', "False"),
    _left_out("any-number-of-cells", "_check_fields", 'len(data["sparse"]) != cells or '),
    _left_out("any-number-of-stamps", "_check_fields", 'len(data["meta"]) != len(data["stamp"])', "False"),
    _left_out("any-mark", "_check_pages", "self.pages[page] > 1 or "),
    _left_out("page-beyond", "_check_pages", " or (self.pages[page] == 1 and page * self.page >= self.nil)"),
    _left_out("last-page-not-there", "_check_pages", "len(self.pages) > 0 and self.pages[-1] != 1", "False"),
    _left_out("slot-beyond", "_check_elements", "slot >= self.nil or "),
    _left_out("slot-of-another", "_check_elements", "self.sparse[slot] != pos or "),
    _left_out("generations-differ", "_check_elements", " or self.generation[slot] != self.stamp[pos]"),
    _left_out("page-not-there", "_check_elements", " or self.pages[page] == 0"),
    _left_out("position-of-no-element", "_check_elements", "self.stamp[pos] >= self.tombstone or "),
    _left_out("position-of-another", "_check_elements", " or self.meta[pos] != slot"),
    _left_out("not-copied", "from_dict", "setattr(twin, name, data[name].copy())", "setattr(twin, name, data[name])"),
    _left_out("elements-among-holes", "_check_holes", "or self.stamp[hole] != self.tombstone "),
    _left_out("hole-met-twice", "_check_holes", " or turn[hole] != -1"),
    _left_out("holes-without-end", "_check_holes", "if hole != self.nil:", "if False:"),
    _left_out("any-stamp", "_check_holes", "self.stamp[pos] > self.tombstone or "),
    _left_out("hole-not-linked", "_check_holes", " or (self.stamp[pos] == self.tombstone and turn[pos] == -1)"),
    _left_out("holes-under-swap-pop", "_check_holes", "self.holes > 0 and not self.in_place", "False"),
)

VALUE_CHECKS: Final = (
    _left_out("any-number-of-values", "_check_values", "len(self.dense) != len(self.meta)", "False"),
    _left_out("no-value-a-page", "_check_values", "self.value_page < 1", "self.value_page < 0"),
    _left_out("too-little-room", "_check_values", "self.room < len(self.dense) or "),
    _left_out("part-of-a-page", "_check_values", " or self.room % self.value_page != 0"),
)

ENTITY_CHECKS: Final = (
    _left_out("cuts-exchanged", "_check_cuts", "self.live > self.usable or "),
    _left_out("cut-beyond", "_check_cuts", "self.usable > len(self.meta) or "),
    _left_out("next-slot-beyond", "_check_cuts", " or self.next_slot > self.nil"),
    _left_out("used-up-under-wrap", "_check_cuts", "self.usable < len(self.meta) and not self.retire", "False"),
    _left_out("no-generation", "_check_generations", "self.stamp[pos] >= self.tombstone", "False"),
    _left_out("used-up-early", "_check_generations", "pos >= self.usable and ", "False and "),
)
HASH_INDEX_CHECKS: Final = (
    _left_out("any-fields", "_check_fields", "check_names(data, ARRAYS + SCALARS)", "pass"),
    _left_out("any-entries", "_check_fields", "check_integers(name, data[name])", "pass"),
    _left_out("any-numbers", "_check_fields", "type(data[name]) is not int", "False"),
    _left_out("any-limit", "_check_fields", 'check_limit(data["index_limit"])', "pass"),
    _left_out("any-granularity", "_check_fields", 'check_granularity(data["granularity"])', "pass"),
    _left_out(
        "any-sizes", "_check_fields", 'check_sizes(data["hash_size"], data["index_size"], data["index_limit"])', "pass"
    ),
    _left_out("any-lookup-mask", "_check_fields", 'data["lookup_mask"] not in (0, -1) or '),
    _left_out("any-hash-mask", "_check_fields", ' or data["hash_mask"] != data["hash_size"] - 1'),
    _left_out("any-number-of-indices", "_check_fields", ' or len(data["chain"]) != indices'),
    _left_out("linked-before-allocated", "_check_fields", ' or data["chain"][0] != UNLINKED'),
    _left_out("negative-links", "_check_chains", "index < 0 or "),
    _left_out("links-beyond", "_check_chains", "index >= len(twin.chain) or "),
    _left_out("met-twice", "_check_chains", "or index in bucket "),
    _left_out("unlinked-in-a-chain", "_check_chains", " or twin.chain[index] == UNLINKED"),
    _left_out("not-met", "_check_chains", " and index not in bucket", " and False"),
    _left_out("last-bucket-not-walked", "_check_chains", "range(len(twin.head))", "range(len(twin.head) - 1)"),
    _left_out("not-copied", "from_dict", "data[name].copy()", "data[name]"),
)

DENSE_CHECKS: Final = (
    _left_out("any-fields", "_check_fields", "check_names(data, (*arrays, *NUMBERS))", "pass"),
    _left_out("any-links", "_check_fields", "check_counts(name, data[name])", "check_list(name, data[name])"),
    _left_out("any-numbers", "_check_fields", "check_number(name, data[name], 1)", "pass"),
    _left_out(
        "any-number-of-links", "_check_fields", 'name != "head" and len(data[name]) != len(data["key"])', "False"
    ),
    _left_out("any-width", "_check_numbers", 'check_width("nil + 1", nil + 1)', "pass"),
    _left_out("any-least-buckets", "_check_numbers", 'not power_of_two(data["min_buckets"])', "False"),
    _left_out("any-load", "_check_numbers", "not is_load(load_num, load_den)", "False"),
    _left_out("too-few-buckets", "_check_numbers", 'buckets < data["min_buckets"] or '),
    _left_out("too-many-buckets", "_check_numbers", "buckets > nil + 1 or "),
    _left_out("any-buckets", "_check_numbers", " or not power_of_two(buckets)"),
    _left_out("too-many-keys", "_check_numbers", "size > nil or "),
    _left_out("too-much-load", "_check_numbers", " or size * load_den > load_num * buckets"),
    _left_out("no-keys", "_check_keys", "check_key(key)", "pass"),
    _left_out("keys-twice", "_check_keys", "if key in place:", "if False:"),
    _left_out("links-beyond", "_check_chains", "pos >= len(table.key) or "),
    _left_out("met-twice", "_check_chains", "or pos in turn "),
    _left_out("bucket-of-another", "_check_chains", " or table._bucket(table.key[pos]) != bucket"),
    _left_out("not-met", "_check_chains", "if pos not in turn:", "if False:"),
    _left_out("not-copied", "from_dict", "data[name].copy()", "data[name]"),
)

BITMASK_CHECKS: Final = (
    _left_out("any-fields", "_check_fields", "check_names(data, FIELDS)", "pass"),
    _left_out("any-words", "_check_fields", 'check_integers("words", data["words"])', "pass"),
    _left_out("any-starts", "_check_fields", 'check_integers("starts", data["starts"])', "pass"),
    _left_out("any-capacity", "_check_fields", 'check_number("limit", data["limit"])', "pass"),
    _left_out("any-width", "_check_fields", 'check_configuration(data["limit"], False, data["word_bits"])', "pass"),
    _left_out("any-number-of-layers", "_check_starts", "len(twin.starts) != len(starts) or "),
    _left_out("any-number-of-words", "_check_starts", " or len(twin.words) != starts[-1]"),
    _left_out("layers-elsewhere", "_check_starts", "twin.starts[layer] != starts[layer]", "False"),
    _left_out("last-layer-elsewhere", "_check_starts", "range(len(starts))", "range(len(starts) - 1)"),
    _left_out("wider-words", "_check_words", "not fits(word, twin.word_bits)", "False"),
    _left_out("negative-words", "_check_words", "not fits(word, twin.word_bits)", "word >= 2**twin.word_bits"),
    _left_out(
        "any-padding",
        "_check_words",
        "not fits(twin.words[end - 1], items - (end - first - 1) * twin.word_bits)",
        "False",
    ),
    _left_out("one-bit-of-padding", "_check_words", "items - (end", "items + 1 - (end"),
    _left_out("padding-of-positions-alone", "_check_words", "items = end - first", "items = items"),
    _left_out(
        "any-summary", "_check_words", "!= is_full(twin.words[first + index], twin.word_bits)", "not in (False, True)"
    ),
    _left_out("last-word-not-summed-up", "_check_words", "range(end - first)", "range(end - first - 1)"),
    _left_out("first-layer-alone-summed-up", "_check_words", "layer + 1 < twin", "layer == 0 and layer + 1 < twin"),
    _left_out("last-layer-not-looked-at", "_check_words", "range(twin.layers())", "range(twin.layers() - 1)"),
    _left_out("words-not-copied", "from_dict", 'data["words"].copy()', 'data["words"]'),
    _left_out("starts-not-copied", "from_dict", 'data["starts"].copy()', 'data["starts"]'),
)

MASK: Final = "twin.mask = Bitmask.from_dict(data)"

TOKEN_CHECKS: Final = (
    _left_out("data-for-a-mask", "from_dict", MASK, "twin.mask = data"),
    _left_out("any-mask", "from_dict", MASK, "Bitmask.from_dict(data); twin.mask = Bitmask(5)"),
    _left_out("mask-of-a-mask-changed", "from_dict", MASK, f"{MASK}; twin.mask.assign(False)"),
    _left_out(
        "a-mask-for-what-is-none",
        "from_dict",
        MASK,
        f"try:\n        {MASK}\n    except InvalidArgument:\n        twin.mask = Bitmask(5)",
    ),
)

INDEXED_CHECKS: Final = (
    _left_out("any-fields", "from_dict", "check_fields(data, FIELDS)", "pass"),
    _left_out("any-lists", "from_dict", "check_list(name, data[name])", "pass"),
    _left_out("any-flag", "from_dict", 'check_flag(data["fold_case"])', "pass"),
    _left_out("any-names", "from_dict", 'check_names(data["names"])', "pass"),
    _left_out("no-strings", "check_names", "check_name(name)", "name.encode()"),
    _left_out("any-number-of-values", "from_dict", 'len(data["names"]) != len(data["dense"])', "False"),
    _left_out("names-not-copied", "from_dict", 'data["names"].copy()', 'data["names"]'),
    _left_out("values-not-copied", "from_dict", 'data["dense"].copy()', 'data["dense"]'),
    _left_out("index-not-read", "from_dict", 'HashIndex.from_dict(data["index"])', 'data["index"]'),
    _left_out("another-index", "from_dict", 'HashIndex.from_dict(data["index"])', "HashIndex()"),
    _left_out("index-cleared", "from_dict", "_check_links(twin)", "_check_links(twin); twin.index.clear()"),
    _left_out("names-twice", "_check_distinct", "folded in met", "False"),
    _left_out("names-not-noted", "_check_distinct", "met.add(folded)", "pass"),
    _left_out("case-counts", "_check_distinct", "fold(name) if twin.fold_case else name", "name"),
    _left_out("not-linked", "_check_links", "if each != pos:", "if False:"),
    _left_out("last-not-linked", "_check_links", "range(len(twin.names)):", "range(len(twin.names) - 1):"),
    _left_out("more-linked", "_check_links", "_is_linked(index, pos)", "False"),
    _left_out("one-more-linked", "_check_links", "range(len(twin.names), ", "range(len(twin.names) + 1, "),
    _left_out("last-linked", "_check_links", "index.index_size)", "index.index_size - 1)"),
)

TYPED_CHECKS: Final = (
    _left_out("any-fields", "from_dict", 'check_names(data, ("maps",))', "pass"),
    _left_out("no-list", "from_dict", 'check_list("maps", data["maps"])', "pass"),
    _left_out("maps-not-read", "from_dict", "HandleMap.from_dict(held)", "held"),
    _left_out("first-map-only", "from_dict", "HandleMap.from_dict(held)", 'HandleMap.from_dict(data["maps"][0])'),
    _left_out("map-cleared", "from_dict", "_check_types(twin.maps)", "_check_types(twin.maps); twin.maps[0].clear()"),
    _left_out("no-maps", "_check_types", "len(maps) == 0", "False"),
    _left_out("any-types", "_check_types", "held.type_id != type_id", "False"),
    _left_out("any-shapes", "_check_types", "_shape(held) != _shape(maps[0])", "False"),
    _left_out("last-not-looked-at", "_check_types", "range(len(maps))", "range(len(maps) - 1)"),
)

CHECKS: Final = (
    *((HANDLE_MAP, change) for change in HANDLE_MAP_CHECKS),
    *((SPARSE_SET, change) for change in PAGED_CHECKS),
    *((STORAGE, change) for change in VALUE_CHECKS),
    *((ENTITY_STORAGE, change) for change in ENTITY_CHECKS),
    *((HASH_INDEX, change) for change in HASH_INDEX_CHECKS),
    *((DENSE_MAP, change) for change in DENSE_CHECKS),
    *((BITMASK, change) for change in BITMASK_CHECKS),
    *((TOKEN_ALLOCATOR, change) for change in TOKEN_CHECKS),
    *((INDEXED_STORE, change) for change in INDEXED_CHECKS),
    *((TYPED_STORE, change) for change in TYPED_CHECKS),
)


_EACH: Final = "twin.maps = []\n    for held in self.maps:\n        twin.maps.append(held.copy())"
_COPIED: Final = "twin.maps.append(held.copy())"
_GIVEN: Final = "setattr(twin, name, getattr(self, name).copy())"

COPIES: Final[tuple[tuple[Refinement, Break, str], ...]] = (
    (TYPED_STORE, Break("the-maps-themselves", "M", "copy", "held.copy()", "held"), "it may stand somewhere else, too"),
    (
        TYPED_STORE,
        Break("another-list-of-them", "M", "copy", _EACH, "twin.maps = self.maps.copy()"),
        ".copy: no method of row",
    ),
    (
        TYPED_STORE,
        Break("the-first-map-only", "M", "copy", "held.copy()", "self.maps[0].copy()"),
        "copied, after a round",
    ),
    (
        TYPED_STORE,
        Break("original-cleared", "M", "copy", _COPIED, f"{_COPIED}; held.clear()"),
        "copied, after a round",
    ),
    (
        TYPED_STORE,
        Break(
            "one-after-another",
            "M",
            "copy",
            _EACH,
            "twin.maps = []\n    last = self.maps[0].copy()\n    for held in self.maps:\n        last.clear()\n"
            "        last = held.copy()\n        twin.maps.append(last)",
        ),
        "last changes its kind in the loop",
    ),
    (
        TYPED_STORE,
        Break(
            "one-for-all",
            "M",
            "copy",
            _EACH,
            "twin.maps = []\n    one = self.maps[0].copy()\n    for held in self.maps:\n        twin.maps.append(one)",
        ),
        "it may stand somewhere else, too",
    ),
    (
        TYPED_STORE,
        Break("by-their-type", "M", "copy", "held.copy()", "held if type(held) is HandleMap else held.copy()"),
        "type: of part",
    ),
    (
        TYPED_STORE,
        Break("data-for-maps", "M", "copy", _EACH, "twin.maps = self.to_dict()['maps']"),
        "is not list[HandleMap[T]]",
    ),
    (
        TYPED_STORE,
        Break("maps-for-data", "M", "to_dict", "held.to_dict()", "held.copy()"),
        "keep it in a field",
    ),
    (
        INDEXED_STORE,
        Break("data-for-an-index", "M", "copy", _GIVEN, f"{_GIVEN}\n    twin.index = self.index.to_dict()"),
        "data is not HashIndex",
    ),
    (
        INDEXED_STORE,
        Break("by-its-type", "M", "copy", _GIVEN, f"{_GIVEN}\n    isinstance(self.index, IndexedStore)"),
        "isinstance: of a list, dict, set or object",
    ),
    (
        INDEXED_STORE,
        Break("an-index-for-data", "M", "to_dict", "self.index.to_dict()", "self.index.copy()"),
        "no method of object in the language",
    ),
)
"""Container, what `copy` or `to_dict` does instead, and why there is no proof."""


REFUSALS: Final[tuple[tuple[Refinement, Break, str], ...]] = (
    (
        BITMASK,
        _left_out("last-bit-in-use", "_check_words", "items - (end", "items - 1 - (end"),
        "the exponent is not below 0",
    ),
    (BITMASK, _left_out("right-summaries", "_check_words", ") != is_full(", ") == is_full("), "impl/bitmask.py:"),
    (
        TOKEN_ALLOCATOR,
        _left_out(
            "no-token-in-use", "from_dict", MASK, f"{MASK}\n    if twin.size() == 0:\n        raise InvalidArgument"
        ),
        "the model ends in success, the implementation in InvalidArgument",
    ),
    (TOKEN_ALLOCATOR, _left_out("first-token", "from_dict", MASK, f"{MASK}; twin.mask.set(0, False)"), "equal results"),
)
"""Container, how `from_dict` refuses, or makes something else of, what is one, and what resists."""


@contextmanager
def weakened(refinement: Refinement, change: Break) -> Iterator[Refinement]:
    """The container with one method, or one function of its module, changed meanwhile.

    Raises     LookupError unless what is changed is there once
    """
    impl = refinement.impl
    holders = [impl, *(sys.modules[each.__module__] for each in impl.__mro__)]
    function = next(getattr(each, change.method) for each in holders if hasattr(each, change.method))
    old, new = (_indented(text, function.__qualname__) for text in (change.old, change.new))
    with applied(replaced(refinement.name, function, [(old, new)], change.id)):
        yield refinement


def _indented(text: str, qualified: str) -> str:
    """The text of a function as it stands in a class, if it is a method."""
    return text.replace("\n", "\n    ") if "." in qualified else text
