"""Drivers that tests start: a fake token allocator with a habit, and our own containers with a defect."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from slotproof.gate.campaign.run import Campaign, KindReport, Plan
from slotproof.gate.campaign.session import Session

HOSTILE: Final = Path(__file__).parent.parent / "hostile"


def fake(*habit: str) -> list[str]:
    """The command of a fake token allocator with that habit."""
    return [sys.executable, "-I", "-S", str(HOSTILE / "port.py"), *habit]


def defective(defect: str, kind: str) -> list[str]:
    """The command of one of our own containers with that defect."""
    return [sys.executable, str(HOSTILE / "broken.py"), defect, kind]


def judged(defect: str, kind: str, plan: Plan) -> KindReport:
    """What comes out of a run on one of our own containers with that defect."""
    with Session(defective(defect, kind), 60.0) as session:
        (report,) = Campaign(session, plan).run()
    return report
