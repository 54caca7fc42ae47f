"""Wrong programs, by the cause of what is wrong with them: the data that judges of programs are tried with.

Each is a shelf of cups beside its model, with one mistake. What the text alone tells is refused by lint, with the line;
what takes a proof is listed as such, and lint has nothing to say of it. Each group has right twins.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from textwrap import indent
from typing import Final

SOURCE: Final = """\
from typing import Any, ClassVar, NamedTuple

from slotproof.declare import (
    Claim, Domain, Loop, Operation, Promise, Refinement, Scope, invariant, law,
)
from slotproof.spec.errors import Missing, OutOfRange
from slotproof.spec.logic import ascending, conj, forall, greatest, negate
{top}

class ShelfModel:
    cups: list[int]
    weight: int

    def __init__(self) -> None:
        self.cups = []
        self.weight = 0

{both}

    def stir(self, {takes}) -> {result}:
{model}


class Shelf{base}:
    cups: list[int]
    weight: int
{field}

    def __init__(self) -> None:
        self.cups = []
        self.weight = 0
{init}

{both}
{member}

    def stir(self, {takes}) -> {result}:
{body}


@invariant("SH-I1", "Both have the same cups.")
def same_cups(m: ShelfModel, h: Shelf) -> bool:
    return m.cups == h.cups


@invariant("SH-I2", "Both weigh the same.")
def same_weight(m: ShelfModel, h: Shelf) -> bool:
    return m.weight == h.weight


def noted(at: Any) -> dict[str, bool]:
    return {{"weight": at.now.weight == at.entry.weight}}


{claims}

NUMBER = Domain("number", small=lambda m, scope: scope.values, classes={{"number": lambda m, issued, number: number}},
                symbolic=lambda make: make.int("number"))
VALUES = Domain("values", small=lambda m, scope: ([], [1]), classes={{"values": lambda m, issued, number: [number]}},
                symbolic=lambda make: make.ints("values"))
THING = Domain("thing", small=lambda m, scope: scope.values, classes={{"thing": lambda m, issued, number: number}},
               symbolic=lambda make: make.value("thing"))
OTHER = Domain("other", small=lambda m, scope: scope.values, classes={{"other": lambda m, issued, number: number}},
               symbolic=lambda make: make.peer("other"))

SHELF = Refinement(
    code="SH",
    name="shelf",
    title="shelf",
    model=ShelfModel,
    impl=Shelf,
    configure=lambda make: {{}},
    couple=(same_cups, same_weight),
    laws=({laws}),
    operations=(
        Operation("stir", Claim("SH-R1", "`stir` answers the same."), takes=({domains}), {words}),
        {operations}
    ),
    loops=({loops}),
    scopes=(Scope("small", {{}}, values=(0, 1), admits=lambda m, operation, arguments: len(m.cups) < 3),),
)
"""
_DEPTHS: Final = {"model": 2, "body": 2, "init": 2, "both": 1, "member": 1, "field": 1}


@dataclass(frozen=True)
class Program:
    """One program.

    told       the mistake that lint tells, or "" if nothing but a proof can
    at         what stands in the line that it tells
    others     the rest is put in its place
    """

    told: str = ""
    at: str = ""
    top: str = ""
    both: str = ""
    model: str = "return 0"
    base: str = ""
    field: str = ""
    init: str = ""
    member: str = ""
    body: str = "return 0"
    takes: str = "number: int"
    result: str = "int"
    domains: str = "NUMBER,"
    claims: str = ""
    laws: str = ""
    words: str = ""
    operations: str = ""
    loops: str = ""

    @property
    def by(self) -> str:
        """Return who tells that it is wrong."""
        return "lint" if self.told else "proof"

    @property
    def source(self) -> str:
        """Return the program with its declaration."""
        parts = {each.name: getattr(self, each.name) for each in fields(self)}
        parts |= {name: indent(parts[name], "    " * depth) for name, depth in _DEPTHS.items()}
        return SOURCE.format(**parts)


ONE_LOOP: Final = 'Loop("Shelf.stir", invariant=noted),'
TWO_LOOPS: Final = 'Loop("ShelfModel.stir", lockstep=True), Loop("Shelf.stir", lockstep=True),'
