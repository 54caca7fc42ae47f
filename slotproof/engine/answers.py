"""What operations answer, by laws of the model alone: both sides may be wrong alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from slotproof.declare import Operation, Refinement
from slotproof.declare.inline import inline
from slotproof.spec.errors import InvalidArgument, SlotproofError

_Predicates = tuple[tuple[str, Callable[..., bool]], ...]


class Asked(NamedTuple):
    """What laws ask of one operation: of its answers, and of its refusals, by the ID of the law."""

    answered: _Predicates
    refused: _Predicates

    def broken(
        self, before: Any, after: Any, answer: Any, error: Exception | None, arguments: Sequence[Any]
    ) -> list[str]:
        """The laws that a call broke; one that cannot be evaluated does not hold.

        Takes      error, with which the call ended: nothing is asked of what a callback raised, nor of InvalidArgument
        """
        if error is None:
            return [law for law, holds in self.answered if not _is_so(holds, before, after, answer, *arguments)]
        own = isinstance(error, SlotproofError) and not isinstance(error, InvalidArgument)
        return self.wrongly_refused(before, arguments) if own else []

    def wrongly_refused(self, before: Any, arguments: Sequence[Any]) -> list[str]:
        """The laws by which a call should have been answered."""
        return [law for law, holds in self.refused if not _is_so(holds, before, *arguments)]


NOTHING: Final = Asked((), ())


def asked_of(refinement: Refinement, operation: Operation) -> Asked:
    """What the laws of a container ask of an operation."""
    answered, refused = (
        tuple((law.claim.id, inline(asked[operation.name])) for law, asked in each if operation.name in asked)
        for each in (
            [(law, law.answered) for law in refinement.answers],
            [(law, law.refused) for law in refinement.answers],
        )
    )
    return Asked(answered, refused) if answered or refused else NOTHING


def _is_so(holds: Callable[..., bool], *given: Any) -> bool:
    try:
        return bool(holds(*given))
    except Exception:  # noqa: BLE001 - a broken state may make a law raise anything
        return False
