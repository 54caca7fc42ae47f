"""Values: constants and terms, tuples, and references to cells of a heap; cells never change.

A heap maps numbers to cells. A write puts another cell at the number, so that a state is copied by copying one dict,
and what a state was is known for good: a reference with a heap of its own looks back at it.
A known value (a Python int or bool) and a term of Z3 go the same way; what is known folds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from slotproof.engine.prove.python.kinds.numbered import AwayCell, Numbers, OpenCell
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory.data import ANY
from slotproof.engine.prove.source import Class, Function

Term = Any
Value = Any
Named = Mapping[str, Value]
"""Arguments by name."""

Heap = dict[int, Any]

# --- kinds


@dataclass(frozen=True)
class Kind:
    """What sort of value a name, a field or an entry holds.

    name    "int", "bool", "float", "text", "value", "key", "any", "function", "tuple", "list", "dict", "set",
            "distinct", "object", "none", "told"; a function is one from keys to ints
    parts   of a tuple its places, of a list, set or distinct sequence what it holds, of a dict its keys and its values
    of      the class of an object, of a tuple that has one, or of the container whose state is told
    """

    name: str
    parts: tuple[Kind, ...] = ()
    of: Class | None = None

    def __str__(self) -> str:
        if self.of is not None:
            return self.of.name
        return f"{self.name}[{', '.join(map(str, self.parts))}]" if self.parts else self.name


INT: Final = Kind("int")
BOOL: Final = Kind("bool")
VALUE: Final = Kind("value")
KEY: Final = Kind("key")
NONE: Final = Kind("none")
TEXT: Final = Kind("text")
FUNCTION: Final = Kind("function")
FLOAT: Final = Kind("float")

_SORTS: Final = {
    "int": t.INT, "bool": t.BOOL, "value": t.ELEMENT, "key": t.KEY, "text": t.TEXT, "function": t.FUNCTION,
    "float": t.FLOAT, "any": ANY,
}  # fmt: skip

KEYS: Final = (INT, KEY, TEXT)
"""What keys of a dict and items of a set may be."""


def sorts(kind: Kind) -> list[Any]:
    """The sorts of the terms that a value of this kind consists of."""
    if kind.name == "tuple":
        return [sort for part in kind.parts for sort in sorts(part)]
    if kind.name == "told" and kind.of is not None:
        return [t.states(kind.of.whole_name)]
    return [_SORTS[kind.name]]


def lies_in_arrays(kind: Kind) -> bool:
    """True if entries of this kind are terms: what a list or dict may hold."""
    return all(map(lies_in_arrays, kind.parts)) if kind.name == "tuple" else kind.name in (*_SORTS, "told")


# --- values


class Ref:
    """A reference to a cell; `heap` is that of an earlier state, if it looks back."""

    __slots__ = ("heap", "id")

    def __init__(self, id: int, heap: Heap | None = None) -> None:
        self.id, self.heap = id, heap


@dataclass(frozen=True)
class Tuple:
    """A tuple, or a record if it has a class."""

    items: tuple[Value, ...]
    cls: Class | None = None


@dataclass(frozen=True)
class Closure:
    """A function, with the names it sees beside those of its module, and the object that it is a method of."""

    function: Function
    env: Mapping[str, Value] = field(default_factory=dict)
    receiver: Value = None


@dataclass(frozen=True)
class ClassValue:
    """A class of the program."""

    cls: Class


@dataclass(frozen=True)
class Method:
    """A method of a built-in kind, with its receiver."""

    owner: Value
    name: str


@dataclass(frozen=True)
class Types:
    """Classes joined by `|`, for isinstance."""

    of: tuple[Value, ...]


@dataclass(frozen=True)
class Record:
    """A dict with constant keys that are texts, known one by one."""

    entries: Mapping[str, Value]


@dataclass(frozen=True)
class Told:
    """What a declared function is handed, such as `at`: attributes that are made when they are asked for."""

    attributes: Mapping[str, Callable[[], Value]]


@dataclass(frozen=True)
class Meaning:
    """A function that the prover itself gives a meaning: a callback of any kind, what `make` offers."""

    call: Callable[..., Any]  # (evaluator, state, node, arguments) -> [(state, value)]
    state: Ref | None = None  # what it remembers of its calls
    labels: tuple[str, ...] = ()  # what declarations call it
    real: Callable[[Any], Any] | None = None  # (values of a model) -> what Python has in its place
    name: str = ""  # of a callback: what it answers depends on this, and on how often it was called
    named: bool = False  # it takes arguments by name, too


def worded(function: Callable[..., Value]) -> Meaning:
    """What answers in the state in which it is asked: (evaluator, state, node, arguments one by one) -> value."""
    return Meaning(lambda ev, st, node, args: [(st, function(ev, st, node, *args))])


@dataclass(frozen=True)
class Text:
    """A text of which nothing is asked: the message of an error."""


@dataclass(frozen=True)
class Data:
    """What `to_dict` of a container gave: it tells a state, and can only be handed on.

    state    a term, or a reference to a state of the model, which looks back
    """

    state: Term
    of: Class


@dataclass(frozen=True)
class Bytes:
    """Bytes that are not known: those of a text, or any."""

    term: Term
    of_text: bool


@dataclass(frozen=True)
class Unequal:
    """A thing that has a hash, and is not equal to itself."""


@dataclass(frozen=True)
class Super:
    """The object of a method, as an object of the class that the method's own is made from."""

    cls: Class
    receiver: Value


@dataclass(frozen=True)
class Error:
    """An error that was raised; its message is not looked at."""

    cls: Class

    @property
    def name(self) -> str:
        """The name of its class."""
        return self.cls.name

    @property
    def ends_all(self) -> bool:
        """True if no code runs any more: it is followed elsewhere."""
        return False


@dataclass(frozen=True)
class Range:
    """`range` of terms; the step is a constant."""

    low: Term
    high: Term
    step: int


@dataclass(frozen=True)
class View:
    """A sequence that is computed: its length, and the value at each place.

    once     it is an iterator: it can be looked through once, and equals nothing
    source   the sequence of which it shows something of each item
    still    (state) -> whether what it reads is as it was, which must be so in each round of a loop over it
    over     the lists of which each item reads an entry
    numbers  of what there is any number of: it shows something at some of their places alone, those in `places`
    form     "tuple" or "range" if it is one, which equals nothing else; "" of an iterator, and of what claims make
    """

    length: Term
    at: Callable[[Term], Value]
    once: bool = False
    source: Value = None
    still: Callable[[Any], Term] | None = None
    over: tuple[Value, ...] = ()
    places: tuple[Term, ...] = ()
    numbers: Numbers | None = None
    form: str = ""


@dataclass(frozen=True)
class DictView:
    """What `keys()`, `values()` or `items()` shows of a dict, as that is when it is looked at.

    of       the dict
    shows    which of the three
    """

    of: Ref
    shows: str


# --- cells


@dataclass(frozen=True)
class ListCell:
    """A list: an array for each part of the kind of its entries, and its length; no kind while it was always empty."""

    arrays: tuple[Term, ...]
    length: Term
    kind: Kind | None


@dataclass(frozen=True)
class ReadCell(ListCell):
    """What is given as a list or as a tuple, and is only read: which of both it is nobody knows."""


@dataclass(frozen=True)
class DictCell:
    """A dict: which keys are there, an array for each part of the kind of its values, how many there are.

    keys    the keys in order, where each is known
    by      the kind of its keys, none while there never was one
    """

    present: Term
    arrays: tuple[Term, ...]
    size: Term
    kind: Kind | None
    keys: tuple[Term, ...] | None = ()
    by: Kind | None = INT


@dataclass(frozen=True)
class SetCell:
    """A set of items of a kind, none while there never was one."""

    present: Term
    size: Term
    keys: tuple[Term, ...] | None = ()
    by: Kind | None = INT


@dataclass(frozen=True)
class DistinctCell:
    """A sequence of distinct things: entries array[start ... start + length), and for each where it may stand.

    by      the kind of its entries, none while there never was one
    """

    array: Term
    start: Term
    length: Term
    place: Term
    by: Kind | None = INT


@dataclass(frozen=True)
class ObjectCell:
    """An object: its class, and a value for each field that was assigned."""

    cls: Class
    fields: Mapping[str, Value]


@dataclass(frozen=True)
class RecordCell:
    """A dict with constant keys that are texts, which may get more of them."""

    entries: Mapping[str, Value]


@dataclass(frozen=True)
class CallsCell:
    """A callback that may answer otherwise at each call: how often it was called."""

    calls: Term


@dataclass(frozen=True)
class RowCell:
    """A list of containers of a class, or a dict of them by int keys if `present` says which: the state of each."""

    states: Term
    length: Term
    of: Class
    present: Term | None = None


@dataclass(frozen=True)
class HeldCell:
    """A container that is known by its state, and stands in no list or dict."""

    state: Term
    of: Class


@dataclass(frozen=True)
class StandCell:
    """What stands for a container of the implementation: a state of its model."""

    meaning: Ref
    of: Class


@dataclass(frozen=True)
class FixedCell:
    """A list or dict of things that are known one by one, under known keys."""

    keys: tuple[int, ...]
    items: tuple[Value, ...]
    is_list: bool


Plain = ListCell | DictCell | SetCell | DistinctCell | RecordCell | CallsCell
Cell = Plain | ObjectCell | RowCell | HeldCell | StandCell | FixedCell | OpenCell | AwayCell


def owned(heap: Heap, owner: Ref) -> set[int]:
    """The numbers of what an object holds, itself or in the objects, lists and dicts that it is made of."""
    cell = heap.get(owner.id)
    held = refs_in(cell) if isinstance(cell, ObjectCell | FixedCell | OpenCell) else []
    return {each.id for each in held}.union(*(owned(heap, each) for each in held))


def refs_in(value: Value) -> list[Ref]:
    """The references that a cell or a value holds by itself."""
    match value:
        case Ref():
            return [value]
        case StandCell():
            return [value.meaning]
        case Tuple(items) | FixedCell(items=items) | OpenCell(items=items):
            return [ref for each in items for ref in refs_in(each)]
        case ObjectCell(fields=held) | RecordCell(entries=held):
            return [ref for each in held.values() for ref in refs_in(each)]
    return []
