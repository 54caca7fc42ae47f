"""What texts, bytes and floats mean: a text is known by its bytes, of a float what is left without its fraction."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from slotproof.engine.prove.python.kinds.cells import kind_of
from slotproof.engine.prove.python.kinds.values import FLOAT, TEXT, Bytes, Value, View
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import texts as x

if TYPE_CHECKING:
    from slotproof.engine.prove.python.interface import Interface
    from slotproof.engine.prove.python.kinds.state import Results, State


def is_text(value: Value) -> bool:
    """True of a text that is not known, and of bytes."""
    return isinstance(value, Bytes) or kind_of(value) == TEXT


def method(ev: Interface, st: State, owner: Value, name: str, args: list[Value], node: ast.AST) -> Results:
    """A method of a text or of bytes."""
    if isinstance(owner, Bytes):
        if name == "lower" and not args:
            return [(st, Bytes(x.LOWER(owner.term), owner.of_text))]
        if name == "decode" and not args and owner.of_text:
            return [(st, owner.term)]
    elif name == "encode" and not args:
        found: Results = []
        for after, there in ev.split(st, x.ENCODABLE(owner)):
            if there:
                found.append((after, Bytes(owner, True)))
            else:
                ev.fail(after, "UnicodeEncodeError")
        return found
    raise ev.refusal(node, f".{name}", "no method of texts or bytes in the language", "use encode, lower or decode")


def bytes_of(value: Bytes) -> View:
    """Bytes as a sequence of numbers."""
    return View(x.length(value.term), lambda place: x.byte_at(value.term, place))


def encodable(ev: Interface, st: State, node: ast.AST, text: Value) -> Value:
    """`encodable(text)`."""
    if kind_of(text) != TEXT:
        raise ev.refusal(node, "encodable", f"of {ev.describe(text)}", "ask it of a text")
    return x.ENCODABLE(text)


def is_finite(ev: Interface, st: State, node: ast.AST, number: Value) -> Value:
    """`math.isfinite(number)`."""
    return True if t.is_number(number) else x.FINITE(_float(ev, number, node))


def trunc(ev: Interface, st: State, node: ast.AST, number: Value) -> Value:
    """`math.trunc(number)` of an int or of a float that is finite."""
    if t.is_number(number):
        return number
    ev.oblige_exact(st, x.FINITE(_float(ev, number, node)), node, f"the float is finite: {ast.unparse(node)}")
    return x.WHOLE(number)


def ord_(ev: Interface, st: State, node: ast.AST, letter: Value) -> Value:
    """`ord(letter)` of a letter that is known."""
    if not isinstance(letter, str) or len(letter) != 1:
        raise ev.refusal(node, "ord", f"of {ev.describe(letter)}", "only of a letter that is written out")
    return ord(letter)


def _float(ev: Interface, number: Value, node: ast.AST) -> Value:
    if kind_of(number) != FLOAT:
        raise ev.refusal(node, ast.unparse(node), f"{ev.describe(number)} is no number", "pass an int or a float")
    return number


WORDS: Final[dict[str, Callable[..., Value]]] = {
    "encodable": encodable,
    "math.isfinite": is_finite,
    "math.trunc": trunc,
    "ord": ord_,
}
