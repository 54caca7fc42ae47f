"""What a judge says of a mutant in the process of a test."""

from typing import Any

import pytest

from slotproof.declare import Operation, Refinement
from slotproof.engine.mutate.edit import Mutant, applied
from slotproof.engine.prove.reading import ReadProof, prove_by_reading
from slotproof.mutation.judging import try_one
from slotproof.mutation.trial import Trial


def judged(mutant: Mutant, judge: str) -> Trial:
    """What a judge says, in this process."""
    with applied(mutant):
        return try_one(mutant, judge)


def noted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[tuple[Any, ...]]:
    """What a function of a module is asked from now on."""
    asked: list[tuple[Any, ...]] = []
    whole = getattr(module, name)

    def note(*about: Any, **more: Any) -> Any:
        asked.append(about)
        return whole(*about, **more)

    monkeypatch.setattr(module, name, note)
    return asked


def brief_proof(refinement: Refinement, operation: Operation) -> ReadProof:
    """The proof for which no solver insists, as it is where something is known to go wrong."""
    return prove_by_reading(refinement, operation, doubt=lambda: True)
