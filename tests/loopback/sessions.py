"""Gateway sessions: what a client subscribed to, and the events it can still have replayed."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass, field
from enum import IntFlag
from typing import TYPE_CHECKING, Any

from .world import Guild

if TYPE_CHECKING:
    from .connection import Connection

BUFFER = 1000


class Intent(IntFlag):
    """The intents that this server's events depend on."""

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
        """Number an event, keep it for a RESUME, and send it if somebody is connected."""
        self.seq += 1
        text = json.dumps({"op": 0, "t": event, "s": self.seq, "d": data})
        self.buffer.append((self.seq, text))
        if self.connection is not None:
            self.connection.send_text(text)

    def release(self) -> None:
        """Tell the events that were held back to come out of order."""
        held, self.held = self.held, []
        for event, data in held:
            self.put(event, data)

    def since(self, seq: int) -> list[str] | None:
        """The events after `seq`, or None where they are no longer kept."""
        if seq > self.seq or (self.buffer and seq < self.buffer[0][0] - 1):
            return None
        return [text for number, text in self.buffer if number > seq]

    def serves(self, guild: Guild | None) -> bool:
        """Whether this session's shard has the guild; direct conversations are on shard 0."""
        index, total = self.shard
        return (0 if guild is None else (guild.id >> 22) % total) == index

    def wants(self, intent: Intent) -> bool:
        return self.intents & intent == intent
