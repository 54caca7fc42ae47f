"""The bits judge proves what holds at real widths, refutes what is broken, and calls nothing proved unshown."""

import operator
from collections.abc import Callable
from typing import Any

import pytest
import z3

from slotproof.declare import Claim, Theorem
from slotproof.declare.verdict import Status, Verdict
from slotproof.engine.bitvectors import bits, words
from slotproof.engine.bitvectors.bits import judge
from slotproof.engine.bitvectors.words import NotSupported, Word
from slotproof.engine.mutate.edit import applied
from slotproof.engine.prove.reading import prove_theorem
from slotproof.impl.handle import Layout
from slotproof.impl.handle_map import HandleMap
from slotproof.impl.hash_index import HashIndex
from slotproof.proofs.handle import HANDLE_LAYOUT
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.proofs.hash_index import HASH_INDEX
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.handle import Handle
from slotproof.spec.logic import implies

from ...containers.breaks.breaks import changed
from ...judging import mistaken

THEOREMS = {theorem.claim.id: theorem for theorem in (*HANDLE_LAYOUT.theorems, *HANDLE_MAP.theorems)}


def _judge(id: str) -> Verdict:
    return judge("test", THEOREMS[id])


def _judge_that(holds: Callable[..., bool], **widths: int) -> Verdict:
    return judge("test", Theorem(Claim("XX-B1", "A theorem of this test."), holds, (widths,)))


@pytest.mark.parametrize("id", [each for each in THEOREMS if each not in ("HL-B3", "HL-B4", "HM-B1", "HM-B4")])
def test_a_theorem_is_proved_at_every_declared_width(id: str) -> None:
    """HL-B1 ... HL-B7 and HM-B1 ... HM-B4; the scope names the widths, and the count of obligations covers them."""
    verdict = _judge(id)
    assert verdict.status is Status.PROVED, verdict.reason
    assert verdict.evidence["instances"] == len(THEOREMS[id].widths)
    assert verdict.evidence["obligations"] >= verdict.evidence["paths"] >= len(THEOREMS[id].widths)
    assert "16" in verdict.scope


def test_the_hash_index_is_judged_at_each_number_of_buckets() -> None:
    """There are no others: more are refused."""
    for theorem in HASH_INDEX.theorems:
        assert [each["bucket_bits"] for each in theorem.widths] == list(range(32))
    HashIndex(2**31)
    with pytest.raises(InvalidArgument):
        HashIndex(2**32)


# --- breaks of the layout and of generations

LAYOUT_BREAKS = [
    ("__init__", "self.type_shift = index_bits + generation_bits", "self.type_shift = index_bits + 16", "HL-B1"),
    ("__init__", "self.generation_shift = index_bits", "self.generation_shift = 32", "HL-B4"),
    ("__init__", "(1 << index_bits) - 1", "(1 << 32) - 1", "HL-B5"),
    ("pack", "(type_id << self.type_shift)", "(type_id << self.generation_shift)", "HL-B1"),
    ("pack", "too_wide | (free >> 1) != 0", "too_wide != 0", "HL-B4"),
    ("pack", "too_wide | (free >> 1) != 0", "(slot >> self.index_bits) | (free >> 1) != 0", "HL-B4"),
    ("pack", "slot | (generation <<", "(slot << 32) | (generation << 0 *", "HL-B3"),
    ("pack", "return slot | ", "return 1 ^ slot | ", "HL-B7"),
    ("unpack", "(word & self.type_mask) >> self.type_shift", "word >> self.type_shift", "HL-B2"),
    ("unpack", "word & self.index_mask", "word", "HL-B1"),
    ("unpack", "(word & self.generation_mask) >>", "word >>", "HL-B5"),
    ("_check", "self.free_shift + 1", "self.free_shift + 2", "HL-B5"),
    ("next_generation", "(following & self.generation_mask)", "following", "HL-B6"),
    ("next_generation", "(word & ~self.generation_mask)", "word", "HL-B6"),
    ("next_generation", "1 << self.generation_shift", "1 << self.index_bits - 1", "HL-B6"),
]


@pytest.mark.parametrize(("method", "old", "new", "id"), LAYOUT_BREAKS)
def test_a_broken_layout_is_refuted(method: str, old: str, new: str, id: str) -> None:
    """A wrong offset, a missing mask or an over-wide field breaks a theorem, with numbers that CPython confirms."""
    with applied(changed(Layout, method, old, new)):
        verdict = _judge(id)
    assert verdict.status is Status.FAILED
    assert " for " in verdict.reason or "raises" in verdict.reason
    assert "stand-ins" not in verdict.reason


def test_every_layout_theorem_was_seen_red() -> None:
    """Each theorem of the layout has a break."""
    assert {id for *_, id in LAYOUT_BREAKS} == {theorem.claim.id for theorem in HANDLE_LAYOUT.theorems}


def test_a_wrong_offset_hides_at_the_default_widths() -> None:
    """A constant in the place of a width is right at the default split, and refuted at another."""
    theorem = THEOREMS["HL-B4"]
    with applied(changed(Layout, "__init__", "self.generation_shift = index_bits", "self.generation_shift = 32")):
        assert judge("test", Theorem(theorem.claim, theorem.holds, theorem.widths[:1])).status is Status.PROVED
        assert judge("test", theorem).status is Status.FAILED


GENERATION_BREAKS = [
    ("_bump", "self.generation[slot] + 1", "self.generation[slot] + 2", "HM-B1"),
    ("_bump", "        generation = 0\n", "        generation = 1\n", "HM-B1"),
    ("is_valid", "self.generation[slot] == handle.generation", "True", "HM-B2"),
    ("is_valid", "self.generation[slot] == handle.generation", "self.generation[slot] <= handle.generation", "HM-B2"),
    ("_bump", "generation == 0 and self.retire", "False", "HM-B3"),
    ("_bump", "generation == self.generation_limit", "False", "HM-B3"),
    ("_bump", "generation == 0 and self.retire", "False", "HM-B4"),
    ("is_valid", "self.generation[slot] == handle.generation", "True", "HM-B4"),
    ("clear", "usable = self._bump(slot)", "usable = True", "HM-B3"),
]


@pytest.mark.parametrize(("method", "old", "new", "id"), GENERATION_BREAKS)
def test_a_broken_generation_is_refuted(method: str, old: str, new: str, id: str) -> None:
    """A generation that skips, wraps wrongly, is not compared or outlives its slot breaks a theorem."""
    with applied(changed(HandleMap, method, old, new)):
        assert _judge(id).status is Status.FAILED
        assert prove_theorem(HANDLE_MAP, THEOREMS[id], doubt=lambda: True).resists


@pytest.mark.parametrize("generation_bits", [1, 2, 3, 4, 16])
def test_a_stale_handle_comes_back_when_the_theorem_says(generation_bits: int) -> None:
    """HM-B2, counted: CPython reuses a slot until the first handle is accepted again."""
    h = HandleMap[int](generation_bits=generation_bits, generation="wrap")
    first = h.insert(0)
    reuses, current = 0, first
    while reuses == 0 or not h.is_valid(first):
        h.erase(current)
        current = h.insert(0)
        reuses += 1
        assert reuses <= 2**generation_bits
    assert reuses == 2**generation_bits


# --- the judge shows what it calls proved


def test_a_theorem_about_nothing_fails() -> None:
    """An assumption that no number satisfies proves nothing."""

    def holds(given: Any, width: int) -> bool:
        word = given.int("word", width)
        given.assume(word > 2**width - 2)
        given.assume(word < 3)
        return bool(word == 77)

    verdict = _judge_that(holds, width=8)
    assert (verdict.status, verdict.reason) == (Status.FAILED, "says nothing: no number is as it assumes")


def test_a_theorem_without_widths_fails() -> None:
    """No width is not every width."""
    assert judge("test", Theorem(Claim("XX-B1", "Nothing."), lambda given: True, ())).status is Status.FAILED


def test_unknown_is_a_failure() -> None:
    """A solver that runs out of units has shown nothing."""
    with mistaken(bits, ("CVC5_STRATEGY, CVC5_UNITS)", "CVC5_STRATEGY, 1)")):
        verdict = _judge("HL-B3")
    assert (verdict.status, verdict.reason) == (Status.FAILED, "not shown: Z3 says unsat, cvc5 unknown")


@pytest.mark.parametrize("opinion", ["sat", "unknown", ""])
def test_one_solver_does_not_do(opinion: str) -> None:
    """What Z3 proves and cvc5 does not is not proved; a contradiction is called one."""
    with mistaken(bits, ("ask_cvc5(text, CVC5_STRATEGY, CVC5_UNITS)", f"{opinion!r}, 0")):
        verdict = _judge("HL-B1")
    assert verdict.status is Status.FAILED
    assert ("disagree" in verdict.reason) == (opinion == "sat")


def test_a_rare_number_is_found() -> None:
    """One word of 2**64 breaks the claim, and the failure names it."""
    secret = 0xDEAD_BEEF_0BAD_F00D
    verdict = _judge_that(lambda given, width: given.int("word", width) != secret, width=64)
    assert (verdict.status, verdict.reason) == (Status.FAILED, f"does not hold for word = {secret:#x}")
    assert verdict.failure is not None
    assert verdict.failure.configuration == {"width": 64, "word": secret}


def test_every_branch_is_taken() -> None:
    """A theorem that asks for the truth of a formula runs once for each answer."""

    def holds(given: Any, width: int) -> bool:
        word = given.int("word", width)
        if word > 9:
            return bool(word >= 10) if word & 1 else True
        return implies(word == 12, False)

    verdict = _judge_that(holds, width=8)
    assert (verdict.status, verdict.evidence["paths"]) == (Status.PROVED, 3)


def test_an_error_is_a_failure() -> None:
    """A theorem that raises for some number does not hold."""

    def holds(given: Any, width: int) -> bool:
        return bool({0: True}[0 if given.int("word", width) != 200 else 1])

    verdict = _judge_that(holds, width=8)
    assert verdict.status is Status.FAILED
    assert "raises KeyError" in verdict.reason
    assert "word = 0xc8" in verdict.reason


def test_wrong_stand_ins_are_told_from_a_wrong_theorem(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where CPython and the stand-ins differ on a number, the failure blames the stand-ins."""
    monkeypatch.setattr(Word, "__add__", Word.__sub__)
    verdict = _judge_that(lambda given, width: given.int("word", width) + 1 > 0, width=8)
    assert verdict.status is Status.FAILED
    assert "the stand-ins are wrong" in verdict.reason


# --- the stand-ins compute what Python computes

NUMBERS = range(-5, 6)
OPERATORS = (
    *(operator.add, operator.sub, operator.mul, operator.and_, operator.or_, operator.xor),
    *(operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge),
    *(operator.floordiv, operator.mod, operator.lshift, operator.rshift),
)


def _value(result: Any) -> Any:
    """The Python value of a result of stand-ins for constants; it must lie in its interval."""
    if type(result) is Word:
        value = z3.simplify(result.term).as_signed_long()
        assert result.low <= value <= result.high
        return value
    return z3.is_true(z3.simplify(result.term)) if type(result) is words.Truth else result


def _stand_ins(value: int) -> list[Any]:
    """The number itself, and stand-ins that know more or less of it."""
    spans = [(low, high) for low, high in ((-8, 7), (-6, 5), (-1, 6), (0, 5), (1, 9)) if low <= value <= high]
    return [value, *(Word(z3.BitVecVal(value, words._size(low, high)), low, high) for low, high in spans)]


@pytest.mark.parametrize("function", OPERATORS, ids=lambda function: function.__name__)
def test_an_operator_computes_what_python_computes(function: Callable[[Any, Any], Any]) -> None:
    """On every pair of small numbers, whatever is known of them; what is refused is not computed wrongly."""
    computed = 0
    for a in NUMBERS:
        for b in NUMBERS:
            for x in _stand_ins(a):
                for y in _stand_ins(b):
                    if type(x) is Word or type(y) is Word:
                        try:
                            result = _value(function(x, y))
                        except NotSupported:
                            continue
                        assert result == function(a, b)
                        computed += 1
    assert computed > 300


def test_signs_and_complements() -> None:
    """`-x`, `~x` and the truth of x are Python's."""
    for a in NUMBERS:
        for x in _stand_ins(a)[1:]:
            assert (_value(-x), _value(~x), _value(x != 0)) == (-a, ~a, a != 0)


def test_nothing_overflows() -> None:
    """A sum of two words of 64 bits has 65, and a product 128."""
    word, _, _ = words.variable("word", 0, 2**64 - 1)
    assert ((word + word).high, (word * word).high) == (2**65 - 2, (2**64 - 1) ** 2)
    assert (word - 1).low == -1


@pytest.mark.parametrize(
    "use",
    [
        lambda word: [0] * 300 + list(range(word)),
        lambda word: 1 >> (word - 5),
        lambda word: 7 // word,
        lambda word: word << (word << 8),
        lambda word: word + 0.5,
        lambda word: word + Handle(0, 0),
    ],
    ids=("range", "negative shift", "divisor", "wide shift", "float", "tuple"),
)
def test_what_cannot_be_followed_is_said(use: Callable[[Any], Any]) -> None:
    """A value that a built-in needs, a shift or divisor that may be wrong, and what is no integer are not guessed."""
    word, _, _ = words.variable("word", 0, 255)
    with pytest.raises(NotSupported):
        use(word)
