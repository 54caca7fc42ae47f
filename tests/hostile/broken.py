"""Our own containers as a driver, with one defect: the first argument names it."""

import sys
from typing import Any
from unittest.mock import patch

from slotproof.gate.authoring import serve as driver
from slotproof.gate.authoring.serve import serve
from slotproof.gate.protocol.kinds import names
from slotproof.gate.protocol.oracle import Container
from slotproof.impl import hash_index
from slotproof.impl.dense_table import DenseTable
from slotproof.impl.handle_map import HandleMap

DEFECT = sys.argv[1]

if DEFECT == "lifo":  # a freed slot is handed out first, whatever the policy says
    patch.object(HandleMap, "_push_back", HandleMap._push_front).start()

if DEFECT == "swap keeps two":  # an exchange with a second container that has two values does nothing
    _swap = HandleMap.swap

    def _kept(self: HandleMap[Any], other: HandleMap[Any]) -> None:
        if other.size() != 2:
            _swap(self, other)

    patch.object(HandleMap, "swap", _kept).start()

if DEFECT == "grows in 32 bits":  # room is rounded up in as many bits as an index has

    def _narrow(count: int, granularity: int, limit: int) -> int:
        size = count if count % granularity == 0 else count + granularity - count % granularity
        return min((size + (1 << 31)) % (1 << 32) - (1 << 31), limit)

    patch.object(hash_index, "rounded", _narrow).start()

if DEFECT == "doubles once":  # a table grows to twice its buckets, whatever the load
    _least = DenseTable._least_buckets

    def _doubled(self: DenseTable[Any], keys: int, count: int, num: int, den: int) -> int:
        return _least(self, keys, count, num, den) if count != 2 * len(self.head) else count

    patch.object(DenseTable, "_least_buckets", _doubled).start()

if DEFECT == "forgets the used up":  # a slot whose generation has come to its end is not counted
    _bump = HandleMap._bump

    def _uncounted(self: HandleMap[Any], slot: int) -> bool:
        again = _bump(self, slot)
        self.retired = 0 if self.generation_limit > 256 else self.retired  # by no short trace
        return again

    patch.object(HandleMap, "_bump", _uncounted).start()

if DEFECT == "keeps its costs":  # it says that it counts, and never answers what it counted
    _telling = driver.answer

    def _silent(message: Any, kinds: Any) -> Any:
        return [{key: value for key, value in each.items() if key != "costs"} for each in _telling(message, kinds)]

    patch.object(driver, "answer", _silent).start()

if DEFECT == "heals":  # a number is wrong after each operation but the last
    _answer = driver.answer
    LEFT = [0]

    def _counted(message: Any, kinds: Any) -> Any:
        LEFT[0] = len(message.get("ops", ()))
        return _answer(message, kinds)

    class _Healing(Container):
        def take(self, op: Any) -> Any:
            LEFT[0] -= 1
            return super().take(op)

        def arrays(self) -> Any:
            shown = super().arrays()
            return {**shown, "retired": shown["retired"] + (LEFT[0] > 0)}

    patch.object(driver, "answer", _counted).start()
    patch.object(driver, "Container", _Healing).start()

if DEFECT == "shares copies":
    patch.object(HandleMap, "copy", lambda self: self).start()

if DEFECT == "assigns by halves":  # the first array is assigned, then memory ends
    _special = Container._special

    def _half(self: Container, op: Any) -> Any:
        if op[0] == "fail_fork":
            copy = self.forks[op[1] - 1]
            self.held.sparse = self.held.sparse if copy is None else list(copy.held.sparse)
        return _special(self, op)

    patch.object(Container, "_special", _half).start()

if DEFECT == "reads once more":
    _get = HandleMap.get

    def _twice(self: HandleMap[Any], handle: Any) -> Any:
        value = _get(self, handle)
        repr(self.dense[0])
        return value

    patch.object(HandleMap, "get", _twice).start()

if DEFECT.startswith("holds "):  # says that it holds 6 values, and holds so many
    LIMIT = int(DEFECT.split()[1])
    _said = driver.declaration
    without = {"features": ["out_of_width", "callbacks", "peers", "fork"]}  # what counts has no such limit
    patch.object(driver, "declaration", lambda each: {**_said(each), **without, "capacity": {"max": 6}}).start()
    patch.object(driver, "Container", lambda kind, config: Container(kind, config, limit=LIMIT)).start()

serve(sys.argv[2:] or names(), sys.stdin.buffer, sys.stdout.buffer)
