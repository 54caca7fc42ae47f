"""What has no meaning in proofs is refused: it is neither followed nor left open."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import INT, TEXT, Kind
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.solve import Solver
from slotproof.engine.prove.source import Refusal

from .functions import refused_forms, refused_things
from .test_partial import Function, is_open

REFUSED: dict[Function, str] = {
    refused_forms.first_by_key: "key=",
    refused_forms.greatest_by_key: "key=",
    refused_forms.greater_by_key: "key= or default=",
    refused_forms.multiplied: "this assignment",
    refused_forms.joined_sets: "this assignment",
    refused_forms.repeated: "only of a list with one entry",
    refused_forms.some_of_a_dict: "all or any",
    refused_forms.every_second: "a slice with a step",
    refused_forms.set_of_every_second: "this slice",
    refused_forms.paired_with_each: "two loops in a comprehension",
    refused_forms.listed_keys: "its order is not known",
    refused_forms.dict_of_many: "a dict made from a sequence",
    refused_forms.kept_of_two: "a condition of what is kept",
    refused_forms.sum_of_many: "how many there are is not known",
    refused_forms.first_of_many: "whether there is an item is not known",
    refused_forms.sorted_list: "only of a set",
    refused_forms.sorted_by_key: "the keys are not known",
    refused_forms.dict_of_pairs: "no function of the language",
    refused_forms.sequence_of_entries: "only of another one, or of a range",
    refused_forms.power_of_three: "a power that is not known",
    refused_forms.step_of_range: "a step that is not known",
    refused_forms.name_that_is_computed: "getattr",
    refused_forms.length_of_what_is_looked_through: "hasattr",
    refused_forms.same_number: "only with None, classes and objects",
    refused_forms.bytes_of_a_number: "encodable",
    refused_forms.more_in_a_list: "a list holds one kind",
    refused_forms.truth_put_last: "a list or dict holds one kind",
    refused_forms.truth_put_first: "a list or dict holds one kind",
    refused_forms.truth_put_in: "a list or dict holds one kind",
    refused_forms.truth_beside: "a list or dict holds one kind",
    refused_forms.truth_under_a_key: "a list or dict holds one kind",
    refused_forms.truth_if_missing: "a list or dict holds one kind",
    refused_forms.list_under_a_key: "arrays hold ints",
    refused_forms.text_among_numbers: "keys are ints",
    refused_forms.more_than_a_dict: "** in a dict",
    refused_forms.sorted_in_place: "no method of list",
    refused_forms.two_put_last: "it takes other arguments",
    refused_forms.got_from_a_record: "a record has no such method",
    refused_forms.of_no_field: "declares no such field",
    refused_forms.of_a_number: ".real",
    refused_forms.of_no_entry: "use a list, a dict or a tuple",
    refused_forms.of_no_function: "it is no function of the language",
    refused_forms.again_and_again: "recursion of again_and_again",
    refused_forms.length_of_an_iterator: "len",
    refused_forms.negative_list: "-: not of",
    refused_forms.among_numbers: "use a dict, or write a loop",
    refused_forms.below_a_list: "an order",
    refused_forms.below_a_pair: "an order of tuples",
    refused_forms.same_as_a_text: "compare values of one kind",
    refused_forms.iterators_alike: "an iterator equals nothing but itself",
    refused_forms.greatest_of_all: "a word that makes a name",
    refused_forms.of_no_collection: "forall_in",
    refused_forms.of_none_of_them: "a generator over this",
    refused_forms.unpacked_list: "how many parts there are is not known",
    refused_forms.absolute_list: "where an int is needed",
    refused_forms.set_by_a_computed_name: "setattr",
    refused_forms.new_number: "object.__new__",
    refused_forms.never_set: "number is not assigned",
    refused_forms.never_made: "it declares no __init__",
    refused_forms.half_a_pair: "one is missing",
    refused_forms.one_pair_and_a_half: "it has other parts",
    refused_forms.lists_put_last: "these entries",
    refused_forms.place_of_a_pair: "a search",
    refused_forms.lists_by_one_key: "stand twice",
    refused_forms.nothing_so_often: "a list of",
    refused_forms.new_lists_in_a_claim: "a choice between new lists",
    refused_forms.class_of_an_iterator: "isinstance",
    refused_forms.one_of_these: "how many parts there are is not known",
    refused_forms.three_so_often: "sum",
    refused_forms.hash_of_a_pair: "hash",
    refused_forms.power_of_a_list: "**: not of",
    refused_forms.numbers_and_truths: "entries are",
    refused_forms.encoded_constant: ".encode: whether this text",
    refused_forms.decoded_constant: ".decode: whether this text",
    refused_things.made_from_another: "super",
    refused_things.held_as_no_kind: "no kind of the language",
    refused_things.claims_of_its_own: "no declaration lists them",
    refused_things.claims_of_others: "they are made of others",
    refused_things.two_names: "a = b = ...",
    refused_things.rest_of_a_pair: "this target",
    refused_things.parts_of_a_number: "int has no parts",
    refused_things.two_of_three: "it has 3 parts",
    refused_things.field_of_a_number: "int has no fields",
    refused_things.field_of_no_class: "Held declares no such field",
    refused_things.without_a_name: "del: only of an entry",
    refused_things.without_an_item: "only of an entry of a dict or list",
    refused_things.length_of_one_of_few: "any of a few things",
    refused_things.one_of_few_lists: "an index that is not known",
    refused_things.among_few_lists: "in: of a list of things",
    refused_things.few_lists_in_order: "no method of a list of things",
    refused_things.few_lists_and_two: ".append: it takes other arguments",
    refused_things.so_many_parts: "how many there are is not known",
    refused_things.length_of_what_all_share: "a constant that can change",
    refused_things.text_of_a_list: "a text of this",
    refused_things.number_or_three: "and, or",
    refused_things.quoted: "==: of text and str",
    refused_things.length_of_many: "len of a range",
    refused_things.last_of_a_set: "a loop over a dict or set",
    refused_things.least_or_none: "a choice between kinds",
    refused_things.code_of_a_number: "ord",
    refused_things.each_of_a_number: "a loop over this",
    refused_things.yielded_nothing: "yield: of nothing",
    refused_things.raised_number: "int is no error",
    refused_things.called_otherwise: "a decorator",
    refused_things.caught_whatever: "except: of what",
    refused_things.caught_number: "no error that may be caught",
    refused_things.named_within: "NamedExpr",
    refused_things.below_a_fraction: "the constant 1.5",
    refused_things.not_always_assigned: "not assigned on this path",
    refused_things.what_others_define: "no name of the language",
    refused_things.raised_nothing: "raise: of nothing",
    refused_things.raised_from_a_new_one: "raise ... from",
    refused_things.tried_or_else: "else of a try",
    refused_things.made_strangely: "no part of a class in the language",
    refused_things.yielded_of_two_kinds: "a list or dict holds one kind",
    refused_things.held_by_name: "str as a field is not followed",
    refused_things.kept_by_an_error: "an error with a constructor",
    refused_forms.all_functions: "a function as a truth",
    refused_forms.some_function: "a function as a truth",
    refused_forms.chosen_between_kinds: "a choice between kinds",
    refused_forms.chosen_between_classes: "a choice between kinds",
    refused_forms.chosen_between_lists: "a choice between",
    refused_forms.claimed_with_an_effect: "an effect in a claim or a condition",
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
        (refused_things.cut_bytes, TEXT, "of bytes"),
        (refused_things.same_bytes, TEXT, "of bytes"),
        (refused_things.greatest_name, Kind("set", (TEXT,)), "of keys that are text"),
        (refused_things.names_and_numbers, Kind("set", (TEXT,)), "keys are text and int"),
        (refused_things.each_of_the_names, Kind("dict", (TEXT, INT)), "its order is not known"),
        (refused_things.between_calls, Kind("dict", (TEXT, INT)), "a chain with a call that may fail"),
        (refused_things.counted_down, Kind("list", (INT,)), "a loop without an invariant"),
        (refused_things.greatest_of_names, Kind("set", (TEXT,)), "greatest: of what is text"),
        (refused_things.names_renamed, Kind("dict", (TEXT, INT)), "keys that are text"),
        (refused_things.below_in_others, Kind("dict", (INT, INT)), "ranks in a computed set"),
    ],
)
def test_what_has_no_meaning_for_texts_is_refused(function: Callable[..., Any], kind: Kind, what: str) -> None:
    """However it is for numbers."""
    ev, st = Evaluator(Declarations(), Solver(Budget(last=50_000))), State()
    closure = ev.program.closure(function)
    with pytest.raises(Refusal, match=re.escape(what)):
        ev.call(st, closure, [any_of(ev, st, "given", kind)], {}, closure.function.node)
