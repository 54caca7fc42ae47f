"""What a judge says of a mutant in the process of a test."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, ModuleType
from typing import Any

from slotproof.declare import Operation, Refinement
from slotproof.engine.mutate.edit import Edit, Mutant, NotApplied, applied, source_of
from slotproof.engine.prove.reading import ReadProof, prove_by_reading
from slotproof.mutation.judging import try_one
from slotproof.mutation.trial import Trial


def judged(mutant: Mutant, judge: str) -> Trial:
    """What a judge says, in this process."""
    with applied(mutant):
        return try_one(mutant, judge)


@contextmanager
def mistaken(module: ModuleType, *changes: tuple[str, str]) -> Iterator[None]:
    """This process, with other texts in place of some of a module, each of which stands there once."""
    source, edits = source_of(module.__name__), []
    for old, new in changes:
        if source.count(old.encode()) != 1:
            raise NotApplied(f"{old!r} is {source.count(old.encode())} times in {module.__name__}")
        at = source.index(old.encode())
        edits.append(Edit(at, at + len(old.encode()), new))
    with applied(Mutant("", module.__name__, "", 0, "named", 0, tuple(edits), f"{module.__name__}: {changes}")):
        yield


@contextmanager
def noted(function: Callable[..., Any]) -> Iterator[list[tuple[Any, ...]]]:
    """What a function is asked meanwhile: its arguments."""
    asked: list[tuple[Any, ...]] = []
    code = function.__code__

    def look(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code is code:
            asked.append(tuple(frame.f_locals[name] for name in code.co_varnames[: code.co_argcount]))

    sys.setprofile(look)
    try:
        yield asked
    finally:
        sys.setprofile(None)


def brief_proof(refinement: Refinement, operation: Operation) -> ReadProof:
    """The proof for which no solver insists, as it is where something is known to go wrong."""
    return prove_by_reading(refinement, operation, doubt=lambda: True)
