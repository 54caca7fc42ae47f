"""What collections and words of claims mean: what CPython fails at is open, and nothing else; values are its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.cells import any_list
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import BOOL, TEXT, Kind
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.solve import Solver
from slotproof.engine.prove.solver.theory.ranks import rank
from slotproof.engine.prove.source import Refusal

from . import collected
from .test_partial import Function, is_open, is_wrong

CASES: dict[Function, tuple[int, ...]] = {
    collected.popped_within: (0, 1, 2, 3),
    collected.deleted: (0, 1, 2, 3),
    collected.overwritten: (0, 1, 2, 3),
    collected.popped_key: (0, 1, 3),
    collected.removed_item: (0, 1, 3),
    collected.put_last: (4, 5, 7),
    collected.put_first: (4, 5, 7),
    collected.first_taken: (0, 1, 3),
    collected.last_taken: (0, 1, 3),
    collected.swapped_out: (4, 5, 6, 7),
    collected.replaced: (4, 5, 7),
    collected.replaced_by: (4, 5, 7),
    collected.exchanged: (4, 5, 7),
    collected.exchanged_with: (4, 5, 7),
    collected.divided_exactly: (-3, 0, 5),
    collected.paired: (0, 2, 3),
    collected.inserted: (-3, -2, -1, 0, 1, 2, 3),
    collected.turned: (8,),
    collected.turned_copy: (8,),
    collected.sliced: (-5, -3, -1, 0, 2, 3, 5),
    collected.popped_or_seven: (0, 1, 3),
    collected.got_or_seven: (0, 1, 3),
    collected.set_if_missing: (0, 1, 3),
    collected.added: (0, 1),
    collected.discarded: (0, 1),
    collected.placed: (4, 5, 7),
    collected.keyed: (0, 5),
    collected.joined: (8,),
    collected.both: (-1, 0, 2, 3),
    collected.all_of_them: (0, 2, 4, 9),
    collected.one_of_two: (-1, 0, 2, 3),
    collected.if_then: (-1, 0, 2, 3),
    collected.one_or_other: (0, 2, 3),
    collected.both_at_once: (0, 2, 3),
    collected.one_of_two_at_once: (0, 2, 3),
    collected.if_then_at_once: (0, 2, 3),
    collected.all_at_once: (0, 1, 2),
    collected.some_at_once: (0, 1, 2),
    collected.all_listed: (0, 1, 2),
    collected.some_listed: (0, 1, 2),
    collected.all_in_turn: (0, 1, 2),
    collected.some_in_turn: (0, 1, 2),
    collected.by_a_function: (0, 3),
    collected.alike: (0, 2, 5),
    collected.all_flags: (0, 2, 3),
    collected.any_flag: (0, 2, 3),
    collected.some_entry: (0, 3, 4),
    collected.each_place: (0, 2, 3),
    collected.each_place_by_all: (0, 2, 3),
    collected.some_place: (0, 2, 3),
    collected.each_entry: (0, 2, 3),
    collected.each_item: (2, 7, 8),
    collected.divided_or_seven: (0, 64),
    collected.divided_exactly_or_seven: (0, 5),
    collected.looked_up_or_seven: (0, 1, 3),
    collected.what_there_is: (5,),
    collected.got_by_name: (5,),
    collected.paired_up: (5,),
    collected.half_of: (0, 1, 2),
}


@pytest.mark.parametrize(
    ("function", "number"), [(function, number) for function, numbers in CASES.items() for number in numbers]
)
def test_what_is_open_is_what_cpython_fails_at(function: Function, number: int) -> None:
    """And nothing else; the value is that of CPython, whether the number is known or only said to be that one."""
    for known in (True, False):
        assert is_open(function, number, known, exact=True) is is_wrong(function, number)


REFUSED: dict[Function, str] = {
    collected.first_by_key: "key=",
    collected.greatest_by_key: "key=",
    collected.greater_by_key: "key= or default=",
    collected.multiplied: "this assignment",
    collected.joined_sets: "this assignment",
    collected.repeated: "only of a list with one entry",
    collected.some_of_a_dict: "all or any",
    collected.every_second: "a slice with a step",
    collected.set_of_every_second: "this slice",
    collected.paired_with_each: "two loops in a comprehension",
    collected.listed_keys: "its order is not known",
    collected.set_of_many: "a set or dict made from a sequence",
    collected.kept_of_two: "how many are kept is not known",
    collected.sum_of_many: "how many there are is not known",
    collected.first_of_many: "whether there is an item is not known",
    collected.sorted_list: "only of a set",
    collected.sorted_by_key: "the keys are not known",
    collected.dict_of_pairs: "only of a dict",
    collected.sequence_of_entries: "only of another one, or of a range",
    collected.power_of_three: "a power that is not known",
    collected.step_of_range: "a step that is not known",
    collected.name_that_is_computed: "getattr",
    collected.length_of_what_is_looked_through: "hasattr",
    collected.same_number: "only with None, classes and objects",
    collected.bytes_of_a_number: "encodable",
    collected.more_in_a_list: "a list holds one kind",
    collected.truth_put_last: "a list or dict holds one kind",
    collected.truth_put_first: "a list or dict holds one kind",
    collected.truth_put_in: "a list or dict holds one kind",
    collected.truth_beside: "a list or dict holds one kind",
    collected.truth_under_a_key: "a list or dict holds one kind",
    collected.truth_if_missing: "a list or dict holds one kind",
    collected.list_under_a_key: "arrays hold ints",
    collected.text_among_numbers: "keys are ints",
    collected.apart_from_many: ".isdisjoint",
    collected.more_than_a_dict: "** in a dict",
    collected.sorted_in_place: "no method of list",
    collected.two_put_last: "it takes other arguments",
    collected.got_from_a_record: "a record has no such method",
    collected.of_no_field: "declares no such field",
    collected.of_a_number: ".real",
    collected.of_no_entry: "use a list, a dict or a tuple",
    collected.of_no_function: "it is no function of the language",
    collected.again_and_again: "recursion of again_and_again",
    collected.length_of_an_iterator: "len",
    collected.negative_list: "-: not of",
    collected.among_numbers: "use a dict, or write a loop",
    collected.below_a_list: "an order",
    collected.below_a_pair: "an order of tuples",
    collected.same_as_a_text: "compare values of one kind",
    collected.iterators_alike: "an iterator equals nothing but itself",
    collected.greatest_of_all: "a word that makes a name",
    collected.of_no_collection: "forall_in",
    collected.of_none_of_them: "a generator over this",
    collected.unpacked_list: "how many parts there are is not known",
    collected.absolute_list: "where an int is needed",
    collected.set_by_a_computed_name: "setattr",
    collected.new_number: "object.__new__",
    collected.never_set: "number is not assigned",
    collected.never_made: "it declares no __init__",
    collected.half_a_pair: "one is missing",
    collected.one_pair_and_a_half: "it has other parts",
    collected.lists_put_last: "these entries",
    collected.place_of_a_pair: "a search",
    collected.lists_by_one_key: "stand twice",
    collected.nothing_so_often: "a list of",
    collected.new_lists_in_a_claim: "a choice between new lists",
    collected.class_of_an_iterator: "isinstance",
    collected.one_of_these: "how many parts there are is not known",
    collected.three_so_often: "sum",
    collected.hash_of_a_pair: "hash",
    collected.power_of_a_list: "**: not of",
    collected.numbers_and_truths: "entries are",
    collected.made_from_another: "super",
    collected.kept_by_an_error: "an error with a constructor",
    collected.all_functions: "a function as a truth",
    collected.some_function: "a function as a truth",
    collected.chosen_between_kinds: "a choice between kinds",
    collected.chosen_between_lists: "a choice between",
    collected.claimed_with_an_effect: "an effect in a claim or a condition",
}
"""Functions of a number that is not known, and what a refusal says of them."""


@pytest.mark.parametrize(("function", "what"), REFUSED.items())
def test_what_has_no_meaning_is_refused(function: Function, what: str) -> None:
    """It is neither followed nor left open."""
    with pytest.raises(Refusal, match=re.escape(what)):
        is_open(function, 3, known=False)


@pytest.mark.parametrize(
    ("function", "kind", "what"),
    [
        (collected.cut_bytes, TEXT, "of bytes"),
        (collected.same_bytes, TEXT, "of bytes"),
        (collected.greatest_name, Kind("set", (TEXT,)), "of keys that are text"),
        (collected.names_and_numbers, Kind("set", (TEXT,)), "keys are text and int"),
    ],
)
def test_what_has_no_meaning_for_texts_is_refused(function: Callable[..., Any], kind: Kind, what: str) -> None:
    """However it is for numbers."""
    ev, st = Evaluator(Declarations(), None), State()
    closure = ev.program.closure(function)
    with pytest.raises(Refusal, match=re.escape(what)):
        ev.call(st, closure, [any_of(ev, st, "given", kind)], {}, closure.function.node)


@pytest.mark.parametrize("function", [collected.how_many, collected.how_many_chosen])
@pytest.mark.parametrize(("more", "is_left"), [(0, False), (1, True)])
def test_what_is_counted_is_read_where_it_stands(function: Callable[..., int], more: int, is_left: bool) -> None:
    """Each place of a list, and none behind it."""
    ev, st = Evaluator(Declarations(), Solver(Budget(last=50_000))), State()
    facts: list[t.Term] = []
    flags = any_list("flags", BOOL, facts)
    closure = ev.program.closure(function)
    for fact in facts:
        st.assume(fact)
    [(_, found)] = ev.call(st, closure, [st.allocate(flags), t.add(flags.length, more)], {}, closure.function.node)
    assert bool(ev.open) is is_left
    assert t.same(found, rank(flags.arrays[0], t.add(flags.length, more)))
    assert ev.depth == 0


def test_a_limit_of_a_slice_is_read_as_python_reads_it() -> None:
    """Whatever is known of it: from behind if it is negative, and no further than the ends."""
    ev, st = Evaluator(Declarations(), Solver(Budget(last=50_000))), State()
    node = ev.program.closure(collected.sliced).function.node
    index, length = t.fresh("index", t.INT), t.fresh("length", t.INT)
    found = ev.clamped(st, length, index, node)
    for number in range(-4, 5):
        for many in (0, 1, 3):
            right, *_ = slice(number, None).indices(many)
            given = t.conj(t.eq(index, number), t.eq(length, many))
            ev.oblige(st.copy(), t.implies(given, t.eq(found, right)), node, f"{number} of {many}")
    assert ev.open == []
