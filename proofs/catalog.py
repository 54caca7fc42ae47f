"""Every container that is declared, by name.

`python -m slotproof.proofs.catalog --record [container ...]` searches the scopes and records the sizes of their graphs.
"""

from __future__ import annotations

import sys
from typing import Final

from slotproof.proofs.engine import explore
from slotproof.proofs.engine.refinement import Refinement
from slotproof.proofs.handle_map import HANDLE_MAP

CATALOG: Final[dict[str, Refinement]] = {refinement.name: refinement for refinement in (HANDLE_MAP,)}

if __name__ == "__main__":
    sys.exit(explore.main(CATALOG))
