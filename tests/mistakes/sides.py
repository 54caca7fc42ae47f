"""Mistakes in how both sides of a declaration are compared."""

from __future__ import annotations

from typing import Final

from .mistake import (
    ANSWERS,
    ANY_NUMBER,
    DECLARED,
    ENSURED,
    INSTANCES,
    PRESUMED,
    PROVE,
    READ_ONLY,
    REPLACED,
    SIMULATE,
    STARTS,
    UNTRUSTED,
    WITHIN,
    Mistake,
)

OF_SIDES: Final = (
    Mistake(f"{PROVE}/sides/starts.py", " or not is_any(free, chosen=False)", "", SIMULATE, "every_argument"),
    Mistake(f"{PROVE}/sides/starts.py", "if asked or ", "if ", SIMULATE, "every_argument"),
    Mistake(
        f"{PROVE}/sides/starts.py",
        "            for name in others:",
        "            for name in ():",
        SIMULATE,
        "every_argument",
    ),
    Mistake(
        f"{PROVE}/sides/starts.py", "all(len(values) > 1 and", "all(len(values) > 0 and", SIMULATE, "every_argument"
    ),
    Mistake(f"{PROVE}/sides/untrusted.py", " or not is_every(made):", ":", UNTRUSTED, "beside_data"),
    Mistake(
        f"{PROVE}/sides/untrusted.py",
        "if any(len(more.items) != len(parameters) for",
        "if any(False for",
        UNTRUSTED,
        "beside_data",
    ),
    Mistake(f"{PROVE}/sides/starts.py", "or _sort(each) in free", "or True", STARTS, "some_of_a_sort"),
    Mistake(
        f"{PROVE}/sides/starts.py",
        "(isinstance(each, bool) and both)",
        "isinstance(each, bool)",
        STARTS,
        "some_of_a_sort",
    ),
    Mistake(f"{PROVE}/sides/starts.py", " and _has_both(values) for", " for", SIMULATE, "every_argument"),
    Mistake(f"{PROVE}/sides/starts.py", "    if not made:\n        return False\n", "", UNTRUSTED, "beside_data"),
    Mistake(
        f"{PROVE}/sides/annotated.py",
        "is_any_text or option.value in names",
        "True",
        STARTS,
        "written_out",
    ),
    Mistake(f"{PROVE}/sides/annotated.py", "if kind not in kinds:", "if False:", STARTS, "each_kind"),
    Mistake(f"{PROVE}/sides/starts.py", "in behind_first(function)", "in ()", STARTS, "constructor"),
    Mistake(
        f"{PROVE}/sides/simulate.py", "if getattr(operation, name) is not None:", "if False:", ENSURED, "beside_it"
    ),
    Mistake(
        f"{PROVE}/sides/untrusted.py",
        "        simulation.require_shown(self.operation)\n",
        "",
        UNTRUSTED,
        "nothing_else",
    ),
    Mistake(
        f"{PROVE}/sides/untrusted.py",
        "for each, made_of in asked)",
        "for each, made_of in ())",
        UNTRUSTED,
        "parameter_may_be",
    ),
    Mistake(f"{PROVE}/sides/annotated.py", 'made if "Sequence" in heads', "made if False", READ_ONLY, "tuple"),
    Mistake(
        f"{PROVE}/sides/annotated.py",
        "_kind_named(ev, owner, option, module), is_any_text",
        "_kind_named(ev, owner, option, module), True",
        STARTS,
        "written_out",
    ),
    Mistake(f"{PROVE}/sides/theorems.py", "    if not speaks:", "    if False:", INSTANCES, "nothing"),
    Mistake(f"{PROVE}/sides/theorems.py", "for st, error in raised]", "for st, error in ()]", INSTANCES, "not_so"),
    Mistake(f"{PROVE}/sides/theorems.py", "    if theorem.shows:", "    if False:", INSTANCES, "nothing"),
    Mistake(f"{PROVE}/sides/theorems.py", "    if ev.depth:", "    if False:", INSTANCES, "nothing"),
    Mistake(f"{PROVE}/sides/theorems.py", "ev.oblige(st, t.lt(low, high)", "ev.oblige(st, True", INSTANCES, "not_so"),
    Mistake(f"{PROVE}/sides/theorems.py", "ev.oblige(st, truth, node", "ev.oblige(st, True, node", INSTANCES, "not_so"),
    Mistake(
        f"{PROVE}/sides/theorems.py", "    ev.oblige(st, shown,", "    ev.oblige(st, True,", INSTANCES, "leaves_out"
    ),
    Mistake(f"{PROVE}/sides/theorems.py", "{*each} != {*theorem.of}", "False", INSTANCES, "no_number"),
    Mistake(f"{PROVE}/sides/untrusted.py", "d.has_only(data, told_of)", "True", UNTRUSTED, "no_field_that_is_omitted"),
    Mistake(
        f"{PROVE}/sides/untrusted.py",
        "        self._require_read()\n",
        "",
        UNTRUSTED,
        "whole_is_read or reading_is_read",
    ),
    Mistake(f"{PROVE}/sides/called.py", "len(more) == others and", "", UNTRUSTED, "beside_data"),
    Mistake(f"{PROVE}/sides/called.py", "own.issuperset(map(ast.unparse, more))", "True", UNTRUSTED, "beside_data"),
    Mistake(
        f"{PROVE}/sides/premise.py",
        "for each in (*impls, *made):",
        "for each in impls:",
        UNTRUSTED,
        "each_that_is_given",
    ),
    Mistake(
        f"{PROVE}/sides/obliged.py",
        "        for each in self._containers(st, result, self.impl_class):\n",
        "        for each in ():\n",
        DECLARED,
        "copy and twice",
    ),
    Mistake(
        f"{PROVE}/sides/obliged.py",
        "for model in ours if theirs else []:",
        "for model in ():",
        DECLARED,
        "copy and twice",
    ),
    Mistake(f"{PROVE}/sides/obliged.py", "_holds_plain(st, each) or _gives", "_gives", DECLARED, "lengths"),
    Mistake(
        f"{PROVE}/sides/called.py",
        "own is not None and has_one and not is_call",
        "False and is_call",
        DECLARED,
        "meant",
    ),
    Mistake(f"{PROVE}/sides/obliged.py", " or _gives_plain(each) for", " for", DECLARED, "lengths"),
    Mistake(f"{PROVE}/sides/theorems.py", "if starts.arrangement is not None:", "if False:", INSTANCES, "arrangement"),
    Mistake(f"{PROVE}/sides/called.py", "return operation.model is None and ", "return ", WITHIN, "not_known"),
    Mistake(
        f"{PROVE}/sides/obliged.py", "told is None and actual.error is None", "told is None", REPLACED, "callers_take"
    ),
    Mistake(f"{PROVE}/sides/obliged.py", " and not operation.pure  #", "  #", REPLACED, "callers_take"),
    Mistake(f"{PROVE}/sides/obliged.py", "t.conj(stays, is_arranged", "t.conj(True, is_arranged", REPLACED, "a_thing"),
    Mistake(f"{PROVE}/sides/simulate.py", "            self._answers(ev)\n", "", ANSWERS, "raises"),
    Mistake(f"{PROVE}/sides/obliged.py", ', ("invalid", [was], False)]', "]", ANSWERS, "invalid and below_one"),
    Mistake(
        f"{PROVE}/sides/obliged.py", 'asked = [("invalid", [was], True)]', "asked = []", ANSWERS, "below_minus_one"
    ),
    Mistake(
        f"{PROVE}/sides/untrusted.py",
        "if not any(domain.within for",
        "if any(domain.within == 0 for",
        PRESUMED,
        "scope",
    ),
    Mistake(
        f"{PROVE}/sides/simulate.py",
        "(own := called_by(operation, self.program)) is not None",
        "False",
        DECLARED,
        "in_place_of_a_call",
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
        f"{PROVE}/sides/starts.py",
        "*(self._met(st, way, pair) if is_one",
        "*([pair] if is_one",
        DECLARED,
        "containers and two and one",
    ),
    Mistake(f"{PROVE}/sides/outcome.py", " and modules[0] == modules[1]", "", DECLARED, "names and constructor"),
    Mistake(
        f"{PROVE}/sides/obliged.py",
        "for one, other in _compared(st, expected, actual):",
        "for one, other in []:",
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
    Mistake(f"{PROVE}/sides/obliged.py", "if ref.id == id:", "if ref.id in before:", ENSURED, "another_container"),
    Mistake(f"{PROVE}/sides/starts.py", "if most >= len(looked_at):", "if False:", ANY_NUMBER, "few"),
)
