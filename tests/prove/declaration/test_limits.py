"""What limits an argument is the scope of a proof, and nothing else may rest on such a proof."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest

from slotproof.declare import Refinement
from slotproof.engine.prove import prove
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.language.declaration.made import leaves_out
from slotproof.proofs.bitmask import BITMASK
from slotproof.proofs.dense_map import DENSE_MAP
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.proofs.token_allocator import TOKEN_ALLOCATOR


def limited(refinement: Refinement, name: str) -> Refinement:
    """The declaration, with a limit of each argument of an operation."""
    found = refinement.operation(name)
    other = replace(found, takes=tuple(replace(domain, within="a few of them") for domain in found.takes))
    return replace(refinement, operations=tuple(other if each is found else each for each in refinement.operations))


def test_a_limit_is_the_scope_of_each_verdict() -> None:
    """On the operation, and on what it keeps."""
    assert {verdict.scope for verdict in prove.run(limited(HANDLE_MAP, "get"), "get")} == {"a few of them"}
    assert {verdict.scope for verdict in prove.run(HANDLE_MAP, "get")} == {""}


def test_what_is_proved_of_some_arguments_is_not_called_with_others() -> None:
    """By a container around it."""
    [(name, inside)] = TOKEN_ALLOCATOR.inside.items()
    outer = replace(TOKEN_ALLOCATOR, inside={name: replace(inside, refinement=limited(BITMASK, "set"))})
    assert "its proof is for a few of them alone" in prove_by_reading(outer, outer.operation("acquire")).unsupported


def test_no_operation_uses_the_limited_proof_of_another() -> None:
    """Of the same container."""
    refinement = limited(DENSE_MAP, "erase_at")
    told = prove_by_reading(refinement, refinement.operation("erase")).unsupported
    assert "it is proved for a few of them alone" in told


@pytest.mark.parametrize(("made", "is_limited"), [("make.int('n')", False), ("make.negative('n')", True)])
def test_what_is_made_of_some_values_only_leaves_out_others(made: str, is_limited: bool) -> None:
    """So that it has to be said."""
    function = ast.parse(f"lambda make: {made}", mode="eval").body
    assert isinstance(function, ast.Lambda)
    assert (leaves_out(function) is not None) == is_limited
