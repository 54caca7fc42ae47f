"""The part of JSON Schema (2020-12) that docs/schema uses."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
}
TOLD: Final = {"$schema", "$id", "$defs", "title", "description"}  # keywords that ask nothing


def broken(value: Any, schema: Any, root: Mapping[str, Any], place: str = "$") -> Iterator[str]:
    """Each place of a value that breaks a rule.

    Raises     KeyError if a keyword is none of those that are known here
    """
    if isinstance(schema, bool):
        if not schema:
            yield f"{place}: nothing may stand here"
        return
    for keyword, rule in schema.items():
        if keyword not in TOLD:
            yield from RULES[keyword](value, rule, schema, root, place)


def _type(value: Any, rule: Any, schema: Any, root: Any, place: str) -> Iterator[str]:
    names = [rule] if isinstance(rule, str) else rule
    if not any(isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool)) for name in names):
        yield f"{place}: {value!r:.40} is no {' or '.join(names)}"


def _properties(value: Any, rule: Any, schema: Any, root: Any, place: str) -> Iterator[str]:
    for name, inner in rule.items():
        if name in value:
            yield from broken(value[name], inner, root, f"{place}.{name}")


def _others(value: Any, rule: Any, schema: Any, root: Any, place: str) -> Iterator[str]:
    for name in value.keys() - schema.get("properties", {}).keys():
        yield from broken(value[name], rule, root, f"{place}.{name}")


def _items(value: Any, rule: Any, schema: Any, root: Any, place: str) -> Iterator[str]:
    first = len(schema.get("prefixItems", ()))
    for number, each in enumerate(value[first:], first):
        yield from broken(each, rule, root, f"{place}[{number}]")


def _first_items(value: Any, rule: Any, schema: Any, root: Any, place: str) -> Iterator[str]:
    for number, (each, inner) in enumerate(zip(value, rule, strict=False)):
        yield from broken(each, inner, root, f"{place}[{number}]")


def _any_of(value: Any, rule: Any, schema: Any, root: Any, place: str) -> Iterator[str]:
    if all(any(True for _ in broken(value, each, root, place)) for each in rule):
        yield f"{place}: {value!r:.40} is none of what it may be"


def _holds(holds: Any, says: str) -> Any:
    def rule_of(value: Any, rule: Any, schema: Any, root: Any, place: str) -> Iterator[str]:
        if not holds(value, rule):
            yield f"{place}: {value!r:.40} {says} {rule!r}"

    return rule_of


RULES: Final[Mapping[str, Any]] = {
    "type": _type,
    "properties": _properties,
    "additionalProperties": _others,
    "items": _items,
    "prefixItems": _first_items,
    "anyOf": _any_of,
    "$ref": lambda value, rule, schema, root, place: broken(value, root["$defs"][rule.split("/")[-1]], root, place),
    "required": _holds(lambda value, rule: set(rule) <= value.keys(), "lacks some of"),
    "const": _holds(lambda value, rule: value == rule, "is not"),
    "enum": _holds(lambda value, rule: value in rule, "is none of"),
    "pattern": _holds(lambda value, rule: re.search(rule, value), "is not like"),
    "minItems": _holds(lambda value, rule: len(value) >= rule, "has fewer items than"),
    "minimum": _holds(lambda value, rule: value >= rule, "is less than"),
}
