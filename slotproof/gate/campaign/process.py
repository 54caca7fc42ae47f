"""A driver as a process: lines in, lines out, and no way to hang, flood or outlive the gate.

The process leads a group of its own and carries a mark in its environment; ending it ends the group, and whatever
else carries the mark. Nothing that it writes is kept beyond the limits below.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import signal
import subprocess
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from slotproof.gate.protocol.verdicts import Verdict

MAX_LINE: Final = 1 << 20  # bytes
CHUNK: Final = 1 << 16  # bytes read at once
KEPT: Final = 1 << 14  # bytes of standard error kept, the last ones
SLICE: Final = 0.05  # seconds between looks at whether the process lives
GRACE: Final = 2.0  # seconds to end after `bye`
ROUNDS: Final = 100  # searches for what a driver left behind
MARK: Final = "SLOTPROOF_GATE_MARK"


class Trouble(Exception):
    """The driver did not answer as it must."""

    def __init__(self, verdict: Verdict, message: str) -> None:
        super().__init__(message)
        self.verdict = verdict
        self.message = message


class Process:
    """A running driver.

    Takes      command, run without a shell; timeout, seconds for one answer
    Raises     Trouble if it cannot be started
    """

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.timeout = timeout
        self.mark = secrets.token_hex(16)
        self._pending: deque[bytes] = deque()
        self._input = b""
        self._stderr = b""
        self._open = True
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env={**os.environ, MARK: self.mark},
            )
        except (OSError, ValueError) as error:
            raise Trouble(Verdict.CRASH, f"the driver cannot be started: {error}") from error
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe is not None)
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._watched = {self._out, self._err}

    @property
    def stderr(self) -> str:
        """The end of what it wrote to standard error."""
        return self._stderr.decode(errors="replace")

    def send(self, data: bytes) -> None:
        """Queue a line; it goes out while answers are read."""
        self._pending.append(data)

    def receive(self) -> bytes:
        """The next line, without its end.

        Raises     Trouble
        """
        deadline = time.monotonic() + self.timeout
        while True:
            end = self._input.find(b"\n")
            if end >= 0 or len(self._input) > MAX_LINE:
                if end < 0 or end > MAX_LINE:
                    raise Trouble(Verdict.GARBAGE, f"a line of more than {MAX_LINE} bytes: {_begin(self._input)}")
                found, self._input = self._input[:end], self._input[end + 1 :]
                return found
            if time.monotonic() >= deadline:
                raise Trouble(Verdict.HANG, self._why_hang())
            gone = self._process.poll() is not None
            progress = self._exchange(0.0 if gone else min(SLICE, max(deadline - time.monotonic(), 0.0)))
            if self._out not in self._watched or (gone and not progress):
                raise self._ended(deadline)

    def finish(self) -> None:
        """Close its input when all that waits is written, or the time for an answer is over."""
        deadline = time.monotonic() + self.timeout
        while self._pending and self._open and self._watched and time.monotonic() < deadline:
            self._exchange(SLICE)
        self._open = False
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def _exchange(self, wait: float) -> bool:
        """Write and read what can be; true if something came in on standard output."""
        writable = [self._in] if self._pending and self._open else []
        readable, ready, _ = select.select(list(self._watched), writable, [], wait)
        if ready:
            self._write()
        came = False
        for pipe in readable:
            data = self._read(pipe)
            if pipe == self._err:
                self._stderr = (self._stderr + data)[-KEPT:]
            else:
                self._input += data
                came = came or bool(data)
        return came

    def _read(self, pipe: int) -> bytes:
        try:
            data = os.read(pipe, CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._watched.discard(pipe)
        return data

    def _write(self) -> None:
        """Write as much as the pipe takes; many short lines go out as one."""
        data = b"".join(self._pending)
        self._pending.clear()
        try:
            written = os.write(self._in, data)
        except BlockingIOError:
            written = 0
        except OSError:
            self._open = False  # it does not read any more; what it still has to say is read
            return
        if written < len(data):
            self._pending.append(data[written:])

    def _ended(self, deadline: float) -> Trouble:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(max(min(deadline - time.monotonic(), 1.0), 0.0))
        while self._err in self._watched and self._exchange_stderr():
            pass
        status = self._process.poll()
        said = f"; it had begun a line: {_begin(self._input)}" if self._input else ""
        if status is None:
            return Trouble(Verdict.EARLY_EXIT, f"it closed its standard output and went on{said}")
        if status < 0:
            return Trouble(Verdict.CRASH, f"ended by {signal.Signals(-status).name}{said}")
        if status > 0:
            return Trouble(Verdict.CRASH, f"ended with status {status}{said}")
        if self._input:
            return Trouble(Verdict.GARBAGE, f"ended with status 0 in the middle of a line: {_begin(self._input)}")
        return Trouble(
            Verdict.EARLY_EXIT, "ended with status 0 while an answer was due: read until `bye` or the end of the input"
        )

    def _exchange_stderr(self) -> bool:
        if not select.select([self._err], [], [], 0)[0]:
            return False
        data = self._read(self._err)
        self._stderr = (self._stderr + data)[-KEPT:]
        return bool(data)

    def _why_hang(self) -> str:
        said = f", but half a line: {_begin(self._input)}" if self._input else ""
        return (
            f"no answer within {self.timeout:g} s{said}: flush standard output after each line, end each with a "
            "newline, and answer a line before waiting for the next"
        )

    def close(self) -> None:
        """End it: with `bye` and a moment's patience, then by force, with all it started."""
        if self._process.poll() is None and self._open:
            self._pending.append(b'{"t":"bye"}\n')
            deadline = time.monotonic() + min(GRACE, self.timeout)
            while self._process.poll() is None and time.monotonic() < deadline and self._watched:
                self._exchange(SLICE / 5)
                self._input = b""
        self.kill()

    def kill(self) -> None:
        """End it by force, with its group and everything else that carries its mark."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for _ in range(ROUNDS):  # a process may start another while it is looked for, and takes a moment to end
            left = marked(self.mark)
            if not left:
                break
            for pid in left:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(SLICE / 5)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self._watched = set()
        self._open = False


def marked(mark: str) -> list[int]:
    """Processes whose environment holds the mark; none where there is no /proc."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def _begin(text: bytes) -> str:
    return repr(text[:80].decode(errors="replace")) + (" ..." if len(text) > 80 else "")
