"""Files that processes share: taking turns, adding lines, and writing anew, so that none is ever half of one."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

OWN: Final = ".slotproof"
"""The folder that the command makes for itself."""


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock beside a file, where processes that share the file take turns."""
    make_folder(path.parent)
    with path.with_name(path.name + ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def append(path: Path, text: str) -> None:
    """Add whole lines at the end, and see them on disk; a line torn by a process that was killed is closed first."""
    with path.open("ab+") as file:
        end = file.seek(0, os.SEEK_END)
        if end:
            file.seek(end - 1)
            if file.read(1) != b"\n":
                text = "\n" + text
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())


def replace_with(path: Path, text: str) -> None:
    """Write a file anew: whoever reads it finds all of the old text or all of the new one."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with fresh.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Make the folder; a new one tells git to ignore it."""
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        if folder.name == OWN:
            (folder / ".gitignore").write_text("*\n", encoding="utf-8")
