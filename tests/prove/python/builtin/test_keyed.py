"""What is made of whole dicts and sets is what CPython makes of them, and costs a read of each entry.

PYTEST_DONT_REWRITE: what the process has loaded must be what the text says.
"""

from __future__ import annotations

import ast
from copy import deepcopy
from typing import Any

import pytest

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.cells import any_dict, any_list, any_set, size_of
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import INT, KEY, Cell, Ref, Value
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.solve import Solver
from slotproof.engine.prove.source import Refusal

from ... import asked_of

PROGRAM = Declarations()
World = dict[str, Any]
WORLDS: tuple[World, ...] = (
    {"n": 3, "some": {1, 3}, "seen": {3, 4}, "data": {1: 2, 3: 4}, "more": {3: 5, 6: 7, 8: 1}, "listed": [5, 6, 5]},
    {"n": 0, "some": {7}, "seen": {5, 7, 9}, "data": {7: 0, 5: 9}, "more": {7: 9}, "listed": [7]},
    {"n": 9, "some": {2, 4, 6}, "seen": set(), "data": {}, "more": {}, "listed": []},
)
BOTH = "len(some) + len(seen)"
SETS = {
    **dict.fromkeys(("some | seen", "some & seen", "some - seen", "seen - some"), BOTH),
    "some - some": "2 * len(some)",
    "some.union(listed)": "len(some) + len(listed)",
    "some.union((n, n))": "len(some)",
    "some.intersection(data)": "len(some) + len(data)",
    "some.difference(data.keys())": "len(some) + len(data)",
    "some.union(range(n))": "len(some)",
    "some.difference(range(2, n))": "len(some)",
    "some.copy()": "len(some)",
    "(some.discard(n), some)[1]": "(0, 1)",
    "set(some)": "len(some)",
    "set(data)": "len(data)",
    "set(data.keys())": "len(data)",
    "set(listed)": "len(listed)",
    "set(range(n))": "0",
    "set(range(2, n))": "0",
    "set(range(n, n - len(some), -1))": "0",
    "set((1, n))": "0",
    "set()": "0",
    "{1, n} | {3, n}": "0",
    "set() | some": "len(some)",
    "set() | set()": "0",
    "some - set()": "len(some)",
    "{1, 2} - {2}": "0",
    "{1, 2}.intersection({2: 3})": "0",
    "{each for each in some if each > n}": "len(some)",
    "{each for each in some if each > 1 if each < 4}": "len(some)",
    "{key for key in data}": "len(data)",
    "{key for key in data.keys()}": "len(data)",
    "{key for key, value in data.items() if key < value}": "len(data)",
}
PASSED = "set(data) & set(more)"
DICTS = {
    "data.copy()": "len(data)",
    "(data.update(more), data)[1]": "(len(more), len(more))",
    "(more.update(data), more)[1]": "(len(data), len(data))",
    "(data.update({}), data)[1]": "0",
    "({}, data.update({n: 1}), data)[2]": "(0, 1)",
    "{key: value + n for key, value in data.items()}": "len(data)",
    "{key: data[key] for key in data}": "2 * len(data)",
    "{key: more[key] for key in data if key in more}": f"2 * len(data) + len({PASSED} if is_known else data)",
    "{key: n for key in some if key > 1}": "len(some)",
    "{key: (value, key) for key, value in data.items() if value > 1}": "len(data)",
}
TRUTHS = {
    **dict.fromkeys(("some.issubset(seen)", "seen.issubset(some)", "some.isdisjoint(seen)"), BOTH),
    "some.issubset(data)": "len(some) + len(data)",
    "some.isdisjoint((n, 4))": "0",
    "{1, 2}.issubset({2, 1, 3})": "0",
    "{1, 2}.issubset({2, 3})": "0",
    "{1, 2}.isdisjoint({3})": "0",
    "{1, 2}.isdisjoint({3, 2})": "0",
}


def any_like(name: str, value: Any, facts: list[t.Term]) -> Cell:
    """Any list, dict or set of ints."""
    if isinstance(value, set):
        return any_set(name, facts)
    return any_dict(name, INT, facts) if isinstance(value, dict) else any_list(name, INT, facts)


def placed(world: World, is_known: bool, text: str) -> tuple[Evaluator, State]:
    """Where these are held, as they are or only said to be so; what is read of them counts."""
    ev, st = Evaluator(PROGRAM, Solver(Budget(last=20_000))), State()
    ev.stack.append(PROGRAM.closure(asked_of.parts).function)
    facts: list[t.Term] = []
    for name, value in world.items():
        if name not in text:
            continue
        wanted = spelled(ev, st, value)
        if isinstance(value, int):
            st.env[name] = value if is_known else t.fresh(name, t.INT)
            st.assume(t.eq(st.env[name], value))
            continue
        st.env[name] = wanted if is_known else st.allocate(any_like(name, value, facts))
        for fact in facts:
            st.assume(fact)
        if not is_known:
            st.assume(t.eq(size_of(ev.cell(st, st.env[name])), len(value)))
            st.assume(ev.equal(st, st.env[name], wanted, ev.stack[0].node))
        ev.counted |= {st.env[name].id}
    return ev, st


def spelled(ev: Evaluator, st: State, value: Any) -> Value:
    """What a display of it means."""
    [(_, found)] = ev.ev(ast.parse(repr(value), mode="eval").body, st)
    return found


def asked(text: str, world: World, is_known: bool) -> tuple[Evaluator, State, Value]:
    """What an expression means, after which nothing is open."""
    ev, st = placed(world, is_known, text)
    with ev.running_code():
        [(end, value)] = ev.ev(ast.parse(text, mode="eval").body, st)
    assert (ev.open, ev.depth) == ([], 0)
    return ev, end, value


def holds(ev: Evaluator, st: State, said: t.Term) -> bool:
    """Whether it is shown."""
    ev.oblige(st.copy(), said, ev.stack[0].node, "it holds")
    shown = ev.open == []
    ev.open.clear()
    return shown


def is_same(ev: Evaluator, st: State, found: Ref, wanted: Any) -> bool:
    """Whether it is shown to be that; of a set, one number after the other where Z3 does not see it at once."""
    if holds(ev, st, ev.equal(st, found, spelled(ev, st, wanted), ev.stack[0].node)):
        return True
    st.env["found"] = found
    asked = [(each, ev.ev(ast.parse(f"{each} in found", mode="eval").body, st)) for each in range(-20, 20)]
    return isinstance(wanted, set) and all(
        holds(ev, st, t.iff(truth, each in wanted)) for each, ends in asked for _, truth in ends
    )


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("text", [*SETS, *DICTS, *TRUTHS])
def test_what_is_made_is_what_cpython_makes(text: str, is_known: bool) -> None:
    """It may be of the size that it has, and costs what it costs."""
    for world in WORLDS:
        cost = eval({**SETS, **DICTS, **TRUTHS}[text], {**world, "is_known": is_known})
        reads, writes = cost if isinstance(cost, tuple) else (cost, 0)
        wanted: Any = eval(text, deepcopy(world))
        ev, st, found = asked(text, world, is_known)
        assert holds(ev, st, t.conj(t.eq(st.reads, reads), t.eq(st.writes, writes))), world
        if isinstance(found, Ref):
            assert is_same(ev, st, found, wanted), world
            size = size_of(ev.cell(st, found))
            assert holds(ev, st, t.lt(0, size) if wanted else t.eq(size, 0)), world
            st.assume(t.eq(size, len(wanted)))
            assert not holds(ev, st, False), world
        else:
            assert holds(ev, st, t.iff(found, wanted)), world


def test_the_set_of_a_list_has_what_stands_there() -> None:
    """Of keys, too: each entry of the list, and nothing else."""
    ev, st = placed({}, False, "")
    facts: list[t.Term] = []
    st.env |= {"held": st.allocate(any_list("held", KEY, facts)), "key": t.fresh("key", t.KEY)}
    for fact in facts:
        st.assume(fact)
    asks = ("held[2] in set(held) if len(held) > 2 else True", "key in held if key in set() | set(held) else True")
    for text in (*asks, "key in set(held)", "key not in set(held)"):
        for end, said in ev.ev(ast.parse(text, mode="eval").body, st.copy()):
            assert holds(ev, end, said) is (text in asks)


REFUSED = {
    **dict.fromkeys(("set(data.values())", "some.union(data.values())", "some.union(data.items())"), "no order"),
    **dict.fromkeys(("some.union(held)", "held - some", "held.issubset(some)"), "items are int and key"),
    **dict.fromkeys(("some.union(('a', 'b'))", "some.union({'a': n})"), "two sets: not of"),
    "data.update(some)": "only with a dict",
    "data.update(n)": "only with a dict",
    "data.update({1: n > 2})": "bool among int",
    "data.update({each: 1 for each in held})": "int among int",
    **dict.fromkeys(("{value: key for key, value in data.items()}", "{key + 1 for key in data}"), "made of others"),
    "{(key, n) for key in data}": "made of others",
    "{key: len(some | {key}) for key in data}": "a word that makes a name",
    **dict.fromkeys(("{key: some for key in data}", "{key: 'a' for key in data}"), "arrays cannot hold it"),
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_followed_is_refused(text: str) -> None:
    """With the reason."""
    ev, st = placed(WORLDS[0], False, text)
    st.env["held"] = st.allocate(any_set("held", [], KEY))
    with pytest.raises(Refusal) as refused, ev.running_code():
        ev.ev(ast.parse(text, mode="eval").body, st)
    assert REFUSED[text] in str(refused.value)
