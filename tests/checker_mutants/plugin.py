"""A plugin of pytest: it notes which functions each test runs, or runs chosen tests with a mutant whenever it is asked.

NOTE     names a file to which each test that passes adds a line: its name, what it takes, the functions that it runs
SERVED   the file descriptor of a pipe. It is told which functions ran when all was imported. Then it asks for tests,
         each with the seconds of CPU after which it is ended, and with a mutant or none: they run in a fork of the
         process, in which the function has the code of the mutant, and the answer is how that ended
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
from collections.abc import Generator, Iterator
from cProfile import Profile
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import pytest

from ..tree.layout import ROOT

NOTE: Final = "SLOTPROOF_NOTE"
SERVED: Final = "SLOTPROOF_SERVED"
NOW: Final = "now.txt"
"""The test that runs, in the folder of the tree."""

NOT_APPLIED: Final = 3
"""How the fork ends if what is imported cannot take the mutant on."""

MEMORY: Final = 8 << 30
"""Bytes that a mutant may take."""

ENDLESS: Final = 600
"""Seconds of CPU after which a process that a test starts is ended."""

IMPORTING: Final = Profile(subcalls=False, builtins=False)

if NOTE in os.environ or SERVED in os.environ:
    IMPORTING.enable()


@cache
def _file(path: str) -> str:
    """The file from the root, or nothing of one that is not ours."""
    whole = Path(path).resolve()
    return whole.relative_to(ROOT).as_posix() if whole.is_relative_to(ROOT) else ""


def _functions(profile: Profile) -> list[str]:
    """The functions of the project that were called, each with its file; what is defined within one is part of it."""
    codes = [each.code for each in profile.getstats() if not isinstance(each.code, str)]
    ours = {f"{_file(each.co_filename)}:{each.co_qualname.partition('.<')[0]}" for each in codes}
    return sorted(each for each in ours if each.startswith("slotproof/"))


def _seconds() -> float:
    """Return the seconds of CPU of this process, and of those that it has started and seen end."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note what a test runs, if it passes."""
    if NOTE not in os.environ:
        return (yield)
    profile, began = Profile(subcalls=False, builtins=False), _seconds()
    profile.enable()
    try:
        return (yield)
    finally:
        profile.disable()
        if item.stash.get(PASSED, False):
            noted = {"test": item.nodeid, "seconds": round(_seconds() - began, 3), "functions": _functions(profile)}
            with Path(os.environ[NOTE]).open("a", encoding="utf-8") as file:
                file.write(json.dumps(noted) + "\n")


PASSED: Final = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Generator[None, Any, Any]:
    """Keep whether a test passed."""
    report = yield
    item.stash[PASSED] = report.passed and item.stash.get(PASSED, True)
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Answer until nobody asks any more."""
    IMPORTING.disable()
    if SERVED not in os.environ:
        return None
    from slotproof.engine.mutate.edit import source_of  # noqa: PLC0415 - tests import it first, and are noted

    from .sites import files, module_of  # noqa: PLC0415 - as above

    for file in files():
        source_of(module_of(file))  # as it is now: it will have changed when the fork takes a mutant on
    pipe = Connection(int(os.environ[SERVED]))
    items = {item.nodeid: item for item in session.items}
    gc.collect()
    gc.freeze()
    pipe.send(_functions(IMPORTING))
    while True:
        try:
            mutant, chosen = pipe.recv()
        except EOFError:
            return True
        there = [(items[test], seconds) for test, seconds in chosen]  # one that is gone kills nothing: it ends all
        process = os.fork()
        if not process:
            code = 1
            try:
                code = _tried(session, mutant, there)
            finally:
                os._exit(code)
        pipe.send(os.waitpid(process, 0)[1])


def _tried(session: pytest.Session, mutant: Any, chosen: list[tuple[pytest.Item, float]]) -> int:
    """Run tests until one fails: 1 if one does."""
    from slotproof.engine.mutate.edit import NotApplied, apply  # noqa: PLC0415 - as above

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (ENDLESS, ENDLESS))
    try:
        if mutant is not None:
            apply(mutant)
    except NotApplied:
        return NOT_APPLIED
    following = [item for item, _ in chosen[1:]]
    for (item, seconds), after in zip(chosen, [*following, None], strict=True):
        (ROOT / NOW).write_text(item.nodeid, encoding="utf-8")
        signal.setitimer(signal.ITIMER_PROF, seconds)  # its signal is not caught: it ends the process
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        if session.testsfailed:
            return 1
    return 0
