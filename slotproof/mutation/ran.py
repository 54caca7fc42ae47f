"""Which functions of models and implementations run meanwhile: a change in one that does not run changes nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from cProfile import Profile
from types import CodeType
from typing import Final, TypeVar

from slotproof.engine.mutate.sites import Function

T = TypeVar("T")

_SIDES: Final = tuple(f"{__name__.partition('.')[0]}.{side}." for side in ("impl", "spec"))


class Running:
    """The functions that are called while calls are noted; what is defined within a function is part of it.

    A profiler notes them: a function that is told of each call takes twice the time where there are very many.
    """

    def __init__(self) -> None:
        self._modules = {
            module.__file__: name for name, module in [*sys.modules.items()] if name.startswith(_SIDES)
        }  # file -> module
        self._places: dict[int, Function | None] = {}  # by identity of code; None of what is none of theirs
        self._known: list[CodeType] = []  # held, so that its identity stays its own
        self._sets: dict[frozenset[Function], frozenset[Function]] = {}  # equal ones are one object
        self._all, self._one = (Profile(subcalls=False, builtins=False) for _ in range(2))
        self._noting: Profile | None = None

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note calls meanwhile."""
        before = self._switch(self._all)
        try:
            yield
        finally:
            self._switch(before)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Note no calls meanwhile."""
        before = self._switch(None)
        try:
            yield
        finally:
            self._switch(before)

    def _switch(self, profiler: Profile | None) -> Profile | None:
        """Note calls with another one; the one before."""
        before, self._noting = self._noting, profiler
        if before is not None:
            before.disable()
        if profiler is not None:
            profiler.enable()
        return before

    def of(self, call: Callable[[], T]) -> tuple[T, frozenset[Function]]:
        """What comes of a call, and the functions that it runs, which are noted apart."""
        self._one.clear()
        before = self._switch(self._one)
        try:
            answer = call()
        finally:
            self._switch(before)
        return answer, self._functions(self._one)

    def functions(self) -> frozenset[Function]:
        """The functions of models and implementations that were called, but for calls that were noted apart."""
        return self._functions(self._all)

    def _functions(self, profiler: Profile) -> frozenset[Function]:
        found = frozenset(filter(None, (self._place(entry.code) for entry in profiler.getstats())))
        return self._sets.setdefault(found, found)

    def _place(self, code: CodeType | str) -> Function | None:
        """Where the function of a code stands; None if that is in no model or implementation."""
        number = id(code)
        if number not in self._places and isinstance(code, CodeType):
            module = self._modules.get(code.co_filename)
            self._places[number] = None if module is None else (module, code.co_qualname.partition(".<")[0])
            self._known.append(code)
        return self._places[number]
