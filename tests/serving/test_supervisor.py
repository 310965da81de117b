"""systemd is told that the referee has started, and that it still moves."""

import asyncio
import socket

from settling import meanwhile

from bot.serving.supervisor import keep_told


async def test_systemd_hears_of_the_start_and_of_each_sign_of_life(tmp_path, monkeypatch):
    address = str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    monkeypatch.setenv("WATCHDOG_USEC", "30000")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address)
        systemd.setblocking(False)
        async with meanwhile(keep_told()):
            heard = [await asyncio.get_running_loop().sock_recv(systemd, 99) for _ in range(3)]
    assert heard == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
