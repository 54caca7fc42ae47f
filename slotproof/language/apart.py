"""What of the language `prove` does not follow yet: `explore`, `walk` and the gate run it, and `prove` says so.

A row of a table, with `()` if it is a built-in function and its kind if it is a method -> what of it; "all" is the
whole row. Where lengths are known beforehand, `prove` follows more.
"""

from __future__ import annotations

from typing import Final

APART: Final[dict[str, str]] = {
    "AugAssign": "`+=` of a list",
    "If": "the truth of a list, dict, set, tuple",
    "For": "over `items`, `keys`, `values`, `reversed`; with `else`",
    "Delete": "of a list",
    "Try": "around an index or a key",
    "Slice": "all",
    "Compare": "`==` of lists, dicts, sets; `in` of a list",
    "ListComp": "all",
    "DictComp": "all",
    "SetComp": "all",
    "GeneratorExp": "all",
    "Set": "all",
    "Starred": "in a display",
    "+": "of lists",
    "-": "of sets",
    "&": "of sets",
    "|": "of sets",
    "^": "all",
    "UnaryOp": "`~`",
    **dict.fromkeys(("reversed()", "iter()", "map()", "next()", "list()", "tuple()", "set()", "sorted()"), "all"),
    **dict.fromkeys(("sum()", "any()", "all()", "int()", "bool()"), "all"),
    "min()": "of a list",
    "max()": "of a list",
    "len()": "of an object",
    **dict.fromkeys(("list.extend", "list.remove", "list.reverse", "list.sort", "list.index", "list.count"), "all"),
    **dict.fromkeys(("dict.get", "dict.setdefault", "dict.items", "dict.keys", "dict.values", "dict.update"), "all"),
    "dict.pop": "all",
    **dict.fromkeys(("set.clear", "set.union", "set.intersection", "set.difference", "set.isdisjoint"), "all"),
    "set.issubset": "all",
}
