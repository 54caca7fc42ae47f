"""What is known of mutants: one JSON line per mutant and judge, appended as soon as it is known.

A line that was torn counts for nothing; of two lines about the same the first counts.
A line is current while its key is: the hash over the changed text, and the sources and versions that the judge reads.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from slotproof.mutation.trial import Trial
from slotproof.verify.files import Lines, append, locked
from slotproof.verify.ledger import DEFAULT

FILE: Final = DEFAULT.with_name("mutants.jsonl")


@dataclass
class MutantLedger:
    """The file, and what was read of it so far; processes that share the file take turns at a lock beside it."""

    path: Path
    _trials: dict[str, Trial] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._lines = Lines(self.path)

    def find(self, key: str) -> Trial | None:
        """What is known under a key."""
        self._catch_up()
        return self._trials.get(key)

    def record(self, key: str, trial: Trial) -> None:
        """Append a line, unless another process has done so meanwhile."""
        line = json.dumps({"key": key, **asdict(trial)}) + "\n"
        with locked(self.path):
            if self.find(key) is None:
                append(self.path, line)

    def _catch_up(self) -> None:
        """Read the whole lines that were appended since the last time."""
        is_other, lines = self._lines.added()
        if is_other:
            self._trials = {}
        for line in lines:
            with contextlib.suppress(ValueError, KeyError, TypeError):  # torn, or of another format
                data = json.loads(line)
                key = data.pop("key")
                self._trials.setdefault(key, Trial(**data))
