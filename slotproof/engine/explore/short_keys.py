"""Short keys, bytes, of objects whose attributes are small numbers, flags, and flat collections of them.

Whatever does not fit, down to one entry of 256 in one state, has a key of nested tuples.
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from slotproof.engine.explore.frozen import CONSTANT, slots_of


class Field(NamedTuple):
    """One attribute of one sample."""

    number: int
    owner: int
    name: str
    kind: type
    value: Any

    @property
    def local(self) -> str:
        """Give the name that its value has in the generated functions."""
        return f"a{self.number}"

    @property
    def kind_name(self) -> str:
        """Give the name of its class there."""
        return f"kind_{self.number}"

    @property
    def place(self) -> str:
        """Give where it stands in its object."""
        return f"o{self.owner}.{self.name}"

    @property
    def copied(self) -> str:
        """Give a copy of that of the other object."""
        other = f"p{self.owner}.{self.name}"
        return f"{other}.copy()" if self.kind in (list, dict, set) else f"{self.kind_name}({other})"

    def is_list(self) -> bool:
        """Tell whether it is a list, made as lists are."""
        return issubclass(self.kind, list) and self.kind.__init__ is list.__init__

    def is_collection(self) -> bool:
        """Tell whether it is a list, a dict or a set."""
        return self.is_list() or self.kind in (dict, set)

    def is_number(self) -> bool:
        """Tell whether it is a number that fits into a byte."""
        return self.kind is int and 0 <= self.value < 256

    def is_constant(self) -> bool:
        """Tell whether it is the same in all states that have a short key."""
        return self.kind is int or isinstance(self.value, CONSTANT)


def fields_of(samples: tuple[Any, ...]) -> list[Field] | None:
    """The attributes of the samples; None if one of them has no short key."""
    fields: list[Field] = []
    for owner, sample in enumerate(samples):
        if slots_of(type(sample)) or not hasattr(sample, "__dict__"):
            return None
        for name, value in vars(sample).items():
            fields.append(Field(len(fields), owner, name, type(value), value))
    plain = all(
        field.name.isidentifier() and (field.is_collection() or field.kind is bool or field.is_constant())
        for field in fields
    )
    return fields if plain else None


def source_of(samples: tuple[Any, ...], fields: list[Field]) -> str:
    """The text of freeze, thaw, restore and same for these attributes.

    A short key is the length of each collection, each number and flag, then each collection; a dict is its keys in
    ascending order, then their values in the order of the keys.
    """
    collections = [field for field in fields if field.is_collection()]
    scalars = [field for field in fields if field.kind is bool or field.is_number()]
    constants = [field for field in fields if not field.is_collection() and field not in scalars]
    objects = ", ".join(f"o{owner}" for owner in range(len(samples)))
    others = ", ".join(f"p{owner}" for owner in range(len(samples)))

    checks = [f"len(o{owner}.__dict__) == {len(vars(sample))}" for owner, sample in enumerate(samples)]
    checks += [f"type({field.local}) is {field.kind_name}" for field in fields]
    checks += [f"{field.local} == constant_{field.number}" for field in constants]
    checks += [f"not {field.local}.__dict__" for field in collections if field.kind.__dictoffset__]
    pairs = [(one, two) for one, two in itertools.combinations(collections, 2) if one.kind is two.kind]
    checks += [f"{one.local} is not {two.local}" for one, two in pairs]
    loads = [f"{field.local} = {field.place}" for field in fields]
    loads += [f"k{field.number} = sorted({field.local})" for field in collections if not field.is_list()]
    entries = [f"len({field.local})" for field in collections] + [field.local for field in scalars]
    stores = []
    end = str(len(entries))
    for index, field in enumerate(collections):
        low, end = end, f"e{field.number}"
        stores.append(f"{end} = {low} + key[{index}]")
        if field.kind is dict:
            entries += [f"*k{field.number}", f"*map({field.local}.__getitem__, k{field.number})"]
            middle, end = end, f"f{field.number}"
            stores.append(f"{end} = {middle} + key[{index}]")
            made = f"dict(zip(key[{low}:{middle}], key[{middle}:{end}]))"
        else:
            entries.append(f"*{field.local if field.is_list() else f'k{field.number}'}")
            made = f"{field.kind_name}(key[{low}:{end}])"
        stores.append(f"{field.place} = {made}")
    for index, field in enumerate(scalars, len(collections)):
        stores.append(f"{field.place} = key[{index}]{' == 1' if field.kind is bool else ''}")
    stores += [f"{field.place} = constant_{field.number}" for field in constants]
    foreign = [f"len(o{owner}.__dict__) != {len(vars(sample))}" for owner, sample in enumerate(samples)]
    copies = [f"o{owner}.__dict__.update(p{owner}.__dict__)" for owner in range(len(samples))]
    copies += [f"{field.place} = {field.copied}" for field in collections]
    equal = [f"o{owner}.__dict__ == p{owner}.__dict__" for owner in range(len(samples))]
    return "\n".join(
        (
            f"def freeze({objects}):",
            "    try:",
            *(f"        {line}" for line in loads),
            f"        if {' and '.join(checks)}:",
            f"            return bytes([{', '.join(entries)}])",
            "    except (AttributeError, TypeError, ValueError):",
            "        pass",
            f"    return freeze_any({objects})",
            f"def thaw(key, {objects}):",
            "    if type(key) is not bytes:",
            f"        return thaw_any(key, {objects})",
            *(f"    {line}" for line in stores),
            f"    if {' or '.join(foreign)}:",
            *(f"        o{owner}.__dict__.clear()" for owner in range(len(samples))),
            f"        thaw(key, {objects})",
            f"def restore(key, {objects}, {others}):",
            "    if type(key) is not bytes:",
            f"        return thaw_any(key, {objects})",
            *(f"    {line}" for line in copies),
            f"    if {' or '.join(foreign)}:",
            f"        thaw(key, {objects})",
            f"def same({objects}, {others}):",
            f"    return {' and '.join(equal)}",
        )
    )
