"""Pairs: of two methods that CPython tells apart none is proved to do the same."""

from __future__ import annotations

import ast
import copy
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from slotproof.declare import Claim, Domain, Loop, Operation, Refinement
from slotproof.engine.prove.reading import prove_by_reading

from ...soundness.functions.unsound import NUMBER, same_items, same_number, same_table
from ..beside import MOST_LINES, Start, TooLong, Watched, exactly, loaded, start
from ..came import Came
from ..generator.programs import methods_of, pairs
from ..shrink import shrunk

METHODS: Final = 4
TRIALS: Final = 300
OTHER: Final = Domain("other", small=NUMBER.small, classes=NUMBER.classes, symbolic=lambda make: make.int("other"))
REFUSALS: Final = ("Full", "Missing", "OutOfRange")
TAKES: Final = (NUMBER, OTHER)


def declared(module: ModuleType, name: str, loops: int, laws: tuple[Claim, ...] = ()) -> Refinement:
    """A box with one operation, whose loops go round on both sides together."""
    operation = Operation(name, Claim("BX-R1", "Both do the same."), takes=TAKES, refusals=REFUSALS)
    sides = ("Box", "BoxModel")
    return Refinement(
        code="BX", name="box", title="box", model=module.BoxModel, impl=module.Box,
        couple=(same_items, same_number, same_table), laws=laws, operations=(operation,), scopes=(),
        loops=tuple(Loop(f"{side}.{name}", at, lockstep=True) for side in sides for at in range(loops)),
        configure=lambda make: {},
    )  # fmt: skip


def proved(refinement: Refinement) -> bool:
    """True if the prover shows the operation."""
    proof = prove_by_reading(refinement, refinement.operations[0])
    return not proof.unsupported and not proof.open


def plain_start(chance: random.Random) -> Start:
    """A box of a list, a table and a number, and two numbers."""
    given = start(chance)
    kept = {name: given.fields[name] for name in ("items", "table", "number")}
    return Start(kept, None, given.numbers, None)


def called(module: ModuleType, side: str, name: str, given: Start) -> Any:
    """What a method of a side does: result, error and fields.

    Raises     TooLong
    """
    box = object.__new__(getattr(module, side))
    vars(box).update(copy.deepcopy(given.fields))
    with Watched(MOST_LINES):
        try:
            return getattr(box, name)(*given.numbers), "", vars(box)
        except Exception as error:
            return None, type(error).__name__, vars(box)


def differ(module: ModuleType, name: str, seed: object) -> str:
    """A state from which the two do not do the same, or one of Python's own errors comes; "" if none is found."""
    chance = random.Random(f"differ {seed}")
    for _ in range(TRIALS):
        given = plain_start(chance)
        mine, its = (called(module, side, name, given) for side in ("Box", "BoxModel"))
        if exactly(mine) != exactly(its):
            return f"{given.fields} {given.numbers}: {mine} for {its}"
        if mine[1] not in ("", *REFUSALS):
            return f"{given.fields} {given.numbers}: {mine[1]}"
    return ""


def loops_of(text: str, name: str) -> int:
    """How many loops a method has."""
    found = [each for each in methods_of(text) if each.name == name]
    return sum(isinstance(node, ast.For | ast.While) for node in ast.walk(found[0])) if found else 0


Shows = Callable[[Refinement], bool]
"""Tells whether the prover shows the operation."""


def became(text: str, name: str, seed: object, shows: Shows = proved) -> tuple[str, str]:
    """What becomes of two methods, and what CPython does otherwise, or how the prover crashes."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            module = loaded("random_pair", text, Path(folder) / "random_pair.py")
        except Exception as error:
            return "no program", repr(error)
        try:
            wrong = differ(module, name, seed)
            said = shows(declared(module, name, loops_of(text, name)))
        except TooLong:
            return "open", ""
        except Exception as error:
            return "crash", repr(error)
        finally:
            del sys.modules["random_pair"]
    return "differs" if said and wrong else "proved" if said else "told apart" if wrong else "open", wrong


def of_seed(seed: int, shows: Shows = proved) -> Came:
    """Some pairs."""
    came = Came("pairs", seed)
    text, names = pairs(f"pair {seed}", METHODS)
    for name in names:
        came.programs += 1
        word, told = became(text, name, (seed, name), shows)
        came.words[word] += 1
        if word in ("differs", "crash"):
            small = shrunk(text, _like(word, told, name, (seed, name), shows), 200)
            came.found.append({"kind": "pairs", "seed": seed, "method": name, "word": word, "told": told,
                               "text": small})  # fmt: skip
    return came


def _like(word: str, told: str, name: str, seed: object, shows: Shows) -> Callable[[str], bool]:
    """Whether the same becomes of a smaller program: the same error, if it crashes."""

    def is_like(smaller: str) -> bool:
        became_, said = became(smaller, name, seed, shows)
        return became_ == word and (word != "crash" or said.partition("(")[0] == told.partition("(")[0])

    return is_like
