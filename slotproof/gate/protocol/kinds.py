"""Each kind of container as the protocol knows it: configuration, operations and arrays.

A layout names the arrays and numbers of a container in the order in which the protocol writes them.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from slotproof.declare import Refinement
from slotproof.gate.protocol.operations import OPERATIONS
from slotproof.show.places import page_of
from slotproof.verify.project import catalog

SPEC: Final = "1.0"  # version of the semantics, as ports declare it


@dataclass(frozen=True)
class Part:
    """A member of a layout that is a container itself, or a list of them."""

    name: str
    layout: Layout
    many: bool = False


Layout = tuple["str | Part", ...]


@dataclass(frozen=True)
class Signature:
    """An operation as the protocol writes it: `[name, argument, ...]` and a result."""

    name: str
    takes: tuple[str, ...]
    returns: str
    pure: bool

    def __str__(self) -> str:
        return f"{self.name}({', '.join(self.takes)})"


SPECIAL: Final[Mapping[str, Signature]] = {  # operations of every kind, each behind a feature
    "load": Signature("load", ("arrays",), "none", False),
    "fork": Signature("fork", (), "natural", False),
    "on_fork": Signature("on_fork", ("natural", "op"), "any", False),
    "assign_fork": Signature("assign_fork", ("natural",), "none", False),
    "move_fork": Signature("move_fork", ("natural",), "none", False),
    "drop_fork": Signature("drop_fork", ("natural",), "none", False),
    "fail_fork": Signature("fail_fork", ("natural", "natural"), "none", False),
}


def feature_of(special: str) -> str:
    """The feature that a port with an operation of every kind has."""
    return {"load": "load", "fail_fork": "failing_copies"}.get(special, "fork")


class Signatures(dict[str, Signature]):
    """The operations of a kind by name; those that every kind has are found, too, though they are none of it."""

    def __missing__(self, name: str) -> Signature:
        return SPECIAL[name]


@dataclass(frozen=True)
class Kind:
    """A kind of container.

    config       key -> default
    operations   name -> signature
    issues       true if handles come from the container, not from its client
    """

    name: str
    refinement: Refinement
    config: Mapping[str, Any]
    operations: Mapping[str, Signature]
    layout: Layout
    issues: bool

    @property
    def page(self) -> str:
        """Its page, from the root of the project."""
        return page_of(self.name)


_POOL: Final[Layout] = ("sparse", "generation", "pages", "meta", "stamp")

_HANDLE_MAP: Final[Layout] = (
    *("sparse", "generation", "free", "dense", "meta"),
    *("free_head", "free_tail", "retired", "reserved", "fragmented"),
)
_SPARSE_SET: Final[Layout] = (*_POOL, "free_head", "holes")
_STORAGE: Final[Layout] = (*_SPARSE_SET, "dense", "room")
_ENTITIES: Final[Layout] = (*_POOL, "live", "usable", "next_slot")
_BITMASK: Final[Layout] = ("words", "starts")
_HASH_INDEX: Final[Layout] = ("head", "chain", "lookup_mask", "hash_size", "index_size", "granularity")
_GROUP: Final[Layout] = ("owned", "observed", "excluded", "length", Part("elements", _SPARSE_SET))

LAYOUTS: Final[Mapping[str, Layout]] = {
    "handle_map": _HANDLE_MAP,
    "sparse_set": _SPARSE_SET,
    "storage": _STORAGE,
    "entity_storage": _ENTITIES,
    "registry": (Part("entities", _ENTITIES), Part("pools", _STORAGE, many=True), Part("groups", _GROUP, many=True)),
    "typed_store": (Part("maps", _HANDLE_MAP, many=True),),
    "dense_map": ("head", "chain", "key", "dense"),
    "dense_set": ("head", "chain", "key"),
    "bitmask": _BITMASK,
    "token_allocator": (Part("mask", _BITMASK),),
    "hash_index": _HASH_INDEX,
    "indexed_store": ("names", "dense", Part("index", _HASH_INDEX)),
}

ISSUERS: Final = frozenset({"handle_map", "entity_storage", "registry", "typed_store"})
NOT_SENT: Final[Mapping[str, str]] = {
    "to_dict": "what a port writes to a file is its own affair; `arrays` shows the state",
    "from_dict": "as `to_dict`",
    "insert_index, remove_index": "the two together are what a law speaks of",
    "remove_index, insert_index": "as above",
    "map_of": "a map within the store is no answer that can be sent; `arrays` shows it",
}


@cache
def kind(name: str) -> Kind:
    """The kind of that name.

    Raises     KeyError
    """
    refinement = catalog()[name]
    signatures = Signatures()
    for line in OPERATIONS[name].split("\n"):
        if line.strip():
            head, _, returns = line.strip().rpartition(" ")
            operation, _, rest = head.rstrip(")").partition("(")
            if not any(each.name == operation for each in refinement.operations):
                raise KeyError(f"{name} declares no {operation}")
            takes = tuple(each.strip() for each in rest.split(",") if each.strip())
            signatures[operation] = Signature(operation, takes, returns, refinement.operation(operation).pure)
    return Kind(name, refinement, _defaults(refinement), signatures, LAYOUTS[name], name in ISSUERS)


def _defaults(refinement: Refinement) -> dict[str, Any]:
    """The arguments of the constructor, but the hash function by its name."""
    found = {
        name: parameter.default
        for name, parameter in inspect.signature(refinement.impl).parameters.items()
        if name != "hasher"
    }
    return {"hash": "identity", **found} if "hasher" in inspect.signature(refinement.impl).parameters else found


def names() -> tuple[str, ...]:
    """The names of all kinds, in the order of the catalogue."""
    return tuple(name for name in catalog() if name in OPERATIONS)
