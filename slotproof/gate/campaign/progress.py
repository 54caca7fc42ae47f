"""A line on standard error while a run goes on: what is run, how far it is, and how long it may take yet."""

from __future__ import annotations

import json
import sys
import threading
import time
from typing import Final, TextIO

EVERY: Final = 1.0  # seconds between two lines on a terminal
SELDOM: Final = 10.0  # seconds elsewhere, where each line stays


class Progress:
    """Counts parts, and tells how many are done; nothing is told of a run that is over before the first line is due.

    Takes      form, of the lines: "text", "json" or "none"
    """

    def __init__(self, form: str = "none", out: TextIO | None = None, every: float = 0.0) -> None:
        self.form = form
        self.out = out if out is not None else sys.stderr
        self.on_terminal = form == "text" and self.out.isatty()
        self.every = every or (EVERY if self.on_terminal or form == "json" else SELDOM)
        self.kind = ""
        self.done = 0
        self.parts = 0
        self.traces = 0
        self._begun = time.monotonic()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._tell, daemon=True)

    def __enter__(self) -> Progress:
        if self.form != "none":
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def begin(self, parts: int) -> None:
        """A run of so many parts begins."""
        self.parts = parts

    def count(self, kind: str, traces: int) -> None:
        """A part of that kind has ended."""
        self.kind = kind
        self.done += 1
        self.traces += traces

    def _tell(self) -> None:
        while not self._over.wait(self.every):
            self.out.write(("\r\033[K" if self.on_terminal else "") + self.text() + ("" if self.on_terminal else "\n"))
            self.out.flush()
        if self.on_terminal:
            self.out.write("\r\033[K")
            self.out.flush()

    def text(self) -> str:
        """The line as it is now; what is left is guessed from the parts that are done."""
        passed = time.monotonic() - self._begun
        left = round(passed / self.done * (self.parts - self.done)) if self.done else None
        if self.form == "json":
            told = {"kind": self.kind, "done": self.done, "parts": self.parts, "traces": self.traces, "left": left}
            return json.dumps({"event": "progress", **told, "seconds": round(passed)})
        guess = f", about {left} s left" if left is not None else ""
        return (
            f"{self.kind or 'begun'}: part {self.done} of {self.parts}, {self.traces:,} traces, {passed:.0f} s{guess}"
        )
