"""The TypeScript port: our arrays after every operation, and what is broken in it is found by a short trace."""

import itertools
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from slotproof.gate.campaign.baseline import read
from slotproof.gate.campaign.run import Plan
from slotproof.gate.campaign.session import Session
from slotproof.gate.protocol.kinds import names
from slotproof.gate.traces.asked import entries
from slotproof.impl.handle import Layout
from slotproof.spec.errors import OutOfRange
from slotproof.spec.handle import Handle

from ..tree.layout import ROOT
from .building import (
    TIMEOUT,
    Break,
    alone,
    assert_conforms,
    assert_found,
    build,
    judged,
    npm_ci,
    replayed,
    unknown_claims,
)

PORT: Final = ROOT / "ports" / "typescript"
SOURCES: Final = sorted((PORT / "src").glob("*.ts"))
NEEDS: Final = "apt-get install nodejs npm"


@pytest.fixture(scope="module")
def compiled() -> Path:
    """The compiled port, under the strictest rules of the compiler."""
    npm_ci(PORT)
    with alone(PORT / "dist"):
        build(PORT, "npm", "run", "build", needs=NEEDS)
    return PORT / "dist"


def copied(compiled: Path, folder: Path) -> Path:
    """A copy of the compiled port, to be broken."""
    shutil.copy(PORT / "package.json", folder)  # says that the files are modules
    return Path(shutil.copytree(compiled, folder / "dist"))


def printed(script: str) -> Any:
    """The JSON that a script prints."""
    done = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


# Conformance


def test_every_operation_is_served(compiled: Path) -> None:
    """The driver declares each kind of the protocol at structure level, with every operation but `swap`, no method."""
    with Session(["node", str(compiled / "driver" / "main.js")], TIMEOUT) as session:
        containers = session.port.containers
    assert sorted(each.kind.name for each in containers) == sorted(names())
    for each in containers:
        assert each.level.value == "structure"
        assert each.operations == frozenset(each.kind.operations) - {"swap"}
        assert {"load", "fork"} <= each.features


@pytest.mark.parametrize("kind", sorted(names()))
def test_a_kind_has_our_arrays(compiled: Path, kind: str) -> None:
    """Results and arrays are ours, in tiny scopes and at random; nothing is left unasked but what is listed."""
    plan = Plan(transitions=300, random=8, walks=100, examples=5, counts=True, kinds=(kind,))
    report = judged(["node", compiled / "driver" / "main.js"], plan)[kind]
    assert_conforms(report, traces=50)
    listed = {cell for each in read(PORT / "gate.toml").not_asked if each.kind == kind for cell in each.cells}
    assert set(entries(report.tally)) == listed


@pytest.mark.parametrize(
    ("suite", "unasked"),
    [("smoke", {"dense_map", "dense_set"}), ("deep", {"dense_map", "dense_set"}), ("regress*", set())],
)
def test_vectors_are_answered(compiled: Path, suite: str, unasked: set[str]) -> None:
    """Every trace of these suites passes, but for tables with positions of 64 bits, which the port has not."""
    counts = replayed(["node", compiled / "driver" / "main.js"], suite)
    assert {kind for kind, (_, passed) in counts.items() if passed == 0} == unasked
    assert {kind for kind, (whole, passed) in counts.items() if passed < whole} == unasked


# Layouts, which are no kind of the gate

SCRIPT: Final = """
import { Layout } from "PORT/src/index.js";
const { widths, handles, words } = GIVEN;
const layout = new Layout(...widths);
const outcome = (run) => { try { return run(); } catch (error) { return error.code; } };
console.log(JSON.stringify([
  handles.map(([slot, generation, typeId, free]) =>
    outcome(() => String(layout.pack({ slot, generation, typeId, free })))),
  words.map((word) => outcome(() => Object.values(layout.unpack(BigInt(word))))),
  words.map((word) => outcome(() => String(layout.nextGeneration(BigInt(word))))),
  String(layout.null()),
]));
"""


def asked_of(widths: tuple[int, ...]) -> tuple[list[Handle], list[int]]:
    """Handles and words at the ends of each field, and beyond them."""
    ends = [(-1, 0, 1, 2**bits - 1, 2**bits) for bits in (*widths, 1)]
    bits = sum(widths) + 1
    words = {2**shift + beside for shift in range(bits + 2) for beside in (-2, -1, 0, 1)}
    return [Handle(*parts) for parts in itertools.product(*ends)], sorted(words)


def layout_of_port(port: Path, widths: tuple[int, ...]) -> object:
    """What a layout of the port answers."""
    handles, words = asked_of(widths)
    given = json.dumps({"widths": widths, "handles": handles, "words": [str(word) for word in words]})
    return printed(SCRIPT.replace("PORT", str(port)).replace("GIVEN", given))


def layout_of_ours(widths: tuple[int, ...]) -> object:
    """What our layout answers."""
    layout = Layout(*widths)
    handles, words = asked_of(widths)

    def outcome(run: Callable[[Any], int | Handle], given: object) -> object:
        try:
            found = run(given)
        except OutOfRange:
            return "out_of_range"
        return list(found) if isinstance(found, Handle) else str(found)

    return [
        [outcome(layout.pack, handle) for handle in handles],
        [outcome(layout.unpack, word) for word in words],
        [outcome(layout.next_generation, word) for word in words],
        str(layout.null()),
    ]


WIDTHS: Final = ((3, 2, 1), (32, 16, 15), (32, 32, 32))


@pytest.mark.parametrize("widths", WIDTHS)
def test_a_layout_packs_as_ours(compiled: Path, widths: tuple[int, ...]) -> None:
    """Words and handles are ours, at the ends of each field, and refused beyond them."""
    assert layout_of_port(compiled, widths) == layout_of_ours(widths)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("handle[name] >= 2 ** bits", "handle[name] > 2 ** bits"),  # HL-R1
        ("!== BigInt(free)", "< BigInt(free)"),  # HL-R2
        ("(handle.generation + 1) % 2 ** this.#fields[1].bits", "handle.generation + 1"),  # HL-R3
    ],
)
def test_a_mistaken_layout_answers_otherwise(compiled: Path, tmp_path: Path, right: str, wrong: str) -> None:
    """A field that is too wide, a word that is too wide, and the generation after the last are asked for."""
    port = copied(compiled, tmp_path)
    Break("", "src/handle.js", right, wrong, "handle", 1).apply(port)
    assert layout_of_port(port, WIDTHS[0]) != layout_of_ours(WIDTHS[0])


# What no message says

ALONE: Final[dict[str, object]] = {
    "new DenseMap((key) => key).insert(NaN, 1)": "invalid_argument",
    'new DenseSet(() => NaN).insert("a")': [0, True],
    "new DenseSet((key) => key).bucket(-1)": 7,
    "new DenseSet((key) => key, { minBuckets: 3 })": "invalid_argument",
    "new DenseSet((key) => key, { maxLoad: 1e-50 })": "invalid_argument",
    "new DenseSet((key) => key, { indexBits: 33 })": "invalid_argument",
    "new DenseSet((key) => key).eraseRange(0, 0.5)": "invalid_argument",
    "[1, 2].map((value) => map.tryEmplace(7, () => (map.insert(7, 0), value)))": [[0, False], [0, False]],
    "new TokenAllocator(5).release(0.5)": "invalid_argument",
    "new TokenAllocator(5).acquireMany(1.5)": "invalid_argument",
    "new TypedStore({ types: 3, typeBits: 1 })": "invalid_argument",
    "new TypedStore({ types: 1.5 })": "invalid_argument",
    "new TypedStore().erase(makeHandle(0, 1, 0.5))": False,
    "new HashIndex({ hashSize: 2 ** 32 })": "invalid_argument",
    "new HashIndex().generateKey(2n ** 70n + 5n)": 5,
    "new HashIndex().generateKey([2 ** 53 - 1, 2 ** 53 - 2])": 1021,
    "new HashIndex().generateKey([1e300, -1.5, 3])": 2,
    "new HashIndex().generateKey([1, Infinity, 3])": "invalid_argument",
    "new HashIndex().generateKey(1.5)": "invalid_argument",
    'new IndexedStore().contains("\\ud800")': "invalid_argument",
    'new IndexedStore({ foldCase: true }).insertItems([["\u00c9", 1], ["\u00e9", 2]])': [0, 1],
    "new SparseSet({ page: 0 })": "invalid_argument",
    "new SparseSet().push(makeHandle(0.5, 0))": "invalid_argument",
    "new EntityStorage().createAt(makeHandle(0.5, 0))": "invalid_argument",
    "new Storage({ valuePage: 0 })": "invalid_argument",
    "new Registry({ valuePage: 0 })": "invalid_argument",
    "(held.emplace(makeHandle(0, 0), {}), held.erase(makeHandle(0, 0)), held.arrays().dense)": [None],
}


def test_what_the_gate_cannot_ask(compiled: Path) -> None:
    """Fractions, NaN, texts that are none, widths that are none, and functions that call the container."""
    script = f"""
        import * as port from {json.dumps(str(compiled / "src" / "index.js"))};
        Object.assign(globalThis, port, {{
          map: new port.DenseMap((key) => key),
          held: new port.Storage({{ deletion: "in_place" }}),
        }});
        const outcome = (text) => {{ try {{ return eval(text); }} catch (error) {{ return error.code; }} }};
        console.log(JSON.stringify({json.dumps(list(ALONE))}.map(outcome)));
    """
    assert dict(zip(ALONE, printed(script), strict=True)) == ALONE


# Breaks, in the compiled port

BREAKS: Final = (
    Break(
        "a budget that ran out on the last value counts as sorted (HM-D4)",
        "src/handle_map.js",
        "shifts && limit > 0 && used >= limit",
        "false",
        "handle_map",
        3,
    ),
    Break(
        "the freelist ends in a slot that was handed out (HM-I5)",
        "src/handle_map.js",
        "if (this.#freeHead === this.#nil) {\n                this.#freeTail = this.#nil;\n            }",
        "",
        "handle_map",
        2,
    ),
    Break(
        "an element of the slot counts, of whatever generation (SS-R5)",
        "src/paging.js",
        "this.cells.generation(handle.slot) === handle.generation",
        "this.names(handle.slot)",
        "sparse_set",
        2,
    ),
    Break(
        "compact leaves the cell of what it moves alone (SS-R20)",
        "src/pool.js",
        "this.move(end - 1, hole);",
        "this.meta[hole] = this.meta[end - 1]; this.stamp[hole] = this.stamp[end - 1];",
        "sparse_set",
        3,
    ),
    Break(
        "a copy has the stamps in common with what it was made of",
        "src/paging.js",
        "this.stamp = [...arrays.stamp];",
        "this.stamp = arrays.stamp;",
        "sparse_set",
        2,
    ),
    Break(
        "padding is set with the rest (BM-D5)",
        "src/bitmask.js",
        "Math.min(Math.max(rest, 0), this.#wordBits)",
        "this.#wordBits",
        "bitmask",
        1,
    ),
    Break(
        "a token that is not in use is released (TA-R2)",
        "src/token_allocator.js",
        "!this.#mask.get(token)",
        "false",
        "token_allocator",
        1,
    ),
    Break(
        "a handle of a type that there is not leads to another type (TS-R4)",
        "src/typed_store.js",
        "return this.mapOf(handle.typeId).get(handle);",
        "return this.#maps[0].get(handle);",
        "typed_store",
        2,
    ),
    Break(
        "the last value does not move into the gap (DM-R6)",
        "src/dense_map.js",
        "this.#dense[pos] = value;",
        "",
        "dense_map",
        3,
    ),
    Break(
        "a load that is set is not kept (DS-R14)",
        "src/dense_table.js",
        "this.#load = load;",
        "",
        "dense_set",
        2,
    ),
    Break(
        "room grows in steps that lead beyond its end (HI-R13)",
        "src/hash_index.js",
        "granularity > this.#indexLimit",
        "false",
        "hash_index",
        1,
    ),
    Break(
        "room runs out for all of several, and for none of them (IX-R11)",
        "src/indexed_store.js",
        "this.#checkRoom(this.#names.length + coming.size);",
        "this.#checkRoom(this.#names.length);",
        "indexed_store",
        1,
    ),
    Break(
        "what a change makes is returned, and not kept (ST-R23)",
        "src/storage.js",
        "this.#dense[pos] = value;\n        return value;",
        "return value;",
        "storage",
        2,
    ),
    Break(
        "a slot whose generations are used up is issued again (ES-R5)",
        "src/entity_storage.js",
        "this.#usable -= 1;",
        "",
        "entity_storage",
        2,
    ),
    Break(
        "a group owns a pool that leaves holes (RG-R3)",
        "src/registry.js",
        'this.#pools[pool].deletion === "in_place"',
        "false",
        "registry",
        2,
    ),
)


@pytest.mark.parametrize("each", BREAKS, ids=lambda each: each.name.split(" (")[0])
def test_a_break_is_found_by_a_short_trace(compiled: Path, tmp_path: Path, each: Break) -> None:
    """The gate finds the break, and the trace it reports is as short as one can be."""
    port = copied(compiled, tmp_path)
    each.apply(port)
    plan = Plan(transitions=400, random=0, walks=0, examples=0, kinds=(each.kind,))
    assert_found(judged(["node", port / "driver" / "main.js"], plan)[each.kind], each)


# Sources


def test_comments_name_known_claims() -> None:
    """Claim IDs in comments are those of the declarations."""
    assert SOURCES
    assert unknown_claims(SOURCES) == []


def test_the_port_uses_nothing_but_itself() -> None:
    """The sources import only their neighbours."""
    for path in SOURCES:
        imported = re.findall(r'from "(.+)"', path.read_text(encoding="utf-8"))
        assert all(name.startswith("./") for name in imported), path.name


def test_the_lock_names_no_server() -> None:
    """Packages are pinned by version and hash, and come from whatever registry is set."""
    lock = (PORT / "package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in lock
    assert lock.count('"integrity"') == 3
