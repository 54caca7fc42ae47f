"""Names for what a declared function computes of a list: of one that is computed, a name of its own."""

from __future__ import annotations

from slotproof.engine.prove.containers.summaries import is_made_up
from slotproof.engine.prove.solver import terms as t


def test_a_list_that_is_computed_of_what_a_proof_named_may_have_a_name() -> None:
    """Whatever is bound within it."""
    number = t.variable("at", 1)
    entries = t.fresh_array("entries", t.INT)
    assert is_made_up(t.computed(number, t.add(t.select(entries, number), t.fresh("more", t.INT))))


def test_a_list_that_depends_on_a_bound_variable_has_none() -> None:
    """It is another list for each value, and a name that is known of all would be one for all of them."""
    number, outer = t.variable("at", 2), t.variable("i", 1)
    assert not is_made_up(t.computed(number, t.add(t.select(t.fresh_array("entries", t.INT), number), outer)))
