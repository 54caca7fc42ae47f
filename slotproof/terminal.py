"""What every command shares: exit codes, and the terminal it writes to."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import typer
from rich.console import Console

from slotproof.verify.files import make_folder

GREEN_EXIT: Final = 0
FAILED_EXIT: Final = 1
USAGE_EXIT: Final = 2
CHECKER_EXIT: Final = 3
INTERRUPTED_EXIT: Final = 130

PLAIN_WIDTH: Final = 120  # columns, where there is no terminal to ask


def open_console() -> Console:
    """The terminal, or a page of fixed width; texts are printed as they are."""
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = PLAIN_WIDTH
    return console


def writable(file: Path | None) -> Path | None:
    """Make the folder of a file that an option names, before the work is done that would be lost for want of a place.

    Raises     BadParameter
    """
    if file is None:
        return None
    try:
        make_folder(file.parent)
    except OSError as error:
        raise typer.BadParameter(f"{file} cannot be written: {error.strerror}") from error
    if file.is_dir():
        raise typer.BadParameter(f"{file} cannot be written: it is a folder")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise typer.BadParameter(f"{file} cannot be written: permission denied")
    return file
