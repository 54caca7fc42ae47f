"""Declarations: for each mistake an edit of a right declaration, and what the edit must be told as."""

from typing import Final

RIGHT: Final = """
from typing import Any

from slotproof.declare import (
    Arrangement, Claim, Domain, Loop, Operation, Refinement, Scope, Theorem, invariant, law,
)
from slotproof.spec.errors import Missing
from slotproof.spec.logic import conj, forall, least


class PileModel:
    values: list[int]

    def __init__(self, limit: int = 3) -> None:
        self.values = []

    def push(self, value: int, twice: bool = False) -> None:
        self.values.append(value)

    def pop(self) -> int:
        if len(self.values) == 0:
            raise Missing("empty")
        return self.values.pop()

    def cut(self, size: int) -> None:
        while len(self.values) > size:
            self.values.pop()

    def size(self) -> int:
        return len(self.values)

    __len__ = size


class Pile:
    cells: list[int]

    def __init__(self, limit: int = 3) -> None:
        self.cells = []

    def push(self, value: int, twice: bool = False) -> None:
        self.cells.append(value)

    def pop(self) -> int:
        if len(self.cells) == 0:
            raise Missing("empty")
        return self.cells.pop()

    def cut(self, size: int) -> None:
        while len(self.cells) > size:
            self.cells.pop()

    def size(self) -> int:
        return len(self.cells)

    __len__ = size


@law("PL-L1", "There are no fewer than no values.")
def some(m: PileModel) -> bool:
    return len(m.values) >= 0


@invariant("PL-I1", "There are as many cells as values.")
def as_many(m: PileModel, h: Pile) -> bool:
    return len(m.values) == len(h.cells)


def _domain(name: str) -> Domain:
    return Domain(
        name,
        small=lambda m, scope: scope.values,
        classes={name: lambda m, issued, number: number % 3},
        symbolic=lambda make: make.int(name),
    )


VALUE = _domain("value")
TWICE = Domain("twice", small=lambda m, scope: (False, True), classes={"twice": lambda m, issued, number: number > 1},
               symbolic=lambda make: make.bool("twice"))

OPERATIONS = (
    Operation("push", Claim("PL-R1", "`push` puts a value on top."), takes=(VALUE, TWICE)),
    Operation("pop", Claim("PL-R2", "`pop` takes it."), refusals=("Missing",)),
    Operation("cut", Claim("PL-R3", "`cut` takes more."), takes=(VALUE,)),
    Operation("size", Claim("PL-R4", "`size` is how many there are."), pure=True),
)

PILE = Refinement(
    code="PL",
    name="pile",
    title="pile",
    model=PileModel,
    impl=Pile,
    couple=(as_many,),
    laws=(some,),
    operations=OPERATIONS,
    loops=(
        Loop("PileModel.cut", variant=lambda at: len(at.model.values) - at.local["size"], changes=("values",)),
        Loop("Pile.cut", variant=lambda at: len(at.now.cells), changes=("cells",)),
    ),
    scopes=(Scope("small", {"limit": 2}, values=(0, 1), admits=lambda m, operation, arguments: len(m.values) < 3),),
    configure=lambda make: {"limit": make.int("limit")},
)
"""

_PUSH: Final = 'Operation("push", Claim("PL-R1", "`push` puts a value on top."), takes=(VALUE, TWICE)),'
_IMPL: Final = "class Pile:\n"
_SCOPE: Final = 'Scope("small", {"limit": 2}, values=(0, 1), admits=lambda m, operation, arguments: len(m.values) < 3),'
_FIRST: Final = "def push(self, value: int, twice: bool = False)"

_TO_LAWS: Final = RIGHT[RIGHT.index("    Arrangement, Claim,") : RIGHT.index("laws=(some,)")]

_TO_COUPLE: Final = RIGHT[RIGHT.index("    Arrangement, Claim,") : RIGHT.index('("PL-I1"')]

EDITS: Final[dict[str, tuple[str, str]]] = {
    "one_for_tuple": ("couple=(as_many,)", "couple=as_many"),
    "one_for_tuple_of": ("takes=(VALUE,)", "takes=VALUE"),
    "no_side": ("impl=Pile,", "impl=7,"),
    "model_is_impl": ("impl=Pile,", "impl=PileModel,"),
    "operation_unknown": ('Operation("push"', 'Operation("psuh"'),
    "impl_unused": ('Operation("size", Claim(', 'Operation("size", impl=lambda h: len(h.cells), claim=Claim('),
    "parameter_names": (f"class Pile:\n{RIGHT.partition('class Pile:')[2].partition(_FIRST)[0][1:]}{_FIRST}",
                        (f"class Pile:\n{RIGHT.partition('class Pile:')[2].partition(_FIRST)[0][1:]}"
                        "def push(self, item: int, twice: bool = False)")),
    "parameter_defaults": (f"class Pile:\n{RIGHT.partition('class Pile:')[2].partition(_FIRST)[0][1:]}{_FIRST}",
                           (f"class Pile:\n{RIGHT.partition('class Pile:')[2].partition(_FIRST)[0][1:]}"
                           "def push(self, value: int, twice: bool = True)")),
    "too_many_domains": ("takes=(VALUE,)", "takes=(VALUE, VALUE)"),
    "no_domain": ("takes=(VALUE, TWICE)", "takes=(VALUE,)"),
    "unknown_error": ('refusals=("Missing",)', 'refusals=("Mising",)'),
    "agree_one": ("pure=True", "pure=True, agree=lambda expected, actual: actual > 0"),
    "agree_constant": ("pure=True", "pure=True, agree=lambda expected, actual: True"),
    "ensures_empty": ("pure=True", "pure=True, ensures=lambda before, after, result: {}"),
    "uses_unknown": ("pure=True", 'pure=True, uses=("count",)'),
    "answers_unknown": (
        _TO_LAWS,
        f'    Answering,{_TO_LAWS}answers=(Answering(Claim("PL-L2", "So."), refused={{"psuh": lambda m, value: False}}),),',
    ),
    "answers_never": (
        _TO_LAWS,
        f'    Answering,{_TO_LAWS}answers=(Answering(Claim("PL-L2", "So."), refused={{"push": lambda m, value, twice: value > 3}}),),',
    ),
    "operation_new": ("OPERATIONS = (\n", 'OPERATIONS = (\n    Operation("new", Claim("PL-R9", "`new`."), model=lambda m: m.new(), impl=lambda h: h.new()),\n'),
    "alias_differs": ("couple=(as_many,)", 'aliases={"__len__": "pop"}, couple=(as_many,)'),
    "default_differs": ("couple=(as_many,)", 'defaults={"push": {"twice": True}}, couple=(as_many,)'),
    "key_twice": ("couple=(as_many,)", 'defaults={"push": {"twice": False, "twice": False}}, couple=(as_many,)'),
    "claim_step": (_TO_COUPLE, f"    step_law,{_TO_COUPLE.replace('@invariant', '@step_law')}"),
    "claim_unasked": ('"`pop` takes it.")', '"`pop` takes it.", lambda m: len(m.values) == 7)'),
    "uses_circle": ("pure=True", 'pure=True, uses=("size",)'),
    "not_operation": (_IMPL, _IMPL + "    def clear(self) -> None:\n        self.cells = [7]\n\n"),
    "reason_unknown": ("couple=(as_many,)", 'not_operations={"clear": "it is private"}, couple=(as_many,)'),
    "special_differs": ("    __len__ = size\n\n\n@law", "    __len__ = pop\n\n\n@law"),
    "not_arranged": ("couple=(as_many,)", 'arranged=(Arrangement("one", None, {}, operations=("push",)),), couple=(as_many,)'),
    "claim_id": ('Claim("PL-R1"', 'Claim("push"'),
    "claim_unlisted": ("laws=(some,)", "laws=()"),
    "claim_empty": ("laws=(some,)", 'laws=(some, Claim("PL-L2", "A pile is tidy."))'),
    "predicate_arguments": ("def some(m: PileModel)", "def some(m: PileModel, other: PileModel)"),
    "predicate_constant": ("return len(m.values) >= 0", "return True"),
    "twice": ('Claim("PL-R2"', 'Claim("PL-R1"'),
    "creation_needs": ("def __init__(self, limit: int = 3) -> None:\n        self.cells", ("def __init__(self, limit: int = 3, *, depth: int)"
                       " -> None:\n        self.cells")),
    "configure_leaves_out": ('{"limit": make.int("limit")}', "{}"),
    "configure_unknown": ('{"limit": make.int("limit")}', '{"limit": make.int("limit"), "depth": make.int("depth")}'),
    "configure_constant": ('make.int("limit")', "3"),
    "no_scope": (f"scopes=({_SCOPE})", "scopes=()"),
    "admits_arguments": ("lambda m, operation, arguments: len", "lambda m: len"),
    "scope_admits_nothing": ("lambda m, operation, arguments: len(m.values) < 3", "lambda m, operation, arguments: False"),
    "scope_names_nothing": ("values=(0, 1), ", "values=(0, 1), operations=(), "),
    "scope_operation": ("values=(0, 1), ", 'values=(0, 1), operations=("psuh",), '),
    "scope_argument": ('{"limit": 2}', '{"depth": 2}'),
    "scope_values": ("values=(0, 1), ", ""),
    "domain_arguments": ("lambda m, scope: scope.values", "lambda m: (1, 2)"),
    "domain_empty": ("lambda m, scope: scope.values", "lambda m, scope: ()"),
    "classes_empty": ("{name: lambda m, issued, number: number % 3}", "{}"),
    "symbolic_constant": ("lambda make: make.int(name)", "lambda make: 0"),
    "symbolic_kind": ('make.bool("twice")', 'make.int("twice")'),
    "loop_undeclared": ('        Loop("Pile.cut", variant=lambda at: len(at.now.cells), changes=("cells",)),\n', ""),
    "loop_function": ('Loop("Pile.cut"', 'Loop("Pile.cutt"'),
    "loop_index": ('Loop("Pile.cut"', 'Loop("Pile.cut", 1'),
    "loop_local": ('at.local["size"]', 'at.local["sise"]'),
    "loop_variant": ("variant=lambda at: len(at.now.cells), ", ""),
    "loop_changes": ('changes=("cells",)', 'changes=("celsl",)'),
    "declaration_state": ("    return len(m.values) >= 0", "    some.times = 1\n    return len(m.values) >= 0"),
    "theorem_looks": (
        "PILE = Refinement(\n",
        'PILE = Refinement(\n    theorems=(Theorem(Claim("PL-B1", "It is so."), lambda bits, width: type(bits.int("n", width)) is int, ({"width": 8},)),),\n',
    ),
    "claim_word": ("        return len(self.cells)\n", "        return len(self.cells) if conj(len(self.cells) > 0, True) else 0\n"),
    "declaration_statement": ("    return Domain(\n", "    while not name:\n        pass\n    return Domain(\n"),
    "declaration_unread": ('Operation("size", Claim(', 'Operation("size", agree={}.get("size"), claim=Claim('),
    "declaration_builtin": ("len(m.values) < 3", "len(m.values) < 3 and not open"),
    "no_container": ("PILE = Refinement(", "PILE = tuple("),
    "global_no_constant": (_IMPL + "    cells: list[int]\n\n    def __init__(self, limit: int = 3) -> None:\n        self.cells = []\n",
                           "SEEN = [1]\n\n\n" + _IMPL + "    cells: list[int]\n\n    def __init__(self, limit: int = 3) -> None:\n"
                           "        self.cells = [SEEN[0]]\n"),
    "shared_result": ("        return len(self.cells)\n\n    __len__", "        return self.cells\n\n    __len__"),
    "argument_changed": ("def cut(self, size: int) -> None:\n        while", "def cut(self, size: list[int]) -> None:\n        size.clear()\n        while"),
    "model_unused": ('Operation("size", Claim(', 'Operation("size", model=lambda m: len(m.values), claim=Claim('),
    "claim_decorator": ('@law("PL-L1", "There are no fewer than no values.")\n', '@law("PL-L1", "There are no fewer than no values.")\n@twist\n'),
    "bound_word": ("return len(m.values) >= 0", "return forall(0, len(m.values), lambda i: least(0, i, lambda k: k > 0) <= i)"),
    "claim_changes": ("    return len(m.values) == len(h.cells)", "    h.cells = []\n    return len(m.values) == len(h.cells)"),
    "claim_statement": ("    return len(m.values) >= 0", "    while len(m.values) < 0:\n        pass\n    return True"),
    "self_result": ("        return len(self.cells)\n\n    __len__", "        return self\n\n    __len__"),
}  # fmt: skip
