"""What clients see of a container beside what its operations do: second names of methods, and defaults."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

from slotproof.declare import Refinement


def wrong_surface(refinement: Refinement) -> Iterator[tuple[str, str]]:
    """Each claim that a name or a default breaks, and how; of what is made, the first of the coupling."""
    for alias, name in refinement.aliases.items():
        if getattr(refinement.impl, alias, None) is not getattr(refinement.impl, name):
            yield refinement.operation(name).claim.id, f"`{alias}` is not `{name}`, as is declared"
    created = (*refinement.couple, *refinement.laws)[0].id
    pairs = [(created, "a new container", refinement.model.__init__, refinement.impl.__init__)]  # type: ignore[misc]
    for operation in refinement.operations:
        if operation.model is None and operation.impl is None:
            sides = [getattr(side, operation.name) for side in (refinement.model, refinement.impl)]
            pairs.append((operation.claim.id, operation.name, sides[0], sides[1]))
    for claim, what, model, impl in pairs:
        ours, theirs = _defaults(model), _defaults(impl)
        for name in ours.keys() & theirs.keys():
            if ours[name] != theirs[name]:
                yield (
                    claim,
                    f"`{name}` of {what} is {ours[name]!r} by default, in the arrays {theirs[name]!r}",
                )


def _defaults(function: Callable[..., Any]) -> dict[str, Any]:
    """Parameter -> what it is when it is not given; of a needed one, the mark of that."""
    return {name: each.default for name, each in inspect.signature(function).parameters.items()}
