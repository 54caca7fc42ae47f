"""Terms mean what CPython computes, and reads of arrays look through all that was written."""

import itertools
import operator
import random
from collections.abc import Callable
from typing import Any

import pytest
import z3

from slotproof.engine.prove.solver import terms as t

N, M = t.fresh("n", t.INT), t.fresh("m", t.INT)
P, Q = t.fresh("p", t.BOOL), t.fresh("q", t.BOOL)
A = t.fresh_array("a", t.INT)
ROWS = t.fresh_array("rows", z3.ArraySort(t.INT, t.INT))
FEW = range(-9, 10)

BINARY: dict[Callable[..., Any], Callable[[int, int], int]] = {
    t.add: operator.add,
    t.sub: operator.sub,
    t.mul: operator.mul,
    t.div: operator.floordiv,
    t.mod: operator.mod,
    t.bits_and: operator.and_,
    t.bits_or: operator.or_,
    t.bits_xor: operator.xor,
    t.eq: operator.eq,
    t.lt: operator.lt,
    t.le: operator.le,
    t.shift_left: operator.lshift,
    t.shift_right: operator.rshift,
}


def value(term: Any, **named: int) -> Any:
    """Compute a term of Z3 at some numbers, by Z3."""
    names = [(each, z3.IntVal(named[each.decl().name()[0]])) for each in (N, M) if each.decl().name()[0] in named]
    return t.lower(z3.simplify(z3.substitute(t.lift(term), *names)))


def holds(formula: Any) -> bool:
    """Tell whether Z3 shows a formula."""
    solver = z3.Solver()
    solver.add(z3.Not(t.lift(formula)))
    return bool(solver.check() == z3.unsat)


@pytest.mark.parametrize("ours", BINARY, ids=lambda ours: ours.__name__)
def test_what_is_known_is_computed_as_python_does(ours: Callable[..., Any]) -> None:
    """Of two numbers of Python a number or a truth of Python comes out, the same."""
    theirs = BINARY[ours]
    for a, b in itertools.product(FEW, FEW):
        try:
            wanted = theirs(a, b)
        except (ZeroDivisionError, ValueError):
            assert a == 0 or not t.known(ours(a, b))  # nothing is said of what Python refuses, but that 0 stays 0
        else:
            found = ours(a, b)
            assert found == wanted
            assert type(found) is type(wanted)


@pytest.mark.parametrize("ours", BINARY, ids=lambda ours: ours.__name__)
def test_one_unknown_number_means_the_same(ours: Callable[..., Any]) -> None:
    """Where only one number is known, the term has Python's value at each value of the other, unless it is opaque."""
    theirs = BINARY[ours]
    for a, b in itertools.product(FEW, FEW):
        if b < 0 and ours in (t.shift_left, t.shift_right):
            continue  # Python refuses
        for term in (ours(N, b), ours(a, M)):
            found = value(term, n=a, m=b)
            if t.known(found):
                is_refused = b == 0 and ours in (t.div, t.mod)  # nothing is said then, but that 0 stays 0
                assert found == (a if is_refused else theirs(a, b))


def test_sums_and_differences_are_put_in_order() -> None:
    """Known parts of sums come last, and differences that are known are computed."""
    assert t.add(1, N).eq(t.add(N, 1))
    assert t.add(t.add(N, 2), t.add(M, 3)).eq(t.add(t.add(N, M), 5))
    assert t.sub(t.add(N, 2), t.add(N, 5)) == -3
    assert t.add(t.sub(N, M), M).eq(N)
    assert t.lt(N, t.add(N, 1)) is True
    assert t.eq(t.add(N, 1), t.add(N, 2)) is False
    assert t.le(t.add(N, 1), N) is False


def test_bits_of_all_and_of_none_are_known() -> None:
    """As those of a number with itself."""
    for number, shared, joined, different in ((0, 0, N, N), (-1, N, -1, t.sub(-1, N)), (N, N, N, 0)):
        for found, wanted in (
            (t.bits_and(N, number), shared),
            (t.bits_or(N, number), joined),
            (t.bits_xor(N, number), different),
        ):
            assert t.same(found, wanted)


def test_products_are_multiplied_out() -> None:
    """A product of sums consists of opaque products of what is unknown."""
    found = t.mul(t.add(N, 1), t.add(M, 2))
    real = z3.substitute_funs(t.lift(found), (t.MUL, z3.Var(0, t.INT) * z3.Var(1, t.INT)))
    assert holds(real == (N + 1) * (M + 2))
    assert t.mul(N, 0) == 0
    assert t.mul(1, N).eq(N)


def _number(numbers: random.Random, depth: int) -> tuple[Any, Callable[[int, int], int]]:
    """Some number made of two unknown ones: as a term, and as Python computes it."""
    if depth == 0:
        return numbers.choice([(N, lambda a, b: a), (M, lambda a, b: b)])
    one, first = _number(numbers, depth - 1)
    known = numbers.choice([1, 2, 3, 6, 8, 64, 2 ** numbers.randrange(40)])
    row = ((1 << numbers.randrange(1, 9)) - 1) << numbers.randrange(9)
    mask = numbers.choice([row, ~row, -1, 0, 5])
    if numbers.randrange(3):
        ours, pythons, other = numbers.choice(
            [
                (t.div, operator.floordiv, known),
                (t.mod, operator.mod, known),
                (t.mul, operator.mul, known),
                (t.add, operator.add, known),
                (t.sub, operator.sub, known),
                (t.bits_and, operator.and_, mask),
            ]
        )
        return ours(one, other), lambda a, b: pythons(first(a, b), other)
    two, second = _number(numbers, depth - 1)
    ours, pythons = numbers.choice([(t.add, operator.add), (t.sub, operator.sub), (t.bits_or, operator.or_)])
    return ours(one, two), lambda a, b: pythons(first(a, b), second(a, b))


@pytest.mark.parametrize("seed", range(300))
def test_quotients_remainders_and_masks_mean_what_python_computes(seed: int) -> None:
    """However they are put together of what is known and what is not."""
    numbers = random.Random(seed)
    term, computed = _number(numbers, numbers.randrange(1, 6))
    for _ in range(5):
        a, b = numbers.randrange(-300, 300), numbers.randrange(-(2**45), 2**45)
        told = z3.substitute(t.lift(term), (N, z3.IntVal(a)), (M, z3.IntVal(b)))
        assert t.rebuilt(told, {}) == computed(a, b), (term, a, b)


def test_truths() -> None:
    """Connectives compute what they can, and mean what they say."""
    for p, q in itertools.product((True, False, P), (True, False, Q)):
        assert holds(t.lift(t.conj(p, q)) == z3.And(p, q))
        assert holds(t.lift(t.disj(p, q)) == z3.Or(p, q))
        assert holds(t.lift(t.implies(p, q)) == z3.Implies(p, q))
        assert holds(t.lift(t.iff(p, q)) == (z3.BoolVal(p) == q if isinstance(p, bool) else p == q))
        assert holds(t.lift(t.neg(p)) == z3.Not(p))
        for r in (True, False, t.lt(N, M)):
            assert holds(t.lift(t.ite(r, p, q)) == z3.If(r, p, q))
    assert t.neg(t.neg(P)).eq(P)
    assert t.neg(t.lt(N, M)).eq(t.le(M, N))
    assert t.neg(t.le(N, M)).eq(t.lt(M, N))
    assert t.conj() is True
    assert t.disj() is False


def test_a_read_looks_through_writes() -> None:
    """Only reads of whole arrays are left."""
    written = t.store(t.store(A, N, 3), 5, 7)
    assert t.select(written, 5) == 7
    found = t.select(written, M)
    assert not [part for part in _parts(found) if part.decl().kind() == z3.Z3_OP_STORE]
    assert holds(found == z3.Select(z3.Store(z3.Store(A, N, 3), 5, 7), M))
    assert t.select(t.store(A, N, 3), N) == 3
    assert t.select(t.constant_array(4), M) == 4
    chosen = t.ite(P, t.store(A, N, 1), t.constant_array(2))
    assert t.select(chosen, N).eq(t.ite(P, 1, 2))


def test_arrays_of_arrays_are_read_through() -> None:
    """A row that was written is read through, and so is what was written to a row."""
    written = t.store(ROWS, N, t.store(t.select(ROWS, N), 0, 9))
    assert t.select(t.select(written, N), 0) == 9
    found = t.select(t.select(written, M), 1)
    assert holds(found == z3.Select(z3.Select(ROWS, M), 1))
    assert not [part for part in _parts(found) if part.decl().kind() == z3.Z3_OP_STORE]


def test_computed_arrays_are_expanded() -> None:
    """A read of a computed array puts the index in place, and computes what is known by then."""
    place = t.fresh("place", t.INT)
    moved = t.computed(place, t.ite(t.lt(place, 2), 0, t.select(A, t.add(place, 1))))
    assert t.select(moved, 1) == 0
    assert t.select(moved, 4).eq(t.select(A, 5))
    assert t.select(t.store(moved, 4, 8), 4) == 8
    assert t.select(t.ite(P, moved, A), 5).eq(t.ite(P, t.select(A, 6), t.select(A, 5)))
    assert t.computed(place, t.select(A, place)).eq(A)
    table = t.computed(place, t.computed(N, t.add(place, N)))
    assert t.select(t.select(table, 3), 4) == 7


@pytest.mark.parametrize(
    "misuse",
    [
        lambda array: t.eq(array, A),
        lambda array: t.eq(A, t.store(array, 0, 1)),
        lambda array: t.eq(A, t.ite(P, array, A)),
        lambda array: t.store(ROWS, N, array),
        lambda array: t.store(ROWS, N, t.store(array, 0, 1)),
        t.constant_array,
    ],
    ids=["compared", "compared, written", "compared, chosen", "stored", "stored, written", "all over"],
)
def test_no_solver_is_given_a_computed_array(misuse: Callable[[Any], Any]) -> None:
    """A computed array is neither compared nor stored as a whole."""
    array = t.computed(N, t.add(N, 1))
    with pytest.raises(TypeError, match="computed array"):
        misuse(array)


@pytest.mark.parametrize(
    "wrong",
    [lambda: t.add(A, 1), lambda: t.conj(N, P), lambda: t.select(N, 0), lambda: t.neg(N)],
    ids=["a sum", "a conjunction", "a read", "a negation"],
)
def test_wrong_sorts_are_refused(wrong: Callable[[], Any]) -> None:
    """Terms that do not go together make no term."""
    with pytest.raises(TypeError):
        wrong()


# Quantifiers


def test_equal_formulas_are_one() -> None:
    """The name of a variable does not matter, nor when a formula was made."""
    first, second = (t.forall(name, t.le(0, t.select(A, name))) for name in (N, M))
    assert first.get_id() == second.get_id()
    outer, inner = (
        t.forall(one, t.forall(other, t.le(t.select(A, one), t.select(A, other)))) for one, other in ((N, M), (M, N))
    )
    assert outer.get_id() == inner.get_id()


def test_triggers_are_found() -> None:
    """Reads at just the variable, and unknown functions of it, are triggers, also within other quantifiers."""
    function = t.fresh_function("f", t.INT, t.INT, t.INT)
    assert _patterns(t.forall(N, t.le(t.select(A, N), t.select(A, t.add(N, 1))))) == [[t.select(A, z3.Var(0, t.INT))]]
    assert _patterns(t.forall(N, t.eq(function(N, 1), 0))) == [[function(z3.Var(0, t.INT), 1)]]
    nested = t.forall(N, t.forall(M, t.implies(t.lt(M, N), t.lt(t.select(A, M), t.select(A, N)))))
    assert _patterns(nested) == [[t.select(A, z3.Var(0, t.INT))]]
    assert t.forall(N, P).eq(P)
    assert t.forall(N, True) is True


def test_a_quotient_does_not_feed_its_trigger() -> None:
    """An array read at a variable and at a quotient of it has both as one trigger."""
    half = t.div(t.sub(N, 1), 2)
    [pattern] = _patterns(t.forall(N, t.lt(t.select(A, half), t.select(A, N))))
    assert pattern == [t.select(A, z3.Var(0, t.INT)), t.div(t.add(z3.Var(0, t.INT), -1), 2)]


@pytest.mark.parametrize(
    "index",
    [lambda: t.ite(P, N, 0), lambda: t.add(N, M)],
    ids=["a choice", "with what another quantifier binds"],
)
def test_a_quotient_that_is_no_trigger_is_left_out(index: Callable[[], Any]) -> None:
    """No solver meets it as it stands."""
    formula = t.forall(N, t.forall(M, t.lt(t.select(A, t.div(index(), 2)), t.select(A, N))))
    assert _patterns(formula) == [[t.select(A, z3.Var(0, t.INT))]]


def test_triggers_are_given() -> None:
    """Given triggers stand in place of those that are found; a list of terms has to be met as a whole."""
    body = t.le(t.select(A, N), t.select(A, M))
    [pattern] = _patterns(t.forall_many([N, M], body, [t.select(A, N), t.select(A, M)]))
    assert len(pattern) == 2
    assert len(_patterns(t.forall_many([N, M], body, [[t.MUL(N, M)], [t.select(A, N), t.select(A, M)]]))) == 2
    [[only]] = _patterns(t.forall(N, t.le(t.select(A, N), 0), [t.MUL(N, N)]))
    assert only.decl().eq(t.MUL)
    known = _patterns(t.forall(N, t.le(t.select(A, N), 0), [7, t.add(M, 1)]))  # nothing of use: found, then
    assert known == [[t.select(A, z3.Var(0, t.INT))]]


def test_names_begin_anew() -> None:
    """An operation has the same names whatever was proved before it."""
    t.restart_names()
    first = t.fresh("x", t.INT)
    t.fresh_array("y", t.INT)
    t.restart_names()
    assert t.fresh("x", t.INT).eq(first)


def _parts(term: Any) -> list[Any]:
    return [term, *(part for child in term.children() for part in _parts(child))]


def _patterns(formula: Any) -> list[list[Any]]:
    return [formula.pattern(place).children() for place in range(formula.num_patterns())]


def test_costs_are_taken_apart() -> None:
    """What grows with a list counts for each entry; the worst of two ways has the most of each."""
    one, other = t.fresh("one", t.INT), t.fresh("other", t.INT)
    assert t.growth(t.add(t.add(3, one), t.mul(one, 2))) == {1: 3, one: 3}
    assert t.growth(t.worst(t.add(one, 5), t.add(t.mul(one, 2), 1), other)) == {1: 5, one: 2, other: 1}
    assert t.growth(t.mul(one, other)) is None
    assert t.worst(t.mul(one, other), 0) is t.WHOLE
    assert t.growth(t.WHOLE) is None
    assert t.worst(2, 7) == 7
