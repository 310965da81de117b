"""Which process this is, and whether another one has certainly ended.

The referee is killed and started again at once. Its lease has not run out, but the process that
held it is gone, as the kernel of the same machine says: nobody has to wait.

A process is told by the machine it runs on, its number there, and when it was started, since
numbers are given out again. A machine is one boot of a kernel and one namespace of process numbers
in it: in two containers both may be process 1, and neither can tell whether the other is there.
Host names prove nothing, for two machines may have the same; they are for people.
"""

import os
import socket
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_ENDED = "ZX"
"""States of a process that only waits for its parent to look."""
_STATE, _STARTED = 0, 19
"""Places of two fields in /proc/PID/stat after the name in brackets."""


@dataclass(frozen=True, slots=True)
class Process:
    """A process; `machine` and `started` are "" where the system does not tell them."""

    host: str
    machine: str
    pid: int
    started: str


def this_process() -> Process:
    pid = os.getpid()
    _, started = _look(pid) or ("", "")
    return Process(socket.gethostname()[:255], _machine(), pid, started)


def has_ended(process: Process, here: Process) -> bool:
    """Whether a process has certainly ended; False also where that can't be known from `here`."""
    if not here.machine or process.machine != here.machine:
        return False
    try:
        # /proc may hide the processes of others; this does not.
        os.kill(process.pid, 0)
    except ProcessLookupError:
        return True
    except OSError:
        pass
    state, started = _look(process.pid) or (None, "")
    return state is not None and (state in _ENDED or started != process.started)


def boot() -> str:
    """The machine's start that it is up since; "" where the system does not tell."""
    with suppress(OSError):
        return (_PROC / "sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return ""


def _machine() -> str:
    with suppress(OSError):
        return f"{boot()} {os.readlink(_PROC / 'self/ns/pid')}" if boot() else ""
    return ""


def _look(pid: int) -> tuple[str, str] | None:
    """The state of a process and when it was started, in ticks since the machine was."""
    try:
        text = (_PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The name may have spaces and brackets in it.
    fields = text.rpartition(")")[2].split()
    return fields[_STATE], fields[_STARTED]
