"""A failing trace made short, on the port itself: every candidate is run through the driver.

What is kept is the verdict, the operation at which it goes wrong, and the kind of the difference.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from slotproof.engine.api import narrowed, without_runs
from slotproof.gate.campaign.session import Session
from slotproof.gate.protocol.hello import Declared
from slotproof.gate.protocol.judge import Look, Prepared
from slotproof.gate.protocol.oracle import Level, Op
from slotproof.gate.protocol.values import Json, Malformed
from slotproof.gate.protocol.verdicts import Case, Outcome, Verdict
from slotproof.gate.traces.asking import configurations
from slotproof.gate.traces.drawn import asking
from slotproof.spec.errors import SlotproofError

SUBSETS: Final = 10  # operations up to which every subset is tried; beyond, runs of operations and pairs
BUDGET: Final = 6000  # traces run for one failure
SLOW: Final = 40  # the same, where each costs a time limit
PATIENCE: Final = 0.5  # seconds for an answer while a trace that hangs is made short, at least
FEW: Final = 4  # numbers that are tried in place of a greater one
PATHS: Final = 3000  # transitions of the explored graph, to each of which a trace is tried


@dataclass(frozen=True)
class Shrunk:
    """A failing trace, and why it is as short as it is.

    runs      traces that were run for it
    minimal   what was tried and did not fail
    """

    outcome: Outcome
    runs: int
    minimal: str


class Shrinker:
    """Makes one failure short."""

    def __init__(self, session: Session, outcome: Outcome) -> None:
        self.session = session
        declared = session.port.container(outcome.case.kind)
        if declared is None:
            raise Malformed(f"the port has no {outcome.case.kind}")
        self.declared: Declared = declared
        self.best = outcome
        self.runs = 0
        self.budget = SLOW if outcome.verdict is Verdict.HANG else BUDGET
        arrays = declared.level is Level.STRUCTURE and "arrays" in declared.observe
        closely = outcome.verdict is Verdict.MISMATCH or outcome.closely
        self.look = Look("arrays", 1) if arrays and closely else None

    def shrink(self) -> Shrunk:
        """Cut off, leave out, make plain, make narrow, and look for a shorter way in the explored graph.

        Where the port hangs the time limit is a tenth meanwhile; what is found is looked at again with all of it.
        """
        timeout = self.session.timeout
        if self.best.verdict is Verdict.HANG:
            self.session.stop()
            self.session.timeout = max(timeout / 10, PATIENCE)
        try:
            return self._shrink()
        finally:
            if self.session.timeout != timeout:
                self.session.stop()
                self.session.timeout = timeout

    def _shrink(self) -> Shrunk:
        if self.best.at is not None:
            self._first([self._case(self.best.case.ops[: self.best.at + 1])])
        without_runs(self.best.case.ops, self._shorter, _cut)
        exhaustive = self._settled()
        length = len(self.best.case.ops)
        if self._shorter_path():
            exhaustive = self._settled()
        minimal = "no operation can be left out"
        if exhaustive:
            minimal = "no subset of its operations fails so: every one was run"
        if len(self.best.case.ops) < length:
            minimal += "; found as the shortest way in the explored graph"
        if self.runs >= self.budget:
            minimal = "the budget of runs ended the search"
        return Shrunk(self.best, self.runs, minimal)

    def _settled(self) -> bool:
        """Leave out, make plain and narrow until nothing helps; true if every subset of what is left was run."""
        while True:
            before = self.best
            exhaustive = self._subsets()
            self._renumbered()
            self._plain()
            narrowed(self.best.case.config, [each for each, _ in configurations(self.declared)], self._narrower)
            if self.best is before:
                return exhaustive

    def _case(self, ops: Sequence[Op], config: Mapping[str, Any] | None = None) -> Case:
        return replace(self.best.case, ops=tuple(ops), config=self.best.case.config if config is None else config)

    def _first(self, cases: Iterable[Case]) -> bool:
        """Take the first of the cases that fails as the best does; false if none does."""
        wanted = self.best
        found: list[Outcome] = []
        for outcome in self.session.run(self._prepared(cases, found)):
            self.runs += 1
            same = outcome.verdict is wanted.verdict and outcome.what == wanted.what
            if not found and same and wanted.operation in ("", outcome.operation or _last(outcome.case)):
                found.append(outcome)
                if outcome.is_broken:
                    break
        if not found:
            return False
        if found[0].is_broken:
            self.session.stop()  # what is in flight is of no use any more
        last = len(found[0].case.ops) - 1
        self.best = found[0] if found[0].at is not None or wanted.at is None else replace(found[0], at=last)
        return True

    def _prepared(self, cases: Iterable[Case], found: Sequence[Outcome]) -> Iterator[Prepared]:
        for case in cases:
            if self.runs >= self.budget or found:
                return
            try:
                yield self.session.prepared(case, self.look)
            except (Malformed, SlotproofError):
                continue  # a reference to what was left out, or widths that no container has

    def _shorter(self, traces: Iterable[Sequence[Op]]) -> Sequence[Op] | None:
        """The first of the traces that fails as the best does, which is the best from then on; None if none does."""
        return self.best.case.ops if self._first(map(self._case, traces)) else None

    def _narrower(self, configs: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
        """Likewise of the widths."""
        admitted = (self._case(self.best.case.ops, each) for each in configs if self.declared.admits(each))
        return self.best.case.config if self._first(admitted) else None

    def _subsets(self) -> bool:
        """The smallest subset of the operations, those of peers too, that fails; true if every smaller one was run."""
        ops = self.best.case.ops
        units = _units(ops)
        if len(units) > SUBSETS:
            pairs = itertools.combinations(units, 2)
            self._first(self._case(_only(ops, [unit for unit in units if unit not in pair])) for pair in pairs)
            return False
        smaller = (
            self._case(_only(ops, kept))
            for count in range(len(units))
            for kept in itertools.combinations(units, count)
            if _is_closed(kept)
        )
        self._first(smaller)
        return self.runs < self.budget

    def _plain(self) -> None:
        """Make arguments small, one after the other."""
        for place in range(len(self.best.case.ops)):
            for argument in range(1, len(self.best.case.ops[place])):
                ops = self.best.case.ops
                simpler = (
                    self._case(
                        [*ops[:place], [*ops[place][:argument], value, *ops[place][argument + 1 :]], *ops[place + 1 :]]
                    )
                    for value in _simpler(ops[place][argument])
                )
                self._first(simpler)

    def _renumbered(self) -> None:
        """Make a number small wherever it stands at once: two operations that name one pool, slot or key still do."""
        for number in sorted(set(_numbers(list(self.best.case.ops))), reverse=True):
            smaller = (_with(list(self.best.case.ops), number, less) for less in range(min(number, FEW)))
            self._first(self._case(ops) for ops in smaller)

    def _shorter_path(self) -> bool:
        case = self.best.case
        if len(case.ops) < 2 or self.best.verdict is Verdict.HANG:
            return False
        scope = next((scope for config, scope in configurations(self.declared) if config == case.config), None)
        if scope is None:
            return False
        paths = asking(self.declared, case.config, scope, PATHS, case.ops[-1][0], "explored graph")
        return self._first(itertools.takewhile(lambda each: len(each.ops) < len(case.ops), paths))


def _last(case: Case) -> str:
    return str(case.ops[-1][0]) if case.ops else ""


def _cut(ops: Sequence[Op], start: int, end: int) -> list[Op]:
    """The operations without those from a place to before another; references behind them move up, or dangle."""
    return _kept(ops, [place for place in range(len(ops)) if not start <= place < end])


def _kept(ops: Sequence[Op], places: Sequence[int]) -> list[Op]:
    """Some of the operations, with references to where they are now; one to what is left out becomes -1."""
    new = {old: now for now, old in enumerate(places)}
    return [[ops[place][0], *(_moved(argument, new) for argument in ops[place][1:])] for place in places]


def _units(ops: Sequence[Op]) -> list[tuple[int, ...]]:
    """What can be left out by itself: (place) of an operation, (place, argument, place there) of one of a peer."""
    found: list[tuple[int, ...]] = []
    for place, op in enumerate(ops):
        found.append((place,))
        for number, argument in enumerate(op[1:], 1):
            if _is_peer(argument):
                found += [(place, number, inner) for inner in range(len(argument["ops"]))]
    return found


def _is_peer(value: Json) -> bool:
    return isinstance(value, dict) and isinstance(value.get("ops"), list)


def _is_closed(units: Sequence[tuple[int, ...]]) -> bool:
    """True if with each operation of a peer the operation that takes the peer is kept."""
    return all(unit[:1] in units for unit in units)


def _only(ops: Sequence[Op], units: Sequence[tuple[int, ...]]) -> list[Op]:
    """The operations with these units alone."""
    places = [place for place in range(len(ops)) if (place,) in units]
    thinned = {
        place: [
            {"ops": [inner for at, inner in enumerate(argument["ops"]) if (place, number, at) in units]}
            if number and _is_peer(argument)
            else argument
            for number, argument in enumerate(ops[place])
        ]
        for place in places
    }
    return _kept([thinned.get(place, op) for place, op in enumerate(ops)], places)


def _moved(value: Json, new: Mapping[int, int]) -> Json:
    if isinstance(value, list):
        return [_moved(each, new) for each in value]
    if isinstance(value, dict) and set(value) == {"r"}:
        if isinstance(value["r"], list):
            return {"r": [new.get(value["r"][0], -1), *value["r"][1:]]}
        return {"r": new.get(value["r"], -1)}
    return value


def _numbers(value: Json) -> Iterator[int]:
    """The numbers above 0 in arguments, those of peers too; those of references are none."""
    if isinstance(value, dict):
        value = [] if set(value) == {"r"} else list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _numbers(each)
    elif type(value) is int and value > 0:
        yield value


def _with(value: Json, number: int, less: int) -> Json:
    """The value with one number in place of another."""
    if isinstance(value, list):
        return [_with(each, number, less) for each in value]
    if isinstance(value, dict) and set(value) != {"r"}:
        return {name: _with(each, number, less) for name, each in value.items()}
    return less if type(value) is int and value == number else value


def _simpler(value: Json) -> list[Json]:
    """Values to try in place of one, plainest first."""
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, int):
        return [less for less in (0, 1, 2, 3) if less < value]
    if isinstance(value, str):
        return [shorter for shorter in ("", "a") if len(shorter) < len(value)]
    if isinstance(value, list):  # of a handle that is cut short our container knows nothing, and it is not sent
        return [value[:place] + value[place + 1 :] for place in range(len(value))]
    if isinstance(value, dict) and "make" in value and value["make"] > 0:
        return [{"make": 0}]
    if _is_peer(value):
        ops = value["ops"]
        fewer = [{"ops": ops[:place] + ops[place + 1 :]} for place in range(len(ops))]
        return fewer + [
            {"ops": [*ops[:place], [*op[:number], simpler, *op[number + 1 :]], *ops[place + 1 :]]}
            for place, op in enumerate(ops)
            for number in range(1, len(op))
            for simpler in _simpler(op[number])
        ]
    return []
