"""Mistakes in what judges, keeps and tells verdicts."""

from __future__ import annotations

from typing import Final

from .mistake import (
    CERTIFIED,
    CERTIFY,
    CONTRACTS,
    DECLARED,
    EXPLORE,
    KILLED,
    KILLED_LEDGER,
    LEDGER,
    MUTANTS,
    OUTLINE,
    OWN,
    REACH,
    STEP,
    STEPS,
    TEXTS,
    THEOREMS,
    WATCHING,
    Mistake,
)

OF_VERIFY: Final = (
    # what a proof has read
    Mistake(
        "slotproof/verify/grounds.py", "file not in checked", "False", "tests/verify/test_grounds.py", "check_has_read"
    ),
    Mistake(
        "slotproof/verify/work.py",
        "map(self.grounds.of_checked, done.verdicts)",
        "done.verdicts",
        "tests/verify/test_rests.py",
        "failed_proof",
    ),
    # what a search counts
    Mistake(
        "slotproof/engine/explore/search.py", "tried.raised += 1", "pass", KILLED, "mistake_of_both and check_count"
    ),
    Mistake(
        "slotproof/engine/explore/search.py", "+= total(step.actual)", "+= 0", KILLED, "mistake_of_both and rounded"
    ),
    Mistake("slotproof/engine/explore/search.py", "if exempt or stayed:", "if True:", EXPLORE, "leave_the_state"),
    Mistake("slotproof/engine/explore/explore.py", "(stepped or not claim.step)", "True", EXPLORE, "leave_the_state"),
    Mistake("slotproof/cli/mutants.py", "), mutant.side != CLAIM", "), 0", MUTANTS, "then_claims"),
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
    Mistake(
        "slotproof/engine/evaluate.py",
        "if not _is_false(holds, before, *arguments)",
        "if False",
        "tests/containers/together/test_corpus_pairs.py",
        "assigns",
    ),
    Mistake(
        "slotproof/engine/explore/surface.py", "refinement.defaults is not None", "False", MUTANTS, "both_sides_change"
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
        Mistake("slotproof/verify/reading/outline.py", old, new, "tests/verify/reading/test_outline.py", "only_a_law")
        for old, new in (
            ("imports.get(_LAW) != (_DECLARE, _LAW, 0) or ", ""),
            (" or [*map(_bound, nodes)].count(_LAW) != 1", ""),
        )
    ),
    Mistake("slotproof/cli/verify.py", "force or strict)", "force)", DECLARED, "somebody_wrote"),
    Mistake("slotproof/verify/reading/reach.py", "again {self.met[id(value)][0]}", "again", REACH, "comes_again"),
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
        "tests/containers/together/test_huge_numbers.py",
        "gave_no_huge",
    ),
    Mistake("action.yml", 'default: "true"', 'default: "false"', "tests/tree/test_ci_files.py", "believes_no_record"),
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
    Mistake("slotproof/verify/pool.py", "_prepare(project, job)\n", "pass\n", "tests/verify/test_pool.py", "ahead"),
    Mistake("slotproof/verify/pool.py", "    read_texts()\n", "", "tests/verify/test_rests.py", "counts_no_more"),
    Mistake("slotproof/texts.py", "folder.is_relative_to(own) or ", "", TEXTS, "installed"),
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
        "slotproof/verify/survey.py",
        "if known.get(each.name) is not each:",
        "if False:",
        DECLARED,
        "within and another and declaration",
    ),
    Mistake(
        "slotproof/verify/survey.py",
        "if known[each.name] is not each:",
        "if False:",
        DECLARED,
        "within and two and one",
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
        "tests/verify/reading/test_outside.py",
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
    Mistake("slotproof/verify/ledger.py", "self._here.append(line.encode())", "pass", LEDGER, "could_not_be_written"),
    Mistake("slotproof/verify/project.py", "if beside is not None and", "if False and", OWN, "another_slotproof"),
)
