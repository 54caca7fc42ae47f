"""Programs made small: as long as something is wrong with one, parts of it are left out."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from typing import Any, Final

MOST_TRIED: Final = 300
"""Programs that are tried until the smallest so far is kept."""

_NEVER: Final = frozenset({"Box", "BoxModel"})


def shrunk(text: str, is_wrong: Callable[[str], bool], most: int = MOST_TRIED) -> str:
    """The smallest program that is found of which it is still true that something is wrong with it."""
    tree, tried, place, since = ast.parse(text), 0, 0, 0
    changes = [*_changes(tree)]
    while since < len(changes) and tried < most:
        place, since, tried = (place + 1) % len(changes), since + 1, tried + 1
        smaller = copy.deepcopy(tree)
        try:
            changes[place](smaller)
            said = ast.unparse(ast.fix_missing_locations(smaller))
            ast.parse(said)
        except (SyntaxError, ValueError, AttributeError, IndexError, TypeError):
            continue
        if len(said) < len(text) and is_wrong(said):
            text, tree, since = said, ast.parse(said), 0
            changes = [*_changes(tree)]
            place = max(0, place - 1) % max(1, len(changes))
    return ast.unparse(tree) + "\n"


Change = Callable[[ast.Module], None]


def _changes(tree: ast.Module) -> Iterator[Change]:
    """All changes that make a program smaller by one part, large ones first."""
    nodes = [*ast.walk(tree)]
    for number, node in enumerate(nodes):
        for field in ("body", "orelse", "finalbody", "handlers", "decorator_list", "bases"):
            held: Any = getattr(node, field, None)
            for place in range(len(held) if isinstance(held, list) else 0):
                if getattr(held[place], "name", "") not in _NEVER:
                    yield _left_out(number, field, place)
                if isinstance(getattr(held[place], "body", None), list):
                    yield _opened(number, field, place)
    for number, node in enumerate(nodes):
        if isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", None), ast.Load | type(None)):
            for part in ast.walk(node):
                if isinstance(part, ast.expr) and part is not node and not isinstance(part, ast.Slice):
                    yield _replaced(number, part)
            if not isinstance(node, ast.Constant | ast.Name):
                for constant in ("0", "1", "True", "[]", "()", "{}", "None", "self"):
                    yield _replaced(number, ast.parse(constant, mode="eval").body)


def _left_out(number: int, field: str, place: int) -> Change:
    def change(tree: ast.Module) -> None:
        holder: Any = [*ast.walk(tree)][number]
        held = getattr(holder, field)
        del held[place]
        if field == "body" and not held and not isinstance(holder, ast.Module):
            held.append(ast.Pass())

    return change


def _opened(number: int, field: str, place: int) -> Change:
    """What stands in a compound statement stands in its place."""

    def change(tree: ast.Module) -> None:
        held = getattr([*ast.walk(tree)][number], field)
        inner = held[place]
        if isinstance(inner, ast.FunctionDef | ast.ClassDef | ast.ExceptHandler):
            raise TypeError("not opened")
        held[place : place + 1] = inner.body

    return change


def _replaced(number: int, part: ast.expr) -> Change:
    def change(tree: ast.Module) -> None:
        node = [*ast.walk(tree)][number]
        for holder in ast.walk(tree):
            for field, held in ast.iter_fields(holder):
                if held is node:
                    setattr(holder, field, copy.deepcopy(part))
                    return
                if isinstance(held, list) and any(each is node for each in held):
                    held[[each is node for each in held].index(True)] = copy.deepcopy(part)
                    return

    return change
