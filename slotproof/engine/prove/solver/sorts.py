"""Sorts, and functions of which solvers know what `facts` says of them."""

from __future__ import annotations

from typing import Final

import z3

from slotproof.engine.prove.solver.triggers import (
    INT,
)

BOOL: Final = z3.BoolSort()

ELEMENT: Final = z3.DeclareSort("T")

KEY: Final = z3.DeclareSort("K")

TEXT: Final = z3.DeclareSort("Text")

FUNCTION: Final = z3.DeclareSort("Function")

FLOAT: Final = z3.DeclareSort("Float")

MUL: Final = z3.Function("mul", INT, INT, INT)

DIV: Final = z3.Function("div_", INT, INT, INT)

MOD: Final = z3.Function("mod_", INT, INT, INT)

AND: Final = z3.Function("bits_and", INT, INT, INT)

OR: Final = z3.Function("bits_or", INT, INT, INT)

XOR: Final = z3.Function("bits_xor", INT, INT, INT)

POW2: Final = z3.Function("pow2", INT, INT)

HASH: Final = z3.Function("hash", FUNCTION, KEY, INT)

RATIO: Final = z3.Function("ratio", INT, INT, FLOAT)
