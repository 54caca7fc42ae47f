"""The judge `prove`: forward simulation of any size, by the prover that reads.

Model and implementation start in any two states that the coupling ties and the laws allow, and the same operation is
followed on both, along every path of its text. Proved are: equal results, the coupling and the laws afterwards, every
index in bounds, every loop's end, and that a refused operation changed nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final

from slotproof.declare import CREATION, Arrangement, Claim, Cost, Operation, Refinement, Theorem
from slotproof.declare.verdict import Failure, Reads, Status, Tick, Verdict, silent
from slotproof.engine.prove.counterexamples.counterexample import BOUNDS, FEW_CALLS, find_among_reached, find_new
from slotproof.engine.prove.counterexamples.small import MOST
from slotproof.engine.prove.presumed import EACH, MESSAGES
from slotproof.engine.prove.reading import (
    ReadProof,
    Tally,
    find_by_reading,
    prove_by_reading,
    prove_theorem,
    simulation_of,
    unreached_by_running,
)
from slotproof.engine.watchdog import watched

NAME: Final = "prove"

IN_ALL: Final = " in all"
"""How the word of a cost ends that counts the rounds of a loop, however often the loop is come to."""


@dataclass(frozen=True)
class Effort:
    """What is looked for beside a proof.

    near     whether states that few calls lead to are tried for a counterexample
    units    of Z3, for states that are read from the text; none if it is 0
    """

    near: bool = True
    units: int = MOST


USUAL: Final = Effort()


def units(refinement: Refinement, deep: bool) -> list[str]:
    """The creation of a new container, the operations, and the theorems of any instance, by ID.

    Only arrangements may be for the deep profile.
    """
    names = [each.name for each in refinement.operations]
    of_operations = (unit for name in names for unit in units_for(refinement, name, deep))
    return [CREATION.name, *of_operations, *(each.claim.id for each in refinement.theorems if each.configure)]


def theorem_of(refinement: Refinement, unit: str) -> Theorem | None:
    """The theorem of any instance that a unit is, if it is one."""
    return next((each for each in refinement.theorems if each.configure and each.claim.id == unit), None)


def units_for(refinement: Refinement, name: str, deep: bool) -> list[str]:
    """The unit of an operation, or one for each arrangement that it is proved for: the deep ones, if there are none."""
    fitting = _fitting(refinement, name)
    if not fitting or refinement.operation(name).unproved:
        return [name]
    some = [each for each in fitting if deep or not each.deep]
    return [f"{name} | {each.name}" for each in some or fitting]


def _fitting(refinement: Refinement, name: str) -> list[Arrangement]:
    """The arrangements that an operation is proved for."""
    return [each for each in refinement.arranged if each.operations is None or name in each.operations]


def reads(refinement: Refinement, unit: str) -> Reads:
    """What a proof depends on: its operation and those that it uses, what theorems show and of what, and no scope.

    Besides, on what others say of it: whether they use it, and what one that takes data asks of each container.
    """
    shown = tuple((each.claim.id, each.shows, each.widths, each.of) for each in refinement.theorems)
    without, theorem = frozenset({"scopes", "contracts", "candidates", "theorems"}), theorem_of(refinement, unit)
    if theorem is not None:
        return Reads((), without, (*shown, theorem))
    name, _, _ = unit.partition(" | ")
    is_used = any(name in each.uses for each in refinement.operations)
    asked = [
        (each.foreign.premise, each.foreign.presumed) for each in refinement.operations if each.foreign is not None
    ]
    return Reads((name,), without, (*shown, is_used, asked))


def prepare(refinement: Refinement) -> None:
    """Read the texts of a declaration, of which the proofs of all its units begin."""
    simulation_of(refinement)


def run(
    refinement: Refinement, unit: str, deep: bool = False, tick: Tick = silent, effort: Effort = USUAL
) -> list[Verdict]:
    """The verdicts that the proof of one operation gives: on itself, its cost, and every invariant and law it keeps."""
    if unit == CREATION.name:
        search = Counterexample(refinement, CREATION, effort)
        read = prove_by_reading(refinement, CREATION, search.is_near)
        verdicts = _judged(search, read, read.unreached)
        return [_within(each, refinement.configured) for each in verdicts]
    if theorem := theorem_of(refinement, unit):
        return [_shown(refinement, theorem)]
    name, _, wanted = unit.partition(" | ")
    operation = refinement.operation(name)
    if operation.unproved:
        return _not_proved(partial(_verdict, refinement, unit), refinement, operation, operation.unproved)
    if not refinement.arranged:
        return _run(refinement, operation, effort)
    if not _fitting(refinement, name):
        reason = f"no arrangement names `{name}`"
        return _not_proved(partial(_verdict, refinement, unit), refinement, operation, reason)
    chosen = [each for each in _fitting(refinement, name) if each.name == wanted or not (wanted or each.deep)]
    return [verdict for each in chosen for verdict in _run_arranged(refinement, operation, each, effort)]


def _shown(refinement: Refinement, theorem: Theorem) -> Verdict:
    """The verdict on a theorem of any instance; what breaks it at some widths, `bits` finds."""
    proof, id = prove_theorem(refinement, theorem), theorem.claim.id
    evidence = proof.evidence() | ({"refuted": False} if proof.open else {})
    said = partial(_verdict, refinement, id, id, evidence=evidence, seconds=proof.seconds)
    if proof.unsupported:
        return said(Status.NOT_PROVED, reason=proof.unsupported)
    if proof.open:
        return said(Status.FAILED, failure=Failure(id, f"not shown: {proof.resists}"), reason=proof.resists)
    return said(Status.PROVED, scope=theorem.configured)


def _limited(operation: Operation, verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts, in the scope of what limits the arguments."""
    scope = "; ".join(domain.within for domain in operation.takes if domain.within)
    return [_within(each, scope) for each in verdicts]


def _run(refinement: Refinement, operation: Operation, effort: Effort) -> list[Verdict]:
    """The verdicts on an operation that is proved."""
    with watched(refinement):
        search = Counterexample(refinement, operation, effort)
        read = prove_by_reading(refinement, operation, search.is_near)
        unreached = read.unreached or unreached_by_running(refinement, read)
        return _limited(operation, _judged(search, read, unreached))


def _run_arranged(refinement: Refinement, operation: Operation, one: Arrangement, effort: Effort) -> list[Verdict]:
    """The verdicts for one arrangement, which say so."""
    only, operation = in_arrangement(refinement, operation, one)
    verdicts = _run(only, operation, effort)
    return [replace(_within(each, one.name), unit=f"{operation.name} | {one.name}") for each in verdicts]


def _within(verdict: Verdict, scope: str) -> Verdict:
    """The verdict, limited to a scope besides its own."""
    return replace(verdict, scope="; ".join(filter(None, (scope, verdict.scope))))


def declared_in(refinement: Refinement, unit: str) -> tuple[Refinement, Operation]:
    """What a unit is the proof of: an operation, and the declaration with the arrangement that the unit names."""
    name, _, arrangement = unit.partition(" | ")
    operation = refinement.operation(name)
    for one in _fitting(refinement, name):
        if one.name == arrangement:
            return in_arrangement(refinement, operation, one)
    return refinement, operation


def in_arrangement(refinement: Refinement, operation: Operation, one: Arrangement) -> tuple[Refinement, Operation]:
    """The declaration with this arrangement alone, and the operation with the errors that it may end in there."""
    never = one.never.get(operation.name, ())
    refusals = tuple(each for each in operation.refusals if each not in never)
    return replace(refinement, arranged=(one,)), replace(operation, refusals=refusals)


def _verdict(refinement: Refinement, unit: str, claim: str, status: Status, **more: Any) -> Verdict:
    return Verdict(refinement.name, NAME, unit, claim, status, **more)


@dataclass
class Counterexample:
    """Where the real code of an operation goes wrong: looked for once, when it is asked for."""

    refinement: Refinement
    operation: Operation
    effort: Effort = USUAL

    @cached_property
    def near(self) -> Failure | None:
        """What few calls lead to."""
        if self.operation is CREATION:
            return find_new(self.refinement)
        if not self.effort.near:
            return None
        return self._nearest or find_among_reached(self.refinement, self.operation)

    @cached_property
    def _nearest(self) -> Failure | None:
        return find_among_reached(self.refinement, self.operation, FEW_CALLS) if self.effort.near else None

    @cached_property
    def found(self) -> Failure | None:
        """What few calls lead to, else what solvers find among small states."""
        if self.near is not None or self.operation is CREATION:
            return self.near
        return find_by_reading(self.refinement, self.operation, self.effort.units) if self.effort.units else None

    def is_near(self) -> bool:
        """Tell whether very few calls lead to it: what goes wrong needs no solver that insists."""
        return (self.near if self.operation is CREATION else self._nearest) is not None


def _judged(search: Counterexample, proof: ReadProof, unreached: list[str]) -> list[Verdict]:
    refinement, operation = search.refinement, search.operation
    said = partial(_verdict, refinement, operation.name)
    own = [operation.claim.id] if operation.claim.id else []
    if proof.unsupported:
        wrong = search.found
        if wrong is not None:
            return [said(wrong.claim, Status.FAILED, failure=wrong, reason=wrong.message, seconds=proof.seconds)]
        return _not_proved(said, refinement, operation, proof.unsupported, proof.seconds)
    if proof.open:
        return _failed(search, proof)
    some = any(domain.within for domain in operation.takes)
    never = [each for each in operation.refusals if proof.found.ends.get(each, True) and not some]
    if unreached or never:
        message = f"{operation.name} never ends in {', '.join(never)}, which its `refusals` name"
        if unreached:
            why = "its assumptions contradict each other, or no new container is as claimed"
            told = f"the proof of {operation.name} says nothing of: {', '.join(unreached)}"
            message = f"{told}; no real state was found: {why}"
        return [_refuted(said, (own or [refinement.couple[0].id])[0], message)]
    kept = _kept(refinement, operation)
    evidence = proof.evidence()
    scope = MESSAGES if MESSAGES in evidence.get("presumes", ()) else ""
    proved = partial(said, status=Status.PROVED, scope=scope, evidence=evidence)
    verdicts = [proved(each, seconds=proof.seconds if each in own else 0.0) for each in (*own, *(c.id for c in kept))]
    if operation is CREATION:
        about = [theorem.claim.id for theorem in refinement.theorems if theorem.of]
        rests = evidence.get("rests_on", [])
        verdicts += [proved(each, evidence=evidence | {"rests_on": sorted({*rests, each})}) for each in about]
    verdicts += [
        said(law.id, Status.NOT_PROVED, reason=_unsaid(law, operation))
        for law in refinement.laws
        if law.step and operation.law_exempt and f"`{operation.name}`" not in law.statement
    ]
    if operation.cost is not None and operation.cost_claim is not None:
        verdicts.append(_within(_cost(refinement, operation, operation.cost, proof), scope))
    return verdicts


def _kept(refinement: Refinement, operation: Operation) -> list[Claim]:
    """The invariants and laws that the proof of an operation shows."""
    if operation is CREATION:
        return [*refinement.couple, *(law for law in refinement.laws if not law.step)]
    laws = (law for law in refinement.laws if not (law.step and operation.law_exempt))
    return [*refinement.couple, *laws, *(law.claim for law in refinement.answers if operation.name in law.of())]


def _not_proved(
    said: Callable[..., Verdict], refinement: Refinement, operation: Operation, reason: str, seconds: float = 0.0
) -> list[Verdict]:
    """The verdicts where there is no proof of an operation: what all must keep is not shown either."""
    own = [operation.claim] if operation.claim.id else []
    claims = [*own, *_kept(refinement, operation)]
    return [said(each.id, Status.NOT_PROVED, reason=reason, seconds=seconds) for each in claims]


def _refuted(said: Callable[..., Verdict], claim: str, message: str) -> Verdict:
    return said(claim, Status.FAILED, failure=Failure(claim, message), reason=message)


def _unsaid(law: Claim, operation: Operation) -> str:
    code = getattr(law.holds, "__code__", None)
    place = f"{Path(code.co_filename).name}:{code.co_firstlineno}: " if code is not None else ""
    return f"{place}no step of `{operation.name}` counts (`law_exempt`): name it in the sentence of {law.id}"


def _cost(refinement: Refinement, operation: Operation, bound: Cost, proof: ReadProof) -> Verdict:
    """The bound is proved if no path exceeds it, and honest if some path reaches it; so is that of each loop."""
    claim, said = operation.claim.id.replace("-R", "-C"), partial(_verdict, refinement, operation.name)
    if proof.uncounted:
        calls = ", ".join(sorted(proof.uncounted))
        return _refuted(said, claim, f"{operation.name} calls what says nothing of its cost: {calls}")
    rounds = {key: each for key, each in proof.rounds.items() if each.reads or each.writes}
    found = Cost(proof.cost.reads, proof.cost.writes, more=tuple(_counted(rounds, bound)))
    if (bound.reads, bound.writes, _figures(bound)) != (found.reads, found.writes, _figures(found)):
        return _refuted(said, claim, f"{operation.name} takes {found} at most; the declaration says {bound}")
    evidence = proof.evidence()
    if bound.rounds:
        evidence["presumes"] = sorted({*evidence.get("presumes", ()), EACH})
    return said(claim, Status.PROVED, evidence=evidence)


def _counted(rounds: Mapping[str, Tally], bound: Cost) -> Iterator[tuple[str, int, int]]:
    """What a round of each loop costs: as often as it is come to, but where the bound counts its rounds in all."""
    in_all = Counter((reads, writes) for word, reads, writes in bound.rounds if word.endswith(IN_ALL))
    for key, each in rounds.items():
        figures = each.reads, each.writes
        often = 1 if each.often > 1 and in_all[figures] > 0 else each.often
        in_all[figures] -= often < each.often
        yield f"round of {key}", each.reads * often, each.writes * often


def _figures(cost: Cost) -> list[tuple[int, int]]:
    """Reads and writes of the rounds of loops, whatever they repeat for."""
    return sorted((reads, writes) for _, reads, writes in cost.rounds)


def _failed(search: Counterexample, proof: ReadProof) -> list[Verdict]:
    """One failure a claim: the smallest counterexample if there is one, else the obligation that resists.

    Without a counterexample nothing may be wrong but the proof.
    """
    refinement, operation, found = search.refinement, search.operation, search.found
    first = proof.open[0]
    refuted = found is not None
    if found is None:
        found = Failure(
            first.claim or operation.claim.id or refinement.couple[0].id,
            f"not shown: {first.what}; no state of up to {BOUNDS[-1]} elements was found that breaks it: "
            "the claim or the loop invariant may say too little to carry the proof",
            start="well-formed state",
        )
    claims = {found.claim, *(each.claim for each in proof.open if each.claim), operation.claim.id} - {""}
    more = {
        "reason": "; ".join(dict.fromkeys(each.what for each in proof.open[:3])),
        "evidence": {**proof.evidence(), "refuted": refuted},
    }
    said = partial(_verdict, refinement, operation.name)
    return [said(claim, Status.FAILED, failure=replace(found, claim=claim), **more) for claim in sorted(claims)]
