"""What a proof may presume, in words."""

from __future__ import annotations

from typing import Final

EACH: Final = "what a cost names for each is what its loops repeat for"
"""What is presumed of a cost: its figures are of a round of each loop, and how often that goes round is only said."""

MESSAGES: Final = "a number in the message of an error has at most 4,300 digits"
"""What a proof presumes of a text that CPython may refuse to spell; of what `shown` makes, nothing is."""
