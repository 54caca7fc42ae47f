"""Mistakes in what solvers are asked and told."""

from __future__ import annotations

from typing import Final

from .mistake import (
    ANY_NUMBER,
    CERTIFY,
    FACTS,
    PROVE,
    SHIFTS,
    SOLVE,
    TERMS,
    WRITTEN,
    Mistake,
)

OF_SOLVER: Final = (
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
    Mistake(f"{PROVE}/solver/theory/texts.py", 'b"\\1" + text', "text", WRITTEN, "written_out"),
    Mistake(f"{PROVE}/solver/theory/texts.py", "s.eq(NUMBER(SPELT(place)), place)", "True", WRITTEN, "written_out"),
    Mistake(f"{PROVE}/solver/first.py", "z3.Context()", "z3.main_ctx()", "tests/prove/test_asked.py", "asks_the_same"),
    Mistake(f"{PROVE}/solver/solve.py", "if insist and self.doubt():", "if False:", SOLVE, "doubted"),
    Mistake(
        f"{PROVE}/solver/terms.py",
        "    return {cost: 1} if is_length else None",
        "    return {cost: 1}",
        TERMS,
        "costs",
    ),
    Mistake(f"{PROVE}/solver/rest.py", "fact if is_case else _by", "_by", ANY_NUMBER, "claimed"),
    Mistake(f"{PROVE}/solver/rest.py", " if _is_plain(fact) else True", "", ANY_NUMBER, "claimed"),
    Mistake(
        f"{PROVE}/solver/rest.py",
        '    name = fresh("claimed", BOOL)\n    _claimed[number(name)] = name, shown\n    return name\n',
        "    return shown\n",
        ANY_NUMBER,
        "claimed",
    ),
    Mistake(f"{PROVE}/solver/rest.py", "    _facts[number(said)] = said\n", "", ANY_NUMBER, "fact_is_kept"),
    Mistake(
        f"{PROVE}/solver/rest.py",
        "(_said, _meant, _claimed, _known, _facts)",
        "(_said, _meant)",
        ANY_NUMBER,
        "forgotten",
    ),
    Mistake(
        f"{PROVE}/solver/solve.py",
        "[*asked.needed, *asked.more])",
        "asked.needed)",
        "tests/prove/solver/test_lying_solvers.py",
        "remembered",
    ),
    Mistake(f"{PROVE}/solver/rest.py", "wanted.count(True) == 1", "wanted", ANY_NUMBER, "itself or large"),
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
    Mistake(f"{PROVE}/solver/solve.py", "(False, True)[: 1 + insists]", "(False, True)", SOLVE, "another_way_is_open"),
)
