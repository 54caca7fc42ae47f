"""The walk finds what is broken, says how to see it, says what it has not tried, and does the same each time."""

import copy
import itertools
from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from slotproof.declare import Claim, Domain, Operation, Refinement, Scope
from slotproof.declare.verdict import Failure, Status, Verdict, silent
from slotproof.engine.step import Both
from slotproof.engine.walk.coverage import render
from slotproof.engine.walk.lockstep import ALL, Draw, Pair, Walked
from slotproof.engine.walk.machine import Disagreement, machine
from slotproof.engine.walk.program import CYCLE_BITS, decode, programs, shrink
from slotproof.engine.walk.walk import (
    DEEP_STEPS,
    DEFAULT,
    SEED,
    STEPS,
    configurations,
    run,
    trace,
    units,
    walk,
)
from slotproof.impl.handle_map import HandleMap
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.spec.errors import Full, InvalidArgument, Missing
from slotproof.spec.handle import Handle

from ...containers.breaks.breaks import BREAKS, SOURCE, Break, broken_refinement, compiled
from ...quick import first_only

TINY: Final = next(unit for unit in units(HANDLE_MAP, deep=False) if unit != DEFAULT)
SHORT: Final = 20_000  # steps: enough for every ordered pair of operations of the handle map
EXAMPLES: Final = settings(
    derandomize=True,
    database=None,
    max_examples=60,
    stateful_step_count=30,
    deadline=None,
    report_multiple_bugs=False,
    phases=(Phase.generate, Phase.shrink),  # explaining a failure takes ten times as long as finding it
)


def failed(verdicts: list[Verdict]) -> dict[str, Failure]:
    """Claim -> failure, of those that failed."""
    return {each.claim: each.failure for each in verdicts if each.status is Status.FAILED and each.failure is not None}


def first_failures(refinement: Refinement) -> dict[str, Failure]:
    """The failures of the first unit that has some, tiny widths first, within the default budget."""
    for unit in sorted(configurations(refinement), key=lambda unit: unit == DEFAULT):
        if found := failed(run(refinement, unit, False, silent)):
            return found
    return {}


def with_operation(name: str, **changes: Any) -> Refinement:
    """The handle map with one operation declared in another way."""
    operations = tuple(replace(each, **changes) if each.name == name else each for each in HANDLE_MAP.operations)
    return replace(HANDLE_MAP, operations=operations)


# The handle map


@pytest.mark.parametrize("unit", first_only(units(HANDLE_MAP, deep=False)))
def test_the_handle_map_survives(unit: str) -> None:
    """Every claim that is looked at is sampled, with the counts that say how far."""
    verdicts = walk(HANDLE_MAP, unit, SHORT)
    assert not failed(verdicts)
    assert {each.status for each in verdicts} == {Status.SAMPLED}
    expected = {each.claim for each in verdicts}
    looked_at = [*HANDLE_MAP.laws, *(law.claim for law in HANDLE_MAP.answers), *HANDLE_MAP.couple]
    looked_at += [operation.claim for operation in HANDLE_MAP.operations]
    assert expected == {claim.id for claim in looked_at if unit != DEFAULT or not claim.step}
    for each in verdicts:
        assert each.evidence["steps"] >= SHORT
        assert each.evidence["looks"] > 0
        assert each.evidence["pairs_covered"] == each.evidence["pairs_total"] == len(HANDLE_MAP.operations) ** 2
        assert str(each.evidence["seed"]).endswith(str(SEED))


def test_units_are_the_configurations() -> None:
    """The default configuration and each configuration of a walked scope is one unit, once."""
    found = configurations(HANDLE_MAP)
    assert found[DEFAULT] == {}
    assert all(dict(scope.configuration) in found.values() for scope in HANDLE_MAP.scopes if scope.walked)
    assert len({repr(sorted(each.items())) for each in found.values()}) == len(found)


def test_deep_is_longer() -> None:
    """The deep profile walks fifteen times as far, and in all configurations."""
    assert DEEP_STEPS == 15 * STEPS
    assert units(HANDLE_MAP, deep=True) == list(configurations(HANDLE_MAP))


def test_each_policy_is_walked_by_default() -> None:
    """Beside the default widths and the first tiny ones, one for each policy that none before it has."""
    by_default = units(HANDLE_MAP, deep=False)
    assert by_default[0] == DEFAULT
    assert set(by_default) < set(units(HANDLE_MAP, deep=True))
    found = [configurations(HANDLE_MAP)[unit] for unit in by_default]
    policies = {(name, value) for each in configurations(HANDLE_MAP).values() for name, value in each.items()}
    named = {(name, value) for name, value in policies if not isinstance(value, int | float)}
    assert {(name, value) for each in found for name, value in each.items()} >= named


@pytest.mark.parametrize("change", BREAKS, ids=lambda change: change.id)
def test_breaks_are_found(change: Break) -> None:
    """The default budget finds the break, and the trace shows it on a new container, without steps it does not need."""
    refinement = broken_refinement(change)
    failures = first_failures(refinement)
    assert failures
    failure = next(iter(failures.values()))
    assert failure.start == "new container"
    assert 1 <= len(failure.trace) <= 8
    assert shows(refinement, failure)
    assert not shows(HANDLE_MAP, failure)


def shows(refinement: Refinement, failure: Failure) -> bool:
    """True if the operations of the trace, called again, break something at the last of them and nothing before."""
    pair = Pair(Walked(refinement, failure.configuration))
    broken = [
        pair.run(pair.subject.number[step.operation], list(step.arguments), ALL)[0] is not None
        for step in failure.trace
    ]
    return broken == [False] * (len(broken) - 1) + [True]


def test_a_failure_shows_both_sides() -> None:
    """A failure holds the arrays and the model before and after the last step, and the claims that broke."""
    change = next(each for each in BREAKS if each.id == "moved-slot-not-fixed")
    failure = first_failures(broken_refinement(change))["HM-I2"]
    assert failure.broken[0] == failure.claim == "HM-I2"
    assert [step.operation for step in failure.trace][-1] in {"erase", "erase_items"}
    assert len(failure.before["dense"]) == len(failure.model_before["order"])
    assert failure.after["dense"] != failure.before["dense"]
    assert failure.model_after["order"] != failure.model_before["order"]


@pytest.mark.long
def test_wide_generations_run_out() -> None:
    """Cycles use up generations of five bits: a container that does not notice the last one is found."""
    text = "        if generation == self.generation_limit:\n"
    assert SOURCE.count(text) == 1
    wide = Scope("wide", {"index_bits": 2, "generation_bits": CYCLE_BITS - 1, "type_bits": 1})
    broken = replace(HANDLE_MAP, impl=compiled(SOURCE.replace(text, "        if generation < 0:\n")), scopes=(wide,))
    unit = units(broken, deep=False)[1]
    assert failed(run(broken, unit, False, silent))


# Claims


def test_a_false_claim_fails_before_the_first_step() -> None:
    """A claim that does not hold of the new container fails with an empty trace."""
    never = Claim("HM-I99", "Never.", lambda m, h: False)
    failures = failed(walk(replace(HANDLE_MAP, couple=(*HANDLE_MAP.couple, never)), TINY, SHORT))
    assert list(failures) == ["HM-I99"]
    assert failures["HM-I99"].trace == ()


def test_a_false_law_of_steps_fails() -> None:
    """A law of steps is looked at, and the trace ends with the step that breaks it."""
    grows = Claim("HM-L99", "No value goes.", lambda before, after: len(before.order) <= len(after.order), step=True)
    failures = failed(walk(replace(HANDLE_MAP, laws=(*HANDLE_MAP.laws, grows)), TINY, SHORT))
    assert list(failures) == ["HM-L99"]
    assert len(failures["HM-L99"].trace) == 2


def test_a_claim_that_cannot_be_evaluated_fails() -> None:
    """A claim that raises does not hold."""
    raises = Claim("HM-I99", "Raises.", lambda m, h: h.dense[len(m.order)] == 0)
    assert "HM-I99" in failed(walk(replace(HANDLE_MAP, couple=(*HANDLE_MAP.couple, raises)), TINY, SHORT))


def test_pure_operations_change_nothing() -> None:
    """An operation that is declared pure and changes both sides alike is found."""

    def peek(state: Any) -> int:
        state.reserved = 1
        return 0

    failures = failed(walk(with_operation("size", model=peek, impl=peek), TINY, SHORT))
    assert list(failures) == ["HM-R21"]
    assert "changes nothing" in failures["HM-R21"].message


def test_undocumented_errors_fail_on_both_sides() -> None:
    """An error that no operation documents is a failure, also if both sides raise it; one of an argument is not."""

    def crash(state: Any) -> int:
        raise IndexError(f"no such place in {state}")

    failures = failed(walk(with_operation("size", model=crash, impl=crash), TINY, SHORT))
    assert "IndexError, which size does not declare" in failures["HM-R21"].message

    def fails() -> None:
        raise ArithmeticError

    with pytest.raises(ArithmeticError) as caught:
        fails()
    may_raise = Both(HANDLE_MAP, HANDLE_MAP.operation("emplace")).may_raise
    assert may_raise(caught.value, [fails])
    assert not may_raise(caught.value, [crash, 0])
    assert may_raise(Full(), [])
    assert may_raise(InvalidArgument(), [])
    assert not may_raise(Missing(), [])


def test_values_need_no_hash() -> None:
    """Values that cannot be hashed, and that a side could change, are values like others."""
    lists = Domain("value", lambda m, scope: (), {"list": lambda m, issued, number: [number % 2]})
    assert not failed(walk(with_operation("insert", takes=(lists,)), TINY, SHORT))


def test_a_failure_that_does_not_come_again_is_told() -> None:
    """A container that keeps state elsewhere fails, and the failure says that the program did not fail again."""
    turns = itertools.count()

    class Forgetful(HandleMap[Any]):
        def size(self) -> int:
            return super().size() + (next(turns) == 20)

    failures = failed(walk(replace(HANDLE_MAP, impl=Forgetful), TINY, SHORT))
    assert "not so when the program ran again" in failures["HM-R21"].message


# Coverage


def test_an_argument_that_is_never_there_is_a_hole() -> None:
    """An operation whose argument has only empty classes never runs, and that is a failure of its claim."""
    nothing = Domain("nothing", lambda m, scope: (), {"none": lambda m, issued, number: None})
    failures = failed(walk(with_operation("reserve", takes=(nothing,)), TINY, SHORT))
    assert failures["HM-R16"].message == "reserve: it never ran"
    assert "never followed by reserve" in failures["HM-R1"].message


def test_a_class_that_is_never_there_is_a_hole() -> None:
    """A class that is empty in every state is a failure of the operation's claim."""
    count = Domain("count", lambda m, scope: (), {"one": lambda m, issued, n: 1, "none": lambda m, issued, n: None})
    failures = failed(walk(with_operation("reserve", takes=(count,)), TINY, SHORT))
    assert {claim: each.message for claim, each in failures.items()} == {"HM-R16": "reserve: count was never none"}


def test_one_sided_outcomes_are_holes() -> None:
    """An operation that is refused each time, or never though it may be, has not been tried."""
    stale = Domain("handle", lambda m, scope: (), {"none": lambda m, issued, n: Handle(-1, 1)})
    assert "refused each time" in failed(walk(with_operation("get", takes=(stale,)), TINY, SHORT))["HM-R4"].message
    never = with_operation("size", rejects=lambda result: False)
    assert "never refused" in failed(walk(never, TINY, SHORT))["HM-R21"].message


def test_few_steps_leave_pairs_out() -> None:
    """A walk that is too short to run every ordered pair of operations fails."""
    assert any("never followed by" in failure.message for failure in failed(walk(HANDLE_MAP, TINY, 500)).values())


def test_the_table_names_every_operation() -> None:
    """The rows of the verdicts make a table with a line for each operation."""
    verdicts = walk(HANDLE_MAP, TINY, SHORT)
    rows = {each.evidence["operation"]: each.evidence["coverage"] for each in verdicts if "operation" in each.evidence}
    lines = render(rows).splitlines()
    assert [line.split()[0] for line in lines[1:]] == [operation.name for operation in HANDLE_MAP.operations]
    assert all("23/23" in line for line in lines[1:])


# Programs


def test_the_same_seed_is_the_same_walk() -> None:
    """Programs depend on the seed alone, and verdicts on nothing else but the clock."""
    assert list(itertools.islice(programs("a"), 3)) == list(itertools.islice(programs("a"), 3))
    assert next(programs("a")) != next(programs("b"))

    def counts(verdicts: list[Verdict]) -> list[Any]:
        evidence = copy.deepcopy([each.evidence for each in verdicts])
        return [each for each in evidence if each.pop("steps_per_second")]

    assert counts(walk(HANDLE_MAP, TINY, 5000)) == counts(walk(HANDLE_MAP, TINY, 5000))
    assert counts(walk(HANDLE_MAP, TINY, 5000)) != counts(walk(HANDLE_MAP, TINY, 5000, seed=SEED + 1))


@given(st.binary(max_size=200))
@settings(EXAMPLES)
def test_every_byte_string_is_a_program(program: bytes) -> None:
    """Whatever the bytes, the draws name operations and as many arguments as these take."""
    for draw in decode(program, HANDLE_MAP.operations):
        assert len(draw.choices) == len(HANDLE_MAP.operations[draw.operation].takes)


def test_cycles_repeat_a_pair() -> None:
    """A cycle byte rolls out two operations that change something, as many times as its next byte says."""
    change = Operation("change", Claim("XX-R1", ""))
    look = Operation("look", Claim("XX-R2", ""), pure=True)
    assert decode(bytes([0b11, 0, 3, 0, 0]), [change, look]) == [Draw(0)] * 16
    assert decode(bytes([0b10, 0, 3, 0]), [change, look]) == [Draw(1)] * 3


def test_shrink_leaves_what_is_needed() -> None:
    """What is left are the needed draws with low numbers, in the smallest widths that fail."""

    def fails(draws: Any, configuration: Any) -> bool:
        numbers = [draw.operation for draw in draws]
        return numbers.count(1) >= 2 and 7 in numbers and configuration["bits"] >= 3

    draws = [Draw(number % 9, ((number, 99),)) for number in range(100)]
    short, configuration = shrink(draws, [{"bits": 8}, {"bits": 5}, {"bits": 2}], fails, 4_000)
    assert sorted(short) == [Draw(1, ((0, 0),)), Draw(1, ((0, 0),)), Draw(7, ((0, 0),))]
    assert configuration == {"bits": 3}


def test_trace_refuses_draws_that_break_nothing() -> None:
    """There is no failure to show where nothing fails."""
    with pytest.raises(ValueError, match="break nothing"):
        trace(Walked(HANDLE_MAP, {}), [Draw(0, ((0, 0),))])


# The Hypothesis machine


@pytest.mark.parametrize("configuration", [{}, HANDLE_MAP.scopes[0].configuration], ids=["default", "tiny"])
def test_the_machine_survives(configuration: dict[str, Any]) -> None:
    """The state machine runs, and runs most operations."""
    generated = machine(HANDLE_MAP, configuration)
    run_state_machine_as_test(generated, settings=EXAMPLES)
    assert generated.coverage.steps() > 1000
    assert all(generated.coverage.runs(number) for number in range(len(HANDLE_MAP.operations)))


@pytest.fixture(scope="module")
def printed() -> tuple[Refinement, str]:
    """A broken handle map, and the failing example that Hypothesis prints of it."""
    broken = broken_refinement(next(each for each in BREAKS if each.id == "moved-slot-not-fixed"))
    with pytest.raises(Disagreement) as caught:
        run_state_machine_as_test(machine(broken, {}), settings=settings(EXAMPLES, max_examples=400))
    notes = "\n".join(caught.value.__notes__)
    return broken, notes[notes.index("state = ") : notes.index("state.teardown()")]


def test_the_printed_example_replays(printed: tuple[Refinement, str]) -> None:
    """The printed example is Python: pasted, it fails on the broken container, and passes on the sound one."""
    broken, example = printed
    assert "# erase" in example
    with pytest.raises(Disagreement, match="HM-"):
        exec(example, {"HandleMapMachine": machine(broken, {})})
    exec(example, {"HandleMapMachine": machine(HANDLE_MAP, {})})
