"""The hash index does what the original does, and where the original goes wrong it does what its deviations say.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

import random
from dataclasses import replace
from typing import Any, SupportsIndex

import pytest

from slotproof.declare import Promise, Refinement
from slotproof.declare.verdict import Status, silent
from slotproof.engine.bitvectors import bits
from slotproof.engine.crosshair import contracts
from slotproof.engine.prove import prove
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.impl.hash_index import HashIndex
from slotproof.proofs.hash_index import HASH_INDEX
from slotproof.proofs.hash_index.promises import RESIZED
from slotproof.spec.errors import Exists, Full, InvalidArgument, Missing, OutOfRange
from slotproof.spec.hash_index import NIL, UNLINKED

from ..judging import brief_proof
from ..originals.id_hash_index import OriginalHashIndex, OutsideError
from ..quick import first_only, one_of_each
from ..scopes import first_failure, first_walked
from .breaks.breaks import Break, broken_refinement
from .breaks.breaks_hash_index import HASH_INDEX_BREAKS


def linked(*pairs: tuple[int, int], hash_size: int = 4, index_size: int = 4) -> HashIndex:
    """A hash index in which these keys and indices were added."""
    h = HashIndex(hash_size, index_size, granularity=4)
    for key, index in pairs:
        h.add(key, index)
    return h


def original(*pairs: tuple[int, int], hash_size: int = 4, index_size: int = 4) -> OriginalHashIndex:
    """The original after the same additions."""
    h = OriginalHashIndex(hash_size, index_size, granularity=4)
    for key, index in pairs:
        h.add(key, index)
    return h


# Deviations: the original first, then ours


def test_d1_keys_after_other_sizes() -> None:
    """HI-D1: an entry added under a key made right after the sizes grew is found again; the original loses it."""
    before = original((0, 0))
    before.clear_to(4096, 4096)
    key = before.generate_key("models/orc.md5mesh")
    before.add(key, 0)
    assert before.walk(before.generate_key("models/orc.md5mesh"), 9) == []

    h = linked((0, 0))
    h.reset(4096, 4096)
    h.add(h.generate_key("models/orc.md5mesh"), 0)
    assert h.candidates(h.generate_key("models/orc.md5mesh")) == [0]


def test_d2_linked_twice_in_one_bucket() -> None:
    """HI-D2: what is linked is not linked again; in the original the chain becomes a cycle."""
    assert original((1, 0), (1, 1), (1, 0)).walk(1, 5) == [0, 1, 0, 1, 0]
    assert original((1, 0), (1, 0)).walk(1, 3) == [0, 0, 0]
    h = linked((1, 0), (1, 1))
    with pytest.raises(Exists):
        h.add(1, 0)
    assert h.candidates(1) == [1, 0]


def test_d3_linked_in_two_buckets() -> None:
    """HI-D3: nor is it linked in another bucket; in the original the tail of the first one is lost."""
    assert original((1, 0), (1, 1), (2, 2), (2, 1)).walk(1, 5) == [1, 2]
    h = linked((1, 0), (1, 1), (2, 2))
    with pytest.raises(Exists):
        h.add(2, 1)
    assert (h.candidates(1), h.candidates(2)) == ([1, 0], [2])


def test_d4_removed_under_the_wrong_key() -> None:
    """HI-D4: a wrong key changes nothing; in the original it cuts the chain that really holds the index."""
    h = original((1, 0), (1, 1), (1, 2))
    h.remove(2, 1)
    assert h.walk(1, 5) == [2, 1]
    ours = linked((1, 0), (1, 1), (1, 2))
    with pytest.raises(Missing):
        ours.remove(2, 1)
    assert ours.candidates(1) == [2, 1, 0]


@pytest.mark.parametrize("index", [-1, 3, 4, 2**40])
def test_d5_removed_what_is_not_there(index: int) -> None:
    """HI-D5: what is not linked is refused, inside the arrays and outside; the original writes outside of them."""
    if index != 3:
        with pytest.raises(OutsideError):
            original((1, 0)).remove(1, index)
    h = linked((1, 0))
    before = h.to_dict()
    with pytest.raises(Missing):
        h.remove(1, index)
    assert h.to_dict() == before
    with pytest.raises((OutOfRange, Missing)):
        h.next(index)


def test_d6_removed_and_renumbered_what_is_not_there() -> None:
    """HI-D6: nothing is renumbered for a pair that is not linked; in the original two entries share an index."""
    h = original((1, 0), (2, 1))
    h.remove_index(1, 1)
    assert (h.walk(1, 5), h.walk(2, 5)) == ([0], [0])
    ours = linked((1, 0), (2, 1))
    with pytest.raises(Missing):
        ours.remove_index(1, 1)
    assert (ours.candidates(1), ours.candidates(2)) == ([0], [1])


def test_d7_links_after_clear() -> None:
    """HI-D7: no link outlives `clear`; in the original they all do."""
    h = original((1, 0), (1, 1))
    h.clear()
    assert h.chain[1] == 0
    ours = linked((1, 0), (1, 1))
    ours.clear()
    assert ours.chain == [UNLINKED] * 4


def test_d8_sizes_that_are_no_power_of_two() -> None:
    """HI-D8: such sizes are refused; with twelve buckets the original uses eight, with none it reads outside."""
    twelve = original(hash_size=12)
    assert len({key & twelve.hash_mask for key in range(100)}) == 8
    with pytest.raises(OutsideError):
        original((1, 0), hash_size=0)
    for size in (0, -4, 3, 12):
        with pytest.raises(InvalidArgument):
            HashIndex(size)
        with pytest.raises(InvalidArgument):
            linked().reset(size, 4)


def test_d9_spread_of_one_full_bucket() -> None:
    """HI-D9: the spread of 16 indices in one of four buckets is 0; the original says -25."""
    pairs = [(1, index) for index in range(16)]
    assert original(*pairs).spread() == -25
    assert linked(*pairs).spread() == 0
    assert linked((1, 0), (1, 1)).spread() == original((1, 0), (1, 1)).spread() == 50


def test_d10_copies_are_two() -> None:
    """HI-D10: a copy and what it was copied from change apart; in the original they share the arrays."""
    theirs = original((1, 0))
    theirs.copy_constructed().add(1, 1)
    assert theirs.walk(1, 5) == [1, 0]
    h = linked((1, 0))
    twin = h.copy()
    h.remove(1, 0)
    twin.add(1, 1)
    assert (h.candidates(1), twin.candidates(1)) == ([], [1, 0])


@pytest.mark.parametrize("key", [-1, -4, -(2**31), 2**40 + 3])
def test_d11_negative_keys(key: int) -> None:
    """HI-D11: a negative key selects the bucket of its low bits, here as in the original."""
    assert linked((key, 0)).head == original((key, 0)).hash
    assert linked((key, 0)).candidates(key % 4) == [0]


def test_d12_room_ends_at_the_limit() -> None:
    """HI-D12: rounding up stops at the limit, and what is beyond is refused without a trace."""
    h = HashIndex(4, 1, granularity=4, index_limit=6)
    h.add(0, 4)
    assert h.index_size == 5
    h.add(0, 5)
    assert h.index_size == 6
    before = h.to_dict()
    with pytest.raises(OutOfRange):
        h.add(0, 6)
    with pytest.raises(Full):
        h.insert_index(0, 0)
    with pytest.raises(Full):
        h.resize(7)
    assert h.to_dict() == before


def test_d13_steps_end_at_the_limit() -> None:
    """HI-D13: the original takes any step, and then room that no index needs."""
    theirs = OriginalHashIndex(4, 1, granularity=2**31)
    theirs.resize(2)
    assert theirs.index_size == 2**31
    h = HashIndex(4, 1, granularity=4, index_limit=6)
    before = h.to_dict()
    for granularity in (7, 2**31, 2**68):
        with pytest.raises(InvalidArgument):
            h.set_granularity(granularity)
    assert h.to_dict() == before
    h.set_granularity(6)
    h.resize(2)
    assert h.index_size == 6


def test_d14_buckets_end_at_31_bits() -> None:
    """HI-D14: a key is below 2**31, so that there are no more buckets."""
    h = HashIndex(4, 1)
    before = h.to_dict()
    for hash_size in (2**32, 2**64, 2**68):
        with pytest.raises(InvalidArgument):
            h.reset(hash_size, 1)
        with pytest.raises(InvalidArgument):
            HashIndex(hash_size, 1)
        with pytest.raises(InvalidArgument):
            HashIndex.from_dict({**before, "hash_size": hash_size, "hash_mask": hash_size - 1})
    assert h.to_dict() == before
    h.reset(2**31, 1)
    assert h.generate_key(-1) == 2**31 - 1


# Like the original


@pytest.mark.parametrize("seed", range(8))
def test_good_calls_give_the_arrays_of_the_original(seed: int) -> None:
    """Heads are equal, and links too but for the mark of what is not linked, as long as no call is a mistake."""
    choose = random.Random(seed)
    ours, theirs = linked(), original()
    keys: dict[int, int] = {}
    for _ in range(300):
        if keys and choose.random() < 0.45:
            index, key = choose.choice(sorted(keys.items()))
            if choose.random() < 0.5:
                ours.remove(key, index)
                theirs.remove(key, index)
                del keys[index]
            else:
                ours.remove_index(key, index)
                theirs.remove_index(key, index)
                keys = {each - (each > index): key for each, key in keys.items() if each != index}
        else:
            index, key = choose.randrange(40), choose.randrange(-9, 9)
            if index not in keys:
                ours.add(key, index)
                theirs.add(key, index)
                keys[index] = key
        assert ours.head == theirs.hash
        assert [max(link, NIL) for link in ours.chain] == theirs.chain
        assert ours.spread() == max(0, theirs.spread())


def test_insert_and_remove_index_are_inverse() -> None:
    """`remove_index` undoes `insert_index`, wherever the gap was."""
    for index in range(5):
        h = linked((1, 0), (2, 1), (1, 2), (3, 3), index_size=8)
        before = h.to_dict()
        h.insert_index(1, index)
        h.remove_index(1, index)
        assert h.to_dict() == before


def test_nothing_is_allocated_before_the_first_index() -> None:
    """Until something is linked, lookups meet one entry whatever the sizes; `free` goes back to that."""
    h = HashIndex(2**20, 2**20)
    assert (len(h.head), len(h.chain)) == (1, 1)
    assert h.first(12345) == h.first(-1) == NIL
    assert h.candidates(7) == []
    h.add(7, 0)
    assert len(h.head) == 2**20
    h.free()
    assert (len(h.head), len(h.chain), h.lookup_mask) == (1, 1, 0)


def test_worked_example() -> None:
    """Array by array: three indices share bucket 1, the middle one goes, one is inserted before all."""
    h = HashIndex(4, 4, granularity=2)
    for key, index in ((1, 0), (3, 1), (5, 2), (9, 3)):
        h.add(key, index)
    assert (h.head, h.chain) == ([NIL, 3, NIL, 1], [NIL, NIL, 0, 2])
    h.remove(5, 2)
    assert (h.head, h.chain) == ([NIL, 3, NIL, 1], [NIL, NIL, UNLINKED, 0])
    h.insert_index(2, 0)
    assert (h.head, h.chain) == ([NIL, 4, 0, 2], [NIL, NIL, NIL, UNLINKED, 1, UNLINKED])
    assert h.candidates(1) == [4, 1]


def test_generated_keys() -> None:
    """Strings count by signed bytes and places, numbers by their sum, truncated towards 0."""
    h = HashIndex()
    assert h.generate_key("ab") == (97 * 119 + 98 * 120) % 1024
    assert h.generate_key("AB", case_sensitive=False) == h.generate_key("ab") != h.generate_key("AB")
    assert h.generate_key(b"\xff") == -119 % 1024
    assert h.generate_key((1.9, -1.9, 0.5)) == 0
    assert h.generate_key((3, -5)) == h.generate_key(-2) == 1022


# Bad input


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("add", ("a", 0)),
        ("add", (0, None)),
        ("remove", (0, 1.0)),
        ("insert_index", (0, "0")),
        ("remove_index", (None, 0)),
        ("first", ("a",)),
        ("next", (0.0,)),
        ("candidates", (None,)),
        ("generate_key", (1.5,)),
        ("generate_key", ((1, 2, 3, 4),)),
        ("generate_key", ((1.0, float("nan"), 0.0),)),
        ("resize", (-1,)),
        ("reset", (4, -1)),
        ("set_granularity", (0,)),
        ("swap", ([],)),
    ],
)
def test_wrong_types_are_refused(name: str, arguments: tuple[Any, ...]) -> None:
    """What is no key, index or size is refused, and nothing changes."""
    h = linked((1, 0), (1, 1))
    before = h.to_dict()
    with pytest.raises(InvalidArgument):
        getattr(h, name)(*arguments)
    assert h.to_dict() == before


def test_data_of_no_hash_index_is_refused() -> None:
    """Cycles, chains that meet, links that lead out, wrong lengths, names and types."""
    good = linked((1, 0), (1, 1)).to_dict()
    assert HashIndex.from_dict(good).to_dict() == good
    for change in (
        {"chain": [1, 0, UNLINKED, UNLINKED]},
        {"head": [1, 1, NIL, NIL]},
        {"chain": [NIL, 9, UNLINKED, UNLINKED]},
        {"chain": [NIL, 0, NIL, UNLINKED]},
        {"chain": [NIL, 0, True, UNLINKED]},
        {"chain": [NIL, 0]},
        {"head": "1"},
        {"hash_mask": 7},
        {"lookup_mask": 1},
        {"index_size": 4.0},
        {"more": 0},
    ):
        with pytest.raises(InvalidArgument):
            HashIndex.from_dict({**good, **change})


class Guarded(list[int]):
    """A list that knows no negative index."""

    def __getitem__(self, index: Any) -> Any:
        if index < 0:
            raise LookupError(f"index {index}")
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        if index < 0:
            raise LookupError(f"index {index}")
        super().__setitem__(index, value)


def test_no_negative_index_reaches_an_array() -> None:
    """Whatever is asked, right or wrong, entries are counted from the front."""
    at: SupportsIndex = -1
    with pytest.raises(LookupError):
        Guarded([1])[at]
    h = linked((1, 0))
    choose = random.Random(3)
    refused = 0
    for _ in range(3000):
        h.head, h.chain = Guarded(h.head), Guarded(h.chain)
        name = choose.choice(("add", "remove", "insert_index", "remove_index", "first", "next", "clear", "free"))
        key, index = choose.randrange(-5, 5), choose.randrange(-3, 9)
        arguments = {"first": (key,), "next": (index,), "clear": (), "free": ()}.get(name, (key, index))
        try:
            getattr(h, name)(*arguments)
        except (Exists, Missing, OutOfRange):
            refused += 1
    assert refused > 300


# Breaks


@pytest.mark.parametrize(
    "change", one_of_each(lambda change: change.kind, HASH_INDEX_BREAKS), ids=lambda change: change.id
)
def test_explore_finds_the_break(change: Break) -> None:
    """Each break is caught, by a trace as short as it can be."""
    failure = first_failure(broken_refinement(change, HASH_INDEX))
    assert failure is not None
    assert len(failure.trace) == change.steps


@pytest.mark.parametrize("change", HASH_INDEX_BREAKS, ids=lambda change: change.id)
def test_walk_finds_the_break(change: Break) -> None:
    """The default budget finds the break, tiny sizes first."""
    failure = first_walked(broken_refinement(change, HASH_INDEX))
    assert failure is not None
    assert failure.start == "new container"


# Proofs


@pytest.mark.parametrize("unit", ["next", "candidates"])
def test_an_operation_is_proved(unit: str) -> None:
    """Every verdict on the operation, its cost, the invariants and the laws is proved."""
    assert {verdict.status for verdict in prove.run(HASH_INDEX, unit)} == {Status.PROVED}


def test_every_operation_is_proved() -> None:
    """None says that it is not."""
    assert not [operation.name for operation in HASH_INDEX.operations if operation.unproved]


PROOF_BREAKS = {
    "next-of-unlinked": "next",
    "clear-keeps-links": "clear",
    "rounds-past-the-limit": "resize",
}


@pytest.mark.parametrize("name", first_only(PROOF_BREAKS))
def test_a_proof_finds_the_break(name: str) -> None:
    """A break fails the proof of the operation that shows it, with a state that the real code takes wrongly."""
    [change] = [each for each in HASH_INDEX_BREAKS if each.id == name]
    verdicts = prove.run(broken_refinement(change, HASH_INDEX), PROOF_BREAKS[name])
    failures = [verdict.failure for verdict in verdicts if verdict.status is Status.FAILED]
    assert failures
    assert failures[0] is not None
    assert failures[0].start == "well-formed state"


def with_promise(name: str, promise: Promise) -> Refinement:
    """The declaration, in which one operation promises something else."""
    operations = tuple(replace(each, promise=promise) if each.name == name else each for each in HASH_INDEX.operations)
    return replace(HASH_INDEX, operations=operations)


@pytest.mark.long
def test_a_promise_that_is_not_kept_is_refuted() -> None:
    """What an operation promises to its callers is an obligation of its own proof: errors, effects, and what stays."""
    for promise, what in (
        (
            Promise(refused=RESIZED.refused, keeps=lambda before, after, count: {"no room": after.index_size < count}),
            "promised: no room",
        ),
        (
            Promise(refused={"Full": RESIZED.refused["Full"]}, changes=("index_size",)),
            "InvalidArgument is not promised",
        ),
        (Promise(refused=RESIZED.refused, changes=()), "the promise is to leave index_size alone"),
    ):
        refinement = with_promise("resize", promise)
        assert what in brief_proof(refinement, refinement.operation("resize")).open[0].what


def test_a_proof_does_not_rest_on_what_is_not_proved() -> None:
    """An operation that uses one without a proof, or itself, is not proved."""
    for name, change, why in (
        ("first", {"unproved": "so it is"}, "it uses first, which is not proved"),
        ("next", {"uses": ("copy",)}, "it uses copy, whose result is compared otherwise"),
        ("free", {"uses": ("free",)}, "its proof rests on itself"),
    ):
        operations = tuple(replace(each, **change) if each.name == name else each for each in HASH_INDEX.operations)
        operations = tuple(replace(each, uses=("first",)) if each.name == "clear" else each for each in operations)
        unit = {"first": "clear"}.get(name, name)
        refinement = replace(HASH_INDEX, operations=operations)
        assert why in prove_by_reading(refinement, refinement.operation(unit)).unsupported


def test_a_call_that_one_side_does_not_make_is_refuted() -> None:
    """If only the model makes a call that the proof is to use, the proof fails."""
    operations = tuple(
        replace(each, model=lambda m, key: m.first(key + 1) if m.first(key) == NIL else m.first(key), uses=("first",))
        if each.name == "candidates"
        else each
        for each in HASH_INDEX.operations
    )
    bare: dict[str, Any] = {"ensures": None, "witness": None, "refused_if": None}
    changed = [replace(each, impl=lambda h, key: NIL, **bare) for each in operations if each.name == "candidates"]
    both = tuple(changed + [each for each in operations if each.name == "first"])
    refinement = replace(HASH_INDEX, operations=both, answers=())  # laws ask of a list
    assert brief_proof(refinement, refinement.operation("candidates")).open


@pytest.mark.parametrize("unit", ["HI-B1", "HI-B2", "HI-B3"])
def test_the_masks_are_proved_on_words(unit: str) -> None:
    """Keys of 32 bits stay inside the arrays, and select the bucket that the remainder does."""
    assert {verdict.status for verdict in bits.run(HASH_INDEX, unit, False)} == {Status.PROVED}


@pytest.mark.parametrize("unit", ["first | room 2", "next | room 2"])
@pytest.mark.long
def test_a_contract_is_confirmed(unit: str) -> None:
    """CrossHair follows every path of the operation from every shape."""
    assert {verdict.status for verdict in contracts.run(HASH_INDEX, unit, False, silent)} == {Status.CONFIRMED}


def test_insert_undoes_remove_but_for_the_order() -> None:
    """HI-R20: the index comes back as the newest of its bucket."""
    h = linked((1, 0), (1, 1), (1, 2))
    h.remove_index(1, 0)
    h.insert_index(1, 0)
    assert h.candidates(1) == [0, 2, 1]
