"""A unit's key changes with everything that the unit runs or reads: that is watched, and found in what it reaches."""

import enum
import functools
import multiprocessing
from collections.abc import Iterator
from cProfile import Profile
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from types import CodeType, MappingProxyType, SimpleNamespace
from typing import Any, Final

import pytest

from slotproof.declare.verdict import silent
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.proofs.catalog import CATALOG
from slotproof.verify.project import JUDGES, Project
from slotproof.verify.reading.reach import INNER, SEEN_ONLY, Reach
from slotproof.verify.reading.sources import Sources
from slotproof.verify.survey import Keys, keys_of, sources_of

from ...quick import long_unless
from ...tree.layout import ROOT

SIDES: Final = ("impl", "spec")
CHEAP: Final = {
    "bits": {"handle": ["HL-B1"], "handle_map": ["HM-B2"]},
    "explore": {
        "handle_map": ["whole container"],
        "sparse_set": ["whole container, swap-pop"],
        "hash_index": ["every filling"],
        "indexed_store": ["every filling"],
    },
    "walk": {"handle_map": ["default"], "dense_set": ["default"], "typed_store": ["default"]},
    "contracts": {"bitmask": ["get | capacity 1"], "token_allocator": ["release | capacity 1"]},
    "prove": {"sparse_set": ["remove"], "token_allocator": ["new"], "typed_store": ["erase"], "dense_set": ["erase"]},
}
"""Units that take little time and run much code."""


@functools.cache
def sources() -> Sources:
    """The sources of the project."""
    return sources_of(Project())


@functools.cache
def keys(container: str) -> dict[str, Keys]:
    """The keys of a container's units."""
    return keys_of(Project(), sources(), CATALOG[container])


def reached(container: str, judge: str, unit: str) -> Reach:
    """What a unit reaches."""
    return keys(container)[judge].reach(unit)[0]


def cases() -> Iterator[tuple[str, str, str]]:
    """Judge, container and unit of those that take little time, if the container has such a unit."""
    for judge, units in CHEAP.items():
        for container, names in units.items():
            known = keys(container)[judge].judge.units(CATALOG[container], deep=True)
            for name in names:
                yield judge, container, name if name in known else known[0]


def _run(judge: str, container: str, unit: str, pipe: Any) -> None:
    """Run a unit and tell which functions of models and containers ran, or were read as if they did."""
    module, read, profile = keys(container)[judge].judge, _noted(), Profile(builtins=False)
    profile.enable()
    try:
        module.run(CATALOG[container], unit, False, silent)
    finally:
        profile.disable()
    codes = [each.code for each in profile.getstats() if isinstance(each.code, CodeType)]
    folders = {(ROOT / side).resolve(): side for side in SIDES}
    told = [(Path(code.co_filename), code.co_qualname) for code in codes]
    placed = [(folders.get(path.parent.resolve()), path.stem, name) for path, name in told]
    pipe.send({(f"slotproof.{side}.{stem}", name) for side, stem, name in placed if side} | read)


def _noted() -> set[tuple[str, str]]:
    """The functions of models and containers that the prover reads from now on: it runs none."""
    read = set[tuple[str, str]]()
    follow = Evaluator.call_closure

    def note(self: Any, st: Any, closure: Any, *about: Any) -> Any:
        if closure.function.module.name.startswith(tuple(f"slotproof.{side}." for side in SIDES)):
            read.add((closure.function.module.name, closure.function.name))
        return follow(self, st, closure, *about)

    setattr(Evaluator, "call_closure", note)  # noqa: B010 - in a process of its own
    return read


def ran(judge: str, container: str, unit: str) -> set[tuple[str, str]]:
    """Module and definition of what ran of models and containers, in a process of its own."""
    here, there = multiprocessing.get_context("fork").Pipe()
    keys(container)
    process = multiprocessing.get_context("fork").Process(target=_run, args=(judge, container, unit, there))
    process.start()
    there.close()
    found: set[tuple[str, str]] = here.recv()
    process.join()
    definitions = set()
    for module, name in found:
        first, *rest = name.replace("<locals>", "").split(".")
        known = sources().outline(module).definitions
        whole = f"{first}.{rest[0]}" if rest else first
        if definition := next((each for each in (whole, first) if each in known), None):
            definitions.add((module, definition))
    return definitions


@pytest.mark.parametrize(
    ("judge", "container", "unit"),
    long_unless(lambda judge, container, unit: judge != "explore" or container == "hash_index", cases()),
    ids=[" ".join(each) for each in cases()],
)
def test_what_runs_is_reached(judge: str, container: str, unit: str) -> None:
    """Each function that a unit ran is one on which its key depends, by itself or with the whole of its module."""
    reach, seen = reached(container, judge, unit), ran(judge, container, unit)
    assert any(module.startswith("slotproof.impl") for module, _ in seen)
    missing = {each for each in seen if each[0] not in reach.apart} - reach.definitions
    assert not reach.opaque
    assert missing == set()


@pytest.mark.parametrize("container", CATALOG)
def test_every_function_is_a_reason(container: str) -> None:
    """Changed in meaning, each function of a container makes some unit of it stale, and each of its model does."""
    found = set[tuple[str, str]]()
    apart = frozenset[str]()
    for judge in JUDGES:
        known = keys(container)[judge]
        for unit in known.judge.units(CATALOG[container], deep=False):
            reach = known.reach(unit)[0]
            found |= reach.definitions
            apart |= reach.apart
    for side in (CATALOG[container].impl, CATALOG[container].model):
        module = side.__module__
        methods = sources().outline(module).members.get(side.__name__, ())
        wanted = {(module, f"{side.__name__}.{name}") for name in methods if module not in apart}
        assert wanted <= found
        assert module in apart or wanted


def test_a_change_of_what_is_reached_changes_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each definition that a unit reaches, changed in turn; one that it does not reach changes nothing."""
    known = Keys(keys("dense_set")["prove"].judge, CATALOG["dense_set"], "", False, keys("dense_set")["prove"].start)
    before = known.unit("contains", False).key
    reach = known.reach("contains")[0]
    module = CATALOG["dense_set"].impl.__module__
    outline = sources().outline(module)
    for name in list(outline.definitions):
        changed = {**outline.definitions, name: type(outline.definitions[name])("other", ())}
        with monkeypatch.context() as patched:
            patched.setitem(vars(sources())["_outlines"], module, type(outline)(changed, outline.imports))
            again = Keys(known.judge, CATALOG["dense_set"], "", False, Reach(sources(), known.start.apart))
            assert (again.unit("contains", False).key != before) is ((module, name) in reach.definitions)
    assert any((module, name) not in reach.definitions for name in outline.definitions)


def _given(number: int) -> Any:
    def inner(value: int = number, *, more: int = 0) -> int:
        return value + more

    return inner


def _kept(number: int) -> Any:
    def inner() -> int:
        return 0

    vars(inner)["kept"] = number
    return inner


def test_values_count() -> None:
    """Two declarations that differ in a number, a name, the code of a lambda, or what it closes over differ."""

    def made(number: int) -> Any:
        return lambda: number

    held = [1, "one", (lambda: 1), made(1), [1], {"a": 1}, {"a": 1}, {1}, range(1), CATALOG["handle"]]
    other = [2, "two", (lambda: 2), made(2), [2], {"a": 2}, {"b": 1}, {2}, range(2), CATALOG["handle_map"]]
    held += [property(made(1)), partial(max, 1), partial(max, a=1), staticmethod(made(1)), [1].append, int, len, enum]
    other += [property(made(2)), partial(max, 2), partial(max, b=1), staticmethod(made(2)), [2].pop, str, max, fields]
    held += [_given(1), _kept(1), SimpleNamespace(a=1), SimpleNamespace(a=1), MappingProxyType({1: 1}), None]
    other += [_given(2), _kept(2), SimpleNamespace(a=2), SimpleNamespace(b=1), MappingProxyType({2: 1}), False]
    for one, another in zip(held, other, strict=True):
        digests = []
        for value in (one, one, another):
            reach = Reach(sources(), frozenset())
            reach.value(value)
            digests.append(reach.digest())
        assert digests[0] == digests[1] != digests[2]


def test_what_comes_again_counts_where_it_does() -> None:
    """Which of two things it is, too."""
    one, two = [1], [2]
    digests = set()
    for value in [((one, one), two), ((one, two), one), ((one, two), two)]:
        reach = Reach(sources(), frozenset())
        reach.value(value)
        digests.add(reach.digest())
    assert len(digests) == 3


def test_what_cannot_be_looked_into_counts_as_everything() -> None:
    """An object without attributes that are known."""
    reach = Reach(sources(), frozenset())
    reach.value(iter([1]))
    assert reach.opaque


TINY: Final = """
from aside import there

assert True

def one():
    return two()

def two():
    return LIMIT

def other():
    return there()

LIMIT = 3

class Box:
    SIZE = 4

    def __init__(self):
        self.held = 1

    def __hidden(self):
        return 1

    def used(self):
        return one()

    def unused(self):
        return other()
"""


@pytest.mark.parametrize(
    ("names", "definitions"),
    [
        ([], set()),
        (["used"], {"Box.used", "one", "two", "LIMIT"}),
        (["__hidden"], {"Box.__hidden"}),
        (["unused"], {"Box.unused", "other", "there"}),
        (["two", "nothing"], {"two", "LIMIT"}),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_of_a_class_the_methods_count_that_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: list[str], definitions: set[str]
) -> None:
    """And what these name, in turn, in whatever module; those that Python calls count by themselves."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "tiny.py").write_text(TINY, encoding="utf-8")
    (tmp_path / "aside.py").write_text("def there():\n    return 1\n\ndef nobody():\n    return 2\n", encoding="utf-8")
    reach = Reach(Sources(["tiny"]), frozenset())
    reach.define("tiny", "Box")
    reach.named(names)
    always = {"", "Box", "Box.__init__"}
    assert {name for _, name in reach.definitions} - always == definitions
    assert always <= {name for _, name in reach.definitions}


@pytest.mark.parametrize("star", ["from pack.aside import *", "from .aside import *"])
def test_what_a_star_imports_is_reached_where_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, star: str
) -> None:
    """Whatever the module is called there, and nothing else of it."""
    monkeypatch.syspath_prepend(tmp_path)
    texts = {
        "__init__": "",
        "tiny": f"{star}\n\ndef one():\n    return there()\n",
        "aside": "def there():\n    return 1\n\ndef nobody():\n    return 2\n",
    }
    (tmp_path / "pack").mkdir()
    for name, text in texts.items():
        (tmp_path / "pack" / f"{name}.py").write_text(text, encoding="utf-8")
    reach = Reach(Sources(["pack.tiny"]), frozenset())
    reach.define("pack.tiny", "one")
    assert {(module, name) for module, name in reach.definitions if name} == {
        ("pack.tiny", "one"),
        ("pack.aside", "there"),
    }


def test_of_a_declaration_what_is_only_seen_does_not_count() -> None:
    """Nor what a unit of its own reads; all else does."""
    declared, other = CATALOG["handle_map"], CATALOG["sparse_set"]

    def digest(name: str) -> str:
        reach = Reach(sources(), frozenset())
        reach.declared(replace(declared, **{name: getattr(other, name)}), INNER)
        return reach.digest()

    differ = {each.name for each in fields(declared) if getattr(other, each.name) != getattr(declared, each.name)}
    same = digest("scopes")
    assert {each for each in differ if digest(each) == same} == differ & (SEEN_ONLY | INNER)
    assert {"title", "scopes", "laws", "impl"} <= differ


def test_an_operation_counts_if_it_is_named() -> None:
    """What it is declared to be, and no more of the others than before."""
    declared = CATALOG["handle_map"]
    one = replace(declared.operations[0], name="nobody_names_it")
    for named in (False, True):
        digests = set()
        for each in (one, replace(one, pure=not one.pure)):
            reach = Reach(sources(), frozenset())
            reach.declared(replace(declared, operations=(each,)), INNER)
            reach.named([one.name] if named else [])
            digests.add(reach.digest())
        assert len(digests) == 1 + named
