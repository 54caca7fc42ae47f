"""Clauses: gates that are written as clauses, and proofs that no truth of their variables satisfies all of them.

A literal is a number that is not 0: a variable, or with a minus its contrary. Variable 1 is true.

A proof is text. Its first line is `rup`; each line after it adds a clause: its literals, 0, the numbers of the clauses
it follows from, 0. The clauses of the question have the numbers from 1 on, those of the proof go on from there. With
the literals of the new clause false, each clause that is named must have one literal at most that is not false yet,
which is then true, and the last one must have none. The last line adds the clause without literals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .terms import Refused

HEAD: Final = "rup\n"
"""How the proof of a question about words begins."""

TRUE: Final = 1
FALSE: Final = -TRUE


class Clauses:
    """Clauses so far, in order; equal gates are one."""

    def __init__(self) -> None:
        self.variables = TRUE
        self.all: list[tuple[int, ...]] = [(TRUE,)]
        self._gates: dict[tuple[str, int, int, int], int] = {}

    def fresh(self) -> int:
        """Give a variable that no clause has yet."""
        self.variables += 1
        return self.variables

    def add(self, *clauses: tuple[int, ...]) -> None:
        """Say that each of these has a literal that is true."""
        self.all += clauses

    def both(self, one: int, other: int) -> int:
        """Give what is true exactly if both are."""
        if FALSE in (one, other) or one == -other:
            return FALSE
        if TRUE in (one, other) or one == other:
            return other if one == TRUE else one
        one, other = sorted((one, other))
        gate = self._gates.get(("both", one, other, 0))
        if gate is None:
            gate = self._gates["both", one, other, 0] = self.fresh()
            self.add((-gate, one), (-gate, other), (gate, -one, -other))
        return gate

    def either(self, one: int, other: int) -> int:
        """Give what is true exactly if one is, or the other, or both."""
        return -self.both(-one, -other)

    def differ(self, one: int, other: int) -> int:
        """Give what is true exactly if one is, and the other is not."""
        if abs(other) == TRUE:
            return one if other == FALSE else -one
        if abs(one) == TRUE:
            return other if one == FALSE else -other
        if abs(one) == abs(other):
            return FALSE if one == other else TRUE
        sign = 1 if (one > 0) == (other > 0) else -1
        one, other = sorted((abs(one), abs(other)))
        gate = self._gates.get(("differ", one, other, 0))
        if gate is None:
            gate = self._gates["differ", one, other, 0] = self.fresh()
            self.add((-gate, one, other), (-gate, -one, -other), (gate, -one, other), (gate, one, -other))
        return sign * gate

    def choose(self, truth: int, one: int, other: int) -> int:
        """Give what is true exactly if the truth is and one is, or it is not and the other is."""
        if abs(truth) == TRUE:
            return one if truth == TRUE else other
        if one == other:
            return one
        if abs(one) == TRUE or abs(other) == TRUE or one == -other or abs(truth) in (abs(one), abs(other)):
            return self.either(self.both(truth, one), self.both(-truth, other))
        gate = self._gates.get(("choose", truth, one, other))
        if gate is None:
            gate = self._gates["choose", truth, one, other] = self.fresh()
            self.add((-gate, -truth, one), (-gate, truth, other), (gate, -truth, -one), (gate, truth, -other))
        return gate


def check_refuted(clauses: Sequence[tuple[int, ...]], proof: str) -> int:
    """Check that a proof refutes clauses; give its steps.

    Raises     Refused, with the step
    """
    if not proof.startswith(HEAD):
        raise Refused("a proof about words begins with `rup`")
    known = list(clauses)
    lines = proof[len(HEAD) :].splitlines()
    for place, line in enumerate(lines):
        try:
            numbers = [int(word) for word in line.split()]
            end = numbers.index(0)
            added, named = tuple(numbers[:end]), numbers[end + 1 : -1]
            if numbers[-1] != 0 or 0 in named or end == len(numbers) - 1:
                raise ValueError("a clause and what it follows from end with 0 each")
            _follow(added, named, known)
        except (ValueError, Refused) as reason:
            raise Refused(f"step {place + 1}: {reason}") from reason
        known.append(added)
    if not lines or known[-1]:
        raise Refused("the last step: it does not add the clause without literals")
    return len(lines)


def _follow(added: tuple[int, ...], named: Sequence[int], known: Sequence[tuple[int, ...]]) -> None:
    """Check that a clause follows from those that are named, in this order."""
    false = set(added)
    for number in named:
        if not 0 < number <= len(known):
            raise Refused(f"there is no clause {number} before it")
        left = [each for each in known[number - 1] if each not in false]
        if not left:
            return
        if len(left) > 1 or -left[0] in false:
            raise Refused(f"clause {number} tells nothing there")
        false.add(-left[0])
    raise Refused("the clauses that are named do not refute its contrary")
