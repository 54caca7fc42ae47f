"""A token allocator at level behaviour, without our package, and with one bad habit: the first argument names it.

Run with `python -I -S port.py HABIT`. `none` is a port in order.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from typing import Any

HABIT = sys.argv[1]
OPERATIONS = ["acquire", "release", "is_used", "tokens", "clear", "size", "room"]
WHOLE = ("none", "fixed", "wrong answer", "five defects", "slow")  # habits of a port that has every operation


class Tokens:
    """Tokens from 0 up, the lowest free one first."""

    def __init__(self, capacity: int = 1024, **_: Any) -> None:
        self.capacity = capacity
        self.used: set[int] = set()

    def take(self, name: str, *arguments: Any) -> Any:
        """The result of an operation."""
        if name == "acquire":
            free = next((token for token in range(self.capacity) if token not in self.used), None)
            if free is None:
                return {"e": "full"}
            self.used.add(free)
            return free
        if name in ("release", "is_used"):
            token = self.capacity if isinstance(arguments[0], str) else arguments[0]  # `u64:`: beyond every end
            if not 0 <= token < self.capacity:
                return {"e": "out_of_range"}
            if name == "is_used":
                return token in self.used
            if token not in self.used:
                return {"e": "missing"}
            if HABIT not in ("release does nothing", "two that change"):
                self.used.discard(token)
        if name == "capacity":
            return self.capacity
        if name == "acquire_many":
            (count,) = arguments
            if isinstance(count, str) or count > self.capacity - len(self.used):
                return {"e": "full"}
            return {"e": "invalid_argument"} if count < 0 else [self.take("acquire") for _ in range(count)]
        if name == "tokens":
            return sorted(self.used)
        if name == "clear":
            self.used = set(sorted(self.used)[:1]) if HABIT in ("clear forgets one", "two that change") else set()
        if name == "size":
            return len(self.used)
        if name == "room":
            return self.capacity - len(self.used)
        return None


def hello() -> dict[str, Any]:
    """What the port declares."""
    container: dict[str, Any] = {
        "kind": "token_allocator",
        "spec": "1.0",
        "level": "behaviour",
        "widths": {"capacity": {"min": 0, "max": 64}, "word_bits": {"min": 2, "max": 64}},
        "operations": OPERATIONS,
    }
    if HABIT == "unknown kind":
        container["kind"] = "b_tree"
    if HABIT == "misspelt policy":
        container["policies"] = {"generation": "retirre"}
    if HABIT == "unknown operation":
        container["operations"] = [*OPERATIONS, "fly"]
    if HABIT in WHOLE:
        container |= {"operations": [*OPERATIONS, "capacity", "acquire_many"], "features": ["out_of_width"]}
    if HABIT == "lies about operations":
        container["operations"] = [*OPERATIONS, "acquire_many"]
    if HABIT == "size alone":
        container["operations"] = ["size"]
    if HABIT == "fixed":
        container["widths"] = {}
    if HABIT == "declares nothing":
        return {"t": "hello", "protocol": 1, "port": {"name": "fake"}, "containers": []}
    if HABIT == "changes its mind":
        container["capacity"] = {"max": os.getpid()}
    protocol = 2 if HABIT == "another protocol" else 1
    return {
        "t": "hello",
        "protocol": protocol,
        "port": {"name": "fake", "language": "python"},
        "containers": [container],
    }


def write(text: str) -> None:
    """One line, flushed."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


KEPT = Tokens()
RUNS: list[int] = []


def results_of(message: dict[str, Any]) -> dict[str, Any]:
    """The results of a trace."""
    tokens = KEPT if HABIT == "keeps state" else Tokens(**message["config"])
    results = []
    RUNS.append(message["id"])
    for at, (name, *arguments) in enumerate(message["ops"]):
        if HABIT == "crashes in release" and name == "release":
            os.kill(os.getpid(), signal.SIGSEGV)
        if HABIT == "dies in release" and name == "release":
            sys.exit(3)
        if HABIT == "leaves in release" and name == "release":
            sys.exit(0)
        if HABIT == "hangs in release" and name == "release":
            time.sleep(3600)
        if HABIT == "faults in release" and name == "release":
            return {"t": "fault", "id": message["id"], "at": at, "message": "assertion failed"}
        if HABIT == "lies about operations" and name == "acquire_many":
            return {"t": "fault", "id": message["id"], "at": at, "message": "not implemented"}
        if HABIT == "declines release" and name == "release":
            return {"t": "skip", "id": message["id"], "why": "no release here"}
        result = tokens.take(name, *arguments)
        if name == "acquire" and HABIT == "throws dice" and isinstance(result, int):
            result += random.SystemRandom().randrange(1000)
        if HABIT == "two defects" and name in ("size", "room"):
            result += 1
        if HABIT == "tires" and len(RUNS) > 10 and name == "acquire":
            result = {"e": "full"}
        if HABIT == "counts" and name == "size":
            before = [each[0] for each in message["ops"][:at]]
            counts = [before.count(each) for each in ("acquire", "tokens", "room")]
            result += all(count % 3 == 1 for count in counts)
        if HABIT == "counts the asked" and name == "size":
            asked = [each[1] for each in message["ops"][:at] if each[0] == "is_used"]
            result += len(asked) - len(set(asked))
        if HABIT == "forgets the third" and name == "size":
            result = min(result, 2)
        if name == "size":
            result = {
                "wrong type": str(result),
                "bool for a number": bool(result),
                "float for a number": float(result),
                "huge number": 10**300,
                "unknown error": {"e": "oops"},
                "null for a number": None,
                "wrong answer": result + 1,
            }.get(HABIT, result)
        if HABIT == "five defects" and name in ("size", "room", "is_used", "tokens", "clear"):
            result = {"e": "conflict"}
        if HABIT == "release answers a number" and name == "release" and result is None:
            result = 7
        results.append(result)
    return {"t": "ran", "id": message["id"], "results": results}


def run(message: dict[str, Any]) -> None:
    """Answer a trace, in the port's own way."""
    answer = results_of(message)
    text = json.dumps(answer)
    if HABIT == "wrong id":
        answer["id"] += 1
    if HABIT == "no id":
        del answer["id"]
    if HABIT == "wrong message":
        answer["t"] = "done"
    if HABIT == "too few results":
        answer["results"] = answer["results"][1:]
    if HABIT == "too many results":
        answer["results"].append(None)
    if HABIT == "results missing":
        del answer["results"]
    if HABIT == "prints debugging":
        write("DEBUG: running " + str(message["id"]))
    if HABIT == "list":
        write("[1, 2]")
    if HABIT == "deep nesting":
        write("[" * 200_000)
    if HABIT == "endless digits":
        write('{"t":"ran","id":' + "9" * 10_000 + "}")
    if HABIT == "bad bytes":
        sys.stdout.buffer.write(b"\xff\xfe\x00\n")
        sys.stdout.flush()
    if HABIT == "floods":
        while True:
            sys.stdout.write("x" * 65536)
    if HABIT == "floods lines":
        while True:
            write(text)
    if HABIT == "half a line":
        sys.stdout.write(text)
        sys.stdout.flush()
        time.sleep(3600)
    if HABIT == "half a line and leaves":
        sys.stdout.write(text[:10])
        sys.stdout.flush()
        sys.exit(0)
    if HABIT == "never flushes":
        sys.stdout.write(text + "\n")
        return
    if HABIT == "closes its output":
        os.close(1)
        time.sleep(3600)
    if HABIT == "a child keeps the pipe":
        subprocess.Popen(["sleep", "3600"])
        os._exit(0)
    if HABIT == "a child in its own session":
        subprocess.Popen(["sleep", "3600"], start_new_session=True)
    if HABIT == "slow":
        time.sleep(0.02)
    if HABIT == "floods standard error":
        sys.stderr.write("e" * 1_000_000)
    if HABIT == "answers twice":
        write(text)
    write(json.dumps(answer))


def main() -> None:
    """Answer messages until the end."""
    if HABIT == "hangs at once":
        time.sleep(3600)
    if HABIT == "leaves at once":
        return
    if HABIT == "ignores bye":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for line in sys.stdin:
        message = json.loads(line[:65536] if HABIT == "reads 64 KiB" else line)
        if HABIT == "knows every member" and "unknown" in message and message["t"] == "run":
            write(json.dumps({"t": "fault", "id": message["id"], "at": 0, "message": "unknown member"}))
            continue
        if message["t"] == "hello":
            write(json.dumps(hello()))
        elif message["t"] == "run":
            run(message)
        elif message["t"] == "bye" and HABIT != "ignores bye":
            return
        if HABIT == "stops reading":
            time.sleep(3600)
    if HABIT in ("ignores bye", "ignores the end"):
        time.sleep(3600)


main()
