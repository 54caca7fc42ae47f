"""Check a proof: the steps in order, each by its rule, until nothing is left of what the question asserts.

A proof about words is of another format: it begins with `rup`, and `clauses` checks it.

Local assumptions stand until `scope` ends their scope, and no step within can be used after that. What is concluded
holds for all values of the variables that are free in it, as far as no assumption that stands names them.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from . import rewrites_logic, rewrites_numbers, rules_arithmetic, rules_arrays, rules_equality, rules_logic
from . import rules_quantifiers as _quantifiers
from .clauses import HEAD
from .parse import Malformed, Question, Step, read_proof, read_question
from .rules import RULES
from .terms import BINDERS, BOOL, FALSE, Refused, Term, forget, make, shown
from .words import check_words

FAMILIES = (rewrites_logic, rewrites_numbers, rules_arithmetic, rules_arrays, rules_equality, rules_logic, _quantifiers)
"""The modules that enter their rules in the table."""


class Checked(NamedTuple):
    """What came of a proof.

    refused     why it is not accepted: the step, its rule and the reason; "" if it is
    rules       how often each rule was used
    """

    refused: str
    rules: Counter[str]

    @property
    def accepted(self) -> bool:
        """True if the proof shows that nothing satisfies what the question asserts."""
        return not self.refused


class _Proof:
    """The steps so far, by name; and the local assumptions that stand, with the steps since each."""

    def __init__(self, asked: Question) -> None:
        self.asserted = frozenset(asked.asserted)
        self.known: dict[str, Term] = {}
        self.open: list[tuple[Term, list[str]]] = []

    def take(self, step: Step) -> Term:
        """Add a step; give what it concludes."""
        if step.name in self.known:
            raise Refused("there is a step of that name")
        if step.stated is not None and step.stated.sort != BOOL:
            raise Refused(f"{shown(step.stated)} is no truth")
        concluded = self._concluded(step)
        if step.stated is not None and step.stated is not concluded:
            raise Refused(f"it states {shown(step.stated)}, and concludes {shown(concluded)}")
        self.known[step.name] = concluded
        if self.open:
            self.open[-1][1].append(step.name)
        return concluded

    def _concluded(self, step: Step) -> Term:
        if step.kind == "assume":
            if step.stated not in self.asserted:
                raise Refused("the question does not assert that")
            return step.stated
        if step.kind == "assume-push":
            if step.stated is None:
                raise Refused("it assumes nothing")
            self.open.append((step.stated, []))
            return step.stated
        if missing := [name for name in step.premises if name not in self.known]:
            raise Refused(f"there is no step {missing[0]} before it")
        premises = [self.known[name] for name in step.premises]
        if step.kind == "step-pop":
            return self._discharged(step, premises)
        function = RULES.get(step.rule)
        if function is None:
            raise Refused("there is no such rule")
        concluded = function(premises, step.args)
        if self.open and premises and step.args and step.args[0].head in BINDERS:
            names = step.args[0].args[0].free
            if any(not assumed.free.isdisjoint(names) for assumed, _ in self.open):
                raise Refused("a local assumption is about a variable that is quantified")
        return concluded

    def _discharged(self, step: Step, premises: list[Term]) -> Term:
        """From G, in the scope of the local assumption F that came last, conclude (=> F G), and end its scope."""
        if step.rule != "scope" or len(premises) != 1 or step.args or not self.open:
            raise Refused("only `scope` ends the scope of an assumption, with one premise")
        assumed, names = self.open.pop()
        for name in names:
            del self.known[name]
        return make("=>", assumed, premises[0])


def check(question: str, proof: str) -> Checked:
    """Check that a proof shows of a question that nothing satisfies what it asserts."""
    forget()
    rules = Counter[str]()
    place = "the texts"
    try:
        if proof.startswith(HEAD):
            return Checked("", Counter({HEAD.strip(): check_words(question, proof)}))
        asked = read_question(question)
        sofar = _Proof(asked)
        last: Term | None = None
        for step in read_proof(proof, asked):
            place = f"step {step.name}" + (f", rule {step.rule}" if step.rule else f", {step.kind}")
            rules[step.rule or step.kind] += 1
            last = sofar.take(step)
        place = "the last step"
        if last is not FALSE or sofar.open:
            raise Refused("it does not conclude false, or a local assumption stands")
    except (Refused, Malformed) as reason:
        return Checked(f"{place}: {reason}", rules)
    return Checked("", rules)
