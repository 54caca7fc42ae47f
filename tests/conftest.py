"""Fixtures of several test files."""

from __future__ import annotations

import pytest

from slotproof.proofs.engine import path
from slotproof.proofs.engine.solvers import ask_again


@pytest.fixture
def asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question is put to Z3 once: what is false is refuted by a state, and needs no other ways to ask.

    Steps of lemmas, which are asked without assumptions, are shown as ever.
    """
    monkeypatch.setattr(path, "ask_again", lambda known, goal: "unknown" if known else ask_again(known, goal))
