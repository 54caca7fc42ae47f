"""Which claims hold of real states and calls; one that cannot be evaluated does not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from slotproof.declare import Claim, Operation, Refinement
from slotproof.declare.inline import inline
from slotproof.spec.errors import InvalidArgument

_Predicates = tuple[tuple[str, Callable[..., bool]], ...]


class Claims:
    """The claims of a container, made ready to be asked of many states."""

    def __init__(self, refinement: Refinement) -> None:
        self.of_states = tuple(law for law in refinement.laws if not law.step)
        self.coupling = refinement.couple
        self._laws = _predicates(self.of_states)
        self.of_steps = tuple(law for law in refinement.laws if law.step)
        self._step_laws = _predicates(self.of_steps)
        self._couple = _predicates(self.coupling)

    @property
    def has_steps(self) -> bool:
        """True if there is a law of steps."""
        return bool(self._step_laws)

    def hold(self, model: Any, impl: Any) -> bool:
        """True if every law of states and every invariant holds of a pair of states."""
        return _all_true(self._laws, model) and _all_true(self._couple, model, impl)

    def broken(self, model: Any, impl: Any) -> list[str]:
        """The IDs of the laws of states and the invariants that do not hold of a pair of states."""
        return _untrue(self._laws, model) + _untrue(self._couple, model, impl)

    def laws(self, model: Any) -> bool:
        """True if every law of states holds of a state of the model."""
        return _all_true(self._laws, model)

    def couple(self, model: Any, impl: Any) -> bool:
        """True if every invariant holds of a pair of states."""
        return _all_true(self._couple, model, impl)

    def keep(self, before: Any, after: Any) -> bool:
        """True if every law of steps holds of two states of the model."""
        return _all_true(self._step_laws, before, after)

    def broken_by_step(self, before: Any, after: Any) -> list[str]:
        """The IDs of the laws of steps that do not hold of two states of the model."""
        return _untrue(self._step_laws, before, after)

    def truths(self, model: Any, impl: Any) -> Iterator[tuple[str, Any]]:
        """What each invariant and law of states says of two states, of symbols perhaps; an error passes through."""
        for claim in self.coupling:
            if claim.holds:
                yield claim.id, claim.holds(model, impl)
        for law in self.of_states:
            if law.holds:
                yield law.id, law.holds(model)

    def truths_of_steps(self, before: Any, after: Any) -> Iterator[tuple[str, Any]]:
        """What each law of steps says of two states of the model, likewise."""
        for law in self.of_steps:
            if law.holds:
                yield law.id, law.holds(before, after)


def _predicates(claims: Iterable[Claim]) -> _Predicates:
    return tuple((claim.id, inline(claim.holds)) for claim in claims if claim.holds is not None)


def _all_true(predicates: _Predicates, *states: Any) -> bool:
    try:
        for _, holds in predicates:
            if not holds(*states):
                return False
    except Exception:  # noqa: BLE001 - a broken state may make a claim raise anything
        return False
    return True


def _untrue(predicates: _Predicates, *states: Any) -> list[str]:
    if _all_true(predicates, *states):
        return []
    return [each[0] for each in predicates if not _all_true((each,), *states)]


class Asked(NamedTuple):
    """What laws of the model alone ask of one operation, by how a call ends: both sides may be wrong alike."""

    answered: _Predicates
    refused: _Predicates
    invalid: _Predicates
    refusals: frozenset[str]  # the errors of which `refused` speaks

    def broken(
        self, before: Any, after: Any, answer: Any, error: Exception | None, arguments: Sequence[Any]
    ) -> list[str]:
        """The IDs of the laws that a call of the model broke.

        Takes      error, with which the call ended: nothing is asked of what a callback raised
        """
        if error is None:
            wrong = [law for law, holds in self.invalid if not _is_false(holds, before, *arguments)]
            return _untrue(self.answered, before, after, answer, *arguments) + wrong
        name = type(error).__name__
        if name == InvalidArgument.__name__:
            return _untrue(self.invalid, before, *arguments)
        return _untrue(self.refused, before, *arguments) if name in self.refusals else []


NOTHING: Final = Asked((), (), (), frozenset())


def asked_of(refinement: Refinement, operation: Operation) -> Asked:
    """What the laws of a container ask of an operation."""
    answered, refused, invalid = (
        tuple(
            (law.claim.id, inline(getattr(law, ends)[operation.name]))
            for law in refinement.answers
            if operation.name in getattr(law, ends)
        )
        for ends in ("answered", "refused", "invalid")
    )
    if not (answered or refused or invalid):
        return NOTHING
    return Asked(answered, refused, invalid, frozenset(operation.refusals) - {InvalidArgument.__name__})


def _is_false(holds: Callable[..., bool], *given: Any) -> bool:
    try:
        return not holds(*given)
    except Exception:  # noqa: BLE001 - a broken state may make a law raise anything
        return False
