"""Known values: what a program does in CPython it does in the evaluator."""

from __future__ import annotations

import ast
import random
import re
import tempfile
from operator import ge
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

from slotproof.language.lint import look

from ..beside import OURS, Ended, Known, Start, TooLong, counts_of, exactly, loaded, really, start
from ..generator.programs import methods_of

PYTHONS: Final = frozenset({
    "IndexError", "KeyError", "ValueError", "ZeroDivisionError", "TypeError", "OverflowError", "AssertionError",
    "StopIteration", "RuntimeError", "AttributeError", "UnboundLocalError", "NameError", "MemoryError", "LookupError",
    "RecursionError",
})  # fmt: skip
"""Errors of Python itself, of which an obligation says that they do not occur."""


WRONG: Final = frozenset({"differs", "crash", "counts"})
"""What is a finding."""


UNCOUNTED: Final = re.compile(
    r"\b(order|forall|forall_in|exists|contains|alike|below|ranked|least|greatest|listed|selected|mapped)\b"
)
"""What counts nothing of its own in CPython, or may be asked by models alone: what has it is not compared by counts."""

AT_MOST: Final = re.compile(r"\b(map|any|all|next|listed|isdisjoint)\b")
"""Forms that may stop before the end, of which the evaluator counts what is read at most."""


class Seen(NamedTuple):
    """What came of one call: "agreed", "refused", "stricter", or what differs."""

    word: str
    told: str = ""


class Compared:
    """One module, as CPython and as the evaluator have it."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self._code = compile(text, name, "exec", dont_inherit=True)
        self.live = loaded(name, self._code)
        self.known = Known(name, text)
        self._counts: ModuleType | None = None
        self._methods: dict[str, str] = {}

    def renew(self) -> None:
        """Load the module once more: what ran may have changed its classes."""
        self.live = loaded(self.name, self._code)

    def seen(self, method: str, given: Start) -> Seen:
        """What came of a call, in both; of what the check of the language refuses nothing is ever proved."""
        found = self._seen(method, given)
        if found.word in WRONG and is_linted(self.text, method):
            return Seen("linted", found.told)
        return found

    def _seen(self, method: str, given: Start) -> Seen:
        try:
            real = really(self.live, method, given)
        except TooLong:
            return Seen("refused", "CPython goes on for too long")
        try:
            said = self.known.ended(self.live, method, given)
        except Exception as error:  # a mistake of the evaluator, whatever it is
            return Seen("crash", f"{type(error).__name__}: {error}")
        if isinstance(said, str) and said != OURS:
            return Seen("refused", said)
        if isinstance(said, str):
            return Seen("agreed" if real.error in PYTHONS else "stricter", said)
        return self._compared(method, given, said, real)

    def _method_has(self, name: str, forms: re.Pattern[str]) -> bool:
        if not self._methods:
            self._methods = {each.name: ast.unparse(each) for each in methods_of(self.text)}
        return forms.search(self._methods[name]) is not None

    def _compared(self, method: str, given: Start, said: Ended, real: Ended) -> Seen:
        for what, one, other in (
            ("error", said.error, real.error), ("result", said.value, real.value), ("fields", said.fields, real.fields),
        ):  # fmt: skip
            if exactly(one) != exactly(other):
                return Seen("differs", f"{what}: {one!r} for {other!r}")
        if said.counts is None or self._method_has(method, UNCOUNTED):
            return Seen("agreed")
        if self._counts is None:
            self._counts = counts_of(self.text)
        try:
            again = really(self._counts, method, given, counts=True)
        except TooLong:  # lists that count run a few lines more
            return Seen("agreed", "not counted")
        if again.error != real.error:
            return Seen("agreed", "not counted")
        at_most = said.at_most or self._method_has(method, AT_MOST)
        if real.error or (at_most and all(map(ge, said.counts, again.counts or ()))):
            return Seen("agreed", "counted")
        if again.counts != said.counts:
            return Seen("counts", f"reads and writes: {said.counts} for {again.counts}")
        return Seen("agreed", "counted")


def is_linted(text: str, method: str) -> bool:
    """True if the check of the language refuses a method, or what stands beside all of them.

    Raises     whatever a mistake of the check raises
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.py"
        file.write_text(text, encoding="utf-8")
        lines = {finding.line for finding in look(file).findings if finding.file == str(file)}
    others = [each for each in methods_of(text) if each.name != method] if lines else []
    return any(not any(each.lineno <= line <= (each.end_lineno or 0) for each in others) for line in lines)


def starts(seed: object, number: int) -> list[Start]:
    """States to start from."""
    chance = random.Random(f"start {seed}")
    return [start(chance) for _ in range(number)]
