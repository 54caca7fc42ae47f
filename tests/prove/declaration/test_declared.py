"""The text of a function is found where its code stands, and nowhere else; what a declaration holds is what it is.

PYTEST_DONT_REWRITE: the prover reads this file.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.source import Refusal, Word

from .. import worded

TEXT = Path(worded.__file__).read_text(encoding="utf-8")


def elsewhere(number: int) -> int:
    """The same code as that of a function whose text is known, at another place."""
    return number


def moved(module: str, **more: Any) -> Callable[..., Any]:
    """This function, under the name of another module, and with other code if that is given."""
    made = FunctionType(elsewhere.__code__.replace(**more), {})
    made.__module__ = module
    return made


@pytest.mark.parametrize(
    "made",
    [moved(worded.__name__), moved("nowhere"), moved(worded.__name__, co_name="itself")],
    ids=["of another place", "of no module", "of the name of another one"],
)
def test_a_function_without_a_text_is_refused(made: Callable[..., Any]) -> None:
    """One that its module does not say at that place, and one of a module that is none."""
    with pytest.raises(Refusal, match="its text is not found"):
        Declarations().closure(made)


def test_what_is_no_function_is_refused() -> None:
    """It has no text."""
    with pytest.raises(Refusal, match="no function with a text"):
        Declarations().closure(3.5)


def test_a_changed_module_keeps_the_text_of_what_was_made_before() -> None:
    """Code that was made of the file is found in the file, though other lines stand above it in the changed text."""
    changed = Declarations({worded.__name__: f"# a line more\n{TEXT}"})
    for made in (worded.itself, worded.is_none):
        assert changed.closure(made).function.node.lineno == made.__code__.co_firstlineno
    module = changed.module(worded.__name__)
    assert module is not None
    assert worded.itself.__code__.co_firstlineno + 1 in {node.lineno for node in module.functions}


BESIDE = (lambda a: a + 1, lambda a: a + 2, lambda b: elsewhere(b + 1), lambda a, b=1: a * b, lambda a, c=1: a * c)


@pytest.mark.parametrize("place", range(5))
def test_of_functions_in_a_line_each_has_its_own_text(place: int) -> None:
    """By the columns of its code, and by its parameters."""
    body = Declarations().closure(BESIDE[place]).function.node.body
    assert isinstance(body, ast.expr)
    assert ast.unparse(body) == ("a + 1", "a + 2", "elsewhere(b + 1)", "a * b", "a * c")[place]


def test_what_is_captured_is_held() -> None:
    """By the name that the text has for it."""
    number, word = 7, int

    def inner() -> Any:
        return word(number)

    assert Declarations().closure(inner).env == {"number": 7, "word": Word("int")}
