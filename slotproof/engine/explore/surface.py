"""What clients see of a container beside what its operations do: second names of methods, and defaults."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from slotproof.declare import CREATION, Refinement


def wrong_surface(refinement: Refinement) -> Iterator[tuple[str, str]]:
    """Each claim that a name or a default breaks, and how; of what is made, the first of the coupling."""
    for alias, name in refinement.aliases.items():
        if getattr(refinement.impl, alias, None) is not getattr(refinement.impl, name):
            yield refinement.operation(name).claim.id, f"`{alias}` is not `{name}`, as is declared"
    created = (*refinement.couple, *refinement.laws)[0].id
    pairs = [(created, CREATION.name, refinement.model.__init__, refinement.impl.__init__)]  # type: ignore[misc]
    for operation in refinement.operations:
        model, impl = (getattr(side, operation.name, None) for side in (refinement.model, refinement.impl))
        pairs.append((operation.claim.id, operation.name, model, impl))
    for claim, name, model, impl in pairs:
        for said in _wrong_defaults(refinement, name, _defaults(model), _defaults(impl)):
            yield claim, said


def _wrong_defaults(
    refinement: Refinement, name: str, model: Mapping[str, Any], impl: Mapping[str, Any]
) -> Iterator[str]:
    """What is said wrongly of the parameters of an operation: by one side, or by both and not by the declaration."""
    what = "a new container" if name == CREATION.name else name
    for each in model.keys() & impl.keys():
        if not _is_same(model[each], impl[each]):
            yield f"`{each}` of {what} is {model[each]!r} by default, in the arrays {impl[each]!r}"
    if refinement.defaults is not None:
        declared, held = refinement.defaults.get(name, {}), {**impl, **model}
        for each in dict.fromkeys((*declared, *held)):
            said, found = declared.get(each, NEEDED), held.get(each, NEEDED)
            if not _is_same(said, found):
                yield f"`{each}` of {what} is {found!r} by default, declared is {said!r}"


def _is_same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


NEEDED: Final = inspect.Parameter.empty


def _defaults(function: Callable[..., Any] | None) -> dict[str, Any]:
    """Parameter -> what it is when it is not given; of a needed one, the mark of that; none of what a side has not."""
    return (
        {}
        if function is None
        else {name: each.default for name, each in inspect.signature(function).parameters.items()}
    )
