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


ASKED: Final = "tests/gate/campaign/test_asked.py"
BUGS_PAGE: Final = "slotproof/dev/bugs_page.py"
SAME: Final = "tests/containers/together/test_same_mistake.py"
MUTANTS: Final = "tests/mutation/test_mutants.py"
LANGUAGE: Final = "tests/language/test_language.py"
KILLED: Final = "tests/mutation/test_mutants_killed.py"
OUTLINE: Final = "tests/verify/reading/test_outline.py"
REACH: Final = "tests/verify/reading/test_reach.py"
WATCHING: Final = "tests/engine/test_watching.py"
KILLED_LEDGER: Final = "tests/verify/test_ledger_killed.py"
LEDGER: Final = "tests/verify/test_ledger.py"
PROVE: Final = "slotproof/engine/prove"
LOADED: Final = "tests/prove/test_loaded.py"
CALLING: Final = "tests/prove/sides/test_calling.py"
CAUGHT: Final = "tests/prove/python/test_caught.py"
DECLARED: Final = "tests/soundness/test_wrong_declarations.py"
OWN: Final = "tests/soundness/test_own_declaration.py"
TERMS: Final = "tests/prove/solver/test_terms.py"
PRESUMED: Final = "tests/prove/test_presumed.py"
SHOWN: Final = "tests/prove/python/builtin/test_displays.py"
LIMITS: Final = "tests/prove/declaration/test_limits.py"
FOLLOWED: Final = "tests/prove/python/test_followed.py"
GATHERED: Final = "tests/prove/python/test_gathered.py"
FORMS: Final = "tests/prove/python/test_refused_forms.py"
PARTS: Final = "tests/prove/containers/test_parts.py"
PASSING: Final = "tests/prove/python/builtin/test_passing.py"
SUMMARIES: Final = "tests/prove/containers/test_summaries.py"
PARTIAL: Final = "tests/prove/python/test_partial.py"
READS: Final = "tests/prove/containers/test_known.py"
WITHIN: Final = "tests/prove/containers/test_within.py"
COSTS: Final = "tests/prove/containers/test_costs.py"
REPLACED: Final = "tests/prove/declaration/test_replaced.py"
READ_ONLY: Final = "tests/prove/python/builtin/test_read_only.py"
SHIFTS: Final = "tests/engine/prove/test_shifts.py"
FACTS: Final = "tests/prove/solver/test_facts.py"
UNTRUSTED: Final = "tests/soundness/test_untrusted.py"
WRITTEN: Final = "tests/prove/python/kinds/test_texts.py"
WHOLE: Final = "tests/prove/declaration/test_whole.py"
INSTANCES: Final = "tests/prove/sides/test_theorems.py"
SIMULATE: Final = "tests/prove/sides/test_simulate.py"
STARTS: Final = "tests/prove/sides/test_starts.py"
SOLVE: Final = "tests/prove/solver/test_solve.py"
STEP: Final = "slotproof/engine/step.py"
EXPLORE: Final = "tests/engine/explore/test_explore.py"
STEPS: Final = "tests/engine/test_step.py"
CONTRACTS: Final = "tests/engine/crosshair/test_contracts.py"
ANSWERS: Final = "tests/prove/declaration/test_answers.py"
CERTIFY: Final = "tests/certify/test_certify.py"
CERTIFIED: Final = "tests/certify/test_certified_claims.py"
TEXTS: Final = "tests/verify/test_texts.py"
OF_MANY: Final = "tests/prove/containers/test_components.py"
ENSURED: Final = "tests/prove/sides/test_obliged_ensured.py"
ANY_NUMBER: Final = "tests/prove/containers/test_any_number.py"
OPENED: Final = "tests/prove/python/kinds/test_opened.py"
THEOREMS: Final = "tests/certify/test_certified_theorems.py"
