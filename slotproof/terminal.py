"""What every command shares: exit codes, and the terminal it writes to."""

from __future__ import annotations

import os
from typing import Final

from rich.console import Console

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
