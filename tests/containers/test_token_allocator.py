"""The token allocator: the original's defects beside ours, bad input, and the breaks each judge must catch."""

from typing import Any, Final

import pytest

from slotproof.declare.verdict import Status
from slotproof.engine.prove import prove
from slotproof.impl.token_allocator import TokenAllocator
from slotproof.proofs.token_allocator import TOKEN_ALLOCATOR
from slotproof.spec.errors import Full, InvalidArgument, Missing, OutOfRange

from ..engine.walk.test_walk import first_failures, shows
from ..originals import fast_bitmask
from ..scopes import first_failure
from .breaks.breaks import Break, broken_refinement
from .breaks.breaks_bits import TOKEN_BREAKS

# The original beside ours


def test_ta_d1_nothing_left() -> None:
    """TA-D1: the original answers -1, ours refuses; both change nothing."""
    original, ours = fast_bitmask.TokenAllocator(3), TokenAllocator(3)
    for token in range(3):
        assert original.acquire() == ours.acquire() == token
    before = ours.to_dict()
    assert original.acquire() == -1
    with pytest.raises(Full):
        ours.acquire()
    assert ours.to_dict() == before


@pytest.mark.parametrize(("word_bits", "different"), [(32, 1024), (64, 33)])
def test_ta_d2_no_token_twice(word_bits: int, different: int) -> None:
    """TA-D2: of 1024 tokens the original hands out 33 where words are 64 bits wide, and then token 32 for ever."""
    original = fast_bitmask.TokenAllocator(1024, word_bits)
    tokens = [original.acquire() for _ in range(1100)]
    assert len(set(tokens) - {-1}) == different
    assert tokens[40] == (40 if word_bits == 32 else 32)
    for width in (32, word_bits):
        assert TokenAllocator(1024, word_bits=width).acquire_many(1024) == list(range(1024))


def test_ta_d2_does_not_show_in_one_word() -> None:
    """TA-D2: up to 32 tokens the original is right at any width: tests that small do not see the defect."""
    original = fast_bitmask.TokenAllocator(32, 64)
    assert [original.acquire() for _ in range(33)] == [*range(32), -1]


def test_ta_d3_double_release() -> None:
    """TA-D3: the original reports success for a token that is not in use, ours refuses it."""
    original, ours = fast_bitmask.TokenAllocator(8), TokenAllocator(8)
    for allocator in (original, ours):
        allocator.acquire()
        allocator.release(0)
    assert original.release(0)
    with pytest.raises(Missing):
        ours.release(0)


@pytest.mark.parametrize("token", [-1, 8, 9, 31])
def test_ta_d4_what_is_no_token(token: int) -> None:
    """TA-D4: a number out of range is false in the original, and an error in ours."""
    original, ours = fast_bitmask.TokenAllocator(8), TokenAllocator(8)
    assert not original.release(token)
    with pytest.raises(OutOfRange):
        ours.release(token)


# Ours


def test_the_lowest_free_token_comes_next() -> None:
    """The trace of docs/users/containers/token_allocator.md, word by word."""
    allocator = TokenAllocator(6, word_bits=4)
    assert allocator.acquire_many(5) == [0, 1, 2, 3, 4]
    assert allocator.mask.words == [0b1111, 0b01, 0b01]
    allocator.release(4)
    allocator.release(1)
    assert allocator.mask.words == [0b1101, 0b00, 0b00]
    assert [allocator.acquire(), allocator.acquire(), allocator.acquire()] == [1, 4, 5]
    assert allocator.mask.words == [0b1111, 0b11, 0b01]
    with pytest.raises(Full):
        allocator.acquire()
    allocator.clear()
    assert allocator == TokenAllocator(6, word_bits=4)


REFUSED: Final[list[tuple[str, tuple[Any, ...], type[Exception]]]] = [
    ("release", ("0",), InvalidArgument),
    ("release", (3,), Missing),
    ("release", (6,), OutOfRange),
    ("is_used", (-1,), OutOfRange),
    ("is_used", (None,), InvalidArgument),
    ("acquire_many", (4,), Full),
    ("acquire_many", (-1,), InvalidArgument),
    ("acquire_many", ("1",), InvalidArgument),
    ("swap", (None,), InvalidArgument),
    ("from_dict", ({},), InvalidArgument),
]


@pytest.mark.parametrize(("name", "arguments", "error"), REFUSED, ids=[f"{name}{given}" for name, given, _ in REFUSED])
def test_bad_input_changes_nothing(name: str, arguments: tuple[Any, ...], error: type[Exception]) -> None:
    """Each refusal is the documented error, and leaves every token as it was."""
    allocator = TokenAllocator(6, word_bits=2)
    allocator.acquire_many(3)
    before = allocator.to_dict()
    with pytest.raises(error):
        getattr(allocator, name)(*arguments)
    assert allocator.to_dict() == before


def test_iteration_and_counts() -> None:
    """Tokens in use come in ascending order; size and room add up to the capacity."""
    allocator = TokenAllocator(70, word_bits=64)
    allocator.acquire_many(70)
    for token in (0, 63, 64):
        allocator.release(token)
    assert list(allocator) == [*range(1, 63), *range(65, 70)]
    assert (len(allocator), allocator.room(), allocator.capacity()) == (67, 3, 70)


# Proofs


@pytest.mark.parametrize("unit", ["release", "from_dict", "new"])
def test_an_operation_is_proved(unit: str) -> None:
    """TA-R1 ... : for any number of tokens, on a mask that is known by its model."""
    verdicts = prove.run(TOKEN_ALLOCATOR, unit)
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}
    kept = {claim.id for claim in (*TOKEN_ALLOCATOR.couple, *TOKEN_ALLOCATOR.laws)}
    assert kept <= {verdict.claim for verdict in verdicts}


@pytest.mark.parametrize(
    "name", ["not-taken", "full-not-refused", "double-release", "swap-shares-the-mask", "bulk-short-of-one"]
)
@pytest.mark.long
def test_break_is_refuted(name: str) -> None:
    """The proof of a broken operation fails, with a step that the real code takes wrongly."""
    [change] = [each for each in TOKEN_BREAKS if each.id == name]
    verdicts = prove.run(broken_refinement(change, TOKEN_ALLOCATOR), change.method)
    failures = [verdict.failure for verdict in verdicts if verdict.status is Status.FAILED]
    assert failures
    assert all(failure is not None and len(failure.trace) == 1 for failure in failures)


# Breaks


@pytest.mark.parametrize("change", TOKEN_BREAKS, ids=lambda change: change.id)
def test_break_is_caught_by_exploring(change: Break) -> None:
    """Each break is caught, by a shortest trace."""
    failure = first_failure(broken_refinement(change, TOKEN_ALLOCATOR))
    assert failure is not None
    assert len(failure.trace) <= 2


@pytest.mark.parametrize("change", TOKEN_BREAKS, ids=lambda change: change.id)
def test_break_is_caught_by_walking(change: Break) -> None:
    """The default budget finds each break, and the trace shows it and nothing else."""
    refinement = broken_refinement(change, TOKEN_ALLOCATOR)
    failures = first_failures(refinement)
    assert failures
    failure = next(iter(failures.values()))
    assert 1 <= len(failure.trace) <= 4
    assert shows(refinement, failure)
