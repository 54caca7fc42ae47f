"""A mistake that both sides make is found by a law of the model, and by nothing but that law."""

from collections import Counter
from contextlib import ExitStack
from dataclasses import replace

import pytest

from slotproof.declare import Refinement, Scope
from slotproof.declare.bug import Pair
from slotproof.declare.verdict import Status, silent
from slotproof.engine.explore import explore, invalid_inputs
from slotproof.engine.mutate.edit import CLAIM, IMPL, MODEL, NotApplied, applied
from slotproof.engine.prove import prove
from slotproof.engine.walk import walk
from slotproof.mutation.trials import mutants_of
from slotproof.proofs.bugs import BUGS, PAIRS
from slotproof.proofs.catalog import CATALOG

from ...quick import one_of_each


def made(pair: Pair) -> ExitStack:
    """This process, with both changes taken on, until the stack is closed."""
    stack = ExitStack()
    for mutant in mutants_of(pair):
        stack.enter_context(applied(mutant))
    return stack


def declared(pair: Pair, without: str = "") -> Refinement:
    """The container with the one scope, of which there is no record, and without a law."""
    whole = CATALOG[pair.container]
    [scope] = [each for each in whole.scopes if each.name == pair.scope]
    narrow: Scope = replace(scope, operations=pair.operations, enumerate=False, well_formed=None)
    return replace(
        whole,
        scopes=(narrow,),
        laws=tuple(law for law in whole.laws if law.id != without),
        answers=tuple(law for law in whole.answers if law.claim.id != without),
    )


def failed(pair: Pair, without: str = "") -> set[str]:
    """The claims that a search of the pair's scope finds broken, or calls with wrong types; no record is no claim."""
    asked = declared(pair, without)
    with made(pair):
        verdicts = explore.run(asked, pair.scope, False, expected={})
        found = {each.claim for each in verdicts if each.status is Status.FAILED} - {explore.STATES}
        if not found and pair.law in {law.claim.id for law in CATALOG[pair.container].answers if law.invalid}:
            refused = invalid_inputs.run(asked, asked.scopes[0]).trouble
            found |= set(refused.broken if refused else ())
    return found


@pytest.mark.parametrize("pair", one_of_each(lambda pair: pair.container, PAIRS), ids=lambda pair: pair.id)
def test_a_pair_is_found_by_its_law_and_by_nothing_else(pair: Pair) -> None:
    """With the law the search is red, by it; without it all is green: what both sides do alike, only a law tells."""
    assert failed(pair) == {pair.law}
    assert failed(pair, without=pair.law) == set()


def test_pairs_are_made_on_both_sides_and_in_every_container() -> None:
    """Each has a name of its own, one change in the model and one in the implementation; no container is without."""
    names = Counter([*(pair.id for pair in PAIRS), *(bug.id for bug in BUGS)])
    assert [name for name, times in names.items() if times > 1] == []
    assert {pair.container for pair in PAIRS} == {*CATALOG}
    for pair in PAIRS:
        assert [mutant.side for mutant in mutants_of(pair)] == [MODEL, IMPL] != [CLAIM]


def test_a_pair_that_does_not_fit_the_source_any_more_is_refused() -> None:
    """Each text stands once in its function."""
    [pair] = [pair for pair in PAIRS if pair.id == "tokens-released-twice"]
    with pytest.raises(NotApplied):
        mutants_of(replace(pair, model=(pair.model[0], (("no such text", "pass"),))))


def test_each_law_of_answers_has_a_pair() -> None:
    """None is never seen red."""
    answering = [law.claim.id for container in CATALOG.values() for law in container.answers]
    assert {*answering} - {pair.law for pair in PAIRS} == set()


@pytest.mark.long
def test_a_proof_is_refuted_by_the_law() -> None:
    """`prove` on the operation as it is says what the search says; without the law the pair is proved."""
    [pair] = [pair for pair in PAIRS if pair.id == "map-any-generation"]
    for without, expected in (("", {pair.law, "HM-R6"}), (pair.law, set())):
        with made(pair):
            verdicts = prove.run(replace(declared(pair, without), scopes=()), "is_valid")
        assert {each.claim for each in verdicts if each.status is Status.FAILED} - {"HM-C6"} == expected


def test_a_walk_is_broken_by_the_law() -> None:
    """Random steps find it as well."""
    [pair] = [pair for pair in PAIRS if pair.id == "tokens-released-twice"]
    whole = CATALOG[pair.container]
    with made(pair):
        verdicts = walk.walk(whole, walk.units(whole, False)[1], 2_000, tick=silent)
    assert pair.law in {each.claim for each in verdicts if each.status is Status.FAILED}
