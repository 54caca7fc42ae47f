"""Expressions of a number are what CPython makes of them, whether it is known or only said to be that one.

PYTEST_DONT_REWRITE: what the process has loaded must be what the text says.
"""

from __future__ import annotations

import ast
from typing import Any

import pytest

from slotproof.engine.prove.python.kinds.values import Tuple
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Refusal

from ... import asked_of
from ...begun import begun

KINDS = (
    *("isinstance(n, int)", "isinstance(n, bool)", "isinstance(n > 2, bool)", "isinstance(n > 2, int)"),
    *("isinstance([n], list)", "isinstance([n], tuple)", "isinstance((n,), tuple)", "isinstance((n,), list)"),
    *("isinstance({n: 1}, dict)", "isinstance({n: 1}, list)", "isinstance({n}, set)", "isinstance({n}, dict)"),
    *("isinstance('a', str)", "isinstance('a', int)", "isinstance(n, int | str)", "isinstance(n, str | bytes)"),
    *("isinstance(n, (str, int))", "isinstance(n, object)", "isinstance(Sized(n), Sized)", "isinstance(n, Sized)"),
    *("isinstance([n], Sized)", "isinstance({'a': n}, dict)", "isinstance([[n]], list)"),
    *("callable(n)", "callable(len)", "callable(Sized)", "callable(Sized(n))", "callable(parts)", "callable([n])"),
    *("type(n) is int", "type(n > 2) is bool", "type(n) is bool", "type(Sized(n)) is Sized"),
    *("hasattr(Sized(n), 'size')", "hasattr(Sized(n), 'sise')", "hasattr(Sized(n), '__len__')"),
    *("getattr(Sized(n), 'size')", "Sized(n).size + 1", "n is None", "None is None", "[n] is None"),
    *("None is not None", "n is not None", "Sized is Sized", "len is not int"),
)
NUMBERS = (
    *("-n", "~n", "n + 4", "n - 4", "4 - n", "n * 3", "n // 2", "n % 3", "n << 2", "n >> 1", "n & 6"),
    *("n ** 0", "3 ** 2", "not n > 2", "(n > 2) & (n > 3)", "(n > 2) | (n < 0)", "abs(n)", "divmod(n, 2)"),
    *("n < 3", "n <= 3", "n > 3", "n >= 3", "n == 3", "n != 3", "1 < n < 5", "1 < n != 3", "3 > n > 0 > -1"),
    *("(1, n) < (1, 3)", "(n, 1) <= (3, 1)", "(n, 1) > (3, 0)", "(1, n) >= (1, 3)", "(n,) == (3,)", "(n, 3) != (3, n)"),
    *("n > 2 and n < 5", "n > 2 or n < 0", "n if n > 2 else -n", "max(n, 3)", "min(3, n, 2)", "int(n > 2)", "bool(n)"),
    *("n in (3, 4)", "n not in (3, 4)", "n in range(2, 5)", "n in [3]", "n not in {3}", "n in {3: 1}", "n in [3, n]"),
)
LISTS = (
    *("[5, 6, 7][n:]", "[5, 6, 7][:n]", "[5, 6, 7][1:n]", "[5, 6, 7][n : n + 1]", "[5, 6, n][::-1]", "[5, 6, 7][-2:]"),
    *("(5, 6, n)[1:]", "(5, 6, n)[:-1]", "(5, 6, n)[::2]", "[n] * 3", "[n, 4] + [5]", "(n, 4) + (5,)", "[n] + []"),
    *("[each + n for each in (1, 2)]", "[each for each in [1, n, 3]]", "[each for each in (1, 2, 3) if each != 2]"),
    *("[n == 3, n < 3]", "[one * other for one, other in ((1, n), (n, 2))]", "list(range(3))", "list((n, 3))"),
    *(
        "[5, 6, 7][0]",
        "[5, 6, n][-1]",
        "(5, n)[1]",
        "(5, n)[-2]",
        "(5, n)[0]",
        "list(reversed([5, n]))",
        "[*(n, 4), 5]",
    ),
)
EQUAL = (
    *("[n] == [3]", "[n, 4] == [3]", "[n] != [3]", "[] == [n]", "{n} == {3}", "{n, 4} == {4, 3}", "{n} <= {3, 4}"),
    *("{3, 4} <= {n, 4}", "{n: 1} == {3: 1}", "{3: n} == {3: 2}", "{3: n, 4: 1} == {4: 1}", "'a' + 'b' == 'ab'"),
    *("'a' == 'b'", "None == None", "(n, 'a') == (3, 'a')", "len([n, 4])", "len('ab')", "len((n, n))", "len({n: 1})"),
    *(
        "sum([n, 4])",
        "sum((n, 4, 5))",
        "sum([n > 2, n > 1])",
        "len({3, n})",
        "{3: n}[3]",
        "len({each: n for each in (1, 2)})",
    ),
    *(
        "{each: n for each in (1, 2)}[2]",
        "n in {each for each in (1, 3)}",
        "all([n > 1, n < 5])",
        "any([n < 1, n > 4])",
    ),
)


@pytest.mark.parametrize("text", [*KINDS, *NUMBERS, *LISTS, *EQUAL])
def test_an_expression_is_what_cpython_makes_of_it(text: str) -> None:
    """Nothing is left open, and there is one way to it."""
    node = ast.parse(text, mode="eval").body
    for number in (-1, 0, 2, 3, 5):
        wanted: Any = eval(text, {**vars(asked_of), "n": number})
        for is_known in (True, False) if number in (0, 3) else (True,):
            ev, st = begun()
            function = ev.program.closure(asked_of.parts).function
            ev.stack.append(function)
            st.env["n"] = number if is_known else t.fresh("n", t.INT)
            st.assume(t.eq(st.env["n"], number))
            with ev.running_code():
                [(end, value)] = ev.ev(node, st)
            assert (ev.open, ev.depth) == ([], 0)
            if wanted is not None:
                listed = Tuple(wanted) if isinstance(wanted, tuple) else wanted
                listed = ev.listed(end, wanted, node) if isinstance(wanted, list) else listed
                ev.oblige(end, ev.equal(end, value, listed, node), node, "as CPython has it")
            assert ev.open == [], (number, is_known)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("4 // n", (0,)),
        ("4 % n", (0,)),
        ("1 << n", (-1,)),
        ("8 >> n", (-1,)),
        ("2 ** n", (-1,)),
        ("divmod(4, n)", (0,)),
        ("[5, 6, 7][n]", (3,)),
        ("{2: 5, 3: 6}[n]", (-1, 0)),
    ],
)
def test_what_cpython_ends_in_an_error_for_is_open(text: str, wrong: tuple[int, ...]) -> None:
    """And what it has a value for is not."""
    node = ast.parse(text, mode="eval").body
    for number in {*wrong, 2}:
        for is_known in (True, False):
            ev, st = begun()
            ev.stack.append(ev.program.closure(asked_of.parts).function)
            st.env["n"] = number if is_known else t.fresh("n", t.INT)
            st.assume(t.eq(st.env["n"], number))
            ev.ev(node, st)
            assert bool(ev.open) is (number in wrong)


@pytest.mark.parametrize("text", ["(5, n)[2]", "(5, n)[-3]", "()[0]", "n[0]"])
def test_a_part_that_is_not_there_is_refused(text: str) -> None:
    """Or of which it is not known where it stands."""
    ev, st = begun()
    ev.stack.append(ev.program.closure(asked_of.parts).function)
    st.env["n"] = t.fresh("n", t.INT)
    with pytest.raises(Refusal, match="use a list, a dict or a tuple"):
        ev.ev(ast.parse(text, mode="eval").body, st)
