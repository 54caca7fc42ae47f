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
