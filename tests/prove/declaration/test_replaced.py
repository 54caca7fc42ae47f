"""What a called operation puts in the place of a list is not taken for the list that was there."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from slotproof.declare import Arrangement, Refinement
from slotproof.engine.prove.reading import ReadProof

from ...fuzz.beside import loaded
from ..edited import proof_in
from ..examples import pile

TEXT = Path(pile.__file__).read_text(encoding="utf-8")
MODEL, ARRAYS = "class PileModel:", "class Pile:"
ADDS, ADDS_ANEW = "self.items.append(number)\n        self.{}", "self.items = self.items + [number]\n        self.{}"
TWICE = "        self.add(number)\n        self.items.append(number)"
BY_NAME = "        held = self.items\n        self.add(number)\n        held.append(number)"
AGAIN = "        self.add(number)\n        held = self.items\n        held.append(number)"
MANY = "        for _ in range(number):\n            self.add(number)\n        self.items.append(number)"
MANY_BY_NAME = f"        held = self.items\n{MANY.replace('self.items', 'held')}"
LOOPS = """
    loops=(Loop("PileModel.twice", lockstep=True), Loop("Pile.twice", lockstep=True)),
    scopes="""
ROUNDS = "        for _ in range(3):\n            self.add(number)\n        self.items.append(number)"


def edited(text: str, owner: str, *edits: tuple[str, str]) -> str:
    """The text with edits in one class."""
    start = text.index(owner)
    head, rest = text[:start], text[start:]
    for old, new in edits:
        assert old in rest, old
        rest = rest.replace(old, new, 1)
    return head + rest


def proof(text: str, operation: str, folder: Path, promise: str = "") -> ReadProof:
    """The proof of an operation of another pile, in which `add`, or `drop`, makes a promise of that name."""

    def promising(module: Any, declared: Refinement) -> Refinement:
        own = declared.operation("drop" if operation == "drop" else "add")
        own = replace(own, promise=getattr(module, promise) if promise else None)
        return replace(
            declared, operations=tuple(own if each.name == own.name else each for each in declared.operations)
        )

    return proof_in(text, "PILE", operation, folder, promising)


def anew(owner: str) -> tuple[str, str]:
    """The edit by which `add` of a class puts a new list in place of the old one."""
    field = "last" if owner == MODEL else "top"
    return ADDS.format(field), ADDS_ANEW.format(field)


@pytest.mark.parametrize("promise", ["", "PROMISE"])
@pytest.mark.parametrize("twice", [TWICE, AGAIN, ROUNDS])
def test_a_list_that_is_read_again_is_the_new_one(twice: str, promise: str, tmp_path: Path) -> None:
    """Whichever side puts a new one there."""
    text = TEXT
    for owner in (ARRAYS, MODEL):
        text = edited(text, owner, (TWICE, twice))
    for owner in (MODEL, ARRAYS):
        other = edited(text, owner, anew(owner))
        for operation in ("add", "twice") if not promise or twice != ROUNDS else ("add",):
            found = proof(other, operation, tmp_path, promise)
            assert (found.unsupported, found.open) == ("", [])


def test_a_list_that_was_there_before_is_not_looked_at_in_the_arrays(tmp_path: Path) -> None:
    """It may be no part any more: CPython has them differ."""
    text = edited(TEXT, ARRAYS, anew(ARRAYS), (TWICE, BY_NAME))
    text = edited(text, MODEL, (TWICE, BY_NAME))
    module: Any = loaded("other_pile", text, tmp_path / "other_pile.py")
    del sys.modules["other_pile"]
    model, arrays = module.PileModel(), module.Pile()
    for each in (model, arrays):
        each.twice(7)
    assert model.items != arrays.items
    assert "read the field again" in proof(text, "twice", tmp_path).unsupported


def test_a_list_that_was_there_before_is_not_looked_at_in_the_model(tmp_path: Path) -> None:
    """Where it is known by what is promised; where its code is followed, it is known which list is which."""
    text = edited(TEXT, ARRAYS, (TWICE, BY_NAME))
    text = edited(text, MODEL, anew(MODEL), (TWICE, BY_NAME))
    assert "read the field again" in proof(text, "twice", tmp_path, "PROMISE").unsupported
    assert proof(text, "twice", tmp_path).open or proof(text, "twice", tmp_path).unsupported


@pytest.mark.parametrize(("rounds", "why"), [(MANY, ""), (MANY_BY_NAME, "read the field again")])
def test_a_list_that_was_there_before_many_calls_is_not_looked_at(rounds: str, why: str, tmp_path: Path) -> None:
    """However many there are; the list that is there now is."""
    text = TEXT.replace("Domain, Operation", "Domain, Loop, Operation")
    text = text.replace("\n    scopes=", LOOPS, 1)
    text = edited(text, ARRAYS, anew(ARRAYS), (TWICE, rounds))
    found = proof(edited(text, MODEL, (TWICE, MANY)), "twice", tmp_path)
    assert why in found.unsupported
    assert bool(found.unsupported) is bool(why)
    assert found.open == []


@pytest.mark.parametrize("owner", [MODEL, ARRAYS])
def test_what_is_called_is_given_no_part_of_what_is_called(owner: str, tmp_path: Path) -> None:
    """Its proof is of lists apart; a copy is one."""
    for operation in ("fill", "again"):
        assert (proof(TEXT, operation, tmp_path).unsupported, proof(TEXT, operation, tmp_path).open) == ("", [])
    text = edited(TEXT, owner, ("self.fill(self.items.copy())", "self.fill(self.items)"))
    assert "pass a copy" in proof(text, "again", tmp_path).unsupported


OUTSIDE = """def put_anew(pile: Pile, number: int) -> None:
    pile.items = pile.items + [number]


@invariant(\"PL-I1\""""
COMPUTED = 'for name in ("items",):\n            setattr(self, name, getattr(self, name) + [number])'


def test_other_code_puts_no_list_there_unnoticed(tmp_path: Path) -> None:
    """A function beside the class is looked for nowhere, but then the list does not stay, which others rest on."""
    text = TEXT.replace('@invariant("PL-I1"', OUTSIDE, 1)
    text = edited(text, ARRAYS, ("self.items.append(number)", "put_anew(self, number)"))
    [left] = proof(text, "add", tmp_path).open
    assert "the parts stay" in left.what


def test_a_name_that_is_computed_may_be_any(tmp_path: Path) -> None:
    """No list of the class is taken to stay."""
    text = edited(TEXT, ARRAYS, ("self.items.append(number)", COMPUTED), (TWICE, BY_NAME))
    assert proof(text, "add", tmp_path).open == []
    assert "read the field again" in proof(text, "twice", tmp_path).unsupported


ANEW = "self.items = self.items.copy()\n"


@pytest.mark.parametrize(
    ("operation", "line"), [("size", "        return len("), ("drop", '            raise Missing("there')]
)
def test_a_list_stays_where_callers_take_nothing_to_change(operation: str, line: str, tmp_path: Path) -> None:
    """What is pure, or ends in an error, puts no other list in place of one."""
    assert proof(TEXT, operation, tmp_path).open == []
    indent = " " * (len(line) - len(line.lstrip()))
    [left] = proof(edited(TEXT, ARRAYS, (line, f"{indent}{ANEW}{line}")), operation, tmp_path).open
    assert "the parts stay" in left.what


LISTS: dict[str, Any] = {"model": {"items": None}, "impl": {"items": None}}
ZERO: dict[str, Any] = {"model": {"last": 0}, "impl": {"top": {"number": 0}}}


@pytest.mark.parametrize(
    ("parts", "text", "operation", "is_open"),
    [
        (LISTS, TEXT, "add", False),
        (LISTS, edited(TEXT, ARRAYS, anew(ARRAYS)), "add", True),
        (ZERO, TEXT, "fill", False),
        (ZERO, TEXT, "add", True),
    ],
    ids=["the same list", "another list", "the same number", "another number"],
)
def test_what_is_arranged_stays_so(parts: Any, text: str, operation: str, is_open: bool, tmp_path: Path) -> None:
    """Callers forget nothing that is told of it, and no list."""

    def arranged(module: Any, declared: Refinement) -> Refinement:
        return replace(declared, arranged=(Arrangement("one", {}, parts=parts),))

    found = proof_in(text, "PILE", operation, tmp_path, arranged)
    assert found.unsupported == ""
    assert ["the parts stay, arranged as they are" in each.what for each in found.open] == [True] * is_open


def test_what_a_promise_leaves_alone_is_the_same_list(tmp_path: Path) -> None:
    """An equal one is another: callers have names for the one that was there."""
    text = TEXT.replace("        self.items.append(number)\n        self.last", "        self.last")
    text = text.replace("        self.items.append(number)\n        self.top", "        self.top")
    assert proof(text, "add", tmp_path, "TOUCHED").open == []
    text = edited(text, MODEL, ("        self.last = number", f"        {ANEW}        self.last = number"))
    [left] = proof(text, "add", tmp_path, "TOUCHED").open
    assert "leave items alone" in left.what


def test_a_promise_that_is_refused_leaves_each_list(tmp_path: Path) -> None:
    """Callers forget nothing of what ends in an error."""
    line = '            raise Missing("there is none")\n        self.items.pop()\n'
    assert proof(TEXT, "drop", tmp_path, "DROPPED").open == []
    [left] = proof(edited(TEXT, MODEL, (line, f"            {ANEW}{line}")), "drop", tmp_path, "DROPPED").open
    assert "the parts of the model stay" in left.what
    moved = edited(TEXT, MODEL, ("        self.items.pop()\n", "        self.items = self.items[:-1]\n"))
    assert proof(moved, "drop", tmp_path, "DROPPED").open == []


def test_a_thing_that_others_rest_on_stays(tmp_path: Path) -> None:
    """What is called may put another list in place of one, but no other thing."""
    assert proof(TEXT, "add", tmp_path).open == []
    text = edited(TEXT, ARRAYS, ("self.top.number = number", "self.top = Top(number)"))
    [left] = proof(text, "add", tmp_path).open
    assert "the parts stay, arranged as they are, which others rest on" in left.what
    alone = text.replace(', uses=("add",)', "")
    assert alone != text
    assert proof(alone, "add", tmp_path).open == []


SIZE = '"`size` tells how many there are."), '
OTHERWISE = ("model=lambda m: m.size() + 1, ", "impl=lambda h: (h.size(), 1), ")


@pytest.mark.parametrize("otherwise", OTHERWISE)
def test_a_proof_of_another_call_is_not_used(otherwise: str, tmp_path: Path) -> None:
    """It says nothing of what the method gives, which is what is called."""
    assert proof(TEXT, "again", tmp_path).unsupported == ""
    text = TEXT.replace(SIZE, SIZE + otherwise)
    assert text != TEXT
    assert "it uses size, which is called otherwise" in proof(text, "again", tmp_path).unsupported


OF_A_BASE = """class Pile(Whole):
    def add(self, number: int) -> None:
        self.items.append(number + 1)
        self.top.number = number

    def twice(self, number: int) -> None:
        {}.add(number)
        self.items.append(number)


"""


@pytest.mark.parametrize("base", ["self", "super()"])
def test_a_method_of_a_base_of_the_same_name_is_another(base: str, tmp_path: Path) -> None:
    """The proof that is used is of the method that stands below it."""
    text = TEXT.replace("\nclass Top:", f"\nfrom {pile.__name__} import Pile as Whole\n\n\nclass Top:", 1)
    text = text[: text.index(ARRAYS)] + OF_A_BASE.format(base) + text[text.index('@invariant("PL-I1"') :]
    text = edited(text, MODEL, ("self.items.append(number)", "self.items.append(number + 1)"))
    assert proof(text, "add", tmp_path).resists == ""
    assert (proof(text, "twice", tmp_path).resists == "") is (base == "self")


def test_what_is_left_out_of_a_call_is_what_it_is_by_default(tmp_path: Path) -> None:
    """On each side by itself."""
    for number in (1, 2):
        text = edited(TEXT, ARRAYS, ("number: int", "number: int = 1"), ("self.add(number)", "self.add()"))
        text = edited(text, MODEL, ("self.add(number)", f"self.add({number})"))
        found = proof(text, "twice", tmp_path)
        assert (found.unsupported, bool(found.open)) == ("", number == 2)
