"""The judge `bits`: theorems about numbers of a fixed width, on the project's own source.

A theorem runs on stand-ins that compute what Python computes (`words`), along every path that some number takes.
What it says is one obligation a path, written as SMT-LIB and discharged by Z3 and by cvc5 from that same text;
so is every branch that no number takes.
Each path is also run by CPython on numbers that take it, where the theorem must hold: it speaks of something.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Final

import z3

from slotproof.declare import Refinement, Summary, Theorem
from slotproof.declare.verdict import Failure, Reads, Status, Tick, Verdict, silent
from slotproof.declare.words import WIDEST
from slotproof.engine.bitvectors.smtlib import ask_cvc5, smtlib, units_of
from slotproof.engine.bitvectors.words import NotSupported, Value, deciding, formula, is_deciding, variable
from slotproof.spec.logic import Symbolic, conj

NAME: Final = "bits"

MOST_PATHS: Final = 500

Holds = Callable[..., bool]
"""A theorem, or a part of one."""

Integer = int
"""The type, where a method of that name hides it."""

Z3_UNITS: Final = 100_000_000
"""Z3 resource units for one obligation."""

CVC5_UNITS: Final = 20_000_000
"""cvc5 resource units for one obligation."""

CVC5_STRATEGY: Final = {"bv-solver": "bitblast-internal", "decision": "internal"}
"""Much faster than cvc5's default on words of 64 bits."""


class Refuted(Exception):
    """The theorem is not shown; the message says why, `numbers` break it if they are known."""

    def __init__(self, message: str, numbers: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.numbers = dict(numbers or {})


class _Empty(Exception):
    """The theorem assumes what does not hold of these numbers."""


# --- what a theorem is given


class Bits:
    """The numbers of a theorem, each of them any number at once."""

    def __init__(self, prefix: tuple[bool, ...] = ()) -> None:
        self.prefix = prefix
        self.taken: list[bool] = []
        self.pending: list[tuple[bool, ...]] = []
        self.assumptions: list[z3.BoolRef] = []
        self.way: list[tuple[bool, z3.BoolRef]] = []
        """What is assumed, in order; true with what a branch decided, false with what the theorem assumes."""
        self.impossible: list[tuple[tuple[z3.BoolRef, ...], z3.BoolRef]] = []
        self.variables: dict[str, Any] = {}
        self.solver = z3.SolverFor("QF_BV")
        self.solver.set("rlimit", Z3_UNITS)

    def int(self, name: str, width: Integer) -> Any:
        """Any number in [0, 2**width)."""
        return self.between(name, 0, 1 << width)

    def between(self, name: str, low: Integer, high: Integer) -> Any:
        """Any number in [low, high)."""
        if name in self.variables or low >= high:
            raise ValueError(f"there is a number {name} already, or none in [{low}, {high})")
        word, self.variables[name], inside = variable(name, low, high - 1)
        self._suppose(inside)
        return word

    def value(self) -> Any:
        """Any value that a client stores."""
        return Value()

    def assume(self, truth: Any) -> None:
        """Speak only of numbers of which this is true."""
        self._suppose(formula(truth))

    def decide(self, condition: z3.BoolRef) -> bool:
        """Which way a branch goes: the way that some number takes, or true, and false another time."""
        simple = z3.simplify(condition)
        choice = bool(z3.is_true(simple))
        if not choice and not z3.is_false(simple):
            choice = self._chosen(simple)
        self.way.append((True, condition if choice else z3.Not(condition)))
        return choice

    def _chosen(self, condition: z3.BoolRef) -> bool:
        if len(self.taken) < len(self.prefix):
            choice = self.prefix[len(self.taken)]
        else:
            choice = self._is_possible(condition)
            if self._is_possible(z3.Not(condition)) and choice:
                self.pending.append((*self.taken, False))
        self.taken.append(choice)
        self._add(condition if choice else z3.Not(condition))
        return choice

    def numbers(self) -> dict[str, Integer] | None:
        """Numbers of which all assumptions hold, or None if there are none.

        Raises     Refuted if Z3 does not know
        """
        if self._ask() == "unsat":
            return None
        return valued(self.solver.model(), self.variables)

    def _suppose(self, truth: z3.BoolRef) -> None:
        self.way.append((False, truth))
        self._add(truth)

    def _add(self, truth: z3.BoolRef) -> None:
        self.assumptions.append(truth)
        self.solver.add(truth)

    def _is_possible(self, condition: z3.BoolRef) -> bool:
        """True if some number takes the branch; that none does is an obligation like any other."""
        self.solver.push()
        self.solver.add(condition)
        answer = self._ask()
        self.solver.pop()
        if answer == "unsat":
            self.impossible.append((tuple(self.assumptions), z3.Not(condition)))
        return answer == "sat"

    def _ask(self) -> str:
        answer = str(self.solver.check())
        if answer == "unknown":
            raise Refuted("Z3 does not know which way a branch can go")
        return answer


class Given:
    """The numbers of a theorem, each of them one: CPython computes."""

    def __init__(self, values: Mapping[str, Integer]) -> None:
        self.values = values

    def int(self, name: str, width: Integer) -> Any:
        """The number of that name."""
        return self.between(name, 0, 1 << width)

    def between(self, name: str, low: Integer, high: Integer) -> Any:
        """The number of that name."""
        if not low <= self.values[name] < high:
            raise _Empty
        return self.values[name]

    def value(self) -> Any:
        """What equals nothing else."""
        return object()

    def assume(self, truth: bool) -> None:
        """Go on only if this is true."""
        if not truth:
            raise _Empty


def valued(model: z3.ModelRef, variables: Mapping[str, z3.BitVecRef]) -> dict[str, int]:
    """Name -> the number that a solver's model gives to it."""
    return {name: model.eval(bits, model_completion=True).as_signed_long() for name, bits in variables.items()}


# --- one theorem at one width


@dataclass
class Proof:
    """What the paths of one theorem gave, at all its widths."""

    instances: int = 0
    paths: int = 0
    obligations: int = 0
    z3_units: int = 0
    cvc5_units: int = 0
    z3_seconds: float = 0.0
    cvc5_seconds: float = 0.0

    def evidence(self) -> dict[str, Any]:
        """The counts."""
        return {name: round(count, 2) for name, count in vars(self).items()}


def prove(holds: Holds, widths: Mapping[str, int], proof: Proof) -> None:
    """Walk every path of an instance and discharge every obligation.

    Raises     Refuted
    """
    proof.instances += 1
    for bits, goal in paths_of(holds, widths):
        proof.paths += 1
        for assumptions, branch in bits.impossible:
            _discharge(list(assumptions), branch, bits, proof)
        _discharge(bits.assumptions, goal, bits, proof)


def paths_of(holds: Holds, widths: Mapping[str, int]) -> Iterator[tuple[Bits, z3.BoolRef]]:
    """Walk every path of an instance; give what was assumed on it, and what the theorem says at its end.

    Raises     Refuted
    """
    waiting: list[tuple[bool, ...]] = [()]
    paths = 0
    while waiting:
        bits = Bits(waiting.pop())
        goal = _goal_of(holds, widths, bits)
        waiting += bits.pending
        paths += 1
        if paths + len(waiting) > MOST_PATHS:
            raise Refuted(f"there are more than {MOST_PATHS} paths")
        _check_on_numbers(holds, widths, bits)
        yield bits, goal


def _goal_of(holds: Holds, widths: Mapping[str, int], bits: Bits) -> z3.BoolRef:
    """What the theorem says on one path."""
    try:
        with deciding(bits.decide):
            return formula(holds(bits, **widths))
    except (Refuted, NotSupported) as reason:
        raise Refuted(str(reason)) from reason
    except Exception as error:
        raise Refuted(f"raises {type(error).__name__}: {error}", bits.numbers()) from error


def _check_on_numbers(holds: Holds, widths: Mapping[str, int], bits: Bits) -> None:
    """Run CPython on numbers that take this path.

    Raises     Refuted if there are none, or if the theorem does not hold of them
    """
    numbers = bits.numbers()
    if numbers is None:
        raise Refuted("says nothing: no number is as it assumes")
    if not _holds(holds, widths, numbers):
        raise Refuted("does not hold", numbers)


def _holds(holds: Holds, widths: Mapping[str, int], numbers: Mapping[str, int]) -> bool:
    try:
        return bool(holds(Given(numbers), **widths))
    except _Empty:
        raise Refuted("the stand-ins assume what CPython does not", numbers) from None


def _discharge(assumptions: list[z3.BoolRef], goal: z3.BoolRef, bits: Bits, proof: Proof) -> None:
    """Have both solvers read one text, and agree that it is unsatisfiable.

    Raises     Refuted
    """
    text = smtlib(assumptions, goal)
    proof.obligations += 1
    began = time.process_time()
    solver = z3.SolverFor("QF_BV")
    solver.set("rlimit", Z3_UNITS)
    solver.from_string(text)
    before = units_of(solver)
    verdict = str(solver.check())
    proof.z3_units += units_of(solver) - before
    proof.z3_seconds += time.process_time() - began
    began = time.process_time()
    opinion, units = ask_cvc5(text, CVC5_STRATEGY, CVC5_UNITS)
    proof.cvc5_units += units
    proof.cvc5_seconds += time.process_time() - began
    if verdict == opinion == "unsat":
        return
    if {verdict, opinion} == {"sat", "unsat"}:
        raise Refuted(f"the solvers disagree: Z3 says {verdict}, cvc5 {opinion}")
    if verdict == "sat":
        raise Refuted("does not hold", valued(solver.model(), bits.variables))
    raise Refuted(f"not shown: Z3 says {verdict}, cvc5 {opinion}")


# --- the judge


def units(refinement: Refinement, deep: bool) -> list[str]:
    """The theorems, by ID."""
    return [theorem.claim.id for theorem in refinement.theorems]


def reads(refinement: Refinement, unit: str) -> Reads:
    """What the proof of a theorem depends on: the theorem alone."""
    every = frozenset(each.name for each in fields(refinement))
    return Reads(without=every, parts=tuple(each for each in refinement.theorems if each.claim.id == unit))


def run(refinement: Refinement, unit: str, deep: bool = False, tick: Tick = silent) -> list[Verdict]:
    """The verdict on one theorem, at every width it is declared for."""
    [theorem] = [each for each in refinement.theorems if each.claim.id == unit]
    return [judge(refinement.name, theorem, tick)]


def parts_of(theorem: Theorem) -> tuple[Holds, ...]:
    """All that a theorem says, each by itself."""
    return (theorem.holds, *(partial(_shown, each) for each in theorem.shows))


def _shown(summary: Summary, bits: Any, **widths: int) -> bool:
    """What a theorem says of a function: the facts, of all arguments that are given."""
    made = [] if summary.given is None else [*summary.given(bits, **widths)]
    _require_any(made, widths)
    facts = summary.facts or (lambda *_: True)
    return conj(*(facts(WIDEST, summary.function(*each), *each) for each in made))


def _require_any(made: list[tuple[Any, ...]], widths: Mapping[str, int]) -> None:
    """Refuse arguments that are not every number that a theorem speaks of, with both truths of each flag.

    Raises     NotSupported
    """
    flags = [tuple(each for each in arguments if type(each) is bool) for arguments in made]
    if not made or len(set(flags)) != len(made) or len(made) != 2 ** len(flags[0]):
        raise NotSupported("`given` gives arguments once for each choice of truths")
    for each in itertools.chain.from_iterable(made):
        known = not isinstance(each, Symbolic) and type(each) is not bool
        if known and is_deciding() and each not in widths.values():
            raise NotSupported(f"`given` gives {each}, which is no number of the theorem, and no width")


def judge(container: str, theorem: Theorem, tick: Tick = silent) -> Verdict:
    """Proved at every width, or failed at the first one at which it is not."""
    began = time.process_time()
    proof = Proof()
    failure = None
    for number, widths in enumerate(theorem.widths):
        tick(number, len(theorem.widths), in_words(widths))
        for holds in parts_of(theorem):
            try:
                prove(holds, widths, proof)
            except Refuted as reason:
                failure = failure or _failure(theorem, holds, widths, reason)
        if failure:
            break
    else:
        if not theorem.widths:
            failure = Failure(theorem.claim.id, "no width is declared")
    return Verdict(
        container,
        NAME,
        theorem.claim.id,
        theorem.claim.id,
        Status.FAILED if failure else Status.PROVED,
        scope=scope_of(theorem.widths),
        evidence=proof.evidence(),
        seconds=time.process_time() - began,
        failure=failure,
        reason=failure.message if failure else "",
    )


def in_words(widths: Mapping[str, int]) -> str:
    """Write widths."""
    return ", ".join(f"{name} {width}" for name, width in widths.items())


def scope_of(instances: Sequence[Mapping[str, int]]) -> str:
    """All widths in words; of a single name, the name is said once."""
    names = {name for widths in instances for name in widths}
    if len(names) == 1:
        return f"{names.pop()} {', '.join(str(width) for widths in instances for width in widths.values())}"
    return "; ".join(map(in_words, instances))


def _failure(theorem: Theorem, holds: Holds, widths: Mapping[str, int], reason: Refuted) -> Failure:
    """The numbers that break the theorem, confirmed by CPython."""
    message = str(reason)
    if reason.numbers:
        message += " for " + ", ".join(f"{name} = {value:#x}" for name, value in reason.numbers.items())
        message += _confirmed(holds, widths, reason.numbers)
    return Failure(theorem.claim.id, message, {**widths, **reason.numbers})


def _confirmed(holds: Holds, widths: Mapping[str, int], numbers: Mapping[str, int]) -> str:
    try:
        held = holds(Given(numbers), **widths)
    except Exception as error:  # noqa: BLE001  an error is one of the ways in which a theorem does not hold
        return f" (CPython raises {type(error).__name__})"
    return "; but CPython says that it does: the stand-ins are wrong" if held else ""
