"""The walk as a Hypothesis state machine: slower than byte programs, and its failing example is Python to paste.

    state = HandleMapMachine()
    # insert(0): Handle(slot=0, generation=1, type_id=0, free=0)
    state.insert(value=('value', 0))
    # erase(Handle(slot=0, generation=1, type_id=0, free=0)): True
    state.erase(handle=('live', 0))

An argument is a class of its domain and a number; if the class is empty just then, the next one that is not is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hypothesis import currently_in_test_context, note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from slotproof.declare import Domain, Operation, Refinement
from slotproof.engine.walk.coverage import Coverage
from slotproof.engine.walk.lockstep import ALL, STATE, Draw, Pair, Walked
from slotproof.engine.walk.program import CYCLE_BITS

Choice = tuple[str, int]

_rule: Final[Callable[..., Any]] = rule  # its overloads know no dict of strategies


class Disagreement(Exception):
    """Model and implementation differ, or a claim does not hold."""


class Machine(RuleBasedStateMachine):
    """What every machine has; `machine` adds a rule for each operation of a container."""

    subject: Walked
    coverage: Coverage

    def __init__(self) -> None:
        super().__init__()
        self.pair = Pair(self.subject)

    def take(self, operation: str, choices: Mapping[str, Choice]) -> None:
        """Run one operation on both sides and look at everything.

        Raises     Disagreement
        """
        number = self.subject.number[operation]
        drawn = []
        for name, domain in _arguments(self.subject.operations[number]).items():
            kind, pick = choices[name]
            drawn.append((list(domain.classes).index(kind), pick))
        broken = self.pair.step(Draw(number, tuple(drawn)), ALL if self.subject.configuration else STATE, self.coverage)
        if self.pair.last is not None and currently_in_test_context():
            arguments = ", ".join(map(repr, self.pair.last.arguments))
            note(f"# {operation}({arguments}): {self.pair.last.actual}")
        if broken:
            raise Disagreement(f"{broken.claim}: {broken.message}")


def machine(refinement: Refinement, configuration: Mapping[str, Any]) -> type[Machine]:
    """The state machine of a container in one configuration: one rule an operation, and `cycle`, which repeats two."""
    subject = Walked(refinement, configuration)
    changing = [operation for operation in refinement.operations if not operation.pure]
    members: dict[str, Any] = {
        "subject": subject,
        "coverage": Coverage(refinement.operations),
        "__doc__": f"{refinement.title}, {dict(configuration)}",
        **{_free_name(operation.name): _operation_rule(operation) for operation in refinement.operations},
    }
    if changing:
        members["cycle"] = _cycle_rule(changing)
    name = "".join(word.capitalize() for word in refinement.name.split("_")) + "Machine"
    return type(name, (Machine,), members)


def _free_name(name: str) -> str:
    """The name, or one beside it if the base class has an attribute of that name."""
    return f"{name}_" if hasattr(Machine, name) or name == "cycle" else name


def _arguments(operation: Operation) -> dict[str, Domain]:
    """Name of each argument -> its domain; a domain that comes again is numbered."""
    found: dict[str, Domain] = {}
    for domain in operation.takes:
        name = domain.name.replace(" ", "_")
        found[f"{name}_{len(found)}" if name in found else name] = domain
    return found


def _strategies(operation: Operation) -> dict[str, st.SearchStrategy[Choice]]:
    return {
        name: st.tuples(st.sampled_from(list(domain.classes)), st.integers(0, 255))
        for name, domain in _arguments(operation).items()
    }


def _operation_rule(operation: Operation) -> Callable[..., None]:
    def run(self: Machine, **choices: Choice) -> None:
        self.take(operation.name, choices)

    run.__name__ = _free_name(operation.name)
    run.__doc__ = operation.claim.statement
    ruled: Callable[..., None] = _rule(**_strategies(operation))(run)
    return ruled


def _cycle_rule(changing: list[Operation]) -> Callable[..., None]:
    one = st.one_of(
        [st.tuples(st.just(operation.name), st.fixed_dictionaries(_strategies(operation))) for operation in changing]
    )

    def cycle(self: Machine, first: Any, second: Any, times: int) -> None:
        """Two operations, over and over: generations run out that single steps would not exhaust."""
        for _ in range(times):
            self.take(*first)
            self.take(*second)

    ruled: Callable[..., None] = _rule(first=one, second=one, times=st.integers(1, 1 << CYCLE_BITS - 1))(cycle)
    return ruled
