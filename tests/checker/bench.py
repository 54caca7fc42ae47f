"""The checker, as it is or with a line of it changed, and steps to try it on.

A copy of the checker is a package of its own, made in memory: its modules import each other by relative names.
"""

from __future__ import annotations

import gzip
import importlib
import itertools
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

import slotproof.checker

from . import naive

SOURCES = Path(slotproof.checker.__file__).parent
CERTIFICATES = Path(__file__).with_name("certificates")
FAMILIES = tuple(sorted(file.stem for file in SOURCES.glob("r*s_*.py")))
MODULES = ("terms", "parse", "rules", "rewrites", *FAMILIES, "clauses", "words", "check")


class Change(NamedTuple):
    """One line of the checker, and what takes its place."""

    module: str
    line: int  # from 1
    text: str


class Checker:
    """The modules of a checker."""

    _made: ClassVar = itertools.count()
    _code: ClassVar[dict[str, Any]] = {}

    def __init__(self, change: Change | None = None) -> None:
        self.worlds = [naive.World(seed) for seed in range(WORLDS)]
        if change is None:
            self.package = "slotproof.checker"
            for name in MODULES:
                importlib.import_module(f"slotproof.checker.{name}")
        else:
            self.package = f"checker_changed_{next(self._made)}"
            self._make(change)

    def _make(self, change: Change) -> None:
        package = ModuleType(self.package)
        package.__path__ = []
        sys.modules[self.package] = package
        for name in MODULES:
            file = SOURCES / f"{name}.py"
            if name == change.module:
                lines = file.read_text(encoding="utf-8").splitlines()
                lines[change.line - 1] = change.text
                code = compile("\n".join(lines), str(file), "exec")
            else:
                code = self._code.get(name) or compile(file.read_text(encoding="utf-8"), str(file), "exec")
                self._code[name] = code
            copy = ModuleType(f"{self.package}.{name}")
            copy.__package__ = self.package
            sys.modules[copy.__name__] = copy
            setattr(package, name, copy)
            exec(code, vars(copy))

    def forget(self) -> None:
        """Let a copy go."""
        for name in [name for name in sys.modules if name.partition(".")[0] == self.package]:
            del sys.modules[name]

    def __getattr__(self, name: str) -> Any:
        return sys.modules[f"{self.package}.{name}"]

    @property
    def refusals(self) -> tuple[type[Exception], ...]:
        """What the checker raises to refuse."""
        return self.terms.Refused, self.parse.Malformed

    def terms_of(self, *texts: str) -> list[Any]:
        """Read terms, in the words of proofs: p to s are truths, i to l numbers, a and b arrays, x to z variables."""
        question = self.parse.read_question(DECLARED)
        reader = self.parse._ProofReader(question)
        for name, sort in (("x", "Int"), ("y", "Int"), ("z", "Int"), ("u", "U"), ("v", "U"), ("w", "U")):
            reader.names[name] = self.terms.variable(name, sort)
        [items] = reader.read(f"({' '.join(texts)})")
        return [reader.term(each) for each in items]


DECLARED = """
(set-logic ALL) (declare-sort U 0)
(declare-fun p () Bool) (declare-fun q () Bool) (declare-fun r () Bool) (declare-fun s () Bool)
(declare-fun i () Int) (declare-fun j () Int) (declare-fun k () Int) (declare-fun l () Int)
(declare-fun a () (Array Int Int)) (declare-fun b () (Array Int Int)) (declare-fun c () U) (declare-fun d () U)
(declare-fun f (Int) Int) (declare-fun g (U) U) (declare-fun h (U) Bool) (declare-fun m (U U) Bool)
(assert p) (check-sat)
"""


WORLDS = 20


class Step(NamedTuple):
    """A step: its rule, and what this is given."""

    rule: str
    premises: list[Any]
    args: list[Any]

    def taken(self, checker: Checker) -> Any:
        """Give what the checker concludes."""
        return checker.rules.RULES[self.rule](self.premises, self.args)


def texts() -> Iterator[tuple[str, str, str]]:
    """Give the certificates that are kept: their names, questions and proofs."""
    for file in sorted(CERTIFICATES.glob("*.smt2.gz")):
        proof = file.with_name(file.name.replace(".smt2.gz", ".cpc.gz"))
        name = file.name.removesuffix(".smt2.gz")
        yield name, gzip.decompress(file.read_bytes()).decode(), gzip.decompress(proof.read_bytes()).decode()


def steps_of(checker: Checker, question: str, proof: str) -> list[Step]:
    """Give the steps of a proof, with the terms that each is given."""
    asked = checker.parse.read_question(question)
    sofar, found = checker.check._Proof(asked), []
    for step in checker.parse.read_proof(proof, asked):
        if step.kind == "step":
            found.append(Step(step.rule, [sofar.known[name] for name in step.premises], list(step.args)))
        sofar.take(step)
    return found


def judged(checker: Checker, step: Step) -> str:
    """Give what is wrong with what the checker makes of a step; "refused", or "" if nothing is found."""
    try:
        conclusion = step.taken(checker)
    except checker.refusals:
        return "refused"
    return naive.wrong(step.rule, step.premises, step.args, conclusion, checker.worlds)


def changed(checker: Checker, step: Step, others: list[Any], chance: random.Random) -> Step:
    """Give the step with one change: a premise or an argument is another, is gone, is new, or has another part."""
    premises, args = list(step.premises), list(step.args)
    given = premises if premises and (not args or chance.random() < 0.5) else args
    place = chance.randrange(len(given)) if given else 0
    kind = chance.randrange(8)
    if not given or kind == 0:
        given.insert(place, chance.choice(others))
    elif kind == 1:
        del given[place]
    elif kind == 2:
        given[place] = chance.choice(others)
    elif kind == 3 and len(given) > 1:
        other = chance.randrange(len(given))
        given[place], given[other] = given[other], given[place]
    else:
        given[place] = _otherwise(checker, given[place], others, chance)
    return Step(step.rule, premises, args)


def _otherwise(checker: Checker, term: Any, others: list[Any], chance: random.Random) -> Any:
    """Give a term with one change somewhere in it; the term itself, if what comes of it is ill-sorted."""
    make = checker.terms.make
    path, here = [], term
    while here.args and chance.random() < 0.75:
        place = chance.randrange(len(here.args))
        path.append((here, place))
        here = here.args[place]
    try:
        told = _replaced(checker, here, others, chance)
        for above, place in reversed(path):
            told = make(above.head, *above.args[:place], told, *above.args[place + 1 :])
    except checker.refusals:
        return term
    return told


SWAPPED = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "and": "or",
    "or": "and",
    "+": "*",
    "*": "+",
    "forall": "exists",
    "exists": "forall",
    "=": "distinct",
    "distinct": "=",
    "=>": "=",
}


def _replaced(checker: Checker, term: Any, others: list[Any], chance: random.Random) -> Any:
    make = checker.terms.make
    kind = chance.randrange(6)
    if term.head == "number":
        return checker.terms.number(term.value + chance.choice((-1, 1)), term.sort)
    if kind == 0 and term.sort == "Bool":
        return term.args[0] if term.head == "not" else make("not", term)
    if kind == 1 and term.head in SWAPPED:
        return make(SWAPPED[term.head], *term.args)
    if kind == 2 and len(term.args) > 1:
        return make(term.head, *reversed(term.args))
    if kind == 3 and len(term.args) > 1 and term.head in ("and", "or", "+", "*", "@list"):
        return make(term.head, *term.args[:-1])
    alike = [each for each in others if each.sort == term.sort and each is not term]
    return chance.choice(alike) if alike else term
