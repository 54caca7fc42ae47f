"""Our own containers as a driver, with one defect: the first argument names it."""

import sys
from typing import Any

from slotproof.gate.kinds import names
from slotproof.gate.serve import serve
from slotproof.impl.handle_map import HandleMap

DEFECT = sys.argv[1]

if DEFECT == "lifo":  # a freed slot is handed out first, whatever the policy says
    setattr(HandleMap, "_push_back", HandleMap._push_front)  # noqa: B010 - a method is replaced

if DEFECT == "swap keeps two":  # an exchange with a second container that has two values does nothing
    _swap = HandleMap.swap

    def _kept(self: HandleMap[Any], other: HandleMap[Any]) -> None:
        if other.size() != 2:
            _swap(self, other)

    setattr(HandleMap, "swap", _kept)  # noqa: B010

serve(sys.argv[2:] or names(), sys.stdin.buffer, sys.stdout.buffer)
