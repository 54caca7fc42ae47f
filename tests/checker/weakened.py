"""Mistakes that are made in the rules, one line at a time: each lets something through, or concludes something else.

They are found in the text: a refusal that is not made, a comparison that is not made, a negation that is forgotten;
and some are written down by hand.
"""

from __future__ import annotations

import ast
import functools
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
        ("lambda t, c, n: _not_whole(c)", "lambda t, c, n: (c, c)"),
        ('(n, _next(make("to_int", c), n))', "(n, n)"),
    ),
}
"""Module -> parts of lines, and what takes the place of each."""


ENDLESS = ("{shown(here)} has no value",)
"""Parts of lines without which the checker would go on for ever: that is no proof accepted."""

BENEATH = {
    "check": (
        ("if step.stated not in self.asserted:", "if False:"),
        ("if step.name in self.known:", "if False:"),
        ("if step.stated is not None and step.stated.sort != BOOL:", "if False:"),
        ("if step.stated is not None and step.stated is not concluded:", "if False:"),
        ("if any(not assumed.free.isdisjoint(names) for assumed, _ in self.open):", "if False:"),
        ('if step.rule != "scope" or len(premises) != 1 or step.args or not self.open:', "if False:"),
        ("del self.known[name]", "pass"),
        ('return make("=>", assumed, premises[0])', "return premises[0]"),
        ("if last is not FALSE or sofar.open:", "if last is not FALSE:"),
        ("if last is not FALSE or sofar.open:", "if sofar.open:"),
        ("assumed, names = self.open.pop()", "assumed, names = self.open[-1]"),
    ),
    "terms": (
        ("return args[1].free - args[0].free", "return args[1].free"),
        ("if any(each.free for each in args):", "if False:"),
        ("if not 0 <= place.value < len(names):", "if False:"),
        (
            'if listed.head != "@list" or not listed.args or any(each.head != "var" for each in listed.args):',
            "if False:",
        ),
        ("if len(set(listed.args)) != len(listed.args):", "if False:"),
        ("if each.sort != wanted:", "if False:"),
        ("if each.sort not in NUMERIC:", "if False:"),
        ("if (len(sorts) > 1 and not sorts <= set(NUMERIC)) or LIST in sorts:", "if False:"),
        ("if condition.sort != BOOL or one.sort != other.sort or one.sort == LIST:", "if False:"),
        ("if tuple(each.sort for each in args[1:]) != sort[1]:", "if False:"),
        ("if not names.isdisjoint(wanted) or not names.isdisjoint(coming):", "if False:"),
    ),
    "parse": (
        ("if name in self.names or name in OPERATORS", "if name in OPERATORS"),
        ("if self.question.constants.get(name) is not constant(name, self.sort(sort)):", "if False:"),
        ("if name not in self.question.sorts:", "if False:"),
        ('if name[:1] == "@" and name not in self.names:', 'if name[:1] == "@":'),
        ('if name[:1] == "@" and name not in self.names:', "if True:"),
        ("if not ended or not asserted:", "if not asserted:"),
        ("if term.sort != BOOL or term.free:", "if False:"),
        ("if len(rest) != 2 * len(told)", "if False"),
        ('case ["assert", formula] if not ended:', 'case ["assert", formula]:'),
    ),
    "rules": (
        ("if premises is not None and len(given) != premises:", "if False:"),
        ("if args is not None and len(told) != args:", "if False:"),
        ("if one is not other:", "if False:"),
        ("if term.head != head or (count is not None and len(term.args) != count):", "if term.head != head:"),
        ("or not 0 <= place.value < len(terms):", "or place.value >= len(terms):"),
    ),
    "rewrites": (("same(premise, equal(*sides(*args)))", "pass"),),
}
"""The same of what all rules stand on."""


def _place(lines: list[str], part: str) -> int:
    """Give the first line that has a part, from 0; -1 if there is none."""
    return next((number for number, line in enumerate(lines) if part in line), -1)


def changes() -> Iterator[Change]:
    """Give each mistake."""
    for module in FAMILIES:
        lines = (SOURCES / f"{module}.py").read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            indent = line[: len(line) - len(line.lstrip())]
            if any(part in line for part in ENDLESS):
                continue
            if re.fullmatch(r" +(raise Refused\(.*\)|same\(.*\))", line):
                yield Change(module, number, f"{indent}pass")
            elif re.match(r" +return .*negated\(", line):
                yield Change(module, number, line.replace("negated(", "(", 1))
        for before, after in BY_HAND.get(module, ()):
            place = _place(lines, before)
            yield Change(module, place + 1, lines[place].replace(before, after, 1))


def beneath() -> Iterator[Change]:
    """Give each mistake in what all rules stand on."""
    for module, pairs in BENEATH.items():
        lines = (SOURCES / f"{module}.py").read_text(encoding="utf-8").splitlines()
        for before, after in pairs:
            place = _place(lines, before)
            yield Change(module, place + 1, lines[place].replace(before, after, 1))


def lost() -> list[str]:
    """Give the lines of the table that no longer stand in the checker."""
    return [
        before
        for module, pairs in (*BY_HAND.items(), *BENEATH.items())
        for before, _ in pairs
        if _place((SOURCES / f"{module}.py").read_text(encoding="utf-8").splitlines(), before) < 0
    ]


@functools.cache
def _rules(module: str) -> dict[str, tuple[int, int]]:
    """Give the rules of a module, and the lines of each, its decorator among them."""
    tree = ast.parse((SOURCES / f"{module}.py").read_text(encoding="utf-8"))
    found = {}
    for each in tree.body:
        if isinstance(each, ast.FunctionDef) and each.decorator_list and isinstance(each.decorator_list[0], ast.Call):
            [name, *_] = each.decorator_list[0].args
            assert isinstance(name, ast.Constant)
            found[str(name.value)] = each.decorator_list[0].lineno, each.end_lineno or each.lineno
    return found


def concerned(change: Change) -> set[str]:
    """Give the rules that a line is of: of a function that is no rule, all of the module."""
    rules = _rules(change.module)
    return {name for name, (first, last) in rules.items() if first <= change.line <= last} or set(rules)


@contextmanager
def made(checker: Checker, change: Change) -> Iterator[None]:
    """Let the rule that a mistake is in be the one with it; of what is no rule, let all rules of the module be anew."""
    rules: dict[str, Any] = checker.rules.RULES
    before = dict(rules)
    lines = (SOURCES / f"{change.module}.py").read_text(encoding="utf-8").splitlines()
    lines[change.line - 1] = change.text
    names = dict(vars(getattr(checker, change.module)))
    mine = concerned(change)
    if len(mine) == 1:
        [(first, last)] = [_rules(change.module)[name] for name in mine]
        lines = ["from __future__ import annotations", *lines[first - 1 : last]]
    rules.clear()
    try:
        exec(compile("\n".join(lines), change.module, "exec"), names)
        rules.update({**before, **rules})
        yield
    finally:
        rules.clear()
        rules.update(before)
