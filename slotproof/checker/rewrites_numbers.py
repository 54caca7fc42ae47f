"""Named rewrites of numbers and arrays. (s, t, u are numbers; a is an array, i and j are indices, e is an element.)"""

from __future__ import annotations

from .rewrites import Sides, listed, rewrite
from .terms import FALSE, INT, TRUE, ZERO, Refused, Term, all_of, equal, make, negated, number, one_or

ONE = number(1)


def _next(term: Term, other: Term) -> Term:
    """Add one to a whole number, which is compared with another."""
    if term.sort != INT or other.sort != INT:
        raise Refused("what is no whole number")
    return make("+", term, ONE)


def _ite(condition: Term, one: Term, other: Term) -> Term:
    return make("ite", condition, one, other)


def _read(array: Term, index: Term) -> Term:
    return make("select", array, index)


def _written(array: Term, index: Term, element: Term) -> Term:
    return make("store", array, index, element)


@rewrite("arith-elim-gt")
def arith_elim_gt(s: Term, t: Term) -> Sides:
    """Say that (> s t) is (not (>= t s))."""
    return make(">", s, t), negated(make(">=", t, s))


@rewrite("arith-elim-lt")
def arith_elim_lt(s: Term, t: Term) -> Sides:
    """Say that (< s t) is (not (>= s t))."""
    return make("<", s, t), negated(make(">=", s, t))


@rewrite("arith-elim-int-gt")
def arith_elim_int_gt(s: Term, t: Term) -> Sides:
    """Say that (> s t) of whole numbers is (>= s (+ t 1))."""
    return make(">", s, t), make(">=", s, _next(t, s))


@rewrite("arith-elim-int-lt")
def arith_elim_int_lt(s: Term, t: Term) -> Sides:
    """Say that (< s t) of whole numbers is (>= t (+ s 1))."""
    return make("<", s, t), make(">=", t, _next(s, t))


@rewrite("arith-elim-leq")
def arith_elim_leq(s: Term, t: Term) -> Sides:
    """Say that (<= s t) is (>= t s)."""
    return make("<=", s, t), make(">=", t, s)


@rewrite("arith-leq-norm")
def arith_leq_norm(s: Term, t: Term) -> Sides:
    """Say that (<= s t) of whole numbers is (not (>= s (+ t 1)))."""
    return make("<=", s, t), negated(make(">=", s, _next(t, s)))


@rewrite("arith-geq-tighten")
def arith_geq_tighten(s: Term, t: Term) -> Sides:
    """Say that (not (>= s t)) of whole numbers is (>= t (+ s 1))."""
    return negated(make(">=", s, t)), make(">=", t, _next(s, t))


@rewrite("arith-geq-norm1-int")
def arith_geq_norm1_int(s: Term, t: Term) -> Sides:
    """Say that (>= s t) of whole numbers is (>= (- s t) 0)."""
    return make(">=", s, t), make(">=", make("-", s, t), ZERO)


@rewrite("arith-leq-ite-lift")
def arith_leq_ite_lift(f: Term, s: Term, t: Term, u: Term) -> Sides:
    """Say that (<= (ite F s t) u) is (ite F (<= s u) (<= t u))."""
    return make("<=", _ite(f, s, t), u), _ite(f, make("<=", s, u), make("<=", t, u))


@rewrite("arith-geq-ite-lift")
def arith_geq_ite_lift(f: Term, s: Term, t: Term, u: Term) -> Sides:
    """Say that (>= (ite F s t) u) is (ite F (>= s u) (>= t u))."""
    return make(">=", _ite(f, s, t), u), _ite(f, make(">=", s, u), make(">=", t, u))


@rewrite("arith-eq-elim-int")
def arith_eq_elim_int(s: Term, t: Term) -> Sides:
    """Say that (= s t) of whole numbers is (and (>= s t) (<= s t))."""
    return equal(s, t), all_of([make(">=", s, t), make("<=", s, t)])


@rewrite("arith-min-lt1")
def arith_min_lt1(t: Term, s: Term) -> Sides:
    """Say that (<= (ite (< t s) t s) t) is true."""
    return make("<=", _ite(make("<", t, s), t, s), t), TRUE


@rewrite("arith-min-lt2")
def arith_min_lt2(t: Term, s: Term) -> Sides:
    """Say that (<= (ite (< t s) t s) s) is true."""
    return make("<=", _ite(make("<", t, s), t, s), s), TRUE


@rewrite("arith-max-geq1")
def arith_max_geq1(t: Term, s: Term) -> Sides:
    """Say that (>= (ite (>= t s) t s) t) is true."""
    return make(">=", _ite(make(">=", t, s), t, s), t), TRUE


@rewrite("arith-max-geq2")
def arith_max_geq2(t: Term, s: Term) -> Sides:
    """Say that (>= (ite (>= t s) t s) s) is true."""
    return make(">=", _ite(make(">=", t, s), t, s), s), TRUE


@rewrite("arith-int-div-total", lambda s, t: (equal(t, ZERO), FALSE))
def arith_int_div_total(s: Term, t: Term) -> Sides:
    """Say that (div s t) is (div_total s t), if (= t 0) is false."""
    return make("div", s, t), make("div_total", s, t)


@rewrite("arith-int-mod-total", lambda s, t: (equal(t, ZERO), FALSE))
def arith_int_mod_total(s: Term, t: Term) -> Sides:
    """Say that (mod s t) is (mod_total s t), if (= t 0) is false."""
    return make("mod", s, t), make("mod_total", s, t)


@rewrite("arith-int-div-total-one")
def arith_int_div_total_one(t: Term) -> Sides:
    """Say that (div_total t 1) is t."""
    return make("div_total", t, ONE), t


@rewrite("arith-int-div-total-zero")
def arith_int_div_total_zero(t: Term) -> Sides:
    """Say that (div_total t 0) is 0."""
    return make("div_total", t, ZERO), ZERO


@rewrite("arith-int-mod-total-one")
def arith_int_mod_total_one(t: Term) -> Sides:
    """Say that (mod_total t 1) is 0."""
    return make("mod_total", t, ONE), ZERO


@rewrite("arith-int-mod-total-zero")
def arith_int_mod_total_zero(t: Term) -> Sides:
    """Say that (mod_total t 0) is t."""
    return make("mod_total", t, ZERO), t


def _not_whole(c: Term) -> Sides:
    return equal(make("to_real", make("to_int", c)), c), FALSE


@rewrite("arith-int-eq-conflict", lambda t, c: _not_whole(c))
def arith_int_eq_conflict(t: Term, c: Term) -> Sides:
    """Say that (= (to_real t) c) is false, of a c that is no whole number."""
    return equal(make("to_real", t), c), FALSE


@rewrite("arith-int-geq-tighten", lambda t, c, n: _not_whole(c), lambda t, c, n: (n, _next(make("to_int", c), n)))
def arith_int_geq_tighten(t: Term, c: Term, n: Term) -> Sides:
    """Say that (>= (to_real t) c) is (>= t n), of a c that is no whole number and the next one, n."""
    return make(">=", make("to_real", t), c), make(">=", t, n)


@rewrite("arith-mod-over-mod", lambda t, ss, u, vs: (equal(t, ZERO), FALSE))
def arith_mod_over_mod(t: Term, ss: Term, u: Term, vs: Term) -> Sides:
    """Say that (mod_total (+ s ... (mod_total u t) v ...) t) is (mod_total (+ s ... u v ...) t), if t is not 0."""
    before, after = listed(ss, "+"), listed(vs, "+")
    inner = make("mod_total", u, t)
    one, other = (one_or("+", [*before, each, *after]) for each in (inner, u))
    return make("mod_total", one, t), make("mod_total", other, t)


@rewrite("arith-mod-over-mod-1", lambda t, u: (equal(t, ZERO), FALSE))
def arith_mod_over_mod_1(t: Term, u: Term) -> Sides:
    """Say that (mod_total (mod_total u t) t) is (mod_total u t), if (= t 0) is false."""
    inner = make("mod_total", u, t)
    return make("mod_total", inner, t), inner


@rewrite("arith-mod-over-mod-mult", lambda t, ss, u, vs: (equal(t, ZERO), FALSE))
def arith_mod_over_mod_mult(t: Term, ss: Term, u: Term, vs: Term) -> Sides:
    """Say that (mod_total (* s ... (mod_total u t) v ...) t) is (mod_total (* s ... u v ...) t), if t is not 0."""
    before, after = listed(ss, "*"), listed(vs, "*")
    inner = make("mod_total", u, t)
    one, other = (one_or("*", [*before, each, *after]) for each in (inner, u))
    return make("mod_total", one, t), make("mod_total", other, t)


@rewrite("array-read-over-write")
def array_read_over_write(a: Term, i: Term, e: Term) -> Sides:
    """Say that (select (store a i e) i) is e."""
    return _read(_written(a, i, e), i), e


@rewrite("array-read-over-write2", lambda a, i, j, e: (equal(i, j), FALSE))
def array_read_over_write2(a: Term, i: Term, j: Term, e: Term) -> Sides:
    """Say that (select (store a i e) j) is (select a j), if (= i j) is false."""
    return _read(_written(a, i, e), j), _read(a, j)


@rewrite("array-store-overwrite")
def array_store_overwrite(a: Term, i: Term, e: Term, d: Term) -> Sides:
    """Say that (store (store a i e) i d) is (store a i d)."""
    return _written(_written(a, i, e), i, d), _written(a, i, d)


@rewrite("array-store-self")
def array_store_self(a: Term, i: Term) -> Sides:
    """Say that (store a i (select a i)) is a."""
    return _written(a, i, _read(a, i)), a


@rewrite("array-read-over-write-split")
def array_read_over_write_split(a: Term, j: Term, e: Term, i: Term) -> Sides:
    """Say that (select (store a i e) j) is (ite (= j i) e (select a j))."""
    return _read(_written(a, i, e), j), _ite(equal(j, i), e, _read(a, j))


@rewrite("array-store-swap", lambda a, i, j, e, d: (equal(i, j), FALSE))
def array_store_swap(a: Term, i: Term, j: Term, e: Term, d: Term) -> Sides:
    """Say that (store (store a i e) j d) is (store (store a j d) i e), if (= i j) is false."""
    return _written(_written(a, i, e), j, d), _written(_written(a, j, d), i, e)
