"""A plugin of pytest: a run of `make test` tells which tests it leaves out, and the command that runs them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import pytest

FILES: Final = 5  # named, of those with most
LEFT_OUT: Final = pytest.StashKey[Counter[str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Begin to count."""
    config.stash[LEFT_OUT] = Counter()


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Count the long tests of each file that are not run because they are long."""
    for item in items:
        if item.config.option.markexpr == "not long" and item.get_closest_marker("long") is not None:
            item.config.stash[LEFT_OUT][item.path.name] += 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand the counts over, in a process that runs tests for another one."""
    counts = session.config.stash[LEFT_OUT]
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["left_out"] = dict(counts)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take the counts of such a process: each collects all tests, so that they are the same."""
    counts: Counter[str] = Counter(getattr(node, "workeroutput", {}).get("left_out", {}))
    node.config.stash[LEFT_OUT] = counts


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how many, and where most of them are."""
    counts = config.stash[LEFT_OUT]
    if counts:
        most = ", ".join(f"{count} of {name}" for name, count in counts.most_common(FILES))
        terminalreporter.write_sep("-", f"{counts.total()} long tests left out; make test-all runs them")
        terminalreporter.write_line(f"{most}{', ...' if len(counts) > FILES else ''}")
