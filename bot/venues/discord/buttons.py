"""Buttons that outlive a restart: their id says the action and the match.

The match is set up, the referee is restarted, Ann presses Ready: the press names `ready` and match
9, and needs nothing that the old process knew.
"""

import re
from collections.abc import Sequence
from typing import Any, Self

import discord

from bot.commands.acts import PRESSES
from bot.desk.venue import Button
from bot.referee.events import Request
from bot.referee.submission import Act, Ready, Respond
from bot.venues.discord.handler import handler_of

PLAY = "play"
ACTS: dict[str, Act] = {
    "ready": Ready(),
    **PRESSES,
    **{f"accept-{request}": Respond(accept=True, request=request) for request in Request},
    **{f"decline-{request}": Respond(accept=False, request=request) for request in Request},
}


class MatchButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"referee:(?P<action>[a-z0-9-]+):(?P<match>[0-9]{1,12})",
):
    """One button of one match."""

    def __init__(self, action: str, match: int, label: str = "", *, important: bool = False):
        style = discord.ButtonStyle.primary if important else discord.ButtonStyle.secondary
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=label or action, style=style, custom_id=f"referee:{action}:{match}"
        )
        super().__init__(button)
        self.action = action
        self.match = match

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction,  # noqa: ARG003
        item: discord.ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],
        /,
    ) -> Self:
        """The button that a press names."""
        return cls(match["action"], int(match["match"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hands the press on."""
        await handler_of(interaction).pressed(interaction, self.action, self.match)


def buttons_view(match: int, buttons: Sequence[Button]) -> discord.ui.View:
    """The row of buttons under an announcement."""
    view = discord.ui.View(timeout=None)
    for button in buttons:
        view.add_item(MatchButton(button.action, match, button.label, important=button.important))
    return view
