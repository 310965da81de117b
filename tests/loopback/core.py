"""What all parts of the server share: its clock, world, gateway, faults and journal."""

from __future__ import annotations

from datetime import timedelta

from .bell import Bell
from .commands import Commands
from .faults import Faults
from .gateway import Gateway
from .interactions import InteractionResult
from .journal import Request
from .limits import Limits
from .payloads import ATTACHMENT_LIMIT
from .schema import Schema
from .snowflakes import Clock, Snowflakes, real_clock
from .world import Message, World


class Core:
    """The parts, wired. Tests may set the windows and limits at any time.

    `nonce_window`: how long an enforced nonce is remembered. `interaction_window`: how long an
    interaction may stay unanswered. `token_window`: how long its token edits and follows up.
    All by the server's clock. `posted` are all messages there ever were, also deleted ones.
    """

    def __init__(self, clock: Clock = real_clock, *, bot_name: str = "Referee") -> None:
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.bell = Bell()
        self.faults = Faults()
        self.world = World(self.ids, bot_name)
        self.token = f"loopback.{self.world.bot.id:x}.token"
        self.gateway = Gateway(self.world, self.bell, self.faults, self.token)
        self.commands = Commands(self.ids, self.world.bot.id)
        self.schema = Schema()
        self.limits = Limits()
        self.requests: list[Request] = []
        self.posted: list[Message] = []
        self.unknown_requests: list[str] = []
        self.interactions: dict[str, InteractionResult] = {}
        self.nonces: dict[tuple[int, str], Message] = {}
        self.nonce_window = timedelta(minutes=5)
        self.interaction_window = timedelta(seconds=3)
        self.token_window = timedelta(minutes=15)
        self.attachment_limit = ATTACHMENT_LIMIT
        self.base_url = ""
