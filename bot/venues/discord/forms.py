"""The form behind the Play button, for those who do not want to type in the channel."""

from typing import Any

import discord

from bot.venues.discord.handler import handler_of

LONGEST_LABEL = 45


class TurnForm(discord.ui.Modal, title="Your turn"):
    """One line for the stones of a turn."""

    def __init__(self, match: int, prompt: str) -> None:
        super().__init__(custom_id=f"referee:turn:{match}")
        self._match = match
        self._stones: discord.ui.TextInput[Any] = discord.ui.TextInput(
            label=prompt[:LONGEST_LABEL] or "Stones",
            custom_id="stones",
            placeholder="D7 F8",
            max_length=100,
        )
        self.add_item(self._stones)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Hands the words on."""
        await handler_of(interaction).filled_in(interaction, self._match, self._stones.value)
