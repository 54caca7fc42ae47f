"""Traces in bulk: what they ask, that wrong answers are found, and that neither time nor memory grows with them."""

from __future__ import annotations

import json
import weakref
from dataclasses import replace
from typing import Any

import pytest

from slotproof.gate.authoring.serve import answer
from slotproof.gate.authoring.vectors import reference
from slotproof.gate.campaign.process import Process
from slotproof.gate.campaign.run import Campaign, Plan
from slotproof.gate.campaign.session import Session
from slotproof.gate.protocol import hello
from slotproof.gate.protocol.judge import Look, expect, prepare
from slotproof.gate.protocol.kinds import names
from slotproof.gate.protocol.values import digest
from slotproof.gate.protocol.verdicts import Verdict
from slotproof.gate.traces.asking import Filter, configurations
from slotproof.gate.traces.walks import DEGREE, Walk, Walks, Web

from ..drivers import defective

DIGEST = Look("digest")


def web_of(name: str, number: int = 0, look: Look = DIGEST) -> Web:
    """A small web of a kind, in one of its configurations."""
    declared = reference(name)
    web = Web(declared, configurations(declared)[number][0], "1", look)
    web.grow(300)
    return web


@pytest.mark.parametrize("name", names())
def test_a_walk_is_the_case_that_would_be_prepared(name: str) -> None:
    """Put together from texts, request and answer are to the byte those of the trace run as a whole."""
    web = web_of(name, -1)
    for look in (DIGEST, Look("arrays"), Look("results")):
        web = web if look is DIGEST else web_of(name, 0, look)
        for _ in range(20):
            walk = web.walk()
            whole = walk.whole()
            assert (walk.request, walk.right) == (whole.request, whole.right)


@pytest.mark.parametrize("name", names())
def test_a_web_asks_what_the_port_can_express(name: str) -> None:
    """Every operation of a web is admitted; within its bounds it leads from the empty container to each state."""
    web = web_of(name)
    admits = Filter(web.declared, web.config).admits
    assert all(admits(op) for op, _ in web.ops)
    assert len({op[0] for op, _ in web.ops}) > len(web.declared.operations) // 2
    assert max(len({edge.number for edge in edges}) for edges in web.out) <= DEGREE
    reached, waiting = {0}, [0]
    while waiting:
        for edge in web.out[waiting.pop()]:
            if edge.to not in reached:
                reached.add(edge.to)
                waiting.append(edge.to)
    assert reached == set(range(web.states))


def test_walks_are_the_same_for_the_same_seed() -> None:
    """The seed decides every walk, and another seed has others."""
    declared = reference("sparse_set")
    config = configurations(declared)[0][0]

    def texts(seed: str) -> list[bytes]:
        return [walk.request for walk in Walks(declared, config, seed, DIGEST).take(50)]

    assert texts("a") == texts("a") != texts("b")


def test_memory_does_not_grow_with_the_number_of_walks() -> None:
    """One web is held at a time, of a bounded size, however many walks there are."""
    declared = reference("handle_map")
    walks = Walks(declared, configurations(declared)[0][0], "1", DIGEST, most=60, on_a_web=50)
    alive: weakref.WeakSet[Web] = weakref.WeakSet()
    for walk in walks.take(1000):
        alive.add(walk.web)
        assert len(alive) <= 2  # the one before is let go when the next has grown
        assert walk.web.states <= len(walk.web.ops) + 1 <= 61
    assert walks.webs == 20
    assert walks.transitions > 15 * 60


class Fake(Process):
    """A driver within this process: it answers with the right text, changed by `spoil`."""

    def __init__(self, walk: Walk, spoil: dict[str, Any]) -> None:
        self.text = b'{"t":"ran","id":1' + walk.right
        if spoil:
            self.text = json.dumps({**json.loads(self.text), **spoil}).encode()

    @property
    def stderr(self) -> str:
        """Nothing."""
        return ""

    def send(self, data: bytes) -> None:
        """Take a message."""

    def receive(self) -> bytes:
        """The answer."""
        return self.text

    def kill(self) -> None:
        """Nothing to end."""


@pytest.mark.parametrize(
    ("spoil", "verdict"),
    [
        ({"cost": 3}, Verdict.PASS),
        ({"digest": "0" * 16}, Verdict.MISMATCH),
        ({"results": []}, Verdict.PROTOCOL_ERROR),
        ({"id": 2}, Verdict.PROTOCOL_ERROR),
        ({"t": "skip"}, Verdict.SKIP),
        ({"t": "fault", "at": 3}, Verdict.FAULT),
    ],
)
def test_an_answer_in_another_form_is_read(
    spoil: dict[str, Any], verdict: Verdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the byte the right answer passes unread; in another form it is read, and compared as any other."""
    walk = web_of("bitmask", -1).walk()
    session = Session([])
    monkeypatch.setattr(session, "_port", hello.read(next(iter(answer({"t": "hello"}, ["bitmask"])))))
    for changes, result in (({}, Verdict.PASS), (spoil, verdict)):
        monkeypatch.setattr(session, "_process", Fake(walk, changes))
        monkeypatch.setattr(session, "messages", 0)
        assert [outcome.verdict for outcome in session.run([walk])] == [result]
        assert session.parsed == (1 if changes else 0)


def test_the_text_that_is_right_is_the_one_compared() -> None:
    """A driver without spaces passes without its answer being read: whole numbers have one form, and so has the end."""
    declared = reference("dense_map")
    config = configurations(declared)[-1][0]
    web = web_of("dense_map", -1)
    case = replace(web.walk().whole().case, ops=(["max_load"], ["set_max_load", 2.0], ["max_load"], ["size"]))
    prepared = prepare(declared, case, DIGEST, expect(declared, config, case.ops))
    assert prepared.right.startswith(b',"results":[0.875,null,2,0],"digest":"')
    assert prepared.right.endswith(digest(prepared.expected.end).encode() + b'"}\n'.rstrip())


def test_walks_alone_find_a_defect() -> None:
    """With nothing but walks a wrong freelist is found, and its trace is made as short as any other."""
    plan = Plan(whole=0, transitions=0, random=0, walks=60, examples=0, edges=False)
    events: list[dict[str, Any]] = []
    with Session(defective("lifo", "handle_map"), 30.0) as session:
        (report,) = Campaign(session, plan, events.append).run()
    assert any(event["event"] == "failing" and event["origin"].startswith("walks") for event in events)
    assert report.failures
    for failure in report.failures:
        assert len(failure.outcome.case.ops) == {"clear": 3, "erase": 4}[failure.outcome.operation]
        assert "every one was run" in failure.minimal
