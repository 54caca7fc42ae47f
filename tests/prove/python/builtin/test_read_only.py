"""What is given as a `Sequence` may be a tuple: what a list answers otherwise is not asked of it.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import Claim, Domain, Operation, invariant
from slotproof.engine.prove.reading import prove_by_reading

from ...examples.tally import Tally, TallyModel, tally, twice


def same(one: Any, other: Any) -> bool:
    """Nothing is known of either."""
    return bool(one == other)


class ReadingModel(TallyModel):
    """Each operation answers of a list what it answers of a tuple."""

    def is_list(self, batch: Sequence[int]) -> bool:
        """Everything is."""
        return True

    def is_either(self, batch: Sequence[int]) -> bool:
        """Everything is."""
        return True

    def is_equal(self, batch: Sequence[int]) -> bool:
        """Everything is."""
        return True

    def is_alike(self, batch: Sequence[int]) -> bool:
        """Everything is."""
        return True

    def is_one(self, batch: Sequence[int]) -> bool:
        """Everything is."""
        return True

    def find(self, batch: Sequence[int]) -> int:
        """Where it stands, if it does."""
        return batch.index(7) if 7 in batch else 0

    def put_some(self, batch: Sequence[int]) -> None:
        """All but the first."""
        self.items = list(batch)[1:]

    def put_all(self, batch: Sequence[int]) -> None:
        """All of them."""
        self.items = list(batch)

    def put_more(self, batch: Sequence[int]) -> None:
        """All of them, and one more."""
        self.items = list(batch)
        self.items.append(7)

    def put_twice(self, batch: Sequence[int]) -> None:
        """All of them, behind what was there."""
        self.items.extend(batch)

    def change(self, batch: Sequence[int]) -> None:
        """Nothing happens."""


class Reading(Tally):
    """Some answers are those of lists."""

    def is_list(self, batch: Sequence[int]) -> bool:
        """A tuple is none."""
        return isinstance(batch, list)

    def is_either(self, batch: Sequence[int]) -> bool:
        """Each is one of both."""
        return isinstance(batch, list | tuple)

    def is_equal(self, batch: Sequence[int]) -> bool:
        """A tuple equals no list."""
        return same(batch, list(batch))

    def is_alike(self, batch: Sequence[int]) -> bool:
        """A list equals a list."""
        return list(batch) == list(batch)

    def is_one(self, batch: Sequence[int]) -> bool:
        """It equals itself."""
        return same(batch, batch)

    def find(self, batch: Sequence[int]) -> int:
        """Where it stands, if it does."""
        return batch.index(7) if 7 in batch else 0

    def put_some(self, batch: Sequence[int]) -> None:
        """A part of a tuple is a tuple."""
        self.items = batch[1:]  # type: ignore[assignment]

    def put_all(self, batch: Sequence[int]) -> None:
        """All of them."""
        self.items = list(batch)

    def put_more(self, batch: Sequence[int]) -> None:
        """A tuple and a list are not joined."""
        self.items = batch + [7]  # type: ignore[operator]  # noqa: RUF005

    def put_twice(self, batch: Sequence[int]) -> None:
        """All of them, behind what was there."""
        self.items += batch

    def change(self, batch: Sequence[int]) -> None:
        """A tuple cannot be changed, not even back."""
        if len(batch) > 0:
            batch[0] = batch[0]  # type: ignore[index]


@invariant("TY-I3", "Both hold the same numbers.")
def listed(m: ReadingModel, t: Reading) -> bool:
    return m.items == t.items


def _handed_on(tally: Reading, batch: Any) -> bool:
    return tally.is_list(batch)


BATCH = Domain("batch", lambda m, scope: ([], [1]), {}, symbolic=lambda make: make.ints("batch"))


@pytest.mark.parametrize(
    ("name", "impl", "what"),
    [
        ("is_list", None, "isinstance: it may be a list or a tuple"),
        ("is_list", _handed_on, "isinstance: it may be a list or a tuple"),
        ("is_either", None, ""),
        ("is_equal", None, "==: one may be a list and the other a tuple"),
        ("is_alike", None, ""),
        ("is_one", None, ""),
        ("find", None, ""),
        ("put_some", None, "a slice of a sequence: it may be a tuple"),
        ("put_all", None, ""),
        ("put_more", None, "+: not of"),
        ("put_twice", None, ""),
        ("change", None, "a change of a sequence: it may be a tuple"),
    ],
)
def test_what_is_only_read_may_be_a_tuple(name: str, impl: Callable[..., Any] | None, what: str) -> None:
    """It is refused where the two are told apart."""
    asked = Operation(name, Claim("TY-R5", "It reads."), takes=(BATCH,), impl=impl)
    refinement = replace(tally(twice), model=ReadingModel, impl=Reading, couple=(listed,), operations=(asked,))
    found = prove_by_reading(refinement, asked).resists
    assert what in found if what else found == ""
