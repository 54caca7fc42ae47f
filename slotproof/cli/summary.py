"""What `slotproof verify` prints: a row for each container, and what the table leaves out."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Final

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from slotproof.cli.certified import Shown, count_certified
from slotproof.declare.verdict import Status
from slotproof.engine.api import MESSAGES
from slotproof.verify.result import (
    Result,
    cell,
    claims_only,
    footnote,
    presumed,
    seconds,
    tally,
    undecided_by_reason,
)
from slotproof.verify.standing import Standing, is_check
from slotproof.verify.survey import Known
from slotproof.verify.work import Work

COLOURS: Final = {"": "dim", "green": "green", "open": "yellow", "failed": "red"}


def table(console: Console, result: Result) -> Table:
    """A row for each container and a column for each judge; where that is too wide, a row for each pair."""
    wide = console.options.update(width=1000)
    for made in (_broad(result), _broad(result, between="\n")):
        if Measurement.get(console, wide, made).maximum <= console.width:
            return made
    return _long(result)


def _broad(result: Result, between: str = " ") -> Table:
    """The table; `between` stands between the words of a cell."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_footer=len(result.declared) > 1)
    made.add_column("container", footer="total")
    for judge in result.judges:
        made.add_column(judge, justify="right", footer=_cell(result.standings, judge, between))
    spent = {name: seconds(result.of(name)) for name in result.declared}
    made.add_column("CPU s", justify="right", footer=f"{sum(spent.values()):.1f}")
    for name in result.declared:
        cells = (_cell(result.of(name), judge, between) for judge in result.judges)
        made.add_row(name, *cells, f"{spent[name]:.1f}")
    return made


def _long(result: Result) -> Table:
    made = Table("container", "judge", "", box=box.SIMPLE_HEAD, pad_edge=False)
    for name in result.declared:
        looked = [judge for judge in result.judges if cell(result.of(name), judge)[0]]
        for judge in looked:
            made.add_row(name if judge is looked[0] else "", judge, _cell(result.of(name), judge))
    return made


def _cell(standings: Sequence[Standing], judge: str, between: str = " ") -> Text:
    text, sort = cell(standings, judge)
    return Text(text.replace(" ", between) or "-", style=COLOURS[sort])


def sum_up(console: Console, result: Result, work: Work) -> None:
    """Say under the table what it leaves out."""
    if note := footnote(result.standings):
        _say(console, note)
    claims = claims_only(result.standings)
    checks = [standing for standing in result.standings if is_check(standing.claim.id)]
    for own, one, many in ((claims, "claim", "claims"), (checks, "check of a judge", "checks of judges")):
        if own:
            _say(console, f"{counted(len(own), one, many)}: {tally(own)}")
    for name in dict.fromkeys(each.container for each in result.refused):
        found = [each for each in result.refused if each.container == name]
        _say(console, f"{name}: {counted(len(found), 'finding')} of the language; with any, nothing is proved", "red")
    for assumption, count in presumed(claims).items():
        refused = assumption == MESSAGES and result.strict
        cure = ": with --strict that is no proof; write shown(number) there" if refused else ""
        verb = "assumes" if count == 1 else "assume"
        _say(console, f"{counted(count, 'proved claim')} {verb} that {assumption}{cure}", "red" if refused else "")
    stale = [standing.claim.id for standing in result.standings if standing.status is Status.STALE]
    if stale:
        _say(console, f"stale, to be judged again: {', '.join(stale)}", "red")
    spent = time.monotonic() - work.started
    _say(console, f"{counted(work.ran, 'unit')} judged, {work.unchanged} unchanged, {spent:.1f} s")
    if work.ledger.unwritten:
        _say(console, f"the next run judges again: {work.ledger.path} cannot be written: {work.ledger.unwritten}")
    for known in result.declared.values():
        if known.outside:
            _say(console, f"{known.name}: {not_kept(known)}")
    for judge, container, units in work.as_well():
        _say(console, f"judged as well, as proofs rest on it: {judge} {container}: {shortened(units)}")
    for judge, container, units in work.only_deep(result.declared):
        _say(console, f"only with --deep: {judge} {container}: {shortened(units)}")
    for (container, status, reason), open_claims in undecided_by_reason(result.standings).items():
        _say(console, f"{container}: {status}: {shortened(open_claims, 6, ', ')}: {reason}")
    _assumed(console, result)
    for standing in result.uncovered:
        claim = standing.claim
        _say(console, f"no green verdict: {claim.id} ({standing.status.value}): {claim.statement}", "red")
    if work.operations:
        named = ", ".join(work.operations)
        _say(console, f"{named} alone: what other operations do to these claims was not asked")
    elif not result.complete:
        _say(console, "whether every claim is covered is only asked of all judges together")


def tell_certified(console: Console, result: Result, known: Collection[Shown]) -> None:
    """Say how many claims are certified: all units that prove them are, with all that they rest on."""
    claims = claims_only(result.standings)
    proved = [each for each in claims if each.judges.get("prove") and each.by("prove") is Status.PROVED]
    if not proved:
        return
    places = [[(e.container, said.entry.verdict.unit, e.claim.id) for said in e.judges["prove"]] for e in proved]
    good = count_certified(places, known)
    many = counted(len(proved), "claim")
    _say(console, f"certified {good} of {many} that `prove` proves (`slotproof certify`)")


def not_kept(known: Known) -> str:
    """Why no verdict about a container is kept."""
    return f"judged anew each time, as it may read what is in no source: {shortened(known.outside)}"


def _assumed(console: Console, result: Result) -> None:
    """Name what nobody checks."""
    uncovered = {id(standing) for standing in result.uncovered}
    assumed = [s.claim.id for s in result.standings if s.status is Status.ASSUMED and id(s) not in uncovered]
    deviations = [id for id in assumed if id.split("-")[1].startswith("D")]
    if deviations:
        many = counted(len(deviations), "deviation from the originals is", "deviations from the originals are")
        _say(console, f"{many} shown by the tests, not by judges (`slotproof claims`)")
    rest = [id for id in assumed if id not in deviations]
    if rest:
        _say(console, f"assumed, checked by nobody{'' if result.complete else ' asked'}: {', '.join(rest)}")


def _say(console: Console, text: str, style: str = "") -> None:
    console.print(f"  {text}", style=style, soft_wrap=True)


def counted(number: int, one: str, many: str = "") -> str:
    """The number with its noun: "1 unit", "2 units"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def shortened(units: Sequence[str], shown: int = 3, between: str = "; ") -> str:
    """The first few units, and how many more there are."""
    rest = len(units) - shown
    return between.join(units[:shown]) + (f"{between}and {rest} more" if rest > 0 else "")
