"""Wrong declarations: of each, one claim is false of the code that CPython runs, and nobody may call it proved.

A case is a right pile with some texts changed. It says how CPython shows that the claim is false, and what the command
must tell, at which line. Beside the cases of a group stand right twins, which use the same forms and are proved: a
refusal of everything would say nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import indent
from typing import Final

PILE: Final = '''\
"""A pile of numbers beside the list that it means."""

from typing import Any, ClassVar, NamedTuple

from slotproof.spec.errors import Missing, OutOfRange


class PileModel:
    values: list[int]
    note: int

    def __init__(self) -> None:
        self.values = []
        self.note = 0

    def push(self, number: int) -> None:
        self.values.append(number)

    def pop(self) -> int:
        if len(self.values) == 0:
            raise Missing("empty")
        return self.values.pop()

    def look(self, number: int) -> int:
        return number if number > 0 else 0


class Pile:
    cells: list[int]
    mark: int

    def __init__(self) -> None:
        self.cells = []
        self.mark = 0

    def push(self, number: int) -> None:
        self.cells.append(number)

    def pop(self) -> int:
        if len(self.cells) == 0:
            raise Missing("empty")
        return self.cells.pop()

    def look(self, number: int) -> int:
        return max(number, 0)
'''

DECLARED: Final = '''\
"""What is claimed of a pile."""

from typing import Any

from pile import Pile, PileModel
from slotproof.declare import (
    Arrangement, Claim, Cost, Domain, Loop, Operation, Peer, Refinement, Scope, Theorem, invariant, law, step_law,
)
from slotproof.spec.logic import (
    ascending, conj, contains, disj, exists, forall, forall_in, implies, least, negate,
)


@law("PL-L1", "There are no fewer than no values.")
def some_length(m: PileModel) -> bool:
    return len(m.values) >= 0


@invariant("PL-I1", "The cells hold the values, in order.")
def in_order(m: PileModel, h: Pile) -> bool:
    return m.values == h.cells


@invariant("PL-I2", "The mark is the note.")
def same_mark(m: PileModel, h: Pile) -> bool:
    return m.note == h.mark


NUMBER = Domain(
    "number",
    small=lambda m, scope: scope.values,
    classes={"number": lambda m, issued, number: number % 5 - 1},
    symbolic=lambda make: make.int("number"),
)

OPERATIONS = (
    Operation("push", Claim("PL-R1", "`push` puts the number on top."), takes=(NUMBER,)),
    Operation("pop", Claim("PL-R2", "`pop` takes the number on top."), refusals=("Missing",)),
    Operation("look", Claim("PL-R3", "`look` is the number, or 0 in place of less."), takes=(NUMBER,), pure=True),
)

PILE = Refinement(
    code="PL",
    name="pile",
    title="pile",
    model=PileModel,
    impl=Pile,
    couple=(in_order, same_mark),
    laws=(some_length,),
    operations=OPERATIONS,
    loops=(),
    scopes=(Scope("three", {}, values=(0, 1), admits=lambda m, operation, arguments: len(m.values) < 3),),
    configure=lambda make: {},
)
'''

FILES: Final = {"pile.py": PILE, "declared.py": DECLARED}

Edit = tuple[str, str]
"""A text that occurs once in all files, and what takes its place."""


@dataclass(frozen=True)
class Case:
    """What is wrong, and what must be told.

    cause    why somebody might believe it
    edits    of the right pile
    says     words of the finding; or the ID of the claim that fails
    at       what stands in the line that is told; "" if the claim alone is
    shown    statements, and a last expression that is true in CPython and would not be if the claim held
    beside   further files
    """

    cause: str
    edits: tuple[Edit, ...]
    says: str
    at: str = ""
    shown: str = ""
    beside: dict[str, str] = field(default_factory=dict)

    def files(self) -> dict[str, str]:
        """Name -> text of all files."""
        return edited(self.edits) | self.beside


@dataclass(frozen=True)
class Group:
    """Cases of one root cause by name, and edits that make right twins."""

    wrong: dict[str, Case]
    right: tuple[tuple[Edit, ...], ...] = ()


def edited(edits: tuple[Edit, ...]) -> dict[str, str]:
    """Name -> text of the files of the pile, after edits."""
    files = dict(FILES)
    for old, new in edits:
        [name] = [name for name, text in files.items() for _ in range(text.count(old))]
        files[name] = files[name].replace(old, new)
    return files


# --- edits


def top(text: str) -> Edit:
    """Something above the classes."""
    return "\n\nclass PileModel:", f"\n{text}\n\n\nclass PileModel:"


def look(*lines: str) -> Edit:
    """Another body of `Pile.look`."""
    return "return max(number, 0)", "\n        ".join(lines)


def meant(*lines: str) -> Edit:
    """Another body of `PileModel.look`."""
    return "return number if number > 0 else 0", "\n        ".join(lines)


def push(*lines: str) -> Edit:
    """Another body of `Pile.push`."""
    return "self.cells.append(number)", "\n        ".join(lines)


def fields(*lines: str) -> Edit:
    """More in the class of the pile, below its fields."""
    return "    mark: int\n", "\n    ".join(("    mark: int", *lines)) + "\n"


def meant_fields(*lines: str) -> Edit:
    """More in the class of the model, below its fields."""
    return "    note: int\n", "\n    ".join(("    note: int", *lines)) + "\n"


def begin(*lines: str) -> Edit:
    """More in the constructor of the pile."""
    return "self.cells = []\n", "\n        ".join(("self.cells = []", *lines)) + "\n"


def meant_begin(*lines: str) -> Edit:
    """More in the constructor of the model."""
    return "self.values = []\n", "\n        ".join(("self.values = []", *lines)) + "\n"


def method(text: str) -> Edit:
    """One more method of the pile."""
    return "self.mark = 0\n", f"self.mark = 0\n\n{indent(text, '    ')}\n"


def meant_method(text: str) -> Edit:
    """One more method of the model."""
    return "self.note = 0\n", f"self.note = 0\n\n{indent(text, '    ')}\n"


def methods(text: str, meaning: str = "") -> tuple[Edit, Edit]:
    """One more method of both, with other lists."""
    return meant_method(meaning or text.replace("cells", "values").replace("mark", "note")), method(text)


def asked(text: str) -> Edit:
    """Another end of the declaration of `look`."""
    return "takes=(NUMBER,), pure=True),", f"{text}),"


def operation(text: str) -> Edit:
    """One more operation."""
    return "OPERATIONS = (\n", f"OPERATIONS = (\n    {text},\n"


def claimed(text: str) -> Edit:
    """Something between the claims and the arguments."""
    return "NUMBER = Domain(", f"{text}\n\nNUMBER = Domain("


def stated(text: str) -> Edit:
    """More in the refinement."""
    return 'code="PL",\n', f'code="PL",\n    {text},\n'


def loops(*texts: str) -> Edit:
    """The loops that are declared."""
    return "loops=(),", f"loops=({''.join(f'{text}, ' for text in texts)}),"


def laws(text: str, name: str) -> tuple[Edit, Edit]:
    """One more law."""
    return claimed(text), ("laws=(some_length,)", f"laws=(some_length, {name})")


def coupled(text: str, name: str) -> tuple[Edit, Edit]:
    """One more invariant."""
    return claimed(text), ("couple=(in_order, same_mark)", f"couple=(in_order, same_mark, {name})")
