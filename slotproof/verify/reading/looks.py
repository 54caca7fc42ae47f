"""What the language refuses of the containers of a project: looked for again only where what was read has changed.

Nothing is imported to find this out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from slotproof.language.findings import Look
from slotproof.language.lint import look
from slotproof.language.program.parts import DECLARING
from slotproof.verify.project import DECLARE, ENGINE, LANGUAGE, Project
from slotproof.verify.reading.sources import Sources, digest, tree

_MAKES: Final = re.compile(r"^\w+(: [\w\[\]]+)? = \w*(Refinement|replace)\(", re.MULTILINE)


def looks(project: Project, sources: Sources, kept: Mapping[str, Look]) -> dict[str, Look]:
    """File that declares containers, or looks as if it did -> what the language says of them.

    Takes      kept, what was found before
    """
    language = sources.said(sources.closure([LANGUAGE]))
    found = {}
    for file in map(str, _declarations(project, sources)):
        before = kept.get(file)
        if before is None or before.digest != _read(before, language):
            before = look(Path(file))
            told = (
                before.findings if before.containers else ()
            )  # of a file that only looks like a declaration nothing is said
            findings = tuple(replace(each, file=str(Path(each.file).resolve())) for each in told)
            before = replace(before, findings=findings, digest=_read(before, language))
        found[file] = before
    return found


def _read(found: Look, language: Mapping[str, str]) -> str:
    """The digest of what was read for a look, as it is now."""
    return digest([tree(map(Path, found.files)), language])


def _declarations(project: Project, sources: Sources) -> Iterator[Path]:
    """The files that make a `Refinement`, or one from another, at their top."""
    for module, file in sorted(sources.closure([project.catalog]).items()):
        if "/" not in module and not module.startswith((ENGINE, DECLARE)):
            imports = sources.outline(module).imports.values()
            declares = any(sources.resolved(module, origin, level) in DECLARING for origin, _, level in imports)
            if declares and _MAKES.search(file.read_text(encoding="utf-8")):
                yield file
