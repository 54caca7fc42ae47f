"""Kinds: what is known of a value before anything is evaluated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Kind:
    """A kind of value.

    name    "int", "list", "object" ...; the names are those of `tables.KINDS`, and "var", "never", "bad"
    parts   what it holds: of a list its items, of a dict keys and values, of a tuple each place, of a function its
            parameters and at last its result, of an object the arguments of its class
    of      of an object, a record, a class or an error: module and name of the class; of a var its name
    open    of a tuple: any number of items of the one part
    """

    name: str
    parts: tuple[Kind, ...] = ()
    of: str = ""
    open: bool = False

    def __str__(self) -> str:
        inner = ", ".join(map(str, self.parts)) + (", ..." if self.open else "")
        if self.name in {"object", "record", "class", "error", "var"}:
            name = self.of.rpartition(":")[2]
            return f"class {name}" if self.name == "class" else name
        if self.name == "union":
            return " | ".join(map(str, self.parts))
        return f"{self.name}[{inner}]" if self.parts else SHOWN.get(self.name, self.name)


SHOWN: Final = {"any": "data of any kind", "value": "a value of the client", "never": "nothing yet"}

INT: Final = Kind("int")
BOOL: Final = Kind("bool")
STR: Final = Kind("str")
BYTES: Final = Kind("bytes")
FLOAT: Final = Kind("float")
NONE: Final = Kind("None")
ANY: Final = Kind("any")
VALUE: Final = Kind("value")
NEVER: Final = Kind("never")
BAD: Final = Kind("bad")
RANGE: Final = Kind("range", (INT,))

IMMUTABLE: Final = frozenset({"int", "bool", "str", "bytes", "float", "None", "never", "range", "error", "class"})
SHARED: Final = frozenset({"value", "any", "var", "bad", "function", "iterator"})
COLLECTIONS: Final = frozenset({"list", "dict", "set", "distinct", "sequence"})
ORDERED: Final = frozenset({"list", "tuple", "sequence"})
ITERABLE: Final = frozenset({"list", "tuple", "sequence", "iterable", "iterator", "range", "set", "dict", "distinct",
                             "bytes", "record"})  # fmt: skip


def listing(item: Kind) -> Kind:
    """Return the kind of a list of such items."""
    return Kind("list", (item,))


def union(kinds: Iterable[Kind]) -> Kind:
    """Return the kind of what is of one of these kinds."""
    parts: list[Kind] = []
    for kind in kinds:
        for part in kind.parts if kind.name == "union" else (kind,):
            if part not in parts and part.name != "never":
                parts.append(part)
    if any(part.name == "bad" for part in parts):
        return BAD
    return parts[0] if len(parts) == 1 else Kind("union", tuple(parts)) if parts else NEVER


def options(kind: Kind) -> tuple[Kind, ...]:
    """Return the kinds of a union, or the kind alone."""
    return kind.parts if kind.name == "union" else (kind,)


def names(kind: Kind) -> frozenset[str]:
    """Return the names of the kinds of a union, or that of the kind alone."""
    return frozenset(each.name for each in options(kind))


def is_mutable(kind: Kind) -> bool:
    """Return whether a second name of such a value could see a change."""
    if kind.name in IMMUTABLE or kind.name in SHARED:
        return False
    return kind.name not in {"tuple", "record", "union"} or any(is_mutable(part) for part in kind.parts)


def holds_mutable(kind: Kind) -> bool:
    """Return whether what such a value holds could be changed."""
    return any(is_mutable(part) for option in options(kind) for part in option.parts)


def fits(have: Kind, want: Kind) -> bool:
    """Return whether a value of one kind may stand where another kind is declared.

    Data of any kind fits everywhere: that it is of the kind is an obligation.
    """
    if have == want or {have.name, want.name} & {"any", "bad", "never", "var"}:
        return True
    if have.name == "union":
        return any(fits(part, want) for part in have.parts)  # that it is this one is an obligation
    if want.name == "union":
        return any(fits(have, part) for part in want.parts)
    if want.name == "value":
        return have.name not in {"iterator", "function", "class"}
    if want.name == "float" and have.name == "int":
        return True
    if want.name == "sequence":
        return have.name in ORDERED | {"distinct", "range"} and fits(item(have), item(want))
    if want.name == "iterable":
        return have.name in ITERABLE and fits(item(have), item(want))
    if want.name == "function":
        return have.name in {"function", "class"} and (not have.parts or len(have.parts) == len(want.parts)
                                                       or want.open or have.open)  # fmt: skip
    if want.name == "bool" and have.name == "function":
        return False
    if want.name == "tuple":
        return have.name == "tuple" and _places_fit(have, want)
    if have.name != want.name or have.of != want.of:
        return False
    return all(fits(one, other) for one, other in zip(have.parts, want.parts, strict=False))


def _places_fit(have: Kind, want: Kind) -> bool:
    if want.open:
        return all(fits(part, want.parts[0]) for part in have.parts)
    return have.open or (
        len(have.parts) == len(want.parts)
        and all(fits(one, other) for one, other in zip(have.parts, want.parts, strict=True))
    )


def item(kind: Kind) -> Kind:
    """Return what a loop over such a value meets."""
    if kind.name in {"bytes", "range"}:
        return INT
    if kind.name == "str":
        return STR
    if kind.name in {"any", "bad", "value"}:
        return ANY if kind.name != "bad" else BAD
    if kind.name == "union":
        return union(item(part) for part in kind.parts if part.name in ITERABLE | {"any", "bad"})
    if kind.name in {"tuple", "record"} and not kind.open:
        return union(kind.parts)
    return kind.parts[0] if kind.parts else NEVER


def fill(kind: Kind, bound: Mapping[str, Kind]) -> Kind:
    """Return the kind with variables replaced; one that is not bound is a value of the client."""
    if kind.name == "var":
        return bound.get(kind.of, VALUE)
    return Kind(kind.name, tuple(fill(part, bound) for part in kind.parts), kind.of, kind.open) if kind.parts else kind


def bind(want: Kind, have: Kind, bound: dict[str, Kind]) -> None:
    """Find what the variables of a declared kind stand for, from the kind of what is given."""
    if want.name == "var":
        if have.name not in {"never", "bad"} and (want.of not in bound or bound[want.of].name == "value"):
            bound[want.of] = have
    elif want.name == "iterable" or (want.name == "sequence" and have.name != "sequence"):
        bind(want.parts[0], item(have), bound)
    elif want.name == "union":
        for part in want.parts:
            if part.name == have.name or (part.name == "var" and have.name != "None"):
                bind(part, have, bound)
    elif want.open and want.name == "tuple":
        for part in have.parts:
            bind(want.parts[0], part, bound)
    elif want.name == have.name:
        for one, other in zip(want.parts, have.parts, strict=False):
            bind(one, other, bound)
