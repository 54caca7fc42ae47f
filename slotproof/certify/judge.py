"""The judge `certify`: what `prove` proves, with a certificate of each question that it put to solvers.

A verdict is `proved` where `prove` says so, each question of its unit has a certificate, and the tree of paths owes
nothing that these do not show. What the proof rests on besides, other operations and theorems, is told under `rests`:
it has certificates of its own. A theorem about words is a unit as well, with questions of its own.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import z3

from slotproof.certify.make import WAYS, Prove, digest, making, proof_of
from slotproof.certify.owed import assumed, owed
from slotproof.certify.paths import Asked, paths
from slotproof.certify.questions import Names, Unwritable, Writer
from slotproof.certify.store import Store, keep_text
from slotproof.certify.theorems import questions_of
from slotproof.certify.words import WAYS as OF_WORDS
from slotproof.certify.words import refutation_of
from slotproof.checker.paths import check_paths
from slotproof.declare import Refinement, Theorem
from slotproof.declare.verdict import Failure, Reads, Status, Tick, Verdict, silent
from slotproof.engine.bitvectors import bits
from slotproof.engine.prove import prove
from slotproof.engine.prove.prove import USUAL, Effort
from slotproof.engine.prove.python.ways import written
from slotproof.engine.prove.solver.second import HEARD
from slotproof.engine.prove.solver.triggers import number

NAME: Final = "certify"
PATHS: Final = "paths"


def units(refinement: Refinement, deep: bool) -> list[str]:
    """Give the theorems that `bits` alone shows, by ID, and the units of `prove`."""
    return [
        *(each for each in bits.units(refinement, deep) if _theorem(refinement, each)),
        *prove.units(refinement, deep),
    ]


def reads(refinement: Refinement, unit: str) -> Reads:
    """Give what a proof depends on."""
    return bits.reads(refinement, unit) if _theorem(refinement, unit) else prove.reads(refinement, unit)


def run(refinement: Refinement, unit: str, deep: bool = False, tick: Tick = silent) -> list[Verdict]:
    """Prove a unit, and make the certificates; where some are missing, of products that may be multiplied out."""
    if theorem := _theorem(refinement, unit):
        return [certified_theorem(refinement.name, theorem, tick)]
    tick(0, 0, "proving")
    found = with_certificates(*proved(refinement, unit, deep), tick)
    if not found[0].evidence["left"] or any(each.status is Status.FAILED for each in found):
        return found
    again = with_certificates(*proved(refinement, unit, deep, names=Names(products=True)), tick)
    return found if again[0].evidence["left"] else again


def _theorem(refinement: Refinement, unit: str) -> Theorem | None:
    """Give the theorem that a unit is, if it is one that `bits` alone shows."""
    return next((each for each in refinement.theorems if each.claim.id == unit and each.configure is None), None)


def certified_theorem(container: str, theorem: Theorem, tick: Tick = silent) -> Verdict:
    """Give what certificates show of a theorem: it is proved if each of its questions has one."""
    began, name = time.process_time(), theorem.claim.id
    try:
        asked = questions_of(theorem, tick)
    except bits.Refuted as reason:
        told: dict[str, Any] = {"certified": 0, "of": 1, "left": [f"{named(container, name)}: {reason}"]}
        failure = Failure(name, str(reason), reason.numbers)
        return Verdict(
            container, NAME, name, name, Status.FAILED, evidence=told, failure=failure, reason=failure.message
        )
    numbers, left = certified(named(container, name), asked, tick, refutation_of, tuple(OF_WORDS))
    told = {"certified": len(asked) - len(left), "of": len(asked), "left": left, **numbers}
    return Verdict(
        container,
        NAME,
        name,
        name,
        Status.NOT_PROVED if left else Status.PROVED,
        scope=bits.scope_of(theorem.widths),
        evidence=told,
        seconds=time.process_time() - began,
        reason=f"{len(left)} of {len(asked)} have no certificate" if left else "",
    )


def with_certificates(
    verdicts: Sequence[Verdict], asked: Sequence[str], tree: str, tick: Tick = silent
) -> list[Verdict]:
    """Give what `prove` says of a unit, as it is with certificates of what it asked, and its tree of paths."""
    name = named(verdicts[0].container, verdicts[0].unit)
    numbers, left = certified(name, asked, tick)
    refused, ends, owes = check_paths(tree, [text for text in asked if digest(text) in numbers["questions"]])
    left += [f"{name}/{PATHS}: {refused}"] if refused else []
    keep_text(f"{name}/{PATHS}.json", tree)
    of = len(asked) + 1  # the tree of paths
    counted = {"certified": of - len(left), "of": of}
    first = {**counted, "left": left, "tree": digest(tree), "ends": ends, "owed": owes, **numbers}
    told = []
    for place, each in enumerate(verdicts):
        evidence = first if place == 0 else counted
        rests = {"rests": each.evidence["rests_on"]} if each.evidence.get("rests_on") else {}
        status, reason = each.status, each.reason
        if status is Status.PROVED and left:
            status, reason = Status.NOT_PROVED, f"{len(left)} of {of} have no certificate"
        told.append(replace(each, judge=NAME, status=status, reason=reason, evidence=evidence | rests))
    return told


def named(container: str, unit: str) -> str:
    """Give the folder of a unit, in a folder of certificates."""
    return f"{container}/{re.sub(r'[^A-Za-z0-9_]+', '-', unit).strip('-')}"


def proved(
    refinement: Refinement, unit: str, deep: bool, effort: Effort = USUAL, names: Names | None = None
) -> tuple[list[Verdict], list[str], str]:
    """Prove a unit; give the verdicts, each question that cvc5 answered, once, and the tree of paths.

    What cannot be written is given as what keeps it from that, which no solver answers.
    """
    asked, found = list[str](), list[Asked]()
    names = Names() if names is None else names

    def hear(formulas: Sequence[z3.BoolRef], goal: z3.BoolRef) -> None:
        try:
            text = Writer(names).text(formulas)
        except Unwritable as error:
            text = f"; {error}"
        found.append(Asked(list(formulas), digest(text), number(goal)))
        if text not in asked:
            asked.append(text)

    HEARD.append(hear)
    try:
        with written() as books:
            verdicts = prove.run(refinement, unit, deep, effort=effort)
    finally:
        HEARD.remove(hear)
    return verdicts, asked, paths(books, found, hear, names, assumed(refinement), owed(refinement, unit))


def certified(
    name: str, asked: Sequence[str], tick: Tick = silent, prover: Prove = proof_of, ways: Sequence[str] = tuple(WAYS)
) -> tuple[dict[str, Any], list[str]]:
    """Make the certificates of questions; give what they are in numbers, and by name what has none, and why."""
    store, left, rules = Store(), list[str](), Counter[str]()
    steps, sizes, made, checked, digests = list[int](), 0, 0.0, 0.0, list[str]()
    with making(prover, ways) as maker:
        for place, text in enumerate(asked):
            each = f"{name}/{place:03}"
            tick(place, len(asked), "certificates")
            found = store.known(digest(text), each)
            if found is None:
                found, proof = maker.certificate(text)
                store.keep(each, found, text, proof)
            if found.left:
                left.append(f"{each}: {found.left}")
                continue
            rules.update(found.rules)
            steps.append(found.steps)
            digests.append(found.question)
            sizes, made, checked = sizes + found.size, made + found.made, checked + found.checked
    numbers = {
        "steps": sum(steps),
        "most": max(steps, default=0),
        "bytes": sizes,
        "made": round(made, 2),
        "checked": round(checked, 2),
        "rules": dict(rules),
        "questions": digests,
    }
    return numbers, left
