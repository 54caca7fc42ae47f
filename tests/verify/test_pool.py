"""What a unit may rest on: its process has done nothing before it."""

from ..toy import Toy


def test_a_unit_begins_in_a_process_that_did_nothing_before(toy: Toy) -> None:
    """What a solver answers depends on that: which worker was free must decide no verdict."""
    toy.change("sketcher.py", "def units", "RAN = []\n\n\ndef units")
    toy.change("sketcher.py", 'reason="only sketched"', 'evidence={"ran": RAN.append(unit) or len(RAN)}')
    toy.change("sketcher.py", '["sketch"]', '["sketch", "another", "a third"]')
    done = toy.run("verify", "--jobs", "1", "--judge", "sketcher", "--json", "all.json")
    assert done.returncode == 0, done.stderr
    said = (toy.folder / "all.json").read_text(encoding="utf-8")
    assert said.count('"ran": 1') == said.count('"ran":') >= 3


def test_what_a_judge_reads_ahead_is_read_once(toy: Toy) -> None:
    """Each unit of a container finds it there, and nothing of another unit; what goes wrong in it is the unit's own."""
    toy.change(
        "sketcher.py",
        "def units",
        "READ = []\n\n\ndef prepare(refinement):\n    READ.append(1)\n    1 / 0\n\n\ndef units",
    )
    toy.change("sketcher.py", 'reason="only sketched"', 'evidence={"read": len(READ)}')
    toy.change("sketcher.py", '["sketch"]', '["sketch", "another", "a third"]')
    done = toy.run("verify", "--jobs", "1", "--judge", "sketcher", "--json", "all.json")
    assert done.returncode == 0, done.stderr
    said = (toy.folder / "all.json").read_text(encoding="utf-8")
    assert said.count('"read": ') >= 3
    assert '"read": 0' not in said
