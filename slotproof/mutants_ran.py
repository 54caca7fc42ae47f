"""Which functions of models and implementations run meanwhile: a change in one that does not run changes nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any, Final, TypeVar

from slotproof.proofs.engine.mutation_sites import Function

T = TypeVar("T")

_SIDES: Final = tuple(f"{__name__.partition('.')[0]}.{side}." for side in ("impl", "spec"))


class Running:
    """The functions that are called while calls are noted; what is defined within a function is part of it."""

    def __init__(self) -> None:
        self._places: dict[int, Function | None] = {}  # by identity of code, which is seen sooner than equality
        self._known: list[CodeType] = []  # held, so that its identity stays its own
        self._seen: set[int] = set()
        self._sets: dict[frozenset[Function], frozenset[Function]] = {}  # equal ones are one object

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note calls meanwhile."""
        before = sys.gettrace()
        sys.settrace(self._note)
        try:
            yield
        finally:
            sys.settrace(before)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Note no calls meanwhile."""
        before = sys.gettrace()
        sys.settrace(None)
        try:
            yield
        finally:
            sys.settrace(before)

    def of(self, call: Callable[[], T]) -> tuple[T, frozenset[Function]]:
        """What comes of a call, and the functions that it runs, which are noted apart."""
        before, self._seen = self._seen, set()
        try:
            with self.noted():
                answer = call()
            return answer, self.functions()
        finally:
            self._seen = before

    def functions(self) -> frozenset[Function]:
        """The functions of models and implementations that were called."""
        found = frozenset(place for code in self._seen if (place := self._places[code]) is not None)
        return self._sets.setdefault(found, found)

    def _note(self, frame: FrameType, event: str, argument: Any) -> None:
        number = id(frame.f_code)
        self._seen.add(number)
        if number not in self._places:
            module = frame.f_globals.get("__name__", "")
            place = module, frame.f_code.co_qualname.partition(".<")[0]
            self._places[number] = place if module.startswith(_SIDES) else None
            self._known.append(frame.f_code)
