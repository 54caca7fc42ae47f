"""Wrong declarations: what one says of its operations, definitions and summaries, and of proofs alone."""

from typing import Final

from ..wrong_declarations import Case, Edit, Group, asked, claimed, laws, look, meant, methods, operation, stated, top

_TAKES: Final = "takes=(NUMBER,), pure=True"
_SEVEN: Final = "Pile().look(5) == 7"


def _imported(*names: str, module: str = "slotproof.declare") -> Edit:
    line = f"from {module} import {', '.join(names)}"
    return "from typing import Any\n\nfrom pile", f"from typing import Any\n\n{line}\nfrom pile"


# --- what is called in place of an operation


def _called(*body: str, options: str = _TAKES) -> tuple[Edit, ...]:
    """`look` is called by a function of the declaration."""
    lines = "\n    ".join(body)
    return (
        asked(f"{options}, impl=called"),
        claimed(f"def called(h: Pile, number: int) -> int:\n    {lines}\n"),
    )


def _by(impl: str, model: str) -> Edit:
    return asked(f"{_TAKES}, impl=lambda h, number: h.look({impl}), model=lambda m, number: m.look({model})")


def _looking(body: str) -> tuple[Edit, ...]:
    """`look` takes a number or nothing."""
    head = "def look(self, number: int) -> int:\n        return "
    wider = "def look(self, number: int | None) -> int:\n        if number is None:\n            return "
    return (
        (f"{head}number if", f"{wider}3\n        return number if"),
        (f"{head}max", f"{wider}{body}\n        return max"),
        asked(f"{_TAKES}, impl=lambda h, number: h.look(number)"),
    )


_MORE: Final = "does more than to call `look`"

CALLED: Final = Group(
    {
        "with a field": Case(
            "what is handed on is an argument, if it is a part of something",
            (look("return max(number, 0) if number == self.mark else 7"), _by("h.mark", "m.note")), _MORE, "impl=lambda", _SEVEN,
        ),
        "with a constant": Case(
            "what is handed on is an argument, if it has a name",
            (look("return 7 if number != 0 else 0"), claimed("ZERO = 0\n"), _by("ZERO", "ZERO")), _MORE, "impl=lambda", _SEVEN,
        ),
        "of a number alone": Case(
            "who says how an operation is called says of which arguments", _looking("4"), "the parameter is", "symbolic=",
            "Pile().look(None) != PileModel().look(None)",
        ),
        "with something else": Case(
            "a function of the declaration hands on what it is given",
            (look("return max(number, 0) if number == self.mark else 7"), meant("return 0"),
             *_called("return min(h.look(h.mark), 0)")), "hands on what it is given", "", _SEVEN,
        ),
        "and answered otherwise": Case(
            "a function of the declaration gives what the operation gives",
            (look("return 7"), *_called("got = h.look(number)", "return max(number, 0) if got == 7 else got")),
            "gives what it gives", "", _SEVEN,
        ),
        "and put right": Case(
            "a function of the declaration leaves the container as the operation does",
            (look("self.mark = number", "return max(number, 0)"),
             *_called("got = h.look(number)", "h.mark = 0", "return got", options="takes=(NUMBER,)"),
             laws('@law("PL-L2", "The note is 0.")\ndef no_note(m: PileModel) -> bool:\n    return m.note == 0\n', "no_note")[0],
             ("laws=(some_length,)", "laws=(some_length, no_note)")),
            "changes nothing itself", "", "a = Pile(); a.look(5); a.mark == 5",
        ),
        "and made ready": Case(
            "a function of the declaration finds the container as it is",
            (look("return 7 if self.mark == 0 else max(number, 0)"),
             *_called("h.mark = 1", "got = h.look(number)", "h.mark = 0", "return got", options="takes=(NUMBER,)"),
             laws('@law("PL-L2", "The note is 0.")\ndef no_note(m: PileModel) -> bool:\n    return m.note == 0\n', "no_note")[0],
             ("laws=(some_length,)", "laws=(some_length, no_note)")),
            "changes nothing itself", "", _SEVEN,
        ),
        "now and then": Case(
            "a function of the declaration calls the operation",
            (look("return 7 if number > 3 else max(number, 0)"), *_called("return number if number > 3 else h.look(number)")),
            "calls it", "", _SEVEN,
        ),
        "twice": Case(
            "a function of the declaration calls the operation once",
            (*methods("def add(self, number: int) -> None:\n    self.cells.append(number)",
                      "def add(self, number: int) -> None:\n    self.values.append(number)\n    self.values.append(number)"),
             claimed("def twice(h: Pile, number: int) -> None:\n    h.add(number)\n    h.add(number)\n"),
             operation('Operation("add", Claim("PL-R4", "`add` adds it twice."), takes=(NUMBER,), impl=twice)')),
            "calls it once", "", "a = Pile(); a.add(1); a.cells == [1]",
        ),
        "and caught": Case(
            "a function of the declaration ends in the error of the operation",
            (*methods('def first(self) -> int:\n    if len(self.cells) == 0:\n        raise Missing("empty")\n    return self.cells[0]',
                      "def first(self) -> int:\n    if len(self.values) == 0:\n        return 0\n    return self.values[0]"),
             claimed("from slotproof.spec.errors import Missing\n\n\ndef caught(h: Pile) -> int:\n    try:\n        return h.first()\n"
                     "    except Missing:\n        return 0\n"),
             operation('Operation("first", Claim("PL-R4", "`first` is 0 of none."), impl=caught)')),
            "ends in the error", "", "\ndone = False\ntry:\n    Pile().first()\nexcept Missing:\n    done = True; done",
        ),
    },
    right=(
        _called("got = h.look(number)", "return got"),
        (*_called("return h.look(number), h.mark")[:1],
         claimed("def called(h: Pile, number: int) -> Any:\n    return h.look(number), h.mark\n"),
         ("impl=called", "impl=called, model=lambda m, number: (m.look(number), m.note)")),
    ),
)  # fmt: skip


# --- which error it is

_AS_IT_IS: Final = claimed(
    "def as_it_is(at):\n    made = PileModel()\n    made.values = at.now.cells.copy()\n    made.note = at.now.mark\n    return made\n"
)


def _drop(first: str, second: str, refused_if: str) -> tuple[Edit, ...]:
    """`drop` is refused in two ways."""
    body = (
        "def drop(self, number: int) -> None:\n    if len(self.cells) == 0:\n        raise {}('none')\n"
        "    if number < 0:\n        raise {}('below')\n    self.cells.pop()"
    )
    mine, its = body.format(first, second), body.format("Missing", "OutOfRange").replace("cells", "values")
    return (
        *methods(mine, its),
        _AS_IT_IS,
        operation(
            'Operation("drop", Claim("PL-R4", "`drop` drops one."), takes=(NUMBER,), refusals=("Missing", "OutOfRange"), '
            f"witness=as_it_is, refused_if={refused_if}, "
            'ensures=lambda before, after, result, number: {"one less": len(after.values) == len(before.values) - 1})'
        ),
    )


_EITHER: Final = "lambda m, number: disj(len(m.values) == 0, number < 0)"
_EACH: Final = '{"Missing": lambda m, number: len(m.values) == 0, "OutOfRange": lambda m, number: number < 0}'
_OTHER: Final = "\ndone = False\ntry:\n    Pile().drop(0)\nexcept OutOfRange:\n    done = True; done"

REFUSED: Final = Group(
    {
        "in either way": Case(
            "one condition says of two errors which it is", _drop("OutOfRange", "Missing", _EITHER), "leaves open which error it is", "", _OTHER
        ),
        "in the other way": Case(
            "an error that is named is the right one", _drop("OutOfRange", "Missing", _EACH), "PL-R4", "", _OTHER
        ),
        "in one way": Case(
            "what is said of one error is said of the other",
            _drop("Missing", "OutOfRange", '{"Missing": lambda m, number: len(m.values) == 0}'), "when OutOfRange is raised", "",
        ),
    },
    right=(_drop("Missing", "OutOfRange", _EACH),),
)  # fmt: skip


# --- definitions, summaries


def _defined(body: str) -> tuple[Edit, ...]:
    return (
        _imported("Definition"),
        stated("definitions=(Definition(defined),)"),
        ("import Pile,", "import defined, Pile,"),
        top(f"def defined(entries: list[int], index: int) -> int:\n    return {body}"),
    )


def _stays(after: str) -> tuple[Edit, ...]:
    return (
        claimed('@step_law("PL-L2", "It is what it was.")\ndef stays(before: PileModel, after: PileModel) -> bool:\n'
                f"    return {after}\n"),
        ("laws=(some_length,)", "laws=(some_length, stays)"),
    )  # fmt: skip


def _summed(result: str, body: str, kind: str = "object") -> tuple[Edit, ...]:
    return (
        _imported("Summary"),
        stated(f"summaries=(Summary(known, {result}),)"),
        ("import Pile,", "import known, Pile,"),
        top(f"def known(given: {kind}) -> int:\n    return {body}"),
    )


_LENGTH: Final = "a = PileModel(); b = PileModel(); b.push(1); len(a.values) != len(b.values)"

NAMED: Final = Group(
    {
        "how many there are": Case(
            "a name of what a function makes of a list knows how long that is",
            (*_defined("len(entries)"), *_stays("defined(before.values, 0) == defined(after.values, 0)")), "PL-L2", "", _LENGTH,
        ),
        "what is beyond": Case(
            "a claim that names what it reads reads what is there",
            (*_defined("entries[index]"), *laws('@law("PL-L2", "It is so.")\ndef beyond(m: PileModel) -> bool:\n'
                                                "    return defined(m.values, len(m.values)) == defined(m.values, len(m.values))\n", "beyond")),
            "PL-L2", "",
        ),
        "a truth and a number": Case(
            "a function knows no truth from a number",
            (*_summed("int", "1 if isinstance(given, bool) else 2"), meant("return known(number > 0)"), look("return known(1 if number > 0 else 0)")),
            "PL-R3", "", "Pile().look(1) != PileModel().look(1)",
        ),
        "another result": Case(
            "a function gives what its summary says",
            (*_summed("bool", "7", "int"), meant("return known(number)"), look("return known(number)")), "the summary of known gives bool", "def known",
        ),
    },
    right=(
        (*_defined("entries[index]"), *laws('@law("PL-L2", "It is so.")\ndef first(m: PileModel) -> bool:\n'
                                            "    return disj(len(m.values) == 0, lambda: defined(m.values, 0) == defined(m.values, 0))\n", "first")),
        (*_summed("int", "7", "int"), meant("return known(number)"), look("return known(number)")),
    ),
)  # fmt: skip


# --- what is said of proofs alone

_WORDS: Final = "slotproof.declare.words"
_TELLS: Final = "it is another thing in proofs than of values"

PROOFS: Final = Group(
    {
        "a law": Case(
            "a law holds where it is asked of any state",
            (_imported("is_symbolic", module=_WORDS),
             *laws('@law("PL-L2", "There is nothing.")\ndef nothing(m: PileModel) -> bool:\n    return disj(is_symbolic(m.values), len(m.values) == 0)\n', "nothing")),
            "PL-L2", "", "a = PileModel(); a.push(1); len(a.values) == 1",
        ),
        "a law of steps that nobody can break": Case(
            "a law holds where it is asked of what stands for a container",
            (_imported("is_stand_in", module=_WORDS),
             *laws('@law("PL-L2", "There is nothing.")\ndef nothing(m: PileModel) -> bool:\n    return disj(is_stand_in(m.values), len(m.values) >= 0)\n', "nothing")),
            _TELLS, "", "Pile().cells == []",
        ),
        "an answer of nothing": Case(
            "a law of an operation is asked of the operation, whatever its name is",
            (_imported("Answering"),
             stated('answers=(Answering(Claim("PL-L3", "`look` and `pop` are 3."), answered={"look": lambda before, after, answer, number: answer >= 0, '
                    '"pops": lambda before, after, answer: answer == 3}),)')),
            "names 'pops'", "answers=(Answering(", "a = Pile(); a.push(5); a.pop() == 5",
        ),
        "an answer": Case(
            "an answer is right where it is asked of any state",
            (_imported("Answering"), ("from pile import", f"from {_WORDS} import is_symbolic\nfrom pile import"),
             stated('answers=(Answering(Claim("PL-L3", "`look` is 3."), answered={"look": lambda before, after, answer, number: '
                    "disj(is_symbolic(number), answer == 3)}),)")),
            "PL-L3", "", "Pile().look(5) == 5",
        ),
    },
)  # fmt: skip

GROUPS: Final = {"called": CALLED, "refused": REFUSED, "named": NAMED, "of proofs": PROOFS}
