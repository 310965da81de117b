"""What a person's slash command, click or form came to: the application's answer, awaitable."""

# ruff: noqa: ASYNC109 - a timeout here is an assertion with a message, not a scope

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from .bell import PATIENCE, Bell
from .world import Attachment, Button, Channel, Message, User, walk

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5


@dataclass(slots=True, eq=False)
class InteractionResult:
    """One interaction; `await` it to have it answered (a deferred one: with its content).

    `type` is the kind of the response (4 message, 5 deferred, 8 autocomplete, 9 modal) or None
    while there is none. `message` is the answer; `followups` are the messages after it.
    """

    id: int
    token: str
    kind: int
    user: User
    channel: Channel
    bell: Bell = field(repr=False)
    name: str = ""
    source: Message | None = field(default=None, repr=False)
    type: int | None = None
    message: Message | None = None
    modal: dict[str, Any] | None = None
    choices: list[dict[str, Any]] | None = None
    followups: list[Message] = field(default_factory=list)
    deleted: bool = False

    @property
    def acknowledged(self) -> bool:
        return self.type is not None

    @property
    def answered(self) -> bool:
        return self.acknowledged and not (self.message is not None and self.message.loading)

    @property
    def content(self) -> str:
        return self.message.content if self.message is not None else ""

    @property
    def ephemeral(self) -> bool:
        return self.message is not None and self.message.ephemeral

    @property
    def components(self) -> list[dict[str, Any]]:
        return self.message.components if self.message is not None else []

    @property
    def buttons(self) -> list[Button]:
        return self.message.buttons if self.message is not None else []

    @property
    def files(self) -> list[Attachment]:
        return self.message.attachments if self.message is not None else []

    @property
    def fields(self) -> list[str]:
        parts = walk((self.modal or {}).get("components") or [])
        return [part["custom_id"] for part in parts if part.get("custom_id")]

    def __await__(self) -> Generator[Any, None, InteractionResult]:
        return self.wait().__await__()

    async def wait(self, timeout: timedelta = PATIENCE) -> InteractionResult:
        await self.bell.until(lambda: self.answered, timeout, f"an answer to {self.name!r}")
        return self

    async def wait_acknowledged(self, timeout: timedelta = PATIENCE) -> InteractionResult:
        await self.bell.until(lambda: self.acknowledged, timeout, f"a response to {self.name!r}")
        return self
