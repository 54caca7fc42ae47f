"""An indexed store in arrays: names and values at the same positions, and a hash index from names to positions.

      pos_of("elf"): its key is 1, the candidates are 1 and 0; names[1] is another, names[0] is it

      pos         0       1       2                   bucket    0   1
              +-------+-------+-------+                       +---+---+
      names   | "elf" | "imp" | "orc" |        index  head    | 2 | 1 |
              +-------+-------+-------+                       +---+---+
      dense   |   A   |   B   |   C   |               chain   | - | 0 | - |        - is NIL
              +-------+-------+-------+                       +---+---+---+

    array   index  holds
    names   pos    the name of each value, as it was given
    dense   pos    the values, in the caller's order
    index          a hash index that links every position, and no other, under the key of its name

Keys never tell upper from lower case; whether names do is decided when they are compared.

Deviations  IX-D1 ... IX-D3 (docs/users/containers/indexed_store.md)
Source      id Tech 4, render model manager and idDict
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Generic, TypeVar

from slotproof.impl.foreign import check_list
from slotproof.impl.foreign import check_names as check_fields
from slotproof.impl.hash_index import HashIndex
from slotproof.spec.errors import Exists, Full, InvalidArgument, Missing, OutOfRange, shown
from slotproof.spec.hash_index import NIL
from slotproof.spec.indexed_store import check_flag, check_items, check_name, check_names, check_sequence, fold

T = TypeVar("T")

FIELDS: Final = ("names", "dense", "index", "fold_case")


class IndexedStore(Generic[T]):
    """Values in the order the caller gives them, each found by name in the time it takes to compare a few names.

    Takes      hash_size, index_size, granularity, index_limit: those of the hash index; no more values than index_limit
               fold_case: names that differ only in the case of A to Z are the same
    Raises     InvalidArgument
    Source     idRenderModelManager models and hash; idDict args and argHash; differs: IX-D1 ... IX-D3
    """

    names: list[str]
    dense: list[T]
    index: HashIndex
    fold_case: bool

    def __init__(
        self,
        hash_size: int = 1024,
        index_size: int = 1024,
        *,
        granularity: int = 1024,
        index_limit: int = 2**31 - 1,
        fold_case: bool = False,
    ) -> None:
        check_flag(fold_case)
        self.names = []
        self.dense = []
        self.index = HashIndex(hash_size, index_size, granularity=granularity, index_limit=index_limit)
        self.fold_case = fold_case

    # --- insert

    def insert(self, name: str, value: T) -> int:
        """Append the value under the name; its position.

        Ensures    IX-R1
        Raises     Exists if there is a value of that name; Full; InvalidArgument
        Cost       O(1), and a comparison for each name in the bucket
        Source     AddModel; differs: IX-D1
        """
        self._check_new(name)
        pos = len(self.names)
        self.index.add(self._key(name), pos)
        self.names.append(name)
        self.dense.append(value)
        return pos

    def _check_new(self, name: str) -> None:
        """Refuse a name that is taken, or one more value than there are indices."""
        if self.contains(name):
            raise Exists(f"there is a value named {shown(name)}")
        if len(self.names) == self.index.index_limit:
            raise Full(f"{len(self.names)} values")

    def _key(self, name: str) -> int:
        return self.index.generate_key(name, case_sensitive=False)

    def insert_at(self, pos: int, name: str, value: T) -> None:
        """Insert the value before what stands at the position now, or last.

        Takes      pos, in [0, size()]
        Ensures    IX-R2
        Raises     Exists, Full, OutOfRange, InvalidArgument
        Cost       O(hash_size + index_size)
        Source     idHashIndex InsertIndex
        """
        if not isinstance(pos, int):
            raise InvalidArgument(f"not a position: {shown(pos)}")
        self._check_new(name)
        if pos < 0 or pos > len(self.names):
            raise OutOfRange(f"position {shown(pos)} of {len(self.names)}")
        self.index.insert_index(self._key(name), pos)
        self.names.insert(pos, name)
        self.dense.insert(pos, value)

    # --- erase

    def erase(self, name: str) -> bool:
        """Drop the value of that name and close the gap, order kept; false, and nothing changes, if there is none.

        Ensures    IX-R3
        Raises     InvalidArgument
        Cost       O(hash_size + index_size)
        Source     idDict Delete
        """
        pos = self._find(name)
        if pos == NIL:
            return False
        self.index.remove_index(self._key(name), pos)
        self.names.pop(pos)
        self.dense.pop(pos)
        return True

    # --- get

    def get(self, name: str) -> T:
        """The value of that name.

        Ensures    IX-R4
        Raises     Missing if there is none; InvalidArgument
        Cost       O(1), and a comparison for each name met in the bucket
        Source     GetModel
        """
        return self.dense[self.pos_of(name)]

    def assign(self, name: str, value: T) -> None:
        """Replace the value of that name.

        Ensures    IX-R5
        Raises     Missing if there is none; InvalidArgument
        Cost       as `get`
        """
        self.dense[self.pos_of(name)] = value

    __getitem__ = get
    __setitem__ = assign

    def contains(self, name: str) -> bool:
        """True if there is a value of that name.

        Ensures    IX-R6
        Raises     InvalidArgument
        Cost       as `get`
        """
        return self._find(name) != NIL

    __contains__ = contains

    def pos_of(self, name: str) -> int:
        """The position of the value of that name; an insertion or erasure before it changes it.

        Ensures    IX-R7
        Raises     Missing if there is none; InvalidArgument
        Cost       as `get`
        """
        pos = self._find(name)
        if pos == NIL:
            raise Missing(f"no value is named {shown(name)}")
        return pos

    def _find(self, name: str) -> int:
        """The position of the value of that name, or NIL: the walk over First and Next, names compared on the way."""
        check_name(name)
        pos = self.index.first(self._key(name))
        while pos >= 0 and not self._same(self.names[pos], name):
            pos = self.index.next(pos)
        return pos

    def _same(self, left: str, right: str) -> bool:
        """True if the two names are one."""
        return left == right or (self.fold_case and fold(left) == fold(right))

    def name_at(self, pos: int) -> str:
        """The name, as it was given, of the value at the position.

        Takes      pos, in [0, size())
        Ensures    IX-R8
        Raises     OutOfRange, InvalidArgument
        Cost       O(1)
        """
        if not isinstance(pos, int):
            raise InvalidArgument(f"not a position: {shown(pos)}")
        if pos < 0 or pos >= len(self.names):
            raise OutOfRange(f"position {shown(pos)} of {len(self.names)}")
        return self.names[pos]

    # --- iterate

    def values(self) -> Iterator[T]:
        """The values in order.

        Ensures    IX-R9
        Cost       1 read a value
        """
        return iter(self.dense)

    __iter__ = values

    def items(self) -> Iterator[tuple[str, T]]:
        """The names with their values in order.

        Ensures    IX-R10
        Cost       2 reads a value
        """
        return zip(self.names, self.dense, strict=True)

    # --- bulk

    def insert_items(self, items: Sequence[tuple[str, T]]) -> list[int]:
        """Insert each in turn, all or none; their positions.

        Ensures    IX-R11
        Raises     Exists if a name is taken or comes twice; Full; InvalidArgument
        Cost       as so many `insert`s
        """
        check_items(items)
        self._check_all_new(items)
        positions: list[int] = []
        for name, value in items:
            positions.append(self.insert(name, value))
        return positions

    def _check_all_new(self, items: Sequence[tuple[str, T]]) -> None:
        """Refuse names of which one is taken, or comes twice, or finds no index left when its turn comes."""
        coming: set[str] = set()
        for turn, (name, _) in enumerate(items):
            folded = fold(name) if self.fold_case else name
            if folded in coming or self.contains(name):
                raise Exists(f"there is a value named {shown(name)}")
            if len(self.names) + turn == self.index.index_limit:
                raise Full(f"{shown(self.index.index_limit)} values")
            coming.add(folded)

    def erase_items(self, names: Sequence[str]) -> int:
        """Erase each name in turn; how many there were when their turn came.

        Ensures    IX-R12
        Raises     InvalidArgument, before anything changes, if it is no list or tuple, or one is no name
        Cost       O(len(names) * (hash_size + index_size))
        """
        check_sequence(names)
        check_names(names)
        erased = 0
        for name in names:
            if self.erase(name):
                erased += 1
        return erased

    # --- whole container

    def clear(self) -> None:
        """Erase everything; room is kept.

        Ensures    IX-R13
        Cost       O(hash_size + index_size)
        Source     idDict Clear; differs: IX-D2
        """
        self.names.clear()
        self.dense.clear()
        self.index.clear()

    def copy(self) -> IndexedStore[T]:
        """A second store in the same state.

        Ensures    IX-R14
        Cost       O(size() + hash_size + index_size)
        """
        twin: IndexedStore[T] = object.__new__(type(self))
        for name in FIELDS[:3]:
            setattr(twin, name, getattr(self, name).copy())
        twin.fold_case = self.fold_case
        return twin

    __copy__ = copy

    def swap(self, other: IndexedStore[T]) -> None:
        """Exchange the states of two stores.

        Ensures    IX-R15
        Raises     InvalidArgument if `other` is no indexed store
        Cost       O(1)
        """
        if not isinstance(other, IndexedStore):
            raise InvalidArgument(f"not an indexed store: {shown(other)}")
        for name in FIELDS:
            mine = getattr(self, name)
            setattr(self, name, getattr(other, name))
            setattr(other, name, mine)

    def to_dict(self) -> dict[str, Any]:
        """The whole state, hash index included, in lists, dicts, ints, bools, strings and the values themselves.

        Ensures    IX-R16
        Cost       O(size() + hash_size + index_size)
        """
        return {
            "names": self.names.copy(),
            "dense": self.dense.copy(),
            "index": self.index.to_dict(),
            "fold_case": self.fold_case,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> IndexedStore[Any]:
        """The store whose state `to_dict` returned.

        Ensures    IX-R17
        Raises     InvalidArgument unless the arrays are those of an indexed store
        Cost       O(size() + hash_size + index_size), and the names that stand before each in its bucket
        """
        check_fields(data, FIELDS)
        for name in FIELDS[:2]:
            check_list(name, data[name])
        check_flag(data["fold_case"])
        check_names(data["names"])
        if len(data["names"]) != len(data["dense"]):
            raise InvalidArgument(f"{len(data['names'])} names for {len(data['dense'])} values")
        twin: IndexedStore[Any] = object.__new__(cls)
        twin.names, twin.dense = data["names"].copy(), data["dense"].copy()
        twin.index = HashIndex.from_dict(data["index"])
        twin.fold_case = data["fold_case"]
        _check_distinct(twin)
        _check_links(twin)
        return twin

    # --- observers

    def size(self) -> int:
        """How many values there are."""
        return len(self.names)

    __len__ = size


def _check_distinct(twin: IndexedStore[Any]) -> None:
    """Refuse names that come twice.

    Raises     InvalidArgument
    """
    met: set[str] = set()
    for name in twin.names:
        folded = fold(name) if twin.fold_case else name
        if folded in met:
            raise InvalidArgument(f"the name {shown(name)} comes twice")
        met.add(folded)


def _check_links(twin: IndexedStore[Any]) -> None:
    """Refuse positions that are not linked under the keys of their names, and anything else that is linked.

    Raises     InvalidArgument
    """
    index = twin.index
    for pos in range(len(twin.names)):
        each = index.first(twin._key(twin.names[pos]))
        while each >= 0 and each != pos:
            each = index.next(each)
        if each != pos:
            raise InvalidArgument(
                f"position {shown(pos)} is not linked under the key of its name {shown(twin.names[pos])}"
            )
    for pos in range(len(twin.names), index.index_size):
        if _is_linked(index, pos):
            raise InvalidArgument(f"position {shown(pos)} is linked, of {len(twin.names)} names")


def _is_linked(index: HashIndex, pos: int) -> bool:
    """True if the index is in a bucket."""
    try:
        index.next(pos)
    except Missing:
        return False
    return True
