"""The sorts of mistakes that are made in turn at every place of a function where they can be made.

An operator is given a node, and yields what stands in its place. Texts of errors, annotations and docstrings are left
alone: no judge is asked about them.
"""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from slotproof.engine.mutate.edit import span, tree_of
from slotproof.spec import errors

Change = tuple[Any, str]  # a node, or the bytes from one offset to another; what stands there instead

_COMPARED: Final[Mapping[type[ast.cmpop], tuple[tuple[str, str, str], ...]]] = {
    ast.Lt: (("bound", "<", "<="), ("direction", "<", ">")),
    ast.LtE: (("bound", "<=", "<"), ("direction", "<=", ">=")),
    ast.Gt: (("bound", ">", ">="), ("direction", ">", "<")),
    ast.GtE: (("bound", ">=", ">"), ("direction", ">=", "<=")),
    ast.Eq: (("equality", "==", "!="),),
    ast.NotEq: (("equality", "!=", "=="),),
    ast.Is: (("equality", "is", "is not"),),
    ast.IsNot: (("equality", "is not", "is"),),
    ast.In: (("equality", "in", "not in"),),
    ast.NotIn: (("equality", "not in", "in"),),
}
_ARITHMETIC: Final[Mapping[type[ast.operator], tuple[str, str]]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.FloorDiv: ("//", "%"),
    ast.Mod: ("%", "//"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "|"),
}
_ORDERED: Final = (ast.Sub, ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift)
_SENTINELS: Final = frozenset({"nil", "NIL", "tombstone", "TOMBSTONE", "NONE"})
_ARRAYS: Final = ("list[", "dict[", "set[", "MutableSet[", "Distinct", "Unique")
_LOGIC: Final = ("conj", "disj")
_ERRORS: Final = tuple(each.__name__ for each in errors.SlotproofError.__subclasses__())
_OTHER_WORDS: Final[Mapping[str, str]] = {
    "swap_pop": "in_place",
    "retire": "wrap",
    "fifo": "lifo",
    "relocations": "shifts",
}
_DEFAULTS: Final[Mapping[type, Callable[[Any], str]]] = {
    bool: lambda value: str(not value),
    int: lambda value: str(value + 1),
    float: lambda value: str(value * 2),
    str: lambda value: repr(_OTHER_WORDS.get(value, f"{value}_")),
}


@dataclass(frozen=True)
class SourceText:
    """A file, with what operators need to know of it."""

    module: str
    source: bytes

    def of(self, node: Any) -> str:
        """Give what stands at a node."""
        start, end = span(self.source, node)
        return self.source[start:end].decode()

    def between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> Change:
        """What stands between two operands, with the operator replaced."""
        start, end = span(self.source, left)[1], span(self.source, right)[0]
        return (start, end), self.source[start:end].decode().replace(old, new, 1)


@functools.cache
def arrays_of(module: str) -> dict[str, str]:
    """Attribute of a class of a module that is a list, dict or set -> the one that is taken in its place."""
    found: dict[str, str] = {}
    for owner in tree_of(module).body:
        if isinstance(owner, ast.ClassDef):
            notes = {
                node.target.id: ast.unparse(node.annotation)
                for node in owner.body
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
            }
            names = [name for name, note in notes.items() if note.startswith(_ARRAYS)]
            for name in names:
                alike = [other for other in names if notes[other] == notes[name]]
                group = alike if len(alike) > 1 else names
                found[name] = group[(group.index(name) + 1) % len(group)]
    return found


Operator = Callable[[SourceText, ast.AST], Iterator[Change]]


# --- statements


def _delete_statement(text: SourceText, node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    if isinstance(node, ast.stmt) and not isinstance(node, ast.FunctionDef | ast.Pass | ast.AnnAssign | ast.Global):
        yield node, "pass"


def _early_return(text: SourceText, node: ast.AST) -> Iterator[Change]:
    """Before the last statement of a block, unless that leaves the block anyway."""
    for block in (getattr(node, "body", None), getattr(node, "orelse", None)):
        if not isinstance(block, list) or len(block) < 2:
            continue
        last = block[-1]
        if not isinstance(last, ast.Return | ast.Raise | ast.Break | ast.Continue):
            start = span(text.source, last)[0]
            yield (start, start), f"return\n{' ' * last.col_offset}"


def _exit_loop(text: SourceText, node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Break):
        yield node, "continue"
    elif isinstance(node, ast.Continue):
        yield node, "break"
    elif isinstance(node, ast.For | ast.While) and not isinstance(node.body[-1], ast.Return | ast.Raise | ast.Break):
        last = node.body[-1]
        end = span(text.source, last)[1]
        yield (end, end), f"\n{' ' * last.col_offset}break"


def _drop_else(text: SourceText, node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.If) and node.orelse:
        first, last = node.orelse[0], node.orelse[-1]
        start = span(text.source, first)[0]
        if text.source[start : start + 4] == b"elif":
            yield (start, span(text.source, last)[1]), "else:\n" + " " * (first.col_offset + 4) + "pass"
        else:
            yield (start, span(text.source, last)[1]), "pass"


def _drop_target(text: SourceText, node: ast.AST) -> Iterator[Change]:
    """One of the assignments that are made at once is forgotten."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return
    target, value = node.targets[0], node.value
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple) or len(target.elts) != len(value.elts):
        return
    for place in range(len(target.elts)):
        kept = [n for n in range(len(target.elts)) if n != place]
        left, right = (", ".join(text.of(side.elts[n]) for n in kept) for side in (target, value))
        yield node, f"{left} = {right}"


def _swap_update(text: SourceText, node: ast.AST) -> Iterator[Change]:
    """Adding for taking away, in an assignment that does so."""
    if isinstance(node, ast.AugAssign) and type(node.op) in _ARITHMETIC:
        old, new = _ARITHMETIC[type(node.op)]
        yield text.between(node.target, node.value, f"{old}=", f"{new}=")


# --- conditions


def _negate_condition(text: SourceText, node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield node.test, f"not ({text.of(node.test)})"
    elif isinstance(node, ast.comprehension):
        for test in node.ifs:
            yield test, f"not ({text.of(test)})"


def _drop_operand(text: SourceText, node: ast.AST) -> Iterator[Change]:
    """One side of `and` and `or`."""
    if isinstance(node, ast.BoolOp):
        word = " and " if isinstance(node.op, ast.And) else " or "
        for place in range(len(node.values)):
            yield node, word.join(text.of(each) for n, each in enumerate(node.values) if n != place)


def _swap_connective(text: SourceText, node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.BoolOp):
        word = " or " if isinstance(node.op, ast.And) else " and "
        yield node, "(" + word.join(f"({text.of(each)})" for each in node.values) + ")"


def _comparison(kind: str) -> Operator:
    def change(text: SourceText, node: ast.AST) -> Iterator[Change]:
        if not isinstance(node, ast.Compare):
            return
        for left, operator, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
            for name, old, new in _COMPARED[type(operator)]:
                if name == kind:
                    yield text.between(left, right, old, new)

    return change


# --- numbers and names


def _swap_operator(text: SourceText, node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        yield text.between(node.left, node.right, *_ARITHMETIC[type(node.op)])


def _swap_operands(text: SourceText, node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, _ORDERED):
        between = text.source[span(text.source, node.left)[1] : span(text.source, node.right)[0]].decode()
        sides = [f"({text.of(side)})" for side in (node.right, node.left)]
        if "(" not in between and ")" not in between:
            yield node, sides[0] + between + sides[1]


def _off_by_one(text: SourceText, node: ast.AST) -> Iterator[Change]:
    """Lengths, indices and ends of ranges."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len":
        yield node, f"(len({text.of(node.args[0])}) - 1)"
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        for argument in node.args[:2]:
            if not isinstance(argument, ast.Constant):
                yield argument, f"{text.of(argument)} + 1"
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name | ast.Attribute):
        yield node.slice, f"{text.of(node.slice)} - 1"


def _constant(text: SourceText, node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield node, str(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield node, str(node.value + 1)
        if node.value > 0:
            yield node, str(node.value - 1)


def _sentinel(text: SourceText, node: ast.AST) -> Iterator[Change]:
    if not isinstance(node, ast.Attribute | ast.Name) or not isinstance(node.ctx, ast.Load):
        return
    if (node.attr if isinstance(node, ast.Attribute) else node.id) in _SENTINELS:
        end = span(text.source, node)[1]
        yield node, "(0)" if text.source[end : end + 1] == b"." else "0"
        yield node, f"({text.of(node)} - 1)"


def _swap_arguments(text: SourceText, node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id in ("max", "min")):
        for left, right in zip(node.args, node.args[1:], strict=False):
            first, second = text.of(left), text.of(right)
            if first != second and not any(isinstance(each, ast.Starred | ast.Lambda) for each in (left, right)):
                between = text.source[span(text.source, left)[1] : span(text.source, right)[0]].decode()
                yield (span(text.source, left)[0], span(text.source, right)[1]), second + between + first


def _wrong_array(text: SourceText, node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        other = arrays_of(text.module).get(node.attr)
        if other is not None and other != node.attr:
            yield node, f"{node.value.id}.{other}"


def drop_element(text: SourceText, node: ast.AST) -> Iterator[Change]:
    """A name is left out where several are named, as in what is copied or exchanged."""
    if not isinstance(node, ast.Tuple) or not isinstance(node.ctx, ast.Load) or len(node.elts) < 2:
        return
    if all(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in node.elts):
        for place in range(len(node.elts)):
            kept = [text.of(each) for n, each in enumerate(node.elts) if n != place]
            yield node, f"({', '.join(kept)},)"


# --- what clients see beside the code


def _error_class(text: SourceText, node: ast.AST) -> Iterator[Change]:
    """Raise another error of the project: the next one that the module knows."""
    call = node.exc if isinstance(node, ast.Raise) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in _ERRORS:
        known = [name for name in _ERRORS if name in vars(sys.modules[text.module])]
        other = known[(known.index(call.func.id) + 1) % len(known)]
        if other != call.func.id:
            yield call.func, other


def _default(text: SourceText, node: ast.AST) -> Iterator[Change]:
    """Another value of a parameter that is not given."""
    if isinstance(node, ast.arguments):
        for default in (*node.defaults, *node.kw_defaults):
            if isinstance(default, ast.Constant):
                yield default, _DEFAULTS.get(type(default.value), lambda value: "0")(default.value)


def other_of(methods: Mapping[str, int], name: str) -> str:
    """The next method that takes as many arguments, or the next one at all.

    Takes      methods, name -> how many parameters
    """
    alike = [each for each, count in methods.items() if count == methods[name]]
    group = alike if len(alike) > 1 else list(methods)
    return group[(group.index(name) + 1) % len(group)]


def _methods_of(owner: ast.ClassDef) -> dict[str, int]:
    """Public method of a class -> how many parameters it has."""
    return {
        each.name: len(each.args.args)
        for each in owner.body
        if isinstance(each, ast.FunctionDef) and not each.name.startswith("_") and not each.decorator_list
    }


def alias(module: str, statement: ast.Assign | ast.AnnAssign) -> Iterator[Change]:
    """Bind a second name of a method to another method of the class."""
    for owner in tree_of(module).body:
        if isinstance(owner, ast.ClassDef) and statement in owner.body and isinstance(statement.value, ast.Name):
            methods = _methods_of(owner)
            if statement.value.id in methods:
                yield statement.value, other_of(methods, statement.value.id)


# --- claims


def _conditions(node: ast.AST) -> Iterator[tuple[ast.expr, bool]]:
    """The parts of a predicate that a node holds, and what stands for one that says nothing."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _LOGIC:
        for argument in node.args:
            if not isinstance(argument, ast.Starred):
                yield argument, node.func.id == "conj"
    elif isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Dict):
        yield node.value, True
    elif isinstance(node, ast.Return) and isinstance(node.value, ast.Dict):
        for value in node.value.values:
            yield value, True


def _drop_conjunct(text: SourceText, node: ast.AST) -> Iterator[Change]:
    for part, nothing in _conditions(node):
        yield part, str(nothing)
    yield from _drop_operand(text, node)


def _negate_conjunct(text: SourceText, node: ast.AST) -> Iterator[Change]:
    names = vars(sys.modules[text.module])
    for part, _ in _conditions(node):
        said = part.body if isinstance(part, ast.Lambda) else part
        word = f"negate({text.of(said)})" if "negate" in names else f"iff({text.of(said)}, False)"
        yield said, word if "negate" in names or "iff" in names else f"(({text.of(said)}) == False)"


def _weaken(text: SourceText, node: ast.AST) -> Iterator[Change]:
    """Speak of fewer indices: the first, or the last, is left out."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "forall":
        yield node.args[0], f"{text.of(node.args[0])} + 1"
        yield node.args[1], f"{text.of(node.args[1])} - 1"


CODE: Final[Mapping[str, Operator]] = {
    "delete-statement": _delete_statement,
    "early-return": _early_return,
    "exit-loop": _exit_loop,
    "drop-else": _drop_else,
    "drop-target": _drop_target,
    "swap-update": _swap_update,
    "negate-condition": _negate_condition,
    "drop-operand": _drop_operand,
    "swap-connective": _swap_connective,
    "bound": _comparison("bound"),
    "direction": _comparison("direction"),
    "equality": _comparison("equality"),
    "swap-operator": _swap_operator,
    "swap-operands": _swap_operands,
    "off-by-one": _off_by_one,
    "constant": _constant,
    "sentinel": _sentinel,
    "swap-arguments": _swap_arguments,
    "wrong-array": _wrong_array,
    "drop-element": drop_element,
    "error-class": _error_class,
    "default": _default,
}
"""Operators on the code of either side, by name."""

CLAIMS: Final[Mapping[str, Operator]] = {
    "drop-conjunct": _drop_conjunct,
    "negate-conjunct": _negate_conjunct,
    "weaken": _weaken,
}
"""Operators on predicates, by name."""
