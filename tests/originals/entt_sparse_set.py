"""EnTT's sparse set as it behaves, in its three deletion policies, without assertions: what the deviations differ from.

Identifiers are pairs (index, version); `MASK` is the reserved version, `NULL` the reserved index.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

MASK: Final = 0xFFF
NULL: Final = 0xFFFFF

Id = tuple[int, int]


def following(identifier: Id) -> Id:
    """The same index with the next version; the reserved one is stepped over."""
    index, version = identifier
    version += 1
    return index, 0 if version == MASK else version


def construct(index: int, version: int) -> Id:
    """What is left of an index and a version in one word: the bits that fit."""
    return index & NULL, version & MASK


@dataclass
class EnttSparseSet:
    """Entries (position, version) by index; identifiers by position."""

    policy: str = "swap_and_pop"
    entry: dict[int, tuple[int, int]] = field(default_factory=dict)
    ids: list[Id] = field(default_factory=list)
    head: int = NULL

    def __post_init__(self) -> None:
        if self.policy == "swap_only":
            self.head = 0

    def contains(self, identifier: Id) -> bool:
        """One look at the version of the entry."""
        index, version = identifier
        return index in self.entry and self.entry[index][1] == version

    def index(self, identifier: Id) -> int:
        """The position in the entry of the index."""
        return self.entry[identifier[0]][0]

    def push(self, identifier: Id, force_back: bool = False) -> None:
        """Append first, and look at the entry afterwards."""
        index, version = identifier
        if self.policy == "in_place" and self.head != NULL and not force_back:
            pos = self.head
            self.head = self.ids[pos][0]
            self.ids[pos] = identifier
        else:
            pos = len(self.ids)
            self.ids.append(identifier)
            if index in self.entry:
                raise AssertionError("Slot not available")
        self.entry[index] = (pos, version)

    def push_range(self, identifiers: list[Id]) -> None:
        """Always at the back."""
        for identifier in identifiers:
            self.push(identifier, force_back=True)

    def erase(self, identifier: Id) -> None:
        """By policy; no version is compared."""
        pos = self.index(identifier)
        if self.policy == "in_place":
            del self.entry[identifier[0]]
            self.ids[pos] = (self.head, MASK)
            self.head = pos
        elif self.policy == "swap_only":
            self.bump(following(identifier))
            if pos < self.head:
                self.head -= 1
                self.swap_at(pos, self.head)
        else:
            last = self.ids[-1]
            self.entry[last[0]] = (pos, last[1])
            self.ids[pos] = last
            del self.entry[identifier[0]]
            self.ids.pop()

    def bump(self, identifier: Id) -> None:
        """Any version is written, the reserved one too."""
        pos = self.index(identifier)
        self.entry[identifier[0]] = (pos, identifier[1])
        self.ids[pos] = identifier

    def swap_at(self, first: int, second: int) -> None:
        """Two positions change places."""
        self.ids[first], self.ids[second] = self.ids[second], self.ids[first]
        for pos in (first, second):
            self.entry[self.ids[pos][0]] = (pos, self.ids[pos][1])

    def sort(self, key: Callable[[Id], Any]) -> None:
        """All identifiers are compared, tombstones too; then the entry of each is looked for."""
        self.ids.sort(key=key, reverse=True)
        for pos, identifier in enumerate(self.ids):
            self.index(identifier)
            self.entry[identifier[0]] = (pos, identifier[1])

    def swap_elements(self, first: Id, second: Id) -> None:
        """Two elements change places; among entities, both are live or both are dead."""
        one, other = self.index(first), self.index(second)
        if self.policy == "swap_only" and (one < self.head) != (other < self.head):
            raise AssertionError("Cross swapping is not allowed")
        self.swap_at(one, other)

    def sort_as(self, identifiers: list[Id]) -> None:
        """Each shared one goes in front of what was placed before, wherever it stands now."""
        stop = self.head if self.policy == "swap_only" else len(self.ids)
        for identifier in identifiers:
            if stop > 0 and self.contains(identifier):
                stop -= 1
                self.swap_elements(identifier, self.ids[stop])

    def pages_kept(self, page: int) -> set[int]:
        """The pages that shrinking keeps: those of the identifiers that are no tombstones."""
        return {index // page for index, version in self.ids if version != MASK}


@dataclass
class EnttStorage(EnttSparseSet):
    """Values by position; none are kept of a type without members."""

    payload: list[Any] = field(default_factory=list)
    empty: bool = False

    def emplace(self, identifier: Id, make: Callable[[], Any]) -> None:
        """The identifier goes in first; if its value cannot be made it is taken out again."""
        self.push(identifier)
        try:
            value = make()
        except ArithmeticError:
            self.erase(identifier)
            raise
        if not self.empty:
            self.payload.append(value)

    def patch(self, identifier: Id, change: Callable[[Any], None]) -> None:
        """The change is made in place."""
        change(self.payload[self.index(identifier)])


@dataclass
class EnttEntities(EnttSparseSet):
    """The entity storage: a sparse set of which nothing is taken out."""

    policy: str = "swap_only"
    placeholder: int = 0
    last: int = NULL

    def generate(self) -> Id:
        """The one destroyed last, or the next index."""
        if self.head == len(self.ids):
            while self.placeholder in self.entry:
                self.placeholder += 1
            if self.placeholder == self.last:
                raise AssertionError("No more entities available")
            self.append((self.placeholder, 0))
            self.placeholder += 1
        self.head += 1
        return self.ids[self.head - 1]

    def generate_range(self, count: int) -> list[Id]:
        """One after the other."""
        return [self.generate() for _ in range(count)]

    def destroy_range(self, identifiers: list[Id]) -> None:
        """One after the other."""
        for identifier in identifiers:
            self.destroy(identifier)

    def append(self, identifier: Id) -> None:
        """A new index behind all others."""
        self.entry[identifier[0]] = (len(self.ids), identifier[1])
        self.ids.append(identifier)

    def generate_at(self, hint: Id) -> Id:
        """The hint itself if its index is new or dead, version and all."""
        if hint[0] in self.entry and self.index(hint) < self.head:
            return self.generate()
        if hint[0] not in self.entry:
            self.append(hint)
        self.bump(hint)
        self.swap_at(self.index(hint), self.head)
        self.head += 1
        return hint

    def destroy(self, identifier: Id) -> None:
        """Refuses what the set does not contain, which is not what is dead."""
        if not self.contains(identifier):
            raise AssertionError("Invalid entity")
        self.erase(identifier)

    def destroy_to(self, identifier: Id, version: int) -> None:
        """Any version is written; the reserved one means 0."""
        self.destroy(identifier)
        self.bump((identifier[0], 0 if version == MASK else version))

    def free_list(self, count: int) -> None:
        """So many are live from now on; no version is raised."""
        self.head = count

    def clear(self) -> None:
        """Forgets everything, versions too."""
        self.entry, self.ids, self.head, self.placeholder = {}, [], 0, 0
