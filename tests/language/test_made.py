"""Stand-ins and calls of a declaration: what may leave out values, and what does more than to call."""

import ast
from typing import Final

import pytest

from slotproof.language.declaration.made import given_partly, is_plain_call, leaves_out, puts_right

MADE: Final[dict[str, str | None]] = {
    "make.int('one')": None,
    "make.negative('one')": "make.negative('one')",
    "make.int('one') + 1": "make.int('one') + 1",
    "other.int('one')": "other.int('one')",
    "make.one_of('one', ('a', 'b'))": None,
    "make.one_of('one', (True, False))": None,
    "make.one_of('one', ('a', 1))": "make.one_of('one', ('a', 1))",
    "Handle(make.int('one'), type=make.int('two'))": None,
    "Handle(make.int('one'), type=make.negative('two'))": "make.negative('two')",
    "Handle(make.negative('one'), 1)": "make.negative('one')",
    "spec.Handle(make.int('one'))": None,
    "handle(make.int('one'))": "handle(make.int('one'))",
    "make.int('one') if make.bool('two') else None": None,
    "make.int('one') if make.bool('two') else 1": "1",
    "make.negative('one') if make.bool('two') else None": "make.negative('one')",
    "make.int('one') if make.one_of('two', ('a', 'b')) == 'a' else make.name('three')": None,
    "make.int('one') if make.one_of('two', ('a', 'b')) != 'a' else None": "make.int('one') if make.one_of('two', ('a', 'b')) != 'a' else None",
    "make.int('one') if make.int('two') else None": "make.int('one') if make.int('two') else None",
    "make.int('one') if make.int('two') == 1 else None": "make.int('one') if make.int('two') == 1 else None",
    "[make.int(name) for name in NAMES]": None,
    "tuple(make.int(name) for name in NAMES)": "tuple((make.int(name) for name in NAMES))",
    "Handles(make.int(name) for name in NAMES)": None,
    "[make.int(name) for name in NAMES if name]": "[make.int(name) for name in NAMES if name]",
    "[make.negative(name) for name in NAMES]": "make.negative(name)",
    "(make.int('one'), 1)": None,
    "(make.int('one'), *make.ints('two'))": None,
    "[make.int('one'), make.negative('two')]": "make.negative('two')",
    "elsewhere": "elsewhere",
}  # fmt: skip
LINES: Final[dict[str, str | None]] = {
    "return make.int('one')": None,
    "'''Say why.'''\n    held = make.int('one')\n    return (held, held)": None,
    "held: int = make.int('one')\n    return held": None,
    "held = make.negative('one')\n    return (make.int('two'), held)": "make.negative('one')",
    "held = make.int('one')\n    held = make.negative('one')\n    return held": "make.negative('one')",
    "held = make.int('one')\n    assert held > 0\n    return held": "assert held > 0",
    "if make.bool('one'):\n        return make.int('two')\n    return make.int('three')": "if make.bool('one'):\n    return make.int('two')",
    "held = make.int('one')": None,
}  # fmt: skip
GIVEN: Final[dict[str, tuple[str, str] | None]] = {
    "{'one': make.int('one'), 'two': 2}": None,
    "{'one': make.int('one'), 'two': make.negative('two')}": ("two", "make.negative('two')"),
    "{'one': make.int('one') + 1}": ("one", "make.int('one') + 1"),
    "{**others, name: make.negative('one')}": None,
    "dict(one=make.negative('one'))": None,
}
CALLS: Final[dict[str, bool]] = {
    "lambda h: h.find()": False,
    "lambda h, one, *rest: h.find(one.part[0], *rest, two=one.other)": False,
    "lambda h, one, *rest: h.find(one, *rest, two=one.part[0])": True,
    "lambda h, one: h.find(one, one)": True,
    "lambda h, one: h.find(other)": True,
    "lambda h, one: h.find(h.one)": True,
    "lambda h, one: h.find(one + 1)": True,
    "lambda h, one: h.find(two=len(one))": True,
    "lambda h, one: h.find(one[one])": True,
    "lambda h, one: h.find(1)": True,
    "lambda h: h.find() + 1": True,
    "lambda h: (h.find(), h.find())[0]": True,
    "lambda h: h.other()": False,
    "lambda h, other: other.find() + 1": False,
    "lambda: find() + 1": False,
}


def _lambda(text: str) -> ast.Lambda:
    node = ast.parse(text, mode="eval").body
    assert isinstance(node, ast.Lambda)
    return node


def _text(found: ast.AST | None) -> str | None:
    return None if found is None else ast.unparse(found)


@pytest.mark.parametrize(("text", "part"), MADE.items(), ids=MADE)
def test_what_may_leave_out_values_is_found(text: str, part: str | None) -> None:
    """Words that make some values only, and what is computed or decided of those that are made."""
    assert _text(leaves_out(_lambda(f"lambda make: {text}"))) == part


@pytest.mark.parametrize(("lines", "part"), LINES.items(), ids=LINES)
def test_functions_are_read_line_by_line(lines: str, part: str | None) -> None:
    """A name is what it was given at last; a statement that decides may leave out values."""
    [function] = ast.parse(f"def made(make):\n    {lines}\n").body
    assert isinstance(function, ast.FunctionDef)
    assert _text(leaves_out(function)) == part


@pytest.mark.parametrize(("text", "given"), GIVEN.items(), ids=GIVEN)
def test_a_configuration_is_looked_at_value_by_value(text: str, given: tuple[str, str] | None) -> None:
    """A constant leaves out nothing here: another check tells it."""
    found = given_partly(_lambda(f"lambda make: {text}"))
    assert (None if found is None else (found[0], ast.unparse(found[1]))) == given


@pytest.mark.parametrize(("text", "is_more"), CALLS.items(), ids=CALLS)
def test_a_call_hands_on_what_it_is_given(text: str, is_more: bool) -> None:
    """What changes arguments or the result is no call of the operation alone."""
    assert puts_right(_lambda(text), "find") is is_more


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ("lambda h: h.find()", True),
        ("lambda h, one, two: h.find(one, two)", True),
        ("lambda h, *rest: h.find(*rest)", True),
        ("lambda h, one, two: h.find(two, one)", False),
        ("lambda h, one, two: h.find(one)", False),
        ("lambda h, one: h.find(one=one)", False),
        ("lambda h, one: h.find(one[0])", False),
        ("lambda h, one=1: h.find(one)", False),
        ("lambda h, one: h.other(one)", False),
        ("lambda h, one: one.find(one)", False),
        ("lambda h, one: h.find(one) + 1", False),
    ],
)
def test_a_plain_call_hands_on_all_as_it_is(text: str, is_plain: bool) -> None:
    """Each argument, in order, and nothing else."""
    assert is_plain_call(_lambda(text), "find") is is_plain
