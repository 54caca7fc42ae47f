"""What is told of a declaration that differs from a right one, and nothing beside: each case with its edits."""

from pathlib import Path
from typing import Final

import pytest

from slotproof.language.lint import lint

from .examples.declarations import RIGHT
from .test_language import _found

Edit = tuple[str, str]

DOMAIN: Final = "def _domain("
SIZE: Final = 'Operation("size", Claim('
POP: Final = '"`pop` takes it."), refusals=("Missing",)'
LAW: Final = "    return len(m.values) >= 0"
ADMITS: Final = "admits=lambda m, operation, arguments: len(m.values) < 3"
MAKER: Final = '@law("PL-L1", "There are no fewer than no values.")\n'
MADE: Final = 'configure=lambda make: {"limit": make.int("limit")}'


def _before(place: str, text: str) -> Edit:
    """The edit that puts a text before a place."""
    return place, f"{text}\n\n\n{place}"


def _theorem(holds: str, beside: str) -> tuple[Edit, ...]:
    """The edits that declare a theorem, and what stands above it."""
    said = f'theorems=(Theorem(Claim("PL-B1", "It is so."), lambda bits, width: {holds}, ({{"width": 8}},)),),'
    return _before("PILE = Refinement(", beside), ("PILE = Refinement(\n", f"PILE = Refinement(\n    {said}\n")


def _contained(answer: str) -> tuple[Edit, ...]:
    """The edits that let an operation answer what `in` asks."""
    return (
        (SIZE, f'Operation("has", Claim("PL-R5", "`has` finds it."), takes=(VALUE,), pure=True),\n    {SIZE}'),
        *(
            (f"        return len(self.{field})\n",
             (f"        return len(self.{field})\n\n    def has(self, value: int) -> bool:\n        return {answer.replace('cells', field)}\n\n"
             f"    def __contains__(self, value: int) -> bool:\n        return len(self.{field}) > value\n"))
            for field in ("cells", "values")
        ),
    )  # fmt: skip


def _giving(kind: str, answer: str) -> tuple[Edit, ...]:
    """The edits by which `push` gives something of a pile that holds a cell beside its values."""
    cell = "class Cell:\n    value: int\n\n    def __init__(self) -> None:\n        self.value = 0\n\n\n"
    pushes = "twice: bool = False) -> {}:\n        self.{}.append(value)\n"
    return (
        ("class PileModel:\n", f"{cell}class PileModel:\n"),
        *(
            edit
            for field in ("values", "cells")
            for edit in (
                (f"    {field}: list[int]\n", f"    {field}: list[int]\n    cell: Cell\n"),
                (f"        self.{field} = []\n", f"        self.{field} = []\n        self.cell = Cell()\n"),
                (
                    pushes.format("None", field),
                    f"{pushes.format(kind, field)}        return {answer.replace('cells', field)}\n",
                ),
            )
        ),
    )


def _answering(said: str, id: str = "PL-L2") -> tuple[Edit, ...]:
    """The edits that declare a law of what is answered."""
    law = f'Answering(Claim("{id}", "It answers so."), {said})'
    return ("    Arrangement, Claim,", "    Answering, Arrangement, Claim,"), (
        "laws=(some,)",
        f"laws=(some,), answers=({law},)",
    )


CASES: Final[dict[str, tuple[str, tuple[Edit, ...]]]] = {
    # scopes
    "a scope admits nothing, by a function": (
        "scope_admits_nothing",
        (_before(DOMAIN, 'def _none(m, operation, arguments):\n    """Say why."""\n    return False'), (ADMITS, "admits=_none")),
    ),
    "a scope admits nothing, by a short function": (
        "scope_admits_nothing",
        (_before(DOMAIN, "def _none(m, operation, arguments):\n    return False"), (ADMITS, "admits=_none")),
    ),
    "a scope admits something": (
        "",
        (
            _before(DOMAIN, 'def _some(m, operation, arguments):\n    if operation == "push":\n        return True\n    return False'),
            (ADMITS, "admits=_some"),
        ),
    ),
    "a scope admits everything": ("", ((ADMITS, "admits=lambda m, operation, arguments: True"),)),
    "a scope admits by any arguments": ("", ((ADMITS, "admits=lambda *given: len(given) > 2"),)),
    "a scope names an operation": ("", (("values=(0, 1), ", 'values=(0, 1), operations=("push", "pop"), '),)),
    "a scope has no values for what it names": (
        "scope_values",
        (("values=(0, 1), ", 'values=(), operations=("pop", "cut"), '),),
    ),
    "a scope needs no values": ("", (("values=(0, 1), ", 'operations=("pop", "size"), '),)),
    "a scope gives what a constructor takes by name": (
        "",
        tuple(
            (f"class {name}:\n    {field}: list[int]\n\n    def __init__(self, limit: int = 3)",
             f"class {name}:\n    {field}: list[int]\n\n    def __init__(self, *, limit: int = 3)")
            for name, field in (("PileModel", "values"), ("Pile", "cells"))
        ),
    ),
    # domains
    "a domain without a class": ("classes_empty", (("classes={name: lambda m, issued, number: number % 3},", "classes={},"),)),
    "a stand-in of too many": ("domain_arguments", (("symbolic=lambda make: make.int(name)", "symbolic=lambda make, other: make.int(name)"),)),
    "a stand-in of another kind": ("symbolic_kind", (("make.int(name)", "make.bool(name)"),)),
    "a stand-in of another kind, within": ("", (('make.bool("twice")', 'make.int("twice")'), ('Domain("twice", ', 'Domain("twice", within="numbers", '))),
    "a stand-in that is no word of kinds": ("", (("make.int(name)", "make.instance(name)"),)),
    # operations
    "called by a helper": (
        "",
        (_before(DOMAIN, "def _size(m):\n    return m.size()"), (SIZE, 'Operation("size", model=lambda m: _size(m), claim=Claim(')),
    ),
    "called by the helper of a helper that calls itself": (
        "",
        (
            _before(DOMAIN, "def _size(m, again):\n    return _size(m, False) if again else _sized(m)\n\n\ndef _sized(m):\n    return m.size()"),
            (SIZE, 'Operation("size", model=lambda m: _size(m, True), claim=Claim('),
        ),
    ),
    "called by none of two helpers that call each other": (
        "model_unused",
        (
            _before(DOMAIN, "def _size(m):\n    return _sized(m)\n\n\ndef _sized(m):\n    return _size(m)"),
            (SIZE, 'Operation("size", model=lambda m: _size(m), claim=Claim('),
        ),
    ),
    "not called by a helper": (
        "model_unused",
        (_before(DOMAIN, "def _size(m):\n    return len(m.values)"), (SIZE, 'Operation("size", model=lambda m: _size(m), claim=Claim(')),
    ),
    "called by both": ("", ((SIZE, 'Operation("size", model=lambda m: m.size(), impl=lambda h: h.size(), claim=Claim('),)),
    "called, and changed": ("impl_unused", ((SIZE, 'Operation("size", impl=lambda h: h.size() + 1, claim=Claim('),)),
    "no method on one side, but a call": (
        "not_operation",
        ((SIZE, 'Operation("sized", model=lambda m: m.size(), impl=lambda h: h.size(), claim=Claim('),),
    ),
    "no method on one side": ("operation_unknown not_operation", ((SIZE, 'Operation("sized", model=lambda m: m.size(), claim=Claim('),)),
    "one refusal": ("one_for_tuple_of", ((POP, '"`pop` takes it."), refusals="Missing"'),)),
    "one operation that is rested on": ("one_for_tuple_of", ((POP, f'{POP}, uses="size"'),)),
    "rests on another": ("", ((POP, f'{POP}, uses=("size",)'),)),
    "rest on each other": (
        "uses_circle",
        ((POP, f'{POP}, uses=("size",)'), ("pure=True", 'pure=True, uses=("cut",)'), ('"`cut` takes more."), ', '"`cut` takes more."), uses=("pop",), ')),
    ),
    "an error of Python": ("", ((POP, POP.replace('"Missing"', '"Missing", "IndexError"')),)),
    "ensures nothing of what comes after": ("ensures_empty", (("pure=True", "pure=True, ensures=lambda before, after, result: {'kept': len(before.values) >= 0}"),)),
    "ensures the result": ("", (("pure=True", "pure=True, ensures=lambda before, after, result: {'kept': result >= 0}"),)),
    "ensures what comes after": ("", (("pure=True", "pure=True, ensures=lambda before, after, result: {'kept': len(after.values) >= 0}"),)),
    "agrees of the first only": ("agree_one", (("pure=True", "pure=True, agree=lambda expected, actual: expected > 0"),)),
    "agrees of both": ("", (("pure=True", "pure=True, agree=lambda expected, actual: expected == actual"),)),
    "gives what it holds that is no list": ("", _giving("tuple[Cell, int]", "self.cell, value")),
    "gives a copy of a list": ("", _giving("list[int]", "self.cells.copy()")),
    "gives a list": ("shared_result", _giving("list[int]", "self.cells")),
    "gives a list or none": ("shared_result", _giving("list[int] | None", "self.cells if twice else None")),
    "gives a list in a tuple": ("shared_result", _giving("tuple[int, list[int]]", "value, self.cells")),
    "gives a new list of what it holds": ("shared_result", _giving("list[Cell]", "[self.cell]")),
    "not public, with a reason": (
        "",
        (("class Pile:\n", "class Pile:\n    def clear(self) -> None:\n        self.cells = []\n\n"), ("couple=(as_many,)", 'not_operations={"clear": "for tests"}, couple=(as_many,)')),
    ),
    "private": ("", (("class Pile:\n", "class Pile:\n    def _clear(self) -> None:\n        self.cells = []\n\n"),)),
    "another name of what is no operation": (
        "not_operation",
        (("class Pile:\n", "class Pile:\n    def _clear(self) -> None:\n        self.cells = []\n\n    clear = _clear\n\n"),),
    ),
    "what a special method does": (
        "",
        (
            ("        return len(self.cells)\n\n    __len__ = size", "        return len(self)\n\n    def __len__(self) -> int:\n        return len(self.cells)"),
            ("        return len(self.values)\n\n    __len__ = size", "        return len(self)\n\n    def __len__(self) -> int:\n        return len(self.values)"),
        ),
    ),
    "more than what a special method does": (
        "not_operation",
        (
            ("        return len(self.cells)\n\n    __len__ = size", "        return len(self) + 0\n\n    def __len__(self) -> int:\n        return len(self.cells)"),
            ("        return len(self.values)\n\n    __len__ = size", "        return len(self)\n\n    def __len__(self) -> int:\n        return len(self.values)"),
        ),
    ),
    # claims
    "claims in a spread tuple": (
        "predicate_constant",
        (_before(DOMAIN, "LAWS = (some,)"), ("laws=(some,)", "laws=(*LAWS,)"), (LAW, "    return True")),
    ),
    "a law of steps": ("", ((MAKER, MAKER.replace("law", "step_law", 1)), ("law,\n)", "step_law,\n)"), ("some(m: PileModel)", "some(before: PileModel, m: PileModel)"))),
    "a law of steps of one state": ("predicate_arguments", ((MAKER, MAKER.replace("law", "step_law", 1)), ("law,\n)", "step_law,\n)"))),
    "an invariant of one side": ("predicate_arguments", (("def as_many(m: PileModel, h: Pile)", "def as_many(m: PileModel)"), ("return len(m.values) == len(h.cells)", "return len(m.values) >= 0"))),
    "an invariant of the arrays alone": ("", (("return len(m.values) == len(h.cells)", "return len(h.cells) >= 0"),)),
    "another code": ("claim_id", (('@law("PL-L1"', '@law("PI-L1"'),)),
    "another letter": ("claim_id", (('@law("PL-L1"', '@law("PL-I2"'),)),
    "a number that begins with nought": ("claim_id", (('@law("PL-L1"', '@law("PL-L01"'),)),
    "laws that nobody can read": ("declaration_unread", (_before(DOMAIN, "def _laws():\n    return tuple(each for each in vars().values())"), ("laws=(some,)", "laws=_laws()"))),
    "a claim of no list": ("claim_unlisted", (_before(DOMAIN, 'LOST = Claim("PL-L2", "Nobody lists it.", lambda m: len(m.values) >= 0)'),)),
    "a claim of no list, in a tuple": ("claim_unlisted", (_before(DOMAIN, 'LOST: tuple = (Claim("PL-L2", "Nobody lists it.", lambda m: len(m.values) >= 0),)'),)),
    "a claim that what is not read may list": ("declaration_unread", (_before(DOMAIN, 'LOST = Claim("PL-L2", "Nobody lists it.", lambda m: len(m.values) >= 0)'), ("laws=(some,)", "laws=(some, *hidden)"))),
    "what makes no claim": ("", (_before(DOMAIN, '@twist("PL-L2")\ndef _odd(m):\n    return m'), ("def _domain(", "def twist(name):\n    return len\n\n\ndef _domain("))),
    "two decorators that make no claim": (
        "",
        (_before(DOMAIN, '@twist("PL-L2")\n@len\ndef _odd(m):\n    return m'), ("def _domain(", "def twist(name):\n    return len\n\n\ndef _domain(")),
    ),
    "a law of what is answered": ("", _answering("answered={'size': lambda before, after, answer: answer >= 0}")),
    "a law of what is answered that is always so": ("predicate_constant", _answering("answered={'size': lambda before, after, answer: True}")),
    "a law of what is never refused": ("", _answering("refused={'size': lambda before: False}")),
    "a law of what is refused, of what never is": ("answers_never", _answering("refused={'size': lambda before: len(before.values) > 3}")),
    "a law of what is answered, of another letter": ("claim_id", _answering("invalid={}", "PL-I2")),
    "a law of what is answered, of another code": ("claim_id", _answering("invalid={}", "PI-L2")),
    "a law of what is answered that is listed twice": ("twice", _answering("invalid={}", "PL-L1")),
    "a law of what is answered that has a name": (
        "",
        (_before(DOMAIN, 'SAID = Claim("PL-L2", "It answers so.")'), *_answering("invalid={}")),
    ),
    # creation
    "what creation needs is given everywhere": ("", (("limit: int = 3", "limit: int"), ("limit: int = 3", "limit: int"))),
    "what creation needs is not given in a scope": ("creation_needs", (("limit: int = 3", "limit: int"), ("limit: int = 3", "limit: int"), ('{"limit": 2}', "{}"))),
    "configured by nothing that is read": ("", ((MADE, "configure=hidden"),)),
    "configured as is said": ("", ((MADE, 'configure=lambda make: {"limit": 3}, configured="of three"'),)),
    "no more than is configured as is said": ("", ((MADE, 'configure=lambda make: {}, configured="of three"'),)),
    # loops
    "a loop without a variant that goes over something": (
        "",
        (
            ("while len(self.cells) > size:\n            self.cells.pop()", "for _ in range(size):\n            self.cells.pop()"),
            ("variant=lambda at: len(at.now.cells), ", ""),
        ),
    ),
    "a loop over a tuple": (
        "",
        (
            ("while len(self.cells) > size:\n            self.cells.pop()", "for each in (0, size):\n            self.cells.pop()"),
            ('        Loop("Pile.cut", variant=lambda at: len(at.now.cells), changes=("cells",)),\n', ""),
        ),
    ),
    "a loop of what is not proved": (
        "",
        (
            ('        Loop("Pile.cut", variant=lambda at: len(at.now.cells), changes=("cells",)),\n', ""),
            ('"`cut` takes more."), ', '"`cut` takes more."), unproved="it is long", '),
        ),
    ),
    "a loop of a model of which only what it ensures is used": (
        "",
        (
            ('        Loop("PileModel.cut", variant=lambda at: len(at.model.values) - at.local["size"], changes=("values",)),\n', ""),
            ('"`cut` takes more."), ', '"`cut` takes more."), ensures=lambda before, after, result, size: {"cut": len(after.values) >= 0}, '),
        ),
    ),
    "a loop of a word": ("", (("        self.values.append(value)", "        if forall(0, value, lambda each: each >= 0):\n            self.values.append(value)"),)),
    "a loop that is reached by a method that is called": (
        "loop_undeclared",
        (
            ("        self.cells.append(value)", "        self.cells.append(value)\n        self._again()\n\n    def _again(self) -> None:\n        while len(self.cells) > 5:\n            self.cells.pop()"),
        ),
    ),
    "a local that is a parameter": ("", (("variant=lambda at: len(at.now.cells)", 'variant=lambda at: len(at.now.cells) - at.local["size"]'),)),
    "a local of no loop, in an invariant": ("loop_local", (("variant=lambda at: len(at.now.cells)", 'invariant=lambda at: {"less": at.local["sise"] > 0}, variant=lambda at: len(at.now.cells)'),)),
    # theorems
    "a theorem whose function looks": ("theorem_looks", _theorem("_looks(bits.int('n', width))", "def _looks(n):\n    return type(n) is int")),
    "a theorem whose function asks one that looks": (
        "theorem_looks",
        _theorem("_asks(bits.int('n', width))", "def _looks(n):\n    return repr(n) == 'n'\n\n\ndef _asks(n):\n    return n > 1 or _looks(n)"),
    ),
    "a theorem whose object looks": (
        "theorem_looks",
        _theorem("_Number(width).looks(bits.int('n', width))", "class _Number:\n    width: int\n\n    def __init__(self, width):\n        self.width = width\n\n    def looks(self, n):\n        return str(n) == 'n'"),
    ),
    "a theorem whose object looks where it is made": (
        "theorem_looks",
        _theorem("_Number(bits.int('n', width)).width > 0", "class _Number:\n    width: int\n\n    def __init__(self, width):\n        self.width = type(width)(1)"),
    ),
    "a theorem whose object is not made by its constructor": (
        "",
        _theorem("_made(bits.int('n', width)).width >= 0", "class _Number:\n    width: int\n\n    def __init__(self, width):\n        self.width = type(width)(1)\n\n\ndef _made(n):\n    held = object.__new__(_Number)\n    held.width = n\n    return held"),
    ),
    "a theorem whose object has a property": (
        "",
        _theorem("_Number(bits.int('n', width)).more > 0", "class _Number:\n    width: int\n\n    def __init__(self, width):\n        self.width = width\n\n    @property\n    def more(self):\n        return self.width + 1"),
    ),
    "a theorem that asks one of several": ("theorem_looks", _theorem("FEW[0](bits.int('n', width))", "def _looks(n):\n    return type(n) == int\n\n\nFEW = (_looks,)")),
    "a theorem that formats": ("theorem_looks", _theorem("'{}'.format(bits.int('n', width)) != '7'", "")),
    "a theorem that formats a text of a name": ("theorem_looks", _theorem("TEXT % bits.int('n', width) != '7'", 'TEXT = "%s"')),
    "a theorem that catches any error": ("theorem_looks", _theorem("_asks(bits.int('n', width))", "def _asks(n):\n    try:\n        return n > 0\n    except Exception:\n        return True")),
    "a theorem that catches an error of its own": ("", _theorem("_asks(bits.int('n', width))", "def _asks(n):\n    try:\n        if n > 3:\n            raise Missing(f'{n}')\n    except Missing:\n        return n > 3\n    return n < 4")),
    "a theorem that looks at an error": ("theorem_looks", _theorem("_asks(bits.int('n', width))", "def _asks(n):\n    try:\n        raise Missing(f'{n}')\n    except Missing as error:\n        return error is not None")),
    "a theorem that raises another error": ("", _theorem("_asks(bits.int('n', width))", "def _asks(n):\n    try:\n        return n > 0\n    except TypeError as error:\n        raise Missing('none') from error")),
    "a theorem that catches what another error was made": (
        "theorem_looks",
        _theorem("_tries(bits.int('n', width))", "def _asks(n):\n    try:\n        return n > 0\n    except TypeError:\n        raise Missing('none')\n\n\ndef _tries(n):\n    try:\n        return _asks(n)\n    except Missing:\n        return True"),
    ),
    "a theorem of a function that is decorated": ("theorem_looks", _theorem("_asks(bits.int('n', width))", "def _twist(f):\n    return f\n\n\n@_twist\ndef _asks(n):\n    return n >= 0")),
    "a theorem of a function of Python": ("theorem_looks", _theorem("sqrt(bits.int('n', width)) >= 0", "from math import sqrt")),
    "a theorem that hides a built-in function": ("theorem_looks", _theorem("(lambda int: int)(True)", "")),
    "a theorem whose class is more than its text": ("theorem_looks", _theorem("_Text(bits.int('n', width)) != '7'", "from collections import UserString\n\n\nclass _Text(UserString):\n    pass")),
    "a theorem that counts how often it is asked": ("theorem_looks", _theorem("_asks(bits.int('n', width))", "HELD = []\n\n\ndef _asks(n):\n    HELD.append(1)\n    return len(HELD) < 9 or n > 9")),
    "a theorem that counts by a default": ("theorem_looks", _theorem("_asks(bits.int('n', width))", "def _asks(n, held=[]):\n    held.append(1)\n    return len(held) < 9 or n > 9")),
    "a theorem that uses pairs up": ("theorem_looks", _theorem("len(list(TURNS)) > 0 or bits.int('n', width) > 9", "TURNS = zip((1, 2), (3, 4))")),
    "a theorem of constants": ("", _theorem("_asks(bits.int('n', width)) >= -FEW[0]", "FEW = (2, 3)\nONE = FEW[1:]\n\n\ndef _asks(n, least=ONE, *, more=-1):\n    return n + least[0] + more")),
    "a theorem that looks into what it is given": ("theorem_looks", _theorem("bits.variables == {}", "")),
    "a theorem whose functions compute": (
        "",
        _theorem("_asks(bits.int('n', width))", "def _adds(n):\n    return n + 1\n\n\ndef _asks(n):\n    return _adds(n) > n or _asks(n)"),
    ),
    "a theorem that asks for nothing": ("", _theorem("_is_none(bits.int('n', width))", "def _is_none(n: int) -> bool:\n    return n is not None")),
    "a theorem that asks for identity": ("theorem_looks", _theorem("bits.int('n', width) is width", "")),
    "a theorem that makes a text": ("theorem_looks", _theorem("f'{width}' == '8'", "")),
    "a theorem that raises one": ("", _theorem("_raises(bits.int('n', width))", "def _raises(n):\n    if n > 256:\n        raise Missing(f'{n}')\n    return True")),
    # words
    "words in code of the arrays that calls itself": (
        "claim_word",
        (_before("class Pile:", "def _falls(value: int) -> int:\n    if value == 0:\n        return 0\n    return _falls(value - 1) if conj(value > 0, True) else 0"), ("        self.cells.append(value)", "        self.cells.append(_falls(value))")),
    ),
    "words of numbers in code of the arrays": (
        "",
        (("import conj, forall, least", "import forall, least, power_of_two"), ("        self.cells.append(value)", "        self.cells.append(1 if power_of_two(value) else 0)")),
    ),
    "words that are bound otherwise": (
        "",
        (_before("class Pile:", "def conj(value: int) -> int:\n    return value"), ("import conj, forall, least", "import forall, least"), ("        self.cells.append(value)", "        self.cells.append(conj(value))")),
    ),
    # more of loops
    "a loop of another class": (
        "loop_undeclared",
        (_before("class Pile:", "class Low:\n    size: int\n\n    def __init__(self) -> None:\n        self.size = 1\n\n    def down(self) -> int:\n        while self.size > 0:\n            self.size -= 1\n        return self.size"), ("        self.cells.append(value)", "        self.cells.append(Low().down())")),
    ),
    "a loop of a class of another operation that is rested on": ("", ((POP, f'{POP}, uses=("cut",)'), ("        return self.cells.pop()", "        self._rest()\n        return self.cells.pop()\n\n    def _rest(self) -> None:\n        while len(self.cells) > 5:\n            self.cells.pop()"))),
    "a second loop": ("loop_undeclared", (("            self.cells.pop()\n", "            self.cells.pop()\n        while len(self.cells) > size + 1:\n            self.cells.pop()\n"),)),
    "a loop over a constant": ("", (_before("class Pile:", "FEW = (1, 2)"), ("        self.cells.append(value)", "        for each in FEW:\n            self.cells.append(each)\n        self.cells.append(value)"))),
    "a loop over a tuple that a method gives, and its places": ("", (("        self.cells.append(value)", "        for place, each in enumerate(self._pair(value)):\n            self.cells.append(each + place)\n\n    def _pair(self, value: int) -> tuple[int, int]:\n        return value, value"),)),
    "a loop over as many as there are": ("loop_undeclared", (("        self.cells.append(value)", "        for each in self._all():\n            value += each\n        self.cells.append(value)\n\n    def _all(self) -> tuple[int, ...]:\n        return tuple(self.cells)"),)),
    "a loop of a class that is created": (
        "loop_undeclared",
        (("        self.cells = []\n", "        self.cells = []\n        for each in range(limit):\n            self.cells.append(each)\n"),),
    ),
    "a loop in an arrangement": (
        "",
        (("        self.cells = []\n", "        self.cells = []\n        for each in range(limit):\n            self.cells.append(each)\n"),
         ("couple=(as_many,)", 'arranged=(Arrangement("one", None, {}),), couple=(as_many,)')),
    ),
    "a change of what the other side has": ("loop_changes", (('changes=("cells",)', 'changes=("limits",)'),)),
    "a yielded local": ("loop_local", (("variant=lambda at: len(at.now.cells)", 'variant=lambda at: len(at.now.cells) + len(at.local["yielded"])'),)),
    # public
    "what `in` does": ("", _contained("value in self")),
    "what another `in` does": ("not_operation", _contained("value in self.cells")),
    # what keeps nothing
    "a local that an inner function fills": ("", (_before("VALUE = _domain", "def _filled(name):\n    open = {}\n\n    def put(key):\n        open[key] = name\n        return open\n\n    return put(name)"),)),
    "what a class binds is not what its methods read": ("declaration_builtin", (_before(DOMAIN, "class _Kept:\n    open = 3\n\n    def more(self):\n        return open"),)),
    "what a comprehension binds": ("", (_before(DOMAIN, "def _all(names):\n    return [open for open in names]"),)),
    "a counter of Python": ("declaration_state", (_before(DOMAIN, "from itertools import count\n\nNEXT = count()"),)),
    "a function that is not Python's counter": ("", (_before(DOMAIN, "def count():\n    return 3\n\n\nNEXT = count()"),)),
    "a name that is taken away": ("declaration_state", (_before(DOMAIN, "def _gone(held):\n    global VALUE\n    return held"),)),
    "an attribute of what is outside": ("declaration_state", (_before(DOMAIN, "def _kept(held):\n    Pile.cells[0] = held\n    held.one[0].two = 3\n    return held"),)),
    # more of claims
    "a claim of no list, with a sentence that is made": ("claim_unlisted", (_before(DOMAIN, 'LOST = Claim("PL-L2", str(3), lambda m: len(m.values) >= 0)'),)),
    "a name that never ends": ("no_container", (_before(DOMAIN, "def _again(n):\n    return (_again(n + 1), _again(n + 2))"), ('name="pile"', "name=_again(1)"))),
}  # fmt: skip


SHOWN: Final[dict[str, tuple[str, tuple[Edit, ...]]]] = {
    "a field that a helper of a law reads": (
        "no_attribute",
        (_before(DOMAIN, "def _count(m: PileModel) -> int:\n    return len(m.cells)"), (LAW, "    return _count(m) >= 0")),
    ),
    "a helper of a law": ("", (_before(DOMAIN, "def _count(m: PileModel) -> int:\n    return len(m.values)"), (LAW, "    return _count(m) >= 0"))),
    "a law that gives no bool": ("argument_kind", ((LAW, "    return len(m.values)"),)),
    "a law that may end without a result": ("no_result", ((LAW, "    if len(m.values) >= 0:\n        return True"),)),
    "a step that changes what was": ("claim_changes", ((LAW, "    m.values.append(1)\n    return len(m.values) >= 0"),)),
    "a law of what is answered, of a field": ("", _answering("answered={'size': lambda before, after, answer: answer == len(after.values)}")),
    "a law of what is answered, of no field": ("no_attribute", _answering("answered={'size': lambda before, after, answer: answer == len(after.cells)}")),
    "a law of what is answered, of no field before": ("no_attribute", _answering("answered={'size': lambda before, after, answer: len(before.cells) > 0}")),
    "a law of what is refused, of no field": ("no_attribute", _answering("refused={'pop': lambda before: len(before.cells) == 0}")),
    "a law of what is invalid, of no field": ("no_attribute", _answering("invalid={'push': lambda before, value: len(before.cells) == value}")),
    "a law of what is refused that is no condition": ("argument_kind", _answering("refused={'pop': lambda before: len(before.values)}")),
    "a refusal that is no condition": ("argument_kind", (("pure=True", "pure=True, refused_if=lambda m: len(m.values)"),)),
    "a promise that speaks of no field": ("no_attribute", (("pure=True", "pure=True, ensures=lambda before, after, result: {'kept': len(after.cells) == result}"),)),
    "a claim that another one names": ("", (("return len(m.values) == len(h.cells)", "return len(m.values) == len(h.cells) and some.holds(m)"),)),
    "a sum of a loop": ("", ((LAW, "    total = 0\n    for value in m.values:\n        total += value * value\n    return total >= 0"),)),
    "a sum of other kinds": ("operator_kinds", ((LAW, "    total = 0\n    total += m.values\n    return total >= 0"),)),
    "more conditions": ("", (("pure=True", "pure=True, ensures=_kept"), _before("OPERATIONS = (", "def _kept(before, after, result):\n    held = {'one': True}\n    held |= {'two': len(after.values) == result}\n    return held"))),
    "more conditions of what is not there": ("no_attribute", (("pure=True", "pure=True, ensures=_kept"), _before("OPERATIONS = (", "def _kept(before, after, result):\n    held = {'one': True}\n    held |= {'two': len(after.cells) == result}\n    return held"))),
    "more of a set": ("augmented_alias", ((LAW, "    held = {1}\n    held |= {2}\n    return len(held) + len(m.values) > 0"),)),
    "a field that is added to": ("claim_changes", ((LAW, "    m.values += [1]\n    return len(m.values) >= 0"),)),
    "an inner function": ("", ((LAW, "    def least(i: int) -> bool:\n        return i >= 0 and len(m.values) >= 0\n\n    return least(len(m.values))"),)),
    "an inner function of a name that nothing binds": ("name_unbound", ((LAW, "    def least(i: int) -> bool:\n        return j >= 0\n\n    return least(len(m.values))"),)),
    "a list that a helper makes": ("", (_before(DOMAIN, "def _doubled(m: PileModel) -> list[int]:\n    return [2 * each for each in m.values]"), (LAW, "    held = [[0]]\n    held.append(_doubled(m))\n    return len(held) > 0"))),
    "a name that nothing binds": ("name_unbound", ((LAW, "    return len(m.values) + len(n.values) >= 0"),)),
    "an error": ("claim_statement", ((LAW, '    if len(m.values) < 0:\n        raise Missing("none")\n    return True'),)),
    "identity": ("identity", ((LAW, "    return m.values is not m.values"),)),
    "a variant that is no number": ("argument_kind", (("variant=lambda at: len(at.now.cells)", "variant=lambda at: 'long'"),)),
}  # fmt: skip


def _edited(edits: tuple[Edit, ...]) -> str:
    source = RIGHT
    for old, new in edits:
        assert source.count(old) >= 1, old
        source = source.replace(old, new, 1)
    return source


@pytest.mark.parametrize(("mistakes", "edits"), CASES.values(), ids=CASES)
def test_what_is_wrong_is_told_and_nothing_beside(tmp_path: Path, mistakes: str, edits: tuple[Edit, ...]) -> None:
    """A right declaration, changed: what is still right is not refused."""
    assert {each.mistake for each in _found(tmp_path, _edited(edits))} == set(mistakes.split())


@pytest.mark.parametrize(("mistakes", "edits"), SHOWN.values(), ids=SHOWN)
def test_what_is_to_be_shown_is_looked_at_as_a_program(tmp_path: Path, mistakes: str, edits: tuple[Edit, ...]) -> None:
    """Of two sides that stand in a file of their own beside it, as those of most programs do: their fields have kinds."""
    source = _edited(edits)
    first, last = source.index("class PileModel:"), source.index("@law(")
    sides = "from slotproof.spec.errors import Missing\n\n\n" + source[first:last]
    folder = tmp_path / "piles"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "sides.py").write_text(sides, encoding="utf-8")
    apart = f"{source[:first]}from piles.sides import Pile, PileModel\n\n\n{source[last:]}"
    assert {each.mistake for each in _found(folder, apart)} == set(mistakes.split())


_LOST: Final = """
from slotproof.declare import Claim

LOST = Claim("PL-L2", "Nobody lists it.", lambda m: len(m.values) >= 0)


def few(m) -> bool:
    return len(m.values) >= 0
"""


@pytest.mark.parametrize(
    ("declared", "beside", "imported", "is_told"),
    [
        ("pile.py", "helper.py", "helper", True),
        ("pile.py", "below/helper.py", "below.helper", False),
        ("pile/__init__.py", "pile/helper.py", "pile.helper", True),
        ("pile/__init__.py", "shared/helper.py", "shared.helper", True),
    ],
)
def test_claims_beside_a_declaration_are_listed_too(
    tmp_path: Path, declared: str, beside: str, imported: str, is_told: bool
) -> None:
    """Those of the modules beside it; of a package, also those of packages beside that."""
    texts = {
        declared: f"from {imported} import few\n" + RIGHT.replace(LAW, "    return few(m)"),
        beside: _LOST,
        **{str(Path(each).parent / "__init__.py"): "" for each in (beside,) if each.startswith(("below", "shared"))},
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = lint([tmp_path / declared])
    assert [each.mistake for each in found if each.mistake == "claim_unlisted"] == ["claim_unlisted"] * is_told
    assert LAW in RIGHT
