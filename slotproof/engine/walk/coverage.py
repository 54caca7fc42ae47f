"""What a walk has run: operations, how they ended, classes of arguments, and which operation followed which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from slotproof.declare import Operation


class Coverage:
    """Counts of what ran, for the operations of one container.

    accepted, refused   operation -> how often it ran and changed or answered something, and how often it was refused
    classes             operation, argument, class -> how often the argument was of that class
    pairs               operation, operation -> how often the second came next after the first
    looks, step_looks   how often laws and coupling were looked at, and how often the laws of steps
    huge                operation -> how often it was given a huge number
    asked               operation -> how often the laws of its answers were looked at
    """

    def __init__(self, operations: Sequence[Operation]) -> None:
        self.operations = tuple(operations)
        self.accepted = [0] * len(operations)
        self.refused = [0] * len(operations)
        self.classes = [[[0] * len(domain.classes) for domain in operation.takes] for operation in operations]
        self.pairs = [[0] * len(operations) for _ in operations]
        self.looks = 0
        self.step_looks = 0
        self.asked = [0] * len(operations)
        self.huge = [0] * len(operations)

    def steps(self) -> int:
        """How many operations ran."""
        return sum(self.accepted) + sum(self.refused)

    def pairs_covered(self) -> int:
        """How many ordered pairs of operations ran."""
        return self.pairs_total() - len(self.pairs_missing())

    def pairs_missing(self) -> list[tuple[int, int]]:
        """The ordered pairs of operations that did not run, by place in the declaration."""
        return [(one, other) for one, row in enumerate(self.pairs) for other, count in enumerate(row) if not count]

    def pairs_total(self) -> int:
        """How many ordered pairs of operations there are."""
        return len(self.operations) ** 2

    def runs(self, number: int) -> int:
        """How often an operation ran."""
        return self.accepted[number] + self.refused[number]

    def holes(self, number: int) -> Iterator[str]:
        """What a walk ought to have run of one operation, and did not."""
        operation = self.operations[number]
        if not self.runs(number):
            yield "it never ran"
            return
        if not self.accepted[number]:
            yield "it was refused each time"
        if operation.rejects is not None and not self.refused[number]:
            yield "it was never refused"
        for domain, counts in zip(operation.takes, self.classes[number], strict=True):
            missing = [name for name, count in zip(domain.classes, counts, strict=True) if not count]
            if missing:
                yield f"{domain.name} was never {', '.join(missing)}"
        if any(domain.huge for domain in operation.takes) and not self.huge[number]:
            yield "it was never given a huge number"
        missing = [each.name for each, count in zip(self.operations, self.pairs[number], strict=True) if not count]
        if missing:
            yield f"never followed by {', '.join(missing)}"

    def row(self, number: int) -> dict[str, Any]:
        """The counts of one operation, by name."""
        operation = self.operations[number]
        return {
            "accepted": self.accepted[number],
            "refused": self.refused[number],
            "classes": [
                {"argument": domain.name, **dict(zip(domain.classes, counts, strict=True))}
                for domain, counts in zip(operation.takes, self.classes[number], strict=True)
            ],
            "followed_by": {each.name: count for each, count in zip(self.operations, self.pairs[number], strict=True)},
        }

    def table(self) -> dict[str, dict[str, Any]]:
        """Operation -> its counts, by name."""
        return {operation.name: self.row(number) for number, operation in enumerate(self.operations)}


def render(table: Mapping[str, Mapping[str, Any]]) -> str:
    """The table as text: a line for each operation, with how many of the operations were seen to follow it."""
    width = max(map(len, table), default=0)
    lines = [f"{'operation':{width}}  accepted   refused  followed by  arguments"]
    for name, row in table.items():
        followers = row["followed_by"].values()
        followed = f"{sum(count > 0 for count in followers)}/{len(followers)}"
        arguments = "; ".join(
            f"{classes['argument']}: "
            + ", ".join(f"{each} {count}" for each, count in classes.items() if each != "argument")
            for classes in row["classes"]
        )
        line = f"{name:{width}}  {row['accepted']:8}  {row['refused']:8}  {followed:>11}  {arguments}"
        lines.append(line.rstrip())
    return "\n".join(lines)
