"""Wrong declarations: what is said in a field that no proof looks at, or that another field takes for something else."""

from typing import Final

from ..wrong_declarations import (
    Case,
    Edit,
    Group,
    begin,
    claimed,
    fields,
    laws,
    meant_begin,
    meant_fields,
    methods,
    operation,
    stated,
)

_IMPORTS: Final = "from typing import Any\n\nfrom pile"
_ANSWERING: Final = (_IMPORTS, "from typing import Any\n\nfrom slotproof.declare import Answering\nfrom pile")


# --- names

_SIZES: Final = (
    *methods("def size(self) -> int:\n    return len(self.cells)\n\ndef twice(self) -> int:\n    return len(self.cells) + len(self.cells)"),
    operation('Operation("size", Claim("PL-R4", "`size`, or `len`, is how many there are."), pure=True), '
              'Operation("twice", Claim("PL-R5", "`twice` is twice as many."), pure=True)'),
)  # fmt: skip
_LEN: Final = ("return max(number, 0)", "return max(number, 0)\n\n    __len__ = {}")


def _len(name: str) -> tuple[Edit, ...]:
    """`len` is one of two operations, and declared to be the first."""
    return (*_SIZES, (_LEN[0], _LEN[1].format(name)), stated('aliases={"__len__": "size"}'))


def _more(declared: str) -> tuple[Edit, ...]:
    """A number that is given or not."""
    return (
        *methods("def more(self, number: int = 4 - 2) -> None:\n    self.cells.append(number)"),
        operation('Operation("more", Claim("PL-R4", "`more` puts it on top, or what `defaults` says."), takes=(NUMBER,))'),
        stated(f'defaults={{"more": {{"number": {declared}}}}}'),
    )  # fmt: skip


NAMES: Final = Group(
    {
        "called new": Case(
            "an operation of the name of the constructors is proved where they are",
            (*methods("def new(self) -> None:\n    self.cells = [3]", "def new(self) -> None:\n    self.values = [2]"),
             operation('Operation("new", Claim("PL-R4", "`new` begins with 2."))')),
            "an operation `new`", 'Operation("new"', "a = Pile(); a.new(); a.cells == [3]",
        ),
        "another second name": Case(
            "a second name is that of the operation that the declaration names",
            _len("twice"), "`__len__` is `size` in `aliases`", "PILE = Refinement(", "a = Pile(); a.push(7); len(a) == 2",
        ),
        "no second name": Case(
            "a second name is there if the declaration names it",
            (*_SIZES, stated('aliases={"__len__": "size"}')), "`__len__` is `size` in `aliases`", "PILE = Refinement(", "not hasattr(Pile, '__len__')",
        ),
        "another default": Case(
            "a default is what the declaration says", _more("3"), "`number` of `more` is 3 in `defaults`", "PILE = Refinement(",
            "a = Pile(); a.more(); a.cells == [2]",
        ),
    },
    (_len("size"), _more("2")),
)  # fmt: skip


# --- predicates

_ITEMS: Final = (
    fields("items: list[int]"), meant_fields("items: list[int]"), begin("self.items = []"), meant_begin("self.items = []"),
    *methods("def add(self, number: int) -> None:\n    self.items.append(number)\n\ndef drop(self) -> None:\n    self.items.clear()"),
    operation('Operation("add", Claim("PL-R4", "`add` adds it."), takes=(NUMBER,)), Operation("drop", Claim("PL-R5", "`drop` takes all away."))'),
)  # fmt: skip


def _kept(text: str) -> tuple[Edit, ...]:
    """Invariants of items, and one more."""
    return (
        *_ITEMS,
        claimed('@invariant("PL-I3", "Both have the same items.")\ndef same_items(m: PileModel, h: Pile) -> bool:\n'
                f"    return m.items == h.items\n\n\n{text}"),
        ("couple=(in_order, same_mark)", "couple=(in_order, same_mark, same_items, more)"),
    )  # fmt: skip


def _pushed(predicate: str) -> Edit:
    """The claim of `push`."""
    said = 'Claim("PL-R1", "`push` puts the number on top."'
    return f"{said})", f"{said}{predicate})"


PREDICATES: Final = Group(
    {
        "a law of steps among invariants": Case(
            "a law of steps is asked of the states before and after, wherever it is listed",
            _kept('@step_law("PL-I4", "No step takes an item away.")\ndef more(before: Any, after: Any) -> bool:\n'
                  "    return len(after.items) >= len(before.items)\n"),
            "law of steps PL-I4 among the invariants", "def more(before: Any", "a = PileModel(); a.add(1); a.drop(); a.items == []",
        ),
        "of an operation": Case(
            "the predicate of a claim is asked, whatever the claim is of",
            (_pushed(", lambda before, after: len(after.values) == 7"),),
            "claim PL-R1 has a predicate", "lambda before, after: len(after.values) == 7",
            "a = PileModel(); a.push(1); len(a.values) == 1",
        ),
        "of what is refused, of what never is": Case(
            "a law of what is refused says when that is",
            (_ANSWERING, stated('answers=(Answering(Claim("PL-L3", "`push` takes numbers up to 3."), '
                                'refused={"push": lambda before, number: number > 3}),)')),
            "`refused=` of a law of answers names 'push'", "answers=(Answering(", "a = Pile(); a.push(5); a.cells == [5]",
        ),
        "twice": Case(
            "what is said twice of an operation holds, either way",
            (_ANSWERING, stated('answers=(Answering(Claim("PL-L3", "`look` gives the number, which is not negative."), answered={'
                                '"look": lambda before, after, answer, number: answer == number, '
                                '"look": lambda before, after, answer, number: answer >= 0}),)')),
            """`'look'` twice in a dict""", "answers=(Answering(", "Pile().look(-1) == 0",
        ),
    },
    (
        _kept('@invariant("PL-I4", "There are as many items.")\ndef more(m: PileModel, h: Pile) -> bool:\n'
              "    return len(m.items) == len(h.items)\n"),
        (_ANSWERING, stated('answers=(Answering(Claim("PL-L3", "`push` is never refused, and `pop` of none."), refused={'
                            '"push": lambda before, number: False, "pop": lambda before: len(before.values) == 0}),)')),
    ),
)  # fmt: skip


# --- what has no proof

DROPPED: Final = (
    *methods("def drop(self) -> None:\n    self.cells.clear()"),
    *laws('@step_law("PL-L2", "No step takes more than one.")\ndef one(before: PileModel, after: PileModel) -> bool:\n'
          "    return len(after.values) + 1 >= len(before.values)\n", "one"),
)  # fmt: skip
"""`drop` breaks a law of steps."""


# --- what is read more than once

_LISTED: Final = "operations=OPERATIONS"
_EACH: Final = "each for each in OPERATIONS"

READ_TWICE: Final = Group(
    {
        "operations that are gone": Case(
            "who reads what is declared second finds what the first one found",
            (("self.cells.append(number)", "self.cells.append(number + 1)"), (_LISTED, f"operations=({_EACH})")),
            "generator", "", "a = Pile(); a.push(1); a.cells == [2]",
        ),
    },
    (((_LISTED, f"operations=tuple({_EACH})"),),),
)  # fmt: skip

GROUPS: Final = {"second names": NAMES, "predicates": PREDICATES, "read twice": READ_TWICE}
