"""A driver that traces are run on: several in flight, restarted when it breaks, nothing already answered lost."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from slotproof import __version__
from slotproof.gate.campaign.process import MAX_LINE, Process, Trouble
from slotproof.gate.protocol.hello import PROTOCOL, Port, Refused, read
from slotproof.gate.protocol.judge import Asked, Look, Prepared, expect, judge, prepare
from slotproof.gate.protocol.values import Json, line
from slotproof.gate.protocol.verdicts import FAILING, Case, Outcome, Verdict

WINDOW: Final = 64  # messages in flight
MARGIN: Final = 64  # bytes of a message before what is prepared, at most
RESTARTS: Final = 8  # breakdowns in a row after which the rest is not run
TIMEOUT: Final = 10.0  # seconds for one answer


class Session:
    """A port, reached through its driver.

    Takes      command, without a shell; timeout, seconds for one answer
    """

    def __init__(self, command: Sequence[str], timeout: float = TIMEOUT) -> None:
        self.command = list(command)
        self.timeout = timeout
        self.starts = 0
        self.messages = 0
        self.parsed = 0  # answers that were not, to the byte, the right ones, so that they were read and compared
        self._process: Process | None = None
        self._port: Port | None = None

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def port(self) -> Port:
        """What the driver declares; it is started if need be.

        Raises     Trouble
        """
        if self._port is None:
            self._start()
        if self._port is None:
            raise Trouble(Verdict.HARNESS_ERROR, "a started driver has declared nothing")
        return self._port

    @property
    def stderr(self) -> str:
        """The end of what the running driver wrote to standard error."""
        return self._process.stderr if self._process else ""

    def _start(self) -> Process:
        self.starts += 1
        process = Process(self.command, self.timeout)
        try:
            process.send(line({"t": "hello", "protocol": PROTOCOL, "gate": __version__}))
            port = read(parse(process.receive()))
            if self._port is not None and port != self._port:
                raise Trouble(Verdict.FLAKY, "two starts of the driver declare different ports")
        except Refused as error:
            process.kill()
            raise Trouble(Verdict.PROTOCOL_ERROR, str(error)) from error
        except BaseException:
            process.kill()
            raise
        self._process, self._port = process, port
        return process

    def look(self, kind: str) -> Look:
        """What to ask for first: the cheapest that shows the arrays."""
        declared = self.port.container(kind)
        if declared is None or "arrays" not in declared.observe:
            return Look("results")
        return Look("digest" if "digest" in declared.observe else "arrays")

    def prepared(self, case: Case, look: Look | None = None) -> Prepared:
        """The case with what must be answered.

        Raises     Malformed, Trouble
        """
        declared = self.port.container(case.kind)
        if declared is None:
            raise Trouble(Verdict.NOT_RUN, f"the port has no {case.kind}")
        look = look or self.look(case.kind)
        return prepare(declared, case, look, expect(declared, case.config, case.ops, look.every))

    def run(self, cases: Iterable[Asked]) -> Iterator[Outcome]:
        """Run cases; the outcome of each, in order.

        A case on which the driver breaks has that verdict; the driver is started anew for those behind it.
        So it is for the next run if this one is left before its end.
        """
        flight: deque[tuple[int, Asked]] = deque()
        try:
            yield from self._run(iter(cases), flight)
        finally:
            if flight:
                self.stop()

    def _run(self, waiting: Iterator[Asked], flight: deque[tuple[int, Asked]]) -> Iterator[Outcome]:
        unsent: deque[Asked] = deque()
        broken = 0
        while True:
            unsent.extend(islice(waiting, WINDOW - len(flight) - len(unsent)))
            if not unsent and not flight:
                return
            if broken >= RESTARTS:
                gone = flight.popleft()[1] if flight else unsent.popleft()
                yield Outcome(gone.whole().case, Verdict.NOT_RUN, message=f"the driver broke {broken} times in a row")
                continue
            try:
                process = self._process or self._start()
                while unsent and len(unsent[0].request) < MAX_LINE - MARGIN:
                    self._send(process, unsent, flight)
                if not flight:
                    gone = unsent.popleft()
                    yield Outcome(
                        gone.whole().case, Verdict.HARNESS_ERROR, message="the trace is too long for one line"
                    )
                    continue
                outcome = self._receive(process, *flight[0])
            except Trouble as trouble:
                failed = flight.popleft()[1] if flight else unsent.popleft()
                outcome = Outcome(failed.whole().case, trouble.verdict, message=trouble.message, stderr=self.stderr)
            else:
                flight.popleft()
            if outcome.is_broken:
                broken += 1
                unsent.extendleft(prepared for _, prepared in reversed(flight))
                flight.clear()
                self.stop()
            else:
                broken = 0
            yield outcome

    def _send(self, process: Process, unsent: deque[Asked], flight: deque[tuple[int, Asked]]) -> None:
        asked = unsent.popleft()
        self.messages += 1
        flight.append((self.messages, asked))
        process.send(b'{"t":"run","id":%d' % self.messages + asked.request)

    def _receive(self, process: Process, number: int, asked: Asked) -> Outcome:
        text = process.receive()
        if asked.right and text == b'{"t":"ran","id":%d' % number + asked.right:
            return asked.passed()
        self.parsed += 1
        prepared = asked.whole()
        steps: list[Json] = []
        answer = parse(text)
        try:
            while answer.get("t") == "step" and answer.get("id") == number:
                steps.append(answer)
                if len(steps) > len(prepared.case.ops):
                    raise Trouble(Verdict.PROTOCOL_ERROR, "more `step` lines than operations")
                answer = parse(process.receive())
        except Trouble as trouble:
            at = len(steps) if steps or prepared.look.every else None
            return Outcome(prepared.case, trouble.verdict, at, message=trouble.message, stderr=process.stderr)
        return self._outcome(number, prepared, answer, steps)

    def _outcome(self, number: int, prepared: Prepared, answer: Json, steps: Sequence[Json]) -> Outcome:
        case, what = prepared.case, answer.get("t")
        if answer.get("id") != number or isinstance(answer.get("id"), bool):
            return Outcome(
                case,
                Verdict.PROTOCOL_ERROR,
                message=f"the answer to {number} has the id {answer.get('id')!r:.80}: copy the id, answer in order, "
                "one line for each message",
            )
        if what == "fault":
            at = answer.get("at")
            known = isinstance(at, int) and not isinstance(at, bool) and 0 <= at < len(case.ops)
            return Outcome(
                case, Verdict.FAULT, at if known else None, "fault", message=f"{answer.get('message', ''):.2000}"
            )
        if what == "skip":
            return Outcome(case, Verdict.SKIP, message=f"{answer.get('why', ''):.2000}")
        if what != "ran":
            return Outcome(case, Verdict.PROTOCOL_ERROR, message=f"no answer to `run`: t is {what!r:.80}")
        declared = self.port.container(case.kind)
        if declared is None:
            return Outcome(case, Verdict.HARNESS_ERROR, message=f"the port has no {case.kind}")
        return judge(declared, prepared, answer, steps)

    def alone(self, case: Case, look: Look | None = None) -> Outcome:
        """Run one case and nothing else."""
        return next(iter(self.run([self.prepared(case, look)])))

    # --- a failure, looked at closely

    def examine(self, outcome: Outcome) -> Outcome:
        """Run a failing case twice more, once in a fresh process, and find the operation at which it goes wrong.

        The outcome is `flaky` if they disagree. A case that hangs is run once more only.
        """
        if outcome.verdict not in FAILING or outcome.verdict is Verdict.HARNESS_ERROR:
            return outcome
        look = Look("arrays", 1) if outcome.closely else None  # in the end they may be right again
        again = []
        for fresh in (True,) if outcome.verdict is Verdict.HANG else (False, True):
            if fresh:
                self.stop()
            again.append(self.alone(outcome.case, look))
        for other in again:
            if _told(other) != _told(outcome):
                return replace(
                    outcome,
                    verdict=Verdict.FLAKY,
                    message=f"{_short(outcome)}, and when run again {_short(other)}: look for state kept from the "
                    "trace before, uninitialised memory, or a seed",
                )
        return self.locate(outcome)

    def locate(self, outcome: Outcome) -> Outcome:
        """The same failure with the first operation at which it shows.

        Arrays are compared after each operation; a crash is found by the last `step` or by shorter and shorter traces.
        """
        case, found = outcome.case, outcome
        if outcome.verdict is Verdict.MISMATCH and self.look(case.kind).end != "results":
            closer = self.alone(case, Look("arrays", 1))
            if closer.verdict is Verdict.MISMATCH:
                found = closer
        elif outcome.at is None and outcome.verdict in {Verdict.CRASH, Verdict.HANG, Verdict.EARLY_EXIT}:
            declared = self.port.container(case.kind)
            if declared is not None and declared.stream:
                closer = self.alone(case, Look("results", 1))
                if closer.verdict is outcome.verdict and closer.at is not None:
                    found = replace(closer, message=outcome.message)
            if found.at is None and outcome.verdict is not Verdict.HANG:
                found = self._bisect(outcome)
        return replace(found, stderr=found.stderr or outcome.stderr)

    def _bisect(self, outcome: Outcome) -> Outcome:
        """Find the shortest beginning of a trace that breaks the driver in the same way."""
        low, high = 0, len(outcome.case.ops)
        while low < high:
            middle = (low + high) // 2
            shorter = replace(outcome.case, ops=outcome.case.ops[:middle])
            if self.alone(shorter).verdict is outcome.verdict:
                high = middle
            else:
                low = middle + 1
        return replace(outcome, at=max(high - 1, 0)) if outcome.case.ops else outcome

    def stop(self) -> None:
        """End the driver by force; the next case starts it anew."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def close(self) -> None:
        """End the driver as the protocol says."""
        if self._process is not None:
            self._process.close()
            self._process = None


def parse(text: bytes) -> dict[str, Any]:
    """A line from a driver as an object.

    Raises     Trouble
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        shown = text[:120].decode(errors="replace")
        raise Trouble(
            Verdict.GARBAGE,
            f"no JSON: {shown!r}: standard output is for answers alone, print debugging to standard error",
        ) from None
    if not isinstance(value, dict):
        raise Trouble(Verdict.GARBAGE, f"a line is a JSON object, not {text[:80]!r}")
    return value


def _told(outcome: Outcome) -> tuple[Any, ...]:
    return outcome.verdict, outcome.at, outcome.what, outcome.actual


def _short(outcome: Outcome) -> str:
    return outcome.verdict.value + (f" at operation {outcome.at}" if outcome.at is not None else "")
