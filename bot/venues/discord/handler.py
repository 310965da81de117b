"""What slash commands, buttons and forms ask of whoever carries them out.

Somebody presses Ready. discord.py makes a `MatchButton` of the press and calls it back with the
interaction; the button knows its action and its match, and nothing of rulings, so it asks the
client's handler. `interactions.py` has the one handler; the protocol lies here, below both, so that
neither side needs to import the other.
"""

from typing import Protocol, cast

import discord

from bot.commands.parsing import Order
from bot.commands.request import Reply
from bot.referee.events import Player
from bot.referee.problems import OrderError


class Handler(Protocol):
    """Carries out what interactions ask for, and answers them."""

    def first(self, interaction: discord.Interaction) -> bool:
        """Whether an interaction is new; Discord may deliver the same one twice."""

    async def ordered(
        self, interaction: discord.Interaction, order: Order, seats: dict[str, Player]
    ) -> None:
        """Carries out a slash command; `seats` are the players whom its options name."""

    async def pressed(self, interaction: discord.Interaction, action: str, match: int) -> None:
        """Carries out a press on a match's button."""

    async def filled_in(self, interaction: discord.Interaction, match: int, text: str) -> None:
        """Rules on a turn written in the form behind the Play button."""

    def refusal(self, error: OrderError) -> Reply:
        """What is answered to a command that can't be carried out as it stands."""

    async def known_matches(self, interaction: discord.Interaction) -> dict[int, str]:
        """The matches that somebody may want to name, by number, in a few words each."""


class HasHandler(Protocol):
    """A client with a handler."""

    handler: Handler


def handler_of(interaction: discord.Interaction) -> Handler:
    """The handler of the client that an interaction came to."""
    return cast("HasHandler", interaction.client).handler
