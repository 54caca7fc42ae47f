"""Shrinking: what Hypothesis leaves is made shorter, and what is reported is as short as can be, checked anew."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from slotproof.gate.campaign import shrink
from slotproof.gate.campaign.run import Campaign, Plan
from slotproof.gate.campaign.session import Session
from slotproof.gate.campaign.shrink import Shrinker, Shrunk
from slotproof.gate.protocol.verdicts import Case, Verdict

from ...judging import mistaken
from ..drivers import defective, fake

SHORTEST = (["acquire"], ["room"], ["tokens"], ["size"])  # `size` is wrong after 1, 4, 7, ... of each


def session(habit: str) -> Session:
    """A session with a fake token allocator of that habit."""
    return Session(fake(habit), 30.0)


def shrunk(habit: str, *names: str) -> Shrunk:
    """What becomes of a trace of these operations, which fails."""
    case = Case("token_allocator", {"capacity": 4}, tuple([name] for name in names))
    with session(habit) as running:
        outcome = running.examine(running.alone(case))
        assert outcome.verdict is Verdict.MISMATCH
        return Shrinker(running, outcome).shrink()


SCATTERED = ("acquire", "tokens", "acquire", "room", "acquire", "clear", "acquire", "size")


def test_any_subset_is_left_out() -> None:
    """Three operations that stand apart are left out together, where leaving out one or two of them shows nothing."""
    found = shrunk("counts", *SCATTERED)
    assert sorted(found.outcome.case.ops) == sorted(SHORTEST)
    assert "every one was run" in found.minimal


def test_without_that_pass_it_stays_long() -> None:
    """Leaving out runs and pairs of operations does not get there: the pass is what does."""
    changes = ("if len(units) > SUBSETS:", "if units:"), ("if self._shorter_path():", "if False:")
    with mistaken(shrink, *changes):
        found = shrunk("counts", *SCATTERED)
    assert len(found.outcome.case.ops) > len(SHORTEST)
    assert "every one was run" not in found.minimal


def test_what_hypothesis_leaves_is_made_shorter() -> None:
    """The trace that Hypothesis ends with is longer than the one that is reported."""
    events: list[dict[str, Any]] = []
    plan = Plan(whole=0, transitions=0, random=0, walks=0, examples=400, seed=5)  # a seed that meets the defect
    with session("counts") as running:
        Campaign(running, plan, events.append).run()
    (failing,) = (event for event in events if event["event"] == "failing")
    (failure,) = (event for event in events if event["event"] == "failure")
    assert failing["origin"] == "hypothesis"
    assert len(failing["ops"]) > len(failure["ops"]) == len(SHORTEST)


def test_a_number_is_made_small_wherever_it_stands() -> None:
    """Two operations that must name the same token name the first one in the end, though neither can change alone."""
    case = Case("token_allocator", {"capacity": 64}, (["is_used", 41], ["room"], ["is_used", 41], ["size"]))
    with session("counts the asked") as running:
        found = Shrinker(running, running.examine(running.alone(case))).shrink()
    assert found.outcome.case.ops == (["is_used", 0], ["is_used", 0], ["size"])


def test_a_peer_is_made_short_too() -> None:
    """Of a second container the operations that are not needed are left out, together where one alone cannot be."""
    inner = [["insert", 7], ["insert", 9], ["reserve", 6], ["insert", 5], ["erase", [0, 1]]]
    case = Case("handle_map", {"index_bits": 4}, (["insert", 8], ["swap", {"ops": inner}], ["size"]))
    with Session(defective("swap keeps two", "handle_map"), 30.0) as running:
        found = Shrinker(running, running.examine(running.alone(case))).shrink()
    assert found.outcome.case.ops == (["swap", {"ops": [["insert", 0], ["insert", 0]]}],)
    assert "every one was run" in found.minimal


@pytest.mark.parametrize(
    ("habit", "names"),
    [
        ("counts", SCATTERED),
        ("forgets the third", ("acquire", "clear", "acquire", "acquire", "tokens", "acquire", "room", "size")),
        ("wrong answer", ("acquire",) * 7 + ("size",)),
    ],
)
def test_eight_operations_or_fewer_are_minimal(habit: str, names: tuple[str, ...]) -> None:
    """Each subset of what is reported is run once more, each on its own: none fails in the same way."""
    outcome = shrunk(habit, *names).outcome
    ops = outcome.case.ops
    with session(habit) as running:
        for count in range(len(ops)):
            for kept in itertools.combinations(ops, count):
                again = running.alone(Case(outcome.case.kind, outcome.case.config, kept))
                assert again.signature != (outcome.verdict.value, outcome.operation, outcome.what), kept


def test_every_length_of_at_most_eight_is_searched_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of eight operations that are all needed each of the 255 smaller subsets is run, within the budget."""
    needed = ("acquire",) * 7 + ("size",)

    def keep(self: Shrinker, cases: Any) -> bool:
        made = [case.ops for case in cases]
        runs.append(len(made))
        return False

    runs: list[int] = []
    case = Case("token_allocator", {"capacity": 8}, tuple([name] for name in needed))
    with session("wrong answer") as running:
        shrinker = Shrinker(running, running.alone(case))
        monkeypatch.setattr(Shrinker, "_first", keep)
        assert shrinker._subsets()
    assert runs == [255]
    assert 8 <= shrink.SUBSETS
    assert 1 << shrink.SUBSETS < shrink.BUDGET
