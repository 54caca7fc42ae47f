"""Runs `slotproof` in forks of a process that has imported it: the command, without the seconds of its start."""

from __future__ import annotations

import atexit
import importlib
import multiprocessing
import os
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, NamedTuple

from slotproof.cli import COMMANDS, main
from slotproof.verify import pool
from slotproof.verify.project import JUDGES, LANGUAGE
from slotproof.verify.reading.sources import closure

from .judging import mistaken

OUTPUT: Final = "output.txt"
GIVEN: Final = {"PYTHONHASHSEED": "0"}
"""Sets of names are in one order."""


class Ended(NamedTuple):
    """How a command ended, and all that it wrote."""

    code: int
    output: str


class Forks:
    """The process that forks."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        before = {name: os.environ[name] for name in GIVEN if name in os.environ}
        os.environ.update(GIVEN)
        try:
            context.Process(target=_serve, args=(theirs,)).start()
        finally:
            for name in GIVEN:
                os.environ.pop(name)
            os.environ.update(before)
        theirs.close()
        atexit.register(self._pipe.close)  # before its end is waited for

    def run(self, folder: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> Ended:
        """Run the command in a folder; or, after `-c`, a text of Python."""
        self._pipe.send((folder, arguments, dict(environment or {})))
        code = self._pipe.recv()
        return Ended(code, (folder / OUTPUT).read_text(encoding="utf-8"))


@cache
def forks() -> Forks:
    """The process of this process of tests."""
    return Forks()


def _serve(pipe: Connection) -> None:
    """Import everything, then do what is asked until nobody asks any more."""
    late = "pydantic.type_adapter"  # which typer imports when it reads options
    for module in (*COMMANDS.values(), *JUDGES.values(), LANGUAGE, late):
        importlib.import_module(module)
    closure([*JUDGES.values(), LANGUAGE])
    context = multiprocessing.get_context("fork")
    with mistaken(pool, ('get_context("spawn")', 'get_context("fork")')):
        while True:
            try:
                asked = pipe.recv()
            except EOFError:
                return
            process = context.Process(target=_run, args=asked)
            process.start()
            process.join()
            pipe.send(process.exitcode)


def _run(folder: Path, arguments: tuple[str, ...], environment: dict[str, str]) -> None:
    """Be the command; its own processes are forks, too."""
    os.chdir(folder)
    os.environ.update(environment)
    file = os.open(OUTPUT, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(file, 1)
    os.dup2(file, 2)
    with redirect_stdout(_opened(1)), redirect_stderr(_opened(2)):
        if arguments[0] == "-c":
            sys.path.insert(0, str(folder))
            exec(arguments[1], {"__name__": "__main__"})
        else:
            main(arguments=arguments)


def _opened(number: int) -> Any:
    return os.fdopen(number, "w", encoding="utf-8", buffering=1, closefd=False)
