"""What is known of the certificates of proofs, as the ledger of `slotproof certify` has it; none is made."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

from slotproof.declare.verdict import Status
from slotproof.verify.files import OWN
from slotproof.verify.grounds import Grounds
from slotproof.verify.ledger import Entry, Ledger
from slotproof.verify.project import Project
from slotproof.verify.standing import is_check
from slotproof.verify.survey import as_before

JUDGE: Final = "certify"
DEFAULT: Final = Path(OWN) / "certificates.jsonl"


def certifying(project: Project) -> Project:
    """Give the project with the one judge that makes certificates."""
    return replace(project, judges={JUDGE: "slotproof.certify.judge"}, selecting=frozenset({JUDGE}))


Shown = tuple[str, str, str]
"""Container, unit and claim: what a unit shows of a claim."""


def certified_units(project: Project, ledger: Path, containers: Iterable[str]) -> set[Shown]:
    """Give what is certified of the sources as they are, with all that it rests on."""
    if not ledger.is_file():
        return set()
    mine, kept = certifying(project), Ledger(ledger)
    survey = as_before(mine, kept.survey(mine.key))
    if survey is None:
        return set()
    grounds = Grounds(mine, survey, kept)
    beneath = Beneath(grounds)
    return {
        (name, unit, entry.verdict.claim)
        for name in containers
        for unit in grounds.units(name, JUDGE, False)
        for entry in grounds.current(name, JUDGE, unit, False)
        if entry.verdict.status is Status.PROVED and not beneath.lacking(entry)
    }


def count_certified(claims: Iterable[Collection[Shown]], known: Collection[Shown]) -> int:
    """Give how many claims are certified.

    Takes      claims, of each all that units show of it; known, what of that is certified
    """
    return sum(all(each in known for each in shown) for shown in claims)


class Beneath:
    """What proofs rest on besides, with certificates of its own: "container operation", or the ID of a theorem."""

    def __init__(self, grounds: Grounds) -> None:
        self.grounds = grounds
        self._reasons: dict[str, str] = {}

    def lacking(self, entry: Entry) -> str:
        """Tell why something that a verdict rests on is not certified; "" if all is."""
        return next(filter(None, map(self._reason, entry.verdict.evidence.get("rests", ()))), "")

    def _reason(self, ground: str) -> str:
        if ground not in self._reasons:
            self._reasons[ground] = ""  # what rests on itself is refused by `prove`
            said = self._said(ground)
            if not said:
                self._reasons[ground] = f"rests on {ground}, which is not certified yet"
            elif any(each.verdict.status is not Status.PROVED for each in said):
                self._reasons[ground] = f"rests on {ground}, which is not certified"
            else:
                self._reasons[ground] = next(filter(None, map(self.lacking, said)), "")
        return self._reasons[ground]

    def _said(self, ground: str) -> list[Entry]:
        """Give what is known of a ground."""
        container, _, name = ground.partition(" ")
        if not name:
            container, name = self.grounds.theorems.get(ground, ""), ground
        units = self.grounds.units(container, JUDGE, False) if container in self.grounds.survey.containers else {}
        named = [unit for unit in units if name in (unit, unit.partition(" | ")[0])]
        return [each for unit in named for each in self.grounds.current(container, JUDGE, unit, False)]

    def note(self, claims: dict[str, str], entry: Entry) -> None:
        """Note why the claim of a verdict is not certified; "" if it is, as far as this unit and others before say."""
        verdict = entry.verdict
        if not is_check(verdict.claim):
            reason = "" if verdict.status is Status.PROVED else f"{verdict.unit}: {verdict.reason}"
            claims[verdict.claim] = claims.get(verdict.claim, "") or reason or self.lacking(entry)
