"""What the text of a declaration stands for: each form has its meaning, and what has none is not known."""

from pathlib import Path
from typing import Any, Final

import pytest

from slotproof.language.declaration.reading import Reader
from slotproof.language.declaration.values import UNKNOWN, Function, Record
from slotproof.language.program.parts import Class, Symbol
from slotproof.language.program.program import Program

AROUND: Final = """
from dataclasses import dataclass, replace
from slotproof.declare import Claim, Domain, invariant, law, step_law
from nowhere import hidden

ONE = 1
PAIR = (1, 2)
NAMES = {"one": 1, "two": 2}
CIRCLE = CIRCLE


class Some:
    pass


def twice(number, times=2, *more, shift=0, **named):
    return number * times + shift


def given(*more):
    return more


def named(first, **more):
    return more


def chosen(number):
    if number > 1:
        return "many"
    return "few"


def summed(numbers):
    total = 0
    for number in numbers:
        total = total + number
    both: int = total
    return both


def counted(numbers):
    yield "first"
    for number in numbers:
        yield number
    yield from numbers


def counted_if(number):
    yield "first"
    if number:
        yield number


def made(name):
    def inner(number):
        return (name, number)

    return inner


def scaled(number, by=ONE, *, shift=ONE):
    def inner(other=number):
        return other * by + shift

    return inner()


def nothing(number):
    number = number + 1


@law("XX-L1", "A law.")
def held(m):
    return True


@step_law("XX-L2", statement="A law of steps.")
def stepped(before, after):
    return True


@hidden("XX-L3")
def unlike(m):
    return True


"""

READ: Final[tuple[tuple[str, Any], ...]] = (
    ("(1, *PAIR, 3)", (1, 1, 2, 3)),
    ("[*PAIR, *hidden]", (1, 2, UNKNOWN)),
    ("{1}", (1,)),
    ("{**NAMES, 'three': 3}", {"one": 1, "two": 2, "three": 3}),
    ("{**hidden}", UNKNOWN),
    ("f'{ONE} is {PAIR[0]}'", "1 is 1"),
    ("f'{hidden}'", UNKNOWN),
    ("7 + 2 - 1", 8),
    ("7 // 2 * 3 % 5", 4),
    ("1 << 3 | 1", 9),
    ("1 << 1000 == 2 ** 1000", True),
    ("2 ** 1001 > 1", UNKNOWN),
    ("1001 ** 2 > 1", UNKNOWN),
    ("(1 << 1000) > 1", True),
    ("1 << 1001", UNKNOWN),
    ("(0,) * 1001", UNKNOWN),
    ("1 - 1001", -1000),
    ("hidden + 1", UNKNOWN),
    ("1 + hidden", UNKNOWN),
    ("1 + 'one'", UNKNOWN),
    ("1 // 0", UNKNOWN),
    ("-ONE", -1),
    ("~ONE", UNKNOWN),
    ("not ONE", False),
    ("not hidden", UNKNOWN),
    ("1 < 2", True),
    ("2 <= 1", False),
    ("2 > 2", False),
    ("2 >= 2", True),
    ("1 != 1", False),
    ("1 < 2 < 1", UNKNOWN),
    ("hidden == 1", UNKNOWN),
    ("1 == hidden", UNKNOWN),
    ("1 in PAIR", True),
    ("3 not in PAIR", True),
    ("ONE is None", False),
    ("ONE is not None", True),
    ("0 or ONE or 2", 1),
    ("ONE and 0 and 2", 0),
    ("0 or False", False),
    ("hidden and 0", UNKNOWN),
    ("1 if PAIR else 2", 1),
    ("1 if not PAIR else 2", 2),
    ("1 if hidden else 2", UNKNOWN),
    ("NAMES['two']", 2),
    ("NAMES['three']", UNKNOWN),
    ("PAIR[1:]", (2,)),
    ("PAIR[:1]", (1,)),
    ("hidden[0]", UNKNOWN),
    ("[number * 2 for number in PAIR if number > 1]", (4,)),
    ("tuple((one, other) for one in PAIR for other in NAMES)", ((1, "one"), (1, "two"), (2, "one"), (2, "two"))),
    ("[ONE for each in hidden]", UNKNOWN),
    ("[each for each in PAIR if hidden]", UNKNOWN),
    ("[each for each in PAIR if each % 2 if each < 2]", (1,)),
    ("{name: len(name) for name in NAMES}", {"one": 3, "two": 3}),
    ("{name: 1 for name in hidden}", UNKNOWN),
    ("[one + other for one, other in (PAIR, (3, 4))]", (3, 7)),
    ("[other for one, other in PAIR]", (UNKNOWN, UNKNOWN)),
    ("twice(3)", 6),
    ("twice(3, 3, 9)", 9),
    ("twice(times=3, number=2, shift=1)", 7),
    ("twice(*(4, 5))", 20),
    ("twice(**{'number': 5})", 10),
    ("twice(*hidden)", UNKNOWN),
    ("given(1, *PAIR)", (1, 1, 2)),
    ("named(1, other=2)", {"other": 2}),
    ("named(first=1)", {}),
    ("chosen(1)", "few"),
    ("chosen(2)", "many"),
    ("chosen(hidden)", UNKNOWN),
    ("summed(PAIR)", 3),
    ("counted_if(1)", ("first", 1)),
    ("counted_if(0)", ("first",)),
    ("counted(PAIR)", ("first", 1, 2, 1, 2)),
    ("counted(hidden)", UNKNOWN),
    ("made('one')(1)", ("one", 1)),
    ("nothing(1)", None),
    ("scaled(3)", 4),
    ("scaled(3, 2, shift=5)", 11),
    ("(lambda one: one + ONE)(2)", 3),
    ("hidden(1)", UNKNOWN),
    ("ONE(1)", UNKNOWN),
    ("CIRCLE", UNKNOWN),
    ("Claim('XX-R1', 'A claim.').statement", "A claim."),
    ("replace(Claim('XX-R1', 'A claim.'), id='XX-R2').id", "XX-R2"),
    ("replace(Claim('XX-R1', 'A claim.'), id='XX-R2').replaced", True),
    ("Claim('XX-R1').nowhere", UNKNOWN),
    ("held.id", "XX-L1"),
    ("held.step", UNKNOWN),
    ("stepped.step", True),
    ("stepped.statement", "A law of steps."),
    ("unlike", UNKNOWN),
    ("held", Record),
    ("Some", Class),
    ("Some[int]", Class),
    ("twice", Function),
)


def _value(folder: Path, source: str) -> Any:
    """What the last name of a file stands for."""
    file = folder / "declared.py"
    file.write_text(source, encoding="utf-8")
    program = Program()
    return Reader(program).named(program.read(file), "READ")


@pytest.mark.parametrize(("text", "meaning"), READ, ids=[text for text, _ in READ])
def test_each_form_means_what_it_does_in_python(tmp_path: Path, text: str, meaning: Any) -> None:
    """What cannot be known from the text, or is no form of declarations, is not known."""
    read = _value(tmp_path, f"{AROUND}READ = {text}\n")
    assert isinstance(read, meaning) if isinstance(meaning, type) else (type(read), read) == (type(meaning), meaning)


def test_what_is_no_class_has_none() -> None:
    """Whoever asks has made a mistake."""
    with pytest.raises(TypeError, match="function"):
        Program().class_of(Symbol("function"))
