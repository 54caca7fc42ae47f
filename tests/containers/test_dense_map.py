"""The dense map and set: worked examples, what the original does, bad input, and the breaks that are seen."""

import itertools
from collections.abc import Sequence
from math import comb, factorial, prod
from typing import Any, Final

import pytest

from slotproof.declare import Refinement
from slotproof.declare.verdict import Failure, Status
from slotproof.engine.explore import explore
from slotproof.engine.walk.lockstep import ALL, Pair, Walked
from slotproof.impl.dense_map import DenseMap
from slotproof.impl.dense_set import DenseSet
from slotproof.impl.dense_table import DenseTable
from slotproof.proofs.dense_map import DENSE_MAP
from slotproof.proofs.dense_set import DENSE_SET
from slotproof.proofs.shared.dense_table.arguments import Hash
from slotproof.show.drawing import scene
from slotproof.spec.dense_table import load_ratio
from slotproof.spec.errors import Full, InvalidArgument, Missing, OutOfRange

from ..originals.entt_dense import EnttDenseMap, single
from ..quick import one_of_each
from ..scopes import first_failure, first_walked
from .breaks.breaks import Break
from .breaks.breaks_dense import BREAKS, broken_dense

NIL: Final = 7  # of 3 index bits


def tiny(**configuration: Any) -> DenseMap[Any, Any]:
    """A map of two buckets that grows late."""
    return DenseMap(**{"min_buckets": 2, "max_load": 2.0, "index_bits": 3, **configuration})


def filled(*keys: Any, **configuration: Any) -> DenseMap[Any, Any]:
    """A tiny map whose values are the keys, times ten."""
    made = tiny(**configuration)
    for key in keys:
        made.insert(key, key * 10)
    return made


def arrays(table: DenseTable[Any]) -> tuple[list[int], list[int], list[Any]]:
    """Heads, chains and keys."""
    return table.head, table.chain, table.key


def chains(table: DenseTable[Any]) -> list[list[Any]]:
    """The keys of each bucket."""
    return [table.bucket_keys(bucket) for bucket in range(table.bucket_count())]


# Worked examples


def test_an_insert_array_by_array() -> None:
    """A new key is last in the dense arrays and first in its chain."""
    m = tiny()
    assert m.insert(4, "a") == (0, True)
    assert arrays(m) == ([0, NIL], [NIL], [4])
    assert m.insert(3, "b") == (1, True)
    assert arrays(m) == ([0, 1], [NIL, NIL], [4, 3])
    assert m.insert(2, "c") == (2, True)
    assert arrays(m) == ([2, 1], [NIL, NIL, 0], [4, 3, 2])
    assert m.insert(4, "d") == (0, False)
    assert m.dense == ["a", "b", "c"]


def test_an_erase_array_by_array() -> None:
    """The key before the erased one is linked to the one after it, and the last entry moves into the gap."""
    m = filled(4, 3, 2, 6)
    assert arrays(m) == ([3, 1], [NIL, NIL, 0, 2], [4, 3, 2, 6])
    assert m.erase(2)
    assert arrays(m) == ([2, 1], [NIL, NIL, 0], [4, 3, 6])
    assert m.erase(4)
    assert arrays(m) == ([0, 1], [NIL, NIL], [6, 3])
    assert m.dense == [60, 30]
    assert not m.erase(4)


def test_a_rehash_array_by_array() -> None:
    """Growth links all keys anew: chains go down from the last position, until the next erase."""
    m = filled(4, 3, 2, 6, max_load=1.0)
    assert arrays(m) == ([0, NIL, 3, 1], [NIL, NIL, NIL, 2], [4, 3, 2, 6])
    m.rehash(8)
    assert arrays(m) == ([NIL, NIL, 2, 1, 0, NIL, 3, NIL], [NIL] * 4, [4, 3, 2, 6])
    m.clear()
    assert (m.bucket_count(), m.size(), m.max_load()) == (2, 0, 1.0)


def test_a_range_goes_from_its_end() -> None:
    """Erasing [0, 2) of A B C D leaves D C: B goes first and D takes its place, then A and C takes its place."""
    m = filled(0, 1, 2, 3)
    assert m.erase_range(0, 2) == 0
    assert list(m.keys()) == [2, 3]
    one_by_one = filled(0, 1, 2, 3)
    one_by_one.erase(1)
    one_by_one.erase(0)
    assert arrays(m) == arrays(one_by_one)


def test_a_loop_that_erases_visits_each_key_once() -> None:
    """`erase_at` returns the position of the entry to visit next."""
    m = filled(0, 1, 2, 3)
    visited = []
    pos = 0
    while pos < m.size():
        visited.append(m.key_at(pos))
        pos = m.erase_at(pos) if m.key_at(pos) % 2 == 0 else pos + 1
    assert sorted(visited) == [0, 1, 2, 3]
    assert sorted(m.keys()) == [1, 3]


def test_the_subscript_is_get_and_insert_or_assign() -> None:
    """DM-D9: reading a key that is not there is refused, writing it inserts; the factory stands for the default."""
    m = tiny()
    m[1] = "one"
    m[1] = "uno"
    assert (m[1], 1 in m, 2 in m, len(m), list(m)) == ("uno", True, False, 1, [1])
    with pytest.raises(Missing):
        m[2]
    assert m.get_or_emplace(2, list) == []
    assert m.get_or_emplace(1, list) == "uno"


def test_any_hashable_is_a_key() -> None:
    """Keys need no order, and may have negative hashes."""
    keys = ["b", (1, 2), -5, frozenset({1}), None, 2.5]
    s: DenseSet[Any] = DenseSet()
    for key in keys:
        s.insert(key)
    assert list(s) == keys
    assert [s.find(key) for key in keys] == list(range(6))
    assert DenseSet.from_dict(s.to_dict()).equals(s)


# Pictures


def test_the_picture_follows_the_chains() -> None:
    """Heads lead to the newest key of their bucket and links to the one before; none of these arrows is broken."""
    before = vars(filled(4, 3, 2, 6))
    [panel, _] = scene("", before, before, DENSE_MAP.links).panels
    assert [str(arrow) for arrow in panel.arrows] == [
        "head[0] -> key[3]",
        "head[1] -> key[1]",
        "chain[2] -> chain[0]",
        "chain[3] -> chain[2]",
    ]


@pytest.mark.parametrize(
    ("name", "index", "to", "broken"),
    [
        ("head", 0, 1, "head[0] -> key[1], first of the bucket: key[1] is 3"),
        ("head", 1, 5, "head[1] -> key[5], first of the bucket: there is no key[5]"),
        ("chain", 3, 1, "chain[3] -> chain[1], next in the bucket: chain[1] is 7"),
    ],
)
def test_the_picture_shows_a_broken_chain(name: str, index: int, to: int, broken: str) -> None:
    """An arrow into another bucket, or out of the arrays, is broken."""
    state = vars(filled(4, 3, 2, 6))
    state[name][index] = to
    [panel, _] = scene("", state, state, DENSE_MAP.links).panels
    assert [str(arrow) for arrow in panel.arrows if arrow.broken] == [broken]


# What the original does


def test_growth_points_are_those_of_the_original() -> None:
    """DM-D2: the table doubles with the 8th, 15th, 29th, 57th ... key; chains are those of the original throughout."""
    original, ours = EnttDenseMap(), DenseMap[int, int]()
    grown = []
    for key in range(1000):
        before = ours.bucket_count()
        assert ours.insert(key * 7, key) == original.insert(key * 7, key)
        assert ours.bucket_count() == len(original.heads)
        if ours.bucket_count() != before:
            grown.append(ours.size())
    assert grown == [8, 15, 29, 57, 113, 225, 449, 897]
    for key in range(0, 1000, 3):
        assert ours.erase(key * 7) == original.erase(key * 7)
    assert chains(ours) == original.chains()
    assert list(ours.keys()) == [node.key for node in original.nodes]


def grows(size: int, buckets: int, ratio: tuple[int, int]) -> bool:
    """Our rule: that many keys are too many for the table."""
    return size * ratio[1] > ratio[0] * buckets


def grows_in_floats(size: int, buckets: int, threshold: float) -> bool:
    """The original's rule."""
    return size > int(single(single(buckets) * threshold))


def least_buckets(size: int, ratio: tuple[int, int]) -> int:
    """The buckets of our rehash(0), as a bit length."""
    return (max(8, -(-size * ratio[1] // ratio[0])) - 1).bit_length()


def least_in_floats(size: int, threshold: float) -> int:
    """The buckets of the original's, as a bit length."""
    return (max(8, int(single(single(size) / threshold))) - 1).bit_length()


def test_integers_and_floats_grow_at_the_same_sizes() -> None:
    """DM-D2: both rules agree on every size up to 2**24, for growth and for rehash.

    Each rule is a step function of the size that never falls, so it is enough that each step is at the same place:
    the sizes on both sides of it, for each number of buckets.
    A power of two is a 32-bit float, and so is its product with the threshold, so that growth agrees for any load.
    """
    threshold = single(0.875)
    ratio = load_ratio(0.875)
    assert ratio == (7, 8)
    for width in range(3, 25):
        most = 7 * 2**width // 8
        assert not grows(most, 2**width, ratio)
        assert not grows_in_floats(most, 2**width, threshold)
        assert grows(most + 1, 2**width, ratio)
        assert grows_in_floats(most + 1, 2**width, threshold)
        assert least_buckets(most, ratio) == least_in_floats(most, threshold) == width
        assert least_buckets(most + 1, ratio) == least_in_floats(most + 1, threshold) == width + 1
    for size in range(5000):
        assert least_buckets(size, ratio) == least_in_floats(size, threshold)
        for load in (0.1, 0.3, 0.9, 1.1, 3.7):
            for width in range(3, 12):
                assert grows(size, 2**width, load_ratio(load)) == grows_in_floats(size, 2**width, single(load))


def test_a_rehash_keeps_the_load() -> None:
    """DM-D1: with a load of 0.9, the original leaves 15 keys in 16 buckets after a rehash; ours takes 32."""
    original, ours = EnttDenseMap(threshold=0.9), DenseMap[int, int](max_load=0.9)
    for key in range(15):
        original.insert(key, key)
        ours.insert(key, key)
    assert len(original.heads) == ours.bucket_count() == 32
    original.rehash(0)
    ours.rehash(0)
    assert (len(original.heads), 15 / 16 > 0.9, ours.bucket_count()) == (16, True, 32)


def test_reserve_may_shrink() -> None:
    """Room for 28 keys is 32 buckets, also where there were 64, in the original and here."""
    original, ours = EnttDenseMap(), DenseMap[int, int]()
    for key in range(29):
        original.insert(key, key)
        ours.insert(key, key)
    for key in range(6, 29):
        original.erase(key)
        ours.erase(key)
    assert len(original.heads) == ours.bucket_count() == 64
    original.reserve(28)
    ours.reserve(28)
    assert len(original.heads) == ours.bucket_count() == 32
    assert chains(ours) == original.chains()
    original.clear()
    ours.clear()
    assert len(original.heads) == ours.bucket_count() == 8


def length_of(key: str) -> int:
    """A hash."""
    return len(key)


def test_the_hash_is_taken_before_the_key_moves() -> None:
    """An erase that hashes a key it moved away before looks in the wrong bucket for the link to the last entry."""
    original, ours = EnttDenseMap(length_of, hashes_moved_key=True), DenseSet[str](hasher=length_of)
    for key in ("a", "bb", "ccc"):
        original.insert(key, 0)
        ours.insert(key)
    with pytest.raises(IndexError):
        original.erase("a")
    assert ours.erase("a")
    assert chains(ours) == [[], [], ["bb"], ["ccc"], [], [], [], []]
    mended = EnttDenseMap(length_of)
    for key in ("a", "bb", "ccc"):
        mended.insert(key, 0)
    mended.erase("a")
    assert mended.chains() == chains(ours)


def failing_hash(key: Any) -> int:
    """A hash that fails for one key."""
    if key == "bad":
        raise ArithmeticError(key)
    return 0


def test_nothing_is_appended_before_the_key_is_known_to_be_new() -> None:
    """DM-D4: a hash that fails leaves a node in the original's `emplace` that no chain leads to, and nothing here."""
    original, ours = EnttDenseMap(failing_hash), DenseMap[str, int](hasher=failing_hash)
    with pytest.raises(ArithmeticError):
        original.emplace("bad", 0)
    with pytest.raises(ArithmeticError):
        ours.insert("bad", 0)
    assert (len(original.nodes), original.chains()) == (1, [[]] * 8)
    assert (ours.size(), ours.dense) == (0, [])
    assert (original.emplace("a", 0), original.emplace("a", 0)) == ((1, True), (1, False))


def test_not_a_number_is_no_key() -> None:
    """DM-D8: the original inserts a key that equals nothing again and again, and never finds it."""
    nan = float("nan")
    original, ours = EnttDenseMap(lambda key: 0), DenseMap[float, int](hasher=lambda key: 0)
    original.insert(nan, 0)
    original.insert(nan, 0)
    assert (len(original.nodes), original.find(nan)) == (2, 2)
    with pytest.raises(InvalidArgument):
        ours.insert(nan, 0)
    with pytest.raises(InvalidArgument):
        ours.find(nan)


def test_a_factory_may_insert_the_key_itself() -> None:
    """A factory that reaches into the map leaves it whole: the key it inserted is there once, with its value."""
    m = tiny()

    def factory() -> str:
        m.insert(1, "inner")
        m.insert(3, "other")
        return "outer"

    assert m.try_emplace(1, factory) == (0, False)
    assert list(m.items()) == [(1, "inner"), (3, "other")]
    assert m.get_or_emplace(5, lambda: m.erase(1)) is True
    assert list(m.keys()) == [3, 5]


def test_a_new_map_can_be_erased_from() -> None:
    """A map that never held a key finds and erases nothing."""
    assert (DenseMap[int, int]().erase(0), DenseSet[int]().find(0)) == (False, None)


# Equality, copies, states


def test_equality_is_of_contents() -> None:
    """DM-D7: order, buckets and hash functions do not count; values do."""
    m, other = filled(0, 1, 2), filled(2, 1, 0, min_buckets=4, hasher=Hash.ONE_BUCKET)
    assert m.equals(other)
    other.assign(2, 21)
    assert not m.equals(other)
    other.erase(2)
    assert not m.equals(other)
    with pytest.raises(InvalidArgument):
        m.equals(DenseSet())  # type: ignore[arg-type]


def test_a_copy_and_a_swap() -> None:
    """A copy goes its own way; a swap exchanges hash functions and widths too."""
    m = filled(0, 1, 2)
    twin = m.copy()
    twin.erase(0)
    assert (list(m.keys()), list(twin.keys())) == ([0, 1, 2], [2, 1])
    other = DenseMap[Any, Any](hasher=Hash.ONE_BUCKET)
    m.swap(other)
    assert (m.hasher, m.nil, other.nil, list(other.keys())) == (Hash.ONE_BUCKET, 2**64 - 1, NIL, [0, 1, 2])
    with pytest.raises(InvalidArgument):
        m.swap(DenseSet())  # type: ignore[arg-type]


def test_a_state_needs_its_hash_function() -> None:
    """`from_dict` refuses arrays whose chains another hash function made, and keys that are there twice."""
    data = filled(0, 1, 2).to_dict()
    assert arrays(DenseMap.from_dict(data)) == arrays(filled(0, 1, 2))
    with pytest.raises(InvalidArgument):
        DenseMap.from_dict(data, Hash.ONE_BUCKET)
    twice = filled(0, 2).to_dict()
    twice["key"] = [0, 0]
    with pytest.raises(InvalidArgument):
        DenseMap.from_dict(twice)


# Bad input


@pytest.mark.parametrize(
    "configuration",
    [
        {"min_buckets": 0},
        {"min_buckets": 3},
        {"min_buckets": 16, "index_bits": 3},
        {"min_buckets": 2.0},
        {"index_bits": 0},
        {"index_bits": "3"},
        {"hasher": 1},
        {"max_load": 0},
        {"max_load": -1.0},
        {"max_load": float("nan")},
        {"max_load": float("inf")},
        {"max_load": 1e-46},
        {"max_load": 1e39},
        {"max_load": 10**400},
        {"max_load": "1"},
    ],
    ids=str,
)
def test_no_such_table(configuration: dict[str, Any]) -> None:
    """DM-D6: widths, loads and hash functions that make no table are refused by model and implementation."""
    for container in (DENSE_MAP, DENSE_SET):
        for side in (container.model, container.impl):
            with pytest.raises(InvalidArgument):
                side(**configuration)


@pytest.mark.parametrize(
    ("error", "operation", "arguments"),
    [
        (InvalidArgument, "insert", ([], 0)),
        (InvalidArgument, "find", (([],),)),
        (InvalidArgument, "bucket", ({},)),
        (InvalidArgument, "key_at", ("0",)),
        (InvalidArgument, "erase_range", (0, None)),
        (InvalidArgument, "rehash", (1.5,)),
        (InvalidArgument, "reserve", (-1,)),
        (OutOfRange, "key_at", (-1,)),
        (OutOfRange, "value_at", (2,)),
        (OutOfRange, "erase_at", (2,)),
        (OutOfRange, "erase_range", (1, 0)),
        (OutOfRange, "erase_range", (-1, 1)),
        (OutOfRange, "erase_range", (0, 3)),
        (OutOfRange, "bucket_size", (-1,)),
        (OutOfRange, "bucket_keys", (2,)),
        (Missing, "get", (5,)),
        (Missing, "assign", (5, 0)),
        (Full, "rehash", (9,)),
        (Full, "reserve", (17,)),
        (Full, "set_max_load", (0.125,)),
    ],
    ids=str,
)
def test_what_is_refused_changes_nothing(error: type[Exception], operation: str, arguments: tuple[Any, ...]) -> None:
    """DM-D3, DM-D5: wrong types, positions outside, and tables too large are refused, and leave no trace."""
    m = filled(0, 1)
    before = m.to_dict()
    with pytest.raises(error):
        getattr(m, operation)(*arguments)
    assert m.to_dict() == before


def test_a_full_map() -> None:
    """DM-D3: the key that would get position nil is refused, and so is one that would need more buckets."""
    m = filled(*range(7))
    with pytest.raises(Full):
        m.insert(7, 0)
    assert m.insert_or_assign(6, 1) == (6, False)
    half = filled(0, 1, 2, 3, max_load=0.5)
    assert half.bucket_count() == 8
    with pytest.raises(Full):
        half.insert(4, 0)
    assert half.size() == 4


@pytest.mark.parametrize(
    "change", [None, {"extra": 1}, {"nil": 6}, {"load_num": 4, "load_den": 2}, {"dense": ()}], ids=str
)
def test_no_such_state(change: dict[str, Any] | None) -> None:
    """`from_dict` refuses what is no dict, another set of fields, and numbers that no constructor makes."""
    data: Any = None if change is None else {**filled(0, 1).to_dict(), **change}
    with pytest.raises(InvalidArgument):
        DenseMap.from_dict(data)


# Breaks


@pytest.mark.parametrize(
    ("owner", "change"),
    one_of_each(lambda owner, change: (owner.name, change.kind), BREAKS),
    ids=lambda part: part.id if isinstance(part, Break) else part.name,
)
def test_explore_finds_the_break(owner: Refinement, change: Break) -> None:
    """Each break is caught, after as many steps as it needs where that was thought out."""
    failure = first_failure(broken_dense(owner, change))
    assert failure is not None
    assert change.steps in (None, len(failure.trace))


@pytest.mark.parametrize(
    ("owner", "change"),
    one_of_each(lambda owner, change: owner.name, BREAKS),
    ids=lambda part: part.id if isinstance(part, Break) else part.name,
)
def test_walk_finds_the_break(owner: Refinement, change: Break) -> None:
    """The default budget finds each break, and its trace shows it on a new container of the broken class only."""
    refinement = broken_dense(owner, change)
    failure = first_walked(refinement)
    assert failure is not None
    assert 1 <= len(failure.trace) <= 8
    whole = DENSE_SET if refinement.code == "DS" else DENSE_MAP
    assert shows(refinement, failure)
    assert not shows(whole, failure)


def shows(refinement: Refinement, failure: Failure) -> bool:
    """True if some operation of the trace, called again, breaks something."""
    pair = Pair(Walked(refinement, failure.configuration))
    for step in failure.trace:
        if pair.run(pair.subject.number[step.operation], list(step.arguments), ALL)[0] is not None:
            return True
    return False


# Exactness


def count_states(keys: int, buckets: int) -> int:
    """States of `insert` and `erase` of the keys 0, 1 ... in buckets that never grow, by a closed count.

    As long as another key could come, every order goes with every order within each chain.
    Once all are there, the last of the order came last, and is the first of its chain.
    """
    total = 0
    for size in range(keys):
        for chosen in itertools.combinations(range(keys), size):
            total += factorial(size) * orders_of_chains(chosen, buckets)
    for last in range(keys):
        rest = [key for key in range(keys) if key != last]
        total += factorial(keys - 1) * orders_of_chains(rest, buckets)
    return total


def orders_of_chains(keys: Sequence[int], buckets: int) -> int:
    """How many ways there are to put the keys of each bucket in order."""
    return prod(factorial(sum(key % buckets == bucket for key in keys)) for bucket in range(buckets))


@pytest.mark.parametrize("refinement", [DENSE_MAP, DENSE_SET], ids=["map", "set"])
def test_every_arrangement_is_reached(refinement: Refinement) -> None:
    """The claims leave nothing out and let nothing in, but for tables in which every key is there: the counts agree."""
    assert count_states(4, 1) == sum(comb(4, n) * factorial(n) ** 2 for n in range(4)) + 4 * factorial(3) ** 2 == 317
    for name, buckets in (("one bucket", 1), ("two chains", 2)):
        verdicts = explore.run(refinement, name, deep=False)
        assert {verdict.status for verdict in verdicts} == {Status.EXHAUSTED}
        assert verdicts[0].evidence["states"] == count_states(4, buckets)
