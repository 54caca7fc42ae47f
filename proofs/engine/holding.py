"""Who holds what: a list that two names hold is one list in Python, and the stand-ins must not make two of it."""

from __future__ import annotations

import dis
import functools
import sys
from collections.abc import Iterator
from types import CodeType
from typing import Any, Final

from slotproof.proofs.engine.dicts import SymDict, SymSet
from slotproof.proofs.engine.lists import SymDistinct, SymList, Tracked
from slotproof.proofs.engine.path import NotSupported, current
from slotproof.proofs.engine.symbolic import Kind, SymBool, SymInt, SymValue

_ENGINE: Final = __name__.rpartition(".")[0]

_SHAPES: Final[dict[str, type]] = {
    "int": SymInt,
    "bool": SymBool,
    "value": SymValue,
    "list": SymList,
    "dict": SymDict,
    "named": SymDict,
    "keyed": SymDict,
    "distinct": SymDistinct,
    "set": SymSet,
}


def require_fit(name: str, value: Any, described: tuple[str, Any]) -> None:
    """Refuse what an attribute is not annotated for: the next operation starts from what is.

    Raises     NotSupported
    """
    shape, kind = described
    if shape not in _SHAPES or current().concrete or getattr(type(value), "keeps_shape", False):
        return
    plain = {"int": int, "bool": bool}.get(shape)
    fits = type(value) is plain if plain and not isinstance(value, SymInt | SymBool) else type(value) is _SHAPES[shape]
    if shape == "set":
        fits = isinstance(value, SymSet)
    if isinstance(value, SymList | SymDict | SymDistinct) and isinstance(kind, Kind):
        fits = fits and value.kind.sorts == kind.sorts
    if not fits:
        raise NotSupported(f"{name} becomes {value!r}, for which it is not annotated")


def require_unheld(name: str, value: Any) -> None:
    """Refuse a plain list or dict that becomes an attribute while a local that is used later holds it, too.

    Raises     NotSupported
    """
    frame = sys._getframe(2)
    while frame is not None and not str(frame.f_globals.get("__name__")).startswith(_ENGINE):
        for local, held in frame.f_locals.items():
            if any(part is value for part in _parts(held)) and _is_used_later(frame.f_code, frame.f_lasti, local):
                raise NotSupported(f"{name} and `{local}` are one list")
        if frame.f_back is None:
            return
        frame = frame.f_back


def _parts(held: Any) -> Iterator[Any]:
    yield held
    if type(held) in (list, tuple):
        yield from held
    elif type(held) is dict:
        yield from held.values()


@functools.cache
def _is_used_later(code: CodeType, place: int, local: str) -> bool:
    """True if a local is loaded after an instruction, or in a loop around it without being stored there."""
    used = {"load": set[int](), "store": set[int]()}
    later = place
    for each in dis.get_instructions(code):
        names = each.argval if isinstance(each.argval, tuple) else (each.argval,)
        if local in names and each.opname.startswith(("LOAD", "STORE")):
            used["load" if "LOAD" in each.opname else "store"].add(each.offset)
        if each.opname.startswith("JUMP_BACKWARD") and each.offset > place and each.argval < place:
            later = min(later, each.argval)
    if any(offset > place for offset in used["load"]):
        return True
    return later < place and not any(later <= offset < place for offset in used["store"])


def shared(holders: dict[str, Any]) -> str:
    """Which two of these containers, lists and dicts, hold one list or dict, or ""."""
    owner: dict[int, str] = {}
    for holder, thing in holders.items():
        parts = {holder: thing} if isinstance(thing, Tracked) else getattr(thing, "__dict__", {})
        for name, part in parts.items():
            if isinstance(part, Tracked | list | dict | set):
                where = holder if part is thing else f"{name} of {holder}"
                if id(part) in owner:
                    return f"{owner[id(part)]} and {where}"
                owner[id(part)] = where
    return ""
