"""What a `try` of code catches of Python's own errors, and that it catches nothing of claims."""

from __future__ import annotations

import ast

import pytest

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.errors import PYTHON_ERRORS, RAISED
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import ClassValue
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Class, Refusal
from slotproof.language import vocabulary
from slotproof.spec.errors import Missing

from .functions.endings import Lost, Stopped


def evaluator(*caught: str) -> Evaluator:
    """An evaluator within a `try` of code that catches these."""
    made = Evaluator(Declarations(), None)
    made.caught = frozenset(caught)
    return made


def test_what_is_caught_is_another_way_to_end() -> None:
    """The error where it is caught, and its contrary from there on; an error of another class changes nothing."""
    ev, st, wrong = evaluator("LookupError"), State(), t.fresh("wrong", t.BOOL)
    ev.may_fail(st, "ZeroDivisionError", wrong)
    assert (ev.raised, st.given) == ([], [])
    ev.may_fail(st, "IndexError", wrong)
    [(other, error)] = ev.raised
    assert error.name == "IndexError"
    assert [each.eq(wrong) for each in other.given] == [True]
    assert [each.eq(t.neg(wrong)) for each in st.given] == [True]


def test_nothing_is_caught_of_a_claim() -> None:
    """Else a claim that reads what is not there would suppose that it is."""
    ev, st = evaluator("IndexError"), State()
    for within in (ev.running_code(False), ev.inexact()):
        with within:
            ev.may_fail(st, "IndexError", t.fresh("wrong", t.BOOL))
    assert not ev.raised
    assert not st.given
    assert "IndexError" in ev.caught


@pytest.mark.parametrize("made", [Missing, Lost])
def test_an_error_of_the_project_is_caught_as_what_it_is_made_from(made: type) -> None:
    """`except LookupError` catches what is a KeyError, at whatever remove, and `except OSError` does not."""
    missing = Declarations().the_class(made)
    caught = [
        each for each in ("KeyError", "LookupError", "Exception", "OSError") if missing.descends_from_builtin(each)
    ]
    assert caught == ["KeyError", "LookupError", "Exception"]


def _error(named: str | type) -> tuple[Evaluator, Class]:
    """An evaluator, and a class of errors that it may be asked to make."""
    ev = evaluator()
    program = Declarations()
    return ev, program.python_error(named) if isinstance(named, str) else program.the_class(named)


@pytest.mark.parametrize("named", ["UnicodeEncodeError", "UnicodeDecodeError", Stopped])
def test_what_python_makes_of_more_than_a_message_is_not_made(named: str | type) -> None:
    """`UnicodeEncodeError("no")` ends in a TypeError, and a StopIteration becomes another error in a generator."""
    ev, cls = _error(named)
    with pytest.raises(Refusal, match="more than a message"):
        ev.construct(State(), cls, [], {}, ast.parse("raise_it()").body[0])


@pytest.mark.parametrize("named", ["ValueError", "OverflowError", Lost, Missing])
def test_what_is_made_of_a_message_is_made(named: str | type) -> None:
    """Errors of the project, and those of Python that take any arguments."""
    ev, cls = _error(named)
    [(_, made)] = ev.construct(State(), cls, [], {}, ast.parse("raise_it()").body[0])
    assert made.cls is cls


def test_a_class_that_is_raised_is_made_first() -> None:
    """`raise Stopped` makes one, as `raise Stopped()` does."""
    ev, cls = _error(Stopped)
    st = State()
    st.env["Bad"] = ClassValue(cls)
    with pytest.raises(Refusal, match="more than a message"):
        ev.statement(ast.parse("raise Bad").body[0], st)


def test_the_check_and_the_prover_know_the_same_errors() -> None:
    """What the check lets through has a meaning, but for what is never caught by name."""
    assert RAISED == vocabulary.RAISED
    assert PYTHON_ERRORS.keys() == vocabulary.ERRORS - {"Exception", "StopIteration"}
