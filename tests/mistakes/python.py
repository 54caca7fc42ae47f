"""Mistakes in what Python means."""

from __future__ import annotations

from typing import Final

from .mistake import (
    ANY_NUMBER,
    CAUGHT,
    COSTS,
    DECLARED,
    FOLLOWED,
    FORMS,
    GATHERED,
    INSTANCES,
    OPENED,
    PARTIAL,
    PASSING,
    PRESUMED,
    PROVE,
    READ_ONLY,
    REPLACED,
    SHOWN,
    WHOLE,
    Mistake,
)

OF_PYTHON: Final = (
    Mistake(
        f"{PROVE}/python/merging.py",
        "elif not (self.silent or self.impossible(other)):",
        "elif not self.silent:",
        "tests/certify/test_paths.py",
        "owes_nothing and handle",
    ),
    Mistake(f"{PROVE}/python/builtin/operators.py", "if ReadCell in map(type, given)", "if False", READ_ONLY, "tuple"),
    Mistake(f"{PROVE}/python/builtin/splices.py", "if isinstance(cell, ReadCell):", "if False:", READ_ONLY, "tuple"),
    Mistake(
        f"{PROVE}/python/builtin/splices.py",
        "type(cells[0]) is ListCell and type(cells[1]) is ListCell",
        "isinstance(cells[0], ListCell) and isinstance(cells[1], ListCell)",
        READ_ONLY,
        "tuple",
    ),
    Mistake(f"{PROVE}/python/builtin/builtins.py", "if found and found <= both", "if False", READ_ONLY, "tuple"),
    Mistake(
        f"{PROVE}/python/core.py", "if isinstance(st.heap.get(ref.id), ReadCell):", "if False:", READ_ONLY, "tuple"
    ),
    Mistake(
        f"{PROVE}/python/builtin/operators.py",
        "own = a.cls.method(ORDERS[type(op)])",
        "own = None",
        INSTANCES,
        "so_of_any",
    ),
    Mistake(f"{PROVE}/python/expressions.py", " or part.conversion != AS_IT_IS for", " for", FORMS, "quoted"),
    Mistake(f"{PROVE}/python/calls.py", " or len(given) != len(function.parameters)", "", REPLACED, "left_out"),
    Mistake(
        f"{PROVE}/python/builtin/operators.py",
        'if len({form_of(a), form_of(b)} - {""}) > 1',
        "if (Tuple is type(a)) is not (Tuple is type(b))",
        WHOLE,
        "no_pair or a_pair",
    ),
    Mistake(f"{PROVE}/python/kinds/state.py", ", *(each(now) for each in asked)\n", "\n", WHOLE, "seen_by_another"),
    Mistake(
        f"{PROVE}/python/kinds/state.py", "case DictView(of=of) | Method(", "case Method(", WHOLE, "keys_of_before"
    ),
    Mistake(f"{PROVE}/python/kinds/state.py", " | Method(owner=of):", ":", WHOLE, "found_before"),
    Mistake(
        f"{PROVE}/python/loops.py", " or (isinstance(cell, SetCell) and len(cell.keys) > 1)", "", FORMS, "of_a_set"
    ),
    Mistake(f"{PROVE}/python/loops.py", "self.cell(now, over).keys is cell.keys", "True", WHOLE, "put_while"),
    Mistake(f"{PROVE}/python/builtin/splices.py", "form=form_of(owner)", 'form=""', WHOLE, "a_pair"),
    Mistake(f"{PROVE}/python/builtin/collections.py", ', form="tuple")', ")", WHOLE, "a_pair"),
    Mistake(
        f"{PROVE}/python/builtin/operators.py",
        "                for each, cell in zip((a, b), cells, strict=True):\n"
        "                    self.count(st, each, reads=cell.size)\n"
        "                return self.same_keys",
        "                return self.same_keys",
        COSTS,
        "comparison",
    ),
    Mistake(
        f"{PROVE}/python/builtin/operators.py",
        "                for each, cell in zip((a, b), cells, strict=True):\n"
        "                    self.count(st, each, reads=cell.size)\n"
        "                return self._among",
        "                return self._among",
        COSTS,
        "comparison",
    ),
    Mistake(
        f"{PROVE}/python/builtin/builtins.py",
        'ev.oblige_exact(st, t.le(0, size), node, "the length is',
        'ev.oblige_exact(st, True, node, "the length is',
        WHOLE,
        "below_zero",
    ),
    Mistake(
        f"{PROVE}/python/builtin/builtins.py",
        "if ev.runs_code and isinstance(value, Range) and",
        "if 0 and",
        FORMS,
        "of_many",
    ),
    Mistake(
        f"{PROVE}/python/builtin/collections.py",
        'ev.choose(none, named["default"], found, node) if',
        't.ite(none, named["default"], found) if',
        FORMS,
        "least_or_none",
    ),
    Mistake(f"{PROVE}/python/changes.py", "if isinstance(two, AwayCell):", "if False:", REPLACED, "many_calls"),
    Mistake(f"{PROVE}/python/builtin/keyed.py", "lambda a, b: t.conj(a, t.neg(b))", "lambda a, b: a", WHOLE, "in_one"),
    Mistake(f"{PROVE}/python/builtin/keyed.py", "t.iff(none, t.eq(size, 0))", "t.eq(size, most)", WHOLE, "all_are_new"),
    Mistake(
        f"{PROVE}/python/builtin/keyed.py",
        "if not (t.is_term(kept) and t.same(kept, key)):",
        "if False:",
        FOLLOWED,
        "halved or turned_round",
    ),
    Mistake(
        f"{PROVE}/python/expressions.py",
        "self.truth if node in _conditions(self.stack[-1].node) else self._only_bool",
        "self.truth",
        FORMS,
        "number_or_three",
    ),
    Mistake(f"{PROVE}/python/core.py", "caught if runs else frozenset()", "caught", CAUGHT, "of_a_claim"),
    Mistake(f"{PROVE}/python/core.py", "        st.assume(t.neg(when))", "        pass", CAUGHT, "another_way"),
    Mistake(
        f"{PROVE}/python/core.py", "not self.solver.entails(st.known, goal, what):", "0:", DECLARED, "proved and begin"
    ),
    Mistake(
        f"{PROVE}/python/builtin/entries.py", "t.le(0, index), t.lt(index", "t.lt(index", DECLARED, "proved and begin"
    ),
    Mistake(
        f"{PROVE}/python/builtin/operators.py",
        "isinstance(cell, FixedCell | OpenCell) or has_keys(cell)",
        "isinstance(cell, FixedCell) or has_keys(cell)",
        OPENED,
        "counted",
    ),
    Mistake(f"{PROVE}/python/kinds/opened.py", "ev.count(st, owner, reads=_count(cell))", "pass", OPENED, "counted"),
    Mistake(
        f"{PROVE}/python/kinds/opened.py",
        "        ev.count(st, owner, reads=1)\n        return default",
        "        return default",
        OPENED,
        "counted",
    ),
    Mistake(
        f"{PROVE}/python/loops.py",
        'claim.after, noted, t.add(index, 1), "where a round ends", show=True',
        'claim.after, noted, t.add(index, 1), "where a round ends", show=False',
        "tests/prove/python/test_rounds.py",
        "not_so",
    ),
    Mistake(
        f"{PROVE}/python/loops.py",
        "begun = dict(start.env), dict(start.heap)",
        "begun = start.env, start.heap",
        "tests/prove/python/test_rounds.py",
        "began",
    ),
    Mistake(f"{PROVE}/python/kinds/anything.py", 't.implies(d.exactly(thing, "bool"), ', "t.conj(", PRESUMED, "truth"),
    Mistake(
        f"{PROVE}/python/builtin/splices.py", "            end.env = dict(env)", "            pass", SHOWN, "go_on"
    ),
    Mistake(f"{PROVE}/python/calls.py", "if more is None or set(more) & set(named)", "if more is None", SHOWN, "once"),
    Mistake(
        f"{PROVE}/python/merging.py",
        "and (self.exact or self.defined or not raised)",
        "",
        DECLARED,
        "there and no and error",
    ),
    Mistake(f"{PROVE}/python/kinds/state.py", ", is_case=not why)", ")", DECLARED, "meaning and ways"),
    Mistake(f"{PROVE}/python/merging.py", "if not t.known(truth):", "if False:", DECLARED, "results and only"),
    Mistake(f"{PROVE}/python/merging.py", " and then.cls is otherwise.cls", "", FORMS, "no_meaning and classes"),
    Mistake(f"{PROVE}/python/changes.py", "found[key] = most", "found[key] = met", GATHERED, "put_in"),
    Mistake(f"{PROVE}/python/changes.py", 'found["local", name] = None', "pass", GATHERED, "lose"),
    Mistake(f"{PROVE}/python/changes.py", "made.heap |= left", "pass", GATHERED, "no_other_name"),
    Mistake(f"{PROVE}/python/changes.py", "if old.id in left:", "if False:", GATHERED, "no_other_name and in_turn"),
    Mistake(
        f"{PROVE}/python/changes.py",
        "or claim.changes is None:",
        "or True:",
        "tests/engine/test_stack.py",
        "changes_is",
    ),
    Mistake(
        f"{PROVE}/python/changes.py",
        "if not isinstance(value, FORGOTTEN):",
        "if False:",
        "tests/engine/prove/test_foreign.py",
        "copy_that_is_none and one-for-all",
    ),
    Mistake(f"{PROVE}/python/builtin/costs.py", "count - before.get(loop, 0))", "0)", DECLARED, "helper and round"),
    Mistake(
        f"{PROVE}/python/builtin/costs.py",
        "st.pass_through(loop, often - before.passes.get(loop, 0))",
        "pass",
        DECLARED,
        "helper and item",
    ),
    Mistake(f"{PROVE}/reading.py", "times * self._often(outer, loop, *within)", "times", DECLARED, "around and helper"),
    Mistake(
        f"{PROVE}/python/builtin/splices.py",
        "with self.inexact(), self.running_code():",
        "with self.inexact():",
        DECLARED,
        "costs and item",
    ),
    Mistake(
        f"{PROVE}/python/builtin/collections.py",
        "with ev.inexact(), ev.running_code():",
        "with ev.inexact():",
        DECLARED,
        "item and function",
    ),
    Mistake(
        f"{PROVE}/python/builtin/splices.py",
        "st.cost = after.cost",
        "st.reads, st.writes = after.cost[:2]",
        DECLARED,
        "helper and three",
    ),
    Mistake(
        f"{PROVE}/python/kinds/state.py",
        "max(way.passes.get(loop, 0) for way in ways)",
        "self.passes.get(loop, 0)",
        DECLARED,
        "helper and decides",
    ),
    Mistake(
        f"{PROVE}/python/loops.py", "dict(heap if head is None else head)", "dict(heap)", DECLARED, "ends and condition"
    ),
    Mistake(
        f"{PROVE}/python/builtin/collections.py",
        "now.heap[ref.id] is cell for",
        "True for",
        "tests/soundness/test_soundness.py",
        "add_what",
    ),
    Mistake(
        f"{PROVE}/python/builtin/costs.py",
        "ref.id in owned(st.heap, self.setting.impl)",
        "False",
        DECLARED,
        "costs and attribute and gets",
    ),
    Mistake(f"{PROVE}/python/kinds/stands.py", "if not ev.compares:", "if False:", DECLARED, "proofs and law"),
    Mistake(
        f"{PROVE}/python/builtin/operators.py",
        "if value.once and value.still is not None:",
        "if False:",
        DECLARED,
        "iterators and generator",
    ),
    Mistake(
        f"{PROVE}/python/calls.py",
        "if not error.ends_all and not self.impossible(end):",
        "if False:",
        DECLARED,
        "iterators and error",
    ),
    Mistake(
        f"{PROVE}/python/logic/words.py",
        'ev.oblige_exact(st, natural, node, "the elements are numbers from 0 up")',
        "pass",
        DECLARED,
        "words and below",
    ),
    Mistake(
        f"{PROVE}/python/apart.py",
        "number not in own and not _only_at(",
        "not own and not _only_at(",
        ANY_NUMBER,
        "first",
    ),
    Mistake(
        f"{PROVE}/python/apart.py", "not isinstance(each, Ref) for", "False for", ANY_NUMBER, "numbers_that_others"
    ),
    Mistake(
        f"{PROVE}/python/kinds/values.py", "FixedCell | OpenCell) else", "FixedCell) else", ANY_NUMBER, "is_counted"
    ),
    Mistake(
        f"{PROVE}/python/kinds/opened.py", "cell.keys[:place] + ", "cell.keys[:place + 1] + ", ANY_NUMBER, "taken_out"
    ),
    Mistake(f"{PROVE}/python/apart.py", "number <= start.last", "number < 0", ANY_NUMBER, "one_list or list"),
    Mistake(f"{PROVE}/python/core.py", "isinstance(cell, AwayCell)", "False", ANY_NUMBER, "another"),
    Mistake(
        f"{PROVE}/python/merging.py",
        "if when is True:",
        "if False:",
        "tests/soundness/test_wrong_declarations.py",
        "one and some and within",
    ),
    Mistake(
        f"{PROVE}/python/logic/forms.py",
        "True if ev.runs_code and not isinstance(node, ast.Lambda) else assumption",
        "assumption",
        "tests/prove/python/builtin/test_collected.py",
        "fails_at and at_once",
    ),
    Mistake(
        f"{PROVE}/python/core.py",
        "goal = t.rebuilt(goal, {}) if",
        "goal = goal if",
        "tests/prove/declaration/test_claims.py",
        "noted_as_shown",
    ),
    Mistake(
        f"{PROVE}/python/builtin/costs.py", "self.count(st, Ref(each), writes=size)", "pass", DECLARED, "costs and anew"
    ),
    Mistake(
        f"{PROVE}/python/builtin/entries.py",
        "ClassValue(made_of or cls)",
        "ClassValue(cls)",
        PASSING,
        "leaves_that_alone",
    ),
    Mistake(
        f"{PROVE}/python/builtin/methods.py",
        "if isinstance(more, View) and more.still is not None:",
        "if False:",
        PASSING,
        "gone_through_is_open",
    ),
    Mistake(f"{PROVE}/python/loops.py", ".keys is cell.keys", ".keys == cell.keys", PASSING, "gone_through_is_open"),
    Mistake(
        f"{PROVE}/python/builtin/methods.py",
        "    if at is not index:\n",
        "    if False:\n",
        PARTIAL,
        "beyond_a_machine",
    ),
    Mistake(
        f"{PROVE}/python/builtin/methods.py",
        "t.conj(t.le(0, index), t.le(index, c.cell.length))",
        "t.le(0, index)",
        PARTIAL,
        "beyond_a_machine",
    ),
    Mistake(f"{PROVE}/python/builtin/methods.py", "    presume_room(c.ev, more)\n", "", PARTIAL, "beyond_a_machine"),
    Mistake(f"{PROVE}/python/builtin/collections.py", "    look_at_each(ev, view)\n", "", PARTIAL, "has_no_value"),
    Mistake(
        f"{PROVE}/python/builtin/methods.py", "                look_at_each(ev, view)\n", "", PARTIAL, "into_a_message"
    ),
    Mistake(f"{PROVE}/python/builtin/methods.py", 'if name != "join":', "if False:", FORMS, "coded_constant"),
    Mistake(
        f"{PROVE}/python/statements.py",
        "if node.handlers and error.name",
        "if False and error.name",
        DECLARED,
        "raised and client",
    ),
    Mistake(f"{PROVE}/python/calls.py", "if not cls.is_of_a_message:", "if False:", CAUGHT, "message"),
    Mistake(
        f"{PROVE}/python/statements.py",
        "made = self.construct(after, value.cls, [], {}, node)",
        "made = [(after, Error(value.cls))]",
        CAUGHT,
        "made_first",
    ),
    Mistake(f"{PROVE}/errors.py", '"LookupError", "OverflowError"', '"OverflowError"', CAUGHT, "same_errors"),
)
