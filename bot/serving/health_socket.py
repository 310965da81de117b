"""How `referee health` asks the process itself: by a socket that is no file and no port.

The disk is full: the referee is alive and on duty in Discord's eyes, and no lease is renewed. What
lies in the database can't say that. A name beginning with a zero byte exists as long as its process
does, on Linux only; the kernel lists such names in `/proc/net/unix`. Elsewhere, and where nobody
answers, whoever asks goes by the leases.

Anybody on the machine may take such a name. The kernel says whose process has it: that of root,
of whoever asks, or of the user to whom the file belongs is believed. Root, who asks about a
database server, has no file to go by, and believes all.
"""

import contextlib
import hashlib
import json
import os
import socket
import struct
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from bot.findings.database import LeaseReadiness
from bot.parts import Part

_TIMEOUT = 4.0
"""Seconds in which a process that is well answers."""
_PARTS = ("served", "unheard")
_PEER = struct.Struct("3i")
"""Process, user and group at the other end."""


def _names(url: str) -> str:
    """How the names of all referees of a database on this machine begin; no secret is in them."""
    place, file = url.rpartition("@")[2], _file(url)
    if file is not None:
        with contextlib.suppress(OSError):
            # In two containers, two files may be at one path.
            folder = file.parent.stat()
            place = f"{folder.st_dev} {folder.st_ino} {file.name}"
    return f"referee/{hashlib.sha256(f'{socket.gethostname()} {place}'.encode()).hexdigest()[:16]}/"


def _file(url: str) -> Path | None:
    """The file of an SQLite database; `read_address` would cost a container's check its time."""
    if not url.startswith("sqlite"):
        return None
    return Path(url.partition(":///")[2].removeprefix("file:").partition("?")[0]).absolute()


def _believed(url: str, user: int) -> bool:
    """Whether a user's process may speak for the referee."""
    me, file = os.geteuid(), _file(url)
    if user in (0, me):
        return True
    if file is None:
        return me == 0
    with contextlib.suppress(OSError):
        return user in (file.stat().st_uid, file.parent.stat().st_uid)
    return False


async def answer(url: str, pid: int, report: Callable[[], LeaseReadiness]) -> None:
    """Tells whoever asks how this process is, until cancelled."""
    import asyncio

    async def tell(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(json.dumps(asdict(report())).encode())
        writer.close()

    # Another one may have that name, in a namespace of its own: then that one is asked.
    with contextlib.suppress(OSError):
        if sys.platform == "linux":
            async with await asyncio.start_unix_server(tell, f"\0{_names(url)}{pid}"):
                await asyncio.Event().wait()
    await asyncio.Event().wait()


def ask(url: str) -> dict[int, LeaseReadiness]:
    """What the referees of a database say that run on this machine, by process.

    One that hangs says nothing.
    """
    wanted, answers = f"@{_names(url)}", dict[int, LeaseReadiness]()
    with contextlib.suppress(OSError):
        listed = Path("/proc/net/unix").read_text(encoding="utf-8", errors="replace").split()
        for name in sorted({word for word in listed if word.startswith(wanted)}):
            with contextlib.suppress(OSError, ValueError), socket.socket(socket.AF_UNIX) as asked:
                asked.settimeout(_TIMEOUT)
                asked.connect(f"\0{name[1:]}")
                peer = asked.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size)
                if not _believed(url, _PEER.unpack(peer)[1]):
                    continue
                said = json.loads(asked.makefile("rb").read())
                parts = {key: tuple(Part(**part) for part in said[key]) for key in _PARTS}
                answers[int(name[len(wanted) :])] = LeaseReadiness(**(said | parts))
    return answers
