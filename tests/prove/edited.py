"""Proofs of declarations that a test writes, or writes otherwise."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from slotproof.declare import CREATION, Refinement
from slotproof.engine.prove.reading import ReadProof, prove_by_reading

from ..fuzz.beside import loaded


def proof_in(
    text: str,
    named: str,
    operation: str,
    folder: Path,
    change: Callable[[Any, Refinement], Refinement] = lambda module, declared: declared,
) -> ReadProof:
    """The proof of an operation of the declaration that a text has under a name.

    Takes      change, told the module and the declaration, what is declared instead
    """
    module: Any = loaded("edited", text, folder / "edited.py")
    try:
        declared = change(module, getattr(module, named))
        about = CREATION if operation == CREATION.name else declared.operation(operation)
        return prove_by_reading(declared, about)
    finally:
        del sys.modules["edited"]
