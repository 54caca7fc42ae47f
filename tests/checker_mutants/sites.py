"""Which mutants of the judge there are, and a sample of them that is spread over files and sorts.

Each is one small change in a function of what decides: an obligation is left out, a refusal is, a condition is turned
round. What it is called survives a move of the code, but not a change of its line.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import itertools
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from slotproof.engine.mutate.edit import Mutant, definitions, source_of, span
from slotproof.engine.mutate.operators import CODE, Change, Operator
from slotproof.engine.mutate.places import of_function

from ..tree.layout import ROOT

DECIDES: Final = (
    "slotproof/engine/prove/**/*.py",
    "slotproof/language/**/*.py",
    *(f"slotproof/verify/{name}.py" for name in ("ledger", "result", "grounds")),
    *(f"slotproof/verify/reading/{name}.py" for name in ("sources", "outline", "reach")),
    "slotproof/engine/bitvectors/bits.py",
)
"""The files that decide."""

ALIEN: Final = frozenset(
    {
        "slotproof/language/page.py",
        "slotproof/language/reasons.py",
        "slotproof/engine/prove/counterexamples/scripts.py",
    }
)
"""Files beside them that only write for people."""

TELLS: Final[Mapping[str, frozenset[str]]] = {
    "slotproof/language/program/syntax.py": frozenset({"short"}),
    "slotproof/language/declaration/operations.py": frozenset({"_listed", "_near"}),
    "slotproof/language/function/forms.py": frozenset({"_counted"}),
    "slotproof/engine/prove/python/core.py": frozenset({"Core.describe"}),
    "slotproof/language/findings.py": frozenset(
        {"Finding.place", "Finding.__str__", "Finding.sentence", "shown", "text", "compiled", "as_json", "sarif"}
    ),
}
"""Functions of which only what a refusal or a finding says is made, by their files."""

OBLIGES: Final = frozenset({"oblige", "oblige_exact", "_oblige", "show", "_read_only_what_is_there", "require_less"})
ASSUMES: Final = frozenset({"assume", "suppose", "_suppose", "_assume", "suppose_laws", "suppose_coupled", "learn"})
REFUSES: Final = frozenset({"refuse", "refusal"})
SHOWN: Final = 2
"""Arguments of what obliges that say what is to be shown; the others say how it reads."""

UNORDERED: Final = frozenset(
    {"known", "know", "eq", "same", "iff", "conj", "disj", "add", "mul", "greatest", "And", "Or"}
)
"""Functions to which the order of what they are given means nothing."""

COMPARES: Final[Mapping[str, tuple[int, int]]] = {
    "equal": (1, 4),
    "same_objects": (2, 5),
    "same_numbers": (0, 2),
    "same_rows": (1, 3),
    "same_value": (0, 2),
    "values_equal": (0, 2),
    "is_identical": (0, 2),
    "is_renewed": (0, 2),
}
"""Functions that compare two things, which may change places: where the first of them stands, among how many.

`equal` of five looks each of them up in a state of its own.
"""

LONGEST: Final = 8
"""Lines that one change may leave out."""

_TERMS: Final[Mapping[str, tuple[str, ...]]] = {
    "conj": ("disj",),
    "disj": ("conj",),
    "le": ("lt",),
    "lt": ("le",),
    "add": ("sub",),
    "sub": ("add",),
    "iff": ("implies",),
}


def _name(function: ast.expr) -> str:
    """The name by which a function or a method is called, or nothing."""
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _called(node: ast.AST) -> str:
    """The name of the function that a statement calls, and does nothing else; or nothing."""
    return _name(node.value.func) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else ""


def _without(names: frozenset[str]) -> Operator:
    def change(text: Any, node: ast.AST) -> Iterator[Change]:
        if _called(node) in names:
            yield node, "pass"

    return change


def _drop_refusal(text: Any, node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Raise) or _called(node) in REFUSES:
        yield node, "pass"


def _drop_statement(text: Any, node: ast.AST) -> Iterator[Change]:
    """What is done for what it changes; without a name that is bound the rest would only crash."""
    if isinstance(node, ast.Assign):
        dropped = not any(isinstance(each, ast.Name | ast.Tuple) for each in node.targets)
    else:
        called = _called(node)
        dropped = called not in ("", *OBLIGES, *ASSUMES, *REFUSES) or isinstance(
            node, ast.AugAssign | ast.Delete | ast.Continue | ast.Break
        )
    if dropped:
        yield node, "pass"


def _term(node: ast.AST) -> tuple[str, list[ast.expr]] | None:
    """The function of terms that is called as `t.conj` is, and what it is given."""
    match node:
        case ast.Call(ast.Attribute(ast.Name("t"), name), given) if not any(isinstance(e, ast.Starred) for e in given):
            return name, given
    return None


def _weaken_term(text: Any, node: ast.AST) -> Iterator[Change]:
    """Say something else of terms: the neighbour of a connective, nothing, or the other way round."""
    if (term := _term(node)) is None:
        return
    name, given = term
    for other in _TERMS.get(name, ()):
        yield node, f"t.{other}({', '.join(map(text.of, given))})"
    if name in ("forall", "implies"):
        yield node, "True"
    if name == "implies":
        yield node, f"t.implies({text.of(given[1])}, {text.of(given[0])})"
    if name == "neg":
        yield node, f"({text.of(given[0])})"
    if name in ("conj", "disj") and len(given) > 1:
        for place in range(len(given)):
            kept = [text.of(each) for n, each in enumerate(given) if n != place]
            yield node, f"t.{name}({', '.join(kept)})"


def _swap_arguments(text: Any, node: ast.AST) -> Iterator[Change]:
    """Two arguments in each other's place, where the order matters."""
    if not isinstance(node, ast.Call) or _name(node.func) in UNORDERED:
        return
    first, count = COMPARES.get(_name(node.func), (None, None))
    begins = span(text.source, node.args[first])[0] if first is not None and len(node.args) == count else None
    yield from (change for change in CODE["swap-arguments"](text, node) if change[0][0] != begins)


OPERATORS: Final[Mapping[str, Operator]] = {
    "drop-obligation": _without(OBLIGES),
    "drop-assumption": _without(ASSUMES),
    "drop-refusal": _drop_refusal,
    "drop-statement": _drop_statement,
    "weaken-term": _weaken_term,
    **{
        name: CODE[name]
        for name in (
            "early-return",
            "negate-condition",
            "drop-operand",
            "swap-connective",
            "bound",
            "equality",
            "constant",
        )
    },
    "swap-arguments": _swap_arguments,
}
"""Sorts of mistakes, by name."""


@dataclass(frozen=True)
class Site:
    """A mutant of the judge, and its name: where it stands, the sort, and the line as it was and as it is."""

    file: str
    mutant: Mutant
    again: int = 0  # so many of that name stand before it in the function

    @cached_property
    def name(self) -> str:
        """Return what it is called in the record."""
        again = f" ({self.again + 1})" if self.again else ""
        return f"{self.place}: {self.mutant.operator}{again}: {self.change}"

    @property
    def change(self) -> str:
        """Return the lines as they were and as they are, or the line before which another is put in."""
        [edit] = self.mutant.edits
        source = source_of(self.mutant.module)
        start, end = source.rfind(b"\n", 0, edit.start) + 1, source.find(b"\n", edit.end)
        old = " ".join(source[start:end].decode().split())
        if edit.start == edit.end:
            return f"{edit.new.strip()} before {old}"
        new = source[start : edit.start].decode() + edit.new + source[edit.end : end].decode()
        return f"{old} -> {' '.join(new.split())}"

    @property
    def place(self) -> str:
        """Return the file and the function."""
        return f"{self.file}:{self.mutant.function}"


def files() -> list[str]:
    """Return the files that decide, from the root."""
    found = {path.relative_to(ROOT).as_posix() for glob in DECIDES for path in ROOT.glob(glob)}
    return sorted(each for each in found - ALIEN if not each.endswith(("__init__.py", "__main__.py")))


def module_of(file: str) -> str:
    """Return the name by which a file is imported, and import it: what is mutated is text of the process."""
    name = "slotproof." + file.removeprefix("slotproof/").removesuffix(".py").replace("/", ".")
    importlib.import_module(name)
    return name


def _wording(source: bytes, function: ast.AST) -> list[tuple[int, int]]:
    """Where a function says how a refusal reads, or an obligation: in the arguments of what makes it."""
    calls = [each for each in ast.walk(function) if isinstance(each, ast.Call)]
    said = [(span(source, each.func)[1], span(source, each)[1]) for each in calls if _name(each.func) in REFUSES]
    told = (each for each in calls if _name(each.func) in ("oblige", "oblige_exact") and len(each.args) > SHOWN)
    named = [each.value for each in ast.walk(function) if isinstance(each, ast.Assign) and _is_wording(each)]
    return [
        *said,
        *((span(source, each.args[SHOWN])[0], span(source, each)[1]) for each in told),
        *(span(source, each) for each in named),
    ]


def _is_wording(node: ast.Assign) -> bool:
    """Whether a text gets a name by which a refusal says it."""
    names = {each.id if isinstance(each, ast.Name) else "" for target in node.targets for each in _parts(target)}
    return names <= {"what", "why", "cure"} and all(
        isinstance(each, ast.JoinedStr | ast.Constant | ast.IfExp) for each in _parts(node.value)
    )


def _parts(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _is_limit(module: str, after: bytes) -> bool:
    """Whether a number follows that has a name in the module: of what is too much or too deep."""
    name = re.match(rb"\s*(_?[A-Z][A-Z_]*)\b(?![.(\[])", after)
    return name is not None and type(vars(sys.modules[module]).get(name[1].decode())) is int


def sites_of(file: str, only: Collection[str] | None = None) -> list[Site]:
    """Return every mutant of a file, or of some of its functions, whose change is one line, in the order of the text.

    What changes only how a refusal or an obligation reads is left out: it decides by being there. So is what only
    stands for what another class defines. And so is a bound that is one more or less where it is a limit for the sake
    of time or recursion: any number does.
    """
    module = module_of(file)
    path = Path(sys.modules[module].__file__ or "").resolve()
    if path != ROOT / file:
        raise LookupError(f"{module} is {path}, and not {file}")
    source = path.read_bytes()
    found = []
    for function, definition in definitions(module).items():
        if function in TELLS.get(file, ()) or (only is not None and function not in only):
            continue
        if ast.unparse(definition.body[-1]) == "raise NotImplementedError":
            continue
        counts: Counter[str] = Counter()
        words = _wording(source, definition)
        for mutant in of_function("", module, function, OPERATORS):
            [edit] = mutant.edits
            old = source[edit.start : edit.end]
            if old.count(b"\n") >= LONGEST or (b"\n" in old and edit.new not in ("pass", "True")):
                continue
            if any(start <= edit.start and edit.end <= end for start, end in words):
                continue
            if mutant.operator == "bound" and _is_limit(module, source[edit.end :]):
                continue
            site = Site(file, mutant)
            found.append(replace(site, again=counts[site.name]))
            counts[site.name] += 1
    return found


def _drawn(*what: object) -> bytes:
    """A number by chance, of which a change elsewhere changes nothing."""
    return hashlib.sha256(repr(what).encode()).digest()


def sample(size: int, seed: int, among: list[str] | None = None) -> list[Site]:
    """Return a sample: each file in turn, of the sort that was taken least; a smaller one is its beginning."""
    left: dict[str, dict[str, list[Site]]] = {}
    for file in files() if among is None else among:
        sorts = left[file] = {}
        for site in sorted(sites_of(file), key=lambda site: _drawn(seed, site.name)):
            sorts.setdefault(site.mutant.operator, []).append(site)
    taken: Counter[str] = Counter()
    chosen: list[Site] = []
    for turn in itertools.count():
        there = sorted((file for file, sorts in left.items() if sorts), key=lambda file: _drawn(seed, turn, file))
        if not there or len(chosen) == size:
            return chosen
        for file in there[: size - len(chosen)]:
            sorts = left[file]
            sort = min(sorted(sorts), key=lambda name: taken[name])
            chosen.append(sorts[sort].pop())
            taken[sort] += 1
            if not sorts[sort]:
                del sorts[sort]
    return chosen
