"""Where the declarations and the judges of a run are found."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Final

import slotproof
from slotproof.verify.reading.sources import closure, module_file

if TYPE_CHECKING:
    from slotproof.declare import Refinement

ENGINE: Final = "slotproof.engine"

DECLARE: Final = "slotproof.declare"
"""What declarations are made of, and all judges read."""

LANGUAGE: Final = "slotproof.language.lint"
"""The module that reads declarations without importing them."""

JUDGES: Final = {
    "bits": f"{ENGINE}.bitvectors.bits",
    "walk": f"{ENGINE}.walk.walk",
    "explore": f"{ENGINE}.explore.explore",
    "contracts": f"{ENGINE}.crosshair.contracts",
    "prove": f"{ENGINE}.prove.prove",
}
"""Name on the command line -> module, in the order of work: what costs least comes first."""

SELECTING: Final = frozenset({"bits", "explore", "prove"})
"""Judges that say the same of a unit in both profiles, of which the deep one may only have more."""

READING: Final = frozenset({"prove", "certify"})
"""Judges that take only what is in the language; others take any Python."""

HOME: Final = Path(slotproof.__file__).resolve().parent
"""The folder of the package."""

SHIPPED: Final = "slotproof.proofs.catalog"
"""The module that lists the containers of this project."""


@dataclass(frozen=True)
class Project:
    """Where the declarations and the judges are found."""

    catalog: str = SHIPPED
    judges: Mapping[str, str] = field(default_factory=lambda: dict(JUDGES))
    selecting: frozenset[str] = SELECTING

    @property
    def key(self) -> str:
        """What tells projects apart that share a ledger."""
        return f"{self.catalog} {self.judges} {sorted(self.selecting)}"

    @property
    def is_read(self) -> bool:
        """True if a judge asks that containers be in the language that `prove` reads."""
        return not READING.isdisjoint(self.judges)

    def declared(self) -> dict[str, Refinement]:
        """Every declared container, by name: the `CATALOG` of the module, or each `Refinement` it holds; imports it."""
        from slotproof.declare import Refinement  # noqa: PLC0415 - only where it is imported anyway

        module = importlib.import_module(self.catalog)
        held = {each.name: each for each in vars(module).values() if isinstance(each, Refinement)}
        listed: dict[str, Refinement] = getattr(module, "CATALOG", held)
        return listed

    def known(self) -> dict[str, Refinement]:
        """Every declared container, then those that the modules behind them declare, which may be inside of them."""
        from slotproof.declare import Refinement  # noqa: PLC0415 - as above

        found = dict(self.declared())
        for name in sorted(closure([self.catalog])):
            for each in list(vars(sys.modules[name]).values()) if name in sys.modules else ():
                if isinstance(each, Refinement):
                    found.setdefault(each.name, each)
        return found

    def container(self, name: str) -> Refinement:
        """The known container of that name.

        Raises     KeyError
        """
        return self.declared().get(name) or self.known()[name]


def project_of(file: Path) -> Project:
    """The project whose containers a file declares; what stands beside the file, or its package, can be imported.

    Raises     ValueError with the reason, if it cannot be imported from there
    """
    if not file.is_file():
        raise ValueError(f"there is no file {file}")
    folder, parts = file.resolve().parent, [file.stem] if file.stem != "__init__" else []
    while (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    name = ".".join(parts)
    beside = PathFinder.find_spec(slotproof.__name__, [str(folder)])
    if beside is not None and HOME not in {Path(each).resolve() for each in beside.submodule_search_locations or ()}:
        raise ValueError(f"{folder} has another {slotproof.__name__}, which would be imported; name it otherwise")
    if str(folder) not in sys.path:
        sys.path.append(str(folder))  # not in front, where a json.py would stand in for the one of Python
    found = module_file(name)
    if found is None or found.resolve() != file.resolve():
        raise ValueError(
            f"{file} cannot be imported as {name}: {found or 'nothing'} is in its place; name it otherwise"
        )
    return Project(name)


def declared_in(project: Project, refinement: Refinement) -> list[str]:
    """The modules that hold the declaration; a catalog counts only if it is the only one."""
    modules = [
        name
        for name, module in list(sys.modules.items())
        if module is not None and any(value is refinement for value in list(vars(module).values()))
    ]
    return sorted(set(modules) - {project.catalog, SHIPPED}) or [project.catalog]


def catalog() -> dict[str, Refinement]:
    """Every container of this project, by name; imports them."""
    return Project().declared()
