"""One seed of each kind: what came of its programs."""

from __future__ import annotations

import ast
import gc
import signal
import warnings
from collections.abc import Callable
from typing import Any, Final

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.source import Refusal

from . import forms
from .beside import Start
from .came import Came
from .generator import programs
from .generator.head import HEAD
from .generator.programs import methods_of
from .kinds import claims, pairs, syntax
from .kinds.known import WRONG, Compared, Seen, is_linted, starts
from .shrink import shrunk

METHODS: Final = 20
"""Programs of a seed of the cheap kinds."""

STARTS: Final = {"known": 2, "syntax": 1}
"""States from which a program is called."""


def known(seed: int) -> Came:
    """Random programs of the language."""
    return _compared("known", seed, *programs.boxes(seed, METHODS))


def of_syntax(seed: int) -> Came:
    """Random programs of all of Python's syntax, and one module."""
    came = _compared("syntax", seed, *syntax.boxes(seed, METHODS))
    text = syntax.module(seed)
    came.programs += 1
    wrong = _of_module(text)
    came.words["crash" if wrong else "refused"] += 1
    if wrong:
        small = shrunk(text, lambda smaller: _of_module(smaller) == wrong)
        came.found.append({"kind": "syntax", "seed": seed, "method": "", "word": "crash", "told": wrong, "text": small})
    return came


def _of_module(text: str) -> str:
    """How a module crashes the check of the language or the reading of the prover; "" if neither does."""
    try:
        is_linted(text, "")
        Declarations({"random_module": text}).class_named("random_module", "Box")
    except Refusal:
        return ""
    except Exception as error:  # whatever it is, it is a finding
        return type(error).__name__
    return ""


def _compared(kind: str, seed: int, text: str, names: list[str]) -> Came:
    came = Came(kind, seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        both = Compared(f"{kind}_{seed}", text)
        head = forms.of_program(ast.parse(HEAD))
        came.written.update(head)
        came.compared.update(head)
        for tree in methods_of(text):
            if tree.name not in names:
                continue
            words = set()
            for given in starts((kind, seed, tree.name), STARTS[kind]):
                seen = both.seen(tree.name, given)
                words.add(seen.word)
                if seen.word in WRONG:
                    came.found.append(_found(kind, seed, text, tree.name, given, seen))
                    break
                if kind == "syntax":
                    both.renew()
            came.programs += 1
            came.words[next(each for each in _WORDS if each in words)] += 1
            met = forms.of_program(tree)
            came.written.update(met)
            came.compared.update(met if words & {"agreed", "stricter"} else ())
    return came


_WORDS: Final = ("crash", "differs", "counts", "agreed", "linted", "stricter", "refused")
"""What becomes of a program is the first of these that became of one of its calls."""


def _found(kind: str, seed: int, text: str, method: str, given: Start, seen: Seen) -> dict[str, Any]:
    """A finding, made small."""
    tree = ast.parse(text)
    box = next(each for each in tree.body if isinstance(each, ast.ClassDef) and each.name == "Box")
    box.body = [each for each in box.body if getattr(each, "name", method) == method or not _is_random(each)]

    def is_wrong(smaller: str) -> bool:
        try:
            return Compared("smaller", smaller).seen(method, given).word == seen.word
        except Exception:  # it is no program any more
            return False

    alone = ast.unparse(tree)
    small = shrunk(alone, is_wrong) if is_wrong(alone) else alone
    return {"kind": kind, "seed": seed, "method": method, "word": seen.word, "told": seen.told, "text": small,
            "start": repr(tuple(given))}  # fmt: skip


def _is_random(node: ast.stmt) -> bool:
    return getattr(node, "name", "").startswith("op")


KINDS: Final[dict[str, tuple[Callable[[int], Came], int]]] = {
    "known": (known, METHODS),
    "syntax": (of_syntax, METHODS + 1),
    "pairs": (pairs.of_seed, pairs.METHODS),
    "claims": (claims.of_seed, claims.METHODS),
}
"""Each kind: what runs a seed of it, and how many programs a seed has."""


def prepare() -> None:
    """Let this process keep all that it makes, and leave an interrupt to the one that asks."""
    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def of_seed(asked: tuple[str, int]) -> dict[str, Any]:
    """What came of a seed of a kind, as a record has it."""
    kind, seed = asked
    return vars(KINDS[kind][0](seed))
