"""One gateway connection, its session, and what that can still have replayed."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from dataclasses import dataclass, field
from enum import IntFlag
from typing import Any

from aiohttp import WSMsgType

from .world import Guild

BUFFER = 1000


class Intent(IntFlag):
    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_REACTIONS = 1 << 10
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_REACTIONS = 1 << 13
    MESSAGE_CONTENT = 1 << 15
    GUILD_SCHEDULED_EVENTS = 1 << 16


NO_INTENT = Intent(0)
PRIVILEGED = {
    "members": Intent.GUILD_MEMBERS,
    "presences": Intent.GUILD_PRESENCES,
    "message_content": Intent.MESSAGE_CONTENT,
}


@dataclass(slots=True, eq=False)
class Session:
    """One IDENTIFY's worth of gateway: it outlives its connections until it is invalid."""

    id: str
    intents: int
    shard: tuple[int, int] = (0, 1)
    seq: int = 0
    valid: bool = True
    connection: Connection | None = field(default=None, repr=False)
    buffer: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=BUFFER), repr=False)
    held: list[tuple[str, Any]] = field(default_factory=list)

    def put(self, event: str, data: Any) -> None:
        self.seq += 1
        text = json.dumps({"op": 0, "t": event, "s": self.seq, "d": data})
        self.buffer.append((self.seq, text))
        if self.connection is not None:
            self.connection.send_text(text)

    def release(self) -> None:
        held, self.held = self.held, []
        for event, data in held:
            self.put(event, data)

    def since(self, seq: int) -> list[str] | None:
        if seq > self.seq or (self.buffer and seq < self.buffer[0][0] - 1):
            return None
        return [text for number, text in self.buffer if number > seq]

    def serves(self, guild: Guild | None) -> bool:
        index, total = self.shard
        return (0 if guild is None else (guild.id >> 22) % total) == index

    def wants(self, intent: Intent) -> bool:
        return self.intents & intent == intent


class Connection:
    def __init__(self, gateway, socket, transport) -> None:
        self.session: Session | None = None
        self._gateway = gateway
        self._socket = socket
        self._transport = transport
        self._outbox: asyncio.Queue[str] = asyncio.Queue()

    @property
    def shard(self) -> int | None:
        return None if self.session is None else self.session.shard[0]

    async def run(self) -> None:
        writer = asyncio.create_task(self._write())
        self.send(10, {"heartbeat_interval": 41250})
        try:
            async for frame in self._socket:
                if frame.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    await self._receive(frame.data)
        finally:
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await writer

    def send(self, op: int, data: Any) -> None:
        self.send_text(json.dumps({"op": op, "d": data}))

    def send_text(self, text: str) -> None:
        self._outbox.put_nowait(text)

    async def close(self, code: int, reason: str = "") -> None:
        await self._outbox.join()
        await self._socket.close(code=code, message=reason.encode())

    def abort(self) -> None:
        self._transport.abort()

    async def _write(self) -> None:
        while True:
            text = await self._outbox.get()
            await self._gateway.flowing.wait()
            try:
                # As text, which discord.py takes whatever compression it has asked for.
                await self._socket.send_str(text)
            except ConnectionError:
                # The reader learns of it too and ends the connection; the session keeps the event.
                pass
            finally:
                self._outbox.task_done()

    async def _receive(self, raw: str | bytes) -> None:
        frame = json.loads(raw)
        op, data = frame["op"], frame.get("d")
        if op == 1:
            delay = self._gateway.round_trip.total_seconds()
            asyncio.get_running_loop().call_later(delay, self.send, 11, None)
        elif op == 2:
            await self._identify(data)
        elif op == 6:
            await self._resume(data)
        elif self.session is None:
            await self.close(4003, "Not authenticated.")
        elif op == 8:
            self._gateway.tell_members(self.session, data)

    async def _identify(self, data: dict[str, Any]) -> None:
        gateway = self._gateway
        gateway.identifies += 1
        intents = int(data["intents"])
        granted = gateway.privileged
        index, total = data.get("shard") or (0, 1)
        if data.get("token") != gateway.token:
            await self.close(4004, "Authentication failed.")
        elif any(intents & bit and name not in granted for name, bit in PRIVILEGED.items()):
            await self.close(4014, "Disallowed intent(s).")
        elif not 0 <= index < total:
            await self.close(4010, "Invalid shard.")
        elif gateway.is_too_large((index, total)):
            await self.close(4011, "Sharding required.")
        elif not gateway.takes_identify(index):
            self.send(9, False)
        else:
            gateway.open_session(self, intents, (index, total))

    async def _resume(self, data: dict[str, Any]) -> None:
        gateway = self._gateway
        if data.get("token") != gateway.token:
            await self.close(4004, "Authentication failed.")
            return
        session = gateway.sessions.get(data.get("session_id") or "")
        missed = session.since(int(data["seq"] or 0)) if session and session.valid else None
        if session is None or missed is None:
            self.send(9, False)
            return
        for text in missed:
            self.send_text(text)
        gateway.attach(session, self)
        session.put("RESUMED", {"_trace": []})
