"""The language as data: the forms of Python that `prove` accepts, each with its meaning, errors and cost.

The check reads these tables and nothing else; what is in none of them is refused. `page` prints them.
A cost is in cells of arrays: entries of lists, dicts and sets that are read and written; n is the size of the receiver,
m that of the argument. What is not said costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Form:
    """One form: how it is written, what it means, the errors it may end in, what it costs, what is to be shown of it.

    takes, gives   kinds of the arguments and of the result, as `calls.expand` reads them; "?" after one that may be
                   left out, "*" after one that may be repeated
    changes        whether it changes its receiver
    """

    name: str
    meaning: str
    errors: str = ""
    cost: str = ""
    takes: tuple[str, ...] = ()
    gives: str = ""
    changes: bool = False


def _by_name(*forms: Form) -> dict[str, Form]:
    return {form.name: form for form in forms}


MODULE: Final = _by_name(
    Form("Expr", "a docstring, or a text below a constant that says what it is"),
    Form("Import", "`import math`: a module of the table below, under its own name"),
    Form("ImportFrom", "`from module import name`: names of a module of the table, or of a file in the language"),
    Form("FunctionDef", "a function"),
    Form("ClassDef", "a class"),
    Form("Assign", "`NAME = constant`, a type variable or the name of a kind; each name is bound once, no built-in's"),
    Form("AnnAssign", "`NAME: Final = constant`"),
    Form("If", '`if __name__ == "__main__":` as the last statement: what a script does, which an import does not run'),
)

CONSTANTS: Final = (
    "numbers, bools, None, texts, bytes; `+ - * // % << **` of numbers, `+` of tuples, slices of tuples; tuples of"
    " constants; a NamedTuple of constants; names of constants that stand above"
)

CLASS: Final = _by_name(
    Form("Expr", "a docstring"),
    Form("AnnAssign", "`field: kind`: each field has a kind, and every constructor gives it a value;"
         " `NAME: ClassVar[kind] = constant`; a field with a constant, of a NamedTuple or dataclass"),
    Form("FunctionDef", "a method; its first parameter is `self`, or `cls` of a class method"),
    Form("Assign", "`__len__ = size`: a second name of an own method above; `__hash__ = None`;"
         " `__slots__ = (\"field\", ...)`, which names every field"),
    Form("Pass", "an empty class"),
)  # fmt: skip

BASES: Final = _by_name(
    Form("Generic", "type variables of the class"),
    Form("NamedTuple", "an immutable tuple with names; `==` compares the parts and the class"),
    Form("a class in the language", "one: methods and fields are looked up in it next"),
    Form("a documented error", "of an error: a class of slotproof.spec.errors, or a built-in error; no body"),
)

DECORATORS: Final = _by_name(
    Form("classmethod", "the class is the first argument"),
    Form("staticmethod", "a function in a class"),
    Form("property", "an attribute that is computed; it has no setter"),
    Form("dataclass", "plain data: the constructor takes the fields, in order"),
)

SPECIAL_METHODS: Final = _by_name(
    Form("__init__", "creation: every path gives each field a value", takes=("...",), gives="None"),
    Form("__post_init__", "of a dataclass: runs when the fields have their values", gives="None"),
    Form("__len__", "`len(x)`", gives="int"),
    Form("__contains__", "`item in x`", takes=("item",), gives="bool"),
    Form("__iter__", "`for item in x`, by clients", gives="iterator"),
    Form("__getitem__", "`x[key]`, by clients", takes=("key",), gives="any"),
    Form("__setitem__", "`x[key] = value`, by clients", takes=("key", "value"), gives="None"),
    Form("__copy__", "`copy.copy(x)`, by clients", gives="object"),
    Form(
        "__eq__",
        "`==` of two containers, by clients; code in the language compares fields",
        takes=("other",),
        gives="bool",
    ),
    Form("__hash__", "`None`: a container has no hash"),
    Form("__repr__", "a text for people: read by messages of errors alone", gives="str"),
    Form("__lt__", "order of a NamedTuple", takes=("other",), gives="bool"),
    Form("__le__", "order of a NamedTuple", takes=("other",), gives="bool"),
    Form("__gt__", "order of a NamedTuple", takes=("other",), gives="bool"),
    Form("__ge__", "order of a NamedTuple", takes=("other",), gives="bool"),
)

FUNCTION: Final = _by_name(
    Form("parameters", "by position or by name, each with a kind; calls bind them as CPython does"),
    Form("defaults", "constants; evaluated once, and immutable"),
    Form("result", "declared, by `->`; no path leaves out a result that is not None"),
    Form("locals", "assigned on every path before they are read, one kind each; none has the name of a built-in"),
    Form("inner functions", "one `return`, or a lambda: only as an argument, or called in one; what they read from"
         " outside is bound once, before them"),
    Form("generators", "`yield`; the container stays as it is while they run; used once: in a `for`, in `list(...)`,"
         " as an argument that is gone through once, or as the result"),
    Form("recursion", "with an argument that falls"),
)  # fmt: skip

KINDS: Final = _by_name(
    Form("int", "any size; no bool"),
    Form("bool", "what conditions are made of"),
    Form("None", "`X | None` is tested with `is None`"),
    Form("str", "a name: compared, sorted, a key"),
    Form("bytes", "a constant sequence of ints"),
    Form("float", "given by clients, and by `/`"),
    Form("value", "a type variable: only `==`, and passing on; as a key, `hash` as well"),
    Form("any", "`Any`, `object`: data of any kind; `isinstance` and `type(x) is int` tell which"),
    Form("tuple", "`tuple[A, B]`, `tuple[A, ...]`"),
    Form("list", "`list[A]`"),
    Form("dict", "`dict[K, V]`; its order is not known"),
    Form("set", "`set[A]`; its order is not known"),
    Form("sequence", "`Sequence[A]`: a list or tuple that is only read"),
    Form("iterable", "`Iterable[A]`: gone through once"),
    Form("iterator", "`Iterator[A]`: the result of a generator"),
    Form("range", "`range(...)`: ints, one after the other"),
    Form("function", "`Callable[[A], B]`: what a client gives; it leaves the container alone"),
    Form("object", "of a class in the language"),
    Form("record", "of a NamedTuple"),
    Form("distinct", "`Unique[K]`, `Distinct`: a sequence of different things, with the place of each"),
    Form("class", "`type[A]`: a class, as `cls` or `type(self)`"),
    Form("error", "of an error"),
    Form(
        "union",
        "`A | B`; what is done with it fits each of them: `is None`, `isinstance` and `and` tell which it is from there"
        " on, of a name, and of a field until something is changed",
    ),
)

STATEMENTS: Final = _by_name(
    Form("Assign", "to a name, field, item, or a tuple of those, left to right; one target, but for numbers, bools and"
         " names", cost="1 write for an item"),
    Form("AnnAssign", "a local with its kind"),
    Form("AugAssign", "of numbers; `+=` of a list is `extend`; the target is read before the right side",
         cost="1 read and 1 write for an item"),
    Form("If", "the condition is a bool, or `len(x) > 0` of a list, dict, set, tuple or text"),
    Form("While", "condition as `if`; a measure that falls is declared"),
    Form("For", "over a range, list, tuple, dict, set, sequence, or what `enumerate`, `zip`, `reversed`, `items`,"
         " `keys`, `values` and generators give; what it goes over keeps its length", cost="1 read a round"),
    Form("Break", "leaves the loop"),
    Form("Continue", "the next round"),
    Form("Return", "the result, which shares no list, dict or set with the container, nor with an argument"),
    Form("Raise", "of a documented error: `raise Missing(message)`, with or without `from`"),
    Form("Assert", "obliged; its condition calls nothing but built-in functions"),
    Form("Pass", "nothing"),
    Form("Delete", "`del x[key]` of a dict or list", "KeyError, IndexError", "1 write; of a list n"),
    Form("Try", "`except` of documented errors by name around calls; `finally` without `return`, `break`, `continue`"),
    Form("Expr", "a call, for what it does; `yield`; a docstring"),
    Form("FunctionDef", "an inner function: a docstring and one `return`"),
)  # fmt: skip

EXPRESSIONS: Final = _by_name(
    Form("Constant", "a number, bool, None, text, bytes"),
    Form("Name", "a local, else what the module binds, else a built-in function"),
    Form("Attribute", "a field, a class constant, a property; a method is called, or handed on as an argument"),
    Form("Subscript", "`x[i]`, i from 0 up or from the end; `x[a:b]` with clamped ends", "IndexError, KeyError",
         "1 read; a slice reads and writes each of its entries"),
    Form("Slice", "`a:b`, `a:b:-1`"),
    Form("BinOp", "an operator of the table below"),
    Form("UnaryOp", "`-`, `~` of a number; `not` of a condition"),
    Form("BoolOp", "`and`, `or` of conditions, the second one only where the first does not decide; the result is a"
         " bool"),
    Form("Compare", "`== != < <= > >=` of one kind, `in`, `not in`, `is None`; in a chain the next comparison only"
         " where the one before holds", cost="`in` of a list or tuple: n reads; of a dict or set 1; `==`: n reads"),
    Form("IfExp", "`a if condition else b`"),
    Form("Tuple", "evaluated left to right"),
    Form("List", "a new list", cost="1 write an entry"),
    Form("Dict", "a new dict; keys are ints, texts, values of clients or tuples of those", cost="1 write an entry"),
    Form("Set", "a new set", cost="1 write an entry"),
    Form("ListComp", "a new list", cost="1 write an entry"),
    Form("DictComp", "a new dict", cost="1 write an entry"),
    Form("SetComp", "a new set", cost="1 write an entry"),
    Form("GeneratorExp", "the one argument that a function goes through"),
    Form("Call", "of a function, class, method or built-in function; arguments left to right, `*tuple` as the last"),
    Form("Lambda", "only as an argument"),
    Form("JoinedStr", "a text, only in the message of an error; values by `!r` or plainly"),
    Form("Starred", "`*x` in a display or as the last argument by position"),
    Form("Yield", "the next thing that a generator gives; as a statement"),
    Form("YieldFrom", "all that another generator gives; as a statement"),
)  # fmt: skip

OPERATORS: Final[dict[str, tuple[str, str, tuple[tuple[str, str, str], ...]]]] = {
    # sign: meaning, errors, (kind on the left, on the right, of the result)
    "+": ("sum; of lists and tuples the one after the other", "",
          (("int", "int", "int"), ("float", "float", "float"), ("list", "list", "left"), ("tuple", "tuple", "tuple"),
           ("str", "str", "str"), ("bytes", "bytes", "bytes"))),
    "-": ("difference; of sets what is only in the first", "",
          (("int", "int", "int"), ("float", "float", "float"), ("set", "set", "left"))),
    "*": ("product; `[x] * n` has max(n, 0) entries", "OverflowError beyond the machine",
          (("int", "int", "int"), ("float", "float", "float"), ("list", "int", "left"), ("tuple", "int", "tuple"))),
    "/": ("quotient, a float", "ZeroDivisionError, OverflowError",
          (("int", "int", "float"), ("float", "float", "float"))),
    "//": ("quotient, rounded down", "ZeroDivisionError", (("int", "int", "int"),)),
    "%": ("remainder, of the sign of the divisor", "ZeroDivisionError", (("int", "int", "int"),)),
    "**": ("power of a constant, by an exponent that is not negative", "", (("int", "int", "int"),)),
    "<<": ("times a power of 2", "ValueError if the count is negative", (("int", "int", "int"),)),
    ">>": ("divided by a power of 2, rounded down", "ValueError if the count is negative", (("int", "int", "int"),)),
    "&": ("bits in both; of sets what is in both", "",
          (("int", "int", "int"), ("bool", "bool", "bool"), ("set", "set", "left"))),
    "|": ("bits in either; of sets what is in either", "",
          (("int", "int", "int"), ("bool", "bool", "bool"), ("set", "set", "left"))),
    "^": ("bits in one alone", "", (("int", "int", "int"), ("bool", "bool", "bool"), ("set", "set", "left"))),
}  # fmt: skip

BUILTINS: Final = _by_name(
    Form("len", "size", takes=("sized",), gives="int"),
    Form("range", "from a start, up to an end that is left out, by a step", "ValueError if the step is 0",
         takes=("int", "int?", "int?"), gives="range"),
    Form("enumerate", "pairs of an index from 0 up and an item", takes=("iterable",),
         gives="iterator[tuple[int,item]]"),
    Form("zip", "tuples of the items at one place; `strict=True`", "ValueError if one is shorter",
         takes=("iterable", "iterable", "iterable*", "strict="), gives="zipped"),
    Form("reversed", "items from the last to the first", takes=("reversible",), gives="iterator[item]"),
    Form("iter", "items, one after the other", takes=("iterable",), gives="iterator[item]"),
    Form("map", "the function of each item", takes=("function", "iterable"), gives="mapped"),
    Form("next", "the first item of a generator in brackets", "StopIteration if there is none",
         takes=("generator", "any?"), gives="item"),
    Form("list", "a new list of the items", cost="m reads, m writes", takes=("iterable?",), gives="list[item]"),
    Form("tuple", "a tuple of the items", cost="m reads", takes=("iterable?",), gives="tuple[item,...]"),
    Form("set", "a new set of the items", cost="m reads, m writes", takes=("iterable?",), gives="set[item]"),
    Form("sorted", "a new list of the items, stably in order, or in the order of `key`", cost="m reads, m writes",
         takes=("iterable", "key=", "reverse="), gives="list[item]"),
    Form("sum", "the sum of ints; a bool counts 0 or 1", cost="m reads", takes=("iterable[int]", "int?"), gives="int"),
    Form("any", "whether one holds; those after it are not looked at", takes=("iterable[bool]",), gives="bool"),
    Form("all", "whether each holds; those after one that does not are not looked at",
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
    Form("super", "`super().method(...)`: the method of the base", takes=(), gives="super"),
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
    "list": _by_name(
        Form("append", "puts an item last", "", "1 write", ("item",), "None", changes=True),
        Form("pop", "takes out the last item, or that at an index", "IndexError", "1 read; at an index n moves",
             ("int?",), "item", changes=True),
        Form("insert", "puts an item before an index, clamped", "", "1 write, and n moves", ("int", "item"), "None",
             changes=True),
        Form("extend", "puts items last", "", "m reads, m writes", ("iterable",), "None", changes=True),
        Form("remove", "takes out the first item that equals", "ValueError", "n reads, n moves", ("item",), "None",
             changes=True),
        Form("clear", "takes out all", "", "", (), "None", changes=True),
        Form("copy", "a new list of the items", "", "n reads, n writes", (), "self"),
        Form("reverse", "turns the order round", "", "n reads, n writes", (), "None", changes=True),
        Form("sort", "sorts stably, by `key`", "", "n reads, n writes", ("key=", "reverse="), "None", changes=True),
        *_LOOKS,
    ),
    "tuple": _by_name(*_LOOKS),
    "sequence": _by_name(*_LOOKS),
    "dict": _by_name(
        Form("get", "the value of a key, or None, or a default", "", "1 read", ("key", "any?"), "get"),
        Form("pop", "takes a key out; its value, or a default", "KeyError", "1 read, 1 write", ("key", "any?"), "get",
             changes=True),
        Form("setdefault", "the value of a key, which is put in if it is not there", "", "1 read, 1 write",
             ("key", "value"), "value", changes=True),
        Form("items", "pairs of key and value, in no known order", takes=(), gives="iterable[tuple[key,value]]"),
        Form("keys", "the keys, in no known order", takes=(), gives="iterable[key]"),
        Form("values", "the values, in no known order", takes=(), gives="iterable[value]"),
        Form("update", "takes over all entries of a dict", "", "m reads, m writes", ("dict",), "None", changes=True),
        Form("copy", "a new dict of the entries", "", "n reads, n writes", (), "self"),
        Form("clear", "takes out all", "", "", (), "None", changes=True),
    ),
    "set": _by_name(
        Form("add", "puts an item in", "", "1 write", ("item",), "None", changes=True),
        Form("discard", "takes an item out if it is there", "", "1 write", ("item",), "None", changes=True),
        Form("remove", "takes an item out", "KeyError", "1 write", ("item",), "None", changes=True),
        Form("copy", "a new set of the items", "", "n reads, n writes", (), "self"),
        Form("clear", "takes out all", "", "", (), "None", changes=True),
        Form("isdisjoint", "whether no item is in both", "", "m reads", ("iterable",), "bool"),
        Form("issubset", "whether each item is in the other", "", "n reads", ("iterable",), "bool"),
        Form("union", "a new set of what is in either", "", "n + m reads and writes", ("iterable",), "self"),
        Form("intersection", "a new set of what is in both", "", "n reads and writes", ("iterable",), "self"),
        Form("difference", "a new set of what is only in the first", "", "n reads and writes", ("iterable",), "self"),
    ),
    "distinct": _by_name(
        Form("append", "puts a new item last", "ValueError if it is there", "1 write", ("item",), "None", changes=True),
        Form("prepend", "puts a new item first", "ValueError if it is there", "1 write", ("item",), "None",
             changes=True),
        Form("pop", "takes out the last item, or that at an index", "IndexError", "1 read", ("int?",), "item",
             changes=True),
        Form("popleft", "takes out the first item", "IndexError", "1 read", (), "item", changes=True),
        Form("insert", "puts a new item before an index", "", "1 write", ("int", "item"), "None", changes=True),
        Form("swap_remove", "takes an item out; the last one moves to its place", "ValueError", "1 write", ("item",),
             "None", changes=True),
        Form("exchange", "lets two items change places", "ValueError", "2 writes", ("item", "item"), "None",
             changes=True),
        Form("replace", "puts a new item where an old one stands", "ValueError", "1 write", ("item", "item"), "None",
             changes=True),
        Form("copy", "the same sequence anew", "", "n reads, n writes", (), "self"),
        Form("place", "the place of an item, or -1", "", "1 read", ("item",), "int"),
        Form("clear", "takes out all", "", "", (), "None", changes=True),
        *_LOOKS,
    ),
    "str": _by_name(
        Form("encode", "its bytes in UTF-8", "UnicodeEncodeError", takes=(), gives="bytes"),
        Form("lower", "with A to Z as a to z", takes=(), gives="str"),
        Form("join", "the texts, one after the other, with it in between", takes=("iterable[str]",), gives="str"),
    ),
    "bytes": _by_name(
        Form("lower", "with A to Z as a to z", takes=(), gives="bytes"),
        Form("decode", "the text of UTF-8", "UnicodeDecodeError", takes=(), gives="str"),
    ),
    "float": _by_name(
        Form("as_integer_ratio", "the fraction that it is", "ValueError, OverflowError", takes=(),
             gives="tuple[int,int]"),
    ),
    "record": _by_name(
        Form("_replace", "the same with some parts by name replaced", takes=("parts=",), gives="self"),
        Form("index", "the first place of a part", "ValueError", takes=("any",), gives="int"),
    ),
}  # fmt: skip

MODULES: Final[dict[str, dict[str, Form]]] = {
    "__future__": _by_name(Form("annotations", "kinds are text")),
    "typing": _by_name(*(
        Form(name, meaning) for name, meaning in (
            ("Any", "the kind `any`"), ("Callable", "a kind"), ("ClassVar", "a class constant"),
            ("Final", "a constant"),
            ("Generic", "a base"), ("Literal", "a kind of some names"), ("NamedTuple", "a base"),
            ("Optional", "`| None`"),
            ("Self", "the kind of the class"), ("TypeVar", "a type variable"), ("Union", "`|`"),
        )
    )),
    "collections.abc": _by_name(*(
        Form(name, "a kind") for name in (
            "Callable", "Hashable", "Iterable", "Iterator", "Mapping", "MutableMapping", "MutableSequence",
            "MutableSet", "Sequence", "Set",
        )
    )),
    "dataclasses": _by_name(Form("dataclass", "a decorator")),
    "math": _by_name(
        Form("isfinite", "whether a float is finite", takes=("float",), gives="bool"),
        Form("trunc", "an int or float without its fraction", takes=("float",), gives="int"),
    ),
    "struct": _by_name(
        Form("pack", "`pack(\"<f\", x)`: the 32 bits of a float", "OverflowError, struct.error", takes=("str", "any"),
             gives="bytes"),
        Form("unpack", "`unpack(\"<f\", bits)`", "struct.error", takes=("str", "bytes"), gives="tuple[float]"),
        Form("error", "what `pack` raises"),
    ),
    "slotproof.spec.errors": _by_name(
        Form("shown", "a text that shows any value in a message, whatever its size", takes=("any",), gives="str"),
    ),
    "slotproof.spec.logic": _by_name(*(
        Form(name, meaning) for name, meaning in (
            ("conj", "`and`"), ("disj", "`or`"), ("negate", "`not`"), ("implies", "if the first, then the second"),
            ("iff", "both or neither"), ("within", "low <= index < high"), ("choose", "`then if condition else other`"),
            ("forall", "for every i in [low, high)"), ("exists", "for some i in [low, high)"),
            ("forall_in", "for every element or key"), ("contains", "`item in collection`"),
            ("mapped", "a dict with other values"), ("renamed", "a dict with other keys and values"),
            ("greatest", "the greatest element or key, or a default"), ("least", "the least i in [low, high)"),
            ("alike", "two sets have the same elements"), ("below", "how many elements are below a limit"),
            ("ranked", "the element with so many below it"), ("listed", "a list of what a function makes of each"),
            ("ascending", "the numbers that hold, ascending"), ("selected", "the elements that hold, in no order"),
            ("power_of_two", "1, 2, 4, 8 ..."), ("encodable", "UTF-8 can hold a text"),
            ("Unique", "a sequence of different things"), ("Distinct", "a sequence of different ints"),
        )
    )),
}  # fmt: skip

ERRORS: Final = frozenset({
    "ArithmeticError", "Exception", "IndexError", "KeyError", "LookupError", "OverflowError", "RuntimeError",
    "StopIteration", "TypeError", "UnicodeEncodeError", "UnicodeDecodeError", "ValueError", "ZeroDivisionError",
})  # fmt: skip
"""Built-in errors that code in the language may name: as a base of a documented error, or in `except`."""
