"""What a module does behind the text of its methods is refused: hooks, decorators, statements, other functions."""

from __future__ import annotations

import sys
import textwrap
from typing import Any

import pytest

from slotproof.declare import Claim, Operation, Refinement, Scope
from slotproof.engine.prove.reading import prove_by_reading

from ...containers.breaks.breaks import compiled
from ...soundness.functions.unsound import NUMBER

COUNTER = """
from typing import Any

def same(m: Any, h: Any) -> bool:
    return m.number == h.number

class Model:
    number: int
    def __init__(self) -> None:
        self.number = 0
    def up(self, by: int) -> int:
        self.number = self.number + by
        return self.number

{before}
class Counter{bases}:
    number: int
    def __init__(self) -> None:
        self.number = 0
    def up(self, by: int) -> int:
        self.number = {total}
        return self.number
{member}
{after}
"""
SUM = "self.number + by"

BEHIND: dict[str, dict[str, str]] = {
    "set": {"member": "def __setattr__(self, name: str, value: int) -> None:\n    self.__dict__[name] = value + 1"},
    "get": {
        "member": "def __getattribute__(self, name: str) -> Any:\n    return object.__getattribute__(Model(), name)"
    },
    "new": {"member": "def __new__(cls) -> Any:\n    return Model()"},
    "metaclass": {"before": "class Meta(type):\n    pass\n", "bases": "(metaclass=Meta)"},
    "decorated class": {"before": "def swap(cls):\n    cls.up = lambda self, by: 0\n    return cls\n\n@swap"},
    "decorated function": {
        "before": "def swap(f):\n    return lambda by: 0\n\n@swap\ndef own(by: int) -> int:\n    return by\n",
        "total": "self.number + own(by)",
    },
    "decorated method": {
        "before": "def swap(f):\n    return lambda self, by: 0\n",
        "member": "@swap\ndef own(self, by: int) -> int:\n    return by",
        "total": "self.number + self.own(by)",
    },
    "setter": {
        "member": "@property\ndef one(self) -> int:\n    return 1\n\n@one.setter\ndef one(self, to: int) -> None: ..."
    },
    "subclass": {
        "before": "class Base:\n    def __init_subclass__(cls) -> None:\n        cls.up = lambda self, by: 0\n",
        "bases": "(Base)",
    },
    "method later": {"after": "Counter.up = lambda self, by: 0"},
    "augmented": {"before": "STEP = 0\nSTEP += 1\n", "total": f"{SUM} + STEP"},
    "loop": {"before": "STEP = 0\nfor STEP in (1, 2):\n    pass\n", "total": f"{SUM} + STEP"},
    "branch": {"before": "STEP = 0\nif True:\n    STEP = 1\n", "total": f"{SUM} + STEP"},
    "constant later": {"before": "STEP = 0\n", "total": f"{SUM} + STEP", "after": "globals()['STEP'] = 1"},
    "class constant later": {
        "before": "from typing import ClassVar\n",
        "member": "STEP: ClassVar[int] = 0",
        "total": f"{SUM} + self.STEP",
        "after": "type.__setattr__(Counter, 'STEP', 1)",
    },
    "built-in later": {"total": f"max({SUM}, {SUM})", "after": "globals()['max'] = lambda one, other: 0"},
}


def counter(before: str = "", bases: str = "", total: str = SUM, member: str = "", after: str = "") -> Refinement:
    """A counter that is as wrong as what is put in."""
    parts = {"before": before, "bases": bases, "total": total, "after": after}
    impl = compiled(COUNTER.format(member=textwrap.indent(member, "    "), **parts), "Counter")
    made: dict[str, Any] = vars(sys.modules[impl.__module__])
    same = Claim("CR-I1", "Both numbers are one.", made["same"])
    up = Operation("up", Claim("CR-R1", "`up` counts."), takes=(NUMBER,))
    return Refinement("CR", "counter", "counter", made["Model"], impl, (same,), (), (up,), (Scope("small", {}),))


def test_a_plain_counter_is_proved() -> None:
    """Else it would say little that the others are not."""
    refinement = counter()
    assert prove_by_reading(refinement, refinement.operation("up")).resists == ""


@pytest.mark.parametrize("behind", BEHIND)
def test_what_happens_behind_the_text_is_refused(behind: str) -> None:
    """No proof goes through with it."""
    refinement = counter(**BEHIND[behind])
    refusal = prove_by_reading(refinement, refinement.operation("up")).unsupported
    assert refusal.startswith("broken_Counter"), refusal
    assert refusal.endswith(("leave it out", "leave out what replaces it", "in one statement")), refusal
