"""One call in CPython, and the same one in the evaluator of the prover."""

from __future__ import annotations

import ast
import copy
import gc
import random
import signal
import sys
from dataclasses import replace
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any, Final, NamedTuple

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.cells import (
    empty_dict,
    empty_distinct,
    empty_set,
    entry,
    with_item,
    with_key,
    written,
)
from slotproof.engine.prove.python.kinds.state import Setting, State, Stopped
from slotproof.engine.prove.python.kinds.values import (
    DictCell,
    DistinctCell,
    ListCell,
    ObjectCell,
    Ref,
    SetCell,
    Text,
    Tuple,
    View,
)
from slotproof.engine.prove.python.logic.words import appended
from slotproof.engine.prove.solver import terms
from slotproof.engine.prove.solver.triggers import children
from slotproof.engine.prove.source import Class, Refusal
from slotproof.gate.authoring.counting import COUNTER, put
from slotproof.spec.errors import SlotproofError
from slotproof.spec.logic import Distinct

from .counting import CLASSES, counted, counting

NUMBERS: Final = range(-2, 5)
DATA: Final = (0, 3, -1, True, None, "x", [1, 2], (1,))
MOST_LINES: Final = 120
"""Lines that a call may run in CPython."""

ENDLESS: Final = 2.0
"""Seconds of CPU after which a call is endless, which has caught what was to end it."""

MOST_BITS: Final = 2000
MOST_TERMS: Final = 4000
"""That the evaluator may look at in a call."""

MOST_STATEMENTS: Final = 4000
"""That the evaluator may run in a call."""

MOST_ENTRIES: Final = 20
"""Of a number and of a list, dict or set; what gets larger is not compared."""

OURS: Final = "an obligation is open"


class TooLong(BaseException):
    """A call runs more lines than it may."""


class Start(NamedTuple):
    """The fields of the box, those of the second box if it is another one, and the arguments behind it."""

    fields: dict[str, Any]
    peer: dict[str, Any] | None
    numbers: tuple[int, int]
    data: Any


class Ended(NamedTuple):
    """How a call ended: result, error, fields of both boxes; reads and writes if they are known, or the most of them."""

    value: Any
    error: str
    fields: tuple[dict[str, Any], ...]
    counts: tuple[int, int] | None = None
    at_most: bool = False


def fields(chance: random.Random) -> dict[str, Any]:
    """Fields of a box."""

    def some(most: int) -> list[int]:
        return [chance.choice(NUMBERS) for _ in range(chance.randint(0, most))]

    return {
        "items": some(4),
        "table": dict(zip(some(3), some(3), strict=False)),
        "marks": set(some(3)),
        "rows": [*zip(some(3), some(3), strict=False)],
        "point": tuple(chance.choice(NUMBERS) for _ in range(2)),
        "flag": chance.random() < 0.5,
        "order": chance.sample(list(NUMBERS), chance.randint(0, 3)),
        "number": chance.choice(NUMBERS),
    }


def start(chance: random.Random) -> Start:
    """A state to start from; in one of four the second box is the first one."""
    peer = fields(chance) if chance.random() < 0.75 else None
    return Start(fields(chance), peer, (chance.choice(NUMBERS), chance.choice(NUMBERS)), chance.choice(DATA))


def loaded(name: str, source: str | ast.Module | CodeType, file: Path | None = None) -> ModuleType:
    """The module of a text or of code, which is in a file if the prover is to find it."""
    module = ModuleType(name)
    held = vars(module)
    held.update(CLASSES if isinstance(source, ast.Module) else {})
    sys.modules[name] = module
    if file is not None and isinstance(source, str):
        file.write_text(source, encoding="utf-8")
        held["__file__"] = str(file)
    code = source if isinstance(source, CodeType) else compile(source, str(file or name), "exec", dont_inherit=True)
    exec(code, held)
    if isinstance(source, ast.Module) and "Box" in held:
        held["Box"].__setattr__ = put
    return module


def box_of(module: ModuleType, held: dict[str, Any]) -> Any:
    """A box with these fields."""
    box = object.__new__(module.Box)
    vars(box).update(copy.deepcopy(held))
    if "point" in held:
        box.point = module.Point(*held["point"])
        box.order = Distinct(held["order"])
    return box


def arguments(box: Any, peer: Any, given: Start) -> list[Any]:
    """What a method is called with."""
    return [*given.numbers, box if peer is None else peer, copy.deepcopy(given.data)]


def really(module: ModuleType, name: str, given: Start, counts: bool = False, most: int = MOST_LINES) -> Ended:
    """What a call gives in CPython.

    Takes      most, lines that it may run

    Raises     TooLong
    """
    box = box_of(module, given.fields)
    peer = None if given.peer is None else box_of(module, given.peer)
    for each in (box, peer) if counts else ():
        for field, held in vars(each).items() if each is not None else ():
            vars(each)[field] = counted(held)
    said, error = None, ""
    args = arguments(box, peer, given)
    with Watched(most):
        COUNTER.begin(box)
        try:
            said = getattr(box, name)(*args)
            said = list(said) if hasattr(said, "__next__") else said
        except (SlotproofError, Exception) as raised:
            said, error = None, type(raised).__name__
        tally = COUNTER.reads, COUNTER.writes
        COUNTER.end()
    held = tuple(dict(vars(each)) for each in (box, peer) if each is not None)
    return Ended(said, error, held, tally if counts else None)


COUNTING: Final = frozenset(each.__code__.co_filename for each in (counting, COUNTER.note))  # lines that do not count


class Watched:
    """Ends a call that runs too many lines; one that catches this ends by the seconds of CPU, if need be repeatedly.

    Nothing is let go of meanwhile: an error in a finalizer of somebody else's would end nothing.
    """

    def __init__(self, most: int) -> None:
        self.left, self.collects = most, gc.isenabled()

    def __enter__(self) -> None:
        gc.disable()
        if self.left:
            signal.signal(signal.SIGVTALRM, _end)
            signal.setitimer(signal.ITIMER_VIRTUAL, ENDLESS, ENDLESS)
            sys.settrace(self._line)

    def __exit__(self, *said: object) -> None:
        sys.settrace(None)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if self.collects:
            gc.enable()

    def _line(self, frame: FrameType, event: str, given: Any) -> Any:
        if frame.f_code.co_filename in COUNTING:
            return None
        self.left -= 1
        held = [*frame.f_locals.values()]
        held += vars(held[0]).values() if held and type(held[0]).__name__ == "Box" else []
        if self.left < 0 or any(map(_is_large, held)):
            raise TooLong
        return self._line


def _end(number: int, frame: FrameType | None) -> None:
    raise TooLong


def _is_large(held: Any) -> bool:
    if type(held) is int:
        return held.bit_length() > MOST_BITS
    return isinstance(held, list | dict | set) and len(held) > MOST_ENTRIES


class _Evaluator(Evaluator):
    """Stops where an obligation is open: there CPython ends in an error; writes lists down entry by entry.

    A list that is made of another one is a term that reads the other one, twice for each entry; of lists that were
    changed again and again there would be no end of terms.
    """

    ran = 0
    at_most = False  # of branches that are not told apart, what costs more was counted

    def _keep_facts(self, st: State, ends: Any, node: ast.AST) -> None:
        super()._keep_facts(st, ends, node)
        counted = {
            (each.reads, each.writes) for each in (*ends, *([st] if isinstance(node, ast.BoolOp | ast.Compare) else []))
        }
        self.at_most |= len(counted) > 1

    def put(self, st: State, ref: Ref, cell: Any, node: ast.AST) -> None:
        if isinstance(cell, ListCell) and cell.kind is not None and type(cell.length) is int:
            flat = ListCell((), 0, cell.kind)
            for place in range(cell.length):
                flat = replace(written(flat, place, entry(cell, place)), length=place + 1)
            cell = replace(flat, arrays=flat.arrays or cell.arrays)
        super().put(st, ref, cell, node)

    def statement(self, node: ast.stmt, st: State) -> Any:
        self.ran += 1
        if self.ran > MOST_STATEMENTS:
            raise Refusal("here", "too many statements", "a loop goes on where CPython ends in an error", "end it")
        return super().statement(node, st)

    def oblige(self, st: State, goal: Any, node: ast.AST, what: str, place: str = "") -> None:
        super().oblige(st, goal, node, what, place)
        if self.open:
            raise Stopped


class _Bounded:
    """Refuses a call for which the evaluator looks at too many terms: lists that are made of each other again and again."""

    def __init__(self) -> None:
        self.left, self.children = MOST_TERMS, children

    def __enter__(self) -> None:
        setattr(terms, "children", self._of)  # noqa: B010

    def __exit__(self, *said: object) -> None:
        setattr(terms, "children", self.children)  # noqa: B010

    def _of(self, term: Any) -> Any:
        self.left -= 1
        if self.left < 0:
            raise Refusal("here", "too many terms", "lists are made of each other", "make fewer")
        return self.children(term)


class Known:
    """Programs of known values, as the evaluator has them."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.program = Declarations({name: text})

    def ended(self, module: ModuleType, method: str, given: Start) -> Ended | str:
        """How a call ends; or why that is not told: one of the words in `untold`.

        Raises     whatever a mistake of the evaluator raises
        """
        try:
            with _Bounded():
                return self._called(module, method, given)
        except Stopped:
            return OURS
        except Refusal as refusal:
            return f"refused: {refusal.what}: {refusal.why}"

    def _called(self, module: ModuleType, name: str, given: Start) -> Ended | str:
        cls = self.program.class_named(self.name, "Box")
        st, ev = State(), _Evaluator(self.program, None)
        ev.stack.append(cls)
        box = box_of(module, given.fields)
        peer = None if given.peer is None else box_of(module, given.peer)
        refs = [self._object(ev, st, cls, each) for each in (box, peer) if each is not None]
        ev.setting = Setting(impl=refs[0], before=dict(st.heap))
        held = st.heap[refs[0].id].fields.values()
        ev.counted = frozenset(each.id for each in held if isinstance(each, Ref))
        args = [*given.numbers, refs[-1], self.value(ev, st, given.data)]
        with ev.running_code(), ev.catching() as raised:
            ends = ev.call(st, ev.attribute(st, refs[0], name, cls.node), args, {}, cls.node)
        told: list[tuple[State, Any, str]] = [(end, value, "") for end, value in ends]
        told += [(end, None, error.name) for end, error in raised]
        told = [each for each in told if not each[0].dead]
        if len(told) != 1:
            return f"refused: {len(told)} ways"
        [(end, value, error)] = told
        try:
            after = tuple(self._fields(end, each) for each in refs)
            counts = (end.reads, end.writes) if type(end.reads) is type(end.writes) is int else None
            return Ended(self.back(end, value), error, after, counts, ev.at_most)
        except LookupError as unknown:
            return f"refused: {unknown}"

    def _object(self, ev: Evaluator, st: State, cls: Class, live: Any) -> Ref:
        return st.allocate(ObjectCell(cls, {name: self.value(ev, st, held) for name, held in vars(live).items()}))

    def _fields(self, st: State, ref: Ref) -> dict[str, Any]:
        return {name: self.back(st, held) for name, held in st.heap[ref.id].fields.items()}

    def value(self, ev: Evaluator, st: State, held: Any) -> Any:
        """A Python value as one of the language."""
        match held:
            case None | bool() | int() | str():
                return held
            case tuple():
                parts = tuple(self.value(ev, st, each) for each in held)
                of = type(held).__name__ if hasattr(held, "_fields") else ""
                return Tuple(parts, self.program.class_named(self.name, of) if of else None)
            case Distinct():
                row = empty_distinct()
                for each in held:
                    row = appended(row, each)
                return st.allocate(row)
            case list():
                return ev.listed(st, [self.value(ev, st, each) for each in held], ev.stack[-1].node)
            case dict():
                table = empty_dict()
                for key, each in held.items():
                    table = with_key(table, key, self.value(ev, st, each))
                return st.allocate(table)
            case set():
                marks = empty_set()
                for each in held:
                    marks = with_item(marks, each)
                return st.allocate(marks)
        raise Refusal("the start", type(held).__name__, "no value of the language", "take another one")

    def back(self, st: State, value: Any) -> Any:
        """A value of the language as Python has it.

        Raises     LookupError of what is not known
        """
        match value:
            case None | bool() | int() | str():
                return value
            case Tuple():
                return tuple(self.back(st, each) for each in value.items)
            case View() if terms.known(value.length):
                return [self.back(st, value.at(place)) for place in range(value.length)]
            case Ref():
                return self._held(st, st.heap[value.id])
            case Text():
                raise LookupError("a text")
        raise LookupError(type(value).__name__)

    def _held(self, st: State, cell: Any) -> Any:
        if not terms.known(getattr(cell, "length", 0)):
            raise LookupError("a list of a length that is not known")
        match cell:
            case ListCell():
                return [self.back(st, entry(cell, place)) for place in range(cell.length)]
            case DistinctCell():
                return [self.back(st, self._at(cell, place)) for place in range(cell.length)]
            case DictCell() if cell.keys is not None and len(cell.keys) == cell.size:
                return {key: self.back(st, entry(cell, key)) for key in cell.keys}
            case SetCell() if cell.keys is not None and len(cell.keys) == cell.size:
                return set(cell.keys)
        raise LookupError(type(cell).__name__)

    def _at(self, cell: DistinctCell, place: int) -> Any:
        return terms.select(cell.array, cell.start + place)


def exactly(value: Any) -> Any:
    """A value in which `True` is not 1."""
    match value:
        case tuple() | list():
            return (isinstance(value, tuple), *map(exactly, value))
        case dict():
            return {"dict": {exactly(key): exactly(each) for key, each in value.items()}}
        case set():
            return {exactly(each) for each in value}
    return (type(value).__name__, value)


def counts_of(text: str) -> ModuleType:
    """The module of a program in which lists, dicts and sets count."""
    return loaded("counted_box", counting(text))
