"""Mistakes that ports make, one line each: in our own containers, served as a port, for the gate to find.

`python -m tests.ports.mistakes [NAME ...]` runs the parts of a run with default settings on each, until one finds it, and
prints which; `--serve NAME` is the port itself.

A  numbers are narrower than they are said to be, or lose digits     D  copies share what they hold
B  the last generation, slot, key or position is one off             E  a failed or bulk operation leaves a trace
C  negative and unsigned numbers                                     F  an array, a mark or a policy is forgotten
"""

# ruff: noqa: E501, T201 - a mistake on a line; what finds it is told on the terminal

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from unittest.mock import patch

from slotproof.engine.mutate.edit import applied, replaced
from slotproof.gate.authoring import serve as driver
from slotproof.gate.campaign.plan import Plan, shards
from slotproof.gate.campaign.session import Session
from slotproof.gate.campaign.shards import run_shard
from slotproof.gate.protocol.verdicts import Outcome
from slotproof.impl.bitmask import Bitmask, _clamped
from slotproof.impl.dense_map import DenseMap
from slotproof.impl.dense_table import DenseTable
from slotproof.impl.entity_storage import EntityStorage
from slotproof.impl.handle_map import HandleMap
from slotproof.impl.hash_index import HashIndex, _sum_of_bytes
from slotproof.impl.indexed_store import IndexedStore
from slotproof.impl.paging import Paged
from slotproof.impl.registry import Registry
from slotproof.impl.sparse_set import Pool, SparseSet
from slotproof.impl.storage import Storage
from slotproof.impl.token_allocator import TokenAllocator
from slotproof.impl.typed_store import TypedStore
from slotproof.spec.hash_index import rounded

from ..tree.layout import ROOT

NUMBERS: Final = {"natural_bits": 64, "key_bits": 64, "value_bits": 63}  # what the port says of its widths


@dataclass(frozen=True)
class PortMistake:
    """A text of one function that stands there once, and what stands there by mistake.

    kind      of container, by which it is found
    sort      the letter of the list above
    """

    name: str
    sort: str
    kind: str
    function: Callable[..., Any]
    right: str
    wrong: str


def _m(name: str, sort: str, kind: str, function: Callable[..., Any], right: str, wrong: str) -> PortMistake:
    return PortMistake(name, sort, kind, function, right, wrong)


BITS_32: Final = "(1 << 32)"
PORT_MISTAKES: Final = (
    # handle map
    _m("generations of 8 bits", "A", "handle_map", HandleMap._bump, "[slot] + 1", "[slot] % 255 + 1"),
    _m("generations of 16 bits", "A", "handle_map", HandleMap._bump, "[slot] + 1", "[slot] % 65535 + 1"),
    _m("generations of 31 bits", "A", "handle_map", HandleMap._bump, "[slot] + 1", "[slot] % (2**31 - 1) + 1"),
    _m("room of 31 bits", "A", "handle_map", HandleMap.room, "self.nil - len", "self.nil % 2**31 - len"),
    _m("a budget of 16 bits", "A", "handle_map", HandleMap.defragment, "limit - used", "(limit - used) % 65536"),
    _m("reserve of 8 bits", "A", "handle_map", HandleMap.reserve, "self.reserved = count", "self.reserved = count % 256"),
    _m("the last generation is not used", "B", "handle_map", HandleMap._bump, "== self.gen", ">= -1 + self.gen"),
    _m("a bulk that just fits is refused", "B", "handle_map", HandleMap.emplace_items, "count > self", "count >= self"),
    _m("a handle has type 0", "F", "handle_map", HandleMap._issued, "self.type_id", "0"),
    _m("copies share arrays", "D", "handle_map", HandleMap.copy, "name).copy()", "name)"),
    _m("a copy is the map itself", "D", "handle_map", HandleMap.copy, "return twin", "return self"),
    _m("swap leaves the numbers", "F", "handle_map", HandleMap.swap, "ARRAYS + SCALARS", "ARRAYS"),
    _m("clear forgets the used up", "F", "handle_map", HandleMap.clear, "self.retired += 1", "pass"),
    _m("assign leaves the mark", "F", "handle_map", HandleMap.assign, "self.fragmented = True", "pass"),
    # sparse set
    _m("8 bits are compared", "A", "sparse_set", Paged._holds, "[slot] == handle.generation", "[slot] % 256 == handle.generation % 256"),
    _m("the last generation is none", "B", "sparse_set", Paged._names, "!= self.tombstone", "< self.tombstone - 1"),
    _m("a hole at the end is filled", "B", "sparse_set", Pool.compact, "if hole < end", "if hole <= end"),
    _m("an element is named again", "B", "sparse_set", Pool.sort_as, "if pos < stop", "if pos <= stop"),
    _m("named twice in a bulk", "E", "sparse_set", Pool.erase_items, "handle.slot in named", "False"),
    _m("clear keeps the holes", "F", "sparse_set", Pool.clear, "self.holes = 0", "pass"),
    _m("copies have no policy", "D", "sparse_set", SparseSet.copy, "+ self.FLAGS", ""),
    _m("negative slots count from the end", "C", "sparse_set", Paged._holds, "0 <= slot\n            and slot", "slot"),
    # storage
    _m("room of 8 bits", "A", "storage", Storage.reserve, "_whole_pages(count)", "_whole_pages(count % 256)"),
    _m("room for more than slots", "B", "storage", Storage.reserve, "check_values(count, self.nil)", "pass"),
    _m("a page too many", "B", "storage", Storage._whole_pages, "self.value_page - 1)", "self.value_page)"),
    _m("a change is not kept", "F", "storage", Storage.patch, "self.dense[pos] = value", "pass"),
    _m("values stay when elements move", "F", "storage", Storage._exchange, "self.dense[second] = value", "pass"),
    # entity storage
    _m("entities of 8 bits", "A", "entity_storage", EntityStorage._end, "[slot] + 1", "[slot] % 255 + 1"),
    _m("room of 16 bits", "A", "entity_storage", EntityStorage.room, "self.nil - self.next_slot", "(self.nil - self.next_slot) % 65536"),
    _m("the last slot is not used", "B", "entity_storage", EntityStorage.create, "slot == self.nil", "slot == self.nil - 1"),
    _m("a hint revives", "F", "entity_storage", EntityStorage._grants, "not self.retire or", "True or"),
    _m("the used up are issued", "F", "entity_storage", EntityStorage._end, "self.usable -= 1", "pass"),
    # registry
    _m("the dead are counted", "F", "registry", Registry.size, "self.entities.size()", "self.entities.positions()"),
    _m("groups in the wrong order", "F", "registry", Registry._rank, "].size() > self", "].size() < self"),
    # typed store
    _m("copies share maps", "D", "typed_store", TypedStore.copy, "held.copy()", "held"),
    _m("one type too many", "B", "typed_store", TypedStore._knows, "< len(self.maps)", "<= len(self.maps)"),
    _m("a negative type", "C", "typed_store", TypedStore.map_of, "type_id < 0 or ", ""),
    _m("one map is cleared", "F", "typed_store", TypedStore.clear, "held.clear()", "self.maps[0].clear()"),
    # dense map and set
    _m("remainders of negative hashes", "C", "dense_map", DenseTable._bucket, "self.hasher(key)", "abs(self.hasher(key))"),
    _m("keys are compared as floats", "A", "dense_map", DenseTable.find, "!= key", "- float(key)"),
    _m("buckets of 32 bits", "A", "dense_set", DenseTable._least_buckets, "buckets < at_least", f"buckets < at_least % {BITS_32}"),
    _m("a table grows one key early", "B", "dense_map", DenseTable._append, "self.load_den >", "self.load_den >="),
    _m("a table only doubles", "B", "dense_set", DenseTable._append, "self._least_buckets(pos + 1, 2 * buckets, self.load_num, self.load_den)", "2 * buckets"),
    _m("the last position is not used", "B", "dense_set", DenseTable._append, "if pos == self.nil", "if pos == self.nil - 1"),
    _m("a load is half kept", "F", "dense_map", DenseTable.set_max_load, "self.load_den = load_den", "pass"),
    _m("copies share keys", "D", "dense_map", DenseTable.copy, "name).copy()", "name)"),
    _m("keys without regard to values", "F", "dense_map", DenseMap.equals, " or self.dense[pos] != other.dense[found]", ""),
    _m("a range from its front", "F", "dense_set", DenseTable.erase_range, "last - 1 - done", "first"),
    # bitmask and token allocator
    _m("words of 32 bits", "A", "bitmask", _clamped, "word_bits)", "min(word_bits, 32))"),
    _m("copies share words", "D", "bitmask", Bitmask.copy, "self.words.copy()", "self.words"),
    _m("tokens of 6 bits", "A", "token_allocator", TokenAllocator.room, "self.mask.capacity() -", "self.mask.capacity() % 64 -"),
    _m("one token too many", "B", "token_allocator", TokenAllocator.acquire_many, "> self.room()", "> self.room() + 1"),
    # hash index and indexed store
    _m("room rounded in 32 bits", "A", "hash_index", rounded, "count + granularity - excess", "(count + granularity - excess + 2**31) % 2**32 - 2**31"),
    _m("granularity without end", "B", "hash_index", HashIndex.set_granularity, "granularity > self.index_limit", "False"),
    _m("a mask of 16 bits", "A", "hash_index", HashIndex.reset, "hash_size - 1", "(hash_size - 1) % 65536"),
    _m("sources as floats", "A", "hash_index", HashIndex.generate_key, "total = source", "total = int(float(source))"),
    _m("bytes without sign", "C", "hash_index", _sum_of_bytes, "byte - 256", "byte"),
    _m("negative keys", "C", "hash_index", HashIndex._bucket, "key &", "abs(key) &"),
    _m("copies share links", "D", "hash_index", HashIndex.copy, "name).copy()", "name)"),
    _m("names twice in a bulk", "E", "indexed_store", IndexedStore._check_all_new, "folded in coming or ", ""),
    _m("a full store says otherwise", "B", "indexed_store", IndexedStore._check_new, "== self.index", "> self.index"),
    _m("names always folded", "F", "indexed_store", IndexedStore._same, "self.fold_case and", "True and"),
)  # fmt: skip

SORTS: Final[Mapping[str, str]] = {
    "A": "narrow numbers",
    "B": "one off at the end",
    "C": "sign",
    "D": "copies",
    "E": "bulk",
    "F": "something forgotten",
}
MISSED: Final = "not found"
PAGE: Final = ROOT / "docs" / "users" / "port-mistakes.md"
HEAD: Final = (
    "# Mistakes of ports that the gate finds",
    "",
    "Each row is a port with one mistake: our own container with one line changed in the way in which ports go wrong.",
    "The gate is run on it as `slotproof gate run` does by default, and the last column says which part of the run",
    "is the first to find it: `edges` are large numbers, loaded states and copies, `whole` and `configuration` the",
    "transitions of small scopes with drawn traces and walks, `hypothesis` traces that Hypothesis draws.",
    "",
    "The mistakes stand in `tests/ports/mistakes.py`; `python -m tests.ports.mistakes --page` runs them and writes this page.",
    "",
    "| Mistake | Container | Sort | Found by |",
    "|---|---|---|---|",
)


def serve(mistake: PortMistake) -> None:
    """Be the port, until the gate says goodbye."""
    said = driver.declaration
    patch.object(driver, "declaration", lambda each: {**said(each), "numbers": NUMBERS}).start()
    change = replaced(mistake.kind, mistake.function, [(mistake.right, mistake.wrong)], mistake.name)
    with applied(change):
        driver.serve([mistake.kind], sys.stdin.buffer, sys.stdout.buffer)


def first_failure(mistake: PortMistake) -> tuple[str, Outcome] | None:
    """The part of a run with default settings that finds the mistake, and its first failure; large numbers go first."""
    plan = Plan(fail_fast=True)
    with Session([sys.executable, "-m", "tests.ports.mistakes", "--serve", mistake.name], 10.0) as session:
        for shard in sorted(shards(session.port, plan), key=lambda shard: shard.what != "edges"):
            for outcome in run_shard(session, plan, shard).first.values():
                return shard.what, outcome
    return None


def page(told: Mapping[str, str]) -> str:
    """The page that says of each mistake which part of a run finds it.

    Takes      told, mistake -> the part; of those left out nothing is said
    """
    rows = [
        f"| {each.name} | `{each.kind}` | {SORTS[each.sort]} | {told[each.name]} |"
        for each in PORT_MISTAKES
        if each.name in told
    ]
    return "\n".join([*HEAD, *rows, ""])


def main() -> int:
    """1 if a mistake is not found that should be."""
    parser = argparse.ArgumentParser(description="Run the gate on ports with a mistake.")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--serve", metavar="NAME")
    parser.add_argument("--page", action="store_true", help="write what was found to the page of users")
    options = parser.parse_args()
    named = {each.name: each for each in PORT_MISTAKES}
    if options.serve:
        serve(named[options.serve])
        return 0
    told: dict[str, str] = {}
    for each in [named[name] for name in options.names] or PORT_MISTAKES:
        found = first_failure(each)
        shown = found[0] if found else MISSED
        told[each.name] = shown
        print(f"{each.sort} {each.kind:16} {each.name:36} {shown}", flush=True)
    if options.page:
        PAGE.write_text(page(told), encoding="utf-8")
    return int(MISSED in told.values())


if __name__ == "__main__":
    sys.exit(main())
