"""Each test of the prover begins as a proof does."""

from __future__ import annotations

import pytest

from slotproof.engine.prove.solver.rest import forget_said


@pytest.fixture(autouse=True)
def _nothing_is_said() -> None:
    """Forget what an earlier test said of any number of things."""
    forget_said()
