"""Wrong declarations: what users can call, and nobody judges; and what is judged in its place."""

from typing import Final

from ..wrong_declarations import (
    Case,
    Edit,
    Group,
    asked,
    fields,
    look,
    meant_method,
    method,
    methods,
    operation,
    stated,
)

_OPERATION: Final = "is no operation: nothing is judged of it"
_POP: Final = 'Operation("pop", Claim("PL-R2", "`pop` takes the number on top."), refusals=("Missing",)),'
_FIRST: Final = ("return self.cells.pop()\n", "return self.cells.pop(0)\n")
_TAKES: Final = "a = Pile(); a.push(1); a.push(2); a.pop() == 1"


def _more(options: str) -> Edit:
    return operation(f'Operation("more", Claim("PL-R4", "`more` puts a number on top."), takes=(NUMBER,){options})')


def _two(model: str, impl: str) -> tuple[Edit, Edit]:
    return meant_method(f"def more({model}) -> None:\n    self.values.append(number)"), method(impl)


PUBLIC: Final = Group(
    {
        "a method": Case(
            "a method that is no operation is passed over",
            methods("def more(self, number: int) -> None:  # of the pile\n    self.cells = [number]", "def more(self, number: int) -> None:\n    self.values.append(number)"),
            _OPERATION,
            "def more(self, number: int) -> None:  # of the pile",
        ),
        "a method of the pile alone": Case(
            "what the model does not have is passed over",
            (method("def empty(self) -> None:\n    self.cells = []"),),
            _OPERATION,
            "def empty",
            "a = Pile(); a.push(7); a.empty(); a.cells == []",
        ),
        "an entry that is deleted": Case(
            "`del pile[0]` is no operation",
            (method("def __delitem__(self, place: int) -> None:\n    del self.cells[place]"),),
            "`Pile.__delitem__` is no operation",
            "def __delitem__",
            "a = Pile(); a.push(7); del a[0]; a.cells == []",
        ),
        "an entry that is assigned": Case(
            "`pile[0] = 1` is no operation",
            (method("def __setitem__(self, place: int, number: int) -> None:\n    self.cells[place] = number"),),
            "`Pile.__setitem__` is no operation",
            "def __setitem__",
            "a = Pile(); a.push(7); a.__setitem__(0, 8); a.cells == [8]",
        ),
        "a copy": Case(
            "`copy.copy(pile)` is no operation",
            (method('def __copy__(self) -> "Pile":\n    made = Pile()\n    made.cells = self.cells\n    return made'),),
            "`Pile.__copy__` is no operation",
            "def __copy__",
            "a = Pile(); a.__copy__().push(7); a.cells == [7]",
        ),
        "a sum with another": Case(
            "`pile += other` is no operation",
            (method('def __iadd__(self, other: "Pile") -> "Pile":\n    self.cells = other.cells\n    return self'),),
            "`Pile.__iadd__` is no operation",
            "def __iadd__",
        ),
        "a call": Case(
            "`pile()` is no operation",
            (method("def __call__(self) -> None:\n    self.cells = []"),),
            "`Pile.__call__` is no operation",
            "def __call__",
            "a = Pile(); a.push(7); a(); a.cells == []",
        ),
        "an end": Case(
            "what happens to a pile that nobody needs is no operation",
            (method("def __del__(self) -> None:\n    self.cells.append(7)"),),
            "`Pile.__del__` is no operation",
            "def __del__",
        ),
        "a special method of another one": Case(
            "`len` is bound to another method than in the model",
            (
                meant_method("def size(self) -> int:\n    return len(self.values)\n\n__len__ = size"),
                method("def _none(self) -> int:\n    return 0\n\ndef size(self) -> int:\n    return len(self.cells)\n\n__len__ = _none"),
                operation('Operation("size", Claim("PL-R4", "`size` is how many there are."), pure=True)'),
            ),
            "`__len__` is `_none` here and `size` in the model",
            "__len__ = _none",
            "a = Pile(); a.push(7); len(a) == 0",
        ),
        "what a property sets": Case(
            "the setter of a property is no method of the class",
            (method("@property\ndef top(self) -> int:\n    return self.cells[-1]\n\n@top.setter\ndef top(self, number: int) -> None:\n    self.cells.append(number)"),),
            "decorator `@top.setter`",
            "@top.setter",
        ),
        "a property that is set": Case(
            "an attribute that is a property is set by a call",
            (fields("def _set(self, number: int) -> None:", "    self.cells.append(number)", "", "top = property(None, _set)"),),
            "`top = property(None, _set)`",
            "top = property",
            "a = Pile(); a.push(1); setattr(a, 'top', 7); a.cells == [1, 7]",
        ),
        "a parameter": Case(
            "a parameter with a default is proved for that alone",
            (*_two("self, number: int, twice: bool = False", "def more(self, number: int, twice: bool = False) -> None:\n    self.cells.append(number)\n"
                   "    if twice:\n        self.cells.clear()"), _more("")),
            "`twice` of `more` has no domain",
            'Operation("more"',
            "a = Pile(); a.more(1, True); a.cells == []",
        ),
        "a parameter by name alone": Case(
            "a parameter that is given by name has its default in the proof",
            (*_two("self, number: int, *, twice: bool = False", "def more(self, number: int, *, twice: bool = False) -> None:\n    self.cells.append(number)\n"
                   "    if twice:\n        self.cells.clear()"), _more("")),
            "twice",
            'Operation("more"',
            "a = Pile(); a.more(1, twice=True); a.cells == []",
        ),
        "any number of parameters": Case(
            "what is given beyond the first parameter is not looked at",
            (*_two("self, number: int, *rest: int", "def more(self, number: int, *rest: int) -> None:\n    self.cells.append(number)\n"
                   "    if len(rest) > 0:\n        self.cells.clear()"), _more("")),
            "`*rest` is looked at",
            "if len(rest) > 0",
            "a = Pile(); a.more(1, 2); a.cells == []",
        ),
        "names of parameters": Case(
            "the two sides call a parameter by different names",
            (*_two("self, number: int", "def more(self, item: int) -> None:\n    self.cells.append(item)"), _more("")),
            "a call by name succeeds on one side only",
            'Operation("more"',
        ),
        "other defaults": Case(
            "the two sides have different defaults",
            (*_two("self, number: int = 1", "def more(self, number: int = 2) -> None:\n    self.cells.append(number)"), _more("")),
            "is 1 in the model, 2 in the arrays",
            'Operation("more"',
            "a = Pile(); a.more(); a.cells == [2]",
        ),
        "called otherwise": Case(
            "what is judged is called otherwise than users call it",
            (_FIRST, method("def _take(self) -> int:\n    return self.cells.pop()"),
             (_POP, _POP[:-2] + ", impl=lambda h: h._take()),")),
            "`impl=` of `pop` does not call `pop`",
            "impl=lambda",
            _TAKES,
        ),
        "called and put right": Case(
            "what is judged calls the method, and gives something else",
            (look("return max(number, 0) + 1"), asked("takes=(NUMBER,), pure=True, impl=lambda h, number: h.look(number) - 1")),
            "`impl=` of `look`",
            "impl=lambda",
            "Pile().look(0) == 1",
        ),
        "called with something else": Case(
            "what is judged calls the method, and gives it another number",
            (look("return max(number + 1, 0)"), asked("takes=(NUMBER,), pure=True, impl=lambda h, number: h.look(number - 1)")),
            "`impl=` of `look`",
            "impl=lambda",
            "Pile().look(0) == 1",
        ),
        "called after something else": Case(
            "what is judged changes the container before it calls the method",
            (look("return max(number, 0) + self.mark"), ("return m.note == h.mark", "return m.note == m.note"),
             asked("takes=(NUMBER,), pure=True, impl=lambda h, number: h.look(number) - h.mark")),
            "`impl=` of `look`",
            "impl=lambda",
        ),
        "twice": Case(
            "two operations of one name",
            (operation('Operation("pop", Claim("PL-R4", "`pop` gives one more."), refusals=("Missing",), model=lambda m: m.pop() + 1)'),),
            "'pop' is an operation twice",
            'Claim("PL-R2"',
        ),
        "two claims of one ID": Case(
            "the second claim of an ID is not looked at",
            (('Claim("PL-R2"', 'Claim("PL-R1"'),),
            "'PL-R1' is the ID of a claim twice",
            "takes the number on top",
        ),
        "the model itself": Case(
            "the model is the implementation",
            (("impl=Pile,", "impl=PileModel,"),),
            "the model is the implementation",
            "PILE = Refinement(",
        ),
        "a subclass of the model": Case(
            "the implementation is the model under another name",
            (("class Pile:\n    cells: list[int]\n    mark: int\n\n    def __init__(self) -> None:\n        self.cells = []\n        self.mark = 0",
              ("class Pile(PileModel):\n    cells: list[int]\n    mark: int\n\n    def __init__(self) -> None:\n        super().__init__()\n"
              "        self.cells = []\n        self.mark = 0")),
             ("def look(self, number: int) -> int:\n        return max(number, 0)", "def looks(self, number: int) -> int:\n        return max(number, 0)")),
            "looks",
            "def looks",
        ),
        "an arrangement without it": Case(
            "no arrangement names the operation, and its proof is never made",
            (_FIRST, stated('arranged=(Arrangement("any pile", lambda: None, {}, operations=("push", "look")),)')),
            "no arrangement names `pop`",
            _POP[:15],
            _TAKES,
        ),
        "a wrong pop": Case("what is taken is at the other end", (_FIRST,), "PL-R2", "", _TAKES),
    },
    (
        (*methods("def more(self, number: int) -> None:\n    self.cells.append(number)"), _more("")),
        (
            *methods("def size(self) -> int:\n    return len(self.cells)\n\n__len__ = size"),
            operation('Operation("size", Claim("PL-R4", "`size` is how many there are."), pure=True)'),
        ),
        (
            *methods("def more(self, number: int, twice: bool = False) -> None:\n    self.cells.append(number)\n    if twice:\n"
                     "        self.cells.append(number)"),
            operation('Operation("more", Claim("PL-R4", "`more` puts it on top, twice if asked for."), takes=(NUMBER, Domain(\n'
                      '        "twice", small=lambda m, scope: (False, True), classes={"twice": lambda m, issued, number: number > 1},\n'
                      '        symbolic=lambda make: make.bool("twice"))))'),
        ),
        (asked("takes=(NUMBER,), pure=True, impl=lambda h, number: h.look(number)"),),
        (*methods("def empty(self) -> None:\n    self.cells = []"), stated('not_operations={"empty": "it is for tests"}')),
    ),
)  # fmt: skip

GROUPS: Final = {"public": PUBLIC}
