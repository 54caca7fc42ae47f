"""Random programs: methods of a box, made from the forms of the grammar.

A program is a text. The same seed gives the same programs.
"""

from __future__ import annotations

import ast
import random
import re
import textwrap
from collections.abc import Iterator
from typing import Final

from .grammar import EXPRESSIONS, FIELDS, KINDS, SELDOM, SIMPLE, STATEMENTS, Forms
from .head import HEAD, PLAIN

DEEP: Final = 3
"""Forms within forms, at most."""

BOLD: Final = 0.08
"""How often a form is taken that may end in an error of Python."""

RETRIED: Final = 0.9
"""How often another form is taken in place of one that is seldom taken."""

_HOLE: Final = re.compile(r"<(?:(\w+)=)?(\w+(?: \w+)?!?)>")
_FORMS: Final = {**EXPRESSIONS, **STATEMENTS}
_PLAIN_KINDS: Final = frozenset({"int", "bool", "list", "dict", "index", "small", "above", "mask", "compared", "error",
                                 "caught", "statement", "statement!", "int!", "augmented", "compound"})  # fmt: skip
_NOT_PLAIN: Final = re.compile(
    r"self\.(?!items|table|number)\w+|peer|data|Point|\b(LIMIT|TABLE|NAMES|Box|Held|halved|trunc|shown|isfinite|Distinct"
    r"|factorial|applied|for|while|reverse|\*\*|_replace)\b|<(result|letter|block|(new |name )?(set|rows|point|pair|text|order|maybe|fixed"
    r"|listing|function))>"
)


def plain(forms: Forms = _FORMS) -> Forms:
    """The forms of a box of a list, a table and a number."""
    kept = {
        kind: tuple(each for each in held if _is_plain(each)) for kind, held in forms.items() if kind in _PLAIN_KINDS
    }
    return {**kept, "compound": _BRANCHES + _LOOPS}


def _is_plain(form: str) -> bool:
    holes = [kind.split()[-1] for _, kind in _HOLE.findall(form)]
    return not _NOT_PLAIN.search(form) and all(kind in {*_PLAIN_KINDS, *re.findall(r"<(\w+)=", form)} for kind in holes)


_BRANCHES: Final = ("if <bool>:\n    <block>", "if <bool>:\n    <block>\nelse:\n    <block>") * 2
_LOOPS: Final = ("for <new fixed> in range(<int>):\n    self.number <augmented> <int>",
                 "for <new fixed> in self.items:\n    <block>")  # fmt: skip


class Writer:
    """Writes random methods."""

    def __init__(self, seed: object, forms: Forms = _FORMS) -> None:
        self.random = random.Random(str(seed))
        self.forms = forms
        self.locals: dict[str, list[str]] = {}
        self.result = "int"
        self.made = 0

    def of(self, kind: str, depth: int = DEEP) -> str:
        """A text of a kind."""
        if kind == "result":
            return self.of(self.result, min(depth, 1))
        forms = self.forms[kind]
        if f"{kind}!" in self.forms and depth > 0 and self.random.random() < BOLD:
            forms = self.forms[f"{kind}!"]
        elif depth <= 0 and kind in KINDS:
            forms = forms[:SIMPLE]
        form = self.random.choice(forms)
        while SELDOM.search(form) and self.random.random() < RETRIED:
            form = self.random.choice(forms)
        return self.filled(form, depth - 1)

    def filled(self, form: str, depth: int) -> str:
        """A form without holes."""
        known: dict[str, str] = {}
        bound: list[tuple[str, str]] = []

        def fill(hole: re.Match[str]) -> str:
            name, kind = hole.groups()
            if kind in known:
                return known[kind]
            word, _, of = kind.rpartition(" ")
            if word == "new":
                self.made += 1
                text = f"{of[0]}{self.made}"
                bound.append((of, text))
            elif word:
                text = self._named(of, local=word == "local")
            elif kind == "block":
                self._bind(bound)
                text = self.block(depth)
            else:
                text = self.of(kind, depth)
            if name:
                known[name] = text
            return text

        before = {kind: [*names] for kind, names in self.locals.items()}
        text: str = _HOLE.sub(fill, form) if "<block>" not in form else self._lines(form, fill)
        if "<block>" in form:
            self.locals = before
        self._bind(bound)
        return text

    def _lines(self, form: str, fill: object) -> str:
        lines = []
        for line in form.split("\n"):
            made = _HOLE.sub(fill, line.lstrip())  # type: ignore[call-overload]
            lines.append(textwrap.indent(made, " " * (len(line) - len(line.lstrip()))))
        return "\n".join(lines)

    def _bind(self, bound: list[tuple[str, str]]) -> None:
        for kind, name in bound:
            self.locals.setdefault(kind, []).append(name)
        bound.clear()

    def _named(self, kind: str, local: bool) -> str:
        names = [*self.locals.get(kind, ())]
        if kind == "int" and not local:
            names += self.locals.get("fixed", [])
        if not (local and names):
            names += FIELDS.get(kind, ("None",))[2 if local and kind == "int" else 0 :]
        chosen: str = self.random.choice(names)
        return chosen

    def block(self, depth: int) -> str:
        """Some statements; what they bind is bound in them alone."""
        before = {kind: [*names] for kind, names in self.locals.items()}
        lines = [self.statement(depth) for _ in range(self.random.choice((1, 1, 2)))]
        self.locals = before
        return "\n".join(lines)

    def statement(self, depth: int) -> str:
        """One statement."""
        is_compound = depth > 0 and self.random.random() < 0.4
        return self.of("compound" if is_compound else "statement", depth)

    def method(self, name: str, kinds: tuple[str, ...], given: str) -> str:
        """A method of a box, with a result of one of the kinds."""
        self.locals, self.made = {}, 0
        self.result = self.random.choice(kinds)
        lines = [self.statement(2) for _ in range(self.random.randint(1, 4))]
        lines.append(f"return {self.of(self.result)}")
        if self.result == "listing":
            lines = [re.sub(r"\breturn (?=\S)", "yield from ", line) for line in lines]
        body = textwrap.indent("\n".join(lines), " " * 8)
        return f"    def {name}(self, {given}) -> {KINDS[self.result]}:\n{body}"


RICH: Final = "number: int, other: int, peer: Box, data: object"
RESULTS: Final = (
    "int",
    "int",
    "int",
    "bool",
    "list",
    "dict",
    "set",
    "rows",
    "point",
    "pair",
    "text",
    "maybe",
    "listing",
)


def boxes(seed: object, methods: int) -> tuple[str, list[str]]:
    """The text of a module with a class of so many random methods, and their names."""
    writer, names = Writer(seed), [f"op{number}" for number in range(methods)]
    return "\n\n".join([HEAD.rstrip(), *(writer.method(name, RESULTS, RICH) for name in names)]) + "\n", names


def pairs(seed: object, methods: int) -> tuple[str, list[str]]:
    """The text of a module with a model and a box of so many methods, and their names.

    Every second method of the box has one mistake; the others are the same as those of the model.
    """
    writer, names = Writer(seed, plain()), [f"op{number}" for number in range(methods)]
    right = [writer.method(name, ("int",), "number: int, other: int") for name in names]
    wrong = [each if number % 2 else mistaken(each, writer.random) for number, each in enumerate(right)]
    return two_sided(wrong, right), names


def two_sided(boxes: list[str], models: list[str]) -> str:
    """The text of a module with a box and a model of these methods."""
    model = PLAIN[PLAIN.index("class Box:") :].replace("class Box:", "class BoxModel:")
    return "\n\n".join([PLAIN.rstrip(), *boxes, "\n" + model.rstrip(), *models]) + "\n"


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


def methods_of(text: str) -> Iterator[ast.FunctionDef]:
    """The methods that are random."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("op"):
            yield node
