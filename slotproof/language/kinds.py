"""Kinds: what is known of a value before anything is evaluated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
_WITH_ORDER: Final = frozenset({"int", "float", "str", "bytes", "record", "any", "bad", "never"})
_KEYS: Final = frozenset({"int", "str", "bytes", "record", "value", "var", "any", "bad", "never"})
COLLECTIONS: Final = frozenset({"list", "dict", "set", "distinct", "sequence"})
PASSING: Final = frozenset({"iterator", "iterable", "range", "class", "error", "module"})
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
    if have == want or {have.name, want.name} & {"any", "bad", "never"}:
        return True
    if have.name == "union":
        return all(fits(part, want) for part in have.parts)
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
    kept = have.name in COLLECTIONS - {"sequence"}  # whoever holds it may put in what it is declared to hold
    return all((same if kept else fits)(one, other) for one, other in zip(have.parts, want.parts, strict=False))


def same(one: Kind, other: Kind) -> bool:
    """Return whether two kinds are one, as far as they are known."""
    if one == other or {one.name, other.name} & {"any", "bad", "never"}:
        return True
    if "union" in {one.name, other.name}:
        pairs = ((one, other), (other, one))
        return all(any(same(each, its) for its in options(b)) for a, b in pairs for each in options(a))
    alike = (one.name, one.of, one.open, len(one.parts)) == (other.name, other.of, other.open, len(other.parts))
    return alike and all(map(same, one.parts, other.parts))


def inside(kind: Kind) -> Iterator[Kind]:
    """Return a kind and those of which it is made."""
    yield kind
    for part in kind.parts:
        yield from inside(part)


def is_ordered(kind: Kind) -> bool:
    """Return whether `<` is known of two such values."""
    found = options(kind)
    groups = {"int" if each.name == "float" else each.name for each in found} - {"any", "bad", "never"}
    return len(groups) < 2 and all(
        each.name in _WITH_ORDER or (each.name in {"tuple", "list", "sequence"} and all(map(is_ordered, each.parts)))
        for each in found
    )


def is_key(kind: Kind) -> bool:
    """Return whether such a value may be a key: one of one kind, equal to no value of another."""
    return kind.name in _KEYS or (kind.name == "tuple" and all(map(is_key, kind.parts)))


def loosely(have: Kind, want: Kind) -> bool:
    """Return whether a new list, dict or set may stand where one of a wider kind is declared."""
    if want.name == "union":
        return any(loosely(have, part) for part in want.parts)
    pairs = zip(have.parts, want.parts, strict=False)
    return have.name == want.name and have.name in COLLECTIONS and all(map(loosely_part, pairs))


def loosely_part(pair: tuple[Kind, Kind]) -> bool:
    """Return the same for what it holds."""
    return fits(*pair) or loosely(*pair)


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
        if have.name != "never" and (want.of not in bound or bound[want.of].name in {"value", "bad"}):
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
