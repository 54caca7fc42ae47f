"""What an indexed store means: values in the caller's order, each under a name of its own.

Laws        IX-L1 ... IX-L2 (proofs/indexed_store.py)
Source      id Tech 4: a list beside an idHashIndex, as in the render model manager (exact names) and idDict (any case)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from slotproof.spec.errors import Exists, Full, InvalidArgument, Missing, OutOfRange
from slotproof.spec.hash_index import check_granularity, check_limit, check_sizes

T = TypeVar("T")


class IndexedStoreModel(Generic[T]):
    """The indexed store as a list of names and a dict.

    Takes      hash_size, index_size, granularity, index_limit: those of the hash index; no more values than index_limit
               fold_case: names that differ only in the case of A to Z are the same
    Raises     InvalidArgument
    """

    order: list[str]  # the names as they were given, in the caller's order
    value: dict[str, T]  # name, folded if case does not count -> value
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
        self.value = {}
        self.fold_case = fold_case
        self.index_limit = index_limit

    # --- insert

    def insert(self, name: str, value: T) -> int:
        """Hold the value under the name, last in order; its position."""
        self.insert_at(len(self.order), name, value)
        return len(self.order) - 1

    def insert_at(self, pos: int, name: str, value: T) -> None:
        """Hold the value under the name, before what stands at the position now."""
        if not isinstance(pos, int):
            raise InvalidArgument(f"not a position: {pos!r}")
        if self.contains(name):
            raise Exists(f"there is a value named {name!r}")
        if len(self.order) == self.index_limit:
            raise Full(f"{self.index_limit} values")
        if not 0 <= pos <= len(self.order):
            raise OutOfRange(f"position {pos} of {len(self.order)}")
        self.order.insert(pos, name)
        self.value[self.folded(name)] = value

    # --- erase

    def erase(self, name: str) -> bool:
        """Drop the value of that name, and close the gap; false, and nothing changes, if there is none."""
        if not self.contains(name):
            return False
        self.order.pop(self.pos_of(name))
        del self.value[self.folded(name)]
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
        return self.folded(name) in self.value

    def pos_of(self, name: str) -> int:
        """Where the value of that name stands."""
        if not self.contains(name):
            raise Missing(f"no value is named {name!r}")
        return [self.folded(each) for each in self.order].index(self.folded(name))

    def name_at(self, pos: int) -> str:
        """The name, as it was given, of the value at the position."""
        if not isinstance(pos, int):
            raise InvalidArgument(f"not a position: {pos!r}")
        if not 0 <= pos < len(self.order):
            raise OutOfRange(f"position {pos} of {len(self.order)}")
        return self.order[pos]

    # --- iterate

    def values(self) -> list[T]:
        """The values in order."""
        return [self.value[self.folded(name)] for name in self.order]

    def items(self) -> list[tuple[str, T]]:
        """The names with their values in order."""
        return [(name, self.value[self.folded(name)]) for name in self.order]

    # --- bulk

    def insert_items(self, items: Sequence[tuple[str, T]]) -> list[int]:
        """Insert each in turn; if that cannot all be done, nothing has changed."""
        check_items(items)
        trial = self.copy()
        positions = [trial.insert(name, value) for name, value in items]
        self.swap(trial)
        return positions

    def erase_items(self, names: Sequence[str]) -> int:
        """Erase each name in turn; how many there were."""
        for name in names:
            check_name(name)
        return sum(self.erase(name) for name in names)

    # --- whole container

    def clear(self) -> None:
        """Erase everything."""
        self.order = []
        self.value = {}

    def copy(self) -> IndexedStoreModel[T]:
        """A second store in the same state."""
        twin: IndexedStoreModel[T] = object.__new__(IndexedStoreModel)
        twin.order, twin.value = self.order.copy(), self.value.copy()
        twin.fold_case, twin.index_limit = self.fold_case, self.index_limit
        return twin

    def swap(self, other: IndexedStoreModel[T]) -> None:
        """Exchange the states of two stores."""
        self.__dict__, other.__dict__ = other.__dict__, self.__dict__

    # --- observers

    def size(self) -> int:
        """How many values there are."""
        return len(self.order)

    # --- words of the laws

    def folded(self, name: str) -> str:
        """The name by which a value is told from others."""
        return fold(name) if self.fold_case else name


def fold(name: str) -> str:
    """The name with A to Z as a to z, and no other letter changed."""
    return name.encode().lower().decode()


def check_name(name: object) -> None:
    """Refuse what is no name.

    Raises     InvalidArgument
    """
    if not isinstance(name, str):
        raise InvalidArgument(f"not a name: {name!r}")
    try:
        name.encode()
    except UnicodeEncodeError as error:
        raise InvalidArgument(f"a name that UTF-8 cannot hold: {name!r}") from error


def check_items(items: object) -> None:
    """Refuse what is not a sequence of pairs, each with a name.

    Raises     InvalidArgument
    """
    if not isinstance(items, list | tuple):
        raise InvalidArgument(f"not a list of names with their values: {items!r}")
    for item in items:
        if not isinstance(item, tuple) or len(item) != 2:
            raise InvalidArgument(f"not a name with its value: {item!r}")
        check_name(item[0])


def check_flag(fold_case: object) -> None:
    """Refuse what is not a yes or no.

    Raises     InvalidArgument
    """
    if not isinstance(fold_case, bool):
        raise InvalidArgument(f"fold_case is a bool, not {fold_case!r}")
