"""The proofs of the dense map and set: what they rest on agrees with CPython, and what is broken is not proved.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

from dataclasses import replace
from typing import Any, Final

import pytest
import z3

from slotproof.declare.verdict import Status
from slotproof.engine.bitvectors.smtlib import ask_cvc5, smtlib
from slotproof.engine.mutate.edit import applied, replaced
from slotproof.engine.prove import prove
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.impl.dense_table import DenseTable
from slotproof.proofs.dense_map import DENSE_MAP
from slotproof.proofs.dense_set import DENSE_SET

from ...judging import brief_proof
from ...quick import first_only, long_unless
from ..breaks.breaks import Break, with_methods
from ..breaks.breaks_dense import BREAKS

CHEAP: Final = {
    "position-bound-off-by-one": "key_at",
    "clear-keeps-the-buckets": "clear",
    "full-not-refused": "insert",
}
"""Breaks, and an operation whose proof must not go through with them."""


@pytest.mark.parametrize(
    ("owner", "change"),
    long_unless(
        lambda owner, change: change.id != "full-not-refused", [each for each in BREAKS if each[1].id in CHEAP]
    ),
    ids=lambda part: getattr(part, "id", ""),
)
def test_a_break_is_not_proved(owner: Any, change: Break) -> None:
    """Some obligation of the broken operation stays open."""
    method = getattr(owner.impl, change.method)
    operation = DENSE_MAP.operation(CHEAP[change.id])
    with applied(replaced("dense_map", method, [(change.old, change.new)], change.id)):
        assert brief_proof(DENSE_MAP, operation).open


def test_a_broken_lookup_comes_with_a_counterexample() -> None:
    """DS-R5: a walk that gives up after the head misses a key, and the report shows a table where it does."""
    hasty = with_methods(
        DENSE_SET.impl,
        """
        def find(self, key: K) -> int | None:
            pos = self.head[self.bucket(key)]
            return None if pos == self.nil or self.key[pos] != key else pos
        """,
    )
    [first, *_] = [
        verdict for verdict in prove.run(replace(DENSE_SET, impl=hasty), "find") if verdict.status is Status.FAILED
    ]
    assert first.failure is not None
    assert len(first.failure.before["key"]) == 2


@pytest.mark.parametrize("name", first_only(["find", "bucket_size"]))
def test_a_walk_needs_its_invariant(name: str) -> None:
    """Without the invariant of its loop, no operation that walks along a chain is proved."""
    loops = tuple(
        replace(each, invariant=lambda at: {}) if each.function == f"DenseTable.{name}" else each
        for each in DENSE_SET.loops
    )
    assert brief_proof(replace(DENSE_SET, loops=loops), DENSE_SET.operation(name)).open
    assert prove_by_reading(DENSE_SET, DENSE_SET.operation(name)).resists == ""


@pytest.mark.parametrize(
    ("old", "new", "claim"),
    [
        ("[self.nil] * min_buckets", "[self.nil] * (min_buckets + 1)", "I1"),
        ("self.nil = (1 << index_bits) - 1", "self.nil = 1 << index_bits", "I5"),
    ],
)
def test_a_new_map_is_proved_with_what_the_class_above_does(old: str, new: str, claim: str) -> None:
    """The constructor of the map calls that of the table: its mistakes are seen."""
    assert {verdict.status for verdict in prove.run(DENSE_MAP, "new")} == {Status.PROVED}
    with applied(replaced("dense_map", DenseTable.__init__, [(old, new)], "a wrong table")):
        [verdict] = prove.run(DENSE_MAP, "new")
    assert (verdict.status, verdict.claim) == (Status.FAILED, f"DM-{claim}")


@pytest.mark.parametrize("exponent", range(3, 25))
def test_the_32_bit_threshold_is_ours(exponent: int) -> None:
    """DM-D2: for every size up to 2**24, Z3 and cvc5 say that the original grows the table exactly if we do.

    The original multiplies buckets and load in 32-bit floating point, rounds towards zero, and compares with the size.
    """
    size, buckets = z3.BitVec("size", 32), 1 << exponent
    threshold = z3.fpMul(z3.RNE(), z3.FPVal(buckets, z3.Float32()), z3.FPVal(0.875, z3.Float32()))
    original = z3.UGT(size, z3.fpToUBV(z3.RTZ(), threshold, z3.BitVecSort(32)))
    ours = z3.UGT(size * 8, z3.BitVecVal(7 * buckets, 32))
    goal = z3.Implies(z3.ULE(size, 1 << 24), original == ours)
    solver = z3.Solver()
    solver.add(z3.Not(goal))
    assert solver.check() == z3.unsat
    assert ask_cvc5(smtlib([], goal))[0] == "unsat"
    wrong = z3.UGE(size * 8, z3.BitVecVal(7 * buckets, 32))
    assert ask_cvc5(smtlib([], z3.Implies(z3.ULE(size, 1 << 24), original == wrong)))[0] == "sat"
