"""What came of a run of `slotproof verify`: where each claim stands, and what makes the run red."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from slotproof.declare import Refinement
from slotproof.declare.verdict import GREEN, Status
from slotproof.engine.api import MESSAGES
from slotproof.terminal import CHECKER_EXIT, FAILED_EXIT, GREEN_EXIT
from slotproof.verify.ledger import RANK, Job
from slotproof.verify.project import Project
from slotproof.verify.standing import Said, Standing, is_check
from slotproof.verify.survey import Known

OPEN: Final = (Status.NOT_PROVED, Status.NOT_CONFIRMED)
"""What a judge says that looked and cannot tell."""

BOUNDED: Final = "proved within a stated scope"
"""The word for a claim of which every proof names widths or shapes, instead of any size."""

BENEATH: Final = "failed where proofs rest on it"
"""The words for what nobody asked for, if it makes a run red."""

REFUSED: Final = "refused by the language"
"""The words for what `prove` cannot read."""

MARK: Final = "*"
"""Stands in a table after "proved", where that is so of some claims."""


@dataclass(frozen=True)
class Red:
    """A reason why a run is red: a claim, and what is wrong with it in a few words."""

    standing: Standing
    why: str


@dataclass(frozen=True)
class Result:
    """A run that ended.

    judges      those that were asked
    complete    all judges were asked, so that a claim without a green verdict is a fault
    strict      what a judge leaves open is a fault, too, and what a proof presumes that the code could avoid
    crashes     jobs in which the checker itself failed, with what it said
    beneath     what failed and was not asked for, but proofs that were rest on it
    others      the containers of those that are not among `declared`
    refused     what is not in the language that `prove` reads
    project     where the declarations are, which a picture of a failure needs
    """

    declared: Mapping[str, Known]
    judges: Sequence[str]
    standings: Sequence[Standing]
    crashes: Sequence[tuple[Job, str]] = ()
    deep: bool = False
    strict: bool = False
    complete: bool = True
    beneath: Sequence[Standing] = ()
    others: Mapping[str, Known] = field(default_factory=dict)
    project: Project = field(default_factory=Project)
    refused: Sequence[Standing] = ()

    def known(self, standing: Standing) -> Known:
        """The container that it is about."""
        return {**self.others, **self.declared}[standing.container]

    def refinement(self, standing: Standing) -> Refinement:
        """The declaration of the container that it is about, which is imported for it."""
        return self.project.container(standing.container)

    def of(self, container: str) -> list[Standing]:
        """Where the claims of one container stand."""
        return [standing for standing in self.standings if standing.container == container]

    @property
    def uncovered(self) -> list[Standing]:
        """Claims that need a green verdict, did not fail and have none; asked of all judges together only."""
        return [each for each in self.standings if self.complete and each.uncovered and each.status not in _TOLD]

    def red(self) -> Iterator[Red]:
        """Every reason why the run is red, apart from the checker itself."""
        yield from (Red(standing, REFUSED) for standing in self.refused)
        uncovered = {id(standing) for standing in self.uncovered}
        for standing in self.standings:
            if standing.status in _TOLD:
                yield Red(standing, standing.status.value)
            elif id(standing) in uncovered:
                yield Red(standing, "no green verdict")
            elif self.strict and undecided(standing):
                yield Red(standing, " and ".join(sorted({said.status.value for said in undecided(standing)})))
            elif self.strict and MESSAGES in presumed([standing]):
                yield Red(standing, f"proved only if {MESSAGES}: write shown(...)")
        yield from (Red(standing, BENEATH) for standing in self.beneath)

    @property
    def exit_code(self) -> int:
        """What the command exits with."""
        if self.crashes:
            return CHECKER_EXIT
        return FAILED_EXIT if next(self.red(), None) else GREEN_EXIT


_TOLD: Final = (Status.FAILED, Status.STALE)


def undecided(standing: Standing) -> list[Said]:
    """What judges left open of a claim."""
    return [said for told in standing.judges.values() for said in told if said.status in OPEN]


def undecided_by_reason(standings: Sequence[Standing]) -> dict[tuple[str, str, str], list[str]]:
    """The claims of which a judge says that it cannot tell, by container, status and reason."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for standing in standings:
        for said in undecided(standing):
            verdict = said.entry.verdict
            known = found.setdefault((verdict.container, verdict.status.value, verdict.reason), [])
            if verdict.claim not in known:
                known.append(verdict.claim)
    return found


def seconds(standings: Sequence[Standing]) -> float:
    """CPU seconds of the units behind these standings, each counted once."""
    said = [said.entry for standing in standings for told in standing.judges.values() for said in told]
    return sum({entry.job: entry.seconds for entry in said}.values())


def word(standing: Standing) -> str:
    """The status in words; a proof that is about stated widths or shapes only says so."""
    return BOUNDED if _is_bounded(standing.status, [*standing.judges.values()]) else standing.status.value


def _is_bounded(status: Status, judges: Sequence[Sequence[Said]]) -> bool:
    """True if it says "proved", and each judge that does so has a proof about stated widths or shapes among its own."""
    proofs = [[said for said in told if said.status is Status.PROVED] for told in judges]
    return status is Status.PROVED and all(any(each.entry.verdict.scope for each in own) for own in proofs if own)


def tally(standings: Sequence[Standing]) -> str:
    """How many stand how, best first, such as "474 proved, 92 exhausted"; nothing if there are none."""
    counts = Counter(map(word, standings))
    words = [status.value for status in reversed(RANK)]
    words.insert(1, BOUNDED)
    return ", ".join(f"{counts[each]} {each}" for each in words if counts[each])


def presumed(standings: Sequence[Standing]) -> dict[str, int]:
    """What proofs take for granted of the machine -> how many of the proved claims rest on it."""
    found: Counter[str] = Counter()
    for standing in standings:
        verdicts = [said.entry.verdict for told in standing.judges.values() for said in told]
        proofs = [verdict for verdict in verdicts if verdict.status is Status.PROVED]
        found.update({each for verdict in proofs for each in verdict.evidence.get("presumes", ())})
    return dict(sorted(found.items()))


def cell(standings: Sequence[Standing], judge: str) -> tuple[str, str]:
    """How many of the claims the judge looked at are green, in the judge's own word, and "green", "open" or "failed".

    Failures come first. Both are empty if the judge looked at none of them. "proved*" is true of some within the scope
    that they name only.
    """
    looked = [standing for standing in standings if judge in standing.judges]
    counts = Counter(standing.by(judge) for standing in looked)
    if not counts:
        return "", ""
    total = sum(counts.values())
    green = sum(counts[status] for status in GREEN)
    if counts[Status.FAILED]:
        return f"failed {counts[Status.FAILED]}/{total}", "failed"
    word = min((status for status in counts if status in GREEN or not green), key=RANK.index)
    mark = MARK if any(_is_bounded(each.by(judge), [each.judges[judge]]) for each in looked) else ""
    return f"{word.value}{mark} {green}" if green == total else f"{word.value}{mark} {green}/{total}", (
        "green" if green == total else "open"
    )


def footnote(standings: Sequence[Standing]) -> str:
    """What the mark in a table means, or "" if there is none."""
    marked = any(_is_bounded(each.by(judge), [each.judges[judge]]) for each in standings for judge in each.judges)
    return f"{MARK} some of them {BOUNDED}, such as widths of words or an arrangement of pools" if marked else ""


def claims_only(standings: Sequence[Standing]) -> list[Standing]:
    """Without the checks that judges make of whole units."""
    return [standing for standing in standings if not is_check(standing.claim.id)]
