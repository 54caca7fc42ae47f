"""What may read more than the sources: each such line of a module is told, and nothing else is."""

import ast
from pathlib import Path

import pytest

from slotproof.proofs.catalog import CATALOG
from slotproof.verify.project import Project
from slotproof.verify.reading.outside import outside
from slotproof.verify.reading.sources import Sources
from slotproof.verify.survey import read_outside, sources_of

READS = {
    "import os": "os",
    "import os.path": "os.path",
    "from os import environ": "os.environ",
    "from pathlib import Path": "pathlib.Path",
    "from time import *": "time.*",
    "import numpy": "numpy",
    "def f():\n    import json": "json",
    "x = open('limits.csv')": "open",
    "exec('x = 1')": "exec",
    "run = eval": "eval",
    "x = __import__('os')": "__import__",
    "from importlib import import_module": "importlib.import_module",
    "import dataclasses\nx = dataclasses.sys": "dataclasses.sys",
    "import collections.abc as held\nx = held.sys": "collections.abc.sys",
    "import collections.abc\nx = collections.abc.sys": "collections.abc.sys",
    "from collections import _sys": "collections._sys",
    "import math\nx = getattr(math, 'pi')": "math",
    "x = (lambda: 1).__globals__": "__globals__",
    "x = getattr(print, '__self__')": "__self__",
    "x = globals()": "globals",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    x = 0\nelse:\n    import os": "os",
    "from held_by_outside import os": "held_by_outside.os",
    "import held_by_outside\nx = held_by_outside.os": "held_by_outside.os",
    "from held_by_outside import *": "held_by_outside.*",
    "from through_outside import os": "through_outside.os",
    "from held_by_outside import absent": "held_by_outside.absent",
}  # text -> what is told of its last line that is told

NOTHING = (
    "from __future__ import annotations",
    "import math\nx = math.pi",
    "from collections import abc",
    "import collections.abc\nx = collections.abc.Mapping",
    "from typing import *",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import os",
    "if __name__ == '__main__':\n    import os",
    "from held_by_outside import LIMIT",
    "from through_outside import LIMIT",
    "import held_by_outside\nx = held_by_outside.LIMIT",
    "class C:\n    def open(self):\n        return self.open",
)


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of modules, of which one holds a module of Python, and another one takes that from it."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "held_by_outside.py").write_text("import os\n\nLIMIT = 1\n", encoding="utf-8")
    (tmp_path / "through_outside.py").write_text("from held_by_outside import *\n", encoding="utf-8")
    return tmp_path


def _told(folder: Path, text: str) -> list[str]:
    (folder / "asked_outside.py").write_text(text + "\n", encoding="utf-8")
    return outside(Sources(["asked_outside"]), ["asked_outside"])


@pytest.mark.parametrize("text", READS)
def test_what_may_read_more_is_told(beside: Path, text: str) -> None:
    """With its line."""
    told = _told(beside, text)
    assert [each.rpartition(" ")[2] for each in told][-1:] == [READS[text]]
    line = int(told[-1].split(":")[1])
    assert line == len(text.splitlines()), ast.dump(ast.parse(text))


@pytest.mark.parametrize("text", NOTHING)
def test_what_reads_nothing_is_not_told(beside: Path, text: str) -> None:
    """Else no verdict at all would be kept."""
    assert _told(beside, text) == []


def test_the_containers_of_this_project_read_nothing_but_their_sources() -> None:
    """So that what is said of each of them is kept."""
    sources = sources_of(Project())
    for each in CATALOG.values():
        assert read_outside(Project(), sources, each) == ()
