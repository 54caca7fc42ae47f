"""Errors of Python itself, as the prover knows them; those of the project are classes like all others."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import Final

RAISED: Final = frozenset(
    {
        "ArithmeticError", "IndexError", "KeyError", "LookupError", "OverflowError", "RuntimeError", "TypeError",
        "ValueError", "ZeroDivisionError",
    }
)  # fmt: skip
"""Those that Python makes of a message, and that stay what they are wherever they are raised."""

PYTHON_ERRORS: Final[Mapping[str, tuple[str, ...]]] = {
    name: tuple(each.__name__ for each in reversed(getattr(builtins, name).__mro__) if issubclass(each, Exception))
    for name in sorted(RAISED | {"UnicodeDecodeError", "UnicodeEncodeError"})
}
"""Errors that code may end in and catch: what each is made from, itself among it."""

CALLBACK: Final = "CallbackError"
"""What a function of a client raises: any error at all."""
