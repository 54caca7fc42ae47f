"""What workers do before their units."""

from typing import Final

from ..toy import Toy

PREPARE: Final = """def prepare(refinement):
    with pathlib.Path("prepared.txt").open("a") as file:
        file.write(f"{refinement.name}\\n")
    WHAT_IS_DONE

def units"""


def _prepared(toy: Toy) -> list[str]:
    return (toy.folder / "prepared.txt").read_text(encoding="utf-8").split()


def test_a_judge_prepares_once_for_each_container(toy: Toy) -> None:
    """In a worker, before the first of its units there; the units follow in forks of it."""
    noted = PREPARE.replace("WHAT_IS_DONE", 'vars(refinement)["noted"] = "by the worker"')
    toy.change("sketcher.py", "def units", noted)
    toy.change("sketcher.py", 'reason="only sketched"', 'evidence={"noted": vars(refinement)["noted"]}')
    toy.change("sketcher.py", '["sketch"]', '["sketch", "another"]')
    done = toy.run("verify", "--jobs", "1", "--judge", "sketcher", "--json", "all.json")
    assert done.returncode == 0, done.stderr
    assert (toy.folder / "all.json").read_text(encoding="utf-8").count('"noted": "by the worker"') == 2
    assert len(_prepared(toy)) == len(set(_prepared(toy)))
    assert "counter" in _prepared(toy)


def test_what_cannot_be_prepared_is_judged(toy: Toy) -> None:
    """The unit meets the same error if it needs what is missing, and reports it."""
    toy.change("sketcher.py", "def units", PREPARE.replace("WHAT_IS_DONE", "raise OSError"))
    done = toy.run("verify", "--judge", "sketcher", "counter")
    assert done.returncode == 0, done.stderr
    assert "not proved" in done.stdout
    assert "counter" in _prepared(toy)
