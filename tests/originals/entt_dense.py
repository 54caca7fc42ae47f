"""EnTT's dense map as it is, 32-bit arithmetic and mistakes included, so that a test can show what it does beside ours.

What the original leaves undefined, such as a read past the end, raises IndexError here.
"""

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

NIL: Final = 2**64 - 1
MINIMUM: Final = 8


def single(number: float) -> float:
    """The number rounded to 32 bits."""
    rounded: float = struct.unpack("<f", struct.pack("<f", number))[0]
    return rounded


@dataclass
class Node:
    """An entry of the array of nodes."""

    key: Any
    value: Any
    next: int = NIL


class EnttDenseMap:
    """The map of 3.13; `hashes_moved_key` is an earlier erase, which hashed a key that it had moved away before."""

    def __init__(
        self, hasher: Callable[[Any], int] = hash, threshold: float = 0.875, hashes_moved_key: bool = False
    ) -> None:
        self.hasher = hasher
        self.threshold = single(threshold)
        self.hashes_moved_key = hashes_moved_key
        self.heads = [NIL] * MINIMUM
        self.nodes: list[Node] = []

    def bucket(self, key: Any) -> int:
        """The low bits of the hash."""
        return self.hasher(key) & (len(self.heads) - 1)

    def find(self, key: Any) -> int:
        """The position of the key, or one past the last."""
        pos = self.heads[self.bucket(key)]
        while pos != NIL and self.nodes[pos].key != key:
            pos = self.nodes[pos].next
        return len(self.nodes) if pos == NIL else pos

    def insert(self, key: Any, value: Any) -> tuple[int, bool]:
        """Append unless the key is there."""
        pos = self.find(key)
        if pos != len(self.nodes):
            return pos, False
        self._link(Node(key, value))
        return len(self.nodes) - 1, True

    def emplace(self, key: Any, value: Any) -> tuple[int, bool]:
        """Append a node, then look for its key, as the original does for three arguments and more."""
        self.nodes.append(Node(key, value))
        pos = self.heads[self.bucket(key)]
        while pos != NIL and self.nodes[pos].key != key:
            pos = self.nodes[pos].next
        self.nodes.pop()
        return self.insert(key, value) if pos == NIL else (pos, False)

    def _link(self, node: Node) -> None:
        bucket = self.bucket(node.key)
        node.next = self.heads[bucket]
        self.nodes.append(node)
        self.heads[bucket] = len(self.nodes) - 1
        if len(self.nodes) > int(single(single(len(self.heads)) * self.threshold)):
            self.rehash(2 * len(self.heads))

    def erase(self, key: Any) -> int:
        """How many keys went: 0 or 1."""
        pos = self.find(key)
        if pos == len(self.nodes):
            return 0
        self._redirect(key, pos, self.nodes[pos].next)
        last = len(self.nodes) - 1
        if pos != last:
            moved = self.nodes[last].key
            self.nodes[pos] = Node(moved, self.nodes[last].value, self.nodes[last].next)
            self._redirect("" if self.hashes_moved_key else moved, last, pos)
        self.nodes.pop()
        return 1

    def _redirect(self, key: Any, old: int, new: int) -> None:
        """Let what leads to `old` in the bucket of a key lead to `new`."""
        bucket = self.bucket(key)
        pos = self.heads[bucket]
        if pos == old:
            self.heads[bucket] = new
            return
        while self.nodes[pos].next != old:
            pos = self.nodes[pos].next
        self.nodes[pos].next = new

    def rehash(self, count: int) -> None:
        """A power of two of buckets, at least so many, and as many as the load wants, rounded down."""
        wanted = max(count, MINIMUM, int(single(single(len(self.nodes)) / self.threshold)))
        buckets = 1 << (wanted - 1).bit_length()
        if buckets != len(self.heads):
            self.heads = [NIL] * buckets
            for pos, node in enumerate(self.nodes):
                bucket = self.bucket(node.key)
                node.next, self.heads[bucket] = self.heads[bucket], pos

    def reserve(self, count: int) -> None:
        """The rehash for so many keys."""
        self.rehash(math.ceil(single(single(count) / self.threshold)))

    def clear(self) -> None:
        """No key, and the fewest buckets."""
        self.nodes.clear()
        self.heads = [NIL] * len(self.heads)
        self.rehash(0)

    def chains(self) -> list[list[Any]]:
        """The keys of each bucket, the one linked last first."""
        found: list[list[Any]] = []
        for head in self.heads:
            keys, pos = [], head
            while pos != NIL:
                keys.append(self.nodes[pos].key)
                pos = self.nodes[pos].next
            found.append(keys)
        return found
