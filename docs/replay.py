"""Replay vectors on a port without slotproof: python docs/replay.py FILE. Put your own container in place of `Port`."""

import hashlib
import json
import sys


class Port:
    """A token allocator over a bitmask with summary layers, written from docs/users/containers/token_allocator.md."""

    def __init__(self, capacity=1024, word_bits=32):
        self.limit, self.bits, self.words, self.starts = capacity, word_bits, [], [0]
        count = capacity
        while len(self.starts) == 1 or count > 1:  # layers of words, until one has a word alone
            count = max(1, -(-count // word_bits))
            self.words += [0] * count
            self.starts.append(len(self.words))

    def _put(self, pos, value):
        for start in self.starts[:-1]:
            word, bit = divmod(pos, self.bits)
            self.words[start + word] = self.words[start + word] & ~(1 << bit) | value << bit
            pos, value = word, int(self.words[start + word] == (1 << self.bits) - 1)

    def tokens(self):
        return [pos for pos in range(self.limit) if self.words[pos // self.bits] >> pos % self.bits & 1]

    def acquire(self):
        free = next((pos for pos in range(self.limit) if not self.words[pos // self.bits] >> pos % self.bits & 1), None)
        return {"e": "full"} if free is None else (self._put(free, 1), free)[1]

    def acquire_many(self, count):
        return {"e": "full"} if count > self.room() else [self.acquire() for _ in range(count)]

    def release(self, token):
        used = self.is_used(token)
        return self._put(token, 0) if used is True else {"e": "missing"} if used is False else used

    def is_used(self, token):
        return token in self.tokens() if 0 <= token < self.limit else {"e": "out_of_range"}

    def clear(self):
        self.words = [0] * len(self.words)

    def size(self):
        return len(self.tokens())

    def capacity(self):
        return self.limit

    def room(self):
        return self.limit - self.size()

    def copy(self):
        return self.arrays()

    def swap(self, peer):
        other = Port(self.limit, self.bits)
        for name, *arguments in peer["ops"]:
            getattr(other, name)(*arguments)
        self.words = other.words

    def arrays(self):
        return {"mask": {"words": self.words, "starts": self.starts}}


head, body = open(sys.argv[1], "rb").read().split(b"\n", 1)
header = json.loads(head)
assert hashlib.sha256(body).hexdigest() == header["body_sha256"], "the file was changed"
failed = 0
for trace in map(json.loads, body.splitlines()):
    port = Port(**header["config"])
    results = [json.loads(json.dumps(getattr(port, name)(*arguments))) for name, *arguments in trace["ops"]]
    if (results, port.arrays()) != (trace["results"], trace["end"]):
        failed += 1
        print("FAILED", trace["id"], trace.get("name", ""), trace["ops"], "expected", trace["results"], "got", results)
print(failed, "traces failed")
sys.exit(failed > 0)
