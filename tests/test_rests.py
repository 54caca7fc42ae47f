"""A proof that rests on another one shows nothing if that one failed."""

import json
import subprocess
import sys
from pathlib import Path

from slotproof.ledger import Basis, Ledger
from slotproof.proofs.engine.report import Status, Verdict
from slotproof.standing import Rests

DECLARATION = '''
"""A counter whose `twice` rests on `up`, and `four_times` on `twice`."""

from slotproof.proofs.engine.refinement import Claim, Operation, Refinement, Scope, invariant


class CounterModel:
    count: int

    def __init__(self) -> None:
        self.count = 0

    def up(self) -> None:
        self.count += 1

    def twice(self) -> None:
        self.up()
        self.up()

    def four_times(self) -> None:
        self.twice()
        self.twice()


class Counter:
    count: int

    def __init__(self) -> None:
        self.count = 0

    def up(self) -> None:
        self.count += STEP

    def twice(self) -> None:
        self.up()
        self.up()

    def four_times(self) -> None:
        self.twice()
        self.twice()


@invariant("CN-I1", "Both count alike.")
def alike(m: CounterModel, c: Counter) -> bool:
    return m.count == c.count


STEP = 2
COUNTER = Refinement(
    code="CN",
    name="counter",
    title="counter",
    model=CounterModel,
    impl=Counter,
    couple=(alike,),
    laws=(),
    operations=(
        Operation("up", Claim("CN-R1", "`up` counts.")),
        Operation("twice", Claim("CN-R2", "`twice` counts twice."), uses=("up",)),
        Operation("four_times", Claim("CN-R3", "`four_times` counts four times."), uses=("twice",)),
    ),
    scopes=(Scope("small", {}),),
    configure=lambda make: {},
)
'''


def statuses(folder: Path) -> dict[str, tuple[str, str]]:
    """ID -> status and reason, as the command says."""
    command = ["-m", "slotproof", "verify", "counter_rests.py", "--judge", "prove", "--jobs", "1", "--json", "out.json"]
    subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, check=False)
    claims = json.loads((folder / "out.json").read_text(encoding="utf-8"))["claims"]
    return {each["id"]: (each["status"], each["judges"].get("prove", {}).get("reason", "")) for each in claims}


def test_what_rests_on_a_failed_proof_is_not_proved(tmp_path: Path) -> None:
    """Not `twice`, and not what rests on that; with `up` mended, all are."""
    file = tmp_path / "counter_rests.py"
    file.write_text(DECLARATION, encoding="utf-8")
    broken = statuses(tmp_path)
    assert broken["CN-R1"][0] == "failed"
    assert broken["CN-R2"] == ("not proved", "rests on counter up, which is failed")
    assert broken["CN-R3"] == ("not proved", "rests on counter twice, which is not proved")
    file.write_text(DECLARATION.replace("STEP = 2", "STEP = 1"), encoding="utf-8")
    assert {status for status, _ in statuses(tmp_path).values()} == {"proved"}


def test_what_rests_on_a_failed_theorem_is_not_proved(tmp_path: Path) -> None:
    """A summary is as good as the theorem that shows it, which another judge looks at."""
    ledger = Ledger(tmp_path / "ledger.jsonl")
    basis = Basis("words", "bits", False, {}, {})
    ledger.record(basis, "unit", [Verdict("words", "bits", "unit", "WD-B1", Status.FAILED)], {"WD-B1": "..."}, 0.0)
    proof = Verdict("words", "prove", "set", "WD-R1", Status.PROVED, evidence={"rests_on": ["WD-B1"]})
    ledger.record(Basis("words", "prove", False, {}, {}), "set", [proof], {"WD-R1": "..."}, 0.0)
    [entry] = ledger.entries(("words", "prove", "set", False))
    assert Rests(ledger).weakened(entry).verdict.status is Status.NOT_PROVED
