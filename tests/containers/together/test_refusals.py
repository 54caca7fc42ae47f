"""What should be refused is refused by both sides: wrong types and sizes, of arguments and of configurations."""

from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import Refinement
from slotproof.declare.verdict import Status
from slotproof.engine.explore import explore, invalid_inputs
from slotproof.impl.handle_map import HandleMap
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.spec.handle import Handle

from ...judging import mistaken

SCOPE = next(scope for scope in HANDLE_MAP.scopes if scope.name == "whole container")


class Polite(HandleMap[Any]):
    """Takes what is no position for the first one."""

    def handle_at(self, pos: int) -> Handle:
        """Of 1.5 the first."""
        return super().handle_at(pos if type(pos) is int or not self.dense else 0)


class Careless(HandleMap[Any]):
    """Looks at three fields of a handle only."""

    def is_valid(self, handle: Any) -> bool:
        """Of a handle whose type is a text, as if it were 0."""
        loose = isinstance(handle, Handle) and isinstance(handle.type_id, str)
        return super().is_valid(handle._replace(type_id=0) if loose else handle)


class Trusting(HandleMap[Any]):
    """Makes room for as many values as it is told to, whatever its handles can name."""

    def __init__(self, reserve: int = 0, **more: Any) -> None:
        super().__init__(reserve=0 if reserve == 5 else reserve, **more)


class Widening(HandleMap[Any]):
    """Has one generation more than it was told to."""

    def __init__(self, generation_bits: int = 2, **more: Any) -> None:
        super().__init__(generation_bits=4 if generation_bits == 3 else generation_bits, **more)


def _with(impl: type) -> Refinement:
    return replace(HANDLE_MAP, impl=impl)


@pytest.mark.parametrize(("impl", "operation"), [(Polite, "handle_at"), (Careless, "erase")])
def test_a_lost_look_at_an_argument_is_seen(impl: type, operation: str) -> None:
    """The step is told, with the claim of its operation."""
    found = invalid_inputs.run(_with(impl), SCOPE)
    assert found.trouble is not None
    assert "the model raises InvalidArgument, the implementation returns" in found.trouble.message
    assert found.steps[-1].operation == operation
    assert found.trouble.broken == (HANDLE_MAP.operation(operation).claim.id,)


def test_a_search_looks_at_refusals() -> None:
    """A position of a wrong type is in no domain of the handle map, and is tried all the same."""
    claim = HANDLE_MAP.operation("handle_at").claim.id
    assert claim in _failed(Polite)
    with mistaken(invalid_inputs, ('= (None, True, -1, 2**70, 1.5, "1", (), [], {})', "= ()")):
        assert claim not in _failed(Polite)


def _failed(impl: type) -> list[str]:
    verdicts = explore.run(_with(impl), SCOPE.name, False)
    return [verdict.claim for verdict in verdicts if verdict.status is Status.FAILED]


def test_a_lost_look_at_a_configuration_is_seen() -> None:
    """What one side refuses to be made of, the other must refuse."""
    found = invalid_inputs.run(_with(Trusting), SCOPE)
    assert found.trouble is not None
    assert "'reserve': 5" in found.trouble.message
    assert _failed(Trusting) == [explore.REFUSALS]


def test_new_containers_are_coupled() -> None:
    """A configuration that both sides take must lead to a pair of which the claims hold."""
    found = invalid_inputs.run(_with(Widening), SCOPE)
    assert found.trouble is not None
    assert "'generation_bits': 3" in found.trouble.message
    assert found.trouble.broken


@pytest.mark.parametrize("container", CATALOG)
def test_both_sides_refuse_alike(container: str) -> None:
    """In a scope of each container, after calls and configurations that are counted."""
    refinement = CATALOG[container]
    [scope] = [each for each in refinement.scopes if explore.asks_of_refusals(refinement, each)][:1]
    found = invalid_inputs.run(refinement, scope)
    assert found.trouble is None
    assert found.configurations > 20
    assert found.calls > 20


def test_the_number_of_errors_is_recorded() -> None:
    """What both sides forget to refuse, since they share the check, is seen by their number."""
    recorded = explore.read_expected()["handle_map"][SCOPE.name]
    assert recorded.errors == sum(invalid_inputs.run(HANDLE_MAP, SCOPE).errors.values())
    one_less = {"handle_map": {SCOPE.name: recorded._replace(errors=(recorded.errors or 0) - 1)}}
    verdicts = explore.run(HANDLE_MAP, SCOPE.name, False, expected=one_less)
    assert [verdict.claim for verdict in verdicts if verdict.status is Status.FAILED] == [explore.REFUSALS]


class Credulous(HandleMap[Any]):
    """Takes a truth for a number, where it reads its own data."""

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> HandleMap[Any]:
        """Of True as of 1."""
        whole = isinstance(data, dict) and data.get("reserved") is True
        return HandleMap.from_dict({**data, "reserved": 1} if whole else data)


class Crashing(HandleMap[Any]):
    """Does not look whether all of its data is there."""

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> HandleMap[Any]:
        """Of what has no freelist, an error of Python."""
        if isinstance(data, dict) and data:
            _ = data["free_head"]
        return HandleMap.from_dict(data)


@pytest.mark.parametrize(("impl", "told"), [(Credulous, "takes data['reserved']"), (Crashing, "crashes over data wi")])
def test_data_is_refused_or_taken_for_what_it_is(impl: type, told: str) -> None:
    """Each field of what `to_dict` tells is replaced, left out, and joined by another."""
    found = invalid_inputs.run(_with(impl), SCOPE)
    assert found.trouble is not None
    assert told in found.trouble.message
    assert found.trouble.broken == (HANDLE_MAP.operation("from_dict").claim.id,)


class Swapping(HandleMap[Any]):
    """Exchanges its state with that of anything."""

    def swap(self, other: Any) -> None:
        """As Python lets it."""
        self.__dict__, other.__dict__ = other.__dict__, self.__dict__


class Listing(HandleMap[Any]):
    """Takes no list for an empty one."""

    def erase_items(self, handles: Any) -> int:
        """Of None, nothing."""
        return super().erase_items(handles or ())


@pytest.mark.parametrize(
    ("impl", "operation", "told"),
    [
        (Swapping, "swap", "swap of None ends with AttributeError"),
        (Listing, "erase_items", "the implementation returns"),
    ],
)
def test_a_list_and_a_second_container_must_be_one(impl: type, operation: str, told: str) -> None:
    """What is none is refused."""
    found = invalid_inputs.run(_with(impl), SCOPE)
    assert found.trouble is not None
    assert told in found.trouble.message
    assert found.trouble.broken == (HANDLE_MAP.operation(operation).claim.id,)
