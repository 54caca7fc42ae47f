"""What operations answer, by laws of the model alone: both sides may be wrong alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from slotproof.declare import Operation, Refinement
from slotproof.declare.inline import inline
from slotproof.spec.errors import InvalidArgument, SlotproofError

_Predicates = tuple[tuple[str, Callable[..., bool]], ...]


class Asked(NamedTuple):
    """What laws ask of one operation: of its answers, its refusals, and what is invalid, by the ID of the law."""

    answered: _Predicates
    refused: _Predicates
    invalid: _Predicates

    def broken(
        self, before: Any, after: Any, answer: Any, error: Exception | None, arguments: Sequence[Any]
    ) -> list[str]:
        """The laws that a call broke; one that cannot be evaluated does not hold.

        Takes      error, with which the call ended: nothing is asked of what a callback raised
        """
        if error is None:
            laws = [law for law, holds in self.answered if not _is_so(holds, before, after, answer, *arguments)]
            return laws + [law for law, holds in self.invalid if not _is_not(holds, before, *arguments)]
        return self.wrongly_ended(type(error).__name__, before, arguments) if isinstance(error, SlotproofError) else []

    def wrongly_ended(self, error: str, before: Any, arguments: Sequence[Any]) -> list[str]:
        """The laws by which a call should not have ended in an error of that name."""
        asked = self.invalid if error == InvalidArgument.__name__ else self.refused
        return [law for law, holds in asked if not _is_so(holds, before, *arguments)]


NOTHING: Final = Asked((), (), ())


def asked_of(refinement: Refinement, operation: Operation) -> Asked:
    """What the laws of a container ask of an operation."""
    asked = Asked(
        *(
            tuple(
                (law.claim.id, inline(getattr(law, ends)[operation.name]))
                for law in refinement.answers
                if operation.name in getattr(law, ends)
            )
            for ends in Asked._fields
        )
    )
    return asked if any(asked) else NOTHING


def _is_so(holds: Callable[..., bool], *given: Any) -> bool:
    try:
        return bool(holds(*given))
    except Exception:  # noqa: BLE001 - a broken state may make a law raise anything
        return False


def _is_not(holds: Callable[..., bool], *given: Any) -> bool:
    try:
        return not holds(*given)
    except Exception:  # noqa: BLE001 - as above
        return False
