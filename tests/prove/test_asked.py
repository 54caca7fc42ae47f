"""What solvers are asked, and so what they answer, is the same in each run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def asked(terms: int) -> str:
    """A digest of what a proof asks and of what came of it, in a process that has made so many terms before."""
    command = [sys.executable, str(Path(__file__).with_name("asked.py")), "typed_store", "erase", str(terms)]
    environment = {**os.environ, "PYTHONHASHSEED": str(terms)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_a_proof_asks_the_same_whatever_was_made_before() -> None:
    """What Z3 finds depends on the numbers of its terms, and so each Z3 has terms of its own."""
    told = asked(0)
    assert told.endswith("proved\n")
    assert told == asked(700)
