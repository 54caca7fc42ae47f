"""Large numbers: each argument is asked on both sides of where a type ends, and each configuration at its ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from slotproof.gate.authoring.serve import declaration
from slotproof.gate.campaign.run import Plan
from slotproof.gate.protocol import edges, hello
from slotproof.gate.protocol.hello import Declared, Numbers, Refused
from slotproof.gate.protocol.kinds import kind, names
from slotproof.gate.protocol.verdicts import Verdict
from slotproof.gate.traces.boundary import Boundary

from .drivers import judged

EDGES = Plan(whole=0, transitions=0, random=0, walks=0, examples=0)


def declared(name: str, **change: Any) -> Declared:
    """What our own port declares of a kind, with a change."""
    entry = {**declaration(kind(name)), **change}
    message = {"t": "hello", "protocol": 1, "port": {"name": "p"}, "containers": [entry]}
    found = hello.read(message).container(name)
    assert found is not None
    return found


def test_edges_have_both_sides() -> None:
    """Each power has its neighbours, keys both signs, and values end where their bits do."""
    for power in edges.POWERS:
        assert {(1 << power) + beside for beside in (-1, 0, 1)} <= set(edges.NATURALS.values())
    keys = edges.integers(32, True)
    assert (min(keys.values()), max(keys.values())) == (-(1 << 31), (1 << 31) - 1)
    assert all(0 <= value < 1 << 32 for value in edges.integers(32, False).values())
    assert edges.values(8) == {"0": 0, "2^7-1": 127, "2^8-1": 255}


@pytest.mark.parametrize("name", names())
def test_each_number_is_asked_at_each_edge(name: str) -> None:
    """Of each operation with a natural, every edge is sent, or it is said why not."""
    boundary = Boundary(declared(name))
    sent: dict[tuple[str, int], set[Any]] = {}
    for case in boundary.cases():
        for op in case.ops:
            for place, value in enumerate(op[1:]):
                if type(value) is int:
                    sent.setdefault((op[0], place), set()).add(value)
    unsent = {why.split(":")[0] for why in boundary.skipped}
    for operation in kind(name).operations.values():
        for place, how in enumerate(operation.takes):
            if how == "natural" and operation.name not in unsent:
                assert set(edges.NATURALS.values()) <= sent[operation.name, place], operation.name


def test_growth_in_32_bits_is_found() -> None:
    """Room that is rounded up beyond 2^31 is found, in a trace of one or two operations."""
    report = judged("grows in 32 bits", "hash_index", EDGES)
    assert report.verdict is Verdict.MISMATCH
    ops = report.failures[0].outcome.case.ops
    assert [op[0] for op in ops][-1] == "resize"
    assert len(ops) <= 2


@pytest.mark.parametrize("name", ["dense_map", "dense_set"])
def test_a_table_that_only_doubles_is_found(name: str) -> None:
    """A key that needs more than twice the buckets, at a small load, is asked for."""
    report = judged("doubles once", name, EDGES)
    assert report.verdict is Verdict.MISMATCH
    assert [op[0] for op in report.failures[0].outcome.case.ops] == ["set_max_load", "insert"]


@pytest.mark.parametrize(
    ("name", "holds", "verdict"),
    [
        ("handle_map", 6, Verdict.PASS),
        ("handle_map", 7, Verdict.MISMATCH),
        ("handle_map", 5, Verdict.MISMATCH),
        ("indexed_store", 7, Verdict.MISMATCH),
    ],
)
def test_a_declared_capacity_is_reached(name: str, holds: int, verdict: Verdict) -> None:
    """A port that says it holds six values is asked for six, and for one more."""
    assert judged(f"holds {holds}", name, EDGES).verdict is verdict


def test_each_configuration_is_tried_at_its_ends() -> None:
    """Type ids, reserved room and capacities vary as far as the port says, and a mask is filled, too."""

    def values(name: str, key: str, change: Mapping[str, Any]) -> set[Any]:
        return {case.config.get(key) for case in Boundary(declared(name, **change)).cases()}

    wide = {"type_id": {"min": 0, "max": 32767}, "type_bits": [15], "reserve": {"min": 0, "max": 1048576}}
    assert {0, 16383, 32767} <= values("handle_map", "type_id", {"widths": wide}) | {0}
    assert {edges.CELLS, edges.CELLS // 2} <= values("handle_map", "reserve", {"widths": wide})
    assert True in values("bitmask", "filled", {})
    assert {0, edges.CELLS} <= values("bitmask", "capacity", {"widths": {"capacity": {"min": 0, "max": 1 << 32}}})


def test_what_is_wider_than_the_port_is_asked_where_it_is_refused() -> None:
    """Of 31 bits, 2^31 buckets are not sent, and a granularity and a position of 2^68 are, which no container has."""
    narrow = replace(declared("hash_index"), numbers=Numbers(natural_bits=31))
    boundary = Boundary(narrow)
    ops = [op for case in boundary.cases() for op in case.ops]
    assert 1 << 31 not in [op[1] for op in ops if op[0] == "reset"]
    assert max(op[1] for op in ops if op[0] == "set_granularity") == 1 << 68
    assert max(op[1] for op in ops if op[0] == "next") == 1 << 68
    assert boundary.skipped["reset: natural_bits 31"] > 0


@pytest.mark.parametrize(
    ("numbers", "says"),
    [
        ({"natural_bits": 7}, "`natural_bits` is from 8 to 64"),
        ({"key_signed": 1}, "`key_signed` is true or false"),
        ({"value_bits": True}, "`value_bits` is from 8 to 63"),
        ({"bits": 8}, "`numbers` has some of the keys"),
    ],
)
def test_widths_of_numbers_are_read_strictly(numbers: Mapping[str, Any], says: str) -> None:
    """What is not a width is refused, with what would be one."""
    with pytest.raises(Refused, match=says):
        declared("handle_map", numbers=numbers)
