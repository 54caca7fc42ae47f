"""A table of counts, in everyday Python; text, of which tests make other tables."""

from __future__ import annotations

from slotproof.declare import Claim, Domain, Operation, Refinement, Scope, invariant
from slotproof.spec.errors import Missing


class CountsModel:
    """What was counted, and how often."""

    counts: dict[int, int]

    def __init__(self) -> None:
        self.counts = {}

    def add(self, key: int) -> None:
        """Count a key."""
        self.counts[key] = self.counts.get(key, 0) + 1

    def drop(self, key: int) -> None:
        """Forget a key, if it is there."""
        self.counts.pop(key, None)

    def keep(self, least: int) -> None:
        """Forget what was counted less often."""
        self.counts = {key: count for key, count in self.counts.items() if count >= least}

    def most(self) -> int:
        """Tell the greatest count."""
        if not self.counts:
            raise Missing("nothing was counted")
        return max(self.counts.values())

    def has_some(self, least: int) -> bool:
        """Tell whether a key was counted so often."""
        return any(count >= least for count in self.counts.values())


class Counts:
    """The same, in a table of its own."""

    table: dict[int, int]

    def __init__(self) -> None:
        self.table = {}

    def add(self, key: int) -> None:
        """Count a key."""
        if key in self.table:
            self.table[key] += 1
        else:
            self.table[key] = 1

    def drop(self, key: int) -> None:
        """Forget a key, if it is there."""
        if key in self.table:
            del self.table[key]

    def keep(self, least: int) -> None:
        """Forget what was counted less often."""
        self.table = {key: count for key, count in self.table.items() if not count < least}

    def most(self) -> int:
        """Tell the greatest count."""
        if len(self.table) == 0:
            raise Missing("nothing was counted")
        return max(self.table.values())

    def has_some(self, least: int) -> bool:
        """Tell whether a key was counted so often."""
        return bool(self.table) and max(self.table.values()) >= least


@invariant("CT-I1", "The table is what was counted.")
def same_table(m: CountsModel, h: Counts) -> bool:
    return m.counts == h.table


FEW = {"few": lambda m, issued, number: number % 3}
KEY = Domain("key", lambda m, scope: (0, 1), FEW, lambda make: make.int("key"))
LEAST = Domain("least", lambda m, scope: (0, 1, 2), FEW, lambda make: make.int("least"))
COUNTS = Refinement(
    code="CT",
    name="counts",
    title="table of counts",
    model=CountsModel,
    impl=Counts,
    couple=(same_table,),
    laws=(),
    operations=(
        Operation("add", Claim("CT-R1", "`add` counts a key."), (KEY,)),
        Operation("drop", Claim("CT-R2", "`drop` forgets a key."), (KEY,)),
        Operation("keep", Claim("CT-R3", "`keep` forgets what was counted less often."), (LEAST,)),
        Operation("most", Claim("CT-R4", "`most` gives the greatest count."), refusals=("Missing",), pure=True),
        Operation(
            "has_some", Claim("CT-R5", "`has_some` tells whether a key was counted so often."), (LEAST,), pure=True
        ),
    ),
    scopes=(Scope("small", {}, admits=lambda m, operation, arguments: sum(m.counts.values()) < 3),),
    configure=lambda make: {},
)
