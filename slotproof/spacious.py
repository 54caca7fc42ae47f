"""Memory for time: a process that asks solvers keeps what it freed, and looks for garbage seldom.

Solvers take and give back megabytes at each question. What is given back to the system is had again by a fault for each
page, which on a virtual machine may take a fifth of the time of a proof.
"""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress
from typing import Final

_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
"""Names of options of `mallopt`, of the C library of GNU."""

KEPT: Final = 2**30
"""Free bytes at the end of the heap from which on they are given back."""

APART: Final = 2**25
"""Bytes of a block that is no part of the heap: the most that the library takes for an answer."""

GARBAGE: Final = (50_000, 20, 50)
"""Objects between two looks for garbage; then looks at the young between looks at the older, and the old."""


def spend_memory() -> None:
    """Do so in this process and those forked from it, as far as the C library can."""
    gc.set_threshold(*GARBAGE)
    with suppress(OSError, TypeError, AttributeError):  # another library, or another system
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(_TRIM_THRESHOLD, KEPT)
        mallopt(_MMAP_THRESHOLD, APART)
