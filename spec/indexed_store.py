"""What an indexed store means: values in the caller's order, each under a name of its own.

Laws        IX-L1 ... IX-L9 (proofs/indexed_store/, proofs/shared/dense_table/answers.py)
Source      id Tech 4: a list beside an idHashIndex, as in the render model manager (exact names) and idDict (any case)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from slotproof.spec.errors import Exists, Full, InvalidArgument, Missing, OutOfRange, shown
from slotproof.spec.hash_index import check_granularity, check_limit, check_sizes
from slotproof.spec.logic import choose, encodable, listed, mapped

T = TypeVar("T")

FIELDS: Final = ("order", "place", "value", "fold_case", "index_limit")


class IndexedStoreModel(Generic[T]):
    """The indexed store as a list of names, and for each where it stands and what it names.

    Takes      hash_size, index_size, granularity, index_limit: those of the hash index; no more values than index_limit
               fold_case: names that differ only in the case of A to Z are the same
    Raises     InvalidArgument
    """

    order: list[str]  # the names as they were given, in the caller's order
    place: dict[str, int]  # name, folded if case does not count -> its position in the order
    value: dict[str, T]  # name, folded likewise -> value
    fold_case: bool
    index_limit: int

    def __init__(
        self,
        hash_size: int = 1024,
        index_size: int = 1024,
        *,
        granularity: int = 1024,
        index_limit: int = 2**31 - 1,
        fold_case: bool = False,
    ) -> None:
        check_limit(index_limit)
        check_sizes(hash_size, index_size, index_limit)
        check_granularity(granularity)
        check_flag(fold_case)
        self.order = []
        self.place = {}
        self.value = {}
        self.fold_case = fold_case
        self.index_limit = index_limit

    # --- insert

    def insert(self, name: str, value: T) -> int:
        """Hold the value under the name, last in order; its position."""
        self.check_new(name)
        pos = len(self.order)
        self.order.append(name)
        self.place[self.folded(name)] = pos
        self.value[self.folded(name)] = value
        return pos

    def insert_at(self, pos: int, name: str, value: T) -> None:
        """Hold the value under the name, before what stands at the position now."""
        if not isinstance(pos, int):
            raise InvalidArgument(f"not a position: {shown(pos)}")
        self.check_new(name)
        if not 0 <= pos <= len(self.order):
            raise OutOfRange(f"position {shown(pos)} of {len(self.order)}")
        self.order.insert(pos, name)
        self.place = mapped(self.place, lambda each, place: choose(place >= pos, place + 1, place))
        self.place[self.folded(name)] = pos
        self.value[self.folded(name)] = value

    # --- erase

    def erase(self, name: str) -> bool:
        """Drop the value of that name, and close the gap; false, and nothing changes, if there is none."""
        if not self.contains(name):
            return False
        folded = self.folded(name)
        pos = self.place[folded]
        self.order.pop(pos)
        del self.place[folded], self.value[folded]
        self.place = mapped(self.place, lambda each, place: choose(place > pos, place - 1, place))
        return True

    # --- get

    def get(self, name: str) -> T:
        """The value of that name."""
        self.pos_of(name)
        return self.value[self.folded(name)]

    def assign(self, name: str, value: T) -> None:
        """Replace the value of that name."""
        self.pos_of(name)
        self.value[self.folded(name)] = value

    def contains(self, name: str) -> bool:
        """True if there is a value of that name."""
        check_name(name)
        return self.folded(name) in self.place

    def pos_of(self, name: str) -> int:
        """Where the value of that name stands."""
        if not self.contains(name):
            raise Missing(f"no value is named {shown(name)}")
        return self.place[self.folded(name)]

    def name_at(self, pos: int) -> str:
        """The name, as it was given, of the value at the position."""
        if not isinstance(pos, int):
            raise InvalidArgument(f"not a position: {shown(pos)}")
        if not 0 <= pos < len(self.order):
            raise OutOfRange(f"position {shown(pos)} of {len(self.order)}")
        return self.order[pos]

    # --- iterate

    def values(self) -> list[T]:
        """The values in order."""
        return listed(self.order, lambda name: self.value[self.folded(name)])

    def items(self) -> list[tuple[str, T]]:
        """The names with their values in order."""
        return listed(self.order, lambda name: (name, self.value[self.folded(name)]))

    # --- bulk

    def insert_items(self, items: Sequence[tuple[str, T]]) -> list[int]:
        """Insert each in turn; if that cannot all be done, nothing has changed."""
        check_items(items)
        self.check_all_new(items)
        positions: list[int] = []
        for name, value in items:
            positions.append(self.insert(name, value))
        return positions

    def erase_items(self, names: Sequence[str]) -> int:
        """Erase each name in turn; how many there were."""
        check_sequence(names)
        check_names(names)
        erased = 0
        for name in names:
            if self.erase(name):
                erased += 1
        return erased

    # --- whole container

    def clear(self) -> None:
        """Erase everything."""
        self.order = []
        self.place = {}
        self.value = {}

    def copy(self) -> IndexedStoreModel[T]:
        """A second store in the same state."""
        twin: IndexedStoreModel[T] = object.__new__(type(self))
        twin.order, twin.place, twin.value = self.order.copy(), self.place.copy(), self.value.copy()
        twin.fold_case, twin.index_limit = self.fold_case, self.index_limit
        return twin

    def swap(self, other: IndexedStoreModel[T]) -> None:
        """Exchange the states of two stores."""
        for name in FIELDS:
            mine = getattr(self, name)
            setattr(self, name, getattr(other, name))
            setattr(other, name, mine)

    # --- observers

    def size(self) -> int:
        """How many values there are."""
        return len(self.order)

    # --- words of the laws

    def folded(self, name: str) -> str:
        """The name by which a value is told from others."""
        return choose(self.fold_case, fold(name), name)

    def check_all_new(self, items: Sequence[tuple[str, T]]) -> None:
        """Refuse names of which one is taken, or comes twice, or finds no index left when its turn comes."""
        coming: set[str] = set()
        for turn, (name, _) in enumerate(items):
            folded = self.folded(name)
            if folded in coming or self.contains(name):
                raise Exists(f"there is a value named {shown(name)}")
            if len(self.order) + turn == self.index_limit:
                raise Full(f"{shown(self.index_limit)} values")
            coming.add(folded)

    def check_new(self, name: str) -> None:
        """Refuse a name that is taken, or one more value than there may be."""
        if self.contains(name):
            raise Exists(f"there is a value named {shown(name)}")
        if len(self.order) == self.index_limit:
            raise Full(f"{shown(self.index_limit)} values")


def fold(name: str) -> str:
    """The name with A to Z as a to z, and no other letter changed."""
    return name.encode().lower().decode()


def check_name(name: object) -> None:
    """Refuse what is no name.

    Raises     InvalidArgument
    """
    if not isinstance(name, str):
        raise InvalidArgument(f"not a name: {shown(name)}")
    if not encodable(name):
        raise InvalidArgument(f"a name that UTF-8 cannot hold: {shown(name)}")


def check_sequence(names: object) -> None:
    """Refuse what is no list of anything: an iterator would be used up by looking at it.

    Raises     InvalidArgument
    """
    if not isinstance(names, list | tuple):
        raise InvalidArgument(f"not a list of names: {shown(names)}")


def check_names(names: Sequence[str]) -> None:
    """Refuse names of which one is none.

    Raises     InvalidArgument
    """
    for name in names:
        check_name(name)


def check_items(items: object) -> None:
    """Refuse what is not a sequence of pairs, each with a name.

    Raises     InvalidArgument
    """
    if not isinstance(items, list | tuple):
        raise InvalidArgument(f"not a list of names with their values: {shown(items)}")
    for item in items:
        if not isinstance(item, tuple) or len(item) != 2:
            raise InvalidArgument(f"not a name with its value: {shown(item)}")
        check_name(item[0])


def check_flag(fold_case: object) -> None:
    """Refuse what is not a yes or no.

    Raises     InvalidArgument
    """
    if not isinstance(fold_case, bool):
        raise InvalidArgument(f"fold_case is a bool, not {shown(fold_case)}")
