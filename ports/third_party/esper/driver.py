"""esper 3.9 as a registry: entities with one component of each type, a type for each pool.

Deletion is immediate; views ask for the components of several types. Ids of entities never come again.
"""

from __future__ import annotations

import pathlib
import sys
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "common"))

import esper
from behaviour import Refused, drive


@dataclass
class Value:
    """A component."""

    number: int


class Registry:
    """A world with a type of component for each pool."""

    def __init__(self, pools: int = 0) -> None:
        esper.switch_world("trace")
        esper.clear_database()
        self.types: list[type[Value]] = []
        for _ in range(pools):
            self.add_pool()

    def _type(self, pool: int) -> type[Value]:
        if pool >= len(self.types):
            raise Refused("out_of_range")
        return self.types[pool]

    def create(self) -> int:
        """A new entity."""
        return esper.create_entity()

    def add_pool(self, deletion: str = "swap_pop") -> int:
        """A new type of component, whatever becomes of the place of what is erased; its number."""
        del deletion
        self.types.append(type(f"Value{len(self.types)}", (Value,), {}))
        return len(self.types) - 1

    def emplace(self, pool: int, entity: int, value: int) -> None:
        """Give an entity a component; one that it has is replaced."""
        made = self._type(pool)
        try:
            esper.add_component(entity, made(value))
        except KeyError as error:
            raise Refused("stale_handle") from error

    def erase(self, pool: int, entity: int) -> None:
        """Take a component from an entity."""
        try:
            esper.remove_component(entity, self._type(pool))
        except KeyError as error:
            raise Refused("missing") from error

    def remove(self, pool: int, entity: int) -> bool:
        """Take a component from an entity; whether it had one."""
        return esper.try_remove_component(entity, self._type(pool)) is not None

    def destroy(self, entity: int) -> None:
        """End an entity."""
        try:
            esper.delete_entity(entity, immediate=True)
        except KeyError as error:
            raise Refused("stale_handle") from error

    def get(self, pool: int, entity: int) -> int:
        """The component of an entity."""
        try:
            return esper.component_for_entity(entity, self._type(pool)).number
        except KeyError as error:
            raise Refused("missing") from error

    def contains(self, pool: int, entity: int) -> bool:
        """Whether an entity has a component."""
        made = self._type(pool)
        return esper.entity_exists(entity) and esper.has_component(entity, made)

    def is_valid(self, entity: int) -> bool:
        """Whether an entity exists."""
        return esper.entity_exists(entity)

    def view(self, pools: list[int], excluded: list[int]) -> list[int]:
        """The entities with components of all these types."""
        types = [self._type(pool) for pool in pools]
        without = [self._type(pool) for pool in excluded]
        if not types or len({*types, *without}) < len(types) + len(without):
            raise Refused("invalid_argument")
        found = [entity for entity, _ in esper.get_components(*types)]
        return [entity for entity in found if not any(esper.has_component(entity, each) for each in without)]

    def size(self) -> int:
        """How many entities there are."""
        return len(list(esper.get_entities()))

    def pool_count(self) -> int:
        """How many types of components there are."""
        return len(self.types)


CONTAINERS = [
    {
        "kind": "registry",
        "spec": "1.0",
        "level": "behaviour",
        "widths": {
            "pools": {"min": 2, "max": 64},
            "index_bits": {"min": 8, "max": 32},
            "generation_bits": {"min": 8, "max": 32},
            "page": {"min": 1, "max": 65536},
            "value_page": {"min": 1, "max": 65536},
        },
        "policies": {"generation": "retire", "dense_order": "any", "refusal": "any"},
        "operations": [
            *("create", "add_pool", "emplace", "erase", "remove", "destroy", "get", "contains", "is_valid", "view"),
            *("size", "pool_count"),
        ],
    }
]

if __name__ == "__main__":
    port = {"name": "esper", "version": "3.9", "language": "python"}
    drive(port, CONTAINERS, lambda kind, config: Registry(config.get("pools", 0)))
