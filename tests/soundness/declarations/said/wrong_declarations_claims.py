"""Wrong declarations: what is claimed says less than it seems, or is believed: lemmas, summaries, laws, results."""

from typing import Final

from ..wrong_declarations import (
    Case,
    Edit,
    Group,
    asked,
    claimed,
    look,
    meant,
    methods,
    operation,
    stated,
    top,
)

LOWEST: Final = look("return number")
BELOW: Final = "Pile().look(-2) != PileModel().look(-2)"
DECLARE: Final = "from slotproof.declare"


def imported(*lines: str) -> Edit:
    """More imports of the declaration."""
    return "from typing import Any\n\nfrom pile", "\n".join(("from typing import Any\n", *lines, "from pile"))


SUMMARY: Final = imported(f"{DECLARE} import Definition, Lemma, Summary")
DOUBLED: Final = top("def doubled(number: int) -> int:\n    return number * 2 if number < 100 else 0")
TWICE: Final = (
    DOUBLED,
    look("return doubled(number)"),
    meant("return number * 2"),
    ("import Pile,", "import doubled, Pile,"),
)
DOUBLE: Final = "Pile().look(100) != PileModel().look(100)"
ALWAYS: Final = "result == number + number"


def _summary(facts: str, *names: str) -> Edit:
    theorem = "".join(f', "{name}"' for name in names)
    return stated(f"summaries=(Summary(doubled, int, lambda wide, result, number: {facts}{theorem}),)")


def _lemma(*lemmas: str) -> tuple[Edit, ...]:
    """What is said of `doubled` for proofs to use."""
    return (
        SUMMARY,
        stated("summaries=(Summary(doubled, int),)"),
        stated(f"lemmas=({''.join(f'{each}, ' for each in lemmas)})"),
    )


def _said(holds: str, more: str = "", name: str = "twice") -> str:
    return f'Lemma("{name}", lambda number: {holds}, lambda number: doubled(number){more})'


_TWO: Final = "doubled(number) == number + number"
_SHOWN: Final = ", unfolds=(doubled,)"

LEMMAS: Final = Group(
    {
        "that nothing shows": Case(
            "a lemma says of a function what nobody looks up in its code",
            (*TWICE, *_lemma(_said(_TWO))),
            "lemma: twice",
            "lemmas=",
            DOUBLE,
        ),
        "that the code refutes": Case(
            "a lemma says of a function what its code does not do for large numbers",
            (*TWICE, *_lemma(_said(_TWO, _SHOWN))),
            "lemma: twice",
            "lemmas=",
            DOUBLE,
        ),
        "that shows itself": Case(
            "a lemma is shown from a lemma of its name, which is itself",
            (*TWICE, *_lemma(_said(_TWO, ", uses=('twice',), local=True"), _said(_TWO, ", uses=('twice',)", "again"))),
            "lemma: twice",
            "lemmas=",
            DOUBLE,
        ),
        "that has the name of another": Case(
            "a lemma is shown from another of its name, which says less",
            (*TWICE, *_lemma(_said("doubled(number) == doubled(number)"), _said(_TWO))),
            "twice",
            "lemmas=",
            DOUBLE,
        ),
        "that a later one shows": Case(
            "each of two lemmas is shown from the other",
            (*TWICE, *_lemma(_said(_TWO), _said("doubled(number) - number == number", "", "once"))),
            "lemma: twice",
            "lemmas=",
            DOUBLE,
        ),
        "from 0 up": Case(
            "a lemma goes from each number to the next, and is false of the first",
            (*TWICE, *_lemma(_said("doubled(number) == doubled(number) + 1", ", induction='number'"))),
            "lemma: twice",
            "lemmas=",
            DOUBLE,
        ),
        "that is false": Case(
            "a lemma says of each number that it is another",
            (*TWICE, *_lemma(_said("number != number"))),
            "lemma: twice",
            "lemmas=",
            DOUBLE,
        ),
        "of a prover that is gone": Case(
            "a lemma is made of what is not there any more",
            (imported(f"{DECLARE}.lemmas import Lemma"), LOWEST, stated('lemmas=(Lemma("sizes", None),)')),
            "ModuleNotFoundError",
            f"{DECLARE}.lemmas import Lemma",
            BELOW,
        ),
    },
    (
        (
            DOUBLED,
            look("return doubled(number)"),
            meant("return number + number if number < 100 else 0"),
            TWICE[3],
            *_lemma(_said("conj(implies(number < 100, lambda: doubled(number) == number + number), implies(number >= 100, lambda: doubled(number) == 0))", _SHOWN)),
        ),
        (
            DOUBLED,
            look("return doubled(number)"),
            meant("return number + number if number < 100 else 0"),
            TWICE[3],
            SUMMARY,
            stated("summaries=(Summary(doubled, int, followed=True),)"),
            stated(f"lemmas=({_said('doubled(number) == doubled(number)')},)"),
        ),
    ),
)  # fmt: skip

SUMMARIES: Final = Group(
    {
        "a theorem of less": Case(
            "the theorem that is named says of one number what the facts say of all",
            (
                SUMMARY,
                *TWICE,
                stated('theorems=(Theorem(Claim("PL-B1", "`doubled` of 0 is 0."), lambda bits, width: doubled(0) == 0, ({"width": 8},)),)'),
                _summary(ALWAYS, "PL-B1"),
            ),
            "no part of theorem PL-B1",
            "lambda wide, result, number",
            DOUBLE,
        ),
        "another function of that name": Case(
            "a function within another one is the one that the summary speaks of",
            (
                SUMMARY,
                DOUBLED,
                ("import Pile,", "import doubled, Pile,"),
                stated("summaries=(Summary(doubled, int),)"),
                look("def doubled(each: int) -> int:", "    return 7", "return sum(map(doubled, (number,)))"),
                meant("return doubled(number)"),
            ),
            "PL-R3",
            "",
            DOUBLE,
        ),
        "no theorem": Case(
            "facts without a theorem are believed",
            (SUMMARY, *TWICE, _summary(ALWAYS)),
            "no part of a theorem",
            "lambda wide, result, number",
            DOUBLE,
        ),
        "no number": Case(
            "facts that no result satisfies are believed, and then everything is shown",
            (SUMMARY, *TWICE, _summary("result > result")),
            "no part of a theorem",
            "lambda wide, result, number",
            DOUBLE,
        ),
        "renamed": Case(
            "a function that is called like another one means what that one means",
            (
                SUMMARY,
                LOWEST,
                claimed("def one(place: int) -> int:\n    return place\n\n\ndef two(place: int) -> int:\n    return place + 1\n\n\n"
                        'two.__qualname__ = "one"\n'),
                stated("definitions=(Definition(one), Definition(two))"),
            ),
            "two.__qualname__",
            "two.__qualname__ =",
            BELOW,
        ),
        "of a state": Case(
            "a definition gives something else each time",
            (
                SUMMARY,
                LOWEST,
                claimed("from itertools import count\n\nSTEPS = count()\n\n\ndef one(place: int) -> int:\n    return next(STEPS)\n"),
                stated("definitions=(Definition(one),)"),
            ),
            "`STEPS`",
            "STEPS = count",
            BELOW,
        ),
    },
    ((DOUBLED, look("return doubled(number)"), meant("return number + number if number < 100 else 0")),),
)  # fmt: skip

_TOP: Final = methods(
    'def top(self) -> int:\n    if len(self.cells) == 0:\n        raise Missing("empty")\n    return self.cells[-1]'
)
_LOWEST: Final = (_TOP[0], (_TOP[1][0], _TOP[1][1].replace("[-1]", "[0]")))
_ENDS: Final = "a = PileModel(); b = Pile(); [x.push(n) for x in (a, b) for n in (1, 2)]; a.top() != b.top()"


def _top(conditions: str) -> Edit:
    return operation(
        'Operation("top", Claim("PL-R4", "`top` is the number on top."), pure=True, refusals=("Missing",), '
        f"ensures=lambda before, after, result: {conditions}, witness=lambda at: at.model, "
        "refused_if=lambda before: len(before.values) == 0)"
    )


def _all(result: str) -> tuple[Edit, ...]:
    return (
        *methods(
            f"def all(self) -> list[int]:\n    return {result}",
            "def all(self) -> list[int]:\n    return self.values.copy()",
        ),
        operation(
            'Operation("all", Claim("PL-R4", "`all` gives them in a list of its own."), pure=True, '
            'ensures=lambda before, after, result: {"as many": len(result) == len(before.values)}, '
            "witness=lambda at: at.model, refused_if=lambda before: False)"
        ),
    )


def _offer(rejects: str) -> tuple[Edit, ...]:
    return (
        *methods("def offer(self, number: int) -> bool:\n    self.cells.append(number)\n    return number > 0"),
        operation(
            'Operation("offer", Claim("PL-R4", "Where `offer` says no nothing changes."), takes=(NUMBER,), '
            f"rejects=lambda result: {rejects})"
        ),
    )


def _refused(method: str, options: str) -> tuple[Edit, ...]:
    return *methods(method), operation(
        f'Operation("offer", Claim("PL-R4", "It changes nothing."), takes=(NUMBER,), {options})'
    )


_REFUSES: Final = (
    "def offer(self, number: int) -> int:\n    {}if number < 0:\n        {}raise Missing('no')\n    return 0"
)
_RAISE: Final = "\ndone = False\ntry:\n    a.offer(-1)\nexcept Missing:\n    done = a.cells == [-1]; "

REFUSALS: Final = Group(
    {
        "changed by what is pure": Case(
            "both sides change in the same way, so nobody sees that something changes",
            _refused("def offer(self, number: int) -> int:\n    self.cells.append(number)\n    return 0", "pure=True"),
            "PL-R4",
            "",
            "a = Pile(); a.offer(1); a.cells == [1]",
        ),
        "changed before it is refused": Case(
            "both sides change in the same way before they refuse",
            _refused(_REFUSES.format("", "self.cells.append(number)\n        "), 'refusals=("Missing",)'),
            "PL-R4",
            "",
            f"a = Pile(){_RAISE}done",
        ),
        "changed and not put back": Case(
            "what is put back is another number",
            _refused(_REFUSES.format("mark, self.mark = self.mark, number\n    ", "self.mark = mark + 1\n        "),
                     'pure=True, refusals=("Missing",)'),
            "PL-R4",
            "",
            "a = Pile(); a.offer(1); a.mark == 1",
        ),
        "an error that nobody documents": Case(
            "both sides end in the same error, which is no refusal of the operation",
            _refused(_REFUSES.format("", ""), "pure=True"),
            "PL-R4",
            "",
            "a = Pile(); a.cells == []",
        ),
        "another error": Case(
            "an error is an error, whichever it is",
            (
                look("if number < 0:", '    raise Missing("below")', "return number"),
                meant("if number < 0:", '    raise OutOfRange("below")', "return number"),
                asked('takes=(NUMBER,), pure=True, refusals=("Missing", "OutOfRange")'),
            ),
            "PL-R3",
        ),
        "an error that clears": Case(
            "what is refused puts the list of before back, emptied",
            _refused(_REFUSES.format("", "cells = self.cells.copy()\n        self.cells.clear()\n        "
                                     "if len(cells) > 1:\n            self.cells = cells\n        "),
                     'pure=True, refusals=("Missing",)'),
            "PL-R4",
        ),
    },
    (
        _refused(_REFUSES.format("", ""), 'pure=True, refusals=("Missing",)'),
        _refused(_REFUSES.format("mark, self.mark = self.mark, number\n    self.mark = mark\n    ", ""),
                 'pure=True, refusals=("Missing",)'),
        _refused(_REFUSES.format("", "self.cells.append(number)\n        self.cells.pop()\n        "),
                 'pure=True, refusals=("Missing",)'),
    ),
)  # fmt: skip

RESULTS: Final = Group(
    {
        "any result": Case(
            "what must be true of the result is nothing", (*_LOWEST, _top("{}")), "leaves the result open", "", _ENDS
        ),
        "a condition of the state alone": Case(
            "what must be true looks at everything but the result",
            (*_LOWEST, _top('{"some": len(before.values) > 0}')),
            "leaves the result open",
            "",
            _ENDS,
        ),
        "no condition": Case(
            "what must be true of the result is one condition for each of no numbers",
            (*_LOWEST, _top('{f"{each}": result == 7 for each in range(len(after.values) - len(before.values))}')),
            "leaves the result open",
            "",
            _ENDS,
        ),
        "only some of them": Case(
            "a condition that is asked for some states is asked for none",
            (
                *_TOP,
                _top('{**{f"{each}": result == 7 for each in (0,) if len(before.values) == 2},'
                     ' "last": result == before.values[len(before.values) - 1]}'),
            ),
            "a condition of what is kept",
            "len(before.values) == 2",
            "a = Pile(); a.push(1); a.push(2); a.top() != 7",
        ),
        "shared": Case(
            "of an operation whose result is described nobody asks whose list it is",
            _all("self.cells"),
            "`self.cells` as the result",
            "return self.cells",
            "a = Pile(); a.all().append(1); a.cells == [1]",
        ),
        "shared two levels deep": Case(
            "a result is looked into one level deep",
            (
                *methods("def view(self) -> tuple[tuple[list[int]]]:\n    return ((self.cells,),)",
                         "def view(self) -> tuple[tuple[list[int]]]:\n    return ((self.values.copy(),),)"),
                operation('Operation("view", Claim("PL-R4", "`view` gives a list of its own."), pure=True)'),
            ),
            "`((self.cells,),)` as the result",
            "return ((self.cells,),)",
            "a = Pile(); a.view()[0][0].append(1); a.cells == [1]",
        ),
        "an answer that depends on the class": Case(
            "an answer is a bool in CPython, and something else in a proof",
            _offer("type(result) is bool and not result"),
            "the class of a value",
            "rejects=",
            "a = Pile(); a.offer(-1) is False and a.cells == [-1]",
        ),
        "an answer that is no": Case(
            "what is said to change nothing changes something",
            _offer("not result"),
            "PL-R4",
            "",
            "a = Pile(); a.offer(-1) is False and a.cells == [-1]",
        ),
    },
    (
        (*_TOP, _top('{"last": result == before.values[len(before.values) - 1]}')),
        (*_TOP, _top('{f"{each}": result == before.values[len(before.values) - 1] for each in (0, 1) if each == 1}')),
        _all("self.cells.copy()"),
        (
            *methods("def offer(self, number: int) -> bool:\n    if number > 0:\n        self.cells.append(number)\n"
                     "    return number > 0"),
            *_offer("not result")[2:],
        ),
    ),
)  # fmt: skip

GROUPS: Final = {"lemmas": LEMMAS, "summaries": SUMMARIES, "refusals": REFUSALS, "results": RESULTS}
