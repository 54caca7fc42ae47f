"""The TypeScript port: our arrays after every operation, and what is broken in it is found by a short trace."""

import re
import shutil
from pathlib import Path
from typing import Final

import pytest

from slotproof.gate.campaign.run import Plan
from slotproof.gate.campaign.session import Session

from ..layout import ROOT
from .building import TIMEOUT, Break, alone, assert_conforms, assert_found, build, judged, npm_ci, unknown_claims

PORT: Final = ROOT / "ports" / "typescript"
SOURCES: Final = sorted((PORT / "src").glob("*.ts"))
KINDS: Final = ("bitmask", "handle_map", "sparse_set")
NEEDS: Final = "apt-get install nodejs npm"


@pytest.fixture(scope="module")
def compiled() -> Path:
    """The compiled port, under the strictest rules of the compiler."""
    npm_ci(PORT)
    with alone(PORT / "dist"):
        build(PORT, "npm", "run", "build", needs=NEEDS)
    return PORT / "dist"


# Conformance


def test_every_operation_is_served(compiled: Path) -> None:
    """The driver declares three kinds at structure level, with every operation but `swap`, which is no method."""
    with Session(["node", str(compiled / "driver" / "main.js")], TIMEOUT) as session:
        containers = session.port.containers
    assert sorted(each.kind.name for each in containers) == sorted(KINDS)
    for each in containers:
        assert each.level.value == "structure"
        assert each.operations == frozenset(each.kind.operations) - {"swap"}
        assert {"load", "fork"} <= each.features


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_our_arrays(compiled: Path, kind: str) -> None:
    """Results and arrays are ours, in traces through tiny scopes and in random ones; nothing is skipped."""
    plan = Plan(transitions=300, random=8, walks=100, examples=5, kinds=(kind,))
    assert_conforms(judged(["node", compiled / "driver" / "main.js"], plan)[kind], traces=50)


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
        "src/sparse_set.js",
        "this.#cells.generation(handle.slot) === handle.generation",
        "this.#names(handle.slot)",
        "sparse_set",
        2,
    ),
    Break(
        "compact leaves the cell of what it moves alone (SS-R20)",
        "src/sparse_set.js",
        "this.#put(hole, this.#meta[end - 1], this.#stamp[end - 1]);",
        "this.#meta[hole] = this.#meta[end - 1]; this.#stamp[hole] = this.#stamp[end - 1];",
        "sparse_set",
        3,
    ),
    Break(
        "a copy has the stamps in common with what it was made of",
        "src/sparse_set.js",
        "twin.#stamp = [...this.#stamp];",
        "twin.#stamp = this.#stamp;",
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
)


@pytest.mark.parametrize("each", BREAKS, ids=lambda each: each.name.split(" (")[0])
def test_a_break_is_found_by_a_short_trace(compiled: Path, tmp_path: Path, each: Break) -> None:
    """The gate finds the break, and the trace it reports is as short as one can be."""
    shutil.copytree(compiled, tmp_path / "dist")
    shutil.copy(PORT / "package.json", tmp_path)  # says that the files are modules
    each.apply(tmp_path / "dist")
    plan = Plan(transitions=400, random=0, walks=0, examples=0, kinds=(each.kind,))
    assert_found(judged(["node", tmp_path / "dist" / "driver" / "main.js"], plan)[each.kind], each)


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
