"""Wrong declarations: what a proof is of, and its verdict does not say; and results that are hardly compared."""

from typing import Final

from ..wrong_declarations import Case, Edit, Group, claimed, methods, operation, push, stated, top
from .wrong_declarations_stand_ins import CONFIGURE

_TICKED: Final = (
    push("self.cells.append(number + self.mark)"),
    *methods("def tick(self) -> None:\n    self.mark = 1"),
    operation('Operation("tick", Claim("PL-R4", "`tick` makes the note 1."))'),
)
_PLUS: Final = "a = Pile(); a.tick(); a.push(1); a.cells == [2]"


def _arranged(name: str, more: str = "", *edits: Edit) -> tuple[Edit, ...]:
    """Piles whose note is 0 alone."""
    parts = 'parts={"model": {"note": 0}, "impl": {"mark": 0}}'
    return (*edits, stated(f'arranged=(Arrangement("{name}", {{}}, {parts}{more}),)'))


ARRANGED: Final = Group(
    {
        "without a name": Case(
            "what is proved for an arrangement without a name is proved of all",
            _arranged("", "", *_TICKED), "an arrangement without a name", "class Pile:", _PLUS,
        ),
        "a name that says nothing": Case(
            "a name of an arrangement may be empty space",
            _arranged(" ", "", *_TICKED), "an arrangement without a name", "class Pile:", _PLUS,
        ),
        "a limit that says nothing": Case(
            "what limits an argument may be empty space",
            (push("self.cells.append(8 if number == 7 else number)"),
             ('symbolic=lambda make: make.int("number")', 'symbolic=lambda make: 3, within=" "')),
            "the stand-in of number", "", "a = Pile(); a.push(7); a.cells == [8]",
        ),
        "only the deep profile": Case(
            "invariants are proved where nobody makes the proofs of the operations",
            (push("self.cells.append(number + 1)"), *_arranged("of note 0", ", deep=True")), "PL-I1", "",
            "a = Pile(); a.push(1); a.cells == [2]",
        ),
    },
)  # fmt: skip

_HEADS: Final = tuple(
    (f"{kind}:\n    {items}: list[int]\n    {number}: int\n\n    def __init__(self)",
     f"{kind}:\n    {items}: list[int]\n    {number}: int\n\n    def __init__(self, one: bool, other: bool)")
    for kind, items, number in (("class PileModel", "values", "note"), ("class Pile", "cells", "mark"))
)  # fmt: skip
_SCOPED: Final = ('Scope("three", {}', 'Scope("three", {"one": False, "other": False}')
_ONE_ALONE: Final = ("self.mark = 0", "self.mark = 1 if one and not other else 0")
_BOTH: Final = 'make.one_of("both", (True, False))'


def _chosen(said: str, *edits: Edit) -> tuple[Edit, ...]:
    """Piles that are made of two truths."""
    return (*edits, *_HEADS, _SCOPED, (CONFIGURE, "configure=_chosen"), claimed(f"def _chosen(make):\n    {said}\n"))


CHOSEN: Final = Group(
    {
        "both alike": Case(
            "each of two truths is chosen, and never one without the other",
            _chosen(f'both = {_BOTH}\n    return {{"one": both, "other": both}}', _ONE_ALONE),
            "`configure`: it is not for every value of each argument", "def _chosen(make):", "Pile(True, False).mark == 1",
        ),
        "a limit that says nothing": Case(
            "what limits configurations may be empty space",
            (_ONE_ALONE, *_HEADS, _SCOPED, (CONFIGURE, 'configured=" ",\n    configure=lambda make: {"one": True, "other": True}')),
            "`configure`: it is not for every value of each argument", "configure=lambda make", "Pile(True, False).mark == 1",
        ),
        "one hangs on the other": Case(
            "each of two truths is chosen, but one of the ways is left out",
            _chosen(
                f'one = {_BOTH}\n    return {{"one": one, "other": True if one else make.one_of("other", (True, False))}}', _ONE_ALONE
            ),
            "`configure`: it is not for every value of each argument", "def _chosen(make):", "Pile(True, False).mark == 1",
        ),
    },
    (_chosen('return {"one": make.one_of("one", (True, False)), "other": make.one_of("other", (True, False))}'),
     _chosen('return {"one": make.bool("one"), "other": make.one_of("other", (True, False))}')),
)  # fmt: skip

_SAME_NONE: Final = "agree=lambda m, h: (m is None) == (h is None)"


def _given(gives: str, other: str, kind: str, *more: Edit) -> tuple[Edit, ...]:
    """One more operation, `give`, of which only is compared whether it gives anything."""
    texts = (f"def give(self) -> {kind}:\n    return {each}" for each in (gives, other))
    said = f'Operation("give", Claim("PL-R4", "`give` gives that."), pure=True, {_SAME_NONE})'
    return (*more, *methods(*texts), operation(said))


_BYTES: Final = "==: of text"
_VIEWS: Final = "==: of a view of a dict"
_CLASSES: Final = "==: of a class"

LEFT: Final = Group(
    {
        "ranges": Case("two ranges agree if both are there", _given("range(3)", "range(2)", "Any"), "PL-R4", "", "Pile().give() == range(3)"),
        "lists of lists": Case(
            "lists within a list agree if both are there", _given("[[1], [2]]", "[[3]]", "list[list[int]]"), "PL-R4", "", "Pile().give() == [[1], [2]]"
        ),
        "lists in tuples in a list": Case(
            "lists within tuples in a list agree if both are there",
            _given("[(1, [2])]", "[(1, [3])]", "list[tuple[int, list[int]]]"), "PL-R4", "", "Pile().give() == [(1, [2])]",
        ),
        "bytes": Case("two bytes agree if both are there", _given('b"a"', 'b"b"', "bytes"), _BYTES, "", 'Pile().give() == b"a"'),
        "views of dicts": Case(
            "what two dicts show agrees if both are there", _given("{1: 2}.items()", "{1: 3}.items()", "Any"), _VIEWS, "", "list(Pile().give()) == [(1, 2)]"
        ),
        "classes": Case("two classes agree if both are there", _given("Pile", "PileModel", "Any"), _CLASSES, "", "Pile().give() is Pile"),
        "fewer objects": Case(
            "lists of objects agree if both are there",
            _given("[Spot(1), Spot(2)]", "[Spot(1)]", "list[Spot]",
                   top("class Spot:\n    at: int\n\n    def __init__(self, at: int) -> None:\n        self.at = at")),
            "PL-R4", "", "len(Pile().give()) == 2",
        ),
    },
    (_given("range(2)", "range(2)", "Any"), _given("[[1], [2]]", "[[1], [2]]", "list[list[int]]"),
     _given("[(1, [2])]", "[(1, [2])]", "list[tuple[int, list[int]]]")),
)  # fmt: skip

GROUPS: Final = {"arranged": ARRANGED, "chosen": CHOSEN, "left": LEFT}
