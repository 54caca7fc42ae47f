"""What of the language `prove` does not follow: `explore`, `walk` and the gate run it, and `prove` says so.

A row of a table, with `()` if it is a built-in function and its kind if it is a method -> what of it; "all" is the
whole row. Where lengths and keys are known beforehand, `prove` follows more.
"""

from __future__ import annotations

from typing import Final

APART: Final[dict[str, str]] = {
    "recursion": "all",
    "Try": "with `else`; of a function of a client, which may raise what is caught",
    "For": "over a dict, a set, `items`, `keys`, `values`",
    "Subscript": "of a tuple of texts, or of records of several classes, at an index that is not known",
    "Slice": "with a step, but `x[::-1]`; of a `Sequence` that is given",
    "Compare": "`<` of lists, of texts, of quotients; `==` of a `Sequence` that is given",
    "ListComp": "with two `for`; of a dict or set; of few items, of which it is not known whether the condition holds",
    "DictComp": "of a sequence; of a dict or set under other keys",
    "SetComp": "of a dict or set with other items",
    "GeneratorExp": "of a dict or set, but in `all` and `any`",
    "Starred": "in a display, of what is no tuple",
    "YieldFrom": "all",
    "+": "of texts",
    "*": "of a list with several items",
    "^": "of bools, of sets",
    "range()": "as a sequence by a step other than 1 and -1, of any length",
    "isinstance()": "of data as a tuple or set; of a `Sequence` that is given as one of list and tuple",
    "iter()": "of a dict or set",
    "map()": "of a dict or set",
    "next()": "of what may give none",
    "list()": "of a dict or set",
    "tuple()": "of a dict or set",
    "sorted()": "of a list; with `key`",
    "sum()": "of any number of items",
    "min()": "with `key`",
    "max()": "with `key`",
    "len()": "of a text",
    "hash()": "the number; whether there is one is",
    "str.join": "but in a message",
    "vars()": "all",
    "__dict__()": "all",
    **dict.fromkeys(("list.sort", "list.count", "tuple.index", "tuple.count", "sequence.count", "record.index"), "all"),
    **dict.fromkeys(("distinct.insert", "distinct.count", "float.as_integer_ratio", "str.lower"), "all"),
}
