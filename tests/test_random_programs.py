"""Random programs mean to the prover what they mean to CPython, and two that differ are not proved to be the same."""

from __future__ import annotations

import copy
import random
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from slotproof.engine.prove.declared import Declarations
from slotproof.engine.prove.source import Refusal
from slotproof.proofs.engine.reading import prove_by_reading
from slotproof.proofs.engine.refinement import Claim, Domain, Operation, Refinement
from slotproof.spec.errors import SlotproofError

from .quick import long_unless
from .random_programs import boxes, pairs
from .test_prove_agreement import Beside
from .unsound import NUMBER, same_items, same_number, same_table

METHODS: Final = 20
STARTS: Final = 3
SEEDS: Final = range(40)
NUMBERS: Final = range(-2, 5)

Outcome = tuple[Any, str, dict[str, Any]]
"""Result, error, and fields afterwards."""


def loaded(name: str, text: str, file: Path | None = None) -> ModuleType:
    """The module of a text."""
    module = ModuleType(name)
    if file is not None:
        file.write_text(text, encoding="utf-8")
        module.__file__ = str(file)
        sys.modules[name] = module
    exec(compile(text, str(file or name), "exec", dont_inherit=True), vars(module))
    return module


def start(live: type, rng: random.Random) -> Any:
    """A box with some entries."""
    box = live()
    box.items = [rng.choice(NUMBERS) for _ in range(rng.randint(0, 4))]
    box.table = {rng.choice(NUMBERS): rng.choice(NUMBERS) for _ in range(rng.randint(0, 3))}
    box.number = rng.choice(NUMBERS)
    return box


def really(box: Any, name: str, given: list[int]) -> Outcome:
    """What a call gives in CPython."""
    try:
        return getattr(box, name)(*given), "", vars(box)
    except (SlotproofError, LookupError, ValueError, TypeError) as error:
        return None, type(error).__name__, vars(box)


class Known(Beside):
    """Boxes of known values, as the evaluator has them."""

    def __init__(self, name: str, text: str) -> None:
        self.program = Declarations({name: text})
        self.cls = self.program.class_named(name, "Box")

    def outcome(self, box: Any, name: str, given: list[int]) -> Outcome | str:
        """What a call gives; or why that is not told."""
        try:
            return self.called(box, name, given)
        except Refusal:
            return "refused"
        except AssertionError:
            return "an obligation is open"
        except ValueError as error:
            if "too many values to unpack" not in str(error):
                raise
            return "more than one way"


@pytest.mark.parametrize("seed", long_unless(lambda seed: seed < 6, SEEDS))
def test_known_values_mean_what_cpython_says(seed: int) -> None:
    """Result, error and fields are the same, wherever the evaluator tells them; most of the time it does."""
    text, names, met = boxes(seed, METHODS)
    live, known = loaded(f"box_{seed}", text).Box, Known(f"box_{seed}", text)
    rng, told = random.Random(str(seed)), Counter[str]()
    for name in names:
        for _ in range(STARTS):
            box, given = start(live, rng), [rng.choice(NUMBERS), rng.choice(NUMBERS)]
            before = copy.deepcopy(vars(box))
            said, real = known.outcome(box, name, given), really(box, name, given)
            if isinstance(said, str):
                told[said] += 1
            else:
                told["the same"] += 1
                assert said == real, (name, before, given)
    assert told["the same"] > METHODS * STARTS / 2, told
    assert len(met) > 40


OTHER: Final = Domain("other", small=NUMBER.small, classes=NUMBER.classes, symbolic=lambda make: make.int("other"))
REFUSALS: Final = ("Full", "Missing", "OutOfRange")
PAIRS: Final = 10
TRIALS: Final = 300


def differ(module: ModuleType, name: str, rng: random.Random) -> str:
    """A state from which the two do not do the same; "" if none is found."""
    for _ in range(TRIALS):
        box, given = start(module.Box, rng), [rng.choice(NUMBERS), rng.choice(NUMBERS)]
        model = module.BoxModel()
        vars(model).update(copy.deepcopy(vars(box)))
        before = copy.deepcopy(vars(box))
        if really(box, name, given) != really(model, name, given):
            return f"{before} {given}"
    return ""


@pytest.mark.parametrize("seed", long_unless(lambda seed: seed < 2, range(12)))
def test_what_differs_is_not_proved(seed: int, tmp_path: Path) -> None:
    """Of two methods that CPython tells apart none is proved to do the same; many that are the same are."""
    name = f"pair_{seed}"
    text, names = pairs(seed, PAIRS)
    module, rng, told = loaded(name, text, tmp_path / f"{name}.py"), random.Random(str(seed)), Counter[str]()
    operations = tuple(
        Operation(each, Claim(f"BX-R{number}", "Both do the same."), takes=(NUMBER, OTHER), refusals=REFUSALS)
        for number, each in enumerate(names)
    )
    declared = Refinement(
        code="BX", name="box", title="box", model=module.BoxModel, impl=module.Box,
        couple=(same_items, same_number, same_table), laws=(), operations=operations, scopes=(),
    )  # fmt: skip
    for operation in operations:
        proof, wrong = prove_by_reading(declared, operation), differ(module, operation.name, rng)
        proved = not proof.unsupported and not proof.open
        assert not (proved and wrong), (operation.name, wrong)
        told["proved" if proved else "differs" if wrong else "open"] += 1
    del sys.modules[name]
    assert told["proved"], told
