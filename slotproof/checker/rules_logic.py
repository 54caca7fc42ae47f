"""Rules of truths: implications, conjunctions, disjunctions, and clauses, which are disjunctions of any size."""

from __future__ import annotations

from .rules import Terms, below, denied, opposite, place_in, rule, same
from .terms import FALSE, TRUE, Refused, Term, all_of, any_of, make, negated, shown


@rule("split", 0, 1)
def split(premises: Terms, args: Terms) -> Term:
    """Take F; conclude (or F (not F))."""
    return any_of([args[0], negated(args[0])])


@rule("eq_resolve", 2, 0)
def eq_resolve(premises: Terms, args: Terms) -> Term:
    """From F and (= F G) conclude G."""
    one, other = below(premises[1], "=", 2)
    same(premises[0], one)
    return other


@rule("modus_ponens", 2, 0)
def modus_ponens(premises: Terms, args: Terms) -> Term:
    """From F and (=> F G) conclude G."""
    one, other = below(premises[1], "=>", 2)
    same(premises[0], one)
    return other


@rule("not_not_elim", 1, 0)
def not_not_elim(premises: Terms, args: Terms) -> Term:
    """From (not (not F)) conclude F."""
    return denied(denied(premises[0]))


@rule("contra", 2, 0)
def contra(premises: Terms, args: Terms) -> Term:
    """From F and (not F) conclude false."""
    same(premises[0], denied(premises[1]))
    return FALSE


@rule("and_elim", 1, 1)
def and_elim(premises: Terms, args: Terms) -> Term:
    """From (and F1 ... Fn), with a place i, conclude the F at that place, counted from 0."""
    return place_in(below(premises[0], "and"), args[0])


@rule("and_intro", None, 0)
def and_intro(premises: Terms, args: Terms) -> Term:
    """From F1, ..., Fn conclude (and F1 ... Fn)."""
    return all_of(premises)


@rule("not_or_elim", 1, 1)
def not_or_elim(premises: Terms, args: Terms) -> Term:
    """From (not (or F1 ... Fn)), with a place i, conclude (not F) of the F at that place."""
    return negated(place_in(below(denied(premises[0]), "or"), args[0]))


@rule("not_and", 1, 0)
def not_and(premises: Terms, args: Terms) -> Term:
    """From (not (and F1 ... Fn)) conclude (or (not F1) ... (not Fn))."""
    return any_of([negated(each) for each in below(denied(premises[0]), "and")])


@rule("implies_elim", 1, 0)
def implies_elim(premises: Terms, args: Terms) -> Term:
    """From (=> F G) conclude (or (not F) G)."""
    one, other = below(premises[0], "=>", 2)
    return any_of([negated(one), other])


@rule("not_implies_elim1", 1, 0)
def not_implies_elim1(premises: Terms, args: Terms) -> Term:
    """From (not (=> F G)) conclude F."""
    return below(denied(premises[0]), "=>", 2)[0]


@rule("not_implies_elim2", 1, 0)
def not_implies_elim2(premises: Terms, args: Terms) -> Term:
    """From (not (=> F G)) conclude (not G)."""
    return negated(below(denied(premises[0]), "=>", 2)[1])


def _truths(term: Term, head: str = "=") -> tuple[Term, Term]:
    """Give both sides of what says that two truths are equal, or that they are not (`xor`)."""
    one, other = below(term, head, 2)
    if one.sort != "Bool":
        raise Refused(f"{shown(one)} is no truth")
    return one, other


@rule("equiv_elim1", 1, 0)
def equiv_elim1(premises: Terms, args: Terms) -> Term:
    """From (= F G) of truths conclude (or (not F) G)."""
    one, other = _truths(premises[0])
    return any_of([negated(one), other])


@rule("equiv_elim2", 1, 0)
def equiv_elim2(premises: Terms, args: Terms) -> Term:
    """From (= F G) of truths conclude (or F (not G))."""
    one, other = _truths(premises[0])
    return any_of([one, negated(other)])


@rule("not_equiv_elim1", 1, 0)
def not_equiv_elim1(premises: Terms, args: Terms) -> Term:
    """From (not (= F G)) of truths conclude (or F G)."""
    return any_of(_truths(denied(premises[0])))


@rule("not_equiv_elim2", 1, 0)
def not_equiv_elim2(premises: Terms, args: Terms) -> Term:
    """From (not (= F G)) of truths conclude (or (not F) (not G))."""
    return any_of([negated(each) for each in _truths(denied(premises[0]))])


@rule("xor_elim1", 1, 0)
def xor_elim1(premises: Terms, args: Terms) -> Term:
    """From (xor F G) conclude (or F G)."""
    return any_of(_truths(premises[0], "xor"))


@rule("xor_elim2", 1, 0)
def xor_elim2(premises: Terms, args: Terms) -> Term:
    """From (xor F G) conclude (or (not F) (not G))."""
    return any_of([negated(each) for each in _truths(premises[0], "xor")])


def _cases(term: Term) -> tuple[Term, ...]:
    """Give the condition and both branches of a choice between truths."""
    if term.sort != "Bool":
        raise Refused(f"{shown(term)} is no truth")
    return below(term, "ite", 3)


@rule("ite_elim1", 1, 0)
def ite_elim1(premises: Terms, args: Terms) -> Term:
    """From (ite C F G) conclude (or (not C) F)."""
    condition, one, _ = _cases(premises[0])
    return any_of([negated(condition), one])


@rule("ite_elim2", 1, 0)
def ite_elim2(premises: Terms, args: Terms) -> Term:
    """From (ite C F G) conclude (or C G)."""
    condition, _, other = _cases(premises[0])
    return any_of([condition, other])


@rule("not_ite_elim1", 1, 0)
def not_ite_elim1(premises: Terms, args: Terms) -> Term:
    """From (not (ite C F G)) conclude (or (not C) (not F))."""
    condition, one, _ = _cases(denied(premises[0]))
    return any_of([negated(condition), negated(one)])


@rule("not_ite_elim2", 1, 0)
def not_ite_elim2(premises: Terms, args: Terms) -> Term:
    """From (not (ite C F G)) conclude (or C (not G))."""
    condition, _, other = _cases(denied(premises[0]))
    return any_of([condition, negated(other)])


# --- clauses


def _literals(clause: Term) -> tuple[Term, ...]:
    """Give the literals of a clause: what is no disjunction is one of itself."""
    return clause.args if clause.head == "or" else () if clause is FALSE else (clause,)


def _without(clause: Term, literal: Term) -> list[Term]:
    """Give the literals of a clause but for one, which may be the whole of it."""
    return [] if clause is literal else [each for each in _literals(clause) if each is not literal]


def _resolved(clauses: Terms, polarities: Terms, pivots: Terms) -> list[Term]:
    """Resolve the first clause with each that follows, one after the other.

    With pivot L, and true, literal L goes from what there is and (not L) from the next clause; with false, the other
    way round. Whatever L is, one of both is false, so what is left of the clause that has it holds.
    """
    if not len(clauses) - 1 == len(polarities) == len(pivots):
        raise Refused("as many pivots as clauses after the first")
    so_far: list[Term] | None = None
    for clause, polarity, pivot in zip(clauses[1:], polarities, pivots, strict=True):
        if polarity not in (TRUE, FALSE):
            raise Refused(f"{shown(polarity)} is neither true nor false")
        gone = opposite(pivot, polarity is TRUE)
        so_far = _without(clauses[0], gone) if so_far is None else [each for each in so_far if each is not gone]
        so_far += _without(clause, opposite(pivot, polarity is FALSE))
    return list(_literals(clauses[0])) if so_far is None else so_far


def _clause(literals: list[Term]) -> Term:
    """Write literals as a clause: one alone is itself."""
    return literals[0] if len(literals) == 1 else any_of(literals)


@rule("resolution", 2, 2)
def resolution(premises: Terms, args: Terms) -> Term:
    """From clauses C and D, with a polarity and a pivot L, conclude what is left of both, as `_resolved` says."""
    return _clause(_resolved(premises, args[:1], args[1:]))


@rule("chain_resolution", None, 2)
def chain_resolution(premises: Terms, args: Terms) -> Term:
    """From clauses, with a list of polarities and one of pivots, conclude what is left, as `_resolved` says."""
    return _clause(_resolved(premises, below(args[0], "@list"), below(args[1], "@list")))


@rule("chain_m_resolution", None, 3)
def chain_m_resolution(premises: Terms, args: Terms) -> Term:
    """From clauses, with lists of polarities and pivots, conclude a clause that has all literals that are left."""
    left = _resolved(premises, below(args[1], "@list"), below(args[2], "@list"))
    return _has(args[0], left)


def _has(clause: Term, literals: Terms) -> Term:
    """Give a clause, if all literals stand in it."""
    there = {*_literals(clause), clause}
    for each in literals:
        if each not in there:
            raise Refused(f"{shown(each)} is lost")
    return clause


@rule("reordering", 1, 1)
def reordering(premises: Terms, args: Terms) -> Term:
    """From a clause conclude one that has all its literals."""
    return _has(args[0], _literals(premises[0]))


@rule("factoring", 1, 0)
def factoring(premises: Terms, args: Terms) -> Term:
    """From a clause conclude the same, each literal once."""
    return _clause(list(dict.fromkeys(_literals(premises[0]))))


# --- what is so of any truth, as a clause


@rule("cnf_and_pos", 0, 2)
def cnf_and_pos(premises: Terms, args: Terms) -> Term:
    """Take T, (and F1 ... Fn), and a place i; conclude (or (not T) F) of the F at that place."""
    return any_of([negated(args[0]), place_in(below(args[0], "and"), args[1])])


@rule("cnf_and_neg", 0, 1)
def cnf_and_neg(premises: Terms, args: Terms) -> Term:
    """Take T, (and F1 ... Fn); conclude (or T (not F1) ... (not Fn))."""
    return any_of([args[0], *[negated(each) for each in below(args[0], "and")]])


@rule("cnf_or_pos", 0, 1)
def cnf_or_pos(premises: Terms, args: Terms) -> Term:
    """Take T, (or F1 ... Fn); conclude (or (not T) F1 ... Fn)."""
    return any_of([negated(args[0]), *below(args[0], "or")])


@rule("cnf_or_neg", 0, 2)
def cnf_or_neg(premises: Terms, args: Terms) -> Term:
    """Take T, (or F1 ... Fn), and a place i; conclude (or T (not F)) of the F at that place."""
    return any_of([args[0], negated(place_in(below(args[0], "or"), args[1]))])


@rule("cnf_implies_pos", 0, 1)
def cnf_implies_pos(premises: Terms, args: Terms) -> Term:
    """Take T, (=> F G); conclude (or (not T) (not F) G)."""
    one, other = below(args[0], "=>", 2)
    return any_of([negated(args[0]), negated(one), other])


@rule("cnf_implies_neg1", 0, 1)
def cnf_implies_neg1(premises: Terms, args: Terms) -> Term:
    """Take T, (=> F G); conclude (or T F)."""
    return any_of([args[0], below(args[0], "=>", 2)[0]])


@rule("cnf_implies_neg2", 0, 1)
def cnf_implies_neg2(premises: Terms, args: Terms) -> Term:
    """Take T, (=> F G); conclude (or T (not G))."""
    return any_of([args[0], negated(below(args[0], "=>", 2)[1])])


@rule("cnf_equiv_pos1", 0, 1)
def cnf_equiv_pos1(premises: Terms, args: Terms) -> Term:
    """Take T, (= F G) of truths; conclude (or (not T) (not F) G)."""
    one, other = _truths(args[0])
    return any_of([negated(args[0]), negated(one), other])


@rule("cnf_equiv_pos2", 0, 1)
def cnf_equiv_pos2(premises: Terms, args: Terms) -> Term:
    """Take T, (= F G) of truths; conclude (or (not T) F (not G))."""
    one, other = _truths(args[0])
    return any_of([negated(args[0]), one, negated(other)])


@rule("cnf_equiv_neg1", 0, 1)
def cnf_equiv_neg1(premises: Terms, args: Terms) -> Term:
    """Take T, (= F G) of truths; conclude (or T F G)."""
    return any_of([args[0], *_truths(args[0])])


@rule("cnf_equiv_neg2", 0, 1)
def cnf_equiv_neg2(premises: Terms, args: Terms) -> Term:
    """Take T, (= F G) of truths; conclude (or T (not F) (not G))."""
    return any_of([args[0], *[negated(each) for each in _truths(args[0])]])


@rule("cnf_ite_pos1", 0, 1)
def cnf_ite_pos1(premises: Terms, args: Terms) -> Term:
    """Take T, (ite C F G); conclude (or (not T) (not C) F)."""
    condition, one, _ = _cases(args[0])
    return any_of([negated(args[0]), negated(condition), one])


@rule("cnf_ite_pos2", 0, 1)
def cnf_ite_pos2(premises: Terms, args: Terms) -> Term:
    """Take T, (ite C F G); conclude (or (not T) C G)."""
    condition, _, other = _cases(args[0])
    return any_of([negated(args[0]), condition, other])


@rule("cnf_ite_pos3", 0, 1)
def cnf_ite_pos3(premises: Terms, args: Terms) -> Term:
    """Take T, (ite C F G); conclude (or (not T) F G)."""
    return any_of([negated(args[0]), *_cases(args[0])[1:]])


@rule("cnf_ite_neg1", 0, 1)
def cnf_ite_neg1(premises: Terms, args: Terms) -> Term:
    """Take T, (ite C F G); conclude (or T (not C) (not F))."""
    condition, one, _ = _cases(args[0])
    return any_of([args[0], negated(condition), negated(one)])


@rule("cnf_ite_neg2", 0, 1)
def cnf_ite_neg2(premises: Terms, args: Terms) -> Term:
    """Take T, (ite C F G); conclude (or T C (not G))."""
    condition, _, other = _cases(args[0])
    return any_of([args[0], condition, negated(other)])


@rule("cnf_ite_neg3", 0, 1)
def cnf_ite_neg3(premises: Terms, args: Terms) -> Term:
    """Take T, (ite C F G); conclude (or T (not F) (not G))."""
    return any_of([args[0], *[negated(each) for each in _cases(args[0])[1:]]])


@rule("ite_eq", 0, 1)
def ite_eq(premises: Terms, args: Terms) -> Term:
    """Take T, (ite C a b); conclude (ite C (= T a) (= T b))."""
    condition, one, other = below(args[0], "ite", 3)
    return make("ite", condition, make("=", args[0], one), make("=", args[0], other))


@rule("process_scope", 1, 1)
def process_scope(premises: Terms, args: Terms) -> Term:
    """From (=> F1 (=> ... (=> Fn G))), with G, conclude (=> (and F1 ... Fn) G); of false, (not (and F1 ... Fn)).

    One F alone is no conjunction; of none, it is true.
    """
    assumed, rest = [], premises[0]
    while rest is not args[0]:
        one, rest = below(rest, "=>", 2)
        assumed.append(one)
    told = assumed[0] if len(assumed) == 1 else all_of(assumed)
    return negated(told) if args[0] is FALSE else make("=>", told, args[0])
