"""The manners of a driver, whatever its port answers, and a smoke: whether it answers the first traces rightly."""

from __future__ import annotations

import itertools
import json
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from slotproof.gate.authoring.smoke import CONFIG, SMOKE
from slotproof.gate.campaign.process import MAX_LINE, Process, Trouble
from slotproof.gate.campaign.session import Session, parse
from slotproof.gate.protocol.hello import PROTOCOL, Declared, Port, Refused, read
from slotproof.gate.protocol.judge import Look
from slotproof.gate.protocol.values import Json, line
from slotproof.gate.protocol.verdicts import FAILING, Case, Outcome, Verdict
from slotproof.gate.traces.asking import configurations
from slotproof.gate.traces.drawn import refer

SECONDS: Final = 10.0  # of a whole lint
SHARE: Final = 2  # of the seconds, what one answer may take; nothing is begun when less is left
BURST: Final = 200  # messages sent before an answer is read
LARGEST: Final = (1 << 53) - 1
CURES: Final[Mapping[Verdict, str]] = {
    Verdict.MISMATCH: "run the trace by hand; `slotproof explain` says what the claims of the operation mean",
    Verdict.FAULT: "look for an index or a number that is not checked",
    Verdict.CRASH: "run the trace under a debugger, and with sanitizers",
    Verdict.EARLY_EXIT: "read until `bye` or the end of the input",
    Verdict.HANG: "flush after each line, and do not wait for more input than a line",
    Verdict.GARBAGE: "print nothing to standard output but answers; debugging goes to standard error",
    Verdict.PROTOCOL_ERROR: "one result for each operation, errors as results, `id` copied, types as the page has them",
    Verdict.FLAKY: "make a new container for each `run`, and keep nothing between two",
}


@dataclass(frozen=True)
class Finding:
    """One rule, and whether the driver keeps it; None if there was no time to try it."""

    right: bool | None
    text: str
    cure: str = ""


def lint(command: Sequence[str], timeout: float, seconds: float = math.inf, smoke: bool = False) -> list[Finding]:
    """Every rule, of each kind the driver has; a driver that breaks is started anew for the rules that are left.

    Takes      timeout, seconds for one answer; seconds, of all; smoke, true if its port is looked at, too
    """
    return list(_Lint(command, min(timeout, seconds / SHARE), seconds).findings(smoke))


class _Lint:
    def __init__(self, command: Sequence[str], timeout: float, seconds: float) -> None:
        self.command = command
        self.timeout = timeout
        self.last = time.monotonic() + seconds - timeout  # nothing is begun later
        self.process: Process | None = None

    def findings(self, smoke: bool) -> Iterator[Finding]:
        told: list[Port] = []
        try:
            text = "`hello` is answered, with members the driver does not know"
            yield self._tried(text, lambda: told.append(self._hello()[1]))
            if not told:
                return
            for declared in told[0].containers:
                yield from self._kind(declared)
            yield self._tried("`bye` ends the driver with status 0", lambda: self._end(bye=True))
            yield self._tried("two starts declare the same", lambda: self._same(told[0]))
            yield self._tried("the end of the input ends it with status 0, too", lambda: self._end(bye=False))
        finally:
            self._stop()
        if smoke:
            for declared in told[0].containers:
                yield self._smoke(declared)

    def _tried(self, text: str, rule: Callable[[], object]) -> Finding:
        """What comes of a rule; a driver that broke it is ended."""
        if time.monotonic() > self.last:
            return Finding(None, text)
        try:
            rule()
        except Refused as error:
            self._stop()
            return Finding(False, f"{text}: {error}", CURES[Verdict.PROTOCOL_ERROR])
        except Trouble as trouble:
            self._stop()
            return Finding(False, f"{text}: {trouble.verdict.value}: {trouble.message}", CURES[trouble.verdict])
        return Finding(True, text)

    def _stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process = None

    def _hello(self) -> tuple[Process, Port]:
        """A fresh driver, and what it declares."""
        self._stop()
        self.process = process = Process(self.command, self.timeout)
        process.send(line({"t": "hello", "protocol": PROTOCOL, "gate": "lint", "unknown": [1]}))
        return process, read(parse(process.receive()))

    def _same(self, first: Port) -> None:
        if self._hello()[1] != first:
            raise Trouble(Verdict.FLAKY, "they declare different ports")

    def _running(self) -> Process:
        return self.process or self._hello()[0]

    def _end(self, bye: bool) -> None:
        """End the driver, with `bye` or with the end of its input; it has nothing more to say.

        Raises     Refused
        """
        process = self._running()
        if bye:
            process.send(b'{"t":"bye"}\n')
        else:
            process.finish()
        try:
            text = process.receive()
        except Trouble as trouble:
            if "status 0" not in trouble.message or trouble.message.endswith("line"):
                raise Refused(trouble.message) from None
        else:
            raise Refused(f"it is answered with {text[:80]!r}; it has no answer")
        finally:
            self._stop()

    # --- manners

    def _kind(self, declared: Declared) -> Iterator[Finding]:
        name = declared.kind.name
        config = next((config for config, _ in configurations(declared)), {})
        plain = (op for op in ("size", "count", "spread", "capacity") if op in declared.operations)
        ops: list[Json] = [[op] for op in plain if not declared.kind.operations[op].takes][:1]

        def ask(numbers: Sequence[int], ops: list[Json], **more: Json) -> None:
            process = self._running()
            body = {"kind": name, "config": config, "ops": ops, "observe": {"end": "results"}, **more}
            for number in numbers:
                process.send(line({"t": "run", "id": number, **body}))
            for number in numbers:
                _answered(parse(process.receive()), number, len(ops))

        rules: dict[str, Callable[[], None]] = {
            "a trace without operations is answered": lambda: ask([1], []),
            f"{BURST} messages in flight are answered, in order": lambda: ask(range(2, 2 + BURST), ops),
            "the largest id is copied": lambda: ask([LARGEST], ops),
            "members that it does not know are ignored": lambda: ask([1], ops, seed=7, unknown={"a": [None]}),
            "a line of nearly 1 MiB is read": lambda: ask([1], ops, unknown="x" * (MAX_LINE - 2048)),
        }
        for text, rule in rules.items():
            yield self._tried(f"{name}: {text}", rule)

    # --- smoke

    def _smoke(self, declared: Declared) -> Finding:
        """The first traces of a kind, each run twice, and where there are arrays twice with a closer look."""
        name = declared.kind.name
        text = f"{name}: the first traces are answered rightly"
        cases = smoke_cases(declared)
        if not cases:
            return Finding(True, f"{name}: it has not the operations of any of the first traces")
        with Session(self.command, self.timeout) as session:
            looks = [None] if session.look(name).end == "results" else [None, Look("arrays", 1)]
            for (title, case), look in itertools.product(cases.items(), looks):
                outcomes = []
                for _ in range(2):
                    if time.monotonic() > self.last:
                        return Finding(None, text)
                    try:
                        outcomes.append(session.alone(case, look))
                    except Trouble as trouble:
                        return Finding(False, f"{text}: {trouble.message}", CURES[trouble.verdict])
                first, second = outcomes
                if (first.verdict, first.actual) != (second.verdict, second.actual):
                    return Finding(False, f"{name}: {title}: run twice, it differs", CURES[Verdict.FLAKY])
                if first.verdict in FAILING:
                    return Finding(False, f"{name}: {title}: {_shown(first)}", CURES.get(first.verdict, ""))
        return Finding(True, f"{text}: {len(cases)}")


def smoke_cases(declared: Declared) -> dict[str, Case]:
    """The first traces of a kind that the port can be asked, in a configuration it can be made in, by their titles."""
    admitted = (config for config, _ in configurations(declared))
    config: Mapping[str, Any] = CONFIG[declared.kind.name]
    if not declared.admits(config):
        config = next(itertools.chain(admitted, [{}]))
    found = {}
    for title, ops in SMOKE[declared.kind.name].items():
        case = refer(declared, config, list(ops), title) if {op[0] for op in ops} <= declared.operations else None
        if case is not None:
            found[title] = case
    return found


def _shown(outcome: Outcome) -> str:
    ops = " ".join(json.dumps(op) for op in outcome.case.ops)
    if outcome.at is None:
        return f"{outcome.verdict.value}: {outcome.message or 'the arrays at the end differ'}: {ops}"
    told = outcome.message or f"expected {json.dumps(outcome.expected)}, actual {json.dumps(outcome.actual)}"
    return f"{outcome.verdict.value} at operation {outcome.at}, {told}: {ops}"


def _answered(answer: Mapping[str, Json], number: int, results: int) -> None:
    """Check an answer, but for what the results are.

    Raises     Refused
    """
    if answer.get("id") != number or answer.get("t") not in ("ran", "skip"):
        raise Refused(f"the answer to {number} is {json.dumps(answer)[:200]}")
    if answer["t"] == "ran" and len(answer.get("results", [])) != results:
        raise Refused("one result for each operation")
