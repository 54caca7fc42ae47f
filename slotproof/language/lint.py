"""Lints files: each declaration with all that it reaches, or a file of a program as it stands."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

from slotproof.language.declaration.claims import Claims
from slotproof.language.declaration.domains import Domains
from slotproof.language.declaration.predicates import Predicates
from slotproof.language.declaration.reading import Reader
from slotproof.language.declaration.stateless import check_stateless
from slotproof.language.declaration.theorems import check_theorems
from slotproof.language.declaration.values import Record
from slotproof.language.declaration.words import check_words
from slotproof.language.findings import PROGRAM, Finding, Look
from slotproof.language.program.check import Check
from slotproof.language.program.parts import Module
from slotproof.language.program.program import Program


def lint(files: Iterable[Path]) -> list[Finding]:
    """Return all findings of some files, in the order of their places. Nothing is imported, and nothing is run.

    Raises     OSError if a file cannot be read
    """
    return sorted({finding for file in files for finding in look(file).findings})


def look(file: Path) -> Look:
    """Return what a file declares, and what is refused of it and of all that it reaches.

    Raises     OSError if a file cannot be read
    """
    program = Program()
    try:
        containers = _read(program, program.read(file))
    except (SyntaxError, RecursionError) as error:
        line, column = getattr(error, "lineno", None) or 1, getattr(error, "offset", None) or 1
        source = (getattr(error, "text", None) or "").rstrip()
        why = getattr(error, "msg", None) or "it is nested too deeply"
        what = (
            str(file),
            line,
            max(column, 1),
            "syntax",
            "syntax",
            "the file is not read",
            why,
            "write Python",
            PROGRAM,
        )
        return Look((), (str(file), *map(str, program.modules)), (Finding(*what, source),))
    return Look(containers, tuple(map(str, program.modules)), tuple(sorted(program.findings)))


def _read(program: Program, module: Module) -> tuple[str, ...]:
    """Check what a file declares, or, if it declares nothing, what it defines; return the names of containers.

    Raises     RecursionError of what is nested too deeply
    """
    refinements = _refinements(program, module)
    for reader, record in refinements:
        declared = Claims(reader, record)
        check = Check(program, _names(declared))
        check.module(module)
        for side in declared.sides():
            check.container(side)
        declared.check()
        Domains(declared, check).check()
        check_words(declared, check.work)
        check_theorems(declared, check.work)
        Predicates(declared, check.work).check()
        check.rest()
        check_stateless(program, module, check.done)
    if not refinements and module.is_declaration:
        program.refuse(module, module.tree, "no_container", "no container is declared here that can be read")
    elif not refinements:
        Check(program).whole(module)
    return tuple(str(record.get("name")) for _, record in refinements)


def _refinements(program: Program, module: Module) -> list[tuple[Reader, Record]]:
    """Return the declarations that a file makes."""
    reader = Reader(program)
    made: dict[int, Record] = {}
    for name, node in module.bindings.items():
        if isinstance(node, ast.Assign | ast.AnnAssign) and module.is_declaration:
            value = reader.named(module, name)
            if isinstance(value, Record) and value.name == "Refinement" and value.module is module:
                made[id(value)] = value
    return [(reader, each) for each in made.values()]


def _names(declared: Claims) -> frozenset[str]:
    """Return the operations, by class and name: what they give must not be a part of the container."""
    return frozenset(
        f"{side.id}.{each.get('name')}"
        for top in declared.sides()
        for side, _ in declared.program.line(top)
        for each in declared.operations
    )
