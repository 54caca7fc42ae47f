"""One judge's answer about one mutant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

JUDGES: Final = ("gate", "explore", "bits", "prove", "walk", "contracts")
"""In the order of work: what costs least for a kill comes first."""

TOGETHER: Final = "together"
"""The judge of the model alone: both sides wrong in the same way."""

KILLED: Final = "killed"
NOT_SHOWN: Final = "not shown"
"""A proof no longer goes through, and no small state was found that shows a mistake: there need not be one."""

SURVIVED: Final = "survived"
NOT_ASKED: Final = "not asked"
GAVE_UP: Final = "gave up"
"""Ran into the limit of time or memory, so that nothing is known."""

SHORTENED: Final = 16
"""Shorter programs that a walk tries for a failure."""

PERIOD: Final = 0.15
"""CPU seconds between two looks at a call that may not end, four of which give it up: more than one that ends takes."""

PERIODS: Final[Mapping[str, float]] = {"explore": 0.02, TOGETHER: 0.02, "gate": 0.02, "walk": 0.06}
"""The same of judges that run plain calls: the longest took 2 ms, and 42 ms in a walk in the default widths."""


@dataclass(frozen=True)
class Trial:
    """What came of one judge's look at one mutant.

    claim     the claim that failed first, or a check of the judge
    unit      the piece of the judge's work in which it failed
    calls     of the trace that shows it, if there is one
    failure   as in the ledger of `verify`
    """

    mutant: str
    judge: str
    outcome: str
    claim: str = ""
    unit: str = ""
    reason: str = ""
    calls: int = 0
    seconds: float = 0.0  # CPU
    failure: dict[str, Any] | None = None
