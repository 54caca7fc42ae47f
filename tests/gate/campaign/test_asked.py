"""Green means asked: what a port was not asked is counted and named, and is no plain success."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner

from slotproof.cli import app
from slotproof.dev.kinds_json import PATH
from slotproof.gate import report
from slotproof.gate.campaign.plan import Shard
from slotproof.gate.campaign.run import failure
from slotproof.gate.campaign.session import Session
from slotproof.gate.campaign.shards import run_shard
from slotproof.gate.campaign.shrink import Shrunk
from slotproof.gate.protocol.edges import CELLS
from slotproof.gate.protocol.hello import FEATURES, Numbers
from slotproof.gate.protocol.kinds import kind, names
from slotproof.gate.protocol.loading import NARROW, POOLS, WIDEST, states
from slotproof.gate.protocol.oracle import Container
from slotproof.gate.protocol.values import equal
from slotproof.gate.protocol.verdicts import Case, Outcome, Verdict
from slotproof.gate.traces.asked import cells, facts, of_level, required, tally
from slotproof.gate.traces.asking import SMALL, own_widths

from ...tree.layout import ROOT
from ..drivers import defective, fake, judged
from ..schemas import broken
from ..test_edges import EDGES, declared

FEW = ["--transitions", "20", "--random", "2", "--examples", "0", "--jobs", "1", "--progress", "none"]


def gate(habit: str, *options: Any) -> tuple[int, str]:
    """Exit code and output of a run on a fake port."""
    done = CliRunner().invoke(app, ["gate", "run", *FEW, *map(str, options), "--", *fake(habit)])
    return done.exit_code, done.output


def test_the_facts_are_those_of_the_declarations() -> None:
    """The file for other programs is made from the declarations, to the byte."""
    check = subprocess.run(
        [sys.executable, "-m", "slotproof.dev.kinds_json", "--check"], capture_output=True, text=True, check=False
    )
    assert check.returncode == 0, check.stdout + check.stderr


def wrong_facts(change: Callable[[Any], object] = lambda told: None) -> list[str]:
    """What breaks the schema of the file, once it is changed."""
    schema = json.loads((ROOT / "docs/schema/kinds.json").read_text(encoding="utf-8"))
    told = json.loads(PATH.read_text(encoding="utf-8"))
    change(told)
    return list(broken(told, schema, schema))


def test_the_facts_are_as_their_schema_says() -> None:
    """Every member is described and has its type, and the file says its version."""
    assert wrong_facts() == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda told: told.update(format="slotproof-kinds/2"), "$.format: 'slotproof-kinds/2' is not"),
        (lambda told: told["kinds"][0].update(more=1), "$.kinds[0].more: nothing may stand here"),
        (lambda told: told["kinds"][1].pop("deviations"), "lacks some of"),
        (lambda told: told["kinds"][2]["operations"][3].update(pure=1), "$.kinds[2].operations[3].pure: 1 is no"),
        (lambda told: told["kinds"][3]["operations"][0]["errors"].append("sad"), "errors[1]: 'sad' is none of"),
        (lambda told: told["kinds"][0]["operations"][0].update(cost=7), "cost: 7 is none of what it may be"),
        (lambda told: told["kinds"][0]["claims"][0].update(id="HM-X1"), "id: 'HM-X1' is not like"),
    ],
)
def test_other_facts_break_the_schema(change: Callable[[Any], object], says: str) -> None:
    """A member that is new, gone, or of another type is seen."""
    (wrong,) = wrong_facts(change)
    assert says in wrong


@pytest.mark.parametrize("name", names())
def test_the_facts_name_what_can_be_asked(name: str) -> None:
    """Each operation answers; an outcome is one of its errors, and an error is one that is met, but for few."""
    for operation in facts()[name]["operations"]:
        assert "ok" in operation["outcomes"]
        assert set(operation["outcomes"]) - {"ok"} <= set(operation["errors"])
        assert set(operation["errors"]) - set(operation["outcomes"]) <= {"invalid_argument"}  # no form in JSON


def test_a_port_that_was_asked_all_conforms(tmp_path: Path) -> None:
    """All cells above zero are a plain success, with their number in every report."""
    files = {name: tmp_path / name for name in ("log", "junit", "markdown", "html", "badge")}
    code, output = gate("none", *(part for name, path in files.items() for part in (f"--{name}", path)))
    assert code == 0, output
    (kind_event,) = report.of(report.read_log(files["log"]), "kind")
    told = kind_event["tally"]
    assert (told["missing"], told["left_out"], told["operations"], told["of"]) == ([], [], 9, 9)
    assert told["asked"] == told["required"] > 50
    count = f"{told['asked']} of {told['required']}"
    texts = [output, *(files[each].read_text("utf-8") for each in ("markdown", "html"))]
    assert all(count in text for text in texts)
    assert kind_event["cells"]["acquire: full"] > 0
    assert json.loads(files["badge"].read_text("utf-8"))["color"] == "brightgreen"


def test_a_port_of_one_operation_conforms_in_part(tmp_path: Path) -> None:
    """One that offers `size` alone is no plain success, and says how much it has."""
    badge, junit = tmp_path / "badge", tmp_path / "junit"
    code, output = gate("size alone", "--badge", badge, "--junit", junit)
    assert code == 4
    assert "conforms in part: 1 of 9 operations" in output
    assert json.loads(badge.read_text("utf-8")) == {
        "schemaVersion": 1,
        "label": "slotproof",
        "message": "conforms in part: 1 of 9 operations, behaviour",
        "color": "yellow",
    }
    assert ET.fromstring(junit.read_text("utf-8")).findall(".//skipped")


def test_fixed_widths_are_not_asked(tmp_path: Path) -> None:
    """One that is made in one way only is never full, and says so; a list with a reason allows it, and is checked."""
    code, output = gate("fixed")
    assert code == 4
    assert "conforms, behaviour, not asked: token_allocator acquire: full" in output
    path = tmp_path / "gate.toml"
    entry = "[[not_asked]]\nkind = 'token_allocator'\nreason = 'one width'\ncells = {}\n"
    path.write_text(entry.format(["acquire: full"]))
    assert gate("fixed", "--baseline", path)[0] == 0
    path.write_text(entry.format(["acquire: full", "release"]))
    code, output = gate("fixed", "--baseline", path)
    assert (code, "release: listed as not asked, but asked" in output) == (1, True)
    path.write_text(entry.format(["fly"]))
    assert gate("fixed", "--baseline", path)[0] == 2


def test_what_a_port_says_it_has_not_is_not_required() -> None:
    """Of 31 bits a natural beyond is not required; what fails already is not missed either."""
    wide = declared("hash_index")
    narrow = required(declared("hash_index", numbers={"natural_bits": 31}))
    assert {cell for cell in required(wide) if cell.startswith("set_granularity") and cell not in narrow} >= {
        "set_granularity 1: 2^31",
        "set_granularity 1: 2^68",
    }
    assert "set_granularity 1: 2^31-1" in narrow
    told = tally(wide, {}, {"add"}, {})
    assert told["asked"] == 0
    assert not [cell for cell in told["missing"] if cell.startswith("add")]
    assert of_level(wide) == set(kind("hash_index").operations)
    assert wide.numbers == Numbers()


def test_cells_are_outcomes_and_edges() -> None:
    """A call counts as its operation with its outcome, and for each argument that is an edge."""
    assert list(cells(kind("hash_index"), ["resize", 1 << 31], {"e": "full"})) == ["resize: full", "resize 1: 2^31"]
    assert list(cells(kind("hash_index"), ["resize", 7], None)) == ["resize: ok"]


def test_a_copy_that_is_no_copy_is_found() -> None:
    """Two that share their arrays are told apart from two that are equal."""
    found = judged("shares copies", "handle_map", EDGES)
    assert found.verdict is Verdict.MISMATCH
    assert {"fork", "on_fork"} <= {op[0] for op in found.failures[0].outcome.case.ops}
    assert FEATURES >= {"fork", "load", "failing_copies"}


def test_a_state_is_loaded() -> None:
    """What was loaded is there, generations at their end wrap or retire, and what no container has is refused."""
    found = judged("forgets the used up", "handle_map", EDGES)
    assert found.verdict is Verdict.MISMATCH
    assert any(op[0] == "load" for each in found.failures for op in each.outcome.case.ops)


def test_an_assignment_that_fails_half_way_is_found() -> None:
    """A copy that is assigned array by array leaves some arrays of each, if it fails between them."""
    with Session(defective("assigns by halves", "sparse_set"), 60.0) as session:
        part = run_shard(session, replace(EDGES, fail_fast=True), Shard("sparse_set", "edges"))
    (found,) = part.first.values()
    assert "fail_fork" in [op[0] for op in found.case.ops]


def test_what_goes_wrong_with_a_copy_or_a_state_that_is_loaded_has_a_claim() -> None:
    """The sentence is that of `copy`, which a file of known failures can name; or of `from_dict`."""
    with Session(defective("none", "handle_map"), 60.0) as session:
        for op, claim in ((["on_fork", 1, ["copy"]], "HM-R17"), (["fork"], "HM-R17"), (["load", {}], "HM-R20")):
            outcome = Outcome(Case("handle_map", {}, (op,)), Verdict.MISMATCH, 0)
            assert failure(session, Shrunk(outcome, 0, ""))["claim"] == claim


@pytest.mark.parametrize("name", names())
def test_a_loaded_state_is_that_of_the_arrays(name: str) -> None:
    """Each state near the limits, in each of the widths that are tried, is one of our own containers."""
    for wanted in (NARROW, WIDEST, POOLS):
        config = own_widths(declared(name), {**SMALL, **wanted})
        held = Container(kind(name), config)
        found = list(states(kind(name), held.held.copy(), CELLS))
        assert found
        for arrays in found:
            assert held.take(["load", arrays]) is None
            assert equal(held.arrays(), arrays)


@pytest.mark.parametrize("name", names())
def test_our_own_containers_conform_at_their_edges(name: str) -> None:
    """The reference answers as our own containers do: large numbers, loaded states and copies included."""
    assert judged("", name, EDGES).verdict is Verdict.PASS
