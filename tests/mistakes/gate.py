"""Mistakes in the gate, in mutants, in pictures and in pages."""

from __future__ import annotations

from typing import Final

from .mistake import ASKED, BUGS_PAGE, MUTANTS, SAME, Mistake

OF_GATE: Final = (
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
        "slotproof/show/drawing.py",
        "held == nil else held",
        "held == NIL else held",
        "tests/pages/test_figures.py",
        "nil_is",
    ),
    Mistake(
        "slotproof/verify/failure.py",
        "|slotproof/declare/",
        "|no such folder/",
        "tests/soundness/test_own_declaration.py",
        "said_own",
    ),
    Mistake(
        "slotproof/verify/failure.py",
        'return f"{HELD}({type(value)',
        'return repr(value) or f"{HELD}({type(value)',
        "tests/pages/test_figures.py",
        "second_container",
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
    # in which order is asked, and what is told
    Mistake("slotproof/mutation/judging.py", "        yield from _soon_seen(refinement)\n", "", MUTANTS, "first_steps"),
    Mistake(
        "slotproof/mutation/matrix.py", '.get("killers") == 1 else', '.get("killers") == 0 else', MUTANTS, "unique"
    ),
    # the gate, and proofs
    Mistake(
        "slotproof/mutation/trials.py",
        "return failed and bool(",
        "return failed or not (",
        "tests/containers/together/test_corpus.py",
        "no_state",
    ),
    Mistake(
        "slotproof/mutation/gate.py", "except Exception as error:", "except KeyError as error:", MUTANTS, "crashes"
    ),
    Mistake("slotproof/mutation/judging.py", "near=not is_claim,", "near=True,", MUTANTS, "only_if_something"),
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
        "slotproof/gate/campaign/workers.py",
        "    read_texts()\n",
        "",
        "tests/gate/campaign/test_workers.py",
        "reads_texts",
    ),
    Mistake("slotproof/gate/campaign/run.py", '"from_dict" if feature_of', '"copy" if feature_of', ASKED, "loaded"),
    Mistake("tests/fuzz/beside.py", "        gc.disable()\n", "", "tests/fuzz/test_fuzz.py", "nothing_is_let_go_of"),
)
