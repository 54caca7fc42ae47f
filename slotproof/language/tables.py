"""The language as data: the forms of Python that `prove` accepts, each with its meaning, errors and cost.

The check reads these tables and nothing else; what is in none of them is refused. `page` prints them.
A cost is in cells of arrays: entries of lists, dicts and sets that are read and written; n is the size of the receiver,
m that of the argument. What is not said costs nothing.
"""

from __future__ import annotations

from typing import Final

from slotproof.language.forms import Form, by_name

MODULE: Final = by_name(
    Form("Expr", "a docstring, or a text below a constant that says what it is"),
    Form("Import", "`import math`: a module of the table below, under its own name"),
    Form("ImportFrom", "`from module import name`: names of a module of the table, or of a file in the language"),
    Form("FunctionDef", "a function"),
    Form("ClassDef", "a class"),
    Form(
        "Assign",
        "`NAME = constant`, a type variable or the name of a kind; each name is bound once, and is none of a built-in, "
        "nor of a kind or base that is imported",
    ),
    Form("AnnAssign", "`NAME: Final = constant`"),
    Form("If", '`if __name__ == "__main__":` as the last statement: what a script does, which an import does not run'),
)

CONSTANTS: Final = (
    "numbers, bools, None, texts, bytes; `+ - * // % << **` of numbers, `+` of tuples, slices of tuples; tuples of"
    " constants; a NamedTuple of constants; names of constants that stand above"
)

CLASS: Final = by_name(
    Form("Expr", "a docstring"),
    Form("AnnAssign", "`field: kind`: each field has a kind, and every constructor gives it a value;"
         " `NAME: ClassVar[kind] = constant`; a field with a constant, of a NamedTuple or dataclass"),
    Form("FunctionDef", "a method; its first parameter is `self`, or `cls` of a class method"),
    Form("Assign", "`__len__ = size`: a second name of an own method above; `__hash__ = None`;"
         " `__slots__ = (\"field\", ...)`, which names every field"),
    Form("Pass", "an empty class"),
)  # fmt: skip

BASES: Final = by_name(
    Form("Generic", "type variables of the class"),
    Form("NamedTuple", "an immutable tuple with names; `==` compares the parts and the class"),
    Form("a class in the language", "one: methods and fields are looked up in it next"),
    Form("a documented error", "of an error: a class of slotproof.spec.errors, or a built-in error; no body"),
)

DECORATORS: Final = by_name(
    Form("classmethod", "the class is the first argument"),
    Form("staticmethod", "a function in a class"),
    Form("property", "an attribute that is computed; it has no setter"),
    Form("dataclass", "plain data: the constructor takes the fields, in order"),
)

SPECIAL_METHODS: Final = by_name(
    Form("__init__", "creation: every path gives each field a value", takes=("...",), gives="None"),
    Form("__post_init__", "of a dataclass: runs when the fields have their values", gives="None"),
    Form("__len__", "`len(x)`", gives="int"),
    Form("__contains__", "`item in x`", takes=("item",), gives="bool"),
    Form("__iter__", "`for item in x`, by clients", gives="iterator"),
    Form("__getitem__", "`x[key]`, by clients", takes=("key",), gives="any"),
    Form("__setitem__", "`x[key] = value`, by clients", takes=("key", "value"), gives="any"),
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

FUNCTION: Final = by_name(
    Form("parameters", "by position or by name, each with a kind; calls bind them as CPython does"),
    Form("defaults", "constants; evaluated once, and immutable"),
    Form("result", "declared, by `->`; no path leaves out a result that is not None"),
    Form("locals", "assigned on every path before they are read, one kind each; none has the name of a built-in"),
    Form("inner functions", "one `return`, or a lambda: only as an argument, or called in one; what they read from"
         " outside is bound once, before them"),
    Form("generators", "`yield`; they end in no error; what they read stays as it is while they run; used once: in a"
         " `for`, in `list(...)`, as an argument that is gone through once, or as the result"),
    Form("recursion",
         "of a function of ints that first says where it ends, `if number == 1: return ...`"),
)  # fmt: skip

KINDS: Final = by_name(
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
    Form(
        "distinct",
        "`Unique[K]`, `Distinct`: a sequence of different things, with the place of each; for models, whose costs"
        " nobody counts",
    ),
    Form("class", "`type[A]`: a class, as `cls` or `type(self)`"),
    Form("error", "of an error"),
    Form(
        "union",
        "`A | B`; what is done with it fits each of them: `is None`, `isinstance` and `and` tell which it is from there"
        " on, of a name, and of a field until something is changed",
    ),
)

STATEMENTS: Final = by_name(
    Form("Assign", "to a name, field, item, or a tuple of those, left to right; one target, but for numbers, bools and"
         " names", cost="1 write for an item; for a slice n reads, n + m writes"),
    Form("AnnAssign", "a local with its kind"),
    Form("AugAssign", "of numbers; `+=` of a list is `extend`; the target is read before the right side",
         cost="1 read and 1 write for an item"),
    Form("If", "the condition is a bool, an int by itself: `x != 0`, or a list, dict, set, tuple, text: `len(x) > 0`"),
    Form("While", "condition as `if`; a measure that falls is declared"),
    Form("For", "over a range, list, tuple, dict, set, sequence, or what `enumerate`, `zip`, `reversed`, `items`,"
         " `keys`, `values` and generators give; what it goes over keeps its length, and its keys",
         cost="1 read a round"),
    Form("Break", "leaves the loop"),
    Form("Continue", "the next round"),
    Form("Return", "the result, which shares no list, dict or set with the container, nor with an argument"),
    Form("Raise",
         "of a documented error: `raise Missing(message)`, a text or an int; `from` one that was caught, or None"),
    Form("Assert", "obliged; its condition calls nothing but built-in functions"),
    Form("Pass", "nothing"),
    Form("Delete", "`del x[key]` of a dict or list, `del x[a:b]` of a list", "KeyError, IndexError",
         "1 write; of a list n reads and writes"),
    Form("Try", "`except` of documented errors by name around calls; `finally` without `return`, `break`, `continue`"),
    Form("Expr", "a call, for what it does; `yield`; a docstring"),
    Form("FunctionDef", "an inner function: a docstring and one `return`"),
)  # fmt: skip

EXPRESSIONS: Final = by_name(
    Form("Constant", "a number, bool, None, text, bytes"),
    Form("Name", "a local, else what the module binds, else a built-in function"),
    Form("Attribute", "a field, a class constant, a property; a method is called, or handed on as an argument"),
    Form("Subscript", "`x[i]`, i from 0 up or from the end; `x[a:b]` with clamped ends", "IndexError, KeyError",
         "1 read"),
    Form("Slice", "`a:b`, `a:b:-1`: ends are clamped, a step is written as a number",
         cost="1 read an entry"),
    Form("BinOp", "an operator of the table below"),
    Form("UnaryOp", "`-`, `~` of a number; `not` of a condition"),
    Form("BoolOp", "`and`, `or` of conditions, the second one only where the first does not decide; the result is a"
         " bool"),
    Form("Compare", "`== != < <= > >=` of one kind, `in`, `not in`, `is None`; in a chain the next comparison only"
         " where the one before holds", cost="`in` of a list or tuple: n reads; of a dict or set 1; `==`: n reads"),
    Form("IfExp", "`a if condition else b`"),
    Form("Tuple", "evaluated left to right"),
    Form("List", "a new list"),
    Form("Dict", "a new dict; keys are ints, texts, values of clients or tuples of those"),
    Form("Set", "a new set"),
    Form("ListComp", "a new list", cost="1 read of each item that it goes over"),
    Form("DictComp", "a new dict", cost="1 read of each item that it goes over"),
    Form("SetComp", "a new set", cost="1 read of each item that it goes over"),
    Form("GeneratorExp", "the one argument that a function goes through", cost="1 read of each item that it goes over"),
    Form("Call", "of a function, class, method or built-in function; arguments left to right, `*tuple` as the last"),
    Form("Lambda", "only as an argument"),
    Form("JoinedStr", "a text, only in the message of an error, or of names as an argument; ints, bools, names and"
         " errors, by `!r` or plainly"),
    Form("Starred", "`*x` in a display; as the last argument by position a tuple of as many parts as there are"
         " parameters left"),
    Form("Yield", "the next thing that a generator gives; as a statement"),
    Form("YieldFrom", "all that another generator gives; as a statement"),
)  # fmt: skip

OPERATORS: Final[dict[str, tuple[str, str, str, tuple[tuple[str, str, str], ...]]]] = {
    # sign: meaning, errors, cost, (kind on the left, on the right, of the result)
    "+": ("sum; of lists and tuples the one after the other", "", "of lists n + m reads",
          (("int", "int", "int"), ("float", "float", "float"), ("list", "list", "left"), ("tuple", "tuple", "tuple"),
           ("str", "str", "str"), ("bytes", "bytes", "bytes"))),
    "-": ("difference; of sets what is only in the first", "", "of sets n + m reads",
          (("int", "int", "int"), ("float", "float", "float"), ("set", "set", "left"))),
    "*": ("product; `[x] * n` has max(n, 0) entries", "OverflowError beyond the machine", "",
          (("int", "int", "int"), ("float", "float", "float"), ("list", "int", "left"), ("tuple", "int", "tuple"))),
    "/": ("quotient, a float", "ZeroDivisionError, OverflowError", "",
          (("int", "int", "float"), ("float", "float", "float"))),
    "//": ("quotient, rounded down", "ZeroDivisionError", "", (("int", "int", "int"),)),
    "%": ("remainder, of the sign of the divisor", "ZeroDivisionError", "", (("int", "int", "int"),)),
    "**": ("power of a constant, by an exponent that is not negative", "", "", (("int", "int", "int"),)),
    "<<": ("times a power of 2", "ValueError if the count is negative", "", (("int", "int", "int"),)),
    ">>": ("divided by a power of 2, rounded down", "ValueError if the count is negative", "", (("int", "int",
         "int"),)),
    "&": ("bits in both; of sets what is in both", "", "of sets n + m reads",
          (("int", "int", "int"), ("bool", "bool", "bool"), ("set", "set", "left"))),
    "|": ("bits in either; of sets what is in either", "", "of sets n + m reads",
          (("int", "int", "int"), ("bool", "bool", "bool"), ("set", "set", "left"))),
    "^": ("bits in one alone", "", "of sets n + m reads", (("int", "int", "int"), ("bool", "bool", "bool"),
         ("set", "set", "left"))),
}  # fmt: skip
