"""Fixtures of several test files."""

from __future__ import annotations

import gc
import shutil
from pathlib import Path

import pytest

from .toy import Toy

pytest_plugins = ["tests.left_out"]


def pytest_collection_finish() -> None:
    """Leave all tests out of every later look for garbage: the prover looks several times in each proof."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    """A toy of its own for each test."""
    return Toy(tmp_path)


@pytest.fixture(scope="session")
def judged_once(tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """Make a toy on which `verify` has run, once in each process of tests, to be copied."""
    toy = Toy(tmp_path_factory.mktemp("judged"))
    assert toy.run("verify").returncode == 0
    return toy


@pytest.fixture
def judged_toy(toy: Toy, judged_once: Toy) -> Toy:
    """Make a toy of its own for each test, in which everything is judged already."""
    shutil.copytree(judged_once.folder, toy.folder, dirs_exist_ok=True)
    return toy
