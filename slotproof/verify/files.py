"""Files that processes share: taking turns, adding lines, and writing anew, so that none is ever half of one."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

OWN: Final = ".slotproof"
"""The folder that the command makes for itself."""


@dataclass
class Lines:
    """A file to which lines are added, and how far it was read."""

    path: Path
    _read: int = 0
    _inode: int = 0

    def added(self) -> tuple[bool, list[bytes]]:
        """The whole lines that were added since the last time; all, with True, if the file is another one, or gone."""
        try:
            file = self.path.open("rb")
        except FileNotFoundError:
            self._read = self._inode = 0
            return True, []
        with file:
            state = os.fstat(file.fileno())
            is_other = state.st_ino != self._inode or state.st_size < self._read
            if is_other:
                self._read, self._inode = 0, state.st_ino
            file.seek(self._read)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        self._read += len(whole)
        return is_other, whole.splitlines()


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
