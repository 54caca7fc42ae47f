"""Named rewrites of truths, choices and equations. (F, G, H are truths; s, t, u are of any sort.)"""

from __future__ import annotations

from .rewrites import Sides, listed, rewrite
from .terms import FALSE, TRUE, Term, all_of, any_of, equal, make, negated, one_or


def _ite(condition: Term, one: Term, other: Term) -> Term:
    return make("ite", condition, one, other)


def _implies(one: Term, other: Term) -> Term:
    return make("=>", one, other)


@rewrite("bool-double-not-elim")
def bool_double_not_elim(f: Term) -> Sides:
    """Say that (not (not F)) is F."""
    return negated(negated(f)), f


@rewrite("bool-not-true", lambda f: (f, FALSE))
def bool_not_true(f: Term) -> Sides:
    """Say that (not F) is true, if F is false."""
    return negated(f), TRUE


@rewrite("bool-not-false", lambda f: (f, TRUE))
def bool_not_false(f: Term) -> Sides:
    """Say that (not F) is false, if F is true."""
    return negated(f), FALSE


@rewrite("bool-eq-true")
def bool_eq_true(f: Term) -> Sides:
    """Say that (= F true) is F."""
    return equal(f, TRUE), f


@rewrite("bool-eq-false")
def bool_eq_false(f: Term) -> Sides:
    """Say that (= F false) is (not F)."""
    return equal(f, FALSE), negated(f)


@rewrite("bool-eq-nrefl")
def bool_eq_nrefl(f: Term) -> Sides:
    """Say that (= F (not F)) is false."""
    return equal(f, negated(f)), FALSE


@rewrite("bool-impl-false1")
def bool_impl_false1(f: Term) -> Sides:
    """Say that (=> F false) is (not F)."""
    return _implies(f, FALSE), negated(f)


@rewrite("bool-impl-false2")
def bool_impl_false2(f: Term) -> Sides:
    """Say that (=> false F) is true."""
    return _implies(FALSE, f), TRUE


@rewrite("bool-impl-true1")
def bool_impl_true1(f: Term) -> Sides:
    """Say that (=> F true) is true."""
    return _implies(f, TRUE), TRUE


@rewrite("bool-impl-true2")
def bool_impl_true2(f: Term) -> Sides:
    """Say that (=> true F) is F."""
    return _implies(TRUE, f), f


@rewrite("bool-impl-elim")
def bool_impl_elim(f: Term, g: Term) -> Sides:
    """Say that (=> F G) is (or (not F) G)."""
    return _implies(f, g), any_of([negated(f), g])


@rewrite("bool-implies-de-morgan")
def bool_implies_de_morgan(f: Term, g: Term) -> Sides:
    """Say that (not (=> F G)) is (and F (not G))."""
    return negated(_implies(f, g)), all_of([f, negated(g)])


@rewrite("bool-dual-impl-eq")
def bool_dual_impl_eq(f: Term, g: Term) -> Sides:
    """Say that (and (=> F G) (=> G F)) is (= F G)."""
    return all_of([_implies(f, g), _implies(g, f)]), equal(f, g)


@rewrite("bool-or-taut")
def bool_or_taut(fs: Term, g: Term, hs: Term, is_: Term) -> Sides:
    """Say that (or F ... G H ... (not G) I ...) is true."""
    return any_of([*listed(fs, "or"), g, *listed(hs, "or"), negated(g), *listed(is_, "or")]), TRUE


@rewrite("bool-or-taut2")
def bool_or_taut2(fs: Term, g: Term, hs: Term, is_: Term) -> Sides:
    """Say that (or F ... (not G) H ... G I ...) is true."""
    return any_of([*listed(fs, "or"), negated(g), *listed(hs, "or"), g, *listed(is_, "or")]), TRUE


@rewrite("bool-or-de-morgan")
def bool_or_de_morgan(f: Term, g: Term, hs: Term) -> Sides:
    """Say that (not (or F G H ...)) is (and (not F) (not (or G H ...)))."""
    return negated(any_of([f, g, *listed(hs, "or")])), all_of(
        [negated(f), negated(one_or("or", [g, *listed(hs, "or")]))]
    )


@rewrite("bool-and-conf")
def bool_and_conf(fs: Term, g: Term, hs: Term, is_: Term) -> Sides:
    """Say that (and F ... G H ... (not G) I ...) is false."""
    return all_of([*listed(fs, "and"), g, *listed(hs, "and"), negated(g), *listed(is_, "and")]), FALSE


@rewrite("bool-and-conf2")
def bool_and_conf2(fs: Term, g: Term, hs: Term, is_: Term) -> Sides:
    """Say that (and F ... (not G) H ... G I ...) is false."""
    return all_of([*listed(fs, "and"), negated(g), *listed(hs, "and"), g, *listed(is_, "and")]), FALSE


@rewrite("bool-and-de-morgan")
def bool_and_de_morgan(f: Term, g: Term, hs: Term) -> Sides:
    """Say that (not (and F G H ...)) is (or (not F) (not (and G H ...)))."""
    return negated(all_of([f, g, *listed(hs, "and")])), any_of(
        [negated(f), negated(one_or("and", [g, *listed(hs, "and")]))]
    )


@rewrite("bool-or-and-distrib")
def bool_or_and_distrib(f: Term, g: Term, hs: Term, i: Term, js: Term) -> Sides:
    """Say that (or (and F G H ...) I J ...) is (and (or F I J ...) (or (and G H ...) I J ...))."""
    return any_of([all_of([f, g, *listed(hs, "and")]), i, *listed(js, "or")]), all_of(
        [any_of([f, i, *listed(js, "or")]), any_of([one_or("and", [g, *listed(hs, "and")]), i, *listed(js, "or")])]
    )


@rewrite("bool-implies-or-distrib")
def bool_implies_or_distrib(f: Term, g: Term, hs: Term, i: Term) -> Sides:
    """Say that (=> (or F G H ...) I) is (and (=> F I) (=> (or G H ...) I))."""
    return _implies(any_of([f, g, *listed(hs, "or")]), i), all_of(
        [_implies(f, i), _implies(one_or("or", [g, *listed(hs, "or")]), i)]
    )


@rewrite("bool-xor-refl")
def bool_xor_refl(f: Term) -> Sides:
    """Say that (xor F F) is false."""
    return make("xor", f, f), FALSE


@rewrite("bool-xor-nrefl")
def bool_xor_nrefl(f: Term) -> Sides:
    """Say that (xor F (not F)) is true."""
    return make("xor", f, negated(f)), TRUE


@rewrite("bool-xor-false")
def bool_xor_false(f: Term) -> Sides:
    """Say that (xor F false) is F."""
    return make("xor", f, FALSE), f


@rewrite("bool-xor-true")
def bool_xor_true(f: Term) -> Sides:
    """Say that (xor F true) is (not F)."""
    return make("xor", f, TRUE), negated(f)


@rewrite("bool-xor-comm")
def bool_xor_comm(f: Term, g: Term) -> Sides:
    """Say that (xor F G) is (xor G F)."""
    return make("xor", f, g), make("xor", g, f)


@rewrite("bool-xor-elim")
def bool_xor_elim(f: Term, g: Term) -> Sides:
    """Say that (xor F G) is (= (not F) G)."""
    return make("xor", f, g), equal(negated(f), g)


@rewrite("bool-not-xor-elim")
def bool_not_xor_elim(f: Term, g: Term) -> Sides:
    """Say that (not (xor F G)) is (= F G)."""
    return negated(make("xor", f, g)), equal(f, g)


@rewrite("bool-not-eq-elim1")
def bool_not_eq_elim1(f: Term, g: Term) -> Sides:
    """Say that (not (= F G)) of truths is (= (not F) G)."""
    return negated(equal(f, g)), equal(negated(f), g)


@rewrite("bool-not-eq-elim2")
def bool_not_eq_elim2(f: Term, g: Term) -> Sides:
    """Say that (not (= F G)) of truths is (= F (not G))."""
    return negated(equal(f, g)), equal(f, negated(g))


@rewrite("ite-neg-branch", lambda f, g, h: (negated(h), g))
def ite_neg_branch(f: Term, g: Term, h: Term) -> Sides:
    """Say that (ite F G H) of truths is (= F G), if (not H) is G."""
    return _ite(f, g, h), equal(f, g)


@rewrite("ite-then-true")
def ite_then_true(f: Term, g: Term) -> Sides:
    """Say that (ite F true G) is (or F G)."""
    return _ite(f, TRUE, g), any_of([f, g])


@rewrite("ite-else-false")
def ite_else_false(f: Term, g: Term) -> Sides:
    """Say that (ite F G false) is (and F G)."""
    return _ite(f, g, FALSE), all_of([f, g])


@rewrite("ite-then-false")
def ite_then_false(f: Term, g: Term) -> Sides:
    """Say that (ite F false G) is (and (not F) G)."""
    return _ite(f, FALSE, g), all_of([negated(f), g])


@rewrite("ite-else-true")
def ite_else_true(f: Term, g: Term) -> Sides:
    """Say that (ite F G true) is (or (not F) G)."""
    return _ite(f, g, TRUE), any_of([negated(f), g])


@rewrite("ite-then-lookahead-self")
def ite_then_lookahead_self(f: Term, g: Term) -> Sides:
    """Say that (ite F F G) is (ite F true G)."""
    return _ite(f, f, g), _ite(f, TRUE, g)


@rewrite("ite-else-lookahead-self")
def ite_else_lookahead_self(f: Term, g: Term) -> Sides:
    """Say that (ite F G F) is (ite F G false)."""
    return _ite(f, g, f), _ite(f, g, FALSE)


@rewrite("ite-then-lookahead-not-self")
def ite_then_lookahead_not_self(f: Term, g: Term) -> Sides:
    """Say that (ite F (not F) G) is (ite F false G)."""
    return _ite(f, negated(f), g), _ite(f, FALSE, g)


@rewrite("ite-else-lookahead-not-self")
def ite_else_lookahead_not_self(f: Term, g: Term) -> Sides:
    """Say that (ite F G (not F)) is (ite F G true)."""
    return _ite(f, g, negated(f)), _ite(f, g, TRUE)


@rewrite("ite-expand")
def ite_expand(f: Term, g: Term, h: Term) -> Sides:
    """Say that (ite F G H) of truths is (and (or (not F) G) (or F H))."""
    return _ite(f, g, h), all_of([any_of([negated(f), g]), any_of([f, h])])


@rewrite("bool-not-ite-elim")
def bool_not_ite_elim(f: Term, g: Term, h: Term) -> Sides:
    """Say that (not (ite F G H)) is (ite F (not G) (not H))."""
    return negated(_ite(f, g, h)), _ite(f, negated(g), negated(h))


@rewrite("ite-true-cond")
def ite_true_cond(s: Term, t: Term) -> Sides:
    """Say that (ite true s t) is s."""
    return _ite(TRUE, s, t), s


@rewrite("ite-false-cond")
def ite_false_cond(s: Term, t: Term) -> Sides:
    """Say that (ite false s t) is t."""
    return _ite(FALSE, s, t), t


@rewrite("ite-not-cond")
def ite_not_cond(f: Term, s: Term, t: Term) -> Sides:
    """Say that (ite (not F) s t) is (ite F t s)."""
    return _ite(negated(f), s, t), _ite(f, t, s)


@rewrite("ite-eq-branch")
def ite_eq_branch(f: Term, s: Term) -> Sides:
    """Say that (ite F s s) is s."""
    return _ite(f, s, s), s


@rewrite("ite-then-lookahead")
def ite_then_lookahead(f: Term, s: Term, t: Term, u: Term) -> Sides:
    """Say that (ite F (ite F s t) u) is (ite F s u)."""
    return _ite(f, _ite(f, s, t), u), _ite(f, s, u)


@rewrite("ite-else-lookahead")
def ite_else_lookahead(f: Term, s: Term, t: Term, u: Term) -> Sides:
    """Say that (ite F s (ite F t u)) is (ite F s u)."""
    return _ite(f, s, _ite(f, t, u)), _ite(f, s, u)


@rewrite("ite-then-neg-lookahead")
def ite_then_neg_lookahead(f: Term, s: Term, t: Term, u: Term) -> Sides:
    """Say that (ite F (ite (not F) s t) u) is (ite F t u)."""
    return _ite(f, _ite(negated(f), s, t), u), _ite(f, t, u)


@rewrite("ite-else-neg-lookahead")
def ite_else_neg_lookahead(f: Term, s: Term, t: Term, u: Term) -> Sides:
    """Say that (ite F s (ite (not F) t u)) is (ite F s t)."""
    return _ite(f, s, _ite(negated(f), t, u)), _ite(f, s, t)


@rewrite("eq-refl")
def eq_refl(t: Term) -> Sides:
    """Say that (= t t) is true."""
    return equal(t, t), TRUE


@rewrite("eq-symm")
def eq_symm(s: Term, t: Term) -> Sides:
    """Say that (= s t) is (= t s)."""
    return equal(s, t), equal(t, s)


@rewrite("eq-cond-deq", lambda t, s, u: (equal(s, u), FALSE))
def eq_cond_deq(t: Term, s: Term, u: Term) -> Sides:
    """Say that (= (= t s) (= t u)) is (and (not (= t s)) (not (= t u))), if (= s u) is false."""
    return equal(equal(t, s), equal(t, u)), all_of([negated(equal(t, s)), negated(equal(t, u))])


@rewrite("eq-ite-lift")
def eq_ite_lift(f: Term, s: Term, t: Term, u: Term) -> Sides:
    """Say that (= (ite F s t) u) is (ite F (= s u) (= t u))."""
    return equal(_ite(f, s, t), u), _ite(f, equal(s, u), equal(t, u))


@rewrite("distinct-binary-elim")
def distinct_binary_elim(s: Term, t: Term) -> Sides:
    """Say that (distinct s t) is (not (= s t))."""
    return make("distinct", s, t), negated(equal(s, t))
