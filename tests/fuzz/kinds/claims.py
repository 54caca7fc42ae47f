"""Claims: random laws of a random operation; one that a small state refutes is never proved."""

from __future__ import annotations

import ast
import itertools
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from ..beside import Start, loaded
from ..came import Came
from ..generator.programs import Writer, plain, two_sided
from ..shrink import shrunk
from .pairs import called, declared, proved

METHODS: Final = 4
WORDS: Final = """from slotproof.declare import law, step_law
from slotproof.spec.logic import conj, contains, disj, exists, forall, forall_in, iff, implies, negate, within
"""

_NUMBER: Final = ("m.number", "len(m.items)", "<small>", "len(m.table)", "(<number> + <number>)", "(<number> - <number>)",
                  "(<number> * <small>)", "abs(m.number)", "min(<number>, <number>)", "(<number> // 2)", "(<number> % 3)",
                  "m.number", "len(m.items)")  # fmt: skip
_TRUTH: Final = (
    "<number> <compared> <number>", "<number> <compared> <number>", "m.number <compared> <small>",
    "forall(0, len(m.items), lambda i: m.items[i] <compared> <number>)",
    "forall(0, len(m.items), lambda i: m.items[i] <compared> i + <small>)",
    "exists(0, len(m.items), lambda i: m.items[i] <compared> <number>)",
    "forall(0, len(m.items), lambda i: forall(0, i, lambda j: m.items[j] <compared> m.items[i]))",
    "forall(0, len(m.items), lambda i: contains(m.table, m.items[i]))",
    "forall_in(m.table, lambda key: m.table[key] <compared> <number>)",
    "forall_in(m.table, lambda key: key <compared> <number>)",
    "forall_in(m.table, lambda key: exists(0, len(m.items), lambda i: m.items[i] == key))",
    "forall_in(m.table, lambda key: within(m.table[key], 0, len(m.items)))",
    "contains(m.table, <number>)", "negate(<truth>)", "conj(<truth>, <truth>)", "disj(<truth>, <truth>)",
    "implies(<truth>, <truth>)", "iff(<truth>, <truth>)", "all(m.items[i] <compared> <number> for i in range(len(m.items)))",
    "(<truth> and <truth>)", "(<truth> or <truth>)", "(not <truth>)", "<small> <= <number> <= <number>",
    "(len(m.items) == 0 or m.items[0] <compared> <number>)", "(len(m.items) == 0 or m.items[-1] <compared> <number>)",
    "implies(0 <= <n=number> < len(m.items), lambda: m.items[<n>] <compared> <number>)",
    "implies(contains(m.table, m.number), lambda: m.table[m.number] <compared> <number>)",
)  # fmt: skip
FORMS: Final = {"number": _NUMBER, "truth": _TRUTH, "small": ("0", "1", "2", "-1", "3"),
                "compared": ("<", "<=", ">", ">=", "==", "!=")}  # fmt: skip
SIMPLE_STATEMENTS: Final = (
    "self.number = <int>", "self.number += <int>", "self.items.append(<int>)", "self.items.append(abs(<int>))",
    "if self.number < <int>:\n    self.number = <int>", "if self.items:\n    self.number = self.items.pop()",
    "self.items.insert(0, <int>)", "self.items.clear()", "self.table[<index>] = <int>", "self.table.pop(<index>, 0)",
    "if <bool>:\n    self.items.append(<int>)", "self.items = [each + <index> for each in self.items]", "self.number = abs(<int>)",
    "if 0 <= <i=index> < len(self.items):\n    self.items[<i>] = <int>", "self.number = len(self.items)", "self.number = max(<int>, <int>)",
    "if self.items:\n    self.items[0], self.items[-1] = self.items[-1], self.items[0]", "del self.items[<index>:]",
    "if <bool>:\n    raise <error>('no')", "self.table = {<index>: <int>}", "self.items.reverse()",
    "if number not in self.table:\n    self.table[number] = len(self.items)\n    self.items.append(number)",
)  # fmt: skip


def claim(chance: Writer, number: int) -> str:
    """The text of a random law, or of one of steps."""
    said = chance.of("truth", 2)
    if chance.random.random() < 0.3:
        said = "".join(f"{'n' if chance.random.random() < 0.5 else 'm'}." if part == "m." else part
                       for part in _split(said)) if "lambda" not in said else said  # fmt: skip
        return f'\n\n@step_law("BX-S{number}", "Random.")\ndef claim(m: BoxModel, n: BoxModel) -> bool:\n    return {said}\n'
    return f'\n\n@law("BX-L{number}", "Random.")\ndef claim(m: BoxModel) -> bool:\n    return {said}\n'


def _split(text: str) -> Iterator[str]:
    for place, part in enumerate(text.split("m.")):
        if place:
            yield "m."
        yield part


def program(seed: object) -> str:
    """The text of a module with a box of one operation, and a claim."""
    forms = {**plain(), "statement": SIMPLE_STATEMENTS, "compound": SIMPLE_STATEMENTS}
    forms.pop("statement!", None)
    writer = Writer(seed, forms)
    method = writer.method("op0", ("int",), "number: int, other: int")
    body = two_sided([method], [method]).replace('messages."""\n', "")
    said = claim(Writer(f"claim {seed}", FORMS), 1)
    return body.replace("from slotproof.spec.errors", WORDS + "from slotproof.spec.errors", 1) + said


def states() -> Iterator[Start]:
    """All small states, some hundreds, with some arguments."""
    lists = [list(each) for size in range(3) for each in itertools.product((-1, 0, 2), repeat=size)]
    lists += [[1, 3, 2], [0, 1, 2], [2, 2, 2], [3, -1, 0, 1]]
    tables: list[dict[int, int]] = [{}, {0: 1}, {2: -1, 0: 0}, {-1: 3}, {1: 2, 2: 5, 0: 1}]
    numbers = (-2, 0, 1, 3)
    chance = random.Random("states")
    for items, table, number in itertools.product(lists, tables, numbers):
        for _ in range(2):
            yield Start({"items": items, "table": table, "number": number}, None,
                        (chance.choice(range(-2, 5)), chance.choice(range(-2, 5))), None)  # fmt: skip


def refuted(module: ModuleType) -> str:
    """A small state in which the claim holds, and after the operation does not; "" if there is none."""
    holds: Any = module.claim.holds
    is_step = module.claim.step
    for given in states():
        before = object.__new__(module.BoxModel)
        vars(before).update(given.fields)
        _, error, fields = called(module, "BoxModel", "op0", given)
        after = object.__new__(module.BoxModel)
        vars(after).update(fields)
        if not is_step and not holds(before):
            continue
        if error not in ("", "Full", "Missing", "OutOfRange"):
            return f"{given}: {error}"
        if not (holds(before, after) if is_step else holds(after)):
            return f"{given}"
    return ""


def of_seed(seed: int) -> Came:
    """Some claims."""
    came = Came("claims", seed)
    for number in range(METHODS):
        came.programs += 1
        text = program((seed, number))
        said, wrong = _tried(text)
        came.words[said] += 1
        if said in ("differs", "crash"):
            small = shrunk(text, lambda smaller, said=said: _tried(smaller)[0] == said, 200)  # type: ignore[misc]
            came.found.append(
                {"kind": "claims", "seed": seed, "method": "op0", "word": said, "told": wrong, "text": small}
            )
    return came


def _tried(text: str) -> tuple[str, str]:
    """What becomes of a claim, and what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            ast.parse(text)
            module = loaded("random_claim", text, Path(folder) / "random_claim.py")
        except Exception:
            return "no program", ""
        try:
            try:
                wrong = refuted(module)
            except (LookupError, TypeError, ArithmeticError, ValueError) as error:
                wrong = f"the claim ends in {type(error).__name__}"
            said = proved(declared(module, "op0", 0, (module.claim,)))
        except Exception as error:
            return "crash", repr(error)
        finally:
            sys.modules.pop("random_claim", None)
    return ("differs" if said and wrong else "proved" if said else "refuted" if wrong else "open"), wrong
