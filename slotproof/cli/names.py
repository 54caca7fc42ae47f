"""What the arguments of commands name: containers, files that declare some, judges, claims."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from slotproof.language.findings import text
from slotproof.terminal import USAGE_EXIT
from slotproof.verify.failure import refusal
from slotproof.verify.files import make_folder
from slotproof.verify.grounds import Grounds
from slotproof.verify.ledger import Ledger
from slotproof.verify.pool import Pool
from slotproof.verify.project import Project, project_of
from slotproof.verify.standing import Standing, stand
from slotproof.verify.survey import Known, Refused, Survey
from slotproof.verify.work import outlines_beside, surveyed

if TYPE_CHECKING:
    from slotproof.declare import Refinement

Containers = Annotated[
    list[str] | None,
    typer.Argument(help="Names of containers, or a file that declares some; none means all.", show_default=False),
]
Id = Annotated[str, typer.Argument(help="ID of a claim, such as HM-I2.", metavar="ID")]
LedgerFile = Annotated[Path, typer.Option("--ledger", help="Where verdicts are kept.", metavar="FILE")]

LISTED: Final = 20  # names shown where none is near


def project_in(file: Path) -> Project:
    """The project whose containers the file declares.

    Raises     BadParameter with the reason, if the file cannot be imported
    """
    try:
        return project_of(file)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error


def named(context: typer.Context, names: Sequence[str] | None) -> tuple[Project, list[str]]:
    """The project, and the containers that are named; a file among the names says where they are declared."""
    files = [Path(name) for name in names or () if name.endswith(".py")]
    if len(files) > 1:
        raise typer.BadParameter("one file of declarations at a time")
    project: Project = project_in(files[0]) if files else context.obj
    return project, [name for name in names or () if not name.endswith(".py")]


def asked(project: Project, ledger: Ledger, pool: Pool | None = None, placed: bool = False) -> Survey:
    """What there is to judge in a project.

    Takes      placed, True if the lines matter
    Raises     BadParameter with the reason and the line to blame, if a declaration cannot be had; Exit, if it has
               mistakes, which are printed
    """
    make_folder(ledger.path.parent)
    own = pool or Pool(project, 0, outlines_beside(ledger))
    try:
        return surveyed(project, ledger, own, placed)
    except Refused as error:
        if error.findings:
            typer.echo(text(error.findings), nl=False)
            raise typer.Exit(USAGE_EXIT) from None
        raise typer.BadParameter(str(error)) from error
    finally:
        if pool is None:
            own.stop()


def imported(project: Project) -> dict[str, Refinement]:
    """The declarations themselves.

    Raises     BadParameter, as above
    """
    try:
        return project.declared()
    except Exception as error:
        raise typer.BadParameter(refusal(project, error)) from error


def chosen(kind: str, names: Sequence[str] | None, known: Any) -> dict[str, Any]:
    """The named ones of what is known, in its order; all if none is named.

    Raises     BadParameter, with the names nearest to one that is unknown
    """
    for name in names or ():
        if name not in known:
            raise unknown(kind, name, known)
    return {name: value for name, value in known.items() if not names or name in names}


def unknown(kind: str, name: str, known: Iterable[str]) -> typer.BadParameter:
    """The refusal of a name that is unknown, with the names nearest to it, or else with all there are."""
    plain = {_plain(each): each for each in known}
    near = [plain[each] for each in difflib.get_close_matches(_plain(name), plain, n=5, cutoff=0.5)]
    if near:
        return typer.BadParameter(f"there is no {kind} {name!r}; nearest: {', '.join(near)}")
    names = list(plain.values())
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return typer.BadParameter(f"there is no {kind} {name!r}; there are {', '.join(names[:LISTED])}{more}")


def _plain(name: str) -> str:
    """The name without what is easily mistaken: capitals, and how words are joined."""
    return name.lower().replace("-", "_").replace(" ", "_")


def find(project: Project, id: str, ledger: Ledger) -> tuple[Known, Standing]:
    """The container that declares a claim, and where the claim stands.

    Raises     BadParameter, with the IDs nearest to one that is unknown
    """
    survey = asked(project, ledger, placed=True)
    known = {claim.id: each for each in survey.declared().values() for claim in each.claims}
    if id.upper() not in known:
        raise unknown("claim", id, known)
    container = known[id.upper()]
    standings = stand(Grounds(project, survey, ledger), container, project.judges, [False, True])
    return container, next(standing for standing in standings if standing.claim.id == id.upper())
