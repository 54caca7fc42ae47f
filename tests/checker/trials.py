"""What is asked of each rule: to accept what it should, to refuse what it should, and to conclude nothing wrong."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

from .bench import Checker, Step, changed, judged, steps_of, texts
from .examples import EXAMPLES, REFUSED

MOST = 3  # steps of each rule of each certificate


def material(checker: Checker, certificates: int | None = None) -> dict[str, list[Step]]:
    """Give steps of every rule: of kept certificates, of examples, and, of rewrites, of arguments by chance."""
    found: dict[str, list[Step]] = {}
    for _, question, proof in list(texts())[:certificates]:
        met: dict[str, int] = {}
        for step in steps_of(checker, question, proof):
            met[step.rule] = met.get(step.rule, 0) + 1
            if met[step.rule] <= MOST:
                found.setdefault(step.rule, []).append(step)
    for name, (premises, args, _) in EXAMPLES.items():
        rule, _, _ = name.partition(",")
        found.setdefault(rule, []).insert(0, Step(rule, checker.terms_of(*premises), checker.terms_of(*args)))
    for rule in checker.rewrites.REWRITES:
        found.setdefault(rule, []).extend(itertools.islice(by_chance(checker, rule), 3))
    return found


def by_chance(checker: Checker, rule: str) -> Iterator[Step]:
    """Give steps of a rewrite, of arguments of any sorts that it takes."""
    _, count = checker.rewrites.REWRITES[rule]
    pool = checker.terms_of(*"pqrsijklab", "(f i)", "true", "false", "0", "(not p)")
    lists = checker.terms_of("(or p q)", "(and p q)", "(+ i j)", "(* i j)")
    chance = random.Random(rule)
    for _ in range(20_000):
        args = [chance.choice(lists if chance.random() < 0.15 else pool) for _ in range(count)]
        try:
            premises = [checker.terms.equal(*given(*args)) for given in checker.rewrites.PREMISES[rule]]
            step = Step(rule, premises, args)
            step.taken(checker)
        except checker.refusals:
            continue
        yield step


def faults(checker: Checker, found: dict[str, list[Step]], changes: int) -> Iterator[str]:
    """Give what is wrong with a checker: a rule that does not do what its example says, or concludes what is wrong.

    Takes      changes, how many of each step are tried
    """
    for rule, steps in found.items():
        for premises, args, conclusion in _examples(rule):
            [wanted] = checker.terms_of(conclusion)
            if Step(rule, checker.terms_of(*premises), checker.terms_of(*args)).taken(checker) is not wanted:
                yield f"{rule} concludes something else than its example"
        for premises, args in REFUSED.get(rule, ()):
            try:
                told = Step(rule, checker.terms_of(*premises), checker.terms_of(*args)).taken(checker)
            except checker.refusals:
                continue
            yield f"{rule} accepts {premises} and {args}: {told}"
        for step in steps:
            if said := judged(checker, step):
                yield f"{rule}: {said}"
    for _, said in forged(checker, found, changes):
        if said not in ("", "refused"):
            yield said


def _examples(rule: str) -> list[tuple[tuple[str, ...], tuple[str, ...], str]]:
    return [each for name, each in EXAMPLES.items() if name.partition(",")[0] == rule]


def forged(checker: Checker, found: dict[str, list[Step]], changes: int, seed: int = 0) -> Iterator[tuple[Step, str]]:
    """Change each step in one place, and give what becomes of it: "refused", "" if it is right, or what is wrong."""
    for rule, steps in found.items():
        chance = random.Random(repr((rule, seed)))
        for step in steps:
            others = _others(step, chance) + checker.terms_of("p", "i", "0", "true", "(@list i)", "(not q)")
            for _ in range(changes):
                other = changed(checker, step, others, chance)
                if other != step:
                    yield other, judged(checker, other)


def _others(step: Step, chance: random.Random) -> list[Any]:
    """Give terms that stand in a step, to take each other's places."""
    found = [*step.premises, *step.args]
    for each in found[:40]:
        found += each.args[:4]
    chance.shuffle(found)
    return found[:30]
