"""Mistakes in the prover, and in what is proved."""

from __future__ import annotations

from typing import Final

from .containers import OF_CONTAINERS
from .declaration import OF_DECLARATION
from .mistake import (
    CAUGHT,
    DECLARED,
    FOLLOWED,
    INSTANCES,
    KILLED,
    LIMITS,
    LOADED,
    OWN,
    PROVE,
    REPLACED,
    SIMULATE,
    SUMMARIES,
    Mistake,
)
from .python import OF_PYTHON
from .sides import OF_SIDES
from .solver import OF_SOLVER

OF_PROVE: Final = (
    *OF_CONTAINERS,
    *OF_DECLARATION,
    *OF_PYTHON,
    *OF_SIDES,
    *OF_SOLVER,
    Mistake(
        f"{PROVE}/prove.py", "said(Status.PROVED, scope=theorem.configured)", "said(Status.PROVED)", INSTANCES, "scope"
    ),
    Mistake(
        "slotproof/engine/bitvectors/words.py",
        "    __bool__ = __eq__ = __ne__ = _refuse\n",
        "",
        INSTANCES,
        "nothing_is_asked",
    ),
    Mistake(f"{PROVE}/prove.py", '({"refuted": False} if proof.open else {})', "{}", INSTANCES, "is_a_failure"),
    Mistake(f"{PROVE}/prove.py", "each.shows, each.widths, each.of)", "each.shows, each.of)", INSTANCES, "for_what"),
    Mistake(f"{PROVE}/prove.py", "sorted({*rests, each})", "rests", INSTANCES, "at_each_number"),
    Mistake(
        f"{PROVE}/prove.py",
        "    simulation_of(refinement)\n",
        "    prove_by_reading(refinement, CREATION)\n",
        INSTANCES,
        "ahead",
    ),
    Mistake(
        f"{PROVE}/source.py",
        "return self.module.name, self.name + place if",
        'return "", self.name + place if',
        REPLACED,
        "of_a_base",
    ),
    Mistake("slotproof/language/function/forms.py", '* (code == "get")', "", "tests/language/test_kinds.py", "kinds"),
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
    Mistake(f"{PROVE}/prove.py", "(*shown, is_used, asked)", "(*shown, asked)", DECLARED, "judged and rest"),
    Mistake(f"{PROVE}/prove.py", "claims = [*own, *_kept(", "claims = own or [*_kept(", DECLARED, "all_must_keep"),
    Mistake(f"{PROVE}/prove.py", "read.unreached or unreached_by_running(", "read.unreached and (", KILLED, "no_start"),
    Mistake(
        f"{PROVE}/loaded.py",
        "function.__globals__ is names and any(",
        "any(",
        LOADED,
        "other_names",
    ),
    Mistake(
        f"{PROVE}/loaded.py",
        "_same(live, _value(said, names))",
        "True",
        LOADED,
        "stands_under",
    ),
    Mistake(f"{PROVE}/loaded.py", "_value(node, live)", "ast.literal_eval(node)", LOADED, "MORE"),
    Mistake(f"{PROVE}/loaded.py", "issubclass(made, tuple)", "False", LOADED, "SPOT"),
    Mistake(f"{PROVE}/loaded.py", "{**names, **vars(live)}", "{}", LOADED, "MOST"),
    Mistake(f"{PROVE}/loaded.py", " or _takes_said(function, node, names))", ")", LOADED, "Data or Spot"),
    Mistake(f"{PROVE}/loaded.py", "live is names[said.id]", "True", LOADED, "depth"),
    Mistake(
        f"{PROVE}/loaded.py",
        "if node.level else source",
        "if False else source",
        LOADED,
        "Reader",
    ),
    Mistake(f"{PROVE}/loaded.py", "        if not right:", "        if False:", LOADED, "class"),
    Mistake(
        "slotproof/engine/prove/prove.py",
        "operation.cost, proof), scope)",
        "operation.cost, proof), '')",
        OWN,
        "message",
    ),
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
    Mistake(
        "slotproof/engine/prove/prove.py",
        "if unreached or never:",
        "if unreached:",
        "tests/engine/prove/test_prove.py",
        "never_occurs",
    ),
    Mistake("slotproof/engine/prove/prove.py", "else each.often", "else 1", DECLARED, "helper and twice"),
    Mistake(f"{PROVE}/source.py", "return name in above or", "return name in named or", CAUGHT, "of_the_project"),
    Mistake(f"{PROVE}/source.py", 'f"{self.module.name}.{self.name}"', "self.name", DECLARED, "within and models"),
    Mistake(f"{PROVE}/source.py", "if self.within else", "if False else", SUMMARIES, "within_another"),
    Mistake(
        f"{PROVE}/counterexamples/counterexample.py",
        "if _needs_nothing(refinement.model)",
        "if True",
        SIMULATE,
        "of_nothing",
    ),
    Mistake(
        f"{PROVE}/counterexamples/counterexample.py",
        "*start, any_arguments=True)",
        "*start)",
        "tests/engine/prove/test_counterexample.py",
        "nothing_is_found",
    ),
)
