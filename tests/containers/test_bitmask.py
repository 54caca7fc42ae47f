"""The bitmask: the original's defects beside ours, bad input, a worked example, and breaks for each judge."""

import itertools
import random
from typing import Any, Final

import pytest

from slotproof.declare.verdict import Status
from slotproof.engine.crosshair import contracts
from slotproof.engine.prove import prove
from slotproof.engine.walk.walk import configurations
from slotproof.impl.bitmask import Bitmask, layout
from slotproof.proofs.bitmask import BITMASK
from slotproof.proofs.bitmask.claims import represent
from slotproof.spec.bitmask import BitmaskModel
from slotproof.spec.errors import InvalidArgument, OutOfRange

from ..engine.walk.test_walk import first_failures, shows
from ..originals.fast_bitmask import FastBitMask
from ..quick import long_unless, one_of_each
from ..scopes import first_failure
from .breaks.breaks import Break, broken_refinement
from .breaks.breaks_bits import BITMASK_BREAKS

SIZES: Final = (1, 31, 32, 33, 40, 64, 1000, 1024, 1025, 1056)


class Counted(list[int]):
    """Words that count how often they are read."""

    reads = 0

    def __getitem__(self, index: Any) -> Any:
        self.reads += 1
        return super().__getitem__(index)


# The original beside ours


def test_bm_d1_get_answers_for_the_position() -> None:
    """BM-D1: the original's `get` sees only the first position of a word, and there any bit of it."""
    original, ours = FastBitMask(64), Bitmask(64)
    for mask in (original, ours):
        mask.set(5, True)
    assert [pos for pos in range(64) if original.get(pos)] == [0]
    assert [pos for pos in range(64) if ours.get(pos)] == [5]


@pytest.mark.parametrize("word_bits", [32, 64])
def test_bm_d2_full_at_the_width_in_use(word_bits: int) -> None:
    """BM-D2: 32 bits in a word of 64 are never full in the original, so that position 32 is found for ever."""
    original, ours = FastBitMask(1024, word_bits), Bitmask(1024, word_bits=32)
    for pos in range(40):
        original.set(pos, 1)
        ours.set(pos)
    assert original.find() == (40 if word_bits == 32 else 32)
    assert original.levels[0][0] == (1 if word_bits == 32 else 0)
    assert ours.find_first_clear() == 40
    assert ours.words[ours.starts[1]] == 1


def test_bm_d2_once_assigned_the_wide_original_works() -> None:
    """BM-D2: after `assign(true)` the unused halves are ones, and hide the defect."""
    original = FastBitMask(1024, 64)
    original.assign(True)
    original.set(100, 0)
    assert original.find() == 100


@pytest.mark.parametrize(("capacity", "word_bits", "layers"), [(2**12, 2, 12), (4**5 + 1, 4, 6), (10**6, 32, 4)])
def test_bm_d3_any_number_of_layers(capacity: int, word_bits: int, layers: int) -> None:
    """BM-D3: one class serves every number of layers."""
    assert Bitmask(capacity, word_bits=word_bits).layers() == layers


def test_bm_d4_no_position() -> None:
    """BM-D4: the original's nesting does not end for a capacity of 0; ours is one word of padding."""
    with pytest.raises(RecursionError):
        FastBitMask(0)
    ours = Bitmask(0, True)
    assert (ours.words, ours.find_first_clear(), ours.find_first_set(), list(ours)) == ([0], 0, 0, [])


def test_bm_d5_padding_stays_clear() -> None:
    """BM-D5: setting everything at once and one by one give equal words; in the original they do not."""
    originals, ours = (FastBitMask(40), FastBitMask(40)), (Bitmask(40, True), Bitmask(40))
    originals[0].assign(True)
    for pos in range(40):
        originals[1].set(pos, 1)
        ours[1].set(pos)
    assert originals[0].levels != originals[1].levels
    assert ours[0] == ours[1]


def test_bm_d6_what_is_no_position() -> None:
    """BM-D6: the original sets a bit of the padding, or of another word; ours refuses and changes nothing."""
    original, ours = FastBitMask(40), Bitmask(40)
    original.set(50, 1)
    original.set(-1, 1)
    assert original.levels[-1] == [0, 2**18 + 2**31]
    for pos in (50, 40, -1):
        with pytest.raises(OutOfRange):
            ours.set(pos)
    assert ours == Bitmask(40)


@pytest.mark.parametrize("capacity", SIZES)
def test_bm_d7_nothing_left(capacity: int) -> None:
    """BM-D7: a full mask answers its capacity; the original too if filled one by one, but not if assigned."""
    original, ours = FastBitMask(capacity), Bitmask(capacity)
    for pos in range(capacity):
        assert original.find() == ours.find_first_clear() == pos
        original.set(pos, 1)
        ours.set(pos)
    assert original.find() == ours.find_first_clear() == capacity
    assert ours == Bitmask(capacity, True)
    original.assign(True)
    assert original.find() == 32 ** len(original.levels) >= capacity


def test_bm_d8_sparse_bits() -> None:
    """BM-D8: `find_first_set`, `count` and `positions` see every set bit, in any layer's width."""
    ours = Bitmask(10**4)
    for pos in (9_999, 31, 4_096):
        ours.set(pos)
    assert (ours.find_first_set(), ours.count(), list(ours.positions())) == (31, 3, [31, 4_096, 9_999])


@pytest.mark.parametrize("capacity", SIZES)
def test_the_original_agrees_where_it_is_right(capacity: int) -> None:
    """Random sets and clears: the words of the original, at 32 bits, are ours, level by level."""
    original, ours = FastBitMask(capacity), Bitmask(capacity)
    source = random.Random(capacity)
    for _ in range(200):
        pos, value = source.randrange(capacity), source.random() < 0.8
        original.set(pos, int(value))
        ours.set(pos, value)
        assert original.find() == ours.find_first_clear()
    assert [word for words in reversed(original.levels) for word in words] == ours.words


# Reads


@pytest.mark.parametrize(
    ("capacity", "word_bits"), [(10**6, 32), (32**4, 32), (32**4 + 1, 32), (32, 32), (10**6, 64), (100, 2), (0, 2)]
)
def test_find_reads_one_word_a_layer(capacity: int, word_bits: int) -> None:
    """`find_first_clear` reads `layers()` words, 4 for a million positions of 32 bits, and never more."""
    mask = Bitmask(capacity, word_bits=word_bits)
    for last_clear in (0, capacity // 2, capacity - 1):
        mask.assign(True)
        if 0 <= last_clear < capacity:
            mask.set(last_clear, False)
        mask.words = Counted(mask.words)
        assert mask.find_first_clear() == max(last_clear, 0)
        assert mask.words.reads == mask.layers()
    if capacity == 10**6 and word_bits == 32:
        assert mask.layers() == 4
    mask.assign(True)
    mask.words = Counted(mask.words)
    assert mask.find_first_clear() == capacity
    assert mask.words.reads <= mask.layers()


def test_a_million_positions_are_four_layers() -> None:
    """The layers of a million positions: 31250, 977, 31 and 1 words, as the original's."""
    starts = layout(10**6, 32)
    assert [end - start for start, end in itertools.pairwise(starts)] == [31250, 977, 31, 1]
    assert [len(words) for words in reversed(FastBitMask(10**6).levels)] == [31250, 977, 31, 1]


# A worked example


def test_ten_positions_in_words_of_three() -> None:
    """The trace of docs/users/containers/bitmask.md, array by array."""
    mask = Bitmask(10, word_bits=3)
    assert (mask.starts, mask.words) == ([0, 4, 6, 7], [0, 0, 0, 0, 0, 0, 0])
    for pos in (0, 1):
        mask.set(pos)
    assert mask.words == [0b011, 0, 0, 0, 0, 0, 0]
    mask.set(2)
    assert mask.words == [0b111, 0, 0, 0, 0b001, 0, 0]
    for pos in (3, 4, 5, 7):
        mask.set(pos)
    assert mask.words == [0b111, 0b111, 0b010, 0, 0b011, 0, 0]
    assert mask.find_first_clear() == 6
    for pos in (6, 8):
        mask.set(pos)
    assert mask.words == [0b111, 0b111, 0b111, 0, 0b111, 0, 0b001]
    mask.set(9)
    assert mask.words == [0b111, 0b111, 0b111, 0b001, 0b111, 0, 0b001]
    assert mask.find_first_clear() == 10
    mask.set(4, False)
    assert mask.words == [0b111, 0b101, 0b111, 0b001, 0b101, 0, 0]
    assert mask.find_first_clear() == 4


# Bad input


REFUSED: Final[list[tuple[str, tuple[Any, ...], type[Exception]]]] = [
    ("set", (10,), OutOfRange),
    ("set", (-1,), OutOfRange),
    ("set", ("0",), InvalidArgument),
    ("set", (0, 1), InvalidArgument),
    ("get", (10,), OutOfRange),
    ("get", (-1,), OutOfRange),
    ("get", (None,), InvalidArgument),
    ("assign", (0,), InvalidArgument),
    ("swap", (None,), InvalidArgument),
]


@pytest.mark.parametrize(("name", "arguments", "error"), REFUSED, ids=[f"{name}{given}" for name, given, _ in REFUSED])
def test_bad_input_changes_nothing(name: str, arguments: tuple[Any, ...], error: type[Exception]) -> None:
    """Each refusal is the documented error, and leaves the words alone."""
    mask = Bitmask(10, word_bits=3)
    mask.set(3)
    before = mask.to_dict()
    with pytest.raises(error):
        getattr(mask, name)(*arguments)
    assert mask.to_dict() == before


@pytest.mark.parametrize(
    "configuration",
    [
        {"capacity": -1},
        {"capacity": 1.0},
        {"word_bits": 1},
        {"word_bits": 65},
        {"word_bits": "32"},
        {"filled": 1},
    ],
)
def test_configurations_that_are_refused(configuration: dict[str, Any]) -> None:
    """Both sides refuse what is no capacity, no width and no truth."""
    for make in (Bitmask, BitmaskModel):
        with pytest.raises(InvalidArgument):
            make(**configuration)


def with_change(**changes: Any) -> dict[str, Any]:
    """The arrays of a mask of 10 positions, with some fields changed; None takes one out."""
    mask = Bitmask(10, word_bits=3)
    mask.set(9)
    data = {**mask.to_dict(), **changes}
    return {name: value for name, value in data.items() if value is not None}


@pytest.mark.parametrize(
    "data",
    [
        [],
        with_change(words=None),
        with_change(more=0),
        with_change(words=(0,) * 7),
        with_change(words=[0] * 6),
        with_change(words=[0] * 8),
        with_change(words=[0, 0, 0, 2, 0, 0, 0]),
        with_change(words=[7, 0, 0, 0, 0, 0, 0]),
        with_change(words=[0, 0, 0, 0, 1, 0, 0]),
        with_change(words=[8, 0, 0, 0, 0, 0, 0]),
        with_change(words=[-1, 0, 0, 0, 0, 0, 0]),
        with_change(words=[True, 0, 0, 0, 0, 0, 0]),
        with_change(starts=[0, 4, 6]),
        with_change(starts=[0, 4, 7, 7]),
        with_change(limit=13),
        with_change(limit=10**18),
        with_change(limit=10.0),
        with_change(word_bits=4),
        with_change(word_bits=65),
    ],
)
def test_from_dict_refuses(data: Any) -> None:
    """Fields, types, ranges, layout, padding and summaries are all checked."""
    with pytest.raises(InvalidArgument):
        Bitmask.from_dict(data)


def test_from_dict_returns_what_to_dict_held() -> None:
    """The state is the same again, and shares nothing."""
    data = with_change()
    twin = Bitmask.from_dict(data)
    assert twin.to_dict() == data
    data["words"][0] = 7
    assert twin.words[0] == 0
    assert repr(twin) == f"Bitmask.from_dict({twin.to_dict()!r})"


def test_swap_exchanges_capacity_and_width() -> None:
    """Masks of different layouts can be swapped."""
    small, large = Bitmask(3, True, word_bits=2), Bitmask(10**4)
    expected = large.copy(), small.copy()
    small.swap(large)
    assert (small, large) == expected


@pytest.mark.parametrize("word_bits", long_unless(lambda width: width in (2, 3, 31, 32), range(2, 65)))
def test_every_word_width(word_bits: int) -> None:
    """At each width from 2 to 64, the edges of words and layers are set, found and cleared like those of a set."""
    capacity = word_bits**2 + word_bits + 1
    mask, model = Bitmask(capacity, word_bits=word_bits), BitmaskModel(capacity, word_bits=word_bits)
    edges = [0, 1, word_bits - 1, word_bits, word_bits**2 - 1, word_bits**2, capacity - 1]
    for pos, value in [(pos, True) for pos in range(capacity)] + [(pos, False) for pos in reversed(edges)]:
        mask.set(pos, value)
        model.set(pos, value)
        assert mask.find_first_clear() == model.find_first_clear()
        assert mask.find_first_set() == model.find_first_set()
    assert (mask.count(), list(mask), mask.layers()) == (model.count(), model.positions(), model.layers())
    assert mask == represent(model)


# Proofs


def test_an_operation_is_proved() -> None:
    """BM-R2 ...: for any number of layers of words of any width, with the cost and every claim that is kept."""
    verdicts = prove.run(BITMASK, "get")
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}
    operation = BITMASK.operation("get")
    assert operation.cost_claim is not None
    answers = [law.claim for law in BITMASK.answers if "get" in law.of()]
    kept = {claim.id for claim in (*BITMASK.couple, *BITMASK.laws, *answers, operation.claim, operation.cost_claim)}
    assert kept == {verdict.claim for verdict in verdicts}


@pytest.mark.long
def test_a_new_mask_is_proved() -> None:
    """BM-I1 ..., BM-L1 ...: every mask that the constructors make, filled or not, is coupled with its set."""
    verdicts = prove.run(BITMASK, "new")
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}
    of_widths = {"BM-B2", "BM-B3", "BM-B4", "BM-B5", "BM-B8", "BM-B10", "BM-B13"}
    kept = {claim.id for claim in (*BITMASK.couple, *BITMASK.laws)}
    assert {verdict.claim for verdict in verdicts} == kept | of_widths


@pytest.mark.parametrize("name", ["bit-beside-the-position", "not-cleared", "last-word-not-counted"])
@pytest.mark.long
def test_break_is_refuted(name: str) -> None:
    """The proof of a broken operation fails, with a step that the real code takes wrongly."""
    [change] = [each for each in BITMASK_BREAKS if each.id == name]
    verdicts = prove.run(broken_refinement(change, BITMASK), change.method)
    failures = [verdict.failure for verdict in verdicts if verdict.status is Status.FAILED]
    assert failures
    assert all(failure is not None and len(failure.trace) == 1 for failure in failures)


def test_summaries_are_theorems_at_every_width() -> None:
    """What the proofs use of words is shown at each width, or of any word where a function is not told the width."""
    shown = {theorem.claim.id: [*theorem.widths] for theorem in BITMASK.theorems}
    used = {summary.theorem for summary in BITMASK.summaries if summary.facts is not None}
    at_each, of_any = {"BM-B3", "BM-B4", "BM-B5"}, {"BM-B6", "BM-B7", "BM-B9", "BM-B11"}
    assert used == at_each | of_any | {"BM-B12", "BM-B13"}
    assert all(shown[theorem] == [{"width": width} for width in range(2, 65)] for theorem in at_each)
    assert all(shown[theorem] == [{}] for theorem in of_any)
    assert shown["BM-B12"] == [{"span": 8}, {"span": 16}, {"span": 32}]
    assert shown["BM-B13"] == [{"width": width} for width in range(65)]


def test_a_step_is_confirmed_and_its_break_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """BM-R2: from two positions of which one is set, `get` is confirmed for any position; what it forgets is found."""
    declared = BITMASK.contracts
    assert declared is not None
    [shape] = [shape for shape in declared.shapes if shape.name == "capacity 2, set [0]"]
    assert contracts.judge(BITMASK, BITMASK.operation("get"), shape).status is Status.CONFIRMED
    monkeypatch.setattr(Bitmask, "get", lambda self, pos: self.words[0] != 0)
    finding = contracts.judge(BITMASK, BITMASK.operation("get"), shape)
    assert finding.status is Status.FAILED
    assert finding.failure is not None
    assert finding.failure.broken == ("BM-R2",)


# Breaks


@pytest.mark.parametrize("change", BITMASK_BREAKS, ids=lambda change: change.id)
def test_break_is_caught_by_exploring(change: Break) -> None:
    """Each break is caught, by a shortest trace."""
    failure = first_failure(broken_refinement(change, BITMASK))
    assert failure is not None
    assert len(failure.trace) <= 2


@pytest.mark.parametrize(
    "change", one_of_each(lambda change: change.kind, BITMASK_BREAKS), ids=lambda change: change.id
)
def test_break_is_caught_by_walking(change: Break) -> None:
    """The default budget finds each break, and the trace shows it and nothing else."""
    refinement = broken_refinement(change, BITMASK)
    failures = first_failures(refinement)
    assert failures
    failure = next(iter(failures.values()))
    assert 1 <= len(failure.trace) <= 4
    assert shows(refinement, failure)


def test_no_walk_where_nothing_succeeds() -> None:
    """A mask without positions is searched and not walked; others are walked, but for what the default covers."""
    walked = [configuration.get("capacity") for configuration in configurations(BITMASK).values()]
    searched = [scope.configuration["capacity"] for scope in BITMASK.scopes]
    assert 0 in searched
    assert 0 not in walked
    assert set(searched) - {0, 1025} <= set(walked)
