"""Reference semantics, arrays and proofs of dense containers behind an indirection."""

from typing import Final

__version__: Final = "0.1.0"
