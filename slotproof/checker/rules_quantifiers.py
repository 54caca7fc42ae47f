"""Rules of quantifiers: instances, witnesses, and what may be moved across them. No sort is empty."""

from __future__ import annotations

from collections.abc import Collection

from .rules import Terms, below, denied, rule, same
from .terms import BINDERS, FALSE, Refused, Term, all_of, equal, make, negated, number, one_or, parts, shown, substitute


def _quantified(term: Term, heads: Collection[str] = ("forall",)) -> tuple[tuple[Term, ...], Term]:
    """Give the variables of a quantifier, and what it says of them."""
    if term.head not in heads:
        raise Refused(f"{shown(term)} is no {' or '.join(sorted(heads))}")
    listed, body = term.args
    return listed.args, body


def _quantify(head: str, names: Terms, body: Term) -> Term:
    """Quantify over variables; over none, what is said stays as it is."""
    return make(head, make("@list", *names), body) if names else body


@rule("instantiate", 1, 1)
def instantiate(premises: Terms, args: Terms) -> Term:
    """From (forall (x1 ... xn) F), with (@list t1 ... tn), conclude F with each t in the place of its x."""
    names, body = _quantified(premises[0])
    values = below(args[0], "@list", len(names))
    return substitute(body, dict(zip(names, values, strict=True)))


@rule("skolemize", 1, 0)
def skolemize(premises: Terms, args: Terms) -> Term:
    """From (not Q), Q being (forall (x1 ... xn) F), conclude (not F) of the witnesses (@quantifiers_skolemize Q i)."""
    names, body = _quantified(denied(premises[0]))
    witnesses = [make("@quantifiers_skolemize", denied(premises[0]), number(i)) for i in range(len(names))]
    return substitute(negated(body), dict(zip(names, witnesses, strict=True)))


@rule("skolem_intro", 0, 1)
def skolem_intro(premises: Terms, args: Terms) -> Term:
    """Take (@purify t); conclude that it is t."""
    return equal(args[0], below(args[0], "@purify", 1)[0])


@rule("alpha_equiv", 0, 3)
def alpha_equiv(premises: Terms, args: Terms) -> Term:
    """Take F, (@list x1 ... xn) and (@list y1 ... yn); conclude that F is F with each bound x called y.

    No x is free in F, and no y stands in it.
    """
    term, old, new = args[0], below(args[1], "@list"), below(args[2], "@list")
    if len(old) != len(new) or len(set(old)) != len(old) or len(set(new)) != len(new):
        raise Refused("variables and their new names, each once")
    if any(a.head != "var" or b.head != "var" or a.sort != b.sort for a, b in zip(old, new, strict=True)):
        raise Refused("variables are renamed to variables of their sorts")
    if not term.free.isdisjoint(old) or not set(new).isdisjoint(parts(term)):
        raise Refused("a variable is free, or a new name is not new")
    made: dict[Term, Term] = dict(zip(old, new, strict=True))
    for each in parts(term):
        if each not in made:
            made[each] = make(each.head, *[made[below] for below in each.args]) if each.args else each
    return equal(term, made[term])


@rule("exists-elim", 0, 1)
def exists_elim(premises: Terms, args: Terms) -> Term:
    """Take (= (exists xs F) (not (forall xs (not F)))); conclude it."""
    one, other = below(args[0], "=", 2)
    names, body = _quantified(one, ("exists",))
    same(other, negated(_quantify("forall", names, negated(body))))
    return args[0]


@rule("quant_var_reordering", 0, 1)
def quant_var_reordering(premises: Terms, args: Terms) -> Term:
    """Take (= (forall xs F) (forall ys F)), where ys are xs in another order; conclude it."""
    one, other = below(args[0], "=", 2)
    (xs, body), (ys, again) = _quantified(one), _quantified(other)
    same(body, again)
    if set(xs) != set(ys):
        raise Refused("other variables are quantified")
    return args[0]


@rule("quant-unused-vars", 0, 1)
def quant_unused_vars(premises: Terms, args: Terms) -> Term:
    """Take (= (Q xs F) (Q ys F)), where ys are the xs that are free in F; of none, (= (Q xs F) F). Conclude it."""
    one, other = below(args[0], "=", 2)
    names, body = _quantified(one, BINDERS)
    same(other, _quantify(one.head, [each for each in names if each in body.free], body))
    return args[0]


@rule("quant-merge-prenex", 0, 1)
def quant_merge_prenex(premises: Terms, args: Terms) -> Term:
    """Take (= (Q xs (Q ys ... F)) (Q (xs ys ...) F)); conclude it. No variable is named twice."""
    one, other = below(args[0], "=", 2)
    names, body = _quantified(one, BINDERS)
    while body.head == one.head:
        more, body = _quantified(body, BINDERS)
        names += more
    same(other, _quantify(one.head, names, body))
    return args[0]


@rule("quant-miniscope-and", 0, 1)
def quant_miniscope_and(premises: Terms, args: Terms) -> Term:
    """Take (= (forall xs (and F1 ... Fn)) (and (forall xs F1) ... (forall xs Fn))); conclude it."""
    one, other = below(args[0], "=", 2)
    names, body = _quantified(one)
    same(other, all_of([_quantify("forall", names, each) for each in below(body, "and")]))
    return args[0]


@rule("quant-miniscope-or", 0, 1)
def quant_miniscope_or(premises: Terms, args: Terms) -> Term:
    """Take (= (forall xs (or F1 ... Fn)) (or G1 ... Gn)), each G being its F, or F quantified over some of xs.

    No x is quantified in two of them, and each is in every F in which it is free. Conclude it.
    """
    one, other = below(args[0], "=", 2)
    names, body = _quantified(one)
    before, after = below(body, "or"), below(other, "or")
    left = set(names)
    if len(before) != len(after):
        raise Refused("as many are said before and after")
    for each, now in zip(before, after, strict=True):
        own: tuple[Term, ...] = ()
        if now is not each:
            own, inner = _quantified(now)
            same(inner, each)
        if not left.issuperset(own) or not each.free.intersection(names).issubset(own):
            raise Refused(f"{shown(now)} quantifies over other variables")
        left -= set(own)
    return args[0]


@rule("quant-miniscope-ite", 0, 1)
def quant_miniscope_ite(premises: Terms, args: Terms) -> Term:
    """Take (= (forall xs (ite A F G)) (ite A (forall xs F) (forall xs G))), no x being free in A; conclude it."""
    one, other = below(args[0], "=", 2)
    names, body = _quantified(one)
    condition, first, second = below(body, "ite", 3)
    if not condition.free.isdisjoint(names):
        raise Refused("a variable is free in the condition")
    same(other, make("ite", condition, *[_quantify("forall", names, each) for each in (first, second)]))
    return args[0]


@rule("quant-var-elim-eq", 0, 1)
def quant_var_elim_eq(premises: Terms, args: Terms) -> Term:
    """Take (= (forall (x) (or (not (= x t)) F ...)) G), where G is (or F ...) with t in the place of x; conclude it.

    x is not free in t. Of (not (= x t)) alone, G is false.
    """
    one, other = below(args[0], "=", 2)
    names, body = _quantified(one)
    first, *rest = body.args if body.head == "or" else (body,)
    name, value = below(denied(first), "=", 2)
    if names != (name,) or name in value.free or name.sort != value.sort:
        raise Refused(f"{shown(first)} does not say what the variable is")
    same(other, substitute(one_or("or", rest), {name: value}) if rest else FALSE)
    return args[0]
