"""Random programs: methods of a box that holds a list, a dict and a number, made from the forms of the language.

A program is a text. The same seed gives the same programs; what a form is met in is counted by its name.
"""

from __future__ import annotations

import ast
import random
import textwrap
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

HEAD: Final = '''"""A box and its random methods."""

from slotproof.spec.errors import Full, Missing, OutOfRange


class Box:
    """A list of numbers, a table from numbers to numbers, and a number."""

    items: list[int]
    table: dict[int, int]
    number: int

    def __init__(self) -> None:
        self.items = []
        self.table = {}
        self.number = 0
'''

DEEP: Final = 3
"""Forms within forms, at most."""

_INSIDE: Final = "0 <= {index} < len(self.items)"
_ASKED: Final = {
    **dict.fromkeys(("set an item", "add to an item", "swap", "pop", "del"), _INSIDE),
    "remove": "{index} in self.items",
    "del an entry": "{index} in self.table",
}
"""What is asked before a statement that might end in an error of Python."""


class Writer:
    """Writes random methods."""

    def __init__(self, seed: object, loops: bool = True) -> None:
        self.loops = ("for", "for list", "while") if loops else ()
        self.random = random.Random(str(seed))
        self.met: Counter[str] = Counter()
        self.locals: dict[str, list[str]] = {}
        self.made = 0

    # --- choices

    def _one(self, forms: dict[str, Callable[[int], str]], depth: int, simple: Sequence[str]) -> str:
        """Write one of the forms; where it is deep already, one of the simple ones."""
        name: str = self.random.choice(list(simple) if depth <= 0 else list(forms))
        self.met[name] += 1
        return forms[name](depth - 1)

    def _small(self) -> str:
        return str(self.random.randint(-3, 5))

    def _name(self, kind: str, otherwise: str) -> str:
        names: list[str] = [*self.locals.get(kind, ()), otherwise]
        return self.random.choice(names)

    # --- numbers

    def of_int(self, depth: int) -> str:
        """A number."""
        n, b, ls = self.of_int, self.of_bool, self.of_list
        forms: dict[str, Callable[[int], str]] = {
            "constant": lambda d: self._small(),
            "name": lambda d: self._name("int", self.random.choice(["number", "other"])),
            "field": lambda d: "self.number",
            "len of list": lambda d: f"len({ls(d)})",
            "len of dict": lambda d: "len(self.table)",
            "+": lambda d: f"({n(d)} + {n(d)})",
            "-": lambda d: f"({n(d)} - {n(d)})",
            "*": lambda d: f"({n(d)} * {n(d)})",
            "//": lambda d: f"({n(d)} // {self.random.randint(1, 4)})",
            "%": lambda d: f"({n(d)} % {self.random.randint(1, 4)})",
            "negative": lambda d: f"(-{n(d)})",
            "&": lambda d: f"({n(d)} & {self.random.choice([1, 3, 7, 8])})",
            "<<": lambda d: f"({n(d)} << {self.random.randint(0, 3)})",
            ">>": lambda d: f"({n(d)} >> {self.random.randint(0, 3)})",
            "abs": lambda d: f"abs({n(d)})",
            "min": lambda d: f"min({n(d)}, {n(d)})",
            "max": lambda d: f"max({n(d)}, {n(d)})",
            "int of bool": lambda d: f"int({b(d)})",
            "if else": lambda d: f"({n(d)} if {b(d)} else {n(d)})",
            "item": lambda d: self._item(n(0)),
            "last item": lambda d: f"({(held := self._of_list())}[-1] if {held} else {n(0)})",
            "entry": lambda d: self._entry(n(0)),
            "get": lambda d: f"self.table.get({n(d)}, {n(d)})",
            "sum": lambda d: f"sum({ls(d)})",
            "min of list": lambda d: f"min({ls(d)}, default={n(d)})",
            "index": lambda d: f"({(held := self._of_list())}.index({(it := n(0))}) if {it} in {held} else {n(0)})",
        }
        return self._one(forms, depth, ("constant", "name", "field"))

    def _is_bold(self) -> bool:
        """Whether what may end in an error of Python is written without asking first."""
        return self.random.random() < 0.1

    def _item(self, index: str) -> str:
        held = self._of_list()
        said = f"{held}[{index}]"
        return said if self._is_bold() else f"({said} if 0 <= {index} < len({held}) else {self._small()})"

    def _entry(self, key: str) -> str:
        said = f"self.table[{key}]"
        return said if self._is_bold() else f"({said} if {key} in self.table else {self._small()})"

    def _of_list(self) -> str:
        return self._name("list", "self.items")

    # --- truths

    def of_bool(self, depth: int) -> str:
        """A truth."""
        n, b, ls = self.of_int, self.of_bool, self.of_list
        compare = ["<", "<=", ">", ">=", "==", "!="]
        forms: dict[str, Callable[[int], str]] = {
            "comparison": lambda d: f"{n(d)} {self.random.choice(compare)} {n(d)}",
            "chained": lambda d: f"{n(d)} {self.random.choice(compare)} {n(d)} {self.random.choice(compare)} {n(d)}",
            "not": lambda d: f"(not {b(d)})",
            "and": lambda d: f"({b(d)} and {b(d)})",
            "or": lambda d: f"({b(d)} or {b(d)})",
            "in list": lambda d: f"{n(d)} in {ls(d)}",
            "not in list": lambda d: f"{n(d)} not in {ls(d)}",
            "in dict": lambda d: f"{n(d)} in self.table",
            "== of lists": lambda d: f"{ls(d)} == {ls(d)}",
            "any": lambda d: f"any(each {self.random.choice(compare)} {n(0)} for each in {ls(d)})",
            "all": lambda d: f"all(each {self.random.choice(compare)} {n(0)} for each in {ls(d)})",
            "truth of list": lambda d: f"(not {self._of_list()})",
        }
        return self._one(forms, depth, ("comparison",))

    # --- lists

    def of_list(self, depth: int) -> str:
        """A list."""
        n, ls = self.of_int, self.of_list
        forms: dict[str, Callable[[int], str]] = {
            "name of a list": lambda d: self._of_list(),
            "display": lambda d: f"[{n(d)}, {n(d)}]",
            "slice": lambda d: f"{self._of_list()}[{n(d)}:{n(d)}]",
            "slice to": lambda d: f"{self._of_list()}[:{n(d)}]",
            "slice from": lambda d: f"{self._of_list()}[{n(d)}:]",
            "list": lambda d: f"list({ls(d)})",
            "+ of lists": lambda d: f"({ls(d)} + {ls(d)})",
            "* of a list": lambda d: f"([{n(d)}] * {self.random.randint(0, 3)})",
            "comprehension": lambda d: f"[each + {n(0)} for each in {ls(d)}]",
            "comprehension if": lambda d: f"[each for each in {ls(d)} if each > {n(0)}]",
            "range": lambda d: f"list(range({n(d)}, {n(d)}))",
            "reversed": lambda d: f"list(reversed({ls(d)}))",
            "copy": lambda d: f"{self._of_list()}.copy()",
        }
        return self._one(forms, depth, ("name of a list", "display"))

    # --- statements

    def block(self, depth: int, indent: str, length: int) -> list[str]:
        """Some statements; what they bind is bound in them alone."""
        kept = {kind: [*names] for kind, names in self.locals.items()}
        lines = [line for _ in range(length) for line in self.statement(depth, indent)]
        self.locals = kept
        return lines

    def statement(self, depth: int, indent: str) -> list[str]:
        """One statement."""
        n, b, ls = self.of_int, self.of_bool, self.of_list
        index = n(0)
        simple: dict[str, Callable[[], str]] = {
            "assign a field": lambda: f"self.number = {n(DEEP)}",
            "add to a field": lambda: f"self.number {self.random.choice(['+=', '-=', '*='])} {n(2)}",
            "append": lambda: f"self.items.append({n(2)})",
            "extend": lambda: f"self.items.extend({ls(2)})",
            "+= of a list": lambda: f"self.items += {ls(2)}",
            "insert": lambda: f"self.items.insert(max(0, {n(1)}), {n(1)})",
            "insert anywhere": lambda: f"self.items.insert({n(1)}, {n(1)})",
            "set an item": lambda: f"self.items[{index}] = {n(2)}",
            "add to an item": lambda: f"self.items[{index}] += {n(1)}",
            "swap": lambda: f"self.items[{index}], self.items[-1] = self.items[-1], self.items[{index}]",
            "pop": lambda: f"self.number = self.items.pop({self.random.choice(['', index])})",
            "del": lambda: f"del self.items[{index}]",
            "del a slice": lambda: f"del self.items[{n(1)}:{n(1)}]",
            "set a slice": lambda: f"self.items[{n(1)}:{n(1)}] = {ls(1)}",
            "remove": lambda: f"self.items.remove({index})",
            "clear": lambda: "self.items.clear()",
            "reverse": lambda: "self.items.reverse()",
            "assign a list": lambda: f"self.items = {ls(2)}.copy()",
            "set an entry": lambda: f"self.table[{n(1)}] = {n(2)}",
            "pop an entry": lambda: f"self.number = self.table.pop({n(1)}, {n(1)})",
            "setdefault": lambda: f"self.number = self.table.setdefault({n(1)}, {n(1)})",
            "del an entry": lambda: f"del self.table[{index}]",
            "raise": lambda: f'raise {self.random.choice(["Full", "Missing", "OutOfRange"])}("no")',
        }
        name = self.random.choice([*simple, *(["local", "local list", "if", "try", *self.loops] * 2)])
        if depth <= 0 and name not in simple:
            name = "assign a field"
        self.met[name] += 1
        if name in simple:
            line = simple[name]()
            asked = b(1) if name == "raise" else _ASKED.get(name, "").format(index=index)
            if not asked or (name != "raise" and self._is_bold()):
                return [f"{indent}{line}"]
            return [f"{indent}if {asked}:", f"{indent}    {line}"]
        return self._compound(name, depth - 1, indent)

    def _compound(self, name: str, depth: int, indent: str) -> list[str]:
        self.made += 1
        fresh, inner = f"v{self.made}", f"{indent}    "
        match name:
            case "local":
                line = f"{indent}{fresh} = {self.of_int(DEEP)}"
                self.locals.setdefault("int", []).append(fresh)
                return [line]
            case "local list":
                line = f"{indent}{fresh} = {self.of_list(2)}.copy()"
                self.locals.setdefault("list", []).append(fresh)
                return [line]
            case "if":
                lines = [f"{indent}if {self.of_bool(2)}:", *self.block(depth, inner, self.random.randint(1, 2))]
                if self.random.random() < 0.5:
                    lines += [f"{indent}else:", *self.block(depth, inner, 1)]
                return lines
            case "for":
                head = f"{indent}for {fresh} in range({self.of_int(1)} % 4):"
            case "for list":
                head = f"{indent}for {fresh} in {self.of_list(1)}.copy():"
            case "while":
                head = f"{indent}while {fresh} > 0:"
            case _:
                caught = self.random.choice(["IndexError", "KeyError", "Missing", "(Full, IndexError)"])
                return [
                    f"{indent}try:",
                    *self.block(depth, inner, 1),
                    f"{indent}except {caught}:",
                    f"{inner}self.number = {self._small()}",
                ]
        kept = {kind: [*names] for kind, names in self.locals.items()}
        self.locals.setdefault("int", []).append(fresh)
        body = self.block(0, inner, self.random.randint(1, 2))
        self.locals = kept
        if name == "while":
            first = f"{indent}{fresh} = {self.random.randint(0, 3)}"
            return [first, head, *body, f"{inner}{fresh} -= 1"]
        return [head, *body]

    def method(self, name: str) -> str:
        """A method of a box."""
        self.locals = {}
        lines = [f"    def {name}(self, number: int, other: int) -> int:"]
        lines += [line for _ in range(self.random.randint(1, 4)) for line in self.statement(2, " " * 8)]
        lines.append(f"        return {self.of_int(DEEP)}")
        return "\n".join(lines)


def boxes(seed: object, methods: int) -> tuple[str, list[str], Counter[str]]:
    """The text of a module with a class of so many random methods, their names, and how often each form is met."""
    writer = Writer(seed)
    names = [f"op{number}" for number in range(methods)]
    return "\n\n".join([HEAD.rstrip(), *map(writer.method, names)]) + "\n", names, writer.met


def pairs(seed: object, methods: int) -> tuple[str, list[str]]:
    """The text of a module with a model and a box of so many methods without loops, and their names.

    Every second method of the box has one mistake; the others are the same as those of the model.
    """
    writer = Writer(seed, loops=False)
    names = [f"op{number}" for number in range(methods)]
    right = [*map(writer.method, names)]
    wrong = [each if number % 2 else mistaken(each, writer.random) for number, each in enumerate(right)]
    model = HEAD[HEAD.index("class Box:") :].replace("class Box:", "class BoxModel:")
    return "\n\n".join([HEAD.rstrip(), *wrong, "\n" + model.rstrip(), *right]) + "\n", names


class _Mistake(ast.NodeTransformer):
    """Makes one change: of the number-th node that one can be made of."""

    def __init__(self, number: int) -> None:
        self.left = number

    def visit(self, node: ast.AST) -> ast.AST:
        """Change the node if it is the one."""
        other = _other(node)
        if other is not None:
            self.left -= 1
            if self.left == -1:
                return other
        return self.generic_visit(node)


_OTHERS: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.And: ast.Or, ast.Or: ast.And, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.FloorDiv: ast.Mod, ast.Mod: ast.FloorDiv,
}  # fmt: skip


def _other(node: ast.AST) -> ast.AST | None:
    """What stands in place of a node where there is a mistake; None if nothing does."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return ast.Constant(node.value + 1)
    if isinstance(node, ast.Name) and node.id in ("number", "other"):
        return ast.Name("other" if node.id == "number" else "number", node.ctx)
    return _OTHERS[type(node)]() if type(node) in _OTHERS else None


def mistaken(method: str, chance: random.Random) -> str:
    """The text of a method with one mistake."""
    tree = ast.parse(textwrap.dedent(method))
    places = sum(_other(node) is not None for node in ast.walk(tree))
    changed = _Mistake(chance.randrange(places)).visit(tree) if places else tree
    return textwrap.indent(ast.unparse(changed), "    ")
