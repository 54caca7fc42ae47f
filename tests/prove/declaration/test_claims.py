"""What a claim says of a state is made once, and anew where something that it reads has changed."""

from __future__ import annotations

import ast
from dataclasses import replace

from slotproof.declare import Refinement
from slotproof.engine.prove.declaration.claims import ClaimsOf, Said, show
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.make import any_object
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import Ref
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.solve import Solver

from ..examples import tally

NODE = ast.parse("claims").body[0]


def begun(refinement: Refinement) -> tuple[Evaluator, State, ClaimsOf, Said, list[Ref]]:
    """Make any pair of states of a declaration with one invariant; give what says that of them."""
    program = Declarations()
    ev, st = Evaluator(program, Solver(Budget(last=50_000))), State()
    claims = ClaimsOf(refinement, program)
    [claim] = claims.couple
    pair = [any_object(ev, st, program.the_class(each), "any ") for each in (refinement.model, refinement.impl)]
    return ev, st, claims, claim, pair


def test_a_claim_is_said_anew_of_what_has_changed() -> None:
    """Of either side, whichever was made last."""
    ev, st, claims, claim, pair = begun(tally.counter(tally.counted))
    said = claims.formula(ev, st, claim, pair)
    assert claims.formula(ev, st, claim, pair) is said
    for side in pair:
        after = st.copy()
        cell = after.heap[side.id]
        after.heap[side.id] = replace(cell, fields={**cell.fields, "count": t.fresh("count", t.INT)})
        assert str(claims.formula(ev, after, claim, pair)) != str(said)


def test_a_claim_is_said_anew_of_a_list_that_has_changed() -> None:
    """And only then: the same list says the same."""
    ev, st, claims, claim, pair = begun(tally.tally(tally.twice))
    said = claims.formula(ev, st, claim, pair)
    assert claims.formula(ev, st.copy(), claim, pair) is said
    named = ev.claim
    show(claims, ev, st.copy(), [claim], pair, "now")
    assert ev.claim == named
    for side in pair:
        after = st.copy()
        items = after.heap[side.id].fields["items"].id
        after.heap[items] = replace(after.heap[items], length=t.fresh("length", t.INT))
        assert str(claims.formula(ev, after, claim, pair)) != str(said)


def test_a_claim_that_reads_of_another_state_is_said_anew() -> None:
    """Of a state that it is not given nothing tells whether it is as it was."""
    program = Declarations()
    ev, st = Evaluator(program, Solver(Budget(last=50_000))), State()
    refinement = tally.tally(tally.twice)
    claims = ClaimsOf(refinement, program)
    [claim] = claims.couple
    pair = [any_object(ev, st, program.the_class(each), "any ") for each in (refinement.model, refinement.impl)]
    cell = st.heap[pair[0].id]
    then = Ref(cell.fields["items"].id, dict(st.heap))
    st.heap[pair[0].id] = replace(cell, fields={**cell.fields, "items": then})
    said, again = (claims.formula(ev, st, claim, pair) for _ in range(2))
    assert said is not again
    assert t.same(said, again)


def test_all_claims_of_a_list_hold() -> None:
    """If each does that is in it, and not otherwise."""
    program = Declarations()
    ev, st = Evaluator(program, Solver(Budget(last=50_000))), State()
    refinement = tally.counter(tally.counted)
    pair = [any_object(ev, st, program.the_class(each), "any ") for each in (refinement.model, refinement.impl)]
    said, counts, alike = (
        ev.truth(st, ev.applied(st, program.closure(each), pair, NODE), NODE)
        for each in (tally.both_hold, tally.counts, tally.alike)
    )
    ev.oblige(st, t.iff(said, t.conj(counts, alike)), NODE, "each of them")
    assert ev.open == []
    ev.oblige(st, said, NODE, "of any state")
    assert ev.open


def test_what_is_noted_as_shown_is_what_is_known() -> None:
    """Also where there are claims with hints, which are looked for in all that is shown."""
    ev, st = Evaluator(Declarations(), Solver()), State()
    number, hinted, claim = t.fresh("number", t.INT), t.fresh("hinted", t.BOOL), t.fresh("claim", t.BOOL)
    st.assume(t.lt(number, 8))
    ev.hint(hinted, claim)
    with ways.written() as books:
        ways.begin()
        ev.oblige(st, t.lt(number, t.POW2(t.lift(3))), NODE, "below a power")
    [[shown]] = [book.told for book in books]
    assert ev.open == []
    assert t.same(shown.formula, shown.known)
    assert t.same(st.given[-1], shown.known)
