"""The C++ port: it has our arrays after every operation, and what is broken in it is found by a short trace."""

import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from slotproof.gate.campaign.run import Campaign, Plan
from slotproof.gate.campaign.session import Session
from slotproof.gate.protocol.hello import FEATURES
from slotproof.gate.protocol.kinds import names
from slotproof.gate.protocol.verdicts import Verdict

from ..tree.layout import ROOT
from .building import TIMEOUT, Break, alone, assert_conforms, assert_found, build, judged, replayed, unknown_claims

PORT: Final = ROOT / "ports" / "cpp"
HEADERS: Final = sorted((PORT / "include" / "slotproof").glob("*.hpp"))
NEEDS: Final = "apt-get install g++ make"


@pytest.fixture(scope="module")
def driver() -> Path:
    """The driver, built with every warning as an error."""
    with alone(PORT / "build"):
        build(PORT, "make", "-j2", needs=NEEDS)
    return PORT / "build" / "driver"


# Conformance


def test_every_kind_is_served(driver: Path) -> None:
    """The driver declares each kind of the protocol at structure level, with all operations and features but one."""
    with Session([str(driver)], TIMEOUT) as session:
        containers = session.port.containers
    assert sorted(each.kind.name for each in containers) == sorted(names())
    for each in containers:
        assert each.level.value == "structure"
        assert each.operations == frozenset(each.kind.operations)
        assert each.features == FEATURES - {"counters"}


@pytest.mark.parametrize("kind", sorted(names()))
def test_a_kind_has_our_arrays(driver: Path, kind: str) -> None:
    """Results and arrays are ours, in traces through tiny scopes and in random ones; nothing is skipped."""
    report = judged([driver], Plan(transitions=300, random=5, walks=100, examples=5, kinds=(kind,)))[kind]
    assert_conforms(report, traces=50)
    assert not report.notes


@pytest.mark.parametrize("suite", ["smoke", "deep", "peers", "regress*"])
def test_vectors_are_answered(driver: Path, suite: str) -> None:
    """Every trace of these suites passes, for every kind."""
    for whole, passed in replayed([driver], suite).values():
        assert whole == passed > 0


# Bulk


def test_right_answers_are_not_read(driver: Path) -> None:
    """Every answer to a walk is the right one to the byte, so that none is read: what makes long campaigns quick."""
    plan = Plan(whole=0, transitions=0, random=0, walks=150, examples=0, edges=False)
    with Session([str(driver)], TIMEOUT) as session:
        reports = Campaign(session, plan).run()
        assert session.parsed == 0
    assert {report.kind: report.verdict for report in reports} == dict.fromkeys(names(), Verdict.PASS)
    assert all(report.operations > 20 * 150 for report in reports)


LARGEST: Final = """
import resource, sys
from slotproof.gate.campaign.run import Campaign, Plan
from slotproof.gate.campaign.session import Session
from slotproof.gate.authoring.vectors import cases_of, read_vectors
from slotproof.gate.protocol.verdicts import Verdict
plan = Plan(whole=0, transitions=0, random=0, walks=int(sys.argv[2]), examples=0, kinds=("bitmask",))
with Session([sys.argv[1]], 60.0) as session:
    (report,) = Campaign(session, plan).run()
print(report.traces, report.verdict.value, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_memory_of_a_long_campaign_is_that_of_a_short_one(driver: Path) -> None:
    """With twenty times as many walks the largest size of the gate grows by less than 8 MiB."""
    sizes = []
    for walks in (500, 10_000):
        printed = subprocess.run(
            [sys.executable, "-c", LARGEST, driver, str(walks)], check=True, capture_output=True, text=True
        ).stdout.split()
        assert int(printed[0]) >= walks
        assert printed[1] == "pass"
        sizes.append(int(printed[2]))
    assert sizes[1] - sizes[0] < 8 << 10


# Breaks


BREAKS: Final = (
    Break(
        "a used-up slot is handed out again (HM-D1)",
        "include/slotproof/handle_map.hpp",
        "if (generation != 0 || !retire_) return true;",
        "if (generation < generation_limit_) return true;",
        "handle_map",
        2,
    ),
    Break(
        "a hint revives a dead handle (ES-D2)",
        "include/slotproof/entity_storage.hpp",
        "return !retire_ || hint.generation() >= place.generation;",
        "return true;",
        "entity_storage",
        3,
    ),
    Break(
        "the last key moves into the gap without its value (DM-I6)",
        "include/slotproof/dense_map.hpp",
        "if (pos != dense_.size() - 1) dense_[pos] = std::move(dense_.back());",
        "",
        "dense_map",
        3,
    ),
    Break(
        "clear leaves the links stale (HI-D7)",
        "include/slotproof/hash_index.hpp",
        "std::ranges::fill(chain_, UNLINKED);",
        "",
        "hash_index",
        2,
    ),
    Break(
        "a word is full when all bits of the machine are set (BM-D2)",
        "include/slotproof/bitmask.hpp",
        "value = is_full(word, word_bits_);",
        "value = is_full(word, digits);",
        "bitmask",
        2,
    ),
    Break(
        "an assignment that fails leaves the values behind (ST-R28)",
        "include/slotproof/pool.hpp",
        "Pool& operator=(const Pool& other) { return assign_whole(*this, other); }",
        "Pool& operator=(const Pool&) = default;",
        "storage",
        3,
    ),
)


@pytest.fixture(scope="module")
def broken(driver: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A driver of the port with all breaks at once, each in a header of its own."""
    folder = tmp_path_factory.mktemp("broken") / "cpp"
    with alone(driver.parent):
        shutil.copytree(PORT, folder)  # with what is built of it, so that only what is broken is built again
    for each in BREAKS:
        each.apply(folder)
    build(folder, "make", "-j2", "CXXFLAGS=-O0", needs=NEEDS)
    return folder / "build" / "driver"


@pytest.mark.parametrize("each", BREAKS, ids=lambda each: each.kind)
def test_a_break_is_found_by_a_short_trace(broken: Path, each: Break) -> None:
    """The gate finds the break, and the trace it reports is as short as one can be."""
    report = judged([broken], Plan(transitions=2000, random=0, walks=0, examples=0, kinds=(each.kind,)))[each.kind]
    assert_found(report, each)


def test_no_break_hides_another() -> None:
    """Each break has a header of its own, which the kinds of the others do not use."""
    assert len({each.file for each in BREAKS}) == len({each.kind for each in BREAKS}) == len(BREAKS)


# Speed


def test_what_is_slower_has_its_reason() -> None:
    """The page has what the benchmark writes for these ratios; a cell below 1 that has no reason is not written."""
    benchmark = runpy.run_path(str(ROOT / "benchmarks" / "ports.py"))
    text = (PORT / "README.md").read_text(encoding="utf-8")
    table = text[text.index(benchmark["BEGIN"]) + len(benchmark["BEGIN"]) : text.index(benchmark["END"])]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")][1:]
    ratios = {(table, task, who): float(ratio) for table, task, who, ratio, *_ in rows}
    assert len(ratios) >= len(benchmark["ARTICLES"])
    assert table.splitlines() == list(benchmark["lines"](ratios))
    with pytest.raises(KeyError):
        list(benchmark["lines"]({("handle_map", "iterate", "map"): 0.9}))


# Headers


def test_comments_name_known_claims() -> None:
    """Claim IDs in comments are those of the declarations."""
    assert HEADERS
    assert unknown_claims(HEADERS) == []


def test_each_header_stands_alone() -> None:
    """A header includes only the standard library and its neighbours."""
    ours = {header.name for header in HEADERS}
    for header in HEADERS:
        text = header.read_text(encoding="utf-8")
        assert set(re.findall(r'#include "(.+)"', text)) <= ours
        assert all("/" not in each for each in re.findall(r"#include <(.+)>", text))


def test_what_integers_do_not_show() -> None:
    """Values that own something, copies, exceptions and references are as they should, under the sanitizers."""
    with alone(PORT / "build"):
        printed = build(PORT, "make", "check", needs=NEEDS)
    assert "all facts hold" in printed
    assert "what fails leaves nothing behind" in printed


HALF_DONE: Final = (  # a header, a line of it, what stands there instead, and what is not so then
    (  # an assignment member after member, as the language does it by itself
        "handle_map.hpp",
        "(const HandleMap& other) { return assign_whole(*this, other); }",
        "(const HandleMap&) = default;",
        ["handle map: an assignment that fails changes nothing"],
    ),
    (  # a copy of a value that nobody owns while it is made
        "storage.hpp",
        "pages_[pos / page_].push_back(other[pos]);",
        "{ T* made = new T; *made = other[pos]; pages_[pos / page_].push_back(std::move(*made)); delete made; }",
        [f"{name}: a copy leaves nothing behind, even if it fails" for name in ("storage", "registry")],
    ),
    (  # an index that grows name after name, when some are in
        "indexed_store.hpp",
        "index_.make_way(static_cast<Link>(names_.size() + items.size()));",
        "",
        [
            "indexed store: insert_items: growth that fails changes nothing",
            "indexed store: insert_items: it grows afterwards as if nothing had failed",
        ],
    ),
)


def test_what_is_half_done_is_found(tmp_path: Path) -> None:
    """An assignment, a copy and an insertion that leave something behind when they fail are each found."""
    shutil.copytree(PORT, tmp_path / "cpp", ignore=shutil.ignore_patterns("build"))
    for name, right, wrong, _ in HALF_DONE:
        header = tmp_path / "cpp" / "include" / "slotproof" / name
        text = header.read_text(encoding="utf-8")
        assert text.count(right) == 1
        header.write_text(text.replace(right, wrong), encoding="utf-8")
    build(tmp_path / "cpp", "make", "build/failing", "SANITIZERS=-O0", needs=NEEDS)
    done = subprocess.run([tmp_path / "cpp" / "build" / "failing"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert set(done.stderr.splitlines()) == {f"not so: {fact}" for *_, facts in HALF_DONE for fact in facts}
