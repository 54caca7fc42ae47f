"""Nobody calls a wrong declaration proved: it is refused or fails, with its line or claim; right twins are proved."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Final

import pytest

from ..commands import Ended, forks
from ..quick import first_only, one_of_each
from .declarations.code import (
    wrong_declarations_aliases,
    wrong_declarations_code,
    wrong_declarations_costs,
    wrong_declarations_loops,
    wrong_declarations_public,
    wrong_declarations_python,
    wrong_declarations_state,
    wrong_declarations_values,
)
from .declarations.code.wrong_declarations_values import SIZES
from .declarations.said import (
    wrong_declarations_claims,
    wrong_declarations_given,
    wrong_declarations_laws,
    wrong_declarations_names,
    wrong_declarations_said,
    wrong_declarations_scopes,
    wrong_declarations_stand_ins,
    wrong_declarations_told,
    wrong_declarations_within,
)
from .declarations.said.wrong_declarations_given import MEANT_OTHERWISE, OTHERWISE
from .declarations.said.wrong_declarations_said import DROPPED
from .declarations.said.wrong_declarations_within import GIVEN
from .declarations.said.wrong_declarations_within import RIGHT as HELD
from .declarations.wrong_declarations import FILES, Case, Edit, Group, edited, look, operation
from .declarations.wrong_declarations_ledger import CHANGES, Change
from .test_own_declaration import slotproof

PARTS: Final = (
    wrong_declarations_claims.GROUPS,
    wrong_declarations_laws.GROUPS,
    wrong_declarations_loops.GROUPS,
    wrong_declarations_stand_ins.GROUPS,
    wrong_declarations_state.GROUPS,
    wrong_declarations_aliases.GROUPS,
    wrong_declarations_costs.GROUPS,
    wrong_declarations_public.GROUPS,
    wrong_declarations_code.GROUPS,
    wrong_declarations_values.GROUPS,
    wrong_declarations_python.GROUPS,
    wrong_declarations_given.GROUPS,
    wrong_declarations_names.GROUPS,
    wrong_declarations_told.GROUPS,
    wrong_declarations_within.GROUPS,
    wrong_declarations_scopes.GROUPS,
    wrong_declarations_said.GROUPS,
)
GROUPS: Final[dict[str, Group]] = {name: group for part in PARTS for name, group in part.items()}
WRONG: Final = [
    pytest.param(group, case, id=f"{group}: {name}")
    for group, found in GROUPS.items()
    for name, case in found.wrong.items()
]
SHOWN: Final = [case for case in WRONG if case.values[1].shown]  # type: ignore[union-attr]
RIGHT: Final = [
    pytest.param(group, edits, id=f"{group} {number}")
    for group, found in GROUPS.items()
    for number, edits in enumerate(found.right)
]
SHORT: Final = ("verify", "declared.py", "--judge", "prove", "--jobs", "1", "--json", "verdicts.json")
STRICT: Final = (*SHORT, "--strict")


def write(folder: Path, files: dict[str, str]) -> None:
    """Put files into a folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def verify(folder: Path, *options: str, **environment: str) -> Ended:
    """Judge the declaration of a folder."""
    return forks().run(folder, *(options or STRICT), environment=environment)


def statuses(folder: Path) -> set[str]:
    """What is said of the claims."""
    report = json.loads((folder / "verdicts.json").read_text(encoding="utf-8"))
    return {each["status"] for each in report["claims"]}


def place_of(case: Case) -> str:
    """The file and the line that are told."""
    told = [
        (f"{name}:{number}", line.strip())
        for name, text in case.files().items()
        for number, line in enumerate(text.splitlines(), 1)
        if case.at in line
    ]
    lines, whole = [place for place, _ in told], [place for place, line in told if line == case.at]
    [found] = whole or lines
    return found


VALUES: Final = {"numbers", "entries", "records", "inherited", "orders", "bodies", "special"}
"""Groups of which one wrong declaration is quick: all are about what values CPython gives."""


def family(group: str, _: object) -> str:
    """Of what one case is quick."""
    return "values" if group in VALUES else group


@pytest.mark.parametrize(("group", "case"), one_of_each(family, WRONG))
def test_a_wrong_declaration_is_not_proved(tmp_path: Path, group: str, case: Case) -> None:
    """It is refused, or a claim fails; what is told has the line, or a state of which the code goes wrong."""
    assert group in GROUPS
    write(tmp_path, case.files())
    done = verify(tmp_path)
    assert done.code in (1, 2), done.output
    told = " ".join(done.output.split())
    is_shown = re.search(r"\bPL-[A-Z]\d failed\b", told) is not None and " # actual " in told
    assert case.says
    assert is_shown or (f"{case.says} failed" if re.fullmatch(r"PL-[A-Z]\d", case.says) else case.says) in told
    if case.at and not is_shown:
        assert re.search(rf"\b{re.escape(place_of(case))}\b", told), done.output


@pytest.mark.long
@pytest.mark.parametrize(("group", "case"), SHOWN)
def test_cpython_refutes_it(tmp_path: Path, group: str, case: Case) -> None:
    """What is claimed is false of the code that runs."""
    assert group in GROUPS
    write(tmp_path, case.files())
    *done, asked = case.shown.split("; ")
    text = "\n".join(("import sys", "from pile import *", *done, f"sys.exit(0 if ({asked}) else 4)"))
    assert forks().run(tmp_path, "-c", text).code == 0


QUICK: Final = {"results", "rounds", "costs", "creation"}
"""Groups of which a right twin is quick; those of the others use forms that other tests prove all day."""


@pytest.mark.parametrize(("group", "edits"), one_of_each(lambda group, edits: group in QUICK and group, RIGHT))
def test_a_right_twin_is_proved(tmp_path: Path, group: str, edits: tuple[Edit, ...]) -> None:
    """The forms that stand beside a wrong declaration, used rightly, are proved."""
    assert group in GROUPS
    write(tmp_path, edited(edits))
    done = verify(tmp_path)
    assert (done.code, statuses(tmp_path)) == (0, {"proved"}), done.output


@pytest.mark.parametrize("name", first_only(HELD))
def test_a_container_that_holds_others_is_proved(tmp_path: Path, name: str) -> None:
    """By what the declaration of the others says of them."""
    write(tmp_path, HELD[name])
    done = verify(tmp_path)
    assert (done.code, statuses(tmp_path)) == (0, {"proved"}), done.output


def test_what_clients_do_with_what_is_held_is_presumed(tmp_path: Path) -> None:
    """Claims of the whole are no concern of a container that it gives, and the verdict says so."""
    write(tmp_path, GIVEN)
    done = verify(tmp_path)
    assert (done.code, statuses(tmp_path)) == (0, {"proved"}), done.output
    assert "what clients do with what `give` gives keeps the claims of its owner" in " ".join(done.output.split())


@pytest.mark.parametrize("name", first_only(SIZES))
def test_sizes_beyond_any_machine_are_presumed(tmp_path: Path, name: str) -> None:
    """What is true of numbers that fit into a machine is proved, and the verdict says so."""
    presumed, edits = SIZES[name]
    write(tmp_path, edited(edits))
    done = verify(tmp_path)
    assert (done.code, statuses(tmp_path)) == (0, {"proved"}), done.output
    assert f"proved claims assume that {presumed}" in " ".join(done.output.split())


@pytest.mark.parametrize(
    ("edits", "presumed"),
    [
        (OTHERWISE, "makes of `look` says all of it"),
        (MEANT_OTHERWISE, "makes of the model's `look` is what the claim speaks of"),
    ],
    ids=["called", "meant"],
)
def test_what_a_declaration_says_in_place_of_a_call_is_presumed(
    tmp_path: Path, edits: tuple[Edit, ...], presumed: str
) -> None:
    """It may do anything with what the operation gives, and the verdict says so."""
    write(tmp_path, edited(edits))
    done = verify(tmp_path)
    assert (done.code, statuses(tmp_path)) == (0, {"proved"}), done.output
    assert presumed in " ".join(done.output.split())


def test_what_all_must_keep_is_not_proved_where_one_has_no_proof(tmp_path: Path) -> None:
    """Neither a law that it breaks, nor one that it keeps; where all have a proof the first one fails."""
    for options, wanted in ((', unproved="it is hard"', "not proved"), ("", "failed")):
        write(tmp_path, edited((*DROPPED, operation(f'Operation("drop", Claim("PL-R4", "It drops all."){options})'))))
        done = verify(tmp_path, *SHORT)
        report = json.loads((tmp_path / "verdicts.json").read_text(encoding="utf-8"))
        told = {each["id"]: each["status"] for each in report["claims"]}
        assert done.code == (wanted == "failed"), done.output
        assert told["PL-L2"] == wanted
        assert (wanted == "failed") or {told[each] for each in ("PL-L1", "PL-I1", "PL-R4")} == {wanted}


# --- the ledger


@pytest.mark.parametrize("options", [SHORT, pytest.param(STRICT, marks=pytest.mark.long)], ids=["", "strict"])
@pytest.mark.parametrize("name", first_only(CHANGES))
def test_what_takes_the_place_of_right_code_is_judged(tmp_path: Path, name: str, options: tuple[str, ...]) -> None:
    """A second run does not believe the first one, even where the times of the files are the same."""
    change: Change = CHANGES[name]
    write(tmp_path, change.files())
    _set_back(tmp_path)
    first = verify(tmp_path, *options)
    if change.judged:
        assert (first.code, statuses(tmp_path)) == (0, {"proved"}), first.output
    else:
        assert (first.code in (1, 2), change.says in first.output) == (True, True), first.output
    write(tmp_path, change.then)
    _set_back(tmp_path)
    second = verify(tmp_path, *options, **change.given)
    assert second.code in (1, 2), second.output
    assert change.says in " ".join(second.output.split())


RUN: Final = ("verify", "declared.py", "--judge", "explore", "--jobs", "1", "--json", "verdicts.json")
"""Of a judge that runs the code, whatever it reads."""


@pytest.mark.parametrize("name", ["a file of data", "a text that is run", "a variable"])
def test_what_is_read_beside_the_sources_is_judged_anew(tmp_path: Path, name: str) -> None:
    """No verdict is kept of code that may read more than its sources, and the line says where it does."""
    change: Change = CHANGES[name]
    write(tmp_path, change.files())
    for _ in range(2):
        done = verify(tmp_path, *RUN)
        assert (done.code, statuses(tmp_path)) == (0, {"exhausted"}), done.output
        assert "1 unit judged, 0 unchanged" in done.output
        assert "pile: judged anew each time, as it may read what is in no source: pile.py:" in done.output
    write(tmp_path, change.then)
    done = verify(tmp_path, *RUN, **change.given)
    assert (done.code, "PL-R3 failed" in done.output) == (1, True), done.output


def test_what_stands_beside_is_a_source(tmp_path: Path) -> None:
    """So the verdicts about it are kept."""
    write(tmp_path, CHANGES["a module of a package"].files())
    for judged, unchanged in ((1, 0), (0, 1)):
        assert f"{judged} unit{'s' * (not judged)} judged, {unchanged} unchanged" in verify(tmp_path, *RUN).output


def _set_back(folder: Path) -> None:
    """Give all sources one time, long ago."""
    for file in folder.rglob("*.py"):
        os.utime(file, (1_600_000_000, 1_600_000_000))


def test_a_line_of_the_ledger_that_somebody_wrote_is_not_believed(tmp_path: Path) -> None:
    """Where everything is judged anew, at least."""
    write(tmp_path, edited((look("return 7"),)))
    assert verify(tmp_path).code == 1
    ledger = tmp_path / ".slotproof" / "ledger.jsonl"
    lines = ledger.read_text(encoding="utf-8").replace('"status": "failed"', '"status": "proved"')
    ledger.write_text(re.sub(r', "failure": \{.*\}\}', "}", lines), encoding="utf-8")
    done = verify(tmp_path)
    assert done.code == 1, done.output
    assert "PL-R3 failed" in done.output


@pytest.mark.long
def test_what_is_changed_while_it_is_read_is_not_proved(tmp_path: Path) -> None:
    """The text that is imported is not the one that stands there."""
    wrong = edited((look("return 7"), ("from pile import Pile", "import swap\nfrom pile import Pile")))
    swap = (
        "from pathlib import Path\n\nhere = Path(__file__).parent\n"
        '(here / "pile.py").write_text((here / "right.txt").read_text())\nimport pile\n\n'
        '(here / "pile.py").write_text((here / "wrong.txt").read_text())\n'
    )
    write(tmp_path, {**wrong, "swap.py": swap, "right.txt": FILES["pile.py"], "wrong.txt": wrong["pile.py"]})
    done = verify(tmp_path)
    assert done.code in (1, 2), done.output
    assert (tmp_path / "pile.py").read_text(encoding="utf-8") == wrong["pile.py"]


@pytest.mark.long
@pytest.mark.parametrize(("number", "code"), [("max(number, 0)", 0), ("7", 1)])
def test_a_fork_says_what_the_command_says(tmp_path: Path, number: str, code: int) -> None:
    """Both are the same program."""
    write(tmp_path, edited((look(f"return {number}"),)))
    forked, run = verify(tmp_path), slotproof(tmp_path, *STRICT)
    assert (forked.code, run.returncode) == (code, code)
    assert _without_times(forked.output) == _without_times(run.stdout)


def _without_times(text: str) -> list[str]:
    return [line for line in text.splitlines() if not re.search(r"\d\.\d", line)]


def test_no_group_hides_another() -> None:
    """Groups have names of their own: of two with one name, only one would be tried."""
    assert len(GROUPS) == sum(map(len, PARTS))
