"""The judge `prove`: forward simulation on stand-ins, for any size.

Model and implementation start in any two states that the coupling ties and the laws allow.
The same operation runs on both, the very Python that users run, along every path.
Proved are: equal results, the coupling and the laws afterwards, every index in bounds, every loop's end, and that a
refused operation changed nothing. Each obligation is discharged by Z3 and by cvc5.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any, Final

from slotproof.engine.prove.presumed import MESSAGES
from slotproof.engine.prove.source import Refusal
from slotproof.proofs.engine.counterexample import BOUNDS, find_new
from slotproof.proofs.engine.endless import watched
from slotproof.proofs.engine.entailments import Doubt, Entailments
from slotproof.proofs.engine.foreign_run import run_of
from slotproof.proofs.engine.hints import NONE, Hints, recorded
from slotproof.proofs.engine.memory import Memory, garbage_kept
from slotproof.proofs.engine.path import NotSupported, Obligation, Path, PathEnd, Tally, running
from slotproof.proofs.engine.reading import (
    ReadProof,
    find,
    judges,
    prove_by_reading,
    simulation_of,
    unreached_by_running,
)
from slotproof.proofs.engine.rebuild import Rebuilder
from slotproof.proofs.engine.refinement import CREATION, Arrangement, Claim, Cost, Operation, Refinement
from slotproof.proofs.engine.refusing import place_of
from slotproof.proofs.engine.report import Failure, Reads, Status, Tick, Verdict, silent
from slotproof.proofs.engine.rounds import modules_of
from slotproof.proofs.engine.simulation import Creation, Reading, Run, Sharing
from slotproof.proofs.engine.smtlib import smtlib
from slotproof.proofs.engine.solvers import second_opinion
from slotproof.proofs.engine.vacuity import reached, rounds_of

NAME: Final = "prove"

MOST_PATHS: Final = 2_000

COLLECTED: Final = 16
"""Paths after which garbage is looked for: what a path leaves is megabytes, and a look takes as long as a path."""

BATCH: Final = 40
"""Questions that cvc5 reads at once, which spares it a start for each."""


@dataclass
class Proof:
    """What the paths of one operation gave."""

    operation: str
    paths: int = 0
    decisions: int = 0
    met: list[list[Obligation]] = field(default_factory=list)  # on each path, in order
    cost: Tally = field(default_factory=Tally)
    rounds: dict[str, Tally] = field(default_factory=dict)
    uncounted: set[str] = field(default_factory=set)
    presumed: set[str] = field(default_factory=set)
    rested: set[str] = field(default_factory=set)
    ends: set[str] = field(default_factory=set)  # a round of each loop
    left_open: set[int] = field(default_factory=set)  # digests of questions whether a branch is never taken
    unsupported: str = ""
    z3_units: int = 0
    cvc5_units: int = 0
    z3_seconds: float = 0.0
    cvc5_seconds: float = 0.0

    @property
    def obligations(self) -> list[Obligation]:
        """Those of all paths."""
        return [obligation for path in self.met for obligation in path]

    @property
    def open(self) -> list[Obligation]:
        """The obligations that Z3 did not discharge; if it did discharge all, those that cvc5 did not."""
        return self._open_to_z3 or [each for each in self.obligations if each.cvc5_verdict != "unsat"]

    @property
    def resists(self) -> str:
        """What Z3 alone did not show, or why it could not be asked; "" if it showed everything."""
        return self.unsupported or next((each.what for each in self._open_to_z3), "")

    @property
    def _open_to_z3(self) -> list[Obligation]:
        return [each for each in self.obligations if each.z3_verdict != "unsat"]

    @property
    def disagreements(self) -> list[Obligation]:
        """The obligations of which one solver says the contrary of the other."""
        return [each for each in self.obligations if {each.z3_verdict, each.cvc5_verdict} == {"sat", "unsat"}]

    def add(self, other: Proof) -> None:
        """Take in the paths of another proof."""
        self.paths += other.paths
        self.left_open |= other.left_open
        self.decisions += other.decisions
        self.met += other.met
        self.unsupported = self.unsupported or other.unsupported
        self.presumed |= other.presumed
        self.z3_units += other.z3_units
        self.cvc5_units += other.cvc5_units
        self.z3_seconds += other.z3_seconds
        self.cvc5_seconds += other.cvc5_seconds

    def evidence(self) -> dict[str, Any]:
        """The counts."""
        return {
            "paths": self.paths,
            "obligations": len(self.obligations),
            "entailments": len({id(each.shown_by or each) for each in self.obligations}),
            "z3_units": self.z3_units,
            "cvc5_units": self.cvc5_units,
            "z3_seconds": round(self.z3_seconds, 2),
            "cvc5_seconds": round(self.cvc5_seconds, 2),
            "reads": self.cost.reads,
            "writes": self.cost.writes,
            "rounds": {key: f"{tally.reads} reads, {tally.writes} writes" for key, tally in self.rounds.items()},
            **({"presumes": sorted(self.presumed)} if self.presumed else {}),
            **({"rests_on": sorted(self.rested)} if self.rested else {}),
        }


# --- all paths


def prove_operation(
    refinement: Refinement, operation: Operation, tick: Tick = silent, confirmed: bool = True, doubt: Doubt = None
) -> Proof:
    """Every path of an operation, every obligation of every path.

    Takes      confirmed, False to hear no second opinion: such a proof is none
               doubt, asked when Z3 gives up on an obligation for the first time: True to leave it open
    """
    hints = recorded(refinement.name)
    return prove_paths(lambda path: run_of(refinement, operation, path), operation.name, tick, confirmed, hints, doubt)


def prove_creation(refinement: Refinement, tick: Tick = silent, confirmed: bool = True, doubt: Doubt = None) -> Proof:
    """A new model and a new implementation of any configuration are coupled, and claims read what is there.

    Both sides of each arrangement may share what its proofs let them share; of those of the deep profile, too, since
    what rests on this does not ask which one made it.
    """
    hints = recorded(refinement.name)
    proof = prove_paths(lambda path: Creation(refinement, CREATION, path), CREATION.name, tick, confirmed, hints, doubt)
    for each in _arrangements(refinement) if refinement.arranged else []:
        if not proof.resists:  # one open obligation is enough
            proof.add(prove_sharing(each, tick, confirmed, doubt))
    for each in _arrangements(refinement):
        if not proof.resists:
            proof.add(prove_reading(each, tick, confirmed, doubt))
    return proof


def prove_sharing(refinement: Refinement, tick: Tick = silent, confirmed: bool = True, doubt: Doubt = None) -> Proof:
    """Both sides of the only arrangement may share what its proofs let them share."""
    hints = recorded(refinement.name)
    return prove_paths(lambda path: Sharing(refinement, CREATION, path), CREATION.name, tick, confirmed, hints, doubt)


def prove_reading(refinement: Refinement, tick: Tick = silent, confirmed: bool = True, doubt: Doubt = None) -> Proof:
    """What the claims read is there, in any coupled pair, or in any of the only arrangement."""
    hints = recorded(refinement.name)
    return prove_paths(lambda path: Reading(refinement, CREATION, path), CREATION.name, tick, confirmed, hints, doubt)


def _arrangements(refinement: Refinement) -> list[Refinement]:
    """The declaration with each arrangement alone, or as it is."""
    return [replace(refinement, arranged=(one,)) for one in refinement.arranged] or [refinement]


@garbage_kept()
def prove_paths(
    start: Callable[[Path], Run],
    name: str,
    tick: Tick = silent,
    confirmed: bool = True,
    hints: Hints = NONE,
    doubt: Doubt = None,
) -> Proof:
    """Every path of a run, and a second opinion on every obligation."""
    proof = Proof(name)
    waiting: list[tuple[bool, ...]] = [()]
    memory, entailments = Memory(), Entailments(hints, doubt)
    began = time.process_time()
    while waiting and not proof.unsupported:
        if proof.paths >= MOST_PATHS:
            proof.unsupported = f"more than {MOST_PATHS} paths"
            break
        if proof.paths % COLLECTED == 0:
            gc.collect()
        path = Path(waiting.pop(), [], memory=memory, entailments=entailments)
        with running(path):
            try:
                run = start(path)
                try:
                    run.run()
                finally:
                    proof.ends |= rounds_of(run)
            except PathEnd:
                pass  # what ended it, if it was an obligation, is among the open ones
            except NotSupported:
                pass  # the path knows
        proof.unsupported = path.unsupported
        waiting += path.pending
        proof.paths += 1
        proof.decisions += path.decisions
        proof.met.append(path.obligations)
        proof.z3_units += path.units
        _keep_worst(proof, path)
        tick(proof.paths, proof.paths + len(waiting), f"{len(proof.obligations)} obligations")
        if any(obligation.z3_verdict != "unsat" for obligation in path.obligations):
            break
    proof.left_open = entailments.left_open
    proof.z3_seconds = time.process_time() - began
    if not confirmed or any(obligation.z3_verdict != "unsat" for obligation in proof.obligations):
        return proof  # there is nothing to confirm
    began = time.process_time()
    _confirm(proof, tick)
    proof.cvc5_seconds = time.process_time() - began
    return proof


def _confirm(proof: Proof, tick: Tick) -> None:
    """A second opinion on every obligation: on what shows it, be it one for many, or on itself."""
    met = [each for each in proof.obligations if not each.cvc5_verdict]  # steps of lemmas may have one
    shown = {id(each.shown_by): each.shown_by for each in met if each.shown_by is not None}
    asked = [each for each in shown.values() if not each.cvc5_verdict]
    for start in range(0, len(asked), BATCH):
        batch = asked[start : start + BATCH]
        answers, units = second_opinion([(each.assumptions, each.goal) for each in batch])
        proof.cvc5_units += units
        for entailment, answer in zip(batch, answers, strict=True):
            entailment.cvc5_verdict = answer
        tick(start + len(batch), len(asked), "second opinion")
    for obligation in met:
        obligation.cvc5_verdict = "" if obligation.shown_by is None else obligation.shown_by.cvc5_verdict
        if obligation.cvc5_verdict not in ("sat", "unsat"):
            [obligation.cvc5_verdict], units = second_opinion([(obligation.assumptions, obligation.goal)])
            proof.cvc5_units += units


def _keep_worst(proof: Proof, path: Path) -> None:
    proof.uncounted |= path.uncounted
    proof.presumed |= path.presumed
    proof.rested |= path.rested
    proof.cost.reads = max(proof.cost.reads, path.tally.reads)
    proof.cost.writes = max(proof.cost.writes, path.tally.writes)
    for key, tally in path.rounds.items():
        worst = proof.rounds.setdefault(key, Tally())
        worst.reads, worst.writes = max(worst.reads, tally.reads), max(worst.writes, tally.writes)


def write_smtlib(proof: Proof, folder: FilePath) -> int:
    """Write each obligation as an SMT-LIB file; how many."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, obligation in enumerate(proof.obligations):
        text = f"; {obligation.what}\n; unsat if it holds\n" + smtlib(obligation.assumptions, obligation.goal)
        (folder / f"{proof.operation}-{number:04}.smt2").write_text(text, encoding="utf-8")
    return len(proof.obligations)


# --- the judge


def prepare(refinement: Refinement) -> None:
    """Find out what each unit would by itself: what the code does that no stand-in sees, how it is cut, the hints.

    It is kept with the code that it is about. Of what cannot be followed the unit that needs it tells.
    """
    recorded(refinement.name)
    if refinement.older is not None:
        with suppress(Refusal):
            simulation_of(refinement)
    with_loops = frozenset(loop.function for loop in refinement.loops)
    rebuilder = Rebuilder(with_loops, modules_of(refinement))
    with suppress(NotSupported):
        for module in sorted(modules_of(refinement)):
            rebuilder.namespace(module)
        for side in (refinement.model, refinement.impl):
            rebuilder.of_class(side)
        for declared in (*refinement.operations, *refinement.loops):
            for part in vars(declared).values():
                rebuilder.function(part)


def units(refinement: Refinement, deep: bool) -> list[str]:
    """The creation of a new container, and the operations; only arrangements may be for the deep profile."""
    names = [each.name for each in refinement.operations]
    return [CREATION.name, *(unit for name in names for unit in units_for(refinement, name, deep))]


def units_for(refinement: Refinement, name: str, deep: bool) -> list[str]:
    """The unit of an operation, or one for each arrangement that it is proved for."""
    if not refinement.arranged or refinement.operation(name).unproved:
        return [name]
    fitting = [each for each in refinement.arranged if each.operations is None or name in each.operations]
    return [f"{name} | {each.name}" for each in fitting if deep or not each.deep]


def reads(refinement: Refinement, unit: str) -> Reads:
    """What a proof depends on: its operation and those that it uses, what theorems show of functions, and no scope."""
    shown = tuple((each.claim.id, each.shows) for each in refinement.theorems)
    return Reads((unit.partition(" | ")[0],), frozenset({"scopes", "contracts", "candidates", "theorems"}), shown)


def run(
    refinement: Refinement, unit: str, deep: bool = False, tick: Tick = silent, doubting: bool = False
) -> list[Verdict]:
    """The verdicts that the proof of one operation gives: on itself, its cost, and every invariant and law it keeps.

    Takes      doubting, True to look for a counterexample as soon as Z3 gives up, before it is asked in other ways
    """
    if unit == CREATION.name:
        search = _Counterexample(refinement, CREATION)
        if judges(refinement, unit):
            read = prove_by_reading(refinement, CREATION)
            verdicts = _judged(search, read, read.unreached)
            return [_within(each, refinement.configured) for each in verdicts]
        proof = prove_creation(refinement, tick, doubt=search.succeeds if doubting else None)
        verdicts = _judged(search, proof, [])
        return [_within(each, refinement.configured) for each in verdicts]
    name, _, arrangement = unit.partition(" | ")
    operation = refinement.operation(name)
    if refinement.arranged and not operation.unproved:
        chosen = [each for each in refinement.arranged if each.name == arrangement or not (arrangement or each.deep)]
        return [verdict for each in chosen for verdict in _run_arranged(refinement, operation, each, tick, doubting)]
    if operation.unproved:
        return [_verdict(refinement, unit, operation.claim.id, Status.NOT_PROVED, reason=operation.unproved)]
    return _run(refinement, operation, tick, doubting)


def _limited(operation: Operation, verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts, in the scope of what limits the arguments."""
    scope = "; ".join(domain.within for domain in operation.takes if domain.within)
    return [_within(each, scope) for each in verdicts]


def _run(refinement: Refinement, operation: Operation, tick: Tick, doubting: bool) -> list[Verdict]:
    """The verdicts on an operation that is proved."""
    search = _Counterexample(refinement, operation)
    if judges(refinement, operation.name):
        with watched(refinement):
            read = prove_by_reading(refinement, operation)
            return _limited(operation, _judged(search, read, read.unreached or unreached_by_running(refinement, read)))
    with watched(refinement):
        proof = prove_operation(refinement, operation, tick, doubt=search.succeeds if doubting else None)
        unreached = [] if proof.open or proof.unsupported else reached(refinement, operation, proof.ends).missing
        return _limited(operation, _judged(search, proof, unreached))


def _run_arranged(
    refinement: Refinement, operation: Operation, one: Arrangement, tick: Tick, doubting: bool
) -> list[Verdict]:
    """The verdicts for one arrangement, which say so."""
    only, operation = in_arrangement(refinement, operation, one)
    verdicts = _run(only, operation, tick, doubting)
    return [replace(_within(each, one.name), unit=f"{operation.name} | {one.name}") for each in verdicts]


def _within(verdict: Verdict, scope: str) -> Verdict:
    """The verdict, limited to a scope besides its own."""
    return replace(verdict, scope="; ".join(filter(None, (scope, verdict.scope))))


def declared_in(refinement: Refinement, unit: str) -> tuple[Refinement, Operation]:
    """What a unit is the proof of: an operation, and the declaration with the arrangement that the unit names."""
    name, _, arrangement = unit.partition(" | ")
    operation = refinement.operation(name)
    for one in refinement.arranged:
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
class _Counterexample:
    """Where the real code of an operation goes wrong: looked for once, when it is asked for."""

    refinement: Refinement
    operation: Operation

    @cached_property
    def found(self) -> Failure | None:
        if self.operation is CREATION:
            return find_new(self.refinement)
        return find(self.refinement, self.operation)

    def succeeds(self) -> bool:
        """True if there is one among small states."""
        return self.found is not None


def _judged(search: _Counterexample, proof: Proof | ReadProof, unreached: list[str]) -> list[Verdict]:
    refinement, operation = search.refinement, search.operation
    seconds = proof.z3_seconds + proof.cvc5_seconds
    unit, evidence = operation.name, proof.evidence()
    own = [operation.claim.id] if operation.claim.id else []
    if proof.unsupported:
        wrong = search.found
        if wrong is not None:
            return [
                _verdict(
                    refinement, unit, wrong.claim, Status.FAILED, failure=wrong, reason=wrong.message, seconds=seconds
                )
            ]
        claims = own or [claim.id for claim in (*refinement.laws, *refinement.couple)]
        return [
            _verdict(refinement, unit, claim, Status.NOT_PROVED, reason=proof.unsupported, seconds=seconds)
            for claim in claims
        ]
    if proof.open:
        return _failed(search, proof)
    if unreached:
        why = "its assumptions contradict each other, or no new container is as claimed"
        message = f"the proof of {unit} says nothing of: {', '.join(unreached)}; no real state was found: {why}"
        failure = Failure((own or [refinement.couple[0].id])[0], message)
        return [_verdict(refinement, unit, failure.claim, Status.FAILED, failure=failure, reason=message)]
    kept = [*refinement.couple, *(law for law in refinement.laws if not (law.step and operation.law_exempt))]
    if operation is CREATION:
        kept = [claim for claim in kept if not claim.step]
    scope = MESSAGES if MESSAGES in evidence.get("presumes", ()) else ""
    verdicts = [
        _verdict(
            refinement,
            unit,
            claim,
            Status.PROVED,
            scope=scope,
            evidence=evidence,
            seconds=seconds if claim in own else 0.0,
        )
        for claim in (*own, *(claim.id for claim in kept))
    ]
    verdicts += [
        _verdict(refinement, unit, law.id, Status.NOT_PROVED, reason=_unsaid(law, operation))
        for law in refinement.laws
        if law.step and operation.law_exempt and f"`{operation.name}`" not in law.statement
    ]
    if operation.cost is not None and operation.cost_claim is not None:
        verdicts.append(_within(_cost(refinement, operation, operation.cost, proof), scope))
    return verdicts


def _unsaid(law: Claim, operation: Operation) -> str:
    place = place_of(law.holds) + ": " if law.holds is not None else ""
    return f"{place}no step of `{operation.name}` counts (`law_exempt`): name it in the sentence of {law.id}"


def _cost(refinement: Refinement, operation: Operation, bound: Cost, proof: Proof | ReadProof) -> Verdict:
    """The bound is proved if no path exceeds it, and honest if some path reaches it; so is that of each loop."""
    claim = operation.claim.id.replace("-R", "-C")
    if proof.uncounted:
        message = f"{operation.name} calls what says nothing of its cost: {', '.join(sorted(proof.uncounted))}"
        return _verdict(
            refinement, operation.name, claim, Status.FAILED, failure=Failure(claim, message), reason=message
        )
    rounds = [(f"round of {key}", t.reads, t.writes) for key, t in proof.rounds.items() if t.reads or t.writes]
    found = Cost(proof.cost.reads, proof.cost.writes, more=tuple(rounds))
    if (bound.reads, bound.writes, _figures(bound)) == (found.reads, found.writes, _figures(found)):
        return _verdict(refinement, operation.name, claim, Status.PROVED, evidence=proof.evidence())
    message = f"{operation.name} takes {found} at most; the declaration says {bound}"
    failure = Failure(claim, message)
    return _verdict(refinement, operation.name, claim, Status.FAILED, failure=failure, reason=message)


def _figures(cost: Cost) -> list[tuple[int, int]]:
    """Reads and writes of the rounds of loops, whatever they repeat for."""
    return sorted((reads, writes) for _, reads, writes in cost.rounds)


def _failed(search: _Counterexample, proof: Proof | ReadProof) -> list[Verdict]:
    """One failure a claim: the smallest counterexample if there is one, else the obligation that resists.

    Without a counterexample nothing may be wrong but the proof. What is said of a new container has few quantifiers, so
    that what Z3 has a model of is wrong, though no configuration that a scope names may show it.
    """
    refinement, operation, found = search.refinement, search.operation, search.found
    first = proof.open[0]
    refuted = found is not None or (operation is CREATION and first.z3_verdict == "sat")
    if found is None:
        solvers = f" (Z3: {first.z3_verdict}, cvc5: {first.cvc5_verdict or 'not asked'})"
        found = Failure(
            first.claim or operation.claim.id or refinement.couple[0].id,
            f"not shown: {first.what}{solvers}; no state of up to {BOUNDS[-1]} elements was found that breaks it: "
            "the claim or the loop invariant may say too little to carry the proof",
            start="well-formed state",
        )
    claims = {found.claim, *(each.claim for each in proof.open if each.claim), operation.claim.id} - {""}
    resists = "; ".join(dict.fromkeys(each.what for each in proof.open[:3]))
    return [
        _verdict(
            refinement,
            operation.name,
            claim,
            Status.FAILED,
            failure=replace(found, claim=claim),
            reason=resists,
            evidence={**proof.evidence(), "refuted": refuted},
        )
        for claim in sorted(claims)
    ]
