"""Texts of modules that this process has taken a change on, for who reads texts in place of running code."""

from __future__ import annotations

from typing import Final

TEXTS: Final[dict[str, str]] = {}
"""Name of a module -> its text as it is now."""
