"""Numbers of so many digits that Python refuses to write them out: errors stay those that are documented."""

import ast
import functools
import inspect
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, cast

import pytest

from slotproof.declare import Operation, Refinement, Scope
from slotproof.engine.explore.explore import asks_of_refusals
from slotproof.engine.explore.invalid_inputs import run as run_refusals
from slotproof.engine.explore.search import Search, Tried, spread
from slotproof.engine.mutate.edit import applied
from slotproof.engine.mutate.edit import replaced as replaced_text
from slotproof.engine.step import ended
from slotproof.engine.walk import walk
from slotproof.impl.dense_table import DenseTable
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.dense_set import DENSE_SET
from slotproof.spec.errors import InvalidArgument, SlotproofError, shown
from slotproof.spec.handle import Handle

from ...tree.layout import sources

HUGE: Final = 10**5000
NEAR: Final = 30  # states of a scope that are reached first
STATES: Final = 4  # of these, in so many the operations are called
BASES: Final = 4  # calls of an operation in which numbers are replaced


def replaced(value: Any) -> Iterator[Any]:
    """The value with one integer in it replaced, by a huge one of either sign."""
    if type(value) is int:
        yield from (HUGE, -HUGE)
    elif isinstance(value, list | tuple):
        make = getattr(value, "_make", type(value))
        for place, each in enumerate(value):
            for other in replaced(each):
                yield make([*value[:place], other, *value[place + 1 :]])
    elif isinstance(value, dict):
        for name, each in value.items():
            if not name.endswith("_bits"):  # of so many bits no number is made
                yield from ({**value, name: other} for other in replaced(each))


class Hugely(Search):
    """A search that calls operations with huge numbers, in the states that it is given."""

    def arguments(self) -> Iterator[tuple[Tried, Sequence[tuple[Any, ...]], bool]]:
        """Each operation, with calls in which one integer is replaced."""
        for tried, products, _ in super().arguments():
            yield tried, [huge for base in spread(products, BASES) for huge in replaced(base)], True


def scope_of(refinement: Refinement) -> Scope:
    """The first scope of a container in which every operation is tried."""
    return next(scope for scope in refinement.scopes if asks_of_refusals(refinement, scope))


def near(refinement: Refinement) -> Search:
    """The states that are reached first."""
    found = Search(refinement, scope_of(refinement))
    found.begin()
    while found.expanded < len(found.keys) < NEAR:
        found.admit(found.expand().outbox)
    return found


@pytest.mark.parametrize("container", CATALOG)
def test_both_sides_end_alike(container: str) -> None:
    """With a huge number for any integer of a call, both sides have the same result, or the same documented error."""
    refinement = CATALOG[container]
    hugely = Hugely(refinement, scope_of(refinement))
    trouble = hugely.look_at(spread(near(refinement).keys, STATES))
    assert trouble is None, trouble.message
    assert sum(tried.calls for tried in hugely.tried) > 10


@pytest.mark.parametrize("container", [name for name, each in CATALOG.items() if hasattr(each.impl, "from_dict")])
def test_huge_data_is_refused_or_kept(container: str) -> None:
    """With a huge number for any integer of its data, `from_dict` refuses as documented, or holds what it is given."""
    refinement = CATALOG[container]
    found, impl = near(refinement), cast(Any, refinement.impl)
    for key in spread(found.keys, STATES):
        found.snapshot.thaw(key, found.model, found.impl)
        for data in replaced(found.impl.to_dict()):
            given = ended(impl.from_dict, data)
            assert isinstance(given.raised, SlotproofError) or given.value.to_dict() == data


@pytest.mark.parametrize("container", CATALOG)
def test_huge_configurations_are_refused_alike(container: str) -> None:
    """Both sides refuse a number of the constructor that is far below 0, and agree on one that is far too large."""
    refinement = CATALOG[container]
    for name, parameter in inspect.signature(refinement.impl).parameters.items():
        if type(parameter.default) is int:
            assert refusals(refinement, name, -HUGE) == [InvalidArgument] * 2, name
        if type(parameter.default) is int and not name.endswith("_bits") and name not in ("capacity", "pools"):
            assert refusals(refinement, name, HUGE) in ([InvalidArgument] * 2, [type(None)] * 2), name


def refusals(refinement: Refinement, name: str, value: int) -> list[type]:
    """Of both sides, what the constructor raises with that argument, or the type of None."""
    sides = (refinement.model, refinement.impl)
    return [type(ended(functools.partial(side, **{name: value})).raised) for side in sides]


def unshown(text: str) -> list[str]:
    """Each part of the message of an error, in a source, that may hold a number of any size and is not `shown`."""
    raised = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Raise)]
    parts = [part for node in raised for part in ast.walk(node) if isinstance(part, ast.FormattedValue)]
    return [ast.unparse(part.value) for part in parts if not _is_short(part)]


def _is_short(part: ast.FormattedValue) -> bool:
    """True of what is `shown`, of a length, and of a text: the name of a thing, names in a row, another error."""
    called = ast.unparse(part.value.func) if isinstance(part.value, ast.Call) else ""
    text = ast.unparse(part.value) in ("name", "kind", "error", "type(self).__name__")
    return called in ("shown", "len") or called == "', '.join" or (text and part.conversion == -1)


def test_every_number_in_a_message_is_shown() -> None:
    """No message of model or implementation writes out a number by itself."""
    texts = {path: text for path, text in sources("spec", "impl").items() if path != "spec/logic.py"}
    assert texts
    assert {path: found for path, text in texts.items() if (found := unshown(text))} == {}


@pytest.mark.parametrize("part", ["pos", "pos!r", "name!r", "self.nil", "len(x) - 1", "handle"])
def test_a_number_that_is_not_shown_is_reported(part: str) -> None:
    """A number alone, a name that may be none, a sum, and a handle are reported; their texts are not."""
    right = 'raise Full(f"{shown(pos)} of {len(x)}, {name}")\n'
    assert unshown(right) == []
    assert len(unshown(f'{right}if x:\n    raise Full(f"{{name}} {{{part}}}") from None')) == 1


def test_what_is_shown() -> None:
    """Short things are shown as they are, and the others by their kind; a caller's own error is his."""
    assert shown(12) == "12"
    assert shown("a") == "'a'"
    assert shown(Handle(1, 2)) == "Handle(slot=1, generation=2, type_id=0, free=0)"
    assert shown(HUGE) == shown(-HUGE) == "a number of 16610 bits"
    assert shown(Handle(HUGE, 0)) == "a Handle too long to write out"
    assert shown([HUGE]) == "a list too long to write out"


# Numbers where a machine ends

NARROW: Final = replaced_text(
    "dense_set",
    DenseTable._append,
    [("self.key.append(key)", "self.key.append(key % 2**32 if type(key) is int and key > 0 else key)")],
    "a key of 32 bits",
)
"""The array keeps the lowest 32 bits of a key."""


def _deaf(refinement: Refinement) -> Refinement:
    """The container with no huge number among what a walk gives."""

    def small(operation: Operation) -> Operation:
        return replace(operation, takes=tuple(replace(domain, huge=False) for domain in operation.takes))

    return replace(refinement, operations=tuple(map(small, refinement.operations)))


@pytest.mark.parametrize(("refinement", "is_red"), [(DENSE_SET, True), (_deaf(DENSE_SET), False)])
def test_a_walk_gives_numbers_that_a_machine_has_not(refinement: Refinement, is_red: bool) -> None:
    """A key that is cut to 32 bits is noticed, and would not be without huge numbers."""
    with applied(NARROW):
        verdicts = walk.walk(refinement, walk.units(refinement, False)[1], 4_000)
    assert verdicts[0].evidence["huge"] > 0 or not is_red
    assert any(each.failure and each.failure.trace for each in verdicts) is is_red


@pytest.mark.parametrize(
    ("container", "operation"),
    [
        ("handle_map", "reserve"),
        *((table, name) for table in ("dense_map", "dense_set") for name in ("rehash", "reserve")),
        *(("hash_index", name) for name in ("resize", "reset", "set_granularity")),
    ],
)
def test_sizes_are_given_huge_numbers(container: str, operation: str) -> None:
    """As far as they are refused, and nothing of that size is made; a small one is no such number."""
    refinement = CATALOG[container]
    model = refinement.model(**walk.configurations(refinement)[walk.units(refinement, False)[1]])
    fits = [domain.huge for domain in refinement.operation(operation).takes if callable(domain.huge)]
    assert fits
    for each in fits:
        assert each(model, 2**64)
        assert each(model, -1)
        assert not each(model, 1)


def test_a_walk_that_gave_no_huge_number_is_no_walk() -> None:
    """Whatever else it ran, the claim of the operation is told to have failed."""
    refinement = replace(CATALOG["bitmask"], operations=tuple(map(_never_huge, CATALOG["bitmask"].operations)))
    told = {each.claim: each.reason for each in walk.walk(refinement, walk.units(refinement, False)[1], 2_000)}
    claim = refinement.operation("get").claim.id
    assert "never given a huge number" in told[claim]
    assert not told[refinement.operation("count").claim.id]


def _never_huge(operation: Operation) -> Operation:
    """The operation, which says that it takes huge numbers, and has none."""
    return replace(operation, takes=tuple(replace(each, huge=lambda m, argument: False) for each in operation.takes))


def test_explore_gives_numbers_that_a_machine_has_not() -> None:
    """The same key is noticed where the arguments of a few states are replaced."""
    scope = scope_of(DENSE_SET)
    assert run_refusals(DENSE_SET, scope).trouble is None
    with applied(NARROW):
        assert run_refusals(DENSE_SET, scope).trouble is not None
