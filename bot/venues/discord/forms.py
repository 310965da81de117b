"""The forms: a turn, for those who do not want to type it in the channel, and a message to count.

Ann opens the form, the referee is restarted, Ann presses Submit: the form's id says what it is for
and which match it is about (`buttons.py`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord

from bot.venues.discord.buttons import id_of
from bot.wording.forms import RULE_MESSAGE

LONGEST_LABEL = 45
TURN, STONES, REASON = "turn", "stones", "reason"
_RULE = re.compile(r"rule-([0-9]+)-([0-9]+)")


def turn_form(match: int, prompt: str) -> discord.ui.Modal:
    """One line for the stones of a turn."""
    stones = _line(STONES, prompt[:LONGEST_LABEL] or "Stones", placeholder="D7 F8", max_length=100)
    return form("Your turn", id_of(TURN, match), stones)


def rule_form(match: int, message: int, author: int, turn: str) -> discord.ui.Modal:
    """For which turn a message is to count, and why; `turn` is what it most likely says."""
    stones = _line(STONES, "The turn", default=turn[:100], max_length=100)
    reason = _line(REASON, "Why; shown to the room", max_length=200)
    return form(RULE_MESSAGE, id_of(f"rule-{message}-{author}", match), stones, reason)


def message_of(action: str) -> tuple[int, int] | None:
    """The message, and its author, that a form is to have counted; None for another form."""
    named = _RULE.fullmatch(action)
    return None if named is None else (int(named[1]), int(named[2]))


def written_in(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """What was written or chosen in each field, however deep Discord nests them."""
    for component in components:
        key = str(component.get("custom_id"))
        if "value" in component:
            yield key, str(component["value"] or "")
        for value in component.get("values", ()):
            yield key, str(value)
        yield from written_in(component.get("components", ()))
        yield from written_in([component["component"]] if "component" in component else ())


def form(title: str, custom_id: str, *fields: discord.ui.Item[Any]) -> discord.ui.Modal:
    """A form of fields in their order, which discord.py does not keep in memory."""
    made = discord.ui.Modal(title=title, custom_id=custom_id, timeout=None)
    for field in fields:
        made.add_item(field)
    made.stop()
    return made


def _line(key: str, label: str, **more: Any) -> discord.ui.Label[Any]:
    return discord.ui.Label(text=label, component=discord.ui.TextInput(custom_id=key, **more))
