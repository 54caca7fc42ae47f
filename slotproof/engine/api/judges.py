"""The judges, each a module with `NAME`, `units` and `run`; what imports them has all solvers."""

from slotproof.engine.bitvectors import bits
from slotproof.engine.crosshair import contracts
from slotproof.engine.explore import explore
from slotproof.engine.prove import prove
from slotproof.engine.walk import walk

__all__ = ["bits", "contracts", "explore", "prove", "walk"]
