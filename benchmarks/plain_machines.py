"""Containers tested as the documentation of Hypothesis shows: a state machine beside a dict, one rule an operation.

No claims, no widths, no classes of arguments; bundles hold what was issued.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from slotproof.impl.bitmask import Bitmask
from slotproof.impl.dense_map import DenseMap
from slotproof.impl.entity_storage import EntityStorage
from slotproof.impl.handle_map import HandleMap
from slotproof.impl.hash_index import HashIndex
from slotproof.impl.registry import Registry
from slotproof.impl.sparse_set import SparseSet
from slotproof.impl.storage import Storage
from slotproof.impl.token_allocator import TokenAllocator
from slotproof.spec.errors import Exists, Full, Missing, StaleHandle
from slotproof.spec.handle import Handle


class Different(Exception):
    """The container and the dict beside it do not agree."""


def agree(expected: Any, actual: Any) -> None:
    """Raise unless both are equal."""
    if expected != actual:
        raise Different(f"expected {expected!r}, and got {actual!r}")


class HandleMapMachine(RuleBasedStateMachine):
    """A handle map beside a dict from handles to values."""

    handles = Bundle("handles")

    def __init__(self) -> None:
        super().__init__()
        self.map = HandleMap[int]()
        self.model: dict[Handle, int] = {}

    @rule(target=handles, value=st.integers())
    def insert(self, value: int) -> Handle:
        """A new handle, that no live value has."""
        handle = self.map.insert(value)
        agree(False, handle in self.model)
        self.model[handle] = value
        return handle

    @rule(handle=handles)
    def erase(self, handle: Handle) -> None:
        """True of a live handle."""
        agree(self.model.pop(handle, None) is not None, self.map.erase(handle))

    @rule(handle=handles)
    def get(self, handle: Handle) -> None:
        """The value, or an error."""
        try:
            agree(self.model.get(handle), self.map.get(handle))
        except StaleHandle:
            agree(False, handle in self.model)

    @rule(handle=handles)
    def is_valid(self, handle: Handle) -> None:
        """True of a live handle."""
        agree(handle in self.model, self.map.is_valid(handle))

    @rule(targets=(handles,), value=st.integers())
    def emplace(self, value: int) -> Handle:
        """A new handle of what a function makes."""
        handle = self.map.emplace(int, value)
        self.model[handle] = value
        return handle

    @rule()
    def clear(self) -> None:
        """No handle is live."""
        self.map.clear()
        self.model.clear()

    @rule()
    def defragment(self) -> None:
        """Values in order."""
        self.map.defragment(lambda first, second: first > second)
        agree(sorted(self.model.values()), list(self.map.values()))

    @rule()
    def round_trip(self) -> None:
        """What is written is read back."""
        self.map = HandleMap.from_dict(self.map.to_dict())

    @invariant()
    def same_values(self) -> None:
        """The same handles, with the same values."""
        agree(len(self.model), self.map.size())
        agree(self.model, dict(self.map.items()))


SLOTS = st.builds(Handle, st.integers(0, 9), st.integers(0, 3), st.just(0), st.just(0))


class SparseSetMachine(RuleBasedStateMachine):
    """A sparse set beside a dict from slots to handles."""

    handles = Bundle("handles")

    @initialize(deletion=st.sampled_from(["swap_pop", "in_place"]))
    def make(self, deletion: Any) -> None:
        """One of both policies."""
        self.set = SparseSet(deletion=deletion, page=4)
        self.model: dict[int, Handle] = {}

    def _has(self, handle: Handle) -> bool:
        return self.model.get(handle.slot) == handle

    @rule(target=handles, handle=SLOTS)
    def push(self, handle: Handle) -> Handle:
        """Put in, unless the slot is taken."""
        try:
            self.set.push(handle)
        except Exists:
            agree(True, handle.slot in self.model)
            return handle
        agree(False, handle.slot in self.model)
        self.model[handle.slot] = handle
        return handle

    @rule(handle=handles)
    def remove(self, handle: Handle) -> None:
        """Whether it was there."""
        there = self._has(handle)
        agree(there, self.set.remove(handle))
        if there:
            del self.model[handle.slot]

    @rule(some=st.lists(handles, max_size=3))
    def erase_items(self, some: list[Handle]) -> None:
        """All, or none."""
        whole = all(self._has(handle) for handle in some) and len(set(some)) == len(some)
        try:
            self.set.erase_items(some)
        except Missing:
            agree(False, whole)
            return
        agree(True, whole)
        for handle in some:
            del self.model[handle.slot]

    @rule()
    def sort(self) -> None:
        """Iteration is in order of slots."""
        if self.set.contiguous():
            self.set.sort(lambda first, second: first.slot > second.slot)
            agree(sorted(self.model), [handle.slot for handle in self.set.handles()])

    @rule()
    def compact(self) -> None:
        """No holes."""
        self.set.compact()
        agree(True, self.set.contiguous())

    @rule()
    def shrink(self) -> None:
        """Nothing is lost."""
        self.set.shrink()

    @rule()
    def clear(self) -> None:
        """Nothing is there."""
        self.set.clear()
        self.model.clear()

    @rule(handle=handles)
    def contains(self, handle: Handle) -> None:
        """Whether it is there."""
        agree(self._has(handle), self.set.contains(handle))

    @invariant()
    def same_elements(self) -> None:
        """The same elements, each once."""
        if hasattr(self, "set"):
            agree(len(self.model), self.set.size())
            agree(sorted(self.model.values()), sorted(self.set.handles()))


class StorageMachine(RuleBasedStateMachine):
    """A storage beside a dict from slots to handles and values."""

    handles = Bundle("handles")

    def __init__(self) -> None:
        super().__init__()
        self.storage = Storage[int]()
        self.model: dict[int, tuple[Handle, int]] = {}

    def _has(self, handle: Handle) -> bool:
        return handle.slot in self.model and self.model[handle.slot][0] == handle

    @rule(target=handles, handle=SLOTS, value=st.integers())
    def emplace(self, handle: Handle, value: int) -> Handle:
        """Put in, unless the slot is taken."""
        try:
            self.storage.emplace(handle, value)
        except Exists:
            agree(True, handle.slot in self.model)
            return handle
        agree(False, handle.slot in self.model)
        self.model[handle.slot] = handle, value
        return handle

    @rule(handle=handles)
    def remove(self, handle: Handle) -> None:
        """Whether it was there."""
        there = self._has(handle)
        agree(there, self.storage.remove(handle))
        if there:
            del self.model[handle.slot]

    @rule(handle=handles)
    def get(self, handle: Handle) -> None:
        """The value, or an error."""
        try:
            agree(self.model.get(handle.slot), (handle, self.storage.get(handle)))
        except Missing:
            agree(False, self._has(handle))

    @rule()
    def swap(self) -> None:
        """What was there is in the other one."""
        other = Storage[int]()
        other.swap(self.storage)
        agree(0, self.storage.size())
        self.storage = other

    @rule()
    def clear(self) -> None:
        """Nothing is there."""
        self.storage.clear()
        self.model.clear()

    @invariant()
    def same_values(self) -> None:
        """The same handles, with the same values."""
        agree(sorted(self.model.values()), sorted(self.storage.each()))


class EntityStorageMachine(RuleBasedStateMachine):
    """An entity storage beside a set of handles."""

    handles = Bundle("handles")

    def __init__(self) -> None:
        super().__init__()
        self.storage = EntityStorage()
        self.model: set[Handle] = set()

    @rule(target=handles)
    def create(self) -> Handle:
        """A handle that is not live yet."""
        handle = self.storage.create()
        agree(False, handle in self.model)
        self.model.add(handle)
        return handle

    @rule(target=handles, hint=SLOTS)
    def create_at(self, hint: Handle) -> Handle:
        """A handle that is not live yet."""
        handle = self.storage.create_at(hint)
        agree(False, handle in self.model)
        self.model.add(handle)
        return handle

    @rule(handle=handles)
    def destroy(self, handle: Handle) -> None:
        """An error if it is not live."""
        try:
            self.storage.destroy(handle)
        except StaleHandle:
            agree(False, handle in self.model)
            return
        agree(True, handle in self.model)
        self.model.remove(handle)

    @rule(handle=handles)
    def is_valid(self, handle: Handle) -> None:
        """True of a live handle."""
        agree(handle in self.model, self.storage.is_valid(handle))

    @rule()
    def clear(self) -> None:
        """No handle is live."""
        self.storage.clear()
        self.model.clear()

    @rule()
    def shrink(self) -> None:
        """Nothing is lost."""
        self.storage.shrink()

    @invariant()
    def same_handles(self) -> None:
        """The same handles are live."""
        agree(len(self.model), self.storage.size())
        agree(sorted(self.model), sorted(self.storage.handles()))


class RegistryMachine(RuleBasedStateMachine):
    """A registry of three pools and two groups beside a dict from handles to pools and values."""

    handles = Bundle("handles")

    def __init__(self) -> None:
        super().__init__()
        self.registry = Registry[int](3)
        self.model: dict[Handle, dict[int, int]] = {}
        self.groups: dict[int, tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = {}

    @rule(
        lists=st.sampled_from(
            [((0, 1), (), ()), ((0,), (1,), ()), ((0,), (), (2,)), ((), (0, 1), ()), ((2,), (0,), ())]
        )
    )
    def group(self, lists: Any) -> None:
        """One more group, if none of its pools is owned."""
        if not any(set(lists[0]) & set(other[0]) for other in self.groups.values()):
            self.groups[self.registry.group(*lists)] = lists

    @rule(target=handles)
    def create(self) -> Handle:
        """A new entity."""
        handle = self.registry.create()
        self.model[handle] = {}
        return handle

    @rule(handle=handles, pool=st.integers(0, 2), value=st.integers())
    def emplace(self, handle: Handle, pool: int, value: int) -> None:
        """A value for a live entity that has none."""
        try:
            self.registry.emplace(pool, handle, value)
        except (Exists, StaleHandle):
            agree(True, pool in self.model.get(handle, {pool: 0}))
            return
        self.model[handle][pool] = value

    @rule(handle=handles, pool=st.integers(0, 2))
    def remove(self, handle: Handle, pool: int) -> None:
        """Whether it had a value."""
        agree(self.model.get(handle, {}).pop(pool, None) is not None, self.registry.remove(pool, handle))

    @rule(handle=handles)
    def destroy(self, handle: Handle) -> None:
        """No values any more; an error if it is not live."""
        try:
            self.registry.destroy(handle)
        except StaleHandle:
            agree(False, handle in self.model)
            return
        del self.model[handle]

    @rule(some=st.sets(st.integers(0, 5)))
    def destroy_items(self, some: set[int]) -> None:
        """Several at once."""
        doomed = [handle for number, handle in enumerate(self.model) if number in some]
        self.registry.destroy_items(doomed)
        self.model = {handle: values for handle, values in self.model.items() if handle not in doomed}

    @rule()
    def sort(self) -> None:
        """Members in order of slots."""
        for group in self.groups:
            self.registry.sort_by(group, lambda handle: -handle.slot)
            slots = [handle.slot for handle in self.registry.members(group)]
            agree(sorted(slots, reverse=True), slots)

    @invariant()
    def same_members(self) -> None:
        """Groups have the members that their lists ask for; pools hold the values."""
        for pool in range(3):
            agree(sum(pool in values for values in self.model.values()), self.registry.pool_size(pool))
        for group, (owned, observed, excluded) in self.groups.items():
            members = {
                handle
                for handle, values in self.model.items()
                if {*owned, *observed} <= values.keys() and not {*excluded} & values.keys()
            }
            agree(members, set(self.registry.members(group)))


class DenseMapMachine(RuleBasedStateMachine):
    """A dense map beside a dict."""

    def __init__(self) -> None:
        super().__init__()
        self.map = DenseMap[int, int]()
        self.model: dict[int, int] = {}

    @rule(key=st.integers(), value=st.integers())
    def insert_or_assign(self, key: int, value: int) -> None:
        """True of a new key."""
        agree(key not in self.model, self.map.insert_or_assign(key, value)[1])
        self.model[key] = value

    @rule(data=st.data())
    def erase(self, data: Any) -> None:
        """Whether it was there."""
        key = data.draw(st.sampled_from([*self.model, 0]))
        agree(self.model.pop(key, None) is not None, self.map.erase(key))

    @rule(key=st.integers())
    def contains(self, key: int) -> None:
        """Whether it is there."""
        agree(key in self.model, self.map.contains(key))

    @rule()
    def clear(self) -> None:
        """Nothing is there."""
        self.map.clear()
        self.model.clear()

    @invariant()
    def same_values(self) -> None:
        """The same keys, with the same values, each of which is found."""
        agree(self.model, dict(self.map.items()))
        for key, value in self.model.items():
            agree(value, self.map.get(key))


class HashIndexMachine(RuleBasedStateMachine):
    """A hash index beside a dict from indices to keys."""

    def __init__(self) -> None:
        super().__init__()
        self.index = HashIndex(8, 8)
        self.model: dict[int, int] = {}

    @rule(key=st.integers(0, 20), index=st.integers(0, 20))
    def add(self, key: int, index: int) -> None:
        """An index that is not linked."""
        try:
            self.index.add(key, index)
        except Exists:
            agree(True, index in self.model)
            return
        agree(False, index in self.model)
        self.model[index] = key

    @rule(key=st.integers(0, 20), index=st.integers(0, 20))
    def remove(self, key: int, index: int) -> None:
        """An index that is linked under the key."""
        try:
            self.index.remove(key, index)
        except Missing:
            agree(False, index in self.model and self.model[index] % 8 == key % 8)
            return
        del self.model[index]

    @rule(key=st.integers(0, 20), index=st.integers(0, 20))
    def insert_index(self, key: int, index: int) -> None:
        """Later indices become one greater."""
        self.index.insert_index(key, index)
        self.model = {old + (old >= index): its for old, its in self.model.items()}
        self.model[index] = key

    @rule(key=st.integers(0, 20), index=st.integers(0, 20))
    def remove_index(self, key: int, index: int) -> None:
        """Later indices become one less."""
        try:
            self.index.remove_index(key, index)
        except Missing:
            agree(False, index in self.model and self.model[index] % 8 == key % 8)
            return
        del self.model[index]
        self.model = {old - (old > index): its for old, its in self.model.items()}

    @rule()
    def clear(self) -> None:
        """Nothing is linked."""
        self.index.clear()
        self.model.clear()

    @rule()
    def spread(self) -> None:
        """A number from 0 to 100."""
        agree(True, 0 <= self.index.spread() <= 100)

    @invariant()
    def same_indices(self) -> None:
        """Each index is found under its key, and no other."""
        for bucket in range(8):
            linked = {index for index, key in self.model.items() if key % 8 == bucket}
            agree(linked, set(self.index.candidates(bucket)))


class BitmaskMachine(RuleBasedStateMachine):
    """A bitmask of 100 positions beside a set."""

    def __init__(self) -> None:
        super().__init__()
        self.mask = Bitmask(100)
        self.model: set[int] = set()

    @rule(pos=st.integers(0, 99), value=st.booleans())
    def set(self, pos: int, value: bool) -> None:
        """One position."""
        self.mask.set(pos, value)
        (self.model.add if value else self.model.discard)(pos)

    @rule(value=st.booleans())
    def assign(self, value: bool) -> None:
        """All positions."""
        self.mask.assign(value)
        self.model = set(range(100)) if value else set()

    @rule(pos=st.integers(0, 99))
    def get(self, pos: int) -> None:
        """Whether it is set."""
        agree(pos in self.model, self.mask.get(pos))

    @invariant()
    def same_positions(self) -> None:
        """The same positions are set, and the first ones are found."""
        agree(sorted(self.model), list(self.mask.positions()))
        agree(len(self.model), self.mask.count())
        agree(min(set(range(101)) - self.model), self.mask.find_first_clear())
        agree(min(self.model, default=100), self.mask.find_first_set())


class TokenAllocatorMachine(RuleBasedStateMachine):
    """A token allocator of 40 tokens beside a set."""

    tokens = Bundle("tokens")

    def __init__(self) -> None:
        super().__init__()
        self.allocator = TokenAllocator(40)
        self.model: set[int] = set()

    @rule(target=tokens)
    def acquire(self) -> int:
        """A token that is not in use."""
        try:
            token = self.allocator.acquire()
        except Full:
            agree(40, len(self.model))
            return 0
        agree(False, token in self.model)
        self.model.add(token)
        return token

    @rule(token=tokens)
    def release(self, token: int) -> None:
        """A token that is in use."""
        try:
            self.allocator.release(token)
        except Missing:
            agree(False, token in self.model)
            return
        self.model.remove(token)

    @rule(count=st.integers(0, 40))
    def acquire_many(self, count: int) -> None:
        """All or none."""
        try:
            self.model |= set(self.allocator.acquire_many(count))
        except Full:
            agree(True, len(self.model) + count > 40)

    @invariant()
    def same_tokens(self) -> None:
        """The same tokens are in use."""
        agree(sorted(self.model), list(self.allocator.tokens()))


MACHINES: dict[str, type[RuleBasedStateMachine]] = {
    "handle_map": HandleMapMachine,
    "sparse_set": SparseSetMachine,
    "storage": StorageMachine,
    "entity_storage": EntityStorageMachine,
    "registry": RegistryMachine,
    "dense_map": DenseMapMachine,
    "hash_index": HashIndexMachine,
    "bitmask": BitmaskMachine,
    "token_allocator": TokenAllocatorMachine,
}
"""Container -> its machine; the handle layout has no state to be walked."""
