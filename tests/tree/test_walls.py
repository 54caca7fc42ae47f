"""The house in one picture: nine sentences about who imports whom, each with how far it is from being true.

A number may only fall. What a sentence forbids today is not mended by raising it.
"""

from functools import cache
from typing import Final

import pytest

from .layout import sources
from .walls import (
    Pairs,
    assigned,
    crossings,
    house,
    in_circles,
    of_declare,
    of_doors,
    of_engine,
    of_language,
    of_names,
    of_proofs,
    of_sides,
)

TODAY: Final = {
    "sides": 0,
    "declare": 0,
    "proofs": 0,
    "engine": 0,
    "names": 0,
    "doors": 0,
    "language": 0,
    "circles": 0,
    "assigned": 2,
}
"""Sentence -> the crossings that there still are."""


@cache
def _pairs() -> Pairs:
    return crossings(house())


def _check(sentence: str, found: list[str]) -> None:
    today = TODAY[sentence]
    assert len(found) <= today, "through a wall, where it may only become less:\n" + "\n".join(found)
    assert len(found) == today, f"it is less than it was: lower TODAY[{sentence!r}] to {len(found)}"


def test_sides() -> None:
    """`spec` imports `spec`; `impl` imports `spec` and `impl`."""
    _check("sides", of_sides(_pairs()))


def test_declare() -> None:
    """`declare` imports `spec.logic` and `spec.errors`."""
    _check("declare", of_declare(_pairs()))


def test_proofs() -> None:
    """`proofs` imports `spec`, `impl`, `declare` and `proofs`."""
    _check("proofs", of_proofs(_pairs()))


def test_engine() -> None:
    """The engine imports `declare`, `spec.logic`, `spec.errors` and solvers."""
    _check("engine", of_engine(_pairs()))


def test_names() -> None:
    """Under `slotproof/`, beside its three links, nothing imports a container or the catalog."""
    _check("names", of_names(_pairs()))


def test_doors() -> None:
    """`verify`, `mutation` and `gate` enter the engine through `engine.api` and `engine.step`; what shows does not."""
    _check("doors", of_doors(_pairs()))


def test_language() -> None:
    """`checker` and `language` import the standard library only; nothing but `certify` imports `checker`."""
    _check("language", of_language(_pairs()))


def test_circles() -> None:
    """There is no circle of modules."""
    _check("circles", in_circles(_pairs()))


def test_assigned() -> None:
    """No module assigns a name in another one."""
    ours = house()
    texts = {**ours, **sources("tests")}
    _check("assigned", [place for name, text in texts.items() for place in assigned(name, text, ours)])


# Each wall can be run into


@pytest.mark.parametrize(
    ("sentence", "importer", "text"),
    [
        (of_sides, "spec.x", "from slotproof.impl.x import X"),
        (of_sides, "spec.x", "def f():\n    import z3"),
        (of_sides, "impl.x", "from slotproof.proofs import x"),
        (of_declare, "declare.x", "from slotproof.spec.handle import Handle"),
        (of_declare, "declare.x", "from slotproof.engine import step"),
        (of_declare, "declare.x", "import z3"),
        (of_proofs, "proofs.x", "from slotproof.engine.walk import walk"),
        (of_proofs, "proofs.x", "import z3"),
        (of_engine, "engine.x", "from slotproof.spec import handle"),
        (of_engine, "engine.x", "if TYPE_CHECKING:\n    from slotproof.proofs.x import X"),
        (of_engine, "engine.x", "import slotproof.verify.pool"),
        (of_names, "verify.x", "from slotproof.proofs.catalog import CATALOG"),
        (of_names, "gate.x", "from slotproof.spec.handle import Handle"),
        (of_doors, "verify.x", "from slotproof.engine.walk import walk"),
        (of_doors, "mutation.x", "import slotproof.engine.prove"),
        (of_doors, "show.x", "from slotproof.engine.step import step"),
        (of_language, "checker.x", "from slotproof.language import lint"),
        (of_language, "language.x", "from slotproof.spec import logic"),
        (of_language, "verify.x", "from slotproof.checker import check"),
        (in_circles, "verify.x", "from slotproof.verify.y import y"),
    ],
)
def test_what_goes_through_a_wall_is_told(sentence: object, importer: str, text: str) -> None:
    """An import that a sentence forbids is one more crossing, wherever it stands."""
    assert callable(sentence)
    names = (
        "spec.handle impl.x proofs.x proofs.catalog engine.step engine.walk.walk engine.prove verify.pool checker.check"
    )
    texts = {f"slotproof.{name}": "" for name in [*names.split(), "language.lint", "spec.logic", importer]}
    texts["slotproof.verify.y"] = "import slotproof.verify.x"
    assert sentence(crossings(texts)) == []
    assert sentence(crossings({**texts, f"slotproof.{importer}": text})) != []


@pytest.mark.parametrize(
    "text",
    [
        "import slotproof.verify.x as x\nx.LIMIT = 1",
        "from slotproof.verify import x\nx.LIMIT += 1",
        "from slotproof.verify import x\ndel x.LIMIT",
        "from slotproof.verify import x\nmonkeypatch.setattr(x, 'LIMIT', 1)",
        "monkeypatch.setattr('slotproof.verify.x.LIMIT', 1)",
        "import sys\nsetattr(sys, 'argv', [])",
        "def f(module):\n    vars(module).update({})",
    ],
)
def test_a_name_assigned_elsewhere_is_told(text: str) -> None:
    """Whichever way a module is changed from outside; an attribute of an object is none."""
    assert len(assigned("x", text, ["slotproof.verify.x"])) == 1
    assert assigned("x", "from slotproof.verify.x import X\nX.limit = 1\nself.x = 1", ["slotproof.verify.x"]) == []
