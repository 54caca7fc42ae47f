"""What an operation starts from: any arguments, of which one may be the container itself."""

from __future__ import annotations

from slotproof.engine.mutate.edit import applied, replaced
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.impl.bitmask import Bitmask
from slotproof.proofs.bitmask import BITMASK

LAST = "setattr(other, name, mine)"
MORE = "mine = self.limit; self.limit = 0; theirs = other.limit; self.limit = mine; other.limit = theirs"


def test_a_second_container_may_be_the_first() -> None:
    """What changes nothing of any two, but something of one and the same, is not proved."""
    with applied(replaced("bitmask", Bitmask.swap, [(LAST, f"{LAST}\n        {MORE}")], "swapped")):
        proof = prove_by_reading(BITMASK, BITMASK.operation("swap"))
    assert not proof.unsupported
    assert proof.open
