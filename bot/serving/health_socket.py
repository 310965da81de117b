"""How `referee health` asks the process itself: by a socket that is no file and no port.

The disk is full: the referee is alive and on duty in Discord's eyes, and no lease is renewed. What
lies in the database can't say that. A name beginning with a zero byte exists as long as its process
does, on Linux only; the kernel lists such names in `/proc/net/unix`. Elsewhere, and where nobody
answers, whoever asks goes by the leases.
"""

import contextlib
import hashlib
import json
import socket
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from bot.findings.lease import LeaseReadiness
from bot.parts import Part

_TIMEOUT = 4.0
"""Seconds in which a process that is well answers."""
_PARTS = ("served", "unheard")


def _names(url: str) -> str:
    """How the names of all referees of a database on this machine begin; no secret is in them."""
    place = url.rpartition("@")[2]
    if url.startswith("sqlite"):
        place = str(
            Path(url.partition(":///")[2].removeprefix("file:").partition("?")[0]).absolute()
        )
    return f"referee/{hashlib.sha256(f'{socket.gethostname()} {place}'.encode()).hexdigest()[:16]}/"


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
                said = json.loads(asked.makefile("rb").read())
                parts = {key: tuple(Part(**part) for part in said[key]) for key in _PARTS}
                answers[int(name[len(wanted) :])] = LeaseReadiness(**(said | parts))
    return answers
