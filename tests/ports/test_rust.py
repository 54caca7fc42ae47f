"""The Rust port: it has our arrays after every operation, and what is broken in it is found by a short trace."""

import shutil
from pathlib import Path
from typing import Final

import pytest

from slotproof.gate.campaign.baseline import read
from slotproof.gate.campaign.run import Plan
from slotproof.gate.campaign.session import Session
from slotproof.gate.protocol.kinds import names
from slotproof.gate.traces.asked import entries

from ..tree.layout import ROOT
from .building import TIMEOUT, Break, assert_conforms, assert_found, cargo, judged, replayed, unknown_claims

PORT: Final = ROOT / "ports" / "rust"
SOURCES: Final = sorted((PORT / "src").glob("*.rs"))


@pytest.fixture(scope="module")
def driver() -> str:
    """The driver, built without a warning."""
    return cargo(PORT, PORT / "target", "build", "--bin=driver")


# Conformance


def test_every_kind_is_served(driver: str) -> None:
    """The driver declares each kind of the protocol at structure level, with every operation."""
    with Session([driver], TIMEOUT) as session:
        containers = session.port.containers
    assert sorted(each.kind.name for each in containers) == sorted(names())
    for each in containers:
        assert each.level.value == "structure"
        assert each.operations == frozenset(each.kind.operations)
        assert {"digest", "arrays"} <= each.observe
        assert {"peers", "load", "fork"} <= each.features


@pytest.mark.parametrize("kind", sorted(names()))
def test_a_kind_has_our_arrays(driver: str, kind: str) -> None:
    """Results and arrays are ours, in tiny scopes and at random; nothing is left unasked but what is listed."""
    report = judged([driver], Plan(transitions=500, random=10, walks=100, examples=3, counts=True, kinds=(kind,)))[kind]
    assert_conforms(report, traces=50)
    listed = {cell for each in read(PORT / "gate.toml").not_asked if each.kind == kind for cell in each.cells}
    assert set(entries(report.tally)) == listed


@pytest.mark.parametrize("suite", ["smoke", "deep", "peers", "regress*"])
def test_vectors_are_answered(driver: str, suite: str) -> None:
    """Every trace of these suites passes, for every kind."""
    for whole, passed in replayed([driver], suite).values():
        assert whole == passed > 0


# Breaks

BREAKS: Final = (
    Break(
        "a handle to a free slot names what the slot held last (HM-D2)",
        "src/handle_map.rs",
        "&& !self.free[slot]",
        "",
        "handle_map",
        3,
    ),
    Break(
        "a hole does not become the first to be filled (SS-I4)",
        "src/pool.rs",
        "self.free_head = pos as u32;",
        "if self.holes == 0 { self.free_head = pos as u32; }",
        "sparse_set",
        2,
    ),
    Break(
        "a word is full when the bit before the last is set (BM-I2)",
        "src/bits.rs",
        "word == full(width)",
        "word >= full(width) / 2",
        "bitmask",
        1,
    ),
    Break(
        "the link of an index that was taken out stays (HI-I3)",
        "src/hash_index.rs",
        "std::mem::replace(&mut self.chain[index], UNLINKED)",
        "self.chain[index]",
        "hash_index",
        2,
    ),
    Break(
        "the last key moves, and the link to it does not follow (DM-I4)",
        "src/dense_table.rs",
        "self.redirect(last, pos);",
        "",
        "dense_map",
        4,
    ),
    Break(
        "generations have 16 bits, which only a slot shows that was issued as often (ES-R5)",
        "src/entity_storage.rs",
        "let mut generation = self.paged.stamp[self.live] + 1;",
        "let mut generation = (self.paged.stamp[self.live] & 0xFFFF) + 1;",
        "entity_storage",
        2,
    ),
)


@pytest.fixture(scope="module")
def broken(driver: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A driver of the port with all breaks at once, each in a file of its own."""
    assert driver
    folder = tmp_path_factory.mktemp("broken") / "rust"
    shutil.copytree(PORT, folder, ignore=shutil.ignore_patterns("target"))
    for each in BREAKS:
        each.apply(folder)
    return cargo(folder, folder / "target", "build", "--bin=driver")


@pytest.mark.parametrize("each", BREAKS, ids=lambda each: each.kind)
def test_a_break_is_found_by_a_short_trace(broken: str, each: Break) -> None:
    """The gate finds the break, and the trace it reports is as short as one can be."""
    report = judged([broken], Plan(transitions=600, random=0, walks=0, examples=0, kinds=(each.kind,)))[each.kind]
    assert_found(report, each)


def test_no_break_hides_another() -> None:
    """Each break has a file of its own, which the kinds of the others do not use."""
    assert len({each.file for each in BREAKS}) == len({each.kind for each in BREAKS}) == len(BREAKS)


# Sources


def test_unit_tests_pass() -> None:
    """What no kind of the protocol shows, the layout of handles, has unit tests, and they pass."""
    cargo(PORT, PORT / "target", "test", "--lib")


def test_comments_name_known_claims() -> None:
    """Claim IDs in comments are those of the declarations."""
    assert SOURCES
    assert unknown_claims(SOURCES) == []


def test_nothing_outside_std_is_used() -> None:
    """The port has no dependency, and no module uses anything but std and its neighbours."""
    assert "[dependencies]" not in (PORT / "Cargo.toml").read_text(encoding="utf-8")
    for path in SOURCES:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith(("use ", "pub use ")):
                head = line.removeprefix("pub ").removeprefix("use ").split("::")[0]
                assert head in {"std", "crate", "super", *(Path(source).stem for source in SOURCES)}, line
