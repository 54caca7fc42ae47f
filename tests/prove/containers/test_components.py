"""What is known of containers of which another one holds any number: what their own proofs say of states.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import Claim, Domain, Operation, Refinement, Several, step_law
from slotproof.declare.words import all_hold
from slotproof.engine.prove.containers.components import Components
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.make import RANK
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds import anything
from slotproof.engine.prove.python.kinds.rows import Part, StateOf, put_state, state_of
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import Data, Kind, Meaning, Ref, RowCell
from slotproof.engine.prove.sides.simulate import Simulation
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.solve import Solver
from slotproof.engine.prove.solver.theory import data as d
from slotproof.engine.prove.source import Refusal

from ..examples.clock import clock, represent
from ..examples.holder import with_operation
from ..examples.tally import NUMBER, PROMISE, Tally, TallyModel, is_found, is_no_less, no_fewer, read_if, tally, twice

SIZE = Operation("size", Claim("TY-R8", "`size` counts."), pure=True)
COPY = Operation("copy", Claim("TY-R5", "`copy` copies."), pure=True)


class Numbered(TallyModel):
    """One that begins with a number."""

    def __init__(self, number: int = 0) -> None:
        self.items = []
        self.count = number


class Obeying(TallyModel):
    """One that has a field of the name of a word."""

    obeys: bool

    def __init__(self) -> None:
        self.items = []
        self.count = 0
        self.obeys = False


@step_law("TY-L2", "One more is counted than before.")
def one_more(before: TallyModel, after: TallyModel) -> bool:
    return after.count == before.count + 1


@step_law("TY-L2", "As many are counted as before.")
def as_many_again(before: TallyModel, after: TallyModel) -> bool:
    return after.count == before.count


class Among:
    """An evaluator that knows tallies by their states, and one of which nothing is known."""

    def __init__(self, inner: Refinement | None = None) -> None:
        whole = read_if(is_no_less)
        inner = inner or replace(whole, operations=(*whole.operations, SIZE, COPY, replace(COPY, name="to_dict")))
        couple = inner.couple
        said = Several(inner, represent, lambda m, t: all_hold(couple, m, t), reads=("count",))
        several = {"tallies": said}
        simulation = Simulation(replace(clock(True), inside={}, several=several), Declarations(), Solver)
        self.ev, self.st = Evaluator(simulation.program, Solver(Budget(last=50_000))), State()
        [known] = simulation.components
        assert isinstance(known, Components)
        self.known, self.node = known, known.impl.node
        known.install(self.ev)
        known.learn(self.ev, self.st)
        self.held = known.any_held(self.ev, self.st, "tally")

    def state(self, st: State, held: Any = None) -> Any:
        """The state that one is in."""
        return state_of(self.ev, st, held or self.held)

    def count(self, st: State, held: Any = None) -> Any:
        """How many one has counted."""
        return self.known.attribute(self.ev, st, held or self.held, "count", self.node)

    def called(self, name: str, *given: Any) -> Results:
        """A call of an operation."""
        operation = self.known.attribute(self.ev, self.st, self.held, name, self.node)
        results: Results = self.ev.call(self.st.copy(), operation, list(given), {}, self.node)
        return results

    def leaves_open(self, st: State, said: Any) -> bool:
        """Whether that is not shown."""
        before = len(self.ev.open)
        self.ev.oblige(st.copy(), said, self.node, "it is so")
        return len(self.ev.open) > before


BY_RANK = Domain("rank", small=lambda m, scope: (), classes={}, symbolic=lambda make: make.rank("rank"))


def changed(name: str, /, **more: Any) -> Among:
    """One of whose operations something else is declared."""
    whole = read_if(is_no_less)
    return Among(with_operation(replace(whole, operations=(*whole.operations, SIZE, COPY)), name, **more))


def test_any_one_is_within_its_laws() -> None:
    """And what is true of every container is true of it."""
    several = Among()
    assert not several.leaves_open(several.st, several.known.obeys(several.state(several.st)))
    assert not several.leaves_open(several.st, t.le(0, several.count(several.st)))
    other = several.known.any_held(several.ev, several.st, "other")
    assert several.leaves_open(several.st, t.eq(several.state(several.st), several.state(several.st, other)))
    assert several.leaves_open(several.st, t.eq(several.count(several.st), several.count(several.st, other)))


def test_what_is_true_of_each_names_nothing() -> None:
    """What is named would be the same of all of them, which count otherwise."""
    for number in (0, 3, 4):
        one = Tally()
        one.count = number
        assert is_found(one)
    with pytest.raises(Refusal, match="a word in it makes a name"):
        Among(read_if(is_found))


def test_a_field_is_no_word() -> None:
    """That a state is within the laws says nothing of a field, whatever its name."""
    several = Among(replace(read_if(is_no_less), model=Obeying))
    state = several.state(several.st)
    for truth in (several.known._read(several.ev, "obeys", state), several.known.obeys(state)):
        assert several.leaves_open(several.st, t.neg(truth))
    assert several.leaves_open(several.st, several.known._read(several.ev, "obeys", state))


def test_a_call_leads_to_a_state_within_the_laws() -> None:
    """What is read stays, as that is a step; what is refused changes nothing."""
    several = Among()
    before, count, number = several.state(several.st), several.count(several.st), t.fresh("number", t.INT)
    with several.ev.catching() as raised:
        [(end, answer)] = several.called("add", number)
        [(again, _)] = several.called("add", number)
    (refused, error), _ = raised
    after = several.state(end)
    assert (answer, error.name, several.ev.rested) == (None, "OutOfRange", {"tally add"})
    assert t.same(several.state(refused), before)
    assert t.same(several.state(again), after)
    for said in (several.known.obeys(after), several.known.steps(before, after), t.eq(several.count(end), count)):
        assert not several.leaves_open(end, said)
    for st, said in ((end, t.eq(before, after)), (end, False), (refused, False)):
        assert several.leaves_open(st, said)


def test_what_is_no_step_tells_nothing_of_the_state_before() -> None:
    """But the state after is within the laws."""
    several = changed("add", law_exempt=True)
    before, count = several.state(several.st), several.count(several.st)
    with several.ev.catching():
        [(end, _)] = several.called("add", t.fresh("number", t.INT))
    after = several.state(end)
    assert not several.leaves_open(end, several.known.obeys(after))
    assert several.leaves_open(end, several.known.steps(before, after))
    assert several.leaves_open(end, t.eq(several.count(end), count))


def test_what_is_promised_is_known() -> None:
    """Of the state before, and the one after."""
    several = changed("add", law_exempt=True, promise=PROMISE)
    count = several.count(several.st)
    with several.ev.catching():
        [(end, _)] = several.called("add", t.fresh("number", t.INT))
    assert not several.leaves_open(end, t.eq(several.count(end), t.add(count, 1)))


def test_what_is_rejected_changes_nothing() -> None:
    """As the answer says."""
    several = changed("size", pure=False, rejects=lambda size: size == 0)
    before = several.state(several.st)
    [(end, size)] = several.called("size")
    assert not several.leaves_open(end, t.implies(t.eq(size, 0), t.eq(several.state(end), before)))
    assert several.leaves_open(end, t.eq(several.state(end), before))


def test_an_answer_is_a_function_of_the_state() -> None:
    """What is pure leaves it, and costs nothing of the model."""
    several = Among()
    [(end, size)], [(_, again)] = several.called("size"), several.called("size")
    assert t.same(size, again)
    assert t.same(several.state(end), several.state(several.st))
    with several.ev.catching():
        [(several.st, _)] = several.called("add", t.fresh("number", t.INT))
    [(_, later)] = several.called("size")
    assert several.leaves_open(several.st, t.eq(size, later))


def test_a_copy_is_in_the_same_state() -> None:
    """What `to_dict` gives tells it."""
    several = Among()
    [(end, twin)], [(_, data)] = several.called("copy"), several.called("to_dict")
    assert twin.id != several.held.id
    assert t.same(several.state(end, twin), several.state(several.st))
    assert isinstance(data, Data)
    assert t.same(data.state, several.state(several.st))


@pytest.mark.parametrize(
    ("name", "more", "given", "why"),
    [
        ("items", {}, (), "only what is declared may be used"),
        ("add", {"unproved": "too hard"}, (1,), "its proof says not"),
        ("from_dict", {}, (1,), "its proof says not"),
        ("add", {}, (), "its proof is for other arguments"),
        ("add", {}, (True,), "its proof is not for"),
        ("add", {"ensures": lambda before, after, result, number: {}}, (1,), "a function of the one before"),
        ("add", {"name": "asked"}, (1,), "what it answers has no kind here"),
        ("size", {"agree": lambda mine, its: True}, (), "what it answers has no kind here"),
        ("size", {"name": "listed"}, (), "what it answers has no kind here"),
        ("size", {"takes": (BY_RANK,)}, (Meaning(lambda *given: [], labels=RANK),), "of another function is not known"),
        ("copy", {"pure": False}, (), "it is no plain copy of the state"),
        ("copy", {"takes": (NUMBER,)}, (1,), "it is no plain copy of the state"),
    ],
)
def test_what_is_not_known_is_refused(name: str, more: dict[str, Any], given: tuple[Any, ...], why: str) -> None:
    """What no proof says, or not of that."""
    several = Among() if name == "items" else changed(name, **more)
    with pytest.raises(Refusal, match=why), several.ev.catching():
        several.called(more.get("name", name), *given)


def test_what_is_told_of_data_is_the_state_that_is_read() -> None:
    """If it is accepted at all."""
    several = Among()
    data, other = t.fresh("data", d.ANY), t.fresh("other", d.ANY)
    made = several.known.read_from(several.ev, several.st, data)
    assert not several.leaves_open(several.st, several.known.obeys(several.state(several.st, made)))
    assert not several.leaves_open(several.st, several.known.told(several.ev, several.st, made, data))
    assert several.leaves_open(several.st, several.known.told(several.ev, several.st, made, other))
    assert several.leaves_open(several.st, several.known.told(several.ev, several.st, several.held, data))


def test_what_is_told_of_a_list_is_told_of_each() -> None:
    """From the first to the last; and there are no more."""
    several = Among()
    data, length, place = t.fresh("data", d.ANY), t.fresh("length", t.INT), t.fresh("place", t.INT)
    row = several.st.allocate(RowCell(t.fresh_array("row", several.known.sort), length, several.known.model))
    several.st.assume(anything.told(several.ev, row, Kind("list"), data, several.st))
    told_there = several.known.told(several.ev, several.st, Part(row, place), t.select(d.ENTRIES(data), place))
    within = t.conj(t.le(0, place), t.lt(place, length))
    assert not several.leaves_open(several.st, t.implies(within, told_there))
    assert several.leaves_open(several.st, t.implies(t.eq(place, length), told_there))
    assert not several.leaves_open(several.st, t.conj(t.eq(d.LENGTH(data), length), d.is_of(data, "list")))


def test_data_tells_a_state_within_the_laws() -> None:
    """That is obliged where it is read back."""
    several = Among()
    for state, told in ((several.state(several.st), []), (t.fresh("any", several.known.sort), ["what is read was"])):
        made = several.known.in_state(several.ev, several.st.copy(), state)
        assert isinstance(made, Ref)
        assert [each.what[:16] for each in several.ev.open] == told


def test_words_are_of_such_containers() -> None:
    """And of their data."""
    several = Among()
    model, other = several.ev.program.the_class(clock(True).model), State()
    for word, given, why in (
        (several.known._word_same, [several.held, 7], "name one"),
        (several.known._word_obeys, [7], "name one"),
        (several.known._word_tells, [Data(several.state(several.st), model), several.held], "name what `to_dict` gave"),
        (several.known._word_tells, [7, several.held], "name what `to_dict` gave"),
        (several.known._word_all_holding, [several.held], "no list of what `to_dict` gave"),
        (several.known._word_by_index, [several.held], "no list of containers"),
    ):
        with pytest.raises(Refusal, match=why):
            word(several.ev, several.st, several.node, given)
    with pytest.raises(Refusal, match="it stands nowhere"):
        put_state(several.ev, other, StateOf(7, model), 8, several.node)


def test_a_new_one_has_what_the_constructor_gives() -> None:
    """It is within the laws."""
    several = Among()
    [(end, made)] = several.known.construct(several.ev, several.st, [], {}, several.node)
    for said in (several.known.obeys(several.state(end, made)), t.eq(several.count(end, made), 0)):
        assert not several.leaves_open(end, said)
    with pytest.raises(Refusal, match="it takes others"):
        several.known.construct(several.ev, several.st, [7], {}, several.node)


def test_what_is_made_is_what_its_proof_is_for() -> None:
    """As it is configured, and by nothing but its constructor and `from_dict`."""
    number = {"model": Numbered, "configure": lambda make: {"number": make.int("number")}}
    for more, given, why in (
        ({"configure": None}, {}, "it declares no constructor"),
        ({"configured": "some"}, {}, "its proof is for some alone"),
        (number, {"number": True}, "proofs are for no such value"),
    ):
        several = Among(replace(read_if(is_no_less), **more))
        with pytest.raises(Refusal, match=why):
            several.known.configured(several.ev, several.st, [], given, several.node)
    with pytest.raises(Refusal, match="nothing is known of it"):
        several.known.of_class(several.ev, "of_nothing", several.node)


@pytest.mark.parametrize(
    ("law", "told"),
    [
        (no_fewer, ["a step of a tally leaves count alone"]),
        (one_more, ["TY-L2 of a tally that stays as it is: One more is counted than before."]),
        (as_many_again, []),
    ],
)
def test_no_step_is_a_step(law: Claim, told: list[str]) -> None:
    """And what is read stays in each, as the laws of steps say."""
    several = Among(replace(tally(twice), laws=(law,)))
    several.known.show_known(several.ev)
    assert [each.what for each in several.ev.open] == told
