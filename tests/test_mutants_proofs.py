"""Of a changed claim, those proofs are made again that it may let fail, and what comes of it is what all would give."""

import os
from types import FunctionType

import pytest

from slotproof.declare import Claim
from slotproof.declare.verdict import Status
from slotproof.engine.mutate.edit import CLAIM, Mutant, applied, as_written, replaced
from slotproof.engine.mutate.restated import Restated, restated
from slotproof.engine.prove import prove
from slotproof.mutation import judging
from slotproof.mutation.claims import claim_of, declared_by, leads_to
from slotproof.mutation.proofs import Again, as_they_did, in_another_process, readers, to_make_again
from slotproof.mutation.trial import KILLED, SURVIVED
from slotproof.mutation.units import proofs
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.handle_map.claims import issued_once, meta_is_order, spent_is_dead
from slotproof.proofs.indexed_store.claims import index_is_sound
from slotproof.proofs.registry.groups import groups_stay
from slotproof.proofs.token_allocator import bits_are_tokens, used_in_range

from .judging import judged
from .quick import long_unless

TOKENS = CATALOG["token_allocator"]
HANDLES = CATALOG["handle_map"]


def predicate(claim: Claim) -> FunctionType:
    """What the claim says."""
    assert isinstance(claim.holds, FunctionType)
    return claim.holds


def changed(container: str, claim: Claim, old: str, new: str) -> Mutant:
    """The claim with another text in it."""
    return replaced(container, predicate(claim), [(old, new)], f"{claim.id}: {new}")


IMPLIED = changed("token_allocator", used_in_range, "m.limit >= 0", "True")
"""No fewer than none are in use, and no more than the limit, says another law."""

COMPARED = changed("token_allocator", bits_are_tokens, "len(bits.ones) == len(m.used)", "True")
"""What is alike has as many entries."""

NEEDED = changed("token_allocator", bits_are_tokens, "alike(bits.ones, m.used)", "True")
CONTRARY = changed("token_allocator", bits_are_tokens, "bits.limit == m.limit", "bits.limit != m.limit")
WEAKER_STEP = changed("handle_map", issued_once, "after.generation[slot] >= 1", "True")


def again(mutant: Mutant) -> Again:
    """What must be proved again of a mutant that this process takes on meanwhile."""
    refinement = CATALOG[mutant.container]
    with applied(mutant):
        return to_make_again(refinement, mutant, proofs(refinement, mutant))


@pytest.mark.parametrize(
    ("mutant", "seen"),
    [(IMPLIED, Restated(True, True)), (NEEDED, Restated(True, False)), (CONTRARY, Restated(False, False))],
    ids=lambda each: getattr(each, "name", None),
)
def test_a_claim_is_compared_with_what_it_said(mutant: Mutant, seen: Restated) -> None:
    """What follows from the other claims is no loss; what does not is; the contrary does not even follow."""
    claim = claim_of(TOKENS, mutant)
    assert claim is not None
    with applied(mutant):
        assert restated(TOKENS, claim, as_written(predicate(claim))) == seen
    assert restated(TOKENS, claim, as_written(predicate(claim))) == Restated(True, True)


def test_what_says_as_much_is_proved_where_it_is_read_in_another_way() -> None:
    """All other proofs suppose and oblige the same; with a new container it is shown that it reads what is there."""
    assert again(IMPLIED) == (["new"], ["new"])
    assert again(COMPARED) == (["to_dict", "copy", "new"], ["to_dict", "copy", "new"])


def test_what_says_less_is_proved_everywhere_and_starts_are_as_they_were() -> None:
    """An obligation may have needed what is left out; a state that an end could start from still obeys all claims."""
    units, ends = again(NEEDED)
    assert units == proofs(TOKENS, NEEDED)
    assert ends == ["to_dict", "copy", "new"], "whose results are compared by means of it"
    assert again(CONTRARY) == (units, units)


def test_a_law_of_steps_that_says_less_is_proved_where_loops_carry_it() -> None:
    """Elsewhere nothing supposes it."""
    units, ends = again(WEAKER_STEP)
    assert sorted(units) == ["emplace_items", "erase_items", "new"]
    assert ends == ["new"]


def test_what_is_compared_in_one_arrangement_is_proved_in_others() -> None:
    """A proof of the deep profile is made, whatever a claim is seen to say in the arrangement of the default one."""
    store = CATALOG["registry"]
    plain = {*prove.units(store, deep=False)}
    every = [unit for unit in prove.units(store, deep=True) if unit.startswith("length | ")]
    mutant = changed("registry", groups_stay, "len(before.groups) <= len(after.groups)", "True")
    with applied(mutant):
        units, ends = to_make_again(store, mutant, every)
    assert list(units) == list(ends) == [unit for unit in every if unit not in plain]
    assert 0 < len(units) < len(every)


@pytest.mark.parametrize(
    ("mutant", "outcome"),
    long_unless(
        lambda mutant, outcome: mutant is NEEDED,
        [(IMPLIED, SURVIVED), (COMPARED, SURVIVED), (NEEDED, KILLED), (CONTRARY, KILLED)],
    ),
    ids=lambda each: getattr(each, "name", None),
)
def test_some_proofs_tell_what_all_tell(mutant: Mutant, outcome: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the same unit, too, if one fails."""
    few = judged(mutant, prove.NAME)
    monkeypatch.setattr(judging, "to_make_again", lambda refinement, mutant, units: Again(units, units))
    every = judged(mutant, prove.NAME)
    assert few.outcome == every.outcome == outcome
    assert (few.claim, few.unit) == (every.claim, every.unit)


@pytest.mark.parametrize("ends", [["acquire"], []])
def test_where_there_may_be_no_start_it_is_looked_for(ends: list[str]) -> None:
    """Of claims that contradict each other everything follows: only that no end has a start shows it."""
    with applied(changed("token_allocator", used_in_range, "m.limit >= 0", "m.limit < 0")):
        verdicts = judging._proving(TOKENS, CLAIM, ends, "acquire")
    assert any("its assumptions contradict each other" in each.reason for each in verdicts) == bool(ends)


def test_proofs_that_are_not_made_again_are_told_as_proved() -> None:
    """Each of the changed claim."""
    told = as_they_did(TOKENS, IMPLIED, ["acquire", "release"])
    assert [(each.unit, each.claim, each.status) for each in told] == [
        ("acquire", "TA-L1", Status.PROVED),
        ("release", "TA-L1", Status.PROVED),
    ]


def test_what_reads_a_claim_is_found_by_what_it_mentions() -> None:
    """A comparison, a loop, a tuple of claims; what only runs the container reads none."""
    assert declared_by(HANDLES, meta_is_order.id) == {"copy", "to_dict", "from_dict"}
    assert declared_by(HANDLES, spent_is_dead.id) == {"from_dict"}
    assert declared_by(HANDLES, issued_once.id) == frozenset(), "a law of steps"
    assert declared_by(CATALOG["indexed_store"], index_is_sound.id) == {"copy", "to_dict", "from_dict"}, "what it does"
    assert {loop.function for loop in HANDLES.loops if leads_to(loop, meta_is_order)} == {"HandleMap.defragment"}
    assert readers(HANDLES, meta_is_order.id) == frozenset({"new", "copy", "to_dict", "from_dict", "defragment"})
    assert readers(HANDLES, spent_is_dead.id) == frozenset({"new"}), "of foreign data what the arrays say is proved"
    assert readers(TOKENS, bits_are_tokens.id) == frozenset({"new", "copy", "to_dict"})
    assert leads_to([{1: (meta_is_order,)}], meta_is_order)
    assert not leads_to([{1: (issued_once,)}], meta_is_order)


def test_another_process_answers_and_ends() -> None:
    """What it does is not done here; of one that dies nothing is known."""
    here = {1}
    assert in_another_process(here.pop) == 1
    assert here == {1}
    assert in_another_process(lambda: os._exit(3)) is None


def test_what_is_written_is_told_apart_from_what_is_taken_on() -> None:
    """The text of the file, whatever code the function has in this process."""
    holds = predicate(used_in_range)
    with applied(IMPLIED):
        assert as_written(holds).__code__.co_consts != holds.__code__.co_consts
    assert as_written(holds).__code__.co_code == holds.__code__.co_code
