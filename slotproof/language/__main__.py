"""`python -m slotproof.language` prints docs/engineers/language.md."""

from __future__ import annotations

import sys

from slotproof.language.page import page

sys.stdout.write(page())
