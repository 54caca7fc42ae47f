"""Random programs: those that were misread once are read right, and mistakes that are planted are found."""

from __future__ import annotations

import ast
import gc
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from slotproof.dev.pages import parts
from slotproof.engine.prove.python.builtin import arithmetic, builtins, methods, operators, splices
from slotproof.engine.prove.python.builtin.method_call import Call, Change
from slotproof.engine.prove.python.builtin.methods import LIST
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.engine.prove.solver import terms

from ..judging import mistaken
from ..quick import first_only, long_unless
from ..tree.layout import ROOT
from . import forms, page
from . import runs as runs_of
from .beside import Watched, loaded
from .generator import programs
from .generator.head import HEAD
from .generator.programs import boxes, methods_of
from .kinds import pairs
from .kinds.known import WRONG, Compared, is_linted, starts
from .regressions import PROGRAMS, UNKNOWN, Program, module
from .shrink import shrunk

SEEDS: Final = 40
"""Of `known`, in which each mistake that is planted is to be found."""


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_was_misread_once_is_read_right(name: str) -> None:
    """Each program that was found does what CPython does, or is refused."""
    both = Compared("regression", module(PROGRAMS[name]))
    seen = {both.seen("op", given).word for given in starts(name, 12)}
    assert seen <= PROGRAMS[name].words, [both.seen("op", given) for given in starts(name, 12)]


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_crashed_of_unknown_values_is_refused(name: str) -> None:
    """By name, though both sides are the same."""
    method = [f"    def op(self, number: int, other: int) -> int:\n{UNKNOWN[name]}"]
    text = programs.two_sided(method, method)
    with TemporaryDirectory() as folder:
        refinement = pairs.declared(loaded("random_pair", text, Path(folder) / "random_pair.py"), "op", 0)
        try:
            assert prove_by_reading(refinement, refinement.operations[0]).unsupported
        finally:
            del sys.modules["random_pair"]


@pytest.mark.parametrize("constant", ["(*True, 1)", "(1, *LIMIT)", "LIMIT[1:]"])
def test_a_constant_that_is_none_is_refused(constant: str) -> None:
    """The check of the language says so, and goes on."""
    text = f"for each in {constant}:\n    self.number = each\nreturn 0\n"
    assert is_linted(module(Program(text, frozenset())), "op")


@pytest.mark.parametrize("seed", long_unless(lambda seed: seed < 6, range(100)))
@pytest.mark.parametrize("kind", ["known", "syntax"])
def test_programs_mean_what_cpython_says(kind: str, seed: int) -> None:
    """Result, error, fields and counts are the same, and nothing crashes."""
    came = runs_of.KINDS[kind][0](seed)
    assert not came.found, came.found[0]
    assert came.words["agreed"] > (came.programs / 3 if kind == "known" else 0)


def test_nothing_is_let_go_of_while_a_program_is_watched() -> None:
    """Garbage is looked for again afterwards, if it was before."""
    before = gc.isenabled()
    try:
        for collects, switch in ((True, gc.enable), (False, gc.disable)):
            switch()
            with Watched(100):
                assert not gc.isenabled()
            assert gc.isenabled() is collects
    finally:
        (gc.enable if before else gc.disable)()


@pytest.mark.parametrize("seed", first_only((3, 2, *range(4, 10))))
@pytest.mark.parametrize("kind", ["pairs", "claims"])
def test_what_cpython_refutes_is_not_proved(kind: str, seed: int) -> None:
    """Neither that two methods do the same, nor a law."""
    came = runs_of.KINDS[kind][0](seed)
    assert not came.found, came.found[0]


@pytest.mark.long
def test_each_form_is_written_or_it_is_said_why_not() -> None:
    """The forms that no program has are those of the table, and no others."""
    met = set(forms.of_program(ast.parse(HEAD)))
    for seed in range(150):
        for tree in methods_of(boxes(seed, 20)[0]):
            met |= forms.of_program(tree)
    assert forms.EVERY - met == forms.NEVER.keys()


def test_the_page_tells_of_each_form_and_of_programs_without_a_finding() -> None:
    """What is recorded was found right: each word of a kind is none of those that are findings."""
    text = page.PAGE.read_text(encoding="utf-8")
    runs = page.recorded()
    assert all(file.read_text(encoding="utf-8") == told for file, told in page.pages_of(runs).items())
    assert {run.kind for run in runs} == runs_of.KINDS.keys()
    for run in runs:
        assert not run.words.keys() & WRONG
        assert sum(run.words.values()) == run.programs
        assert run.seeds <= run.last - run.first + 1
    rows = parts(text, "forms")[1].splitlines()[2:]
    assert [row[2:].partition(" | ")[0].replace("\\|", "|") for row in rows] == sorted(forms.EVERY)


def _line(seed: int, **words: int) -> dict[str, Any]:
    return {"seed": seed, "programs": sum(words.values()), "words": words, "written": {"If": 1}, "compared": {}}


def test_runs_add_up_and_no_seed_counts_twice() -> None:
    """A longer run takes the place of its beginning; one that has seeds of another is not recorded."""
    before = page.Run.of("known", [_line(0, agreed=2), _line(3, agreed=1, refused=4)])
    assert (before.first, before.last, before.seeds, before.programs) == (0, 3, 2, 7)
    assert (before.words, before.written) == ({"agreed": 3, "refused": 4}, {"If": 2})
    others = [replace(before, kind="syntax"), replace(before, first=4, last=9)]
    assert page.kinds_table([before, *others]).splitlines()[2:] == [
        "| `known` | 4 | 14 | 8 refused, 6 agreed |",
        "| `syntax` | 2 | 7 | 4 refused, 3 agreed |",
    ]
    longer = replace(before, last=9)
    assert page.with_runs([before, *others], [longer]) == [longer, others[0]]
    with pytest.raises(ValueError, match="seeds 3 to 4"):
        page.with_runs([before], [replace(before, first=3, last=4)])


# Planted mistakes


def _popped(c: Call, *given: Any) -> Change:
    if given and terms.known(given[0]) and 0 < given[0] < c.cell.length:
        return methods.list_pop(c, given[0] - 1)
    return methods.list_pop(c, *given)


def _unclamped(self: Any, st: Any, length: Any, index: Any, node: Any, otherwise: Any = 0) -> Any:
    return (
        otherwise
        if index is None
        else terms.ite(terms.lt(index, 0), 0, terms.ite(terms.lt(length, index), length, index))
    )


def _reversed_twice(c: Call) -> Change:
    return c.cell, None


def _last_is_first(c: Call, value: Any) -> Change:
    cell, said = methods.list_append(c, value)
    return (replace(cell, length=c.cell.length), said) if terms.known(value) and value == 2 else (cell, said)


def _itself(ev: Any, st: Any, node: Any, value: Any) -> Any:
    return value


TOWARDS_ZERO: Final = "(int(a / b) if t.known(a, b) else t.div(a, b))) if isinstance"

MISTAKES: Final[dict[str, Callable[[pytest.MonkeyPatch], AbstractContextManager[None] | None]]] = {
    "`//` rounds towards zero": lambda patch: mistaken(arithmetic, ("t.div(a, b)) if isinstance", TOWARDS_ZERO)),
    "`pop` takes the one before": lambda patch: patch.setitem(LIST, "pop", _popped),
    "a limit below zero is zero": lambda patch: patch.setattr(splices.Sequences, "clamped", _unclamped),
    "`reverse` does nothing": lambda patch: patch.setitem(LIST, "reverse", _reversed_twice),
    "`append` forgets some": lambda patch: patch.setitem(LIST, "append", _last_is_first),
    "`abs` of a number is the number": lambda patch: patch.setitem(
        builtins.FUNCTIONS, "abs", lambda ev, st, node, value: value
    ),
    "`max` is `min`": lambda patch: patch.setitem(builtins.FUNCTIONS, "max", builtins.FUNCTIONS["min"]),
    "nothing is read": lambda patch: patch.setattr(Core, "count", lambda *given, **named: None),
    "sets and dicts are compared at no cost": lambda patch: mistaken(
        operators,
        ("reads=cell.size)\n                return self.same_keys", "reads=0)\n                return self.same_keys"),
    ),
    "indices are never wrong": lambda patch: patch.setattr(Core, "oblige_exact", lambda *given, **named: None),
}

QUICK: Final = ("`//` rounds towards zero", "`max` is `min`")


@pytest.mark.parametrize("name", long_unless(lambda name: name in QUICK, MISTAKES))
def test_a_planted_mistake_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within some hundred programs one does something else than in CPython."""
    with MISTAKES[name](monkeypatch) or nullcontext():
        for seed in range(SEEDS):
            text, names = boxes(seed, 20)
            both = Compared(f"planted_{seed}", text)
            for method in names:
                for given in starts(("known", seed, method), 2):
                    if both.seen(method, given).word in WRONG:
                        return
    pytest.fail("not found")


def test_what_is_found_is_made_small() -> None:
    """A program shrinks as long as something is wrong with it."""
    text = boxes(1, 2)[0]
    small = shrunk(text, lambda smaller: "number" in smaller and "class Box" in smaller)
    assert len(small.splitlines()) < 5


def test_a_crash_of_a_pair_is_made_small() -> None:
    """As long as the prover crashes alike: here, of a method that has a loop."""

    def crashes(refinement: Any) -> bool:
        if refinement.loops:
            raise LookupError(len(refinement.loops))
        return False

    seed = next(seed for seed in range(100) if any(pairs.loops_of(*each) for each in _methods(seed)))
    came = pairs.of_seed(seed, crashes)
    assert came.words["crash"] == len(came.found) > 0
    for found in came.found:
        assert pairs.became(found["text"], found["method"], 0, crashes)[0] == "crash"
        assert pairs.loops_of(found["text"], found["method"]) > 0
        assert len(found["text"]) < len(programs.pairs(f"pair {seed}", pairs.METHODS)[0]) / 2


def _methods(seed: int) -> list[tuple[str, str]]:
    text, names = programs.pairs(f"pair {seed}", pairs.METHODS)
    return [(text, name) for name in names]


FUZZ: Final = (sys.executable, "-m", "tests.fuzz", "--kind", "known", "--programs", "20")


def _seeds(folder: Path) -> list[int]:
    """The seeds that have a line, in order."""
    file = folder / "build/fuzz/known.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [json.loads(line)["seed"] for line in lines if line.endswith("}")]


def test_random_programs_go_on_until_they_are_interrupted(tmp_path: Path) -> None:
    """With more seeds all the time, and progress; what was run is kept, and not run again, until it is forgotten."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    asked = subprocess.Popen([*FUZZ, "--forever"], cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True)
    while len(_seeds(tmp_path)) < 2 and asked.poll() is None:
        time.sleep(0.1)
    asked.send_signal(signal.SIGINT)
    _, told = asked.communicate()
    kept = _seeds(tmp_path)
    assert (asked.returncode, kept) == (0, [*range(len(kept))]), told
    assert len(kept) >= 2
    assert "known: 1 seeds, 20 programs, 0 found" in told
    for more, seeds in ((), kept), (("--seed", "900"), [*kept, 900]), (("--anew",), [0]):
        assert (
            subprocess.run([*FUZZ, *more], cwd=tmp_path, env=environment, check=False, capture_output=True).returncode
            == 0
        )
        assert _seeds(tmp_path) == seeds


def test_the_same_seed_gives_the_same_programs() -> None:
    """A run can be resumed by the numbers of seeds."""
    assert boxes(3, 4) == boxes(3, 4)
    assert programs.pairs(3, 4) == programs.pairs(3, 4)
