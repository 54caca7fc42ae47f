"""A word of claims that is asked about what it is not for is refused, whatever it is asked about."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.python.kinds.values import INT, Kind, Meaning
from slotproof.engine.prove.python.logic.words import WORDS
from slotproof.engine.prove.source import Refusal
from slotproof.language.vocabulary import MODULES

from ... import worded
from ...begun import begun

NODE = ast.parse("word()").body[0]
NUMBER, NOTHING, TEXT = 3, None, "text"
LIST, DICT, SET, DISTINCT = (
    Kind("list", (INT,)),
    Kind("dict", (INT, INT)),
    Kind("set", (INT,)),
    Kind("distinct", (INT,)),
)
SAME = Meaning(lambda ev, st, node, args: [(st, args[0])])
TRUE = Meaning(lambda ev, st, node, args: [(st, True)])

TAKES: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
    "contains": ((LIST, DICT, SET, DISTINCT), (NUMBER,)),
    "within": ((NUMBER,), (NUMBER, NUMBER)),
    "power_of_two": ((NUMBER,), ()),
    "mapped": ((DICT,), (Meaning(lambda ev, st, node, args: [(st, args[1])]),)),
    "renamed": ((DICT,), (SAME, SAME, SAME)),
    "greatest": ((DICT, SET, DISTINCT), (NUMBER,)),
    "least": ((NUMBER,), (NUMBER, TRUE)),
    "alike": ((SET,), (SET,)),
    "below": ((DICT, SET), (NUMBER,)),
    "ranked": ((DICT, SET), (NUMBER,)),
    "leading": ((DISTINCT,), (NUMBER,)),
    "listed": ((LIST, DISTINCT), (SAME,)),
    "ascending": ((NUMBER,), (TRUE,)),
    "selected": ((DICT, SET, DISTINCT), (TRUE,)),
}
"""Word -> what it may be asked about, and what else it takes."""


def is_refused(name: str, about: Any, *more: Any) -> bool:
    """True if the word is refused; whatever else goes wrong is a mistake."""
    ev, st = begun()
    ev.stack.append(ev.program.closure(worded.itself).function)
    given = [any_of(ev, st, "given", each) if isinstance(each, Kind) else each for each in (about, *more)]
    try:
        ev.word(st, name, given, {}, NODE)
    except Refusal:
        return True
    return False


def test_each_word_that_looks_at_something_is_asked() -> None:
    """But for those that look at their arguments themselves."""
    assert TAKES.keys() == WORDS.keys() & MODULES["slotproof.spec.logic"]


@pytest.mark.parametrize("name", TAKES)
def test_a_word_is_refused_of_what_it_is_not_for(name: str) -> None:
    """And of nothing else."""
    right, more = TAKES[name]
    for about in (NUMBER, NOTHING, TEXT, LIST, DICT, SET, DISTINCT):
        assert is_refused(name, about, *more) is (about not in right), about
