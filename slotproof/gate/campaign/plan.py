"""What a run on a port is made of: how much of everything, its parts, and what comes out of one."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from slotproof.gate.protocol.hello import Declared, Port
from slotproof.gate.protocol.oracle import Level
from slotproof.gate.protocol.verdicts import Outcome, Verdict
from slotproof.gate.traces.asking import configurations
from slotproof.gate.traces.scopes import COVERED, TRANSITIONS

Event = dict[str, Any]
Signature = tuple[str, str, str]

BLOCK: Final = 20_000  # walks of one part, which an interrupt waits for


@dataclass(frozen=True)
class Plan:
    """How much is run.

    whole         transitions tried of the scope that is small enough for all of them
    transitions   tried of each other scope; those with more are not exhausted
    random        drawn traces, for each configuration
    walks         traces in bulk, for each configuration of a port at level structure
    examples      traces that Hypothesis draws, of each kind
    seed          of all randomness
    edges         whether numbers at their edges are asked
    counts        whether it is told what was not asked
    fail_fast     whether the first failure ends the run
    budget        seconds after which no part is begun
    operation     the one that is asked in every state, or all
    known         kind -> operations that are known to fail: the kind is run with each of them alone, with all of them,
                  and without any
    """

    whole: int = TRANSITIONS
    transitions: int = 5000
    random: int = 200
    walks: int = 1000
    examples: int = 100
    seed: int = 0
    deep: bool = False
    edges: bool = True
    counts: bool = False
    fail_fast: bool = False
    budget: float = math.inf
    operation: str = ""
    kinds: tuple[str, ...] = ()
    known: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Shard:
    """A part of a run.

    what      whole, configuration, walks, edges or hypothesis
    number    of the configuration
    block     of walks in it
    without   operations that are left out
    """

    kind: str
    what: str
    number: int = 0
    block: int = 0
    without: frozenset[str] = frozenset()

    @property
    def group(self) -> tuple[str, frozenset[str]]:
        """What is run once: when enough failures of it were found, its other parts are left out."""
        return self.kind, self.without


@dataclass
class Part:
    """What came out of a shard.

    verdicts   verdict -> traces
    asked      operation -> how often it was answered; `refused` how often with an error; `cells` in more detail
    first      of each sort of failure the first trace
    skipped    reasons the driver gave; `unsent` those for which an operation was not sent
    enough     true if so much failed that the rest was not run
    """

    verdicts: Counter[Verdict] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    cells: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    unsent: Counter[str] = field(default_factory=Counter)
    first: dict[Signature, Outcome] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    operations: int = 0
    enough: bool = False


def shards(port: Port, plan: Plan) -> list[Shard]:
    """The parts of a run on a port, kind by kind; the order is that in which failures are reported."""
    found: list[Shard] = []
    for declared in port.containers:
        if plan.kinds and declared.kind.name not in plan.kinds:
            continue
        known = plan.known.get(declared.kind.name, frozenset()) & declared.operations
        alone = [known - {name} for name in sorted(known)]
        together = [frozenset[str]()] if len(known) > 1 else []  # one may fail only after another
        for without in (*alone, *together, known):
            found += _shards(replace(declared, operations=declared.operations - without), plan, without)
    return found


def _shards(declared: Declared, plan: Plan, without: frozenset[str]) -> list[Shard]:
    name = declared.kind.name
    found = []
    if declared.admits(COVERED[name][0]):
        found.append(Shard(name, "whole", without=without))
    blocks = -(-plan.walks // BLOCK) if declared.level is Level.STRUCTURE else 0
    for number in range(len(configurations(declared, plan.deep))):
        found.append(Shard(name, "configuration", number, without=without))
        found += [Shard(name, "walks", number, block, without) for block in range(1, blocks)]
    if plan.edges:
        found.append(Shard(name, "edges", without=without))
    if plan.examples:
        found.append(Shard(name, "hypothesis", without=without))
    return found
