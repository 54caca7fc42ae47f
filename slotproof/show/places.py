"""Where a claim lives: the files and lines that state it, mean it, store it, and those to blame when it fails."""

from __future__ import annotations

import ast
import inspect
import linecache
import re
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import slotproof
from slotproof.declare import Claim, Operation, Refinement
from slotproof.declare.verdict import Verdict
from slotproof.verify.reading.sources import OUTLINES

_ROOT: Final = Path(slotproof.__file__).resolve().parent.parent
_LOOP: Final = re.compile(r"\bloop (\w+)\.(\w+)#(\d+)")  # how the prover names a loop in a message


class Place(NamedTuple):
    """A line of a file; lines count from 1."""

    file: Path
    line: int

    def __str__(self) -> str:
        """As short as it can be said from here."""
        return f"{shortened(self.file)}:{self.line}"


def position(subject: Any) -> Place | None:
    """Where a class or function begins, if it has a source."""
    subject = inspect.unwrap(getattr(subject, "fget", subject))
    code = getattr(subject, "__code__", None)
    if code:
        return Place(Path(code.co_filename).resolve(), code.co_firstlineno)
    try:
        file = Path(inspect.getsourcefile(subject) or "").resolve()
        line = OUTLINES.of(file).line_of(getattr(subject, "__qualname__", "")) or inspect.getsourcelines(subject)[1]
    except (OSError, TypeError, SyntaxError):
        return None
    return Place(file, line)


def shortened(path: Path) -> str:
    """The path from here, or else from the root of the project, or else as it is."""
    for base in (Path.cwd(), _ROOT):
        if path.is_relative_to(base):
            return path.relative_to(base).as_posix()
    return path.as_posix()


def positions(refinement: Refinement, claim: Claim) -> dict[str, Place | None]:
    """Where the model means the claim, where the implementation stores it, and where it is stated as a predicate."""
    operation = operation_of(refinement, claim)
    found = {}
    for side, owner in (("spec", refinement.model), ("impl", refinement.impl)):
        found[side] = position(getattr(owner, operation.name, owner) if operation else owner)
    return {**found, "claim": position(claim.holds)} if claim.holds else found


def page_of(container: str) -> str:
    """The page of a container, from the root of the project."""
    return f"docs/users/containers/{container}.md"


def places(container: str, claim: Claim, found: Mapping[str, Place | None]) -> dict[str, str]:
    """Where the claim is stated, what means it, what stores it, and where it is documented, as text."""
    page = _ROOT / page_of(container)
    told = {view: str(place or "none") for view, place in found.items() if view != "claim"} | {"docs": "none"}
    if page.is_file():
        lines = page.read_text(encoding="utf-8").splitlines()
        line = next((n for n, text in enumerate(lines, 1) if claim.id in text), 0)
        told["docs"] = str(Place(page, line)) if line else f"{shortened(page)} (does not name it)"
    return {**told, "claim": str(found["claim"] or "none")} if "claim" in found else told


def predicate(claim: Claim) -> str:
    """The source of what must hold, or nothing."""
    if claim.holds is None:
        return ""
    try:
        code = getattr(inspect.unwrap(claim.holds), "__code__", None)
        if code is None or claim.holds.__qualname__ != claim.holds.__name__:
            return inspect.getsource(claim.holds).rstrip()
        first, last = OUTLINES.of(Path(code.co_filename)).span(code.co_firstlineno)
        return "".join(linecache.getlines(code.co_filename)[first - 1 : last]).rstrip()
    except (OSError, TypeError, SyntaxError):
        return ""


def operation_of(refinement: Refinement, claim: Claim) -> Operation | None:
    """The operation whose refinement or cost the claim is."""
    ids = (claim.id, claim.id.replace("-C", "-R"))
    return next((operation for operation in refinement.operations if operation.claim.id in ids), None)


def blamed(refinement: Refinement, claim: Claim, verdict: Verdict | None = None) -> Place | None:
    """The line to look at first: the loop a proof fails at, the method that took the last step, or the claim itself."""
    failure = verdict.failure if verdict else None
    loop = _LOOP.search(failure.message) if failure else None
    if loop:
        return _loop(refinement, *loop.groups())
    operation = operation_of(refinement, claim)
    names = [
        failure.trace[-1].operation if failure and failure.trace else "",
        verdict.unit.split(" | ")[0] if verdict else "",  # the unit of a proof is an operation, and what it is for
        operation.name if operation else "",
    ]
    methods = [getattr(refinement.impl, name, None) for name in names if name]
    for subject in (*methods, claim.holds, refinement.impl):
        found = position(subject) if subject is not None else None
        if found is not None:
            return found
    return None


def _loop(refinement: Refinement, owner: str, name: str, index: str) -> Place | None:
    """The loop of that number in a method of the model or the implementation, or else the method."""
    classes = [kind for side in (refinement.impl, refinement.model) for kind in side.__mro__ if kind.__name__ == owner]
    method = next((vars(kind)[name] for kind in classes if name in vars(kind)), None)
    found = position(method) if method is not None else None
    if method is None or found is None:
        return position(refinement.impl)
    lines = _loop_lines(method)
    return Place(found.file, lines[int(index)]) if int(index) < len(lines) else found


def _loop_lines(method: Any) -> list[int]:
    """The lines of its loops."""
    source, first = inspect.getsourcelines(inspect.unwrap(method))
    tree = ast.parse(textwrap.dedent("".join(source)))
    return [each.lineno + first - 1 for each in ast.walk(tree) if isinstance(each, ast.While | ast.For)]
