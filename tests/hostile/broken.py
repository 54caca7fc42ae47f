"""Our own containers as a driver, with one defect: the first argument names it."""

import sys

from slotproof.gate.kinds import names
from slotproof.gate.serve import serve
from slotproof.impl.handle_map import HandleMap

DEFECT = sys.argv[1]

if DEFECT == "lifo":  # a freed slot is handed out first, whatever the policy says
    setattr(HandleMap, "_push_back", HandleMap._push_front)  # noqa: B010 - a method is replaced

serve(sys.argv[2:] or names(), sys.stdin.buffer, sys.stdout.buffer)
