"""What two runs of an observer answered is compared part by part, and each part by what it is.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.python.kinds.numbered import Numbers, OpenCell
from slotproof.engine.prove.python.kinds.rows import StateOf
from slotproof.engine.prove.python.kinds.values import (
    INT,
    Cell,
    Data,
    DictCell,
    FixedCell,
    ListCell,
    ObjectCell,
    RecordCell,
    RowCell,
    SetCell,
    StandCell,
    Tuple,
    View,
)
from slotproof.engine.prove.sides.alike import _parts
from slotproof.engine.prove.sides.simulate import Simulation
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.solve import Solver
from slotproof.engine.prove.source import Refusal

from ..containers.test_components import Among
from ..examples.holder import Holder
from ..examples.tally import is_no_less, read_if, tally, twice

ONE, TWO, COUNT = (t.fresh(name, t.INT) for name in ("one", "two", "counted"))
NUMBERS = Numbers(COUNT, (0, ONE), "row")
ENTRIES, OTHERS = (t.fresh_array(name, t.INT) for name in ("entries", "others"))
HAS, HAD = (t.fresh_array(name, t.BOOL) for name in ("has", "had"))
STATES, STATE, ANOTHER = t.states("Tally"), *(t.fresh(name, t.states("Tally")) for name in ("state", "another"))
ROW = t.fresh_array("row", STATES)


class Answered(Holder):
    """What two runs may have answered, beside a tally that is held."""

    def __init__(self) -> None:
        super().__init__(read_if(is_no_less))
        self.held = self.within.any_held(self.ev, self.st, "tally")
        self.ev.components[self.within.model] = self.within
        self.simulation = Simulation(tally(twice), Declarations(), Solver)

    def of(self, cell: Cell) -> Any:
        """A thing."""
        return self.st.allocate(cell)

    def thing(self, count: Any, of: str = "model") -> ObjectCell:
        """An object with a field."""
        return ObjectCell(getattr(self.within, of), {"count": count})

    def stand(self, count: Any, of: str = "impl") -> StandCell:
        """What stands for a container that counts so many."""
        return StandCell(self.of(self.thing(count)), getattr(self.within, of))

    def data(self, count: Any, of: str = "model") -> Data:
        """What it wrote."""
        return Data(self.of(self.thing(count)), getattr(self.within, of))

    def row(self, states: Any, length: Any = COUNT, of: str = "model") -> RowCell:
        """A list of containers."""
        return RowCell(states, length, getattr(self.within, of))

    def of_states(self, states: Any, length: Any = COUNT) -> View:
        """The data of one container after the other."""
        return View(length, lambda place: Data(t.select(states, place), self.within.model))

    def alike(self, one: Any, two: Any) -> list[tuple[str, bool]]:
        """Each part, and whether it is shown to be the same."""
        parts = _parts(self.ev, self.st, one, two, self.simulation)
        return [(name, not self.leaves_open(self.st, same)) for name, same in parts]


def of_dict(size: Any, entries: Any = ENTRIES, has: Any = HAS) -> DictCell:
    """A dict from numbers to numbers."""
    return DictCell(has, (entries,), size, INT, None)


def open_of(first: Any, numbers: Numbers = NUMBERS, is_list: bool = True) -> OpenCell:
    """Any number of things, of which two are looked at."""
    return OpenCell(numbers, (0, ONE), (first, 7), is_list)


Pair = Callable[[Answered], tuple[Any, Any]]
PAIRS: dict[str, tuple[Pair, list[tuple[str, bool]]]] = {
    "a number": (lambda a: (ONE, ONE), [("", True)]),
    "two numbers": (lambda a: (ONE, TWO), [("", False)]),
    "two that are known": (lambda a: (3, 4), [("", False)]),
    "none": (lambda a: (None, None), [("", True)]),
    "pairs": (lambda a: (Tuple((ONE, 3)), Tuple((TWO, 3))), [(" [0]", False), (" [1]", True)]),
    "a pair within": (
        lambda a: (Tuple((Tuple((ONE,)), 3)), Tuple((Tuple((TWO,)), 3))),
        [(" [0] [0]", False), (" [1]", True)],
    ),
    "more in a tuple": (lambda a: (Tuple((ONE,)), Tuple((ONE, ONE))), [("", False)]),
    "objects": (lambda a: (a.of(a.thing(ONE)), a.of(a.thing(ONE))), [(", count", True)]),
    "other objects": (lambda a: (a.of(a.thing(ONE)), a.of(a.thing(TWO))), [(", count", False)]),
    "of two classes": (lambda a: (a.of(a.thing(ONE)), a.of(a.thing(ONE, "impl"))), [("", False)]),
    "records": (
        lambda a: (a.of(RecordCell({"n": ONE, "m": 3})), a.of(RecordCell({"m": 3, "n": TWO}))),
        [(" (n)", False), (" (m)", True)],
    ),
    "records of other keys": (
        lambda a: (a.of(RecordCell({"n": ONE})), a.of(RecordCell({"n": ONE, "m": 3}))),
        [("", False)],
    ),
    "held": (lambda a: (a.of(a.stand(ONE)), a.of(a.stand(ONE))), [(", count", True)]),
    "others held": (lambda a: (a.of(a.stand(ONE)), a.of(a.stand(TWO))), [(", count", False)]),
    "one held for another": (lambda a: (a.of(a.stand(ONE)), a.of(a.stand(ONE, "model"))), [("", False)]),
    "known one by one": (
        lambda a: (a.of(FixedCell((0, 1), (ONE, 3), True)), a.of(FixedCell((0, 1), (TWO, 3), True))),
        [(" [0]", False), (" [1]", True)],
    ),
    "under other keys": (
        lambda a: (a.of(FixedCell((0, 1), (ONE, 3), False)), a.of(FixedCell((0, 2), (ONE, 3), False))),
        [("", False)],
    ),
    "of any number": (
        lambda a: (a.of(open_of(ONE)), a.of(open_of(TWO))),
        [("", True), (" [0]", False), (" [1]", True)],
    ),
    "of another number": (
        lambda a: (a.of(open_of(ONE)), a.of(open_of(ONE, replace(NUMBERS, count=TWO)))),
        [("", False), (" [0]", True), (" [1]", True)],
    ),
    "of any number of others": (
        lambda a: (a.of(open_of(ONE)), a.of(open_of(ONE, replace(NUMBERS, of="line")))),
        [("", False)],
    ),
    "dicts": (lambda a: (a.of(of_dict(ONE)), a.of(of_dict(ONE))), [("", True), ("", True)]),
    "a dict of another size": (lambda a: (a.of(of_dict(ONE)), a.of(of_dict(TWO))), [("", False), ("", True)]),
    "a dict of others": (lambda a: (a.of(of_dict(ONE)), a.of(of_dict(ONE, OTHERS))), [("", True), ("", False)]),
    "a set of another size": (
        lambda a: (a.of(SetCell(HAS, ONE, None)), a.of(SetCell(HAS, TWO, None))),
        [("", False), ("", True)],
    ),
    "a set of others": (
        lambda a: (a.of(SetCell(HAS, ONE, None)), a.of(SetCell(HAD, ONE, None))),
        [("", True), ("", False)],
    ),
    "lists": (
        lambda a: (a.of(ListCell((ENTRIES,), COUNT, INT)), a.of(ListCell((ENTRIES,), COUNT, INT))),
        [("", True)],
    ),
    "a list of others": (
        lambda a: (a.of(ListCell((ENTRIES,), COUNT, INT)), a.of(ListCell((OTHERS,), COUNT, INT))),
        [("", False)],
    ),
    "a list and a dict": (lambda a: (a.of(ListCell((ENTRIES,), COUNT, INT)), a.of(of_dict(COUNT))), [("", False)]),
    "rows": (lambda a: (a.of(a.row(ROW)), a.of(a.row(ROW))), [("", True)]),
    "a longer row": (lambda a: (a.of(a.row(ROW)), a.of(a.row(ROW, ONE))), [("", False)]),
    "a row of others": (lambda a: (a.of(a.row(ROW)), a.of(a.row(ROW, of="impl"))), [("", False)]),
    "data": (lambda a: (a.data(ONE), a.data(ONE)), [(", count", True)]),
    "other data": (lambda a: (a.data(ONE), a.data(TWO)), [(", count", False)]),
    "data of a state": (lambda a: (Data(STATE, a.within.model), Data(STATE, a.within.model)), [("", True)]),
    "data of two states": (lambda a: (Data(STATE, a.within.model), Data(ANOTHER, a.within.model)), [("", False)]),
    "an iterator": (
        lambda a: (View(COUNT, lambda n: t.add(n, 1), once=True), View(COUNT, lambda n: t.add(1, n), once=True)),
        [("", True)],
    ),
    "an iterator of others": (
        lambda a: (View(COUNT, lambda n: n, once=True), View(COUNT, lambda n: t.add(n, 1), once=True)),
        [("", False)],
    ),
    "data one after the other": (
        lambda a: (a.of_states(ROW), a.of_states(ROW)),
        [("", True)],
    ),
    "less data": (lambda a: (a.of_states(ROW), a.of_states(ROW, ONE)), [("", False)]),
    "other data one after the other": (
        lambda a: (a.of_states(ROW), a.of_states(t.fresh_array("states", STATES))),
        [("", False)],
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_answers_are_compared_part_by_part(name: str) -> None:
    """Each has its name, and is the same or not."""
    answered = Answered()
    pair, wanted = PAIRS[name]
    assert answered.alike(*pair(answered)) == wanted
    assert answered.ev.depth == 0


def test_containers_of_which_there_are_many_are_alike_in_one_state() -> None:
    """Wherever each stands; one of another kind is not."""
    among, simulation = Among(), Simulation(tally(twice), Declarations(), Solver)
    ev, st, of = among.ev, among.st, among.known.impl
    state = among.state(st)
    other = t.fresh("other", t.states(among.known.model.whole_name))
    there, same, away = (StateOf(each, of) for each in (state, state, other))
    for one, two, is_same in ((among.held, there, True), (there, same, True), (there, away, False)):
        [(name, said)] = _parts(ev, st, one, two, simulation)
        before = len(ev.open)
        ev.oblige(st, said, among.node, "they are alike")
        assert (name, len(ev.open) == before) == ("", is_same)
    with pytest.raises(Refusal):
        _parts(ev, st, there, 3, simulation)
