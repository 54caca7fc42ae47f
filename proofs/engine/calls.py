"""A call of an operation that has a proof of its own: the proof is used in place of the code.

An operation that calls others of its container on both sides, in the same order, says so (`Operation.uses`).
The model runs its calls, or goes on from any state that the promise of what is called allows. Where the implementation
makes the same call, both must be coupled and the arguments equal; by the proof of what is called, it answers as the
model did and is coupled with the model afterwards.

    model            m0 ... m1 --call--> m2 ...           m1, m2 are noted
    implementation   h0 ... h1           h2 ...           h1 is coupled with m1: obliged; h2 with m2: assumed
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import z3

from slotproof.proofs.engine.path import NotSupported, Path, Tally
from slotproof.proofs.engine.rebuild import frozen
from slotproof.proofs.engine.refinement import Operation, Refinement, same
from slotproof.spec.errors import SlotproofError


@dataclass
class Call:
    """A call that the model made: with what arguments, in which state, to which state, and how it ended."""

    name: str
    arguments: tuple[Any, ...]
    before: Any
    after: Any
    value: Any = None
    error: SlotproofError | None = None


class Calls:
    """The calls of proved operations on one path of one run.

    matched   the model after the call that the implementation made last, or None
    """

    def __init__(self, refinement: Refinement, operation: Operation, path: Path) -> None:
        self.refinement = refinement
        self.used = {name: refinement.operation(name) for name in _all_used(refinement, operation)}
        self.path = path
        self.made: list[Call] = []
        self.found = 0
        self.inside = False
        self.matched: Any = None

    def on_model(self, name: str, method: Callable[..., Any], run: Any) -> Callable[..., Any]:
        """The method of the model, which notes its calls."""

        def call(subject: Any, *arguments: Any, **keywords: Any) -> Any:
            if self.inside:
                return method(subject, *arguments, **keywords)
            if keywords:
                raise NotSupported(f"{name} is called with keywords")
            made = Call(name, arguments, frozen(subject), None)
            self.inside = True
            try:
                promise = self.used[name].promise
                made.value = run.promised(promise, subject, arguments) if promise else method(subject, *arguments)
            except SlotproofError as error:
                made.error = error
                raise
            finally:
                self.inside = False
                made.after = frozen(subject)
                self.made.append(made)
            return made.value

        return call

    def on_impl(self, name: str, method: Callable[..., Any], run: Any) -> Callable[..., Any]:
        """The method of the implementation, which answers what its proof says."""

        def call(subject: Any, *arguments: Any, **keywords: Any) -> Any:
            if self.inside or subject is not run.impl:
                return method(subject, *arguments, **keywords)
            return self._answer(name, subject, arguments, run)

        return call

    def _answer(self, name: str, subject: Any, arguments: tuple[Any, ...], run: Any) -> Any:
        path, claim = self.path, run.operation.claim.id
        if self.found >= len(self.made) or self.made[self.found].name != name:
            path.must(z3.BoolVal(False), f"the model makes no such call of {name} here", claim)
        made = self.made[self.found]
        self.found += 1
        called = self.used[name]
        path.rested.add(f"{self.refinement.name} {name}")
        run.require_coupled(made.before, subject, f"when {name} is called")
        run._require_equal(made.arguments, arguments, f"`{name}` is given the same on both sides", claim)
        if made.error is not None:
            raise type(made.error)(str(made.error))
        if called.cost is not None:
            path.tally.reads += called.cost.reads
            path.tally.writes += called.cost.writes
            for each, reads, writes in called.cost.rounds:
                path.rounds.setdefault(f"{name}, each {each}", Tally(reads, writes))
        elif run.operation.cost is not None:
            raise NotSupported(f"{run.operation.name} declares a cost, and uses {name}, which has none")
        self.matched = made.after
        if not called.pure:
            run.become_coupled(made.after, subject)
        return made.value

    def require_all_found(self) -> None:
        """Oblige that the implementation made every call that the model made."""
        if self.found < len(self.made):
            name = self.made[self.found].name
            self.path.must(z3.BoolVal(False), f"the implementation makes no such call of {name} as the model")


def _all_used(refinement: Refinement, operation: Operation) -> tuple[str, ...]:
    """The operations whose proofs are used.

    Raises     NotSupported if one has none, rests on this one, or compares its result otherwise than by `==`
    """
    for name in operation.uses:
        used = refinement.operation(name)
        if used.unproved or any(each.operations and name not in each.operations for each in refinement.arranged):
            raise NotSupported(f"{operation.name} uses {name}, which is not proved")
        if used.agree is not same:
            raise NotSupported(f"{operation.name} uses {name}, whose result is not compared by ==")
    waiting, rests_on = list(operation.uses), set()
    while waiting:
        name = waiting.pop()
        if name not in rests_on:
            rests_on.add(name)
            waiting += refinement.operation(name).uses
    if operation.name in rests_on:
        raise NotSupported(f"the proof of {operation.name} rests on itself")
    return operation.uses
