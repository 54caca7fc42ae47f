"""A typed store in arrays: one handle map for each type id, in an array indexed by type id.

      handle (slot 1, generation 1, type id 2)
                                       |
      type id      0       1       2   v
               +-------+-------+-------+
      maps     |   .   |   .   |   .   |
               +---|---+---|---+---|---+
                   v       v       v
                 handle  handle  handle  each with its own sparse, dense, meta and freelist,
                  map     map     map    and the type id that is its index

    array        index    holds
    maps         type id  the handle map of that type

Dispatch is one array read: a handle says itself which map it is of.

Deviations  TS-D1 (docs/typed_store.md)
Source      project-griffin `EntityManager::m_componentStores`
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from slotproof.impl.handle_map import HandleMap
from slotproof.spec.errors import InvalidArgument, OutOfRange
from slotproof.spec.handle import Handle, check_handle
from slotproof.spec.handle_map import FreeOrder, GenerationPolicy, check_configuration
from slotproof.spec.typed_store import check_types

T = TypeVar("T")


class TypedStore(Generic[T]):
    """Values of several types, each type in a dense array of its own, all reached through one kind of handle.

    Takes      types, how many type ids there are, in [1, 2**type_bits]
               index_bits, generation_bits, type_bits, generation, free_order: of each map, as in `HandleMap`
    Raises     InvalidArgument
    Source     project-griffin `EntityManager`; differs: TS-D1
    """

    maps: list[HandleMap[T]]

    def __init__(
        self,
        types: int = 2,
        *,
        index_bits: int = 32,
        generation_bits: int = 16,
        type_bits: int = 15,
        generation: GenerationPolicy = "retire",
        free_order: FreeOrder = "fifo",
    ) -> None:
        check_configuration(0, 0, index_bits, generation_bits, type_bits, generation, free_order)
        check_types(types, type_bits)
        self.maps = []
        for type_id in range(types):
            self.maps.append(
                HandleMap(
                    type_id,
                    index_bits=index_bits,
                    generation_bits=generation_bits,
                    type_bits=type_bits,
                    generation=generation,
                    free_order=free_order,
                )
            )

    # --- insert

    def insert(self, type_id: int, value: T) -> Handle:
        """Put the value into the map of that type and issue a handle to it.

        Takes      type_id, in [0, types)
        Ensures    TS-R1
        Raises     OutOfRange if there is no such type; Full as the map; InvalidArgument
        Cost       O(1): that of the map, and 1 read
        """
        return self.map_of(type_id).insert(value)

    def emplace(self, type_id: int, factory: Callable[..., T], *args: Any) -> Handle:
        """Insert what `factory(*args)` returns into the map of that type; the factory runs before anything changes.

        Takes      type_id, in [0, types)
        Ensures    TS-R2
        Raises     OutOfRange, Full, InvalidArgument as `insert`, and whatever the factory raises
        Cost       O(1), and the factory
        """
        return self.map_of(type_id).emplace(factory, *args)

    # --- erase

    def erase(self, handle: Handle) -> bool:
        """Drop the value and end the handle; false, and nothing changes, if no map holds it.

        Ensures    TS-R3
        Raises     InvalidArgument if it is no handle
        Cost       O(1): that of the map, and 1 read
        Source     project-griffin removeComponent; differs: TS-D1
        """
        return self._knows(handle) and self.maps[handle.type_id].erase(handle)

    def _knows(self, handle: Handle) -> bool:
        """True if there is a map of the handle's type."""
        check_handle(handle)
        return 0 <= handle.type_id and handle.type_id < len(self.maps)

    # --- get

    def get(self, handle: Handle) -> T:
        """The value the handle names.

        Ensures    TS-R4
        Raises     OutOfRange if there never was such a type or slot; StaleHandle if the handle is not live
        Cost       O(1): that of the map, and 1 read
        """
        return self._holder(handle).get(handle)

    def assign(self, handle: Handle, value: T) -> None:
        """Replace the value the handle names.

        Ensures    TS-R5
        Raises     OutOfRange, StaleHandle as `get`
        Cost       O(1): that of the map, and 1 read
        """
        self._holder(handle).assign(handle, value)

    __getitem__ = get
    __setitem__ = assign

    def is_valid(self, handle: Handle) -> bool:
        """True if a map issued the handle and has not erased its value since.

        Ensures    TS-R6
        Raises     InvalidArgument if it is no handle
        Cost       O(1): that of the map, and 1 read
        """
        return self._knows(handle) and self.maps[handle.type_id].is_valid(handle)

    __contains__ = is_valid

    def _holder(self, handle: Handle) -> HandleMap[T]:
        """The map of the handle's type."""
        check_handle(handle)
        return self.map_of(handle.type_id)

    # --- whole container

    def clear(self) -> None:
        """Clear every map: every handle is dead.

        Ensures    TS-R7
        Cost       O(slots)
        """
        for held in self.maps:
            held.clear()

    def copy(self) -> TypedStore[T]:
        """A second store in the same state: handles of the one name equal values in the other.

        Ensures    TS-R8
        Cost       O(slots)
        """
        twin: TypedStore[T] = object.__new__(type(self))
        twin.maps = [held.copy() for held in self.maps]
        return twin

    __copy__ = copy

    def swap(self, other: TypedStore[T]) -> None:
        """Exchange the states of two stores, handles, types and widths included.

        Ensures    TS-R9
        Raises     InvalidArgument if `other` is no typed store
        Cost       O(1)
        """
        if not isinstance(other, TypedStore):
            raise InvalidArgument(f"not a typed store: {other!r}")
        self.maps, other.maps = other.maps, self.maps

    def to_dict(self) -> dict[str, Any]:
        """The whole state: that of each map, in the order of their types.

        Ensures    TS-R10
        Cost       O(slots)
        """
        return {"maps": [held.to_dict() for held in self.maps]}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> TypedStore[Any]:
        """The store whose state `to_dict` returned.

        Ensures    TS-R11
        Raises     InvalidArgument unless there are maps, each with its index for type id, all of the same widths
        Cost       O(slots)
        """
        if not isinstance(data, dict) or set(data) != {"maps"} or not isinstance(data["maps"], list):
            raise InvalidArgument("a typed store has one field, the list `maps`")
        twin: TypedStore[Any] = object.__new__(cls)
        twin.maps = [HandleMap.from_dict(held) for held in data["maps"]]
        if not twin.maps:
            raise InvalidArgument("a typed store has at least one map")
        for type_id, held in enumerate(twin.maps):
            if held.type_id != type_id:
                raise InvalidArgument(f"the map of type {type_id} issues handles of type {held.type_id}")
            if _shape(held) != _shape(twin.maps[0]):
                raise InvalidArgument(f"the map of type {type_id} has widths or policies of its own")
        return twin

    # --- observers

    def size(self, type_id: int) -> int:
        """How many values of that type there are.

        Takes      type_id, in [0, types)
        Ensures    TS-R12
        Raises     OutOfRange, InvalidArgument as `map_of`
        """
        return self.map_of(type_id).size()

    def map_of(self, type_id: int) -> HandleMap[T]:
        """The map of that type, for what is done to values of one type: iterate, defragment, reserve.

        It is the map itself, and no copy: what is done to it is done to the store.
        Only its `swap` must be left alone, since a map keeps its type id wherever it goes.

        Takes      type_id, in [0, types)
        Ensures    TS-R13
        Raises     OutOfRange if there is no such type; InvalidArgument if it is no int
        Cost       O(1): 1 read
        Source     project-griffin getComponentStore; differs: TS-D1
        """
        if not isinstance(type_id, int):
            raise InvalidArgument(f"not a type id: {type_id!r}")
        if type_id < 0 or type_id >= len(self.maps):
            raise OutOfRange(f"type {type_id} of {len(self.maps)}")
        return self.maps[type_id]


def _shape(held: HandleMap[Any]) -> tuple[int, int, bool, bool]:
    """Widths and policies of a map."""
    return held.nil, held.generation_limit, held.retire, held.lifo
