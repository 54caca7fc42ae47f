"""`slotproof verify --watch` judges at each save, and what failed is shown before the table."""

import signal
import time
from collections.abc import Callable

import pytest

from ..toy import Toy
from ..verify.test_cli import BREAK

PATIENCE = 60.0  # seconds for what takes one or two, where others work beside


def wait_until(happened: Callable[[], bool]) -> None:
    """Wait for something that another process does.

    Raises     TimeoutError
    """
    deadline = time.monotonic() + PATIENCE
    while not happened():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.05)


def test_each_save_is_judged(judged_toy: Toy) -> None:
    """What a save changes is judged again, and nothing else, until an interrupt ends it."""
    told = judged_toy.folder / "told.txt"
    before = len(judged_toy.runs())

    def ended(times: int) -> None:
        """Wait for the end of a run: what is saved within one may be judged twice."""
        wait_until(lambda: told.read_text(encoding="utf-8").count("watching for changes") == times)

    with judged_toy.start("verify", "--watch", told=told) as process:
        try:
            ended(1)
            judged_toy.change("impl.py", "limit=3", "limit=4")
            ended(2)
            assert judged_toy.runs()[before:] == ["counter sketcher sketch", "counter stepper steps"]
            judged_toy.change("other.py", "class Nothing: pass", "class Nothing: x = 1")
            ended(3)
            assert judged_toy.runs()[before + 2 :] == ["other stepper steps"]
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=PATIENCE)
            assert process.returncode == 0
        finally:
            process.kill()


def test_the_first_failure_is_shown_before_the_table(toy: Toy) -> None:
    """Once, with its picture; the table follows, and names it again."""
    toy.change(*BREAK)
    told = toy.run("verify").stdout
    assert told.index("CT-I1 failed (stepper, steps)") < told.index("picture:") < told.index("stepper   ")
    assert told.count("CT-I1 failed (stepper, steps)") == 1
    assert "CT-I1 failed, as shown above" in told[told.index("stepper   ") :]


@pytest.mark.long
def test_what_was_changed_is_judged_first(judged_toy: Toy) -> None:
    """Of what is due, the operation whose own code changed comes before what only uses it."""
    judged_toy.change("impl.py", "return len(self.ticks)", "return len(self.ticks) + 0")
    judged_toy.change("other.py", "class Nothing: pass", "class Nothing: x = 1")
    before = len(judged_toy.runs())
    judged_toy.run("verify", "--jobs", "1")
    assert judged_toy.runs()[before:][-1] == "other stepper steps"
