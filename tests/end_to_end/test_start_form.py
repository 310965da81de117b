"""`/match start` with nothing after it: a host on a phone sets up a match by a form.

Expected: the match is the one that the command with the same options sets up, and whatever can't be
is said once, with the way back to a form that still holds all that was typed.
"""

from typing import Any

import pytest
from loopback import InteractionResult, Message, User

from bot.referee.formats import FORMATS
from end_to_end.house import House

FIELDS = ["player-1", "player-2", "format", "clock", "first"]
BACK = "Back to the form"


async def opened(place: House, user: User | None = None) -> InteractionResult:
    """The form, as the host asks for it."""
    return await place.slash(user or place.host, "match start")


def fill(place: House, form: InteractionResult, **fields: Any) -> InteractionResult:
    """Ann and Bob, or whoever else is named, and the rest as it stands in the form."""
    people = {"player_1": place.red, "player_2": place.blue}
    values = {key.replace("_", "-"): value for key, value in (people | fields).items()}
    return place.discord.modal_submit(form, values)


def shown(form: InteractionResult) -> dict[str, Any]:
    """What stands in the fields of a form, by their names."""
    assert form.modal is not None
    stands = {}
    for label in form.modal["components"]:
        part = label["component"]
        chosen = [option["value"] for option in part.get("options", ()) if option.get("default")]
        chosen += [int(one["id"]) for one in part.get("default_values", ())]
        stands[part["custom_id"]] = "".join(map(str, chosen)) or part.get("value", "")
    return stands


async def back(place: House, answer: InteractionResult) -> InteractionResult:
    """The form once more, by the button under an answer."""
    assert answer.ephemeral
    assert answer.message is not None
    return await place.click(answer.message, BACK, answer.user)


async def set_up(place: House, **fields: Any) -> Message:
    """The first announcement of a match that the form asked for."""
    answer = await fill(place, await opened(place), **fields)
    assert "is set up. Both players press Ready" in answer.content
    assert answer.ephemeral
    assert not answer.buttons
    return await place.announcement("Press Ready")


async def test_two_players_are_all_that_has_to_be_chosen(place):
    """The rest stands there as it is usual; Ann has the colour that starts, as in the command."""
    form = await opened(place)
    assert form.fields == FIELDS
    usual = {"format": "genius", "clock": "", "first": "player-1"}
    assert shown(form) == {"player-1": "", "player-2": ""} | usual
    start = await set_up(place)
    for player in (place.red, place.blue):
        await place.click(start, "Ready", player)
    await place.announcement("Both are ready")
    assert "**Red** played **E5**" in (await place.play(place.red, "E5")).content
    status = await place.slash(place.fan, "match status")
    assert "1:00 a move" in status.content
    place.discord.assert_clean()
