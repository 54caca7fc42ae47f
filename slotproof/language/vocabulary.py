"""The names that code in the language may use without defining them: functions, methods by kind, imports, errors."""

from __future__ import annotations

from typing import Final

from slotproof.language.forms import Form, by_name

BUILTINS: Final = by_name(
    Form("len", "size", takes=("sized",), gives="int"),
    Form("range", "from a start, up to an end that is left out, by a step", "ValueError if the step is 0",
         takes=("int", "int?", "int?"), gives="range"),
    Form("enumerate", "pairs of an index from 0 up and an item", cost="1 read an item", takes=("iterable",),
         gives="iterator[tuple[int,item]]"),
    Form("zip", "tuples of the items at one place; `strict=True`", "ValueError if one is shorter",
         "1 read an item",
         takes=("iterable", "iterable", "iterable*", "strict="), gives="zipped"),
    Form("reversed", "items from the last to the first", cost="1 read an item", takes=("reversible",),
         gives="iterator[item]"),
    Form("iter", "items, one after the other", cost="1 read an item", takes=("iterable",), gives="iterator[item]"),
    Form("map", "the function of each item", cost="1 read an item", takes=("function", "iterable"), gives="mapped"),
    Form("next", "the first item of a generator in brackets", "StopIteration if there is none", "1 read an item",
         takes=("generator", "any?"), gives="item"),
    Form("list", "a new list of the items", cost="m reads", takes=("iterable?",), gives="list[item]"),
    Form("tuple", "a tuple of the items", cost="m reads", takes=("iterable?",), gives="tuple[item,...]"),
    Form("set", "a new set of the items", cost="m reads", takes=("iterable?",), gives="set[item]"),
    Form("sorted", "a new list of the items, stably in order, or in the order of `key`", cost="m reads",
         takes=("iterable", "key=", "reverse="), gives="list[item]"),
    Form("sum", "the sum of ints; a bool counts 0 or 1", cost="m reads", takes=("iterable[int]", "int?"), gives="int"),
    Form("any", "whether one holds; those after it are not looked at", cost="1 read an item",
         takes=("iterable[bool]",), gives="bool"),
    Form("all", "whether each holds; those after one that does not are not looked at", cost="1 read an item",
         takes=("iterable[bool]",), gives="bool"),
    Form("min", "the least of several, or of the items", "ValueError of nothing, without `default`", "m reads",
         takes=("extreme", "any*", "key=", "default="), gives="extreme"),
    Form("max", "the greatest of several, or of the items", "ValueError of nothing, without `default`", "m reads",
         takes=("extreme", "any*", "key=", "default="), gives="extreme"),
    Form("abs", "distance from 0", takes=("int",), gives="int"),
    Form("divmod", "quotient and remainder", "ZeroDivisionError", takes=("int", "int"), gives="tuple[int,int]"),
    Form("int", "of a bool: 0 or 1", takes=("bool",), gives="int"),
    Form("bool", "the truth of a condition", takes=("condition",), gives="bool"),
    Form("ord", "the number of a sign", takes=("str",), gives="int"),
    Form("hash", "what a client's value says", "TypeError, and what the value raises", takes=("value",), gives="int"),
    Form("callable", "whether data of any kind is a function", takes=("any",), gives="bool"),
    Form("isinstance", "`isinstance(x, A | B)`: of int, bool, str, bytes, float, list, tuple, dict, set, or a class in"
         " the language", takes=("any", "classes"), gives="bool"),
    Form("type", "`type(x) is int`, of data of any kind; `type(self)` where a class stands", takes=("any",),
         gives="class"),
    Form("super", "`super().method(...)`, in a method itself: the method of the base", takes=(), gives="super"),
    Form("object.__new__", "`object.__new__(cls)`, `object.__new__(type(self))`: a new object without fields, which are"
         " given before it is used", takes=("class",), gives="object"),
    Form("getattr", "`getattr(x, name)`, where name goes over a constant tuple of fields", takes=("object", "field"),
         gives="any"),
    Form("setattr", "`setattr(x, name, value)`, likewise", takes=("object", "field", "any"), gives="None",
         changes=True),
    Form("vars", "`for name, value in vars(self).items()`: every field and its value", takes=("object",),
         gives="dict[str,any]"),
    Form("__dict__", "`self.__dict__, other.__dict__ = other.__dict__, self.__dict__`: the two exchange all fields"),
)  # fmt: skip

_LOOKS: Final = (
    Form("index", "the first place of an item", "ValueError", "n reads", ("item",), "int"),
    Form("count", "how often an item is there", "", "n reads", ("item",), "int"),
)

METHODS: Final[dict[str, dict[str, Form]]] = {
    "list": by_name(
        Form("append", "puts an item last", "", "1 write", ("item",), "None", changes=True),
        Form("pop", "takes out the last item, or that at an index", "IndexError",
             "1 write; n reads and writes of those behind it",
             ("int?",), "item", changes=True),
        Form("insert", "puts an item before an index, clamped", "", "1 write; n reads and writes of those behind it",
             ("int", "item"), "None",
             changes=True),
        Form("extend", "puts items last; an iterator reads nothing of the list",
             "", "m reads, m writes", ("iterable",), "None", changes=True),
        Form("remove", "takes out the first item that equals", "ValueError", "n reads, n writes", ("item",), "None",
             changes=True),
        Form("clear", "takes out all", "", "", (), "None", changes=True),
        Form("copy", "a new list of the items", "", "n reads", (), "self"),
        Form("reverse", "turns the order round", "", "n reads, n writes", (), "None", changes=True),
        Form("sort", "sorts stably, by `key`", "", "n reads, n writes", ("key=", "reverse="), "None", changes=True),
        *_LOOKS,
    ),
    "tuple": by_name(*_LOOKS),
    "sequence": by_name(*_LOOKS),
    "dict": by_name(
        Form("get", "the value of a key, or None, or a default", "", "1 read", ("key", "any?"), "get"),
        Form("pop", "takes a key out; its value, or a default", "KeyError", "1 read, 1 write", ("key", "any?"), "pop",
             changes=True),
        Form("setdefault", "the value of a key, which is put in if it is not there", "", "1 read, 1 write",
             ("key", "value"), "value", changes=True),
        Form("items", "pairs of key and value, in no known order", cost="1 read an item", takes=(),
             gives="iterable[tuple[key,value]]"),
        Form("keys", "the keys, in no known order", cost="1 read an item", takes=(), gives="iterable[key]"),
        Form("values", "the values, in no known order", cost="1 read an item", takes=(), gives="iterable[value]"),
        Form("update", "takes over all entries of a dict", "", "m reads, m writes", ("dict",), "None", changes=True),
        Form("copy", "a new dict of the entries", "", "n reads", (), "self"),
        Form("clear", "takes out all", "", "", (), "None", changes=True),
    ),
    "set": by_name(
        Form("add", "puts an item in", "", "1 write", ("item",), "None", changes=True),
        Form("discard", "takes an item out if it is there", "", "1 write", ("item",), "None", changes=True),
        Form("remove", "takes an item out", "KeyError", "1 write", ("item",), "None", changes=True),
        Form("copy", "a new set of the items", "", "n reads", (), "self"),
        Form("clear", "takes out all", "", "", (), "None", changes=True),
        Form("isdisjoint", "whether no item is in both", "", "m reads; of a dict or set n + m reads", ("iterable",),
             "bool"),
        Form("issubset", "whether each item is in the other", "", "n + m reads", ("iterable",), "bool"),
        Form("union", "a new set of what is in either", "", "n + m reads", ("iterable",), "self"),
        Form("intersection", "a new set of what is in both", "", "n + m reads", ("iterable",), "self"),
        Form("difference", "a new set of what is only in the first", "", "n + m reads", ("iterable",), "self"),
    ),
    "distinct": by_name(
        Form("append", "puts a new item last", "ValueError if it is there", "", ("item",), "None", changes=True),
        Form("prepend", "puts a new item first", "ValueError if it is there", "", ("item",), "None",
             changes=True),
        Form("pop", "takes out the last item, or that at an index", "IndexError", "", ("int?",), "item",
             changes=True),
        Form("popleft", "takes out the first item", "IndexError", "", (), "item", changes=True),
        Form("insert", "puts a new item before an index", "", "", ("int", "item"), "None", changes=True),
        Form("swap_remove", "takes an item out; the last one moves to its place", "ValueError", "", ("item",),
             "None", changes=True),
        Form("exchange", "lets two items change places", "ValueError", "", ("item", "item"), "None",
             changes=True),
        Form("replace", "puts a new item where an old one stands", "ValueError", "", ("item", "item"), "None",
             changes=True),
        Form("copy", "the same sequence anew", "", "", (), "self"),
        Form("place", "the place of an item, or -1", "", "", ("item",), "int"),
        Form("clear", "takes out all", "", "", (), "None", changes=True),
        *_LOOKS,
    ),
    "str": by_name(
        Form("encode", "its bytes in UTF-8", "UnicodeEncodeError", takes=(), gives="bytes"),
        Form("lower", "with A to Z as a to z", takes=(), gives="str"),
        Form("join", "the texts, one after the other, with it in between", takes=("iterable[str]",), gives="str"),
    ),
    "bytes": by_name(
        Form("lower", "with A to Z as a to z", takes=(), gives="bytes"),
        Form("decode", "the text of UTF-8", "UnicodeDecodeError", takes=(), gives="str"),
    ),
    "float": by_name(
        Form("as_integer_ratio", "the fraction that it is", "ValueError, OverflowError", takes=(),
             gives="tuple[int,int]"),
    ),
    "record": by_name(
        Form("_replace", "the same with some parts by name replaced", takes=("parts=",), gives="self"),
        Form("index", "the first place of a part", "ValueError", takes=("any",), gives="int"),
    ),
}  # fmt: skip

MODULES: Final[dict[str, dict[str, Form]]] = {
    "__future__": by_name(Form("annotations", "kinds are text")),
    "typing": by_name(*(
        Form(name, meaning) for name, meaning in (
            ("Any", "the kind `any`"), ("Callable", "a kind"), ("ClassVar", "a class constant"),
            ("Final", "a constant"),
            ("Generic", "a base"), ("Literal", "a kind of some names"), ("NamedTuple", "a base"),
            ("Optional", "`| None`"),
            ("Self", "the kind of the class"), ("TypeVar", "a type variable"), ("Union", "`|`"),
        )
    )),
    "collections.abc": by_name(*(
        Form(name, "a kind") for name in (
            "Callable", "Hashable", "Iterable", "Iterator", "Mapping", "MutableMapping", "MutableSequence",
            "MutableSet", "Sequence", "Set",
        )
    )),
    "dataclasses": by_name(Form("dataclass", "a decorator")),
    "math": by_name(
        Form("isfinite", "whether a float is finite", takes=("float",), gives="bool"),
        Form("trunc", "an int or float without its fraction", takes=("float",), gives="int"),
    ),
    "struct": by_name(
        Form("pack", "`pack(\"<f\", x)`: the 32 bits of a float", "OverflowError, struct.error", takes=("str", "any"),
             gives="bytes"),
        Form("unpack", "`unpack(\"<f\", bits)`", "struct.error", takes=("str", "bytes"), gives="tuple[float]"),
        Form("error", "what `pack` raises"),
    ),
    "slotproof.spec.errors": by_name(
        Form("shown", "a text that shows any value in a message, whatever its size", takes=("any",), gives="str"),
    ),
    "slotproof.spec.logic": by_name(*(
        Form(name, meaning) for name, meaning in (
            ("conj", "`and`"), ("disj", "`or`"), ("negate", "`not`"), ("implies", "if the first, then the second"),
            ("iff", "both or neither"), ("within", "low <= index < high"), ("choose", "`then if condition else other`"),
            ("forall", "for every i in [low, high)"), ("exists", "for some i in [low, high)"),
            ("forall_in", "for every element or key"), ("contains", "`item in collection`"),
            ("mapped", "a dict with other values"), ("renamed", "a dict with other keys and values"),
            ("greatest", "the greatest element or key, or a default"), ("least", "the least i in [low, high)"),
            ("alike", "two sets have the same elements"), ("below", "how many elements are below a limit"),
            ("leading", "the set of the first elements"), ("ranked", "the element with so many below it"),
            ("listed", "a list of what a function makes of each"),
            ("ascending", "the numbers that hold, ascending"), ("selected", "the elements that hold, in no order"),
            ("power_of_two", "1, 2, 4, 8 ..."), ("encodable", "UTF-8 can hold a text"),
            ("Unique", "a sequence of different things"), ("Distinct", "a sequence of different ints"),
        )
    )),
}  # fmt: skip

KEPT: Final = {"Unique", *MODULES["typing"], *MODULES["collections.abc"], *MODULES["dataclasses"]} - {"Self"}
"""Kinds, bases and decorators by name, but for what type variables are called: no module has others of these names."""

ERRORS: Final = frozenset({
    "ArithmeticError", "Exception", "IndexError", "KeyError", "LookupError", "OverflowError", "RuntimeError",
    "StopIteration", "TypeError", "UnicodeEncodeError", "UnicodeDecodeError", "ValueError", "ZeroDivisionError",
})  # fmt: skip
"""Built-in errors that code in the language may name in `except`, and operations among their `refusals`."""

RAISED: Final = ERRORS - {"Exception", "StopIteration", "UnicodeEncodeError", "UnicodeDecodeError"}
"""Those that are made of a message, and stay what they are wherever they are raised: what `raise` may make.

A class of errors is made from these, or from Exception.
"""
