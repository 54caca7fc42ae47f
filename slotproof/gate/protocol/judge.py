"""Whether the answer of a port to a trace is the right one, and if not, where it goes wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Protocol

from slotproof.gate.protocol.costs import Bound
from slotproof.gate.protocol.hello import Declared
from slotproof.gate.protocol.kinds import ISSUERS
from slotproof.gate.protocol.operations import BEHAVIOUR
from slotproof.gate.protocol.oracle import ERRORS, Container, Expected, Level, Op, run
from slotproof.gate.protocol.values import (
    ITEMS,
    PAIRS,
    Json,
    Malformed,
    decode,
    digest,
    equal,
    line,
    read_arrays,
    read_result,
    wire,
)
from slotproof.gate.protocol.verdicts import FAILING, Case, Outcome, Verdict

HASHED: Final = 4096  # bytes of arrays up to which a digest is asked; comparing bytes is quicker than hashing more


class Look(NamedTuple):
    """What a port is asked to show: `end` is results, digest or arrays."""

    end: str
    every: int = 0


class Asked(Protocol):
    """A trace ready to send: `request` and `right` as those of `Prepared`."""

    @property
    def request(self) -> bytes:
        """The message after its id."""

    @property
    def right(self) -> bytes:
        """The answer after its id."""

    def passed(self) -> Outcome:
        """The outcome if the answer is the right one, to the byte."""

    def whole(self) -> Prepared:
        """The case, where the answer must be looked at."""


@dataclass(frozen=True)
class Prepared:
    """A case with what must be answered, ready to send.

    request   the message after its id
    right     the answer after its id, as a driver without spaces would write it; empty if there is no such form
    """

    case: Case
    expected: Expected
    look: Look
    request: bytes
    right: bytes

    def passed(self) -> Outcome:
        """The outcome if the answer is the right one."""
        return Outcome(self.case, Verdict.PASS)

    def whole(self) -> Prepared:
        """Itself."""
        return self


def prepare(declared: Declared, case: Case, look: Look, expected: Expected) -> Prepared:
    """The case as it is sent: literal handles at level structure, references at level behaviour."""
    structure = declared.level is Level.STRUCTURE
    look, answer = shown(look, expected.end)
    body = {
        "kind": case.kind,
        "config": dict(case.config),
        "ops": wire(expected.ops if structure else list(case.ops)),
        "observe": observe(declared, look),
    }
    right = b""
    if structure and look.every == 0:
        right = b"," + line({"results": wire(expected.results), **answer})[1:-1]
    return Prepared(case, expected, look, b"," + line(body)[1:], right)


def observe(declared: Declared, look: Look) -> dict[str, Json]:
    """What a port is asked to show."""
    return look._asdict() | ({"costs": True} if are_costs_asked(declared, look.every) else {})


def shown(look: Look, arrays: Json) -> tuple[Look, dict[str, Json]]:
    """What is asked for the arrays at the end, and what an answer has of them beside the results."""
    if look.end == "digest" and len(line(arrays)) > HASHED:
        look = look._replace(end="arrays")
    if look.end == "arrays":
        return look, {"end": wire(arrays)}
    return look, {"digest": digest(arrays)} if look.end == "digest" else {}


class _Wrong(Exception):
    """The answer differs at an operation."""

    def __init__(
        self,
        at: int | None,
        what: str,
        expected: Json,
        actual: Json,
        message: str = "",
        verdict: Verdict = Verdict.MISMATCH,
    ) -> None:
        super().__init__(message)
        self.verdict = verdict
        self.at = at
        self.what = what
        self.expected = expected
        self.actual = actual
        self.message = message


def judge(declared: Declared, prepared: Prepared, answer: Mapping[str, Json], steps: Sequence[Json]) -> Outcome:
    """The outcome of a case, from the answer of type `ran`.

    Takes      steps, the `step` messages that came before it
    """
    outcome = _judged(declared, prepared, answer, steps)
    return replace(outcome, closely=True) if prepared.look.every == 1 and outcome.verdict in FAILING else outcome


def _judged(declared: Declared, prepared: Prepared, answer: Mapping[str, Json], steps: Sequence[Json]) -> Outcome:
    case, expected = prepared.case, prepared.expected
    results = answer.get("results")
    if not isinstance(results, list) or len(results) != len(case.ops):
        given = f"{len(results)} results" if isinstance(results, list) else "no list of results"
        return Outcome(
            case,
            Verdict.PROTOCOL_ERROR,
            message=f"{given} for {len(case.ops)} operations: one each, and an error is a result {{'e': 'code'}}",
        )
    try:
        if declared.level is Level.STRUCTURE:
            states = [step.get("state") for step in steps] or answer.get("states", [])
            _compare_structure(declared, prepared, results, answer, states)
        else:
            Names(declared, case, expected).compare(results)
    except _Wrong as wrong:
        return Outcome(case, wrong.verdict, wrong.at, wrong.what, wrong.expected, wrong.actual, wrong.message)
    except Malformed as error:
        return Outcome(case, Verdict.PROTOCOL_ERROR, message=str(error))
    return Outcome(case, Verdict.PASS)


# --- structure


def _compare_structure(
    declared: Declared, prepared: Prepared, results: list[Json], answer: Mapping[str, Json], states: Json
) -> None:
    expected, look = prepared.expected, prepared.look
    for at, (ours, theirs) in enumerate(zip(expected.results, results, strict=True)):
        operation = expected.ops[at][0]
        operation = expected.ops[at][2][0] if operation == "on_fork" else operation
        _compare_result(declared, at, declared.kind.operations[operation].returns, ours, theirs)
        if look.every == 1:
            if not isinstance(states, list) or len(states) != len(results):
                raise Malformed("`every` is 1: one state for each operation")
            _compare_arrays(declared, at, expected.states[at], states[at])
            if expected.bounds:
                _compare_costs(at, expected.bounds[at], answer.get("costs"), len(results))
    if look.end == "arrays":
        _compare_arrays(declared, None, expected.end, answer.get("end"))
    elif look.end == "digest" and answer.get("digest") != digest(expected.end):
        raise _Wrong(None, "arrays", digest(expected.end), answer.get("digest"), "the digests differ")


def _compare_result(declared: Declared, at: int, returns: str, ours: Json, theirs: Json) -> None:
    code = _answered_code(at, ours, theirs)
    if _code(ours) or code:
        if _code(ours) != code:
            raise _Wrong(at, _codes(ours, theirs), ours, theirs)
        return
    try:
        layout = declared.kind.layout
        plain = read_arrays(layout, theirs, ours) if returns == "arrays" else read_result(returns, theirs)
    except Malformed as error:
        raise _no_type(at, ours, theirs, error) from error
    if not equal(ours, plain):
        raise _Wrong(at, "result", ours, plain)


def _code(result: Json) -> str:
    """The error code of a result, or nothing.

    Raises     Malformed if it is an object, and no error
    """
    if not isinstance(result, dict) or "sparse" in result or set(result) != {"e"}:
        return ""
    if result["e"] not in ERRORS:
        raise Malformed(f"no error code: {result['e']!r}; there are {', '.join(sorted(ERRORS))}")
    return str(result["e"])


def _answered_code(at: int, ours: Json, theirs: Json) -> str:
    """The error code that a port answered, or nothing.

    Raises     _Wrong
    """
    try:
        return _code(theirs)
    except Malformed as error:
        raise _no_type(at, ours, theirs, error) from error


def _no_type(at: int, expected: Json, actual: Json, error: Malformed) -> _Wrong:
    """What is wrong with an answer that is not of the type: its operation is to blame."""
    return _Wrong(at, "type", expected, actual, f"operation {at}: {error}", Verdict.PROTOCOL_ERROR)


def _codes(ours: Json, theirs: Json) -> str:
    return f"{_code(ours) or 'answer'} / {_code(theirs) or 'answer'}"


def _compare_arrays(declared: Declared, at: int | None, ours: Json, theirs: Json) -> None:
    try:
        plain = read_arrays(declared.kind.layout, theirs, ours)
    except Malformed as error:
        if at is None:
            raise
        raise _Wrong(at, "no arrays", None, theirs, f"after operation {at}: {error}", Verdict.PROTOCOL_ERROR) from error
    if not equal(ours, plain):
        raise _Wrong(at, "arrays", ours, plain)


def _compare_costs(at: int, most: Bound | None, costs: Json, count: int) -> None:
    """Compare what an operation cost with what it may.

    Raises     _Wrong, Malformed
    """
    if not isinstance(costs, list) or len(costs) != count:
        raise Malformed("`costs` is true: reads and writes of each operation, as [[reads, writes], ...]")
    actual = costs[at]
    if not isinstance(actual, list) or len(actual) != 2 or any(type(each) is not int or each < 0 for each in actual):
        raise Malformed(f"reads and writes of operation {at} are two naturals, not {actual!r}")
    if most is not None and (actual[0] > most.reads or actual[1] > most.writes):
        told = [f"{reads} reads and {writes} writes" for reads, writes in ((most.reads, most.writes), actual)]
        message = f"{most.claim}: it may cost {told[0]} here, and cost {told[1]}"
        raise _Wrong(at, "cost", [most.reads, most.writes], actual, message)


# --- behaviour


class Names:
    """The handles of one trace: what the model calls each, and what the port calls it."""

    def __init__(self, declared: Declared, case: Case, expected: Expected) -> None:
        self.declared = declared
        self.case = case
        self.expected = expected
        self.token: dict[str, str] = {}  # the model's handle -> the port's
        self.issued: set[str] = set()  # the port's handles, live or dead
        generations = declared.policies.get("generation", ("retire",))
        self.for_ever = case.config.get("generation", generations[0]) == "retire"
        self.model = Container(declared.kind, oracle_config(declared, case.config), Level.BEHAVIOUR, declared.limit)

    def compare(self, results: Sequence[Json]) -> None:
        """Go through the trace, result by result.

        Raises     _Wrong, Malformed
        """
        for at, (ours, theirs) in enumerate(zip(self.expected.results, results, strict=True)):
            operation = self.expected.ops[at][0]
            returns = BEHAVIOUR[self.declared.kind.name][operation]
            self.model.take(self.expected.ops[at])
            code = _answered_code(at, ours, theirs)
            if _code(ours):
                self._refused(at, ours, theirs)
            elif code:
                raise _Wrong(at, _codes(ours, theirs), ours, theirs)
            elif returns != "any":
                self._same(at, returns, ours, theirs)

    def _live(self, fresh: set[str]) -> set[str]:
        """The port's names of handles that are live, but for those just issued."""
        valid = self.model.held.is_valid
        return {
            token
            for name, token in self.token.items()
            if name not in fresh and valid(decode("handle", json.loads(name)))
        }

    def _refused(self, at: int, ours: Json, theirs: Json) -> None:
        if self.declared.policy("refusal") == "any":
            if not _code(theirs) and theirs is not False and theirs is not None:
                raise _Wrong(at, _codes(ours, theirs), ours, theirs)
        elif _code(ours) != _code(theirs):
            raise _Wrong(at, _codes(ours, theirs), ours, theirs)

    def _same(self, at: int, returns: str, ours: Json, theirs: Json) -> None:
        if returns == "new":
            ours = ours[1]
            theirs = theirs[1] if isinstance(theirs, list) and len(theirs) == 2 else theirs
            returns = "bool"
        if self.declared.kind.name in ISSUERS and returns in ("handle", "handles", "handle_items"):
            self._same_handles(at, returns, ours, theirs)
            return
        try:
            plain = read_result(returns, theirs)
        except Malformed as error:
            raise _no_type(at, ours, theirs, error) from error
        if self._in_any_order(at, returns):
            if sorted(map(_text, ours)) != sorted(map(_text, plain)):
                raise _Wrong(at, "result", ours, plain)
        elif not equal(ours, plain):
            raise _Wrong(at, "result", ours, plain)

    def _in_any_order(self, at: int, returns: str) -> bool:
        """True if the order of the entries means nothing: iteration, by policy or because the model has none."""
        if returns not in ITEMS and returns not in PAIRS:
            return False
        operation = self.declared.kind.refinement.operation(self.expected.ops[at][0])
        return operation.pure and (
            self.declared.policy("dense_order") == "any" or operation.agree.__name__ == "same_elements"
        )

    def _same_handles(self, at: int, returns: str, ours: Json, theirs: Json) -> None:
        operation = self.declared.kind.refinement.operation(self.expected.ops[at][0])
        if returns == "handle":
            ours, theirs = [ours], [theirs]
        if not isinstance(theirs, list) or len(theirs) != len(ours):
            raise _Wrong(at, "result", ours, theirs)
        if operation.pure:
            pairs = returns == "handle_items"
            known = [[self.token[_text(one[0])], one[1]] if pairs else self.token[_text(one)] for one in ours]
            shown = [[_text(one[0]), one[1]] if pairs else _text(one) for one in theirs]
            if self._in_any_order(at, returns):
                known, shown = sorted(known, key=_text), sorted(shown, key=_text)
            if known != shown:
                raise _Wrong(at, "result", known, shown)
            return
        fresh = {_text(one) for one in ours}
        batch: set[str] = set()
        for one, two in zip(ours, theirs, strict=True):
            token = _text(two)
            if two is None or isinstance(two, bool):
                raise _no_type(at, "a new handle", two, Malformed(f"{two!r} names no handle"))
            if token in self.issued and (self.for_ever or token in batch or token in self._live(fresh)):
                raise _Wrong(at, "handle issued twice", "a new handle", two, f"{token} was issued before")
            self.token[_text(one)] = token
            self.issued.add(token)
            batch.add(token)


def _text(value: Json) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def oracle_config(declared: Declared, config: Mapping[str, Any]) -> dict[str, Any]:
    """The configuration of our container: without policies that it does not have."""
    return {key: value for key, value in config.items() if not (key == "generation" and value == "none")}


def expect(declared: Declared, config: Mapping[str, Any], ops: Sequence[Op], every: int = 0) -> Expected:
    """What our container answers, as the level of the port asks.

    Raises     Malformed if it is no trace: a reference to nothing, above all
    """
    costs = are_costs_asked(declared, every)
    return run(declared.kind, oracle_config(declared, config), ops, declared.level, every, declared.limit, costs)


def are_costs_asked(declared: Declared, every: int) -> bool:
    """True if the port is asked what each operation cost: where its arrays are looked at after each."""
    return every == 1 and "counters" in declared.features and declared.level is Level.STRUCTURE
