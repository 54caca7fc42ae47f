"""What the arguments of commands name: containers, files that declare some, judges, claims."""

from __future__ import annotations

import difflib
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from slotproof.places import Place
from slotproof.proofs.engine.refinement import Refinement
from slotproof.verify import schedule
from slotproof.verify.grounds import Grounds
from slotproof.verify.ledger import Ledger
from slotproof.verify.schedule import Project
from slotproof.verify.standing import Standing, stand

Containers = Annotated[
    list[str] | None,
    typer.Argument(help="Names of containers, or a file that declares some; none means all.", show_default=False),
]
Id = Annotated[str, typer.Argument(help="ID of a claim, such as HM-I2.", metavar="ID")]
LedgerFile = Annotated[Path, typer.Option("--ledger", help="Where verdicts are kept.", metavar="FILE")]

LISTED: Final = 20  # names shown where none is near


def project_in(file: Path) -> Project:
    """The project whose containers the file declares.

    Raises     BadParameter with the reason, and the line to blame if the file itself cannot be run
    """
    try:
        return schedule.project_of(file)
    except Exception as error:
        raise typer.BadParameter(_why(file, error)) from error


def _why(file: Path, error: Exception) -> str:
    """Why the containers of the file cannot be had."""
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, ValueError) and frames[-1].filename == schedule.__file__:
        return str(error)
    if isinstance(error, SyntaxError) and error.filename:
        place = Place(Path(error.filename).resolve(), error.lineno or 0)
        return f"{file} cannot be imported: {type(error).__name__}: {error.msg} ({place})"
    last = [frame for frame in frames if "importlib" not in frame.filename][-1]  # which looks for modules
    place = Place(Path(last.filename).resolve(), last.lineno or 0)
    return f"{file} cannot be imported: {type(error).__name__}: {error} ({place})"


def named(context: typer.Context, names: Sequence[str] | None) -> tuple[Project, dict[str, Refinement]]:
    """The containers that are named; a file among the names says where they are declared."""
    files = [Path(name) for name in names or () if name.endswith(".py")]
    if len(files) > 1:
        raise typer.BadParameter("one file of declarations at a time")
    project: Project = project_in(files[0]) if files else context.obj
    plain = [name for name in names or () if not name.endswith(".py")]
    return project, chosen("container", plain, project.declared())


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


def find(project: Project, id: str, ledger: Ledger) -> tuple[Refinement, Standing]:
    """The container that declares a claim, and where the claim stands.

    Raises     BadParameter, with the IDs nearest to one that is unknown
    """
    known: dict[str, Refinement] = {}
    for refinement in project.declared().values():
        known |= {claim.id: refinement for claim in refinement.claims()}
    if id.upper() not in known:
        raise unknown("claim", id, known)
    refinement = known[id.upper()]
    standings = stand(Grounds(project, ledger), refinement, project.judges, [False, True])
    return refinement, next(standing for standing in standings if standing.claim.id == id.upper())
