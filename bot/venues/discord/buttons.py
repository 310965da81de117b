"""Buttons and forms that outlive a restart: their id says the action and the match.

The match is set up, the referee is restarted, Ann presses Ready: the press names `ready` and match
9, and needs nothing that the old process knew. discord.py knows only the buttons and forms that its
own process showed, so presses are read from the interaction itself (`interactions.py`). Of the
forms, one takes a turn, for those who do not want to type it in the channel, one a message to
count.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import discord

from bot.commands.acts import PRESSES
from bot.commands.catalogue import Name
from bot.desk.venue import Button
from bot.referee.appointments import MOST_PROPOSED
from bot.referee.events import Request
from bot.referee.hosting import read_by
from bot.referee.submission import Act, Ready, Respond
from bot.wording.forms import RULE_MESSAGE

PLAY, TYPE = "play", "type"
"""The button under an announcement, and the one that opens the form where there are pages too."""
ACTS: dict[str, Act] = {
    "ready": Ready(),
    **PRESSES,
    **{f"accept-{request}": Respond(accept=True, request=request) for request in Request},
    **{
        f"accept-{Request.APPOINTMENT}-{which}": Respond(
            accept=True, request=Request.APPOINTMENT, which=which
        )
        for which in range(1, MOST_PROPOSED + 1)
    },
    **{f"decline-{request}": Respond(accept=False, request=request) for request in Request},
}
ORDERS = {
    "cup-join": (Name.CUP_JOIN, "cup"),
    "cup-leave": (Name.CUP_LEAVE, "cup"),
    "cup-check-in": (Name.CUP_JOIN, "cup"),
    "hint": (Name.HINT, "match"),
}
"""The commands that presses ask for, and the option that takes the button's number."""
_ID = re.compile(r"referee:(.+):([0-9]{1,12})")
_ASKED = re.compile(r"(.+)@([0-9]{1,17})")


def id_of(action: str, match: int, asked: int | None = None) -> str:
    """The id of a button or a form of a match; one that answers a request says which."""
    request = "" if asked is None else f"@{asked}"
    return f"referee:{action}{request}:{match}"


def read_id(custom_id: str) -> tuple[str, int] | None:
    """The action and the match of a button or a form; None for what is not the referee's."""
    read = _ID.fullmatch(custom_id)
    return None if read is None else (read[1], int(read[2]))


def act_of(action: str, sent: datetime | None) -> Act | None:
    """The act that a press asks for, below a message that was `sent` then; None for no act.

    Bob proposes two hours, and two others before Discord shows the first: whoever presses Accept
    below those takes none of the others. Buttons of old say nothing, and answer what was asked
    before their message.
    """
    named = _ASKED.fullmatch(action)
    act = ACTS.get(named[1] if named else action)
    if isinstance(act, Respond):
        return replace(act, read=read_by(int(named[2])) if named else sent)
    return act


def buttons_view(match: int, buttons: Sequence[Button]) -> discord.ui.View:
    """The row of buttons under an announcement."""
    view = discord.ui.View(timeout=None)
    for button in buttons:
        style = discord.ButtonStyle.primary if button.important else discord.ButtonStyle.secondary
        custom_id = None if button.url else id_of(button.action, match, button.asked)
        shown: discord.ui.Button[Any] = discord.ui.Button(
            label=button.label, style=style, custom_id=custom_id, url=button.url or None
        )
        view.add_item(shown)
    # discord.py would keep it in memory for good.
    view.stop()
    return view


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
