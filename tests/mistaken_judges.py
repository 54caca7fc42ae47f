"""Mistakes in the judges of mutants, in what they rest on, and in what tells stale verdicts: each turns a test red.

python -m tests.mistaken_judges [--jobs N] [--passing] [WORD ...]

First these tests run in a copy of the tree as it is, where all must pass, unless they are known to. Then, for each
mistake, a copy is made in which one text is replaced, and one of its tests must fail there. With words, only mistakes
are made whose file or tests have one of them. Ends with 1 if one is not seen, or its text is gone; with 3 if a test
fails without a mistake.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from .layout import ROOT, tracked_files


class Mistake(NamedTuple):
    """A text of a file that occurs once, what it becomes, and the tests that see it: a file, and words of names."""

    file: str
    old: str
    new: str
    tests: str
    named: str


ASKED: Final = "tests/gate/test_asked.py"
BUGS_PAGE: Final = "slotproof/dev/bugs_page.py"
SAME: Final = "tests/containers/test_same_mistake.py"
MUTANTS: Final = "tests/mutation/test_mutants.py"
KILLED: Final = "tests/mutation/test_mutants_killed.py"
OUTLINE: Final = "tests/verify/test_outline.py"
REACH: Final = "tests/verify/test_reach.py"
WATCHING: Final = "tests/engine/test_watching.py"
KILLED_LEDGER: Final = "tests/verify/test_ledger_killed.py"
LEDGER: Final = "tests/verify/test_ledger.py"
PROVE: Final = "slotproof/engine/prove"
CAUGHT: Final = "tests/prove/test_caught.py"
DECLARED: Final = "tests/soundness/test_wrong_declarations.py"
OWN: Final = "tests/soundness/test_own_declaration.py"
TERMS: Final = "tests/prove/test_terms.py"
PRESUMED: Final = "tests/prove/test_presumed.py"
SHOWN: Final = "tests/prove/test_displays.py"
LIMITS: Final = "tests/prove/test_limits.py"
SOLVE: Final = "tests/prove/test_solve.py"
STEP: Final = "slotproof/engine/step.py"
STEPS: Final = "tests/engine/test_step.py"
CONTRACTS: Final = "tests/engine/test_contracts.py"
ANSWERS: Final = "tests/prove/test_answers.py"
CERTIFY: Final = "tests/certify/test_certify.py"
CERTIFIED: Final = "tests/certify/test_certified_claims.py"
TEXTS: Final = "tests/verify/test_texts.py"
OBLIGED: Final = "tests/prove/test_obliged.py"
ANY_NUMBER: Final = "tests/prove/test_any_number.py"
THEOREMS: Final = "tests/certify/test_certified_theorems.py"

MISTAKES: Final = (
    # what a port is asked of its copies and loaded states
    Mistake("slotproof/gate/traces/forks.py", "if failing:", "if not failing:", ASKED, "fails_half_way"),
    Mistake(
        "slotproof/gate/campaign/session.py",
        'Look("arrays", 1) if outcome.closely',
        'Look("arrays", 1) if not outcome',
        "tests/gate/test_costs.py",
        "not_flaky",
    ),
    Mistake(
        "slotproof/show/drawing.py", "held == nil else held", "held == NIL else held", "tests/test_figures.py", "nil_is"
    ),
    Mistake(
        "slotproof/gate/protocol/loading.py", "data[member] = arrays[member]", "pass", ASKED, "loaded_state and token"
    ),
    # which laws answer which question
    Mistake(
        "slotproof/dev/bugs_page.py", "sorted(answering - named)", "sorted(named - answering)", SAME, "no_question"
    ),
    Mistake(BUGS_PAGE, "sorted(named - claims)", "sorted(claims - claims)", SAME, "lack_is_told"),
    Mistake(BUGS_PAGE, "len(row) != len(ASKED.QUESTIONS)", "not row", SAME, "lack_is_told"),
    Mistake(BUGS_PAGE, "not all(cell.strip() for", "not all(cell for", SAME, "lack_is_told"),
    # what a search counts
    Mistake(
        "slotproof/engine/explore/search.py", "tried.raised += 1", "pass", KILLED, "mistake_of_both and check_count"
    ),
    Mistake(
        "slotproof/engine/explore/search.py", "+= total(step.actual)", "+= 0", KILLED, "mistake_of_both and rounded"
    ),
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
    # in which order is asked, and what is told
    Mistake("slotproof/mutation/judging.py", "        yield from _soon_seen(refinement)\n", "", MUTANTS, "first_steps"),
    Mistake("slotproof/cli/mutants.py", "), mutant.side != CLAIM", "), 0", MUTANTS, "then_claims"),
    Mistake(
        "slotproof/mutation/matrix.py", '.get("killers") == 1 else', '.get("killers") == 0 else', MUTANTS, "unique"
    ),
    # where what is written out stands
    Mistake("slotproof/declare/inline.py", "old.__code__.co_filename)", '"elsewhere")', KILLED, "written_out"),
    # what is written out is forgotten
    Mistake(
        "slotproof/declare/inline.py",
        "if not changed or any(function in _INLINED or function in _WRITTEN for function in changed):",
        "if not changed:",
        "tests/engine/test_inline.py",
        "other_code or not_read",
    ),
    Mistake(
        "slotproof/declare/inline.py",
        "if not changed or any(function in _INLINED or function in _WRITTEN for function in changed):",
        "if True:",
        "tests/engine/test_inline.py",
        "not_read",
    ),
    # the gate, and proofs
    Mistake(
        "slotproof/mutation/trials.py",
        "return failed and bool(",
        "return failed or not (",
        "tests/containers/test_corpus.py",
        "no_state",
    ),
    Mistake(
        "slotproof/mutation/gate.py", "except Exception as error:", "except KeyError as error:", MUTANTS, "crashes"
    ),
    Mistake("slotproof/mutation/judging.py", "near=not is_claim,", "near=True,", MUTANTS, "looked_for_twice"),
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
    Mistake(STEP, "raised is not None and not self.may_raise(", "False and (", CONTRACTS, "not_declared"),
    Mistake(STEP, "if look_for_sharing and (held :=", "if False and (held :=", CONTRACTS, "gives_arrays"),
    # what is wrong with a step
    Mistake(STEP, "type(error).__name__ in self.errors or", "True or", STEPS, "not_declare"),
    Mistake(STEP, "if look_for_sharing and (held :=", "if False and (held :=", STEPS, "holds_an_array"),
    Mistake(STEP, "if step.still and freeze_any(peers) != before:", "if False:", STEPS, "changes_its_argument"),
    Mistake(
        "slotproof/engine/evaluate.py",
        "        return False\n    return True\n",
        "        pass\n    return True\n",
        STEPS,
        "evaluated",
    ),
    Mistake("slotproof/certify/make.py", "if found.refused else", "if False else", CERTIFY, "something_else"),
    Mistake("slotproof/certify/judge.py", "is Status.PROVED and left:", "is None:", CERTIFIED, "is_wrong_has"),
    Mistake("slotproof/certify/judge.py", "NOT_PROVED if left else", "NOT_PROVED if False else", THEOREMS, "false"),
    Mistake("slotproof/certify/judge.py", "Names(products=True)", "Names()", CERTIFY, "multiplied_out"),
    Mistake("slotproof/certify/words.py", "max_conflicts=conflicts, ", "", THEOREMS, "search_ends"),
    Mistake("slotproof/certify/theorems.py", "if decided else", "if False else", THEOREMS, "all_paths"),
    Mistake(
        "slotproof/engine/bitvectors/bits.py", "append((True, condition", "append((False, condition", THEOREMS, "paths"
    ),
    Mistake("slotproof/cli/certified.py", "if not said:", "if False:", CERTIFY, "rests_on_a_theorem"),
    Mistake("slotproof/verify/project.py", '{"prove", "certify"}', '{"prove"}', CERTIFIED, "mangled"),
    Mistake("slotproof/language/program/files.py", "OLD_NAMES.get(name, name)", "name", OWN, "old_name"),
    # which verdicts are still believed
    Mistake(
        "slotproof/verify/reading/outline.py",
        "(*_LOOPS, ast.ClassDef, ast.Global",
        "(ast.ClassDef, ast.Global",
        OUTLINE,
        "",
    ),
    Mistake(
        "slotproof/verify/reading/outline.py", "if name in own - bound_otherwise and", "if", OUTLINE, "not_the_same"
    ),
    Mistake("slotproof/verify/reading/outline.py", "if within[name] == used[name]}", "}", OUTLINE, "not_the_same"),
    Mistake("slotproof/verify/reading/reach.py", "        self.named(found.names)\n", "", REACH, "runs_is_reached"),
    Mistake("slotproof/verify/reading/reach.py", "filter(_is_special, methods)", "()", REACH, "runs_is_reached"),
    Mistake("slotproof/verify/reading/reach.py", "self.tokens.append(_told(code))", "pass", REACH, "values_count"),
    Mistake(
        "slotproof/engine/explore/explore.py",
        "told = (FROM_DICT, ",
        "told = (",
        REACH,
        "runs_is_reached and hash_index",
    ),
    Mistake(
        "slotproof/verify/result.py",
        "if verdict.status is Status.PROVED]",
        "]",
        "tests/verify/test_reports.py",
        "presume",
    ),
    Mistake("slotproof/verify/work.py", "elif not self._is_as_it_was():", "elif False:", LEDGER, "during_the_run"),
    Mistake("slotproof/cli/failures.py", "if self.shown is not None or", "if True or", WATCHING, "first_failure"),
    Mistake("slotproof/cli/watching.py", "while _seen(project) == before:", "while True:", WATCHING, "each_save"),
    Mistake("slotproof/verify/ledger.py", "entries[0].key == key else []", "True else []", LEDGER, "another_key"),
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
        "slotproof/engine/evaluate.py",
        "if not _is_false(holds, before, *arguments)",
        "if False",
        "tests/containers/test_corpus_pairs.py",
        "assigns",
    ),
    Mistake(
        "slotproof/engine/explore/surface.py", "refinement.defaults is not None", "False", MUTANTS, "both_sides_change"
    ),
    Mistake(
        f"{PROVE}/solver/terms.py",
        "    return {cost: 1} if is_length else None",
        "    return {cost: 1}",
        TERMS,
        "costs",
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
        "slotproof/language/declaration/made.py",
        "return given if way in LIMITED else None",
        "return None",
        LIMITS,
        "leaves_out",
    ),
    Mistake(
        "slotproof/engine/prove/counterexamples/counterexample.py",
        "    return not pairs or any(",
        "    return True or any(",
        "tests/verify/test_rests.py",
        "made_right",
    ),
    Mistake("slotproof/verify/result.py", "self.strict and MESSAGES in", "False and MESSAGES in", OWN, "message"),
    Mistake(
        "slotproof/verify/reading/sources.py",
        "    tops.update(itertools.chain.from_iterable(map(_standing_in, folders)))\n",
        "",
        DECLARED,
        "stands_beside",
    ),
    *(
        Mistake("slotproof/verify/reading/outline.py", old, new, "tests/verify/test_outline.py", "only_a_law")
        for old, new in (
            ("imports.get(_LAW) != (_DECLARE, _LAW, 0) or ", ""),
            (" or [*map(_bound, nodes)].count(_LAW) != 1", ""),
        )
    ),
    Mistake("slotproof/cli/verify.py", "force or strict)", "force)", DECLARED, "somebody_wrote"),
    Mistake("slotproof/verify/reading/reach.py", "again {self.met[id(value)][0]}", "again", REACH, "comes_again"),
    Mistake(f"{PROVE}/python/merging.py", "if not t.known(truth):", "if False:", DECLARED, "results and only"),
    # what is written, and what is settled
    *(
        Mistake(
            file, old, old.replace(", callback=writable", ""), "tests/verify/test_cli.py", f"cannot_be_written and {of}"
        )
        for file, old, of in (
            ("slotproof/cli/certify.py", "show_default=False, callback=writable", "certify and json"),
            ("slotproof/cli/mutants.py", 'answers are kept.", metavar="FILE", callback=writable', "mutants and ledger"),
            ("slotproof/cli/lint.py", "show_default=False, callback=writable", "lint"),
            ("slotproof/gate/cli.py", "show_default=False, callback=writable", "gate"),
        )
    ),
    Mistake(
        "slotproof/cli/verify.py",
        "        writable(file)",
        "        file",
        "tests/verify/test_cli.py",
        "cannot_be_written and verify",
    ),
    Mistake(
        "slotproof/engine/step.py",
        "theirs = (*theirs, *self._settles(impl, *ours))",
        "pass",
        "tests/containers/test_registry.py",
        "told_how",
    ),
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
    Mistake(f"{PROVE}/python/core.py", "count - before.get(loop, 0))", "0)", DECLARED, "helper and round"),
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
        "slotproof/language/function/flow.py",
        "if root == holder:",
        "if root == holder and root not in before:",
        "tests/language/test_language.py",
        "changed_while_running",
    ),
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
        "slotproof/engine/crosshair/contracts.py",
        "broken += self._broken_by_step(twin, model)",
        "pass",
        CONTRACTS,
        "law_of_steps",
    ),
    Mistake(
        "slotproof/engine/crosshair/contracts.py",
        "broken += self.asked.broken(twin, model, self.step.expected, self.step.expected_error, theirs)",
        "pass",
        CONTRACTS,
        "law_of_answers",
    ),
    Mistake(
        "slotproof/engine/crosshair/contracts.py",
        " or self._wrong_peers(impl, peers)",
        "",
        CONTRACTS,
        "second_container_is_asked",
    ),
    Mistake(
        "slotproof/engine/walk/coverage.py",
        "if any(domain.huge for domain in operation.takes) and not self.huge[number]:",
        "if False:",
        "tests/containers/test_huge_numbers.py",
        "gave_no_huge",
    ),
    Mistake("action.yml", 'default: "true"', 'default: "false"', "tests/test_ci_files.py", "believes_no_record"),
    Mistake("slotproof/verify/files.py", 'if file.read(1) != b"\\n":', "if False:", KILLED_LEDGER, "middle_of_a_line"),
    Mistake(
        "slotproof/verify/files.py",
        'fresh = path.with_name(f"{path.name}.{os.getpid()}")',
        "fresh = path",
        KILLED_LEDGER,
        "compaction",
    ),
    Mistake(
        "slotproof/verify/pool.py",
        "job = pipe.recv()",
        "job = pipe.recv(); _do(project, job, pipe)",
        "tests/verify/test_pool.py",
        "nothing_before",
    ),
    Mistake(
        f"{PROVE}/python/core.py",
        "ref.id in owned(st.heap, self.setting.impl)",
        "False",
        DECLARED,
        "costs and attribute and gets",
    ),
    Mistake(f"{PROVE}/sides/simulate.py", "and not is_call(", "and is_call(", DECLARED, "called_otherwise"),
    Mistake(
        "slotproof/language/program/constants.py",
        "if node.id in self.module.bindings:",
        "if False:",
        "tests/language/test_language.py",
        "other_forms and class_constant",
    ),
    Mistake("slotproof/verify/pool.py", "    read_texts()\n", "", "tests/verify/test_rests.py", "counts_no_more"),
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
    Mistake(
        "slotproof/language/declaration/reading.py",
        "if not _yields(function.node) or stop.value is UNKNOWN:",
        "if not _yields(function.node):",
        "tests/language/test_reading.py",
        "counted",
    ),
    Mistake(
        "slotproof/language/declaration/operations.py",
        "if value is UNKNOWN or (isinstance(value, tuple) and UNKNOWN in value):",
        "if False:",
        DECLARED,
        "compared and read",
    ),
    Mistake(
        "slotproof/language/declaration/domains.py",
        "not options <= {*covers",
        "not options & {*covers",
        DECLARED,
        "parameters and none",
    ),
    Mistake(
        "slotproof/language/declaration/claims.py",
        "if len(made) == 2 and",
        "if False and",
        DECLARED,
        "parameters and order",
    ),
    Mistake(
        "slotproof/language/declaration/words.py",
        "if is_word and symbol.name not in",
        "if False and symbol.name not in",
        DECLARED,
        "costs and word",
    ),
    Mistake(
        "slotproof/language/declaration/theorems.py",
        "if wrong and id(each) not in apart:",
        "if False:",
        DECLARED,
        "theorems",
    ),
    Mistake(
        "slotproof/language/program/check.py",
        "if other not in cls.aliases and other not in cls.methods:",
        "if False:",
        "tests/language/test_language.py",
        "second_name",
    ),
    Mistake(
        "slotproof/gate/campaign/workers.py", "    read_texts()\n", "", "tests/gate/test_workers.py", "reads_texts"
    ),
    Mistake("slotproof/gate/campaign/run.py", '"from_dict" if feature_of', '"copy" if feature_of', ASKED, "loaded"),
    Mistake("slotproof/texts.py", "folder.is_relative_to(own) or ", "", TEXTS, "installed"),
    Mistake(f"{PROVE}/sides/obliged.py", "if ref.id == id:", "if ref.id in before:", OBLIGED, "another_container"),
    Mistake(
        f"{PROVE}/python/apart.py",
        "number not in own and not _only_at(",
        "not own and not _only_at(",
        ANY_NUMBER,
        "first",
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
    Mistake("slotproof/verify/files.py", 'text.rfind(b"\\n") + 1', "len(text)", KILLED_LEDGER, "end_of_a_line"),
    Mistake("slotproof/verify/work.py", "keep=not known.outside", "keep=True", LEDGER, "no_line_is_written"),
    Mistake(
        "slotproof/verify/survey.py",
        " or any(known.outside for known in before.containers.values())",
        "",
        LEDGER,
        "not_kept_of_what_is_read",
    ),
    Mistake(
        "slotproof/verify/grounds.py",
        "kept = not self.container(container).outside",
        "kept = True",
        LEDGER,
        "is_not_believed",
    ),
    Mistake(
        "slotproof/verify/reading/outside.py",
        "if origin not in sources.modules:\n        return False",
        "if origin not in sources.modules:\n        return True",
        "tests/verify/test_outside.py",
        "may_read_more",
    ),
    Mistake("slotproof/cli/certified.py", "sum(all(each in known", "sum(any(each in known", CERTIFY, "all_that_shows"),
    Mistake(
        "slotproof/cli/certified.py",
        "as_before(mine, kept.survey(mine.key))",
        "kept.survey(mine.key)",
        CERTIFY,
        "the_command",
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
    Mistake("tests/fuzz/beside.py", "        gc.disable()\n", "", "tests/test_fuzz.py", "nothing_is_let_go_of"),
    Mistake(f"{PROVE}/solver/solve.py", "(False, True)[: 1 + insists]", "(False, True)", SOLVE, "another_way_is_open"),
    Mistake(
        "slotproof/declare/inline.py",
        "if _same_code(_function_code(definition), predicate.__code__):",
        "if True:",
        "tests/engine/test_inline.py",
        "told_apart",
    ),
    Mistake("slotproof/verify/ledger.py", "self._here.append(line.encode())", "pass", LEDGER, "could_not_be_written"),
)


def ended(tests: str, named: str, mistake: Mistake | None = None) -> str:
    """How tests end in a copy of the tree: "red", "green", or what is wrong with the question.

    Takes      named, words of their names, in an expression of pytest; all if empty
               mistake, made in the copy
    """
    with tempfile.TemporaryDirectory() as made:
        tree = Path(made)
        copy_tree(tree)
        if mistake is not None:
            changed = tree / mistake.file
            text = changed.read_text(encoding="utf-8")
            if text.count(mistake.old) != 1:
                return f"the text is there {text.count(mistake.old)} times"
            changed.write_text(text.replace(mistake.old, mistake.new), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", tests]
        code = subprocess.run(
            [*command, "-k", named] if named else command,
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree)},
            capture_output=True,
            check=False,
        ).returncode
    return {0: "green", 1: "red"}.get(code, f"pytest ends with {code}")


def copy_tree(tree: Path) -> None:
    """Copy the files of the project into a folder; those that are there already stay as they are.

    What they are compiled to comes along, which Python takes as long as time and size of a file stay as they are:
    without it `python -m tests.mistaken_judges --passing` compiles the program anew for each mistake.
    """
    for path in tracked_files():
        copy = _copied(path, tree)
        if copy.exists() and copy.read_bytes() == path.read_bytes():
            continue
        shutil.copy2(path, copy)
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            shutil.copy2(compiled, _copied(compiled, tree))
    for link in (path for path in (ROOT / "slotproof").iterdir() if path.is_symlink()):
        if not _copied(link, tree).is_symlink():
            _copied(link, tree).symlink_to(link.readlink())


def _copied(path: Path, tree: Path) -> Path:
    """Where a file of ours stands in a copy, whose folder is there."""
    copy = tree / path.relative_to(ROOT)
    copy.parent.mkdir(parents=True, exist_ok=True)
    return copy


def asked(mistakes: Sequence[Mistake]) -> list[tuple[str, str]]:
    """What is asked about these mistakes, each once: a file of tests, and words of their names.

    Each is asked by itself: a test that passes only after another one would be red for whatever mistake.
    """
    return [*dict.fromkeys((each.tests, each.named) for each in mistakes)]


def main() -> int:
    """Ask about each; 1 if one is not seen, 3 if a test is red without a mistake."""
    parser = argparse.ArgumentParser(description="Make mistakes in the judges of mutants: a test should see each.")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="so many at a time; default: one per core"
    )
    parser.add_argument(
        "--passing", action="store_true", help="the tests have just passed: do not run them without a mistake first"
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="only those with such a word in their file or tests")
    options = parser.parse_args()
    chosen = [
        each
        for each in MISTAKES
        if not options.words or any(word in f"{each.file} {each.tests} {each.named}" for word in options.words)
    ]
    if not chosen:
        parser.error(f"no mistake has {' or '.join(options.words)} in its file or tests")
    with ThreadPoolExecutor(options.jobs) as pool:
        before = [] if options.passing else asked(chosen)
        wrong = [
            (*each, end)
            for each, end in zip(before, pool.map(lambda each: ended(*each), before), strict=True)
            if end != "green"
        ]
        for tests, named, end in wrong:
            print(f"{end:8}  {tests}, {named or 'all'}, without a mistake")  # noqa: T201
        if wrong:
            return 3
        if before:
            print(f"green     {len(before)} times without a mistake")  # noqa: T201
        unseen = 0
        ends = pool.map(lambda mistake: ended(mistake.tests, mistake.named, mistake), chosen)
        for mistake, end in zip(chosen, ends, strict=True):
            unseen += end != "red"
            print(f"{end:8}  {mistake.file}: {mistake.new.split(chr(10))[-1].strip()}")  # noqa: T201
    print(f"{len(chosen) - unseen} of {len(chosen)} mistakes turn a test red")  # noqa: T201
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main())
