"""Texts: what lower case makes of bytes, and that nothing is made of a method that the language does not have."""

from __future__ import annotations

import ast
import itertools
import string
from typing import Final

import pytest

from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.python.builtin import builtins
from slotproof.engine.prove.python.kinds import texts
from slotproof.engine.prove.python.kinds.values import TEXT
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import texts as x
from slotproof.engine.prove.source import Refusal

from ...begun import begun

NODE = ast.parse("text").body[0]


@pytest.mark.parametrize("letter", ["@", "A", "M", "Z", "[", "a", "\x00", "é"])
def test_lower_case_changes_the_letters_that_bytes_have(letter: str) -> None:
    """As it does in Python for bytes; how many there are stays."""
    ev, st = begun()
    name = any_of(ev, st, "name", TEXT)
    st.assume(t.eq(x.byte_at(name, 3), letter.encode()[0]))
    lower = x.LOWER(name)
    wanted = letter.encode().lower()[0]
    assert (wanted != letter.encode()[0]) is (letter in string.ascii_uppercase)
    ev.oblige(st, t.eq(x.byte_at(lower, 3), wanted), NODE, "the byte in lower case")
    ev.oblige(st, t.eq(x.length(lower), x.length(name)), NODE, "as many bytes")
    assert ev.open == []
    ev.oblige(st, t.eq(x.byte_at(lower, 3), wanted + 1), NODE, "another one")
    assert ev.open


def test_a_method_that_texts_do_not_have_is_refused() -> None:
    """Nothing is known of what it gives."""
    ev, st = begun()
    name = any_of(ev, st, "name", TEXT)
    for method in ("upper", "strip", "decode"):
        with pytest.raises(Refusal, match=r"no method of texts or bytes"):
            texts.method(ev, st, name, method, [], NODE)
    ((after, held), *_) = texts.method(ev, st, name, "encode", [], NODE)
    for method in ("lower", "decode"):
        assert len(texts.method(ev, after, held, method, [], NODE)) == 1
    with pytest.raises(Refusal):
        texts.method(ev, after, held, "encode", [], NODE)


def test_the_class_of_a_text_is_not_asked_for() -> None:
    """Only of what has a class in the language."""
    ev, st = begun()
    with pytest.raises(Refusal, match="only of objects, ints and bools"):
        builtins.type_(ev, st, NODE, any_of(ev, st, "name", TEXT))


def test_what_is_so_of_all_texts_is_known() -> None:
    """Bytes are in their range, and lower case twice is lower case."""
    ev, st = begun()
    name = any_of(ev, st, "name", TEXT)
    byte, lower = x.byte_at(name, 3), x.LOWER(name)
    ev.oblige(st, t.conj(t.le(0, byte), t.lt(byte, 256), t.le(0, x.length(name))), NODE, "a byte")
    ev.oblige(st, t.conj(t.eq(x.LOWER(lower), lower), t.iff(x.ENCODABLE(lower), x.ENCODABLE(name))), NODE, "lower case")
    assert ev.open == []
    ev.oblige(st, t.conj(t.lt(0, byte), t.lt(byte, 255)), NODE, "less of it")
    assert ev.open


WRITTEN: Final = ("", "a", "\0a", "b", "é", "\ud800")


@pytest.mark.parametrize(("one", "other"), [*itertools.combinations(WRITTEN, 2)])
def test_texts_that_are_written_out_are_apart(one: str, other: str) -> None:
    """Each is what it is, and no other."""
    ev, st = begun()
    name = any_of(ev, st, "name", TEXT)
    st.assume(ev.equal(st, name, one, NODE))
    ev.oblige(st, t.neg(ev.equal(st, other, name, NODE)), NODE, "another one")
    assert ev.open == []
    ev.oblige(st, t.neg(ev.equal(st, name, one, NODE)), NODE, "not this one")
    assert ev.open
