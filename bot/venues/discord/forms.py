"""The form behind the Play button, for those who do not want to type in the channel.

Ann opens the form, the referee is restarted, Ann presses Submit. discord.py knows only the forms
that its own process opened, and drops the others. So what is submitted is read from the interaction
itself: the form's id says which match it is about, as a button's does.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord

from bot.venues.discord.handler import Handler

LONGEST_LABEL = 45
_FORM = "referee:turn:"
_FORM_ID = re.compile(rf"{_FORM}([0-9]{{1,12}})")
_STONES = "stones"


class TurnForm(discord.ui.Modal, title="Your turn"):
    """One line for the stones of a turn."""

    def __init__(self, match: int, prompt: str) -> None:
        super().__init__(custom_id=f"{_FORM}{match}")
        self._stones: discord.ui.TextInput[Any] = discord.ui.TextInput(
            label=prompt[:LONGEST_LABEL] or "Stones",
            custom_id=_STONES,
            placeholder="D7 F8",
            max_length=100,
        )
        self.add_item(self._stones)


class FormEvents:
    """Hands the turns of submitted forms on, whichever process opened them."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """A command, a press, or a form: only the last is dealt with here."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        data: Mapping[str, Any] = interaction.data or {}
        form = _FORM_ID.fullmatch(str(data.get("custom_id", "")))
        if form is not None:
            text = next(_values(data.get("components", ())), "")
            await self._handler.filled_in(interaction, int(form[1]), text)


def _values(components: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What was written in the line, however deep Discord nests it in rows and labels."""
    for component in components:
        if component.get("custom_id") == _STONES:
            yield str(component.get("value") or "")
        yield from _values(component.get("components", ()))
        yield from _values([component["component"]] if "component" in component else ())
