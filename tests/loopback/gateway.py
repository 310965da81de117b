"""The gateway: who is connected, what each is told, and ways to break it."""

# ruff: noqa: ASYNC109 - a timeout here is an assertion with a message, not a scope

import asyncio
import json
from datetime import timedelta
from typing import Any

from aiohttp import web

from . import payloads
from .bell import PATIENCE, Bell
from .connection import NO_INTENT, Connection, Intent, Session
from .faults import Drop, Duplicate, Faults, Malform, Reorder
from .world import Guild, World

RESUME_PATH = "/resume"
KEPT_SESSIONS = 8


class Gateway:
    """Sessions and connections.

    `privileged` holds the intents granted to the application: "members", "presences",
    "message_content". `accepting` and `resume_host_up` refuse new connections with 503 when
    False, and `refused` counts them. Heartbeats are answered after a `round_trip`: where that is
    none, discord.py may read an answer before it has noted when it asked, and then warns of the one
    before. `identifies` counts; `identified` are the shards that were let in, in their order, each
    with the loop's time.

    `recommended` is the number of shards told to those who ask, `most_guilds` what one session may
    have (4011 beyond). `identify_interval` is how long a shard waits after another of its bucket
    (`shard % max_concurrency`), or its session is invalid; zero, where nothing is set.
    """

    def __init__(self, world: World, bell: Bell, faults: Faults, token: str) -> None:
        self.token = token
        self.url = ""
        self.privileged = {"message_content"}
        self.accepting = True
        self.resume_host_up = True
        self.round_trip = timedelta(0)
        self.identifies = self.refused = 0
        self.identified: list[tuple[int, timedelta]] = []
        self.recommended = self.max_concurrency = 1
        self.most_guilds = 2500
        self.identify_interval = timedelta(0)
        self.flowing = asyncio.Event()
        self.flowing.set()
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self._world = world
        self._bell = bell
        self._faults = faults

    async def serve(self, request: web.Request) -> web.StreamResponse:
        resuming = request.path.startswith(RESUME_PATH)
        if not self.accepting or self._faults.cut_off:
            self.refused += 1
            self._bell.ring()
            return web.Response(status=503)
        if resuming and not self.resume_host_up:
            return web.Response(status=503)
        socket = web.WebSocketResponse(timeout=1.0)
        await socket.prepare(request)
        connection = Connection(self, socket, request.transport)
        self.connections.add(connection)
        try:
            await connection.run()
        finally:
            self.connections.discard(connection)
            if connection.session is not None and connection.session.connection is connection:
                connection.session.connection = None
            self._bell.ring()
        return socket

    @property
    def live(self) -> list[Session]:
        return [session for session in self.sessions.values() if session.connection is not None]

    async def wait_connected(self, timeout=PATIENCE, *, shard=None) -> Session:
        """The newest session, or that of a shard, once a client is connected.

        It has identified or resumed then.
        """

        def fitting() -> list[Session]:
            return [one for one in self.live if shard is None or one.shard[0] == shard]

        return (await self._bell.until(fitting, timeout, "a client on the gateway"))[-1]

    async def wait_disconnected(self, timeout: timedelta = PATIENCE) -> None:
        await self._bell.until(lambda: not self.connections, timeout, "no client on the gateway")

    def ring(self) -> None:
        self._bell.ring()

    def attach(self, session: Session, connection: Connection) -> None:
        if session.connection is not None:
            session.connection.abort()
        session.connection = connection
        connection.session = session
        self._bell.ring()

    def takes_identify(self, shard: int) -> bool:
        now = timedelta(seconds=asyncio.get_running_loop().time())
        bucket = shard % self.max_concurrency
        last = [at for one, at in self.identified if one % self.max_concurrency == bucket]
        if last and now - last[-1] < self.identify_interval:
            return False
        self.identified.append((shard, now))
        return True

    def is_too_large(self, shard: tuple[int, int]) -> bool:
        would_be = Session("", 0, shard)
        guilds = self._world.guilds_of(self._world.bot)
        return sum(would_be.serves(one) for one in guilds) > self.most_guilds

    def open_session(self, connection: Connection, intents: int, shard: tuple[int, int]) -> None:
        session = Session(f"session-{self._world.ids.mint():x}", intents, shard)
        abandoned = [key for key, item in self.sessions.items() if item.connection is None]
        for key in abandoned[:-KEPT_SESSIONS]:
            del self.sessions[key]
        self.sessions[session.id] = session
        self.attach(session, connection)
        guilds = [one for one in self._world.guilds_of(self._world.bot) if session.serves(one)]
        session.put("READY", self._ready(session, guilds))
        for one in guilds:
            if one.available:
                told = payloads.guild_created(self._world, one) | {"unavailable": False}
                session.put("GUILD_CREATE", told)

    def _ready(self, session: Session, guilds: list[Guild]) -> dict[str, Any]:
        return {
            "v": 10,
            "user": payloads.own_user(self._world.bot),
            "private_channels": [],
            "guilds": [{"id": str(one.id), "unavailable": True} for one in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.url + RESUME_PATH,
            "shard": list(session.shard),
            "application": {"id": str(self._world.bot.id), "flags": 0},
        }

    def dispatch(self, event, make, guild=None, *, intent=NO_INTENT, newest_only=False) -> None:
        """Tell every session that may know; a disconnected one keeps the event for its RESUME.

        The world must already be as the event says; the guild None means a direct conversation.
        """
        absent = guild is not None and self._world.bot.id not in guild.members
        if absent and event != "GUILD_DELETE":
            self._bell.ring()
            return
        fault = self._faults.for_event(event)
        valid = (one for one in self.sessions.values() if one.valid)
        told = [one for one in valid if one.serves(guild) and one.wants(intent)]
        if newest_only:
            told = ([item for item in told if item.connection] or told)[-1:]
        for session in told:
            # Through JSON, so that a tampered payload is not the world's own.
            self._put(session, event, json.loads(json.dumps(make(session))), fault)
        self._bell.ring()
        self._break_by_chance()

    def tell_members(self, session: Session, asked: dict[str, Any]) -> None:
        assert asked["query"]
        guild, begins = self._world.guilds[int(asked["guild_id"])], asked["query"].casefold()
        found = [
            payloads.member(one)
            for one in guild.members.values()
            if any(name.casefold().startswith(begins) for name in (one.user.name, one.nick or ""))
        ]
        told = {"guild_id": str(guild.id), "members": found[: int(asked["limit"])]}
        told |= {"chunk_index": 0, "chunk_count": 1, "nonce": asked["nonce"]}
        session.put("GUILD_MEMBERS_CHUNK", told)

    def tell(self, event, body, guild, intent=Intent.GUILDS) -> None:
        self.dispatch(event, lambda _: body, guild, intent=intent)

    def _put(self, session: Session, event: str, data: dict[str, Any], fault: Any) -> None:
        match fault:
            case Drop():
                return
            case Reorder(within=within):
                session.held.append((event, data))
                asyncio.get_running_loop().call_later(within.total_seconds(), session.release)
                return
            case Duplicate():
                session.put(event, data)
            case Malform(change=change):
                data = change(data)
        session.put(event, data)
        session.release()

    def _break_by_chance(self) -> None:
        kind = self._faults.for_gateway()
        if kind == "gateway_reconnect":
            self.reconnect()
        elif kind is not None:
            self.sever(resumable=kind == "gateway_drop")

    def sever(self, *, resumable: bool = True, shard: int | None = None) -> None:
        """Break every connection, or those of a shard, without a word.

        Sessions that are not resumable answer the RESUME with INVALID_SESSION.
        """
        for connection in self._detach(resumable, shard):
            connection.abort()

    async def drop(self, *, resumable=True, code=None, shard=None) -> None:
        if code is None:
            self.sever(resumable=resumable, shard=shard)
            return
        for connection in self._detach(resumable, shard):
            await connection.close(code, "loopback")

    def _detach(self, resumable: bool, shard: int | None) -> list[Connection]:
        broken = [one for one in self.connections if shard is None or one.shard == shard]
        # At once: what happens from here on is the RESUME's to replay.
        for session in self.live:
            if session.connection in broken:
                session.valid = resumable
                session.connection = None
        return broken

    def reconnect(self) -> None:
        for connection in self.connections:
            connection.send(7, None)

    def freeze(self) -> None:
        self.flowing.clear()

    def thaw(self) -> None:
        self.flowing.set()
