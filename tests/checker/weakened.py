"""Mistakes that are made in the rules, one line at a time: each lets something through, or concludes something else.

They are found in the text: a refusal that is not made, a comparison that is not made, a negation that is forgotten;
and some are written down by hand.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .bench import FAMILIES, SOURCES, Change, Checker

BY_HAND = {
    "rules_logic": (
        ("if each not in there:", "if False:"),
        ("gone = opposite(pivot, polarity is TRUE)", "gone = opposite(pivot, polarity is FALSE)"),
        ("if not len(clauses) - 1 == len(polarities) == len(pivots):", "if False:"),
        ("assumed.append(one)", "pass"),
    ),
    "rules_equality": (
        ("last = other", "last = one"),
        ("else values[0] - values[1]", "else values[1] - values[0]"),
        ("one if values.get(condition) is TRUE else other", "one"),
        ("one // other if other > 0 else -(one // -other)", "one // other"),
    ),
    "rules_arithmetic": (
        ("total.pop(monomial, None)", "pass"),
        ("product = _plus(product, {both: often * count})", "product = {both: often * count}"),
        ('strict = any(head == "<" for head, _, _ in told)', "strict = True"),
        ("number(-floor(-limit) - 1)", "number(floor(limit) - 1)"),
        ("number(floor(limit) + 1)", "number(floor(limit) + 2)"),
        ('turned = _MIRRORED[head] if sign == "<" else head', "turned = head"),
        ('_DENIED: Final = {"<": ">=", "<=": ">"', '_DENIED: Final = {"<": ">=", "<=": "<"'),
        ("often = factors.count(one)", "often = 2"),
        ("high(1 if v.value > 0 else -1)", "high(1)"),
    ),
    "rules_arrays": (
        ('make("select", array, place))', 'make("select", array, index))'),
        ("equal(args[0], element)", "equal(args[0], index)"),
    ),
    "rules_quantifiers": (
        ("left -= set(own)", "pass"),
        (" or not each.free.intersection(names).issubset(own)", ""),
        ("[each for each in names if each in body.free]", "other.args[0].args"),
        (" or name in value.free", ""),
        ("not term.free.isdisjoint(old) or ", ""),
        (" or not set(new).isdisjoint(parts(term))", ""),
        ("not condition.free.isdisjoint(names)", "False"),
    ),
    "rewrites_numbers": (
        ("if term.sort != INT or other.sort != INT:", "if term.sort != INT:"),
        ('return make("+", term, ONE)', "return term"),
    ),
}
"""Module -> parts of lines, and what takes the place of each."""


def _place(lines: list[str], part: str) -> int:
    """Give the first line that has a part, from 0; -1 if there is none."""
    return next((number for number, line in enumerate(lines) if part in line), -1)


def changes() -> Iterator[Change]:
    """Give each mistake."""
    for module in FAMILIES:
        lines = (SOURCES / f"{module}.py").read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            indent = line[: len(line) - len(line.lstrip())]
            if re.fullmatch(r" +(raise Refused\(.*\)|same\(.*\))", line):
                yield Change(module, number, f"{indent}pass")
            elif re.match(r" +return .*negated\(", line):
                yield Change(module, number, line.replace("negated(", "(", 1))
        for before, after in BY_HAND.get(module, ()):
            place = _place(lines, before)
            yield Change(module, place + 1, lines[place].replace(before, after, 1))


def lost() -> list[str]:
    """Give the lines of the table that no longer stand in the checker."""
    return [
        before
        for module, pairs in BY_HAND.items()
        for before, _ in pairs
        if _place((SOURCES / f"{module}.py").read_text(encoding="utf-8").splitlines(), before) < 0
    ]


def concerned(change: Change) -> set[str]:
    """Give the rules that a line is of: of a function that is no rule, all of the module."""
    tree = ast.parse((SOURCES / f"{change.module}.py").read_text(encoding="utf-8"))
    named = {}
    for each in tree.body:
        if isinstance(each, ast.FunctionDef) and each.decorator_list and isinstance(each.decorator_list[0], ast.Call):
            [name, *_] = each.decorator_list[0].args
            assert isinstance(name, ast.Constant)
            named[str(name.value)] = each
    here = {name for name, each in named.items() if each.lineno <= change.line <= (each.end_lineno or each.lineno)}
    return here or set(named)


@contextmanager
def made(checker: Checker, change: Change) -> Iterator[None]:
    """Let the rules of a module be those of its text with a mistake."""
    rules: dict[str, Any] = checker.rules.RULES
    before = dict(rules)
    file = SOURCES / f"{change.module}.py"
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[change.line - 1] = change.text
    rules.clear()
    try:
        names = {"__package__": checker.package, "__name__": f"{checker.package}.{change.module}"}
        exec(compile("\n".join(lines), str(file), "exec"), names)
        rules.update({**before, **rules})
        yield
    finally:
        rules.clear()
        rules.update(before)
