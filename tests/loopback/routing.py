"""What a route's handler gets: the call, parsed, with the checks that most routes share."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from . import errors
from .core import Core
from .world import Channel, Guild, Kind, Member, Message

Handler = Callable[["Call"], Any | Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Upload:
    filename: str
    data: bytes


@dataclass(slots=True)
class Call:
    """One request as a handler sees it; `json` is the body or its `payload_json` part."""

    core: Core
    params: Mapping[str, str]
    query: Mapping[str, str]
    json: Any = None
    files: dict[int, Upload] = field(default_factory=dict)

    @property
    def body(self) -> dict[str, Any]:
        if self.json is None:
            return {}
        if not isinstance(self.json, dict):
            raise errors.bad_body("_", "DICT_TYPE_CONVERT", "Only dictionaries may be used.")
        return self.json

    def id(self, name: str) -> int:
        text = self.params[name]
        if not text.isdecimal():
            raise errors.bad_body(name, "NUMBER_TYPE_COERCE", f'Value "{text}" is not snowflake.')
        return int(text)

    def channel(self, *needed: str) -> Channel:
        place = self.core.world.channels.get(self.id("channel_id"))
        if place is None or place.deleted:
            raise errors.unknown_channel()
        if not self.core.world.may(place, "view_channel"):
            raise errors.missing_access()
        self.need(place, *needed)
        return place

    def need(self, place: Channel, *needed: str) -> None:
        if place.kind is not Kind.DM and not self.core.world.may(place, *needed):
            raise errors.missing_permissions()

    def message(self, place: Channel) -> Message:
        found = place.messages.get(self.id("message_id"))
        if found is None:
            raise errors.unknown_message()
        return found

    def guild(self) -> Guild:
        found = self.core.world.guilds.get(self.id("guild_id"))
        if found is None:
            raise errors.unknown_guild()
        if self.core.world.bot.id not in found.members:
            raise errors.missing_access()
        return found

    def member(self) -> Member:
        found = self.guild().members.get(self.id("user_id"))
        if found is None:
            raise errors.unknown_member()
        return found


@dataclass(frozen=True, slots=True)
class Route:
    method: str
    template: str
    handler: Handler
    open: bool


class Table:
    def __init__(self) -> None:
        self.routes: list[Route] = []

    def __call__(self, method: str, template: str, *, is_open: bool = False):
        def register(handler: Handler) -> Handler:
            self.routes.append(Route(method, template, handler, is_open))
            return handler

        return register


def answer(body: Any, status: int = 200) -> web.Response:
    """JSON under exactly the content type that discord.py parses; None is 204."""
    if body is None:
        return web.Response(status=204)
    return web.Response(
        body=json.dumps(body).encode(), status=status, headers={"Content-Type": "application/json"}
    )
