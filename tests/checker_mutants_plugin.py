"""A plugin of pytest: it notes which functions each test runs, or runs chosen tests in a given order.

NOTE     names a file to which each test that passes adds a line: its name, what it takes, the functions that it runs
CHOSEN   names a file with the tests to run, in this order, each with the seconds of CPU after which it is ended; the
         first that fails is written beside it
"""

from __future__ import annotations

import json
import os
import resource
import signal
from collections.abc import Generator, Iterator
from cProfile import Profile
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from .layout import ROOT

NOTE: Final = "SLOTPROOF_NOTE"
CHOSEN: Final = "SLOTPROOF_CHOSEN"
KILLED: Final = ".killed"
MEMORY: Final = 8 << 30
"""Bytes that a mutant may take."""
ENDLESS: Final = 600
"""Seconds of CPU after which a process that a test starts is ended."""


@cache
def _file(path: str) -> str:
    """The file from the root, or nothing of one that is not ours."""
    whole = Path(path).resolve()
    return whole.relative_to(ROOT).as_posix() if whole.is_relative_to(ROOT) else ""


def _functions(profile: Profile) -> list[str]:
    """The functions of the project that were called, each with its file; what is defined within one is part of it."""
    codes = [each.code for each in profile.getstats() if not isinstance(each.code, str)]
    return sorted({f"{_file(each.co_filename)}:{each.co_qualname.partition('.<')[0]}" for each in codes})


def _seconds() -> float:
    """Return the seconds of CPU of this process, and of those that it has started and seen end."""
    return sum(os.times()[:4])


def _note(test: str, seconds: float, profile: Profile) -> None:
    ours = [each for each in _functions(profile) if each.startswith(("slotproof/", "proofs/engine/"))]
    with Path(os.environ[NOTE]).open("a", encoding="utf-8") as file:
        file.write(json.dumps({"test": test, "seconds": round(seconds, 3), "functions": ours}) + "\n")


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Note what runs when the tests are imported, as of a test without a name."""
    if NOTE not in os.environ:
        return (yield)
    profile = Profile(subcalls=False, builtins=False)
    profile.enable()
    try:
        return (yield)
    finally:
        profile.disable()
        _note("", 0, profile)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note what a test runs; or end it when it takes far too long, whatever it is about."""
    if NOTE in os.environ:
        profile, began = Profile(subcalls=False, builtins=False), _seconds()
        profile.enable()
        try:
            return (yield)
        finally:
            profile.disable()
            if item.stash.get(PASSED, False):
                _note(item.nodeid, _seconds() - began, profile)
    if CHOSEN in os.environ:
        signal.setitimer(signal.ITIMER_PROF, _chosen()[item.nodeid])  # its signal is not caught: it ends the process
        _told(f"? {item.nodeid}")
    return (yield)


PASSED: Final = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Generator[None, Any, Any]:
    """Keep whether a test passed, and tell of one that fails."""
    report = yield
    item.stash[PASSED] = report.passed and item.stash.get(PASSED, True)
    if report.failed and CHOSEN in os.environ:
        _told(item.nodeid)
    return report


def pytest_configure(config: pytest.Config) -> None:
    """Bound what may go wrong in any way, in processes that tests start as well."""
    if CHOSEN in os.environ:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (ENDLESS, ENDLESS))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the chosen tests, in their order."""
    if CHOSEN in os.environ:
        place = {test: number for number, test in enumerate(_chosen())}
        items[:] = sorted((each for each in items if each.nodeid in place), key=lambda each: place[each.nodeid])


@cache
def _chosen() -> dict[str, float]:
    return dict(json.loads(Path(os.environ[CHOSEN]).read_text(encoding="utf-8")))


def _told(test: str) -> None:
    Path(os.environ[CHOSEN] + KILLED).write_text(test, encoding="utf-8")
