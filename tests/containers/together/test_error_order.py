"""Errors are looked for in the order in which docs/users/protocol.md lists them: calls that break two rules at once."""

import re
from typing import Any, Final

import pytest

from slotproof.gate.protocol.kinds import kind
from slotproof.gate.protocol.oracle import Container, Level

from ...tree.layout import ROOT

HOLDS_ONE: Final = {"index_bits": 1}
NAMES_ONE: Final = {"index_limit": 1, "index_size": 1}
TINY: Final = {"index_bits": 2, "generation_bits": 2}
FAILS: Final = {"fail": True}

CASES: Final[list[tuple[str, dict[str, Any], list[list[Any]], set[str]]]] = [
    ("handle_map", HOLDS_ONE, [["insert", 1], ["emplace", FAILS]], {"callback", "full"}),
    ("handle_map", HOLDS_ONE, [["insert", 1], ["emplace_items", 1, FAILS]], {"full", "callback"}),
    ("handle_map", HOLDS_ONE, [["insert", 1], ["emplace_items", -1, FAILS]], {"invalid_argument", "callback"}),
    ("typed_store", HOLDS_ONE, [["emplace", 2, FAILS]], {"out_of_range", "callback"}),
    ("typed_store", HOLDS_ONE, [["insert", 0, 1], ["emplace", 0, FAILS]], {"callback", "full"}),
    ("dense_map", HOLDS_ONE | {"min_buckets": 2}, [["insert", 1, 1], ["try_emplace", 2, FAILS]], {"callback", "full"}),
    (
        *("dense_map", HOLDS_ONE | {"min_buckets": 2}),
        [["insert", 1, 1], ["get_or_emplace", 2, FAILS]],
        {"callback", "full"},
    ),
    ("sparse_set", TINY, [["push", [0, 0]], ["push", [0, 3]]], {"invalid_argument", "exists"}),
    ("sparse_set", TINY, [["push", [0, 0]], ["push_items", [[0, 3], [0, 0]]]], {"invalid_argument", "exists"}),
    ("sparse_set", TINY, [["bump", [1, 3]]], {"invalid_argument", "missing"}),
    (
        "sparse_set",
        TINY | {"deletion": "in_place"},
        [
            ["push_items", [[0, 0], [1, 0]]],
            ["erase", [0, 0]],
            ["sort_by", "by_slot", 9],
        ],
        {"conflict", "out_of_range"},
    ),
    ("storage", TINY, [["emplace", [0, 0], 1], ["emplace", [0, 3], 1]], {"invalid_argument", "exists"}),
    (
        *("storage", TINY),
        [["emplace", [0, 0], 1], ["emplace_items", [[[0, 3], 1], [[0, 0], 1]]]],
        {"invalid_argument", "exists"},
    ),
    ("storage", TINY, [["bump", [1, 3]]], {"invalid_argument", "missing"}),
    ("registry", {"pools": 2}, [["group", [0], [], []], ["group", [0, 2], [], []]], {"out_of_range", "conflict"}),
    ("registry", {"pools": 2}, [["group", [0], [], []], ["group", [0], [1], [1]]], {"invalid_argument", "conflict"}),
    ("registry", {}, [["group", [0, 0], [], []]], {"out_of_range", "invalid_argument"}),
    ("registry", {}, [["emplace", 0, [0, 0], 1]], {"out_of_range", "stale_handle"}),
    ("indexed_store", NAMES_ONE, [["insert", "a", 1], ["insert", "a", 1]], {"exists", "full"}),
    ("indexed_store", NAMES_ONE, [["insert", "a", 1], ["insert", 5, 1]], {"invalid_argument", "full"}),
    ("indexed_store", NAMES_ONE, [["insert", "a", 1], ["insert_at", 9, "b", 1]], {"full", "out_of_range"}),
    ("indexed_store", {}, [["insert", "a", 1], ["insert_at", 9, "a", 1]], {"exists", "out_of_range"}),
    ("indexed_store", {}, [["insert_at", 9, 5, 1]], {"invalid_argument", "out_of_range"}),
    (
        *("indexed_store", NAMES_ONE),
        [["insert", "a", 1], ["insert_items", [["a", 1]]]],
        {"exists", "full"},
    ),
    ("token_allocator", {"capacity": 1}, [["acquire"], ["acquire_many", -1]], {"invalid_argument"}),
]


def answer(name: str, config: dict[str, Any], ops: list[list[Any]], level: Level) -> str:
    """The code that the last operation answers."""
    container = Container(kind(name), config, level)
    *results, last = [container.take(op) for op in ops]
    assert not any(isinstance(result, dict) for result in results)
    return str(last["e"])


def listed(name: str, operation: str) -> list[str]:
    """The codes of an operation, as the page of the protocol lists them."""
    page = (ROOT / "docs/users/protocol.md").read_text(encoding="utf-8")
    (section,) = re.findall(rf"^### {name}\n(.*?)^(?:### |<!-- /kinds)", page, re.DOTALL | re.MULTILINE)
    (codes,) = re.findall(rf'^\| `\["{operation}"[^|]*\| [^|]*\| ([^|]*) \|', section, re.MULTILINE)
    return [code.strip() for code in codes.split(",")]


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize(("name", "config", "ops", "broken"), CASES)
def test_the_error_listed_first_is_answered(
    name: str, config: dict[str, Any], ops: list[list[Any]], broken: set[str], level: Level
) -> None:
    """Of the rules that a call breaks, the one whose error stands first in the table tells."""
    codes = listed(name, ops[-1][0])
    assert broken <= set(codes)
    assert answer(name, config, ops, level) == min(broken, key=codes.index)


@pytest.mark.parametrize("level", Level)
def test_a_bulk_looks_at_one_entry_after_the_other(level: Level) -> None:
    """The first entry that cannot come in decides, whichever error is listed first."""
    taken, tombstone = [0, 0], [0, 3]
    for entries, code in (([taken, tombstone], "exists"), ([tombstone, taken], "invalid_argument")):
        ops: list[list[Any]] = [["push", taken], ["push_items", entries]]
        assert answer("sparse_set", TINY, ops, level) == code
        ops = [["emplace", taken, 1], ["emplace_items", [[entry, 1] for entry in entries]]]
        assert answer("storage", TINY, ops, level) == code


@pytest.mark.parametrize("level", Level)
def test_a_group_looks_for_holes_last(level: Level) -> None:
    """A conflict is told before a pool that leaves holes, as the note of the registry says."""
    ops: list[list[Any]] = [["group", [0], [], []], ["add_pool", "in_place"]]
    assert answer("registry", {"pools": 1}, [*ops, ["group", [0, 1], [], []]], level) == "conflict"
    assert answer("registry", {"pools": 1}, [*ops, ["group", [1], [], []]], level) == "invalid_argument"
