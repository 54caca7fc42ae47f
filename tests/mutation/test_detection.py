"""What the benchmark compares the judges with: machines and functions that are right about containers that are."""

import importlib.util
import os
import random
import sys
from types import ModuleType
from typing import Any, Final

import pytest
from hypothesis import settings
from hypothesis.errors import Unsatisfiable
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from slotproof.engine.mutate.edit import Mutant, applied
from slotproof.mutation.trials import mutant_of
from slotproof.proofs.bugs import bug

from ..tree.layout import ROOT


def _module(name: str) -> ModuleType:
    """A file of benchmarks/ as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "benchmarks" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


MACHINES: Final[dict[str, type[RuleBasedStateMachine]]] = _module("plain_machines").MACHINES
DRIVERS: Final[dict[str, Any]] = _module("plain_drivers").DRIVERS
DETECTION: Final = _module("detection")
FEW: Final = settings(DETECTION.SETTINGS, max_examples=8)


@pytest.mark.parametrize("container", MACHINES)
def test_a_machine_accepts_its_container(container: str) -> None:
    """A plain machine does not call a bug what is none."""
    run_state_machine_as_test(MACHINES[container], settings=FEW)


@pytest.mark.parametrize("container", DRIVERS)
def test_a_function_accepts_its_container(container: str) -> None:
    """A function for CrossHair is true of every program."""
    numbers = random.Random(container)
    for _ in range(300):
        program = [(numbers.randrange(6), numbers.randrange(4)) for _ in range(numbers.randrange(6))]
        assert DRIVERS[container](program), program


def test_a_bug_is_found_with_a_trace() -> None:
    """A plain machine finds a bug that shows soon; the trace is made of operations alone."""
    found = DETECTION.hypothesis(mutant_of(bug("tlsf-top-bit")))
    assert found.claim
    assert set(found.trace) <= {"set", "assign", "get"}
    assert 1 <= len(found.trace) <= 4  # as short as the luck of Hypothesis has it


def test_a_function_is_false_of_a_broken_container() -> None:
    """Two values, the last one erased, and two more: the bug hands one slot out twice."""
    program = [(0, 1), (0, 2), (1, 1), (0, 3), (0, 4)]
    assert DRIVERS["handle_map"](program)
    with applied(mutant_of(bug("griffin-link-overwritten"))):
        assert not DRIVERS["handle_map"](program)


def test_containers_without_a_machine_are_left_out() -> None:
    """Of a container that has no machine or function, nothing is said."""
    layout = mutant_of(bug("entt-narrow-shift"))
    assert DETECTION.hypothesis(layout) is None
    assert DETECTION.crosshair(layout, 1) is None


def test_a_way_that_dies_has_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What grows beyond the limit of memory, or ends its process, has found nothing; the next one is tried."""

    def crosshair(mutant: Mutant, paths: int) -> Any:
        if mutant.id == "tlsf-top-bit":
            os._exit(3)
        if mutant.id == "fastbitmask-precedence":
            bytearray(2 * DETECTION.MEMORY)
        return DETECTION.Trial("POST_FAIL", "", paths, (), 1.0)

    monkeypatch.setattr(DETECTION, "crosshair", crosshair)
    mutants = [mutant_of(bug(id)) for id in ("tlsf-top-bit", "fastbitmask-precedence", "id-map-capacity")]
    found = {id: trial for _, id, trial in DETECTION.measure(["crosshair"], mutants, 7, 2)}
    assert [found[mutant.id].unit for mutant in mutants] == ["gave up", "gave up", ""]
    assert (found["id-map-capacity"].claim, found["id-map-capacity"].count) == ("POST_FAIL", 7)


def test_a_way_that_breaks_down_is_no_way_that_found_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its error is raised, with who it was."""

    def crosshair(mutant: Mutant, paths: int) -> Any:
        raise KeyError("no driver of that name")

    monkeypatch.setattr(DETECTION, "crosshair", crosshair)
    with pytest.raises(RuntimeError, match=r"(?s)crosshair tlsf-top-bit broke down.*no driver of that name"):
        list(DETECTION.measure(["crosshair"], [mutant_of(bug("tlsf-top-bit"))], 7, 1))


def test_what_hypothesis_cannot_tell_is_no_bug_that_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of its own comes through; one of the container is a bug."""

    def run(error: Exception) -> Any:
        def fail(*_: Any, **__: Any) -> None:
            raise error

        monkeypatch.setattr(DETECTION, "run_state_machine_as_test", fail)
        return DETECTION.hypothesis(mutant_of(bug("tlsf-top-bit")))

    assert run(IndexError()).claim == "IndexError"
    with pytest.raises(Unsatisfiable):
        run(Unsatisfiable())


def test_medians_are_of_what_was_found() -> None:
    """A row counts what was tried and what was found; bugs that were missed have a median of their own."""
    trial = DETECTION.Trial
    trials = {
        "a": trial("HM-I1", "", 3, ("insert",), 1.0),
        "b": trial("HM-I1", "", 3, ("insert", "erase", "erase"), 3.0),
        "c": trial("", "", 3, (), 9.0),
    }
    [row] = DETECTION.table({"walk": trials})
    assert (row["tried"], row["found"], row["seconds"], row["trace"]) == (3, 2, 2.0, 1)
    assert row["seconds_if_missed"] == 9.0
