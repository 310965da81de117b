"""One gateway connection: HELLO, heartbeats, IDENTIFY, RESUME, and frames going out in order."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from .compression import Packer
from .sessions import PRIVILEGED, Session

if TYPE_CHECKING:
    from .gateway import Gateway


class Connection:
    """A client's websocket; `session` is set once it identified or resumed."""

    def __init__(
        self, gateway: Gateway, socket: web.WebSocketResponse, transport: asyncio.Transport
    ) -> None:
        self.session: Session | None = None
        self._gateway = gateway
        self._socket = socket
        self._transport = transport
        self._outbox: asyncio.Queue[str] = asyncio.Queue()

    @property
    def shard(self) -> int | None:
        return None if self.session is None else self.session.shard[0]

    async def run(self, pack: Packer) -> None:
        writer = asyncio.create_task(self._write(pack))
        interval = self._gateway.heartbeat_interval.total_seconds()
        self.send(10, {"heartbeat_interval": int(interval * 1000)})
        try:
            async for frame in self._socket:
                if frame.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    await self._receive(frame.data)
        finally:
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await writer

    def send(self, op: int, data: Any) -> None:
        """Queue a frame that is no event."""
        self.send_text(json.dumps({"op": op, "d": data}))

    def send_text(self, text: str) -> None:
        self._outbox.put_nowait(text)

    async def close(self, code: int, reason: str = "") -> None:
        """Close with a code, after what is queued already."""
        await self._outbox.join()
        await self._socket.close(code=code, message=reason.encode())

    def abort(self) -> None:
        self._transport.abort()

    async def _write(self, pack: Packer) -> None:
        while True:
            text = await self._outbox.get()
            await self._gateway.flowing.wait()
            frame = pack(text)
            try:
                if isinstance(frame, str):
                    await self._socket.send_str(frame)
                else:
                    await self._socket.send_bytes(frame)
            except ConnectionError:
                # The reader learns of it too and ends the connection; the session keeps the event.
                pass
            finally:
                self._outbox.task_done()

    async def _receive(self, raw: str | bytes) -> None:
        try:
            frame = json.loads(raw)
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError):
            await self.close(4002, "Decode error.")
            return
        if op == 1:
            self._gateway.heartbeats += 1
            if self._gateway.acknowledges:
                delay = self._gateway.round_trip.total_seconds()
                asyncio.get_running_loop().call_later(delay, self.send, 11, None)
            self._gateway.ring()
        elif op == 2:
            await self._identify(data)
        elif op == 6:
            await self._resume(data)
        elif self.session is None:
            await self.close(4003, "Not authenticated.")
        elif op == 8:
            self._members(data)
        elif op not in (3, 4):
            await self.close(4001, "Unknown opcode.")

    async def _identify(self, data: dict[str, Any]) -> None:
        gateway = self._gateway
        gateway.identifies += 1
        intents = int(data["intents"])
        granted = gateway.privileged
        index, total = data.get("shard") or (0, 1)
        if self.session is not None:
            await self.close(4005, "Already authenticated.")
        elif data.get("token") != gateway.token:
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

    def _members(self, data: dict[str, Any]) -> None:
        """Those whose account, name or nickname begins so: for that no intent is needed."""
        assert data["query"]
        assert self.session is not None
        self._gateway.tell_members(self.session, data)

    async def _resume(self, data: dict[str, Any]) -> None:
        gateway = self._gateway
        gateway.resumes += 1
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
