"""Mistakes in the prover, and in what is proved."""

from __future__ import annotations

from typing import Final

from .mistake import (
    ANSWERS,
    ANY_NUMBER,
    CALLING,
    CAUGHT,
    CERTIFY,
    COSTS,
    DECLARED,
    FACTS,
    FOLLOWED,
    FORMS,
    INSTANCES,
    KILLED,
    LIMITS,
    OBLIGED,
    OPENED,
    OWN,
    PARTS,
    PRESUMED,
    PROVE,
    READS,
    REPLACED,
    SHIFTS,
    SHOWN,
    SOLVE,
    TERMS,
    WHOLE,
    WITHIN,
    Mistake,
)

OF_PROVE: Final = (
    Mistake(
        f"{PROVE}/solver/theory/shifts.py",
        "rests=lambda m, a, b, c: [_bits_below(m, a, c)]",
        "rests=lambda m, a, b, c: [_low_bits(m, a, b, c)]",
        FACTS,
        "rests_on_facts",
    ),
    Mistake(
        f"{PROVE}/solver/theory/shifts.py",
        "t.le(1, m.pow2(each)) for each in (c, d)",
        "t.le(2, m.pow2(each)) for each in (c, d)",
        FACTS,
        "rests_on_is_so",
    ),
    Mistake(
        f"{PROVE}/python/merging.py",
        "elif not (self.silent or self.impossible(other)):",
        "elif not self.silent:",
        "tests/certify/test_paths.py",
        "owes_nothing and handle",
    ),
    # shifts and masks by as many bits as one likes
    Mistake(
        f"{PROVE}/solver/theory/bits.py",
        "any(_shares(taken, each) for each in children(b) if not same(each, whole))",
        "True",
        SHIFTS,
        "differs and put_upon",
    ),
    Mistake(
        f"{PROVE}/solver/theory/bits.py",
        "return sub(one, bits_and(one, child(other, 1)))",
        "return sub(one, child(other, 1))",
        SHIFTS,
        "differs or same",
    ),
    Mistake(
        f"{PROVE}/solver/theory/shifts.py",
        "t.conj(t.le(0, c), _are_equal(b, t.sub(power, 1)))",
        "t.conj(t.le(0, c), t.le(b, t.sub(power, 1)))",
        FACTS,
        "low",
    ),
    Mistake(
        f"{PROVE}/solver/theory/shifts.py",
        "t.conj(t.le(0, c), t.le(0, a), t.lt(a, power))",
        "t.conj(t.le(0, c), t.le(0, a))",
        FACTS,
        "side",
    ),
    Mistake(
        f"{PROVE}/solver/theory/shifts.py",
        "return number, last if first is None else t.add(last, first)",
        "return number, last",
        SHIFTS,
        "same",
    ),
    Mistake(
        f"{PROVE}/solver/theory/fact.py",
        'return _by_steps(self.said, now, self.induction == "shifts", *numbers) if self.induction else [now]',
        "return [now]",
        FACTS,
        "shown_by_both",
    ),
    Mistake(f"{PROVE}/sides/theorems.py", "    if not speaks:", "    if False:", INSTANCES, "nothing"),
    Mistake(f"{PROVE}/sides/theorems.py", "for st, error in raised]", "for st, error in ()]", INSTANCES, "not_so"),
    Mistake(f"{PROVE}/sides/theorems.py", "    if theorem.shows:", "    if False:", INSTANCES, "nothing"),
    Mistake(f"{PROVE}/sides/theorems.py", "    if ev.depth:", "    if False:", INSTANCES, "nothing"),
    Mistake(f"{PROVE}/sides/theorems.py", "ev.oblige(st, t.lt(low, high)", "ev.oblige(st, True", INSTANCES, "not_so"),
    Mistake(f"{PROVE}/sides/theorems.py", "ev.oblige(st, truth, node", "ev.oblige(st, True, node", INSTANCES, "not_so"),
    Mistake(f"{PROVE}/python/expressions.py", " or part.conversion != AS_IT_IS for", " for", FORMS, "quoted"),
    Mistake(
        f"{PROVE}/source.py", "return self.module.name, self.name\n", 'return "", self.name\n', REPLACED, "of_a_base"
    ),
    Mistake(f"{PROVE}/containers/contracts.py", "if not is_called_plainly(", "if 0 and (", REPLACED, "another_call"),
    Mistake(f"{PROVE}/containers/known.py", " and not is_called_plainly(", " and 0 and (", WITHIN, "not_known"),
    Mistake(f"{PROVE}/sides/called.py", "return operation.model is None and ", "return ", WITHIN, "not_known"),
    Mistake(f"{PROVE}/containers/within.py", ", still=st.as_it_is(*given))", ")", WITHIN, "iterator"),
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
    Mistake(
        f"{PROVE}/containers/components.py",
        'f"field {name}"',
        "name",
        "tests/prove/test_components.py",
        "no_word",
    ),
    Mistake(f"{PROVE}/python/loops.py", "self.cell(now, over).keys == cell.keys", "True", WHOLE, "put_while"),
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
    Mistake(
        f"{PROVE}/containers/known.py", "isinstance(each, Ref) for each in pair", "False for _ in pair", READS, "list"
    ),
    Mistake(
        f"{PROVE}/containers/known.py",
        "case str(), str():",
        "case str(), _:",
        READS,
        "is_one_of_those",
    ),
    Mistake(
        f"{PROVE}/containers/contracts.py",
        "(st.log[waiting].name, len(st.log[waiting].arguments)) != (name, len(args))",
        "st.log[waiting].name != name",
        CALLING,
        "takes_more",
    ),
    Mistake(f"{PROVE}/containers/contracts.py", "but_lists=error is None)", "but_lists=True)", REPLACED, "is_refused"),
    Mistake(
        f"{PROVE}/sides/obliged.py", "told is None and actual.error is None", "told is None", REPLACED, "callers_take"
    ),
    Mistake(
        f"{PROVE}/containers/parts.py", "return same_parts(*states, was, but_lists)", "return True", PARTS, "depth"
    ),
    Mistake(f"{PROVE}/declaration/replaced.py", "return frozenset(cls.fields)", "pass", REPLACED, "computed"),
    Mistake("slotproof/language/function/forms.py", '* (code == "get")', "", "tests/language/test_kinds.py", "kinds"),
    Mistake(
        f"{PROVE}/containers/contracts.py",
        "same = old.id == new.id and unchanged(",
        "same = unchanged(",
        REPLACED,
        "leaves_alone",
    ),
    Mistake(
        f"{PROVE}/containers/contracts.py", "if any(isinstance(part, Ref) and", "if any(False and", REPLACED, "no_part"
    ),
    Mistake(f"{PROVE}/sides/obliged.py", " and not operation.pure  #", "  #", REPLACED, "callers_take"),
    Mistake(f"{PROVE}/declaration/make.py", " and (stays or name not in replaced(cell.cls)):", ":", REPLACED, "list"),
    Mistake(f"{PROVE}/python/changes.py", "if isinstance(two, AwayCell):", "if False:", REPLACED, "many_calls"),
    Mistake(f"{PROVE}/sides/obliged.py", "t.conj(stays, is_arranged", "t.conj(True, is_arranged", REPLACED, "a_thing"),
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
    Mistake("slotproof/language/apart.py", '"sum()": "of any number of items",', "", FOLLOWED, "not_followed"),
    Mistake(
        "proofs/shared/dense_table/arguments.py", "len(m.order) + 2", "len(m.order) + 1", KILLED, "both and check_range"
    ),
    Mistake(
        "proofs/entity_storage/scopes.py",
        '"create_at", "destroy"), admits',
        '"destroy"), admits',
        KILLED,
        "few and _gra",
    ),
    Mistake(f"{PROVE}/prove.py", "read.unreached or unreached_by_running(", "read.unreached and (", KILLED, "no_start"),
    # what is given up, what may end a call, what counts as certified, and what a name stood for
    Mistake(
        f"{PROVE}/declaration/claims.py",
        "    return cell is seen\n",
        "    return True\n",
        "tests/engine/test_stack.py",
        "is_proved",
    ),
    Mistake(f"{PROVE}/solver/solve.py", "if insist and self.doubt():", "if False:", SOLVE, "doubted"),
    # the prover that reads
    Mistake(f"{PROVE}/python/core.py", "caught if runs else frozenset()", "caught", CAUGHT, "of_a_claim"),
    Mistake(f"{PROVE}/python/core.py", "        st.assume(t.neg(when))", "        pass", CAUGHT, "another_way"),
    Mistake(
        f"{PROVE}/python/core.py", "not self.solver.entails(st.known, goal, what):", "0:", DECLARED, "proved and begin"
    ),
    Mistake(
        f"{PROVE}/python/builtin/entries.py", "t.le(0, index), t.lt(index", "t.lt(index", DECLARED, "proved and begin"
    ),
    Mistake(f"{PROVE}/sides/simulate.py", "            self._answers(ev)\n", "", ANSWERS, "raises"),
    Mistake(f"{PROVE}/sides/obliged.py", ', ("invalid", [was], False)]', "]", ANSWERS, "invalid and below_one"),
    Mistake(
        f"{PROVE}/sides/obliged.py", 'asked = [("invalid", [was], True)]', "asked = []", ANSWERS, "below_minus_one"
    ),
    Mistake(
        f"{PROVE}/solver/terms.py",
        "    return {cost: 1} if is_length else None",
        "    return {cost: 1}",
        TERMS,
        "costs",
    ),
    Mistake(
        f"{PROVE}/loaded.py",
        "function.__globals__ is names and any(",
        "any(",
        "tests/prove/test_loaded.py",
        "other_names",
    ),
    Mistake(
        f"{PROVE}/loaded.py",
        "_same(live, ast.literal_eval(said))",
        "True",
        "tests/prove/test_loaded.py",
        "stands_under",
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
        f"{PROVE}/counterexamples/counterexample.py",
        "*start, any_arguments=True)",
        "*start)",
        "tests/engine/test_counterexample.py",
        "nothing_is_found",
    ),
    Mistake(f"{PROVE}/solver/rest.py", "    _facts[number(fact)] = fact\n", "", ANY_NUMBER, "fact_is_kept"),
    Mistake(f"{PROVE}/solver/rest.py", "(_said, _meant, _known, _facts)", "(_said, _meant)", ANY_NUMBER, "forgotten"),
    Mistake(f"{PROVE}/loaded.py", "live is names[said.id]", "True", "tests/prove/test_loaded.py", "depth"),
    Mistake(
        f"{PROVE}/loaded.py",
        "if node.level else source",
        "if False else source",
        "tests/prove/test_loaded.py",
        "Reader",
    ),
    Mistake(f"{PROVE}/loaded.py", "        if not right:", "        if False:", "tests/prove/test_loaded.py", "class"),
    Mistake("slotproof/engine/prove/reading.py", "@garbage_kept()\n", "", "tests/prove/test_asked.py", ""),
    Mistake(
        "slotproof/engine/prove/prove.py",
        "operation.cost, proof), scope)",
        "operation.cost, proof), '')",
        OWN,
        "message",
    ),
    Mistake(
        f"{PROVE}/python/loops.py",
        'claim.after, noted, t.add(index, 1), "where a round ends", show=True',
        'claim.after, noted, t.add(index, 1), "where a round ends", show=False',
        "tests/prove/test_rounds.py",
        "not_so",
    ),
    Mistake(
        f"{PROVE}/python/loops.py",
        "begun = dict(start.env), dict(start.heap)",
        "begun = start.env, start.heap",
        "tests/prove/test_rounds.py",
        "began",
    ),
    Mistake(
        f"{PROVE}/containers/summaries.py",
        "all(t.is_fresh(each) for each in constants)",
        "bool(constants)",
        "tests/prove/test_names.py",
        "bound_variable",
    ),
    Mistake(
        f"{PROVE}/sides/untrusted.py",
        "if not any(domain.within for",
        "if any(domain.within == 0 for",
        PRESUMED,
        "scope",
    ),
    Mistake(f"{PROVE}/python/kinds/anything.py", 't.implies(d.exactly(thing, "bool"), ', "t.conj(", PRESUMED, "truth"),
    Mistake(
        f"{PROVE}/python/builtin/splices.py", "            end.env = dict(env)", "            pass", SHOWN, "go_on"
    ),
    Mistake(f"{PROVE}/python/calls.py", "if more is None or set(more) & set(named)", "if more is None", SHOWN, "once"),
    Mistake(
        f"{PROVE}/containers/known.py",
        "cell.kind == like.kind and not t.known(like.length)",
        "not t.known(like.length)",
        "tests/containers/test_group_proofs.py",
        "other_things",
    ),
    Mistake(
        f"{PROVE}/containers/known.py", "            if domain.within:", "            if False:", LIMITS, "with_others"
    ),
    Mistake(f"{PROVE}/containers/contracts.py", "takes if domain.within]:", "takes if False]:", LIMITS, "another"),
    Mistake(
        "slotproof/engine/prove/prove.py",
        "takes if domain.within)\n    return [_w",
        "takes if 0)\n    return [_w",
        LIMITS,
        "scope",
    ),
    Mistake(
        "slotproof/engine/prove/counterexamples/counterexample.py",
        "    return not pairs or any(",
        "    return True or any(",
        "tests/verify/test_rests.py",
        "made_right",
    ),
    Mistake(f"{PROVE}/python/merging.py", "if not t.known(truth):", "if False:", DECLARED, "results and only"),
    # what a loop changes, and how often it is come to
    Mistake(
        f"{PROVE}/python/changes.py",
        "or claim.changes is None:",
        "or True:",
        "tests/engine/test_stack.py",
        "changes_is",
    ),
    Mistake(
        f"{PROVE}/python/changes.py",
        "if not isinstance(value, ListCell | DictCell | SetCell | DistinctCell | CallsCell):",
        "if False:",
        "tests/engine/test_foreign.py",
        "copy_that_is_none and one-for-all",
    ),
    Mistake(
        "slotproof/engine/prove/prove.py",
        "if unreached or never:",
        "if unreached:",
        "tests/engine/test_prove.py",
        "never_occurs",
    ),
    Mistake("slotproof/engine/prove/prove.py", "else each.often", "else 1", DECLARED, "helper and twice"),
    Mistake(f"{PROVE}/python/builtin/costs.py", "count - before.get(loop, 0))", "0)", DECLARED, "helper and round"),
    Mistake(
        f"{PROVE}/containers/within.py",
        "if word is not None and not isinstance(word, Word):",
        "if False:",
        "tests/soundness/test_soundness_words.py",
        "inner_operation",
    ),
    # what random programs and solvers that lie found
    Mistake(
        f"{PROVE}/python/builtin/collections.py",
        "now.heap[ref.id] is cell for",
        "True for",
        "tests/soundness/test_soundness.py",
        "add_what",
    ),
    Mistake(f"{PROVE}/source.py", "return name in above or", "return name in named or", CAUGHT, "of_the_project"),
    Mistake(
        f"{PROVE}/solver/solve.py",
        "[*asked.needed, *asked.more])",
        "asked.needed)",
        "tests/prove/test_lying_solvers.py",
        "remembered",
    ),
    Mistake(
        f"{PROVE}/containers/summaries.py", "said if not isinstance(each, bool)]", "said]", DECLARED, "lemmas and false"
    ),
    Mistake(
        f"{PROVE}/python/builtin/costs.py",
        "ref.id in owned(st.heap, self.setting.impl)",
        "False",
        DECLARED,
        "costs and attribute and gets",
    ),
    Mistake(
        f"{PROVE}/sides/simulate.py",
        "(own := called_by(operation, self.program)) is not None",
        "False",
        DECLARED,
        "called_otherwise",
    ),
    Mistake(
        f"{PROVE}/sides/called.py",
        "ev.oblige(end.st, gives, node",
        "ev.oblige(end.st, True, node",
        DECLARED,
        "called and answered",
    ),
    Mistake(f"{PROVE}/sides/called.py", "apart and all(places)", "True", DECLARED, "called and something"),
    Mistake(f"{PROVE}/sides/called.py", "unchanged(self.ev, st, each, heap)", "True", DECLARED, "called and ready"),
    Mistake(
        f"{PROVE}/containers/summaries.py",
        "if any(each.eq(length) for each in parts(t.lift(value))):",
        "if False:",
        DECLARED,
        "named and many",
    ),
    Mistake(
        f"{PROVE}/containers/summaries.py",
        "given = [t.lift(each) for each in terms]",
        "given = [t.lift(t.ite(each, 1, 0) if t.is_truth(each) else each) for each in terms]",
        DECLARED,
        "named and truth",
    ),
    Mistake(f"{PROVE}/python/kinds/stands.py", "if not ev.compares:", "if False:", DECLARED, "proofs and law"),
    Mistake(
        f"{PROVE}/containers/known.py",
        "return self.program.is_of(said, own)",
        "return True",
        DECLARED,
        "within and another and coupling",
    ),
    Mistake(
        f"{PROVE}/containers/components.py",
        "ev.oblige(st, t.iff(said, couple)",
        "ev.oblige(st, True",
        DECLARED,
        "within and otherwise",
    ),
    Mistake(f"{PROVE}/source.py", 'f"{self.module.name}.{self.name}"', "self.name", DECLARED, "within and models"),
    Mistake(
        f"{PROVE}/sides/starts.py",
        "*(self._met(st, way, pair) if is_one",
        "*([pair] if is_one",
        DECLARED,
        "containers and two and one",
    ),
    Mistake(f"{PROVE}/sides/outcome.py", " and modules[0] == modules[1]", "", DECLARED, "names and constructor"),
    Mistake(
        f"{PROVE}/sides/obliged.py",
        "if _is_plain(expected) and _is_plain(actual):",
        "if False:",
        DECLARED,
        "compared and need",
    ),
    Mistake(
        f"{PROVE}/sides/obliged.py",
        'show(self.claims, ev, st, self.claims.couple, [model, impl], f"of what',
        'show(self.claims, ev, st, [], [model, impl], f"of what',
        DECLARED,
        "containers and half",
    ),
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
        f"{PROVE}/containers/summaries.py",
        "with following(ev, *keys[place:]):",
        "with following(ev, key):",
        DECLARED,
        "definitions",
    ),
    Mistake(
        f"{PROVE}/sides/starts.py", "(kind in ASKED and kind not in known)", "False", DECLARED, "parameters and makes"
    ),
    Mistake(f"{PROVE}/sides/obliged.py", "if ref.id == id:", "if ref.id in before:", OBLIGED, "another_container"),
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
    Mistake(f"{PROVE}/solver/rest.py", "wanted.count(True) == 1", "wanted", ANY_NUMBER, "itself or large"),
    Mistake(f"{PROVE}/sides/starts.py", "if most >= len(looked_at):", "if False:", ANY_NUMBER, "few"),
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
        "tests/prove/test_collected.py",
        "fails_at and at_once",
    ),
    Mistake(
        f"{PROVE}/solver/pieces.py",
        "return [] if goal.eq(FALSE) else ",
        "return ",
        CERTIFY,
        "questions_are_heard",
    ),
    Mistake(
        f"{PROVE}/solver/solve.py",
        "if set(map(number, core)) - _FACT_NUMBERS <= asked.have",
        "if core",
        SOLVE,
        "piece_that_was_shown",
    ),
    Mistake(f"{PROVE}/solver/solve.py", "        self.asking = goal\n", "", CERTIFY, "questions_are_heard"),
    Mistake(f"{PROVE}/solver/solve.py", "if core is None and insists:", "if False:", SOLVE, "branches_are_ruled_out"),
    Mistake(
        f"{PROVE}/python/core.py",
        "goal = t.rebuilt(goal, {}) if",
        "goal = goal if",
        "tests/prove/test_claims.py",
        "noted_as_shown",
    ),
    Mistake(f"{PROVE}/solver/solve.py", "(False, True)[: 1 + insists]", "(False, True)", SOLVE, "another_way_is_open"),
    Mistake(
        f"{PROVE}/python/builtin/costs.py", "self.count(st, Ref(each), writes=size)", "pass", DECLARED, "costs and anew"
    ),
)
