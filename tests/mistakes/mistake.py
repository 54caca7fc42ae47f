"""What a mistake is; files of tests and of the prover, by short names."""

from __future__ import annotations

from typing import Final, NamedTuple


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
LANGUAGE: Final = "tests/language/test_language.py"
KILLED: Final = "tests/mutation/test_mutants_killed.py"
OUTLINE: Final = "tests/verify/test_outline.py"
REACH: Final = "tests/verify/test_reach.py"
WATCHING: Final = "tests/engine/test_watching.py"
KILLED_LEDGER: Final = "tests/verify/test_ledger_killed.py"
LEDGER: Final = "tests/verify/test_ledger.py"
PROVE: Final = "slotproof/engine/prove"
CALLING: Final = "tests/prove/test_calling.py"
CAUGHT: Final = "tests/prove/test_caught.py"
DECLARED: Final = "tests/soundness/test_wrong_declarations.py"
OWN: Final = "tests/soundness/test_own_declaration.py"
TERMS: Final = "tests/prove/test_terms.py"
PRESUMED: Final = "tests/prove/test_presumed.py"
SHOWN: Final = "tests/prove/test_displays.py"
LIMITS: Final = "tests/prove/test_limits.py"
FOLLOWED: Final = "tests/prove/test_followed.py"
GATHERED: Final = "tests/prove/test_gathered.py"
FORMS: Final = "tests/prove/test_refused_forms.py"
PARTS: Final = "tests/prove/test_parts.py"
PASSING: Final = "tests/prove/test_passing.py"
SUMMARIES: Final = "tests/prove/test_summaries.py"
PARTIAL: Final = "tests/prove/test_partial.py"
READS: Final = "tests/prove/test_known.py"
WITHIN: Final = "tests/prove/test_within.py"
COSTS: Final = "tests/prove/test_costs.py"
REPLACED: Final = "tests/prove/test_replaced.py"
READ_ONLY: Final = "tests/prove/test_read_only.py"
SHIFTS: Final = "tests/engine/test_shifts.py"
FACTS: Final = "tests/prove/test_facts.py"
UNTRUSTED: Final = "tests/soundness/test_untrusted.py"
WRITTEN: Final = "tests/prove/test_texts.py"
WHOLE: Final = "tests/prove/test_whole.py"
INSTANCES: Final = "tests/prove/test_theorems.py"
SIMULATE: Final = "tests/prove/test_simulate.py"
STARTS: Final = "tests/prove/test_starts.py"
SOLVE: Final = "tests/prove/test_solve.py"
STEP: Final = "slotproof/engine/step.py"
STEPS: Final = "tests/engine/test_step.py"
CONTRACTS: Final = "tests/engine/test_contracts.py"
ANSWERS: Final = "tests/prove/test_answers.py"
CERTIFY: Final = "tests/certify/test_certify.py"
CERTIFIED: Final = "tests/certify/test_certified_claims.py"
TEXTS: Final = "tests/verify/test_texts.py"
OF_MANY: Final = "tests/prove/test_components.py"
ENSURED: Final = "tests/prove/test_obliged_ensured.py"
ANY_NUMBER: Final = "tests/prove/test_any_number.py"
OPENED: Final = "tests/prove/test_opened.py"
THEOREMS: Final = "tests/certify/test_certified_theorems.py"
