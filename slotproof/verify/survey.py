"""What there is to judge: containers, claims, the units of each judge, and a key for each unit that changes with it.

Making a survey imports the declarations and the judges, which takes a while; so the last one is kept in the ledger, and
counts until a source says something else.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from slotproof.declare import Claim, Refinement
from slotproof.declare.verdict import Reads
from slotproof.language.findings import DECLARATION, Finding, Look, shown
from slotproof.show.places import Place, operation_of, positions, predicate, shortened
from slotproof.verify.project import DECLARE, LANGUAGE, Project, declared_in
from slotproof.verify.reading.outside import outside
from slotproof.verify.reading.reach import Reach
from slotproof.verify.reading.sources import Sources, digest, tool_versions, tree

FORMAT: Final = 2  # part of every key: another number makes every verdict stale


@dataclass(frozen=True)
class Unit:
    """One unit as it stands in the sources.

    key   what a verdict must carry to be about this
    own   the digest of the operations that it is about, without what they call
    """

    key: str
    own: str


@dataclass(frozen=True)
class Known:
    """A container, as far as commands need it that judge nothing.

    declared     it is among those that the project declares, not only inside of one
    operations   ID of a claim -> the operation whose refinement or cost it is
    views        ID of a claim -> where it is stated, meant and stored
    predicates   ID of a claim -> the source of what must hold
    units        judge -> deep or not -> units, in order
    outside      where it names what may read more than its sources: of such a container no verdict is kept
    """

    name: str
    title: str
    declared: bool
    claims: tuple[Claim, ...]
    theorems: tuple[str, ...]
    operations: Mapping[str, str]
    views: Mapping[str, Mapping[str, Place | None]]
    predicates: Mapping[str, str]
    units: Mapping[str, Mapping[bool, Mapping[str, Unit]]]
    outside: tuple[str, ...] = ()


@dataclass(frozen=True)
class Survey:
    """All that there is to judge.

    tree      the digest of the files when it was made, positions and all
    meaning   the digest of what they say
    files     every source
    placed    the lines that it names are those of the files
    looks     file that declares containers, or looks as if it did -> what the language refuses of them
    """

    tree: str
    meaning: str
    files: tuple[Path, ...]
    containers: Mapping[str, Known] = field(default_factory=dict)
    placed: bool = True
    looks: Mapping[str, Look] = field(default_factory=dict)

    def refused(self, container: str) -> list[Finding]:
        """What the language refuses of what a container reaches."""
        found = [each for look in self.looks.values() if container in look.containers for each in look.findings]
        return [replace(each, file=shown(Path(each.file))) for each in found]

    def declared(self) -> dict[str, Known]:
        """The containers that the project declares, by name."""
        return {name: known for name, known in self.containers.items() if known.declared}

    def encoded(self) -> dict[str, Any]:
        """The survey as JSON can hold it."""
        return {
            "tree": self.tree,
            "meaning": self.meaning,
            "files": [str(file) for file in self.files],
            "placed": self.placed,
            "containers": [_encoded(known) for known in self.containers.values()],
            "looks": {file: asdict(look) for file, look in self.looks.items()},
        }

    @staticmethod
    def decoded(data: Mapping[str, Any]) -> Survey:
        """The inverse of `encoded`."""
        containers = {each["name"]: _decoded(each) for each in data["containers"]}
        looks = {file: Look.decoded(look) for file, look in data["looks"].items()}
        return Survey(data["tree"], data["meaning"], tuple(map(Path, data["files"])), containers, data["placed"], looks)


def _encoded(known: Known) -> dict[str, Any]:
    units = {
        judge: {
            ("deep" if deep else "plain"): {name: [unit.key, unit.own] for name, unit in own.items()}
            for deep, own in profiles.items()
        }
        for judge, profiles in known.units.items()
    }
    views = {
        id: {view: [str(place.file), place.line] if place else None for view, place in found.items()}
        for id, found in known.views.items()
    }
    claims = [[claim.id, claim.statement] for claim in known.claims]
    return {**vars(known), "views": views, "claims": claims, "units": units}


def _decoded(data: Mapping[str, Any]) -> Known:
    units = {
        judge: {
            name == "deep": {unit: Unit(key, own) for unit, (key, own) in units.items()}
            for name, units in profiles.items()
        }
        for judge, profiles in data["units"].items()
    }
    claims = tuple(Claim(id, statement) for id, statement in data["claims"])
    views = {
        id: {view: Place(Path(place[0]), place[1]) if place else None for view, place in found.items()}
        for id, found in data["views"].items()
    }
    told = {name: tuple(data[name]) for name in ("theorems", "outside")}
    return Known(**{**data, "views": views, "claims": claims, "units": units, **told})


# --- made without importing


def as_before(project: Project, before: Survey | None, placed: bool = False) -> Survey | None:
    """The last survey, if the sources still say the same; None if there is none or they do not, or read other things.

    Takes      placed, True if the lines must be those of now
    """
    if before is None or any(known.outside for known in before.containers.values()):
        return None
    now = tree(before.files)
    if now == before.tree and (before.placed or not placed):
        return before
    if placed:
        return None
    try:
        sources = sources_of(project)
    except (SyntaxError, FileNotFoundError):
        return None
    if meaning(project, sources) != before.meaning or any(look.findings for look in before.looks.values()):
        return None
    files = tuple(sources.files.values())
    return replace(before, files=files, tree=tree(files), placed=False)


class Refused(Exception):
    """What was to be judged cannot be imported, or declares nothing; the text says why.

    findings   what the language refuses, if a declaration has a mistake
    """

    def __init__(self, text: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__(text)
        self.findings = findings


def sources_of(project: Project) -> Sources:
    """All files that the project leads to."""
    return Sources([project.catalog], [*project.judges.values(), *([LANGUAGE] if project.is_read else [])])


def meaning(project: Project, sources: Sources) -> str:
    """The digest of what the sources say, without layout and comments."""
    return digest([FORMAT, sources.said(sources.files), tool_versions(), project.key])


# --- made by importing


def survey(project: Project, begun: str = "", kept: Mapping[str, Look] | None = None) -> Survey:
    """Look at all declarations and ask each judge for its units.

    Takes      begun, the `tree` of the sources before anything was imported; kept, what the language said of them
    Raises     Refused, if it is another one now, or a declaration has a mistake
    """
    sources = sources_of(project)
    looks = looked(project, sources, kept or {}) if project.is_read else {}
    declared, known = project.declared(), project.known()
    if not declared:
        file = shortened(sources.files[project.catalog].resolve())
        raise Refused(f"{file} declares no container: no value of it is a Refinement")
    if project.is_read:
        _check_read(looks, known)
        _check_alone(project, known)
    containers = {}
    for container, refinement in known.items():
        units = {name: keys.units() for name, keys in keys_of(project, sources, refinement).items()}
        read = read_outside(project, sources, refinement)
        containers[container] = replace(known_of(refinement, container in declared, units), outside=read)
    files = tuple(sources.files.values())
    now = tree(files)
    if begun and now != begun:
        raise Refused("the sources or sys.path changed meanwhile; run the command again, or leave out what does it")
    return Survey(now, meaning(project, sources), files, containers, looks=looks)


def looked(project: Project, sources: Sources, kept: Mapping[str, Look]) -> dict[str, Look]:
    """What the language says of each file that declares containers.

    Raises     Refused, if a declaration has a mistake
    """
    from slotproof.verify.reading.looks import looks  # noqa: PLC0415 - the process that asks for a survey never looks

    found = looks(project, sources, kept)
    findings = sorted({each for look in found.values() for each in look.findings})
    if any(each.side == DECLARATION for each in findings):
        told = [replace(each, file=shown(Path(each.file))) for each in findings]
        raise Refused("a declaration has a mistake", told)
    return found


def _check_read(looks: Mapping[str, Look], known: Mapping[str, Refinement]) -> None:
    """See that each container is declared where the language reads it.

    Raises     Refused, if one is not
    """
    read = {name for look in looks.values() for name in look.containers}
    if unread := [name for name in known if name not in read]:
        raise Refused(
            f"the declaration of {', '.join(unread)} cannot be read: write `NAME = Refinement(...)` at the top of a "
            "module that imports `Refinement` by its name"
        )


def _check_alone(project: Project, known: Mapping[str, Refinement]) -> None:
    """See that a name of a container means one declaration, that which is judged, wherever others rest on it.

    Raises     Refused, if it means another one somewhere
    """
    module = importlib.import_module(project.catalog)
    held = [each for each in vars(module).values() if isinstance(each, Refinement)]
    for each in held if not hasattr(module, "CATALOG") else ():
        if known[each.name] is not each:
            raise Refused(f"two declarations are named {each.name}: give each a name of its own")
    for refinement in known.values():
        parts = (*refinement.inside.values(), *refinement.known)
        for each in (*(part.refinement for part in parts), *(part.refinement for part in refinement.several.values())):
            if known.get(each.name) is not each:
                why = f"{refinement.name} holds a {each.name} of another declaration than the one that is judged"
                raise Refused(f"{why}: name that declaration itself, and replace nothing in it")


def read_outside(project: Project, sources: Sources, refinement: Refinement) -> tuple[str, ...]:
    """Where a declaration, or what it leads to but for the judges, names what may read more than the sources."""
    behind = [module for module in declared_in(project, refinement) if module in sources.modules]
    own = sources.closure(behind).keys() & sources.modules.keys() - sources.whole
    return tuple(outside(sources, sorted(own)))


def keys_of(project: Project, sources: Sources, refinement: Refinement) -> dict[str, Keys]:
    """Judge -> the keys of its units about a container; `declare` counts as a whole, and so does the judge."""
    declare = {name for name in sources.modules if name.startswith(DECLARE)}
    behind = [module for module in declared_in(project, refinement) if module in sources.modules]
    data = {each for each in sources.closure(behind) if "/" in each}
    found = {}
    for name, module in project.judges.items():
        apart = frozenset(declare | {*sources.closure([module])})
        texts = digest(sources.said(apart | data))
        profiled = name not in project.selecting
        found[name] = Keys(importlib.import_module(module), refinement, texts, profiled, Reach(sources, apart))
    return found


class Keys:
    """Keys of the units of one judge about one container; what all of them reach is looked for once.

    texts      the digest of what counts as a whole
    profiled   the judge says another thing of a unit in the deep profile
    start      what is reached before anything is looked at: nothing
    """

    def __init__(self, judge: Any, refinement: Refinement, texts: str, profiled: bool, start: Reach) -> None:
        self.judge, self.refinement, self.texts, self.profiled, self.start = judge, refinement, texts, profiled, start
        self.bases: dict[frozenset[str], Reach] = {}
        self.known: dict[str, tuple[str, str]] = {}

    def units(self) -> dict[bool, dict[str, Unit]]:
        """The units of either profile."""
        return {
            deep: {unit: self.unit(unit, deep) for unit in self.judge.units(self.refinement, deep)}
            for deep in (False, True)
        }

    def unit(self, unit: str, deep: bool) -> Unit:
        """The key of a unit."""
        if unit not in self.known:
            self.known[unit] = self._reached(unit)
        reached, own = self.known[unit]
        told = [FORMAT, self.refinement.name, self.judge.__name__, unit, deep and self.profiled, self.texts]
        return Unit(digest([*told, tool_versions(), reached]), own)

    def _reached(self, unit: str) -> tuple[str, str]:
        """The digest of all that the unit reaches, and of the operations that it is about."""
        reach, operations = self.reach(unit)
        return reach.digest(), self._own(operations)

    def reach(self, unit: str) -> tuple[Reach, tuple[str, ...]]:
        """All that a unit reaches, and the operations that it is about."""
        reads = self.judge.reads(self.refinement, unit) if hasattr(self.judge, "reads") else None
        if reads is None:
            reads = Reads(operations=tuple(each.name for each in self.refinement.operations))
        base = self.bases.get(reads.without)
        if base is None:
            base = self.bases[reads.without] = self.start.copy()
            base.declared(self.refinement, reads.without)
        reach = base.copy()
        reach.named(reads.operations)
        reach.value(list(reads.parts))
        return reach, reads.operations

    def _own(self, names: Iterable[str]) -> str:
        sources, found = self.start.sources, []
        for side in (self.refinement.impl, self.refinement.model):
            for kind in side.__mro__:
                if kind.__module__ in sources.modules:
                    definitions = sources.outline(kind.__module__).definitions
                    methods = (f"{kind.__name__}.{name}" for name in names)
                    found += [definitions[each].digest for each in methods if each in definitions]
        return digest(found)[:8]


def known_of(
    refinement: Refinement, declared: bool = True, units: Mapping[str, Mapping[bool, Mapping[str, Unit]]] | None = None
) -> Known:
    """What commands show of a declaration."""
    claims = refinement.claims()
    operations = {claim.id: found.name for claim in claims if (found := operation_of(refinement, claim))}
    return Known(
        refinement.name,
        refinement.title,
        declared,
        tuple(Claim(claim.id, claim.statement) for claim in claims),
        tuple(theorem.claim.id for theorem in refinement.theorems),
        operations,
        {claim.id: positions(refinement, claim) for claim in claims},
        {claim.id: text for claim in claims if (text := predicate(claim))},
        units or {},
    )
