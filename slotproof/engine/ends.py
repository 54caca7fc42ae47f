"""What walk and explore ask alike of the end of a call: whether its error may be, and what its answer gives away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import CodeType
from typing import Any, Final

from slotproof.declare import Operation
from slotproof.engine.explore.snapshot import attributes
from slotproof.spec.errors import InvalidArgument

CHANGEABLE: Final = (list, dict, set, bytearray)
PLAIN: Final = frozenset({int, bool, str, bytes, float, type(None)})
"""Answers that hold nothing."""

ALWAYS: Final = InvalidArgument.__name__
"""What any operation may raise of what is no such argument; proofs ask that it is declared where one may be."""


def may_raise(operation: Operation, error: Exception, arguments: Sequence[Any]) -> bool:
    """True if the operation declares the error, or a callable argument raised it."""
    name = type(error).__name__
    return name in operation.refusals or name == ALWAYS or by_argument(error, arguments)


def by_argument(error: Exception, arguments: Sequence[Any]) -> bool:
    """True if a callable argument raised the error."""
    codes = {_code(argument) for argument in arguments if callable(argument)}
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code in codes:
            return True
        trace = trace.tb_next
    return False


def _code(function: Any) -> CodeType | None:
    return getattr(function, "__code__", None) or getattr(type(function).__call__, "__code__", None)


def shared(result: Any, owner: Any) -> str:
    """The names of those changeable attributes of the owner that are the result, or in it."""
    if type(result) in PLAIN:
        return ""
    parts = list(_parts(result))
    mine = [(name, held) for name, held in attributes(owner).items() if isinstance(held, CHANGEABLE)]
    return ", ".join(name for name, held in mine if any(held is part for part in parts))


def _parts(result: Any) -> Iterator[Any]:
    """The result and what it holds: entries, values or attributes, and those of tuples in it."""
    yield result
    if isinstance(result, list | tuple | set | frozenset):
        held: Any = result
    else:
        held = (result if isinstance(result, dict) else attributes(result)).values()
    for part in held:
        if type(part) is tuple:
            yield from _parts(part)
        else:
            yield part
