"""Which operation of a failing trace is to blame, where arrays cannot be seen: the first that leaves a wrong state.

What an operation answers shows what those before it did. So after each of them everything else that a port can be
asked is asked, each in a trace of its own: the first operation after which one of these answers is wrong is to blame.
An answer that is wrong alone is its own fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from slotproof.gate.campaign.session import Session
from slotproof.gate.protocol.hello import Declared
from slotproof.gate.protocol.oracle import Op, resolve
from slotproof.gate.protocol.values import Json
from slotproof.gate.protocol.verdicts import Case, Outcome, Verdict
from slotproof.gate.traces.drawn import choices
from slotproof.gate.traces.pairs import Naming, Pair, sendable


def blame(session: Session, outcome: Outcome) -> Outcome:
    """The outcome with the operation that is to blame; `seen` is then the one that shows it.

    Takes      outcome, of which the first wrong answer is known
    """
    declared = session.port.container(outcome.case.kind)
    if declared is None or outcome.verdict is not Verdict.MISMATCH or not outcome.at:
        return outcome
    if session.look(outcome.case.kind).end != "results":
        return outcome  # arrays after each operation have told
    last, shows = outcome.at, outcome.operation
    ask = _observers(declared, shows)
    alone = _wrong(session, declared, outcome.case, 0, ask)
    if shows in alone:
        return outcome
    for count in range(1, last + 1):
        if _wrong(session, declared, outcome.case, count, ask - alone):
            return replace(outcome, at=count - 1, seen=last)
    return outcome


def _observers(declared: Declared, shows: str) -> frozenset[str]:
    """What is asked: operations that change nothing, or where there are no others all that there are."""
    others = declared.operations - {shows, "copy"}
    pure = frozenset(name for name in others if declared.kind.operations[name].pure)
    return pure or others


def _wrong(session: Session, declared: Declared, case: Case, count: int, ask: frozenset[str]) -> frozenset[str]:
    """The operations that answer wrongly after the first `count` of a trace; what was wrong before does not count."""
    ops = case.ops[:count]
    probes = [replace(case, ops=(*ops, probe)) for probe in _probes(declared, case, ops) if probe[0] in ask]
    outcomes = session.run(session.prepared(each) for each in probes)
    return frozenset(each.operation for each in outcomes if each.verdict is Verdict.MISMATCH and each.at == count)


def _probes(declared: Declared, case: Case, ops: Sequence[Op]) -> Iterator[Op]:
    """Operations that a port can be asked after these."""
    pair, naming = Pair(declared, case.config), Naming(declared.kind)
    results: list[Json] = []
    for number, op in enumerate(ops):
        plain = [op[0], *resolve(op[1:], results)]
        results.append(pair.take(plain))
        naming.note(number, plain, results[-1])
    for operation in declared.kind.refinement.operations:
        if operation.name in declared.operations:
            for op in choices(operation, pair):
                if pair.admits(op) and sendable(declared, named := naming.refer(op)):
                    yield named
