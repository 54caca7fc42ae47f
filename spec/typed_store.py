"""What a typed store means: one handle map for each type id, and handles that tell which map they are of.

A client keeps handles of many types in one list and hands each back to the store, which finds the map by the handle's
type id. The maps share nothing: what happens to one is not seen in another.

Laws        TS-L1 ... TS-L4 (proofs/typed_store.py)
Source      project-griffin `EntityManager`: an array of component stores, each a handle map, indexed by component type
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from slotproof.spec.errors import InvalidArgument, OutOfRange
from slotproof.spec.handle import Handle, check_handle
from slotproof.spec.handle_map import FreeOrder, GenerationPolicy, HandleMapModel, check_configuration

T = TypeVar("T")


class TypedStoreModel(Generic[T]):
    """The typed store as a dict of handle maps.

    Takes      types, how many type ids there are, in [1, 2**type_bits]
               index_bits, generation_bits, type_bits, generation, free_order: of each map, as in `HandleMapModel`
    Raises     InvalidArgument
    """

    maps: dict[int, HandleMapModel[T]]  # type id -> the handle map of that type

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
        self.maps = {}
        for type_id in range(types):
            self.maps[type_id] = HandleMapModel(
                type_id,
                index_bits=index_bits,
                generation_bits=generation_bits,
                type_bits=type_bits,
                generation=generation,
                free_order=free_order,
            )

    # --- insert

    def insert(self, type_id: int, value: T) -> Handle:
        """Hold the value in the map of that type."""
        return self.map_of(type_id).insert(value)

    def emplace(self, type_id: int, factory: Callable[..., T], *args: Any) -> Handle:
        """Insert what the factory makes into the map of that type."""
        return self.map_of(type_id).emplace(factory, *args)

    # --- erase

    def erase(self, handle: Handle) -> bool:
        """Drop the value and end the handle; false, and nothing changes, if no map holds it."""
        check_handle(handle)
        return handle.type_id in self.maps and self.maps[handle.type_id].erase(handle)

    # --- get

    def get(self, handle: Handle) -> T:
        """The value the handle names."""
        check_handle(handle)
        return self.map_of(handle.type_id).get(handle)

    def assign(self, handle: Handle, value: T) -> None:
        """Replace the value the handle names."""
        check_handle(handle)
        self.map_of(handle.type_id).assign(handle, value)

    def is_valid(self, handle: Handle) -> bool:
        """True if a map issued the handle and has not erased its value since."""
        check_handle(handle)
        return handle.type_id in self.maps and self.maps[handle.type_id].is_valid(handle)

    # --- whole container

    def clear(self) -> None:
        """Clear every map."""
        for type_id in range(len(self.maps)):
            self.maps[type_id].clear()

    def copy(self) -> TypedStoreModel[T]:
        """A second store in the same state."""
        twin: TypedStoreModel[T] = object.__new__(type(self))
        twin.maps = {type_id: held.copy() for type_id, held in self.maps.items()}
        return twin

    def swap(self, other: TypedStoreModel[T]) -> None:
        """Exchange the states of two stores."""
        self.maps, other.maps = other.maps, self.maps

    # --- observers

    def size(self, type_id: int) -> int:
        """How many values of that type there are."""
        return self.map_of(type_id).size()

    def map_of(self, type_id: int) -> HandleMapModel[T]:
        """The map of that type.

        Raises     OutOfRange if there is no such type; InvalidArgument if it is no int
        """
        if not isinstance(type_id, int):
            raise InvalidArgument(f"not a type id: {type_id!r}")
        if type_id not in self.maps:
            raise OutOfRange(f"type {type_id} of {len(self.maps)}")
        return self.maps[type_id]


def check_types(types: int, type_bits: int) -> None:
    """Refuse a number of types that the type ids cannot tell apart.

    Raises     InvalidArgument
    """
    if not isinstance(types, int) or not 1 <= types <= 2**type_bits:
        raise InvalidArgument(f"{types!r} types; type ids have {type_bits} bits")
