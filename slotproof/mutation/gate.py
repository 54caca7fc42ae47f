"""The gate as a judge of mutants: our own port, with the mutant in it, against the answers of the container before."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any, Final

from slotproof.declare import Refinement
from slotproof.declare.verdict import Failure, Outcome, Status, Step, Verdict
from slotproof.engine.api import Mutant, decode, watched
from slotproof.gate.authoring.serve import answer
from slotproof.gate.authoring.smoke import CONFIG, SMOKE
from slotproof.gate.protocol import judge as gate_judge
from slotproof.gate.protocol.hello import Declared, read
from slotproof.gate.protocol.judge import Look, Prepared, expect, prepare
from slotproof.gate.protocol.verdicts import FAILING, Case
from slotproof.gate.traces.drawn import draw, exhaust
from slotproof.gate.traces.scopes import COVERED, whole_scope

TRANSITIONS: Final = 400  # of the gate's whole scope
TRACES: Final = 20  # random ones of the gate, in each of two configurations
BYTES: Final = 256  # of a random program

ASKED: Final[dict[str, tuple[Declared, list[Prepared]]]] = {}
"""Container -> what the gate asks of it, and what must be answered."""


def prepare_gate(container: str) -> None:
    """Find out what the gate asks of the container and what must be answered, before any mutant is taken on."""
    if container in ASKED or container not in COVERED:
        return
    [hello] = answer({"t": "hello"}, [container])
    [declared] = read(hello).containers
    cases = [
        Case(container, CONFIG[container], tuple([*op] for op in ops), name) for name, ops in SMOKE[container].items()
    ]
    scope = whole_scope(container)
    cases += exhaust(declared, COVERED[container][0], scope, TRANSITIONS).cases
    source = random.Random(container)
    for configuration in (COVERED[container][0], CONFIG[container]):
        for number in range(TRACES):
            draws = decode(source.randbytes(BYTES), declared.kind.refinement.operations)
            cases.append(draw(declared, configuration, draws, f"random {number}"))
    prepared = [
        prepare(declared, case, Look("arrays"), expect(declared, case.config, case.ops)) for case in cases if case.ops
    ]
    ASKED[container] = declared, prepared


def _told(request: Mapping[str, Any], refinement: Refinement) -> list[Mapping[str, Any]]:
    """The answers of the port; one that ends with an error of its own has crashed."""
    try:
        return list(answer(request, [refinement.name]))
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - the code of a mutant may raise anything, and the port with it
        return [{"t": "crash", "message": f"the port crashes: {type(error).__name__}: {error}"}]


def gate(refinement: Refinement, mutant: Mutant, judge: str) -> Iterator[Verdict]:
    """Our own port, with the mutant in it, against the answers of the container as it was before."""
    if refinement.name not in ASKED:
        return
    declared, prepared = ASKED[refinement.name]
    with watched(refinement):
        for each in prepared:
            told = _told(json.loads(b'{"t":"run","id":1' + each.request), refinement)
            if told[-1]["t"] != "ran":
                reason = str(told[-1].get("message") or told[-1].get("why"))
                at = int(told[-1].get("at", 0))
            else:
                outcome = gate_judge.judge(declared, each, told[-1], ())
                if outcome.verdict not in FAILING:
                    continue
                reason, at = outcome.message or outcome.what, len(each.case.ops) if outcome.at is None else outcome.at
            operations = {operation.name: operation for operation in refinement.operations}
            done = list(each.expected.ops[: at + 1])
            claim = operations[done[-1][0]].claim.id
            steps = tuple(Step(op[0], tuple(op[1:]), Outcome(), Outcome()) for op in done)
            failure = Failure(claim, reason, dict(each.case.config), steps, start="new container")
            yield Verdict(
                refinement.name, judge, each.case.origin, claim, Status.FAILED, failure=failure, reason=reason
            )
            return
    yield Verdict(refinement.name, judge, "", "", Status.SAMPLED)
