"""Write what each operation does to the arrays, made from `impl/`, into the pages of the containers; --check compares.

An operation is printed statement by statement. What is Python and nothing else has no words here, and raises.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from slotproof.dev.pages import keep, written
from slotproof.gate.protocol.kinds import kind, names
from slotproof.gate.protocol.oracle import CODES
from slotproof.spec import errors

ROOT = Path(__file__).resolve().parents[2]
WIDTH: Final = 110
HEAD: Final = """## Step by step

Each operation, made from the sources in `impl/`.
`<-` puts a value into a cell or under a name; `[a, b)` are the numbers from a up to b, without it.
A name after `this.` is the container's, where the operation has the same one for something else.
What begins with `check` looks at arguments, and refuses as said above.
What begins with `_` is shared, and stands at the end."""
GROUP: Final = ("fill", "enter", "leave", "asks_for", "contains", "handles", "size", "sort_by", "sort_as")
WHOLE: Final = {  # written in Python as loops over names of attributes
    "copy": "answer a second one that has a copy of each array, and each number",
    "swap": "exchange each array and each number with those of the other one",
}
SIGNS: Final[Mapping[type[ast.AST], str]] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "div", ast.Mod: "mod", ast.Pow: "^",
    ast.LShift: "shifted left by", ast.RShift: "shifted right by", ast.BitAnd: "bitand", ast.BitOr: "bitor",
    ast.BitXor: "bitxor", ast.And: "and", ast.Or: "or", ast.Eq: "=", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=",
    ast.Gt: ">", ast.GtE: ">=", ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
    ast.USub: "-", ast.Not: "not ", ast.Invert: "bitnot ",
}  # fmt: skip
ENDS: Final = {  # method of a list or set and how many arguments it has -> what is said
    ("append", 1): "append {1} to {0}",
    ("add", 1): "add {1} to {0}",
    ("pop", 0): "drop the last of {0}",
    ("pop", 1): "take {0}[{1}] out of {0}",
    ("insert", 2): "put {2} into {0} at {1}",
    ("clear", 0): "empty {0}",
}
CALLS: Final = {  # function -> what is said of its arguments
    "len": "length of {0}",
    "iter": "each of {0}",
    "list": "each of {0}",
    "zip": "{0} and {1} side by side",
    "map": "{0} of each of {1}",
    "enumerate": "{0}, numbered from 0",
    "reversed": "{0}, backwards",
    "ord": "the code of {0}",
}
SORTS: Final = {
    "int": "integer",
    "str": "text",
    "bytes": "bytes",
    "tuple": "tuple",
    "bool": "flag",
    "type(self)": "container of this kind",
}


# --- expressions


def said(node: ast.expr, within: bool = False) -> str:
    """An expression; `within` another one that binds closer it has parentheses."""
    text, is_simple = _said(node)
    return f"({text})" if within and not is_simple else text


def _said(node: ast.expr) -> tuple[str, bool]:
    """The text, and whether it is one thing to the eye."""
    match node:
        case ast.Name(id=name):
            return name, True
        case ast.Constant(value=None):
            return "none", True
        case ast.Constant(value=value):
            return str(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"'), True
        case ast.Attribute(value=of, attr=name):
            return f"{said(of, True)}.{name}", True
        case ast.Subscript(value=of, slice=ast.Slice(lower=lower, upper=upper, step=None)):
            start, stop = (said(each) if each else "" for each in (lower, upper))
            return f"{said(of, True)}[{start or 0} .. {stop or 'end'})", True
        case ast.Subscript(value=of, slice=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1))):
            return f"the last of {said(of)}", True
        case ast.Subscript(value=of, slice=at):
            return f"{said(of, True)}[{said(at)}]", True
        case ast.BinOp(left=ast.List(elts=[cell]), op=ast.Mult(), right=count):
            return f"{said(count, True)} cells of {said(cell)}", False
        case ast.BinOp(left=left, op=op, right=right):
            return f"{said(left, True)} {SIGNS[type(op)]} {said(right, True)}", False
        case ast.BoolOp(op=op, values=values):
            return f" {SIGNS[type(op)]} ".join(said(each, not isinstance(each, ast.Compare)) for each in values), False
        case ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id="isinstance"), args=[value, sort])):
            return f"{said(value)} is no {SORTS[ast.unparse(sort)]}", False
        case ast.UnaryOp(op=op, operand=operand):
            return SIGNS[type(op)] + said(operand, True), isinstance(operand, ast.Constant)
        case ast.Compare(left=left, ops=ops, comparators=others):
            sides = [said(side, not isinstance(side, ast.BinOp)) for side in (left, *others)]
            rest = "".join(f" {SIGNS[type(op)]} {side}" for op, side in zip(ops, sides[1:], strict=True))
            return sides[0] + rest, False
        case ast.IfExp(test=test, body=body, orelse=other):
            return f"{said(body, True)} if {said(test)}, else {said(other, True)}", False
        case ast.Tuple(elts=elements):
            return f"({', '.join(map(said, elements))})", True
        case ast.List(elts=elements):
            return f"[{', '.join(map(said, elements))}]", True
        case ast.Starred(value=value):
            return f"each of {said(value)}", True
        case ast.Dict(keys=keys, values=values):
            pairs = (f"{said(key)}: {said(value)}" for key, value in zip(keys, values, strict=True) if key)
            return f"{{{', '.join(pairs)}}}", True
        case ast.ListComp(elt=element, generators=loops) | ast.GeneratorExp(elt=element, generators=loops):
            return f"[{said(element)} {_loops(loops)}]", True
        case ast.DictComp(key=key, value=value, generators=loops):
            return f"{{{said(key)}: {said(value)} {_loops(loops)}}}", True
        case ast.Lambda(args=args, body=body):
            return f"({', '.join(arg.arg for arg in args.args)}) -> {said(body)}", False
        case ast.Call():
            return _call(node)
    raise TypeError(f"no words for {ast.unparse(node)}")


def _loops(loops: list[ast.comprehension]) -> str:
    parts = []
    for loop in loops:
        tests = "".join(f" if {said(test)}" for test in loop.ifs)
        parts.append(f"for {_through(loop.target, loop.iter)}{tests}")
    return " ".join(parts)


def _call(node: ast.Call) -> tuple[str, bool]:
    given = [said(each) for each in node.args if not (isinstance(each, ast.Name) and each.id == "self")]
    given += [f"{each.arg} = {said(each.value)}" for each in node.keywords]
    match node.func:
        case ast.Name(id="isinstance"):
            return f"{given[0]} is {SORTS[ast.unparse(node.args[1])]}", False
        case ast.Name(id=name) if name in CALLS:
            return CALLS[name].format(*given), name == "len"
        case ast.Name(id="range"):
            return _range(node.args), True
        case ast.Name(id="set") if not given:
            return "the empty set", True
    return f"{said(node.func, True)}({', '.join(given)})", True


def _range(arguments: list[ast.expr]) -> str:
    match arguments:
        case [stop]:
            return f"[0, {said(stop)})"
        case [start, stop]:
            return f"[{said(start)}, {said(stop)})"
        case [start, stop, ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1))]:
            last = ast.BinOp(stop, ast.Add(), ast.Constant(1))
            return f"{said(start)} down to {'0' if ast.unparse(stop) == '-1' else said(last)}"
        case [start, stop, step]:
            return f"[{said(start)}, {said(stop)}) by {said(step)}"
    raise TypeError("no range")


def _through(target: ast.expr, over: ast.expr) -> str:
    down = isinstance(over, ast.Call) and "down to" in said(over)
    return f"{said(target)} {'from' if down else 'in'} {said(over)}"


# --- statements


def lines(body: list[ast.stmt]) -> Iterator[str]:
    """The statements, one a line."""
    for node in body:
        yield from (f"    {text}" for text in _lines(node))


def _block(head: str, body: list[ast.stmt]) -> Iterator[str]:
    yield head
    yield from lines(body)


def _lines(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.Expr(value=ast.Constant()):
            return  # a docstring
        case ast.Expr(value=ast.Yield(value=value)) if value:
            yield f"meet {said(value)}"
        case ast.Expr(value=ast.YieldFrom(value=value)):
            yield f"meet each of {said(value)}"
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=of, attr=name), args=args)) if _is_list(of, name, args):
            yield ENDS[name, len(args)].format(said(of), *map(said, args))
        case ast.Expr(value=value):
            yield said(value)
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            yield f"{', '.join(map(said, targets))} <- {', '.join(map(said, values))}"
        case ast.Assign(targets=targets, value=value):
            yield f"{', '.join(map(said, targets))} <- {said(value)}"
        case ast.AnnAssign(target=target, value=value) if value:
            yield f"{said(target)} <- {said(value)}"
        case ast.AugAssign(target=target, op=op, value=value):
            yield f"{said(target)} <- {said(target)} {SIGNS[type(op)]} {said(value, True)}"
        case ast.Return(value=value):
            yield f"answer {said(value)}" if value else "stop here"
        case ast.Raise(exc=ast.Call(func=ast.Name(id=error))):
            yield f"refuse {CODES[getattr(errors, error)]}"
        case ast.Raise(exc=None):
            yield "fail as it did"
        case ast.If(test=test, body=body, orelse=other):
            yield from _block(f"if {said(test)}", body)
            while len(other) == 1 and isinstance(other[0], ast.If):
                yield from _block(f"else if {said(other[0].test)}", other[0].body)
                other = other[0].orelse
            if other:
                yield from _block("else", other)
        case ast.For(target=ast.Name(id="_"), iter=ast.Call(func=ast.Name(id="range"), args=[count]), body=body):
            yield from _block(f"{said(count)} times", body)
        case ast.For(target=target, iter=over, body=body, orelse=[]):
            yield from _block(f"for {_through(target, over)}", body)
        case ast.While(test=test, body=body, orelse=[]):
            yield from _block(f"while {said(test)}", body)
        case ast.Try(body=body, handlers=handlers):
            yield from _block("try", body)
            for handler in handlers:
                yield from _block("if that fails", handler.body)
            if node.finalbody:
                yield from _block("in any case", node.finalbody)
        case ast.Break():
            yield "leave the loop"
        case ast.Continue():
            yield "go on with the next"
        case ast.Pass():
            yield "do nothing"
        case ast.Import() | ast.ImportFrom():
            return
        case _:
            raise TypeError(f"no words for {ast.unparse(node)}")


def _is_list(of: ast.expr, name: str, arguments: list[ast.expr]) -> bool:
    """True of a call of a list's or a set's own method: the containers have methods of the same names."""
    known = name in ("append", "add", "pop") or said(of).removeprefix("this.") in lists()
    return known and (name, len(arguments)) in ENDS


@cache
def lists() -> frozenset[str]:
    """The attributes of containers that are lists."""
    every = (part for name in names() for part in kind(name).refinement.impl.__mro__)
    return frozenset(
        name for part in every for name, held in vars(part).get("__annotations__", {}).items() if held[:4] == "list"
    )


class _Unowned(ast.NodeTransformer):
    """Writes what belongs to the container without `self`, as `this.name` where the operation has that name, too."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.taken = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
        self.taken |= {
            node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """One access."""
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id == "self":
            return ast.Name(f"this.{node.attr}" if node.attr in self.taken else node.attr, node.ctx)
        return node


# --- pages


def tree(function: Callable[..., Any]) -> ast.FunctionDef:
    """The syntax of a function."""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    if not isinstance(node, ast.FunctionDef):
        raise TypeError(f"no function: {function}")
    return node


def called(implementation: type, operations: Iterable[str]) -> dict[str, Callable[..., Any]]:
    """The operations in order, then what they call of the container and its module, each once."""
    found = {name: getattr(implementation, name) for name in operations}
    waiting = [name for name in found if name not in WHOLE]
    beside = implementation.__module__.rpartition(".")[0] + "."
    while waiting:
        function = found[waiting.pop(0)]
        for node in ast.walk(tree(function)):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=name), args=[ast.Name(id="self"), *_]):
                    other = getattr(vars(sys.modules[function.__module__])[owner], name)
                    name = f"{owner}.{name}"  # what the container does beside it
                case ast.Attribute(value=ast.Name(id="self"), attr=name):
                    other = getattr(implementation, name, None)
                case ast.Call(func=ast.Name(id=name)):
                    other = vars(sys.modules[function.__module__]).get(name)
                case _:
                    continue
            is_ours = inspect.isfunction(other) and other.__module__.startswith(beside)
            if is_ours and name not in found and other.__module__.rpartition(".")[2] not in ("bits", "foreign"):
                found[name] = other
                waiting.append(name)
    return found


def steps(implementation: type, operations: Iterable[str]) -> Iterator[str]:
    """The block of a page."""
    for name, function in called(implementation, operations).items():
        node = tree(function)
        takes = [arg.arg for arg in (*node.args.args, *node.args.kwonlyargs) if arg.arg not in ("self", "cls")]
        rest = [f"each of {node.args.vararg.arg}"] if node.args.vararg else []
        yield f"{name}({', '.join([*takes, *rest])})"
        body = _Unowned(node).visit(node).body
        for line in [f"    {WHOLE[name]}"] if name in WHOLE else list(lines(body)) or ["    do nothing"]:
            deeper = " " * (len(line) - len(line.lstrip()) + 8)
            yield from textwrap.wrap(line, WIDTH, subsequent_indent=deeper, break_on_hyphens=False)
        yield ""


def pages() -> Iterator[tuple[Path, list[str]]]:
    """Each page with its block; a group is no kind of the gate, and has the operations that a registry calls."""
    for name in names():
        yield ROOT / kind(name).page, list(steps(kind(name).refinement.impl, kind(name).operations))
    group = vars(sys.modules[kind("registry").refinement.impl.__module__])["Group"]
    yield ROOT / "docs/users/containers/group.md", list(steps(group, GROUP))


def rendered(block: list[str]) -> str:
    """The section of a page."""
    return "\n".join([HEAD, "", "```text", *block[:-1], "```"])


def made() -> Iterator[tuple[Path, str]]:
    """Each page as it is to be.

    Raises     ValueError if one has no marks for the section, or more of them
    """
    for path, block in pages():
        yield path, written(path.read_text(encoding="utf-8"), "steps", rendered(block))


def main() -> int:
    """0 if the pages are up to date, or were written."""
    return keep(made(), "slotproof.dev.steps", "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
