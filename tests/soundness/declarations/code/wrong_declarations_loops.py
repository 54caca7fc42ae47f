"""Wrong declarations: loops: what is said to be true of them, that they end, and what a round changes."""

from typing import Final

from ..wrong_declarations import Case, Edit, Group, claimed, look, loops, meant, method, methods, operation, top

_KEPT: Final = (
    look(
        "if len(self.cells) == 0 or self.cells[0] != 4:",
        "    return 0",
        "held = self.cells.copy()",
        "for _ in range(number):",
        "    held[0] = 9",
        "return held[0] - 4",
    ),
    meant("return 0"),
)
_FOUND: Final = look("found = 0", "for _ in self.cells:", "    found += 1", "return found")
_NONE: Final = meant("return 0")
_COUNTS: Final = "a = Pile(); a.push(7); a.look(0) == 1"


def _loop(options: str, name: str = "look") -> Edit:
    return loops(f'Loop("Pile.{name}", {options})')


def _noted(text: str) -> Edit:
    return claimed(f"def noted(at: Any) -> dict[str, bool]:\n    {text}\n")


_FIRST: Final = method(
    'def _first(self) -> int:\n    if len(self.cells) == 0:\n        raise Missing("empty")\n    return self.cells[0]\n'
)
_FINDS: Final = ("found = 0", "for _ in range(max(number, 0)):", "    found = 1")
_FOUND_IF: Final = 'disj(at.local["found"] == 0, len(at.now.cells) > 0)'


def _beside(noted: str, said: str, *after: str, notes: str = ", notes=beside") -> tuple[Edit, ...]:
    """`look` goes round, and something is asked beside what is said of that."""
    text = (
        f"def beside(at: Any) -> Any:\n    {noted}\n\n\ndef noted(at: Any) -> dict[str, bool]:\n    return {{{said}}}\n"
    )
    return (_FIRST, meant("return 0"), look(*after), claimed(text), _loop(f"invariant=noted{notes}"))


SAID: Final = Group(
    {
        "a stand-in of a local": Case(
            "what stands for a local is what the declaration gives, and no round need give it",
            (_FOUND, _NONE, _loop('locals={"found": lambda make: 0}')),
            "unexpected keyword argument 'locals'",
            "lambda make: 0",
            _COUNTS,
        ),
        "said only where it is supposed": Case(
            "what is true of a loop is said where it is supposed, and not where it must be shown",
            (_FOUND, _NONE, _noted('return {"none": at.local["found"] == 0} if at.supposed else {}'), _loop("invariant=noted")),
            "PL-R3",
            "",
            _COUNTS,
        ),
        "said every third time": Case(
            "what is true of a loop depends on how often it was asked",
            (
                _FOUND,
                _NONE,
                claimed(
                    "class Asked:\n    times = 0\n\n\ndef noted(at: Any) -> dict[str, bool]:\n    Asked.times += 1\n"
                    '    return {"none": at.local["found"] == 0} if Asked.times % 3 == 2 else {}\n'
                ),
                _loop("invariant=noted"),
            ),
            "a change of `Asked.times`",
            "Asked.times += 1",
            _COUNTS,
        ),
        "true of the list before": Case(
            "what is said of a list without its last entry is shown of what it was before a round, and assumed of what it is",
            (*_KEPT, _noted('held = at.local["held"]\n    return {"one": len(held) > 0, "4": at.without_last(held)[0] == 4}'), _loop("invariant=noted")),
            "PL-R3",
            "",
            "a = Pile(); a.push(4); a.look(1) == 5",
        ),
        "what is noted if there is no error": Case(
            "what is noted where a round ends is none where that is an error, and all is taken to be true there",
            _beside("return at.now._first(), 0", f'"0": {_FOUND_IF}', *_FINDS, "return found if len(self.cells) == 0 else 0"),
            "PL-R3",
            "",
            "Pile().look(1) == 1",
        ),
        "what is looked at if there is no error": Case(
            "where solvers are shown what ends in an error, all is taken to be true",
            _beside("return 0, 0", f'"0": at.met(lambda: at.now._first(), {_FOUND_IF})', *_FINDS, "return found if len(self.cells) == 0 else 0"),
            "PL-R3",
            "",
            "Pile().look(1) == 1",
        ),
        "what is noted of no sequence": Case(
            "two lists of which one is not the inverse of the other are a sequence where nothing is shown of what is noted",
            _beside('so = at.counted(at.local["keys"], at.distinct(at.local["held"], at.local["places"]))\n    return 0, 0', '"0": at.local["found"] == 0',
                    "held, places, keys = [5, 5], [0] * 6, {5}", *_FINDS, "return found + len(held) + len(places) + len(keys) - 9"),
            "PL-R3",
            "",
            "Pile().look(1) == 1",
        ),
        "what rounds of the model are promised": Case(
            "what a call promises is used in rounds of the model, and the arrays make no such call",
            (
                *methods(
                    "def add(self) -> None:\n    self.mark += 1\n\n\ndef more(self, number: int) -> None:\n    self.mark += 0\n",
                    "def add(self) -> None:\n    self.note += 1\n\n\ndef more(self, number: int) -> None:\n    for _ in range(max(number, 0)):\n        self.add()\n",
                ),
                operation(
                    'Operation("add", Claim("PL-R4", "`add` counts."), promise=Promise(changes=("note",), keeps=lambda m, n: {"same": n.note == m.note})),\n'
                    '    Operation("more", Claim("PL-R5", "`more` does so."), takes=(NUMBER,), uses=("add",))'
                ),
                ("Peer, Refinement", "Peer, Promise, Refinement"),
                _noted('m = at.model_before\n    return {"same": conj(at.model.note == m.note, at.model.values == m.values)}'),
                loops('Loop("PileModel.more", invariant=noted)'),
            ),
            "rests on pile add, which is failed",
            "",
            "m = PileModel(); m.more(3); m.note == 3",
        ),
        "true of no round": Case(
            "what is said to be true is false once a round was made",
            (_FOUND, _NONE, _noted('return {"none": at.local["found"] == 0}'), _loop("invariant=noted")),
            "PL-R3",
            "",
            _COUNTS,
        ),
        "false at the first": Case(
            "what is said to be true is false before the first round",
            (_FOUND, _NONE, _noted('return {"some": at.local["found"] < 0}'), _loop("invariant=noted")),
            "PL-R3",
            "",
            _COUNTS,
        ),
        "a change that is not said": Case(
            "a round changes a field that the loop does not name",
            (
                look("for cell in self.cells:", "    self.mark = cell", "return max(number, 0)"),
                _loop('changes=()'),
            ),
            "PL-R3",
            "",
            "a = Pile(); a.push(7); a.look(1); a.mark == 7",
        ),
        "not declared": Case(
            "a loop of which nothing is said is followed once or twice",
            (look("found = 0", "for cell in self.cells:", "    if cell == 77:", "        found += 1", "return max(number, 0) + found // 3"),),
            "loop 0 of Pile.look is not declared",
            "for cell in",
            "a = Pile(); [a.push(77) for _ in range(3)]; a.look(0) == 1",
        ),
    },
    (
        (
            _FOUND,
            meant("return len(self.values)"),
            claimed('def noted(at: Any) -> dict[str, bool]:\n    return {"all": at.local["found"] == at.index}\n'),
            _loop("invariant=noted"),
        ),
        _beside("return at.now._first(), 0", '"1": disj(at.local["found"] == 0, at.local["number"] > 0)', *_FINDS, "return found if number < 1 else 0"),
        (
            look("held: list[int] = []", "for _ in range(max(number, 0)):", "    held.append(4)", "return held[0] if number > 0 else 4"),
            meant("return 4"),
            _noted(
                'held = at.local["held"]\n    return {"all": len(held) == at.index, "4": at.of_each(0, len(held), '
                "lambda place: held[place] == 4, lambda place: held[place], lambda place: at.without_last(held)[place])}"
            ),
            _loop("invariant=noted"),
        ),
    ),
)  # fmt: skip

_SIDE: Final = look("side = 0", "while number > 0:", "    side = 1 - side", "return 0")
_ZERO: Final = meant("return 0")


def _rising(less: int, together: bool = False) -> tuple[Edit, ...]:
    """`more` goes round while a mark is above 3, which its condition makes greater by one, and its rounds less."""
    head, put = "def more(self) -> None:\n", "def put(self, number: int) -> None:\n    self.mark = max(number, 0)\n"
    rises = "def _rises(self) -> bool:\n    self.mark += 1\n    return self.mark > 3\n\n\n"
    text = f"{rises}{head}    while self._rises():\n        self.mark -= {less}\n\n\n{put}"
    meaning = text if together else f"{head}    self.mark = 0\n\n\n{put}"
    options = "lockstep=True" if together else 'invariant=lambda at: {"least": at.now.mark >= 0}'
    said = [f'Loop("Pile.more", {options}, variant=lambda at: at.now.mark)']
    said += ['Loop("PileModel.more", lockstep=True, variant=lambda at: at.model.note)'] if together else []
    same = "conj(m.note == h.mark, h.mark >= 0)" if together else "h.mark >= 0"
    more = 'Operation("more", Claim("PL-R4", "`more` ends."))'
    return (
        *methods(text, meaning.replace("mark", "note")),
        operation(f'{more},\n    Operation("put", Claim("PL-R5", "`put` puts."), takes=(NUMBER,))'),
        ("return m.note == h.mark", f"return {same}"),
        loops(*said),
    )


ENDS: Final = Group(
    {
        "what the last round had": Case(
            "what falls compares a local with that of the round before",
            (_SIDE, _ZERO, ("forall_in, implies", "choose, forall_in, implies"),
             _loop('variant=lambda at: choose(at.local["side"] == at.round_local["side"], 1, 0)')),
            "PL-R3",
        ),
        "what falls by itself": Case(
            "each look at what falls gives a smaller number",
            (_SIDE, _ZERO, claimed("from itertools import count\n\nFALLING = count(1_000_000, -1)\n"),
             _loop("variant=lambda at: next(FALLING)")),
            "`FALLING`",
            "FALLING = count",
        ),
        "what supposes": Case(
            "what falls takes for granted that there is no round",
            (
                _SIDE,
                _ZERO,
                claimed('def falling(at: Any) -> Any:\n    assert at.local["side"] < 0\n    return at.local["side"]\n'),
                _loop("variant=falling"),
            ),
            "a claim has a value on every path",
            "assert at.local",
        ),
        "what does not fall": Case(
            "what is said to fall stays in some rounds",
            (
                look("while number > 0:", "    if number != 3:", "        number -= 1", "return 0"),
                _ZERO,
                _loop('variant=lambda at: at.local["number"]'),
            ),
            "PL-R3",
        ),
        "what falls without end": Case(
            "what is said to fall has no least",
            (
                look("while number != 0:", "    number -= 1", "return 0"),
                _ZERO,
                _loop('variant=lambda at: at.local["number"]'),
            ),
            "PL-R3",
        ),
        "nothing that falls": Case(
            "what falls is a constant",
            (look("while number > 0:", "    number = number", "return 0"), _ZERO, _loop("variant=lambda at: 1")),
            "PL-R3",
        ),
        "what a condition makes greater": Case(
            "what falls in a round rises where the condition is asked",
            _rising(1),
            "PL-R4",
        ),
        "what both conditions make greater": Case(
            "what falls in a round of both sides rises where the conditions are asked",
            _rising(1, together=True),
            "PL-R4",
        ),
        "what goes over itself": Case(
            "a loop over a list puts an entry more into it in each round",
            (
                look("for cell in self.cells:", "    self.cells.append(cell)", "return max(number, 0)"),
                _loop('changes=("cells",)'),
            ),
            "what a loop goes over keeps its length",
            "self.cells.append(cell)",
        ),
        "what goes over itself by another name": Case(
            "a loop over a list puts an entry more into it, which has another name there",
            (
                look("mine = self.cells", "for cell in mine:", "    self.cells.append(cell)", "return max(number, 0)"),
                _loop('changes=("cells",)'),
            ),
            "PL-R3",
        ),
        "what a call goes over": Case(
            "a loop over a list calls what puts an entry more into it",
            (
                look("for cell in self.cells:", "    self.push(cell)", "return max(number, 0)"),
                _loop('changes=("cells",)'),
            ),
            "PL-R3",
        ),
        "a measure of recursion": Case(
            "a function that calls itself with the same number",
            (top("def down(number: int) -> int:\n    if number <= 0:\n        return 0\n    return down(number - number % 2)"),
             look("return down(number)"), _ZERO),
            "recursion of down: it need not end",
            "return down(number - number % 2)",
            "",
        ),
    },
    (
        (
            look("while number > 0:", "    number -= 1", "return 0"),
            _ZERO,
            _loop('variant=lambda at: at.local["number"]'),
        ),
        _rising(2),
        _rising(2, together=True),
    ),
)  # fmt: skip


def _rounds(*before: str, each: str, after: str, above: str = "") -> tuple[Edit, ...]:
    body = [*before, "for _ in range(len(self.cells)):", f"    {each}", f"return {after}"]
    return look(*body), _ZERO, _loop("changes=()"), *([top(above)] if above else [])


_ONE: Final = "a = Pile(); a.push(7); a.look(0) != 0"

ROUNDS: Final = Group(
    {
        "an iterator": Case(
            "a round moves an iterator on, which is the same object afterwards",
            _rounds("ticks = itertools.count()", each="next(ticks)", after="next(ticks)", above="import itertools"),
            "`itertools`",
            "ticks = ",
            _ONE,
        ),
        "a deque": Case(
            "a round changes what is no list",
            _rounds("marks: Any = deque()", each="marks.appendleft(1)", after="len(marks)", above="from collections import deque"),
            "`deque`",
            "marks: Any = deque()",
            _ONE,
        ),
        "an attribute of a class": Case(
            "a round changes a class",
            _rounds("Tally.count = 0", each="Tally.count += 1", after="Tally.count", above="class Tally:\n    count = 0"),
            "makes state that all objects share",
            "    count = 0",
            _ONE,
        ),
        "bytes that change": Case(
            "a round changes bytes that a tuple holds",
            _rounds("held = (bytearray(),)", each="held[0].append(1)", after="len(held[0])"),
            "`bytearray`",
            "held = ",
            _ONE,
        ),
        "a list in a tuple": Case(
            "a round changes a list that a tuple holds",
            _rounds("held: tuple[list[int]] = ([],)", each="held[0].append(1)", after="len(held[0])"),
            "PL-R3",
            "",
            _ONE,
        ),
        "another name": Case(
            "a round changes a list by another of its names",
            (
                look("mine = self.cells", "for _ in range(1):", "    mine.append(7)", "return max(number, 0)"),
                _loop("changes=()"),
            ),
            "PL-R3",
            "",
            "a = Pile(); a.look(1); a.cells == [7]",
        ),
        "a mangled name": Case(
            "two underscores make another name within a class",
            (
                top("__limit = 0\n_Pile__limit = 1"),
                look("for _ in range(len(self.cells)):", "    pass", "return __limit"),
                _ZERO,
                _loop("changes=()"),
            ),
            "two underscores in front",
            "return __limit",
            "Pile().look(0) == 1",
        ),
        "another code": Case(
            "the function with the loop is given another code",
            (
                (
                    "return max(number, 0)\n",
                    ("for _ in range(len(self.cells)):\n            pass\n        return 0\n\n    look.__code__ = "
                    "look.__code__.replace(co_consts=tuple(8 if each == 0 else each for each in look.__code__.co_consts))\n"),
                ),
                _ZERO,
                _loop("changes=()"),
            ),
            "a plain assignment",
            "look.__code__ =",
            "Pile().look(0) == 8",
        ),
        "a local that comprehensions have as well": Case(
            "what a comprehension binds is taken for the local of that name",
            (
                look("last = 0", "seen = [last for last in self.cells]", "return last + len(seen)"),
                _ZERO,
            ),
            'PL-R3',
            '',
            "a = Pile(); a.push(7); a.look(0) == 1",
        ),
        "a walrus within": Case(
            "a round assigns where it asks",
            (
                look("found = 0", "for cell in self.cells:", "    if (found := found + 1) > 3:", "        break", "return found"),
                _ZERO,
                _loop("changes=()"),
            ),
            "NamedExpr",
            "found := ",
            _ONE,
        ),
        "what a loop leaves behind": Case(
            "after the loop its name has what it had in the last round",
            (
                look("cell = 0", "for cell in self.cells:", "    pass", "return cell"),
                _ZERO,
                _loop("changes=()"),
            ),
            "PL-R3",
            "",
            _ONE,
        ),
    },
    (
        (*_rounds("held: list[int] = []", each="held.append(1)", after="len(held)")[:1], meant("return len(self.values)"),
         claimed('def noted(at: Any) -> dict[str, bool]:\n    return {"all": len(at.local["held"]) == at.index}\n'),
         _loop("invariant=noted")),
    ),
)  # fmt: skip

GROUPS: Final = {"loops": SAID, "ends": ENDS, "rounds": ROUNDS}
