"""What an arrangement tells of foreign data limits a proof to that, and to nothing less."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import pytest
import z3

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.prove import declared_in
from slotproof.engine.prove.python.kinds import anything
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import data as d
from slotproof.proofs.registry import REGISTRY

from ..judging import brief_proof

ONE = next(each.name for each in REGISTRY.arranged if "from_dict" in (each.operations or ()))
SAID: dict[str, Any] = {"pools": [{"in_place": False}, {}], "owned": [3, 1]}


def is_possible(*more: Any) -> bool:
    """True if data of which that is presumed may be so."""
    solver = z3.Solver()
    solver.add(*d.facts(), t.lift(anything.presumed(Evaluator(Declarations(), None), THING, SAID)), *more)
    return bool(solver.check() == z3.sat)


THING = t.fresh("thing", d.ANY)
POOLS, OWNED = d.held(THING, "pools"), d.held(THING, "owned")
FLAG = d.held(t.select(d.ENTRIES(POOLS), 0), "in_place")


@pytest.mark.parametrize("kind", ["None", "int", "str", "dict"])
def test_what_is_no_list_may_be_anything(kind: str) -> None:
    """Whatever stands in place of lists."""
    assert is_possible(d.exactly(POOLS, kind), d.exactly(OWNED, kind), d.LENGTH(OWNED) == 7)


def test_lists_are_as_long_as_is_said() -> None:
    """With the numbers that are said, which are ints; of things, what is not said may be anything."""
    are_lists = d.is_of(POOLS, "list"), d.is_of(OWNED, "list")
    assert is_possible(*are_lists, d.LENGTH(POOLS) == 2, d.exactly(t.select(d.ENTRIES(POOLS), 1), "None"))
    assert not is_possible(*are_lists, d.LENGTH(POOLS) == 3)
    second = t.select(d.ENTRIES(OWNED), 1)
    assert is_possible(*are_lists, d.NUMBER(second) == 1)
    assert not is_possible(*are_lists, d.NUMBER(second) == 3)
    assert not is_possible(*are_lists, d.exactly(second, "bool"))


def test_a_truth_is_the_one_that_is_said() -> None:
    """Anything else than a truth may be there."""
    assert is_possible(d.is_of(POOLS, "list"), d.exactly(FLAG, "int"), d.NUMBER(FLAG) == 1)
    assert is_possible(d.is_of(POOLS, "list"), d.exactly(FLAG, "bool"))
    assert not is_possible(d.is_of(POOLS, "list"), d.exactly(FLAG, "bool"), d.NUMBER(FLAG) == 1)


def test_numbers_are_known_where_data_is_used_as_a_list() -> None:
    """Of other data, the length is a term."""
    ev = Evaluator(Declarations(), None)
    ev.silent = True
    anything.presumed(ev, THING, SAID)
    node = ast.Name("data")
    view = anything.sequence(ev, State(), OWNED, node)
    assert (view.length, view.at(0), view.at(1)) == (2, 3, 1)
    assert anything.sequence(ev, State(), POOLS, node).length == 2
    assert not t.known(anything.sequence(ev, State(), t.fresh("other", d.ANY), node).length)


def test_what_limits_a_proof_is_said_in_its_scope() -> None:
    """Without words for it, nothing is proved; nor without knowing how many parts there are."""
    operation = REGISTRY.operation("from_dict")
    silent = replace(operation, takes=(replace(operation.takes[0], within=""),))
    operations = tuple(silent if each is operation else each for each in REGISTRY.operations)
    only, found = declared_in(replace(REGISTRY, operations=operations), f"from_dict | {ONE}")
    assert "say so in `within`" in prove_by_reading(only, found).unsupported
    only, found = declared_in(REGISTRY, f"from_dict | {ONE}")
    [arrangement] = only.arranged
    parts = {name: said for name, said in arrangement.parts.items() if name != "data"}  # type: ignore[union-attr]
    unknown = replace(only, arranged=(replace(arrangement, parts=parts),))
    assert brief_proof(unknown, found).resists
