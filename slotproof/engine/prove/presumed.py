"""What a proof may presume, in words."""

from __future__ import annotations

from typing import Final

MESSAGES: Final = "a number in the message of an error has at most 4,300 digits"
"""What a proof presumes of a text that CPython may refuse to spell; of what `shown` makes, nothing is."""
