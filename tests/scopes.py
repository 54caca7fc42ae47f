"""Which scopes the tests search: `slotproof verify` searches all of them, with the same claims."""

from typing import Final

from slotproof.proofs.engine import explore
from slotproof.proofs.engine.refinement import Refinement

MOST: Final = 6_000  # recorded transitions


def small_scopes(refinement: Refinement) -> list[str]:
    """The names of the default scopes of few transitions."""
    sizes = explore.read_expected()[refinement.name]
    return [name for name in explore.units(refinement, deep=False) if sizes[name].transitions <= MOST]
